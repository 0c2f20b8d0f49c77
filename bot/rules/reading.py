"""Fields of documents and options: what each may contain, and how to read and write it.

A field is a function that reads one value; its second argument is the value's key, such as "pawns[1][3]". Every refusal
is a BadDocument that begins with this key.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, TypeVar

from bot.rules.api import Option, Quoted, Words, fault

T = TypeVar("T")
Field = Callable[[object, str], T]


def show(value: object) -> str | Words:
    """A document's value for a message: short, and safe however odd the value is."""
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, str):
        return Quoted(repr(value if len(value) <= 40 else value[:39] + "…"))
    if isinstance(value, int) and abs(value) < 10**12:
        return str(int(value))
    if isinstance(value, int | float):
        return Words("this number")
    if isinstance(value, list | tuple):
        return Words("a list")
    return Words("an object") if isinstance(value, Mapping) else type(value).__name__[:40]


# -------------------------------------------------------------------------------------------------------- single values


def boolean(value: object, key: str) -> bool:
    if not isinstance(value, bool):
        raise fault(key, "{value} is neither true nor false", value=show(value))
    return value


def text(value: object, key: str) -> str:
    if not isinstance(value, str):
        raise fault(key, "{value} is not a text", value=show(value))
    return value


def number(least: int | None = None, most: int | None = None) -> Field[int]:
    """A whole number from `least` to `most`, inclusive; not a boolean."""

    def read(value: object, key: str) -> int:
        if type(value) is not int or (least is not None and value < least) or (most is not None and value > most):
            if least is None:
                raise fault(key, "{value} is not a whole number", value=show(value))
            if most is None:
                raise fault(key, "{value} is not a whole number of {least} or more", value=show(value), least=least)
            raise fault(
                key,
                "{value} is not a whole number from {least} to {most}",
                value=show(value),
                least=least,
                most=most,
            )
        return value

    return read


whole_number = number()


def read_choice(value: object, key: str, choices: Collection[str]) -> str:
    """One of these texts."""
    if not isinstance(value, str) or value not in choices:
        raise fault(key, "{value} is none of {choices}", value=show(value), choices=tuple(choices))
    return str(value)


def choice(choices: Collection[str]) -> Field[Any]:
    """Like `read_choice`, as a field."""
    return lambda value, key: read_choice(value, key, choices)


def lookup(values: Mapping[str, T], refusal: str) -> Field[T]:
    """The game's own value for one of these names; `refusal` says that a {value} isn't one."""

    def read(value: object, key: str) -> T:
        choice = values.get(value) if isinstance(value, str) else None
        if choice is None:
            raise fault(key, refusal, value=show(value))
        return choice

    return read


def optional(field: Field[T]) -> Field[T | None]:
    """Like `field`, or null."""
    return lambda value, key: None if value is None else field(value, key)


# ------------------------------------------------------------------------------------------------- lists and objects


def read_list(value: object, key: str, length: int | None = None) -> list[object]:
    if not isinstance(value, list):
        raise fault(key, "{value} is not a list", value=show(value))
    if length is not None and len(value) != length:
        raise fault(key, "there are {number} entries instead of {length}", number=len(value), length=length)
    return value


def each(field: Field[T], length: int | None = None) -> Field[tuple[T, ...]]:
    """A list of entries of one kind, of any length or of this one."""
    return lambda value, key: tuple(
        [field(entry, f"{key}[{index}]") for index, entry in enumerate(read_list(value, key, length))]
    )


def ascending(field: Field[T], length: int | None = None) -> Field[tuple[T, ...]]:
    """Like `each`, sorted in ascending order."""
    entries = each(field, length)
    return lambda value, key: tuple(sorted(entries(value, key)))  # type: ignore[type-var]  # numbers or pairs of them


def read_object(value: object, key: str, keys: Collection[str]) -> Mapping[str, object]:
    """An object with exactly these keys. `key` is its place; "" is the document itself."""
    name = key or Words("the document")
    if not isinstance(value, Mapping):
        raise fault(name, "{value} is not an object", value=show(value))
    if value.keys() == set(keys):
        return value
    for unknown in value:
        if unknown not in keys:
            raise fault(
                name, "unknown key {unknown}. The keys are {choices}", unknown=show(unknown), choices=tuple(keys)
            )
    missing = next(name for name in keys if name not in value)
    raise fault(f"{key}.{missing}" if key else missing, "this key is missing")


def record(make: Callable[..., T], **fields: Field[Any]) -> Field[T]:
    """An object with exactly these fields, converted to one value of the game."""

    def read(value: object, key: str) -> T:
        values = read_object(value, key, fields)
        return make(**{name: field(values[name], f"{key}.{name}") for name, field in fields.items()})

    return read


def read_document(doc: object, game: str, keys: Sequence[str]) -> Mapping[str, object]:
    """The values of a position document of this game, which has exactly these keys."""
    values = read_object(doc, "", keys)
    if not isinstance(values["game"], str) or values["game"] != game:
        raise fault("game", "{value} is not {game}", value=show(values["game"]), game=repr(game))
    return values


def read_fields(values: Mapping[str, object], fields: Mapping[str, Field[Any]]) -> dict[str, Any]:
    """The values of some keys of a document."""
    return {name: field(values[name], name) for name, field in fields.items()}


def write_value(value: Any) -> Any:
    """A value as in a document: a named tuple is an object, any other tuple a list."""
    if isinstance(value, tuple):
        if hasattr(value, "_fields"):
            return {name: write_value(part) for name, part in zip(value._fields, value, strict=True)}
        return [write_value(part) for part in value]
    return value


# ------------------------------------------------------------------------------------------------------ whole documents


def refuse(wrong: object, key: str, problem: str, /, **values: object) -> None:
    """Raises the `fault` of a key if something is wrong with it."""
    if wrong:
        raise fault(key, problem, **values)


def fit(right: object, key: str, *others: str) -> None:
    """Refuses a key whose value contradicts those of other keys, unless it's right."""
    if not right:
        raise fault(key, "this does not fit {choices}", choices=others)


# ------------------------------------------------------------------------------------------------- seats and options


def read_seats(seats: object, allowed: Sequence[int]) -> int:
    """A number of seats that can play."""
    if type(seats) is not int or seats not in allowed:
        raise fault("seats", "{seats} can't play. Possible: {choices}", seats=show(seats), choices=tuple(allowed))
    return seats


def read_options(document: object, options: Sequence[Option], *, whole: bool = False) -> dict[str, Any]:
    """The values of all options; with `whole` none may be missing, otherwise defaults are filled in."""
    values: dict[str, Any] = {option.name: option.default for option in options}
    if whole:
        read_object(document, "options", values)
    if not isinstance(document, Mapping):
        raise fault("options", "{given} is not an object", given=show(document))
    for name in document:
        if name not in values:
            raise fault(
                "options", "unknown option {name}. The options are {choices}", name=show(name), choices=tuple(values)
            )
    for option in options:
        if option.name in document:
            values[option.name] = _read_option(option, document[option.name])
    return values


def _read_option(option: Option, value: object) -> object:
    if option.type is bool:
        return boolean(value, f"options.{option.name}")
    if option.type is str:
        return read_choice(value, f"options.{option.name}", option.choices)
    return number(option.min or 0, option.max)(value, f"options.{option.name}")
