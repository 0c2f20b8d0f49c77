"""`/leaderboard`: the best players of a game, on this server or everywhere."""

from typing import Any

from discord import app_commands, ui

from bot.match import Leaderboard
from bot.rules import GAMES
from bot.text import N_, NC_, grouped, say, say_plural
from cogs.shared.interactions.clicks import Button, Click, OutdatedButton, action, button, number_in, row
from cogs.shared.interactions.refusals import ScreenRefusal
from cogs.shared.interactions.replies import Interaction, reply
from cogs.shared.interactions.slash import Command, everywhere, game_choices, slash
from cogs.shared.wording.display_names import in_markdown
from cogs.shared.wording.labels import NAMES, ordinal
from cogs.shared.wording.ratings import rating_text

PAGE = 10  # people
HERE, EVERYWHERE = "here", "all"


def leaderboard_command() -> Command:
    @app_commands.describe(
        game=N_("Which game"), where=N_("The people of this server, or of all (default: this server)")
    )
    @app_commands.choices(
        game=game_choices(),
        where=[
            app_commands.Choice(name=say(N_("this server")), value=HERE),
            app_commands.Choice(name=say(N_("all servers")), value=EVERYWHERE),
        ],
    )
    async def leaderboard(interaction: Interaction, game: str, where: str = HERE) -> None:
        await _show(interaction, game, where, 0)

    return everywhere(slash("leaderboard", N_("The best players of a game, by their ratings"), leaderboard))


async def _show(interaction: Interaction, game: str, where: str, page: int, *, replace: bool = False) -> None:
    if where == HERE and interaction.guild_id is None:
        raise ScreenRefusal("Use `/leaderboard` on a server, or choose `where:all servers`.")
    guild_id = interaction.guild_id if where == HERE else None
    board = await interaction.client.matches.ratings.leaderboard(
        game, guild_id, interaction.user.id, limit=PAGE, skip=page * PAGE
    )
    words = (
        N_("### {game}: leaderboard of this server") if where == HERE else N_("### {game}: leaderboard of all servers")
    )
    lines = [say(words, game=GAMES[game].title), *await _lines(interaction, board), *_foot(board, where)]
    await reply(interaction, "\n".join(lines), rows=_rows(board, game, where, page), replace=replace)


async def _lines(interaction: Interaction, board: Leaderboard) -> list[str]:
    if not board.lines:
        return [say(N_("Nobody is listed yet. Play a rated match against someone."))]
    names = await NAMES.lookup(interaction.client, interaction.guild_id, [line.user for line in board.lines])
    return [
        say(
            N_("**{place}** {name} · **{rating}** · {matches}"),
            place=ordinal(line.place),
            name=in_markdown(names[line.user]),
            rating=rating_text(line.standing.rating),
            matches=say_plural("{number} match", "{number} matches", line.standing.matches),
        )
        for line in board.lines
    ]


def _foot(board: Leaderboard, where: str) -> list[str]:
    lines = []
    if board.own_place is not None:
        lines.append(say(N_("You're {place} of {total}."), place=ordinal(board.own_place), total=grouped(board.total)))
    elif where == EVERYWHERE:
        lines.append(say(N_("-# Only people who agreed are listed here. To be listed, use `/profile`.")))
    lines.append(say(N_("-# A question mark means that a rating is still uncertain.")))
    return lines


def _rows(board: Leaderboard, game: str, where: str, page: int) -> list[ui.ActionRow[Any]]:
    buttons: list[Button] = []
    if page > 0:
        buttons.append(button(say(NC_("a page", "Back")), 0, 0, "leaderboard", f"{game}:{where}:{page - 1}"))
    if (page + 1) * PAGE < board.total:
        buttons.append(button(say(NC_("a page", "Next")), 0, 0, "leaderboard", f"{game}:{where}:{page + 1}"))
    return [row(*buttons)] if buttons else []


@action("leaderboard", "update")
async def turn_page(click: Click) -> None:
    game, _, rest = click.rest.partition(":")
    where, _, page = rest.partition(":")
    if game not in GAMES or where not in (HERE, EVERYWHERE):
        raise OutdatedButton
    await _show(click.interaction, game, where, number_in(page), replace=True)
