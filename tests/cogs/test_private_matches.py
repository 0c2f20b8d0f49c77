"""Who sees what of matches that are played alone, whatever button they click, and what is said when they end."""

import pytest

from bot.match import MatchOver, NoSuchMatch, NotInThisMatch, SeriesKind
from cogs.shared.solo import compare, open_own
from cogs.shared.turn import words
from tests.cogs.conftest import ANNE, BERT, Asking, Bot, part_of, played_out, solo, together

PARALLEL, POINTS = SeriesKind.PARALLEL, SeriesKind.POINTS


class TestSomebodyElse:
    async def test_does_not_read_the_position_of_a_private_match(self, bot: Bot) -> None:
        match = await solo(bot, ANNE)
        assert "Gold: 0 points; hand " in await Asking(bot, ANNE).click(words, match.id)
        stranger = Asking(bot, BERT)
        with pytest.raises(NoSuchMatch):
            await stranger.click(words, match.id)
        assert not stranger.heard

    async def test_does_not_read_what_another_seat_of_a_match_play_has_made(self, bot: Bot) -> None:
        host = await together(bot, ANNE, BERT, series=PARALLEL)
        await played_out(bot, part_of(host, 0))
        with pytest.raises(NoSuchMatch):
            await Asking(bot, BERT).click(words, part_of(host, 0))

    async def test_sees_no_hand_by_a_button_of_another_kind_of_match(self, bot: Bot) -> None:
        match = await together(bot, ANNE, BERT, series=POINTS)
        for person in (ANNE, BERT):
            with pytest.raises((NotInThisMatch, MatchOver)):
                await Asking(bot, person).click(open_own, match.id)

    async def test_is_refused_a_comparison_of_what_is_no_match_play(self, bot: Bot) -> None:
        match = await solo(bot, ANNE)
        for person in (ANNE, BERT):
            with pytest.raises(NotInThisMatch):
                await Asking(bot, person).click(compare, match.id)
