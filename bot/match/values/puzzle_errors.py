"""Refusals about puzzles: single ones, runs, and one's own book."""

from bot.match.values.errors import Refusal
from bot.text import N_


class NoMorePuzzles(Refusal):
    SENTENCE = N_("You've tried every puzzle of {game}.")


class NoMoreOfTheme(Refusal):
    SENTENCE = N_("You've tried every puzzle of this theme.")


class NoSuchPuzzle(Refusal):
    SENTENCE = N_("This puzzle is no longer asked.")


class AskedInRun(Refusal):
    """Whoever learned its answer elsewhere could give it there."""

    SENTENCE = N_("This puzzle is being asked in your run, so you can only answer it there.")


class RunGoesOn(Refusal):
    SENTENCE = N_("You're in the middle of a run.")


class NoSuchRun(Refusal):
    SENTENCE = N_("This run is over.")


class NoSuchExercise(Refusal):
    SENTENCE = N_("This exercise is no longer in your book.")


class BookIsFull(Refusal):
    SENTENCE = N_("Your book is full: it can hold {number} exercises.")
