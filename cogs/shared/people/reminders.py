"""A person's settings for all their matches: calls, reminders and vacations."""

import re
from dataclasses import replace
from datetime import datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import discord
from discord import app_commands, ui

from bot.match import VACATION_DAYS, ZONES, NotifyBy, RemindBy, ReminderSettings, Vacation
from bot.text import N_, say
from bot.text.own_words import OwnWords
from cogs.shared.client.languages import Languages
from cogs.shared.client.refusals import ScreenRefusal
from cogs.shared.interactions.autocomplete import MAX_CHOICES
from cogs.shared.interactions.clicks import Click, OutdatedButton, action, button, number_in, options, row, select
from cogs.shared.interactions.replies import Interaction, reply
from cogs.shared.interactions.slash import Command, choices_of, slash
from cogs.shared.wording.labels import join_list
from cogs.shared.wording.times import day_of, duration, from_now

WHERE = {
    RemindBy.CHANNEL: N_("In the match's channel"),
    RemindBy.DM: N_("By direct message"),
    RemindBy.NONE: N_("Not at all"),
}

REMINDED = {
    RemindBy.CHANNEL: N_("I'll remind you in the match's channel."),
    RemindBy.DM: N_("I'll remind you by direct message, or in the match's channel if you don't accept those."),
    RemindBy.NONE: N_("I won't remind you when your time is running out."),
}

CALLS = {
    NotifyBy.CHANNEL: N_("In the match's channel"),
    NotifyBy.DM: N_("By direct message, with the board"),
    NotifyBy.DIGEST: N_("Once or twice a day, all matches together"),
}

CALLED = {
    NotifyBy.CHANNEL: N_("When it's your turn, I ping you in the match's channel."),
    NotifyBy.DM: N_(
        "When it's your turn, I send you the board by direct message. If you don't accept those, I ping you in the "
        "channel."
    ),
    NotifyBy.DIGEST: N_(
        "I send you one direct message with all matches that wait for you. A turn that would be over before that calls "
        "you immediately, by direct message."
    ),
}

NIGHT = (time(22), time(8))  # the default for quiet hours
MOST_DIGESTS = 2  # a day

WELL_KNOWN = (
    "UTC", "Europe/London", "Europe/Berlin", "Europe/Paris", "Europe/Rome", "Europe/Madrid", "Europe/Warsaw",
    "Europe/Athens", "Europe/Istanbul", "Europe/Moscow", "Africa/Cairo", "Africa/Lagos", "Asia/Dubai", "Asia/Kolkata",
    "Asia/Jakarta", "Asia/Shanghai", "Asia/Tokyo", "Australia/Sydney", "Pacific/Auckland", "America/Sao_Paulo",
    "America/New_York", "America/Chicago", "America/Denver", "America/Los_Angeles", "America/Mexico_City",
)  # fmt: skip

_TIME = re.compile(r"(\d{1,2})(?:\s*[:.h]\s*(\d{2})?)?", re.ASCII)


def time_of_day(typed: str) -> time:
    """A time of day, such as 22:00, 7.30 or 22. Raises ScreenRefusal for anything else."""
    match = _TIME.fullmatch(typed.strip())
    hour, minute = (int(match[1]), int(match[2] or 0)) if match else (24, 0)
    if hour > 23 or minute > 59:
        raise ScreenRefusal(
            "“{typed}” isn't a time of day I can read. Write it like 22:00 or 7:30.", typed=OwnWords(typed[:40])
        )
    return time(hour, minute)


def times_of_day(typed: str) -> tuple[time, ...]:
    """One or two times of day, separated by a comma or a space, in their order. Raises ScreenRefusal."""
    times = sorted({time_of_day(one) for one in re.split(r"[,;、，]|\s+(?=\d)", typed) if one.strip()})
    if not 0 < len(times) <= MOST_DIGESTS:
        raise ScreenRefusal("Choose one or two times of day, such as 8:00, 20:00.")
    return tuple(times)


def _plain(text: str) -> str:
    return text.strip().lower().replace(" ", "_")


