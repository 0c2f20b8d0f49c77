"""The commands in the menu of a message: which match they are about, and that they show no more than buttons do."""

from types import SimpleNamespace
from typing import Any

import pytest

from bot.match import Match, NoSuchMatch, NotOver, Refusal, SeriesKind
from bot.match.decisions import proposals
from bot.match.values.errors import StillHidden
from cogs.shared.interactions.clicks import button
from cogs.shared.records.board_menus import board_menus
from tests.cogs.conftest import ANNE, BERT, CLEO, HERE, Asking, Bot, played_out, together

CRUX = 99  # the bot's own id
BOARD = 2**50  # a message


@pytest.fixture(autouse=True)
def bots_own_name(bot: Bot) -> None:
    bot.user = SimpleNamespace(id=CRUX)


def message(number: int, *components: Any, author: int = CRUX) -> Any:
    return SimpleNamespace(id=number, author=SimpleNamespace(id=author), components=components)


async def posted(bot: Bot, match: Match, number: int = BOARD) -> Any:
    """The message of the newest board of a match."""
    for post in await bot.matches.outbox.due():
        if post.match_id == match.id:
            await bot.matches.outbox.note_posted(post.id, number, words={})
    return message(number)


async def use(
    bot: Bot, name: str, on: Any, user: int = ANNE, *, channel: int | None = HERE.channel_id, direct: bool = False
) -> str:
    (menu,) = (one for one in board_menus() if one.name == name)
    asking: Any = Asking(bot, user)
    asking.channel_id = channel
    asking.guild, asking.guild_id = None, None if direct else HERE.guild_id
    await menu.callback(asking, on)
    return str(asking.heard[-1])


MENUS = [menu.name for menu in board_menus()]


@pytest.mark.parametrize("name", MENUS)
@pytest.mark.parametrize("author", [CRUX, ANNE])
async def test_a_message_that_is_no_board_gets_a_sentence(bot: Bot, name: str, author: int) -> None:
    about_no_match = button("Help", "home_help")
    with pytest.raises(Refusal, match="That message isn't a board"):
        await use(bot, name, message(BOARD, about_no_match, author=author), direct=True)


@pytest.mark.parametrize("name", MENUS)
async def test_nobody_else_can_make_a_message_a_board(bot: Bot, name: str) -> None:
    match = await together(bot, ANNE, BERT)
    forged = SimpleNamespace(children=[button("Move", "in_words", about=(match.id, match.version))])
    with pytest.raises(Refusal, match="That message isn't a board"):
        await use(bot, name, message(BOARD, forged, author=BERT), direct=True)


@pytest.mark.parametrize("name", MENUS)
async def test_a_table_is_no_board(bot: Bot, name: str) -> None:
    match = await together(bot, ANNE, BERT)
    table = SimpleNamespace(children=[button("How the luck is sealed", "in_words", about=(match.id, match.version))])
    with pytest.raises(Refusal, match="That message isn't a board"):
        await use(bot, name, message(900 + match.id, table))


@pytest.mark.parametrize("name", MENUS)
async def test_those_who_may_not_see_a_match_are_told_that_there_is_none(bot: Bot, name: str) -> None:
    match = await together(bot, ANNE, BERT)
    board = await posted(bot, match)
    with pytest.raises(NoSuchMatch):
        await use(bot, name, board, CLEO, channel=404)


async def test_the_position_is_told_as_the_button_tells_it(bot: Bot) -> None:
    match = await together(bot, ANNE, BERT)
    board = await posted(bot, match)
    own = await use(bot, "Position in words", board, ANNE)
    watched = await use(bot, "Position in words", board, CLEO)
    assert "hand" in own.lower()
    assert own != watched


async def test_a_board_in_a_direct_message_is_known_by_its_buttons(bot: Bot) -> None:
    match = await together(bot, ANNE, BERT)
    in_message = SimpleNamespace(
        children=[SimpleNamespace(children=[button("Words", "in_words", about=(match.id, 1))])]
    )
    told = await use(bot, "Position in words", message(BOARD, in_message), direct=True)
    assert told == await use(bot, "Position in words", await posted(bot, match))


async def test_what_is_hidden_or_not_over_stays_so(bot: Bot) -> None:
    board = await posted(bot, await together(bot, ANNE, BERT))
    with pytest.raises(NotOver):
        await use(bot, "Review", board)
    with pytest.raises(StillHidden):
        await use(bot, "Replay from here", board)


async def test_a_replay_begins_where_the_board_was(bot: Bot) -> None:
    match = await together(bot, ANNE, BERT)
    first = await posted(bot, match, BOARD)
    match = await played_out(bot, match.id)
    last = await posted(bot, match, BOARD + 1)
    replay = await bot.matches.records.replay(match.id)
    middle = replay.turns[2][-1].number
    shown = message(BOARD + 2, SimpleNamespace(children=[button("Words", "in_words", about=(match.id, middle))]))
    assert "at the start" in await use(bot, "Replay from here", first)
    assert f"after turn {replay.last} of {replay.last}" in await use(bot, "Replay from here", last)
    assert f"after turn 3 of {replay.last}" in await use(bot, "Replay from here", shown, direct=True)


async def test_at_the_table_of_parallel_matches_ones_own_is_meant(bot: Bot) -> None:
    match = await together(bot, ANNE, BERT, series=SeriesKind.PARALLEL)
    board = await posted(bot, match)
    assert "hand" in (await use(bot, "Position in words", board, ANNE)).lower()
    with pytest.raises(Refusal, match="Each of you plays your own game here in private"):
        await use(bot, "Position in words", board, CLEO)


async def test_an_edited_message_shows_the_newest_version_of_its_board(bot: Bot) -> None:
    match = await together(bot, ANNE, BERT)
    await posted(bot, match)
    match = await bot.matches.act(match.id, proposals.offer_draw(ANNE))
    await posted(bot, match)
    assert await bot.matches.outbox.shown_in(BOARD) == (match.id, match.version)
    assert await bot.matches.outbox.shown_in(BOARD + 1) is None
