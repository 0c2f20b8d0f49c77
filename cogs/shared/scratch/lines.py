"""All lines of a scratch board, and the names and the ends of positions on it."""

from collections.abc import Sequence
from typing import Any

from discord import ui

from bot.match import Match
from bot.match.parts.scratch import LONGEST_NAME, MOST_OF_A_MATCH
from bot.match.values.scratch import ScratchBoard, ScratchLine
from bot.text import N_, NC_, say, say_plural
from bot.text.own_words import OwnWords
from bot.text.terms import commas
from cogs.shared.client.clipping import OPTION, clip
from cogs.shared.interactions.clicks import Button, Click, action, button, number_in, open_form, options, row, select
from cogs.shared.interactions.replies import Interaction, reply
from cogs.shared.presentation.presentation import Presentation
from cogs.shared.scratch.board import board_of, show_place
from cogs.shared.scratch.labels import name_of_step

PAGE = 15  # lines
DEEPEST = 5  # levels that are moved to the right
LONGEST = 120  # characters of a line
FIELD = "name"


async def show_lines(
    cog: Presentation, interaction: Interaction, match: Match, position: int = 0, page: int = 0, comment: str = ""
) -> None:
    """A page of the lines of this person's board; `position` is where they come from, 0 if they come from elsewhere."""
    board = await interaction.client.matches.scratch.board(match, interaction.user.id)
    lines = list(board.lines())
    last = max(0, -(-len(lines) // PAGE) - 1)
    page = min(page, last)
    shown = lines[page * PAGE : (page + 1) * PAGE]
    number = len(board.positions)
    words = [comment, say(N_("### Your lines: {game}, match {id}"), game=cog.game.title, id=match.id)]
    if not lines:
        words.append(say(N_("You haven't tried out anything in this match.")))
    else:
        words.append(
            say_plural(
                "-# {number} position of {most}", "-# {number} positions of {most}", number, most=MOST_OF_A_MATCH
            )
        )
    words += [_line_text(cog, board, line) for line in shown]
    rows: list[Any] = []
    if shown:
        entries = {line.positions[-1].id: label_of_line(cog, board, line) for line in shown}
        rows.append(
            row(select(say(N_("Go to the end of a line")), options(entries), "scratch_line", about=(match.id, 0)))
        )
    buttons: list[Button] = []
    if position in board.by_id:
        buttons.append(button(say(N_("Back to the board")), "scratch_at", "lines", about=(match.id, position)))
    if page:
        buttons.append(button(say(NC_("a page", "Back")), "scratch_lines", str(page - 1), about=(match.id, position)))
    if page < last:
        buttons.append(button(say(NC_("a page", "Next")), "scratch_lines", str(page + 1), about=(match.id, position)))
    rows += [row(*buttons)] if buttons else []
    await reply(interaction, "\n".join(filter(None, words)), rows=rows, replace=True)


def _line_text(cog: Presentation, board: ScratchBoard, line: ScratchLine) -> str:
    """A line of the page, as far to the right as it has branched off."""
    steps = [_step(cog, board, line, index) for index in range(len(line.positions))]
    return f"{'  ' * min(line.depth, DEEPEST)}- {_shortened(steps)}"


def _step(cog: Presentation, board: ScratchBoard, line: ScratchLine, index: int) -> str:
    one = line.positions[index]
    step = str(OwnWords(name_of_step(cog, board, one)))
    return say(N_("{step} “**{name}**”"), step=step, name=one.name) if one.name else step


def _shortened(steps: Sequence[str]) -> str:
    """The beginning and the end of a line that is too long."""
    if len(" → ".join(steps)) <= LONGEST or len(steps) < 3:
        return " → ".join(steps)
    first, *rest = steps
    while len(rest) > 1 and len(" → ".join((first, "…", *rest))) > LONGEST:
        rest = rest[1:]
    return " → ".join((first, "…", *rest))


def label_of_line(cog: Presentation, board: ScratchBoard, line: ScratchLine) -> str:
    """How the list names a line: the names in it, or else where it leads."""
    names = [one.name.plain for one in line.positions if one.name]
    first, last = line.positions[0], line.positions[-1]
    steps = [name_of_step(cog, board, one) for one in ((first, last) if first != last else (first,))]
    return clip(" · ".join(filter(None, (commas(names), " … ".join(steps)))), OPTION)


@action("scratch_lines", "update")
async def lines(click: Click) -> None:
    cog, match = await board_of(click)
    await show_lines(cog, click.interaction, match, click.version, number_in(click.payload))


@action("scratch_line", "update")
async def go_to_line(click: Click) -> None:
    """The end of a line that is chosen from the list."""
    cog, match = await board_of(click)
    await show_place(cog, click.interaction, match, number_in(click.value))


@action("scratch_name", "none")
async def ask_name(click: Click) -> None:
    """A form for the name of this position."""
    await board_of(click)
    field: ui.TextInput[Any] = ui.TextInput(max_length=LONGEST_NAME, required=False)
    fields = {FIELD: (say(N_("Name")), field)}
    await open_form(
        click, say(N_("Name this position")), "scratch_named", fields, about=(click.match_id, click.version)
    )


@action("scratch_named", "update")
async def name(click: Click) -> None:
    cog, match = await board_of(click)
    await click.bot.matches.scratch.rename(match, click.user, click.version, click.field(FIELD))
    await show_place(cog, click.interaction, match, click.version)


@action("scratch_remove", "update")
async def remove(click: Click) -> None:
    """Removes this position and what follows it."""
    cog, match = await board_of(click)
    board = await click.bot.matches.scratch.board(match, click.user)
    number = len(board.branch(click.version)) if click.version in board.by_id else 0
    parent = await click.bot.matches.scratch.remove(match, click.user, click.version)
    comment = say_plural("Removed {number} position.", "Removed {number} positions.", number)
    if parent is None:
        await show_lines(cog, click.interaction, match, comment=comment)
    else:
        await show_place(cog, click.interaction, match, parent, comment=comment)
