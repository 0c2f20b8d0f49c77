"""How a match ended, in a line of words and in its picture."""

from collections.abc import Sequence

from bot.match import Ending, Host, Match, SeriesKind
from bot.rules import GAMES
from bot.text import N_, say, say_plural
from bot.text.terms import capitalise
from bot.words import Verdict
from cogs.shared.wording.labels import colours_of, join_list, people, points, resigned_seats

CALLED_OFF = N_("🤝 The match is over: called off by agreement")
ENDED = N_("🛑 The match is over: ended by a moderator")
_ENDED_BY_ITSELF = {
    "by_time": N_("🛑 The match is over: its round's time is up"),
    "gone": N_("🛑 The match is over: someone has left"),
    "stuck": N_("🛑 The match is over: it couldn't continue"),
}
_REASONS = {
    "by_time": N_("the round's time is over"),
    "gone": N_("someone has left"),
    "stuck": N_("the match couldn't continue"),
}


def outcome(match: Match) -> str:
    """How a match ended, in one line."""
    series = match.series
    if series is not None and series.kind is SeriesKind.POINTS and series.over and series.places is not None:
        winners = [seat for seat, place in enumerate(series.places) if place == 1]
        names = capitalise(colours_of(match, winners))
        if len(winners) > 1:
            return say(N_("🏆 {colours} share the series"), colours=names)
        return say(
            N_("🏆 {colour} has won the series · {people}"), colour=names, people=people(match.seats[winners[0]])
        )
    ending = match.ending
    if ending is not None and ending.kind == "ended":
        return say(_ENDED_BY_ITSELF.get(_note_of_end(match), ENDED))
    if ending is None or ending.places is None:
        return say(CALLED_OFF)
    if len(match.seats) == 1:
        return _outcome_alone(match, ending)
    winners = [seat for seat, place in enumerate(ending.places) if place == 1]
    names = colours_of(match, winners)
    if len(winners) == len(match.seats):
        return say(N_("🤝 The match is over: a draw"))
    if len(winners) == 1:
        who = people(match.seats[winners[0]])
        return say(N_("🏆 {colour} has won · {people}"), colour=capitalise(names), people=who)
    if _are_one_side(match, winners):
        who = join_list(list(filter(None, (people(match.seats[seat]) for seat in winners))))
        return say(N_("🏆 {colours} have won · {people}"), colours=capitalise(names), people=who)
    if ending.kind == "resigned":
        return say(N_("🏳️ The match is over: {resignation}"), resignation=_resignation(match))
    return say(N_("🏆 {colours} share first place"), colours=capitalise(names))


def _resignation(match: Match) -> str:
    """Who resigned: "red and blue resigned"."""
    resigned = resigned_seats(match)
    return say_plural("{colours} resigned", "{colours} resigned", len(resigned), colours=colours_of(match, resigned))


def _are_one_side(match: Match, seats: Sequence[int]) -> bool:
    """Whether all these seats play on the same side."""
    sides = GAMES[match.game].sides(len(match.seats), match.options)
    return any(set(seats) <= set(side) for side in sides)


def _outcome_alone(match: Match, ending: Ending) -> str:
    who = people(match.seats[0])
    if ending.kind != "played" or ending.scores is None:
        return say(N_("The game is over: {people} gave up"), people=who)
    return say(N_("🏆 The game is over: {points} · {people}"), points=points(ending.scores[0]), people=who)


def _note_of_end(match: Match) -> str:
    """Why the match was ended from outside; empty if a moderator ended it."""
    return next((event.note for event in match.recent if event.kind == "end" and event.note), "")


def verdict_of(match: Match) -> Verdict | None:
    """The picture's words for an end that the position itself doesn't know about."""
    ending = match.ending
    if ending is None or (ending.kind == "played" and (isinstance(match, Host) or not ending.seats)):
        return None
    if ending.kind == "ended":
        return Verdict(say(N_("Ended")), say(_REASONS.get(_note_of_end(match), N_("by a moderator"))))
    if len(match.seats) == 1:
        return Verdict(say(N_("Given up") if ending.kind == "resigned" else N_("Called off")))
    if ending.places is None or (ending.kind == "agreed" and not ending.seats):
        return Verdict(say(N_("Draw")), say(N_("called off by agreement")))
    winners = tuple(seat for seat, place in enumerate(ending.places) if place == 1)
    reason = _resignation(match)
    one_side = _are_one_side(match, winners)
    if ending.kind == "resigned" and not one_side:
        return Verdict(capitalise(reason))
    if ending.kind == "agreed" or not one_side:
        return Verdict(say(N_("Draw")), reason, winners)
    names = capitalise(colours_of(match, winners))
    title = say_plural("{colours} won", "{colours} won", len(winners), colours=names)
    return Verdict(title, reason, winners)
