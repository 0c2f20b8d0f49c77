"""Southern Cross positions to draw: from matches played at random, and crowded ones made up."""

from collections.abc import Iterable
from dataclasses import replace
from random import Random
from typing import Any

from bot.rules.chance import Outcome, Recorded, Scripted
from bot.rules.southern_cross import End, Jump, Move, Position, Remove, Roll, Spin, Step, Throw, game
from bot.rules.southern_cross.board import DIALS, SQUARES, grid
from bot.rules.southern_cross.special import Special, ThrowConditions
from images.marks.marks import NO_MARKS, Choice, Marks, Played

GAME = game

EMPTY = "....../....../....../....../....../......"
MIDDLE = "..BR../.GY..B/RRG.BB/..RBY./G.YYR./G...Y."
CROWDED = ".GBB../G..BYR/GY.YRY/..BGG./RRBRBY/R.G.Y."
FOUR = "..RY../..BG../....../....../....../......"
THIRD = ".GG.YY/GGGRR./.GBR../..BR../Y..RRY/B....B"  # the rules page's third example
LANE = "....../....../..RG../..BB../....Y./......"
"""Boards, row 6 first."""

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

AIMS = (20, 19, 55, 3)  # targets 39 and 74, winds +8 and -8


class Dice:
    """Luck from a seeded generator."""

    def __init__(self, luck: Random) -> None:
        self._luck = luck

    def roll(self, sides: int = 6) -> int:
        return self._luck.randint(1, sides)

    def shuffle(self, items: Any) -> list[str]:
        raise AssertionError("nothing is shuffled in this game")


def position(rows: str, turn: int = 1, actions_left: int = 3, **options: object) -> Position:
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


def decision(text: str) -> Move:
    """The move that a canonical text means, legal or not."""
    first, *others = text.split()
    match first:
        case "end":
            return End()
        case "roll":
            return Roll()
        case "throw":
            return Throw(int(others[0]))
        case "remove":
            return Remove(tuple(others))
        case "spin":
            return Spin(others[0], int(others[1]))
    start, *squares = first.split("x") if "x" in first else first.split("-")
    return Jump(start, tuple(squares)) if "x" in first else Step(start, squares[0])


def after(state: Position, *moves: str, luck: tuple[Outcome, ...] = ()) -> tuple[Position, Marks]:
    """The position some decisions on, with these as marks."""
    state, last = _played(state, moves, Scripted(luck))
    return state, Marks(last=last)


def _played(state: Position, moves: Iterable[str | Move], chance: Any) -> tuple[Position, tuple[Played, ...]]:
    last: list[Played] = []
    for one in moves:
        noted, before, move = Recorded(chance), state, state.parse(one) if isinstance(one, str) else one
        state = state.play(move, noted)
        last.append(Played.of(before, move, noted.outcomes))
    return state, tuple(last)


def played(seed: int) -> tuple[Position, Marks]:
    """A match of 0 to 250 decisions, in which colours like to come in and to fill tiles, with what was played last."""
    luck = Random(seed)
    order = list("BRYG")
    luck.shuffle(order)
    limit = luck.choice((0, 0, 12, 40))
    options = {"order": "".join(order), "challenge": luck.choice(("dice", "throw")), "max_turns": limit}
    state: Position = GAME.start(4, options, Scripted([]))
    dice, last = Dice(luck), tuple[Played, ...]()
    for _ in range(luck.choice((0, 1, 4, 12, 30, 80, 160, 250))):
        legal = state.legal()
        if not legal:
            break
        tried = luck.sample(legal, min(3, len(legal)))
        move = max(tried, key=lambda one: _liking(state, one, luck))
        before = state
        state, (new,) = _played(state, (move,), dice)
        going_on = last and last[0].before.turn == before.turn
        last = (*last, new) if going_on else (new,)
    return state, Marks(last=last)


def _liking(state: Position, move: Any, luck: Random) -> float:
    """How much a match's players are drawn to a move."""
    if state.phase != "act":
        return luck.random()
    then = state.play(move, Dice(Random(1)))
    return len(then.counters) + 2 * len(then.full_tiles) + luck.random() * 3


def composed(state: Position, marks: Marks, seed: int) -> Marks:
    """The marks of a composer's preview: what can be picked first, or what can be picked with it."""
    luck = Random(seed)
    phase = state.phase
    if phase == "throw":
        powers = luck.sample(range(101), luck.randint(1, 11))
        return Marks(marks.last, numbered(map(str, sorted(powers))), ("40",) if luck.random() < 0.5 else ())
    if phase == "remove":
        sets = [move.squares for move in state.legal() if isinstance(move, Remove)]
        return Marks(marks.last, numbered(squares[0] for squares in sets))
    if phase != "act":
        return marks
    moves = [move for move in state.legal() if isinstance(move, Step | Jump | Spin)]
    starts = dict.fromkeys(map(_first, moves))
    if not starts or luck.random() < 0.5:
        return Marks(marks.last, numbered(starts, "piece"))
    chosen = luck.choice(list(starts))
    targets = [_target(move) for move in moves if _first(move) == chosen]
    return Marks(marks.last, numbered(targets), (chosen,))


def _first(move: Step | Jump | Spin) -> str:
    return move.dial if isinstance(move, Spin) else move.start


def _target(move: Step | Jump | Spin) -> str:
    return f"{move.dial} {move.amount}" if isinstance(move, Spin) else move.target


