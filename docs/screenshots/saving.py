"""Writes a screenshot as a small file beside this one."""

import io
from pathlib import Path

from PIL import Image

FOLDER = Path(__file__).parent
QUALITIES = (85, 75, 65, 50, 35)  # of WebP; the first that makes the file small enough is taken, else the last


def save(screenshot: bytes, name: str, largest: int) -> None:
    """Writes a picture as `name`.webp, of `largest` bytes if a quality makes it as small."""
    picture = Image.open(io.BytesIO(screenshot))
    for quality in QUALITIES:
        file = io.BytesIO()
        picture.save(file, "WEBP", quality=quality, method=6)
        if file.tell() <= largest:
            break
    (FOLDER / f"{name}.webp").write_bytes(file.getvalue())
