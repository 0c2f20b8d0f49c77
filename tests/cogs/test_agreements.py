"""What boards and lists say of what people agree on, and who is called for it."""

import pytest

from bot.match import ComputerLevel, Match
from cogs.cirondo import Cirondo
from cogs.shared.board import Words, words_of
from cogs.shared.overview import state_of_play
from cogs.shared.screens import register, screen_of
from tests.cogs.conftest import ANNE, BERT, CLEO, HERE, Bot

DORA = CLEO + 1


@pytest.fixture(autouse=True)
def screen(bot: Bot) -> None:
    screen = Cirondo.__new__(Cirondo)
    screen.bot = bot  # type: ignore[assignment]  # all of the client that is used here
    register(screen)


async def begun(bot: Bot, *people: int, seats: int = 2) -> Match:
    """A match that has begun, in which the first of these people is to move."""
    match = await bot.matches.open(
        game="cirondo", options={}, seats=seats, opener=people[0], place=HERE, computers=ComputerLevel.EASY
    )
    for person in people[1:]:
        await bot.matches.join(match.id, person)
    return await bot.matches.begin(match.id, people[0], message_id=900 + match.id)


async def played(bot: Bot, match: Match) -> Match:
    assert match.state is not None
    return await bot.matches.play(match.id, match.to_move_people()[0], match.state.notate(match.state.legal()[0]))


def board(match: Match, bot: Bot) -> Words:
    return words_of(screen_of(bot, match.game), match)  # type: ignore[arg-type]  # all of the client that is used here


def labels(words: Words) -> set[str]:
    return {label for label, *_ in words.buttons}


async def test_whoever_declines_is_not_called_but_whoever_asked(bot: Bot) -> None:
    match = await played(bot, await begun(bot, ANNE, BERT))
    match = await bot.matches.undo(match.id, ANNE)
    assert board(match, bot).ping == (BERT,)
    match = await bot.matches.decline(match.id, BERT)
    shown = board(match, bot)
    assert (shown.happened, shown.ping) == ("Silver declines.", (ANNE,))
    # What somebody takes back themselves calls nobody.
    match = await bot.matches.offer_draw(match.id, BERT)
    assert board(match, bot).ping == (ANNE,)
    match = await bot.matches.decline(match.id, BERT)
    shown = board(match, bot)
    assert (shown.happened, shown.ping) == ("Silver takes the offer back.", ())
    assert board(await played(bot, match), bot).ping == (ANNE,)


async def test_whoever_was_asked_is_called_once_however_many_agree(bot: Bot) -> None:
    match = await played(bot, await begun(bot, ANNE, BERT, CLEO, DORA, seats=4))
    match = await bot.matches.undo(match.id, ANNE)
    assert set(board(match, bot).ping) == {BERT, CLEO, DORA}
    match = await bot.matches.agree(match.id, CLEO)
    assert board(match, bot).ping == ()
    await bot.matches.agree(match.id, DORA)
    match = await bot.matches.agree(match.id, BERT)
    assert board(match, bot).ping == (ANNE,)  # who moves again


async def test_what_is_asked_is_said_once(bot: Bot) -> None:
    match = await played(bot, await begun(bot, ANNE, BERT))
    match = await bot.matches.undo(match.id, ANNE)
    assert board(match, bot).happened.startswith(f"<@{ANNE}> would like to take this move of gold back: ")


async def test_agree_is_offered_only_where_somebody_is_asked_to(bot: Bot) -> None:
    match = await begun(bot, ANNE, BERT)
    match = await bot.matches.absent(match.id, BERT)
    match = await bot.matches.replace_player(match.id, ANNE, 1, CLEO)
    shown = board(match, bot)
    assert shown.ping == (CLEO,)
    assert {"Take the seat", "Decline"} <= labels(shown)
    assert "Agree" not in labels(shown)
    match = await begun(bot, ANNE, BERT, DORA, seats=4)
    match = await bot.matches.absent(match.id, BERT)
    match = await bot.matches.replace_player(match.id, ANNE, 1, CLEO)
    assert {"Take the seat", "Agree", "Decline"} <= labels(board(match, bot))
    match = await bot.matches.take_seat(match.id, CLEO)
    shown = board(match, bot)
    assert shown.happened.startswith(f"<@{CLEO}> is ready to play ")
    assert shown.ping == ()


async def test_lists_say_where_an_answer_is_awaited(bot: Bot) -> None:
    match = await begun(bot, ANNE, BERT)
    match = await bot.matches.offer_draw(match.id, ANNE)
    line = await state_of_play(bot, match, BERT, match.clock)  # type: ignore[arg-type]  # all of the client used here
    assert line.startswith("gold to move · your answer is awaited")
    assert "awaited" not in await state_of_play(bot, match, ANNE, match.clock)  # type: ignore[arg-type]  # as above
