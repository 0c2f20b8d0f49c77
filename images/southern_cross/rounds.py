"""What was played last on a picture of Southern Cross: actions, and special rounds with their dice and throws."""

from dataclasses import dataclass

from bot.rules.southern_cross import Jump, Position, Remove, Roll, Spin, Step, Throw
from bot.rules.southern_cross.actions import Action
from bot.rules.southern_cross.special import TOLERANCES, landing
from images.marks.marks import NO_MARKS
from images.southern_cross.marks import Marks, Played


@dataclass(frozen=True, slots=True)
class Landing:
    """Where a throw came down, as a distance from the line it was made at."""

    seat: int
    power: int
    target: int
    wind: int
    tolerance: int
    at: int

    @property
    def off(self) -> int:
        """How far beyond the target, negative if short of it."""
        return self.at - self.target

    @property
    def hit(self) -> bool:
        return abs(self.off) <= self.tolerance


def _dice(played: Played) -> list[int]:
    return [value for value in played.chance if isinstance(value, int)]


def landing_of(played: Played) -> Landing | None:
    """Where a throw landed; None if the decision was no throw, or its luck isn't known."""
    move, before, seat, dice = played.move, played.before, played.before.to_move, _dice(played)
    if not isinstance(move, Throw) or seat is None or not before.special or not before.special.throws or not dice:
        return None
    first = before.special.throws[0]
    at = landing(move.power, first, dice[0])
    return Landing(seat, move.power, first.target, first.wind, TOLERANCES[len(before.at_stake(seat))], at)


def last_landing(marks: Marks) -> Landing | None:
    """Where the last throw landed, if there was one."""
    return next(filter(None, map(landing_of, reversed(marks.last))), None)


def actions(marks: Marks) -> list[Action]:
    """The actions among what was played last, oldest first."""
    return [played.move for played in marks.last if isinstance(played.move, Step | Jump | Spin)]


def sent_home(marks: Marks) -> dict[str, str]:
    """The squares from which counters went home in the decisions played last, and their colours."""
    home: dict[str, str] = {}
    for played in marks.last:
        move, before, seat = played.move, played.before, played.before.to_move
        if not before.special or seat is None:
            continue
        stake = before.at_stake(seat)
        squares: list[str] = []
        if isinstance(move, Remove):
            squares = list(move.squares)
        elif isinstance(move, Roll) and played.chance:
            failed = [value for value in _dice(played) if value <= len(stake)]
            squares = stake if len(failed) == len(stake) else []
        elif (throw := landing_of(played)) and len(before.special.throws) == 1:
            squares = stake if before.special.failed + (not throw.hit) == len(stake) else []
        home |= dict.fromkeys(squares, before.colours[seat])
    return home


@dataclass(frozen=True, slots=True)
class Trial:
    """One die or one throw of a special round. `passed` is None while it is still to come; `die` what a die showed."""

    passed: bool | None
    die: int | None = None


@dataclass(frozen=True, slots=True)
class Challenge:
    """A seat's part in the special round: its dice or throws, and where it stands."""

    trials: tuple[Trial, ...]
    stage: str  # "waits", "decides" or "done"

    @property
    def failed(self) -> int:
        return sum(trial.passed is False for trial in self.trials)


def challenges(position: Position, marks: Marks = NO_MARKS) -> dict[int, Challenge]:
    """The part of each participant of the special round that goes on or was part of what was played last, by seat.

    Without the decisions played last, participants who had already finished are left out.
    """
    trials: dict[int, list[Trial]] = {}
    for played in marks.last:
        seat, dice = played.before.to_move or 0, _dice(played)
        if isinstance(played.move, Roll) and dice:
            trials[seat] = [Trial(value > len(dice), value) for value in dice]
        elif throw := landing_of(played):
            trials.setdefault(seat, []).append(Trial(throw.hit))
    story = {seat: Challenge(tuple(made), "done") for seat, made in trials.items()}
    special, mover = position.special, position.to_move
    if special is None or mover is None:
        return story
    stake = len(position.at_stake(mover))
    made = trials.get(mover, [])
    if position.phase == "throw":
        done = stake - len(special.throws)
        if len(made) != done:
            made = [Trial(number >= special.failed) for number in range(done)]
    if position.phase == "remove" and len(made) != stake:
        made = [Trial(number >= special.failed) for number in range(stake)]
    if position.phase == "roll":
        made = []
    story[mover] = Challenge((*made, *[Trial(None)] * (stake - len(made))), "decides")
    for seat in special.waiting:
        story[seat] = Challenge((Trial(None),) * len(position.at_stake(seat)), "waits")
    return story
