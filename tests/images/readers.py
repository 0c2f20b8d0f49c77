"""Read the complete texts of positions back, which proves that a text leaves nothing out.

Each reader returns the document or view that `text` was given. ValueError if a line is not one that `text` writes.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from bot.rules.api import Document
from bot.rules.cirondo.board import table_for
from bot.rules.down_under import Position
from bot.rules.down_under import game as down_under_rules
from bot.rules.down_under.notation import column_number
from bot.rules.down_under.options import SEATS
from bot.rules.down_under.options import Table as TableOfTiles
from bot.rules.down_under.tiles import COLOURS
from bot.rules.parcheesi.board import COLOURS as TABLES
from bot.rules.parcheesi.board import SQUARE_NUMBERS
from bot.rules.southern_cards.cards import CARD_NUMBERS, SIGNS
from bot.rules.southern_cards.fields import LAYOUTS, Table
from bot.rules.southern_cross.board import COLUMNS
from bot.text import say
from bot.words import cirondo, down_under, parcheesi, southern_cards, southern_cross
from images.cirondo.geometry import RINGS, name_of, space

Reader = Callable[[re.Match[str]], None]


def _read_lines(game: str, lines: Iterable[str], readers: Mapping[str, Reader]) -> None:
    """Give each line to the first reader whose pattern it fits."""
    for line in filter(None, lines):
        fits = ((re.fullmatch(pattern, line), reader) for pattern, reader in readers.items())
        match, reader = next(((match, reader) for match, reader in fits if match), (None, None))
        if not match or not reader:
            raise ValueError(f"{line!r} says nothing about a position of {game}")
        reader(match)


def _head(game: str, pattern: str, line: str) -> re.Match[str]:
    match = re.fullmatch(pattern, line)
    if not match:
        raise ValueError(f"{line!r} does not begin a position of {game}")
    return match


def _index(names: Iterable[str], word: str) -> int:
    names = list(names)
    if word not in names:
        raise ValueError(f"{word!r} is not a colour and has no seat here")
    return names.index(word)


def _key(game: str, words: Mapping[Any, str], word: str) -> Any:
    key = next((key for key, value in words.items() if value == word), None)
    if key is None:
        raise ValueError(f"{word!r} is nothing that {game} knows")
    return key


def _all(words: str, allowed: Callable[[str], object], separator: str = " ") -> list[str]:
    """The parts of a text, each of which must be allowed."""
    parts = words.split(separator)
    if unknown := [part for part in parts if not allowed(part)]:
        raise ValueError(f"{unknown[0]!r} is not a square, cell or card")
    return parts


def _ignored(match: re.Match[str]) -> None:
    """A line that only says what follows from the others."""


# ------------------------------------------------------------------------------------------------------------- Cirondo


def spaces_of(text: str) -> list[str]:
    """What `ranges` wrote."""
    spaces: list[str] = []
    for part in filter(None, text.split(", ")):
        first, dash, last = part.partition("-")
        ring, start = space(first)
        stop = space(last)[1] if dash else start
        if dash and (last[0] != RINGS[ring] or stop < start):
            raise ValueError(f"{part!r} is not a row of spaces")
        spaces += [name_of((ring, column)) for column in range(start, stop + 1)]
    return spaces


def read_cirondo(words: str) -> Document:
    first, *rest = words.splitlines() or [""]
    head = _head("Cirondo", r"Cirondo for ([24]) seats(, two against two)?, draw rule (on|off)\.", first)
    options = {"teams": head[2] is not None, "draw_rule": head[3] == "on"}
    view: Document = {"game": "cirondo", "seats": int(head[1]), "options": options, "pieces": {}, "to_move": None}
    view |= {"owed": [], "quiet": [], "defeated": [], "over": None}
    names = [colour.capitalize() for colour in table_for(int(head[1]), teams=False).colours]

    def seats(key: str) -> Reader:
        return lambda match: view.update({key: [_index(names, name) for name in match[1].split(", ")]})

    def pieces(match: re.Match[str]) -> None:
        view["pieces"][match[1].lower()] = {
            kind: spaces_of(match[number] or "") for number, kind in enumerate(cirondo.KINDS, 2)
        }

    stellar = r"\d+ {}s?(?: \(([^)]+)\))?"
    readers = {
        r"(\w+) to move\.": lambda match: view.update(to_move=_index(names, match[1])),
        rf".+ \(({'|'.join(short for short, _ in cirondo.ENDINGS.values())})\)\.": lambda match: view.update(
            over=next(over for over, (short, _) in cirondo.ENDINGS.items() if short == match[1])
        ),
        r"First move still to come: (.+)\.": seats("owed"),
        r"Out: (.+)\.": seats("defeated"),
        rf"(\w+): {', '.join(map(stellar.format, cirondo.KINDS.values()))} \(\d in supply\)\.": pieces,
        r"Quiet moves, \d+ of 100: (.+)\.": lambda match: view.update(quiet=match[1].replace(" to ", "-").split(", ")),
    }
    _read_lines("Cirondo", rest, readers)
    return view


# ----------------------------------------------------------------------------------------------------------- Parcheesi


SAFE = ("t5", "t12", "t17", "t22", "t29", "t34", "t39", "t46", "t51", "t56", "t63", "t68")


def read_parcheesi(words: str) -> Document:
    first, second, *rest = [*words.splitlines(), "", ""]
    seats = int(_head("Parcheesi", r"Parcheesi for ([234]) seats\.", first)[1])
    standing = r"(?:blockades can stand for (\d+) of their owner’s turns|blockades can stand forever)"
    limits = rf"{standing}; (?:at most (\d+) rolls|no limit on rolls)"
    options = _head("Parcheesi", rf"Options: (.+); (.+); (.+); {limits}\.", second)
    view: Document = {"game": "parcheesi", "seats": seats, "options": {}, "phase": "over", "turn": None}
    view |= {"pawns": [[] for _ in range(seats)], "dice": None, "left": [], "bonuses": [], "doubles": 0, "pairs": []}
    view |= {"blockades": [{} for _ in range(seats)], "finished": [], "rolls": 0}
    names = [colour.name.capitalize() for colour in TABLES[seats]]
    view["options"] = {
        "first": _key("Parcheesi", {"seat0": f"{names[0]} starts", "high_roll": "the highest roll starts"}, options[1]),
        "finish": _key("Parcheesi", parcheesi.FINISH, options[2]),
        "triple_doubles": _key("Parcheesi", parcheesi.TRIPLE, options[3]),
        "blockade_limit": int(options[4] or 0),
        "max_rolls": int(options[5] or 0),
    }

    def numbers(words: str | None) -> list[int]:
        return [int(word) for word in words.split(", ")] if words else []

    def pawns(match: re.Match[str]) -> None:
        out = re.sub(r"blockade on (\w+)", r"\1, \1", match[3])
        safe = re.findall(r"(\w+) \(safe\)", out)
        if unsafe := [square for square in safe if square not in SAFE]:
            raise ValueError(f"{unsafe[0]!r} is not a safe square")
        out = out.replace(" (safe)", "")
        way = [] if out == "none on the way" else _all(out, SQUARE_NUMBERS.__contains__, ", ")
        view["pawns"][_index(names, match[1])] = ["nest"] * int(match[2]) + way + ["home"] * int(match[4])

    def ages(match: re.Match[str]) -> None:
        pairs = [part.split(" ") for part in match[2].split(", ")]
        view["blockades"][_index(names, match[1])] = {at: int(turns) for at, turns in pairs}

    readers: dict[str, Reader] = {
        r"Rolls so far: (\d+)\.": lambda match: view.update(rolls=int(match[1])),
        rf"Safe squares: {', '.join(SAFE)}\.": _ignored,
        r"Over: .+\.": _ignored,
        r"Dice: ([1-6]) and ([1-6])(?:; left: (.+))?\.": lambda match: view.update(
            dice=[int(match[1]), int(match[2])], left=numbers(match[3])
        ),
        r"Free moves to play: (.+)\.": lambda match: view.update(bonuses=numbers(match[1])),
        r"Doubles this turn: (\d+)\.": lambda match: view.update(doubles=int(match[1])),
        r"Partners: (.+)\.": lambda match: view.update(pairs=[pair.split(" with ") for pair in match[1].split(", ")]),
        r"Turns of (\w+)’s blockades: (.+)\.": ages,
        r"Finished: (.+)\.": lambda match: view.update(finished=[_index(names, one) for one in match[1].split(", ")]),
        r"(\w+): (\d) in the nest; (.+); (\d) home; \d+ points?\.": pawns,
        r"(\w+) (to .+)\.": lambda match: view.update(
            turn=_index(names, match[1]), phase=_key("Parcheesi", parcheesi.PHASES, f"{{colour}} {match[2]}.")
        ),
    }
    _read_lines("Parcheesi", rest, readers)
    if any(len(own) != 4 for own in view["pawns"]):
        raise ValueError("not every seat has four pawns")
    return view


# ------------------------------------------------------------------------------------------------------ Southern Cross


def read_southern_cross(words: str) -> Document:
    game = "Southern Cross"
    first, *rest = words.splitlines() or [""]
    order, limit = r"Order: (\w+), (\w+), (\w+), (\w+)", r"(?:No turn limit|Limit: (\d+) turns?)"
    head = _head(game, rf"Southern Cross\. {order}\. Special rounds by (dice|throws)\. {limit}\.", first)
    names = [head[number] for number in range(1, 5)]
    if sorted(name[0] for name in names) != sorted("BRYG"):
        raise ValueError(f"{first!r} does not begin a position of Southern Cross")
    challenge = _key(game, southern_cross.CHALLENGE_WORDS, f"Special rounds by {head[5]}.")
    options = {"order": "".join(name[0] for name in names), "challenge": challenge, "max_turns": int(head[6] or 0)}
    view: Document = {"game": "southern_cross", "options": options, "turn": 0, "to_move": None, "phase": "over"}
    view |= {"actions_left": 0, "board": [], "special": None}
    board = [["."] * 6 for _ in range(6)]
    special: dict[str, Any] = {"tile": "", "waiting": [], "failed": 0, "throws": []}

    def turn(match: re.Match[str], phase: str, left: int = 0) -> None:
        view.update(turn=int(match[1]), to_move=names.index(match[2]), phase=phase, actions_left=left)

    def counters(match: re.Match[str]) -> None:
        for square in match[2].split(", ") if match[2] != "none" else ():
            board[6 - int(square[1])][COLUMNS.index(square[0])] = match[1][0]

    def constellation(match: re.Match[str]) -> None:
        special.update(tile=match[1], waiting=[names.index(name) for name in (match[2] or "").split(", ") if name])
        view["special"] = special

    def throws(match: re.Match[str]) -> None:
        made = re.finditer(r"target (\d+) with wind (-?\d+)", match[2])
        special.update(failed=int(match[1]), throws=[{"target": int(one[1]), "wind": int(one[2])} for one in made])

    name = "|".join(names)
    readers: dict[str, Reader] = {
        rf"Turn (\d+): ({name}) acts, (\d) actions? left\.": lambda match: turn(match, "act", int(match[3])),
        rf"Turn (\d+): ({name}) (rolls dice|throws|sends counters home)\.": lambda match: turn(
            match, _key(game, southern_cross.DOES, f"Turn {{turn}}: {{colour}} {match[3]}.")
        ),
        r"Turn (\d+) was the last: .+\.": lambda match: view.update(turn=int(match[1])),
        rf"({name}): (none|[a-f][1-6](?:, [a-f][1-6])*); \d in base; largest cluster \d\."
        r"(?: Doesn't count on the home tile .+\.)?": counters,
        r"Special round on (\w+): \w+(?:, then (.+))?\.": constellation,
        r"Misses so far: (\d)\. Throws to make: (.+)\.": throws,
        r"To go home: (\d) of .+\.": lambda match: special.update(failed=int(match[1])),
        r"Full tiles?: .+\.": _ignored,
    }
    _read_lines(game, rest, readers)
    view["board"] = ["".join(row) for row in board]
    return view


# ------------------------------------------------------------------------------------------------ Southern Cross cards


def read_southern_cards(words: str) -> Document:
    game = "Southern Cross cards"
    first, second, *rest = [*words.splitlines(), "", ""]
    seats = int(_head(game, r"Southern Cross cards for ([1-5]) seats?\.", first)[1])
    layouts = "|".join(LAYOUTS)
    head = _head(game, rf"Options: ({layouts}) field; (\d) cards per hand; (.+)\.", second)
    options = {"layout": head[1], "hand": int(head[2]), "wild": _key(game, southern_cards.WILD, head[3])}
    view: Document = {"game": "southern_cards", "options": options, "seats": seats, "dealer": 0, "to_move": None}
    view |= {"field": [], "deck": 0, "hands": [0] * seats, "order": [None] * seats, "taken": [[] for _ in range(seats)]}
    view |= {"scores": [0] * seats, "eclipse": False, "last": None}
    names = [colour.capitalize() for colour in Table(seats).colours]

    def cards(words: str) -> list[str]:
        return [] if words == "empty" else _all(words, CARD_NUMBERS.__contains__)

    def cells(words: str) -> list[str]:
        return _all(words, lambda cell: LAYOUTS[head[1]].cell_number(cell) is not None)

    def field(match: re.Match[str]) -> None:
        piles = [] if match[1] == "no cells yet" else [pile.partition(" ") for pile in match[1].split("; ")]
        view["field"] = [[*cells(cell), cards(pile)] for cell, _, pile in piles]

    def own(match: re.Match[str]) -> None:
        seat = _index(names, match[1])
        view["scores"][seat] = int(match[2].replace(",", ""))
        view["hands"][seat] = int(match[3]) if match[3] else cards(match[4])
        view["order"][seat] = match[5]
        view["taken"][seat] = cards(match[6] or "empty")

    names_of_roles = {key: say(name) for key, name in southern_cards.ROLES.items()}
    suits = str.maketrans({sign: letter for letter, sign in SIGNS.items()})

    def last(match: re.Match[str]) -> None:
        card = "JK" if match[3].startswith("joker") else match[3].translate(suits)
        move = "+".join(f"{card}@{cell}" for cell in re.findall(r"-?\d+,-?\d+|[a-z]\d+", match[4]))
        scored = match[5] or ""
        tricks = {key: rf"{southern_cards.title(key)}(?: trick)?: " for key in southern_cards.TRICKS}
        trick = next((key for key, pattern in tricks.items() if re.match(pattern, scored)), None)
        if trick is None and scored.startswith("Pegasus "):
            trick = "pegasus"
        times = re.search(r"\) × (\d+) = ", scored)
        turn: Document = {"seat": _index(names, match[2]), "move": move, "roles": [], "trick": trick}
        turn |= {"multiplier": int(times[1]) if times else 1, "combo": [], "reach": []}
        turn |= {"eclipse": "total eclipse" in scored.lower(), "points": int(match[1].replace(",", ""))}
        view["last"] = turn | {"refilled": []}

    def of_last(match: re.Match[str]) -> Document:
        if view["last"] is None:
            raise ValueError(f"{match[0]!r} says nothing about a position of {game}")
        turn: Document = view["last"]
        return turn

    def role(match: re.Match[str]) -> None:
        turn, step = of_last(match), int(match[1] or 0)
        told = {
            "kind": _key(game, names_of_roles, match[2]),
            "cells": cells(match[4]),
            "cards": cards(match[5]),
        }
        if step > len(turn["combo"]):
            turn["combo"].append([])
        (turn["combo"][step - 1] if step else turn["roles"]).append(told | {"points": int(match[3])})

    hand = r"(?:(\d+) cards? in hand|hand (.+?))(?:; order card (\w+))?; (?:taken (.+)|nothing taken)"
    readers: dict[str, Reader] = {
        r"Over\.": _ignored,
        r"The next card must go in the centre\.": lambda match: view.update(eclipse=True),
        r"Dealer: (\w+)\.": lambda match: view.update(dealer=_index(names, match[1])),
        r"(\w+) to move\.": lambda match: view.update(to_move=_index(names, match[1])),
        r"Deck: (\d+)\.": lambda match: view.update(deck=int(match[1])),
        r"Field, bottom to top: (.+)\.": field,
        rf"(\w+): ([\d,]+) points?; {hand}\.": own,
        r"Last turn, ([\d,]+) points?: (\w+) places (.+?) on (.+?)\.(?: (.+))?": last,
        r"(?:Role|Combo (\d+)): (.+?) (\d+) on (.+) with (.+)\.": role,
        r"Reach: (.+)\.": lambda match: of_last(match).update(reach=cells(match[1])),
        r"Refilled: (.+)\.": lambda match: of_last(match).update(refilled=cells(match[1])),
    }
    _read_lines(game, rest, readers)
    return view


# ---------------------------------------------------------------------------------------------------------- Down Under


def read_down_under(words: str) -> Position:
    """Lines that only tell what follows from others may be left out. The size is read as columns x rows."""
    game = "Down Under"
    lines = [line for line in words.splitlines() if line]
    first, second, *rest = [*lines, "", ""]
    head = _head(game, rf"Down Under for ([{SEATS[0]}-{SEATS[-1]}]) seats\.", first)
    area, routes = r"(?:size (\d+)×(\d+); )?([a-z ]+)", r"([a-z ]+)(?:; ([a-z ]+ a turn))?"
    options = _head(game, rf"Options: {area}; routes grow ([a-z ,]+); {routes}; ([a-z ]+)\.", second)
    document: Document = {
        "game": "down_under",
        "seats": int(head[1]),
        "options": {
            "size": f"{options[1]}x{options[2]}" if options[1] else "recommended",
            "area": _key(game, down_under.AREAS, options[3]),
            "growth": _key(game, down_under.GROWTHS, options[4]),
            "routes": _key(game, down_under.ROUTES, options[5]),
            "tiles_per_turn": _key(game, down_under.PER_TURN, options[6]) if options[6] else 2,
            "animals": _key(game, down_under.WITH_ANIMALS, options[7]),
        },
    }
    corner = TableOfTiles(document["seats"], **document["options"]).first
    document |= {"turn": None, "used": [], "offer": [], "pending": [], "tiles": [], "ponds": []}

    def cell(label: str) -> tuple[int, int]:
        found = re.fullmatch(r"(-?[a-z]{1,9})(-?\d{1,9})", label)
        if found is None:
            raise ValueError(f"{label!r} is not a cell")
        return corner + column_number(found[1]), corner + int(found[2]) - 1

    def coordinates(label: str) -> Document:
        return dict(zip("xy", cell(label), strict=True))

    def pending(match: re.Match[str]) -> None:
        for owed in match[1].split(", "):
            colour, _, label = owed.partition(" out of ")
            document["pending"].append(coordinates(label) | {"colour": _index(COLOURS, colour)})

    def tiles(match: re.Match[str]) -> None:
        for one in match[2].split("; "):
            tile = re.fullmatch(r"(straight|curve|terminal)(?::(\w+))? (-?[a-z]+-?\d+) ([NESW]{1,2})", one)
            if not tile:
                raise ValueError(f"{one!r} is not a tile")
            colour = COLOURS.index(match[1]) if match[1] else None
            told = {"kind": tile[1], "dir": tile[4], "colour": colour, "animal": tile[2]}
            document["tiles"].append(coordinates(tile[3]) | told)

    def ponds(match: re.Match[str]) -> None:
        for one in match[1].split("; "):
            label, _, joins = one.partition(" ")
            document["ponds"].append(coordinates(label) | {"joins": [] if joins == "nothing joined" else joins.split()})

    colour, name = "|".join(COLOURS), "|".join(map(str.capitalize, COLOURS))
    readers: dict[str, Reader] = {
        rf"({name})(?: and \w+)? to move\.": lambda match: document.update(turn=COLOURS.index(match[1].lower())),
        r"Played this turn: (.+)\.": lambda match: document.update(
            used=[_index(COLOURS, word) for word in match[1].split(", ")]
        ),
        r"Billabong offered: (.+)\.": lambda match: document.update(
            offer=[list(cell(label)) for label in match[1].split(", ")]
        ),
        r"Extensions owed: (.+)\.": pending,
        rf"(?:Tiles of ({colour})|Neutral tiles): (.+)\.": tiles,
        r"Billabongs: (.+)\.": ponds,
        rf"(?:Over|Border|Billabongs left|{name}): .+\.": _ignored,
    }
    _read_lines(game, rest, readers)
    position = down_under_rules.load(document).sight(None)
    whole = down_under.text(position).splitlines()
    if wrong := next((line for line in lines if line not in whole), None):
        raise ValueError(f"{wrong!r} does not go together with the rest of this position of Down Under")
    return position
