"""What a table says of its seats; its buttons, which work while others sit down; its message, of which only the newest
is sent."""

import asyncio
from typing import Any

import pytest
from discord.app_commands import Command
from discord.ui import TextDisplay
from discord.utils import format_dt

from bot.match import ComputerLevel, Match, TableFull, TableHasChanged, TableTerms
from bot.match.decisions import lobby, proposals
from bot.match.values import DEFAULT_MOVE_TIME
from cogs.down_under import DownUnder
from cogs.shared.client.refusals import ScreenRefusal
from cogs.shared.commands.groups import build_group
from cogs.shared.interactions import clicks
from cogs.shared.interactions.clicks import Click
from cogs.shared.presentation.registry import cog_for
from cogs.shared.tables import table
from cogs.shared.tables.seal import seal_of
from cogs.shared.tables.table import seat_lines, table_view
from tests.cogs.conftest import ANNE, BERT, CLEO, HERE, Asking, Bot, together
from tests.cogs.discord_answers import Discord, put, read
from tests.cogs.games import screen_of
from tests.waiting import until

DORA = CLEO + 1
RESERVED = "If a seat is reserved for you, press **Join** or **Decline**."


async def opened(bot: Bot, seats: int = 2) -> Match:
    match = await bot.matches.tables.open(TableTerms(game="southern_cards", seats=seats), opener=ANNE, place=HERE)
    return await bot.matches.tables.note_posted(match.id, 900)


def ids(bot: Bot, match: Match) -> dict[str, str]:
    """The custom ids of the table's buttons and lists, by the names of their actions."""
    view = table_view(cog_for(bot, match.game), match)
    named = [item.custom_id for item in view.walk_children() if isinstance(item, clicks.Button | clicks.Select)]
    return {custom_id.split(":")[3]: custom_id for custom_id in named if custom_id is not None}


async def test_all_buttons_but_start_are_the_same_after_someone_has_sat_down(bot: Bot) -> None:
    before = await opened(bot, seats=3)
    after = await bot.matches.act(before.id, lobby.join(BERT))
    old, new = ids(bot, before), ids(bot, after)
    assert old.keys() == new.keys() >= {"join", "leave", "cancel", "begin", "sit", "add_computer", "rules_of"}
    assert {name for name in old if old[name] != new[name]} == {"begin"}


async def test_computers_of_every_level_that_the_game_has_can_be_added(bot: Bot) -> None:
    levels = ["beginner", "easy", "normal", "hard"]  # an expert wins no more in this game
    match = await opened(bot)
    cog = cog_for(bot, match.game)
    (menu,) = [
        item
        for item in table_view(cog, match).walk_children()
        if isinstance(item, clicks.Select) and "add_computer" in str(item.custom_id)
    ]
    assert [option.value for option in menu.options] == levels
    start = next(command for command in build_group(cog).commands if command.name == "start")
    assert isinstance(start, Command)
    (computers,) = [parameter for parameter in start.parameters if parameter.display_name == "computers"]
    assert [choice.value for choice in computers.choices] == levels
    assert [*levels, "expert"] == list(DownUnder.levels)


async def test_start_begins_with_those_who_were_seen(bot: Bot) -> None:
    match = await opened(bot)
    seen = (await bot.matches.act(match.id, lobby.join(BERT))).version
    await bot.matches.act(match.id, lobby.leave(BERT))
    await bot.matches.act(match.id, lobby.join(CLEO))
    with pytest.raises(TableHasChanged):
        await bot.matches.act(match.id, lobby.begin(ANNE, seen_version=seen))
    newest = (await bot.matches.get(match.id)).version
    assert (await bot.matches.act(match.id, lobby.begin(ANNE, seen_version=newest))).started_at is not None


class Sitting(Asking):
    """Someone at a table whose message takes a while to be edited; `edits` are the versions that were sent."""

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


async def test_a_slow_edit_does_not_show_the_waiting_table_after_its_start(bot: Bot) -> None:
    """Its countdown, for example, starts a match meanwhile."""
    match, edits, goes_on = await opened(bot), list[str](), asyncio.Event()
    discord_ = put(bot, Discord())
    joining = asyncio.create_task(click(bot, match, BERT, edits, goes_on))
    await until(lambda: edits)
    match_begun = await bot.matches.act(match.id, lobby.begin(ANNE))
    starting = asyncio.create_task(table.update_table(bot, match_begun))
    for _ in range(5):
        await bot.matches.get(match.id)
    assert discord_.edited == {}  # it waits for the one that Discord hasn't answered
    goes_on.set()
    await asyncio.gather(joining, starting)
    assert ["has begun" in text for text in [*edits, *map(read, discord_.edited.values())]] == [False, True]


