"""Those who use the commands of leagues and tournaments."""

from typing import Any

import discord

from cogs.shared.leagues import commands as of_leagues
from cogs.shared.tournaments import commands as of_tournaments
from tests.cogs.channel import GUILD
from tests.cogs.conftest import ANNE, Asking, Bot
from tests.cogs.servers import Member, Server

GAME = "southern_cards"
GROUPS: dict[str, Any] = {"league": of_leagues.league_group(), "tournament": of_tournaments.tournament_group()}
USUAL: dict[str, dict[str, Any]] = {"league": {}, "tournament": {"kind": "swiss"}}

WRITES = discord.Permissions(
    view_channel=True,
    send_messages=True,
    create_public_threads=True,
    create_private_threads=True,
    send_messages_in_threads=True,
)

CHANNEL = WRITES | discord.Permissions(manage_guild=True)


def asking(bot: Bot, user: int = ANNE, held: discord.Permissions = CHANNEL) -> Any:
    one: Any = Asking(bot, user)
    one.permissions, one.app_permissions = held, discord.Permissions.all()
    return one


def elsewhere(bot: Bot, member: Member, *, server: Server | None = None) -> Any:
    """Somebody who asks in another channel of the server."""
    one = asking(bot, member.id, member.everywhere)
    one.user, one.guild, one.channel_id = member, server or Server(), 30
    return one


async def told(one: Any, what: str, command: str, /, **options: Any) -> str:
    """What somebody is told who uses this command of leagues or tournaments."""
    renamed = {"contest" if name == what else name: value for name, value in options.items()}
    await GROUPS[what].get_command(command).callback(one, **renamed)
    return str(one.heard[-1])


async def created(bot: Bot, what: str, /, **options: Any) -> Any:
    """What the command `create` creates."""
    chosen = {"name": "Cup", "game": GAME} | USUAL[what] | options
    answer = await told(asking(bot), what, "create", **chosen)
    assert answer.startswith(f"**{chosen['name']}** has been created. People can sign up in this channel until <t:")
    assert f"To begin earlier, use `/{what} start`." in answer
    return await newest(bot, what)


async def newest(bot: Bot, kind: str) -> Any:
    if kind == "league":
        number, _ = (await bot.contests.leagues.of_guild(GUILD, viewer=None))[-1]
        return await bot.contests.leagues.get(number)
    number, _ = (await bot.contests.tournaments.of_guild(GUILD, viewer=None))[-1]
    return await bot.contests.tournaments.get(number)
