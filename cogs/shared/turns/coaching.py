"""Coaching: advice before a person's move, and a remark after it if another move was much better.

Only that person sees it, and it fades out: it is for people's first matches.
"""

from collections.abc import Sequence
from dataclasses import replace

from cachetools import LRUCache

from bot.computers.thinking import Review
from bot.match import Match, PlayedMove, Refusal, Status
from bot.text import N_, say
from cogs.shared.boards.posting import Posting
from cogs.shared.boards.thinking import after_computers, computer_to_move
from cogs.shared.choosing.composer import show_composer
from cogs.shared.client.client import Client
from cogs.shared.client.per_bot import per_bot
from cogs.shared.interactions.replies import Interaction
from cogs.shared.presentation.presentation import Presentation
from cogs.shared.wording.labels import join_list

ALWAYS, SOMETIMES = 8, 24  # decisions: up to the first number each is coached, up to the second every other one
CACHE_SIZE = 100  # positions


@per_bot
def _reviews_of(_bot: Client) -> LRUCache[tuple[int, int], Review]:
    """By match and version."""
    return LRUCache(CACHE_SIZE)


async def review_of(cog: Presentation, match: Match, user: int) -> Review | None:
    """An assessment of this person's moves now; None if they aren't coached, or have no choice."""
    state = match.state
    if not match.terms.allows_hints or match.status is not Status.RUNNING or state is None or state.to_move is None:
        return None
    if state.to_move not in match.seat_of(user) or len(state.legal()) == 1:
        return None
    reviews, key = _reviews_of(cog.bot), (match.id, match.version)
    if (review := reviews.get(key)) is None:
        if not await _is_coached_now(cog.bot, match, user):
            return None
        try:
            review = reviews[key] = await cog.bot.computers.review(match, state.to_move, user)
        except Refusal:  # a hint is on its way to them, or no worker can answer now
            return None
    is_direct = review.best.move in {one.notation for one in cog.direct_moves(state)}  # nothing to look for
    return None if is_direct else review


async def _is_coached_now(bot: Client, match: Match, user: int) -> bool:
    """Whether the table has coaching, or leaves it to who is new to the game, and this person still needs it."""
    records, coached = bot.matches.records, match.terms.coached
    if coached is None:
        alone = all(person == user for seat in match.seats for person in seat.people)
        coached = alone and await records.count_decisions_elsewhere(match, user) < ALWAYS
    return coached and is_coached(await records.count_decisions(match.id, user))


async def coach_first_move(cog: Presentation, interaction: Interaction, match: Match) -> None:
    """Offers someone who is coached their first choice with the advice, below the first board on which they move."""

    async def offer(match: Match, _: str = "") -> None:
        await _offer_advised(cog, interaction, match)

    if computer_to_move(match):
        after_computers(cog, match.id, offer)
    else:
        await offer(match)


async def _offer_advised(cog: Presentation, interaction: Interaction, match: Match) -> None:
    if advised := await advice(cog, match, interaction.user.id):
        await Posting.of(cog.bot).waiters.outcome(match)  # the advice is about the first board
        await show_composer(cog, interaction, match, intro=advised, replace=False)  # the response is the public table


def is_coached(decided: int) -> bool:
    """Whether someone who has made this many decisions in a match is coached at the next one."""
    return decided < ALWAYS or (decided < SOMETIMES and decided % 2 == 0)


async def advice(cog: Presentation, match: Match, user: int) -> str:
    """What this person should look for now, or a good move if nothing says that; empty if they aren't coached."""
    review = await review_of(cog, match, user)
    if review is None or match.state is None:
        return ""
    reasons = [say(one.sentence, **one.values) for one in review.best.reasons if not one.against]
    if reasons:
        return say(N_("🎓 Look for a move that {reasons}."), reasons=join_list(reasons))
    move = cog.describe_move(match.state, match.state.parse(review.best.move))
    return say(N_("🎓 A good move: {move}"), move=move)


async def remark_on(
    cog: Presentation, match: Match, review: Review | None, user: int, decisions: Sequence[PlayedMove]
) -> str:
    """The first `remark` on one of these decisions of a person; the `review` is for the first of them."""
    for index, decision in enumerate(one for one in decisions if not one.automatic):
        if review is None and not index:
            return ""
        then = replace(match, state=decision.before, version=decision.number - 1)
        if words := remark(cog, then, await review_of(cog, then, user) if index else review, decision.move):
            return words
    return ""


def remark(cog: Presentation, match: Match, review: Review | None, move: str) -> str:
    """The better move, if there was one much better than the one played in this position."""
    if review is None or match.state is None or not move or move in review.good:
        return ""
    better = cog.describe_move(match.state, match.state.parse(review.best.move))
    return say(N_("🎓 There was a much better move: {move}"), move=better)
