"""A Southern Cross position in words: the picture's alt text, and the complete text that reads back to the position.

The complete text (`read(text(view)) == view` for every position document):

    Southern Cross. Order: Blue, Red, Yellow, Green. Special rounds by throws. No limit of turns.
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

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from bot.rules import GAMES
from bot.rules.api import Document
from bot.rules.southern_cross.board import COLUMNS, COUNTERS, SQUARES, TILES
from images.endings import Ended, ended_by, listed, winners_of
from images.marks import NO_MARKS, Marks, Played
from images.southern_cross.geometry import HOMES, ROWS, Amount, Other, Walk, decision, neighbours

ALT_LIMIT = 1024
"""Characters of alt text that Discord takes."""

COLOURS = {"B": "blue", "R": "red", "Y": "yellow", "G": "green"}
LETTERS = {colour: letter for letter, colour in COLOURS.items()}

ACTIONS = 3  # of a turn
TOLERANCE = {1: 12, 2: 9, 3: 6, 4: 4}  # how far off the target is a hit, by the counters in the tile
RANGES = {1: "easy", 2: "medium", 3: "hard", 4: "very hard"}
SCATTER = 16  # a throw lands at its power + the wind + a roll of 31 sides - this


# --- what a view says -------------------------------------------------------------------------------------------------


def colours(view: Document) -> tuple[str, ...]:
    """The colours of the seats, in turn order."""
    return tuple(COLOURS[letter] for letter in view["options"]["order"])


def names(view: Document) -> tuple[str, ...]:
    """The colours of the seats as they are written."""
    return tuple(colour.capitalize() for colour in colours(view))


def active(view: Document) -> int:
    """The seat whose turn it is."""
    return int(view["turn"] - 1) % 4


def counters(view: Document) -> dict[str, str]:
    """The colour on each square that holds a counter, in the order of the squares' names."""
    board = view["board"]
    cells = ((square, board[5 - ROWS.index(square[1])][COLUMNS.index(square[0])]) for square in SQUARES)
    return {square: COLOURS[cell] for square, cell in cells if cell != "."}


def own(view: Document, colour: str) -> list[str]:
    """The squares on which a colour stands."""
    return [square for square, found in counters(view).items() if found == colour]


def in_base(view: Document, colour: str) -> int:
    """How many counters of a colour lie in its base."""
    return COUNTERS - len(own(view, colour))


def largest_cluster(view: Document, colour: str) -> list[str]:
    """The largest connected group of a colour's counters off its home tile, the first by name of several."""
    left = {square for square in own(view, colour) if square not in TILES[HOMES[colour]]}
    best: list[str] = []
    while left:
        group, edge = set(), [min(left)]
        while edge:
            square = edge.pop()
            if square in left:
                left.remove(square)
                group.add(square)
                edge += neighbours(square)
        if len(group) > len(best):
            best = sorted(group)
    return best


def full_tiles(view: Document) -> list[str]:
    """The tiles whose four squares all hold a counter."""
    taken = counters(view)
    return [tile for tile, squares in TILES.items() if all(square in taken for square in squares)]


def at_stake(view: Document, seat: int) -> list[str]:
    """The squares of a seat's counters in the tile of the special round, in the order of their names."""
    tile = TILES[view["special"]["tile"]]
    return sorted(square for square in own(view, colours(view)[seat]) if square in tile)


def counted(number: int, thing: str) -> str:
    """`counted(2, "action")` is "2 actions"."""
    return f"{number} {thing}{'' if number == 1 else 's'}"


def ended(view: Document, marks: Marks = NO_MARKS) -> Ended | None:
    """How the match ended, by the marks or by the rules, which decide the places; None while it runs."""
    if marks.verdict:
        return ended_by(marks)
    if view["phase"] != "over":
        return None
    result = GAMES["southern_cross"].load(view).result
    places = result.places if result else ()
    winners = winners_of(result)
    called = listed([names(view)[seat] for seat in winners])
    if any(len(largest_cluster(view, colours(view)[seat])) == COUNTERS for seat in winners):
        return Ended(f"{called} wins", "six counters together", winners, places)
    return Ended(f"{called} {'is' if len(winners) == 1 else 'are'} ahead", "the last turn is over", winners, places)


# --- what was played --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Landing:
    """Where a throw came down, as a distance from the line it was made at."""

    seat: int
    power: int
    target: int
    wind: int
    tolerance: int
    at: int

    @property
    def off(self) -> int:
        """How far beyond the target, negative if short of it."""
        return self.at - self.target

    @property
    def hit(self) -> bool:
        return abs(self.off) <= self.tolerance


def landing(played: Played) -> Landing | None:
    """Where a throw landed; None if the decision was no throw, or too little is known of it."""
    found = decision(played.move)
    before = played.before
    if not isinstance(found, Other) or found.kind != "throw" or not before or before["phase"] != "throw":
        return None
    if not played.chance or not isinstance(played.chance[0], int):
        return None
    first, seat = before["special"]["throws"][0], before["to_move"]
    at = found.power + first["wind"] + played.chance[0] - SCATTER
    return Landing(seat, found.power, first["target"], first["wind"], TOLERANCE[len(at_stake(before, seat))], at)


