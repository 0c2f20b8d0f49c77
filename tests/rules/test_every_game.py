"""What holds for every game of `GAMES`, whatever its rules are."""

import ast
import json
import pickle
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import bot.rules
from bot.rules import GAMES, Game, IllegalMove, Result, State
from bot.rules.api import fill
from bot.rules.chance import Recorded, Scripted, Sealed
from bot.rules.typed import LONGEST

T = TypeVar("T")
E = TypeVar("E", bound=Exception)

EVERY_GAME = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
KEEP_DRAWING = settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def option_values(game: Game[Any]) -> st.SearchStrategy[dict[str, Any]]:
    """Options as a table may choose them and play with, some left at their defaults."""
    values: dict[str, st.SearchStrategy[Any]] = {}
    for option in game.options:
        if option.type is bool:
            values[option.name] = st.booleans()
        elif option.type is int:
            values[option.name] = st.integers(option.min, option.max)
        else:
            values[option.name] = st.sampled_from(option.choices)
    return st.fixed_dictionaries({}, optional=values).filter(lambda options: _somebody_can_play(game, options))


def _somebody_can_play(game: Game[Any], options: dict[str, Any]) -> bool:
    """Whether values that are allowed one by one go together."""
    try:
        return bool(game.seats(options))
    except ValueError:
        return False


@st.composite
def begun(draw: st.DrawFn, game: Game[Any]) -> tuple[State[Any], Recorded, int, dict[str, Any]]:
    """A match at its start: state, luck, seats and options."""
    options = draw(option_values(game), label="options")
    seats = draw(st.sampled_from(game.seats(options)), label="seats")
    luck = Recorded(Sealed(draw(st.binary(min_size=32, max_size=32), label="seed"), "table"))
    return game.start(seats, options, luck), luck, seats, options


@st.composite
def under_way(draw: st.DrawFn, game: Game[Any]) -> tuple[State[Any], Recorded, int]:
    """A match some way on, or over: state, luck and seats."""
    state, luck, seats, _ = draw(begun(game))
    picks = random.Random(draw(st.integers(0, 2**32), label="picks"))
    for _ in range(draw(st.integers(0, 300), label="moves")):
        if state.to_move is None:
            break
        state = state.play(picks.choice(state.legal()), luck)
    return state, luck, seats


class TestTheRegistry:
    @EVERY_GAME
    def test_a_game_is_found_by_its_key(self, game: Game[Any]) -> None:
        assert GAMES[game.key] is game
        assert game.title
        assert isinstance(game.hidden, bool)
        assert game.rules_version >= 1

    @EVERY_GAME
    def test_options_explain_themselves(self, game: Game[Any]) -> None:
        for option in game.options:
            assert type(option.default) is option.type
            assert 0 < len(option.help) <= 100
            assert bool(option.choices) == (option.type is str)
            assert option.type is not str or option.default in option.choices

    @EVERY_GAME
    @KEEP_DRAWING
    @given(data=st.data())
    def test_each_seat_has_a_colour_and_a_side(self, game: Game[Any], data: st.DataObject) -> None:
        options = data.draw(option_values(game))
        for seats in game.seats(options):
            assert len(set(game.colours(seats, options))) == seats
            sides = game.sides(seats, options)
            assert sorted(seat for side in sides for seat in side) == list(range(seats))

    @EVERY_GAME
    @pytest.mark.parametrize("options", [{"no such option": True}, None, [], {1: 1}])
    def test_bad_options_are_refused(self, game: Game[Any], options: Any) -> None:
        for ask in (game.seats, lambda bad: game.start(game.seats({})[0], bad, Scripted([]))):
            with pytest.raises(ValueError, match="option"):
                ask(options)


