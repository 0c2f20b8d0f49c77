"""A tournament's messages: sent once, edited as results come, and private threads where luck is shared."""

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.contests.tournaments.meetings import Kind
from bot.contests.values.tournament import Tournament, TournamentTerms
from bot.match.decisions import proposals
from bot.match.values import Status
from cogs.shared.boards.board import board_content
from cogs.shared.contests.screen import person as named
from cogs.shared.interactions.refusals import ScreenRefusal
from cogs.shared.management.moderation import end_match
from cogs.shared.people.profiles import places_line, tournament_line
from cogs.shared.presentation.registry import cog_for
from cogs.shared.tournaments import commands
from cogs.shared.tournaments.commands import _suggest, check_in_by_button
from cogs.shared.tournaments.keeping import TournamentKeeper
from cogs.shared.tournaments.screens import brackets_of, round_screen
from cogs.shared.wording.endings import outcome, verdict_of
from cogs.shared.wording.labels import join_list
from images.marks.marks import Verdict
from images.people import tournament as pictures
from tests.cogs.channel import CHANNEL, GUILD, NEWS, ROLE, beside, refused
from tests.cogs.conftest import ANNE, Asking, Bot
from tests.cogs.contests.test_commands import asking, told
from tests.cogs.management.test_moderation import beside_match
from tests.contests.league_life import play_instead

PEOPLE = [2**40 + 100 + number for number in range(4)]
TERMS = TournamentTerms(Kind.KNOCKOUT, "southern_cards")


class Life:
    """A tournament with its channel and keeper, and time that goes by."""

    def __init__(self, bot: Bot, monkeypatch: pytest.MonkeyPatch) -> None:
        self.bot, (self.channel, self.news) = bot, beside(bot, monkeypatch)
        now = bot.clock()
        self.now = now
        bot.clock = lambda: self.now
        self.keeper = TournamentKeeper(bot)
        self.number = 0

    async def create(self, terms: TournamentTerms = TERMS, *, people: Sequence[int] = PEOPLE) -> None:
        created = await self.bot.contests.tournaments.create("Cup", terms, guild_id=GUILD, channel_id=CHANNEL)
        self.number = created.id
        await self.keeper.look()
        for person in people:
            await self.bot.contests.tournaments.join(self.number, person)

    async def begin(self, terms: TournamentTerms = TERMS, *, people: Sequence[int] = PEOPLE) -> None:
        await self.create(terms, people=people)
        self.now += terms.sign_up
        await self.keeper.look()

    async def tournament(self) -> Tournament:
        return await self.bot.contests.tournaments.get(self.number)

    async def first_seats_win(self) -> None:
        """Whoever sits second resigns."""
        tournament = await self.tournament()
        users = {player.number: player.user for player in tournament.players}
        for match in tournament.matches:
            if match.match_id is not None and match.status is Status.RUNNING:
                await self.bot.matches.act(match.match_id, proposals.resign(users[match.players[1]]))


@pytest.fixture
def life(bot: Bot, monkeypatch: pytest.MonkeyPatch) -> Life:
    return Life(bot, monkeypatch)


async def test_each_part_has_one_message_that_follows_what_happens(life: Life) -> None:
    await life.begin()
    await life.keeper.look()
    assert len(life.channel.having("The tournament began")) == 1
    assert len(life.channel.having("Cup: standings")) == 1
    (first,) = life.channel.having("Cup: round 1 of 2")
    assert first.count("<@") == 4
    tables = [text.splitlines() for text in life.channel.messages.values() if "has begun" in text]
    assert [lines[1] for lines in tables] == ["In the tournament **Cup**"] * 2
    edits = life.channel.edits
    await life.keeper.look()
    assert life.channel.edits == edits
    await life.first_seats_win()
    await life.keeper.look()
    (second,) = life.channel.having("Cup: round 2 of 2")
    assert second.count("Plate, table 1") == 1
    assert len(life.channel.messages) == 3 + 2 + 1 + 2


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
    said = await asking(life.bot).click(commands.remove_now, 0, payload=f"{life.number}.{first}")
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
    await life.begin(replace(TERMS, kind=Kind.SWISS))
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


