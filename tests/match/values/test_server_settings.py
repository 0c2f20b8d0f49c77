"""What is set for a server, and where it holds."""

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.match import ComputerLevel, Matches, NoComputersHere, Place, ServerSettings, TableTerms, TooManyTables
from bot.match.decisions import lobby, proposals
from bot.match.values.errors import NotInThisChannel
from tests.match.conftest import HERE
from tests.match.toy import PLAYERS

ANNE, BERT = PLAYERS[:2]
HERE_ID = HERE.guild_id or 0
RACE = TableTerms("race", 2)

ALL_CHANGED = ServerSettings(
    channels=(20, 21),
    move_time=timedelta(hours=1),
    rated=False,
    hints=False,
    computers=False,
    open_tables=2,
    daily_hour=7,
    organisers=(5,),
    champions=(6, 7),
    announcements=22,
    log=23,
    listed=True,
    language="de",
)


async def test_a_server_has_the_usual_settings_until_it_changes_them(matches: Matches) -> None:
    assert await matches.servers.settings(HERE_ID) == await matches.servers.settings(None) == ServerSettings()
    changed = {name: getattr(ALL_CHANGED, name) for name in ALL_CHANGED.__dataclass_fields__}
    assert await matches.servers.change(HERE_ID, **changed) == (ServerSettings(), ALL_CHANGED)
    assert await matches.servers.settings(HERE_ID) == ALL_CHANGED
    assert await matches.servers.change(HERE_ID, hints=True) == (ALL_CHANGED, replace(ALL_CHANGED, hints=True))
    assert await matches.servers.settings(HERE_ID + 1) == ServerSettings()


@pytest.mark.parametrize(
    "wrong", [{}, {"rated": 3, "hints": "no"}, {"move_time": 7}, {"open_tables": 0}, {"log": "x"}, {"daily_hour": 24}]
)
def test_what_this_release_cannot_read_is_as_usual(wrong: dict[str, object]) -> None:
    assert ServerSettings.of({**wrong, "from a newer release": 1}) == ServerSettings()
    assert ServerSettings.of({**ALL_CHANGED.document(), **wrong, "hints": False, "rated": False}).channels == (20, 21)


@pytest.mark.parametrize(
    ("name", "taken", "refused"),
    [
        ("open_tables", [1, 20], [0, 21, "x"]),
        ("daily_hour", [0, 23, None], [-1, 24]),
        ("move_time", [3600, 14 * 86_400, None], [3599, 3601, 14 * 86_400 + 1]),
        *((name, [True, False], [0, 1, "yes", None]) for name in ("rated", "hints", "computers", "animated", "listed")),
    ],
)
def test_settings_have_limits(name: str, taken: list[object], refused: list[object]) -> None:
    for value in taken:
        assert ServerSettings.of({name: value}).document()[name] == value
    for value in refused:
        assert ServerSettings.of({name: value}) == ServerSettings()


async def test_tables_are_opened_only_in_the_chosen_channels_and_their_threads(matches: Matches) -> None:
    await matches.servers.change(HERE_ID, channels=(20, 21))
    await matches.tables.open(RACE, opener=ANNE, place=Place(HERE_ID, 21, 99))
    with pytest.raises(NotInThisChannel, match="<#20>, <#21>"):
        await matches.tables.open(RACE, opener=ANNE, place=Place(HERE_ID, 22))
    await matches.tables.open(RACE, opener=ANNE, place=Place(HERE_ID + 1, 22))
    await matches.tables.open(TableTerms("harvest", 1, private=True), opener=ANNE, place=Place(HERE_ID, 22))


async def test_channels_that_are_gone_hold_nobody_up(matches: Matches) -> None:
    await matches.servers.change(HERE_ID, channels=(20, 21))
    elsewhere = Place(HERE_ID, 22)
    with pytest.raises(NotInThisChannel, match="in <#21>"):
        await matches.tables.open(RACE, opener=ANNE, place=elsewhere, existing={21, 22})
    await matches.tables.open(RACE, opener=ANNE, place=elsewhere, existing={22})


async def test_nobody_has_more_tables_open_than_the_server_allows(matches: Matches) -> None:
    await matches.servers.change(HERE_ID, open_tables=1)
    await matches.tables.open(RACE, opener=ANNE, place=HERE)
    with pytest.raises(TooManyTables, match=r"\(1\)"):
        await matches.tables.open(RACE, opener=ANNE, place=HERE)
    await matches.tables.open(RACE, opener=BERT, place=HERE)
    await matches.tables.open(RACE, opener=ANNE, place=Place(HERE_ID + 1, 20))


async def test_a_server_without_hints_has_tables_without(matches: Matches) -> None:
    await matches.servers.change(HERE_ID, hints=False)
    match = await matches.tables.open(replace(RACE, coached=True), opener=ANNE, place=HERE)
    assert (match.terms.hints, match.terms.coached) == (False, False)


async def test_a_server_without_computers_has_tables_without(matches: Matches) -> None:
    await matches.servers.change(HERE_ID, computers=False)
    with pytest.raises(NoComputersHere):
        await matches.tables.open(RACE, opener=ANNE, place=HERE, computers=ComputerLevel.EASY)


class TestARematch:
    async def ended(self, matches: Matches, *, computers: ComputerLevel | None = None) -> int:
        table = await matches.tables.open(RACE, opener=ANNE, place=HERE, computers=computers)
        await matches.tables.note_posted(table.id, 7)
        if computers is None:
            await matches.act(table.id, lobby.join(BERT))
        await matches.act(table.id, lobby.begin(ANNE))
        return (await matches.act(table.id, proposals.resign(ANNE))).id

    async def test_obeys_them_too(self, matches: Matches) -> None:
        old = await self.ended(matches)
        await matches.servers.change(HERE_ID, channels=(21,))
        with pytest.raises(NotInThisChannel):
            await matches.tables.rematch(old, BERT)
        await matches.servers.change(HERE_ID, channels=(20,), hints=False, open_tables=1)
        assert not (await matches.tables.rematch(old, BERT)).terms.hints
        again = await self.ended(matches)
        with pytest.raises(TooManyTables):
            await matches.tables.rematch(again, BERT)

    async def test_has_no_computers_where_they_are_no_longer_allowed(self, matches: Matches) -> None:
        old = await self.ended(matches, computers=ComputerLevel.EASY)
        await matches.servers.change(HERE_ID, computers=False)
        with pytest.raises(NoComputersHere):
            await matches.tables.rematch(old, ANNE)
