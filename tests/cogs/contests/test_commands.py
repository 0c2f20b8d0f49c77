"""The commands of leagues and tournaments: who may run them, the terms they set, and each answer in whole."""

from dataclasses import replace
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.contests.tournaments.meetings import Format
from bot.contests.values.league import LeagueTerms, NoLeagueNow, NoSuchLeague, WhichLeague
from bot.contests.values.tournament import (
    NoSuchTournament,
    NoTournamentNow,
    TournamentIsOver,
    TournamentTerms,
    WhichTournament,
)
from bot.match import Expiry, Refusal
from cogs.shared.client.refusals import MissingPermissions, ScreenRefusal
from cogs.shared.interactions import clicks
from cogs.shared.interactions.clicks import OutdatedButton
from cogs.shared.leagues import commands as of_leagues
from cogs.shared.leagues.screens import league_terms
from cogs.shared.presentation.registry import register
from cogs.shared.tournaments import commands as of_tournaments
from cogs.shared.tournaments.screens import terms_in_words
from cogs.southern_cross import SouthernCross
from tests.cogs.channel import GUILD, NEWS, ROLE, beside
from tests.cogs.conftest import ANNE, BERT, CLEO, Bot
from tests.cogs.contests.commanding import CHANNEL, GAME, GROUPS, USUAL, asking, created, elsewhere, newest, told
from tests.cogs.servers import CHANNELS, NONE, Member, Server, Thread

DAY, HOUR = timedelta(days=1), timedelta(hours=1)
COMMANDS: dict[str, Any] = {"league": of_leagues.LEAGUES, "tournament": of_tournaments.TOURNAMENTS}


@pytest.mark.parametrize(
    ("kind", "options", "terms"),
    [
        ("league", {}, LeagueTerms(GAME)),
        (
            "league",
            {
                "seats": 3,
                "division": 8,
                "time": 86_400,
                "bank": 0,
                "expiry": "computer",
                "at_once": 3,
                "sign_up": 86_400,
            },
            LeagueTerms(GAME, {}, 3, 8, DAY, Expiry.COMPUTER, timedelta(), 3, DAY),
        ),
        ("tournament", {}, TournamentTerms(Format.SWISS, GAME)),
        ("tournament", {"kind": "groups"}, TournamentTerms(Format.GROUPS, GAME, seats=4)),
        ("tournament", {"kind": "groups", "seats": 3}, TournamentTerms(Format.GROUPS, GAME, seats=3)),
        (
            "tournament",
            {
                "rounds": 3,
                "time": 86_400,
                "round_time": 7 * 86_400,
                "rated": False,
                "duplicate": True,
                "check_in": 3600,
                "sign_up": 86_400,
                "expiry": "computer",
            },
            TournamentTerms(
                Format.SWISS, GAME, {}, 2, 3, False, True, DAY, Expiry.COMPUTER, 7 * DAY, check_in=HOUR, sign_up=DAY
            ),
        ),
    ],
)
async def test_what_is_chosen_is_what_is_created(bot: Bot, kind: str, options: dict[str, Any], terms: Any) -> None:
    one = await created(bot, kind, options="layout=zodiac", **options)
    assert one.terms.options["layout"] == "zodiac"
    assert replace(one.terms, options={}) == terms
    assert (one.guild_id, one.channel_id, one.name.plain) == (GUILD, 20, "Cup")


@pytest.mark.parametrize("rated", [True, False])
async def test_a_tournament_is_rated_as_the_server_has_it_or_as_is_chosen(bot: Bot, rated: bool) -> None:
    await bot.matches.servers.change(GUILD, rated=rated)
    assert (await created(bot, "tournament")).terms.rated is rated
    assert (await created(bot, "tournament", name="Cup 2", rated=not rated)).terms.rated is not rated


@pytest.mark.parametrize("kind", GROUPS)
@pytest.mark.parametrize(
    ("servers", "chosen", "time", "announced"),
    [
        (DAY, None, DAY, "1 day a turn"),
        (7 * DAY, 86_400, DAY, "1 day a turn"),
        (7 * DAY, None, 7 * DAY, "7 days a turn"),
        (None, None, 3 * DAY, "3 days a turn"),  # without a limit, a match might never end
    ],
)
async def test_a_turn_may_take_what_is_chosen_or_as_long_as_the_server_has_it(
    bot: Bot, kind: str, servers: timedelta | None, chosen: int | None, time: timedelta, announced: str
) -> None:
    await bot.matches.servers.change(GUILD, move_time=servers)
    one = await created(bot, kind, time=chosen)
    assert one.terms.move_time == time
    in_words = league_terms(bot, one) if kind == "league" else terms_in_words(bot, one.terms)
    assert announced in in_words


