"""Redraw the pictures of the rules pages: `python -m docs.games.make_pictures [game ...]`.

The module of a game's name in this folder lists the pictures of its page as `PICTURES`, and says by `ends` where a move
begins and ends. The files land in `docs/games/pictures/`, named GAME-NAME.webp.
"""

import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

from bot.rules import GAMES
from docs.games.sketches import Sketch
from images.canvas.canvas import encode

FOLDER = Path(__file__).parent / "pictures"


def main(games: Sequence[str]) -> None:
    """Write the pictures of these games, or of all if none is named."""
    FOLDER.mkdir(exist_ok=True)
    for key in games or GAMES:
        page, pictures = import_module(f"docs.games.{key}"), import_module(f"images.{key}")
        for name, one in page.PICTURES.items():
            picture = one.drawn(GAMES[key], pictures, page.ends) if isinstance(one, Sketch) else one()
            (FOLDER / f"{key}-{name}.webp").write_bytes(encode(picture).data)


if __name__ == "__main__":
    main(sys.argv[1:])
