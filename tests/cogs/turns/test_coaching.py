"""Coaching: the advice before and the remarks after a person's moves, for whom, and for how long."""

from types import SimpleNamespace
from typing import Any

import pytest

from bot.computers.errors import NoHintNow
from bot.computers.thinking import Advice, Review
from bot.match import Match, Refusal, TableTerms
from bot.match.decisions import lobby
from bot.players import Reason
from cogs.shared.interactions.clicks import Handler
from cogs.shared.presentation.registry import cog_for, register
from cogs.shared.turns.coaching import ALWAYS, SOMETIMES, advice, is_coached, remark, review_of
from cogs.shared.turns.playing import play
from cogs.shared.turns.turn import open_composer, show_hand
from tests.cogs.choosing.test_composer import screen_of
from tests.cogs.conftest import ANNE, BERT, CLEO, HERE, Asking, Bot

REASONS = (Reason("takes {number} cards", {"number": 3}), Reason("but leaves a gap"))


class Coach:
    """Computers whose review of any position is this; a refusal is raised. `asked` counts the questions."""

    def __init__(self, answer: Review | Refusal | None = None) -> None:
        self.answer = answer
        self.asked = 0

    async def review(self, match: Match, seat: int, person: int) -> Review:
        assert seat in match.seat_of(person)
        self.asked += 1
        if isinstance(self.answer, Refusal):
            raise self.answer
        if self.answer is not None:
            return self.answer
        best = legal(match)[0]
        return Review(Advice(best, REASONS), frozenset({best}))


def legal(match: Match) -> list[str]:
    assert match.state is not None
    return [match.state.notate(move) for move in match.state.legal()]


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


def test_without_a_reason_nothing_is_said() -> None:
    assert advice(None) == advice(Review(Advice("x", REASONS[1:]), frozenset())) == ""
    nobody: Any = SimpleNamespace(state=None)
    assert remark(nobody, nobody, None, "x") == ""