async def test_a_refused_join_edits_nothing(bot: Bot) -> None:
    match, edits, goes_on = await opened(bot), list[str](), asyncio.Event()
    goes_on.set()
    await click(bot, match, BERT, edits, goes_on)
    assert len(edits) == 1
    for person in range(CLEO, CLEO + 3):
        with pytest.raises(TableFull):
            await click(bot, match, person, edits, goes_on)
    assert len(edits) == 1


async def test_a_refused_click_edits_a_message_that_may_be_from_before_a_restart(bot: Bot) -> None:
    match, edits, goes_on = await opened(bot), list[str](), asyncio.Event()
    goes_on.set()
    for person in (BERT, CLEO):
        asking = Sitting(bot, person, edits, goes_on)
        await asking.defer()
        with pytest.raises(ScreenRefusal, match="You don't have a seat"):
            await table.leave(Click(asking, match.id, 0, "", ()))
    assert len(edits) == 1


async def click(bot: Bot, match: Match, person: int, edits: list[str], goes_on: asyncio.Event) -> None:
    asking = Sitting(bot, person, edits, goes_on)
    await asking.defer()
    await table.join(Click(asking, match.id, 0, "", ()))


async def test_a_seat_for_someone_invited_is_not_called_free(bot: Bot) -> None:
    table = await bot.matches.tables.open(
        TableTerms(game="southern_cards", seats=4), opener=ANNE, place=HERE, invited=[BERT, CLEO]
    )

    def seats(lines: list[str]) -> list[str]:
        return [line.partition("** · ")[2] for line in lines]

    assert seats(seat_lines(table)) == [f"<@{ANNE}>", f"reserved for <@{BERT}>", f"reserved for <@{CLEO}>", "free"]
    await bot.matches.tables.note_posted(table.id, 7000)
    joined = await bot.matches.act(table.id, lobby.join(CLEO))
    assert seats(seat_lines(joined)) == [f"<@{ANNE}>", f"<@{CLEO}>", f"reserved for <@{BERT}>", "free"]
    full = await bot.matches.act(table.id, lobby.add_computer(ANNE, ComputerLevel.EASY, seat=3))
    assert seats(seat_lines(full))[2:] == [f"reserved for <@{BERT}>", "🤖 easy computer"]


class TestTheMessage:
    async def test_says_what_is_played_how_long_a_turn_may_take_and_what_is_unusual(self, bot: Bot) -> None:
        usual = await bot.matches.tables.open(
            TableTerms("southern_cards", 2, move_time=DEFAULT_MOVE_TIME), opener=ANNE, place=HERE
        )
        assert words(bot, usual).splitlines()[:4] == [
            "### Southern Cross cards: open table",
            "Place cards and score lines, several at once if you can.",
            "3 days a turn, then a computer plays it",
            f"🟡 **Gold** · <@{ANNE}>",
        ]
        unusual = await bot.matches.tables.open(TableTerms("southern_cards", 2, {"hand": 2}), opener=ANNE, place=HERE)
        assert words(bot, unusual).splitlines()[2] == "Hand: 2 · no time limit"

    async def test_says_in_a_short_line_that_the_luck_is_sealed_and_more_to_those_who_ask(self, bot: Bot) -> None:
        match = await opened(bot)
        assert f"-# The luck is sealed: `{match.commitment[:16]}…`" in words(bot, match).splitlines()
        assert match.commitment not in words(bot, match)
        answer = await Asking(bot, CLEO).click(seal_of, match.id)
        assert f"`{match.commitment}`" in answer.splitlines()
        await bot.matches.act(match.id, lobby.join(BERT))
        begun = await bot.matches.act(match.id, lobby.begin(ANNE))
        assert ids(bot, begun).keys() == {"seal_of"}

    async def test_of_a_cancelled_table_is_one_line(self, bot: Bot) -> None:
        match = await opened(bot)
        cancelled = await bot.matches.act(match.id, lobby.cancel(ANNE))
        line = "-# Southern Cross cards: this table is cancelled. `/southern-cards start` opens a new one."
        assert words(bot, cancelled) == line
        assert not ids(bot, cancelled)

    @pytest.mark.parametrize(
        ("invited", "joined", "computers", "foot"),
        [
            ((), (), 0, ["3 seats are free: press **Join**, or add computers."]),
            ((), (BERT, CLEO), 0, ["One seat is free: press **Join**, or add a computer."]),
            ((BERT,), (), 0, [RESERVED, "2 seats are free: press **Join**, or add computers."]),
            ((BERT,), (CLEO,), 1, [RESERVED]),  # no seat is free for others
            ((BERT,), (BERT,), 1, ["One seat is free: press **Join**, or add a computer."]),
            ((), (BERT, CLEO, DORA), 0, ["All seats are taken. The match starts {when}."]),
            (
                *((), (BERT, CLEO), 1),
                [
                    "All seats are taken. The match starts {when}.",
                    "Until the match starts, **Join** takes over a computer's seat.",
                ],
            ),
        ],
    )
    async def test_says_how_to_go_on(
        self, bot: Bot, invited: tuple[int, ...], joined: tuple[int, ...], computers: int, foot: list[str]
    ) -> None:
        match = await bot.matches.tables.open(
            TableTerms("southern_cards", 4), opener=ANNE, place=HERE, invited=list(invited)
        )
        match = await bot.matches.tables.note_posted(match.id, 900)
        for person in joined:
            match = await bot.matches.act(match.id, lobby.join(person))
        for _ in range(computers):
            match = await bot.matches.act(match.id, lobby.add_computer(ANNE, ComputerLevel.EASY))
        lines = words(bot, match).splitlines()
        when = "" if match.begins_at is None else format_dt(match.begins_at, "R")
        assert "** · " in lines[-len(foot) - 2]  # the last seat
        assert lines[-len(foot) - 1 : -1] == [line.format(when=when) for line in foot]
        assert lines[-1].startswith("-# The luck is sealed: ")
        buttons = ids(bot, match)
        assert ("wait" in buttons) == bool(when)
        assert ("remove_computer" in buttons) == bool(computers)
        assert ("decline_invitation" in buttons) == bool(set(invited) - set(joined))
        assert ("add_computer" in buttons) == (1 + len(joined) + computers < 4)
        if when:
            waits = await bot.matches.act(match.id, lobby.wait(ANNE))
            assert "All seats are taken: press **Start**." in words(bot, waits)


