"""The emoji of the bot itself: made, shown, deleted, and refused where Discord does."""

from __future__ import annotations

import discord
import pytest
from discord import ui

from tests.person import Person
from tests.playground.small_bot import SmallBot, picture

PICTURE = picture().getvalue()
LARGE = b"\x89PNG\r\n\x1a\n" + bytes(257 * 1024)


async def send(bot: SmallBot, channel: int, emoji: discord.Emoji) -> discord.Message:
    view = ui.LayoutView()
    options = [discord.SelectOption(label="Ada", emoji=emoji)]
    view.add_item(ui.ActionRow(ui.Button(label="Ada", emoji=emoji)))
    view.add_item(ui.ActionRow(ui.Select(options=options)))
    return await bot.get_partial_messageable(channel).send(view=view)


async def test_emoji_that_are_made_stand_on_buttons_and_in_lists_until_they_are_deleted(
    bot: SmallBot, ada: Person
) -> None:
    emoji = await bot.create_application_emoji(name="die_3", image=PICTURE)
    assert [one.name for one in await bot.fetch_application_emojis()] == ["die_3"]
    channel = bot.channel("games").id
    sent = await send(bot, channel, emoji)
    shown = await ada.wait_for(lambda message: message.id == sent.id)
    assert [one.emoji for one in shown.buttons] == ["die_3"]
    await emoji.delete()
    with pytest.raises(discord.HTTPException, match="Invalid emoji") as refused:
        await send(bot, channel, emoji)
    assert refused.value.code == 50035
    with pytest.raises(discord.NotFound):
        await emoji.delete()


@pytest.mark.parametrize(("name", "image"), [("d", PICTURE), ("die 3", PICTURE), ("die_4", LARGE)])
async def test_bad_names_and_files_that_are_too_large_are_refused(bot: SmallBot, name: str, image: bytes) -> None:
    with pytest.raises(discord.HTTPException) as refused:
        await bot.create_application_emoji(name=name, image=image)
    assert refused.value.code == 50035


async def test_a_name_is_taken_once(bot: SmallBot) -> None:
    await bot.create_application_emoji(name="die_3", image=PICTURE)
    with pytest.raises(discord.HTTPException, match="already taken"):
        await bot.create_application_emoji(name="die_3", image=PICTURE)
