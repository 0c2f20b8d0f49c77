"""What people call themselves, where it is shown among other words."""

import unicodedata
from types import SimpleNamespace
from typing import Any

import aiohttp
import pytest

from bot.text.own_words import OwnWords
from cogs.shared.wording.display_names import LONGEST, clean_name
from cogs.shared.wording.labels import NameCache


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("Anne", "Anne"),
        ("Zoë 🦘 李", "Zoë 🦘 李"),
        ("שרה", "שרה"),
        ("e\u0301", "e\u0301"),
        ("Ann\u202ee · #12\u202c", "Anne · #12"),
        ("\u2067Bert\u2069\u200f\u061c", "Bert"),
        ("Cl\u200b\u200de\ufeffo\u2060", "Cleo"),
        ("two\nlines\r\u2028\u2029\x85and\tmore", "two lines and more"),
        ("\x00\x1b[31mred\x7f", "[31mred"),
        ("half \ud800 a pair", "half a pair"),
        ("\ue000\U000f0000", ""),
        ("\u3164\u2800\u115f", ""),
        ("  wide\u00a0\u3000open  ", "wide open"),
        ("\u0301\ufe0f", ""),
        ("\ufe0f \u0903Anne \u20dd", "Anne"),
        ("\u200b\ufe0f❤\ufe0f", "❤\ufe0f"),
        ("\U0001d159", ""),
        ("Z" + "\u0335" * 20 + "algo", "Z\u0335\u0335algo"),
        ("a" * 100, "a" * (LONGEST - 1) + "…"),
        ("🦘" * 100, "🦘" * (LONGEST // 2 - 1) + "…"),
    ],
)
def test_a_name_is_one_line_that_leaves_its_neighbours_alone(name: str, line: str) -> None:
    assert clean_name(name) == line


def test_no_sign_that_hides_itself_is_left_in_a_name() -> None:
    codes = (*range(0x3000), *range(0xD7F0, 0x10000), *range(0xE0000, 0xE0200))
    kinds = {unicodedata.category(sign) for code in codes for sign in clean_name(chr(code))}
    assert not kinds & {"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"}


async def test_a_name_without_visible_characters_becomes_someone() -> None:
    names, hidden = NameCache(), SimpleNamespace(id=5, display_name="\u200b\u202e")
    user: Any = hidden
    names.learn(1, user)
    nobody_asked: Any = None
    assert await names.lookup(nobody_asked, 1, [5]) == {5: OwnWords("someone")}


async def test_people_whose_names_can_not_be_looked_up_become_someone() -> None:
    async def fetch_user(_: int) -> Any:
        raise aiohttp.ServerDisconnectedError

    bot: Any = SimpleNamespace(fetch_user=fetch_user)
    assert await NameCache().lookup(bot, 1, [5, 6]) == {5: OwnWords("someone"), 6: OwnWords("someone")}


async def test_who_is_forgotten_is_asked_for_again_and_the_others_are_not() -> None:
    lookups = []

    async def fetch_user(person: int) -> Any:
        lookups.append(person)
        return SimpleNamespace(id=person, display_name="new")

    bot: Any = SimpleNamespace(fetch_user=fetch_user)
    names = NameCache()
    for person in (5, 6):
        user: Any = SimpleNamespace(id=person, display_name="old")
        names.learn(1, user)
    names.forget(5)
    assert await names.lookup(bot, 1, [5, 6]) == {5: OwnWords("new"), 6: OwnWords("old")}
    assert lookups == [5]
