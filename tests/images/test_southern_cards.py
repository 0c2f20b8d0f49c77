"""Pictures and words of Southern Cross cards: complete, nothing hidden, nothing clipped or overlapping."""

import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from PIL import ImageChops, ImageStat

from bot.rules.southern_cards import LAYOUTS, Role
from bot.rules.southern_cards.cards import CARDS, SUITS
from bot.rules.southern_cards.documents import view as document_of
from bot.words import Verdict
from bot.words.southern_cards import names, text
from images import southern_cards
from images.canvas.canvas import LIMIT, WIDTH, Area, Canvas, Pen, encode
from images.canvas.palette import NIGHT, contrast, lightness
from images.marks.marks import NO_MARKS, Choice, Marks
from images.marks.sentences import ALT_LIMIT
from images.southern_cards import alt, alt_hand, draw, draw_hand, paint, paint_choice, paint_hand
from images.southern_cards.cards import PAPER, SUIT_COLOURS
from images.southern_cards.geometry import NARROWEST_CARD, scene_of
from images.southern_cards.glyphs import SIGNS, draw_jack, draw_king, draw_queen, draw_suit
from tests.images.boxes import named, starting, texts
from tests.images.colour_vision import TONES_APART
from tests.images.conftest import Golden
from tests.images.readers import read_southern_cards
from tests.images.southern_cards_positions import (
    COLUMN,
    COMBO,
    ECLIPSE,
    FREE_OVER,
    GAME,
    GOLDEN_SCENES,
    HUGE,
    OCTUPLE,
    PEGASUS,
    QUEEN,
    REACHES,
    ROW,
    SCENES,
    SHISHI_DUE,
    START,
    after,
    composed,
    moved,
    played,
    position,
    turn,
)

SEEDS = st.integers(0, 2**20)
PICTURES = GOLDEN_SCENES | {"free-over": FREE_OVER}
HANDS = position(
    "classic", "2C 7S 2D ; 9D KC 4S ; 2H QC 2S", ["AS", "KH", "QD", "JC", "10S", "JK", "JK"], wild=True, size=5
)


def within(inner: Area, outer: Area) -> bool:
    return (
        inner.left >= outer.left
        and inner.top >= outer.top
        and inner.right <= outer.right
        and inner.bottom <= outer.bottom
    )


def check_layout(canvas: Canvas) -> None:
    whole = Area("panel", "picture", 0, 0, *canvas.image.size)
    for box in canvas.boxes:
        assert within(box, whole), f"{box} leaves the picture"
    labels, pieces = texts(canvas), [box for box in canvas.boxes if box.kind == "piece"]
    for first, second in combinations(labels, 2):
        assert not first.overlaps(second), f"{first.name} and {second.name} overlap"
    for first, second in combinations(pieces, 2):
        assert not first.overlaps(second), f"{first.name} and {second.name} overlap"
    carriers = [*starting(canvas, "choice "), *starting(canvas, "count "), *starting(canvas, "sign")]
    for label in labels:
        carried = any(within(label, carrier) for carrier in carriers)
        for other in [*pieces, *starting(canvas, "chip "), *starting(canvas, "deck"), *starting(canvas, "tip ")]:
            assert carried or not label.overlaps(other), f"{label.name} and {other.name} overlap"
    for plate in [box for box in canvas.boxes if box.name.endswith(" plate")]:
        for box in [*labels, *starting(canvas, "chip "), *starting(canvas, "icon")]:
            assert within(box, plate) or not box.overlaps(plate), f"{box.name} runs over the edge of the {plate.name}"
    chips = starting(canvas, "chip ")
    assert not [1 for first, second in combinations(chips, 2) if first.overlaps(second)]
    discs = starting(canvas, "choice ")
    for first, second in combinations(discs, 2):
        assert not first.overlaps(second), f"{first.name} and {second.name} overlap"
    for disc in discs:
        assert [box for box in labels if disc.name == f"choice {box.name}" and within(box, disc)]
    for plates in combinations([box for box in canvas.boxes if box.name.endswith(" plate")], 2):
        assert not plates[0].overlaps(plates[1])


