"""Choosing a conditional line with the composer: what the others may play, and one's answers, move by move.

Until it's saved, a line is stored nowhere but in the custom ids: as the place of each decision among the legal moves of
the position before it, and a digest of the moves on **Save**.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from string import ascii_letters, digits
from typing import Any

from bot.match import BoardHasMoved, Match, PlayedMove
from bot.match.reading.foresight import foresee
from bot.match.values.orders import DEEPEST, LONGEST_LINE, OrderedLine
from bot.rules import State
from bot.rules.chance import ScriptError
from bot.text import N_, say
from bot.text.terms import join_sentences
from cogs.shared.choosing.composer import ChoosingSituation, show_situation
from cogs.shared.choosing.exercises import ExerciseClick, answer_clicks
from cogs.shared.choosing.plans import plan_key
from cogs.shared.choosing.turn_checks import check_position
from cogs.shared.interactions.clicks import Button, Click, OutdatedButton, Target, action, row
from cogs.shared.interactions.replies import reply
from cogs.shared.presentation.paths import compose
from cogs.shared.presentation.presentation import played_marks
from cogs.shared.presentation.registry import cog_for
from cogs.shared.turns.orders import line_in_words, show_orders

DIGITS = digits + ascii_letters + "-_"
"""The digits of a place among the legal moves, two for each decision."""

BEGINNING = "~"  # what the places of the decisions begin with in a custom id


@dataclass(frozen=True, slots=True)
class Draft:
    """A line that isn't saved yet: the decisions so far, whose the last one was, and the position that they lead to.

    `state` is None where luck decides what follows. `own` is how many moves of the person it has.
    """

    places: str
    moves: OrderedLine
    is_answer: bool
    state: State[Any] | None
    own: int
    last: PlayedMove | None

    @property
    def is_full(self) -> bool:
        """Whether nothing can follow."""
        full = self.is_answer and self.own >= DEEPEST
        return self.state is None or self.state.to_move is None or full or len(self.moves) >= LONGEST_LINE


def read_draft(match: Match, user: int, places: str) -> Draft:
    """The line with these decisions. Raises OutdatedButton for places of another release."""
    state: State[Any] | None = check_position(match)
    moves, own, is_answer, last = list[str](), 0, False, None
    for start in range(0, len(places), 2):
        if state is None:
            raise OutdatedButton
        legal, place = state.legal(), _number(places[start : start + 2])
        if place >= len(legal):
            raise OutdatedButton
        before, move = state, legal[place]
        was_answer, is_answer = is_answer, state.to_move in match.seat_of(user)
        own += is_answer and not was_answer
        moves.append(before.notate(move))
        try:
            state = foresee(match.terms, before, move)
        except ScriptError:
            state = None
        last = None if state is None else _played(before, move, state)
    return Draft(places, tuple(moves), is_answer, state, own, last)


def _number(text: str) -> int:
    if len(text) != 2 or not set(text) <= set(DIGITS):
        raise OutdatedButton
    return DIGITS.index(text[0]) * len(DIGITS) + DIGITS.index(text[1])


def _played(before: State[Any], move: Any, after: State[Any]) -> PlayedMove:
    return PlayedMove(0, before.to_move or 0, before.notate(move), (), False, False, False, before, after)


async def _show(click: Click, match: Match, draft: Draft, numbers: Sequence[int] = ()) -> None:
    """The composer at the next decision of a line; where none can follow, only what can be done with it."""
    cog = cog_for(click.bot, match.game)
    target = Target(match.id, match.version, BEGINNING + draft.places, "plan")
    title = say(N_("### Plan ahead · {game} · match {id}"), game=cog.game.title, id=match.id)
    so_far = line_in_words(match, click.user, draft.moves)
    words = "\n".join(filter(None, (title, so_far, _question(match, click.user, draft))))
    buttons = _buttons(target, draft)
    if draft.is_full or draft.state is None:
        await reply(click.interaction, words, rows=[row(*buttons)], replace=True)
        return
    last = () if draft.last is None else played_marks([draft.last])
    colours = [seat.colour for seat in match.seats]
    situation = ChoosingSituation(draft.state, colours, target, last, others=buttons, titled=False)
    await show_situation(cog, click.interaction, situation, (tuple(numbers),), words)


def _question(match: Match, user: int, draft: Draft) -> str:
    if draft.state is None:
        return say(N_("Luck decides what comes next, so the line ends here."))
    if draft.is_full:
        return say(N_("The line ends here."))
    if draft.state.to_move in match.seat_of(user):
        return say(N_("**Then you play …**"))
    colour = match.seats[draft.state.to_move or 0].colour
    asked = say(N_("**If {colour} plays …** Choose as if you were {colour}."), colour=colour)
    return join_sentences((asked, say(N_("Or save the line.")) if draft.is_answer else ""))


def _buttons(target: Target, draft: Draft) -> list[Button]:
    buttons = []
    if draft.is_answer:
        buttons.append(target.button(say(N_("Save the line")), "save", plan_key(draft.moves), style="success"))
    if draft.moves:
        buttons.append(target.button(say(N_("Remove the last move")), "less"))
    buttons.append(target.button(say(N_("Discard the line")), "leave"))
    return buttons


# Clicks


async def _draft(click: Click) -> tuple[Match, Draft, str]:
    """The match of a click, the line so far, and what else the click says. BoardHasMoved if the match has gone on."""
    match = await click.match()
    if match.position_version is not None and click.version < match.position_version:
        raise BoardHasMoved(seen=click.version, now=match.position_version)
    places, _, rest = click.payload.partition(":")
    if not places.startswith(BEGINNING) or len(places) > 1 + 2 * LONGEST_LINE or len(places) % 2 == 0:
        raise OutdatedButton
    return match, read_draft(match, click.user, places.removeprefix(BEGINNING)), rest


async def _place(click: Click) -> ExerciseClick:
    match, draft, rest = await _draft(click)
    if draft.state is None:
        raise OutdatedButton
    return ExerciseClick(cog_for(click.bot, match.game), draft.state, rest)


async def _step(click: Click, numbers: tuple[int, ...]) -> None:
    match, draft, _ = await _draft(click)
    if draft.state is not None and numbers:
        cog = cog_for(click.bot, match.game)
        chosen = compose(cog.paths(draft.state), numbers).move
        if chosen is not None:
            await _attempt(click, draft.state.notate(chosen))
            return
    await _show(click, match, draft, numbers)


async def _attempt(click: Click, text: str) -> None:
    """Adds a decision to the line."""
    match, draft, _ = await _draft(click)
    texts = [] if draft.state is None else [draft.state.notate(move) for move in draft.state.legal()]
    if text not in texts or draft.is_full:
        raise OutdatedButton
    high, low = divmod(texts.index(text), len(DIGITS))
    if high >= len(DIGITS):
        raise OutdatedButton
    await _show(click, match, read_draft(match, click.user, draft.places + DIGITS[high] + DIGITS[low]))


answer_clicks("plan", _place, _step, _attempt)


@action("plan_line", "update")
async def begin_line(click: Click) -> None:
    match = await click.match()
    own = await click.bot.matches.orders.of(match.id, click.user)
    if not own.can_plan:
        await show_orders(click.interaction, match, own)
        return
    await _show(click, match, read_draft(match, click.user, ""))


@action("plan_less", "update")
async def shorten_line(click: Click) -> None:
    match, draft, _ = await _draft(click)
    await _show(click, match, read_draft(match, click.user, draft.places[:-2]))


@action("plan_save", "update")
async def save_line(click: Click) -> None:
    match, draft, key = await _draft(click)
    if plan_key(draft.moves) != key:  # the button is from another release
        raise OutdatedButton
    own = await click.bot.matches.orders.plan(match.id, click.user, draft.moves, seen_version=click.version)
    await show_orders(click.interaction, match, own, say(N_("Saved.")))
