"""Tables whose message someone has deleted, and the ways that lead to tables."""

import pytest

from bot.match import ComputerLevel, Match, Place, SeriesKind, Status, TableTerms
from bot.match.decisions import lobby, proposals
from cogs.shared.client.refusals import ScreenRefusal, WhichMatch
from cogs.shared.commands.groups import find_match_or_table
from cogs.shared.people.overview import state_of_play
from cogs.shared.presentation.registry import cog_for
from cogs.shared.tables import rematches
from cogs.shared.tables.table import link_table, update_table
from tests.cogs import discord_answers as answers
from tests.cogs.conftest import ANNE, BERT, CLEO, HERE, Asking, Bot, part_of, solo, together
from tests.cogs.discord_answers import Discord, put, read, refusal

LINK = "https://discord.com/channels/1"


@pytest.fixture
def discord_(bot: Bot, monkeypatch: pytest.MonkeyPatch) -> Discord:
    monkeypatch.setattr(rematches, "check_permissions", lambda *_: None)
    return put(bot, Discord())


async def opened(bot: Bot, place: Place = HERE, *, own_thread: bool = False) -> Match:
    match = await bot.matches.tables.open(
        TableTerms(game="southern_cards", seats=2, own_thread=own_thread), opener=ANNE, place=place
    )
    return await bot.matches.tables.note_posted(match.id, 900)


async def led(bot: Bot, match: Match) -> str:
    asking = Asking(bot, ANNE)
    await asking.defer()
    await link_table(asking, match)
    return asking.heard[-1]


class TestATableWhoseMessageIsDeleted:
    async def test_is_put_there_again_when_it_is_asked_for(self, bot: Bot, discord_: Discord) -> None:
        match = await opened(bot)
        assert await led(bot, match) == f"Match {match.id} hasn't started: [go to the table]({LINK}/20/900)"
        discord_.deleted.add(900)
        assert (await led(bot, match)).endswith(f"({LINK}/20/5000)")
        assert await led(bot, await bot.matches.get(match.id)) == await led(bot, match)  # once is enough
        assert discord_.nonces == [f"table.{match.id}.900"] * len(discord_.sent)
        assert "open table" in read(discord_.sent[20, 5000])

    async def test_starts_with_the_luck_that_was_sealed_on_the_first_one(self, bot: Bot, discord_: Discord) -> None:
        match = await opened(bot, own_thread=True)
        discord_.deleted.add(900)
        again = await update_table(bot, match)
        assert (again.table_message_id, again.salt, again.commitment) == (5000, "900", match.commitment)
        await bot.matches.act(match.id, lobby.join(BERT, message_id=5000))
        running = await bot.matches.act(match.id, lobby.begin(ANNE, message_id=5000))
        assert (running.salt, running.place.thread_id) == ("900", 5000)  # the thread hangs on the message that is there
        assert await bot.matches.records.check(match.id) == []

    async def test_has_one_message_of_two_that_were_sent(self, bot: Bot, discord_: Discord) -> None:
        match = await opened(bot)
        await bot.matches.tables.note_new_message(match.id, 900, 901)
        await bot.matches.tables.note_new_message(match.id, 900, 902)
        assert (await bot.matches.get(match.id)).table_message_id == 901

    @pytest.mark.parametrize("begins", [True, False])
    async def test_is_not_missed_once_it_has_ended(self, bot: Bot, discord_: Discord, begins: bool) -> None:
        match = await opened(bot)
        await bot.matches.act(match.id, lobby.join(BERT))
        end = lobby.begin if begins else lobby.cancel
        match = await bot.matches.act(match.id, end(ANNE))
        discord_.deleted.add(900)
        with pytest.raises(type(refusal(answers.DELETED))):
            await update_table(bot, match)
        assert discord_.sent == {}
        await bot.matches.tables.note_new_message(match.id, 900, 901)
        assert (await bot.matches.get(match.id)).table_message_id == 900

    @pytest.mark.parametrize("code", [answers.NOT_THERE, answers.FORBIDDEN])
    async def test_can_be_closed_where_its_channel_is_closed(self, bot: Bot, discord_: Discord, code: int) -> None:
        match = await opened(bot)
        discord_.deleted.add(900)
        discord_.fails["send"] = [refusal(code)]
        with pytest.raises(ScreenRefusal, match=r"/match cancel"):
            await led(bot, match)

    async def test_of_a_rematch_is_put_there_again_by_anyone_who_wants_one(self, bot: Bot, discord_: Discord) -> None:
        match = await together(bot, ANNE, BERT)
        await bot.matches.act(match.id, proposals.resign(ANNE))
        assert f"({LINK}/20/5000)" in await Asking(bot, ANNE).click(rematches.rematch, match.id)
        discord_.deleted.add(5000)
        assert f"({LINK}/20/5001)" in await Asking(bot, ANNE).click(rematches.rematch, match.id)
        discord_.deleted.add(5001)
        assert f"({LINK}/20/5002)" in await Asking(bot, BERT).click(rematches.rematch, match.id)
        assert len(set(discord_.nonces)) == 3
        assert max(map(len, discord_.nonces)) <= 25

    async def test_of_a_rematch_stays_as_it_is_while_discord_has_trouble(self, bot: Bot, discord_: Discord) -> None:
        match = await together(bot, ANNE, BERT)
        await bot.matches.act(match.id, proposals.resign(ANNE))
        await Asking(bot, ANNE).click(rematches.rematch, match.id)
        discord_.fails["edit"] = [refusal(0, 503)]
        assert f"({LINK}/20/5000)" in await Asking(bot, BERT).click(rematches.rematch, match.id)


