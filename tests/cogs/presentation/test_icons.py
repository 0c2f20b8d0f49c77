"""Icons: one for each piece that lists name, small, square and unlike the others, kept by Discord for the bot."""

import re
from collections.abc import Awaitable, Callable, Iterator
from datetime import datetime, timedelta
from itertools import combinations
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from PIL import Image, ImageChops, ImageStat

from bot.rules import GAMES
from cogs.icons import RETRY_FIRST, Icons
from cogs.shared.presentation import icons
from cogs.shared.presentation.icons import PREFIX, UNUSED_FOR, emoji_of, look_up_icons, note_refusal
from images.canvas.icons import SIDE, edition, in_square
from tests.cogs.choosing.positions import positions
from tests.cogs.discord_answers import icon_refusal, refusal
from tests.cogs.games import screen_of

DRAWN = {name: draw for key in GAMES for name, draw in screen_of(key).icons.items()}
LIMIT = 30008  # as many emoji as Discord keeps for a bot
AT_ONCE = 0.012
"""Share of the whole by which two icons of one game differ at least, shown 22 pixels wide."""


def test_no_two_games_use_the_same_name() -> None:
    assert len(DRAWN) == sum(len(screen_of(key).icons) for key in GAMES)


@pytest.mark.parametrize("name", DRAWN)
def test_is_square_and_has_a_name_that_discord_takes(name: str) -> None:
    assert re.fullmatch(r"[a-z0-9_]{2,32}", f"{PREFIX}{name}_{edition()}")
    icon = DRAWN[name]()
    assert (icon.size, icon.mode) == ((SIDE, SIDE), "RGBA")
    left, top, right, bottom = icon.getbbox() or (0, 0, 0, 0)
    assert SIDE in (right - left, bottom - top)  # as large as fits


@pytest.mark.parametrize("key", GAMES)
def test_those_of_a_game_differ_where_they_are_shown(key: str) -> None:
    def shown(draw: Any) -> Any:
        return draw().resize((22, 22)).convert("RGBA")

    icons = {name: shown(draw) for name, draw in screen_of(key).icons.items()}
    for one, other in combinations(icons, 2):
        unlike = ImageStat.Stat(ImageChops.difference(icons[one], icons[other]).convert("L")).mean[0] / 255
        assert unlike > AT_ONCE, (one, other, unlike)


@pytest.mark.parametrize("key", GAMES)
def test_every_piece_that_is_chosen_has_one(key: str) -> None:
    screen = screen_of(key)
    named = {step.icon for state in positions(key, 3, count=12) for path, _ in screen.paths(state) for step in path}
    assert named - {""}
    assert named <= {"", *screen.icons}


