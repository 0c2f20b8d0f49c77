"""A Parcheesi position in words: the picture's alt text, and the complete text.

The complete text, which holds everything that the position does:

    Parcheesi for 2 seats.
    Options: Red starts; the first seat home wins; third doubles are played like any other; blockades can stand forever;
    no limit on rolls.
    Red to move.
    Dice: 4 and 3; left: 3.
    Free moves to play: 20.
    Red: 1 in the nest; t10, t14, h2; 0 home; 83 points.
    Yellow: 2 in the nest; t50; 1 home; 84 points.
    Partners: t10 with t14.
    Rolls so far: 57.

(The options are one line.) Lines that have nothing to say are left out.
"""

from collections.abc import Iterator, Sequence

from bot.rules.parcheesi import Position
from bot.rules.parcheesi.board import SQUARES
from bot.text import N_, say, say_plural, term
from bot.text.terms import commas, ordinal, semicolons
from images.marks import endings
from images.marks.endings import Ending
from images.marks.marks import NO_MARKS
from images.marks.sentences import choice_sentences, longest_that_fits, points, round_sentence, with_room_for
from images.parcheesi.marks import Marks
from images.parcheesi.steps import Step, step, steps, values

# --- the end ----------------------------------------------------------------------------------------------------------


def names(position: Position) -> tuple[str, ...]:
    """The colours of the seats as they are written."""
    return tuple(term(colour.capitalize()) for colour in position.colours)


def ending_of(position: Position, marks: Marks = NO_MARKS) -> Ending | None:
    """How the match ended; None while it runs."""

    def tell(winners: tuple[int, ...]) -> tuple[str, str]:
        reason = say_plural("after {number} roll", "after {number} rolls", position.rolls)
        if position.finished:
            reason = say(N_("all four pawns home"))
        is_draw = len(winners) > 1
        return say(N_("Draw")) if is_draw else say(N_("{colour} wins"), colour=names(position)[winners[0]]), reason

    return endings.find_ending(marks, position.result, tell)


# --- the alt text -----------------------------------------------------------------------------------------------------

_TASKS = {
    "roll": N_("{colour} to roll."),
    "move": N_("{colour} to move."),
    "bonus": N_("{colour} to play a free move."),
}


def _where(position: Position, seat: int) -> str:
    """The pawns of a seat: "2 in the nest, blockade on t5, 1 home"."""
    own = position.squares(seat)
    out = [name for name in own if name not in ("nest", "home")]
    parts = [say(N_("{number} in the nest"), number=position.squares(seat).count("nest"))] if "nest" in own else []
    parts += [
        say(N_("blockade on {square}"), square=name) if out.count(name) == 2 else name for name in dict.fromkeys(out)
    ]
    if "home" in own:
        parts.append(say(N_("{number} home"), number=position.squares(seat).count("home")))
    return commas(parts)


def move_in_short(step: Step) -> str:
    """A pawn's move in few words for the picture: "t10 to t14", "t10 takes t14"."""
    if step.start is None or step.stop is None:
        return say(N_("free move skipped"))
    stop = place_name(step.stop[1])
    if step.start[1] == "nest":
        words = N_("out takes {stop}") if step.sent_back else N_("out to {stop}")
    else:
        words = N_("{start} takes {stop}") if step.sent_back else N_("{start} to {stop}")
    return say(words, start=step.start[1], stop=stop)


def place_name(square: str) -> str:
    """A square as the board names it; the last one in words."""
    return say(N_("home")) if square == "home" else square


def _step_text(step: Step) -> str:
    """A decision in words that follow its colour."""
    if step.dice:
        words = N_("rolled {one} and {two}")
        if step.sent_back:
            words = N_("rolled {one} and {two}, a third double, so the pawn on {square} went back to the nest")
        square = step.sent_back[1][1] if step.sent_back else ""
        return say(words, one=step.dice[0], two=step.dice[1], square=square)
    if step.start is None or step.stop is None:
        return say(N_("skipped the free move") if step.move.kind == "skip" else N_("rolled the dice"))
    if step.start[1] == "nest":
        words = N_("brought a pawn out on {stop}")
        if step.sent_back:
            words = N_("brought a pawn out on {stop}, taking {colour}'s pawn")
    elif step.stop[1] == "home":
        words = N_("moved from {start} home")
    else:
        words = N_("moved from {start} to {stop}")
        if step.sent_back:
            words = N_("moved from {start} to {stop}, taking {colour}'s pawn")
    colour = step.sent_back[0] if step.sent_back else ""
    return say(words, start=step.start[1], stop=step.stop[1], colour=colour)


def _in_short(last_steps: Sequence[Step]) -> list[str]:
    """The last moves in few words; a colour is named where it begins or changes."""
    parts: list[str] = []
    colour = ""
    for one in last_steps:
        words = _step_text(one)
        who = term(one.colour.capitalize())
        parts.append(words if one.colour == colour else say(N_("{seat} {did}"), seat=who, did=words))
        colour = one.colour
    return parts


