"""Runs of puzzles as people click through them: what they show, when they end, the best of a server, sharing."""

from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.match import PuzzleRun
from bot.match.values.errors import UnknownGame
from bot.match.values.puzzle_errors import AskedInRun, NoSuchRun
from bot.puzzles import QUESTIONS, Puzzle, puzzles_of
from bot.puzzles.runs import LIMIT, RunKind
from bot.rules import GAMES
from cogs.shared.choosing.composer import move_key
from cogs.shared.client.refusals import ScreenRefusal
from cogs.shared.interactions import clicks
from cogs.shared.interactions.clicks import Click, OutdatedButton
from cogs.shared.presentation.paths import numbers_to
from cogs.shared.presentation.presentation import Presentation
from cogs.shared.presentation.registry import cog_for
from cogs.shared.puzzles import runs
from cogs.shared.puzzles.puzzles import show_answer
from cogs.shared.puzzles.runs import show_best, show_run, show_runs
from tests.cogs.conftest import ANNE, BERT, Asking, Bot

LONGEST = 4000  # characters that Discord takes in one message
GAME = "cirondo"
NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
SECOND = timedelta(seconds=1)


@pytest.fixture(autouse=True)
def at_noon(bot: Bot, every_game: None, monkeypatch: pytest.MonkeyPatch) -> None:
    async def no_picture(cog: Presentation, run: PuzzleRun, person: str = "") -> tuple[Any, str]:
        return SimpleNamespace(filename="run.webp"), run.kind

    monkeypatch.setattr(runs, "picture_of_run", no_picture)
    bot.clock = lambda: NOON


class Runner:
    """Somebody who clicks, at moments of Discord's clock."""

    def __init__(self, bot: Bot, user: int = ANNE) -> None:
        self.bot, self.user = bot, user
        self.asking = Asking(bot, user)

    @property
    def labels(self) -> list[str | None]:
        return self.asking.labels

    async def press(self, name: str, payload: str = "", version: int = 0, at: timedelta = timedelta()) -> str:
        self.asking = Asking(self.bot, self.user)
        self.asking.id = discord.utils.time_snowflake(NOON + at)
        await self.asking.defer()
        await clicks.ACTIONS[f"puzzle_{name}"].handle(Click(self.asking, 0, version, payload, ()))
        assert len(self.asking.heard[-1]) <= LONGEST
        return self.asking.heard[-1]

    async def begin(self, kind: RunKind = RunKind.STREAK) -> str:
        return await self.press("begin", f"{kind}:{GAME}")

    async def asked(self) -> Puzzle:
        run = await self.bot.matches.puzzle_runs.current(self.user)
        assert run is not None
        assert run.puzzle is not None
        return run.puzzle

    async def answer(self, *, rightly: bool, at: timedelta = SECOND) -> str:
        puzzle = await self.asked()
        move = puzzle.answer if rightly else puzzle.mistake.move
        return await self.press("run_confirm", f"{GAME}:{move_key(move)}", puzzle.id, at)


async def test_a_streak_goes_on_until_the_first_mistake_and_says_how_it_went(bot: Bot) -> None:
    anne = Runner(bot)
    assert (await anne.begin()).startswith("### Cirondo: streak · 0 puzzles solved\nYou're **")
    assert anne.labels[-2:] == ["End the run", "Rules"]
    assert (await anne.answer(rightly=True)).startswith("✅ Right.\n### Cirondo: streak · 1 puzzle solved\nYou're **")
    end = await anne.answer(rightly=False)
    assert end == (
        "### Cirondo: streak · 1 puzzle solved\nThat wasn't the best move, so your streak ends here.\n"
        "🏅 That's your best so far."
    )
    assert anne.labels == ["Share", "Another run", "Best of this server"]
    assert anne.asking.placeholders == ["See a puzzle that you missed"]
    await anne.begin()
    assert "Your best so far: 1" in await anne.answer(rightly=False)
    assert anne.labels == ["Another run", "Best of this server"]


