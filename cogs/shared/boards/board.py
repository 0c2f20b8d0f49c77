"""A board's message: who is to move, what just happened, the picture, the buttons.

Its words are plain data, stored with the posted message, so that the message can be rebuilt without its buttons.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from typing import Any

import discord
from discord import ui

from bot.contests.values.contest import Contest
from bot.match import Host, LoggedEvent, Match, Proposal, Seat, SeriesKind, Status
from bot.rules import State
from bot.text import N_, group_digits, say, say_error, say_plural, term
from bot.text.terms import commas
from bot.words import colour_disc
from cogs.shared.access.links import message_link
from cogs.shared.boards.absence_lines import absence_lines
from cogs.shared.boards.proposal_lines import answer_buttons, declined_line, proposal_lines
from cogs.shared.boards.seat_status import (
    has_given_up,
    has_resigned,
    has_stand_in,
    may_be_taken_over,
    newest_proposal,
    not_called_later,
    part_of,
    reachable,
    undecided_candidate,
)
from cogs.shared.choosing.picks import Choice, pick_rows, picks
from cogs.shared.client.clipping import ALT, clip
from cogs.shared.interactions.clicks import IN_A_ROW, Style, button, row
from cogs.shared.presentation.presentation import Presentation
from cogs.shared.tables.rematches import offers_rematch
from cogs.shared.tables.seal import opened_line
from cogs.shared.wording.endings import outcome
from cogs.shared.wording.labels import COMPUTERS, join_list, ordinal, people, points, resigned_seats
from cogs.shared.wording.ratings import does_not_count, seat_gain, what_gains_mean
from cogs.shared.wording.times import (
    claim_line,
    clock_line,
    expiry_line,
    may_claim,
    seat_remarks,
    stand_in_line,
    vacation_line,
)

PICTURE = "board"  # the name of every board's file, with one of these endings
ENDINGS = ("webp", "jpg")
NEUTRAL = 0x8FA3C8
TEXT_LIMIT = 1900  # characters for each of the two texts; Discord takes 4,000 over both
_NOT_KEPT = ("buttons", "choices", "ping")  # fields that a board without buttons doesn't need
ON_EVERY_BOARD = ("open_board", "in_words", "rules_of", "more")  # the actions of buttons that don't belong to a turn

_Button = tuple[str, Style, str, str]  # label, style, action and its rest


@dataclass(frozen=True, slots=True)
class BoardContent:
    """Everything on a board's message except the picture's pixels."""

    title: str
    to_do: str  # what the seat to move must do
    happened: str
    seats: str
    foot: str
    alt: str
    colour: int
    picture: bool
    buttons: tuple[_Button, ...]
    ping: tuple[int, ...]  # who is called
    match: str = ""  # which match it is, in a few words
    choices: tuple[Choice, ...] = ()  # the first choices of a move
    choices_label: str = ""
    past: str = ""  # the last line once a newer board has replaced it
    deadline: int | None = None  # when the turn's time is over, as the title says it: seconds since 1970 (UTC)
    answer_by: int | None = None  # until when what is proposed can be answered, likewise
    file: str = f"{PICTURE}.{ENDINGS[0]}"  # the picture's name, by which a rebuilt message finds it

    def document(self) -> dict[str, Any]:
        return asdict(replace(self, choices=()))

    @classmethod
    def of(cls, document: Mapping[str, Any]) -> "BoardContent":
        """The stored words, possibly from another release: unknown fields are ignored, missing ones are empty."""
        empty = cls("", "", "", "", "", "", NEUTRAL, picture=False, buttons=(), ping=())
        fields = {name: document[name] for name in asdict(empty) if name in document and name not in _NOT_KEPT}
        return replace(empty, **fields)


def board_content(cog: Presentation, match: Match, contest: Contest | None = None) -> BoardContent:
    """What the board's message says about the match as it is now; the last board names its `contest`."""
    buttons: list[_Button] = []
    to_do = ""
    called: tuple[int, ...] = ()
    choices: list[Choice] = []
    colour = NEUTRAL
    if match.status is Status.RUNNING and isinstance(match, Host):
        title, to_do, called = _match_play(match)
        buttons.append((say(N_("Play")), "primary", "own", ""))
        buttons.append((say(N_("Compare")), "secondary", "compare", ""))
    elif match.status is Status.RUNNING and match.state is not None and match.state.to_move is not None:
        seat = match.seats[match.state.to_move]
        called = not_called_later(seat, match.to_move_people()) if match.mover is None else ()
        colour = cog.colour_of(seat.colour)
        title = _whose_turn(cog, match, seat)
        if match.mover is None:
            to_do = cog.to_do(match.state, [seat.colour for seat in match.seats])
            buttons.extend(turn_buttons(cog, match, match.state))
            choices = [(one.label, one.detail, one.icon) for one in picks(cog, match.state)]
        elif cog.game.hidden:
            buttons.append((cog.choose_label(match.state), "primary", "hand", ""))
    elif match.status is Status.FROZEN:
        title = say(N_("❄️ Match {id} is frozen"), id=match.id)
    else:
        title = outcome(match)
        if match.ending is not None and match.ending.places is not None and match.ending.places.count(1) == 1:
            colour = cog.colour_of(match.seats[match.ending.places.index(1)].colour)
    if match.proposal is not None and match.status is Status.RUNNING:
        if match.proposal.number > (match.position_version or 0):  # later they have been called already
            called = people_asked(match, match.proposal)
        buttons.extend(answer_buttons(match.proposal))
    called = _people_called_after_answer(match, called)
    deadline = announced_deadline(match)
    until = match.proposal.until if match.proposal is not None and match.status is Status.RUNNING else None
    if match.status is Status.OVER:
        buttons.append((say(N_("Replay")), "secondary", "replay_of", ""))
        buttons.append((say(N_("Review")), "secondary", "review_of", ""))
        if offers_rematch(match):
            buttons.append((say(N_("Rematch")), "primary", "rematch", ""))
        if cog.bot.web_url is not None and match.place.guild_id is not None and not match.terms.private:
            buttons.append((say(N_("Share")), "secondary", "share", ""))
    if match.status is Status.RUNNING and any(map(has_stand_in, match.seats)):
        buttons.append((say(N_("I'm back")), "secondary", "im_back", ""))
    if match.status is Status.RUNNING and may_claim(match):
        buttons.append((say(N_("Claim")), "danger", "claim", ""))
    for seat in match.seats:
        if may_be_taken_over(match, seat):
            label = say(N_("Computer plays {colour}"), colour=seat.colour.capitalize())
            buttons.append((label, "secondary", "take_over", str(seat.number)))
    if match.state is not None:
        if cog.bot.web_url is not None:
            buttons.append((say(N_("Open the board")), "secondary", "open_board", ""))
        buttons.append((say(N_("In words")), "secondary", "in_words", ""))
    buttons.append((say(N_("Rules")), "secondary", "rules_of", ""))
    if opened_line(match):
        buttons.append((say(N_("How the luck is sealed")), "secondary", "seal_of", ""))
    if match.status is Status.RUNNING:
        buttons.append((say(N_("More")), "secondary", "more", ""))
    return BoardContent(
        title=title,
        to_do=to_do,
        happened="\n".join(filter(None, (_newest_line(cog, match), *_notices(cog, match)))),
        seats=_seats(cog, match),
        foot=_foot(cog, match, contest),
        alt=clip(cog.alt(match), ALT) if match.state is not None else "",
        colour=colour,
        picture=match.state is not None,
        buttons=tuple(buttons),
        ping=called,
        choices=tuple(choices),
        choices_label=cog.pick_label(match.state) if choices else "",
        deadline=None if deadline is None else int(deadline.timestamp()),
        answer_by=None if until is None else int(until.timestamp()),
        match=say(N_("{game} · match {id}"), game=cog.game.title, id=match.id),
        past=say(N_("{game} · match {id} · an earlier board"), game=cog.game.title, id=match.id),
    )


