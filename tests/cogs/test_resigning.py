"""What someone is asked before they resign: who else is affected, and what becomes of the match."""

import pytest

from bot.match import ComputerLevel, Match, TableTerms
from bot.match.decisions import lobby, presence, proposals
from cogs.cirondo import Cirondo
from cogs.parcheesi import Parcheesi
from cogs.shared.management.ending import resign_question
from cogs.shared.presentation.registry import register
from tests.cogs.conftest import ANNE, BERT, CLEO, HERE, Asking, Bot

DORA = CLEO + 1

LOSS = "It counts as a loss and can't be undone."
TAKEN_OVER = "A computer takes over your seat, and you rank behind everyone who plays to the end. This can't be undone."


@pytest.fixture(autouse=True)
def screens(bot: Bot) -> None:
    for kind in (Cirondo, Parcheesi):
        screen = kind.__new__(kind)
        screen.bot = bot  # type: ignore[assignment]  # all of the client that is used here
        register(screen)


async def begun(
    bot: Bot, game: str, seats: int, *people: int, resigned: tuple[int, ...] = (), teams: bool = False
) -> Match:
    """A match with computers where nobody sits, in which these people have resigned."""
    options = {"teams": True} if teams else {}
    match = await bot.matches.tables.open(
        TableTerms(game, seats, options=options, shared=len(people) > seats),
        opener=people[0],
        place=HERE,
        computers=ComputerLevel.EASY,
    )
    for person in people[1:]:
        await bot.matches.act(match.id, lobby.join(person))
    match = await bot.matches.act(match.id, lobby.begin(people[0], message_id=900 + match.id))
    for person in resigned:
        match = await bot.matches.act(match.id, proposals.resign(person))
    return match


@pytest.mark.parametrize(
    ("seats", "people", "resigned", "lines"),
    [
        (2, (ANNE, BERT), (), [LOSS]),
        (3, (ANNE,), (), [LOSS]),  # only computers would play on
        (3, (ANNE, BERT), (), [TAKEN_OVER]),
        (3, (ANNE, BERT, CLEO), (), [TAKEN_OVER]),
        (3, (ANNE, BERT, CLEO), (BERT,), [LOSS]),  # two sides are left
        (4, (ANNE, BERT, CLEO, DORA), (BERT,), [TAKEN_OVER]),
        (4, (ANNE, BERT, CLEO, DORA), (BERT, CLEO), [LOSS]),
        (4, (ANNE, BERT), (BERT,), [LOSS]),  # who resigned only watches
        (2, (ANNE, BERT, CLEO), (), [f"<@{CLEO}> shares your seat and loses with you.", LOSS]),
    ],
)
async def test_resigning_ends_a_match_only_where_no_two_others_play_on(
    bot: Bot, seats: int, people: tuple[int, ...], resigned: tuple[int, ...], lines: list[str]
) -> None:
    match = await begun(bot, "parcheesi", seats, *people, resigned=resigned)
    asked = resign_question(match, ANNE).splitlines()
    assert asked[0] == f"### Resign match {match.id}?"
    assert sorted(asked[1:]) == sorted(lines)


@pytest.mark.parametrize(
    ("people", "absent", "lines"),
    [
        ((ANNE, BERT, CLEO, DORA), None, [LOSS, "It counts once your partner <@{partner}> agrees."]),
        ((ANNE, BERT, CLEO, DORA), 0, [LOSS]),  # the partner has left
        ((ANNE, BERT), None, [LOSS]),  # the partner is a computer
    ],
)
async def test_a_partner_who_is_there_has_to_agree(
    bot: Bot, people: tuple[int, ...], absent: int | None, lines: list[str]
) -> None:
    match = await begun(bot, "cirondo", 4, *people, teams=True)
    partner = match.seats[2]
    if absent is not None:
        match = await bot.matches.act(match.id, presence.absent(partner.people[0]))
    named = [line.format(partner=partner.people[0] if partner.people else 0) for line in lines]
    assert resign_question(match, ANNE) == "\n".join([f"### Resign match {match.id}?", *named])


async def test_the_question_has_one_button(bot: Bot) -> None:
    match = await begun(bot, "cirondo", 2, ANNE, BERT)
    asking = Asking(bot, ANNE)
    assert await asking.slash("resign", match=str(match.id)) == f"### Resign match {match.id}?\n{LOSS}"
    assert asking.labels == ["Resign"]
