"""What the log says of a database in trouble: once when that begins, once when it's over, however many meet it."""

import logging
from contextvars import ContextVar
from time import monotonic

from sqlalchemy.exc import DBAPIError

from bot.store.errors import Announced, StoreBusy, StoreNotWritable

log = logging.getLogger(__name__)

NOT_WRITABLE = "Can't write to the database %s (%s). Nothing can be played until that's fixed."
WRITABLE_AGAIN = "The database %s is writable again."
AWAY = "The database %s can't be reached, or others keep it locked (%s). Crux tries again until it answers."
BACK = "The database %s answers again, after %.0f s."


class Outages:
    """The trouble that a database is in now, as far as is known."""

    def __init__(self, name: str) -> None:
        self._name = name
        self.begun = 0
        """How many troubles there have been."""
        self._trouble: type[StoreBusy | StoreNotWritable] | None = None
        self._by_writing = False  # reading may work all the while
        self._since = 0.0

    def begin(self, trouble: type[StoreBusy | StoreNotWritable], cause: Exception | str, *, writing: bool) -> None:
        """Notes that a transaction has failed. What is known already isn't logged."""
        if self._trouble is None:
            words = str(cause.orig if isinstance(cause, DBAPIError) else cause).partition("\n")[0]
            reason = words or type(cause).__name__
            if trouble is StoreNotWritable:
                log.error(NOT_WRITABLE, self._name, reason)
            else:
                log.warning(AWAY, self._name, reason)
            self._trouble, self._by_writing, self._since = trouble, writing, monotonic()
            self.begun += 1

    def end(self, begun: int, *, writing: bool) -> None:
        """Notes that a transaction has succeeded, before which so many troubles had begun.

        One from before the last trouble doesn't show that it's over.
        """
        if self._trouble is not None and begun == self.begun and (writing or not self._by_writing):
            if self._trouble is StoreNotWritable:
                log.warning(WRITABLE_AGAIN, self._name)
            else:
                log.warning(BACK, self._name, monotonic() - self._since)
            self._trouble = None


class _Writing:
    """Whether a task, or one that it began, has written something."""

    has_written = False


_writing: ContextVar[_Writing | None] = ContextVar("writing", default=None)


def watch_writing() -> None:
    """Lets `has_written` speak of what the current task does from now on."""
    _writing.set(_Writing())


def note_writing() -> None:
    """Notes that a transaction was committed, or may have been."""
    watched = _writing.get()
    if watched is not None:
        watched.has_written = True


def has_written() -> bool:
    """Whether the current task may have written something; True if nobody has watched it."""
    watched = _writing.get()
    return watched is None or watched.has_written


def log_failure(logger: logging.Logger, error: BaseException, words: str, *values: object) -> None:
    """Logs that work has failed by this error, which `words` may quote, unless the log has its cause already."""
    logger.log(logging.DEBUG if isinstance(error, Announced) else logging.ERROR, words, *values)
