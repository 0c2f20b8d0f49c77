"""Computers that play on for those who are away, and for those who have resigned where others go on."""

import pytest

from bot.match import (
    BoardHasMoved,
    ComputerLevel,
    Ending,
    Frozen,
    Match,
    Matches,
    MatchOver,
    NoSuchSeat,
    NotAbsent,
    NotInThisMatch,
    NotRunning,
    Place,
    Refusal,
    Status,
    TableTerms,
)
from bot.match.decisions import lobby, presence, proposals, relocating, turns
from bot.match.values.errors import HasResigned, YouHaveResigned
from bot.rules.record import replay
from bot.store import Store
from tests.match.conftest import HERE, Clock, StartMatch, dump
from tests.match.played import deliver, due, levels, moves_by_turn, play_moves
from tests.match.refusing import refuse, spaces
from tests.match.tables import left
from tests.match.toy import GONE, PLAYERS

ANNE, BERT, CLEO, DORA = PLAYERS
EASY, NORMAL, HARD = ComputerLevel.EASY, ComputerLevel.NORMAL, ComputerLevel.HARD


def resigned(match: Match) -> list[int]:
    return [seat.number for seat in match.seats if seat.resigned]


class TestTakingOver:
    async def test_a_computer_plays_on_where_nobody_is_left(
        self, matches: Matches, start_match: StartMatch, store: Store
    ) -> None:
        match = await left(matches, await start_match(3, goal=40), ANNE)
        matches.on_turn.clear()
        match = await matches.act(match.id, presence.take_over(CLEO, 0, HARD), interaction=9)
        assert await matches.act(match.id, presence.take_over(CLEO, 0, HARD), interaction=9) == match
        assert matches.on_turn.is_set()
        assert (levels(match), match.seats[0].people, match.to_move_people()) == ([HARD, None, None], (ANNE,), ())
        assert (match.recent[-1].kind, match.recent[-1].seat) == ("seat", 0)
        match = await play_moves(matches, match, "walk")
        assert (spaces(match), match.to_move_people()) == ([1, 0, 0], (BERT,))
        assert await matches.records.check(match.id) == []

    async def test_its_level_can_be_changed_and_saying_it_twice_changes_nothing(
        self, matches: Matches, start_match: StartMatch, store: Store
    ) -> None:
        match = await left(matches, await start_match(3), ANNE)
        await matches.act(match.id, presence.take_over(CLEO, 0, HARD))
        match = await matches.act(match.id, presence.take_over(BERT, 0, EASY))
        before = await dump(store)
        assert await matches.act(match.id, presence.take_over(CLEO, 0, EASY)) == match
        assert (await dump(store), levels(match)) == (before, [EASY, None, None])

    @pytest.mark.parametrize(
        ("away", "user", "seat", "refusal"),
        [
            ([], CLEO, 0, NotAbsent),
            ([BERT], CLEO, 0, NotAbsent),
            ([BERT], CLEO, 2, NotAbsent),
            ([BERT], BERT, 1, NotAbsent),
            ([BERT], CLEO, 3, NoSuchSeat),
            ([BERT], CLEO, -1, NoSuchSeat),
            ([BERT], 999, 1, NotInThisMatch),
        ],
    )
    async def test_it_is_for_others_to_say_and_only_where_nobody_is_left(
        self,
        matches: Matches,
        start_match: StartMatch,
        store: Store,
        away: list[int],
        user: int,
        seat: int,
        refusal: type[Refusal],
    ) -> None:
        match = await left(matches, await start_match(3), *away)
        await refuse(store, refusal, lambda: matches.act(match.id, presence.take_over(user, seat, EASY)))

    async def test_nobody_takes_over_what_a_computer_plays_anyway(
        self, matches: Matches, store: Store, against: StartMatch
    ) -> None:
        match = await against(1, 2)
        error = await refuse(store, NotAbsent, lambda: matches.act(match.id, presence.take_over(ANNE, 1, HARD)))
        assert str(error).startswith("A computer can take over green only if everyone on that seat has left the server")

    async def test_it_needs_a_running_match(
        self, matches: Matches, start_match: StartMatch, store: Store, clock: Clock
    ) -> None:
        table = await matches.tables.open(TableTerms(game="race", seats=2), opener=ANNE, place=HERE)
        await refuse(store, NotRunning, lambda: matches.act(table.id, presence.take_over(ANNE, 1, EASY)))
        match = await left(matches, await start_match(3), BERT)
        missing = Matches(store, games={}, clock=clock)
        await missing.records.bring_up_to_date()
        with pytest.raises(Frozen):
            await missing.act(match.id, presence.take_over(ANNE, 1, EASY))
        over = await matches.act((await left(matches, await start_match(2), BERT)).id, proposals.resign(ANNE))
        await refuse(store, MatchOver, lambda: matches.act(over.id, presence.take_over(ANNE, 1, EASY)))

    async def test_a_shared_seat_is_taken_over_when_its_last_one_has_left(self, matches: Matches, store: Store) -> None:
        match = await matches.tables.open(TableTerms(game="race", seats=2, shared=True), opener=ANNE, place=HERE)
        await matches.tables.note_posted(match.id, 5)
        await matches.act(match.id, lobby.join(BERT))
        await matches.act(match.id, lobby.join(CLEO))
        match = await left(matches, await matches.act(match.id, lobby.begin(ANNE)), ANNE)
        await refuse(store, NotAbsent, lambda: matches.act(match.id, presence.take_over(BERT, 0, EASY)))
        await left(matches, match, CLEO)
        match = await matches.act(match.id, presence.take_over(BERT, 0, EASY))
        match = await matches.act(match.id, turns.play(CLEO, "walk"))
        assert (levels(match), match.seats[0].away) == ([None, None], (ANNE,))

    @pytest.mark.thorough
    @pytest.mark.parametrize("act", ["back", "play", "offer_draw", "move_to", "resign", "agree", "take_over"])
    async def test_it_goes_when_someone_of_that_seat_acts_or_is_back(
        self, matches: Matches, start_match: StartMatch, another: Matches, act: str
    ) -> None:
        match = await start_match(4, goal=40)
        if act == "agree":
            await matches.act(match.id, proposals.offer_draw(BERT))
        await left(matches, match, ANNE, DORA)
        match = await matches.act(match.id, presence.take_over(CLEO, 0, HARD))
        match = await {
            "back": lambda: matches.act(match.id, presence.absent(ANNE, gone=False)),
            "play": lambda: matches.act(match.id, turns.play(ANNE, "walk")),
            "offer_draw": lambda: matches.act(match.id, proposals.offer_draw(ANNE)),
            "move_to": lambda: matches.act(match.id, relocating.move_to(ANNE, Place(1, 20, 30))),
            "resign": lambda: matches.act(match.id, proposals.resign(ANNE)),
            "agree": lambda: matches.act(match.id, proposals.agree(ANNE)),
            "take_over": lambda: matches.act(match.id, presence.take_over(ANNE, 3, EASY)),
        }[act]()
        expected = {"resign": HARD}.get(act)  # who resigns is played on for all the same
        assert (match.seats[0].computer, match.seats[0].absent) == (expected, False)
        assert match.seats[3].computer == (EASY if act == "take_over" else None)
        assert await due(matches) == ([match.id] if act == "resign" else [])
        assert await matches.records.check(match.id) == []
        assert await another.get(match.id) == match

    async def test_another_one_who_acts_leaves_it_there(self, matches: Matches, start_match: StartMatch) -> None:
        match = await left(matches, await start_match(3, goal=40), ANNE)
        await matches.act(match.id, presence.take_over(CLEO, 0, HARD))
        match = await matches.act(match.id, proposals.offer_draw(BERT))
        assert levels(match) == [HARD, None, None]
        assert match.proposal is not None
        assert match.proposal.needed == (2,)

    async def test_what_a_computer_thought_of_meanwhile_is_not_played(
        self, matches: Matches, start_match: StartMatch, store: Store
    ) -> None:
        match = await left(matches, await start_match(2, goal=40), ANNE)
        seen = await matches.act(match.id, presence.take_over(BERT, 0, HARD))
        await matches.act(match.id, turns.play(ANNE, "walk"))
        await refuse(
            store, BoardHasMoved, lambda: matches.act(match.id, turns.play_computer("walk", seen_version=seen.version))
        )

    async def test_it_is_shown_in_the_existing_message_and_the_person_who_is_back_is_called(
        self, matches: Matches, start_match: StartMatch
    ) -> None:
        match = await start_match(3, goal=40)
        shown = [await deliver(matches, 500)]
        await left(matches, match, ANNE)
        await matches.act(match.id, presence.take_over(BERT, 0, EASY))
        shown.append(await deliver(matches, 501))
        await matches.act(match.id, presence.absent(ANNE, gone=False))
        shown.append(await deliver(matches, 502))
        match = await left(matches, await matches.get(match.id), CLEO)
        await matches.act(match.id, presence.take_over(BERT, 2, EASY))
        shown.append(await deliver(matches, 503))
        await matches.act(match.id, presence.absent(CLEO, gone=False))  # whose turn it isn't
        shown.append(await deliver(matches, 504))
        assert shown == [500, 500, 502, 502, 502]

    async def test_who_is_left_alone_with_computers_has_one_message(
        self, matches: Matches, start_match: StartMatch
    ) -> None:
        match = await left(matches, await start_match(2, goal=40), BERT)
        match = await matches.act(match.id, presence.take_over(ANNE, 1, EASY))
        shown = []
        for number, _ in enumerate(range(4), 500):
            shown.append(await deliver(matches, number))
            match = await play_moves(matches, match, "walk")
        assert shown == [500, 501, 501, 503]


