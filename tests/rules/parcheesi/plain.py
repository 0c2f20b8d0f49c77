"""Parcheesi once more, slowly: written from the rules page with names and lists, to check the engine by.

It works on position documents and on moves as they are written, shares nothing with the engine, follows every pawn by
itself, tries every sequence of moves, and trusts what it is given.
"""

from collections.abc import Iterator
from copy import deepcopy
from typing import Any

Document = dict[str, Any]
Move = tuple[Any, ...]  # ("enter", dice) or ("go", origin, value, target)

TRACK = [f"t{number}" for number in range(1, 69)]
ROW = [f"h{number}" for number in range(1, 8)]
ORDER = ["nest", *TRACK, *ROW, "home"]
SAFE = ["t5", "t12", "t17", "t22", "t29", "t34", "t39", "t46", "t51", "t56", "t63", "t68"]
ENTRY = {"red": "t5", "blue": "t22", "yellow": "t39", "green": "t56"}
TURN_OFF = {"red": "t68", "blue": "t17", "yellow": "t34", "green": "t51"}
COLOURS = {2: ["red", "yellow"], 3: ["red", "blue", "yellow"], 4: ["red", "blue", "yellow", "green"]}


def in_order(squares: list[str]) -> list[str]:
    return sorted(squares, key=ORDER.index)


# ------------------------------------------------------------------------------------------------------------- ways


def one_step_on(colour: str, square: str) -> list[str]:
    if square in ("nest", "home"):
        return []
    if square == "h7":
        return ["home"]
    if square in ROW:
        return [ROW[ROW.index(square) + 1]]
    onward = ["t1" if square == "t68" else TRACK[TRACK.index(square) + 1]]
    return [*onward, "h1"] if square == TURN_OFF[colour] else onward


def ways(colour: str, square: str, steps: int) -> list[list[str]]:
    if steps == 1:
        return [[following] for following in one_step_on(colour, square)]
    return [[first, *rest] for first in one_step_on(colour, square) for rest in ways(colour, first, steps - 1)]


# ------------------------------------------------------------------------------------------------------- one roll


class Roll:
    """All pawns one by one, and who is whose partner, while one seat plays one roll."""

    def __init__(self, doc: Document) -> None:
        self.seat: int = doc["turn"]
        self.colours = COLOURS[doc["seats"]]
        self.colour = self.colours[self.seat]
        self.pawns: list[list[str]] = deepcopy(doc["pawns"])
        self.partner: dict[int, int] = {}
        for one_square, other_square in doc["pairs"]:
            one = self.without_partner(one_square)
            self.partner[one] = -1
            other = self.without_partner(other_square)
            self.partner[one], self.partner[other] = other, one

    def without_partner(self, square: str) -> int:
        return next(p for p, at in enumerate(self.pawns[self.seat]) if at == square and p not in self.partner)

    def copy(self) -> "Roll":
        other = object.__new__(Roll)
        other.seat, other.colours, other.colour = self.seat, self.colours, self.colour
        other.pawns = [list(own) for own in self.pawns]
        other.partner = dict(self.partner)
        return other

    @property
    def own(self) -> list[str]:
        return self.pawns[self.seat]

    def pairs(self) -> list[list[str]]:
        found = [in_order([self.own[one], self.own[other]]) for one, other in self.partner.items() if one < other]
        return sorted(found, key=lambda pair: [ORDER.index(square) for square in pair])

    def is_blockade(self, square: str) -> bool:
        if square in TRACK:
            return any(own.count(square) == 2 for own in self.pawns)
        return square in ROW and self.own.count(square) == 2

    def others_on(self, square: str) -> list[int]:
        return [seat for seat, own in enumerate(self.pawns) if seat != self.seat and square in TRACK and square in own]

    def who_goes(self, origin: str, target: str) -> int | None:
        """The partner rule, (a) to (c)."""
        here = [pawn for pawn, at in enumerate(self.own) if at == origin]
        allowed = [p for p in here if target == "home" or p not in self.partner or self.own[self.partner[p]] != target]
        single = [pawn for pawn in allowed if pawn not in self.partner]
        if single:
            return single[0]

        def pair(pawn: int) -> list[int]:
            return sorted([ORDER.index(self.own[pawn]), ORDER.index(self.own[self.partner[pawn]])])

        return min(allowed, key=pair) if allowed else None

    def may_go(self, origin: str, way: list[str]) -> bool:
        target = way[-1]
        if any(self.is_blockade(square) for square in way):
            return False
        if self.others_on(target) and target in SAFE:
            return False
        return self.who_goes(origin, target) is not None

    def goings(self, value: int) -> list[Move]:
        origins = [square for square in in_order(list(set(self.own))) if square not in ("nest", "home")]
        return [
            ("go", origin, value, way[-1])
            for origin in origins
            for way in sorted(ways(self.colour, origin, value), key=lambda way: ORDER.index(way[-1]))
            if self.may_go(origin, way)
        ]

    def may_enter(self) -> bool:
        return "nest" in self.own and not self.is_blockade(ENTRY[self.colour])

    def moves(self, left: list[int], dice: list[int]) -> list[Move]:
        """Every single move that is possible with the values left, in the order of the page."""
        found: list[Move] = []
        if 5 in left and self.may_enter():
            found.append(("enter", 5))
        untouched = dice[0] != dice[1] and sorted(dice) == sorted(left)
        if untouched and sum(dice) == 5 and self.may_enter():
            found.append(("enter", *sorted(dice)))
        for value in sorted(set(left)):
            found += self.goings(value)
        return found

    def after(self, move: Move) -> tuple["Roll", list[int]]:
        """The pawns after a move, and the bonuses that it earned."""
        roll = self.copy()
        if move[0] == "enter":
            pawn, target = roll.own.index("nest"), ENTRY[roll.colour]
        else:
            chosen = roll.who_goes(move[1], move[3])
            assert chosen is not None
            pawn, target = chosen, move[3]
        roll.own[pawn] = target
        if target == "home":
            if pawn in roll.partner:
                del roll.partner[roll.partner.pop(pawn)]
            return roll, [10]
        captured = roll.others_on(target)
        for seat in captured:
            roll.pawns[seat][roll.pawns[seat].index(target)] = "nest"
        return roll, [20] * len(captured)


