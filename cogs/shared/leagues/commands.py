"""`/league`: creating, joining, leaving and closing leagues, and seeing how they stand."""

from typing import Any

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
    Season,
)
from bot.match import MOVE_TIMES, Expiry, Status
from bot.text import N_, say
from cogs.shared.access.permissions import check_permissions
from cogs.shared.choosing.match_lookup import place_of
from cogs.shared.client.refusals import ScreenRefusal
from cogs.shared.contests.calendar_file import send_calendar
from cogs.shared.contests.commands import ContestCommands, ContestWords
from cogs.shared.contests.occasions import occasions_of
from cogs.shared.contests.options import check_seats, read_options
from cogs.shared.contests.running import (
    LISTED,
    check_organiser,
    name_for,
    say_created,
    say_unannounced,
    server_of,
    span,
    time_choices,
    turn_time,
)
from cogs.shared.contests.screen import person, pictures_of, result_in_words, with_board_link
from cogs.shared.interactions.clicks import Click, OutdatedButton, action, number_in, options, row, select
from cogs.shared.interactions.replies import Interaction, reply
from cogs.shared.interactions.slash import Command, choices_of, game_choices, group_of, on_servers, slash
from cogs.shared.leagues.screens import division_screen, league_terms, sign_up
from cogs.shared.wording.labels import join_list
from cogs.shared.wording.times import EXPIRY_CHOICES, date_and_time, duration, from_now

_REMOVING = N_(
    "### Remove {person} from {name}?\nTheir matches are resigned, and their results this season won't count for "
    "anyone."
)
_LEAVING = N_("### Leave {league}?\nYour matches are resigned, and your results this season won't count for anyone.")

WORDS = ContestWords(
    which=N_("Which league, if there are several"),
    missing=N_("This league is closed."),
    remove=N_("For those who run leagues: remove somebody from one"),
    removing=(_REMOVING, _REMOVING),
    close=N_("Close the league"),
    closing=N_(
        "### Close {league}?\nNo new matches will begin, and there won't be a champion. Running matches continue."
    ),
    closed=N_("**{league}** is closed."),
    moved=N_("**{league}** continues in this channel."),
    leave=N_("Leave the league"),
    leaving=(_LEAVING, _LEAVING),
    left=N_("You've left **{league}**."),
    ends=N_("Where a substitute plays, the match ends and no ratings change."),
)


async def _playing(interaction: Interaction, league: League, user: int) -> tuple[Season, LeaguePlayer] | None:
    """The season that goes on, and somebody who plays there; None if they don't."""
    seasons = await interaction.client.contests.leagues.seasons(league.id)
    playing = [(season, player) for season in seasons if season.running and (player := season.player(user))]
    return next((one for one in playing if not one[1].gone), None)


LEAGUES = ContestCommands[League]("league", WORDS, lambda bot: bot.contests.leagues, _playing, lambda _: False)


def league_group() -> app_commands.Group:
    """The commands of `/league`: first those for people who run leagues, then those for everybody."""
    contest_command = LEAGUES.contest_command
    commands = (
        _create(),
        contest_command("start", N_("For those who run leagues: begin a season now"), _start),
        contest_command("close", N_("For those who run leagues: end one"), LEAGUES.ask_to_close),
        contest_command("relocate", N_("For those who run leagues: continue one in this channel"), LEAGUES.move),
        LEAGUES.remove_command(),
        contest_command("join", N_("Join a league's next season"), _join),
        contest_command("leave", N_("Leave a league"), LEAGUES.ask_to_leave),
        contest_command("table", N_("Show how a league stands, only to you"), show_table),
        contest_command("matches", N_("List your matches in a league, only to you"), list_matches),
        contest_command("calendar", N_("Get a league's dates as a file for your calendar"), _calendar),
    )
    return on_servers(group_of("league", N_("Leagues of this server"), commands))


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
        orders=N_("Whether people can have moves played for them in rated matches (default: yes)"),
    )
    @app_commands.rename(expiry="when-time-is-over", at_once="at-once", sign_up="sign-up", orders="standing-orders")
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
        orders: bool = True,
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
            orders,
        )
        check_seats(interaction.client, game, terms.options, seats)
        leagues = interaction.client.contests.leagues
        season = await leagues.create(
            name_for(name, game, LONGEST_NAME),
            terms,
            guild_id=server_of(interaction),
            channel_id=place_of(interaction).channel_id,
        )
        words = N_("**{league}** has been created. People can sign up in this channel until {date}.")
        date = "" if season.begins_at is None else date_and_time(season.begins_at)
        created = say(words, league=season.league.name, date=date)
        await reply(interaction, say_created(created, "league") + say_unannounced(interaction, settings))

    return slash("create", N_("For those who run leagues: open a new one"), create)