@pytest.mark.parametrize("kind", [Kind.SWISS, Kind.GROUPS, Kind.ROUND_ROBIN])
async def test_a_moderator_reads_that_a_match_they_end_counts_as_drawn(life: Life, kind: Kind) -> None:
    await life.begin(replace(TERMS, kind=kind, seats=4 if kind is Kind.GROUPS else 2))
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
    await asking(life.bot).click(commands.remove_now, 0, payload=f"{life.number}.{first}")
    await life.keeper.look()
    assert len(life.channel.having(f"- Table 1: <@{first}> and <@{second}> · <@{second}> wins")) == 1
    over = await life.bot.matches.get(match.match_id or 0)
    happened = board_content(cog_for(life.bot, TERMS.game), over).happened
    assert "Someone has left the league or tournament, so this match won't continue." in happened
    assert outcome(over) == "🛑 The match is over: someone has left"
    assert verdict_of(over) == Verdict("Ended", "someone has left")


async def test_a_substitute_plays_on_in_groups_if_someone_leaves(life: Life) -> None:
    await life.begin(replace(TERMS, kind=Kind.GROUPS, seats=4))
    match = (await life.tournament()).matches[0]
    (user,) = [one.user for one in (await life.tournament()).players if one.number == match.players[0]]
    await play_instead(life.bot.matches, match.match_id or 0, 0)
    words = "### Leave Cup?\nYou can't rejoin.\nWhere a substitute plays, the match goes on."
    assert await told(asking(life.bot, user), "tournament", "leave") == words


async def test_the_end_comes_once_and_the_winner_gets_the_role(life: Life) -> None:
    await life.begin()
    await life.bot.matches.servers.change(GUILD, champions=(ROLE, 78))
    for _ in range(2):
        await life.first_seats_win()
        await life.keeper.look()
    await life.keeper.look()
    (end,) = life.channel.having("Cup is over")
    best = next(player for player in (await life.tournament()).players if player.place == 1)
    assert f"🏆 <@{best.user}> wins." in end
    assert "wins the plate." in end
    assert life.channel.crowned == [(best.user, ROLE)]
    assert await life.bot.contests.tournament_rounds.list_unfinished() == []


async def test_what_the_end_says_of_a_role_that_could_not_be_given_stays_after_a_kill(
    life: Life, monkeypatch: pytest.MonkeyPatch
) -> None:
    await life.begin()
    await life.bot.matches.servers.change(GUILD, champions=(ROLE,))
    life.channel.me.guild_permissions.manage_roles = False
    with monkeypatch.context() as patch:

        async def dies(*_: Any) -> None:
            raise ConnectionError

        patch.setattr(life.bot.contests.tournament_rounds, "finish", dies)
        for _ in range(2):
            await life.first_seats_win()
            await life.keeper.look()
    (end,) = life.channel.having("Cup is over")
    assert f"I couldn't give the champion <@&{ROLE}>." in end
    await life.keeper.look()
    assert life.channel.having("Cup is over") == [end]
    assert await life.bot.contests.tournament_rounds.list_unfinished() == []


async def test_a_profile_says_how_someone_stands_and_what_they_have_won(life: Life) -> None:
    tournaments = life.bot.contests.tournaments

    async def profile_of(user: int) -> list[str]:
        running = [tournament_line(one, user) for one in await tournaments.running_of(GUILD, user, viewer=None)]
        return [*running, places_line(await tournaments.places_of(user))]

    await life.begin()
    assert (
        await tournaments.running_of(None, PEOPLE[0], viewer=None)
        == await tournaments.running_of(GUILD, 999, viewer=None)
        == []
    )
    assert await profile_of(999) == [""]
    first = next(one.user for one in (await life.tournament()).players if one.drawn == 1)
    line, won = await profile_of(first)
    assert line == "Southern Cross cards tournament, round 1 of 2"  # nothing has been played
    assert won == ""
    await life.first_seats_win()
    line, _ = await profile_of(first)
    assert re.fullmatch(r"Southern Cross cards tournament, round [12] of 2: [1-4][a-z]{2} of 4", line)
    await life.keeper.look()
    await life.first_seats_win()
    await life.keeper.look()
    told_of_all = [await profile_of(person) for person in PEOPLE]
    places = ["Tournaments: 1 × 1st", "Tournaments: 1 × 2nd", "Tournaments: 1 × 3rd", ""]
    assert sorted(lines[-1] for lines in told_of_all) == sorted(places)
    assert all(len(lines) == 1 for lines in told_of_all)


