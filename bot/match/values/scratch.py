"""Scratch boards: the positions that somebody tries out from a match, as a tree for them alone."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from bot.match.values import PlayedMove
from bot.rules import State
from bot.rules.api import Concealed
from bot.text.own_words import OwnWords


@dataclass(frozen=True, slots=True)
class TriedPosition:
    """A position among the others of its board: what led to it from the one before it, its `parent`, and its name.

    `step` is a move in notation with its `luck` or, if it's `supposed`, a hidden place and what is supposed there. One
    of the match itself has no parent, and its step says which it is.
    """

    id: int
    parent: int | None
    step: str
    supposed: bool
    luck: tuple[int, ...]
    name: OwnWords

    @property
    def supposition(self) -> tuple[str, str]:
        """The place and what is supposed there."""
        place, _, item = self.step.partition("=")
        return place, item


@dataclass(frozen=True)
class ScratchBoard:
    """Everything that somebody has tried out in one match, the oldest first."""

    positions: tuple[TriedPosition, ...]

    @cached_property
    def by_id(self) -> Mapping[int, TriedPosition]:
        return {one.id: one for one in self.positions}

    @cached_property
    def following(self) -> Mapping[int | None, Sequence[TriedPosition]]:
        """What follows each position that anything follows; None: the positions of the match."""
        following: dict[int | None, list[TriedPosition]] = {}
        for one in self.positions:
            following.setdefault(one.parent, []).append(one)
        return following

    def after(self, position: int | None) -> Sequence[TriedPosition]:
        return self.following.get(position, ())

    def beside(self, position: int) -> Sequence[TriedPosition]:
        """This position and those that follow the same one."""
        return self.after(self.by_id[position].parent)

    def way_to(self, position: int) -> Sequence[TriedPosition]:
        """From the match's position to this one."""
        way = [self.by_id[position]]
        while (parent := way[-1].parent) is not None:
            way.append(self.by_id[parent])
        return way[::-1]

    def branch(self, position: int) -> Sequence[int]:
        """This position and all that follows it."""
        branch = [position]
        for one in branch:
            branch.extend(following.id for following in self.after(one))
        return branch

    def lines(self) -> Iterator["ScratchLine"]:
        """Each line once, from where it leaves another one to its end, depth first."""
        waiting = [ScratchLine(0, (one,)) for one in reversed(self.after(None))]
        while waiting:
            line = waiting.pop()
            positions = list(line.positions)
            while len(following := self.after(positions[-1].id)) == 1:
                positions.append(following[0])
            yield ScratchLine(line.depth, tuple(positions))
            waiting.extend(ScratchLine(line.depth + 1, (one,)) for one in reversed(following))


@dataclass(frozen=True, slots=True)
class ScratchLine:
    """Positions one after the other; `depth` says how often it has branched off before."""

    depth: int
    positions: Sequence[TriedPosition]


@dataclass(frozen=True, repr=False)
class ScratchPlace:
    """Where somebody is on their board: a position with the board around it.

    `seat` is whose sight it was made of. `played` is the move that led here, `hidden` what the seat doesn't see.
    """

    board: ScratchBoard
    at: TriedPosition
    seat: int
    state: State[object]
    played: PlayedMove | None
    hidden: Concealed
