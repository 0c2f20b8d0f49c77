"""What an event of one match leads to in the other matches of its series. See docs/architecture.md, Series.

All of it is written in the transaction of that event, and the other matches are read in there as well: so whatever two
of them do at the same moment, the second one finds what the first has left.
"""

from collections.abc import Mapping
from contextlib import suppress
from datetime import datetime
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.match import lobby, seating, turns, writing
from bot.match.agreements import seated_anew
from bot.match.endings import compared, from_outside, settled
from bot.match.errors import BadOption, Frozen, MatchOver, NotFinished, NotInThisMatch, NotRunning, UnknownGame
from bot.match.loaded import Loaded, Member, understand
from bot.match.standings import ending_of
from bot.match.step import Step
from bot.match.values import Ending, EventKind, Series, SeriesKind, Status
from bot.rules import Game
from bot.rules.api import Chance
from bot.rules.chance import RECIPE
from bot.store.queries import matches
from bot.store.queries import series as series_queries

PARALLEL_SEATS = range(2, 6)
"""How many may play matches side by side."""

KEPT = (
    *("game", "rules_version", "options", "series_id", "guild_id", "channel_id", "opener_id", "shared", "automatic"),
    *("hints", "private", "commitment", "salt", "move_time", "on_expiry"),
)
"""The columns in which a match of a series is like the one that it is made from."""

GOING_ON = (Status.RUNNING, Status.FROZEN)

Games = Mapping[str, Game[Any]]


class Overtaken(Exception):
    """Another match of the series was changed by somebody else meanwhile: nothing may be written."""


def colours(
    game: Game[Any], seats: int, options: Mapping[str, Any], kind: SeriesKind | None, trial: Chance
) -> tuple[str, ...]:
    """The colours of the seats at a table. ValueError if this number of seats can't play with these options."""
    playing = 1 if kind is SeriesKind.PARALLEL else seats
    allowed = game.seats(options)
    if kind is SeriesKind.PARALLEL and seats not in PARALLEL_SEATS:
        least, most = PARALLEL_SEATS[0], PARALLEL_SEATS[-1]
        raise ValueError(f"seats: {least} to {most} can play side by side, not {seats}")
    if playing not in allowed:
        raise ValueError(f"seats: {playing} can't play with these options")
    game.start(playing, options, trial)
    full = {option.name: option.default for option in game.options} | dict(options)
    if seats in allowed:
        return game.colours(seats, full)
    known = game.colours(max(allowed), full)
    return tuple(known[seat % len(known)] for seat in range(seats))


async def opened(connection: AsyncConnection, kind: SeriesKind, target: int | None, now: datetime) -> dict[str, Any]:
    """A new series, as columns of its table; `target` is how many points end one of `SeriesKind.POINTS`."""
    points = kind is SeriesKind.POINTS
    begun = {"kind": kind, "standing": {"target": target} if points else None, "created_at": now}
    return {"series_id": await series_queries.insert(connection, begun), "part": 1 if points else 0}


def own_part(host: Loaded, user: int) -> int:
    """The number of the match that this person plays. NotRunning, MatchOver, NotInThisMatch."""
    member, series = host.seated(user), host.series
    if member is None or member.seat is None or series is None:
        raise NotInThisMatch
    if not series.parts:
        raise NotRunning if host.status is Status.OPEN else MatchOver
    return series.parts[member.seat].match_id


def plays_on(host: Loaded, seat: int) -> bool:
    """Whether the people of this seat still play their match."""
    return host.series is not None and host.series.parts[seat].status in GOING_ON


def compared_for(host: Loaded, user: int) -> tuple[tuple[int, Ending], ...]:
    """Seats and how their matches have ended, for somebody who may know it; see `Matches.compare`."""
    rows, series, member = host.rows.series, host.series, host.seated(user)
    if rows is None or series is None or not host.is_host:
        raise ValueError(f"{host!r} is no table of parallel matches")
    if not series.over:
        if member is None or member.seat is None:
            raise NotInThisMatch
        if not series.parts:
            raise NotRunning
        if plays_on(host, member.seat):
            raise NotFinished
    endings = [(one["part"] - 1, ending_of(one["ending"])) for one in rows.parts if one["part"] > 0]
    return tuple((seat, ending) for seat, ending in endings if ending is not None)


