"""Southern Cross positions to draw: from matches played at random, and crowded ones made up."""

from random import Random
from typing import Any

from bot.rules import GAMES
from bot.rules.api import Document, State
from bot.rules.chance import Outcome, Recorded, Scripted
from bot.rules.southern_cross.board import DIALS, SQUARES
from images.marks.marks import Choice, Marks, Played
from images.southern_cross.facts import counters, full_tiles

GAME = GAMES["southern_cross"]

EMPTY = "....../....../....../....../....../......"
MIDDLE = "..BR../.GY..B/RRG.BB/..RBY./G.YYR./G...Y."
CROWDED = ".GBB../G..BYR/GY.YRY/..BGG./RRBRBY/R.G.Y."
FOUR = "..RY../..BG../....../....../....../......"
THIRD = ".GG.YY/GGGRR./.GBR../..BR../Y..RRY/B....B"  # the rules page's third example
LANE = "....../....../..RG../..BB../....Y./......"
"""Boards, row 6 first."""


class Dice:
    """Luck from a seeded generator."""

    def __init__(self, luck: Random) -> None:
        self._luck = luck

    def roll(self, sides: int = 6) -> int:
        return self._luck.randint(1, sides)

    def shuffle(self, items: Any) -> list[str]:
        raise AssertionError("nothing is shuffled in this game")


def position(rows: str, turn: int = 1, actions_left: int = 3, **options: object) -> State[Any]:
    """The position of a turn's actions."""
    return GAME.load(
        {
            "game": "southern_cross",
            "options": options,
            "turn": turn,
            "to_move": (turn - 1) % 4,
            "phase": "act",
            "actions_left": actions_left,
            "board": rows.split("/"),
            "special": None,
        }
    )


def after(state: State[Any], *moves: str, luck: tuple[Outcome, ...] = ()) -> tuple[Document, Marks]:
    """The view some decisions on, with these as marks."""
    state, last = _played(state, moves, Scripted(luck))
    return state.sight(None), Marks(last=last)


def _played(state: State[Any], moves: Any, chance: Any) -> tuple[State[Any], tuple[Played, ...]]:
    last: list[Played] = []
    for text in moves:
        noted, before, move = Recorded(chance), state, state.parse(text)
        state = state.play(move, noted)
        last.append(Played.of(before, move, noted.outcomes))
    return state, tuple(last)


def played(seed: int) -> tuple[State[Any], Marks]:
    """A match of 0 to 250 decisions, in which colours like to come in and to fill tiles, with what was played last."""
    luck = Random(seed)
    order = list("BRYG")
    luck.shuffle(order)
    limit = luck.choice((0, 0, 12, 40))
    options = {"order": "".join(order), "challenge": luck.choice(("dice", "throw")), "max_turns": limit}
    state: State[Any] = GAME.start(4, options, Scripted([]))
    dice, last = Dice(luck), tuple[Played, ...]()
    for _ in range(luck.choice((0, 1, 4, 12, 30, 80, 160, 250))):
        legal = state.legal()
        if not legal:
            break
        tried = luck.sample(legal, min(3, len(legal)))
        move = max(tried, key=lambda one: _liking(state, one, luck))
        before = state.dump()
        state, (new,) = _played(state, (state.notate(move),), dice)
        going_on = last and last[0].before and last[0].before["turn"] == before["turn"]
        last = (*last, new) if going_on else (new,)
    return state, Marks(last=last)


def _liking(state: State[Any], move: Any, luck: Random) -> float:
    """How much a match's players are drawn to a move."""
    view = state.dump()
    if view["phase"] != "act":
        return luck.random()
    then = state.play(move, Dice(Random(1))).dump()
    return len(counters(then)) + 2 * len(full_tiles(then)) + luck.random() * 3


