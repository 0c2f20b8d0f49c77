"""`/profile`: someone's card, and who may see one's own."""

from collections.abc import Mapping, Sequence
from dataclasses import replace as changed

import discord
from discord import app_commands

from bot.contests.tournaments.rounds import ranking
from bot.contests.values.league import Season
from bot.contests.values.tournament import Tournament
from bot.match import Audience, Privacy, Profile, RatedGame, Record
from bot.rules import GAMES
from bot.text import N_, group_digits, say, say_plural, term
from bot.text.terms import commas
from cogs.shared.access.visibility import viewer_of
from cogs.shared.interactions.clicks import Click, action, button, options, row, select
from cogs.shared.interactions.menus import Menu, on_person
from cogs.shared.interactions.replies import Interaction, Picture, reply
from cogs.shared.interactions.slash import Command, everywhere, slash
from cogs.shared.people.progress import progress_button
from cogs.shared.presentation.drawing import REQUESTED, as_file, draw_in_thread
from cogs.shared.presentation.registry import cogs_of
from cogs.shared.wording.labels import NAMES, ordinal, points, title_of
from cogs.shared.wording.ratings import rating_text, what_uncertain_means
from images.canvas.canvas import encode
from images.canvas.signs import Sign
from images.people import profile as cards
from images.people.profile import Card, GameCard

MOST_SEASONS, MOST_TOURNAMENTS = 2, 2  # that go on, on a card
PODIUM = 3  # the last place that a card counts

AUDIENCES = {
    Audience.SERVERS: N_("People on the servers where I've played"),
    Audience.OPPONENTS: N_("People I've played with"),
    Audience.NOBODY: N_("Only me, and I'm on no leaderboard"),
}


def profile_command() -> Command:
    @app_commands.describe(person=N_("Whose profile (default: yours)"))
    async def profile(interaction: Interaction, person: discord.User | None = None) -> None:
        await show_profile(interaction, interaction.user.id if person is None else person.id)

    return everywhere(slash("profile", N_("A player's ratings and record, only to you"), profile))


def profile_menu() -> Menu:
    return everywhere(on_person(N_("Profile"), lambda interaction, person: show_profile(interaction, person.id)))


async def show_profile(interaction: Interaction, user: int) -> None:
    viewer = interaction.user.id
    profile = await interaction.client.matches.ratings.profile(user, viewer, interaction.guild_id)
    contests, seen_by = interaction.client.contests, viewer_of(interaction)
    seasons = await contests.leagues.running_of(interaction.guild_id, user, viewer=seen_by)
    running = await contests.tournaments.running_of(interaction.guild_id, user, viewer=seen_by)
    podium = places_line(await contests.tournaments.places_of(user))
    lines = [season_line(season, user) for season in seasons[:MOST_SEASONS]]
    lines += [tournament_line(tournament, user) for tournament in running[:MOST_TOURNAMENTS]]
    signs = {cog.game.key: cog.sign for cog in cogs_of(interaction.client)}
    name = (await NAMES.lookup(interaction.client, interaction.guild_id, [user]))[user].plain
    card = card_of(profile, signs, [*([podium] if podium else []), *lines], name)
    encoded = await draw_in_thread(lambda: encode(cards.draw(card)), REQUESTED)
    picture: Picture = as_file(encoded, "profile"), cards.alt(card)
    lines = [say(N_("### Profile of {person}"), person=f"<@{user}>")]
    if not profile.games:
        lines.append(say(N_("No rated matches yet.")))
    lines += filter(None, [what_uncertain_means(one.standing.rating for one in profile.games)])
    own = []
    if user == viewer:
        own.append(row(progress_button(), button(say(N_("Who can see this")), "profile_privacy")))
    await reply(interaction, "\n".join(lines), pictures=[picture], rows=own)


def card_of(profile: Profile, signs: Mapping[str, Sign], feet: Sequence[str] = (), name: str = "") -> Card:
    """The contents of a profile's picture, with the `signs` of the games and the person's `name`.

    `feet` are lines about leagues and tournaments.
    """
    facts = [(say(N_("Matches")), group_digits(profile.matches))]
    if profile.favourite is not None and profile.favourite in GAMES:
        facts.append((say(N_("Favourite game")), term(GAMES[profile.favourite].title)))
    facts.append((say(N_("Longest winning streak")), str(profile.longest_streak)))
    if profile.record is not None:
        facts.append((say(N_("You against them")), _record(profile.record)))
    best = commas(f"{term(GAMES[game].title)} {points(score)}" for game, score in profile.solos if game in GAMES)
    games = [_game(record, signs[record.game]) for record in profile.games if record.game in signs]
    alone = [say(N_("Best alone: {scores}"), scores=best)] if best else []
    return Card(profile.number, facts, games, [*alone, *feet], name)