class TestLayout:
    """Nothing leaves the picture and nothing overlaps, whatever the position."""

    @pytest.mark.slow
    @given(seed=SEEDS)
    @example(seed=69)  # a long name, 200 points and five cards in one line
    @example(seed=94667)  # the plate of the end hides half of a stack's number
    @settings(max_examples=10, deadline=None)
    def test_in_any_match(self, seed: int) -> None:
        state = played(seed)
        check_layout(paint(state.sight(None), composed(state, seed) if seed % 2 else NO_MARKS))

    @pytest.mark.sample(3)
    @pytest.mark.parametrize("name", SCENES)
    def test_at_its_worst(self, name: str) -> None:
        sight = SCENES[name]
        check_layout(paint(sight))
        cells = list(sight.piles)
        check_layout(paint(sight, Marks(choices=tuple(Choice(str(n % 100), cell) for n, cell in enumerate(cells, 1)))))
        check_layout(paint(sight, Marks(choices=tuple(Choice(x, cells[-1]) for x in "1234"), chosen=("JK", cells[0]))))

    @pytest.mark.thorough
    @pytest.mark.sample(6)
    @pytest.mark.parametrize("seats", range(1, 6))
    @pytest.mark.parametrize("layout", LAYOUTS)
    def test_with_large_scores_and_every_number_of_seats(self, layout: str, seats: int) -> None:
        sight = after(2, seats, seats, layout=layout, hand=5, wild=True).sight(None)
        scores = tuple(15000 - 5 * seat for seat in range(seats))
        check_layout(paint(replace(sight, scores=scores)))

    @pytest.mark.parametrize("layout", ["classic", "zodiac"])
    @pytest.mark.parametrize("title", ["Draw", "Silver wins", "Red, Blue and Green win the whole match at last"])
    def test_verdicts_fit(self, layout: str, title: str) -> None:
        verdict = Verdict(title, "Gold resigned and so did Silver, after all that was said about it", (0, 1))
        check_layout(paint(after(3, 5, 1, layout=layout).sight(None), Marks(verdict=verdict)))

    @pytest.mark.parametrize("number", range(8))
    def test_hands_of_every_size(self, number: int) -> None:
        whole = HANDS.sight(0)
        sight = replace(whole, hand=whole.hand[:number])
        choices = tuple(Choice(str(index), card) for index, card in enumerate(sight.hand, 1))
        for marks, discs in ((Marks(choices=choices), number), (Marks(), 0)):
            canvas = paint_hand(sight, marks)
            check_layout(canvas)
            assert [box.name.split()[1] for box in canvas.boxes if box.kind == "piece"] == list(sight.hand)
            assert len(starting(canvas, "choice ")) == discs

    @pytest.mark.sample(3)
    @pytest.mark.parametrize("name", SCENES)
    def test_pictures_are_as_wide_as_all_not_too_tall_and_stay_small(self, name: str) -> None:
        picture = draw(SCENES[name])
        assert (picture.mode, picture.width) == ("RGB", WIDTH)
        assert 1024 <= picture.height <= 1280
        assert len(encode(picture).data) <= LIMIT


class TestCards:
    """Suits are told apart by shape and colour, the court by its figures."""

    @pytest.mark.parametrize(("one", "other"), list(combinations(SUITS, 2)))
    def test_suits_differ_in_shape_and_tone(self, one: str, other: str) -> None:
        shapes = []
        for suit in (one, other):
            pen = Pen((60, 60), 4)
            draw_suit(pen, suit, (30, 30), 28, (255, 255, 255))
            shapes.append(pen.reduce().getchannel("A"))
        common = ImageStat.Stat(ImageChops.darker(*shapes)).sum[0]
        whole = ImageStat.Stat(ImageChops.lighter(*shapes)).sum[0]
        assert common / whole < 0.86
        assert abs(lightness(SUIT_COLOURS[one]) - lightness(SUIT_COLOURS[other])) > TONES_APART

    @pytest.mark.parametrize("suit", SUITS)
    def test_suits_are_dark_on_the_paper(self, suit: str) -> None:
        assert contrast(PAPER, SUIT_COLOURS[suit]) >= 3  # which WCAG 2 requires for large signs

    @pytest.mark.parametrize(("one", "other"), list(combinations((draw_jack, draw_queen, draw_king), 2)))
    def test_the_court_differs_in_shape(self, one: Any, other: Any) -> None:
        shapes = []
        for figure in (one, other):
            pen = Pen((60, 60), 4, "RGB")
            figure(pen, (30, 30), 28, (255, 255, 255), (0, 0, 0))
            shapes.append(pen.reduce().convert("L"))
        common = ImageStat.Stat(ImageChops.darker(*shapes)).sum[0]
        whole = ImageStat.Stat(ImageChops.lighter(*shapes)).sum[0]
        assert common / whole < 0.6

    @pytest.mark.thorough
    def test_every_card_looks_different(self) -> None:
        sight = HANDS.sight(0)
        faces = {draw_hand(replace(sight, hand=(card,))).tobytes() for card in CARDS}
        assert len(faces) == len(CARDS)

    def test_there_are_twelve_signs(self) -> None:
        assert len(SIGNS) == len({repr(sign) for sign in SIGNS}) == 12


