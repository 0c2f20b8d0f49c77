"""Playing moves, and the trail they leave."""

from itertools import pairwise

from bot.match import ComputerLevel, Match, Matches, PlayedMove, Post, Replay
from bot.match.decisions import turns
from bot.store import Store
from tests.match.conftest import Clock
from tests.match.toy import RaceGame, games


async def play_moves(matches: Matches, match: Match, *moves: str) -> Match:
    """After these moves, each by the person or the computer to move."""
    for move in moves:
        if people := match.to_move_people():
            match = await matches.act(match.id, turns.play(people[0], move))
        else:
            match = await matches.act(match.id, turns.play_computer(move, seen_version=match.version))
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


def levels(match: Match) -> list[ComputerLevel | None]:
    return [seat.computer for seat in match.seats]


async def due(matches: Matches) -> list[int]:
    return [match for match, _ in await matches.lists.computer_turns()]


async def deliver(matches: Matches, message_id: int) -> int:
    """The one board that is due is delivered; gives the message that it is in."""
    (post,) = await matches.outbox.due()
    message = await matches.outbox.message_to_edit(post) or message_id
    await matches.outbox.note_posted(post.id, message)
    return message


async def only_post(matches: Matches) -> Post:
    (post,) = await matches.outbox.due()
    return post


def under(store: Store, clock: Clock, *installed: RaceGame) -> Matches:
    """The same matches after a restart with these games."""
    return Matches(store, games=games(*installed), clock=clock)


def moves_of(replay: Replay) -> list[list[str]]:
    return [[decision.move for decision in turn] for turn in replay.turns]
