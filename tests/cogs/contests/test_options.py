"""The options of a contest's game, as somebody types them."""

from typing import Any

import pytest

from bot.text import say_error, speaking
from cogs.shared.client.refusals import ScreenRefusal
from cogs.shared.contests.options import read_options
from tests.cogs.conftest import Bot

LAYOUTS = "Choose one of these: classic, shishi, gogo, free, ultra, zodiac."


class TestOptions:
    """Options as somebody types them."""

    @pytest.mark.parametrize(
        ("typed", "options"),
        [
            ("", {}),
            ("layout=free", {"layout": "free"}),
            (" LAYOUT = Free ; wild = yes, hand=4,", {"layout": "free", "wild": True, "hand": 4}),
        ],
    )
    def test_they_are_read_however_they_are_typed(self, bot: Bot, typed: str, options: dict[str, Any]) -> None:
        assert read_options(bot, "southern_cards", typed) == options

    @pytest.mark.parametrize(
        ("locale", "typed", "wild"),
        [
            ("it", "sì", True),
            ("it", "no", False),
            ("it", "yes", True),
            ("ja", "はい", True),
            ("ja", "いいえ", False),
            ("ja", "off", False),
        ],
    )
    def test_yes_and_no_are_understood_in_the_language_that_is_spoken(
        self, bot: Bot, locale: str, typed: str, wild: bool
    ) -> None:
        with speaking(locale):
            assert read_options(bot, "southern_cards", f"wild={typed}") == {"wild": wild}

    def test_an_option_can_be_called_as_in_the_language_that_is_spoken(self, bot: Bot) -> None:
        with speaking("it"):
            assert read_options(bot, "southern_cards", "mano=4, wild=sì") == {"hand": 4, "wild": True}
            with pytest.raises(ScreenRefusal) as refusal:
                read_options(bot, "southern_cards", "speed=3")
            assert "`campo`, `mano` e `jolly-extra`" in say_error(refusal.value)

    @pytest.mark.parametrize(
        ("typed", "words"),
        [
            ("speed=3", "Southern Cross cards has no option “speed”. It has `layout`, `hand` and `wild-jokers`."),
            (
                "x" * 41 + "=1",
                f"Southern Cross cards has no option “{'x' * 40}”. It has `layout`, `hand` and `wild-jokers`.",
            ),
            ("layout", f"`layout` needs a value after `=`. {LAYOUTS}"),
            ("hand=1, layout = ", f"`layout` needs a value after `=`. {LAYOUTS}"),
            ("wild", "`wild-jokers` needs a value after `=`. Choose one of these: yes, no."),
            ("layout=nowhere", f"“nowhere” isn't a valid `layout`. {LAYOUTS}"),
            ("layout=" + "y" * 41, f"“{'y' * 40}” isn't a valid `layout`. {LAYOUTS}"),
            ("wild=perhaps", "“perhaps” isn't a valid `wild-jokers`. Choose one of these: yes, no."),
            ("hand=many", "“many” isn't a valid `hand`. Choose one of these: 1–5."),
            ("hand=²", "“²” isn't a valid `hand`. Choose one of these: 1–5."),
            ("hand=" + "9" * 5000, f"“{'9' * 40}” isn't a valid `hand`. Choose one of these: 1–5."),
        ],
    )
    def test_others_are_refused_with_what_there_is(self, bot: Bot, typed: str, words: str) -> None:
        with pytest.raises(ScreenRefusal) as refusal:
            read_options(bot, "southern_cards", typed)
        assert str(refusal.value) == words
