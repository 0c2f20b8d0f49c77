"""Draw the pictures of the rules pages anew: `python -m docs.games.make_pictures`; with games behind it, only theirs.

Each picture is a position, perhaps with moves that are played before it is drawn, perhaps with something picked up
whose moves are marked then. What isn't legal, or luck that doesn't fit, stops the drawing, so that the pictures tell no
lies. The files land in `docs/games/pictures/`, named GAME-NAME.webp.
"""

import re
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PIL import Image

import images.cirondo
import images.down_under
import images.parcheesi
import images.southern_cards
import images.southern_cross
from bot.rules import GAMES, down_under, parcheesi, southern_cards
from bot.rules.api import Document, State
from bot.rules.chance import Outcome, Recorded, Scripted, Sealed
from bot.rules.cirondo import game as cirondo
from bot.rules.down_under.tiles import GREY, SHAPES
from bot.rules.southern_cards.cards import CARD_NUMBERS, CARDS, all_cards, pack
from images.canvas import encode
from images.down_under.ground import EARTH
from images.down_under.tiles import tile_sprite
from images.marks import Choice, Marks, Played
from images.palette import NIGHT

FOLDER = Path(__file__).parent / "pictures"
WIDTH = 768
"""Pixels: what GitHub shows of a picture in a page; every label stays readable."""
TALL = 640
"""Pixels: for pictures that are higher than they are wide."""
WHOLE = 1024
"""Pixels: for the picture with which a page begins."""

DRAWERS = {
    "cirondo": images.cirondo.draw,
    "southern_cross": images.southern_cross.draw,
    "parcheesi": images.parcheesi.draw,
    "southern_cards": images.southern_cards.draw,
    "down_under": images.down_under.draw,
}


@dataclass(frozen=True, slots=True)
class Sketch:
    """What one picture shows.

    A position, the moves played from it with the luck that they draw, and what is picked then: the place where moves
    begin, or the card, whose ends are marked with numbers, or a whole placement of cards; empty, all places where moves
    begin are marked. With `hand` it is not the board but what the seat to move holds.
    """

    position: str | Document
    moves: Sequence[str] = ()
    luck: Sequence[Outcome] = ()
    picked: str | None = None
    width: int = WIDTH
    hand: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """A picture of tiles of Down Under side by side, as a player holds them: colour, kind, direction, animal."""

    tiles: Sequence[tuple[int, str, str, str | None]]
    side: int = 192


# ------------------------------------------------------------------------------------------------------------ Cirondo

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
    "board": Sketch(IN_PLAY, ("B16xD18",), width=WHOLE),
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

# ----------------------------------------------------------------------------------------------------- Southern Cross


def _grid(rows: str, turn: int, actions_left: int = 3, **options: object) -> Document:
    """A position of a turn's actions; `rows` are the board's from the top, with strokes between them."""
    return {
        "game": "southern_cross",
        "options": options,
        "turn": turn,
        "to_move": (turn - 1) % 4,
        "phase": "act",
        "actions_left": actions_left,
        "board": rows.split("/"),
        "special": None,
    }


ENTERING = _grid("..B.../....../..G.../...G../....B./......", 1)
BUSY = _grid("..BR../.GY..B/RRG.BB/..RBY./G.YYR./G...Y.", 9)
TURNING = _grid("..BR../..GY../....../....../....../......", 1)
CLUSTERS = _grid(".GG.YY/GGGRR./.GBR../..BR../Y..RRY/B....B", 2, 0)
LANE = _grid("....../....../..RG../..BB../....Y./......", 5, challenge="throw")

SOUTHERN_CROSS: Mapping[str, Sketch] = {
    "board": Sketch(BUSY, ("spin S 90", "f5-f6", "e4-d4"), width=WHOLE),
    "start": Sketch(_grid("....../....../....../....../....../......", 1)),
    "base": Sketch(ENTERING, picked="base"),
    "jump": Sketch(_grid("....../.R..../Y.Y.../BY..../....../......", 1), picked="a3"),
    "spin": Sketch(TURNING, picked="N"),
    "spun": Sketch(TURNING, ("spin N 90",)),
    "two-full": Sketch(_grid("....../....../GG..../RB..../R.B.../YY....", 5, 2), ("c2-b2",)),
    "special-round": Sketch(CLUSTERS, ("end",)),
    "goes-home": Sketch(CLUSTERS, ("end", "roll", "roll"), (3, 4, 1, 5)),
    "won": Sketch(CLUSTERS, ("end", "roll", "roll", "remove c4"), (3, 4, 1, 5)),
    "throw": Sketch(LANE, ("end",), (20, 19, 55, 3)),
    "thrown": Sketch(LANE, ("end", "throw 40"), (20, 19, 55, 3, 27)),
}