async def test_a_profile_says_who_came_late_to_a_tournament_and_has_no_place_yet(life: Life) -> None:
    await life.begin(TournamentTerms(Kind.SWISS, "southern_cards"))
    await life.first_seats_win()
    tournament = await life.tournament()
    first = tournament.players[0]
    latecomer = replace(first, number=99, user=99, drawn=None)
    late = replace(tournament, players=(*tournament.players, latecomer))
    rounds = f"Southern Cross cards tournament, round 1 of {tournament.planned}"
    assert tournament_line(late, latecomer.user) == rounds
    assert tournament_line(late, first.user).removeprefix(f"{rounds}: ")[3:] == " of 4"
    for one, user in ((tournament, 999), (replace(tournament, rounds=()), first.user)):
        with pytest.raises(ValueError, match="isn't playing in the tournament"):
            tournament_line(one, user)


async def test_own_matches_are_listed_with_the_opponents_or_a_bye(life: Life) -> None:
    async def lines_of(user: int) -> list[str]:
        asking = Asking(life.bot, user)
        await asking.defer()
        await commands._matches(asking, await life.tournament())
        return asking.heard[-1].splitlines()

    await life.create(TournamentTerms(Kind.SWISS, "southern_cards"), people=[*PEOPLE, PEOPLE[-1] + 1])
    with pytest.raises(ScreenRefusal, match="There are no matches in"):
        await lines_of(PEOPLE[0])
    life.now += TERMS.sign_up
    await life.keeper.look()
    with pytest.raises(ScreenRefusal, match="You aren't playing in"):
        await lines_of(999)
    tournament = await life.tournament()
    users = {player.number: player.user for player in tournament.players}
    match, _ = [one for one in tournament.matches if len(one.players) == 2]
    (bye,) = [one for one in tournament.matches if len(one.players) == 1]
    winner, loser = (users[number] for number in match.players)
    assert await lines_of(users[bye.players[0]]) == ["### Your matches in Cup", "- Round 1: a bye"]
    (line,) = (await lines_of(winner))[1:]
    assert line.startswith(f"- Round 1 against <@{loser}>: match {match.match_id} is being played")
    await life.first_seats_win()
    for person, how in ((winner, "won"), (loser, "lost")):
        assert f": {how}" in (await lines_of(person))[1]


async def test_the_table_is_what_it_is_about_before_the_draw_and_a_picture_after_it(life: Life) -> None:
    async def table() -> Asking:
        asking = Asking(life.bot, PEOPLE[0])
        await asking.defer()
        await commands._table(asking, await life.tournament())
        return asking

    await life.create()
    before = await table()
    assert before.alts == []
    assert "Cup" in before.heard[-1]
    life.now += TERMS.sign_up
    await life.keeper.look()
    after = await table()
    assert len(after.alts) == 1
    assert "Southern Cross cards" in after.heard[-1]


def test_places_are_counted_up_to_the_third() -> None:
    assert places_line([1, 1, 3, 4, 9]) == "Tournaments: 2 × 1st, 1 × 3rd"
    assert places_line([4]) == ""


async def test_the_channel_for_announcements_is_told_once_of_the_sign_up_and_of_the_end(life: Life) -> None:
    await life.bot.matches.servers.change(GUILD, announcements=NEWS)
    await life.begin()
    (announced,) = life.news.messages.values()
    assert "The tournament began" in announced
    assert f"<#{CHANNEL}>" in announced
    await life.bot.contests.tournaments.move(life.number, CHANNEL)
    for _ in range(3):
        await life.first_seats_win()
        await life.keeper.look()
    assert len(life.news.messages) == 2
    assert len(life.news.having("Cup is over")) == 1
    assert len(life.news.having("The tournament is over.")) == 1


async def test_what_the_channel_for_announcements_was_told_follows_when_the_tournament_moves_there(life: Life) -> None:
    await life.bot.matches.servers.change(GUILD, announcements=NEWS)
    await life.create()
    (announced,) = life.news.messages
    await life.bot.contests.tournaments.move(life.number, NEWS)
    life.now += TERMS.sign_up
    for _ in range(3):
        await life.keeper.look()
        await life.first_seats_win()
    assert "The tournament is over." in life.news.messages[announced]
    assert life.news.buttons[announced] == []
    assert len(life.news.having("Cup is over")) == 1  # as the channel's own message says it


