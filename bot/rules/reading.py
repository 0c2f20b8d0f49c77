"""Reading documents and options value by value. Every refusal is a ValueError that begins with the key it is about."""

from collections.abc import Mapping, Sequence
from typing import Any

from bot.rules.api import Option


def shown(value: object) -> str:
    """A value of a document as it may stand in a message: short, and never a trap however odd the value is."""
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, str):
        return repr(value if len(value) <= 40 else value[:39] + "…")
    if isinstance(value, int) and abs(value) < 10**12:
        return str(int(value))
    if isinstance(value, int | float):
        return "this number"
    if isinstance(value, list | tuple):
        return "a list"
    return "an object" if isinstance(value, Mapping) else f"a {type(value).__name__[:40]}"


def read_object(value: object, key: str, keys: Sequence[str]) -> Mapping[str, object]:
    """An object with exactly these keys. `key` is where it stands; "" is the document itself."""
    name = key or "the document"
    if not isinstance(value, Mapping):
        raise ValueError(f"{name}: {shown(value)} is not an object")
    prefix = f"{key}." if key else ""
    for unknown in value:
        if unknown not in keys:
            raise ValueError(f"{name}: unknown key {shown(unknown)}; the keys are {', '.join(keys)}")
    for needed in keys:
        if needed not in value:
            raise ValueError(f"{prefix}{needed}: this key is missing")
    return value


def read_list(value: object, key: str) -> list[object]:
    if not isinstance(value, list):
        raise ValueError(f"{key}: {shown(value)} is not a list")
    return value


def read_boolean(value: object, key: str) -> bool:
    if not isinstance(value, bool):
        raise ValueError(f"{key}: {shown(value)} is neither true nor false")
    return value


def read_number(value: object, key: str, least: int | None = None, most: int | None = None) -> int:
    """A whole number from `least` to `most`, both included; a boolean is none."""
    if type(value) is not int or (least is not None and value < least) or (most is not None and value > most):
        wanted = "" if least is None else f" ({least} or more)" if most is None else f" ({least} to {most})"
        raise ValueError(f"{key}: {shown(value)} is not a whole number{wanted}")
    return value


def read_choice(value: object, key: str, choices: Sequence[str]) -> str:
    """One of these texts."""
    if not isinstance(value, str) or value not in choices:
        raise ValueError(f"{key}: {shown(value)} is none of {', '.join(choices)}")
    return str(value)


def read_options(given: object, options: Sequence[Option]) -> dict[str, Any]:
    """The values of all options, those left out at their defaults."""
    if not isinstance(given, Mapping):
        raise ValueError(f"options: {shown(given)} is not an object")
    known = {option.name: option for option in options}
    chosen: dict[str, Any] = {option.name: option.default for option in options}
    for name, value in given.items():
        if name not in known:
            raise ValueError(f"options: unknown option {shown(name)}; there are {', '.join(known)}")
        chosen[name] = _option(known[name], value)
    return chosen


def _option(option: Option, value: object) -> object:
    key = f"options.{option.name}"
    if option.type is bool:
        return read_boolean(value, key)
    if option.type is str:
        return read_choice(value, key, option.choices)
    return read_number(value, key, option.min or 0, option.max)
