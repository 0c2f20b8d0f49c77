"""What someone can choose now, as the page needs it: all paths of a position at once, and where their places are."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from bot.match import BoardHasMoved, Match
from bot.rules import State
from bot.text import N_, say
from bot.words import UNKNOWN, Course
from cogs.shared.choosing.plans import (
    Plan,
    confirms,
    decode_plan,
    encode_plan,
    follow,
    plan_in_words,
    plan_key,
    played_in_turn,
)
from cogs.shared.choosing.turn_checks import check_turn
from cogs.shared.presentation.paths import Branch, Path, PathStep, branches_of, marks, numbers_to, places_of
from cogs.shared.presentation.presentation import DirectMove, Presentation, Sheet, played_marks
from cogs.shared.web.visitors import Json
from images.canvas.shapes import Circle, Rectangle, Shape
from images.marks.marks import NO_MARKS, Marks, Played

MOST_PATHS = 1500
"""How many paths are sent at once. Of a position with more, each first choice asks for those behind it."""

ENDS, ASK = 0, 1
"""What stands in place of branches: the path ends here, or the server says how it goes on."""


@dataclass(frozen=True, slots=True)
class Choosing:
    """A person's turn: the position, what they have chosen so far, and what the picture shows of what was played.

    `version` is that of the match, `of_turn` what was played in the current turn.
    """

    cog: Presentation
    state: State[Any]
    plan: Plan
    version: int
    marks: Marks = NO_MARKS
    of_turn: tuple[Played, ...] = ()

    @property
    def seat(self) -> int:
        return self.state.to_move or 0

    @property
    def is_complete(self) -> bool:
        """Whether a decision has been chosen that isn't just planned."""
        return self.plan.composition.move is not None

    def sheets(self, *, moves: bool = True) -> list[Sheet]:
        """The pictures: the board, possibly with its last turn as a film, and the own hand in games that hide hands."""
        cog, plan = self.cog, self.plan
        sight = plan.state.sight(self.state.to_move)
        last = self.marks.last
        if plan.planned:
            last = (*self.of_turn, *played_marks(plan.decisions()))
        hand = [cog.hand(sight)] if cog.game.hidden else []  # it stays in sight, so that nothing moves
        if self.is_complete:
            return [*cog.choice_pictures(sight, marks(plan.composition, last)), *hand]
        in_sight = places_of(plan.paths)
        if plan.planned:
            board = cog.board_sheet(sight, Marks(last=last, in_sight=in_sight))
        else:
            board = _board(cog, sight, self.marks, in_sight, moves=moves)
        return [board, *hand]


def choosing(cog: Presentation, match: Match, user: int, plan: str) -> Choosing:
    """Someone's turn with these choices. Raises as `check_turn`; BoardHasMoved if there are no such choices."""
    state = check_turn(match, user)
    followed = follow_choices(cog, state, plan, match.version, plans=cog.plans_turns)
    return Choosing(cog, state, followed, match.version, cog.marks(match), played_in_turn(match))


def follow_choices(cog: Presentation, state: State[Any], plan: str, version: int, *, plans: bool) -> Plan:
    """What these choices lead to; `plans` as for `follow`. Raises BoardHasMoved if there are none like them."""
    try:
        return follow(cog, state, decode_plan(plan), plans=plans)
    except ValueError:  # of an earlier position or another release
        raise BoardHasMoved(seen=0, now=version) from None


def board_sheets(cog: Presentation, match: Match, user: int, course: Course = UNKNOWN, *, moves: bool) -> list[Sheet]:
    """The pictures of a match for somebody who has nothing to choose now; `course` is how one that is over went."""
    if match.state is None:
        return []
    own = match.seat_of(user)
    sight = match.state.sight(own[0] if own else None)
    board = _board(cog, sight, cog.marks(match, course), (), moves=moves)
    return [board, *([cog.hand(sight)] if own and cog.game.hidden and match.to_move is not None else [])]


def _board(cog: Presentation, sight: Any, marks: Marks, in_sight: tuple[str, ...], *, moves: bool) -> Sheet:
    shown = replace(marks, in_sight=in_sight)
    return (cog.moving_sheet if moves else cog.board_sheet)(sight, shown)


