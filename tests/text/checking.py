"""What tests of texts look for."""

import re
import string
from collections.abc import Iterator, Mapping
from functools import cache
from html import unescape
from itertools import zip_longest
from pathlib import Path
from typing import Any

from discord import Client, Intents
from discord.app_commands import CommandTree

from bot.playground.markdown import render
from bot.rules import GAMES
from bot.text import name_in
from bot.text.extract import sentences as extracted
from cogs.commands import shared_commands
from cogs.matches import match_group
from cogs.shared.commands.groups import build_group
from cogs.shared.management.moderation import end_command
from tests.cogs.games import screen_of
from tests.languages import messages_in

CODE = re.compile(r"`([^`\n]+)`")


def not_bold(words: str) -> list[str]:
    """The runs between two pairs of asterisks that aren't shown in bold, or with others."""
    shown = [
        _letters(re.sub("<.*?>", "", one)) for one in re.findall("<strong>(.*?)</strong>", _html(words), re.DOTALL)
    ]
    meant = words.split("**")[1::2]
    return [run for run, seen in zip_longest(meant, shown, fillvalue="") if _letters(run) != seen]


def _html(words: str) -> str:
    return unescape(render(words, lambda kind, number: "name"))


def _letters(words: str) -> str:
    return re.sub(r"\W", "", words)


@cache
def sentences() -> list[tuple[str, str]]:
    return list(extracted())


def _below(locale: str, command: Mapping[str, Any], before: str) -> Iterator[tuple[str, frozenset[str]]]:
    path = f"{before}{name_in(locale, command['name'])}"
    parts = command.get("options", ())
    yield path, frozenset(name_in(locale, one["name"]) for one in parts)
    for part in parts:
        if "options" in part:
            yield from _below(locale, part, f"{path} ")


@cache
def shown_in(locale: str) -> dict[str, frozenset[str]]:
    """Each command as it is called in this language, with its options and subcommands."""
    return {path: parts for command in commands() for path, parts in _below(locale, command, "/")}


def what_is_wrong(locale: str, code: str) -> str:
    """The first word of a command in code that isn't shown in this language; empty if there is none."""
    path, shown = "", shown_in(locale)
    for word in code.split(" "):
        option, colon, _ = word.partition(":")
        if colon and option not in shown[path]:
            return word
        if not colon and (path := f"{path} {word}" if path else word) not in shown:
            return word
    return ""


def as_tuple(part: Any) -> tuple[str, ...]:
    return tuple(part) if isinstance(part, list | tuple) else (part or "",)


def fields(words: str) -> set[tuple[str | None, str | None]]:
    return {(name, spec) for _, name, spec, _ in string.Formatter().parse(words) if name is not None}


def wrong_placeholders(path: Path) -> list[tuple[Any, str]]:
    """The messages whose translation has other placeholders, each with it; those without a translation are right."""
    wrong = []
    for message in messages_in(path):
        allowed = [fields(one) for one in as_tuple(message.id)]
        for said in filter(None, as_tuple(message.string)):
            needed = set.intersection(*allowed) - {("number", "")} if len(allowed) > 1 else allowed[0]
            if not needed <= fields(said) <= set.union(*allowed):
                wrong.append((message.id, said))
    return wrong


def commands() -> list[dict[str, Any]]:
    tree: CommandTree[Client] = CommandTree(Client(intents=Intents.none()))
    own: list[Any] = [match_group(), *shared_commands()]
    return [one.to_dict(tree) for one in (*own, end_command(), *(build_group(screen_of(key)) for key in GAMES))]
