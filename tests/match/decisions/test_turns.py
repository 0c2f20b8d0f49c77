"""Moves, resignations and draws: what is accepted from whom, and the results."""

import hashlib
from functools import partial

import pytest

from bot.match import (
    AlreadyProposed,
    BoardHasMoved,
    Ending,
    Matches,
    MatchOver,
    NotInThisMatch,
    NotYourTurn,
    Refusal,
    Status,
    TableTerms,
)
from bot.match.decisions import lobby, presence, proposals, turns
from bot.match.values.errors import NothingProposed, OwnRequestOpen
from bot.rules import IllegalMove
from bot.rules.api import fill
from bot.rules.chance import Recorded, Sealed
from bot.store import Store
from tests.match.conftest import HERE, StartMatch, dump
from tests.match.refusing import refuse, spaces
from tests.match.toy import GAMES, PLAYERS

ANNE, BERT, CLEO, DORA = PLAYERS
STRANGER = 999


class TestPlaying:
    async def test_a_move_makes_the_next_position(self, matches: Matches, start_match: StartMatch) -> None:
        match = await start_match()
        after = await matches.act(match.id, turns.play(ANNE, " WALK ", seen_version=match.version), interaction=1)
        assert spaces(after) == [1, 0]
        assert after.before == match.state
        assert (after.version, after.position_version) == (match.version + 1, match.version + 1)
        assert after.to_move_people() == (BERT,)
        newest = after.recent[-1]
        assert (newest.kind, newest.seat, newest.move, newest.number) == ("move", 0, "walk", after.version)

    async def test_a_refusal_changes_nothing(self, matches: Matches, start_match: StartMatch, store: Store) -> None:
        match = await start_match()
        seen = match.version
        await refuse(store, NotInThisMatch, lambda: matches.act(match.id, turns.play(STRANGER, "walk")))
        await refuse(store, NotYourTurn, lambda: matches.act(match.id, turns.play(BERT, "walk", seen_version=seen)))
        await refuse(store, IllegalMove, lambda: matches.act(match.id, turns.play(ANNE, "fly", seen_version=seen)))
        await matches.act(match.id, turns.play(ANNE, "walk"))
        await refuse(store, BoardHasMoved, lambda: matches.act(match.id, turns.play(BERT, "walk", seen_version=seen)))
        await refuse(store, BoardHasMoved, lambda: matches.act(match.id, turns.play(ANNE, "walk", seen_version=seen)))

    async def test_the_turn_is_named_by_its_colour(
        self, matches: Matches, start_match: StartMatch, store: Store
    ) -> None:
        match = await start_match()
        refusal = await refuse(store, NotYourTurn, lambda: matches.act(match.id, turns.play(BERT, "walk")))
        assert isinstance(refusal, Refusal)
        assert refusal.values == {"colour": "red"}
        assert str(refusal) == fill(refusal.sentence, refusal.values)

    async def test_a_double_click_plays_once(self, matches: Matches, start_match: StartMatch) -> None:
        match = await start_match()
        await matches.act(match.id, turns.play(ANNE, "walk", seen_version=match.version), interaction=1)
        with pytest.raises(BoardHasMoved) as error:
            await matches.act(match.id, turns.play(ANNE, "walk", seen_version=match.version), interaction=2)
        assert (error.value.seen, error.value.now) == (match.version, match.version + 1)
        assert spaces(await matches.get(match.id)) == [1, 0]

    async def test_the_same_interaction_plays_once(
        self, matches: Matches, start_match: StartMatch, store: Store
    ) -> None:
        match = await start_match()
        first = await matches.act(match.id, turns.play(ANNE, "walk", seen_version=match.version), interaction=1)
        before = await dump(store)
        again = await matches.act(match.id, turns.play(ANNE, "walk", seen_version=match.version), interaction=1)
        assert (again.version, again.state) == (first.version, first.state)
        assert await dump(store) == before

    async def test_an_offer_in_between_leaves_the_board_as_it_was(
        self, matches: Matches, start_match: StartMatch
    ) -> None:
        match = await start_match()
        await matches.act(match.id, proposals.offer_draw(BERT))
        assert spaces(await matches.act(match.id, turns.play(ANNE, "walk", seen_version=match.version))) == [1, 0]

    async def test_the_rules_end_the_match(self, matches: Matches, start_match: StartMatch, store: Store) -> None:
        match = await start_match(goal=2)
        for player in (ANNE, BERT, ANNE):
            match = await matches.act(match.id, turns.play(player, "walk"))
        assert match.status is Status.OVER
        assert match.ending == Ending("played", (1, 2), (2, 1), ())
        assert match.to_move_people() == ()
        assert spaces(match) == [2, 1]
        assert [post.version for post in await matches.outbox.due()] == [match.version]
        for decision in (proposals.resign, proposals.offer_draw, proposals.agree, proposals.decline):
            await refuse(store, MatchOver, partial(matches.act, match.id, decision(ANNE)))
        await refuse(store, MatchOver, lambda: matches.act(match.id, turns.play(BERT, "walk")))

    async def test_everyone_on_a_shared_seat_may_move(self, matches: Matches) -> None:
        match = await matches.tables.open(TableTerms(game="race", seats=2, shared=True), opener=ANNE, place=HERE)
        await matches.tables.note_posted(match.id, 5)
        for person in (BERT, CLEO, DORA):
            await matches.act(match.id, lobby.join(person))
        match = await matches.act(match.id, lobby.begin(ANNE))
        assert match.to_move_people() == (ANNE, CLEO)
        match = await matches.act(match.id, turns.play(CLEO, "walk"))
        assert match.to_move_people() == (BERT, DORA)
        assert match.seat_of(CLEO) == [0]
        assert match.seat_of(STRANGER) == []

    async def test_only_the_newest_events_come_with_a_match(self, matches: Matches, start_match: StartMatch) -> None:
        match = await start_match(goal=100)
        for turn in range(20):
            match = await matches.act(match.id, turns.play(PLAYERS[turn % 2], "walk"))
        assert [event.number for event in match.recent] == list(range(12, 24))
        assert [event.number for event in await matches.records.log(match.id)] == list(range(1, 24))


