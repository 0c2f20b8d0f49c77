"""What Crux knows about a person, and that the file of it is whole and explained."""

from datetime import timedelta

from bot.match import Privacy, TableTerms
from bot.match.decisions import lobby, proposals, turns
from bot.match.league import LeagueTerms
from bot.store.tables import events, members, metadata, users
from cogs.shared.people.privacy import FIELDS, SUBJECTS, export_document
from tests.cogs.conftest import ANNE, BERT, HERE, Bot


async def lived(bot: Bot) -> None:
    """Anne has done something of everything."""
    matches = bot.matches
    await matches.ratings.set_privacy(ANNE, Privacy(listed_everywhere=True))
    await matches.vacations.begin(ANNE, 1)
    await matches.vacations.end(ANNE)
    await matches.lessons.reach(ANNE, "cirondo", 2)
    await matches.dailies.seeds.prepare()
    game = matches.puzzles.games[0]
    await matches.puzzles.attempt(ANNE, await matches.puzzles.next(ANNE, game), is_right=True)
    own = await matches.dailies.begin(ANNE, matches.dailies.today, place=HERE)
    await matches.dailies.shares.begin(own.id, HERE)
    league = await matches.leagues.create("Winter", LeagueTerms("cirondo"), guild_id=1, channel_id=20)
    await matches.leagues.join(league.league.id, ANNE)
    time = timedelta(hours=1)
    table = await matches.tables.open(TableTerms("cirondo", 2, rated=True, move_time=time), opener=ANNE, place=HERE)
    await matches.tables.posted(table.id, 900)
    await matches.act(table.id, lobby.join(BERT))
    await matches.act(table.id, lobby.begin(ANNE))
    (post,) = await matches.outbox.due()
    await matches.outbox.posted(post.id, 8, words={"to": [ANNE]})
    later = bot.clock() + time * 0.6
    bot.clock = lambda: later
    await matches.clocks.tick()
    await matches.act(table.id, turns.play(ANNE, "B5-C5"))
    await matches.act(table.id, proposals.resign(BERT))


async def test_the_file_has_all_that_is_kept_and_explains_each_field(bot: Bot) -> None:
    await lived(bot)
    kept = await bot.matches.people.kept(ANNE)
    assert kept.keys() == SUBJECTS.keys()
    assert [name for name, rows in kept.items() if not rows and name != "reminders"] == []
    document = export_document(kept)
    assert {name for rows in kept.values() for one in rows for name in one} == document["fields"].keys()
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
    told = {"matches": "members", "events": events.name, "results": "rating_changes"}
    assert naming == {told.get(name, name) for name in SUBJECTS} - {"person", "boards", "daily_shares"}


def test_no_explanation_is_left_over() -> None:
    columns = {column.name for table in metadata.sorted_tables for column in table.columns}
    assert FIELDS.keys() - columns == {"opened_by_me"}


async def test_nothing_is_known_of_strangers(bot: Bot) -> None:
    assert await bot.matches.people.kept(ANNE) == {}
    await lived(bot)
    await bot.matches.people.forget(ANNE)
    assert await bot.matches.people.kept(ANNE) == {}
