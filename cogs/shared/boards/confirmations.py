"""Telling players where the new board is or why it can't be posted, and posting a board again."""

import asyncio
import logging
from collections.abc import Mapping

import discord

from bot.match import NOWHERE, Match, Post
from bot.match.decisions import relocating
from bot.text import N_, say
from bot.text.terms import commas
from cogs.shared.access.links import board_link, message_link
from cogs.shared.access.permissions import check_permissions, missing_permissions
from cogs.shared.boards.delivery import PostingProblem, newest_call
from cogs.shared.boards.direct_boards import show_directly
from cogs.shared.boards.posting import Posting
from cogs.shared.boards.solo import show_private
from cogs.shared.choosing.match_lookup import place_of
from cogs.shared.choosing.turn_checks import end_absence
from cogs.shared.client.carriers import is_carried
from cogs.shared.client.client import Client
from cogs.shared.client.refusals import ScreenRefusal
from cogs.shared.interactions.leftovers import replace_leftover
from cogs.shared.interactions.replies import Interaction, reply
from cogs.shared.presentation.registry import cog_for
from cogs.shared.wording.labels import command_name_of

log = logging.getLogger(__name__)

LINK_GRACE = 0.3  # a board that follows within this many seconds needs only a single reply

PROBLEMS: Mapping[str, str] = {
    PostingProblem.NO_CHANNEL: N_(
        "The match's channel is gone. Use `/{command} board` in another channel to continue there."
    ),
    PostingProblem.THREAD_LOCKED: N_(
        "The board can't be posted because the thread <#{channel}> is locked. Ask a moderator to unlock it "
        "and use `/{command} board`, or use `/match relocate` in its channel."
    ),
    PostingProblem.NO_CARRIER: N_(
        "It went through. I'm not a member there, so the next click there shows the new board."
    ),
    PostingProblem.NO_PERMISSION: N_(
        "It went through, but I'm not allowed to post the board in <#{channel}>. I need these permissions there: "
        "**{permissions}**. Once that's fixed, post it with `/{command} board`."
    ),
}


async def confirm(interaction: Interaction, match: Match, outcome: str, *, oldest: int = 0) -> None:
    """Completes a private reply after the commit: what was done, and a link to the new board.

    `oldest` is the lowest id of the post, if there are older ones of the same version. A private match has no board and
    one in direct messages none that could be linked to, so the reply only says what was done.
    """
    if match.terms.private or match.place == NOWHERE:
        await reply(interaction, outcome, replace=True)
        return
    waiting = asyncio.create_task(Posting.of(interaction.client).waiters.outcome(match, oldest))
    try:
        if not (await asyncio.wait([waiting], timeout=LINK_GRACE))[0]:
            await reply(interaction, outcome, replace=True)
        words = f"{outcome} {board_line(interaction, match, await waiting)}"
        message_id = await reply(interaction, words, replace=True)
    except discord.NotFound:  # the private message was closed or is too old; the board says everything
        log.info("Couldn't link to the board of match %d", match.id)
    else:
        await replace_leftover(interaction, match.id, message_id)
    finally:
        waiting.cancel()


def board_line(interaction: Interaction, match: Match, post: Post | None) -> str:
    """The link to the board, or why it can't be posted; `post` is None while it is on its way."""
    if post is None:
        return say(N_("The new board will follow as soon as Discord accepts it."))
    if post.message_id is not None:
        place = match.place.posted_in
        return say(N_("[Go to the board]({link})"), link=message_link(match.place.guild_id, place, post.message_id))
    return _problem_in_words(interaction, match, post.problem)


def _problem_in_words(interaction: Interaction, match: Match, problem: str | None) -> str:
    place, lacking = match.place.posted_in, []
    if interaction.channel_id == place:
        in_thread, opens_thread = match.place.thread_id is not None, match.terms.own_thread
        lacking = missing_permissions(interaction.app_permissions, in_thread=in_thread, opens_thread=opens_thread)
    permissions = commas(lacking) or say(N_("View Channel, Send Messages, Attach Files"))
    words = PROBLEMS.get(
        problem or "", N_("It went through, but I couldn't post the board. Try again with `/{command} board`.")
    )
    return say(words, channel=place, permissions=permissions, command=command_name_of(match.game))


async def show_again(interaction: Interaction, match: Match) -> None:
    """`board`: posts the current board again; if the match's channel is gone, the match continues here.

    A private match is shown only to its player.
    """
    bot = interaction.client
    if match.terms.private:
        await show_private(cog_for(bot, match.game), interaction, match)
        return
    match = await end_absence(bot, match, interaction.user.id)
    if match.place == NOWHERE and match.seat_of(interaction.user.id):
        await show_directly(bot, match, {interaction.user.id}, f"sb.{interaction.id % 10**12}", others=False)
        await reply(interaction, say(N_("I've sent you the board of match {id} by direct message."), id=match.id))
        return
    if await is_gone(bot, match):
        if interaction.guild_id != match.place.guild_id:  # others of that server couldn't follow
            raise ScreenRefusal(PROBLEMS[PostingProblem.NO_CHANNEL], command=command_name_of(match.game))
        check_permissions(interaction)
        if not match.seat_of(interaction.user.id):
            raise ScreenRefusal(
                "This match's channel is gone. Its players can continue here with `/{command} board`.",
                command=command_name_of(match.game),
            )
        match = await bot.matches.act(match.id, relocating.move_to(interaction.user.id, place_of(interaction)))
    elif not match.seat_of(interaction.user.id) and (link := await board_link(bot, match.id)):
        # Spectators call nobody.
        await reply(interaction, say(N_("Here's the board of match {id}: {link}"), id=match.id, link=link))
        return
    else:
        if await bot.matches.outbox.was_shown(match.id, newest_call(match)):
            Posting.of(bot).delivery.mute(match)
        Posting.of(bot).membership.look_again(match)  # a moderator may just have removed someone from the server
        match = await bot.matches.outbox.repost(match.id)
    newest = await bot.matches.outbox.newest(match.id)  # so that the link is to this one, not to the one before
    await confirm(interaction, match, say(N_("Here's match {id}."), id=match.id), oldest=newest)


async def carry_on(interaction: Interaction) -> None:
    """Sends the boards that wait for a click at this place, where the bot isn't a member. Raises Busy, StoreBusy."""
    outbox = interaction.client.matches.outbox
    for post in await outbox.list_given_up(PostingProblem.NO_CARRIER):
        if post.place.posted_in == interaction.channel_id:
            await outbox.retry(post.id)


async def is_gone(bot: Client, match: Match) -> bool:
    """Whether the match's channel is gone. A missing thread doesn't count: the match returns to the channel."""
    if is_carried(match.place):
        return False  # nobody may look there
    own_thread = match.place.thread_id == match.table_message_id is not None
    try:
        channel = await bot.fetch_channel(match.place.channel_id if own_thread else match.place.posted_in)
    except discord.NotFound:
        return True
    except discord.HTTPException:
        return False
    return not isinstance(channel, discord.abc.Messageable)
