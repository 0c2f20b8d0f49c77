"""A bot without Discord: real matches, and people who click and read their private replies."""

from collections.abc import AsyncIterator
from contextvars import ContextVar
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import discord
import pytest

from bot import text
from bot.contests.contests import Contests
from bot.match import Match, Matches, Place, SeriesKind, TableTerms
from bot.match.decisions import lobby, turns
from bot.match.matches import utc_now
from bot.rules import GAMES
from bot.slots import FairSlots
from bot.store import Store
from bot.text import ENGLISH
from cogs.cirondo import Cirondo
from cogs.commands import load_actions
from cogs.matches import match_group
from cogs.shared.boards import waiters
from cogs.shared.boards.posting import Posting
from cogs.shared.client import failures
from cogs.shared.client.languages import Languages
from cogs.shared.commands.errors import explain
from cogs.shared.interactions.clicks import Button, Click, Handler
from cogs.shared.presentation import drawing
from cogs.shared.presentation.presentation import Presentation
from cogs.shared.presentation.registry import register
from cogs.shared.records.replays import RECORD
from cogs.shared.wording.labels import NAMES
from cogs.southern_cards import SouthernCards
from images.canvas.palette import NIGHT, Theme
from tests.cogs.games import screen_of
from tests.databases import open_new, put_database

load_actions()

HERE = Place(guild_id=1, channel_id=20)


@pytest.fixture(autouse=True)
def nothing_is_there_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    """Discord takes no message in which two buttons or lists have the same custom id."""
    add = discord.ui.LayoutView.add_item

    def add_and_look(view: discord.ui.LayoutView, item: discord.ui.Item[Any]) -> discord.ui.LayoutView:
        add(view, item)
        ids = [child.custom_id for child in view.walk_children() if hasattr(child, "custom_id")]
        assert len(ids) == len(set(ids)), f"Twice: {sorted(ids)}"
        return view

    monkeypatch.setattr(discord.ui.LayoutView, "add_item", add_and_look)


ANNE, BERT, CLEO = 2**40 + 1, 2**40 + 2, 2**40 + 3


if TYPE_CHECKING:
    Interaction = Any  # what stands in for one may be given wherever one is wanted
else:
    Interaction = object


class Bot:
    """The bot as its screens need it: a `Client`."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.clock = utc_now
        self.matches = Matches(store, clock=lambda: self.clock())
        self.contests = Contests(self.matches)
        self.source_url = ""
        self.web_door: Any = None
        self.web_url: str | None = None
        self.has_activity = False
        self.application_id: int | None = 77
        self.before_closing: list[Any] = []
        self.http: Any = None
        self.computers: Any = None
        self.owners: set[int] = set()
        self.explain = explain
        self.admit: Any = None
        self.tree: Any = None
        self.guilds: Any = ()
        self.user: Any = None
        self.connected_shards: Any = None
        self.get_partial_messageable: Any = None
        self.fetch_channel: Any = None
        self.create_dm: Any = None
        self.posting = Posting(self)

    def is_closed(self) -> bool:
        return False

    def get_cog(self, name: str, /) -> Any:
        return {"Posting": self.posting}[name]

    async def change_presence(self, *, activity: Any = None) -> None:
        """Nobody sees it."""

    def is_ready(self) -> bool:
        return True

    async def wait_until_ready(self) -> None:
        """It always is."""

    async def takes(self, interaction: Any) -> bool:
        """There is no other process."""
        return True

    def note_work(self) -> None:
        """Nobody stops this bot."""

    def get_guild(self, guild_id: int, /) -> Any:
        return guild_id

    async def is_owner(self, user: Any, /) -> bool:
        return user.id in self.owners

    async def fetch_user(self, user: int, /) -> Any:
        return SimpleNamespace(id=user, display_name="someone")


class Message:
    """A message that was sent."""

    id = 900
    message_id = 900
    edited_at = None


class Sent:
    """A file that someone has attached."""

    filename = RECORD

    def __init__(self, text: str) -> None:
        self._data = text.encode()
        self.size = len(self._data)

    async def read(self) -> bytes:
        return self._data


class Asking(Interaction):
    """An interaction of this person; `heard` are the words that the person was told, the newest last."""

    numbers = iter(range(1, 1_000_000))

    def __init__(self, bot: Bot, user: int) -> None:
        self.client = bot
        self.id = next(self.numbers)
        self.user = SimpleNamespace(id=user, display_name="someone")
        self.guild_id, self.channel_id, self.channel = HERE.guild_id, HERE.channel_id, None
        self.guild = self.message = self.command = self.data = None
        self.permissions = discord.Permissions.all()
        self.locale = "en-GB"
        self.extras: dict[str, Any] = {}
        self.heard: list[str] = []
        self.labels: list[str | None] = []
        self.placeholders: list[str | None] = []
        self.alts: list[str | None] = []
        self.response = self
        self.type: Any = None

    def is_done(self) -> bool:
        return self.type is not None

    async def defer(self, **named: Any) -> None:
        self.type = discord.InteractionResponseType.deferred_channel_message

    async def send_message(self, view: Any, **named: Any) -> Message:
        self.type = discord.InteractionResponseType.channel_message
        return await self.edit_original_response(view)

    async def edit_original_response(self, view: Any, **named: Any) -> Message:
        items = list(view.walk_children())
        self.heard.append("\n".join(item.content for item in items if isinstance(item, discord.ui.TextDisplay)))
        self.labels = [item.label for item in items if isinstance(item, Button)]
        self.placeholders = [item.placeholder for item in items if isinstance(item, discord.ui.Select)]
        galleries = [item for item in items if isinstance(item, discord.ui.MediaGallery)]
        self.alts = [picture.description for gallery in galleries for picture in gallery.items]
        return Message()

    async def click(
        self, handler: Handler, match: int, *, version: int = 0, payload: str = "", values: tuple[str, ...] = ()
    ) -> str:
        """The answer to a click on a button or a select of this match, acknowledged already; refusals pass through."""
        await self.defer()
        await handler(Click(self, match, version, payload, values))
        return self.heard[-1]

    async def slash(self, name: str, **options: Any) -> str:
        """The answer to a command of `/match`."""
        command: Any = match_group().get_command(name)
        await command.callback(self, **options)
        return self.heard[-1]


@pytest.fixture(autouse=True)
def nobody_is_known() -> None:
    """No test knows the names that others have learned."""
    NAMES._names.clear()


@pytest.fixture(autouse=True)
def nobody_waits_for_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    """What others drew, or gave up, leaves no test in a hurry: boards wouldn't move there."""
    monkeypatch.setattr(drawing, "_slots", FairSlots(drawing.THREADS + drawing.WAITING))
    monkeypatch.setattr(drawing, "_express", FairSlots(1))
    monkeypatch.setattr(drawing.HURRY, "_until", 0.0)


