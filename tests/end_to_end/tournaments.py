"""Tournaments as the end-to-end tests create and join them."""

from tests.end_to_end.room import Player, Room
from tests.messages import Message

OF_ROUND = (
    "SELECT m.match_id FROM tournament_matches m JOIN tournaments t ON t.id = tournament_id "
    "WHERE t.name = ? AND round = ? AND match_id IS NOT NULL ORDER BY m.id"
)


async def organised(room: Room, player: Player, **options: object) -> str:
    """A tournament of this room; returns its name."""
    name = f"Cup {room.number}"
    await room.house.control(permissions={"channel": str(room.channel), "allow": ["manage_guild"]})
    answer = await player.slash("tournament create", name=name, **options)
    assert f"**{name}** has been created." in await player.told(answer)
    return name


async def sign_up_of(player: Player, name: str) -> Message:
    return await player.wait_for(lambda message: f"{name}: sign-up" in message.text and message.has_button("Join"))


async def begins(room: Room, name: str, players: tuple[Player, ...]) -> None:
    shown = await sign_up_of(players[0], name)
    for player in players:
        assert "You've joined" in await player.told(await player.click(shown, "Join"))
    assert "begins now" in await players[0].told(await players[0].slash("tournament start", tournament=name))


async def of_round(room: Room, name: str, number: int, count: int) -> list[int]:
    """The matches of a round once all of them have begun."""
    await room.house.until(lambda: len(room.house.rows(OF_ROUND, name, number)) == count, f"round {number}")
    return [match for (match,) in room.house.rows(OF_ROUND, name, number)]