def people_asked(match: Match, proposal: Proposal) -> tuple[int, ...]:
    """Who can answer the proposal, as far as they are there."""
    seats = [match.seats[number] for number in proposal.needed]
    return tuple(person for seat in seats for person in reachable(seat)) + undecided_candidate(proposal)


def news(cog: Presentation, match: Match) -> str:
    """The last thing that happened besides moves, or what is proposed, in one sentence."""
    event = _newest_event(match)
    happened = "" if event is None or event.kind == "move" else _newest_line(cog, match).split("\n")[-1]
    return happened or next(proposal_lines(cog, match), "")


def announced_deadline(match: Match) -> datetime | None:
    """The deadline in the title of the match's board; None if it says none."""
    told = match.status is Status.RUNNING and not isinstance(match, Host) and match.mover is None
    return match.clock.deadline if told and match.clock is not None else None


def _whose_turn(cog: Presentation, match: Match, seat: Seat) -> str:
    """Who is to move or to roll, and how much time they have."""
    parts = [people(seat) or say(N_("nobody"))]
    if match.mover is not None and seat.computer is None:  # their time is over
        parts = [say(N_("{computer} for {people}"), computer=say(COMPUTERS[match.mover]), people=parts[0])]
    elif match.mover is None and match.clock is not None:
        parts.append(clock_line(match.clock))
    words = N_("{mark} {colour} to move · {people}")
    if match.mover is not None:
        words = N_("{mark} {colour} is thinking · {people}")
    elif cog.only_rolls(match.state):
        words = N_("{mark} {colour} to roll · {people}")
    return say(words, mark=colour_disc(seat.colour), colour=seat.colour.capitalize(), people=" · ".join(parts))


