"""Down Under on Discord: how tiles are laid, turned and told, the billabongs, and its rules in a few pages."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar

from bot.match import Decision, Match
from bot.rules import GAMES, State
from bot.rules.api import Document
from bot.rules.chance import Scripted
from bot.rules.down_under import COLOURS, Changed, Happened, Move, Pond, Position, told
from bot.rules.down_under.options import FREE_SIZES, LONGEST_FRAME, SIZES, checked_table
from bot.text import N_, say
from cogs.shared.game import GameCog
from cogs.shared.paths import Path, Step
from cogs.shared.presentation import AtOnce, Page, Pictures
from cogs.shared.words import listed, mark_of
from images import down_under as pictures
from images.marks import Choice, Marks, Played

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

SIGNS = {facing: words[0] for facing, words in FACINGS.items()}  # they need no translation

Labels = Callable[[tuple[int, int]], str]


def position_of(state: State[Any]) -> Position:
    """The state as what it is. TypeError for a position of another game."""
    if not isinstance(state, Position):
        raise TypeError(f"{type(state).__name__} is no position of Down Under")
    return state


def name_of(colour: int | None) -> str:
    return COLOURS[colour or 0]


def _laid(tiles: str, seats: int = 2, turn: int | None = 0, **options: object) -> Document:
    """A position for the rules from tiles such as "yellow straight 0,0 NS; blue curve:emu 1,0 NE"."""
    laid = []
    for words in tiles.split("; "):
        colour, kind, cell, facing = words.split()
        kind, _, animal = kind.partition(":")
        x, y = map(int, cell.split(","))
        tile = {"kind": kind, "dir": facing, "colour": COLOURS.index(colour), "animal": animal or None}
        laid.append({"x": x, "y": y, **tile})
    return {
        "game": GAME.key,
        "seats": seats,
        "options": {option.name: option.default for option in GAME.options} | options,
        "turn": turn,
        "used": [],
        "offer": [],
        "pending": [],
        "tiles": laid,
        "ponds": [],
    }


def _shown(document: Document, move: str = "", at: str | None = None) -> Callable[[], tuple[Document, Marks]]:
    """The position after this move.

    With `at` a cell the moves there are marked, with `at` empty the cells where something can be played.
    """

    def picture() -> tuple[Document, Marks]:
        position, last = position_of(GAME.load(document)), ()  # type: Position, tuple[Played, ...]
        if move:
            last = (Played(move, position.to_move, (), position.view(None)),)
            position = position.play(position.parse(move), Scripted([]))
        legal = position.legal()
        if at is None:
            return position.view(None), Marks(last=last)
        cells = dict.fromkeys(position.label(one.cell) for one in legal if one.cell)
        there = [position.notate(one) for one in legal if one.cell and position.label(one.cell) == at]
        choices = tuple(Choice(str(number), place) for number, place in enumerate(there or cells, 1))
        return position.view(None), Marks(last=last, choices=choices, chosen=(at,) if at else ())

    return picture


def _line(colour: str, kind: str, cells: Sequence[str], facing: str) -> str:
    return "; ".join(f"{colour} {kind} {cell} {facing}" for cell in cells)


RULE_PAGES = (
    Page(
        N_("Aim and turn"),
        N_(
            "Lay tiles so that your path becomes the **longest route**. Every tile has one piece of path in your "
            "colour and one in grey, which is everybody's.\n\n"
            "**Your first tile** lies beside one that is there already, or diagonally beside it. **After that** your "
            "turn is one tile at an open end of your route, with your colour going on. It may be a **straight**, a "
            "**curve** or a **terminal**; you have 7, 9 and 2 of them, and everybody sees what is left.\n\n"
            "**Two colours must never be connected,** not even by grey. Everything else is allowed: the grey of your "
            "tile may lengthen or divert somebody else's route, and your route may run over any grey. Each piece on "
            "it counts one, so a tile can count twice.\n\n"
            "When both your ends are closed you are through; the match is over when nobody can lay anything.\n\n"
            "Here Yellow is on b2. Three tiles fit. A curve to the east would run into Blue."
        ),
        _shown(_laid("yellow straight 0,0 NS; yellow curve 0,1 SE; blue straight 1,-1 EW"), at="b2"),
    ),
    Page(
        N_("The border"),
        N_(
            "The area has a size, but at first no place. For two it is 5 by 7, for three 6 by 8, for four 7 by 9, if "
            "the table doesn't say otherwise; and it may lie either way.\n\n"
            "**Straights, curves and billabongs must all fit into it.** So with each tile that reaches further out "
            "the border comes a bit closer on the other side. Dashes show how far it could still be, solid lines "
            "where it is for good.\n\n"
            "**Only terminals may lie outside.** Whoever comes to the border has to end there sooner or later, but "
            "not at once: the other end may have more to do.\n\n"
            "Other areas: **no border** at all; **a neutral line** across a fixed area, which routes cross by its "
            "grey; **a neutral frame** round it, whose grey curves lead back in. Nobody's route may join the neutral "
            "colour.\n\n"
            "Here, of 7 by 9, Yellow's curve on b9 is the eighth row. So there are seven columns, and Blue can go on "
            "with a terminal only, on a2 or i2. The ninth row is still free to be at the top or at the bottom."
        ),
        _shown(
            _laid(
                _line("yellow", "straight", [f"0,{y}" for y in range(7)], "NS")
                + "; "
                + _line("blue", "straight", [f"{x},0" for x in range(1, 7)], "EW"),
                size="7x9",
            ),
            "curve b9 SE",
        ),
    ),
    Page(
        N_("Ends and rings"),
        N_(
            "**A terminal** closes your end of the route. Its front takes your colour and stops. Straight across runs "
            "a grey path, and on its back there is half a grey one: whose route comes in there has a piece more, and "
            "is closed as well.\n\n"
            "You may lay one at any time, and have to where nothing else fits: at the border, or where every other "
            "tile would touch a foreign colour. A route without an open end can't grow any more, so the bot warns "
            "you before you close the last one.\n\n"
            "**A ring:** your two ends may meet, by your own tile or by another's. Then in your next turn you lay "
            "nothing and **turn** one of your tiles by a quarter, so that your route is whole and has two open ends "
            "again. If that can't be done you are passed over.\n\n"
            "Who can't move is passed over, and may be back later: another's grey can lead an end out of the trap.\n\n"
            "Here Yellow's route is a ring. It can turn the curve on b2, c2 or b3; on the fourth one's grey runs "
            "Blue's route."
        ),
        _shown(
            _laid(
                "yellow curve 0,0 NE; yellow curve 1,0 NW; yellow curve 1,1 SW; yellow curve 0,1 SE; "
                "blue curve 2,1 SW; blue straight 2,0 NS"
            ),
            at="",
        ),
    ),
    Page(
        N_("Billabongs"),
        N_(
            "Four ponds lie ready for places where routes block each other. They belong to nobody.\n\n"
            "**Three or four routes lead into one empty cell** of the area: a billabong is laid there at once, by "
            "itself. If yours is one of three, and you played last, it **passes through** to the fourth side, unless "
            "that is closed to you; in the same turn you go on out of it with any tile you like. The others end in "
            "it. If four meet, or if your grey has led only others together, all end in it.\n\n"
            "**Two routes with both ends each** lead into one cell, each to two edges side by side, and at least one "
            "of the two has no curve left: whoever played last **may** lay a billabong that joins each with itself. "
            "You are asked with two buttons. If you don't want it, that cell isn't asked about again.\n\n"
            "Each piece of a billabong on a route counts one, even where the route ends in it.\n\n"
            "Here Red came to d3, into which Yellow and Blue already led. Those two end there, and Red goes on into "
            "e3."
        ),
        _shown(
            _laid("yellow straight 0,-1 NS; blue straight 0,1 NS; red straight -2,0 EW", seats=3, turn=2),
            "straight c3 EW",
        ),
    ),
    Page(
        N_("Points and animals"),
        N_(
            "**Your points are the pieces of your route:** coloured ones, grey ones whoever laid them, terminals, "
            "half-grey and billabongs. Most points win, and equal points share a place.\n\n"
            "**With animals** (`animals`) each straight and curve has one on its grey piece, and you choose which one "
            "you lay. On a route are the animals whose grey piece it runs over, other people's as well:\n"
            "· a kangaroo, an emu and a platypus together are a set of **5 points** more;\n"
            "· each rabbit is **2 points** less, unless there is a dingo on the route.\n\n"
            "Each colour has one **dingo**, on a curve. Whoever hasn't laid it by the end stands behind all who have, "
            "whatever their points.\n\n"
            "Here both have 6 points. Yellow runs past a rabbit and a dingo on Blue's tiles, so the rabbit costs "
            "nothing. But Yellow hasn't laid its own dingo, and Blue wins."
        ),
        _shown(
            _laid(
                "yellow terminal -1,0 E; yellow straight:emu 0,0 EW; yellow straight:emu 2,-1 NS; "
                "yellow terminal 2,-2 N; blue straight:rabbit 1,0 NS; blue curve:dingo 2,0 NE; blue curve:emu 1,1 SE; "
                "blue curve:emu 2,1 SW; blue terminal 1,-1 N; blue terminal 3,0 W",
                turn=None,
                animals=True,
            )
        ),
    ),
    Page(
        N_("More ways to play"),
        N_(
            "**From one end** (`growth`): everybody begins with a terminal. Blue's lies behind Yellow's, back to "
            "back, and Green's behind Red's. In this round nobody's route may be closed.\n\n"
            "**Two routes each** (`routes`), for two: one leads Yellow and Red, the other Blue and Green. First the "
            "four terminals are laid as a square, fronts outwards; then one straight or curve opens. After that a "
            "turn is a tile of each of your colours, in any order, or with `tiles-per-turn:1` of one of them. Both "
            "routes count together.\n\n"
            "**Size** (`size`): easy, recommended, recommended2 or difficult, or columns x rows of your own, such as "
            "`7x9`.\n\n"
            "**Typing:** the tile, the cell, and the edges that your colour joins: `straight c3 NS`, `curve d4 NE`; "
            "`terminal c5 S` opens to the south. `rotate c3 SE` turns a tile. With animals `curve:dingo d4 NE`, with "
            "two routes `yellow straight b4 NS`. Labels begin one cell outside of what lies on the table, so they "
            "change when it grows to the left or downwards.\n\n"
            "Here the square lies, and Yellow or Red is extended: on b4 or on c4."
        ),
        _shown(
            _laid("yellow terminal 0,0 N; blue terminal 1,-1 E; red terminal 1,0 N; green terminal 0,-1 W", routes=2),
            at="",
        ),
    ),
)


class DownUnder(GameCog):
    """`/down-under`."""

    game = GAME
    pictures: ClassVar[Pictures] = pictures
    description_line = "Down Under: lay path tiles, stretch the longest route; for 2 to 4"
    option_names: ClassVar = {
        "size": (
            "size",
            "The area: easy, recommended, difficult, or columns x rows, 4x4 to 20x20 (default: recommended)",
        ),
        "area": ("area", "How the area is bounded (default: its border comes into being as you play)"),
        "growth": ("growth", "From how many ends routes grow (default: both)"),
        "routes": ("routes", "Two players can lead two routes each (default: 1)"),
        "tiles_per_turn": ("tiles-per-turn", "With two routes: one tile a turn, or one of each colour (default: 2)"),
        "animals": ("animals", "The animals along your route count as well (default: no)"),
    }
    choice_names: ClassVar = {
        "size": {
            name: f"{name} ({', '.join(f'{wide}x{tall} for {seats}' for seats, (wide, tall) in extents.items())})"
            for name, extents in SIZES.items()
        },
        "area": {
            "floating": "a border that comes into being",
            "open": "no border",
            "line": "a neutral line across a fixed area",
            "frame": "a fixed area in a neutral frame",
        },
        "growth": {"both": "from both ends", "one_end": "from one end, beginning with a terminal"},
    }
    rule_pages = RULE_PAGES

    # The table.

    def unusual(self, match: Match) -> list[str]:
        """The size in columns and rows, whatever it is called, as far as there is one; the rest as ever."""
        try:
            table = checked_table(len(match.seats), match.options)
        except ValueError:  # of other rules, so the match is frozen
            return super().unusual(match)
        size = "recommended" if table.area == "open" else "{}x{}".format(*table.extent)
        return super().unusual(replace(match, options={**match.options, "size": size}))

    def clash(self, options: Mapping[str, Any]) -> str:
        """Why nobody can play with these options, each of which may be chosen."""
        chosen = self.full_options(options)
        size, area = chosen["size"], chosen["area"]
        if chosen["routes"] == 2 and area in ("line", "frame"):
            return say(N_("with two routes each there can be no neutral line and no frame"))
        if size not in FREE_SIZES:  # sizes with a name fit whatever they are meant for
            return say(N_("the size {size} is for three or four, and the other options are for two"), size=size)
        values: dict[str, object] = {"size": size, "most": LONGEST_FRAME}
        if area == "frame":
            return say(
                N_("the frame's tiles reach for {most} columns and rows together, and {size} has more"), **values
            )
        return say(N_("one set of tiles makes no line across {size}; across 6x8 it does, for example"), **values)

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

    def paths(self, state: State[Any]) -> list[tuple[Path, Any]]:
        """Numbered colour by colour, and then as one reads: from the top row down."""
        return sorted(super().paths(state), key=lambda entry: (entry[1].colour, -entry[1].cell[1], entry[1].cell[0]))

    def path(self, state: State[Any], move: Any) -> Path:
        """The cell, with the colour if there are several, then the tile as it lies.

        With animals there are too many for one step: first the tile with its animal, then how it lies.
        """
        position = position_of(state)
        cell = position.label(move.cell)
        text = position.notate(move)
        effect = self._effect(position, move)
        way = Step(say(FACINGS[move.facing]), say(N_("How it lies")), text, "target", detail=effect)
        if move.kind == "rotate":
            tile = position.tiles[move.cell]
            detail = say(A_KIND[tile.kind])
            return Step(cell, say(N_("Your tile to turn")), cell, detail=detail), way
        where = cell
        if len({other.colour for other in position.legal()}) > 1:
            where = say(N_("{colour} to {cell}"), colour=name_of(move.colour), cell=cell)
        steps = [Step(where, say(N_("Where to")), cell, "target", row=-move.cell[1])]
        if position.table.animals:
            steps.extend((self._tile(move), way))
        else:
            sign = SIGNS[move.facing]
            words = say(N_("{kind} {sign} {facing}"), kind=say(KINDS[move.kind]), sign=sign, facing=move.facing)
            row = list(KINDS).index(move.kind)
            steps.append(Step(words, say(N_("Which tile")), text, "target", detail=effect, row=row))
        return tuple(steps)

    @staticmethod
    def _tile(move: Move) -> Step:
        """A tile with its animal; those of a kind are one group. The group of terminals has one choice."""
        kind = say(KINDS[move.kind])
        seen = f"{name_of(move.colour)} {move.kind}"
        if not move.animal:
            return Step(kind, say(N_("Terminals")), via=(seen,))
        label = say(N_("{animal} {kind}"), animal=say(ANIMALS[move.animal]), kind=kind)
        group = N_("Straights") if move.kind == "straight" else N_("Curves")
        return Step(label, say(group), via=(f"{seen}:{move.animal}",))

    @staticmethod
    def _effect(position: Position, move: Move) -> str:
        """In a few words what becomes of the route; nothing of a first tile, which just begins one."""
        colour = move.colour or 0
        if not position.routes[colour].pieces:
            return ""
        after = position.play(move, Scripted([]))
        route = after.routes[colour]
        if route.ended:
            return say(N_("⚠️ route {length}, no open end"), length=route.length)
        if route.endless:
            return say(N_("⚠️ route {length}, a ring"), length=route.length)
        if position.table.animals:
            return say(N_("route {length}, {points} points"), length=route.length, points=after.score(colour))
        return say(N_("route {length}"), length=route.length)

    def to_do(self, state: State[Any], colours: Sequence[str]) -> str:
        position = position_of(state)
        seat = position.to_move
        if seat is None:
            return ""
        if position.offer:
            cell = position.label(position.offer[0])
            words = N_("A billabong may be laid on **{cell}**, where both routes are stuck; it would make each a ring.")
            return say(words, cell=cell)
        if position.extension is not None:
            cell = position.label(position.extension[0])
            return say(N_("The route goes on out of the billabong at once: on **{cell}**."), cell=cell)
        mine = [colour for colour in position.table.colours_of(seat) if colour not in position.used]
        if any(move.kind == "rotate" for move in position.legal()):
            return say(N_("The route is endless: one of its own tiles has to be turned."))
        names = [name_of(colour) for colour in mine]
        if position.used:
            return say(N_("Now a tile of {colours}."), colours=listed(names))
        if position.table.routes == 2:
            return self._to_do_with_two_routes(position, names)
        if all(not position.routes[colour].pieces for colour in mine):
            return say(N_("Lay your first tile."))
        return ""

    @staticmethod
    def _to_do_with_two_routes(position: Position, names: Sequence[str]) -> str:
        due = next((colour for colour, route in enumerate(position.routes) if not route.pieces), None)
        if due is not None:
            return say(
                N_("Lay the terminal of {colour}; the four make a square, fronts outwards."), colour=name_of(due)
            )
        values = {"one": names[0], "other": names[1]}
        if position.opening:
            return say(N_("The opening: a straight or a curve of {one} or {other}."), **values)
        if position.table.tiles_due == 2:
            return say(N_("A tile of {one} and one of {other}, in any order."), **values)
        return say(N_("A tile of {one} or {other}."), **values)

    # Telling.

    def said(self, state: State[Any], move: Any, colours: Sequence[str]) -> str:
        position = position_of(state)
        return self._does(position, move, colours, position.label)

    @staticmethod
    def _does(position: Position, move: Move, colours: Sequence[str], label: Labels, *, by_itself: bool = False) -> str:
        """One sentence. Whoever played finds the label again by which they chose the cell, if it is another one now."""
        seat = position.to_move or 0
        values: dict[str, object] = {"seat": f"{mark_of(colours[seat])} {colours[seat].capitalize()}"}
        if move.kind == "decline":
            return say(N_("{seat} leaves {cell} without a billabong."), cell=label(position.offer[0]), **values)
        if move.cell is None:
            raise ValueError(f"{move} says no cell")
        values["cell"] = f"**{label(move.cell)}**"
        if label(move.cell) != position.label(move.cell) and not by_itself:
            words = N_("{cell} ({before} before the table grew)")
            values["cell"] = say(words, cell=values["cell"], before=position.label(move.cell))
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
        return " ".join(self._brought_about(position_of(before), move, now, colours, now))

    def told(self, decision: Decision, colours: Sequence[str]) -> str:
        """Cells are named as on the board that shows it, which may have grown to the left or downwards."""
        return self._told(decision, colours, position_of(decision.after))

    def turn_in_words(self, turn: Sequence[Decision], colours: Sequence[str]) -> str:
        """As `told`; one board shows them all, so its labels are those after the last of them."""
        if not turn:
            return ""
        shown = position_of(turn[-1].after)
        return "\n".join(self._told(decision, colours, shown) for decision in turn)

    def turns_in_words(self, turns: Sequence[Sequence[Decision]], colours: Sequence[str]) -> str:
        return self.turn_in_words([decision for turn in turns for decision in turn], colours)

    def _told(self, decision: Decision, colours: Sequence[str], shown: Position) -> str:
        before, after = position_of(decision.before), position_of(decision.after)
        move = before.parse(decision.move)
        does = self._does(before, move, colours, shown.label, by_itself=decision.automatic)
        if decision.automatic:
            does = say(N_("{does} (The only move.)"), does=does)
        return " ".join((does, *self._brought_about(before, move, after, colours, shown)))

    def _brought_about(
        self, before: Position, move: Move, after: Position, colours: Sequence[str], shown: Position
    ) -> list[str]:
        happened = told(before, move, after)
        return [*self._routes(happened), *self._ponds(happened, shown), *self._course(happened, after, colours)]

    def preview(self, state: State[Any], move: Any) -> str:
        """What becomes of the route, with a warning if nothing could extend it any more."""
        position = position_of(state)
        after = position.play(move, Scripted([]))
        happened = told(position, move, after)
        own = next((change for change in happened.changed if change.colour == move.colour), None)
        lines = [*self._routes(happened, own), *self._ponds(happened, position)]
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
    def _ponds(happened: Happened, shown: Position) -> list[str]:
        """The billabongs that were laid, with the cells named as on the board of `shown`."""
        lines = []
        for pond in happened.ponds:
            parts = [_pond(pond, shown)]
            if pond.through:
                names = listed([name_of(colour) for colour in pond.through])
                one = len(pond.through) == 1
                parts.append(
                    say(N_("{colours} runs through it") if one else N_("{colours} run through it"), colours=names)
                )
            if pond.stopped:
                names = listed([name_of(colour) for colour in pond.stopped])
                one = len(pond.stopped) == 1
                parts.append(say(N_("{colours} ends in it") if one else N_("{colours} end in it"), colours=names))
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
        each = [position.routes[colour].length for colour in mine]
        lengths = say(N_("route {length}"), length=each[0])
        if len(mine) > 1:
            words = N_("{colour} {length}")
            both = [say(words, colour=name_of(one), length=n) for one, n in zip(mine, each, strict=True)]
            lengths = say(N_("routes {lengths}"), lengths=listed(both))
        if position.table.animals:
            words = N_("{score} points, {lengths}, {left} tiles left")
            return say(words, score=position.scores[seat], lengths=lengths, left=left)
        return say(N_("{lengths}, {left} tiles left"), lengths=lengths, left=left)

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
                words = (
                    N_("{colours} stands behind the others: a dingo was not laid.")
                    if len(without) == 1
                    else N_("{colours} stand behind the others: a dingo was not laid.")
                )
                line += " " + say(words, colours=listed(without).capitalize())
        return line


def _fate(change: Changed) -> str:
    colour = name_of(change.colour).capitalize()
    if change.ended:
        return say(N_("**{colour}'s route has no open end left.**"), colour=colour)
    if change.endless:
        return say(N_("**{colour}'s route is a ring now.**"), colour=colour)
    return say(N_("{colour}'s ring is open again."), colour=colour) if change.freed else ""


def _pond(pond: Pond, shown: Position) -> str:
    return say(N_("A billabong lies on {cell}"), cell=shown.label(pond.cell))


async def setup(bot: "Crux") -> None:
    await bot.add_cog(DownUnder(bot))
