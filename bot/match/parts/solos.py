"""Matches that people played alone: their best scores, and how parallel matches compare."""

from collections.abc import Mapping
from typing import Any

from bot.match.parts.part import Part
from bot.match.reading.series_state import ending_of
from bot.match.reading.shared_luck import StoredHost
from bot.match.values import BestSolo, Ending
from bot.match.values.errors import NotOver
from bot.match.values.options import all_options, texts_like
from bot.store.queries import best_scores, people


class Solos(Part):
    """Scores of matches with one seat."""

    async def compare(self, match_id: int, user: int) -> tuple[tuple[int, Ending], ...]:
        """The results of parallel matches so far: seats and how their matches ended, with scores.

        For people who have finished their own match, and for everyone once the series is over. Raises NotFinished,
        NotInThisMatch, NotRunning before the start; ValueError if this isn't a table of parallel matches.
        """
        match = await self._reader.read(match_id)
        if not isinstance(match, StoredHost):
            raise ValueError(f"{match!r} is no table of parallel matches")
        return match.endings_for(user)

    async def best(self, user: int, game: str, options: Mapping[str, Any], *, limit: int = 10) -> list[BestSolo]:
        """This person's finished matches alone with exactly these options, best score first.

        Of equal scores, the earlier comes first. Includes parallel matches, even while others still play.
        """
        full = all_options(self._reader.games.get(game), options)
        async with self._store.read() as connection:
            row = await people.user_row(connection, user)
            if row is None:
                return []
            kinds = texts_like(full, await best_scores.kinds(connection, row, game))
            rows = await best_scores.best(connection, row, game, kinds, limit)
        return [BestSolo(one.id, one.score, one.ended_at) for one in rows]

    async def rank_of(self, match_id: int) -> tuple[int, int]:
        """The rank of a match among all that the same person played alone with the same options, and their number.

        Equal scores share a rank. Raises NotOver unless `best` would list the match or it's practice.
        """
        match = await self._reader.read(match_id)
        sitting = [member for member in match.members if member.seat is not None]
        ending = ending_of(match.row.ending)
        alone = len(match.rows.seats) == len(sitting) == 1
        if not alone or ending is None or ending.kind != "played" or ending.scores is None:
            raise NotOver
        row, game = sitting[0].user_row, match.row.game
        async with self._store.read() as connection:
            if await best_scores.computer_has_played(connection, match_id):
                raise NotOver
            kinds = texts_like(match.options, await best_scores.kinds(connection, row, game))
            better, count = await best_scores.rank(connection, row, game, kinds, ending.scores[0])
        return 1 + better, count
