"""Nothing begins where it couldn't go on, and people are told once of what can't begin any more."""

from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.contests.contests import Contests
from bot.contests.tournaments.meetings import Format
from bot.contests.values.league import LeagueTerms
from bot.contests.values.tournament import TournamentTerms
from cogs.shared.access.permissions import check_kind, check_permissions
from cogs.shared.client.refusals import MissingPermissions
from cogs.shared.contests.keeping import TRIED, Keeper
from cogs.shared.contests.trouble import tell
from cogs.shared.leagues.keeping import LeagueKeeper
from cogs.shared.tournaments.keeping import TournamentKeeper
from tests.cogs.channel import CHANNEL, GUILD, ME, NEWS, Channel, beside, refused
from tests.cogs.conftest import Bot
from tests.cogs.contests.commanding import asking, created, told

PEOPLE = [2**40 + 100 + number for number in range(4)]
OWNER = 2**40 + 200
KINDS = discord.ChannelType
BOTH = pytest.mark.parametrize("what", ["league", "tournament"])


class TestWhatBegins:
    @pytest.mark.parametrize("kind", [KINDS.voice, KINDS.stage_voice])
    @BOTH
    async def test_no_contest_is_created_or_moved_where_no_threads_are(
        self, bot: Bot, what: str, kind: discord.ChannelType
    ) -> None:
        one = asking(bot)
        one.channel = SimpleNamespace(type=kind)
        named = {"name": "Cup", "game": "southern_cards"} | ({} if what == "league" else {"kind": "swiss"})
        with pytest.raises(MissingPermissions, match="No threads can be opened"):
            await told(one, what, "create", **named)
        await created(bot, what)
        with pytest.raises(MissingPermissions, match="No threads can be opened"):
            await told(one, what, "relocate")

    async def test_no_duplicate_is_created_where_no_private_threads_are(self, bot: Bot) -> None:
        one = asking(bot)
        one.channel = SimpleNamespace(type=KINDS.news)
        named = {"name": "Cup", "game": "southern_cards", "kind": "swiss"}
        with pytest.raises(MissingPermissions, match="No private threads"):
            await told(one, "tournament", "create", **named, duplicate=True)
        assert await told(one, "tournament", "create", **named)

    @pytest.mark.parametrize(
        ("kind", "thread", "private", "allowed"),
        [
            (KINDS.text, True, True, True),
            (KINDS.news, True, False, True),
            (KINDS.news, True, True, False),
            (KINDS.voice, True, False, False),
            (KINDS.voice, False, False, True),
            (KINDS.stage_voice, True, False, False),
            (KINDS.forum, True, False, False),
        ],
    )
    def test_only_text_channels_have_threads(
        self, bot: Bot, kind: discord.ChannelType, thread: bool, private: bool, allowed: bool
    ) -> None:
        one = asking(bot)
        one.channel = SimpleNamespace(type=kind)
        if allowed:
            check_kind(one, thread=thread, private=private)
            return
        with pytest.raises(MissingPermissions):
            check_kind(one, thread=thread, private=private)

    @pytest.mark.parametrize(
        ("missing", "thread", "private"),
        [
            ("send_messages", False, False),
            ("create_public_threads", True, False),
            ("send_messages_in_threads", True, False),
            ("create_private_threads", True, True),
        ],
    )
    def test_the_bot_begins_nothing_for_somebody_who_could_not(
        self, bot: Bot, missing: str, thread: bool, private: bool
    ) -> None:
        held = discord.Permissions.all()
        held.update(**{missing: False})
        one = asking(bot, held=held)
        with pytest.raises(MissingPermissions, match="nothing here that you couldn't do"):
            check_permissions(one, thread=thread, private=private)
        one.permissions = discord.Permissions.all()
        check_permissions(one, thread=thread, private=private)

    def test_nobody_needs_the_permission_to_attach_pictures(self, bot: Bot) -> None:
        held = discord.Permissions.all()
        held.update(attach_files=False)
        check_permissions(asking(bot, held=held), thread=True)


