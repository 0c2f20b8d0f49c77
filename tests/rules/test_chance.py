"""Luck: the sealed recipe against an independent one, scripts that fit or not, and the noting down of outcomes."""

import hashlib
import hmac
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.rules.chance import RECIPE, Recorded, Scripted, ScriptError, Sealed
from bot.rules.record import replay

SEED = bytes(range(32))
SALT = "1234567890123456789"
VECTOR_ROLLS = [2, 1, 3, 4, 1, 2, 5, 3, 3, 5]
VECTOR_SHUFFLE = ["d", "c", "b", "a", "e"]
VECTOR_WIDE = 1179391112  # the first word of this draw, 3611387972, is thrown away
ITEMS = ["blue", "red", "10H", "A", "B", "C", "blue"]


class PlainSealed:
    """The recipe of docs/record-format.md once more, from the hash upwards and with nothing of the engine."""

    def __init__(self, seed: bytes, salt: str, drawn: int = 0) -> None:
        self.seed, self.salt, self.drawn = seed, salt, drawn

    def numbers(self, bounds: list[int]) -> list[int]:
        found: list[int] = []
        block = 0
        while len(found) < len(bounds):
            text = f"1:{self.drawn}:{block}:{self.salt}"
            number = int(hmac.new(self.seed, text.encode(), hashlib.sha256).hexdigest()[:8], 16)
            bound = bounds[len(found)]
            if number < 2**32 // bound * bound:
                found.append(number % bound)
            block += 1
        self.drawn += 1
        return found

    def roll(self, sides: int) -> int:
        return 1 + self.numbers([sides])[0]

    def shuffle(self, items: list[str]) -> list[str]:
        order = items.copy()
        picks = self.numbers(list(range(len(items), 1, -1)))
        for place, pick in zip(range(len(items) - 1, 0, -1), picks, strict=True):
            order[place], order[pick] = order[pick], order[place]
        return order


