"""The commands `solo` and `best` of a game that can be played alone, and what's said of its results."""

from dataclasses import replace
from typing import Any

import pytest

from bot.match import Match, Status
from bot.match.decisions import proposals
from bot.match.values import Best
from cogs.shared.boards.solo import show_private, solo_commands
from cogs.shared.presentation.registry import cog_for
from tests.cogs.conftest import ANNE, BERT, Asking, Bot, played_out, solo

CONTINUED = "Your game continues where you left off."


async def command(bot: Bot, name: str, user: int = ANNE, **options: Any) -> Asking:
    asking = Asking(bot, user)
    commands = {one.name: one for one in solo_commands(cog_for(bot, "southern_cards"))}  # type: ignore[arg-type]  # as in `Bot`
    found: Any = commands[name]
    await found.callback(asking, **options)
    return asking


async def running(bot: Bot, user: int = ANNE) -> list[Match]:
    return list(await bot.matches.lists.of_user(user, statuses=(Status.RUNNING,)))


class TestSolo:
    async def test_begins_a_private_game_and_then_continues_it(self, bot: Bot) -> None:
        begun = await command(bot, "solo")
        (match,) = await running(bot)
        assert (match.terms.private, match.terms.own_thread, len(match.seats)) == (True, False, 1)
        sealed = f"-# All luck was sealed in advance: `{match.commitment}`"
        assert begun.heard[0] == f"### Southern Cross cards: solo game\n{sealed}"
        assert begun.heard[-1].startswith(f"{sealed}\n")
        again = await command(bot, "solo")
        assert again.heard[-1].startswith(f"{CONTINUED}\n")
        assert [one.id for one in await running(bot)] == [match.id]

    async def test_continues_a_game_with_other_options_only_if_none_are_given(self, bot: Bot) -> None:
        await command(bot, "solo", hand=1)
        (first,) = await running(bot)
        assert first.options["hand"] == 1
        for options, continued, games in (
            ({}, True, 1),
            ({"hand": 1}, True, 1),
            ({"hand": 2}, False, 2),
        ):
            asking = await command(bot, "solo", **options)
            assert asking.heard[-1].startswith(CONTINUED) == continued, options
            assert len(await running(bot)) == games

    async def test_never_continues_somebody_elses_game_or_one_that_is_over(self, bot: Bot) -> None:
        match = await solo(bot, ANNE)
        assert not (await command(bot, "solo", BERT)).heard[-1].startswith(CONTINUED)
        await bot.matches.act(match.id, proposals.resign(ANNE))
        assert not (await command(bot, "solo")).heard[-1].startswith(CONTINUED)


class TestBest:
    async def test_says_how_to_begin_where_there_is_none(self, bot: Bot) -> None:
        title = "### Your best solo games: Southern Cross cards\n-# the usual options"
        nothing = "None yet. Start one with `/southern-cards solo`."
        assert (await command(bot, "best")).heard == [f"{title}\n{nothing}"]

    async def test_lists_ones_own_games_of_the_same_options(self, bot: Bot) -> None:
        ended = await played_out(bot, (await solo(bot, ANNE, hand=1)).id)
        assert ended.ending is not None
        assert ended.ending.scores is not None
        (answer,) = (await command(bot, "best", hand=1)).heard
        title, terms, line = answer.splitlines()
        assert (title, terms) == ("### Your best solo games: Southern Cross cards", "-# hand: 1")
        assert line.startswith("**1st** ")
        assert f" {ended.ending.scores[0]} point" in line
        for user, options in ((ANNE, {}), (ANNE, {"hand": 2}), (BERT, {"hand": 1})):
            assert (await command(bot, "best", user, **options)).heard[-1].splitlines()[2].startswith("None yet.")

    async def test_lists_ten_and_three_below_a_game_that_has_ended(
        self, bot: Bot, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        ended = await played_out(bot, (await solo(bot, ANNE)).id)
        (one,) = await bot.matches.solos.best(ANNE, ended.game, dict(ended.options), limit=3)
        scores = [90, 80, 80, *range(70, 0, -10), 5]

        async def best(*_: Any, limit: int) -> list[Best]:
            return [replace(one, score=score) for score in scores[:limit]]

        monkeypatch.setattr(bot.matches.solos, "best", best)
        places = ["1st", "2nd", "2nd", *(f"{number}th" for number in range(4, 11))]
        listed = (await command(bot, "best")).heard[-1].splitlines()[2:]
        expected = [f"**{place}** {score} points" for place, score in zip(places, scores[:10], strict=True)]
        assert [line.partition(" · ")[0] for line in listed] == expected
        asking: Any = Asking(bot, ANNE)
        await asking.defer()
        await show_private(cog_for(bot, ended.game), asking, ended)  # type: ignore[arg-type]  # as in `Bot`
        lines = [line.partition(" · ")[0] for line in asking.heard[-1].splitlines() if line.startswith("**")]
        assert lines == expected[:3]
