"""Every screen that can be reached by clicks, as it was: its words, buttons and menus.

What each board, table or command leads to is a file in `screens`. To accept new ones: `pytest tests/cogs
--renew-screens`, and read what changed.
"""

import itertools
import re
from collections import deque
from collections.abc import Awaitable, Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from discord import app_commands

from bot.computers.thinking import Advice
from bot.match import ComputerLevel, Expiry, Match, Matches, SeriesKind, TableTerms
from bot.match.decisions import lobby, presence, proposals, turns
from bot.players import Reason
from bot.rules import GAMES
from cogs.matches import match_group
from cogs.shared.boards.board import board_content, board_view
from cogs.shared.commands.game_cog import GameCog
from cogs.shared.commands.groups import build_group
from cogs.shared.commands.rule_pages import show_rules
from cogs.shared.home import daily, home, thumbnails
from cogs.shared.interactions.clicks import handle_click
from cogs.shared.interactions.initial_responses import InitialResponse
from cogs.shared.management import settings
from cogs.shared.people import privacy, profiles
from cogs.shared.people.leaderboards import leaderboard_command
from cogs.shared.people.profiles import profile_command
from cogs.shared.presentation import presentation
from cogs.shared.presentation.registry import cog_for, register
from cogs.shared.puzzles import puzzles
from cogs.shared.tables.table import table_view
from images.canvas import Encoded
from tests.cogs.conftest import ANNE, BERT, HERE, Asking, Bot, solo, together
from tests.cogs.test_composer import screen_of
from tests.images.test_every_game import variants

SCREENS = Path(__file__).parent / "screens"
KEPT = ("cirondo", "parcheesi", "southern_cross", "southern_cards", "down_under")  # games whose screens are kept
DORA = BERT + 7
NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
SLOW = ("film", "gif", "review_of")  # what takes a second or more, and says meanwhile how far it is
SKIPPED = (*SLOW, "remind_me", "rules_page")  # where others lead to them: they have files of their own
MOST = 100  # screens that one message leads to; a person has 120 clicks a minute
EACH = 2  # options of a menu, or buttons of an action, that are tried

LAST = {
    *("confirm", "confirm_plan", "now", "pick", "take_back", "resign", "give_up", "begin", "join", "leave", "sit"),
    *("add_computer", "remove_computer", "private", "rematch", "forget_me", "offer_draw", "agree", "go_on"),
    *(
        "solo_again",
        "ask_undo",
        "decline_invitation",
        "cancel",
        "end_match",
        "daily_play",
        "home_computer",
        "home_table",
    ),
}
"""What changes a match comes after what only shows it."""


class Adviser:
    """Computers that like what comes first."""

    async def advise(self, match: Match, seat: int, person: int) -> Advice:
        assert match.state is not None
        assert (seat, person) == (match.state.to_move, ANNE)
        moves = [match.state.notate(move) for move in match.state.legal()[:4]]
        reasons = Reason("takes {number} cards", {"number": 3}), Reason("but leaves a gap")
        return Advice(moves[0], reasons, equal=tuple(moves[1:2]), line=tuple(moves[2:]))


class Channel:
    """A channel whose messages are edited, and nobody reads."""

    def get_partial_message(self, _: int) -> "Channel":
        return self

    async def edit(self, **_: object) -> None:
        pass


class Clicking(Asking):
    """One click by Anne, and what she was shown."""

    def __init__(self, bot: Bot, custom_id: str, values: tuple[str, ...]) -> None:
        super().__init__(bot, ANNE)
        self.data: Any = {"custom_id": custom_id, "values": list(values)}
        self.views: list[discord.ui.LayoutView] = []
        self.replaced = False
        self.forms: list[discord.ui.Modal] = []
        self.followup = self
        self.app_permissions = self.permissions = discord.Permissions.all()
        self.namespace: list[tuple[str, object]] = []  # the options that were typed

    async def edit_original_response(self, view: Any = None, **named: Any) -> Any:
        first = InitialResponse.of(self)  # type: ignore[arg-type]  # all of it that is used here
        self.replaced |= first.response_type is discord.InteractionResponseType.deferred_message_update
        return await self._show(view)

    async def _show(self, view: Any) -> Any:
        self.views.append(view)
        return await super().edit_original_response(view)

    async def original_response(self) -> Any:
        return SimpleNamespace(id=900)

    async def send(self, view: Any, **named: Any) -> Any:
        return await self._show(view)

    async def send_modal(self, form: discord.ui.Modal) -> None:
        self.type = discord.InteractionResponseType.modal
        self.forms.append(form)


