"""`/league`: creating, joining, leaving and closing leagues, and seeing how they stand."""

from typing import Any

import discord
from discord import app_commands, ui

from bot.contests.leagues.divisions import SIZES
from bot.contests.values.contest import LONGEST_NAME
from bot.contests.values.league import (
    AT_ONCE,
    BANKS,
    SIGN_UPS,
    League,
    LeagueMatch,
    LeaguePlayer,
    LeagueTerms,
    NoSuchLeague,
    Season,
)
from bot.match import MOVE_TIMES, Expiry, Status
from bot.text import N_, say
from cogs.shared.choosing.match_lookup import place_of
from cogs.shared.contests.options import check_seats, read_options
from cogs.shared.contests.removing import PLAYER, ask_to_remove, matches_of, person_to_remove, remove
from cogs.shared.contests.running import (
    LISTED,
    check_organiser,
    name_for,
    say_unannounced,
    server_of,
    span,
    time_choices,
    turn_time,
)
from cogs.shared.contests.screen import person, pictures_of, result_in_words, with_board_link
from cogs.shared.interactions.autocomplete import Choice, ChoiceLists, Suggestions
from cogs.shared.interactions.clicks import Click, OutdatedButton, action, button, number_in, options, row, select
from cogs.shared.interactions.permissions import check_permissions
from cogs.shared.interactions.refusals import ScreenRefusal
from cogs.shared.interactions.replies import Interaction, reply
from cogs.shared.interactions.slash import Command, choices_of, game_choices, group_of, on_servers, slash
from cogs.shared.interactions.visibility import viewer_of
from cogs.shared.leagues.screens import division_screen, league_terms, sign_up
from cogs.shared.wording.labels import join_list
from cogs.shared.wording.times import EXPIRY_CHOICES, date_and_time, duration, from_now

WHICH = N_("Which league, if there are several")


def league_group() -> app_commands.Group:
    """The commands of `/league`: first those for people who run leagues, then those for everybody."""
    commands = (
        _create(),
        _contest_command("start", N_("For those who run leagues: begin a season now"), _start),
        _contest_command("close", N_("For those who run leagues: end one"), _ask_to_close),
        _contest_command("relocate", N_("For those who run leagues: continue one in this channel"), _move),
        _remove(),
        _contest_command("join", N_("Join a league's next season"), _join),
        _contest_command("leave", N_("Leave a league"), _ask_to_leave),
        _contest_command("table", N_("Show how a league stands, only to you"), _table),
        _contest_command("matches", N_("List your matches in a league, only to you"), _matches),
    )
    return on_servers(group_of("league", N_("Leagues of this server"), commands))


def _contest_command(name: str, description: str, show: Any) -> Command:
    @app_commands.describe(league=WHICH)
    async def command(interaction: Interaction, league: str | None = None) -> None:
        await show(interaction, await _find(interaction, league))

    return slash(name, description, command, league=_suggest)


async def _find(interaction: Interaction, league: str | None) -> League:
    """The league that somebody means, of those of this server that they may see. NoSuchLeague."""
    leagues = interaction.client.contests.leagues
    return await leagues.find(server_of(interaction), league, viewer=viewer_of(interaction))


async def _suggest(interaction: Interaction, typed: str) -> list[Choice]:
    return await Suggestions.of(interaction.client).offer(interaction, "league", _leagues_like(interaction, typed))


async def _leagues_like(interaction: Interaction, typed: str) -> ChoiceLists:
    if interaction.guild_id is not None:
        there = interaction.client.contests.leagues.of_guild(interaction.guild_id, viewer=viewer_of(interaction))
        leagues = await Suggestions.of(interaction.client).query(there)
        fitting = [league for league in leagues if typed.casefold() in league.name.plain.casefold()]
        yield [Choice(name=league.name.plain, value=str(league.id)) for league in fitting]


# Those who run leagues


