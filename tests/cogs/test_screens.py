"""Every screen that can be reached by clicks, as it was: its words, buttons and menus.

What each board, table or command leads to is a file in `screens`; see tests/kept.py.
"""

import re
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from discord import app_commands
from discord.ui import LayoutView

from bot.computers.errors import NoHintNow
from bot.computers.thinking import Advice, Opinion, Review
from bot.contests.contests import Contests
from bot.contests.tournaments.meetings import Format
from bot.contests.values.league import LeagueTerms
from bot.contests.values.tournament import TournamentTerms
from bot.match import ComputerLevel, Expiry, Match, Matches, SeriesKind, TableTerms
from bot.match.decisions import lobby, presence, proposals, turns
from bot.players import Reason
from bot.rules import GAMES, State
from bot.text import ENGLISH, say
from cogs.matches import match_group
from cogs.shared.boards.board import board_content, board_view
from cogs.shared.commands.game_cog import GameCog
from cogs.shared.commands.groups import build_group
from cogs.shared.commands.rule_pages import show_rules
from cogs.shared.home import daily, home, thumbnails
from cogs.shared.interactions.clicks import button, row
from cogs.shared.interactions.replies import PrivateMessage
from cogs.shared.leagues.commands import league_group
from cogs.shared.management import settings
from cogs.shared.people import privacy, profiles
from cogs.shared.people.leaderboards import leaderboard_command
from cogs.shared.people.profiles import profile_command
from cogs.shared.presentation import presentation
from cogs.shared.presentation.registry import cog_for, register
from cogs.shared.puzzles import runs
from cogs.shared.puzzles.commands import puzzle_command
from cogs.shared.tables.table import table_view
from cogs.shared.tournaments.commands import tournament_group
from images.canvas.canvas import Encoded
from tests.cogs.channel import CHANNEL, GUILD
from tests.cogs.conftest import ANNE, BERT, HERE, Bot, solo, together
from tests.cogs.crawling import MOST, SKIPPED, SLOW, Clicking, crawl, texts_in
from tests.cogs.discord_answers import Discord, put
from tests.cogs.games import screen_of
from tests.cogs.leagues.life import Life as LeagueLife
from tests.cogs.once import once
from tests.cogs.tournaments.life import Life as TournamentLife
from tests.images.variants import variants
from tests.kept import Keep
from tests.languages import RELEASED, english_words_in

KeepScreens = Callable[[str, str], None]
SCREENS = Path(__file__).parent / "screens"
NOT_OURS = ("Winter", "Cup", "Europe/Rome", "someone", "takes cards but leaves a gap", "None")
"""What the people of these tests and their computer say and are called, and lists without words before them."""
KEPT = ("cirondo", "parcheesi", "southern_cross", "southern_cards", "down_under")  # games whose screens are kept
DORA = BERT + 7
ALT_TEXTS = re.compile(r"(?m)^(\(picture: \S+) .*\)$")
NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)


class Adviser:
    """Computers that like what comes first."""

    async def advise(self, match: Match, seat: int, person: int) -> Advice:
        assert match.state is not None
        assert (seat, person) == (match.state.to_move, ANNE)
        moves = [match.state.notate(move) for move in match.state.legal()[:4]]
        reasons = Reason("takes {number} cards", {"number": 3}), Reason("but leaves a gap")
        return Advice(moves[0], reasons, equal=tuple(moves[1:2]), line=tuple(moves[2:]))

    async def consider(self, match: Match, state: State[Any], person: int) -> Opinion:
        assert person == ANNE
        advice = Advice(state.notate(state.legal()[0]), (Reason("takes {number} cards", {"number": 3}),))
        return Opinion(advice, tuple(9.0 - seat for seat in range(len(match.seats))))

    async def review(self, match: Match, seat: int, person: int) -> Review:
        """Nobody is coached here."""
        raise NoHintNow(reference="x")


@pytest.fixture(params=[ENGLISH, *(pytest.param(one, marks=pytest.mark.slow) for one in RELEASED)])
def spoken(request: pytest.FixtureRequest) -> str:
    """The language of these screens. They're kept in English; in others nothing of English may be left on them."""
    return str(request.param)


