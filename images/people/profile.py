"""The card of a person: an emblem of their own, a few facts, and each game with its rating and how that went.

Their name is written where the typefaces can write it; in the message it always is.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from math import pi

from PIL import Image

from bot.text import N_, say
from bot.text.terms import join_sentences
from images.canvas.canvas import (
    LINE,
    SMALLEST_TEXT,
    WIDTH,
    Canvas,
    Pen,
    cached_layer,
    cached_sprite,
    polar,
    star,
    text_width,
)
from images.canvas.fonts import written
from images.canvas.palette import Colour, Theme, chosen_theme, legible, mix
from images.canvas.signs import Sign, sign_sprite
from images.people.plates import FINE, GAP, MARGIN, ground, write_bot

HEAD, FACTS, GAME, FOOT = 188, 88, 168, 64  # heights of the plates, and of each later row of facts in the first one
EMBLEM = 132
NAME = 62  # pixels from the upper edge to the middle of the name
ROOM = WIDTH - 2 * MARGIN - 48  # pixels of a line
SIGN = 112  # side of a game's sign
GRAPH_LEFT = 540  # where the graph of a game begins
MOST_GAMES = 5

_HUES = ("gold", "green", "red", "blue", "silver", "yellow")


@dataclass(frozen=True, slots=True)
class GameCard:
    """One game: title, sign, the rating as people read it, what is said below it, and the newest ratings in order."""

    title: str
    sign: Sign
    rating: str
    remark: str
    history: Sequence[int]


@dataclass(frozen=True, slots=True)
class Card:
    """A person: the number that their emblem follows from, facts as label and value, games, last lines, and a name."""

    number: int
    facts: Sequence[tuple[str, str]]
    games: Sequence[GameCard]
    feet: Sequence[str] = ()
    name: str = ""


def draw(card: Card) -> Image.Image:
    """The picture, as tall as its games need."""
    theme = chosen_theme()
    games = card.games[:MOST_GAMES]
    feet = [_tall(foot) for foot in card.feet]
    head = HEAD + FACTS * (len(card.facts) > 2)
    tops = _tops([head, *[GAME] * len(games), *feet])
    canvas = _plates(tuple(tops), theme)
    canvas.paste(emblem(card.number, theme), (MARGIN + 24 + EMBLEM / 2, MARGIN + head / 2), name="emblem")
    left = MARGIN + 24 + EMBLEM + 36
    room = WIDTH - MARGIN - 44 - left - write_bot(canvas, MARGIN + NAME - 14, theme)
    name = written(card.name) or say(N_("A player's card"))
    canvas.fit_text((left, MARGIN + NAME - 14), name, (48, 42, 36, 32), room, theme.ink)
    _facts(canvas, card.facts, theme)
    for game, (top, _) in zip(games, tops[1:], strict=False):
        _game(canvas, game, top, theme)
    for foot, (top, _) in zip(card.feet, tops[1 + len(games) :], strict=True):
        canvas.fit_text((MARGIN + 24, top + FOOT / 2), foot, (SMALLEST_TEXT,), [ROOM] * 2, theme.ink, "Semibold")
    return canvas.image


def _tall(foot: str) -> int:
    """How tall the plate of one of the last lines is, which may take two."""
    return FOOT if text_width(foot, SMALLEST_TEXT, "Semibold") <= ROOM else FOOT + LINE


def _tops(parts: Sequence[int]) -> list[tuple[float, float]]:
    """Where each plate begins, and how tall it is."""
    return [(MARGIN + sum(parts[:index]) + GAP * index, part) for index, part in enumerate(parts)]


@cached_layer
def _plates(tops: tuple[tuple[float, float], ...], theme: Theme) -> Canvas:
    plates = [(top, top + part) for top, part in tops]
    return Canvas(ground(plates[-1][1] + MARGIN, plates, theme).reduce())


def alt(card: Card) -> str:
    """The picture in words."""
    facts = [f"{label}: {value}" for label, value in card.facts]
    games = [
        say(N_("{game}: rating {rating}, {remark}"), game=game.title, rating=game.rating, remark=game.remark)
        for game in card.games[:MOST_GAMES]
    ]
    parts = [say(N_("A player's card")), *facts, *games, *card.feet]
    return join_sentences(say(N_("{facts}."), facts=part) for part in parts)


def _facts(canvas: Canvas, facts: Sequence[tuple[str, str]], theme: Theme) -> None:
    """Two columns beside the emblem."""
    left = MARGIN + 24 + EMBLEM + 36
    width = (WIDTH - MARGIN - left - 12) / 2
    for index, (label, value) in enumerate(facts[:4]):
        x, y = left + width * (index % 2), MARGIN + NAME + 44 + FACTS * (index // 2)
        canvas.fit_text((x, y), label, (SMALLEST_TEXT,), width - 16, theme.faint, "Semibold")
        canvas.fit_text((x, y + 34), value, (36, 32, SMALLEST_TEXT), [width - 16] * 2, theme.ink)


def _game(canvas: Canvas, game: GameCard, top: float, theme: Theme) -> None:
    left = MARGIN + 28 + SIGN + 24
    room = GRAPH_LEFT - left - 20
    canvas.paste(sign_sprite(game.sign, SIGN, theme), (MARGIN + 28 + SIGN / 2, top + GAME / 2), name="sign")
    canvas.fit_text((left, top + 34), game.title, (30, SMALLEST_TEXT), room, theme.faint)
    canvas.text((left, top + 86), game.rating, 56, theme.ink, "Bold")
    canvas.fit_text((left, top + 136), game.remark, (SMALLEST_TEXT,), room, theme.faint, "Semibold")
    if not game.history:
        return
    canvas.lay(_graph(game.history, legible(game.sign.hue, theme), theme), (GRAPH_LEFT, top + 20))
    high, low = max(game.history), min(game.history)
    for value, at in ((high, top + 34), (low, top + GAME - 32)) if high > low else ((high, top + GAME / 2),):
        canvas.text((WIDTH - MARGIN - 20, at), str(value), SMALLEST_TEXT, theme.faint, "Semibold", "rm")


def _graph(history: Sequence[int], hue: Colour, theme: Theme) -> Pen:
    """The newest ratings from left to right, in the game's hue; the last one has a disc."""
    pen = Pen((WIDTH - MARGIN - 96 - GRAPH_LEFT, GAME - 40), FINE)
    left, right, upper, lower = 8, pen.size[0] - 12, 12, pen.size[1] - 12
    low, span = float(min(history)), max(history) - min(history)
    if not span:  # then it lies in the middle
        low, span = low - 0.5, 1
    step = (right - left) / max(1, len(history) - 1)
    points = [
        (left + step * index, lower - (lower - upper) * (value - low) / span) for index, value in enumerate(history)
    ]
    for y in (upper, (upper + lower) / 2, lower):
        pen.line([(left, y), (right, y)], mix(theme.panel, theme.line, 0.7), 1.5)
    if len(points) > 1:
        pen.polygon([(left, lower), *points, (points[-1][0], lower)], mix(theme.panel, hue, 0.24))
        pen.line(points, hue, 4)
    pen.disc(points[-1], 8, theme.last)
    return pen


