"""What a player that looks ahead must not miss."""

import random
from collections.abc import Mapping
from typing import Any

import pytest

from bot.players import JUDGES, LEVELS, Budget, ChosenMove, Level, player_for
from bot.players.levels import GREEDY
from bot.rules import GAMES, State
from bot.rules.chance import Scripted
from tests.players.positions import cirondo_with

SOUND = ("hard", "expert")  # the levels that overlook nothing


def full_choice(
    state: State[Any], key: str, seats: int, level: Level, positions: int = 4_000, seed: int = 3
) -> ChosenMove:
    seat = state.to_move
    assert seat is not None
    options = state.view(seat)["options"]
    sized = level.within(Budget(positions=positions))
    return player_for(key, seats, options, seat, sized, random.Random(seed)).choose(state.view(seat))


def choice_of(state: State[Any], key: str, seats: int, level: Level, positions: int = 4_000, seed: int = 3) -> str:
    return full_choice(state, key, seats, level, positions, seed).move


class TestCirondo:
    @pytest.mark.parametrize("level", SOUND)
    def test_the_capture_that_wins_immediately_is_found(self, level: str) -> None:
        state = cirondo_with({"planets": ["A2", "A20"], "moons": ["B9"]}, {"planets": ["D5"]})
        assert choice_of(state, "cirondo", 2, LEVELS[level]) == "A2xD5"

    @pytest.mark.parametrize("level", SOUND)
    def test_the_last_but_one_is_taken_so_that_the_last_move_loses(self, level: str) -> None:
        state = cirondo_with({"planets": ["A2", "A21"], "moons": ["B9", "B12"]}, {"planets": ["D5"], "moons": ["C28"]})
        assert choice_of(state, "cirondo", 2, LEVELS[level]) == "A2xD5"

    def test_a_planet_is_not_given_for_a_guarded_moon(self) -> None:
        """The planet on H1 would come along the arc to D5; who sees no further than the capture makes it."""
        state = cirondo_with(
            {"planets": ["A2", "A9", "A10"], "moons": ["B9", "B10", "B11"]},
            {"planets": ["H1", "A25", "A26"], "moons": ["D5", "B25", "B26"]},
        )
        assert choice_of(state, "cirondo", 2, GREEDY) == "A2xD5"
        for level in SOUND:
            assert choice_of(state, "cirondo", 2, LEVELS[level]) != "A2xD5"

    def test_a_beginner_takes_what_is_offered(self) -> None:
        """A planet that nothing guards, and no other capture."""
        state = cirondo_with(
            {"planets": ["A2", "A9", "A10"], "moons": ["B9", "B10", "B11"]},
            {"planets": ["D5", "A25", "A26"], "moons": ["B18", "B25", "B26"]},
        )
        taken = [choice_of(state, "cirondo", 2, LEVELS["beginner"], seed=seed) == "A2xD5" for seed in range(40)]
        assert sum(taken) >= 24

    @pytest.mark.parametrize(("careful", "least", "most"), [({}, 1, 20), (JUDGES["cirondo"].careful, 0, 2)])
    def test_a_beginner_forgets_what_can_be_taken_from_it_unless_the_game_says_otherwise(
        self, careful: Mapping[str, float], least: int, most: int, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The planet on H1 guards the moon on D5; nothing else can be taken."""
        monkeypatch.setattr(type(JUDGES["cirondo"]), "careful", careful)
        state = cirondo_with(
            {"planets": ["A2", "A9", "A10"], "moons": ["B9", "B10", "B11"]},
            {"planets": ["H1", "A25", "A26"], "moons": ["D5", "B25", "B26"]},
        )
        taken = [choice_of(state, "cirondo", 2, LEVELS["beginner"], seed=seed) == "A2xD5" for seed in range(40)]
        assert least <= sum(taken) <= most

    @pytest.mark.parametrize(("seats", "teams"), [(4, False), (4, True)])
    def test_a_free_planet_is_taken_at_a_table_of_four(self, seats: int, teams: bool) -> None:
        state = GAMES["cirondo"].from_fen(  # type: ignore[attr-defined]  # only some games have a one-line form
            f"4gP4.4rP4.4sP4.4bP4./4.4gM4.4rM4.4sM4.4bM/32./4.rP27./32./32./32./32. g 4{'t' if teams else ''}d - - - -"
        )
        choice = choice_of(state, "cirondo", seats, LEVELS["hard"])
        assert choice == "A2xD5"

    def test_a_win_that_is_forced_is_proved_and_so_is_the_loss_before_it(self) -> None:
        """Silver's only moon can't stop gold from taking one of the two."""
        state = cirondo_with({"planets": ["A2", "A21"], "moons": ["B9", "B12"]}, {"planets": ["D5"], "moons": ["C28"]})
        choice = full_choice(state, "cirondo", 2, LEVELS["hard"])
        assert (choice.wins, choice.loses) == (True, False)
        assert full_choice(state, "cirondo", 2, LEVELS["easy"]).wins is False  # it may have overlooked the reply

    def test_the_line_that_is_expected_can_be_played(self) -> None:
        state = GAMES["cirondo"].start(2, {}, Scripted([]))
        for _ in range(12):
            state = state.play(state.legal()[0], Scripted([]))
        choice = full_choice(state, "cirondo", 2, LEVELS["hard"])
        assert len(choice.line) == 2
        for text in (choice.move, *choice.line):
            state = state.play(state.parse(text), Scripted([]))


def pawns(left: list[int], own: list[str], other: list[str]) -> State[Any]:
    """Parcheesi for two, with steps of the dice left to play."""
    game = GAMES["parcheesi"]
    doc = game.start(2, {}, Scripted([])).dump()
    rolled = {"dice": left, "left": sorted(left), "doubles": int(left[0] == left[-1]), "rolls": 40}
    return game.load(doc | rolled | {"phase": "move", "pawns": [own, other]})


class TestTheRestOfTheTurn:
    """What a player means to do after a move, before the next throw."""

    def test_is_the_other_die_and_the_bonus_that_it_wins(self) -> None:
        state = pawns([2, 3], ["t20", "home", "home", "home"], ["t25", "nest", "nest", "nest"])
        choice = full_choice(state, "parcheesi", 2, LEVELS["hard"])
        assert choice.plan in (("t22+3>t25", "t25+20>t45"), ("t23+2>t25", "t25+20>t45"))
        assert choice.line == ()

    def test_does_not_include_giving_up_a_bonus(self) -> None:
        left = ["home", "home", "home"]
        state = pawns([2, 3], ["t62", *left], ["t67", "nest", "nest", "nest"])
        choice = full_choice(state, "parcheesi", 2, LEVELS["hard"])
        assert choice.plan in (("t64+3>t67",), ("t65+2>t67",))  # 20 more would be beyond home

    def test_does_not_include_the_throw_after_doubles(self) -> None:
        state = pawns([3, 3], ["t20", "t40", "home", "home"], ["t60", "home", "home", "home"])
        choice = full_choice(state, "parcheesi", 2, LEVELS["hard"])
        assert (len(choice.plan), "roll" in choice.plan) == (1, False)

    def test_is_all_actions_but_the_end_of_the_turn(self) -> None:
        state = GAMES["southern_cross"].start(4, {}, Scripted([]))
        for text in ("end", "end", "end", "end"):
            state = state.play(state.parse(text), Scripted([]))
        choice = full_choice(state, "southern_cross", 4, LEVELS["expert"])
        assert (len(choice.plan), choice.line) == (2, ())
        for text in (choice.move, *choice.plan):
            state = state.play(state.parse(text), Scripted([]))
        assert [state.notate(move) for move in state.legal()] == ["end"]


class TestEqualMoves:
    def test_two_orders_of_the_same_steps_are_equal(self) -> None:
        state = pawns([2, 3], ["t20", "home", "home", "home"], ["t60", "home", "home", "home"])
        choice = full_choice(state, "parcheesi", 2, LEVELS["expert"])
        assert {choice.move, *choice.equal} == {"t20+2>t22", "t20+3>t23"}

    def test_a_move_that_only_seems_no_better_is_not_called_equal(self) -> None:
        """Without luck, a search only learns of the other moves that they aren't better."""
        state = GAMES["cirondo"].start(2, {}, Scripted([]))
        assert full_choice(state, "cirondo", 2, LEVELS["expert"]).equal == ()


@pytest.mark.parametrize(("level", "steps"), [("beginner", 2), ("easy", 2), ("normal", 3)])
def test_the_lower_levels_consider_the_reply_in_cirondo(level: str, steps: int) -> None:
    state = cirondo_with({"planets": ["A2", "A9"], "moons": ["B9"]}, {"planets": ["A25", "A26"], "moons": ["B25"]})
    assert full_choice(state, "cirondo", 2, LEVELS[level]).steps == steps


class TestWeakLevels:
    """What is left of a level's sight where it overlooks nearly everything."""

    @pytest.fixture(autouse=True)
    def nearly_blind(self, monkeypatch: pytest.MonkeyPatch) -> None:
        blindness = dict.fromkeys(("beginner", "easy", "normal"), 0.95)
        monkeypatch.setattr(type(JUDGES["cirondo"]), "blindness", blindness)

    def saved(self, level: str) -> set[bool]:
        """Whether the planet on D5, which nothing guards, can't be taken any more; from several seeds."""
        state = cirondo_with(
            {"planets": ["D5", "A19", "A20"], "moons": ["B19", "B20", "B21"]},
            {"planets": ["H1", "A25", "A26"], "moons": ["B25", "B26", "B27"]},
        )
        moves = [choice_of(state, "cirondo", 2, LEVELS[level], seed=seed) for seed in range(10)]
        after = [state.play(state.parse(move), Scripted([])) for move in moves]
        return {all(one.notate(move) != "H1xD5" for move in one.legal()) for one in after}

    @pytest.mark.parametrize("level", ["beginner", "easy", "normal"])
    def test_nobody_gives_a_planet_away(self, level: str) -> None:
        assert self.saved(level) == {True}

    @pytest.mark.parametrize("positions", [36, 50])
    def test_with_time_for_a_glance_alone_the_best_move_at_a_glance_is_played(
        self, positions: int, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(type(JUDGES["cirondo"]), "blindness", {"normal": 1e-9})
        monkeypatch.setattr(type(JUDGES["cirondo"]), "keeps_pieces", frozenset())
        monkeypatch.setattr("bot.players.player.BLUNDER", 1e9)  # nothing else keeps it from a bad move
        state = cirondo_with(
            {"planets": ["A2", "A9", "A10"], "moons": ["B9", "B10", "B11"]},
            {"planets": ["D5", "A25", "A26"], "moons": ["B18", "B25", "B26"]},
        )
        for seed in range(4):
            assert choice_of(state, "cirondo", 2, LEVELS["normal"], positions, seed) == "A2xD5"

    def test_a_win_is_never_overlooked(self) -> None:
        state = cirondo_with({"planets": ["A2", "A20"], "moons": ["B9"]}, {"planets": ["D5"]})
        moves = {choice_of(state, "cirondo", 2, LEVELS["easy"], seed=seed) for seed in range(10)}
        assert moves == {"A2xD5"}


class TestDownUnder:
    def test_nobody_ends_its_own_route_while_it_can_grow(self) -> None:
        game = GAMES["down_under"]
        state = game.start(2, {}, Scripted([]))
        for text in ("straight h8 NS", "straight i9 NS"):
            state = state.play(state.parse(text), Scripted([]))
        for level in (*LEVELS.values(), GREEDY):
            for seed in range(5):
                assert "terminal" not in choice_of(state, "down_under", 2, level, 400, seed)


@pytest.mark.parametrize("level", SOUND)
def test_the_last_pawn_is_brought_home(level: str) -> None:
    game = GAMES["parcheesi"]
    doc = game.start(2, {}, Scripted([])).dump()
    doc |= {
        "phase": "move",
        "dice": [3, 1],
        "left": [1, 3],
        "pawns": [["h5", "home", "home", "home"], ["nest", "nest", "t50", "home"]],
        "rolls": 40,
    }
    state = game.load(doc)
    assert choice_of(state, "parcheesi", 2, LEVELS[level]) == "h5+3>home"