def values_used(move: Move) -> list[int]:
    return list(move[1:]) if move[0] == "enter" else [move[2]]


def less(values: list[int], gone: list[int]) -> list[int]:
    rest = list(values)
    for value in gone:
        rest.remove(value)
    return rest


def sequences(roll: Roll, left: list[int], dice: list[int]) -> Iterator[tuple[int, int]]:
    """For every sequence of moves: how many values it uses, and the total of those it doesn't use."""
    yield 0, sum(left)
    for move in roll.moves(left, dice):
        used = values_used(move)
        for more, unused in sequences(roll.after(move)[0], less(left, used), dice):
            yield len(used) + more, unused


def compelled(roll: Roll, left: list[int], dice: list[int]) -> list[Move]:
    """The moves that begin a best sequence: most values used, then the lowest total unused."""

    def best(move: Move) -> tuple[int, int]:
        used = values_used(move)
        return max(
            (len(used) + more, -unused) for more, unused in sequences(roll.after(move)[0], less(left, used), dice)
        )

    rated = [(move, best(move)) for move in roll.moves(left, dice)]
    return [move for move, rating in rated if rating == max(rating for _, rating in rated)]


# ------------------------------------------------------------------------------------------------------ whole turns


def write(move: Move) -> str:
    if move[0] == "enter":
        return "enter " + "+".join(map(str, move[1:]))
    return f"{move[1]}+{move[2]}>{move[3]}"


def read(text: str) -> Move:
    if text.startswith("enter"):
        return ("enter", *map(int, text.removeprefix("enter ").split("+")))
    origin, rest = text.split("+")
    value, target = rest.split(">")
    return ("go", origin, int(value), target)


def legal(doc: Document) -> list[str]:
    if doc["phase"] == "over":
        return []
    if doc["phase"] == "roll":
        return ["roll"]
    roll = Roll(doc)
    if doc["phase"] == "bonus":
        moves = [move for bonus in sorted(set(doc["bonuses"])) for move in roll.goings(bonus)]
        return [*map(write, moves), "skip"]
    moves = compelled(roll, doc["left"], doc["dice"])
    limit = doc["options"]["blockade_limit"]
    due = [square for square, age in doc["blockades"][doc["turn"]].items() if limit and age == limit]
    from_due = [move for move in moves if move[0] == "go" and move[1] in due]
    return [write(move) for move in from_due or moves]


def put(doc: Document, roll: Roll) -> None:
    doc["pawns"] = [in_order(own) for own in roll.pawns]
    doc["pairs"] = roll.pairs()


def play(doc: Document, text: str, dice: list[int]) -> Document:
    """The document after a move; `dice` are what chance gives if it is a roll."""
    doc = deepcopy(doc)
    if text == "roll":
        roll_dice(doc, dice)
    elif text == "skip":
        end_of_roll(doc)
    else:
        move = read(text)
        roll, earned = Roll(doc).after(move)
        put(doc, roll)
        key = "bonuses" if doc["phase"] == "bonus" else "left"
        doc[key] = less(doc[key], values_used(move))
        doc["bonuses"] = sorted(doc["bonuses"] + earned)
        if move[0] == "go":
            doc["blockades"][doc["turn"]].pop(move[1], None)
        if roll.own == ["home"] * 4:
            fourth_home(doc)
        else:
            advance(doc)
    return doc


