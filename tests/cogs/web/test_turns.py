"""Turns of several decisions, dice, and hints on the page: they are what clicks on Discord make of them."""

import io
from types import SimpleNamespace
from typing import Any

import aiohttp
import pytest
from PIL import Image, ImageStat
from sqlalchemy import Engine, event

from bot.computers.thinking import Advice, Review
from bot.match import Match
from bot.players import Reason
from cogs.shared.client.languages import Languages
from cogs.shared.web.answers import MINUTES
from cogs.shared.web.documents import NOBODY
from cogs.shared.web.server import PageServer
from images.canvas.palette import NIGHT
from tests.cogs.conftest import ANNE, BERT, Bot
from tests.cogs.reviewing import REASONS, Coach, legal
from tests.cogs.web.conftest import Person, advanced, begun, wish_of
from tests.cogs.web.described import checked

THEME_FOR = Languages.theme_for


async def planned(person: Person, match: Match, choice: dict[str, Any]) -> dict[str, Any]:
    """The choice after the first way on has been taken to its end."""
    level, numbers = choice["tree"], []
    while isinstance(level, list):
        numbers.append("0")
        level = level[0][1]
    joined = "." if choice["plan"] and not choice["plan"].endswith("_") else ""
    answer: dict[str, Any] = await person.get(
        f"matches/{match.id}/choice?plan={choice['plan']}{joined}{'.'.join(numbers)}"
    )
    return answer


async def test_a_turn_of_three_actions_is_planned_and_confirmed_once(
    bot: Bot, server: PageServer, client: aiohttp.ClientSession
) -> None:
    match = await begun(bot, "southern_cross", [ANNE, BERT])
    anne = await Person(server, client, ANNE).enter()
    choice = (await anne.get(f"matches/{match.id}"))["choice"]
    assert [one["label"] for one in choice["direct"]] == ["End turn"]
    for number in range(1, 4):
        choice = await planned(anne, match, choice)
        assert (choice["planned"], choice["complete"]) == (number, False)
        labels = [one["label"] for one in choice["confirms"]]
        assert labels == (["Confirm", "Confirm + End turn"] if number < 3 else ["Confirm + End turn"])
    assert (await bot.matches.get(match.id)).version == match.version
    wish = {"do": "play", "version": match.version, "plan": choice["chosen"], "check": choice["check"]}
    done = await (await anne.act(match.id, **wish, direct=choice["confirms"][0]["direct"])).json()
    after = await bot.matches.get(match.id)
    assert (after.version, after.to_move) == (match.version + 4, 1)
    assert done["says"].startswith("🔵 Blue ")


async def test_dice_are_rolled_with_a_button(bot: Bot, server: PageServer, client: aiohttp.ClientSession) -> None:
    match = await begun(bot, "parcheesi", [ANNE, BERT])
    anne = await Person(server, client, ANNE).enter()
    choice = (await anne.get(f"matches/{match.id}"))["choice"]
    (roll,) = choice["direct"]
    assert (roll["label"], choice["tree"], choice["confirms"]) == ("Roll the dice", [], [])
    wish = {"do": "play", "version": match.version, "plan": "", "check": choice["check"], "direct": roll["move"]}
    assert "rolls" in (await (await anne.act(match.id, **wish)).json())["says"]


async def test_what_was_done_in_the_own_turn_is_undone(
    bot: Bot, server: PageServer, client: aiohttp.ClientSession
) -> None:
    match = await begun(bot, "southern_cross", [ANNE, BERT])
    anne = await Person(server, client, ANNE).enter()
    choice = await planned(anne, match, (await anne.get(f"matches/{match.id}"))["choice"])
    wish = {"do": "play", "version": match.version, "plan": choice["chosen"], "check": choice["check"]}
    after = (await (await anne.act(match.id, **wish)).json())["match"]
    assert "take_back" in {one["do"] for one in after["actions"]}
    back = (await (await anne.act(match.id, do="take_back", version=after["version"])).json())["match"]
    assert back["turn"]
    state = (await bot.matches.get(match.id)).state
    assert state is not None
    assert match.state is not None
    assert state.dump() == match.state.dump()