class TestSealedLuck:
    """The seed is promised at the table, hidden while the match runs, and opens the whole luck afterwards."""

    async def test_the_promise_holds_and_the_luck_can_be_drawn_again(
        self, matches: Matches, start_match: StartMatch
    ) -> None:
        match = await start_match(goal=20)
        promised = match.commitment
        turn = 0
        while match.status is Status.RUNNING:
            assert match.seed is None
            match = await matches.act(match.id, turns.play(PLAYERS[turn % 2], ("roll", "deal", "roll")[turn % 3]))
            turn += 1
        assert match.seed is not None
        assert match.salt is not None
        seed = bytes.fromhex(match.seed)
        assert hashlib.sha256(seed).hexdigest() == promised
        game, sealed = GAMES["race"], Sealed(seed, match.salt)
        luck = Recorded(sealed)
        state = game.start(2, match.options, luck)
        drawn = []
        for event in await matches.records.log(match.id):
            if event.kind == "move" and event.move is not None:
                state = state.play(state.parse(event.move), luck)
            drawn += list(event.chance)
        assert state == match.state
        assert luck.outcomes == drawn
        assert len(drawn) == sealed.drawn > 3
        assert await matches.records.check(match.id) == []

    async def test_the_seed_of_a_cancelled_table_is_published(self, matches: Matches) -> None:
        match = await matches.tables.open(TableTerms(game="race", seats=2), opener=ANNE, place=HERE)
        assert match.seed is None
        match = await matches.act(match.id, lobby.cancel(ANNE))
        assert match.seed is not None
        assert hashlib.sha256(bytes.fromhex(match.seed)).hexdigest() == match.commitment

    async def test_each_table_has_a_seed_of_its_own(self, matches: Matches, start_match: StartMatch) -> None:
        assert (await start_match()).commitment != (await start_match()).commitment

    async def test_nothing_that_is_shown_holds_the_seed(
        self, store: Store, start_match: StartMatch, caplog: pytest.LogCaptureFixture
    ) -> None:
        caplog.set_level(0)
        asked: list[bytes] = []

        def secret(size: int) -> bytes:
            asked.append(bytes([65 + len(asked)]) * size)
            return asked[-1]

        quiet = Matches(store, games=GAMES, secret=secret)
        match = await start_match(goal=99, using=quiet)
        match = await quiet.act(match.id, turns.play(ANNE, "roll"))
        with pytest.raises(NotYourTurn) as refusal:
            await quiet.act(match.id, turns.play(ANNE, "roll"))
        shown = [
            repr(match),
            repr(vars(match)),
            repr(await quiet.records.log(match.id)),
            repr(await quiet.outbox.due()),
        ]
        shown += [caplog.text, repr(refusal.value), repr(refusal.value.values)]
        for seed in asked:
            for form in (seed.hex(), seed.decode(), repr(seed)):
                assert not [text for text in shown if form in text]

    async def test_a_shuffle_is_not_shown_while_the_match_runs(self, matches: Matches, start_match: StartMatch) -> None:
        match = await start_match(goal=2)
        match = await matches.act(match.id, turns.play(ANNE, "deal"))
        match = await matches.act(match.id, turns.play(BERT, "roll"))
        while match.status is Status.RUNNING:
            assert all(isinstance(outcome, int) for event in match.recent for outcome in event.chance)
            match = await matches.act(match.id, turns.play(match.to_move_people()[0], "walk"))
        assert [type(outcome) for event in match.recent for outcome in event.chance] == [list, list, int]

    async def test_a_game_that_hides_things_shows_no_luck_while_it_runs(
        self, matches: Matches, start_match: StartMatch
    ) -> None:
        match = await start_match(game="poker", goal=50)
        match = await matches.act(match.id, turns.play(ANNE, "roll"))
        assert match.recent[-1].chance == ()
        await matches.act(match.id, proposals.resign(ANNE))
        assert (await matches.records.log(match.id))[3].chance != ()