def test_a_sprite_of_any_shape_fits_in_its_middle() -> None:
    wide = Image.new("RGBA", (50, 30))
    wide.paste((255, 0, 0, 255), (10, 10, 30, 20))
    assert in_square(wide).getbbox() == (0, SIDE // 4, SIDE, SIDE * 3 // 4)


class Discord:
    """Keeps the bot's emoji."""

    def __init__(self) -> None:
        self.kept: dict[str, Any] = {}
        self.now = discord.utils.utcnow()
        self.created = 0
        self.fails: dict[int, Exception] = {}
        """What comes of keeping one more when so many are kept."""

    async def fetch_application_emojis(self) -> list[Any]:
        return list(self.kept.values())

    async def create_application_emoji(self, *, name: str, image: bytes) -> Any:
        assert image.startswith(b"\x89PNG")
        assert len(image) <= 256 * 1024
        if error := self.fails.get(self.created):
            raise error
        self.created += 1
        return self.keep(name)

    def keep(self, name: str, created_at: datetime | None = None) -> Any:
        async def delete() -> None:
            del self.kept[name]

        self.kept[name] = SimpleNamespace(
            name=name, id=7000 + len(self.kept), created_at=created_at or self.now, delete=delete
        )
        return self.kept[name]


@pytest.fixture
def discord_(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    monkeypatch.setattr(icons, "cogs_of", lambda _: [screen_of("parcheesi")])
    yield Discord()
    icons._emoji.clear()


class TestWhatDiscordKeeps:
    async def test_gets_what_is_missing_once(self, discord_: Any) -> None:
        await look_up_icons(discord_, uploads=True)
        count = len(screen_of("parcheesi").icons)
        assert discord_.created == len(discord_.kept) == count
        shown = emoji_of("die_3")
        assert shown is not None
        assert discord_.kept[shown.name].id == shown.id
        del discord_.kept[shown.name]
        await look_up_icons(discord_, uploads=True)
        assert discord_.created == count + 1

    async def test_is_only_read_by_the_other_processes(self, discord_: Any) -> None:
        discord_.keep(f"{PREFIX}die_3_{edition()}")
        await look_up_icons(discord_, uploads=False)
        assert discord_.created == 0
        assert emoji_of("die_3") is not None
        assert emoji_of("die_4") is None
        assert emoji_of("") is None

    async def test_loses_those_of_an_older_release_after_a_while_and_none_of_the_operators(self, discord_: Any) -> None:
        own = ("own_emoji", f"{PREFIX}logo")
        for name in (f"{PREFIX}die_3_000000", *own):
            discord_.keep(name)
        await look_up_icons(discord_, uploads=True)
        assert f"{PREFIX}die_3_000000" in discord_.kept  # boards still show it
        for name in list(discord_.kept):
            discord_.keep(name, discord_.now - UNUSED_FOR - timedelta(hours=1))
        await look_up_icons(discord_, uploads=True)
        assert f"{PREFIX}die_3_000000" not in discord_.kept
        assert discord_.kept.keys() >= set(own)
        assert emoji_of("die_3") is not None

    async def test_that_is_gone_is_not_shown_again(self, discord_: Any) -> None:
        """Whatever Discord refuses for it is sent again without icons."""
        await look_up_icons(discord_, uploads=True)
        assert not note_refusal(refusal(50013))
        assert emoji_of("die_3") is not None
        assert note_refusal(icon_refusal())
        assert emoji_of("die_3") is None

    @pytest.mark.parametrize("error", [refusal(0, 500), refusal(0, 429), refusal(LIMIT), OSError("reset")], ids=repr)
    async def test_is_shown_although_others_can_not_be_kept(self, discord_: Any, error: Exception) -> None:
        discord_.fails[5] = error
        with pytest.raises(type(error)):
            await look_up_icons(discord_, uploads=True)
        names = list(screen_of("parcheesi").icons)
        assert [emoji_of(name) is not None for name in names[:7]] == [True] * 5 + [False] * 2
        discord_.keep(f"{PREFIX}{names[-1]}_{edition()}")
        with pytest.raises(type(error)):
            await look_up_icons(discord_, uploads=True)
        assert emoji_of(names[-1]) is not None


class TestHowOftenTheyAreLookedUp:
    @pytest.fixture
    def passed(self, discord_: Any, monkeypatch: pytest.MonkeyPatch) -> Callable[[float], Awaitable[int]]:
        """How often icons are looked up in so many seconds."""
        loop, looks = SimpleNamespace(now=0.0), []
        discord_.matches = SimpleNamespace(duty=SimpleNamespace(is_general=True))
        cog = Icons(discord_)
        monkeypatch.setattr("cogs.icons.asyncio", SimpleNamespace(get_running_loop=lambda: loop))
        loop.time = lambda: loop.now
        fetch = discord_.fetch_application_emojis

        async def count() -> Any:
            looks.append(loop.now)
            return await fetch()

        discord_.fetch_application_emojis = count

        async def passes(seconds: float) -> int:
            before = len(looks)
            for _ in range(round(seconds / RETRY_FIRST)):
                await cog.look_if_due()
                loop.now += RETRY_FIRST
            return len(looks) - before

        return passes

    async def test_every_hour_if_all_are_there(self, passed: Any) -> None:
        assert await passed(3 * 3600) == 3

    async def test_soon_after_one_could_not_be_kept_and_then_more_and_more_seldom(
        self, passed: Any, discord_: Any
    ) -> None:
        discord_.fails[5] = refusal(LIMIT)
        assert await passed(3600) == 9
        discord_.fails.clear()
        assert await passed(3600) == 1
        assert emoji_of(list(screen_of("parcheesi").icons)[-1]) is not None
        assert await passed(3 * 3600) == 3

    async def test_soon_after_one_is_gone(self, passed: Any, discord_: Any) -> None:
        await passed(600)
        discord_.kept.clear()
        assert note_refusal(icon_refusal())
        assert await passed(600) == 1
        assert emoji_of("die_3") is not None
