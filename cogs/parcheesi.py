"""Parcheesi on Discord: how rolls and pawn moves are chosen and worded, and its rules in a few pages."""

from collections.abc import Sequence
from typing import ClassVar

from bot.client import Crux
from bot.match import Match, PlayedMove, Seat
from bot.rules import parcheesi as rules
from bot.rules.chance import Outcome, Scripted
from bot.rules.parcheesi import Happened, Move, Position, what_happened
from bot.text import N_, NP_, T_, say, say_plural, term
from bot.text.terms import capitalised, commas, join_sentences
from cogs.rule_pages.parcheesi import RULE_PAGES
from cogs.shared.commands.game_cog import GameCog
from cogs.shared.presentation.paths import Path, Step
from cogs.shared.presentation.presentation import DirectMove, Pictures
from cogs.shared.wording.labels import join_list, marked, points
from images import parcheesi as pictures

GAME = rules.game


class Parcheesi(GameCog):
    """`/parcheesi`."""

    game = GAME
    pictures: ClassVar[Pictures[Move, Position]] = pictures
    description_line = N_("Parcheesi: race four pawns home with two dice, captures and blockades, for 2 to 4 players")
    pitch = N_("Race your four pawns home with two dice, capturing and blocking on the way.")
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
            return (Step(label, say(N_("Skip"))),)
        happened = what_happened(position, move, position.play(move, Scripted([])))
        blockade = [say(N_("makes a blockade"))] if _makes_blockade(position, move, happened) else []
        detail = commas([*blockade, *self._consequences(move, happened, _colour_names(position), short=True)])
        if move.kind == "enter":
            group = say(N_("The {dice}"), dice="+".join(map(str, move.values)))
            return (
                Step(say(N_("bring a pawn out on {square}"), square=move.target), group, move.target, "target", detail),
            )
        words = N_("The free move of {number}") if move.kind == "bonus" else N_("The {number}")
        way = f"{move.origin} → {move.target}"
        group = say(words, number=move.values[0])
        return (Step(way, group, move.target, "target", detail, via=(move.origin,)),)

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
                lines += _forced_past(position)
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

    def describe_move(self, position: Position, move: Move, colours: Sequence[str]) -> str:
        colour = self._colour(position, colours)
        if move.kind == "roll":
            return say(N_("{colour} rolls the dice."), colour=colour)
        happened = what_happened(position, move, position.play(move, Scripted([])))
        return say(
            N_("{colour} {does}."), colour=colour, does=self._told(position, move, happened, colours, begins=True)
        )

    def _told(self, position: Position, move: Move, happened: Happened, colours: Sequence[str], *, begins: bool) -> str:
        """What a colour does, and what follows from it."""
        does = self._does(move, position, begins=begins)
        if _makes_blockade(position, move, happened):
            does = say(N_("{does} and makes a blockade"), does=does)
        return commas([does, *self._consequences(move, happened, colours)])

    @staticmethod
    def _does(move: Move, position: Position, *, begins: bool) -> str:
        """What a colour does; for later moves of the same roll only the way."""
        match move.kind:
            case "enter":
                return say(N_("brings a pawn out on {square}"), square=move.target)
            case "skip":
                free = join_list(position.bonuses)
                return say_plural(
                    "skips the free move of {numbers}",
                    "skips the free moves of {numbers}",
                    len(position.bonuses),
                    numbers=free,
                )
            case "bonus":
                words = N_("plays the free move of {number}: {origin} → {target}")
                return say(words, number=move.values[0], origin=move.origin, target=move.target)
            case _ if begins:
                return say(N_("moves from {origin} to {target}"), origin=move.origin, target=move.target)
            case _:
                return f"{move.origin} → {move.target}"

    @staticmethod
    def _consequences(move: Move, happened: Happened, names: Sequence[str], *, short: bool = False) -> list[str]:
        """The effects of a pawn's move besides a blockade, each in a few words."""
        parts = []
        if happened.captured is not None:
            words = N_("takes {colour}'s pawn") if short else N_("takes {colour}'s pawn and earns a free move of 20")
            parts.append(say(words, colour=names[happened.captured]))
        if happened.home:
            if short:
                parts.append(say(N_("home")))
            elif not happened.finished:
                parts.append(say(N_("gets home and earns a free move of 10")))
        if happened.past is not None:
            words = (
                N_("past its home row")
                if short
                else N_("past its home row, as the {values} couldn't be used otherwise")
            )
            parts.append(say(words, values=join_list(happened.past_unused)))
        if happened.finished:
            parts.append(say(N_("all four pawns are home") if short else N_("so all four pawns are home")))
        else:
            if happened.lost:
                words = N_("the {values} can't be used") if short else N_("but the {values} can't be used")
                parts.append(say(words, values=join_list(happened.lost)))
            if happened.lost_bonuses:
                words_for = (
                    NP_("no pawn can play the free move of {values}", "no pawn can play the free moves of {values}")
                    if short
                    else NP_(
                        "but no pawn can play the free move of {values}",
                        "but no pawn can play the free moves of {values}",
                    )
                )
                lost = happened.lost_bonuses
                parts.append(say_plural(*words_for, len(lost), values=join_list(lost)))
        return parts

    def describe_turn(self, turn: Sequence[PlayedMove], colours: Sequence[str]) -> str:
        """A line for each roll and what was done with it."""
        rolls: list[list[PlayedMove]] = []
        for decision in turn:
            if decision.move == "roll" or not rolls:
                rolls.append([])
            rolls[-1].append(decision)
        return "\n".join(self._roll(roll, colours) for roll in rolls)

    def _roll(self, roll: Sequence[PlayedMove], colours: Sequence[str]) -> str:
        seat = roll[0].seat
        colour = marked(colours[seat])
        parts: list[str] = []
        beneath = ""
        for decision in roll:
            before, move, after = self.played(decision)
            happened = what_happened(before, move, after, decision.chance)
            if move.kind == "roll":
                parts += _dice(happened)
                if len(happened.values) > 2 and not happened.third_double:
                    beneath = join_list(happened.values)
                continue
            begins = not parts and roll[0].move != "roll"
            words = self._told(before, move, happened, colours, begins=begins)
            parts.append(say(N_("{done} (the only move)"), done=words) if decision.automatic else words)
        if roll[0].move == "roll":
            dice = join_list([outcome for outcome in roll[0].chance if isinstance(outcome, int)])
            words = N_("{colour} rolls {dice} (with the faces underneath {values})")
            if not beneath:
                words = N_("{colour} rolls {dice}")
            head = say(words, colour=colour, dice=f"**{dice}**", values=beneath)
            return say(N_("{head}: {parts}.") if parts else N_("{head}."), head=head, parts=" · ".join(parts))
        return say(N_("{colour} {does}."), colour=colour, does=" · ".join(parts))

    def opening(self, match: Match, chance: Sequence[Outcome]) -> str:
        """Who begins, if the dice decided it."""
        rolled = [outcome for outcome in chance if isinstance(outcome, int)]
        if not rolled or match.state is None or match.state.to_move is None:
            return ""
        colours = [seat.colour for seat in match.seats]
        rolls = commas(f"{term(colour)} {number}" for colour, number in zip(colours, rolled, strict=False))
        words = (
            N_("{rolls}: {colour} begins.")
            if len(rolled) == len(colours)
            else N_("{rolls}. After a tie-break, {colour} begins.")
        )
        return say(words, rolls=capitalised(rolls), colour=colours[match.state.to_move])

    def standing(self, position: Position, seat: int) -> str:
        home = position.squares(seat).count("home")
        return say(N_("{home} home, {points}"), home=home, points=points(position.scores[seat]))

    def ending_reason(self, position: Position, seats: Sequence[Seat]) -> str:
        if position.finished:
            names = capitalised(join_list([term(seats[seat].colour) for seat in position.finished]))
            return say_plural(
                "{colours} has brought all four pawns home.",
                "{colours} have brought all four pawns home.",
                len(position.finished),
                colours=names,
            )
        return say(N_("The roll limit ({number}) has been reached."), number=position.table.max_rolls)


