"""Which refusal someone reads who can't decide in a match now."""

from dataclasses import replace

import pytest

from bot.match import (
    Frozen,
    MatchOver,
    NotInThisMatch,
    NotRunning,
    NotYourTurn,
    PlaysApart,
    Refusal,
    SeriesKind,
    Status,
    TableTerms,
)
from bot.match.decisions import lobby, proposals
from cogs.shared.choosing.turn_checks import check_position, check_turn
from tests.cogs.conftest import ANNE, BERT, CLEO, HERE, Bot, together


def refusal_of(check: object, *arguments: object) -> Refusal:
    with pytest.raises(Refusal) as refused:
        check(*arguments)  # type: ignore[operator]  # one of the two functions
    return refused.value


async def test_who_is_to_move_is_given_the_position(bot: Bot) -> None:
    match = await together(bot, ANNE, BERT)
    (mover,) = match.to_move_people()
    assert check_turn(match, mover) is match.state


async def test_others_read_whose_turn_it_is_or_that_they_do_not_play(bot: Bot) -> None:
    match = await together(bot, ANNE, BERT)
    (mover,) = match.to_move_people()
    waiting = refusal_of(check_turn, match, BERT if mover == ANNE else ANNE)
    assert type(waiting) is NotYourTurn
    assert waiting.values == {"colour": match.seats[match.seat_of(mover)[0]].colour}
    assert type(refusal_of(check_turn, match, CLEO)) is NotInThisMatch


async def test_before_the_start_after_the_end_and_at_a_table_of_match_play(bot: Bot) -> None:
    table = await bot.matches.tables.open(TableTerms(game="southern_cards", seats=2), opener=ANNE, place=HERE)
    assert type(refusal_of(check_turn, table, ANNE)) is NotRunning
    assert type(refusal_of(check_turn, await bot.matches.act(table.id, lobby.cancel(ANNE)), ANNE)) is MatchOver
    over = await bot.matches.act((await together(bot, ANNE, BERT)).id, proposals.resign(ANNE))
    assert check_position(over) is over.state
    assert type(refusal_of(check_turn, over, ANNE)) is MatchOver
    host = await together(bot, ANNE, BERT, series=SeriesKind.PARALLEL)
    assert type(refusal_of(check_turn, host, ANNE)) is PlaysApart
    called_off = replace(host, status=Status.OVER)
    assert type(refusal_of(check_turn, called_off, ANNE)) is MatchOver


async def test_a_frozen_match_says_what_the_match_says(bot: Bot) -> None:
    match = await together(bot, ANNE, BERT)
    frozen = replace(match, status=Status.FROZEN, state=None, to_move=None, frozen_reference="7F3A")
    refusal = refusal_of(check_turn, frozen, ANNE)
    assert type(refusal) is Frozen
    assert str(refusal) == str(frozen.frozen_because)