class TestWhatIsShown:
    @pytest.mark.thorough
    @given(seed=SEEDS)
    @settings(max_examples=15, deadline=None)
    def test_every_top_card_lies_on_its_cell_and_every_stack_tells_its_height(self, seed: int) -> None:
        sight = played(seed).sight(None)
        canvas = paint(sight)
        seen = {cell: cards for cell, cards in sight.piles.items() if cards}
        shown = {box.name for box in canvas.boxes if box.kind == "piece"}
        assert shown <= {f"{cell} {cards[-1]}" for cell, cards in seen.items()}
        assert starting(canvas, "overview") or len(shown) == len(seen)
        stacks = {box.name.removeprefix("count ") for box in starting(canvas, "count ")}
        visible = {name.split()[0] for name in shown}
        assert stacks == {cell for cell in visible if len(seen[cell]) > 1}

    @given(seed=SEEDS)
    @settings(max_examples=15, deadline=None)
    def test_no_hand_is_revealed_whatever_the_sight(self, seed: int) -> None:
        state = played(seed)
        public = draw(state.sight(None)).tobytes()
        for seat in range(state.table.seats):
            assert draw(state.sight(seat)).tobytes() == public

    def test_the_frame_and_the_row_have_the_colour_of_the_seat_to_move(self) -> None:
        for turns in range(3):
            sight = after(turns, 3, 5).sight(None)
            colour = sight.colours[sight.to_move or 0]
            canvas = paint(sight)
            assert canvas.image.getpixel((512, 6)) == NIGHT.seats[colour]
            assert named(canvas, f"row {colour}")
            assert named(canvas, f"{names(sight)[sight.to_move or 0]} to move")

    def test_scores_are_described_with_names_and_points(self) -> None:
        canvas = paint(QUEEN.sight(None))
        (plate,) = named(canvas, "turn plate")
        assert sum(map(plate.carries, named(canvas, "Royal straight flush"))) == 2
        assert len(named(canvas, "icon")) == 4
        for words in ("Five of a rank", "Straight", "Queen of Empire", "600 ×25", "15,000", "+15,000"):
            assert named(canvas, words), words

    def test_at_an_end_nothing_waits_or_grows_and_no_line_leads_through_cards_that_were_taken(self) -> None:
        over = [sight for sight, _ in PICTURES.values() if sight.to_move is None]
        assert len(over) > 3
        for sight in over:
            canvas, field = paint(sight), sight.piles
            assert not starting(canvas, "reach ")
            assert not starting(canvas, "growth ")
            lit = {cell for _, role in sight.last_roles() for cell in zip(role.cells, role.cards, strict=True)}
            taken = {cell for cell, card in lit if field.get(cell, ())[-1:] != (card,)}
            assert not {box.name for box in starting(canvas, "scored ")} & {f"scored {cell}" for cell in taken}

    def test_combos_and_pegasus_are_described(self) -> None:
        canvas = paint(COMBO.sight(None))
        assert len(named(canvas, "Sequence")) == 2
        assert named(canvas, "(20 + 30) ×2")
        assert len(named(paint(PEGASUS.sight(None)), "Pegasus")) == 2

    def test_each_cell_that_a_reach_waits_for_has_a_plus(self) -> None:
        sight = REACHES.sight(None)
        canvas = paint(sight)
        assert {box.name.split()[1] for box in starting(canvas, "reach ")} == set(
            sight.last.reach if sight.last else ()
        )
        assert named(canvas, "Southern Cross")
        assert not starting(paint(QUEEN.sight(None)), "reach ")

    def test_a_reach_has_a_line_through_the_two_cards_and_the_cell_that_waits(self) -> None:
        sight = moved(position("classic", "7S . 2D ; 2S 4H KH ; QS 5C 3D", ["8H", "2C"], 2), "8H@b3").sight(None)
        assert list(sight.reaching()) == [("c3", ("a3", "b3", "c3"))]

    def test_the_centre_that_is_due_is_marked(self) -> None:
        assert starting(paint(ECLIPSE.sight(None)), "due ") == named(paint(ECLIPSE.sight(None)), "due b2")
        assert len(starting(paint(SHISHI_DUE.sight(None)), "due ")) == 4
        assert named(paint(ECLIPSE.sight(None)), "warning")

    @pytest.mark.parametrize("state", [HUGE, ROW, COLUMN], ids=["huge", "row", "column"])
    def test_a_field_too_large_is_cut_round_the_last_move_and_has_an_overview(self, state: Any) -> None:
        sight = state.sight(None)
        last = sight.last_placements[0][1]
        canvas = paint(sight)
        assert named(canvas, f"last {last}")
        assert named(canvas, "overview plate")
        (words,) = [box.name for box in texts(canvas) if box.name.endswith("out of sight")]
        laid = scene_of(sight.table.layout, tuple(sight.piles), (), (last,))
        assert words == f"{len(laid.unseen)} out of sight"
        assert laid.card >= NARROWEST_CARD

    def test_lines_run_only_along_roles_that_are_wholly_in_sight(self) -> None:
        sight = HUGE.sight(None)
        seen = [cell for cell in scene_of("free", tuple(sight.piles), (), ("-7,-4",)).at if cell.endswith(",0")][:3]
        cards = ("2C", "2D", "2H")
        for cells, lines in ((seen, 2), ([*seen[:2], "6,4"], 0), (seen[:2], 0)):
            role = Role("set", tuple(cells), cards[: len(cells)], 30)
            canvas = paint(replace(sight, last=turn("-7,-4", roles=(role,), points=30)))
            assert len(starting(canvas, "tip ")) == lines

    def test_a_chosen_move_is_shown_with_its_card(self) -> None:
        canvas = paint(START, Marks(chosen=("7H@b2", "c3")))
        assert named(canvas, "chosen card 7H")
        assert named(canvas, "chosen c3")

    def test_a_chosen_move_lights_the_lines_that_it_completes(self) -> None:
        state = position("classic", "7H 8S . ; 2C . KD ; 4D 9C 9S", ["9H"])
        lit = paint(state.sight(0), Marks(chosen=("9H@c3",)))
        assert [box.name for box in starting(lit, "completed ")] == ["completed a3", "completed b3"]
        assert len(starting(lit, "tip ")) == 2
        for marks in (Marks(chosen=("9H@b2",)), Marks(chosen=("9H",)), Marks((), (Choice("1", "c3"),), ("9H",))):
            canvas = paint(state.sight(0), marks)
            assert not starting(canvas, "completed ") + starting(canvas, "tip ")

    def test_the_order_card_is_marked_in_the_hand(self) -> None:
        state = after(0, 3, 2)
        sight = state.sight(state.to_move)
        order = sight.order[state.to_move or 0]
        assert order is not None
        canvas = paint_hand(sight, Marks(chosen=(order,)))
        assert named(canvas, f"due {order}")
        assert named(canvas, f"chosen {order}")

    def test_two_jokers_of_a_hand_are_numbered_apart(self) -> None:
        sight = HANDS.sight(0)
        canvas = paint_hand(sight, Marks(choices=(Choice("A", "JK"), Choice("B", "JK"))))
        one, other = (box for box in starting(canvas, "choice "))
        assert abs(one.left - other.left) > 100

    def test_a_made_up_last_turn_does_no_harm(self) -> None:
        role = Role("set", ("x1", "x2"), ("2H", "2S"), 30)
        made_up = turn("nowhere", roles=(role,), combo=((role,),), reach=("x9",), points=60, trick="odd one")
        for layout in LAYOUTS:
            sight = replace(after(1, 2, 3, layout=layout).sight(None), last=made_up)
            check_layout(paint(sight))
            assert "nowhere" in alt(sight)

    @pytest.mark.parametrize(
        "marks", [Marks(chosen=("d4",)), Marks(chosen=("7H@d4",)), Marks(choices=(Choice("1", "x9"),))], ids=str
    )
    def test_marks_off_the_field_are_refused(self, marks: Marks) -> None:
        with pytest.raises(ValueError, match="is not a"):
            draw(START, marks)

    def test_only_a_seats_own_sight_has_a_hand(self) -> None:
        sight = after(0, 3, 2).sight(None)
        with pytest.raises(ValueError, match="no hand"):
            draw_hand(sight)
        with pytest.raises(ValueError, match="no hand"):
            alt_hand(sight)


