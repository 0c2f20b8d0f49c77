"""Ratings as predictions: who is expected to win how often, and who does.

In each game ten players meet at random: one takes what counts most in a tenth of its decisions, the next in two tenths,
and so on; otherwise they play anything. Their ratings follow from these matches, as those of people do. Before each
match the ratings so far say what share of such matches each side wins, by the Plackett-Luce model.
"""

import random
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from math import exp, sqrt
from statistics import fmean
from typing import Any

from openskill.models import PlackettLuce

from bot.players import player_for
from bot.players.levels import GREEDY
from bot.players.luck import Luck
from bot.ratings.rating import NEW, Rating, rate
from bot.rules import GAMES, Game

MATCHES = 3_000  # of each game
LONG = {"cirondo": 500, "southern_cross": 500}  # of games whose matches take ten times as long
PLAYERS = 10
LONGEST = 1_500  # decisions; a longer match is drawn
BINS = 10

Share = tuple[float, float]
"""The predicted and the actual share of a win: one for each side of a match."""


def shares(key: str) -> list[Share]:
    """Those of all matches of a game."""
    game, source, ratings = GAMES[key], random.Random(f"predictions {key}"), [NEW] * PLAYERS
    seats = next(number for number in game.seats({}) if len(game.sides(number, {})) > 1)
    found: list[Share] = []
    for _ in range(LONG.get(key, MATCHES)):
        players = source.sample(range(PLAYERS), seats)
        before = [ratings[player] for player in players]
        places = _places(game, [(player + 1) / PLAYERS for player in players], source)
        winners = [place == 1 for place in places]
        found += [(share, won / sum(winners)) for share, won in zip(expected(before), winners, strict=True)]
        for player, (rating,) in zip(players, rate([[one] for one in before], places), strict=True):
            ratings[player] = rating
    return found


def expected(ratings: Sequence[Rating]) -> list[float]:
    """What share of matches each player wins: who is c of mu stronger wins e times as often."""
    c = sqrt(sum(one.sigma**2 + PlackettLuce().beta ** 2 for one in ratings))
    often = [exp(one.mu / c) for one in ratings]
    return [one / sum(often) for one in often]


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
    with ProcessPoolExecutor() as processes:
        found = [share for of_game in processes.map(shares, GAMES) for share in of_game]
    for number in range(BINS):
        inside = [one for one in found if min(int(one[0] * BINS), BINS - 1) == number]
        if inside:
            predicted, actual = map(fmean, zip(*inside, strict=True))
            span = f"{number / BINS:.0%} to {(number + 1) / BINS:.0%}"
            print(f"| {span} | {len(inside):,} | {predicted:.1%} | {actual:.1%} |")
