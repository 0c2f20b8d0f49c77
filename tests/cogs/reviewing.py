"""Computers whose reviews are written down beforehand."""

from typing import Any

from bot.computers.reviewing import MatchReview, ReviewedMove
from bot.computers.thinking import Advice, Appraisal, Review
from bot.match import BookExercise, Improvement, Match, Refusal, Replay
from bot.match.decisions import proposals, turns
from bot.players import Reason
from cogs.shared.interactions import clicks
from tests.cogs.conftest import ANNE, BERT, Asking, Bot, together

REASONS = (Reason("takes {number} cards", {"number": 3}), Reason("but leaves a gap"))


class Reviewing:
    """A computer that finds these losses in the first moves of a match; `asked` counts its reviews. In exercises each
    move has the last of them.
    """

    def __init__(self, *losses: float, luck: tuple[float, ...] | None = None) -> None:
        self.losses, self.luck, self.asked = losses, luck, 0
        self.reviewer = self

    async def review(self, replay: Replay, person: int, report: Any) -> MatchReview:
        self.asked += 1
        assert person == ANNE
        moves = []
        for step, loss in enumerate(self.losses, 1):
            await report(step - 1, len(self.losses))
            played = replay.turn(step)[0]
            before = played.before
            best = before.notate(before.legal()[-1])
            moves.append(
                ReviewedMove(
                    step, played, Appraisal(Advice(best, (Reason("scores {points}", {"points": 9}),)), 0.0, loss)
                )
            )
        return MatchReview(
            tuple(moves), tuple((float(step), float(-step)) for step in range(replay.last + 1)), self.luck
        )

    async def appraise(self, exercise: BookExercise, move: str, person: int) -> Appraisal:
        return Appraisal(Advice("", ()), 0.0, self.losses[-1])


class Coach:
    """Computers whose review of any position is this; a refusal is raised. `asked` counts the questions."""

    def __init__(self, answer: Review | Refusal | None = None) -> None:
        self.answer = answer
        self.asked = 0

    async def review(self, match: Match, seat: int, person: int) -> Review:
        assert seat in match.seat_of(person)
        self.asked += 1
        if isinstance(self.answer, Refusal):
            raise self.answer
        if self.answer is not None:
            return self.answer
        best = legal(match)[0]
        return Review(Advice(best, REASONS), frozenset({best}))


def legal(match: Match) -> list[str]:
    assert match.state is not None
    return [match.state.notate(move) for move in match.state.legal()]


async def over(bot: Bot) -> Match:
    """A match that has ended after six cards."""
    match = await together(bot, ANNE, BERT)
    for _ in range(6):
        assert match.state is not None
        move = match.state.notate(match.state.legal()[0])
        match = await bot.matches.act(match.id, turns.play(match.to_move_people()[0], move))
    return await bot.matches.act(match.id, proposals.resign(ANNE))


async def reviewed(bot: Bot, match: Match, *losses: float) -> None:
    bot.computers = Reviewing(*losses)
    asking = Asking(bot, ANNE)
    await asking.click(clicks.ACTIONS["review_of"].handle, match.id)


async def exercise_of(bot: Bot) -> Any:
    replay = await bot.matches.records.replay((await over(bot)).id)
    found = [
        Improvement(one.number, one.before.notate(one.before.legal()[-1]), [("scores {points}", {"points": 9}, ())])
        for _, one in replay.decisions
    ]
    bot.computers = Reviewing(9.0)
    await bot.matches.book.add(ANNE, replay, found)
    exercise = await bot.matches.book.next_due(ANNE)
    assert exercise is not None
    return exercise
