"""`/match undo` and `/match replace`: what is asked of whom, and what the person who asks is told."""

from typing import Any

import pytest

from bot.match import Match, NoSuchSeat, NotReplaceable, PlaysAlready, TableTerms
from bot.match.decisions import lobby, presence, proposals, turns
from bot.text.own_words import OwnWords
from cogs.shared.client.refusals import ScreenRefusal
from cogs.shared.management import agreements
from cogs.shared.management.agreements import seat_choices
from cogs.shared.records.continuing import go_on
from cogs.shared.wording.labels import NAMES
from tests.cogs.asking_discord import Server
from tests.cogs.clicking import typing
from tests.cogs.conftest import ANNE, BERT, CLEO, HERE, Asking, Bot
from tests.cogs.matches import newest_of
from tests.cogs.servers import member

DORA, ERIC = CLEO + 1, CLEO + 2
FOLLOWS = "The new board will follow as soon as Discord accepts it."


pytestmark = pytest.mark.usefixtures("cirondo_shown")


async def begun(bot: Bot, *people: int) -> Match:
    """A match of Cirondo in which each of these people has a seat, and the first is to move."""
    match = await bot.matches.tables.open(TableTerms(game="cirondo", seats=len(people)), opener=people[0], place=HERE)
    for person in people[1:]:
        await bot.matches.act(match.id, lobby.join(person))
    return await bot.matches.act(match.id, lobby.begin(people[0], message_id=900 + match.id))


async def played(bot: Bot, match: Match) -> Match:
    assert match.state is not None
    move = match.state.notate(match.state.legal()[0])
    return await bot.matches.act(match.id, turns.play(match.to_move_people()[0], move))


class TestUndoing:
    async def test_asks_the_others_who_have_to_agree(self, bot: Bot) -> None:
        match = await played(bot, await begun(bot, ANNE, BERT))
        asking = Asking(bot, ANNE)
        words = await asking.slash("undo", match=str(match.id))
        assert words == f"I've asked the others. They can answer on the board. {FOLLOWS}"
        asked = await bot.matches.get(match.id)
        assert asked.proposal is not None
        assert (asked.proposal.kind, asked.state) == ("undo", match.state)

    async def test_in_a_private_match_shows_the_choice_before_it(self, bot: Bot) -> None:
        old = await bot.matches.act((await begun(bot, ANNE, BERT)).id, proposals.resign(ANNE))
        await Asking(bot, ANNE).click(go_on, old.id, payload="0")
        before = await newest_of(bot, ANNE)
        await played(bot, before)
        asking = Asking(bot, ANNE)
        words = await asking.slash("undo", match=str(before.id))
        assert words.startswith("Undone.\n")
        assert "More" in asking.labels
        assert (await bot.matches.get(before.id)).state == before.state