class TestPurity:
    def test_the_same_input_gives_the_same_bytes(self) -> None:
        again = GAME.load(OCTUPLE.dump())
        assert encode(draw(SCENES["octuple"])) == encode(draw(again.sight(None)))

    def test_scribbling_on_a_picture_spoils_no_other(self) -> None:
        first = draw(START)
        kept = first.tobytes()
        first.paste((255, 0, 0), (0, 0, *first.size))
        assert draw(START).tobytes() == kept

    @pytest.mark.slow
    def test_threads_draw_the_same(self) -> None:
        views = list(SCENES.values())
        alone = [draw(sight).tobytes() for sight in views]
        with ThreadPoolExecutor(6) as pool:
            together = [picture.tobytes() for picture in pool.map(draw, views)]
        assert together == alone


class TestAlt:
    """What the picture shows, for those who can't see it."""

    @given(seed=SEEDS)
    @settings(max_examples=20, deadline=None)
    def test_it_tells_whose_turn_it_is_all_points_and_the_field(self, seed: int) -> None:
        state = played(seed)
        sight, marks = state.sight(None), composed(state, seed)
        words = alt(sight, marks)
        assert len(words) <= ALT_LIMIT
        if sight.to_move is not None:
            assert f"{names(sight)[sight.to_move]} to move." in words
        for name, score in zip(names(sight), sight.scores, strict=True):
            assert re.search(rf"{name}:(?: \d\w\w,)? {score:,} points", words)
        cards = sight.piles
        listed = dict(part.split(" ") for part in words.partition("Field: ")[2].partition(".")[0].split("; ") if part)
        for cell, top in list(listed.items())[:9]:
            assert top.partition("×")[0] == (cards[cell][-1] if cards[cell] else "empty")

    def test_it_tells_the_last_turn(self) -> None:
        assert (
            "Just played: Gold places 6♠ on a3. Extra double trick: (sequence 20 + set 30) × 2 = 100; "
            "combo: sequence 20 + set 30 = 50. 150 points in total." in alt(COMBO.sight(None))
        )
        assert "Southern Cross reach on a3, b3, c3, a2, c2, a1, b1 and c1: 40." in alt(REACHES.sight(None))
        assert "The next card must go in the centre." in alt(ECLIPSE.sight(None))

    def test_it_tells_a_verdict_from_outside(self) -> None:
        verdict = Verdict("Gold wins", "Blue resigned", (0,))
        assert "Gold wins (Blue resigned)." in alt(START, Marks(verdict=verdict))

    @pytest.mark.parametrize("name", SCENES)
    def test_it_always_fits(self, name: str) -> None:
        sight = SCENES[name]
        marks = Marks(choices=tuple(Choice(str(n), cell) for n, cell in enumerate(sight.piles, 1)), chosen=("7H",))
        words = alt(sight, marks)
        assert len(words) <= ALT_LIMIT
        assert "Field: " in words

    def test_it_tells_no_hand(self) -> None:
        sight = HANDS.sight(0)
        assert alt(sight) == alt(HANDS.sight(None))
        assert alt_hand(sight) == "Gold's hand: AS, 10S, KH, QD, JC, JK, JK."


