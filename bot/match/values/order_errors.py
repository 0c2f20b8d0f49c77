"""Why something can't be ordered."""

from bot.match.values.errors import Refusal
from bot.text import N_


class OrderHasGone(Refusal):
    """What was decided isn't to be played any more. Nobody is told so."""


class NoOrdersHere(Refusal):
    SENTENCE = N_("You can't plan ahead in this match: only its own people see it, and it waits for nobody else.")


class OrdersForbidden(Refusal):
    SENTENCE = N_("This league doesn't allow standing orders in rated matches.")


class NoSuchOrder(Refusal):
    SENTENCE = N_("There's no such order in this game.")


class YourTurnNow(Refusal):
    SENTENCE = N_("It's your turn, so there's nothing to plan yet. Play your move first.")


class HiddenOrLucky(Refusal):
    SENTENCE = N_("What comes next depends on luck or on hidden cards, so you can't plan moves here.")


class NoReply(Refusal):
    SENTENCE = N_("A line ends with a move of your own. Choose your answer first.")


class LineTooLong(Refusal):
    SENTENCE = N_("A line has up to {moves} of your own moves. Save it, and plan further once it has been played.")


class TooManyLines(Refusal):
    SENTENCE = N_("You have {number} lines in this match already. Remove one first.")