# ---------------------------------------------------------------------------------------------------------- Parcheesi


def _pawns(*seats: str, **other: Any) -> Document:
    """A position with the pawns of each seat as words, red to throw unless `other` says more."""
    document = GAMES["parcheesi"].start(len(seats), {}, Scripted([])).dump()
    return document | {"pawns": [own.split() for own in seats], "rolls": 57, **other}


FAR_AND_WIDE = _pawns(
    "t10 t10 t58 h3", "nest t24 t29 home", "t14 t40 t49 t49", "nest t34 t63 h6", blockades=[{}, {}, {}, {}]
)

PARCHEESI: Mapping[str, Sketch] = {
    "board": Sketch(FAR_AND_WIDE, ("roll", "t10+4>t14"), (4, 3), width=WHOLE),
    "start": Sketch(GAMES["parcheesi"].start(4, {}, Scripted([])).dump()),
    "entering": Sketch(_pawns("nest nest nest t20", "nest nest t40 t50"), ("roll",), (2, 3), picked="nest"),
    "turn-off": Sketch(_pawns("t66 home home home", "nest nest t20 t50"), ("roll",), (4, 1), picked="t66"),
    "bonus": Sketch(
        _pawns("nest nest nest t7", "nest nest nest t9"), ("roll", "t7+2>t9", "t9+2>t11"), (2, 2), picked="t11"
    ),
    "blockade": Sketch(_pawns("nest nest nest t10", "nest nest t16 t16"), ("roll",), (6, 3), picked="t10"),
    "partners": Sketch(_pawns("nest nest t10 t10", "nest nest t40 t50"), ("roll", "t10+3>t13"), (3, 3), picked="t13"),
    "fourteen": Sketch(_pawns("t7 t8 home home", "nest nest t40 t50"), ("roll",), (2, 2)),
    "past-home": Sketch(_pawns("t68 home home home", "nest nest t20 t50"), ("roll",), (4, 4), picked="t68"),
    "over": Sketch(
        _pawns("h7 home home home", "t10 h7 home home", "nest home home home", "nest t42 t43 home"),
        ("roll", "h7+1>home"),
        (6, 1),
    ),
}

# ------------------------------------------------------------------------------------------------ Southern Cross cards


def _field(
    layout: str, field: str, *hands: str, deck: str = "", others: int = 0, added: str = "", **changes: Any
) -> Document:
    """A position with seat 0 to move; cards of which nothing is said have been taken.

    `field` are the cells of the start in reading order, "2C>8H" a stack and "." an empty cell; `added` more cells of a
    growing field, "2,0 6C; 3,0 .". `deck` are the cards that come next, `others` how many more there are.
    """
    wild = changes.pop("wild", False)
    names = southern_cards.LAYOUTS[layout].names(southern_cards.LAYOUTS[layout].start)
    cells = [
        *zip(names, field.replace(";", " ").split(), strict=True),
        *(one.split() for one in added.split(";") if one),
    ]
    piles = [[cell, [] if pile == "." else pile.split(">")] for cell, pile in cells]
    held = [hand.split() for hand in hands]
    known = [card for cards in (*(pile for _, pile in piles), *held, deck.split()) for card in cards]
    rest = all_cards(layout, wild, len(hands)) - Counter(CARD_NUMBERS[card] for card in known)
    left = [CARDS[card] for card in rest.elements()]
    return {
        "game": "southern_cards",
        "options": {"layout": layout, "hand": max(len(hand) for hand in held) - 2 * wild, "wild": wild},
        "seats": len(hands),
        "dealer": 0,
        "to_move": 0,
        "field": piles,
        "deck": [*deck.split(), *left[:others]],
        "hands": held,
        "order": [None] * len(hands),
        "taken": [left[others + seat :: len(hands)] for seat in range(len(hands))],
        "scores": [0] * len(hands),
        "eclipse": False,
        "last": None,
    } | changes