class TestResigning:
    async def test_with_two_sides_it_ends_the_match(self, matches: Matches, start_match: StartMatch) -> None:
        match = await start_match()
        match = await matches.act(match.id, proposals.resign(ANNE))
        assert match.status is Status.OVER
        assert match.ending == Ending("resigned", (2, 1), None, (0,))
        assert [post.version for post in await matches.outbox.due()] == [match.version]

    async def test_it_needs_no_turn(self, matches: Matches, start_match: StartMatch) -> None:
        match = await start_match()
        assert (await matches.act(match.id, proposals.resign(BERT))).ending == Ending("resigned", (1, 2), None, (1,))

    async def test_it_goes_before_a_draw_that_was_offered(self, matches: Matches, start_match: StartMatch) -> None:
        match = await start_match()
        await matches.act(match.id, proposals.offer_draw(ANNE))
        match = await matches.act(match.id, proposals.resign(BERT))
        assert (match.status, match.proposal) == (Status.OVER, None)

    async def test_a_team_resigns_together(self, matches: Matches, start_match: StartMatch) -> None:
        match = await start_match(4, teams=True)
        match = await matches.act(match.id, proposals.resign(CLEO))
        assert match.status is Status.RUNNING
        assert match.proposal is not None
        assert (match.proposal.kind, match.proposal.by) == ("resign", CLEO)
        assert (match.proposal.agreed, match.proposal.needed) == ((2,), (0,))
        match = await matches.act(match.id, proposals.agree(ANNE))
        assert match.ending == Ending("resigned", (2, 1, 2, 1), None, (0, 2))

    async def test_a_partner_who_resigns_too_has_agreed(self, matches: Matches, start_match: StartMatch) -> None:
        match = await start_match(4, teams=True)
        await matches.act(match.id, proposals.resign(BERT))
        assert (await matches.act(match.id, proposals.resign(DORA))).ending == Ending(
            "resigned", (1, 2, 1, 2), None, (1, 3)
        )

    async def test_the_other_side_has_no_say_in_it(
        self, matches: Matches, start_match: StartMatch, store: Store
    ) -> None:
        match = await start_match(4, teams=True)
        await matches.act(match.id, proposals.resign(CLEO))
        await refuse(store, NothingProposed, lambda: matches.act(match.id, proposals.agree(BERT)))
        await refuse(store, NothingProposed, lambda: matches.act(match.id, proposals.decline(DORA)))
        await refuse(store, AlreadyProposed, lambda: matches.act(match.id, proposals.offer_draw(BERT)))
        await refuse(store, AlreadyProposed, lambda: matches.act(match.id, proposals.resign(BERT)))

    async def test_the_other_side_plays_on_meanwhile(self, matches: Matches, start_match: StartMatch) -> None:
        match = await start_match(4, teams=True)
        await matches.act(match.id, turns.play(ANNE, "walk"))
        await matches.act(match.id, proposals.resign(ANNE))
        match = await matches.act(match.id, turns.play(BERT, "walk"))
        assert match.proposal is not None
        match = await matches.act(match.id, turns.play(CLEO, "walk"))
        assert match.proposal is None

    async def test_a_partner_who_is_gone_needs_no_asking(self, matches: Matches, start_match: StartMatch) -> None:
        match = await start_match(4, teams=True)
        await matches.act(match.id, presence.absent(CLEO))
        assert (await matches.act(match.id, proposals.resign(ANNE))).ending == Ending(
            "resigned", (2, 1, 2, 1), None, (0, 2)
        )


