"""What Sentry is told of an error, and what it never is."""

import logging
import sys
from typing import Any, ClassVar

import pytest
import sentry_sdk
from sentry_sdk.envelope import Envelope
from sentry_sdk.transport import Transport

from bot.computers.faults import where
from bot.reporting import ReportingUnusable, reporting

DSN = "https://key@localhost/1"
TYPED, PERSON, CUSTOM_ID = "queen of hearts to D4", 987654321987654321, "b:7:12:confirm:QH-D4"
log = logging.getLogger("bot.somewhere")


class Kept(Transport):
    """Keeps what would be sent; nothing leaves the process."""

    events: ClassVar[list[dict[str, Any]]] = []
    waited: ClassVar[list[float]] = []

    def flush(self, timeout: float, callback: Any = None) -> None:
        self.waited.append(timeout)

    def capture_envelope(self, envelope: Envelope) -> None:
        self.events.extend(item.payload.json or {"bytes": item.get_bytes()} for item in envelope.items)


@pytest.fixture
def sent() -> list[dict[str, Any]]:
    """What is sent during the test."""
    Kept.events.clear()
    Kept.waited.clear()
    return Kept.events


def failing(text: str, person: int) -> None:
    words = f"{text} by {person}"
    raise ValueError(words)


def test_an_error_is_sent_with_its_sentence_reference_and_places(sent: list[dict[str, Any]]) -> None:
    with reporting(DSN, transport=Kept):
        try:
            failing(TYPED, PERSON)
        except ValueError as error:
            log.error("Reference %s: %s: %s%s", "3F9A1C", f"interaction {PERSON} ({CUSTOM_ID})", where(error), "")
    (event,) = sent
    assert event["message"] == "Reference %s: %s: %s%s"
    assert event["tags"]["reference"] == "3F9A1C"
    assert event["tags"]["place"].endswith("> ValueError")
    assert "test_reporting.py:" in event["tags"]["place"]
    assert event["fingerprint"] == [event["message"], event["tags"]["place"]]  # another place is another error


def test_texts_ids_and_local_variables_are_not_sent(sent: list[dict[str, Any]]) -> None:
    with reporting(DSN, transport=Kept):
        log.info("somebody typed %s", TYPED)
        log.warning("somebody clicked %s", CUSTOM_ID)
        try:
            failing(TYPED, PERSON)
        except ValueError:
            log.exception("Match %s of %s: %s", 7, PERSON, CUSTOM_ID)
        logging.getLogger("discord.client").error(f"Ignoring exception of {PERSON}: {TYPED}")
    text = repr(sent)
    for secret in (TYPED, str(PERSON), CUSTOM_ID, "hearts", "QH"):
        assert secret not in text
    assert [one["message"].split(":")[0] for one in sent] == ["Match %s of %s", "discord.client"]
    assert sent[0]["fingerprint"] == ["Match %s of %s: %s", ""]
    (raised,) = sent[0]["exception"]["values"]
    assert raised["type"] == "ValueError"
    assert {"failing"} < {frame["function"] for frame in raised["stacktrace"]["frames"]}
    allowed = {"event_id", "timestamp", "level", "logger", "platform", "release"}
    assert all(event.keys() <= allowed | {"message", "tags", "fingerprint", "exception"} for event in sent)


def test_nothing_is_sent_without_an_address_nor_afterwards(sent: list[dict[str, Any]]) -> None:
    with reporting("", transport=Kept):
        log.error("Something is wrong")
    with reporting(DSN, transport=Kept):
        pass
    log.error("Something is wrong")
    assert sent == []


def test_what_is_still_to_be_sent_has_two_seconds_when_the_bot_stops(sent: list[dict[str, Any]]) -> None:
    with reporting(DSN, transport=Kept):
        assert Kept.waited == []
    assert Kept.waited == [2.0]


def test_sentrys_library_collects_nothing_on_its_own(
    sent: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not even what would stay here afterwards: texts would be in memory, and a fault could let them through."""
    monkeypatch.setenv("SENTRY_SPOTLIGHT", "1")
    with reporting(DSN, transport=Kept):
        client = sentry_sdk.get_client()
        breadcrumbs = sentry_sdk.get_isolation_scope()._breadcrumbs
        log.warning("somebody typed %s", TYPED)
        assert not breadcrumbs
        collecting = ("include_local_variables", "include_source_context", "auto_session_tracking")
        reporting_itself = ("send_client_reports", "spotlight", "enable_logs")
        assert not any(client.options[name] for name in (*collecting, *reporting_itself, "max_breadcrumbs"))
        assert client.integrations.keys() == {"logging"}
        logs: Any = client.integrations["logging"]
        assert (logs._breadcrumb_handler, logs._sentry_logs_handler) == (None, None)


def test_a_wrong_address_is_not_repeated() -> None:
    with pytest.raises(ReportingUnusable) as refused, reporting("https://secret@"):
        pass
    assert "secret" not in str(refused.value)
    assert refused.value.__suppress_context__


def test_a_missing_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sentry_sdk", None)
    with pytest.raises(ReportingUnusable, match=r"pip install .*\[sentry\]"), reporting(DSN):
        pass
