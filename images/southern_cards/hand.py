"""The picture of one seat's hand, for its owner only: its cards large, alone or beside the field, with the numbers to
choose them by."""

from collections.abc import Sequence
from math import ceil

from PIL import Image

from bot.rules.southern_cards import Sight
from bot.text import N_, say
from bot.words.southern_cards import names
from images.canvas.canvas import WIDTH, Area, Canvas, Pen, Point, cached_layer, sky, text_box, text_width
from images.canvas.frames import frame
from images.canvas.palette import Theme, chosen_theme, legible, mix
from images.marks.marks import NO_MARKS
from images.southern_cards.alt_text import owner
from images.southern_cards.board import FELT
from images.southern_cards.cards import card_face, lay_chip, size_of
from images.southern_cards.drawing import card_edge, paint, scene_of_sight
from images.southern_cards.geometry import TALL
from images.southern_cards.glyphs import sparkle
from images.southern_cards.marks import Marks
from images.southern_cards.panels import turn_box
from images.southern_cards.stamps import badge, emblem, plate

WIDEST = 216  # of a card in the hand
TOP = 118.0  # where the cards begin
BELOW_CARDS = 46.0
NUMBERS = 60.0  # for the choices' discs, where there are any
SIDE = 44.0
HEADING, GAP, SPACE, BADGE_ROOM = 48.0, 12.0, 14.0, 14.0  # beside the field


HOLE = 11 * "\N{NO-BREAK SPACE}"  # where a card stands in a sentence


def draw_hand(sight: Sight, marks: Marks = NO_MARKS) -> Image.Image:
    """The hand of the seat whose sight this is: RGB, 1024 pixels wide, as tall as its cards need.

    Choices name cards ("7H"), in the order of the hand if a card is there twice. `chosen` are cards that have been
    picked. ValueError for a spectator's.
    """
    return paint_hand(sight, marks).image


def paint_hand(sight: Sight, marks: Marks = NO_MARKS) -> Canvas:
    """Draws a hand as `draw_hand` does, and returns the boxes of everything that was drawn as well."""
    theme = chosen_theme()
    seat, hand = owner(sight), sight.hand
    name, colour = names(sight)[seat], sight.colours[seat]
    labels = _labels(hand, marks)
    picks = _places(hand, [one.partition("@")[0] for one in marks.chosen])
    card, middles = card_places(len(hand))
    height = round(TOP + card * TALL + BELOW_CARDS + (NUMBERS if labels else 0))

    canvas = _ground(height, theme)
    frame(canvas, (theme.seats[colour],))
    emblem(canvas, colour, (54, 58), 20, theme)
    x = canvas.text((88, 58), say(N_("{colour}’s hand"), colour=name), 44, legible(theme.seats[colour], theme), "Bold")
    order = sight.order[seat]
    words = say(N_("order card {card} goes first") if order else N_("only you see this"), card=HOLE)
    wide = text_box(words, 30, "Semibold", "lm")[2]
    if wide < WIDTH - 40 - x - 20:
        canvas.text((WIDTH - 40, 60), words, 30, theme.last if order else theme.faint, "Semibold", "rm")
        if order:
            before, _, after = words.partition(HOLE)
            begins, ends = text_width(before, 30, "Semibold"), wide - text_width(after, 30, "Semibold")
            lay_chip(canvas, order, (WIDTH - 40 - wide + (begins + ends) / 2, 60))
    if not hand:
        canvas.text((WIDTH / 2, TOP + card * TALL / 2), say(N_("no cards left")), 40, theme.faint, "Semibold", "mm")
    due = hand.index(order) if order else None
    for place, (card_here, at) in enumerate(zip(hand, middles, strict=True)):
        _card(canvas, card_here, at, card, theme)
        if place == due:
            canvas.paste(card_edge(card, theme.last, 4, 2, glow=True), at, name=f"due {card_here}")
        if place in picks:
            canvas.paste(card_edge(card, theme.choice, 6, 2, glow=True), at, name=f"chosen {card_here}")
        for number, label in enumerate(labels.get(place, ())):
            shift = (number - (len(labels[place]) - 1) / 2) * 58
            badge(canvas, (at[0] + shift, TOP + card * TALL + 44), label, 25, theme)
    return canvas


def draw_choice(sight: Sight, field: Marks = NO_MARKS, hand: Marks = NO_MARKS) -> Image.Image:
    """The field, with the hand of the seat whose sight this is in place of the last turn.

    `field` are marks as for the field's own picture, `hand` those for the hand's. ValueError for a spectator's.
    """
    return paint_choice(sight, field, hand).image


