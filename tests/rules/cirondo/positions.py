"""Positions of Cirondo to test with, and how tests reach them."""

from bot.rules.cirondo import Position, game
from tests.rules.trying import NO_LUCK


def start(seats: int = 2, **options: bool) -> Position:
    return game.start(seats, options, NO_LUCK)


def at(line: str) -> Position:
    return game.from_fen(line)


def opened(state: Position) -> Position:
    """The same position with the first moves behind everyone."""
    return game.load(state.dump() | {"owed": []})


# Gold's eight moons on ring G may not go on while its four Solar Systems are on the board, and everything else of gold
# is walled in by them; silver stands likewise. Only F5-G5 is left to play.
ALMOST_BLOCKED = "32./32./32./32./32./4.gM27./5.7gM8.8sM4./5.gP4gSgP10.sP4sSsP5. g 2d - - - -"
CONQUEST = "19.gP12./19.gP12./32./32./32./32./32./32. - 2d - s - conquest"
TWO_AGAINST_TWO = "gS31./15.2gP13.2sP/32./sS31./32./32./32./32. g 2d - - - -"
