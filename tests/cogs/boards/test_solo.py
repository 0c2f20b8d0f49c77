"""The commands `solo` and `best` of a game that can be played alone, and what's said of its results."""

from dataclasses import replace
from typing import Any

import discord
import pytest
from sqlalchemy import update

from bot.match import Match, NotInThisMatch, SeriesKind, Status
from bot.match.decisions import proposals
from bot.match.values import BestSolo, Ending
from bot.store.tables import events
from cogs.shared.boards.solo import compare, show_private, solo_commands
from cogs.shared.client.refusals import MissingPermissions
from cogs.shared.presentation.presentation import Presentation
from cogs.shared.presentation.registry import cog_for
from tests.cogs.conftest import ANNE, BERT, HERE, Asking, Bot, Message, part_of, played_out, solo, together
from tests.cogs.discord_answers import FORBIDDEN, Discord, put, refusal

CONTINUED = "Your game continues where you left off."


async def command(bot: Bot, name: str, user: int = ANNE, **options: Any) -> Asking:
    asking = Asking(bot, user)
    commands = {one.name: one for one in solo_commands(cog_for(bot, "southern_cards"))}
    found: Any = commands[name]
    await found.callback(asking, **options)
    return asking


async def running(bot: Bot, user: int = ANNE) -> list[Match]:
    return list(await bot.matches.lists.of_user(user, statuses=(Status.RUNNING,)))


class TestSolo:
    async def test_begins_a_private_game_and_then_continues_it(self, bot: Bot) -> None:
        begun = await command(bot, "solo")
        (match,) = await running(bot)
        assert (match.terms.private, match.terms.own_thread, len(match.seats)) == (True, False, 1)
        sealed = f"-# All luck was sealed in advance: `{match.commitment[:16]}…`"
        assert begun.heard[0] == f"### Southern Cross cards: solo game\n{sealed}"
        assert begun.heard[-1].startswith(f"{sealed}\n")
        again = await command(bot, "solo")
        assert again.heard[-1].startswith(f"{CONTINUED}\n")
        assert [one.id for one in await running(bot)] == [match.id]

    async def test_continues_a_game_with_other_options_only_if_none_are_given(self, bot: Bot) -> None:
        await command(bot, "solo", hand=1)
        (first,) = await running(bot)
        assert first.options["hand"] == 1
        for options, continued, games in (
            ({}, True, 1),
            ({"hand": 1}, True, 1),
            ({"hand": 2}, False, 2),
        ):
            asking = await command(bot, "solo", **options)
            assert asking.heard[-1].startswith(CONTINUED) == continued, options
            assert len(await running(bot)) == games

    async def test_never_continues_somebody_elses_game_or_one_that_is_over(self, bot: Bot) -> None:
        match = await solo(bot, ANNE)
        assert not (await command(bot, "solo", BERT)).heard[-1].startswith(CONTINUED)
        await bot.matches.act(match.id, proposals.resign(ANNE))
        assert not (await command(bot, "solo")).heard[-1].startswith(CONTINUED)


