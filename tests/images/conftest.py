"""Golden pictures: `golden(picture, name)` holds a picture against the one kept in `goldens`.

They are kept at half size without loss, and a small difference is allowed, since libraries round differently from
version to version. After a failure `failed` holds what was drawn, what was expected, and how they differ. To accept new
pictures: `pytest tests/images --renew-pictures`.
"""

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageChops, ImageStat

from images.canvas import bursts
from tests.images.outlines import Outlines, following

GOLDENS = Path(__file__).parent / "goldens"
FAILED = Path(__file__).parent / "failed"

FAR = 8  # of 255: a channel that rounding alone brings nowhere near so far off
FAR_SHARE = 0.00002  # share of the picture's points that may be far off
MEAN = 0.05  # of 255: how far off the picture may be on average

Golden = Callable[[Image.Image, str], None]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--renew-pictures", action="store_true", help="keep what is drawn now as the golden pictures")


def halved(picture: Image.Image) -> Image.Image:
    return picture.convert("RGB").reduce(2)


def differs(drawn: Image.Image, expected: Image.Image) -> str:
    """What is too different between two pictures, or nothing."""
    if drawn.size != expected.size:
        return f"the size is {drawn.size}, not {expected.size}"
    difference = ImageChops.difference(drawn, expected)
    mean = max(ImageStat.Stat(difference).mean)
    worst = difference.convert("L", (1 / 3, 1 / 3, 1 / 3, 0))
    for channel in difference.split():
        worst = ImageChops.lighter(worst, channel)
    far = sum(worst.histogram()[FAR:]) / (drawn.width * drawn.height)
    if mean > MEAN or far > FAR_SHARE:
        return f"on average {mean:.2f} of 255 off, {far:.3%} of it by {FAR} or more"
    return ""


def differs_at_all(drawn: Image.Image, expected: Image.Image) -> str:
    """What is different between two pictures, or nothing."""
    if drawn.size != expected.size:
        return f"the size is {drawn.size}, not {expected.size}"
    area = ImageChops.difference(drawn, expected).getbbox()
    return f"something has moved within {area}" if area else ""


@pytest.fixture
def no_bursts(monkeypatch: pytest.MonkeyPatch) -> None:
    """For tests of words: ends are drawn without their rays and stars, which take longest."""
    for part in ("draw_rays", "draw_stars"):
        monkeypatch.setattr(bursts, part, lambda *_: None)


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Golden:
    renew: bool = request.config.getoption("--renew-pictures", default=False)
    return lambda picture, name: check(halved(picture), name, differs, renew=renew)


@pytest.fixture
def outlines(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Outlines:
    """Keeps where everything stands; nothing rounds outlines, so not a point may differ."""
    renew: bool = request.config.getoption("--renew-pictures", default=False)
    return following(monkeypatch, lambda picture, name: check(picture, name, differs_at_all, renew=renew))


def check(drawn: Image.Image, name: str, compare: Callable[[Image.Image, Image.Image], str], *, renew: bool) -> None:
    path = GOLDENS / f"{name}.webp"
    if path.exists():
        with Image.open(path) as kept:
            expected = kept.convert("RGB")
        problem = compare(drawn, expected)
    else:
        expected, problem = drawn, f"no golden picture {path.name}: pytest tests/images --renew-pictures makes it"
    if renew and problem:
        GOLDENS.mkdir(exist_ok=True)
        drawn.save(path, "WEBP", lossless=True, quality=100, method=6)
    elif problem:
        FAILED.mkdir(exist_ok=True)
        drawn.save(FAILED / f"{name}-drawn.png")
        expected.save(FAILED / f"{name}-expected.png")
        if drawn.size == expected.size:
            ImageChops.difference(drawn, expected).point(lambda value: min(255, value * 8)).save(
                FAILED / f"{name}-difference.png"
            )
        pytest.fail(f"{name}: {problem}; see {FAILED}")


def words_of(key: str) -> Any:
    """A game's words, besides alt texts."""
    return import_module(f"bot.words.{key}")
