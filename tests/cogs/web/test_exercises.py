"""Lessons, puzzles and the daily on the page: what Discord's messages say and count, and nothing given away."""

import aiohttp
import pytest

from bot.lessons import LESSONS
from bot.puzzles import QUESTIONS
from bot.puzzles.runs import RunKind
from cogs.shared.choosing.exercises import state_of
from cogs.shared.presentation.paths import numbers_to
from cogs.shared.presentation.registry import cog_for
from cogs.shared.web.server import PageServer
from tests.cogs.conftest import ANNE, BERT, Bot
from tests.cogs.reviewing import exercise_of
from tests.cogs.web.conftest import Person
from tests.cogs.web.described import checked

NEXT = "next"


async def tried(person: Person, address: str, **wish: object) -> dict[str, object]:
    answer = await person.ask(f"{address}/acts", "POST", json=wish)
    assert answer.status == 200, await answer.text()
    found: dict[str, object] = checked(await answer.json(), "Tried")
    return found


@pytest.mark.sample(1, rest="thorough")
@pytest.mark.parametrize("key", LESSONS)
async def test_a_lesson_is_played_to_its_end(
    key: str, bot: Bot, server: PageServer, client: aiohttp.ClientSession
) -> None:
    anne, lesson, cog = await Person(server, client, ANNE).enter(), LESSONS[key], cog_for(bot, key)
    for number, step in enumerate(lesson.steps):
        shown = checked(await anne.get(f"exercises/lesson/{key}/{NEXT}"), "Exercise")
        assert shown["address"] == f"exercises/lesson/{key}/{number}"
        state = lesson.scenes[number].state
        move = state.parse(step.answers[0])
        direct = {one.notation for one in cog.direct_moves(state)} & {step.answers[0]}
        if direct:
            wish = {"plan": "", "direct": step.answers[0], "check": shown["choice"]["check"]}
        else:
            numbers = ".".join(map(str, numbers_to(cog.paths(state), move)))
            chosen = checked(await anne.get(f"{shown['address']}/choice?plan={numbers}"), "Choice")
            assert chosen["complete"]
            wish = {"plan": chosen["chosen"], "check": chosen["check"]}
        done = await tried(anne, shown["address"], do="play", **wish)
        assert str(done["says"]).startswith("✅")
    end = await anne.get(f"exercises/lesson/{key}/{NEXT}")
    assert (end["turn"], end["choice"]) == (False, None)
    assert end["title"].startswith("🎓")
    assert (await anne.ask(end["pictures"][0]["address"].removeprefix("api/"))).status == 200
    assert await bot.matches.lessons.reached_step(ANNE, key) == len(lesson.steps)


@pytest.mark.sample(1, rest="thorough")
@pytest.mark.parametrize("key", QUESTIONS)
async def test_the_first_try_at_a_puzzle_counts_and_its_answer_is_shown_afterwards_alone(
    key: str, bot: Bot, server: PageServer, client: aiohttp.ClientSession
) -> None:
    anne, cog = await Person(server, client, ANNE).enter(), cog_for(bot, key)
    shown = checked(await anne.get(f"exercises/puzzle/{key}/{NEXT}"), "Exercise")
    address = shown["address"]
    puzzle = bot.matches.puzzles.get(key, int(address.rpartition("/")[2]))
    assert (await anne.ask(f"{address}/pictures/0?answer=1")).status == 422
    state = state_of(cog, puzzle)
    numbers = ".".join(map(str, numbers_to(cog.paths(state), state.parse(puzzle.answer))))
    chosen = await anne.get(f"{address}/choice?plan={numbers}")
    assert (await anne.ask(chosen["pictures"][0]["address"].removeprefix("api/"))).status == 200
    done = await tried(anne, address, do="play", plan=chosen["chosen"], check=chosen["check"])
    after = done["match"]
    assert isinstance(after, dict)
    assert after["title"].startswith("✅ Right")
    assert after["more"] == [{"to": f"puzzle/{key}", "label": "Next puzzle"}]
    assert (await anne.ask(after["pictures"][0]["address"].removeprefix("api/"))).status == 200
    record = await bot.matches.puzzles.record(ANNE, key)
    assert (record.tried, record.solved) == (1, 1)


async def test_who_sees_the_answer_has_not_found_it(
    bot: Bot, server: PageServer, client: aiohttp.ClientSession
) -> None:
    anne = await Person(server, client, ANNE).enter()
    address = (await anne.get(f"exercises/puzzle/cirondo/{NEXT}"))["address"]
    done = await tried(anne, address, do="answer")
    assert isinstance(done["match"], dict)
    assert done["match"]["title"].startswith("The answer")
    assert (await bot.matches.puzzles.record(ANNE, "cirondo")).solved == 0


