"""Parcheesi positions to draw: from matches played at random, and ones made up."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from hypothesis import strategies

from bot.rules.chance import Recorded, Scripted, Sealed
from bot.rules.parcheesi import Move, Position, game
from bot.rules.parcheesi.board import ROLL, SKIP, SQUARE_NUMBERS, SQUARES, Table
from images.marks.marks import NO_MARKS, Choice, Marks, Played

GAME = game
NO_LUCK = Scripted([])
ON_WAY = SQUARES[1:-1]
SEEDS = strategies.integers(0, 2**20)
START = GAME.start(2, {}, NO_LUCK)
FOUR = GAME.start(4, {}, NO_LUCK)
SPREAD = ("t10 t10 t66 h5", "nest t29 t29 home", "t14 t40 t50 home", "nest nest t63 h7")


def played(seed: int) -> tuple[Position, Marks]:
    """A match of 0 to 900 decisions with luck's own seats, options and moves, and the moves of its turn.

    Some players take whatever captures or gets home, so that late positions come up as well.
    """
    choice = Random(seed)
    luck = Recorded(Sealed(choice.randbytes(32), "pictures"))
    options = {
        "finish": choice.choice(("first", "all")),
        "triple_doubles": choice.random() < 0.5,
        "blockade_limit": choice.choice((0, 0, 1, 2, 12)),
        "max_rolls": choice.choice((0, 0, 0, 400)),
    }
    state: Position = GAME.start(choice.choice((2, 3, 4)), options, luck)
    eager = choice.random() < 0.7
    marks: tuple[Played, ...] = ()
    fresh = True
    for _ in range(choice.choice((0, 1, 5, 40, 150, 400, 900))):
        legal = state.legal()
        if not legal:
            break
        move = max(legal, key=_worth) if eager else choice.choice(legal)
        drawn = len(luck.outcomes)
        following = state.play(move, luck)
        one = Played.of(state, move, luck.outcomes[drawn:])
        marks = (one,) if fresh else (*marks, one)
        fresh = not following.same_turn(state)
        state = following
    return state, Marks(last=marks)


def _worth(move: Move) -> tuple[bool, bool, int]:
    """How near home a move ends."""
    return move.kind != "skip", bool(move.target), SQUARES.index(move.target or "nest")


def composed(state: Position, marks: Marks, seed: int) -> Marks:
    """The marks of a composer's preview: all pawns that can move, or all targets, of one pawn or of all."""
    moves = [move for move in state.legal() if move.target]
    if not moves:
        return marks
    kind = seed % 3
    origins = list(dict.fromkeys(move.origin for move in moves))
    if kind == 0:
        return Marks(marks.last, tuple(Choice(str(n), at, "piece") for n, at in enumerate(origins, 1)))
    chosen = Random(seed).choice(origins)
    targets = [move.target for move in moves if kind == 1 or move.origin == chosen]
    choices = tuple(Choice(str(n), at) for n, at in enumerate(targets, 1))
    return Marks(marks.last, choices, () if kind == 1 else (chosen,))


def position(*pawns: str, blockades: Sequence[Mapping[str, int]] = (), **other: Any) -> Position:
    """A position with the pawns of each seat as words, possible or not; seat 0 is to roll unless `other` says more."""
    ages = tuple(tuple((SQUARE_NUMBERS[at], turns) for at, turns in own.items()) for own in blockades)
    squares = tuple(tuple(SQUARE_NUMBERS[at] for at in own.split()) for own in pawns)
    table = Table(len(pawns), **other.pop("options", {}))
    known: dict[str, Any] = {"phase": "roll", "to_move": 0, "rolls": 57} | other
    return Position(table, pawns=squares, ages=ages or ((),) * len(pawns), **known)


