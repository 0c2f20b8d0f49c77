"""Contact sheets for the eye: `python -m tests.images.contact_sheets [game ...]` writes them to docs/pictures.

Each position at full size and as a phone shows it, 400 pixels wide.
"""

import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

from PIL import Image

from bot.rules import GAMES
from images.canvas.canvas import WIDTH
from images.canvas.palette import NIGHT

PHONE = 400
_BORDER = 24
_FOLDER = Path(__file__).parents[3] / "docs" / "pictures"


def sheet(picture: Image.Image) -> Image.Image:
    """A picture at full size and beside it as on a phone."""
    small = picture.resize((PHONE, picture.height * PHONE // WIDTH), Image.Resampling.LANCZOS)
    page = Image.new("RGB", (WIDTH + PHONE + 3 * _BORDER, picture.height + 2 * _BORDER), NIGHT.void)
    page.paste(picture, (_BORDER, _BORDER))
    page.paste(small, (WIDTH + 2 * _BORDER, _BORDER))
    return page


def main(games: Sequence[str]) -> None:
    """Writes a sheet for each example of these games, or of all that have any."""
    for game in games or [key for key in GAMES if Path(__file__).with_name(f"{key}.py").exists()]:
        pictures, module = import_module(f"images.{game}"), import_module(f"tests.images.contact_sheets.{game}")
        drawn = [(name, pictures.draw(view, marks)) for name, view, marks in module.examples()]
        if hasattr(module, "hands"):
            drawn += [(name, pictures.draw_hand(view, marks)) for name, view, marks in module.hands()]
        for name, picture in drawn:
            path = _FOLDER / f"{game}-{name}.webp"
            sheet(picture).save(path, "WEBP", quality=86, method=4)
            print(f"{path}: {path.stat().st_size / 1000:.0f} KB")  # noqa: T201  # a command's answer


if __name__ == "__main__":
    main(sys.argv[1:])
