"""What Crux knows about a person, and that the file of it is whole and explained."""

import gzip
import json
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

from bot.contests.contests import Contests
from bot.contests.tournaments.meetings import Format
from bot.contests.values.league import LeagueTerms
from bot.contests.values.tournament import TournamentTerms
from bot.match import Improvement, NotifyBy, Privacy, ReminderSettings, TableTerms
from bot.match.decisions import lobby, proposals, turns
from bot.match.parts.progress import ReviewedChoice
from bot.match.reading.rated import least_moves
from bot.puzzles.runs import RunKind
from bot.rules import GAMES
from bot.store.schema import metadata
from bot.store.tables import events, members, users
from cogs.shared.interactions.clicks import handle_click
from cogs.shared.people.privacy import (
    FIELDS,
    FILE_LIMIT,
    SUBJECTS,
    as_file,
    end_browser,
    export_document,
    privacy_group,
)
from cogs.shared.wording.labels import NAMES
from tests.cogs.clicking import Clicking
from tests.cogs.conftest import ANNE, BERT, CLEO, HERE, Asking, Bot


async def lived(bot: Bot) -> None:
    """Anne has done something of everything."""
    matches = bot.matches
    contests = Contests(matches)
    await matches.ratings.set_privacy(ANNE, Privacy(listed_everywhere=True))
    await matches.vacations.begin(ANNE, 1)
    await matches.vacations.end(ANNE)
    await matches.lessons.reach(ANNE, "cirondo", 2)
    await matches.personal_blocks.add(ANNE, CLEO)
    await matches.searches.begin(ANNE, "parcheesi", guild_id=None, interaction=11)
    await matches.reminders.change_settings(ANNE, ReminderSettings(calls=NotifyBy.DIGEST))
    await matches.browsers.open(await matches.browsers.link(ANNE, None))
    await matches.servers.change(1, ANNE, champions=(77,))
    await matches.dailies.seeds.prepare()
    game = matches.puzzles.games[0]
    await matches.puzzles.attempt(ANNE, await matches.puzzles.next(ANNE, game), is_right=True)
    now = bot.clock()
    await matches.puzzle_runs.start(ANNE, game, RunKind.STREAK, now, guild_id=1)
    await matches.plans.switch(ANNE, on=False)
    own = await matches.dailies.begin(ANNE, matches.dailies.today, place=HERE)
    await matches.dailies.shares.begin(own.id, HERE)
    league = await contests.leagues.create("Winter", LeagueTerms("cirondo"), guild_id=1, channel_id=20)
    await contests.leagues.join(league.league.id, ANNE)
    terms = TournamentTerms(Format.SWISS, "cirondo")
    tournament = await contests.tournaments.create("Cup", terms, guild_id=1, channel_id=20)
    await contests.tournaments.join(tournament.id, ANNE)
    time = timedelta(hours=1)
    table = await matches.tables.open(TableTerms("cirondo", 2, rated=True, move_time=time), opener=ANNE, place=HERE)
    await matches.tables.note_posted(table.id, 900)
    await matches.act(table.id, lobby.join(BERT))
    await matches.act(table.id, lobby.begin(ANNE))
    await matches.orders.switch(table.id, ANNE, "single", on=True)
    (post,) = await matches.outbox.due()
    await matches.outbox.note_posted(post.id, 8, words={"to": [ANNE]})
    later = bot.clock() + time * 0.6
    bot.clock = lambda: later
    await matches.clocks.tick()
    for person in (ANNE, BERT) * least_moves(GAMES["cirondo"]):
        state = (await matches.get(table.id)).state
        assert state is not None
        await matches.act(table.id, turns.play(person, state.notate(state.legal()[0])))
    await matches.scratch.begin(await matches.get(table.id), ANNE)
    await matches.act(table.id, proposals.resign(BERT))
    replay = await matches.records.replay(table.id)
    await matches.progress.note(table.id, [ReviewedChoice(one.number, True) for _, one in replay.decisions])
    await matches.book.add(ANNE, replay, [Improvement(one.number, one.move, ()) for _, one in replay.decisions])


async def test_the_file_has_all_that_is_kept_and_explains_each_field(bot: Bot) -> None:
    await lived(bot)
    await bot.matches.service.block_person(ANNE)
    records = await bot.matches.people.stored_data(ANNE)
    assert records.keys() == SUBJECTS.keys()
    assert [name for name, rows in records.items() if not rows and name != "reminders"] == []
    document = export_document(records)
    assert {name for rows in records.values() for one in rows for name in one} == document["fields"].keys()
    assert document["events"][0]["kind"] == "open"
    assert document["person"][0]["discord_id"] == ANNE
    assert str(BERT) not in str(document)