async def follow(connection: AsyncConnection, before: Loaded, step: Step, games: Games, now: datetime) -> None:
    """Write what follows from a step that has just been written for the match `before`. Overtaken; BadOption."""
    if before.rows.series is None:
        return
    after = await _read(connection, before.id, games, now)
    series = after.series
    if series is None:
        return
    ends = step.changes.get("status") in (Status.OVER, Status.CANCELLED)
    if series.kind is SeriesKind.POINTS:
        if ends:
            await _go_on(connection, after, series, games, now)
        return
    if after.is_host and step.kind is EventKind.BEGIN:
        await _begin_all(connection, after, games, now)
    elif after.is_host and ends:
        await _call_off(connection, after, step, series, games, now)
    elif ends:
        await _finish(connection, after, step, games, now)
    elif after.is_host and step.kind is EventKind.SEAT and after.status is Status.RUNNING:
        await _take_over(connection, after, step, series, games, now)
    elif after.is_apart and step.kind is EventKind.EXPIRE:
        await _miss(connection, after, games, now)
    await _tell_who_is_here(connection, before, after, step, games, now)


async def _go_on(connection: AsyncConnection, ended: Loaded, series: Series, games: Games, now: datetime) -> None:
    """The next match; or the end of the series, if somebody has enough points or the people have ended it."""
    ending = ended.row["ending"]
    to_its_end = ended.status is Status.OVER and ending["kind"] == "played" and not ending["seats"]
    if to_its_end and max(series.totals) < (series.target or 0):
        row, part = ended.row, series.part + 1
        place = {name: row[name] for name in ("thread_id", "own_thread", "table_message_id")}
        salt = f"{row['salt'].partition('.')[0]}.{part}"
        seats = {seat: seat for seat in range(len(ended.rows.seats))}
        # Rules may have become stricter since the table was opened. Then the last move stands, and the points count.
        with suppress(BadOption, UnknownGame):
            async with connection.begin_nested():
                await _begin(connection, ended, {"part": part, "salt": salt, **place}, seats, games, now)
            return
    await series_queries.end(connection, series.id, now)


async def _begin_all(connection: AsyncConnection, host: Loaded, games: Games, now: datetime) -> None:
    """A match for each seat of the table, with the people of that seat or the computer that plays it."""
    for seat in range(len(host.rows.seats)):
        sitting = host.on_seat(seat)
        alone = {
            "part": seat + 1,
            "private": True,
            "thread_id": None,
            "own_thread": False,
            "table_message_id": None,
            "opener_id": sitting[0].user_row if sitting else host.row["opener_id"],
        }
        await _begin(connection, host, alone, {seat: 0}, games, now)


async def _begin(
    connection: AsyncConnection,
    model: Loaded,
    changes: Mapping[str, Any],
    seats: Mapping[int, int],
    games: Games,
    now: datetime,
) -> None:
    """Begin one more match like `model` but for these columns. `seats` gives seats of it their numbers there."""
    fresh = {"status": Status.OPEN, "version": 1, "recipe": RECIPE, "drawn": 0, "opened_at": now, "updated_at": now}
    columns = {name: model.row[name] for name in KEPT} | fresh | dict(changes)
    if model.game is None:
        raise UnknownGame(game=model.row["game"])
    colours = model.game.colours(len(seats), model.options)
    seed = await matches.seed_of(connection, model.id)
    computers = {number: model.computers[seat] for seat, number in seats.items() if seat in model.computers}
    match_id = await matches.insert_match(connection, columns, colours, seed, computers)
    for seat, number in seats.items():
        for member in model.on_seat(seat):
            await matches.insert_member(connection, _sitting(match_id, member, number))
    opened = {"kind": EventKind.OPEN, "data": seating.opened(computers, len(seats)), "at": now}
    await matches.append(connection, {"match_id": match_id, "number": 1, **opened})
    table = await _read(connection, match_id, games, now)
    await _write(connection, table, lobby.begun(table, seed, columns["salt"], now), now)


def _sitting(match_id: int, member: Member, seat: int) -> dict[str, Any]:
    return {
        "match_id": match_id,
        "user_id": member.user_row,
        "seat": seat,
        "seated_by": 1,
        "invited": False,
        "absent": member.absent,
    }


