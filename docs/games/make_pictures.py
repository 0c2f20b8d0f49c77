"""Draw the pictures of the rules pages anew: `python -m docs.games.make_pictures`.

Each picture is a position in the game's one-line form, perhaps with a stellar picked up whose moves are marked, perhaps
with the move that is played before it is drawn. The files land in `docs/games/pictures/`, named GAME-NAME.webp.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from PIL import Image

from bot.rules.chance import Scripted
from bot.rules.cirondo import Position, game
from images import cirondo
from images.canvas import encode
from images.marks import Choice, Marks

FOLDER = Path(__file__).parent / "pictures"
WIDTH = 768
"""Pixels: what GitHub shows of a picture in a page; every label stays readable."""


@dataclass(frozen=True, slots=True)
class Sketch:
    """What one picture shows: a position, the moves played from it, and a space whose moves are marked then."""

    position: str
    moves: Sequence[str] = ()
    picked: str | None = None
    width: int = WIDTH


OPENING = "16gP16sP/16gM16sM/32./32./32./32./32./32. g 2d gs - - -"
FOUR_SEATS = "8gP8rP8sP8bP/8gM8rM8sM8bM/32./32./32./32./32./32. g 4d grsb - - -"
NEAR_THE_VOID = "3.2gP7.sP6.3sP10./9.gM22./32./32./27.sM4./32./4.gM10.sM16./5.sP26. g 2d - - - -"
LAST_PLANET = "19.gP12./32./32./3.sP28./4.gS27./32./32./32. s 2d - - - -"

# The middle of a match, for the first picture that a reader of this project sees.
IN_PLAY = (
    "gP.gP.6gP.2gP2.gP.4sP.9sP./12.gM2.gPsM15./9.gM3.gM9.sM7.sM/.2gM.gM2.gP9.sMsP7.2sM4./"
    "6.gM11.sM.sM.sM7.sM./3.gM.gM2.gM15.sM3.gP3./11.gM2.gM4.gP.sM3.sM3.gP2./7.gS2.gS10.sS10. g 2d - - - -"
)

CIRONDO: Mapping[str, Sketch] = {
    "board": Sketch(IN_PLAY, ("B16xD18",), width=1024),
    "start": Sketch(OPENING),
    "four": Sketch(FOUR_SEATS),
    "moon": Sketch("9.sP9.gP12./32./32./4.gM27./3.sP.sP26./32./32./32. g 2d - - - -", picked="D5"),
    "ring-h": Sketch(NEAR_THE_VOID, picked="G5"),
    "promoted": Sketch(NEAR_THE_VOID, ("G5xH6=S",)),
    "planet": Sketch("20.sP11./11.gM20./32./9.gP22./32./7.sM24./32./32. g 2d - - - -", picked="D10"),
    "solar": Sketch("11.sP7.gP12./32./32./4.gS4.gP2.sM19./32./2.sP29./32./32. g 2d - - - -", picked="D5"),
    "last-move": Sketch(LAST_PLANET, picked="D4"),
    "showdown": Sketch(LAST_PLANET, ("D4xE5",)),
    "teams": Sketch("4.gP27./5.sP26./32./32./15.rP16./15.bP16./32./32. g 4td - - - -", picked="A5"),
}


def drawn(sketch: Sketch) -> Image.Image:
    """The picture of a sketch, in its own width."""
    state: Position = game.from_fen(sketch.position)
    played = []
    for text in sketch.moves:
        move = state.parse(text)
        played.append(state.notate(move))
        state = state.play(move, Scripted([]))
    choices: list[Choice] = []
    if sketch.picked is not None:
        targets = [move.target for move in state.legal_from(sketch.picked)]
        choices = [Choice(str(number), target) for number, target in enumerate(targets, 1)]
    marks = Marks(last=tuple(played), choices=tuple(choices), chosen=(sketch.picked,) if sketch.picked else ())
    picture = cirondo.draw(state.view(None), marks)
    size = (sketch.width, round(picture.height * sketch.width / picture.width))
    return picture.resize(size, Image.Resampling.LANCZOS)


def main() -> None:
    """Write all pictures."""
    FOLDER.mkdir(exist_ok=True)
    for name, sketch in CIRONDO.items():
        (FOLDER / f"cirondo-{name}.webp").write_bytes(encode(drawn(sketch)).data)


if __name__ == "__main__":
    main()
