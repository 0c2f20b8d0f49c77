"""Tournaments that live: a bot that looks after them, and people who play what begins."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from itertools import count

from bot.contests.contests import Contests
from bot.contests.parts.tournament_rounds import ROUND, SIGN_UP
from bot.contests.tournaments.meetings import Format
from bot.contests.values.tournament import Tournament, TournamentMatch, TournamentTerms
from bot.match import Matches, Refusal
from bot.match.decisions import proposals
from bot.match.values import Expiry, Status
from tests.contests.league_life import CHANNEL, DAY, FIRST, GUILD, HOUR
from tests.match.conftest import Clock

TERMS = TournamentTerms(
    Format.SWISS,
    "race",
    {"goal": 2},
    move_time=HOUR,
    on_expiry=Expiry.RESIGN,
    round_time=2 * DAY,
    sign_up=DAY,
)

End = Callable[[Tournament, TournamentMatch], str]


class TournamentLife:
    """One tournament in a database, and everybody in it. All luck follows from `seed`; no process lives for ever."""

    def __init__(self, matches: Matches, clock: Clock) -> None:
        self.matches = matches
        self.clock = clock
        self.reachable = True
        self.messages = count(9000)
        self.number = 0

    @property
    def contests(self) -> Contests:
        """Those of the matches as they are now: tests start the bot anew."""
        return Contests(self.matches)

    async def create(self, people: int, terms: TournamentTerms = TERMS) -> Tournament:
        tournament = await self.contests.tournaments.create("Cup", terms, guild_id=GUILD, channel_id=CHANNEL)
        self.number = tournament.id
        await self.look()
        for number in range(people):
            await self.contests.tournaments.join(self.number, FIRST + number)
        return await self.now()

    async def now(self) -> Tournament:
        return await self.contests.tournaments.get(self.number)

    async def start(self, people: int, terms: TournamentTerms = TERMS) -> Tournament:
        """A tournament whose first round is played."""
        await self.create(people, terms)
        self.clock.forward(terms.sign_up)
        await self.look()
        return await self.now()

    async def look(self) -> None:
        """What the bot does again and again."""
        await self.matches.clocks.tick()
        for reminder in await self.matches.reminders.due():
            await self.matches.reminders.note_delivered(reminder.id)
        rounds = self.contests.tournament_rounds
        for tournament in await rounds.list_unfinished():
            tournament = await rounds.look_after(tournament, lambda _: self.reachable)
            if not self.reachable:
                continue
            shown = [SIGN_UP, *(ROUND + one.number for one in tournament.rounds)]
            for part in shown:
                if part not in tournament.messages:
                    await rounds.note_message(tournament.id, part, next(self.messages), "shown")
            tournament = await self.contests.tournaments.get(tournament.id)
            for announced in rounds.announcements(tournament):
                if announced.shares_luck:
                    await rounds.note_thread(announced.match.id, next(self.messages))
                await rounds.begin(announced.match.id, next(self.messages))

    async def play(self, end: End) -> None:
        """Go on with each running match: "0" to "4" is the seat that resigns, "draw", or nothing."""
        tournament = await self.now()
        users = {player.number: player.user for player in tournament.players}
        for match in tournament.matches:
            if match.match_id is None or match.status is not Status.RUNNING:
                continue
            how = end(tournament, match)
            decision = proposals.offer_draw if how == "draw" else proposals.resign
            for seat, player in enumerate(match.players):
                if how not in ("draw", str(seat)):
                    continue
                with suppress(Refusal):  # they have left
                    await self.matches.act(match.match_id, decision(users[player]))

    async def live(self, end: End, *, looks: int = 400) -> Tournament:
        """Until it is over."""
        for _ in range(looks):
            await self.look()
            await self.play(end)
            self.clock.forward(HOUR)
            if (tournament := await self.now()).ended_at is not None:
                return tournament
        raise AssertionError("The tournament never ends.")


KNOCKOUT = replace(TERMS, kind=Format.KNOCKOUT)
GROUPS = replace(TERMS, kind=Format.GROUPS, seats=4, rounds=2)
DUPLICATE = replace(TERMS, duplicate=True)


def first_seat_resigns(tournament: Tournament, match: TournamentMatch) -> str:
    return "0"


def everybody_draws(tournament: Tournament, match: TournamentMatch) -> str:
    return "draw"


def running(tournament: Tournament) -> list[TournamentMatch]:
    return [match for match in tournament.matches if match.status is Status.RUNNING]
