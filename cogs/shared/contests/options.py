"""A game's options as somebody types them: "finish=all, blockade-limit=2"."""

import re
from collections.abc import Mapping
from typing import Any

from bot.rules.api import Option
from bot.text import N_, language, name_in, say
from bot.text.own_words import OwnWords
from bot.text.terms import commas
from cogs.shared.client.client import Client
from cogs.shared.client.refusals import ScreenRefusal
from cogs.shared.presentation.presentation import Presentation
from cogs.shared.presentation.registry import cog_for
from cogs.shared.wording.labels import join_list

WORDS = {"yes": True, "true": True, "on": True, "no": False, "false": False, "off": False}
"""Understood whatever language is spoken, besides its own words."""

_NUMBER = re.compile(r"[0-9]{1,9}", re.ASCII)  # no option is larger, and Python refuses to read thousands of digits


def read_options(bot: Client, game: str, typed: str) -> dict[str, Any]:
    """The game's options in a text of pairs such as "finish=all". ScreenRefusal, UnknownGame."""
    cog = cog_for(bot, game)
    options: dict[str, Option] = {}
    for option in cog.game.options:
        known_as = (option.name, cog.name_and_help(option)[0], _name_in_words(cog, option))
        options |= dict.fromkeys(map(_plain, known_as), option)
    chosen = {}
    for pair in filter(None, (part.strip() for part in typed.replace(";", ",").split(","))):
        name, _, value = pair.partition("=")
        if _plain(name) not in options:
            raise ScreenRefusal(
                "{game} has no option “{typed}”. It has {options}.",
                game=cog.game.title,
                typed=OwnWords(name.strip()[:40]),
                options=join_list([f"`{_name_in_words(cog, one)}`" for one in cog.game.options]),
            )
        option = options[_plain(name)]
        names = {_plain(words): value for value, words in cog.choice_names.get(option.name, {}).items()}
        chosen[option.name] = _value(option, _name_in_words(cog, option), value.strip(), names)
    return chosen


def check_seats(bot: Client, game: str, options: Mapping[str, Any], seats: int, *, only_two: bool = False) -> None:
    """Refuses seats that the game can't be played with; `only_two` says that others can't be chosen. ScreenRefusal.

    Options that don't go together are refused later.
    """
    cog = cog_for(bot, game)
    try:
        allowed = cog.game.seats(options)
    except ValueError:
        return
    if seats in allowed:
        return
    numbers = " / ".join(map(str, allowed))
    if only_two:
        raise ScreenRefusal(
            "With these options {game} needs {allowed} seats, and only groups have more than two at a table. Choose "
            "groups, a game for two, or other options.",
            game=cog.game.title,
            allowed=numbers,
        )
    raise ScreenRefusal(
        "With these options {game} needs {allowed} seats, not {seats}. Choose other `seats` or options.",
        game=cog.game.title,
        allowed=numbers,
        seats=seats,
    )


def _name_in_words(cog: Presentation, option: Option) -> str:
    return name_in(language(), cog.name_and_help(option)[0])


def _plain(text: str) -> str:
    return "".join(text.lower().replace("×", "x").replace("_", "-").split())


def _value(option: Option, name: str, typed: str, names: dict[str, str]) -> bool | int | str:
    plain = _plain(typed)
    if option.type is bool:
        words = WORDS | {_plain(say(N_("yes"))): True, _plain(say(N_("no"))): False}
        if plain in words:
            return words[plain]
    if option.type is int and _NUMBER.fullmatch(plain):
        return int(plain)
    if option.type is str:
        choices = {_plain(choice): choice for choice in option.choices} | names
        if plain in choices:
            return choices[plain]
    allowed = {bool: say(N_("yes, no")), int: f"{option.min}–{option.max}"}.get(option.type, commas(option.choices))
    if not plain:
        raise ScreenRefusal(
            "`{option}` needs a value after `=`. Choose one of these: {allowed}.", option=name, allowed=allowed[:500]
        )
    raise ScreenRefusal(
        "“{typed}” isn't a valid `{option}`. Choose one of these: {allowed}.",
        typed=OwnWords(typed[:40]),
        option=name,
        allowed=allowed[:500],
    )
