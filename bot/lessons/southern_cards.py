"""Southern Cross cards' lesson, for the first of two seats."""

from collections import Counter
from collections.abc import Iterable

from bot.lessons.lesson import Lesson, LessonStep
from bot.rules.southern_cards import LAYOUTS, Position, Table, game
from bot.rules.southern_cards.cards import CARD_NUMBERS, all_cards
from bot.text import N_

THEIRS = "10C 10D 10H"
"""The other seat's hidden hand."""


def lay_cards(layout: str, field: str, *hands: str) -> Position:
    """A position with the first seat to place and no deck.

    The cells are in reading order, "2C>8H" a stack and "." an empty one; cards that aren't named have been taken.
    """
    table, cells = Table(len(hands), layout), LAYOUTS[layout].start
    piles = [() if pile == "." else _numbers(pile.split(">")) for pile in field.replace(";", " ").split()]
    hands_dealt = tuple(tuple(sorted(_numbers(hand.split()))) for hand in hands)
    named_cards = Counter(card for cards in (*piles, *hands_dealt) for card in cards)
    left = tuple((all_cards(layout, wild=False, seats=table.seats) - named_cards).elements())
    return Position(
        table,
        dict(zip(cells, piles, strict=True)),
        deck=(),
        hands=hands_dealt,
        dealer=0,
        to_move=0,
        order=(None,) * table.seats,
        taken=tuple(left[seat :: table.seats] for seat in range(table.seats)),
        scores=(0,) * table.seats,
    )


def _numbers(cards: Iterable[str]) -> tuple[int, ...]:
    return tuple(CARD_NUMBERS[card] for card in cards)


def _position(field: str, hand: str, layout: str = "classic") -> Position:
    return lay_cards(layout, field, hand, THEIRS)


_TWO_JOKERS = _position("5H 2C 7H ; 3S KC 4S ; 9H 2D 9C", "JK JK AH")

_NEEDS_A_FIVE = N_("That's the right place, but 3 and 4 need a 5 to make a sequence.")
_NO_JOKER = dict.fromkeys(("[!J]*", "J[!K]*"), N_("That isn't a joker."))


