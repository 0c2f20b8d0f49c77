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
from images import endings
from images.endings import Ended
from images.marks import NO_MARKS, Marks
from images.sentences import ALT_LIMIT, ORDINALS, counted, listed, longest_that_fits, picked, round_told, with_room_for
from images.southern_cards.facts import layout_of, names, number, owner, piles, placed, placed_last, scored

# --- the end ----------------------------------------------------------------------------------------------------------


def ended(view: Document, marks: Marks = NO_MARKS) -> Ended | None:
    """How the match ended; None while it runs."""

    def result() -> Result | None:
        return places_by_points(view["scores"]) if view["to_move"] is None else None

    def tell(winners: tuple[int, ...]) -> tuple[str, str]:
        called, points = names(view), counted(max(view["scores"]), "point")
        if view["seats"] == 1:
            return f"{called[0]} has {points}", "the solo game is over"
        if len(winners) > 1:
            return "Draw", f"{listed([called[seat] for seat in winners])} with {points}"
        return f"{called[winners[0]]} wins", f"with {points}"

    end = endings.ended(marks, result, tell)
    if end and not end.reason and view["seats"] == 1:
        return replace(end, reason=f"with {counted(view['scores'][0], 'point')}")
    return end


def best_told(view: Document) -> str:
    """What the last turn of a view scored, as the best one of a game: "best turn: QS on b2 for 120"."""
    return f"best turn: {_placed(view)} for {view['last']['points']:,}"


def title(key: str) -> str:
    """The name of a role or a trick as it is shown: `title("extra_double")` is "Extra double"."""
    words = key.replace("_", " ").capitalize()
    return words.replace("Southern cross", "Southern Cross").replace("empire", "Empire")


def reach_title(cells: int) -> str:
    """ "Double reach" for two cells, and so on."""
    return "Reach" if cells == 1 else f"{title(reach_name(cells))} reach"


# --- the alt texts ----------------------------------------------------------------------------------------------------


def _placed(view: Document) -> str:
    """What was placed in the last turn: "QS on b2", "JK on a3 and JK on c1"."""
    return listed([f"{card} on {cell}" for card, cell in placed_last(view)]) or view["last"]["move"]


def _laid(view: Document, move: str) -> str:
    """A turn of another seat: "placed QS on b2"; empty if nothing was placed."""
    return f"placed {listed([f'{card} on {cell}' for card, cell in placed(view, move)])}" if "@" in move else ""


def _last_told(view: Document) -> str:
    """The last turn in one sentence."""
    last = view["last"]
    if last is None:
        return ""
    parts = []
    if last["roles"]:
        parts.append(", ".join(f"{title(role['kind']).lower()} {' '.join(role['cells'])}" for role in last["roles"]))
    if last["trick"]:
        times = f" ×{last['multiplier']}" if last["multiplier"] > 1 else ""
        parts.append(title(last["trick"]) + times)
    parts += [
        "combo " + ", ".join(f"{title(role['kind']).lower()} {' '.join(role['cells'])}" for role in step)
        for step in last["combo"]
    ]
    if last["reach"]:
        parts.append(f"{reach_title(len(last['reach']))} {' '.join(last['reach'])}")
    if last["eclipse"]:
        parts.append("total eclipse")
    what = f" ({'; '.join(parts)})" if parts else ""
    return f"{names(view)[last['seat']]} placed {_placed(view)} for {counted(last['points'], 'point')}{what}."


def _head(view: Document, marks: Marks) -> list[str]:
    end = ended(view, marks)
    lines = [f"Southern Cross cards, {view['options']['layout']} field."]
    if end:
        lines.append(end.sentence)
    else:
        lines.append(f"{names(view)[view['to_move']]} to move.")
        if view["eclipse"]:
            lines.append("The next card must go in the centre.")
    return lines


def _standing(view: Document, marks: Marks) -> list[str]:
    end = ended(view, marks)
    lines = []
    for seat, name in enumerate(names(view)):
        place = f" {ORDINALS[end.places[seat] - 1]}," if end and end.places and view["seats"] > 1 else ""
        order = f", order card {view['order'][seat]}" if view["order"][seat] else ""
        held = counted(number(view["hands"][seat]), "card")
        lines.append(f"{name}:{place} {counted(view['scores'][seat], 'point')}, {held}{order}.")
    return [*lines, f"Deck: {number(view['deck'])}."]