def alt(position: Position, marks: Marks = NO_MARKS) -> str:
    """What the picture shows, in at most 1,024 characters.

    Who is to move or has won, dice, bonuses, all pawns, the last moves, what is chosen and can be chosen. If that is
    too long, the oldest of the last moves are dropped first, then the choices.
    """
    end = ending_of(position, marks)
    seat_names = names(position)
    lines = [say(N_("Parcheesi board for {seats}."), seats=position.table.seats)]
    if end:
        lines.append(end.sentence)
    else:
        again = position.phase == "roll" and position.doubles
        words = N_("{colour} to roll again.") if again else _TASKS[position.phase]
        lines.append(say(words, colour=seat_names[position.to_move or 0]))
    if position.dice:
        whole = values(position, marks)
        left = commas(map(str, position.left)) or say(N_("nothing"))
        words = N_("Dice {one} and {two}; left to use: {left}.")
        if len(whole) == 4:
            words = N_("Dice {one} and {two}, and {beneath} twice underneath; left to use: {left}.")
        lines.append(say(words, one=position.dice[0], two=position.dice[1], beneath=whole[-1], left=left))
    if position.bonuses:
        bonuses = commas(f"+{bonus}" for bonus in position.bonuses)
        lines.append(say(N_("Free moves to play: {numbers}."), numbers=bonuses))
    if position.doubles > 1:
        lines.append(say(N_("{number} doubles this turn."), number=position.doubles))
    for seat, name in enumerate(seat_names):
        words, place = N_("{seat}: {standing}, {points}."), ""
        if end and end.places:
            words, place = N_("{seat}: {place}, {standing}, {points}."), ordinal(end.places[seat])
        elif seat in position.finished:
            words = N_("{seat}: finished {place}, {standing}, {points}.")
            place = ordinal(position.finished.index(seat) + 1)
        words_for = points(position.scores[seat])
        lines.append(say(words, seat=name, place=place, standing=_where(position, seat), points=words_for))
    if position.table.max_rolls:
        words = N_("Roll {number} of {limit}.")
        lines.append(say(words, number=position.rolls, limit=position.table.max_rolls))
    last_steps = steps(marks)
    tails = [
        [say(N_("Just played: {move}."), move=commas(_in_short(last_steps[skipped:])))] if last_steps[skipped:] else []
        for skipped in range(len(last_steps) + 1)
    ]
    words_for = longest_that_fits(lines + played + some for some in choice_sentences(marks) for played in tails)
    return with_room_for(words_for, round_sentence(marks, seat_names, lambda played: _step_text(step(played))))


# --- the complete text ------------------------------------------------------------------------------------------------

_PHASES = {**_TASKS, "bonus": N_("{colour} to play a free move or skip.")}
_FINISH = {"first": N_("the first seat home wins"), "all": N_("play goes on until one seat is left")}
_TRIPLE = {
    False: N_("third doubles are played like any other"),
    True: N_("a third double sends the leading pawn back"),
}


def text(position: Position) -> str:
    """The complete position, a line for each fact. See the top of this module."""
    seat_names = names(position)
    lines = [
        say(N_("Parcheesi for {seats} seats."), seats=position.table.seats),
        say(N_("Options: {options}."), options=semicolons(_options(position, seat_names[0]))),
    ]
    if position.phase == "over":
        end = ending_of(position)
        lines.append(say(N_("Over: {who}."), who=end.title if end else say(N_("nobody wins"))))
    else:
        lines.append(say(_PHASES[position.phase], colour=seat_names[position.to_move or 0]))
    if position.dice:
        words = N_("Dice: {one} and {two}; left: {left}.") if position.left else N_("Dice: {one} and {two}.")
        lines.append(say(words, one=position.dice[0], two=position.dice[1], left=_numbers(position.left)))
    if position.bonuses:
        lines.append(say(N_("Free moves to play: {numbers}."), numbers=_numbers(position.bonuses)))
    if position.doubles:
        lines.append(say(N_("Doubles this turn: {number}."), number=position.doubles))
    for seat, name in enumerate(seat_names):
        out = commas(at for at in position.squares(seat) if at not in ("nest", "home")) or say(N_("none on the way"))
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
    lines.append(say(N_("Rolls so far: {number}."), number=position.rolls))
    return "\n".join(lines)


def _options(position: Position, first: str) -> Iterator[str]:
    table = position.table
    starts = table.first == "seat0"
    yield say(N_("{colour} starts") if starts else N_("the highest roll starts"), colour=first)
    yield say(_FINISH[table.finish])
    yield say(_TRIPLE[table.triple_doubles])
    limit, cap = table.blockade_limit, table.max_rolls
    words = (
        N_("blockades can stand for {number} of their owner’s turns") if limit else N_("blockades can stand forever")
    )
    yield say(words, number=limit)
    yield say(N_("at most {number} rolls") if cap else N_("no limit on rolls"), number=cap)


def _numbers(numbers: Sequence[int]) -> str:
    return commas(map(str, numbers))