async def test_nothing_is_told_of_a_puzzle_that_a_run_asks_for(
    bot: Bot, server: PageServer, client: aiohttp.ClientSession
) -> None:
    anne = await Person(server, client, ANNE).enter()
    run = await bot.matches.puzzle_runs.start(ANNE, "cirondo", RunKind.STREAK, bot.clock(), guild_id=None)
    assert run.puzzle is not None
    address, cog = f"exercises/puzzle/cirondo/{run.puzzle.id}", cog_for(bot, "cirondo")
    state = state_of(cog, run.puzzle)
    numbers = ".".join(map(str, numbers_to(cog.paths(state), state.parse(run.puzzle.answer))))
    chosen = await anne.get(f"{address}/choice?plan={numbers}")
    for wish in ({"do": "answer"}, {"do": "play", "plan": chosen["chosen"], "check": chosen["check"]}):
        answer = await anne.ask(f"{address}/acts", "POST", json=wish)
        assert answer.status == 422
        assert "is being asked in your run" in await answer.text()
    assert (await anne.ask(f"{address}/pictures/0?answer=1")).status == 422
    assert (await anne.get(f"exercises/puzzle/cirondo/{NEXT}"))["address"] != address
    now = await bot.matches.puzzle_runs.current(ANNE)
    assert now is not None
    assert (now.puzzle, now.answers) == (run.puzzle, ())


async def test_the_daily_is_begun_once_and_played_here(
    bot: Bot, server: PageServer, client: aiohttp.ClientSession
) -> None:
    await bot.matches.dailies.seeds.prepare()
    anne = await Person(server, client, ANNE).enter()
    offers = checked(await anne.get("offers"), "Offers")
    assert offers["daily"]["match"] is None
    numbers = {(await (await anne.ask("daily", "POST", json={})).json())["match"] for _ in range(2)}
    assert len(numbers) == 1
    (number,) = numbers
    assert (await anne.get("offers"))["daily"]["match"] == number
    assert (await anne.get(f"matches/{number}"))["turn"]


async def test_what_is_no_exercise_gets_a_sentence(server: PageServer, client: aiohttp.ClientSession) -> None:
    anne = await Person(server, client, ANNE).enter()
    assert (await anne.ask("exercises/lesson/chess/next")).status == 422
    assert (await anne.ask("exercises/puzzle/cirondo/999999")).status == 422
    assert (await anne.ask("exercises/lesson/cirondo/0/acts", "POST", json={"do": "answer"})).status == 400
    assert (await anne.ask("exercises/lesson/cirondo/0/choice?plan=99")).status == 409
    end = len(LESSONS["cirondo"].steps)
    assert (await anne.ask(f"exercises/lesson/cirondo/{end}/choice")).status == 422


async def test_what_one_missed_is_practised_here_until_one_knows_it(
    bot: Bot, server: PageServer, client: aiohttp.ClientSession
) -> None:
    await bot.matches.dailies.seeds.prepare()
    anne, bert = [await Person(server, client, user).enter() for user in (ANNE, BERT)]
    assert "book/mine" not in [one["to"] for one in (await anne.get("offers"))["puzzles"]]
    empty = checked(await anne.get(f"exercises/book/mine/{NEXT}"), "Exercise")
    assert (empty["title"], empty["choice"], empty["pictures"]) == ("Your book", None, [])
    exercise = await exercise_of(bot)
    offers = checked(await anne.get("offers"), "Offers")
    book = offers["puzzles"][-1]
    assert (book["to"], book["words"].partition(" ")[2]) == ("book/mine", "to practise now")
    shown = checked(await anne.get(f"exercises/book/mine/{NEXT}"), "Exercise")
    address, cog = shown["address"], cog_for(bot, exercise.game)
    assert address == f"exercises/book/mine/{exercise.id}"
    assert (await bert.ask(address)).status == 422, "it's nobody else's"
    assert (await bert.ask(f"{address}/pictures/0?answer=1")).status == 422
    state = cog.game.state_of_view(exercise.view, exercise.seat)

    async def tried_with(move: str) -> dict[str, object]:
        numbers = ".".join(map(str, numbers_to(cog.paths(state), state.parse(move))))
        chosen = await anne.get(f"{address}/choice?plan={numbers}")
        return await tried(anne, address, do="play", plan=chosen["chosen"], check=chosen["check"])

    wrong = await tried_with(exercise.played)
    assert str(wrong["says"]).startswith("🤔 That's what you played")
    right = (await tried_with(exercise.better))["match"]
    assert isinstance(right, dict)
    assert right["title"].startswith("✅ Right")
    assert right["more"] == [{"to": "book/mine", "label": "Next exercise"}]
    assert (await anne.ask(right["pictures"][0]["address"].removeprefix("api/"))).status == 200
    after = await bot.matches.book.get(ANNE, exercise.id)
    assert after.stage == 0, "only the first answer counts"
    gone = await tried(anne, address, do="take_out")
    assert gone["says"] == "Taken out."
    assert (await anne.ask(address)).status == 422
