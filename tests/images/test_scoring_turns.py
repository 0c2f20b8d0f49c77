"""What the turns of cards brought, written beside the field: as it was, however much there is to tell."""

from itertools import cycle, product

from PIL import Image

from bot.rules.api import Document
from images.canvas import WIDTH, Canvas
from images.marks import NO_MARKS
from images.palette import NIGHT
from images.southern_cards.drawing import scene_of_view
from images.southern_cards.panels import panels
from tests.images.conftest import GOLDENS
from tests.images.southern_cards_positions import after, turn
from tests.kept import Keep

SEATS = {"classic": 1, "shishi": 2, "gogo": 3, "free": 4, "ultra": 5, "zodiac": 2}
ROLES = (
    *(("set", "2C 2D 2H", 30), ("set", "3C 3D 3H", 30), ("sequence", "5S 6H 7S", 20), ("sequence", "7S 8H 9S", 20)),
    *(("five_cards", "4C 4D 4H 4S JK", 120), ("hyper_royal_sequence", "8H 9H 10H JH", 80), ("orion", "JK JK JK", 50)),
    *(("royal_sequence", "QD KD AD", 40), ("royal_straight_flush", "10S JS QS KS AS", 200), ("set", "9C 9D 9H", 30)),
)


def telling(layout: str, seats: int, roles: int, combos: int, number: int) -> Document:
    """A position after a turn with so many roles and combos, and with some more to tell about it."""
    view = after(6, seats, number, layout=layout).view(None)
    cells = [cell for cell, _ in view["field"]]
    made = []
    for place, (kind, cards, points) in zip(range(roles + combos), cycle(ROLES)):
        own = cards.split()
        made.append({"kind": kind, "cells": cells[place % 3 :][: len(own)], "cards": own, "points": points})
    reach = (0, 3, 8)[number % 3]
    points = 20 * number * (roles + combos)
    view["last"] = turn(cells[0], roles=made[:roles], combo=[[one] for one in made[roles:]], points=points)
    view["last"] |= {"seat": seats - 1, "reach": cells[:reach], "eclipse": number % 4 == 3}
    if roles > 1:
        view["last"] |= {"trick": "extra_double", "multiplier": 2} if number % 2 else {"trick": "saturn"}
    return view


def test_what_a_turn_brought_is_written_where_it_was(keep: Keep) -> None:
    """With ever more to tell: beside the cards, without them, in two columns, and in the end one kind together."""
    lines, made = list[str](), [(0, 0), (1, 0), (2, 0), (2, 2), (4, 1), (5, 4), (8, 6), (10, 14)]
    for number, ((roles, combos), (layout, seats)) in enumerate(product(made, SEATS.items())):
        view = telling(layout, seats, roles, combos, number)
        canvas = Canvas(Image.new("RGB", (WIDTH, 1300)))
        panels(canvas, view, scene_of_view(view, NO_MARKS), (), None, NIGHT)
        lines.append(f"# {layout}, {seats} seats: {roles} roles, {combos} combos")
        for box in canvas.boxes:
            lines.append(f"{box.kind} {box.name}: {box.left:.1f} {box.top:.1f} {box.right:.1f} {box.bottom:.1f}")
    keep("\n".join(lines) + "\n", GOLDENS / "southern_cards-turns.txt")
