"""What boards and lists say of what people agree on, and who is called for it."""

from dataclasses import replace

import discord
import pytest
from sqlalchemy import update

from bot.match import ComputerLevel, Match, Place, Refusal, Status, TableTerms
from bot.match.decisions import lobby, presence, proposals, relocating, turns
from bot.match.values.errors import NothingProposed
from bot.store.tables import seats
from cogs.matches import agree, decline, take_seat
from cogs.shared.boards.board import BoardContent, board_content
from cogs.shared.people.overview import state_of_play
from cogs.shared.presentation.registry import cog_for
from tests.cogs.asking_discord import Server
from tests.cogs.conftest import ANNE, BERT, CLEO, HERE, Asking, Bot, solo
from tests.cogs.discord_answers import refusal

DORA = CLEO + 1


pytestmark = pytest.mark.usefixtures("cirondo_shown")


async def begin_match(bot: Bot, *people: int, seats: int = 2) -> Match:
    """A match that has begun, in which the first of these people is to move."""
    match = await bot.matches.tables.open(
        TableTerms(game="cirondo", seats=seats), opener=people[0], place=HERE, computers=ComputerLevel.EASY
    )
    for person in people[1:]:
        await bot.matches.act(match.id, lobby.join(person))
    return await bot.matches.act(match.id, lobby.begin(people[0], message_id=900 + match.id))


async def played(bot: Bot, match: Match) -> Match:
    assert match.state is not None
    return await bot.matches.act(
        match.id, turns.play(match.to_move_people()[0], match.state.notate(match.state.legal()[0]))
    )


def board(match: Match, bot: Bot) -> BoardContent:
    return board_content(cog_for(bot, match.game), match)


def labels(words: BoardContent) -> set[str]:
    return {label for label, *_ in words.buttons}


async def test_the_one_who_asked_is_called_and_the_one_who_declines_is_not(bot: Bot) -> None:
    match = await played(bot, await begin_match(bot, ANNE, BERT))
    match = await bot.matches.act(match.id, proposals.undo(ANNE))
    assert board(match, bot).ping == (BERT,)
    match = await bot.matches.act(match.id, proposals.decline(BERT))
    content = board(match, bot)
    assert (content.happened, content.ping) == ("Silver declines.", (ANNE,))
    # What someone takes back themselves calls nobody.
    match = await bot.matches.act(match.id, proposals.offer_draw(BERT))
    assert board(match, bot).ping == (ANNE,)
    match = await bot.matches.act(match.id, proposals.decline(BERT))
    content = board(match, bot)
    assert (content.happened, content.ping) == ("Silver withdraws the offer.", ())
    assert board(await played(bot, match), bot).ping == (ANNE,)


async def test_those_asked_are_called_once_however_many_agree(bot: Bot) -> None:
    match = await played(bot, await begin_match(bot, ANNE, BERT, CLEO, DORA, seats=4))
    match = await bot.matches.act(match.id, proposals.undo(ANNE))
    assert set(board(match, bot).ping) == {BERT, CLEO, DORA}
    match = await bot.matches.act(match.id, proposals.agree(CLEO))
    assert board(match, bot).ping == ()
    await bot.matches.act(match.id, proposals.agree(DORA))
    match = await bot.matches.act(match.id, proposals.agree(BERT))
    assert board(match, bot).ping == (ANNE,)  # who moves again


async def test_what_is_asked_is_said_once(bot: Bot) -> None:
    match = await played(bot, await begin_match(bot, ANNE, BERT))
    match = await bot.matches.act(match.id, proposals.undo(ANNE))
    assert board(match, bot).happened.startswith(f"<@{ANNE}> asks to undo gold's last move: ")


async def test_agree_is_offered_only_where_someone_is_asked_to(bot: Bot) -> None:
    match = await begin_match(bot, ANNE, BERT)
    match = await bot.matches.act(match.id, presence.absent(BERT))
    match = await bot.matches.act(match.id, proposals.appoint(DORA, 1, CLEO))
    content = board(match, bot)
    assert content.ping == (CLEO,)
    assert {"Take the seat", "Decline"} <= labels(content)
    assert "Agree" not in labels(content)
    match = await begin_match(bot, ANNE, BERT, DORA, seats=4)
    match = await bot.matches.act(match.id, presence.absent(BERT))
    match = await bot.matches.act(match.id, proposals.replace_player(ANNE, 1, CLEO))
    assert {"Take the seat", "Agree", "Decline"} <= labels(board(match, bot))
    match = await bot.matches.act(match.id, proposals.take_seat(CLEO))
    content = board(match, bot)
    assert content.happened.startswith(f"<@{CLEO}> is ready to take over ")
    assert content.ping == ()