def roll_dice(doc: Document, dice: list[int]) -> None:
    one, other = dice
    own = doc["pawns"][doc["turn"]]
    doc["rolls"] += 1
    doc["doubles"] += one == other
    if doc["options"]["triple_doubles"] and one == other and doc["doubles"] == 3:
        colour = COLOURS[doc["seats"]][doc["turn"]]
        out = [square for square in own if square not in ("nest", "home")]
        if out:
            leading = min(out, key=lambda square: steps_home(colour, square))
            own[own.index(leading)] = "nest"
            doc["pawns"][doc["turn"]] = in_order(own)
            doc["blockades"][doc["turn"]].pop(leading, None)
        end_of_turn(doc)
        return
    doc["phase"] = "move"
    doc["dice"] = [one, other]
    beneath = [7 - one, 7 - other] if one == other and "nest" not in own else []
    doc["left"] = sorted([one, other, *beneath])
    doc["pairs"] = [[square, square] for square in standing(own)]
    advance(doc)


def steps_home(colour: str, square: str) -> int:
    """One step after the other, turning off as soon as that is possible."""
    steps = 0
    while square != "home":
        square = one_step_on(colour, square)[-1]
        steps += 1
    return steps


def standing(own: list[str]) -> list[str]:
    return [square for square in in_order(list(set(own))) if square not in ("nest", "home") and own.count(square) == 2]


def advance(doc: Document) -> None:
    roll = Roll(doc)
    if doc["phase"] == "move":
        if roll.moves(doc["left"], doc["dice"]):
            return
        doc["left"] = []
        doc["phase"] = "bonus"
    if not any(roll.goings(bonus) for bonus in doc["bonuses"]):
        end_of_roll(doc)


def fourth_home(doc: Document) -> None:
    doc["finished"].append(doc["turn"])
    if doc["options"]["finish"] == "first" or len(doc["finished"]) == doc["seats"] - 1:
        over(doc)
    else:
        end_of_roll(doc)


def end_of_roll(doc: Document) -> None:
    double = doc["dice"][0] == doc["dice"][1]
    doc.update(dice=None, left=[], bonuses=[], pairs=[])
    if doc["options"]["max_rolls"] > 0 and doc["rolls"] == doc["options"]["max_rolls"]:
        over(doc)
    elif double and doc["turn"] not in doc["finished"]:
        doc["phase"] = "roll"
    else:
        end_of_turn(doc)


def end_of_turn(doc: Document) -> None:
    if doc["options"]["max_rolls"] > 0 and doc["rolls"] == doc["options"]["max_rolls"]:
        over(doc)
        return
    seat, limit = doc["turn"], doc["options"]["blockade_limit"]
    if limit:
        before = doc["blockades"][seat]
        doc["blockades"][seat] = {
            square: min(limit, before.get(square, 0) + 1) for square in standing(doc["pawns"][seat])
        }
    doc["doubles"] = 0
    doc["phase"] = "roll"
    doc["turn"] = next(
        following % doc["seats"]
        for following in range(seat + 1, seat + 5)
        if following % doc["seats"] not in doc["finished"]
    )


def over(doc: Document) -> None:
    doc.update(phase="over", turn=None, dice=None, left=[], bonuses=[], pairs=[], doubles=0)
    doc["blockades"] = [{} for _ in doc["blockades"]]


# ---------------------------------------------------------------------------------------------------------- the end


def progress(colour: str, square: str) -> int:
    if square == "nest":
        return 0
    if square == "home":
        return 72
    if square in ROW:
        return 65 + ROW.index(square)
    distance = (TRACK.index(square) - TRACK.index(ENTRY[colour])) % 68 + 1
    return distance if distance <= 64 else 0


def scores(doc: Document) -> list[int]:
    colours = COLOURS[doc["seats"]]
    return [sum(progress(colours[seat], square) for square in own) for seat, own in enumerate(doc["pawns"])]


def places(doc: Document) -> list[int]:
    counted = scores(doc)
    others = [seat for seat in range(doc["seats"]) if seat not in doc["finished"]]

    def place(seat: int) -> int:
        if seat in doc["finished"]:
            return 1 + int(doc["finished"].index(seat))
        return 1 + len(doc["finished"]) + sum(counted[other] > counted[seat] for other in others)

    return [place(seat) for seat in range(doc["seats"])]