async def test_a_hint_is_shown_as_the_move_that_it_advises(
    bot: Bot, server: PageServer, client: aiohttp.ClientSession
) -> None:
    match = await advanced(bot, await begun(bot, "cirondo", [ANNE, BERT]), 6)
    assert match.state is not None
    best = match.state.notate(match.state.legal()[-1])

    async def advise(*_: object) -> Advice:
        return Advice(best, ())

    bot.computers = SimpleNamespace(advise=advise)
    anne = await Person(server, client, ANNE).enter()
    hint = await (await anne.act(match.id, do="hint", version=match.version)).json()
    assert hint["says"].startswith("💡 A strong computer would play this")
    assert hint["chosen"]["complete"]
    wish = {"plan": hint["chosen"]["chosen"], "check": hint["chosen"]["check"], "version": match.version}
    assert (await anne.act(match.id, do="play", **wish)).status == 200
    now = await bot.matches.get(match.id)
    assert now.trail.decisions[-1].move == best


async def test_a_hint_plans_the_whole_turn(bot: Bot, server: PageServer, client: aiohttp.ClientSession) -> None:
    match = await begun(bot, "southern_cross", [ANNE, BERT])

    async def advise(*_: object) -> Advice:
        return Advice("base-c6", (Reason("looks best for now"),), plan=("basexc5", "base-d6"))

    bot.computers = SimpleNamespace(advise=advise)
    anne = await Person(server, client, ANNE).enter()
    hint = await (await anne.act(match.id, do="hint", version=match.version)).json()
    assert hint["says"] == "💡 A strong computer would play this turn. Its first action looks best for now."
    assert (hint["chosen"]["planned"], hint["chosen"]["tree"]) == (3, [])
    confirm = hint["chosen"]["confirms"][-1]
    wish = {"plan": hint["chosen"]["chosen"], "check": hint["chosen"]["check"], "version": match.version}
    assert (await anne.act(match.id, do="play", direct=confirm["direct"], **wish)).status == 200
    now = await bot.matches.get(match.id)
    assert [one.move for one in now.trail.decisions][-4:] == ["base-c6", "basexc5", "base-d6", "end"]


async def test_a_card_and_where_it_goes_can_be_touched_in_any_order(
    bot: Bot, server: PageServer, client: aiohttp.ClientSession
) -> None:
    match = await advanced(bot, await begun(bot, "southern_cards", [ANNE, BERT]), 6)
    anne = await Person(server, client, ANNE).enter()
    choice = (await anne.get(f"matches/{match.id}"))["choice"]
    hand = {at for at, (picture, *_) in choice["places"].items() if picture == 1}
    first = [choice["steps"][number] for number, _ in choice["tree"]]
    assert len(hand) > 1
    assert {step.get("from") for step in first} >= hand
    assert {step["at"] for step in first if step.get("from") in hand} <= choice["places"].keys()
    chosen = await planned(anne, match, choice)
    assert len(chosen["pictures"]) == 2, "the hand stays where it is"


async def test_who_plays_without_asking_says_so_on_the_page_too(
    bot: Bot, server: PageServer, client: aiohttp.ClientSession
) -> None:
    match = await begun(bot, "cirondo", [ANNE, BERT])
    anne, bert = [await Person(server, client, user).enter() for user in (ANNE, BERT)]
    assert (await anne.get(f"matches/{match.id}"))["confirms"]
    assert (await anne.ask("settings", "POST", json={"confirms": 0})).status == 400
    assert (await anne.ask("settings", "POST", json={"confirms": False})).status == 200
    assert not (await anne.get(f"matches/{match.id}"))["confirms"]
    assert (await bert.get(f"matches/{match.id}"))["confirms"]
    assert not (await bot.matches.reminders.settings(ANNE)).confirms


