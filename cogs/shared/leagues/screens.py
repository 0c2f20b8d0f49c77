"""What a season of a league looks like: the sign-up, the table of each division, and the finale."""

from itertools import pairwise

from bot.contests.leagues.divisions import least, quarter
from bot.contests.values.contest import ELSEWHERE
from bot.contests.values.league import League, Season
from bot.text import N_, say, say_plural, term
from cogs.shared.client.client import Client
from cogs.shared.client.clipping import clip
from cogs.shared.contests.screen import News, Screen, name_of, people_line, person, standing_line
from cogs.shared.presentation.registry import cog_for
from cogs.shared.tables.seal import opened_button, seal_button, shorten
from cogs.shared.wording.labels import join_list, title_of
from cogs.shared.wording.times import EXPIRY_TERMS, date_and_time, day_of, duration, from_now
from images.canvas.canvas import encode
from images.people import league as pictures
from images.people import podium
from images.people.league import LeagueTableRow
from images.people.plates import Standings, points_in_words
from images.people.podium import Best

TIES = N_(
    "-# Ties were broken by the points against each other, then by those of beaten opponents (Sonneborn-Berger), then "
    "by first places, then by lot."
)
SIGN_UP, FINALE = 0, -1
"""The parts of a season besides its divisions, which have their numbers."""

NEWS_OPEN, NEWS_OVER = ELSEWHERE - 1, ELSEWHERE - 2
"""What the channel for announcements is told: that people can sign up, and who has won."""


def screens_of(bot: Client, season: Season, note: str = "") -> dict[int, Screen]:
    """All messages of a season as they should be now; `note` is added to the finale."""
    screens = {SIGN_UP: sign_up(bot, season)}
    screens |= {division: division_screen(bot, season, division) for division in season.divisions}
    if season.ended_at is not None and not season.league.closed:
        screens[FINALE] = finale(bot, season, note)
    return screens


def news_of(bot: Client, season: Season) -> list[News]:
    """What the channel for announcements says of a season."""
    league = season.league
    where = say(N_("It's played in <#{channel}>."), channel=league.channel_id)
    if league.closed or season.ended_at is not None or season.began_at is not None:
        words, buttons = _after_sign_up(season)
        head = say(N_("### {league}: season {number}"), league=league.name, number=season.number)
        screen = Screen("\n".join([head, league_terms(bot, league), words, where]), buttons)
        is_over = season.ended_at is not None and not league.closed
        over = [News(NEWS_OVER, finale(bot, season), new=True)] if is_over else []
        return [News(NEWS_OPEN, screen, new=False), *over]
    if season.begins_at is None:
        return []
    words, date = N_("### {league}: sign-up for season {number} is open until {date}"), date_and_time(season.begins_at)
    head = say(words, league=league.name, number=season.number, date=date)
    buttons = ((say(N_("Join")), "league_join", str(league.id)),)
    return [News(NEWS_OPEN, Screen("\n".join([head, league_terms(bot, league), where]), buttons), new=True)]


# The sign-up


def sign_up(bot: Client, season: Season) -> Screen:
    """Who has signed up and until when one can, with buttons; once it has begun, that it has."""
    league = season.league
    head = say(N_("### {league}: season {number}"), league=league.name, number=season.number)
    lines = [head, league_terms(bot, league)]
    buttons: tuple[tuple[str, str, str], ...] = ()
    if league.closed or season.ended_at is not None or season.began_at is not None:
        words, buttons = _after_sign_up(season)
        lines.append(words)
    elif season.begins_at is not None:
        lines += _who_signed_up(season)
        buttons = (
            (say(N_("Join")), "league_join", str(league.id)),
            (say(N_("Leave")), "league_leave", str(league.id)),
        )
    if season.began_at is not None or season.ended_at is None:
        lines.append(_seal_line(season))
        buttons += _seal_buttons(season)
    return Screen("\n".join(lines), buttons)


def _after_sign_up(season: Season) -> tuple[str, tuple[tuple[str, str, str], ...]]:
    """What has become of a season that can no longer be joined, and the buttons for that."""
    if season.league.closed:
        return say(N_("This league is closed.")), ()
    if season.ended_at is not None or season.began_at is None:
        return say(N_("The season is over.")), ()
    words = N_("The season began on {date}. **Join** now to play the next one.")
    return say(words, date=day_of(season.began_at)), ((say(N_("Join")), "league_join", str(season.league.id)),)


def _seal_line(season: Season) -> str:
    """The seed of the lots, sealed until the season is over."""
    words = N_("-# The luck is sealed: {seal}")
    if season.seed is not None:
        words = N_("-# Lots were drawn from the seed {seed}")
    return say(words, seed=shorten(season.seed or ""), seal=shorten(season.commitment))


def _seal_buttons(season: Season) -> tuple[tuple[str, str, str], ...]:
    return (seal_button(season.commitment) if season.seed is None else opened_button(season.seed),)


def _who_signed_up(season: Season) -> list[str]:
    if season.begins_at is None:
        return []
    words = N_("The season begins {date} ({when}) if at least {number} people have joined.")
    date, when = date_and_time(season.begins_at), from_now(season.begins_at)
    return [
        say(words, date=date, when=when, number=least(season.league.terms.seats)),
        people_line([person(season, player.number) for player in season.players]),
    ]


