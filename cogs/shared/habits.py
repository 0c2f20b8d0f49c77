"""What somebody sets for all their matches: how they are reminded, and when they are on vacation."""

import re
from dataclasses import replace
from datetime import datetime, time
from typing import Any
from zoneinfo import ZoneInfo

import discord
from discord import app_commands

from bot.match import VACATION_DAYS, ZONES, Habits, Reminding, Vacation
from bot.text import N_, say
from cogs.shared.answers import Asked, tell, think
from cogs.shared.parameters import LISTED, Command
from cogs.shared.presses import OldButton, Press, action, button, number_in, row, select
from cogs.shared.refusals import ScreenRefusal
from cogs.shared.times import day_of, from_now

WHERE = {
    Reminding.CHANNEL: N_("In the match's channel"),
    Reminding.DM: N_("By direct message"),
    Reminding.NONE: N_("Not at all"),
}

REMINDED = {
    Reminding.CHANNEL: N_("You are reminded in the match's channel."),
    Reminding.DM: N_("You are reminded by direct message, or in the match's channel where you take none."),
    Reminding.NONE: N_("You are not reminded. Boards still call you when it is your turn."),
}

NIGHT = (time(22), time(8))  # taken for what isn't said of quiet hours

WELL_KNOWN = (
    "UTC", "Europe/London", "Europe/Berlin", "Europe/Paris", "Europe/Rome", "Europe/Madrid", "Europe/Warsaw",
    "Europe/Athens", "Europe/Istanbul", "Europe/Moscow", "Africa/Cairo", "Africa/Lagos", "Asia/Dubai", "Asia/Kolkata",
    "Asia/Jakarta", "Asia/Shanghai", "Asia/Tokyo", "Australia/Sydney", "Pacific/Auckland", "America/Sao_Paulo",
    "America/New_York", "America/Chicago", "America/Denver", "America/Los_Angeles", "America/Mexico_City",
)  # fmt: skip

_TIME = re.compile(r"(\d{1,2})(?:\s*[:.h]\s*(\d{2})?)?", re.ASCII)


def time_of_day(typed: str) -> time:
    """A time of day, written like 22:00, 7.30 or 22. ScreenRefusal for everything else."""
    found = _TIME.fullmatch(typed.strip())
    hour, minute = (int(found[1]), int(found[2] or 0)) if found else (24, 0)
    if hour > 23 or minute > 59:
        raise ScreenRefusal("“{typed}” is no time of day I can read. Write it like 22:00 or 7:30.", typed=typed[:40])
    return time(hour, minute)


def _plain(text: str) -> str:
    return text.strip().lower().replace(" ", "_")


def zone_meant(typed: str) -> str:
    """The zone as the database calls it, however it was written, be it a city alone; others stay as they are."""
    wanted = _plain(typed)
    whole = [zone for zone in ZONES if zone.lower() == wanted]
    cities = [zone for zone in ZONES if zone.lower().endswith(f"/{wanted}")]
    return next(iter(whole or cities), typed.strip())


def zones_like(typed: str) -> list[str]:
    """The zones that fit what was typed, at most as many as Discord shows; those whose city begins so come first."""
    wanted = _plain(typed)
    if not wanted:
        return list(WELL_KNOWN)
    fitting = [zone for zone in ZONES if wanted in zone.lower()]
    fitting.sort(key=lambda zone: not any(part.startswith(wanted) for part in zone.lower().split("/")))
    return fitting[:LISTED]


# Reminders


def habit_commands() -> list[Command]:
    """`/match remind` and `/match vacation`."""

    @app_commands.rename(quiet_from="quiet-from", quiet_to="quiet-to", zone="time-zone")
    @app_commands.describe(
        where="Where you are reminded of turns whose time runs out (default: in the match's channel)",
        quiet_from="No reminders from this time of day on, such as 22:00",
        quiet_to="Reminders again from this time of day on, such as 8:00",
        zone="Where these times hold, such as Europe/Rome",
    )
    @app_commands.choices(where=[app_commands.Choice(name=say(words), value=str(one)) for one, words in WHERE.items()])
    async def remind(
        interaction: Asked,
        where: str | None = None,
        quiet_from: str | None = None,
        quiet_to: str | None = None,
        zone: str | None = None,
    ) -> None:
        await think(interaction)
        matches, user = interaction.client.matches, interaction.user.id
        habits = await matches.habits(user)
        if where is not None:
            habits = replace(habits, remind=Reminding(where))
        if zone is not None:
            habits = replace(habits, zone=zone_meant(zone))
        if quiet_from is not None or quiet_to is not None:
            first, last = habits.quiet or NIGHT
            first = first if quiet_from is None else time_of_day(quiet_from)
            last = last if quiet_to is None else time_of_day(quiet_to)
            habits = replace(habits, quiet=_quiet(first, last))
        if (where, quiet_from, quiet_to, zone) != (None,) * 4:
            await matches.set_habits(user, habits)
        await _show_habits(interaction, habits)

    async def suggest_zones(_interaction: Asked, typed: str) -> list[app_commands.Choice[str]]:
        return [app_commands.Choice(name=zone, value=zone) for zone in zones_like(typed)]

    @app_commands.describe(days="How many days from now on; without it you read how many are left")
    async def vacation(interaction: Asked, days: app_commands.Range[int, 1, VACATION_DAYS] | None = None) -> None:
        await think(interaction)
        matches, user = interaction.client.matches, interaction.user.id
        taken = await (matches.vacation(user) if days is None else matches.go_on_vacation(user, days))
        await _show_vacation(interaction, taken)

    reminding: Command = app_commands.Command(
        name="remind", description="How you are reminded of turns whose time runs out", callback=remind
    )
    reminding.autocomplete("zone")(suggest_zones)
    resting: Command = app_commands.Command(
        name="vacation",
        description="Have your clocks stand still for some days, or see how many are left",
        callback=vacation,
    )
    return [reminding, resting]


