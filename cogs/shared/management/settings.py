"""`/settings`: a server's settings, in one private panel. Each change is posted to the server's log."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import timedelta
from typing import Any

import discord
from discord import app_commands, ui

from bot.match import HOURS, MOVE_TIMES, OPEN_TABLES, ServerSettings
from bot.text import LANGUAGES, N_, NC_, say
from bot.text.terms import commas
from cogs.shared.access.giving_roles import NOT_YOURS, could_give, is_never_given
from cogs.shared.access.permissions import missing_permissions
from cogs.shared.client.failures import REQUEST_ERRORS
from cogs.shared.client.languages import Languages, in_public
from cogs.shared.client.refusals import ScreenRefusal
from cogs.shared.interactions.clicks import (
    CHANNEL_TYPES,
    Click,
    OutdatedButton,
    Select,
    action,
    button,
    channel_select,
    number_in,
    open_form,
    options,
    role_select,
    row,
    select,
)
from cogs.shared.interactions.replies import Interaction, reply
from cogs.shared.interactions.slash import Command, on_servers, slash
from cogs.shared.wording.labels import join_list
from cogs.shared.wording.times import NO_LIMIT, SECOND, duration

MOST_CHANNELS, MOST_ROLES = 25, 10
_ID = re.compile(r"[0-9]{1,20}", re.ASCII)
TABLE_COUNTS = (1, 2, 3, 5, 10, OPEN_TABLES)
ANY_LANGUAGE = "any"
NEVER = "never"

NAMES = {
    "channels": N_("Channels for tables"),
    "move_time": N_("Time per turn"),
    "rated": N_("Rated tables"),
    "hints": N_("Hints and coaching"),
    "computers": N_("Computers"),
    "animated": N_("Animated boards"),
    "contrast": N_("High-contrast pictures"),
    "open_tables": N_("Open tables per person"),
    "organisers": N_("Roles that run leagues and tournaments"),
    "champions": N_("Roles for champions"),
    "announcements": N_("Channel for announcements"),
    "daily_hour": N_("Announcement of the daily"),
    "log": N_("Channel for changes to settings"),
    "listed": N_("Listed on leaderboards of all servers"),
    "shared": N_("Links that show matches to everybody"),
    "finding": N_("Looking for opponents on other servers"),
    "language": N_("Language"),
}
"""The names of the settings, by field of `ServerSettings`."""

SWITCHES = ("rated", "hints", "computers", "animated", "contrast", "listed", "shared", "finding")


def settings_command() -> Command:
    """The command. Discord hides it from people who don't manage the server."""

    command = slash("settings", N_("For those who manage this server: how Crux is used here"), _show_settings)
    return app_commands.default_permissions(manage_guild=True)(on_servers(command))


async def _show_settings(interaction: Interaction) -> None:
    await _show(interaction, await interaction.client.matches.servers.settings(_managed_server(interaction)))


def _managed_server(interaction: Interaction) -> int:
    """The server, if this person manages it. Raises ScreenRefusal for everyone else."""
    if interaction.guild_id is None or not interaction.permissions.manage_guild:
        raise ScreenRefusal("You need the permission *Manage Server* to change Crux's settings.")
    return interaction.guild_id


@dataclass(frozen=True, slots=True)
class ServerPlaces:
    """The server's places: ids of channels and roles."""

    channels: frozenset[int]
    roles: frozenset[int]

    @classmethod
    def of(cls, guild: discord.Guild | None) -> "ServerPlaces":
        if guild is None:
            return cls(frozenset(), frozenset())
        return cls(frozenset(one.id for one in guild.channels), frozenset(one.id for one in guild.roles))


