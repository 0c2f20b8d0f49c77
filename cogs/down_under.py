"""Down Under on Discord: how tiles are laid, turned and told, the billabongs, and its rules in a few pages."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from bot.match import Decision, Match
from bot.rules import GAMES, State
from bot.rules.chance import Scripted
from bot.rules.down_under import COLOURS, Changed, Happened, Move, Pond, Position, beyond, told
from bot.text import N_, say
from cogs.shared.composer import Path, Step
from cogs.shared.game import AtOnce, GameCog, Pictures
from cogs.shared.words import listed, mark_of
from images import down_under as pictures

if TYPE_CHECKING:
    from bot.client import Crux

GAME = GAMES["down_under"]

KINDS = {"straight": N_("straight"), "curve": N_("curve"), "terminal": N_("terminal")}
A_KIND = {"straight": N_("a straight"), "curve": N_("a curve"), "terminal": N_("a terminal")}

ANIMALS = {
    "kangaroo": N_("kangaroo"),
    "emu": N_("emu"),
    "platypus": N_("platypus"),
    "rabbit": N_("rabbit"),
    "dingo": N_("dingo"),
}

FACINGS = {
    "NS": N_("│ north and south"),
    "EW": N_("─ east and west"),
    "NE": N_("└ north and east"),
    "SE": N_("┌ south and east"),
    "SW": N_("┐ south and west"),
    "NW": N_("┘ north and west"),
    "N": N_("╵ open to the north"),
    "E": N_("╶ open to the east"),
    "S": N_("╷ open to the south"),
    "W": N_("╴ open to the west"),
}
"""How the coloured path of a tile lies."""

Labels = Callable[[tuple[int, int]], str]


def position_of(state: State[Any]) -> Position:
    """The state as what it is. TypeError for a position of another game."""
    if not isinstance(state, Position):
        raise TypeError(f"{type(state).__name__} is no position of Down Under")
    return state


def name_of(colour: int | None) -> str:
    return COLOURS[colour or 0]


class DownUnder(GameCog):
    """`/down-under`."""

    game = GAME
    pictures: ClassVar[Pictures] = pictures
    description_line = "Down Under: lay path tiles, stretch the longest route; for 2 to 4"
    option_names: ClassVar = {
        "size": (
            "size",
            "The area: easy, recommended, difficult, or columns x rows such as 7x9 (default: recommended)",
        ),
        "area": ("area", "How the area is bounded (default: its border comes into being as you play)"),
        "growth": ("growth", "From how many ends routes grow (default: both)"),
        "routes": ("routes", "Two players can lead two routes each (default: 1)"),
        "tiles_per_turn": ("tiles-per-turn", "With two routes: one tile a turn, or one of each colour (default: 2)"),
        "animals": ("animals", "The animals along your route count as well (default: no)"),
    }
    choice_names: ClassVar = {
        "area": {
            "floating": "a border that comes into being",
            "open": "no border",
            "line": "a neutral line across a fixed area",
            "frame": "a fixed area in a neutral frame",
        },
        "growth": {"both": "from both ends", "one_end": "from one end, beginning with a terminal"},
    }
    rule_pages = ()

    # Choosing.

    def at_once(self, state: State[Any]) -> list[AtOnce]:
        """The answers to a billabong that is offered."""
        position = position_of(state)
        if not position.offer:
            return []
        lay, decline = (position.notate(move) for move in position.legal())
        cell = position.label(position.offer[0])
        return [
            AtOnce(say(N_("Billabong on {cell}"), cell=cell), lay, "success"),
            AtOnce(say(N_("No billabong")), decline, "secondary"),
        ]

    def path(self, state: State[Any], move: Any) -> Path:
        """Of several colours the colour, then the cell, then the tile and its animal, then how it lies."""
        position = position_of(state)
        cell = position.label(move.cell)
        text = position.notate(move)
        way = Step(say(FACINGS[move.facing]), say(N_("How it lies")), text, "target")
        if move.kind == "rotate":
            tile = position.tiles[move.cell]
            detail = say(A_KIND[tile.kind])
            return Step(cell, say(N_("Your tile to turn")), cell, detail=detail), way
        steps = [Step(cell, say(N_("Where to")), cell, "target"), self._tile(position, move), way]
        if position.table.routes == 2:
            steps.insert(0, Step(say(name_of(move.colour)).capitalize(), say(N_("Which colour"))))
        return tuple(steps)

    @staticmethod
    def _tile(position: Position, move: Move) -> Step:
        left = position.left(move.colour or 0, move.kind)
        detail = say(N_("{number} left"), number=left)
        kind = say(KINDS[move.kind])
        if move.animal:
            kind = say(N_("{kind} with {animal}"), kind=kind, animal=say(ANIMALS[move.animal]))
            return Step(kind, say(N_("Which tile")))
        return Step(kind, say(N_("Which tile")), detail=detail)

    def to_do(self, state: State[Any], colours: Sequence[str]) -> str:
        position = position_of(state)
        seat = position.to_move
        if seat is None:
            return ""
        if position.offer:
            cell = position.label(position.offer[0])
            return say(N_("A billabong may be laid on **{cell}**, where both routes are stuck, or not."), cell=cell)
        if position.extension is not None:
            cell = position.label(beyond(*position.extension))
            return say(N_("The route goes on out of the billabong at once: on **{cell}**."), cell=cell)
        mine = [colour for colour in position.table.colours_of(seat) if colour not in position.used]
        if any(move.kind == "rotate" for move in position.legal()):
            return say(N_("The route is endless: one of its own tiles has to be turned."))
        if position.used:
            return say(N_("Now a tile of {colours}."), colours=listed([name_of(colour) for colour in mine]))
        if all(not position.routes[colour].pieces for colour in mine):
            return say(N_("Lay your first tile."))
        return ""

    # Telling.

    def said(self, state: State[Any], move: Any, colours: Sequence[str]) -> str:
        position = position_of(state)
        return self._does(position, move, colours, position.label)

    @staticmethod
    def _does(position: Position, move: Move, colours: Sequence[str], label: Labels) -> str:
        seat = position.to_move or 0
        values: dict[str, object] = {"seat": f"{mark_of(colours[seat])} {colours[seat].capitalize()}"}
        if move.kind == "decline":
            return say(N_("{seat} leaves {cell} without a billabong."), cell=label(position.offer[0]), **values)
        if move.cell is None:
            raise ValueError(f"{move} says no cell")
        values["cell"] = f"**{label(move.cell)}**"
        if move.kind == "billabong":
            return say(N_("{seat} lays a billabong on {cell}."), **values)
        if move.kind == "rotate":
            tile = say(KINDS[position.tiles[move.cell].kind])
            return say(N_("{seat} turns the {tile} on {cell}."), tile=tile, **values)
        values["tile"] = say(A_KIND[move.kind])
        if position.table.routes == 2:
            values["tile"] = say(N_("{tile} of {colour}"), tile=values["tile"], colour=name_of(move.colour))
        if move.animal:
            words = N_("{seat} lays {tile} with a {animal} on {cell}.")
            return say(words, animal=say(ANIMALS[move.animal]), **values)
        return say(N_("{seat} lays {tile} on {cell}."), **values)

    def aftermath(self, before: State[Any], move: Any, after: State[Any], colours: Sequence[str]) -> str:
        now = position_of(after)
        happened = told(position_of(before), move, now)
        return " ".join([*self._routes(happened), *self._ponds(happened, now), *self._course(happened, now, colours)])

    def told(self, decision: Decision, colours: Sequence[str]) -> str:
        """Cells are named as on the board that shows it, which may have grown to the left or downwards."""
        before, after = position_of(decision.before), position_of(decision.after)
        move = before.parse(decision.move)
        does = self._does(before, move, colours, after.label)
        if decision.automatic:
            does = say(N_("{does} (The only move.)"), does=does)
        return " ".join(filter(None, (does, self.aftermath(before, move, after, colours))))

    def preview(self, state: State[Any], move: Any) -> str:
        """What becomes of the route, with a warning if nothing could extend it any more."""
        position = position_of(state)
        after = position.play(move, Scripted([]))
        happened = told(position, move, after)
        own = next((change for change in happened.changed if change.colour == move.colour), None)
        lines = self._routes(happened, own)
        if own is not None and own.ended:
            lines.append(say(N_("⚠️ **That leaves your route without an open end: it can't grow any more.**")))
        elif own is not None and own.endless:
            lines.append(say(N_("⚠️ **That closes your route to a ring; in your next turn you have to turn a tile.**")))
        return " ".join(lines)

    @staticmethod
    def _routes(happened: Happened, untold: Changed | None = None) -> list[str]:
        """What has become of the routes; of `untold` its length only."""
        lines = []
        grown = [change for change in happened.changed if change.after != change.before]
        if grown:
            lengths = [say(N_("{colour} {length}"), colour=name_of(one.colour), length=one.after) for one in grown]
            lines.append(say(N_("Route lengths now: {lengths}."), lengths=listed(lengths)))
        lines.extend(line for change in happened.changed if change != untold and (line := _fate(change)))
        return lines

    @staticmethod
    def _ponds(happened: Happened, now: Position) -> list[str]:
        lines = []
        for pond in happened.ponds:
            parts = [_pond(pond, now)]
            if pond.through:
                names = listed([name_of(colour) for colour in pond.through])
                parts.append(say(N_("{colours} runs through it"), colours=names))
            if pond.stopped:
                names = listed([name_of(colour) for colour in pond.stopped])
                parts.append(say(N_("{colours} ends in it"), colours=names))
            lines.append(say(N_("{pond}."), pond=", ".join(parts)))
        return lines

    @staticmethod
    def _course(happened: Happened, now: Position, colours: Sequence[str]) -> list[str]:
        """What else follows: the border, and who can't move."""
        lines = []
        if happened.columns and happened.rows:
            lines.append(say(N_("**The border is drawn.**")))
        elif happened.columns or happened.rows:
            both = now.border is not None
            lines.append(say(N_("**The border is drawn.**") if both else N_("Two sides of the border are drawn.")))
        blocked = [
            colours[seat]
            for seat in happened.passed
            if not all(now.routes[colour].ended for colour in now.table.colours_of(seat))  # that has been told already
        ]
        if blocked:
            lines.append(say(N_("{colours} can't move now."), colours=listed(blocked).capitalize()))
        return lines

    def standing(self, state: State[Any], seat: int) -> str:
        position = position_of(state)
        mine = position.table.colours_of(seat)
        left = sum(position.left(colour, kind) for colour in mine for kind in KINDS)
        lengths = " + ".join(str(position.routes[colour].length) for colour in mine)
        if position.table.animals:
            words = N_("{score} points, route {lengths}, {left} tiles left")
            return say(words, score=position.scores[seat], lengths=lengths, left=left)
        return say(N_("route {lengths}, {left} tiles left"), lengths=lengths, left=left)

    def how_it_ended(self, match: Match) -> str:
        if match.state is None or match.ending is None or match.ending.kind != "played":
            return ""
        position = position_of(match.state)
        line = say(N_("Nobody can lay a tile any more."))
        if position.table.animals:
            without = [
                seat.colour
                for seat in match.seats
                if not all(position.has_laid_dingo(colour) for colour in position.table.colours_of(seat.number))
            ]
            if without and len(without) < len(match.seats):
                words = N_("{colours} stands behind the others for want of the own dingo.")
                line += " " + say(words, colours=listed(without).capitalize())
        return line


def _fate(change: Changed) -> str:
    colour = name_of(change.colour).capitalize()
    if change.ended:
        return say(N_("**{colour}'s route has no open end left.**"), colour=colour)
    if change.endless:
        return say(N_("**{colour}'s route is a ring now.**"), colour=colour)
    return say(N_("{colour}'s ring is open again."), colour=colour) if change.freed else ""


def _pond(pond: Pond, now: Position) -> str:
    return say(N_("A billabong lies on {cell}"), cell=now.label(pond.cell))


async def setup(bot: "Crux") -> None:
    await bot.add_cog(DownUnder(bot))
