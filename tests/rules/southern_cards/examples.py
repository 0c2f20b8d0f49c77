"""The worked examples of the rules page of Southern Cross cards that are a table, and fields other tests vary."""

from bot.rules.southern_cards import Position
from tests.rules.southern_cards.positions import position

SHISHI_CROSS = "9H QS {} 2S ; 4S 2C 6D 7C ; 3H QD 7H KD ; 10C QC 8S 6H"
OCTUPLE = "10D . 8D . 8S ; . 9C 8S 8C . ; 10H 9H 2C 9H 10H ; . 9D 9S 9S . ; 10S . 10D . 10C"
EMPRESS = "QH . AS . AD ; . QD KS KC . ; 10S JS 2C KS AS ; . JH JS QC . ; 10D . 10S . QH"
THIRD_ROW = ". . . . . ; . . . . . ; {} ; . . . . . ; . . . . ."
ROW_AND_COLUMN = ". . 6D . . ; . . 7S . . ; 8D 8S 2C 8C 8S ; . . 9C . . ; . . 10D . ."

# number: layout, field, move, roles, trick, multiplier, points
SCORED: dict[int, tuple[str, str, str, str, str | None, int, int]] = {
    1: ("classic", "3S 4H 2C ; KD 9C JS ; 2D 6C 8D", "5C@c3", "sequence", None, 1, 20),
    2: ("classic", "KS AH 9C ; 6D 9D JS ; 3D 6C 8D", "2C@c3", "sequence", None, 1, 20),
    3: ("classic", "3S 9H 4C ; KD QC JS ; 2D 6C 8D", "5D@b3", "", None, 1, 0),
    4: ("classic", "JK 9H 2C ; 6S QH 4S ; 3D AC 8S", "JK@c3", "royal_sequence", None, 1, 40),
    5: ("classic", "5H 6S 7C ; 9S QH 4S ; 3D AC 8S", "2C@a1", "", None, 1, 0),
    6: ("classic", "5H 6S 7C ; 9S QH 4S ; 3D AC 8S", "7D@c3", "sequence", None, 1, 20),
    7: ("classic", "2C 7S 8S ; 9D KC 4S ; 9H AC 5S", "JK@a3", "royal_sequence set", "double", 1, 70),
    8: ("classic", "2C 7S 8S ; 5D KC 4D ; 4H AC QH", "6S@a3", "royal_sequence sequence", "extra_double", 2, 120),
    9: ("classic", "2C 7S 8S ; 6D KC 4D ; 6H AC QH", "6S@a3", "royal_sequence set", "extra_double", 2, 140),
    10: ("classic", "2C 7S JK ; 6D KC 4D ; 6H AC QH", "6S@a3", "royal_sequence set", "double", 1, 70),
    11: ("classic", "2C 7S 8S ; 9D KC 4S ; 9H AC QH", "JK@a3", "royal_sequence set sequence", "triple", 1, 90),
    12: (
        *("classic", "5H 2C 7H ; 3S KC 4S ; 9H 2D 9C", "JK@b3+JK@b1"),
        *("royal_sequence royal_sequence set", "triple", 1, 110),
    ),
    14: ("classic", "2C 7S 8S ; 6D 5C 4S ; 6H AC 4H", "6S@a3", "royal_sequence set sequence", "extra_triple", 3, 270),
    15: ("classic", "2C 7S 8D ; 6D 5C 4S ; 6H AC 4H", "6S@a3", "sequence set sequence", "extra_triple", 3, 210),
    16: (
        *("classic", "9S KD 5S ; 3H 2C 5H ; 5D KH 9H", "JK@b2"),
        *("set set set royal_sequence", "southern_cross", 1, 130),
    ),
    17: (
        *("classic", "7S 8S 9S ; 7H 2C 9H ; 7D 8D 9D", "8H@b2"),
        *("sequence set sequence royal_sequence", "ultimate_grand_cross", 9, 990),
    ),
    18: (
        *("classic", "7S 8S 9S ; 7H . 9H ; 7D 8D 9D", "8H@b2"),
        *("sequence set sequence royal_sequence", "ultimate_grand_cross", 9, 1040),
    ),
    19: (
        *("classic", "3C 5S 5H ; 9S KD 5D ; 9H 9D 4C", "JK@a3+JK@c1"),
        *("set set royal_sequence set set", "saturn", 1, 160),
    ),
    20: (
        *("classic", "3C 6H 5H ; JS KD 4H ; 10S 9S 2C", "JK@a3+JK@c1"),
        *(" ".join(["royal_sequence"] * 5), "saturn", 1, 200),
    ),
    21: (
        *("classic", "3C 9S 4D ; 5H KD 7H ; 4S 9D 2C", "JK@a3+JK@b2"),
        *("sequence royal_sequence set set royal_sequence", "saturn", 1, 160),
    ),
    22: ("classic", ". . . ; 5S 6D . ; . . .", "7H@c2", "sequence", None, 1, 70),
    23: ("classic", "6D>3S 7S>4H 8C ; KC . . ; QH . 2D", "5C@c3", "sequence", None, 1, 40),
    24: (
        *("classic", "5S 4D>7S 3H>8H ; 5D>6H QC 4S ; 5H>6C AC QH", "6S@a3"),
        *("sequence set", "extra_double", 2, 150),
    ),
    25: (
        *("shishi", SHISHI_CROSS.format("5S"), "JK@b3"),
        *("hyper_royal_sequence four_cards sequence hyper_sequence", "southern_cross", 1, 200),
    ),
    26: (
        *("shishi", SHISHI_CROSS.format("5H"), "JK@b3"),
        *("hyper_royal_sequence four_cards royal_sequence hyper_sequence", "southern_cross", 1, 220),
    ),
    27: ("shishi", "5S 9C 5H 6H ; 2S 3C JD KD ; 9D QC 7S 8C ; KS 10C 3H QS", "JK@b4", "royal_sequence", None, 1, 40),
    28: ("shishi", "5S 9C 7H 8D ; 2S 3C JD KD ; 9D QC 7S 8C ; KS 10C 3H QS", "6C@b4", "hyper_sequence", None, 1, 40),
    29: (
        *("shishi", "5S 2C 3C 9D ; . . . . ; . . . . ; . . . .", "JK@b4+JK@c4"),
        *("royal_sequence royal_sequence", "double", 1, 80),
    ),
    32: (
        *("gogo", EMPRESS, "QS@c3"),
        *("five_cards royal_straight_flush straight royal_straight_flush", "queen_of_empire", 25, 15000),
    ),
    33: ("gogo", THIRD_ROW.format("10D JS 2C KS AS"), "QS@c3", "sequence royal_sequence", "extra_double", 2, 120),
    34: ("gogo", THIRD_ROW.format("8D 8S 2C 8C 8S"), "8H@c3", "five_cards", None, 1, 120),
    35: ("gogo", ROW_AND_COLUMN, "8H@c3", "sequence five_cards sequence", "extra_triple", 3, 480),
    36: (
        *("zodiac", "2H 5S 9D 3C 6H KH 4H 7S JD 5C 6S KS 2C", "JK@z0"),
        *(" ".join(["royal_sequence"] * 4 + ["set"] * 2), "zodiac_cross", 1, 220),
    ),
    37: (
        *("zodiac", "7H 8S 7S 9S 7C KH 9H 8D 9D 7D 9C 2S 2C", "8H@z0"),
        *("royal_sequence set sequence sequence sequence", "supernova", 10, 1300),
    ),
    38: ("zodiac", "2C . . . . . . . . . 5S 6D .", "7H@z1", "sequence", None, 1, 20),
    39: (
        *("wild classic", "3S 9H JD ; 2C 9D 2H ; 5D 7C KD", "JK@a2+JK@b2+JK@c2"),
        *("sequence sequence royal_sequence orion", "quadruple", 1, 130),
    ),
    40: (
        *("wild classic", "2C 7S 7H ; 4H 2D 6H ; 5H 5S 9H", "JK@a3+JK@b2+JK@c1"),
        *(" ".join(["set royal_sequence orion", *["royal_sequence"] * 4, "set"]), "octuple", 1, 310),
    ),
    41: ("wild classic", "2C 7S 2D ; 9D KC 4S ; 2H QC 2S", "JK@a3+JK@c3+JK@a1+JK@c1", "pegasus", "pegasus", 1, 400),
    42: ("wild classic", "JK 7S JK ; 9D KC 4S ; 2H QC JK", "JK@a1", "pegasus", "pegasus", 1, 400),
    43: ("wild classic", "2C 7S KD ; . . . ; . . .", "JK@a3+JK@b3+JK@c3", "orion", None, 1, 50),
}


def example(number: int) -> Position:
    """The position of one of the examples in `SCORED`."""
    layout, field, move, *_ = SCORED[number]
    card = move.partition("@")[0]
    hand = " ".join([card] * move.count("@"))
    return position(layout.split()[-1], field, hand, wild=layout.startswith("wild"))
