"""Every interaction is taken by exactly one of the processes that receive it, in whatever order things happen."""

from collections.abc import Callable

from hypothesis import given
from hypothesis import strategies as st

from bot.shards.claims import Claim

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
