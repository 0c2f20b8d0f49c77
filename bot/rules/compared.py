"""Positions that are compared by what their documents say, not by what has been worked out from it."""

from abc import abstractmethod

from bot.rules.api import M, State


class Compared(State[M]):
    """A state that is equal to those of its own class with the same content."""

    __slots__ = ()

    @property
    @abstractmethod
    def _content(self) -> tuple[object, ...]:
        """Everything the position document says."""

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, type(self)):
            return NotImplemented
        return self._content == other._content

    def __hash__(self) -> int:
        return hash(self._content)