def _quiet(first: time, last: time) -> tuple[time, time]:
    """ScreenRefusal for hours that are none."""
    if first == last:
        raise ScreenRefusal(
            "Quiet hours can't begin and end at the same time. `where` with “{none}” turns reminders off altogether.",
            none=say(WHERE[Reminding.NONE]),
        )
    return first, last


def _clock(at: time) -> str:
    return at.isoformat("minutes")


def habits_in_words(habits: Habits) -> str:
    """How somebody is reminded."""
    lines = [say(N_("### Your reminders")), say(REMINDED[habits.remind])]
    if habits.remind is not Reminding.NONE:
        lines.append(
            say(N_("A reminder comes when half of your time for a turn is over, and one when nearly all of it is."))
        )
        here = _clock(datetime.now(ZoneInfo(habits.zone)).time())
        if habits.quiet is None:
            lines.append(say(N_("They come at any time of day.")))
        else:
            first, last = map(_clock, habits.quiet)
            words = N_(
                "None comes between **{first}** and **{last}** ({zone}, where it is {here} now); it waits until then."
            )
            lines.append(say(words, first=first, last=last, zone=habits.zone, here=here))
    lines.append(say(N_("-# `/match remind` also takes your `time-zone`, and quiet hours to the minute.")))
    return "\n".join(lines)


async def _show_habits(interaction: Asked, habits: Habits, *, replace: bool = False) -> None:
    first, last = habits.quiet or (None, None)
    where = [
        discord.SelectOption(label=say(words), value=str(one), default=one is habits.remind)
        for one, words in WHERE.items()
    ]
    none = discord.SelectOption(label=say(N_("No quiet hours")), value="none", default=habits.quiet is None)
    rows = [row(select(say(N_("Where you are reminded")), where, 0, 0, "remind_where"))]
    if habits.remind is not Reminding.NONE:
        rows.append(
            row(select(say(N_("Quiet from")), [none, *_hours(N_("Quiet from {hour}"), first)], 0, 0, "remind_from"))
        )
    if habits.quiet is not None:
        rows.append(row(select(say(N_("Quiet until")), _hours(N_("Quiet until {hour}"), last), 0, 0, "remind_until")))
    await tell(interaction, habits_in_words(habits), rows=rows, replace=replace)


def _hours(words: str, chosen: time | None) -> list[discord.SelectOption]:
    """The hours of a day to choose from."""
    hours = [time(hour) for hour in range(24)]
    return [
        discord.SelectOption(label=say(words, hour=_clock(hour)), value=str(hour.hour), default=hour == chosen)
        for hour in hours
    ]


async def _change(press: Press, **changes: Any) -> None:
    matches = press.bot.matches
    habits = replace(await matches.habits(press.user), **changes)
    await matches.set_habits(press.user, habits)
    await _show_habits(press.interaction, habits, replace=True)


def _hour(press: Press) -> time:
    """The hour that was chosen. OldButton for what is none."""
    hour = number_in(press.value)
    if hour > 23:
        raise OldButton
    return time(hour)


@action("remind_where", "hold")
async def remind_where(press: Press) -> None:
    await _change(press, remind=press.value_of(Reminding))


@action("remind_from", "hold")
async def remind_from(press: Press) -> None:
    if press.value == "none":
        await _change(press, quiet=None)
        return
    habits = await press.bot.matches.habits(press.user)
    await _change(press, quiet=_quiet(_hour(press), (habits.quiet or NIGHT)[1]))


@action("remind_until", "hold")
async def remind_until(press: Press) -> None:
    habits = await press.bot.matches.habits(press.user)
    await _change(press, quiet=_quiet((habits.quiet or NIGHT)[0], _hour(press)))


# Vacations


def vacation_in_words(vacation: Vacation) -> str:
    """Whether somebody is on vacation, what that means, and how many days are left."""
    left = say(N_("1 day") if vacation.days_left == 1 else N_("{days} days"), days=vacation.days_left)
    if vacation.until is None:
        words = N_(
            "### You are not on vacation\nYou have {left} of vacation left this year. `/match vacation` with `days` "
            "begins one: until it is over your clocks stand still, and nobody calls you."
        )
        return say(words, left=left)
    words = N_(
        "### You are on vacation until {day} ({when})\nWherever it is your turn the clock stands still until then, and "
        "nobody calls or reminds you. On a seat that you share, the others of that seat still have their time. You can "
        "play meanwhile whenever you like.\n`days` once more sets another end, counted from now. After this vacation "
        "you have {left} left this year."
    )
    return say(words, day=day_of(vacation.until), when=from_now(vacation.until), left=left)


async def _show_vacation(interaction: Asked, vacation: Vacation, *, replace: bool = False) -> None:
    rows = []
    if vacation.until is not None:
        rows.append(row(button(say(N_("End the vacation")), 0, 0, "end_vacation", style=discord.ButtonStyle.primary)))
    await tell(interaction, vacation_in_words(vacation), rows=rows, replace=replace)


@action("end_vacation", "hold")
async def end_vacation(press: Press) -> None:
    await _show_vacation(press.interaction, await press.bot.matches.end_vacation(press.user), replace=True)
