"""Little games for the tests of matches: a race with dice for many seats, a hike whose turns have many decisions, and
a harvest that counts points and can be played alone.

Race and hike are there a second time as games whose luck is hidden, the race also as one of three sides, and the rules
of each can be changed.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from bot.rules import Game, NotLegalHere, Option, Result, State, Unreadable
from bot.rules.api import Chance, Document

COLOURS = ("red", "green", "blue", "white")


@dataclass(frozen=True, slots=True)
class Race(State[str]):
    """Who reaches the goal first: `roll` goes on by a die, `walk` by one space, `deal` shuffles the lanes."""

    spaces: tuple[int, ...]
    lanes: tuple[str, ...]
    mover: int
    goal: int
    teams: bool

    @property
    def to_move(self) -> int | None:
        return None if self.result else self.mover

    @property
    def result(self) -> Result | None:
        if max(self.spaces) < self.goal:
            return None
        order = sorted(set(self.spaces), reverse=True)
        if self.teams:
            best = [max(self.spaces[0], self.spaces[2]), max(self.spaces[1], self.spaces[3])]
            return Result(tuple(1 if best[seat % 2] == max(best) else 2 for seat in range(4)), self.spaces)
        return Result(tuple(order.index(space) + 1 for space in self.spaces), self.spaces)

    def legal(self) -> list[str]:
        return [] if self.result else ["roll", "walk", "deal"]

    def notate(self, move: str) -> str:
        return move

    def parse(self, text: str) -> str:
        move = text.strip().lower()
        if move not in ("roll", "walk", "deal"):
            raise Unreadable("{text} is no move of a race.", text=text)
        if self.result:
            raise NotLegalHere("The race is over.")
        return move

    def play(self, move: str, chance: Chance) -> "Race":
        if move not in self.legal():
            raise NotLegalHere("{move} can't be played here.", move=move)
        steps = chance.roll(6) if move == "roll" else int(move == "walk")
        spaces = tuple(space + steps * (seat == self.mover) for seat, space in enumerate(self.spaces))
        lanes = tuple(chance.shuffle(self.lanes)) if move == "deal" else self.lanes
        return replace(self, spaces=spaces, lanes=lanes, mover=(self.mover + 1) % len(spaces))

    def view(self, seat: int | None) -> Document:
        return self.dump()

    def dump(self) -> Document:
        return {
            "game": "race",
            "spaces": list(self.spaces),
            "lanes": list(self.lanes),
            "to_move": self.to_move,
            "mover": self.mover,
            "goal": self.goal,
            "teams": self.teams,
        }


class RaceGame(Game[str]):
    """The rules of the race. `rules_version` and `readable` are set by tests that change the rules."""

    key = "race"
    title = "Race"
    options = (
        Option("goal", int, 12, min=1, max=1000, help="How far the goal is."),
        Option("teams", bool, False, help="Seats 0 and 2 against 1 and 3."),
    )

    def __init__(self, rules_version: int = 1, *, readable: bool = True) -> None:
        self.rules_version = rules_version
        self.readable = readable

    def start(self, seats: int, options: Mapping[str, object], chance: Chance) -> Race:
        if seats not in self.seats(options):
            raise ValueError(f"seats: {seats} can't play")
        goal = options.get("goal", 12)
        if type(goal) is not int or not 1 <= goal <= 1000:
            raise ValueError("goal: a number from 1 to 1000 is needed")
        lanes = chance.shuffle([*COLOURS[:seats]])
        return Race((0,) * seats, tuple(lanes), 0, goal, options.get("teams", False) is True)

    def load(self, doc: Mapping[str, Any]) -> Race:
        if not self.readable:
            raise ValueError("lanes: these rules know no lanes")
        state = Race(tuple(doc["spaces"]), tuple(doc["lanes"]), doc["mover"], doc["goal"], doc["teams"])
        if doc["to_move"] != state.to_move:
            raise ValueError("to_move: it isn't that seat's turn")
        return state

    def seats(self, options: Mapping[str, object]) -> tuple[int, ...]:
        unknown = set(options) - {option.name for option in self.options}
        if unknown:
            raise ValueError(f"{min(unknown)}: there is no such option")
        return (4,) if options.get("teams") else (2, 3, 4)

    def colours(self, seats: int, options: Mapping[str, object]) -> tuple[str, ...]:
        return COLOURS[:seats]

    def sides(self, seats: int, options: Mapping[str, object]) -> tuple[tuple[int, ...], ...]:
        return ((0, 2), (1, 3)) if options.get("teams") else super().sides(seats, options)


class TrioGame(RaceGame):
    """The race of three sides: seats 0 and 2 together, 1 and 3 each alone."""

    key = "trio"
    title = "Trio"

    def seats(self, options: Mapping[str, object]) -> tuple[int, ...]:
        return (4,)

    def sides(self, seats: int, options: Mapping[str, object]) -> tuple[tuple[int, ...], ...]:
        return ((0, 2), (1,), (3,))


class PokerGame(RaceGame):
    """The race again, but its luck is hidden."""

    key = "poker"
    title = "Poker"
    hidden = True


@dataclass(frozen=True, slots=True)
class Hike(State[str]):
    """Who reaches the goal first, in turns of several decisions: until the strength of the day is used up.

    `step` goes on by one space and `roll` by a die; `deal` shuffles the lanes; `ask` has the next seat say in the same
    turn whether one may go on by one more (`yes`, `no`); `rest` ends the day. Two moves leave no choice: after a `jump`
    one has to `land` two spaces on, and slides on by a die of two where that is a multiple of five; and whoever has no
    strength left has to `camp`, and by the multiples of five is blown back by a die.
    """

    spaces: tuple[int, ...]
    lanes: tuple[str, ...]
    day: int
    strength: int
    phase: str
    goal: int

    @property
    def walker(self) -> int:
        """Whose day it is."""
        return self.day % len(self.spaces)

    @property
    def to_move(self) -> int | None:
        if self.result:
            return None
        return (self.walker + (self.phase == "ask")) % len(self.spaces)

    @property
    def result(self) -> Result | None:
        if max(self.spaces) < self.goal:
            return None
        order = sorted(set(self.spaces), reverse=True)
        return Result(tuple(order.index(space) + 1 for space in self.spaces), self.spaces)

    def legal(self) -> list[str]:
        if self.result:
            return []
        if self.phase == "go":
            jump = ["jump"] if self.strength > 1 else []
            return ["step", "roll", "deal", "ask", "rest", *jump]
        return {"jump": ["land"], "camp": ["camp"], "ask": ["yes", "no"]}[self.phase]

    def notate(self, move: str) -> str:
        return move

    def parse(self, text: str) -> str:
        move = text.strip().lower()
        if move not in ("step", "roll", "deal", "ask", "rest", "jump", "land", "camp", "yes", "no"):
            raise Unreadable("{text} is no move of a hike.", text=text)
        if move not in self.legal():
            raise NotLegalHere("{move} can't be played here.", move=move)
        return move

    def play(self, move: str, chance: Chance) -> "Hike":
        if move not in self.legal():
            raise NotLegalHere("{move} can't be played here.", move=move)
        here = self.spaces[self.walker]
        if move == "rest":
            return self._tomorrow(here)
        if move == "camp":
            return self._tomorrow(max(0, here - chance.roll(6)) if here % 5 == 0 else here)
        if move == "jump":
            return replace(self, phase="jump", strength=self.strength - 2)
        if move == "ask":
            return replace(self, phase="ask", strength=self.strength - 1)
        if move == "land":
            slides = (here + 2) % 5 == 0
            return self._today(here + 2 + (chance.roll(2) if slides else 0), self.strength)
        if move in ("yes", "no"):
            return self._today(here + (move == "yes"), self.strength)
        steps = chance.roll(6) if move == "roll" else int(move == "step")
        lanes = tuple(chance.shuffle(self.lanes)) if move == "deal" else self.lanes
        return replace(self, lanes=lanes)._today(here + steps, self.strength - 1)

    def _at(self, space: int) -> tuple[int, ...]:
        return tuple(space if seat == self.walker else other for seat, other in enumerate(self.spaces))

    def _today(self, space: int, strength: int) -> "Hike":
        return replace(self, spaces=self._at(space), strength=strength, phase="go" if strength else "camp")

    def _tomorrow(self, space: int) -> "Hike":
        return replace(self, spaces=self._at(space), day=self.day + 1, strength=STRENGTH, phase="go")

    def same_turn(self, before: "Hike") -> bool:
        return self.day == before.day and self.result is None

    def forced(self) -> str | None:
        legal = self.legal()
        return legal[0] if len(legal) == 1 else None

    def view(self, seat: int | None) -> Document:
        return self.dump()

    def dump(self) -> Document:
        return {
            "game": "hike",
            "spaces": list(self.spaces),
            "lanes": list(self.lanes),
            "day": self.day,
            "strength": self.strength,
            "phase": self.phase,
            "goal": self.goal,
        }


STRENGTH = 3
"""How many decisions a day of a hike has, those that follow by themselves not counted; a `jump` counts as two."""


class HikeGame(Game[str]):
    """The rules of the hike. `rules_version` and `steep` are set by tests that change the rules."""

    key = "hike"
    title = "Hike"
    options = (Option("goal", int, 30, min=1, max=1000, help="How far the goal is."),)
    forces = True

    def __init__(self, rules_version: int = 1, *, steep: bool = False) -> None:
        self.rules_version = rules_version
        self.steep = steep

    def start(self, seats: int, options: Mapping[str, object], chance: Chance) -> Hike:
        if seats not in self.seats(options):
            raise ValueError(f"seats: {seats} can't play")
        goal = options.get("goal", 30)
        if type(goal) is not int or not 1 <= goal <= 1000:
            raise ValueError("goal: a number from 1 to 1000 is needed")
        lanes = chance.shuffle([*COLOURS[:seats]])
        return self._kind()((0,) * seats, tuple(lanes), 0, STRENGTH, "go", goal)

    def load(self, doc: Mapping[str, Any]) -> Hike:
        return self._kind()(
            tuple(doc["spaces"]), tuple(doc["lanes"]), doc["day"], doc["strength"], doc["phase"], doc["goal"]
        )

    def _kind(self) -> type[Hike]:
        return SteepHike if self.steep else Hike

    def seats(self, options: Mapping[str, object]) -> tuple[int, ...]:
        unknown = set(options) - {option.name for option in self.options}
        if unknown:
            raise ValueError(f"{min(unknown)}: there is no such option")
        return (2, 3, 4)

    def colours(self, seats: int, options: Mapping[str, object]) -> tuple[str, ...]:
        return COLOURS[:seats]


class SteepHike(Hike):
    """Other rules: nobody steps, everyone rolls."""

    __slots__ = ()

    def legal(self) -> list[str]:
        return [move for move in Hike.legal(self) if move != "step"]


class SmugglersGame(HikeGame):
    """The hike again, but its luck is hidden."""

    key = "smugglers"
    title = "Smugglers"
    hidden = True


@dataclass(frozen=True, slots=True)
class Harvest(State[str]):
    """Who has gathered the most after some rounds: `pick` the top card of a hidden pile, `skip` it, or `roll` a die."""

    baskets: tuple[int, ...]
    pile: tuple[str, ...]
    mover: int

    @property
    def to_move(self) -> int | None:
        return self.mover if self.pile else None

    @property
    def result(self) -> Result | None:
        if self.pile:
            return None
        return Result(tuple(1 + sum(other > own for other in self.baskets) for own in self.baskets), self.baskets)

    def legal(self) -> list[str]:
        return ["pick", "skip", "roll"] if self.pile else []

    def notate(self, move: str) -> str:
        return move

    def parse(self, text: str) -> str:
        if text not in ("pick", "skip", "roll"):
            raise Unreadable("{text} is no move of a harvest.", text=text)
        return text

    def play(self, move: str, chance: Chance) -> "Harvest":
        if move not in self.legal():
            raise NotLegalHere("{move} can't be played here.", move=move)
        gain = {"pick": int(self.pile[0]), "skip": 0, "roll": 0}[move] + (chance.roll(6) if move == "roll" else 0)
        baskets = tuple(basket + gain * (seat == self.mover) for seat, basket in enumerate(self.baskets))
        return Harvest(baskets, self.pile[1:], (self.mover + 1) % len(baskets))

    def view(self, seat: int | None) -> Document:
        return self.dump() | {"pile": ["?"] * len(self.pile)}

    def dump(self) -> Document:
        return {"game": "harvest", "baskets": list(self.baskets), "pile": list(self.pile), "mover": self.mover}


class HarvestGame(Game[str]):
    """The rules of the harvest, alone or up to five; its pile is hidden. `strict` rules refuse every table."""

    key = "harvest"
    title = "Harvest"
    options = (
        Option("rounds", int, 2, min=1, max=20, help="How many turns each seat has."),
        Option("rain", bool, False, help="Changes nothing but what kind of harvest it is."),
    )
    hidden = True

    def __init__(self, rules_version: int = 1, *, strict: bool = False) -> None:
        self.rules_version = rules_version
        self.strict = strict

    def start(self, seats: int, options: Mapping[str, object], chance: Chance) -> Harvest:
        if seats not in self.seats(options):
            raise ValueError(f"seats: {seats} can't play")
        rounds = options.get("rounds", 2)
        if type(rounds) is not int or not 1 <= rounds <= 20:
            raise ValueError("rounds: a number from 1 to 20 is needed")
        return Harvest((0,) * seats, tuple(chance.shuffle([str(10 + card) for card in range(rounds * seats)])), 0)

    def load(self, doc: Mapping[str, Any]) -> Harvest:
        return Harvest(tuple(doc["baskets"]), tuple(doc["pile"]), doc["mover"])

    def seats(self, options: Mapping[str, object]) -> tuple[int, ...]:
        return () if self.strict else (1, 2, 3)

    def colours(self, seats: int, options: Mapping[str, object]) -> tuple[str, ...]:
        return COLOURS[:seats]


def games(*installed: Game[Any]) -> dict[str, Game[Any]]:
    """The games as `Matches` takes them."""
    return {game.key: game for game in installed}


GAMES = games(RaceGame(), TrioGame(), PokerGame(), HikeGame(), SmugglersGame(), HarvestGame())
PLAYERS: tuple[int, ...] = (101, 102, 103, 104)
GONE = 987654321987654321  # the id of someone who is forgotten: no seed and no time contains it by chance
