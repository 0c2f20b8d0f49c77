"""Who may see a match that is played in a thread, whatever they ask or click, including forged clicks."""

import json
from typing import Any

import discord
import pytest

from bot.contests.tournaments.meetings import Format
from bot.contests.values.tournament import TournamentTerms
from bot.match import Match, NoSuchMatch, Place, Status, TableTerms
from bot.match.decisions import lobby, presence, proposals
from cogs.shared.access.visibility import can_see, is_seen_by_others
from cogs.shared.choosing.match_lookup import find_any_match, find_match
from cogs.shared.client.refusals import WhichMatch
from cogs.shared.contests.screen import with_board_link
from cogs.shared.interactions import clicks
from cogs.shared.interactions.clicks import Click, Handler
from cogs.shared.management.moderation import end_command
from cogs.shared.records.records import record_commands
from tests.cogs.conftest import ANNE, BERT, CLEO, Asking, Bot, Sent, played_out
from tests.cogs.servers import CHANNELS, NONE, THREAD, THREADS, Member, Server, Thread, no

COMMANDS: dict[str, Any] = {command.name: command for command in record_commands()}
ABOUT_NO_MATCH = {
    "forget_me",
    "call_where",
    "confirm_moves",
    "challenge",
    "daily",
    "daily_about",
    "daily_play",
    "daily_practise",
    "digest_first",
    "digest_next",
    "digest_second",
    "opened",
    "own_contrast",
    "puzzles",
    "remind_me",
    "remind_where",
    "seal",
    "remind_from",
    "remind_until",
    "end_browser",
    "end_vacation",
    "rules",
    "rules_page",
    "search",
    "search_stop",
    "unblock",
    "which_match",
}
OF_NO_MATCH = (
    "home_",
    "league_",
    "leaderboard",
    "learn",
    "lesson",
    "operator_",  # these ask who it is: test_operator.py
    "profile_",
    "puzzle_",
    "settings_",
    "tournament_",
)  # how the names of actions begin that are about no match either


def asking(bot: Bot, user: int, server: Server, *, member: Member | None = None, channel: int = 20) -> Any:
    """Someone on the server who asks in this channel."""
    one: Any = Asking(bot, user)
    one.user, one.guild, one.channel_id = member or Member(user), server, channel
    one.permissions = discord.Permissions(manage_messages=True)
    bot.fetch_channel = server.fetch_channel
    return one


async def begin_match(bot: Bot, *, thread: int | None = THREAD) -> Match:
    """A match of Anne and Bert that runs in the thread."""
    match = await bot.matches.tables.open(
        TableTerms(game="southern_cards", seats=2, own_thread=False), opener=ANNE, place=Place(1, 20, thread)
    )
    await bot.matches.tables.note_posted(match.id, 7000)
    await bot.matches.act(match.id, lobby.join(BERT))
    return await bot.matches.act(match.id, lobby.begin(ANNE))


@pytest.mark.parametrize(
    ("server", "member", "is_shown"),
    [
        (Server(Thread(BERT)), Member(CLEO), False),
        (Server(Thread(CLEO)), Member(CLEO), True),
        (Server(Thread(CLEO)), Member(CLEO, NONE), False),
        (Server(Thread()), Member(CLEO, THREADS), True),
        (Server(Thread(private=False)), Member(CLEO), True),
        (Server(Thread(private=False)), Member(CLEO, NONE), False),
        (Server(archive=Thread(CLEO)), Member(CLEO), True),
        (Server(archive=Thread(BERT)), Member(CLEO), False),
        (Server(archive=Thread(private=False)), Member(CLEO), True),
        (Server(archive=no(404)), Member(CLEO), False),
        (Server(archive=no(403)), Member(CLEO), False),
        (Server(Thread(trouble=no(403))), Member(CLEO), False),
        (Server(archive=no(404)), Member(ANNE, NONE), True),
        (Server(archive=no(403)), Member(CLEO, THREADS), True),
        (Server(channel=False), Member(CLEO, everywhere=THREADS), False),
        (Server(channel=False), Member(CLEO, everywhere=CHANNELS), True),
        (Server(channel=False), Member(BERT), True),
    ],
)
async def test_a_match_in_a_thread_is_for_its_people_and_those_who_see_the_thread(
    bot: Bot, server: Server, member: Member, is_shown: bool
) -> None:
    match = await begin_match(bot)
    assert await can_see(asking(bot, member.id, server, member=member), match) is is_shown


