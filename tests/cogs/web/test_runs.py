"""Runs of puzzles on the page: what they ask and count is what they do on Discord, and nobody gains or loses time."""

from datetime import datetime, timedelta
from typing import Any

import aiohttp
import pytest

from bot.puzzles import Puzzle
from cogs.shared.choosing.exercises import state_of
from cogs.shared.presentation.paths import numbers_to
from cogs.shared.presentation.registry import cog_for
from cogs.shared.web import exercise_runs
from cogs.shared.web.exercise import Exercise
from cogs.shared.web.exercise_runs import RUN, RunExercises
from cogs.shared.web.server import PageServer
from tests.cogs.conftest import ANNE, BERT, Bot
from tests.cogs.web.conftest import Person
from tests.cogs.web.described import checked

GAME = "cirondo"
COVER = "exercises/run/all/next"


class Clock:
    """A clock that both the bot and the page read."""

    def __init__(self, bot: Bot, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now: datetime = bot.clock()
        bot.clock = self
        monkeypatch.setattr(exercise_runs, "utcnow", self)

    def __call__(self) -> datetime:
        return self.now

    def goes_on(self, seconds: float) -> None:
        self.now += timedelta(seconds=seconds)


@pytest.fixture
def clock(bot: Bot, monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(bot, monkeypatch)


async def acted(person: Person, address: str, **wish: Any) -> Any:
    answer = await person.ask(f"{address}/acts", "POST", json=wish)
    assert answer.status == 200, await answer.text()
    return checked(await answer.json(), "Tried")


async def answered(person: Person, bot: Bot, shown: Any, *, right: bool) -> Any:
    """The run after the right move, or the likeliest wrong one."""
    puzzle, cog = asked(bot, shown), cog_for(bot, GAME)
    state = state_of(cog, puzzle)
    move = puzzle.answer if right else puzzle.mistake.move
    numbers = ".".join(map(str, numbers_to(cog.paths(state), state.parse(move))))
    chosen = await person.get(f"{shown['address']}/choice?plan={numbers}")
    return await acted(person, shown["address"], do="play", plan=chosen["chosen"], check=chosen["check"])


def asked(bot: Bot, shown: Any) -> Puzzle:
    return bot.matches.puzzles.get(GAME, int(shown["address"].rpartition("/")[2]))


async def test_a_streak_goes_on_until_the_first_mistake(
    bot: Bot, server: PageServer, client: aiohttp.ClientSession
) -> None:
    anne, bert = [await Person(server, client, user).enter() for user in (ANNE, BERT)]
    cover = checked(await anne.get(COVER), "Exercise")
    assert cover["title"] == "Runs of puzzles"
    assert f"streak_{GAME}" in [one["do"] for one in cover["actions"]]
    shown = (await acted(anne, cover["address"], do=f"streak_{GAME}"))["match"]
    assert shown["address"] == (await anne.get(COVER))["address"]
    picture = await anne.ask(shown["pictures"][0]["address"].removeprefix("api/"))
    assert (picture.status, picture.content_type.partition("/")[0]) == (200, "image")
    done = await answered(anne, bot, shown, right=True)
    assert (done["says"], "1 puzzle solved" in done["match"]["title"]) == ("✅ Right.", True)
    missed = asked(bot, done["match"])
    end = (await answered(anne, bot, done["match"], right=False))["match"]
    assert end["title"].endswith(" · 1 puzzle solved")
    assert (end["turn"], end["choice"]) == (False, None)
    assert end["more"][0] == {"to": "run/all", "label": "Another run"}
    assert end["more"][1]["to"] == f"puzzle/{GAME}/{missed.id}"
    assert (await anne.ask(end["pictures"][0]["address"].removeprefix("api/"))).status == 200
    for path in (end["address"], f"{end['address']}/pictures/0"):
        assert (await bert.ask(path)).status == 422, "it's nobody else's"
    assert (await anne.get(COVER))["title"] == "Runs of puzzles"


async def test_time_is_counted_from_when_a_puzzle_can_be_seen(
    bot: Bot, server: PageServer, client: aiohttp.ClientSession, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    kind = server._exercises._kinds[RUN]
    assert isinstance(kind, RunExercises)
    draw = kind._draw

    async def draw_slowly(one: Exercise) -> object:
        clock.goes_on(60)
        return await draw(one)

    monkeypatch.setattr(kind, "_draw", draw_slowly)
    anne = await Person(server, client, ANNE).enter()
    shown = (await acted(anne, "exercises/run/all/0", do=f"minutes_{GAME}"))["match"]
    clock.goes_on(20)
    shown = (await answered(anne, bot, shown, right=True))["match"]
    run = await bot.matches.puzzle_runs.current(ANNE)
    assert run is not None
    assert (run.left, run.solved) == (timedelta(seconds=160), 1)
    clock.goes_on(30)
    await anne.get(COVER)  # looking again stops nothing of what was seen before
    run = await bot.matches.puzzle_runs.current(ANNE)
    assert run is not None
    assert run.left == timedelta(seconds=130)
    clock.goes_on(131)
    end = (await answered(anne, bot, shown, right=True))["match"]
    assert end["title"].endswith(" · 1 puzzle solved")
    assert "Time's up." in end["to_do"]


async def test_there_is_one_run_at_a_time_and_it_can_be_ended(
    bot: Bot, server: PageServer, client: aiohttp.ClientSession
) -> None:
    anne = await Person(server, client, ANNE).enter()
    shown = (await acted(anne, "exercises/run/all/0", do=f"streak_{GAME}"))["match"]
    assert (await anne.ask(f"{shown['address']}/acts", "POST", json={"do": f"minutes_{GAME}"})).status == 400
    end = (await acted(anne, shown["address"], do="end"))["match"]
    assert "You ended it." in end["to_do"]
    assert (await anne.ask(f"{end['address']}/acts", "POST", json={"do": "end"})).status == 400
    assert (await anne.ask("exercises/run/all/0/acts", "POST", json={"do": "streak_chess"})).status == 400
    assert (await anne.ask("exercises/run/chess/next")).status == 422
