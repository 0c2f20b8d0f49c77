"""Who meets whom: Swiss, groups, knock-out with its plate, and round robin (docs/tournaments.md)."""

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import combinations, pairwise, product

import pytest

from bot.contests.tournaments import groups, knockout
from bot.contests.tournaments.meetings import (
    LATE_UNTIL,
    MAIN,
    MOST,
    PLATE,
    TAKES_LATE,
    Field,
    Format,
    Meeting,
    least,
    seats_of,
)
from bot.contests.tournaments.rounds import (
    current,
    draw_order,
    is_open,
    next_round,
    ranking,
    rounds_for,
    to_be_played_again,
)
from bot.contests.tournaments.standings import points, table
from bot.rules.chance import Sealed
from tests.contests.tournaments.playing import SEED, began, lottery, played


def dropouts(seed: int, share: float = 0.06) -> Callable[[Field], frozenset[int]]:
    luck = random.Random(seed)
    return lambda field: frozenset(player for player in field.present if luck.random() < share)


def met(field: Field) -> Counter[frozenset[int]]:
    return Counter(frozenset(pair) for one in field.meetings for pair in combinations(one.players, 2))


def byes(field: Field) -> Counter[int]:
    return Counter(one.players[0] for one in field.meetings if len(one.players) == 1)


def again(tables: Iterable[Iterable[int]], before: Counter[frozenset[int]]) -> int:
    """How much people meet again at tables; a third time weighs more than twice a second one."""
    pairs = [frozenset(pair) for one in tables for pair in combinations(one, 2)]
    return sum(before[pair] * (2 * before[pair] + 1) for pair in pairs)


def meetings_and_distances(
    tables: Sequence[Sequence[int]], before: Counter[frozenset[int]], total: Counter[int]
) -> tuple[int, int]:
    """How much people meet again at tables, and how far apart their points are."""
    pairs = [pair for one in tables for pair in combinations(one, 2)]
    return again(tables, before), sum(abs(total[one] - total[other]) for one, other in pairs)


def partitions(people: Sequence[int], sizes: Sequence[int]) -> Iterator[list[tuple[int, ...]]]:
    """All tables of these sizes; where all have one size, the first of the people sits at the first."""
    if not sizes:
        yield []
        return
    first = people[:1] if len(set(sizes)) == 1 else people[:0]
    for others in combinations(people[len(first) :], sizes[0] - len(first)):
        one = (*first, *others)
        for rest in partitions([player for player in people if player not in one], sizes[1:]):
            yield [one, *rest]


class TestTheDraw:
    """The order of the draw follows from the sealed seed alone."""

    def test_it_is_a_shuffle_by_the_recipe_of_all_luck(self) -> None:
        luck = Sealed(SEED, "77")
        expected = [luck.shuffle(["1", "2", "3"]), luck.shuffle(["10", "9"])]
        assert draw_order(SEED, "77", [3, 1, 2], []) == [int(one) for one in expected[0]]
        assert draw_order(SEED, "77", [3, 1, 2], [10, 9])[:3] == [int(one) for one in expected[0]]

    def test_who_comes_late_changes_nothing_for_the_others_and_comes_last(self) -> None:
        starters, late = range(1, 10), [20, 21, 22]
        assert draw_order(SEED, "s", starters, late)[:9] == draw_order(SEED, "s", starters)
        assert sorted(draw_order(SEED, "s", starters, late)[9:]) == late


class TestWhatIsOpen:
    """A round is over when all its tables are, in a knock-out those that are played again as well."""

    @pytest.mark.parametrize("kind", Format)
    def test_a_drawn_table_is_played_again_in_a_knock_out_alone(self, kind: Format) -> None:
        field = began(kind, 4)
        formed = next_round(field)
        assert is_open(replace(field, meetings=formed))
        field = replace(field, meetings=[replace(one, places=(1, 1)) for one in formed])
        assert is_open(field) == bool(to_be_played_again(field)) == (kind is Format.KNOCKOUT)