def decision(text: str) -> Move:
    """The move that a canonical text means, legal or not."""
    if text in ("roll", "skip"):
        return ROLL if text == "roll" else SKIP
    if text.startswith("enter"):
        return Move("enter", "nest", tuple(map(int, text.removeprefix("enter ").split("+"))), "t5")
    origin, _, rest = text.partition("+")
    value, _, target = rest.partition(">")
    return Move("walk", origin, (int(value),), target)


def moved(begun: Position, dice: tuple[int, int], *moves: str) -> tuple[Position, Marks]:
    """A roll and the moves after it."""
    state, last = begun, list[Played]()
    for text in ("roll", *moves):
        chance, move = dice if text == "roll" else (), state.parse(text)
        last.append(Played.of(state, move, chance))
        state = state.play(move, Scripted(chance))
    return state, Marks(last=tuple(last))


def crowded(seed: int) -> Position:
    """Sixteen pawns, most of them on blockades, with ages, a double whose four values count, and four bonuses."""
    luck = Random(seed)
    track = list(SQUARES[1:69])
    luck.shuffle(track)
    pawns, ages = [], []
    for _ in range(4):
        squares = [track.pop(), luck.choice((track.pop(), f"h{luck.randint(1, 7)}"))]
        pawns.append(" ".join(sorted(squares * 2, key=SQUARES.index)))
        ages.append({at: luck.choice((1, 9, 12)) for at in sorted(squares, key=SQUARES.index)})
    return position(
        *pawns,
        options={"first": "high_roll", "finish": "all", "blockade_limit": 12, "max_rolls": 10000},
        phase="move",
        to_move=luck.randrange(4),
        dice=(1, 1),
        left=(1, 6, 6),
        bonuses=(10, 10, 20, 20),
        doubles=3,
        blockades=ages,
        rolls=9999,
    )


def everywhere(squares: Sequence[str], times: int = 1) -> tuple[Choice, ...]:
    """Each of these squares as a target, this many times."""
    return tuple(Choice(str(n), at) for n, at in enumerate((at for at in squares for _ in range(times)), 1))


CAPTURE = moved(position(*SPREAD), (4, 3), "t10+4>t14")


DOUBLE = moved(position("t2 t30 t66 home", "nest t40 h3 h3"), (2, 2), "t66+2>t68", "t68+5>h5")


BONUS = moved(position("t30 t50 h5 home", "nest t40 t60 t60"), (6, 3), "t50+6>t56", "h5+3>home")


WON = moved(
    position("h7 home home home", "t10 h7 home home", "nest home home home", "nest t42 t43 home"), (6, 1), "h7+1>home"
)


ENDED_TURN = moved(position("t10 t30 nest home", "t40 h3 h3 nest"), (6, 4), "t10+6>t16", "t16+4>t20")


PENALTY = moved(
    position("nest nest nest nest", "nest t5 t6 h6", to_move=1, doubles=2, rolls=9, options={"triple_doubles": True}),
    (4, 4),
)


DUE = position(
    "t10 t10 t30 h1",
    "t40 t40 h3 h3",
    options={"blockade_limit": 2},
    blockades=[{"t10": 2}, {"t40": 1, "h3": 2}],
)


def scene(seed: int) -> tuple[Position, Marks]:
    """A position and marks as the bot shows them, after a move or while one is composed."""
    state, marks = played(seed)
    return state, composed(state, marks, seed) if seed % 2 else marks


GOLDEN_SCENES: dict[str, tuple[Position, Marks]] = {
    "start": (START, NO_MARKS),
    "capture": CAPTURE,
    "double": DOUBLE,
    "bonus": (BONUS[0], Marks(BONUS[1].last, (Choice("1", "t40"),))),
    "turn-over": ENDED_TURN,
    "penalty": PENALTY,
    "due": (DUE, Marks(choices=everywhere(["t10", "t30"]))),
    "over": WON,
    "crowded": (crowded(5), Marks(CAPTURE[1].last)),
    "everywhere": (position(*SPREAD, to_move=1), Marks(choices=everywhere([*ON_WAY, "nest", "home"]), chosen=("t29",))),
}
