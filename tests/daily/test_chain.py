"""docs/daily.md, The chain of seeds."""

import hashlib
from datetime import date
from itertools import pairwise

import pytest

from bot.daily.chain import LINKS, day_in, link, salt_of

LAST = bytes(range(32))


def test_each_link_is_the_sha_256_of_the_next_one() -> None:
    links = [link(LAST, number) for number in range(LINKS + 1)]
    assert links[-1] == LAST
    assert all(hashlib.sha256(after).digest() == before for before, after in pairwise(links))


@pytest.mark.parametrize("number", [-1, LINKS + 1])
def test_a_chain_has_no_other_links(number: int) -> None:
    with pytest.raises(ValueError, match=f"links 0 to {LINKS}, not {number}"):
        link(LAST, number)


def test_the_salt_names_the_game_and_the_day() -> None:
    salt = salt_of("southern_cards", date(2026, 3, 9))
    assert salt == "daily:southern_cards:2026-03-09"
    assert day_in(salt) == date(2026, 3, 9)
