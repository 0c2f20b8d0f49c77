"""All that thinks, in one place: the workers, the driver that plays the turns of computers, and hints."""

from bot.computers.advice import Advisor
from bot.computers.driver import Driver
from bot.computers.pool import Thinkers
from bot.computers.thinking import Advice, Review
from bot.match import Match, Matches
from bot.players.levels import SECONDS

PAUSE = 1.5


class Computers:
    """Computer players of all matches. Processes are started with the first thought."""

    def __init__(
        self, matches: Matches, *, seconds: float = SECONDS, processes: int | None = None, pause: float = PAUSE
    ) -> None:
        """`seconds`, `processes` and `pause` are the settings COMPUTER_SECONDS, COMPUTER_PROCESSES, COMPUTER_PAUSE."""
        self.thinkers = Thinkers(processes)
        self.driver = Driver(matches, self.thinkers, seconds=seconds, pause=pause)
        self._advisor = Advisor(self.thinkers, seconds=seconds)

    def start(self) -> None:
        """Begin to play the turns of computers."""
        self.driver.start()

    async def close(self) -> None:
        """Stop at once, but for moves that are being written. Everyone waiting for a hint gets an error."""
        await self.driver.close()
        await self.thinkers.close()

    async def advise(self, match: Match, seat: int, person: int) -> Advice:
        """See `Advisor.advise`."""
        return await self._advisor.advise(match, seat, person)

    async def review(self, match: Match, seat: int, person: int) -> Review:
        """See `Advisor.review`."""
        return await self._advisor.review(match, seat, person)
