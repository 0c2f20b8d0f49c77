"""Playing on against computers from a position of a finished match, in private."""

from bot.match import ComputerLevel, Match, NotOver, Replay, Status, TableTerms
from bot.match.decisions import lobby
from bot.rules import State
from bot.rules.starting import Start
from bot.text import N_, say, say_plural
from cogs.shared.access.visibility import viewable_match
from cogs.shared.boards.solo import open_and_begin, seal_line, show_private
from cogs.shared.interactions.clicks import (
    Button,
    Click,
    OutdatedButton,
    Select,
    action,
    button,
    number_in,
    select,
)
from cogs.shared.interactions.replies import reply
from cogs.shared.presentation.presentation import Presentation
from cogs.shared.presentation.registry import cog_for
from cogs.shared.tables.levels import level_options
from cogs.shared.wording.labels import LEVELS


def try_out_buttons(match: Match, position: State[object], payload: str, user: int) -> list[Button]:
    """The button to the scratch board of somebody who has played a finished match, as long as it goes on there.

    `payload` is that of `continue_select`.
    """
    played = any(user in seat.people for seat in match.seats)
    if not match.id or match.status is not Status.OVER or position.to_move is None or not played:
        return []
    return [button(say(N_("Try it out")), "scratch_from", payload, about=(match.id, 0))]


def continue_select(cog: Presentation, match: Match, position: State[object], payload: str) -> list[Select]:
    """The select that continues from this position against computers of the chosen level, if they could play the other
    seats of a finished match.

    `payload` names the step of the replay, and possibly after a dot the decision of its turn before which it is. A
    match from a file has no such select: it may still be running here.
    """
    if not match.id or match.status is not Status.OVER or len(match.seats) == 1 or position.to_move is None:
        return []
    words = say(N_("Continue from here against computers"))
    return [select(words, level_options(cog.levels), "go_on", payload, about=(match.id, 0))]


@action("go_on", "reply", once=True)
async def go_on(click: Click) -> None:
    """Opens a private match from a moment of a replay. The person takes the seat to move.

    In messages of older versions it's a button that names no level: then computers play as in that match.
    """
    old = await viewable_match(click.interaction, await click.match())
    if old.status is not Status.OVER:
        raise NotOver
    replay = await click.bot.matches.records.replay(old.id)
    step, position = position_of(replay, click.payload)
    seat = position.to_move
    if seat is None or len(old.seats) == 1:
        raise OutdatedButton
    cog = cog_for(click.bot, old.game)
    if click.values:
        level = click.value_as(ComputerLevel)
    else:
        level = next((one.computer for one in old.seats if one.computer is not None), ComputerLevel.NORMAL)
    lines = [
        say(_moment_words(step, click.payload), game=cog.game.title, turn=step, id=old.id),
        say_plural(
            "You're {colour}, and a computer plays the other seat (level: {level}). Only you see this match.",
            "You're {colour}, and computers play the other {number} seats (level: {level}). Only you see this match.",
            len(old.seats) - 1,
            colour=old.seats[seat].colour,
            level=say(LEVELS[level]),
        ),
    ]
    if cog.game.hidden:
        lines.append(say(N_("-# Everything {colour} didn't see is dealt again."), colour=old.seats[seat].colour))

    def words(match: Match) -> str:
        sealed = [seal_line(match)] if cog.game.uses_chance(match.options) else []
        return "\n".join([*lines, *sealed])

    async def announce(match: Match) -> int:
        return await reply(click.interaction, words(match))

    terms = TableTerms(
        old.game, len(old.seats), old.options, automatic=old.terms.automatic, rolls=old.terms.rolls, private=True
    )
    begin = lobby.begin_from(click.user, Start(position=position.dump(), seat=seat))
    match = await open_and_begin(click.interaction, terms, announce, begin, computers=level, seat=seat)
    await show_private(cog, click.interaction, match, words(match))


def _moment_words(step: int, payload: str) -> str:
    """The heading: a button names a turn in which the match goes on, or one after which it does."""
    if "." in payload:
        return N_("### {game} from turn {turn} of match {id}")
    if step:
        return N_("### {game} after turn {turn} of match {id}")
    return N_("### {game} from the start of match {id}")


def position_of(replay: Replay, payload: str) -> tuple[int, State[object]]:
    """The step that a button names, and its position or the one before a decision of its turn."""
    step_text, _, decision = payload.partition(".")
    step = number_in(step_text)
    if not 0 <= step <= replay.last:
        raise OutdatedButton
    if not decision:
        return step, replay.position(step)
    turn, number = replay.turn(step), number_in(decision)
    if not 0 <= number < len(turn):
        raise OutdatedButton
    return step, turn[number].before
