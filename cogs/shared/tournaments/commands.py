"""`/tournament`: creating, joining, leaving and closing tournaments, and seeing how they stand."""

from discord import app_commands

from bot.contests.tournaments.meetings import ROUNDS, Format, seats_of
from bot.contests.values.contest import LONGEST_NAME
from bot.contests.values.tournament import (
    CHECK_INS,
    ROUND_TIMES,
    SIGN_UPS,
    Tournament,
    TournamentMatch,
    TournamentPlayer,
    TournamentTerms,
)
from bot.match import MOVE_TIMES, Expiry
from bot.text import N_, say
from cogs.shared.access.permissions import check_permissions
from cogs.shared.choosing.match_lookup import place_of
from cogs.shared.client.refusals import ScreenRefusal
from cogs.shared.contests.calendar_file import send_calendar
from cogs.shared.contests.commands import ContestCommands, ContestWords
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
from cogs.shared.interactions.replies import Interaction, reply
from cogs.shared.interactions.slash import Command, choices_of, game_choices, group_of, on_servers, slash
from cogs.shared.tournaments.screens import KIND_NAMES, sign_up, standing, terms_in_words
from cogs.shared.wording.labels import join_list
from cogs.shared.wording.times import EXPIRY_CHOICES, date_and_time, from_now

WORDS = ContestWords(
    which=N_("Which tournament, if there are several"),
    missing=N_("The tournament is over."),
    remove=N_("For those who run tournaments: remove somebody from one"),
    removing=(
        N_("### Remove {person} from {name}?\nThey can't rejoin."),
        N_("### Remove {person} from {name}?\nTheir running match is resigned, and they can't rejoin."),
    ),
    close=N_("Close the tournament"),
    closing=N_(
        "### Close {tournament}?\nNo new matches will begin, and there won't be a winner. Running matches continue."
    ),
    closed=N_("**{tournament}** is closed."),
    moved=N_("**{tournament}** continues in this channel."),
    leave=N_("Leave the tournament"),
    leaving=(
        N_("### Leave {tournament}?\nYou can't rejoin."),
        N_("### Leave {tournament}?\nYour running match is resigned, and you can't rejoin."),
    ),
    left=N_("You've left **{tournament}**."),
    ends=N_("A substitute plays in the running match: it ends, the opponent wins, and no ratings change."),
)


async def _playing(_: Interaction, tournament: Tournament, user: int) -> tuple[Tournament, TournamentPlayer] | None:
    """Somebody who takes part in a tournament that goes on.

    None before and after, once they have left, and before the round from which on they play, as they can come back.
    """
    player = tournament.player(user) if tournament.running else None
    return None if player is None or player.gone or player.drawn is None else (tournament, player)


TOURNAMENTS = ContestCommands[Tournament](
    "tournament",
    WORDS,
    lambda bot: bot.contests.tournaments,
    _playing,
    lambda tournament: tournament.terms.duplicate,
)


def tournament_group() -> app_commands.Group:
    """The commands of `/tournament`: first those for people who run tournaments, then those for everybody."""
    contest_command = TOURNAMENTS.contest_command
    commands = (
        _create(),
        contest_command("start", N_("For those who run tournaments: begin one now"), _start),
        contest_command("close", N_("For those who run tournaments: call one off"), TOURNAMENTS.ask_to_close),
        contest_command(
            "relocate", N_("For those who run tournaments: continue one in this channel"), TOURNAMENTS.move
        ),
        TOURNAMENTS.remove_command(),
        contest_command("join", N_("Join a tournament"), _join),
        contest_command("leave", N_("Leave a tournament"), TOURNAMENTS.ask_to_leave),
        contest_command("check-in", N_("Confirm that you'll play in a tournament you've joined"), _check_in),
        contest_command("table", N_("Show how a tournament stands, only to you"), show_table, also_over=True),
        contest_command("matches", N_("List your matches in a tournament, only to you"), list_matches, also_over=True),
        contest_command("calendar", N_("Get a tournament's dates as a file for your calendar"), send_calendar),
    )
    return on_servers(group_of("tournament", N_("Tournaments of this server"), commands))


# Those who run tournaments


