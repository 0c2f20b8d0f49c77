"""The commands of a game, of moderators and of leagues: what each does and what it refuses."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.contests.values.league import LeagueTerms
from bot.match import (
    ComputerLevel,
    Expiry,
    Match,
    MatchOver,
    NoSuchMatch,
    SeriesKind,
    Status,
    TableTerms,
)
from bot.match.decisions import proposals
from bot.match.values.errors import BoardHasMoved
from bot.rules.api import fill
from cogs.shared.client.refusals import MissingPermissions, ScreenRefusal, WhichMatch
from cogs.shared.commands import groups
from cogs.shared.commands.errors import explain
from cogs.shared.interactions.clicks import handle_click
from cogs.shared.leagues import commands as leagues
from cogs.shared.management.moderation import end_command
from cogs.shared.presentation.registry import cog_for
from cogs.shared.wording.endings import CALLED_OFF, ENDED, outcome
from tests.cogs.clicking import Clicking
from tests.cogs.conftest import ANNE, BERT, CLEO, HERE, Asking, Bot, solo, together
from tests.cogs.matches import moves, texts
from tests.cogs.servers import Member, Server


def asking(bot: Bot, user: int = ANNE, **changes: Any) -> Any:
    """Someone who may do everything here, with these changes."""
    interaction: Any = Asking(bot, user)
    interaction.permissions = interaction.app_permissions = discord.Permissions.all()
    for name, value in changes.items():
        setattr(interaction, name, value)
    return interaction


class TestOfAGame:
    """`start`, `move`, `hint`, `board`."""

    def command(self, bot: Bot, name: str) -> Any:
        return getattr(groups, f"_{name}")(cog_for(bot, "southern_cards"))

    @pytest.fixture
    def opened(self, bot: Bot, monkeypatch: pytest.MonkeyPatch) -> list[Any]:
        """What tables would be opened: their terms, guests and computers."""
        tables: list[Any] = []

        async def open_table(_cog: Any, _interaction: Any, terms: TableTerms, **more: Any) -> None:
            tables.append((terms, more["invited"], more["computers"]))

        monkeypatch.setattr(groups, "open_table", open_table)
        return tables

    async def start(self, bot: Bot, **chosen: Any) -> None:
        cog: Any = cog_for(bot, "southern_cards")
        options = chosen.pop("options", {})
        await groups.open_with(cog, asking(bot), chosen, options=options)

    async def test_a_table_has_what_was_chosen_and_what_is_usual(self, bot: Bot, opened: list[Any]) -> None:
        guest = SimpleNamespace(id=BERT, bot=False)
        await self.start(bot, options={"hand": 4}, guest_1=guest, guest_2=guest, shared_=True, own_thread_=True)
        ((terms, invited, computers),) = opened
        assert (terms.game, terms.seats, terms.options, invited, computers) == (
            "southern_cards",
            2,
            {"hand": 4},
            [BERT],
            None,
        )
        assert (terms.shared, terms.own_thread, terms.series, terms.hints) == (True, True, None, True)
        assert terms.target == 1000

    async def test_a_table_is_rated_between_people_who_get_no_hints(self, bot: Bot, opened: list[Any]) -> None:
        chosen: dict[str, Any]
        for chosen, rated in (
            ({}, True),
            ({"rated_": False}, False),
            ({"computers_": "hard"}, False),
            ({"computers_": "hard", "guest_1": SimpleNamespace(id=BERT, bot=False)}, True),
            ({"hints_": True}, False),
            ({"hints_": False}, True),
            ({"coached_": False}, True),
        ):
            await self.start(bot, seats_=2, **chosen)
            terms, _, computers = opened.pop()
            assert terms.rated is rated, chosen
            assert (computers is ComputerLevel.HARD) is ("computers_" in chosen)

    async def test_a_mode_is_a_series(self, bot: Bot, opened: list[Any]) -> None:
        for mode, series in ((groups.ONE_GAME, None), ("points", SeriesKind.POINTS), ("parallel", SeriesKind.PARALLEL)):
            await self.start(bot, seats_=2, mode_=mode)
            assert opened.pop()[0].series is series

    async def test_what_can_not_be_is_refused(self, bot: Bot, opened: list[Any]) -> None:
        chosen: dict[str, Any]
        for chosen, words in (
            ({"seats_": 9}, "needs 1 / 2 / 3 / 4 / 5 seats, not 9"),
            ({"guest_1": SimpleNamespace(id=ANNE, bot=False)}, ""),
            ({"guest_1": SimpleNamespace(id=BERT, bot=True)}, ""),
            ({"hints_": True, "rated_": True}, "A rated match has no hints"),
            ({"coached_": True, "rated_": True}, "A rated match has no hints"),
        ):
            with pytest.raises(ScreenRefusal) as refused:
                await self.start(bot, **chosen)
            assert words in fill(refused.value.sentence, refused.value.values)
        assert opened == []

    async def test_a_server_without_hints_has_none(self, bot: Bot, opened: list[Any]) -> None:
        await bot.matches.servers.change(HERE.guild_id or 0, hints=False)
        for wish in ("hints_", "coached_"):
            with pytest.raises(ScreenRefusal, match="off on this server"):
                await self.start(bot, **{wish: True})
            await self.start(bot, **{wish: False})

    async def test_a_typed_move_is_played_also_as_it_is_suggested(self, bot: Bot) -> None:
        one, other = await together(bot, ANNE, BERT), await together(bot, ANNE, BERT)
        for match in (one, other):
            mover, (move, *_) = match.to_move_people()[0], texts(match)
            typed = move if match is one else f"{move}  #{match.id}"
            number = str(match.id) if match is one else None
            await self.command(bot, "move").callback(asking(bot, mover), typed, number)
            assert await moves(bot, match) == [move]

    async def test_a_hint_is_for_the_match_in_which_it_is_ones_turn(
        self, bot: Bot, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        hints: list[int] = []

        async def show_hint(_cog: Any, _interaction: Any, match: Match) -> None:
            hints.append(match.id)

        monkeypatch.setattr(groups, "show_hint", show_hint)
        one, other = await together(bot, ANNE, BERT), await together(bot, ANNE, BERT)
        for match in (one, other):
            await self.command(bot, "hint").callback(asking(bot, match.to_move_people()[0]), str(match.id))
        assert hints == [one.id, other.id]

    async def test_board_is_posted_again_or_told_in_words_or_leads_to_the_table(
        self, bot: Bot, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        calls: list[Any] = []
        for name in ("link_table", "send_position_text", "show_again"):

            async def note(*arguments: Any, name: str = name) -> None:
                calls.append((name, arguments[-1].id))

            monkeypatch.setattr(groups, name, note)
        match = await together(bot, ANNE, BERT)
        for text in ({}, {"text": True}):
            await self.command(bot, "board").callback(asking(bot), **text, match=str(match.id))
        table = await bot.matches.tables.open(TableTerms("southern_cards", 2), opener=CLEO, place=HERE)
        await self.command(bot, "board").callback(asking(bot, CLEO))
        assert calls == [("show_again", match.id), ("send_position_text", match.id), ("link_table", table.id)]

    async def test_they_answer_in_private(self, bot: Bot) -> None:
        for name, arguments in (("move", ("x",)), ("hint", ()), ("board", ())):
            someone = asking(bot)
            with pytest.raises(WhichMatch):
                await self.command(bot, name).callback(someone, *arguments)
            assert someone.type is discord.InteractionResponseType.deferred_channel_message


class TestOfModerators:
    async def ask(self, bot: Bot, number: str, **changes: Any) -> Any:
        moderator = asking(bot, CLEO, **changes)
        command: Any = end_command()
        await command.callback(moderator, number)
        return moderator

    async def end(self, bot: Bot, match: Match) -> str:
        clicking = Clicking(bot, f"b:{match.id}:{match.version}:end_match:", user=CLEO)
        await handle_click(clicking)
        return clicking.heard[-1]

    async def test_a_match_is_ended_after_a_question(self, bot: Bot) -> None:
        match = await together(bot, ANNE, BERT)
        moderator = await self.ask(bot, f" #{match.id} ")
        assert moderator.heard[-1].startswith(f"### End match {match.id} (Southern Cross cards)?\nIt ends now")
        assert moderator.labels == ["End the match"]
        assert (await self.end(bot, match)).startswith(f"Match {match.id} has ended.")
        ended = await bot.matches.get(match.id)
        assert (ended.status, outcome(ended)) == (Status.OVER, ENDED)
        with pytest.raises(MatchOver):
            await self.ask(bot, str(match.id))

    async def test_a_table_is_cancelled_and_a_series_ends_whole(self, bot: Bot) -> None:
        table = await bot.matches.tables.open(TableTerms("southern_cards", 2), opener=ANNE, place=HERE)
        moderator = await self.ask(bot, str(table.id))
        assert moderator.heard[-1].startswith(f"### Cancel table {table.id}")
        assert moderator.labels == ["Cancel the table"]
        assert await self.end(bot, table) == f"Table {table.id} is cancelled."
        series = await together(bot, ANNE, BERT, series=SeriesKind.POINTS)
        assert "Its whole series ends now" in (await self.ask(bot, str(series.id))).heard[-1]

    async def test_a_match_has_a_number(self, bot: Bot) -> None:
        for number in ("", "x", "1.5", "²", "9" * 16):
            with pytest.raises(WhichMatch, match="takes a match's number"):
                await self.ask(bot, number)

    async def test_others_may_not_and_some_matches_are_nobodys_business(self, bot: Bot) -> None:
        match, private = await together(bot, ANNE, BERT), await solo(bot, CLEO)
        with pytest.raises(ScreenRefusal, match="Manage Messages"):
            await self.ask(bot, str(match.id), permissions=discord.Permissions.none())
        for number in (private.id, 999):
            with pytest.raises(NoSuchMatch):
                await self.ask(bot, str(number))
        with pytest.raises(NoSuchMatch):
            await self.ask(bot, str(match.id), guild_id=2)


class TestOfLeagues:
    def command(self, name: str) -> Any:
        return leagues.league_group().get_command(name)

    async def test_one_is_created_with_what_was_chosen_and_what_is_usual(self, bot: Bot) -> None:
        organiser = asking(bot)
        await self.command("create").callback(organiser, "Winter", "southern_cards")
        await self.command("create").callback(
            asking(bot), "Summer", "southern_cards", 3, 8, 3600, 86400, "computer", 4, 172800, "hand=4", orders=False
        )
        summer, winter = [await bot.contests.leagues.find(1, name, viewer=None) for name in ("Summer", "Winter")]
        assert replace(winter.terms, options={}) == LeagueTerms("southern_cards")
        assert (winter.channel_id, winter.guild_id) == (HERE.channel_id, 1)
        terms = summer.terms
        assert (terms.seats, terms.size, terms.at_once, terms.options["hand"]) == (3, 8, 4, 4)
        assert (terms.on_expiry, terms.orders, winter.terms.orders) == (Expiry.COMPUTER, False, True)
        assert [time.total_seconds() for time in (terms.move_time, terms.bank, terms.sign_up)] == [3600, 86400, 172800]
        assert organiser.heard[-1].startswith(
            "**Winter** has been created. People can sign up in this channel until <t:"
        )

    async def created(self, bot: Bot) -> int:
        season = await bot.contests.leagues.create("Winter", LeagueTerms("southern_cards"), guild_id=1, channel_id=20)
        return season.league.id

    async def test_running_one_takes_a_permission(self, bot: Bot) -> None:
        await self.created(bot)
        for name in ("create", "close", "relocate"):
            arguments = ("Summer", "southern_cards") if name == "create" else ()
            with pytest.raises(ScreenRefusal, match="to run leagues and tournaments"):
                await self.command(name).callback(asking(bot, permissions=discord.Permissions.none()), *arguments)
            if name != "close":
                with pytest.raises(MissingPermissions):
                    await self.command(name).callback(
                        asking(bot, app_permissions=discord.Permissions.none()), *arguments
                    )
        league = await bot.contests.leagues.find(1, None, viewer=None)
        assert (league.name.plain, league.channel_id) == ("Winter", 20)

    async def test_one_is_moved_and_closed_after_a_question(self, bot: Bot) -> None:
        number = await self.created(bot)
        mover = asking(bot, channel_id=33, guild=Server())
        mover.user = Member(ANNE)
        await self.command("relocate").callback(mover)
        assert mover.heard[-1] == "**Winter** continues in this channel."
        league = await bot.contests.leagues.find(1, None, viewer=None)
        assert league.channel_id == 33
        closing = asking(bot, channel_id=33)
        await self.command("close").callback(closing)
        assert closing.heard[-1].startswith("### Close Winter?")
        assert closing.labels == ["Close the league"]
        assert len(await bot.contests.leagues.of_guild(1, viewer=None)) == 1
        clicking = Clicking(bot, f"b:0:0:league_close:{number}")
        clicking.channel_id = 33
        await handle_click(clicking)
        assert clicking.heard[-1] == "**Winter** is closed."
        assert await bot.contests.leagues.of_guild(1, viewer=None) == []

    async def test_people_join_and_leave_by_command_and_by_button(self, bot: Bot) -> None:
        number = await self.created(bot)
        joining = asking(bot)
        await self.command("join").callback(joining)
        assert joining.heard[-1].startswith("You've joined season 1 of **Winter**. It begins <t:")
        clicking = Clicking(bot, f"b:0:0:league_join:{number}", user=BERT)
        await handle_click(clicking)
        (season,) = await bot.contests.leagues.seasons(number)
        assert {player.user for player in season.players} == {ANNE, BERT}
        for name in ("league_leave", "league_leave_now"):
            clicking = Clicking(bot, f"b:0:0:{name}:{number}", user=BERT if name == "league_leave" else ANNE)
            await handle_click(clicking)
            assert clicking.heard[-1] == "You've left **Winter**."
        (season,) = await bot.contests.leagues.seasons(number)
        assert list(season.players) == []

    async def test_before_a_season_its_table_is_the_sign_up(self, bot: Bot) -> None:
        number = await self.created(bot)
        reader = asking(bot)
        await self.command("table").callback(reader)
        assert "Nobody has joined yet." in reader.heard[-1]
        clicking = Clicking(bot, f"s:0:0:league_table:{number}", ["1"])
        await handle_click(clicking)
        assert "older version" in clicking.heard[-1]


async def test_how_a_match_ended_in_one_line(bot: Bot) -> None:
    match = await bot.matches.act((await together(bot, ANNE, BERT)).id, proposals.resign(ANNE))
    winner = match.seats[match.seat_of(BERT)[0]]
    assert outcome(match) == f"🏆 {winner.colour.capitalize()} has won · <@{BERT}>"
    alone = await bot.matches.act((await solo(bot, ANNE)).id, proposals.resign(ANNE))
    assert outcome(alone) == f"The game is over: <@{ANNE}> gave up"
    assert CALLED_OFF != ENDED


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (discord.app_commands.NoPrivateMessage(), "in a server's channels"),
        (discord.app_commands.CommandNotFound("x", []), "This command has changed since"),
        (ScreenRefusal("Not like {this}.", this="that"), "Not like that."),
    ],
    ids=repr,
)
async def test_what_keeps_a_command_from_being_carried_out_is_said(bot: Bot, error: Exception, words: str) -> None:
    someone = asking(bot)
    await explain(someone, error)
    assert words in someone.heard[-1]


async def test_whoever_sees_an_older_board_is_led_to_the_newest_one(bot: Bot) -> None:
    match = await together(bot, ANNE, BERT)
    (post,) = await bot.matches.outbox.due()
    await bot.matches.outbox.note_posted(post.id, 777, words={})
    someone = asking(bot, CLEO)
    await explain(someone, BoardHasMoved(seen=1, now=match.version), match_id=match.id)
    assert someone.heard[-1].endswith("[Go to the current one](https://discord.com/channels/1/20/777).")
