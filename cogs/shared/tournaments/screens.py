"""What a tournament looks like: the sign-up, each round, the table or bracket, and the end."""

from collections.abc import Sequence

from bot.contests.parts.tournament_rounds import END, NEWS_OPEN, NEWS_OVER, ROUND, SIGN_UP, TABLE
from bot.contests.tournaments import knockout
from bot.contests.tournaments.meetings import LATE_UNTIL, MAIN, PLATE, Field, Format, least
from bot.contests.tournaments.rounds import current, is_open, ranking
from bot.contests.tournaments.standings import TournamentLine, points, table
from bot.contests.values.tournament import Round, Tournament, TournamentMatch, TournamentTerms
from bot.text import N_, NC_, say, say_plural, term
from cogs.shared.access.links import message_link
from cogs.shared.client.client import Client
from cogs.shared.client.clipping import clip
from cogs.shared.contests.screen import News, Screen, name_of, people_line, person, standing_line
from cogs.shared.presentation.registry import cog_for
from cogs.shared.tables.seal import opened_button, seal_button, shorten
from cogs.shared.wording.labels import join_list, title_of
from cogs.shared.wording.times import EXPIRY_TERMS, date_and_time, day_of, duration, from_now
from images.canvas.canvas import Encoded, encode
from images.canvas.signs import Sign
from images.people import podium
from images.people import tournament as pictures
from images.people.plates import Standings, points_in_words
from images.people.podium import Best
from images.people.tournament import Bracket, Pair, Side, TournamentTableRow

WHOLE_LIMIT = 3900  # characters
LINKED_LIMIT = 2500  # characters of a round's tables, above which they have no links, so that all are named
TALLEST = 8  # matches in the first column of a bracket, once the first round of a larger one is over

KIND_NAMES = {
    Format.SWISS: N_("Swiss"),
    Format.GROUPS: N_("groups"),
    Format.KNOCKOUT: N_("knock-out with a plate"),
    Format.ROUND_ROBIN: N_("round robin"),
}


def screens_of(bot: Client, tournament: Tournament, note: str = "") -> dict[int, Screen]:
    """All messages of a tournament as they should be now; `note` is added to the end."""
    screens = {SIGN_UP: sign_up(bot, tournament)}
    if tournament.rounds:
        screens[TABLE] = standing(bot, tournament)
    screens |= {ROUND + one.number: round_screen(tournament, one) for one in tournament.rounds}
    if tournament.ended_at is not None and not tournament.cancelled:
        screens[END] = end(bot, tournament, note)
    return screens


def news_of(bot: Client, tournament: Tournament) -> list[News]:
    """What the channel for announcements says of a tournament."""
    is_open = tournament.began_at is None and tournament.ended_at is None
    if is_open:
        words = N_("### {tournament}: sign-up is open until {date}")
        state = [say(words, tournament=tournament.name, date=date_and_time(tournament.begins_at))]
        buttons: tuple[tuple[str, str, str], ...] = ((say(N_("Join")), "tournament_join", str(tournament.id)),)
    else:
        state, buttons = _after_sign_up(tournament)
        state.insert(0, f"### {tournament.name}")
    where = say(N_("It's played in <#{channel}>."), channel=tournament.channel_id)
    lines = [state[0], terms_in_words(bot, tournament.terms), *state[1:], where]
    is_over = tournament.ended_at is not None and not tournament.cancelled
    over = [News(NEWS_OVER, end(bot, tournament), new=True)] if is_over else []
    return [News(NEWS_OPEN, Screen("\n".join(lines), buttons), new=is_open), *over]


# The sign-up


def sign_up(bot: Client, tournament: Tournament) -> Screen:
    """Who has joined and until when one can, with buttons; once it has begun, that it has."""
    is_waiting = tournament.began_at is None and tournament.ended_at is None
    head = say(N_("### {tournament}: sign-up"), tournament=tournament.name) if is_waiting else f"### {tournament.name}"
    lines = [head, terms_in_words(bot, tournament.terms)]
    if not is_waiting:
        state, buttons = _after_sign_up(tournament)
        lines += state
    else:
        number = str(tournament.id)
        lines += _describe_entries(tournament)
        buttons = ((say(N_("Join")), "tournament_join", number), (say(N_("Leave")), "tournament_leave", number))
        if tournament.checking_in:
            buttons = ((say(N_("Check in")), "tournament_check_in", number), *buttons)
    if is_waiting or tournament.began_at is not None:
        lines.append(_seal_line(tournament))
        buttons += _seal_buttons(tournament)
    return Screen("\n".join(lines), buttons)


