"""What someone is asked before they resign: who else is affected, and what becomes of the match; and what they read."""

import pytest

from bot.match import ComputerLevel, Match, MatchOver, NotInThisMatch, NotRunning, SeriesKind, Status, TableTerms
from bot.match.decisions import lobby, presence, proposals
from cogs.cirondo import Cirondo
from cogs.parcheesi import Parcheesi
from cogs.shared.boards.solo import show_again
from cogs.shared.interactions import clicks
from cogs.shared.management.ending import check_can_resign, resign, resign_question
from cogs.shared.presentation.registry import register
from cogs.shared.wording.times import day_of
from tests.cogs.conftest import ANNE, BERT, CLEO, HERE, Asking, Bot, solo, together
from tests.cogs.dailies import DAY, daily_of, put_dailies

DORA = CLEO + 1

LOSS = "It counts as a loss and can't be undone."
TAKEN_OVER = "A computer takes over your seat, and you rank behind everyone who plays to the end. This can't be undone."


@pytest.fixture(autouse=True)
def screens(bot: Bot) -> None:
    for kind in (Cirondo, Parcheesi):
        screen = kind.__new__(kind)
        screen.bot = bot
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


FOLLOWS = "The new board will follow as soon as Discord accepts it."


class TestWhatBecomesOfIt:
    """Once somebody has resigned, or offered a draw."""

    @pytest.mark.parametrize(
        ("game", "seats", "people", "teams", "words", "status"),
        [
            ("cirondo", 2, (ANNE, BERT), False, "You resigned.", Status.OVER),
            ("parcheesi", 3, (ANNE,), False, "You resigned.", Status.OVER),  # only computers would play on
            (
                "parcheesi",
                3,
                (ANNE, BERT),
                False,
                "You resigned. A computer takes over your seat.",
                Status.RUNNING,
            ),
            (
                "cirondo",
                4,
                (ANNE, BERT, CLEO, DORA),
                True,
                "I've asked your partners whether you may resign. They can answer on the board.",
                Status.RUNNING,
            ),
        ],
    )
    async def test_is_said_to_who_resigned(
        self, bot: Bot, game: str, seats: int, people: tuple[int, ...], teams: bool, words: str, status: Status
    ) -> None:
        match = await begun(bot, game, seats, *people, teams=teams)
        answer = await Asking(bot, ANNE).click(resign, match.id, version=match.version)
        assert answer == f"{words} {FOLLOWS}"
        assert (await bot.matches.get(match.id)).status is status

    async def test_of_ones_own_game_is_shown_in_its_place(self, bot: Bot) -> None:
        match = await solo(bot, ANNE)
        assert (await Asking(bot, ANNE).click(resign, match.id)).startswith("### You gave up this game\n")

    @pytest.mark.parametrize(
        ("seats", "people", "words", "status"),
        [
            (2, (ANNE, BERT), "You've offered a draw. The others can answer on the board.", Status.RUNNING),
            (2, (ANNE,), "You've offered a draw. The answer will be on the board.", Status.RUNNING),
            (3, (ANNE, BERT), "You've offered a draw. The others can answer on the board.", Status.RUNNING),
        ],
    )
    async def test_is_said_to_who_offers_a_draw(
        self, bot: Bot, seats: int, people: tuple[int, ...], words: str, status: Status
    ) -> None:
        match = await begun(bot, "parcheesi", seats, *people)
        assert await Asking(bot, ANNE).slash("draw", match=str(match.id)) == f"{words} {FOLLOWS}"
        assert (await bot.matches.get(match.id)).status is status

    async def test_is_the_end_where_nobody_is_left_to_agree_on_a_draw(self, bot: Bot) -> None:
        match = await together(bot, ANNE, BERT)
        await bot.matches.act(match.id, presence.absent(BERT))
        words = await Asking(bot, ANNE).slash("draw", match=str(match.id))
        assert words == f"The match has been called off. {FOLLOWS}"
        assert (await bot.matches.get(match.id)).status is Status.OVER


class TestWhoCannot:
    async def test_is_who_does_not_play(self, bot: Bot) -> None:
        with pytest.raises(NotInThisMatch):
            check_can_resign(await together(bot, ANNE, BERT), CLEO)

    async def test_is_who_plays_what_has_not_begun_or_is_over(self, bot: Bot) -> None:
        table = await bot.matches.tables.open(TableTerms("southern_cards", 2), opener=ANNE, place=HERE)
        with pytest.raises(NotRunning):
            check_can_resign(table, ANNE)
        with pytest.raises(MatchOver):
            check_can_resign(await bot.matches.act(table.id, lobby.cancel(ANNE)), ANNE)
        over = await bot.matches.act((await together(bot, ANNE, BERT)).id, proposals.resign(ANNE))
        with pytest.raises(MatchOver):
            check_can_resign(over, BERT)

    async def test_is_who_has_finished_their_own_game_of_a_match_play(self, bot: Bot) -> None:
        host = await together(bot, ANNE, BERT, series=SeriesKind.PARALLEL)
        host = await bot.matches.act(host.id, proposals.resign(ANNE))
        check_can_resign(host, BERT)
        with pytest.raises(MatchOver):
            check_can_resign(host, ANNE)


async def test_the_daily_and_practice_are_given_up_after_different_questions(bot: Bot) -> None:
    put_dailies(bot)
    for practice, question, given_up in (
        (
            False,
            f"### Give up the daily of {day_of(DAY)}?\nIt ends now, and you can't try again.",
            "### You gave up the daily",
        ),
        (
            True,
            "### Stop practising?\nThis game ends now. Your result in the daily stays.",
            "### You stopped practising",
        ),
    ):
        match = await daily_of(bot, ANNE, practice=practice)
        asking = Asking(bot, ANNE)
        assert (await asking.click(clicks.ACTIONS["ask_resign"].handle, match.id), asking.labels) == (
            question,
            ["Give up"],
        )
        for click in (resign, show_again):
            assert await Asking(bot, ANNE).click(click, match.id) == given_up
