"""Choosing a move in steps, with buttons and selects, privately and with a picture.

The composer asks step by step, along the paths of the legal moves. Where it is in the paths stands in its custom ids,
as numbers, so that it works on after a restart of the bot.
"""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

import discord
from discord import ui

from bot.match import Match
from bot.rules import State
from bot.text import N_, say
from cogs.shared.choosing.turn_checks import check_position
from cogs.shared.interactions.clicks import Button, Target, button, row
from cogs.shared.interactions.leftovers import remove_leftover
from cogs.shared.interactions.replies import Interaction, reply
from cogs.shared.presentation.paths import NOTHING_TO_CHOOSE, Composition, Step, compose, marks
from cogs.shared.presentation.presentation import Presentation
from images.marks import Played

SELECT_SIZE = 25  # Discord's limit of options
FEW = 5  # so many choices of one group are buttons, in one row
FEW_GROUPS = 3  # so many groups of a few choices each are rows of buttons, each below its heading
GRID = 5  # so many rows of buttons may lie like the places on the board
NARROW = 4  # up to so many buttons in each of these rows there is room for more than their numbers
LABEL, ENTRY = 80, 100  # characters of a button and of a select's entry
ROWS = 10  # selects in one message, far below the limit of components
PLAIN = 60  # characters of a move that a Confirm button carries as they are

Group = list[tuple[int, Step]]  # choices below one heading, each with its number


@dataclass(frozen=True, slots=True)
class Situation:
    """A position in which somebody chooses a move.

    `target` is what the clicks are about, `last` what is marked as played last and `others` the buttons below the first
    choice. `standing` says how the person stands. With `titled` a heading and the game say what there is to do.
    """

    state: State[Any]
    colours: Sequence[str]
    target: Target
    last: tuple[Played, ...] = ()
    others: Sequence[Button] = ()
    standing: str = ""
    titled: bool = True


async def show_composer(
    cog: Presentation, interaction: Interaction, match: Match, numbers: Sequence[int], done: str = ""
) -> None:
    """The composer where the numbers lead, as the private answer; below `done`, what has just been done."""
    state = check_position(match)
    situation = Situation(
        state,
        [seat.colour for seat in match.seats],
        Target(match.id, match.version),
        cog.marks(match).last,
        _other_buttons(match, state),
        cog.standing(state, state.to_move or 0) if match.terms.private else "",  # no board says it
    )
    message_id = await show_situation(cog, interaction, situation, numbers, done)
    await remove_leftover(interaction, match.id, message_id)


async def show_situation(
    cog: Presentation, interaction: Interaction, situation: Situation, numbers: Sequence[int], done: str = ""
) -> int:
    """The composer in any position, as `show_composer` shows that of a match. Returns the id of its message."""
    state, target = situation.state, situation.target
    paths = cog.paths(state)
    composition = compose(paths, numbers) if paths else NOTHING_TO_CHOOSE
    at_start = not paths or composition.numbers == compose(paths, ()).numbers
    choice_marks = marks(composition, situation.last)
    view = state.view(state.to_move)
    pictures = await cog.attachments(cog.choice_pictures(view, choice_marks), "choice")
    choice_rows = rows(
        target,
        composition,
        confirms="" if composition.move is None else move_key(state.notate(composition.move)),
        can_go_back=not at_start,
    )
    others = [*_direct_buttons(cog, state, target), *situation.others] if at_start else []
    if others:
        choice_rows.append(row(*others))
    return await reply(
        interaction,
        "\n".join(filter(None, (done, _text(cog, situation, composition, at_start=at_start)))),
        pictures=pictures,
        rows=choice_rows,
        colour=discord.Colour(cog.colour_of(situation.colours[state.to_move or 0])),
        replace=True,
    )


def _direct_buttons(cog: Presentation, state: State[Any], target: Target) -> list[Button]:
    """The moves without a choice."""
    return [
        target.button(one.label, "now", one.notation, style=discord.ButtonStyle[one.style])
        for one in cog.direct_moves(state)
    ]


def _other_buttons(match: Match, state: State[Any]) -> list[Button]:
    """What can be done in a match besides moving."""
    at = (match.id, match.version)
    buttons = []
    if match.trail.retractable:
        buttons.append(button(say(N_("Undo")), *at, "take_back"))
    if match.terms.hints and len(state.legal()) > 1:
        buttons.append(button(say(N_("Hint")), *at, "hint"))
    if match.terms.private:  # there is no board below which these stand
        buttons.append(button(say(N_("In words")), *at, "in_words"))
        buttons.append(button(say(N_("Rules")), *at, "rules_of"))
        buttons.append(button(say(N_("Give up")), *at, "give_up"))
    return buttons


def _text(cog: Presentation, situation: Situation, composition: Composition, *, at_start: bool) -> str:
    state, colours = situation.state, situation.colours
    chosen = " → ".join(step.label for step in composition.chosen)
    if composition.move is not None:
        said = (cog.describe_move(state, composition.move, colours), cog.preview(state, composition.move))
        return say(N_("### Play this?\n{said}"), said=" ".join(filter(None, said)))
    to_do = cog.to_do(state, colours) if at_start and situation.titled else ""
    if not composition.choices:
        title = say(N_("### Your turn")) if situation.titled else ""
        return "\n".join(filter(None, (title, to_do)))
    title = say(N_("### Your move")) if situation.titled else ""
    if chosen:
        title = say(N_("### {chosen} → ?"), chosen=chosen)
    if title and situation.standing:
        title = say(N_("{title} · {standing}"), title=title, standing=situation.standing)
    groups = {step.group for step in composition.choices}
    marked = any(step.at is not None for step in composition.choices)
    if len(groups) == 1:
        words = N_("**{heading}** · the numbers match the picture.") if marked else N_("**{heading}**")
    else:
        words = N_("Choose below. The numbers match the picture.") if marked else N_("Choose below.")
    return "\n".join(filter(None, (title, to_do, say(words, heading=composition.choices[0].group))))


