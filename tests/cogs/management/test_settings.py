"""`/settings`: what the panel shows, what each of its controls changes, and who is told."""

from dataclasses import dataclass, field, replace
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest

from bot.match import HOURS, MOVE_TIMES, OPEN_TABLES, ServerSettings
from cogs.shared.access.giving_roles import HARMLESS
from cogs.shared.interactions.clicks import handle_click
from cogs.shared.management.settings import (
    MOST_CHANNELS,
    MOST_ROLES,
    SWITCHES,
    TABLE_COUNTS,
    ServerPlaces,
    setting_rows,
    value_text,
)
from tests.cogs.clicking import EXPIRED, Clicking
from tests.cogs.conftest import ANNE, HERE, Bot
from tests.cogs.discord_answers import FORBIDDEN, refusal
from tests.cogs.servers import Member

CHANNELS, ROLES = (20, 21, 22), (30, 31)
PLACES = ServerPlaces(frozenset(CHANNELS), frozenset(ROLES))
USUAL = ServerSettings()
LACKING = "⚠️ In <#{}> I need these permissions: **Send Messages, Attach Files**."


class Answers:
    """The channels that the bot writes to: what they were told, those that it may not write to, and those
    on the way to which the connection is lost."""

    def __init__(self) -> None:
        self.lines: list[tuple[int, str]] = []
        self.closed: set[int] = set()
        self.lost: set[int] = set()

    def get_partial_messageable(self, channel: int, guild_id: int | None) -> Any:
        async def send(words: str, allowed_mentions: discord.AllowedMentions) -> None:
            assert not any((allowed_mentions.everyone, allowed_mentions.users, allowed_mentions.roles))
            assert guild_id == HERE.guild_id
            if channel in self.closed:
                raise refusal(FORBIDDEN)
            if channel in self.lost:
                raise aiohttp.ServerDisconnectedError
            self.lines += [(channel, line) for line in words.splitlines()]

        return SimpleNamespace(send=send)


@pytest.fixture
def answers(bot: Bot, monkeypatch: pytest.MonkeyPatch) -> Answers:
    answers = Answers()
    monkeypatch.setattr(bot, "get_partial_messageable", answers.get_partial_messageable, raising=False)
    return answers


@dataclass(order=True)
class Role:
    position: int
    id: int = field(compare=False)
    guild: Any = field(default=None, compare=False)
    managed: bool = field(default=False, compare=False)
    permissions: discord.Permissions = field(default=discord.Permissions.none(), compare=False)

    @property
    def mention(self) -> str:
        return f"<@&{self.id}>"

    def is_default(self) -> bool:
        return self.position == 0


class Person(Member):
    """Somebody on the server whose highest role is at `top`."""

    __slots__ = ("top",)

    def __init__(self, held: discord.Permissions, top: int) -> None:
        super().__init__(ANNE, held, held)
        self.top = top

    top_role: Any = property(lambda self: Role(self.top, 91))


@dataclass
class Overwritten:
    """A channel, in which nobody but `role` may do more than elsewhere."""

    id: int
    granted: discord.Permissions
    type: discord.ChannelType = discord.ChannelType.text
    role: int = 0
    person: discord.Permissions = field(default_factory=discord.Permissions.all)

    def permissions_for(self, somebody: Any) -> discord.Permissions:
        return self.person if isinstance(somebody, Person) else self.granted

    def overwrites_for(self, role: Role) -> discord.PermissionOverwrite:
        return discord.PermissionOverwrite(manage_messages=True if role.id == self.role else None)


def guild(*, closed: int | None = None, manages_roles: bool = True, top: int = 9) -> Any:
    """The server; the bot may not write to the channel `closed`, and its own role is the one at `top`."""
    few = discord.Permissions(view_channel=True)
    granted = discord.Permissions(manage_roles=manages_roles)
    made = SimpleNamespace(me=SimpleNamespace(guild_permissions=granted, top_role=Role(top, 90)), owner_id=1)
    made.channels = [Overwritten(one, few if one == closed else discord.Permissions.all()) for one in CHANNELS]
    made.roles = [Role(place, one, made) for place, one in enumerate(ROLES, 1)]
    made.get_channel = lambda number: next((one for one in made.channels if one.id == number), None)
    made.get_role = lambda number: next((one for one in made.roles if one.id == number), None)
    return made


