"""What the pictures of a position of Southern Cross cards show, in words."""

from collections.abc import Iterator
from dataclasses import replace

from bot.rules.southern_cards import Sight
from bot.text import N_, say, say_plural
from bot.text.terms import capitalise, commas, join_sentences, ordinal, semicolons
from bot.words import Verdict, points
from bot.words.southern_cards import best_turn_text, describe_last_turn, describe_turn, ending, names
from images.marks.marks import NO_MARKS
from images.marks.sentences import ALT_LIMIT, choice_sentences, earlier_sentences, longest_that_fits, with_room_for
from images.southern_cards.marks import Marks


def owner(sight: Sight) -> int:
    """The seat whose sight it is. Raises ValueError for a spectator's."""
    if sight.seat is None:
        raise ValueError("a spectator has no hand")
    return sight.seat


def ending_of(sight: Sight, marks: Marks = NO_MARKS) -> Verdict | None:
    """How the match ended; None while it runs."""
    end = marks.verdict or ending(sight)
    if end and not end.reason and sight.table.seats == 1:
        return replace(end, reason=say(N_("with {points}"), points=points(sight.scores[0])))
    return end


def best_of(marks: Marks, end: Verdict | None) -> Sight | None:
    """The winners' best turn, as it was seen right after it; None if nobody has won, or it isn't known."""
    course = marks.course
    return course.best_turn[-1].after if end and end.winners and course.best > 0 and course.best_turn else None


def _last_turn(sight: Sight) -> str:
    return say(N_("Just played: {turn}"), turn=describe_last_turn(sight)) if sight.last else ""


def _head(sight: Sight, marks: Marks) -> list[str]:
    end = ending_of(sight, marks)
    lines = [say(N_("Southern Cross cards, {layout} field."), layout=sight.table.layout)]
    if end:
        lines.append(end.sentence)
        if best := best_of(marks, end):
            lines.append(say(N_("{facts}."), facts=capitalise(best_turn_text(best))))
    else:
        lines.append(say(N_("{colour} to move."), colour=names(sight)[sight.to_move or 0]))
        if sight.eclipse:
            lines.append(say(N_("The next card must go in the centre.")))
    return lines


def _standing(sight: Sight, marks: Marks) -> list[str]:
    end = ending_of(sight, marks)
    lines = []
    for seat, name in enumerate(names(sight)):
        parts = [ordinal(end.places[seat])] if end and end.places and sight.table.seats > 1 else []
        parts += [points(sight.scores[seat]), _cards(sight.held[seat])]
        if sight.order[seat]:
            parts.append(say(N_("order card {card}"), card=sight.order[seat]))
        lines.append(say(N_("{seat}: {standing}."), seat=name, standing=commas(parts)))
    return [*lines, say(N_("Deck: {number}."), number=sight.deck)]


def _cards(number: int) -> str:
    return say_plural("{number} card", "{number} cards", number)


def _tops(sight: Sight, counts: bool) -> list[str]:
    """The top card of each cell, those on growing fields nearest to the last placement first."""
    order = list(sight.piles.items())
    if sight.layout.grows and sight.last_placements:
        x, y = map(int, sight.last_placements[0][1].split(","))
        order.sort(key=lambda pile: max(abs(int(pile[0].split(",")[0]) - x), abs(int(pile[0].split(",")[1]) - y)))
    empty = say(N_("empty"))
    return [
        f"{cell} {cards[-1] if cards else empty}{f'×{len(cards)}' if counts and len(cards) > 1 else ''}"
        for cell, cards in order
    ]


def alt(sight: Sight, marks: Marks = NO_MARKS) -> str:
    """What the picture shows, in at most 1,024 characters.

    Who is to move or has won, the last turn, points, deck, the top of each cell (×2 for two cards on it), what is
    chosen and can be chosen. If all that is too long, the choices go first, then the heights of the stacks, then the
    cells farthest from the last placement.
    """
    head, last, standing = _head(sight, marks), _last_turn(sight), _standing(sight, marks)

    def tries() -> Iterator[list[str]]:
        for some in choice_sentences(marks, " "):
            for counts in (True, False):
                field = say(N_("Field: {cells}."), cells=semicolons(_tops(sight, counts)))
                yield [*head, last, *standing, field, *some]
        tops = _tops(sight, False)
        while tops:
            tops.pop()
            field = say(N_("Field: {cells} …"), cells=semicolons(tops))
            yield [*head, last if len(last) < ALT_LIMIT // 3 else "", *standing, field]

    return with_room_for(longest_that_fits(tries()), *earlier_sentences(marks, describe_turn))


def alt_hand(sight: Sight, marks: Marks = NO_MARKS) -> str:
    """What the picture of a seat's hand shows. ValueError if the sight is not a seat's own."""
    seat = owner(sight)
    hand = sight.hand
    words = N_("{colour}'s hand: {cards}.") if hand else N_("{colour}'s hand is empty.")
    parts = [say(words, colour=names(sight)[seat], cards=commas(hand))]
    if sight.order[seat]:
        parts.append(say(N_("The order card {card} must be placed first."), card=sight.order[seat]))
    return join_sentences([*parts, *choice_sentences(marks, " ")[0]])[:ALT_LIMIT]
