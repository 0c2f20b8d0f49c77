"""Southern Cross cards once more, slowly: written from the rules page with names and lists, to check the engine by.

It works on position documents and on moves as they are written, shares nothing with the engine, tries every window of
every line and every set of roles, and trusts what it is given.
"""

from collections.abc import Iterator, Sequence
from copy import deepcopy
from functools import cache
from itertools import chain, combinations, product
from typing import Any

Document = dict[str, Any]
Cards = dict[str, list[str]]  # what lies on each cell, bottom to top, the cells in refill order
Window = tuple[str, ...]  # the cells of a run, in line order
Role = dict[str, Any]  # as in the document, and "line", the number of its line

RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
CARD_ORDER = [rank + suit for suit in "SHDC" for rank in RANKS] + ["JK"]
JOKER = "JK"
RING = [f"z{number}" for number in range(1, 13)]
CENTRES = {"classic": ["b2"], "shishi": ["b3", "c3", "b2", "c2"], "gogo": ["c3"], "zodiac": ["z0"], "free": ["0,0"]}


# ------------------------------------------------------------------------------------------------------------ field


def spot(cell: str) -> tuple[int, int]:
    """Column and row of a cell of a grid or a plane, rows upwards."""
    if "," in cell:
        x, y = cell.split(",")
        return int(x), int(y)
    return "abcde".index(cell[0]), int(cell[1:])


def reading(cell: str) -> tuple[int, int]:
    if cell.startswith("z"):
        return (0, int(cell[1:])) if cell != "z0" else (1, 0)
    column, row = spot(cell)
    return -row, column


def in_reading_order(cells: Any) -> list[str]:
    return sorted(cells, key=reading)


def around(cell: str) -> list[str]:
    x, y = spot(cell)
    return [f"{x + dx},{y + dy}" for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0)]


def lines_of(layout: str, cells: Any) -> list[tuple[list[str], bool]]:
    """Every line and whether it is closed; on a plane all lines of a rectangle that reaches two cells beyond."""
    if layout == "zodiac":
        return [(RING, True), *(([f"z{i}", "z0", f"z{i + 6}"], False) for i in range(1, 7))]
    if layout in ("free", "ultra"):
        spots = [spot(cell) for cell in cells]
        columns = range(min(x for x, _ in spots) - 2, max(x for x, _ in spots) + 3)
        rows = range(max(y for _, y in spots) + 2, min(y for _, y in spots) - 3, -1)
        name = {(x, y): f"{x},{y}" for x in columns for y in rows}
    else:
        side = {"classic": 3, "shishi": 4, "gogo": 5}[layout]
        columns, rows = range(side), range(side, 0, -1)
        name = {(x, y): f"{'abcde'[x]}{y}" for x in columns for y in rows}
    lines = [[name[x, y] for x in columns] for y in rows]
    lines += [[name[x, y] for y in rows] for x in columns]
    for total in {x + y for x, y in name}:
        lines.append([name[total - y, y] for y in rows if (total - y, y) in name])
    for total in {x - y for x, y in name}:
        lines.append([name[total + y, y] for y in rows if (total + y, y) in name])
    return [(line, False) for line in lines]


@cache
def windows(layout: str, cells: frozenset[str]) -> list[tuple[int, Window]]:
    """Every run, with the number of its line."""
    found = []
    longest = {"classic": 3, "shishi": 4}.get(layout, 5)
    for number, (line, closed) in enumerate(lines_of(layout, cells)):
        for length in range(3, longest + 1):
            starts = range(len(line) if closed else len(line) - length + 1)
            found += [(number, tuple((line + line)[start : start + length])) for start in starts]
    return found


# ------------------------------------------------------------------------------------------------------------ roles


def could_be(cards: Sequence[str], wanted: list[str]) -> bool:
    """Whether these cards, jokers standing for anything, are the wanted ones."""
    return all(card in (JOKER, want) for card, want in zip(cards, wanted, strict=True))


def straights(length: int) -> Iterator[list[str]]:
    """Ranks that rise or fall by one."""
    for start in range(13):
        rising = [RANKS[(start + step) % 13] for step in range(length)]
        yield from (rising, rising[::-1])