async def test_a_tournament_that_moves_is_shown_anew_and_keeps_the_salt_of_its_draw(life: Life) -> None:
    await life.create()
    await life.keeper.look()
    before = await life.tournament()
    await life.bot.contests.tournaments.move(life.number, CHANNEL)
    await life.keeper.look()
    after = await life.tournament()
    assert (after.salt, after.left) == (before.salt, {})
    (old, _), (new, _) = before.messages[0], after.messages[0]
    assert life.channel.messages[new].count("<@") == len(PEOPLE)
    assert (life.channel.buttons[old], life.channel.buttons[new]) == ([], ["Join", "Leave", "The whole seal"])
    assert f"/{CHANNEL}/{new})" in life.channel.messages[old]


@pytest.mark.parametrize("duplicate", [False, True])
async def test_a_table_is_played_where_it_was_announced_and_the_others_where_the_tournament_moves_meanwhile(
    life: Life, monkeypatch: pytest.MonkeyPatch, duplicate: bool
) -> None:
    tournaments, send = life.bot.contests.tournaments, life.channel.send
    moved_by = "your match begins"

    async def send_slowly(**kwargs: Any) -> Any:
        message = await send(**kwargs)
        if moved_by in life.channel.messages[message.id]:
            await tournaments.move(life.number, NEWS)
        return message

    monkeypatch.setattr(life.channel, "send", send_slowly)
    await life.begin(replace(TERMS, duplicate=duplicate))
    tables = [await life.bot.matches.get(match.match_id or 0) for match in (await life.tournament()).matches]
    assert [match.place.channel_id for match in tables] == [CHANNEL, NEWS]
    moved_by = "Cup: round"
    await tournaments.move(life.number, CHANNEL)
    await life.keeper.look()
    assert (await life.tournament()).channel_id == NEWS
    await life.keeper.look()
    assert [len(life.news.having(words)) for words in ("The tournament began", "Cup: round 1 of 2")] == [1, 1]
    assert (await life.tournament()).left == {}


async def test_what_stays_behind_of_a_running_tournament_says_where_it_continues_but_for_pictures(life: Life) -> None:
    await life.begin(replace(TERMS, kind=Kind.SWISS))
    await life.first_seats_win()
    await life.keeper.look()
    before = await life.tournament()
    await life.bot.contests.tournaments.move(life.number, NEWS)
    await life.keeper.look()
    behind = {part: life.channel.messages[message] for part, (message, _) in before.messages.items()}
    assert {part for part, words in behind.items() if "➡️ This continues in" in words} == behind.keys() - {1}
    assert (await life.tournament()).messages.keys() == behind.keys()
    assert [life.channel.buttons[message] for message, _ in before.messages.values()] == [[]] * len(behind)


async def test_an_announced_sign_up_says_when_it_is_closed_unless_someone_has_deleted_it(life: Life) -> None:
    for name, deleted in (("Cup", False), ("Other", True)):
        await life.bot.matches.servers.change(GUILD, announcements=NEWS)
        tournament = await life.bot.contests.tournaments.create(name, TERMS, guild_id=GUILD, channel_id=CHANNEL)
        await life.keeper.look()
        assert len(life.news.having(f"{name}: sign-up is open until")) == 1
        if deleted:
            life.news.messages.clear()
        await life.bot.contests.tournaments.close(tournament.id)
        await life.keeper.look()
        shown = ["This tournament is closed." in text for text in life.news.messages.values()]
        assert shown == ([] if deleted else [True])


async def test_check_in_has_a_button_while_it_is_open(life: Life) -> None:
    terms = replace(TERMS, check_in=timedelta(hours=1))
    await life.create(terms)
    await life.keeper.look()
    (before,) = life.channel.having("Cup: sign-up")
    assert "Only people who check in will play." in before
    life.now += terms.sign_up - timedelta(minutes=30)
    await life.bot.contests.tournaments.check_in(life.number, PEOPLE[0])
    await life.keeper.look()
    (during,) = life.channel.having("Cup: sign-up")
    assert "Press **Check in** to play." in during
    assert f"<@{PEOPLE[0]}> ✓" in during
    assert during.count("✓") == 1
    asking = Asking(life.bot, PEOPLE[1])
    assert "You're checked in for **Cup**." in await asking.click(check_in_by_button, 0, payload=str(life.number))
    await life.keeper.look()
    (after,) = life.channel.having("Cup: sign-up")
    assert f"<@{PEOPLE[1]}> ✓" in after
    assert after.count("✓") == 2


