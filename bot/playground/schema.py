"""Checks request bodies against the API description that Discord publishes (trimmed: see `trim_schema`).

The description joins kinds of components with ``oneOf``. A plain validator would try every branch and then say that
none fits; here the branch is chosen by the instance's ``type``, which is quicker and names the place that is wrong.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

from jsonschema import Draft202012Validator, ValidationError
from jsonschema.protocols import Validator
from jsonschema.validators import extend

from bot.playground.refusals import Problem, Refused

_SCHEMAS: Final[dict[str, Any]] = json.loads(Path(__file__).with_name("discord-api.json").read_text(encoding="utf-8"))[
    "components"
]["schemas"]


def _put_schemas_for_references(part: Any) -> None:
    """Replaces references in a part of the description, so that they aren't looked up again and again.

    A schema may contain itself afterwards.
    """
    for key, inner in part.items() if isinstance(part, dict) else enumerate(part) if isinstance(part, list) else ():
        if isinstance(inner, dict) and "$ref" in inner:
            part[key] = _SCHEMAS[inner["$ref"].rsplit("/", 1)[1]]
        else:
            _put_schemas_for_references(inner)


_put_schemas_for_references([*_SCHEMAS.values()])


def _types_of(branch: Mapping[str, Any]) -> list[int] | None:
    kind = branch.get("properties", {}).get("type", {})
    return kind.get("enum") if isinstance(kind, dict) else None


def _one_of(
    validator: Any, branches: list[Mapping[str, Any]], instance: Any, _schema: Mapping[str, Any]
) -> Iterator[ValidationError]:
    """``oneOf`` and ``anyOf``: by null, by the instance's ``type``, otherwise the first branch that fits."""
    if instance is None:
        if not any(validator.evolve(schema=branch).is_valid(None) for branch in branches):
            yield ValidationError("This field is required", validator="required_value")
        return
    candidates = [branch for branch in branches if branch.get("type") != "null"]
    known = [types for branch in candidates if (types := _types_of(branch)) is not None]
    if known and len(known) == len(candidates) and isinstance(instance, dict):
        chosen = [branch for branch in candidates if instance.get("type") in (_types_of(branch) or ())]
        if not chosen:
            allowed = ", ".join(str(number) for number in sorted(number for types in known for number in types))
            yield ValidationError(
                f'Value of field "type" must be one of ({allowed}).', validator="union_type", path=("type",)
            )
            return
        candidates = chosen
    if len(candidates) == 1:
        yield from validator.descend(instance, candidates[0])
        return
    constants = [branch.get("const") for branch in candidates]
    if None not in constants:
        if instance not in constants or isinstance(instance, bool):
            allowed = ", ".join(str(constant) for constant in constants)
            yield ValidationError(f"Value must be one of {{{allowed}}}.", validator="enum")
        return
    errors = [list(validator.descend(instance, branch)) for branch in candidates]
    if all(errors):
        yield from min(reversed(errors), key=len)  # for kinds of values, the nearest; texts come last


_Validator: Final[Any] = extend(Draft202012Validator, {"oneOf": _one_of, "anyOf": _one_of})  # type: ignore[no-untyped-call]  # the stubs leave it untyped


@cache
def _validator(name: str) -> Validator:
    return _Validator(_SCHEMAS[name])  # type: ignore[no-any-return, unused-ignore]  # extend() is typed as Any in some releases


def problems(name: str, body: Any) -> list[Problem]:
    """What is wrong with `body` by the published schema `name`; empty if nothing is."""
    return [_problem(error) for error in _validator(name).iter_errors(body)]


def check(name: str, body: Any) -> None:
    """Raises 50035 unless `body` fits the published schema `name`."""
    if complaints := problems(name, body):
        raise Refused(50035, complaints)


def _problem(error: ValidationError) -> Problem:
    path = tuple(error.absolute_path)
    limit: Any = error.validator_value
    match error.validator:
        case "required":
            missing = next(
                (key for key in limit or () if isinstance(error.instance, dict) and key not in error.instance),
                "",
            )
            return Problem((*path, missing), "BASE_TYPE_REQUIRED", "This field is required")
        case "required_value":
            return Problem(path, "BASE_TYPE_REQUIRED", "This field is required")
        case "minLength" | "maxLength" | "minItems" | "maxItems":
            schema = error.schema if isinstance(error.schema, Mapping) else {}
            noun = "length" if error.validator.endswith("Length") else "items"
            low = schema.get(f"min{noun.title()}" if noun == "items" else "minLength")
            high = schema.get(f"max{noun.title()}" if noun == "items" else "maxLength")
            if low and high:
                return Problem(path, "BASE_TYPE_BAD_LENGTH", f"Must be between {low} and {high} in length.")
            if error.validator.startswith("max"):
                return Problem(path, "BASE_TYPE_MAX_LENGTH", f"Must be {limit} or fewer in length.")
            return Problem(path, "BASE_TYPE_MIN_LENGTH", f"Must be {limit} or more in length.")
        case "minimum":
            return Problem(path, "NUMBER_TYPE_MIN", f"int value should be greater than or equal to {limit}.")
        case "maximum":
            return Problem(path, "NUMBER_TYPE_MAX", f"int value should be less than or equal to {limit}.")
        case "enum":
            return Problem(path, "BASE_TYPE_CHOICES", error.message)
        case "union_type":
            return Problem(path, "UNION_TYPE_CHOICES", error.message)
        case "type":
            return Problem(path, "BASE_TYPE_BAD_TYPE", f"Could not interpret the value as {limit}.")
        case _:
            return Problem(path, "BASE_TYPE_INVALID", error.message)
