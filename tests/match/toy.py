"""Two little games for the tests of matches: a race with dice for many seats, and one whose rules change."""

from collections.abc import Mapping, Sequence
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


class PokerGame(RaceGame):
    """The race again, but its luck is hidden."""

    key = "poker"
    title = "Poker"
    hidden = True


def games(*installed: Game[Any]) -> dict[str, Game[Any]]:
    """The games as `Matches` takes them."""
    return {game.key: game for game in installed}


GAMES = games(RaceGame(), PokerGame())
PLAYERS: Sequence[int] = (101, 102, 103, 104)
