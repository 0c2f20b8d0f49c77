"""Errors of the database, with a sentence for the host."""


class StoreUnusable(Exception):
    """The database can't be used; `str()` says in one or two sentences what is wrong and what to do."""


class StoreOutOfReach(StoreUnusable):
    """The database can't be used now, but may be later: others keep it locked, or its server can't be reached."""


class Announced(Exception):
    """An error that follows from something the log has already: whoever meets it needn't log it again."""


class StoreBusy(Announced):
    """Another writer kept the database locked for longer than this process waits, or the server was lost.

    Nothing was written.
    """


class StoreUnsure(Announced):
    """The server was lost while it committed: all was written, or nothing. Reading after `Store.settle` shows which."""


class StoreNotWritable(Announced):
    """The file can't be written now: the disk is full, or permission is missing. Nothing was written."""


class StoreGone(StoreNotWritable):
    """The file isn't where it was: what is written now would be lost with the next start."""
