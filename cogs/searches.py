"""The background work of `/match find`: brings people together, and tells them."""

import logging

from bot.client import Crux
from bot.match import Announced
from cogs.shared.client.background import Background
from cogs.shared.client.client import Client
from cogs.shared.client.failures import keep_working
from cogs.shared.people.searching import tell_outcome

log = logging.getLogger(__name__)

LOOK_EVERY = 15.0  # seconds


class Searches(Background):
    """Begins matches of people who look for an opponent and go together."""

    def __init__(self, bot: Client) -> None:
        super().__init__(bot, "searches", LOOK_EVERY, bot.matches.searches.on_search)

    @keep_working(log, "Couldn't look after those who look for opponents")
    async def look(self) -> None:
        """Brings together who goes together, and tells everybody whose search is over."""
        searches = self.bot.matches.searches
        for match_id in await searches.bring_together():
            log.info("Match %d begins between people who looked for an opponent", match_id)
        for search in await searches.over():
            try:
                await tell_outcome(self.bot, search)
            except Announced:  # it is told once the database is back
                raise
            except Exception as error:  # its text might tell what is hidden
                log.warning("Couldn't tell somebody about a search: %s", type(error).__name__)
                continue
            await searches.note_told(search)


async def setup(bot: Crux) -> None:
    await bot.add_cog(Searches(bot))