def lines_of(component: dict[str, Any]) -> Iterator[str]:
    """A component of Discord, as lines that a person can read."""
    kind = discord.ComponentType(component["type"])
    name = component.get("custom_id", component.get("url", ""))
    if kind is discord.ComponentType.button:
        state = ", disabled" if component.get("disabled") else ""
        yield f"[{component.get('label')}] {discord.ButtonStyle(component['style']).name}{state}: {name}"
    elif kind is discord.ComponentType.text_display:
        yield component["content"]
    elif "options" in component:
        yield f"<{component.get('placeholder')}> {name}"
        for option in component["options"]:
            chosen = " (chosen)" if option.get("default") else ""
            yield f"  {option['label']}{chosen}: {option['value']} {option.get('description') or ''}".rstrip()
    elif "placeholder" in component:
        yield f"<{component['placeholder']}> {kind.name}: {name}"
    for key in ("media", "file"):
        if key in component:
            yield f"({kind.name}: {component[key]['url']} {component.get('description') or ''})"
    for item in component.get("items", ()):
        yield f"(picture: {item['media']['url']} {item.get('description') or ''})"
    if component.get("accent_color") is not None:
        yield f"(colour: {component['accent_color']:06x})"
    inner = [*component.get("components", ()), component.get("accessory"), component.get("component")]
    for one in filter(None, inner):
        yield from lines_of(one)


def clicks_of(component: dict[str, Any]) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """The clicks that a component allows: what is clicked on, its custom id, and the values."""
    if "custom_id" in component and not component.get("disabled"):
        if "options" in component:
            for option in component["options"][:EACH]:
                yield option["label"], component["custom_id"], (option["value"],)
        elif component["type"] == discord.ComponentType.button.value:
            yield component["label"], component["custom_id"], ()
    for one in filter(None, [*component.get("components", ()), component.get("accessory")]):
        yield from clicks_of(one)


def components_of(*views: discord.ui.LayoutView) -> list[dict[str, Any]]:
    return [component for view in views for component in view.to_components()]  # type: ignore[no-untyped-call]


async def crawl(bot: Bot, *first: discord.ui.LayoutView, skipped: Sequence[str] = SKIPPED, most: int = MOST) -> str:
    """All screens that these lead to, nearest first."""
    components = components_of(*first)
    written = ["# The message", *itertools.chain.from_iterable(map(lines_of, components))]
    waiting = deque(("", *click) for one in components for click in clicks_of(one))
    later: list[tuple[str, str, str, tuple[str, ...]]] = []
    counted: dict[str, int] = {}
    seen: set[tuple[str, tuple[str, ...]]] = set()
    while (waiting or later) and len(seen) < most:
        path, label, custom_id, values = waiting.popleft() if waiting else later.pop(0)
        _, _, _, action, *_ = custom_id.split(":")
        if (custom_id, values) in seen or action in skipped or counted.get(action, 0) >= 3 * EACH:
            continue
        if action in LAST and waiting:
            later.append((path, label, custom_id, values))
            continue
        seen.add((custom_id, values))
        counted[action] = counted.get(action, 0) + 1
        click = Clicking(bot, custom_id, values)
        await handle_click(click)  # type: ignore[arg-type]  # all of it that is used here
        here = f"{path} > {label}"
        written.append(f"\n# {here.removeprefix(' > ')}" + " (in place of it)" * click.replaced)
        for form in click.forms:
            data = form.to_dict()
            written += [f"Form: {data['title']}", *itertools.chain.from_iterable(map(lines_of, data["components"]))]
        assert not any("went wrong" in words for words in click.heard), here
        components = components_of(*click.views)
        written += itertools.chain.from_iterable(map(lines_of, components))
        waiting.extend((here, *one) for component in components for one in clicks_of(component))
    return "\n".join(written) + "\n"


@pytest.fixture
async def steady(bot: Bot, monkeypatch: pytest.MonkeyPatch) -> Bot:
    """A bot whose clock stands still, whose luck is always the same, and whose pictures nobody looks at."""
    for module in (presentation, profiles, thumbnails):
        monkeypatch.setattr(module, "encode", lambda *_, **__: Encoded(b"", "webp"))
    bot.clock = lambda: NOW
    bot.matches = Matches(bot.store, clock=lambda: NOW, secret=bytes)
    bot.computers = Adviser()
    bot.get_partial_messageable = lambda *_, **__: Channel()  # type: ignore[attr-defined]
    for key in GAMES:
        screen = screen_of(key)
        screen.bot = bot  # type: ignore[assignment]  # all of the client that is used here
        register(screen)
    return bot


