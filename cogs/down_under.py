"""Down Under on Discord: how tiles are laid, rotated and worded, the billabongs, and its rules in a few pages."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from bot.client import Crux
from bot.match import Match
from bot.rules import down_under as rules
from bot.rules.chance import Scripted
from bot.rules.down_under import COLOURS, Move, Position, what_happened
from bot.rules.down_under.options import FREE_SIZES, LONGEST_FRAME, SIZES, checked_table
from bot.text import N_, T_, say, say_plural, term
from bot.text.terms import commas, join_sentences
from bot.words import GameWords
from bot.words import down_under as words
from bot.words.down_under import A_KIND, ANIMAL_NAMES, AREAS, GROWTHS, KINDS
from cogs.rule_pages.down_under import RULE_PAGES
from cogs.shared.commands.game_cog import GameCog
from cogs.shared.presentation.paths import Path, PathStep
from cogs.shared.presentation.presentation import DirectMove, Pictures
from cogs.shared.wording.labels import join_list, points
from images import down_under as pictures
from images.down_under.icons import ICONS, SIGN, icon_of

GAME = rules.game

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
"""The course of a tile's coloured path, in words."""

SIGNS = {facing: words[0] for facing, words in FACINGS.items()}  # they need no translation


def name_of(colour: int | None) -> str:
    return COLOURS[colour or 0]


