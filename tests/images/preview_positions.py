"""Positions whose previews are drawn."""

from tests.images.parcheesi_positions import moved
from tests.images.parcheesi_positions import position as pawns
from tests.images.positions import fen
from tests.images.southern_cross_positions import MIDDLE, position

SPREAD = moved(pawns("nest t66 t66 home", "nest nest t3 t4", "t7 t60 h2 home", "t2 t12 t20 home"), (4, 5))[0]
DISC = fen("11.sP7.gP12./32./32./32./8.sM23./32./32./4.gS14.sP12. g 2d - - - -")
DIALS = position(MIDDLE, 9).sight(None)
