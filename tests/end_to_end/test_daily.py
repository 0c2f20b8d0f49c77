"""The daily as people meet it: the same cards for everyone, one try, a result to share."""

import json

import pytest

from bot.rules import GAMES
from tests.end_to_end.room import Player, Room, guild_of
from tests.messages import Message

pytestmark = pytest.mark.thorough


def newest_try(room: Room) -> int:
    ((match,),) = room.house.rows("SELECT max(match_id) FROM daily_tries")
    return int(match)


async def play_to_the_end(room: Room, player: Player, match: int) -> Message:
    """Type the first legal move until the match is over; returns the private message that says so."""
    while True:
        ((document, game),) = room.house.rows(
            "SELECT document, game FROM snapshots JOIN matches ON id = match_id WHERE match_id = ?", match
        )
        state = GAMES[game].load(json.loads(document))
        move = state.notate(state.legal()[0])
        answer = await player.slash(f"{game.replace('_', '-')} move", move=move, match=str(match))
        text = await player.told(answer)
        if "Daily of" in text or "Practice, daily of" in text:
            assert answer.message is not None
            return await shown_at_the_end(player, answer.message.id)


async def shown_at_the_end(player: Player, number: int) -> Message:
    return await player.wait_for(lambda message: message.id == number and message.has_button("In words"))


@pytest.mark.slow
async def test_everyone_has_one_try_with_the_same_cards(room: Room, ada: Player, ben: Player) -> None:
    intro = await ada.slash("daily play")
    assert "Everyone gets the same cards, and you have one try." in await ada.told(intro)
    await ada.told(await ada.click(intro.message, "Play today's"))
    first = newest_try(room)
    # Ada's second device, and her solo command, which has nothing to do with it.
    await ada.told(await ada.click(intro.message, "Play today's"))
    assert newest_try(room) == first
    await ada.told(await ada.slash("southern-cards solo"))
    ((solo,),) = room.house.rows("SELECT max(id) FROM matches")
    assert solo > first

    begun = await ben.slash("daily play")
    await ben.told(await ben.click(begun.message, "Play today's"))
    second = newest_try(room)
    assert second != first
    starts = room.house.rows("SELECT document FROM snapshots WHERE match_id IN (?, ?)", first, second)
    assert len({json.dumps(json.loads(document)["deck"]) for (document,) in starts}) == 1

    ended = await play_to_the_end(room, ada, first)
    assert "You're the first to finish today." in ended.text
    assert len(ended.files) == 2
    await ada.click(ended, "Share")
    posted = await ben.wait_for(lambda message: "daily, " in message.text and not message.ephemeral)
    assert f"<@{ada.id}>" in posted.text
    assert set("".join(posted.text.splitlines()[1:-1])) <= set("⬛🔺🔷🟢⭐")
    again = await ada.click(ended, "Share")
    assert f"You've already shared it: https://discord.com/channels/{await guild_of(room)}" in again.text
    assert again.text.endswith(f"/{posted.id}")
    assert again.ephemeral
    assert len([one for one in await ben.messages() if "daily, " in one.text and not one.ephemeral]) == 1

    # Nothing of the deal is told while others can still play it.
    for command in ("match replay", "match export"):
        assert "Others are still playing the same cards" in await ada.told(await ada.slash(command, match=str(first)))
    assert "no match" in (await ben.told(await ben.slash("match show", match=str(first)))).lower()

    again = await ada.slash("daily play")
    assert "Daily of" in await ada.told(again)
    practice = await ada.click(again.message, "Practise")
    assert "Practice: this doesn't count." in await ada.told(practice)
    assert newest_try(room) == second
    assert "open it with `/daily play`" in await ada.told(await ada.slash("match list"))
    asked = await ada.click((await ada.click(practice.message, "More")).message, "Give up")
    assert "Your result in the daily stays." in asked.text
    assert "You stopped practising" in (await ada.click(asked.message, "Give up")).text

    again = await ben.slash("daily play")
    await ben.told(again)
    asked = await ben.click((await ben.click(again.message, "More")).message, "Give up")
    assert "you can't try again" in asked.text

    table = await ada.told(await ada.slash("daily table"))
    assert f"1st <@{ada.id}> · 100 points in 1 day\n" in table
    about = await ada.told(await ada.slash("daily about"))
    assert "Each day's seed is the SHA-256 of the next day's" in about
    ((secret,),) = room.house.rows("SELECT last_link FROM daily_chains")
    assert secret.hex() not in about


async def test_practice_is_refused_before_the_own_try_is_over(room: Room, ada: Player) -> None:
    intro = await ada.slash("daily play")
    await ada.told(intro)
    assert intro.message is not None
    play = next(one.custom_id or "" for one in intro.message.buttons if one.label == "Play today's")
    fake = await room.fake(("Practise", play.replace("daily_play", "daily_practise")), ("Never", "b:0:0:daily_play:x"))
    assert "from an older version" in await ada.told(await ada.click(fake, "Never"))
    assert "Finish your own try first." in await ada.told(await ada.click(fake, "Practise"))


async def test_the_home_screen_leads_to_the_daily(room: Room, ada: Player) -> None:
    home = await ada.slash("crux")
    assert "one try" in await ada.told(await ada.click(home.message, "Daily challenge"))
