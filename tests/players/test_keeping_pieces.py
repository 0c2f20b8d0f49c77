"""Cirondo: computers below hard overlook threats that are far away, but give no planet away for nothing."""

import random
from collections.abc import Iterator

import pytest

from bot.players import LEVELS, ChosenMove, player_for
from bot.players.budget import Budget, Meter
from bot.players.cirondo import judge
from bot.rules import GAMES
from bot.rules.chance import Scripted
from bot.rules.cirondo import Move, Position
from bot.rules.cirondo.board import MOON, SPACE_NUMBERS, kind_of, seat_of
from tests.players.positions import cirondo_with

GAME = GAMES["cirondo"]
NO_LUCK = Scripted([])
OPENING = 6  # random decisions of both seats
LONGEST = 300  # decisions

Decision = tuple[Position, Move, ChosenMove | None]
"""A position, the move that was played there, and what the computer thought of it if it had a choice."""


def taken_for_nothing(state: Position, seat: int) -> set[Move]:
    """The mover's captures of a seat's planets or Solar Systems that nothing can recapture."""
    cells = state.board.cells
    captures = set()
    for move in state.legal():
        captured = cells[SPACE_NUMBERS[move.target]]
        if captured and seat_of(captured) == seat and kind_of(captured) != MOON:
            after = state.play(move, NO_LUCK)
            if all(reply.target != move.target for reply in after.legal()):
                captures.add(move)
    return captures


def match(levels: tuple[str, str], seed: int) -> list[Decision]:
    source = random.Random(seed)
    players = [
        player_for("cirondo", 2, {}, seat, LEVELS[level].within(Budget(positions=6_000)), random.Random(seed + seat))
        for seat, level in enumerate(levels)
    ]
    state: Position = GAME.start(2, {}, NO_LUCK)  # type: ignore[assignment]  # all games' states have one type there
    decisions: list[Decision] = []
    for number in range(LONGEST):
        seat = state.to_move
        if seat is None:
            break
        choice = None if number < OPENING or len(state.legal()) == 1 else players[seat].choose(state.view(seat))
        move = source.choice(state.legal()) if choice is None else state.parse(choice.move)
        decisions.append((state, move, choice))
        state = state.play(move, NO_LUCK)
    return decisions


def keeps_more(before: Position, other: Move, move: Move) -> bool:
    """Whether nothing could be taken for nothing after another move, nor by as costly an exchange as after this one."""
    then = before.play(other, NO_LUCK)
    if before.to_move is None or then.to_move is None or taken_for_nothing(then, before.to_move):
        return False
    position = judge.position(before, Meter(Budget()), plain=False)
    return position.gives_away(position.encode(other)) < position.gives_away(position.encode(move))


def given_away(decisions: list[Decision]) -> Iterator[int]:
    """The seats that lost a planet or Solar System for nothing right after a quiet move, where they needn't have.

    It was taken, could not be recaptured, and the next move took nothing either; another move would have kept more.
    """
    for (before, move, choice), (then, reply, _), (after, answer, _) in zip(
        decisions, decisions[1:], decisions[2:], strict=False
    ):
        seat = before.to_move
        assert seat is not None
        quiet = not before.board.cells[SPACE_NUMBERS[move.target]]
        lost = choice is not None and quiet and reply in taken_for_nothing(then, seat)
        if (
            lost
            and not after.board.cells[SPACE_NUMBERS[answer.target]]
            and any(keeps_more(before, other, move) for other in before.legal())
        ):
            yield seat


PLAYED = {
    "easy": (
        "2.3gP.gP.4gP7.2sP.2sPgP5sP2./gP.4gM.5gMgP.gMgP3.3sMsP.5sM2.gP/6.gM5.gM5.sM10.sM2./.gM2.gP9.gPsP14.sM./"
        "13.gM8.sM3.sP5./32./17.sM14./32. s 2d - - - -",
        "A20-E16",
    ),
    "beginner": (
        "5.2gP.gP.2gP6.3sP.2sP3.sP3.sP/8.gPgM5.sP16./5.gM7.gM7.3sM5.sM2./2.gM3.2gM4.gM17.sM./"
        "sPgM2.gM3.gM.2gM2.gM2.sP.sM4.4sMsP3./3.gM24.sM.sP./20.sM11./32. g 2d - - - -",
        "A7-H32",
    ),
}
"""What a level played where it expected that its planet would be taken."""


@pytest.mark.parametrize("level", PLAYED)
def test_a_level_below_hard_moves_no_planet_to_where_it_is_taken_for_nothing(level: str) -> None:
    line, bad = PLAYED[level]
    state = GAME.from_fen(line)  # type: ignore[attr-defined]  # only some games have a one-line form
    assert taken_for_nothing(state.play(state.parse(bad), NO_LUCK), state.to_move)
    for seed in range(6):
        player = player_for("cirondo", 2, {}, state.to_move, LEVELS[level], random.Random(seed))
        choice = player.choose(state.view(state.to_move))
        assert not taken_for_nothing(state.play(state.parse(choice.move), NO_LUCK), state.to_move)


class TestWhatAMoveGivesAway:
    """Gold's planet on A2 can go to D5, where silver's planet on H1 takes it."""

    GOLD = ("A2", "A9", "A10")
    SILVER = ("H1", "A25", "A26")

    @staticmethod
    def lost(text: str, gold: dict[str, list[str]], silver: dict[str, list[str]]) -> float:
        state = cirondo_with(gold, silver)
        assert isinstance(state, Position)
        position = judge.position(state, Meter(Budget()), plain=False)
        key = position.key()
        lost = position.gives_away(position.encode(state.parse(text)))
        assert position.key() == key
        return lost

    def test_is_a_planet_where_it_is_taken_and_nothing_recaptures(self) -> None:
        gold = {"planets": list(self.GOLD), "moons": ["B9", "B10"]}
        silver = {"planets": list(self.SILVER), "moons": ["B25", "B26"]}
        assert self.lost("A2-D5", gold, silver) == pytest.approx(1.05)  # it has left home
        assert self.lost("A2-C4", gold, silver) == 0

    def test_is_nothing_where_a_planet_recaptures(self) -> None:
        gold = {"planets": [*self.GOLD, "A8"], "moons": ["B9", "B10"]}
        silver = {"planets": list(self.SILVER), "moons": ["B25", "B26"]}
        assert self.lost("A2-D5", gold, silver) == 0

    def test_is_nothing_for_a_capture(self) -> None:
        gold = {"planets": list(self.GOLD), "moons": ["B9", "B10"]}
        silver = {"planets": list(self.SILVER), "moons": ["D5", "B25", "B26"]}
        assert self.lost("A2xD5", gold, silver) == 0

    def test_is_a_planet_that_stays_where_it_is_taken(self) -> None:
        gold = {"planets": ["D5", *self.GOLD[1:]], "moons": ["B9", "B10"]}
        silver = {"planets": list(self.SILVER), "moons": ["B25", "B26"]}
        assert self.lost("B9-C9", gold, silver) == pytest.approx(1.05)


MATCHES = [pytest.param(seed, marks=[] if seed < 1 else [pytest.mark.slow]) for seed in range(200)]


@pytest.mark.thorough
@pytest.mark.parametrize("seed", MATCHES)
def test_no_planet_is_given_away_in_a_match_between_the_lowest_levels(seed: int) -> None:
    levels = ("easy", "beginner") if seed % 2 else ("beginner", "easy")
    assert [levels[seat] for seat in given_away(match(levels, seed))] == []
