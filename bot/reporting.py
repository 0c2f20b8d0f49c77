"""Errors sent to Sentry, if the operator has named a project there: what went wrong where in the code, no more.

What is sent is copied by name, not what is secret left out. So whatever Sentry's library collects on its own, and
whatever a player's text or id gets into, stays here.
"""

import logging
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sentry_sdk.transport import Transport
    from sentry_sdk.types import Event, Hint

OURS = ("bot", "cogs", "images", "__main__")
PASSED_ON = ("event_id", "timestamp", "level", "logger", "platform", "release")
OF_A_FRAME = ("filename", "function", "lineno", "module")
FLUSH_SECONDS = 2.0  # for what is still to be sent when the bot stops

_REFERENCE = re.compile(r"[0-9A-Fa-f]{6,8}")
_PLACE = re.compile(r"(?:[\w.-]+/[\w.-]+\.py:\d+ > )+\w+")  # as `bot.computers.faults.where` writes it


class ReportingUnusable(Exception):
    """Errors can't be sent; the message says why, and never where to."""


@contextmanager
def reporting(dsn: str, *, transport: "type[Transport] | None" = None) -> Iterator[None]:
    """Sends each logged error to this project while the context lasts; sends nothing for an empty `dsn`.

    `transport` replaces the way to Sentry. Raises ReportingUnusable if sentry-sdk is missing or the address is wrong.
    """
    if not dsn:
        yield
        return
    try:
        import sentry_sdk
        from sentry_sdk.integrations.logging import LoggingIntegration
        from sentry_sdk.utils import BadDsn
    except ImportError:
        raise ReportingUnusable(
            "SENTRY_DSN is set, but the package sentry-sdk isn't installed. Install it with "
            "`pip install --constraint constraints.txt '.[sentry]'`, or remove the setting."
        ) from None
    try:
        sentry_sdk.init(
            dsn=dsn,
            transport=transport,
            release=f"crux@{version('crux-bot')}",
            # Without breadcrumbs and log lines, which contain texts, and without anything that looks into frames.
            integrations=[LoggingIntegration(level=None, event_level=logging.ERROR, sentry_logs_level=None)],
            default_integrations=False,
            before_send=scrub,
            max_breadcrumbs=0,
            include_local_variables=False,
            include_source_context=False,
            # Nothing that doesn't go through `scrub`.
            auto_session_tracking=False,
            send_client_reports=False,
            spotlight=False,
        )
    except BadDsn:
        raise ReportingUnusable("SENTRY_DSN isn't the address of a project on Sentry.") from None
    try:
        yield
    finally:
        sentry_sdk.get_client().close(FLUSH_SECONDS)


def scrub(event: "Event", hint: "Hint") -> "Event | None":
    """What is sent of an error: the sentence in the code without its values, the reference, and places in the code."""
    record = hint.get("log_record")
    if not isinstance(record, logging.LogRecord):
        return None
    sentence, place = _sentence(record), _first(record, _PLACE)
    report: dict[str, Any] = {name: value for name, value in event.items() if name in PASSED_ON}
    report["message"] = sentence
    report["tags"] = {
        name: value for name, value in (("reference", _first(record, _REFERENCE)), ("place", place)) if value
    }
    report["fingerprint"] = [sentence, place or ""]
    exceptions = (event.get("exception") or {}).get("values") or []
    if exceptions:
        report["exception"] = {"values": [_kind_and_places(one) for one in exceptions]}
    return report  # type: ignore[return-value]  # it has only fields of an event


def _sentence(record: logging.LogRecord) -> str:
    """The sentence of a log line as it stands in the code; of other packages only where it stands."""
    if record.name.split(".")[0] in OURS and isinstance(record.msg, str):
        return record.msg
    return f"{record.name}: {record.funcName}:{record.lineno}"


def _first(record: logging.LogRecord, pattern: re.Pattern[str]) -> str | None:
    """The first value of a log line that is nothing but this."""
    values = record.args if isinstance(record.args, tuple) else ()
    return next((one for one in values if isinstance(one, str) and pattern.fullmatch(one)), None)


def _kind_and_places(exception: Mapping[str, Any]) -> dict[str, Any]:
    """The kind of an exception and the calls that led to it, without its text."""
    frames = (exception.get("stacktrace") or {}).get("frames") or []
    calls = [{name: frame[name] for name in OF_A_FRAME if name in frame} for frame in frames]
    return {"type": exception.get("type"), "module": exception.get("module"), "stacktrace": {"frames": calls}}
