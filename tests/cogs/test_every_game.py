"""What holds for the screens of every game."""

import re
from collections.abc import Iterator
from contextlib import suppress
from random import Random
from time import thread_time
from typing import Any

import pytest

from bot.match import PlayedMove
from bot.rules import GAMES, IllegalMove, State
from bot.rules.chance import Recorded, Sealed
from bot.text import LANGUAGES, speaking
from bot.words import colour_disc, plain
from cogs.shared.choosing.composer import rows
from cogs.shared.commands.groups import build_group
from cogs.shared.home.home import facts
from cogs.shared.interactions.clicks import Target
from cogs.shared.presentation.paths import compose, numbers_along
from cogs.shared.presentation.presentation import played_marks
from images.marks.marks import NO_MARKS, Marks
from tests.cogs.games import screen_of
from tests.cogs.long_texts import TEXTS, fifty_milliseconds
from tests.text.checking import not_bold


@pytest.mark.sample(5)
@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("seed", range(3))
def test_every_legal_move_is_a_button_or_can_be_composed(key: str, seed: int) -> None:
    game, screen, picks = GAMES[key], screen_of(key), Random(seed)
    luck = Sealed(seed.to_bytes(32, "big"), "table")
    while True:
        options = {option.name: picks.choice(option.choices) for option in game.options if option.choices}
        with suppress(ValueError):  # these don't go together
            state = game.start(picks.choice(game.seats(options)), options, luck)
            break
    for _ in range(60):
        if state.to_move is None:
            break
        legal = state.legal()
        buttons = [one.notation for one in screen.direct_moves(state)]
        paths = screen.paths(state)
        assert len({path for path, _ in paths}) == len(paths)
        texts = [state.notate(move) for move in legal]
        assert sorted({*buttons, *(state.notate(move) for _, move in paths)}) == sorted(texts)
        if paths:
            path, move = picks.choice(paths)
            numbers = numbers_along(paths, path)
            for length in range(len(numbers)):
                rows(Target(1, 1), compose(paths, numbers[:length]))
            composed = compose(paths, numbers)
            assert composed.move == move
            assert composed.chosen == path
        state = state.play(picks.choice(legal), luck)


@pytest.mark.sample(5)
@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("seed", range(3))
def test_every_decision_can_be_described(key: str, seed: int) -> None:
    game, screen, picks = GAMES[key], screen_of(key), Random(seed)
    luck = Recorded(Sealed(seed.to_bytes(32, "big"), "table"))
    seats = picks.choice(game.seats({}))
    colours = game.colours(seats, {})
    state = game.start(seats, {}, luck)
    for number in range(150):
        if state.to_move is None:
            break
        outcomes, move = len(luck.outcomes), picks.choice(state.legal())
        after = state.play(move, luck)
        chance = tuple(luck.outcomes[outcomes:])
        decision = PlayedMove(
            number, state.to_move, state.notate(move), chance, bool(chance), True, False, state, after
        )
        assert colours[state.to_move].capitalize() in screen.describe_move(state, move)
        assert screen.describe_turn([decision])
        assert "{" not in screen.describe_turn([decision]) + screen.to_do(state, colours)
        state = after


@pytest.mark.parametrize("key", GAMES)
def test_an_alt_text_tells_the_last_decision_in_the_words_of_boards(key: str) -> None:
    game, screen, picks = GAMES[key], screen_of(key), Random(key)
    luck = Recorded(Sealed(bytes(32), "table"))
    state = game.start(2 if 2 in game.seats({}) else 4, {}, luck)
    for number in range(10):
        outcomes, move, before = len(luck.outcomes), picks.choice(state.legal()), state
        state = before.play(move, luck)
        chance = tuple(luck.outcomes[outcomes:])
        told = before.to_move or 0, before.notate(move), chance, bool(chance), True, False, before, state
        decision = PlayedMove(number, *told)
        marks = Marks(last=played_marks([decision]))
        assert plain(screen.describe_turn([decision])) in screen.pictures.alt(state.sight(None), marks)


UNSPOKEN = re.compile(r"[Ss]eats? \d|\w_\w|\b(?:None|True|False)\b|[{}]|\['|\('|<\w+ object")
"""A seat by its number, the key of something, and what Python writes of its own values."""


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("seed", range(2))
def test_no_text_of_a_game_has_numbers_of_seats_or_names_of_the_code(key: str, seed: int) -> None:
    for text in texts_of(key, seed):
        assert UNSPOKEN.search(text) is None, text


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("locale", LANGUAGES)
def test_what_is_bold_in_a_game_is_so_in_every_language(key: str, locale: str) -> None:
    with speaking(locale):
        assert [text for text in texts_of(key, 0) if not_bold(text)] == []


