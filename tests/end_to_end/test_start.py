"""What becomes of a start that Discord has something against: it works all the same, or says what Discord said."""

import pytest

from bot.command_line.setup import CANNOT_REACH, CANNOT_START
from tests.end_to_end.house import House
from tests.waiting import in_time

ENTRY_POINT = 4

pytestmark = pytest.mark.thorough


async def kinds(house: House) -> list[int]:
    health = await house.as_the_bot("GET", "/users/@me")
    return sorted(one["type"] for one in await house.as_the_bot("GET", f"/applications/{health['id']}/commands"))


async def test_with_activities_switched_on_the_bot_starts_and_keeps_their_command(own_house: House) -> None:
    house = own_house
    await house.start_playground()
    await house.control(activities=True)
    await house.start_bot()
    assert kinds_of_ours(await kinds(house)) == ({1, 2, 3}, 1)
    await house.kill_bot()
    await house.control(activities=False)
    await house.start_bot()
    assert kinds_of_ours(await kinds(house)) == ({1, 2, 3}, 0)


def kinds_of_ours(kinds: list[int]) -> tuple[set[int], int]:
    """The kinds of the bot's own commands, and how many Entry Points there are."""
    return set(kinds) - {ENTRY_POINT}, kinds.count(ENTRY_POINT)


@pytest.mark.parametrize(
    "request_",
    ["GET /users/@me", "GET /(oauth2/)?applications/@me", "GET /gateway", "(GET|PUT) /applications/.*/commands"],
    ids=["login", "application", "gateway", "commands"],
)
@pytest.mark.parametrize(
    ("status", "code", "words"),
    [
        (403, CANNOT_START, "Discord refuses to let the bot start: 403 Forbidden (error code: 0): 403: Forbidden."),
        (429, CANNOT_REACH, "Discord can't serve the bot now: 429 Too Many Requests"),
    ],
)
async def test_what_discord_refuses_at_the_start_is_said(
    own_house: House, request_: str, status: int, code: int, words: str
) -> None:
    house = own_house
    await house.start_playground()
    await house.control(fail={"match": request_, "status": status, "times": 99})
    await house.start_bot(may_die=True)
    assert await in_time(house.bot_ended()) == code
    await house.until(lambda: any(line.startswith(words) for line in house.output), "the sentence")
    assert not any("connected to the internet" in line or "Traceback" in line for line in house.output)
