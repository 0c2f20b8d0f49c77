"""What people choose from selects and fill in on modals, checked against these."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.playground import checks
from bot.playground.commands import with_person
from bot.playground.forms import Form, InvalidForm, id_in
from bot.playground.roles import roles
from bot.playground.storage import Json
from bot.playground.world import World


def choice_of(world: World, user_id: int, select: Json, values: Sequence[str]) -> Json:
    """The choice of `user_id` from a select. Raises InvalidForm if it isn't offered."""
    low = select.get("min_values", 1)
    high = select.get("max_values", 1)
    if select.get("required") is False and not values:
        low = 0
    if not low <= len(values) <= high:
        raise InvalidForm(f"Choose {low} to {high}." if low != high else f"Choose {low}.")
    if select["type"] == checks.STRING_SELECT:
        known = {option["value"] for option in select["options"]}
        if any(value not in known for value in values):
            raise InvalidForm("There is no such option.")
        return {"values": list(values)}
    resolved: Json = {}
    if select["type"] in (checks.USER_SELECT, checks.MENTIONABLE_SELECT):
        for value in values:
            with_person(world, resolved, _someone(world, value))
    elif select["type"] == checks.CHANNEL_SELECT:
        for value in values:
            channel = world.channel(id_in(value, "a channel"))
            permissions = {"permissions": str(world.permissions(user_id, channel))}
            resolved.setdefault("channels", {})[value] = world.channel_object(channel) | permissions
    else:
        known_roles = {role["id"]: role for role in roles(world)}
        if any(value not in known_roles for value in values):
            raise InvalidForm("There is no such role.")
        resolved["roles"] = {value: known_roles[value] for value in values}
    return {"values": list(values), "resolved": resolved}


def _someone(world: World, value: str) -> int:
    """The id of a person here. Raises InvalidForm for anything else."""
    user_id = id_in(value, "a person")
    if user_id not in world.people.users:
        raise InvalidForm("There is no such person.")
    return user_id


def fill_modal(world: World, user_id: int, modal: Json, values: dict[str, Any]) -> Json:
    """The `data` of a modal that `user_id` submits. `values` by custom id. Raises InvalidForm if they don't fit it."""
    resolved: Json = {}
    number = iter(range(1, 1000))
    filled: list[Json] = []
    for component in modal["components"]:
        entry: Json = {"type": component["type"], "id": component.get("id") or next(number)}
        if component["type"] == checks.LABEL:
            inner = _fill(world, user_id, component["component"], component["label"], values, resolved)
            entry["component"] = {"id": next(number)} | inner
        elif component["type"] == checks.ACTION_ROW:
            child = component["components"][0]
            entry["components"] = [
                {"id": next(number)} | _fill(world, user_id, child, child.get("label") or "", values, resolved)
            ]
        filled.append(entry)
    data: Json = {"custom_id": modal["custom_id"], "components": filled}
    if resolved:
        data["resolved"] = resolved
    return data


def _fill(world: World, user_id: int, component: Json, label: str, values: dict[str, Any], resolved: Json) -> Json:
    kind, custom_id = component["type"], component["custom_id"]
    value = values.get(custom_id)
    required = component.get("required", True) is not False
    entry: Json = {"type": kind, "custom_id": custom_id}
    if kind == checks.TEXT_INPUT:
        text = str(value if value is not None else component.get("value") or "")
        low, high = component.get("min_length") or 0, component.get("max_length") or 4000
        if (required and not text) or (text and not low <= len(text) <= high):
            raise InvalidForm(f"{label}: {max(low, 1)} to {high} characters, please.")
        return entry | {"value": text}
    if kind in checks.SELECTS:
        picks = Form(values).texts(custom_id)
        if not picks and not required:
            return entry | {"values": []}
        answer = choice_of(world, user_id, component, picks)
        for key, objects in answer.pop("resolved", {}).items():
            resolved.setdefault(key, {}).update(objects)
        return entry | answer
    if kind == checks.CHECKBOX:
        return entry | {"value": bool(value)}
    if kind == checks.RADIO_GROUP:
        if required and value not in [option["value"] for option in component["options"]]:
            raise InvalidForm(f"{label}: choose one, please.")
        return entry | {"value": value}
    if kind == checks.CHECKBOX_GROUP:
        return entry | {"values": Form(values).texts(custom_id)}
    raise InvalidForm("The playground cannot fill in this kind of field.")
