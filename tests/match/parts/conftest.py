"""Rated matches for tests of ratings and leaderboards."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from bot.match import (
    Match,
    Matches,
    Place,
    TableTerms,
)
from bot.match.decisions import lobby, turns
from tests.match.conftest import HERE

Rate = Callable[..., Awaitable[Match]]


@pytest.fixture
def sit(matches: Matches) -> Rate:
    """A rated match that has begun: `await sit(ANNE, BERT, goal=1, series=...)`."""

    async def begin(*people: int, game: str = "race", using: Matches = matches, **kwargs: Any) -> Match:
        computers = kwargs.pop("computers", None)
        seats = kwargs.pop("seats", len(people))
        names = ("series", "target", "private", "shared", "coached", "rated", "hints")
        set_up = {"rated": True} | {name: kwargs.pop(name) for name in names if name in kwargs}
        place = kwargs.pop("place", HERE)
        terms = TableTerms(game=game, options=kwargs, seats=seats, **set_up)
        table = await using.tables.open(terms, opener=people[0], place=place, computers=computers)
        await using.tables.note_posted(table.id, 7000 + table.id)
        for person in people[1:]:
            await using.act(table.id, lobby.join(person))
        return await using.act(table.id, lobby.begin(people[0]))

    return begin


@pytest.fixture
def win(matches: Matches, sit: Rate) -> Rate:
    """A rated match that the first of these people has won."""

    async def play(*people: int, place: Place = HERE) -> Match:
        match = await sit(*people, goal=1, place=place)
        return await matches.act(match.id, turns.play(people[0], "walk"))

    return play
