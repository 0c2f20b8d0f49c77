"""Cirondo on Discord: how its moves are chosen and worded, and its rules in a few pages."""

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from bot.client import Crux
from bot.match import Match
from bot.rules import cirondo as rules
from bot.rules.cirondo import Move, Position
from bot.rules.cirondo.board import KIND_NAMES, NUMBERS, SPACE_NUMBERS, Stellar, ring_of
from bot.text import N_, say, term
from bot.text.terms import commas, join_list
from bot.words import GameWords
from bot.words import cirondo as words
from bot.words.cirondo import KINDS
from cogs.shared.commands.game_cog import GameCog
from cogs.shared.presentation.paths import Path, PathStep
from cogs.shared.presentation.presentation import Page, Pictures, Sheet
from images import cirondo as pictures
from images.cirondo.icons import ICONS, SIGN, icon_of
from images.cirondo.middle import draw_middle, is_crowded
from images.marks.marks import Choice, Marks

GAME = rules.game

GROUPS = {"planets": N_("Your planets"), "moons": N_("Your moons"), "solars": N_("Your Solar Systems")}


def order(move: Move) -> tuple[int, ...]:
    """The order of moves: around the board by their start, then line by line, nearest target first."""
    origin, target = SPACE_NUMBERS[move.origin], SPACE_NUMBERS[move.target]
    number, ring = origin % NUMBERS, ring_of(origin)
    rings, columns = ring_of(target) - ring, (target - origin) % NUMBERS
    if rings == 0:
        return number, ring, 2, 0, columns
    turn = 0 if columns == 0 else 1 if columns == rings % NUMBERS else -1
    return number, ring, abs(turn), (rings < 0) * 2 + (turn < 0), abs(rings)


def way(move: Move) -> str:
    """What the piece moves along: a ring, a radius or an arc."""
    origin, target = SPACE_NUMBERS[move.origin], SPACE_NUMBERS[move.target]
    if ring_of(origin) == ring_of(target):
        return N_("Around its ring")
    if (target - origin) % NUMBERS == 0:
        return N_("Straight in or out")
    return N_("Along an arc")


def _example(fen: str, origin: str) -> Callable[[], tuple[Position, Marks]]:
    """A position for the rules, with all moves of the stellar on one space marked."""

    def picture() -> tuple[Position, Marks]:
        position = GAME.from_fen(fen)
        targets = [move.target for move in position.legal_from(origin)]
        choices = tuple(Choice(str(number), at, "target") for number, at in enumerate(targets, 1))
        return position, Marks(choices=choices, chosen=(origin,))

    return picture


def _opening() -> tuple[Position, Marks]:
    return GAME.start(2, {}), Marks()


