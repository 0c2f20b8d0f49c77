"""What keeps leagues going: seasons begin and end, matches open, and messages follow what has happened."""

import logging
from typing import TYPE_CHECKING

import discord
from cachetools import TTLCache

from bot.match import FORGOTTEN
from bot.match.league import League, Season
from bot.match.parts.seasons import Announcement
from bot.text import N_, say
from cogs.shared.interactions.failures import NETWORK_ERRORS, is_temporary
from cogs.shared.interactions.languages import in_public
from cogs.shared.leagues.screens import FINALE, Screen, champions, news_of, person, screens_of
from cogs.shared.presentation.drawing import CALLING, as_file, draw_in_thread
from cogs.shared.tables.table import UNKNOWN_MESSAGE, update_table
from cogs.shared.wording.labels import join_list

if TYPE_CHECKING:
    from bot.client import Crux

log = logging.getLogger(__name__)

PAUSE = 300.0  # seconds until a league is tried again whose messages Discord refuses

NO_PERMISSION = N_("⚠️ I couldn't give the champion {role}. I need the permission *Manage Roles* for that.")
ROLE_ABOVE = N_(
    "⚠️ I couldn't give the champion {role}, as it's above my own role. Drag mine above it in the list of roles."
)


class LeagueKeeper:
    """Looks after the seasons of all leagues. Everything it does can be done twice."""

    def __init__(self, bot: "Crux") -> None:
        self.bot = bot
        self._refused: TTLCache[int, bool] = TTLCache(1000, PAUSE)  # by season
        self._silent: TTLCache[int, bool] = TTLCache(1000, PAUSE)  # channels for announcements, by id

    async def look(self) -> None:
        """Do what is due. To be called again and again."""
        for season in await self.bot.matches.seasons.unfinished():
            try:
                if season.id not in self._refused:
                    async with in_public(self.bot, season.league.guild_id):
                        await self._look_after(season)
            except discord.HTTPException as error:
                log.warning("Couldn't show season %d of a league: %s, %s", season.id, error.status, error.code)
                if not is_temporary(error):
                    self._refused[season.id] = True
            except NETWORK_ERRORS as error:
                log.warning("Couldn't show season %d of a league: %s", season.id, type(error).__name__)
            except Exception as error:  # the others can be; its text might tell what is hidden
                log.error("Couldn't look after season %d of a league: %s", season.id, type(error).__name__)

    def reachable(self, league: League) -> bool:
        """Whether the league's channel is there. It isn't while the bot is not on the server."""
        guild = self.bot.get_guild(league.guild_id)
        return guild is not None and guild.get_channel(league.channel_id) is not None

    async def _news_channel(self, league: League) -> int | None:
        """The server's channel for announcements, if it's there and isn't the league's own."""
        channel = (await self.bot.matches.servers.settings(league.guild_id)).announcements
        guild = self.bot.get_guild(league.guild_id)
        there = channel is not None and guild is not None and guild.get_channel(channel) is not None
        return channel if there and channel != league.channel_id else None

    async def _look_after(self, season: Season) -> None:
        season = await self.bot.matches.seasons.look_after(season, self.reachable)
        if not self.reachable(season.league):
            return
        for announced in await self.bot.matches.seasons.announcements(season):
            await self._open(announced)
        ended = season.ended_at is not None
        note = await self._crown(season) if ended and FINALE not in season.messages and not season.league.closed else ""
        for part, screen in screens_of(self.bot, season, note).items():
            shown = season.messages.get(part)
            if part != FINALE or shown is None:
                await self._show(season, part, screen, shown, season.league.channel_id)
        await self._announce(season)
        if ended:
            await self.bot.matches.seasons.finish(season.id)

    async def _open(self, announced: Announcement) -> None:
        """Announce a match, which begins by that, in a thread below."""
        season, match = announced.season, announced.match
        present = [player for player in season.players if player.number in match.players and not player.gone]
        people = join_list([person(season, player.number) for player in present])
        lines = [
            say(N_("### {league}: division {division}"), league=season.league.name, division=match.division),
            say(N_("{people}: your match begins."), people=people),
            say(N_("-# Sealed luck. SHA-256 of the seed: {seal}"), seal=announced.commitment),
        ]
        called = [discord.Object(player.user) for player in present if player.user != FORGOTTEN]
        channel = self.bot.get_partial_messageable(season.league.channel_id, guild_id=season.league.guild_id)
        sent = await channel.send(
            view=Screen("\n".join(lines)).view(None),
            nonce=f"league.match.{match.id}",
            allowed_mentions=discord.AllowedMentions(everyone=False, roles=False, users=called),
        )
        number = await self.bot.matches.seasons.begin(match.id, sent.id)
        if number is not None:
            await update_table(self.bot, await self.bot.matches.get(number))

    async def _announce(self, season: Season) -> None:
        """Tell the server's channel for announcements that people can sign up, and who has won, once each."""
        part, screen = news_of(self.bot, season)
        channel = None if screen is None or part in season.messages else await self._news_channel(season.league)
        if screen is None or channel is None or channel in self._silent:
            return
        try:
            await self._show(season, part, screen, None, channel)
        except discord.HTTPException as error:
            if is_temporary(error):
                raise
            log.info("Couldn't announce season %d of a league: %s, %s", season.id, error.status, error.code)
            self._silent[channel] = True

    async def _show(
        self, season: Season, part: int, screen: Screen, shown: tuple[int, str] | None, channel_id: int
    ) -> None:
        """Bring a message up to date, or send it if there is none."""
        if shown is not None and shown[1] == screen.digest:
            return
        picture = None if screen.draw is None else await draw_in_thread(screen.draw, CALLING)
        file = None if picture is None else as_file(picture, f"league-{season.id}-{abs(part)}")
        view, nobody = screen.view(None if file is None else file.filename), discord.AllowedMentions.none()
        channel = self.bot.get_partial_messageable(channel_id, guild_id=season.league.guild_id)
        files = [] if file is None else [file]
        message_id = None if shown is None else shown[0]
        if message_id is not None:
            try:
                message = channel.get_partial_message(message_id)
                await message.edit(view=view, attachments=files, allowed_mentions=nobody)
            except discord.NotFound as error:
                if error.code != UNKNOWN_MESSAGE:
                    raise
                message_id = None  # somebody has deleted it
                for one in files:
                    one.reset()
        if message_id is None:
            before = channel_id if shown is None else shown[0]  # a message in its place is another one
            nonce = f"league.{season.id}.{part}.{before % 10**6}"
            sent = await channel.send(view=view, files=files, nonce=nonce, allowed_mentions=nobody)
            message_id = sent.id
        await self.bot.matches.seasons.note_message(season.id, part, message_id, screen.digest)

    async def _crown(self, season: Season) -> str:
        """Give the champion the server's roles for that; returns what is to be said where that isn't possible."""
        league = season.league
        settings = await self.bot.matches.servers.settings(league.guild_id)
        guild = self.bot.get_guild(league.guild_id)
        if guild is None:
            return ""
        roles = [role for one in settings.champions if (role := guild.get_role(one)) is not None]
        best = champions(season)
        user = next((one.user for one in season.players if best and one.number == best[0]), FORGOTTEN)
        if user == FORGOTTEN:
            return ""
        notes = []
        for role in roles:
            try:
                await self.bot.http.add_role(league.guild_id, user, role.id, reason="Champion of a league")
            except discord.Forbidden:
                words = ROLE_ABOVE if guild.me.guild_permissions.manage_roles else NO_PERMISSION
                notes.append(say(words, role=role.mention))
            except discord.NotFound as error:  # the person has left the server, or somebody deletes the role
                log.info("The champion of season %d doesn't get a role: %s", season.id, error.code)
        return "\n".join(notes)