@pytest.mark.parametrize("kind", GROUPS)
@pytest.mark.parametrize(
    ("announcements", "unseen", "warned"),
    [(None, 20, False), (20, 20, False), (99, 20, False), (NEWS, NEWS, False), (NEWS, 20, True)],  # 99 is gone
)
async def test_whoever_creates_one_hears_if_it_will_not_be_announced_as_some_may_not_see_its_channel(
    bot: Bot, monkeypatch: pytest.MonkeyPatch, kind: str, announcements: int | None, unseen: int, warned: bool
) -> None:
    channel, _ = beside(bot, monkeypatch)
    channel.unseen = {(ROLE, unseen)}
    await bot.matches.servers.change(GUILD, announcements=announcements)
    answer = await told(asking(bot), kind, "create", name="Cup", game=GAME, **USUAL[kind])
    lines = [f"It won't be announced in <#{NEWS}>, as some people see that channel but not this one."]
    assert answer.splitlines()[1:] == lines * warned


@pytest.mark.parametrize("kind", GROUPS)
async def test_only_who_runs_them_may_change_them_and_only_where_crux_may_post(bot: Bot, kind: str) -> None:
    number = str((await created(bot, kind)).id)
    everyone = asking(bot, BERT, discord.Permissions.none())
    commands: dict[str, dict[str, Any]] = {
        "create": {"name": "Other", "game": GAME, **USUAL[kind]},
        **{name: {kind: number} for name in ("close", "relocate", "start") if GROUPS[kind].get_command(name)},
        "remove": {kind: number, "player": everyone.user},
    }
    for name, options in commands.items():
        with pytest.raises(ScreenRefusal, match="Manage Server"):
            await told(everyone, kind, name, **options)
    with pytest.raises(ScreenRefusal, match="Manage Server"):
        await everyone.click(COMMANDS[kind].close, 0, payload=number)
    with pytest.raises(ScreenRefusal, match="Manage Server"):
        await everyone.click(COMMANDS[kind].remove_now, 0, payload=f"{number}.{BERT}")
    organiser = asking(bot)
    organiser.app_permissions = discord.Permissions.none()
    for name in ("create", "relocate"):
        with pytest.raises(MissingPermissions):
            await told(organiser, kind, name, **commands[name])
    assert (await newest(bot, kind)).name.plain == "Cup"


@pytest.mark.parametrize("kind", GROUPS)
async def test_each_answer_says_what_was_done(bot: Bot, kind: str) -> None:
    number = str((await created(bot, kind)).id)
    answer = await told(asking(bot, BERT), kind, "join", **{kind: number})
    assert answer.startswith(
        {"league": "You've joined season 1 of **Cup**.", "tournament": "You've joined **Cup**."}[kind]
    )
    assert await told(asking(bot, BERT), kind, "leave", **{kind: number}) == "You've left **Cup**."
    assert "You've joined" in await asking(bot, BERT).click(clicks.ACTIONS[f"{kind}_join"].handle, 0, payload=number)
    assert (
        await asking(bot, BERT).click(clicks.ACTIONS[f"{kind}_leave"].handle, 0, payload=number)
        == "You've left **Cup**."
    )
    there = elsewhere(bot, Member(ANNE, everywhere=CHANNEL))
    assert await told(there, kind, "relocate", **{kind: number}) == "**Cup** continues in this channel."
    assert (await newest(bot, kind)).channel_id == 30
    organiser = elsewhere(bot, Member(ANNE, everywhere=CHANNEL))
    words = await told(organiser, kind, "close", **{kind: number})
    assert words.startswith("### Close Cup?\nNo new matches will begin, and there won't be a ")
    assert organiser.labels == [f"Close the {kind}"]
    there = elsewhere(bot, Member(ANNE, everywhere=CHANNEL))
    assert await there.click(COMMANDS[kind].close, 0, payload=number) == "**Cup** is closed."
    closed = {"league": "This league is closed.", "tournament": "“Cup” is closed."}[kind]
    with pytest.raises((ScreenRefusal, TournamentIsOver), match=closed):  # an announcement's button stays
        await elsewhere(bot, Member(BERT)).click(clicks.ACTIONS[f"{kind}_join"].handle, 0, payload=number)


