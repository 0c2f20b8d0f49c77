"""What moves on a field of Southern Cross cards.

The cards of the last turn drop onto their stacks. Those of its roles go to whoever took them, role after role and combo
after combo, and new cards come from the deck onto the empty cells.
"""

from collections.abc import Sequence
from itertools import groupby

from bot.rules.southern_cards import Sight
from images.canvas.canvas import Area, Point
from images.canvas.palette import chosen_theme
from images.motion.film import Act, PoseAt, Span, comes, drops, leaves, spans, stays
from images.southern_cards.cards import card_face
from images.southern_cards.drawing import scene_of_sight
from images.southern_cards.marks import Marks


def acts(sight: Sight, marks: Marks, boxes: Sequence[Area]) -> list[Act]:
    """The cards of the last turn and of its roles, if the turn is what the marks show."""
    placements, last = sight.last_placements, sight.last
    if not placements or last is None or not marks.last:
        return []
    captures = _captures(sight)
    refills = dict.fromkeys(sight.existing(last.refilled))
    steps = len(placements) + len(captures) + bool(refills)
    times = spans(steps)
    goal = _goal(sight, last.seat, boxes)
    landing = {cell: span for (_, cell), span in zip(placements, times, strict=False)}
    leaving = [times[len(placements) + number] for number in range(len(captures))]
    scene, field = scene_of_sight(sight, marks), sight.piles
    ceiling = scene.arrangement.felt[1]  # above it are captions
    pieces = {box.name: box for box in boxes if box.kind == "piece"}
    moves: list[Act] = []
    for cell in dict.fromkeys([*landing, *(cell for step in captures for cell in step)]):
        if cell not in scene.at:
            continue
        away = [(step[cell], span) for step, span in zip(captures, leaving, strict=True) if cell in step]
        cards = field.get(cell, ())
        if cards and cell not in refills and cell in landing:
            box, lies = pieces.get(f"{cell} {cards[-1]}"), not away
            if len(cards) > 1 and lies:  # what the placed card covers
                moves.append(Act(stays(), (card_face(cards[-2], scene.card, chosen_theme()), scene.at[cell])))
            if box and lies:
                moves.append(Act(drops(landing[cell], ceiling), box, steps))
        for number, (card, span) in reversed(list(enumerate(away))):  # the lowest card first
            put = landing.get(cell) if number == 0 else None
            play = _drops_and_leaves(put, span, goal, ceiling) if put else leaves(span, goal)
            moves.append(Act(play, (card_face(card, scene.card, chosen_theme()), scene.at[cell]), steps))
    deck = next((box.middle for box in boxes if box.name == "deck"), (0.0, 0.0))
    for cell in refills:
        box = pieces.get(f"{cell} {field[cell][-1]}") if field.get(cell) else None
        if box:
            moves.append(Act(comes(times[-1], deck), box, steps))
    return moves


def _captures(sight: Sight) -> list[dict[str, str]]:
    """The top cards that each step of the last turn takes, the placement's first, by their cells."""
    steps = groupby(sight.last_roles(), lambda one: one[0])
    return [
        {cell: card for _, role in roles for cell, card in zip(role.cells, role.cards, strict=False)}
        for _, roles in steps
    ]


def _goal(sight: Sight, seat: int, boxes: Sequence[Area]) -> Point:
    """Where the cards go that a seat takes: to its emblem among the seats."""
    plate = next((box for box in boxes if box.name == "seats plate"), None)
    emblems = [box for box in boxes if box.name == f"seat {sight.colours[seat]}" and plate and plate.carries(box)]
    goal = next(iter(emblems), plate)
    return goal.middle if goal else (0.0, 0.0)


def _drops_and_leaves(placing: Span, taking: Span, goal: Point, ceiling: float) -> PoseAt:
    """Comes down onto its place, and leaves it for this point later."""
    falls, goes = drops(placing, ceiling), leaves(taking, goal)
    return lambda share, last: (goes if share > placing[1] else falls)(share, last)
