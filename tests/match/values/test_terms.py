"""What a table agrees on reaches its match, the next match of its series and its rematch."""

from dataclasses import MISSING, fields, replace
from datetime import timedelta
from typing import Any

import pytest

from bot.match import BadOption, Expiry, Matches, SeriesKind, TableTerms
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


HOUR, DAY = timedelta(hours=1), timedelta(days=1)
SECOND = timedelta(seconds=1)


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"move_time": HOUR}, None),
        ({"move_time": 14 * DAY}, None),
        ({"move_time": HOUR - SECOND}, "time: a turn takes an hour to two weeks"),
        ({"move_time": 14 * DAY + SECOND}, "time: a turn takes an hour to two weeks"),
        ({"on_expiry": Expiry.CLAIM}, None),
        (
            {"on_expiry": Expiry.CLAIM, "series": SeriesKind.PARALLEL},
            "time: nobody else can claim where everyone plays alone",
        ),
        ({"on_expiry": Expiry.RESIGN, "series": SeriesKind.PARALLEL}, None),
        ({"rated": True}, None),
        ({"private": True, "coached": True}, None),
        ({"rated": True, "private": True}, "rated: private matches can't be rated"),
        ({"rated": True, "coached": True}, "rated: a rated match has no coaching"),
        ({"series": SeriesKind.POINTS, "target": 1}, None),
        ({"series": SeriesKind.POINTS, "target": 0}, "target: 0 points would end nothing"),
        ({"seats": 3}, None),
        ({"seats": 4}, "seats: 4 can't play with these options"),
        ({"seats": 5, "series": SeriesKind.PARALLEL}, None),
        ({"seats": 6, "series": SeriesKind.PARALLEL}, "seats: 2 to 5 can play side by side, not 6"),
    ],
)
async def test_terms_have_to_go_together(matches: Matches, changes: dict[str, Any], problem: str | None) -> None:
    terms = replace(TableTerms("harvest", 2), **changes)
    if problem is None:
        match = await matches.tables.open(terms, opener=ANNE, place=HERE)
        assert all(getattr(match.terms, name) == value for name, value in changes.items())
        return
    with pytest.raises(BadOption) as refusal:
        await matches.tables.open(terms, opener=ANNE, place=HERE)
    assert str(refusal.value.values["problem"]) == problem


async def test_a_table_agrees_on_the_usual_where_nothing_else_is_said(matches: Matches) -> None:
    terms = (await matches.tables.open(TableTerms("harvest", 2), opener=ANNE, place=HERE)).terms
    off = ("shared", "own_thread", "coached", "rated", "private")
    assert [name for name in (*off, "automatic", "rolls", "hints") if getattr(terms, name)] == [
        *("automatic", "rolls", "hints"),
    ]
    assert (terms.move_time, terms.on_expiry, terms.series) == (None, Expiry.COMPUTER, None)
    series = await matches.tables.open(TableTerms("harvest", 2, series=SeriesKind.POINTS), opener=ANNE, place=HERE)
    assert series.series is not None
    assert series.series.target == series.terms.target == 1000


@pytest.mark.parametrize(("hints", "rated"), [(True, True), (True, False), (False, True), (False, False)])
def test_hints_are_for_unrated_matches_that_want_them(hints: bool, rated: bool) -> None:
    assert TableTerms("harvest", 2, hints=hints, rated=rated).allows_hints is (hints and not rated)


def test_the_usual_time_for_a_turn_is_one_of_those_that_are_offered() -> None:
    assert DEFAULT_MOVE_TIME in MOVE_TIMES
