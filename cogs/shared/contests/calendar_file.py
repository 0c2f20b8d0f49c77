"""The dates of a league or a tournament as a file for somebody's own calendar."""

import io
from datetime import datetime

import discord
import icalendar

from bot.contests.values.league import Season
from bot.contests.values.tournament import Tournament
from bot.text import N_, say
from cogs.shared.access.links import channel_link
from cogs.shared.client.refusals import ScreenRefusal
from cogs.shared.contests.occasions import ROUND, occasions_of
from cogs.shared.interactions.replies import Interaction, reply


async def send_calendar(interaction: Interaction, contest: Season | Tournament) -> None:
    """Sends the file privately. Raises ScreenRefusal if nothing has a date."""
    name = contest.home.name
    if not occasions_of(contest):
        raise ScreenRefusal("Nothing has a date in **{name}** at the moment.", name=name)
    file = discord.File(io.BytesIO(calendar_file(contest, discord.utils.utcnow())), filename="crux.ics")
    words = N_("The dates of **{name}** for your calendar. If they move, get the file again.")
    await reply(interaction, say(words, name=name), files=[file])


def calendar_file(contest: Season | Tournament, now: datetime) -> bytes:
    """An iCalendar file (RFC 5545) with the occasions of a contest.

    An occasion has the same UID in each such file, so that a calendar replaces it when its time has moved.
    """
    home = contest.home
    kind = "season" if isinstance(contest, Season) else "tournament"
    calendar = icalendar.Calendar()
    calendar.add("prodid", "-//Crux//EN")
    calendar.add("version", "2.0")
    for one in occasions_of(contest):
        number = f".{len(contest.rounds)}" if one.kind == ROUND and isinstance(contest, Tournament) else ""
        event = icalendar.Event()
        event.add("uid", f"{kind}.{contest.id}.{one.kind}{number}.{home.guild_id}@crux")
        event.add("dtstamp", now)
        event.add("dtstart", one.begins)
        event.add("dtend", one.ends)
        event.add("summary", one.name)
        event.add("url", channel_link(home.guild_id, home.channel_id))
        calendar.add_component(event)
    return bytes(calendar.to_ical())
