"""What alt texts and texts say of a board of Southern Cross, and that they agree with the picture."""

import re
from collections.abc import Iterable
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.rules.chance import Scripted
from bot.rules.southern_cross import End, Position, game
from bot.rules.southern_cross import board as rules
from bot.rules.southern_cross.board import TILES
from bot.rules.southern_cross.options import Options
from bot.rules.southern_cross.special import Special, ThrowConditions
from bot.words import Verdict, plain
from bot.words.southern_cross import describe_turn, text
from images.marks.marks import Marks
from images.marks.sentences import ALT_LIMIT
from images.southern_cross import alt
from images.southern_cross.geometry import HOMES
from images.southern_cross.rounds import challenges, sent_home
from tests.images.readers import read_southern_cross
from tests.images.southern_cross_positions import (
    ALL_THROWN,
    CROWDED,
    FOUR,
    LANE,
    MIDDLE,
    THIRD,
    after,
    crowded,
    everywhere,
    numbered,
    played,
    position,
    scene,
    special_round,
    three_actions,
)

SEEDS = st.integers(0, 2**20)


MID = position(MIDDLE, 9)


AIMS = (20, 19, 55, 3)  # targets 39 and 74, winds +8 and -8


LONG = after(position(CROWDED, 38, max_turns=40), "f5xf3xf1xd1xb1xb3xb5", "spin C 270", "d2-d1")


SPECIAL = after(position(FOUR), "end", "roll", "roll", luck=(1, 5))


REMOVING = after(position(THIRD, 2, 0), "end", "roll", "roll", luck=(3, 4, 1, 5))


WON = after(position(THIRD, 2, 0), "end", "roll", "roll", "c4", luck=(3, 4, 1, 5))


THROW = after(position(LANE, 5, challenge="throw"), "end", luck=AIMS)


MISSED = after(position(LANE, 5, challenge="throw"), "end", "throw 40", luck=(*AIMS, 27))


NEXT = after(position(LANE, 5, challenge="throw"), "end", "throw 40", "throw 79", luck=(*AIMS, 16, 16, 51, 17))


class TestAlt:
    """What the picture shows, for those who can't see it."""

    @given(seed=SEEDS)
    @settings(max_examples=40, deadline=None)
    def test_it_tells_who_is_to_move_and_where_everything_stands(self, seed: int) -> None:
        shown, marks = scene(seed)
        words = alt(shown, marks)
        assert len(words) <= ALT_LIMIT
        if shown.to_move is not None:
            assert f"{shown.colours[shown.to_move].capitalize()} to " in words
        for colour in HOMES:
            line = re.search(rf"{colour.capitalize()}: ((?:[a-f][1-6](?:, )?)+|none)", words)
            assert line is not None
            assert (line[1].split(", ") if line[1] != "none" else []) == shown.squares(colour)
        if marks.last and not isinstance(marks.last[-1].move, End):
            assert plain(describe_turn(marks.last[-1:])).partition(" ")[2].rstrip(".") in words

    def test_it_tells_the_actions_left_and_who_is_next(self) -> None:
        assert "Turn 9. Blue to move, 3 actions left; next is Red." in alt(MID)

    def test_it_tells_the_actions_played(self) -> None:
        assert (
            "Just played: Red jumps from f5 to b5 via f3, f1, d1, b1 and b3, turns C by 270° and moves from d2 to d1."
            in alt(*LONG)
        )

    def test_it_tells_a_full_tile(self) -> None:
        assert "Full: C." in alt(position(THIRD, 2, 0))

    def test_it_tells_a_special_round_with_its_dice(self) -> None:
        words = alt(*REMOVING)
        assert "Blue to send home 1 of c3, c4." in words
        assert "Special round on C. " in words
        assert "Red rolls 3 and 4. All stay. Blue rolls 1 and 5. One counter is lost." in words
        assert "Special round on N: Green waits (1 in it)." in alt(*SPECIAL)
        assert "Blue rolls 1. c5 goes home." in alt(*SPECIAL)

    def test_it_tells_a_throw_in_numbers(self) -> None:
        words = alt(*THROW)
        assert (
            "Blue to throw, 1 of 2: target at 39, wind +8 (plus carries further), a hit within 9 (medium). "
            "Then target 74, wind -8." in words
        )
        assert "lands on 59 and misses the bucket at 39." in alt(*MISSED)

    def test_it_tells_who_won_and_the_places(self) -> None:
        assert "Red wins (six counters together). Places: Blue 4th, Red 1st, Yellow 3rd, Green 2nd." in alt(*WON)
        verdict = Marks(verdict=Verdict("Green wins", "Red resigned", (3,)))
        assert "Green wins (Red resigned)." in alt(MID, verdict)

    @pytest.mark.parametrize("seed", range(6))
    def test_the_fullest_board_with_choices_fits(self, seed: int) -> None:
        shown = crowded(seed)
        choices = everywhere(seed, shown).choices
        marks = Marks(three_actions(seed).last, choices, ("c3",))
        words = alt(shown, marks)
        assert len(words) <= ALT_LIMIT
        assert "Chosen: c3." in words
        assert all(f"{choice.label} {choice.at}" in words for choice in choices)

    def test_no_number_of_choices_is_too_many(self) -> None:
        choices = numbered(["base"] * 200)
        words = alt(crowded(1), Marks(last=LONG[1].last * 9, choices=choices))
        assert len(words) <= ALT_LIMIT
        assert "Yellow: " in words