@pytest.fixture
def keep_screens(keep: Keep, spoken: str) -> KeepScreens:
    """`keep_screens(screens, name)`: neither what time it is somewhere is kept, nor what the screens repeat.

    Nor are the alt texts of pictures, which are kept with the golden pictures.
    """

    def keep_once(screens: str, name: str) -> None:
        if spoken != ENGLISH:
            assert english_words_in(texts_in(screens), spoken, NOT_OURS) == {}
            return
        screens = ALT_TEXTS.sub(r"\1)", re.sub(r"it's \d\d:\d\d now", "it's NOW now", screens))
        keep(once(screens), SCREENS / f"{name}.txt")

    return keep_once


@pytest.fixture
async def steady(bot: Bot, monkeypatch: pytest.MonkeyPatch) -> Bot:
    """A bot whose clock stands still, whose luck is always the same, and whose pictures nobody looks at."""
    for module in (presentation, profiles, runs, thumbnails):
        monkeypatch.setattr(module, "encode", lambda *_, **__: Encoded(b"", "webp"))
    bot.clock = lambda: NOW
    bot.matches = Matches(bot.store, clock=lambda: bot.clock(), secret=bytes)
    bot.contests = Contests(bot.matches)
    bot.computers = Adviser()
    put(bot, Discord())
    for key in GAMES:
        screen = screen_of(key)
        screen.bot = bot
        register(screen)
    return bot


def cog_of(bot: Bot, key: str) -> Any:
    return cog_for(bot, key)


def board_of(bot: Bot, match: Match, *, current: bool = True) -> LayoutView:
    return board_view(match.id, match.version, board_content(cog_of(bot, match.game), match), current=current)


async def table_of(bot: Bot, key: str) -> Match:
    terms = TableTerms(key, max(seats for seats in GAMES[key].seats({}) if seats in (2, 4)))
    table = await bot.matches.tables.open(terms, opener=ANNE, place=HERE)
    return await bot.matches.tables.note_posted(table.id, 900 + table.id)


async def played(bot: Bot, match: Match, moves: int) -> Match:
    """After at least so many moves, each the first that is legal, when it's Anne's turn."""
    while moves > 0 or ANNE not in match.to_move_people():
        assert match.state is not None
        move = match.state.notate(match.state.legal()[0])
        match = await bot.matches.act(match.id, turns.play(match.to_move_people()[0], move))
        moves -= 1
    return match


@pytest.mark.thorough
@pytest.mark.parametrize("key", KEPT)
async def test_the_screens_of_a_table_are_as_they_were(steady: Bot, key: str, keep_screens: KeepScreens) -> None:
    table = await table_of(steady, key)
    keep_screens(await crawl(steady, table_view(cog_of(steady, key), table)), f"{key}-table")


@pytest.mark.thorough
async def test_the_screens_in_the_middle_of_a_turn_are_as_they_were(steady: Bot, keep_screens: KeepScreens) -> None:
    match = await played(steady, await begun(steady, "southern_cross"), 8)
    assert match.state is not None
    first = next(move for move in map(match.state.notate, match.state.legal()) if move != "end")
    match = await steady.matches.act(match.id, turns.play(ANNE, first))
    assert match.to_move_people() == (ANNE,)
    view = board_of(steady, match)
    keep_screens(await crawl(steady, view, skipped=(*SKIPPED, "rules_of", "more", "pick", "now")), "middle")


@pytest.mark.thorough
@pytest.mark.parametrize("key", KEPT)
async def test_the_screens_of_a_scratch_board_are_as_they_were(
    steady: Bot, key: str, keep_screens: KeepScreens
) -> None:
    match = await played(steady, await begun(steady, key), 4)
    view = PrivateMessage("", rows=[row(button(say("Try it out"), "try_out", about=(match.id, match.version)))])
    skipped = [name for name in SKIPPED if name != "try_out"]
    keep_screens(await crawl(steady, view, skipped=skipped, most=26), f"{key}-scratch")