def composed(state: State[Any], marks: Marks, seed: int) -> Marks:
    """The marks of a composer's preview: what can be picked first, or what can be picked with it."""
    luck = Random(seed)
    moves = [state.notate(move) for move in state.legal()]
    phase = state.dump()["phase"]
    if phase == "throw":
        powers = luck.sample(range(101), luck.randint(1, 11))
        return Marks(marks.last, numbered(map(str, sorted(powers))), ("40",) if luck.random() < 0.5 else ())
    if phase == "remove":
        sets = [move.split()[1:] for move in moves]
        return Marks(marks.last, numbered(squares[0] for squares in sets))
    if phase != "act":
        return marks
    starts = dict.fromkeys(_first(move) for move in moves if move != "end")
    if not starts or luck.random() < 0.5:
        return Marks(marks.last, numbered(starts, "piece"))
    chosen = luck.choice(list(starts))
    targets = [_target(move) for move in moves if move != "end" and _first(move) == chosen]
    return Marks(marks.last, numbered(targets), (chosen,))


def _first(move: str) -> str:
    return move.split()[1] if move.startswith("spin") else move.split("-")[0].split("x")[0]


def _target(move: str) -> str:
    return move.removeprefix("spin ") if move.startswith("spin") else move[-2:]


def numbered(places: Any, kind: Any = "target") -> tuple[Choice, ...]:
    """Places as choices, labelled 1, 2, 3 ..."""
    return tuple(Choice(str(number), at, kind) for number, at in enumerate(places, 1))


def crowded(seed: int) -> Document:
    """All 24 counters on the grid, with at most one full tile."""
    luck = Random(seed)
    while True:
        cells = list("BRYG" * 6 + "." * 12)
        luck.shuffle(cells)
        rows = ["".join(cells[row * 6 : row * 6 + 6]) for row in range(6)]
        view = position(EMPTY, 38, 0, max_turns=40).dump() | {"board": rows}
        if len(full_tiles(view)) <= 1:
            return view


def special_round(seed: int) -> tuple[State[Any], Marks]:
    """A special round under way or just over, with everything played in it from the end of the turn's actions on."""
    luck = Random(seed)
    while True:
        view = crowded(luck.randint(0, 2**20))
        view = position(EMPTY, challenge=luck.choice(("dice", "throw"))).dump() | {"board": view["board"]}
        if len(full_tiles(view)) != 1:
            continue
        try:
            state = GAME.load(view)
        except ValueError:  # someone has won already
            continue
        state, last = _played(state, ("end",), Dice(luck))
        for _ in range(luck.randint(0, 9)):
            if state.dump()["phase"] in ("act", "over"):
                break
            state, (new,) = _played(state, (state.notate(luck.choice(state.legal())),), Dice(luck))
            last = (*last, new)
        return state, Marks(last=last)


ACTIONS = (
    "c3-c4",
    "c4-c3",
    "f1-e1",
    "a6-a5",
    "base-f3",
    "base-f4",
    "basexe3",
    "basexe4xc4xc6",
    "d5xd3xd1",
    "d1xd3xf3xf5xd5",
    "a1xa3xa5xc5",
    "b2xd2xf2",
    "c5xe5xe3xc3xc1",
    *(f"spin {dial} {amount}" for dial in DIALS for amount in (90, 180, 270)),
)
"""Actions of red in every direction and at every edge; not of one position."""


def three_actions(seed: int) -> Marks:
    """Three actions as they were played last, whatever the position."""
    luck = Random(seed)
    return Marks(last=tuple(Played(luck.choice(ACTIONS), 1) for _ in range(3)))


def everywhere(seed: int, view: Document) -> Marks:
    """Choices on many squares, several on some, or on all dials and their amounts."""
    luck = Random(seed)
    free = [square for square in SQUARES if square not in counters(view)]
    kinds = (
        [*luck.sample(SQUARES, 14), "base", "base"],
        [*DIALS, "base", *luck.sample(sorted(counters(view)), min(6, len(counters(view))))],
        [f"{dial} {amount}" for dial in DIALS for amount in (90, 180, 270)],
        [square for square in luck.sample(free, min(5, len(free))) for _ in range(luck.randint(1, 6))],
        [square for square in luck.sample(sorted(counters(view)), min(4, len(counters(view)))) for _ in range(3)],
    )
    return Marks(choices=numbered(luck.choice(kinds)))