def _pack(first: str) -> list[str]:
    """A pack with these cards on top."""
    top = first.split()
    return [*top, *(card for card in pack("classic") if card not in top)]


def _under_way(layout: str, seats: int, turns: int, salt: int) -> Document:
    """A match some turns on, in which everybody plays the best of six placements that come to mind."""
    luck = Sealed(salt.to_bytes(32, "big"), "pictures")
    state = southern_cards.game.start(seats, {"layout": layout}, luck)
    for _ in range(turns):
        thought_of = [state.parse(text) for text in luck.shuffle([state.notate(move) for move in state.legal()])[:6]]
        state = state.play(max(thought_of, key=lambda move: state.outcome(move).points), luck)
    return state.dump()


STACKS = _field("classic", "5S 4D>7S 3H>8H ; 5D>6H QC 4S ; 5H>6C AC QH", "6S 2C 9D")
REACHING = ("3S 4D 2S ; 7S 3H KD ; 8S 9S QD", "8H 2C AD", "5C 6D JC")

SOUTHERN_CARDS: Mapping[str, Sketch] = {
    "board": Sketch(
        _field(
            *("classic", "9C>2C 7S 3D>8S ; 5D KC>JH 4D ; 4H 10D>AC QH", "6S 3C 8D", "AS 9D 2H", "JK 5C 10S"),
            deck="KD JS 9H 10C",
            others=11,
            scores=[65, 95, 80],
        ),
        ("6S@a3",),
        width=WHOLE,
    ),
    "start": Sketch(
        southern_cards.game.start(
            3, {}, Scripted([_pack("9C 4H JS 2D 7S QH 3D 5C 8S 10H KC KD 2C 6S JD 5H AC 9S")])
        ).dump()
    ),
    "classic": Sketch(_under_way("classic", 2, 9, 3)),
    "shishi": Sketch(_under_way("shishi", 2, 9, 2)),
    "gogo": Sketch(_under_way("gogo", 4, 14, 4)),
    "zodiac": Sketch(_under_way("zodiac", 3, 9, 2)),
    "free": Sketch(_under_way("free", 2, 16, 5)),
    "ultra": Sketch(_under_way("ultra", 2, 14, 2)),
    "hand": Sketch(_field("classic", REACHING[0], "7H JK 10C", "5C 6D JC", deck="AS"), hand=True),
    "grown": Sketch(_field("free", "3S 4H 5C ; KD 9C JS ; 2D 7C 8D", "6C 9H", "AS JH", scores=[60, 95]), picked="6C"),
    "beside": Sketch(_field("free", "3S 4H 5C ; KD 9C JS ; 2D 7C 8D", "6C 9H", "AS JH", scores=[60, 95]), ("6C@2,1",)),
    "ring": Sketch(_field("zodiac", "2C 9D 4H QS 3C JH 8C 10D KC AH 5S 6D 7C", "7H QD", "AS JC"), ("7H@z1",)),
    "double": Sketch(_field("classic", "2C 7S 8S ; 9D KC 4S ; 9H AC 5S", "JK 3D"), ("JK@a3",)),
    "one-of-two": Sketch(
        _field("shishi", "5S 9C 5H 6H ; 2S 3C JD KD ; 9D QC 7S 8C ; KS 10C 3H QS", "JK 3D"), ("JK@b4",)
    ),
    "arms": Sketch(
        _field("gogo", ". . . . . ; . . . . . ; 10D JS 2C KS AS ; . . . . . ; . . . . .", "QS 3D"), ("QS@c3",)
    ),
    "grand-cross": Sketch(_field("classic", "7S 8S 9S ; 7H 2C 9H ; 7D 8D 9D", "8H 3D"), ("8H@b2",)),
    "queen-of-empire": Sketch(
        _field("gogo", "QH . AS . AD ; . QD KS KC . ; 10S JS 2C KS AS ; . JH JS QC . ; 10D . 10S . QH", "QS 3D"),
        ("QS@c3",),
    ),
    "jokers": Sketch(_field("classic", "5H 2C 7H ; 3S KC 4S ; 9H 2D 9C", "JK JK 3D"), picked="JK@b3+JK@b1"),
    "together": Sketch(_field("classic", "5H 2C 7H ; 3S KC 4S ; 9H 2D 9C", "JK JK 3D"), ("JK@b3+JK@b1",)),
    "saturn": Sketch(_field("classic", "3C 6H 5H ; JS KD 4H ; 10S 9S 2C", "JK JK 3D"), ("JK@a3+JK@c1",)),
    "pegasus": Sketch(
        _field("classic", "2C 7S 2D ; 9D KC 4S ; 2H QC 2S", "3D JK JK JK JK", wild=True),
        ("JK@a3+JK@c3+JK@a1+JK@c1",),
    ),
    "stacks": Sketch(STACKS, picked="6S@a3"),
    "combo": Sketch(STACKS, ("6S@a3",)),
    "eclipse": Sketch(_field("classic", ". . . ; 5S 6D . ; . . .", "7H AH", "9D"), ("7H@c2",)),
    "reach": Sketch(_field("classic", *REACHING, scores=[80, 95]), ("8H@b2",)),
    "over": Sketch(_field("classic", "3S . . ; . 6D>QH . ; . . 8D", "7C", "", "", scores=[195, 240, 205]), ("7C@b2",)),
}