def _create() -> Command:
    @app_commands.describe(
        name=N_("What the league is called"),
        game=N_("Which game"),
        seats=N_("How many play at a table (default: 2)"),
        division=N_("How many people a division should have (default: 6)"),
        time=N_("How long a turn may take (default: 3 days, unless the server has set another)"),
        bank=N_("Each person's time bank for a season, used when a turn's time is up (default: 3 days)"),
        expiry=N_("What happens when the time bank is empty too (default: the seat resigns)"),
        at_once=N_("How many matches each person plays at the same time (default: 2)"),
        sign_up=N_("How long people can sign up for a season (default: 7 days)"),
        options=N_("The game's options, such as: finish=all, blockade-limit=2"),
    )
    @app_commands.rename(expiry="when-time-is-over", at_once="at-once", sign_up="sign-up")
    @app_commands.choices(time=time_choices(MOVE_TIMES), bank=time_choices(BANKS), sign_up=time_choices(SIGN_UPS))
    @app_commands.choices(game=game_choices(), expiry=choices_of(EXPIRY_CHOICES))
    async def create(
        interaction: Interaction,
        name: app_commands.Range[str, 1, LONGEST_NAME],
        game: str,
        seats: app_commands.Range[int, 2, 5] = 2,
        division: app_commands.Range[int, SIZES[0], SIZES[-1]] = 6,
        time: int | None = None,
        bank: int | None = None,
        expiry: str = Expiry.RESIGN,
        at_once: app_commands.Range[int, AT_ONCE[0], AT_ONCE[-1]] = 2,
        sign_up: int | None = None,
        options: str = "",
    ) -> None:
        await check_organiser(interaction)
        check_permissions(interaction, thread=True)
        settings = await interaction.client.matches.servers.settings(server_of(interaction))
        usual = LeagueTerms(game)
        terms = LeagueTerms(
            game,
            read_options(interaction.client, game, options),
            seats,
            division,
            turn_time(time, settings),
            Expiry(expiry),
            span(bank, usual.bank),
            at_once,
            span(sign_up, usual.sign_up),
        )
        check_seats(interaction.client, game, terms.options, seats)
        leagues = interaction.client.contests.leagues
        season = await leagues.create(
            name_for(name, game, LONGEST_NAME),
            terms,
            guild_id=server_of(interaction),
            channel_id=place_of(interaction).channel_id,
        )
        words = N_("**{league}** has been created. People can sign up in this channel until {when}.")
        when = "" if season.begins_at is None else date_and_time(season.begins_at)
        created = say(words, league=season.league.name, when=when)
        await reply(interaction, created + say_unannounced(interaction, settings))

    return slash("create", N_("For those who run leagues: open a new one"), create)


async def _start(interaction: Interaction, league: League) -> None:
    await check_organiser(interaction)
    season = await interaction.client.contests.leagues.start(league.id)
    words = N_("Season {number} of **{league}** begins now.")
    await reply(interaction, say(words, number=season.number, league=league.name))


async def _ask_to_close(interaction: Interaction, league: League) -> None:
    await check_organiser(interaction)
    words = N_(
        "### Close {league}?\nNo new matches will begin, and there won't be a champion. Running matches continue."
    )
    close = button(say(N_("Close the league")), 0, 0, "league_close", str(league.id), style="danger")
    await reply(interaction, say(words, league=league.name), rows=[row(close)])


@action("league_close", "update")
async def close(click: Click) -> None:
    await check_organiser(click.interaction)
    league = await _find_by_click(click)
    await click.bot.contests.leagues.close(league.id)
    await reply(click.interaction, say(N_("**{league}** is closed."), league=league.name), replace=True)


async def _move(interaction: Interaction, league: League) -> None:
    await check_organiser(interaction)
    check_permissions(interaction, thread=True)
    await interaction.client.contests.leagues.move(league.id, place_of(interaction).channel_id)
    await reply(interaction, say(N_("**{league}** continues in this channel."), league=league.name))


def _remove() -> Command:
    @app_commands.describe(player=PLAYER, league=WHICH)
    async def command(interaction: Interaction, player: discord.User, league: str | None = None) -> None:
        found = await _find(interaction, league)
        await check_organiser(interaction)
        if (playing := await _playing(interaction, found, player.id)) is not None:
            words = N_(
                "### Remove {person} from {name}?\nTheir matches are resigned, and their results this season won't "
                "count for anyone."
            )
            _, lines = await matches_of(interaction, *playing)
            await ask_to_remove(interaction, found, player.id, words, lines, "league_remove")
            return
        await remove(interaction, found, player.id, interaction.client.contests.leagues.leave)

    return slash("remove", N_("For those who run leagues: remove somebody from one"), command, league=_suggest)


@action("league_remove", "update")
async def remove_now(click: Click) -> None:
    await check_organiser(click.interaction)
    number, user = person_to_remove(click)
    league = await _find_by_number(click, number)
    await remove(click.interaction, league, user, click.bot.contests.leagues.leave, replace=True)


# People


async def _find_by_click(click: Click) -> League:
    """The league of this server that a button names. OutdatedButton; ScreenRefusal as `_find_by_number`."""
    return await _find_by_number(click, str(number_in(click.payload)))


async def _find_by_number(click: Click, number: str) -> League:
    """The league of this server with this number. ScreenRefusal if it's closed or the person may not see it."""
    try:
        return await _find(click.interaction, number)
    except NoSuchLeague:
        raise ScreenRefusal("This league is closed.") from None


@action("league_join", "reply")
async def join_by_button(click: Click) -> None:
    await _join(click.interaction, await _find_by_click(click))


async def _join(interaction: Interaction, league: League) -> None:
    season = await interaction.client.contests.leagues.join(league.id, interaction.user.id)
    words = N_("You've joined season {number} of **{league}**. It begins {when}.")
    if season.begins_at is None:
        words = N_("You've joined season {number} of **{league}**. It begins when the current one ends.")
    when = "" if season.begins_at is None else from_now(season.begins_at)
    await reply(interaction, say(words, number=season.number, league=league.name, when=when))


