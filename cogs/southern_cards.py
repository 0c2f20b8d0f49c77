"""Southern Cross cards on Discord: how cards are placed, what they make, hands, and its rules in a few pages."""

from collections.abc import Callable, Iterator, Sequence, Set
from dataclasses import replace
from functools import cache
from itertools import permutations
from typing import TYPE_CHECKING, Any, ClassVar

from bot.lessons.southern_cards import dealt
from bot.match import Match, SeriesKind
from bot.rules import southern_cards as rules
from bot.rules.api import Document
from bot.rules.chance import Outcome, Scripted
from bot.rules.southern_cards import Last, Move, Position, Role, reach_name
from bot.rules.southern_cards.cards import CARD_NUMBERS
from bot.text import N_, say, say_plural
from cogs.shared.choosing.composer import ROWS, SELECT_SIZE
from cogs.shared.commands.game_cog import GameCog
from cogs.shared.presentation.paths import Path, Step
from cogs.shared.presentation.presentation import Page, Pictures, Sheet
from cogs.shared.wording.labels import colour_disc, join_list, points
from images import southern_cards as pictures
from images.marks import Marks

if TYPE_CHECKING:
    from bot.client import Crux

GAME = rules.game

JOKER = "JK"
SUITS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
GROWING = ("free", "ultra")
RING_ROW = 5  # cells of the zodiac in a row of buttons
HAND_ROW = 4  # cards of a large hand in a row of buttons

KINDS = {
    "sequence": N_("sequence"),
    "set": N_("set"),
    "royal_sequence": N_("royal sequence"),
    "orion": N_("Orion"),
    "hyper_sequence": N_("hyper sequence"),
    "four_cards": N_("four cards"),
    "hyper_royal_sequence": N_("hyper royal sequence"),
    "straight": N_("straight"),
    "five_cards": N_("five cards"),
    "straight_flush": N_("straight flush"),
    "royal_straight_flush": N_("royal straight flush"),
    "pegasus": N_("Pegasus"),
}

TRICKS = {
    "pegasus": N_("Pegasus"),
    "zodiac_cross": N_("Zodiac cross"),
    "supernova": N_("Supernova"),
    "queen_of_empire": N_("Queen of Empire"),
    "nirvana": N_("Nirvana"),
    "ultimate_grand_cross": N_("Ultimate grand cross"),
    "grand_cross": N_("Grand cross"),
    "southern_cross": N_("Southern Cross"),
    "saturn": N_("Saturn"),
    "double": N_("Double trick"),
    "triple": N_("Triple trick"),
    "quadruple": N_("Quadruple trick"),
    "quintuple": N_("Quintuple trick"),
    "sextuple": N_("Sextuple trick"),
    "septuple": N_("Septuple trick"),
    "octuple": N_("Octuple trick"),
    "multiple": N_("Multiple trick"),
    "extra_double": N_("Extra double trick"),
    "extra_triple": N_("Extra triple trick"),
    "extra_quadruple": N_("Extra quadruple trick"),
    "extra_quintuple": N_("Extra quintuple trick"),
    "extra_sextuple": N_("Extra sextuple trick"),
    "extra_septuple": N_("Extra septuple trick"),
    "extra_octuple": N_("Extra octuple trick"),
    "extra_multiple": N_("Extra multiple trick"),
}

REACHES = {
    "normal": N_("Reach"),
    "double": N_("Double reach"),
    "triple": N_("Triple reach"),
    "super": N_("Super reach"),
    "rainbow": N_("Rainbow reach"),
    "southern_cross": N_("Southern Cross reach"),
}

SEVERAL = {2: N_("2 jokers"), 3: N_("3 jokers"), 4: N_("4 jokers")}


def shown_card(card: str) -> str:
    """A card as people read it: "7♥"."""
    return say(N_("joker")) if card == JOKER else card[:-1] + SUITS[card[-1]]


def _shown(document: Document, *moves: str, laid: str = "") -> Callable[[], tuple[Document, Marks]]:
    """The position after these moves; `laid` is a move that shows on the field without being played."""

    def picture() -> tuple[Document, Marks]:
        position = GAME.load(document)
        for move in moves:
            position = position.play(position.parse(move), Scripted([]))
        return position.view(None), Marks(chosen=(laid,) if laid else ())

    return picture