@cache
def best_role(cards: tuple[str, ...]) -> tuple[str, int] | None:
    length = len(cards)
    ranks = [card if card == JOKER else card[:-1] for card in cards]
    suits = [card if card == JOKER else card[-1] for card in cards]
    rows = any(could_be(ranks, row) for row in straights(length))
    one_suit = any(could_be(suits, [suit] * length) for suit in "SHDC")
    equal = any(could_be(ranks, [rank] * length) for rank in RANKS)
    royal = ["10", "J", "Q", "K", "A"]
    kinds = []
    if length == 3:
        kinds += [("sequence", 20)] * rows + [("set", 30)] * equal + [("royal_sequence", 40)] * (rows and one_suit)
        kinds += [("orion", 50)] * (cards == (JOKER,) * 3)
    elif length == 4:
        kinds += [("hyper_sequence", 40)] * rows + [("four_cards", 60)] * equal
        kinds += [("hyper_royal_sequence", 80)] * (rows and one_suit)
    else:
        kinds += (
            [("straight", 80)] * rows + [("five_cards", 120)] * equal + [("straight_flush", 160)] * (rows and one_suit)
        )
        if one_suit and (could_be(ranks, royal) or could_be(ranks, royal[::-1])):
            kinds.append(("royal_straight_flush", 200))
    return max(kinds, key=lambda kind: kind[1]) if kinds else None


def roles_with(layout: str, field: Cards, cells: list[str]) -> list[Role]:
    """The roles that contain one of these cells."""
    found, wanted = [], set(cells)
    for line, window in windows(layout, frozenset(field)):
        if not wanted.isdisjoint(window) and all(field.get(cell) for cell in window):
            cards = [field[cell][-1] for cell in window]
            if kind := best_role(tuple(cards)):
                found.append({"kind": kind[0], "cells": list(window), "cards": cards, "points": kind[1], "line": line})
    return found


def exclude(one: Role, other: Role, placed: list[str] | None) -> bool:
    """`placed` is None in a combo step."""
    if one["line"] != other["line"]:
        return False
    shared = set(one["cells"]) & set(other["cells"])
    if placed is None:
        return bool(shared)
    return bool(shared - set(placed)) or shared == set(one["cells"]) or shared == set(other["cells"])


def maximal(roles: list[Role], placed: list[str] | None) -> list[list[Role]]:
    """Every set without exclusion to which none of the others could be added; each role is in or out."""
    sets: list[list[Role]] = [[]]
    for role in roles:
        sets += [[*each, role] for each in sets if not any(exclude(role, other, placed) for other in each)]
    return [
        each
        for each in sets
        if all(role in each or any(exclude(role, other, placed) for other in each) for role in roles)
    ]


def all_together(choices: list[list[list[Role]]]) -> list[list[Role]]:
    """One set of each line, in every way."""
    return [list(chain.from_iterable(each)) for each in product(*choices)]


def place_list(layout: str, field: Cards, roles: list[Role]) -> list[list[int]]:
    order = in_reading_order(field)
    return sorted([order.index(cell) for cell in role["cells"]] for role in roles)


def sort_roles(layout: str, field: Cards, roles: list[Role]) -> list[Role]:
    order = in_reading_order(field)
    return sorted(roles, key=lambda role: [order.index(cell) for cell in role["cells"]])


def trick(layout: str, field: Cards, card: str, placed: list[str], roles: list[Role]) -> tuple[str | None, int]:
    number = len(roles)
    total = sum(role["points"] for role in roles)
    jokers = len(placed) if card == JOKER else 0
    joker = jokers > 0 or any(JOKER in role["cards"] for role in roles)
    centres = [cell for cell in placed if cell in CENTRES.get(layout, [])]
    if any(role["kind"] == "pegasus" for role in roles):
        return "pegasus", 1
    if number < 2:
        return None, 1
    if layout == "zodiac" and "z0" in placed:
        if number == 6 and jokers:
            return "zodiac_cross", 1
        if number >= 5 and not joker:
            return "supernova", 10
    if layout == "gogo" and number == 4 and not joker and centres and all(len(role["cells"]) == 5 for role in roles):
        return ("queen_of_empire" if total == 600 else "nirvana"), 25
    if layout == "classic" and number == 4 and not joker and total == 110:
        return "ultimate_grand_cross", 9
    if layout in ("classic", "shishi") and number == 4:
        if not joker:
            return "grand_cross", 9
        if any(all(cell in role["cells"] for role in roles) for cell in centres):
            return "southern_cross", 1
    if layout == "classic" and number == 5 and jokers == 2:
        return "saturn", 1
    words = ["double", "triple", "quadruple", "quintuple", "sextuple", "septuple", "octuple"]
    name = words[number - 2] if number <= 8 else "multiple"
    return (name, 1) if joker else ("extra_" + name, number)