class TestText:
    """The complete position in words reads back to itself."""

    @given(seed=SEEDS)
    @settings(max_examples=40, deadline=None)
    def test_it_reads_back(self, seed: int) -> None:
        shown = played(seed)[0]
        assert read_southern_cross(text(shown)) == shown.dump()

    @pytest.mark.parametrize(
        "found", [LONG, SPECIAL, REMOVING, WON, THROW, MISSED, NEXT, ALL_THROWN], ids=lambda found: ""
    )
    def test_it_reads_back_in_every_phase(self, found: tuple[Position, Marks]) -> None:
        assert read_southern_cross(text(found[0])) == found[0].dump()

    @given(
        order=st.permutations("BRYG"),
        limit=st.integers(0, 10000),
        throws=st.lists(st.tuples(st.integers(20, 81), st.integers(-10, 10)), min_size=1, max_size=4),
        seed=SEEDS,
    )
    @settings(max_examples=30, deadline=None)
    def test_it_reads_back_whatever_the_options_and_aims(
        self, order: Iterable[str], limit: int, throws: list[tuple[int, int]], seed: int
    ) -> None:
        shown = crowded(seed % 5)
        shown = replace(shown, options=Options("".join(order), "throw", limit))
        tile = next(tile for tile, squares in TILES.items() if any(at in shown.counters for at in squares))
        mover = next(seat for seat, colour in enumerate(shown.colours) if set(shown.squares(colour)) & set(TILES[tile]))
        special = Special(tile, (0, 2)[: seed % 3], seed % 4, tuple(ThrowConditions(*throw) for throw in throws))
        shown = replace(shown, phase="throw", to_move=mover, actions_left=0, special=special)
        assert read_southern_cross(text(shown)) == shown.dump()

    def test_it_is_written_for_people(self) -> None:
        assert text(MISSED[0]) == (
            "Southern Cross. Order: Blue, Red, Yellow, Green. Special rounds by throws. No turn limit.\n"
            "Turn 5: Blue throws.\n"
            "Blue: c3, d3; 4 in base; largest cluster 2.\n"
            "Red: c4; 5 in base; largest cluster 1.\n"
            "Yellow: e2; 5 in base; largest cluster 1.\n"
            "Green: d4; 5 in base; largest cluster 1.\n"
            "Full tile: C.\n"
            "Special round on C: Blue, then Red, Green.\n"
            "Misses so far: 1. Throws to make: target 74 with wind -8."
        )
        first = game.start(4, {}, Scripted([]))
        entered = first.play(first.parse("base-d6"), Scripted([]))
        assert "\nBlue: d6; 5 in base; largest cluster 0. Doesn't count on the home tile N: d6.\n" in text(entered)
        assert "Turn 9: Blue acts, 3 actions left.\n" in text(MID)
        assert "\nTo go home: 1 of c3, c4." in text(REMOVING[0])
        assert "Turn 2 was the last: Red wins, six counters together.\n" in text(WON[0])

    @pytest.mark.parametrize(
        "words",
        ["", "Chess.", text(MID) + "\nBlue is happy.", text(MID).replace("Order: Blue, Red", "Order: Blue, Blue")],
    )
    def test_other_texts_are_refused(self, words: str) -> None:
        with pytest.raises(ValueError, match="Southern Cross"):
            read_southern_cross(words)


class TestAgreement:
    """What the pictures work out for themselves is what the rules say."""

    @given(seed=SEEDS)
    @settings(max_examples=30, deadline=None)
    def test_on_clusters(self, seed: int) -> None:
        shown = crowded(seed) if seed % 2 else played(seed)[0]
        for colour in HOMES:
            number = rules.largest_cluster(shown.cells, ord(colour[0].upper()))
            assert len(shown.cluster(colour)) == number

    @given(seed=SEEDS)
    @settings(max_examples=30, deadline=None)
    def test_on_who_failed_and_went_home(self, seed: int) -> None:
        shown, marks = special_round(seed)
        begun = marks.last[0].before
        gone = sent_home(marks)
        assert {at: found for at, found in begun.counters.items() if at not in gone} == shown.counters
        if shown.special:
            assert challenges(shown, marks)[shown.to_move or 0].failed == shown.special.failed
            waiting = [seat for seat, part in challenges(shown, marks).items() if part.stage == "waits"]
            assert waiting == list(shown.special.waiting)