async def test_who_wants_high_contrast_gets_other_pictures_on_the_page(
    bot: Bot, server: PageServer, client: aiohttp.ClientSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Languages, "theme_for", THEME_FOR)
    match = await begun(bot, "cirondo", [ANNE, BERT])
    anne, bert = [await Person(server, client, user).enter() for user in (ANNE, BERT)]

    async def picture_of(person: Person) -> tuple[str, bytes]:
        address = (await person.get(f"matches/{match.id}"))["pictures"][0]["address"].removeprefix("api/")
        answer = await person.ask(address)
        assert answer.headers["Cache-Control"] == MINUTES
        return address, await answer.read()

    usual = await picture_of(anne)
    assert not (await anne.get("me"))["contrast"]
    assert (await anne.ask("settings", "POST", json={})).status == 400
    assert (await anne.ask("settings", "POST", json={"contrast": 1})).status == 400
    assert (await anne.ask("settings", "POST", json={"contrast": True})).status == 200
    assert (await anne.get("me"))["contrast"]
    bright = await picture_of(anne)
    assert bright[0] != usual[0]
    assert bright[1] != usual[1]
    assert "theme=contrast" in (await anne.get("matches"))["matches"][0]["picture"]
    assert await picture_of(bert) == await picture_of(bert)
    assert "theme=night" in (await picture_of(bert))[0]
    assert (await bot.matches.reminders.settings(ANNE)).confirms


async def test_the_list_has_the_sign_of_each_match_in_a_rim_of_the_colour_to_move(
    bot: Bot, server: PageServer, client: aiohttp.ClientSession
) -> None:
    await begun(bot, "cirondo", [ANNE, BERT])
    anne = await Person(server, client, ANNE).enter()
    (entry,) = (await anne.get("matches"))["matches"]
    assert entry["picture"] == "api/signs/cirondo/gold?theme=night"
    off = []
    for colour in ("gold", NOBODY):
        answer = await anne.ask(f"signs/cirondo/{colour}")
        assert (answer.status, answer.content_type) == (200, "image/webp")
        with Image.open(io.BytesIO(await answer.read())) as picture:
            assert picture.size == (192, 192)
            rim = ImageStat.Stat(picture.convert("RGB").crop((64, 4, 128, 12))).mean
            off.append(max(abs(one - other) for one, other in zip(rim, NIGHT.seats["gold"], strict=True)))
    assert off[0] < 12 < off[1]


async def test_a_page_reads_its_match_twice_and_a_move_reads_it_twice_more(
    bot: Bot, server: PageServer, client: aiohttp.ClientSession
) -> None:
    """As a page asks for all that can be done with a match at once."""
    read: list[str] = []

    def note(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        if statement.startswith("SELECT seats."):
            read.append(statement)

    match = await begun(bot, "cirondo", [ANNE, BERT])
    anne = await Person(server, client, ANNE).enter()
    wish = await wish_of(anne, match)
    event.listen(Engine, "before_cursor_execute", note)
    try:
        await anne.get(f"matches/{match.id}")
        assert len(read) == 2
        assert (await anne.act(match.id, **wish)).status == 200
        assert len(read) == 2 + 4
    finally:
        event.remove(Engine, "before_cursor_execute", note)


async def test_who_is_coached_gets_tips_and_remarks(
    bot: Bot, server: PageServer, client: aiohttp.ClientSession
) -> None:
    match = await begun(bot, "southern_cards", [ANNE, BERT], coached=True)
    best = legal(match)[-1]
    bot.computers = Coach(Review(Advice(best, REASONS), frozenset({best})))
    (mover,) = match.to_move_people()
    for user, tip in ((mover, "🎓 Look for a move that takes 3 cards."), (ANNE + BERT - mover, "")):
        person = await Person(server, client, user).enter()
        assert checked(await person.get(f"matches/{match.id}"), "Match")["coached"] is bool(tip)
        assert checked(await person.get(f"matches/{match.id}/coaching"), "Words")["words"] == tip
    person = await Person(server, client, mover).enter()
    done = await (await person.act(match.id, **await wish_of(person, match))).json()
    assert done["says"].startswith("🎓 There was a much better move: ")
