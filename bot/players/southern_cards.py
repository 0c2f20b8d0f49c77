"""Southern Cross cards: points now, jokers kept for better, and nothing left lying for the next."""

from collections.abc import Sequence

from bot.players.judging import Judge, Reason
from bot.rules.southern_cards import Move, Position
from bot.rules.southern_cards.cards import JOKER
from bot.text import N_

JOKER_POINTS = 25.0  # what a joker in the hand will bring, while there is time
CARD_POINTS = 4.0  # what any other card will


class SouthernCardsJudge(Judge[Position, Move]):
    grain = 12.0
    widths = (10, 6, 4)

    def worths(self, state: Position) -> Sequence[float]:
        return [
            score + CARD_POINTS * len(hand) + (JOKER_POINTS - CARD_POINTS) * hand.count(JOKER)
            for score, hand in zip(state.scores, state.hands, strict=True)
        ]

    def plain(self, state: Position) -> Sequence[float]:
        """The points made."""
        return [float(score) for score in state.scores]

    def reasons(self, before: Position, move: Move, after: Position) -> list[Reason]:
        outcome = before.outcome(move)
        reasons = []
        if outcome.roles:
            reasons.append(
                Reason(
                    N_("completes {n} roles for {points} points")
                    if len(outcome.roles) > 1
                    else N_("completes a role for {points} points"),
                    {"n": len(outcome.roles), "points": outcome.points},
                )
            )
        if outcome.combo:
            reasons.append(Reason(N_("what lies beneath makes a combo")))
        if outcome.eclipse:
            reasons.append(Reason(N_("clears the whole field")))
        if outcome.reach:
            sentence = N_("makes {n} reaches") if len(outcome.reach) > 1 else N_("makes a reach")
            reasons.append(Reason(sentence, {"n": len(outcome.reach)}))
        if move.card == "JK":
            reasons.append(Reason(N_("but gives a joker away")))
        return reasons


judge = SouthernCardsJudge()