MANAGES = discord.Permissions(manage_guild=True, manage_roles=True)


class Panel(Clicking):
    """The panel in the hands of someone who manages the server, unless `manages` is False."""

    forms: list[discord.ui.Modal]

    def __init__(self, bot: Bot, action: str, values: list[str], *, manages: bool = True, where: Any = None) -> None:
        super().__init__(bot, f"s:0:0:settings_{action}:", values)
        self.guild: Any = where or guild()
        self.user: Any = Person(MANAGES, 8)
        self.permissions = discord.Permissions(manage_guild=manages)
        self.forms = []

    async def send_modal(self, form: discord.ui.Modal) -> None:
        await super().send_modal(form)
        self.forms.append(form)


async def clicked(bot: Bot, action: str, *values: str, **named: Any) -> str:
    panel = Panel(bot, action, list(values), **named)
    await handle_click(panel)
    return panel.heard[-1]


async def settings_of(bot: Bot) -> ServerSettings:
    return await bot.matches.servers.settings(HERE.guild_id)


@pytest.mark.parametrize(
    ("changes", "name", "words"),
    [
        ({}, "channels", "all"),
        ({"channels": (20, 22)}, "channels", "<#20> and <#22>"),
        ({"channels": (20, 98, 99)}, "channels", "<#20> and ⚠️ 2 deleted"),
        ({}, "organisers", "none"),
        ({"organisers": (31,)}, "organisers", "<@&31>"),
        ({"champions": (98,)}, "champions", "⚠️ 1 deleted"),
        ({}, "announcements", "none"),
        ({"announcements": 21}, "announcements", "<#21>"),
        ({"log": 99}, "log", "⚠️ 1 deleted"),
        ({"move_time": None}, "move_time", "no limit"),
        ({"move_time": timedelta(hours=1)}, "move_time", "1 hour"),
        ({}, "language", "the server's own"),
        ({"language": "en"}, "language", "English"),
        ({}, "daily_hour", "none"),
        ({"daily_hour": 0}, "daily_hour", "0:00 UTC"),
        ({"open_tables": 3}, "open_tables", "3"),
        ({"hints": True}, "hints", "yes"),
        ({"hints": False}, "hints", "no"),
    ],
)
def test_a_setting_in_words(changes: dict[str, Any], name: str, words: str) -> None:
    assert value_text(ServerSettings(**changes), name, PLACES) == words


@pytest.mark.parametrize(
    ("action", "chosen", "where", "warning"),
    [
        (
            "announcements",
            "21",
            {"closed": 21},
            "⚠️ In <#21> I need these permissions: **Send Messages, Attach Files**.",
        ),
        ("channels", "22", {"closed": 22}, "⚠️ In <#22> I need these permissions: **Send Messages, Attach Files**."),
        ("channels", "22", {"closed": 21}, ""),
        ("champions", "31", {}, ""),
        (
            "champions",
            "31",
            {"manages_roles": False},
            "⚠️ To give champions their roles, I need the permission *Manage Roles*.",
        ),
        (
            "champions",
            "31",
            {"top": 1},
            "⚠️ I can't give champions <@&31>, as it's above my own role. Drag mine above it in the list of roles.",
        ),
        ("champions", "30", {"top": 2}, ""),
    ],
)
async def test_the_panel_says_what_the_bot_may_not_do_with_what_was_chosen(
    bot: Bot, action: str, chosen: str, where: dict[str, Any], warning: str
) -> None:
    words = await clicked(bot, action, chosen, where=guild(**where))
    assert [line for line in words.splitlines() if "⚠️" in line] == [warning][: bool(warning)]


CHANGES: list[tuple[str, list[str], dict[str, Any]]] = [
    ("channels", ["20", "22"], {"channels": (20, 22)}),
    ("channels", [], {"channels": ()}),
    ("organisers", ["30", "31"], {"organisers": (30, 31)}),
    ("champions", ["31"], {"champions": (31,)}),
    ("announcements", ["21"], {"announcements": 21}),
    ("announcements", [], {"announcements": None}),
    ("log", ["22"], {"log": 22}),
    ("time", ["3600"], {"move_time": timedelta(hours=1)}),
    ("time", ["0"], {"move_time": None}),
    ("switches", ["rated", "hints"], {name: name in ("rated", "hints") for name in SWITCHES}),
    ("switches", [*SWITCHES], dict.fromkeys(SWITCHES, True)),
    ("switches", [], dict.fromkeys(SWITCHES, False)),
]


