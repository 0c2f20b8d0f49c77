"""Southern Cross on Discord: how actions, rolls and throws are chosen and worded, and its rules in a few pages."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import permutations
from typing import Any, ClassVar

from bot.client import Crux
from bot.rules import southern_cross as rules
from bot.rules.chance import Scripted
from bot.rules.southern_cross import Jump, Move, Position, Remove, Spin, Throw
from bot.rules.southern_cross.actions import BASE, GREATEST_POWER, Action
from bot.rules.southern_cross.board import COLOURS, LETTERS, full_tile_names, grid, largest_cluster
from bot.rules.southern_cross.options import Options
from bot.rules.southern_cross.special import (
    SCATTER_OFFSET,
    SCATTERS,
    TARGET_OFFSET,
    TARGETS,
    WIND_OFFSET,
    WINDS,
    Special,
    ThrowConditions,
)
from bot.text import N_, T_, say, say_plural
from bot.text.terms import commas
from bot.words import GameWords
from bot.words import southern_cross as words
from bot.words.southern_cross import RANGES
from cogs.shared.commands.game_cog import GameCog
from cogs.shared.presentation.paths import Path, PathStep
from cogs.shared.presentation.presentation import DirectMove, Page, Pictures
from cogs.shared.presentation.supposed import SupposedWords
from cogs.shared.wording.labels import join_list
from images import southern_cross as pictures
from images.marks.marks import NO_MARKS, Choice, Marks
from images.southern_cross.icons import ICONS, SIGN, icon_of

GAME = rules.game

CHOOSE_LABELS = {"throw": N_("Throw"), "remove": N_("Choose")}
PICK_LABELS = {"throw": N_("About what power?"), "remove": N_("Which counter goes home?")}
LUCK = {
    TARGETS: (N_("How far away is the bucket?"), TARGET_OFFSET + 1),
    WINDS: (N_("How much tailwind? Less than 0 is headwind."), WIND_OFFSET + 1),
    SCATTERS: (N_("How much too far does the throw go? Less than 0 is too short."), SCATTER_OFFSET + 1),
}
"""What is asked about a roll that is no die, by its sides, and its lowest number."""

POWERS = 5  # throws in one list, once the rough distance is chosen
BASE_ROW = 3  # counters in a row of buttons


def _position(board: str, challenge: str = "dice", **changes: Any) -> Position:
    """A position for the rules, row 6 first."""
    return Position(Options("BRYG", challenge, max_turns=0), cells=grid(board.split("/")), **changes)


def _example(position: Position, *choices: str) -> Callable[[], tuple[Position, Marks]]:
    """A position with places marked, numbered from 1."""
    marked = tuple(Choice(str(number), at, "target") for number, at in enumerate(choices, 1))
    return lambda: (position, Marks(choices=marked))


def _won_position() -> tuple[Position, Marks]:
    board = "GG...R/.G.RRR/...R../...R../Y..Y../YY...B"
    return _position(board, turn=2, to_move=None, phase="over", actions_left=0), NO_MARKS


class SouthernCross(GameCog):
    """`/southern-cross`."""

    game = GAME
    pictures: ClassVar[Pictures[Move, Position]] = pictures
    icons = ICONS
    sign = SIGN
    words: ClassVar[GameWords] = words
    description_line = N_("Southern Cross: move, jump and turn dials to connect six counters, for 4 players")
    pitch = N_("Move, jump and turn dials to connect your six counters.")
    minutes = 45
    plans_turns = True
    supposed = SupposedWords(LUCK)
    option_names: ClassVar = {
        "order": ("order", N_("Turn order of the colours (default: blue, red, yellow, green)")),
        "challenge": ("challenge", N_("How a constellation is decided: dice, or throws at a bucket (default: dice)")),
        "max_turns": ("turn-limit", N_("End the match after this many turns; 0: no limit (default: 0)")),
    }
    choice_names: ClassVar = {
        "order": {
            "".join(order): ", ".join(COLOURS[ord(letter)].name for letter in order) for order in permutations(LETTERS)
        },
        "challenge": {"dice": N_("dice"), "throw": N_("throws at a bucket")},
    }
    notation_words = (
        *(T_("roll"), T_("end"), T_("throw"), T_("remove")),
        *(T_("move"), T_("jump"), T_("spin"), T_("base"), T_("home")),
    )
    rule_pages = (
        Page(
            N_("Aim"),
            N_(
                "The board has 6 by 6 squares, in nine tiles of four. Each of the four colours has six counters in "
                "its base at one side of the board.\n\n"
                "**Bring all six of your counters onto the board and connect them in one cluster**, side by side "
                "without a gap (corners don't count). None of them can be on your home tile, the one in front of your "
                "base. If you have such a cluster at the end of any player's turn, you win.\n\n"
                "Here Red has won with six connected counters, none of them on tile E."
            ),
            _won_position,
        ),
        Page(
            N_("Your turn"),
            N_(
                "You have up to **three actions** in any mix, then you press **End turn**. You can take fewer. Plan "
                "them one after the other: the last choice of the third one ends your turn, and **Confirm** plays "
                "fewer. Until your turn ends, **Undo** takes them back one by one.\n\n"
                "- **Move:** one of your counters goes to an empty square next to it, or from the base onto one of "
                "the two squares in front of it.\n- **Jump:** one of your counters hops straight over a neighbour "
                "of any colour to the empty square behind it, as many times as it can. All hops together are one "
                "action. From the base it hops over a counter right in front.\n- **Spin:** turn one dial (N, E, S, "
                "W or C) by 90, 180 or 270 degrees, with everything on it. The four corner tiles can't be turned, "
                "and neither can a dial that would look the same after it.\n\n"
                "From its base, Blue can reach 1 with a move, and 2, 3, 4 and 5 with a single jump."
            ),
            _example(_position("..B.../....../..G.../...G../....B./......"), "d6", "c5", "c3", "e3", "e1"),
        ),
        Page(
            N_("Constellations"),
            N_(
                "A tile with counters on all four squares is **full**. During your turn several tiles can be full, "
                "but at the end of it **one at most**. You can't take an action that would leave you without a way "
                "to do that.\n\n"
                "If a tile is full when you end your turn, it's a **constellation** and a special round is played "
                "on it: everyone with counters there faces a challenge, in turn order, beginning with you. While "
                "it stays full, it's challenged again after each turn. You can also open it and fill another tile "
                "in the same turn."
            ),
            _example(_position("....../..YY../..RR../..BB../....../......", turn=5)),
        ),
        Page(
            N_("Dice"),
            N_(
                "Count your counters on the constellation. That many dice are rolled for you, and **each must be "
                "higher than that number.** For each die that isn't, one of your counters goes back to your base. If "
                "you don't lose them all, you choose which.\n\n"
                "With one counter you need 2 to 6, with four only 5 and 6 will do. Everyone's dice are rolled, even if "
                "an earlier loss has already opened the tile. If your table was opened with `auto-moves: False`, you "
                "roll them yourselves."
            ),
            _example(
                _position(
                    "....../..YY../..RR../..BB../....../......",
                    turn=5,
                    phase="roll",
                    actions_left=0,
                    special=Special("C", waiting=(1,)),
                )
            ),
        ),
        Page(
            N_("Throws"),
            N_(
                "At a table with throws you don't roll dice. You throw at a bucket instead, once for each of your "
                "counters there. Judge the distance and the wind in the picture, and choose a power from 0 to "
                "100.\n\n"
                "Power 60 reaches about as far as the mark 60. Tailwind carries the throw further, headwind holds it "
                "back, and your hand is never quite steady: a throw can be up to 15 too short or too far. The more "
                "counters you have at stake, the narrower the bucket. Each miss costs a counter."
            ),
            _example(
                _position(
                    "....../..YY../..RG../..BB../....../......",
                    "throw",
                    turn=5,
                    phase="throw",
                    actions_left=0,
                    special=Special("C", waiting=(1, 3), throws=(ThrowConditions(62, 6), ThrowConditions(35, -3))),
                )
            ),
        ),
        Page(
            N_("The end"),
            N_(
                "Clusters count only once a turn is completely over, after the special round. If two colours have one "
                "at the same time, the first in turn order wins, starting with the player whose turn it was. The "
                "others rank by their largest cluster off their home tile, then by their counters on the board.\n\n"
                "With a turn limit, the match ends there and everyone ranks like that.\n\n"
                "**Teams:** open the table with shared seats, and several people can play one colour. Any of them can "
                "act.\n\n"
                "Typing moves: `c3-c4` moves, `base-c6` enters, `c3xe5` jumps there, `spin N 90` turns a dial, `end` "
                "ends the turn. In special rounds use `roll`, `throw 55` and `remove c4 d3`."
            ),
        ),
    )

    # Choosing

    def direct_moves(self, position: Position) -> list[DirectMove]:
        if position.phase == "roll":
            number = len(position.at_stake(position.to_move))
            label = say_plural("Roll one die", "Roll {number} dice", number)
            return [DirectMove(label, "roll", say(N_("You rolled the dice.")))]
        if position.phase == "act" and len(full_tile_names(position.cells)) <= 1:
            unused = position.actions_left
            question = say_plural(
                "You have one action left. End your turn without it?",
                "You have {number} actions left. End your turn without them?",
                unused,
            )
            end, confirmation = say(N_("End turn")), say(N_("You ended your turn."))
            return [
                DirectMove(end, "end", confirmation, "secondary" if unused else "success", question if unused else "")
            ]
        return []

    def only_rolls(self, position: Position) -> bool:
        return position.phase == "roll"

    def choose_label(self, position: Position) -> str:
        return say(CHOOSE_LABELS.get(position.phase, N_("Plan my turn")))

    def pick_label(self, position: Position) -> str:
        return say(PICK_LABELS.get(position.phase, N_("Choose a counter or a dial")))

    def paths(self, position: Position) -> list[tuple[Path, Any]]:
        """A counter or a dial first, then where it goes; the counters to be lost in any order."""
        if position.phase == "act":
            return _action_paths(position)
        if position.phase != "remove":
            return super().paths(position)
        heading, icon = say(N_("Which counter goes home?")), _icon(position)
        return [
            (tuple(PathStep(square, heading, square, "piece", icon=icon) for square in order), move)
            for move in position.legal()
            if isinstance(move, Remove)
            for order in permutations(move.squares)
        ]

    def path(self, position: Position, move: Throw | Action) -> Path:
        """The rough distance of a throw, then the exact one; the picture shows it once it is chosen."""
        if not isinstance(move, Throw):
            return next(path for path, other in self.paths(position) if other == move)
        first = move.power // POWERS * POWERS
        last = min(first + POWERS - 1, GREATEST_POWER)
        about = str(first) if first == last else say(N_("{first} to {last}"), first=first, last=last)
        power = str(move.power)
        return PathStep(about, say(N_("About what power?"))), PathStep(power, say(N_("Which power?")), via=(power,))

    def nudges(self, position: Position, move: Any) -> list[tuple[str, Any]]:
        """A throw a little shorter or longer."""
        if not isinstance(move, Throw):
            return []
        signs = ((-POWERS, f"− {POWERS}"), (-1, "− 1"), (1, "+ 1"), (POWERS, f"+ {POWERS}"))
        return [(sign, Throw(move.power + by)) for by, sign in signs if 0 <= move.power + by <= GREATEST_POWER]

    def to_do(self, position: Position, colours: Sequence[str]) -> str:
        special = position.special
        if special is None or position.to_move is None:
            return _full_tiles(position)
        number = len(position.at_stake(position.to_move))
        values = {"tile": special.tile, "colour": colours[position.to_move].capitalize()}
        match position.phase:
            case "roll":
                return say_plural(
                    "Special round on {tile}: {colour} has one counter there and must roll 2 or more.",
                    "Special round on {tile}: {colour} has {number} counters there, and each die must be "
                    "higher than {number}.",
                    number,
                    **values,
                )
            case "throw":
                return say_plural(
                    "Special round on {tile}: {colour} has one throw at the bucket left ({range}).",
                    "Special round on {tile}: {colour} has {number} throws at the bucket left ({range}).",
                    len(special.throws),
                    range=say(RANGES[number]),
                    **values,
                )
            case _:
                return say_plural(
                    "{colour} loses one of {all} counters on {tile} and chooses which.",
                    "{colour} loses {number} of {all} counters on {tile} and chooses which.",
                    special.failed,
                    all=number,
                    **values,
                )

    # Telling

    def standing(self, position: Position, seat: int) -> str:
        cluster = largest_cluster(position.cells, position.letter(seat))
        return say(
            N_("{number} on the board, cluster of {cluster}"),
            number=position.cells.count(position.letter(seat)),
            cluster=cluster,
        )


def _icon(position: Position) -> str:
    """The icon of the counters of whoever is to move."""
    return icon_of(position.colour(position.to_move or 0).name)


def _action_paths(position: Position) -> list[tuple[Path, Any]]:
    """A counter, then every square it can reach, by a move or a jump; or a dial, then how far it turns."""
    actions = [move for move in position.legal() if isinstance(move, rules.Step | Jump | Spin)]
    mine, dials = say(N_("Your counters")), say(N_("Dials"))
    where, how_far = say(N_("Where to?")), say(N_("How far?"))
    starts = list(dict.fromkeys(move.start for move in actions if not isinstance(move, Spin)))
    pieces = {
        start: PathStep(start, mine, start, "piece", row=index // BASE_ROW, icon=_icon(position))
        for index, start in enumerate(starts)
    }
    if BASE in pieces:
        words, enter = say(N_("Base")), say(N_("Enter from the base"))
        pieces[BASE] = replace(pieces[BASE], label=words, alone=enter)
    paths: list[tuple[Path, Any]] = []
    for move in actions:
        fills = _fills(position, move)
        if isinstance(move, Spin):
            turned = say(N_("{amount}° clockwise"), amount=move.amount)
            step = PathStep(turned, how_far, f"{move.dial} {move.amount}", "target", fills)
            dial = PathStep(move.dial, dials, move.dial, "piece", alone=say(N_("dial {dial}"), dial=move.dial))
            paths.append(((dial, step), move))
            continue
        way = move.path
        jumps = ""
        if isinstance(move, Jump):
            words = N_("a jump through {squares}") if len(way) > 1 else N_("a jump")
            jumps = say(words, squares=commas(way[:-1]))
        detail = commas(filter(None, (jumps, fills)))
        paths.append(((pieces[move.start], PathStep(way[-1], where, way[-1], "target", detail, via=way[:-1])), move))
    return paths


def _fills(position: Position, move: Move) -> str:
    """The action's effect on full tiles, in a few words."""
    was, now = full_tile_names(position.cells), full_tile_names(position.play(move, Scripted([])).cells)
    parts = [say(N_("fills {tile}"), tile=tile) for tile in now if tile not in was]
    parts += [say(N_("opens {tile}"), tile=tile) for tile in was if tile not in now]
    return commas(parts)


def _full_tiles(position: Position) -> str:
    full = full_tile_names(position.cells)
    if not full:
        return ""
    if len(full) == 1:
        return say(N_("{tile} is full. If you end your turn now, a special round begins there."), tile=full[0])
    return say(N_("{tiles} are full. You can't end your turn until only one of them is."), tiles=join_list(full))


async def setup(bot: Crux) -> None:
    await bot.add_cog(SouthernCross(bot))