class TestDraws:
    async def test_everyone_must_agree(self, matches: Matches, start_match: StartMatch) -> None:
        match = await start_match(3)
        match = await matches.act(match.id, proposals.offer_draw(CLEO))
        assert match.proposal is not None
        assert (match.proposal.agreed, match.proposal.needed) == ((2,), (0, 1))
        match = await matches.act(match.id, proposals.agree(ANNE))
        assert match.status is Status.RUNNING
        match = await matches.act(match.id, proposals.agree(BERT))
        assert (match.status, match.ending) == (Status.OVER, Ending("agreed", (1, 1, 1), None, ()))

    async def test_an_offer_in_return_is_an_agreement(self, matches: Matches, start_match: StartMatch) -> None:
        match = await start_match()
        await matches.act(match.id, proposals.offer_draw(ANNE))
        assert (await matches.act(match.id, proposals.offer_draw(BERT))).status is Status.OVER

    @pytest.mark.parametrize("who", [ANNE, BERT, CLEO])
    async def test_one_refusal_ends_it_also_that_of_the_one_who_offered(
        self, matches: Matches, start_match: StartMatch, store: Store, who: int
    ) -> None:
        match = await start_match(3)
        await matches.act(match.id, proposals.offer_draw(ANNE))
        match = await matches.act(match.id, proposals.decline(who))
        assert match.proposal is None
        await refuse(store, NothingProposed, lambda: matches.act(match.id, proposals.agree(BERT)))
        await refuse(store, NothingProposed, lambda: matches.act(match.id, proposals.decline(BERT)))

    async def test_nobody_answers_twice_or_for_others(
        self, matches: Matches, start_match: StartMatch, store: Store
    ) -> None:
        match = await start_match(3)
        await matches.act(match.id, proposals.offer_draw(ANNE))
        await refuse(store, OwnRequestOpen, lambda: matches.act(match.id, proposals.offer_draw(ANNE)))
        await refuse(store, OwnRequestOpen, lambda: matches.act(match.id, proposals.agree(ANNE)))
        await refuse(store, AlreadyProposed, lambda: matches.act(match.id, proposals.undo(BERT)))
        for decision in (proposals.agree, proposals.decline, proposals.offer_draw, proposals.resign):
            await refuse(store, NotInThisMatch, partial(matches.act, match.id, decision(STRANGER)))

    async def test_playing_on_is_an_answer(self, matches: Matches, start_match: StartMatch) -> None:
        match = await start_match()
        await matches.act(match.id, proposals.offer_draw(ANNE))
        match = await matches.act(match.id, turns.play(ANNE, "walk"))
        assert match.proposal is not None
        match = await matches.act(match.id, turns.play(BERT, "walk"))
        assert match.proposal is None

    async def test_an_old_button_does_not_answer_a_new_offer(
        self, matches: Matches, start_match: StartMatch, store: Store
    ) -> None:
        match = await start_match()
        first = await matches.act(match.id, proposals.offer_draw(ANNE))
        await matches.act(match.id, proposals.decline(BERT))
        second = await matches.act(match.id, proposals.offer_draw(BERT))
        old, new = first.version, second.version
        await refuse(store, BoardHasMoved, lambda: matches.act(match.id, proposals.agree(ANNE, seen_version=old)))
        await refuse(store, BoardHasMoved, lambda: matches.act(match.id, proposals.decline(ANNE, seen_version=old)))
        assert (await matches.act(match.id, proposals.agree(ANNE, seen_version=new))).status is Status.OVER

    async def test_the_same_interaction_answers_once(self, matches: Matches, start_match: StartMatch) -> None:
        match = await start_match(3)
        for _ in range(2):
            match = await matches.act(match.id, proposals.offer_draw(ANNE), interaction=1)
        for _ in range(2):
            match = await matches.act(match.id, proposals.agree(BERT), interaction=2)
        assert match.version == 6


