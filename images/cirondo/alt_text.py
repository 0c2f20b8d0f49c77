"""What the picture of a Cirondo position shows, in words."""

from bot.rules.cirondo import Position
from bot.rules.cirondo.board import Stellar
from bot.text import N_, say
from bot.text.terms import join_list
from bot.words import plain
from bot.words.cirondo import KINDS, describe_turn, down_to_one, ending, names, say_defeated, stellar_of
from images.cirondo.marks import Marks
from images.marks.marks import NO_MARKS
from images.marks.sentences import (
    choice_sentences,
    earlier_sentences,
    longest_that_fits,
    played_sentence,
    with_room_for,
)


def losses_of(position: Position, marks: Marks) -> dict[str, Stellar]:
    """The stellar lost since the oldest marked move, by their spaces, which are empty now."""
    decisions = (*marks.earlier, *marks.last)
    losses: dict[str, Stellar] = {}
    for played, after in zip(decisions, [*(later.before for later in decisions[1:]), position], strict=False):
        losses |= {
            space: one
            for space, one in played.before.board.standing.items()
            if after.board.at(space) != one and space != played.move.origin and not position.board.at(space)
        }
    return losses


def alt(position: Position, marks: Marks = NO_MARKS) -> str:
    """What the picture shows, in at most 1,024 characters.

    Who is to move or has won, the last move, every colour's numbers, and, as far as there is room, what can be chosen
    and where everything stands.
    """
    end, table, seat_names = marks.verdict or ending(position), position.table, names(position)
    words = N_("Cirondo board for {seats}, two against two.") if table.teams else N_("Cirondo board for {seats}.")
    lines = [say(words, seats=table.seats)]
    if end:
        lines.append(end.sentence)
    else:
        lines.append(say(N_("{colour} to move."), colour=seat_names[position.to_move or 0]))
        lines += [plain(down_to_one(position, table.sides[table.side_of[seat]])) for seat in position.last_ones]
    lines += [played_sentence(marks.last, describe_turn), *say_defeated(position)]
    numbers, positions = (
        [
            say(N_("{seat}: {standing}."), seat=name, standing=stellar_of(position, seat, spaces=spaces))
            for seat, name in enumerate(seat_names)
        ]
        for spaces in (False, True)
    )
    both, chosen, _ = choice_sentences(marks)
    whole = longest_that_fits(lines + parts for parts in (positions + both, numbers + both, numbers + chosen, numbers))
    losses = [
        say(N_("{colour}'s {kind} on {space}"), colour=one.colour, kind=KINDS[one.kind], space=place)
        for place, one in losses_of(position, marks).items()
    ]
    gone = say(N_("Gone from the board: {stellar}."), stellar=join_list(losses)) if losses else ""
    return with_room_for(whole, gone, *earlier_sentences(marks, describe_turn))
