"""Whole matches as plain data: one JSON object for each, as docs/record-format.md describes it.

A record is complete: playing its moves again, with its luck, gives every position of the match.
"""

from collections.abc import Mapping, Sequence
from typing import Any, TypedDict

import bot.rules
from bot.rules.api import Game, IllegalMove, Result, State
from bot.rules.chance import Outcome, Scripted, ScriptError

ENDINGS = ("played", "resigned", "agreed")
KEYS = ("game", "rules", "options", "seats", "moves", "chance", "result")
RESULT_KEYS = ("places", "scores", "ending", "resigned")


class Ending(TypedDict):
    """How a match ended; see docs/record-format.md, result."""

    places: list[int] | None
    scores: list[int] | None
    ending: str
    resigned: list[int]


class MatchRecord(TypedDict):
    """One match; see docs/record-format.md."""

    game: str
    rules: int
    options: dict[str, Any]
    seats: int
    moves: list[str]
    chance: list[Outcome]
    result: Ending


def played(
    game: str,
    seats: int,
    options: Mapping[str, object],
    moves: Sequence[str],
    chance: Sequence[Outcome] = (),
    *,
    ending: str = "played",
    places: Sequence[int] | None = None,
    resigned: Sequence[int] = (),
) -> MatchRecord:
    """The record of a match.

    `options` may leave out those at their defaults and `moves` may be written as people type them: the record has all
    options and the canonical moves. `chance` holds the outcomes drawn, oldest first. With the ending "played" places
    and scores are those of the rules; otherwise the people decided, and `places` are given, or None if nobody has one.
    ValueError, as from `replay`, if this is no complete match.
    """
    rules = _game(game)
    record: MatchRecord = {
        "game": game,
        "rules": rules.rules_version,
        "options": {option.name: option.default for option in rules.options} | dict(options),
        "seats": seats,
        "moves": list(moves),
        "chance": [outcome if isinstance(outcome, int) else list(outcome) for outcome in chance],
        "result": {
            "places": None if places is None else list(places),
            "scores": None,
            "ending": ending,
            "resigned": list(resigned),
        },
    }
    state, written = _moves(rules, record, strict=False)
    record["moves"] = written
    if ending == "played" and state.result is not None:
        record["result"] |= _result(state.result)
    _check_result(rules, record, state)
    return record


def replay(record: Mapping[str, Any]) -> State[Any]:
    """The last position of a recorded match, each step of which is played again and checked.

    ValueError begins with the place that is wrong, such as "moves[17]: ...".
    """
    _exactly(record, "the record", KEYS)
    if not isinstance(record["game"], str):
        raise ValueError("game: the name of a game is needed")
    rules = _game(record["game"])
    if type(record["rules"]) is not int or record["rules"] != rules.rules_version:
        raise ValueError(f"rules: only version {rules.rules_version} of the rules can be replayed")
    for key in ("moves", "chance"):
        if not isinstance(record[key], list):
            raise ValueError(f"{key}: a list is needed")
    state, _ = _moves(rules, record, strict=True)
    for option in rules.options:  # a default may change, so a record never leans on one
        if option.name not in record["options"]:
            raise ValueError(f"options.{option.name}: this key is missing")
    _check_result(rules, record, state)
    return state


def _game(key: str) -> Game[Any]:
    if key not in bot.rules.GAMES:
        raise ValueError(f"game: there is no game {key[:40]!r}")
    return bot.rules.GAMES[key]


def _exactly(value: object, name: str, keys: Sequence[str]) -> None:
    if not isinstance(value, Mapping):
        raise ValueError(f"{name}: an object is needed")
    if len(value) != len(keys) or any(key not in value for key in keys):
        raise ValueError(f"{name}: the keys are exactly {', '.join(keys)}")


def _moves(rules: Game[Any], record: Mapping[str, Any], *, strict: bool) -> tuple[State[Any], list[str]]:
    """The position after all moves, and the moves as `notate` writes them; `strict` if they must be given like that."""
    luck = Scripted(record["chance"])
    try:
        state = rules.start(record["seats"], record["options"], luck)
    except ScriptError as unfit:
        raise ValueError(f"chance: {unfit}") from unfit
    written: list[str] = []
    for index, text in enumerate(record["moves"]):
        try:
            move = state.parse(text)
            written.append(state.notate(move))
            if strict and text != written[-1]:
                raise ValueError(f"moves[{index}]: {written[-1]} is the way to write this move")
            state = state.play(move, luck)
        except IllegalMove as refusal:
            raise ValueError(f"moves[{index}]: {refusal}") from refusal
        except ScriptError as unfit:
            raise ValueError(f"chance: at moves[{index}]: {unfit}") from unfit
    if luck.left:
        raise ValueError(f"chance: {len(luck.left)} outcomes were never drawn")
    return state, written


def _result(result: Result) -> Ending:
    return {
        "places": list(result.places),
        "scores": None if result.scores is None else list(result.scores),
        "ending": "played",
        "resigned": [],
    }


def _check_result(rules: Game[Any], record: Mapping[str, Any], state: State[Any]) -> None:
    """That the result fits the last position, and what the people decided fits together."""
    result = record["result"]
    _exactly(result, "result", RESULT_KEYS)
    ending, places, resigned = result["ending"], result["places"], result["resigned"]
    if not isinstance(ending, str) or ending not in ENDINGS:
        raise ValueError(f"result.ending: it must be one of {', '.join(ENDINGS)}")
    if ending == "played":
        if state.result is None:
            raise ValueError("result.ending: 'played', but the match is not over")
        for key, value in _result(state.result).items():
            if not _same(result[key], value):
                raise ValueError(f"result.{key}: the rules give {value}")
        return
    if state.result is not None:
        raise ValueError("result.ending: the rules have ended this match, so it must be 'played'")
    seats = record["seats"]
    if places is not None and not (
        isinstance(places, list)
        and len(places) == seats
        and all(type(place) is int and 1 <= place <= seats for place in places)
        and 1 in places
    ):
        raise ValueError(f"result.places: null or {seats} places, one of them the first, are needed")
    if result["scores"] is not None:
        raise ValueError("result.scores: null is needed, since nobody counted")
    sides = rules.sides(seats, record["options"])
    if not isinstance(resigned, list) or not all(type(seat) is int and 0 <= seat < seats for seat in resigned):
        raise ValueError("result.resigned: a list of seats is needed")
    if ending == "agreed":
        if resigned:
            raise ValueError("result.resigned: it must be empty when the end was agreed")
    elif not resigned or resigned != sorted(seat for side in sides if set(side) & set(resigned) for seat in side):
        raise ValueError(f"result.resigned: it must be whole sides: {' or '.join(map(str, map(list, sides)))}")


def _same(given: object, value: object) -> bool:
    """Equality that keeps true, 1 and 1.0 apart."""
    if isinstance(value, list):
        return (
            isinstance(given, list)
            and len(given) == len(value)
            and all(_same(one, other) for one, other in zip(given, value, strict=True))
        )
    return type(given) is type(value) and given == value
