"""What has come of an interaction, whatever has become of its answer."""

from bot.match.values import EventKind
from bot.store import Store
from bot.store.queries import matches


async def act_of(store: Store, interaction: int) -> EventKind | None:
    """The kind of event that this interaction has added to a log; None if it has changed no match."""
    async with store.read() as connection:
        kind = await matches.kind_of_interaction(connection, interaction)
    return None if kind is None else EventKind(kind)