@pytest.mark.thorough
@pytest.mark.parametrize("key", KEPT)
async def test_the_screens_of_an_unusual_table_are_as_they_were(
    steady: Bot, key: str, keep_screens: KeepScreens
) -> None:
    """Every option, each with another value than usual where all of them together can be played."""
    cog = cog_of(steady, key)
    unusual: Any = {
        "automatic": False, "rolls": False, "hints": False, "own_thread": True,
        "move_time": timedelta(hours=3), "on_expiry": Expiry.CLAIM,
    }  # fmt: skip
    tables = [TableTerms(key, seats, options, **unusual) for seats, options in variants(GAMES[key])]
    seats = max(2, tables[0].seats)
    tables += [TableTerms(key, seats, rated=True), TableTerms(key, seats, coached=True)]
    tables += [TableTerms(key, seats, shared=True)]
    tables += [TableTerms(key, seats, series=kind, target=50) for kind in cog.series]
    views = []
    for terms in tables:
        table = await steady.matches.tables.open(terms, opener=ANNE, place=HERE)
        views.append(table_view(cog, await steady.matches.tables.note_posted(table.id, 900 + table.id)))
        await steady.matches.act(table.id, lobby.cancel(ANNE))
    keep_screens(await crawl(steady, *views, most=0), f"{key}-tables")


@pytest.mark.thorough
@pytest.mark.parametrize("key", KEPT)
async def test_the_screens_of_an_end_are_as_they_were(steady: Bot, key: str, keep_screens: KeepScreens) -> None:
    match = await played(steady, await begun(steady, key), 4)
    for seat in match.seats[1:]:
        match = await steady.matches.act(match.id, proposals.resign(seat.people[0]))
    views = [board_of(steady, match, current=current) for current in (True, False)]
    keep_screens(await crawl(steady, *views, skipped=(*SKIPPED, "rematch", "rules_of"), most=20), f"{key}-end")


@pytest.mark.thorough
@pytest.mark.parametrize("key", KEPT)
async def test_the_screens_of_a_board_are_as_they_were(steady: Bot, key: str, keep_screens: KeepScreens) -> None:
    match = await played(steady, await begun(steady, key), 8)
    view = board_of(steady, match)
    keep_screens(await crawl(steady, view, skipped=(*SKIPPED, "rules_of")), f"{key}-board")


@pytest.mark.thorough
@pytest.mark.parametrize("person", [BERT, DORA])
async def test_the_screens_of_others_are_as_they_were(steady: Bot, person: int, keep_screens: KeepScreens) -> None:
    """What Anne's opponent, and somebody who doesn't play, get to see when they click while it's Anne's turn."""
    table = await table_of(steady, "southern_cards")
    name = "opponent" if person == BERT else "spectator"
    screens = [await crawl(steady, table_view(cog_of(steady, table.game), table), most=20, person=person)]
    match = await played(steady, await begun(steady, "southern_cards"), 4)
    views = [board_of(steady, match)]
    others = (*SKIPPED, "rules_of", "resign")
    screens.append(await crawl(steady, *views, skipped=others, most=40, person=person))
    fewer = (*others, "more")  # it's the same again
    match = await played(steady, match, 1)
    screens.append(await crawl(steady, *views, skipped=fewer, most=20, person=person))
    match = await steady.matches.act(match.id, proposals.resign(ANNE))
    screens.append(await crawl(steady, board_of(steady, match), skipped=fewer, most=20, person=person))
    keep_screens("\n".join(screens), f"others-{name}")


@pytest.mark.thorough
@pytest.mark.parametrize("key", KEPT)
async def test_the_pages_of_the_rules_are_as_they_were(steady: Bot, key: str, keep_screens: KeepScreens) -> None:
    asking = Clicking(steady, "", ())
    await asking.defer()
    await show_rules(cog_of(steady, key), asking, 0)
    keep_screens(await crawl(steady, *asking.views, skipped=()), f"{key}-rules")


async def _draw(bot: Bot, match: Match) -> None:
    await bot.matches.act(match.id, proposals.offer_draw(BERT))


async def _undo(bot: Bot, match: Match) -> None:
    await bot.matches.act(match.id, proposals.undo(BERT))


async def _absent(bot: Bot, match: Match) -> None:
    await bot.matches.act(match.id, presence.absent(BERT))


async def _stands_in(bot: Bot, match: Match) -> None:
    await bot.matches.act(match.id, presence.absent(ANNE))
    await bot.matches.act(match.id, presence.take_over(BERT, 0, ComputerLevel.HARD))


