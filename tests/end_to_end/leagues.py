"""Leagues as the end-to-end tests create and join them."""

from tests.end_to_end.room import Player, Room
from tests.messages import Message


async def organised(room: Room, player: Player, **options: object) -> str:
    """A league of this room; returns its name."""
    name = f"Room {room.number}"
    await room.house.control(permissions={"channel": str(room.channel), "allow": ["manage_guild"]})
    answer = await player.slash("league create", name=name, game="cirondo", **options)
    assert f"**{name}** has been created." in await player.told(answer)
    return name


async def sign_up_of(player: Player, name: str, *, after: int = 0) -> Message:
    return await player.wait_for(
        lambda message: f"{name}: season" in message.text and message.has_button("Join") and message.id > after
    )
