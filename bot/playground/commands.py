"""Slash commands as people use them: found by name, with options checked as Discord's own client does."""

from __future__ import annotations

import base64
import time
from collections.abc import Iterable, Iterator, Mapping
from enum import IntEnum
from typing import Any, Final

from bot.playground.bodies import Upload
from bot.playground.elsewhere import (
    FOR_PEOPLE,
    FOR_SERVERS,
    IN_PRIVATE,
    ON_SERVERS,
    context_of,
    is_elsewhere,
    offers_to_people,
)
from bot.playground.forms import Form, InvalidForm
from bot.playground.permissions import ALL
from bot.playground.refusals import Refused
from bot.playground.storage import Json
from bot.playground.world import World


class OptionKind(IntEnum):
    """What an option of a command takes."""

    SUB_COMMAND = 1
    SUB_COMMAND_GROUP = 2
    STRING = 3
    INTEGER = 4
    BOOLEAN = 5
    USER = 6
    CHANNEL = 7
    ROLE = 8
    MENTIONABLE = 9
    NUMBER = 10
    ATTACHMENT = 11


CHAT_INPUT, ENTRY_POINT = 1, 4  # kinds of commands
APP_HANDLER = 1  # the bot itself launches what the Entry Point command opens
_GROUPS: Final = (OptionKind.SUB_COMMAND, OptionKind.SUB_COMMAND_GROUP)
_MAX_STRING: Final = 6000


def person(world: World, name: str | None) -> int:
    """The id of the person called `name`, who may have left. Raises InvalidForm if there is none."""
    try:
        user_id = world.people.id_of(name or "")
    except KeyError:
        raise InvalidForm(f"Nobody here is called {name}.") from None
    if user_id == world.bot_id:
        raise InvalidForm("The bot does not use the page.")
    return user_id


def usable(world: World, channel: Json, user_id: int, kind: int = CHAT_INPUT) -> list[Json]:
    """The commands of a kind offered to somebody in this channel, by name: slash commands, or those of a menu.

    On a server a command may ask for permissions, unless its administrators have opened it to everyone.
    """
    context, elsewhere = context_of(channel), is_elsewhere(channel)
    permissions = world.permissions(user_id, channel)
    opened = world.guild.get("open_commands", ())
    commands = []
    for command in world.commands.values():
        contexts = command.get("contexts")
        if contexts:
            allowed = context in contexts
        else:
            allowed = context == ON_SERVERS or (context != IN_PRIVATE and command.get("dm_permission", True))
        kinds = command.get("integration_types") or (FOR_SERVERS,)
        installed = (FOR_PEOPLE if elsewhere else FOR_SERVERS) in kinds
        wanted = command.get("default_member_permissions")
        open_to_all = context != ON_SERVERS or wanted is None or (command["name"] in opened and not elsewhere)
        allowed = allowed and installed
        may = open_to_all or _has(permissions, int(wanted or 0))
        if command["type"] == kind and allowed and may:
            commands.append(command)
    return sorted(commands, key=lambda command: str(command["name"]))


def _has(permissions: int, wanted: int) -> bool:
    """Whether these permissions are enough for a command; with none that would be, it's for administrators."""
    return permissions & wanted == wanted if wanted else permissions == ALL


def open_commands(world: World, names: Iterable[str]) -> None:
    """Opens these commands to everyone, and no others, as administrators can on Discord."""
    world.guild["open_commands"] = [*names]
    world.storage.keep_thing("guild", world.guild)
    world.tell_page({"type": "commands", "at": time.time()}, None)


def people_may_install(world: World) -> bool:
    """Whether people may install the bot for themselves."""
    return bool(world.guild.get("people_install", True))


def let_people_install(world: World, *, may: bool) -> None:
    """Allows people to install the bot for themselves, or doesn't, as its operator can in Discord's portal."""
    world.guild["people_install"] = may
    world.storage.keep_thing("guild", world.guild)


def leaves(command: Json) -> Iterator[tuple[list[str], Json]]:
    """The ways to use a command: the words after the slash, and the command or subcommand that holds the options."""

    def below(words: list[str], node: Json) -> Iterator[tuple[list[str], Json]]:
        groups = [option for option in node.get("options") or () if option["type"] in _GROUPS]
        if not groups:
            yield words, node
        for option in groups:
            yield from below([*words, option["name"]], option)

    yield from below([command["name"]], command)