class TestText:
    """The complete position in words reads back to itself."""

    @pytest.mark.thorough
    @given(seed=SEEDS)
    @settings(max_examples=30, deadline=None)
    def test_every_view_reads_back(self, seed: int) -> None:
        state = played(seed)
        for seat in (None, *range(state.table.seats)):
            words, view = text(state.sight(seat)), state.view(seat)
            assert read_southern_cards(words) == view
            assert list(read_southern_cards(words)) == list(view)

    @pytest.mark.parametrize("name", SCENES)
    def test_the_worst_reads_back(self, name: str) -> None:
        assert read_southern_cards(text(SCENES[name])) == document_of(SCENES[name])

    def test_it_is_written_for_people(self) -> None:
        sight = COMBO.sight(0)
        assert text(sight).splitlines()[:5] == [
            "Southern Cross cards for 5 seats.",
            "Options: classic field; 3 cards per hand; no wild jokers.",
            "Dealer: Gold.",
            "Blue to move.",
            "Field, bottom to top: a3 empty; b3 empty; c3 empty; a2 empty; b2 QC; c2 4S; a1 empty; b1 AC; c1 QH.",
        ]
        assert text(sight).splitlines()[-5:] == [
            "Last turn, 150 points: Gold places 6♠ on a3. Extra double trick: (sequence 20 + set 30) × 2 = 100; "
            "combo: sequence 20 + set 30 = 50. 150 points in total.",
            "Role: sequence 20 on a3 b3 c3 with 6S 7S 8H.",
            "Role: set 30 on a3 a2 a1 with 6S 6H 6C.",
            "Combo 1: sequence 20 on a3 b3 c3 with 5S 4D 3H.",
            "Combo 1: set 30 on a3 a2 a1 with 5S 5D 5H.",
        ]

    @pytest.mark.parametrize(
        "words",
        [
            "",
            "Chess.",
            text(START) + "\nGold is happy.",
            text(START) + "\nReach: a3.",
            text(START).replace("Dealer: ", "Dealer: Pale"),
            text(START).replace("a3 ", "a9 "),
            text(START).replace("classic", "circular"),
            text(START).replace("b2 ", "b2 17X "),
        ],
    )
    def test_other_texts_are_refused(self, words: str) -> None:
        with pytest.raises(ValueError, match=r"Southern Cross cards|is not a|has no seat"):
            read_southern_cards(words)


