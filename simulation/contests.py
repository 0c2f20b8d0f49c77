"""Whether leagues, tournaments and everything else that ends by time alone do so."""

from collections import Counter

from simulation.town import Broken, Town

LATE = 15.0  # seconds that what is due by time may be late, where the bot looks as often as it does

OVERDUE = {
    "turns and tables": "SELECT id FROM matches WHERE status IN ('open', 'running') AND due_at < :now",
    "tournaments": "SELECT id FROM tournaments WHERE began_at IS NULL AND ended_at IS NULL AND begins_at < :now",
    "rounds": (
        "SELECT t.id FROM tournaments t WHERE ended_at IS NULL AND began_at IS NOT NULL AND "
        "(SELECT max(ends_at) FROM tournament_rounds WHERE tournament_id = t.id) < :now"
    ),
    "rounds whose matches are over": (
        "SELECT t.id FROM tournaments t WHERE ended_at IS NULL AND began_at IS NOT NULL AND NOT EXISTS "
        "(SELECT 1 FROM tournament_matches tm LEFT JOIN matches m ON m.id = tm.match_id WHERE tm.tournament_id = t.id "
        "AND tm.places IS NULL AND (m.id IS NULL OR m.status <> 'over'))"
    ),
    "seasons": (
        "SELECT s.id FROM league_seasons s JOIN leagues l ON l.id = s.league_id WHERE l.closed_at IS NULL "
        "AND s.began_at IS NULL AND s.ended_at IS NULL AND s.begins_at < :now"
    ),
    "seasons whose matches are over": (
        "SELECT s.id FROM league_seasons s WHERE s.ended_at IS NULL AND s.began_at IS NOT NULL AND NOT EXISTS "
        "(SELECT 1 FROM league_matches lm LEFT JOIN matches m ON m.id = lm.match_id WHERE lm.season_id = s.id "
        "AND NOT lm.called_off AND (m.id IS NULL OR m.status <> 'over'))"
    ),
}
"""What has been due by then, in milliseconds since 1970."""


class ContestWatch:
    """Watches what is due by time, and the ends of contests."""

    def __init__(self, town: Town, checked: Counter[str]) -> None:
        self._town = town
        self._checked = checked

    def look(self, stretch: float) -> None:
        """What was due by time alone has been done, and what is over has ended. Where a channel is gone, it waits."""
        now = round((self._town.loop.clock.wall() - LATE * stretch) * 1000)
        for what, query in OVERDUE.items():
            rows = [number for (number,) in self._town.rows(query.replace(":now", "?"), *[now] * query.count(":now"))]
            self._checked[f"times of {what}"] += 1
            if rows := [number for number in rows if self._has_its_channel(query, number)]:
                raise Broken(f"Some {what} are overdue: {rows[:3]}.")
        for table in ("tournaments", "league_seasons"):
            ((ended,),) = self._town.rows(f"SELECT count(*) FROM {table} WHERE ended_at IS NOT NULL")  # noqa: S608 - two names
            self._checked[f"{table.replace('league_', '')} that have ended"] += ended

    def _has_its_channel(self, query: str, number: int) -> bool:
        """Whether the channel of a contest is there; otherwise it waits for its organiser."""
        if "tournaments" in query:
            rows = self._town.rows("SELECT channel_id FROM tournaments WHERE id = ?", number)
        elif "league" in query:
            rows = self._town.rows(
                "SELECT channel_id FROM leagues WHERE id = (SELECT league_id FROM league_seasons WHERE id = ?)", number
            )
        else:
            return True
        return all(channel in self._town.playground.world.channels for (channel,) in rows)
