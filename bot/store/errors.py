"""Errors of the database, with a sentence for the host."""


class StoreUnusable(Exception):
    """The database can't be used; `str()` says in one or two sentences what is wrong and what to do."""


class StoreOutOfReach(StoreUnusable):
    """The same, but it may be usable later: others keep it locked, or its server can't be reached."""


class StoreBusy(Exception):
    """Another writer kept the database locked for longer than this process waits, or the server was lost.

    Nothing was written.
    """


class StoreUnsure(Exception):
    """The server was lost while it committed: all was written, or nothing. Reading after `Store.settle` shows which."""


class StoreNotWritable(Exception):
    """The file can't be written now, because the disk is full or permission is missing. Nothing was written."""