async def test_each_list_of_the_panel_changes_its_setting(bot: Bot, answers: Answers) -> None:
    for action, values, changed in CHANGES:
        before = await settings_of(bot)
        panel = await clicked(bot, action, *values)
        assert await settings_of(bot) == replace(before, **changed)
        assert panel.startswith("### Crux on this server")


async def test_other_values_are_refused_and_change_nothing(bot: Bot, answers: Answers) -> None:
    for action, values in (("time", ["5"]), ("time", ["-1"]), ("channels", ["²"]), ("log", ["x"]), ("time", [])):
        assert (await clicked(bot, action, *values)).startswith(EXPIRED)
    assert await settings_of(bot) == USUAL


FORGED: list[tuple[str, str, str]] = [
    ("announcements", "98", "That's no text channel of this server."),
    ("log", "98", "That's no text channel of this server."),
    ("channels", "98", "That's no text channel of this server."),
    ("organisers", "98", "That's no role of this server."),
    ("champions", "98", "That's no role of this server."),
]


async def test_what_discord_does_not_offer_here_is_refused_and_changes_nothing(bot: Bot, answers: Answers) -> None:
    for action, value, words in FORGED:
        assert (await clicked(bot, action, value)).startswith(words)
    voice = guild()
    voice.channels[1].type = discord.ChannelType.voice
    for action in ("announcements", "log", "channels"):
        assert (await clicked(bot, action, "21", where=voice)).startswith("That's no text channel of this server.")
    assert (await clicked(bot, "log", "20", "21")).startswith(EXPIRED)
    assert await settings_of(bot) == USUAL


async def test_the_bot_is_sent_nowhere_where_the_person_could_not_write(bot: Bot, answers: Answers) -> None:
    where = guild()
    for allowed, refused in (
        (discord.Permissions.none(), ("announcements", "log", "channels")),
        (discord.Permissions(view_channel=True), ("announcements", "log")),
    ):
        where.channels[1].person = allowed
        for action in refused:
            assert (await clicked(bot, action, "21", where=where)).startswith("You can't write in <#21> yourself.")
    assert await settings_of(bot) == USUAL
    assert (await clicked(bot, "channels", "21", where=where)).startswith("### Crux on this server")


class TestRolesForChampions:
    """Only somebody who could give a role can have the bot give it, and none that makes people powerful."""

    @pytest.mark.parametrize(
        ("person", "refused"),
        [
            (Person(discord.Permissions(manage_guild=True), 8), True),
            (Person(MANAGES, 2), True),
            (Person(MANAGES, 1), True),
            (Person(MANAGES, 3), False),
            (Person(discord.Permissions.all(), 2), True),  # administrators' roles have an order too
        ],
    )
    async def test_whoever_could_not_give_a_role_can_not_choose_it(
        self, bot: Bot, answers: Answers, person: Person, refused: bool
    ) -> None:
        panel = Panel(bot, "champions", ["31"])
        panel.user = person
        await handle_click(panel)
        assert panel.heard[-1].startswith("You can't choose <@&31> for champions.") == refused
        assert (await settings_of(bot)).champions == (() if refused else (31,))

    async def test_the_owner_can_choose_each(self, bot: Bot, answers: Answers) -> None:
        where = guild()
        where.owner_id = ANNE
        panel = Panel(bot, "champions", ["31"], where=where)
        panel.user = Person(discord.Permissions(manage_guild=True), 0)
        await handle_click(panel)
        assert (await settings_of(bot)).champions == (31,)

    @pytest.mark.parametrize(
        "power", sorted({name for name, _ in discord.Permissions()} - {name for name, held in HARMLESS if held})
    )
    async def test_a_role_that_makes_powerful_is_refused(self, bot: Bot, answers: Answers, power: str) -> None:
        where = guild()
        where.roles[1].permissions = discord.Permissions(view_channel=True, **{power: True})
        assert "lets people manage or moderate" in await clicked(bot, "champions", "31", where=where)
        assert (await settings_of(bot)).champions == ()

    def test_what_is_harmless_is_nobodys_power(self) -> None:
        assert not HARMLESS & discord.Permissions.elevated()
        powers = ("manage_", "mute_", "deafen_", "move_", "mention_everyone", "view_audit_log", "kick", "ban", "admin")
        assert not [name for name, held in HARMLESS if held and name.startswith(powers)]

    async def test_a_role_that_makes_powerful_in_one_channel_is_refused(self, bot: Bot, answers: Answers) -> None:
        where = guild()
        where.channels[0].role = 31
        assert "lets people manage or moderate" in await clicked(bot, "champions", "31", where=where)

    async def test_what_discord_gives_itself_is_refused(self, bot: Bot, answers: Answers) -> None:
        where = guild()
        where.roles[1].managed, where.roles[0].position = True, 0
        for role in ("30", "31"):
            assert "as Discord gives it itself" in await clicked(bot, "champions", role, where=where)

    async def test_the_panel_says_what_has_become_dangerous_since(self, bot: Bot, answers: Answers) -> None:
        await clicked(bot, "champions", "30", "31")
        where = guild()
        where.roles[1].permissions = discord.Permissions(ban_members=True)
        (line,) = [one for one in (await clicked(bot, "time", "0", where=where)).splitlines() if "⚠️" in one]
        assert line.startswith("⚠️ <@&31> can't be given to champions")

    async def test_who_has_chosen_a_role_is_noted_until_they_are_forgotten(self, bot: Bot, answers: Answers) -> None:
        await clicked(bot, "champions", "30", "31")
        assert await bot.matches.servers.champion_roles_by(1) == {30: ANNE, 31: ANNE}
        await clicked(bot, "champions", "31")
        assert await bot.matches.servers.champion_roles_by(1) == {31: ANNE}
        assert len((await bot.matches.people.stored_data(ANNE))["champion_roles"]) == 1
        await bot.matches.people.forget(ANNE)
        assert await bot.matches.servers.champion_roles_by(1) == {31: None}


