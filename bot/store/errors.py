"""What can be wrong with the database, in a sentence for the host."""


class StoreUnusable(Exception):
    """The database can't be used; `str()` says in one or two sentences what is wrong and what to do about it."""


class StoreBusy(Exception):
    """Somebody else kept the database locked for longer than this process was willing to wait."""


class StoreNotWritable(Exception):
    """The file can't be written just now, for want of room or of the right to; nothing was written."""