def actions(marks: Marks) -> list[Walk | Amount]:
    """The actions among what was played last, oldest first."""
    found = (decision(played.move) for played in marks.last)
    return [one for one in found if not isinstance(one, Other)]


def sent_home(marks: Marks) -> dict[str, str]:
    """The squares from which counters went home in the decisions played last, and their colours."""
    gone: dict[str, str] = {}
    for played in marks.last:
        found, before = decision(played.move), played.before
        if not isinstance(found, Other) or not before or not before["special"]:
            continue
        seat = before["to_move"]
        stake = at_stake(before, seat)
        squares: Iterable[str] = found.squares
        if found.kind == "roll" and played.chance:
            failed = [value for value in played.chance if isinstance(value, int) and value <= len(stake)]
            squares = stake if len(failed) == len(stake) else ()
        elif (landed := landing(played)) and len(before["special"]["throws"]) == 1:
            squares = stake if before["special"]["failed"] + (not landed.hit) == len(stake) else ()
        gone |= dict.fromkeys(squares, colours(before)[seat])
    return gone


@dataclass(frozen=True, slots=True)
class Trial:
    """One die or one throw of a special round. `passed` is None while it is still to come; `die` what a die showed."""

    passed: bool | None
    die: int | None = None


@dataclass(frozen=True, slots=True)
class Challenge:
    """A seat's part in the special round: its dice or throws, and where it stands."""

    trials: tuple[Trial, ...]
    stage: str  # "waits", "decides" or "done"

    @property
    def failed(self) -> int:
        return sum(trial.passed is False for trial in self.trials)


