"""What people and moderators read when somebody leaves a tournament, is removed or has a substitute."""

from dataclasses import replace
from types import SimpleNamespace

import pytest

from bot.contests.tournaments.meetings import Format
from bot.match.decisions import proposals
from bot.words import Verdict
from cogs.shared.boards.board import board_content
from cogs.shared.client.refusals import ScreenRefusal
from cogs.shared.management.moderation import end_match
from cogs.shared.presentation.registry import cog_for
from cogs.shared.tournaments import commands
from cogs.shared.wording.endings import outcome, verdict_of
from tests.cogs.conftest import ANNE
from tests.cogs.contests.commanding import asking, told
from tests.cogs.moderators import beside_match
from tests.cogs.tournaments.life import PEOPLE, TERMS, Life
from tests.contests.league_life import play_instead


async def test_someone_who_leaves_is_told_of_a_match_only_while_one_of_theirs_is_running(life: Life) -> None:
    await life.begin()
    (user,) = [one.user for one in (await life.tournament()).players if one.number == 1]
    running = "### Leave Cup?\nYour running match is resigned, and you can't rejoin."
    assert await told(asking(life.bot, user), "tournament", "leave") == running
    await life.first_seats_win()
    assert await told(asking(life.bot, user), "tournament", "leave") == "### Leave Cup?\nYou can't rejoin."


async def test_who_is_removed_while_a_tournament_goes_on_resigns_as_if_they_had_left(life: Life) -> None:
    await life.begin()
    match = (await life.tournament()).matches[0]
    users = {one.number: one.user for one in (await life.tournament()).players}
    first, second = (users[number] for number in match.players)
    running = f"### Remove <@{first}> from Cup?\nTheir running match is resigned, and they can't rejoin."
    organiser = asking(life.bot)
    assert await told(organiser, "tournament", "remove", player=SimpleNamespace(id=first)) == running
    assert organiser.labels == ["Remove"]
    assert not (await life.tournament()).gone
    said = await asking(life.bot).click(commands.TOURNAMENTS.remove_now, 0, payload=f"{life.number}.{first}")
    assert said == f"<@{first}> no longer takes part in **Cup**."
    for _ in range(2):
        await life.keeper.look()
    assert (await life.tournament()).gone == {match.players[0]}
    assert len(life.channel.having(f"- Table 1: <@{first}> and <@{second}> · <@{second}> wins")) == 1
    asked = await told(asking(life.bot), "tournament", "remove", player=SimpleNamespace(id=second))
    assert asked == f"### Remove <@{second}> from Cup?\nThey can't rejoin."
    with pytest.raises(ScreenRefusal, match="isn't in"):
        await told(asking(life.bot), "tournament", "remove", player=SimpleNamespace(id=first))


async def test_who_came_late_and_does_not_play_yet_is_removed_without_a_question_and_can_come_back(life: Life) -> None:
    await life.begin(replace(TERMS, kind=Format.SWISS))
    player = SimpleNamespace(id=ANNE)
    for command, options, done in (
        ("remove", {"player": player}, f"<@{ANNE}> no longer takes part in **Cup**."),
        ("leave", {}, "You've left **Cup**."),
    ):
        assert (await told(asking(life.bot), "tournament", "join")).startswith("You've joined **Cup**")
        assert await told(asking(life.bot), "tournament", command, **options) == done


async def test_a_moderator_reads_that_a_match_they_end_in_a_knock_out_is_played_again_and_then_the_lot_decides(
    life: Life,
) -> None:
    await life.begin()
    questions = (
        "In the tournament **Cup** it counts as drawn, so the two play again right away.",
        "In the tournament **Cup** it counts as drawn again, so the lot decides who goes on.",
    )
    for again, follows in enumerate(questions):
        match = (await life.tournament()).matches[again]
        assert match.match_id is not None
        assert (await (await beside_match(life.bot, match.match_id)).asked(str(match.match_id)))[2:] == [follows]
        await (await beside_match(life.bot, match.match_id)).click(end_match, match.match_id)
        for _ in range(2):
            await life.keeper.look()
    (line,) = life.channel.having("Cup: round 1 of 2")
    assert [line.count(f"<@{person}> wins") for person in PEOPLE].count(1) == 1