class TestThoseWhoLeft:
    async def test_a_seat_whose_people_left_is_not_asked(self, matches: Matches, start_match: StartMatch) -> None:
        match = await start_match(3)
        match = await matches.act(match.id, presence.absent(BERT))
        assert [seat.absent for seat in match.seats] == [False, True, False]
        match = await matches.act(match.id, proposals.offer_draw(ANNE))
        assert match.proposal is not None
        assert match.proposal.needed == (2,)
        assert (await matches.act(match.id, proposals.agree(CLEO))).status is Status.OVER

    async def test_with_nobody_left_to_ask_the_match_is_called_off(
        self, matches: Matches, start_match: StartMatch
    ) -> None:
        match = await start_match()
        await matches.act(match.id, presence.absent(BERT))
        assert (await matches.act(match.id, proposals.offer_draw(ANNE))).ending == Ending("agreed", (1, 1), None, ())

    async def test_an_offer_that_waits_for_them_alone_goes_through(
        self, matches: Matches, start_match: StartMatch
    ) -> None:
        match = await start_match(3)
        await matches.act(match.id, proposals.offer_draw(ANNE))
        await matches.act(match.id, proposals.agree(BERT))
        match = await matches.act(match.id, presence.absent(CLEO))
        assert match.status is Status.OVER
        assert len(await matches.outbox.due()) == 1

    async def test_noting_it_twice_is_noting_it_once(
        self, matches: Matches, start_match: StartMatch, store: Store
    ) -> None:
        match = await start_match()
        await matches.act(match.id, presence.absent(BERT))
        before = await dump(store)
        await matches.act(match.id, presence.absent(BERT))
        assert await dump(store) == before
        await refuse(store, NotInThisMatch, lambda: matches.act(match.id, presence.absent(STRANGER)))

    async def test_it_is_no_new_board(self, matches: Matches, start_match: StartMatch) -> None:
        match = await start_match()
        posts = await matches.outbox.due()
        await matches.act(match.id, presence.absent(BERT))
        assert await matches.outbox.due() == posts

    async def test_a_person_who_acts_is_back(self, matches: Matches, start_match: StartMatch) -> None:
        match = await start_match()
        await matches.act(match.id, presence.absent(ANNE))
        match = await matches.act(match.id, turns.play(ANNE, "walk"))
        assert not match.seats[0].absent
        match = await matches.act(match.id, presence.absent(ANNE))
        assert match.seats[0].absent
        match = await matches.act(match.id, presence.absent(ANNE, gone=False))
        assert not match.seats[0].absent

    async def test_someone_who_is_back_may_answer(self, matches: Matches, start_match: StartMatch) -> None:
        match = await start_match(3)
        await matches.act(match.id, presence.absent(BERT))
        await matches.act(match.id, proposals.offer_draw(ANNE))
        match = await matches.act(match.id, proposals.decline(BERT))
        assert match.proposal is None
        assert not match.seats[1].absent

    async def test_a_shared_seat_is_there_while_one_of_its_people_is(self, matches: Matches) -> None:
        match = await matches.tables.open(TableTerms(game="race", seats=2, shared=True), opener=ANNE, place=HERE)
        await matches.tables.note_posted(match.id, 5)
        await matches.act(match.id, lobby.join(BERT))
        await matches.act(match.id, lobby.join(CLEO))
        await matches.act(match.id, lobby.begin(ANNE))
        match = await matches.act(match.id, presence.absent(ANNE))
        assert (match.seats[0].absent, match.seats[0].away) == (False, (ANNE,))
        assert match.to_move_people() == (CLEO,)
        match = await matches.act(match.id, presence.absent(CLEO))
        assert match.seats[0].absent
        assert match.to_move_people() == ()