async def table_of(bot: Bot, key: str) -> Match:
    terms = TableTerms(key, max(seats for seats in GAMES[key].seats({}) if seats in (2, 4)))
    table = await bot.matches.tables.open(terms, opener=ANNE, place=HERE)
    return await bot.matches.tables.posted(table.id, 900 + table.id)


async def played(bot: Bot, match: Match, moves: int) -> Match:
    """After at least so many moves, each the first that is legal, when it's Anne's turn."""
    while moves > 0 or ANNE not in match.to_move_people():
        assert match.state is not None
        move = match.state.notate(match.state.legal()[0])
        match = await bot.matches.act(match.id, turns.play(match.to_move_people()[0], move))
        moves -= 1
    return match


@pytest.mark.parametrize("key", KEPT)
async def test_the_screens_of_a_table_are_as_they_were(steady: Bot, key: str, request: pytest.FixtureRequest) -> None:
    table = await table_of(steady, key)
    compare(await crawl(steady, table_view(cog_for(steady, key), table)), f"{key}-table", request)  # type: ignore[arg-type]


async def test_the_screens_in_the_middle_of_a_turn_are_as_they_were(
    steady: Bot, request: pytest.FixtureRequest
) -> None:
    match = await played(steady, await begun(steady, "southern_cross"), 8)
    assert match.state is not None
    first = next(move for move in map(match.state.notate, match.state.legal()) if move != "end")
    match = await steady.matches.act(match.id, turns.play(ANNE, first))
    assert match.to_move_people() == (ANNE,)
    cog = cog_for(steady, "southern_cross")  # type: ignore[arg-type]  # all of the client that is used here
    view = board_view(match.id, match.version, board_content(cog, match), current=True)
    compare(await crawl(steady, view, skipped=(*SKIPPED, "rules_of", "more", "pick", "now")), "middle", request)


@pytest.mark.parametrize("key", KEPT)
async def test_the_screens_of_an_unusual_table_are_as_they_were(
    steady: Bot, key: str, request: pytest.FixtureRequest
) -> None:
    """Every option, each with another value than usual where all of them together can be played."""
    cog = cog_for(steady, key)  # type: ignore[arg-type]  # all of the client that is used here
    unusual = {
        "automatic": False, "rolls": False, "hints": False, "own_thread": True,
        "move_time": timedelta(hours=3), "on_expiry": Expiry.CLAIM,
    }  # fmt: skip
    tables = [TableTerms(key, seats, options, **unusual) for seats, options in variants(GAMES[key])]  # type: ignore[arg-type]
    seats = max(2, tables[0].seats)
    tables += [TableTerms(key, seats, **{name: True}) for name in ("rated", "coached", "shared")]  # type: ignore[arg-type]
    tables += [TableTerms(key, seats, series=kind, target=50) for kind in cog.series]
    views = []
    for terms in tables:
        table = await steady.matches.tables.open(terms, opener=ANNE, place=HERE)
        views.append(table_view(cog, await steady.matches.tables.posted(table.id, 900 + table.id)))
        await steady.matches.act(table.id, lobby.cancel(ANNE))
    compare(await crawl(steady, *views, most=0), f"{key}-tables", request)


@pytest.mark.parametrize("key", KEPT)
async def test_the_screens_of_an_end_are_as_they_were(steady: Bot, key: str, request: pytest.FixtureRequest) -> None:
    match = await played(steady, await begun(steady, key), 4)
    for seat in match.seats[1:]:
        match = await steady.matches.act(match.id, proposals.resign(seat.people[0]))
    cog = cog_for(steady, key)  # type: ignore[arg-type]  # all of the client that is used here
    views = [board_view(match.id, match.version, board_content(cog, match), current=new) for new in (True, False)]
    compare(await crawl(steady, *views, skipped=(*SKIPPED, "rematch"), most=20), f"{key}-end", request)