def find(world: World, channel: Json, user_id: int, name: str) -> tuple[Json, list[str], Json]:
    """The command, the words of its name and the node with its options. Raises InvalidForm if it isn't offered."""
    words = name.strip().removeprefix("/").split()
    for command in usable(world, channel, user_id):
        for path, leaf in leaves(command):
            if path == words:
                return command, path, leaf
    raise InvalidForm(f"There is no command /{' '.join(words)} here.")


class Filled:
    """The options of one use of a command, ready for the bot."""

    def __init__(
        self, world: World, user_id: int, leaf: Json, values: Mapping[str, Any], *, focused: str | None = None
    ) -> None:
        """`values`: by option name, as `user_id` typed them. `focused`: the option being completed; the others may be
        missing then.
        """
        self.world = world
        self.user_id = user_id
        self.options: list[Json] = []
        self.resolved: Json = {}
        self.files: list[tuple[int, Upload]] = []
        known = {option["name"]: option for option in leaf.get("options") or ()}
        if unknown := [name for name in values if name not in known]:
            raise InvalidForm(f"There is no option {unknown[0]}.")
        if focused is not None and focused not in known:
            raise InvalidForm(f"There is no option {focused}.")
        for name, option in known.items():
            value = values.get(name)
            if value is None or (value == "" and name != focused):
                if option.get("required") and focused is None:
                    raise InvalidForm(f"The option {name} is required.")
                continue
            entry: Json = {"name": name, "type": option["type"]}
            if name == focused:
                entry |= {"value": str(value), "focused": True}
            elif focused is not None:
                try:
                    entry["value"] = self._value(option, value)
                except InvalidForm:
                    continue  # half-typed options are left out while another one is completed
            else:
                entry["value"] = self._value(option, value)
            self.options.append(entry)

    def data(self, command: Json, words: list[str]) -> Json:
        """The `data` of the interaction."""
        options = self.options
        for depth in range(len(words) - 1, 0, -1):
            node = _node(command, words[1 : depth + 1])
            options = [{"name": words[depth], "type": node["type"], "options": options}]
        data: Json = {"id": command["id"], "name": command["name"], "type": 1, "options": options}
        if command.get("guild_id"):
            data["guild_id"] = command["guild_id"]
        return data | ({"resolved": self.resolved} if self.resolved else {})

    def _value(self, option: Json, value: Any) -> Any:
        kind, name = option["type"], option["name"]
        if choices := option.get("choices"):
            for choice in choices:
                if str(value) in (
                    str(choice["value"]),
                    choice["name"],
                    *(choice.get("name_localizations") or {}).values(),
                ):
                    return choice["value"]
            raise InvalidForm(f"{value} is not one of the choices for {name}.")
        match kind:
            case OptionKind.STRING:
                return self._string(option, str(value))
            case OptionKind.INTEGER | OptionKind.NUMBER:
                return self._number(option, value)
            case OptionKind.BOOLEAN:
                truth = {"true": True, "false": False}.get(str(value).lower())
                if truth is None:
                    raise InvalidForm(f"{name} is either True or False.")
                return truth
            case OptionKind.USER | OptionKind.MENTIONABLE:
                return self._user(name, str(value))
            case OptionKind.CHANNEL:
                return self._channel(name, str(value))
            case OptionKind.ATTACHMENT:
                return self._attachment(value)
            case _:
                raise InvalidForm(f"The playground has nothing to choose for {name}.")

    def _string(self, option: Json, text: str) -> str:
        low, high = option.get("min_length") or 0, option.get("max_length") or _MAX_STRING
        if not low <= len(text) <= high:
            raise InvalidForm(f"{option['name']} takes {low} to {high} characters.")
        return text

    def _number(self, option: Json, value: Any) -> int | float:
        is_whole = option["type"] == OptionKind.INTEGER
        try:
            number: int | float = int(str(value)) if is_whole else float(str(value))
        except ValueError:
            raise InvalidForm(f"{option['name']} is a {'whole ' if is_whole else ''}number.") from None
        low, high = option.get("min_value"), option.get("max_value")
        if (low is not None and number < low) or (high is not None and number > high):
            raise InvalidForm(f"{option['name']} lies between {low} and {high}.")
        return number

    def _user(self, name: str, value: str) -> str:
        try:
            user_id = self.world.people.id_of(value.strip("<@!> "))
        except KeyError:
            raise InvalidForm(f"{name} is a person of this server.") from None
        self.resolved |= with_person(self.world, self.resolved, user_id)
        return str(user_id)

    def _channel(self, name: str, value: str) -> str:
        wanted = value.strip("<#> ")
        for channel in self.world.channels.values():
            if wanted in (channel["id"], channel.get("name")):
                permissions = {"permissions": str(self.world.permissions(self.user_id, channel))}
                partial = self.world.channel_object(channel) | permissions
                self.resolved.setdefault("channels", {})[channel["id"]] = partial
                return str(channel["id"])
        raise InvalidForm(f"{name} is a channel of this server.")

    def _attachment(self, value: Any) -> str:
        """`value`: {"filename": ..., "data": base64}."""
        form = Form(value)
        try:
            upload = Upload(0, form.text("filename"), base64.b64decode(form.text("data")))
        except ValueError:
            raise InvalidForm("data is a file in base64.") from None
        file_id = self.world.storage.snowflake()
        attachment = {"id": str(file_id), "ephemeral": True} | upload.describe()
        link = self.world.links.to_file("0", attachment)
        self.resolved.setdefault("attachments", {})[str(file_id)] = attachment | {"url": link, "proxy_url": link}
        self.files.append((file_id, upload))
        return str(file_id)


