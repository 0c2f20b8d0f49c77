"""What it costs to open a round of a tournament of 64 people: the pairings, and all its matches in the database.

Each match begins in a transaction of its own, as in the bot, which announces it before. Its first board isn't drawn.
What counts is the time of a core. A round of 64 people should take at most 2 seconds.
"""

import asyncio
import tempfile
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from statistics import median
from time import process_time

from bot.contests.contests import Contests
from bot.contests.parts.tournament_rounds import ROUND, SIGN_UP
from bot.contests.tournaments.meetings import Kind
from bot.contests.values.tournament import TournamentTerms
from bot.match import Matches
from bot.match.decisions import proposals
from bot.match.values import Status
from bot.store import Store

PEOPLE = 64
FIRST = 2**40
TERMS = (
    TournamentTerms(Kind.SWISS, "cirondo", rounds=3, sign_up=timedelta(hours=1)),
    TournamentTerms(Kind.GROUPS, "southern_cards", seats=4, rounds=3, sign_up=timedelta(hours=1)),
)


async def measure(terms: TournamentTerms, folder: Path) -> None:
    """Prints what the rounds of a tournament cost."""
    now, messages = datetime.now(UTC), count(1)
    async with await Store.open(f"sqlite+aiosqlite:///{folder / f'{terms.kind}.db'}") as store:
        matches = Matches(store, clock=lambda: now)
        contests = Contests(matches)
        number = (await contests.tournaments.create("Cup", terms, guild_id=1, channel_id=2)).id
        for person in range(PEOPLE):
            await contests.tournaments.join(number, FIRST + person)
        now += terms.sign_up
        pairing, opening = list[float](), list[float]()
        while True:
            begun = process_time()
            tournament = await contests.tournament_rounds.look_after(
                await contests.tournaments.get(number), lambda _: True
            )
            pairing.append(process_time() - begun)
            if tournament.ended_at is not None:
                break
            for part in {SIGN_UP, *(ROUND + one.number for one in tournament.rounds)} - set(tournament.messages):
                await contests.tournament_rounds.note_message(number, part, next(messages), "")
            tournament = await contests.tournaments.get(number)
            begun = process_time()
            for announced in contests.tournament_rounds.announcements(tournament):
                await contests.tournament_rounds.begin(announced.match.id, next(messages))
            opening.append(process_time() - begun)
            tournament = await contests.tournaments.get(number)
            users = {player.number: player.user for player in tournament.players}
            for match in tournament.matches:
                if match.match_id is not None and match.status is Status.RUNNING:
                    for loser in match.players[1:]:
                        await matches.act(match.match_id, proposals.resign(users[loser]))
    tables = len(tournament.of_round(1))
    print(
        f"  {terms.kind}, {PEOPLE} people at {tables} tables: pairing a round {1000 * median(pairing[:-1]):.0f} ms, "
        f"beginning its matches {1000 * median(opening):.0f} ms ({1000 * median(opening) / tables:.0f} ms each)"
    )


def main() -> None:
    print(f"rounds of a tournament of {PEOPLE} people, medians, in time of a core:")
    with tempfile.TemporaryDirectory() as folder:
        for terms in TERMS:
            asyncio.run(measure(terms, Path(folder)))


if __name__ == "__main__":
    main()
