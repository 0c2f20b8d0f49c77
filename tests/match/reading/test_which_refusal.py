"""The refusal of a match that can't be played, shown or posted now: each says something else to do."""

from collections.abc import Awaitable, Callable
from functools import partial

import pytest

from bot.match import (
    BoardHasMoved,
    ComputerLevel,
    Frozen,
    Match,
    Matches,
    MatchOver,
    NoSuchSeat,
    NotInThisMatch,
    NotRunning,
    Place,
    Refusal,
    TableTerms,
)
from bot.match.decisions import expiry, lobby, presence, proposals, relocating, turns
from bot.match.decisions.decision import Decision
from bot.store import Store
from tests.match.conftest import HERE, Clock, StartMatch, dump
from tests.match.toy import PLAYERS, RaceGame, games

ANNE, BERT, CLEO = PLAYERS[:3]

ACTIONS: dict[str, Callable[[Matches, int], Awaitable[Match]]] = {
    "plays": lambda matches, match: matches.act(match, turns.play(ANNE, "walk")),
    "takes back": lambda matches, match: matches.act(match, turns.take_back(ANNE)),
    "posts": lambda matches, match: matches.outbox.repost(match),
    "leaves the thread": lambda matches, match: matches.act(match, relocating.leave_thread()),
}


STRANGER, ELSEWHERE = 999, Place(1, 77)

ONLY_WHILE_IT_RUNS: dict[str, Callable[[int], Decision]] = {
    "plays": lambda user: turns.play(user, "walk"),
    "takes back": turns.take_back,
    "undoes": proposals.undo,
    "resigns": proposals.resign,
    "offers a draw": proposals.offer_draw,
    "agrees": proposals.agree,
    "declines": proposals.decline,
    "replaces": lambda user: proposals.replace_player(user, 1, STRANGER + 1),
    "has a computer take over": lambda user: presence.take_over(user, 1, ComputerLevel.EASY),
    "claims": expiry.claim,
}
BY_NOBODY_AT_THE_TABLE: dict[str, Callable[[], Decision]] = {
    "takes a seat": lambda: proposals.take_seat(STRANGER),
    "is a computer": lambda: turns.play_computer("walk", seen_version=9),
    "is a computer that answers": lambda: proposals.answer(1, agrees=True, seen_version=9),
}
ALSO_WHEN_IT_IS_OVER: dict[str, Callable[[int], Decision]] = {
    "moves": lambda user: relocating.move_to(user, ELSEWHERE),
    "relocates": lambda user: relocating.relocate(user, ELSEWHERE),
}


async def in_state(
    kind: str, matches: Matches, start_match: StartMatch, store: Store, clock: Clock
) -> tuple[Matches, int]:
    """A match of this kind, and the release of the bot that looks at it."""

    def release(version: int, *, readable: bool = True) -> Matches:
        return Matches(store, games=games(RaceGame(version, readable=readable)), clock=clock)

    if kind in ("open", "cancelled"):
        match = await matches.tables.open(TableTerms(game="race", seats=2), opener=ANNE, place=HERE)
        return matches, match.id if kind == "open" else (await matches.act(match.id, lobby.cancel(ANNE))).id
    if kind == "held":  # by newer rules
        return matches, (await start_match(using=release(2))).id
    match = await start_match()
    if kind == "over":
        await matches.act(match.id, proposals.resign(ANNE))
    return release(2, readable=False) if kind == "frozen" else matches, match.id


@pytest.mark.parametrize(
    ("kind", "refusal"),
    [("open", NotRunning), ("cancelled", MatchOver), ("over", MatchOver), ("frozen", Frozen), ("held", Frozen)],
)
async def test_nothing_is_decided_where_nothing_runs(
    kind: str, refusal: type[Refusal], matches: Matches, start_match: StartMatch, store: Store, clock: Clock
) -> None:
    release, match = await in_state(kind, matches, start_match, store, clock)
    decisions = {name: decide(ANNE) for name, decide in ONLY_WHILE_IT_RUNS.items()}
    decisions |= {name: decide() for name, decide in BY_NOBODY_AT_THE_TABLE.items()}
    if kind != "over":
        decisions |= {name: decide(ANNE) for name, decide in ALSO_WHEN_IT_IS_OVER.items()}
    await release.get(match)  # it is brought up to date first
    before = await dump(store)
    said = {}
    for name, decision in decisions.items():
        with pytest.raises(Refusal) as caught:
            await release.act(match, decision)
        said[name] = type(caught.value)
    assert said == dict.fromkeys(decisions, refusal)
    assert await dump(store) == before


