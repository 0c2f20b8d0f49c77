"""Pictures beside the boards' own as they were: of people, ends, plans and films, and sheets of all pieces."""

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from importlib import import_module

import pytest
from PIL import Image

from bot.rules import GAMES
from bot.rules.api import Document
from bot.rules.chance import Sealed
from bot.words import Verdict
from images import cirondo, parcheesi, southern_cross
from images.canvas.canvas import WIDTH, Pen
from images.canvas.emblems import emblem
from images.canvas.palette import NIGHT, SEAT_COLOURS
from images.cirondo.pieces import piece as planet
from images.down_under.animals import FIGURES, animal_sprite
from images.marks.marks import Choice, Marks
from images.motion.dice import DieState, die
from images.motion.film import Film
from images.parcheesi import pieces as parcheesi_pieces
from images.parcheesi.pieces import pawn
from images.people import advantage_graph, distribution, league, podium, profile, tournament
from images.people.profile import Card
from images.southern_cards.cards import card_face
from images.southern_cards.glyphs import draw_eclipse, draw_jack, draw_king, draw_queen, draw_seat, draw_sign, draw_suit
from images.southern_cross import pieces as cross_pieces
from images.southern_cross import throwing
from images.southern_cross.pieces import counter
from tests.images.conftest import Golden
from tests.images.contact_sheets.southern_cross import examples
from tests.images.motion.turns import TURNS, card_turns, turn
from tests.images.people.examples import FACTS, FEW, LONG, best_of, chart_of
from tests.images.people.leagues import league_table as league_table
from tests.images.people.tournaments import bracket
from tests.images.people.tournaments import tournament_table as tournament_table
from tests.images.preview_positions import DIALS, DISC, SPREAD

Drawn = Callable[[], Image.Image]

CARDS: Mapping[str, Card] = {
    "card": Card(1, FACTS, [LONG, FEW], ["Best alone: 1,490"]),
    "card-of-a-newcomer": Card(2, FACTS[:1], []),
}
LEADS = [[step * (seat - 1.5) - 3 * (step % 4 == seat) for seat in range(4)] for step in range(21)]


def of_people() -> Iterator[tuple[str, Drawn]]:
    yield "league", partial(league.draw, league_table(6))
    yield "podium", partial(podium.draw, "A game: the champions", "Season 1", best_of(3))
    yield "tournament", partial(tournament.draw_table, tournament_table(9, 7))
    yield (
        "brackets",
        partial(tournament.draw_brackets, "Cirondo: knock-out", "Round 2 of 3", [bracket(8), bracket(4, "Plate")]),
    )
    yield "scores", partial(distribution.draw, chart_of([90, 120, 125, 250, 260, 266, 270, 480, 487, 900], 266))
    yield "scores-of-one", partial(distribution.draw, chart_of([566], 566))
    colours = "blue", "red", "yellow", "green"
    yield "standing", partial(advantage_graph.draw, "Parcheesi", "Review", LEADS, colours, [(4, 0), (15, 2)])
    for name, card in CARDS.items():
        yield name, partial(profile.draw, card)


def of_ends() -> Iterator[tuple[str, Drawn]]:
    for key in TURNS:
        game = GAMES[key]
        seats = max(game.seats({}))
        view = game.start(seats, {}, Sealed(bytes(32), "end")).sight(None)
        winner = game.colours(seats, {})[1]
        marks = Marks(verdict=Verdict(f"{winner.capitalize()} won", "the others resigned", (1,)))
        yield f"end-{key}", partial(import_module(f"images.{key}").draw, view, marks)


def of_plans() -> Iterator[tuple[str, Drawn]]:
    for game, name, view, chosen in (
        (cirondo, "jump", DISC, ("H5", "A5")),
        (cirondo, "capture", DISC, ("H5", "A12")),
        (parcheesi, "capture", SPREAD, ("t66", "t2")),
        (southern_cross, "spin", DIALS, ("C", "C 90")),
        (southern_cross, "step", DIALS, ("e4", "d4")),
    ):
        yield f"plan-{game.__name__.rpartition('.')[2]}-{name}", partial(game.draw, view, Marks(chosen=chosen))
    hint = Marks(choices=(Choice("1", "H5", "piece"),), named=("A12",))
    yield "plan-cirondo-hint", partial(cirondo.draw, DISC, hint)