@pytest.mark.parametrize("kind", GROUPS)
async def test_who_runs_them_removes_somebody_whose_place_is_free_then(bot: Bot, kind: str) -> None:
    number = str((await created(bot, kind)).id)
    await told(asking(bot, BERT), kind, "join", **{kind: number})
    bert = SimpleNamespace(id=BERT)  # as the option has somebody who has left the server
    removed = {kind: number, "player": bert}
    assert await told(asking(bot), kind, "remove", **removed) == f"<@{BERT}> no longer takes part in **Cup**."
    for one in (bert, SimpleNamespace(id=ANNE)):
        with pytest.raises(ScreenRefusal) as refusal:
            await told(asking(bot), kind, "remove", **removed | {"player": one})
        assert str(refusal.value) == f"<@{one.id}> isn't in **Cup**."
    assert (await told(asking(bot, BERT), kind, "join", **{kind: number})).startswith("You've joined")


@pytest.mark.parametrize("kind", GROUPS)
@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("Cup \u202e#12\u202c\x00", "Cup #12"),
        ("  two\nlines ", "two lines"),
        (" \u2800\u200b ", "Southern Cross cards"),
    ],
)
async def test_a_name_is_one_visible_line(bot: Bot, kind: str, typed: str, name: str) -> None:
    await told(asking(bot), kind, "create", **USUAL[kind], name=typed, game=GAME)
    assert (await newest(bot, kind)).name.plain == name
    assert [one.name for one in await COMMANDS[kind].suggest(asking(bot), "")] == [name]


@pytest.mark.parametrize("kind", GROUPS)
async def test_a_button_means_the_number_of_one_even_if_another_has_that_for_a_name(bot: Bot, kind: str) -> None:
    await created(bot, kind, name="2")
    number = str((await created(bot, kind)).id)
    assert number == "2"
    assert "**Cup**" in await asking(bot, BERT).click(clicks.ACTIONS[f"{kind}_join"].handle, 0, payload=number)
    said = await asking(bot).click(COMMANDS[kind].remove_now, 0, payload=f"{number}.{BERT}")
    assert said == f"<@{BERT}> no longer takes part in **Cup**."
    assert "**Cup**" in await told(asking(bot, BERT), kind, "join", **{kind: number})  # as a suggestion has it
    assert "**2**" in await told(asking(bot, BERT), kind, "join", **{kind: "1"})


@pytest.mark.parametrize("kind", GROUPS)
@pytest.mark.parametrize("rest", ["", "1", "1.", ".2", "1.2.3", f"1.{2**63}", "1.x"])
async def test_a_forged_button_removes_nobody(bot: Bot, kind: str, rest: str) -> None:
    with pytest.raises(OutdatedButton):
        await asking(bot).click(COMMANDS[kind].remove_now, 0, payload=rest)


@pytest.mark.parametrize(
    ("what", "options", "refused"),
    [
        ("league", {}, "With these options Southern Cross needs 4 seats, not 2. Choose other `seats` or options."),
        (
            "tournament",
            {"kind": "swiss"},
            "With these options Southern Cross needs 4 seats, and only groups have more than two at a table. "
            "Choose groups, a game for two, or other options.",
        ),
        (
            "tournament",
            {"kind": "groups", "seats": 3},
            "With these options Southern Cross needs 4 seats, not 3. Choose other `seats` or options.",
        ),
    ],
)
async def test_who_creates_one_is_told_how_many_the_game_takes(
    bot: Bot, what: str, options: dict[str, Any], refused: str
) -> None:
    screen = SouthernCross.__new__(SouthernCross)
    screen.bot = bot
    register(screen)
    with pytest.raises(ScreenRefusal) as refusal:
        await told(asking(bot), what, "create", name="Cup", game="southern_cross", **options)
    assert str(refusal.value) == refused


async def test_who_joins_a_tournament_hears_when_to_check_in_and_from_when_they_play(bot: Bot) -> None:
    cup = await created(bot, "tournament", check_in=3600)
    begins, opens = (f"<t:{int(time.timestamp())}:f>" for time in (cup.begins_at, cup.begins_at - HOUR))
    answer = await told(asking(bot), "tournament", "join", tournament=str(cup.id))
    assert answer == f"You've joined **Cup**. It begins on {begins}. Check in after {opens}, or you won't play."
    bot.clock = lambda: cup.begins_at - HOUR / 2
    answer = await told(asking(bot, BERT), "tournament", "join", tournament=str(cup.id))
    assert answer == f"You've joined **Cup** and are checked in. It begins on {begins}."
    assert [one.checked_in for one in (await newest(bot, "tournament")).players] == [False, True]


