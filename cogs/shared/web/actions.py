"""What else visitors can do with a match than to choose a move: what the buttons on Discord offer there."""

from bot.match import DailyMatch, Host, Match, Status
from bot.match.decisions import proposals
from bot.text import N_, say
from cogs.shared.management.ending import resign_question
from cogs.shared.tables.rematches import offers_rematch
from cogs.shared.web.sharing import may_be_shown
from cogs.shared.web.visitors import Json, Visitor
from cogs.shared.wording.plain_words import without_ids


def action_document(name: str, label: str, question: str = "") -> Json:
    """Something that can be done, and what is asked before."""
    return {"do": name, "label": label, "question": question}


def is_turn_of(match: Match, user: int) -> bool:
    """Whether this person decides now, also if a computer stands in for them."""
    running = match.status is Status.RUNNING and match.state is not None
    return running and match.to_move is not None and match.to_move in match.seat_of(user)


async def actions_of(visitor: Visitor, match: Match) -> list[Json]:
    """What else this visitor can do with the match: the label, and what is asked before."""
    bot, user, matches = visitor.bot, visitor.user, visitor.bot.matches
    if match.status is Status.OVER:
        return await _actions_at_the_end(visitor, match)
    if match.status is not Status.RUNNING or not match.seat_of(user):
        return []
    actions: list[Json] = []

    def add(name: str, label: str, question: str = "") -> None:
        actions.append(action_document(name, label, question))

    undoes, draws, resigns = await matches.allowed(
        match.id, proposals.undo(user), proposals.offer_draw(user), proposals.resign(user)
    )
    if match.state is not None:
        add("try_out", say(N_("Try it out")))
    if match.terms.allows_hints and is_turn_of(match, user) and match.state and len(match.state.legal()) > 1:
        add("hint", say(N_("Hint")))
    if is_turn_of(match, user) and match.trail.retractable:
        add("take_back", say(N_("Undo")))
    elif undoes:
        add("undo", say(N_("Ask to undo")))
    proposal, own = match.proposal, set(match.seat_of(user))
    if proposal is not None and own & set(proposal.needed):
        add("agree", say(N_("Agree")))
    if proposal is not None and own & {*proposal.needed, *proposal.agreed}:
        add("decline", say(N_("Decline")))
    if draws and proposal is None and len(match.seats) > 1:
        add("draw", say(N_("Offer a draw")), say(N_("Offer a draw? The others can accept it or decline.")))
    if resigns and not isinstance(match, DailyMatch):
        alone = len(match.seats) == 1 or isinstance(match, Host)
        question = await without_ids(bot, match.place.guild_id, resign_question(match, user))
        add("resign", say(N_("Give up") if alone else N_("Resign")), question)
    return actions


async def _actions_at_the_end(visitor: Visitor, match: Match) -> list[Json]:
    """What those who have played a match can do once it's over."""
    bot, user = visitor.bot, visitor.user
    found: list[Json] = []
    if any(user in seat.people for seat in match.seats):
        if offers_rematch(match) and match.place.guild_id is not None:
            found.append(action_document("rematch", say(N_("Rematch"))))
        if isinstance(match, DailyMatch) and match.day == bot.matches.dailies.today:
            found.append(action_document("practise", say(N_("Practise"))))
        if match.seat_of(user) and await may_be_shown(bot, match):
            is_shared = await bot.matches.addresses.of_match(match.id) is not None
            found.append(action_document("share", say(N_("Share"))))
            if is_shared:
                found.append(action_document("unshare", say(N_("Stop sharing"))))
    return found
