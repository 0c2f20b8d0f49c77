"""Choosing a move in steps, with buttons and selects, privately and with a picture.

The composer asks step by step, along the paths of the legal moves. The steps chosen so far are in its custom ids, as
numbers, so that it works after a restart of the bot.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

import discord
from discord import ui

from bot.match import Match
from bot.rules import State
from bot.text import N_, say
from cogs.shared.choosing.glossary import explain_words_to
from cogs.shared.choosing.plans import (
    START,
    Numbers,
    Plan,
    closes,
    confirms,
    encode_plan,
    follow,
    plan_in_words,
    plan_key,
    played_in_turn,
)
from cogs.shared.choosing.turn_checks import check_position
from cogs.shared.interactions.clicks import Button, Style, Target, button, equal_parts, row
from cogs.shared.interactions.leftovers import replace_leftover
from cogs.shared.interactions.replies import Interaction, reply
from cogs.shared.presentation.icons import emoji_of
from cogs.shared.presentation.paths import Composition, PathStep, marks, numbers_to
from cogs.shared.presentation.presentation import Presentation, played_marks
from images.marks.marks import Played

SELECT_SIZE = 25  # Discord's limit of options
FEW = 5  # up to this many choices of one group are buttons in one row
FEW_GROUPS = 3  # up to this many groups of a few choices each are rows of buttons, each below its heading
GRID = 5  # up to this many rows of buttons may be arranged like the places on the board
NARROW = 4  # up to this many buttons in each of these rows have room for more than a number
LABEL, ENTRY = 80, 100  # the maximum length of a button's and of an entry's label
ROWS = 10  # selects in one message, far below the limit of components
COMPONENTS = 40  # Discord's limit of what is in one message
BESIDES = 2  # of them are the words and the box around everything
PLAIN = 60  # the longest move that a Confirm button carries as it is

Group = list[tuple[int, PathStep]]  # choices below one heading, each with its number


@dataclass(frozen=True, slots=True)
class ChoosingSituation:
    """A position in which someone chooses a move.

    `target` is what the clicks are about, `last` the marks for the last moves, `of_turn` those of them in the current
    turn, `others` the buttons below the first choice, and `below` rows under these. With `says_standing`, a heading
    says how the person stands, and with `plans` the whole turn is planned here. With `titled`, a heading and the game
    say what to do. `named` are the places that a hint is about. Words of the game are explained to who is new to it, if
    it is a `match`.
    """

    state: State[Any]
    colours: Sequence[str]
    target: Target
    last: tuple[Played, ...] = ()
    of_turn: tuple[Played, ...] = ()
    others: Sequence[Button] = ()
    below: Sequence[Any] = ()
    says_standing: bool = False
    titled: bool = True
    plans: bool = False
    named: Sequence[str] = ()
    match: Match | None = None


async def show_composer(
    cog: Presentation,
    interaction: Interaction,
    match: Match,
    numbers: Numbers = START,
    intro: str = "",
    named: Sequence[str] = (),
    *,
    replace: bool = True,
) -> None:
    """The composer after these choices, as the private reply; `intro`, what was just done, is above it.

    `named` are the places that a hint is about, which the picture marks. With `replace`, it takes the place of the
    response so far, which must be private then.
    """
    state = check_position(match)
    situation = ChoosingSituation(
        state,
        [seat.colour for seat in match.seats],
        Target(match.id, match.version),
        cog.marks(match).last,
        played_in_turn(match),
        _other_buttons(match, state, web=cog.bot.web_url is not None),
        says_standing=match.terms.private,  # no board says it
        plans=cog.plans_turns,
        named=named,
        match=match,
    )
    message_id = await show_situation(cog, interaction, situation, numbers, intro, replace=replace)
    if not match.terms.private:  # there the message is the board
        await replace_leftover(interaction, match.id, message_id)


async def show_situation(
    cog: Presentation,
    interaction: Interaction,
    situation: ChoosingSituation,
    numbers: Numbers,
    intro: str = "",
    *,
    replace: bool = True,
) -> int:
    """The composer in any position, like `show_composer` for a match. Returns the id of its message."""
    plan = follow(cog, situation.state, numbers, plans=situation.plans)
    last = (*situation.of_turn, *played_marks(plan.decisions())) if plan.planned else situation.last
    sight = plan.state.sight(situation.state.to_move)
    pictures = await cog.attachments(
        cog.choice_pictures(sight, marks(plan.composition, last, situation.named)), "choice"
    )
    choice_rows = _rows_below(cog, situation, plan, lists=False)
    if BESIDES + len(pictures) + _count(choice_rows) > COMPONENTS:
        choice_rows = _rows_below(cog, situation, plan, lists=True)
    words = "\n".join(filter(None, (intro, _text(cog, situation, plan))))
    if situation.match is not None:
        words = "\n".join((words, *await explain_words_to(cog, words, situation.match, interaction.user.id)))
    return await reply(
        interaction,
        words,
        pictures=pictures,
        rows=choice_rows,
        colour=discord.Colour(cog.colour_of(situation.colours[situation.state.to_move or 0])),
        replace=replace,
    )


def _rows_below(cog: Presentation, situation: ChoosingSituation, plan: Plan, *, lists: bool) -> list[Any]:
    """Everything below the pictures; with `lists`, no choices are buttons."""
    target = situation.target
    style: Style = "success" if closes(cog, plan) else "primary"
    last = _last_row(cog, situation, plan)
    found = rows(target, plan.composition, style, before=plan.numbers, last=last, lists=lists)
    if plan.composition.move is not None and (nudges := _nudges(cog, target, plan)):
        found.insert(0, row(*nudges))
    others = [*_direct_buttons(cog, plan.state, target), *situation.others] if plan.at_start else []
    found += [row(*others[start : start + FEW]) for start in range(0, len(others), FEW)]
    return [*found, *situation.below] if plan.at_start else found


def _count(items: Sequence[Any]) -> int:
    """How many components these are, with what is in rows."""
    return sum(1 + len(item.children) if isinstance(item, ui.ActionRow) else 1 for item in items)


def _last_row(cog: Presentation, situation: ChoosingSituation, plan: Plan) -> list[Button]:
    """Confirm, alone and with each direct move after it, and Back."""
    target, composition = situation.target, plan.composition
    buttons = []
    for one in confirms(cog, situation.state, plan):
        if plan.planned:
            words = say(N_("Confirm")) if one is None else say(N_("Confirm + {move}"), move=one.label)
            payload = f"{encode_plan(plan.all_numbers)}:{plan_key(plan.moves)}:{one.notation if one else ''}"
            buttons.append(target.button(words, "confirm_plan", payload, style="success"))
        else:
            move = move_key(plan.state.notate(composition.move))
            buttons.append(target.button(say(N_("Confirm")), "confirm", move, style="success"))
    if not plan.at_start:
        buttons.append(target.button(say(N_("Back")), "back", encode_plan(plan.all_numbers)))
    return buttons


def _nudges(cog: Presentation, target: Target, plan: Plan) -> list[Button]:
    return [
        target.button(label, "step", encode_plan((*plan.numbers, numbers_to(plan.paths, move))))
        for label, move in cog.nudges(plan.state, plan.composition.move)
    ]


def _direct_buttons(cog: Presentation, state: State[Any], target: Target) -> list[Button]:
    return [target.button(one.label, "now", one.notation, style=one.style) for one in cog.direct_moves(state)]


def _other_buttons(match: Match, state: State[Any], *, web: bool) -> list[Button]:
    """What else can be done in a match."""
    about = (match.id, match.version)
    buttons = []
    if match.terms.private and web:  # there is no board for this button
        buttons.append(button(say(N_("Open the board")), "open_board", about=about))
    if match.trail.retractable:
        buttons.append(button(say(N_("Undo")), "take_back", about=about))
    if match.terms.allows_hints and len(state.legal()) > 1:
        buttons.append(button(say(N_("Hint")), "hint", about=about))
    if match.terms.private:  # there is no board for these buttons
        buttons.append(button(say(N_("In words")), "in_words", about=about))
        buttons.append(button(say(N_("More")), "more", about=about))
    return buttons


def _text(cog: Presentation, situation: ChoosingSituation, plan: Plan) -> str:
    state, colours, composition = plan.state, situation.colours, plan.composition
    chosen = " → ".join(step.label for step in composition.chosen)
    if composition.move is not None:
        return say(N_("### Play this?\n{said}"), said=plan_in_words(cog, plan))
    if chosen:
        title = _with_standing(cog, situation, plan, say(N_("### {chosen} → ?"), chosen=chosen))
    elif plan.planned:
        title = say(N_("### Your plan\n{planned}"), planned=plan_in_words(cog, plan))
    elif situation.titled:
        words = N_("### Your move") if composition.choices else N_("### Your turn")
        title = _with_standing(cog, situation, plan, say(words))
    else:
        title = ""
    to_do = cog.to_do(state, colours) if situation.titled and (plan.at_start or not chosen) else ""
    ends = say(N_("This choice ends your turn.")) if closes(cog, plan) else ""
    return "\n".join(filter(None, (title, to_do, _heading_of(composition), ends)))


def _with_standing(cog: Presentation, situation: ChoosingSituation, plan: Plan, title: str) -> str:
    """The title, and how the person stands after what is planned, if no board says it."""
    if not (situation.says_standing and plan.composition.choices):
        return title
    standing = cog.standing(plan.state, plan.state.to_move or 0)
    return say(N_("{title} · {standing}"), title=title, standing=standing) if standing else title


def _heading_of(composition: Composition) -> str:
    """What the choices are, and that the picture shows them; empty if the lists say it all."""
    groups = {step.group for step in composition.choices}
    marked = any(step.at is not None for step in composition.choices)
    if not groups or (not marked and (len(groups) > 1 or len(composition.choices) > FEW)):
        return ""
    if len(groups) == 1:
        words = N_("**{heading}** · the numbers match the picture.") if marked else N_("**{heading}**")
    else:
        words = N_("Choose below. The numbers match the picture.")
    return say(words, heading=composition.choices[0].group)


def move_key(notation: str) -> str:
    """How a Confirm button names its move: by its text or, if that is too long, by a digest of it."""
    return notation if len(notation) <= PLAIN else "~" + hashlib.sha256(notation.encode()).hexdigest()[:16]


def rows(
    target: Target,
    composition: Composition,
    style: Style = "primary",
    *,
    before: Numbers = START,
    last: Sequence[Button] = (),
    lists: bool = False,
) -> list[Any]:
    """The composer's rows: the choices, which come after the decisions planned `before`, and then the row `last`.

    A few choices are buttons, and so are more that have rows; others are lists, and with `lists` all are. A choice that
    isn't in the picture, such as doing nothing, is a separate button.
    """
    so_far = encode_plan((*before, composition.numbers))
    groups = _groups(composition.choices)
    besides = [group for group in groups if len(groups) > 1 and len(group) == 1 and group[0][1].at is None]
    groups = [group for group in groups if group not in besides]
    items: list[Any] = []
    if not lists and len(groups) <= FEW_GROUPS and all(len(group) <= FEW or _grid(group) for group in groups):
        for group in groups:
            if len(groups) > 1:
                items.append(ui.TextDisplay(say(N_("**{group}**"), group=group[0][1].group)))
            grid = _grid(group)
            brief = max(map(len, grid)) > NARROW if grid else None
            items.extend(_buttons(target, members, so_far, style, brief=brief) for members in grid or [group])
    else:
        items.extend(row(chooser) for chooser in _selects(target, groups, so_far))
    for start in range(0, len(besides), FEW):
        members = [group[0] for group in besides[start : start + FEW]]
        items.append(_buttons(target, members, so_far, "secondary"))
    if last:
        items.append(row(*last))
    return items


def _groups(choices: Sequence[PathStep]) -> list[Group]:
    """The choices with their numbers, by group."""
    return [list(members) for _, members in groupby(enumerate(choices), key=lambda entry: entry[1].group)]


def _grid(members: Group) -> list[Group]:
    """The choices in rows as on the board; empty if they have no rows, or are too many for buttons."""
    rows_: dict[int, Group] = {}
    for number, step in members:
        if step.row is None:
            return []
        rows_.setdefault(step.row, []).append((number, step))
    fits = len(members) > FEW and len(rows_) <= GRID and all(len(choices) <= FEW for choices in rows_.values())
    return [rows_[key] for key in sorted(rows_)] if fits else []


def _buttons(
    target: Target, members: Group, so_far: str, style: Style = "primary", *, brief: bool | None = None
) -> ui.ActionRow[Any]:
    """A row of buttons with all details; with `brief` without details, or only numbered.

    Each button says what its choice scores.
    """
    prefix = f"{so_far}." if so_far and not so_far.endswith("_") else so_far

    def label(number: int, step: PathStep) -> str:
        if brief is None:
            return " · ".join(filter(None, (_label(number, step), step.detail)))
        return " · ".join(filter(None, (str(number + 1) if brief else _label(number, step), step.gain)))

    return row(
        *(
            target.button(
                label(number, step)[:LABEL], "step", f"{prefix}{number}", style=style, emoji=emoji_of(step.icon)
            )
            for number, step in members
        )
    )


def _label(number: int, step: PathStep) -> str:
    """The choice with its number, if the picture shows that."""
    return step.label if step.at is None else f"{number + 1} · {step.label}"


def _selects(target: Target, groups: Sequence[Group], so_far: str) -> list[Any]:
    total = sum(map(len, groups))
    blocks: list[tuple[str, Sequence[tuple[int, PathStep]]]] = []
    for entries in groups:
        blocks.extend((entries[0][1].group, part) for part in equal_parts(entries, SELECT_SIZE))
    if len(blocks) > ROWS:
        raise ValueError(f"{total} choices in {len(blocks)} lists are too many for one message.")
    return [
        target.select(
            _heading(group, entries, total),
            [
                discord.SelectOption(
                    label=_label(number, step)[:ENTRY],
                    value=str(number),
                    description=step.detail[:ENTRY] or None,
                    emoji=emoji_of(step.icon),
                )
                for number, step in entries
            ],
            "choose",
            f"{so_far}/{index}",
        )
        for index, (group, entries) in enumerate(blocks)
    ]


def _heading(group: str, entries: Sequence[tuple[int, PathStep]], of: int) -> str:
    if len(entries) == of:
        return group
    if entries[0][1].at is None:
        return group
    if len(entries) == 1:
        return say(N_("{group} ({number})"), group=group, number=entries[0][0] + 1)
    return say(N_("{group} ({first} to {last})"), group=group, first=entries[0][0] + 1, last=entries[-1][0] + 1)
