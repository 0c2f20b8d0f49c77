"""What is shared of a daily, and how its scores are drawn."""

import asyncio
from dataclasses import fields, replace
from datetime import UTC, date, datetime, timedelta
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.daily.chain import salt_of
from bot.daily.streaks import Streak
from bot.daily.values import DailyResult, Points
from bot.match import DailyMatch, Match, Status
from bot.match.decisions import proposals
from bot.match.values import Ending
from bot.match.values.errors import DailyNotFinished, Frozen
from bot.text import say
from cogs.shared.boards import daily_result
from cogs.shared.boards.daily_result import show_daily_result, signs
from cogs.shared.client.refusals import ScreenRefusal
from cogs.shared.home.daily import announce, play, practise, show_about, show_daily, show_points
from cogs.shared.interactions.clicks import Click, handle_click
from cogs.shared.presentation.presentation import Presentation
from cogs.shared.presentation.registry import cog_for
from tests.cogs.clicking import EXPIRED, Clicking
from tests.cogs.conftest import ANNE, BERT, CLEO, HERE, Asking, Bot, played_out, solo
from tests.cogs.dailies import DAY, NEXT, daily_of, put_dailies
from tests.cogs.discord_answers import FORBIDDEN, Discord, put, read, refusal
from tests.cogs.games import screen_of

SHARED_AT = "https://discord.com/channels/1/20/71"


@pytest.mark.parametrize(
    ("gains", "shared"),
    [
        ([], ""),
        ([0, 0], "⬛⬛"),
        ([100, 0, 25, 26, 50, 51, 75, 76], "⭐⬛🔺🔷🔷🟢🟢⭐"),
        ([40] * 11, "⭐" * 10 + "\n⭐"),
        ([-5, 5], "⬛⭐"),
    ],
)
def test_signs_compare_each_decision_with_the_best_one(gains: list[int], shared: str) -> None:
    assert signs(gains) == shared


@pytest.mark.parametrize(
    ("scores", "remark", "standing"),
    [
        ((5,), "2 January 2026 · 1 player", "You're the first to finish today."),
        ((5, 7), "2 January 2026 · 2 players", ""),
        ((1, 5, 7), "2 January 2026 · 3 players", "Better than 50% of the others."),
    ],
)
def test_the_chart_says_of_what_it_is_and_how_good_the_score_is(
    scores: tuple[int, ...], remark: str, standing: str
) -> None:
    match: Any = SimpleNamespace(game="cirondo", day=DAY)
    chart = daily_result.result_chart(screen_of("southern_cards"), match, DailyResult(5, scores, None))
    assert (chart.title, chart.remark, chart.standing) == ("Cirondo: the daily", remark, standing)


@pytest.fixture
def server(bot: Bot) -> Discord:
    put_dailies(bot)
    return put(bot, Discord())


async def test_the_deal_is_announced_with_a_button(bot: Bot, server: Discord) -> None:
    await bot.matches.dailies.seeds.prepare()
    await announce(bot, 1, 20)
    (view,) = server.sent.values()
    assert "you have one try" in read(view)
    play = next(item for item in view.walk_children() if isinstance(item, discord.ui.Button))
    assert play.custom_id == f"b:0:0:daily_play:{bot.matches.dailies.today}"
    assert server.nonces == ["d002.1"]


async def test_what_was_announced_is_not_announced_again_though_yesterdays_best_is_known_by_now(
    bot: Bot, server: Discord, monkeypatch: pytest.MonkeyPatch
) -> None:
    best: list[Points] = []

    async def points(*_: object) -> list[Points]:
        return best

    async def logs_from(*_: object, **__: object) -> list[Any]:
        own = {"id": "7"}
        views: list[Any] = list(server.sent.values())
        return [{"id": "1", "author": own, "components": view.to_components()} for view in views]

    monkeypatch.setattr(server, "logs_from", logs_from)
    monkeypatch.setattr(bot, "user", SimpleNamespace(id=7), raising=False)
    monkeypatch.setattr(bot.matches.dailies, "points", points)
    moments = [datetime(2026, 1, 3, 0, 59, tzinfo=UTC)]
    bot.clock = lambda: moments[-1]
    for _ in range(2):
        await announce(bot, 1, 20)
        moments.append(datetime(2026, 1, 3, 1, tzinfo=UTC))
        best.append(Points(ANNE, 100, 1))
    assert len(server.sent) == 1
    moments.append(datetime(2026, 1, 4, tzinfo=UTC))
    await announce(bot, 1, 20)
    assert len(server.sent) == 2, "another day is another announcement"