class TestSwiss:
    """Nobody meets anybody twice, and nobody has two byes."""

    @pytest.mark.sample(1, rest="thorough")
    @pytest.mark.parametrize("seed", range(3))
    def test_a_swiss_of_33_with_dropouts_late_entries_and_byes(self, seed: int) -> None:
        field = played(began(Format.SWISS, 33), lottery(seed), late=3, leave=dropouts(seed))
        assert current(field) == field.rounds == 6
        assert field.gone
        assert max(met(field).values()) == 1
        assert max(byes(field).values()) == 1
        assert len(field.order) == 36
        for player in field.order:
            seats = [one.players.index(player) for one in field.meetings if player in one.players and one.players[1:]]
            assert abs(seats.count(0) - seats.count(1)) <= 2
            assert not any(
                seat == following == last for seat, following, last in zip(seats, seats[1:], seats[2:], strict=False)
            )

    def test_everybody_plays_or_has_a_bye_in_every_round(self) -> None:
        field = played(began(Format.SWISS, 9), lottery(1), late=2)
        for round_ in range(1, field.rounds + 1):
            playing = [player for one in field.meetings if one.round == round_ for player in one.players]
            assert sorted(playing) == sorted(field.order if round_ > 1 else field.order[:9])

    def test_those_with_as_many_points_meet_and_whoever_began_does_not_begin_again(self) -> None:
        field = began(Format.SWISS, 8)
        first = [
            replace(one, places=places) for one, places in zip(next_round(field), [(1, 2), (2, 1)] * 2, strict=True)
        ]
        second = next_round(replace(field, meetings=first))
        total = points(replace(field, meetings=first))
        assert [one.number for one in second] == [1, 2, 3, 4]
        assert [[total[player] for player in one.players] for one in second] == [[2, 2], [2, 2], [0, 0], [0, 0]]
        assert {one.players[1] for one in second} == {one.players[0] for one in first}

    def test_a_draw_is_half_a_win_and_a_bye_is_a_whole_one(self) -> None:
        field = began(Format.SWISS, 7)
        *tables, resting = next_round(field)
        assert (resting.places, len(resting.players)) == ((1,), 1)
        first = [replace(one, places=places) for one, places in zip(tables, [(1, 2), (1, 1), (1, 1)], strict=True)]
        (top, *_) = next_round(replace(field, meetings=[*first, resting]))
        assert set(top.players) == {tables[0].players[0], resting.players[0]}

    def test_who_has_left_is_paired_with_nobody_and_too_few_play_no_round(self) -> None:
        field = began(Format.SWISS, 4)
        one, *others = field.order
        for gone, tables in (({one}, 2), (set(others[1:]), 1), (set(others), 0), (set(field.order), 0)):
            formed = next_round(replace(field, gone=frozenset(gone)))
            assert len(formed) == tables
            playing = sorted(player for table in formed for player in table.players)
            assert playing == (sorted(set(field.order) - gone) if tables else [])

    def test_it_ends_early_once_nobody_is_left_to_be_met(self) -> None:
        field = began(Format.SWISS, 4)
        assert field.rounds == 3
        field = played(replace(field, rounds=7), lottery(1))
        assert current(field) == 3

    def test_whoever_has_more_points_is_ahead_and_whoever_has_left_comes_last(self) -> None:
        field = played(began(Format.SWISS, 13), lottery(5), leave=dropouts(5))
        order, total = ranking(field), points(field)
        assert sorted(order) == sorted(field.order)
        assert set(order[len(field.present) :]) == field.gone != set()
        assert all(total[one] >= total[other] for one, other in pairwise(order[: len(field.present)]))

    def test_the_same_seed_gives_the_same_tournament(self) -> None:
        one, other = (played(began(Format.SWISS, 13), lottery(5), leave=dropouts(5)) for _ in range(2))
        assert one.meetings == other.meetings


