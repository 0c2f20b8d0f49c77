"""Playing a typed or chosen move, and undoing one."""

import logging
from collections.abc import Sequence

import discord

from bot.match import Match, PlayedMove, Status
from bot.match.decisions import turns
from bot.text import N_, say
from cogs.shared.boards.confirmations import confirm
from cogs.shared.boards.solo import show_private
from cogs.shared.choosing.composer import show_composer
from cogs.shared.interactions.replies import Interaction
from cogs.shared.presentation.presentation import Presentation
from cogs.shared.turns.coaching import advice, remark_on, review_of
from cogs.shared.turns.order_words import news_line

log = logging.getLogger(__name__)


def newest_decisions(decisions: Sequence[PlayedMove], since: int, count: int = 1) -> Sequence[PlayedMove]:
    """The newest `count` decisions of people, with the automatic ones after them; empty if they aren't newer.

    `since` is the version of the match before. Someone on the same seat may have decided after that as well.
    """
    personal = [index for index, one in enumerate(decisions) if not one.automatic and not one.computer][-count:]
    return decisions[personal[0] :] if personal and decisions[personal[0]].number > since else ()


def of_turn_going_on(match: Match, decisions: Sequence[PlayedMove]) -> Sequence[PlayedMove]:
    """Those of these decisions that the board doesn't tell as earlier turns; all of them where there is no board."""
    if match.terms.private or not match.trail.going_on:
        return decisions
    first = match.trail.newest(1)[-1][0].number
    return [one for one in decisions if one.number >= first]


async def play(
    cog: Presentation,
    interaction: Interaction,
    match: Match,
    move: str,
    *more: str,
    seen_version: int | None,
    goes_on: bool = False,
) -> None:
    """Plays a typed or chosen move, possibly with `more` planned after it, and confirms them.

    With `goes_on`, a person whose turn isn't finished is offered the next choice right away.
    """
    review = await review_of(cog, match, interaction.user.id)
    after = await cog.bot.matches.act(
        match.id, turns.play(interaction.user.id, move, *more, seen_version=seen_version), interaction=interaction.id
    )
    decisions = newest_decisions(after.trail.decisions, match.version, 1 + len(more))
    goes_on = goes_on and _is_still_to_move(interaction, after)
    described = cog.describe_turn(of_turn_going_on(after, decisions) if goes_on else decisions)
    lesson = await remark_on(cog, match, review, interaction.user.id, decisions)
    if news := await cog.bot.matches.orders.take_news(match.id, interaction.user.id):
        lesson = "\n".join(filter(None, (lesson, *(news_line(cog, one) for one in news))))
    if after.terms.private or goes_on:
        await _show_next_choice(cog, interaction, after, "\n".join(filter(None, (described, lesson))))
        return
    direct_moves = {} if match.state is None else {one.notation: one for one in cog.direct_moves(match.state)}
    direct = direct_moves.get(decisions[0].move if decisions else move)
    more_to_tell = len(decisions) > 1 or any(decision.lucky for decision in decisions)
    if direct is not None:
        outcome = described if described and more_to_tell else direct.played
    elif described:
        outcome = say(N_("Played: {move}"), move=described)
    else:  # someone on the same seat has played on meanwhile
        outcome = say(N_("Your move was played."))
    await confirm(interaction, after, "\n".join(filter(None, (lesson, outcome))))


async def take_back(cog: Presentation, interaction: Interaction, match: Match, *, seen_version: int) -> None:
    """Undoes the newest decision of the person's own turn, and offers the choice again."""
    back = await cog.bot.matches.act(
        match.id, turns.take_back(interaction.user.id, seen_version=seen_version), interaction=interaction.id
    )
    await _show_next_choice(cog, interaction, back, say(N_("Undone.")))


async def _show_next_choice(cog: Presentation, interaction: Interaction, match: Match, outcome: str) -> None:
    """Shows what comes after a committed decision, so that a failure here isn't mistaken for one of the decision."""
    coached = await advice(cog, match, interaction.user.id)
    outcome = "\n".join(filter(None, (outcome, coached)))
    try:
        if match.terms.private:
            await show_private(cog, interaction, match, outcome)
        else:
            await show_composer(cog, interaction, match, intro=outcome)
    except discord.NotFound:  # the private message was closed: the board says everything, or another one can be opened
        log.info("Couldn't show the next choice of match %d", match.id)


def _is_still_to_move(interaction: Interaction, match: Match) -> bool:
    goes_on = match.trail.going_on or len(match.seats) == 1
    return goes_on and match.status is Status.RUNNING and match.to_move in match.seat_of(interaction.user.id)