def numbered(places: Any, kind: Any = "target") -> tuple[Choice, ...]:
    """Places as choices, labelled 1, 2, 3 ..."""
    return tuple(Choice(str(number), at, kind) for number, at in enumerate(places, 1))


def crowded(seed: int) -> Position:
    """All 24 counters on the grid, with at most one full tile."""
    luck = Random(seed)
    while True:
        cells = list("BRYG" * 6 + "." * 12)
        luck.shuffle(cells)
        rows = ["".join(cells[row * 6 : row * 6 + 6]) for row in range(6)]
        made = replace(position(EMPTY, 38, 0, max_turns=40), cells=grid(rows))
        if len(made.full_tiles) <= 1:
            return made


def special_round(seed: int) -> tuple[Position, Marks]:
    """A special round under way or just over, with everything played in it from the end of the turn's actions on."""
    luck = Random(seed)
    while True:
        cells = crowded(luck.randint(0, 2**20)).cells
        state = replace(position(EMPTY, challenge=luck.choice(("dice", "throw"))), cells=cells)
        if len(state.full_tiles) != 1:
            continue
        try:
            state = GAME.load(state.dump())
        except ValueError:  # someone has won already
            continue
        state, last = _played(state, (End(),), Dice(luck))
        for _ in range(luck.randint(0, 9)):
            if state.phase in ("act", "over"):
                break
            state, (new,) = _played(state, (luck.choice(state.legal()),), Dice(luck))
            last = (*last, new)
        return state, Marks(last=last)


def three_actions(seed: int) -> Marks:
    """Three actions as they were played last, whatever the position."""
    luck = Random(seed)
    return Marks(last=tuple(Played(decision(luck.choice(ACTIONS)), position(EMPTY, 2), 1) for _ in range(3)))


def everywhere(seed: int, shown: Position) -> Marks:
    """Choices on many squares, several on some, or on all dials and their amounts."""
    luck = Random(seed)
    free = [square for square in SQUARES if square not in shown.counters]
    kinds = (
        [*luck.sample(SQUARES, 14), "base", "base"],
        [*DIALS, "base", *luck.sample(sorted(shown.counters), min(6, len(shown.counters)))],
        [f"{dial} {amount}" for dial in DIALS for amount in (90, 180, 270)],
        [square for square in luck.sample(free, min(5, len(free))) for _ in range(luck.randint(1, 6))],
        [square for square in luck.sample(sorted(shown.counters), min(4, len(shown.counters))) for _ in range(3)],
    )
    return Marks(choices=numbered(luck.choice(kinds)))


START = position(EMPTY)


MID = position(MIDDLE, 9)


ENTERING = after(position("..B.../....../..G.../...G../....B./......"), "base-d6", "basexc5xc3xe3xe1")


LONG = after(position(CROWDED, 38, max_turns=40), "f5xf3xf1xd1xb1xb3xb5", "spin C 270", "d2-d1")


SPECIAL = after(position(FOUR), "end", "roll", "roll", luck=(1, 5))


REMOVING = after(position(THIRD, 2, 0), "end", "roll", "roll", luck=(3, 4, 1, 5))


WON = after(position(THIRD, 2, 0), "end", "roll", "roll", "c4", luck=(3, 4, 1, 5))


THROW = after(position(LANE, 5, challenge="throw"), "end", luck=AIMS)


MISSED = after(position(LANE, 5, challenge="throw"), "end", "throw 40", luck=(*AIMS, 27))


ALL_THROWN = after(
    position(LANE, 5, challenge="throw"),
    *("end", "throw 0", "throw 0", "throw 100", "throw 20"),
    luck=(*AIMS, 1, 1, 1, 11, 31, 5, 11, 16),
)
"""Every colour's last chance: Blue and Red miss all, Green hits; the next turn has begun."""


def scene(seed: int) -> tuple[Position, Marks]:
    """A position and marks as the bot shows them, after a move or while one is composed."""
    state, marks = played(seed)
    return state, composed(state, marks, seed) if seed % 2 else marks


def throwing(target: int, wind: int, stake: int, power: int, roll: int) -> tuple[Position, Marks]:
    """Blue's second of `stake` + 1 throws is to be made, or with four its last; the first one is over."""
    cells = ("B" * stake + "RYG")[:4]
    rows = f"....../....../..{cells[:2]}../..{cells[2:]}../....../......"
    shown = replace(position(rows, 1, 0, challenge="throw"), phase="throw")
    waiting = [seat for seat, letter in enumerate("BRYG") if seat and letter in cells]
    before = replace(shown, special=Special("C", tuple(waiting), throws=(ThrowConditions(target, wind),) * stake))
    return before, Marks(last=(Played.of(before, End()), Played.of(before, Throw(power), (roll,))))


GOLDEN_SCENES: dict[str, tuple[Position, Marks]] = {
    "start": (START, NO_MARKS),
    "entering": ENTERING,
    "long-jump": LONG,
    "special-round": SPECIAL,
    "removing": REMOVING,
    "won": WON,
    "throw": THROW,
    "missed": MISSED,
    "all-thrown": ALL_THROWN,
    "choices": (crowded(3), Marks(choices=numbered(["base", "c6", "b2", *DIALS]))),
    "amounts": (MID, Marks(choices=numbered(f"E {amount}" for amount in (90, 180, 270)), chosen=("E",))),
}
