"""Why there is no hint just now."""

from bot.match import Refusal
from bot.text import N_


class HintsOff(Refusal):
    """The table was opened without hints."""

    SENTENCE = N_("This table is played without hints.")


class OneHintAtATime(Refusal):
    """The person waits for a hint already."""

    SENTENCE = N_("I'm still thinking about your last question. Ask again when you have the answer.")


class NoHintNow(Refusal):
    """Nothing came of thinking; `reference` finds the cause in the bot's log."""

    SENTENCE = N_(
        "I can't think of a hint just now, and I have noted it under {reference}. The match goes on without it."
    )


class NoHintAnyMore(Refusal):
    """The bot is being stopped."""

    SENTENCE = N_("I'm just being restarted. Ask again in a minute.")
