"""A tournament's messages: sent once, and edited as results come."""

import re
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from bot.contests.tournaments.meetings import Format
from bot.contests.values.tournament import TournamentTerms
from bot.match.values import Status
from cogs.shared.boards.board import board_content
from cogs.shared.client.refusals import ScreenRefusal
from cogs.shared.contests.screen import person as named
from cogs.shared.interactions import clicks
from cogs.shared.people.profiles import places_line, tournament_line
from cogs.shared.presentation.registry import cog_for
from cogs.shared.tournaments import commands
from cogs.shared.tournaments.commands import TOURNAMENTS
from cogs.shared.tournaments.screens import brackets_of, round_screen
from cogs.shared.wording.labels import join_list
from images.people import tournament as pictures
from tests.cogs.channel import CHANNEL, GUILD, ROLE
from tests.cogs.conftest import Asking
from tests.cogs.tournaments.life import PEOPLE, TERMS, Life


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
    await life.begin(TournamentTerms(Format.SWISS, "southern_cards"))
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
        await commands.list_matches(asking, await life.tournament())
        return asking.heard[-1].splitlines()

    await life.create(TournamentTerms(Format.SWISS, "southern_cards"), people=[*PEOPLE, PEOPLE[-1] + 1])
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
        await commands.show_table(asking, await life.tournament())
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
    assert "You're checked in for **Cup**." in await asking.click(
        clicks.ACTIONS["tournament_check_in"].handle, 0, payload=str(life.number)
    )
    await life.keeper.look()
    (after,) = life.channel.having("Cup: sign-up")
    assert f"<@{PEOPLE[1]}> ✓" in after
    assert after.count("✓") == 2


async def test_the_tournaments_of_a_server_are_suggested_there_and_nowhere_else(life: Life) -> None:
    await life.create()
    asking: Any = Asking(life.bot, PEOPLE[0])
    assert [(one.name, one.value) for one in await TOURNAMENTS.suggest(asking, "cU")] == [("Cup", str(life.number))]
    assert await TOURNAMENTS.suggest(asking, "league") == []
    asking.guild_id = None
    assert await TOURNAMENTS.suggest(asking, "") == []


async def test_one_that_was_created_is_not_cancelled_until_it_is_closed(life: Life) -> None:
    await life.create()
    assert not (await life.tournament()).cancelled
    await life.bot.contests.tournaments.close(life.number)
    assert (await life.tournament()).cancelled


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
    assert "sealed" not in sign_up  # nothing was drawn
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
        (replace(TERMS, kind=Format.SWISS), (1, 1), "· drawn"),
        (replace(TERMS, kind=Format.GROUPS, seats=4), (1, 4, 1, 3), "· {0} and {2} win"),
        (replace(TERMS, kind=Format.GROUPS, seats=4), None, ""),
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
