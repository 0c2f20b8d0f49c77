"""A position of Southern Cross cards in words: the pictures' alt texts, and the complete text.

The complete text, which holds everything that the sight does:

    Southern Cross cards for 2 seats.
    Options: classic field; 3 cards per hand; no wild jokers.
    Dealer: Blue.
    Gold to move.
    Field, bottom to top: a3 9C AS; b3 8H; c3 JH; a2 9H; b2 9D QS; c2 JK 7C; a1 3D; b1 KC; c1 empty.
    Deck: 15.
    Gold: 85 points; hand AH 5H 5C; taken 9S 4H QH.
    Blue: 140 points; 3 cards in hand; order card KS; nothing taken.
    The next card must go in the centre.
    Last turn: Blue placed QS on b2 for 120 points, extra double times 2.
    Role: sequence 20 on a3 b3 c3 with 5C 6D 7H.
    Combo 1: set 30 on a3 b2 c1 with 8C 8D 8H.
    Reach: b3 a1.
    Total eclipse.
    Refilled: a3 b3.

Lines that have nothing to say are left out.
"""

from collections.abc import Iterator
from dataclasses import replace

from bot.rules.southern_cards import Last, Move, Sight, reach_name
from bot.text import N_, NC_, grouped, say, say_plural, term
from bot.text.terms import commas, join_list, join_sentences, ordinal, semicolons
from images.marks import endings
from images.marks.endings import Ending
from images.marks.marks import NO_MARKS
from images.marks.sentences import ALT_LIMIT, choice_sentences, longest_that_fits, points, round_sentence, with_room_for
from images.southern_cards.marks import Marks

TITLES = {
    "sequence": N_("Sequence"),
    "set": N_("Set"),
    "royal_sequence": N_("Royal sequence"),
    "orion": N_("Orion"),
    "hyper_sequence": N_("Hyper sequence"),
    "four_cards": N_("Four of a rank"),
    "hyper_royal_sequence": N_("Hyper royal sequence"),
    "straight": NC_("role of cards", "Straight"),
    "five_cards": N_("Five of a rank"),
    "straight_flush": N_("Straight flush"),
    "royal_straight_flush": N_("Royal straight flush"),
    "pegasus": N_("Pegasus"),
    "zodiac_cross": N_("Zodiac cross"),
    "supernova": N_("Supernova"),
    "queen_of_empire": N_("Queen of Empire"),
    "nirvana": N_("Nirvana"),
    "ultimate_grand_cross": N_("Ultimate grand cross"),
    "grand_cross": N_("Grand cross"),
    "southern_cross": NC_("trick of cards", "Southern Cross"),
    "saturn": N_("Saturn"),
    "double": N_("Double"),
    "triple": N_("Triple"),
    "quadruple": N_("Quadruple"),
    "quintuple": N_("Quintuple"),
    "sextuple": N_("Sextuple"),
    "septuple": N_("Septuple"),
    "octuple": N_("Octuple"),
    "multiple": N_("Multiple"),
    "extra_double": N_("Extra double"),
    "extra_triple": N_("Extra triple"),
    "extra_quadruple": N_("Extra quadruple"),
    "extra_quintuple": N_("Extra quintuple"),
    "extra_sextuple": N_("Extra sextuple"),
    "extra_septuple": N_("Extra septuple"),
    "extra_octuple": N_("Extra octuple"),
    "extra_multiple": N_("Extra multiple"),
}
"""Roles and tricks as pictures name them."""

PROPER_NAMES = ("orion", "pegasus", "queen_of_empire", "southern_cross", "saturn")

REACHES = {
    "normal": N_("Normal reach"),
    "double": N_("Double reach"),
    "triple": N_("Triple reach"),
    "super": N_("Super reach"),
    "rainbow": N_("Rainbow reach"),
    "southern_cross": N_("Southern Cross reach"),
}


# --- the end ----------------------------------------------------------------------------------------------------------


def names(sight: Sight) -> tuple[str, ...]:
    """The colours of the seats as they are written."""
    return tuple(term(colour.capitalize()) for colour in sight.colours)


