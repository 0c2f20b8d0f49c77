"""What people do in matches of all kinds, and what the database says of it after each step, as it was.

Each history is a file in `histories`; see tests/kept.py.
"""

import json
import re
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any
from unittest import mock

import pytest
from sqlalchemy import select

from bot.match import ComputerLevel, Expiry, Match, Matches, Place, Refusal, SeriesKind, Status, TableTerms
from bot.match.decisions import expiry, lobby, moderation, presence, proposals, relocating, turns
from bot.match.parts import clocks
from bot.rules import IllegalMove
from bot.store import Store
from bot.store.schema import metadata
from tests.kept import Keep
from tests.match.conftest import HERE, Clock
from tests.match.toy import GAMES, PLAYERS

# PostgreSQL uses up numbers of rows that a refusal rolls back.
pytestmark = [pytest.mark.thorough, pytest.mark.sqlite]

HISTORIES = Path(__file__).parent / "histories"
STEPS = 110
STRANGER = 105

KINDS: dict[str, TableTerms] = {
    "race of two": TableTerms("race", 2, {"goal": 8}, move_time=timedelta(hours=20)),
    "race of teams": TableTerms("race", 4, {"goal": 8, "teams": True}, move_time=timedelta(hours=20)),
    "trio of four": TableTerms("trio", 4, {"goal": 8}, move_time=timedelta(hours=20), on_expiry=Expiry.RESIGN),
    "hike of three": TableTerms("hike", 3, {"goal": 20}, automatic=False),
    "shared seats": TableTerms("hike", 2, {"goal": 20}, shared=True),
    "series of points": TableTerms("harvest", 2, series=SeriesKind.POINTS, target=12),
    "match play": TableTerms("harvest", 2, series=SeriesKind.PARALLEL, move_time=timedelta(hours=20)),
    "with computers": TableTerms("race", 3, {"goal": 8}),
}
COMPUTERS = {"with computers": ComputerLevel.EASY}

Rows = dict[tuple[str, Any], dict[str, Any]]


@dataclass(frozen=True)
class World:
    """Where it happens."""

    matches: Matches
    clock: Clock


Act = Callable[[World, Match, int, Random], Awaitable[object]]


def _seen(match: Match, luck: Random) -> int | None:
    return luck.choice([None, match.version, match.version - 1])


def _seat(luck: Random) -> int | None:
    return luck.choice([None, 0, 1, 2, 3])


async def _play(world: World, match: Match, user: int, luck: Random) -> object:
    if match.state is None or match.state.to_move is None:
        return await world.matches.act(match.id, turns.play(user, "walk"))
    move = match.state.notate(luck.choice(match.state.legal()))
    if match.mover is not None:
        return await world.matches.act(match.id, turns.play_computer(move, seen_version=match.version))
    who = luck.choice([*match.to_move_people(), *match.to_move_people(), user])
    return await world.matches.act(match.id, turns.play(who, move, seen_version=_seen(match, luck)))


async def _time(world: World, match: Match, user: int, luck: Random) -> object:
    for _ in range(luck.choice([1, 6, 11, 21])):
        world.clock.forward(timedelta(hours=1))
        with mock.patch.object(clocks, "ASLEEP", timedelta(hours=luck.choice([0, 3]))):
            await world.matches.clocks.tick()
        for reminder in await world.matches.reminders.due():
            await world.matches.reminders.note_delivered(reminder.id)
    return await world.matches.tables.begin_full()


async def _boards(world: World, match: Match, user: int, luck: Random) -> object:
    for post in await world.matches.outbox.due():
        if luck.random() < 0.2:
            await world.matches.outbox.note_failed(post.id, "503", retry_in=timedelta(minutes=1))
            continue
        message = await world.matches.outbox.message_to_edit(post) or 900 + post.id
        await world.matches.outbox.note_posted(post.id, message, words={"version": post.version})
        for old in await world.matches.outbox.boards_to_strip(post.match_id):
            await world.matches.outbox.note_stripped(old.id)
    return None


