"""Lists of matches: how much of them fits, and which match comes next."""

from dataclasses import replace
from typing import Any

import pytest

from bot.match import SeriesKind
from bot.match.decisions import proposals
from cogs.shared.people.overview import bullet_list, match_rows, state_of_play
from cogs.shared.presentation.registry import cog_for
from tests.cogs.conftest import ANNE, BERT, Asking, Bot, solo, together
from tests.cogs.dailies import daily_of, put_dailies


@pytest.mark.parametrize(
    ("lines", "of", "limit", "text"),
    [
        ([], 0, 100, ""),
        ([], 3, 100, ""),
        (["one"], 1, 100, "Title\n- one"),
        (["one", "two"], 2, 100, "Title\n- one\n- two"),
        (["one", "two"], 5, 100, "Title\n- one\n- two\n… and 3 more."),
        (["one", "two"], 2, 14, "Title\n- one\n- two"),  # 11 characters and 3 more just fit
        (["one", "two"], 2, 13, "Title\n- one\n… and 1 more."),
        (["one", "two"], 2, 8, "Title\n- one\n… and 1 more."),
        (["one", "two"], 2, 7, "Title\n… and 2 more."),
        (["a long line", "two"], 2, 12, "Title\n… and 2 more."),  # none is left out of the middle
    ],
)
def test_a_list_says_how_many_it_leaves_out(lines: list[str], of: int, limit: int, text: str) -> None:
    assert bullet_list("Title", lines, of, limit) == text


async def test_a_list_has_at_most_twenty_matches(bot: Bot) -> None:
    numbers = [(await solo(bot, ANNE)).id for _ in range(21)]
    heading, *lines, foot = (await Asking(bot, ANNE).slash("list")).splitlines()
    assert (heading, len(lines), foot) == ("### Your matches", 20, "… and 1 more.")
    await bot.matches.act(numbers[0], proposals.resign(ANNE))
    assert "more" not in (await Asking(bot, ANNE).slash("list")).splitlines()[-1]


async def test_the_next_match_has_the_button_that_opens_it(bot: Bot) -> None:
    async def following(person: int) -> tuple[list[str], list[str | None]]:
        asking = Asking(bot, person)
        await asking.slash("next")
        return asking.heard[-1].splitlines(), asking.labels

    lines, labels = await following(ANNE)
    assert (len(lines), labels) == (1, [])
    assert lines[0].startswith("You have no matches here. Open a table with ")
    match = await together(bot, ANNE, BERT)
    mover = match.to_move_people()[0]
    other = ANNE + BERT - mover
    nothing = "No match is waiting for you right now. I'll ping you when it's your turn."
    assert await following(other) == ([nothing], [])
    alone = await solo(bot, other)
    lines, labels = await following(other)
    assert lines[0].startswith(f"### Your turn in match {alone.id} began <t:")
    assert lines[1].startswith(f"**{alone.id}** · Southern Cross cards · alone · your turn · private: open it with ")
    assert (len(lines), labels) == (2, ["My hand"])
    await solo(bot, mover)
    assert (await following(mover))[0][2:] == ["-# One more match is waiting for you."]
    await solo(bot, mover)
    assert (await following(mover))[0][2:] == ["-# 2 more matches are waiting for you."]


async def test_the_next_of_parallel_matches_is_ones_own_game(bot: Bot) -> None:
    host = await together(bot, ANNE, BERT, series=SeriesKind.PARALLEL)
    asking = Asking(bot, BERT)
    await asking.slash("next")
    assert asking.heard[-1].startswith(f"### Your turn in match {host.id} began ")
    assert asking.labels == ["Play"]
    await bot.matches.act(host.id, proposals.resign(BERT))
    assert (await Asking(bot, BERT).slash("next")).startswith("No match is waiting for you right now.")
    assert (await Asking(bot, ANNE).slash("next")).startswith(f"### Your turn in match {host.id} began ")


async def test_private_matches_are_opened_by_the_command_of_their_kind(bot: Bot) -> None:
    put_dailies(bot)
    alone, daily = await solo(bot, ANNE), await daily_of(bot, ANNE)
    several = replace(alone, seats=(*alone.seats, replace(alone.seats[0], number=1, people=())))
    for match, command in ((alone, "southern-cards solo"), (several, "southern-cards board"), (daily, "daily play")):
        line = await state_of_play(bot, match, ANNE, match.clock)
        assert line == f"your turn · private: open it with `/{command}`"


async def test_the_next_match_has_the_way_to_its_board(bot: Bot) -> None:
    match = await together(bot, ANNE, BERT)
    asking: Any = Asking(bot, match.to_move_people()[0])
    await asking.slash("next")
    assert "Go to the board" not in asking.labels
    (post,) = await bot.matches.outbox.due()
    await bot.matches.outbox.note_posted(post.id, 6001, words={})
    rows: list[Any] = await match_rows(bot, cog_for(bot, match.game), match)
    links = [item.url for row in rows for item in row.children if getattr(item, "label", "") == "Go to the board"]
    assert links == ["https://discord.com/channels/1/20/6001"]