class TestReplacing:
    async def without_bert(self, bot: Bot) -> Match:
        return await bot.matches.act((await begun(bot, ANNE, BERT, DORA, ERIC)).id, presence.absent(BERT))

    @pytest.mark.parametrize("typed", ["{id}.{seat}", " {id}.{seat} ", "{colour}", " {COLOUR} "])
    async def test_asks_someone_to_play_a_seat_that_is_named_or_suggested(self, bot: Bot, typed: str) -> None:
        match = await self.without_bert(bot)
        (number,) = match.seat_of(BERT)
        colour = match.seats[number].colour
        seat = typed.format(id=match.id, seat=number, colour=colour, COLOUR=colour.upper())
        await begun(bot, ANNE, DORA)  # another match of hers, which a suggestion doesn't mean
        chosen = {} if "." in typed else {"match": str(match.id)}
        words = await Asking(bot, ANNE).slash("replace", seat=seat, by=member(CLEO), **chosen)
        assert words == f"I've asked <@{CLEO}> to play {colour}. They can answer on the board. {FOLLOWS}"
        asked = (await bot.matches.get(match.id)).proposal
        assert asked is not None
        assert (asked.kind, asked.seat, asked.candidate) == ("replace", number, CLEO)
        assert await NAMES.lookup(bot, HERE.guild_id, [CLEO]) == {CLEO: OwnWords(f"Member {CLEO}")}

    async def test_notices_that_someone_was_removed_from_the_server_some_minutes_ago(self, bot: Bot) -> None:
        match = await begun(bot, ANNE, BERT, DORA, ERIC)
        bot.http = server = Server()
        await bot.posting.membership.note_absences(match)
        match = await played(bot, match)
        await bot.posting.membership.note_absences(match)  # Bert is there, and isn't looked for again in some hours
        server.gone = {BERT}
        assert not await bot.posting.membership.note_absences(match)
        suggested = [one.value for one in await seat_choices(typing(bot, ANNE), "")]
        assert suggested == [f"{match.id}.1"]
        words = await Asking(bot, ANNE).slash("replace", seat=suggested[0], by=member(CLEO))
        assert words.startswith(f"I've asked <@{CLEO}> to play red.")
        (away,) = [seat.people for seat in (await bot.matches.get(match.id)).seats if seat.absent]
        assert away == (BERT,)

    async def test_suggests_seats_whose_players_have_all_left_and_asks_for_each_at_most_once_a_minute(
        self, bot: Bot
    ) -> None:
        terms = TableTerms(game="cirondo", seats=4, shared=True)
        match = await bot.matches.tables.open(terms, opener=ANNE, place=HERE)
        for person in (BERT, CLEO, DORA, ERIC):
            await bot.matches.act(match.id, lobby.join(person))
        match = await bot.matches.act(match.id, lobby.begin(ANNE, message_id=900))
        bot.http = server = Server(BERT, ERIC)
        for _ in range(2):
            found = {one.value for one in await seat_choices(typing(bot, ANNE), "")}
            gone = [seat.number for seat in match.seats if seat.people and {*seat.people} <= {BERT, ERIC}]
            assert found == {f"{match.id}.{number}" for number in gone}
        assert sorted(server.asked) == sorted({*server.asked})
        assert not any(seat.absent for seat in (await bot.matches.get(match.id)).seats)  # typing changes nothing
        server.gone = {BERT, CLEO, DORA, ERIC}
        assert {one.value for one in await seat_choices(typing(bot, ANNE), "")} == found

    async def test_refuses_bots_and_says_how_a_computer_plays(self, bot: Bot) -> None:
        match = await self.without_bert(bot)
        with pytest.raises(ScreenRefusal) as refused:
            await Asking(bot, ANNE).slash("replace", seat=f"{match.id}.1", by=member(CLEO, bot=True))
        assert str(refused.value) == (
            f"<@{CLEO}> is a bot and can't take a seat. "
            "To let a computer play, press **Computer plays** under the board."
        )
        assert (await bot.matches.get(match.id)).proposal is None

    @pytest.mark.parametrize(
        ("seat", "by", "error"),
        [
            ("pink", CLEO, NoSuchSeat),
            ("", CLEO, NoSuchSeat),
            ("{id}.7", CLEO, NoSuchSeat),
            ("{id}.0", CLEO, NotReplaceable),  # who is there
            ("{id}.1", DORA, PlaysAlready),
        ],
    )
    async def test_refuses_what_can_not_be(self, bot: Bot, seat: str, by: int, error: type[Exception]) -> None:
        match = await self.without_bert(bot)
        bot.http = Server()
        with pytest.raises(error):
            await Asking(bot, DORA if by == CLEO else ANNE).slash(
                "replace", seat=seat.format(id=match.id), by=member(by), match=str(match.id)
            )
        assert (await bot.matches.get(match.id)).proposal is None


@pytest.mark.parametrize(("absent", "asked"), [((True, True, True), 1), ((True, False, True), 2)])
async def test_seats_are_looked_for_only_until_the_list_is_full(
    bot: Bot, monkeypatch: pytest.MonkeyPatch, absent: tuple[bool, ...], asked: int
) -> None:
    """As many matches are looked at together as the list is long, the newest first."""
    for is_absent in reversed(absent):
        match = await begun(bot, ANNE, BERT)
        if is_absent:
            await bot.matches.act(match.id, presence.absent(BERT))
    monkeypatch.setattr(agreements, "MAX_CHOICES", 2)
    outlines, queries = bot.matches.lists.outlines, []

    async def counted(numbers: Any) -> Any:
        queries.append(numbers)
        return await outlines(numbers)

    monkeypatch.setattr(bot.matches.lists, "outlines", counted)
    assert len(await seat_choices(typing(bot, ANNE), "")) == 2
    assert len(queries) == asked