async def _finish(connection: AsyncConnection, ended: Loaded, step: Step, games: Games, now: datetime) -> None:
    """Note at the table that one of its matches has ended; with the last of them it ends itself."""
    rows = ended.rows.series
    if rows is None or ended.series is None or ended.series.host is None:
        return
    host = await _read(connection, ended.series.host, games, now)
    if host.status is not Status.RUNNING:
        return
    seat, gave_up = ended.row["part"] - 1, ended.row["ending"]["kind"] != "played"
    proposal = host.proposal
    changes: Mapping[str, Any] = {"proposal": None} if proposal is not None and proposal.seat == seat else {}
    if all(part.status is Status.OVER for part in ended.series.parts):
        endings = [one["ending"] for one in rows.parts if one["part"] > 0]
        scores = [None if one["kind"] != "played" else (one["scores"] or [0])[0] for one in endings]
        log = await matches.log(connection, host.id)
        given_up = [event["seat"] for event in log if event["kind"] == EventKind.FINISH and event["data"]]
        # Under a release that knows no series one may have ended without a note; that was before all that were noted.
        unnoted = [other for other, score in enumerate(scores) if score is None and other not in (*given_up, seat)]
        changes = compared(scores, [*unnoted, *given_up, *([seat] if gave_up else ())], now)
    noted = Step(
        EventKind.FINISH,
        by=step.by,
        seat=seat,
        data={"gave_up": True} if gave_up else None,
        changes=changes,
        post=True,
    )
    await _write(connection, host, noted, now)
    await follow(connection, host, noted, games, now)


async def _take_over(
    connection: AsyncConnection, host: Loaded, step: Step, series: Series, games: Games, now: datetime
) -> None:
    """The computer that takes over a seat of the table plays on the match of that seat; or somebody new does."""
    level = None if step.seat is None else host.computers.get(step.seat)
    if step.seat is None:
        return
    child = await _read(connection, series.parts[step.seat].match_id, games, now)
    if level is None:
        newest = host.on_seat(step.seat)[-1:]
        for member in newest:
            if member.discord_id is None or child.seated(member.discord_id) is not None:
                continue
            if child.member(member.discord_id) is None:  # known there first, as its clock goes by the person's vacation
                known = {"match_id": child.id, "user_id": member.user_row, "invited": False, "absent": False}
                await matches.insert_member(connection, known)
                child = await _read(connection, child.id, games, now)
            await _write(connection, child, seated_anew(child, 0, member.discord_id, now), now)
        return
    taken = Step(EventKind.SEAT, seat=0, data={"computer": level}, seats={0: {"computer": level}})
    await _write(connection, child, taken, now)


async def _miss(connection: AsyncConnection, child: Loaded, games: Games, now: datetime) -> None:
    """Note at the table that a turn of one of its matches was let pass: the others are there, and may do something."""
    if child.series is None or child.series.host is None:
        return
    host = await _read(connection, child.series.host, games, now)
    seat, missed = child.row["part"] - 1, child.rows.seats[0]["missed"]
    noted = Step(
        EventKind.EXPIRE,
        seat=seat,
        data={"then": child.row["on_expiry"]},
        seats={seat: {"missed": missed}},
        post=missed <= turns.LATE,  # from then on the table says what the others can do, and need not say it again
    )
    await _write(connection, host, noted, now)


async def _call_off(
    connection: AsyncConnection, host: Loaded, step: Step, series: Series, games: Games, now: datetime
) -> None:
    """The table is closed: whatever is still played at it ends with it."""
    for part in series.parts:
        if part.status in GOING_ON:
            child = await _read(connection, part.match_id, games, now)
            if step.kind is EventKind.END:
                ended = Step(EventKind.END, changes=from_outside(child, now))
            else:
                ended = Step(EventKind.AGREE, changes={**settled(child, "draw", (0,), now), "frozen": None})
            await _write(connection, child, ended, now)
    await series_queries.end(connection, series.id, now)


async def _tell_who_is_here(
    connection: AsyncConnection, before: Loaded, after: Loaded, step: Step, games: Games, now: datetime
) -> None:
    """Whoever left, came back or plays again did so at the table and in their own match alike."""
    series = after.series
    if series is None or not series.parts or series.host is None:
        return
    for member in after.members:
        person, seat = member.discord_id, member.seat
        was = None if person is None else before.member(person)
        if person is None or seat is None or was is None:
            continue
        plays_again = person == step.by and turns.is_let_pass(before, seat) and not turns.is_let_pass(after, seat)
        if was.absent == member.absent and not plays_again:
            continue
        other = await _read(connection, series.parts[seat].match_id if after.is_host else series.host, games, now)
        with suppress(NotInThisMatch, Frozen):  # newer rules have that match
            told = turns.absent(other, person, member.absent, now)
            if told is not None:
                await _write(connection, other, told, now)
                await follow(connection, other, told, games, now)


async def _read(connection: AsyncConnection, match_id: int, games: Games, now: datetime) -> Loaded:
    (rows,) = await matches.read(connection, [match_id])
    return understand(rows, games, now)


async def _write(connection: AsyncConnection, loaded: Loaded, step: Step, now: datetime) -> None:
    if not await writing.write_step(connection, loaded, step, interaction=None, now=now):
        raise Overtaken