async def test_a_rematch_table_shows_who_sat_down_before_it_was_sent(bot: Bot, discord_: Discord) -> None:
    match = await together(bot, ANNE, BERT)
    await bot.matches.act(match.id, proposals.resign(ANNE))
    await bot.matches.tables.rematch(match.id, ANNE)
    await Asking(bot, BERT).click(rematches.rematch, match.id)
    assert "All seats are taken" in read(discord_.edited[20, 5000])


@pytest.mark.parametrize(
    ("place", "own_thread", "channel"), [(HERE, False, 20), (Place(1, 20, 33), False, 33), (HERE, True, 20)]
)
async def test_lists_lead_to_the_table_until_there_is_a_board(
    bot: Bot, place: Place, own_thread: bool, channel: int
) -> None:
    match = await opened(bot, place, own_thread=own_thread)
    await bot.matches.act(match.id, lobby.join(BERT))
    running = await bot.matches.act(match.id, lobby.begin(ANNE))
    assert running.status is Status.RUNNING
    for one in (match, running):
        line = await state_of_play(bot, one, ANNE, one.clock)
        assert line.endswith(f"[table]({LINK}/{channel}/900)")
    assert f"[table]({LINK}/{channel}/900)" in await Asking(bot, ANNE).slash("list")


async def test_board_means_an_own_match_then_an_own_table_then_a_match_of_others(bot: Bot, discord_: Discord) -> None:
    async def meant(user: int) -> int:
        asking = Asking(bot, user)
        return (await find_match_or_table(asking, cog_for(bot, "southern_cards"), None)).id

    others = await together(bot, BERT, CLEO)
    assert await meant(ANNE) == others.id
    table = await opened(bot)
    assert await meant(ANNE) == table.id
    own = await together(bot, ANNE, CLEO)
    assert await meant(ANNE) == own.id
    await together(bot, ANNE, CLEO)
    with pytest.raises(WhichMatch):
        await meant(ANNE)


async def ended(bot: Bot) -> Match:
    return await bot.matches.act((await together(bot, ANNE, BERT)).id, proposals.resign(ANNE))


class TestARematch:
    async def test_against_computers_alone_begins_at_once(self, bot: Bot, discord_: Discord) -> None:
        table = await bot.matches.tables.open(
            TableTerms("southern_cards", 2), opener=ANNE, place=HERE, computers=ComputerLevel.EASY
        )
        match = await bot.matches.act(table.id, lobby.begin(ANNE, message_id=7000))
        over = await bot.matches.act(match.id, proposals.resign(ANNE))
        answer = await Asking(bot, ANNE).click(rematches.rematch, over.id)
        assert answer == f"The rematch is ready: [go to the table]({LINK}/20/5000)"
        assert (await bot.matches.get(over.id + 1)).status is Status.RUNNING
        again = await Asking(bot, ANNE).click(rematches.rematch, over.id)
        assert again == f"The rematch has begun: match {over.id + 1}."

    async def test_waits_for_the_others_who_played(self, bot: Bot, discord_: Discord) -> None:
        over = await ended(bot)
        for person, words in ((ANNE, "The rematch is ready"), (BERT, "You've joined the rematch")):
            answer = await Asking(bot, person).click(rematches.rematch, over.id)
            assert answer == f"{words}: [go to the table]({LINK}/20/5000)"
            assert (await bot.matches.get(over.id + 1)).status is Status.OPEN
        again = await Asking(bot, ANNE).click(rematches.rematch, over.id)
        assert again == f"The rematch is ready: [go to the table]({LINK}/20/5000)"
        await bot.matches.act(over.id + 1, lobby.begin(ANNE))
        (due,) = [post for post in await bot.matches.outbox.due() if post.match_id == over.id + 1]
        await bot.matches.outbox.note_posted(due.id, 6001)
        begun = await Asking(bot, BERT).click(rematches.rematch, over.id)
        assert begun == f"The rematch has begun: [go to the board]({LINK}/20/6001)."

    @pytest.mark.parametrize("code", [answers.NOT_THERE, answers.CLOSED_TO_US])
    async def test_is_closed_again_where_nobody_could_see_its_table(
        self, bot: Bot, discord_: Discord, code: int
    ) -> None:
        over = await ended(bot)
        discord_.fails["send"] = [refusal(code)]
        with pytest.raises(ScreenRefusal, match="that channel is gone or closed to me"):
            await Asking(bot, ANNE).click(rematches.rematch, over.id)
        assert (await bot.matches.get(over.id + 1)).status is Status.CANCELLED


async def test_a_rematch_is_offered_once_everything_is_over(bot: Bot) -> None:
    running = await together(bot, ANNE, BERT)
    assert not rematches.offers_rematch(running)
    assert rematches.offers_rematch(await bot.matches.act(running.id, proposals.resign(ANNE)))
    alone = await solo(bot, ANNE)
    assert not rematches.offers_rematch(await bot.matches.act(alone.id, proposals.resign(ANNE)))
    host = await together(bot, ANNE, BERT, series=SeriesKind.PARALLEL)
    given_up = await bot.matches.act(host.id, proposals.resign(ANNE))
    part = await bot.matches.get(part_of(host, 0))
    assert (given_up.status, part.status) == (Status.RUNNING, Status.OVER)
    assert not rematches.offers_rematch(part)
    assert rematches.offers_rematch(await bot.matches.act(host.id, proposals.resign(BERT)))
