"""Reasons in words."""

from bot.text import speaking
from cogs.shared.wording.reasons import reasons_in_words

NOW = ("brings {n} counters together", {"n": 3})
EARLIER = ("puts {n} counters side by side", {"n": 3})  # no catalogue has these words any more
AGAINST = ("but splits your cluster", dict[str, object]())


def test_what_speaks_against_a_move_comes_last() -> None:
    assert reasons_in_words([AGAINST, NOW]) == "brings 3 counters together, but splits your cluster"


def test_what_was_stored_in_other_words_is_said_in_english_alone() -> None:
    assert reasons_in_words([EARLIER]) == "puts 3 counters side by side"
    with speaking("de"):
        assert reasons_in_words([EARLIER]) == ""
        assert reasons_in_words([EARLIER, NOW]) == reasons_in_words([NOW]) != ""
