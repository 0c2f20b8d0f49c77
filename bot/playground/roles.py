"""The guild's roles: everyone's, the bot's own, and those that tests add."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from bot.playground.permissions import DEFAULT_PERMISSIONS, PERMISSIONS, bits
from bot.playground.refusals import Refused
from bot.playground.storage import Json
from bot.playground.world import GUILD_MEMBERS, GUILDS, World

BOTS_POSITION: Final = 5
"""The bot's role stands above those with a lower position, which it may give."""


def roles(world: World) -> list[Json]:
    """All roles as Discord describes them."""
    everyone, bot = world.guild["id"], str(world.bot_id)
    allowed = DEFAULT_PERMISSIONS | bits(world.guild.get("bot_permissions", ()))
    return [
        _role(everyone, "@everyone", 0, None),
        _role(world.guild["role_id"], world.people.name_of(world.bot_id), BOTS_POSITION, {"bot_id": bot}, allowed),
        *(
            _role(one["id"], one["name"], one["position"], None, DEFAULT_PERMISSIONS | bits(one.get("permissions", ())))
            for one in world.guild.get("roles", ())
        ),
    ]


def _role(role_id: str, name: str, position: int, tags: Json | None, permissions: int = DEFAULT_PERMISSIONS) -> Json:
    return {
        "id": role_id,
        "name": name,
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "icon": None,
        "unicode_emoji": None,
        "position": position,
        "permissions": str(permissions),
        "managed": tags is not None,
        "mentionable": False,
        "flags": 0,
    } | ({"tags": tags} if tags else {})


def add_role(world: World, name: str, position: int, permissions: Iterable[str] = ()) -> Json:
    """Adds a role to the guild, with these permissions beside the usual ones, and tells the bot. Raises KeyError."""
    bits(names := list(permissions))
    added: Json = {"id": str(world.storage.snowflake()), "name": name, "position": position, "permissions": names}
    world.guild["roles"] = [*world.guild.get("roles", ()), added]
    world.storage.keep_thing("guild", world.guild)
    _tell(world, "GUILD_ROLE_CREATE", added["id"])
    return added


def allow_bot(world: World, names: Iterable[str]) -> None:
    """Gives the bot's role these permissions beside the usual ones, and takes all others away. Raises KeyError."""
    bits(names := list(names))
    world.guild["bot_permissions"] = names
    world.storage.keep_thing("guild", world.guild)
    _tell(world, "GUILD_ROLE_UPDATE", world.guild["role_id"])


def _tell(world: World, event: str, role_id: str) -> None:
    (role,) = (one for one in roles(world) if one["id"] == role_id)
    world.tell_bot(event, {"guild_id": world.guild["id"], "role": role}, GUILDS, world.guild_id)


def give_role(world: World, user_id: int, role_id: int, *, has_role: bool) -> None:
    """Gives someone a role, or takes it away, as the bot. Raises 10007, 10011, 50013."""
    world.people.member(user_id)
    role = next((one for one in roles(world) if int(one["id"]) == role_id), None)
    if role is None:
        raise Refused(10011)
    may = bits(world.guild.get("bot_permissions", ())) & (PERMISSIONS["manage_roles"] | PERMISSIONS["administrator"])
    if not may or role["managed"] or not 0 < role["position"] < BOTS_POSITION:
        raise Refused(50013)
    world.people.set_role(user_id, role["id"], has_role=has_role)
    changed = world.people.member(user_id) | {"guild_id": world.guild["id"]}
    world.tell_bot("GUILD_MEMBER_UPDATE", changed, GUILD_MEMBERS, world.guild_id)
