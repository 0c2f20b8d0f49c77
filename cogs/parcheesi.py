"""Parcheesi on Discord: how throws and pawn moves are chosen and told, and its rules in a few pages."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from bot.match import Decision, Match
from bot.rules import GAMES, State
from bot.rules.api import Document
from bot.rules.chance import Outcome, Scripted
from bot.rules.parcheesi import Happened, Move, Position, told
from bot.text import N_, say
from cogs.shared.game import GameCog
from cogs.shared.paths import Path, Step
from cogs.shared.presentation import AtOnce, Page, Pictures
from cogs.shared.words import listed, mark_of
from images import parcheesi as pictures
from images.marks import Choice, Marks, Played

if TYPE_CHECKING:
    from bot.client import Crux

GAME = GAMES["parcheesi"]
PAWNS = 4


def position_of(state: State[Any]) -> Position:
    """The state as what it is. TypeError for a position of another game."""
    if not isinstance(state, Position):
        raise TypeError(f"{type(state).__name__} is no position of Parcheesi")
    return state


def _position(*pawns: str, **changes: Any) -> Document:
    """A position of two seats for the rules, red to throw; pawns that aren't named are in the nest."""
    options = {"first": "seat0", "finish": "first", "triple_doubles": False, "blockade_limit": 0, "max_rolls": 0}
    document: Document = {"game": GAME.key, "seats": len(pawns), "options": options, "phase": "roll", "turn": 0}
    document["pawns"] = [[*own.split(), *["nest"] * (PAWNS - len(own.split()))] for own in pawns]
    document |= {"dice": None, "left": [], "bonuses": [], "doubles": 0, "pairs": [], "finished": [], "rolls": 9}
    return document | {"blockades": [{} for _ in pawns]} | changes


def _thrown(document: Document, *dice: int, chosen: str = "") -> Callable[[], tuple[Document, Marks]]:
    """The position after a throw, with all that can be played marked; of the pawn on `chosen` only."""

    def picture() -> tuple[Document, Marks]:
        before = GAME.load(document)
        state = before.play(before.parse("roll"), Scripted(dice))
        moves = [position_of(state).parse(state.notate(move)) for move in state.legal()]
        targets = dict.fromkeys(move.target for move in moves if move.target and chosen in ("", move.origin))
        choices = tuple(Choice(str(number), at) for number, at in enumerate(targets, 1))
        last = (Played("roll", 0, dice, before.view(None)),)
        return state.view(None), Marks(last=last, choices=choices, chosen=(chosen,) if chosen else ())

    return picture


def _shown(document: Document) -> Callable[[], tuple[Document, Marks]]:
    return lambda: (GAME.load(document).view(None), Marks())