ORGANISERS = 88  # a role
NO_SUCH: dict[str, type[Refusal]] = {"league": NoSuchLeague, "tournament": NoSuchTournament}
NONE_NOW: dict[str, type[Refusal]] = {"league": NoLeagueNow, "tournament": NoTournamentNow}
WHICH: dict[str, type[Refusal]] = {"league": WhichLeague, "tournament": WhichTournament}


class TestWhoMaySeeOne:
    """Those who see its channel, and those who take part."""

    @pytest.mark.parametrize("kind", GROUPS)
    @pytest.mark.parametrize(
        ("member", "server", "plays", "sees"),
        [
            (Member(CLEO), Server(), False, True),
            (Member(CLEO, NONE), Server(), False, False),
            (Member(CLEO, NONE), Server(), True, True),
            (Member(CLEO, NONE, CHANNELS), Server(), False, False),
            (Member(CLEO, NONE, CHANNEL), Server(), False, False),
            (Member(CLEO, NONE, role=ORGANISERS), Server(), False, False),
            (Member(CLEO), Server(channel=False), False, False),
            (Member(CLEO), Server(channel=False), True, True),
            (Member(CLEO, everywhere=CHANNELS), Server(channel=False), False, True),
            (Member(CLEO, everywhere=CHANNEL), Server(channel=False), False, True),
            (Member(CLEO, role=ORGANISERS), Server(channel=False), False, True),
        ],
    )
    async def test_for_others_there_is_none(
        self, bot: Bot, kind: str, member: Member, server: Server, plays: bool, sees: bool
    ) -> None:
        await bot.matches.servers.change(GUILD, organisers=[ORGANISERS])
        number = str((await created(bot, kind)).id)
        if plays:
            await told(asking(bot, member.id), kind, "join")
        suggestions = await COMMANDS[kind].suggest(elsewhere(bot, member, server=server), "c")
        assert [(choice.name, choice.value) for choice in suggestions] == ([("Cup", number)] if sees else [])
        for named in ({}, {kind: "Cup"}, {kind: number}):
            if sees:
                assert "Cup" in await told(elsewhere(bot, member, server=server), kind, "table", **named)
                continue
            for command in sorted({command.name for command in GROUPS[kind].commands} - {"create"}):
                player = {"player": member} if command == "remove" else {}
                with pytest.raises(NO_SUCH[kind] if named else NONE_NOW[kind]):
                    await told(elsewhere(bot, member, server=server), kind, command, **named, **player)

    @pytest.mark.parametrize("kind", GROUPS)
    async def test_those_in_its_channel_or_in_a_thread_there_see_it(self, bot: Bot, kind: str) -> None:
        await created(bot, kind)
        for channel in (None, Thread()):
            one = elsewhere(bot, Member(CLEO, NONE))
            one.channel, one.channel_id = channel, 20 if channel is None else channel.id
            assert "Cup" in await told(one, kind, "table")

    @pytest.mark.parametrize("kind", GROUPS)
    async def test_only_those_that_somebody_sees_are_counted(self, bot: Bot, kind: str) -> None:
        for name in ("Cup", "Other"):
            await created(bot, kind, name=name)
        await told(asking(bot, CLEO), kind, "join", **{kind: "Other"})
        assert "Other" in await told(elsewhere(bot, Member(CLEO, NONE)), kind, "table")
        with pytest.raises(WHICH[kind]):
            await told(elsewhere(bot, Member(CLEO)), kind, "table")

    @pytest.mark.parametrize("kind", GROUPS)
    async def test_a_button_or_a_forged_one_is_that_of_a_closed_one_to_others(self, bot: Bot, kind: str) -> None:
        number = str((await created(bot, kind)).id)
        others = Member(CLEO, NONE, CHANNEL)
        handlers = {name: one[0] for name, one in clicks.ACTIONS.items() if name.startswith(f"{kind}_")}
        assert len(handlers) > 4
        for name, handler in handlers.items():
            rest = f"{number}.{ANNE}" if name.endswith("_remove") else number
            with pytest.raises(ScreenRefusal, match=r"^(This league is closed|The tournament is over)\.$"):
                await elsewhere(bot, others).click(handler, 0, payload=rest, values=("1",))
        assert "You've joined" in await elsewhere(bot, Member(CLEO)).click(handlers[f"{kind}_join"], 0, payload=number)
