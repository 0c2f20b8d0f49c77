"""A Southern Cross position in words: the picture's alt text, and the complete text.

The complete text, which holds everything that the view does:

    Southern Cross. Order: Blue, Red, Yellow, Green. Special rounds by throws. No turn limit.
    Turn 5: Blue throws.
    Blue: c3, d3; 4 in base; largest cluster 2.
    Red: c4; 5 in base; largest cluster 1.
    Yellow: e2; 5 in base; largest cluster 1.
    Green: d4; 5 in base; largest cluster 1.
    Full tile: C.
    Special round on C: Blue, then Red, Green.
    Misses so far: 1. Throws to make: target 20 with wind -10.

In a turn's actions the second line reads "Turn 5: Blue acts, 3 actions left.", after the last turn "Turn 5 was the
last: Blue wins, six counters together." Lines that have nothing to say are left out.
"""

from collections.abc import Iterator

from bot.rules import GAMES
from bot.rules.api import Document
from bot.rules.southern_cross.actions import BASE
from bot.rules.southern_cross.board import COUNTERS
from bot.rules.southern_cross.special import TOLERANCES
from images import endings
from images.endings import Ended
from images.marks import NO_MARKS, Marks
from images.sentences import ORDINALS, counted, listed, longest_that_fits, picked, round_told, with_room_for
from images.southern_cross.facts import (
    Challenge,
    active,
    at_stake,
    challenges,
    colours,
    full_tiles,
    in_base,
    landing,
    largest_cluster,
    names,
    own,
    sent_home,
)
from images.southern_cross.geometry import Amount, Walk, decision

LONG = 4  # squares in the middle of a jump that are told in full

RANGES = {1: "easy", 2: "medium", 3: "hard", 4: "very hard"}


# --- the end ----------------------------------------------------------------------------------------------------------


def ended(view: Document, marks: Marks = NO_MARKS) -> Ended | None:
    """How the match ended; None while it runs."""

    def tell(winners: tuple[int, ...]) -> tuple[str, str]:
        called = listed([names(view)[seat] for seat in winners])
        if any(len(largest_cluster(view, colours(view)[seat])) == COUNTERS for seat in winners):
            return f"{called} wins", "six counters together"
        return f"{called} {'is' if len(winners) == 1 else 'are'} ahead", "the last turn is over"

    over = view["phase"] == "over"
    return endings.ended(marks, lambda: GAMES["southern_cross"].load(view).result if over else None, tell)


# --- what was played --------------------------------------------------------------------------------------------------


def action_told(action: Walk | Amount) -> str:
    """An action in a few words: "c3 to c4", "base to e3 via e5", "N turned 90°". A long jump's middle is left out."""
    if isinstance(action, Amount):
        return f"{action.dial} turned {action.degrees}°"
    *over, target = action.squares
    via = f" via {', '.join(over if len(over) < LONG else (*over[:1], '…', *over[-1:]))}" if over else ""
    return f"{action.start} to {target}{via}"


def decision_told(notation: str) -> str:
    """A decision in a few words that can stand after others of the same turn."""
    move = decision(notation)
    if isinstance(move, Amount):
        return f"turned {move.dial} by {move.degrees}°"
    if isinstance(move, Walk):
        *over, target = move.squares
        start = "from the base" if move.start == BASE else f"from {move.start}"
        words = f"{'jumped' if move.jumps else 'moved'} {start} to {target}"
        return f"{words} via {listed(over)}" if over else words
    match move.kind:
        case "throw":
            return f"threw with power {move.power}"
        case "remove":
            return f"sent {listed(move.squares)} home"
        case "roll":
            return "rolled the dice"
        case _:
            return "ended the turn"


# --- the alt text -----------------------------------------------------------------------------------------------------


def _told(challenge: Challenge, name: str, view: Document) -> str:
    """A participant's part in one phrase: "Red rolled 3, 4, 6 against 3: 1 failed"."""
    number = len(challenge.trials)
    if challenge.stage == "waits":
        return f"{name} waits ({number} in it)"
    made = [trial for trial in challenge.trials if trial.passed is not None]
    if not made:
        return f"{name} is next ({number} in it)"
    dice = [str(trial.die) for trial in made if trial.die]
    if dice:
        return f"{name} rolled {', '.join(dice)} (each must be above {number}): {challenge.failed or 'none'} failed"
    hits = len(made) - challenge.failed
    return f"{name} made {counted(len(made), 'throw')} of {number}: {counted(hits, 'hit')}"


def _situation(view: Document) -> Iterator[str]:
    """Who is to move and what to do."""
    phase = view["phase"]
    if phase == "over":
        return
    limit = view["options"]["max_turns"]
    yield f"Turn {view['turn']}{f' of {limit}' if limit else ''}."
    name = names(view)[view["to_move"]]
    if phase == "act":
        left = counted(view["actions_left"], "action")
        yield f"{name} to move, {left} left; next is {names(view)[view['turn'] % 4]}."
        return
    stake = at_stake(view, view["to_move"])
    if phase == "roll":
        yield (
            f"{name} to roll {len(stake)} dice, each of which must be above {len(stake)}."
            if len(stake) > 1
            else f"{name} to roll one die, which must be above 1."
        )
    elif phase == "remove":
        yield f"{name} to send home {view['special']['failed']} of {', '.join(stake)}."
    else:
        throws, tolerance = view["special"]["throws"], TOLERANCES[len(stake)]
        number = len(stake) - len(throws) + 1
        yield (
            f"{name} to throw, {number} of {len(stake)}: target at {throws[0]['target']}, "
            f"wind {throws[0]['wind']:+d} (plus carries further), a hit within {tolerance} ({RANGES[len(stake)]})."
        )
        for later in throws[1:]:
            yield f"Then target {later['target']}, wind {later['wind']:+d}."