@pytest.mark.parametrize("key", KEPT)
async def test_the_screens_of_a_board_are_as_they_were(steady: Bot, key: str, request: pytest.FixtureRequest) -> None:
    match = await played(steady, await begun(steady, key), 8)
    cog = cog_for(steady, key)  # type: ignore[arg-type]  # all of the client that is used here
    view = board_view(match.id, match.version, board_content(cog, match), current=True)
    compare(await crawl(steady, view), f"{key}-board", request)


@pytest.mark.parametrize("key", KEPT)
async def test_the_pages_of_the_rules_are_as_they_were(steady: Bot, key: str, request: pytest.FixtureRequest) -> None:
    asking = Clicking(steady, "", ())
    await asking.defer()
    await show_rules(cog_for(steady, key), asking, 0)  # type: ignore[arg-type]  # all of the client that is used here
    compare(await crawl(steady, *asking.views, skipped=()), f"{key}-rules", request)


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


@pytest.mark.parametrize("name", SITUATIONS)
async def test_the_screens_of_a_situation_are_as_they_were(
    steady: Bot, name: str, request: pytest.FixtureRequest
) -> None:
    match = await played(steady, await begun(steady, "cirondo"), 8)
    await SITUATIONS[name](steady, match)
    match = await steady.matches.get(match.id)
    cog = cog_for(steady, "cirondo")  # type: ignore[arg-type]  # all of the client that is used here
    view = board_view(match.id, match.version, board_content(cog, match), current=True)
    compare(await crawl(steady, view, skipped=(*SKIPPED, "rules_of"), most=30), f"situation-{name}", request)


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
    await bot.matches.tables.posted(table.id, 900 + table.id)
    await solo(bot, ANNE)
    await together(bot, ANNE, BERT, series=SeriesKind.PARALLEL)


def commands_with(cog: GameCog) -> dict[str, app_commands.Command[Any, ..., Any]]:
    """All slash commands by their names, and of the games' those of this one."""
    groups = [match_group(), daily.daily_group(), privacy.privacy_group(), build_group(cog)]
    alone = [*home.home_commands(), leaderboard_command(), profile_command(), settings.settings_command()]
    found = [command for group in groups for command in group.walk_commands()]
    return {
        command.qualified_name: command
        for command in [*found, *alone, puzzles.puzzle_command()]
        if isinstance(command, app_commands.Command)
    }


GIVEN: dict[str, dict[str, Any]] = {
    "leaderboard": {"game": "cirondo"},
    "match remind": {"turns": "dm", "where": "none", "quiet_from": "22:00", "quiet_to": "8:30", "zone": "Europe/Rome"},
    "match vacation": {"days": 3},
    "parcheesi move": {"move": "t5-t9"},
    "match replace": {"seat": "0", "by": SimpleNamespace(id=DORA, bot=False)},
}
"""The options with which commands are called, of those that have some."""
OTHERS = ("match import", "match export", "match verify", "privacy export", "parcheesi start", "match relocate", "help")
"""Commands of files, and of what only Discord has; help is home by another name."""


@pytest.mark.parametrize("name", [name for name in commands_with(screen_of("parcheesi")) if name not in OTHERS])
async def test_the_screens_of_a_command_are_as_they_were(
    steady: Bot, name: str, request: pytest.FixtureRequest
) -> None:
    await crowded(steady)
    cog: Any = cog_for(steady, "parcheesi")  # type: ignore[arg-type]  # all of the client that is used here
    command, asking = commands_with(cog)[name], Clicking(steady, "", ())
    asking.command = command  # type: ignore[assignment]
    asking.namespace = list(GIVEN.get(name, {}).items())
    try:
        await command.callback(asking, **GIVEN.get(name, {}))  # type: ignore[call-arg, arg-type]
    except Exception as error:
        await steady.explain(asking, error)  # type: ignore[arg-type]  # all of it that is used here
    assert asking.views
    assert not any("went wrong" in words for words in asking.heard)
    most = MOST if name == "crux" else 30
    screens = await crawl(steady, *asking.views, skipped=(*SLOW, "hint", "which_match"), most=most)
    compare(screens, f"command-{name.replace(' ', '-')}", request)


def compare(screens: str, name: str, request: pytest.FixtureRequest) -> None:
    screens = re.sub(r"it's \d\d:\d\d now", "it's NOW now", screens)
    path = SCREENS / f"{name}.txt"
    if request.config.getoption("--renew-screens", default=False):
        SCREENS.mkdir(exist_ok=True)
        path.write_text(screens, encoding="utf-8")
    assert screens == path.read_text(encoding="utf-8")
