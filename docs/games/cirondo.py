"""The pictures of Cirondo's rules page."""

from collections.abc import Mapping, Sequence

from bot.rules.cirondo import Move, Position, game
from docs.games.sketches import WHOLE, WIDTH, Sketch


def ends(position: Position, move: Move) -> tuple[str, str]:
    return move.origin, move.target


def _line(fen: str, moves: Sequence[str] = (), picked: str | None = None, width: int = WIDTH) -> Sketch:
    """A sketch of a position in the one-line form."""
    return Sketch(game.from_fen(fen).dump(), moves, picked=picked, width=width)


OPENING = "16gP16sP/16gM16sM/32./32./32./32./32./32. g 2d gs - - -"
FOUR_SEATS = "8gP8rP8sP8bP/8gM8rM8sM8bM/32./32./32./32./32./32. g 4d grsb - - -"
NEAR_THE_VOID = "3.2gP7.sP6.3sP10./9.gM22./32./32./27.sM4./32./4.gM10.sM16./5.sP26. g 2d - - - -"
LAST_PLANET = "19.gP12./32./32./3.sP28./4.gS27./32./32./32. s 2d - - - -"

# The middle of a match, for the first picture that a reader of this project sees.
IN_PLAY = (
    "gP.gP.6gP.2gP2.gP.4sP.9sP./12.gM2.gPsM15./9.gM3.gM9.sM7.sM/.2gM.gM2.gP9.sMsP7.2sM4./"
    "6.gM11.sM.sM.sM7.sM./3.gM.gM2.gM15.sM3.gP3./11.gM2.gM4.gP.sM3.sM3.gP2./7.gS2.gS10.sS10. g 2d - - - -"
)

PICTURES: Mapping[str, Sketch] = {
    "board": _line(IN_PLAY, ("B16xD18",), width=WHOLE),
    "start": _line(OPENING),
    "four": _line(FOUR_SEATS),
    "moon": _line("9.sP9.gP12./32./32./4.gM27./3.sP.sP26./32./32./32. g 2d - - - -", picked="D5"),
    "ring-h": _line(NEAR_THE_VOID, picked="G5"),
    "promoted": _line(NEAR_THE_VOID, ("G5xH6=S",)),
    "planet": _line("20.sP11./11.gM20./32./9.gP22./32./7.sM24./32./32. g 2d - - - -", picked="D10"),
    "solar": _line("11.sP7.gP12./32./32./4.gS4.gP2.sM19./32./2.sP29./32./32. g 2d - - - -", picked="D5"),
    "last-move": _line(LAST_PLANET, picked="D4"),
    "showdown": _line(LAST_PLANET, ("D4xE5",)),
    "teams": _line("4.gP27./5.sP26./32./32./15.rP16./15.bP16./32./32. g 4td - - - -", picked="A5"),
}