RULE_PAGES = (
    Page(
        N_("Aim and turn"),
        N_(
            "Place cards on a small field, one on top of another, and complete **roles**: three cards in a straight "
            "line (across, up and down or diagonally) that form a sequence or are all the same. The most points win. "
            "Alone, you play for the highest score.\n\n"
            "**On your turn** you place one card from your hand on any cell of the field. You take and score "
            "everything it completes, whether you want to or not. Then you draw, and empty cells are filled from the "
            "deck. You can't pass, and you can't move a card you've placed.\n\n"
            "Only the top card of a stack counts. When it's taken, the card underneath shows again. ×2 or ×3 tells "
            "you how many cards there are.\n\n"
            "**Only what you complete yourself is yours.** A role that was dealt onto the field stays until you place "
            "a matching card on one of its cells.\n\n"
            "The game ends when the deck and all hands are empty.\n\n"
            "Here the five of clubs has completed 3 4 5 in the top row for 20 points. On c3, the two of clubs "
            "underneath shows again."
        ),
        _shown(dealt("classic", "3S 4H 2C ; KD 9C JS ; 2D 6C 8D", "5C AH QS"), "5C@c3"),
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
        _shown(dealt("classic", "KS AH 9C ; 6D 9D JS ; 3D 6C 8D", "2C 5H QS"), laid="2C@c3"),
    ),
    Page(
        N_("Tricks and combos"),
        N_(
            "**Several roles with one placement** are a trick, and that's where the points are. If you place a plain "
            "card and take no jokers, the sum is **multiplied by the number of roles**: twice for two, three times "
            "for three. If there's a joker in it, the points are only added up.\n\n"
            "Some tricks have their own names and multipliers:\n**Grand cross** (classic, shishi): four roles without "
            "a joker, **9 times**. With 110 points on classic it's the ultimate one, 990\n**Nirvana** (gogo): four "
            "roles of five cards through the middle without a joker, **25 times**. At best it's the Queen of Empire, "
            "15,000\n**Supernova** (zodiac): five or more roles through the middle without a joker, **10 times**\n"
            "**Southern Cross**, **Saturn**, **Zodiac cross**: four, five, six roles with jokers, added up\n\n"
            "**Combo:** cards that are uncovered when others are taken can make new roles. These are taken and added "
            "too, until there are no more.\n\n"
            "**Total eclipse:** if you take the very last card on the field, you get **50** more, and the next card "
            "must go in the centre, whoever places it. On ultra you can't clear the field.\n\n"
            "Here the six of spades made a royal sequence and a sequence: (40 + 20) × 2 = 120."
        ),
        _shown(dealt("classic", "2C 7S 8S ; 5D KC 4D ; 4H AC QH", "6S AH JD"), "6S@a3"),
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
        _shown(dealt("classic", "5H 2C 7H ; 3S KC 4S ; 9H 2D 9C", "JK JK AH"), "JK@b3+JK@b1"),
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
        _shown(dealt("zodiac", "2C 9D 4H QS 3C JH 8C 10D KC AH 5S 6D 7C", "7H QD 9S"), "7H@z1"),
    ),
    Page(
        N_("Together and alone"),
        N_(
            "**Several players:** everyone shows an **order card**, and the strongest begins: a joker, then A K Q … "
            "2, in spades, hearts, diamonds, clubs. In the first round everyone places that card.\n\n"
            "**Reaches** count with two or more players: if your card isn't a joker and completes nothing, you get "
            "**5 points for each cell** where a card would complete three with it and a second card, up to 40. Here "
            "the eight in the middle has made three, on b3, c3 and c2.\n\n"
            "**To 1,000 points:** you play game after game at one table until someone gets there.\n**Match play**, "
            "for 2 to 5: everyone plays alone and in private with the same shuffle, and the scores are compared at "
            "the end. As in `/southern-cards solo`, there are no reaches.\n\n"
            "Typing moves: `7H@b2` places the seven of hearts on b2, `JK@a3+JK@c1` two jokers. `10` or `T`, ♥ or `H`, "
            "and `7h b2` work too. On free and ultra, write `QS@-2,1`."
        ),
        _shown(dealt("classic", "3S 4D 2S ; 7S 3H KD ; 8S 9S QD", "8H 2C AD", "5C 6D JC"), "8H@b2"),
    ),
)


