"""Where fields of cards, hands, and what turns brought stand: as they did, however large they are and much there is."""

from dataclasses import replace
from itertools import cycle, product

import pytest
from PIL import Image

from bot.rules.southern_cards import Role, Sight
from images.canvas.canvas import WIDTH, Canvas
from images.canvas.palette import NIGHT
from images.marks.marks import NO_MARKS, Choice, Marks
from images.southern_cards.drawing import scene_of_sight
from images.southern_cards.geometry import arc_between, on_ring, scene_of
from images.southern_cards.hand import paint_hand
from images.southern_cards.panels import panels
from tests.images.conftest import GOLDENS
from tests.images.outlines import Outlines, words
from tests.images.southern_cards_positions import after, position, turn
from tests.kept import Keep

SEATS = {"classic": 1, "shishi": 2, "gogo": 3, "free": 4, "ultra": 5, "zodiac": 2}
ROLES = (
    *(("set", "2C 2D 2H", 30), ("set", "3C 3D 3H", 30), ("sequence", "5S 6H 7S", 20), ("sequence", "7S 8H 9S", 20)),
    *(("five_cards", "4C 4D 4H 4S JK", 120), ("hyper_royal_sequence", "8H 9H 10H JH", 80), ("orion", "JK JK JK", 50)),
    *(("royal_sequence", "QD KD AD", 40), ("royal_straight_flush", "10S JS QS KS AS", 200), ("set", "9C 9D 9H", 30)),
)


def telling(layout: str, seats: int, roles: int, combos: int, number: int) -> Sight:
    """What is seen after a turn with so many roles and combos, and with some more to tell about it."""
    sight = after(6, seats, number, layout=layout).sight(None)
    cells = list(sight.piles)
    made = []
    for place, (kind, cards, points) in zip(range(roles + combos), cycle(ROLES)):
        own = tuple(cards.split())
        made.append(Role(kind, tuple(cells[place % 3 :][: len(own)]), own, points))
    last = turn(
        cells[0],
        seat=seats - 1,
        roles=tuple(made[:roles]),
        combo=tuple((one,) for one in made[roles:]),
        points=20 * number * (roles + combos),
        reach=tuple(cells[: (0, 3, 8)[number % 3]]),
        eclipse=number % 4 == 3,
    )
    if roles > 1:
        last = last._replace(trick="extra_double", multiplier=2) if number % 2 else last._replace(trick="saturn")
    # Some have an order card, and some have no card left.
    order = tuple("10S" if (seat + number) % 2 else None for seat in range(seats))
    return replace(sight, last=last, order=order, held=tuple((seat + number) % 3 * 3 for seat in range(seats)))


@pytest.mark.thorough
def test_what_a_turn_brought_is_written_where_it_was(keep: Keep, outlines: Outlines) -> None:
    """With ever more to tell: beside the cards, without them, in two columns, and in the end one kind together."""
    pictures, made = list[Canvas](), [(0, 0), (1, 0), (2, 0), (2, 2), (4, 1), (5, 4), (8, 6), (10, 14)]
    for number, ((roles, combos), (layout, seats)) in enumerate(product(made, SEATS.items())):
        sight = telling(layout, seats, roles, combos, number)
        canvas = Canvas(Image.new("RGB", (WIDTH, 1300)))
        panels(canvas, sight, scene_of_sight(sight, NO_MARKS), (), None, NIGHT)
        pictures.append(canvas)
    outlines.keep("southern_cards-turns", pictures)
    keep(words(pictures), GOLDENS / "southern_cards-turns.txt")


def rectangle(columns: int, rows: int) -> tuple[str, ...]:
    """The cells of a field that has grown to a rectangle around its middle."""
    return tuple(f"{x - columns // 2},{y - rows // 2}" for x in range(columns) for y in range(rows))


SHAPES = ((3, 3), (4, 3), (5, 5), (7, 5), (8, 6), (9, 6), (10, 7), (13, 8), (14, 8), (13, 9), (20, 2), (46, 1), (1, 30))


def test_growing_fields_have_cards_as_large_as_they_had(keep: Keep) -> None:
    """With cells that they can grow to as long as there is room, and cut to a window if they are too large."""
    lines = list[str]()
    for columns, rows in SHAPES:
        cells = rectangle(columns, rows)
        for others, focus in (((), ()), (("-30,0",), (cells[0],)), ((), (cells[-1], cells[len(cells) // 2]))):
            one = scene_of("free", cells, others, focus)
            ends = [f"{cell} {one.at[cell]}" for cell in (*list(one.at)[:1], *list(one.at)[-1:])]
            labels = [f"{label.text} {label.at[0]:.1f},{label.at[1]:.1f}" for label in one.labels]
            facts = f"{one.card} {one.window} {len(one.at)} {len(one.growth)} {len(one.unseen)}"
            lines.append(f"{columns}x{rows}: {facts}; {'; '.join(ends)}; {labels[0]}; {labels[-1]}")
    keep("\n".join(lines) + "\n", GOLDENS / "southern_cards-scenes.txt")


def test_roles_run_the_shorter_way_round_the_zodiac() -> None:
    assert arc_between("z1", "z2")[0] == on_ring(1)
    assert arc_between("z1", "z2")[4] == pytest.approx(on_ring(1.5))
    assert arc_between("z1", "z12")[4] == pytest.approx(on_ring(0.5))
    assert arc_between("z12", "z1")[4] == pytest.approx(on_ring(12.5))
    assert arc_between("z12", "z11")[-1] == pytest.approx(on_ring(11))
    assert arc_between("z0", "z7") == [on_ring(0, 0), on_ring(7)]
    assert arc_between("z7", "z0") == [on_ring(7), on_ring(0, 0)]
    assert arc_between("z3", "z9") == [on_ring(3), on_ring(9)]


def test_hands_lie_where_they_did(keep: Keep, outlines: Outlines) -> None:
    """Of every size, with an order card and without, and with choices below the cards."""
    cards, hands = ["AS", "KH", "QD", "JC", "10S", "JK", "JK"], list[Canvas]()
    for number in range(len(cards) + 1):
        whole = position("classic", "2C 7S 2D ; 9D KC 4S ; 2H QC 2S", cards, wild=True, size=5).sight(0)
        choices = tuple(Choice(str(label), card) for label, card in enumerate(cards[:number], 1))
        for marks in (Marks(), Marks(choices=choices + choices[:1], chosen=tuple(cards[: number // 2]))):
            order = (cards[number - 1] if number % 2 else None,)
            hands.append(paint_hand(replace(whole, hand=tuple(cards[:number]), order=order), marks))
    outlines.keep("southern_cards-hands", hands)
    keep(words(hands), GOLDENS / "southern_cards-hands.txt")
