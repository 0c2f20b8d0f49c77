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
import images.parcheesi
import images.southern_cards
import images.southern_cross
from bot.rules import GAMES, parcheesi, southern_cards
from bot.rules.api import Document, State
from bot.rules.chance import Outcome, Recorded, Scripted, Sealed
from bot.rules.cirondo import game as cirondo
from bot.rules.southern_cards.cards import CARD_NUMBERS, CARDS, all_cards, pack
from images.canvas import encode
from images.marks import Choice, Marks, Played

FOLDER = Path(__file__).parent / "pictures"
WIDTH = 768
"""Pixels: what GitHub shows of a picture in a page; every label stays readable."""
WHOLE = 1024
"""Pixels: for the picture with which a page begins."""

DRAWERS = {
    "cirondo": images.cirondo.draw,
    "southern_cross": images.southern_cross.draw,
    "parcheesi": images.parcheesi.draw,
    "southern_cards": images.southern_cards.draw,
}


@dataclass(frozen=True, slots=True)
class Sketch:
    """What one picture shows.

    A position, the moves played from it with the luck that they draw, and what is picked then: the place where moves
    begin, or the card, whose ends are marked with numbers, or a whole placement of cards. With `hand` it is not the
    board but what the seat to move holds.
    """

    position: str | Document
    moves: Sequence[str] = ()
    luck: Sequence[Outcome] = ()
    picked: str | None = None
    width: int = WIDTH
    hand: bool = False


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

PICTURES: Mapping[str, Mapping[str, Sketch]] = {
    "cirondo": CIRONDO,
    "southern_cross": SOUTHERN_CROSS,
    "parcheesi": PARCHEESI,
    "southern_cards": SOUTHERN_CARDS,
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
        targets = [end for begin, end in ends if begin == sketch.picked]
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


def main(games: Sequence[str]) -> None:
    """Write the pictures of these games, of all if none is named."""
    FOLDER.mkdir(exist_ok=True)
    for key in games or PICTURES:
        for name, sketch in PICTURES[key].items():
            (FOLDER / f"{key}-{name}.webp").write_bytes(encode(drawn(key, sketch)).data)


if __name__ == "__main__":
    main(sys.argv[1:])
