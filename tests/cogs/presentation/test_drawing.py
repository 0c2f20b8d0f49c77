"""Who is drawn first, and what is encoded quickly."""

import asyncio
import io
import threading
from dataclasses import replace
from datetime import timedelta

import discord
import pytest
from PIL import Image

from bot.match import ComputerLevel, Match, Matches, Post
from bot.match.decisions import proposals, turns
from bot.slots import FairSlots
from cogs.shared.boards.board import BoardContent, board_content, board_view
from cogs.shared.boards.delivery import HURRIED_AFTER
from cogs.shared.presentation import drawing as module
from cogs.shared.presentation import presentation
from cogs.shared.presentation.drawing import (
    CALLING,
    COMPUTERS_PLAY,
    FILMS,
    HURRY_SECONDS,
    REQUESTED,
    Hurry,
    Superseded,
    draw_in_thread,
)
from cogs.shared.presentation.registry import cog_for
from images.canvas.canvas import Encoded
from images.marks.marks import NO_MARKS
from tests.cogs.conftest import ANNE, BERT, Bot, together
from tests.waiting import in_time, until


@pytest.fixture(autouse=True)
def one_place(monkeypatch: pytest.MonkeyPatch) -> FairSlots:
    """A place that someone has."""
    places = FairSlots(0)
    monkeypatch.setattr(module, "_slots", places)
    monkeypatch.setattr(module, "_express", FairSlots(0))
    return places


async def test_what_someone_waits_for_is_drawn_before_boards_and_those_of_computers_last(one_place: FairSlots) -> None:
    pictures: list[str] = []
    names = {"a computer's": COMPUTERS_PLAY, "a board": CALLING, "asked for": REQUESTED, "another board": CALLING}
    tasks = [
        asyncio.create_task(draw_in_thread(lambda name=name: pictures.append(name), rank))  # type: ignore[misc]  # mypy can't infer a lambda with a default
        for name, rank in names.items()
    ]
    await asyncio.sleep(0)
    one_place.give_back()
    await asyncio.gather(*tasks)
    assert pictures == ["asked for", "a board", "another board", "a computer's"]


