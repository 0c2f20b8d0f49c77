"""What each client of Discord has one of."""

from collections.abc import Callable
from typing import TypeVar
from weakref import WeakKeyDictionary

from cachetools import cached

from cogs.shared.client.client import Client

T = TypeVar("T")


def per_bot(make: Callable[[Client], T]) -> Callable[[Client], T]:
    """Lets a function make its value once for each client, and return the same from then on."""
    return cached(WeakKeyDictionary[Client, T](), key=lambda bot: bot)(make)