def taken_roles(layout: str, field: Cards, card: str, placed: list[str]) -> list[Role]:
    """The roles of a placement that `field` shows already; the Pegasus included."""
    offered = roles_with(layout, field, placed)
    by_line = {role["line"]: [other for other in offered if other["line"] == role["line"]] for role in offered}
    sets = all_together([maximal(roles, placed) for roles in by_line.values()])

    def rating(roles: list[Role]) -> tuple[Any, ...]:
        points = sum(role["points"] for role in roles) * trick(layout, field, card, placed, roles)[1]
        cards = sum(len(role["cells"]) for role in roles)
        return -points, len(roles), -cards, place_list(layout, field, roles)

    roles = min(sets, key=rating)
    corners = ["a3", "c3", "a1", "c1"]
    if (
        layout == "classic"
        and card == JOKER
        and any(cell in corners for cell in placed)
        and all(field[cell] and field[cell][-1] == JOKER for cell in corners)
        and all(field.values())
    ):
        kept = [role for role in roles if sum(cell in corners for cell in role["cells"]) < 2]
        cells = in_reading_order(field)
        cards = [field[cell][-1] for cell in cells]
        roles = [*kept, {"kind": "pegasus", "cells": cells, "cards": cards, "points": 400, "line": None}]
    return sort_roles(layout, field, roles)


def connected(roles: list[Role]) -> bool:
    group = [roles[0]]
    for _ in roles:
        group += [r for r in roles if r not in group and any(set(r["cells"]) & set(g["cells"]) for g in group)]
    return len(group) == len(roles)


# ----------------------------------------------------------------------------------------------------------- a turn


def field_of(doc: Document) -> Cards:
    return {cell: list(cards) for cell, cards in doc["field"]}


def put(field: Cards, card: str, cells: list[str]) -> None:
    for cell in cells:
        field.setdefault(cell, []).append(card)


def remove(field: Cards, roles: list[Role]) -> tuple[list[str], list[str]]:
    """Takes the tops of these roles: the cards, and the cells that show another card now."""
    cells = {cell for role in roles for cell in role["cells"]}
    cards = [field[cell].pop() for cell in cells]
    return cards, [cell for cell in cells if field[cell]]


def reach_cells(layout: str, field: Cards, placed: str) -> list[str]:
    reached = set()
    for _, window in windows(layout, frozenset(field)):
        if len(window) != 3 or placed not in window:
            continue
        for missing in window:
            third = next(cell for cell in window if cell not in (placed, missing)) if missing != placed else None
            if third is None or not field.get(third) or field[third][-1] == JOKER:
                continue
            tops = {placed: field[placed][-1][:-1], third: field[third][-1][:-1]}
            for rank in RANKS:
                ranks = [tops.get(cell, rank) for cell in window]
                if ranks in list(straights(3)) or len(set(ranks)) == 1:
                    reached.add(missing)
    return in_reading_order(reached)


def written(card: str, cells: list[str]) -> str:
    return "+".join(f"{card}@{cell}" for cell in cells)


def read(text: str) -> tuple[str, list[str]]:
    parts = [part.split("@") for part in text.split("+")]
    return parts[0][0], [cell for _, cell in parts]


def without_line(roles: list[Role]) -> list[Role]:
    return [{key: role[key] for key in ("kind", "cells", "cards", "points")} for role in roles]


def clears(layout: str, doc: Document, card: str, cells: list[str]) -> bool:
    field = field_of(doc)
    put(field, card, cells)
    score = settle(layout, field, card, cells)
    return bool(score["roles"]) and not any(field.values())


def settle(layout: str, field: Cards, card: str, cells: list[str]) -> Document:
    """Takes roles and combos off the field: roles, trick, multiplier, combo, cards and their points."""
    done: Document = {"roles": [], "trick": None, "multiplier": 1, "combo": [], "cards": [], "points": 0}
    if not roles_with(layout, field, cells):
        return done
    roles = taken_roles(layout, field, card, cells)
    done["roles"] = without_line(roles)
    done["trick"], done["multiplier"] = trick(layout, field, card, cells, roles)
    done["points"] = done["multiplier"] * sum(role["points"] for role in roles)
    cards, changed = remove(field, roles)
    done["cards"] += cards
    while offered := roles_with(layout, field, changed):
        by_line = {role["line"]: [other for other in offered if other["line"] == role["line"]] for role in offered}
        sets = all_together([maximal(roles, None) for roles in by_line.values()])
        step = min(
            sets,
            key=lambda roles: (
                -sum(role["points"] for role in roles),
                len(roles),
                -sum(len(role["cells"]) for role in roles),
                place_list(layout, field, roles),
            ),
        )
        step = sort_roles(layout, field, step)
        done["combo"].append(without_line(step))
        done["points"] += sum(role["points"] for role in step)
        cards, changed = remove(field, step)
        done["cards"] += cards
    return done


def places(doc: Document) -> list[str]:
    cells = [cell for cell, _ in doc["field"]]
    if doc["options"]["layout"] in ("free", "ultra"):
        cells = list({*cells, *(near for cell in cells for near in around(cell))}) or ["0,0"]
    return in_reading_order(cells)