async def _replaced(bot: Bot, match: Match) -> None:
    await bot.matches.act(match.id, presence.absent(BERT + 1))
    await bot.matches.act(match.id, proposals.replace_player(BERT, 2, DORA))
    await bot.matches.act(match.id, proposals.take_seat(DORA))


async def _asked(bot: Bot, match: Match) -> None:
    """Anne, who has left, is asked to play another seat."""
    await bot.matches.act(match.id, proposals.resign(ANNE))
    await bot.matches.act(match.id, presence.absent(BERT + 1))
    await bot.matches.act(match.id, proposals.replace_player(BERT, 2, DORA))


SITUATIONS: dict[str, Callable[[Bot, Match], Awaitable[None]]] = {
    "draw": _draw, "undo": _undo, "absence": _absent, "stand-in": _stands_in, "replacement": _replaced, "asked": _asked,
}  # fmt: skip


@pytest.mark.thorough
@pytest.mark.parametrize("name", SITUATIONS)
async def test_the_screens_of_a_situation_are_as_they_were(steady: Bot, name: str, keep_screens: KeepScreens) -> None:
    match = await played(steady, await begun(steady, "cirondo"), 8)
    await SITUATIONS[name](steady, match)
    match = await steady.matches.get(match.id)
    view = board_of(steady, match)
    as_usual = (*SKIPPED, "rules_of", "move", "more")  # what these lead to is kept with boards
    keep_screens(await crawl(steady, view, skipped=as_usual, most=30), f"situation-{name}")


async def begun(bot: Bot, key: str) -> Match:
    table = await table_of(bot, key)
    for person in range(1, len(table.seats)):
        await bot.matches.act(table.id, lobby.join(BERT + person - 1))
    return await bot.matches.act(table.id, lobby.begin(ANNE))


async def crowded(bot: Bot) -> None:
    """Matches of Anne's of all kinds: her turn, over, a table of hers, one she's invited to, one alone, match play."""
    await played(bot, await begun(bot, "cirondo"), 8)
    over = await played(bot, await begun(bot, "southern_cross"), 4)
    await bot.matches.act(over.id, proposals.resign(ANNE))
    await table_of(bot, "down_under")
    invitation = TableTerms("parcheesi", 2)
    table = await bot.matches.tables.open(invitation, opener=BERT, place=HERE, invited=(ANNE,))
    await bot.matches.tables.note_posted(table.id, 900 + table.id)
    await solo(bot, ANNE)
    await together(bot, ANNE, BERT, series=SeriesKind.PARALLEL)


def commands_with(cog: GameCog) -> dict[str, app_commands.Command[Any, ..., Any]]:
    """All slash commands by their names, and of the games' those of this one."""
    groups = [match_group(), daily.daily_group(), privacy.privacy_group(), build_group(cog)]
    alone = [*home.home_commands(), leaderboard_command(), profile_command(), settings.settings_command()]
    found = [command for group in groups for command in group.walk_commands()]
    return {
        command.qualified_name: command
        for command in [*found, *alone, puzzle_command()]
        if isinstance(command, app_commands.Command)
    }


GIVEN: dict[str, dict[str, Any]] = {
    "leaderboard": {"game": "cirondo"},
    "match remind": {"turns": "dm", "where": "none", "quiet_from": "22:00", "quiet_to": "8:30", "zone": "Europe/Rome"},
    "match vacation": {"days": 3},
    "parcheesi move": {"move": "t5-t9"},
    "match replace": {"seat": "0", "by": SimpleNamespace(id=DORA, bot=False)},
    "privacy block": {"person": SimpleNamespace(id=DORA, bot=False, mention=f"<@{DORA}>")},
    "privacy unblock": {"person": str(DORA)},
}
"""The options with which commands are called, of those that have some."""
OTHERS = (
    *("match import", "match export", "match verify", "privacy export", "parcheesi start", "match relocate"),
    *("help", "parcheesi rules"),
)
"""Commands of files, and of what only Discord has; help is home and the rules are their pages by another name."""
LEAD_ON = {"crux": ("puzzles",), "match next": ("more",), "match remind": ("own_contrast",)}
"""Buttons of commands that lead to what other files have, or to the same screen but for a line."""