def league_terms(bot: Client, league: League) -> str:
    """What a league plays, in one or two lines."""
    terms = league.terms
    parts = [
        f"**{term(cog_for(bot, terms.game).game.title)}**",
        *cog_for(bot, terms.game).options_in_words(terms.options),
        say_plural("{number} at a table", "{number} at a table", terms.seats),
        say_plural("divisions of about {number}", "divisions of about {number}", terms.size),
        say(EXPIRY_TERMS[terms.on_expiry], time=duration(terms.move_time)),
    ]
    if terms.bank:
        parts.append(say(N_("a time bank of {time} per season for turns that take longer"), time=duration(terms.bank)))
    parts.append(
        say_plural("{number} match at a time per person", "{number} matches at a time per person", terms.at_once)
    )
    if not terms.orders:
        parts.append(say(N_("no standing orders in rated matches")))
    return " · ".join(parts)


# The divisions


def division_screen(bot: Client, season: Season, division: int) -> Screen:
    """The table of a division as a picture, and who is who. Before the first result, who plays in it, if anybody does.

    The order is that of the season before then.
    """
    words = [
        say(
            N_("### {league}: division {division} of season {number}"),
            league=season.league.name,
            division=division,
            number=season.number,
        )
    ]
    closed = [say(N_("This league is closed."))] if season.league.closed else []
    present = [one for one in season.players if one.division == division and not one.gone]
    if present and not any(match.places is not None for match in season.matches if match.division == division):
        people = people_line([person(season, one.number) for one in present])
        return Screen("\n".join([*words, people, *closed]))
    table = standings_of(bot, season, division)
    words += [
        standing_line(line.place, person(season, line.number), line.half_points, gone=line.gone) for line in table.rows
    ]
    stands = pairwise(line for line in table.rows if not line.gone)
    if any(ahead.half_points == behind.half_points and ahead.place != behind.place for ahead, behind in stands):
        words.append(say(TIES))
    return Screen("\n".join([*words, *closed]), (), lambda: encode(pictures.draw(table)), pictures.alt(table))


def standings_of(bot: Client, season: Season, division: int) -> Standings[LeagueTableRow]:
    """What the picture of a division shows."""
    lines = season.table(division)
    matches = [match for match in season.matches if match.division == division]
    matches_played = sum(match.over for match in matches)
    total = sum(match.over or not season.is_off(match) for match in matches)
    rows = [
        LeagueTableRow(
            line.place,
            line.player,
            line.half_points,
            line.played,
            line.against,
            moves=leads_to(line.place, len(lines), top=division == 1, bottom=division == season.divisions[-1]),
            gone=line.gone,
            name=name_of(season, line.player),
        )
        for line in lines
    ]
    title = say(N_("{game}: division {division}"), game=title_of(season.league.terms.game), division=division)
    remark = N_("Season {season}, {played} of {total} matches played")
    sign = cog_for(bot, season.league.terms.game).sign
    return Standings(title, say(remark, season=season.number, played=matches_played, total=total), rows, sign)


def leads_to(place: int, people: int, *, top: bool, bottom: bool) -> int:
    """1 for a place that leads up, -1 for one that leads down."""
    if place <= quarter(people):
        return int(not top)
    return -int(place > people - quarter(people) and not bottom)


# The finale


def champions(season: Season) -> list[int]:
    """The people of the top division in the order of their places, without those who have left."""
    return [line.player for line in season.table(1) if not line.gone]


def finale(bot: Client, season: Season, note: str = "") -> Screen:
    """The end of a season: its champion, the winners of all divisions, and the seed that lots were drawn from."""
    best = champions(season)
    lines = [say(N_("### {league}: season {number} is over"), league=season.league.name, number=season.number)]
    if best:
        lines.append(say(N_("🏆 {person} is the champion."), person=person(season, best[0])))
    if len(best) > 1:
        others = [person(season, number) for number in best[1:3]]
        lines.append(say(N_("Congratulations also to {people}."), people=join_list(others)))
    for division in season.divisions[1:]:
        (winner, *_) = season.table(division)
        if not winner.gone:
            words = N_("Division {division}: {person} wins and goes up.")
            lines.append(say(words, division=division, person=person(season, winner.player)))
    lines += [_seal_line(season), note]
    title = say(N_("{game}: the champions"), game=title_of(season.league.terms.game))
    remark = say_plural(
        "Season {season}, {number} person",
        "Season {season}, {number} people",
        len(season.players),
        season=season.number,
    )
    scores = {line.player: points_in_words(line.half_points) for line in season.table(1)}
    sign = cog_for(bot, season.league.terms.game).sign
    stands = [Best(number, scores[number], name_of(season, number)) for number in best[:3]]
    return Screen(
        clip("\n".join(filter(None, lines)), 3900),
        _seal_buttons(season),
        lambda: encode(podium.draw(title, remark, stands, sign)),
        podium.alt(title, remark, stands),
    )