def _tops(view: Document, counts: bool) -> list[str]:
    """The top card of each cell, those on growing fields nearest to the last placement first."""
    order = list(piles(view).items())
    if layout_of(view).grows and placed_last(view):
        x, y = map(int, placed_last(view)[0][1].split(","))
        order.sort(key=lambda pile: max(abs(int(pile[0].split(",")[0]) - x), abs(int(pile[0].split(",")[1]) - y)))
    return [
        f"{cell} {cards[-1] if cards else 'empty'}{f'×{len(cards)}' if counts and len(cards) > 1 else ''}"
        for cell, cards in order
    ]


def alt(view: Document, marks: Marks = NO_MARKS) -> str:
    """What the picture shows, in at most 1,024 characters.

    Who is to move or has won, the last turn, points, deck, the top of each cell (×2 for two cards on it), what is
    chosen and can be chosen. If all that is too long, the choices go first, then the heights of the stacks, then the
    cells farthest from the last placement.
    """
    head, last, standing = _head(view, marks), _last_told(view), _standing(view, marks)

    def tries() -> Iterator[list[str]]:
        for some in picked(marks, " "):
            for counts in (True, False):
                yield [*head, last, *standing, f"Field: {'; '.join(_tops(view, counts))}.", *some]
        tops = _tops(view, False)
        while tops:
            tops.pop()
            yield [*head, last if len(last) < ALT_LIMIT // 3 else "", *standing, f"Field: {'; '.join(tops)} …"]

    return with_room_for(
        longest_that_fits(tries()), round_told(marks, names(view), lambda played: _laid(view, played.move))
    )


def alt_hand(view: Document, marks: Marks = NO_MARKS) -> str:
    """What the picture of a seat's hand shows. ValueError if the view is not a seat's own."""
    seat = owner(view)
    hand = view["hands"][seat]
    parts = [f"{names(view)[seat]}’s hand: {', '.join(hand)}." if hand else f"{names(view)[seat]}’s hand is empty."]
    if view["order"][seat]:
        parts.append(f"The order card {view['order'][seat]} must be placed first.")
    return " ".join([*parts, *picked(marks, " ")[0]])[:ALT_LIMIT]


# --- the complete text ------------------------------------------------------------------------------------------------

_WILD = {False: "no wild jokers", True: "with wild jokers"}


def text(view: Document) -> str:
    """The complete position, a line for each thing that matters. See the top of this module."""
    called, options = names(view), view["options"]
    field = "; ".join(f"{cell} {' '.join(cards) or 'empty'}" for cell, cards in view["field"]) or "no cells yet"
    lines = [
        f"Southern Cross cards for {view['seats']} seat{'s' if view['seats'] > 1 else ''}.",
        f"Options: {options['layout']} field; {options['hand']} cards per hand; {_WILD[options['wild']]}.",
        f"Dealer: {called[view['dealer']]}.",
        "Over." if view["to_move"] is None else f"{called[view['to_move']]} to move.",
        f"Field, bottom to top: {field}.",
        f"Deck: {number(view['deck'])}.",
    ]
    for seat, name in enumerate(called):
        hand = view["hands"][seat]
        parts = [
            counted(view["scores"][seat], "point"),
            f"{counted(hand, 'card')} in hand" if isinstance(hand, int) else f"hand {' '.join(hand) or 'empty'}",
        ]
        if view["order"][seat]:
            parts.append(f"order card {view['order'][seat]}")
        parts.append(f"taken {' '.join(view['taken'][seat])}" if view["taken"][seat] else "nothing taken")
        lines.append(f"{name}: {'; '.join(parts)}.")
    if view["eclipse"]:
        lines.append("The next card must go in the centre.")
    last = view["last"]
    if last:
        trick = f", {last['trick'].replace('_', ' ')}" if last["trick"] else ""
        times = f" times {last['multiplier']}" if last["multiplier"] > 1 else ""
        points = counted(last["points"], "point")
        lines.append(f"Last turn: {called[last['seat']]} placed {_placed(view)} for {points}{trick}{times}.")
        for step, role in scored(view):
            lines.append(
                f"{f'Combo {step}' if step else 'Role'}: {role['kind'].replace('_', ' ')} {role['points']} on "
                f"{' '.join(role['cells'])} with {' '.join(role['cards'])}."
            )
        if last["reach"]:
            lines.append(f"Reach: {' '.join(last['reach'])}.")
        if last["eclipse"]:
            lines.append("Total eclipse.")
        if last["refilled"]:
            lines.append(f"Refilled: {' '.join(last['refilled'])}.")
    return "\n".join(lines)
