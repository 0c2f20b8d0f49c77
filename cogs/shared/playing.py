"""Playing a move that was typed or chosen, and taking one back."""

import logging
from collections.abc import Sequence

import discord

from bot.match import Decision, Match, Status
from bot.text import N_, say
from cogs.shared.answers import Asked
from cogs.shared.composer import show_composer
from cogs.shared.posting import Posting
from cogs.shared.presentation import Presentation
from cogs.shared.solo import show_private

log = logging.getLogger(__name__)


def just_played(decisions: Sequence[Decision], since: int) -> Sequence[Decision]:
    """The newest decision that somebody took, with those that followed by themselves; none if it isn't newer.

    `since` is the version of the match before. Somebody on the same seat may have decided after that as well.
    """
    for index in range(len(decisions) - 1, -1, -1):
        if not decisions[index].automatic and not decisions[index].computer:
            return decisions[index:] if decisions[index].number > since else ()
    return ()


async def play(
    cog: Presentation, interaction: Asked, match: Match, move: str, *, seen_version: int | None, goes_on: bool = False
) -> None:
    """Play a move that was typed or chosen, and say so privately once it stands.

    With `goes_on` a person whose turn isn't finished is offered the next choice at once.
    """
    played = await cog.bot.matches.play(
        match.id, interaction.user.id, move, seen_version=seen_version, interaction=interaction.id
    )
    decisions = just_played(played.trail.decisions, match.version)
    told = cog.turn_in_words(decisions, [seat.colour for seat in played.seats])
    if played.private or (goes_on and _decides_on(interaction, played)):
        await _go_on(cog, interaction, played, told)
        return
    notation = decisions[0].move if decisions else move
    done = say(N_("You played **{move}** in match {id}."), move=notation, id=match.id)
    at_once = match.state is not None and notation in {one.notation for one in cog.at_once(match.state)}
    hidden = cog.game.hidden  # the composer's picture is gone, and what was made stands on the board alone
    if told and (hidden or at_once or len(decisions) > 1 or any(decision.lucky for decision in decisions)):
        done = f"{told}\n-# {done}"
    await Posting.of(cog.bot).confirm(interaction, played, done)


async def take_back(cog: Presentation, interaction: Asked, match: Match, *, seen_version: int) -> None:
    """Take back the newest decision of one's own turn, and offer the choice anew."""
    back = await cog.bot.matches.take_back(
        match.id, interaction.user.id, seen_version=seen_version, interaction=interaction.id
    )
    await _go_on(cog, interaction, back, say(N_("That is taken back.")))


async def _go_on(cog: Presentation, interaction: Asked, match: Match, done: str) -> None:
    """What comes after a decision that stands already, so that its failing must not look like the decision's."""
    try:
        if match.private:
            await show_private(cog, interaction, match, done)
        else:
            await show_composer(cog, interaction, match, (), done)
    except discord.NotFound:  # the private message was closed: the board says it all, or another one can be opened
        log.info("Nobody could be shown the next choice of match %d", match.id)


def _decides_on(interaction: Asked, match: Match) -> bool:
    goes_on = match.trail.going_on or len(match.seats) == 1
    return goes_on and match.status is Status.RUNNING and match.to_move in match.seat_of(interaction.user.id)
