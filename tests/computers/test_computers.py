"""What the bot asks of its computers beside turns, hints and reviews."""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import pytest

from bot.computers.computers import Computers
from bot.computers.driver import limit_of
from bot.computers.errors import NoReviewNow
from bot.computers.pool import REVIEWS, Closed, NoAnswer, Thinkers
from bot.computers.thinking import advise, appraise, review
from bot.match import Matches
from bot.players import ChosenMove
from bot.rules import Result
from tests.computers.conftest import ADA, Begin, QuickThinkers, ignore, shortest


@dataclass(frozen=True)
class Counting:
    """A game that ends after three moves, each worth a point, or without points."""

    moves: int = 0
    scored: bool = True

    @property
    def to_move(self) -> int | None:
        return 0 if self.moves < 3 else None

    @property
    def result(self) -> Result | None:
        return None if self.to_move == 0 else Result((1,), scores=(self.moves,) if self.scored else None)

    def view(self, seat: int) -> dict[str, object]:
        return {"seat": seat, "moves": self.moves}

    def parse(self, text: str) -> str:
        return text

    def play(self, move: str, _luck: object) -> "Counting":
        assert move == "on"
        return Counting(self.moves + 1, self.scored)


async def played_alone(matches: Matches, thinkers: QuickThinkers, state: Any) -> int:
    computers = Computers(matches, processes=1)
    computers.thinkers = thinkers
    return await computers.play_alone("counting", {}, state, None)  # type: ignore[arg-type]  # no luck is needed


async def test_a_computer_that_plays_alone_plays_to_the_end_and_has_its_score(
    matches: Matches, thinkers: QuickThinkers
) -> None:
    thinkers.answer = ChosenMove("on")
    assert await played_alone(matches, thinkers, Counting()) == 3
    assert [(one.seats, one.seat, one.level, one.view) for one in thinkers.questions] == [
        (1, 0, "adviser", {"seat": 0, "moves": moves}) for moves in range(3)
    ]
    assert thinkers.ranks == [REVIEWS] * 3
    assert thinkers.limits == [limit_of(one.seconds) for one in thinkers.questions]
    assert len(set(thinkers.since)) == 1  # it has waited since it began
    assert len({one.source for one in thinkers.questions}) == 3


async def test_a_game_without_scores_can_not_be_played_alone(matches: Matches, thinkers: QuickThinkers) -> None:
    thinkers.answer = ChosenMove("on")
    with pytest.raises(ValueError, match="counting has no scores"):
        await played_alone(matches, thinkers, Counting(scored=False))


async def test_hints_and_reviews_are_thought_about_by_the_same_workers_which_end_with_the_driver(
    matches: Matches, begin: Begin, monkeypatch: pytest.MonkeyPatch
) -> None:
    computers = Computers(matches, seconds=0.05, processes=1)
    questions: list[Any] = []

    async def think(function: Any, question: Any, **named: Any) -> Any:
        questions.append((getattr(function, "func", function), question.seat, named["person"]))
        if named["rank"] == REVIEWS:
            raise NoAnswer
        return "an answer"

    monkeypatch.setattr(computers.thinkers, "think", think)
    match = await begin()
    answers: list[Any] = [await computers.advise(match, 0, ADA), await computers.review(match, 0, ADA)]
    assert answers == ["an answer"] * 2
    replay = shortest("southern_cards")
    with pytest.raises(NoReviewNow):
        await computers.reviewer.review(replay, ADA, ignore)
    assert questions == [(advise, 0, ADA), (review, 0, ADA), (appraise, replay.turn(1)[0].seat, ADA)]
    await computers.close()
    with pytest.raises(Closed):
        await Thinkers.think(computers.thinkers, str, 3, since=datetime.now(UTC), limit=1)