def _round(view: Document, marks: Marks) -> str:
    """The special round that goes on or has just been played, or nothing."""
    story = challenges(view, marks)
    if not story:
        return ""
    order = [(active(view) + step) % 4 for step in range(4)]
    told = [_told(story[seat], names(view)[seat], view) for seat in order if seat in story]
    where = f" on {view['special']['tile']}" if view["special"] else ""
    return f"Special round{where}: {'; '.join(told)}."


def alt(view: Document, marks: Marks = NO_MARKS) -> str:
    """What the picture shows, in at most 1,024 characters.

    Who is to move or has won, what is to be done, every colour's counters, the full tile, the special round and, as far
    as there is room, what was played last and what can be chosen.
    """
    end = ended(view, marks)
    lines = ["Southern Cross board."]
    if end:
        lines.append(end.sentence)
        if end.places:
            placed = [f"{name} {ORDINALS[place - 1]}" for name, place in zip(names(view), end.places, strict=True)]
            lines.append(f"Places: {', '.join(placed)}.")
    else:
        lines += _situation(view)
    if full := full_tiles(view):
        lines.append(f"Full: {', '.join(full)}.")
    for name, colour in zip(names(view), colours(view), strict=True):
        squares = own(view, colour)
        cluster = f" (largest cluster {len(largest_cluster(view, colour))})" if squares else ""
        lines.append(f"{name}: {', '.join(squares) or 'none'}{cluster}.")
    told = _round(view, marks)
    lines += [told] if told else []
    landed = next(filter(None, map(landing, reversed(marks.last))), None)
    if landed:
        off = f"{abs(landed.off)} {'beyond' if landed.off > 0 else 'short of'} the target" if landed.off else "spot on"
        lines.append(f"The last throw landed at {landed.at}, {off}: a {'hit' if landed.hit else 'miss'}.")
    if gone := sent_home(marks):
        lines.append(f"Sent home: {', '.join(f'{colour} {square}' for square, colour in gone.items())}.")
    played = [f"Just played: {', '.join(decision_told(one.move) for one in marks.last)}."] if marks.last else []
    newest = [f"Just played: {decision_told(marks.last[-1].move)}."] if marks.last else []
    both, chosen, _ = picked(marks)
    whole = longest_that_fits(
        [*lines, *parts] for parts in ([*played, *both], [*newest, *both], both, [*newest, *chosen], chosen, [])
    )
    return with_room_for(whole, round_told(marks, names(view), lambda played: decision_told(played.move)))


# --- the complete text ------------------------------------------------------------------------------------------------

_CHALLENGES = {"dice": "dice", "throw": "throws"}
_DOES = {"roll": "rolls dice", "throw": "throws", "remove": "sends counters home"}


def text(view: Document) -> str:
    """The complete position, a line for each thing that matters. See the top of this module."""
    options, special = view["options"], view["special"]
    limit = f"Limit: {counted(options['max_turns'], 'turn')}" if options["max_turns"] else "No turn limit"
    called = names(view)
    lines = [
        f"Southern Cross. Order: {', '.join(called)}. Special rounds by {_CHALLENGES[options['challenge']]}. {limit}."
    ]
    if view["phase"] == "over":
        end = ended(view)
        lines.append(
            f"Turn {view['turn']} was the last: {f'{end.title}, {end.reason}' if end else 'the match is over'}."
        )
    elif view["phase"] == "act":
        lines.append(
            f"Turn {view['turn']}: {called[view['to_move']]} acts, {counted(view['actions_left'], 'action')} left."
        )
    else:
        lines.append(f"Turn {view['turn']}: {called[view['to_move']]} {_DOES[view['phase']]}.")
    for name, colour in zip(called, colours(view), strict=True):
        lines.append(
            f"{name}: {', '.join(own(view, colour)) or 'none'}; {in_base(view, colour)} in base; "
            f"largest cluster {len(largest_cluster(view, colour))}."
        )
    if full := full_tiles(view):
        lines.append(f"Full tile{'s' if len(full) > 1 else ''}: {', '.join(full)}.")
    if special:
        waiting = ", ".join(called[seat] for seat in special["waiting"])
        lines.append(
            f"Special round on {special['tile']}: {called[view['to_move']]}{f', then {waiting}' if waiting else ''}."
        )
    if view["phase"] == "throw":
        throws = ", ".join(f"target {one['target']} with wind {one['wind']}" for one in special["throws"])
        lines.append(f"Misses so far: {special['failed']}. Throws to make: {throws}.")
    if view["phase"] == "remove":
        lines.append(f"To go home: {special['failed']} of {', '.join(at_stake(view, view['to_move']))}.")
    return "\n".join(lines)
