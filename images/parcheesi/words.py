"""A Parcheesi position in words: the picture's alt text, and the complete text.

The complete text, which holds everything that the view does:

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

from collections.abc import Sequence
from typing import Any

from bot.rules import GAMES
from bot.rules.api import Document
from images import endings
from images.endings import Ended
from images.marks import NO_MARKS, Marks
from images.parcheesi.facts import Step, count, names, score, step, steps, values
from images.sentences import ORDINALS, counted, longest_that_fits, picked, round_told, with_room_for

# --- the end ----------------------------------------------------------------------------------------------------------


def ended(view: Document, marks: Marks = NO_MARKS) -> Ended | None:
    """How the match ended; None while it runs."""

    def tell(winners: tuple[int, ...]) -> tuple[str, str]:
        reason = "all four pawns home" if view["finished"] else f"after {counted(view['rolls'], 'roll')}"
        return "Draw" if len(winners) > 1 else f"{names(view)[winners[0]]} wins", reason

    return endings.ended(marks, lambda: GAMES["parcheesi"].load(view).result if view["phase"] == "over" else None, tell)


# --- the alt text -----------------------------------------------------------------------------------------------------

_TASKS = {"roll": "to roll", "move": "to move", "bonus": "to play a free move"}


def _where(view: Document, seat: int) -> str:
    """The pawns of a seat: "2 in the nest, blockade on t5, 1 home"."""
    own = view["pawns"][seat]
    out = [name for name in own if name not in ("nest", "home")]
    parts = [f"{count(view, seat, 'nest')} in the nest"] if "nest" in own else []
    parts += [f"blockade on {name}" if out.count(name) == 2 else name for name in dict.fromkeys(out)]
    if "home" in own:
        parts.append(f"{count(view, seat, 'home')} home")
    return ", ".join(parts)


def move_in_short(step: Step) -> str:
    """A pawn's move in few words for the picture: "t10 to t14", "t10 takes t14"."""
    if step.start is None or step.stop is None:
        return "free move skipped"
    start = "out" if step.start[1] == "nest" else step.start[1]
    return f"{start} {'takes' if step.sent_back else 'to'} {step.stop[1]}"


def _step_told(step: Step) -> str:
    """A decision in words that follow its colour."""
    if step.dice:
        words = f"rolled {step.dice[0]} and {step.dice[1]}"
        if step.sent_back:
            words += f", a third double, so the pawn on {step.sent_back[1][1]} went back to the nest"
        return words
    if step.start is None or step.stop is None:
        return "skipped the free move" if step.move == "skip" else "rolled the dice"
    if step.start[1] == "nest":
        words = f"brought a pawn out on {step.stop[1]}"
    else:
        words = f"moved from {step.start[1]} {'home' if step.stop[1] == 'home' else f'to {step.stop[1]}'}"
    return f"{words}, taking {step.sent_back[0]}'s pawn" if step.sent_back else words


def _in_short(last_steps: Sequence[Step]) -> list[str]:
    """The last moves in few words; a colour is named where it begins or changes."""
    parts: list[str] = []
    colour = ""
    for one in last_steps:
        words = _step_told(one)
        parts.append(words if one.colour == colour else f"{one.colour.capitalize()} {words}")
        colour = one.colour
    return parts


