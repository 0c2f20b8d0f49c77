"""Positions of Down Under to test with, and how tests reach them."""

import json
from typing import Any

from bot.rules.chance import Scripted
from bot.rules.down_under import Effects, Position, game, what_happened
from tests.rules.down_under import plain
from tests.rules.trying import NO_LUCK, Document

DEFAULTS: Document = {
    "size": "recommended",
    "area": "floating",
    "growth": "both",
    "routes": 1,
    "tiles_per_turn": 2,
    "animals": False,
}
LETTERS = {"Y": 0, "B": 1, "R": 2, "G": 3, "N": None}
KINDS = {"s": "straight", "c": "curve", "t": "terminal"}


def entry(text: str) -> Document:
    """A tile as the rules page writes it for short: Y s 0,0 NS, with an animal Y s:emu 0,0 NS; N is neutral."""
    colour, kind, cell, facing = text.split()
    x, y = cell.split(",")
    kind, _, animal = kind.partition(":")
    return {
        "x": int(x),
        "y": int(y),
        "kind": KINDS[kind],
        "dir": facing,
        "colour": LETTERS[colour],
        "animal": animal or None,
    }


def document(*laid: str, **changes: Any) -> Document:
    """A document: tiles one by one or several in a text, separated by commas and a blank; options by their names."""
    options = DEFAULTS | {name: changes.pop(name) for name in DEFAULTS if name in changes}
    return {
        "game": "down_under",
        "seats": 2,
        "options": options,
        "turn": 0,
        "used": [],
        "offer": [],
        "pending": [],
        "tiles": plain.by_row([entry(text) for line in laid for text in line.split(", ")]),
        "ponds": [],
    } | changes


def at(*laid: str, **changes: Any) -> Position:
    return game.load(document(*laid, **changes))


def start(seats: int = 2, *luck: Any, **options: Any) -> Position:
    return game.start(seats, options, Scripted(luck))


def lengths(state: Position) -> list[int]:
    return [route["length"] for route in state.view(None)["routes"]]


def open_ends(state: Position, colour: int) -> list[list[Any]]:
    ends: list[list[Any]] = state.view(None)["routes"][colour]["open"]
    return ends


def happened(state: Position, text: str) -> Effects:
    move = state.parse(text)
    return what_happened(state, move, state.play(move, NO_LUCK))


BORDER = (
    *(f"Y s 0,{y} NS" for y in range(7)),
    *(f"B s {x},0 EW" for x in range(1, 7)),
)
ALL_CURVES = (
    "Y c 0,0 NW, Y c 0,1 SE, Y c 1,1 NW, Y c 1,2 SE, Y c 2,2 NW, Y c 2,3 SE, Y c 3,3 NW, Y c 3,4 SE, Y c 4,4 NW"
)
ENDLESS = "Y c 0,0 NE, Y c 1,0 NW, Y c 1,1 SW, Y c 0,1 SE, B c 2,1 SW, B s 2,0 NS"
CASE_1 = "Y s 0,-1 NS, B s 0,1 NS, R s -2,0 EW"
LOCKED = (
    "Y c 0,1 SE, Y c 1,1 SW, B c 0,-1 NE, B s 1,-1 EW, B c 2,-1 NW, B s 2,0 NS, B s 2,1 NS, B c 2,2 SW, B c 1,2 NE",
    "B c 1,3 SW, B c 0,3 SE, B c 0,2 NW, B c -1,2 SE, B s -1,1 NS, B c -1,0 NE",
)
SQUARE = "Y t 0,0 N, B t 1,-1 E, R t 1,0 N, G t 0,-1 W"

PASSED_THROUGH: Document = json.loads("""
{"game":"down_under","seats":3,
 "options":{"size":"recommended","area":"floating","growth":"both","routes":1,"tiles_per_turn":2,"animals":false},
 "turn":2,"used":[2],"offer":[],"pending":[{"x":0,"y":0,"colour":2}],
 "tiles":[{"x":0,"y":-1,"kind":"straight","dir":"NS","colour":0,"animal":null},
          {"x":-2,"y":0,"kind":"straight","dir":"EW","colour":2,"animal":null},
          {"x":-1,"y":0,"kind":"straight","dir":"EW","colour":2,"animal":null},
          {"x":0,"y":1,"kind":"straight","dir":"NS","colour":1,"animal":null}],
 "ponds":[{"x":0,"y":0,"joins":["EW"]}]}
""")
