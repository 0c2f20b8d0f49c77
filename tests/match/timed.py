"""Tables with clocks, and time that goes by."""

from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import select

from bot.match import ComputerLevel, Expiry, Match, Matches, SeriesKind, TableTerms
from bot.match.decisions import lobby
from bot.store import tables
from tests.match.conftest import HERE, Clock
from tests.match.toy import PLAYERS

MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
LOOKS = timedelta(minutes=10)  # between two looks at the time at least, and ten times as long at most


class ClockBot:
    """Tables with clocks, and a bot that looks at the time now and then and delivers reminders."""

    def __init__(self, matches: Matches, clock: Clock) -> None:
        self.matches = matches
        self.clock = clock
        self.reminded: list[tuple[int, bool]] = []  # who, and whether it was at half of the time
        self.delivers = True

    async def start_match(
        self,
        people: int = 2,
        *,
        time: timedelta | None = DAY,
        then: Expiry = Expiry.COMPUTER,
        game: str = "race",
        seats: int | None = None,
        series: SeriesKind | None = None,
        shared: bool = False,
        **options: Any,
    ) -> Match:
        match = await self.matches.tables.open(
            TableTerms(
                game=game,
                options=options,
                seats=seats or people,
                move_time=time,
                on_expiry=then,
                series=series,
                shared=shared,
            ),
            opener=PLAYERS[0],
            place=HERE,
            computers=ComputerLevel.EASY if seats else None,
        )
        for player in PLAYERS[1:people]:
            await self.matches.act(match.id, lobby.join(player, message_id=7000 + match.id))
        await self.look(starting=True)
        return await self.matches.act(match.id, lobby.begin(PLAYERS[0], message_id=7000 + match.id))

    async def look(self, *, starting: bool = False) -> None:
        await self.matches.clocks.tick(starting=starting)
        for reminder in await self.matches.reminders.due():
            if self.delivers:
                self.reminded.append((reminder.user, reminder.half))
                await self.matches.reminders.note_delivered(reminder.id)

    async def go_by(self, span: timedelta) -> None:
        """So much time goes by while the bot is awake."""
        ends = self.clock.now + span
        while self.clock.now < ends:
            due = [at for at in await self.dues() if at > self.clock.now]
            pause = max(LOOKS, min([10 * LOOKS, *(at - self.clock.now for at in due)]))
            self.clock.forward(min(pause, ends - self.clock.now))
            await self.look()

    async def dues(self) -> list[datetime]:
        async with self.matches.dependencies.store.read() as connection:
            matches_due = (await connection.execute(select(tables.matches.c.due_at))).scalars()
            reminders_due = (await connection.execute(select(tables.reminders.c.due_at))).scalars()
            return [at for at in (*matches_due, *reminders_due) if at is not None]

    async def of(self, match: Match) -> Match:
        return await self.matches.get(match.id)

    async def kinds(self, match: Match) -> list[str]:
        return [event.kind for event in await self.matches.records.log(match.id)]
