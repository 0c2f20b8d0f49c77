"""Links to the board in the browser, which work once and for five minutes, and sessions, which last thirty days.

And launches of Activities, which count for two minutes, and whose sessions last a day.
"""

from datetime import timedelta

import pytest
from sqlalchemy import select

from bot.match import Matches
from bot.match.parts.browsers import (
    ACTIVITY_LASTS,
    LAUNCH_LASTS,
    LINK_LASTS,
    MOST_ACTIVITIES,
    MOST_SESSIONS,
    SESSION_LASTS,
    digest_of,
)
from bot.match.values.errors import LinkIsOver
from bot.store import Store
from bot.store.web_tables import web_sessions
from tests.match.conftest import Clock

ANNE, BERT = 2**40 + 1, 2**40 + 2


async def test_a_link_becomes_a_session_once(matches: Matches) -> None:
    token = await matches.browsers.link(ANNE, 12)
    opened = await matches.browsers.open(token)
    assert (opened.browser.user, opened.match_id) == (ANNE, 12)
    assert await matches.browsers.find(opened.browser.window, opened.secret) == opened.browser
    with pytest.raises(LinkIsOver):
        await matches.browsers.open(token)


async def test_a_link_is_over_after_five_minutes_and_a_session_after_thirty_days(
    matches: Matches, clock: Clock
) -> None:
    late = await matches.browsers.link(ANNE, None)
    opened = await matches.browsers.open(await matches.browsers.link(ANNE, None))
    clock.forward(LINK_LASTS)
    with pytest.raises(LinkIsOver):
        await matches.browsers.open(late)
    clock.forward(SESSION_LASTS - LINK_LASTS - timedelta(seconds=1))
    assert await matches.browsers.find(opened.browser.window, opened.secret) is not None
    clock.forward(timedelta(seconds=1))
    assert await matches.browsers.find(opened.browser.window, opened.secret) is None
    await matches.browsers.purge()
    assert await matches.browsers.of_person(ANNE) == []


async def test_neither_a_token_nor_a_cookie_is_stored(matches: Matches, store: Store) -> None:
    token = await matches.browsers.link(ANNE, None)
    unopened = await matches.browsers.link(ANNE, None)
    opened = await matches.browsers.open(token)
    async with store.read() as connection:
        rows = [dict(row) for row in (await connection.execute(select(web_sessions))).mappings()]
    assert {row["digest"] for row in rows} == {digest_of(unopened), digest_of(opened.secret)}
    assert not any(secret in str(rows) for secret in (token, unopened, opened.secret))


async def test_another_secret_or_window_opens_nothing(matches: Matches) -> None:
    one = await matches.browsers.open(await matches.browsers.link(ANNE, None))
    other = await matches.browsers.open(await matches.browsers.link(BERT, None))
    token = await matches.browsers.link(ANNE, None)
    for window, secret in (
        (one.browser.window, other.secret),
        (other.browser.window, one.secret),
        (one.browser.window, ""),
        ("", one.secret),
        (one.browser.window, token),
    ):
        assert await matches.browsers.find(window, secret) is None
    with pytest.raises(LinkIsOver):
        await matches.browsers.open(one.secret)


async def test_sessions_are_ended_one_by_one_all_together_and_with_the_person(matches: Matches) -> None:
    first, second, third = [await matches.browsers.open(await matches.browsers.link(ANNE, None)) for _ in range(3)]
    other = await matches.browsers.open(await matches.browsers.link(BERT, None))
    await matches.browsers.end(ANNE, other.browser.id)  # it isn't hers
    assert await matches.browsers.find(other.browser.window, other.secret) is not None
    await matches.browsers.end(ANNE, second.browser.id)
    assert await matches.browsers.of_person(ANNE) == [third.browser, first.browser]
    await matches.browsers.end(ANNE)
    assert await matches.browsers.of_person(ANNE) == []
    await matches.people.forget(BERT)
    assert await matches.browsers.find(other.browser.window, other.secret) is None


async def test_a_person_has_only_so_many_sessions(matches: Matches) -> None:
    opened = [await matches.browsers.open(await matches.browsers.link(ANNE, None)) for _ in range(MOST_SESSIONS + 2)]
    assert len(await matches.browsers.of_person(ANNE)) == MOST_SESSIONS
    assert await matches.browsers.find(opened[0].browser.window, opened[0].secret) is None


SERVER, ELSEWHERE = 2**41, 2**41 + 1


async def test_an_activity_shows_the_match_that_its_person_launched_it_for_once(matches: Matches) -> None:
    await matches.browsers.launch(ANNE, 12, SERVER)
    await matches.browsers.launch(ANNE, 13, SERVER)
    assert (await matches.browsers.enter(BERT, SERVER)).match_id is None
    opened = await matches.browsers.enter(ANNE, SERVER)
    assert (opened.browser.user, opened.browser.place, opened.match_id) == (ANNE, SERVER, 13)
    assert await matches.browsers.find(opened.browser.window, opened.secret) == opened.browser
    assert (await matches.browsers.enter(ANNE, SERVER)).match_id is None
    await matches.browsers.launch(ANNE, 12, SERVER)
    assert (await matches.browsers.enter(ANNE, ELSEWHERE)).match_id is None


async def test_a_launch_is_over_after_two_minutes_and_its_session_after_a_day(matches: Matches, clock: Clock) -> None:
    await matches.browsers.launch(ANNE, 12, SERVER)
    clock.forward(LAUNCH_LASTS)
    opened = await matches.browsers.enter(ANNE, SERVER)
    assert opened.match_id is None
    clock.forward(ACTIVITY_LASTS - timedelta(seconds=1))
    assert await matches.browsers.find(opened.browser.window, opened.secret) is not None
    clock.forward(timedelta(seconds=1))
    assert await matches.browsers.find(opened.browser.window, opened.secret) is None


async def test_activities_end_no_browsers(matches: Matches) -> None:
    browser = await matches.browsers.open(await matches.browsers.link(ANNE, None))
    opened = [await matches.browsers.enter(ANNE, SERVER) for _ in range(MOST_ACTIVITIES + 2)]
    assert len(await matches.browsers.of_person(ANNE)) == 1 + MOST_ACTIVITIES
    assert await matches.browsers.find(browser.browser.window, browser.secret) is not None
    assert await matches.browsers.find(opened[0].browser.window, opened[0].secret) is None