def owner(sight: Sight) -> int:
    """The seat whose sight it is. Raises ValueError for a spectator's."""
    if sight.seat is None:
        raise ValueError("a spectator has no hand")
    return sight.seat


def ending_of(sight: Sight, marks: Marks = NO_MARKS) -> Ending | None:
    """How the match ended; None while it runs."""

    def tell(winners: tuple[int, ...]) -> tuple[str, str]:
        seat_names, best = names(sight), points(max(sight.scores))
        if sight.table.seats == 1:
            return say(N_("{colour} has {points}"), colour=seat_names[0], points=best), say(N_("the solo game is over"))
        if len(winners) > 1:
            who = join_list([seat_names[seat] for seat in winners])
            return say(N_("Draw")), say(N_("{colours} with {points}"), colours=who, points=best)
        return say(N_("{colour} wins"), colour=seat_names[winners[0]]), say(N_("with {points}"), points=best)

    end = endings.find_ending(marks, sight.result, tell)
    if end and not end.reason and sight.table.seats == 1:
        return replace(end, reason=say(N_("with {points}"), points=points(sight.scores[0])))
    return end


def best_turn_text(sight: Sight) -> str:
    """What the last turn of a sight scored, as the best one of a game: "best turn: QS on b2 for 120"."""
    if sight.last is None:
        return ""
    words = N_("best turn: {cards} for {points}")
    return say(words, cards=_last_cards_text(sight, sight.last), points=grouped(sight.last.points))


def title(key: str) -> str:
    """The name of a role or a trick as it is shown: `title("extra_double")` is "Extra double"."""
    return say(TITLES.get(key, key.replace("_", " ").capitalize()))


def title_within(key: str) -> str:
    """The same name within a sentence: "extra double", but "Queen of Empire"."""
    return title(key) if key in PROPER_NAMES else title(key).lower()


def reach_title(cells: int) -> str:
    """ "Double reach" for two cells, and so on."""
    return say(REACHES[reach_name(cells)] if cells > 1 else N_("Reach"))


# --- the alt texts ----------------------------------------------------------------------------------------------------


def _last_cards_text(sight: Sight, last: Last) -> str:
    """What was placed in the last turn: "QS on b2", "JK on a3 and JK on c1"."""
    return join_list([_on(card, cell) for card, cell in sight.last_placements]) or last.move


def _on(card: str, cell: str) -> str:
    return say(N_("{card} on {cell}"), card=card, cell=cell)


def _turn_text(move: Move) -> str:
    """A turn of another seat: "placed QS on b2"."""
    return say(N_("placed {cards}"), cards=join_list([_on(move.card, cell) for cell in move.cells]))


def _last_turn_text(sight: Sight) -> str:
    """The last turn in one sentence."""
    last = sight.last
    if last is None:
        return ""
    parts = []
    if last.roles:
        parts.append(commas(f"{title_within(role.kind)} {' '.join(role.cells)}" for role in last.roles))
    if last.trick:
        times = f" ×{last.multiplier}" if last.multiplier > 1 else ""
        parts.append(title(last.trick) + times)
    parts += [
        say(
            N_("combo {roles}"),
            roles=commas(f"{title_within(role.kind)} {' '.join(role.cells)}" for role in step),
        )
        for step in last.combo
    ]
    if last.reach:
        parts.append(f"{reach_title(len(last.reach))} {' '.join(last.reach)}")
    if last.eclipse:
        parts.append(say(N_("total eclipse")))
    words = (
        N_("{colour} placed {cards} for {points} ({what}).") if parts else N_("{colour} placed {cards} for {points}.")
    )
    who, points_text = names(sight)[last.seat], points(last.points)
    return say(words, colour=who, cards=_last_cards_text(sight, last), points=points_text, what=semicolons(parts))


def _head(sight: Sight, marks: Marks) -> list[str]:
    end = ending_of(sight, marks)
    lines = [say(N_("Southern Cross cards, {layout} field."), layout=sight.table.layout)]
    if end:
        lines.append(end.sentence)
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
    head, last, standing = _head(sight, marks), _last_turn_text(sight), _standing(sight, marks)

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

    return with_room_for(
        longest_that_fits(tries()), round_sentence(marks, names(sight), lambda played: _turn_text(played.move))
    )


