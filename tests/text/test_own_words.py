"""Words that somebody else has written mean nothing in what the bot says."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.rules.api import Quoted, fault
from bot.rules.reading import text
from bot.rules.typed import quote
from bot.text import N_, say, say_error, speaking
from bot.text.own_words import OwnWords, in_markdown

ROOT = Path(__file__).parents[2]
HOSTILE = "[free nitro](https://evil.example) <@1> ||x|| @everyone"

SAFE = {"OwnWords", "Quoted", "quote", "show"}
"""What makes such words: what is typed gets into a sentence by one of these."""


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("Winter", "Winter"),
        ("Anne-Marie & Zoë (2)", "Anne-Marie & Zoë (2)"),
        ("[a](https://b)", r"\[a\](https\:\/\/b)"),
        ("<@1> <@&2> <#3>", r"\<\@1\> \<\@\&2\> \<\#3\>".replace(r"\&", "&")),
        ("@everyone", r"\@everyone"),
        ("||a|| *b* _c_ ~~d~~ `e`", r"\|\|a\|\| \*b\* \_c\_ \~\~d\~\~ \`e\`"),
        ("# big", r"\# big"),
        ("-# small", r"-\# small"),
        ("- item", r"\- item"),
        ("1. first", r"1\. first"),
        ("12. May", r"12\. May"),
        ("<t:0:R> :fire: discord.gg/x", r"\<t\:0\:R\> \:fire\: discord.gg\/x"),
        ("a\n# b\u202ec", r"a \# b c"),
        ("\\[a]", r"\\\[a\]"),
    ],
)
def test_nothing_in_them_is_markdown(written: str, shown: str) -> None:
    assert in_markdown(written) == shown
    assert say("{name}", name=OwnWords(written)) == shown
    assert f"{OwnWords(written)}" == str(OwnWords(written)) == shown


def test_where_it_is_no_message_they_are_as_they_were_written() -> None:
    assert OwnWords(HOSTILE).plain == HOSTILE
    assert Quoted(HOSTILE).plain == str(Quoted(HOSTILE)) == HOSTILE


def test_what_the_rules_quote_of_a_move_or_a_document_comes_out_so_too() -> None:
    with speaking("en"):
        assert say(N_("“{text}” isn't a move."), text=quote("[a](https://b)")) == r"“\[a\](https\:\/\/b)” isn't a move."
        with pytest.raises(ValueError, match="key") as refused:
            text(["<@1>"], "key")
        assert say_error(refused.value) == "key: a list is not a text"  # type: ignore[arg-type]  # it's a BadDocument
        with pytest.raises(ValueError, match="key") as refused:
            raise fault("key", "{value} is not a text", value=Quoted("'<@1>'"))
        assert say_error(refused.value) == r"key: '\<\@1\>' is not a text"  # type: ignore[arg-type]  # it's a BadDocument
        assert str(refused.value) == "key: '<@1>' is not a text"  # in a terminal


def _calls() -> Iterator[tuple[Path, ast.Call]]:
    for folder in ("bot", "cogs"):
        for path in (ROOT / folder).rglob("*.py"):
            if "playground" not in path.parts:
                for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                    if isinstance(node, ast.Call):
                        yield path, node


def test_whatever_is_typed_gets_into_sentences_as_such_words() -> None:
    """The screens' sentences call it `typed`, and those of the rules `text`."""
    unsafe = []
    for path, call in _calls():
        is_rule = "rules" in path.parts and isinstance(call.func, ast.Name) and call.func.id[0].isupper()
        for keyword in call.keywords:
            if keyword.arg != "typed" and not (is_rule and keyword.arg == "text"):
                continue
            made_by = keyword.value.func if isinstance(keyword.value, ast.Call) else None
            if not (isinstance(made_by, ast.Name) and made_by.id in SAFE):
                unsafe.append(f"{path.relative_to(ROOT)}:{keyword.value.lineno} {ast.unparse(keyword.value)}")
    assert not unsafe


def test_no_document_is_quoted_but_by_what_makes_such_words() -> None:
    raw = [
        f"{path.relative_to(ROOT)}:{call.lineno}"
        for path, call in _calls()
        if isinstance(call.func, ast.Name) and call.func.id in ("fault", "refuse")
        for keyword in call.keywords
        if isinstance(keyword.value, ast.Call)
        and isinstance(keyword.value.func, ast.Name)
        and keyword.value.func.id == "repr"
    ]
    assert raw == ["bot/rules/reading.py:153"]  # a game's own key
