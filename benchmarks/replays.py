"""How long it takes to make an animation of a match, and how large it is: of the longest recorded match of each game.

Both formats are made as the bot makes them, drawing included. A file should take at most 10 seconds of a core and have
at most 8 MB.
"""

import json
from collections.abc import Callable
from functools import partial
from importlib import import_module
from pathlib import Path
from time import process_time

from bot.rules import GAMES
from bot.rules.record import Playing
from images.marks.marks import Marks, Played
from images.motion.animation import Frame, choose_frames, make_gif
from images.motion.reel import make_webp

RECORDS = Path(__file__).parents[1] / "tests" / "records"


def longest(game: str) -> list[Frame]:
    """The pictures of the longest recorded match, one for each turn, as many as an animation has."""
    lines = (RECORDS / f"{game}.jsonl").read_text(encoding="utf-8").splitlines()
    playing = Playing(max(map(json.loads, lines), key=lambda record: len(record["moves"])))
    frames, turn = [(playing.state.sight(None), Marks())], list[Played]()
    for step in playing.steps():
        turn.append(Played.of(step.before, step.before.parse(step.move), step.chance))
        if step.after.to_move is None or not step.after.same_turn(step.before):
            frames.append((step.after.sight(None), Marks(last=tuple(turn))))
            turn = []
    film = frames[-1][0]
    return [
        (sight, Marks(last=marks.last, film=film))
        for sight, marks in (frames[index] for index in choose_frames(len(frames)))
    ]


def _measure(name: str, make: Callable[[], bytes]) -> None:
    begun = process_time()
    made = make()
    print(f"  {name}: {process_time() - begun:.1f} s, {len(made) / 1000:,.0f} KB")


def main() -> None:
    for key, game in GAMES.items():
        pictures, frames = import_module(f"images.{key}"), longest(key)
        print(f"{game.title}, {len(frames)} pictures:")
        _measure("WebP", partial(make_webp, pictures, frames, lambda _: None))
        _measure("GIF", partial(make_gif, pictures.draw, frames, lambda _: None))


if __name__ == "__main__":
    main()
