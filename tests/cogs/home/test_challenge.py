"""**Challenge to a game…** in the menu of people."""

from types import SimpleNamespace
from typing import Any

import pytest

from bot.match import Refusal
from bot.match.values.errors import CantBeInvited, NotInThisChannel
from cogs.shared.home.challenge import challenge, challenge_menu
from cogs.shared.interactions.clicks import ACTIONS, Click, OutdatedButton
from tests.cogs.conftest import ANNE, BERT, CLEO, Bot
from tests.cogs.discord_answers import DELETED, refusal
from tests.cogs.home.visiting import Person

pytestmark = pytest.mark.usefixtures("cirondo_shown")


def person(user: int, *, is_bot: bool = False) -> Any:
    return SimpleNamespace(id=user, bot=is_bot, mention=f"<@{user}>")


async def member(user: int) -> Any:
    """Bert is on the server, a bot is, and nobody else."""
    if user not in (ANNE, BERT, CLEO):
        raise refusal(DELETED)
    return person(user, is_bot=user == CLEO)


def asking(bot: Bot) -> Any:
    someone: Any = Person(bot, ANNE)
    someone.guild = SimpleNamespace(fetch_member=member, get_channel=lambda _: None, channels=())
    return someone


async def ask(bot: Bot, whom: Any) -> Any:
    someone: Any = asking(bot)
    menu: Any = challenge_menu()
    await menu.callback(someone, whom)
    return someone


async def test_it_asks_for_a_game_and_opens_a_table_with_a_seat_for_them(bot: Bot) -> None:
    someone = await ask(bot, person(BERT))
    assert someone.heard == [f"### Challenge <@{BERT}>: which game?"]
    assert someone.labels == ["Cirondo", "Southern Cross cards"]
    await challenge(Click(asking(bot), 0, 0, f"cirondo:{BERT}", ()))
    (table,) = await bot.matches.lists.of_user(ANNE)
    assert (table.game, len(table.seats), table.invited) == ("cirondo", 2, (BERT,))
    assert ACTIONS["challenge"].once


@pytest.mark.parametrize(
    ("whom", "words"), [(person(ANNE), "already have a seat"), (person(CLEO, is_bot=True), "is a bot")]
)
async def test_neither_oneself_nor_a_bot_is_challenged(bot: Bot, whom: Any, words: str) -> None:
    with pytest.raises(Refusal, match=words):
        await ask(bot, whom)
    with pytest.raises(Refusal, match=words):
        await challenge(Click(asking(bot), 0, 0, f"cirondo:{whom.id}", ()))
    assert await bot.matches.lists.of_user(ANNE) == []


async def test_where_no_tables_are_opened_it_says_so_first(bot: Bot) -> None:
    await bot.matches.servers.change(1, ANNE, channels=(4,))
    someone: Any = asking(bot)
    someone.guild.channels = (SimpleNamespace(id=4),)
    menu: Any = challenge_menu()
    with pytest.raises(NotInThisChannel):
        await menu.callback(someone, person(BERT))


async def test_who_has_left_or_has_blocked_them_is_not_challenged(bot: Bot) -> None:
    with pytest.raises(Refusal, match="isn't on this server"):
        await challenge(Click(asking(bot), 0, 0, f"cirondo:{2**41}", ()))
    await bot.matches.personal_blocks.add(BERT, ANNE)
    with pytest.raises(CantBeInvited):
        await challenge(Click(asking(bot), 0, 0, f"cirondo:{BERT}", ()))


@pytest.mark.parametrize("payload", ["cirondo", "cirondo:", "cirondo:x", "cirondo:٣"])
async def test_a_forged_button_is_outdated(bot: Bot, payload: str) -> None:
    with pytest.raises(OutdatedButton):
        await challenge(Click(asking(bot), 0, 0, payload, ()))
