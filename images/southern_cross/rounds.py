"""What was played last on a picture of Southern Cross: actions, and special rounds with their dice and throws."""

from dataclasses import dataclass

from bot.rules.southern_cross import Jump, Position, Roll, Spin, Step
from bot.rules.southern_cross.actions import Action
from bot.words.southern_cross import Landing, dice_of, landing_of, sent_home_by
from images.marks.marks import NO_MARKS
from images.southern_cross.marks import Marks


def last_landing(marks: Marks) -> Landing | None:
    """Where the last throw landed, if there was one."""
    return next(filter(None, map(landing_of, reversed(marks.last))), None)


def actions(marks: Marks) -> list[Action]:
    """The actions among what was played last, oldest first."""
    return [played.move for played in marks.last if isinstance(played.move, Step | Jump | Spin)]


def sent_home(marks: Marks) -> dict[str, str]:
    """The squares from which counters went home in the decisions played last, and their colours."""
    return {
        square: played.before.colours[played.before.to_move or 0]
        for played in marks.last
        if played.before.special
        for square in sent_home_by(played)
    }


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
        seat, dice = played.before.to_move or 0, dice_of(played)
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