def encode_steps(numbers: Iterable[int]) -> str:
    """The numbers as they stand in a custom id."""
    return ".".join(str(number) for number in numbers)


def decode_steps(text: str) -> tuple[int, ...]:
    """The reverse of `encode_steps`. ValueError for any other text."""
    return tuple(int(part) for part in text.split(".") if part)


def move_key(notation: str) -> str:
    """How a Confirm button names its move: by its text or, where that is too long, by a digest of it."""
    return notation if len(notation) <= PLAIN else "~" + hashlib.sha256(notation.encode()).hexdigest()[:16]


def rows(target: Target, composition: Composition, *, confirms: str = "", can_go_back: bool) -> list[Any]:
    """The composer's rows: the choices, then Confirm, which names the move as `confirms`, and Back.

    A few choices are buttons, as are more that lie in rows; others are lists. What stands alone and isn't in the
    picture, such as doing nothing, is a button of its own.
    """
    so_far = encode_steps(composition.numbers)
    groups = _groups(composition.choices)
    besides = [group for group in groups if len(groups) > 1 and len(group) == 1 and group[0][1].at is None]
    groups = [group for group in groups if group not in besides]
    items: list[Any] = []
    if len(groups) <= FEW_GROUPS and all(len(group) <= FEW or _grid(group) for group in groups):
        for group in groups:
            if len(groups) > 1:
                items.append(ui.TextDisplay(say(N_("**{group}**"), group=group[0][1].group)))
            grid = _grid(group)
            brief = max(map(len, grid)) > NARROW if grid else None
            items.extend(_buttons(target, members, so_far, brief=brief) for members in grid or [group])
    else:
        items.extend(row(chooser) for chooser in _selects(target, groups, so_far))
    for start in range(0, len(besides), FEW):
        members = [group[0] for group in besides[start : start + FEW]]
        items.append(_buttons(target, members, so_far, discord.ButtonStyle.secondary))
    last = []
    if composition.move is not None:
        last.append(target.button(say(N_("Confirm")), "confirm", confirms, style=discord.ButtonStyle.success))
    if can_go_back:
        last.append(target.button(say(N_("Back")), "back", so_far))
    if last:
        items.append(row(*last))
    return items


def _groups(choices: Sequence[Step]) -> list[Group]:
    """The choices with their numbers, group by group."""
    return [list(members) for _, members in groupby(enumerate(choices), key=lambda entry: entry[1].group)]


def _grid(members: Group) -> list[Group]:
    """The choices in rows as they lie on the board; none if they don't say it, or are too many for buttons."""
    rows_: dict[int, Group] = {}
    for number, step in members:
        if step.row is None:
            return []
        rows_.setdefault(step.row, []).append((number, step))
    fits = len(members) > FEW and len(rows_) <= GRID and all(len(choices) <= FEW for choices in rows_.values())
    return [rows_[key] for key in sorted(rows_)] if fits else []


def _buttons(
    target: Target,
    members: Group,
    so_far: str,
    style: discord.ButtonStyle = discord.ButtonStyle.primary,
    *,
    brief: bool | None = None,
) -> ui.ActionRow[Any]:
    """A row of buttons with all that is said of the choices; where `brief` is given without details, or by number."""
    prefix = f"{so_far}." if so_far else ""

    def label(number: int, step: Step) -> str:
        if brief is None:
            return " · ".join(filter(None, (_numbered(number, step), step.detail)))
        return str(number + 1) if brief else _numbered(number, step)

    return row(
        *(
            target.button(label(number, step)[:LABEL], "step", f"{prefix}{number}", style=style)
            for number, step in members
        )
    )


def _numbered(number: int, step: Step) -> str:
    """The choice with its number, if that stands in the picture."""
    return step.label if step.at is None else f"{number + 1} · {step.label}"


def _selects(target: Target, groups: Sequence[Group], so_far: str) -> list[Any]:
    total = sum(map(len, groups))
    blocks: list[tuple[str, Group]] = []
    for entries in groups:
        # Equal blocks read better than a full one and a rest.
        parts = -(-len(entries) // SELECT_SIZE)
        size = -(-len(entries) // parts)
        name = entries[0][1].group
        blocks.extend((name, entries[start : start + size]) for start in range(0, len(entries), size))
    if len(blocks) > ROWS:
        raise ValueError(f"{total} choices in {len(blocks)} lists are too many for one message.")
    return [
        target.select(
            _heading(group, entries, total),
            [
                discord.SelectOption(
                    label=_numbered(number, step)[:ENTRY], value=str(number), description=step.detail[:ENTRY] or None
                )
                for number, step in entries
            ],
            "choose",
            f"{so_far}/{index}",
        )
        for index, (group, entries) in enumerate(blocks)
    ]


def _heading(group: str, entries: Sequence[tuple[int, Step]], of: int) -> str:
    if len(entries) == of:
        return group
    if entries[0][1].at is None:
        return group
    if len(entries) == 1:
        return say(N_("{group} ({number})"), group=group, number=entries[0][0] + 1)
    return say(N_("{group} ({first} to {last})"), group=group, first=entries[0][0] + 1, last=entries[-1][0] + 1)
