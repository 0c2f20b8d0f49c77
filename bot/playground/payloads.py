"""How Discord describes an interaction: to the gateway, in responses to callbacks, and in messages."""

from __future__ import annotations

from typing import Final

from bot.playground.answers import Interaction, InteractionType
from bot.playground.checks import EPHEMERAL, MAX_FILE_BYTES
from bot.playground.elsewhere import DIRECT, FOR_PEOPLE, FOR_SERVERS, GROUP, context_of, is_elsewhere
from bot.playground.menus import MESSAGE, USER
from bot.playground.messages import CHAT_INPUT_COMMAND, MENU_COMMAND, REPLY
from bot.playground.storage import Json
from bot.playground.world import World

_TYPES: Final = {1: CHAT_INPUT_COMMAND, USER: MENU_COMMAND, MESSAGE: MENU_COMMAND}
"""The type of the message that answers a command of a kind."""


def creation_of(world: World, interaction: Interaction, channel: Json, locale: str) -> Json:
    """The data of INTERACTION_CREATE, without the message that was clicked."""
    permissions = str(world.permissions(interaction.user_id, channel))
    payload: Json = {
        "id": str(interaction.id),
        "application_id": str(world.bot_id),
        "type": interaction.kind,
        "token": interaction.token,
        "version": 1,
        "data": interaction.data,
        "channel_id": channel["id"],
        "channel": world.channel_object(channel) | {"permissions": permissions},
        "app_permissions": permissions if is_elsewhere(channel) else str(world.bot_permissions(channel)),
        "locale": locale,
        "entitlements": [],
        "entitlement_sku_ids": [],
        "attachment_size_limit": MAX_FILE_BYTES,
    }
    payload |= {
        "context": context_of(channel),
        "authorizing_integration_owners": _owners(world, interaction.user_id, channel),
    }
    if channel["type"] in (DIRECT, GROUP):
        payload["user"] = world.people.user(interaction.user_id)
    else:
        guild_id = channel["guild_id"]
        payload |= {
            "guild_id": guild_id,
            "guild": {"id": guild_id, "locale": "en-US", "features": []},
            "guild_locale": "en-US",
            "member": world.people.member(interaction.user_id) | {"permissions": permissions},
        }
    return payload


def _owners(world: World, user_id: int, channel: Json) -> Json:
    """For whom the bot is installed that makes an interaction possible, by kind of installation."""
    if is_elsewhere(channel):
        return {str(FOR_PEOPLE): str(user_id)}
    return {str(FOR_SERVERS): "0" if channel["type"] == DIRECT else str(world.guild_id)}


def callback_response(interaction: Interaction, message: Json | None) -> Json:
    """The result of a callback with_response. `message`: as displayed, if the response created or changed one."""
    response: Json = {
        "interaction": {
            "id": str(interaction.id),
            "type": interaction.kind,
            "channel_id": str(interaction.channel_id),
        }
    }
    if interaction.launched is not None:
        instance, _ = interaction.launched
        response["interaction"]["activity_instance_id"] = instance
        response["resource"] = {"type": interaction.answer, "activity_instance": {"id": instance}}
    if message is not None:
        response["interaction"] |= {
            "response_message_id": message["id"],
            "response_message_loading": interaction.thinking,
            "response_message_ephemeral": bool(message["flags"] & EPHEMERAL),
        }
        response["resource"] = {"type": interaction.answer, "message": message}
    return response


def message_fields(world: World, interaction: Interaction) -> Json:
    """The fields that mark a message as the response to an interaction."""
    user = world.people.user(interaction.user_id)
    first = interaction.opened_by or interaction
    channel = world.channel(interaction.channel_id)
    owners = _owners(world, interaction.user_id, channel)
    metadata: Json = {
        "id": str(interaction.id),
        "type": interaction.kind,
        "user": user,
        "authorizing_integration_owners": owners,
    }
    if interaction.kind == InteractionType.COMPONENT:
        metadata["interacted_message_id"] = str(interaction.source_id)
    if interaction.kind == InteractionType.COMMAND:
        metadata["name"] = interaction.name
        metadata |= _target(world, interaction)
    if interaction.opened_by is not None:
        metadata["triggering_interaction_metadata"] = {
            "id": str(first.id),
            "type": first.kind,
            "user": user,
            "authorizing_integration_owners": owners,
        } | (
            {"interacted_message_id": str(first.source_id)}
            if first.kind == InteractionType.COMPONENT
            else {"name": first.name}
        )
    fields: Json = {
        "type": _TYPES[first.data.get("type", 1)] if first.kind == InteractionType.COMMAND else REPLY,
        "application_id": str(world.bot_id),
        "webhook_id": str(world.bot_id),
        "interaction_metadata": metadata,
    }
    if first.kind == InteractionType.COMMAND:
        fields["interaction"] = {"id": str(first.id), "type": InteractionType.COMMAND, "name": first.name, "user": user}
    if interaction.source_id is not None:
        fields["message_reference"] = reference(world, interaction.source_id, interaction.channel_id)
    return fields


def _target(world: World, interaction: Interaction) -> Json:
    """What a command in a menu was used on."""
    data = interaction.data
    if data.get("type") == MESSAGE:
        return {"target_message_id": data["target_id"]}
    return {"target_user": world.people.user(int(data["target_id"]))} if data.get("type") == USER else {}


def reference(world: World, message_id: int, channel_id: int) -> Json:
    """A reply's reference to the original message."""
    document = {"type": 0, "message_id": str(message_id), "channel_id": str(channel_id)}
    guild_id = world.guild_of(world.channel(channel_id))
    return document | ({"guild_id": str(guild_id)} if guild_id else {})
