"""The rules of Southern Cross cards in a few pages, each with a picture."""

from collections.abc import Callable

from bot.lessons.southern_cards import lay_cards
from bot.rules.chance import Scripted
from bot.rules.southern_cards import Position, Sight
from bot.text import N_
from cogs.shared.presentation.presentation import Page
from images.marks.marks import Marks


def _example(begun: Position, *moves: str, laid: str = "") -> Callable[[], tuple[Sight, Marks]]:
    """The position after these moves; `laid` is a move shown on the field without being played."""

    def picture() -> tuple[Sight, Marks]:
        position = begun
        for move in moves:
            position = position.play(position.parse(move), Scripted([]))
        return position.sight(None), Marks(chosen=(laid,) if laid else ())

    return picture


RULE_PAGES = (
    Page(
        N_("Aim and turn"),
        N_(
            "Place cards on a small field, one on top of another, and complete **roles**: three cards in a "
            "straight line (across, up and down or diagonally) that form a sequence or are all the same. The "
            "player with the most points wins. When you play alone, go for the highest score.\n\n"
            "**On your turn** you place one card from your hand on any cell of the field. You take and score "
            "everything it completes, whether you want to or not. Then you draw, and empty cells are filled from "
            "the deck. You can't pass, and you can't move a card you've placed.\n\n"
            "Only the top card of a stack counts. When it's taken, the card underneath shows again. ×2 or ×3 tells "
            "you how many cards there are.\n\n"
            "**Only what you complete yourself is yours.** A role that was dealt onto the field stays until you "
            "place a matching card on one of its cells.\n\n"
            "The game ends when the deck and all hands are empty.\n\n"
            "Here the five of clubs has completed 3 4 5 in the top row for 20 points. On c3, the two of clubs "
            "underneath shows again."
        ),
        _example(lay_cards("classic", "3S 4H 2C ; KD 9C JS ; 2D 6C 8D", "5C AH QS"), "5C@c3"),
    ),
    Page(
        N_("Roles"),
        N_(
            "**Three cards:** sequence **20** · set, three of a rank **30** · royal sequence, a sequence in one suit "
            "**40** · Orion, three jokers **50**\n**Four cards,** on the larger fields: hyper sequence **40** · four "
            "of a rank **60** · hyper royal sequence **80**\n**Five cards,** on gogo, free, ultra and zodiac: "
            "straight **80** · five of a rank **120** · straight flush **160** · royal straight flush, 10 J Q K A in "
            "one suit **200**\n**Pegasus,** on classic: your joker completes four jokers on the corners while no cell "
            "is empty **400**\n\n"
            "Sequences run up or down and **wrap around**: Q K A and K A 2 are sequences. But the cards must be in "
            "order, so 3 5 4 isn't one.\n\n"
            "**A joker** is any card you need, and a different one in each role. Two jokers and any card are a royal "
            "sequence, so be careful where you leave them.\n\n"
            "On larger fields, two roles in one line can't share a card that was already there, and a role can't lie "
            "within another. The one that scores more is taken.\n\n"
            "Here the two of clubs on c3 makes K A 2, wrapping around the ace: 20."
        ),
        _example(lay_cards("classic", "KS AH 9C ; 6D 9D JS ; 3D 6C 8D", "2C 5H QS"), laid="2C@c3"),
    ),
    Page(
        N_("Tricks and combos"),
        N_(
            "**Several roles with one placement** are a trick, and that's where the points are. If you place a "
            "plain card and take no jokers, the sum is **multiplied by the number of roles**: twice for two, three "
            "times for three. If there's a joker in it, the points are only added up.\n\n"
            "Some tricks have their own names and multipliers:\n**Grand cross** (classic, shishi): four roles "
            "without a joker, **9 times**. With 110 points on classic it's the ultimate one, 990\n**Nirvana** "
            "(gogo): four roles of five cards through the middle without a joker, **25 times**. At best it's the "
            "Queen of Empire, 15,000\n**Supernova** (zodiac): five or more roles through the middle without a "
            "joker, **10 times**\n**Southern Cross**, **Saturn**, **Zodiac cross**: four, five, six roles with "
            "jokers, added up\n\n"
            "**Combo:** cards that are uncovered when others are taken can make new roles. These are taken and "
            "added too, until there are no more.\n\n"
            "**Total eclipse:** if you take the very last card on the field, you get **50** more, and the next "
            "card must go in the centre, whoever places it. Of several jokers, one is enough. On ultra you can't "
            "clear the field.\n\n"
            "Here the six of spades made a royal sequence and a sequence: (40 + 20) × 2 = 120."
        ),
        _example(lay_cards("classic", "2C 7S 8S ; 5D KC 4D ; 4H AC QH", "6S AH JD"), "6S@a3"),
    ),
    Page(
        N_("Jokers"),
        N_(
            "A single joker can go anywhere a card can. If you hold more, you can place **several together**, each on "
            "its own cell: two, or in wild play up to four on classic and three on shishi, gogo and zodiac.\n\n"
            "Together they must complete **at least two connected roles** that share cells, and each joker must be "
            "part of one. A single Orion or Pegasus works too. You draw as many cards as you placed.\n\n"
            "**Wild play** (`wild-jokers`) gives everyone two extra jokers at the start. They stay in your hand until "
            "you use them.\n\n"
            "Here two jokers on b3 and b1 have completed the top row, the bottom row and, with the king, the middle "
            "column that connects them: 40 + 30 + 40 = 110."
        ),
        _example(lay_cards("classic", "5H 2C 7H ; 3S KC 4S ; 9H 2D 9C", "JK JK AH"), "JK@b3+JK@b1"),
    ),
    Page(
        N_("Fields"),
        N_(
            "**classic** is 3 by 3. **shishi** is 4 by 4, with roles of three and four cards. **gogo** is 5 by 5, "
            "with roles of up to five cards and two packs of cards.\n\n"
            "**zodiac** is a ring of twelve cells, z1 to z12, where z12 is next to z1, with z0 in the middle. Roles "
            "run along the ring and straight across through z0.\n\n"
            "**free** begins as 3 by 3 **and grows**: you can also place a card outside the field wherever it "
            "touches, even at a corner. From then on that cell belongs to the field. Cells are named by how far right "
            "and how far up they are from the middle: 2,1 or -1,0.\n\n"
            "**ultra** grows in the same way, but from nothing: the first card goes to 0,0.\n\n"
            "Here the seven of hearts on z1 has completed 5 6 7 across the top of the ring."
        ),
        _example(lay_cards("zodiac", "2C 9D 4H QS 3C JH 8C 10D KC AH 5S 6D 7C", "7H QD 9S"), "7H@z1"),
    ),
    Page(
        N_("Together and alone"),
        N_(
            "**Several players:** everyone shows an **order card**, and the strongest begins: a joker, then A K Q "
            "… 2, in spades, hearts, diamonds, clubs. In the first round everyone places that card.\n\n"
            "**Reaches** count with two or more players: if your card isn't a joker and completes nothing, you get "
            "**5 points for each cell** where a card would complete three with it and a second card that isn't a "
            "joker, up to 40. Here the eight in the middle has made three, on b3, c3 and c2.\n\n"
            "**To 1,000 points:** you play game after game at one table until someone gets there.\n**Match play**, "
            "for 2 to 5: everyone plays alone and in private with the same shuffle, and the scores are compared at "
            "the end. As in `/southern-cards solo`, there are no reaches.\n\n"
            "Typing moves: `7H@b2` places the seven of hearts on b2, `JK@a3+JK@c1` two jokers. `10` or `T`, ♥ or "
            "`H`, and `7h b2` work too. On free and ultra, write `QS@-2,1`."
        ),
        _example(lay_cards("classic", "3S 4D 2S ; 7S 3H KD ; 8S 9S QD", "8H 2C AD", "5C 6D JC"), "8H@b2"),
    ),
)
