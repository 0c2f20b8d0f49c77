"""Edited messages: pages get only the differences, and don't load an unchanged picture again."""

from __future__ import annotations

import json
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.playground import Playground, pages
from bot.playground.changes import changes
from tests.person import Person, patched
from tests.playground.conftest import Meet
from tests.playground.small_bot import SmallBot, board, picture


@pytest.fixture
def told(playground: Playground, monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Events as they are sent to pages."""
    events: list[Any] = []

    def dumps(event: Any) -> str:
        events.append(event)
        return json.dumps(event)

    monkeypatch.setattr(pages, "json", SimpleNamespace(dumps=dumps))
    return events


def places(event: Any) -> list[list[Any]]:
    return [path for path, *_ in event["changes"]]


async def test_pages_are_sent_what_is_different(bot: SmallBot, ada: Person, told: list[Any]) -> None:
    sent = await bot.channel("games").send(view=board("Turn 1", "move"), file=discord.File(picture(), "board.png"))
    await sent.edit(view=board("Turn 2", "move"))
    seen = await ada.wait_for(lambda message: "Turn 2" in message.text)
    whole, edited = (event for event in told if event["type"] in ("message", "edited"))
    text = ["components", 0, "components", 0]
    assert places(edited) == [["edited_timestamp"], text, ["revision"]]
    assert (edited["id"], edited["from"]) == (str(sent.id), whole["message"]["revision"])
    assert seen.raw == (await ada.fresh(seen)).raw


async def test_what_goes_and_what_comes_is_sent_alone(bot: SmallBot, ada: Person, told: list[Any]) -> None:
    sent = await bot.channel("games").send(view=board("Turn 1", "move"), file=discord.File(picture(), "board.png"))
    for buttons in ((), ("form", "join"), ("form",)):
        await sent.edit(view=board("Turn 1", *buttons))
    seen = await ada.wait_for(lambda message: [one.label for one in message.buttons] == ["Form"])
    assert seen.raw == (await ada.fresh(seen)).raw
    inside = ["components", 0, "components"]
    edits = [event for event in told if event["type"] == "edited"]
    assert [places(event)[1] for event in edits] == [[*inside, 2], [*inside, 2], [*inside, 2, "components", 1]]


async def test_a_page_that_missed_a_change_asks_for_the_whole_message(
    bot: SmallBot, ada: Person, playground: Playground, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent = await bot.channel("games").send("One")
    await ada.wait_for(lambda message: message.text == "One")
    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(playground.world, "tell_page", lambda *_: None)
        await sent.edit(content="Two")
    await sent.edit(content="Two and a half")
    seen = await ada.wait_for(lambda message: message.text == "Two and a half")
    assert seen.raw == (await ada.fresh(seen)).raw


LISTS = st.recursive(
    st.integers(0, 3), lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from("abc"), inner)
)


@given(before=LISTS, after=LISTS)
def test_changes_lead_from_any_value_to_any_other(before: Any, after: Any) -> None:
    assert patched({"it": before}, list(changes(before, after, ("it",)))) == {"it": after}


def test_a_value_is_sent_as_a_whole_where_that_is_shorter() -> None:
    before, after = ({"options": [{"label": f"{sign}{number}"} for number in range(9)]} for sign in "ab")
    assert list(changes(before, after)) == [[["options"], after["options"]]]


async def test_a_file_that_stays_keeps_its_link(bot: SmallBot, ada: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.playground.links.time.time", lambda: 1_800_000_000.0)
    sent = await bot.channel("games").send(view=board("Turn 1"), file=discord.File(picture(), "board.png"))
    monkeypatch.setattr("bot.playground.links.time.time", lambda: 1_800_000_060.0)
    edited = await sent.edit(view=board("Turn 2"))
    assert edited.attachments[0].url == sent.attachments[0].url


async def test_who_comes_later_sees_the_whole_message_with_its_edits(bot: SmallBot, meet: Meet) -> None:
    sent = await bot.channel("games").send(view=board("Turn 1"), file=discord.File(picture(), "board.png"))
    ben = await meet("Ben")
    await sent.edit(view=board("Turn 2"))
    assert (await ben.wait_for(lambda message: "Turn 2" in message.text)).author == "Crux"
