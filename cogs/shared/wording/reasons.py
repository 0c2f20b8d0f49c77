"""Reasons for and against a move, in words."""

from collections.abc import Iterable, Mapping

from bot.text import can_say, say
from bot.text.terms import commas
from cogs.shared.wording.labels import join_list


def reasons_in_words(reasons: Iterable[tuple[str, Mapping[str, object]]]) -> str:
    """What speaks for a move, and then what speaks against it: sentences with their values.

    One that was stored and has been worded anew since is left out where it could only be said in English.
    """
    sentences = [(one.startswith("but "), say(one, **values)) for one, values in reasons if can_say(one)]
    sides = (join_list([words for is_against, words in sentences if is_against is side]) for side in (False, True))
    return commas(filter(None, sides))