def _after_sign_up(tournament: Tournament) -> tuple[list[str], tuple[tuple[str, str, str], ...]]:
    """What has become of a tournament that is closed, over or has begun, and the buttons for that."""
    if tournament.cancelled:
        return [say(N_("This tournament is closed."))], ()
    if tournament.ended_at is not None or tournament.began_at is None:
        return [say(N_("The tournament is over."))], ()
    lines = [say(N_("The tournament began on {date}."), date=day_of(tournament.began_at))]
    if not tournament.can_be_joined:
        return lines, ()
    lines.append(say(N_("You can still join until round {number} begins."), number=LATE_UNTIL))
    return lines, ((say(N_("Join")), "tournament_join", str(tournament.id)),)


def _seal_line(tournament: Tournament) -> str:
    """The seed of the draw, sealed until the tournament is over."""
    words = N_("-# The luck is sealed: {seal}")
    if tournament.seed is not None:
        words = N_("-# The draw followed from the seed {seed}")
    return say(words, seed=shorten(tournament.seed or ""), seal=shorten(tournament.commitment))


def _seal_buttons(tournament: Tournament) -> tuple[tuple[str, str, str], ...]:
    if tournament.seed is None:
        return (seal_button(tournament.commitment),)
    return (opened_button(tournament.seed, tournament.salt or ""),)


def _describe_entries(tournament: Tournament) -> list[str]:
    terms, begins = tournament.terms, tournament.begins_at
    words, number = (
        N_("It begins {date} ({when}) if at least {number} people take part."),
        least(terms.kind, terms.seats),
    )
    lines = [say(words, date=date_and_time(begins), when=from_now(begins), number=number)]
    if terms.check_in:
        words = N_("Check-in opens {when}. Only people who check in will play.")
        if tournament.checking_in:
            words = N_("Press **Check in** to play. If you don't, you're taken off the list.")
        lines.append(say(words, when=from_now(begins - terms.check_in)))
    names = [
        f"{person(tournament, one.number)} ✓" if one.checked_in else person(tournament, one.number)
        for one in tournament.players
    ]
    if terms.kind is Format.KNOCKOUT:
        lines.append(say(N_("-# Whoever loses in the first round plays on, for the plate.")))
    return [*lines, people_line(names)]


def terms_in_words(bot: Client, terms: TournamentTerms) -> str:
    """What a tournament plays, in one or two lines."""
    cog = cog_for(bot, terms.game)
    parts = [
        f"**{term(cog.game.title)}**",
        say(KIND_NAMES[terms.kind]),
        *cog.options_in_words(terms.options),
        say(EXPIRY_TERMS[terms.on_expiry], time=duration(terms.move_time)),
        say(N_("{time} for a round"), time=duration(terms.round_time)),
    ]
    if terms.kind is Format.GROUPS:
        parts.append(say_plural("{number} at a table", "{number} at a table", terms.seats))
    if terms.rounds is not None:
        parts.append(say_plural("{number} round", "{number} rounds", terms.rounds))
    if terms.duplicate:
        parts.append(say(N_("the same luck at all tables")))
    parts.append(say(NC_("a tournament", "rated") if terms.rated else NC_("a tournament", "not rated")))
    return " · ".join(parts)


# A round


def round_screen(tournament: Tournament, this: Round) -> Screen:
    """Who plays whom in a round and until when, and who has won."""
    head = N_("### {tournament}: round {number} of {rounds}")
    until = N_("Until {date} ({when}). After that, if a match isn't over, the player to move comes last.")
    if _is_over(tournament, this):
        until = N_("This round is over.")
    lines = [
        say(head, tournament=tournament.name, number=this.number, rounds=tournament.planned),
        say(until, date=date_and_time(this.ends_at), when=from_now(this.ends_at)),
    ]
    matches = [one for one in tournament.of_round(this.number) if not one.meeting.again]
    tables = [one for one in matches if len(one.players) > 1]
    table_lines = [_table_line(tournament, one) for one in tables]
    linked_lines = [_with_table_link(tournament, *one) for one in zip(table_lines, tables, strict=True)]
    is_short = sum(map(len, linked_lines)) <= LINKED_LIMIT
    lines += linked_lines if is_short else table_lines
    byes = [person(tournament, one.players[0]) for one in matches if len(one.players) == 1]
    if byes:
        lines.append(say(N_("- Bye: {people}"), people=join_list(byes)))
    foot = []
    buttons: tuple[tuple[str, str, str], ...] = ()
    if this.commitment is not None:
        buttons = (seal_button(this.commitment),)
        words = N_(
            "-# All tables have the same luck, and each is played in a private thread until the round is over. "
            "Its seal: {seal}"
        )
        foot.append(say(words, seal=shorten(this.commitment)))
    return Screen("\n".join([clip("\n".join(lines), WHOLE_LIMIT - 400), *foot]), buttons)