def test_every_table_that_names_people_is_in_the_file() -> None:
    naming = {
        table.name
        for table in metadata.sorted_tables
        for key in table.foreign_keys
        if key.column.table in (users, members) and key.parent.name != "opener_id"
    }
    tables_in_file = {"matches": "members", "events": events.name, "results": "rating_changes"}
    assert naming == {tables_in_file.get(name, name) for name in SUBJECTS} - {
        "person",
        "boards",
        "daily_shares",
        "blocks",
    }


def test_no_explanation_is_left_over() -> None:
    columns = {column.name for table in metadata.sorted_tables for column in table.columns}
    assert FIELDS.keys() - columns == {"opened_by_me"}


async def test_nothing_is_known_of_strangers(bot: Bot) -> None:
    assert await bot.matches.people.stored_data(ANNE) == {}
    await lived(bot)
    await bot.matches.people.forget(ANNE)
    assert await bot.matches.people.stored_data(ANNE) == {}


async def answered(bot: Bot, command: Any, user: int = ANNE) -> tuple[Asking, list[Any]]:
    """The answer to a command of `/privacy`, and the files it has."""
    files: list[Any] = []

    class Getting(Asking):
        async def edit_original_response(self, view: Any, *, attachments: Any = (), **named: Any) -> Any:
            files.extend(attachments)
            return await super().edit_original_response(view)

    asking = Getting(bot, user)
    await command.callback(asking)
    return asking, files


async def test_what_is_known_is_listed_with_numbers_and_comes_as_a_file(bot: Bot) -> None:
    show, export, delete = (privacy_group().get_command(name) for name in ("show", "export", "delete"))
    asking, _ = await answered(bot, show)
    assert asking.heard == ["Crux knows nothing about you."]
    await bot.matches.ratings.set_privacy(ANNE, Privacy(listed_everywhere=True))
    asking, _ = await answered(bot, show)
    lines = asking.heard[-1].splitlines()
    assert lines[0] == "### What Crux knows about you"
    assert "- Who you are, and what you've set: **1**" in lines
    assert not any("**0**" in line for line in lines)
    assert lines[-1].startswith("-# `/privacy export`")
    _, (file,) = await answered(bot, export)
    assert file.filename == "crux.json"
    assert json.loads(file.fp.read())["person"][0]["discord_id"] == ANNE
    asking, _ = await answered(bot, delete)
    assert asking.heard[-1].startswith("### Delete everything Crux knows about you?")
    assert asking.labels == ["Forget me"]


def test_a_large_file_is_packed() -> None:
    file = as_file({"text": "x" * FILE_LIMIT})
    assert file.filename == "crux.json.gz"
    assert json.loads(gzip.decompress(file.fp.read())) == {"text": "x" * FILE_LIMIT}
    assert FILE_LIMIT < 10_000_000  # what Discord takes
    room = FILE_LIMIT - len(as_file({"text": ""}).fp.read())
    assert [as_file({"text": "x" * length}).filename for length in (room, room + 1)] == ["crux.json", "crux.json.gz"]


def test_it_can_be_used_in_direct_messages_with_the_bot_and_installed_on_servers_alone() -> None:
    group = privacy_group()
    assert group.allowed_contexts is not None
    assert group.allowed_contexts.to_array() == [0, 1]
    assert group.allowed_installs is not None
    assert group.allowed_installs.to_array() == [0]


async def test_whoever_is_forgotten_has_no_name_any_more(bot: Bot) -> None:
    await bot.matches.ratings.set_privacy(ANNE, Privacy(listed_everywhere=True))
    NAMES.learn(1, SimpleNamespace(id=ANNE, display_name="Anne"))
    clicking = Clicking(bot, "b:0:0:forget_me:")
    await handle_click(clicking)
    assert clicking.heard[-1] == "Crux has forgotten you."
    assert await bot.matches.people.stored_data(ANNE) == {}
    assert (await NAMES.lookup(bot, 1, [ANNE]))[ANNE].plain == "someone"


async def test_browsers_are_listed_and_logged_out_one_by_one_or_all(bot: Bot) -> None:
    first, second = [await bot.matches.browsers.open(await bot.matches.browsers.link(ANNE, None)) for _ in range(2)]
    other = await bot.matches.browsers.open(await bot.matches.browsers.link(BERT, None))
    asking, _ = await answered(bot, privacy_group().get_command("show"))
    assert "### Browsers with your boards" in asking.heard[-1]
    assert asking.placeholders == ["Log out in a browser"]
    said = await Asking(bot, ANNE).click(end_browser, 0, values=(str(second.browser.id),))
    assert said.startswith("Logged out.")
    await Asking(bot, ANNE).click(end_browser, 0, values=(str(other.browser.id),))  # it isn't hers
    assert await bot.matches.browsers.of_person(ANNE) == [first.browser]
    assert await bot.matches.browsers.of_person(BERT) == [other.browser]
    await Asking(bot, ANNE).click(end_browser, 0, values=("all",))
    assert await bot.matches.browsers.of_person(ANNE) == []