async def _vacation(world: World, match: Match, user: int, luck: Random) -> object:
    if luck.random() < 0.5:
        return await world.matches.vacations.begin(user, luck.randint(1, 4))
    return await world.matches.vacations.end(user)


async def _take_over(world: World, match: Match, user: int, luck: Random) -> object:
    await world.matches.act(match.id, presence.absent(user))
    seat = next((seat.number for seat in match.seats if user in seat.people), 0)
    other = luck.choice([one for one in PLAYERS if one != user])
    if luck.random() < 0.5:
        return await world.matches.act(match.id, proposals.replace_player(other, seat, STRANGER))
    return await world.matches.act(match.id, presence.take_over(other, seat, ComputerLevel.EASY))


async def _propose(world: World, match: Match, user: int, luck: Random) -> object:
    if match.proposal is not None:
        if match.proposal.computers:
            seat, agrees = match.proposal.computers[0], luck.random() < 0.7
            return await world.matches.act(match.id, proposals.answer(seat, agrees=agrees, seen_version=match.version))
        decide = luck.choice([proposals.agree, proposals.agree, proposals.decline])
        return await world.matches.act(match.id, decide(user, seen_version=_seen(match, luck)))
    propose = luck.choice([proposals.offer_draw, proposals.undo, proposals.undo, proposals.resign])
    return await world.matches.act(match.id, propose(user))


def _decided(decide: Callable[[Match, int, Random], Any]) -> Act:
    async def act(world: World, match: Match, user: int, luck: Random) -> object:
        return await world.matches.act(match.id, decide(match, user, luck))

    return act


ACTS: dict[str, tuple[int, Act]] = {
    "plays": (14, _play),
    "lets time go by": (2, _time),
    "lets boards be posted": (4, _boards),
    "proposes or answers": (5, _propose),
    "takes back": (2, _decided(lambda match, user, luck: turns.take_back(user, seen_version=_seen(match, luck)))),
    "is absent": (1, _decided(lambda match, user, luck: presence.absent(user, luck.random() < 0.3))),
    "leaves and is replaced": (1, _take_over),
    "takes the seat": (1, _decided(lambda match, user, luck: proposals.take_seat(STRANGER))),
    "claims": (1, _decided(lambda match, user, luck: expiry.claim(user))),
    "moves it": (1, _decided(lambda match, user, luck: relocating.relocate(user, Place(1, luck.choice([20, 21]))))),
    "rests": (1, _vacation),
    "asks for the board": (1, lambda world, match, user, luck: world.matches.outbox.repost(match.id)),
    "asks again": (1, lambda world, match, user, luck: world.matches.tables.rematch(match.id, user)),
    "begins": (1, _decided(lambda match, user, luck: lobby.begin(user, message_id=503))),
    "cancels": (1, _decided(lambda match, user, luck: lobby.cancel(user))),
    "joins": (1, _decided(lambda match, user, luck: lobby.join(user, seat=_seat(luck)))),
    "leaves": (1, _decided(lambda match, user, luck: lobby.leave(user))),
}


@pytest.mark.parametrize("kind", KINDS)
async def test_a_history_is_written_as_it_was(store: Store, kind: str, keep: Keep) -> None:
    written = [line async for line in _history(store, kind)]
    keep("\n".join(written) + "\n", HISTORIES / f"{kind.replace(' ', '-')}.txt")


