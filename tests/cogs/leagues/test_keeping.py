"""A league's messages: sent once, edited as results come, sent anew where somebody has deleted them."""

from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.contests.values.league import LeagueTerms
from bot.match import FORGOTTEN
from bot.match.values import Status
from cogs.shared.client.refusals import ScreenRefusal
from cogs.shared.contests.screen import people_line, result_in_words
from cogs.shared.leagues import commands
from cogs.shared.leagues.keeping import LeagueKeeper
from cogs.shared.management.moderation import end_match
from cogs.shared.people.profiles import profile_command
from tests.cogs.channel import CHANNEL, GUILD, ME, NEWS, OTHER, ROLE, beside, refused
from tests.cogs.conftest import ANNE, BERT, CLEO, Bot
from tests.cogs.contests.commanding import asking, elsewhere, told
from tests.cogs.leagues.life import PEOPLE, Life
from tests.cogs.moderators import beside_match
from tests.cogs.servers import NONE, Member
from tests.contests.league_life import play_instead


async def test_each_part_has_one_message_that_follows_what_happens(life: Life) -> None:
    league = await life.begin()
    await life.keeper.look()
    assert len(life.channel.having("The season began")) == 1
    (table,) = life.channel.having("Winter: division 1 of season 1")
    assert table.splitlines()[1].startswith("**4 people**: <@")  # nobody has a place yet
    matches = [text.splitlines() for text in life.channel.messages.values() if "has begun" in text]
    assert len(matches) == 6  # the announcements, once their tables are shown there
    assert {lines[1] for lines in matches} == {"In the league **Winter**"}
    edits = life.channel.edits
    await life.keeper.look()
    assert life.channel.edits == edits
    await life.resign(league, PEOPLE[:1])
    await life.keeper.look()
    (table,) = life.channel.having("Winter: division 1 of season 1")
    assert table.count("1 point") == 3


@pytest.mark.parametrize("noting", ["begin", "note_message"])
async def test_a_message_comes_once_also_if_a_process_ended_before_it_could_note_it(
    life: Life, monkeypatch: pytest.MonkeyPatch, noting: str
) -> None:
    life.bot.user = SimpleNamespace(id=ME)
    seasons = life.bot.contests.seasons
    note = getattr(seasons, noting)

    async def dies(*_: Any, **__: Any) -> None:
        raise RuntimeError

    monkeypatch.setattr(seasons, noting, dies)
    league = await life.begin()
    assert life.channel.messages
    life.channel.forget_nonces()
    monkeypatch.setattr(seasons, noting, note)
    await life.keeper.look()
    season = await life.season(league)
    begun = [await life.bot.matches.get(one.match_id) for one in season.matches if one.match_id is not None]
    noted = {message for message, _ in season.messages.values()} | {match.table_message_id for match in begun}
    assert set(life.channel.messages) == noted


async def test_who_is_removed_while_a_season_goes_on_resigns_as_if_they_had_left(life: Life) -> None:
    league = await life.begin()
    player = SimpleNamespace(id=PEOPLE[0])
    organiser = asking(life.bot)
    assert await told(organiser, "league", "remove", player=player) == (
        f"### Remove <@{PEOPLE[0]}> from Winter?\nTheir matches are resigned, and their results this season "
        "won't count for anyone."
    )
    assert (organiser.labels, (await life.season(league)).gone) == (["Remove"], set())
    said = await asking(life.bot).click(commands.LEAGUES.remove_now, 0, payload=f"{league}.{PEOPLE[0]}")
    assert said == f"<@{PEOPLE[0]}> no longer takes part in **Winter**."
    await life.keeper.look()
    season = await life.season(league)
    left = season.player(PEOPLE[0])
    assert left is not None
    assert left.gone
    assert [match.over for match in season.matches] == [left.number in match.players for match in season.matches]
    with pytest.raises(ScreenRefusal, match="isn't in"):
        await told(asking(life.bot), "league", "remove", player=player)


