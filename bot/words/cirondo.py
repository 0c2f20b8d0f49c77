"""Cirondo in words: what its pieces, moves and endings are called, and the complete position.

The complete text, which holds everything that the position does:

    Cirondo for 2 seats, draw rule on.
    Gold to move.
    First move still to come: Silver.
    Gold: 16 planets (A1-A16), 16 moons (B1-B7, B9-B16, C8), 0 Solar Systems (4 in supply).
    Silver: 16 planets (A17-A32), 16 moons (B17-B32), 0 Solar Systems (4 in supply).
    Quiet moves, 2 of 100: A9 to C7, A23 to E27.

A1-A8 means these spaces and all between them. Lines that have nothing to say are left out.
"""

from collections.abc import Iterable, Sequence

from bot.rules.cirondo import Move, Position
from bot.rules.cirondo.board import KIND_NAMES, NUMBERS, SPACE_NUMBERS, SPACES
from bot.rules.cirondo.situation import QUIET_MOVES
from bot.text import N_, NP_, say, say_plural, term
from bot.text.terms import capitalise, commas, join_list, join_sentences
from bot.words import UNKNOWN, Course, PastDecision, Verdict, duration, ending_by_rules, one_by_one

Played = PastDecision[Move, Position]

KINDS = {"planets": N_("planet"), "moons": N_("moon"), "solars": N_("Solar System")}
_AMOUNTS = {
    "planets": NP_("{number} planet", "{number} planets"),
    "moons": NP_("{number} moon", "{number} moons"),
    "solars": NP_("{number} Solar System", "{number} Solar Systems"),
}

ENDINGS = {
    "conquest": (N_("by conquest"), N_("Only one side is left: a conquest.")),
    "showdown": (
        N_("in the showdown"),
        N_("Every side is down to one stellar: a showdown. The strongest stellar wins."),
    ),
    "blocked": (N_("nobody can move"), N_("Nobody can move: a draw between the remaining sides.")),
    "repetition": (
        N_("third repetition"),
        N_("The same position for the third time: a draw between the remaining sides."),
    ),
    "quiet": (
        N_("100 quiet moves"),
        N_("A hundred moves without a capture or a moon move: a draw between the remaining sides."),
    ),
}
"""Why a match ended, under a picture's title and on a board."""


glossary: Sequence[str] = (
    N_("**Stellar**: any piece: a planet, a moon or a Solar System."),
    N_("**Solar System**: the strongest piece. A moon that reaches ring H becomes one."),
)


def names(position: Position) -> list[str]:
    """The colours of the seats as they begin a sentence."""
    return [term(colour.capitalize()) for colour in position.table.colours]


# --- moves ------------------------------------------------------------------------------------------------------------


def describe_move(position: Position, move: Move) -> str:
    stellar = position.board.standing
    colour, kind = stellar[move.origin]
    values = {"colour": colour.capitalize(), "kind": KINDS[kind], "origin": move.origin, "target": move.target}
    if victim := stellar.get(move.target):
        words = N_("{colour}'s {kind} on {origin} takes {owner}'s {victim} on {target}.")
        values |= {"owner": victim.colour, "victim": KINDS[victim.kind]}
    else:
        words = N_("{colour}'s {kind} moves from {origin} to {target}.")
    becomes = say(N_("It becomes a Solar System.")) if position.promotes(move) else ""
    return join_sentences((say(words, **values), becomes))


def describe_effects(before: Position, move: Move, after: Position) -> str:
    """Who is out and why, who is down to their last stellar, who passed."""
    lines, seat_names = [], names(after)
    for side in after.table.sides:
        if side[0] in after.defeated and side[0] not in before.defeated:
            lines.append(_why_out(before, move, side))
        elif after.to_move is not None and after.count(side[0]) == 1 != before.count(side[0]):
            lines.append(down_to_one(after, side))
    if after.to_move is None or before.to_move is None:
        return join_sentences(lines)
    seat = (before.to_move + 1) % len(seat_names)
    while seat != after.to_move:
        if after.board.spaces[seat]:  # who is out, or whose partner plays on alone, has none
            lines.append(say(N_("{colour} can't move and passes."), colour=seat_names[seat]))
        seat = (seat + 1) % len(seat_names)
    return join_sentences(lines)


def down_to_one(position: Position, side: Sequence[int]) -> str:
    return _of_side(
        position,
        side,
        NP_(
            "**{colours} is down to one stellar and has one last move.**",
            "**{colours} are down to one stellar and have one last move.**",
        ),
    )


def _of_side(position: Position, side: Sequence[int], words: tuple[str, str]) -> str:
    colours = capitalise(join_list([term(position.table.colours[seat]) for seat in side]))
    return say_plural(*words, len(side), colours=colours)


