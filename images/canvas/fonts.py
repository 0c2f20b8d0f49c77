"""The typefaces of all pictures: Source Sans Pro, and Noto Sans CJK, both from packages of those names.

Without its package they are written with what the system has: Debian's fonts-noto-cjk, or for Japanese IPAexGothic.
Chinese needs the former, since the package draws its characters as in Japan. A language whose letters no font has is
English in pictures (`drawable`).
"""

import re
from functools import cache, lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Literal

import font_source_sans_pro
from PIL import ImageFont

from bot.text import ENGLISH, LANGUAGES, language

Weight = Literal["Light", "Regular", "Semibold", "Bold", "Black"]

_FILES = Path(font_source_sans_pro.__file__).parent / "files"

_SYSTEM = Path("/usr/share/fonts")
COLLECTIONS = (
    _SYSTEM / "opentype/noto/NotoSansCJK-Bold.ttc",
    _SYSTEM / "noto-cjk/NotoSansCJK-Bold.ttc",
)
"""Where systems have Noto Sans CJK, with a face for each of `EAST_ASIAN_LANGUAGES`."""

JAPANESE_FONTS = (_SYSTEM / "opentype/ipaexfont-gothic/ipaexg.ttf",)
"""Where systems have fonts with Japanese characters alone."""

EAST_ASIAN_LANGUAGES = ("ja", "ko", "zh-CN", "zh-TW")  # in the order of the faces in a collection
_AS_IN_JAPAN = ("ja", "ko")  # written with the face for Japan: it has Hangul too, which is the same everywhere

EAST_ASIAN_SCALE = 0.88  # of the size: these characters fill their line, Latin letters don't

IDEOGRAPHS = re.compile(r"[\u2e80-\u312f\u3190-\u9fff\uf900-\ufaff\uff00-\uffef]")
"""Kana, Chinese characters, and their punctuation, which lines may be broken between."""

_EAST_ASIAN = re.compile(rf"{IDEOGRAPHS.pattern}|[\u1100-\u11ff\u3130-\u318f\uac00-\ud7af]")  # and Hangul

_NO_LETTER = "\U0010ffff"  # which no font has

Face = tuple[Path, int]
"""A font's file, and which of its faces."""


@cache
def east_asian_face(locale: str) -> Face | None:
    """The face that writes one of `EAST_ASIAN_LANGUAGES`, or None."""
    package = find_spec("noto_cjk_sans_jp_bold")
    files = [] if package is None or package.origin is None else sorted(Path(package.origin).parent.glob("*.otf"))
    faces = [(path, 0) for path in files if locale in _AS_IN_JAPAN]
    faces += [(path, EAST_ASIAN_LANGUAGES.index(locale)) for path in COLLECTIONS]
    faces += [(path, 0) for path in JAPANESE_FONTS if locale == "ja"]
    return next((face for face in faces if face[0].exists()), None)


def _face_for(text: str, locale: str) -> Face | None:
    """The East Asian face that the text needs; None if it needs none, or none is there."""
    if _EAST_ASIAN.search(text) is None:
        return None
    return east_asian_face(locale if locale in EAST_ASIAN_LANGUAGES else "ja")


@cache
def drawable(locale: str) -> str:
    """The language in which pictures speak it: English if no font has the letters of its name."""
    name = LANGUAGES.get(locale, "")
    if locale in EAST_ASIAN_LANGUAGES and east_asian_face(locale) is None:
        return ENGLISH
    face = _face(40, "Bold", _face_for(name, locale))
    missing = bytes(face.getmask(_NO_LETTER))
    return ENGLISH if any(bytes(face.getmask(one)) == missing for one in name if one.isalpha()) else locale


def written(words: str) -> str:
    """What the typefaces can write of somebody's name, if that is most of it; otherwise nothing."""
    face = _face(40, "Bold", _face_for(words, language()))
    missing = bytes(face.getmask(_NO_LETTER))
    signs = [one for one in words if one == " " or (one.isprintable() and bytes(face.getmask(one)) != missing)]
    return " ".join("".join(signs).split()) if 2 * len(signs) > len(words) else ""


@lru_cache(maxsize=128)
def _face(size: int, weight: Weight, east_asian: Face | None) -> ImageFont.FreeTypeFont:
    if east_asian is None:
        path, index = _FILES / f"SourceSansPro-{weight}.ttf", 0
    else:
        path, index = east_asian
        size = round(size * EAST_ASIAN_SCALE)
    return ImageFont.truetype(str(path), size, index, layout_engine=ImageFont.Layout.BASIC)


def font(size: int, weight: Weight = "Semibold", text: str = "") -> ImageFont.FreeTypeFont:
    """The typeface for `text` at `size` pixels of line height; a digit is half as wide and two thirds as tall.

    The basic layout is forced so that machines with and without Raqm draw the same picture.
    """
    return _face(size, weight, _face_for(text, language()))