class SouthernCards(GameCog):
    """`/southern-cards`."""

    game = GAME
    pictures: ClassVar[Pictures] = pictures
    description_line = N_("Southern Cross, the card game: place cards and complete lines, for 1 to 5 players")
    pitch = N_("Place cards on a small field of stacks and score the lines you complete, several together if you can.")
    minutes = 10
    option_names: ClassVar = {
        "layout": ("layout", "The field (default: classic, 3 by 3)"),
        "hand": ("hand", "Cards per hand (default: 3)"),
        "wild": ("wild-jokers", "Everyone begins with two extra jokers (default: no)"),
    }
    choice_names: ClassVar = {
        "layout": {
            "classic": "classic, 3 by 3",
            "shishi": "shishi, 4 by 4",
            "gogo": "gogo, 5 by 5, two packs",
            "free": "free, a field that grows",
            "ultra": "ultra, a field that grows from nothing",
            "zodiac": "zodiac, twelve signs around the earth",
        }
    }
    series: ClassVar = {
        SeriesKind.POINTS: N_("to 1,000 points, game after game"),
        SeriesKind.PARALLEL: N_("match play: the same cards for everyone, played alone"),
    }
    series_target = 1000
    rule_pages = RULE_PAGES

    # Choosing.

    def choose_label(self, position: Position) -> str:
        return say(N_("My hand"))

    def path(self, position: Position, move: Any) -> Path:
        return next(path for path, found in self.paths(position) if found == move)

    def paths(self, position: Position) -> list[tuple[Path, Any]]:
        """The card, then the cell, in a large field after its row; the last cell says what all of it makes.

        The cells of several jokers are chosen in whatever order, and always offered in reading order.
        """
        legal = position.legal()
        singles = [move for move in legal if len(move.cells) == 1]
        where = _Where(position.view(None), {move.cells[0] for move in singles})
        cards = list(dict.fromkeys(move.card for move in singles))
        offered = {
            card: Step(shown_card(card), say(N_("Your card")), card, row=index // HAND_ROW)
            for index, card in enumerate(cards)
        }
        found: list[tuple[Path, Move]] = [
            ((offered[one.card], *where.steps(one.cells, position.outcome(one).points)), one) for one in singles
        ]
        ways = [(cells, move) for move in legal if len(move.cells) > 1 for cells in permutations(move.cells)]
        number = cache(position.layout.cell_number)
        ways.sort(key=lambda way: (len(way[0]), [number(cell) for cell in way[0]]))
        scores = {move: position.outcome(move).points for move in legal if len(move.cells) > 1}
        return found + [((_several(len(cells)), *where.steps(cells, scores[move])), move) for cells, move in ways]

    def choice_pictures(self, view: Document, marks: Marks) -> list[Sheet]:
        """The field, and until all is chosen the hand below it."""
        cards = [one for one in marks.chosen if one in CARD_NUMBERS]
        cells = marks.chosen[len(cards) :]
        laid = (*(f"{card}@{cell}" for card, cell in zip(cards, cells, strict=False)), *cards[len(cells) :])
        field = replace(marks, choices=marks.choices if cards else (), chosen=laid)
        held = Marks(choices=() if cards else marks.choices, chosen=tuple(cards))
        sheets = [self.board_sheet(view, field)]
        return [*sheets, self._hand(view, held)] if marks.choices else sheets

    def hand(self, view: Document) -> Sheet:
        return self._hand(view, Marks())

    @staticmethod
    def _hand(view: Document, marks: Marks) -> Sheet:
        return Sheet(lambda: pictures.draw_hand(view, marks), pictures.alt_hand(view, marks))

    def to_do(self, position: Position, colours: Sequence[str]) -> str:
        view = position.view(None)
        if position.to_move is None:
            return ""
        order = view["order"][position.to_move]
        lines = []
        if order:
            lines.append(say(N_("Place your order card **{card}** now."), card=shown_card(order)))
        if position.eclipse:
            cells = [position.layout.cell_name(cell) for cell in sorted(position.layout.centre)]
            either = join_list(cells, N_("{first} or {last}"))
            lines.append(say(N_("After the total eclipse, place a card in the centre: {cells}."), cells=either))
        return " ".join(lines)

    # Telling.

    def describe_move(self, position: Position, move: Any, colours: Sequence[str]) -> str:
        colour = colours[position.to_move or 0]
        values = {"mark": colour_disc(colour), "colour": colour.capitalize(), "cells": _cells(move.cells)}
        if len(move.cells) == 1:
            words = N_("{mark} {colour} places {card} on {cells}.")
            return say(words, card=f"**{shown_card(move.card)}**", **values)
        return say(N_("{mark} {colour} places **jokers** on {cells}."), **values)

    def describe_effects(self, before: Position, move: Any, after: Position, colours: Sequence[str]) -> str:
        return made(after.last) if after.last is not None else ""

    def preview(self, position: Position, move: Any) -> str:
        """What a placement would make: nothing hidden is needed to know it."""
        outcome = position.outcome(move)
        return made(outcome) or say(N_("It completes nothing."))

    def opening(self, match: Match, chance: Sequence[Outcome]) -> str:
        """Everybody's order card: it decides who deals, and lies open."""
        if match.state is None or len(match.seats) == 1:
            return ""
        view = match.state.view(None)
        cards = [
            say(N_("{colour} {card}"), colour=seat.colour, card=shown_card(view["order"][seat.number]))
            for seat in match.seats
            if view["order"][seat.number]
        ]
        words = N_("Order cards: {cards}. {colour} deals and begins.")
        return say(words, cards=join_list(cards), colour=match.seats[view["dealer"]].colour.capitalize())

    def standing(self, position: Position, seat: int) -> str:
        return points(position.scores[seat])


class _Where:
    """The cells as choices, with what lies on them, and in rows as they lie in the field.

    Where there are too many `cells` for one list, each row has its own; too many rows are chosen from first.
    """

    def __init__(self, view: Document, cells: Set[str]) -> None:
        self._layout: str = view["options"]["layout"]
        self._piles: dict[str, list[str]] = dict(view["field"])
        self._by_rows = len(cells) > SELECT_SIZE
        self._rows_first = len(set(map(self._row, cells))) > ROWS

    def steps(self, cells: Sequence[str], score: int) -> Iterator[Step]:
        """The way to these cells; the last one says the `score` of it all, if there is one."""
        for number, cell in enumerate(cells, 1):
            made_here = score if number == len(cells) else 0
            row = self._row(cell)
            heading = say(N_("Where to"))
            if self._by_rows:
                heading = say(N_("Row {row}"), row=-row)
                if self._rows_first:
                    yield Step(heading, say(N_("Which row?")))
            yield Step(
                cell,
                heading,
                cell,
                "target",
                ", ".join(filter(None, (points(made_here) if made_here else "", self._lies(cell)))),
                row=None if self._by_rows else row,
                gain=f"+{made_here}" if made_here else "",
            )

    def _lies(self, cell: str) -> str:
        """What a card would be placed on."""
        pile = self._piles.get(cell)
        if pile is None:
            return say(N_("next to the field"))
        return say(N_("onto {card}"), card=shown_card(pile[-1])) if pile else say(N_("an empty cell"))

    def _row(self, cell: str) -> int:
        if self._layout in GROWING:
            return -int(cell.partition(",")[2])
        if self._layout == "zodiac":
            return ((int(cell[1:]) or 13) - 1) // RING_ROW
        return -int(cell[1])


def _several(jokers: int) -> Step:
    return Step(say(SEVERAL[jokers]), say(N_("Several jokers together")), JOKER, via=(JOKER,) * (jokers - 1))


def _cells(cells: Sequence[str]) -> str:
    """ "b2 and c1"; pairs of numbers stand in brackets, so that each comma says what it parts: "(2,1) and (-1,0)"."""
    return join_list([f"({cell})" if "," in cell and len(cells) > 1 else cell for cell in cells])


def _sum(roles: Sequence[Role]) -> str:
    return " + ".join(say(N_("{role} {points}"), role=say(KINDS[role.kind]), points=role.points) for role in roles)


def made(last: Last | Any) -> str:
    """What a placement made, in one line: "Double trick: set 30 + royal sequence 40 = 70." Empty for nothing."""
    parts = []
    if last.roles:
        total = sum(role.points for role in last.roles) * last.multiplier
        roles = _sum(last.roles)
        if last.trick is None or last.trick == last.roles[0].kind:
            parts.append(roles)
        else:
            words = (
                N_("{trick}: {roles} = {total}")
                if last.multiplier == 1
                else N_("{trick}: ({roles}) × {times} = {total}")
            )
            parts.append(say(words, trick=say(TRICKS[last.trick]), roles=roles, times=last.multiplier, total=total))
    for step in last.combo:
        total = sum(role.points for role in step)
        words = N_("combo: {roles}") if len(step) == 1 else N_("combo: {roles} = {total}")
        parts.append(say(words, roles=_sum(step), total=total))
    if last.reach:
        cells = say(REACHES[reach_name(len(last.reach))])
        parts.append(say(N_("{reach} on {cells}: {points}"), reach=cells, cells=_cells(last.reach), points=last.points))
    if last.eclipse:
        parts.append(say(N_("total eclipse 50")))
    if not parts:
        return ""
    line = "; ".join(parts)
    line = line[0].upper() + line[1:]
    if len(parts) == 1:
        return f"{line}."
    return say_plural("{made}. {number} point in total.", "{made}. {number} points in total.", last.points, made=line)


async def setup(bot: "Crux") -> None:
    await bot.add_cog(SouthernCards(bot))
