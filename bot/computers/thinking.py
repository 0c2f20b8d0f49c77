"""What runs in a worker process: it gets a question about a position and returns an answer.

A question contains what one seat sees, how the table was set up, and randomness of its own; never the position, the
match's seed, or who plays.
"""

import random
import secrets
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from statistics import fmean

from bot.computers.faults import where
from bot.players import LEVELS, Budget, ChosenMove, Level, Player, Reason, judge_for, player_for
from bot.players.budget import PATIENCE
from bot.players.levels import ADVISER

REASONS = 2  # the maximum number given with a hint
CLEARLY = 1.5  # a move must be worse by this many `Judge.grain`s to be a mistake
COMPARISONS = 5  # the maximum number for one move
SEARCHES = 1 + 2 * COMPARISONS  # the maximum number for an appraisal


class Failed(Exception):
    """A player could not choose. Says where it went wrong and nothing about the position."""


@dataclass(frozen=True, slots=True)
class Question:
    """Asks what this seat should play.

    - `level`: a name from `bot.players.LEVELS`, or that of the adviser.
    - `seconds`: the maximum CPU time for a hard player; others that think as it does take more or less in proportion.
      A level that counts positions stays within its own seconds if those are fewer.
    - `view`: what the seat sees; it is to move.
    - `source`: seeds the player's randomness; the same one gives the same answer if positions are counted.
    - `positions`: the number of positions to search, instead of the level's own.
    - `patience`: that of its `Budget`.
    """

    game: str
    seats: int
    options: Mapping[str, object]
    seat: int
    level: str
    seconds: float
    view: Mapping[str, object] = field(repr=False)
    source: int = field(default_factory=partial(secrets.randbits, 64), repr=False)
    positions: int | None = None
    patience: float | None = PATIENCE


@dataclass(frozen=True, slots=True)
class Advice:
    """A move in canonical notation, and the reasons for and against it, most important first.

    `loses`, `equal`, `plan` and `line` are those of `ChosenMove`.
    """

    move: str = field(repr=False)
    reasons: tuple[Reason, ...] = field(repr=False)
    loses: bool = field(default=False, repr=False)
    equal: tuple[str, ...] = field(default=(), repr=False)
    plan: tuple[str, ...] = field(default=(), repr=False)
    line: tuple[str, ...] = field(default=(), repr=False)


