"""What a computer thinks of a position on a scratch board, where it may say so."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.match import Match, Refusal
from bot.match.values.scratch import ScratchPlace
from bot.match.values.scratch_errors import NoOpinion, NothingToTryOut
from bot.text import N_, say, say_error
from bot.text.terms import capitalise, join_sentences
from cogs.shared.client.client import Client
from cogs.shared.interactions.clicks import Click, action
from cogs.shared.interactions.gatekeeper import Allowance, Gatekeeper
from cogs.shared.interactions.replies import reply
from cogs.shared.presentation.paths import numbers_to
from cogs.shared.presentation.registry import cog_for
from cogs.shared.scratch.board import board_of, may_think, show_place
from cogs.shared.turns.hints import describe_advice

AHEAD, FAR_AHEAD = 1.0, 6.0
"""From which lead on a seat is ahead, and far ahead, in `Judge.grain`s."""


@dataclass(frozen=True, slots=True)
class Thought:
    """What a computer thinks of a position, in words; the numbers that choose its move, none if it's no choice; and the
    places that it names.
    """

    words: str
    numbers: tuple[int, ...]
    named: tuple[str, ...]


async def think_of(bot: Client, match: Match, place: ScratchPlace, user: int) -> Thought:
    """Who is ahead, what a computer would play, and why.

    Raises NoOpinion, NothingToTryOut, LimitReached; otherwise as `Advisor.consider`.
    """
    if not await may_think(bot, match):
        raise NoOpinion
    if place.state.to_move is None:
        raise NothingToTryOut
    with Gatekeeper.of(bot).counting(Allowance.HINT, user):
        opinion = await bot.computers.consider(match, place.state, user)
    cog, state, best = cog_for(bot, match.game), place.state, opinion.best
    label = next((one.label for one in cog.direct_moves(state) if one.notation == best.move), "")
    advice = describe_advice(cog, match, state, best)
    if label:
        advice = say(N_("**{move}**: {advice}"), move=label, advice=advice)
    words = join_sentences(filter(None, (_standing(match, opinion.leads), advice)))
    named = tuple(place for reason in best.reasons for place in reason.places)
    return Thought(f"💡 {words}", numbers_to(cog.paths(state), state.parse(best.move)), named)


@action("scratch_think", "update")
async def think(click: Click) -> None:
    """What a computer thinks; its move is chosen on the board."""
    cog, match = await board_of(click)
    if not await may_think(click.bot, match):
        raise NoOpinion
    place = await click.bot.matches.scratch.place(match, click.user, click.version)
    if place.state.to_move is None:
        raise NothingToTryOut
    await reply(click.interaction, say(N_("💡 The computer is thinking …")), replace=True)
    try:
        thought = await think_of(click.bot, match, place, click.user)
    except Refusal as refusal:
        await show_place(cog, click.interaction, match, click.version, comment=say_error(refusal))
        return
    shown = (thought.numbers,) if thought.numbers else ()
    await show_place(cog, click.interaction, match, click.version, shown, thought.words, thought.named)


def _standing(match: Match, leads: Sequence[float]) -> str:
    """Who is ahead, as the computer sees it; empty if there is one seat."""
    if len(leads) < 2:
        return ""
    best = max(range(len(leads)), key=leads.__getitem__)
    if leads[best] < AHEAD:
        return say(N_("It's about even."))
    words = N_("{colour} is ahead.") if leads[best] < FAR_AHEAD else N_("{colour} is far ahead.")
    return say(words, colour=capitalise(match.seats[best].colour))
