"""Southern Cross on Discord: how its actions, rolls and throws are chosen and told, and its rules in a few pages."""

import re
from collections.abc import Callable, Sequence
from itertools import permutations
from typing import TYPE_CHECKING, Any, ClassVar

from bot.match import Decision, Match
from bot.rules import GAMES, State
from bot.rules.chance import Scripted
from bot.rules.southern_cross import Position
from bot.rules.southern_cross.board import (
    COLOURS,
    EMPTY,
    LETTERS,
    SQUARE_NUMBERS,
    SQUARES,
    full_tile_names,
    has_winning_cluster,
    largest_cluster,
)
from bot.rules.southern_cross.special import SCATTER_OFFSET, TOLERANCES
from bot.text import N_, say
from cogs.shared.game import GameCog
from cogs.shared.paths import Path, Step
from cogs.shared.presentation import AtOnce, Page, Pictures
from cogs.shared.words import listed, mark_of
from images import southern_cross as pictures
from images.marks import NO_MARKS, Choice, Marks

if TYPE_CHECKING:
    from bot.client import Crux

GAME = GAMES["southern_cross"]

RANGES = {1: N_("easy"), 2: N_("medium"), 3: N_("hard"), 4: N_("very hard")}
POWERS = 20  # throws in one list; the last has one more

_SPIN = re.compile(r"spin ([NESWC]) (\d+)")


def position_of(state: State[Any]) -> Position:
    """The state as what it is. TypeError for a position of another game."""
    if not isinstance(state, Position):
        raise TypeError(f"{type(state).__name__} is no position of Southern Cross")
    return state


def at_stake(position: Position) -> list[str]:
    """The squares of the constellation on which the participant stands whose challenge it is."""
    return [SQUARES[square] for square in position.challenged]


def _position(board: str, **changes: Any) -> dict[str, Any]:
    """A position for the rules, row 6 first."""
    options = {"order": "BRYG", "challenge": "dice", "max_turns": 0} | changes.pop("options", {})
    document = {"game": GAME.key, "options": options, "turn": 1, "to_move": 0, "phase": "act", "actions_left": 3}
    return document | {"board": board.split("/"), "special": None} | changes


def _shown(document: dict[str, Any], *choices: str, chosen: str = "") -> Callable[[], tuple[dict[str, Any], Marks]]:
    """The position with places marked, numbered from 1."""

    def picture() -> tuple[dict[str, Any], Marks]:
        marked = tuple(Choice(str(number), at, "target") for number, at in enumerate(choices, 1))
        return GAME.load(document).view(None), Marks(choices=marked, chosen=(chosen,) if chosen else ())

    return picture


def _won() -> tuple[dict[str, Any], Marks]:
    board = "GG...R/.G.RRR/...R../...R../Y..Y../YY...B"
    return GAME.load(_position(board, turn=2, to_move=None, phase="over", actions_left=0)).view(None), NO_MARKS