async def test_only_those_who_manage_the_server_change_anything(bot: Bot, answers: Answers) -> None:
    for action, values in (("time", ["3600"]), ("switches", []), ("more", [])):
        assert "need the permission *Manage Server*" in await clicked(bot, action, *values, manages=False)
    assert await settings_of(bot) == USUAL


async def test_a_change_is_told_to_the_log_before_and_after_it(bot: Bot, answers: Answers) -> None:
    await clicked(bot, "log", "20")
    assert answers.lines == [(20, f"⚙️ <@{ANNE}> changed **Channel for changes to settings**: none → <#20>")]
    answers.lines.clear()
    await clicked(bot, "time", "3600")
    assert answers.lines == [(20, f"⚙️ <@{ANNE}> changed **Time per turn**: 3 days → 1 hour")]
    answers.lines.clear()
    await clicked(bot, "time", "3600")  # nothing has changed
    assert answers.lines == []
    await clicked(bot, "log", "21")
    assert [channel for channel, _ in answers.lines] == [20, 21]


async def test_a_log_that_can_not_be_told_is_said(bot: Bot, answers: Answers) -> None:
    answers.closed = {20}
    assert "⚠️ I can't write to <#20>." in await clicked(bot, "log", "20")
    assert "can't write to <#20>" in await clicked(bot, "log", "22")  # the one before is told as well
    answers.closed, answers.lost = set(), {22}
    assert "⚠️ I can't write to <#22>." in await clicked(bot, "time", "3600")
    assert (await settings_of(bot)).move_time == timedelta(hours=1)
    answers.lines.clear()
    await bot.matches.servers.change(1, log=99)
    assert "can't write" not in await clicked(bot, "time", "3600")  # the channel is deleted, as the panel says
    assert answers.lines == []


async def test_the_panel_says_what_has_no_effect(bot: Bot, answers: Answers) -> None:
    everywhere, needed = "so tables can be opened everywhere.", "Crux needs a channel for announcements."
    panel = await clicked(bot, "channels", "20")
    assert everywhere not in panel
    assert needed not in panel
    await bot.matches.servers.change(1, channels=(98, 99))
    assert everywhere in await clicked(bot, "time", "3600")
    await bot.matches.servers.change(1, daily_hour=9)
    assert needed in await clicked(bot, "channels")
    assert needed not in await clicked(bot, "announcements", "20")


def chosen(item: Any) -> list[str]:
    """What is chosen in a list before anyone clicks there."""
    if isinstance(item, discord.ui.Select):
        return [option.value for option in item.options if option.default]
    return [str(value.id) for value in item.default_values]