@cached_sprite
def emblem(number: int, theme: Theme) -> Image.Image:
    """A planet with a star on it and moons around, as the digest of the number says: always the same for a person."""
    pen = Pen((EMBLEM + 8, EMBLEM + 8), FINE)
    centre = EMBLEM / 2 + 4, EMBLEM / 2 + 4
    digest = sha256(str(number).encode()).digest()
    hue = theme.seats[_HUES[digest[0] % len(_HUES)]]
    other = theme.seats[_HUES[(digest[0] + 1 + digest[1] % (len(_HUES) - 1)) % len(_HUES)]]
    rays, moons, turn = 3 + digest[2] % 5, 1 + digest[3] % 6, digest[4] / 256 * 2 * pi
    reach = EMBLEM / 2
    ground: Colour = mix(theme.void, hue, 0.25)
    pen.disc(centre, reach * 0.74, ground)
    pen.ring(centre, reach * 0.74, legible(hue, theme), 5)
    pen.polygon(star(centre, reach * 0.56, reach * (0.2 + digest[5] / 256 * 0.2), rays), legible(other, theme))
    pen.ring(centre, reach * 0.92, theme.line, 2)
    for moon in range(moons):
        pen.disc(polar(centre, reach * 0.92, turn + moon * 2 * pi / max(moons, 3)), 8, legible(hue, theme))
    return pen.reduce()
