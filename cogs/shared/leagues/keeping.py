"""What keeps leagues going: seasons begin and end, matches open, and messages follow what has happened."""

from dataclasses import replace
from functools import partial

from bot.contests.parts.seasons import AnnouncedMatch
from bot.contests.values.league import Season
from bot.match import Place
from bot.text import N_, say
from cogs.shared.contests.keeping import Keeper
from cogs.shared.contests.screen import Screen, person, user_of
from cogs.shared.leagues.screens import FINALE, champions, news_of, screens_of
from cogs.shared.tables.seal import seal_button, shorten
from cogs.shared.wording.labels import join_list


class LeagueKeeper(Keeper[Season]):
    """Looks after the seasons of all leagues."""

    name = "season"

    async def list_unfinished(self) -> list[Season]:
        return await self.bot.contests.seasons.list_unfinished()

    async def note(self, one: Season, part: int, message_id: int, shown: str, *, channel_id: int | None = None) -> None:
        await self.bot.contests.seasons.note_message(one.id, part, message_id, shown, channel_id=channel_id)

    async def look_after(self, one: Season) -> None:
        season = await self.bot.contests.seasons.look_after(one, self.reachable)
        league, is_noted = season.league, await self.follow_calendar(season)
        if not self.reachable(league):
            return
        for announcement in await self.bot.contests.seasons.announcements(season):
            now = await self.bot.contests.leagues.get(league.id)  # it may have moved while others were announced
            if not self.reachable(now):
                return
            await self._open(replace(announcement, season=replace(season, league=now)))
        is_over, note = season.ended_at is not None, ""
        if is_over and FINALE not in season.messages and not league.closed:
            user = user_of(season, *champions(season)[:1])
            note = await self.crown(league.guild_id, user, "Champion of a league")
        screens, news = screens_of(self.bot, season, note), news_of(self.bot, season)
        await self.show(season, f"league.{season.id}", screens, news, FINALE)
        if is_over and is_noted:
            await self.bot.contests.seasons.finish(season.id)

    async def _open(self, announcement: AnnouncedMatch) -> None:
        """Announce a match, which begins by that, in a thread below."""
        season, match, league = announcement.season, announcement.match, announcement.season.league
        present = [player for player in season.players if player.number in match.players and not player.gone]
        people = join_list([person(season, player.number) for player in present])
        lines = [
            say(N_("### {league}: division {division}"), league=league.name, division=match.division),
            say(N_("{people}: your match begins."), people=people),
            say(N_("-# The luck is sealed: {seal}"), seal=shorten(announcement.commitment)),
        ]
        users = [player.user for player in present]
        begin = partial(self.bot.contests.seasons.begin, match.id, channel_id=league.channel_id)
        place = Place(league.guild_id, league.channel_id)
        screen = Screen("\n".join(lines), (seal_button(announcement.commitment),))
        await self.announce(place, screen, f"league.match.{match.id}", users, begin)
