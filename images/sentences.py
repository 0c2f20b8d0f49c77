"""What the sentences about all games have in common: lists, places, what marks say, and how long an alt text may be."""

from collections.abc import Callable, Iterable, Sequence

from images.marks import Marks, Played

ALT_LIMIT = 1024
"""Characters of alt text that Discord takes."""

ORDINALS = ("1st", "2nd", "3rd", "4th", "5th")


def listed(words: Sequence[str]) -> str:
    """`listed(("Red", "Blue", "Green"))` is "Red, Blue and Green"."""
    return " and ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


def counted(number: int, thing: str) -> str:
    """`counted(2, "action")` is "2 actions"."""
    return f"{number} {thing}{'' if number == 1 else 's'}"


def picked(marks: Marks, between: str = ", ") -> tuple[list[str], list[str], list[str]]:
    """What has been chosen and what can be, in three lengths: both, only what has been, nothing.

    What has been chosen includes what a hint is about.
    """
    chosen = [f"Chosen: {between.join(marks.chosen)}."] if marks.chosen else []
    if marks.named:
        chosen.append(f"The hint is about: {', '.join(marks.named)}.")
    choices = ", ".join(f"{choice.label} {choice.at}" for choice in marks.choices)
    return [*chosen, f"Choices: {choices}."] if choices else chosen, chosen, []


def with_room_for(words: str, *more: str) -> str:
    """The text with as many of these sentences at its end as still fit into alt text."""
    for sentence in more:
        if sentence and len(words) + 1 + len(sentence) <= ALT_LIMIT:
            words += f" {sentence}"
    return words


def round_told(marks: Marks, names: Sequence[str], told: Callable[[Played], str]) -> str:
    """What the other seats played before, in one sentence, the newest first; empty if nothing is known of it."""
    turns = [f"{names[seat]} {', '.join(filter(None, map(told, played)))}" for seat, _, played in marks.round()]
    return f"Before that: {'; '.join(reversed(turns))}." if turns else ""


def longest_that_fits(tries: Iterable[Iterable[str]]) -> str:
    """The first of these texts, each a list of sentences, that fits into alt text; if none does, the last one, cut."""
    whole = ""
    for sentences in tries:
        whole = " ".join(filter(None, sentences))
        if len(whole) <= ALT_LIMIT:
            break
    return whole[:ALT_LIMIT]
