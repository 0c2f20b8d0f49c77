"""Cirondo on Discord: how its moves are chosen and told, and its rules in a few pages."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from bot.match import Match
from bot.rules import GAMES, State
from bot.text import N_, say
from cogs.shared.game import GameCog
from cogs.shared.paths import Path, Step
from cogs.shared.presentation import Page, Pictures
from cogs.shared.words import listed
from images import cirondo as pictures
from images.marks import Choice, Marks

if TYPE_CHECKING:
    from bot.client import Crux

GAME = GAMES["cirondo"]

COLUMNS = 32

_MOVE = re.compile(r"([A-H])(\d+)([-x])([A-H])(\d+)(=S)?")

KINDS = {"planets": N_("planet"), "moons": N_("moon"), "solars": N_("Solar System")}
GROUPS = {"planets": N_("Your planets"), "moons": N_("Your moons"), "solars": N_("Your Solar Systems")}

ENDINGS = {
    "conquest": N_("One side is left: a conquest."),
    "showdown": N_("Everybody is down to a single stellar: the showdown, and the stronger one wins."),
    "blocked": N_("Nobody can move any more: a draw among those who are left."),
    "repetition": N_("The same position for the third time: a draw among those who are left."),
    "quiet": N_("A hundred moves without a capture or a step of a moon: a draw among those who are left."),
}


class Read(NamedTuple):
    """A move as its notation says it."""

    origin: str
    target: str
    captures: bool
    promotes: bool

    @property
    def order(self) -> tuple[int, ...]:
        """Sorts moves: round the board by where they begin, then line by line, the nearest target first."""
        ring, number = ord(self.origin[0]), int(self.origin[1:])
        rings, columns = ord(self.target[0]) - ring, (int(self.target[1:]) - number) % COLUMNS
        if rings == 0:
            return number, ring, 2, 0, columns
        turn = 0 if columns == 0 else 1 if (columns == rings % COLUMNS) else -1
        return number, ring, abs(turn), (rings < 0) * 2 + (turn < 0), abs(rings)

    @property
    def way(self) -> str:
        """Along what the piece goes: a ring, a radius or an arc."""
        if self.origin[0] == self.target[0]:
            return N_("Round its ring")
        if self.origin[1:] == self.target[1:]:
            return N_("In or out, straight")
        return N_("Along an arc")


def read(notation: str) -> Read:
    """The parts of a canonical move. ValueError for any other text."""
    found = _MOVE.fullmatch(notation)
    if found is None:
        raise ValueError(f"{notation} is not a move of Cirondo.")
    ring, number, sign, to_ring, to_number, promotion = found.groups()
    return Read(ring + number, to_ring + to_number, sign == "x", promotion is not None)


def stellar_at(view: Mapping[str, Any]) -> dict[str, tuple[str, str]]:
    """What stands where: space -> (colour, kind)."""
    return {
        space: (colour, kind)
        for colour, kinds in view["pieces"].items()
        for kind, spaces in kinds.items()
        for space in spaces
    }


def _count(view: Mapping[str, Any], side: Sequence[int], colours: Sequence[str]) -> int:
    """How many stellar a side has on the board."""
    return sum(len(spaces) for seat in side for spaces in view["pieces"][colours[seat]].values())


def _shown(fen: str, origin: str) -> Callable[[], tuple[dict[str, Any], Marks]]:
    """A position for the rules, with everything marked that the stellar on one space can do."""

    def picture() -> tuple[dict[str, Any], Marks]:
        state = GAME.from_fen(fen)  # type: ignore[attr-defined]  # Cirondo's own one-line form
        reads = [read(state.notate(move)) for move in state.legal()]
        targets = [found.target for found in reads if found.origin == origin]
        choices = tuple(Choice(str(number), at, "target") for number, at in enumerate(targets, 1))
        return state.view(None), Marks(choices=choices, chosen=(origin,))

    return picture


def _opening() -> tuple[dict[str, Any], Marks]:
    return GAME.from_fen("16gP16sP/16gM16sM/32./32./32./32./32./32. g 2d gs - - -").view(None), Marks()  # type: ignore[attr-defined]


class Cirondo(GameCog):
    """`/cirondo`."""

    game = GAME
    pictures: ClassVar[Pictures] = pictures
    description_line = "Cirondo: moons, planets and Solar Systems on a round board, for 2 or 4"
    option_names: ClassVar = {
        "teams": ("sides", "Two against two: opposite seats play together; needs four seats (default: no)"),
        "draw_rule": ("draw-rule", "Draw on a threefold position or 100 quiet moves (default: yes)"),
    }
    rule_pages = (
        Page(
            N_("Aim"),
            N_(
                "Eight rings of 32 spaces each, from A at the edge to H at the void. Everybody starts with planets on "
                "ring A and moons in front of them on ring B.\n\n"
                "All of them together are called *stellar*. Take those of the others: whoever is down to **one single "
                "stellar** gets one last move and is out, unless all the others have just one left as well: then the "
                "strongest wins, Solar System before planet before moon.\n\n"
                "Gold begins, turns go clockwise, one move each. Everybody's **first move** is one of their moons, "
                "one space straight inward. When it is your turn, press **Move** under the board or type "
                "`/cirondo move`."
            ),
            _opening,
        ),
        Page(
            N_("Moons"),
            N_(
                "A moon steps **one space straight inward**, if that space is empty. It takes **one space inward to "
                "the left or right**, and goes there only to take. It never goes out, sideways or two spaces.\n\n"
                "A moon that reaches ring H becomes a **Solar System** at once, on that space. Each colour can have "
                "four of them; while all four are on the board, no further moon may enter ring H."
            ),
            _shown("9.sP9.gP12./32./32./4.gM27./3.sP.sP26./32./32./32. g 2d - - - -", "D5"),
        ),
        Page(
            N_("Planets"),
            N_(
                "A planet slides **along an arc**, in or out, as far as you like: each step changes the ring by one "
                "and the number by one. Four directions from every space.\n\n"
                "Nothing jumps. The first other stellar in the way ends the slide: one of another side can be taken, "
                "one of your own stops you before it. Rings A and H are ends; nothing crosses the void."
            ),
            _shown("20.gP11./32./32./9.gP17.sM4./32./32./32./32. g 2d - - - -", "D10"),
        ),
        Page(
            N_("Solar Systems"),
            N_(
                "A Solar System slides any number of spaces **along its radius, along an arc or round its ring**, in "
                "any one direction. On its ring it may go all the way round until something stops it, but not back to "
                "where it stands.\n\n"
                "One that was taken goes back to its owner's supply and can come again."
            ),
            _shown("11.sP7.gP12./32./32./4.gS27./32./32./32./19.sP12. g 2d - - - -", "D5"),
        ),
        Page(
            N_("The end"),
            N_(
                "- **Taken out:** a side without stellar is out at once.\n"
                "- **Last move:** with a single stellar left you move once more, then you are out and it is taken off; "
                "unless every other side has one left by then, too.\n"
                "- **Showdown:** every side has one left: the stronger stellar wins, equal ones share the place.\n"
                "- **No move:** a side that can't move passes; with one stellar left it is out. If nobody can move, it "
                "is a draw.\n"
                "- **Draw rule** (can be switched off): the same position three times, or a hundred moves without a "
                "capture or a moon's step.\n"
                "- **Sides:** two against two count their stellar together and can't take each other.\n\n"
                "Typing moves: `B5-C5` goes, `B5xC6` takes, `G5-H5=S` becomes a Solar System; `b5c5` will do, too."
            ),
        ),
    )

    def path(self, state: State[Any], move: Any) -> Path:
        return self._path(stellar_at(state.view(None)), read(state.notate(move)))

    def paths(self, state: State[Any]) -> list[tuple[Path, Any]]:
        """Pieces by kind, round the board; targets line by line, the nearest first."""
        stellar = stellar_at(state.view(None))
        found = [(read(state.notate(move)), move) for move in state.legal()]
        found.sort(key=lambda entry: (list(KINDS).index(stellar[entry[0].origin][1]), entry[0].order))
        return [(self._path(stellar, parts), move) for parts, move in found]

    @staticmethod
    def _path(stellar: Mapping[str, tuple[str, str]], found: Read) -> Path:
        _, kind = stellar[found.origin]
        details = []
        if found.captures:
            colour, victim = stellar[found.target]
            details.append(say(N_("takes {colour}'s {kind}"), kind=say(KINDS[victim]), colour=colour))
        if found.promotes:
            details.append(say(N_("becomes a Solar System")))
        where = say(found.way) if kind == "solars" else say(N_("Where to"))
        return (
            Step(found.origin, say(GROUPS[kind]), found.origin, "piece"),
            Step(found.target, where, found.target, "target", ", ".join(details)),
        )

    def said(self, state: State[Any], move: Any, colours: Sequence[str]) -> str:
        found = read(state.notate(move))
        stellar = stellar_at(state.view(None))
        colour, kind = stellar[found.origin]
        values: dict[str, object] = {
            "colour": colour.capitalize(),
            "kind": say(KINDS[kind]),
            "origin": found.origin,
            "target": found.target,
        }
        if found.captures:
            owner, victim = stellar[found.target]
            values |= {"owner": owner, "victim": say(KINDS[victim])}
            line = say(N_("{colour}'s {kind} from {origin} takes {owner}'s {victim} on {target}."), **values)
        else:
            line = say(N_("{colour}'s {kind} goes from {origin} to {target}."), **values)
        if found.promotes:
            line += " " + say(N_("It becomes a Solar System."))
        return line

    def aftermath(self, before: State[Any], move: Any, after: State[Any], colours: Sequence[str]) -> str:
        """Who is out and why, who is on the last stellar, who passed."""
        was, now = before.view(None), after.view(None)
        sides = GAME.sides(len(colours), now["options"])
        lines = []
        for side in sides:
            name = listed([colours[seat] for seat in side]).capitalize()
            if side[0] in now["defeated"] and side[0] not in was["defeated"]:
                lines.append(say(self._why(before, move, side, colours), colour=name))
            elif after.to_move is not None and _count(now, side, colours) == 1 != _count(was, side, colours):
                lines.append(say(N_("**{colour} is down to one stellar: the next move is the last.**"), colour=name))
        if after.to_move is None or before.to_move is None:
            return " ".join(lines)
        seat = (before.to_move + 1) % len(colours)
        while seat != after.to_move:
            if seat not in now["defeated"] and any(now["pieces"][colours[seat]].values()):
                lines.append(say(N_("{colour} can't move and passes."), colour=colours[seat].capitalize()))
            seat = (seat + 1) % len(colours)
        return " ".join(lines)

    @staticmethod
    def _why(before: State[Any], move: Any, side: Sequence[int], colours: Sequence[str]) -> str:
        """Why a side is out: it made its last move, lost its last stellar, or could not make its last move."""
        if before.to_move in side:
            return N_("It was {colour}'s last move: **{colour} is out.**")
        victim, _ = stellar_at(before.view(None)).get(read(before.notate(move)).target, ("", ""))
        if victim in {colours[seat] for seat in side}:
            return N_("**{colour} has nothing left and is out.**")
        return N_("{colour} can't make its last move: **{colour} is out.**")

    def unusual(self, match: Match) -> list[str]:
        words = []
        if match.options["teams"]:
            first, second = (
                listed([match.seats[seat].colour for seat in side])
                for side in GAME.sides(len(match.seats), match.options)
            )
            words.append(say(N_("two against two: {first} against {second}"), first=first, second=second))
        if not match.options["draw_rule"]:
            words.append(say(N_("without the draw rule")))
        return words

    def how_it_ended(self, match: Match) -> str:
        if match.state is None:
            return ""
        over = match.state.view(None)["over"]
        return say(ENDINGS[over]) if over in ENDINGS else ""


async def setup(bot: "Crux") -> None:
    await bot.add_cog(Cirondo(bot))
