"""How a match went, as its end tells: how many turns it took, and the winners' best turn."""

import json
import pickle
from importlib import import_module
from typing import Any

import pytest

from bot.match.records.files import look, look_through
from bot.match.records.replay import of_record
from bot.rules import GAMES
from bot.words import UNKNOWN
from cogs.shared.presentation.courses import course_in, course_of, course_with
from cogs.shared.presentation.registry import cog_for
from cogs.shared.web.choices import board_sheets
from tests.cogs.conftest import ANNE, BERT, Bot, played_out, solo, together
from tests.cogs.dailies import daily_of, put_dailies
from tests.records.lines import records_of


def record_of(game: str, ending: str) -> dict[str, Any]:
    return next(record for record in records_of(game) if record["result"]["ending"] == ending)


@pytest.mark.parametrize("game", GAMES)
def test_it_has_all_turns_and_the_most_that_one_brought_a_winner(game: str) -> None:
    words: Any = import_module(f"bot.words.{game}")
    replay = of_record(record_of(game, "played"))
    places = replay.match.ending and replay.match.ending.places
    assert places
    gains = [
        words.gain(turn[0].before.sight(None), turn[-1].after.sight(None), turn[0].seat)
        for turn in replay.turns
        if places[turn[0].seat] == 1
    ]
    course = course_in(words, replay)
    assert (course.turns, course.best) == (len(replay.turns), max(gains))
    first, last = course.best_turn[0], course.best_turn[-1]
    assert words.gain(first.before, last.after, first.seat) == course.best > 0


def test_points_counters_and_captures_are_what_a_turn_brings() -> None:
    replay = of_record(record_of("southern_cards", "played"))
    words: Any = import_module("bot.words.southern_cards")
    last: Any = replay.position(replay.last)
    for seat, score in enumerate(last.scores):
        gains = [
            words.gain(turn[0].before.sight(None), turn[-1].after.sight(None), seat)
            for turn in replay.turns
            if turn[0].seat == seat
        ]
        assert sum(gains) == score


@pytest.mark.parametrize("game", ["southern_cards", "parcheesi"])
def test_that_of_an_uploaded_record_is_told_at_its_end(game: str) -> None:
    record = record_of(game, "played")
    data, gains = json.dumps(record).encode(), {key: import_module(f"bot.words.{key}").gain for key in GAMES}
    words: Any = import_module(f"bot.words.{game}")
    replay = of_record(record)
    pickle.dumps(gains)  # refuses what can't go to a worker
    shown = look(data, replay.last, gains)
    assert course_with(shown.last, shown.best) == course_in(words, replay)
    assert look_through(data, lambda steps: [0, steps - 1], gains).best == shown.best
    assert look(data, 0, gains).best == look(data, replay.last, {}).best == (0, ())


async def test_that_of_a_daily_is_known_to_its_player_while_others_still_play(bot: Bot) -> None:
    put_dailies(bot)
    match = await daily_of(bot, ANNE)
    cog = cog_for(bot, match.game)
    assert await course_of(cog, match, player=ANNE) == UNKNOWN
    over = await played_out(bot, match.id)
    course = await course_of(cog, over, player=ANNE)
    assert course.turns > 0
    assert course.best == cog.words.gain(course.best_turn[0].before, course.best_turn[-1].after, 0)
    assert await course_of(cog, over, player=BERT) == await course_of(cog, over) == UNKNOWN
    told, untold = (board_sheets(cog, over, ANNE, known, moves=False)[0].draw() for known in (course, UNKNOWN))
    assert told != untold


async def test_it_is_unknown_until_the_match_has_ended(bot: Bot) -> None:
    match = await together(bot, ANNE, BERT)
    cog = cog_for(bot, match.game)
    assert await course_of(cog, match) == UNKNOWN
    alone = await played_out(bot, (await solo(bot, ANNE)).id)
    assert (await course_of(cog_for(bot, alone.game), alone)).turns == len(
        (await bot.matches.records.replay(alone.id)).turns
    )
