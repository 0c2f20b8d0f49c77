"""What moves on a field of Southern Cross cards: the cards of the last turn, which drop onto their stacks."""

from collections.abc import Sequence

from bot.rules.api import Document
from images.canvas import Box
from images.marks import Marks
from images.motion import Act, drops, spans, stays
from images.palette import NIGHT
from images.southern_cards.cards import card_face
from images.southern_cards.drawing import EDGES, LEAN
from images.southern_cards.facts import piles, placed_last
from images.southern_cards.geometry import TALL


def acts(view: Document, marks: Marks, boxes: Sequence[Box]) -> list[Act]:
    """The cards of the last turn, if it is what the marks show, and those that they cover."""
    placed = placed_last(view)
    if not placed or not marks.last:
        return []
    field, found = piles(view), {box.name: box for box in boxes if box.kind == "piece"}
    made: list[Act] = []
    for (card, cell), span in zip(placed, spans(len(placed)), strict=True):
        cards, box = field.get(cell, []), found.get(f"{cell} {card}")
        if not box or not cards or cards[-1] != card:
            continue
        if len(cards) > 1:
            edges = min(len(cards) - 1, EDGES)
            wide, tall = box.right - box.left - LEAN[0] * edges, box.bottom - box.top - LEAN[1] * edges
            covered = card_face(cards[-2], round(max(wide, tall / TALL)), NIGHT)
            made.append(Act(stays(), (covered, (box.left + wide / 2, box.top + tall / 2))))
        made.append(Act(drops(span), box))
    return made
