"""Coaching: the advice before and the remarks after a person's moves, for whom, and for how long."""

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from bot.computers.errors import NoHintNow
from bot.computers.thinking import Advice, Review
from bot.match import ComputerLevel, Match, TableTerms
from bot.match.decisions import lobby, turns
from cogs.shared.boards import waiters
from cogs.shared.boards.thinking import computer_to_move, waiting_of
from cogs.shared.interactions.clicks import Handler
from cogs.shared.presentation.registry import cog_for, register
from cogs.shared.turns.coaching import ALWAYS, SOMETIMES, advice, coach_first_move, is_coached, remark, review_of
from cogs.shared.turns.playing import play
from cogs.shared.turns.turn import go_back, open_composer, show_hand
from tests.cogs.conftest import ANNE, BERT, CLEO, HERE, Asking, Bot
from tests.cogs.games import screen_of
from tests.cogs.reviewing import REASONS, Coach, legal


async def coached(bot: Bot, coach: Coach, **terms: Any) -> tuple[Match, int]:
    """A match of two people that has begun, and who is to move."""
    bot.computers = coach
    chosen = {"coached": True} | terms
    match = await bot.matches.tables.open(TableTerms("southern_cards", 2, **chosen), opener=ANNE, place=HERE)
    await bot.matches.tables.note_posted(match.id, 901)
    await bot.matches.act(match.id, lobby.join(BERT))
    match = await bot.matches.act(match.id, lobby.begin(ANNE))
    return match, match.to_move_people()[0]


def test_it_fades_out() -> None:
    coached_at = [number for number in range(50) if is_coached(number)]
    assert coached_at == [*range(ALWAYS), *range(ALWAYS, SOMETIMES, 2)]


@pytest.mark.parametrize("opens", [open_composer, show_hand], ids=lambda one: one.__name__)
async def test_before_a_move_it_says_what_to_look_for_and_not_the_move(bot: Bot, opens: Handler) -> None:
    match, person = await coached(bot, Coach())
    answer = await Asking(bot, person).click(opens, match.id, version=match.version)
    assert answer.startswith("🎓 Look for a move that takes 3 cards.\n")
    assert "gap" not in answer


async def test_after_a_much_worse_move_the_better_one_is_named_and_after_a_good_one_nothing(bot: Bot) -> None:
    for number, is_told in ((0, False), (1, True)):
        match, person = await coached(bot, Coach())
        cog, asking = cog_for(bot, match.game), Asking(bot, person)
        await play(cog, asking, match, legal(match)[number], seen_version=None)
        assert ("🎓 There was a much better move: " in asking.heard[-1]) is is_told


async def test_of_several_planned_decisions_the_first_bad_one_is_named(bot: Bot) -> None:
    screen = screen_of("southern_cross")
    screen.bot = bot
    register(screen)
    people = (ANNE, BERT, CLEO, CLEO + 1)
    best = {3: "base-c6", 2: "basexc5", 1: "base-d6"}
    bot.computers = coach = Coach()

    async def review(match: Match, seat: int, person: int) -> Review:
        coach.asked += 1
        move = best[match.state.actions_left]  # type: ignore[union-attr]  # a position of this game
        return Review(Advice(move, REASONS), frozenset({move}))

    coach.review = review  # type: ignore[method-assign]
    match = await bot.matches.tables.open(TableTerms("southern_cross", 4, coached=True), opener=ANNE, place=HERE)
    await bot.matches.tables.note_posted(match.id, 901)
    for person in people[1:]:
        await bot.matches.act(match.id, lobby.join(person))
    match = await bot.matches.act(match.id, lobby.begin(ANNE))
    asking: Any = Asking(bot, ANNE)
    await play(screen, asking, match, "base-c6", "basexc5", "c5-b5", "end", seen_version=None)
    assert "🎓 There was a much better move: Blue enters on d6." in asking.heard[-1]
    assert coach.asked == 3


async def test_a_position_is_reviewed_once(bot: Bot) -> None:
    coach = Coach()
    match, person = await coached(bot, coach)
    for _ in range(2):
        await Asking(bot, person).click(open_composer, match.id, version=match.version)
    assert coach.asked == 1


@pytest.mark.parametrize("terms", [{"coached": False}, {"hints": False}, {}])
async def test_only_the_player_to_move_at_a_coached_table_gets_advice(bot: Bot, terms: dict[str, bool]) -> None:
    coach = Coach()
    match, person = await coached(bot, coach, **terms)
    other = BERT if person == ANNE else ANNE
    who = person if terms else other
    assert await review_of(cog_for(bot, match.game), match, who) is None
    assert coach.asked == 0