def with_person(world: World, resolved: Json, user_id: int) -> Json:
    """`resolved` with another person."""
    resolved.setdefault("users", {})[str(user_id)] = world.people.user(user_id)
    if world.people.is_member(user_id):
        shown = world.people.member(user_id, with_user=False) | {"permissions": "0"}
        resolved.setdefault("members", {})[str(user_id)] = shown
    return resolved


def _node(command: Json, words: list[str]) -> Json:
    node = command
    for word in words:
        node = next(option for option in node["options"] if option["name"] == word)
    return node


def register(world: World, commands: list[Json], guild_id: int | None = None) -> list[Json]:
    """Replaces all commands (the global ones, or a guild's own); unchanged names keep their ids.

    Raises 50240 if the Entry Point command is missing.
    """
    mine = {
        (command["type"], command["name"]): command
        for command in world.commands.values()
        if command.get("guild_id") == (str(guild_id) if guild_id else None)
    }
    if ENTRY_POINT in {kind for kind, _ in mine} - {command.get("type") for command in commands}:
        raise Refused(50240)
    updated = [
        _stored_command(world, command, mine.pop((command.get("type") or CHAT_INPUT, command["name"]), None), guild_id)
        for command in commands
    ]
    for command in mine.values():
        del world.commands[int(command["id"])]
        world.storage.drop_thing("command", int(command["id"]))
    if any(map(offers_to_people, updated)):
        world.open_elsewhere()
    for command in updated:
        world.commands[int(command["id"])] = command
        world.storage.keep_thing("command", command)
    world.tell_page({"type": "commands", "at": time.time()}, None)
    return updated


def _stored_command(world: World, command: Json, old: Json | None, guild_id: int | None) -> Json:
    """A command as it is stored: the old one if nothing has changed."""
    body = {key: value for key, value in command.items() if key not in ("id", "version")}
    permissions = body.get("default_member_permissions")
    fresh: Json = body | {
        "type": command.get("type") or CHAT_INPUT,
        "application_id": str(world.bot_id),
        "default_member_permissions": None if permissions is None else str(permissions),
        "dm_permission": command.get("dm_permission", True) is not False,
        "nsfw": bool(command.get("nsfw")),
        "options": command.get("options") or [],
        "description": command.get("description") or "",
    }
    if guild_id:
        fresh["guild_id"] = str(guild_id)
    if old is not None and {key: value for key, value in old.items() if key not in ("id", "version")} == fresh:
        return old
    return fresh | {
        "id": old["id"] if old else str(world.storage.snowflake()),
        "version": str(world.storage.snowflake()),
    }


def switch_activities(world: World, *, on: bool) -> None:
    """Does what Discord does when Activities are switched on or off: makes the Entry Point command, or removes it."""
    mine = [command for command in world.commands.values() if command.get("guild_id") is None]
    others = [command for command in mine if command["type"] != ENTRY_POINT]
    for command in mine:
        if command not in others:
            del world.commands[int(command["id"])]
            world.storage.drop_thing("command", int(command["id"]))
    launch = {"name": "launch", "type": ENTRY_POINT, "handler": 2, "contexts": [0, 1, 2], "integration_types": [0, 1]}
    register(world, [*others, launch] if on else others)


def without_translations(node: Json) -> Json:
    """A command as listed by default, without the two maps of translations, at every depth."""
    return {
        key: [without_translations(child) for child in value] if key in ("options", "choices") else value
        for key, value in node.items()
        if key not in ("name_localizations", "description_localizations")
    }
