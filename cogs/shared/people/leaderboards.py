"""`/leaderboard`: the best players of a game, on this server or everywhere."""

from contextlib import suppress
from typing import Any

from discord import app_commands, ui

from bot.match import Busy, Leaderboard
from bot.match.parts.ratings import RECENT, LeaderboardLine
from bot.rules import GAMES
from bot.text import N_, NC_, group_digits, say, say_plural
from bot.text.own_words import OwnWords
from cogs.shared.boards.posting import Posting
from cogs.shared.client.refusals import ScreenRefusal
from cogs.shared.interactions.clicks import Button, Click, OutdatedButton, action, button, number_in, row
from cogs.shared.interactions.replies import Interaction, reply
from cogs.shared.interactions.slash import Command, everywhere, game_choices, slash
from cogs.shared.wording.labels import NAMES, ordinal
from cogs.shared.wording.ratings import rating_text, what_uncertain_means

PAGE = 10  # people
MOST_LOOKS = 4  # times that a page is read because people on it have left the server
HERE, EVERYWHERE = "here", "all"


def leaderboard_command() -> Command:
    @app_commands.describe(
        game=N_("Which game"), where=N_("Players of this server, or of all servers (default: this server)")
    )
    @app_commands.choices(
        game=game_choices(),
        where=[
            app_commands.Choice(name=say(N_("this server")), value=HERE),
            app_commands.Choice(name=say(N_("all servers")), value=EVERYWHERE),
        ],
    )
    async def leaderboard(interaction: Interaction, game: str, where: str = HERE) -> None:
        await show_board(interaction, game, where, 0)

    return everywhere(slash("leaderboard", N_("The best players of a game, by their ratings"), leaderboard))


async def show_board(interaction: Interaction, game: str, where: str, page: int, *, replace: bool = False) -> None:
    if where == HERE and interaction.guild_id is None:
        raise ScreenRefusal("Use `/leaderboard` on a server, or choose `where:all servers`.")
    guild_id = interaction.guild_id if where == HERE else None
    board = await read_leaderboard(interaction, game, guild_id, page)
    words = (
        N_("### {game}: leaderboard of this server") if where == HERE else N_("### {game}: leaderboard of all servers")
    )
    lines = [say(words, game=GAMES[game].title), *await _lines(interaction, board), *_foot(board, where)]
    await reply(interaction, "\n".join(lines), rows=_rows(board, game, where, page), replace=replace)


async def read_leaderboard(interaction: Interaction, game: str, guild_id: int | None, page: int) -> Leaderboard:
    """The page as it is once Discord has said who of those on it has left the server or is back."""
    ratings, viewer = interaction.client.matches.ratings, interaction.user.id
    for _ in range(MOST_LOOKS):
        board = await ratings.leaderboard(game, guild_id, viewer, limit=PAGE, skip=page * PAGE)
        if guild_id is None or not board.lines:
            break
        people = {line.user for line in board.lines} | ({viewer} if board.lists_viewer else set())
        known = await ratings.find_absent(guild_id, people)
        now = await Posting.of(interaction.client).membership.look(guild_id, people)
        changed = {
            away: [person for person, has_left in now.items() if has_left is away and (person in known) is not away]
            for away in (True, False)
        }
        if not any(changed.values()):
            break
        with suppress(Busy):  # the database can't be written now
            for away, who in changed.items():
                await ratings.note_away(guild_id, who, away=away)
    return board


async def _lines(interaction: Interaction, board: Leaderboard) -> list[str]:
    if not board.lines:
        return [say(N_("Nobody is listed yet. Play a rated match against someone."))]
    names = await NAMES.lookup(interaction.client, interaction.guild_id, [line.user for line in board.lines])
    return [_line(line, names[line.user]) for line in board.lines]


def _line(line: LeaderboardLine, name: OwnWords) -> str:
    words = N_("{name} · **{rating}** · {matches}")
    if line.place is not None:
        words = N_("**{place}** {name} · **{rating}** · {matches}")
    return say(
        words,
        place="" if line.place is None else ordinal(line.place),
        name=name,
        rating=rating_text(line.standing.rating),
        matches=say_plural("{number} match", "{number} matches", line.standing.matches),
    )


def _foot(board: Leaderboard, where: str) -> list[str]:
    lines = []
    if board.own_place is not None:
        lines.append(
            say(N_("You're {place} of {total}."), place=ordinal(board.own_place), total=group_digits(board.placed))
        )
    elif board.lists_viewer:
        lines.append(say(N_("You have no place at the moment.")))
    elif where == EVERYWHERE:
        lines.append(say(N_("-# Only people who opted in are listed here. To be listed, use `/profile`.")))
    if any(line.place is None for line in board.lines):
        here = N_(
            "-# Places are for people of this server who have no question mark and have played a rated match within "
            "the last {days} days."
        )
        all_servers = N_(
            "-# Places are for people who have no question mark and have played a rated match within the last {days} "
            "days."
        )
        lines.append(say(here if where == HERE else all_servers, days=RECENT.days))
    lines.append(what_uncertain_means(line.standing.rating for line in board.lines))
    return list(filter(None, lines))


def _rows(board: Leaderboard, game: str, where: str, page: int) -> list[ui.ActionRow[Any]]:
    buttons: list[Button] = []
    if page > 0:
        buttons.append(button(say(NC_("a page", "Back")), "leaderboard", f"{game}:{where}:{page - 1}"))
    if (page + 1) * PAGE < board.total:
        buttons.append(button(say(NC_("a page", "Next")), "leaderboard", f"{game}:{where}:{page + 1}"))
    return [row(*buttons)] if buttons else []


@action("leaderboard", "update")
async def turn_page(click: Click) -> None:
    game, _, rest = click.payload.partition(":")
    where, _, page = rest.partition(":")
    if game not in GAMES or where not in (HERE, EVERYWHERE):
        raise OutdatedButton
    await show_board(click.interaction, game, where, number_in(page), replace=True)
