"""Why a move is refused: sentences that say what is wrong and what would be right."""

from collections.abc import Sequence

from bot.rules.api import IllegalMove, NotLegalHere, Words
from bot.rules.southern_cross.actions import (
    BASE,
    Action,
    Jump,
    Spin,
    Step,
    after,
    can_hop,
    text_of,
)
from bot.rules.southern_cross.board import (
    ADJACENT,
    BIT,
    COLOURS,
    COUNTERS,
    EMPTY,
    SIDE,
    SQUARE_NUMBERS,
    SQUARES,
    TILE_SQUARES,
    full_tile_names,
    occupied_squares,
)
from bot.rules.southern_cross.situation import Situation


def check_actions_left(position: Situation) -> None:
    if not position.actions_left:
        raise NotLegalHere("You've used all three actions of this turn. Write end.")


def check_start(position: Situation, start: str) -> None:
    """Checks that there is a counter to move or jump with."""
    own = position.letter(position.active)
    colour = COLOURS[own].name
    if start == BASE:
        if position.cells.count(own) == COUNTERS:
            raise NotLegalHere("All six {colour} counters are on the board, so the base is empty.", colour=colour)
        return
    at_start = position.cells[SQUARE_NUMBERS[start]]
    if at_start == EMPTY:
        raise NotLegalHere(
            "There's no counter on {start}. The {colour} counters are on: {starts}.",
            start=start,
            colour=colour,
            starts=list_texts(
                [BASE] * (position.cells.count(own) < COUNTERS)
                + [SQUARES[square] for square, letter in enumerate(position.cells) if letter == own]
            ),
        )
    if at_start != own:
        raise NotLegalHere(
            "The counter on {start} is {owner}, but it's {colour}'s turn.",
            start=start,
            owner=COLOURS[at_start].name,
            colour=colour,
        )


def check_hops(position: Situation, start: str, targets: Sequence[str]) -> None:
    """Checks that each hop of a jump is possible (5.1); its path needn't be the canonical one."""
    in_the_way = occupied_squares(position.cells)
    here = start
    for target in targets:
        landing = SQUARE_NUMBERS[target]
        if here == BASE:
            entrances = position.colour(position.active).entrances
            over = next((outer for outer, inner in entrances if inner == landing), None)
            if over is None:
                (outer, inner), (other_outer, other_inner) = entrances
                raise NotLegalHere(
                    "A jump from the base starts over {outer} to {inner} or over {other_outer} to {other_inner}.",
                    outer=SQUARES[outer],
                    inner=SQUARES[inner],
                    other_outer=SQUARES[other_outer],
                    other_inner=SQUARES[other_inner],
                )
            if not in_the_way & BIT[over] or in_the_way & BIT[landing]:
                raise _no_hop(here, target, over, in_the_way)
        else:
            square = SQUARE_NUMBERS[here]
            if here == start:
                in_the_way &= ~BIT[square]  # the jumper is in the air (Rulings 9)
            if not can_hop(square, landing, in_the_way):
                raise _no_hop(here, target, _between(square, landing), in_the_way)
        here = target
    if here == start:
        raise NotLegalHere("A jump can't end where it started, and this one ends on {start} again.", start=start)


