"""Icons: a game's pieces, small and square, for lists and buttons.

Each game has some in a module of its own: what draws an icon, by its name. Names are short, because Discord's names of
emoji have at most 32 characters, and no two games use the same.
"""

import hashlib
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import TypeAlias

from PIL import Image

SIDE = 96  # pixels of an icon's side; Discord shows it at about 20 to 48

Icons: TypeAlias = Mapping[str, Callable[[], Image.Image]]
"""What draws an icon of `SIDE` by `SIDE` pixels, by the icon's name."""


def in_square(sprite: Image.Image) -> Image.Image:
    """A sprite in the middle of an icon, as large as fits."""
    sprite = sprite.crop(sprite.getbbox())
    share = SIDE / max(sprite.size)
    size = max(1, round(sprite.width * share)), max(1, round(sprite.height * share))
    icon = Image.new("RGBA", (SIDE, SIDE))
    icon.paste(sprite.resize(size, Image.Resampling.LANCZOS), ((SIDE - size[0]) // 2, (SIDE - size[1]) // 2))
    return icon


@cache
def edition() -> str:
    """Six letters that change when anything does that pictures are drawn by."""
    digest = hashlib.sha256()
    for file in sorted(Path(__file__).parent.parent.rglob("*.py")):
        digest.update(file.read_bytes())
    return digest.hexdigest()[:6]