class TestGroups:
    """Tables of three to five."""

    def test_equal_points_do_not_end_the_search_while_people_meet_again(self) -> None:
        """Exchanging people of the tables by points gets stuck here where two pairs meet again."""
        before = "13 14 17 19 23 24 25 26 35 37 45 48 56 57 58 68 78 89"
        met = Counter(frozenset(map(int, pair)) for pair in before.split())
        found = groups.best_tables(range(1, 10), [3, 3, 3], met, Counter())
        assert again(found, met) == 3  # one pair meets a second time

    @pytest.mark.thorough
    @pytest.mark.sample(6)
    @pytest.mark.parametrize("people", range(4, 17))
    @pytest.mark.parametrize("sizes", [(4,), (4, 3)])
    def test_groups_of_four(self, people: int, sizes: tuple[int, ...]) -> None:
        field = played(began(Format.GROUPS, people, sizes=sizes), lottery(people))
        assert current(field) == 4
        resting = byes(field)
        assert max(resting.values(), default=0) - min(resting[player] for player in field.order) <= 1
        if len(sizes) == 2 and people != 5:
            assert not resting
        pairs = [met(field)[frozenset(pair)] for pair in combinations(field.order, 2)]
        assert max(pairs) <= -(-sum(pairs) // len(pairs)) + 1
        for player in field.order:
            sat = Counter(
                one.players.index(player)
                for one in field.meetings
                if player in one.players[: len(one.players)] and one.players[1:]
            )
            assert max(sat.values()) <= 2

    @pytest.mark.thorough
    @pytest.mark.sample(3)
    @pytest.mark.parametrize(
        ("people", "sizes"),
        [(6, (3,)), (7, (3,)), (8, (3,)), (9, (3,)), (7, (4, 3)), (8, (4,)), (10, (4, 3)), (9, (5, 4)), (10, (5,))],
    )
    def test_people_meet_again_as_seldom_as_any_tables_allow(self, people: int, sizes: tuple[int, ...]) -> None:
        """Compares the tables of every round with all that are possible for the same people."""
        for seed in range(3):
            field = began(Format.GROUPS, people, sizes=sizes, rounds=4)
            result = lottery(seed)
            while formed := next_round(field):
                before = met(field)
                seated = [list(one.players) for one in formed if len(one.players) > 1]
                playing = [player for table in seated for player in table]
                possible = partitions(playing, [len(table) for table in seated])
                assert again(seated, before) == min(again(tables, before) for tables in possible)
                played_out = [replace(one, places=result(one)) for one in formed]
                field = replace(field, meetings=[*field.meetings, *played_out])

    @pytest.mark.parametrize("people", [17, 22])
    def test_no_exchange_of_two_people_would_make_tables_better(self, people: int) -> None:
        """Better is to meet fewer again, and else people with more nearly the same points."""
        field = began(Format.GROUPS, people, sizes=(4,), rounds=5)
        result = lottery(people)
        while formed := next_round(field):
            cost = partial(meetings_and_distances, before=met(field), total=points(field))
            for one, other in combinations([[*each.players] for each in formed if each.players[1:]], 2):
                now = cost([one, other])
                for left, right in product(one, other):
                    exchanged = [[{left: right, right: left}.get(who, who) for who in table] for table in (one, other)]
                    assert cost(exchanged) >= now
            field = replace(field, meetings=[*field.meetings, *(replace(each, places=result(each)) for each in formed)])

    def test_nobody_meets_anybody_twice_where_there_are_enough_people(self) -> None:
        for seed in range(5):
            field = played(began(Format.GROUPS, 16, sizes=(4,), rounds=2), lottery(seed))
            assert max(met(field).values()) == 1

    @pytest.mark.parametrize(
        ("people", "sizes", "tables"),
        [
            (7, (4,), [4]),
            (7, (4, 3), [4, 3]),
            (6, (4, 3), [3, 3]),
            (5, (4, 3), [4]),
            (9, (4, 3), [3, 3, 3]),
            (11, (5, 4), [5, 5]),
            (13, (5, 4), [5, 4, 4]),
            (3, (4,), []),
        ],
    )
    def test_as_few_as_possible_have_a_bye_and_as_few_tables_as_possible_are_not_full(
        self, people: int, sizes: tuple[int, ...], tables: list[int]
    ) -> None:
        assert groups.table_sizes(people, sizes) == tables

    @pytest.mark.parametrize(
        ("rested", "points", "resting"),
        [
            ([], {}, [5]),  # the last one drawn
            ([], {5: 1}, [4]),  # of those with the fewest points
            ([], {1: 1, 3: 1, 4: 1, 5: 1}, [2]),
            ([5], {}, [4]),  # of those with the fewest byes
            ([5, 4, 3], {1: 2, 2: 4}, [1]),
            ([5, 4, 3, 2, 1], {5: 1, 4: 1, 3: 1, 1: 1}, [2]),
            ([5, 4, 3, 2, 1, 2], {5: 1, 4: 1, 3: 1, 1: 2}, [5]),
        ],
    )
    def test_byes_go_to_those_with_the_fewest_and_then_with_the_fewest_points(
        self, rested: list[int], points: dict[int, int], resting: list[int]
    ) -> None:
        meetings = [Meeting(round_, 2, (player,), (1,)) for round_, player in enumerate(rested, 1)]
        lots = {player: str(player) for player in range(1, 6)}
        field = Field(Format.GROUPS, (4,), 9, range(1, 6), frozenset(), meetings, lots)
        table, *byes = groups.tables(field, Counter(points))
        assert byes == [(player,) for player in resting]
        assert sorted(table) == [player for player in field.order if player not in resting]

    def test_everybody_gets_the_seats_that_they_have_had_least(self) -> None:
        field = began(Format.GROUPS, 4, sizes=(4,))
        one, two, three, four = field.order
        seats = [(one, two, three, four), (two, one, four, three), (three, four, one, two)]
        meetings = [Meeting(round_, 1, players, (1, 1, 1, 1)) for round_, players in enumerate(seats, 1)]
        assert groups.tables(replace(field, meetings=meetings), Counter()) == [(four, three, two, one)]

    def test_a_seat_had_twice_is_avoided_before_two_had_once(self) -> None:
        field = began(Format.GROUPS, 3, sizes=(3,))
        one, two, three = field.order
        seats = [(one, three, two), (one, three, two), (three, one, two), (two, three, one)]
        meetings = [Meeting(round_, 1, players, (1, 1, 1)) for round_, players in enumerate(seats, 1)]
        assert groups.tables(replace(field, meetings=meetings), Counter()) == [(two, one, three)]

    def test_too_few_for_a_table_play_no_round(self) -> None:
        field = began(Format.GROUPS, 4, sizes=(4,))
        assert next_round(replace(field, gone=frozenset(field.order[:1]))) == []

    def test_people_with_as_many_points_sit_together(self) -> None:
        field = began(Format.GROUPS, 16, sizes=(4,), rounds=2)
        field = replace(field, meetings=next_round(field))
        field = replace(field, meetings=[replace(one, places=(1, 2, 3, 4)) for one in field.meetings])
        total = points(field)
        spread = [{total[player] for player in one.players} for one in next_round(field)]
        assert [len(one) for one in spread] == [1, 1, 1, 1]


class TestKnockout:
    """Who loses is out; those who lose in the first round play for the plate."""

    @pytest.mark.parametrize("people", range(4, 18))
    def test_a_knockout_with_its_plate(self, people: int) -> None:
        field = played(began(Format.KNOCKOUT, people), lottery(people))
        first = [one for one in field.meetings if one.round == 1 and not one.again]
        assert sorted(player for one in first for player in one.players) == sorted(field.order)
        through = {
            knockout.winner(found, field.lots)
            for (round_, _), found in knockout.slots(field, MAIN).items()
            if round_ == 1
        }
        losers = {player for one in first for player in one.players} - through
        plate = {player for one in field.meetings if one.bracket == PLATE for player in one.players}
        assert plate == (losers if len(losers) > 1 else set())
        assert knockout.best(field, MAIN) == ranking(field)[0]
        assert knockout.best(field, MAIN) in through
        if plate:
            assert knockout.best(field, PLATE) in losers
        for bracket, count in ((MAIN, people), (PLATE, len(plate))):
            matches = {(one.round, one.number) for one in field.meetings if one.bracket == bracket and one.players[1:]}
            assert len(matches) == max(0, count - 1)

    @pytest.mark.parametrize("people", range(4, 18))
    def test_a_bye_is_in_the_first_round_and_for_those_drawn_first(self, people: int) -> None:
        slots = knockout.first_round(range(people))
        resting = sorted(slot[0] for slot in slots if len(slot) == 1)
        assert resting == list(range(2 ** rounds_for(Format.KNOCKOUT, people, None) - people))
        for one, other in pairwise(slots):
            assert one or other

    @pytest.mark.parametrize(
        ("people", "expected"),
        [
            (4, "14 23"),
            (5, "1 45 2 3"),
            (8, "18 45 27 36"),
        ],
    )
    def test_the_first_one_drawn_is_at_the_top_and_the_second_meets_them_in_the_last_match_alone(
        self, people: int, expected: str
    ) -> None:
        slots = knockout.first_round(range(1, people + 1))
        assert " ".join("".join(map(str, slot)) for slot in slots) == expected

    def test_a_drawn_match_is_played_again_with_the_seats_exchanged_and_then_the_lot_decides(self) -> None:
        field = began(Format.KNOCKOUT, 4)
        formed = next_round(field)
        field = replace(field, meetings=[replace(one, places=(1, 1)) for one in formed])
        again = to_be_played_again(field)
        assert [one.players for one in again] == [one.players[::-1] for one in formed]
        field = replace(field, meetings=[*field.meetings, *(replace(one, places=(1, 1)) for one in again)])
        assert to_be_played_again(field) == []
        lucky = [min(one.players, key=lambda player: field.lots[player]) for one in formed]
        assert [one.players for one in next_round(field) if one.bracket == MAIN] == [tuple(lucky)]

    def test_who_has_come_further_is_ahead_then_the_lot_and_last_who_has_left(self) -> None:
        field = began(Format.KNOCKOUT, 8)
        rounds = list[list[Meeting]]()
        for _ in range(3):
            rounds.append([replace(one, places=(1, 2)) for one in next_round(field)])
            field = replace(field, meetings=[*field.meetings, *rounds[-1]])

        def losers(bracket: int, round_: int) -> list[int]:
            out = [one.players[1] for one in rounds[round_ - 1] if one.bracket == bracket]
            return sorted(out, key=field.lots.__getitem__)

        (final,) = (one for one in rounds[2] if one.bracket == MAIN)
        expected = [*final.players, *losers(MAIN, 2), *losers(MAIN, 1)]
        assert ranking(field) == expected
        assert ranking(replace(field, gone=frozenset(final.players))) == [*expected[2:], *final.players]
        (plate,) = (one for one in rounds[2] if one.bracket == PLATE)
        assert knockout.ranking(field, PLATE) == [*plate.players, *losers(PLATE, 2)]
        assert next_round(field) == []

    def test_nobody_has_won_before_the_last_match_is_over(self) -> None:
        field = began(Format.KNOCKOUT, 4)
        bests = list[tuple[int | None, int | None]]()
        while formed := next_round(field):
            bests.append((knockout.best(field, MAIN), knockout.best(field, PLATE)))
            opened = replace(field, meetings=[*field.meetings, *formed])
            bests.append((knockout.best(opened, MAIN), knockout.best(opened, PLATE)))
            field = replace(field, meetings=[*field.meetings, *(replace(one, places=(2, 1)) for one in formed)])
        assert bests == [(None, None)] * 4
        final, plate = field.meetings[-2:]
        assert (final.bracket, plate.bracket) == (MAIN, PLATE)
        assert (knockout.best(field, MAIN), knockout.best(field, PLATE)) == (final.players[1], plate.players[1])

    def test_who_would_have_met_somebody_who_has_left_goes_through(self) -> None:
        field = began(Format.KNOCKOUT, 8)
        formed = next_round(field)
        field = replace(field, meetings=[replace(one, places=(1, 2)) for one in formed])
        left = formed[0].players[0]
        field = replace(field, gone=frozenset({left}))
        semi, *_ = next_round(field)
        assert semi == Meeting(2, 1, (formed[1].players[0],), (1,))

    @pytest.mark.parametrize("gone", [0, 1, 2])
    def test_a_drawn_match_that_somebody_leaves_is_not_played_again(self, gone: int) -> None:
        field = began(Format.KNOCKOUT, 4)
        (first, second) = next_round(field)
        field = replace(field, meetings=[replace(first, places=(1, 1)), replace(second, places=(1, 2))])
        (again,) = to_be_played_again(replace(field, gone=frozenset(first.players[:gone])))
        assert again.places == [None, (1,), (1, 1)][gone]
        decided = knockout.winner([replace(first, places=(1, 1)), again], field.lots)
        lucky = min(first.players, key=lambda player: field.lots[player])
        assert decided == [None, first.players[1], lucky][gone]

    def test_who_leaves_before_a_drawn_match_is_played_again_has_lost_it(self) -> None:
        field = began(Format.KNOCKOUT, 8)
        first, *others = next_round(field)
        left, other = first.players
        field = replace(
            field,
            meetings=[replace(first, places=(1, 1)), *(replace(one, places=(1, 2)) for one in others)],
            gone=frozenset({left}),
        )
        field = replace(field, meetings=[*field.meetings, *to_be_played_again(field)])
        assert knockout.starters_of(field, PLATE) == [left, *(one.players[1] for one in others)]
        assert ranking(field)[-1] == left
        assert other in {player for one in next_round(field) for player in one.players if one.bracket == MAIN}


class TestRoundRobin:
    """Everybody against everybody."""

    @pytest.mark.parametrize("people", [3, 4, 7, 8])
    def test_each_meets_each_once(self, people: int) -> None:
        field = played(began(Format.ROUND_ROBIN, people), lottery(people))
        assert current(field) == field.rounds
        assert met(field) == {frozenset(pair): 1 for pair in combinations(field.order, 2)}

    def test_in_its_first_round_the_first_one_drawn_meets_the_last(self) -> None:
        field = began(Format.ROUND_ROBIN, 6)
        one, two, three, four, five, six = field.order
        assert [set(table.players) for table in next_round(field)] == [{one, six}, {two, five}, {three, four}]

    def test_who_leaves_counts_for_nobody_and_the_others_sit_out(self) -> None:
        field = began(Format.ROUND_ROBIN, 5)
        left = field.order[0]
        field = played(field, lottery(2, draws=0), leave=lambda now: frozenset({left} if current(now) == 2 else ()))
        lines = table(field)
        assert lines[-1].player == left
        assert all(len([met for _, met in line.results.values() if met]) == 3 for line in lines[:-1])
        assert sum(line.half_points for line in lines) == 12


def test_how_many_people_a_tournament_needs_and_how_many_can_play() -> None:
    """The table of docs/tournaments.md, The kinds."""
    assert {kind: (least(kind, seats_of(kind)[0]), MOST[kind], [*seats_of(kind)]) for kind in Format} == {
        Format.SWISS: (4, 64, [2]),
        Format.GROUPS: (3, 64, [3, 4, 5]),
        Format.KNOCKOUT: (4, 32, [2]),
        Format.ROUND_ROBIN: (3, 16, [2]),
    }
    assert [least(Format.GROUPS, seats) for seats in (3, 4, 5)] == [3, 4, 5]
    assert (LATE_UNTIL, TAKES_LATE) == (2, (Format.SWISS, Format.GROUPS))


@pytest.mark.parametrize(
    ("kind", "people", "wanted", "rounds"),
    [
        (Format.SWISS, 33, None, 6),
        (Format.SWISS, 8, None, 3),
        (Format.SWISS, 9, None, 4),
        (Format.SWISS, 4, None, 3),
        (Format.SWISS, 9, 2, 2),
        (Format.SWISS, 4, 9, 3),
        (Format.SWISS, 5, 9, 5),
        (Format.GROUPS, 9, None, 4),
        (Format.GROUPS, 4, 9, 9),
        (Format.KNOCKOUT, 17, 3, 5),
        (Format.ROUND_ROBIN, 7, 2, 7),
        (Format.ROUND_ROBIN, 8, 2, 7),
    ],
)
def test_how_many_rounds_there_are(kind: Format, people: int, wanted: int | None, rounds: int) -> None:
    assert rounds_for(kind, people, wanted) == rounds
