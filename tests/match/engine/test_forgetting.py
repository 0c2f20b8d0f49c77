"""A person who asks to be forgotten leaves no id behind, and the matches go on without."""

from collections.abc import Mapping
from typing import Any

import pytest
from sqlalchemy import select

from bot.match import FORGOTTEN, Matches, Status, TableTerms
from bot.match.decisions import lobby, presence, proposals, turns
from bot.rules.api import Document
from bot.store import Store
from bot.store.tables import board_words
from tests.match.conftest import HERE, Clock, StartMatch, dump
from tests.match.tables import table_of
from tests.match.toy import GONE, PLAYERS, HikeGame, Race, RaceGame, games

ANNE, BERT, CLEO = PLAYERS[:3]
KNOWN = 123456789123456789


async def test_the_id_is_nowhere_in_the_database(matches: Matches, store: Store) -> None:
    number = await table_of(matches, GONE, BERT)
    await matches.act(number, lobby.begin(GONE))
    await matches.act(number, turns.play(GONE, "walk"), interaction=3)
    await matches.act(number, proposals.offer_draw(GONE))
    (post,) = await matches.outbox.due()
    await matches.outbox.note_posted(post.id, 8, words={"line": f"<@{GONE}> is to move", "to": [GONE], "n": f"{GONE}1"})
    await matches.tables.open(TableTerms(game="race", seats=2), opener=BERT, place=HERE, invited=[GONE])
    await matches.people.forget(GONE)
    left = repr(await dump(store))
    assert str(GONE) in left  # in the longer number
    assert str(GONE) not in left.replace(f"{GONE}1", "")


async def test_words_that_come_after_the_forgetting_do_not_bring_the_id_back(matches: Matches, store: Store) -> None:
    number = await table_of(matches, GONE, KNOWN)
    await matches.act(number, lobby.begin(KNOWN))
    (late,) = await matches.outbox.due()
    await matches.people.forget(GONE)
    words = {
        "seats": f"<@{GONE}> and <@!{GONE}> against <@{KNOWN}>",
        "to": [[GONE], {"id": GONE}, KNOWN],
        "colour": 0xFFFFFF,
    }
    await matches.outbox.note_posted(late.id, 8, words=words)
    (board,) = await matches.outbox.due()
    await matches.outbox.note_posted(board.id, 9)
    (old,) = await matches.outbox.boards_to_strip(number)
    assert old.words == {
        "seats": f"<@0> and <@!0> against <@{KNOWN}>",
        "to": [[0], {"id": 0}, KNOWN],
        "colour": 0xFFFFFF,
    }
    assert str(GONE) not in repr(await dump(store))


async def test_words_of_boards_without_buttons_are_dropped(
    matches: Matches, store: Store, start_match: StartMatch
) -> None:
    match = await start_match(goal=50)
    (first,) = await matches.outbox.due()
    await matches.outbox.note_posted(first.id, 8, words={"line": "the first"})
    await matches.act(match.id, turns.play(ANNE, "walk"))
    (second,) = await matches.outbox.due()
    await matches.outbox.note_posted(second.id, 9, words={"line": "the second"})
    await matches.outbox.note_stripped(first.id)
    async with store.read() as connection:
        kept = (await connection.execute(select(board_words))).all()
    assert [tuple(row) for row in kept] == [(second.id, {"line": "the second"})]


@pytest.mark.parametrize("left_before", [False, True])
async def test_the_others_learn_of_it_if_it_was_the_persons_turn(matches: Matches, left_before: bool) -> None:
    number = await table_of(matches, GONE, BERT)
    await matches.act(number, lobby.begin(BERT))
    if left_before:
        await matches.act(number, presence.absent(GONE))
    (before,) = await matches.outbox.due()
    await matches.outbox.note_posted(before.id, 8)
    matches.outbox.on_post.clear()
    await matches.people.forget(GONE)
    (board,) = await matches.outbox.due()
    assert (board.match_id, board.version) == (number, (await matches.get(number)).version)
    assert matches.outbox.on_post.is_set()


async def test_the_board_that_the_others_get_names_the_person_no_more(matches: Matches) -> None:
    number = await table_of(matches, BERT, GONE)
    await matches.act(number, lobby.begin(BERT))
    await matches.act(number, presence.absent(GONE))
    await matches.act(number, turns.play(BERT, "walk"))  # what was written there still names the person who left
    await matches.people.forget(GONE)
    (board,) = await matches.outbox.due()
    shown = await matches.outbox.match_to_show(board)
    assert shown.seats[1].people == (await matches.get(number)).seats[1].people == ()