async def test_where_nobody_can_think_now_the_choice_is_shown_all_the_same(bot: Bot) -> None:
    match, person = await coached(bot, Coach(NoHintNow(reference="x")))
    answer = await Asking(bot, person).click(open_composer, match.id, version=match.version)
    assert "🎓" not in answer
    assert "the numbers match the picture" in answer


async def test_without_a_reason_for_it_the_move_is_named(bot: Bot) -> None:
    coach = Coach()
    match, person = await coached(bot, coach)
    cog, state = cog_for(bot, match.game), match.state
    assert state is not None
    best = legal(match)[-1]
    coach.answer = Review(Advice(best, REASONS[1:]), frozenset({best}))
    assert await advice(cog, match, person) == f"🎓 A good move: {cog.describe_move(state, state.parse(best))}"


async def test_back_at_the_first_choice_the_advice_is_there_again(bot: Bot) -> None:
    coach = Coach()
    match, person = await coached(bot, coach)
    first, then = [
        await Asking(bot, person).click(handler, match.id, version=match.version, payload=payload)
        for handler, payload in ((open_composer, ""), (go_back, "0"))
    ]
    assert then == first
    assert "🎓" in first


async def against_a_computer(bot: Bot, *people: int, coached: bool | None = None) -> Match:
    """A match of Anne and these people against a computer."""
    bot.computers = Coach()
    terms = TableTerms("southern_cards", 2 + len(people), coached=coached)
    match = await bot.matches.tables.open(terms, opener=ANNE, place=HERE)
    await bot.matches.tables.note_posted(match.id, 900 + match.id)
    for person in people:
        await bot.matches.act(match.id, lobby.join(person))
    await bot.matches.act(match.id, lobby.add_computer(ANNE, ComputerLevel.BEGINNER))
    return await bot.matches.act(match.id, lobby.begin(ANNE))


async def up_to_turn_of(bot: Bot, person: int, match: Match) -> Match:
    """The match once the others have moved and this person is to move."""
    while match.to_move not in match.seat_of(person):
        others = match.to_move_people()
        move = legal(match)[0]
        by = turns.play(others[0], move) if others else turns.play_computer(move, seen_version=match.version)
        match = await bot.matches.act(match.id, by)
    return match


async def is_advised(bot: Bot, match: Match) -> bool:
    """Whether Anne gets advice at her first choice."""
    match = await up_to_turn_of(bot, ANNE, match)
    return bool(await advice(cog_for(bot, match.game), match, ANNE))


async def test_if_a_computer_moves_first_the_advice_comes_below_its_board_by_itself(
    bot: Bot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(waiters, "WAIT_FOR_BOARD", 0)  # nobody posts boards here
    match = await against_a_computer(bot)
    while not computer_to_move(match):
        match = await against_a_computer(bot)
    asking: Any = Asking(bot, ANNE)
    asking.followup = SimpleNamespace(send=lambda view, **_: asking.edit_original_response(view))
    await coach_first_move(cog_for(bot, match.game), asking, match)
    assert asking.heard == []
    await up_to_turn_of(bot, ANNE, match)
    await asyncio.gather(*waiting_of(bot))
    assert asking.heard[-1].startswith("🎓 Look for a move that takes 3 cards.\n")


async def test_who_is_new_to_a_game_is_coached_against_computers_unless_the_table_says_otherwise(bot: Bot) -> None:
    assert await is_advised(bot, await against_a_computer(bot))
    assert not await is_advised(bot, await against_a_computer(bot, coached=False))
    assert not await is_advised(bot, await against_a_computer(bot, BERT))


async def test_who_has_played_the_game_before_is_coached_only_if_asked_for(
    bot: Bot, monkeypatch: pytest.MonkeyPatch
) -> None:
    decided = ALWAYS

    async def count(_match: Match, user: int) -> int:
        assert user == ANNE
        return decided

    monkeypatch.setattr(bot.matches.records, "count_decisions_elsewhere", count)
    assert not await is_advised(bot, await against_a_computer(bot))
    assert await is_advised(bot, await against_a_computer(bot, coached=True))
    decided = ALWAYS - 1
    assert await is_advised(bot, await against_a_computer(bot))


async def test_moves_in_other_matches_of_the_game_are_counted(bot: Bot) -> None:
    records = bot.matches.records
    first, second = [await against_a_computer(bot) for _ in range(2)]
    for _ in range(2):
        first = await up_to_turn_of(bot, ANNE, first)
        first = await bot.matches.act(first.id, turns.play(ANNE, legal(first)[0]))
    assert await records.count_decisions_elsewhere(second, ANNE) == 2
    assert await records.count_decisions_elsewhere(first, ANNE) == 0
    assert await records.count_decisions_elsewhere(second, BERT) == 0


def test_there_is_no_remark_without_a_review() -> None:
    nobody: Any = SimpleNamespace(state=None)
    assert remark(nobody, nobody, None, "x") == ""