@pytest.mark.parametrize(
    ("seats", "becomes"),
    [
        (2, "Where a substitute plays, the match ends and no ratings change."),
        (4, "Where a substitute plays, the match goes on."),
    ],
)
async def test_both_questions_say_what_becomes_of_a_match_that_a_substitute_plays(
    life: Life, seats: int, becomes: str
) -> None:
    league = await life.begin(seats=seats)
    season = await life.season(league)
    match = next(one for one in season.matches if one.match_id is not None)
    (user,) = [one.user for one in season.players if one.number == match.players[0]]
    await play_instead(life.bot.matches, match.match_id or 0, 0)
    assert await told(asking(life.bot), "league", "remove", player=SimpleNamespace(id=user)) == (
        f"### Remove <@{user}> from Winter?\nTheir matches are resigned, and their results this season won't "
        f"count for anyone.\n{becomes}"
    )
    assert await told(asking(life.bot, user), "league", "leave") == (
        f"### Leave Winter?\nYour matches are resigned, and your results this season won't count for anyone.\n{becomes}"
    )


async def test_a_moderator_reads_that_a_match_they_end_counts_for_nobody_in_the_league(life: Life) -> None:
    league = await life.begin()
    match_id, other, *_ = (match.match_id for match in (await life.season(league)).matches if match.match_id)
    (_, _, follows) = await (await beside_match(life.bot, match_id)).asked(str(match_id))
    assert follows == "In the league **Winter** it won't count for anyone and won't be played again."
    await (await beside_match(life.bot, match_id)).click(end_match, match_id)
    await life.keeper.look()
    season = await life.season(league)
    (ended,) = [match for match in season.matches if match.match_id == match_id]
    assert (ended.over, ended.places, len(season.matches)) == (True, None, 6)
    await life.bot.contests.leagues.close(league)
    assert len(await (await beside_match(life.bot, other)).asked(str(other))) == 2  # it counts nowhere any more


async def test_the_finale_comes_once_and_the_champion_gets_the_role(life: Life) -> None:
    league = await life.begin()
    await life.bot.matches.servers.change(GUILD, champions=(ROLE, 78))
    for count in range(1, 4):
        await life.resign(league, PEOPLE[:count])
    for _ in range(3):
        await life.keeper.look()
    (finale,) = life.channel.having("season 1 is over")
    assert f"<@{PEOPLE[3]}> is the champion." in finale
    assert life.channel.crowned == [(PEOPLE[3], ROLE)]
    assert len(life.channel.having("season 2")) == 1


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("allowed", "above", "crowned", "words"),
    [
        (False, (), [], ["<@&77>. I need the permission *Manage Roles*", "<@&79>. I need the permission"]),
        (True, (OTHER,), [ROLE], ["<@&79>, as it's above my own role."]),
    ],
)
async def test_the_finale_says_which_role_could_not_be_given_and_why(
    life: Life, allowed: bool, above: tuple[int, ...], crowned: list[int], words: list[str]
) -> None:
    league = await life.begin()
    await life.bot.matches.servers.change(GUILD, champions=(ROLE, OTHER))
    life.channel.me.guild_permissions.manage_roles = allowed
    life.channel.above.update(above)
    await life.resign(league, PEOPLE[:3])
    await life.keeper.look()
    (finale,) = life.channel.having("season 1 is over")
    assert [line for line in finale.splitlines() if line.startswith("⚠️ I couldn't give the champion")] == [
        line for line in finale.splitlines() if any(said in line for said in words)
    ]
    assert finale.count("⚠️") == len(words)
    await life.keeper.look()
    assert life.channel.having("season 1 is over") == [finale]
    assert [role for _, role in life.channel.crowned] == crowned


class Above:
    """A role above all others."""

    def __gt__(self, _: object) -> bool:
        return True