async def test_nobody_decides_in_a_match_of_others(matches: Matches, start_match: StartMatch, store: Store) -> None:
    match = await start_match()
    for offered in (False, True):
        if offered:
            await matches.act(match.id, proposals.offer_draw(ANNE))
        before = await dump(store)
        for name, decide in (ONLY_WHILE_IT_RUNS | ALSO_WHEN_IT_IS_OVER).items():
            with pytest.raises(NotInThisMatch):
                await matches.act(match.id, decide(STRANGER))
            assert await dump(store) == before, (name, offered)


@pytest.mark.parametrize("action", ACTIONS)
@pytest.mark.parametrize(
    ("kind", "refusals"),
    [
        ("open", (NotRunning, NotRunning, NotRunning, NotRunning)),
        ("cancelled", (MatchOver, MatchOver, MatchOver, MatchOver)),
        ("over", (MatchOver, MatchOver, None, None)),
        ("frozen", (Frozen, Frozen, Frozen, None)),
        ("held", (Frozen, Frozen, Frozen, Frozen)),
    ],
)
async def test_the_state_of_the_match_decides(
    kind: str, action: str, refusals: tuple[type[Refusal] | None, ...], matches: Matches, start_match: StartMatch,
    store: Store, clock: Clock,
) -> None:  # fmt: skip
    expected = dict(zip(ACTIONS, refusals, strict=True))[action]
    release, match = await in_state(kind, matches, start_match, store, clock)
    if expected is None:
        await ACTIONS[action](release, match)
        return
    with pytest.raises(Refusal) as refusal:
        await ACTIONS[action](release, match)
    assert type(refusal.value) is expected


async def test_an_answer_counts_for_the_proposal_that_was_seen_and_for_no_newer_one(
    matches: Matches, start_match: StartMatch, store: Store
) -> None:
    match = await start_match(3)
    await matches.act(match.id, presence.absent(CLEO))
    for propose, answers in (
        (proposals.offer_draw(ANNE), [(BERT, proposals.agree), (BERT, proposals.decline)]),
        (
            proposals.replace_player(ANNE, 2, STRANGER),
            [(STRANGER, proposals.take_seat), (STRANGER, proposals.decline), (BERT, proposals.agree)],
        ),
    ):
        proposal = (await matches.act(match.id, propose)).proposal
        assert proposal is not None
        before = await dump(store)
        for person, answer in answers:
            with pytest.raises(BoardHasMoved) as refusal:
                await matches.act(match.id, answer(person, seen_version=proposal.number - 1))
            assert (refusal.value.seen, refusal.value.now) == (proposal.number - 1, proposal.number)
        assert await dump(store) == before
        declined = await matches.act(match.id, proposals.decline(ANNE, seen_version=proposal.number))
        assert declined.proposal is None


async def test_a_decision_counts_for_the_position_that_was_seen(
    matches: Matches, start_match: StartMatch, store: Store
) -> None:
    match = await start_match(game="hike")
    match = await matches.act(match.id, turns.play(ANNE, "step"))
    seen = match.position_version
    assert seen is not None
    match = await matches.act(match.id, proposals.offer_draw(BERT))  # which leaves the position as it is
    before = await dump(store)
    for decide in (turns.take_back, partial(turns.play, text="step")):
        with pytest.raises(BoardHasMoved) as refusal:
            await matches.act(match.id, decide(ANNE, seen_version=seen - 1))
        assert (refusal.value.seen, refusal.value.now) == (seen - 1, seen)
    assert await dump(store) == before
    match = await matches.act(match.id, turns.play(ANNE, "step", seen_version=seen))
    match = await matches.act(match.id, turns.take_back(ANNE, seen_version=match.version))
    assert match.position_version == match.version


@pytest.mark.parametrize("seat", [-1, 2])
async def test_a_seat_that_is_not_there_is_nobodys(matches: Matches, start_match: StartMatch, seat: int) -> None:
    match = await start_match(2)
    for decision in (
        proposals.replace_player(ANNE, seat, STRANGER),
        presence.take_over(ANNE, seat, ComputerLevel.EASY),
    ):
        with pytest.raises(NoSuchSeat):
            await matches.act(match.id, decision)
