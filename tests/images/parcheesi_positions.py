"""Parcheesi positions to draw: from matches played at random, and crowded ones made up."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from bot.rules.chance import Recorded, Scripted, Sealed
from bot.rules.parcheesi import Move, Position, game
from bot.rules.parcheesi.board import ROLL, SKIP, SQUARE_NUMBERS, SQUARES, Table
from images.marks.marks import Choice, Marks, Played

GAME = game
NO_LUCK = Scripted([])
ON_WAY = SQUARES[1:-1]


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
