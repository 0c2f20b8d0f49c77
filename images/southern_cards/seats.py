"""The seats beside the field: points, cards in hand, cards taken, the order card that a seat still has to place."""

from bot.rules.southern_cards import Sight
from bot.text import N_, group_digits, say
from bot.words import Verdict
from bot.words.southern_cards import names
from images.canvas.canvas import SMALLEST_TEXT, Bounds, Canvas, Point, text_width
from images.canvas.palette import Theme, legible
from images.southern_cards.cards import CHIP, card_back, lay_chip
from images.southern_cards.stamps import emblem, plate

PAD = 14.0  # inside a plate
USUAL, ONE_LINE, FEWEST, TALLEST = 78.0, 50.0, 64.0, 92.0  # heights of a row: with one line at most, with two at least
FRAMED = 12.0  # by how much the plate is taller than its rows
LARGEST = 1.7  # how much larger than in a row of the usual height letters get in taller ones
SHORT_NAME_ROOM, HELD_ROOM = 106.0, 130.0  # in a row
BESIDE_CARDS = 12.0  # from the cards of a hand to the words beside them


def seats_tall(seats: int) -> float:
    """How tall the plate of this many seats is beside a field; their rows share what the turn leaves."""
    return seats * min(TALLEST, (300 + 20 * seats) / seats) + FRAMED


def draw_seats(canvas: Canvas, sight: Sight, end: Verdict | None, box: Bounds, theme: Theme) -> None:
    """A row for each seat, with two lines where there is room for them."""
    plate(canvas, box, theme, name="seats plate")
    left, top, right, bottom = box
    row = (bottom - top - FRAMED) / sight.table.seats
    tall = row >= FEWEST
    row = row if tall else min(row, ONE_LINE)
    size = max(1.0, min(LARGEST, row / USUAL))
    first = top + FRAMED / 2
    lit = end.winners if end else (sight.to_move,)
    for seat, (name, colour) in enumerate(zip(names(sight), sight.colours, strict=True)):
        y = first + seat * row
        hue = theme.seats[colour]
        if seat in lit:
            # Two lines with an order card are as high as the row.
            above, below = (1, row + 1) if tall else (2, row - 2)
            plate(canvas, (left + 5, y + above, right - 5, y + below), theme, (hue,), name=f"row {colour}")
        line = y + (row * 0.29 if tall else row / 2)
        reach = round(13 * size)
        emblem(canvas, colour, (left + PAD + reach + 1, line), reach, theme)
        points = group_digits(sight.scores[seat])
        letters = round(32 * size) if row >= USUAL else 30 if tall else 28
        ends = right - PAD - text_width(points, letters) - 14
        place = end.place(seat) if end and end.places and sight.table.seats > 1 else ""
        begins = left + PAD + 2 * reach + 10
        room = ends - begins - (text_width(place, SMALLEST_TEXT) + 14 if place else 0)
        if not tall and not place:
            room = SHORT_NAME_ROOM
        x = canvas.fit_text((begins, line), name, (round(30 * size), 30, 28), room, legible(hue, theme))
        canvas.text((right - PAD, line - 2), points, letters, theme.ink, "Bold", "rm")
        if place:
            canvas.text((x + 14, line), place, SMALLEST_TEXT, theme.faint, "Bold")
        if tall:
            _second_line(canvas, sight, seat, (left + PAD, y + row * 0.765), right - PAD, size, theme)
        elif not place:
            hand_size = sight.held[seat]
            canvas.paste(card_back(20, theme), (left + 172, line), name="back", remember=False)
            canvas.text((left + 184, line), f"×{hand_size}", SMALLEST_TEXT, theme.faint)
            if order := sight.order[seat]:
                lay_chip(canvas, order, (left + 252, line))


def _second_line(canvas: Canvas, sight: Sight, seat: int, at: Point, right: float, size: float, theme: Theme) -> None:
    """The cards that a seat holds, and how many it has taken or which one it still has to place."""
    hand_size, order, back = sight.held[seat], sight.order[seat], round(20 * size)
    words = say(N_("order") if order else N_("{number} taken"), number=len(sight.taken[seat]))
    letters = round(SMALLEST_TEXT * min(size, 1.2))
    letters = letters if text_width(words, letters, "Semibold") <= HELD_ROOM else SMALLEST_TEXT
    wide = min(HELD_ROOM, text_width(words, letters, "Semibold")) + (CHIP[0] + 10 if order else 0)
    step = min(back * 1.2, (right - wide - BESIDE_CARDS - at[0] - back - 2) / max(1, hand_size - 1))
    for card in range(hand_size):
        spot = at[0] + 1 + back / 2 + card * step, at[1]
        canvas.paste(card_back(back, theme), spot, name="back", remember=False)
    if not hand_size:
        canvas.fit_text((at[0] + 2, at[1]), say(N_("no cards")), (letters, 28), HELD_ROOM, theme.faint, "Semibold")
    end = right - CHIP[0] - 10 if order else right
    canvas.fit_text((end, at[1]), words, (letters, 28), HELD_ROOM, theme.faint, "Semibold", "rm")
    if order:
        lay_chip(canvas, order, (right - CHIP[0] / 2, at[1]))
