"""What a computer thinks of a position on a scratch board, where it may say so."""

from collections.abc import Sequence

from bot.match import Match, Refusal
from bot.match.values.scratch_errors import NoOpinion, NothingToTryOut
from bot.text import N_, say, say_error
from bot.text.terms import capitalise, join_sentences
from cogs.shared.interactions.clicks import Click, action
from cogs.shared.interactions.replies import reply
from cogs.shared.interactions.service import Allowance, Service
from cogs.shared.presentation.paths import numbers_to
from cogs.shared.scratch.board import board_of, may_think, show_place
from cogs.shared.turns.hints import describe_advice

AHEAD, FAR_AHEAD = 1.0, 6.0
"""From which lead on a seat is ahead, and far ahead, in `Judge.grain`s."""


@action("scratch_think", "update")
async def think(click: Click) -> None:
    """Who is ahead, what a computer would play, and why; its move is chosen on the board."""
    cog, match = await board_of(click)
    if not await may_think(click.bot, match):
        raise NoOpinion
    place = await click.bot.matches.scratch.place(match, click.user, click.version)
    if place.state.to_move is None:
        raise NothingToTryOut
    await reply(click.interaction, say(N_("💡 The computer is thinking …")), replace=True)
    try:
        with Service.of(click.bot).counting(Allowance.HINT, click.user):
            opinion = await click.bot.computers.consider(match, place.state, click.user)
    except Refusal as refusal:
        await show_place(cog, click.interaction, match, click.version, comment=say_error(refusal))
        return
    state, best = place.state, opinion.best
    numbers = numbers_to(cog.paths(state), state.parse(best.move))
    label = next((one.label for one in cog.direct_moves(state) if one.notation == best.move), "")
    advice = describe_advice(cog, match, state, best)
    if label:
        advice = say(N_("**{move}**: {advice}"), move=label, advice=advice)
    comment = join_sentences(filter(None, (_standing(match, opinion.leads), advice)))
    places = tuple(place for reason in best.reasons for place in reason.places)
    shown = (numbers,) if numbers else ()
    await show_place(cog, click.interaction, match, click.version, shown, f"💡 {comment}", places)


def _standing(match: Match, leads: Sequence[float]) -> str:
    """Who is ahead, as the computer sees it; empty if there is one seat."""
    if len(leads) < 2:
        return ""
    best = max(range(len(leads)), key=leads.__getitem__)
    if leads[best] < AHEAD:
        return say(N_("It's about even."))
    words = N_("{colour} is ahead.") if leads[best] < FAR_AHEAD else N_("{colour} is far ahead.")
    return say(words, colour=capitalise(match.seats[best].colour))