@action("league_leave", "reply")
async def leave_by_button(click: Click) -> None:
    """Leave before the season, or ask while it goes on."""
    await _ask_to_leave(click.interaction, await _find_by_click(click))


async def _ask_to_leave(interaction: Interaction, league: League) -> None:
    if (playing := await _playing(interaction, league, interaction.user.id)) is None:
        await _leave(interaction, league)
        return
    _, lines = await matches_of(interaction, *playing)
    words = N_("### Leave {league}?\nYour matches are resigned, and your results this season won't count for anyone.")
    leave = button(say(N_("Leave the league")), 0, 0, "league_leave_now", str(league.id), style="danger")
    await reply(interaction, "\n".join([say(words, league=league.name), *lines]), rows=[row(leave)])


async def _playing(interaction: Interaction, league: League, user: int) -> tuple[Season, LeaguePlayer] | None:
    """The season that goes on, and somebody who plays there; None if they don't."""
    seasons = await interaction.client.contests.leagues.seasons(league.id)
    playing = [(season, player) for season in seasons if season.running and (player := season.player(user))]
    return next((one for one in playing if not one[1].gone), None)


@action("league_leave_now", "update")
async def leave_now(click: Click) -> None:
    await _leave(click.interaction, await _find_by_click(click), replace=True)


async def _leave(interaction: Interaction, league: League, *, replace: bool = False) -> None:
    await interaction.client.contests.leagues.leave(league.id, interaction.user.id)
    await reply(interaction, say(N_("You've left **{league}**."), league=league.name), replace=replace)


# How it stands


def _current(seasons: list[Season]) -> Season:
    """The season that has begun last, or else the one that people sign up for."""
    return next((season for season in seasons if season.began_at is not None), seasons[0])


async def _table(interaction: Interaction, league: League) -> None:
    season = _current(await interaction.client.contests.leagues.seasons(league.id))
    player = season.player(interaction.user.id)
    await _show_division(interaction, season, (player.division if player else None) or 1)


@action("league_table", "update")
async def another_division(click: Click) -> None:
    """The table of another division."""
    season = _current(await click.bot.contests.leagues.seasons((await _find_by_click(click)).id))
    division = number_in(click.value)
    if division not in season.divisions:
        raise OutdatedButton
    await _show_division(click.interaction, season, division, replace=True)


async def _show_division(interaction: Interaction, season: Season, division: int, *, replace: bool = False) -> None:
    if season.began_at is None:
        screen = sign_up(interaction.client, season)
        await reply(interaction, screen.words, rows=screen.rows)
        return
    screen = division_screen(season, division)
    rows: list[ui.Item[Any]] = []
    if len(season.divisions) > 1:
        labels = {one: say(N_("Division {division}"), division=one) for one in season.divisions[:LISTED]}
        choices = options(labels, division)
        rows.append(row(select(say(N_("Choose a division")), choices, 0, 0, "league_table", str(season.league.id))))
    words = f"{screen.words}\n-# {league_terms(interaction.client, season.league)}"
    await reply(interaction, words, pictures=await pictures_of(screen), rows=rows, replace=replace)


async def _matches(interaction: Interaction, league: League) -> None:
    season = _current(await interaction.client.contests.leagues.seasons(league.id))
    if season.began_at is None:
        raise ScreenRefusal("There are no matches in **{name}** yet.", name=league.name)
    player = season.player(interaction.user.id)
    if player is None:
        raise ScreenRefusal("You aren't playing in this season of **{league}**.", league=league.name)
    lines = [say(N_("### Your matches in {league}, season {number}"), league=league.name, number=season.number)]
    if league.terms.bank:
        words = N_("Your time bank has {time} left.") if player.bank else N_("Your time bank is empty.")
        lines.append(say(words, time=duration(player.bank)))
    own = [match for match in season.matches if player.number in match.players]
    lines += [await _line(interaction, season, match, player.number) for match in own[:LISTED]]
    await reply(interaction, "\n".join(lines))


async def _line(interaction: Interaction, season: Season, match: LeagueMatch, number: int) -> str:
    """One of somebody's matches: against whom, and how it stands."""
    others = join_list([person(season, one) for one in match.players if one != number])
    line = say(N_("- against {people}: {state}"), people=others, state=_state(season, match, number))
    return await with_board_link(interaction, line, match.match_id)


def _state(season: Season, match: LeagueMatch, number: int) -> str:
    if match.match_id is None:
        return say(N_("not played, someone has left") if season.is_off(match) else N_("upcoming"))
    if match.status is not Status.OVER:
        return say(N_("match {id} is being played"), id=match.match_id)
    if match.places is None:
        return say(N_("ended without a result"))
    return result_in_words(match.places, match.players.index(number))