class TestPlay:
    @EVERY_GAME
    @KEEP_DRAWING
    @given(data=st.data())
    def test_what_can_be_ordered_beforehand_asks_for_nothing_unknown(
        self, game: Game[Any], data: st.DataObject
    ) -> None:
        """It follows from what the seat to move sees, and is legal."""
        state, _, _ = data.draw(under_way(game))
        ordered = {name: state.notate(move) for name, move in state.ordered().items()}
        assert ordered.keys() <= set(game.orders)
        assert set(ordered.values()) <= {state.notate(move) for move in state.legal()}
        if state.to_move is not None:
            seen = game.state_of_view(state.view(state.to_move), state.to_move)
            assert {name: seen.notate(move) for name, move in seen.ordered().items()} == ordered
        if len(state.legal()) == 1:
            assert ordered

    @EVERY_GAME
    @KEEP_DRAWING
    @given(data=st.data())
    def test_every_legal_move_plays_and_reads_as_it_is_written(self, game: Game[Any], data: st.DataObject) -> None:
        state, luck, _ = data.draw(under_way(game))
        document = state.dump()
        moves = state.legal()
        texts = [state.notate(move) for move in moves]
        assert len(set(moves)) == len(moves)
        assert len({text.casefold() for text in texts}) == len(texts)
        assert state.legal() == moves
        for move, text in zip(moves, texts, strict=True):
            assert state.parse(text) == move
            assert state.parse(f" {text.lower()} ") == move
            follower = state.play(move, luck)
            assert follower != state
        assert state.dump() == document

    @EVERY_GAME
    @KEEP_DRAWING
    @given(data=st.data())
    def test_luck_is_drawn_only_where_the_game_says_so(self, game: Game[Any], data: st.DataObject) -> None:
        state, luck, _, options = data.draw(begun(game))
        picks = random.Random(data.draw(st.integers(0, 2**32), label="picks"))
        for _ in range(100):
            if state.to_move is not None and not luck.outcomes:
                state = state.play(picks.choice(state.legal()), luck)
        assert game.uses_chance(options) or not luck.outcomes

    @EVERY_GAME
    @KEEP_DRAWING
    @given(data=st.data())
    def test_the_result_stands_exactly_when_nobody_is_to_move(self, game: Game[Any], data: st.DataObject) -> None:
        state, _, seats = data.draw(under_way(game))
        if state.to_move is None:
            assert state.legal() == []
            assert isinstance(state.result, Result)
            assert len(state.result.places) == seats
            assert min(state.result.places) == 1
            assert all(sum(p < place for p in state.result.places) < place for place in state.result.places)
        else:
            assert state.result is None
            assert 0 <= state.to_move < seats
            assert state.legal()

    @EVERY_GAME
    @KEEP_DRAWING
    @given(data=st.data(), text=st.text(max_size=12) | st.text("ABCDEFGHabcdefgh0123456789-x=S >", max_size=9))
    def test_any_other_text_is_refused_and_changes_nothing(
        self, game: Game[Any], data: st.DataObject, text: str
    ) -> None:
        state, luck, _ = data.draw(under_way(game))
        document, drawn = state.dump(), luck.outcomes
        move, refusal = _attempt(IllegalMove, lambda: state.parse(text))
        if refusal is None:
            assert move in state.legal()
        else:
            assert str(refusal) == fill(refusal.sentence, refusal.values)
            assert len(str(refusal)) < 2000
        assert (state.dump(), luck.outcomes) == (document, drawn)

    @EVERY_GAME
    @pytest.mark.parametrize("move", [None, 0, "", "nonsense", (), object(), [], {}, b"B5-C5"])
    def test_what_is_no_move_is_refused(self, game: Game[Any], move: Any) -> None:
        state = game.start(game.seats({})[0], {}, Sealed(bytes(32), "table"))
        with pytest.raises(IllegalMove):
            state.play(move, Scripted([]))

    @EVERY_GAME
    @pytest.mark.parametrize(
        "text", ["\ud800", "JK@\ud800+JK@a1", "\0end", "\u202eB5-C5", "end\n" * 9, "a3+" * 333_333]
    )
    def test_a_refusal_of_any_text_is_short_and_can_be_sent(self, game: Game[Any], text: str) -> None:
        state = game.start(game.seats({})[0], {}, Sealed(bytes(32), "table"))
        with pytest.raises(IllegalMove) as caught:
            state.parse(text)
        assert str(caught.value).isprintable()
        assert len(str(caught.value)) < 500

    @EVERY_GAME
    def test_a_move_is_read_up_to_the_length_that_nobody_needs(self, game: Game[Any]) -> None:
        state = game.start(game.seats({})[0], {}, Sealed(bytes(32), "table"))
        move = state.legal()[0]
        assert state.parse(state.notate(move).ljust(LONGEST)) == move
        with pytest.raises(IllegalMove):
            state.parse(state.notate(move).ljust(LONGEST + 1))

    @EVERY_GAME
    @pytest.mark.parametrize("text", ["nonsense", "{x}", "{", "{0.__class__}", "%s"])
    def test_a_refusal_may_go_to_another_process_and_come_back(self, game: Game[Any], text: str) -> None:
        state = game.start(game.seats({})[0], {}, Sealed(bytes(32), "table"))
        with pytest.raises(IllegalMove) as caught:
            state.parse(text)
        refusal = caught.value
        again = pickle.loads(pickle.dumps(refusal))  # noqa: S301 - our own bytes
        assert type(again) is type(refusal)
        assert (str(again), again.sentence, again.values) == (str(refusal), refusal.sentence, refusal.values)

    @EVERY_GAME
    @KEEP_DRAWING
    @given(data=st.data())
    def test_the_same_moves_and_luck_give_the_same_positions(self, game: Game[Any], data: st.DataObject) -> None:
        state, luck, seats, options = data.draw(begun(game))
        picks = random.Random(data.draw(st.integers(0, 2**32)))
        moves, positions = [], [state]
        for _ in range(data.draw(st.integers(0, 80))):
            if state.to_move is None:
                break
            moves.append(state.notate(picks.choice(state.legal())))
            state = state.play(state.parse(moves[-1]), luck)
            positions.append(state)
        script = Scripted(json.loads(json.dumps(luck.outcomes)))
        again: State[Any] = game.start(seats, options, script)
        assert again == positions[0]
        for text, expected in zip(moves, positions[1:], strict=True):
            again = again.play(again.parse(text), script)
            assert again == expected
            assert hash(again) == hash(expected)
        assert script.left == ()