def _colour_names(position: Position) -> list[str]:
    return [colour.name for colour in position.table.colours]


def _makes_blockade(position: Position, move: Move, happened: Happened) -> bool:
    """Whether a pawn joins another one of its colour, not at home."""
    return not happened.home and move.kind != "skip" and move.target in position.squares(happened.seat)


def _forced_past(position: Position) -> list[str]:
    """Why pawns can't turn off into their home row although the number fits."""
    lines = []
    for move in position.legal():
        if instead := position.home_row_instead(move):
            words = N_("{way} isn't allowed because you couldn't use the {values} then.")
            way = f"{instead.origin} → {instead.target}"
            lines.append(say(words, way=way, values=join_list(position.wasted(instead))))
    return list(dict.fromkeys(lines))


def _dice(happened: Happened) -> list[str]:
    """The effects of a roll before anything was moved."""
    if happened.third_double:
        if happened.sent_back is None:
            return [say(N_("the third double ends the turn"))]
        words = N_("the third double, so the leading pawn goes from {square} back to the nest")
        return [say(words, square=happened.sent_back)]
    parts = []
    if happened.lost:
        either = join_list(happened.needed, "or")
        words = N_("nothing can be played without a {values}") if either else N_("every pawn is blocked")
        parts.append(say(words, values=either))
    return parts


async def setup(bot: Crux) -> None:
    await bot.add_cog(Parcheesi(bot))
