"""Southern Cross cards on Discord: how cards are placed, what they make, hands, and its rules in a few pages."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import permutations
from typing import TYPE_CHECKING, Any, ClassVar

from bot.match import Match, SeriesKind
from bot.rules import GAMES, State
from bot.rules.api import Document
from bot.rules.chance import Outcome
from bot.rules.southern_cards import Last, Move, Position, Role, reach_name
from bot.text import N_, say
from cogs.shared.composer import Path, Step
from cogs.shared.game import GameCog, Pictures, Sheet
from cogs.shared.words import listed, mark_of
from images import southern_cards as pictures
from images.marks import Marks

if TYPE_CHECKING:
    from bot.client import Crux

GAME = GAMES["southern_cards"]

JOKER = "JK"
SUITS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
GROWING = ("free", "ultra")
RING_ROW = 5  # cells of the zodiac in a row of buttons

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


def position_of(state: State[Any]) -> Position:
    """The state as what it is. TypeError for a position of another game."""
    if not isinstance(state, Position):
        raise TypeError(f"{type(state).__name__} is no position of Southern Cross cards")
    return state


def shown_card(card: str) -> str:
    """A card as people read it: "7♥"."""
    return say(N_("joker")) if card == JOKER else card[:-1] + SUITS[card[-1]]


class SouthernCards(GameCog):
    """`/southern-cards`."""

    game = GAME
    pictures: ClassVar[Pictures] = pictures
    description_line = "Southern Cross, the card game: lay cards, complete lines, score; for 1 to 5"
    option_names: ClassVar = {
        "layout": ("layout", "The field (default: classic, 3 by 3)"),
        "hand": ("hand", "How many cards a hand holds (default: 3)"),
        "wild": ("wild-jokers", "Everybody begins with two more jokers (default: no)"),
    }
    choice_names: ClassVar = {
        "layout": {
            "classic": "classic, 3 by 3",
            "shishi": "shishi, 4 by 4",
            "gogo": "gogo, 5 by 5, two packs",
            "free": "free, a field that grows",
            "ultra": "ultra, a field that grows from nothing",
            "zodiac": "zodiac, twelve signs round the earth",
        },
    }
    series: ClassVar = {
        SeriesKind.POINTS: N_("to 1,000 points, game after game"),
        SeriesKind.PARALLEL: N_("match play: everybody the same cards, alone"),
    }
    series_target = 1000
    rule_pages = ()

    # Choosing.

    def choosing(self, state: State[Any]) -> str:
        return say(N_("My hand"))

    def path(self, state: State[Any], move: Any) -> Path:
        return next(path for path, found in self.paths(state) if found == move)

    def paths(self, state: State[Any]) -> list[tuple[Path, Any]]:
        """The card, then the cell; of several jokers the cells in whatever order."""
        position = position_of(state)
        where = _Where(position.view(None))
        return [(path, move) for move in position.legal() for path in self._ways(move, where)]

    @staticmethod
    def _ways(move: Move, where: "_Where") -> Iterator[Path]:
        if len(move.cells) == 1:
            yield Step(shown_card(move.card), say(N_("Your card")), move.card), where.step(move.cells[0])
            return
        jokers = Step(say(SEVERAL[len(move.cells)]), say(N_("Several jokers at once")), JOKER)
        for cells in permutations(move.cells):
            yield jokers, *(where.step(cell) for cell in cells)

    def sheets(self, view: Document, marks: Marks) -> list[Sheet]:
        """The field, and until all is chosen the hand below it."""
        card, *cells = marks.chosen or ("",)
        laid = tuple(f"{card}@{cell}" for cell in cells) or ((card,) if card else ())
        field = replace(marks, choices=marks.choices if card else (), chosen=laid)
        held = Marks(choices=() if card else marks.choices, chosen=(card,) if card else ())
        sheets = [Sheet(lambda: pictures.draw(view, field), pictures.alt(view, field))]
        return [*sheets, self._hand(view, held)] if marks.choices else sheets

    def hand(self, view: Document) -> Sheet:
        return self._hand(view, Marks())

    @staticmethod
    def _hand(view: Document, marks: Marks) -> Sheet:
        return Sheet(lambda: pictures.draw_hand(view, marks), pictures.alt_hand(view, marks))

    def to_do(self, state: State[Any], colours: Sequence[str]) -> str:
        position = position_of(state)
        view = position.view(None)
        if position.to_move is None:
            return ""
        order = view["order"][position.to_move]
        lines = []
        if order:
            lines.append(say(N_("The order card **{card}** has to be placed now."), card=shown_card(order)))
        if position.eclipse:
            cells = [position.layout.cell_name(cell) for cell in sorted(position.layout.centre)]
            lines.append(say(N_("The centre is due: a card has to go to {cells}."), cells=_either(cells)))
        return " ".join(lines)

    # Telling.

    def said(self, state: State[Any], move: Any, colours: Sequence[str]) -> str:
        colour = colours[state.to_move or 0]
        values = {"mark": mark_of(colour), "colour": colour.capitalize(), "cells": listed(move.cells)}
        if len(move.cells) == 1:
            words = N_("{mark} {colour} puts {card} on {cells}.")
            return say(words, card=f"**{shown_card(move.card)}**", **values)
        return say(N_("{mark} {colour} puts **jokers** on {cells}."), **values)

    def aftermath(self, before: State[Any], move: Any, after: State[Any], colours: Sequence[str]) -> str:
        last = position_of(after).last
        return made(last) if last is not None else ""

    def preview(self, state: State[Any], move: Any) -> str:
        """What a placement would make: nothing hidden is needed to know it."""
        outcome = position_of(state).outcome(move)
        return made(outcome) or say(N_("It makes nothing."))

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
        return say(words, cards=listed(cards), colour=match.seats[view["dealer"]].colour.capitalize())

    def standing(self, state: State[Any], seat: int) -> str:
        return say(N_("{points} points"), points=position_of(state).scores[seat])


class _Where:
    """The cells as choices, with what lies on them, and in rows as they lie in the field."""

    def __init__(self, view: Document) -> None:
        self._layout: str = view["options"]["layout"]
        self._piles: dict[str, list[str]] = dict(view["field"])
        self._steps: dict[str, Step] = {}

    def step(self, cell: str) -> Step:
        if cell not in self._steps:
            pile = self._piles.get(cell)
            if pile is None:
                detail = say(N_("beside the field"))
            elif pile:
                detail = say(N_("onto {card}"), card=shown_card(pile[-1]))
            else:
                detail = say(N_("an empty cell"))
            self._steps[cell] = Step(cell, say(N_("Where to")), cell, "target", detail, row=self._row(cell))
        return self._steps[cell]

    def _row(self, cell: str) -> int:
        if self._layout in GROWING:
            return -int(cell.partition(",")[2])
        if self._layout == "zodiac":
            return ((int(cell[1:]) or 13) - 1) // RING_ROW
        return -int(cell[1])


def _either(cells: Sequence[str]) -> str:
    if len(cells) == 1:
        return cells[0]
    return say(N_("{first} or {last}"), first=", ".join(cells[:-1]), last=cells[-1])


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
        parts.append(say(N_("{reach} on {cells}: {points}"), reach=cells, cells=listed(last.reach), points=last.points))
    if last.eclipse:
        parts.append(say(N_("total eclipse 50")))
    if not parts:
        return ""
    line = "; ".join(parts)
    line = line[0].upper() + line[1:]
    if len(parts) == 1:
        return f"{line}."
    return say(N_("{made}. {points} points in all."), made=line, points=last.points)


async def setup(bot: "Crux") -> None:
    await bot.add_cog(SouthernCards(bot))
