"""How a match that has ended went, for its picture: from its log, which is replayed once for each board of an end."""

from bot.match import Match, Replay, Status
from bot.match.records.replay import BestTurn
from bot.match.values.errors import Refusal
from bot.words import UNKNOWN, Course, GameWords
from cogs.shared.presentation.presentation import Presentation, played_marks


async def course_of(cog: Presentation, match: Match, *, player: int | None = None) -> Course:
    """How the match went; unknown while it runs, or if its log can't be replayed from the beginning.

    Of a match whose luck others still play with, only a `player` of it may know that.
    """
    if match.status is not Status.OVER:
        return UNKNOWN
    try:
        return course_in(cog.words, await cog.bot.matches.records.replay(match.id, player=player))
    except Refusal:
        return UNKNOWN


def course_in(words: GameWords, replay: Replay) -> Course:
    """How the match of this replay went."""
    if replay.match.ending is None or replay.opening is None:
        return UNKNOWN
    return course_with(replay.last, replay.best_turn(words.gain))


def course_with(turns: int, best: BestTurn) -> Course:
    """That of a match of so many turns with this best one."""
    gain, turn = best
    return Course(turns, gain, played_marks(turn))
