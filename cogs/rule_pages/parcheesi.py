"""The rules of Parcheesi in a few pages, each with a picture."""

from collections.abc import Callable

from bot.rules.chance import Scripted
from bot.rules.parcheesi import Position
from bot.rules.parcheesi.board import NEST, PAWNS, ROLL, SQUARE_NUMBERS, Table
from bot.text import N_
from cogs.shared.presentation.presentation import Page
from images.marks.marks import Choice, Marks, Played


def _position(*pawns: str) -> Position:
    """A position for the rules, red to roll; pawns that aren't named are in the nest."""
    squares = (sorted(SQUARE_NUMBERS[name] for name in own.split()) for own in pawns)
    own = tuple((*(NEST,) * (PAWNS - len(named)), *named) for named in squares)
    return Position(Table(len(pawns)), "roll", 0, own, ages=((),) * len(pawns), rolls=9)


def _roll_picture(before: Position, *dice: int, chosen: str = "") -> Callable[[], tuple[Position, Marks]]:
    """The position after a roll, with everything playable marked, or only the moves of the pawn on `chosen`."""

    def picture() -> tuple[Position, Marks]:
        position = before.play(ROLL, Scripted(dice))
        moves = [move for move in position.legal() if move.target and chosen in ("", move.origin)]
        targets = dict.fromkeys(move.target for move in moves)
        choices = tuple(Choice(str(number), at) for number, at in enumerate(targets, 1))
        last = (Played.of(before, ROLL, dice),)
        return position, Marks(last=last, choices=choices, chosen=(chosen,) if chosen else ())

    return picture


def _example(position: Position) -> Callable[[], tuple[Position, Marks]]:
    return lambda: (position, Marks())


RULE_PAGES = (
    Page(
        N_("Aim"),
        N_(
            "Bring your four pawns out of the nest, once around the track of 68 squares (t1 to t68), up your home "
            "row (h1 to h7) and home. The first player with all four pawns home wins.\n\n"
            "The match begins when the first player presses **Roll the dice**. From then on both dice are rolled "
            "for you: **move a pawn with each of them**. Both can move the same pawn, one after the other. When "
            "there's nothing left to decide, the turn passes automatically. After **a double** you roll again. If "
            "your table was opened with `auto-rolls: False`, you press **Roll the dice** every time."
        ),
        _example(_position("t5 t5 t31 h3", "t22 t60", "t39 t12 home", "t56 t51")),
    ),
    Page(
        N_("Coming out"),
        N_(
            "A pawn leaves the nest onto its entry square with **a 5**, or with **both dice together if they add "
            "up to 5** (1 and 4, or 2 and 3). It captures a single opposing pawn on your entry square.\n\n"
            "**Doubles:** while you have a pawn in the nest, a double is two moves of its number. Once all four "
            "are out, you also play the **faces underneath**. Opposite faces add up to seven, so a double 2 is 2, "
            "2, 5 and 5.\n\n"
            "Here the 2 and the 3 together can bring a pawn out (1)."
        ),
        _roll_picture(_position("t20", "t30 t61"), 2, 3),
    ),
    Page(
        N_("Captures"),
        N_(
            "Land on a **single opposing pawn** to send it back to its nest and earn a **free move of 20**. On the "
            "twelve **safe squares** (bright numbers) nobody can be captured, except by a pawn coming out of its "
            "nest, and you can't land where an opponent stands.\n\n"
            "A pawn needs the exact number to get home, and earns a **free move of 10**. Free moves come after the "
            "dice: one pawn moves the whole number, and it can capture again. They can't bring a pawn out of the "
            "nest. You can skip them, and any you can't play are lost.\n\n"
            "Here the 2 captures on t9 (1). Yellow's pawn on t34 is safe."
        ),
        _roll_picture(_position("t7 t29", "t9 t34 t50"), 2, 6),
    ),
    Page(
        N_("Blockades"),
        N_(
            "**Two pawns of one colour on the same square** form a blockade. Nobody can pass it or land on it, not "
            "even its owner.\n\n"
            "The two pawns of a blockade can't move together: if one leaves, the other can't join it again during "
            "the same roll, except at home.\n\n"
            "With a blockade limit, you must break a blockade after that many of your turns if one of its pawns "
            "can move.\n\n"
            "Here the pawn on t20 can use the 5 (1), but not the 6: the blockade on t26 is in its way."
        ),
        _roll_picture(_position("t20 t28", "t26 t26 t45"), 5, 6, chosen="t20"),
    ),
    Page(
        N_("Using the dice"),
        N_(
            "You must use **as many of your dice as possible**. If you can use either of two but not both, it "
            "must be the higher. This rule comes before everything else: it can even force a pawn **past its own "
            "home row** and onto another lap. The buttons offer only legal moves, and the message tells you when one "
            "is forced.\n\n"
            "A pawn may also pass its home row and go around once more.\n\n"
            "If there's only one legal move, it's played automatically, unless the table was opened with "
            "`auto-moves: False`. **Undo** takes back your moves of this turn until you roll again or the turn "
            "passes.\n\n"
            "Here the last pawn must go past its home row, because there only one of the two dice could be used."
        ),
        _roll_picture(_position("t68 home home home", "t40 t41 t60"), 6, 5),
    ),
    Page(
        N_("The end"),
        N_(
            "The match ends as soon as one player has four pawns home, or, if the table chose that, once only one "
            "player is left. With a roll limit it ends there, and players who aren't home rank by how far their "
            "pawns have come: each pawn counts from 1 on the entry square to 64 before the home row and 72 at "
            "home. In the nest and on the four squares before its entry square it counts 0. A player who finishes "
            "on a double doesn't roll again.\n\n"
            "With **triple doubles**, the third double of a turn isn't played. Instead your leading pawn goes back "
            "to the nest and your turn is over.\n\n"
            "Typing moves: `roll` rolls the dice, `enter 5` or `enter 2+3` brings a pawn out, `t12+4` moves the "
            "pawn on t12 by 4, `t66+4>h2` says which way to go if there are two, `t12+20` plays a free move and "
            "`skip` skips it."
        ),
    ),
)