def test_the_lists_show_what_is_set() -> None:
    settings = ServerSettings(
        channels=(20, 99), move_time=MOVE_TIMES[1], rated=False, computers=False, log=21, champions=(30, 98)
    )
    items: list[Any] = [row.children[0] for row in setting_rows(settings, PLACES)]
    *lists, more = items
    seconds = str(int(MOVE_TIMES[1].total_seconds()))
    assert list(map(chosen, lists)) == [["20"], [seconds], ["hints"], [], ["21"], [], ["30"]]
    assert chosen([row.children[0] for row in setting_rows(ServerSettings(move_time=None), PLACES)][1]) == ["0"]
    limits = [(one.min_values, one.max_values) for one in lists]
    one = (0, 1)
    assert limits == [(0, MOST_CHANNELS), (1, 1), (0, len(SWITCHES)), one, one, (0, MOST_ROLES), (0, MOST_ROLES)]
    assert isinstance(more, discord.ui.Button)


class TestMoreSettings:
    """A form for those that need no list in the panel."""

    @pytest.mark.parametrize(
        ("changes", "marked"),
        [
            ({}, [str(OPEN_TABLES), "any", "never"]),
            ({"open_tables": 2, "language": "en", "daily_hour": 0}, ["2", "en", "0"]),
        ],
    )
    async def test_it_shows_what_is_set(self, bot: Bot, changes: dict[str, Any], marked: list[str]) -> None:
        await bot.matches.servers.change(1, **changes)
        panel = Panel(bot, "more", [])
        await handle_click(panel)
        (form,) = panel.forms
        lists: list[Any] = [label.component for label in form.children if isinstance(label, discord.ui.Label)]
        assert [one.custom_id for one in lists] == ["open_tables", "language", "daily_hour"]
        assert [one for each in lists for one in chosen(each)] == marked
        assert [one.value for one in lists[0].options] == [str(count) for count in TABLE_COUNTS]
        assert [one.value for one in lists[2].options] == ["never", *map(str, HOURS)]

    async def submitted(self, bot: Bot, **fields: str) -> str:
        panel = Panel(bot, "form", [])
        panel.data["components"] = [
            {"component": {"custom_id": name, "values": [value]}} for name, value in fields.items()
        ]
        await handle_click(panel)
        return panel.heard[-1]

    async def test_it_changes_all_of_them(self, bot: Bot, answers: Answers) -> None:
        await self.submitted(bot, open_tables="2", language="en", daily_hour="0")
        settings = await settings_of(bot)
        assert (settings.open_tables, settings.language, settings.daily_hour) == (2, "en", 0)
        await self.submitted(bot, open_tables="5", language="any", daily_hour="never")
        settings = await settings_of(bot)
        assert (settings.open_tables, settings.language, settings.daily_hour) == (5, None, None)

    @pytest.mark.parametrize("wrong", [{"open_tables": "4"}, {"language": "xx"}, {"daily_hour": "24"}])
    async def test_other_values_are_refused(self, bot: Bot, answers: Answers, wrong: dict[str, str]) -> None:
        fields = {"open_tables": "2", "language": "en", "daily_hour": "0", **wrong}
        assert (await self.submitted(bot, **fields)).startswith(EXPIRED)
        assert await settings_of(bot) == USUAL

    async def test_a_form_whose_message_is_gone_changes_them_too(self, bot: Bot, answers: Answers) -> None:
        """It's answered by a message of its own."""
        panel, deferred = Panel(bot, "form", []), list[dict[str, bool]]()

        async def defer(**named: bool) -> None:
            deferred.append(named)
            response.type = discord.InteractionResponseType.deferred_channel_message

        response: Any = SimpleNamespace(type=None, defer=defer, is_done=lambda: response.type is not None)
        panel.type, panel.response = discord.InteractionType.modal_submit, response
        fields = {"open_tables": "2", "language": "en", "daily_hour": "0"}
        panel.data["components"] = [
            {"component": {"custom_id": name, "values": [value]}} for name, value in fields.items()
        ]
        await handle_click(panel)
        assert deferred == [{"ephemeral": True, "thinking": True}]
        assert "**Open tables per person**: 2" in panel.heard[-1]
        assert (await settings_of(bot)).open_tables == 2