@pytest.mark.parametrize(("hour", "is_told"), [(0, False), (1, True)])
async def test_who_did_best_yesterday_is_told_once_that_day_is_over(
    bot: Bot, server: Discord, monkeypatch: pytest.MonkeyPatch, hour: int, is_told: bool
) -> None:
    """Until 01:00 UTC others may still finish it."""

    async def points(guild_id: int, first: date, last: date) -> list[Points]:
        assert (guild_id, first, last) == (1, date(2026, 1, 2), date(2026, 1, 2))
        return [Points(ANNE, 100, 1), Points(BERT, 50, 1)]

    bot.clock = lambda: datetime(2026, 1, 3, hour, tzinfo=UTC)
    monkeypatch.setattr(bot.matches.dailies, "points", points)
    await announce(bot, 1, 20)
    (view,) = server.sent.values()
    assert (f"Best on this server yesterday: <@{ANNE}>" in read(view)) is is_told


async def test_an_old_announcement_leads_to_todays_deal(bot: Bot, server: Discord) -> None:
    moments = [datetime(2026, 1, 2, 12, tzinfo=UTC)]
    bot.clock = lambda: moments[-1]
    await bot.matches.dailies.seeds.prepare()
    moments.append(datetime(2026, 1, 3, 12, tzinfo=UTC))
    answer = await (asking := Asking(bot, ANNE)).click(play, 0, payload="2026-01-02")
    assert answer.startswith("The daily of <t:1767355200:D> is over. Here's today's.\n### ")
    assert "the daily of <t:1767441600:D>" in answer
    assert "Play today's" in asking.labels
    assert await bot.matches.dailies.match_of(ANNE, date(2026, 1, 3)) is None


async def test_a_try_of_yesterday_can_be_finished_until_one_o_clock(bot: Bot, server: Discord) -> None:
    moments = [datetime(2026, 1, 2, 23, tzinfo=UTC)]
    bot.clock = lambda: moments[-1]
    await bot.matches.dailies.seeds.prepare()
    await bot.matches.dailies.begin(ANNE, date(2026, 1, 2), place=HERE)
    for person, minute, is_offered in ((ANNE, 59, True), (BERT, 59, False), (ANNE, 60, False)):
        moments.append(datetime(2026, 1, 3, tzinfo=UTC) + timedelta(minutes=minute))
        asking = Asking(bot, person)
        await asking.defer()
        await show_daily(asking)
        assert ("Finish yesterday's" in asking.labels) is is_offered


class TestTheDaysGame:
    """Of a person: begun by a button or a command, continued, and practised."""

    async def asked(self, bot: Bot, user: int = ANNE, note: str = "") -> Asking:
        asking = Asking(bot, user)
        await asking.defer()
        await show_daily(asking, note)
        return asking

    @pytest.mark.thorough
    async def test_is_begun_by_its_button_and_then_continued(self, bot: Bot, server: Discord) -> None:
        await bot.matches.dailies.seeds.prepare()
        begun = Asking(bot, ANNE)
        await begun.click(play, 0, payload=DAY.isoformat())
        match = await bot.matches.dailies.match_of(ANNE, DAY)
        assert match is not None
        assert (match.terms.private, match.place) == (True, HERE)
        assert "More" in begun.labels
        again = await self.asked(bot, note="Here's today's.")
        assert (again.labels, again.heard[-1]) == (begun.labels, f"Here's today's.\n{begun.heard[-1]}")
        assert "Play today's" in (await self.asked(bot, BERT)).labels  # to others it's offered

    async def test_that_is_over_is_told_below_the_note(self, bot: Bot, server: Discord) -> None:
        match = await daily_of(bot, ANNE)
        await bot.matches.act(match.id, proposals.resign(ANNE))
        asking = await self.asked(bot, note="Here's today's.")
        assert asking.heard[-1] == "Here's today's.\n### You gave up the daily"
        assert asking.labels == ["In words", "Practise", "Puzzle of the day"]

    async def test_is_practised_once_it_is_over(self, bot: Bot, server: Discord) -> None:
        match = await daily_of(bot, ANNE)
        with pytest.raises(DailyNotFinished):
            await Asking(bot, ANNE).click(practise, 0, payload=DAY.isoformat())
        await bot.matches.act(match.id, proposals.resign(ANNE))
        asking = Asking(bot, ANNE)
        words = await asking.click(practise, 0, payload=DAY.isoformat())
        assert words.startswith("Practice: this doesn't count.\n")
        assert "More" in asking.labels
        (practice,) = await bot.matches.lists.of_user(ANNE, statuses=(Status.RUNNING,))
        assert (practice.id != match.id, practice.seed) == (True, None)
        assert not await bot.matches.dailies.is_try(ANNE, await daily_of(bot, ANNE, practice=True))