def _with_table_link(tournament: Tournament, line: str, match: TournamentMatch) -> str:
    """The line of a table with the link to its message, if everyone who reads this can see that."""
    if match.table_message is None or match.table_message[0] != tournament.channel_id:
        return line
    return say(N_("{line} · [table]({link})"), line=line, link=message_link(tournament.guild_id, *match.table_message))


def _is_over(tournament: Tournament, this: Round) -> bool:
    field = tournament.field
    return tournament.ended_at is not None or this.number < current(field) or not is_open(field)


def _table_line(tournament: Tournament, match: TournamentMatch) -> str:
    """One table of a round: who sits there, and then who has won."""
    words = N_("- Table {number}: {people}")
    if match.meeting.bracket == PLATE:
        words = N_("- Plate, table {number}: {people}")
    people = join_list([person(tournament, number) for number in match.players])
    line = say(words, number=tournament.table_number(match), people=people)
    return " · ".join(filter(None, (line, _result_of(tournament, match))))


def _result_of(tournament: Tournament, match: TournamentMatch) -> str:
    """Who has won at a table; empty while that is open, as after a draw in a knock-out."""
    this, field = match.meeting, tournament.field
    first = [player for player, place in zip(match.players, this.places or (), strict=False) if place == 1]
    if tournament.terms.kind is Format.KNOCKOUT:
        through = knockout.winner(knockout.slots(field, this.bracket)[this.round, this.number], field.lots)
        first = [] if through is None else [through]
    if len(first) == len(match.players):
        return say(N_("drawn"))
    names = join_list([person(tournament, player) for player in first])
    return say_plural("{people} wins", "{people} win", len(first), people=names) if first else ""


# How it stands


LEGEND = N_("-# Rounds in the table: the opponent's place, on a full field if won, a half one if drawn.")


def standing(bot: Client, tournament: Tournament) -> Screen:
    """The table or the brackets as a picture, and who is who. Before anything is played, who takes part.

    Brackets say something before: who meets whom.
    """
    lines = [say(N_("### {tournament}: standings"), tournament=tournament.name)]
    closed = [say(N_("This tournament is closed."))] if tournament.cancelled else []
    sign = cog_for(bot, tournament.terms.game).sign
    if tournament.terms.kind is Format.KNOCKOUT:
        entries = [
            say(N_("**{number}** {person}"), number=place, person=person(tournament, number))
            for place, number in enumerate(tournament.field.order, start=1)
        ]
        lines.append(say(N_("Order of the draw: {people}"), people=" · ".join(entries)))
        title, remark, brackets = _title(tournament), _remark(tournament), brackets_of(tournament)
        alt = pictures.brackets_alt(title, remark, brackets)

        def draw() -> Encoded:
            return encode(pictures.draw_brackets(title, remark, brackets, sign))
    elif all(match.is_open for match in tournament.matches if len(match.players) > 1):
        present = [one for one in tournament.field.order if one not in tournament.gone]
        people = people_line([person(tournament, one) for one in present])
        return Screen("\n".join([*lines, people, *closed]))
    else:
        rows = table(tournament.field)
        lines += [
            standing_line(one.place, person(tournament, one.player), one.half_points, gone=one.gone) for one in rows
        ]
        standings = _standings(tournament, rows, sign)
        if any(result and len(result[1]) == 1 for row in standings.rows for result in row.results):
            lines.append(say(LEGEND))
        alt = pictures.alt(standings)

        def draw() -> Encoded:
            return encode(pictures.draw_table(standings))

    return Screen(clip("\n".join([*lines, *closed]), WHOLE_LIMIT), (), draw, alt[:1024])


def _title(tournament: Tournament) -> str:
    return say(_KIND_TITLES[tournament.terms.kind], game=title_of(tournament.terms.game))


_KIND_TITLES = {
    Format.SWISS: N_("{game}: Swiss tournament"),
    Format.GROUPS: N_("{game}: tournament in groups"),
    Format.KNOCKOUT: N_("{game}: knock-out tournament"),
    Format.ROUND_ROBIN: N_("{game}: round robin"),
}


def _remark(tournament: Tournament) -> str:
    this = tournament.round
    if this is None:
        return ""
    tables = [match for match in tournament.of_round(this.number) if len(match.players) > 1]
    tables_played = sum(not match.is_open for match in tables)
    words = N_("Round {number} of {rounds}, {played} of {total} matches played")
    return say(words, number=this.number, rounds=tournament.planned, played=tables_played, total=len(tables))


