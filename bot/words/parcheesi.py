"""Parcheesi in words: what its moves and endings are called, and the complete position.

The complete text, which holds everything that the position does:

    Parcheesi for 2 seats.
    Options: Red starts; the first player home wins; third doubles are played like any other; blockades can stand
    forever; no limit on rolls.
    Red to move.
    Dice: 4 and 3; left: 3.
    Free moves to play: 20.
    Red: 1 in the nest; t12 (safe), t14, h2; 0 home; 83 points.
    Yellow: 1 in the nest; blockade on t50; 1 home; 84 points.
    Partners: t12 with t14.
    Safe squares: t5, t12 and so on.
    Rolls so far: 57.

(The options are one line.) Lines that have nothing to say are left out.
"""

from collections.abc import Iterator, Sequence

from bot.rules.chance import Scripted
from bot.rules.parcheesi import Effects, Move, Position, what_happened
from bot.rules.parcheesi.board import ROLL, SAFE, SQUARES
from bot.text import N_, NP_, say, say_plural, term
from bot.text.terms import capitalise, commas, join_list, semicolons
from bot.words import UNKNOWN, Course, PastDecision, Verdict, best_turn, ending_by_rules, lead, points, with_disc

Played = PastDecision[Move, Position]

HOME = N_("home")
"""The place behind the home row, as moves name it."""

_SAFE = frozenset(SQUARES[square] for square in SAFE)


def names(position: Position) -> tuple[str, ...]:
    """The colours of the seats as they are written."""
    return tuple(term(colour.capitalize()) for colour in position.colours)


# --- moves ------------------------------------------------------------------------------------------------------------


glossary: Sequence[str] = (
    N_("**Blockade**: two pawns of one colour on the same square. Nobody can pass it or land on it."),
    N_(
        "**Nest**: where pawns begin and where captured ones return to. "
        "A 5 brings one out, on one die or on both together."
    ),
)


def describe_move(position: Position, move: Move) -> str:
    colour = names(position)[position.to_move or 0]
    if move == ROLL:
        return say(N_("{colour} rolls the dice."), colour=colour)
    return say(
        N_("{colour} {does}."), colour=colour, does=_tell(position, move, effects_of(position, move), begins=True)
    )


def effects_of(position: Position, move: Move) -> Effects:
    """What a move without luck brings about."""
    return what_happened(position, move, position.play(move, Scripted([])))


def _tell(position: Position, move: Move, effects: Effects, *, begins: bool) -> str:
    """What a colour does, and what follows from it."""
    does = _move_in_words(position, move, begins=begins)
    if makes_blockade(position, move, effects):
        does = say(N_("{does} and makes a blockade"), does=does)
    return commas([does, *consequences(position, effects)])


def _move_in_words(position: Position, move: Move, *, begins: bool) -> str:
    """What a colour does; for later moves of the same roll only the way."""
    match move.kind:
        case "enter":
            return say(N_("brings a pawn out on {square}"), square=move.target)
        case "skip":
            return say_plural(
                "skips the free move of {numbers}",
                "skips the free moves of {numbers}",
                len(position.bonuses),
                numbers=join_list(position.bonuses),
            )
        case "bonus":
            words = N_("plays the free move of {number}: {origin} → {target}")
            return say(words, number=move.values[0], origin=move.origin, target=move.target)
        case _ if begins:
            words = N_("moves from {origin} to home") if move.target == HOME else N_("moves from {origin} to {target}")
            return say(words, origin=move.origin, target=move.target)
        case _:
            return way(move)


def way(move: Move) -> str:
    """Where a pawn goes: "t12 → t16"."""
    return f"{move.origin} → {term(move.target)}"


def makes_blockade(position: Position, move: Move, effects: Effects) -> bool:
    """Whether a pawn joins another one of its colour, not at home."""
    return not effects.home and move.kind != "skip" and move.target in position.squares(effects.seat)


