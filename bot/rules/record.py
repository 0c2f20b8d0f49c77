"""Whole matches as plain data: one JSON object for each, as docs/record-format.md describes it.

A record is complete: replaying its moves with its luck gives every position of the match.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NotRequired, TypedDict

import bot.rules
from bot.rules.api import Chance, Game, IllegalMove, Quoted, Result, State, Words, fault
from bot.rules.chance import RECIPE, SEED_BYTES, Outcome, Recorded, Scripted, ScriptError, Sealed
from bot.rules.starting import Start, first_position

ENDINGS = ("played", "resigned", "agreed")
KEYS = ("game", "rules", "options", "seats", "moves", "chance", "result")
SEAL, START, RESIGNATIONS = OPTIONAL = "seal", "start", "resignations"
"""The optional keys of a record."""
RESULT_KEYS = ("places", "scores", "ending", "resigned")
START_KEYS = ("position", "seat")
SEAL_KEYS = ("recipe", "commitment", "salt", "seed")

COMMITMENT_BYTES = 32  # of a SHA-256
SALT_LENGTH = 100  # the maximum number of characters; the ids of messages have about twenty


class RecordedResult(TypedDict):
    """How a match ended; see docs/record-format.md, result."""

    places: list[int] | None
    scores: list[int] | None
    ending: str
    resigned: list[int]


class Seal(TypedDict):
    """What determines a match's luck; see docs/record-format.md, Sealed luck. `seed` is null until it is published."""

    recipe: int
    commitment: str
    salt: str
    seed: str | None


class MatchRecord(TypedDict):
    """One match; see docs/record-format.md."""

    game: str
    rules: int
    options: dict[str, Any]
    seats: int
    moves: list[str]
    chance: list[Outcome]
    result: RecordedResult
    seal: NotRequired[Seal]
    start: NotRequired[Start]
    resignations: NotRequired[list[list[int]]]


@dataclass(frozen=True, slots=True)
class RecordedStep:
    """One decision of a recorded match: the canonical move, its luck, and the positions before and after."""

    move: str
    chance: tuple[Outcome, ...] = field(repr=False)
    before: State[Any] = field(repr=False)
    after: State[Any] = field(repr=False)


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
    resignations: Sequence[Sequence[int]] = (),
    start: Start | None = None,
    written_by: Sequence[int | None] = (),
) -> MatchRecord:
    """The record of a match.

    `options` may leave out defaults and `moves` may be written as people type them: the record has all options and the
    canonical moves. `written_by` says which version of the rules wrote each of them, if not all the installed one.
    `chance` holds the outcomes drawn, oldest first. `start` is for a match that didn't begin from the game's first
    position. With the ending "played", places and scores are those of the rules; otherwise the people decided, and
    `places` are given, or None if there are none. `resignations` are the sides that resigned, earliest first, where the
    rest doesn't tell. Raises ValueError, as `replay` does, if this isn't a complete match.
    """
    rules = game_of(game)
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
    if start is not None:
        record["start"] = start
    if resignations:
        record["resignations"] = [sorted(side) for side in resignations]
    playing = Playing(record, strict=False, written_by=written_by)
    record["moves"] = [step.move for step in playing.steps()]
    if ending == "played" and playing.state.result is not None:
        record["result"] |= _result(playing.state.result)
    playing.check_end()
    return record


def replay(record: Mapping[str, Any]) -> State[Any]:
    """The last position of a recorded match, after replaying and checking each step.

    Raises ValueError that begins with the place of the error, such as "moves[17]: ...".
    """
    check_form(record)
    playing = Playing(record)
    for _ in playing.steps():
        pass
    playing.check_end()
    return playing.state


def check_form(record: Mapping[str, Any], *, unfinished: bool = False) -> None:
    """Checks that a document can be a record; with `unfinished`, also one of a match that is still running.

    Raises ValueError that begins with the place of the error. Whether its moves are legal only `replay` tells.
    """
    _check_keys(record, "", KEYS, OPTIONAL)
    if not isinstance(record["game"], str):
        raise fault("game", "the name of a game is needed")
    rules = game_of(record["game"])
    versions = (*rules.renotated, rules.rules_version)
    if type(record["rules"]) is not int or record["rules"] not in versions:
        raise fault("rules", "only version {rules_version} of the rules can be replayed", rules_version=versions)
    for key in ("moves", "chance"):
        if not isinstance(record[key], list):
            if unfinished and key == "chance" and record[key] is None:
                continue
            raise fault(key, "a list is needed")
    if not (unfinished and record["result"] is None):
        _check_keys(record["result"], "result", RESULT_KEYS)
    if SEAL in record:
        _check_seal(record[SEAL])
    if START in record:
        _check_keys(record[START], START, START_KEYS)


