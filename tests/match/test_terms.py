"""What a table agrees on reaches its match, the next match of its series and its rematch."""

from dataclasses import MISSING, fields, replace
from datetime import timedelta

import pytest

from bot.match import Expiry, Matches, SeriesKind, TableTerms
from bot.match.decisions import lobby, turns
from bot.match.values import DEFAULT_MOVE_TIME, MOVE_TIMES
from tests.match.conftest import HERE
from tests.match.toy import PLAYERS

ANNE, BERT = PLAYERS[:2]

ALL_CHOSEN = TableTerms(
    "harvest",
    2,
    {"rounds": 1, "rain": False},
    shared=True,
    own_thread=True,
    automatic=False,
    rolls=False,
    hints=False,
    coached=True,
    private=True,
    move_time=timedelta(hours=5),
    on_expiry=Expiry.RESIGN,
    series=SeriesKind.POINTS,
    target=10**6,
)


# A rated match can be neither private nor coached.
CHOSEN = {"rated": replace(ALL_CHOSEN, rated=True, private=False, coached=False)}


@pytest.mark.sample(5)
@pytest.mark.parametrize("name", [one.name for one in fields(TableTerms)])
async def test_every_term_is_kept(matches: Matches, name: str) -> None:
    default = next(one.default for one in fields(TableTerms) if one.name == name)
    chosen = CHOSEN.get(name, ALL_CHOSEN)
    assert default is MISSING or getattr(chosen, name) != default  # otherwise nothing would be tested
    match = await matches.tables.open(chosen, opener=ANNE, place=HERE)
    assert getattr(match.terms, name) == getattr(chosen, name)
    await matches.act(match.id, lobby.join(BERT, message_id=9))
    match = await matches.act(match.id, lobby.begin(ANNE))
    while match.series is not None and len(match.series.parts) == 1:
        match = await matches.act(match.id, turns.play(match.to_move_people()[0], "pick"))
    assert match.series is not None
    following = await matches.get(match.series.parts[-1].match_id)
    assert following.id != match.id
    assert getattr(following.terms, name) == getattr(chosen, name)


def test_the_usual_time_for_a_turn_is_one_of_those_that_are_offered() -> None:
    assert DEFAULT_MOVE_TIME in MOVE_TIMES