def zone_for(typed: str) -> str:
    """The canonical name of a zone in any spelling, even just a city; others stay as they are."""
    wanted = _plain(typed)
    whole = [zone for zone in ZONES if zone.lower() == wanted]
    cities = [zone for zone in ZONES if zone.lower().endswith(f"/{wanted}")]
    return next(iter(whole or cities), typed.strip())


def matching_zones(typed: str) -> list[str]:
    """The zones that fit what was typed, at most as many as Discord shows; zones whose city begins so come first."""
    wanted = _plain(typed)
    if not wanted:
        return list(WELL_KNOWN)
    fitting = [zone for zone in ZONES if wanted in zone.lower()]
    fitting.sort(key=lambda zone: not any(part.startswith(wanted) for part in zone.lower().split("/")))
    return fitting[:MAX_CHOICES]


# Reminders


def reminder_commands() -> list[Command]:
    @app_commands.rename(quiet_from="quiet-from", quiet_to="quiet-to", zone="time-zone")
    @app_commands.describe(
        turns=N_("Where to tell you that it's your turn (default: in the match's channel)"),
        where=N_("Where to remind you before your time runs out (default: in the match's channel)"),
        quiet_from=N_("No reminders after this time of day, such as 22:00"),
        quiet_to=N_("Reminders again after this time of day, such as 8:00"),
        digest=N_("When to send you all your turns together: one or two times of day, such as 8:00, 20:00"),
        zone=N_("Your time zone, such as Europe/Rome"),
    )
    @app_commands.choices(where=choices_of(WHERE), turns=choices_of(CALLS))
    async def remind(
        interaction: Interaction,
        turns: str | None = None,
        where: str | None = None,
        quiet_from: str | None = None,
        quiet_to: str | None = None,
        digest: str | None = None,
        zone: str | None = None,
    ) -> None:
        matches, user = interaction.client.matches, interaction.user.id
        settings = await matches.reminders.settings(user)
        if digest is not None:
            settings = replace(settings, calls=NotifyBy.DIGEST, digest=times_of_day(digest))
        if turns is not None:
            settings = replace(settings, calls=NotifyBy(turns))
        if where is not None:
            settings = replace(settings, remind=RemindBy(where))
        if zone is not None:
            settings = replace(settings, zone=zone_for(zone))
        if quiet_from is not None or quiet_to is not None:
            first, last = settings.quiet or NIGHT
            first = first if quiet_from is None else time_of_day(quiet_from)
            last = last if quiet_to is None else time_of_day(quiet_to)
            settings = replace(settings, quiet=_quiet_hours(first, last))
        if (turns, where, quiet_from, quiet_to, digest, zone) != (None,) * 6:
            await matches.reminders.change_settings(user, settings)
        await show_reminders(interaction, settings)

    async def suggest_zones(_interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return [app_commands.Choice(name=zone, value=zone) for zone in matching_zones(typed)]

    @app_commands.describe(days=N_("How many days, starting now; leave it out to see how many are left"))
    async def vacation(interaction: Interaction, days: app_commands.Range[int, 1, VACATION_DAYS] | None = None) -> None:
        vacations, user = interaction.client.matches.vacations, interaction.user.id
        await _show_vacation(interaction, await (vacations.of(user) if days is None else vacations.begin(user, days)))

    reminding = N_("Choose where to be told that it's your turn, and how to be reminded")
    resting = N_("Pause your clocks for some days, or see how many days are left")
    return [slash("remind", reminding, remind, zone=suggest_zones), slash("vacation", resting, vacation)]


def _quiet_hours(first: time, last: time) -> tuple[time, time]:
    """Quiet hours. Raises ScreenRefusal if they are empty."""
    if first == last:
        raise ScreenRefusal(
            "Quiet hours can't begin and end at the same time. To turn reminders off altogether, set `where` "
            "to “{none}”.",
            none=say(WHERE[RemindBy.NONE]),
        )
    return first, last


def _clock(at: time) -> str:
    return at.isoformat("minutes")


def describe_reminders(settings: ReminderSettings) -> str:
    here = _clock(datetime.now(ZoneInfo(settings.zone)).time())
    in_digest = settings.calls is NotifyBy.DIGEST
    lines = [say(N_("### Your reminders")), say(CALLED[settings.calls])]
    if in_digest:
        words = N_("Your digest comes at **{times}** ({zone}, where it's {here} now).")
        lines.append(say(words, times=join_list([*map(_clock, settings.digest)]), zone=settings.zone, here=here))
    lines.append(say(REMINDED[settings.remind]))
    if settings.remind is not RemindBy.NONE:
        words = N_("You get one when half of your time for a turn is gone, and another when nearly all of it is.")
        if in_digest:
            words = N_("You get one when nearly all of your time for a turn is gone.")
        lines.append(say(words))
        if settings.quiet is None:
            lines.append(say(N_("Reminders come at any time of day.")))
        else:
            first, last = map(_clock, settings.quiet)
            words = N_(
                "No reminders between **{first}** and **{last}** ({zone}, where it's {here} now). They'll come "
                "afterwards."
            )
            lines.append(say(words, first=first, last=last, zone=settings.zone, here=here))
    asked = N_("You confirm each move that you choose.")
    if not settings.confirms:
        asked = N_("What you choose is played without asking, unless it gives up something for good.")
    lines.append(say(asked))
    if settings.contrast:
        lines.append(say(N_("Pictures that only you see have high contrast.")))
    lines.append(say(N_("-# With `/match remind` you can also set your `time-zone`, and quiet hours to the minute.")))
    return "\n".join(lines)


async def show_reminders(interaction: Interaction, settings: ReminderSettings, *, replace: bool = False) -> None:
    """Shows someone's settings for reminders, with lists to change them."""
    first, last = settings.quiet or (None, None)
    where = {one: say(N_("Reminders · {where}"), where=say(words)) for one, words in WHERE.items()}
    calls = {one: say(N_("Your turn · {where}"), where=say(words)) for one, words in CALLS.items()}
    none = discord.SelectOption(label=say(N_("No quiet hours")), value="none", default=settings.quiet is None)
    rows = [
        row(select(say(N_("Where to tell you that it's your turn")), options(calls, settings.calls), "call_where")),
        *_digest_rows(settings),
        row(select(say(N_("Where to remind you")), options(where, settings.remind), "remind_where")),
    ]
    if settings.remind is not RemindBy.NONE:
        hours = [none, *_hours(N_("Quiet from {hour}"), first)]
        rows.append(row(select(say(N_("Quiet from")), hours, "remind_from")))
        if settings.quiet is not None:
            until = _hours(N_("Quiet until {hour}"), last)
            rows.append(row(select(say(N_("Quiet until")), until, "remind_until")))
    label = N_("Play without asking") if settings.confirms else N_("Confirm each move")
    look = N_("Usual pictures") if settings.contrast else N_("High-contrast pictures")
    rows.append(
        row(
            button(say(label), "confirm_moves", "no" if settings.confirms else "yes"),
            button(say(look), "own_contrast", "no" if settings.contrast else "yes"),
        )
    )
    await reply(interaction, describe_reminders(settings), rows=rows, replace=replace)


def _digest_rows(settings: ReminderSettings) -> list[ui.ActionRow[Any]]:
    """The lists of the hours at which digests come."""
    if settings.calls is not NotifyBy.DIGEST:
        return []
    first, second = (*settings.digest, None)[:2]
    none = discord.SelectOption(label=say(N_("No second digest")), value="none", default=second is None)
    hours = [none, *_hours(N_("And at {hour}"), second)]
    return [
        row(select(say(N_("Digest at")), _hours(N_("Digest at {hour}"), first), "digest_first")),
        row(select(say(N_("Second digest")), hours, "digest_second")),
    ]


def _hours(words: str, chosen: time | None) -> list[discord.SelectOption]:
    """The hours of a day to choose from; a time between two of them is none of them."""
    labels = {hour: say(words, hour=_clock(time(hour))) for hour in range(24)}
    return options(labels, chosen.hour if chosen is not None and chosen == time(chosen.hour) else None)


async def _change(click: Click, **changes: Any) -> None:
    matches = click.bot.matches
    settings = replace(await matches.reminders.settings(click.user), **changes)
    await matches.reminders.change_settings(click.user, settings)
    await show_reminders(click.interaction, settings, replace=True)


def _hour(click: Click) -> time:
    """The chosen hour. Raises OutdatedButton for an invalid one."""
    hour = number_in(click.value)
    if hour > 23:
        raise OutdatedButton
    return time(hour)


@action("call_where", "update")
async def call_where(click: Click) -> None:
    await _change(click, calls=click.value_as(NotifyBy))


@action("digest_first", "update")
async def digest_first(click: Click) -> None:
    settings = await click.bot.matches.reminders.settings(click.user)
    await _change(click, digest=_in_order(_hour(click), *settings.digest[1:]))


@action("digest_second", "update")
async def digest_second(click: Click) -> None:
    settings = await click.bot.matches.reminders.settings(click.user)
    more = () if click.value == "none" else (_hour(click),)
    await _change(click, digest=_in_order(settings.digest[0], *more))


def _in_order(*times: time) -> tuple[time, ...]:
    return tuple(sorted(set(times)))


@action("remind_where", "update")
async def remind_where(click: Click) -> None:
    await _change(click, remind=click.value_as(RemindBy))


@action("confirm_moves", "update")
async def confirm_moves(click: Click) -> None:
    """Switches on or off that each move is confirmed."""
    await _change(click, confirms=_is_yes(click))


@action("own_contrast", "update")
async def own_contrast(click: Click) -> None:
    """Switches on or off that pictures which only this person sees have strong contrasts."""
    await _change(click, contrast=_is_yes(click))
    Languages.of(click.bot).forget_theme(click.user)


def _is_yes(click: Click) -> bool:
    """Which of two buttons it is. Raises OutdatedButton for none of them."""
    if click.payload not in ("yes", "no"):
        raise OutdatedButton
    return click.payload == "yes"


@action("remind_from", "update")
async def remind_from(click: Click) -> None:
    if click.value == "none":
        await _change(click, quiet=None)
        return
    settings = await click.bot.matches.reminders.settings(click.user)
    await _change(click, quiet=_quiet_hours(_hour(click), (settings.quiet or NIGHT)[1]))


@action("remind_until", "update")
async def remind_until(click: Click) -> None:
    settings = await click.bot.matches.reminders.settings(click.user)
    await _change(click, quiet=_quiet_hours((settings.quiet or NIGHT)[0], _hour(click)))


# Vacations


def describe_vacation(vacation: Vacation) -> str:
    """Whether someone is on vacation, what that means, and how many days are left."""
    days_left = duration(timedelta(days=vacation.days_left))
    if vacation.until is None:
        words = N_(
            "### You're not on vacation\nYou have {left} of vacation left this year. Start one with `/match "
            "vacation` and `days`. Until it's over, your clocks are paused and nobody pings you."
        )
        return say(words, left=days_left)
    words = N_(
        "### You're on vacation until {day} ({when})\nUntil then your clocks are paused, and nobody pings or "
        "reminds you. On a shared seat, the clock still runs for the others. You can play whenever you "
        "like.\nUse `days` again to set a new end, counted from now. After this vacation you have {left} "
        "left this year."
    )
    return say(words, day=day_of(vacation.until), when=from_now(vacation.until), left=days_left)


async def _show_vacation(interaction: Interaction, vacation: Vacation, *, replace: bool = False) -> None:
    rows = []
    if vacation.until is not None:
        rows.append(row(button(say(N_("End vacation")), "end_vacation", style="primary")))
    await reply(interaction, describe_vacation(vacation), rows=rows, replace=replace)


@action("end_vacation", "update")
async def end_vacation(click: Click) -> None:
    await _show_vacation(click.interaction, await click.bot.matches.vacations.end(click.user), replace=True)