class Contest:
    """A league or a tournament in its channel, about to begin, and what people are told directly."""

    def __init__(self, bot: Bot, monkeypatch: pytest.MonkeyPatch, what: str, *, duplicate: bool = False) -> None:
        self.bot, self.what, self.duplicate = bot, what, duplicate
        self.channel, self.log = beside(bot, monkeypatch)
        self.now = bot.clock()
        bot.clock = lambda: self.now
        self.keeper: Keeper[Any] = self.new_keeper()
        self.said: list[tuple[int, str]] = []
        self.nonces: set[tuple[int, str]] = set()
        self.refusal: discord.HTTPException | None = None
        for place, number in ((self.channel, CHANNEL), (self.log, NEWS)):
            monkeypatch.setattr(place, "id", number, raising=False)
            monkeypatch.setattr(place, "send", self._sending(place, number))
        monkeypatch.setattr(bot, "create_dm", self._direct, raising=False)

    def new_keeper(self) -> Keeper[Any]:
        kind: Any = LeagueKeeper if self.what == "league" else TournamentKeeper
        made: Keeper[Any] = kind(self.bot)
        return made

    def _sending(self, place: Channel, number: int) -> Any:
        send = place.send

        async def answer(words: str | None = None, **named: Any) -> Any:
            if self.refusal is not None and place is self.channel and (words is None or self.closed):
                raise self.refusal
            if words is None:
                return await send(**named)
            self._note(number, words, named["nonce"])
            return SimpleNamespace(id=1)

        return answer

    closed = False
    """Whether not even a plain message can be sent."""

    def _note(self, place: int, words: str, nonce: str) -> None:
        """For some minutes Discord takes what has the same nonce for the same message."""
        assert len(nonce) <= 25
        if (place, nonce) not in self.nonces:
            self.nonces.add((place, nonce))
            self.said.append((place, words))

    async def logs_from(self, place: int, limit: int) -> list[Any]:
        """What was said in a channel or to somebody, as Discord spells it."""
        moment = discord.utils.time_snowflake(discord.utils.utcnow())
        said = [words for number, words in self.said if number == place][-limit:]
        return [{"id": str(moment), "author": {"id": str(ME)}, "content": words} for words in reversed(said)]

    async def _direct(self, person: Any) -> Any:
        async def send(words: str, *, nonce: str, **_: Any) -> None:
            self._note(person.id, words, nonce)

        return SimpleNamespace(id=person.id, send=send)

    async def begin(self) -> None:
        matches = self.bot.matches
        contests = Contests(matches)
        if self.what == "league":
            terms = LeagueTerms("southern_cards")
            number = (await contests.leagues.create("Cup", terms, guild_id=GUILD, channel_id=CHANNEL)).league.id
            join: Any = contests.leagues.join
            wait = terms.sign_up
        else:
            cup = TournamentTerms(Format.SWISS, "southern_cards", duplicate=self.duplicate)
            number = (await contests.tournaments.create("Cup", cup, guild_id=GUILD, channel_id=CHANNEL)).id
            join, wait = contests.tournaments.join, cup.sign_up
        await self.keeper.look()
        for person in PEOPLE:
            await join(number, person)
        self.now += wait

    async def look(self, times: int = 1) -> None:
        """Look after everything as if the pause between two attempts were over."""
        for _ in range(times):
            self.keeper.refused.clear()
            await self.keeper.look()


