"""What goes wrong on the server on Discord: things are deleted, closed or forbidden, and people leave for a while."""

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from bot.playground.roles import add_role, allow_bot
from bot.playground.world import GUILDS
from simulation.town import Town


@dataclass
class Server:
    """The server in a town. `closed` are the channels and threads where the bot may have been unable to write or to
    edit for good; `until` calls something later, when that is over."""

    town: Town
    closed: set[int]
    until: Callable[[float, Callable[[], None]], None]
    added: int = 0


def thread(server: Server, chance: random.Random) -> None:
    """A thread is archived, locked or deleted."""
    world = server.town.playground.world
    threads = [channel for channel in world.channels.values() if world.is_thread(channel)]
    if threads:
        thread = chance.choice(threads)
        server.closed.add(int(thread["id"]))
        match chance.choice(["archive", "archive", "lock", "delete"]):
            case "archive":
                world.set_archived(thread, archived=True)
            case "lock":
                world.set_archived(thread, archived=True, locked=True)
            case _:
                world.delete_channel(thread)


def channel(server: Server, chance: random.Random) -> None:
    """A channel is deleted, and another one appears."""
    world = server.town.playground.world
    texts = [channel for channel in world.channels.values() if channel["type"] == 0]
    if len(texts) > 2:
        world.delete_channel(chance.choice(texts))
    server.added += 1
    world.add_channel(f"more-{server.added}")


def message(server: Server, chance: random.Random) -> None:
    """Somebody deletes a message of the bot."""
    seen = server.town.eyes.seen
    numbers = [number for line in seen.order.values() for number in line if number in seen.messages]
    if numbers:
        messages = server.town.playground.messages
        messages.delete(messages.find(chance.choice(numbers)))


def permissions(server: Server, chance: random.Random) -> None:
    """For a while the bot may not write, or send no pictures."""
    world = server.town.playground.world
    texts = [channel for channel in world.channels.values() if channel["type"] == 0]
    channel = chance.choice(texts)
    server.closed |= {int(channel["id"])} | {
        int(one["id"]) for one in world.channels.values() if one.get("parent_id") == channel["id"]
    }
    denied = chance.choice(["send_messages", "attach_files"])  # who can't read may send twice, as is documented
    world.set_bot_permissions(channel, deny=[denied], allow=())

    def restore() -> None:
        if int(channel["id"]) in world.channels:
            world.set_bot_permissions(channel, deny=(), allow=())

    server.until(chance.choice([30.0, 3600.0]), restore)


def role(server: Server, chance: random.Random) -> None:
    """A role appears, or one is deleted that may be a champion's."""
    world = server.town.playground.world
    there = world.guild.get("roles", ())
    if there and chance.random() < 0.5:
        gone = chance.choice(there)
        world.guild["roles"] = [one for one in there if one is not gone]
        world.storage.keep_thing("guild", world.guild)
        gone_from = {"guild_id": world.guild["id"], "role_id": gone["id"]}
        world.tell_bot("GUILD_ROLE_DELETE", gone_from, GUILDS, world.guild_id)
    else:
        server.added += 1
        add_role(world, f"Role {server.added}", chance.choice([1, 9]))  # above the bot's own, it can't be given
        allow_bot(world, ["manage_roles"] if chance.random() < 0.8 else [])


def member(server: Server, chance: random.Random) -> None:
    """Somebody is off the server for a while."""
    town = server.town
    world, who = town.playground.world, chance.choice(town.people)
    if world.people.is_member(who) and who != world.owner_id:
        world.set_member(who, present=False)
        town.loop.call_later(chance.choice([1.0, 600.0, 100_000.0]), _back, town, who)


def _back(town: Town, who: int) -> None:
    if not town.playground.world.people.is_member(who):
        town.playground.world.set_member(who, present=True)


ON_SERVER: Mapping[str, Callable[[Server, random.Random], None]] = {
    "thread": thread, "channel": channel, "message": message, "permissions": permissions, "role": role,
    "member": member,
}  # fmt: skip
