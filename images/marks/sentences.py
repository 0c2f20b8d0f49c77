"""What the sentences about all games have in common: numbers of things, what marks say, how long an alt text may be."""

from collections.abc import Callable, Iterable, Sequence
from itertools import groupby

from bot.text import N_, say
from bot.text.terms import commas, join_sentences, semicolons
from bot.words import plain
from bot.words import points as points
from images.marks.marks import Marks, Played

ALT_LIMIT = 1024
"""Characters of alt text that Discord takes."""


def choice_sentences(marks: Marks, between: str = ", ") -> tuple[list[str], list[str], list[str]]:
    """What has been chosen and what can be, in three lengths: both, only what has been, nothing.

    What has been chosen includes what a hint is about.
    """
    sentences = [say(N_("Chosen: {places}."), places=between.join(marks.chosen))] if marks.chosen else []
    if marks.named:
        sentences.append(say(N_("The hint is about: {places}."), places=commas(marks.named)))
    choices = commas(f"{choice.label} {choice.at}" for choice in marks.choices)
    return [*sentences, say(N_("Choices: {choices}."), choices=choices)] if choices else sentences, sentences, []


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


def round_sentence(marks: Marks, names: Sequence[str], describe: Callable[[Played], str]) -> str:
    """What the other seats played before, in one sentence, the newest first; empty if nothing is known of it."""
    turns = [_turn_text(names[seat], played, describe) for seat, _, played in marks.round()]
    return say(N_("Before that: {turns}."), turns=semicolons(reversed(turns))) if turns else ""


def last_sentence(last: Iterable[Played], names: Sequence[str], describe: Callable[[Played], str]) -> str:
    """Who made these last decisions, in one sentence; empty if there are none."""
    turns = [
        _turn_text("" if seat is None else names[seat], played, describe)
        for seat, played in groupby(last, lambda played: played.seat)
    ]
    return say(N_("Just played: {move}."), move=semicolons(turns)) if turns else ""


def _turn_text(name: str, played: Iterable[Played], describe: Callable[[Played], str]) -> str:
    did = commas(filter(None, map(describe, played)))
    return say(N_("{seat} {did}"), seat=name, did=did) if name else did


def longest_that_fits(tries: Iterable[Iterable[str]]) -> str:
    """The first of these texts, each a list of sentences, that fits into alt text; if none does, the last one, cut."""
    whole = ""
    for sentences in tries:
        whole = join_sentences(sentences)
        if len(whole) <= ALT_LIMIT:
            break
    return whole[:ALT_LIMIT]
