"""Names act as Markdown nowhere: everything is read that leagues and tournaments of such a name lead to."""

import re
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.contests.tournaments.meetings import Format
from bot.contests.values.league import LeagueTerms
from bot.contests.values.tournament import TournamentTerms
from bot.match.decisions import proposals
from bot.match.values import Status
from bot.text.own_words import in_markdown
from cogs.shared.commands.errors import explain
from cogs.shared.leagues.commands import LEAGUES, league_group
from cogs.shared.leagues.keeping import LeagueKeeper
from cogs.shared.tournaments.commands import TOURNAMENTS, tournament_group
from cogs.shared.tournaments.keeping import TournamentKeeper
from cogs.shared.wording.labels import NAMES
from tests.cogs.channel import CHANNEL, GUILD, NEWS, beside
from tests.cogs.conftest import Asking, Bot
from tests.cogs.contests.commanding import asking

NAME = "[free](https://e.vil)<@1>||_*`#x"
RAW = re.compile(r"(?<!\\)(\[free|<@1>|\|\||_\*|`#x)")
PEOPLE = [2**40 + 100 + number for number in range(4)]


class Read:
    """All that people have read, and what isn't read as Markdown."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self.labels: list[str] = []

    async def command(self, bot: Bot, group: str, name: str, user: int, /, **options: Any) -> None:
        one = asking(bot, user)
        commands = {"league": league_group, "tournament": tournament_group}
        command: Any = commands[group]().get_command(name)
        try:
            await command.callback(one, **options)
        except Exception as error:
            await explain(one, error)
        self.texts += one.heard
        self.labels += [label or "" for label in (*one.labels, *one.placeholders)]


async def everything(bot: Bot, read: Read, group: str, number: int) -> None:
    """Each command of a group, by its name and by its number, of somebody in it and of somebody else."""
    commands = {"league": league_group, "tournament": tournament_group}[group]()
    for wanted in (NAME, str(number), f"{NAME}?"):
        for user in (PEOPLE[0], 2**40):
            for command in commands.commands:
                if command.name in ("create", "close", "leave", "start"):
                    continue
                options: dict[str, Any] = {"contest": wanted}
                if command.name == "remove":
                    options["player"] = SimpleNamespace(id=PEOPLE[0] if wanted == NAME else 2**40 + 7)
                if not (command.name == "remove" and user == PEOPLE[0]):
                    await read.command(bot, group, command.name, user, **options)


@pytest.mark.parametrize("group", ["league", "tournament"])
@pytest.mark.parametrize("duplicate", [False, pytest.param(True, marks=pytest.mark.thorough)])
async def test_nothing_of_a_contests_name_is_markdown_anywhere(
    bot: Bot, monkeypatch: pytest.MonkeyPatch, group: str, duplicate: bool
) -> None:
    channel, news = beside(bot, monkeypatch)
    await bot.matches.servers.change(GUILD, announcements=NEWS)
    now = bot.clock()
    bot.clock = lambda: now
    read, sent = Read(), list[str]()
    for place in (channel, news):
        monkeypatch.setattr(place, "_show", _noting(place, sent))
    named = {"name": NAME, "game": "southern_cards"}
    if group == "tournament":
        named |= {"kind": "knockout"}
        await read.command(bot, group, "create", 2**40, **named, duplicate=duplicate)
        keeper: Any = TournamentKeeper(bot)
        wait, (number, _) = (
            TournamentTerms(Format.KNOCKOUT, "southern_cards").sign_up,
            (await bot.contests.tournaments.of_guild(GUILD, viewer=None))[0],
        )
        join: Any = bot.contests.tournaments.join
    else:
        await read.command(bot, group, "create", 2**40, **named)
        keeper = LeagueKeeper(bot)
        wait, (number, _) = (
            LeagueTerms("southern_cards").sign_up,
            (await bot.contests.leagues.of_guild(GUILD, viewer=None))[0],
        )
        join = bot.contests.leagues.join
    await read.command(bot, group, "create", 2**40, **named)  # it exists
    await everything(bot, read, group, number)
    await keeper.look()
    for person in PEOPLE:
        if person != PEOPLE[0]:
            await join(number, person)
    await keeper.look()
    now += wait
    for _ in range(12):
        await keeper.look()
        running = await bot.matches.lists.glance(guild_id=GUILD, statuses=(Status.RUNNING,))
        for one in running:
            match = await bot.matches.get(one.id)
            contest = await bot.contests.of_match(match.id)
            assert contest is not None
            await bot.matches.act(match.id, proposals.resign(match.seats[0].people[0]))
    await everything(bot, read, group, number)
    await read.command(bot, group, "leave", PEOPLE[1], contest=NAME)
    await read.command(bot, group, "close", 2**40, contest=NAME)
    texts = [*read.texts, *channel.messages.values(), *news.messages.values(), *sent]
    shown = in_markdown(NAME)
    assert len([text for text in texts if shown in text]) > 15
    assert [text for text in texts if RAW.search(text)] == []
    assert not any("\\" in label for label in read.labels)
    assert all(thread.name.startswith(NAME) for thread in channel.threads)
    assert bool(channel.threads) == (duplicate and group == "tournament")


def _noting(place: Any, sent: list[str]) -> Any:
    show = place._show

    def note(number: int, view: discord.ui.LayoutView) -> None:
        show(number, view)
        sent.append(place.messages[number])

    return note


@pytest.mark.parametrize("group", ["league", "tournament"])
async def test_suggestions_are_no_messages_and_show_a_name_as_it_is(bot: Bot, group: str) -> None:

    if group == "league":
        terms = LeagueTerms("southern_cards")
        await bot.contests.leagues.create(NAME, terms, guild_id=GUILD, channel_id=CHANNEL)
    else:
        cup = TournamentTerms(Format.SWISS, "southern_cards")
        await bot.contests.tournaments.create(NAME, cup, guild_id=GUILD, channel_id=CHANNEL)
    suggest = (LEAGUES if group == "league" else TOURNAMENTS).suggest
    one: Any = Asking(bot, PEOPLE[0])
    assert [choice.name for choice in await suggest(one, "[FREE]")] == [NAME]


async def test_peoples_names_are_known_as_their_own_words(bot: Bot) -> None:
    NAMES.learn(GUILD, SimpleNamespace(id=5, display_name=NAME))
    (name,) = (await NAMES.lookup(bot, GUILD, [5])).values()
    assert name.plain == NAME
    assert not RAW.search(f"{name}")
