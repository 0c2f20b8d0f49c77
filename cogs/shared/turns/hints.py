"""Hints: what a strong computer would play in someone's place, and why, for that person alone."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bot.computers.errors import HintsOff
from bot.computers.thinking import Advice
from bot.match import Match, Refusal
from bot.rules import State
from bot.text import N_, say, say_error, say_plural
from bot.text.terms import join_sentences
from cogs.shared.choosing.composer import show_composer
from cogs.shared.choosing.plans import Numbers, plan_of
from cogs.shared.choosing.turn_checks import check_turn, end_absence
from cogs.shared.interactions.clicks import Click, action
from cogs.shared.interactions.gatekeeper import Allowance, Gatekeeper
from cogs.shared.interactions.replies import Interaction, reply
from cogs.shared.presentation.presentation import Presentation
from cogs.shared.turns.turn import current_turn, stays_current
from cogs.shared.wording.reasons import reasons_in_words

NAMED = 2  # how many equally good moves are named


async def may_show_hint(interaction: Interaction, match: Match) -> bool:
    """Whether this person may ask for a hint now, as far as an outline of the match says."""
    return match.terms.allows_hints and match.to_move in match.seat_of(interaction.user.id)


@dataclass(frozen=True, slots=True)
class Hint:
    """A move for a person in a match, as the numbers that choose it and what is planned after it, none if it's no
    choice; why; and named places.
    """

    match: Match
    numbers: Numbers
    words: str
    named: Sequence[str] = ()


async def hint_for(cog: Presentation, match: Match, user: int) -> Hint:
    """Computes a hint for this person.

    Raises HintsOff if the table has no hints, LimitReached; otherwise as `check_turn`.
    """
    match = await end_absence(cog.bot, match, user)
    state = check_turn(match, user)
    if not match.terms.allows_hints:
        raise HintsOff
    legal = state.legal()
    if len(legal) == 1:
        return _hint(cog, match, state, [state.notate(legal[0])], say(N_("There's only one legal move.")))
    seat = state.to_move or 0
    with Gatekeeper.of(cog.bot).counting(Allowance.HINT, user):
        advice = await cog.bot.computers.advise(match, seat, user)
    named = [place for reason in advice.reasons for place in reason.places]
    moves = (advice.move, *advice.plan)
    return _hint(cog, match, state, moves, describe_advice(cog, match, state, advice, plans=cog.plans_turns), named)


def _hint(
    cog: Presentation, match: Match, state: State[Any], moves: Sequence[str], words: str, named: Sequence[str] = ()
) -> Hint:
    numbers = plan_of(cog, state, moves)
    label = next((one.label for one in cog.direct_moves(state) if one.notation == moves[0]), "")
    words = say(N_("**{move}**: {advice}"), move=label, advice=words) if label else words
    return Hint(match, numbers, f"💡 {words}", named)


async def show_hint(cog: Presentation, interaction: Interaction, match: Match) -> None:
    """Computes a hint and shows the composer with its move chosen, or only said if it isn't chosen in steps.

    The picture marks the places that the hint is about. If the match has moved on meanwhile, a click on it says so.
    Raises as `hint_for`.
    """
    hint = await hint_for(cog, match, interaction.user.id)
    await show_composer(cog, interaction, hint.match, hint.numbers, hint.words, hint.named)


def describe_advice(cog: Presentation, match: Match, state: State[Any], advice: Advice, *, plans: bool = False) -> str:
    """What speaks for the move, and then what speaks against it. The move itself is below.

    Another line says what is proved, which moves are equally good, how the turn is to go on, or what is expected next.
    With `plans`, how the turn is to go on is below as well.
    """
    reasons = reasons_of(advice)
    is_planned = plans and bool(advice.plan)
    if reasons and is_planned:
        words = say(N_("A strong computer would play this turn. Its first action {reasons}."), reasons=reasons)
    elif reasons:
        words = say(N_("A strong computer would play this: it {reasons}."), reasons=reasons)
    else:
        words = say(N_("A strong computer would play this."))
    colours = [seat.colour for seat in match.seats]
    rest = _rest_of_hint(cog, state, colours, advice, is_planned=is_planned)
    return "\n-# ".join(filter(None, (words, rest)))


def _rest_of_hint(
    cog: Presentation, state: State[Any], colours: Sequence[str], advice: Advice, *, is_planned: bool
) -> str:
    if advice.loses:
        two = N_("Every move loses if the other player makes no mistake.")
        return say(two if len(colours) == 2 else N_("Every move loses if the others make no mistake."))
    equal = [move for move in advice.equal if move not in advice.plan]  # what else may come first in this turn
    if len(equal) > NAMED:
        return say_plural("{number} other move is just as good.", "{number} other moves are just as good.", len(equal))
    if equal:
        moves = join_sentences(cog.describe_move(state, state.parse(move)) for move in equal)
        return say(N_("Just as good: {moves}"), moves=moves)
    following = advice.plan or advice.line
    if is_planned or not following:
        return ""
    moves = cog.describe_following(state, (advice.move, *following))
    return say(N_("Then: {moves}") if advice.plan else N_("Expected next: {moves}"), moves=moves)


def reasons_of(advice: Advice) -> str:
    """What speaks for the move, and then what speaks against it."""
    return reasons_in_words((reason.sentence, reason.values) for reason in advice.reasons)


@action("hint", "update")
@stays_current
async def hint(click: Click) -> None:
    """The button below a choice of a move, which comes back if there is no hint now."""
    cog, match, _ = await current_turn(click)
    if match.terms.allows_hints:
        await reply(click.interaction, say(N_("💡 The computer is thinking …")), replace=True)
    try:
        await show_hint(cog, click.interaction, match)
    except Refusal as refusal:
        await show_composer(cog, click.interaction, match, intro=say_error(refusal))