def turn_buttons(cog: Presentation, match: Match, state: State[Any]) -> Iterator[_Button]:
    """What the seat to move can do, directly on the board."""
    direct_moves = cog.direct_moves(state)
    if len(state.legal()) > len(direct_moves):
        yield cog.choose_label(state), "primary", "hand" if cog.game.hidden else "move", ""
    yield from ((one.label, one.style, "now", one.notation) for one in direct_moves)
    if match.trail.retractable:
        yield say(N_("Undo")), "secondary", "take_back", ""


def board_view(match_id: int, version: int, words: BoardContent, *, current: bool) -> ui.LayoutView:
    """The message. Once a newer board has replaced it, it says what happened then and calls nobody."""
    view = ui.LayoutView(timeout=None)
    box: ui.Container[Any] = ui.Container(accent_colour=discord.Colour(words.colour if current else NEUTRAL))
    title = [f"### {words.title}"] if current or not words.happened else []
    to_do = words.to_do if current else ""
    box.add_item(ui.TextDisplay(clip("\n".join(filter(None, (*title, to_do, words.happened))), TEXT_LIMIT)))
    if words.picture:
        box.add_item(ui.MediaGallery(discord.MediaGalleryItem(f"attachment://{words.file}", description=words.alt)))
    foot = words.foot if current or not words.past else words.past
    box.add_item(ui.TextDisplay(f"{clip(words.seats, TEXT_LIMIT - 310)}\n-# {clip(foot, 300)}"))
    if current and words.choices:
        for choices in pick_rows(match_id, version, words.choices_label, words.choices):
            box.add_item(choices)
    if current:
        for members in _rows(words.buttons):
            box.add_item(
                row(
                    *(
                        button(label, name, payload, about=(match_id, version), style=style)
                        for label, style, name, payload in members
                    )
                )
            )
    view.add_item(box)
    return view


def _rows(buttons: Sequence[_Button]) -> Iterator[Sequence[_Button]]:
    """The buttons in rows. Those of every board get the last row to themselves if one row isn't enough."""
    if len(buttons) <= IN_A_ROW:
        yield buttons
        return
    usual = [one for one in buttons if one[2] in ON_EVERY_BOARD]
    others = [one for one in buttons if one not in usual]
    yield from (others[start : start + IN_A_ROW] for start in range(0, len(others), IN_A_ROW))
    yield usual


def with_new_place(words: BoardContent, match: Match, board: int) -> BoardContent:
    """The words of an older board, with a link to the message `board` in another channel or thread."""
    place = match.place
    notice = say(
        N_("➡️ Match {id} has moved to <#{channel}>: [go to the board]({link})"),
        id=match.id,
        channel=place.posted_in,
        link=message_link(place.guild_id, place.posted_in, board),
    )
    return replace(words, happened="\n".join(filter(None, (notice, words.happened))))


def _match_play(match: Match) -> tuple[str, str, tuple[int, ...]]:
    """The title, what to do, and who is called, while everyone plays their own game."""
    parts = match.series.parts if match.series is not None else ()
    through = sum(part.ending is not None for part in parts)
    title = say(N_("Match play · {through} of {seats} finished"), through=through, seats=len(match.seats))
    to_do = say(
        N_(
            "Everyone plays the same cards alone and in private. Press **Play** to open your game. Once "
            "everyone has finished, the scores are compared here."
        )
    )
    everybody = tuple(person for seat in match.seats for person in not_called_later(seat, reachable(seat)))
    return title, to_do, everybody if _begins(match) else ()


def _people_called_after_answer(match: Match, called: tuple[int, ...]) -> tuple[int, ...]:
    """Who is called after an answer to a proposal. The player to move and those who were asked know already.

    Only the proposer is told that the others declined.
    """
    event = _newest_event(match)
    if match.status is not Status.RUNNING or event is None or event.kind not in ("agree", "decline"):
        return called
    if event.kind == "agree":
        return called if match.proposal is None else ()
    proposal = newest_proposal(match)
    if proposal is None or proposal.seat is None:
        return called
    return reachable(match.seats[proposal.seat]) if proposal.seat != event.seat else ()