class SouthernCross(GameCog):
    """`/southern-cross`."""

    game = GAME
    pictures: ClassVar[Pictures] = pictures
    description_line = "Southern Cross: step, jump and turn dials to bring six counters together; for 4"
    option_names: ClassVar = {
        "order": ("order", "Who plays which colour and in which order (default: blue, red, yellow, green)"),
        "challenge": ("challenge", "How a constellation is decided: dice, or throws at a bucket (default: dice)"),
        "max_turns": ("turn-limit", "The match ends after so many turns; 0 is no limit (default: 0)"),
    }
    choice_names: ClassVar = {
        "order": {
            "".join(order): ", ".join(COLOURS[ord(letter)].name for letter in order) for order in permutations(LETTERS)
        },
        "challenge": {"dice": "dice", "throw": "throws at a bucket"},
    }
    rule_pages = (
        Page(
            N_("Aim"),
            N_(
                "A board of 6 by 6 squares, in nine tiles of four. Each of the four colours has six counters in its "
                "base, at one side of the board.\n\n"
                "**Bring all six of yours onto the board so that they stand together in one cluster**, side by side "
                "without a gap (corners don't count), and none of them on your own home tile, the one in front of your "
                "base. Whoever has "
                "such a cluster when a turn is over has won, whoever's turn it was.\n\n"
                "Here Red has won: six connected counters, and none of them on tile E."
            ),
            _won,
        ),
        Page(
            N_("Your turn"),
            N_(
                "You have up to **three actions**, in any mix, then you press **End turn**. Fewer are fine. Until "
                "then **Take back** undoes them one by one.\n\n"
                "- **Move:** one of your counters goes to an empty square beside it, or out of the base onto one of "
                "the two squares in front of it.\n"
                "- **Jump:** one of your counters hops straight over a neighbour, of any colour, to the empty square "
                "behind it, and on and on as long as it can. All hops together are one action. From the base it hops "
                "over a counter that stands right in front.\n"
                "- **Spin:** turn one dial (N, E, S, W or C) by 90, 180 or 270 degrees, whoever stands on it. The "
                "four corner tiles can't be turned.\n\n"
                "Blue's base reaches 1 with a move, and 2, 3, 4 and 5 with a single jump."
            ),
            _shown(_position("..B.../....../..G.../...G../....B./......"), "d6", "c5", "c3", "e3", "e1"),
        ),
        Page(
            N_("Constellations"),
            N_(
                "A tile whose four squares all hold counters is **full**. During your turn there may be several, but "
                "at its end **one at most**; an action after which you could no longer manage that isn't allowed.\n\n"
                "If one is full when you end your turn, new or old, it is a **constellation** and a special round is "
                "played on it: everybody with counters there has to stand a challenge, in turn order, beginning with "
                "you. It stays dangerous: as long as it is full it is challenged again after each turn."
            ),
            _shown(_position("....../..YY../..RR../..BB../....../......", turn=5)),
        ),
        Page(
            N_("Dice"),
            N_(
                "Count your counters on the constellation and roll that many dice: **each must be higher than that "
                "number**. Each die that isn't costs you a counter, which goes back to your base; if you have "
                "more there than you lose, you choose which.\n\n"
                "With one counter 2 to 6 are good, with four only 5 and 6. Everybody rolls, even if somebody's loss "
                "has opened the tile before."
            ),
            _shown(
                _position(
                    "....../..YY../..RR../..BB../....../......",
                    turn=5,
                    phase="roll",
                    actions_left=0,
                    special={"tile": "C", "waiting": [1], "failed": 0, "throws": []},
                )
            ),
        ),
        Page(
            N_("Throws"),
            N_(
                "At a table with throws you don't roll but throw at a bucket, once for each of your counters there. "
                "Judge the distance and the wind in the picture and choose a power from 0 to 100.\n\n"
                "Power 60 flies about as far as the mark 60; wind from behind carries it on, wind from the front "
                "holds it back, and your hand is never quite steady: up to 15 too short or too far. The more counters "
                "you have at stake the narrower the bucket. Each miss costs a counter."
            ),
            _shown(
                _position(
                    "....../..YY../..RG../..BB../....../......",
                    options={"challenge": "throw"},
                    turn=5,
                    phase="throw",
                    actions_left=0,
                    special={
                        "tile": "C",
                        "waiting": [1, 3],
                        "failed": 0,
                        "throws": [{"target": 62, "wind": 6}, {"target": 35, "wind": -3}],
                    },
                )
            ),
        ),
        Page(
            N_("The end"),
            N_(
                "Clusters count only when a turn is completely over, after the special round. If two colours have one "
                "at once, the first in turn order wins, beginning with the one whose turn it was. The others are "
                "placed by their largest cluster off their home tile, then by their counters on the board.\n\n"
                "With a turn limit the match ends there, and everybody is placed like that.\n\n"
                "**Teams:** open the table with shared seats, and several people hold one colour; any of them acts.\n\n"
                "Typing moves: `c3-c4` moves, `base-c6` enters, `c3xe5` jumps there, `spin N 90` turns, `end` ends the "
                "turn; `roll`, `throw 55` and `remove c4 d3` in special rounds."
            ),
        ),
    )

    # Choosing

    def at_once(self, state: State[Any]) -> list[AtOnce]:
        position = position_of(state)
        if position.phase == "roll":
            number = len(at_stake(position))
            return [AtOnce(say(N_("Roll one die") if number == 1 else N_("Roll {number} dice"), number=number), "roll")]
        if position.phase == "act" and len(full_tile_names(position.cells)) <= 1:
            return [AtOnce(say(N_("End turn")), "end", "secondary" if position.actions_left else "success")]
        return []

    def choosing(self, state: State[Any]) -> str:
        match position_of(state).phase:
            case "throw":
                return say(N_("Throw"))
            case "remove":
                return say(N_("Choose"))
            case _:
                return say(N_("Act"))

    def paths(self, state: State[Any]) -> list[tuple[Path, Any]]:
        """Move, Jump or Spin first, then what, then where; the counters to be lost in any order."""
        if position_of(state).phase != "remove":
            return super().paths(state)
        heading = say(N_("Which counter goes home?"))
        return [
            (tuple(Step(square, heading, square, "piece") for square in order), move)
            for move in state.legal()
            for order in permutations(state.notate(move).split()[1:])
        ]

    def path(self, state: State[Any], move: Any) -> Path:
        text = state.notate(move)
        if text.startswith("throw "):
            power = int(text.split()[1])
            first = min(power // POWERS, 4) * POWERS
            last = 100 if first == 4 * POWERS else first + POWERS - 1
            # The picture shows how far that flies, once it is chosen.
            return (Step(str(power), say(N_("Power {first} to {last}"), first=first, last=last), via=(str(power),)),)
        what, where, detail = say(N_("What do you do?")), say(N_("Where to?")), self._fills(position_of(state), move)
        if spun := _SPIN.fullmatch(text):
            dial, amount = spun.groups()
            turned = say(N_("{amount}° clockwise"), amount=amount)
            return (
                Step(say(N_("Spin")), what),
                Step(dial, say(N_("Which dial?")), dial, "piece"),
                Step(turned, say(N_("How far?")), f"{dial} {amount}", "target", detail),
            )
        start, *way = re.split("[-x]", text)
        which = Step(say(N_("from the base")) if start == "base" else start, say(N_("Which counter?")), start, "piece")
        through = say(N_("through {squares}"), squares=", ".join(way[:-1])) if len(way) > 1 else ""
        details = ", ".join(filter(None, (through, detail)))
        kind = say(N_("Move") if "-" in text else N_("Jump"))
        return Step(kind, what), which, Step(way[-1], where, way[-1], "target", details, via=tuple(way[:-1]))

    @staticmethod
    def _fills(position: Position, move: Any) -> str:
        """What the action does to full tiles, in a few words."""
        was, now = full_tile_names(position.cells), full_tile_names(position.play(move, Scripted([])).cells)
        parts = [say(N_("fills {tile}"), tile=tile) for tile in now if tile not in was]
        parts += [say(N_("opens {tile}"), tile=tile) for tile in was if tile not in now]
        return ", ".join(parts)

    def to_do(self, state: State[Any], colours: Sequence[str]) -> str:
        position = position_of(state)
        special = position.special
        if special is None or position.to_move is None:
            return self._actions(position)
        number = len(at_stake(position))
        values: dict[str, object] = {"tile": special.tile, "number": number}
        values["colour"] = colours[position.to_move].capitalize()
        match position.phase:
            case "roll" if number == 1:
                words = N_("Special round on {tile}: {colour} has one counter there, and the die must show 2 or more.")
            case "roll":
                words = N_(
                    "Special round on {tile}: {colour} has {number} counters there, "
                    "and each die must be higher than {number}."
                )
            case "throw":
                values |= {"left": len(special.throws), "range": say(RANGES[number])}
                words = (
                    N_("Special round on {tile}: {colour} has one throw at the bucket left ({range}).")
                    if len(special.throws) == 1
                    else N_("Special round on {tile}: {colour} has {left} throws at the bucket left ({range}).")
                )
            case _:
                values["lost"] = special.failed
                words = (
                    N_("{colour} loses one of {number} counters on {tile} and chooses which.")
                    if special.failed == 1
                    else N_("{colour} loses {lost} of {number} counters on {tile} and chooses which.")
                )
        return say(words, **values)

    @staticmethod
    def _actions(position: Position) -> str:
        left = position.actions_left
        words = N_("{number} actions left.") if left > 1 else N_("One action left.") if left else N_("No action left.")
        lines = [say(words, number=left)]
        full = full_tile_names(position.cells)
        if len(full) == 1:
            lines.append(say(N_("{tile} is full: ending the turn now begins a special round there."), tile=full[0]))
        elif full:
            words = N_("{tiles} are full: the turn can't end before only one of them is.")
            lines.append(say(words, tiles=listed(full)))
        return " ".join(lines)

    # Telling

    def said(self, state: State[Any], move: Any, colours: Sequence[str]) -> str:
        text = state.notate(move)
        colour = colours[state.to_move or 0].capitalize()
        match text.split()[0]:
            case "end":
                return say(N_("{colour} ends the turn."), colour=colour)
            case "roll":
                return say(N_("{colour} rolls."), colour=colour)
            case "throw":
                return say(N_("{colour} throws with power {power}."), colour=colour, power=text.split()[1])
            case "remove":
                return say(N_("{colour} sends {squares} home."), colour=colour, squares=listed(text.split()[1:]))
            case _:
                return say(N_("{colour} {does}."), colour=colour, does=self._action(text))

    @staticmethod
    def _action(text: str) -> str:
        """An action as it is told of a colour: "moves c3 to c4"."""
        if spun := _SPIN.fullmatch(text):
            return say(N_("turns {dial} by {amount}°"), dial=spun[1], amount=spun[2])
        start, *way = re.split("[-x]", text)
        if "-" in text:
            words = N_("enters on {target}") if start == "base" else N_("moves {start} to {target}")
        else:
            words = N_("jumps in to {target}") if start == "base" else N_("jumps from {start} to {target}")
        return say(words, start=start, target=" → ".join(way))

    def turn_in_words(self, turn: Sequence[Decision], colours: Sequence[str]) -> str:
        """The actions in one line, then a line for each challenge of the special round."""
        lines: list[str] = []
        actions = [one for one in turn if position_of(one.before).phase == "act"]
        done = [self._action(one.move) for one in actions if one.move != "end"]
        if actions:
            unused = (
                N_("{colour} ends the turn without an action.") if actions[0].opens else N_("{colour} ends the turn.")
            )
            words = N_("{colour} {does}.") if done else unused
            lines.append(say(words, colour=self._name(actions[0].seat, colours), does=listed(done)))
        for one in turn:
            special = position_of(one.after).special
            if one.move == "end" and special is not None:
                lines.append(say(N_("**{tile} is a constellation: a special round.**"), tile=special.tile))
            elif one not in actions:
                lines.append(self._challenge(one, colours))
        return "\n".join(lines)

    @staticmethod
    def _name(seat: int, colours: Sequence[str]) -> str:
        return f"{mark_of(colours[seat])} {colours[seat].capitalize()}"

    def _challenge(self, decision: Decision, colours: Sequence[str]) -> str:
        """A roll, a throw or a choice in a special round, and what came of it."""
        was, now = position_of(decision.before), position_of(decision.after)
        colour = self._name(decision.seat, colours)
        if decision.move.startswith("remove"):
            squares = decision.move.split()[1:]
            return say(N_("{colour} sends {squares} home."), colour=colour, squares=listed(squares))
        mine = at_stake(was)
        if decision.move == "roll":
            line = say(N_("{colour} rolls {dice}."), colour=colour, dice=f"**{listed(decision.chance)}**")
        else:
            line = self._throw(decision, was, colour)
            if was.special is not None and len(was.special.throws) > 1:
                return line
        gone = [square for square in mine if now.cells[SQUARE_NUMBERS[square]] == EMPTY]
        if gone:
            words = N_("{squares} goes home.") if len(gone) == 1 else N_("{squares} go home.")
        elif now.phase == "remove" and now.special is not None:
            words = N_("One counter is lost.") if now.special.failed == 1 else N_("{number} counters are lost.")
        else:
            words = N_("All stay.") if len(mine) > 1 else N_("It stays.")
        lost = now.special.failed if now.special is not None else 0
        return line + " " + say(words, squares=listed(gone), number=lost)

    @staticmethod
    def _throw(decision: Decision, was: Position, colour: str) -> str:
        """A throw with where it landed, which follows from what luck gave first."""
        power = int(decision.move.split()[1])
        scatter = next((outcome for outcome in decision.chance if isinstance(outcome, int)), None)
        if was.special is None or scatter is None:
            return say(N_("{colour} throws with power {power}."), colour=colour, power=power)
        target, wind = was.special.throws[0]
        landing = power + wind + SCATTER_OFFSET + scatter
        hit = abs(landing - target) <= TOLERANCES[len(at_stake(was))]
        words = (
            N_("{colour} throws with power {power}, lands on {landing} and hits the bucket at {target}!")
            if hit
            else N_("{colour} throws with power {power}, lands on {landing} and misses the bucket at {target}.")
        )
        return say(words, colour=colour, power=power, landing=landing, target=target)

    def standing(self, state: State[Any], seat: int) -> str:
        position = position_of(state)
        cluster = largest_cluster(position.cells, position.letter(seat))
        return say(
            N_("{number} on the grid, cluster of {cluster}"),
            number=position.cells.count(position.letter(seat)),
            cluster=cluster,
        )

    def how_it_ended(self, match: Match) -> str:
        if match.state is None or match.ending is None or match.ending.kind != "played":
            return ""
        position = position_of(match.state)
        for seat in match.seats:  # not only the first of the places: a computer may play on for somebody placed behind
            if has_winning_cluster(position.cells, position.letter(seat.number)):
                words = N_("{colour}'s six counters stand together.")
                return say(words, colour=seat.colour.capitalize())
        return say(N_("The limit of {number} turns is reached."), number=position.options.max_turns)


async def setup(bot: "Crux") -> None:
    await bot.add_cog(SouthernCross(bot))