async def asked_to_play(bot: Bot, *, ready: bool = True) -> Match:
    """A match in which Bert has left, and Cleo is to play his seat once Dora has agreed."""
    match = await played(bot, await begin_match(bot, ANNE, BERT, DORA, seats=4))
    match = await bot.matches.act(match.id, presence.absent(BERT))
    match = await bot.matches.act(match.id, proposals.replace_player(ANNE, 1, CLEO))
    return await bot.matches.act(match.id, proposals.take_seat(CLEO)) if ready else match


async def test_no_seat_is_given_to_someone_who_has_left(bot: Bot) -> None:
    match = await asked_to_play(bot)
    bot.http = Server(CLEO)
    with pytest.raises(Refusal, match=f"<@{CLEO}> has left this server"):
        await Asking(bot, DORA).click(agree, match.id, version=match.version)
    match = await bot.matches.get(match.id)
    assert (match.proposal, match.seats[1].people) == (None, (BERT,))
    content = board(match, bot)
    assert content.happened.startswith("The player who was asked has left this server, so nothing changes.")
    assert content.ping == (ANNE,)


async def test_the_seat_can_not_be_taken_where_only_the_one_who_asked_is_left_to_agree(bot: Bot) -> None:
    match = await asked_to_play(bot)
    async with bot.store.write() as connection:
        await connection.execute(update(seats).where(seats.c.number == 2).values(missed=2))
    match = await bot.matches.act(
        match.id, presence.take_over(ANNE, 2, ComputerLevel.EASY)
    )  # instead of Dora, who was asked
    content = board(match, bot)
    assert CLEO not in content.ping
    assert "Take the seat" not in labels(content)
    with pytest.raises(NothingProposed):
        await bot.matches.act(match.id, proposals.take_seat(CLEO))


async def test_who_is_there_gets_the_seat(bot: Bot) -> None:
    match = await asked_to_play(bot)
    bot.http = Server()
    assert "You agreed." in await Asking(bot, DORA).click(agree, match.id, version=match.version)
    assert (await bot.matches.get(match.id)).seats[1].people == (CLEO,)


FOLLOWS = "The new board will follow as soon as Discord accepts it."


async def test_each_answer_to_what_is_asked_is_confirmed(bot: Bot) -> None:
    bot.http = Server()
    match = await asked_to_play(bot, ready=False)
    answer = await Asking(bot, CLEO).click(take_seat, match.id, version=match.version)
    assert answer == f"It's yours once the others agree. {FOLLOWS}"
    version = (await bot.matches.get(match.id)).version
    assert await Asking(bot, DORA).click(agree, match.id, version=version) == f"You agreed. {FOLLOWS}"

    match = await begin_match(bot, ANNE, BERT)
    await bot.matches.act(match.id, presence.absent(BERT))
    match = await bot.matches.act(match.id, proposals.appoint(DORA, 1, CLEO))
    answer = await Asking(bot, CLEO).click(take_seat, match.id, version=match.version)
    assert answer == f"You're now in this match. {FOLLOWS}"

    match = await bot.matches.act((await played(bot, await begin_match(bot, ANNE, BERT))).id, proposals.undo(ANNE))
    answer = await Asking(bot, BERT).click(decline, match.id, version=match.version)
    assert answer == f"You declined. The match goes on. {FOLLOWS}"


@pytest.mark.parametrize("ready", [False, True])
async def test_a_board_takes_the_offer_off_the_table_when_who_was_asked_has_left(bot: Bot, ready: bool) -> None:
    match = await asked_to_play(bot, ready=ready)
    bot.http = Server(CLEO)
    assert await bot.posting.membership.note_absences(match)
    assert (await bot.matches.get(match.id)).proposal is None


async def test_nobody_is_looked_for_where_nothing_is_asked_of_anyone(bot: Bot) -> None:
    bot.http = Server(ANNE, BERT)
    match = await begin_match(bot, ANNE, BERT)
    private = await solo(bot, ANNE)
    over = await bot.matches.act(match.id, proposals.resign(BERT))
    assert over.status is Status.OVER
    for one in (over, replace(private, place=Place(None, 20))):
        assert not await bot.posting.membership.note_absences(one)
    assert bot.http.asked == []


async def test_who_is_there_is_not_looked_for_again_in_some_hours(bot: Bot) -> None:
    match = await begin_match(bot, ANNE, BERT)
    bot.http = server = Server(BERT)  # Bert isn't there
    assert await bot.posting.membership.note_absences(match)
    assert not await bot.posting.membership.note_absences(match)
    assert server.asked == [ANNE]