def _between(square: int, landing: int) -> int | None:
    """The square between two that are two apart in a straight line; None if they aren't."""
    apart = abs(square // SIDE - landing // SIDE), abs(square % SIDE - landing % SIDE)
    return (square + landing) // 2 if apart in ((0, 2), (2, 0)) else None


def _no_hop(here: str, target: str, over: int | None, in_the_way: int) -> IllegalMove:
    """Why a hop isn't possible."""
    if here != BASE and SQUARE_NUMBERS[target] in ADJACENT[SQUARE_NUMBERS[here]]:
        return NotLegalHere(
            "{here} and {target} are neighbours. Several single steps aren't one move, so play them one by one.",
            here=here,
            target=target,
        )
    if over is None:
        return NotLegalHere(
            "You can't hop from {here} to {target}. A hop goes straight over one counter to the square behind it.",
            here=here,
            target=target,
        )
    if not in_the_way & BIT[over]:
        return NotLegalHere(
            "There's no counter on {over} to hop over from {here} to {target}.",
            over=SQUARES[over],
            here=here,
            target=target,
        )
    return NotLegalHere(
        "{target} is occupied, and the hop from {here} over {over} needs an empty square.",
        target=target,
        here=here,
        over=SQUARES[over],
    )


def unreachable(position: Situation, start: str, target: str) -> IllegalMove:
    """Why a counter can't go from a start to a target; the sentence ends with where it can go."""
    ways = [move.target for move in position.legal() if isinstance(move, Step | Jump) and move.start == start]
    return NotLegalHere(
        "{problem} From {start} it can go to: {targets}.",
        problem=_why_not_there(position, start, target),
        start=start,
        targets=list_texts(ways),
    )


def _why_not_there(position: Situation, start: str, target: str) -> Words:
    values: dict[str, object] = {"start": start, "target": target}
    landing = SQUARE_NUMBERS[target]
    if target == start:
        return Words("The counter is already on {start}.", values)
    if position.cells[landing] != EMPTY:
        return Words("{start} can't go to {target}, which is occupied.", values)
    if start == BASE:
        (outer, _), (other_outer, _) = position.colour(position.active).entrances
        return Words(
            "{start} can't go to {target}. A counter leaves its base onto {outer} or {other_outer}, or jumps over a "
            "counter there.",
            values | {"outer": SQUARES[outer], "other_outer": SQUARES[other_outer]},
        )
    square = SQUARE_NUMBERS[start]
    over = _between(square, landing)
    if over is not None:
        return Words(
            "{start} can't jump to {target}: there's no counter on {over} to hop over.",
            values | {"over": SQUARES[over]},
        )
    if abs(square // SIDE - landing // SIDE) == abs(square % SIDE - landing % SIDE) == 1:
        return Words("{start} can't go to {target}: they only touch at a corner.", values)
    return Words("{start} can't go to {target}: it isn't a neighbour, and no chain of hops leads there.", values)


def changes_nothing(position: Situation, spin: Spin) -> IllegalMove:
    """Why a spin would leave every square unchanged."""
    contents = {position.cells[square] for square in TILE_SQUARES[spin.dial]}
    if contents == {EMPTY}:
        return NotLegalHere("{tile} is empty, so turning it would change nothing.", tile=spin.dial)
    if len(contents) == 1:
        return NotLegalHere(
            "{tile} holds four {colour} counters, so turning it would change nothing.",
            tile=spin.dial,
            colour=COLOURS[contents.pop()].name,
        )
    return NotLegalHere(
        "Opposite squares of {tile} are the same, so turning it by 180 degrees would change nothing. Turn it "
        "by 90 or 270.",
        tile=spin.dial,
    )


def fills_too_many(position: Situation, action: Action) -> IllegalMove:
    """Why an action leads to too many full tiles (5.1, At most one full tile)."""
    left = position.actions_left - 1
    now = full_tile_names(position.cells)
    values = {
        "move": text_of(action),
        "tiles": list_texts(full_tile_names(after(position.cells, action, position.letter(position.active)))),
        "left": left,
        "moves": list_texts([text_of(move) for move in position.legal()]),
    }
    if len(now) > 1:
        return NotLegalHere(
            "{move} would leave {tiles} full, with no way to end the turn with at most one full tile. You "
            "can play: {moves}.",
            **values,
        )
    if left:
        return NotLegalHere(
            "{move} would leave {tiles} full. A turn can end with one full tile at most, and the actions "
            "left after it ({left}) aren't enough for that.",
            **values,
        )
    return NotLegalHere(
        "{move} would leave {tiles} full, and a turn can end with one full tile at most. With your last "
        "action you can fill a tile only if you open the other one.",
        **values,
    )


def too_many_full(position: Situation) -> IllegalMove:
    """Why the turn can't end now."""
    return NotLegalHere(
        "{tiles} are full, and a turn can end with one full tile at most. Open one of them first: {moves}.",
        tiles=list_texts(full_tile_names(position.cells)),
        moves=list_texts([text_of(move) for move in position.legal()]),
    )


def list_texts(texts: Sequence[str]) -> tuple[str, ...]:
    return tuple(texts) or ("—",)
