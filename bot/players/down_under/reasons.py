"""Why a move of Down Under may be good: its effects, and what distinguishes it from other moves."""

from collections.abc import Iterator
from statistics import median

from bot.players.down_under.outlook import Outlook, outlooks
from bot.players.judging import Reason
from bot.rules.down_under import COLOURS, Effects, Move, Position, what_happened
from bot.text import N_


def reasons_for(before: Position, move: Move, after: Position) -> list[Reason]:
    """What a move does, most important first, and last what speaks against it.

    Leaves out what is true of every other tile: that a route grows by one, or that its ends stay open.
    """
    seat = before.to_move
    if seat is None:
        return []
    own = before.table.colours_of(seat)
    happened = what_happened(before, move, after)
    reasons = []
    if happened.over and after.places[seat] == 1:
        reasons.append(Reason(N_("ends the match in the lead")))
    reasons += _closing_reasons(before, after, own, happened)
    ends = [tuple(before.label(cell) for cell, _ in route.open) for route in before.routes]
    now, after_each = outlooks(before)
    then = after_each.get(move)
    rivals = [
        outlook
        for rival, outlook in after_each.items()
        if rival != move and rival.colour == move.colour and (rival.kind != "terminal" or move.kind == "terminal")
    ]
    if now is not None and then is not None and rivals:
        stopped = {changed.colour for changed in happened.changed if changed.ended}
        reasons += _gaining_reasons(now, then, rivals, own)
        for colour in range(before.table.colours):
            if colour not in own and colour not in stopped:
                reasons += _hindering_reasons(now, then, rivals, colour, ends[colour])
            elif colour == move.colour and move.kind != "terminal":
                reasons += _preparing_reasons(then, rivals, colour)
    return sorted(reasons, key=lambda reason: reason.against)


def _closing_reasons(before: Position, after: Position, own: tuple[int, ...], happened: Effects) -> Iterator[Reason]:
    """Rings, and ends that are closed for good."""
    for changed in happened.changed:
        name = {"colour": COLOURS[changed.colour]}
        stood, stands = before.routes[changed.colour].open, after.routes[changed.colour].open
        fewer = len(stands) < len(stood)
        closed = tuple(before.label(end[0]) for end in stood if end not in stands)
        if changed.colour in own:
            if changed.endless:
                yield Reason(N_("closes {colour}'s route to a ring"), name)
            elif changed.ended:
                yield Reason(N_("but {colour}'s route can't grow any more"), name)
            elif fewer:
                yield Reason(N_("but closes one end of {colour} for good"), name, closed)
        elif changed.ended:
            yield Reason(N_("stops {colour}'s route for good"), name, closed)
        elif fewer and not changed.endless:
            yield Reason(N_("closes an end of {colour}"), name, closed)


def _gaining_reasons(now: Outlook, then: Outlook, rivals: list[Outlook], own: tuple[int, ...]) -> Iterator[Reason]:
    for colour, score in enumerate(then.scores):
        gained = score - now.scores[colour]
        scores = [rival.scores[colour] for rival in rivals]
        values = {"colour": COLOURS[colour], "n": abs(gained)}
        if colour in own and gained < 0:
            yield Reason(N_("but {colour}'s route loses {n}"), values)
        elif gained > 0 and score > min(scores):
            if colour in own:
                yield Reason(N_("lengthens {colour}'s route by {n}"), values)
            else:
                yield Reason(N_("but {colour}'s route also grows by {n}"), values)
        elif gained < 0 and score < max(scores):
            yield Reason(N_("takes {n} from {colour}'s route"), values)


def _hindering_reasons(
    now: Outlook, then: Outlook, rivals: list[Outlook], colour: int, ends: tuple[str, ...]
) -> Iterator[Reason]:
    name: dict[str, object] = {"colour": COLOURS[colour]}
    ways = then.ways[colour]
    if ways < now.ways[colour] and ways < max(rival.ways[colour] for rival in rivals):
        if ways:
            yield Reason(N_("leaves {colour} fewer ways to grow"), name, ends)
        else:
            yield Reason(N_("leaves {colour} no way to grow for now"), name, ends)
    elif then.soon[colour] < min(now.soon[colour], median(rival.soon[colour] for rival in rivals)):
        yield Reason(N_("leaves {colour}'s route at most {n} to grow next turn"), name | {"n": then.soon[colour]}, ends)
    elif then.room[colour] < min(now.room[colour], median(rival.room[colour] for rival in rivals)):
        yield Reason(N_("takes room from {colour}'s route"), name, ends)


def _preparing_reasons(then: Outlook, rivals: list[Outlook], colour: int) -> Iterator[Reason]:
    """How the route of the colour played can continue."""
    name: dict[str, object] = {"colour": COLOURS[colour]}
    if then.inside[colour] > min(rival.inside[colour] for rival in rivals):
        yield Reason(N_("keeps {colour}'s route inside the border"), name)
    elif then.open[colour] == 2 > min(rival.open[colour] for rival in rivals):
        yield Reason(N_("keeps both ends of {colour} open"), name)
    if then.soon[colour] > median(rival.soon[colour] for rival in rivals):
        yield Reason(N_("lets {colour}'s route grow by up to {n} next turn"), name | {"n": then.soon[colour]})
    if then.ways[colour] > median(rival.ways[colour] for rival in rivals):
        yield Reason(N_("leaves {colour} more ways to grow than most moves"), name)
    elif then.room[colour] > median(rival.room[colour] for rival in rivals):
        yield Reason(N_("leaves {colour} more room to grow than most moves"), name)
