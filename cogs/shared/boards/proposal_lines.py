"""A proposal on the board: who asks for what, the answers, and the buttons to answer it."""

from collections.abc import Iterator

import discord

from bot.match import FORGOTTEN, Host, LoggedEvent, Match, Proposal, Status
from bot.text import N_, NP_, say, say_plural
from bot.text.terms import capitalise
from cogs.shared.boards.seat_status import newest_proposal, undecided_candidate
from cogs.shared.interactions.clicks import Style
from cogs.shared.presentation.presentation import Presentation
from cogs.shared.wording.labels import colours_of


def proposal_lines(cog: Presentation, match: Match) -> Iterator[str]:
    """What is proposed, and who can answer."""
    proposal = match.proposal
    if proposal is None or match.status is not Status.RUNNING:
        return
    words = NP_(
        "{colours} can press **Agree** or **Decline**. Playing a move also declines.",
        "{colours} can press **Agree** or **Decline**. Playing a move also declines.",
    )
    if isinstance(match, Host) or proposal.kind in ("replace", "relocate"):  # nobody else sees one's own game
        words = NP_("{colours} can press **Agree** or **Decline**.", "{colours} can press **Agree** or **Decline**.")
    if line := _proposal_line(cog, match, proposal):
        yield line
    if proposal.needed and proposal.kind != "concede":
        colours = capitalise(colours_of(match, proposal.needed))
        yield say_plural(*words, len(proposal.needed), colours=colours)


def answer_buttons(proposal: Proposal) -> Iterator[tuple[str, Style, str, str]]:
    """The buttons to answer a proposal: label, style, action and its rest."""
    if undecided_candidate(proposal):
        yield say(N_("Take the seat")), "primary", "take_seat", ""
    if proposal.kind == "concede":
        yield say(N_("Accept")), "success", "agree", ""
        yield say(N_("Play on")), "secondary", "decline", ""
        return
    if proposal.needed:
        yield say(N_("Agree")), "success", "agree", ""
    yield say(N_("Decline")), "danger", "decline", ""


def declined_line(match: Match, event: LoggedEvent, colour: str) -> str:
    """How a proposal ended without agreement."""
    if event.note == "lapsed":
        return say(N_("Not everyone agreed in time, so nothing changes."))
    if event.note == "left":
        return say(N_("The player who was asked has left this server, so nothing changes."))
    if event.note == "conceded":
        return say(N_("{colour} plays on."), colour=colour)
    if event.seat is None:
        return say(N_("The player who was asked declined."))
    proposal = newest_proposal(match)
    is_request = proposal is not None and proposal.kind == "ask"
    if proposal is not None and proposal.seat == event.seat:
        return say(
            N_("{colour} withdraws the request.") if is_request else N_("{colour} withdraws the offer."), colour=colour
        )
    return say(N_("{colour} declines.") if is_request else N_("{colour} declines the draw."), colour=colour)


def _proposal_line(cog: Presentation, match: Match, proposal: Proposal) -> str:
    """What is proposed, by whom, and until when."""
    undone = proposal.undone
    if proposal.seat is not None:
        words = N_("{person} would like {candidate} to take over {colour}.")
        if proposal.accepted:
            words = N_("{candidate} is ready to take over {colour}, as {person} suggested.")
        line = say(
            words,
            person=_mention(proposal.by),
            candidate=_mention(proposal.candidate),
            colour=match.seats[proposal.seat].colour,
        )
        return f"{line} {_until(proposal)}"
    if proposal.place is not None:
        words = N_("{people} would like to continue this match in <#{channel}>.")
        line = say(words, people=_mention(proposal.by), channel=proposal.place.posted_in)
        return f"{line} {_until(proposal)}"
    if proposal.kind == "concede":
        words = N_("{colour} sees no hope and offers to resign. Press **Accept** to win now, or play on.")
        return say(words, colour=match.seats[proposal.agreed[0]].colour.capitalize())
    if undone is None:
        return ""
    decision = next((one for one in match.trail.decisions if one.number == undone.of), None)
    move = undone.move  # if it is no longer in the trail
    if decision is not None:
        move = cog.describe_turn([decision]).replace("\n", " ")
    values = {"person": _mention(proposal.by), "colour": match.seats[proposal.agreed[0]].colour, "move": move}
    line = say(N_("{person} asks to undo {colour}'s last move: {move}"), **values)
    if undone.later:
        line = say_plural(
            "{person} asks to undo this move of {colour}'s and the one after it: {move}",
            "{person} asks to undo this move of {colour}'s and the {number} after it: {move}",
            undone.later,
            **values,
        )
    return f"{line} {_until(proposal)}"


def _mention(person: int | None) -> str:
    return f"<@{person}>" if person not in (None, FORGOTTEN) else say(N_("someone"))


def _until(proposal: Proposal) -> str:
    """Until when a proposal can be answered."""
    return say(N_("Open until {date}."), date=discord.utils.format_dt(proposal.until, "f")) if proposal.until else ""
