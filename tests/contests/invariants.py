"""What holds in every league and tournament, whatever happens. Each of these raises AssertionError where it doesn't."""

from collections.abc import Collection, Sequence
from contextlib import suppress
from datetime import datetime

from sqlalchemy import select

from bot.contests.contests import Contests
from bot.contests.leagues.divisions import quarter
from bot.contests.tournaments.rounds import is_open
from bot.contests.values.league import Season
from bot.contests.values.tournament import Tournament
from bot.match import FORGOTTEN, Match, Matches, Refusal, Status
from bot.match.decisions import proposals
from bot.match.decisions.agreements import WAITS
from bot.match.decisions.clocks import lapses_at
from bot.store import Store, tables

GOING_ON = Status.RUNNING, Status.FROZEN


async def running(matches: Matches, contest: Season | Tournament) -> list[Match]:
    """The matches of a contest that can be played now."""
    begun = [one.match_id for one in contest.matches if one.match_id and one.status is Status.RUNNING]
    return [match for number in begun if (match := await matches.get(number)).status is Status.RUNNING]


async def overdue(store: Store, now: datetime, rules_version: int) -> set[tuple[int, int, datetime]]:
    """The matches in which something is due that a look didn't do: their numbers, versions, and since when it's due.

    A look takes one step in each match, so the next step may be due by then. But nothing may be so twice.
    """
    which = tables.matches.c.due_at <= now, tables.matches.c.rules_version <= rules_version
    asked = select(tables.matches.c.id, tables.matches.c.version, tables.matches.c.due_at).where(*which)
    async with store.read() as connection:
        return {(row.id, row.version, row.due_at) for row in await connection.execute(asked)}


async def nobody_gone_plays_on(matches: Matches, contest: Season | Tournament) -> None:
    """Those who have left or were removed have no seat where the match goes on."""
    gone = [one.user for one in contest.players if one.gone and one.user != FORGOTTEN]
    for match in await running(matches, contest) if gone else ():
        assert [user for user in gone if match.seat_of(user)] == [], f"match {match.id} waits for someone who has left"


async def proposals_lapse(store: Store, now: datetime, rules_version: int) -> None:
    """Who doesn't answer a proposal that has a time can't hold up anything with it."""
    playable = tables.matches.c.status == Status.RUNNING, tables.matches.c.rules_version <= rules_version
    asked = select(tables.matches.c.id, tables.matches.c.proposal).where(tables.matches.c.proposal.is_not(None))
    async with store.read() as connection:
        rows = (await connection.execute(asked.where(*playable))).all()
    for row in rows:
        if (longest := WAITS.get(row.proposal["kind"])) is not None:
            until = lapses_at(row.proposal)
            assert until is not None, f"nothing ends the proposal in match {row.id}"
            assert now < until <= now + longest, f"the proposal in match {row.id} lasts until {until}"


async def something_goes_on(contests: Contests, contest: Season | Tournament) -> None:
    """A contest that a look has left as it was waits for people: for a match that has begun."""
    if isinstance(contest, Season):
        assert not contest.played_out, "the season is played out, but goes on"
        assert await contests.seasons.announcements(contest) == [], "a match hasn't begun"
    else:
        assert contest.round is not None, "no round begins"
        assert is_open(contest.field), "all tables of the round are over, but it goes on"
        for table in contest.of_round(contest.round.number):
            assert not table.is_open or table.status in (None, *GOING_ON), "a match is over, but its table isn't"
        assert contests.tournament_rounds.announcements(contest) == [], "a table hasn't begun"


async def is_announced(contests: Contests, contest: Season | Tournament) -> None:
    """The end of a contest is shown before nobody looks after it any more."""
    kind = contests.seasons if isinstance(contest, Season) else contests.tournament_rounds
    assert contest.id in [one.id for one in await kind.list_unfinished()], "nobody is told of the end"


def who_has_won_rises(last: Season, season: Season) -> None:
    """Whoever was among the best quarter of a lower division and plays on is in a higher one."""
    divisions = {one.number: one.division for one in season.players if one.division is not None}
    for division in last.divisions[1:]:
        table = last.table(division)
        for line in table[: quarter(len(table))]:
            now = divisions.get(line.player)
            assert now is None or line.gone or now < division, f"{line.player} stays in division {now}"


async def intrudes(matches: Matches, match_id: int, rivals: Sequence[int], seat: int, stranger: int) -> None:
    """Whom all rivals want on somebody's seat doesn't get it: those who run the contest decide that."""
    first, *others = rivals
    agreed = [proposals.replace_player(first, seat, stranger), *map(proposals.agree, others)]
    with suppress(Refusal):
        for decision in (*agreed, proposals.take_seat(stranger)):
            await matches.act(match_id, decision)
    sitting = (await matches.get(match_id)).seats[seat].people
    assert stranger not in sitting, f"rivals have put somebody on seat {seat} of match {match_id}"


async def settled_for_nobody(matches: Matches, contest: Season | Tournament, frozen: Collection[int]) -> None:
    """At a table that nobody could play at, all who are left share the first place."""
    for table in contest.matches if isinstance(contest, Tournament) else ():
        places = table.meeting.places
        if table.match_id is not None and table.match_id in frozen and places is not None:
            match = await matches.get(table.match_id)
            left = [
                seat
                for seat, player in enumerate(table.players)
                if player not in contest.gone and not match.seats[seat].resigned
            ]
            assert {places[seat] for seat in left} <= {1}, f"match {match.id} is settled as {places}"