class TestDocuments:
    @EVERY_GAME
    @KEEP_DRAWING
    @given(data=st.data())
    def test_a_match_survives_being_written_down(self, game: Game[Any], data: st.DataObject) -> None:
        state, _, seats = data.draw(under_way(game))
        document = json.loads(json.dumps(state.dump(), allow_nan=False))
        assert document == state.dump()
        assert document["game"] == game.key
        again = game.load(document)
        assert again == state
        assert (again.to_move, again.result, again.legal()) == (state.to_move, state.result, state.legal())
        for seat in (None, *range(seats)):
            assert json.loads(json.dumps(state.view(seat), allow_nan=False)) == again.view(seat)

    @EVERY_GAME
    @KEEP_DRAWING
    @given(data=st.data())
    def test_a_one_line_form_survives_too(self, game: Game[Any], data: st.DataObject) -> None:
        if not hasattr(game, "from_fen"):
            pytest.skip("this game has no one-line form")
        state, _, _ = data.draw(under_way(game))
        line = getattr(state, "fen")()  # noqa: B009 - only some games have it, so the interface does not name it
        assert "\n" not in line
        assert game.from_fen(line) == state

    @EVERY_GAME
    @KEEP_DRAWING
    @given(data=st.data())
    def test_a_damaged_document_is_refused_or_is_another_position(self, game: Game[Any], data: st.DataObject) -> None:
        state, _, _ = data.draw(under_way(game))
        document = state.dump()
        places = list(_places(document))
        odd: st.SearchStrategy[Any] = (
            st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=4) | st.just([]) | st.just({})
        )
        for _ in range(data.draw(st.integers(1, 3))):
            holder, key = data.draw(st.sampled_from(places))
            holder[key] = data.draw(odd | st.lists(odd, max_size=2))
        loaded, refusal = _attempt(ValueError, lambda: game.load(document))
        if loaded is not None:
            assert game.load(loaded.dump()) == loaded
        else:
            assert 0 < len(str(refusal)) < 500

    @EVERY_GAME
    @pytest.mark.parametrize("document", [None, [], "", 0, True, {}, {"game": None}, {1: 2}])
    def test_what_is_no_document_is_refused(self, game: Game[Any], document: Any) -> None:
        with pytest.raises(ValueError) as refused:  # noqa: PT011 - each game words it in its own way
            game.load(document)
        assert str(refused.value)

    @EVERY_GAME
    @KEEP_DRAWING
    @given(data=st.data())
    def test_dealing_the_hidden_anew_fits_what_the_seat_saw(self, game: Game[Any], data: st.DataObject) -> None:
        state, luck, seats = data.draw(under_way(game))
        for seat in range(seats):
            dealt = state.determinise(seat, luck)
            assert dealt.view(seat) == state.view(seat)
            assert dealt.sight(seat) == state.sight(seat)
            assert hash(dealt.sight(seat)) == hash(state.sight(seat))
            assert game.hidden or dealt == state


def _attempt(expected: type[E], what: Callable[[], T]) -> tuple[T | None, E | None]:
    """What comes of it, or the refusal; any other exception is passed on."""
    try:
        return what(), None
    except expected as refusal:
        return None, refusal


def _places(value: Any) -> Any:
    """Every (holder, key) in a document."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in list(items):
        yield value, key
        yield from _places(inner)


class TestTheLayer:
    def test_the_rules_load_with_the_standard_library_alone(self) -> None:
        probe = (
            "import sys; before = set(sys.modules); import bot.rules;"
            "loaded = {name.partition('.')[0] for name in set(sys.modules) - before};"
            "print(sorted(loaded - sys.stdlib_module_names), sorted(n for n in sys.modules if n.startswith('bot.')"
            " and not n.startswith('bot.rules')))"
        )
        assert subprocess.check_output([sys.executable, "-c", probe], text=True).strip() == "['bot'] []"

    def test_the_rules_have_no_clock_no_files_and_no_luck_of_their_own(self) -> None:
        forbidden = {"random", "secrets", "time", "datetime", "os", "io", "pathlib", "threading", "asyncio", "socket"}
        for path in Path(bot.rules.__path__[0]).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Import):
                    imported = {alias.name.partition(".")[0] for alias in node.names}
                elif isinstance(node, ast.ImportFrom):
                    imported = {(node.module or "").partition(".")[0]}
                else:
                    continue
                assert imported.isdisjoint(forbidden), path.name


@EVERY_GAME
def test_a_game_that_hides_things_says_how_a_position_is_made_of_a_view(game: Game[Any]) -> None:
    assert not game.hidden or "state_of_view" in vars(type(game))


def test_where_it_does_not_no_view_is_taken_for_the_position(monkeypatch: pytest.MonkeyPatch) -> None:
    game = GAMES["cirondo"]
    state = game.start(2, {}, Sealed(bytes(32), "salt"))
    assert game.state_of_view(state.view(0), 0) == state
    monkeypatch.setattr(game, "hidden", True)
    with pytest.raises(NotImplementedError, match="cirondo hides things"):
        game.state_of_view(state.view(0), 0)
