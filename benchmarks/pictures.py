"""How much drawing adds to encoding, and how large the pictures are.

Encoding a finished picture is the least that showing a board can cost. Each picture of random matches is encoded alone,
and drawn and encoded, alternately in one run; the ratio of the medians should be at most 1.3 for each game. The sizes
are of the same pictures, and of the fullest boards of Cirondo with the most choices; they should be at most 120 KB.
The same positions are measured as ends, which the first seat has won because the others resigned.
What the bot draws in advance is measured as well, and the first picture of a match after it: at most 150 ms.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from importlib import import_module
from random import Random
from statistics import median
from time import process_time
from typing import Any

from benchmarks.rules import TABLES, QuickLuck
from bot.rules import GAMES, Game
from bot.rules.api import Document
from bot.rules.cirondo import Move
from bot.words import Verdict
from images import cirondo
from images.canvas.canvas import LIMIT, Encoded, encode
from images.marks.marks import Choice, Marks, Played

MATCHES = 3  # of each table
MOVES = 200
EVERY = 8  # moves between two measured positions
SHOWN = 6  # decisions that are marked as the last ones in games whose turns have several

WON = Verdict("Gold wins", "the others resigned", (0,))

Scene = tuple[Any, Marks]
Draw = Callable[[Any, Marks], Any]


def _scenes(game: Game[Any], seats: int, options: Mapping[str, object]) -> list[Scene]:
    """Boards as they are posted, from matches played at random."""
    luck = Random(2024)
    chance = QuickLuck(luck)
    scenes: list[Scene] = []
    for _ in range(MATCHES):
        state = game.start(seats, options, chance)
        last: list[Played] = []
        for number in range(MOVES):
            legal = state.legal()
            if not legal:
                break
            recorded = _Recorded(chance)
            move = luck.choice(legal)
            after = state.play(move, recorded)
            decision = Played.of(state, move, recorded.rolled)
            last = [*last, decision][-SHOWN:] if after.same_turn(state) else [decision]
            state = after
            if number % EVERY == 0:
                scenes.append((state.sight(None), Marks(last=tuple(last))))
    return scenes


class _Recorded:
    """Luck that remembers what it rolled."""

    def __init__(self, source: QuickLuck) -> None:
        self._source = source
        self.rolled: list[int] = []

    def roll(self, sides: int = 6) -> int:
        self.rolled.append(self._source.roll(sides))
        return self.rolled[-1]

    def shuffle(self, items: Any) -> list[str]:
        return self._source.shuffle(items)


def _fullest() -> list[Scene]:
    """64 stellar all over the board, with 32 pieces or 52 targets to choose from."""
    luck = Random(7)
    scenes: list[Scene] = []
    for seats, colours in ((2, ("gold", "silver")), (4, ("gold", "red", "silver", "blue"))):
        spaces = [f"{ring}{column}" for ring in "BCDEFGAH" for column in range(1, 33)]
        middle = spaces[:192]
        luck.shuffle(middle)
        spaces = middle + spaces[192:]
        share = 32 // seats
        pieces: dict[str, dict[str, list[str]]] = {colour: {} for colour in colours}
        for colour in colours:
            for kind, count in (("moons", share - 4), ("planets", share), ("solars", 4)):
                pieces[colour][kind], spaces = spaces[:count], spaces[count:]
        view: Document = {"game": "cirondo", "seats": seats, "options": {"teams": False, "draw_rule": True}}
        view |= {"pieces": pieces, "to_move": 0, "owed": [], "quiet": [], "defeated": [], "over": None}
        own = [at for kinds in pieces["gold"].values() for at in kinds]
        choosable = tuple(Choice(str(n), at, "piece") for n, at in enumerate(own, 1))
        targets = tuple(Choice(str(n), at, "target") for n, at in enumerate(spaces[-52:], 1))
        position = GAMES["cirondo"].load(view).sight(None)
        last = (Played(Move(own[0], spaces[-1]), position),)
        scenes += [(position, Marks(last, choosable)), (position, Marks(last, targets, (own[0],)))]
    return scenes


def _milliseconds(work: Callable[[], object]) -> float:
    start = process_time()
    work()
    return (process_time() - start) * 1000


def _drawn_and_encoded(draw: Draw, scene: Scene) -> Encoded:
    return encode(draw(*scene))


def _measure(name: str, draw: Draw, start: Any, scenes: list[Scene]) -> None:
    advance = _milliseconds(partial(draw, start))
    first = _milliseconds(partial(draw, *scenes[0]))
    for scene in scenes:  # every layer and sprite is there before it counts
        draw(*scene)
    both, alone, sizes = [], [], []
    for scene in scenes:
        picture = draw(*scene)
        alone.append(_milliseconds(partial(encode, picture)))
        both.append(_milliseconds(partial(_drawn_and_encoded, draw, scene)))
        sizes.append(len(encode(picture).data))
    print(
        f"  {name:<34}encode {median(alone):5.1f} ms, draw and encode {median(both):5.1f} ms, "
        f"ratio {median(both) / median(alone):.2f}; {median(sizes) / 1000:.0f} KB, largest {max(sizes) / 1000:.0f}; "
        f"in advance {advance:.0f} ms, the first one {first:.0f} ms to draw"
    )


def main() -> None:
    print(f"boards as they are posted, medians (ratio at most 1.3, size at most {LIMIT / 1000:.0f} KB):")
    for key, game in GAMES.items():
        draw = import_module(f"images.{key}").draw
        for seats, options in TABLES.get(key, ((game.seats({})[0], {}),)):
            chosen = "".join(f", {value}" for value in options.values())
            start = game.start(seats, options, QuickLuck(Random(1))).sight(None)
            scenes = _scenes(game, seats, options)
            _measure(f"{game.title}, {seats} seats{chosen}", draw, start, scenes)
            _measure("  won", draw, start, [(sight, replace(marks, verdict=WON)) for sight, marks in scenes])
    fullest = [len(encode(cirondo.draw(*scene)).data) for scene in _fullest()]
    print(f"fullest boards of Cirondo with choices: {', '.join(f'{size / 1000:.0f}' for size in fullest)} KB")


if __name__ == "__main__":
    main()
