"""Choosing a move in steps, as data: a game gives each legal move a path of choices ("the moon on B5", then "C5")."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from images.marks.marks import Choice, Marks, Played


@dataclass(frozen=True, slots=True)
class PathStep:
    """One choice on the way to a move."""

    label: str
    """The text on the button or in the list."""
    group: str
    """The heading of its list."""
    at: str | None = None
    """The place in the picture that is marked for it, if any; `kind` says whether that is something to pick up or
    somewhere to go."""
    kind: str = "piece"
    detail: str = ""
    """More about it, where there is room."""
    via: tuple[str, ...] = ()
    """Further places marked once it is chosen, such as where the piece comes from."""
    row: int | None = None
    """Choices that all have one are buttons arranged like the places on the board, the smallest row on top, if there
    are few enough of them."""
    gain: str = ""
    """What it scores, in a few characters; shown even if there is no room for the `detail`."""
    alone: str = ""
    """Its text without its heading and the picture ("planet on B5"), if that isn't the label."""
    on_board: bool = False
    """Whether it is offered on the board that everyone sees, not in the composer."""
    icon: str = ""
    """What is chosen, by its name among the game's icons."""


Path = tuple[PathStep, ...]


@dataclass(frozen=True, slots=True)
class Composition:
    """The steps chosen so far, what can follow, and what could follow choices on the board.

    The numbers of the choices `on_board` come after those of the others.
    """

    chosen: Path
    numbers: tuple[int, ...]
    choices: tuple[PathStep, ...]
    move: Any | None  # set when the path is complete
    on_board: tuple[PathStep, ...] = ()


NOTHING_TO_CHOOSE = Composition((), (), (), None)


@dataclass(frozen=True, slots=True)
class Branch:
    """The choices at one step, in the order of their numbers, each with what follows it; no branches end a path."""

    step: PathStep
    branches: tuple["Branch", ...]
    ends: int  # how many paths go through it


def branches_of(paths: Sequence[tuple[Path, Any]], depth: int = 0) -> tuple[Branch, ...]:
    """The paths as a tree from this depth on. The index of a branch is its number for `compose`."""
    following: dict[PathStep, list[tuple[Path, Any]]] = {}
    for path, move in paths:
        if len(path) > depth:
            following.setdefault(path[depth], []).append((path, move))
    here = (*_by_group(step for step in following if not step.on_board), *(one for one in following if one.on_board))
    return tuple(Branch(step, branches_of(following[step], depth + 1), len(following[step])) for step in here)


def places_of(paths: Iterable[tuple[Path, Any]]) -> tuple[str, ...]:
    """The places of all steps, and those that come with them (`PathStep.via`)."""
    return tuple(
        dict.fromkeys(at for path, _ in paths for step in path for at in (*step.via, step.at) if at is not None)
    )


def compose(paths: Sequence[tuple[Path, Any]], numbers: Sequence[int], *, asks: bool = False) -> Composition:
    """Follows the numbers down the paths. A step with a single choice is automatic; with `asks`, not the first one.

    `paths` are the legal moves, each with its path; `numbers` the index of the choice at each step. Raises ValueError
    if there is no such choice.
    """
    paths_left = list(paths)
    chosen: list[PathStep] = []
    numbers_taken: list[int] = []
    numbers_left = list(numbers)
    while True:
        depth = len(chosen)
        complete = [move for path, move in paths_left if len(path) == depth]
        if len(complete) > 1:
            raise ValueError(f"Several moves are chosen by the same steps {numbers_taken}.")
        if complete and numbers_left:
            raise ValueError(f"There is no choice {numbers_left[0]} after {numbers_taken}.")
        if complete:
            return Composition(tuple(chosen), tuple(numbers_taken), (), complete[0])
        steps = dict.fromkeys(path[depth] for path, _ in paths_left)
        here = _by_group(step for step in steps if not step.on_board)
        on_board = tuple(step for step in steps if step.on_board)
        choices = here + on_board
        if numbers_left:
            number = numbers_left.pop(0)
        elif len(here) == 1 and (chosen or not asks):
            number = 0
        else:
            return Composition(tuple(chosen), tuple(numbers_taken), here, None, on_board)
        if not 0 <= number < len(choices):
            raise ValueError(f"There is no choice {number} after {numbers_taken}.")
        chosen.append(choices[number])
        numbers_taken.append(number)
        paths_left = [(path, move) for path, move in paths_left if path[depth] == choices[number]]


def _by_group(steps: Iterable[PathStep]) -> tuple[PathStep, ...]:
    """The steps by group, groups and steps in the order of their first appearance."""
    groups: dict[str, list[PathStep]] = {}
    for step in steps:
        groups.setdefault(step.group, []).append(step)
    return tuple(step for members in groups.values() for step in members)


def step_back(paths: Sequence[tuple[Path, Any]], numbers: Sequence[int], *, asks: bool = False) -> tuple[int, ...]:
    """Undoes one real choice, including automatic steps. `asks` as for `compose`."""
    now = compose(paths, numbers, asks=asks).numbers
    for length in range(len(now) - 1, -1, -1):
        back = compose(paths, now[:length], asks=asks).numbers
        if back != now:
            return back
    return ()


def numbers_to(paths: Sequence[tuple[Path, Any]], move: Any) -> tuple[int, ...]:
    """The numbers that lead to a move, by the first of its paths; none if it isn't chosen in steps."""
    path = next((path for path, other in paths if other == move), ())
    return numbers_along(paths, path) if path else ()


def numbers_along(paths: Sequence[tuple[Path, Any]], path: Path) -> tuple[int, ...]:
    """The numbers that lead along a path to its end."""
    numbers: tuple[int, ...] = ()
    while (composition := compose(paths, numbers, asks=True)).move is None:
        choices = (*composition.choices, *composition.on_board)
        numbers = (*composition.numbers, choices.index(path[len(composition.chosen)]))
    return composition.numbers


def marks(composition: Composition, last: tuple[Played, ...] = (), named: Sequence[str] = ()) -> Marks:
    """The marks of the preview picture: the choices numbered as in the lists, what was chosen already, and others of
    the places `named` by a hint.
    """
    chosen = tuple(at for step in composition.chosen for at in (*step.via, *filter(None, (step.at,))))
    return Marks(
        last=last,
        choices=tuple(
            Choice(label=str(number), at=step.at, kind="target" if step.kind == "target" else "piece")
            for number, step in enumerate(composition.choices, 1)
            if step.at is not None
        ),
        chosen=chosen,
        named=tuple(place for place in dict.fromkeys(named) if place not in chosen),
    )