async def test_no_board_is_posted_if_it_was_someone_elses_turn(matches: Matches) -> None:
    number = await table_of(matches, BERT, GONE)
    await matches.act(number, lobby.begin(BERT))
    (before,) = await matches.outbox.due()
    await matches.outbox.note_posted(before.id, 8)
    over = await table_of(matches, GONE, BERT)
    await matches.act(over, lobby.begin(BERT))
    await matches.act(over, proposals.resign(BERT))
    (last,) = await matches.outbox.due()
    await matches.outbox.note_posted(last.id, 9)
    await matches.people.forget(GONE)
    assert await matches.outbox.due() == []


async def test_the_log_stays_whole(matches: Matches) -> None:
    number = await table_of(matches, GONE, BERT)
    await matches.act(number, lobby.begin(GONE))
    match = await matches.act(number, turns.play(GONE, "walk"))
    await matches.people.forget(GONE)
    after = await matches.get(number)
    assert after.state == match.state
    assert [event.kind for event in await matches.records.log(number)] == ["open", "join", "begin", "move", "absent"]
    assert await matches.records.check(number) == []


async def test_the_seat_counts_as_left_and_the_others_may_end_the_match(matches: Matches) -> None:
    number = await table_of(matches, GONE, BERT)
    await matches.act(number, lobby.begin(BERT))
    await matches.act(number, proposals.offer_draw(GONE))
    await matches.people.forget(GONE)
    match = await matches.get(number)
    assert (match.opener, match.seats[0].people, match.seats[0].absent) == (FORGOTTEN, (), True)
    assert match.proposal is not None
    assert match.proposal.by == FORGOTTEN
    assert match.to_move_people() == ()
    assert (await matches.act(number, proposals.agree(BERT))).status is Status.OVER


async def test_open_tables_are_left(matches: Matches) -> None:
    alone = (await matches.tables.open(TableTerms(game="race", seats=2), opener=GONE, place=HERE)).id
    handed_on = await table_of(matches, GONE, BERT)
    await matches.people.forget(GONE)
    assert (await matches.get(alone)).status is Status.CANCELLED
    match = await matches.get(handed_on)
    assert (match.opener, match.seats[0].people) == (BERT, ())


async def test_no_seat_is_kept_for_a_forgotten_guest(matches: Matches) -> None:
    match = await matches.tables.open(TableTerms(game="race", seats=2), opener=ANNE, place=HERE, invited=[GONE])
    await matches.people.forget(GONE)
    match = await matches.act(match.id, lobby.join(CLEO))
    assert (match.invited, match.seats[1].people) == ((), (CLEO,))


async def test_someone_who_comes_back_is_a_new_person(matches: Matches, start_match: StartMatch) -> None:
    match = await start_match()
    await matches.people.forget(ANNE)
    assert await matches.lists.of_user(ANNE) == []
    fresh = await matches.tables.open(TableTerms(game="race", seats=2), opener=ANNE, place=HERE)
    assert [one.id for one in await matches.lists.of_user(ANNE)] == [fresh.id]
    assert (await matches.get(match.id)).seats[0].people == ()


async def test_forgetting_a_stranger_changes_nothing(matches: Matches, start_match: StartMatch, store: Store) -> None:
    await start_match()
    before = await dump(store)
    await matches.people.forget(GONE)
    assert await dump(store) == before


async def test_a_finished_match_stays_finished(matches: Matches) -> None:
    number = await table_of(matches, GONE, BERT)
    await matches.act(number, lobby.begin(BERT))
    over = await matches.act(number, proposals.resign(BERT))
    await matches.people.forget(GONE)
    match = await matches.get(number)
    assert (match.version, match.ending, match.status) == (over.version, over.ending, Status.OVER)


class TornGame(RaceGame):
    """Rules that read a position, but break when it is to be taken over to them."""

    def __init__(self) -> None:
        super().__init__(rules_version=2)

    def load(self, doc: Mapping[str, Any]) -> Race:
        whole = super().load(doc)
        return TornRace(whole.spaces, whole.lanes, whole.mover, whole.goal, whole.teams)


class TornRace(Race):
    __slots__ = ()

    def dump(self) -> Document:
        raise KeyError("lanes")


async def test_a_match_that_cannot_be_taken_over_to_newer_rules_holds_it_up_nowhere(
    matches: Matches, store: Store, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    torn = await table_of(matches, GONE, BERT)
    whole = (await matches.tables.open(TableTerms(game="hike", seats=2), opener=GONE, place=HERE)).id
    await matches.act(whole, lobby.join(CLEO, message_id=6))
    for number in (torn, whole):
        await matches.act(number, lobby.begin(GONE))
    newer = Matches(store, games=games(TornGame(), HikeGame()), clock=clock)
    await newer.people.forget(GONE)
    assert f"Can't note in match {torn} that a person is gone: KeyError" in caplog.text
    assert str(GONE) not in repr(await dump(store)) + caplog.text
    assert (await newer.get(whole)).seats[0].absent
    back = await Matches(store, games=games(RaceGame(3)), clock=clock).get(torn)
    assert (back.seats[0].people, back.seats[0].absent, back.to_move_people()) == ((), True, ())
