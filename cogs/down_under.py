"""Down Under on Discord: how tiles are laid, turned and told, the billabongs, and its rules in a few pages."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar

from bot.match import Match, PlayedMove, Seat
from bot.rules import down_under as rules
from bot.rules.api import Document
from bot.rules.chance import Scripted
from bot.rules.down_under import COLOURS, Changed, Happened, Move, Pond, Position, what_happened
from bot.rules.down_under.options import FREE_SIZES, LONGEST_FRAME, SIZES, checked_table
from bot.text import N_, say, say_plural
from cogs.shared.commands.game_cog import GameCog
from cogs.shared.presentation.paths import Path, Step
from cogs.shared.presentation.presentation import DirectMove, Page, Pictures
from cogs.shared.wording.labels import join_list, marked, points
from images import down_under as pictures
from images.marks import Choice, Marks, Played

if TYPE_CHECKING:
    from bot.client import Crux

GAME = rules.game

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
        position, last = GAME.load(document), ()  # type: Position, tuple[Played, ...]
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
            "Lay tiles to build the **longest route**. Every tile has one piece of path in your colour and one in "
            "grey, which belongs to everyone.\n\n"
            "**Your first tile** goes next to a tile that's already there, straight or diagonally. **After that,** "
            "you lay one tile per turn at an open end of your route, so that your colour continues. It can be a "
            "**straight**, a **curve** or a **terminal**. You have 7, 9 and 2 of them, and everyone can see what's "
            "left.\n\n"
            "**Two colours must never be connected,** not even through grey. Everything else is allowed: the grey on "
            "your tile can lengthen or divert another player's route, and your route can run over any grey. Each "
            "piece on your route counts as one, so a tile can count twice.\n\n"
            "Once both your ends are closed, you're finished. The match is over when nobody can lay a tile.\n\n"
            "Here Yellow is on b2. Three tiles fit. A curve to the east would run into Blue."
        ),
        _shown(_laid("yellow straight 0,0 NS; yellow curve 0,1 SE; blue straight 1,-1 EW"), at="b2"),
    ),
    Page(
        N_("The border"),
        N_(
            "The area has a size, but its place isn't fixed at first. It's 5 by 7 for two players, 6 by 8 for three "
            "and 7 by 9 for four, unless the table says otherwise, and it can lie either way.\n\n"
            "**All straights, curves and billabongs must fit inside it.** With each tile that reaches further out, "
            "the border gets closer on the other side. Dashes show how far it could still be, and solid lines show "
            "where it's fixed.\n\n"
            "**Only terminals can lie outside.** A route that reaches the border has to end there sooner or later, "
            "but not right away: its other end may still have room.\n\n"
            "Other areas: **no border**, **a neutral line** across a fixed area, which routes cross through its grey, "
            "or **a neutral frame** around it, whose grey curves lead back in. No route can join the neutral "
            "colour.\n\n"
            "Here the area is 7 by 9, and Yellow's curve on b9 is in the eighth row. So there are seven columns, and "
            "Blue can continue only with a terminal, on a2 or i2. The ninth row can still be at the top or at the "
            "bottom."
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
            "**A terminal** closes an end of your route. Your colour enters at its front and stops. A grey path runs "
            "straight across it, and there's half a grey path on its back: a route that enters there gains a piece "
            "and is closed too.\n\n"
            "You can lay one at any time, and you must where nothing else fits: at the border, or where every other "
            "tile would connect two colours. A route without an open end can't grow any more, so you're warned before "
            "you close the last one.\n\n"
            "**A ring:** your two ends can meet, through your own tile or another player's. Then, on your next turn, "
            "you **turn** one of your tiles by a quarter instead of laying one, so that your route is whole and has "
            "two open ends again. If that's impossible, you're skipped.\n\n"
            "If you can't move, you're skipped too, but you may be back later: another player's grey can lead your "
            "end out of the trap.\n\n"
            "Here Yellow's route is a ring. Yellow can turn the curve on b2, c2 or b3. Blue's route runs over the "
            "grey of the fourth."
        ),
        _shown(
            _laid(
                "yellow curve 0,0 NE; yellow curve 1,0 NW; yellow curve 1,1 SW; yellow curve 0,1 SE; blue "
                "curve 2,1 SW; blue straight 2,0 NS"
            ),
            at="",
        ),
    ),
    Page(
        N_("Billabongs"),
        N_(
            "A billabong is a pond for places where routes block each other. There are four, and they belong to "
            "nobody.\n\n"
            "**If three or four routes lead into one empty cell** of the area, a billabong is laid there "
            "automatically. If yours is one of three and you played last, your route **passes through** to the fourth "
            "side, unless that's closed to you, and you continue out of it in the same turn with any tile. The others "
            "end in it. If four routes meet, or if your grey only brought other routes together, they all end in "
            "it.\n\n"
            "**If two routes lead into one cell with both their ends,** each to two neighbouring edges, and at least "
            "one of them has no curve left, then the player who moved last **can** lay a billabong that joins each "
            "route with itself. You're asked with two buttons. If you decline, you won't be asked about that cell "
            "again.\n\n"
            "Each piece of a billabong on a route counts as one, even if the route ends in it.\n\n"
            "Here Red reached d3, where Yellow and Blue already led. Those two end there, and Red continues into e3."
        ),
        _shown(
            _laid("yellow straight 0,-1 NS; blue straight 0,1 NS; red straight -2,0 EW", seats=3, turn=2),
            "straight c3 EW",
        ),
    ),
    Page(
        N_("Points and animals"),
        N_(
            "**You score one point for each piece of your route:** coloured pieces, anyone's grey pieces, terminals, "
            "half-grey pieces and billabongs. The most points win, and equal points share a place.\n\n"
            "**With animals** (`animals`), each straight and curve has an animal on its grey piece, and you choose "
            "which one to lay. Your route collects the animals whose grey pieces it runs over, on any player's "
            "tiles:\n· a kangaroo, an emu and a platypus make a set worth **5 points**\n· each rabbit costs **2 "
            "points**, unless there's a dingo on the route\n\n"
            "Each colour has one **dingo**, on a curve. If you haven't laid it by the end, you rank behind everyone "
            "who has, regardless of points.\n\n"
            "Here both have 6 points. Yellow runs past a rabbit and a dingo on Blue's tiles, so the rabbit costs "
            "nothing. But Yellow hasn't laid its own dingo, so Blue wins."
        ),
        _shown(
            _laid(
                "yellow terminal -1,0 E; yellow straight:emu 0,0 EW; yellow straight:emu 2,-1 NS; yellow "
                "terminal 2,-2 N; blue straight:rabbit 1,0 NS; blue curve:dingo 2,0 NE; blue curve:emu 1,1 "
                "SE; blue curve:emu 2,1 SW; blue terminal 1,-1 N; blue terminal 3,0 W",
                turn=None,
                animals=True,
            )
        ),
    ),
    Page(
        N_("More ways to play"),
        N_(
            "**From one end** (`growth`): everyone begins with a terminal. Blue's goes behind Yellow's, back to back, "
            "and Green's behind Red's. No route can be closed in this round.\n\n"
            "**Two routes each** (`routes`), for two players: one plays Yellow and Red, the other Blue and Green. "
            "First the four terminals are laid as a square, fronts facing outwards. Then one straight or curve opens. "
            "After that, a turn is one tile of each of your colours in any order, or, with `tiles-per-turn:1`, one "
            "tile of either. Both routes count together.\n\n"
            "**Size** (`size`): easy, recommended, recommended2 or difficult, or your own columns x rows, such as "
            "`7x9`.\n\n"
            "**Typing moves:** write the tile, the cell, and the edges that your colour joins: `straight c3 NS`, "
            "`curve d4 NE`. `terminal c5 S` opens to the south. `rotate c3 SE` turns a tile. With animals write "
            "`curve:dingo d4 NE`, with two routes `yellow straight b4 NS`. Labels begin one cell outside the tiles on "
            "the table, so they change when the table grows to the left or downwards.\n\n"
            "Here the square is complete, and Yellow or Red comes next, on b4 or on c4."
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
    description_line = N_("Down Under: lay tiles of path and build the longest route, for 2 to 4 players")
    pitch = N_("Lay tiles of path and build the longest route before the border closes in.")
    minutes = 20
    option_names: ClassVar = {
        "size": (
            "size",
            "Area: easy, recommended, difficult, or columns x rows from 4x4 to 20x20 (default: recommended)",
        ),
        "area": ("area", "How the area is bounded (default: its border forms as you play)"),
        "growth": ("growth", "From how many ends routes grow (default: both)"),
        "routes": ("routes", "Routes per player, where two needs two players (default: 1)"),
        "tiles_per_turn": ("tiles-per-turn", "With two routes: one tile per turn, or one of each colour (default: 2)"),
        "animals": ("animals", "Score the animals along your route (default: no)"),
    }
    choice_names: ClassVar = {
        "size": {
            name: f"{name} ({', '.join(f'{wide}x{tall} for {seats}' for seats, (wide, tall) in extents.items())})"
            for name, extents in SIZES.items()
        },
        "area": {
            "floating": "a border that forms as you play",
            "open": "no border",
            "line": "a neutral line across a fixed area",
            "frame": "a fixed area in a neutral frame",
        },
        "growth": {"both": "from both ends", "one_end": "from one end, starting with a terminal"},
    }
    rule_pages = RULE_PAGES

    # The table.

    def unusual_terms(self, match: Match) -> list[str]:
        """The size in columns and rows, whatever it is called, as far as there is one; the rest as ever."""
        try:
            table = checked_table(len(match.seats), match.options)
        except ValueError:  # of other rules, so the match is frozen
            return super().unusual_terms(match)
        size = "recommended" if table.area == "open" else "{}x{}".format(*table.extent)
        return super().unusual_terms(
            replace(match, terms=replace(match.terms, options={**match.options, "size": size}))
        )

    def option_conflict(self, options: Mapping[str, Any]) -> str:
        """Why nobody can play with these options, each of which may be chosen."""
        chosen = self.full_options(options)
        size, area = chosen["size"], chosen["area"]
        if chosen["routes"] == 2 and area in ("line", "frame"):
            return say(N_("two routes each don't work with a neutral line or frame"))
        if size not in FREE_SIZES:  # sizes with a name fit whatever they are meant for
            return say(N_("the size {size} is for three or four players, and the other options are for two"), size=size)
        values: dict[str, object] = {"size": size, "most": LONGEST_FRAME}
        if area == "frame":
            return say(
                N_("the frame's tiles are enough for {most} columns and rows in total, and {size} has more"), **values
            )
        return say(N_("one set of tiles isn't enough for a line across {size} (6x8 works, for example)"), **values)

    # Choosing.

    def direct_moves(self, position: Position) -> list[DirectMove]:
        """The answers to a billabong that is offered."""
        if not position.offer:
            return []
        lay, decline = (position.notate(move) for move in position.legal())
        cell = position.label(position.offer[0])
        return [
            DirectMove(say(N_("Billabong on {cell}"), cell=cell), lay, say(N_("You laid the billabong.")), "success"),
            DirectMove(say(N_("No billabong")), decline, say(N_("You laid no billabong.")), "secondary"),
        ]

    def paths(self, position: Position) -> list[tuple[Path, Any]]:
        """Numbered colour by colour, and then as one reads: from the top row down."""
        return sorted(super().paths(position), key=lambda entry: (entry[1].colour, -entry[1].cell[1], entry[1].cell[0]))

    def path(self, position: Position, move: Any) -> Path:
        """The cell, with the colour if there are several, then the tile as it lies.

        With animals there are too many for the picture, so that they stand in lists.
        """
        cell = position.label(move.cell)
        text = position.notate(move)
        effect = self._effect(position, move)
        way = Step(say(FACINGS[move.facing]), say(N_("How it faces")), text, "target", detail=effect)
        if move.kind == "rotate":
            tile = position.tiles[move.cell]
            detail = say(A_KIND[tile.kind])
            return Step(cell, say(N_("Which tile to turn")), cell, detail=detail), way
        where = cell
        if len({other.colour for other in position.legal()}) > 1:
            where = say(N_("{colour} to {cell}"), colour=name_of(move.colour), cell=cell)
        steps = [Step(where, say(N_("Where to")), cell, "target", row=-move.cell[1])]
        if position.table.animals:
            steps.append(_tile(move, text, effect))
        else:
            sign = SIGNS[move.facing]
            words = say(N_("{kind} {sign} {facing}"), kind=say(KINDS[move.kind]), sign=sign, facing=move.facing)
            row = list(KINDS).index(move.kind)
            steps.append(Step(words, say(N_("Which tile")), text, "target", detail=effect, row=row))
        return tuple(steps)

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
            return say(N_("route {length}, {points}"), length=route.length, points=points(after.score(colour)))
        return say(N_("route {length}"), length=route.length)

    def to_do(self, position: Position, colours: Sequence[str]) -> str:
        seat = position.to_move
        if seat is None:
            return ""
        if position.offer:
            cell = position.label(position.offer[0])
            words = N_(
                "You can lay a billabong on **{cell}**, where both routes are stuck. It would make each of them a ring."
            )
            return say(words, cell=cell)
        if position.extension is not None:
            cell = position.label(position.extension[0])
            return say(N_("Continue out of the billabong on **{cell}**."), cell=cell)
        mine = [colour for colour in position.table.colours_of(seat) if colour not in position.used]
        if any(move.kind == "rotate" for move in position.legal()):
            return say(N_("Your route is a ring: turn one of its tiles."))
        names = [name_of(colour) for colour in mine]
        if position.used:
            return say(N_("Now lay a tile in {colours}."), colours=join_list(names))
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
                N_("Lay the {colour} terminal. The four make a square, fronts facing outwards."), colour=name_of(due)
            )
        values = {"one": names[0], "other": names[1]}
        if position.opening:
            return say(N_("Open with a straight or a curve in {one} or {other}."), **values)
        if position.table.tiles_due == 2:
            return say(N_("Lay one tile in {one} and one in {other}, in any order."), **values)
        return say(N_("Lay a tile in {one} or {other}."), **values)

    # Telling.

    def describe_move(self, position: Position, move: Any, colours: Sequence[str]) -> str:
        return say(N_("{does}."), does=self._does(position, move, colours, position.label))

    @staticmethod
    def _does(position: Position, move: Move, colours: Sequence[str], label: Labels) -> str:
        """Who does what where, without a full stop."""
        seat = position.to_move or 0
        values: dict[str, object] = {"seat": marked(colours[seat])}
        if move.kind == "decline":
            return say(N_("{seat} lays no billabong on {cell}"), cell=label(position.offer[0]), **values)
        if move.cell is None:
            raise ValueError(f"{move} says no cell")
        values["cell"] = f"**{label(move.cell)}**"
        if move.kind == "billabong":
            return say(N_("{seat} lays a billabong on {cell}"), **values)
        if move.kind == "rotate":
            tile = say(KINDS[position.tiles[move.cell].kind])
            return say(N_("{seat} turns the {tile} on {cell}"), tile=tile, **values)
        values["tile"] = say(A_KIND[move.kind])
        if position.table.routes == 2:
            values["tile"] = say(N_("{tile} in {colour}"), tile=values["tile"], colour=name_of(move.colour))
        if move.animal:
            words = N_("{seat} lays {tile} with a {animal} on {cell}")
            return say(words, animal=say(ANIMALS[move.animal]), **values)
        return say(N_("{seat} lays {tile} on {cell}"), **values)

    def describe_decision(self, decision: PlayedMove, colours: Sequence[str]) -> str:
        """Cells are named as on the board that shows it, which may have grown to the left or downwards."""
        return self._told(decision, colours, self.played(decision)[-1])

    def describe_turn(self, turn: Sequence[PlayedMove], colours: Sequence[str]) -> str:
        """As `describe_decision`; one board shows them all, so its labels are those after the last of them."""
        if not turn:
            return ""
        *_, shown = self.played(turn[-1])
        return "\n".join(self._told(decision, colours, shown) for decision in turn)

    def describe_turns(self, turns: Sequence[Sequence[PlayedMove]], colours: Sequence[str]) -> str:
        return self.describe_turn([decision for turn in turns for decision in turn], colours)

    def _told(self, decision: PlayedMove, colours: Sequence[str], shown: Position) -> str:
        before, move, after = self.played(decision)
        happened = what_happened(before, move, after)
        does, routes = self._does(before, move, colours, shown.label), _lengths(happened)
        line = say(N_("{does}: {routes}.") if routes else N_("{does}."), does=does, routes=routes)
        if decision.automatic:
            line += " " + say(N_("(The only move.)"))
        return " ".join((line, *_fates(happened), *_ponds(happened, shown), *_course(happened, after, colours)))

    def preview(self, position: Position, move: Any) -> str:
        """What becomes of the route, with a warning if nothing could extend it any more."""
        after = position.play(move, Scripted([]))
        happened = what_happened(position, move, after)
        own = next((change for change in happened.changed if change.colour == move.colour), None)
        lines = [*_fates(happened, own), *_ponds(happened, position)]
        if routes := _lengths(happened):
            lines.insert(0, say(N_("{routes}."), routes=routes[0].upper() + routes[1:]))
        if own is not None and own.ended:
            lines.append(say(N_("⚠️ **That leaves your route without an open end, so it can't grow any more.**")))
        elif own is not None and own.endless:
            lines.append(
                say(N_("⚠️ **That closes your route to a ring, so you'll have to turn a tile on your next turn.**"))
            )
        return " ".join(lines)

    def standing(self, position: Position, seat: int) -> str:
        mine = position.table.colours_of(seat)
        left = sum(position.left(colour, kind) for colour in mine for kind in KINDS)
        each = [position.routes[colour].length for colour in mine]
        lengths = say(N_("route {length}"), length=each[0])
        if len(mine) > 1:
            words = N_("{colour} {length}")
            both = [say(words, colour=name_of(one), length=n) for one, n in zip(mine, each, strict=True)]
            lengths = say(N_("routes {lengths}"), lengths=join_list(both))
        parts = [lengths, say_plural("{number} tile left", "{number} tiles left", left)]
        if position.table.animals:
            parts.insert(0, points(position.scores[seat]))
        return ", ".join(parts)

    def ending_reason(self, position: Position, seats: Sequence[Seat]) -> str:
        line = say(N_("Nobody can lay another tile."))
        if position.table.animals:
            without = [
                seat.colour
                for seat in seats
                if not all(position.has_laid_dingo(colour) for colour in position.table.colours_of(seat.number))
            ]
            if without and len(without) < len(seats):
                line += " " + say_plural(
                    "{colours} ranks last for not laying a dingo.",
                    "{colours} rank last for not laying a dingo.",
                    len(without),
                    colours=join_list(without).capitalize(),
                )
        return line


def _tile(move: Move, text: str, effect: str) -> Step:
    """A tile with its animal as it lies; those of a kind are one group. The group of terminals has few choices."""
    kind = say(KINDS[move.kind])
    seen = f"{name_of(move.colour)} {move.kind}"
    values = {"kind": kind, "sign": SIGNS[move.facing], "facing": move.facing}
    if not move.animal:
        words = say(N_("{kind} {sign} {facing}"), **values)
        return Step(words, say(N_("Terminals")), detail=effect, via=(seen, text))
    label = say(N_("{animal} {kind} {sign} {facing}"), animal=say(ANIMALS[move.animal]), **values)
    group = N_("Straights") if move.kind == "straight" else N_("Curves")
    return Step(label, say(group), detail=effect, via=(f"{seen}:{move.animal}", text))


def _lengths(happened: Happened) -> str:
    """How long the routes were and are, first that of the colour played: "route 5 → 7, blue's route 4 → 6"."""
    grown = [change for change in happened.changed if change.after != change.before and change.after > 1]
    grown.sort(key=lambda change: change.colour != happened.colour)
    words = {True: N_("route {before} → {after}"), False: N_("{colour}'s route {before} → {after}")}
    return ", ".join(
        say(words[one.colour == happened.colour], colour=name_of(one.colour), before=one.before, after=one.after)
        for one in grown
    )


def _fates(happened: Happened, untold: Changed | None = None) -> list[str]:
    """What has become of the routes, except of `untold`."""
    return [line for change in happened.changed if change != untold and (line := _fate(change))]


def _ponds(happened: Happened, shown: Position) -> list[str]:
    """The billabongs that were laid, with the cells named as on the board of `shown`."""
    lines = []
    for pond in happened.ponds:
        parts = [_pond(pond, shown)]
        if pond.through:
            names = join_list([name_of(colour) for colour in pond.through])
            parts.append(
                say_plural("{colours} runs through it", "{colours} run through it", len(pond.through), colours=names)
            )
        if pond.stopped:
            names = join_list([name_of(colour) for colour in pond.stopped])
            parts.append(say_plural("{colours} ends in it", "{colours} end in it", len(pond.stopped), colours=names))
        lines.append(say(N_("{pond}."), pond=", ".join(parts)))
    return lines


def _course(happened: Happened, now: Position, colours: Sequence[str]) -> list[str]:
    """What else follows: the border, and who can't move."""
    lines = []
    if happened.columns and happened.rows:
        lines.append(say(N_("**The border is fixed.**")))
    elif happened.columns or happened.rows:
        both = now.border is not None
        lines.append(say(N_("**The border is fixed.**") if both else N_("Two sides of the border are fixed.")))
    blocked = [
        colours[seat]
        for seat in happened.passed
        if not all(now.routes[colour].ended for colour in now.table.colours_of(seat))  # that has been told already
    ]
    if blocked:
        lines.append(say(N_("{colours} can't move now."), colours=join_list(blocked).capitalize()))
    return lines


def _fate(change: Changed) -> str:
    colour = name_of(change.colour).capitalize()
    if change.ended:
        return say(N_("**{colour}'s route has no open end left.**"), colour=colour)
    if change.endless:
        return say(N_("**{colour}'s route is a ring now.**"), colour=colour)
    return say(N_("{colour}'s ring is open again."), colour=colour) if change.freed else ""


def _pond(pond: Pond, shown: Position) -> str:
    return say(N_("A billabong is on {cell}"), cell=shown.label(pond.cell))


async def setup(bot: "Crux") -> None:
    await bot.add_cog(DownUnder(bot))