class Cirondo(GameCog):
    """`/cirondo`."""

    game = GAME
    pictures: ClassVar[Pictures[Move, Position]] = pictures
    icons = ICONS
    sign = SIGN
    words: ClassVar[GameWords] = words
    description_line = N_("Cirondo: moons, planets and Solar Systems on a round board, for 2 or 4 players")
    pitch = N_("Take moons, planets and Solar Systems on eight rings.")
    minutes = 45
    option_names: ClassVar = {
        "teams": ("sides", N_("Play two against two with opposite seats as partners; needs four seats (default: no)")),
        "draw_rule": ("draw-rule", N_("Draw after threefold repetition or 100 quiet moves (default: yes)")),
    }
    rule_pages = (
        Page(
            N_("Aim"),
            N_(
                "The board has eight rings of 32 spaces each, from A at the edge to H around the void in the middle. "
                "Everyone starts with planets on ring A and moons in front of them on ring B.\n\n"
                "All pieces are called *stellar*. Take your opponents' stellar. When you're down to **one stellar**, "
                "you get one last move and then you're out. But if every other side also has just one left, the "
                "strongest stellar wins: Solar System before planet before moon.\n\n"
                "Gold goes first, and turns go clockwise, one move each. Your **first move** must take a moon one "
                "space straight inward. On your turn, press **Move** under the board or type `/cirondo move`."
            ),
            _opening,
        ),
        Page(
            N_("Moons"),
            N_(
                "A moon moves **one space straight inward** if that space is empty. It captures **one space "
                "diagonally inward**, and moves there only to capture. It never moves outward, sideways or two "
                "spaces.\n\n"
                "A moon that reaches ring H immediately becomes a **Solar System** on that space. Each colour can "
                "have four. While all four are on the board, no other moon can enter ring H."
            ),
            _example("9.sP9.gP12./32./32./4.gM27./3.sP.sP26./32./32./32. g 2d - - - -", "D5"),
        ),
        Page(
            N_("Planets"),
            N_(
                "A planet slides **along an arc**, in or out, as far as you like. Each step changes both the ring and "
                "the number by one, so every space has four directions.\n\n"
                "Nothing jumps. The first stellar in the way ends the slide: you can capture an opponent's, but your "
                "own side's stops you one space before it. Rings A and H are the ends, and nothing crosses the void."
            ),
            _example("20.gP11./32./32./9.gP17.sM4./32./32./32./32. g 2d - - - -", "D10"),
        ),
        Page(
            N_("Solar Systems"),
            N_(
                "A Solar System slides any number of spaces **along its radius, along an arc or around its "
                "ring**, in one direction. On its ring it can go all the way around until something stops "
                "it, but not back to where it started.\n\nA captured Solar System returns to its owner's "
                "supply and can come back."
            ),
            _example("11.sP7.gP12./32./32./4.gS27./32./32./32./19.sP12. g 2d - - - -", "D5"),
        ),
        Page(
            N_("The end"),
            N_(
                "- **Out:** a side with no stellar left is out immediately.\n- **Last move:** with one stellar "
                "left you move once more. Then you're out and it's removed, unless every other side is down to one "
                "by then.\n- **Showdown:** when every side has one left, the strongest stellar wins. Equal ones "
                "share the place.\n- **No move:** a side that can't move passes. With only one stellar left, it's "
                "out. If nobody can move, it's a draw.\n- **Draw rule** (can be turned off): the same position "
                "three times, or a hundred moves without a capture, a moon move or a defeat.\n- **Sides:** "
                "partners in two against two count their stellar together and can't capture each other. Each has a "
                "supply of Solar Systems of its own.\n- **Places:** of the sides that are out, the first to go is "
                "last, the next one second to last, and so on.\n\n"
                "Typing moves: `B5-C5` moves, `B5xC6` captures, `G5-H5=S` becomes a Solar System. `b5c5` works too."
            ),
        ),
    )

    def pick_label(self, position: Position) -> str:
        return say(N_("Choose a piece"))

    def path(self, position: Position, move: Move) -> Path:
        return self._path(position, position.board.standing, move)

    def paths(self, position: Position) -> list[tuple[Path, Any]]:
        """Pieces by kind, around the board; captures first, then targets line by line, nearest first."""
        stellar = position.board.standing

        def rank(move: Move) -> tuple[Any, ...]:
            origin, target = SPACE_NUMBERS[move.origin], move.target
            around = origin % NUMBERS, ring_of(origin)
            return KIND_NAMES.index(stellar[move.origin].kind), around, target not in stellar, order(move)

        moves = sorted(position.legal(), key=rank)
        return [(self._path(position, stellar, move), move) for move in moves]

    @staticmethod
    def _path(position: Position, stellar: Mapping[str, Stellar], move: Move) -> Path:
        colour, kind = stellar[move.origin]
        details = []
        if move.target in stellar:
            owner, victim = stellar[move.target]
            details.append(say(N_("takes {colour}'s {kind}"), kind=KINDS[victim], colour=owner))
        if position.promotes(move):
            details.append(say(N_("becomes a Solar System")))
        where = say(N_("Where to?"))
        if kind == "solars":
            where = say(N_("Captures") if move.target in stellar else way(move))
        alone = say(N_("{space} · {kind}"), space=move.origin, kind=say(KINDS[kind]))
        return (
            PathStep(move.origin, say(GROUPS[kind]), move.origin, "piece", alone=alone, icon=icon_of(kind, colour)),
            PathStep(move.target, where, move.target, "target", commas(details)),
        )

    def choice_pictures(self, sight: Position, marks: Marks) -> list[Sheet]:
        """The board, and its innermost rings enlarged where many can be chosen."""
        sheets = [self.board_sheet(sight, marks)]
        if is_crowded(marks):
            inner = [choice for choice in marks.choices if choice.at[0] in "GH"]
            words = say(
                N_("Rings G and H, enlarged. Choices: {choices}."),
                choices=commas(f"{one.label} {one.at}" for one in inner),
            )
            sheets.append(Sheet(lambda: draw_middle(sight, marks), words))
        return sheets

    def unusual_terms(self, match: Match) -> list[str]:
        terms = []
        if match.options["teams"]:
            first, second = (
                join_list([term(match.seats[seat].colour) for seat in side])
                for side in GAME.sides(len(match.seats), match.options)
            )
            terms.append(say(N_("two against two: {first} against {second}"), first=first, second=second))
        if not match.options["draw_rule"]:
            terms.append(say(N_("no draw rule")))
        return terms


async def setup(bot: Crux) -> None:
    await bot.add_cog(Cirondo(bot))
