"""Coaching: what matters before a person's move, and a word after it where a much better one was there.

Only the person reads it, and it fades out: it is for everyone's first matches.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from cachetools import LRUCache

from bot.computers.thinking import Review
from bot.match import Match, PlayedMove, Refusal, Status
from bot.text import N_, say
from cogs.shared.presentation.presentation import Presentation
from cogs.shared.wording.labels import join_list

if TYPE_CHECKING:
    from bot.client import Crux

ALWAYS, SOMETIMES = 8, 24  # decisions: up to the first each of them is coached, up to the second every other one
CACHE_SIZE = 100  # positions

_Reviews = LRUCache[tuple[int, int], Review]
_reviews: "WeakKeyDictionary[Crux, _Reviews]" = WeakKeyDictionary()


async def review_of(cog: Presentation, match: Match, user: int) -> Review | None:
    """What can be said of this person's moves now; None where they aren't coached, or have nothing to choose."""
    state = match.state
    is_wanted = match.terms.coached and match.terms.allows_hints
    if not is_wanted or match.status is not Status.RUNNING or state is None or state.to_move is None:
        return None
    if state.to_move not in match.seat_of(user) or len(state.legal()) == 1:
        return None
    known, key = _reviews.setdefault(cog.bot, LRUCache(CACHE_SIZE)), (match.id, match.version)
    if (review := known.get(key)) is None:
        if not is_coached(await cog.bot.matches.records.count_decisions(match.id, user)):
            return None
        try:
            review = known[key] = await cog.bot.computers.review(match, state.to_move, user)
        except Refusal:  # a hint is on its way to them, or nobody can think now
            return None
    is_direct = review.best.move in {one.notation for one in cog.direct_moves(state)}  # which says nothing to look for
    return None if is_direct else review


def is_coached(decided: int) -> bool:
    """Whether somebody who has decided this often in a match is coached at their next decision."""
    return decided < ALWAYS or (decided < SOMETIMES and decided % 2 == 0)


def advice(review: Review | None) -> str:
    """What to look for now, without the move."""
    reasons = [say(one.sentence, **one.values) for one in review.best.reasons if not one.against] if review else []
    return say(N_("🎓 Look for this: {reasons}."), reasons=join_list(reasons)) if reasons else ""


async def remark_on(
    cog: Presentation, match: Match, review: Review | None, user: int, played: Sequence[PlayedMove]
) -> str:
    """What `remark` says of the first of these decisions of a person that deserves it; the `review` is of the first."""
    for index, decision in enumerate(one for one in played if not one.automatic):
        if review is None and not index:
            return ""
        then = replace(match, state=decision.before, version=decision.number - 1)
        if words := remark(cog, then, await review_of(cog, then, user) if index else review, decision.move):
            return words
    return ""


def remark(cog: Presentation, match: Match, review: Review | None, move: str) -> str:
    """The better move, if there was one that is much better than the one that was played from this position."""
    if review is None or match.state is None or not move or move in review.good:
        return ""
    better = cog.describe_move(match.state, match.state.parse(review.best.move), [seat.colour for seat in match.seats])
    return say(N_("🎓 There was a much better move: {move}"), move=better)
