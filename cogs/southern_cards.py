"""Southern Cross cards on Discord: placing cards, what they score, hands, and its rules in a few pages."""

from collections.abc import Iterator, Sequence, Set
from dataclasses import replace
from functools import cache
from itertools import permutations
from typing import Any, ClassVar

from bot.client import Crux
from bot.match import ComputerLevel, Match, SeriesKind
from bot.rules import southern_cards as rules
from bot.rules.chance import Outcome
from bot.rules.southern_cards import Move, Position, Sight
from bot.rules.southern_cards.cards import CARD_NUMBERS, CARDS
from bot.text import N_, say
from bot.text.terms import capitalise, commas, join_sentences
from bot.words import GameWords
from bot.words import southern_cards as words
from bot.words.southern_cards import JOKER, names, score_line, shown_card
from cogs.rule_pages.southern_cards import RULE_PAGES
from cogs.shared.choosing.composer import ROWS, SELECT_SIZE
from cogs.shared.client.clipping import ALT, clip
from cogs.shared.commands.game_cog import GameCog
from cogs.shared.presentation.paths import Path, PathStep
from cogs.shared.presentation.presentation import Pictures, Sheet
from cogs.shared.presentation.supposed import SupposedWords
from cogs.shared.wording.labels import join_list, points
from images import southern_cards as pictures
from images.marks.marks import Marks
from images.southern_cards.alt_text import owner
from images.southern_cards.icons import ICONS, SIGN, icon_of

GAME = rules.game

GROWING = ("free", "ultra")
HAND_DECIDES = ("ultra",)  # layouts whose possible cells reveal something about the hand
LISTS = 5  # one for each card
RING_ROW = 5  # cells of the zodiac in a row of buttons
HAND_ROW = 4  # cards of a large hand in a row of buttons

SEVERAL = {2: N_("2 jokers"), 3: N_("3 jokers"), 4: N_("4 jokers")}


