"""The leagues and tournaments of one database and everything that can be done with them, by subject."""

from bot.contests.parts.leagues import Leagues
from bot.contests.parts.seasons import Seasons
from bot.contests.parts.tournament_rounds import TournamentRounds
from bot.contests.parts.tournaments import Tournaments
from bot.contests.tournaments.meetings import Format
from bot.contests.values.contest import Contest
from bot.match.matches import Matches
from bot.store.queries import leagues, tournaments
from bot.text.own_words import OwnWords


class Contests:
    """The leagues and tournaments whose matches are `matches`."""

    def __init__(self, matches: Matches) -> None:
        self.on_change = matches.on_end
        """Set after each change, and when a match has ended, so that what is shown follows soon."""
        self._store = matches.dependencies.store
        self.leagues = Leagues(matches.dependencies)
        self.seasons = Seasons(matches.dependencies, matches.servers)
        self.tournaments = Tournaments(matches.dependencies)
        self.tournament_rounds = TournamentRounds(matches.dependencies, self.tournaments)

    async def of_match(self, match_id: int) -> Contest | None:
        """The league or tournament that a match belongs to; None if it was opened at a table."""
        async with self._store.read() as connection:
            if (league := await leagues.contest_of(connection, match_id)) is not None:
                return Contest(OwnWords(league.name), None, league.ended_at is None)
            if (cup := await tournaments.contest_of(connection, match_id)) is not None:
                decided = cup.places is not None
                return Contest(OwnWords(cup.name), Format(cup.kind), cup.ended_at is None, cup.again, decided)
        return None
