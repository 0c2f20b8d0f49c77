"""Hints: what the hard computer would play in somebody's place, and why, for that person alone."""

from typing import Any

from bot.computers.errors import HintsOff
from bot.computers.thinking import Advice
from bot.match import Match, Refusal
from bot.rules import State
from bot.text import N_, say
from cogs.shared.answers import Asked, tell
from cogs.shared.composer import show_composer
from cogs.shared.deciding import check_turn, welcome_back
from cogs.shared.paths import numbers_to
from cogs.shared.presentation import Presentation
from cogs.shared.presses import Press, action
from cogs.shared.turn import current
from cogs.shared.words import listed


async def show_hint(cog: Presentation, interaction: Asked, match: Match) -> None:
    """Think in this person's place, and offer what comes of it to be confirmed or not.

    HintsOff where the table does without; otherwise as for `check_turn`.
    """
    match = await welcome_back(cog.bot, match, interaction.user.id)
    state = check_turn(match, interaction.user.id)
    if not match.hints:
        raise HintsOff
    legal = state.legal()
    if len(legal) == 1:
        text = state.notate(legal[0])
        await _offer(cog, interaction, match, state, text, say(N_("There is but one move: **{move}**."), move=text))
        return
    seat = state.to_move or 0
    advice = await cog.bot.computers.advise(match, seat, interaction.user.id)
    await _offer(cog, interaction, match, state, advice.move, in_words(advice))


async def _offer(cog: Presentation, interaction: Asked, match: Match, state: State[Any], text: str, words: str) -> None:
    """The composer with this move chosen. If the match has moved on meanwhile, a click on it says so."""
    numbers = numbers_to(cog.paths(state), state.parse(text))
    await show_composer(cog, interaction, match, numbers, f"💡 {words}")


def in_words(advice: Advice) -> str:
    """The move and what speaks for it, and then what speaks against it."""
    reasons = _listed(advice)
    if not reasons:
        return say(N_("The hard computer would play **{move}**."), move=advice.move)
    return say(N_("The hard computer would play **{move}**: {reasons}."), move=advice.move, reasons=reasons)


def _listed(advice: Advice) -> str:
    """What speaks for the move, and then what speaks against it."""
    pros = [reason for reason in advice.reasons if not reason.against]
    cons = [reason for reason in advice.reasons if reason.against]
    parts = (listed([say(reason.sentence, **reason.values) for reason in side]) for side in (pros, cons))
    return ", ".join(filter(None, parts))


@action("hint", "hold")
async def hint(press: Press) -> None:
    """The button below somebody's choice of a move, which comes back if there is no hint now."""
    cog, match, _ = await current(press)
    if match.hints:
        await tell(press.interaction, say(N_("💡 The hard computer thinks about it …")), replace=True)
    try:
        await show_hint(cog, press.interaction, match)
    except Refusal as refusal:
        await show_composer(cog, press.interaction, match, (), str(refusal))
