"""A position of a scratch board with the composer, and how one goes back, forth and sideways from it."""

from typing import Any

from bot.match import Match, NotOver, Status
from bot.match.values.scratch import ScratchPlace
from bot.text import N_, say
from cogs.shared.access.visibility import viewable_match
from cogs.shared.choosing.composer import ChoosingSituation, show_situation
from cogs.shared.choosing.plans import START, Numbers
from cogs.shared.client.client import Client
from cogs.shared.interactions.clicks import Button, Click, Target, action, button, row
from cogs.shared.interactions.replies import Interaction, reply
from cogs.shared.presentation.presentation import Presentation, played_marks
from cogs.shared.presentation.registry import cog_for
from cogs.shared.records.continuing import position_of
from cogs.shared.scratch.labels import describe_place
from images.marks.marks import Marks

KIND = "scratch"
"""How the actions on a scratch board begin. Their clicks name a position where others name a match's version."""


async def show_place(
    cog: Presentation,
    interaction: Interaction,
    match: Match,
    position: int,
    numbers: Numbers = START,
    comment: str = "",
    named: tuple[str, ...] = (),
) -> None:
    """A position of this person's board with the composer where the numbers lead, below the comment.

    Raises what `ScratchBoards.place` raises.
    """
    place = await interaction.client.matches.scratch.place(match, interaction.user.id, position)
    words = "\n".join(filter(None, (comment, describe_place(cog, match, place))))
    last = () if place.played is None else played_marks([place.played])
    rows = [row(*_ways(match, place)), row(*await _others(interaction.client, match, place))]
    if place.state.to_move is None:
        await _show_end(cog, interaction, place, words, Marks(last=last), rows)
        return
    situation = ChoosingSituation(
        place.state,
        [seat.colour for seat in match.seats],
        Target(match.id, position, match.game, KIND),
        last,
        below=rows,
        titled=False,
        named=named,
    )
    await show_situation(cog, interaction, situation, numbers, words)


async def _show_end(
    cog: Presentation, interaction: Interaction, place: ScratchPlace, words: str, marks: Marks, rows: list[Any]
) -> None:
    pictures = await cog.attachments([cog.board_sheet(place.state.sight(place.seat), marks)], "end")
    await reply(interaction, words, pictures=pictures, rows=rows, replace=True)


def ways(place: ScratchPlace) -> list[tuple[str, int, bool]]:
    """Back, forth and sideways: the label, the position there, and whether there is one."""
    board, at = place.board, place.at
    following, beside = board.after(at.id), board.beside(at.id)
    back, forward = at.parent or 0, following[-1].id if following else 0
    found = [(say(N_("◀ Back")), back, back > 0), (say(N_("Forward ▶")), forward, forward > 0)]
    if len(beside) > 1:
        number = beside.index(at)
        label = say(N_("Line {number} of {lines} ▸"), number=number + 1, lines=len(beside))
        found.append((label, beside[(number + 1) % len(beside)].id, True))
    return found


def _ways(match: Match, place: ScratchPlace) -> list[Button]:
    """Buttons for these, and for all lines."""
    buttons = [
        button(label, "scratch_at", name, about=(match.id, to), disabled=not is_there)
        for name, (label, to, is_there) in zip(("back", "forward", "beside"), ways(place), strict=False)
    ]
    return [*buttons, button(say(N_("All lines")), "scratch_lines", "0", about=(match.id, place.at.id))]


async def _others(bot: Client, match: Match, place: ScratchPlace) -> list[Button]:
    """What else can be done in this position."""
    about = (match.id, place.at.id)
    buttons = [button(say(N_("Name")), "scratch_name", about=about)]
    if place.at.parent is not None:
        buttons.append(button(say(N_("Remove")), "scratch_remove", about=about))
    if place.hidden.places and place.state.to_move is not None:
        buttons.append(button(say(N_("What's hidden")), "scratch_hidden", about=about))
    if place.state.to_move is not None and await may_think(bot, match):
        buttons.append(button(say(N_("What a computer thinks")), "scratch_think", about=about))
    return buttons


async def may_think(bot: Client, match: Match) -> bool:
    """Whether a computer may say what it thinks of positions of this match: where it gives hints, and after the end.

    The match is over once nobody plays on with its luck.
    """
    if match.status is Status.RUNNING:
        return match.terms.allows_hints
    return match.status is Status.OVER and await bot.matches.records.can_replay(match.id)


async def board_of(click: Click) -> tuple[Presentation, Match]:
    """The match that a click is about, of parallel ones this person's own. Raises NoSuchMatch."""
    match = await viewable_match(click.interaction, await click.match())
    return cog_for(click.bot, match.game), match


@action("try_out", "update")
async def try_out(click: Click) -> None:
    """The position of the match now, on this person's board."""
    cog, match = await board_of(click)
    await show_place(cog, click.interaction, match, await click.bot.matches.scratch.begin(match, click.user))


@action("scratch_from", "update")
async def try_out_from(click: Click) -> None:
    """A position from the replay or the review of a match that is over."""
    cog, match = await board_of(click)
    begun = await begin_at_step(click.bot, match, click.user, click.payload)
    await show_place(cog, click.interaction, match, begun)


async def begin_at_step(bot: Client, match: Match, user: int, payload: str) -> int:
    """A position of a match that is over, named as in `continue_select`, on this person's board.

    Raises NotOver, OutdatedButton; otherwise as `Records.replay` and `ScratchBoards.begin`.
    """
    if match.status is not Status.OVER:
        raise NotOver
    replay = await bot.matches.records.replay(match.id)
    _, position = position_of(replay, payload)
    return await bot.matches.scratch.begin_at(match, user, position, f"t{payload.replace('.', 'd')}")


@action("scratch_at", "update")
async def go_to(click: Click) -> None:
    """Another position of the board."""
    cog, match = await board_of(click)
    await show_place(cog, click.interaction, match, click.version)
