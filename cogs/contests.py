"""The loop that looks after all leagues and tournaments."""

import logging

from bot.client import Crux
from cogs.shared.client.background import Background
from cogs.shared.client.client import Client
from cogs.shared.client.failures import comes, keep_working
from cogs.shared.leagues.keeping import LeagueKeeper
from cogs.shared.tournaments.keeping import TournamentKeeper

log = logging.getLogger(__name__)

LOOK_EVERY = 10.0  # seconds between two looks, unless something has changed
LEAST_PAUSE = 2.0  # seconds, however much changes


class Contests(Background):
    """What goes on by itself in leagues and tournaments."""

    def __init__(self, bot: Client) -> None:
        super().__init__(bot, "contests", LOOK_EVERY, bot.contests.on_change)
        self._keepers = LeagueKeeper(bot), TournamentKeeper(bot)

    async def look(self) -> None:
        """Takes leagues and tournaments on, and shows what has changed."""
        if not self.bot.matches.clocks.cut_off:  # otherwise nobody can play, and the end of a round moves on and on
            for keeper in self._keepers:
                await keep_working(log, "Couldn't look after contests")(keeper.look)()
        await comes(self.stopping, LEAST_PAUSE)


async def setup(bot: Crux) -> None:
    await bot.add_cog(Contests(bot))
