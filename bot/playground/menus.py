"""Commands in the menus of people and of messages, as people use them."""

from __future__ import annotations

from typing import Any, Final

from bot.playground.checks import EPHEMERAL
from bot.playground.commands import usable, with_person
from bot.playground.forms import InvalidForm
from bot.playground.messages import Messages
from bot.playground.storage import Json
from bot.playground.world import World

USER, MESSAGE = 2, 3  # kinds of commands
KINDS: Final = {"user": USER, "message": MESSAGE}


def offered(world: World, channel: Json, user_id: int) -> Json:
    """The commands in both menus that somebody has in this channel."""
    return {name: usable(world, channel, user_id, kind) for name, kind in KINDS.items()}


def find(world: World, channel: Json, user_id: int, kind: str, name: Any) -> Json:
    """The command of this name in a menu. Raises InvalidForm if it isn't offered."""
    for command in usable(world, channel, user_id, KINDS.get(kind, 0)):
        if command["name"] == name:
            return command
    raise InvalidForm(f"There is no {name} in the menu.")


def on_person(world: World, command: Json, target: str) -> Json:
    """The `data` of an interaction about the person with this id or name. Raises InvalidForm if there is none."""
    try:
        user_id = world.people.id_of(target)
    except KeyError:
        raise InvalidForm("There is no such person.") from None
    return _data(command, user_id) | {"resolved": with_person(world, {}, user_id)}


def on_message(messages: Messages, command: Json, message: Json) -> Json:
    """The `data` of an interaction about a message. Raises InvalidForm for a private one, which has no such menu."""
    if message["flags"] & EPHEMERAL:
        raise InvalidForm("Private messages have no menu.")
    shown = messages.display(message)
    return _data(command, int(message["id"])) | {"resolved": {"messages": {message["id"]: shown}}}


def _data(command: Json, target_id: int) -> Json:
    return {
        "id": command["id"],
        "name": command["name"],
        "type": command["type"],
        "target_id": str(target_id),
    }