def choice_document(chosen: Choosing) -> Json:
    """What was chosen, what can be chosen next, and what Confirm does."""
    cog, plan = chosen.cog, chosen.plan
    steps: dict[PathStep, int] = {}
    depth = len(plan.composition.chosen)
    paths = [(path, move) for path, move in plan.paths if path[:depth] == plan.composition.chosen]
    branches = () if chosen.is_complete else branches_of(paths, depth)
    document: Json = {
        "plan": encode_plan(plan.all_numbers if depth and not chosen.is_complete else (*plan.numbers, ())),
        "chosen": encode_plan(plan.all_numbers),
        "says": plan_in_words(cog, plan),
        "complete": chosen.is_complete,
        "planned": len(plan.planned),
        "check": plan_key(plan.moves),
        "asks": cog.plans_turns,
        "question": _question(chosen),
        "tree": list(_tree(branches, steps, MOST_PATHS)),
        "confirms": [
            {"label": _confirm_label(one), "direct": one.notation if one else ""}
            for one in confirms(cog, chosen.state, plan)
        ],
        "nudges": _nudges(chosen),
        "direct": [_direct(one) for one in cog.direct_moves(plan.state)] if not plan.moves else [],
    }
    document["steps"] = [_step(step, first=depth == 0) for step in steps]
    document["places"] = places_document(chosen.sheets(moves=False), paths) if branches else {}
    return document


def _tree(branches: Sequence[Branch], steps: dict[PathStep, int], left: int) -> Iterator[list[Any]]:
    """The branches as lists: the step's index, and what follows. What is too much is left for later."""
    total = sum(branch.ends for branch in branches)
    for branch in branches:
        number = steps.setdefault(branch.step, len(steps))
        if not branch.branches:
            yield [number, ENDS]
        elif total > left:
            yield [number, ASK]
        else:
            yield [number, list(_tree(branch.branches, steps, left))]


def _step(step: PathStep, *, first: bool) -> Json:
    places = list(dict.fromkeys((*step.via, *filter(None, [step.at]))))
    origin = places[0] if first and len(places) > 1 else ""
    words = {
        "label": step.label,
        "group": step.group,
        "at": places[-1] if first and places else step.at,
        "detail": step.detail,
        "gain": step.gain,
        "alone": step.alone,
        "from": origin,
    }
    is_target = step.kind == "target" or bool(origin)
    return {"target": is_target, **{name: value for name, value in words.items() if value}}


def places_document(sheets: Sequence[Sheet], paths: Sequence[tuple[Path, Any]]) -> Json:
    """The places of all steps that can be touched: the picture's number, and the shape in its pixels."""
    found: Json = {}
    for at in places_of(paths):
        for number, sheet in enumerate(sheets):
            if (shape := sheet.shape(at)) is not None:
                found[at] = [number, *shape_document(shape)]
                break
    return found


def shape_document(shape: Shape) -> list[Any]:
    """A circle as its middle and radius, a rectangle as its sides, a polygon as its corners."""
    match shape:
        case Circle():
            return ["circle", *map(round, (*shape.middle, shape.radius))]
        case Rectangle():
            return ["box", *map(round, (shape.left, shape.top, shape.right, shape.bottom))]
        case _:
            corners = shape.outline[:: max(1, len(shape.outline) // 24)]
            return ["polygon", *(round(number) for corner in corners for number in corner)]


def _question(chosen: Choosing) -> str:
    move = chosen.plan.composition.move
    return "" if move is None else chosen.cog.question(chosen.plan.state, move)


def _confirm_label(direct: DirectMove | None) -> str:
    return say(N_("Confirm")) if direct is None else say(N_("Confirm + {move}"), move=direct.label)


def _direct(one: DirectMove) -> Mapping[str, str]:
    return {"label": one.label, "move": one.notation, "style": one.style, "question": one.question}


def _nudges(chosen: Choosing) -> list[Json]:
    plan = chosen.plan
    if plan.composition.move is None:
        return []
    return [
        {"label": label, "plan": encode_plan((*plan.numbers, numbers_to(plan.paths, move)))}
        for label, move in chosen.cog.nudges(plan.state, plan.composition.move)
    ]
