"""Who is drawn first, and what is encoded quickly."""

import asyncio
from dataclasses import replace
from datetime import timedelta

import discord
import pytest

from bot.match import ComputerLevel, Match, Post
from bot.places import Places
from cogs.shared import drawing as module
from cogs.shared import presentation
from cogs.shared.board import Words, board_view, words_of
from cogs.shared.drawing import CALLING, GOING_ON, HURRY_LASTS, WAITED_FOR, Hurry, Overtaken, drawing
from cogs.shared.posting import LATE
from cogs.shared.screens import screen_of
from images.canvas import Encoded
from tests.cogs.conftest import ANNE, BERT, Bot, together
from tests.waiting import until


@pytest.fixture(autouse=True)
def one_place(monkeypatch: pytest.MonkeyPatch) -> Places:
    """A place that somebody has."""
    places = Places(0)
    monkeypatch.setattr(module, "_places", places)
    return places


async def test_what_somebody_waits_for_is_drawn_before_boards_and_those_of_computers_last(one_place: Places) -> None:
    drawn: list[str] = []
    names = {"a computer's": GOING_ON, "a board": CALLING, "asked for": WAITED_FOR, "another board": CALLING}
    tasks = [
        asyncio.create_task(drawing(lambda name=name: drawn.append(name), rank))  # type: ignore[misc]  # mypy can't infer a lambda with a default
        for name, rank in names.items()
    ]
    await asyncio.sleep(0)
    one_place.give_back()
    await asyncio.gather(*tasks)
    assert drawn == ["asked for", "a board", "another board", "a computer's"]


async def test_what_is_overtaken_while_it_waits_is_not_drawn(one_place: Places) -> None:
    wanted = True

    async def still_wanted() -> bool:
        return wanted

    task = asyncio.create_task(drawing(lambda: pytest.fail("it was drawn"), GOING_ON, still_wanted))
    await asyncio.sleep(0)
    wanted = False
    one_place.give_back()
    with pytest.raises(Overtaken):
        await task
    wanted = True
    assert await drawing(lambda: "drawn", GOING_ON, still_wanted) == "drawn"


def test_a_hurry_outlasts_its_reason_by_some_seconds() -> None:
    now = 100.0
    hurry = Hurry(lambda: now)
    assert not hurry.lasts(begins=False)
    assert hurry.lasts(begins=True)
    now += HURRY_LASTS / 2
    assert hurry.lasts(begins=True)
    now += HURRY_LASTS - 0.1
    assert hurry.lasts(begins=False)
    now += 0.2
    assert not hurry.lasts(begins=False)


class TestQuickly:
    """A board that nobody asked for is encoded quickly while there is much to draw."""

    @pytest.fixture(autouse=True)
    def hurry(self, one_place: Places, monkeypatch: pytest.MonkeyPatch) -> Hurry:
        """Nothing to do yet, one place, and no time that passes by itself."""
        one_place.give_back()
        now = discord.utils.utcnow()
        monkeypatch.setattr(discord.utils, "utcnow", lambda: now)
        hurry = Hurry(lambda: 100.0)
        monkeypatch.setattr(presentation, "HURRY", hurry)
        return hurry

    async def drawn(self, bot: Bot, match: Match, post: Post, age: timedelta = timedelta()) -> str:
        """How the file of this board ends if it is drawn so long after the move."""
        encoded = await bot.posting._picture(match, replace(post, created_at=discord.utils.utcnow() - age))
        assert encoded is not None
        return encoded.suffix

    async def test_a_late_board_and_those_after_it_but_nothing_that_somebody_asked_for(
        self, bot: Bot, hurry: Hurry
    ) -> None:
        match = await together(bot, ANNE, BERT)
        (post,) = await bot.matches.due_posts()
        screen = screen_of(bot, match.game)  # type: ignore[arg-type]  # all of the client that is used here
        assert match.state is not None
        assert await self.drawn(bot, match, post) == "webp"
        assert await self.drawn(bot, match, post, age=LATE * 2) == "jpg"
        assert await self.drawn(bot, match, post) == "jpg"
        assert (await screen.encoded(match.state.view(None))).suffix == "webp"

    async def test_boards_that_others_wait_behind(self, bot: Bot, one_place: Places) -> None:
        match = await together(bot, ANNE, BERT)
        (post,) = await bot.matches.due_posts()
        await one_place.take(WAITED_FOR)
        boards = [asyncio.create_task(self.drawn(bot, match, post)) for _ in range(2)]
        await until(lambda: sum(map(len, one_place._waiting.values())) == len(boards))
        one_place.give_back()
        assert sorted(await asyncio.gather(*boards)) == ["jpg", "jpg"]

    async def test_boards_of_computers_wait_on_purpose_and_are_never_late(self, bot: Bot) -> None:
        match = replace(await together(bot, ANNE, BERT), mover=ComputerLevel.EASY)
        (post,) = await bot.matches.due_posts()
        assert await self.drawn(bot, match, post, age=LATE * 100) == "webp"

    @pytest.mark.parametrize(("busy", "late"), [(timedelta(), False), (LATE * 2, True)])
    async def test_no_board_is_late_by_what_discord_took_to_say_who_is_there(
        self, bot: Bot, monkeypatch: pytest.MonkeyPatch, busy: timedelta, late: bool
    ) -> None:
        match = await together(bot, ANNE, BERT)
        (post,) = await bot.matches.due_posts()
        now = post.created_at + busy
        heard: list[bool] = []

        class Slow:
            async def get_member(self, _guild: int, _person: int) -> None:
                nonlocal now
                now += timedelta(minutes=1)

        async def encoded(*_: object, late: bool) -> Encoded:
            heard.append(late)
            raise Overtaken

        bot.http = Slow()
        monkeypatch.setattr(discord.utils, "utcnow", lambda: now)
        monkeypatch.setattr(presentation.Presentation, "encoded", encoded)
        with pytest.raises(Overtaken):
            await bot.posting._post(post, match)
        assert (heard, now > post.created_at + busy) == ([late], True)

    async def test_a_board_that_discord_did_not_take_at_first_is_not_late(self, bot: Bot) -> None:
        match = await together(bot, ANNE, BERT)
        (post,) = await bot.matches.due_posts()
        assert await self.drawn(bot, match, replace(post, attempts=1), age=LATE * 100) == "webp"

    async def test_a_board_is_found_again_by_the_name_of_its_file(self, bot: Bot) -> None:
        match = await together(bot, ANNE, BERT)
        words = words_of(screen_of(bot, match.game), match)  # type: ignore[arg-type]  # as above

        def shown(words: Words) -> list[str]:
            view = board_view(match.id, match.version, words, current=False)
            found = [item for item in view.walk_children() if isinstance(item, discord.ui.MediaGallery)]
            return [picture.media.url for gallery in found for picture in gallery.items]

        assert shown(Words.of(replace(words, file="board.jpg").document())) == ["attachment://board.jpg"]
        old = {name: value for name, value in words.document().items() if name != "file"}
        assert shown(Words.of(old)) == ["attachment://board.webp"]  # as it was called once, whatever was in it