def _create() -> Command:
    @app_commands.describe(
        name=N_("What the tournament is called"),
        kind=N_("How opponents are paired"),
        game=N_("Which game"),
        seats=N_("How many play at a table, in groups (default: 4)"),
        rounds=N_("Number of rounds, for Swiss and groups"),
        time=N_("How long a turn may take (default: 3 days, unless the server has set another)"),
        round_time=N_("How long a round may take (default: 14 days)"),
        rated=N_("Whether results change ratings (default: the server's setting)"),
        duplicate=N_("All tables of a round get the same luck, and play in private threads"),
        check_in=N_("How long before the start people can check in (default: no check-in)"),
        sign_up=N_("How long people can sign up (default: 3 days)"),
        expiry=N_("What happens when a turn's time is over (default: the seat resigns)"),
        options=N_("The game's options, such as: finish=all, blockade-limit=2"),
    )
    @app_commands.rename(round_time="round", check_in="check-in", sign_up="sign-up", expiry="when-time-is-over")
    @app_commands.choices(time=time_choices(MOVE_TIMES), round_time=time_choices(ROUND_TIMES))
    @app_commands.choices(check_in=time_choices(CHECK_INS), sign_up=time_choices(SIGN_UPS))
    @app_commands.choices(kind=choices_of(KIND_NAMES), game=game_choices(), expiry=choices_of(EXPIRY_CHOICES))
    async def create(
        interaction: Interaction,
        name: app_commands.Range[str, 1, LONGEST_NAME],
        kind: str,
        game: str,
        seats: app_commands.Range[int, 2, 5] | None = None,
        rounds: app_commands.Range[int, ROUNDS[0], ROUNDS[-1]] | None = None,
        time: int | None = None,
        round_time: int | None = None,
        rated: bool | None = None,
        duplicate: bool = False,
        check_in: int | None = None,
        sign_up: int | None = None,
        expiry: str = Expiry.RESIGN,
        options: str = "",
    ) -> None:
        await check_organiser(interaction)
        check_permissions(interaction, thread=True, private=duplicate)
        settings = await interaction.client.matches.servers.settings(server_of(interaction))
        usual = TournamentTerms(Format(kind), game)
        terms = TournamentTerms(
            usual.kind,
            game,
            read_options(interaction.client, game, options),
            seats or (4 if usual.kind is Format.GROUPS else 2),
            rounds,
            settings.rated if rated is None else rated,
            duplicate,
            turn_time(time, settings),
            Expiry(expiry),
            span(round_time, usual.round_time),
            span(check_in, usual.check_in),
            span(sign_up, usual.sign_up),
        )
        if terms.seats in seats_of(terms.kind):
            check_seats(interaction.client, game, terms.options, terms.seats, only_two=terms.kind is not Format.GROUPS)
        place = place_of(interaction)
        tournament = await interaction.client.contests.tournaments.create(
            name_for(name, game, LONGEST_NAME),
            terms,
            guild_id=server_of(interaction),
            channel_id=place.channel_id,
        )
        words = N_("**{tournament}** has been created. People can sign up in this channel until {date}.")
        date = date_and_time(tournament.begins_at)
        created = say(words, tournament=tournament.name, date=date)
        await reply(interaction, say_created(created, "tournament") + say_unannounced(interaction, settings))

    return slash("create", N_("For those who run tournaments: open a new one"), create)


async def _start(interaction: Interaction, tournament: Tournament) -> None:
    await check_organiser(interaction)
    await interaction.client.contests.tournaments.start(tournament.id)
    await reply(interaction, say(N_("**{tournament}** begins now."), tournament=tournament.name))


# People


@TOURNAMENTS.on_click("join")
async def _join(interaction: Interaction, tournament: Tournament) -> None:
    joined = await interaction.client.contests.tournaments.join(tournament.id, interaction.user.id)
    words = N_("You've joined **{tournament}**. It begins on {date}.")
    if joined.began_at is not None:
        words = N_("You've joined **{tournament}** from the next round on.")
    elif joined.checking_in:
        words = N_("You've joined **{tournament}** and are checked in. It begins on {date}.")
    elif joined.terms.check_in:
        words = N_("You've joined **{tournament}**. It begins on {date}. Check in after {opens}, or you won't play.")
    date, opens = (date_and_time(time) for time in (joined.begins_at, joined.begins_at - joined.terms.check_in))
    await reply(interaction, say(words, tournament=joined.name, date=date, opens=opens))


@TOURNAMENTS.on_click("check_in")
async def _check_in(interaction: Interaction, tournament: Tournament) -> None:
    await interaction.client.contests.tournaments.check_in(tournament.id, interaction.user.id)
    words = N_("You're checked in for **{tournament}**. It begins {when}.")
    await reply(interaction, say(words, tournament=tournament.name, when=from_now(tournament.begins_at)))


# How it stands


async def show_table(interaction: Interaction, tournament: Tournament) -> None:
    if not tournament.rounds:
        screen = sign_up(interaction.client, tournament)
        await reply(interaction, screen.words, rows=screen.rows)
        return
    screen = standing(interaction.client, tournament)
    words = f"{screen.words}\n-# {terms_in_words(interaction.client, tournament.terms)}"
    await reply(interaction, words, pictures=await pictures_of(screen))


async def list_matches(interaction: Interaction, tournament: Tournament) -> None:
    if not tournament.rounds:
        raise ScreenRefusal("There are no matches in **{name}** yet.", name=tournament.name)
    player = tournament.player(interaction.user.id)
    if player is None:
        raise ScreenRefusal("You aren't playing in **{tournament}**.", tournament=tournament.name)
    lines = [say(N_("### Your matches in {tournament}"), tournament=tournament.name)]
    own = [match for match in tournament.matches if player.number in match.players]
    lines += [await _line(interaction, tournament, match, player.number) for match in own[:LISTED]]
    await reply(interaction, "\n".join(lines))


async def _line(interaction: Interaction, tournament: Tournament, match: TournamentMatch, number: int) -> str:
    """One of somebody's matches: against whom, and how it stands."""
    round_ = match.meeting.round
    if len(match.players) == 1:
        return say(N_("- Round {round}: a bye"), round=round_)
    others = join_list([person(tournament, one) for one in match.players if one != number])
    words = N_("- Round {round} against {people}: {state}")
    line = say(words, round=round_, people=others, state=describe_state(match, number))
    return await with_board_link(interaction, line, match.match_id)


def describe_state(match: TournamentMatch, number: int) -> str:
    places = match.meeting.places
    if places is None:
        words = N_("upcoming") if match.match_id is None else N_("match {id} is being played")
        return say(words, id=match.match_id)
    return result_in_words(places, match.players.index(number))
