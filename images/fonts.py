"""The one typeface of all pictures: Source Sans Pro, from the package of that name."""

from functools import lru_cache
from pathlib import Path
from typing import Literal

import font_source_sans_pro
from PIL import ImageFont

Weight = Literal["Light", "Regular", "Semibold", "Bold", "Black"]

_FILES = Path(font_source_sans_pro.__file__).parent / "files"


@lru_cache(maxsize=64)
def font(size: int, weight: Weight = "Semibold") -> ImageFont.FreeTypeFont:
    """The typeface at `size` pixels of line height; a digit is half as wide and two thirds as tall.

    The basic layout is forced so that machines with and without Raqm draw the same picture.
    """
    return ImageFont.truetype(str(_FILES / f"SourceSansPro-{weight}.ttf"), size, layout_engine=ImageFont.Layout.BASIC)
