"""Writing a new match to the database."""

import hashlib
from collections.abc import Mapping, Sequence
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.match.reading import seating
from bot.match.values import ComputerLevel, EventKind, Status
from bot.match.values.terms import CheckedTerms
from bot.rules.chance import RECIPE
from bot.store.columns import MatchColumns, MemberColumns
from bot.store.queries import matches
from bot.store.tables import EventRow


async def open_match(
    connection: AsyncConnection,
    checked: CheckedTerms,
    seed: bytes,
    computers: Mapping[int, ComputerLevel],
    members: Sequence[MemberColumns],
    columns: MatchColumns,
    now: datetime,
    *,
    by_the_first: bool = True,
    interaction: int | None = None,
) -> int:
    """Writes a new match with its seats and its first event; returns its number.

    `members` are columns of the people's rows; the first of them is the one who opened the match unless `by_the_first`
    is false. `columns` are those of the match besides its terms: its place, its opener, its series.
    """
    fresh: MatchColumns = {
        "status": Status.OPEN,
        "version": 1,
        "recipe": RECIPE,
        "drawn": 0,
        "opened_at": now,
        "updated_at": now,
    }
    match_id = await matches.insert_match(
        connection,
        {
            **checked.terms.columns(),
            **fresh,
            "rules_version": checked.game.rules_version,
            "commitment": hashlib.sha256(seed).hexdigest(),
            **columns,
        },
        checked.colours,
        seed,
        computers,
    )
    rows = [
        await matches.insert_member(connection, {"match_id": match_id, "invited": False, "absent": False, **member})
        for member in members
    ]
    event = EventRow(
        match_id,
        1,
        EventKind.OPEN,
        member_id=rows[0] if by_the_first else None,
        seat=members[0]["seat"] if by_the_first else None,
        move=None,
        chance=None,
        interaction_id=interaction,
        data=seating.entry(computers, len(checked.colours)) if computers else None,
        at=now,
    )
    await matches.append(connection, event)
    return match_id
