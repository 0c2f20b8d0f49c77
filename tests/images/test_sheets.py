"""Sheets of everything small that is stamped on pictures, larger than there: as it was."""

from collections.abc import Sequence
from itertools import product

import pytest
from PIL import Image

from images.canvas import ghosts, stamps
from images.canvas.canvas import Canvas
from images.canvas.frames import frame
from images.canvas.palette import NIGHT
from images.cirondo import drawing as on_cirondo
from images.cirondo.pieces import empty_place, lost
from images.cirondo.pieces import piece as planet
from images.down_under import panels as beside_tables
from images.down_under.ground import border_piece, empty_cell, outer_cell, shadow
from images.down_under.open_ends import arrow_into
from images.down_under.tiles import soft_edge, tile_icon
from images.marks import finale
from images.parcheesi import drawing as on_parcheesi
from images.parcheesi.pieces import foot_shadow, slab, wall
from images.southern_cards import board as around_cards
from images.southern_cards import drawing as on_cards
from images.southern_cards import panels as beside_cards
from images.southern_cards.cards import card_back, chip, under_card
from images.southern_cards.stamps import plus
from images.southern_cross import arrows, choosing, drawing, stage, throwing
from images.southern_cross import motion as turning
from images.southern_cross.pieces import blank_die, cross, outcome, spark
from images.southern_cross.pieces import counter as star_counter
from tests.images.conftest import Golden

LARGE, SMALL = 150, 60
ACROSS = 8
TILES = ("straight", "curve", "terminal", "billabong")
WINE, SEA, SUN = (190, 40, 70), (60, 150, 220), (250, 210, 60)


def packed(drawn: Sequence[Image.Image]) -> Image.Image:
    """Sprites in rows, each as tall as its tallest."""
    rows = [drawn[first : first + ACROSS] for first in range(0, len(drawn), ACROSS)]
    tops = [0]
    for row in rows:
        tops.append(tops[-1] + max(one.height for one in row) + 6)
    wide = max(sum(one.width + 6 for one in row) for row in rows)
    sheet = Image.new("RGB", (wide + wide % 2, tops[-1] + tops[-1] % 2), (90, 110, 90))
    for row, top in zip(rows, tops, strict=False):
        left = 0
        for one in row:
            sheet.paste(one, (left, top), one.convert("RGBA"))
            left += one.width + 6
    return sheet


def on_fields_of_cards() -> list[Image.Image]:
    across, dots = ((0.0, 0.5), (0.5, 0.5), (1.0, 0.5)), tuple((x, y) for x in (0.0, 0.5, 1.0) for y in (0.0, 0.5, 1.0))
    return [
        *(on_cards.card_edge(LARGE, WINE, 8, 4, glow=glow) for glow in (False, True)),
        *(on_cards._slot(LARGE, is_cell, NIGHT) for is_cell in (False, True)),
        *(under_card(dark, LARGE, NIGHT) for dark in (False, True)),
        card_back(LARGE, NIGHT),
        on_cards._eclipse(LARGE, NIGHT),
        on_cards._tip(SUN),
        *(beside_cards._line_icon(across, dots, joined, SEA, NIGHT) for joined in (False, True)),
        plus(SMALL),
        *(chip(card) for card in ("10S", "AH", "JK")),
        *(around_cards._sign(number) for number in range(1, 5)),
    ]


def on_southern_cross() -> list[Image.Image]:
    return [
        cross(LARGE, NIGHT),
        *(spark(LARGE, SUN, NIGHT, full=full) for full in (False, True)),
        blank_die(SMALL, WINE, NIGHT),
        *(outcome(LARGE, hit, NIGHT, SEA) for hit in (False, True, None)),
        throwing.ball("green", LARGE, NIGHT),
        throwing._zone(SMALL, SEA),
        *(throwing._streak(wind, NIGHT) for wind in (-3, 8)),
        throwing._pole(LARGE, NIGHT),
        choosing._half_ring(SMALL, 0.0, SUN, 6),
        choosing._pill(LARGE, SMALL, NIGHT),
        *(stage._glow(LARGE, SMALL, round_, strength) for round_, strength in ((True, 1.0), (False, 0.5))),
        *(stage._bar(SMALL, 12, SUN, WINE, upright) for upright in (False, True)),
        drawing._arrowhead(SMALL, SEA),
        *(arrows._badge((LARGE, SMALL), spin, SEA, NIGHT) for spin in (False, True)),
        turning._disc("C", NIGHT),
    ]


def on_boards() -> list[Image.Image]:
    red, shape = planet("planets", "red", LARGE, NIGHT), ((10.0, 10.0), (90.0, 10.0), (50.0, 90.0))
    return [
        on_cirondo._flash(SMALL, 0.3, WINE, NIGHT),
        *(lost(kind, "gold", LARGE, NIGHT) for kind in ("planets", "moons")),
        empty_place(LARGE, NIGHT),
        finale.halo(SMALL, SUN),
        ghosts.fade(red),
        ghosts.coming(red, SUN),
        ghosts.coming(star_counter("blue", SMALL, NIGHT), SEA),
        *(wall(WINE, lying, NIGHT) for lying in (False, True)),
        *(slab(size, SUN, NIGHT) for size in ((20, 20), (30, 28))),
        *(on_parcheesi._edge_line((100, 100), shape, SEA, 5, glow) for glow in (False, True)),
        foot_shadow(LARGE),
        stamps.circle(SMALL, WINE, 8, SEA),
        stamps.circle(SMALL, WINE, 8),
        *(stamps._dashed((LARGE, 90.0), radius, SUN, NIGHT.void) for radius in (10.0, 45.0)),
        stamps._disc(SMALL, SEA, NIGHT),
        *(stamps._plate((LARGE, 70), edge, 6, 200, NIGHT) for edge in ((), (WINE,), (WINE, SUN))),
    ]


def on_tables_of_down_under() -> list[Image.Image]:
    return [
        *(arrow_into(LARGE, edge, SUN) for edge in range(4)),
        *(beside_tables._status_icon(endless, NIGHT) for endless in (False, True)),
        beside_tables._crossed(LARGE, NIGHT),
        empty_cell(LARGE, NIGHT),
        *(tile_icon(kind, LARGE, own, NIGHT) for own, kind in enumerate(TILES)),
        outer_cell(LARGE),
        *(shadow(LARGE, below) for below in (False, True)),
        *(border_piece(LARGE, upright, solid) for upright, solid in product((False, True), repeat=2)),
        *(soft_edge(SMALL, WINE, 4, glow) for glow in (0, 8)),
    ]


SHEETS = {draw.__name__: draw for draw in (on_fields_of_cards, on_southern_cross, on_boards, on_tables_of_down_under)}


@pytest.mark.thorough
@pytest.mark.parametrize("name", SHEETS)
def test_what_is_stamped_looks_as_it_did(name: str, golden: Golden) -> None:
    golden(packed(SHEETS[name]()), f"sheet-{name}")


def test_frames_look_as_they_did(golden: Golden) -> None:
    """Of nobody, of one who is to move, and of two and three who have won."""
    canvases = [Canvas(Image.new("RGB", (200, 120), NIGHT.void)) for _ in range(4)]
    for canvas, hues in zip(canvases, ((NIGHT.line,), (WINE,), (WINE, SUN), (WINE, SUN, SEA)), strict=True):
        frame(canvas, hues)
    golden(packed([canvas.image for canvas in canvases]), "sheet-of-frames")