async def test_three_minutes_say_until_when_and_end_at_a_click_that_comes_later(bot: Bot) -> None:
    anne = Runner(bot)
    until = discord.utils.format_dt(NOON + LIMIT, "R")
    assert f"### Cirondo: three minutes · 0 puzzles solved\nTime's up {until}.\n" in await anne.begin(RunKind.MINUTES)
    await anne.answer(rightly=True, at=30 * SECOND)
    assert (await anne.answer(rightly=False, at=60 * SECOND)).startswith("❌ That wasn't the best move.\n### ")
    end = await anne.answer(rightly=True, at=LIMIT)
    assert end.startswith("### Cirondo: three minutes · 1 puzzle solved\nTime's up.\n")


async def test_a_choice_in_the_composer_can_come_too_late(bot: Bot) -> None:
    anne = Runner(bot)
    await anne.begin(RunKind.MINUTES)
    puzzle = await anne.asked()
    end = await anne.press("run_step", f"{GAME}:0", puzzle.id, LIMIT + SECOND)
    assert "\nTime's up." in end


async def test_time_runs_only_from_when_discord_has_shown_the_puzzle(bot: Bot, monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[timedelta] = []

    async def edit(asking: Asking, view: Any, **named: Any) -> Any:
        asking.heard.append("\n".join(one.content for one in view.walk_children() if hasattr(one, "content")))
        return SimpleNamespace(id=900, edited_at=NOON + shown.pop(0))

    monkeypatch.setattr(Asking, "edit_original_response", edit)
    anne, left = Runner(bot), []
    for clicked, seen in ((0, 40), (50, 90), (100, 101)):  # the bot is slow
        shown.append(seen * SECOND)
        await (anne.answer(rightly=True, at=clicked * SECOND) if clicked else anne.begin(RunKind.MINUTES))
        run = await bot.matches.puzzle_runs.current(ANNE)
        assert run is not None
        assert run.left is not None
        left.append((LIMIT - run.left) // SECOND)
    assert left == [0, 10, 20]


async def test_whoever_begins_again_or_asks_elsewhere_is_led_back_to_the_run(bot: Bot) -> None:
    anne = Runner(bot)
    await anne.begin()
    puzzle = await anne.asked()
    assert "You're in the middle of a run\nCirondo: streak · 0 puzzles solved." in await anne.begin(RunKind.MINUTES)
    assert anne.labels == ["Continue", "End the run"]
    for name, payload in (("answer", ""), ("confirm", puzzle.answer)):
        with pytest.raises(AskedInRun):
            await anne.press(name, f"{GAME}:{payload}", puzzle.id)
    with pytest.raises(AskedInRun):
        await show_answer(cog_for(bot, GAME), anne.asking, puzzle, None, is_solved=False)
    assert (await anne.press("continue")).startswith("### Cirondo: streak · 0 puzzles solved")
    assert "You ended it." in await anne.press("end")
    assert "The answer: " in await anne.press("answer", GAME, puzzle.id)
    with pytest.raises(NoSuchRun):
        await anne.press("continue")


async def test_the_puzzle_of_the_day_tells_nothing_of_a_run_that_asks_for_it(
    bot: Bot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A day can begin during a run, and its puzzle be the one that is asked."""
    anne = Runner(bot)
    await anne.begin()
    puzzle = await anne.asked()

    async def of_day(*_: object) -> Puzzle:
        return puzzle

    monkeypatch.setattr(bot.matches.puzzles, "_of_day", of_day)
    with pytest.raises(AskedInRun):
        await anne.press("day", bot.matches.puzzles.today.isoformat())
    await anne.press("end")
    assert "The answer: " in await anne.press("day", bot.matches.puzzles.today.isoformat())


async def test_a_second_click_shows_the_next_puzzle_and_counts_nothing(bot: Bot) -> None:
    anne = Runner(bot)
    await anne.begin()
    puzzle = await anne.asked()
    await anne.answer(rightly=True)
    again = await anne.press("run_confirm", f"{GAME}:{move_key(puzzle.answer)}", puzzle.id)
    assert again.startswith("### Cirondo: streak · 1 puzzle solved")
    assert await anne.asked() != puzzle
    assert (await anne.press("run_step", f"{GAME}:0", puzzle.id)).startswith("### Cirondo: streak · 1 puzzle solved")


async def test_what_is_no_move_ends_no_streak(bot: Bot) -> None:
    anne = Runner(bot)
    await anne.begin()
    assert (await anne.press("run_now", f"{GAME}:nonsense", (await anne.asked()).id)).startswith("🤔 ")
    assert (await anne.answer(rightly=True)).startswith("✅ Right.")


async def test_the_best_of_a_server_are_listed_by_places(bot: Bot) -> None:
    for user, solved in ((ANNE, 1), (BERT, 1), (BERT + 1, 2)):
        runner = Runner(bot, user)
        await runner.begin()
        for _ in range(solved):
            await runner.answer(rightly=True)
        await runner.answer(rightly=False)
    asking = Asking(bot, ANNE)
    await asking.defer()
    await show_best(asking)
    assert asking.heard[-1] == (
        f"### Cirondo: the best runs on this server\n**Streak**\n1st <@{BERT + 1}> · 2 puzzles solved\n"
        f"2nd <@{ANNE}> · 1 puzzle solved\n2nd <@{BERT}> · 1 puzzle solved\n**Three minutes**\nNobody yet."
    )
    assert asking.labels == [*(GAMES[game].title for game in QUESTIONS), "Streak", "Three minutes"]
    asking.guild_id = None  # in a direct message
    with pytest.raises(ScreenRefusal, match="Each server has its own list"):
        await show_best(asking)


async def test_a_run_is_shared_once_without_its_puzzles(bot: Bot) -> None:
    anne = Runner(bot)
    await anne.begin()
    await anne.answer(rightly=True)
    await anne.answer(rightly=False)
    posted: list[str] = []

    async def send(text: str, **named: Any) -> Any:
        posted.append(text)
        return SimpleNamespace(id=1)

    async def share(user: int) -> None:
        asking: Any = Asking(bot, user)
        asking.user.mention, asking.user.display_name = f"<@{user}>", "Anne"
        asking.followup = SimpleNamespace(send=send)
        await clicks.ACTIONS["puzzle_share"].handle(Click(asking, 0, 0, "1", ()))

    await share(ANNE)
    assert posted == [f"**Cirondo: streak** · <@{ANNE}>: 1 puzzle solved"]
    with pytest.raises(ScreenRefusal, match="already shared"):
        await share(ANNE)
    with pytest.raises(NoSuchRun):
        await share(BERT)


async def test_the_menu_offers_both_kinds_in_every_game_or_in_one(bot: Bot) -> None:
    asking = Asking(bot, ANNE)
    await asking.defer()
    await show_runs(asking)
    games = [GAMES[game].title for game in QUESTIONS]
    assert asking.labels == [*games, *games, "Best of this server"]
    await show_runs(asking, GAME)
    assert asking.labels == ["Streak", "Three minutes", "Best of this server"]


@pytest.mark.parametrize(
    ("name", "payload"), [("begin", "marathon:cirondo"), ("begin", "streak:chess"), ("best", "chess")]
)
async def test_what_this_release_does_not_know_is_refused(bot: Bot, name: str, payload: str) -> None:
    with pytest.raises((OutdatedButton, UnknownGame)):
        await Runner(bot).press(name, payload)


@pytest.mark.thorough
@pytest.mark.sample(2)
@pytest.mark.parametrize("game", QUESTIONS)
async def test_every_puzzle_of_a_run_is_asked_in_a_message_that_discord_takes(bot: Bot, game: str) -> None:
    asking = Asking(bot, ANNE)
    await asking.defer()
    cog = cog_for(bot, game)
    for puzzle in puzzles_of(game).values():
        run = PuzzleRun(1, game, RunKind.MINUTES, puzzle, 3, (), LIMIT, None, None)
        state = GAMES[game].state_of_view(puzzle.view, puzzle.seat)
        for numbers in {(), numbers_to(cog.paths(state), state.parse(puzzle.answer))}:
            with pytest.raises(NoSuchRun):  # as nobody has begun it
                await show_run(cog, asking, run, numbers)
            assert len(asking.heard[-1]) <= LONGEST