async def test_what_someone_waits_for_does_not_wait_for_the_end_of_a_film(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_slots", FairSlots(module.THREADS + module.WAITING))
    monkeypatch.setattr(module, "_express", FairSlots(1))
    ends = threading.Event()
    films = [asyncio.create_task(draw_in_thread(ends.wait, FILMS)) for _ in range(module.THREADS)]
    await asyncio.sleep(0)
    board = asyncio.create_task(draw_in_thread(lambda: "a board", CALLING))
    try:
        assert await in_time(draw_in_thread(lambda: "asked for", REQUESTED)) == "asked for"
        assert not board.done()
    finally:
        ends.set()
    assert await in_time(board) == "a board"
    await asyncio.gather(*films)


async def test_what_is_overtaken_while_it_waits_is_not_drawn(one_place: FairSlots) -> None:
    wanted = True

    async def still_wanted() -> bool:
        return wanted

    task = asyncio.create_task(draw_in_thread(lambda: pytest.fail("it was drawn"), COMPUTERS_PLAY, still_wanted))
    await asyncio.sleep(0)
    wanted = False
    one_place.give_back()
    with pytest.raises(Superseded):
        await task
    wanted = True
    assert await draw_in_thread(lambda: "drawn", COMPUTERS_PLAY, still_wanted) == "drawn"


def test_a_hurry_outlasts_its_reason_by_some_seconds() -> None:
    now = 100.0
    hurry = Hurry(lambda: now)
    assert not hurry.is_on(begins=False)
    assert hurry.is_on(begins=True)
    now += HURRY_SECONDS / 2
    assert hurry.is_on(begins=True)
    now += HURRY_SECONDS - 0.1
    assert hurry.is_on(begins=False)
    now += 0.2
    assert not hurry.is_on(begins=False)


class TestQuickly:
    """A board that nobody asked for is encoded quickly while there is much to draw."""

    @pytest.fixture(autouse=True)
    def hurry(self, one_place: FairSlots, monkeypatch: pytest.MonkeyPatch) -> Hurry:
        """Nothing to do yet, one place, and no time that passes by itself."""
        one_place.give_back()
        now = discord.utils.utcnow()
        monkeypatch.setattr(discord.utils, "utcnow", lambda: now)
        hurry = Hurry(lambda: 100.0)
        monkeypatch.setattr(presentation, "HURRY", hurry)
        return hurry

    async def drawn(self, bot: Bot, match: Match, post: Post, age: timedelta = timedelta()) -> str:
        """How the file of this board ends if it is drawn so long after the move."""
        encoded = await bot.posting.delivery.picture(match, replace(post, created_at=discord.utils.utcnow() - age))
        assert encoded is not None
        return encoded.suffix

    async def test_a_late_board_and_those_after_it_but_nothing_that_someone_asked_for(
        self, bot: Bot, hurry: Hurry
    ) -> None:
        match = await together(bot, ANNE, BERT)
        (post,) = await bot.matches.outbox.due()
        screen = cog_for(bot, match.game)
        assert match.state is not None
        assert await self.drawn(bot, match, post) == "webp"
        assert await self.drawn(bot, match, post, age=HURRIED_AFTER * 2) == "jpg"
        assert await self.drawn(bot, match, post) == "jpg"
        ((file, _),) = await screen.attachments([screen.board_sheet(match.state.sight(None), NO_MARKS)], "board")
        assert file.filename == "board.webp"

    async def test_boards_that_others_wait_behind(self, bot: Bot, one_place: FairSlots) -> None:
        match = await together(bot, ANNE, BERT)
        (post,) = await bot.matches.outbox.due()
        await one_place.take(REQUESTED)
        boards = [asyncio.create_task(self.drawn(bot, match, post)) for _ in range(2)]
        await until(lambda: one_place.waiting == len(boards))
        one_place.give_back()
        assert sorted(await asyncio.gather(*boards)) == ["jpg", "jpg"]

    async def test_boards_of_computers_wait_on_purpose_and_are_never_late(self, bot: Bot) -> None:
        match = replace(await together(bot, ANNE, BERT), mover=ComputerLevel.EASY)
        (post,) = await bot.matches.outbox.due()
        assert await self.drawn(bot, match, post, age=HURRIED_AFTER * 100) == "webp"

    @pytest.mark.parametrize(("busy", "late"), [(timedelta(), False), (HURRIED_AFTER * 2, True)])
    async def test_no_board_is_late_by_what_discord_took_to_say_who_is_there(
        self, bot: Bot, monkeypatch: pytest.MonkeyPatch, busy: timedelta, late: bool
    ) -> None:
        match = await together(bot, ANNE, BERT)
        (post,) = await bot.matches.outbox.due()
        now = post.created_at + busy
        heard: list[bool] = []

        class Slow:
            async def get_member(self, _guild: int, _person: int) -> None:
                nonlocal now
                now += timedelta(minutes=1)

        async def draw_board(*_: object, late: bool, animated: bool) -> Encoded:
            del animated
            heard.append(late)
            raise Superseded

        bot.http = Slow()
        monkeypatch.setattr(discord.utils, "utcnow", lambda: now)
        monkeypatch.setattr(presentation.Presentation, "draw_board", draw_board)
        with pytest.raises(Superseded):
            await bot.posting.post_or_edit(post, match)
        assert (heard, now > post.created_at + busy) == ([late], True)

    async def frames(self, bot: Bot, match: Match, age: timedelta = timedelta()) -> int:
        """Of how many frames the picture of a match's newest board is, drawn so long after the move."""
        (post,) = await bot.matches.outbox.due()
        late = replace(post, created_at=discord.utils.utcnow() - age)
        encoded = await bot.posting.delivery.picture(match, late)
        assert encoded is not None
        with Image.open(io.BytesIO(encoded.data)) as picture:
            return int(getattr(picture, "n_frames", 1))

    @pytest.mark.thorough
    @pytest.mark.parametrize("seed", [0, 1])  # with the first the card completes a role, with the second it doesn't
    async def test_the_last_turn_moves_where_the_server_wants_it(self, bot: Bot, seed: int) -> None:
        bot.matches = Matches(bot.store, secret=lambda number: bytes([seed]) * number)
        match = await together(bot, ANNE, BERT)
        player, state = match.to_move_people()[0], match.state
        assert state is not None
        match = await bot.matches.act(match.id, turns.play(player, state.notate(state.legal()[0])))
        assert await self.frames(bot, match) == 1
        await bot.matches.servers.change(1, animated=True)
        assert await self.frames(bot, match) > 1
        assert await self.frames(bot, match, age=HURRIED_AFTER * 2) == 1

    @pytest.mark.thorough
    async def test_a_finale_moves_without_being_asked(self, bot: Bot) -> None:
        bot.matches = Matches(bot.store, secret=bytes)
        match = await together(bot, ANNE, BERT)
        state = match.state
        assert state is not None
        move = turns.play(match.to_move_people()[0], state.notate(state.legal()[0]))
        await bot.matches.act(match.id, move)
        match = await bot.matches.act(match.id, proposals.resign(ANNE))
        assert await self.frames(bot, match) > 1

    async def test_a_board_that_discord_did_not_take_at_first_is_not_late(self, bot: Bot) -> None:
        match = await together(bot, ANNE, BERT)
        (post,) = await bot.matches.outbox.due()
        assert await self.drawn(bot, match, replace(post, attempts=1), age=HURRIED_AFTER * 100) == "webp"

    async def test_a_board_is_found_again_by_the_name_of_its_file(self, bot: Bot) -> None:
        match = await together(bot, ANNE, BERT)
        words = board_content(cog_for(bot, match.game), match)

        def shown(words: BoardContent) -> list[str]:
            view = board_view(match.id, match.version, words, current=False)
            found = [item for item in view.walk_children() if isinstance(item, discord.ui.MediaGallery)]
            return [picture.media.url for gallery in found for picture in gallery.items]

        assert shown(BoardContent.of(replace(words, file="board.jpg").document())) == ["attachment://board.jpg"]
        old = {name: value for name, value in words.document().items() if name != "file"}
        assert shown(BoardContent.of(old)) == ["attachment://board.webp"]  # as it was called once, whatever was in it
