"""The first choice of a move on the board: where it leads, what it shows, and whom it is for."""

from typing import Any

import pytest

from bot.match import BoardHasMoved, NotInThisMatch, NotYourTurn
from bot.match.decisions import turns
from bot.rules import GAMES
from bot.rules.chance import Sealed
from cogs.shared.boards.board import BoardContent
from cogs.shared.choosing.picks import LISTS, pick_rows, picks
from cogs.shared.choosing.plans import follow
from cogs.shared.presentation.paths import compose
from cogs.shared.turns.turn import pick
from tests.cogs.choosing.positions import of, positions
from tests.cogs.conftest import ANNE, BERT, CLEO, Asking, Bot, together
from tests.cogs.games import screen_of


@pytest.mark.thorough
@pytest.mark.parametrize("key", GAMES)
def test_each_first_choice_leads_the_composer_where_it_says(key: str) -> None:
    screen = screen_of(key)
    for state in positions(key, 1, count=8):
        for one in picks(screen, state):
            step = compose(screen.paths(state), one.numbers, asks=screen.plans_turns).chosen[len(one.numbers) - 1]
            assert (one.label, one.detail) == (step.alone or step.label, step.detail)
            follow(screen, state, (one.numbers,), plans=screen.plans_turns)


HIDING = [key for key, game in GAMES.items() if game.hidden]


def layouts(key: str) -> list[dict[str, Any]]:
    """The options of a game, one choice after the other."""
    choices = [{option.name: value} for option in GAMES[key].options for value in option.choices]
    return [{}, *choices]


@pytest.mark.parametrize(("key", "options"), [(key, options) for key in HIDING for options in layouts(key)])
def test_the_board_offers_the_same_whatever_is_held(key: str, options: dict[str, Any]) -> None:
    screen, luck = screen_of(key), Sealed(bytes(32), "others")
    for state in positions(key, 2, 3, 6, **options):
        other = (state.to_move or 0) + 1
        offers = [(one.label, one.detail, one.icon) for one in picks(screen, state)]
        hidden_anew = state.determinise(other % 3, luck)
        assert [(one.label, one.detail, one.icon) for one in picks(screen, hidden_anew)] == offers


def rows_of(count: int) -> list[Any]:
    return pick_rows(7, 3, "Choose", [(f"x{number}", "", "") for number in range(count)])


def test_a_few_choices_are_buttons_and_more_are_lists_that_say_what_they_hold() -> None:
    (few,) = rows_of(5)
    assert [(item.label, item.custom_id) for item in few.children] == [
        (f"x{number}", f"b:7:3:pick:{number}") for number in range(5)
    ]
    (more,) = rows_of(6)
    assert more.children[0].placeholder == "Choose"
    first, second = (row.children[0] for row in rows_of(26))
    assert (first.placeholder, second.placeholder) == ("Choose: x0 to x12", "Choose: x13 to x25")
    assert [option.value for option in second.options] == [str(number) for number in range(13, 26)]
    assert first.custom_id != second.custom_id


def test_too_many_choices_stand_on_no_board(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = screen_of("cirondo")
    state = positions("cirondo", 1, count=1)[0]
    assert picks(screen, state)
    for_each = screen.paths(state)
    many = [((path[0].__class__(str(number), "x"), path[1]), move) for number in range(99) for path, move in for_each]
    monkeypatch.setattr(type(screen), "paths", lambda self, position: many)
    assert LISTS * 25 < 99
    assert picks(screen, state) == []


async def test_the_board_offers_the_first_choice_and_keeps_no_words_of_it(bot: Bot) -> None:
    match = await together(bot, ANNE, BERT)
    _, words = of(bot, match)
    assert [label for label, *_ in words.choices] == ["a3", "b3", "c3", "a2", "b2", "c2", "a1", "b1", "c1"]
    assert words.choices_label == "Choose where to place a card"
    assert BoardContent.of(words.document()).choices == ()


async def test_choosing_on_the_board_opens_the_second_choice_for_the_player_to_move(bot: Bot) -> None:
    match = await together(bot, ANNE, BERT)
    for _ in range(2):  # the order cards, which leave no choice
        assert match.state is not None
        move = match.state.notate(match.state.legal()[0])
        match = await bot.matches.act(match.id, turns.play(match.to_move_people()[0], move))
    (mover,) = match.to_move_people()
    answer = await Asking(bot, mover).click(pick, match.id, version=match.version, payload="4")
    assert answer.startswith("### b2 → ?\n**Your card**")
    with pytest.raises(NotYourTurn):
        await Asking(bot, BERT if mover == ANNE else ANNE).click(pick, match.id, version=match.version, payload="4")
    with pytest.raises(NotInThisMatch):
        await Asking(bot, CLEO).click(pick, match.id, version=match.version, payload="4")


async def test_an_older_board_and_a_choice_that_is_not_there_are_refused(bot: Bot) -> None:
    match = await together(bot, ANNE, BERT)
    (mover,) = match.to_move_people()
    with pytest.raises(BoardHasMoved):
        await Asking(bot, mover).click(pick, match.id, version=match.version, payload="9")
    assert match.state is not None
    move = match.state.notate(match.state.legal()[0])
    now = await bot.matches.act(match.id, turns.play(mover, move))
    with pytest.raises(BoardHasMoved):
        await Asking(bot, now.to_move_people()[0]).click(pick, match.id, version=match.version, payload="4")