def value_text(settings: ServerSettings, name: str, places: ServerPlaces) -> str:
    """A setting in words. Says which channels and roles have been deleted."""
    value = getattr(settings, name)
    match name:
        case "channels":
            return _list_of(value, places.channels, "<#{}>") or say(N_("all"))
        case "organisers" | "champions":
            return _list_of(value, places.roles, "<@&{}>") or say(NC_("roles", "none"))
        case "announcements" | "log":
            return _list_of(() if value is None else (value,), places.channels, "<#{}>") or say(NC_("channel", "none"))
        case "move_time":
            return say(N_("no limit")) if value is None else duration(value)
        case "language":
            return say(N_("the server's own")) if value is None else LANGUAGES.get(value, value)
        case "daily_hour":
            return say(NC_("hour", "none")) if value is None else say(N_("{hour}:00 UTC"), hour=value)
        case "open_tables":
            return str(value)
        case _:
            return say(N_("yes") if value else N_("no"))


def _list_of(ids: Sequence[int], existing: frozenset[int], mention: str) -> str:
    deleted = sum(one not in existing for one in ids)
    parts = [mention.format(one) for one in ids if one in existing]
    if deleted:
        parts.append(say(N_("⚠️ {number} deleted"), number=deleted))
    return join_list(parts)


async def _show(interaction: Interaction, settings: ServerSettings, *, replace: bool = False, note: str = "") -> None:
    places = ServerPlaces.of(interaction.guild)
    lines = [say(N_("### Crux on this server"))]
    lines += [
        say(N_("**{setting}**: {value}"), setting=say(words), value=value_text(settings, name, places))
        for name, words in NAMES.items()
    ]
    channels = [one for one in settings.channels if one in places.channels]
    if settings.channels and not channels:
        lines.append(say(N_("All chosen channels are deleted, so tables can be opened everywhere.")))
    if settings.daily_hour is not None and settings.announcements not in places.channels:
        lines.append(say(N_("To announce the daily, Crux needs a channel for announcements.")))
    if interaction.guild is not None:
        lines += _list_missing_rights(interaction.guild, settings)
    await reply(
        interaction, "\n".join([*lines, *filter(None, [note])]), rows=setting_rows(settings, places), replace=replace
    )


def _list_missing_rights(guild: discord.Guild, settings: ServerSettings) -> list[str]:
    """What Crux isn't allowed to do in the channels and with the roles that were chosen, as it would turn out late."""
    lines = []
    for channel in guild.channels:
        if channel.id in (*settings.channels, settings.announcements):
            granted = channel.permissions_for(guild.me)
            if missing := missing_permissions(granted, in_thread=False, opens_thread=False):
                words = N_("⚠️ In <#{channel}> I need these permissions: **{permissions}**.")
                lines.append(say(words, channel=channel.id, permissions=commas(missing)))
    roles = []
    for role in [role for role in guild.roles if role.id in settings.champions]:
        if (refusal := is_never_given(role)) is None:
            roles.append(role)
        else:
            lines.append(say(N_("⚠️ {sentence}"), sentence=say(refusal, role=role.mention)))
    if roles and not guild.me.guild_permissions.manage_roles:
        return [*lines, say(N_("⚠️ To give champions their roles, I need the permission *Manage Roles*."))]
    words = N_("⚠️ I can't give champions {role}, as it's above my own role. Drag mine above it in the list of roles.")
    return lines + [say(words, role=role.mention) for role in roles if role >= guild.me.top_role]