def strip(key: str, view: Document, marks: Marks) -> Image.Image:
    """Moments of a film, one below the other."""
    film = Film(import_module(f"images.{key}"), view, marks, WIDTH // 2)
    moments = [film.moment(share) for share in (0.05, 0.3, 0.6, 0.9)]
    pictures = Image.new("RGB", (film.last.width, sum(one.height for one in moments)))
    for place, one in enumerate(moments):
        pictures.paste(one, (0, place * one.height))
    return pictures


def film_of_a_turn(key: str) -> Image.Image:
    return strip(key, *turn(key))


def of_films() -> Iterator[tuple[str, Drawn]]:
    for key in TURNS:
        yield f"film-{key}", partial(film_of_a_turn, key)
    yield "film-of-roles", lambda: strip("southern_cards", *card_turns("zodiac")[1])
    throws = {name: (view, marks) for name, view, marks in examples()}
    yield "film-of-a-throw", lambda: strip("southern_cross", *throws["throw-next"])


STATES: tuple[DieState, ...] = ("open", "good", "used", "bad")
LARGE = 240  # pixels, far more than on a board: the golden pictures have half of them
ACROSS = 6  # pictures in a row
LIGHT, DARK = (240, 240, 240), (40, 40, 60)


def in_rows(drawn: Sequence[Image.Image]) -> Image.Image:
    """Sprites on one sheet."""
    wide, tall = max(one.width for one in drawn), max(one.height for one in drawn)
    sheet = Image.new("RGB", (ACROSS * wide, -(-len(drawn) // ACROSS) * tall), (90, 110, 90))
    for place, one in enumerate(drawn):
        sheet.paste(one, (place % ACROSS * wide, place // ACROSS * tall), one.convert("RGBA"))
    return sheet


def dice() -> Image.Image:
    return in_rows([die(value, 64, state, NIGHT) for state in STATES for value in (1, 2, 3, 4, 5, 6)])


def animals() -> Image.Image:
    return in_rows([animal_sprite(name, LARGE, LIGHT, DARK) for name in FIGURES])


def planets() -> Image.Image:
    kinds = itertools.product(("planets", "moons", "solars"), ("gold", "silver", "red", "blue"))
    return in_rows([planet(kind, colour, LARGE, NIGHT) for kind, colour in kinds])


def pawns() -> Image.Image:
    shapes = (pawn, parcheesi_pieces.ghost)
    return in_rows([shape(colour, LARGE, NIGHT) for shape in shapes for colour in ("yellow", "red", "green", "blue")])


def counters() -> Image.Image:
    colours = ("yellow", "red", "green", "blue")
    drawn = [shape(colour, LARGE, NIGHT) for shape in (counter, cross_pieces.ghost) for colour in colours]
    return in_rows([*drawn, *(emblem(colour, LARGE, NIGHT) for colour in colours)])


def signs() -> Image.Image:
    """The signs of the zodiac, the suits, and the seats as the cards draw them."""
    drawn: list[Callable[..., None]] = [
        *(partial(draw_sign, number=number, reach=100, fill=LIGHT, width=8) for number in range(1, 13)),
        *(partial(draw_suit, suit=suit, reach=100, fill=LIGHT) for suit in "SHDC"),
        *(partial(draw_seat, colour=colour, reach=100, fill=LIGHT) for colour in SEAT_COLOURS),
        *(
            partial(draw, reach=100, light=LIGHT, dark=DARK)
            for draw in (draw_king, draw_queen, draw_jack, draw_eclipse)
        ),
    ]
    sprites = []
    for draw in drawn:
        pen = Pen((LARGE, LARGE), 2)
        draw(pen, centre=(LARGE / 2, LARGE / 2))
        sprites.append(pen.reduce())
    return in_rows(sprites)


def throwers() -> Image.Image:
    buckets = [
        throwing._bucket(tolerance, LIGHT, NIGHT, ghost=ghost) for tolerance in (3, 9) for ghost in (True, False)
    ]
    socks = [throwing._sock(wind, NIGHT) for wind in (-9, -3, 0, 4)]
    return in_rows([*(throwing._thrower(name, NIGHT) for name in ("red", "blue")), *buckets, *socks])


def cards() -> Image.Image:
    return in_rows([card_face(card, LARGE, NIGHT) for card in ("AS", "KH", "QD", "JC", "10S", "7H", "2D", "JK")])


SHEETS: dict[str, Drawn] = {
    f"sheet-of-{draw.__name__}": draw for draw in (dice, animals, planets, pawns, counters, signs, throwers, cards)
}


PICTURES: dict[str, Drawn] = dict(itertools.chain(of_people(), of_ends(), of_plans(), of_films())) | SHEETS


@pytest.mark.sample(12, rest="thorough")
@pytest.mark.parametrize("name", PICTURES)
def test_the_picture_is_as_it_was(name: str, golden: Golden) -> None:
    golden(PICTURES[name](), name)