class TestSealed:
    def test_the_recipe_is_version_1(self) -> None:
        assert RECIPE == 1

    def test_the_numbers_of_the_documentation(self) -> None:
        luck = Sealed(SEED, SALT)
        assert [luck.roll() for _ in range(10)] == VECTOR_ROLLS
        assert luck.shuffle(["a", "b", "c", "d", "e"]) == VECTOR_SHUFFLE
        assert luck.roll(3_000_000_000) == VECTOR_WIDE
        assert luck.drawn == 12

    @given(
        seed=st.binary(min_size=32, max_size=32),
        salt=st.text(st.characters(exclude_categories=["Cs"])),
        drawn=st.integers(0, 10**9),
        draws=st.lists(st.integers(1, 2**32) | st.lists(st.sampled_from(ITEMS)), max_size=8),
    )
    def test_it_draws_what_the_written_recipe_gives(
        self, seed: bytes, salt: str, drawn: int, draws: list[int | list[str]]
    ) -> None:
        sealed, plain = Sealed(seed, salt, drawn), PlainSealed(seed, salt, drawn)
        for draw in draws:
            if isinstance(draw, int):
                assert sealed.roll(draw) == plain.roll(draw)
            else:
                assert sealed.shuffle(draw) == plain.shuffle(draw)
        assert sealed.drawn == drawn + len(draws)

    def test_words_that_would_favour_low_numbers_are_thrown_away(self) -> None:
        # Of 2**32 words only 3 * 10**9 are used for this roll, so about three in ten draws need a second word.
        luck = Sealed(SEED, SALT)
        first_words = [
            int.from_bytes(hmac.digest(SEED, f"1:{draw}:0:{SALT}".encode(), "sha256")[:4], "big") for draw in range(50)
        ]
        rolls = [luck.roll(3_000_000_000) for _ in range(50)]
        kept = [word < 3_000_000_000 for word in first_words]
        assert 5 < kept.count(False) < 30
        assert [roll == word + 1 for roll, word in zip(rolls, first_words, strict=True)] == kept

    @pytest.mark.parametrize("stop", range(8))
    def test_it_goes_on_where_another_one_stopped(self, stop: int) -> None:
        def draw(luck: Sealed, index: int) -> object:
            return (luck.roll(6), luck.roll(3_000_000_000)) if index % 2 else luck.shuffle(ITEMS)

        whole = Sealed(SEED, SALT)
        outcomes = [draw(whole, index) for index in range(8)]
        first = Sealed(SEED, SALT)
        before = [draw(first, index) for index in range(stop)]
        second = Sealed(SEED, SALT, drawn=first.drawn)
        assert before + [draw(second, index) for index in range(stop, 8)] == outcomes
        assert second.drawn == whole.drawn

    def test_seed_salt_and_place_all_matter(self) -> None:
        def rolls(seed: bytes, salt: str, drawn: int = 0) -> list[int]:
            luck = Sealed(seed, salt, drawn)
            return [luck.roll(1000) for _ in range(5)]

        assert rolls(SEED, SALT) == rolls(SEED, SALT)
        others = [rolls(SEED[::-1], SALT), rolls(SEED, SALT + "0"), rolls(SEED, "0:" + SALT), rolls(SEED, SALT, 1)]
        assert rolls(SEED, SALT) not in others

    def test_every_side_of_a_die_comes_up_about_as_often(self) -> None:
        luck = Sealed(SEED, SALT)
        counts = Counter(luck.roll() for _ in range(6000))
        assert set(counts) == {1, 2, 3, 4, 5, 6}
        assert all(850 < count < 1150 for count in counts.values())

    def test_a_shuffle_is_a_permutation_and_leaves_its_items_alone(self) -> None:
        items = list(ITEMS)
        assert Counter(Sealed(SEED, SALT).shuffle(items)) == Counter(ITEMS)
        assert items == ITEMS
        luck = Sealed(SEED, SALT)
        assert (luck.shuffle([]), luck.shuffle(["one"]), luck.drawn) == ([], ["one"], 2)

    def test_the_seed_is_never_shown(self) -> None:
        luck = Sealed(SEED, SALT)
        for shown in (repr(luck), str(luck), f"{luck}", repr(Recorded(luck)), repr([luck])):
            assert shown.count("Sealed(salt='1234567890123456789', drawn=0)") == 1
            assert "\\x01" not in shown
            assert SEED.hex() not in shown

    @pytest.mark.parametrize(
        ("seed", "salt", "drawn"),
        [
            (SEED[:31], SALT, 0),
            (SEED + b"x", SALT, 0),
            (SEED.hex(), SALT, 0),
            (None, SALT, 0),
            (SEED, 5, 0),
            (SEED, None, 0),
            (SEED, SALT, -1),
            (SEED, SALT, 1.0),
            (SEED, SALT, True),
        ],
    )
    def test_what_it_is_made_of_is_checked(self, seed: Any, salt: Any, drawn: Any) -> None:
        with pytest.raises(ValueError, match="needed") as refused:
            Sealed(seed, salt, drawn)
        assert SEED.hex()[:20] not in str(refused.value)

    @pytest.mark.parametrize("sides", [0, -1, 2**32 + 1, 1.5, "6", None, True])
    def test_a_die_has_a_number_of_sides(self, sides: Any) -> None:
        luck = Sealed(SEED, SALT)
        with pytest.raises(ValueError, match="sides"):
            luck.roll(sides)
        assert luck.drawn == 0