@pytest.mark.parametrize(("user", "linked"), [(ANNE, True), (CLEO, False)])
async def test_a_line_about_it_leads_to_its_board_only_for_them(bot: Bot, user: int, linked: bool) -> None:
    """Such as a line about a match of a tournament, whose person was replaced there."""
    match = await begin_match(bot)
    (post,) = await bot.matches.outbox.due()
    await bot.matches.outbox.note_posted(post.id, 7001)
    line = await with_board_link(asking(bot, user, Server(Thread(BERT))), "Round 1", match.id)
    link = f"https://discord.com/channels/1/{THREAD}/7001"
    assert line == (f"Round 1 · [board]({link})" if linked else "Round 1")


async def test_people_in_the_thread_may_see_it_without_asking_discord(bot: Bot) -> None:
    match, server = await begin_match(bot), Server(Thread())
    assert await can_see(asking(bot, CLEO, server, channel=THREAD), match)
    assert server.thread is not None
    assert server.thread.asked == 0


async def test_a_thread_below_the_table_is_as_public_as_its_channel(bot: Bot) -> None:
    match, server = await begin_match(bot, thread=7000), Server()
    assert await can_see(asking(bot, CLEO, server), match)
    assert not await can_see(asking(bot, CLEO, server, member=Member(CLEO, NONE), channel=21), match)
    assert server.asked == 0


@pytest.mark.parametrize(
    ("thread", "server", "here", "others"),
    [
        (None, Server(), None, False),
        (None, Server(), Thread(private=False), False),
        (None, Server(), Thread(), True),
        (7000, Server(), None, False),  # below the table's message
        (THREAD, Server(Thread()), None, True),
        (THREAD, Server(Thread(private=False)), None, False),
        (THREAD, Server(archive=Thread()), None, True),
        (THREAD, Server(archive=Thread(private=False)), None, False),
        (THREAD, Server(archive=no(404)), None, False),
        (THREAD, Server(archive=no(403)), None, False),
        (THREAD, Server(Thread(private=False)), Thread(), True),
    ],
)
async def test_others_see_the_channel_than_a_private_thread_in_it(
    bot: Bot, thread: int | None, server: Server, here: Thread | None, others: bool
) -> None:
    one = asking(bot, ANNE, server)
    one.channel = here
    assert await is_seen_by_others(one, await begin_match(bot, thread=thread)) is others


async def test_discord_is_asked_once_a_minute(bot: Bot) -> None:
    match = await begin_match(bot)
    thread = Thread(CLEO)
    server = Server(archive=thread)
    for _ in range(3):
        assert await can_see(asking(bot, CLEO, server), match)
        assert not await can_see(asking(bot, 9, server), match)
    assert (server.asked, thread.asked) == (1, 2)


async def test_what_discord_does_not_say_is_not_guessed(bot: Bot) -> None:
    match = await begin_match(bot)
    for server in (Server(Thread(trouble=no(500))), Server(archive=no(500))):
        with pytest.raises(discord.DiscordServerError):
            await can_see(asking(bot, CLEO, server), match)


async def test_people_who_are_asked_to_play_may_see_it(bot: Bot) -> None:
    table = await bot.matches.tables.open(
        TableTerms(game="southern_cards", seats=2), opener=ANNE, place=Place(1, 20, THREAD), invited=[CLEO]
    )
    server = Server(Thread())
    assert await can_see(asking(bot, CLEO, server), table)
    await bot.matches.tables.note_posted(table.id, 7000)
    await bot.matches.act(table.id, lobby.leave(ANNE))
    assert not await can_see(asking(bot, CLEO, server), await bot.matches.get(table.id))
    match = await begin_match(bot)
    await bot.matches.act(match.id, presence.absent(BERT))
    assert await can_see(
        asking(bot, CLEO, server), await bot.matches.act(match.id, proposals.appoint(CLEO + 50, 1, CLEO))
    )