EVENT_LINES = {
    "begin": N_("The match begins."),
    "draw": N_("{colour} offers a draw."),
    "agree": N_("{colour} agrees."),
    "decline": N_("{colour} declines the draw."),
    "resign": N_("{colour} resigns."),
    "ask": N_("{colour} has asked the others."),
    "end": N_("A moderator ended the match."),
    "finish": N_("{colour} has finished."),
    "seat": N_("{colour} is now played by a computer."),
    "expire": N_("{colour} is out of time."),
    "claim": N_("{colour} was out of time."),
    "vacation": N_("{colour} is on vacation."),
}


TIME_LINES = {"expire": expiry_line, "claim": claim_line, "vacation": vacation_line}


def _newest_event(match: Match) -> LoggedEvent | None:
    """The last thing that happened, apart from moves to other places, absences and the like."""
    return next((event for event in reversed(match.recent) if event.kind in ("move", "undo", *EVENT_LINES)), None)


def _begins(match: Match) -> bool:
    """Whether nothing has happened since the match began."""
    event = _newest_event(match)
    return event is not None and event.kind == "begin"


def _newest_line(cog: Presentation, match: Match) -> str:
    """The last thing that happened, in one line of plain words."""
    event = _newest_event(match)
    if event is None:
        return ""
    if event.kind == "move":
        return "\n".join(filter(None, (stand_in_line(match), cog.describe_last_turns(match))))
    if event.kind == "begin":
        return "\n".join(filter(None, (say(EVENT_LINES["begin"]), cog.opening(match, event.chance))))
    colour = match.seats[event.seat].colour.capitalize() if event.seat is not None else say(N_("Someone"))
    if event.kind == "undo":
        taken_back = say(N_("{colour} undoes the last decision."), colour=colour)
        if match.to_move is not None and match.to_move != event.seat:
            words = N_("Everyone agrees: {colour}'s move is undone, and {colour} moves again.")
            taken_back = say(words, colour=match.seats[match.to_move].colour.capitalize())
        return "\n".join(filter(None, (cog.describe_last_turns(match), taken_back)))
    if event.kind == "decline":
        return declined_line(match, event, colour)
    if match.proposal is not None and (event.kind == "ask" or (event.kind == "agree" and event.seat is None)):
        return ""  # the line about the proposal says it
    if event.kind == "draw" and match.status is Status.OVER:  # there was nobody to ask
        return say(N_("{colour} calls off the match."), colour=colour)
    if event.kind == "seat":
        return _seat_change_line(match, event, colour)
    if event.note == "relocated":
        return say(N_("The match continues here, as everyone agreed."))
    if event.kind == "agree" and event.seat is None:
        return say(N_("The new player is ready."))
    if event.kind in ("resign", "agree") and match.status is Status.RUNNING and has_resigned(match, event.seat):
        return say(N_("{colour} resigns, and a computer takes over."), colour=colour)
    if event.kind == "resign" and match.status is Status.RUNNING:
        return say(N_("{colour} would like to resign if the rest of the side agrees."), colour=colour)
    if (
        isinstance(match, Host)
        and event.kind == "expire"
        and event.seat is not None
        and not match.seats[event.seat].missed
    ):
        return say(N_("{colour} is back."), colour=colour)
    if event.kind in TIME_LINES:
        happened = cog.describe_last_turns(match) if match.status is Status.RUNNING else ""
        return "\n".join(filter(None, (happened, TIME_LINES[event.kind](match, event.seat, colour))))
    if event.note == "by_time":
        return say(N_("The round's time is over. The player who was to move comes last."))
    if event.note == "gone":
        return say(N_("Someone has left the league or tournament, so this match won't continue."))
    if event.note == "stuck":
        return say(N_("After an update the match couldn't continue, so it's over."))
    if event.kind == "finish" and has_given_up(match, event.seat):
        return say(N_("{colour} gave up."), colour=colour)
    return say(EVENT_LINES[event.kind], colour=colour)


def _seat_change_line(match: Match, event: LoggedEvent, colour: str) -> str:
    """Says that a computer or a new player took a seat, or that its players are back."""
    seat = event.seat
    if event.note == "replaced" and seat is not None:
        return say_plural(
            "{people} now plays {colour}.",
            "{people} now play {colour}.",
            len(match.seats[seat].people),
            people=people(match.seats[seat]),
            colour=colour.lower(),
        )
    back = seat is not None and match.seats[seat].computer is None
    return say(N_("{colour} is back.") if back else EVENT_LINES["seat"], colour=colour)


