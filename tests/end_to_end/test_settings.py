"""/settings as people who manage a server use it, and its effects for everyone."""

import io

import pytest
from PIL import Image

from tests.end_to_end.room import Player, Room
from tests.messages import Message

pytestmark = pytest.mark.thorough


async def panel(room: Room, player: Player) -> Message:
    """The panel, for someone who manages the server here."""
    await room.house.control(permissions={"channel": str(room.channel), "allow": ["manage_guild"]})
    message = (await player.slash("settings")).message
    assert message is not None
    assert message.ephemeral
    return message


async def test_only_those_who_manage_the_server_change_its_settings(room: Room, ada: Player, ben: Player) -> None:
    assert "need the permission *Manage Server*" in (await ben.slash("settings")).text
    shown = await panel(room, ada)
    try:
        await room.house.control(permissions={"channel": str(room.channel)})
        refused = await ada.choose(shown, "What's switched on", "Hints and coaching")
        assert "need the permission *Manage Server*" in refused.text
        assert room.house.rows("SELECT * FROM guild_settings") == []
    finally:
        room.usual_settings()


async def test_each_change_takes_effect_and_is_posted_to_the_log(room: Room, ada: Player, ben: Player) -> None:
    shown = await panel(room, ada)
    try:
        await ada.choose(shown, "Channel for changes to settings", str(room.channel))
        await ada.wait_for(lambda message: "changed **Channel for changes to settings**: none → <#" in message.text)
        await ada.choose(shown, "Time per turn", "Time per turn: 1 hour")
        await ada.choose(shown, "What's switched on", "Hints and coaching", "Rated tables")
        log = await ada.wait_for(lambda message: "**Computers**: yes → no" in message.text)
        assert not log.mentions
        (await ada.fresh(shown)).select("Roles for champions")
        form = (await ada.click(shown, "More settings")).modal
        assert form is not None
        assert [field.label for field in form.fields] == [
            "Open tables per person",
            "Language",
            "Announcement of the daily",
        ]
        assert [one.label for one in form.fields[2].options if one.chosen] == ["none"]
        values = {"Open tables per person": "1", "Language": "English", "Announcement of the daily": "none"}
        await ada.submit(form, values)
        await ada.wait_for(lambda message: message.id == shown.id and "**Open tables per person**: 1" in message.text)
        form = (await ada.click(shown, "More settings")).modal
        await ada.submit(form, values | {"Announcement of the daily": "9:00 UTC"})
        unfinished = "To announce the daily, Crux needs a channel for announcements."
        await ada.wait_for(lambda message: message.id == shown.id and unfinished in message.text)
        table = (await ben.slash("cirondo start")).message
        assert table is not None
        assert "1 hour a turn" in table.text
        assert "limit of open tables (1)" in (await ben.slash("cirondo start")).text
        await ben.slash("match cancel")
        assert "Computers are off on this server." in (await ben.slash("cirondo start", computers="easy")).text
    finally:
        room.usual_settings()


async def test_roles_can_be_chosen_and_what_is_deleted_is_said(room: Room, ada: Player, ben: Player) -> None:
    shown = await panel(room, ada)
    try:
        house = room.house
        role = (await house.control(add_role={"name": "Champion", "position": 2}))["add_role"]
        assert "You can't choose" in (await ada.choose(shown, "Roles for champions", role)).text
        own = {"name": "Giver", "position": 4, "permissions": ["manage_roles"], "person": ada.name}
        await house.control(add_role=own)
        await ada.choose(shown, "Roles for champions", role)
        await ada.wait_for(lambda message: message.id == shown.id and f"<@&{role}>" in message.text)
        powerful = {"name": "Powerful", "position": 1, "permissions": ["manage_messages"]}
        other = (await house.control(add_role=powerful))["add_role"]
        assert "lets people manage or moderate" in (await ada.choose(shown, "Roles for champions", other)).text
        added = await room.house.control(add_channel=f"short-lived-{room.number}")
        await ada.choose(shown, "Channels for tables", added["add_channel"])
        assert f"This server opens tables only in <#{added['add_channel']}>." in (await ben.slash("cirondo start")).text
        await room.house.control(delete_channel=added["add_channel"])
        again = await panel(room, ada)
        assert "**Channels for tables**: ⚠️ 1 deleted" in again.text
        assert "so tables can be opened everywhere" in again.text
        table = (await ben.slash("cirondo start")).message
        assert table is not None
        assert table.has_button("Join")
    finally:
        room.usual_settings()


async def black(message: Message | None) -> float:
    """The share of a message's first picture that is nearly black."""
    assert message is not None
    with Image.open(io.BytesIO(await message.files[0].read())) as picture:
        tones = picture.convert("L").histogram()
    return sum(tones[:10]) / sum(tones)


async def test_a_server_can_have_pictures_of_high_contrast(room: Room, ada: Player, ben: Player) -> None:
    shown = await panel(room, ada)
    assert await black(await room.begin(ada, ben)) < 0.1
    try:
        await ada.choose(shown, "What's switched on", "High-contrast pictures")
        await ada.wait_for(lambda message: message.id == shown.id and "**High-contrast pictures**: yes" in message.text)
        for message in (await room.begin(ada, ben), (await ben.slash("profile", person=ada.name)).message):
            assert await black(message) > 0.3
        await ada.choose(shown, "What's switched on", "Rated tables", "Hints and coaching", "Computers")
    finally:
        room.usual_settings()