async def test_the_tournaments_of_a_server_are_suggested_there_and_nowhere_else(life: Life) -> None:
    await life.create()
    asking: Any = Asking(life.bot, PEOPLE[0])
    assert [(one.name, one.value) for one in await _suggest(asking, "cU")] == [("Cup", str(life.number))]
    assert await _suggest(asking, "league") == []
    asking.guild_id = None
    assert await _suggest(asking, "") == []


async def test_one_that_was_created_is_not_cancelled_until_it_is_closed(life: Life) -> None:
    await life.create()
    assert not (await life.tournament()).cancelled
    await life.bot.contests.tournaments.close(life.number)
    assert (await life.tournament()).cancelled


async def breaks(*_: Any) -> None:
    raise ConnectionError


class TestTheSameLuck:
    """Each table has a private thread."""

    async def test_a_table_has_a_thread_with_its_people_alone(self, life: Life) -> None:
        await life.begin(replace(TERMS, duplicate=True))
        await life.keeper.look()
        tournament = await life.tournament()
        users = {player.number: player.user for player in tournament.players}
        assert [thread.name for thread in life.channel.threads] == ["Cup 1.1", "Cup 1.2"]
        assert life.channel.in_threads == {
            (match.thread_id, users[player]) for match in tournament.matches for player in match.players
        }
        assert len(life.channel.having("Others play with the same luck.")) == 0  # the tables are shown there by now
        assert len(life.channel.having("All tables have the same luck")) == 1

    async def test_a_thread_that_only_bears_a_tables_name_is_never_played_in(self, life: Life) -> None:
        """Whoever is in it would read the table's board, and know the luck of all others."""
        for number, owner in enumerate((ANNE, 99)):  # somebody's, and an older one of the bot's own
            life.channel.threads.append(SimpleNamespace(id=90 + number, name="Cup 1.1", owner_id=owner))
        await life.begin(replace(TERMS, duplicate=True))
        assert {match.thread_id for match in (await life.tournament()).matches} == {602, 603}
        assert {thread for thread, _ in life.channel.in_threads} == {602, 603}

    async def test_a_second_cup_of_the_same_name_has_threads_of_its_own(self, life: Life) -> None:
        await life.begin(replace(TERMS, duplicate=True))
        await life.bot.contests.tournaments.close(life.number)
        before = set(life.channel.in_threads)
        await life.begin(replace(TERMS, duplicate=True), people=[person + 50 for person in PEOPLE])
        assert [thread.name for thread in life.channel.threads] == ["Cup 1.1", "Cup 1.2"] * 2
        assert {thread for thread, _ in life.channel.in_threads - before} == {602, 603}

    async def test_a_thread_that_could_not_be_noted_is_noted_later(
        self, life: Life, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        with monkeypatch.context() as patch:
            patch.setattr(life.bot.contests.tournament_rounds, "note_thread", breaks)
            await life.begin(replace(TERMS, duplicate=True))
            await life.keeper.look()
        assert len(life.channel.threads) == 1
        await life.keeper.look()
        assert len(life.channel.threads) == 2
        assert all(match.status is Status.RUNNING for match in (await life.tournament()).matches)

    async def test_a_kill_before_a_thread_is_noted_leaves_it_empty_and_begins_each_match_once(
        self, life: Life, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        with monkeypatch.context() as patch:
            patch.setattr(life.bot.contests.tournament_rounds, "note_thread", breaks)
            await life.begin(replace(TERMS, duplicate=True))
        life.keeper = TournamentKeeper(life.bot)
        await life.keeper.look()
        await life.keeper.look()
        matches = (await life.tournament()).matches
        assert {match.thread_id for match in matches} == {601, 602}
        assert {thread for thread, _ in life.channel.in_threads} == {601, 602}
        assert len({match.match_id for match in matches}) == 2

    async def test_the_first_thread_that_was_noted_for_a_table_stays(self, life: Life) -> None:
        """Two processes may have made one while one took over from the other."""
        await life.create(replace(TERMS, duplicate=True))
        life.now += TERMS.sign_up
        rounds = life.bot.contests.tournament_rounds
        await rounds.look_after(await life.tournament(), lambda _: True)
        (table, _) = (await life.tournament()).matches
        assert [await rounds.note_thread(table.id, thread) for thread in (90, 91)] == [90, 90]

    async def test_a_thread_that_somebody_deletes_before_the_match_is_made_anew(
        self, life: Life, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        with monkeypatch.context() as patch:

            async def gone(*_: Any, **__: Any) -> None:
                raise refused(discord.NotFound, 10003)

            patch.setattr(life.keeper, "announce", gone)
            await life.begin(replace(TERMS, duplicate=True))
        assert all(match.thread_id is None for match in (await life.tournament()).matches)

    @pytest.mark.parametrize("code", [50083, 160005], ids=["archived", "locked"])
    async def test_matches_begin_although_their_threads_were_put_away_before(
        self, life: Life, monkeypatch: pytest.MonkeyPatch, code: int
    ) -> None:
        """Nobody can write there. An archived thread is opened again, for a locked one another is made."""
        threads = await self.with_threads_alone(life, monkeypatch)
        closed = set(threads)

        async def add(thread: int, _: int) -> None:
            if thread in closed:
                raise refused(discord.HTTPException, code)

        async def reopen(thread: int, *, archived: bool) -> None:
            assert not archived
            closed.discard(thread)

        async def tell(*_: Any) -> None:
            """People who play and those who run it."""

        monkeypatch.setattr(life.channel, "add_user_to_thread", add)
        monkeypatch.setattr(life.channel, "edit_channel", reopen, raising=False)
        monkeypatch.setattr(life.keeper, "_tell_trouble", tell)
        for _ in range(3):
            life.keeper._refused.clear()
            await life.keeper.look()
        matches = (await life.tournament()).matches
        assert all(match.status is Status.RUNNING for match in matches)
        assert ({match.thread_id for match in matches} == threads) is (code == 50083)

    async def test_matches_begin_elsewhere_in_threads_of_that_channel(
        self, life: Life, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        threads = await self.with_threads_alone(life, monkeypatch)
        await life.bot.contests.tournaments.move(life.number, NEWS)
        await life.keeper.look()
        matches = (await life.tournament()).matches
        assert all(match.status is Status.RUNNING for match in matches)
        assert {match.thread_id for match in matches}.isdisjoint(threads)

    async def with_threads_alone(self, life: Life, monkeypatch: pytest.MonkeyPatch) -> set[int]:
        """Both matches of a round have threads, in which the bot may not write; returns these."""
        with monkeypatch.context() as patch:

            async def may_not(*_: Any, **__: Any) -> None:
                raise refused(discord.Forbidden, 50013)

            patch.setattr(life.keeper, "announce", may_not)
            await life.begin(replace(TERMS, duplicate=True))
        life.keeper._refused.clear()
        tables = (await life.tournament()).matches
        assert all(table.match_id is None for table in tables)
        note = life.bot.contests.tournament_rounds.note_thread
        return {await note(table.id, 590 + table.meeting.number) for table in tables}

    async def test_somebody_who_has_left_the_server_holds_up_nothing(
        self, life: Life, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        async def gone(*_: Any) -> None:
            raise refused(discord.NotFound, 10013)

        monkeypatch.setattr(life.channel, "add_user_to_thread", gone)
        await life.begin(replace(TERMS, duplicate=True))
        assert all(match.status is Status.RUNNING for match in (await life.tournament()).matches)


async def test_a_kill_between_sending_and_noting_sends_nothing_twice(
    life: Life, monkeypatch: pytest.MonkeyPatch
) -> None:
    rounds = life.bot.contests.tournament_rounds
    await life.create()
    life.now += TERMS.sign_up
    with monkeypatch.context() as patch:
        for name in ("begin", "note_message"):

            async def dies(*_: Any) -> None:
                raise ConnectionError

            patch.setattr(rounds, name, dies)
        await life.keeper.look()
    await life.keeper.look()
    tournament = await life.tournament()
    assert all(match.status is Status.RUNNING for match in tournament.matches)
    assert len(life.channel.messages) == 3 + len(tournament.matches)


async def test_what_is_closed_while_its_sign_up_is_sent_still_gets_its_sign_up_edited(
    life: Life, monkeypatch: pytest.MonkeyPatch
) -> None:
    tournaments, send = life.bot.contests.tournaments, life.channel.send
    created = await tournaments.create("Cup", TERMS, guild_id=GUILD, channel_id=CHANNEL)

    async def send_slowly(*args: Any, **kwargs: Any) -> Any:
        message = await send(*args, **kwargs)
        await tournaments.close(created.id)
        return message

    monkeypatch.setattr(life.channel, "send", send_slowly)
    await life.keeper.look()
    await life.keeper.look()
    (sign_up,) = life.channel.having("This tournament is closed.")
    assert sign_up.startswith("### Cup\n")
    assert "SHA-256" not in sign_up  # nothing was drawn
    assert await life.bot.contests.tournament_rounds.list_unfinished() == []


async def test_nothing_is_sent_while_the_channel_is_gone(life: Life) -> None:
    await life.create()
    sent = len(life.channel.messages)
    life.channel.there = False
    life.now += TERMS.sign_up
    await life.keeper.look()
    assert (len(life.channel.messages), (await life.tournament()).began_at) == (sent, None)
    life.channel.there = True
    await life.keeper.look()
    assert (await life.tournament()).running


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("terms", "places", "results"),
    [
        (TERMS, (2, 1), "· {1} wins"),
        (TERMS, (1, 1), ""),  # played again
        (replace(TERMS, kind=Kind.SWISS), (1, 1), "· drawn"),
        (replace(TERMS, kind=Kind.GROUPS, seats=4), (1, 4, 1, 3), "· {0} and {2} win"),
        (replace(TERMS, kind=Kind.GROUPS, seats=4), None, ""),
    ],
)
async def test_a_rounds_message_says_who_has_won(
    life: Life, terms: TournamentTerms, places: tuple[int, ...] | None, results: str
) -> None:
    await life.begin(terms)
    tournament = await life.tournament()
    match, *others = tournament.matches
    played = replace(match, meeting=replace(match.meeting, places=places), table_message=None)
    people = [named(tournament, number) for number in match.players]
    words = round_screen(replace(tournament, matches=[played, *others]), tournament.rounds[0]).words
    (line,) = [line for line in words.splitlines() if line.startswith("- Table 1:")]
    assert line == f"- Table 1: {join_list(people)} {results.format(*people)}".strip()


async def test_a_rounds_message_links_to_the_tables_that_its_readers_can_see(life: Life) -> None:
    await life.begin()
    tournament = await life.tournament()
    assert all(one.table_message for one in tournament.matches)
    assert round_screen(tournament, tournament.rounds[0]).words.count("[table](") == len(tournament.matches)
    elsewhere = replace(tournament, channel_id=tournament.channel_id + 1)
    assert "[table](" not in round_screen(elsewhere, tournament.rounds[0]).words


async def test_a_rounds_message_has_no_link_to_a_private_thread(life: Life) -> None:
    await life.begin(replace(TERMS, duplicate=True))
    tournament = await life.tournament()
    assert [one.table_message for one in tournament.matches if one.match_id is not None] == [None, None]
    assert "[table](" not in round_screen(tournament, tournament.rounds[0]).words


async def test_byes_come_last_and_have_no_table(life: Life) -> None:
    await life.begin(replace(TERMS, duplicate=True), people=[2**40 + 200 + number for number in range(6)])
    (words,) = life.channel.having("Cup: round 1 of 3")
    assert [line.partition(":")[0] for line in words.splitlines()[2:5]] == ["- Table 1", "- Table 2", "- Bye"]
    assert [thread.name for thread in life.channel.threads] == ["Cup 1.1", "Cup 1.2"]


async def test_a_board_says_why_a_rounds_time_ends_its_match(life: Life) -> None:
    await life.begin()
    life.now += TERMS.round_time
    await life.keeper.look()
    match = await life.bot.matches.get(min(one.match_id for one in (await life.tournament()).matches if one.match_id))
    content = board_content(cog_for(life.bot, TERMS.game), match)
    assert "The round's time is over. The player who was to move comes last." in content.happened


@pytest.mark.parametrize("people", [5, 8])
async def test_a_bracket_shows_who_goes_on_before_the_next_round(life: Life, people: int) -> None:
    crowd = [2**40 + 200 + number for number in range(people)]
    await life.begin(people=crowd)
    (main,) = brackets_of(await life.tournament())
    assert [len(column) for column in main.rounds] == [4, 2, 1]
    await life.first_seats_win()
    main, *plates = brackets_of(await life.tournament())
    first = main.rounds[0]
    assert all(pair.winner is not None for pair in first)
    assert [side.drawn for pair in main.rounds[1] for side in pair.sides if side] == [pair.winner for pair in first]
    await life.keeper.look()
    main, *plates = brackets_of(await life.tournament())
    assert [[len(column) for column in plate.rounds] for plate in plates] == ([[2, 1]] if people == 8 else [])
    assert pictures.brackets_alt("A", "B", [main]).startswith("A, B. Main bracket, column 1:")
