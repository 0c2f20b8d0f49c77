"""A Cirondo position in words: the picture's alt text, and the complete text.

The complete text, which holds everything that the position does:

    Cirondo for 2 seats, draw rule on.
    Gold to move.
    First move still to come: Silver.
    Gold: planets A1-A16; moons B1-B7, B9-B16, C8; Solar Systems none (4 in supply).
    Silver: planets A17-A32; moons B17-B32; Solar Systems none (4 in supply).
    Quiet moves, 2 of 100: A9 to C7, A23 to E27.

A1-A8 means these spaces and all between them. Lines that have nothing to say are left out.
"""

from collections.abc import Iterable

from bot.rules.cirondo import Position
from bot.rules.cirondo.board import KIND_NAMES, Stellar, Table
from bot.rules.cirondo.situation import QUIET_MOVES
from bot.text import N_, NC_, NP_, say, say_plural, term
from bot.text.terms import commas, join_list, semicolons
from images.cirondo.geometry import name_of, space
from images.cirondo.marks import Marks, Played
from images.marks import endings
from images.marks.endings import Ending
from images.marks.marks import NO_MARKS
from images.marks.sentences import choice_sentences, longest_that_fits, round_sentence, with_room_for

NAMES = {"planets": N_("planets"), "moons": N_("moons"), "solars": N_("Solar Systems")}
ONE = {"planets": N_("planet"), "moons": N_("moon"), "solars": N_("Solar System")}
NUMBERS = {
    "planets": NP_("{number} planet", "{number} planets"),
    "moons": NP_("{number} moon", "{number} moons"),
    "solars": NP_("{number} Solar System", "{number} Solar Systems"),
}

ENDINGS = {
    "conquest": N_("by conquest"),
    "showdown": N_("in the showdown"),
    "blocked": N_("nobody can move"),
    "repetition": N_("third repetition"),
    "quiet": N_("100 quiet moves"),
}

REASONS = {
    "conquest": N_("conquest"),
    "showdown": N_("showdown"),
    "blocked": N_("blocked"),
    "repetition": N_("repetition"),
    "quiet": N_("quiet"),
}


def names(position: Position) -> list[str]:
    """The colours of the seats as they begin a sentence."""
    return [term(colour.capitalize()) for colour in position.table.colours]


# --- the end ----------------------------------------------------------------------------------------------------------


def ending_of(position: Position, marks: Marks = NO_MARKS) -> Ending | None:
    """How the match ended; None while it runs."""

    def tell(winners: tuple[int, ...]) -> tuple[str, str]:
        seat_names = join_list([names(position)[seat] for seat in winners])
        wins = say_plural("{colours} wins", "{colours} win", len(winners), colours=seat_names)
        is_draw = len({position.table.side_of[seat] for seat in winners}) > 1
        return say(N_("Draw")) if is_draw else wins, say(ENDINGS[position.over or ""])

    return endings.find_ending(marks, position.result, tell)


# --- lists of spaces ----------------------------------------------------------------------------------------------


def ranges(spaces: Iterable[str]) -> str:
    """Spaces in order, three or more in a row as first-last: "A1-A8, A10, B2". "none" if there is none."""
    runs: list[list[tuple[int, int]]] = []
    for place in sorted(space(name) for name in spaces):
        if runs and runs[-1][-1] == (place[0], place[1] - 1):
            runs[-1].append(place)
        else:
            runs.append([place])
    parts: list[str] = []
    for run in runs:
        if len(run) > 2:
            parts.append(f"{name_of(run[0])}-{name_of(run[-1])}")
        else:
            parts += [name_of(place) for place in run]
    return commas(parts) or say(NC_("stars", "none"))


# --- what was played ----------------------------------------------------------------------------------------------


def losses_of(position: Position, marks: Marks) -> dict[str, Stellar]:
    """The stellar lost since the oldest marked move, by their spaces, which are empty now."""
    decisions = (*marks.earlier, *marks.last)
    losses: dict[str, Stellar] = {}
    for played, after in zip(decisions, [*(later.before for later in decisions[1:]), position], strict=False):
        losses |= {
            space: one
            for space, one in played.before.board.standing.items()
            if after.board.at(space) != one and space != played.move.origin and not position.board.at(space)
        }
    return losses


def _whose(one: Stellar) -> str:
    """ "gold's planet"."""
    return say(N_("{colour}'s {kind}"), colour=one.colour, kind=ONE[one.kind])


def move_text(played: Played) -> str:
    """A move in one phrase: "gold's planet from A9 to D12, taking silver's moon"."""
    before, move = played.before, played.move
    own, target = map(before.board.at, move)
    ends = {"start": move.origin, "stop": move.target}
    words = say(N_("from {start} to {stop}"), **ends)
    parts = [say(N_("{stellar} from {start} to {stop}"), stellar=_whose(own), **ends) if own else words]
    if before.captures(move):
        parts.append(say(N_("taking {stellar}"), stellar=_whose(target)) if target else say(N_("capturing")))
    if before.promotes(move):
        parts.append(say(N_("becoming a Solar System")))
    return commas(parts)


