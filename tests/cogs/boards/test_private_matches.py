"""Who sees what of matches that are played alone, whatever button they click, and what is said when they end."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.match import (
    BoardHasMoved,
    Match,
    MatchOver,
    NoSuchMatch,
    NotInThisMatch,
    NotRunning,
    SeriesKind,
    Status,
    TableTerms,
)
from bot.match.decisions import lobby, presence, proposals
from bot.words import Course, Verdict
from cogs.shared.boards.board import board_content
from cogs.shared.boards.membership import UNKNOWN_MEMBER
from cogs.shared.boards.solo import compare, open_own, show_private, solo_again
from cogs.shared.commands.errors import explain
from cogs.shared.interactions.clicks import Click
from cogs.shared.management.ending import check_can_resign, resign
from cogs.shared.presentation.presentation import Presentation, Sheet
from cogs.shared.presentation.registry import cog_for
from cogs.shared.tables.table import UNKNOWN_MESSAGE
from cogs.shared.turns.playing import play
from cogs.shared.turns.turn import position_in_words, show_hand
from tests.cogs.conftest import ANNE, BERT, CLEO, HERE, Asking, Bot, part_of, played_out, solo, together
from tests.cogs.matches import damage

PARALLEL, POINTS = SeriesKind.PARALLEL, SeriesKind.POINTS


class TestSomebodyElse:
    async def test_does_not_read_the_position_of_a_private_match(self, bot: Bot) -> None:
        match = await solo(bot, ANNE)
        assert "Gold: 0 points; hand " in await Asking(bot, ANNE).click(position_in_words, match.id)
        stranger = Asking(bot, BERT)
        with pytest.raises(NoSuchMatch):
            await stranger.click(position_in_words, match.id)
        assert not stranger.heard

    @pytest.mark.thorough
    async def test_does_not_read_what_another_seat_of_a_match_play_has_made(self, bot: Bot) -> None:
        host = await together(bot, ANNE, BERT, series=PARALLEL)
        await played_out(bot, part_of(host, 0))
        with pytest.raises(NoSuchMatch):
            await Asking(bot, BERT).click(position_in_words, part_of(host, 0))

    async def test_sees_no_hand_by_a_button_of_another_kind_of_match(self, bot: Bot) -> None:
        match = await together(bot, ANNE, BERT, series=POINTS)
        for person in (ANNE, BERT):
            with pytest.raises((NotInThisMatch, MatchOver)):
                await Asking(bot, person).click(open_own, match.id)

    async def test_is_refused_a_comparison_of_what_is_no_match_play(self, bot: Bot) -> None:
        match = await solo(bot, ANNE)
        for person, refusal in ((ANNE, NotInThisMatch), (BERT, NoSuchMatch)):
            with pytest.raises(refusal):
                await Asking(bot, person).click(compare, match.id)


async def test_a_later_game_of_a_series_tells_the_points_of_the_earlier_ones(bot: Bot) -> None:
    first = await together(bot, ANNE, BERT, series=POINTS)
    assert first.series is not None
    screen = cog_for(bot, first.game)
    assert "earlier" not in board_content(screen, first).seats
    second = replace(first, series=replace(first.series, part=2, totals=(600, 1)))
    one, other = board_content(screen, second).seats.splitlines()
    assert one.endswith(f"<@{ANNE}> (600 points from earlier games)")
    assert other.endswith(f"<@{BERT}> (1 point from earlier games)")


class TestTheEnd:
    @pytest.mark.thorough
    async def test_of_a_game_alone_offers_a_new_one(self, bot: Bot) -> None:
        ended = await played_out(bot, (await solo(bot, ANNE)).id)
        asking = Asking(bot, ANNE)
        await asking.defer()
        await show_private(cog_for(bot, ended.game), asking, ended)
        assert asking.labels == ["New game", "Replay", "In words", "How the luck is sealed"]

    @pytest.mark.thorough
    async def test_of_a_game_alone_tells_the_best_turn_and_whether_it_was_the_best_game(
        self, bot: Bot, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        shown: list[str] = []
        courses: list[Course] = []
        draw = Presentation.end_sheet

        def end_sheet(cog: Presentation, match: Match, verdict: Verdict | None, course: Course) -> Sheet:
            assert verdict is not None
            shown.append(verdict.reason)
            courses.append(course)
            return draw(cog, match, verdict, course)

        monkeypatch.setattr(Presentation, "end_sheet", end_sheet)
        for number in (1, 2):
            ended = await played_out(bot, (await solo(bot, ANNE)).id)
            asking = Asking(bot, ANNE)
            await asking.defer()
            await show_private(cog_for(bot, ended.game), asking, ended)
            turns = (await bot.matches.records.replay(ended.id)).turns
            views = [turn[-1].after.view(None)["last"] for turn in turns]
            most = max(views, key=lambda last: int(last["points"]))
            cell = most["move"].partition("@")[2]
            best_turn = asking.heard[-1].partition("Your best turn: ")[2]
            assert bool(best_turn) == bool(most["points"])  # the luck is a new one every time
            if best_turn:
                assert f"on {cell}." in best_turn
                assert courses[-1].best == most["points"]
                after = courses[-1].best_turn[-1].after
                assert after
                assert after.last.move == most["move"]
            assert ("2 games" in shown[-1]) == (number == 2)

    @pytest.mark.thorough
    async def test_is_shown_to_several_who_shared_a_seat_of_a_match_play(self, bot: Bot) -> None:
        host = await together(bot, ANNE, BERT, CLEO, series=PARALLEL)
        ended = await played_out(bot, part_of(host, 0))
        assert {ANNE, CLEO} == set(ended.seats[0].people)
        assert ended.ending is not None
        assert ended.ending.scores is not None
        for person in (ANNE, CLEO):
            answer = await Asking(bot, person).click(open_own, host.id)
            assert f"### The game is over: {ended.ending.scores[0]} points\n" in answer
            assert "still playing" in answer

    async def test_resigning_at_the_table_of_parallel_matches_is_reported_as_that(self, bot: Bot) -> None:
        host = await together(bot, ANNE, BERT, series=PARALLEL)
        assert "You gave up your game." in await Asking(bot, ANNE).click(resign, host.id)
        with pytest.raises(MatchOver):
            check_can_resign(await bot.matches.get(host.id), ANNE)
        assert "You gave up this game" in await Asking(bot, ANNE).click(open_own, host.id)
        board = board_content(cog_for(bot, host.game), await bot.matches.get(host.id))
        assert board.seats == f"🟡 <@{ANNE}> (given up)\n🔵 <@{BERT}> (still playing)"

    async def test_at_a_table_where_nobody_has_one_says_so(self, bot: Bot) -> None:
        match = await together(bot, ANNE, BERT)
        for person in (ANNE, CLEO):
            with pytest.raises(NotInThisMatch):
                await Asking(bot, person).click(open_own, match.id)
        await bot.matches.act(match.id, proposals.resign(ANNE))
        for person, refused in ((BERT, MatchOver), (CLEO, NotInThisMatch)):
            with pytest.raises(refused):
                await Asking(bot, person).click(open_own, match.id)

    @pytest.mark.thorough
    async def test_of_the_last_game_of_a_match_play_waits_for_no_table(self, bot: Bot) -> None:
        host = await together(bot, ANNE, BERT, series=PARALLEL)
        await played_out(bot, part_of(host, 0))
        assert "The board compares the scores once everyone has finished" in await Asking(bot, ANNE).click(
            open_own, host.id
        )
        await played_out(bot, part_of(host, 1))
        answer = await Asking(bot, ANNE).click(open_own, host.id)
        assert "\nEveryone has finished:\n🟡" in answer
        assert "The board compares" not in answer

    @pytest.mark.thorough
    async def test_by_calling_a_match_play_off_is_nobodys_giving_up(self, bot: Bot) -> None:
        host = await together(bot, ANNE, BERT, series=PARALLEL)
        points = (await played_out(bot, part_of(host, 0))).ending
        assert points is not None
        assert points.scores is not None
        await bot.matches.act(host.id, proposals.offer_draw(ANNE))
        screen = cog_for(bot, host.game)
        assert "Playing a move" not in board_content(screen, await bot.matches.get(host.id)).happened
        await bot.matches.act(host.id, proposals.agree(BERT))
        answer = await Asking(bot, BERT).click(open_own, host.id)
        assert "given" not in answer
        assert answer.startswith("### 🤝 The match is over: called off by agreement\n")
        assert answer.splitlines()[-2:] == [f"🟡 <@{ANNE}> · {points.scores[0]} points", f"🔵 <@{BERT}> · called off"]
        board = board_content(screen, await bot.matches.get(host.id))
        assert board.seats == f"**1st** 🟡 gold · <@{ANNE}> · finished\n**1st** 🔵 blue · <@{BERT}> · called off"

    async def test_asks_before_someone_who_plays_alone_ends_a_game_as_a_draw(self, bot: Bot) -> None:
        host = await together(bot, ANNE, BERT, series=PARALLEL)
        alone, part = await solo(bot, ANNE), await bot.matches.get(part_of(host, 0))
        questions = f"### Give up match {alone.id}?", f"### Give up your game in match {host.id}?"
        for match, question in zip((alone, part), questions, strict=True):
            asking = Asking(bot, ANNE)
            answer = await asking.slash("draw", match=str(match.id))
            assert answer.startswith(question)
            assert asking.labels == ["Give up"]
            assert (await bot.matches.get(match.id)).status is Status.RUNNING


class TestWhatCannotGoOn:
    async def test_a_frozen_game_of_a_match_play_says_so(self, bot: Bot) -> None:
        host = await together(bot, ANNE, BERT, series=PARALLEL)
        await damage(bot, part_of(host, 0))
        frozen = await bot.matches.get(part_of(host, 0))
        assert frozen.status is Status.FROZEN
        assert frozen.frozen_because is not None
        assert str(frozen.frozen_because) in await Asking(bot, ANNE).click(open_own, host.id)

    async def test_a_game_that_never_began_says_so(self, bot: Bot) -> None:
        match = await bot.matches.tables.open(
            TableTerms(game="southern_cards", seats=1, private=True), opener=ANNE, place=HERE
        )
        screen: Any = cog_for(bot, match.game)
        asking: Any = Asking(bot, ANNE)
        with pytest.raises(NotRunning):
            await show_private(screen, asking, match)
        with pytest.raises(MatchOver):
            await show_private(screen, asking, await bot.matches.act(match.id, lobby.cancel(ANNE)))

    async def test_an_old_click_on_a_private_match_shows_it_as_it_is_and_waits_for_no_board(
        self, bot: Bot, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        match = await solo(bot, ANNE)
        await together(bot, BERT, CLEO)  # its board is due
        monkeypatch.setattr(bot.posting.waiters, "wait_for_board", _never)
        asking: Any = Asking(bot, ANNE)
        await explain(asking, BoardHasMoved(seen=1, now=match.version), match_id=match.id)
        assert asking.heard[-1].startswith("This board is out of date. This is the current position.\n###")
        assert "More" in asking.labels

    async def test_a_click_on_a_game_of_ones_own_that_is_over_names_solo(self, bot: Bot) -> None:
        match = await solo(bot, ANNE)
        asking: Any = Asking(bot, ANNE)
        await explain(asking, MatchOver(), match_id=match.id)
        assert asking.heard[-1].endswith("Start a new one with `/southern-cards solo`.")


async def _never(match_id: int, version: int) -> None:
    raise AssertionError(f"Nothing of match {match_id} is posted.")


class TestSeveralGamesOfOnesOwn:
    async def test_are_distinct_in_the_list_and_opened_one_by_one(self, bot: Bot) -> None:
        await solo(bot, ANNE)
        shishi = await solo(bot, ANNE, layout="shishi", hand=1)
        lines = (await Asking(bot, ANNE).slash("list")).splitlines()[1:]
        own = "alone · your turn · private: open it with `/southern-cards solo`"
        assert sorted(line.partition("**")[2].partition("** · ")[2] for line in lines) == [
            f"Southern Cross cards · {own}",
            f"Southern Cross cards · layout: shishi, 4 by 4 · hand: 1 · {own}",
        ]
        asking = Asking(bot, ANNE)
        await asking.slash("show", match=str(shishi.id))
        assert asking.labels == ["My hand"]
        assert "→ ? · 0 points" in await Asking(bot, ANNE).click(show_hand, shishi.id)

    @pytest.mark.thorough
    async def test_are_not_begun_beside_each_other_by_the_same_options(self, bot: Bot) -> None:
        ended = await played_out(bot, (await solo(bot, ANNE)).id)
        match = await solo(bot, ANNE)
        assert "Your game continues where you left off." in await _new_game(bot, ended.id)
        await bot.matches.act(match.id, proposals.resign(ANNE))
        assert "All luck was sealed in advance" in await _new_game(bot, ended.id)


async def _new_game(bot: Bot, match_id: int) -> str:
    asking: Any = Asking(bot, ANNE)
    await solo_again(Click(asking, match_id, 0, "", ()))
    heard: str = asking.heard[-1]
    return heard


class TestAClosedMessage:
    async def test_does_not_make_a_card_that_lies_look_like_a_failure(self, bot: Bot) -> None:
        match = await solo(bot, ANNE)
        assert match.state is not None
        asking: Any = Asking(bot, ANNE)
        await asking.defer()
        asking.edit_original_response = _closed
        screen = cog_for(bot, match.game)
        await play(screen, asking, match, match.state.notate(match.state.legal()[0]), seen_version=match.version)
        assert (await bot.matches.get(match.id)).version > match.version


async def _closed(**named: Any) -> None:
    answer: Any = SimpleNamespace(status=404, reason="Not Found")
    raise discord.NotFound(answer, {"code": UNKNOWN_MESSAGE, "message": "Unknown Message"})


class TestPeopleWhoHaveLeft:
    async def test_do_not_keep_the_others_from_being_called_when_a_match_play_begins(self, bot: Bot) -> None:
        host = await together(bot, ANNE, BERT, CLEO, series=PARALLEL, seats=3)
        await bot.matches.act(host.id, presence.absent(BERT))
        board = board_content(cog_for(bot, host.game), await bot.matches.get(host.id))
        assert board.ping == (ANNE, CLEO)
        assert "Blue has left this server." in board.happened

    @pytest.mark.thorough
    async def test_are_not_waited_for_once_they_are_through(self, bot: Bot) -> None:
        host = await together(bot, ANNE, BERT, series=PARALLEL)
        await played_out(bot, part_of(host, 1))
        without = await bot.matches.act(host.id, presence.absent(BERT))
        board = board_content(cog_for(bot, host.game), without)
        assert "has left" not in board.happened

    @pytest.mark.thorough
    async def test_are_noticed_at_the_table_of_a_match_play(self, bot: Bot) -> None:
        host = await together(bot, ANNE, BERT, CLEO, series=PARALLEL, seats=3)
        await played_out(bot, part_of(host, 0))
        bot.http = SimpleNamespace(get_member=_without(BERT))
        await bot.matches.act(host.id, proposals.offer_draw(ANNE))
        await bot.matches.act(host.id, proposals.agree(CLEO))
        await bot.posting.membership.note_absences(await bot.matches.get(host.id))
        ended = await bot.matches.get(host.id)
        assert (ended.status, ended.seats[1].absent) == (Status.OVER, True)


def _without(absentee: int) -> Any:
    """Asking a server for a member, where this person is none any more."""

    async def get_member(guild_id: int, person: int) -> dict[str, Any]:
        if person == absentee:
            answer: Any = SimpleNamespace(status=404, reason="Not Found")
            raise discord.NotFound(answer, {"code": UNKNOWN_MEMBER, "message": "Unknown Member"})
        return {"user": {"id": str(person)}}

    return get_member
