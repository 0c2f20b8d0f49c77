"""What the table says of its seats."""

from bot.match import ComputerLevel
from cogs.shared.table import seat_lines
from tests.cogs.conftest import ANNE, BERT, CLEO, HERE, Bot


async def test_a_seat_for_somebody_invited_is_not_called_free(bot: Bot) -> None:
    table = await bot.matches.open(
        game="southern_cards", options={}, seats=4, opener=ANNE, place=HERE, invited=[BERT, CLEO]
    )

    def seats(lines: list[str]) -> list[str]:
        return [line.partition("** · ")[2] for line in lines]

    assert seats(seat_lines(table)) == [f"<@{ANNE}>", f"kept for <@{BERT}>", f"kept for <@{CLEO}>", "free"]
    await bot.matches.table_posted(table.id, 7000)
    joined = await bot.matches.join(table.id, CLEO)
    assert seats(seat_lines(joined)) == [f"<@{ANNE}>", f"<@{CLEO}>", f"kept for <@{BERT}>", "free"]
    full = await bot.matches.add_computer(table.id, ANNE, ComputerLevel.EASY, seat=3)
    assert seats(seat_lines(full))[2:] == [f"kept for <@{BERT}>", "🤖 easy computer"]
