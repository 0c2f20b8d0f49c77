"""What everyone may see of a match: made from its rows, without anything hidden."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from types import MappingProxyType

from bot.match.reading.series_state import ending_of
from bot.match.reading.shared_luck import StoredDailyMatch, StoredDuplicateMatch
from bot.match.reading.stored import Member, StoredMatch
from bot.match.values import FORGOTTEN, Gain, LoggedEvent, NotifyBy, Seat, Status
from bot.match.values.match import Match
from bot.match.values.trail import Trail
from bot.store.tables import EventRow, SeatRow

NO_TRAIL = Trail(None, None, (), 0, going_on=False)

IN_TIME = timedelta(hours=1)
"""How long before the end of a turn a digest must come to be early enough."""

NOTES = ("lapsed", "left", "replaced", "relocated", "conceded", "by_time", "gone", "stuck")


def publish(
    match: StoredMatch,
    seed: bytes | None = None,
    *,
    with_positions: bool = True,
    counts: bool | None = None,
    early: bool = False,
    expected: bool = False,
    gains: Mapping[int, Gain] = MappingProxyType({}),
) -> Match:
    """The match as everyone may see it. Pass `seed` only if it's public.

    `counts`, `early`, `expected` and `gains` are as in `Match`.
    """
    row = match.row
    frozen = match.status is Status.FROZEN
    with_positions = with_positions and not frozen
    opener = next((member.discord_id for member in match.members if member.user_row == row.opener_id), None)
    return match.published_as(
        id=match.id,
        terms=match.terms,
        seats=tuple(_seat(match, seat) for seat in match.rows.seats),
        status=match.status,
        version=match.version,
        position_version=match.position_version,
        place=match.place,
        table_message_id=row.table_message_id,
        opener=opener or FORGOTTEN,
        invited=tuple(
            member.discord_id for member in match.members if member.invited and member.discord_id is not None
        ),
        commitment=_commitment(match),
        salt=row.salt,
        seed=None if seed is None else seed.hex(),
        recipe=row.recipe,
        proposal=match.proposal,
        ending=ending_of(row.ending),
        frozen_reference=match.reference if frozen else None,
        opened_at=row.opened_at,
        begins_at=match.begins_at,
        started_at=row.started_at,
        ended_at=row.ended_at,
        rules_version=row.rules_version,
        series=match.series,
        clock=match.clock,
        to_move=row.to_move if match.status is Status.RUNNING else None,
        mover=match.mover if match.status is Status.RUNNING else None,
        waiting_since=_waiting_since(match),
        state=match.state if with_positions else None,
        trail=match.public_trail if with_positions else NO_TRAIL,
        recent=tuple(public_event(match, event) for event in match.rows.recent),
        reserved_seats=MappingProxyType(
            {
                seat: tuple(member.discord_id or FORGOTTEN for member in people)
                for seat, people in match.reserved_seats().items()
            }
        ),
        counts=counts,
        early=early,
        expected=expected,
        gains=gains,
        apart=isinstance(match, StoredDuplicateMatch) and match.luck_is_shared,
    )


def public_seat(match: StoredMatch, number: int) -> Seat:
    """A seat as everyone may see it."""
    return _seat(match, match.rows.seats[number])


def public_event(match: StoredMatch, event: EventRow) -> LoggedEvent:
    """One event of this match, without anything hidden."""
    outcomes = event.chance or []
    if not match.is_past:
        hidden = match.game is None or match.game.hidden
        outcomes = [] if hidden else [outcome for outcome in outcomes if isinstance(outcome, int)]
    data = event.data or {}
    note = next((one for one in NOTES if data.get(one)), None)
    return LoggedEvent(event.number, event.kind, event.seat, event.move, tuple(outcomes), event.at, note)


def _commitment(match: StoredMatch) -> str:
    """The SHA-256 of the seed; empty for a daily's match until the day is over.

    For a daily that is the seed of the day before, whose deal may be finished until an hour after midnight.
    """
    still_secret = isinstance(match, StoredDailyMatch) and match.seed_is_needed
    return "" if still_secret else match.row.commitment


def _waiting_since(match: StoredMatch) -> datetime | None:
    if match.status is not Status.RUNNING or match.row.to_move is None:
        return None
    position_at = next((event.at for event in match.rows.recent if event.number == match.position_version), None)
    since: datetime = position_at or match.row.updated_at
    return since


def _seat(match: StoredMatch, seat: SeatRow) -> Seat:
    sitting = match.on_seat(seat.number)
    return Seat(
        number=seat.number,
        colour=seat.colour,
        people=tuple(member.discord_id for member in sitting if member.discord_id is not None),
        absent=bool(sitting) and not any(member.here for member in sitting),
        away=tuple(member.discord_id for member in sitting if member.discord_id is not None and member.absent),
        computer=match.computers.get(seat.number),
        resigned=seat.resigned is not None,
        missed=seat.missed,
        on_vacation={
            member.discord_id: member.vacation_until
            for member in sitting
            if member.discord_id is not None and member.vacation_until is not None and member.vacation_until > match.now
        },
        called_directly=tuple(_called(match, sitting, later=False)),
        called_later=tuple(_called(match, sitting, later=True)),
    )


def _called(match: StoredMatch, sitting: Sequence[Member], *, later: bool) -> Iterator[int]:
    """Who isn't called in the channel: by direct message, or later by a digest that comes before their time is up."""
    deadline = match.row.deadline
    for member in sitting:
        if member.discord_id is None or member.calls is NotifyBy.CHANNEL:
            continue
        waits = member.digest_at is not None and (deadline is None or member.digest_at + IN_TIME <= deadline)
        if waits is later:
            yield member.discord_id