@pytest.mark.parametrize(
    ("chooser", "granted", "words"),
    [
        (SimpleNamespace(id=ANNE, guild_permissions=discord.Permissions(manage_roles=True)), 0, ""),
        (SimpleNamespace(id=ANNE, guild_permissions=discord.Permissions()), 0, "can't give it any more"),
        (None, 0, "can't give it any more"),
        ("forgotten", 0, "can't give it any more"),
        (
            SimpleNamespace(id=ANNE, guild_permissions=discord.Permissions.all()),
            discord.Permissions(ban_members=True).value,
            "as it lets people manage or moderate",
        ),
        ("unknown", 0, ""),  # it was chosen under an older release
        ("unknown", discord.Permissions(administrator=True).value, "as it lets people manage or moderate"),
    ],
)
async def test_a_champion_gets_a_role_only_while_the_one_who_chose_it_could_give_it(
    bot: Bot, monkeypatch: pytest.MonkeyPatch, chooser: Any, granted: int, words: str
) -> None:
    channel, _ = beside(bot, monkeypatch)
    keeper = LeagueKeeper(bot)
    await bot.matches.servers.change(GUILD, None if chooser == "unknown" else ANNE, champions=(ROLE,))
    if chooser == "forgotten":
        await bot.matches.people.forget(ANNE)
    elif isinstance(chooser, SimpleNamespace):
        channel.members[ANNE] = SimpleNamespace(**{**vars(chooser), "top_role": Above()})
    channel.granted = discord.Permissions(granted)
    said = await keeper.crown(GUILD, BERT, "won")
    assert (words in said, bool(said)) == (True, bool(words))
    assert channel.crowned == ([] if words else [(BERT, ROLE)])


@pytest.mark.parametrize("gone", ["person", "server", "forgotten"])
async def test_who_is_gone_is_crowned_without_a_role_and_nothing_is_said_of_it(
    bot: Bot, monkeypatch: pytest.MonkeyPatch, gone: str
) -> None:
    channel, _ = beside(bot, monkeypatch)
    keeper = LeagueKeeper(bot)
    await bot.matches.servers.change(GUILD, champions=(ROLE, OTHER))
    asked: list[int] = []

    async def add_role(_guild: int, _user: int, role: int, *, reason: str) -> None:
        asked.append(role)
        raise refused(discord.NotFound, 10007)

    assert await keeper.crown(GUILD, ANNE, "won") == ""
    assert channel.crowned == [(ANNE, ROLE), (ANNE, OTHER)]
    monkeypatch.setattr(channel, "add_role", add_role)
    if gone == "server":
        monkeypatch.setattr(bot, "get_guild", lambda _: None)
    user = FORGOTTEN if gone == "forgotten" else BERT
    assert await keeper.crown(GUILD, user, "won") == ""
    assert asked == ([ROLE, OTHER] if gone == "person" else [])


