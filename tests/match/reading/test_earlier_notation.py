"""Matches that began under rules that wrote their moves otherwise: they go on, and can be shown and exported whole."""

from collections.abc import Mapping
from types import MappingProxyType

import pytest

from bot.match import Match, Matches, Status, TableTerms, verify
from bot.match.decisions import lobby, proposals, turns
from bot.rules.api import Chance
from bot.rules.down_under import DownUnder, Move, Position, documents
from bot.rules.down_under.earlier import from_version_1
from bot.rules.down_under.notation import column_name
from bot.store import Store
from tests.match.conftest import HERE, Clock
from tests.match.toy import PLAYERS, games

ANNE, BERT = PLAYERS[:2]

BEFORE = ("straight b2 NS", "straight a3 EW", "curve c1 NE", "straight a4 EW")
"""As version 1 wrote them: the first tile lies on b2, then on c2, at last on c3."""

TODAY = ("straight h8 NS", "straight g9 EW", "curve h7 NE", "straight f9 EW")


class EarlierPosition(Position):
    """A position of version 1."""

    def notate(self, move: Move) -> str:
        text, cell = super().notate(move), move.cell
        if cell is None:
            return text
        left, bottom = (min((place[axis] for place in self.tiles), default=0) - 1 for axis in (0, 1))
        return text.replace(self.label(cell), f"{column_name(cell[0] - left)}{cell[1] - bottom + 1}")

    def parse(self, text: object) -> Move:
        return super().parse(from_version_1(self, str(text)))


class EarlierDownUnder(DownUnder):
    """The rules as they were in version 1."""

    rules_version = 1
    renotated = MappingProxyType({})

    def start(self, seats: int, options: Mapping[str, object], chance: Chance) -> Position:
        return self.load(super().start(seats, options, chance).dump())

    def load(self, doc: Mapping[str, object]) -> Position:
        return documents.read(doc, EarlierPosition)


@pytest.fixture
def earlier(store: Store, clock: Clock) -> Matches:
    """The matches under the earlier rules."""
    return Matches(store, games=games(EarlierDownUnder()), clock=clock)


@pytest.fixture
def today(store: Store, clock: Clock) -> Matches:
    """The same matches after a restart with today's rules."""
    return Matches(store, games=games(DownUnder()), clock=clock)


@pytest.fixture
async def begun(earlier: Matches) -> Match:
    """A match with four moves under the earlier rules, whose board is posted."""
    table = await earlier.tables.open(TableTerms(game="down_under", seats=2), opener=ANNE, place=HERE)
    await earlier.tables.note_posted(table.id, 7000)
    await earlier.act(table.id, lobby.join(BERT))
    match = await earlier.act(table.id, lobby.begin(ANNE))
    for turn, text in enumerate(BEFORE):
        match = await earlier.act(match.id, turns.play(PLAYERS[turn % 2], text))
    for post in await earlier.outbox.due():
        await earlier.outbox.note_posted(post.id, 1)
    return match


async def moves_shown(matches: Matches, match: Match) -> list[str]:
    return [decision.move for _, decision in (await matches.records.replay(match.id)).decisions]


async def test_a_running_match_goes_on_in_todays_notation(today: Matches, begun: Match) -> None:
    match = await today.get(begun.id)
    assert (match.status, match.rules_version, match.version) == (Status.RUNNING, 2, begun.version + 1)
    assert [one.move for one in match.trail.decisions] == list(TODAY[-len(match.trail.decisions) :])
    match = await today.act(match.id, turns.play(ANNE, "straight i7 EW"))
    assert [one.move for one in match.trail.decisions][-1] == "straight i7 EW"
    assert await today.records.check(match.id) == []


async def test_its_board_is_shown_again_as_labels_on_it_have_changed(today: Matches, begun: Match) -> None:
    assert await today.outbox.due() == []
    await today.records.bring_up_to_date()
    (post,) = await today.outbox.due()
    assert (post.match_id, post.version) == (begun.id, begun.version + 1)


async def test_a_running_match_is_shown_and_exported_whole(today: Matches, begun: Match) -> None:
    assert await moves_shown(today, begun) == list(TODAY)
    await today.act(begun.id, turns.play(ANNE, "straight i7 EW"))
    assert await moves_shown(today, begun) == [*TODAY, "straight i7 EW"]
    record = await today.records.export(begun.id)
    assert (record["rules"], record["moves"]) == (2, [*TODAY, "straight i7 EW"])


@pytest.mark.parametrize("ended_by", ["earlier", "today"])
async def test_a_match_that_is_over_is_shown_checked_and_exported(
    earlier: Matches, today: Matches, begun: Match, ended_by: str
) -> None:
    by = {"earlier": earlier, "today": today}[ended_by]
    await by.act(begun.id, proposals.resign(BERT))
    match = await today.get(begun.id)
    assert match.rules_version == (2 if ended_by == "today" else 1)
    assert [one.move for one in match.trail.decisions] == list(TODAY[-len(match.trail.decisions) :])
    assert await moves_shown(today, match) == list(TODAY)
    assert await today.records.check(match.id) == []
    record = await today.records.record(match.id)
    assert (record["rules"], record["moves"]) == (2, list(TODAY))
    assert not verify(await today.records.export(match.id)).wrong


async def test_moves_that_are_asked_to_be_undone_stand(earlier: Matches, today: Matches, begun: Match) -> None:
    asked = await earlier.act(begun.id, proposals.undo(BERT))
    assert asked.proposal is not None
    match = await today.get(begun.id)
    assert match.proposal is None
    assert match.state is not None
    assert begun.state is not None
    assert match.state.dump() == begun.state.dump()
