"""A Cirondo position in words: the picture's alt text, and the complete text.

The complete text, which holds everything that the view does:

    Cirondo for 2 seats, draw rule on.
    Gold to move.
    First move still to come: Silver.
    Gold: planets A1-A16; moons B1-B7, B9-B16, C8; Solar Systems none (4 in supply).
    Silver: planets A17-A32; moons B17-B32; Solar Systems none (4 in supply).
    Quiet moves, 2 of 100: A9 to C7, A23 to E27.

A1-A8 means these spaces and all between them. Lines that have nothing to say are left out.
"""

from collections.abc import Iterable

from bot.rules import GAMES
from bot.rules.api import Document
from bot.rules.cirondo.situation import QUIET_MOVES
from bot.text import N_, NC_, NP_, say, say_plural, term
from bot.text.terms import commas, join_list, semicolons
from images.cirondo.facts import colours, last_ones, losses_of, side, stellar, supply
from images.cirondo.geometry import move, name_of, space
from images.marks import endings
from images.marks.endings import Ending
from images.marks.marks import NO_MARKS, Marks, Played
from images.marks.sentences import choice_sentences, longest_that_fits, round_sentence, with_room_for

NAMES = {"planets": N_("planets"), "moons": N_("moons"), "solars": N_("Solar Systems")}
PROMOTES = "=S"  # at the end of a move in notation
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


def names(view: Document) -> list[str]:
    """The colours of the seats as they begin a sentence."""
    return [term(colour.capitalize()) for colour in colours(view)]


# --- the end ----------------------------------------------------------------------------------------------------------


def ending_of(view: Document, marks: Marks = NO_MARKS) -> Ending | None:
    """How the match ended; None while it runs."""

    def tell(winners: tuple[int, ...]) -> tuple[str, str]:
        seat_names = join_list([names(view)[seat] for seat in winners])
        wins = say_plural("{colours} wins", "{colours} win", len(winners), colours=seat_names)
        is_draw = len({side(view, seat) for seat in winners}) > 1
        return say(N_("Draw")) if is_draw else wins, say(ENDINGS[view["over"]])

    return endings.find_ending(marks, lambda: GAMES["cirondo"].load(view).result if view["over"] else None, tell)


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


Stellar = tuple[str, str]
"""The colour and the kind of something on the board."""


def _mover_and_target(view: Document, played: Played) -> tuple[Stellar | None, Stellar | None]:
    """What moved and what it captured; None if unknown."""
    start, stop, _ = move(played.move)
    before = {space: (colour, kind) for colour, kind, space in stellar(played.before or view)}
    if played.before is not None:
        return before.get(name_of(start)), before.get(name_of(stop))
    own = before.get(name_of(stop))  # it's on its target now
    return (own[0], "moons") if own and played.move.endswith(PROMOTES) else own, None


def _whose(one: Stellar) -> str:
    """ "gold's planet"."""
    return say(N_("{colour}'s {kind}"), colour=one[0], kind=ONE[one[1]])


def move_text(view: Document, played: Played) -> str:
    """A move in one phrase: "gold's planet from A9 to D12, taking silver's moon"."""
    start, stop, captures = move(played.move)
    own, target = _mover_and_target(view, played)
    ends = {"start": name_of(start), "stop": name_of(stop)}
    words = say(N_("from {start} to {stop}"), **ends)
    parts = [say(N_("{stellar} from {start} to {stop}"), stellar=_whose(own), **ends) if own else words]
    if captures:
        parts.append(say(N_("taking {stellar}"), stellar=_whose(target)) if target else say(N_("capturing")))
    if played.move.endswith(PROMOTES):
        parts.append(say(N_("becoming a Solar System")))
    return commas(parts)


def move_in_short(view: Document, played: Played) -> str:
    """A move in few words for a corner of the picture: "planet takes D12"."""
    _, stop, captures = move(played.move)
    own, _ = _mover_and_target(view, played)
    if own is None:
        return say(N_("takes {space}") if captures else N_("to {space}"), space=name_of(stop))
    words = N_("{kind} takes {space}") if captures else N_("{kind} to {space}")
    return say(words, kind=ONE[own[1]], space=name_of(stop))


# --- the alt text -------------------------------------------------------------------------------------------------


def _number_of(number: int, kind: str) -> str:
    one, other = NUMBERS[kind]
    return say_plural(one, other, number)