async def test_an_error_in_one_league_holds_up_no_other_and_its_text_is_not_logged(
    life: Life, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def looks(one: Any) -> None:
        seen.append(one)
        raise ValueError("the queen of hearts")

    seen: list[Any] = []
    for name in ("Winter", "Summer"):
        terms = LeagueTerms("southern_cards")
        await life.bot.contests.leagues.create(name, terms, guild_id=GUILD, channel_id=CHANNEL)
    monkeypatch.setattr(life.keeper, "look_after", looks)
    for times in (1, 2):  # and it's tried again
        await life.keeper.look()
        assert len(seen) == 2 * times
    assert "Couldn't look after season" in caplog.text
    assert "ValueError" in caplog.text
    assert "queen" not in caplog.text


async def test_a_message_that_somebody_deletes_comes_again(life: Life) -> None:
    league = await life.begin()
    season = await life.season(league)
    deleted, _ = season.messages[1]
    del life.channel.messages[deleted]
    await life.resign(league, PEOPLE[:1])
    await life.keeper.look()
    assert len(life.channel.having("division 1 of season 1")) == 1
    assert (await life.season(league)).messages[1][0] != deleted


async def test_a_kill_between_sending_and_noting_sends_nothing_twice(
    life: Life, monkeypatch: pytest.MonkeyPatch
) -> None:
    seasons = life.bot.contests.seasons
    with monkeypatch.context() as patch:
        for name in ("begin", "note_message"):

            async def dies(*_: Any) -> None:
                raise ConnectionError

            patch.setattr(seasons, name, dies)
        league = await life.begin()
    await life.keeper.look()
    season = await life.season(league)
    assert all(match.status is Status.RUNNING for match in season.matches)
    assert len(life.channel.messages) == 1 + 1 + len(season.matches)


async def test_nothing_is_sent_while_the_channel_is_gone(life: Life) -> None:
    life.channel.there = False
    league = await life.begin()
    assert life.channel.messages == {}
    assert (await life.season(league)).began_at is None
    life.channel.there = True
    await life.keeper.look()
    assert (await life.season(league)).running


async def test_a_league_goes_on_where_it_was_when_a_server_takes_the_bot_back(
    life: Life, monkeypatch: pytest.MonkeyPatch
) -> None:
    league = await life.begin()
    before, messages = await life.season(league), life.channel.messages.copy()
    with monkeypatch.context() as removed:
        removed.setattr(life.bot, "get_guild", lambda _: None)
        await life.resign(league, PEOPLE)
        for _ in range(2):
            await life.keeper.look()
        assert life.channel.messages == messages
    await life.keeper.look()
    after = await life.season(league)
    assert after.began_at == before.began_at
    assert {match.id for match in after.matches} == {match.id for match in before.matches}
    assert life.channel.messages != messages


async def test_a_league_that_discord_refuses_is_left_alone_for_a_while_or_until_it_moves(
    life: Life, monkeypatch: pytest.MonkeyPatch
) -> None:
    tries = 0

    async def send(*_: Any, **__: Any) -> None:
        nonlocal tries
        tries += 1
        raise refused(discord.Forbidden, 50013)

    monkeypatch.setattr(life.channel, "send", send)
    league = await life.begin()
    await life.keeper.look()
    assert tries == 1
    await life.bot.contests.leagues.move(league, NEWS)
    await life.keeper.look()
    assert (tries, len(life.news.having("Winter: season 1"))) == (1, 1)


@pytest.mark.parametrize(
    ("places", "words"),
    [
        ((1, 2), ["won", "lost"]),
        ((2, 1), ["lost", "won"]),
        ((1, 1), ["drawn", "drawn"]),
        ((1, 2, 2), ["place 1 of 3", "place 2 of 3", "place 2 of 3"]),
        ((1, 1, 1), ["drawn"] * 3),
    ],
)
def test_a_result_is_said_of_each_seat(places: tuple[int, ...], words: list[str]) -> None:
    assert [result_in_words(places, seat) for seat in range(len(places))] == words


@pytest.mark.parametrize(
    ("people", "words"),
    [
        ([], "Nobody has joined yet."),
        (["@Ada"], "**1 person**: @Ada"),
        (["@Ada", "@Ben"], "**2 people**: @Ada, @Ben"),
    ],
)
def test_who_has_joined_is_counted_and_named(people: list[str], words: str) -> None:
    assert people_line(people) == words


@pytest.mark.parametrize(
    ("member", "hears"),
    [
        (Member(CLEO), True),
        (Member(CLEO, NONE), False),
        (Member(PEOPLE[1], NONE), True),
        (Member(PEOPLE[0], NONE), True),
    ],
)
async def test_a_profile_tells_of_a_season_only_those_who_may_see_the_league(
    life: Life, member: Member, hears: bool
) -> None:
    await life.begin()
    one = elsewhere(life.bot, member)
    command: Any = profile_command()
    await command.callback(one, person=SimpleNamespace(id=PEOPLE[0]))
    assert ("league, season 1" in str(one.alts)) is hears
