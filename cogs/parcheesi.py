"""Parcheesi on Discord: how rolls and pawn moves are chosen and worded, and its rules in a few pages."""

from collections.abc import Sequence
from typing import ClassVar

from bot.client import Crux
from bot.match import Match
from bot.rules import parcheesi as rules
from bot.rules.chance import Outcome
from bot.rules.parcheesi import Move, Position
from bot.text import N_, T_, say, say_plural, term
from bot.text.terms import capitalise, commas, join_sentences
from bot.words import GameWords
from bot.words import parcheesi as words
from cogs.rule_pages.parcheesi import RULE_PAGES
from cogs.shared.commands.game_cog import GameCog
from cogs.shared.presentation.paths import Path, PathStep
from cogs.shared.presentation.presentation import DirectMove, Pictures
from cogs.shared.wording.labels import join_list, points
from images import parcheesi as pictures
from images.parcheesi.icons import ICONS, SIGN, die_icon, pawn_icon

GAME = rules.game


class Parcheesi(GameCog):
    """`/parcheesi`."""

    game = GAME
    pictures: ClassVar[Pictures[Move, Position]] = pictures
    icons = ICONS
    sign = SIGN
    words: ClassVar[GameWords] = words
    description_line = N_("Parcheesi: race four pawns home with two dice, captures and blockades, for 2 to 4 players")
    pitch = N_("Race four pawns home, capturing and blocking.")
    minutes = 40
    option_names: ClassVar = {
        "first": ("first-player", N_("Who begins (default: the first seat)")),
        "finish": ("finish", N_("When the match ends (default: when the first player has all four pawns home)")),
        "triple_doubles": (
            "triple-doubles",
            N_("The third double in a turn sends your leading pawn back (default: no)"),
        ),
        "blockade_limit": ("blockade-limit", N_("How many of its owner's turns a blockade can stand; 0: forever")),
        "max_rolls": ("roll-limit", N_("End the match after this many rolls in total; 0: no limit")),
    }
    choice_names: ClassVar = {
        "first": {"seat0": N_("the first seat"), "high_roll": N_("the highest roll")},
        "finish": {"first": N_("when one player is home"), "all": N_("play on until one player is left")},
    }
    rule_pages = RULE_PAGES
    notation_words = (T_("roll"), T_("skip"), T_("enter"), T_("home"))

    # Choosing

    def direct_moves(self, position: Position) -> list[DirectMove]:
        if position.phase != "roll":
            return []
        return [
            DirectMove(
                say(N_("Roll again") if position.doubles else N_("Roll the dice")),
                "roll",
                say(N_("You rolled the dice.")),
            )
        ]

    def only_rolls(self, position: Position) -> bool:
        return position.phase == "roll"

    def path(self, position: Position, move: Move) -> Path:
        """A heading for each die and each free move; skipping is a separate choice."""
        if move.kind == "skip":
            label = say_plural(
                "Skip the free move of {numbers}",
                "Skip the free moves of {numbers}",
                len(position.bonuses),
                numbers=join_list(position.bonuses),
            )
            return (PathStep(label, say(N_("Skip"))),)
        effects = words.effects_of(position, move)
        blockade = [say(N_("makes a blockade"))] if words.makes_blockade(position, move, effects) else []
        detail = commas([*blockade, *words.consequences(position, effects, short=True)])
        if move.kind == "enter":
            group = say(N_("The {dice}"), dice="+".join(map(str, move.values)))
            return (
                PathStep(
                    say(N_("bring a pawn out on {square}"), square=move.target),
                    group,
                    move.target,
                    "target",
                    detail,
                    icon=pawn_icon(position.colour.name),
                ),
            )
        heading = N_("The free move of {number}") if move.kind == "bonus" else N_("The {number}")
        way = words.way(move)
        group = say(heading, number=move.values[0])
        icon = pawn_icon(position.colour.name) if move.kind == "bonus" else die_icon(move.values[0])
        return (PathStep(way, group, move.target, "target", detail, via=(move.origin,), icon=icon),)

    def question(self, position: Position, move: Move) -> str:
        if move.kind != "skip":
            return ""
        return say(N_("{skip}?"), skip=self.path(position, move)[0].label)

    def to_do(self, position: Position, colours: Sequence[str]) -> str:
        lines = []
        match position.phase:
            case "roll":
                if position.doubles:
                    lines.append(say(N_("A double: {colour} rolls again."), colour=self._colour(position, colours)))
            case "move":
                lines += _lines_of_pawns_past_home(position)
            case "bonus":
                free = join_list(position.bonuses)
                lines.append(
                    say_plural(
                        "Play or skip your free move of {numbers}.",
                        "Play or skip your free moves of {numbers}.",
                        len(position.bonuses),
                        numbers=free,
                    )
                )
        if position.due and position.phase != "bonus":
            lines.append(
                say_plural(
                    "The blockade on {squares} has reached its limit: break it if you can.",
                    "The blockades on {squares} have reached their limit: move one of their pawns if you can.",
                    len(position.due),
                    squares=join_list(position.due),
                )
            )
        return join_sentences(lines)

    @staticmethod
    def _colour(position: Position, colours: Sequence[str]) -> str:
        return colours[position.to_move or 0].capitalize()

    # Telling

    def opening(self, match: Match, chance: Sequence[Outcome]) -> str:
        """Who begins, if the dice decided it."""
        rolled = [outcome for outcome in chance if isinstance(outcome, int)]
        if not rolled or match.state is None or match.state.to_move is None:
            return ""
        colours = [seat.colour for seat in match.seats]
        rolls = commas(f"{term(colour)} {number}" for colour, number in zip(colours, rolled, strict=False))
        begins = (
            N_("{rolls}: {colour} begins.")
            if len(rolled) == len(colours)
            else N_("{rolls}. After a tie-break, {colour} begins.")
        )
        return say(begins, rolls=capitalise(rolls), colour=colours[match.state.to_move])

    def standing(self, position: Position, seat: int) -> str:
        home = position.squares(seat).count("home")
        return say(N_("{home} home, {points}"), home=home, points=points(position.scores[seat]))


def _lines_of_pawns_past_home(position: Position) -> list[str]:
    """Why pawns can't turn off into their home row although the number fits."""
    lines = []
    for move in position.legal():
        if instead := position.home_row_instead(move):
            line = N_("{way} isn't allowed, because you couldn't use the {values} afterwards.")
            lines.append(say(line, way=words.way(instead), values=join_list(position.wasted_values(instead))))
    return list(dict.fromkeys(lines))


async def setup(bot: Crux) -> None:
    await bot.add_cog(Parcheesi(bot))