@pytest.mark.parametrize("kind", [Format.SWISS, Format.GROUPS, Format.ROUND_ROBIN])
async def test_a_moderator_reads_that_a_match_they_end_counts_as_drawn(life: Life, kind: Format) -> None:
    await life.begin(replace(TERMS, kind=kind, seats=4 if kind is Format.GROUPS else 2))
    match = (await life.tournament()).matches[0]
    assert match.match_id is not None
    (_, _, follows) = await (await beside_match(life.bot, match.match_id)).asked(str(match.match_id))
    assert follows == "In the tournament **Cup** it counts as drawn and isn't played again."
    await (await beside_match(life.bot, match.match_id)).click(end_match, match.match_id)
    await life.keeper.look()
    (drawn,) = [one for one in (await life.tournament()).matches if one.id == match.id]
    assert set(drawn.meeting.places or ()) == {1}


async def test_a_moderator_reads_nothing_of_a_tournament_that_no_longer_waits_for_a_match(life: Life) -> None:
    await life.begin()
    match = (await life.tournament()).matches[0]
    await life.bot.contests.tournaments.close(life.number)
    assert len(await (await beside_match(life.bot, match.match_id)).asked(str(match.match_id))) == 2


async def test_a_moderator_reads_that_the_result_stands_of_a_substitutes_match_whose_player_has_left(
    life: Life,
) -> None:
    """Even in a knock-out, where a drawn match is played again."""
    await life.begin()
    match = (await life.tournament()).matches[0]
    (first, second) = (one.people[0] for one in (await life.bot.matches.get(match.match_id or 0)).seats)
    await play_instead(life.bot.matches, match.match_id or 0, 0)
    await life.bot.contests.tournaments.leave(life.number, first)
    (_, _, follows) = await (await beside_match(life.bot, match.match_id)).asked(str(match.match_id))
    assert follows == "In the tournament **Cup** its result stands already."
    await (await beside_match(life.bot, match.match_id)).click(end_match, match.match_id or 0)
    await life.keeper.look()
    assert len(life.channel.having(f"- Table 1: <@{first}> and <@{second}> · <@{second}> wins")) == 1
    assert not [one for one in (await life.tournament()).matches if one.meeting.again]


async def test_what_a_substitute_plays_counts_for_the_person_in_the_tournament(life: Life) -> None:
    await life.begin()
    match = (await life.tournament()).matches[0]
    users = {player.number: player.user for player in (await life.tournament()).players}
    first, second = (users[number] for number in match.players)
    await play_instead(life.bot.matches, match.match_id or 0, 0)
    await life.bot.matches.act(match.match_id or 0, proposals.resign(second))
    await life.keeper.look()
    assert len(life.channel.having(f"- Table 1: <@{first}> and <@{second}> · <@{first}> wins")) == 1


async def test_the_opponent_wins_if_someone_is_removed_for_whom_a_substitute_plays(life: Life) -> None:
    await life.begin()
    match = (await life.tournament()).matches[0]
    users = {player.number: player.user for player in (await life.tournament()).players}
    first, second = (users[number] for number in match.players)
    await play_instead(life.bot.matches, match.match_id or 0, 0)
    ends = "A substitute plays in the running match: it ends, the opponent wins, and no ratings change."
    leaving = f"### Leave Cup?\nYou can't rejoin.\n{ends}"
    assert await told(asking(life.bot, first), "tournament", "leave") == leaving
    removing = f"### Remove <@{first}> from Cup?\nThey can't rejoin.\n{ends}"
    assert await told(asking(life.bot), "tournament", "remove", player=SimpleNamespace(id=first)) == removing
    await asking(life.bot).click(commands.TOURNAMENTS.remove_now, 0, payload=f"{life.number}.{first}")
    await life.keeper.look()
    assert len(life.channel.having(f"- Table 1: <@{first}> and <@{second}> · <@{second}> wins")) == 1
    over = await life.bot.matches.get(match.match_id or 0)
    happened = board_content(cog_for(life.bot, TERMS.game), over).happened
    assert "Someone has left the league or tournament, so this match won't continue." in happened
    assert outcome(over) == "🛑 The match is over: someone has left"
    assert verdict_of(over) == Verdict("Ended", "someone has left")


async def test_a_substitute_plays_on_in_groups_if_someone_leaves(life: Life) -> None:
    await life.begin(replace(TERMS, kind=Format.GROUPS, seats=4))
    match = (await life.tournament()).matches[0]
    (user,) = [one.user for one in (await life.tournament()).players if one.number == match.players[0]]
    await play_instead(life.bot.matches, match.match_id or 0, 0)
    words = "### Leave Cup?\nYou can't rejoin.\nWhere a substitute plays, the match goes on."
    assert await told(asking(life.bot, user), "tournament", "leave") == words