# --------------------------------------------------------------------------------------------------------- Down Under

YELLOW, BLUE, RED, GREEN = range(4)
LETTERS = {"Y": YELLOW, "B": BLUE, "R": RED, "G": GREEN}
KINDS = {"s": "straight", "c": "curve", "t": "terminal"}


def _paths(laid: str, turn: int | None = 0, seats: int = 2, **options: object) -> Document:
    """A position with these tiles, such as "Y s 0,0 NS, B c:emu 1,0 NE"."""
    tiles = []
    for told in laid.split(", "):
        letter, kind, cell, facing = told.split()
        x, y = cell.split(",")
        kind, _, animal = kind.partition(":")
        tile = {"kind": KINDS[kind], "dir": facing, "colour": LETTERS[letter], "animal": animal or None}
        tiles.append({"x": int(x), "y": int(y), **tile})
    return {
        "game": "down_under",
        "seats": seats,
        "options": {option.name: option.default for option in down_under.game.options} | options,
        "turn": turn,
        "used": [],
        "offer": [],
        "pending": [],
        "tiles": tiles,
        "ponds": [],
    }


def _laid_out(seats: int, moves: int, salt: int, width: int, **options: object) -> Sketch:
    """A match some moves on, in which everybody plays the longest of six that come to mind and leave an end open."""
    luck = Sealed(salt.to_bytes(32, "big"), "pictures")
    state = down_under.game.start(seats, options, luck)
    before, text = state, ""
    for _ in range(moves):
        seat = state.to_move or 0
        thought_of = [state.parse(told) for told in luck.shuffle([state.notate(move) for move in state.legal()])[:6]]
        after = [(move, state.play(move, luck)) for move in thought_of]
        before, (move, state) = (
            state,
            max(
                after,
                key=lambda one: (
                    min(len(one[1].routes[colour].open) for colour in state.table.colours_of(seat)),
                    2 * one[1].scores[seat] - sum(one[1].scores),
                ),
            ),
        )
        text = before.notate(move)
    return Sketch(before.dump(), (text,) if text else (), width=width)