class TestForgetting:
    async def test_a_computer_plays_on_for_someone_who_was_forgotten(self, matches: Matches, store: Store) -> None:
        match = await matches.tables.open(
            TableTerms(game="race", options={"goal": 3}, seats=3), opener=GONE, place=HERE
        )
        for person in (BERT, CLEO):
            await matches.act(match.id, lobby.join(person, message_id=5))
        match = await play_moves(matches, await matches.act(match.id, lobby.begin(GONE)), "walk")
        await matches.people.forget(GONE)
        match = await matches.act(match.id, presence.take_over(CLEO, 0, NORMAL))
        assert (match.seats[0].people, match.seats[0].absent, match.seats[0].computer) == ((), True, NORMAL)
        while match.to_move is not None:
            match = await play_moves(matches, match, "walk")
        assert match.ending == Ending("played", (1, 2, 2), (3, 2, 2))
        assert str(GONE) not in repr(await dump(store))
        assert await matches.records.check(match.id) == []

    async def test_nobody_is_called_where_a_computer_plays_for_them(self, matches: Matches) -> None:
        match = await matches.tables.open(TableTerms(game="race", seats=2), opener=GONE, place=HERE)
        await matches.act(match.id, lobby.join(BERT, message_id=5))
        match = await left(matches, await matches.act(match.id, lobby.begin(BERT)), GONE)
        await matches.act(match.id, presence.take_over(BERT, 0, NORMAL))
        await deliver(matches, 500)
        await matches.people.forget(GONE)
        assert await matches.outbox.due() == []
        assert await due(matches) == [match.id]

    async def test_the_forgotten_are_nobody_for_whom_a_match_goes_on(self, matches: Matches) -> None:
        match = await matches.tables.open(TableTerms(game="race", seats=4), opener=GONE, place=HERE, computers=EASY)
        await matches.act(match.id, lobby.join(BERT, message_id=5))
        match = await matches.act(match.id, lobby.begin(BERT))
        await matches.people.forget(GONE)
        match = await matches.act(match.id, proposals.resign(BERT))
        assert match.ending == Ending("resigned", (1, 4, 1, 1), None, (1,))

    async def test_who_resigned_can_be_forgotten(self, matches: Matches, store: Store) -> None:
        match = await matches.tables.open(
            TableTerms(game="race", options={"goal": 40}, seats=3), opener=GONE, place=HERE
        )
        for person in (BERT, CLEO):
            await matches.act(match.id, lobby.join(person, message_id=5))
        match = await matches.act((await matches.act(match.id, lobby.begin(GONE))).id, proposals.resign(GONE))
        await matches.people.forget(GONE)
        match = await matches.get(match.id)
        assert (levels(match), resigned(match), match.seats[0].people) == ([NORMAL, None, None], [0], ())
        assert str(GONE) not in repr(await dump(store))
        assert await matches.records.check(match.id) == []