def words(bot: Bot, match: Match) -> str:
    """All texts of the table's message."""
    view = table_view(cog_for(bot, match.game), match)
    return "\n".join(item.content for item in view.walk_children() if isinstance(item, TextDisplay))


async def test_people_who_decline_free_their_seat(bot: Bot) -> None:
    match = await bot.matches.tables.open(
        TableTerms(game="southern_cards", seats=2), opener=ANNE, place=HERE, invited=[BERT]
    )
    await bot.matches.tables.note_posted(match.id, 7000)
    assert "decline_invitation" in ids(bot, match)
    with pytest.raises(ScreenRefusal, match="No seat is reserved for you"):
        await Asking(bot, CLEO).click(table.decline_invitation, match.id)
    await Asking(bot, BERT).click(table.decline_invitation, match.id)
    declined = await bot.matches.get(match.id)
    assert declined.invited == ()
    assert "decline_invitation" not in ids(bot, declined)
    assert [line.partition("** · ")[2] for line in seat_lines(declined)] == [f"<@{ANNE}>", "free"]
    assert (await bot.matches.act(match.id, lobby.join(CLEO))).seats[1].people == (CLEO,)


async def test_people_of_a_rematch_can_decline(bot: Bot) -> None:
    over = await bot.matches.act((await together(bot, ANNE, BERT)).id, proposals.resign(ANNE))
    rematch = await bot.matches.tables.rematch(over.id, ANNE)
    assert rematch.reserved_seats
    declined = await bot.matches.act(rematch.id, lobby.decline_invitation(BERT))
    assert not declined.reserved_seats


ON_ANY_SEATS = "Between people the match is rated: "
ON_THE_SAME_SIDE = "If people play on two sides or more, one on each seat, the match is rated: "


@pytest.mark.parametrize(
    ("terms", "meaning"),
    [
        (TableTerms("southern_cards", 2, rated=True), ON_ANY_SEATS),
        (TableTerms("cirondo", 4, rated=True), ON_ANY_SEATS),
        (TableTerms("cirondo", 4, {"teams": True}, rated=True), ON_THE_SAME_SIDE),
        (TableTerms("southern_cards", 2, rated=True, shared=True), ON_THE_SAME_SIDE),
    ],
)
async def test_a_rated_table_says_when_it_is_and_what_it_means(bot: Bot, terms: TableTerms, meaning: str) -> None:
    match = await bot.matches.tables.open(terms, opener=ANNE, place=HERE)
    items = table_view(screen_of(terms.game), match).walk_children()
    assert any(f"\n-# {meaning}" in item.content for item in items if isinstance(item, TextDisplay))
