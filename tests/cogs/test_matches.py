"""The commands of all matches: the replies, and the fate of existing messages."""

from typing import Any

import aiohttp
import discord
import pytest

from bot.match import ComputerLevel, Match, SeriesKind, TableTerms
from bot.match.decisions import lobby, presence, proposals, turns
from cogs import matches
from cogs.shared.boards.board import board_content
from cogs.shared.home import home as home_
from cogs.shared.management.moderation import end_command
from cogs.shared.people import overview
from cogs.shared.presentation.registry import cog_for
from tests.cogs.conftest import ANNE, BERT, CLEO, HERE, Asking, Bot, part_of, together
from tests.cogs.discord_answers import Discord, put

DORA = CLEO + 1


pytestmark = pytest.mark.usefixtures("cirondo_shown")


def move(match: Match) -> str:
    assert match.state is not None
    return match.state.notate(match.state.legal()[0])


async def cirondo(bot: Bot, *people: int, computers: ComputerLevel | None = None) -> Match:
    """A match of Cirondo that has begun; computers sit where these people don't."""
    seats = 2 if len(people) < 3 else 4
    match = await bot.matches.tables.open(
        TableTerms("cirondo", seats), opener=people[0], place=HERE, computers=computers
    )
    for person in people[1:]:
        await bot.matches.act(match.id, lobby.join(person))
    return await bot.matches.act(match.id, lobby.begin(people[0], message_id=900 + match.id))


class TestUndo:
    async def test_says_whether_the_others_are_asked_or_the_move_is_taken_back(self, bot: Bot) -> None:
        match = await cirondo(bot, ANNE, BERT)
        await bot.matches.act(match.id, turns.play(ANNE, move(match)))
        asking = Asking(bot, ANNE)
        await asking.slash("undo")
        assert any("I've asked the others." in words for words in asking.heard)
        alone = Asking(bot, DORA)
        match = await cirondo(bot, DORA, computers=ComputerLevel.EASY)
        await bot.matches.act(match.id, turns.play(DORA, move(match)))
        await alone.slash("undo")
        assert any("Undone." in words for words in alone.heard)


class TestCancellingATable:
    async def test_takes_the_buttons_off_its_message(self, bot: Bot) -> None:
        discord_ = put(bot, Discord())
        match = await bot.matches.tables.open(TableTerms("southern_cards", 2), opener=ANNE, place=HERE)
        await bot.matches.tables.note_posted(match.id, 900)
        assert await Asking(bot, ANNE).slash("cancel") == f"Table {match.id} is cancelled."
        assert [number for _, number in discord_.edited] == [900]

    async def test_is_done_even_if_its_message_can_not_be_reached(
        self, bot: Bot, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        async def update_table(*_: Any) -> None:
            raise aiohttp.ServerDisconnectedError

        monkeypatch.setattr(matches, "update_table", update_table)
        match = await bot.matches.tables.open(TableTerms("southern_cards", 2), opener=ANNE, place=HERE)
        assert await Asking(bot, ANNE).slash("cancel") == f"Table {match.id} is cancelled."


class TestShow:
    @pytest.mark.parametrize("hints", [True, False])
    async def test_says_that_a_table_is_without_hints(self, bot: Bot, hints: bool) -> None:
        match = await bot.matches.tables.open(TableTerms("southern_cards", 2, hints=hints), opener=ANNE, place=HERE)
        await bot.matches.tables.note_posted(match.id, 900)
        assert ("no hints" in await Asking(bot, ANNE).slash("show")) is not hints


class TestMatchPlay:
    @pytest.mark.parametrize("listing", [home_.show_home, overview.send_next_match, overview.send_match_list])
    async def test_is_listed_once(self, bot: Bot, monkeypatch: pytest.MonkeyPatch, listing: Any) -> None:
        """It's the table with everyone's own game, not two matches."""
        monkeypatch.setattr(home_, "cogs_of", lambda _bot: [cog_for(bot, "cirondo")])
        host = await together(bot, ANNE, BERT, series=SeriesKind.PARALLEL)
        asking = Asking(bot, ANNE)
        await asking.defer()
        await listing(asking)
        assert asking.heard[-1].count(f"**{host.id}** · ") == 1
        assert f"**{part_of(host, 0)}** · " not in asking.heard[-1]
        assert "more match" not in asking.heard[-1]


class TestASeatThatIsOffered:
    async def test_can_be_taken_until_who_was_asked_is_ready(self, bot: Bot) -> None:
        match = await cirondo(bot, ANNE, BERT, DORA, DORA + 1)
        await bot.matches.act(match.id, presence.absent(BERT))
        match = await bot.matches.act(match.id, proposals.replace_player(ANNE, match.seat_of(BERT)[0], CLEO))
        assert "take_seat" in actions(bot, match)
        match = await bot.matches.act(match.id, proposals.take_seat(CLEO))
        assert match.proposal is not None
        assert "take_seat" not in actions(bot, match)


def actions(bot: Bot, match: Match) -> list[str]:
    """What the buttons below the board do."""
    return [action for _, _, action, _ in board_content(cog_for(bot, match.game), match).buttons]


def test_ending_matches_of_others_is_hidden_from_people_who_do_not_moderate() -> None:
    assert end_command().default_permissions == discord.Permissions(manage_messages=True)


async def test_the_bot_has_the_commands_of_all_matches_and_that_for_moderators() -> None:
    client = discord.Client(intents=discord.Intents.none())
    tree: Any = discord.app_commands.CommandTree(client)
    client.tree = tree  # type: ignore[attr-defined]  # all of the bot that is used here
    await matches.setup(client)  # type: ignore[arg-type]  # as above
    assert sorted(command.name for command in tree.get_commands()) == sorted(["match", end_command().name])
