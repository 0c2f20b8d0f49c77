"""A word that nobody can know is explained where somebody new to the game first meets it."""

from collections.abc import Sequence

import pytest

from bot.match import Match
from bot.text import N_
from bot.words import meanings
from cogs.shared.choosing import glossary
from cogs.shared.choosing.composer import show_composer
from cogs.shared.choosing.glossary import explain_words
from cogs.shared.interactions import clicks
from cogs.shared.presentation.presentation import Presentation
from cogs.shared.presentation.registry import cog_for
from tests.cogs.conftest import ANNE, BERT, Asking, Bot, played_out, together

WORDS = (N_("**Reach**: one more completes three."), N_("**Total eclipse**: the field is empty."))
REACH = "-# **Reach**: "


pytestmark = pytest.mark.usefixtures("no_pictures")


@pytest.mark.parametrize(
    ("words", "page", "found"),
    [
        ("Double reach on a3 and b1: 10.", "", WORDS[:1]),
        ("The total eclipse, and a Reach.", "", WORDS),
        ("A breach of rules.", "", ()),
        ("Double reach on a3.", "Reaches count with two players.", ()),
        ("", "", ()),
    ],
)
def test_words_that_are_used_and_not_explained_beside_it_are_found(words: str, page: str, found: Sequence[str]) -> None:
    assert meanings(WORDS, words, page) == list(found)


class TestForWhomItIs:
    async def choice(self, bot: Bot, match: Match, intro: str) -> str:
        asking = Asking(bot, match.to_move_people()[0])
        await asking.defer()
        await show_composer(cog_for(bot, match.game), asking, match, intro=intro)
        return asking.heard[-1]

    async def test_below_a_choice_who_is_new_to_the_game(self, bot: Bot, monkeypatch: pytest.MonkeyPatch) -> None:
        match = await together(bot, ANNE, BERT)
        intro = "Red places 7♥ on b2. Double reach on a3 and b1: 10."
        assert (await self.choice(bot, match, intro)).count(REACH) == 1
        assert REACH not in await self.choice(bot, match, "Red places 7♥ on b2.")
        await played_out(bot, (await together(bot, ANNE, BERT)).id)
        assert REACH in await self.choice(bot, match, intro)
        monkeypatch.setattr(glossary, "NEW", 5)  # decisions, fewer than in the other match
        assert REACH not in await self.choice(bot, match, intro)

    async def test_beside_the_rules_everybody_who_opens_them_from_a_board(
        self, bot: Bot, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        match = await together(bot, ANNE, BERT)
        words = await Asking(bot, ANNE).click(clicks.ACTIONS["rules_of"][0], match.id)
        assert REACH not in words
        monkeypatch.setattr(Presentation, "describe_last_turns", lambda *_: "Reach on a3: 5.")
        assert await Asking(bot, ANNE).click(clicks.ACTIONS["rules_of"][0], match.id) != words
        assert (await Asking(bot, ANNE).click(clicks.ACTIONS["rules_of"][0], match.id)).count(REACH) == 1

    async def test_two_words_at_most(self, bot: Bot) -> None:
        cog = cog_for(bot, "southern_cards")
        assert len([*explain_words(cog, "Reach, trick, combo and total eclipse.")]) == glossary.MOST
