"""What a season's messages say as it goes on, and what each person reads of their own matches."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from discord.app_commands import NoPrivateMessage

from bot.contests.leagues.divisions import quarter
from bot.contests.values.league import League, LeagueMatch, LeaguePlayer, LeagueTerms, Season, lots_of
from bot.match import FORGOTTEN, Expiry, Status
from bot.text.own_words import OwnWords
from cogs.shared.client.refusals import ScreenRefusal
from cogs.shared.contests.running import check_organiser, server_of
from cogs.shared.contests.screen import Screen, person
from cogs.shared.leagues import commands
from cogs.shared.leagues.screens import (
    FINALE,
    SIGN_UP,
    champions,
    division_screen,
    finale,
    leads_to,
    league_terms,
    screens_of,
    sign_up,
    standings_of,
)
from cogs.shared.people.profiles import season_line
from cogs.shared.wording.labels import NAMES
from tests.cogs.conftest import ANNE, BERT, CLEO, HERE, Asking, Bot
from tests.cogs.discord_answers import read

NOW = datetime(2026, 1, 2, tzinfo=UTC)
DORA = CLEO + 1
LEAGUE = League(4, 1, 20, OwnWords("Winter"), LeagueTerms("southern_cards"), closed=False)
LATER: dict[str, Any] = {"begins_at": NOW, "began_at": NOW, "ended_at": NOW, "seed": "5eed"}


def player(number: int, user: int, division: int | None = 1, *, gone: bool = False) -> LeaguePlayer:
    return LeaguePlayer(number, user, division, timedelta(hours=50, minutes=59), gone, None, None)


def match(number: int, *players: int, division: int = 1, **more: Any) -> LeagueMatch:
    """One that is to come, unless `more` says otherwise."""
    usual: dict[str, Any] = {"announced": False, "match_id": None, "status": None, "places": None}
    return LeagueMatch(number, division, number, players, **{**usual, **more})


def over(number: int, *players: int, places: tuple[int, ...] | None, division: int = 1) -> LeagueMatch:
    return match(number, *players, division=division, match_id=number, status=Status.OVER, places=places)


PEOPLE = (player(1, ANNE), player(2, BERT), player(3, CLEO), player(4, DORA))
MATCHES = (
    over(1, 1, 2, places=(1, 2)),
    over(2, 1, 3, places=(1, 1)),
    over(3, 2, 3, places=None),
    match(4, 1, 4, match_id=44, status=Status.RUNNING),
    match(5, 2, 4),
    match(6, 3, 4),
)


def season(league: League = LEAGUE, players: Any = PEOPLE, matches: Any = MATCHES, **more: Any) -> Season:
    usual: dict[str, Any] = {"seed": None, "begins_at": NOW, "began_at": NOW, "ended_at": None, "messages": {}}
    lots = lots_of(bytes(32), [one.number for one in players])
    return Season(7, league, 3, "5ea1", players=players, matches=matches, lots=lots, **{**usual, **more})


def labels(screen: Screen) -> list[str]:
    return [label for label, _, _ in screen.buttons]


CLOSED = replace(LEAGUE, closed=True)


@pytest.mark.parametrize(
    ("state", "words", "buttons"),
    [
        (season(began_at=None), "The season begins <t:1767312000:f>", ["Join", "Leave"]),
        (season(began_at=None), "if at least 4 people have joined.", ["Join", "Leave"]),
        (season(began_at=None), f"**4 people**: <@{ANNE}>, <@{BERT}>", ["Join", "Leave"]),
        (season(began_at=None, players=PEOPLE[:1]), f"**1 person**: <@{ANNE}>", ["Join", "Leave"]),
        (season(began_at=None, players=()), "Nobody has joined yet.", ["Join", "Leave"]),
        (season(), "The season began on <t:1767312000:D>. **Join** now to play the next one.", ["Join"]),
        (season(**LATER), "The season is over.", []),
        (season(**LATER), "-# Lots were drawn from the seed `5eed…`", []),
        (season(CLOSED), "This league is closed.", []),
        (season(began_at=None, begins_at=None), "The luck is sealed: `5ea1…`", []),
    ],
)
def test_the_sign_up_says_how_far_the_season_is_and_offers_what_is_possible(
    bot: Bot, state: Season, words: str, buttons: list[str]
) -> None:
    screen = sign_up(bot, state)
    assert screen.words.startswith("### Winter: season 3\n**Southern Cross cards**")
    assert words in screen.words
    sealed = ["How the luck is sealed"] if "5ea1" in screen.words else []
    drawn = ["How the luck was drawn"] if "5eed" in screen.words or "season is over" in screen.words else []
    assert labels(screen) == [*buttons, *sealed, *drawn]
    assert {payload for _, _, payload in screen.buttons} <= {"4", "5ea1", "5eed."}


def test_a_league_that_is_closed_before_its_season_begins_has_drawn_no_lots(bot: Bot) -> None:
    screen = sign_up(bot, season(CLOSED, **LATER | {"began_at": None}))
    assert "5ea1" not in screen.words


def test_what_a_league_plays_is_said_in_one_line(bot: Bot) -> None:
    usual = league_terms(bot, LEAGUE)
    assert "a time bank of 3 days per season" in usual
    assert "2 matches at a time per person" in usual
    terms = replace(LEAGUE.terms, bank=timedelta(), at_once=1, on_expiry=Expiry.COMPUTER, options={"hand": 4})
    other = league_terms(bot, replace(LEAGUE, terms=terms))
    assert "time bank" not in other
    assert other.endswith("1 match at a time per person")


def test_a_season_has_a_message_for_each_part_and_a_finale_once_it_is_over(bot: Bot) -> None:
    def parts(state: Season) -> list[int]:
        return list(screens_of(bot, state))

    assert parts(season(began_at=None, players=())) == [SIGN_UP]
    assert parts(season()) == [SIGN_UP, 1]
    assert parts(season(**LATER)) == [SIGN_UP, 1, FINALE]
    assert parts(season(CLOSED, **LATER)) == [SIGN_UP, 1]


def test_a_message_is_edited_where_it_shows_something_else(bot: Bot) -> None:
    first, later = division_screen(bot, season(), 1), division_screen(bot, season(matches=MATCHES[1:]), 1)
    assert first.digest == division_screen(bot, season(), 1).digest
    assert len({first.digest, later.digest, division_screen(bot, season(CLOSED), 1).digest}) == 3


def test_a_message_has_its_picture_and_its_buttons(bot: Bot) -> None:
    screen = sign_up(bot, season(began_at=None))
    assert read(screen.view(None)) == screen.words
    items = list(screen.view("table.webp").walk_children())
    (gallery,) = [one for one in items if isinstance(one, discord.ui.MediaGallery)]
    assert gallery.items[0].media.url == "attachment://table.webp"
    assert [one.label for one in items if isinstance(one, discord.ui.Button)] == [
        "Join",
        "Leave",
        "How the luck is sealed",
    ]
    assert not any(
        isinstance(one, discord.ui.MediaGallery | discord.ui.Button) for one in Screen("x").view(None).walk_children()
    )


class TestADivision:
    def test_lists_its_people_by_their_points_and_those_who_have_left_last(self, bot: Bot) -> None:
        lines = division_screen(bot, season(), 1).words.splitlines()
        assert lines[0] == "### Winter: division 1 of season 3"
        assert lines[1] == f"**1st** <@{ANNE}> · 1½ points"
        assert lines[2] == f"**2nd** <@{CLEO}> · ½ point"
        left = (*PEOPLE[1:], replace(PEOPLE[0], gone=True))
        assert division_screen(bot, season(players=left), 1).words.splitlines()[4] == f"**4th** <@{ANNE}> · left"
        assert "This league is closed." in division_screen(bot, season(CLOSED), 1).words
        assert "This league is closed." not in division_screen(bot, season(), 1).words

    def test_equal_points_share_a_place_until_all_is_played(self, bot: Bot) -> None:
        halves = (over(1, 1, 2, places=(1, 1)), over(2, 3, 4, places=(1, 1)))
        rest = (match(3, 1, 4), match(4, 2, 3))
        shared = division_screen(bot, season(matches=(*halves, *rest)), 1).words.splitlines()[1:]
        assert [line[:7] for line in shared] == ["**1st**"] * 4
        left = (*PEOPLE[:3], replace(PEOPLE[3], gone=True))
        still = division_screen(bot, season(players=left, matches=(*halves, *rest)), 1).words.splitlines()[1:]
        assert [line[:7] for line in still] == ["**1st**", "**1st**", "**3rd**", "**4th**"]
        whole = division_screen(bot, season(matches=halves), 1).words.splitlines()[1:]
        assert [line[:7] for line in whole] == ["**1st**", "**2nd**", "**3rd**", "**4th**", "-# Ties"]
        assert not any(line.startswith("-# Ties") for line in (*shared, *still))

    def test_lists_its_people_without_places_before_the_first_result(self, bot: Bot) -> None:
        first = season(matches=MATCHES[2:], players=(*PEOPLE[:3], replace(PEOPLE[3], gone=True)))
        screen = division_screen(bot, first, 1)
        assert screen.words.splitlines()[1:] == [f"**3 people**: <@{ANNE}>, <@{BERT}>, <@{CLEO}>"]
        assert (screen.draw, screen.alt) == (None, "")
        assert "This league is closed." in division_screen(bot, season(CLOSED, matches=()), 1).words
        others = (over(9, 6, 7, places=(1, 2), division=2),)
        two = (*PEOPLE, player(6, 1006, 2), player(7, 1007, 2))
        assert division_screen(bot, season(players=two, matches=others), 1).draw is None
        nobody = [replace(one, gone=True) for one in PEOPLE[:2]]
        assert division_screen(bot, season(players=nobody, matches=()), 1).words.splitlines()[1:] == [
            f"**1st** <@{ANNE}> · left",
            f"**2nd** <@{BERT}> · left",
        ]

    def test_counts_the_matches_that_are_played_of_those_that_will_be(self, bot: Bot) -> None:
        assert standings_of(bot, season(), 1).remark == "Season 3, 3 of 6 matches played"
        # What those who have left haven't begun isn't played any more.
        left = (*PEOPLE[:3], replace(PEOPLE[3], gone=True))
        assert standings_of(bot, season(players=left), 1).remark == "Season 3, 3 of 3 matches played"
        assert standings_of(bot, season(), 1).title == "Southern Cross cards: division 1"

    def test_names_that_are_known_stand_in_the_picture(self, bot: Bot) -> None:
        anne: Any = SimpleNamespace(id=ANNE, display_name="Anne \u202e")
        NAMES.learn(LEAGUE.guild_id, anne)
        try:
            forgotten = (*PEOPLE[:3], replace(PEOPLE[3], user=FORGOTTEN))
            names = {row.number: row.name for row in standings_of(bot, season(players=forgotten), 1).rows}
        finally:
            NAMES.forget(ANNE)
        assert names == {1: "Anne", 2: "", 3: "", 4: ""}

    @pytest.mark.parametrize(
        ("people", "middle", "top", "bottom"),
        [
            (4, [1, 0, 0, -1], [0, 0, 0, -1], [1, 0, 0, 0]),
            (8, [1, 1, *[0] * 4, -1, -1], [*[0] * 6, -1, -1], [1, 1, *[0] * 6]),
        ],
    )
    def test_its_top_quarter_goes_up_and_its_bottom_quarter_down_where_there_is_a_division(
        self, people: int, middle: list[int], top: list[int], bottom: list[int]
    ) -> None:
        def moves(**ends: bool) -> list[int]:
            return [leads_to(place, people, **ends) for place in range(1, people + 1)]

        assert sum(one == 1 for one in middle) == quarter(people)
        assert moves(top=False, bottom=False) == middle
        assert moves(top=True, bottom=False) == top
        assert moves(top=False, bottom=True) == bottom
        assert moves(top=True, bottom=True) == [0] * people

    def test_its_ends_are_those_of_the_league(self, bot: Bot) -> None:
        two = (*PEOPLE, *(player(number, 1000 + number, 2) for number in range(5, 9)))
        state = season(players=two, matches=())
        assert [[row.moves for row in standings_of(bot, state, division).rows] for division in (1, 2)] == [
            [0, 0, 0, -1],
            [1, 0, 0, 0],
        ]


class TestTheFinale:
    def test_names_the_champion_and_the_two_behind(self, bot: Bot) -> None:
        words = finale(bot, season(**LATER), "A note.").words.splitlines()
        assert words[:3] == [
            "### Winter: season 3 is over",
            f"🏆 <@{ANNE}> is the champion.",
            f"Congratulations also to <@{CLEO}> and <@{champion(season(**LATER), 2)}>.",
        ]
        assert words[-2:] == ["-# Lots were drawn from the seed `5eed…`", "A note."]
        assert [label for label, _, _ in finale(bot, season(**LATER)).buttons] == ["How the luck was drawn"]

    def test_leaves_out_those_who_have_left(self, bot: Bot) -> None:
        alone = (PEOPLE[0], *(replace(one, gone=True) for one in PEOPLE[1:]))
        state = season(players=alone, **LATER)
        assert champions(state) == [1]
        assert "Congratulations" not in finale(bot, state).words
        nobody = season(players=[replace(one, gone=True) for one in PEOPLE], **LATER)
        assert "champion" not in finale(bot, nobody).words

    def test_names_the_winners_of_the_other_divisions(self, bot: Bot) -> None:
        others = [player(number, 1000 + number, 2) for number in range(5, 9)]
        matches = (over(9, 6, 7, places=(1, 2), division=2),)
        state = season(players=(*PEOPLE, *others), matches=matches, **LATER)
        assert "Division 2: <@1006> wins and goes up." in finale(bot, state).words
        left = season(players=(*PEOPLE, *(replace(one, gone=True) for one in others)), matches=matches, **LATER)
        assert "Division 2" not in finale(bot, left).words


def champion(state: Season, place: int) -> int:
    numbers = champions(state)
    return next(one.user for one in PEOPLE if one.number == numbers[place])


def test_who_was_forgotten_has_no_name() -> None:
    state = season(players=(player(1, FORGOTTEN), PEOPLE[1]))
    assert (person(state, 1), person(state, 2)) == ("a deleted user", f"<@{BERT}>")


@pytest.mark.parametrize(
    ("played", "state"),
    [
        (match(1, 1, 2), "upcoming"),
        (match(1, 1, 9), "not played, someone has left"),
        (match(1, 1, 2, match_id=44, status=Status.RUNNING), "match 44 is being played"),
        (match(1, 1, 2, match_id=44, status=Status.FROZEN), "match 44 is being played"),
        (over(1, 1, 2, places=None), "ended without a result"),
        (over(1, 1, 2, places=(1, 1)), "drawn"),
        (over(1, 1, 2, places=(1, 2)), "won"),
        (over(1, 2, 1, places=(1, 2)), "lost"),
        (over(1, 2, 3, 1, places=(1, 3, 2)), "place 2 of 3"),
        (over(1, 2, 3, 1, places=(1, 1, 1)), "drawn"),
    ],
)
def test_how_somebodys_match_stands(played: LeagueMatch, state: str) -> None:
    left = (*PEOPLE, player(9, 1009, gone=True))
    assert commands.describe_state(season(players=left, matches=[played]), played, 1) == state


class Leagues:
    """Leagues as the commands find them: one with these seasons."""

    def __init__(self, *seasons: Season) -> None:
        self._seasons = seasons
        self.left: list[tuple[int, int]] = []

    async def of_guild(self, _: int, *, viewer: object) -> list[tuple[int, OwnWords]]:
        return [(LEAGUE.id, LEAGUE.name), (5, OwnWords("Summer of Parcheesi"))]

    async def seasons(self, number: int) -> list[Season]:
        assert number == LEAGUE.id
        return list(self._seasons)

    async def leave(self, league: int, user: int) -> None:
        self.left.append((league, user))


def with_leagues(bot: Bot, monkeypatch: pytest.MonkeyPatch, *seasons: Season) -> Leagues:
    leagues = Leagues(*seasons)
    monkeypatch.setattr(bot.contests, "leagues", leagues)
    return leagues


async def ask(bot: Bot, user: int, show: Any) -> Asking:
    asking = Asking(bot, user)
    await asking.defer()
    await show(asking, LEAGUE)
    return asking


async def test_own_matches_are_listed_with_the_time_that_is_left(bot: Bot, monkeypatch: pytest.MonkeyPatch) -> None:
    with_leagues(bot, monkeypatch, season(began_at=None, players=()), season())
    lines = (await ask(bot, ANNE, commands.list_matches)).heard[-1].splitlines()
    assert lines == [
        "### Your matches in Winter, season 3",
        "Your time bank has 50 hours left for turns that take longer.",
        f"- against <@{BERT}>: won",
        f"- against <@{CLEO}>: drawn",
        f"- against <@{DORA}>: match 44 is being played",
    ]
    with pytest.raises(ScreenRefusal, match="You aren't playing in this season"):
        await ask(bot, DORA + 1, commands.list_matches)
    with_leagues(bot, monkeypatch, season(began_at=None))
    with pytest.raises(ScreenRefusal, match="There are no matches in"):
        await ask(bot, ANNE, commands.list_matches)


@pytest.mark.parametrize(
    ("bank", "words"),
    [
        (timedelta(days=3), "Your time bank has 3 days left for turns that take longer."),
        (timedelta(hours=71), "Your time bank has 71 hours left for turns that take longer."),
        (timedelta(hours=1), "Your time bank has 1 hour left for turns that take longer."),
        (timedelta(), "Your time bank is empty."),
    ],
)
async def test_what_is_left_of_a_time_bank_is_said_as_elsewhere(
    bot: Bot, monkeypatch: pytest.MonkeyPatch, bank: timedelta, words: str
) -> None:
    with_leagues(bot, monkeypatch, season(players=(replace(PEOPLE[0], bank=bank), *PEOPLE[1:])))
    assert (await ask(bot, ANNE, commands.list_matches)).heard[-1].splitlines()[1] == words


async def test_who_plays_is_asked_before_leaving_and_others_are_not(bot: Bot, monkeypatch: pytest.MonkeyPatch) -> None:
    leagues = with_leagues(bot, monkeypatch, season(matches=MATCHES[:3]), season(began_at=None))
    asking = await ask(bot, ANNE, commands.LEAGUES.ask_to_leave)
    assert asking.heard[-1].startswith("### Leave Winter?")
    assert (asking.labels, leagues.left) == (["Leave the league"], [])
    assert (await ask(bot, DORA + 1, commands.LEAGUES.ask_to_leave)).heard[-1] == "You've left **Winter**."
    left = (replace(PEOPLE[0], gone=True), *PEOPLE[1:])
    for before in (season(began_at=None), season(**LATER), season(players=left)):
        leagues = with_leagues(bot, monkeypatch, before)
        assert (await ask(bot, ANNE, commands.LEAGUES.ask_to_leave)).heard[-1] == "You've left **Winter**."
        assert leagues.left == [(4, ANNE)]


async def test_suggestions_are_the_servers_leagues_that_fit(bot: Bot, monkeypatch: pytest.MonkeyPatch) -> None:
    with_leagues(bot, monkeypatch)
    asking: Any = Asking(bot, ANNE)
    for typed, names in (("", ["Winter", "Summer of Parcheesi"]), ("PARCH", ["Summer of Parcheesi"]), ("x", [])):
        assert [one.name for one in await commands.LEAGUES.suggest(asking, typed)] == names
    asking.guild_id = None
    assert await commands.LEAGUES.suggest(asking, "") == []
    with pytest.raises(NoPrivateMessage):
        server_of(asking)


class Member(discord.Member):
    """Somebody with these roles."""

    with_roles: tuple[int, ...]

    @property
    def roles(self) -> Any:
        return [SimpleNamespace(id=one) for one in self.with_roles]


@pytest.mark.parametrize(
    ("manages", "roles", "may"), [(True, (), True), (False, (30, 31), True), (False, (30,), False)]
)
async def test_who_may_run_leagues(bot: Bot, manages: bool, roles: tuple[int, ...], may: bool) -> None:
    await bot.matches.servers.change(HERE.guild_id or 0, organisers=(31, 32))
    asking: Any = Asking(bot, ANNE)
    asking.permissions = discord.Permissions(manage_guild=manages)
    asking.user = Member.__new__(Member)
    asking.user.with_roles = roles
    if may:
        await check_organiser(asking)
    else:
        with pytest.raises(ScreenRefusal, match="to run leagues and tournaments"):
            await check_organiser(asking)


@pytest.mark.parametrize(
    ("user", "place"),
    [(ANNE, "1st of 3 in division 1"), (BERT, "3rd of 3 in division 1"), (DORA, "division 2")],
)
def test_a_profile_says_how_someone_stands_in_their_division(user: int, place: str) -> None:
    people = (*PEOPLE[:3], player(4, DORA, 2))
    state = season(players=people, matches=MATCHES[:2])
    assert season_line(state, user) == f"Southern Cross cards league, season 3: {place}"


def test_a_profile_names_no_place_in_a_division_where_nothing_has_been_played() -> None:
    assert (
        season_line(season(players=PEOPLE[:3], matches=()), ANNE) == "Southern Cross cards league, season 3: division 1"
    )


@pytest.mark.parametrize("people", [PEOPLE[:3], (*PEOPLE[:3], player(4, DORA, None))])
def test_a_profile_says_nothing_of_a_league_in_which_one_does_not_play(people: Any) -> None:
    with pytest.raises(ValueError, match=f"{DORA} isn't in the season"):
        season_line(season(players=people, matches=MATCHES[:3]), DORA)