@pytest.mark.thorough
@pytest.mark.parametrize("name", [name for name in commands_with(screen_of("parcheesi")) if name not in OTHERS])
async def test_the_screens_of_a_command_are_as_they_were(steady: Bot, name: str, keep_screens: KeepScreens) -> None:
    await crowded(steady)
    cog = cog_of(steady, "parcheesi")
    command: Any = commands_with(cog)[name]
    asking: Any = Clicking(steady, "", ())
    asking.command, asking.namespace = command, list(GIVEN.get(name, {}).items())
    try:
        await command.callback(asking, **GIVEN.get(name, {}))
    except Exception as error:
        await steady.explain(asking, error)
    assert asking.views
    assert not any("went wrong" in words for words in asking.heard)
    most = MOST if name == "crux" else 30
    screens = await crawl(
        steady, *asking.views, skipped=(*SLOW, "hint", "which_match", *LEAD_ON.get(name, ())), most=most
    )
    keep_screens(screens, f"command-{name.replace(' ', '-')}")


PEOPLE = (ANNE, BERT, BERT + 1, BERT + 2)


async def league_in(bot: Bot, monkeypatch: pytest.MonkeyPatch, state: str) -> LeagueLife:
    life = LeagueLife(bot, monkeypatch)
    terms = LeagueTerms("southern_cards", at_once=3)
    season = await bot.contests.leagues.create("Winter", terms, guild_id=GUILD, channel_id=CHANNEL)
    await life.keeper.look()
    for person in PEOPLE:
        await bot.contests.leagues.join(season.league.id, person)
    if state != "sign-up":
        life.now += terms.sign_up
        await life.keeper.look()
        await life.resign(season.league.id, PEOPLE[1:2])
    if state == "over":
        await life.resign(season.league.id, PEOPLE[1:])
    await life.keeper.look()
    return life


async def tournament_in(bot: Bot, monkeypatch: pytest.MonkeyPatch, state: str) -> TournamentLife:
    life = TournamentLife(bot, monkeypatch)
    terms = TournamentTerms(Format.SWISS, "southern_cards", rounds=2, check_in=timedelta(hours=1))
    await life.create(terms, people=PEOPLE)
    if state != "sign-up":
        life.now += terms.sign_up - timedelta(minutes=30)
        await life.keeper.look()
    if state in ("running", "over"):
        for person in PEOPLE:
            await bot.contests.tournaments.check_in(life.number, person)
        life.now += timedelta(minutes=30)
        await life.keeper.look()
        await life.first_seats_win()
        await life.keeper.look()
    if state == "over":
        await life.first_seats_win()
        await life.keeper.look()
    return life


ORGANISED: dict[str, tuple[Callable[[], app_commands.Group], Callable[..., Awaitable[Any]]]] = {
    "league": (league_group, league_in),
    "tournament": (tournament_group, tournament_in),
}


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("kind", "state"),
    [("league", state) for state in ("sign-up", "running", "over")]
    + [("tournament", state) for state in ("sign-up", "check-in", "running", "over")],
)
async def test_what_people_see_of_leagues_and_tournaments_is_as_it_was(
    steady: Bot, monkeypatch: pytest.MonkeyPatch, kind: str, state: str, keep_screens: KeepScreens
) -> None:
    """All commands in turn, first by somebody who may not run any and hasn't joined, then by Anne who has and may."""
    group, begun = ORGANISED[kind]
    await begun(steady, monkeypatch, state)
    commands = {command.name: command for command in group().walk_commands() if command.name != "create"}
    as_commands = [f"{kind}_{name}" for name in ("join", "leave", "check_in")]
    told = []
    for person in (DORA, ANNE):
        for name in sorted(commands, key=lambda one: (one == "close", one == "remove")):
            told.append(f"## /{kind} {name} by {'Anne' if person == ANNE else 'Dora'}")
            asking: Any = Clicking(steady, "", (), person)
            asking.permissions = discord.Permissions.all() if person == ANNE else discord.Permissions.none()
            asking.command, asking.namespace = commands[name], []
            given = {"player": SimpleNamespace(id=BERT)} if name == "remove" else {}
            try:
                await commands[name].callback(asking, **given)  # type: ignore[call-arg, union-attr]  # no other option
            except Exception as error:
                await steady.explain(asking, error)
            told.append(await crawl(steady, *asking.views, skipped=as_commands, most=10, person=person))
    keep_screens("\n".join(told), f"{kind}-{state}")