class TestBest:
    async def test_says_how_to_begin_where_there_is_none(self, bot: Bot) -> None:
        title = "### Your best solo games: Southern Cross cards\n-# the usual options"
        nothing = "None yet. Start one with `/southern-cards solo`."
        assert (await command(bot, "best")).heard == [f"{title}\n{nothing}"]

    async def test_lists_ones_own_games_of_the_same_options(self, bot: Bot) -> None:
        ended = await played_out(bot, (await solo(bot, ANNE, hand=1)).id)
        assert ended.ending is not None
        assert ended.ending.scores is not None
        (answer,) = (await command(bot, "best", hand=1)).heard
        title, terms, line = answer.splitlines()
        assert (title, terms) == ("### Your best solo games: Southern Cross cards", "-# hand: 1")
        assert line.startswith("**1st** ")
        assert f" {ended.ending.scores[0]} point" in line
        for user, options in ((ANNE, {}), (ANNE, {"hand": 2}), (BERT, {"hand": 1})):
            assert (await command(bot, "best", user, **options)).heard[-1].splitlines()[2].startswith("None yet.")

    @pytest.mark.thorough
    async def test_lists_ten_and_three_below_a_game_that_has_ended(
        self, bot: Bot, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        ended = await played_out(bot, (await solo(bot, ANNE)).id)
        (one,) = await bot.matches.solos.best(ANNE, ended.game, dict(ended.options), limit=3)
        scores = [90, 80, 80, *range(70, 0, -10), 5]

        async def best(*_: Any, limit: int) -> list[BestSolo]:
            return [replace(one, score=score) for score in scores[:limit]]

        monkeypatch.setattr(bot.matches.solos, "best", best)
        places = ["1st", "2nd", "2nd", *(f"{number}th" for number in range(4, 11))]
        listed = (await command(bot, "best")).heard[-1].splitlines()[2:]
        expected = [f"**{place}** {score} points" for place, score in zip(places, scores[:10], strict=True)]
        assert [line.partition(" · ")[0] for line in listed] == expected
        asking: Any = Asking(bot, ANNE)
        await asking.defer()
        await show_private(cog_for(bot, ended.game), asking, ended)
        lines = [line.partition(" · ")[0] for line in asking.heard[-1].splitlines() if line.startswith("**")]
        assert lines == expected[:3]


class TestInAThread:
    """`solo` with `thread`: others may watch."""

    async def begin(self, bot: Bot, **changes: Any) -> Any:
        asking: Any = Asking(bot, ANNE)
        asking.app_permissions = discord.Permissions.all()
        for name, value in changes.items():
            setattr(asking, name, value)
        commands = {one.name: one for one in solo_commands(cog_for(bot, "southern_cards"))}
        found: Any = commands["solo"]
        await found.callback(asking, hand=2, thread_=True)
        return asking

    @pytest.mark.parametrize("refused", [False, True])
    async def test_begins_at_a_table_of_its_own_that_shows_it(self, bot: Bot, refused: bool) -> None:
        server = put(bot, Discord())
        if refused:
            server.fails["edit"] = [refusal(FORBIDDEN)]
        asking = await self.begin(bot)
        (match,) = await running(bot)
        assert (match.terms.private, match.terms.own_thread, len(match.seats)) == (False, True, 1)
        assert match.options["hand"] == 2
        assert (match.table_message_id, match.place.thread_id) == (Message.id, Message.id)
        assert "Southern Cross cards" in asking.heard[0]
        assert list(server.edited) == ([] if refused else [(HERE.channel_id, Message.id)])

    async def test_needs_the_permissions_for_one(self, bot: Bot) -> None:
        granted = discord.Permissions.all()
        granted.update(create_public_threads=False)
        with pytest.raises(MissingPermissions, match=r"\*\*Create Public Threads\*\*"):
            await self.begin(bot, app_permissions=granted)
        with pytest.raises(MissingPermissions, match="You can't open a thread inside a thread"):
            await self.begin(bot, channel=discord.Thread.__new__(discord.Thread))
        assert await running(bot) == []

    async def test_is_closed_again_where_nobody_could_see_its_table(self, bot: Bot) -> None:
        async def fails(**_: Any) -> Any:
            raise refusal(FORBIDDEN)

        with pytest.raises(discord.Forbidden):
            await self.begin(bot, send_message=fails)
        (match,) = await bot.matches.lists.of_user(ANNE, statuses=tuple(Status))
        assert match.status is Status.CANCELLED


class TestTheEnd:
    async def shown(self, bot: Bot, match: Match, user: int = ANNE) -> list[str]:
        asking: Any = Asking(bot, user)
        await asking.defer()
        await show_private(cog_for(bot, match.game), asking, match)
        lines: list[str] = asking.heard[-1].splitlines()
        return lines

    async def test_is_shown_to_nobody_else(self, bot: Bot) -> None:
        for match in (await solo(bot, ANNE), await played_out(bot, (await solo(bot, ANNE)).id)):
            with pytest.raises(NotInThisMatch):
                await self.shown(bot, match, BERT)

    async def test_is_told_by_its_kind_and_how_good_it_was(self, bot: Bot, monkeypatch: pytest.MonkeyPatch) -> None:
        async def attachments(*_: Any) -> list[Any]:
            return []

        async def rank_of(_: int) -> tuple[int, int]:
            return ranks[-1]

        ranks = [(1, 1)]
        monkeypatch.setattr(Presentation, "attachments", attachments)
        monkeypatch.setattr(bot.matches.solos, "rank_of", rank_of)
        ended = await played_out(bot, (await solo(bot, ANNE)).id)
        for ending, heading in (
            (Ending("ended", None), "### 🛑 The match is over: ended by a moderator"),
            (Ending("agreed", None), "### 🤝 The match is over: called off by agreement"),
            (Ending("resigned", (1,)), "### You gave up this game"),
            (Ending("played", (1,), None), "### You gave up this game"),
        ):
            assert (await self.shown(bot, replace(ended, ending=ending)))[0] == heading
        ended = replace(ended, ending=Ending("played", (1,), (560,)))
        for rank, words in (
            ((1, 1), ""),
            ((1, 2), ", your best of 2 games"),
            ((2, 3), ", number 2 of your 3 games"),
            ((3, 3), ", number 3 of your 3 games"),
        ):
            ranks.append(rank)
            assert (await self.shown(bot, ended))[0] == f"### The game is over: 560 points{words}"

    @pytest.mark.thorough
    async def test_names_no_best_turn_where_the_log_can_not_be_replayed(self, bot: Bot) -> None:
        ended = await played_out(bot, (await solo(bot, ANNE)).id)
        async with bot.store.write() as connection:
            damage = update(events).where(events.c.match_id == ended.id, events.c.kind == "move").values(move="no move")
            await connection.execute(damage)
        lines = await self.shown(bot, ended)
        assert lines[0].startswith("### The game is over: ")
        assert not [line for line in lines if "best turn" in line]


async def test_those_who_have_finished_a_match_play_compare_their_scores(bot: Bot) -> None:
    host = await together(bot, ANNE, BERT, series=SeriesKind.PARALLEL)
    ended = await played_out(bot, part_of(host, 0))
    assert ended.ending is not None
    assert ended.ending.scores is not None
    title, own, other = (await Asking(bot, ANNE).click(compare, host.id)).splitlines()
    assert title == f"### Match play {host.id} so far"
    assert own.startswith(f"🟡 <@{ANNE}> · {ended.ending.scores[0]} point")
    assert other == f"🔵 <@{BERT}> · still playing"
