"""A match as a picture for other places: the board, what is played, how it went, who plays, the day, and the bot."""

from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image

from images.canvas.boards import board_alone
from images.canvas.canvas import WIDTH as POSTER
from images.canvas.canvas import Area, Canvas, break_lines, sky, text_width
from images.canvas.fonts import written
from images.canvas.palette import Theme, chosen_theme, mix
from images.canvas.signs import Sign, sign_sprite
from images.canvas.stamps import rounded
from images.people import plates
from images.people.podium import crown

SIZE = WIDE, TALL = 1200, 630
"""Pixels, as the Open Graph protocol's readers expect them."""

MARGIN, GAP = 36, 32
EDGE = 24  # pixels around the board
SIGN = 84  # side of the game's sign
TITLE, LINE, SMALL = 46, 38, 34  # sizes of letters, none below what can be read on a phone
SEAT, EMBLEM, CROWN = 76, 48, 46  # height of a seat's line at most, and of what stands in it
RIM = 1.0  # pixels of the board's picture around the board
MOST_SEATS = 5


@dataclass(frozen=True, slots=True)
class CardSeat:
    """A seat: its colour, who plays it, their place as people read it or nothing, and whether they have won."""

    colour: str
    name: str
    place: str = ""
    won: bool = False


@dataclass(frozen=True, slots=True)
class MatchCard:
    """A match: its game with the sign of that, how it stands or went, the seats, the best first, and the day."""

    title: str
    sign: Sign
    standing: str
    seats: Sequence[CardSeat]
    day: str


def draw(board: Canvas, card: MatchCard) -> Image.Image:
    """The card that a link shows elsewhere: the board alone on the left, the rest beside it."""
    theme = chosen_theme()
    canvas = Canvas(sky(SIZE, 1, theme, lambda x, _y: x > WIDE * 0.4))  # no stars among the words
    shown = board_alone(board, RIM)
    most = min(WIDE * 0.52 / shown.width, (TALL - 2 * EDGE) / shown.height)
    shown = shown.resize((round(shown.width * most), round(shown.height * most)), Image.Resampling.LANCZOS)
    canvas.paste(shown, (EDGE + shown.width / 2, TALL / 2), name="board")
    left, right = EDGE + shown.width + GAP, WIDE - MARGIN
    room = right - left
    canvas.paste(sign_sprite(card.sign, SIGN, theme), (left + SIGN / 2, MARGIN + SIGN / 2), name="sign")
    beside = room - SIGN - 20
    canvas.fit_text(
        (left + SIGN + 20, MARGIN + SIGN / 2), card.title, (TITLE, LINE, SMALL), beside, theme.ink, "Bold", "lm"
    )
    y = float(MARGIN + SIGN + 40)
    for line in break_lines(written(card.standing), SMALL, "Semibold", [room] * 3):
        canvas.fit_text((left, y), line, (SMALL,), room, theme.faint, "Semibold", "lm")
        y += 42
    foot = TALL - MARGIN - SMALL / 2
    _seats(canvas, card.seats, Area("panel", "seats", left, y - 12, right, foot - 26), theme)
    canvas.fit_text((left, foot), card.day, (SMALL,), room - 110, theme.faint, "Semibold", "lm")
    canvas.text((right, foot), plates.BOT, SMALL, theme.faint, "Bold", "rm")
    return canvas.image


def draw_poster(board: Image.Image, card: MatchCard) -> Image.Image:
    """The picture to save and send: the whole board's picture below what is played, above who played."""
    theme = chosen_theme()
    wide = POSTER - 2 * plates.MARGIN
    shown = board.resize((wide, round(board.height * wide / board.width)), Image.Resampling.LANCZOS).convert("RGBA")
    top = plates.MARGIN + plates.HEAD + plates.GAP
    lower = top + shown.height + plates.GAP
    bottom = lower + 2 * plates.GAP + SEAT * len(card.seats[:MOST_SEATS])
    extents = (plates.MARGIN, plates.MARGIN + plates.HEAD), (lower, bottom)
    canvas = Canvas(plates.ground(bottom + plates.MARGIN, extents, theme).reduce())
    plates.heading(canvas, card.title, card.day, theme, card.sign)
    canvas.paste(shown, (POSTER / 2, top + shown.height / 2), name="board")
    left = plates.MARGIN + plates.GAP
    _seats(canvas, card.seats, Area("panel", "seats", left, lower + plates.GAP, POSTER - left, bottom), theme)
    return canvas.image


def _seats(canvas: Canvas, seats: Sequence[CardSeat], box: Area, theme: Theme) -> None:
    """A line for each seat within the box; winners are lit and have a crown."""
    tall = min(SEAT, (box.bottom - box.top) / len(seats[:MOST_SEATS]))
    for number, seat in enumerate(seats[:MOST_SEATS]):
        y, right = box.top + tall * (number + 0.5), box.right - 16.0
        if seat.won:
            lit = mix(theme.panel, theme.seats["gold"], 0.24)
            size = round(box.right - box.left), round(tall) - 6
            canvas.paste(rounded(size, 12, lit, theme.seats["gold"], 3), (box.middle[0], y), remember=False)
            canvas.paste(crown(CROWN, theme), (right - CROWN * 0.65, y), name="crown")
            right -= CROWN * 1.3 + 14
        elif seat.place:
            canvas.text((right, y), seat.place, SMALL, theme.faint, "Semibold", "rm")
            right -= text_width(seat.place, SMALL, "Semibold") + 14
        plates.seat_sign(canvas, seat.colour, (box.left + 36, y), EMBLEM, theme)
        begins = box.left + 36 + EMBLEM / 2 + 18
        canvas.fit_text((begins, y), written(seat.name), (LINE, SMALL), right - begins, theme.ink, "Semibold", "lm")
