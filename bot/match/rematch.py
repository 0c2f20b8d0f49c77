"""The same people at the same game once more, each one seat further."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bot.match import series as series_of_matches
from bot.match.errors import BadOption, NoRematch, NotInThisMatch, NotOver, NotRunning, UnknownGame
from bot.match.loaded import Loaded, Member
from bot.match.values import ComputerLevel, SeriesKind, Status
from bot.rules import Game
from bot.rules.api import Chance

COPIED = (
    *("game", "options", "guild_id", "channel_id", "shared", "own_thread", "automatic", "hints"),
    *("move_time", "on_expiry"),
)


@dataclass(frozen=True)
class Table:
    """What a rematch begins with: columns of its match, its seats' colours, who is to sit where, and computers.

    `people` are the rows of users with the seats that are theirs, the one who opens it first.
    """

    columns: Mapping[str, Any]
    colours: tuple[str, ...]
    people: tuple[tuple[int, int], ...]
    computers: Mapping[int, ComputerLevel]
    series: SeriesKind | None
    target: int | None


def played_last(loaded: Loaded) -> int:
    """The number of the match that is played again: of a series of matches one after the other the last one."""
    series = loaded.series
    one_by_one = series is not None and series.kind is SeriesKind.POINTS and series.over
    return series.parts[-1].match_id if series is not None and one_by_one else loaded.id


def require_over(loaded: Loaded, user: int) -> Member:
    """The row of somebody who may play this match again. NotOver, NotRunning, NoRematch, NotInThisMatch."""
    if loaded.status is not Status.OVER:
        raise NotRunning if loaded.status in (Status.OPEN, Status.CANCELLED) else NotOver
    series = loaded.series
    if loaded.row["private"] or (series is not None and not series.over):
        raise NoRematch
    member = loaded.seated(user)
    if member is None:
        raise NotInThisMatch
    return member


def table_of(loaded: Loaded, opener: Member, games: Mapping[str, Game[Any]], trial: Chance) -> Table:
    """The table at which this match is played again; `opener` was at it. UnknownGame, BadOption.

    Who was on seat s gets seat s + 1, the last one the first. Who is gone isn't expected; a computer that has played
    for them stays.
    """
    rules, seats = games.get(loaded.row["game"]), len(loaded.rows.seats)
    if rules is None:
        raise UnknownGame(game=loaded.row["game"])
    series = loaded.series
    kind = None if series is None else series.kind
    try:
        colours = series_of_matches.colours(rules, seats, loaded.options, kind, trial)
    except ValueError as error:
        raise BadOption(problem=str(error).rstrip(".")) from error
    here = [member for seat in range(seats) for member in loaded.on_seat(seat) if member.here or member == opener]
    here.sort(key=lambda member: member != opener)
    people = tuple((member.user_row, (member.seat + 1) % seats) for member in here if member.seat is not None)
    taken = {seat for _, seat in people}
    rotated = {(seat + 1) % seats: level for seat, level in loaded.computers.items()}
    return Table(
        {**copied(loaded), "rules_version": rules.rules_version},
        colours,
        people,
        {seat: level for seat, level in rotated.items() if seat not in taken},
        kind,
        None if series is None else series.target,
    )


def copied(loaded: Loaded) -> dict[str, Any]:
    """What was agreed on at a match's table, and where that was: columns of the table of its rematch.

    A match that has moved into another thread is played again right there, as threads can't have threads.
    """
    row = loaded.row
    copies = {name: row[name] for name in COPIED}
    if row["thread_id"] is None or row["thread_id"] == row["table_message_id"]:
        return {**copies, "thread_id": None}
    return {**copies, "thread_id": row["thread_id"], "own_thread": False}