def _why_out(before: Position, move: Move, side: Sequence[int]) -> str:
    """Why a side is out: it made its last move, lost its last stellar, or couldn't make its last move."""
    victim = before.board.at(move.target)
    words = NP_(
        "{colours} can't make its last move: **{colours} is out.**",
        "{colours} can't make their last move: **{colours} are out.**",
    )
    if before.to_move in side:
        words = NP_(
            "**{colours} is out:** that was its last move.",
            "**{colours} are out:** that was their last move.",
        )
    elif victim and victim.colour in {before.table.colours[seat] for seat in side}:
        words = NP_("**{colours} has no stellar left and is out.**", "**{colours} have no stellar left and are out.**")
    return _of_side(before, side, words)


def describe_turn(turn: Sequence[Played]) -> str:
    return one_by_one(turn, describe_move, describe_effects)


def move_in_short(position: Position, move: Move) -> str:
    """A move in few words for a corner of the picture: "planet takes D12"."""
    words = N_("{kind} takes {space}") if position.captures(move) else N_("{kind} to {space}")
    return say(words, kind=KINDS[position.board.standing[move.origin].kind], space=move.target)


# --- the end ----------------------------------------------------------------------------------------------------------


def ending_reason(position: Position) -> str:
    return say(ENDINGS[position.over][1]) if position.over else ""


def ending(position: Position) -> Verdict | None:
    """How the rules ended the match; None while it runs."""

    def tell(winners: tuple[int, ...]) -> tuple[str, str]:
        seat_names = join_list([names(position)[seat] for seat in winners])
        wins = say_plural("{colours} wins", "{colours} win", len(winners), colours=seat_names)
        is_draw = len({position.table.side_of[seat] for seat in winners}) > 1
        return say(N_("Draw")) if is_draw else wins, say(ENDINGS[position.over][0]) if position.over else ""

    return ending_by_rules(position.result, tell)


def gain(before: Position, after: Position, seat: int) -> int:
    """How many stellar a turn captured."""
    return len(before.board.standing) - len(after.board.standing)


def story(position: Position, winners: Sequence[int], course: Course = UNKNOWN) -> list[str]:
    """ "after 62 turns", "best turn: 2 captured", "7 stellar left"; to capture one is nothing special."""
    left = sum(len(position.board.spaces_of(seat, kind)) for seat in winners for kind in KIND_NAMES)
    left_words = say_plural("{number} stellar left", "{number} stellar left", left) if winners else ""
    best = say_plural("best turn: {number} captured", "best turn: {number} captured", course.best)
    return [*filter(None, (duration(course), best if course.best > 1 else "", left_words))]


# --- positions --------------------------------------------------------------------------------------------------------


def ranges(spaces: Iterable[str]) -> str:
    """Spaces in order, three or more in a row as first-last: "A1-A8, A10, B2"."""
    runs: list[list[int]] = []
    for space in sorted(SPACE_NUMBERS[name] for name in spaces):
        if runs and runs[-1][-1] == space - 1 and space % NUMBERS:
            runs[-1].append(space)
        else:
            runs.append([space])
    return commas(
        f"{SPACES[run[0]]}-{SPACES[run[-1]]}" if len(run) > 2 else commas(SPACES[space] for space in run)
        for run in runs
    )


def stellar_of(position: Position, seat: int, *, spaces: bool) -> str:
    """A seat's stellar, and the `spaces` where they stand: "2 planets (A1, A2), 0 moons, 1 Solar System (H7)"."""
    parts = []
    for kind in KIND_NAMES:
        own = position.board.spaces_of(seat, kind)
        number = say_plural(*_AMOUNTS[kind], len(own))
        parts.append(say(N_("{stellar} ({spaces})"), stellar=number, spaces=ranges(own)) if own and spaces else number)
    return commas(parts)


def say_defeated(position: Position) -> list[str]:
    """Who is out, in a sentence."""
    seat_names = names(position)
    return (
        [say(N_("Out: {colours}."), colours=commas(seat_names[seat] for seat in position.defeated))]
        if (position.defeated)
        else []
    )


def text(position: Position) -> str:
    seat_names, table = names(position), position.table
    rule = say(N_("draw rule on") if position.draw_rule else N_("draw rule off"))
    sides = N_("Cirondo for {seats} seats, two against two, {rule}.")
    lines = [say(sides if table.teams else N_("Cirondo for {seats} seats, {rule}."), seats=table.seats, rule=rule)]
    end = ending(position)
    lines.append(end.sentence if end else say(N_("{colour} to move."), colour=seat_names[position.to_move or 0]))
    if position.owed:
        owing = commas(seat_names[seat] for seat in position.owed)
        lines.append(say(N_("First move still to come: {colours}."), colours=owing))
    lines += say_defeated(position)
    for seat, name in enumerate(seat_names):
        words = N_("{seat}: {standing} ({number} in supply).")
        standing = stellar_of(position, seat, spaces=True)
        lines.append(say(words, seat=name, standing=standing, number=position.board.supply(seat)))
    if position.quiet:
        moves = commas(say(N_("{start} to {stop}"), start=move.origin, stop=move.target) for move in position.quiet)
        words = N_("Quiet moves, {number} of {limit}: {moves}.")
        lines.append(say(words, number=len(position.quiet), limit=QUIET_MOVES, moves=moves))
    return "\n".join(lines)