FENCED = ", ".join([f"Y s 0,{y} NS" for y in range(7)] + [f"B s {x},0 EW" for x in range(1, 7)])
NO_CURVES = (
    "Y c 0,0 NW, Y c 0,1 SE, Y c 1,1 NW, Y c 1,2 SE, Y c 2,2 NW, Y c 2,3 SE, Y c 3,3 NW, Y c 3,4 SE, Y c 4,4 NW, "
    "B s 4,6 NS"
)
RING = "Y c 0,0 NE, Y c 1,0 NW, Y c 1,1 SW, Y c 0,1 SE, B c 2,1 SW, B s 2,0 NS"
MEETING = _paths("Y s 0,-1 NS, B s 0,1 NS, R s -2,0 EW", turn=RED, seats=3)
ALL_FOUR = _paths(
    "Y s 1,-2 NS, G s 2,-1 EW, R c 0,-1 SW, R c -1,-1 NE, R c -1,0 SE, B c 0,1 SE, B c 1,1 SW, B c 1,0 NE", seats=4
)
LOCKED = _paths(
    "Y c 0,1 SE, Y c 1,1 SW, B c 0,-1 NE, B s 1,-1 EW, B c 2,-1 NW, B s 2,0 NS, B s 2,1 NS, B c 2,2 SW, B c 1,2 NE, "
    "B c 1,3 SW, B c 0,3 SE, B c 0,2 NW, B c -1,2 SE, B s -1,1 NS, B c -1,0 NE",
    size="9x9",
)
SQUARE = _paths("Y t 0,0 N, B t 1,-1 E, R t 1,0 N, G t 0,-1 W", routes=2)
BESTIARY = ("kangaroo", "emu", "platypus", "rabbit", "dingo")

DOWN_UNDER: Mapping[str, Sketch | Row] = {
    "board": _laid_out(4, 44, 3, WHOLE),
    "straight": Row([(YELLOW, "straight", "NS", None)]),
    "curve": Row([(BLUE, "curve", "SE", None)]),
    "terminal": Row([(RED, "terminal", "N", None)]),
    "billabong": Row([(GREY, "billabong", "", None)]),
    "animals": Row([(GREEN, "curve", "SW", animal) for animal in BESTIARY], side=144),
    "first": Sketch(_paths("Y s 0,0 NS", turn=BLUE), picked="", width=TALL),
    "fitting": Sketch(_paths("Y s 0,0 NS, Y c 0,1 SE, B s 1,-1 EW"), picked="b2", width=TALL),
    "grey": Sketch(_paths("Y s 0,0 EW, Y s 1,0 EW, B s 2,-1 NS"), ("curve d3 NW",), width=TALL),
    "twice": Sketch(_paths("Y s 0,0 NS, Y c 0,1 SE, Y c 1,1 SW, B s 3,0 NS"), ("curve c2 NW",), width=TALL),
    "dashes": Sketch(_paths(FENCED, size="7x9"), width=TALL),
    "border": Sketch(_paths(FENCED, size="7x9"), ("curve b9 SE",), width=TALL),
    "outside": Sketch(_paths(FENCED, size="7x9"), ("curve b9 SE", "terminal i2 W"), width=TALL),
    "blocked": Sketch(_paths(NO_CURVES, area="open"), picked="f7", width=TALL),
    "facing": Sketch(_paths("Y s 0,0 NS, B s 0,3 NS"), ("terminal b3 S", "terminal b4 N"), width=TALL),
    "half-grey": Sketch(_paths("Y s 0,0 EW, Y t 1,0 W, B s 3,0 EW", turn=BLUE), ("straight d2 EW",), width=TALL),
    "endless": Sketch(_paths(RING), picked="", width=TALL),
    "turned": Sketch(_paths(RING), ("rotate b2 SE",), width=TALL),
    "meeting": Sketch(MEETING, width=TALL),
    "three-routes": Sketch(MEETING, ("straight c3 EW",), width=TALL),
    "four-routes": Sketch(ALL_FOUR, ("curve d3 SW",), width=TALL),
    "offered": Sketch(LOCKED, ("curve d3 NW",), width=TALL),
    "through": Sketch(LOCKED, ("curve d3 NW", "billabong c3"), width=TALL),
    "line": Sketch(down_under.game.start(2, {"area": "line"}, Scripted([8])).dump(), width=TALL),
    "frame": Sketch(
        down_under.game.start(
            2,
            {"area": "frame", "size": "6x6"},
            Scripted(
                [
                    ["pair", "straight", "straight", "pair"],
                    ["straight", "pair", "pair", "straight"],
                    ["pair", "pair", "straight", "straight"],
                    ["straight", "pair", "straight", "pair"],
                ]
            ),
        ).dump(),
        width=TALL,
    ),
    "one-end": Sketch(
        down_under.game.start(4, {"growth": "one_end"}, Scripted([])).dump(),
        ("terminal b2 N", "terminal b1 S", "terminal c3 W", "terminal d3 E"),
        width=TALL,
    ),
    "square": Sketch(SQUARE, picked="", width=TALL),
    "dingo": Sketch(
        _paths(
            "Y t -1,0 E, Y s:emu 0,0 EW, Y s:emu 2,-1 NS, Y t 2,-2 N, B s:rabbit 1,0 NS, B c:dingo 2,0 NE, "
            "B c:emu 1,1 SE, B c:emu 2,1 SW, B t 1,-1 N, B t 3,0 W",
            turn=None,
            animals=True,
        ),
        width=TALL,
    ),
}

