"""Values that are computed once for each position, on first use."""

from collections.abc import Callable
from typing import Any, Generic, Self, TypeVar, overload

V = TypeVar("V")


class cached(Generic[V]):  # noqa: N801 - used like a property
    """`functools.cached_property` without the lock it takes before Python 3.12, which costs more than many moves."""

    def __init__(self, work_out: Callable[[Any], V]) -> None:
        self._work_out = work_out
        self.__doc__ = work_out.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    @overload
    def __get__(self, instance: None, owner: type) -> Self: ...

    @overload
    def __get__(self, instance: object, owner: type) -> V: ...

    def __get__(self, instance: object | None, owner: type) -> V | Self:
        if instance is None:
            return self
        value = instance.__dict__[self._name] = self._work_out(instance)
        return value
