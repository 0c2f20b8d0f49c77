"""What the picture of a Parcheesi position shows, in words."""

from bot.rules.parcheesi import Position
from bot.text import N_, say
from bot.text.terms import commas, ordinal
from bot.words import points
from bot.words.parcheesi import TASKS, describe_turn, ending, names, pawns_on_the_way
from images.marks.marks import NO_MARKS
from images.marks.sentences import (
    choice_sentences,
    earlier_sentences,
    longest_that_fits,
    played_sentence,
    with_room_for,
)
from images.parcheesi.marks import Marks
from images.parcheesi.steps import values


def _where(position: Position, seat: int) -> str:
    """The pawns of a seat: "2 in the nest, blockade on t5, 1 home"."""
    own = position.squares(seat)
    parts = [say(N_("{number} in the nest"), number=own.count("nest"))] if "nest" in own else []
    parts += pawns_on_the_way(position, seat)
    if "home" in own:
        parts.append(say(N_("{number} home"), number=own.count("home")))
    return commas(parts)


def alt(position: Position, marks: Marks = NO_MARKS) -> str:
    """What the picture shows, in at most 1,024 characters.

    Who is to move or has won, dice, bonuses, all pawns, the last moves, what is chosen and can be chosen. If that is
    too long, the oldest of the last moves are dropped first, then the choices.
    """
    end = marks.verdict or ending(position)
    seat_names = names(position)
    lines = [say(N_("Parcheesi board for {seats}."), seats=position.table.seats)]
    if end:
        lines.append(end.sentence)
    else:
        again = position.phase == "roll" and position.doubles
        words = N_("{colour} to roll again.") if again else TASKS[position.phase]
        lines.append(say(words, colour=seat_names[position.to_move or 0]))
    if position.dice:
        whole = values(position, marks)
        left = commas(map(str, position.left)) or say(N_("nothing"))
        words = N_("Dice {one} and {two}; left to use: {left}.")
        if len(whole) == 4:
            words = N_("Dice {one} and {two}, and {beneath} twice underneath; left to use: {left}.")
        lines.append(say(words, one=position.dice[0], two=position.dice[1], beneath=whole[-1], left=left))
    if position.bonuses:
        bonuses = commas(f"+{bonus}" for bonus in position.bonuses)
        lines.append(say(N_("Free moves to play: {numbers}."), numbers=bonuses))
    if position.doubles > 1:
        lines.append(say(N_("{number} doubles this turn."), number=position.doubles))
    for seat, name in enumerate(seat_names):
        words, place = N_("{seat}: {standing}, {points}."), ""
        if end and end.places:
            words, place = N_("{seat}: {place}, {standing}, {points}."), ordinal(end.places[seat])
        elif seat in position.finished:
            words = N_("{seat}: finished {place}, {standing}, {points}.")
            place = ordinal(position.finished.index(seat) + 1)
        words_for = points(position.scores[seat])
        lines.append(say(words, seat=name, place=place, standing=_where(position, seat), points=words_for))
    if position.table.max_rolls:
        words = N_("Roll {number} of {limit}.")
        lines.append(say(words, number=position.rolls, limit=position.table.max_rolls))
    last = [[played_sentence(marks.last[skipped:], describe_turn)] for skipped in range(len(marks.last) + 1)]
    told = longest_that_fits(lines + played + some for some in choice_sentences(marks) for played in last)
    return with_room_for(told, *earlier_sentences(marks, describe_turn))
