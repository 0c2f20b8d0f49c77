"""What people get better at: how good their decisions were, by month and game, as reviews of their matches say."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, timedelta
from typing import Any

from bot.match.parts.part import Part
from bot.match.values import Status
from bot.match.values.errors import NotOver
from bot.store.practice_tables import ProgressRow
from bot.store.queries import people, progress

LOOKED_AT = timedelta(days=366)
"""How far back progress is shown."""


@dataclass(frozen=True, slots=True)
class ReviewedChoice:
    """A decision between several moves: the number of its event, whether it was as good as a strong computer's, and
    what the better move would have done: an English sentence of the catalogues with its values, if that is known."""

    number: int
    is_good: bool
    missed: tuple[str, Mapping[str, Any]] | None = None


@dataclass(frozen=True, slots=True)
class ProgressMonth:
    """How somebody chose in a month: the first day of it, and how many of their choices were good."""

    month: date
    good: int
    choices: int

    @property
    def percent(self) -> int:
        """The share of good choices, rounded."""
        return round(100 * self.good / self.choices)


@dataclass(frozen=True, slots=True)
class Missed:
    """What somebody missed several times or once: a sentence with the values of the newest one, and how often."""

    sentence: str
    values: Mapping[str, Any]
    times: int


@dataclass(frozen=True, slots=True)
class GameProgress:
    """Somebody's months in a game, the newest first, and what they missed, most often first."""

    game: str
    months: Sequence[ProgressMonth]
    missed: Sequence[Missed]


class Progress(Part):
    """Everybody's progress."""

    async def note(self, match_id: int, choices: Sequence[ReviewedChoice]) -> None:
        """Counts the review of a match for those who decided in it, once. Raises NotOver, Busy, NotWritable."""
        if await self._read(progress.is_noted, match_id):
            return
        async with self._writing() as connection:
            match = await self._reader.read_in(connection, match_id)
            if match.status is not Status.OVER or match.row.ended_at is None:
                raise NotOver
            if await progress.is_noted(connection, match_id):
                return
            who = await progress.who_decided(connection, match_id)
            rows: list[ProgressRow] = []
            for user_row in sorted(set(who.values())):
                own = [one for one in choices if who.get(one.number) == user_row]
                row = ProgressRow(
                    user_row,
                    match_id,
                    match.row.game,
                    match.row.ended_at,
                    good=sum(one.is_good for one in own),
                    choices=len(own),
                    missed=[[one.missed[0], dict(one.missed[1])] for one in own if one.missed is not None],
                )
                if own:
                    rows.append(row)
            if rows:
                await progress.add(connection, rows)

    async def of_person(self, user: int) -> list[GameProgress]:
        """How somebody chose in the last year, by game: that of the newest match first."""
        async with self._store.read() as connection:
            row = await people.user_row(connection, user) or 0
            rows = await progress.since(connection, row, self._now() - LOOKED_AT)
        games = []
        for game in dict.fromkeys(one.game for one in rows):
            months: dict[date, tuple[int, int]] = {}
            times: Counter[str] = Counter()
            newest: dict[str, Mapping[str, Any]] = {}
            for one in rows:
                if one.game != game:
                    continue
                month = one.ended_at.astimezone(UTC).date().replace(day=1)
                good, choices = months.get(month, (0, 0))
                months[month] = good + one.good, choices + one.choices
                for sentence, values in one.missed:
                    times[sentence] += 1
                    newest.setdefault(sentence, values)
            missed = [Missed(sentence, newest[sentence], number) for sentence, number in times.most_common()]
            games.append(GameProgress(game, [ProgressMonth(one, *months[one]) for one in months], missed))
        return games
