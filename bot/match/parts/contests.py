"""The leagues and tournaments that matches belong to."""

from dataclasses import dataclass

from bot.match.parts.part import Part
from bot.store.queries import leagues, tournaments
from bot.text.own_words import OwnWords
from bot.tournaments.meetings import Kind


@dataclass(frozen=True, slots=True)
class Contest:
    """The league or tournament that a match belongs to.

    `kind` is None in a league. `counts` says whether it still goes on, `again` whether the match is the second one of a
    drawn match in a knock-out, and `decided` whether its result there stands already, as people left or time is up.
    """

    name: OwnWords
    kind: Kind | None
    counts: bool
    again: bool = False
    decided: bool = False


class MatchContests(Part):
    """The contests of single matches."""

    async def of_match(self, match_id: int) -> Contest | None:
        """The league or tournament that a match belongs to; None if it was opened at a table."""
        async with self._store.read() as connection:
            if (row := await leagues.contest_of(connection, match_id)) is not None:
                return Contest(OwnWords(row["name"]), None, row["ended_at"] is None)
            if (row := await tournaments.contest_of(connection, match_id)) is not None:
                decided = row["places"] is not None
                return Contest(OwnWords(row["name"]), Kind(row["kind"]), row["ended_at"] is None, row["again"], decided)
        return None