async def test_nobody_is_taken_for_gone_where_discord_does_not_say(bot: Bot) -> None:
    class Silent(Server):
        async def get_member(self, _guild: int, person: int) -> object:
            self.asked.append(person)
            raise refusal(0, 503)

    match = await begin_match(bot, ANNE, BERT)
    bot.http = server = Silent()
    for times in (1, 2):  # and they are asked for again, as nothing is known
        assert await bot.posting.membership.note_absences(match)
        assert server.asked == [ANNE] * times
    assert not any(seat.absent for seat in (await bot.matches.get(match.id)).seats)


async def test_what_nobody_agreed_to_in_time_is_off_the_table(bot: Bot) -> None:
    match = await bot.matches.act((await begin_match(bot, ANNE, BERT)).id, proposals.offer_draw(ANNE))
    match = await bot.matches.act(match.id, proposals.decline(BERT))
    *earlier, event = match.recent
    lapsed = replace(match, recent=(*earlier, replace(event, seat=None, note="lapsed")))
    assert board(lapsed, bot).happened == "Not everyone agreed in time, so nothing changes."


async def test_a_seat_is_not_given_to_someone_who_has_left_as_another_one_is_gone(bot: Bot) -> None:
    match = await asked_to_play(bot)
    bot.http = Server()
    await bot.posting.membership.note_absences(match)  # Cleo is there, and isn't looked for again in some hours
    assert CLEO in bot.http.asked
    bot.http.gone = {CLEO, DORA}
    match = await bot.matches.act(match.id, presence.take_over(ANNE, 1, ComputerLevel.EASY))
    for seat in (1, 2):
        match = await bot.matches.get(match.id)
        assert (match.state is not None and match.to_move) == seat
        if seat == 1:
            assert match.state is not None
            move = match.state.notate(match.state.legal()[0])
            await bot.matches.act(match.id, turns.play_computer(move, seen_version=match.version))
    assert await bot.posting.membership.note_absences(match)  # it is Dora's turn
    match = await bot.matches.get(match.id)
    assert (match.proposal, match.seats[1].people, match.seats[2].absent) == (None, (BERT,), True)


async def test_lists_say_where_an_answer_is_awaited(bot: Bot) -> None:
    match = await begin_match(bot, ANNE, BERT)
    match = await bot.matches.act(match.id, proposals.offer_draw(ANNE))
    line = await state_of_play(bot, match, BERT, match.clock)
    assert line.startswith("gold to move · waiting for your answer")
    assert "awaited" not in await state_of_play(bot, match, ANNE, match.clock)


async def test_lists_have_below_ones_own_matches_what_one_is_asked_to_play(bot: Bot) -> None:
    async def listed(user: int) -> str:
        return await Asking(bot, user).slash("list")

    table = await bot.matches.tables.open(TableTerms(game="cirondo", seats=2), opener=ANNE, place=HERE, invited=[CLEO])
    await bot.matches.tables.note_posted(table.id, 4711)
    match = await asked_to_play(bot, ready=False)
    colour, channel = match.seats[1].colour, "https://discord.com/channels/1/20"
    invited = f"- **{table.id}** · Cirondo · <@{ANNE}> · **You're invited** · [table]({channel}/4711)"
    others = f"<@{ANNE}>, <@{BERT}>, <@{DORA}>, 🤖 easy computer"
    question = f"- **{match.id}** · Cirondo · {others} · **You're asked to play {colour}**"
    own = await begin_match(bot, CLEO, ANNE)
    heading, mine, waiting, *lines = (await listed(CLEO)).splitlines()
    assert (heading, waiting) == ("### Your matches", "### Waiting for your answer")
    assert mine.startswith(f"- **{own.id}** · ")
    assert lines == [f"{question} · [table]({channel}/{match.table_message_id})", invited]
    for post in await bot.matches.outbox.due():
        await bot.matches.outbox.note_posted(post.id, 6000 + post.match_id)
    assert f"{question} · [board]({channel}/{6000 + match.id})" in await listed(CLEO)
    await bot.matches.act(match.id, proposals.take_seat(CLEO))
    assert f"you play {colour} once the others agree" in await listed(CLEO)
    await bot.matches.act(own.id, proposals.resign(CLEO))
    assert (await listed(CLEO)).startswith("### Waiting for your answer\n- ")
    for _ in range(5):
        await bot.matches.tables.open(TableTerms(game="cirondo", seats=2), opener=ANNE, place=HERE, invited=[CLEO])
    assert (await listed(CLEO)).endswith("\n… and 2 more.")
    await bot.matches.act(match.id, proposals.decline(CLEO))
    assert "You have no matches here." in await listed(DORA + 1)


