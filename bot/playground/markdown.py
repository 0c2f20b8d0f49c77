"""Message text as Discord shows it, as safe HTML: CommonMark without images, raw HTML and tables, plus Discord's own
underline, spoilers, small print (``-#``), mentions and timestamps."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from html import escape
from typing import Final

from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token

_SPECIAL: Final = re.compile(r"<(@!?|@&|#|t:|/[^:>]{1,100}:|a?:\w{1,32}:)(-?\d{1,20})(?::([tTdDfFsSR]))?>")
_BEGINNING: Final = re.compile(r"[\n!#$%&*+\-:<=>@\[\\\]^_`{|}~]")
_SMALL: Final = re.compile(r"^-#[ \t]+", re.MULTILINE)
_NAME: Final = re.compile("\0(@&|@|#)(-?[0-9]+)\0")  # where a name goes; what is parsed has no such character itself
_KEPT: Final = 1000  # texts: a message is shown several times, most often unchanged

Names = Callable[[str, int], str]
"""The name of a user ("@"), channel ("#") or role ("@&") with this id."""


def _text(state: StateInline, silent: bool) -> bool:
    """Plain characters, up to the next one that may begin something; the library's own rule passes over ``|``."""
    match = _BEGINNING.search(state.src, state.pos, state.posMax)
    end = match.start() if match else state.posMax
    if end == state.pos:
        return False
    if not silent:
        state.pending += state.src[state.pos : end]
    state.pos = end
    return True


def _special(state: StateInline, silent: bool) -> bool:
    """``<@id>``, ``<#id>``, ``<t:seconds:R>`` and ``</command:id>``."""
    match = _SPECIAL.match(state.src, state.pos)
    if match is None:
        return False
    if not silent:
        token = state.push("discord", "", 0)
        token.meta = {"kind": match[1], "id": int(match[2]), "style": match[3] or "f"}
    state.pos = match.end()
    return True


def _pair(marker: str, name: str, tag: str) -> Callable[[StateInline, bool], bool]:
    """A rule for text between two equal markers, shown inside `tag`."""

    def rule(state: StateInline, silent: bool) -> bool:
        if not state.src.startswith(marker, state.pos):
            return False
        start = state.pos + len(marker)
        end = state.src.find(marker, start)
        if end <= start or end >= state.posMax:
            return False
        if not silent:
            opening = state.push(f"{name}_open", tag, 1)
            opening.attrs = {"class": name}
            outer_max = state.posMax
            state.pos, state.posMax = start, end
            state.md.inline.tokenize(state)
            state.posMax = outer_max
            state.push(f"{name}_close", tag, -1)
        state.pos = end + len(marker)
        return True

    return rule


def _small_print(state: StateCore) -> None:
    """Paragraph lines that begin with ``-#`` become small print."""
    for index, token in enumerate(state.tokens):
        if (
            token.type == "inline"
            and token.content.startswith("-# ")
            and state.tokens[index - 1].type == "paragraph_open"
        ):
            lines = token.content.split("\n")
            if all(line.startswith("-# ") for line in lines):
                token.content = "\n".join(line[3:] for line in lines)
                state.tokens[index - 1].attrSet("class", "small-print")


def _parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"html": False, "linkify": False, "breaks": True})
    parser.enable("strikethrough").disable(
        ["image", "html_block", "html_inline", "hr", "lheading", "reference", "entity"]
    )
    parser.inline.ruler.at("text", _text)
    parser.inline.ruler.before("autolink", "discord", _special)
    parser.inline.ruler.before("emphasis", "underline", _pair("__", "underline", "u"))
    parser.inline.ruler.before("emphasis", "spoiler", _pair("||", "spoiler", "span"))
    parser.core.ruler.before("inline", "small_print", _small_print)
    return parser


_PARSER: Final = _parser()


def render(text: str, names: Names) -> str:
    """`text` as HTML. Links open in a new tab; mentions carry ``data-user`` / ``data-channel``, times ``data-time``."""
    return _NAME.sub(lambda match: escape(names(match[1], int(match[2]))), _nameless(text))


@lru_cache(_KEPT)
def _nameless(text: str) -> str:
    """The HTML with places for names, which may change."""
    lined = _SMALL.sub("\n-# ", text) if _SMALL.search(text) else text
    lined = re.sub(r"(?m)^(-# .*)$\n(?!-# )", r"\1\n\n", lined)
    tokens = _PARSER.parse(lined)
    for token in tokens:
        _finish(token)
        for child in token.children or ():
            _finish(child)
    return str(_PARSER.renderer.render(tokens, _PARSER.options, {}))


def _finish(token: Token) -> None:
    if token.type == "link_open":
        token.attrSet("target", "_blank")
        token.attrSet("rel", "noopener noreferrer")
    elif token.type == "spoiler_open":
        token.attrs |= {"tabindex": "0", "role": "button", "aria-label": "Spoiler"}
    elif token.type == "heading_open" or token.type == "heading_close":
        token.tag = f"h{min(int(token.tag[1:]) + 2, 6)}"  # the page's own headings come first
    elif token.type == "discord":
        token.type, token.content = "html_inline", _element(token.meta)


def _element(meta: dict[str, object]) -> str:
    kind, number = str(meta["kind"]), int(str(meta["id"]))
    if kind == "t:":
        return f'<time class="time" data-time="{number}" data-style="{escape(str(meta["style"]))}"></time>'
    if kind.startswith("/"):
        return f'<span class="mention">{escape(kind[:-1])}</span>'
    if kind.endswith(":"):
        return f"<span>{escape(kind)}</span>"
    if kind == "#":
        return f'<a class="mention" href="#{number}" data-channel="{number}">#\0#{number}\0</a>'
    sign = "@&" if kind == "@&" else "@"
    return f'<span class="mention" data-user="{number}">@\0{sign}{number}\0</span>'
