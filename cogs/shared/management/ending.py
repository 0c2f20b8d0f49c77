"""Ending one's own match: resigning, and offering a draw."""

from bot.match import DailyMatch, Host, Match, MatchOver, NotRunning, Status
from bot.match.decisions import proposals
from bot.rules import GAMES
from bot.text import N_, say, say_plural
from cogs.shared.boards.confirmations import confirm
from cogs.shared.boards.solo import show_private
from cogs.shared.choosing.turn_checks import check_player
from cogs.shared.interactions.clicks import Button, Click, action, button, on_match_click, row
from cogs.shared.interactions.replies import Interaction, reply
from cogs.shared.presentation.registry import cog_for
from cogs.shared.wording.labels import join_list, people
from cogs.shared.wording.times import day_of


@on_match_click("offer_draw")
async def offer_draw(interaction: Interaction, match: Match) -> None:
    """Offers a draw, or asks for confirmation if nobody has to agree to it."""
    if len(match.seats) == 1:  # nobody else has to agree, so it would end without a question
        await ask_to_resign(interaction, match)
        return
    after = await interaction.client.matches.act(
        match.id, proposals.offer_draw(interaction.user.id), interaction=interaction.id
    )
    outcome = N_("You've offered a draw. The others can answer on the board.")
    if after.status is Status.OVER:
        outcome = N_("The match has been called off.")
    elif after.proposal is not None and not after.proposal.needed:  # only computers
        outcome = N_("You've offered a draw. The answer will be on the board.")
    await confirm(interaction, after, say(outcome))


@on_match_click("ask_resign")
async def ask_to_resign(interaction: Interaction, match: Match) -> None:
    """Asks for confirmation before someone resigns. Raises the same as `check_can_resign`."""
    check_can_resign(match, interaction.user.id)
    question = resign_question(match, interaction.user.id)
    if isinstance(match, DailyMatch):
        words = N_("### Give up the daily of {day}?\nIt ends now, and you can't try again.")
        if not await interaction.client.matches.dailies.is_try(interaction.user.id, match):
            words = N_("### Stop practising?\nThis game ends now. Your result in the daily stays.")
        question = say(words, day=day_of(match.day))
    await reply(interaction, question, rows=[row(_resign_button(match))], replace=True)


def _resign_button(match: Match) -> Button:
    label = N_("Give up") if len(match.seats) == 1 or isinstance(match, Host) else N_("Resign")
    return button(say(label), "resign", about=(match.id, match.version), style="danger")


def resign_question(match: Match, user_id: int) -> str:
    """The confirmation question, which says who else is affected."""
    host = match.id if isinstance(match, Host) else match.host
    if host is not None:
        words = N_(
            "### Give up your game in match {id}?\nIt ends now, and you rank behind everyone who finishes theirs."
        )
        return say(words, id=host)
    if len(match.seats) == 1:
        return say(N_("### Give up match {id}?\nIt ends now and doesn't count among your best games."), id=match.id)
    own = match.seat_of(user_id)
    game = GAMES.get(match.game)
    sides = game.sides(len(match.seats), match.options) if game else ()
    partners = [seat for side in sides for seat in side if set(own) & set(side) and seat not in own]
    partners = [seat for seat in partners if match.seats[seat].computer is None and not match.seats[seat].absent]
    words = N_("### Resign match {id}?\nIt counts as a loss and can't be undone.")
    if match.terms.private:
        words = N_("### Resign match {id}?\nIt ends here, and this can't be undone.")
    staying = [match.seats[seat] for side in sides if not set(own) & set(side) for seat in side]
    staying = [seat for seat in staying if not seat.resigned]
    several = sum(not match.seats[side[0]].resigned for side in sides) > 2
    if several and any(seat.people for seat in staying):  # otherwise it ends the match
        words = N_(
            "### Resign match {id}?\nA computer takes over your seat, and you rank behind everyone who plays "
            "to the end. This can't be undone."
        )
    lines = [say(words, id=match.id)]
    sharing = [person for seat in own for person in match.seats[seat].people if person != user_id]
    if sharing:
        names = join_list([f"<@{person}>" for person in sharing])
        lines.append(
            say_plural(
                "{people} shares your seat and loses with you.",
                "{people} share your seat and lose with you.",
                len(sharing),
                people=names,
            )
        )
    if partners:
        names = join_list([people(match.seats[seat]) for seat in partners])
        lines.append(
            say_plural(
                "It counts once your partner {people} agrees.",
                "It counts once your partners {people} agree.",
                len(partners),
                people=names,
            )
        )
    return "\n".join(lines)


def check_can_resign(match: Match, user_id: int) -> None:
    """Refuses, before anybody is asked to confirm, what resigning would refuse.

    Raises NotRunning, MatchOver, NotInThisMatch, YouHaveResigned.
    """
    if match.status is Status.OPEN:
        raise NotRunning
    if match.status in (Status.OVER, Status.CANCELLED):
        raise MatchOver
    check_player(match, user_id)
    part = match.own_part(user_id)
    if part is not None and part.ending is not None:
        raise MatchOver


@action("resign", "update")
async def resign(click: Click) -> None:
    await click.match()
    after = await click.act(proposals.resign(click.user))
    if after.terms.private:
        await show_private(cog_for(click.bot, after.game), click.interaction, after)
        return
    if isinstance(after, Host):
        outcome = say(N_("You gave up your game."))
    elif after.status is Status.OVER:
        outcome = say(N_("You resigned."))
    elif not after.seat_of(click.user):
        outcome = say(N_("You resigned. A computer takes over your seat."))
    else:
        outcome = say(N_("I've asked your partners whether you may resign. They can answer on the board."))
    await confirm(click.interaction, after, outcome)
