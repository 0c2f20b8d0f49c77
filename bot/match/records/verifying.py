"""Drawing a record's luck again from its seed, and comparing everything in it."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from bot.match.records.replay import Deadline, refuse_damage
from bot.match.values.errors import KeptBack, NotARecord, TookTooLong
from bot.rules.api import Chance, Quoted, Words
from bot.rules.chance import Outcome, Scripted, Sealed
from bot.rules.record import RESIGNATIONS, SEAL, Playing, check_form, game_of
from bot.text import N_, Sayable

LISTED = 5
"""How many wrong outcomes are listed one by one."""

SHUFFLE_SHOWN = 60  # characters of a shuffle that are shown


@dataclass(frozen=True, slots=True)
class Report:
    """The result of verifying a record: what is wrong, what is right, and what couldn't be checked.

    `game` is its key, `moves` its number of moves; both as the record says.
    """

    game: str
    moves: int
    wrong: tuple[Words, ...]
    right: tuple[Words, ...]
    unchecked: tuple[Words, ...]


AT_START = Words("at the start")


@dataclass(slots=True)
class _LuckComparison:
    """A record's luck, with each draw compared to the seal if its seed is known."""

    sealed: Sealed | None
    script: Chance = field(default_factory=lambda: Scripted(()))
    where: Words = AT_START
    rolls: int = 0
    shuffles: int = 0
    wrong: list[Words] = field(default_factory=list)

    def over(self, script: Chance) -> "_LuckComparison":
        """This luck, from now on with these outcomes."""
        self.script = script
        return self

    def roll(self, sides: int = 6) -> int:
        outcome = self.script.roll(sides)
        if self.sealed is not None:
            self._compare(outcome, self.sealed.roll(sides))
        self.rolls += 1
        return outcome

    def shuffle(self, items: Sequence[str]) -> list[str]:
        outcome = self.script.shuffle(items)
        if self.sealed is not None:
            self._compare(outcome, self.sealed.shuffle(items))
        self.shuffles += 1
        return outcome

    def _compare(self, outcome: Outcome, expected: Outcome) -> None:
        if outcome != expected:
            words = N_("chance[{number}] ({where}) is {given}, but the seed and salt give {drawn}.")
            number = self.rolls + self.shuffles
            values = {
                "number": number,
                "where": self.where,
                "given": _show_outcome(outcome),
                "drawn": _show_outcome(expected),
            }
            self.wrong.append(Words(words, values))


def _place_of_move(index: int) -> Words:
    return Words("at {place}", {"place": f"moves[{index}]"})


def _words(problem: object) -> Words:
    """The problem of a `NotARecord` as a finding."""
    return (
        Words(problem.sentence, problem.values)
        if isinstance(problem, Sayable)
        else Words("{problem}", {"problem": problem})
    )


def _show_outcome(outcome: Outcome) -> str:
    if isinstance(outcome, int):
        return str(outcome)
    text = " ".join(outcome)
    return text if len(text) <= SHUFFLE_SHOWN else text[: SHUFFLE_SHOWN - 1] + "…"


def verify(record: Mapping[str, Any], *, seconds: float | None = None) -> Report:
    """Checks a record against the rules, its result, its seal, and every roll and shuffle against its seed and salt.

    Raises NotARecord if it isn't one or takes longer than `seconds`; KeptBack without its luck.
    """
    with refuse_damage():
        check_form(record, unfinished=True)
    if record["chance"] is None:
        raise KeptBack
    options = record["options"]
    lucky = not isinstance(options, Mapping) or game_of(record["game"]).uses_chance(options)
    wrong, right, unchecked = _seal(record, lucky=lucky)
    seal = record.get(SEAL)
    seed = None if seal is None else seal["seed"]
    luck = _LuckComparison(None if seal is None or seed is None else Sealed(bytes.fromhex(seed), seal["salt"]))
    deadline = None if seconds is None else Deadline(seconds)
    try:
        with refuse_damage():
            _play(record, luck, deadline)
    except TookTooLong:
        raise
    except NotARecord as refusal:
        wrong.append(_words(refusal.values["problem"]))
        unchecked.append(Words("Everything after that point."))
    else:
        right.append(_legal_moves(record))
        if (seed is not None or not lucky) and not luck.wrong:
            right.append(_luck_follows(luck))
    wrong += luck.wrong[:LISTED]
    if len(luck.wrong) > LISTED:
        words = N_("Further outcomes that don't match the seed and salt: {number}.")
        wrong.append(Words(words, {"number": len(luck.wrong) - LISTED}))
    return Report(record["game"], len(record["moves"]), tuple(wrong), tuple(right), tuple(unchecked))


