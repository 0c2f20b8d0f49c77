"""Reviews of finished matches: what they say, the moments that they lead to, and what is said until they are there."""

import re
from types import SimpleNamespace
from typing import Any

import pytest

from bot.computers.errors import NoReviewNow
from bot.computers.reviewing import MatchReview
from bot.match import Match
from bot.match.decisions import proposals, turns
from cogs.shared.interactions.clicks import handle_click
from cogs.shared.presentation.presentation import Presentation, Sheet
from cogs.shared.records import reviews
from tests.cogs.clicking import EXPIRED, Clicking
from tests.cogs.conftest import ANNE, BERT, Bot, together
from tests.cogs.reviewing import Reviewing

LOSSES = (0.0, 5.0, 1.4, 1.5)  # from 1.5 on a move is a mistake


@pytest.fixture(autouse=True)
def sheets(monkeypatch: pytest.MonkeyPatch) -> list[Sheet]:
    """The pictures, which aren't drawn."""
    drawings: list[Sheet] = []

    async def attachments(_: Presentation, pictures: list[Sheet], *__: object) -> list[object]:
        drawings.extend(pictures)
        return []

    monkeypatch.setattr(Presentation, "attachments", attachments)
    return drawings


@pytest.fixture
async def match(bot: Bot) -> Match:
    """One that has ended after four cards."""
    match = await together(bot, ANNE, BERT)
    for _ in LOSSES:
        assert match.state is not None
        move = match.state.notate(match.state.legal()[0])
        match = await bot.matches.act(match.id, turns.play(match.to_move_people()[0], move))
    return await bot.matches.act(match.id, proposals.resign(ANNE))


async def clicked(bot: Bot, match: Match, name: str, payload: str = "") -> Clicking:
    clicking = Clicking(bot, f"b:{match.id}:0:{name}:{payload}")
    await handle_click(clicking)
    return clicking


async def test_a_review_counts_good_choices_and_leads_to_the_moments(
    bot: Bot, match: Match, sheets: list[Sheet]
) -> None:
    bot.computers = Reviewing(*LOSSES, luck=(-3.0, 3.0))
    answer = await clicked(bot, match, "review_of")
    head, one, two, luck = answer.heard[-1].splitlines()
    assert head == f"### Review of match {match.id}, Southern Cross cards"
    first = (await bot.matches.records.replay(match.id)).turn(1)[0].seat
    lines = {first: "2 of 2", 1 - first: "0 of 2"}
    for seat, line in enumerate((one, two)):
        assert line.endswith(f"{lines[seat]} choices as good as a strong computer's")
    assert luck == f"-# Luck favoured {match.seats[1].colour} most. It doesn't count above."
    own = ["Into my book"] if 1 - first in match.seat_of(ANNE) else []
    assert answer.labels == ["1: turn 2", "2: turn 4", "Replay", *own]
    (graph,) = sheets
    last = (await bot.matches.records.replay(match.id)).last
    assert (
        graph.alt
        == f"A graph of who was ahead over {last} turns. {match.seats[0].colour.capitalize()} is ahead at the end."
    )


async def test_a_match_without_mistakes_and_luck_says_so(bot: Bot, match: Match) -> None:
    bot.computers = Reviewing(0.0, 0.0)
    answer = await clicked(bot, match, "review_of")
    assert answer.heard[-1].endswith("\nNobody made a clear mistake.")
    assert "Luck" not in answer.heard[-1]
    assert answer.labels == ["Replay"]


async def test_a_moment_says_what_was_played_and_what_was_better_and_why(bot: Bot, match: Match) -> None:
    bot.computers = Reviewing(*LOSSES)
    replay = await bot.matches.records.replay(match.id)
    answer = await clicked(bot, match, "review_moment", "2")
    turn, played, better, why, hand = answer.heard[-1].splitlines()
    assert turn == f"### Turn 4 of {replay.last}"
    assert played.startswith("Played: ")
    assert better.startswith("Better: ")
    assert played.split(": ")[1] != better.split(": ")[1]
    assert why == "-# It scores 9."
    assert re.match(r"-# \w+'s hand: [\d\w♠♥♦♣ ]+$", hand)
    assert answer.labels == ["Back to the review", "Replay from here", "Try it out"]
    assert answer.placeholders == ["Continue from here against computers"]
    for payload in ("0", "3", "x"):
        assert (await clicked(bot, match, "review_moment", payload)).heard[-1].startswith(EXPIRED)
    assert bot.computers.asked == 1  # of all of these: a finished match doesn't change
    assert (await clicked(bot, match, "review")).heard[-1].startswith("### Review of match")
    assert bot.computers.asked == 1


async def test_how_far_it_is_is_said_now_and_then_until_it_is_there(
    bot: Bot, match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    times = iter([10.0, 10.0, 12.0, 12.5, 12.5, 14.9])
    loop = SimpleNamespace(time=lambda: next(times))
    monkeypatch.setattr(reviews, "asyncio", SimpleNamespace(get_running_loop=lambda: loop))
    bot.computers = Reviewing(*LOSSES)
    answer = await clicked(bot, match, "review_of")
    assert [text for text in answer.heard if "Reviewing" in text] == [
        "Reviewing the match: 0 of 4 decisions …",
        "Reviewing the match: 2 of 4 decisions …",
    ]


async def test_what_keeps_a_review_from_being_made_takes_the_place_of_how_far_it_was(bot: Bot, match: Match) -> None:
    class Failing(Reviewing):
        async def review(self, *_: Any) -> MatchReview:
            raise NoReviewNow(reference="ABC123")

    bot.computers = Failing()
    assert "ABC123" in (await clicked(bot, match, "review_of")).heard[-1]
    bot.computers = Reviewing()
    assert (await clicked(bot, match, "review_of")).heard[-1] == "There was nothing to decide in this match."
    running = await together(bot, ANNE, BERT)
    assert "over" in (await clicked(bot, running, "review_of")).heard[-1]