def consequences(position: Position, effects: Effects, *, short: bool = False) -> list[str]:
    """The effects of a pawn's move besides a blockade, each in a few words."""
    parts = []
    if effects.captured is not None:
        words = N_("takes {colour}'s pawn") if short else N_("takes {colour}'s pawn and earns a free move of 20")
        parts.append(say(words, colour=position.colours[effects.captured]))
    if effects.home and not short and not effects.finished:
        parts.append(say(N_("which earns a free move of 10")))
    if effects.past is not None:
        words = (
            N_("past its home row") if short else N_("past its home row, as the {values} couldn't be used otherwise")
        )
        parts.append(say(words, values=join_list(effects.past_unused)))
    if effects.finished:
        parts.append(say(N_("all four pawns are home") if short else N_("so all four pawns are home")))
    else:
        if effects.lost:
            words = N_("the {values} can't be used") if short else N_("but the {values} can't be used")
            parts.append(say(words, values=join_list(effects.lost)))
        if effects.lost_bonuses:
            words_for = (
                NP_("no pawn can play the free move of {values}", "no pawn can play the free moves of {values}")
                if short
                else NP_(
                    "but no pawn can play the free move of {values}",
                    "but no pawn can play the free moves of {values}",
                )
            )
            lost = effects.lost_bonuses
            parts.append(say_plural(*words_for, len(lost), values=join_list(lost)))
    return parts


def describe_turn(turn: Sequence[Played]) -> str:
    """A line for each roll and what was done with it."""
    rolls: list[list[Played]] = []
    for decision in turn:
        if decision.move == ROLL or not rolls:
            rolls.append([])
        rolls[-1].append(decision)
    return "\n".join(map(_roll, rolls))


def _roll(roll: Sequence[Played]) -> str:
    first = roll[0]
    colour = with_disc(first.before.colours[first.before.to_move or 0])
    parts: list[str] = []
    beneath = ""
    for decision in roll:
        before, move = decision.before, decision.move
        if move != ROLL:
            words = _tell(before, move, effects_of(before, move), begins=not parts and first.move != ROLL)
            parts.append(say(N_("{done} (the only move)"), done=words) if decision.automatic else words)
        elif decision.chance:
            after = decision.after or before.play(move, Scripted(decision.chance))
            effects = what_happened(before, move, after, decision.chance)
            parts += _dice(effects)
            if len(effects.values) > 2 and not effects.third_double:
                beneath = join_list(effects.values)
    if first.move != ROLL:
        return say(N_("{colour} {does}."), colour=colour, does=" · ".join(parts))
    words = (
        N_("{colour} rolls **{dice}** (with the faces underneath {values})")
        if beneath
        else N_("{colour} rolls **{dice}**")
    )
    head = say(words, colour=colour, dice=join_list(first.chance), values=beneath)
    return say(N_("{head}: {parts}.") if parts else N_("{head}."), head=head, parts=" · ".join(parts))


def _dice(effects: Effects) -> list[str]:
    """The effects of a roll before anything was moved."""
    if effects.third_double:
        if effects.sent_back is None:
            return [say(N_("the third double ends the turn"))]
        words = N_("the third double, so the leading pawn goes from {square} back to the nest")
        return [say(words, square=effects.sent_back)]
    if not effects.lost:
        return []
    either = join_list(effects.needed, "or")
    words = N_("nothing can be played without a {values}") if either else N_("every pawn is blocked")
    return [say(words, values=either)]


def move_in_short(move: Move, *, takes: bool) -> str:
    """A pawn's move in few words for the picture: "t10 to t14", "t10 takes t14"."""
    if move.kind == "skip":
        return say(N_("free move skipped"))
    if move.origin == "nest":
        words = N_("out takes {stop}") if takes else N_("out to {stop}")
    else:
        words = N_("{start} takes {stop}") if takes else N_("{start} to {stop}")
    if move.target == HOME:
        words = N_("{start} to home")
    return say(words, start=move.origin, stop=move.target)


# --- the end ----------------------------------------------------------------------------------------------------------


def ending_reason(position: Position) -> str:
    if not position.finished:
        return say(N_("The roll limit ({number}) has been reached."), number=position.table.max_rolls)
    return say_plural(
        "{colours} has brought all four pawns home.",
        "{colours} have brought all four pawns home.",
        len(position.finished),
        colours=capitalise(join_list([term(position.colours[seat]) for seat in position.finished])),
    )


def ending(position: Position) -> Verdict | None:
    """How the rules ended the match; None while it runs."""

    def tell(winners: tuple[int, ...]) -> tuple[str, str]:
        reason = say_plural("after {number} roll", "after {number} rolls", position.rolls)
        if position.finished:
            reason = say(N_("all four pawns home"))
        is_draw = len(winners) > 1
        return say(N_("Draw")) if is_draw else say(N_("{colour} wins"), colour=names(position)[winners[0]]), reason

    return ending_by_rules(position.result, tell)


def gain(before: Position, after: Position, seat: int) -> int:
    """The points that a turn brought its seat."""
    return after.scores[seat] - before.scores[seat]


