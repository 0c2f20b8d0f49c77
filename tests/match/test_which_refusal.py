"""The refusal of a match that can't be played, shown or posted now: each says something else to do."""

from collections.abc import Awaitable, Callable

import pytest

from bot.match import Frozen, Match, Matches, MatchOver, NotRunning, Refusal, TableTerms
from bot.match.decisions import lobby, moving, proposals, turns
from bot.store import Store
from tests.match.conftest import HERE, Clock, StartMatch
from tests.match.toy import PLAYERS, RaceGame, games

ANNE = PLAYERS[0]

ACTIONS: dict[str, Callable[[Matches, int], Awaitable[Match]]] = {
    "plays": lambda matches, match: matches.act(match, turns.play(ANNE, "walk")),
    "takes back": lambda matches, match: matches.act(match, turns.take_back(ANNE)),
    "posts": lambda matches, match: matches.outbox.repost(match),
    "leaves the thread": lambda matches, match: matches.act(match, moving.leave_thread()),
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
