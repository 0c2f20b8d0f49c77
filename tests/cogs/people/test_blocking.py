"""`/privacy block`, `unblock` and `blocked`."""

from types import SimpleNamespace
from typing import Any

import pytest

from bot.match import Refusal
from bot.match.parts.personal_blocks import MOST_BLOCKED
from bot.text import LANGUAGES, speak
from cogs.shared.interactions.clicks import handle_click
from cogs.shared.interactions.replies import TEXT_LIMIT
from cogs.shared.people.blocking import suggest_blocked
from cogs.shared.people.privacy import privacy_group
from tests.cogs.clicking import Clicking
from tests.cogs.conftest import ANNE, BERT, CLEO, Asking, Bot


def person(user: int, *, is_bot: bool = False) -> Any:
    return SimpleNamespace(id=user, bot=is_bot, mention=f"<@{user}>")


async def answer(bot: Bot, name: str, user: int = ANNE, **options: Any) -> Asking:
    command: Any = privacy_group().get_command(name)
    asking = Asking(bot, user)
    await command.callback(asking, **options)
    return asking


async def test_it_says_what_follows_and_the_list_has_them(bot: Bot) -> None:
    assert (await answer(bot, "blocked")).heard == ["You haven't blocked anyone."]
    blocked = await answer(bot, "block", person=person(BERT))
    assert blocked.heard[-1].splitlines()[1] == (
        "Matches that you share go on, and in leagues and tournaments you may still meet."
    )
    assert (await answer(bot, "block", person=person(BERT))).heard == blocked.heard
    listed = await answer(bot, "blocked")
    assert listed.heard == [f"### People you've blocked: 1\n- <@{BERT}>"]
    assert listed.placeholders == ["Unblock someone"]
    assert (await answer(bot, "blocked", BERT)).heard == ["You haven't blocked anyone."]


@pytest.mark.parametrize(
    ("whom", "words"),
    [(person(ANNE), "You can't block yourself."), (person(BERT, is_bot=True), f"<@{BERT}> is a bot")],
)
async def test_neither_oneself_nor_a_bot_is_blocked(bot: Bot, whom: Any, words: str) -> None:
    with pytest.raises(Refusal, match=words):
        await answer(bot, "block", person=whom)
    assert await bot.matches.personal_blocks.of_person(ANNE) == []


@pytest.mark.parametrize("typed", [str(BERT), f"<@{BERT}>", f" <@!{BERT}> "])
async def test_who_is_unblocked_can_be_named_by_id_or_mention(bot: Bot, typed: str) -> None:
    await answer(bot, "block", person=person(BERT))
    assert (await answer(bot, "unblock", person=typed)).heard == [f"You've unblocked <@{BERT}>."]
    assert (await answer(bot, "unblock", person=typed)).heard == [f"You haven't blocked <@{BERT}>."]


@pytest.mark.parametrize("typed", ["Bert", "", "9" * 19, "<@12", "٣" * 6])
async def test_what_names_nobody_is_refused(bot: Bot, typed: str) -> None:
    with pytest.raises(Refusal, match="isn't someone you've blocked"):
        await answer(bot, "unblock", person=typed)


async def test_only_those_on_the_own_list_are_suggested(bot: Bot) -> None:
    await bot.matches.personal_blocks.add(ANNE, BERT)
    await bot.matches.personal_blocks.add(BERT, CLEO)
    asking = Asking(bot, ANNE)
    assert [one.value for one in await suggest_blocked(asking, "")] == [str(BERT)]
    assert [one.value for one in await suggest_blocked(asking, str(BERT)[-5:])] == [str(BERT)]
    assert await suggest_blocked(asking, "nobody") == []


async def test_a_click_takes_one_off_the_own_list_alone(bot: Bot) -> None:
    await bot.matches.personal_blocks.add(ANNE, BERT)
    await bot.matches.personal_blocks.add(CLEO, BERT)
    clicking = Clicking(bot, "s:0:0:unblock:", values=[str(BERT)])
    await handle_click(clicking)
    assert clicking.heard[-1] == f"You've unblocked <@{BERT}>.\nYou haven't blocked anyone."
    assert await bot.matches.personal_blocks.of_person(ANNE) == []
    assert await bot.matches.personal_blocks.of_person(CLEO) == [BERT]


async def test_the_longest_list_fits_and_says_how_many_are_left_out(bot: Bot) -> None:
    for number in range(MOST_BLOCKED):
        await bot.matches.personal_blocks.add(ANNE, 2**62 + number)
    for language in LANGUAGES:
        speak(language)
        listed = await answer(bot, "blocked")
        assert len(listed.heard[-1]) <= TEXT_LIMIT, language
        assert listed.heard[-1].count("<@") in (MOST_BLOCKED, listed.heard[-1].count("\n") - 1), language
