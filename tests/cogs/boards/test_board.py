"""What boards say has happened last, how seats stand, and what becomes of a series."""

from dataclasses import replace
from typing import Any

import pytest

from bot.contests.tournaments.meetings import Format
from bot.contests.values.contest import Contest
from bot.match import ComputerLevel, Match, Place, SeriesKind, Status, TableTerms
from bot.match.decisions import lobby, presence, proposals, relocating, turns
from bot.text.own_words import OwnWords
from cogs.shared.boards.board import BoardContent, board_content
from cogs.shared.presentation.registry import cog_for
from tests.cogs.conftest import ANNE, BERT, CLEO, HERE, Bot, part_of, played_out, together
from tests.cogs.matches import damage

DORA, ORGANISER = CLEO + 1, CLEO + 50


pytestmark = pytest.mark.usefixtures("cirondo_shown")


def board(bot: Bot, match: Match) -> BoardContent:
    return board_content(cog_for(bot, match.game), match)


async def begun(bot: Bot, *people: int, seats: int, rated: bool = False, **options: Any) -> Match:
    """A match of Cirondo with computers where nobody sits."""
    terms = TableTerms("cirondo", seats, options=options, shared=len(people) > seats, rated=rated)
    match = await bot.matches.tables.open(terms, opener=people[0], place=HERE, computers=ComputerLevel.EASY)
    for person in people[1:]:
        await bot.matches.act(match.id, lobby.join(person))
    return await bot.matches.act(match.id, lobby.begin(people[0], message_id=900 + match.id))


class TestWhatHappenedLast:
    async def test_a_draw_that_nobody_has_to_agree_to_calls_the_match_off(self, bot: Bot) -> None:
        match = await together(bot, ANNE, BERT)
        await bot.matches.act(match.id, presence.absent(BERT))
        over = await bot.matches.act(match.id, proposals.offer_draw(ANNE))
        assert over.status is Status.OVER
        assert board(bot, over).happened == "Gold calls off the match."
        asked = await bot.matches.act((await together(bot, ANNE, BERT)).id, proposals.offer_draw(ANNE))
        assert "calls off" not in board(bot, asked).happened
        agreed = await bot.matches.act(asked.id, proposals.agree(BERT))
        assert "calls off" not in board(bot, agreed).happened

    @pytest.mark.parametrize("moves", [15, 16])
    async def test_a_match_that_changes_no_ratings_says_so(self, bot: Bot, moves: int) -> None:
        match = await begun(bot, ANNE, BERT, seats=2, rated=True)
        assert " · rated · " in board(bot, match).foot
        for person in ((ANNE, BERT) * 8)[:moves]:
            assert match.state is not None
            move = match.state.notate(match.state.legal()[0])
            match = await bot.matches.act(match.id, turns.play(person, move))
        over = board(bot, await bot.matches.act(match.id, proposals.resign(ANNE)))
        why = "This match doesn't change ratings: it ended before each side had made 8 moves."
        assert (why in over.happened) is (moves == 15)
        assert (" · rated · " in over.foot) is (moves == 16)
        assert ("→" in over.seats) is (moves == 16)
        assert ("-# A question mark means" in over.happened) is (moves == 16)
        assert ("-# The numbers are ratings" in over.happened) is (moves == 16)

    async def test_a_match_that_everyone_lets_go_elsewhere_goes_on_there(self, bot: Bot) -> None:
        match = await together(bot, ANNE, BERT)
        await bot.matches.act(match.id, relocating.relocate(ANNE, Place(HERE.guild_id, 40)))
        match = await bot.matches.act(match.id, proposals.agree(BERT))
        assert match.place.channel_id == 40
        assert board(bot, match).happened == "The match continues here, as everyone agreed."

    @pytest.mark.parametrize(
        ("people", "seats", "candidate", "words"),
        [
            ((ANNE, BERT), 2, CLEO, f"<@{CLEO}> now plays silver."),
            ((ANNE, BERT, CLEO, DORA), 2, DORA + 1, f"<@{DORA + 1}> now plays silver."),
        ],
    )
    async def test_a_new_player_of_a_seat_is_named(
        self, bot: Bot, people: tuple[int, ...], seats: int, candidate: int, words: str
    ) -> None:
        match = await begun(bot, *people, seats=seats)
        for person in match.seats[1].people:
            match = await bot.matches.act(match.id, presence.absent(person))
        await bot.matches.act(match.id, proposals.appoint(ORGANISER, 1, candidate))
        match = await bot.matches.act(match.id, proposals.take_seat(candidate))
        assert match.seats[1].people == (candidate,)
        assert board(bot, match).happened.splitlines()[0] == words
        both = replace(match, seats=(match.seats[0], replace(match.seats[1], people=(CLEO, DORA))))
        assert board(bot, both).happened.splitlines()[0] == f"<@{CLEO}>, <@{DORA}> now play silver."

    async def test_a_new_player_is_ready_even_if_nothing_is_asked_any_more(self, bot: Bot) -> None:
        match = await begun(bot, ANNE, BERT, DORA, seats=4)
        await bot.matches.act(match.id, presence.absent(BERT))
        await bot.matches.act(match.id, proposals.replace_player(ANNE, 1, CLEO))
        match = await bot.matches.act(match.id, proposals.take_seat(CLEO))
        assert match.proposal is not None
        assert "The new player is ready." not in board(bot, match).happened  # the line about the question says it
        first = board(bot, replace(match, proposal=None)).happened.splitlines()[0]
        assert first == "The new player is ready."

    async def test_who_would_like_to_resign_asks_the_rest_of_the_side(self, bot: Bot) -> None:
        match = await begun(bot, ANNE, BERT, CLEO, DORA, seats=4, teams=True)
        match = await bot.matches.act(match.id, proposals.resign(ANNE))
        assert match.status is Status.RUNNING
        first = board(bot, match).happened.splitlines()[0]
        assert first == "Gold would like to resign if the rest of the side agrees."

    async def test_is_nothing_where_the_log_is_not_at_hand(self, bot: Bot) -> None:
        match = await together(bot, ANNE, BERT)
        assert board(bot, replace(match, recent=())).happened == ""
        assert board(bot, match).happened.startswith("The match begins.")


