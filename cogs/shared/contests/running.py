"""Who may run leagues and tournaments, and the name and the options that both are created with."""

from datetime import timedelta

from discord import app_commands

from bot.match import DEFAULT_MOVE_TIME, ServerSettings
from bot.text import N_, say
from bot.text.terms import join_sentences
from cogs.shared.access.organisers import is_organiser
from cogs.shared.access.visibility import is_seen_by_readers
from cogs.shared.choosing.match_lookup import place_of
from cogs.shared.client.refusals import ScreenRefusal
from cogs.shared.interactions.replies import Interaction
from cogs.shared.wording.display_names import clean_name
from cogs.shared.wording.labels import title_of
from cogs.shared.wording.times import SECOND, duration

LISTED = 25  # matches, and what there is to choose from


def server_of(interaction: Interaction) -> int:
    """The server of the interaction. NoPrivateMessage."""
    if interaction.guild_id is None:
        raise app_commands.NoPrivateMessage
    return interaction.guild_id


async def check_organiser(interaction: Interaction) -> None:
    """Refuse to those who may not run leagues and tournaments here. ScreenRefusal."""
    if not await is_organiser(interaction):
        raise ScreenRefusal(
            "You need the permission *Manage Server* or a role chosen in `/settings` to run leagues and tournaments."
        )


def say_created(created: str, command: str) -> str:
    """That something was created, and how whoever runs it begins it before its time."""
    return join_sentences((created, say(N_("To begin earlier, use `/{command} start`."), command=command)))


def say_unannounced(interaction: Interaction, settings: ServerSettings) -> str:
    """A line saying that what was created here isn't announced, although the server has a channel for that; or ""."""
    own, channel, server = place_of(interaction).channel_id, settings.announcements, server_of(interaction)
    guild = interaction.client.get_guild(server)
    if channel is None or channel == own or guild is None or guild.get_channel(channel) is None:
        return ""
    if is_seen_by_readers(interaction.client, server, own, channel):
        return ""
    words = N_("It won't be announced in <#{channel}>, as some people see that channel but not this one.")
    return "\n" + say(words, channel=channel)


def name_for(typed: str, game: str, longest: int) -> str:
    """The name that a league or tournament is given; that of its game if nothing of what was typed can be seen."""
    return clean_name(typed, longest) or title_of(game)


def time_choices(times: tuple[timedelta, ...]) -> list[app_commands.Choice[int]]:
    """These times, in seconds."""
    return [
        app_commands.Choice(name=duration(time) if time else say(N_("none")), value=time // SECOND) for time in times
    ]


def span(seconds: int | None, usual: timedelta) -> timedelta:
    """A time that was chosen, or the usual one."""
    return usual if seconds is None else seconds * SECOND


def turn_time(seconds: int | None, settings: ServerSettings) -> timedelta:
    """The time of a turn that was chosen, or the server's; the usual one if that has no limit, as matches must end."""
    return span(seconds, settings.move_time or DEFAULT_MOVE_TIME)
