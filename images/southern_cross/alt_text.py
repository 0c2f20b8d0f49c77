"""What the picture of a Southern Cross position shows, in words."""

from collections.abc import Iterator

from bot.rules.southern_cross import Position
from bot.rules.southern_cross.special import TOLERANCES
from bot.text import N_, say, say_plural
from bot.text.terms import commas, ordinal
from bot.words.southern_cross import RANGES, describe_turn, ending, names
from images.marks.marks import NO_MARKS
from images.marks.sentences import (
    choice_sentences,
    earlier_sentences,
    longest_that_fits,
    played_sentence,
    with_room_for,
)
from images.southern_cross.marks import Marks


def _situation(position: Position) -> Iterator[str]:
    """Who is to move and what to do."""
    phase = position.phase
    if phase == "over":
        return
    limit = position.options.max_turns
    yield say(N_("Turn {turn} of {limit}.") if limit else N_("Turn {turn}."), turn=position.turn, limit=limit)
    name = names(position)[position.to_move or 0]
    if phase == "act":
        yield say_plural(
            "{colour} to move, {number} action left; next is {next}.",
            "{colour} to move, {number} actions left; next is {next}.",
            position.actions_left,
            colour=name,
            next=names(position)[position.turn % 4],
        )
        return
    stake, special = position.at_stake(position.to_move), position.special
    if phase == "roll" or special is None:
        yield say_plural(
            "{colour} to roll one die, which must be above 1.",
            "{colour} to roll {number} dice, each of which must be above {number}.",
            len(stake),
            colour=name,
        )
    elif phase == "remove":
        words = N_("{colour} to send home {number} of {squares}.")
        yield say(words, colour=name, number=special.failed, squares=commas(stake))
    else:
        throws, tolerance = special.throws, TOLERANCES[len(stake)]
        number = len(stake) - len(throws) + 1
        yield say(
            N_(
                "{colour} to throw, {number} of {most}: target at {target}, wind {wind:+d} (plus carries further), "
                "a hit within {tolerance} ({range})."
            ),
            colour=name,
            number=number,
            most=len(stake),
            target=throws[0].target,
            wind=throws[0].wind,
            tolerance=tolerance,
            range=say(RANGES[len(stake)]),
        )
        for later in throws[1:]:
            yield say(N_("Then target {target}, wind {wind:+d}."), target=later.target, wind=later.wind)


def _waiting(position: Position) -> Iterator[str]:
    """Who is still to come in the special round, and with how many counters."""
    if special := position.special:
        seat_names = names(position)
        words = N_("{colour} waits ({number} in it)")
        waiting = [say(words, colour=seat_names[seat], number=len(position.at_stake(seat))) for seat in special.waiting]
        words = N_("Special round on {tile}: {parts}.") if waiting else N_("Special round on {tile}.")
        yield say(words, tile=special.tile, parts=commas(waiting))


def alt(position: Position, marks: Marks = NO_MARKS) -> str:
    """What the picture shows, in at most 1,024 characters.

    Who is to move or has won, what is to be done, every colour's counters, the full tile, the special round and, as far
    as there is room, what was played last and what can be chosen.
    """
    end = marks.verdict or ending(position)
    lines = [say(N_("Southern Cross board."))]
    if end:
        lines.append(end.sentence)
        if end.places:
            places_text = [f"{name} {ordinal(place)}" for name, place in zip(names(position), end.places, strict=True)]
            lines.append(say(N_("Places: {places}."), places=commas(places_text)))
    else:
        lines += _situation(position)
    if full := position.full_tiles:
        lines.append(say(N_("Full: {tiles}."), tiles=commas(full)))
    for name, colour in zip(names(position), position.colours, strict=True):
        squares = position.squares(colour)
        words = N_("{seat}: {squares} (largest cluster {number}).") if squares else N_("{seat}: none.")
        number = len(position.cluster(colour))
        lines.append(say(words, seat=name, squares=commas(squares), number=number))
    lines += _waiting(position)
    played, newest = (played_sentence(marks.last[start:], describe_turn) for start in (0, -1))
    both, chosen, _ = choice_sentences(marks)
    whole = longest_that_fits(
        [*lines, *parts] for parts in ([played, *both], [newest, *both], both, [newest, *chosen], chosen, [])
    )
    return with_room_for(whole, *earlier_sentences(marks, describe_turn))
