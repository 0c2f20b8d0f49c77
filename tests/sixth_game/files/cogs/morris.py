"""Nine Men's Morris on Discord: how its moves are chosen and told, and its rules in a few pages."""

from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar

from bot.rules.morris import COLOURS, Move, Position, game
from bot.text import N_, say
from bot.words import GameWords
from bot.words import morris as words
from cogs.shared.commands.game_cog import GameCog
from cogs.shared.presentation.paths import Path, PathStep
from cogs.shared.presentation.presentation import Page, Pictures
from images import morris as pictures
from images.canvas.palette import NIGHT, colour
from images.canvas.signs import Sign
from images.marks.marks import Choice, Marks, Played
from images.morris import ICONS

if TYPE_CHECKING:
    from bot.client import Crux


def _shown(gold: str, blue: str, *, last: Move | None = None, chosen: str = "") -> Callable[[], tuple[Position, Marks]]:
    """A picture for the rules: gold to move, and the targets of the man on `chosen` marked."""
    men = frozenset(gold.split()), frozenset(blue.split())

    def picture() -> tuple[Position, Marks]:
        position = Position(flying=True, men=men, in_hand=(0, 0), turn=0, quiet=0)
        targets = position.targets(chosen) if chosen else []
        return position, Marks(
            last=(Played(last, position),) if last else (),
            choices=tuple(Choice(str(number), target) for number, target in enumerate(targets, 1)),
            chosen=(chosen,) if chosen else (),
        )

    return picture


class NineMensMorris(GameCog):
    """`/morris`."""

    game = game
    pictures: ClassVar[Pictures[Move, Position]] = pictures
    words: ClassVar[GameWords] = words
    description_line = "Nine Men's Morris: make mills and take men, for 2"
    icons = ICONS
    sign = Sign(colour("#C24FB0"), lambda size: pictures.man("gold", size // 2, NIGHT))
    pitch = N_("Make mills, rows of three men, and take the other player's men until two are left.")
    minutes = 20
    rule_pages = (
        Page(
            N_("Aim"),
            N_(
                "Two players, nine men each. **Three men in a row along a line are a mill**, and each mill you make "
                "takes one of the other's men off the board.\n\n"
                "You win when the other player has two men left, or can't move."
            ),
            _shown("a7 d7 g7 d5 b2", "b6 f6 c4 e3 d1", last=Move("d6", "d7", "a1")),
        ),
        Page(
            N_("Placing and moving"),
            N_(
                "**First** you place your men in turns, gold begins: one on any empty point.\n\n"
                "**When all your men are placed** you move one in each turn, along a line to the next point, which "
                "must be empty.\n\n"
                "**With three men left** your men fly: they go to any empty point, unless the table has switched "
                "flying off."
            ),
            _shown("d7 d6 c5 b4 e4", "a7 b6 f6 d3 f2", chosen="d6"),
        ),
        Page(
            N_("Mills"),
            N_(
                "If the man you place or move completes a mill, you **take a man** in the same turn. Men in a mill are "
                "safe unless all men of that colour are in mills. Two mills at once take one man.\n\n"
                "You may open a mill, and close it again in a later turn: that takes another man.\n\n"
                "After 50 moves in a row without a capture the match is a draw.\n\n"
                "Typing moves: `d6` places a man, `d6-f6` moves one, and `xa7` behind it takes one: `d6-f6xa7`."
            ),
        ),
    )

    def path(self, position: Position, move: Move) -> Path:
        """The man, unless it is in the hand, then where it goes, then the man it takes."""
        steps = []
        own, other = (pictures.icon_of(COLOURS[seat]) for seat in (position.turn, 1 - position.turn))
        if move.origin is not None:
            steps.append(PathStep(move.origin, say(N_("Your men")), move.origin, "piece", icon=own))
        detail = say(N_("makes a mill")) if move.captured else ""
        placed = own if move.origin is None else ""
        steps.append(PathStep(move.target, say(N_("Where to?")), move.target, "target", detail, icon=placed))
        if move.captured is not None:
            steps.append(PathStep(move.captured, say(N_("Take a man")), move.captured, "target", icon=other))
        return tuple(steps)


async def setup(bot: "Crux") -> None:
    await bot.add_cog(NineMensMorris(bot))