def alt_hand(sight: Sight, marks: Marks = NO_MARKS) -> str:
    """What the picture of a seat's hand shows. ValueError if the sight is not a seat's own."""
    seat = owner(sight)
    hand = sight.hand
    words = N_("{colour}'s hand: {cards}.") if hand else N_("{colour}'s hand is empty.")
    parts = [say(words, colour=names(sight)[seat], cards=commas(hand))]
    if sight.order[seat]:
        parts.append(say(N_("The order card {card} must be placed first."), card=sight.order[seat]))
    return join_sentences([*parts, *choice_sentences(marks, " ")[0]])[:ALT_LIMIT]


# --- the complete text ------------------------------------------------------------------------------------------------

_WILD = {False: N_("no wild jokers"), True: N_("with wild jokers")}


def text(sight: Sight) -> str:
    """The complete position, a line for each thing that matters. See the top of this module."""
    seat_names, table = names(sight), sight.table
    empty = say(N_("empty"))
    field = semicolons(f"{cell} {' '.join(cards) or empty}" for cell, cards in sight.field) or say(N_("no cells yet"))
    to_move = sight.to_move
    lines = [
        say_plural(
            "Southern Cross cards for {number} seat.", "Southern Cross cards for {number} seats.", sight.table.seats
        ),
        say(
            N_("Options: {layout} field; {hand} cards per hand; {wild}."),
            layout=table.layout,
            hand=table.hand,
            wild=say(_WILD[table.wild]),
        ),
        say(N_("Dealer: {colour}."), colour=seat_names[sight.dealer]),
        say(N_("Over.")) if to_move is None else say(N_("{colour} to move."), colour=seat_names[to_move]),
        say(N_("Field, bottom to top: {cells}."), cells=field),
        say(N_("Deck: {number}."), number=sight.deck),
    ]
    for seat, name in enumerate(seat_names):
        parts = [
            points(sight.scores[seat]),
            say(N_("hand {cards}"), cards=" ".join(sight.hand) or empty)
            if seat == sight.seat
            else say_plural("{number} card in hand", "{number} cards in hand", sight.held[seat]),
        ]
        if sight.order[seat]:
            parts.append(say(N_("order card {card}"), card=sight.order[seat]))
        taken = " ".join(sight.taken[seat])
        parts.append(say(N_("taken {cards}") if taken else N_("nothing taken"), cards=taken))
        lines.append(say(N_("{seat}: {standing}."), seat=name, standing=semicolons(parts)))
    if sight.eclipse:
        lines.append(say(N_("The next card must go in the centre.")))
    return "\n".join([*lines, *(_last_turn(sight, sight.last) if sight.last else [])])


def _last_turn(sight: Sight, last: Last) -> Iterator[str]:
    """The last turn, a line for each thing that scored."""
    words = N_("Last turn: {colour} placed {cards} for {points}.")
    if last.trick:
        words = N_("Last turn: {colour} placed {cards} for {points}, {trick}.")
        if last.multiplier > 1:
            words = N_("Last turn: {colour} placed {cards} for {points}, {trick} times {factor}.")
    yield say(
        words,
        colour=names(sight)[last.seat],
        cards=_last_cards_text(sight, last),
        points=points(last.points),
        trick=title_within(last.trick) if last.trick else "",
        factor=last.multiplier,
    )
    for step, role in sight.last_roles():
        words = N_("Combo {step}: {role} {points} on {cells} with {cards}.")
        if not step:
            words = N_("Role: {role} {points} on {cells} with {cards}.")
        yield say(
            words,
            step=step,
            role=title_within(role.kind),
            points=role.points,
            cells=" ".join(role.cells),
            cards=" ".join(role.cards),
        )
    if last.reach:
        yield say(N_("Reach: {cells}."), cells=" ".join(last.reach))
    if last.eclipse:
        yield say(N_("Total eclipse."))
    if last.refilled:
        yield say(N_("Refilled: {cells}."), cells=" ".join(last.refilled))