class TestResigning:
    """Where more than two sides play the others go on, and a computer plays for the player who gave up."""

    async def test_a_computer_plays_on_and_the_person_who_resigned_only_watches(
        self, matches: Matches, start_match: StartMatch, store: Store, another: Matches
    ) -> None:
        match = await start_match(3, goal=40)
        await deliver(matches, 500)
        match = await matches.act(match.id, proposals.resign(ANNE), interaction=7)
        assert await matches.act(match.id, proposals.resign(ANNE), interaction=7) == match
        assert (match.status, levels(match), resigned(match)) == (Status.RUNNING, [NORMAL, None, None], [0])
        assert (match.seats[0].people, match.seat_of(ANNE), match.to_move_people()) == ((ANNE,), [], ())
        assert [one.id for one in await matches.lists.of_user(ANNE)] == []
        assert [one.id for one in await matches.lists.of_user(BERT)] == [match.id]
        assert (await due(matches), matches.on_turn.is_set()) == ([match.id], True)
        assert await deliver(matches, 501) == 501
        assert match.recent[-1].kind == "resign"
        for act in (
            lambda: matches.act(match.id, turns.play(ANNE, "walk")),
            lambda: matches.act(match.id, proposals.resign(ANNE)),
            lambda: matches.act(match.id, proposals.offer_draw(ANNE)),
            lambda: matches.act(match.id, turns.take_back(ANNE)),
            lambda: matches.act(match.id, presence.take_over(ANNE, 1, EASY)),
        ):
            await refuse(store, YouHaveResigned, act)
        error = await refuse(store, HasResigned, lambda: matches.act(match.id, presence.take_over(BERT, 0, EASY)))
        assert str(error) == "red has resigned, and a computer is already playing that seat."
        assert await matches.records.check(match.id) == []
        assert await another.get(match.id) == match

    async def test_being_away_and_back_changes_nothing_for_a_person_who_resigned(
        self, matches: Matches, start_match: StartMatch
    ) -> None:
        match = await matches.act((await start_match(3)).id, proposals.resign(ANNE))
        match = await left(matches, match, ANNE)
        match = await matches.act(match.id, presence.absent(ANNE, gone=False))
        assert (levels(match), resigned(match), match.seats[0].away) == ([NORMAL, None, None], [0], ())
        assert await matches.records.check(match.id) == []

    @pytest.mark.parametrize(
        ("gives_up", "moves", "places"),
        [
            ([ANNE], {0: "walk"}, (4, 1, 1, 1)),
            ([BERT], {0: "walk"}, (1, 4, 2, 2)),
            ([ANNE, BERT], {0: "walk"}, (4, 3, 1, 1)),
            ([BERT, ANNE], {3: "walk", 2: "deal"}, (3, 4, 2, 1)),
        ],
    )
    async def test_in_the_end_they_stand_behind_all_others_the_later_one_ahead(
        self,
        matches: Matches,
        start_match: StartMatch,
        gives_up: list[int],
        moves: dict[int, str],
        places: tuple[int, ...],
    ) -> None:
        match = await start_match(4, goal=2)
        for person in gives_up:
            match = await matches.act(match.id, proposals.resign(person))
        while match.to_move is not None:
            match = await play_moves(matches, match, moves.get(match.to_move, "deal"))
        assert match.ending is not None
        assert (match.ending.kind, match.ending.places) == ("played", places)
        assert match.ending.seats == tuple(sorted(PLAYERS.index(person) for person in gives_up))
        assert match.ending.scores == tuple(spaces(match))
        assert await matches.records.check(match.id) == []

    async def test_the_others_keep_their_order_among_themselves(
        self, matches: Matches, start_match: StartMatch
    ) -> None:
        match = await matches.act((await start_match(4, goal=3)).id, proposals.resign(BERT))
        steps = iter(["walk"] * 4 + ["walk", "walk", "deal", "walk", "walk"])
        while match.to_move is not None:
            match = await play_moves(matches, match, next(steps))
        assert spaces(match) == [3, 2, 1, 2]
        assert match.ending == Ending("played", (1, 4, 3, 2), (3, 2, 1, 2), (1,))

    async def test_with_one_side_left_the_match_ends(self, matches: Matches, start_match: StartMatch) -> None:
        match = await start_match(3)
        match = await matches.act(match.id, proposals.resign(BERT))
        match = await matches.act(match.id, proposals.resign(ANNE))
        assert match.ending == Ending("resigned", (2, 3, 1), None, (0, 1))
        assert (await due(matches), await matches.records.check(match.id)) == ([], [])

    @pytest.mark.parametrize("people", [1, 2])
    async def test_with_computers_alone_left_the_match_ends(
        self, matches: Matches, against: StartMatch, people: int
    ) -> None:
        match = await against(people, 4)
        for person in PLAYERS[:people]:
            match = await matches.act(match.id, proposals.resign(person))
        expected = Ending("resigned", (4, 1, 1, 1), None, (0,))
        assert match.ending == (expected if people == 1 else Ending("resigned", (4, 3, 1, 1), None, (0, 1)))

    async def test_those_who_are_away_count_as_people(self, matches: Matches, start_match: StartMatch) -> None:
        match = await left(matches, await start_match(3, goal=2), BERT, CLEO)
        await matches.act(match.id, presence.take_over(ANNE, 1, EASY))
        await matches.act(match.id, presence.take_over(ANNE, 2, EASY))
        match = await matches.act(match.id, proposals.resign(ANNE))
        assert match.status is Status.RUNNING
        while match.to_move is not None:
            match = await play_moves(matches, match, "walk")
        assert match.ending == Ending("played", (3, 1, 1), (2, 1, 1), (0,))

    async def test_partners_are_asked_and_the_whole_side_resigns(
        self, matches: Matches, start_match: StartMatch
    ) -> None:
        match = await start_match(4, game="trio", goal=40)
        match = await matches.act(match.id, proposals.resign(CLEO))
        assert match.proposal is not None
        assert (match.proposal.kind, match.proposal.needed, resigned(match)) == ("resign", (0,), [])
        match = await matches.act(match.id, proposals.agree(ANNE))
        assert (match.status, match.proposal) == (Status.RUNNING, None)
        assert (levels(match), resigned(match)) == ([NORMAL, None, NORMAL, None], [0, 2])
        match = await matches.act(match.id, proposals.resign(DORA))
        assert match.ending == Ending("resigned", (3, 1, 3, 2), None, (0, 2, 3))
        assert await matches.records.check(match.id) == []

    @pytest.mark.parametrize("how", ["computer", "away", "leaves"])
    async def test_a_partner_who_can_not_be_asked_needs_no_asking(self, matches: Matches, how: str) -> None:
        match = await matches.tables.open(
            TableTerms(game="trio", options={"goal": 40}, seats=4), opener=ANNE, place=HERE
        )
        await matches.tables.note_posted(match.id, 5)
        await matches.act(match.id, lobby.join(BERT, seat=1))
        await matches.act(match.id, lobby.join(DORA, seat=3))
        if how == "computer":
            await matches.act(match.id, lobby.add_computer(ANNE, EASY))
        else:
            await matches.act(match.id, lobby.join(CLEO))
        match = await matches.act(match.id, lobby.begin(ANNE))
        if how == "away":
            await left(matches, match, CLEO)
        match = await matches.act(match.id, proposals.resign(ANNE))
        if how == "leaves":
            assert resigned(match) == []
            match = await left(matches, match, CLEO)
        assert resigned(match) == [0, 2]
        assert levels(match) == [NORMAL, None, EASY if how == "computer" else NORMAL, None]
        assert await matches.records.check(match.id) == []

    async def test_places_of_sides_are_shared_by_their_seats(self, matches: Matches, start_match: StartMatch) -> None:
        match = await matches.act((await start_match(4, game="trio", goal=1)).id, proposals.resign(BERT))
        match = await play_moves(matches, match, "deal", "deal", "walk")
        assert match.ending is not None
        assert match.ending.places == (1, 3, 1, 2)

    async def test_a_draw_that_was_offered_is_off(self, matches: Matches, start_match: StartMatch) -> None:
        match = await start_match(3)
        await matches.act(match.id, proposals.offer_draw(BERT))
        match = await matches.act(match.id, proposals.resign(ANNE))
        assert (match.proposal, match.status) == (None, Status.RUNNING)
        match = await matches.act(match.id, proposals.offer_draw(BERT))
        assert match.proposal is not None
        assert match.proposal.needed == (2,)
        match = await matches.act(match.id, proposals.agree(CLEO))
        assert match.ending == Ending("agreed", (3, 1, 1), None, (0,))
        assert await matches.records.check(match.id) == []

    async def test_a_side_that_is_asked_whether_to_resign_is_still_asked(
        self, matches: Matches, start_match: StartMatch
    ) -> None:
        match = await start_match(4, game="trio", goal=40)
        await matches.act(match.id, proposals.resign(CLEO))
        match = await matches.act(match.id, proposals.resign(BERT))
        assert match.proposal is not None
        assert match.proposal.needed == (0,)
        assert resigned(match) == [1]
        match = await matches.act(match.id, proposals.agree(ANNE))
        assert match.ending == Ending("resigned", (2, 3, 2, 1), None, (0, 1, 2))

    async def test_what_was_begun_in_a_turn_is_finished_by_the_computer(
        self, matches: Matches, start_match: StartMatch, store: Store
    ) -> None:
        match = await play_moves(matches, await start_match(3, game="hike", goal=100), "step")
        match = await matches.act(match.id, proposals.resign(ANNE))
        assert (match.to_move, match.trail.going_on) == (0, True)
        match = await play_moves(matches, match, "rest")
        assert (moves_by_turn(match), match.to_move_people()) == ([["step", "rest"]], (BERT,))

    async def test_two_sides_end_it_as_ever(
        self, matches: Matches, start_match: StartMatch, against: StartMatch
    ) -> None:
        assert (await matches.act((await start_match(2)).id, proposals.resign(ANNE))).ending == Ending(
            "resigned", (2, 1), None, (0,)
        )
        match = await matches.act((await against(1, 4, teams=True)).id, proposals.resign(ANNE))
        assert match.ending == Ending("resigned", (2, 1, 2, 1), None, (0, 2))

    @pytest.mark.parametrize("ends", ["resigned", "agreed", "running"])
    async def test_it_is_written_down_so_that_anyone_can_play_it_again(
        self, store: Store, clock: Clock, ends: str
    ) -> None:
        matches = Matches(store, clock=clock)
        match = await matches.tables.open(TableTerms(game="cirondo", seats=4), opener=ANNE, place=HERE)
        for person in (BERT, CLEO, DORA):
            await matches.act(match.id, lobby.join(person, message_id=44))
        match = await matches.act((await matches.act(match.id, lobby.begin(ANNE))).id, proposals.resign(CLEO))
        for _ in range(8):
            assert match.state is not None
            match = await play_moves(matches, match, match.state.notate(match.state.legal()[0]))
        if ends == "resigned":
            await matches.act(match.id, proposals.resign(ANNE))
            match = await matches.act(match.id, proposals.resign(DORA))
        elif ends == "agreed":
            for person in (ANNE, BERT, DORA):
                match = await matches.act(match.id, proposals.offer_draw(person))
        assert await matches.records.check(match.id) == []
        if ends == "running":
            return
        record = await matches.records.record(match.id)
        assert replay(record) == match.state
        assert record["result"] == {
            "ending": ends,
            "places": [3, 1, 4, 2] if ends == "resigned" else [1, 1, 4, 1],
            "scores": None,
            "resigned": [0, 2, 3] if ends == "resigned" else [],
        }

    async def test_a_match_played_to_its_end_is_written_down_as_the_rules_have_it(
        self, store: Store, clock: Clock
    ) -> None:
        matches = Matches(store, clock=clock)
        match = await matches.tables.open(
            TableTerms(game="southern_cards", options={"hand": 1}, seats=3), opener=ANNE, place=HERE
        )
        for person in (BERT, CLEO):
            await matches.act(match.id, lobby.join(person, message_id=44))
        match = await matches.act((await matches.act(match.id, lobby.begin(ANNE))).id, proposals.resign(CLEO))
        while match.to_move is not None:
            assert match.state is not None
            match = await play_moves(matches, match, match.state.notate(match.state.legal()[0]))
        assert match.ending is not None
        assert match.ending.places is not None
        assert (match.ending.places[2], match.ending.seats) == (3, (2,))
        record = await matches.records.record(match.id)
        state = replay(record)
        assert state.result is not None
        assert record["result"] == {
            "ending": "played",
            "places": list(state.result.places),
            "scores": list(match.ending.scores or ()),
            "resigned": [],
        }