def story(position: Position, winners: Sequence[int], course: Course = UNKNOWN) -> list[str]:
    """ "after 56 rolls", "23 points ahead", "best turn: 34 points"."""
    rolls = say_plural("after {number} roll", "after {number} rolls", position.rolls) if position.finished else ""
    return [*filter(None, (rolls, lead(position.scores, winners), best_turn(course)))]


# --- positions --------------------------------------------------------------------------------------------------------

TASKS = {
    "roll": N_("{colour} to roll."),
    "move": N_("{colour} to move."),
    "bonus": N_("{colour} to play a free move."),
}
PHASES = {**TASKS, "bonus": N_("{colour} to play a free move or skip.")}
FINISH = {"first": N_("the first player home wins"), "all": N_("play goes on until one seat is left")}
TRIPLE = {
    False: N_("third doubles are played like any other"),
    True: N_("a third double sends the leading pawn back"),
}


def text(position: Position) -> str:
    seat_names = names(position)
    lines = [
        say(N_("Parcheesi for {seats} seats."), seats=position.table.seats),
        say(N_("Options: {options}."), options=semicolons(_options(position, seat_names[0]))),
    ]
    if position.phase == "over":
        end = ending(position)
        lines.append(say(N_("Over: {who}."), who=end.title if end else say(N_("nobody wins"))))
    else:
        lines.append(say(PHASES[position.phase], colour=seat_names[position.to_move or 0]))
    if position.dice:
        words = N_("Dice: {one} and {two}; left: {left}.") if position.left else N_("Dice: {one} and {two}.")
        lines.append(say(words, one=position.dice[0], two=position.dice[1], left=_numbers(position.left)))
    if position.bonuses:
        lines.append(say(N_("Free moves to play: {numbers}."), numbers=_numbers(position.bonuses)))
    if position.doubles:
        lines.append(say(N_("Doubles this turn: {number}."), number=position.doubles))
    for seat, name in enumerate(seat_names):
        out = commas(pawns_on_the_way(position, seat, safe=N_("{square} (safe)"))) or say(N_("none on the way"))
        parts = (
            say(N_("{number} in the nest"), number=position.squares(seat).count("nest")),
            out,
            say(N_("{number} home"), number=position.squares(seat).count("home")),
            points(position.scores[seat]),
        )
        lines.append(say(N_("{seat}: {standing}."), seat=name, standing=semicolons(parts)))
    if position.pairs:
        pairs = commas(say(N_("{one} with {two}"), one=SQUARES[one], two=SQUARES[two]) for one, two in position.pairs)
        lines.append(say(N_("Partners: {pairs}."), pairs=pairs))
    for name, ages in zip(seat_names, position.ages, strict=True):
        if ages:
            words_for = commas(f"{SQUARES[at]} {turns}" for at, turns in ages)
            lines.append(say(N_("Turns of {colour}’s blockades: {turns}."), colour=name, turns=words_for))
    if position.finished:
        lines.append(say(N_("Finished: {colours}."), colours=commas(seat_names[seat] for seat in position.finished)))
    lines.append(say(N_("Safe squares: {squares}."), squares=commas(SQUARES[square] for square in SAFE)))
    lines.append(say(N_("Rolls so far: {number}."), number=position.rolls))
    return "\n".join(lines)


def pawns_on_the_way(position: Position, seat: int, safe: str = "{square}") -> list[str]:
    """The squares between nest and home with a seat's pawns; two of them are a blockade. `safe` names a safe square."""
    out = [at for at in position.squares(seat) if at not in ("nest", "home")]
    words = {at: safe if at in _SAFE else "{square}" for at in out}
    words |= {at: N_("blockade on {square}") for at in out if out.count(at) == 2}
    return [say(form, square=at) for at, form in words.items()]


def _options(position: Position, first: str) -> Iterator[str]:
    table = position.table
    starts = table.first == "seat0"
    yield say(N_("{colour} starts") if starts else N_("the highest roll starts"), colour=first)
    yield say(FINISH[table.finish])
    yield say(TRIPLE[table.triple_doubles])
    limit, cap = table.blockade_limit, table.max_rolls
    words = (
        N_("blockades can stand for {number} of their owner’s turns") if limit else N_("blockades can stand forever")
    )
    yield say(words, number=limit)
    yield say(N_("at most {number} rolls") if cap else N_("no limit on rolls"), number=cap)


def _numbers(numbers: Sequence[int]) -> str:
    return commas(map(str, numbers))
