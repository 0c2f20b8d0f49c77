"""`board`: the current board once more, where the match is, or here if its channel is gone; and its confirmation."""

from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.match import Match, Place, TableTerms
from bot.match.decisions import lobby, relocating
from cogs.shared.boards.confirmations import board_line, confirm, is_gone, show_again
from cogs.shared.boards.delivery import PostingProblem
from cogs.shared.client.refusals import MissingPermissions, ScreenRefusal
from cogs.shared.interactions import leftovers
from tests.cogs import discord_answers as answers
from tests.cogs.asking_discord import Server
from tests.cogs.conftest import ANNE, BERT, CLEO, HERE, Asking, Bot, solo, together
from tests.cogs.discord_answers import Discord, put, refusal

ELSEWHERE = Place(HERE.guild_id, 40)
THREAD = Place(HERE.guild_id, 20, 33)
FOLLOWS = "The new board will follow as soon as Discord accepts it."


class Channels(Discord):
    """Discord, of which `gone` are the channels that don't exist and `answers` those that can't be fetched."""

    def __init__(self) -> None:
        super().__init__()
        self.gone: set[int] = set()
        self.answers: dict[int, discord.HTTPException | object] = {}
        self.fetched: list[int] = []

    async def fetch_channel(self, number: int) -> Any:
        self.fetched.append(number)
        if number in self.gone:
            raise refusal(answers.NOT_THERE)
        answer = self.answers.get(number, discord.TextChannel.__new__(discord.TextChannel))
        if isinstance(answer, discord.HTTPException):
            raise answer
        return answer


@pytest.fixture
def channels(bot: Bot) -> Channels:
    channels = Channels()
    put(bot, channels)
    return channels


def asking_in(bot: Bot, user: int, place: Place = HERE, granted: discord.Permissions | None = None) -> Any:
    """Someone who has used a command in this place, where the bot has these permissions, usually all."""
    asking: Any = Asking(bot, user)
    asking.channel_id = place.posted_in
    asking.app_permissions = discord.Permissions.all() if granted is None else granted
    return asking


async def ask(bot: Bot, match: Match, user: int, **where: Any) -> Any:
    asking = asking_in(bot, user, **where)
    await asking.defer()
    await show_again(asking, match)
    return asking


async def on_board(bot: Bot, match: Match) -> Match:
    """The match, whose board is out."""
    (post,) = [one for one in await bot.matches.outbox.due() if one.match_id == match.id]
    await bot.matches.outbox.note_posted(post.id, 6000 + match.id)
    bot.posting.waiters.settle(post, message_id=6000 + match.id)
    return match


def without(*names: str) -> discord.Permissions:
    granted = discord.Permissions.all()
    granted.update(**dict.fromkeys(names, False))
    return granted


class TestAsking:
    async def test_a_private_match_is_shown_to_its_player_alone(self, bot: Bot, channels: Channels) -> None:
        match = await solo(bot, ANNE)
        due = await bot.matches.outbox.due()
        asking = await ask(bot, match, ANNE)
        assert "More" in asking.labels
        assert await bot.matches.outbox.due() == due
        assert channels.fetched == []

    async def test_a_player_gets_it_once_more_and_is_led_to_that_one(self, bot: Bot, channels: Channels) -> None:
        match = await on_board(bot, await together(bot, ANNE, BERT))
        asking = await ask(bot, match, ANNE)
        (post,) = await bot.matches.outbox.due()
        assert (post.match_id, post.place) == (match.id, HERE)
        assert asking.heard[0] == f"Here's match {match.id}. {FOLLOWS}"  # not the link to the one before

    async def test_the_board_says_who_was_removed_from_the_server_since_the_last_one(
        self, bot: Bot, channels: Channels
    ) -> None:
        match = await on_board(bot, await together(bot, ANNE, BERT))
        assert await bot.posting.membership.note_absences(match)  # who moves is there
        assert not await bot.posting.membership.note_absences(match)
        (to_move,) = match.to_move_people()
        await ask(bot, match, ANNE if to_move == BERT else BERT)
        bot.http = Server(to_move)
        assert await bot.posting.membership.note_absences(match)
        assert [seat.people for seat in (await bot.matches.get(match.id)).seats if seat.absent] == [(to_move,)]

    async def test_a_spectator_is_led_to_the_one_that_is_there(self, bot: Bot, channels: Channels) -> None:
        match = await on_board(bot, await together(bot, ANNE, BERT))
        asking = await ask(bot, match, CLEO)
        link = f"https://discord.com/channels/1/20/{6000 + match.id}"
        assert asking.heard == [f"Here's the board of match {match.id}: {link}"]
        assert await bot.matches.outbox.due() == []

    async def test_a_spectator_waits_for_the_first_one(self, bot: Bot, channels: Channels) -> None:
        match = await together(bot, ANNE, BERT)
        asking = await ask(bot, match, CLEO)
        assert asking.heard[-1] == f"Here's match {match.id}. {FOLLOWS}"

    async def test_where_the_channel_is_gone_a_player_brings_the_match_here(self, bot: Bot, channels: Channels) -> None:
        match = await on_board(bot, await together(bot, ANNE, BERT))
        channels.gone.add(HERE.posted_in)
        asking = await ask(bot, match, ANNE, place=ELSEWHERE)
        assert asking.heard[-1] == f"Here's match {match.id}. {FOLLOWS}"
        assert (await bot.matches.get(match.id)).place == ELSEWHERE
        (post,) = await bot.matches.outbox.due()
        assert post.place == ELSEWHERE

    async def test_where_the_channel_is_gone_a_spectator_brings_it_nowhere(self, bot: Bot, channels: Channels) -> None:
        match = await on_board(bot, await together(bot, ANNE, BERT))
        channels.gone.add(HERE.posted_in)
        words = "This match's channel is gone. Its players can continue here with `/southern-cards board`."
        with pytest.raises(ScreenRefusal) as refused:
            await ask(bot, match, CLEO, place=ELSEWHERE)
        assert str(refused.value) == words
        assert (await bot.matches.get(match.id)).place == HERE

    async def test_where_boards_can_not_be_posted_no_match_is_brought(self, bot: Bot, channels: Channels) -> None:
        match = await on_board(bot, await together(bot, ANNE, BERT))
        channels.gone.add(HERE.posted_in)
        with pytest.raises(MissingPermissions, match=r"\*\*Attach Files\*\*"):
            await ask(bot, match, ANNE, place=ELSEWHERE, granted=without("attach_files"))
        assert (await bot.matches.get(match.id)).place == HERE