@pytest.fixture(autouse=True)
def pauses(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Answers that Discord didn't take are sent again without waiting; these are the seconds that were to be waited."""
    waited: list[float] = []

    async def sleep(seconds: float) -> None:
        waited.append(seconds)

    monkeypatch.setattr(failures, "sleep", sleep)
    return waited


@pytest.fixture
def spoken() -> str:
    """The language that everyone reads: English, but for tests that have a fixture of this name themselves."""
    return ENGLISH


@pytest.fixture(autouse=True)
def one_language(monkeypatch: pytest.MonkeyPatch, spoken: str) -> None:
    """Everyone reads and sees the same, whatever of a client these tests have; test_languages.py is about others."""

    async def of_server(_languages: Languages, _guild_id: int | None) -> str:
        return spoken

    async def of_person(_languages: Languages, _user: int, _guild_id: int | None) -> str:
        return spoken

    async def theme_of(_languages: Languages, _guild_id: int | None) -> Theme:
        return NIGHT

    async def theme_for(_languages: Languages, _user: int, _guild_id: int | None) -> Theme:
        return NIGHT

    if spoken != ENGLISH:
        monkeypatch.setattr(text, "_language", ContextVar("language", default=spoken))
    monkeypatch.setattr(Languages, "of_server", of_server)
    monkeypatch.setattr(Languages, "of_person", of_person)
    monkeypatch.setattr(Languages, "theme_of", theme_of)
    monkeypatch.setattr(Languages, "theme_for", theme_for)


@pytest.fixture
async def bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Bot]:
    monkeypatch.setattr(waiters, "WAIT_FOR_BOARD", 0.01)  # there is nobody to post it
    put_database(tmp_path / "crux.db")
    async with open_new(f"sqlite+aiosqlite:///{tmp_path / 'crux.db'}") as store:
        made = Bot(store)
        screen = SouthernCards.__new__(SouthernCards)
        screen.bot = made
        register(screen)
        yield made


@pytest.fixture
def cirondo_shown(bot: Bot) -> None:
    """Cirondo has its screens as well."""
    screen = Cirondo.__new__(Cirondo)
    screen.bot = bot
    register(screen)


async def solo(bot: Bot, user: int, **options: Any) -> Match:
    """A running private game of this person's own."""
    match = await bot.matches.tables.open(
        TableTerms(game="southern_cards", options=options, seats=1, private=True), opener=user, place=HERE
    )
    await bot.matches.tables.note_posted(match.id, 900 + match.id)
    return await bot.matches.act(match.id, lobby.begin(user))


async def together(bot: Bot, *people: int, series: SeriesKind | None = None, seats: int = 2) -> Match:
    """A match that has begun; more people than seats share them."""
    match = await bot.matches.tables.open(
        TableTerms(game="southern_cards", seats=seats, series=series, shared=len(people) > seats),
        opener=people[0],
        place=HERE,
    )
    await bot.matches.tables.note_posted(match.id, 900 + match.id)
    for person in people[1:]:
        await bot.matches.act(match.id, lobby.join(person))
    return await bot.matches.act(match.id, lobby.begin(people[0]))


async def played_out(bot: Bot, match_id: int) -> Match:
    """The match after the player to move has placed the first card that can be, until it ended."""
    match = await bot.matches.get(match_id)
    while match.state is not None and match.state.to_move is not None:
        move = match.state.notate(match.state.legal()[0])
        match = await bot.matches.act(match_id, turns.play(match.to_move_people()[0], move))
    return match


def part_of(host: Match, seat: int) -> int:
    """The match that this seat plays alone."""
    assert host.series is not None
    return host.series.parts[seat].match_id


@pytest.fixture
def no_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    """Screens have their words alone."""

    async def nothing(*_: object) -> list[object]:
        return []

    monkeypatch.setattr(Presentation, "attachments", nothing)


@pytest.fixture
def every_game(bot: Bot, no_pictures: None) -> None:
    """The bot has all games, without pictures."""
    for key in GAMES:
        screen = screen_of(key)
        screen.bot = bot
        register(screen)