def setting_rows(settings: ServerSettings, places: ServerPlaces) -> list[ui.ActionRow[Any]]:
    times = {NO_LIMIT: say(N_("no limit")), **{time // SECOND: duration(time) for time in MOVE_TIMES}}
    labels = {seconds: say(N_("Time per turn: {time}"), time=words) for seconds, words in times.items()}
    time_options = options(labels, NO_LIMIT if settings.move_time is None else settings.move_time // SECOND)
    switches = select(
        say(N_("What's switched on")),
        [
            discord.SelectOption(label=say(NAMES[name]), value=name, default=bool(getattr(settings, name)))
            for name in SWITCHES
        ],
        "settings_switches",
    )
    switches.min_values, switches.max_values = 0, len(SWITCHES)

    def channels(name: str, most: int, ids: Sequence[int | None]) -> ui.ActionRow[Any]:
        chosen = [one for one in ids if one is not None and one in places.channels]
        return row(channel_select(say(NAMES[name]), most, chosen, f"settings_{name}"))

    def roles(name: str, ids: Sequence[int]) -> ui.ActionRow[Any]:
        chosen = [one for one in ids if one in places.roles]
        return row(role_select(say(NAMES[name]), MOST_ROLES, chosen, f"settings_{name}"))

    return [
        channels("channels", MOST_CHANNELS, settings.channels),
        row(select(say(NAMES["move_time"]), time_options, "settings_time")),
        row(switches),
        channels("announcements", 1, [settings.announcements]),
        channels("log", 1, [settings.log]),
        roles("organisers", settings.organisers),
        roles("champions", settings.champions),
        row(button(say(N_("More settings")), "settings_more")),
    ]


async def _change(click: Click, **changes: Any) -> None:
    """Changes settings, shows the panel again, and posts the change to the old and the new log."""
    guild_id = _managed_server(click.interaction)
    before, after = await click.bot.matches.servers.change(guild_id, click.user, **changes)
    Languages.of(click.bot).forget_server(guild_id)
    notes = [await _log(click, channel, before, after) for channel in dict.fromkeys((before.log, after.log)) if channel]
    await _show(click.interaction, after, replace=True, note="\n".join(filter(None, notes)))


async def _log(click: Click, channel: int, before: ServerSettings, after: ServerSettings) -> str:
    """Posts a change to a channel. Returns a message for the person if that fails."""
    places = ServerPlaces.of(click.interaction.guild)
    async with in_public(click.bot, click.interaction.guild_id):
        lines = [
            say(
                N_("⚙️ <@{person}> changed **{setting}**: {before} → {after}"),
                person=click.user,
                setting=say(NAMES[one.name]),
                before=value_text(before, one.name, places),
                after=value_text(after, one.name, places),
            )
            for one in fields(ServerSettings)
            if getattr(before, one.name) != getattr(after, one.name)
        ]
    if not lines or channel not in places.channels:
        return ""
    try:
        target = click.bot.get_partial_messageable(channel, guild_id=click.interaction.guild_id)
        await target.send("\n".join(lines), allowed_mentions=discord.AllowedMentions.none())
    except REQUEST_ERRORS:
        return say(N_("⚠️ I can't write to <#{channel}>."), channel=channel)
    return ""


# What was chosen. A click can be forged, so it's compared with what Discord offers: the server's own channels and
# roles. The bot does nothing there that this person couldn't do. What is chosen already may stay.


def _ids(click: Click, most: int) -> tuple[int, ...]:
    if len(click.values) > most or not all(_ID.fullmatch(value) for value in click.values):
        raise OutdatedButton
    return tuple(map(int, click.values))


def _channels(click: Click, before: ServerSettings) -> tuple[int, ...]:
    """The channels that were chosen for tables, all of which the person sees."""
    chosen = _ids(click, MOST_CHANNELS)
    for channel in set(chosen) - set(before.channels):
        _check_channel(click, channel)
    return chosen


def _channel_for(name: str) -> Callable[[Click, ServerSettings], int | None]:
    """Reads the channel that was chosen, in which the person may write, as the bot will."""

    def read(click: Click, before: ServerSettings) -> int | None:
        channel = next(iter(_ids(click, 1)), None)
        if channel is not None and channel != getattr(before, name):
            _check_channel(click, channel, writes=True)
        return channel

    return read


def _check_channel(click: Click, channel_id: int, *, writes: bool = False) -> None:
    guild, person = click.interaction.guild, click.interaction.user
    channel = None if guild is None else guild.get_channel(channel_id)
    if channel is None or channel.type not in CHANNEL_TYPES or not isinstance(person, discord.Member):
        raise ScreenRefusal("That's no text channel of this server. Choose another one.")
    rights = channel.permissions_for(person)
    if not rights.view_channel or (writes and not rights.send_messages):
        raise ScreenRefusal("You can't write in <#{channel}> yourself. Choose another one.", channel=channel_id)


def _organisers(click: Click, before: ServerSettings) -> tuple[int, ...]:
    chosen = _ids(click, MOST_ROLES)
    for role in set(chosen) - set(before.organisers):
        _role(click, role)
    return chosen


def _champions(click: Click, before: ServerSettings) -> tuple[int, ...]:
    """The roles that were chosen for champions, which the person could give themselves."""
    chosen, person = _ids(click, MOST_ROLES), click.interaction.user
    for role in [_role(click, one) for one in chosen if one not in before.champions]:
        refusal = is_never_given(role)
        if refusal is None and not (isinstance(person, discord.Member) and could_give(person, role)):
            refusal = NOT_YOURS
        if refusal is not None:
            raise ScreenRefusal(refusal, role=role.mention)
    return chosen


def _role(click: Click, role_id: int) -> discord.Role:
    guild = click.interaction.guild
    role = None if guild is None else guild.get_role(role_id)
    if role is None:
        raise ScreenRefusal("That's no role of this server. Choose another one.")
    return role


def _time(click: Click, _before: ServerSettings) -> timedelta | None:
    seconds = number_in(click.value)
    if seconds != NO_LIMIT and seconds * SECOND not in MOVE_TIMES:
        raise OutdatedButton
    return None if seconds == NO_LIMIT else seconds * SECOND


_READ: Mapping[str, tuple[str, Callable[[Click, ServerSettings], Any]]] = {
    "settings_channels": ("channels", _channels),
    "settings_organisers": ("organisers", _organisers),
    "settings_champions": ("champions", _champions),
    "settings_announcements": ("announcements", _channel_for("announcements")),
    "settings_log": ("log", _channel_for("log")),
    "settings_time": ("move_time", _time),
}


def _register(name: str, field: str, read: Callable[[Click, ServerSettings], Any]) -> None:
    @action(name, "update")
    async def change(click: Click) -> None:
        before = await click.bot.matches.servers.settings(_managed_server(click.interaction))
        await _change(click, **{field: read(click, before)})


for _name, (_field, _reader) in _READ.items():
    _register(_name, _field, _reader)


@action("settings_switches", "update")
async def switch(click: Click) -> None:
    await _change(click, **{name: name in click.values for name in SWITCHES})


@action("settings_more", "none")
async def more(click: Click) -> None:
    """Opens the form with the other settings."""
    settings = await click.bot.matches.servers.settings(_managed_server(click.interaction))
    languages = {ANY_LANGUAGE: say(N_("the server's own")), **LANGUAGES}
    hours: dict[str | int, str] = {
        NEVER: say(NC_("hour", "none")),
        **{hour: say(N_("{hour}:00 UTC"), hour=hour) for hour in HOURS},
    }
    choices = {
        "open_tables": options({number: str(number) for number in TABLE_COUNTS}, settings.open_tables),
        "language": options(languages, settings.language or ANY_LANGUAGE),
        "daily_hour": options(hours, NEVER if settings.daily_hour is None else settings.daily_hour),
    }
    form = {name: (say(NAMES[name]), Select(options=own)) for name, own in choices.items()}
    await open_form(click, say(N_("More settings")), "settings_form", form)


@action("settings_form", "update")
async def take_form(click: Click) -> None:
    count, language = number_in(click.field("open_tables")), click.field("language")
    hour = None if click.field("daily_hour") == NEVER else number_in(click.field("daily_hour"))
    if count not in TABLE_COUNTS or language not in (ANY_LANGUAGE, *LANGUAGES) or hour not in (None, *HOURS):
        raise OutdatedButton
    language_chosen = None if language == ANY_LANGUAGE else language
    await _change(click, open_tables=count, language=language_chosen, daily_hour=hour)
