"""How much drawing adds to encoding, and how big the pictures are.

Encoding a finished picture is the least that showing a board can cost. Each picture of a match played at random is
encoded alone and drawn and encoded, in turns and in one run; the ratio of the medians should be at most 1.5. The sizes
are of the same pictures, and of the fullest boards with the most choices, which should be at most 120 KB.
"""

from collections.abc import Callable
from functools import partial
from random import Random
from statistics import median
from time import perf_counter

from bot.rules import GAMES
from bot.rules.api import Document
from bot.rules.chance import Scripted
from images.canvas import LIMIT, Encoded, encode
from images.cirondo import draw
from images.marks import Choice, Marks, Played

MATCHES = 6
MOVES = 150
EVERY = 10  # moves between two measured positions


def _scenes() -> list[tuple[Document, Marks]]:
    """Boards after a move, from matches with two and four seats."""
    luck, game, no_luck = Random(2024), GAMES["cirondo"], Scripted([])
    scenes: list[tuple[Document, Marks]] = []
    for match in range(MATCHES):
        state = game.start(2 if match % 2 else 4, {}, no_luck)
        for number in range(MOVES):
            legal = state.legal()
            if not legal:
                break
            move = luck.choice(legal)
            last = state.notate(move)
            state = state.play(move, no_luck)
            if number % EVERY == 0:
                scenes.append((state.dump(), Marks(last=(Played(last),))))
    return scenes


def _fullest() -> list[tuple[Document, Marks]]:
    """64 stellar all over the board, with 32 pieces or 52 targets to choose from."""
    luck = Random(7)
    scenes: list[tuple[Document, Marks]] = []
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
        view |= {"pieces": pieces, "to_move": 0, "owed": [], "quiet": ["A1-B2"] * 99, "defeated": [], "over": None}
        own = [at for kinds in pieces["gold"].values() for at in kinds]
        choosable = tuple(Choice(str(n), at, "piece") for n, at in enumerate(own, 1))
        targets = tuple(Choice(str(n), at, "target") for n, at in enumerate(spaces[-52:], 1))
        scenes += [(view, Marks((Played("A9xH2"),), choosable)), (view, Marks((Played("A9xH2"),), targets, ("A9",)))]
    return scenes


def _milliseconds(work: Callable[[], object]) -> float:
    start = perf_counter()
    work()
    return (perf_counter() - start) * 1000


def _drawn_and_encoded(view: Document, marks: Marks) -> Encoded:
    return encode(draw(view, marks))


def main() -> None:
    scenes = _scenes()
    start = perf_counter()
    for seats in (2, 4):
        draw(next(view for view, _ in scenes if view["seats"] == seats))
    print(f"first pictures, caches empty: {(perf_counter() - start) * 1000:.0f} ms for a board of each kind")
    for scene in scenes:  # every layer and sprite is there before it counts
        draw(*scene)
    both, alone, sizes = [], [], []
    for view, marks in scenes:
        picture = draw(view, marks)
        alone.append(_milliseconds(partial(encode, picture)))
        both.append(_milliseconds(partial(_drawn_and_encoded, view, marks)))
        sizes.append(len(encode(picture).data))
    ratio = median(both) / median(alone)
    print(f"boards after a move, {len(scenes)} of them, medians:")
    print(
        f"  encode alone {median(alone):.1f} ms, draw and encode {median(both):.1f} ms, ratio {ratio:.2f} (at most 1.5)"
    )
    print(f"  size {median(sizes) / 1000:.0f} KB, largest {max(sizes) / 1000:.0f} KB (at most {LIMIT / 1000:.0f})")
    fullest = [len(encode(draw(*scene)).data) for scene in _fullest()]
    print(f"fullest boards with choices: {', '.join(f'{size / 1000:.0f}' for size in fullest)} KB")


if __name__ == "__main__":
    main()