@BOTH
async def test_who_plays_is_told_once_in_the_channel_which_permissions_are_missing(
    bot: Bot, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    life = Contest(bot, monkeypatch, what)
    await life.begin()
    life.refusal = refused(discord.Forbidden, 50013)
    life.channel.lacking = discord.Permissions(attach_files=True)
    await life.look(3)
    ((place, words),) = life.said
    assert place == CHANNEL
    assert all(f"<@{person}>" in words for person in PEOPLE)
    assert f"The matches of the {what} **Cup** can't begin." in words
    assert f"In <#{CHANNEL}> I need these permissions: **Attach Files**." in words
    life.keeper = life.new_keeper()  # after a new start
    await life.look(2)
    assert len(life.said) == 1


@BOTH
@pytest.mark.parametrize("there", [True, False])
async def test_nobody_is_told_again_after_a_death_before_that_was_noted_however_late(
    bot: Bot, monkeypatch: pytest.MonkeyPatch, what: str, there: bool
) -> None:
    life = Contest(bot, monkeypatch, what)
    await life.begin()
    life.refusal, life.channel.there = refused(discord.Forbidden, 50013), there

    async def dies(*given: Any) -> None:
        await tell(*given)
        raise RuntimeError("the process ends")

    monkeypatch.setattr("cogs.shared.contests.keeping.tell", dies)
    await life.look(2)
    told_before = list(life.said)
    assert told_before
    monkeypatch.setattr("cogs.shared.contests.keeping.tell", tell)
    life.keeper = life.new_keeper()
    life.nonces.clear()  # Discord has forgotten them
    monkeypatch.setattr(bot.http, "logs_from", life.logs_from)
    monkeypatch.setattr(bot, "user", SimpleNamespace(id=ME), raising=False)
    await life.look(2)
    assert life.said == told_before
    (one,) = await life.keeper.list_unfinished()
    assert not one.messages[-9][1].startswith(TRIED)


@BOTH
async def test_once_it_goes_on_the_next_trouble_is_told_again(
    bot: Bot, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    life = Contest(bot, monkeypatch, what)
    await life.begin()
    life.refusal, life.channel.lacking = refused(discord.Forbidden, 50013), discord.Permissions(attach_files=True)
    await life.look(2)
    life.refusal = None
    await life.look(2)
    assert len(life.said) == 1
    (one,) = await life.keeper.list_unfinished()
    assert one.messages[-9][1] == ""


@BOTH
async def test_where_the_channel_is_gone_each_is_told_directly_and_the_log_too(
    bot: Bot, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    life = Contest(bot, monkeypatch, what)
    await bot.matches.servers.change(GUILD, log=NEWS)
    await life.begin()
    life.channel.there = False
    await life.look(3)
    assert [place for place, _ in life.said] == [NEWS, *PEOPLE]
    assert all("Its channel is gone." in words and f"`/{what} relocate`" in words for _, words in life.said)


@BOTH
async def test_without_a_log_the_owner_of_the_server_is_told(
    bot: Bot, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    life = Contest(bot, monkeypatch, what)
    await life.begin()
    life.channel.owner_id, life.closed = OWNER, True
    life.refusal, life.channel.lacking = refused(discord.Forbidden, 50001), discord.Permissions(send_messages=True)
    await life.look(3)
    assert [place for place, _ in life.said] == [*PEOPLE, OWNER]


async def test_a_duplicate_in_a_kind_of_channel_without_private_threads_is_told_of(
    bot: Bot, monkeypatch: pytest.MonkeyPatch
) -> None:
    life = Contest(bot, monkeypatch, "tournament", duplicate=True)
    await life.begin()

    async def refuses(*_: Any, **__: Any) -> None:
        raise refused(discord.HTTPException, 50024)

    monkeypatch.setattr(life.channel, "start_thread_without_message", refuses)
    life.channel.kind = KINDS.voice
    await life.look(3)
    ((place, words),) = life.said
    assert place == CHANNEL
    assert "no such threads can be opened, as it's another kind of channel." in words


@BOTH
async def test_too_many_threads_are_told_of(bot: Bot, monkeypatch: pytest.MonkeyPatch, what: str) -> None:
    life = Contest(bot, monkeypatch, what)
    await life.begin()
    life.refusal = refused(discord.HTTPException, 160006)
    await life.look(3)
    ((_, words),) = life.said
    assert "as many open threads as Discord allows" in words


@BOTH
async def test_what_discord_refuses_for_another_reason_is_told_of_when_it_does_so_again(
    bot: Bot, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    life = Contest(bot, monkeypatch, what)
    await life.begin()
    life.refusal = refused(discord.HTTPException, 50035)
    await life.look()
    assert life.said == []
    await life.look(2)
    ((_, words),) = life.said
    assert f"Discord refuses it in <#{CHANNEL}>." in words


@BOTH
async def test_another_reason_that_follows_soon_is_told_of_as_well(
    bot: Bot, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    life = Contest(bot, monkeypatch, what)
    await life.begin()
    life.refusal = refused(discord.HTTPException, 160006)
    await life.look(2)
    life.refusal, life.channel.lacking = refused(discord.Forbidden, 50013), discord.Permissions(attach_files=True)
    await life.look(2)
    assert len(life.said) == 2
    assert "**Attach Files**" in life.said[-1][1]


@BOTH
async def test_nothing_is_said_of_what_passes_or_where_the_server_is_not_there(
    bot: Bot, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    life = Contest(bot, monkeypatch, what)
    await life.begin()
    life.refusal = refused(discord.DiscordServerError, 0)
    await life.look(3)
    life.refusal, life.channel.there, life.channel.unavailable = None, False, True
    await life.look(3)
    monkeypatch.setattr(bot, "get_guild", lambda _: None)
    await life.look(3)
    assert life.said == []
