"""What the sentences about all games have in common: numbers of things, what marks say, how long an alt text may be."""

import re
from collections.abc import Callable, Iterable, Sequence
from itertools import groupby

from bot.text import N_, say, term
from bot.text.terms import commas, join_sentences
from bot.words import plain
from images.marks.marks import Marks, Played

ALT_LIMIT = 1024
"""Characters of alt text that Discord takes."""

_WORD = re.compile(r"[a-z]{3,}")


def choice_sentences(marks: Marks, between: str = ", ") -> tuple[list[str], list[str], list[str]]:
    """What has been chosen and what can be, in three lengths: both, only what has been, nothing.

    What has been chosen includes what a hint is about.
    """
    sentences = [say(N_("Chosen: {places}."), places=between.join(map(_place, marks.chosen)))] if marks.chosen else []
    if marks.named:
        sentences.append(say(N_("The hint is about: {places}."), places=commas(map(_place, marks.named))))
    choices = commas(f"{choice.label} {_place(choice.at)}" for choice in marks.choices)
    return [*sentences, say(N_("Choices: {choices}."), choices=choices)] if choices else sentences, sentences, []


def _place(at: str) -> str:
    """A place of a picture as it's called in the language that is spoken: "c3", "base", "curve n14 NW"."""
    return _WORD.sub(lambda word: term(word[0]), at)


def with_room_for(words: str, *more: str) -> str:
    """The text with as many of these sentences at its end as still fit into alt text."""
    for sentence in more:
        longer = join_sentences((words, sentence))
        if len(longer) <= ALT_LIMIT:
            words = longer
    return words


def played_sentence(last: Sequence[Played], describe: Callable[[Sequence[Played]], str]) -> str:
    """What was played last, seat by seat; empty if nothing was."""
    turns = [plain(describe(list(turn))) for _, turn in groupby(last, lambda played: played.seat)]
    return say(N_("Just played: {turn}"), turn=join_sentences(turns)) if turns else ""


def earlier_sentences(marks: Marks, describe: Callable[[Sequence[Played]], str]) -> list[str]:
    """What each of the other seats played before, the newest first."""
    return [say(N_("Before that: {turn}"), turn=plain(describe(turn))) for _, _, turn in reversed(marks.round())]


def longest_that_fits(tries: Iterable[Iterable[str]]) -> str:
    """The first of these texts, each a list of sentences, that fits into alt text; if none does, the last one, cut."""
    whole = ""
    for sentences in tries:
        whole = join_sentences(sentences)
        if len(whole) <= ALT_LIMIT:
            break
    return whole[:ALT_LIMIT]