def _table(view: Document) -> str:
    if view["options"]["teams"]:
        return say(N_("Cirondo board for {seats}, two against two."), seats=view["seats"])
    return say(N_("Cirondo board for {seats}."), seats=view["seats"])


def alt(view: Document, marks: Marks = NO_MARKS) -> str:
    """What the picture shows, in at most 1,024 characters.

    Who is to move or has won, the last move, every colour's numbers, and, as far as there is room, what can be chosen
    and where everything stands.
    """
    end = ending_of(view, marks)
    seat_names, lines = names(view), [_table(view)]
    if end:
        lines.append(end.sentence)
    else:
        lines.append(say(N_("{colour} to move."), colour=seat_names[view["to_move"]]))
        for seat in last_ones(view):
            words = N_("{colour} is down to one stellar: its next move is its last.")
            if seat == view["to_move"]:
                words = N_("{colour} is down to one stellar: this is its last move.")
            lines.append(say(words, colour=seat_names[seat]))
    if marks.last:
        lines.append(say(N_("Just played: {move}."), move=move_text(view, marks.last[-1])))
    if view["defeated"]:
        lines.append(say(N_("Out: {colours}."), colours=commas(seat_names[seat] for seat in view["defeated"])))
    numbers, positions = [], []
    for name, colour in zip(seat_names, colours(view), strict=True):
        pieces = view["pieces"][colour]
        short = [_number_of(len(pieces[kind]), kind) for kind in NAMES]
        long = [
            say(N_("{stellar} ({spaces})"), stellar=number, spaces=ranges(pieces[kind])) if pieces[kind] else number
            for number, kind in zip(short, NAMES, strict=True)
        ]
        numbers.append(say(N_("{seat}: {standing}."), seat=name, standing=commas(short)))
        positions.append(say(N_("{seat}: {standing}."), seat=name, standing=commas(long)))
    both, chosen, _ = choice_sentences(marks)
    whole = longest_that_fits(lines + parts for parts in (positions + both, numbers + both, numbers + chosen, numbers))
    losses = [
        say(N_("{colour}'s {kind} on {space}"), colour=colour, kind=ONE[kind], space=place)
        for colour, kind, place in losses_of(view, marks)
    ]
    return with_room_for(
        whole,
        say(N_("Gone from the board: {stellar}."), stellar=join_list(losses)) if losses else "",
        round_sentence(marks, seat_names, lambda played: move_in_short(view, played)),
    )


# --- the complete text --------------------------------------------------------------------------------------------


def text(view: Document) -> str:
    """The complete position, a line for each fact. See the top of this module."""
    seat_names, options = names(view), view["options"]
    rule = say(N_("draw rule on") if options["draw_rule"] else N_("draw rule off"))
    table = N_("Cirondo for {seats} seats, two against two, {rule}.")
    lines = [
        say(table if options["teams"] else N_("Cirondo for {seats} seats, {rule}."), seats=view["seats"], rule=rule)
    ]
    if view["over"] is None:
        lines.append(say(N_("{colour} to move."), colour=seat_names[view["to_move"]]))
    else:
        end = ending_of(view)
        who = end.title if end else say(N_("nobody wins"))
        lines.append(say(N_("Over, {reason}: {who}."), reason=say(REASONS[view["over"]]), who=who))
    if view["owed"]:
        owing = commas(seat_names[seat] for seat in view["owed"])
        lines.append(say(N_("First move still to come: {colours}."), colours=owing))
    if view["defeated"]:
        lines.append(say(N_("Out: {colours}."), colours=commas(seat_names[seat] for seat in view["defeated"])))
    for name, colour in zip(seat_names, colours(view), strict=True):
        pieces = view["pieces"][colour]
        kinds = semicolons(
            say(N_("{kinds} {spaces}"), kinds=say(NAMES[kind]), spaces=ranges(pieces[kind])) for kind in NAMES
        )
        words = N_("{seat}: {standing} ({number} in supply).")
        lines.append(say(words, seat=name, standing=kinds, number=supply(view, colour)))
    if view["quiet"]:
        moves = commas(
            say(N_("{start} to {stop}"), start=start, stop=stop)
            for start, stop in (quiet.split("-") for quiet in view["quiet"])
        )
        words = N_("Quiet moves, {number} of {limit}: {moves}.")
        lines.append(say(words, number=len(view["quiet"]), limit=QUIET_MOVES, moves=moves))
    return "\n".join(lines)
