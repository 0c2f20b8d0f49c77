"""What an interaction did to a match, even if Crux's reply to it was lost."""

from bot.match.values import EventKind
from bot.store import Store
from bot.store.queries import matches


async def act_of(store: Store, interaction: int) -> EventKind | None:
    """Returns the kind of event that this interaction wrote, or None if it changed no match."""
    async with store.read() as connection:
        event = await matches.event_of_interaction(connection, interaction)
    return None if event is None else EventKind(event["kind"])