class TestSharing:
    """A result is shared once."""

    @pytest.fixture
    async def match(self, bot: Bot, server: Discord) -> Match:
        return await played_out(bot, (await daily_of(bot, ANNE)).id)

    def sharing(self, bot: Bot, outcome: BaseException | None = None) -> Any:
        """Anne, who clicks; the channel takes her post, or answers with this error."""
        asking: Any = Asking(bot, ANNE)
        asking.user.mention, asking.user.display_name = f"<@{ANNE}>", "Anne"
        asking.sent = []
        asking.app_permissions = discord.Permissions.none()  # so nobody looks whether it was posted

        async def send(content: str, **_: Any) -> Any:
            asking.sent.append(content)
            if outcome is not None:
                raise outcome
            return SimpleNamespace(id=71)

        asking.followup = SimpleNamespace(send=send)
        return asking

    async def share(self, asking: Any, match: Match) -> Any:
        await asking.defer()
        await daily_result.share(Click(asking, match.id, 0, "", ()))
        return asking

    @pytest.mark.thorough
    async def test_whoever_does_it_again_is_led_to_the_post(self, bot: Bot, match: Match) -> None:
        first = await self.share(self.sharing(bot), match)
        assert (len(first.sent), first.heard) == (1, [])
        again = await self.share(self.sharing(bot), match)
        assert (again.sent, again.heard) == ([], [f"You've already shared it: {SHARED_AT}"])

    @pytest.mark.thorough
    async def test_whoever_does_it_again_meanwhile_reads_that_it_is_on_its_way(self, bot: Bot, match: Match) -> None:
        assert await bot.matches.dailies.shares.begin(match.id, HERE) is None
        asking = await self.share(self.sharing(bot), match)
        assert (asking.sent, asking.heard) == ([], ["It's being posted right now."])

    @pytest.mark.thorough
    @pytest.mark.parametrize("error", [refusal(FORBIDDEN), OSError("reset"), asyncio.CancelledError()], ids=repr)
    async def test_what_could_not_be_posted_can_be_shared_again(
        self, bot: Bot, match: Match, error: BaseException
    ) -> None:
        with pytest.raises(type(error)):
            await self.share(self.sharing(bot, error), match)
        assert len((await self.share(self.sharing(bot), match)).sent) == 1


ONE_DAY = Streak(1)
PLAYED, GIVEN_UP = Ending("played", (1,), (560,)), Ending("resigned", (1,))


class Results:
    """The dailies of someone who has scored `own`, None for nothing that counts, among these others."""

    def __init__(
        self,
        own: int | None,
        *others: int,
        here: tuple[int, int] | None = None,
        benchmark: int | None = None,
        streak: Streak = ONE_DAY,
        today: date = DAY,
        is_try: bool = True,
    ) -> None:
        self._result = None if own is None else DailyResult(own, tuple(sorted((own, *others))), here)
        self._benchmark, self._streak, self.today, self._is_try = benchmark, streak, today, is_try

    async def result(self, match_id: int, guild_id: int | None = None) -> DailyResult | None:
        return self._result

    async def is_try(self, user: int, match: Match) -> bool:
        return self._is_try

    async def get(self, day: date) -> Any:
        return SimpleNamespace(benchmark=self._benchmark)

    @property
    def shares(self) -> Any:
        """Nothing was shared before."""

        async def nothing(*_: Any) -> None: ...

        return SimpleNamespace(begin=nothing, note_posted=nothing, note_failed=nothing)

    async def streak(self, user: int) -> Streak:
        return self._streak

    async def gains(self, match_id: int) -> list[int]:
        return [10, 0]


