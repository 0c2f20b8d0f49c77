"""What stands in the place of the bot's own things while it is simulated."""

from typing import Any
from unittest.mock import patch


def put(owner: object, **things: Any) -> None:
    """Puts these in the place of a module's or a class's own of the same names, for good.

    Raises `AttributeError` if it has nothing of a name, as after a change of names.
    """
    patch.multiple(owner, **things).start()
