"""The typefaces of all pictures: Source Sans Pro, and for Japanese Noto Sans CJK, each from a package of that name.

Without its package Japanese is written with what the system has: Debian's fonts-noto-cjk, or IPAexGothic. If there is
nothing, pictures are in English (`drawable`).
"""

import re
from functools import cache, lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Literal

import font_source_sans_pro
from PIL import ImageFont

Weight = Literal["Light", "Regular", "Semibold", "Bold", "Black"]

_FILES = Path(font_source_sans_pro.__file__).parent / "files"

_SYSTEM = Path("/usr/share/fonts")
JAPANESE_FONTS = (
    _SYSTEM / "opentype/noto/NotoSansCJK-Bold.ttc",  # its first face is the Japanese one
    _SYSTEM / "noto-cjk/NotoSansCJK-Bold.ttc",
    _SYSTEM / "opentype/ipaexfont-gothic/ipaexg.ttf",
)
"""Where systems have fonts with Japanese characters."""

JAPANESE_SCALE = 0.88  # of the size: these characters fill their line, Latin letters don't

EAST_ASIAN = re.compile(r"[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]")
"""Kana, Chinese characters, and their punctuation."""


@cache
def japanese_font() -> Path | None:
    """The file of a font with Japanese characters, or None."""
    package = find_spec("noto_cjk_sans_jp_bold")
    files = [] if package is None or package.origin is None else sorted(Path(package.origin).parent.glob("*.otf"))
    return next((path for path in (*files, *JAPANESE_FONTS) if path.exists()), None)


def drawable(language: str) -> str:
    """The language in which pictures speak it: English if no font has its characters."""
    return "en" if language == "ja" and japanese_font() is None else language


@lru_cache(maxsize=128)
def _face(size: int, weight: Weight, *, japanese: bool) -> ImageFont.FreeTypeFont:
    path = japanese_font() if japanese else None
    if path is not None:
        return ImageFont.truetype(str(path), round(size * JAPANESE_SCALE), layout_engine=ImageFont.Layout.BASIC)
    return ImageFont.truetype(str(_FILES / f"SourceSansPro-{weight}.ttf"), size, layout_engine=ImageFont.Layout.BASIC)


def font(size: int, weight: Weight = "Semibold", text: str = "") -> ImageFont.FreeTypeFont:
    """The typeface for `text` at `size` pixels of line height; a digit is half as wide and two thirds as tall.

    The basic layout is forced so that machines with and without Raqm draw the same picture.
    """
    return _face(size, weight, japanese=EAST_ASIAN.search(text) is not None)
