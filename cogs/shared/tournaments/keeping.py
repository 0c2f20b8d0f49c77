"""What keeps tournaments going: rounds follow each other, matches open, and messages follow what has happened."""

from dataclasses import replace
from functools import partial
from typing import Final

import discord

from bot.contests.parts.tournament_rounds import END, AnnouncedTable
from bot.contests.tournaments.meetings import PLATE
from bot.contests.tournaments.rounds import ranking
from bot.contests.values.tournament import Tournament, TournamentMatch
from bot.match import FORGOTTEN, Place
from bot.text import N_, say
from cogs.shared.client.client import Client
from cogs.shared.client.threads import ThreadLocked, send_to_place
from cogs.shared.contests.keeping import Keeper
from cogs.shared.contests.screen import Screen, person, user_of
from cogs.shared.tables.seal import seal_button, shorten
from cogs.shared.tournaments.screens import news_of, screens_of
from cogs.shared.wording.labels import join_list

UNKNOWN_CHANNEL = 10003
PRIVATE_THREAD: Final = 12
A_WEEK: Final = 10080  # minutes without a message until Discord puts a thread away


class TournamentKeeper(Keeper[Tournament]):
    """Looks after all tournaments."""

    name = "tournament"

    def __init__(self, bot: Client) -> None:
        super().__init__(bot)
        self._made: dict[int, int] = {}  # threads that couldn't be noted yet, by table

    async def list_unfinished(self) -> list[Tournament]:
        return await self.bot.contests.tournament_rounds.list_unfinished()

    async def note(
        self, one: Tournament, part: int, message_id: int, shown: str, *, channel_id: int | None = None
    ) -> None:
        await self.bot.contests.tournament_rounds.note_message(one.id, part, message_id, shown, channel_id=channel_id)

    async def look_after(self, one: Tournament) -> None:
        """Do what is due in a tournament. A round is announced before its tables, as that may seal their luck."""
        rounds = self.bot.contests.tournament_rounds
        shown = now = await rounds.look_after(one, self.reachable)
        is_noted = await self.follow_calendar(shown)
        if not self.reachable(shown):
            return
        if await self._show(shown):
            now = await self.bot.contests.tournaments.get(shown.id)
        for announcement in rounds.announcements(now):
            now = await self.bot.contests.tournaments.get(shown.id)  # it may have moved while others were announced
            if not self.reachable(now):
                return
            await self._open(replace(announcement, tournament=now))
        # It may have been closed while its messages were sent: they don't say that yet.
        if is_noted and shown.ended_at is not None and not any(one.sealed for one in shown.rounds):
            await rounds.finish(shown.id)

    async def _show(self, tournament: Tournament) -> bool:
        """Bring all messages up to date; returns whether one was sent or edited."""
        note = ""
        if tournament.ended_at is not None and not tournament.cancelled and END not in tournament.messages:
            best = [number for number in ranking(tournament.field) if number not in tournament.gone]
            note = await self.crown(tournament.guild_id, user_of(tournament, *best[:1]), "Winner of a tournament")
        screens, news = screens_of(self.bot, tournament, note), news_of(self.bot, tournament)
        return await self.show(tournament, f"cup.{tournament.id}", screens, news, END)

    async def _open(self, announcement: AnnouncedTable) -> None:
        """Announce a match, which begins by that: in a thread below, or in a private one if it has others' luck."""
        tournament, match = announcement.tournament, announcement.match
        present = [one for one in tournament.players if one.number in match.players and not one.gone]
        head = N_("### {tournament}: round {round}, table {number}")
        if match.meeting.bracket == PLATE:
            head = N_("### {tournament}: round {round}, table {number} of the plate")
        people = join_list([person(tournament, one.number) for one in present])
        named = {"tournament": tournament.name, "round": match.meeting.round, "number": tournament.table_number(match)}
        lines = [say(head, **named), say(N_("{people}: your match begins."), people=people)]
        buttons: tuple[tuple[str, str, str], ...] = ()
        if announcement.shares_luck:
            secret = N_("-# Others play with the same luck. Only your table may read this until the round is over.")
            lines.append(say(secret))
        else:
            lines.append(say(N_("-# The luck is sealed: {seal}"), seal=shorten(match.commitment)))
            buttons = (seal_button(match.commitment),)
        screen = Screen("\n".join(lines), buttons)
        users = [one.user for one in present]
        place = Place(tournament.guild_id, tournament.channel_id)
        try:
            if announcement.shares_luck:
                place = replace(place, thread_id=await self._private_thread(announcement, users))
            rounds = self.bot.contests.tournament_rounds
            begin = partial(rounds.begin, match.id, channel_id=place.channel_id, thread_id=place.thread_id)
            await self.announce(place, screen, f"cup.match.{match.id}", users, begin)
        except (discord.NotFound, ThreadLocked) as error:
            gone = isinstance(error, ThreadLocked) or error.code == UNKNOWN_CHANNEL
            if gone and announcement.shares_luck:  # somebody has locked or deleted it
                await self.bot.contests.tournament_rounds.forget_thread(match.id)
            raise

    async def _private_thread(self, announcement: AnnouncedTable, users: list[int]) -> int:
        """The id of a table's private thread, with its people in it: one that the bot has made for this table.

        Never one that only bears its name, as whoever is in that would read along. If the bot ends before it has noted
        one, that stays empty and another is made.
        """
        tournament, match = announcement.tournament, announcement.match
        thread_id = match.thread_id
        if thread_id is None:
            thread_id = self._made[match.id] = self._made.get(match.id) or await self._make_thread(tournament, match)
            thread_id = await self.bot.contests.tournament_rounds.note_thread(match.id, thread_id)
            del self._made[match.id]
        place = Place(tournament.guild_id, tournament.channel_id, thread_id)
        for user in users:
            if user != FORGOTTEN:
                try:
                    await send_to_place(self.bot, place, partial(self.bot.http.add_user_to_thread, thread_id, user))
                except ThreadLocked:
                    raise
                except (discord.NotFound, discord.Forbidden):  # the person may have left the server
                    continue
        return thread_id

    async def _make_thread(self, tournament: Tournament, match: TournamentMatch) -> int:
        table = f"{'P' * match.meeting.bracket}{tournament.table_number(match)}"
        thread = await self.bot.http.start_thread_without_message(
            tournament.channel_id,
            name=f"{tournament.name.plain} {match.meeting.round}.{table}",
            auto_archive_duration=A_WEEK,
            type=PRIVATE_THREAD,
            invitable=False,
        )
        return int(thread["id"])