class TestWhetherAChannelIsGone:
    @pytest.mark.parametrize(
        ("answer", "gone"),
        [
            (refusal(answers.NOT_THERE), True),
            (refusal(answers.CLOSED_TO_US), False),
            (refusal(0, 503), False),
            (discord.TextChannel.__new__(discord.TextChannel), False),
            (discord.Thread.__new__(discord.Thread), False),
            (discord.CategoryChannel.__new__(discord.CategoryChannel), True),
        ],
        ids=["deleted", "closed", "trouble", "channel", "thread", "category"],
    )
    async def test_is_what_discord_says(self, bot: Bot, channels: Channels, answer: Any, gone: bool) -> None:
        match = await together(bot, ANNE, BERT)
        channels.answers[HERE.posted_in] = answer
        assert await is_gone(bot, match) is gone

    async def test_is_asked_of_a_thread_unless_it_is_the_matchs_own(self, bot: Bot, channels: Channels) -> None:
        """From its own one, a match returns to the channel."""
        own = await bot.matches.tables.open(
            TableTerms(game="southern_cards", seats=2, own_thread=True), opener=ANNE, place=HERE
        )
        await bot.matches.tables.note_posted(own.id, 33)
        await bot.matches.act(own.id, lobby.join(BERT))
        own = await bot.matches.act(own.id, lobby.begin(ANNE))
        assert own.place.thread_id == 33
        plain = await together(bot, ANNE, BERT)
        other = await together(bot, ANNE, BERT)
        other = await bot.matches.act(other.id, relocating.move_to(ANNE, THREAD))
        for match in (own, plain, other):
            await is_gone(bot, match)
        assert channels.fetched == [20, 20, 33]


class TestConfirming:
    async def test_of_a_private_match_says_only_what_was_done(self, bot: Bot) -> None:
        asking = asking_in(bot, ANNE)
        await asking.defer()
        await confirm(asking, await solo(bot, ANNE), "Well moved.")
        assert asking.heard == ["Well moved."]

    async def test_of_a_private_match_replaces_the_message_that_was_clicked_on(self, bot: Bot) -> None:
        asking = asking_in(bot, ANNE)
        asking.type = discord.InteractionResponseType.deferred_message_update  # and there is no way to send another one
        await confirm(asking, await solo(bot, ANNE), "Well moved.")
        assert asking.heard == ["Well moved."]

    async def test_that_comes_too_late_leaves_nothing_to_delete(
        self, bot: Bot, caplog: pytest.LogCaptureFixture
    ) -> None:
        async def too_late(**_: Any) -> None:
            raise refusal(answers.DELETED)

        caplog.set_level("INFO")
        match = await together(bot, ANNE, BERT)
        asking = asking_in(bot, ANNE)
        await asking.defer()
        asking.edit_original_response = too_late
        await confirm(asking, match, "Well moved.")
        assert f"Couldn't link to the board of match {match.id}" in caplog.text
        assert (match.id, ANNE) not in leftovers.leftovers_of(bot)

    EVERYWHERE = "View Channel, Send Messages, Attach Files"

    @pytest.mark.parametrize(
        ("place", "own_thread", "asked_in", "lacking", "named"),
        [
            (HERE, False, HERE, ["attach_files"], "Attach Files"),
            (HERE, False, HERE, ["create_public_threads", "send_messages_in_threads"], EVERYWHERE),
            (HERE, False, HERE, [], EVERYWHERE),
            (HERE, False, ELSEWHERE, ["attach_files"], EVERYWHERE),  # what is missing here isn't what is missing there
            (HERE, True, HERE, ["create_public_threads"], "Create Public Threads"),
            (THREAD, False, THREAD, ["send_messages_in_threads"], "Send Messages in Threads"),
            (THREAD, False, THREAD, ["send_messages", "create_public_threads"], EVERYWHERE),
        ],
    )
    async def test_names_the_permissions_that_are_missing_where_the_board_belongs(
        self, bot: Bot, place: Place, own_thread: bool, asked_in: Place, lacking: list[str], named: str
    ) -> None:
        match = await bot.matches.tables.open(
            TableTerms(game="southern_cards", seats=2, own_thread=own_thread), opener=ANNE, place=place
        )
        asking = asking_in(bot, ANNE, asked_in, without(*lacking))
        post: Any = SimpleNamespace(message_id=None, problem=PostingProblem.NO_PERMISSION)
        assert board_line(asking, match, post) == (
            f"It went through, but I'm not allowed to post the board in <#{place.posted_in}>. I need these permissions "
            f"there: **{named}**. Once that's fixed, post it with `/southern-cards board`."
        )
