"""Leaderboards and profiles: who has which place, and what is shown of them."""

from datetime import timedelta

import pytest
from sqlalchemy import text

from bot.match import (
    Audience,
    Matches,
    Place,
    Privacy,
    Record,
)
from bot.match.decisions import proposals, turns
from bot.match.parts import ratings as shown_ratings
from bot.match.values.errors import ProfileHidden
from bot.ratings.rating import NEW
from bot.store import Store
from tests.match.conftest import Clock, dump
from tests.match.parts.conftest import Rate
from tests.match.toy import PLAYERS

ANNE, BERT, CLEO, DAVE = PLAYERS


ELSEWHERE = Place(guild_id=2, channel_id=30)


async def listed(matches: Matches, guild_id: int | None, viewer: int = ANNE) -> list[tuple[int | None, int]]:
    board = await matches.ratings.leaderboard("race", guild_id, viewer)
    assert board.total == len(board.lines)
    return [(line.place, line.user) for line in board.lines]


@pytest.fixture
def all_certain(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everyone has a place after one match."""
    monkeypatch.setattr(shown_ratings, "CERTAIN", NEW.sigma)


class TestPlaces:
    """Who has a place on a leaderboard. The others stand below."""

    async def test_only_those_whose_rating_is_certain(
        self, matches: Matches, win: Rate, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        await win(ANNE, BERT)
        await win(ANNE, CLEO)
        assert await listed(matches, 1) == [(None, ANNE), (None, CLEO), (None, BERT)]
        sigma = (await matches.ratings.leaderboard("race", 1, ANNE)).lines[0].standing.rating.sigma
        monkeypatch.setattr(shown_ratings, "CERTAIN", sigma)
        assert await listed(matches, 1) == [(1, ANNE), (None, CLEO), (None, BERT)]
        board = await matches.ratings.leaderboard("race", 1, BERT)
        assert (board.placed, board.total, board.own_place, board.lists_viewer) == (1, 3, None, True)

    async def test_a_certain_rating_is_above_a_higher_one_that_is_not(
        self, matches: Matches, store: Store, win: Rate
    ) -> None:
        await win(ANNE, BERT)
        async with store.write() as connection:
            await connection.execute(text("UPDATE leaderboards SET sigma = 6.5 WHERE user_id = 2"))
        assert await listed(matches, 1) == [(1, BERT), (None, ANNE)]
        for skip, users in ((0, [BERT]), (1, [ANNE]), (2, [])):
            page = await matches.ratings.leaderboard("race", 1, ANNE, limit=1, skip=skip)
            assert [line.user for line in page.lines] == users

    @pytest.mark.usefixtures("all_certain")
    async def test_only_those_who_have_played_within_90_days(self, matches: Matches, win: Rate, clock: Clock) -> None:
        await win(ANNE, BERT)
        clock.forward(timedelta(days=90))
        await win(BERT, CLEO)
        assert [place for place, _ in await listed(matches, 1)] == [1, 2, 3]
        clock.forward(timedelta(milliseconds=1))
        assert await listed(matches, 1) == [(1, BERT), (2, CLEO), (None, ANNE)]
        await win(CLEO, ANNE)
        assert [place for place, _ in await listed(matches, 1)] == [1, 2, 3]

    @pytest.mark.usefixtures("all_certain")
    async def test_only_those_who_are_on_the_server(self, matches: Matches, win: Rate) -> None:
        await win(ANNE, BERT)
        await win(ANNE, CLEO, place=ELSEWHERE)
        await matches.ratings.note_away(1, [ANNE, DAVE], away=True)
        assert await listed(matches, 1) == [(1, BERT), (None, ANNE)]
        assert await listed(matches, 2) == [(1, ANNE), (2, CLEO)]
        assert await matches.ratings.find_absent(1, [ANNE, BERT]) == {ANNE}
        await matches.ratings.note_away(1, [ANNE], away=False)
        assert await listed(matches, 1) == [(1, ANNE), (2, BERT)]
        await matches.ratings.note_away(1, [ANNE], away=True)
        await win(BERT, ANNE)  # who is back, as it seems
        assert sorted(await listed(matches, 1)) == [(1, ANNE), (2, BERT)]

    @pytest.mark.usefixtures("all_certain")
    @pytest.mark.parametrize("by", ["privacy", "rebuild"])
    async def test_listing_people_anew_brings_nobody_back_to_the_server(
        self, matches: Matches, win: Rate, by: str
    ) -> None:
        await win(ANNE, BERT)
        await win(ANNE, CLEO, place=ELSEWHERE)
        await matches.ratings.note_away(1, [ANNE], away=True)
        if by == "privacy":
            await matches.ratings.set_privacy(ANNE, Privacy(Audience.OPPONENTS, listed_everywhere=True))
        else:
            await matches.ledger.rebuild()
        assert await listed(matches, 1) == [(1, BERT), (None, ANNE)]
        assert await listed(matches, 2) == [(1, ANNE), (2, CLEO)]


@pytest.mark.usefixtures("all_certain")
class TestLeaderboards:
    async def test_people_stand_where_they_have_played_rated_matches(self, matches: Matches, win: Rate) -> None:
        await win(ANNE, BERT)
        await win(CLEO, BERT, place=ELSEWHERE)
        assert await listed(matches, 1) == [(1, ANNE), (2, BERT)]
        assert await listed(matches, 2) == [(1, CLEO), (2, BERT)]
        board = await matches.ratings.leaderboard("race", 1, BERT)
        assert (board.own_place, board.total, board.lines[1].standing.matches) == (2, 2, 2)
        assert (await matches.ratings.leaderboard("race", 1, CLEO)).own_place is None
        assert await matches.ratings.leaderboard("hike", 1, ANNE) == await matches.ratings.leaderboard("race", 3, ANNE)

    async def test_equal_ratings_share_a_place(self, matches: Matches, sit: Rate) -> None:
        for pair in ((ANNE, BERT), (CLEO, DAVE)):
            match = await sit(*pair, goal=1)
            await matches.act(match.id, turns.play(pair[0], "walk"))
        assert [place for place, _ in await listed(matches, 1)] == [1, 1, 3, 3]
        for skip, places in ((1, [1, 3]), (2, [3, 3]), (3, [3])):
            page = await matches.ratings.leaderboard("race", 1, ANNE, limit=2, skip=skip)
            assert [line.place for line in page.lines] == places
        for person in PLAYERS:
            own = (await matches.ratings.leaderboard("race", 1, person)).own_place
            assert own == (1 if person in (ANNE, CLEO) else 3)

    async def test_it_shows_ten_at_a_time_and_the_viewer_wherever_they_are(self, matches: Matches, win: Rate) -> None:
        people = range(301, 313)
        for winner, loser in zip(people[::2], people[1::2], strict=True):
            await win(winner, loser)
        board = await matches.ratings.leaderboard("race", 1, people[-1])
        assert [(line.place, line.user) for line in board.lines] == [
            *((1, person) for person in people[::2]),
            *((7, person) for person in people[1:9:2]),
        ]
        assert (board.total, board.own_place) == (12, 7)
        rest = await matches.ratings.leaderboard("race", 1, people[0], skip=10)
        assert [line.user for line in rest.lines] == [people[9], people[11]]
        assert (rest.total, rest.own_place) == (12, 1)

    async def test_all_servers_list_only_who_has_agreed(self, matches: Matches, win: Rate) -> None:
        agreed = Privacy(listed_everywhere=True)
        await win(ANNE, BERT)
        assert await listed(matches, None) == []
        await matches.ratings.set_privacy(BERT, agreed)
        assert await listed(matches, None) == [(1, BERT)]
        await matches.ratings.set_privacy(CLEO, agreed)  # before a first rated match
        await win(CLEO, BERT)
        assert await listed(matches, None) == [(1, CLEO), (2, BERT)]
        await matches.ratings.set_privacy(CLEO, Privacy())
        assert await listed(matches, None) == [(1, BERT)]

    async def test_who_shows_nobody_a_profile_is_on_none(self, matches: Matches, win: Rate) -> None:
        await matches.ratings.set_privacy(ANNE, Privacy(Audience.NOBODY, listed_everywhere=True))
        await win(ANNE, BERT)
        assert await listed(matches, 1) == [(1, BERT)]
        assert await listed(matches, None) == []
        await matches.ratings.set_privacy(ANNE, Privacy(Audience.OPPONENTS, listed_everywhere=True))
        assert await listed(matches, 1) == [(1, ANNE), (2, BERT)]
        assert await listed(matches, None) == [(1, ANNE)]

    async def test_a_rebuild_lists_everyone_as_before(self, matches: Matches, store: Store, win: Rate) -> None:
        await win(ANNE, BERT)
        await matches.ratings.set_privacy(BERT, Privacy(listed_everywhere=True))
        await win(BERT, CLEO, place=ELSEWHERE)
        await matches.ratings.set_privacy(CLEO, Privacy(Audience.NOBODY))
        before = await dump(store)
        async with store.write() as connection:
            await connection.execute(text("DELETE FROM leaderboards WHERE points > 1"))
        await matches.ledger.rebuild()
        assert await dump(store) == before


class TestProfiles:
    async def test_it_has_ratings_streaks_favourites_solos_and_the_record_against_the_viewer(
        self, matches: Matches, win: Rate, sit: Rate, clock: Clock
    ) -> None:
        for pair in ((ANNE, BERT), (ANNE, BERT), (BERT, ANNE), (ANNE, CLEO)):
            await win(*pair)
        drawn = await sit(ANNE, BERT, game="hike")
        for person in (ANNE, BERT):
            await matches.act(drawn.id, turns.play(person, "rest"))
        await matches.act(drawn.id, proposals.offer_draw(BERT))
        clock.forward(timedelta(days=1))
        await matches.act(drawn.id, proposals.agree(ANNE))
        alone = await sit(ANNE, game="harvest", seats=1, rounds=2, rated=False, private=True)
        for _ in range(2):
            await matches.act(alone.id, turns.play(ANNE, "pick"))
        profile = await matches.ratings.profile(ANNE, BERT, 1)
        assert [(one.game, one.standing.matches, one.standing.wins, len(one.history)) for one in profile.games] == [
            ("race", 4, 3, 5),
            ("hike", 1, 0, 2),
        ]
        assert profile.games[0].history[0] == NEW
        assert profile.games[0].history[-1] == profile.games[0].standing.rating
        assert (profile.matches, profile.favourite, profile.longest_streak) == (6, "race", 2)
        assert profile.solos == [("harvest", 21)]
        assert profile.record == Record(won=1, drawn=1, lost=2)
        assert (await matches.ratings.profile(ANNE, ANNE, None)).record is None

    async def test_a_match_with_others_at_the_table_counts_once_in_the_record(
        self, matches: Matches, win: Rate
    ) -> None:
        await win(ANNE, BERT, CLEO)
        assert (await matches.ratings.profile(ANNE, BERT, 1)).record == Record(lost=1)

    async def test_its_graph_has_the_newest_results_and_what_was_before_them(
        self, matches: Matches, win: Rate, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        for opponent in (BERT, CLEO, DAVE):
            await win(ANNE, opponent)
        (whole,) = (await matches.ratings.profile(ANNE, ANNE, None)).games
        assert len(whole.history) == 4
        monkeypatch.setattr(shown_ratings, "GRAPH", 2)
        (newest,) = (await matches.ratings.profile(ANNE, ANNE, None)).games
        assert newest.history == whole.history[1:]

    @pytest.mark.parametrize(
        ("audience", "may"),
        [
            (Audience.SERVERS, {(BERT, 1), (CLEO, 1)}),
            (Audience.OPPONENTS, {(BERT, 1), (BERT, 2), (BERT, None)}),
            (Audience.NOBODY, set()),
        ],
    )
    async def test_only_those_see_it_whom_the_person_lets(
        self, matches: Matches, win: Rate, audience: Audience, may: set[tuple[int, int | None]]
    ) -> None:
        await win(ANNE, BERT)
        await matches.ratings.set_privacy(ANNE, Privacy(audience))
        assert await matches.ratings.privacy(ANNE) == Privacy(audience)
        for viewer in (BERT, CLEO):
            for guild_id in (1, 2, None):
                if (viewer, guild_id) in may:
                    await matches.ratings.profile(ANNE, viewer, guild_id)
                else:
                    with pytest.raises(ProfileHidden):
                        await matches.ratings.profile(ANNE, viewer, guild_id)
        await matches.ratings.profile(ANNE, ANNE, None)

    async def test_strangers_and_forgotten_people_have_none(self, matches: Matches, win: Rate) -> None:
        await win(ANNE, BERT)
        await matches.people.forget(ANNE)
        for person in (ANNE, DAVE):
            with pytest.raises(ProfileHidden):
                await matches.ratings.profile(person, BERT, 1)
