"""Ratings as predictions: who is expected to win how often, and who does.

In each game ten players meet at random: one takes what counts most in a tenth of its decisions, the next in two tenths,
and so on; otherwise they play anything. Their ratings follow from these matches, as those of people do. Before each
match openskill says from the ratings so far what share of such matches each side wins.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import fmean
from typing import Any

from openskill.models import PlackettLuce

from bot.players import player_for
from bot.players.levels import GREEDY
from bot.players.luck import Luck
from bot.ratings.rating import NEW, Rating, rated
from bot.rules import GAMES, Game

MATCHES = 10_000
PLAYERS = 10
LONGEST = 1_500  # decisions; a longer match is drawn
BINS = 10


@dataclass
class Bin:
    """Predicted and actual shares of wins, one of each for each side of a match."""

    predicted: list[float] = field(default_factory=list)
    actual: list[float] = field(default_factory=list)


def measured(matches: int = MATCHES) -> list[Bin]:
    """The bins, from the lowest prediction to the highest."""
    bins = [Bin() for _ in range(BINS)]
    for key, game in GAMES.items():
        _play(game, key, matches // len(GAMES), bins)
    return bins


def _play(game: Game[Any], key: str, matches: int, bins: list[Bin]) -> None:
    model, source, ratings = PlackettLuce(), random.Random(f"predictions {key}"), [NEW] * PLAYERS
    seats = next(number for number in game.seats({}) if len(game.sides(number, {})) > 1)
    for _ in range(matches):
        players = source.sample(range(PLAYERS), seats)
        before = [[ratings[player]] for player in players]
        expected = model.predict_win([[model.create_rating([*one]) for one in side] for side in before])
        places = _places(game, [(player + 1) / PLAYERS for player in players], source)
        winners = [place == 1 for place in places]
        for share, won in zip(expected, winners, strict=True):
            one = bins[min(int(share * BINS), BINS - 1)]
            one.predicted.append(share)
            one.actual.append(won / sum(winners))
        after: list[list[Rating]] = rated(before, places)
        for player, (rating,) in zip(players, after, strict=True):
            ratings[player] = rating


def _places(game: Game[Any], skills: Sequence[float], source: random.Random) -> Sequence[int]:
    """The places in one match between players who think in these shares of their decisions."""
    luck, seats = Luck(source.getrandbits(48)), len(skills)
    players = [player_for(game.key, seats, {}, seat, GREEDY, source) for seat in range(seats)]
    state = game.start(seats, {}, luck)
    for _ in range(LONGEST):
        seat = state.to_move
        if seat is None:
            break
        legal = state.legal()
        thinks = len(legal) > 1 and source.random() < skills[seat]
        move = state.parse(players[seat].choose(state.view(seat)).move) if thinks else source.choice(legal)
        state = state.play(move, luck)
    return [1] * seats if state.result is None else state.result.places


def main() -> None:
    """Prints the table in docs/ratings.md."""
    print("| Predicted share of wins | Sides | Predicted on average | Actual |")
    print("|---|---:|---:|---:|")
    for number, one in enumerate(measured()):
        if one.actual:
            shares = f"{fmean(one.predicted):.1%} | {fmean(one.actual):.1%}"
            print(f"| {number / BINS:.0%} to {(number + 1) / BINS:.0%} | {len(one.actual):,} | {shares} |")
