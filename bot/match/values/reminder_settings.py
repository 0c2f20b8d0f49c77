"""When and where people want to be called and reminded: how that is stored, and when quiet hours end."""

from collections.abc import Iterator, Mapping
from datetime import UTC, date, datetime, time, timedelta
from importlib.resources import files
from itertools import count
from typing import Any
from zoneinfo import ZoneInfo

from bot.match.values import NotifyBy, RemindBy, ReminderSettings
from bot.match.values.errors import UnknownZone
from bot.text.own_words import OwnWords

MINUTE, DAY = timedelta(minutes=1), timedelta(days=1)

ZONES = tuple(sorted(files("tzdata").joinpath("zones").read_text(encoding="utf-8").split()))
"""The time zones of the package tzdata. A machine may know others, but the next one to run the bot may not."""


def document_of(settings: ReminderSettings) -> dict[str, Any]:
    """The document stored for a person. Raises UnknownZone for a zone not in `ZONES`."""
    if settings.zone not in ZONES:
        raise UnknownZone(zone=OwnWords(settings.zone[:40]))
    quiet = None if settings.quiet is None else [at.isoformat("minutes") for at in settings.quiet]
    digest = [at.isoformat("minutes") for at in settings.digest]
    return {
        "remind": settings.remind,
        "zone": settings.zone,
        "quiet": quiet,
        "calls": settings.calls,
        "confirms": settings.confirms,
        "digest": digest,
        "orders": list(settings.orders),
        "contrast": settings.contrast,
    }


def settings_of(document: Mapping[str, Any] | None) -> ReminderSettings:
    """The settings in a stored document, or the defaults without one.

    Never fails, because everyone's clocks depend on it: UTC replaces an unknown zone, and the defaults replace a
    document that this release can't read.
    """
    if document is None:
        return ReminderSettings()
    try:
        quiet = document["quiet"]
        between = None if quiet is None else (time.fromisoformat(quiet[0]), time.fromisoformat(quiet[1]))
        zone = document["zone"] if document["zone"] in ZONES else ReminderSettings().zone
        calls = NotifyBy(document.get("calls", NotifyBy.CHANNEL))  # not in documents of earlier releases
        digest = tuple(map(time.fromisoformat, document.get("digest", ()))) or ReminderSettings().digest
        confirms = document.get("confirms", True) is not False  # likewise
        orders = tuple(str(name) for name in document.get("orders", ()))  # likewise
        contrast = document.get("contrast", False) is True  # likewise
        return ReminderSettings(RemindBy(document["remind"]), zone, between, calls, digest, confirms, orders, contrast)
    except (AttributeError, LookupError, TypeError, ValueError):
        return ReminderSettings()


def quiet_until(settings: ReminderSettings, now: datetime) -> datetime:
    """The next moment when someone may be reminded: now or, during their quiet hours, when those end.

    When daylight saving time begins or ends, a clock skips an hour or shows it twice. The time it shows decides.
    """
    zone = ZoneInfo(settings.zone)
    if settings.quiet is None or not _is_quiet(settings.quiet, zone, now):
        return now
    first, last = settings.quiet
    later = (moment for moment in _moments_at(last, zone, now) if moment > now)
    return next(moment for moment in later if first == last or not _is_quiet(settings.quiet, zone, moment))


def next_digest(settings: ReminderSettings, now: datetime) -> datetime:
    """The next of the times at which somebody wants a digest, later than now.

    On a day when clocks show such a time twice or skip it, the earlier one of its two readings counts.
    """
    zone = ZoneInfo(settings.zone)
    today = now.astimezone(zone).date()

    def later(at: time) -> Iterator[datetime]:
        for days in count():
            moment, _ = _readings(today + days * DAY, at, zone)
            if moment > now:
                yield moment

    return min(next(later(at)) for at in settings.digest)


def is_first_of_week(settings: ReminderSettings, slot: datetime) -> bool:
    """Whether a digest is the first of a week, which begins on Monday where its person lives."""
    local = slot.astimezone(ZoneInfo(settings.zone))
    monday = datetime.combine(local.date() - local.weekday() * DAY, time(), tzinfo=local.tzinfo)
    return next_digest(settings, monday.astimezone(UTC) - MINUTE) == slot


def _is_quiet(quiet: tuple[time, time], zone: ZoneInfo, moment: datetime) -> bool:
    first, last = quiet
    local_time = moment.astimezone(zone).time()
    return first <= local_time < last if first < last else local_time >= first or local_time < last


def _moments_at(at: time, zone: ZoneInfo, now: datetime) -> Iterator[datetime]:
    """The moments from today on at which clocks in a zone show this time of day.

    On a day when they show it twice or skip it, these are all minutes between its two readings.
    """
    today = now.astimezone(zone).date()
    for days in count():
        moment, latest = _readings(today + days * DAY, at, zone)
        while moment <= latest:
            yield moment
            moment += MINUTE


def _readings(day: date, at: time, zone: ZoneInfo) -> list[datetime]:
    """The earliest and the latest moment of a day that can be meant by this time; mostly they are the same."""
    local = datetime.combine(day, at, tzinfo=zone)
    return sorted(local.replace(fold=fold).astimezone(UTC) for fold in (0, 1))
