"""How matches and series ended, and who is on vacation, in words."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from bot.match import Match, Seat, SeriesKind
from bot.match.decisions import proposals
from bot.match.values import Ending
from cogs.shared.wording.endings import outcome
from cogs.shared.wording.times import vacation_remarks
from tests.cogs.conftest import ANNE, BERT, CLEO, Bot, played_out, solo, together

UNTIL = datetime(2026, 5, 4, 12, tzinfo=UTC)
DAY = f"<t:{int(UNTIL.timestamp())}:D>"


async def of_series(bot: Bot, kind: SeriesKind, places: tuple[int, ...] | None, *, over: bool) -> Match:
    """A match that Bert has won, in such a series."""
    match = await together(bot, ANNE, BERT, series=SeriesKind.POINTS)
    assert match.series is not None
    series = replace(match.series, kind=kind, over=over, places=places)
    return replace(match, series=series, ending=Ending("played", (2, 1), (5, 9)))


@pytest.mark.parametrize(
    ("kind", "places", "over", "words"),
    [
        (SeriesKind.POINTS, (1, 2), True, f"🏆 Gold has won the series · <@{ANNE}>"),
        (SeriesKind.POINTS, (2, 1), True, f"🏆 Blue has won the series · <@{BERT}>"),
        (SeriesKind.POINTS, (1, 1), True, "🏆 Gold and blue share the series"),
        (SeriesKind.POINTS, (1, 2), False, f"🏆 Blue has won · <@{BERT}>"),  # of the game alone
        (SeriesKind.POINTS, None, True, f"🏆 Blue has won · <@{BERT}>"),
        (SeriesKind.PARALLEL, (1, 2), True, f"🏆 Blue has won · <@{BERT}>"),
    ],
)
async def test_a_series_that_is_over_is_told_before_its_last_game(
    bot: Bot, kind: SeriesKind, places: tuple[int, ...] | None, over: bool, words: str
) -> None:
    assert outcome(await of_series(bot, kind, places, over=over)) == words


async def test_a_match_without_an_end_or_places_was_called_off(bot: Bot) -> None:
    match = await together(bot, ANNE, BERT)
    called_off = "🤝 The match is over: called off by agreement"
    assert outcome(match) == called_off
    assert outcome(replace(match, ending=Ending("agreed", None, None))) == called_off
    await bot.matches.act(match.id, proposals.offer_draw(ANNE))
    assert outcome(await bot.matches.act(match.id, proposals.agree(BERT))) == "🤝 The match is over: a draw"


@pytest.mark.thorough
async def test_a_game_alone_has_points_if_it_was_played_to_its_end(bot: Bot) -> None:
    over = await played_out(bot, (await solo(bot, ANNE)).id)
    assert outcome(replace(over, ending=Ending("played", (1,), (560,)))) == (
        f"🏆 The game is over: 560 points · <@{ANNE}>"
    )
    for ending in (Ending("played", (1,), None), Ending("resigned", (1,), (560,))):
        assert outcome(replace(over, ending=ending)) == f"The game is over: <@{ANNE}> gave up"


@pytest.mark.parametrize(
    ("people", "away", "lines"),
    [
        ((ANNE,), (), []),
        ((ANNE,), (ANNE,), [f"on vacation until {DAY}"]),
        ((ANNE, BERT), (BERT,), [f"<@{BERT}> on vacation until {DAY}"]),
        ((ANNE, BERT, CLEO), (ANNE, CLEO), [f"<@{person}> on vacation until {DAY}" for person in (ANNE, CLEO)]),
    ],
)
def test_who_is_on_vacation_is_named_where_several_share_a_seat(
    people: tuple[int, ...], away: tuple[int, ...], lines: list[str]
) -> None:
    assert vacation_remarks(Seat(0, "gold", people, on_vacation=dict.fromkeys(away, UNTIL))) == lines
