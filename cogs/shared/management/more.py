"""**More** below a board: one private message with everything that can be done with a match besides moving."""

from bot.match import Host, Status
from bot.match.decisions import proposals
from bot.text import N_, say
from cogs.shared.client.refusals import ScreenRefusal
from cogs.shared.interactions.clicks import Button, Click, action, button, equal_parts, row
from cogs.shared.interactions.replies import reply
from cogs.shared.people.reminders import show_reminders
from cogs.shared.tables.seal import is_sealed
from cogs.shared.turns.orders import can_order
from cogs.shared.wording.labels import game_title

IN_A_ROW = 5  # buttons, as Discord allows


@action("more", "reply")
async def show_more(click: Click) -> None:
    """What this person can do with the match as it is now, from any of its boards."""
    match = await click.match()
    buttons = await _buttons(click)
    if not buttons:
        raise ScreenRefusal("There's nothing more you can do with this match right now.")
    title = say(N_("### {game} · match {id}"), game=game_title(match), id=match.id)
    rows = [row(*part) for part in equal_parts(buttons, IN_A_ROW)]
    await reply(click.interaction, title, rows=rows)


async def _buttons(click: Click) -> list[Button]:
    match, user, matches = await click.match(), click.user, click.bot.matches
    about = (match.id, match.version)
    buttons = []
    if match.terms.allows_hints and match.status is Status.RUNNING and match.to_move in match.seat_of(user):
        buttons.append(button(say(N_("Hint")), "hint", about=about))
    undoes, draws, resigns = await matches.allowed(
        match.id, proposals.undo(user), proposals.offer_draw(user), proposals.resign(user)
    )
    if undoes:
        buttons.append(button(say(N_("Undo")), "ask_undo", about=about))
    if draws and match.proposal is None and len(match.seats) > 1:
        buttons.append(button(say(N_("Offer a draw")), "offer_draw", about=about))
    if resigns:
        label = N_("Give up") if len(match.seats) == 1 or isinstance(match, Host) else N_("Resign")
        buttons.append(button(say(label), "ask_resign", about=about, style="danger"))
    if await matches.records.can_replay(match.id, hidden=True):
        buttons.append(button(say(N_("Moves")), "move_log", about=about))
    if await matches.records.can_replay(match.id):
        buttons.append(button(say(N_("Replay")), "show_replay", about=about))
    if can_order(match, user):
        buttons.append(button(say(N_("Plan ahead")), "orders", about=about))
    if match.status is Status.RUNNING and match.seat_of(user):
        buttons.append(button(say(N_("Try it out")), "try_out", about=about))
        if not match.terms.private:
            buttons.append(button(say(N_("Reminders")), "remind_me", about=about))
    if match.terms.private:  # there is no board for these buttons
        buttons.append(button(say(N_("Rules")), "rules_of", about=about))
        if is_sealed(match):
            buttons.append(button(say(N_("How the luck is sealed")), "seal_of", about=about))
    return buttons


@action("remind_me", "update")
async def remind_me(click: Click) -> None:
    """Shows this person's reminders, which are the same for all their matches."""
    await show_reminders(click.interaction, await click.bot.matches.reminders.settings(click.user), replace=True)