async def _history(store: Store, kind: str) -> AsyncIterator[str]:
    luck, clock = Random(kind), Clock()
    world = World(Matches(store, games=GAMES, clock=clock, secret=lambda size: bytes([7]) * size), clock)
    number, before = await _begun(world, kind), dict[tuple[str, Any], dict[str, Any]]()
    newest: dict[str, dict[str, str]] = defaultdict(dict)
    for _ in range(STEPS):
        user = luck.choice(2 * PLAYERS[: KINDS[kind].seats] + (luck.choice([*PLAYERS, STRANGER]),))
        ((name, (_, act)),) = luck.choices(list(ACTS.items()), [weight for weight, _ in ACTS.values()])
        try:
            match = await world.matches.get(number)
            part = match.own_part(user)
            match = match if part is None else await world.matches.get(part.match_id)
            outcome = await act(world, match, user, luck)
            told = "done"
        except (Refusal, IllegalMove) as refusal:
            told, outcome = type(refusal).__name__, None
        if isinstance(outcome, Match):
            told = f"version {outcome.version}, {outcome.status}"
            number = outcome.id if part is None else number
        after = await _rows(store)
        yield f"# {user} {name}: {told}"
        for line in _changes(before, after, clock.now, newest):
            yield line
        before = after
        if (await world.matches.get(number)).status is not Status.RUNNING and luck.random() < 0.4:
            number = await _begun(world, kind)
    if (await world.matches.get(number)).status is Status.RUNNING:
        await world.matches.act(number, moderation.end(PLAYERS[0]))
    for line in _changes(before, await _rows(store), clock.now, newest):
        yield line


async def _begun(world: World, kind: str) -> int:
    """The number of a match that has just begun."""
    matches, terms = world.matches, KINDS[kind]
    computers = COMPUTERS.get(kind)
    match = await matches.tables.open(terms, opener=PLAYERS[0], place=HERE, computers=computers)
    await matches.tables.note_posted(match.id, 7000 + match.id)
    people = PLAYERS[1:] if terms.shared else PLAYERS[1 : 2 if computers else len(match.seats)]
    for player in people:
        await matches.act(match.id, lobby.join(player))
    return (await matches.act(match.id, lobby.begin(PLAYERS[0]))).id


async def _rows(store: Store) -> Rows:
    found: Rows = {}
    async with store.read() as connection:
        for table in metadata.sorted_tables:
            for row in (await connection.execute(select(table))).mappings():
                key = tuple(row[column.name] for column in table.primary_key) or tuple(row.values())
                found[table.name, key] = dict(row)
    return found


def _changes(before: Rows, after: Rows, now: datetime, newest: dict[str, dict[str, str]]) -> Iterator[str]:
    """The rows that are new, gone or different, without what a row's key says.

    Of a different row what is different, and of a new one what the `newest` one of its table didn't have.
    """
    for name, key in sorted(before.keys() | after.keys(), key=repr):
        old, new = before.get((name, key)), after.get((name, key))
        place = f"{name} {' '.join(map(str, key))}"
        if new is None:
            yield f"- {place}"
        elif old is None:
            said = {column.name for column in metadata.tables[name].primary_key}
            values = {
                column: "" if value is None or value is False else _plain(value, now)
                for column, value in new.items()
                if column not in said
            }
            fresh = {column: value for column, value in values.items() if value != newest[name].get(column, "")}
            newest[name] = values
            yield f"+ {place}: {' '.join(f'{column}={value}' for column, value in fresh.items())}"
        elif old != new:
            yield f"~ {place}: {_text(_different(old, new), now)}"


def _different(old: Any, new: Any) -> Any:
    """What is in one document and not in the other, as far down as both have the same keys."""
    if isinstance(old, dict) and isinstance(new, dict) and old.keys() == new.keys():
        return {key: _different(old[key], value) for key, value in new.items() if old[key] != value}
    return new


def _text(values: dict[str, Any], now: datetime) -> str:
    return " ".join(f"{column}={_plain(value, now)}" for column, value in values.items())


def _plain(value: object, now: datetime) -> str:
    match value:
        case datetime():
            return f"{'+' if value >= now else '-'}{abs(value - now)}" if value != now else "now"
        case bytes():
            return _plain(value.hex(), now)
        case str():  # the random end of a nonce, and all but the beginning of a digest
            return re.sub(r"(?<=^[0-9a-f]{8})[0-9a-f]{56}$", "…", re.sub(r"(?<=\d\.)[0-9a-f]{8}$", "RANDOM", value))
        case _:
            return json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=str).replace('"', "")