async def test_a_table_with_the_luck_of_others_is_seen_only_in_its_thread_until_all_are_over(bot: Bot) -> None:
    terms = TournamentTerms(Format.SWISS, "southern_cards", duplicate=True)
    number = (await bot.contests.tournaments.create("Cup", terms, guild_id=1, channel_id=20)).id
    rounds, players = bot.contests.tournament_rounds, (ANNE, BERT, CLEO, 2**40 + 9)
    await rounds.note_message(number, 0, 40, "shown")
    for person in players:
        await bot.contests.tournaments.join(number, person)
    await bot.contests.tournaments.start(number)
    await rounds.look_after(await bot.contests.tournaments.get(number), lambda _: True)
    await rounds.note_message(number, 101, 41, "shown")
    tables = []
    for place, announced in enumerate(rounds.announcements(await bot.contests.tournaments.get(number))):
        await rounds.note_thread(announced.match.id, THREAD + place)
        tables.append(await bot.matches.get(await rounds.begin(announced.match.id, 50 + place) or 0))
    one, other = tables
    (rival, _) = [person for seat in other.seats for person in seat.people]
    keeper, server = Member(rival, THREADS), Server(Thread(rival, *players))
    assert await can_see(asking(bot, one.seats[0].people[0], server), one)
    assert not await can_see(asking(bot, rival, server, member=keeper), one)
    assert await can_see(asking(bot, rival, server, channel=THREAD), one)
    for table in tables:
        await bot.matches.act(table.id, proposals.resign(table.seats[0].people[0]))
    assert not await can_see(asking(bot, rival, server, member=keeper), await bot.matches.get(one.id))
    await rounds.look_after(await bot.contests.tournaments.get(number), lambda _: True)
    assert await can_see(asking(bot, rival, server, member=keeper), await bot.matches.get(one.id))


class TestSomebodyWhoDoesNotSeeTheThread:
    @pytest.mark.parametrize("named", [False, True])
    async def test_finds_the_match_by_no_command(self, bot: Bot, named: bool) -> None:
        match = await played_out(bot, (await begin_match(bot)).id)
        wanted = str(match.id) if named else None
        alive, server = await begin_match(bot), Server(Thread())
        running = str(alive.id) if named else None
        for looks in (
            find_match(asking(bot, CLEO, server), None, running, watching=True),
            find_any_match(asking(bot, CLEO, server), wanted),
            asking(bot, CLEO, server).slash("show", match=running),
            *(
                COMMANDS[name].callback(asking(bot, CLEO, server), match=wanted)
                for name in COMMANDS.keys() - {"import"}
            ),
        ):
            with pytest.raises((WhichMatch, NoSuchMatch)):
                await looks

    async def test_is_shown_the_next_match_that_they_may_see(self, bot: Bot) -> None:
        shown = await begin_match(bot, thread=None)
        await begin_match(bot)  # something happened here last
        server = Server(Thread())
        assert (await find_match(asking(bot, CLEO, server), None, None, watching=True)).id == shown.id
        assert (await find_any_match(asking(bot, CLEO, server), None)).id == shown.id

    async def test_can_not_end_it_as_a_moderator(self, bot: Bot) -> None:
        match, server = await begin_match(bot), Server(Thread())
        command: Any = end_command()
        suggest = command._params["match"].autocomplete
        with pytest.raises(NoSuchMatch):
            await command.callback(asking(bot, CLEO, server), match=str(match.id))
        assert await suggest(asking(bot, CLEO, server), "") == []
        keeper = asking(bot, CLEO, server, member=Member(CLEO, THREADS))
        assert [choice.value for choice in await suggest(keeper, "")] == [str(match.id)]

    @pytest.mark.thorough
    async def test_does_not_learn_that_a_record_is_from_this_bot(self, bot: Bot) -> None:
        match = await played_out(bot, (await begin_match(bot)).id)
        file, server = Sent(json.dumps(await bot.matches.records.export(match.id))), Server(Thread())
        for user, is_shown in ((BERT, True), (CLEO, False)):
            one = asking(bot, user, server)
            await COMMANDS["verify"].callback(one, file=file)
            assert "everything checks out" in one.heard[-1]
            assert (f"match {match.id}" in one.heard[-1]) is is_shown

    @pytest.mark.parametrize("status", [Status.OPEN, Status.RUNNING, Status.OVER])
    async def test_learns_nothing_by_a_click_that_is_made_up(self, bot: Bot, status: Status) -> None:
        match, server = await _at(bot, status), Server(Thread())
        for name in clicks.ACTIONS.keys() - ABOUT_NO_MATCH:
            if name.startswith(OF_NO_MATCH):
                continue
            handler: Handler = clicks.ACTIONS[name][0]
            clicker = asking(bot, CLEO, server)
            with pytest.raises(NoSuchMatch):
                await handler(Click(clicker, match.id, match.version, "0", ("0",)))
            assert not clicker.heard, name
            assert (await bot.matches.get(match.id)).version == match.version, name


async def _at(bot: Bot, status: Status) -> Match:
    """A match in the private thread that has come so far."""
    if status is Status.OPEN:
        table = await bot.matches.tables.open(
            TableTerms(game="southern_cards", seats=2), opener=ANNE, place=Place(1, 20, THREAD)
        )
        return await bot.matches.tables.note_posted(table.id, 7000)
    match = await begin_match(bot)
    return match if status is Status.RUNNING else await bot.matches.act(match.id, proposals.resign(ANNE))