class DownUnder(GameCog):
    """`/down-under`."""

    game = GAME
    pictures: ClassVar[Pictures[Move, Position]] = pictures
    icons = ICONS
    sign = SIGN
    words: ClassVar[GameWords] = words
    description_line = N_("Down Under: lay tiles of path and build the longest route, for 2 to 4 players")
    pitch = N_("Build the longest route before the border closes in.")
    minutes = 20
    option_names: ClassVar = {
        "size": (
            "size",
            N_("Area: easy, recommended, difficult, or columns x rows from 4x4 to 20x20 (default: recommended)"),
        ),
        "area": ("area", N_("How the area is bounded (default: its border forms as you play)")),
        "growth": ("growth", N_("From how many ends routes grow (default: both)")),
        "routes": ("routes", N_("Routes per player, where two needs two players (default: 1)")),
        "tiles_per_turn": (
            "tiles-per-turn",
            N_("With two routes: one tile per turn, or one of each colour (default: 2)"),
        ),
        "animals": ("animals", N_("Score the animals along your route (default: no)")),
    }
    choice_names: ClassVar = {
        "size": {
            name: f"{name} ({' · '.join(f'{seats}👥 {wide}x{tall}' for seats, (wide, tall) in extents.items())})"
            for name, extents in SIZES.items()
        },
        "area": AREAS,
        "growth": GROWTHS,
    }
    rule_pages = RULE_PAGES
    notation_words = (
        *(T_("straight"), T_("curve"), T_("terminal"), T_("rotate"), T_("billabong"), T_("decline")),
        *(T_("kangaroo"), T_("emu"), T_("platypus"), T_("rabbit"), T_("dingo")),
        *(T_("yellow"), T_("blue"), T_("red"), T_("green")),
    )

    # The table.

    def unusual_terms(self, match: Match) -> list[str]:
        """The size in columns and rows if there is one, whatever its name; everything else as usual."""
        try:
            table = checked_table(len(match.seats), match.options)
        except ValueError:  # of other rules, so the match is frozen
            return super().unusual_terms(match)
        size = "recommended" if table.area == "open" else "{}x{}".format(*table.extent)
        return super().unusual_terms(
            replace(match, terms=replace(match.terms, options={**match.options, "size": size}))
        )

    def option_conflict(self, options: Mapping[str, Any]) -> str:
        """Why nobody can play with these options, each of which is valid."""
        chosen = self.full_options(options)
        size, area = chosen["size"], chosen["area"]
        if chosen["routes"] == 2 and area in ("line", "frame"):
            return say(N_("two routes each don't work with a neutral line or frame"))
        if size not in FREE_SIZES:  # named sizes fit any number of seats they are meant for
            return say(N_("the size {size} is for three or four players, and the other options are for two"), size=size)
        values: dict[str, object] = {"size": size, "most": LONGEST_FRAME}
        if area == "frame":
            return say(
                N_("the frame's tiles are enough for {most} columns and rows in total, and {size} has more"), **values
            )
        return say(N_("one set of tiles isn't enough for a line across {size} (6x8 works, for example)"), **values)

    # Choosing.

    order_names: ClassVar = {**GameCog.order_names, "pass": N_("Decline billabongs")}

    def direct_moves(self, position: Position) -> list[DirectMove]:
        """The answers to an offered billabong."""
        if not position.offer:
            return []
        lay, decline = (position.notate(move) for move in position.legal())
        cell = position.label(position.offer[0])
        return [
            DirectMove(say(N_("Billabong on {cell}"), cell=cell), lay, say(N_("You laid the billabong.")), "success"),
            DirectMove(say(N_("No billabong")), decline, say(N_("You declined the billabong.")), "secondary"),
        ]

    def pick_label(self, position: Position) -> str:
        return say(N_("Choose a tile to lay"))

    def paths(self, position: Position) -> list[tuple[Path, Any]]:
        """Numbered colour by colour, and then in reading order, from the top row down."""
        return sorted(super().paths(position), key=lambda entry: (entry[1].colour, -entry[1].cell[1], entry[1].cell[0]))

    def path(self, position: Position, move: Any) -> Path:
        """The cell, with the colour if there are several, then the tile in its position.

        With animals there are too many for the picture, so they are in lists.
        """
        cell = position.label(move.cell)
        text = position.notate(move)
        effect = self._effect(position, move)
        if move.kind == "rotate":
            tile = position.tiles[move.cell]
            icon = icon_of(tile.kind, move.facing, tile.colour)
            way = PathStep(say(FACINGS[move.facing]), say(N_("Which way?")), text, "target", detail=effect, icon=icon)
            detail = say(A_KIND[tile.kind])
            return PathStep(cell, say(N_("Which tile to turn?")), cell, detail=detail), way
        where = cell
        if len({other.colour for other in position.legal()}) > 1:
            where = say(N_("{colour} to {cell}"), colour=name_of(move.colour).capitalize(), cell=cell)
        steps = [PathStep(where, say(N_("Where?")), cell, "target", row=-move.cell[1])]
        if position.table.animals:
            steps.append(_tile(move, text, effect))
        else:
            sign = SIGNS[move.facing]
            label = say(N_("{kind} {sign} {facing}"), kind=say(KINDS[move.kind]), sign=sign, facing=move.facing)
            row = list(KINDS).index(move.kind)
            steps.append(
                PathStep(label, say(N_("Which tile?")), text, "target", detail=effect, row=row, icon=_icon(move))
            )
        return tuple(steps)

    @staticmethod
    def _effect(position: Position, move: Move) -> str:
        """The effect on the route in a few words; nothing for a first tile, which just begins one."""
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
            offer = N_(
                "You can lay a billabong on **{cell}**, where both routes are stuck. It would make each of them a ring."
            )
            return say(offer, cell=cell)
        if position.extension is not None:
            cell = position.label(position.extension[0])
            return say(N_("Continue out of the billabong on **{cell}**."), cell=cell)
        mine = [colour for colour in position.table.colours_of(seat) if colour not in position.used]
        if any(move.kind == "rotate" for move in position.legal()):
            return say(N_("Your route is a ring: turn one of its tiles."))
        names = [term(name_of(colour)) for colour in mine]
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

    # Words

    def question(self, position: Position, move: Any) -> str:
        if not position.offer and position.routes[move.colour or 0].pieces:
            after = position.play(move, Scripted([])).routes[move.colour or 0]
            if after.ended:
                return say(N_("That leaves your route without an open end, so it can't grow any more. Play it anyway?"))
        return super().question(position, move)

    def preview(self, position: Position, move: Any) -> str:
        """The effect on the route, with a warning if nothing could extend it any more."""
        after = position.play(move, Scripted([]))
        happened = what_happened(position, move, after)
        own = next((change for change in happened.changed if change.colour == move.colour), None)
        lines = [*words.fates(happened, own), *words.ponds(happened, position)]
        if routes := words.lengths(happened):
            lines.insert(0, say(N_("{routes}."), routes=routes[0].upper() + routes[1:]))
        if own is not None and own.ended:
            lines.append(say(N_("⚠️ **That leaves your route without an open end, so it can't grow any more.**")))
        elif own is not None and own.endless:
            lines.append(
                say(N_("⚠️ **That closes your route to a ring, so you'll have to turn a tile on your next turn.**"))
            )
        return join_sentences(lines)

    def standing(self, position: Position, seat: int) -> str:
        mine = position.table.colours_of(seat)
        tiles_left = sum(position.count_left(colour, kind) for colour in mine for kind in KINDS)
        each = [position.routes[colour].length for colour in mine]
        lengths = say(N_("route {length}"), length=each[0])
        if len(mine) > 1:
            route = N_("{colour} {length}")
            both = [say(route, colour=name_of(one), length=n) for one, n in zip(mine, each, strict=True)]
            lengths = say(N_("routes {lengths}"), lengths=join_list(both))
        parts = [lengths, say_plural("{number} tile left", "{number} tiles left", tiles_left)]
        if position.table.animals:
            parts.insert(0, points(position.scores[seat]))
        return commas(parts)


def _icon(move: Move) -> str:
    """The icon of a tile to lay."""
    return icon_of(move.kind, move.facing, move.colour or 0)


def _tile(move: Move, text: str, effect: str) -> PathStep:
    """A tile with its animal; those of one kind are a group. The group of terminals has few choices."""
    kind = say(KINDS[move.kind])
    choice = f"{name_of(move.colour)} {move.kind}"
    values = {"kind": kind, "sign": SIGNS[move.facing], "facing": move.facing}
    if not move.animal:
        label = say(N_("{kind} {sign} {facing}"), **values)
        return PathStep(label, say(N_("Terminals")), detail=effect, via=(choice, text), icon=_icon(move))
    label = say(N_("{animal} {kind} {sign} {facing}"), animal=say(ANIMAL_NAMES[move.animal]), **values)
    group = N_("Straights") if move.kind == "straight" else N_("Curves")
    return PathStep(label, say(group), detail=effect, via=(f"{choice}:{move.animal}", text), icon=_icon(move))


async def setup(bot: Crux) -> None:
    await bot.add_cog(DownUnder(bot))
