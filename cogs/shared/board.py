"""The board's message: who is to move, what just happened, the picture, the buttons.

Its words are plain data, kept with the posted message, so that the same message can be built again without its buttons.
"""

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

import discord
from discord import ui

from bot.match import FORGOTTEN, Done, Match, Part, Proposal, Seat, SeriesKind, Status
from bot.rules import State
from bot.text import N_, say
from cogs.shared.answers import jump
from cogs.shared.clipping import ALT, clipped
from cogs.shared.endings import outcome
from cogs.shared.presentation import Presentation
from cogs.shared.presses import button, row
from cogs.shared.rematches import may_be_played_again
from cogs.shared.times import (
    awake,
    claimed,
    expired,
    has_partners,
    is_late,
    may_claim,
    on_the_clock,
    played_in_their_place,
    remarks,
    rested,
)
from cogs.shared.words import COMPUTERS, colours_of, mark_of, ordinal, people, resigned_seats

PICTURE = "board"  # every board's file is called that, with one of these endings
ENDINGS = ("webp", "jpg")
NEUTRAL = 0x8FA3C8
HALF = 1900  # characters for each of the two texts; Discord takes 4,000 over both
IN_A_ROW = 5  # buttons


@dataclass(frozen=True, slots=True)
class Words:
    """Everything on a board's message except the picture's pixels."""

    title: str
    to_do: str  # what the seat to move has to do
    happened: str
    seats: str
    foot: str
    alt: str
    colour: int
    picture: bool
    buttons: tuple[tuple[str, str, str, str], ...]  # label, style, action and its rest
    ping: tuple[int, ...]  # who is called
    past: str = ""  # the last line once a newer board has taken its place
    file: str = f"{PICTURE}.{ENDINGS[0]}"  # the picture's name, by which a rebuilt message finds it

    def document(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def of(cls, document: Mapping[str, Any]) -> "Words":
        """The words as they were kept, perhaps by another release: the unknown is left out, the missing is empty."""
        empty = cls("", "", "", "", "", "", NEUTRAL, picture=False, buttons=(), ping=())
        known = {name: document[name] for name in asdict(empty) if name in document and name not in ("buttons", "ping")}
        return replace(empty, **known)


def words_of(cog: Presentation, match: Match) -> Words:
    """What the board's message says of the match as it is now."""
    buttons: list[tuple[str, str, str, str]] = []
    to_do = ""
    called: tuple[int, ...] = ()
    colour = NEUTRAL
    if match.status is Status.RUNNING and match.is_host:
        title, to_do, called = _apart(match)
        buttons.append((say(N_("Play")), "primary", "own", ""))
        buttons.append((say(N_("Compare")), "secondary", "compare", ""))
    elif match.status is Status.RUNNING and match.state is not None and match.state.to_move is not None:
        seat = match.seats[match.state.to_move]
        called = awake(seat, match.to_move_people()) if match.mover is None else ()
        colour = cog.colour_of(seat.colour)
        title = _whose_turn(match, seat)
        if match.mover is None:
            to_do = cog.to_do(match.state, [seat.colour for seat in match.seats])
            buttons.extend(turn_buttons(cog, match, match.state))
        elif cog.game.hidden:
            buttons.append((cog.choosing(match.state), "primary", "hand", ""))
    elif match.status is Status.FROZEN:
        title = say(N_("❄️ Match {id} is frozen"), id=match.id)
    else:
        title = outcome(match)
        if match.ending is not None and match.ending.places is not None and match.ending.places.count(1) == 1:
            colour = cog.colour_of(match.seats[match.ending.places.index(1)].colour)
    if match.proposal is not None and match.status is Status.RUNNING:
        asked = [match.seats[number] for number in match.proposal.needed]
        if match.proposal.number > (match.position_version or 0):  # afterwards they have been called already
            called = tuple(person for seat in asked for person in _there(seat)) + _asked_to_play(match.proposal)
        if _asked_to_play(match.proposal):
            buttons.append((say(N_("Take the seat")), "primary", "take_seat", ""))
        if asked:
            buttons.append((say(N_("Agree")), "success", "agree", ""))
        buttons.append((say(N_("Decline")), "danger", "decline", ""))
    called = _after_an_answer(match, called)
    if match.status is Status.OVER:
        buttons.append((say(N_("Replay")), "secondary", "replay_of", ""))
        if may_be_played_again(match):
            buttons.append((say(N_("Rematch")), "primary", "rematch", ""))
    if match.status is Status.RUNNING and any(map(is_stood_in_for, match.seats)):
        buttons.append((say(N_("I'm back")), "secondary", "im_back", ""))
    if match.status is Status.RUNNING and may_claim(match):
        buttons.append((say(N_("Claim")), "danger", "claim", ""))
    for seat in match.seats:
        if may_be_taken_over(match, seat):
            label = say(N_("Computer plays {colour}"), colour=seat.colour.capitalize())
            buttons.append((label, "secondary", "take_over", str(seat.number)))
    if match.state is not None:
        buttons.append((say(N_("In words")), "secondary", "in_words", ""))
    buttons.append((say(N_("Rules")), "secondary", "rules_of", ""))
    return Words(
        title=title,
        to_do=to_do,
        happened="\n".join(filter(None, (_newest(cog, match), *_notices(cog, match)))),
        seats=_seats(cog, match),
        foot=_foot(cog, match),
        alt=clipped(cog.alt(match), ALT) if match.state is not None else "",
        colour=colour,
        picture=match.state is not None,
        buttons=tuple(buttons),
        ping=called,
        past=say(N_("{game} · match {id} · an earlier board"), game=cog.game.title, id=match.id),
    )


def _whose_turn(match: Match, seat: Seat) -> str:
    """Who is to move, and how much time there is for it."""
    parts = [people(seat) or say(N_("nobody"))]
    if match.mover is not None and seat.computer is None:  # their time is over
        parts = [say(N_("{computer} for {people}"), computer=say(COMPUTERS[match.mover]), people=parts[0])]
    elif match.mover is None and match.clock is not None:
        parts.append(on_the_clock(match.clock))
    return say(
        N_("{mark} {colour} to move · {people}")
        if match.mover is None
        else N_("{mark} {colour} is thinking · {people}"),
        mark=mark_of(seat.colour),
        colour=seat.colour.capitalize(),
        people=" · ".join(parts),
    )


def turn_buttons(cog: Presentation, match: Match, state: State[Any]) -> Iterator[tuple[str, str, str, str]]:
    """What the seat to move can do, right on the board."""
    at_once = cog.at_once(state)
    if len(state.legal()) > len(at_once):
        yield cog.choosing(state), "primary", "hand" if cog.game.hidden else "move", ""
    yield from ((one.label, one.style, "now", one.notation) for one in at_once)
    if match.trail.retractable:
        yield say(N_("Take back")), "secondary", "take_back", ""


def board_view(match_id: int, version: int, words: Words, *, current: bool) -> ui.LayoutView:
    """The message. Once a newer board has taken its place it says what happened then, and calls nobody to act."""
    view = ui.LayoutView(timeout=None)
    box: ui.Container[Any] = ui.Container(accent_colour=discord.Colour(words.colour if current else NEUTRAL))
    title = [f"### {words.title}"] if current or not words.happened else []
    to_do = words.to_do if current else ""
    box.add_item(ui.TextDisplay(clipped("\n".join(filter(None, (*title, to_do, words.happened))), HALF)))
    if words.picture:
        box.add_item(ui.MediaGallery(discord.MediaGalleryItem(f"attachment://{words.file}", description=words.alt)))
    foot = words.foot if current or not words.past else words.past
    box.add_item(ui.TextDisplay(f"{clipped(words.seats, HALF - 310)}\n-# {clipped(foot, 300)}"))
    if current:
        buttons = [
            button(label, match_id, version, name, rest, style=discord.ButtonStyle[style])
            for label, style, name, rest in words.buttons
        ]
        for start in range(0, len(buttons), IN_A_ROW):
            box.add_item(row(*buttons[start : start + IN_A_ROW]))
    view.add_item(box)
    return view


def moved(words: Words, match: Match, board: int) -> Words:
    """The words of an older board, with the way to the message `board` in another channel or thread."""
    place = match.place
    gone = say(
        N_("➡️ Match {id} has moved to <#{channel}>: [to the board]({link})"),
        id=match.id,
        channel=place.posted_in,
        link=jump(place.guild_id, place.posted_in, board),
    )
    return replace(words, happened="\n".join(filter(None, (gone, words.happened))))


def _apart(match: Match) -> tuple[str, str, tuple[int, ...]]:
    """Title, what is to be done, and who is called, while everybody plays a match of their own."""
    parts = match.series.parts if match.series is not None else ()
    through = sum(part.ending is not None for part in parts)
    title = say(N_("Match play · {through} of {seats} are through"), through=through, seats=len(match.seats))
    to_do = say(
        N_(
            "Everybody plays the same cards, alone and in private: **Play** opens your own game. When all are through, "
            "the points are compared here."
        )
    )
    everybody = tuple(person for seat in match.seats for person in _there(seat))
    return title, to_do, everybody if _begins(match) else ()


def _there(seat: Seat) -> tuple[int, ...]:
    """Those of a seat's people who may be called."""
    return tuple(person for person in awake(seat, seat.people) if person not in seat.away)


def _after_an_answer(match: Match, called: tuple[int, ...]) -> tuple[int, ...]:
    """Who is called when somebody has answered a proposal: whoever is to move, and whoever was asked, know already.

    Only whoever has asked is told that the others would rather not.
    """
    event = _newest_told(match)
    if match.status is not Status.RUNNING or event is None or event.kind not in ("agree", "decline"):
        return called
    if event.kind == "agree":
        return called if match.proposal is None else ()
    offered = _offered(match)
    if offered is None or offered.seat is None:
        return called
    return _there(match.seats[offered.seat]) if offered.seat != event.seat else ()


def is_stood_in_for(seat: Seat) -> bool:
    """Whether a computer plays for somebody who may come back."""
    return seat.computer is not None and bool(seat.people) and not seat.resigned


def may_be_taken_over(match: Match, seat: Seat) -> bool:
    """Whether the others may let a computer play a seat that nobody is left on, or that has let turns pass."""
    going_on = match.status is Status.RUNNING and not _is_through(match, seat.number)
    not_there = (seat.absent and seat.computer is None) or is_late(seat)
    return going_on and _others_are_here(match, seat) and not_there


def _others_are_here(match: Match, seat: Seat) -> bool:
    """Whether people of other seats still play; whoever resigned only watches."""
    return any(seat is not other and other.people and not other.absent and not other.resigned for other in match.seats)


TOLD = {
    "begin": N_("The match begins."),
    "draw": N_("{colour} offers to call the match off as a draw."),
    "agree": N_("{colour} agrees."),
    "decline": N_("{colour} would rather play on."),
    "resign": N_("{colour} resigns."),
    "ask": N_("{colour} asks the others."),
    "end": N_("A moderator has ended the match."),
    "finish": N_("{colour} is through."),
    "seat": N_("A computer plays {colour} on."),
    "expire": N_("{colour}'s time is over."),
    "claim": N_("{colour}'s time was over."),
    "vacation": N_("{colour} is on vacation."),
}


TOLD_OF_TIME = {"expire": expired, "claim": claimed, "vacation": rested}


def _newest_told(match: Match) -> Done | None:
    """What happened last; going elsewhere, leaving the server and the like don't count."""
    return next((event for event in reversed(match.recent) if event.kind in ("move", "undo", *TOLD)), None)


def _begins(match: Match) -> bool:
    """Whether nothing has happened since the match began."""
    event = _newest_told(match)
    return event is not None and event.kind == "begin"


def _newest(cog: Presentation, match: Match) -> str:
    """What happened last in one line of plain words."""
    event = _newest_told(match)
    if event is None:
        return ""
    if event.kind == "move":
        return "\n".join(filter(None, (played_in_their_place(match), cog.happened(match))))
    if event.kind == "begin":
        return "\n".join(filter(None, (say(TOLD["begin"]), cog.opening(match, event.chance))))
    colour = match.seats[event.seat].colour.capitalize() if event.seat is not None else say(N_("Somebody"))
    if event.kind == "undo":
        taken_back = say(N_("{colour} takes the last decision back."), colour=colour)
        if match.to_move is not None and match.to_move != event.seat:
            words = N_("All agree: {colour} takes a move back and decides anew.")
            taken_back = say(words, colour=match.seats[match.to_move].colour.capitalize())
        return "\n".join(filter(None, (cog.happened(match), taken_back)))
    if event.kind == "decline":
        return _declined(match, event, colour)
    if match.proposal is not None and (event.kind == "ask" or (event.kind == "agree" and event.seat is None)):
        return ""  # the line of what is asked says it
    if event.kind == "draw" and match.status is Status.OVER:  # there was nobody to ask
        return say(N_("{colour} calls the match off."), colour=colour)
    if event.kind == "seat":
        return _who_plays(match, event, colour)
    if event.kind == "agree" and event.seat is None:
        return say(N_("Whoever was asked is ready to play."))
    if event.kind in ("resign", "agree") and match.status is Status.RUNNING and _has_resigned(match, event.seat):
        return say(N_("{colour} resigns; a computer plays on."), colour=colour)
    if event.kind == "resign" and match.status is Status.RUNNING:
        return say(N_("{colour} would like to resign, if the other seats of the side agree."), colour=colour)
    if match.is_host and event.kind == "expire" and event.seat is not None and not match.seats[event.seat].missed:
        return say(N_("{colour} is back and plays on."), colour=colour)
    if event.kind in TOLD_OF_TIME:
        happened = cog.happened(match) if match.status is Status.RUNNING else ""
        return "\n".join(filter(None, (happened, TOLD_OF_TIME[event.kind](match, event.seat, colour))))
    if event.kind == "finish" and _gave_up(match, event.seat):
        return say(N_("{colour} has given up."), colour=colour)
    return say(TOLD[event.kind], colour=colour)


def _offered(match: Match) -> Done | None:
    """The newest proposal."""
    return next((done for done in reversed(match.recent) if done.kind in ("draw", "resign", "ask")), None)


def _declined(match: Match, event: Done, colour: str) -> str:
    """How a proposal went off the table."""
    if event.note == "lapsed":
        return say(N_("Not everybody has agreed in time, so everything stays as it is."))
    if event.note == "left":
        return say(N_("Whoever was asked has left this server, so everything stays as it is."))
    if event.seat is None:
        return say(N_("Whoever was asked would rather not play."))
    offered = _offered(match)
    asked = offered is not None and offered.kind == "ask"
    if offered is not None and offered.seat == event.seat:
        return say(
            N_("{colour} takes the question back.") if asked else N_("{colour} takes the offer back."), colour=colour
        )
    return say(N_("{colour} declines.") if asked else TOLD["decline"], colour=colour)


def _asked(cog: Presentation, match: Match, proposal: Proposal) -> str:
    """What is asked, by whom, and until when."""
    undone = proposal.undone
    if proposal.seat is not None:
        words = N_("{people} would like {candidate} to play {colour} from here on.")
        if proposal.accepted:
            words = N_("{candidate} is ready to play {colour} from here on, as {people} would like.")
        line = say(
            words,
            people=_named(proposal.by),
            candidate=_named(proposal.candidate),
            colour=match.seats[proposal.seat].colour,
        )
        return f"{line} {_until(proposal)}"
    if undone is None:
        return ""
    decision = next((one for one in match.trail.decisions if one.number == undone.of), None)
    told = undone.move
    if decision is not None:
        told = cog.turn_in_words([decision], [seat.colour for seat in match.seats]).replace("\n", " ") or undone.move
    words = N_("{people} would like to take this move of {colour} back: {move}")
    if undone.later == 1:
        words = N_("{people} would like to take this move of {colour} back, and the one after it: {move}")
    elif undone.later:
        words = N_("{people} would like to take this move of {colour} back, and the {later} after it: {move}")
    line = say(
        words,
        people=_named(proposal.by),
        colour=match.seats[proposal.agreed[0]].colour,
        move=told,
        later=undone.later,
    )
    return f"{line} {_until(proposal)}"


def _named(person: int | None) -> str:
    return f"<@{person}>" if person not in (None, FORGOTTEN) else say(N_("somebody"))


def _asked_to_play(proposal: Proposal) -> tuple[int, ...]:
    """Whoever is to take a seat and hasn't said whether they would, or can take it as nobody is left to agree."""
    waits = proposal.seat is not None and not (proposal.accepted and proposal.needed)
    return (proposal.candidate,) if waits and proposal.candidate is not None else ()


def _until(proposal: Proposal) -> str:
    """Until when a proposal can be agreed to."""
    return say(N_("Open until {when}."), when=discord.utils.format_dt(proposal.until, "f")) if proposal.until else ""


def _who_plays(match: Match, event: Done, colour: str) -> str:
    """That a computer or somebody new has taken a seat over, or that its people are back."""
    seat = event.seat
    if event.note == "replaced" and seat is not None:
        return say(N_("{people} plays {colour} from here on."), people=people(match.seats[seat]), colour=colour.lower())
    back = seat is not None and match.seats[seat].computer is None
    return say(N_("{colour} is back and plays on.") if back else TOLD["seat"], colour=colour)


def _has_resigned(match: Match, seat: int | None) -> bool:
    return seat is not None and match.seats[seat].resigned


def _part_of(match: Match, seat: int | None) -> Part | None:
    """The match that this seat of a match play plays alone."""
    parts = match.series.parts if match.series is not None and match.is_host and seat is not None else ()
    return next((part for part in parts if part.number == (seat or 0) + 1), None)


def _is_through(match: Match, seat: int | None) -> bool:
    """Whether this seat's game of a match play has ended."""
    part = _part_of(match, seat)
    return part is not None and part.ending is not None


def _gave_up(match: Match, seat: int | None) -> bool:
    part = _part_of(match, seat)
    return part is not None and part.ending is not None and part.ending.kind == "resigned"


def _notices(cog: Presentation, match: Match) -> list[str]:
    lines = []
    series = match.series
    if series is not None and series.kind is SeriesKind.POINTS:
        if match.status is Status.OVER and not series.over:
            words = N_("Game {number} of the series is over, the next one follows below.")
            lines.append(say(words, number=series.part))
        elif match.status is Status.RUNNING and _begins(match):
            words = N_("Game {number} of a series: whoever has {target} points first wins it.")
            lines.append(say(words, number=series.part, target=f"{series.target:,}"))
    if match.frozen_because:
        lines.append(match.frozen_because)
    if match.proposal is not None and match.status is Status.RUNNING:
        words = N_("{colours} may press **Agree** or **Decline**; playing on declines as well.")
        if match.is_host or match.proposal.seat is not None:  # nobody sees who plays on in a game of their own
            words = N_("{colours} may press **Agree** or **Decline**.")
        lines.extend(filter(None, [_asked(cog, match, match.proposal)]))
        if match.proposal.needed:
            lines.append(say(words, colours=colours_of(match, match.proposal.needed).capitalize()))
    if match.status is Status.RUNNING:
        waits = N_("{colour} has left this server. The match goes on when they are back.")
        taken = N_(
            "{colour} has left this server. The others can wait for them, let a computer play on, ask somebody else "
            "with `/match replace`, or end the match with `/match draw`."
        )
        gone = [seat for seat in match.seats if seat.absent and not _is_through(match, seat.number)]
        for seat in gone:
            if seat.computer is None:
                words = taken if may_be_taken_over(match, seat) else waits
                lines.append(say(words, colour=seat.colour.capitalize()))
        lines.extend(_notices_of_time(match))
    return lines


def _notices_of_time(match: Match) -> Iterator[str]:
    """What the others can do about a seat that they wait for."""
    for seat in match.seats:
        colour = seat.colour.capitalize()
        if may_claim(match) and seat.number == match.to_move:
            words = N_("{colour} can still move. The others can press **Claim**: then the seat resigns.")
            if has_partners(match, seat):
                words = N_(
                    "{colour} can still move. The others can press **Claim**: then a computer plays the seat on, or it "
                    "resigns if nobody else of its side is left."
                )
            yield say(words, colour=colour)
        if is_late(seat) and not seat.absent and may_be_taken_over(match, seat):
            words = N_(
                "{colour} has let {number} turns in a row pass: the others can let a computer play on, or ask somebody "
                "else with `/match replace`."
            )
            yield say(words, colour=colour, number=seat.missed)


def _seats(cog: Presentation, match: Match) -> str:
    places = match.ending.places if match.ending is not None else None
    gave_up = [seat for seat in resigned_seats(match) if not match.seats[seat].resigned]  # else `people` says it
    standing = [_standing(cog, match, seat.number) for seat in match.seats]
    if places is not None:
        order = sorted(range(len(match.seats)), key=lambda seat: places[seat])
        lines = (
            say(
                N_("**{place}** {mark} {colour} · {people} · resigned")
                if seat in gave_up
                else N_("**{place}** {mark} {colour} · {people}"),
                place=ordinal(places[seat]),
                mark=mark_of(match.seats[seat].colour),
                colour=match.seats[seat].colour,
                people=people(match.seats[seat]),
            )
            for seat in order
        )
        return "\n".join(
            " · ".join(filter(None, (line, standing[seat]))) for line, seat in zip(lines, order, strict=True)
        )
    told = [", ".join(filter(None, (standing[seat.number], *remarks(match, seat)))) for seat in match.seats]
    shown = [
        f"{mark_of(seat.colour)} {people(seat) or seat.colour}" + (f" ({words})" if words else "")
        for seat, words in zip(match.seats, told, strict=True)
    ]
    return ("\n" if any(told) else "  ·  ").join(shown)


def _standing(cog: Presentation, match: Match, seat: int) -> str:
    """How a seat stands: in this match, and in the series it belongs to."""
    series, ending = match.series, match.ending
    if match.is_host:
        part = _part_of(match, seat)
        if _gave_up(match, seat):
            return say(N_("given up"))
        if ending is not None and ending.scores is not None:
            return say(N_("{points} points"), points=ending.scores[seat])
        if part is None or part.ending is None:
            return say(N_("still playing"))
        return say(N_("called off") if part.ending.kind in ("agreed", "ended") else N_("through"))
    now = cog.standing(match.state, seat) if match.state is not None else ""
    if series is None or series.kind is not SeriesKind.POINTS or not series.totals:
        return now
    if match.status is Status.OVER:
        return say(N_("{now}, {total} in all"), now=now, total=series.totals[seat])
    return say(N_("{now}, {total} from earlier games"), now=now, total=series.totals[seat]) if series.part > 1 else now


def _foot(cog: Presentation, match: Match) -> str:
    parts = [say(N_("{game} · match {id}"), game=cog.game.title, id=match.id)]
    if match.status is Status.RUNNING and not match.is_host:
        parts.append(say(N_("type a move with `/{command} move`"), command=cog.command_name))
    elif match.status is Status.OVER and (match.series is None or match.series.over):
        parts.append(say(N_("`/{command} start` opens a new table"), command=cog.command_name))
    if match.seed is not None and cog.game.uses_chance(match.options):
        parts.append(say(N_("the seal is open: seed `{seed}`, salt `{salt}`"), seed=match.seed, salt=match.salt))
    return " · ".join(parts)