@pytest.mark.parametrize(("kind", "command"), [(Format.SWISS, "tournament"), (None, "league")])
async def test_the_last_board_of_a_contest_leads_back_to_it(bot: Bot, kind: Format | None, command: str) -> None:
    match = await begun(bot, BERT, seats=2)
    contest = Contest(OwnWords("Winter *Cup*"), kind, counts=True)
    cog = cog_for(bot, match.game)
    assert "Winter" not in board_content(cog, match, contest).foot
    over = await bot.matches.act(match.id, proposals.resign(BERT))
    foot = board_content(cog, over, contest).foot
    assert f"`/{command} table` to see how **Winter \\*Cup\\*** stands" in foot
    assert "start" not in foot


async def test_a_frozen_match_says_so_above_its_board(bot: Bot) -> None:
    match = await together(bot, ANNE, BERT)
    await damage(bot, match.id)
    content = board(bot, await bot.matches.get(match.id))
    assert content.title == f"❄️ Match {match.id} is frozen"
    assert [action for _, _, action, _ in content.buttons] == ["rules_of"]
    assert content.ping == ()


class TestASeries:
    @pytest.mark.thorough
    async def test_goes_on_below_a_game_that_is_over(self, bot: Bot) -> None:
        first = await together(bot, ANNE, BERT, series=SeriesKind.POINTS)
        assert board(bot, first).happened.splitlines()[-1] == (
            "Game 1 of a series. The first to reach 1,000 points wins it."
        )
        over = await played_out(bot, first.id)
        assert over.series is not None
        assert not over.series.over
        content = board(bot, over)
        assert content.happened.splitlines()[-1] == "Game 1 of the series is over. The next one follows below."
        last = board(bot, replace(over, series=replace(over.series, over=True, places=(1, 2))))
        assert "follows below" not in last.happened
        second = await bot.matches.get(over.series.parts[-1].match_id)
        assert board(bot, second).happened.splitlines()[-1] == (
            "Game 2 of a series. The first to reach 1,000 points wins it."
        )

    @pytest.mark.thorough
    async def test_shows_the_totals_beside_what_each_seat_has_made(self, bot: Bot) -> None:
        over = await played_out(bot, (await together(bot, ANNE, BERT, series=SeriesKind.POINTS)).id)
        assert over.series is not None
        assert over.ending is not None
        assert over.ending.scores is not None
        totals = replace(over, series=replace(over.series, totals=(700, 31)))
        lines = board(bot, totals).seats.splitlines()
        for colour, points, total in (("gold", over.ending.scores[0], 700), ("blue", over.ending.scores[1], 31)):
            (line,) = [line for line in lines if colour in line]
            assert f" · {points} point" in line
            assert line.endswith(f", {total} in total")

    @pytest.mark.thorough
    async def test_of_games_at_the_same_time_shows_the_scores_of_all_once_it_is_over(self, bot: Bot) -> None:
        host = await together(bot, ANNE, BERT, series=SeriesKind.PARALLEL)
        await played_out(bot, part_of(host, 0))
        seats = board(bot, await bot.matches.get(host.id)).seats
        assert seats == f"🟡 <@{ANNE}> (finished)\n🔵 <@{BERT}> (still playing)"
        await played_out(bot, part_of(host, 1))
        host = await bot.matches.get(host.id)
        assert host.ending is not None
        other = replace(host, ending=replace(host.ending, places=(2, 1), scores=(1, 90)))
        assert board(bot, other).seats == (
            f"**1st** 🔵 blue · <@{BERT}> · 90 points\n**2nd** 🟡 gold · <@{ANNE}> · 1 point"
        )
