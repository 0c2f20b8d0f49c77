"""Every interaction is taken by exactly one of the processes that receive it, in whatever order things happen."""

import asyncio
from collections.abc import Callable

from hypothesis import given
from hypothesis import strategies as st

from bot.shards.claims import Claim
from tests.waiting import TEST_TIMEOUT, in_time

Step = tuple[str, int]
IDS = st.integers(1, 30)
STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("to the holder"), IDS),
        st.tuples(st.just("to the successor"), IDS),
        st.tuples(st.just("propose"), IDS),
        st.tuples(st.just("fail"), st.just(0)),
        st.tuples(st.just("tell"), st.just(0)),
        st.tuples(st.just("learn"), st.just(0)),
    ),
    max_size=60,
)


class Shard:
    """A shard whose holder hands it over. `taken` are the processes that have taken each interaction."""

    def __init__(self) -> None:
        self.holder, self.successor = Claim(), Claim()
        self.holder.begin(0)
        self.proposed: int | None = None
        self.told: int | None = None
        self.taken: dict[int, set[str]] = {}

    def receive(self, name: str, claim: Claim, interaction: int) -> None:
        if claim.decide(interaction):
            self.taken.setdefault(interaction, set()).add(name)

    def step(self, kind: str, value: int) -> None:
        if kind == "to the holder":
            self.receive("holder", self.holder, value)
        elif kind == "to the successor":
            self.receive("successor", self.successor, value)
        elif kind == "propose" and self.told is None:
            self.proposed = self.holder.propose(value)
        elif kind == "fail" and self.told is None and self.proposed is not None:
            self.holder.withdraw()
            self.proposed = None
        elif kind == "tell" and self.told is None and self.proposed is not None:
            self.told = self.proposed  # in the database from here on
            self.holder.settle(self.told)
        elif kind == "learn" and self.told is not None:
            self.successor.begin(self.told)


@given(STEPS)
def test_every_interaction_is_taken_once_whatever_the_order(steps: list[Step]) -> None:
    shard = Shard()
    for kind, value in steps:
        shard.step(kind, value)
        assert all(len(takers) == 1 for takers in shard.taken.values())
    for kind, value in (("propose", 15), ("tell", 0), ("learn", 0)):
        shard.step(kind, value)
    both: list[tuple[str, Claim]] = [("holder", shard.holder), ("successor", shard.successor)]
    for interaction in range(1, 40):
        for name, claim in both:
            shard.receive(name, claim, interaction)  # for the first time, or what it has kept, or once more
    assert all(len(shard.taken[interaction]) == 1 for interaction in range(1, 40))


@given(STEPS)
def test_what_was_decided_stays_so(steps: list[Step]) -> None:
    shard = Shard()
    decided: dict[tuple[str, int], bool] = {}
    claims: dict[str, Callable[[int], bool | None]] = {
        "to the holder": shard.holder.decide,
        "to the successor": shard.successor.decide,
    }
    for kind, value in steps:
        shard.step(kind, value)
        if kind in claims and (now := claims[kind](value)) is not None:
            assert decided.setdefault((kind, value), now) == now


def test_a_claim_is_the_interval_after_the_last_one_of_the_process_before_up_to_the_last_of_its_own() -> None:
    claim = Claim()
    assert claim.decide(6) is None
    claim.begin(5)
    claim.begin(9)  # the first word counts
    assert [claim.decide(one) for one in (5, 6, 7)] == [False, True, True]
    assert claim.propose(6) == 7  # that one was taken already
    assert [claim.decide(one) for one in (7, 8)] == [True, None]
    claim.withdraw()
    assert [claim.decide(one) for one in (5, 8, 100)] == [False, True, True]
    assert claim.propose(101) == 101
    claim.settle(101)
    assert [claim.decide(one) for one in (5, 6, 101, 102)] == [False, True, True, False]
    claim.lose()
    assert [claim.decide(one) for one in (6, 101, 102)] == [False, False, False]


async def test_what_is_still_not_known_when_patience_ends_is_left_to_others() -> None:
    claim = Claim()
    assert await claim.takes(6, 0) is False
    claim.begin(5)
    assert [await claim.takes(one, 0) for one in (5, 6)] == [False, True]


async def test_what_waits_is_decided_as_soon_as_it_is_known() -> None:
    claims = [Claim() for _ in range(4)]
    for claim in claims[1:]:
        claim.begin(0)
        claim.propose(3)
    waiting = [asyncio.create_task(claim.takes(5, TEST_TIMEOUT)) for claim in claims]
    await asyncio.sleep(0)
    assert not any(task.done() for task in waiting)
    claims[0].begin(4)
    claims[1].settle(4)
    claims[2].withdraw()
    claims[3].lose()
    assert await in_time(asyncio.gather(*waiting)) == [True, False, True, False]