class Playing:
    """A record being replayed. Raises ValueError as `replay` does.

    `state` is the position reached so far; `opening` is the luck drawn in the game's first position.
    """

    def __init__(
        self,
        record: Mapping[str, Any],
        wrap: Callable[[Chance], Chance] | None = None,
        *,
        strict: bool = True,
        written_by: Sequence[int | None] = (),
    ) -> None:
        """With `strict`, moves must be canonical, and every option must be present.

        `wrap` may wrap the record's luck in another one. `written_by` is as for `played`; without it, `rules` of the
        record says it.
        """
        self.rules = game_of(record["game"])
        self._record = record
        self._strict = strict
        self._written_by = written_by or [record["rules"]] * len(record["moves"])
        self._script = Scripted(record["chance"] or ())
        self._luck: Chance = self._script if wrap is None else wrap(self._script)
        drawing = Recorded(self._luck)
        start = record.get(START)
        if start is not None:
            _check_start(self.rules, record, start)
        try:
            self.state = first_position(self.rules, record["seats"], record["options"], start, drawing)
        except ScriptError as unfit:
            raise fault("chance", unfit) from unfit
        self.opening = tuple(drawing.outcomes) if start is None else ()
        for option in self.rules.options if strict else ():  # a default may change, so a record never relies on one
            if option.name not in record["options"]:
                raise fault(f"options.{option.name}", "this key is missing")

    def steps(self) -> Iterator[RecordedStep]:
        """Plays and yields the decisions in order."""
        for index, text in enumerate(self._record["moves"]):
            before, drawing = self.state, Recorded(self._luck)
            if isinstance(text, str):
                text = self.rules.rewritten(text, before, self._written_by[index])
            try:
                move = before.parse(text)
                canonical = before.notate(move)
                if self._strict and text != canonical:
                    raise fault(f"moves[{index}]", "{written} is how this move is written", written=canonical)
                self.state = before.play(move, drawing)
            except IllegalMove as refusal:
                raise fault(f"moves[{index}]", refusal) from refusal
            except ScriptError as unfit:
                raise fault("chance", "at moves[{index}]: {problem}", index=index, problem=unfit) from unfit
            yield RecordedStep(canonical, tuple(drawing.outcomes), before, self.state)

    def check_end(self) -> None:
        """Checks that all luck of the record was drawn, and that its result fits the final position."""
        if self._script.left:
            raise fault("chance", "{number} outcomes were never drawn", number=len(self._script.left))
        if self._record["result"] is None:
            if self.state.result is not None:
                raise fault("result", "the rules have ended this match, so it has a result")
            return
        _check_result(self.rules, self._record, self.state)


def renew(record: Mapping[str, Any]) -> Mapping[str, Any]:
    """A record as the installed rules write it. Raises ValueError as `replay` does."""
    version = game_of(record["game"]).rules_version
    if record["rules"] == version:
        return record
    return {**record, "rules": version, "moves": [step.move for step in Playing(record).steps()]}


def game_of(key: str) -> Game[Any]:
    """The game with this key. Raises ValueError if there is none."""
    if key not in bot.rules.GAMES:
        raise fault("game", "there is no game {value}", value=Quoted(repr(key[:40])))
    return bot.rules.GAMES[key]


def _check_keys(value: object, key: str, keys: Sequence[str], optional: Sequence[str] = ()) -> None:
    if not isinstance(value, Mapping):
        raise fault(key or WHOLE, "an object is needed")
    if value.keys() - set(optional) != set(keys):
        raise fault(key or WHOLE, "the keys are exactly {choices}", choices=tuple(keys))


def _result(result: Result) -> RecordedResult:
    return {
        "places": list(result.places),
        "scores": None if result.scores is None else list(result.scores),
        "ending": "played",
        "resigned": [],
    }


def _check_result(rules: Game[Any], record: Mapping[str, Any], state: State[Any]) -> None:
    """Checks that the result fits the last position, and that what the people decided is consistent."""
    result = record["result"]
    _check_keys(result, "result", RESULT_KEYS)
    ending, places, resigned = result["ending"], result["places"], result["resigned"]
    if not isinstance(ending, str) or ending not in ENDINGS:
        raise fault("result.ending", "it must be one of {choices}", choices=ENDINGS)
    if ending == "played":
        if state.result is None:
            raise fault("result.ending", "`played`, but the match is not over")
        for key, value in _result(state.result).items():
            if not _same(result[key], value):
                raise fault(f"result.{key}", "the rules give {value}", value=value)
        if RESIGNATIONS in record:
            raise fault(RESIGNATIONS, "the rules decided the places")
        return
    if state.result is not None:
        raise fault("result.ending", "the rules have ended this match, so it must be `played`")
    if result["scores"] is not None:
        raise fault("result.scores", "it must be null, because this game has no scores")
    seats, sides = record["seats"], rules.sides(record["seats"], record["options"])
    if not isinstance(resigned, list) or not all(type(seat) is int and 0 <= seat < seats for seat in resigned):
        raise fault("result.resigned", "a list of seats is needed")
    if ending == "agreed":
        if resigned:
            raise fault("result.resigned", "it must be empty when the end was agreed")
        gone: list[Sequence[int]] | None = None
    else:
        gone = [side for side in sides if set(side) & set(resigned)]
        whole = sorted(seat for side in gone for seat in side)
        if not resigned or resigned != whole or len(gone) == len(sides) > 1:
            raise fault(
                "result.resigned", "it must be one or more whole sides: {choices}", choices=tuple(map(list, sides))
            )
    order = _check_order(record, sides, gone)
    if ending == "agreed" and places is None and order is None:
        return
    if order is None and gone is not None and len(gone) == 1:
        order = gone
    expected = None if order is None else places_after_resigning(sides, order)
    if not (_could_be(places, sides, gone) if expected is None else _same(places, expected)):
        raise fault("result.places", "they don't follow from who resigned")


