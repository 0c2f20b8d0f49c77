"""Opening a table, from a command or a button."""

import contextlib
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from discord import app_commands

from bot.match import PARALLEL_SEATS, BadOption, ComputerLevel, Match, NotOpen, SeriesKind, ServerSettings, TableTerms
from bot.match.decisions import lobby
from bot.match.values.errors import explain
from cogs.shared.access.permissions import check_permissions
from cogs.shared.boards.solo import open_and_show
from cogs.shared.client.carriers import is_elsewhere
from cogs.shared.client.failures import REQUEST_ERRORS
from cogs.shared.client.refusals import ScreenRefusal
from cogs.shared.interactions.replies import Interaction
from cogs.shared.presentation.presentation import Presentation
from cogs.shared.presentation.warming import begin_to_warm
from cogs.shared.tables.table import post_table, update_table
from cogs.shared.turns.coaching import coach_first_move

MAX_GUESTS = 4


def check_guest(interaction: Interaction, user_id: int, *, is_bot: bool) -> None:
    """Refuses to reserve a seat for a bot or for the opener. Raises ScreenRefusal."""
    if is_bot:
        raise ScreenRefusal(
            "{name} is a bot and can't take a seat. Leave the seat free for a person.", name=f"<@{user_id}>"
        )
    if user_id == interaction.user.id:
        raise ScreenRefusal("You already have a seat at your own table. Invite someone else, or leave the seat free.")


def allowed_seats(cog: Presentation, options: Mapping[str, Any], series: SeriesKind | None = None) -> tuple[int, ...]:
    """The numbers of seats that these options allow. Raises BadOption if they don't go together."""
    try:
        return tuple(PARALLEL_SEATS) if series is SeriesKind.PARALLEL else cog.game.seats(options)
    except ValueError as error:
        raise BadOption(problem=cog.option_conflict(options) or explain(error)) from error


def seats_for(allowed: Sequence[int], guests: int) -> int:
    """The smallest of these numbers of seats, at least two, with room for the opener and the guests."""
    return next((number for number in allowed if number > max(guests, 1)), allowed[-1])


def usually_rated(settings: ServerSettings, terms: TableTerms, *, with_people: bool) -> bool:
    """Whether a table is rated by default; `with_people` says that others are expected."""
    return settings.rated and with_people and terms.seats > 1 and not terms.coached and not terms.shared


async def open_table(
    cog: Presentation,
    interaction: Interaction,
    terms: TableTerms,
    *,
    invited: Sequence[int] = (),
    computers: ComputerLevel | None = None,
) -> Match:
    """Opens a table and posts it as the first response to the interaction.

    With `computers` and nobody to wait for, the match starts. Returns the match as it is then. Raises NoPrivateMessage
    in direct messages, MissingPermissions, and whatever `Tables.open` raises.
    """
    if interaction.guild_id is None and not is_elsewhere(interaction):
        raise app_commands.NoPrivateMessage
    check_permissions(interaction, thread=terms.own_thread)
    post = partial(post_table, cog, interaction)
    match = await open_and_show(interaction, terms, post, invited=invited, computers=computers)
    begin_to_warm(cog, terms.seats, terms.options)
    if computers is not None and not invited and not terms.shared:  # nobody to wait for
        with contextlib.suppress(NotOpen, *REQUEST_ERRORS):  # someone was faster with a button of the table
            match = await cog.bot.matches.act(match.id, lobby.begin(interaction.user.id))
            await update_table(cog.bot, match)
            await coach_first_move(cog, interaction, match)
    return match
