"""The guild as Discord describes it to the bot."""

from __future__ import annotations

from bot.playground.roles import roles
from bot.playground.storage import Json
from bot.playground.world import GUILDS, TEXT, World


def guild_object(world: World) -> Json:
    """The response to GET /guilds/{id}: without channels and members."""
    return {
        "id": world.guild["id"],
        "name": world.guild["name"],
        "icon": None,
        "description": None,
        "splash": None,
        "discovery_splash": None,
        "banner": None,
        "owner_id": world.guild["owner_id"],
        "application_id": None,
        "region": "local",
        "afk_channel_id": None,
        "afk_timeout": 300,
        "system_channel_id": None,
        "system_channel_flags": 0,
        "widget_enabled": False,
        "widget_channel_id": None,
        "verification_level": 0,
        "default_message_notifications": 1,
        "explicit_content_filter": 0,
        "mfa_level": 0,
        "nsfw": False,
        "nsfw_level": 0,
        "roles": roles(world),
        "emojis": [],
        "stickers": [],
        "features": [],
        "vanity_url_code": None,
        "premium_tier": 0,
        "premium_subscription_count": 0,
        "premium_progress_bar_enabled": False,
        "preferred_locale": "en-US",
        "rules_channel_id": None,
        "public_updates_channel_id": None,
        "safety_alerts_channel_id": None,
        "max_members": 500_000,
        "max_presences": None,
    }


def hand_over(world: World, user_id: int) -> None:
    """Makes somebody the owner of the guild, and tells the bot and the pages."""
    world.set_owner(user_id)
    world.tell_bot("GUILD_UPDATE", guild_object(world), GUILDS, world.guild_id)


def guild_create(world: World, *, with_members: bool) -> Json:
    """The data of GUILD_CREATE. `with_members`: the bot has the members intent and sees everyone."""
    people = [user_id for user_id in world.people.users if world.people.is_member(user_id)]
    shown = people if with_members else [world.bot_id]
    return guild_object(world) | {
        "joined_at": world.people.users[world.bot_id]["joined_at"],
        "large": False,
        "unavailable": False,
        "member_count": len(people),
        "members": [world.people.member(user_id) for user_id in shown],
        "channels": [world.channel_object(c) for c in world.channels.values() if c["type"] == TEXT],
        "threads": [world.channel_object(thread) for thread in world.active_threads()],
        "presences": [],
        "voice_states": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "soundboard_sounds": [],
    }
