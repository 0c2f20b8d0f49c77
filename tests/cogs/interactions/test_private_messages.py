"""A click on a private message rewrites that message: otherwise one would follow another with each click."""

from typing import Any

import discord
import pytest

from bot.contests.tournaments.meetings import Format
from bot.contests.values.league import LeagueTerms
from bot.contests.values.tournament import TournamentTerms
from cogs.shared.interactions import clicks
from tests.cogs.channel import GUILD
from tests.cogs.conftest import ANNE, BERT, Asking, Bot, together


class OnPrivateMessage(Asking):
    """Someone who has clicked on a private message; `more` counts the messages that follow it."""

    def __init__(self, bot: Bot, user: int) -> None:
        super().__init__(bot, user)
        self.more = 0
        self.followup = self

    async def defer(self, **named: Any) -> None:
        self.type = discord.InteractionResponseType.deferred_message_update

    async def send(self, view: Any, **named: Any) -> Any:
        self.more += 1
        return await self.edit_original_response(view)


@pytest.mark.parametrize(
    ("action", "payload"),
    [
        *(("rules_page", "southern_cards.1"), ("step", ""), ("end_vacation", ""), ("forget_me", "")),
        *(("ask_resign", ""), ("remind_me", "")),
    ],
)
async def test_a_click_on_a_private_message_sends_no_other(bot: Bot, action: str, payload: str) -> None:
    match = await together(bot, ANNE, BERT)
    asking = OnPrivateMessage(bot, match.to_move_people()[0])
    handler, acknowledge, _ = clicks.ACTIONS[action]
    assert acknowledge == "update"
    await asking.click(handler, match.id, version=match.version, payload=payload)
    assert (len(asking.heard), asking.more) == (1, 0)


@pytest.mark.parametrize(
    ("action", "payload", "values"),
    [
        ("league_close", "1", ()),
        ("league_remove", f"1.{BERT}", ()),
        ("league_leave_now", "1", ()),
        ("tournament_close", "1", ()),
        ("tournament_remove", f"1.{BERT}", ()),
        ("tournament_leave_now", "1", ()),
        ("leaderboard", "cirondo:here:0", ()),
        ("profile_audience", "", ("nobody",)),
        ("profile_everywhere", "", ("yes",)),
        ("settings_time", "", ("3600",)),
        ("settings_switches", "", ()),
        ("call_where", "", ("dm",)),
        ("remind_where", "", ("dm",)),
        ("remind_from", "", ("none",)),
        ("home_page", "0", ()),
        ("lesson", "southern_cards", ()),
        ("puzzle_next", "southern_cards", ()),
    ],
)
async def test_nor_does_one_that_is_about_no_match(
    bot: Bot, action: str, payload: str, values: tuple[str, ...]
) -> None:
    for organised, terms in (
        (bot.contests.leagues, LeagueTerms("southern_cards")),
        (bot.contests.tournaments, TournamentTerms(Format.SWISS, "southern_cards")),
    ):
        create: Any = organised.create
        await create("Cup", terms, guild_id=GUILD, channel_id=20)
        for user in (ANNE, BERT):
            await organised.join(1, user)
    asking: Any = OnPrivateMessage(bot, ANNE)
    asking.permissions = discord.Permissions(manage_guild=True)
    handler, acknowledge, _ = clicks.ACTIONS[action]
    assert acknowledge == "update"
    await asking.click(handler, 0, payload=payload, values=values)
    assert (len(asking.heard), asking.more) == (1, 0)