lesson = Lesson(
    colours=game.colours(2, {}),
    steps=(
        LessonStep(
            N_(
                "You're **gold**. Place a card from your hand anywhere on the field. If three top cards in a straight "
                "line then make a **role**, you take and score them. The top row has 3 and 4: **complete a sequence "
                "there**."
            ),
            summary="Complete a sequence in a row.",
            answers=("5C@c3",),
            praise=N_("3 4 5, a sequence: 20 points. The 2♣ that you covered shows again."),
            wrong=N_("That completes no role. Put the 5♣ beside the 3 and the 4, on c3."),
            mistakes={"*@c3": _NEEDS_A_FIVE},
            teaches=("Aim and turn", "Roles"),
            begin=_position("3S 4H 2C ; KD 9C 9S ; 2D 8C 7D", "5C AH JS"),
        ),
        LessonStep(
            N_(
                "Three of a rank are a set: **30**. A sequence in one suit is a royal sequence: **40**. And ranks go "
                "around, so K A 2 is a sequence. **Complete the top row for 40.**"
            ),
            summary="Complete a royal sequence, for which ranks go around.",
            answers=("2S@c3",),
            praise=N_("K A 2, all in spades: 40 points."),
            wrong=N_("The top row needs a 2 after king and ace, on c3."),
            mistakes={"2C@c3": N_("K A 2 is right, but only 20 points. All in spades would be 40.")},
            teaches=("Roles",),
            begin=_position("KS AS 9C ; 6D 9D JS ; 3D 6C 8D", "2S 2C 5H"),
        ),
        LessonStep(
            N_(
                "Several roles with one card are a **trick**, and their sum is multiplied by their number. **Complete "
                "the top row and the left column together.**"
            ),
            summary="Complete two roles with one card, a trick.",
            answers=("6S@a3",),
            praise=N_("(40 + 20) × 2 = 120. That's how matches are won."),
            wrong=N_("Which card fits to 7♠ 8♠ in the top row, and to 5 and 4 in the left column?"),
            mistakes={
                "AH@a3": N_("That makes a role on the diagonal, Q K A: 20. Another card makes two roles there."),
                "6S@*": N_("That's the right card. The top row and the left column meet on a3."),
            },
            teaches=("Tricks and combos",),
            begin=_position("2C 7S 8S ; 5D KC 4D ; 4H AC QH", "6S AH JD"),
        ),
        LessonStep(
            N_(
                "×2 marks a stack of two cards. When you take the upper one, the lower one may make another role by "
                "itself: a **combo**. Under 3 and 4 there are 6 and 7. **Take the top row.**"
            ),
            summary="Take a role off stacks whose lower cards make another, a combo.",
            answers=("5C@c3",),
            praise=N_("3 4 5, and then 6 7 8 came to light: 40 points."),
            wrong=N_("Complete 3 4 5 in the top row, on c3."),
            mistakes={
                "AH@a3": N_("Q K A in the left column is 20. The top row brings you two roles."),
                "*@c3": _NEEDS_A_FIVE,
            },
            teaches=("Tricks and combos",),
            begin=_position("6D>3S 7S>4H 8C ; KC . . ; QH . 2D", "5C AH JD"),
        ),
        LessonStep(
            N_(
                "A **joker** is any card you need, and a different one in each role. Tricks with jokers aren't "
                "multiplied, only added. **Complete two roles with it.**"
            ),
            summary="Complete two roles with one joker.",
            answers=("JK@a3",),
            praise=N_("6♠ in the row, a nine in the column: 40 + 30 = 70."),
            wrong=N_("Place the joker where two roles meet: the top row and the left column."),
            mistakes=_NO_JOKER,
            teaches=("Jokers",),
            begin=_position("2C 7S 8S ; 9D KC 4S ; 9H AC 5S", "JK AH JD"),
        ),
        LessonStep(
            N_(
                "You may place **two jokers together** if they complete at least two roles that share a cell. The "
                "buttons offer only what's allowed. **Place both.**"
            ),
            summary="Place two jokers together.",
            answers=tuple(move for move in map(_TWO_JOKERS.notate, _TWO_JOKERS.legal()) if "+" in move),
            praise=N_("The best were b2 and c2: four roles, 130 points."),
            wrong=N_("That's only one card. Choose the two jokers together."),
            mistakes=_NO_JOKER,
            teaches=("Jokers",),
            begin=_TWO_JOKERS,
        ),
        LessonStep(
            N_(
                "Nothing to complete? With two or more players a card that's not a joker scores **reaches**: 5 points "
                "for each cell where a third card would complete a role with it. **Place the 8 in the middle.**"
            ),
            summary="Score reaches with a card that completes nothing.",
            answers=("8H@b2",),
            praise=N_("Three reaches, on b3, c3 and c2: 15 points. But blue may complete them."),
            wrong=N_("That makes fewer reaches than it could. The 8♥ in the middle makes three."),
            mistakes={"8H@*": N_("That's the right card, but it makes more reaches in the middle, on b2.")},
            teaches=("Together and alone",),
            begin=_position("3S 4D 2S ; 7S 3H KD ; 8S 9S QD", "8H JC KS"),
        ),
        LessonStep(
            N_(
                "Some fields are larger, with roles of four and five cards, and the field **free** grows: you may "
                "place a card outside wherever it touches. **Make four cards in the top row: 3 4 5 and then?**"
            ),
            summary="Place a card outside a field that grows, for a role of four cards.",
            answers=("6C@2,1",),
            praise=N_("A hyper sequence, 40 points, and the new cell belongs to the field from now on."),
            wrong=N_("The 6♣ goes to the right of the 5, on 2,1: outside the field, but touching it."),
            mistakes={"6C@*": N_("That's the right card. Put it to the right of the 5, on 2,1, outside the field.")},
            teaches=("Fields",),
            begin=_position("3S 4H 5C ; KD 9C JS ; 2D 7C 8D", "6C AH QS", "free"),
        ),
    ),
    after=N_(
        "Good to know: in the first round everyone places the card that was shown to see who begins. If you clear the "
        "whole field, that's 50 points more. Alone, you play for the highest score."
    ),
)