@dataclass(frozen=True, slots=True)
class Review:
    """An assessment of the moves in a position: the best one, and those that are about as good."""

    best: Advice
    good: frozenset[str] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Opinion:
    """What a level thinks of a position: the move that it would play, and how far ahead of the best other side each
    seat's side is, in `Judge.grain`s.
    """

    best: Advice
    leads: tuple[float, ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Appraisal:
    """How good a move was: the best one with its reasons, what that is worth, and how much less the move that was
    played, in `Judge.grain`s; 0 if it was as good. `worth` is a lead in points of the game.
    """

    best: Advice
    worth: float
    loss: float

    @property
    def is_mistake(self) -> bool:
        """Whether there was a clearly better move."""
        return self.loss >= CLEARLY


def choose(question: Question) -> ChosenMove:
    """The move a computer of this level plays. Raises Failed for an error in the player or the question."""
    with _without_details():
        player = _player(question)
        return replace(player.choose(question.view), hopeless=player.is_hopeless(question.view))


def is_ahead(question: Question) -> bool:
    """Whether the seat's side is ahead of all others; the seat needn't be to move. Raises Failed as `choose` does."""
    with _without_details():
        return _player(question).lead(question.view) > 0


def advise(question: Question) -> Advice:
    """The move this level would play, and why. Raises Failed as `choose` does."""
    with _without_details():
        player = _player(question)
        choice = player.choose(question.view)
        reasons = _reasons(player, question.view, choice)
        return Advice(choice.move, reasons, choice.loses, choice.equal, choice.plan, choice.line)


def review(question: Question) -> Review:
    """The move this level would play, why, and which others are almost as good. Raises Failed as `choose` does."""
    with _without_details():
        player = _player(question)
        choice = player.choose(question.view)
        reasons = tuple(player.telling_reasons(question.view, choice.move)[:REASONS])
        margin = CLEARLY * grain_of(question)
        glances = player.glances(question.view)
        best, glance = choice.ranked[0][1], glances.get(choice.move, 0.0)
        hopes = choice.hopes or [worth for _, worth in choice.ranked]
        good = frozenset(
            move
            for (move, _), worth in zip(choice.ranked, hopes, strict=True)
            if worth >= best - margin and glances.get(move, glance) >= glance - margin
        )
        return Review(Advice(choice.move, reasons), good)


def appraise(question: Question, move: str) -> Appraisal:
    """How good this move was by what the seat saw. Failed as for `choose`."""
    with _without_details():
        player, view = _player(question), question.view
        choice = player.choose(view)
        worth, loss = choice.ranked[0][1], 0.0
        if move not in (choice.move, *choice.equal):
            worth, loss = _compare(question, choice.move, move)
        reasons = _reasons(player, view, choice) if loss else ()
        return Appraisal(Advice(choice.move, reasons), worth, loss)


def consider(question: Question, views: Sequence[Mapping[str, object]]) -> Opinion:
    """What this level thinks of a position, of which `views` are what each seat sees. Failed as for `choose`."""
    best, grain = advise(question), grain_of(question)
    with _without_details():
        players = [_player(replace(question, seat=seat)) for seat in range(question.seats)]
        return Opinion(best, tuple(one.lead(view) / grain for one, view in zip(players, views, strict=True)))


def grain_of(question: Question) -> float:
    """The `Judge.grain` of whoever thinks about the question. Raises KeyError if the game has no judge."""
    return judge_for(question.game, question.seats, question.options, question.level).grain


def worth_of(question: Question, move: str) -> float:
    """What this move is worth if it's searched by itself, in points of the game. Failed as for `choose`."""
    with _without_details():
        return _player(question).choose(question.view, only=move).ranked[0][1]


def _compare(question: Question, best: str, move: str) -> tuple[float, float]:
    """What the best move is worth, and how much less the other one, in grains.

    Each is searched by itself and with the same luck: a search of all moves only says that the others aren't better.
    Where two comparisons disagree on whether it's a mistake, the average of `COMPARISONS` decides.
    """
    worths, losses = list[float](), list[float]()
    for number in range(1, COMPARISONS + 1):
        again = replace(question, source=question.source + number)
        one, other = worth_of(again, best), worth_of(again, move)
        worths.append(one)
        losses.append((one - other) / grain_of(question))
        if number == 2 and (losses[0] >= CLEARLY) == (losses[1] >= CLEARLY):
            break
    return fmean(worths), max(0.0, fmean(losses))


def _reasons(player: Player, view: Mapping[str, object], choice: ChosenMove) -> tuple[Reason, ...]:
    reasons = player.reasons(view, choice.move, choice.steps, wins=choice.wins, odds=choice.odds)
    return tuple(reasons[:REASONS])


def leads(question: Question, views: Sequence[Mapping[str, object]]) -> list[float]:
    """How far ahead the seat's side was of the best other one in each of these views. Failed as for `choose`."""
    with _without_details():
        player = _player(question)
        return [player.lead(view) for view in views]


def _player(question: Question) -> Player:
    source = random.Random(question.source)  # noqa: S311 - for the player's guesses, not for the match's luck
    return player_for(question.game, question.seats, question.options, question.seat, _level(question), source)


def _level(question: Question) -> Level:
    level = ADVISER if question.level == ADVISER.name else LEVELS[question.level]
    if question.positions is not None:
        return level.within(Budget(positions=question.positions))
    pace = level.with_pace(question.seconds).budget
    own = pace.seconds or question.seconds
    seconds = own if pace.positions is None else min(question.seconds, own)
    return level.within(Budget(pace.positions, seconds, question.patience))


@contextmanager
def _without_details() -> Iterator[None]:
    try:
        yield
    except Exception as error:
        raise Failed(where(error)) from None
