"""Why a move is good: what is said of it, and what is said first."""

import random
from typing import Any

import pytest

from bot.players import JUDGES, LEVELS, Reason, player_for
from bot.rules import GAMES, State
from bot.rules.chance import Scripted
from tests.players.test_finding import cirondo_with


def said(state: State[Any], text: str, steps: int | None = None) -> list[str]:
    """What is said of a move, the most telling first."""
    seat = state.to_move
    assert seat is not None
    view = state.view(seat)
    player = player_for(view["game"], view["seats"], view["options"], seat, LEVELS["hard"], random.Random(1))
    return [str(reason) for reason in player.reasons(view, text, steps)]


class TestCirondo:
    def test_a_win_says_it_all(self) -> None:
        state = cirondo_with({"planets": ["A2", "A20"], "moons": ["B9"]}, {"planets": ["D5"]})
        assert said(state, "A2xD5") == ["wins the match"]

    def test_a_capture_comes_first_and_its_price_last(self) -> None:
        state = cirondo_with(
            {"planets": ["A2", "A9", "A10"], "moons": ["B9", "B10"]},
            {"planets": ["H1", "A25", "A26"], "moons": ["D5", "B25"]},
        )
        reasons = said(state, "A2xD5")
        assert reasons[0] == "takes a moon of silver"
        assert reasons[-1] == "but may be taken on D5"

    def test_a_moon_that_arrives(self) -> None:
        state = cirondo_with({"planets": ["A9"], "moons": ["G3"]}, {"planets": ["A25", "A26"]})
        assert said(state, "G3-H3=S")[0] == "turns a moon into a Solar System"

    def test_what_was_in_reach_is_saved(self) -> None:
        """Silver's planet on H1 looks along the arc to D5."""
        state = cirondo_with({"planets": ["D5", "A9"], "moons": ["B9"]}, {"planets": ["H1", "A25"], "moons": ["B25"]})
        assert said(state, "D5-C4")[0] == "saves a planet that was in reach"

    def test_what_stands_in_the_way_of_a_capture_keeps_the_other(self) -> None:
        """The moon's step to C6 comes between the planets on D7 and A4; nobody can take it there."""
        state = cirondo_with({"planets": ["D7", "A12"], "moons": ["B6"]}, {"planets": ["A4", "A25"], "moons": ["B25"]})
        reasons = said(state, "B6-C6")
        assert reasons[0] == "keeps a planet on D7 from being taken"

    def test_a_threat_that_cannot_be_answered_in_kind(self) -> None:
        """A Solar System looks along the radius, a planet doesn't."""
        state = cirondo_with({"solars": ["H20"], "planets": ["A2"]}, {"planets": ["E9", "A26"], "moons": ["B28"]})
        assert said(state, "H20-H9")[0] == "threatens a planet of silver on E9"

    def test_a_moon_that_is_stopped(self) -> None:
        state = cirondo_with({"planets": ["C1", "A9"], "moons": ["B9"]}, {"moons": ["E4", "B28"], "planets": ["A26"]})
        assert "stops silver's moon on E4" in said(state, "C1-F4")


class TestDownUnder:
    def begun(self, *texts: str) -> State[Any]:
        state = GAMES["down_under"].start(2, {}, Scripted([]))
        for text in texts:
            state = state.play(state.parse(text), Scripted([]))
        return state

    def test_growth_is_counted(self) -> None:
        state = self.begun("straight b2 NS", "straight c3 EW")
        assert said(state, "straight b1 NS")[0] == "yellow's route grows by 1"

    def test_what_is_done_to_others_comes_before_a_growth_that_every_tile_brings(self) -> None:
        state = self.begun("straight b2 NS", "curve c2 NE")
        assert said(state, "curve b3 SE") == [
            "leaves blue fewer ways to grow",
            "yellow's route grows by 1",
            "keeps both ends of yellow open",
        ]

    def test_what_helps_others_comes_last(self) -> None:
        state = self.begun("straight b2 NS", "straight c3 EW")
        assert said(state, "straight b3 NS")[-1] == "but blue's route grows by 1 as well"

    def test_an_end_that_is_given_up_is_said_after_what_is_gained(self) -> None:
        state = self.begun("straight b2 NS", "straight c3 EW")
        assert said(state, "terminal b1 N") == [
            "yellow's route grows by 1",
            "but one end of yellow is closed for good",
        ]


class TestWhereNothingElseCanBeSaid:
    def state(self) -> State[Any]:
        return cirondo_with({"planets": ["G5", "A9"], "moons": ["B9"]}, {"planets": ["A25", "A26"], "moons": ["B28"]})

    def test_a_choice_is_said_to_look_best_as_far_as_it_was_seen(self) -> None:
        assert said(self.state(), "G5-H6") == []
        assert said(self.state(), "G5-H6", 4) == ["looks best 4 turns ahead"]
        assert said(self.state(), "G5-H6", 1) == ["looks best for now"]

    def test_what_speaks_against_a_move_is_never_all(self, monkeypatch: pytest.MonkeyPatch) -> None:
        against = Reason("but gives {n} away", {"n": 1})
        monkeypatch.setattr(type(JUDGES["cirondo"]), "reasons", lambda *_: [against])
        assert said(self.state(), "G5-H6", 3) == ["looks best 3 turns ahead", "but gives 1 away"]
        assert against.against
        assert not Reason("butters").against

    def test_the_only_move_is_said_to_be_it(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(type(JUDGES["cirondo"]), "reasons", lambda *_: [])
        state = cirondo_with({"moons": ["B9", "C9"]}, {"planets": ["A25", "A26"], "moons": ["B28"]})
        assert said(state, "C9-D9", 0) == ["is the only move"]
