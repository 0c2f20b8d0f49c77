"""What cards of people show in tests."""

from collections.abc import Sequence

from images.cirondo.icons import SIGN as CIRONDO
from images.people.distribution import DistributionChart
from images.people.plates import points_in_words
from images.people.podium import Best
from images.people.profile import GameCard
from images.southern_cards.icons import SIGN
from images.southern_cards.icons import SIGN as CARDS
from tests.images.people.leagues import NAMES

LONG = GameCard(
    "Southern Cross cards", CARDS, "2134?", "1,120 matches, 1,071 won", [1500 + 37 * (n * n % 17) for n in range(51)]
)

FEW = GameCard("Cirondo", CIRONDO, "-152?", "1 match, 0 won", [1000, -152])

FACTS = (
    ("Matches", "12,204"),
    ("Favourite game", "Southern Cross cards"),
    ("Longest winning streak", "119"),
    ("You against them", "112 won, 13 drawn, 114 lost"),
)


def chart_of(scores: Sequence[int], own: int) -> DistributionChart:
    remark = f"2 January 2026 · {len(scores)} players"
    return DistributionChart(
        "Southern Cross cards: the daily", SIGN, remark, "Better than 70% of the others.", scores, own
    )


def best_of(people: int) -> list[Best]:
    return [Best(place, points_in_words(200 - 7 * place), NAMES[place % len(NAMES)]) for place in range(people)]