def _leaves_out_who_resigned(record: Mapping[str, Any]) -> bool:
    """Whether several ranks behind the first place depend on who resigned when, and the record doesn't say it."""
    ending, places = record["result"]["ending"], record["result"]["places"]
    behind = {place for place in places if type(place) is int and place != 1} if isinstance(places, list) else set()
    return RESIGNATIONS not in record and len(behind) > (1 if ending == "resigned" else 0) and ending != "played"


def _play(record: Mapping[str, Any], luck: _LuckComparison, deadline: Deadline | None) -> None:
    playing = Playing(record, luck.over)
    luck.where = _place_of_move(0)
    for index, _ in enumerate(playing.steps(), 1):
        luck.where = _place_of_move(index)
        if deadline is not None:
            deadline.check()
    playing.check_end()


def _legal_moves(record: Mapping[str, Any]) -> Words:
    values = {"moves": len(record["moves"]), "version": record["rules"]}
    result = record["result"]
    if result is None:
        return Words("Every move is legal under version {version} of the rules ({moves} in total).", values)
    if result["ending"] == "played":
        words = N_(
            "Every move is legal under version {version} of the rules ({moves} in total), and they lead to the "
            "recorded places and scores."
        )
    else:
        words = N_(
            "Every move is legal under version {version} of the rules ({moves} in total), and the match could end "
            "as recorded."
        )
    return Words(words, values)


def _luck_follows(luck: _LuckComparison) -> Words:
    if not luck.rolls + luck.shuffles:
        return Words("No luck was drawn.")
    words = N_("All luck follows from the seed and the salt (rolls: {rolls}, shuffles: {shuffles}).")
    return Words(words, {"rolls": luck.rolls, "shuffles": luck.shuffles})


def _seal(record: Mapping[str, Any], *, lucky: bool) -> tuple[list[Words], list[Words], list[Words]]:
    """What is wrong with the seal, what is right, and what can't be checked without it.

    The table of a match without luck has announced no seal.
    """
    luck = Words("The luck: this file has no seed. Export the match again once it's over.")
    result = Words("Who won: the match was still running when it was exported.")
    unchecked = [] if record["result"] is not None else [result]
    if record["result"] is not None and _leaves_out_who_resigned(record):
        unchecked.append(Words("Who resigned when: this file doesn't say it."))
    seal = record.get(SEAL)
    if seal is None or seal["seed"] is None:
        return [], [], [luck, *unchecked] if lucky else unchecked
    digest = hashlib.sha256(bytes.fromhex(seal["seed"])).hexdigest()
    values = {"commitment": seal["commitment"]}
    if digest != seal["commitment"]:
        words = N_("seal.seed: its SHA-256 is {digest}, but the announced one is {commitment}.")
        return [Words(words, {"digest": digest, **values})], [], unchecked
    if not lucky:
        return [], [], unchecked
    is_announced = Words("The seed has the announced SHA-256: {commitment}.", values)
    words = N_(
        "Whether this SHA-256 and the salt {salt} are the table's. Compare them with the table's message: it shows "
        "the SHA-256, and its message ID is the salt."
    )
    return [], [is_announced], [Words(words, {"salt": Quoted(seal["salt"])}), *unchecked]