def texts_of(key: str, seed: int) -> Iterator[str]:
    """What the screens say in a match of chance, with options of chance."""
    game, screen, picks = GAMES[key], screen_of(key), Random(seed)
    luck = Recorded(Sealed(seed.to_bytes(32, "big"), "table"))
    options: dict[str, Any] = {}
    while not options:
        choices: dict[str, Any] = {
            option.name: picks.choice(option.choices) for option in game.options if option.choices
        }
        choices |= {option.name: picks.random() < 0.5 for option in game.options if option.type is bool}
        with suppress(ValueError):  # these don't go together
            seats, options = picks.choice(game.seats(choices)), choices
    state, colours = game.start(seats, options, luck), game.colours(seats, options)
    yield from screen.options_in_words(options)
    for number in range(120):
        if number % 20 == 0 or state.to_move is None:
            for sight in map(state.sight, (None, *range(seats))):
                yield screen.words.text(sight)
                yield screen.pictures.alt(sight, NO_MARKS)
        yield from (screen.standing(state, seat) for seat in range(seats))
        if state.to_move is None:
            return
        move = picks.choice(state.legal())
        text = state.notate(move)
        yield screen.to_do(state, colours)
        yield screen.describe_move(state, move)
        yield screen.preview(state, move)
        try:
            state.parse("".join(picks.sample(text, len(text))))
        except IllegalMove as refusal:
            yield str(refusal)
        outcomes, after = len(luck.outcomes), state.play(move, luck)
        chance = tuple(luck.outcomes[outcomes:])
        yield screen.describe_turn(
            [PlayedMove(number, state.to_move, text, chance, bool(chance), True, False, state, after)]
        )
        state = after


@pytest.mark.thorough
@pytest.mark.sample(2)
@pytest.mark.parametrize("game", GAMES)
def test_no_move_of_any_game_takes_long_to_be_refused(game: str) -> None:
    state = GAMES[game].start(GAMES[game].seats({})[0], {}, Sealed(bytes(32), "table"))
    longest = 0.0
    for text in TEXTS:
        for typed in (text, text + "!", text[:300], text[:299] + "!"):
            start = thread_time()
            with pytest.raises(IllegalMove):
                state.parse(typed)
            longest = max(longest, thread_time() - start)
    assert longest < fifty_milliseconds()


@pytest.mark.parametrize("key", GAMES)
def test_every_seat_has_a_coloured_disc_in_texts(key: str) -> None:
    for seats in GAMES[key].seats({}):
        assert colour_disc("no colour") not in map(colour_disc, GAMES[key].colours(seats, {}))


@pytest.mark.parametrize("key", GAMES)
def test_the_home_screen_says_the_facts_of_the_game(key: str) -> None:
    screen = screen_of(key)
    words = facts(screen)
    assert words.startswith(f"about {screen.minutes} min · ")
    assert words.endswith("some luck" if GAMES[key].uses_chance({}) else "no luck")
    assert len(screen.pitch) <= 120, "four lines on a phone"


@pytest.mark.parametrize("key", GAMES)
def test_start_asks_first_whom_to_play_with_and_then_what(key: str) -> None:
    screen = screen_of(key)
    start: Any = build_group(screen).get_command("start")
    names = [parameter.display_name for parameter in start.parameters]
    assert names[:2] == ["computers", "invite"]
    own = [names.index(screen.name_and_help(option)[0]) for option in screen.game.options]
    assert max(own, default=0) < names.index("thread") < names.index("time")


@pytest.mark.parametrize("key", GAMES)
def test_what_can_be_chosen_on_the_pages_of_the_rules_is_numbered_from_1(key: str) -> None:
    for page in screen_of(key).rule_pages:
        choices = page.picture()[1].choices if page.picture is not None else ()
        assert [choice.label for choice in choices] == [str(number) for number in range(1, len(choices) + 1)]


@pytest.mark.parametrize(
    ("key", "said"),
    [
        ("parcheesi", "on the four squares before its entry square it counts 0"),
        ("parcheesi", "They can't bring a pawn out of the nest."),
        ("parcheesi", "A player who finishes on a double doesn't roll again."),
        ("parcheesi", "the other can't join it again during the same roll, except at home."),
        ("cirondo", "of the sides that are out, the first to go is last"),
        ("cirondo", "without a capture, a moon move or a defeat"),
        ("cirondo", "Each has a supply of Solar Systems of its own."),
        ("southern_cross", "and neither can a dial that would look the same after it."),
        ("southern_cross", "You can also open it and fill another tile in the same turn."),
        ("southern_cards", "with it and a second card that isn't a joker"),
        ("southern_cards", "Of several jokers, one is enough."),
        ("down_under", "if the cell there is still free by then."),
    ],
)
def test_the_pages_of_the_rules_tell_what_is_seldom_met(key: str, said: str) -> None:
    assert any(said in page.words for page in screen_of(key).rule_pages)


@pytest.mark.parametrize("key", GAMES)
def test_the_pages_of_the_rules_show_positions_that_the_rules_allow(key: str) -> None:
    for page in screen_of(key).rule_pages:
        shown = page.picture()[0] if page.picture is not None else None
        if isinstance(shown, State):
            assert GAMES[key].load(shown.dump()) == shown
