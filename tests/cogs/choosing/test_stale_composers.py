"""A private composer of an older position turns into the current one, as long as it is that person's turn."""

from types import SimpleNamespace

import pytest
from discord import ui

from bot.match import BoardHasMoved, Match
from bot.match.decisions import turns
from cogs.shared.choosing.composer import show_composer
from cogs.shared.interactions import clicks, leftovers
from cogs.shared.interactions.leftovers import note_leftover, replace_leftover
from cogs.shared.interactions.replies import reply
from cogs.shared.presentation.registry import cog_for
from tests.cogs.clicking import OnPrivateMessage
from tests.cogs.conftest import ANNE, BERT, Asking, Bot, Message, together


async def round_played(bot: Bot) -> tuple[Match, Match]:
    """A match as Anne saw it at her turn, and as it is at her next one."""
    before = match = await together(bot, ANNE, BERT)
    while match.version < before.version + 2 or match.to_move != before.to_move:
        assert match.state is not None
        move = match.state.notate(match.state.legal()[0])
        match = await bot.matches.act(match.id, turns.play(match.to_move_people()[0], move))
    return before, match


@pytest.mark.parametrize("action", ["step", "back", "confirm", "hint", "now", "take_back"])
async def test_a_click_on_an_older_composer_shows_the_turn_as_it_is_and_plays_nothing(bot: Bot, action: str) -> None:
    before, match = await round_played(bot)
    mover = match.to_move_people()[0]
    asking = OnPrivateMessage(bot, mover)
    words = await asking.click(clicks.ACTIONS[action][0], match.id, version=before.version)
    assert words.startswith("The position has changed. Here's your turn as it is now.")
    assert (await bot.matches.get(match.id)).version == match.version


async def test_a_player_not_to_move_reads_that_the_board_is_outdated(bot: Bot) -> None:
    before, match = await round_played(bot)
    other = BERT if match.to_move_people() == (ANNE,) else ANNE
    with pytest.raises(BoardHasMoved):
        await OnPrivateMessage(bot, other).click(clicks.ACTIONS["step"][0], match.id, version=before.version)


async def test_an_older_board_stays_as_it_is(bot: Bot) -> None:
    before, match = await round_played(bot)
    asking = OnPrivateMessage(bot, match.to_move_people()[0], ephemeral=False)
    with pytest.raises(BoardHasMoved):
        await asking.click(clicks.ACTIONS["now"][0], match.id, version=before.version)


@pytest.mark.parametrize(
    ("person", "in_match", "message_id", "goes"),
    [(ANNE, 0, 900, True), (ANNE, 0, 800, False), (BERT, 0, 900, False), (ANNE, 1, 900, False)],
    ids=["the next of this match", "the same message", "another person's", "another match's"],
)
async def test_what_was_done_is_deleted_with_the_next_private_message_of_the_match(
    bot: Bot, person: int, in_match: int, message_id: int, goes: bool
) -> None:
    older = OnPrivateMessage(bot, ANNE)
    note_leftover(older, 7, 800)
    await replace_leftover(Asking(bot, person), 7 + in_match, message_id)
    assert older.deleted is goes


async def test_what_was_done_last_stays_though_an_earlier_answer_waited_longer_for_its_board(bot: Bot) -> None:
    earlier, newest = OnPrivateMessage(bot, ANNE), OnPrivateMessage(bot, ANNE)
    note_leftover(newest, 7, 800)
    await replace_leftover(earlier, 7, 700)
    assert not newest.deleted
    await replace_leftover(Asking(bot, ANNE), 7, 900)
    assert newest.deleted


async def test_opening_the_composer_is_such_a_next_message(bot: Bot) -> None:
    match = await together(bot, ANNE, BERT)
    mover = match.to_move_people()[0]
    older = OnPrivateMessage(bot, mover)
    note_leftover(older, match.id, 800)
    asking = Asking(bot, mover)
    await asking.defer()
    await show_composer(cog_for(bot, match.game), asking, match, ())
    assert older.deleted


async def test_a_composer_takes_the_place_of_the_one_before_it(bot: Bot) -> None:
    match = await together(bot, ANNE, BERT)
    mover, cog = match.to_move_people()[0], cog_for(bot, match.game)
    older, newer = OnPrivateMessage(bot, mover), Asking(bot, mover)
    await older.defer()
    await show_composer(cog, older, match)
    leftovers.leftovers_of(bot)[match.id, mover] = (older, Message.id - 1)  # the stand-ins' messages all have one id
    await newer.defer()
    await show_composer(cog, newer, match)
    assert older.deleted


async def test_of_what_followed_a_public_table_only_the_private_message_is_deleted(bot: Bot) -> None:
    deleted = list[int]()

    async def send(**_: object) -> SimpleNamespace:
        return SimpleNamespace(id=800)

    async def delete(message_id: int) -> None:
        deleted.append(message_id)

    begun = OnPrivateMessage(bot, ANNE)
    await begun.send_message(ui.LayoutView())
    begun.followup = SimpleNamespace(send=send, delete_message=delete)
    note_leftover(begun, 7, await reply(begun, "Your move"))
    await replace_leftover(Asking(bot, ANNE), 7, 900)
    assert (deleted, begun.deleted) == ([800], False)