class SouthernCards(GameCog):
    """`/southern-cards`."""

    game = GAME
    pictures: ClassVar[Pictures[Move, Sight]] = pictures
    icons = ICONS
    sign = SIGN
    supposed = SupposedWords(item=shown_card)
    words: ClassVar[GameWords] = words
    description_line = N_("Southern Cross, the card game: place cards and complete lines, for 1 to 5 players")
    pitch = N_("Place cards and score lines, several at once if you can.")
    minutes = 10
    # Four times the time of a hard player wins no more here: docs/strength.md.
    levels = tuple(level for level in ComputerLevel if level is not ComputerLevel.EXPERT)
    option_names: ClassVar = {
        "layout": ("layout", N_("The field (default: classic, 3 by 3)")),
        "hand": ("hand", N_("Cards per hand (default: 3)")),
        "wild": ("wild-jokers", N_("Everyone begins with two extra jokers (default: no)")),
    }
    choice_names: ClassVar = {
        "layout": {
            "classic": N_("classic, 3 by 3"),
            "shishi": N_("shishi, 4 by 4"),
            "gogo": N_("gogo, 5 by 5, two packs"),
            "free": N_("free, a field that grows"),
            "ultra": N_("ultra, a field that grows from nothing"),
            "zodiac": N_("zodiac, twelve signs around the earth"),
        }
    }
    series: ClassVar = {
        SeriesKind.POINTS: N_("to 1,000 points, game after game"),
        SeriesKind.PARALLEL: N_("match play: the same cards for everyone, played alone"),
    }
    rule_pages = RULE_PAGES

    # Choosing.

    def choose_label(self, position: Position) -> str:
        return say(N_("My hand"))

    def pick_label(self, position: Position) -> str:
        return say(N_("Choose where to place a card"))

    def path(self, position: Position, move: Any) -> Path:
        return next(path for path, legal_move in self.paths(position) if legal_move == move)

    def paths(self, position: Position) -> list[tuple[Path, Any]]:
        """The card and the cell in one choice, with what it scores there: a list for each card.

        Where that would be too many lists, or too many cells for one, the card is chosen first, and in a large field
        the row. The cells of several jokers can be chosen in any order, and are always offered in reading order.
        """
        legal = position.legal()
        singles = [move for move in legal if len(move.cells) == 1]
        where = CellHeadings(position.sight(None), {move.cells[0] for move in singles})
        cards = list(dict.fromkeys(move.card for move in singles))
        paths: list[tuple[Path, Move]]
        together = 1 < len(cards) <= LISTS and where.number <= SELECT_SIZE
        if together:
            paths = [((where.with_card(one, position.outcome(one).points),), one) for one in singles]
        else:
            card_steps = {card: _card_step(card, row=index // HAND_ROW) for index, card in enumerate(cards)}
            paths = [
                ((card_steps[one.card], *where.steps(one.cells, position.outcome(one).points)), one) for one in singles
            ]
        ways = [(cells, move) for move in legal if len(move.cells) > 1 for cells in permutations(move.cells)]
        number = cache(position.layout.cell_number)
        ways.sort(key=lambda way: (len(way[0]), [number(cell) for cell in way[0]]))
        scores = {move: position.outcome(move).points for move in legal if len(move.cells) > 1}
        paths += [
            ((_step_of_several_jokers(len(cells), numbered=not together), *where.steps(cells, scores[move])), move)
            for cells, move in ways
        ]
        return paths if position.layout.name in HAND_DECIDES else paths + self._by_cell(position, singles, where)

    @staticmethod
    def _by_cell(position: Position, moves: Sequence[Move], where: "CellHeadings") -> list[tuple[Path, Any]]:
        """The cell, on the board because it is the same for every card, then the card with what it scores there."""
        cells = {cell: where.on_board(cell) for cell in dict.fromkeys(move.cells[0] for move in moves)}
        paths: list[tuple[Path, Any]] = []
        for move in moves:
            gain = _gain(position.outcome(move).points)
            card = replace(_card_step(move.card), detail=gain, gain=gain)
            paths.append(((cells[move.cells[0]], card), move))
        return paths

    def choice_pictures(self, sight: Sight, marks: Marks) -> list[Sheet]:
        """The field, and the hand beside it until everything is chosen."""
        cards = [one for one in marks.chosen if one in CARD_NUMBERS]
        cells = [one for one in marks.chosen if one not in CARD_NUMBERS]
        laid = (*(f"{card}@{cell}" for card, cell in zip(cards, cells, strict=False)), *cards[len(cells) :])
        field = replace(marks, choices=marks.choices if cards else (), chosen=laid if cards else tuple(cells))
        if cards and len(cells) >= len(cards):
            return [self.board_sheet(sight, field)]
        hand = Marks(choices=() if cards else marks.choices, chosen=tuple(cards))
        words = join_sentences([pictures.alt_hand(sight, hand), pictures.alt(sight, field)])
        return [Sheet(lambda: pictures.draw_choice(sight, field, hand), clip(words, ALT))]

    def hand(self, sight: Sight) -> Sheet:
        return Sheet(
            lambda: pictures.draw_hand(sight),
            pictures.alt_hand(sight),
            shape=lambda at: pictures.hand_shape(sight, at),
        )

    def hand_in_words(self, sight: Sight) -> str:
        cards = " ".join(map(shown_card, sight.hand))
        return say(N_("{colour}'s hand: {cards}"), colour=names(sight)[owner(sight)], cards=cards)

    def to_do(self, position: Position, colours: Sequence[str]) -> str:
        if position.to_move is None:
            return ""
        lines = []
        if position.due is not None:
            words = N_(
                "Place your order card **{card}** now. The highest order card begins, and everyone places theirs first."
            )
            lines.append(say(words, card=shown_card(CARDS[position.due])))
        if position.eclipse:
            cells = [position.layout.cell_name(cell) for cell in sorted(position.layout.centre)]
            either = join_list(cells, "or")
            lines.append(say(N_("After the total eclipse, place a card in the centre: {cells}."), cells=either))
        return join_sentences(lines)

    # Telling.

    def preview(self, position: Position, move: Any) -> str:
        """What a placement would score, which needs no hidden information."""
        outcome = position.outcome(move)
        return score_line(outcome) or say(N_("It completes nothing."))

    def opening(self, match: Match, chance: Sequence[Outcome]) -> str:
        """Everyone's order card, which is public and decides who deals."""
        if not isinstance(match.state, Position) or len(match.seats) == 1:
            return ""
        sight = match.state.sight(None)
        cards = [
            say(N_("{colour} {card}"), colour=seat.colour, card=shown_card(card))
            for seat in match.seats
            if (card := sight.order[seat.number])
        ]
        words = N_("Order cards: {cards}. {colour} deals and begins.")
        return say(words, cards=join_list(cards), colour=match.seats[sight.dealer].colour.capitalize())

    def standing(self, position: Position, seat: int) -> str:
        return points(position.scores[seat])


class CellHeadings:
    """The cells as choices, with what lies on them, and in rows as in the field.

    If there are too many `cells` for one list, each row has its own; if there are too many rows, they are chosen first.
    """

    def __init__(self, sight: Sight, cells: Set[str]) -> None:
        self._layout, self._piles, self.number = sight.table.layout, sight.piles, len(cells)
        self._by_rows = len(cells) > SELECT_SIZE
        self._rows_first = len(set(map(self._row, cells))) > ROWS

    def steps(self, cells: Sequence[str], score: int) -> Iterator[PathStep]:
        """The steps to these cells; the last one has the total `score`, if there is one."""
        for number, cell in enumerate(cells, 1):
            gain = _gain(score) if number == len(cells) else ""
            row = self._row(cell)
            heading = say(N_("Where?"))
            if self._by_rows:
                heading = say(N_("Row {row}"), row=-row)
                if self._rows_first:
                    yield PathStep(heading, say(N_("Which row?")))
            yield PathStep(
                cell,
                heading,
                cell,
                "target",
                commas(filter(None, (gain, self._lies(cell)))),
                row=None if self._by_rows else row,
                gain=gain,
            )

    def with_card(self, move: Move, score: int) -> PathStep:
        """One card and its cell as a single choice."""
        (cell,), gain, card = move.cells, _gain(score), capitalise(shown_card(move.card))
        return PathStep(
            say(N_("{card} → {cell}"), card=card, cell=cell),
            say(N_("Place {card}"), card=shown_card(move.card)),
            detail=commas(filter(None, (gain, self._lies(cell)))),
            via=(move.card, cell),
            gain=gain,
            icon=icon_of(move.card),
        )

    def on_board(self, cell: str) -> PathStep:
        """A cell to choose before any card."""
        pile = self._piles.get(cell)
        icon = icon_of(pile[-1]) if pile else ""
        return PathStep(cell, say(N_("Where?")), cell, "target", self._lies(cell), on_board=True, icon=icon)

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


def _card_step(card: str, row: int | None = None) -> PathStep:
    return PathStep(capitalise(shown_card(card)), say(N_("Your card")), card, row=row, icon=icon_of(card))


def _gain(score: int) -> str:
    """What a choice scores: "+15"; empty for nothing."""
    return f"+{score}" if score else ""


def _step_of_several_jokers(jokers: int, *, numbered: bool) -> PathStep:
    """Several jokers at once; not `numbered` beside choices that aren't in the picture either."""
    return PathStep(
        say(SEVERAL[jokers]),
        say(N_("Several jokers together")),
        JOKER if numbered else None,
        via=(JOKER,) * (jokers - 1 if numbered else jokers),
        icon=icon_of(JOKER),
    )


async def setup(bot: Crux) -> None:
    await bot.add_cog(SouthernCards(bot))
