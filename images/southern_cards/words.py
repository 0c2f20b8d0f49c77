"""A position of Southern Cross cards in words: the pictures' alt texts, and the complete text that reads back.

The complete text (`read(text(view)) == view` for every public view and for every seat's own one):

    Southern Cross cards for 2 seats.
    Options: classic field; 3 cards to a hand; no wild jokers.
    Dealer: Blue.
    Gold to move.
    Field, bottom to top: a3 9C AS; b3 8H; c3 JH; a2 9H; b2 9D QS; c2 JK 7C; a1 3D; b1 KC; c1 empty.
    Deck: 15.
    Gold: 85 points; hand AH 5H 5C; taken 9S 4H QH.
    Blue: 140 points; 3 cards in hand; order card KS; nothing taken.
    The centre is due.
    Last turn: Blue QS@b2 for 120 points, extra double times 2.
    Role: sequence 20 on a3 b3 c3 with 5C 6D 7H.
    Combo 1: set 30 on a3 b2 c1 with 8C 8D 8H.
    Reach: b3 a1.
    Total eclipse.
    Refilled: a3 b3.

Lines that have nothing to say are left out.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Any

from bot.rules import GAMES
from bot.rules.api import Document
from bot.rules.southern_cards import reach_name
from bot.rules.southern_cards.cards import CARD_NUMBERS
from bot.rules.southern_cards.fields import LAYOUTS, Layout
from images.endings import Ended, ended_by, listed
from images.marks import NO_MARKS, Marks

ALT_LIMIT = 1024
"""Characters of alt text that Discord takes."""

ORDINALS = ("1st", "2nd", "3rd", "4th", "5th")

REACH_POINTS, MOST_REACHES = 5, 8
ECLIPSE_POINTS = 50


# --- what a view says -------------------------------------------------------------------------------------------------


def layout_of(view: Document) -> Layout:
    return LAYOUTS[view["options"]["layout"]]


def colours(view: Document) -> tuple[str, ...]:
    """The colours of the seats, in order."""
    return GAMES["southern_cards"].colours(view["seats"], view["options"])


def names(view: Document) -> tuple[str, ...]:
    return tuple(colour.capitalize() for colour in colours(view))


def piles(view: Document) -> dict[str, list[str]]:
    """The cards on each cell, bottom to top, in refill order."""
    return dict(view["field"])


def number(entry: int | Sequence[str]) -> int:
    """How many cards a hand or the deck holds, whether its cards are told or not."""
    return entry if isinstance(entry, int) else len(entry)


def following(view: Document) -> int | None:
    """The seat that moves after the one to move, if everybody keeps a card; None if there is no other."""
    if view["to_move"] is None:
        return None
    seats = view["seats"]
    later = ((view["to_move"] + step) % seats for step in range(1, seats))
    return next((seat for seat in later if number(view["hands"][seat])), None)


def owner(view: Document) -> int:
    """The seat whose own view this is. ValueError if it shows no hand, or more than one."""
    own = [seat for seat, hand in enumerate(view["hands"]) if not isinstance(hand, int)]
    if len(own) != 1:
        raise ValueError(f"hands: {len(own)} are shown, so this is no seat's own view")
    return own[0]


def places(scores: Sequence[int]) -> tuple[int, ...]:
    """The places by points; equal points share one."""
    return tuple(1 + sum(other > score for other in scores) for score in scores)


def ended(view: Document, marks: Marks = NO_MARKS) -> Ended | None:
    """How the match ended, by the marks or by the rules, which decide the places; None while it runs."""
    if marks.verdict:
        return ended_by(marks)
    if view["to_move"] is not None:
        return None
    placed, called = places(view["scores"]), names(view)
    winners = tuple(seat for seat, place in enumerate(placed) if place == 1)
    points = f"{max(view['scores'])} points"
    if view["seats"] == 1:
        return Ended(f"{called[0]} has {points}", "the solo game is over", winners, placed)
    if len(winners) > 1:
        return Ended("Draw", f"{listed([called[seat] for seat in winners])} with {points}", winners, placed)
    return Ended(f"{called[winners[0]]} wins", f"with {points}", winners, placed)


def told(key: str) -> str:
    """The name of a role or a trick as it is shown: `told("extra_double")` is "Extra double"."""
    words = key.replace("_", " ").capitalize()
    return words.replace("Southern cross", "Southern Cross").replace("empire", "Empire")


def reach_told(cells: int) -> str:
    """ "Double reach" for two cells, and so on."""
    return "Reach" if cells == 1 else f"{told(reach_name(cells))} reach"


def reach_points(cells: int) -> int:
    return REACH_POINTS * min(cells, MOST_REACHES)


_PLACED = re.compile(r"(JK|(?:10|[A2-9JQK])[SHDC])@([a-e][1-5]|z\d+|-?\d+,-?\d+)")


def placed(view: Document, move: str) -> list[tuple[str, str]]:
    """The cards of a move with their cells. ValueError if it is none on this field."""
    found = [_PLACED.fullmatch(part) for part in move.split("+")]
    known = [(part[1], part[2]) for part in found if part and layout_of(view).cell_number(part[2]) is not None]
    if len(known) < len(found):
        raise ValueError(f"{move!r} is not a move on this field")
    return known


def placed_last(view: Document) -> list[tuple[str, str]]:
    """The cards of the last turn with their cells.

    None at the start; none as well if a position that was made up tells of a turn that can't be read.
    """
    try:
        return placed(view, view["last"]["move"]) if view["last"] else []
    except ValueError:
        return []


def known(view: Document, cells: Sequence[str]) -> list[str]:
    """Those of the cells that the layout can have: nobody checks a made up last turn."""
    return [cell for cell in cells if layout_of(view).cell_number(cell) is not None]


def scored(view: Document) -> Iterator[tuple[int, Document]]:
    """The roles of the last turn: 0 and a role of the placement, the number of its step and one of a combo."""
    if view["last"]:
        for step, roles in enumerate([view["last"]["roles"], *view["last"]["combo"]]):
            for role in roles:
                yield step, role


# --- the alt texts ----------------------------------------------------------------------------------------------------


def _last_told(view: Document) -> str:
    """The last turn in one sentence."""
    last = view["last"]
    if last is None:
        return ""
    parts = []
    if last["roles"]:
        parts.append(", ".join(f"{told(role['kind']).lower()} {' '.join(role['cells'])}" for role in last["roles"]))
    if last["trick"]:
        times = f" ×{last['multiplier']}" if last["multiplier"] > 1 else ""
        parts.append(told(last["trick"]) + times)
    parts += [
        "combo " + ", ".join(f"{told(role['kind']).lower()} {' '.join(role['cells'])}" for role in step)
        for step in last["combo"]
    ]
    if last["reach"]:
        parts.append(f"{reach_told(len(last['reach']))} {' '.join(last['reach'])}")
    if last["eclipse"]:
        parts.append("total eclipse")
    what = f" ({'; '.join(parts)})" if parts else ""
    return f"{names(view)[last['seat']]} played {last['move']} for {last['points']} points{what}."


def _head(view: Document, marks: Marks) -> list[str]:
    end = ended(view, marks)
    lines = [f"Southern Cross cards, {view['options']['layout']} field."]
    if end:
        lines.append(f"{end.title}: {end.reason}." if end.reason else f"{end.title}.")
    else:
        lines.append(f"{names(view)[view['to_move']]} to move.")
        if view["eclipse"]:
            lines.append("The centre is due.")
    return lines


def _cards_told(cards: int) -> str:
    return f"{cards} card" if cards == 1 else f"{cards} cards"


def _standing(view: Document, marks: Marks) -> list[str]:
    end = ended(view, marks)
    lines = []
    for seat, name in enumerate(names(view)):
        place = f" {ORDINALS[end.places[seat] - 1]}," if end and end.places and view["seats"] > 1 else ""
        order = f", order card {view['order'][seat]}" if view["order"][seat] else ""
        held = _cards_told(number(view["hands"][seat]))
        lines.append(f"{name}:{place} {view['scores'][seat]} points, {held}{order}.")
    return [*lines, f"Deck: {number(view['deck'])}."]


def _picked(marks: Marks) -> list[str]:
    lines = [f"Chosen: {' '.join(marks.chosen)}."] if marks.chosen else []
    if marks.choices:
        lines.append("Choices: " + ", ".join(f"{choice.label} {choice.at}" for choice in marks.choices) + ".")
    return lines


def _tops(view: Document, counts: bool) -> list[str]:
    """The top card of each cell, those on growing fields nearest to the last placement first."""
    order = list(piles(view).items())
    if layout_of(view).grows and placed_last(view):
        x, y = map(int, placed_last(view)[0][1].split(","))
        order.sort(key=lambda pile: max(abs(int(pile[0].split(",")[0]) - x), abs(int(pile[0].split(",")[1]) - y)))
    return [
        f"{cell} {cards[-1] if cards else 'empty'}{f'×{len(cards)}' if counts and len(cards) > 1 else ''}"
        for cell, cards in order
    ]


def alt(view: Document, marks: Marks = NO_MARKS) -> str:
    """What the picture shows, in at most 1,024 characters.

    Who is to move or has won, the last turn, points, deck, the top of each cell (×2 for two cards on it), what is
    chosen and can be chosen. If all that is too long, the choices go first, then the heights of the stacks, then the
    cells farthest from the last placement.
    """
    head, last, standing = _head(view, marks), [_last_told(view)], _standing(view, marks)
    for picked in (_picked(marks), _picked(marks)[: bool(marks.chosen)], []):
        for counts in (True, False):
            whole = " ".join(
                filter(None, [*head, *last, *standing, f"Field: {'; '.join(_tops(view, counts))}.", *picked])
            )
            if len(whole) <= ALT_LIMIT:
                return whole
    tops = _tops(view, False)
    short = [*head, *(last if len(last[0]) < ALT_LIMIT // 3 else []), *standing]
    while tops:
        tops.pop()
        whole = " ".join(filter(None, [*short, f"Field: {'; '.join(tops)} …"]))
        if len(whole) <= ALT_LIMIT:
            return whole
    return whole[:ALT_LIMIT]


def alt_hand(view: Document, marks: Marks = NO_MARKS) -> str:
    """What the picture of a seat's hand shows. ValueError if the view is not a seat's own."""
    seat = owner(view)
    hand = view["hands"][seat]
    parts = [f"{names(view)[seat]}’s hand: {', '.join(hand)}." if hand else f"{names(view)[seat]}’s hand is empty."]
    if view["order"][seat]:
        parts.append(f"The order card {view['order'][seat]} has to be placed first.")
    return " ".join([*parts, *_picked(marks)])[:ALT_LIMIT]


# --- the complete text ------------------------------------------------------------------------------------------------

_WILD = {False: "no wild jokers", True: "with wild jokers"}


def text(view: Document) -> str:
    """The complete position, a line for each thing that matters; `read` turns it back. See the top of this module."""
    called, options = names(view), view["options"]
    field = "; ".join(f"{cell} {' '.join(cards) or 'empty'}" for cell, cards in view["field"]) or "no cell"
    lines = [
        f"Southern Cross cards for {view['seats']} seat{'s' if view['seats'] > 1 else ''}.",
        f"Options: {options['layout']} field; {options['hand']} cards to a hand; {_WILD[options['wild']]}.",
        f"Dealer: {called[view['dealer']]}.",
        "Over." if view["to_move"] is None else f"{called[view['to_move']]} to move.",
        f"Field, bottom to top: {field}.",
        f"Deck: {number(view['deck'])}.",
    ]
    for seat, name in enumerate(called):
        hand = view["hands"][seat]
        parts = [
            f"{view['scores'][seat]} points",
            f"{_cards_told(hand)} in hand" if isinstance(hand, int) else f"hand {' '.join(hand) or 'empty'}",
        ]
        if view["order"][seat]:
            parts.append(f"order card {view['order'][seat]}")
        parts.append(f"taken {' '.join(view['taken'][seat])}" if view["taken"][seat] else "nothing taken")
        lines.append(f"{name}: {'; '.join(parts)}.")
    if view["eclipse"]:
        lines.append("The centre is due.")
    last = view["last"]
    if last:
        trick = f", {last['trick'].replace('_', ' ')}" if last["trick"] else ""
        times = f" times {last['multiplier']}" if last["multiplier"] > 1 else ""
        lines.append(f"Last turn: {called[last['seat']]} {last['move']} for {last['points']} points{trick}{times}.")
        for step, role in scored(view):
            lines.append(
                f"{f'Combo {step}' if step else 'Role'}: {role['kind'].replace('_', ' ')} {role['points']} on "
                f"{' '.join(role['cells'])} with {' '.join(role['cards'])}."
            )
        if last["reach"]:
            lines.append(f"Reach: {' '.join(last['reach'])}.")
        if last["eclipse"]:
            lines.append("Total eclipse.")
        if last["refilled"]:
            lines.append(f"Refilled: {' '.join(last['refilled'])}.")
    return "\n".join(lines)


_HEAD = re.compile(r"Southern Cross cards for (\d) seats?\.")
_OPTIONS = re.compile(r"Options: (\w+) field; (\d) cards to a hand; (.+)\.")
_DEALER = re.compile(r"Dealer: (\w+)\.")
_TURN = re.compile(r"(\w+) to move\.")
_FIELD = re.compile(r"Field, bottom to top: (.+)\.")
_DECK = re.compile(r"Deck: (\d+)\.")
_OWN = re.compile(
    r"(\w+): (\d+) points; (?:(\d+) cards? in hand|hand (.+?))(?:; order card (\w+))?; "
    r"(?:taken (.+)|nothing taken)\."
)
_LAST = re.compile(r"Last turn: (\w+) (\S+) for (\d+) points(?:, (.+?))?(?: times (\d+))?\.")
_ROLE = re.compile(r"(?:Role|Combo (\d+)): (.+?) (\d+) on (.+) with (.+)\.")
_REACH = re.compile(r"Reach: (.+)\.")
_REFILLED = re.compile(r"Refilled: (.+)\.")


def read(words: str) -> Document:
    """The view that `text` was given. ValueError if a line is not one that `text` writes."""
    first, second, *rest = [*words.splitlines(), "", ""]
    head, options = _HEAD.fullmatch(first), _OPTIONS.fullmatch(second)
    wild = {word: key for key, word in _WILD.items()}
    if not head or not 1 <= int(head[1]) <= 5 or not options or options[1] not in LAYOUTS or options[3] not in wild:
        raise ValueError(f"{first!r} and {second!r} do not begin a position of Southern Cross cards")
    seats = int(head[1])
    view: Document = {
        "game": "southern_cards",
        "options": {"layout": options[1], "hand": int(options[2]), "wild": wild[options[3]]},
        "seats": seats,
        "dealer": 0,
        "to_move": None,
        "field": [],
        "deck": 0,
        "hands": [0] * seats,
        "order": [None] * seats,
        "taken": [[] for _ in range(seats)],
        "scores": [0] * seats,
        "eclipse": False,
        "last": None,
    }
    for line in filter(None, rest):
        if not (_read_standing(view, line) or _read_last(view, line)):
            raise ValueError(f"{line!r} says nothing about a position of Southern Cross cards")
    return view


def _cards(words: str) -> list[str]:
    cards = [] if words == "empty" else words.split()
    if unknown := [card for card in cards if card not in CARD_NUMBERS]:
        raise ValueError(f"{unknown[0]!r} is not a card")
    return cards


def _cells(view: Document, words: str) -> list[str]:
    cells = words.split()
    if unknown := [cell for cell in cells if layout_of(view).cell_number(cell) is None]:
        raise ValueError(f"{unknown[0]!r} is not a cell of {view['options']['layout']}")
    return cells


def _seat(view: Document, name: str) -> int:
    if name not in names(view):
        raise ValueError(f"{name!r} has no seat here")
    return names(view).index(name)


def _read_standing(view: Document, line: str) -> bool:
    """Read a line about the table; False if it is about something else."""
    if line == "Over.":
        view["to_move"] = None
    elif line == "The centre is due.":
        view["eclipse"] = True
    elif found := _DEALER.fullmatch(line):
        view["dealer"] = _seat(view, found[1])
    elif found := _TURN.fullmatch(line):
        view["to_move"] = _seat(view, found[1])
    elif found := _DECK.fullmatch(line):
        view["deck"] = int(found[1])
    elif found := _FIELD.fullmatch(line):
        listed_ = [] if found[1] == "no cell" else [pile.partition(" ") for pile in found[1].split("; ")]
        view["field"] = [[*_cells(view, cell), _cards(cards)] for cell, _, cards in listed_]
    elif found := _OWN.fullmatch(line):
        seat = _seat(view, found[1])
        view["scores"][seat] = int(found[2])
        view["hands"][seat] = int(found[3]) if found[3] else _cards(found[4])
        view["order"][seat] = _cards(found[5])[0] if found[5] else None
        view["taken"][seat] = _cards(found[6] or "")
    else:
        return False
    return True


def _read_last(view: Document, line: str) -> bool:
    """Read a line about the last turn; False if it is about something else."""
    last: dict[str, Any] | None = view["last"]
    if found := _LAST.fullmatch(line):
        view["last"] = {
            "seat": _seat(view, found[1]),
            "move": found[2],
            "roles": [],
            "trick": found[4].replace(" ", "_") if found[4] else None,
            "multiplier": int(found[5] or 1),
            "combo": [],
            "reach": [],
            "eclipse": False,
            "points": int(found[3]),
            "refilled": [],
        }
        placed(view, found[2])
    elif last is None:
        return False
    elif line == "Total eclipse.":
        last["eclipse"] = True
    elif found := _REACH.fullmatch(line):
        last["reach"] = _cells(view, found[1])
    elif found := _REFILLED.fullmatch(line):
        last["refilled"] = _cells(view, found[1])
    elif found := _ROLE.fullmatch(line):
        step = int(found[1] or 0)
        role = {
            "kind": found[2].replace(" ", "_"),
            "cells": _cells(view, found[4]),
            "cards": _cards(found[5]),
            "points": int(found[3]),
        }
        if step > len(last["combo"]):
            last["combo"].append([])
        (last["combo"][step - 1] if step else last["roles"]).append(role)
    else:
        return False
    return True
