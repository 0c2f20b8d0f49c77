"""Refusals about scratch boards."""

from bot.match.values.errors import Refusal
from bot.text import N_


class ScratchBoardIsFull(Refusal):
    SENTENCE = N_("Your scratch board of this match is full: it can hold {number} positions. Remove a line first.")


class ScratchBoardsAreFull(Refusal):
    SENTENCE = N_("Your scratch boards are full: together they can hold {number} positions. Remove lines first.")


class NoSuchLine(Refusal):
    SENTENCE = N_("This line is no longer on your scratch board.")


class NothingToTryOut(Refusal):
    SENTENCE = N_("There's nothing to try out in this position: the match is over there.")


class NotSupposable(Refusal):
    SENTENCE = N_("That can't be there in this match.")


class NotThisLuck(Refusal):
    SENTENCE = N_("This move draws no such luck.")


class NoOpinion(Refusal):
    SENTENCE = N_("Before the end of this match, the computer doesn't say what it thinks.")
