"""The table of leases."""

from dataclasses import dataclass
from typing import Annotated

from bot.store.definition import KEY, At, DiscordId, ShortName, table


@dataclass(frozen=True, slots=True, repr=False)
class LeaseRow:
    """Which process works for which shard; see `bot.shards.leases`, and `bot.shards.processes` for its names."""

    name: Annotated[ShortName, KEY]
    shard_count: int  # of all processes together; 0 for a single one that Discord tells
    owner: ShortName
    until: At  # when the lease runs out unless its owner renews it
    successor: ShortName | None  # the process that is to take over
    successor_until: At | None  # when the successor counts as dead unless it renews this
    ready: bool  # the successor is connected
    after: DiscordId | None  # the last interaction that the owner takes, the successor takes those after it


leases = table("leases", LeaseRow)