class TestComputers:
    """What a board says where a computer is asked, or asks."""

    async def test_an_offered_draw_waits_for_them_without_buttons_for_people(self, bot: Bot) -> None:
        match = await bot.matches.act((await begin_match(bot, ANNE)).id, proposals.offer_draw(ANNE))
        content = board(match, bot)
        assert "Gold offers a draw." in content.happened
        assert "can press" not in content.happened
        assert "Agree" not in labels(content)
        assert "Decline" in labels(content)  # which takes it back
        declined = await bot.matches.act(match.id, proposals.answer(1, agrees=False, seen_version=match.version))
        content = board(declined, bot)
        assert (content.happened, content.ping) == ("Silver declines the draw.", (ANNE,))

    async def test_an_offer_to_resign_is_answered_with_a_button_or_by_playing_on(self, bot: Bot) -> None:
        match = await begin_match(bot, ANNE)
        for _ in range(turns.CONCEDES_AFTER):
            match = await played(bot, match)
            assert match.state is not None
            move = match.state.notate(match.state.legal()[0])
            move_by_computer = turns.play_computer(move, seen_version=match.version, hopeless=True)
            match = await bot.matches.act(match.id, move_by_computer)
        content = board(match, bot)
        assert "Silver sees no hope and offers to resign. Press **Accept** to win now, or play on." in content.happened
        assert {"Accept", "Play on", "Move"} <= labels(content)
        assert {"Agree", "Decline"}.isdisjoint(labels(content))
        assert content.ping == (ANNE,)
        goes_on = board(await bot.matches.act(match.id, proposals.decline(ANNE)), bot)
        assert "Gold plays on." in goes_on.happened
        assert "Accept" not in labels(goes_on)


@pytest.mark.parametrize(
    ("moves", "seats", "words"),
    [
        (1, 2, "asks to undo gold's last move: "),
        (2, 2, "asks to undo this move of gold's and the one after it: "),
        (3, 4, "asks to undo this move of gold's and the 2 after it: "),
    ],
)
async def test_a_request_to_undo_says_how_many_moves_go_and_who_can_answer(
    bot: Bot, moves: int, seats: int, words: str
) -> None:
    match = await begin_match(bot, *(ANNE, BERT, CLEO, DORA)[:seats], seats=seats)
    for _ in range(moves):
        match = await played(bot, match)
    match = await bot.matches.act(match.id, proposals.undo(ANNE))
    asked, can_answer = board(match, bot).happened.splitlines()[-2:]
    assert asked.startswith(f"<@{ANNE}> {words}")
    assert match.proposal is not None
    assert match.proposal.undone is not None
    assert can_answer.endswith(" can press **Agree** or **Decline**. Playing a move also declines.")
    declined = await bot.matches.act(match.id, proposals.decline(ANNE))
    assert board(declined, bot).happened.endswith("Gold withdraws the request.")


async def test_a_draw_is_declined_or_withdrawn_by_its_name(bot: Bot) -> None:
    for person, words in ((BERT, "Silver declines the draw."), (ANNE, "Gold withdraws the offer.")):
        match = await begin_match(bot, ANNE, BERT)
        await bot.matches.act(match.id, proposals.offer_draw(ANNE))
        match = await bot.matches.act(match.id, proposals.decline(person))
        assert board(match, bot).happened == words


async def test_a_new_player_or_place_is_proposed_until_a_time_and_answered_by_buttons_alone(bot: Bot) -> None:
    match = await asked_to_play(bot, ready=False)
    assert match.proposal is not None
    assert match.proposal.until is not None
    until = f"Open until {discord.utils.format_dt(match.proposal.until, 'f')}."
    colour, dora = match.seats[1].colour, match.seats[2].colour.capitalize()
    answer = f"{dora} can press **Agree** or **Decline**."
    asked = f"<@{ANNE}> would like <@{CLEO}> to take over {colour}. {until}"
    assert board(match, bot).happened.splitlines()[:2] == [asked, answer]
    ready = await bot.matches.act(match.id, proposals.take_seat(CLEO))
    taken = f"<@{CLEO}> is ready to take over {colour}, as <@{ANNE}> suggested. {until}"
    assert board(ready, bot).happened.splitlines()[:2] == [taken, answer]
    declined = await bot.matches.act(match.id, proposals.decline(CLEO))
    assert board(declined, bot).happened.splitlines()[0] == "The player who was asked declined."
    moving_ = await bot.matches.act(match.id, relocating.relocate(ANNE, Place(1, 21), other_people=True))
    place = f"<@{ANNE}> would like to continue this match in <#21>. "
    proposed, answered = board(moving_, bot).happened.splitlines()[:2]
    assert proposed.startswith(f"{place}Open until <t:")
    assert answered == answer