async def finished(bot: Bot, monkeypatch: pytest.MonkeyPatch, dailies: Results, **changes: Any) -> DailyMatch:
    """A daily that was played to its end, with these changes."""
    started = await solo(bot, ANNE)
    monkeypatch.setattr(bot.matches, "dailies", dailies)
    daily = DailyMatch(**{one.name: getattr(started, one.name) for one in fields(started)})
    return replace(daily, salt=salt_of("southern_cards", DAY), **{"ending": PLAYED, **changes})


async def result_of(
    bot: Bot, monkeypatch: pytest.MonkeyPatch, dailies: Results, **changes: Any
) -> tuple[list[str], list[str | None], int]:
    """What is said of it: the lines, the buttons and how many pictures there are."""
    pictures: list[Any] = []

    async def attachments(_: Any, sheets: list[Any], name: str) -> list[Any]:
        assert name == "end"
        pictures.extend(sheets)
        return []

    monkeypatch.setattr(Presentation, "attachments", attachments)
    match = await finished(bot, monkeypatch, dailies, **changes)
    asking: Any = Asking(bot, ANNE)
    await asking.defer()
    await show_daily_result(cog_for(bot, "southern_cards"), asking, match, "")
    return asking.heard[-1].splitlines(), asking.labels, len(pictures)


@pytest.mark.parametrize(
    ("dailies", "lines"),
    [
        (Results(560, 900, 100), ["**2nd** of 3 everywhere, better than 50% of the others"]),
        (Results(560, 900), ["**2nd** of 2 everywhere"]),
        (Results(560), ["You're the first to finish today."]),
        (
            Results(560, 900, here=(1, 2), benchmark=700, streak=Streak(2, date(2025, 12, 31))),
            [
                "**2nd** of 2 everywhere",
                "**1st** of 2 on this server",
                "The hard computer scored 700 points.",
                "🔥 2 days in a row",
                "-# You missed <t:1767182400:D>. One missed day a fortnight is forgiven.",
            ],
        ),
    ],
)
async def test_a_result_says_how_one_did_among_all(
    bot: Bot, monkeypatch: pytest.MonkeyPatch, dailies: Results, lines: list[str]
) -> None:
    words, buttons, pictures = await result_of(bot, monkeypatch, dailies)
    assert words == ["### Daily of <t:1767355200:D>: 560 points", *lines]
    assert buttons == ["Share", "In words", "Practise", "Puzzle of the day"]
    assert pictures == 2


LATE = "You finished after 01:00 UTC, so it doesn't count."


@pytest.mark.parametrize(
    ("is_try", "today", "changes", "lines", "buttons"),
    [
        (True, NEXT, {}, ["### Daily of <t:1767355200:D>: 560 points", LATE], ["In words"]),
        (False, NEXT, {}, ["### Practice, daily of <t:1767355200:D>: 560 points"], ["In words"]),
        (True, NEXT, {"ending": GIVEN_UP}, ["### You gave up the daily"], ["In words"]),
        (False, NEXT, {"ending": GIVEN_UP}, ["### You stopped practising"], ["In words"]),
        (True, NEXT, {"state": None}, ["### Daily of <t:1767355200:D>: 560 points", LATE], []),
        (
            True,
            DAY,
            {"state": None, "ending": None},
            [say(Frozen.SENTENCE, reference="ab12")],
            ["Practise", "Puzzle of the day"],
        ),
    ],
)
async def test_what_does_not_count_has_no_place(
    bot: Bot, monkeypatch: pytest.MonkeyPatch, is_try: bool, today: date, changes: dict[str, Any], lines: list[str],
    buttons: list[str],
) -> None:  # fmt: skip
    changes = {"frozen_reference": "ab12", **changes}
    words, labels, pictures = await result_of(bot, monkeypatch, Results(None, is_try=is_try, today=today), **changes)
    assert (words, labels) == (lines, buttons)
    assert pictures == ("In words" in buttons)