def season_line(season: Season, user: int) -> str:
    """How someone stands in a league's running season. Its name is in no picture, as only its server chose it."""
    player = season.player(user)
    if player is None or player.division is None:
        raise ValueError(f"{user} isn't in the season")
    table = season.table(player.division)
    place = next(line.place for line in table if line.player == player.number)
    words = N_("{game} league, season {season}: {place} of {players} in division {division}")
    if not any(line.played for line in table):  # only lots tell them apart
        words = N_("{game} league, season {season}: division {division}")
    return say(
        words,
        game=title_of(season.league.terms.game),
        season=season.number,
        place=ordinal(place),
        players=len(table),
        division=player.division,
    )


def tournament_line(tournament: Tournament, user: int) -> str:
    """How someone stands in a tournament that goes on. Its name is in no picture, as only its server chose it."""
    player = tournament.player(user)
    if player is None or tournament.round is None:
        raise ValueError(f"{user} isn't playing in the tournament")
    order = ranking(tournament.field)
    words = N_("{game} tournament, round {round} of {rounds}: {place} of {players}")
    nothing_played = all(match.is_open for match in tournament.matches if len(match.players) > 1)
    if player.number not in order or nothing_played:  # not drawn yet, as they came late, or by lot alone
        words = N_("{game} tournament, round {round} of {rounds}")
    return say(
        words,
        game=title_of(tournament.terms.game),
        round=tournament.round.number,
        rounds=tournament.planned,
        place=ordinal(order.index(player.number) + 1) if player.number in order else "",
        players=len(order),
    )


def places_line(places: Sequence[int]) -> str:
    """How often someone has been first, second and third in tournaments; nothing if never."""
    counts = [(place, places.count(place)) for place in range(1, PODIUM + 1)]
    wins = commas(f"{number} × {ordinal(place)}" for place, number in counts if number)
    return say(N_("Tournaments: {places}"), places=wins) if wins else ""


def _game(record: RatedGame, sign: Sign) -> GameCard:
    standing = record.standing
    matches = say_plural(
        "{matches} match, {wins} won",
        "{matches} matches, {wins} won",
        standing.matches,
        matches=group_digits(standing.matches),
        wins=group_digits(standing.wins),
    )
    history = [rating.shown for rating in record.history]
    return GameCard(term(GAMES[record.game].title), sign, rating_text(standing.rating), matches, history)


def _record(record: Record) -> str:
    parts = (
        (record.won, N_("{number} won")),
        (record.drawn, N_("{number} drawn")),
        (record.lost, N_("{number} lost")),
    )
    words_told = commas(say(words, number=count) for count, words in parts if count)
    return words_told or say(N_("never played"))


# Who may see a profile


async def show_privacy(interaction: Interaction, privacy: Privacy, *, replace: bool = False) -> None:
    """Shows who can see the person's profile, with lists to change it."""
    lines = [
        say(N_("### Who can see your profile")),
        say(N_("Your ratings also appear on the leaderboards of the servers where you've played rated matches.")),
    ]
    if privacy.profile is Audience.NOBODY:
        lines[1] = say(N_("Nobody else sees your profile, and no leaderboard lists you."))
    audiences = options({one: say(words) for one, words in AUDIENCES.items()}, privacy.profile)
    labels = {
        "no": say(N_("Leaderboards of all servers don't list me")),
        "yes": say(N_("Leaderboards of all servers list me")),
    }
    everywhere_ = options(labels, "yes" if privacy.listed_everywhere else "no")
    rows = [row(select(say(N_("Who can see your profile")), audiences, "profile_audience"))]
    if privacy.profile is not Audience.NOBODY:
        rows.append(row(select(say(N_("Leaderboards of all servers")), everywhere_, "profile_everywhere")))
    await reply(interaction, "\n".join(lines), rows=rows, replace=replace)


async def _change(click: Click, privacy: Privacy) -> None:
    await click.bot.matches.ratings.set_privacy(click.user, privacy)
    await show_privacy(click.interaction, privacy, replace=True)


@action("profile_privacy", "reply")
async def profile_privacy(click: Click) -> None:
    await show_privacy(click.interaction, await click.bot.matches.ratings.privacy(click.user))


@action("profile_audience", "update")
async def profile_audience(click: Click) -> None:
    privacy = await click.bot.matches.ratings.privacy(click.user)
    await _change(click, changed(privacy, profile=click.value_as(Audience)))


@action("profile_everywhere", "update")
async def profile_everywhere(click: Click) -> None:
    privacy = await click.bot.matches.ratings.privacy(click.user)
    await _change(click, changed(privacy, listed_everywhere=click.value == "yes"))