def alt(view: Document, marks: Marks = NO_MARKS) -> str:
    """What the picture shows, in at most 1,024 characters.

    Who is to move or has won, dice, bonuses, all pawns, the last moves, what is chosen and can be chosen. If that is
    too long, the oldest of the last moves are dropped first, then the choices.
    """
    end = ended(view, marks)
    called = names(view)
    lines = [f"Parcheesi board for {view['seats']}."]
    if end:
        lines.append(end.sentence)
    else:
        again = " again" if view["phase"] == "roll" and view["doubles"] else ""
        lines.append(f"{called[view['turn']]} {_TASKS[view['phase']]}{again}.")
    if view["dice"]:
        whole = values(view, marks)
        beneath = f", and {whole[2]} twice underneath" if len(whole) == 4 else ""
        left = ", ".join(map(str, view["left"])) or "nothing"
        lines.append(f"Dice {view['dice'][0]} and {view['dice'][1]}{beneath}; left to use: {left}.")
    if view["bonuses"]:
        lines.append(f"Free moves to play: {', '.join(f'+{bonus}' for bonus in view['bonuses'])}.")
    if view["doubles"] > 1:
        lines.append(f"{view['doubles']} doubles this turn.")
    for seat, name in enumerate(called):
        place = ""
        if end and end.places:
            place = f" {ORDINALS[end.places[seat] - 1]},"
        elif seat in view["finished"]:
            place = f" finished {ORDINALS[view['finished'].index(seat)]},"
        lines.append(f"{name}:{place} {_where(view, seat)}, {counted(score(view, seat), 'point')}.")
    if view["options"]["max_rolls"]:
        lines.append(f"Roll {view['rolls']} of {view['options']['max_rolls']}.")
    last_steps = steps(view, marks)
    tails = [
        [f"Just played: {', '.join(_in_short(last_steps[skipped:]))}."] if last_steps[skipped:] else []
        for skipped in range(len(last_steps) + 1)
    ]
    told = longest_that_fits(lines + played + some for some in picked(marks) for played in tails)
    return with_room_for(told, round_told(marks, called, lambda played: _step_told(step(view, played))))


# --- the complete text ------------------------------------------------------------------------------------------------

_PHASES = {"roll": "to roll", "move": "to move", "bonus": "to play a free move or skip"}
_FINISH = {"first": "the first seat home wins", "all": "play goes on until one seat is left"}
_TRIPLE = {False: "third doubles are played like any other", True: "a third double sends the leading pawn back"}
_HIGH_ROLL = "the highest roll starts"
NO_LIMIT = "blockades can stand forever"
NO_CAP = "no limit on rolls"


def text(view: Document) -> str:
    """The complete position, a line for each fact. See the top of this module."""
    called, options = names(view), view["options"]
    limit, cap = options["blockade_limit"], options["max_rolls"]
    lines = [
        f"Parcheesi for {view['seats']} seats.",
        f"Options: {_first(called)[options['first']]}; {_FINISH[options['finish']]}; "
        f"{_TRIPLE[options['triple_doubles']]}; "
        f"{f'blockades can stand for {limit} of their owner’s turns' if limit else NO_LIMIT}; "
        f"{f'at most {cap} rolls' if cap else NO_CAP}.",
    ]
    if view["phase"] == "over":
        end = ended(view)
        lines.append(f"Over: {end.title if end else 'nobody wins'}.")
    else:
        lines.append(f"{called[view['turn']]} {_PHASES[view['phase']]}.")
    if view["dice"]:
        left = f"; left: {_numbers(view['left'])}" if view["left"] else ""
        lines.append(f"Dice: {view['dice'][0]} and {view['dice'][1]}{left}.")
    if view["bonuses"]:
        lines.append(f"Free moves to play: {_numbers(view['bonuses'])}.")
    if view["doubles"]:
        lines.append(f"Doubles this turn: {view['doubles']}.")
    for seat, name in enumerate(called):
        out = ", ".join(at for at in view["pawns"][seat] if at not in ("nest", "home")) or "none on the way"
        lines.append(
            f"{name}: {count(view, seat, 'nest')} in the nest; {out}; {count(view, seat, 'home')} home; "
            f"{counted(score(view, seat), 'point')}."
        )
    if view["pairs"]:
        lines.append(f"Partners: {', '.join(f'{one} with {other}' for one, other in view['pairs'])}.")
    for name, ages in zip(called, view["blockades"], strict=True):
        if ages:
            lines.append(f"Turns of {name}’s blockades: {', '.join(f'{at} {turns}' for at, turns in ages.items())}.")
    if view["finished"]:
        lines.append(f"Finished: {', '.join(called[seat] for seat in view['finished'])}.")
    lines.append(f"Rolls so far: {view['rolls']}.")
    return "\n".join(lines)


def _first(called: Sequence[str]) -> dict[Any, str]:
    return {"seat0": f"{called[0]} starts", "high_roll": _HIGH_ROLL}


def _numbers(numbers: Sequence[int]) -> str:
    return ", ".join(map(str, numbers))
