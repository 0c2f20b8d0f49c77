"""A position of Southern Cross cards in words: the pictures' alt texts, and the complete text.

The complete text, which holds everything that the view does:

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

from bot.rules.api import Document, Result
from bot.rules.southern_cards import reach_name
from bot.rules.southern_cards.situation import places_by_points
from bot.text import N_, NC_, grouped, say, say_plural
from bot.text.terms import commas, join_list, join_sentences, ordinal, semicolons
from images.marks import endings
from images.marks.endings import Ending
from images.marks.marks import NO_MARKS, Marks
from images.marks.sentences import ALT_LIMIT, choice_sentences, longest_that_fits, points, round_sentence, with_room_for
from images.southern_cards.facts import (
    last_placements,
    last_roles,
    layout_of,
    names,
    number,
    owner,
    piles,
    placements_of,
)

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


def ending_of(view: Document, marks: Marks = NO_MARKS) -> Ending | None:
    """How the match ended; None while it runs."""

    def result() -> Result | None:
        return places_by_points(view["scores"]) if view["to_move"] is None else None

    def tell(winners: tuple[int, ...]) -> tuple[str, str]:
        seat_names, best = names(view), points(max(view["scores"]))
        if view["seats"] == 1:
            return say(N_("{colour} has {points}"), colour=seat_names[0], points=best), say(N_("the solo game is over"))
        if len(winners) > 1:
            who = join_list([seat_names[seat] for seat in winners])
            return say(N_("Draw")), say(N_("{colours} with {points}"), colours=who, points=best)
        return say(N_("{colour} wins"), colour=seat_names[winners[0]]), say(N_("with {points}"), points=best)

    end = endings.find_ending(marks, result, tell)
    if end and not end.reason and view["seats"] == 1:
        return replace(end, reason=say(N_("with {points}"), points=points(view["scores"][0])))
    return end


def best_turn_text(view: Document) -> str:
    """What the last turn of a view scored, as the best one of a game: "best turn: QS on b2 for 120"."""
    words = N_("best turn: {cards} for {points}")
    return say(words, cards=_last_cards_text(view), points=grouped(view["last"]["points"]))


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


def _last_cards_text(view: Document) -> str:
    """What was placed in the last turn: "QS on b2", "JK on a3 and JK on c1"."""
    return join_list([_on(card, cell) for card, cell in last_placements(view)]) or view["last"]["move"]


def _on(card: str, cell: str) -> str:
    return say(N_("{card} on {cell}"), card=card, cell=cell)


def _turn_text(view: Document, move: str) -> str:
    """A turn of another seat: "placed QS on b2"; empty if nothing was placed."""
    if "@" not in move:
        return ""
    return say(N_("placed {cards}"), cards=join_list([_on(card, cell) for card, cell in placements_of(view, move)]))


def _last_turn_text(view: Document) -> str:
    """The last turn in one sentence."""
    last = view["last"]
    if last is None:
        return ""
    parts = []
    if last["roles"]:
        parts.append(commas(f"{title_within(role['kind'])} {' '.join(role['cells'])}" for role in last["roles"]))
    if last["trick"]:
        times = f" ×{last['multiplier']}" if last["multiplier"] > 1 else ""
        parts.append(title(last["trick"]) + times)
    parts += [
        say(
            N_("combo {roles}"),
            roles=commas(f"{title_within(role['kind'])} {' '.join(role['cells'])}" for role in step),
        )
        for step in last["combo"]
    ]
    if last["reach"]:
        parts.append(f"{reach_title(len(last['reach']))} {' '.join(last['reach'])}")
    if last["eclipse"]:
        parts.append(say(N_("total eclipse")))
    words = (
        N_("{colour} placed {cards} for {points} ({what}).") if parts else N_("{colour} placed {cards} for {points}.")
    )
    who, points_text = names(view)[last["seat"]], points(last["points"])
    return say(words, colour=who, cards=_last_cards_text(view), points=points_text, what=semicolons(parts))


def _head(view: Document, marks: Marks) -> list[str]:
    end = ending_of(view, marks)
    lines = [say(N_("Southern Cross cards, {layout} field."), layout=view["options"]["layout"])]
    if end:
        lines.append(end.sentence)
    else:
        lines.append(say(N_("{colour} to move."), colour=names(view)[view["to_move"]]))
        if view["eclipse"]:
            lines.append(say(N_("The next card must go in the centre.")))
    return lines


def _standing(view: Document, marks: Marks) -> list[str]:
    end = ending_of(view, marks)
    lines = []
    for seat, name in enumerate(names(view)):
        parts = [ordinal(end.places[seat])] if end and end.places and view["seats"] > 1 else []
        parts += [points(view["scores"][seat]), _cards(number(view["hands"][seat]))]
        if view["order"][seat]:
            parts.append(say(N_("order card {card}"), card=view["order"][seat]))
        lines.append(say(N_("{seat}: {standing}."), seat=name, standing=commas(parts)))
    return [*lines, say(N_("Deck: {number}."), number=number(view["deck"]))]


def _cards(number: int) -> str:
    return say_plural("{number} card", "{number} cards", number)


def _tops(view: Document, counts: bool) -> list[str]:
    """The top card of each cell, those on growing fields nearest to the last placement first."""
    order = list(piles(view).items())
    if layout_of(view).grows and last_placements(view):
        x, y = map(int, last_placements(view)[0][1].split(","))
        order.sort(key=lambda pile: max(abs(int(pile[0].split(",")[0]) - x), abs(int(pile[0].split(",")[1]) - y)))
    empty = say(N_("empty"))
    return [
        f"{cell} {cards[-1] if cards else empty}{f'×{len(cards)}' if counts and len(cards) > 1 else ''}"
        for cell, cards in order
    ]


def alt(view: Document, marks: Marks = NO_MARKS) -> str:
    """What the picture shows, in at most 1,024 characters.

    Who is to move or has won, the last turn, points, deck, the top of each cell (×2 for two cards on it), what is
    chosen and can be chosen. If all that is too long, the choices go first, then the heights of the stacks, then the
    cells farthest from the last placement.
    """
    head, last, standing = _head(view, marks), _last_turn_text(view), _standing(view, marks)

    def tries() -> Iterator[list[str]]:
        for some in choice_sentences(marks, " "):
            for counts in (True, False):
                field = say(N_("Field: {cells}."), cells=semicolons(_tops(view, counts)))
                yield [*head, last, *standing, field, *some]
        tops = _tops(view, False)
        while tops:
            tops.pop()
            field = say(N_("Field: {cells} …"), cells=semicolons(tops))
            yield [*head, last if len(last) < ALT_LIMIT // 3 else "", *standing, field]

    return with_room_for(
        longest_that_fits(tries()), round_sentence(marks, names(view), lambda played: _turn_text(view, played.move))
    )


def alt_hand(view: Document, marks: Marks = NO_MARKS) -> str:
    """What the picture of a seat's hand shows. ValueError if the view is not a seat's own."""
    seat = owner(view)
    hand = view["hands"][seat]
    words = N_("{colour}'s hand: {cards}.") if hand else N_("{colour}'s hand is empty.")
    parts = [say(words, colour=names(view)[seat], cards=commas(hand))]
    if view["order"][seat]:
        parts.append(say(N_("The order card {card} must be placed first."), card=view["order"][seat]))
    return join_sentences([*parts, *choice_sentences(marks, " ")[0]])[:ALT_LIMIT]


# --- the complete text ------------------------------------------------------------------------------------------------

_WILD = {False: N_("no wild jokers"), True: N_("with wild jokers")}


def text(view: Document) -> str:
    """The complete position, a line for each thing that matters. See the top of this module."""
    seat_names, options = names(view), view["options"]
    empty = say(N_("empty"))
    field = semicolons(f"{cell} {' '.join(cards) or empty}" for cell, cards in view["field"]) or say(N_("no cells yet"))
    to_move = view["to_move"]
    lines = [
        say_plural(
            "Southern Cross cards for {number} seat.", "Southern Cross cards for {number} seats.", view["seats"]
        ),
        say(
            N_("Options: {layout} field; {hand} cards per hand; {wild}."),
            layout=options["layout"],
            hand=options["hand"],
            wild=say(_WILD[options["wild"]]),
        ),
        say(N_("Dealer: {colour}."), colour=seat_names[view["dealer"]]),
        say(N_("Over.")) if to_move is None else say(N_("{colour} to move."), colour=seat_names[to_move]),
        say(N_("Field, bottom to top: {cells}."), cells=field),
        say(N_("Deck: {number}."), number=number(view["deck"])),
    ]
    for seat, name in enumerate(seat_names):
        hand = view["hands"][seat]
        parts = [
            points(view["scores"][seat]),
            say_plural("{number} card in hand", "{number} cards in hand", hand)
            if isinstance(hand, int)
            else say(N_("hand {cards}"), cards=" ".join(hand) or empty),
        ]
        if view["order"][seat]:
            parts.append(say(N_("order card {card}"), card=view["order"][seat]))
        taken = " ".join(view["taken"][seat])
        parts.append(say(N_("taken {cards}") if taken else N_("nothing taken"), cards=taken))
        lines.append(say(N_("{seat}: {standing}."), seat=name, standing=semicolons(parts)))
    if view["eclipse"]:
        lines.append(say(N_("The next card must go in the centre.")))
    return "\n".join([*lines, *(_last_turn(view) if view["last"] else [])])


def _last_turn(view: Document) -> Iterator[str]:
    """The last turn, a line for each thing that scored."""
    last = view["last"]
    words = N_("Last turn: {colour} placed {cards} for {points}.")
    if last["trick"]:
        words = N_("Last turn: {colour} placed {cards} for {points}, {trick}.")
        if last["multiplier"] > 1:
            words = N_("Last turn: {colour} placed {cards} for {points}, {trick} times {factor}.")
    yield say(
        words,
        colour=names(view)[last["seat"]],
        cards=_last_cards_text(view),
        points=points(last["points"]),
        trick=title_within(last["trick"]) if last["trick"] else "",
        factor=last["multiplier"],
    )
    for step, role in last_roles(view):
        words = N_("Combo {step}: {role} {points} on {cells} with {cards}.")
        if not step:
            words = N_("Role: {role} {points} on {cells} with {cards}.")
        yield say(
            words,
            step=step,
            role=title_within(role["kind"]),
            points=role["points"],
            cells=" ".join(role["cells"]),
            cards=" ".join(role["cards"]),
        )
    if last["reach"]:
        yield say(N_("Reach: {cells}."), cells=" ".join(last["reach"]))
    if last["eclipse"]:
        yield say(N_("Total eclipse."))
    if last["refilled"]:
        yield say(N_("Refilled: {cells}."), cells=" ".join(last["refilled"]))