async def _start(interaction: Interaction, league: League) -> None:
    await check_organiser(interaction)
    season = await interaction.client.contests.leagues.start(league.id)
    words = N_("Season {number} of **{league}** begins now.")
    await reply(interaction, say(words, number=season.number, league=league.name))


# People


@LEAGUES.on_click("join")
async def _join(interaction: Interaction, league: League) -> None:
    season = await interaction.client.contests.leagues.join(league.id, interaction.user.id)
    words = N_("You've joined season {number} of **{league}**. It begins {when}.")
    if season.begins_at is None:
        words = N_("You've joined season {number} of **{league}**. It begins when the current one ends.")
    when = "" if season.begins_at is None else from_now(season.begins_at)
    await reply(interaction, say(words, number=season.number, league=league.name, when=when))


# How it stands


def _current(seasons: list[Season]) -> Season:
    """The season that has begun last, or else the one that people sign up for."""
    return next((season for season in seasons if season.began_at is not None), seasons[0])


async def show_table(interaction: Interaction, league: League) -> None:
    season = _current(await interaction.client.contests.leagues.seasons(league.id))
    player = season.player(interaction.user.id)
    await _show_division(interaction, season, (player.division if player else None) or 1)


@action("league_table", "update")
async def another_division(click: Click) -> None:
    """The table of another division."""
    season = _current(await click.bot.contests.leagues.seasons((await LEAGUES.of_click(click)).id))
    division = number_in(click.value)
    if division not in season.divisions:
        raise OutdatedButton
    await _show_division(click.interaction, season, division, replace=True)


async def _show_division(interaction: Interaction, season: Season, division: int, *, replace: bool = False) -> None:
    if season.began_at is None:
        screen = sign_up(interaction.client, season)
        await reply(interaction, screen.words, rows=screen.rows)
        return
    screen = division_screen(interaction.client, season, division)
    rows: list[ui.Item[Any]] = []
    if len(season.divisions) > 1:
        labels = {one: say(N_("Division {division}"), division=one) for one in season.divisions[:LISTED]}
        choices = options(labels, division)
        rows.append(row(select(say(N_("Choose a division")), choices, "league_table", str(season.league.id))))
    words = f"{screen.words}\n-# {league_terms(interaction.client, season.league)}"
    await reply(interaction, words, pictures=await pictures_of(screen), rows=rows, replace=replace)


async def _calendar(interaction: Interaction, league: League) -> None:
    seasons = await interaction.client.contests.leagues.seasons(league.id)
    await send_calendar(interaction, next(filter(occasions_of, seasons), _current(seasons)))


async def list_matches(interaction: Interaction, league: League) -> None:
    season = _current(await interaction.client.contests.leagues.seasons(league.id))
    if season.began_at is None:
        raise ScreenRefusal("There are no matches in **{name}** yet.", name=league.name)
    player = season.player(interaction.user.id)
    if player is None:
        raise ScreenRefusal("You aren't playing in this season of **{league}**.", league=league.name)
    lines = [say(N_("### Your matches in {league}, season {number}"), league=league.name, number=season.number)]
    if league.terms.bank:
        words = N_("Your time bank is empty.")
        if player.bank:
            words = N_("Your time bank has {time} left for turns that take longer.")
        lines.append(say(words, time=duration(player.bank)))
    own = [match for match in season.matches if player.number in match.players]
    lines += [await _line(interaction, season, match, player.number) for match in own[:LISTED]]
    await reply(interaction, "\n".join(lines))


async def _line(interaction: Interaction, season: Season, match: LeagueMatch, number: int) -> str:
    """One of somebody's matches: against whom, and how it stands."""
    others = join_list([person(season, one) for one in match.players if one != number])
    line = say(N_("- against {people}: {state}"), people=others, state=describe_state(season, match, number))
    return await with_board_link(interaction, line, match.match_id)


def describe_state(season: Season, match: LeagueMatch, number: int) -> str:
    if match.match_id is None:
        return say(N_("not played, someone has left") if season.is_off(match) else N_("upcoming"))
    if match.status is not Status.OVER:
        return say(N_("match {id} is being played"), id=match.match_id)
    if match.places is None:
        return say(N_("ended without a result"))
    return result_in_words(match.places, match.players.index(number))
