"""A person who asks to be forgotten leaves no id behind, and the matches go on without."""

from bot.match import FORGOTTEN, Matches, Status
from bot.store import Store
from tests.match.conftest import HERE, Begun, dump
from tests.match.toy import PLAYERS

ANNE, BERT, CLEO = PLAYERS[:3]
# An id that can't stand in the database by chance.
GONE = 987654321987654321


async def table_of(matches: Matches, *people: int) -> int:
    match = await matches.open(game="race", options={}, seats=len(people), opener=people[0], place=HERE)
    await matches.table_posted(match.id, 5)
    for person in people[1:]:
        await matches.join(match.id, person)
    return match.id


async def test_the_id_is_nowhere_in_the_database(matches: Matches, store: Store) -> None:
    number = await table_of(matches, GONE, BERT)
    await matches.begin(number, GONE)
    await matches.play(number, GONE, "walk", interaction=3)
    await matches.offer_draw(number, GONE)
    (post,) = await matches.due_posts()
    await matches.posted(post.id, 8, words={"line": f"<@{GONE}> is to move", "to": [GONE], "n": int(f"{GONE}1")})
    await matches.open(game="race", options={}, seats=2, opener=BERT, place=HERE, invited=[GONE])
    await matches.forget(GONE)
    left = repr(await dump(store))
    assert str(GONE) in left  # in the longer number
    assert str(GONE) not in left.replace(f"{GONE}1", "")


async def test_the_log_stays_whole(matches: Matches) -> None:
    number = await table_of(matches, GONE, BERT)
    await matches.begin(number, GONE)
    match = await matches.play(number, GONE, "walk")
    await matches.forget(GONE)
    after = await matches.get(number)
    assert after.state == match.state
    assert [done.kind for done in await matches.log(number)] == ["open", "join", "begin", "move", "absent"]
    assert await matches.check(number) == []


async def test_the_seat_counts_as_left_and_the_others_may_end_the_match(matches: Matches) -> None:
    number = await table_of(matches, GONE, BERT)
    await matches.begin(number, BERT)
    await matches.offer_draw(number, GONE)
    await matches.forget(GONE)
    match = await matches.get(number)
    assert (match.opener, match.seats[0].people, match.seats[0].absent) == (FORGOTTEN, (), True)
    assert match.proposal is not None
    assert match.proposal.by == FORGOTTEN
    assert match.to_move_people() == ()
    assert (await matches.agree(number, BERT)).status is Status.OVER


async def test_open_tables_are_left(matches: Matches) -> None:
    alone = (await matches.open(game="race", options={}, seats=2, opener=GONE, place=HERE)).id
    handed_on = await table_of(matches, GONE, BERT)
    await matches.forget(GONE)
    assert (await matches.get(alone)).status is Status.CANCELLED
    match = await matches.get(handed_on)
    assert (match.opener, match.seats[0].people) == (BERT, ())


async def test_no_seat_is_kept_for_a_forgotten_guest(matches: Matches) -> None:
    match = await matches.open(game="race", options={}, seats=2, opener=ANNE, place=HERE, invited=[GONE])
    await matches.forget(GONE)
    match = await matches.join(match.id, CLEO)
    assert (match.invited, match.seats[1].people) == ((), (CLEO,))


async def test_somebody_who_comes_back_is_a_new_person(matches: Matches, begun: Begun) -> None:
    match = await begun()
    await matches.forget(ANNE)
    assert await matches.of_user(ANNE) == []
    fresh = await matches.open(game="race", options={}, seats=2, opener=ANNE, place=HERE)
    assert [one.id for one in await matches.of_user(ANNE)] == [fresh.id]
    assert (await matches.get(match.id)).seats[0].people == ()


async def test_forgetting_a_stranger_changes_nothing(matches: Matches, begun: Begun, store: Store) -> None:
    await begun()
    before = await dump(store)
    await matches.forget(GONE)
    assert await dump(store) == before


async def test_a_finished_match_stays_finished(matches: Matches) -> None:
    number = await table_of(matches, GONE, BERT)
    await matches.begin(number, BERT)
    over = await matches.resign(number, BERT)
    await matches.forget(GONE)
    match = await matches.get(number)
    assert (match.version, match.ending, match.status) == (over.version, over.ending, Status.OVER)