async def test_only_the_own_result_is_shared_and_it_reveals_no_card(bot: Bot, monkeypatch: pytest.MonkeyPatch) -> None:
    async def shared(user: int, match: Any) -> str:
        monkeypatch.setattr(Click, "match", lambda _: asyncio.sleep(0, match))
        sent: list[str] = []

        async def send(text: str, file: discord.File, allowed_mentions: discord.AllowedMentions, wait: bool) -> Any:
            assert not allowed_mentions.users
            assert "that of Anne is 560" in (file.description or "")
            sent.append(text)
            return SimpleNamespace(id=71)

        asking: Any = Asking(bot, user)
        asking.user.mention, asking.user.display_name = f"<@{user}>", "Anne"
        asking.followup = SimpleNamespace(send=send)
        await daily_result.share(Click(asking, match.id, 0, "", ()))
        return "".join(sent)

    match = await finished(bot, monkeypatch, Results(560, 900))
    assert await shared(ANNE, match) == (
        f"**Southern Cross cards daily, <t:1767355200:D>** · <@{ANNE}>\n⭐⬛\n560 points, 2nd of 2"
    )
    with pytest.raises(ScreenRefusal, match="only share your own result"):
        await shared(BERT, match)
    with pytest.raises(ScreenRefusal, match="only share your own result"):
        await shared(ANNE, await finished(bot, monkeypatch, Results(None)))


@pytest.mark.parametrize("days", [1, 3])
async def test_the_table_of_a_server_lists_a_week_and_a_month(
    bot: Bot, monkeypatch: pytest.MonkeyPatch, days: int
) -> None:
    async def points(guild_id: int, first: date, last: date) -> list[Points]:
        length = (last - first).days + 1
        spans.append((guild_id, length))
        if length == 7:
            return [Points(ANNE, 100, days), Points(BERT, 100, 1), Points(CLEO, 50, 1)]
        return [Points(number, 100 - number, 2) for number in range(12)]

    spans: list[Any] = []
    monkeypatch.setattr(bot.matches.dailies, "points", points)
    asking: Any = Asking(bot, ANNE)
    await asking.defer()
    await show_points(asking)
    lines = asking.heard[-1].splitlines()
    in_days = {1: "1 day", 3: "3 days"}[days]
    assert lines[:6] == [
        "### The daily on this server",
        "**The last 7 days**",
        f"1st <@{ANNE}> · 100 points in {in_days}",
        f"1st <@{BERT}> · 100 points in 1 day",
        f"3rd <@{CLEO}> · 50 points in 1 day",
        "**The last 30 days**",
    ]
    assert len(lines) == 6 + 10 + 1
    assert spans == [(1, 7), (1, 30)]


async def test_a_server_without_results_and_direct_messages_have_no_table(bot: Bot) -> None:
    asking: Any = Asking(bot, ANNE)
    await asking.defer()
    await show_points(asking)
    assert "Nobody has finished one in the last 30 days." in asking.heard[-1]
    asking.guild_id = None
    with pytest.raises(ScreenRefusal, match="Each server has its own table"):
        await show_points(asking)


async def test_published_seeds_can_be_compared_with_what_was_fixed(bot: Bot, monkeypatch: pytest.MonkeyPatch) -> None:
    async def published() -> list[Any]:
        first, last = date(2026, 1, 1), date(2026, 12, 31)
        older = SimpleNamespace(first_day=first, last_day=last, anchor="a1", newest=(DAY, "5eed"))
        return [older, SimpleNamespace(first_day=first, last_day=last, anchor="a2", newest=None)]

    monkeypatch.setattr(bot.matches.dailies.seeds, "list_published", published)
    asking: Any = Asking(bot, ANNE)
    await asking.defer()
    await show_about(asking)
    text = asking.heard[-1]
    assert text.count("The deals from <t:1767268800:D> to <t:1798718400:D> were fixed") == 2
    assert text.count("is published") == 2  # one seed, and the line that says when
    assert "The seed of <t:1767355200:D> is published:\n`5eed`" in text


@pytest.mark.parametrize("name", ["daily_play", "daily_practise"])
async def test_a_button_of_no_day_is_outdated(bot: Bot, name: str) -> None:
    clicking = Clicking(bot, f"b:0:0:{name}:tomorrow")
    await handle_click(clicking)
    assert clicking.heard[-1].startswith(EXPIRED)
