"""`/match find`: looking for an opponent on any server. Such matches are played in direct messages."""

from functools import partial

import discord
from discord import app_commands

from bot.match import LASTS, Match, OpponentSearch
from bot.rules import GAMES
from bot.text import N_, say
from cogs.shared.client.client import Client
from cogs.shared.client.direct_messages import send_directly
from cogs.shared.client.languages import to_person
from cogs.shared.client.refusals import ScreenRefusal
from cogs.shared.client.sent_before import sent_before
from cogs.shared.interactions.clicks import Button, Click, OutdatedButton, action, button, row
from cogs.shared.interactions.replies import Interaction, PrivateMessage, reply
from cogs.shared.interactions.slash import Command, game_choices, slash
from cogs.shared.tables.seal import is_sealed, seal_button, shorten
from cogs.shared.wording.labels import NAMES, colours_of, game_title, join_list, title_of
from cogs.shared.wording.times import duration, from_now

HOW = N_(
    "Crux brings you together with somebody whose rating is near yours, from this or any other server that takes part. "
    "You play in direct messages with me, and nothing is posted in any channel."
)
PACE = N_("The match is rated, and a turn may take {time}. Whoever takes longer resigns.")
SEES = N_(
    "**Who sees what:** the others see your name on Discord, your rating and your moves. Nobody is told which servers "
    "you're on. You don't meet anybody whom you've blocked or who has blocked you."
)


def find_command() -> Command:
    described = app_commands.describe(game=N_("The game; all if left out"))
    choices = app_commands.choices(game=game_choices())
    return slash(
        "find", N_("Look for an opponent on any server, to play in direct messages"), described(choices(_find))
    )


async def _find(interaction: Interaction, game: str | None = None) -> None:
    await interaction.client.matches.searches.check(interaction.user.id, interaction.guild_id)
    await _show(interaction, games=list(GAMES) if game is None else [game])


async def _show(interaction: Interaction, *, games: list[str], replace: bool = False) -> None:
    """Says what it means to look for an opponent, and offers it in these games."""
    searches = interaction.client.matches.searches
    running = {search.game: search for search in await searches.of_person(interaction.user.id)}
    lines = [
        say(N_("### Look for an opponent")),
        say(HOW),
        say(PACE, time=duration(searches.terms(games[0]).move_time or LASTS)),
        say(SEES),
        *map(_looking, running.values()),
    ]
    labels = {game: _with_people(game, searches.terms(game).seats) for game in games if game not in running}
    begins = [button(label, "search", game, style="primary") for game, label in labels.items()]
    rows = [row(*begins)] if begins else []
    rows += [row(*[_stop(search, named=True) for search in running.values()])] if running else []
    await reply(interaction, "\n".join(lines), rows=rows, replace=replace)


def _with_people(game: str, seats: int) -> str:
    """The game, with how many people it needs if those are more than two."""
    return title_of(game) if seats == 2 else say(N_("{game}: {number} people"), game=title_of(game), number=seats)


def _looking(search: OpponentSearch) -> str:
    since, until = from_now(search.began_at), from_now(search.began_at + LASTS)
    words = N_("🔎 You began to look for an opponent in **{game}** {since}. The search ends {until}.")
    return say(words, game=title_of(search.game), since=since, until=until)


def _stop(search: OpponentSearch, *, named: bool = False) -> Button:
    words = N_("Stop looking: {game}") if named else N_("Stop looking")
    return button(say(words, game=title_of(search.game)), "search_stop", search.game)


def _game_in(click: Click) -> str:
    if click.payload not in GAMES:
        raise OutdatedButton
    return click.payload


@action("search", "update")
async def begin(click: Click) -> None:
    """Begins to look for an opponent, if the person can be told by direct message."""
    game, searches = _game_in(click), click.bot.matches.searches
    place, asked = click.interaction.guild_id, click.interaction.id
    await searches.begin(click.user, game, guild_id=place, interaction=asked)
    search = next((one for one in await searches.of_person(click.user) if one.game == game), None)
    if search is not None and not await send_directly(click.bot, click.user, partial(_say_looking, search, asked)):
        await searches.end(click.user, game)
        raise ScreenRefusal("I can't write to you. Accept direct messages from this server's members, then try again.")
    await _show(click.interaction, games=list(GAMES), replace=True)


async def _say_looking(search: OpponentSearch, asked: int, channel: discord.abc.Messageable) -> None:
    lines = [_looking(search), say(N_("I'll write to you here as soon as somebody is found."))]
    buttons = [_stop(search)]
    if GAMES[search.game].uses_chance({}):
        lines.append(say(N_("-# If you come first, the luck is sealed: {seal}"), seal=shorten(search.seal)))
        label, name, payload = seal_button(search.seal)
        buttons.append(button(label, name, payload))
    await channel.send(
        view=PrivateMessage("\n".join(lines), rows=[row(*buttons)]),
        nonce=f"fs.{asked}",
        allowed_mentions=discord.AllowedMentions.none(),
    )


@action("search_stop", "reply")
async def stop(click: Click) -> None:
    """Looks no more."""
    game = _game_in(click)
    stopped = await click.bot.matches.searches.end(click.user, game)
    words = N_("You've stopped looking for an opponent in {game}.") if stopped else N_("You aren't looking in {game}.")
    await reply(click.interaction, say(words, game=title_of(game)))


async def tell_outcome(bot: Client, search: OpponentSearch) -> None:
    """Tells somebody by direct message who was found, or that nobody was. Raises whatever requests fail by."""
    async with to_person(bot, search.user, None):
        if search.match_id is None:
            words = N_("Nobody was found for {game} in {time}. You can look again with `/match find`.")
            view = PrivateMessage(say(words, game=title_of(search.game), time=duration(LASTS)))
        else:
            view = await _found(bot, search.user, await bot.matches.get(search.match_id))
        # Somebody may begin to look in several games within a second, and in one of them twice.
        about = f"{list(GAMES).index(search.game)}.{int(search.began_at.timestamp())}"
        nonce = f"fd.{search.match_id or about}.{search.user % 10**6}"
        await send_directly(bot, search.user, partial(_send, bot, search, view, nonce))


async def _found(bot: Client, user: int, match: Match) -> PrivateMessage:
    others = [person for seat in match.seats for person in seat.people if person != user]
    names = await NAMES.lookup(bot, None, others)
    words = N_("### Found: {game} against {people}\nYou play **{colour}**. A turn may take {time}.\n-# Match {id}")
    lines = [
        say(
            words,
            game=game_title(match),
            people=join_list([str(names[person]) for person in others]),
            colour=colours_of(match, match.seat_of(user)),
            time=duration(match.terms.move_time or LASTS),
            id=match.id,
        )
    ]
    if not is_sealed(match):
        return PrivateMessage("\n".join(lines))
    seal = button(say(N_("How the luck is sealed")), "seal_of", about=(match.id, match.version))
    return PrivateMessage("\n".join(lines), rows=[row(seal)])


async def _send(
    bot: Client, search: OpponentSearch, view: PrivateMessage, nonce: str, channel: discord.DMChannel
) -> None:
    if await sent_before(bot, channel.id, view, search.began_at) is None:
        await channel.send(view=view, nonce=nonce, allowed_mentions=discord.AllowedMentions.none())
