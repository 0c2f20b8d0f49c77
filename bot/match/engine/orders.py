"""What an event just written means for standing orders, in its own transaction."""

from datetime import datetime, timedelta
from secrets import randbelow

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.match.decisions.orders import FIRST_WAIT, LAST_WAIT, after_event, decided
from bot.match.reading.reader import stored_match
from bot.match.reading.stored import Member, StoredMatch
from bot.match.values.new_event import NewEvent
from bot.match.values.orders import Orders
from bot.store.definition import MILLISECOND
from bot.store.queries import contests, matches, orders


def random_wait() -> timedelta:
    """How long an order waits."""
    return FIRST_WAIT + randbelow((LAST_WAIT - FIRST_WAIT) // MILLISECOND + 1) * MILLISECOND


async def settle(connection: AsyncConnection, before: StoredMatch, event: NewEvent, now: datetime) -> None:
    """Decides what is played because of the event, and drops orders that it has overtaken."""
    if before.row.private or before.game is None:
        return
    known = {row.user_id: Orders.of(row) for row in await orders.of_match(connection, before.id)}
    if not known and not any(member.orders for member in before.members):
        return
    (rows,) = await matches.read(connection, [before.id])
    after = stored_match(rows, {before.row.game: before.game}, now)
    forbidden = await are_forbidden(connection, after)
    for member in after.members:
        own = known.get(member.user_row, Orders())
        if member.discord_id is None or (member.user_row not in known and not member.orders):
            continue
        settled = after_event(own, member, before, event, after, random_wait)
        settled = settled.undecided() if forbidden else settled
        if settled != own:
            await orders.write(connection, after.id, member.user_row, settled.columns())


async def settle_anew(connection: AsyncConnection, match: StoredMatch, member: Member, own: Orders) -> Orders:
    """Stores orders that their person has changed, with what is played because of them now; returns them."""
    settled = decided(own, member, match, random_wait)
    if await are_forbidden(connection, match):
        settled = settled.undecided()
    await orders.write(connection, match.id, member.user_row, settled.columns())
    return settled


async def are_forbidden(connection: AsyncConnection, match: StoredMatch) -> bool:
    """Whether the match is a rated one of a league that wants no standing orders."""
    return match.row.rated and await contests.forbids_orders(connection, match.id)