def _standings(tournament: Tournament, lines: list[TournamentLine], sign: Sign) -> Standings[TournamentTableRow]:
    place = {line.player: line.place for line in lines}
    rows = [
        TournamentTableRow(
            line.place,
            line.player,
            line.half_points,
            line.buchholz,
            [_result(line, number, place) for number in range(1, tournament.planned + 1)],
            line.gone,
            name_of(tournament, line.player),
        )
        for line in lines
    ]
    remark = _remark(tournament)
    if len(rows) > pictures.MOST_ROWS:
        words = N_("{remark} · the first {shown} of {people}")
        remark = say(words, remark=remark, shown=pictures.MOST_ROWS, people=len(rows))
    return Standings(_title(tournament), remark, rows, sign)


def _result(line: TournamentLine, round_: int, place: dict[int, int]) -> tuple[int, tuple[int, ...]] | None:
    """What a round brought somebody, and the places of those they met."""
    if round_ not in line.results:
        return None
    gained, met = line.results[round_]
    return gained, tuple(place[one] for one in met)


def brackets_of(tournament: Tournament) -> list[Bracket]:
    """What the picture of a knock-out shows."""
    field, rounds = tournament.field, len(tournament.rounds)
    brackets = [_bracket(tournament, MAIN, say(N_("Main bracket")), 1, tournament.planned)]
    starters = knockout.starters_of(field, PLATE) if rounds > 1 else []
    if len(starters) > 1:
        brackets.append(_bracket(tournament, PLATE, say(N_("Plate")), 2, knockout.rounds_of(len(starters))))
    return brackets


def _bracket(tournament: Tournament, bracket: int, name: str, first: int, rounds: int) -> Bracket:
    field = tournament.field
    slots = knockout.slots(field, bracket)
    side = {
        player: Side(place, player, name_of(tournament, player)) for place, player in enumerate(field.order, start=1)
    }
    through: dict[tuple[int, int], int | None] = {}
    columns = []
    for round_ in range(first, first + rounds):
        column = []
        for number in range(1, 2 ** (first + rounds - 1 - round_) + 1):
            meeting = slots.get((round_, number))
            if meeting is None:
                players = [through.get((round_ - 1, 2 * number - 1)), through.get((round_ - 1, 2 * number))]
                winner = None
            else:
                players, winner = [*meeting[0].players, None][:2], knockout.winner(meeting, field.lots)
            through[round_, number] = winner
            one, other = (None if player is None else side[player] for player in players)
            column.append(Pair((one, other), None if winner is None else side[winner].drawn))
        columns.append(column)
    over = len(tournament.rounds) > first
    return Bracket(name, columns[1:] if over and len(columns[0]) > TALLEST else columns)


# The end


def end(bot: Client, tournament: Tournament, note: str = "") -> Screen:
    """Who has won, and what the draw and the lots followed from."""
    field = tournament.field
    is_knockout = tournament.terms.kind is Format.KNOCKOUT
    best = [number for number in ranking(field) if number not in tournament.gone][: 2 if is_knockout else 3]
    lines = [say(N_("### {tournament} is over"), tournament=tournament.name)]
    if best:
        lines.append(say(N_("🏆 {person} wins."), person=person(tournament, best[0])))
    if len(best) > 1:
        others = [person(tournament, number) for number in best[1:]]
        lines.append(say(N_("Congratulations also to {people}."), people=join_list(others)))
    plate = knockout.best(field, PLATE) if is_knockout else None
    if plate is not None:
        lines.append(say(N_("{person} wins the plate."), person=person(tournament, plate)))
    words = N_("-# The draw was {order}, from the seed {seed}")
    order = clip(", ".join(map(str, field.order)), 1000)
    lines.append(say(words, order=order, seed=shorten(tournament.seed or "")))
    lines.append(note)
    sign, title, count = cog_for(bot, tournament.terms.game).sign, _title(tournament), len(tournament.players)
    remark = say_plural("{number} person", "{number} people", count)
    stands = [
        Best(number, score, name_of(tournament, number))
        for number, score in zip(best, _scores(field, best), strict=True)
    ]
    return Screen(
        clip("\n".join(filter(None, lines)), WHOLE_LIMIT),
        _seal_buttons(tournament),
        lambda: encode(podium.draw(title, remark, stands, sign)),
        podium.alt(title, remark, stands),
    )


def _scores(field: Field, best: Sequence[int]) -> list[str]:
    """What each of them has got: points, in a knock-out matches won."""
    if field.kind is not Format.KNOCKOUT:
        total = points(field)
        return [points_in_words(total[number]) for number in best]
    through = [
        knockout.winner(meetings, field.lots)
        for meetings in knockout.slots(field, MAIN).values()
        if len(meetings[0].players) > 1
    ]
    return [say_plural("{number} win", "{number} wins", through.count(number)) for number in best]