PICTURES: Mapping[str, Mapping[str, Sketch | Row]] = {
    "cirondo": CIRONDO,
    "southern_cross": SOUTHERN_CROSS,
    "parcheesi": PARCHEESI,
    "southern_cards": SOUTHERN_CARDS,
    "down_under": DOWN_UNDER,
}

# ------------------------------------------------------------------------------------------------------------ drawing


def _start(key: str, position: str | Document) -> State[Any]:
    return cirondo.from_fen(position) if isinstance(position, str) else GAMES[key].load(position)


def _ends(state: State[Any], move: Any) -> tuple[str, str]:
    """The two ends of a move: where it begins or its card, and where it ends or what a dial turns by."""
    if isinstance(move, parcheesi.Move):
        return move.origin, move.target
    if isinstance(move, southern_cards.Move):
        return move.card, "+".join(move.cells)
    text = state.notate(move)
    if isinstance(state, down_under.Position):
        return state.label(move.cell), text
    if spun := re.fullmatch(r"spin (\w) (\d+)", text):
        return spun[1], f"{spun[1]} {spun[2]}"
    places = re.split("[-x]", text.removesuffix("=S"))
    return places[0], places[-1]


def drawn(key: str, sketch: Sketch) -> Image.Image:
    """The picture of a sketch, in its own width. IllegalMove or ScriptError if it can't come about."""
    state, chance = _start(key, sketch.position), Scripted(sketch.luck)
    played = []
    for text in sketch.moves:
        before, noted = state, Recorded(chance)
        move = state.parse(text)
        state = state.play(move, noted)
        played.append(Played(before.notate(move), before.to_move, tuple(noted.outcomes), before.view(None)))
    if chance.left:
        raise ValueError(f"{key}: the luck {chance.left} has not been drawn")
    choices: list[Choice] = []
    if sketch.picked is not None:
        ends = [_ends(state, move) for move in state.legal()]
        begins = dict.fromkeys(begin for begin, _ in ends)
        targets = [end for begin, end in ends if begin == sketch.picked] if sketch.picked else list(begins)
        choices = [Choice(str(number), target) for number, target in enumerate(targets, 1)]
    marks = Marks(
        last=tuple(played),
        choices=tuple(choices),
        chosen=(sketch.picked,) if sketch.picked else (),
    )
    if sketch.hand:
        picture = images.southern_cards.draw_hand(state.view(state.to_move), marks)
    else:
        picture = DRAWERS[key](state.view(None), marks)
    size = (sketch.width, round(picture.height * sketch.width / picture.width))
    return picture.resize(size, Image.Resampling.LANCZOS)


def tiles_drawn(row: Row) -> Image.Image:
    """The tiles of a row on the ground of a table."""
    gap = row.side // 8
    picture = Image.new("RGB", (len(row.tiles) * (row.side + gap) + gap, row.side + 2 * gap), EARTH[0])
    for number, (colour, kind, facing, animal) in enumerate(row.tiles):
        owners = tuple(colour if shape.kind == "coloured" else GREY for shape in SHAPES[kind, facing])
        tile = tile_sprite(kind, facing, colour, owners, animal, row.side, NIGHT)
        picture.paste(tile, (gap + number * (row.side + gap), gap), tile)
    return picture


def main(games: Sequence[str]) -> None:
    """Write the pictures of these games, of all if none is named."""
    FOLDER.mkdir(exist_ok=True)
    for key in games or PICTURES:
        for name, sketch in PICTURES[key].items():
            picture = tiles_drawn(sketch) if isinstance(sketch, Row) else drawn(key, sketch)
            (FOLDER / f"{key}-{name}.webp").write_bytes(encode(picture).data)


if __name__ == "__main__":
    main(sys.argv[1:])
