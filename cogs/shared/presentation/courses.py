"""How a match that has ended went, for its picture: from its log, which is replayed once for each board of an end."""

from operator import itemgetter

from bot.match import Match, PlayedMove, Replay, Status
from bot.match.values.errors import Refusal
from bot.words import UNKNOWN, Course, GameWords
from cogs.shared.presentation.presentation import Presentation, played_marks


async def course_of(cog: Presentation, match: Match) -> Course:
    """How the match went; unknown while it runs, or if its log can't be replayed from the beginning."""
    if match.status is not Status.OVER:
        return UNKNOWN
    try:
        return course_in(cog.words, await cog.bot.matches.records.replay(match.id))
    except Refusal:
        return UNKNOWN


def course_in(words: GameWords, replay: Replay) -> Course:
    """How the match of this replay went."""
    ending = replay.match.ending
    if ending is None or replay.opening is None:
        return UNKNOWN
    won = {seat for seat, place in enumerate(ending.places or ()) if place == 1}
    gains: list[tuple[int, tuple[PlayedMove, ...]]] = [
        (words.gain(turn[0].before.sight(None), turn[-1].after.sight(None), turn[0].seat), turn)
        for turn in replay.turns
        if turn[0].seat in won
    ]
    best, turn = max(gains, key=itemgetter(0), default=(0, ()))
    return Course(replay.last, best, played_marks(turn))