def places_after_resigning(sides: Sequence[Sequence[int]], resigned: Sequence[Sequence[int]]) -> list[int]:
    """The place of each seat where these sides resigned, earliest first, and the people ended the match.

    Sides that didn't resign share the first place. The others come behind them, the later the better.
    """
    places = {seat: 1 for side in sides for seat in side}
    for place, side in enumerate(reversed(resigned), len(sides) - len(resigned) + 1):
        places |= dict.fromkeys(side, place)
    return [places[seat] for seat in range(len(places))]


def _check_order(
    record: Mapping[str, Any], sides: Sequence[Sequence[int]], gone: Sequence[Sequence[int]] | None
) -> list[Sequence[int]] | None:
    """The sides that resigned, earliest first, if the record says it. `gone` are those that did, None if unknown."""
    order = record.get(RESIGNATIONS)
    if order is None:
        return None
    possible = [sorted(side) for side in (sides if gone is None else gone)]
    are_sides = isinstance(order, list) and all(side in possible and order.count(side) == 1 for side in order)
    if not are_sides or (len(sides) - len(order) < 2 if gone is None else len(order) != len(gone)):
        raise fault(RESIGNATIONS, "sides that resigned are needed, each once")
    return list(order)


def _could_be(places: object, sides: Sequence[Sequence[int]], gone: Sequence[Sequence[int]] | None) -> bool:
    """Whether these are the places for some order in which the sides that are `gone` resigned.

    If these are unknown, at least two sides share the first place, as they agreed, and others rank behind them.
    """
    if (
        not isinstance(places, list)
        or len(places) != sum(map(len, sides))
        or any(type(one) is not int for one in places)
    ):
        return False
    each = [places[side[0]] for side in sides]
    if any(places[seat] != places[side[0]] for side in sides for seat in side):
        return False
    if gone is None:
        return each.count(1) > 1 and all(place == 1 + sum(other < place for other in each) for place in each)
    staying = len(sides) - len(gone)
    behind = sorted(places[side[0]] for side in gone)
    return behind == list(range(staying + 1, len(sides) + 1)) and each.count(1) == staying


def _check_start(rules: Game[Any], record: Mapping[str, Any], start: Start) -> None:
    """Checks that a match with these seats and options can begin from a position."""
    seats, seat = record["seats"], start["seat"]
    usual = rules.start(seats, record["options"], Sealed(bytes(SEED_BYTES), START)).dump()
    try:
        position = rules.load(start["position"])
    except ValueError as refusal:
        raise fault("start.position", refusal) from refusal
    document = position.dump()
    if any(document.get(key) != usual.get(key) for key in ("seats", "options")):
        raise fault("start.position", "it is of a match with other seats or options")
    if position.result is not None:
        raise fault("start.position", "the match would be over")
    if type(seat) is not int or not 0 <= seat < seats:
        raise fault("start.seat", "a number from 0 to {value} is needed", value=seats - 1)


WHOLE = Words("the record")

_HEX = frozenset("0123456789abcdef")


def _check_seal(seal: Any) -> None:
    _check_keys(seal, SEAL, SEAL_KEYS)
    if type(seal["recipe"]) is not int or seal["recipe"] != RECIPE:
        raise fault("seal.recipe", "only version {recipe} of the recipe can be drawn again", recipe=RECIPE)
    if not _is_hex(seal["commitment"], COMMITMENT_BYTES):
        raise fault("seal.commitment", "{value} hexadecimal digits are needed", value=2 * COMMITMENT_BYTES)
    salt = seal["salt"]
    if not (isinstance(salt, str) and len(salt) <= SALT_LENGTH and salt.isascii() and salt.isprintable()):
        raise fault(
            "seal.salt",
            "a text of at most {salt_length} letters, digits and signs of ASCII is needed",
            salt_length=SALT_LENGTH,
        )
    if seal["seed"] is not None and not _is_hex(seal["seed"], SEED_BYTES):
        raise fault("seal.seed", "null or {value} hexadecimal digits are needed", value=2 * SEED_BYTES)


def _is_hex(value: object, size: int) -> bool:
    return isinstance(value, str) and len(value) == 2 * size and _HEX.issuperset(value)


def _same(given: object, value: object) -> bool:
    """Equality that keeps true, 1 and 1.0 apart."""
    if isinstance(value, list):
        return isinstance(given, list) and len(given) == len(value) and all(map(_same, given, value))
    return type(given) is type(value) and given == value
