"""Clicks: what their custom ids may say, and that nothing that is made up ends as an error of the bot."""

import logging
from datetime import UTC, datetime, timedelta
from typing import Any

import discord
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.computers.errors import NoHintAnyMore
from bot.computers.thinking import Advice
from bot.match import Match, Matches, MatchOver, SeriesKind, TableTerms
from bot.match.decisions import proposals
from cogs.shared.commands import errors
from cogs.shared.interactions import clicks
from cogs.shared.interactions.clicks import CUSTOM_ID, Click, OutdatedButton, action, button, custom_id, handle_click
from tests.cogs.clicking import EXPIRED, Clicking
from tests.cogs.conftest import ANNE, BERT, Asking, Bot, part_of, solo, together

HUGE = "9" * 90
NUMBERS = ["0", "1", "2", "3", "4", "999999999", str(2**63), HUGE, "-1", "", "٣", "1_000"]
RESTS = ["", "0", "7", "99", "-1", HUGE, "0.0", "0.99", "x.y", "1/2", "/", ".", "cirondo.y", "southern_cards.0", "~",
         "place JH@a1", "\ud800", "\n", "²"]  # fmt: skip
VALUES: list[list[str]] = [[], ["0"], ["99"], ["-1"], [HUGE], ["x"], ["none"], ["hard"], ["dm"], ["²"], ["1", "2"]]


class ThinksNothing:
    async def advise(self, match: Match, seat: int, user: int) -> Advice:
        raise NoHintAnyMore


