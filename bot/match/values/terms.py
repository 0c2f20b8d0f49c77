"""What the people at a table agree on before they play."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, fields, replace
from datetime import timedelta
from types import MappingProxyType
from typing import Any

from bot.match.values import MOVE_TIMES, Expiry, Series, SeriesKind
from bot.match.values.errors import BadOption, UnknownGame, explain
from bot.match.values.options import all_options
from bot.rules import Game
from bot.rules.api import BadDocument, Chance
from bot.store.columns import MatchColumns
from bot.store.tables import MatchRow
from bot.text.own_words import OwnWords

PARALLEL_SEATS = range(2, 6)
"""How many people may play parallel matches."""

POINTS = 1000
"""The default number of points that ends a series."""


ELSEWHERE = ("seats", "series", "target")
"""The terms of a table that aren't columns of its match's row."""


def fields_in(row: object, kind: type[Any], *, but: Collection[str] = ()) -> dict[str, Any]:
    """The fields of terms of this kind that are columns of the same names: all `but` a few."""
    same = {one.name: getattr(row, one.name) for one in fields(kind) if one.name not in but}
    return same | {"options": MappingProxyType(dict(same["options"])), "on_expiry": Expiry(same["on_expiry"])}


@dataclass(frozen=True, slots=True)
class TableTerms:
    """What a table has agreed on. Most fields are columns of the match's row with the same name."""

    game: str
    seats: int
    options: Mapping[str, Any] = field(default_factory=dict)
    shared: bool = False
    """Whether several people may share a seat."""
    own_thread: bool = False
    """Whether the match is played in a thread that hangs on the table's message."""
    automatic: bool = True
    """Whether decisions without a choice are played automatically."""
    rolls: bool = True
    """Whether dice are rolled automatically after each turn."""
    hints: bool = True
    """Whether people may ask what a computer would play."""
    coached: bool | None = False
    """Whether people are told without asking, less and less often: None for those alone who are new to the game and
    play against computers."""
    rated: bool = False
    """Whether it changes its players' ratings. Then it has neither hints nor coaching, and finished moves can't be
    undone. If the players at a table can't be rated (`bot.match.reading.rated`), it starts unrated."""
    private: bool = False
    """Whether it is for its own people only: then nothing of it is ever posted."""
    move_time: timedelta | None = None
    """How long a turn may take, in whole seconds; `on_expiry` says what happens after that."""
    on_expiry: Expiry = Expiry.COMPUTER
    series: SeriesKind | None = None
    """The kind of series that the match belongs to."""
    target: int = POINTS
    """How many points end a series of the kind `SeriesKind.POINTS`."""

    @property
    def allows_hints(self) -> bool:
        """Whether people may ask what a computer would play."""
        return self.hints and not self.rated

    @classmethod
    def of_row(cls, row: MatchRow, seats: int, series: Series | None) -> "TableTerms":
        return cls(
            **fields_in(row, cls, but=ELSEWHERE),
            seats=seats,
            series=None if series is None else series.kind,
            target=POINTS if series is None else series.target or POINTS,
        )

    def columns(self) -> MatchColumns:
        return {
            "game": self.game,
            "options": dict(self.options),
            "shared": self.shared,
            "own_thread": self.own_thread,
            "automatic": self.automatic,
            "rolls": self.rolls,
            "hints": self.hints,
            "coached": self.coached,
            "rated": self.rated,
            "private": self.private,
            "move_time": self.move_time,
            "on_expiry": self.on_expiry,
        }

    def check(self, games: Mapping[str, Game[Any]], trial: Chance) -> "CheckedTerms":
        """Checks these terms for a new table; `trial` is luck for trying whether such a match can start.

        Raises UnknownGame, BadOption.
        """
        game = games.get(self.game)
        if game is None:
            raise UnknownGame(game=OwnWords(self.game[:40]))
        try:
            if self.move_time is not None and not MOVE_TIMES[0] <= self.move_time <= MOVE_TIMES[-1]:
                raise BadDocument("time: a turn takes an hour to two weeks")
            if self.series is SeriesKind.PARALLEL and self.on_expiry is Expiry.CLAIM:
                raise BadDocument("time: nobody else can claim where everyone plays alone")
            if self.rated and self.private:
                raise BadDocument("rated: private matches can't be rated")
            if self.rated and self.coached:
                raise BadDocument("rated: a rated match has no coaching")
            if self.target < 1:
                raise BadDocument("target: {target} points would end nothing", target=self.target)
            colours = self._colours(game, trial)
        except ValueError as error:
            raise BadOption(problem=explain(error)) from error
        return CheckedTerms(replace(self, options=all_options(game, self.options)), game, colours)

    def _colours(self, game: Game[Any], trial: Chance) -> tuple[str, ...]:
        parallel = self.series is SeriesKind.PARALLEL
        playing = 1 if parallel else self.seats
        numbers = game.seats(self.options)
        if parallel and self.seats not in PARALLEL_SEATS:
            least, most = PARALLEL_SEATS[0], PARALLEL_SEATS[-1]
            raise BadDocument(
                "seats: {least} to {most} can play side by side, not {seats}", least=least, most=most, seats=self.seats
            )
        if playing not in numbers:
            raise BadDocument("seats: {seats} can't play with these options", seats=playing)
        game.start(playing, self.options, trial)
        options = all_options(game, self.options)
        if self.seats in numbers:
            return game.colours(self.seats, options)
        colours = game.colours(max(numbers), options)
        return tuple(colours[seat % len(colours)] for seat in range(self.seats))


@dataclass(frozen=True, slots=True)
class CheckedTerms:
    """Terms on which a match can start, with all options, and the colours of its seats."""

    terms: TableTerms
    game: Game[Any]
    colours: tuple[str, ...]
