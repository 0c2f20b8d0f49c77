"""Why there is no hint right now."""

from bot.match import Refusal
from bot.text import N_


class HintsOff(Refusal):
    """The table plays without hints."""

    SENTENCE = N_("Hints are off at this table.")


class OneHintAtATime(Refusal):
    """The person is already waiting for a hint."""

    SENTENCE = N_("I'm still working on your last hint. Ask again once you have it.")


class NoHintNow(Refusal):
    """Thinking failed; `reference` finds the cause in the bot's log."""

    SENTENCE = N_("I couldn't find a hint this time. The match goes on without it. (Reference **{reference}**)")


class NoHintAnyMore(Refusal):
    """The bot is stopping."""

    SENTENCE = N_("I'm restarting. Ask again in a minute.")


class OneReviewAtATime(Refusal):
    """The person waits for a review already."""

    SENTENCE = N_("I'm still working on your last review. Ask again once you have it.")


class NoReviewNow(Refusal):
    """Nothing came of thinking; `reference` finds the cause in the bot's log."""

    SENTENCE = N_("I couldn't review this match. (Reference **{reference}**)")