def challenges(view: Document, marks: Marks = NO_MARKS) -> dict[int, Challenge]:
    """The part of each participant of the special round that goes on or was part of what was played last, by seat.

    What nobody tells is missing: without the decisions played last, those who were through before are left out.
    """
    trials: dict[int, list[Trial]] = {}
    for played in marks.last:
        found, before = decision(played.move), played.before
        seat = before["to_move"] if before else played.seat
        if not isinstance(found, Other) or seat is None:
            continue
        if found.kind == "roll" and played.chance:
            dice = [value for value in played.chance if isinstance(value, int)]
            trials[seat] = [Trial(value > len(dice), value) for value in dice]
        elif landed := landing(played):
            trials.setdefault(seat, []).append(Trial(landed.hit))
    story = {seat: Challenge(tuple(made), "done") for seat, made in trials.items()}
    special = view["special"]
    if not special:
        return story
    mover = view["to_move"]
    stake = len(at_stake(view, mover))
    made = trials.get(mover, [])
    if view["phase"] == "throw":
        done = stake - len(special["throws"])
        if len(made) != done:
            made = [Trial(number >= special["failed"]) for number in range(done)]
    if view["phase"] == "remove" and len(made) != stake:
        made = [Trial(number >= special["failed"]) for number in range(stake)]
    if view["phase"] == "roll":
        made = []
    story[mover] = Challenge((*made, *[Trial(None)] * (stake - len(made))), "decides")
    for seat in special["waiting"]:
        story[seat] = Challenge((Trial(None),) * len(at_stake(view, seat)), "waits")
    return story


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
            f"{name} to roll {len(stake)} dice, each must be above {len(stake)}."
            if len(stake) > 1
            else f"{name} to roll 1 die, it must be above 1."
        )
    elif phase == "remove":
        yield f"{name} to send home {view['special']['failed']} of {', '.join(stake)}."
    else:
        throws, tolerance = view["special"]["throws"], TOLERANCE[len(stake)]
        number = len(stake) - len(throws) + 1
        yield (
            f"{name} to throw, {number} of {len(stake)}: target at {throws[0]['target']}, "
            f"wind {throws[0]['wind']:+d} (plus carries farther), a hit within {tolerance} ({RANGES[len(stake)]})."
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
        lines.append(f"{end.title}: {end.reason}." if end.reason else f"{end.title}.")
        if end.places:
            lines.append(f"Places: {', '.join(f'{n} {p}' for n, p in zip(names(view), end.places, strict=True))}.")
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
    landed = next((found for found in map(landing, reversed(marks.last)) if found), None)
    if landed:
        off = f"{abs(landed.off)} {'beyond' if landed.off > 0 else 'short of'} the target" if landed.off else "spot on"
        lines.append(f"The last throw landed at {landed.at}, {off}: a {'hit' if landed.hit else 'miss'}.")
    if gone := sent_home(marks):
        lines.append(f"Sent home: {', '.join(f'{colour} {square}' for square, colour in gone.items())}.")
    played = f"Just played: {', '.join(one.move for one in marks.last)}." if marks.last else ""
    newest = f"Just played: {marks.last[-1].move}." if marks.last else ""
    chosen = f"Chosen: {', '.join(marks.chosen)}." if marks.chosen else ""
    choices = f"Choices: {', '.join(f'{found.label} {found.at}' for found in marks.choices)}." if marks.choices else ""
    for parts in ((played, chosen, choices), (newest, chosen, choices), (chosen, choices), (newest, chosen), (chosen,)):
        whole = " ".join([*lines, *filter(None, parts)])
        if len(whole) <= ALT_LIMIT:
            return whole
    return " ".join(lines)[:ALT_LIMIT]


# --- the complete text ------------------------------------------------------------------------------------------------

_CHALLENGES = {"dice": "dice", "throw": "throws"}
_DOES = {"roll": "rolls dice", "throw": "throws", "remove": "sends counters home"}


def text(view: Document) -> str:
    """The complete position, a line for each thing that matters; `read` turns it back. See the top of this module."""
    options, special = view["options"], view["special"]
    limit = f"Limit: {counted(options['max_turns'], 'turn')}" if options["max_turns"] else "No limit of turns"
    called = names(view)
    lines = [
        f"Southern Cross. Order: {', '.join(called)}. Special rounds by {_CHALLENGES[options['challenge']]}. {limit}."
    ]
    if view["phase"] == "over":
        end = ended(view)
        lines.append(f"Turn {view['turn']} was the last: {f'{end.title}, {end.reason}' if end else 'it is over'}.")
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


_HEAD = re.compile(
    r"Southern Cross\. Order: (\w+), (\w+), (\w+), (\w+)\. "
    r"Special rounds by (dice|throws)\. (?:No limit of turns|Limit: (\d+) turns?)\."
)
_ACTS = re.compile(r"Turn (\d+): (\w+) acts, (\d) actions? left\.")
_DECIDES = re.compile(r"Turn (\d+): (\w+) (rolls dice|throws|sends counters home)\.")
_OVER = re.compile(r"Turn (\d+) was the last: .+\.")
_COUNTERS = re.compile(r"(\w+): (none|[a-f][1-6](?:, [a-f][1-6])*); (\d) in base; largest cluster \d\.")
_SPECIAL = re.compile(r"Special round on (\w+): \w+(?:, then (.+))?\.")
_THROWS = re.compile(r"Misses so far: (\d)\. Throws to make: (.+)\.")
_THROW = re.compile(r"target (\d+) with wind (-?\d+)")
_REMOVES = re.compile(r"To go home: (\d) of .+\.")
_FULL = re.compile(r"Full tiles?: .+\.")


def read(words: str) -> Document:
    """The position document that `text` was given. ValueError if a line is not one that `text` writes."""
    first, *rest = words.splitlines() or [""]
    head = _HEAD.fullmatch(first)
    called = [head[number] for number in range(1, 5)] if head else []
    if not head or sorted(name.lower() for name in called) != sorted(LETTERS):
        raise ValueError(f"{first!r} does not begin a position of Southern Cross")
    options = {
        "order": "".join(name[0] for name in called),
        "challenge": "dice" if head[5] == "dice" else "throw",
        "max_turns": int(head[6] or 0),
    }
    board = [["."] * 6 for _ in range(6)]
    special: dict[str, Any] = {"tile": "", "waiting": [], "failed": 0, "throws": []}
    view: Document = {"game": "southern_cross", "options": options, "turn": 0, "to_move": None, "phase": "over"}
    view |= {"actions_left": 0, "board": [], "special": None}
    for line in rest:
        if found := _ACTS.fullmatch(line):
            view |= {"turn": int(found[1]), "to_move": called.index(found[2])}
            view |= {"phase": "act", "actions_left": int(found[3])}
        elif found := _DECIDES.fullmatch(line):
            phase = next(key for key, does in _DOES.items() if does == found[3])
            view |= {"turn": int(found[1]), "to_move": called.index(found[2]), "phase": phase}
        elif found := _OVER.fullmatch(line):
            view["turn"] = int(found[1])
        elif (found := _COUNTERS.fullmatch(line)) and found[1] in called:
            for square in found[2].split(", ") if found[2] != "none" else ():
                board[5 - ROWS.index(square[1])][COLUMNS.index(square[0])] = found[1][0]
        elif found := _SPECIAL.fullmatch(line):
            waiting = found[2].split(", ") if found[2] else []
            special |= {"tile": found[1], "waiting": [called.index(name) for name in waiting]}
            view["special"] = special
        elif found := _THROWS.fullmatch(line):
            throws = [{"target": int(one[1]), "wind": int(one[2])} for one in _THROW.finditer(found[2])]
            special |= {"failed": int(found[1]), "throws": throws}
        elif found := _REMOVES.fullmatch(line):
            special["failed"] = int(found[1])
        elif not _FULL.fullmatch(line):
            raise ValueError(f"{line!r} says nothing about a position of Southern Cross")
    view["board"] = ["".join(row) for row in board]
    return view
