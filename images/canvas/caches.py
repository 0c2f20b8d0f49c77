"""Bounded caches of pictures, for several threads."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import RLock
from typing import Generic, TypeVar

from PIL import Image

T = TypeVar("T")


class PictureCache(Generic[T]):
    """A cache of pictures that drops the least recently used first. Don't draw on the pictures it returns.

    `limit` is how many bytes it may hold; `weigh` returns those of a picture.
    """

    def __init__(self, limit: int, weigh: Callable[[T], int]) -> None:
        self.limit = limit
        self._weigh = weigh
        self._bytes = 0
        self._pictures: OrderedDict[Hashable, T] = OrderedDict()
        self._lock = RLock()

    def get(self, key: Hashable, make: Callable[[], T]) -> T:
        """The picture cached under `key`, drawn now if there is none, by one thread at a time."""
        with self._lock:
            if key in self._pictures:
                self._pictures.move_to_end(key)
                return self._pictures[key]
            picture = self._pictures[key] = make()
            self._bytes += self._weigh(picture)
            while self._bytes > self.limit and len(self._pictures) > 1:
                self._bytes -= self._weigh(self._pictures.popitem(last=False)[1])
            return picture

    def __len__(self) -> int:
        return len(self._pictures)


def bytes_of(image: Image.Image) -> int:
    """The bytes that a picture takes: Pillow keeps four for each pixel that has a colour."""
    return image.width * image.height * (1 if image.mode == "L" else 4)