def move_in_short(played: Played) -> str:
    """A move in few words for a corner of the picture: "planet takes D12"."""
    captures, own = played.before.captures(played.move), played.before.board.at(played.move.origin)
    if own is None:
        return say(N_("takes {space}") if captures else N_("to {space}"), space=played.move.target)
    words = N_("{kind} takes {space}") if captures else N_("{kind} to {space}")
    return say(words, kind=ONE[own.kind], space=played.move.target)


# --- the alt text -------------------------------------------------------------------------------------------------


def _number_of(number: int, kind: str) -> str:
    one, other = NUMBERS[kind]
    return say_plural(one, other, number)


def _table(table: Table) -> str:
    if table.teams:
        return say(N_("Cirondo board for {seats}, two against two."), seats=table.seats)
    return say(N_("Cirondo board for {seats}."), seats=table.seats)


def alt(position: Position, marks: Marks = NO_MARKS) -> str:
    """What the picture shows, in at most 1,024 characters.

    Who is to move or has won, the last move, every colour's numbers, and, as far as there is room, what can be chosen
    and where everything stands.
    """
    end, board = ending_of(position, marks), position.board
    seat_names, lines = names(position), [_table(position.table)]
    if end:
        lines.append(end.sentence)
    else:
        lines.append(say(N_("{colour} to move."), colour=seat_names[position.to_move or 0]))
        for seat in position.last_ones:
            words = N_("{colour} is down to one stellar: its next move is its last.")
            if seat == position.to_move:
                words = N_("{colour} is down to one stellar: this is its last move.")
            lines.append(say(words, colour=seat_names[seat]))
    if marks.last:
        lines.append(say(N_("Just played: {move}."), move=move_text(marks.last[-1])))
    if position.defeated:
        lines.append(say(N_("Out: {colours}."), colours=commas(seat_names[seat] for seat in position.defeated)))
    numbers, positions = [], []
    for seat, name in enumerate(seat_names):
        spaces = [board.spaces_of(seat, kind) for kind in KIND_NAMES]
        short = [_number_of(len(own), kind) for own, kind in zip(spaces, KIND_NAMES, strict=True)]
        long = [
            say(N_("{stellar} ({spaces})"), stellar=number, spaces=ranges(own)) if own else number
            for number, own in zip(short, spaces, strict=True)
        ]
        numbers.append(say(N_("{seat}: {standing}."), seat=name, standing=commas(short)))
        positions.append(say(N_("{seat}: {standing}."), seat=name, standing=commas(long)))
    both, chosen, _ = choice_sentences(marks)
    whole = longest_that_fits(lines + parts for parts in (positions + both, numbers + both, numbers + chosen, numbers))
    losses = [
        say(N_("{colour}'s {kind} on {space}"), colour=one.colour, kind=ONE[one.kind], space=place)
        for place, one in losses_of(position, marks).items()
    ]
    return with_room_for(
        whole,
        say(N_("Gone from the board: {stellar}."), stellar=join_list(losses)) if losses else "",
        round_sentence(marks, seat_names, move_in_short),
    )


# --- the complete text --------------------------------------------------------------------------------------------


def text(position: Position) -> str:
    """The complete position, a line for each fact. See the top of this module."""
    seat_names, table = names(position), position.table
    rule = say(N_("draw rule on") if position.draw_rule else N_("draw rule off"))
    sides = N_("Cirondo for {seats} seats, two against two, {rule}.")
    lines = [say(sides if table.teams else N_("Cirondo for {seats} seats, {rule}."), seats=table.seats, rule=rule)]
    if position.over is None:
        lines.append(say(N_("{colour} to move."), colour=seat_names[position.to_move or 0]))
    else:
        end = ending_of(position)
        who = end.title if end else say(N_("nobody wins"))
        lines.append(say(N_("Over, {reason}: {who}."), reason=say(REASONS[position.over]), who=who))
    if position.owed:
        owing = commas(seat_names[seat] for seat in position.owed)
        lines.append(say(N_("First move still to come: {colours}."), colours=owing))
    if position.defeated:
        lines.append(say(N_("Out: {colours}."), colours=commas(seat_names[seat] for seat in position.defeated)))
    for seat, name in enumerate(seat_names):
        kinds = semicolons(
            say(N_("{kinds} {spaces}"), kinds=say(NAMES[kind]), spaces=ranges(position.board.spaces_of(seat, kind)))
            for kind in KIND_NAMES
        )
        words = N_("{seat}: {standing} ({number} in supply).")
        lines.append(say(words, seat=name, standing=kinds, number=position.board.supply(seat)))
    if position.quiet:
        moves = commas(say(N_("{start} to {stop}"), start=move.origin, stop=move.target) for move in position.quiet)
        words = N_("Quiet moves, {number} of {limit}: {moves}.")
        lines.append(say(words, number=len(position.quiet), limit=QUIET_MOVES, moves=moves))
    return "\n".join(lines)