@pytest.mark.parametrize(
    ("acknowledge", "answered"),
    [
        ("update", discord.InteractionResponseType.deferred_message_update),
        ("reply", discord.InteractionResponseType.deferred_channel_message),
        ("none", None),
    ],
)
async def test_a_click_is_acknowledged_as_its_button_says_before_anything_else(
    bot: Bot, acknowledge: Any, answered: discord.InteractionResponseType | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    states: list[Any] = []

    async def handler(click: Click) -> None:
        states.append(asking.type)

    async def defer(*, ephemeral: bool = False, thinking: bool = False) -> None:
        kinds = discord.InteractionResponseType
        asking.type = kinds.deferred_channel_message if thinking else kinds.deferred_message_update

    monkeypatch.setitem(clicks.ACTIONS, "test_only", clicks.Action(handler, acknowledge, once=False))
    asking = Clicking(bot, custom_id("b", 0, 0, "test_only"))
    monkeypatch.setattr(asking, "defer", defer)
    await handle_click(asking)
    assert (states, asking.heard) == ([answered], [])


NOON = datetime(2026, 7, 1, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("once", "users", "milliseconds", "handled"),
    [
        (True, (ANNE, ANNE), 2_999, 1),
        (True, (ANNE, ANNE), 3_000, 2),
        (True, (ANNE, BERT), 100, 2),
        (False, (ANNE, ANNE), 100, 2),
    ],
)
async def test_the_second_half_of_a_double_click_begins_nothing(
    bot: Bot, once: bool, users: tuple[int, int], milliseconds: int, handled: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[int] = []

    async def handler(click: Click) -> None:
        seen.append(click.user)

    monkeypatch.setitem(clicks.ACTIONS, "test_only", clicks.Action(handler, "none", once))
    two = [Clicking(bot, custom_id("b", 0, 0, "test_only", "cirondo"), user=user) for user in users]
    for click, seconds in zip(two, (0, milliseconds / 1000), strict=True):
        click.id = discord.utils.time_snowflake(NOON + timedelta(seconds=seconds))
        await handle_click(click)
    assert len(seen) == handled
    assert two[1].is_done() is (handled == 1)
    for rest, values in (("parcheesi", []), ("cirondo", ["hard"])):
        other = Clicking(bot, custom_id("b", 0, 0, "test_only", rest), values, users[1])
        other.id = two[1].id
        await handle_click(other)
    assert len(seen) == handled + 2


@pytest.mark.sample(12)
@pytest.mark.parametrize("examples", [5, pytest.param(100, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", sorted(clicks.ACTIONS))
async def test_made_up_clicks_are_answered_without_an_error(
    bot: Bot, name: str, examples: int, caplog: pytest.LogCaptureFixture
) -> None:
    """Whatever stands in the place of the match, the version, the rest and what was chosen."""
    bot.computers = ThinksNothing()
    await together(bot, ANNE, BERT)
    await solo(bot, ANNE)
    await bot.matches.tables.open(
        TableTerms(game="southern_cards", seats=2), opener=BERT, place=(await bot.matches.get(1)).place
    )

    @settings(
        max_examples=examples,
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=[HealthCheck.function_scoped_fixture],
    )
    @given(
        match=st.sampled_from(NUMBERS),
        version=st.sampled_from(NUMBERS),
        rest=st.sampled_from(RESTS),
        values=st.sampled_from(VALUES),
        user=st.sampled_from([ANNE, BERT]),
    )
    def cases(match: str, version: str, rest: str, values: list[str], user: int) -> None:
        made_up.append((f"b:{match}:{version}:{name}:{rest}", values, user))

    made_up: list[tuple[str, list[str], int]] = []
    cases()
    for text, values, user in made_up:
        asking = Clicking(bot, text, values, user)
        await handle_click(asking)
        assert [record for record in caplog.records if record.levelno >= logging.ERROR] == [], (text, values)
        assert not any("Something went wrong" in heard for heard in asking.heard)


@pytest.mark.parametrize(
    "text",
    [
        "b:1:1:no_such_action:",
        "b:1:1",
        "x:1:1:move:",
        "",
        f"b:{2**63}:1:move:",
        f"b:{'1' * 5000}:1:move:",
        "b:-1:1:move:",
        "b:1:1:take_over:x",
        "b:0:0:rules_page:southern_cards.²",
    ],
)
async def test_a_button_unknown_to_this_version_is_refused(bot: Bot, text: str) -> None:
    await together(bot, ANNE, BERT)
    asking = Clicking(bot, text)
    await handle_click(asking)
    assert asking.heard[-1].startswith(EXPIRED)


@pytest.mark.parametrize("values", [[5], [None], [True], [["0"]], [{}], ["0", 5], "00", {"0": "0"}, 7])
async def test_values_of_another_kind_are_of_no_button_of_ours(bot: Bot, values: Any) -> None:
    await together(bot, ANNE, BERT)
    for name in ("choose", "home_table", "settings_time", "home_invite"):
        asking = Clicking(bot, f"s:1:1:{name}:cirondo", values)
        await handle_click(asking)
        assert asking.heard[-1].startswith(EXPIRED)


@pytest.mark.parametrize(
    "components",
    [
        *(None, 7, [], [7], [{}], [{"component": 7}], [{"component": {"custom_id": "hour"}}]),
        *([{"component": {"custom_id": "hour", "values": values}}] for values in ("9", [], [9], [["9"]], {"9": 9})),
    ],
)
def test_a_form_without_a_field_is_of_another_version(bot: Bot, components: Any) -> None:
    asking: Any = Clicking(bot, "b:0:0:settings_form:")
    asking.data["components"] = components
    with pytest.raises(OutdatedButton):
        Click(asking, 0, 0, "", ()).field("hour")


@pytest.mark.parametrize("text", ["", "-1", "1.5", "x", "²", "1000000000", "0x1"])
def test_only_plain_numbers_are_numbers(text: str) -> None:
    with pytest.raises(OutdatedButton):
        clicks.number_in(text)


def test_a_custom_id_is_at_most_as_long_as_discord_takes() -> None:
    room = CUSTOM_ID - len("b:1:2:confirm:")
    assert len(custom_id("b", 1, 2, "confirm", "x" * room)) == CUSTOM_ID == 100
    with pytest.raises(ValueError, match="confirm would have 101 characters"):
        custom_id("b", 1, 2, "confirm", "x" * (room + 1))


def test_a_custom_id_that_is_too_long_is_not_revealed() -> None:
    with pytest.raises(ValueError, match="confirm") as caught:
        button("Confirm", "confirm", "secret" * 20, about=(1, 2))
    assert "secret" not in str(caught.value)


def test_a_custom_id_names_an_action() -> None:
    with pytest.raises(ValueError, match="No action is called nothing_known"):
        custom_id("b", 1, 2, "nothing_known")


def test_two_actions_have_two_names() -> None:
    handler = clicks.ACTIONS["confirm"]
    with pytest.raises(ValueError, match="Two actions are named confirm"):
        action("confirm", "update")(handler[0])
    assert clicks.ACTIONS["confirm"] is handler


class TestTheLog:
    SECRET = "place JH@a1"  # noqa: S105 - a move

    @pytest.fixture
    def failing(self, monkeypatch: pytest.MonkeyPatch) -> None:
        async def fail(*_: Any, **named: Any) -> None:
            raise RuntimeError(f"{self.SECRET} by {ANNE}")

        monkeypatch.setattr(Matches, "get", fail)

    @pytest.mark.usefixtures("failing")
    async def test_says_neither_the_move_of_a_button_nor_who_clicked(
        self, bot: Bot, caplog: pytest.LogCaptureFixture
    ) -> None:
        asking = Clicking(bot, f"b:1:1:confirm:{self.SECRET}")
        await handle_click(asking)
        (line,) = [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR]
        assert "(button confirm)" in line
        assert "clicks.py" in line
        assert "RuntimeError" in line
        assert self.SECRET not in caplog.text
        assert str(ANNE) not in caplog.text
        assert "Nothing was played." in asking.heard[-1]
        assert line.split()[1].rstrip(":") in asking.heard[-1]

    def test_says_of_suggestions_what_failed_and_not_for_whom(self, caplog: pytest.LogCaptureFixture) -> None:
        log = logging.getLogger("discord.app_commands.tree")
        try:
            raise RuntimeError(str(ANNE))
        except RuntimeError:
            log.exception("Ignoring exception in autocomplete for %r (Guild: %s, User: %s)", "move", 1, ANNE)
        assert "No suggestions: " in caplog.text
        assert "RuntimeError" in caplog.text
        assert str(ANNE) not in caplog.text


async def test_an_error_that_comes_up_while_another_is_explained_is_noted(
    bot: Bot, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def fail(*_: Any, **named: Any) -> int:
        raise OSError

    monkeypatch.setattr(errors, "reply", fail)
    await handle_click(Clicking(bot, "b:1:1:nothing:"))
    assert "Couldn't answer" in caplog.text


async def test_only_a_solo_game_that_is_over_offers_a_new_one(bot: Bot) -> None:
    alone = await bot.matches.act((await solo(bot, ANNE)).id, proposals.resign(ANNE))
    others = await together(bot, ANNE, BERT)
    others = await bot.matches.act(others.id, proposals.resign(ANNE))
    side_by_side = await together(bot, ANNE, BERT, series=SeriesKind.PARALLEL)
    part = await bot.matches.act(part_of(side_by_side, 0), proposals.resign(ANNE))
    for match, offered in ((alone, True), (others, False), (part, False)):
        asking = Asking(bot, ANNE)
        await asking.defer()
        await bot.explain(asking, MatchOver(), match_id=match.id)
        assert ("solo" in asking.heard[-1]) == offered
