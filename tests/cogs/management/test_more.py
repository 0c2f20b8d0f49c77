"""**More** below a board: what it offers to whom, and that each of its buttons works."""

import re

import pytest

from bot.match import ComputerLevel, Match, SeriesKind, Status, TableTerms
from bot.match.decisions import lobby, proposals, turns
from bot.words.southern_cards import shown_card
from cogs.shared.boards.board import board_content, board_view
from cogs.shared.client.refusals import ScreenRefusal
from cogs.shared.interactions import clicks
from cogs.shared.presentation.registry import cog_for
from tests.cogs.conftest import ANNE, BERT, CLEO, HERE, Asking, Bot, together

pytestmark = pytest.mark.usefixtures("cirondo_shown")


async def cirondo(bot: Bot, *people: int) -> Match:
    """A match of Cirondo for two that has begun; a computer sits where nobody of these does."""
    match = await bot.matches.tables.open(
        TableTerms("cirondo", 2), opener=people[0], place=HERE, computers=ComputerLevel.EASY
    )
    for person in people[1:]:
        await bot.matches.act(match.id, lobby.join(person))
    return await bot.matches.act(match.id, lobby.begin(people[0], message_id=900 + match.id))


async def more(bot: Bot, match: Match, person: int, *, version: int = 0) -> list[str | None]:
    """The buttons of the private message."""
    asking = Asking(bot, person)
    await asking.click(clicks.ACTIONS["more"][0], match.id, version=version)
    return asking.labels


async def click(bot: Bot, match: Match, person: int, action: str) -> str:
    return await Asking(bot, person).click(clicks.ACTIONS[action][0], match.id, version=match.version)


async def move(bot: Bot, match: Match, person: int) -> Match:
    assert match.state is not None
    return await bot.matches.act(match.id, turns.play(person, match.state.notate(match.state.legal()[0])))


async def test_more_offers_what_applies_now_to_this_person(bot: Bot) -> None:
    match = await cirondo(bot, ANNE, BERT)
    usual = ["Offer a draw", "Resign", "Moves", "Replay", "Plan ahead", "Try it out", "Reminders"]
    assert await more(bot, match, ANNE) == ["Hint", *usual]
    match = await move(bot, match, ANNE)
    assert await more(bot, match, ANNE) == ["Undo", *usual]
    assert await more(bot, match, BERT) == ["Hint", *usual]
    assert await more(bot, match, CLEO) == ["Moves", "Replay"]  # who only watches
    match = await bot.matches.act(match.id, proposals.offer_draw(BERT))
    assert await more(bot, match, ANNE) == ["Resign", "Moves", "Replay", "Plan ahead", "Try it out", "Reminders"]
    match = await bot.matches.act(match.id, proposals.resign(BERT))
    assert await more(bot, match, BERT, version=1) == ["Moves", "Replay"]  # from an old board, after the end


async def test_a_match_play_has_nothing_more_for_who_only_watches(bot: Bot) -> None:
    host = await together(bot, ANNE, BERT, series=SeriesKind.PARALLEL)
    assert await more(bot, host, ANNE) == ["Offer a draw", "Give up", "Try it out", "Reminders"]
    with pytest.raises(ScreenRefusal):
        await more(bot, host, CLEO)


async def test_hidden_hands_leave_neither_undo_nor_replay(bot: Bot) -> None:
    match = await together(bot, ANNE, BERT)
    match = await move(bot, match, match.to_move_people()[0])
    waiting = next(person for person in (ANNE, BERT) if person not in match.to_move_people())
    assert await more(bot, match, waiting) == [
        "Offer a draw",
        "Resign",
        "Moves",
        "Plan ahead",
        "Try it out",
        "Reminders",
    ]
    assert await more(bot, match, CLEO) == ["Moves"]


async def test_the_moves_are_told_in_words_with_their_times_to_whoever_sees_the_match(bot: Bot) -> None:
    match = await cirondo(bot, ANNE, BERT)
    assert "No turn has been played yet." in await click(bot, match, CLEO, "move_log")
    for person in (ANNE, BERT):
        match = await move(bot, match, person)
    told = (await click(bot, match, CLEO, "move_log")).splitlines()
    assert told[0] == f"### Cirondo · match {match.id} · the last turns"
    assert [re.fullmatch(r"-# <t:\d+:R>", line) is not None for line in told[1:]] == [True, False, True, False]
    assert told[-1] == cog_for(bot, "cirondo").describe_turn(match.trail.turns[-1])


async def test_the_moves_of_a_running_match_with_hidden_hands_tell_nothing_of_them(bot: Bot) -> None:
    match = await together(bot, ANNE, BERT)
    for _ in range(4):
        match = await move(bot, match, match.to_move_people()[0])
    log = await bot.matches.records.log(match.id)
    laid = [event.move.partition("@")[0] for event in log if event.move is not None]
    told = await click(bot, match, CLEO, "move_log")
    cards = re.findall(r"\*\*(?:\d+|[AKQJ])[♠♥♦♣]\*\*", told)
    assert cards == [f"**{shown_card(card)}**" for card in laid if card != "JK"]
    assert len(cards) > 1


async def test_each_button_of_more_works_on_the_match_as_it_is(bot: Bot) -> None:
    match = await move(bot, await cirondo(bot, ANNE, BERT), ANNE)
    assert "Resign match" in await click(bot, match, ANNE, "ask_resign")
    assert (await bot.matches.get(match.id)).status is Status.RUNNING  # it asks once
    assert "Your reminders" in await click(bot, match, ANNE, "remind_me")
    await click(bot, match, ANNE, "ask_undo")
    after = await bot.matches.get(match.id)
    assert after.proposal is not None
    assert after.proposal.kind == "undo"
    await bot.matches.act(match.id, proposals.decline(BERT))
    assert "offered a draw" in await click(bot, match, ANNE, "offer_draw")


@pytest.mark.parametrize(
    "action", ["hint", "ask_undo", "offer_draw", "ask_resign", "move_log", "show_replay", "remind_me"]
)
def test_a_click_in_more_rewrites_its_message(action: str) -> None:
    assert clicks.ACTIONS[action][1] == "update"


async def test_the_buttons_of_every_board_share_the_last_row(bot: Bot) -> None:
    """The first rows are for the turn and for what is asked."""
    match = await move(bot, await cirondo(bot, ANNE, BERT), ANNE)
    for offered, expected in ((False, [4]), (True, [3, 3])):
        if offered:
            match = await bot.matches.act(match.id, proposals.offer_draw(ANNE))
        words = board_content(cog_for(bot, match.game), match)
        (box,) = board_view(match.id, match.version, words, current=True).children
        rows = [item for item in box.children if hasattr(item, "children")]  # type: ignore[attr-defined]
        labels = [[button.label for button in row.children] for row in rows if hasattr(row.children[0], "label")]
        assert [len(row) for row in labels] == expected
        assert labels[-1][-3:] == ["In words", "Rules", "More"]