def _notices(cog: Presentation, match: Match) -> list[str]:
    lines = []
    series = match.series
    if series is not None and series.kind is SeriesKind.POINTS:
        if match.status is Status.OVER and not series.over:
            words = N_("Game {number} of the series is over. The next one follows below.")
            lines.append(say(words, number=series.part))
        elif match.status is Status.RUNNING and _begins(match):
            words = N_("Game {number} of a series. The first to reach {target} points wins it.")
            lines.append(say(words, number=series.part, target=group_digits(series.target or 0)))
    frozen = say_error(match.frozen_because) if match.frozen_because else ""
    lines.extend(filter(None, (does_not_count(match), what_gains_mean(match), frozen)))
    lines.extend(proposal_lines(cog, match))
    if match.status is Status.RUNNING:
        lines.extend(absence_lines(match))
    return lines


def _seats(cog: Presentation, match: Match) -> str:
    places = match.ending.places if match.ending is not None else None
    standings = [(_standing(cog, match, seat.number), seat_gain(match, seat.number)) for seat in match.seats]
    standing = [" · ".join(filter(None, words)) for words in standings]
    if places is not None:
        return "\n".join(_place_lines(match, places, standing))
    remarks = [commas(filter(None, (standing[seat.number], *seat_remarks(match, seat)))) for seat in match.seats]
    lines = [
        f"{colour_disc(seat.colour)} {people(seat) or term(seat.colour)}" + (f" ({words})" if words else "")
        for seat, words in zip(match.seats, remarks, strict=True)
    ]
    return ("\n" if any(remarks) else "  ·  ").join(lines)


def _place_lines(match: Match, places: Sequence[int], standing: Sequence[str]) -> Iterator[str]:
    """The final places, first place first. Seats with the same place and the same words share a line."""
    gave_up = [seat for seat in resigned_seats(match) if not match.seats[seat].resigned]  # otherwise `people` says it
    lines: dict[tuple[int, bool, str], list[Seat]] = {}
    for seat in match.seats:
        lines.setdefault((places[seat.number], seat.number in gave_up, standing[seat.number]), []).append(seat)
    for (place, resigned, stands), seats in sorted(lines.items(), key=lambda line: line[0][0]):
        line = say(
            N_("**{place}** {colours} · {people} · resigned") if resigned else N_("**{place}** {colours} · {people}"),
            place=ordinal(place),
            colours=join_list([f"{colour_disc(seat.colour)} {term(seat.colour)}" for seat in seats]),
            people=join_list([people(seat) for seat in seats]),
        )
        yield " · ".join(filter(None, (line, stands)))


def _standing(cog: Presentation, match: Match, seat: int) -> str:
    """How a seat stood at the end, and in its series. While a match runs, the picture says the rest."""
    series, ending = match.series, match.ending
    if isinstance(match, Host):
        part = part_of(match, seat)
        if has_given_up(match, seat):
            return say(N_("given up"))
        if ending is not None and ending.scores is not None:
            return points(ending.scores[seat])
        if part is None or part.ending is None:
            return say(N_("still playing"))
        return say(N_("called off") if part.ending.kind in ("agreed", "ended") else N_("finished"))
    in_series = series is not None and series.kind is SeriesKind.POINTS and bool(series.totals)
    now = cog.standing(match.state, seat) if match.state is not None and match.status is Status.OVER else ""
    if series is None or not in_series:
        return now
    if match.status is Status.OVER:
        return say(N_("{now}, {total} in total"), now=now, total=series.totals[seat])
    if series.part == 1:
        return ""
    return say_plural("{number} point from earlier games", "{number} points from earlier games", series.totals[seat])


def _foot(cog: Presentation, match: Match, contest: Contest | None) -> str:
    parts = [say(N_("{game} · match {id}"), game=cog.game.title, id=match.id)]
    if match.terms.rated and not match.early:
        parts.append(say(N_("rated")))
    if match.status is Status.RUNNING and not isinstance(match, Host):
        parts.append(say(N_("`/{command} move` to type a move"), command=cog.command_name))
    elif match.status is Status.OVER and contest is not None:
        command = "league" if contest.kind is None else "tournament"
        parts.append(say(N_("`/{command} table` to see how **{name}** stands"), command=command, name=contest.name))
    elif match.status is Status.OVER and (match.series is None or match.series.over):
        parts.append(say(N_("`/{command} start` for a new table"), command=cog.command_name))
    return " · ".join(filter(None, [*parts, opened_line(match)]))
