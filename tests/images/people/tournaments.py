"""A table and a bracket of a tournament as their pictures show them."""

from images.people.plates import Standings
from images.people.tournament import Bracket, Pair, Side, TournamentTableRow
from tests.images.people.leagues import NAMES


def tournament_table(people: int, rounds: int) -> Standings[TournamentTableRow]:
    rows = [
        TournamentTableRow(
            place,
            100 + place,
            2 * (people - place) + 1,
            3 * place,
            [None if index == 2 else (index % 3, (place % people + 1,)) for index in range(rounds)],
            place == people,
            NAMES[place % len(NAMES)],
        )
        for place in range(1, people + 1)
    ]
    return Standings("Southern Cross cards: Swiss tournament", "Round 9 of 11, 15 of 16 matches played", rows)


def bracket(people: int, name: str = "Main bracket") -> Bracket:
    """Everybody drawn with an odd number wins; the first has a bye, and the final isn't played."""
    sides, columns = [Side(number, 500 + number, NAMES[number % len(NAMES)]) for number in range(1, people + 1)], []
    while len(sides) > 1:
        pairs = [Pair((one, other), one.drawn) for one, other in zip(sides[::2], sides[1::2], strict=True)]
        columns.append(pairs if pairs[1:] else [Pair(pairs[0].sides)])
        sides = [pair.sides[0] for pair in pairs if pair.sides[0] is not None]
    columns[0][0] = Pair((columns[0][0].sides[0], None), 1)
    return Bracket(name, columns)
