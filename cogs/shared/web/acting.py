"""What visitors do with a match. Each becomes the decision that a click on Discord makes, and acts once."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from bot.match import BoardHasMoved, Match, Refusal
from bot.match.decisions import proposals, turns
from bot.match.decisions.decision import Decision
from bot.text import N_, say
from cogs.shared.choosing.plans import encode_plan, plan_key
from cogs.shared.choosing.turn_checks import end_absence
from cogs.shared.presentation.registry import cog_for
from cogs.shared.scratch.board import begin_at_step
from cogs.shared.turns.coaching import remark_on, review_of
from cogs.shared.turns.hints import hint_for
from cogs.shared.turns.playing import newest_decisions
from cogs.shared.web.choices import choosing
from cogs.shared.web.documents import chosen_document, match_document
from cogs.shared.web.ended import practise, rematch, share, unshare
from cogs.shared.web.exercise_scratch import SCRATCH
from cogs.shared.web.visitors import BadRequest, Json, Visitor, interaction_of
from cogs.shared.wording.plain_words import without_ids

KEY_LENGTH = 16, 64
"""Characters of the key by which an act is known again when it's sent again."""

MOST_STEPS = 10**6
"""More than any replay has."""


async def act(visitor: Visitor, number: int, wish: Mapping[str, Any]) -> Json:
    """Does what the page asks for. Returns the match after it, and what was done in words.

    Raises BadRequest; BoardHasMoved if the visitor saw another position; otherwise as the decision.
    """
    what, key, seen = wish.get("do"), wish.get("key"), wish.get("version")
    if (
        not isinstance(what, str)
        or what not in ACTS
        or not isinstance(key, str)
        or not KEY_LENGTH[0] <= len(key) <= KEY_LENGTH[1]
    ):
        raise BadRequest
    if not isinstance(seen, int) or isinstance(seen, bool) or not 0 <= seen < 2**31:
        raise BadRequest
    match = await visitor.match(number)
    match = await end_absence(visitor.bot, match, visitor.user) if what == "play" else match
    return await ACTS[what](visitor, match, wish, seen)


async def _play(visitor: Visitor, match: Match, wish: Mapping[str, Any], seen: int) -> Json:
    if not all(isinstance(wish.get(name, ""), str) for name in ("plan", "check", "direct")):
        raise BadRequest
    bot, cog = visitor.bot, cog_for(visitor.bot, match.game)
    interaction = interaction_of(visitor, match, wish)
    review = await review_of(cog, match, visitor.user)
    try:
        after, count = await _decide(visitor, match, wish, seen, interaction)
    except Refusal:
        if await bot.matches.browsers.has_acted(interaction):  # the answer was lost, and the page asks again
            return await _after(visitor, await visitor.match(match.id), say(N_("Your move was played.")))
        raise
    decisions = newest_decisions(after.trail.decisions, match.version, count)
    played = cog.describe_turn(decisions) or say(N_("Your move was played."))
    lesson = await remark_on(cog, match, review, visitor.user, decisions)
    return await _after(visitor, after, "\n".join(filter(None, (lesson, played))))


async def _decide(
    visitor: Visitor, match: Match, wish: Mapping[str, Any], seen: int, interaction: int
) -> tuple[Match, int]:
    """Plays what was chosen. Returns the match after it and the number of moves."""
    plan, check, direct = wish.get("plan", ""), wish.get("check", ""), wish.get("direct", "")
    cog = cog_for(visitor.bot, match.game)
    if match.position_version is not None and seen < match.position_version:
        raise BoardHasMoved(seen=seen, now=match.position_version)
    chosen = choosing(cog, match, visitor.user, plan)
    moves = chosen.plan.moves
    if plan_key(moves) != check:  # of another release
        raise BoardHasMoved(seen=seen, now=match.version)
    if direct and direct not in {one.notation for one in cog.direct_moves(chosen.plan.state)}:
        raise BoardHasMoved(seen=seen, now=match.version)
    moves = [*moves, *filter(None, [direct])]
    if not moves:
        raise BadRequest
    decision = turns.play(visitor.user, moves[0], *moves[1:], seen_version=seen)
    return await visitor.bot.matches.act(match.id, decision, interaction=interaction), len(moves)


async def _hint(visitor: Visitor, match: Match, wish: Mapping[str, Any], seen: int) -> Json:
    hint = await hint_for(cog_for(visitor.bot, match.game), match, visitor.user)
    chosen = choosing(cog_for(visitor.bot, match.game), hint.match, visitor.user, encode_plan(hint.numbers))
    shown = chosen_document(chosen, f"matches/{match.id}") if hint.numbers else None
    return {"says": hint.words, "chosen": shown}


def _decides(decide: Callable[[int, int], Decision], words: str) -> "Act":
    async def decides(visitor: Visitor, match: Match, wish: Mapping[str, Any], seen: int) -> Json:
        decision = decide(visitor.user, seen)
        after = await visitor.bot.matches.act(match.id, decision, interaction=interaction_of(visitor, match, wish))
        return await _after(visitor, after, say(words))

    return decides


async def _after(visitor: Visitor, match: Match, said: str) -> Json:
    said = await without_ids(visitor.bot, match.place.guild_id, said)
    return {"says": said, "match": await match_document(visitor, match)}


async def _try_out(visitor: Visitor, match: Match, wish: Mapping[str, Any], _seen: int) -> Json:
    """The position now, or with `step` that after a turn of a match that is over, on this person's scratch board."""
    scratch, step = visitor.bot.matches.scratch, wish.get("step")
    if step is None:
        position = await scratch.begin(match, visitor.user)
    else:
        if not isinstance(step, int) or isinstance(step, bool) or step < 0:
            raise BadRequest
        position = await begin_at_step(visitor.bot, match, visitor.user, str(min(step, MOST_STEPS)))
    return {"says": "", "go": f"{SCRATCH}/{match.id}/{position}"}


Act = Callable[[Visitor, Match, Mapping[str, Any], int], Awaitable[Json]]

ACTS: Mapping[str, Act] = {
    "play": _play,
    "hint": _hint,
    "take_back": _decides(lambda user, seen: turns.take_back(user, seen_version=seen), N_("Undone.")),
    "undo": _decides(lambda user, _: proposals.undo(user), N_("The others are asked, if they have to agree.")),
    "draw": _decides(lambda user, _: proposals.offer_draw(user), N_("You've offered a draw.")),
    "resign": _decides(lambda user, _: proposals.resign(user), N_("You resigned.")),
    "agree": _decides(lambda user, seen: proposals.agree(user, seen_version=seen), N_("You agreed.")),
    "decline": _decides(
        lambda user, seen: proposals.decline(user, seen_version=seen), N_("You declined. The match goes on.")
    ),
    "try_out": _try_out,
    "rematch": rematch,
    "practise": practise,
    "share": share,
    "unshare": unshare,
}
"""What the page can ask for, by name."""
