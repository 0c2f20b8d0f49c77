"""What a table says of its seats; its buttons, which work while others sit down; its message, of which only the newest
is sent."""

import asyncio
from typing import Any

import pytest

from bot.match import ComputerLevel, Match, TableFull, TableHasChanged
from cogs.shared import presses, table
from cogs.shared.presses import Press
from cogs.shared.screens import screen_of
from cogs.shared.table import seat_lines, table_view
from tests.cogs.conftest import ANNE, BERT, CLEO, HERE, Asking, Bot


async def opened(bot: Bot, seats: int = 2) -> Match:
    match = await bot.matches.open(game="southern_cards", options={}, seats=seats, opener=ANNE, place=HERE)
    return await bot.matches.table_posted(match.id, 900)


def ids(bot: Bot, match: Match) -> dict[str, str]:
    """The custom ids of the table's buttons and lists, by the names of their actions."""
    view = table_view(screen_of(bot, match.game), match)  # type: ignore[arg-type]  # all of the client that is used
    named = [item.custom_id for item in view.walk_children() if isinstance(item, presses.Button | presses.Select)]
    return {custom_id.split(":")[3]: custom_id for custom_id in named if custom_id is not None}


async def test_all_buttons_but_start_are_the_same_after_somebody_has_sat_down(bot: Bot) -> None:
    before = await opened(bot, seats=3)
    after = await bot.matches.join(before.id, BERT)
    old, new = ids(bot, before), ids(bot, after)
    assert old.keys() == new.keys() >= {"join", "leave", "cancel", "begin", "sit", "add_computer", "rules_of"}
    assert {name for name in old if old[name] != new[name]} == {"begin"}


async def test_start_begins_with_those_who_were_seen(bot: Bot) -> None:
    match = await opened(bot)
    seen = (await bot.matches.join(match.id, BERT)).version
    await bot.matches.leave(match.id, BERT)
    await bot.matches.join(match.id, CLEO)
    with pytest.raises(TableHasChanged):
        await bot.matches.begin(match.id, ANNE, seen_version=seen)
    newest = (await bot.matches.get(match.id)).version
    assert (await bot.matches.begin(match.id, ANNE, seen_version=newest)).started_at is not None


class Sitting(Asking):
    """Somebody at a table whose message takes a while to be edited; `edits` are the versions that were sent."""

    def __init__(self, bot: Bot, user: int, edits: list[str], goes_on: asyncio.Event) -> None:
        super().__init__(bot, user)
        self.edits, self.goes_on = edits, goes_on

    async def edit_original_response(self, view: Any, **named: Any) -> Any:
        shown = await super().edit_original_response(view)
        self.edits.append(self.heard[-1])
        await self.goes_on.wait()
        return shown


async def test_of_several_edits_the_newest_is_sent_alone(bot: Bot) -> None:
    match, edits, goes_on = await opened(bot, seats=5), list[str](), asyncio.Event()
    people = [BERT, CLEO, CLEO + 1, CLEO + 2]
    sitting = [asyncio.create_task(click(bot, match, person, edits, goes_on)) for person in people]
    while (await bot.matches.get(match.id)).version < 1 + len(people):
        pass
    goes_on.set()
    await asyncio.gather(*sitting)
    assert len(edits) <= 2
    assert all(f"<@{person}>" in edits[-1] for person in people)


async def test_a_refused_join_edits_nothing(bot: Bot) -> None:
    match, edits, goes_on = await opened(bot), list[str](), asyncio.Event()
    goes_on.set()
    await click(bot, match, BERT, edits, goes_on)
    assert len(edits) == 1
    for person in range(CLEO, CLEO + 3):
        with pytest.raises(TableFull):
            await click(bot, match, person, edits, goes_on)
    assert len(edits) == 1


async def click(bot: Bot, match: Match, person: int, edits: list[str], goes_on: asyncio.Event) -> None:
    asking = Sitting(bot, person, edits, goes_on)
    await asking.defer()
    await table.join(Press(asking, match.id, 0, "", ()))  # type: ignore[arg-type]  # all of it that is used here


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
