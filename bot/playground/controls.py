"""The switches with which tests cause failures."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final

from bot.playground.commands import let_people_install, open_commands, person
from bot.playground.faults import Fault, RequestFaults
from bot.playground.forms import InvalidForm
from bot.playground.gateway import Gateway
from bot.playground.guild import hand_over
from bot.playground.interactions import Interactions
from bot.playground.messages import Messages
from bot.playground.roles import add_role, allow_bot
from bot.playground.storage import Json
from bot.playground.world import World


class Controls:
    def __init__(
        self, world: World, messages: Messages, interactions: Interactions, gateway: Gateway, faults: RequestFaults
    ) -> None:
        self.world = world
        self.messages = messages
        self.interactions = interactions
        self.gateway = gateway
        self.faults = faults

    def use(self, body: Json) -> Json:
        """Applies one or several switches: keys of `CONTROLS` with their values. Returns the ids of what was added."""
        if unknown := [key for key in body if key not in CONTROLS]:
            raise InvalidForm(f"There is no switch {unknown[0]}; there are {', '.join(CONTROLS)}.")
        try:
            results = {key: CONTROLS[key](self, value) for key, value in body.items()}
        except (ArithmeticError, AttributeError, KeyError, TypeError, ValueError, re.error) as problem:
            raise InvalidForm(f"{type(problem).__name__}: {problem}") from None
        return {key: str(results[key]) for key in ("add_person", "add_channel", "add_role") if key in results}

    def _fail(self, value: Json) -> None:
        self.faults.pending.append(
            Fault(
                times=int(value.get("times", 1)),
                match=re.compile(value.get("match", "")),
                status=value.get("status", 500),
                retry_after=float(value.get("retry_after", 1.0)),
                after=bool(value.get("after", False)),
                is_global=bool(value.get("global", False)),
            )
        )

    def _delay(self, value: Json) -> None:
        self.faults.pending.append(
            Fault(int(value.get("times", 1)), re.compile(value.get("match", "")), delay=float(value["seconds"]))
        )

    def _gateway(self, value: str) -> None:
        {
            "drop": self.gateway.drop,
            "reconnect": self.gateway.ask_to_reconnect,
            "invalid": self.gateway.invalidate,
            "resumable": lambda: self.gateway.invalidate(resumable=True),
            "forget": self.gateway.forget_sessions,
        }[value]()

    def _limits(self, value: Json) -> None:
        for key in value:
            if key not in ("messages", "seconds", "old_edits", "old_edit_seconds"):
                raise KeyError(key)
            setattr(self.faults.limits, key, value[key])
        self.faults.limits.reset()

    def _find_channel(self, value: str) -> Json:
        for channel in self.world.channels.values():
            if str(value) in (channel["id"], channel.get("name")):
                return channel
        raise KeyError(value)

    def _permissions(self, value: Json) -> None:
        channel = self._find_channel(value["channel"])
        self.world.set_bot_permissions(channel, deny=value.get("deny", ()), allow=value.get("allow", ()))

    def _add_role(self, value: Json) -> str:
        named = str(value["name"]), int(value["position"]), value.get("permissions", ())
        added: str = add_role(self.world, *named)["id"]
        if "person" in value:
            self.world.people.set_role(person(self.world, value["person"]), added, has_role=True)
        return added

    def _take_role(self, value: Json) -> None:
        self.world.people.set_role(person(self.world, value["person"]), str(value["role"]), has_role=False)

    def _archive(self, value: Json) -> None:
        thread = self._find_channel(value["thread"])
        self.world.set_archived(thread, archived=value.get("archived", True), locked=value.get("locked"))

    def _age(self, value: Json) -> None:
        self.world.storage.age_message(int(value["message"]), float(value.get("seconds", 3601)))

    def _hold_clock(self, value: object) -> None:
        if value:
            self.interactions.clock.hold()
        else:
            self.interactions.clock.release()

    def _expire(self, value: Json) -> None:
        self.interactions.expire(int(value["interaction"]), token_too=bool(value.get("token", False)))


CONTROLS: Final[dict[str, Callable[[Controls, Any], object]]] = {
    # The next `times` answers are `status` (500, 403, 429 with `retry_after` seconds, or 0: the connection breaks)
    # where "METHOD /path" matches the pattern `match`; `after`: the request is carried out nevertheless.
    "fail": Controls._fail,
    "delay": Controls._delay,  # `seconds` before the next `times` answers that match
    "clear_faults": lambda to, _: to.faults.pending.clear(),
    "gateway": Controls._gateway,  # drop, reconnect, invalid, resumable, forget
    "limits": Controls._limits,  # messages, seconds, old_edits, old_edit_seconds
    "privileged_intents": lambda to, granted: setattr(to.gateway, "privileged_intents", bool(granted)),
    "delete_channel": lambda to, name: to.world.delete_channel(to._find_channel(name)),  # also threads; name or id
    "delete_message": lambda to, message_id: to.messages.delete(to.messages.find(int(message_id))),
    # {"channel": ..., "deny": [names], "allow": [names]}: what the bot mustn't do there, and what it and everyone may.
    # Replaces earlier ones.
    "permissions": Controls._permissions,
    "owner": lambda to, name: hand_over(to.world, person(to.world, name)),
    # The names of commands that the server's administrators have opened to everyone, whatever permission the bot wants.
    "allow_commands": lambda to, names: open_commands(to.world, names),
    "archive": Controls._archive,  # {"thread": ..., "archived": true, "locked": false}
    "leave": lambda to, name: to.world.set_member(person(to.world, name), present=False),
    "join": lambda to, name: to.world.set_member(person(to.world, name), present=True),
    "add_person": lambda to, name: to.world.add_person(str(name)),
    "add_channel": lambda to, name: to.world.add_channel(str(name))["id"],
    # {"name": ..., "position": 1 to 4 below the bot's, more above it, "permissions": [names], "person": who gets it}
    "add_role": Controls._add_role,
    "take_role": Controls._take_role,  # {"role": id, "person": ...}
    "bot_permissions": lambda to, names: allow_bot(to.world, names),  # on the whole guild, beside the usual ones
    "close_dms": lambda to, name: to.world.people.set_dm_open(person(to.world, name), is_open=False),
    "open_dms": lambda to, name: to.world.people.set_dm_open(person(to.world, name), is_open=True),
    # True or False: whether people may install the bot for themselves, which the operator allows in the portal.
    "people_install": lambda to, may: let_people_install(to.world, may=bool(may)),
    "hush": lambda to, name: to._find_channel(name).update(hushed=True),  # elsewhere: apps of people answer privately
    # True or False, or the address that the URL mapping of / leads to. Discord makes a command of its own for it, which
    # a bulk overwrite of commands mustn't leave out.
    "activities": lambda to, value: to.interactions.activities.switch(value),
    # Who handles the Entry Point command: 2 is Discord, 1 the bot
    "entry_point_handler": lambda to, handler: to.interactions.activities.set_handler(int(handler)),
    # True or False: the proxy keeps back what is sent bit by bit
    "hold_streams": lambda to, on: setattr(to.interactions.activities, "holds_streams", bool(on)),
    "age_message": Controls._age,  # {"message": id, "seconds": 3601}
    "expire": Controls._expire,  # {"interaction": id, "token": false}: as if 3 s (or 15 min) had passed
    "hold_clock": Controls._hold_clock,  # True or False: only `advance_clock` lets time pass for interactions
    "advance_clock": lambda to, seconds: to.interactions.clock.advance(float(seconds)),
    # A bot in a test says that an interaction is finished, so that the page needs no time limit for it.
    "finished": lambda to, interaction_id: to.interactions.finish(int(interaction_id)),
    "expire_links": lambda to, _: to.world.links.expire(),
    "clear_log": lambda to, _: to.faults.log.clear(),
}