class TestScripted:
    def test_outcomes_come_in_their_order(self) -> None:
        luck = Scripted([6, ["b", "a"], 1])
        assert luck.roll() == 6
        assert list(luck.left) == [["b", "a"], 1]
        assert luck.shuffle(["a", "b"]) == ["b", "a"]
        assert luck.roll(2) == 1
        assert not luck.left

    def test_running_out_says_so(self) -> None:
        luck = Scripted([3])
        luck.roll()
        with pytest.raises(ScriptError, match="run out after 1 outcomes, but a roll of 1 to 6"):
            luck.roll()
        with pytest.raises(ScriptError, match="run out"):
            Scripted([]).shuffle(["a"])

    @pytest.mark.parametrize("outcome", [0, 7, -1, True, 1.0, "3", None, ["a", "b"]])
    def test_a_roll_that_does_not_fit_is_refused_and_kept(self, outcome: Any) -> None:
        luck = Scripted([outcome])
        with pytest.raises(ScriptError, match="not a roll of 1 to 6"):
            luck.roll()
        assert luck.left == (outcome,)

    @pytest.mark.parametrize(
        "outcome", [[], ["a"], ["a", "a"], ["a", "b", "c"], ["a", 5], "ab", 3, None, [["a"], "b"], {"a": 1, "b": 2}]
    )
    def test_a_shuffle_that_does_not_fit_is_refused_and_kept(self, outcome: Any) -> None:
        luck = Scripted([outcome])
        with pytest.raises(ScriptError, match="outcome 0"):
            luck.shuffle(["a", "b"])
        assert luck.left == (outcome,)

    def test_what_it_gives_cannot_change_what_is_left(self) -> None:
        outcomes: list[Any] = [["a", "b"], ["b", "a"]]
        luck = Scripted(outcomes)
        luck.shuffle(["a", "b"]).clear()
        outcomes.clear()
        assert luck.left == (["b", "a"],)


class TestRecorded:
    def test_outcomes_are_noted_as_a_script_reads_them(self) -> None:
        luck = Recorded(Sealed(SEED, SALT))
        drawn = [luck.roll(), luck.shuffle(ITEMS), luck.roll(20)]
        assert luck.outcomes == drawn
        again = Scripted(json.loads(json.dumps(luck.outcomes)))
        assert [again.roll(), again.shuffle(ITEMS), again.roll(20)] == drawn

    def test_notes_are_not_changed_by_those_who_read_them(self) -> None:
        luck = Recorded(Scripted([["a", "b"], 2]))
        luck.shuffle(["a", "b"]).clear()
        luck.outcomes.clear()
        assert luck.outcomes == [["a", "b"]]

    def test_what_failed_is_not_noted(self) -> None:
        luck = Recorded(Scripted([]))
        with pytest.raises(ScriptError):
            luck.roll()
        assert luck.outcomes == []


class TestTheDocumentation:
    """The program and the figures printed in docs/record-format.md are right."""

    TEXT = (Path(__file__).parents[2] / "docs" / "record-format.md").read_text(encoding="utf-8")

    def test_the_printed_program_draws_the_same(self) -> None:
        printed: dict[str, Any] = {}
        exec(self.TEXT.partition("```python\n")[2].partition("```")[0], printed)  # noqa: S102 - our own documentation
        assert [printed["roll"](SEED, SALT, draw, 6) for draw in range(10)] == VECTOR_ROLLS
        assert printed["shuffle"](SEED, SALT, 10, "abcde") == VECTOR_SHUFFLE
        assert printed["roll"](SEED, SALT, 11, 3_000_000_000) == VECTOR_WIDE

    def test_the_printed_figures_are_the_tested_ones(self) -> None:
        figures = [
            hashlib.sha256(SEED).hexdigest(),
            SALT,
            hmac.new(SEED, f"1:0:0:{SALT}".encode(), hashlib.sha256).hexdigest(),
            ", ".join(map(str, VECTOR_ROLLS)),
            " ".join(VECTOR_SHUFFLE),
            str(VECTOR_WIDE),
        ]
        assert [figure for figure in figures if figure not in self.TEXT] == []

    def test_the_printed_record_is_a_record(self) -> None:
        record = json.loads(self.TEXT.partition("```json\n")[2].partition("```")[0])
        assert replay(record).to_move == 1