def paint_choice(sight: Sight, field: Marks = NO_MARKS, hand: Marks = NO_MARKS) -> Canvas:
    """Draws as `draw_choice` does, and returns the boxes of everything that was drawn as well."""
    theme = chosen_theme()
    seat, cards = owner(sight), sight.hand
    canvas = paint(sight, field, has_turn=False)
    left, top, right, bottom = turn_box(sight, scene_of_sight(sight, field))
    plate(canvas, (left, top, right, bottom), theme, name="hand plate")
    hue = theme.seats[sight.colours[seat]]
    canvas.fit_text((left + 14, top + 26), say(N_("Your hand")), (28,), right - left - 28, legible(hue, theme))
    labels, picks = _labels(cards, hand), _places(cards, [one.partition("@")[0] for one in hand.chosen])
    columns, card = _fit(len(cards), right - left - 2 * GAP, bottom - top - HEADING - GAP, numbered=bool(labels))
    rows = [range(start, min(start + columns, len(cards))) for start in range(0, len(cards), columns)]
    due = cards.index(sight.order[seat]) if sight.order[seat] else None
    for number, row in enumerate(rows):
        tall = (bottom - top - HEADING - GAP) / len(rows)
        y = top + HEADING + tall * (number + 0.5) - (BADGE_ROOM / 2 if labels else 0)
        for place in row:
            x = (left + right) / 2 + (place - row.start - (len(row) - 1) / 2) * (card + SPACE)
            _card(canvas, cards[place], (x, y), card, theme)
            if place == due:
                canvas.paste(card_edge(card, theme.last, 4, 2, glow=True), (x, y), name=f"due {cards[place]}")
            if place in picks:
                canvas.paste(card_edge(card, theme.choice, 6, 2, glow=True), (x, y), name=f"chosen {cards[place]}")
            for label in labels.get(place, ()):
                badge(canvas, (x, y + card * TALL / 2 + BADGE_ROOM - 18), label, 18, theme)
    if not cards:
        canvas.text(((left + right) / 2, (top + bottom) / 2), say(N_("no cards left")), 30, theme.faint, anchor="mm")
    return canvas


def _fit(number: int, wide: float, tall: float, *, numbered: bool) -> tuple[int, int]:
    """In how many columns this many cards are largest, and how wide they are then."""

    def width(columns: int) -> int:
        rows = ceil(number / columns)
        below = BADGE_ROOM if numbered else 0
        return int(min(WIDEST, (wide + SPACE) / columns - SPACE, (tall / rows - SPACE - below) / TALL))

    columns = max(range(1, number + 1), key=width, default=1)
    return columns, width(columns) if number else WIDEST


def card_places(number: int) -> tuple[int, list[Point]]:
    """The width of a card in a hand of this many, and the middle of each."""
    count = max(1, number)
    card = int(min(WIDEST, (WIDTH - 2 * SIDE) / count - 14))
    step = (WIDTH - 2 * SIDE) / count if card < WIDEST else card + 24
    return card, [(WIDTH / 2 + (place - (count - 1) / 2) * step, TOP + card * TALL / 2) for place in range(number)]


def _places(hand: Sequence[str], cards: list[str]) -> list[int]:
    """The places of cards in the hand, each place once if it can be. ValueError if the hand lacks a card."""
    picks: list[int] = []
    for card in cards:
        places = [place for place, card_here in enumerate(hand) if card_here == card]
        if not places:
            raise ValueError(f"{card!r} is not in the hand")
        free = [place for place in places if place not in picks]
        picks.append((free or places)[0])
    return picks


def _labels(hand: Sequence[str], marks: Marks) -> dict[int, list[str]]:
    """The labels of each place in the hand."""
    labels: dict[int, list[str]] = {}
    places = _places(hand, [choice.at for choice in marks.choices])
    for place, choice in zip(places, marks.choices, strict=True):
        labels.setdefault(place, []).append(choice.label)
    return labels


def _card(canvas: Canvas, card: str, at: Point, wide: int, theme: Theme) -> None:
    across, tall = size_of(wide)
    canvas.paste(card_face(card, wide, theme), at, remember=False)
    canvas.boxes.append(
        Area("piece", f"hand {card}", at[0] - across / 2, at[1] - tall / 2, at[0] + across / 2, at[1] + tall / 2)
    )


@cached_layer
def _ground(height: int, theme: Theme) -> Canvas:
    """A night sky over a strip of felt."""
    pen = Pen((WIDTH, height), 3, "RGB")
    pen.image.paste(sky((WIDTH, height), 3, theme, lambda x, y: True))
    pen.plate(
        (20, 100, WIDTH - 20, height - 20), 22, mix(*theme.materials(FELT), 0.45), mix(FELT[0], theme.path, 0.55), 2.2
    )
    for x in (40, WIDTH - 40):
        for y in (120, height - 40):
            sparkle(pen, (x, y), 8, mix(FELT[0], theme.ink, 0.45))
    return Canvas(pen.reduce())