class Parcheesi(GameCog):
    """`/parcheesi`."""

    game = GAME
    pictures: ClassVar[Pictures] = pictures
    description_line = "Parcheesi: two dice, four pawns home, captures and blockades; for 2 to 4"
    option_names: ClassVar = {
        "first": ("first-player", "Who begins (default: the first seat)"),
        "finish": ("finish", "When the match ends (default: when the first player has all four pawns home)"),
        "triple_doubles": ("triple-doubles", "The third double of a turn sends your leading pawn back (default: no)"),
        "blockade_limit": ("blockade-limit", "For how many of its owner's turns a blockade may stand; 0: for ever"),
        "max_rolls": ("throw-limit", "The match ends after so many throws of all players; 0: no limit"),
    }
    choice_names: ClassVar = {
        "first": {"seat0": "the first seat", "high_roll": "whoever rolls highest"},
        "finish": {"first": "when one player is home", "all": "play on until one player is left"},
    }
    rule_pages = (
        Page(
            N_("Aim"),
            N_(
                "Bring your four pawns out of the nest, once round the track of 68 squares (t1 to t68), up your own "
                "coloured home row (h1 to h7) and home. Whoever has all four home first wins.\n\n"
                "**Throw both dice** with the button, then use each of them for a move of one of your pawns; both may "
                "move the same pawn, one after the other. When nothing is left to decide the turn passes by itself. "
                "**A double** means another throw afterwards."
            ),
            _shown(_position("t5 t5 t31 h3", "t22 t60", "t39 t12 home", "t56 t51")),
        ),
        Page(
            N_("Coming out"),
            N_(
                "A pawn comes out of the nest onto its entry square with **a die of 5**, or with **both dice together "
                "if they add up to 5** (1 and 4, 2 and 3). An opposing pawn that stands alone on your entry square is "
                "captured by it.\n\n"
                "**Doubles:** as long as a pawn of yours is in the nest a double is two moves of its number. Once all "
                "four are out you also play the **faces beneath**: they and the upper ones make seven, so a double 2 "
                "is 2, 2, 5 and 5.\n\n"
                "Here the 2 and the 3 together may bring a pawn out (1)."
            ),
            _thrown(_position("t20", "t30 t61"), 2, 3),
        ),
        Page(
            N_("Captures"),
            N_(
                "Land on a **single opposing pawn** and it goes back to its nest; you earn a **free move of 20**. On "
                "the twelve **safe squares** (bright numbers) nobody is captured: there you can't even land beside an "
                "opponent.\n\n"
                "A pawn that gets home earns a **free move of 10**; it needs the exact number. Free moves come after "
                "the dice, one pawn moves the whole number, and they can capture again. You may give them up; what "
                "can't be played is lost.\n\n"
                "Here the 2 captures on t9 (1). On t34 a pawn of yellow's is safe."
            ),
            _thrown(_position("t7 t29", "t9 t34 t50"), 2, 6),
        ),
        Page(
            N_("Blockades"),
            N_(
                "**Two pawns of one colour on one square** are a blockade: nobody passes it or lands on it, not even "
                "their owner.\n\n"
                "The two of a blockade don't travel together: one that leaves with a throw can't be joined by the "
                "other on the same square within that throw.\n\n"
                "With a blockade limit a blockade must be broken after so many turns of its owner, if one of its "
                "pawns can move.\n\n"
                "Here the pawn on t20 can use the 5 (1), but not the 6: the blockade on t26 is in its way."
            ),
            _thrown(_position("t20 t28", "t26 t26 t45"), 5, 6, chosen="t20"),
        ),
        Page(
            N_("Using the dice"),
            N_(
                "You have to use **as many of your dice as can be used**; if only one of two can, it must be the "
                "higher. "
                "That goes before everything else: it can even drive a pawn **past its own home row** onto another "
                "lap. The buttons offer only what the rules allow, and the message says when they force you.\n\n"
                "A pawn on the square before its home row may always go on along the track instead, if you like.\n\n"
                "A decision with one legal move is played by itself, unless the table was opened with `auto-moves: "
                "False`. **Take back** undoes your moves of the turn until you throw again or the turn passes.\n\n"
                "Here the last pawn has to go past its home row, where only one of the two dice could be used."
            ),
            _thrown(_position("t68 home home home", "t40 t41 t60"), 6, 5),
        ),
        Page(
            N_("The end"),
            N_(
                "The match ends as soon as one player has four pawns home; a table can also agree to play on until "
                "one player is left. With a limit of throws it ends there, and those who aren't home are placed by "
                "how far their pawns have come: 1 on the entry square to 64 before the home row, up to 72 at home, "
                "for each pawn.\n\n"
                "With **triple doubles** the third double of a turn isn't played: your leading pawn goes back to the "
                "nest and the turn is over.\n\n"
                "Typing moves: `roll`; `enter 5` or `enter 2+3`; `t12+4` moves the pawn on t12 by 4, `t66+4>h2` says "
                "where to if there are two ways; `t12+20` plays a free move; `skip` gives free moves up."
            ),
        ),
    )

    # Choosing

    def at_once(self, state: State[Any]) -> list[AtOnce]:
        if position_of(state).phase != "roll":
            return []
        return [AtOnce(say(N_("Throw again") if position_of(state).doubles else N_("Throw the dice")), "roll")]

    def path(self, state: State[Any], move: Move) -> Path:
        """A heading for each die and each free move; giving up stands alone."""
        position = position_of(state)
        if move.kind == "skip":
            free = say(N_("the free {numbers}"), numbers=listed(position.bonuses))
            return (Step(say(N_("Give up {free}"), free=free), say(N_("Play none"))),)
        happened = told(position, move, position.play(move, Scripted([])))
        detail = ", ".join(self._consequences(position, move, happened, short=True))
        if move.kind == "enter":
            group = say(N_("The {dice}"), dice="+".join(map(str, move.values)))
            return (
                Step(say(N_("a pawn comes out on {square}"), square=move.target), group, move.target, "target", detail),
            )
        words = N_("The free {number}") if move.kind == "bonus" else N_("The {number}")
        way = f"{move.origin} → {move.target}"
        group = say(words, number=move.values[0])
        return (Step(way, group, move.target, "target", detail, via=(move.origin,)),)

    def to_do(self, state: State[Any], colours: Sequence[str]) -> str:
        position = position_of(state)
        lines = []
        match position.phase:
            case "roll":
                if position.doubles:
                    lines.append(say(N_("A double: {colour} throws again."), colour=self._colour(position, colours)))
            case "move":
                lines.append(say(N_("Still to use: {values}."), values=listed(position.left)))
                lines += self._forced_past(position)
            case "bonus":
                free = listed(position.bonuses)
                lines.append(
                    say(
                        N_("Free moves of {numbers} to play, or to give up.")
                        if len(position.bonuses) > 1
                        else N_("A free move of {numbers} to play, or to give up."),
                        numbers=free,
                    )
                )
        if position.due and position.phase != "bonus":
            words = (
                N_("The blockade on {squares} has stood long enough: it must be broken if it can.")
                if len(position.due) == 1
                else N_("The blockades on {squares} have stood long enough: one of their pawns must move, if it can.")
            )
            lines.append(say(words, squares=listed(position.due)))
        return " ".join(lines)

    @staticmethod
    def _forced_past(position: Position) -> list[str]:
        """Why pawns can't turn off into their home row although the number fits."""
        lines = []
        for move in position.legal():
            if instead := position.home_row_instead(move):
                words = N_("{way} isn't allowed: then the {values} could not be used.")
                way = f"{instead.origin} → {instead.target}"
                lines.append(say(words, way=way, values=listed(position.wasted(instead))))
        return list(dict.fromkeys(lines))

    @staticmethod
    def _colour(position: Position, colours: Sequence[str]) -> str:
        return colours[position.to_move or 0].capitalize()

    # Telling

    def said(self, state: State[Any], move: Move, colours: Sequence[str]) -> str:
        position = position_of(state)
        colour = self._colour(position, colours)
        if move.kind == "roll":
            return say(N_("{colour} throws the dice."), colour=colour)
        happened = told(position, move, position.play(move, Scripted([])))
        consequences = self._consequences(position, move, happened, colours=colours)
        does = self._does(move, position, begins=True)
        return say(N_("{colour} {does}."), colour=colour, does=", ".join([does, *consequences]))

    @staticmethod
    def _does(move: Move, position: Position, *, begins: bool) -> str:
        """What is told of a colour; of a throw's moves by the dice that are told after another one only the way."""
        match move.kind:
            case "enter":
                return say(N_("brings a pawn out on {square}"), square=move.target)
            case "skip":
                free = listed(position.bonuses)
                words = (
                    N_("gives up the free moves of {numbers}")
                    if len(position.bonuses) > 1
                    else N_("gives up the free move of {numbers}")
                )
                return say(words, numbers=free)
            case "bonus":
                words = N_("plays the free {number}: {origin} → {target}")
                return say(words, number=move.values[0], origin=move.origin, target=move.target)
            case _ if begins:
                return say(N_("moves {origin} → {target}"), origin=move.origin, target=move.target)
            case _:
                return f"{move.origin} → {move.target}"

    def _consequences(
        self,
        position: Position,
        move: Move,
        happened: Happened,
        *,
        colours: Sequence[str] = (),
        short: bool = False,
    ) -> list[str]:
        """What comes of a pawn's move, each in a few words."""
        names = colours or [colour.name for colour in position.table.colours]
        parts = []
        if happened.captured is not None:
            words = N_("takes {colour}'s pawn") if short else N_("takes {colour}'s pawn and earns a free move of 20")
            parts.append(say(words, colour=names[happened.captured.seat]))
        if happened.home:
            if short:
                parts.append(say(N_("home")))
            elif not happened.finished:
                parts.append(say(N_("gets home and earns a free move of 10")))
        elif move.target and move.target in position.squares(happened.seat) and move.kind != "skip":
            parts.append(say(N_("makes a blockade")))
        if happened.past is not None:
            words = (
                N_("past its home row") if short else N_("past its home row: otherwise the {values} could not be used")
            )
            parts.append(say(words, values=listed(happened.past_unused)))
        if happened.finished:
            parts.append(say(N_("all four pawns are home")))
        else:
            if happened.lost:
                words = N_("the {values} can't be used")
                parts.append(say(words, values=listed(happened.lost)))
            if happened.lost_bonuses:
                words = N_("no pawn can play the free {values}")
                parts.append(say(words, values=listed(happened.lost_bonuses)))
        return parts

    def turn_in_words(self, turn: Sequence[Decision], colours: Sequence[str]) -> str:
        """A line for each throw and what was done with it."""
        throws: list[list[Decision]] = []
        for decision in turn:
            if decision.move == "roll" or not throws:
                throws.append([])
            throws[-1].append(decision)
        return "\n".join(self._throw(throw, colours) for throw in throws)

    def _throw(self, throw: Sequence[Decision], colours: Sequence[str]) -> str:
        seat = throw[0].seat
        colour = f"{mark_of(colours[seat])} {colours[seat].capitalize()}"
        parts = []
        for decision in throw:
            before, after = position_of(decision.before), position_of(decision.after)
            move = before.parse(decision.move)
            happened = told(before, move, after, decision.chance)
            if move.kind == "roll":
                parts += self._dice(happened)
                continue
            does = self._does(move, before, begins=not parts and throw[0].move != "roll")
            words = ", ".join([does, *self._consequences(before, move, happened, colours=colours)])
            parts.append(say(N_("{done} (the only move)"), done=words) if decision.automatic else words)
        if throw[0].move == "roll":
            dice = listed([outcome for outcome in throw[0].chance if isinstance(outcome, int)])
            head = say(N_("{colour} throws {dice}"), colour=colour, dice=f"**{dice}**")
            return f"{head}: {'; '.join(parts)}." if parts else f"{head}."
        return say(N_("{colour} {does}."), colour=colour, does="; ".join(parts))

    @staticmethod
    def _dice(happened: Happened) -> list[str]:
        """What a throw brought about before anything was moved."""
        if happened.third_double:
            if happened.sent_back is None:
                return [say(N_("the third double, the turn is over"))]
            words = N_("the third double, so the leading pawn goes from {square} back to the nest")
            return [say(words, square=happened.sent_back)]
        parts = []
        if len(happened.values) > 2:
            words = N_("with the faces beneath {values}")
            parts.append(say(words, values=listed(happened.values)))
        if happened.lost:
            parts.append(say(N_("nothing can be played")))
        return parts

    def opening(self, match: Match, chance: Sequence[Outcome]) -> str:
        """Who begins, if the dice decided it."""
        rolled = [outcome for outcome in chance if isinstance(outcome, int)]
        if not rolled or match.state is None or match.state.to_move is None:
            return ""
        colours = [seat.colour for seat in match.seats]
        rolls = ", ".join(f"{colour} {number}" for colour, number in zip(colours, rolled, strict=False))
        words = (
            N_("{rolls}: {colour} begins.")
            if len(rolled) == len(colours)
            else N_("{rolls}, and after a tie {colour} begins.")
        )
        return say(words, rolls=rolls.capitalize(), colour=colours[match.state.to_move])

    def standing(self, state: State[Any], seat: int) -> str:
        position = position_of(state)
        home = position.squares(seat).count("home")
        return say(N_("{home} home, {points} points"), home=home, points=position.scores[seat])

    def how_it_ended(self, match: Match) -> str:
        if match.state is None or match.ending is None or match.ending.kind != "played":
            return ""
        position = position_of(match.state)
        if position.finished:
            names = listed([match.seats[seat].colour for seat in position.finished]).capitalize()
            words = (
                N_("{colours} has brought all four pawns home.")
                if len(position.finished) == 1
                else N_("{colours} have brought all four pawns home.")
            )
            return say(words, colours=names)
        return say(N_("The limit of {number} throws is reached."), number=position.table.max_rolls)


async def setup(bot: "Crux") -> None:
    await bot.add_cog(Parcheesi(bot))
