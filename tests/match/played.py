"""Playing moves, and the trail they leave."""

from itertools import pairwise

from bot.match import Match, Matches, PlayedMove
from bot.match.decisions import turns


async def play_moves(matches: Matches, match: Match, *moves: str) -> Match:
    """After these moves, each by the player to move."""
    for move in moves:
        match = await matches.act(match.id, turns.play(match.to_move_people()[0], move))
    return match


def moves_by_turn(match: Match) -> list[list[str]]:
    return [[decision.move for decision in turn] for turn in match.trail.turns]


def whole(match: Match) -> tuple[PlayedMove, ...]:
    """The decisions, each of which begins where the one before it ended, up to the position."""
    decisions = match.trail.decisions
    for one, next_one in pairwise(decisions):
        assert one.after == next_one.before
        assert one.number < next_one.number
    if decisions:
        assert decisions[-1].after == match.state
    return decisions