@pytest.mark.parametrize("name", PICTURES)
def test_the_picture_is_as_it_was(name: str, golden: Golden) -> None:
    golden(draw(*PICTURES[name]), f"southern_cards-{name}")


def test_the_hand_is_as_it_was(golden: Golden) -> None:
    golden(draw_hand(HANDS.sight(0), Marks(chosen=("KH",))), "southern_cards-hand")


def test_the_public_names_are_there() -> None:
    offered: list[Any] = [getattr(southern_cards, name) for name in southern_cards.__all__]
    assert all(map(callable, offered))
    assert GAME.key == "southern_cards"


@pytest.mark.sample(6, rest="thorough")
@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize(("seats", "number"), [(1, 3), (2, 1), (3, 5), (5, 3), (4, 8)])
def test_field_and_hand_fit_one_picture_of_the_field_s_size(layout: str, seats: int, number: int) -> None:
    sight = after(8, seats, 1, layout=layout).sight(0)
    sight = replace(sight, hand=tuple(CARDS[:number]))
    choices = tuple(Choice(str(place), card) for place, card in enumerate(sight.hand, 1))
    for hand in (NO_MARKS, Marks(choices=choices)):
        canvas = paint_choice(sight, NO_MARKS, hand)
        assert canvas.image.size == paint(sight).image.size
        (plate,) = named(canvas, "hand plate")
        cards = starting(canvas, "hand ")
        assert all(within(card, plate) for card in cards)
        assert len(cards) == number + 1  # and the plate itself
        for first, second in combinations([card for card in cards if card is not plate], 2):
            assert not first.overlaps(second)
        check_layout(canvas)