def legal(doc: Document) -> list[str]:
    seat, layout = doc["to_move"], doc["options"]["layout"]
    if seat is None:
        return []
    hand, due = doc["hands"][seat], doc["order"][seat]
    cards = [due] if due else sorted(set(hand), key=CARD_ORDER.index)
    found = [(card, [cell]) for card in cards for cell in places(doc)]
    if not due:
        most = 2
        if doc["options"]["wild"]:
            most = {"classic": 4, "free": 2, "ultra": 2}.get(layout, 3)
        for number in range(2, min(most, hand.count(JOKER)) + 1):
            found += [(JOKER, list(cells)) for cells in combinations(places(doc), number) if may_join(doc, list(cells))]
    if doc["eclipse"]:
        found = [(card, cells) for card, cells in found if any(cell in CENTRES[layout] for cell in cells)]
    if layout == "ultra":
        found = [(card, cells) for card, cells in found if not clears(layout, doc, card, cells)] or found
    return [written(card, cells) for card, cells in found]


def may_join(doc: Document, cells: list[str]) -> bool:
    layout, field = doc["options"]["layout"], field_of(doc)
    put(field, JOKER, cells)
    if not all(roles_with(layout, field, [cell]) for cell in cells):
        return False
    roles = taken_roles(layout, field, JOKER, cells)
    enough = len(roles) >= 2 or roles[0]["kind"] in ("orion", "pegasus")
    return enough and connected(roles) and all(any(cell in role["cells"] for role in roles) for cell in cells)


def play(doc: Document, text: str) -> Document:
    doc = deepcopy(doc)
    seat, layout, seats = doc["to_move"], doc["options"]["layout"], doc["seats"]
    card, cells = read(text)
    hand = doc["hands"][seat]
    for _ in cells:
        hand.remove(card)
    field = field_of(doc)
    put(field, card, cells)
    done = settle(layout, field, card, cells)
    eclipse = bool(done["roles"]) and not any(field.values()) and layout != "ultra"
    reach = []
    if seats > 1 and card != JOKER and not done["roles"]:
        reach = reach_cells(layout, field, cells[0])
    points = done["points"] + 50 * eclipse + 5 * min(8, len(reach))

    for _ in cells:
        if doc["deck"]:
            hand.append(doc["deck"].pop(0))
    refilled = []
    for cell, pile in field.items():
        if not pile and doc["deck"]:
            pile.append(doc["deck"].pop(0))
            refilled.append(cell)

    hand.sort(key=CARD_ORDER.index)
    doc["taken"][seat] = sorted(doc["taken"][seat] + done["cards"], key=CARD_ORDER.index)
    doc["scores"][seat] += points
    doc["order"][seat] = None
    doc["eclipse"] = eclipse
    doc["field"] = [[cell, pile] for cell, pile in field.items()]
    following = [(seat + step) % seats for step in range(1, seats + 1)]
    doc["to_move"] = next((other for other in following if doc["hands"][other]), None)
    doc["last"] = {
        "seat": seat,
        "move": text,
        "roles": done["roles"],
        "trick": done["trick"],
        "multiplier": done["multiplier"],
        "combo": done["combo"],
        "reach": reach,
        "eclipse": eclipse,
        "points": points,
        "refilled": refilled,
    }
    return doc


def start(seats: int, options: Document, shuffles: list[list[str]]) -> Document:
    layout, wild, hand = options["layout"], options["wild"], options["hand"]
    cells = {
        "zodiac": [*RING, "z0"],
        "free": [f"{x},{y}" for y in (1, 0, -1) for x in (-1, 0, 1)],
        "ultra": [],
        **{
            name: [f"{'abcde'[x]}{y}" for y in range(side, 0, -1) for x in range(side)]
            for name, side in (("classic", 3), ("shishi", 4), ("gogo", 5))
        },
    }[layout]
    for order in shuffles:
        deck = list(order)
        field = [[cell, [deck.pop(0)]] for cell in cells]
        drawn = [deck.pop(0) for _ in range(seats)]

        def power(card: str) -> tuple[int, int]:
            if card == JOKER:
                return 100, 0
            return ["2", *RANKS[2:], "A"].index(card[:-1]), "CDHS".index(card[-1])

        best = max(drawn, key=power)
        if seats == 1 or drawn.count(best) == 1:
            break
    dealer = drawn.index(best)
    hands = [[card] for card in drawn]
    for _ in range(hand - 1):
        for step in range(seats):
            hands[(dealer + step) % seats].append(deck.pop(0))
    for own in hands:
        own += [JOKER] * (2 * wild)
        own.sort(key=CARD_ORDER.index)
    return {
        "game": "southern_cards",
        "options": options,
        "seats": seats,
        "dealer": dealer,
        "to_move": dealer,
        "field": field,
        "deck": deck,
        "hands": hands,
        "order": list(drawn) if seats > 1 else [None],
        "taken": [[] for _ in range(seats)],
        "scores": [0] * seats,
        "eclipse": False,
        "last": None,
    }
