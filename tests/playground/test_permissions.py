"""Who may do what on the playground's server, as on Discord: roles, overwrites, the owner, commands for a few."""

from __future__ import annotations

from typing import Any

import pytest
import pytest_asyncio

from bot.playground import Playground
from bot.playground.permissions import ALL, DEFAULT_PERMISSIONS, PERMISSIONS, bits, effective_permissions
from bot.playground.storage import Json
from tests.messages import CannotDo
from tests.person import Person
from tests.playground.bodies import command
from tests.playground.conftest import Api, Meet, Start
from tests.waiting import until

EVERYONE, ROLE, OTHER, ME = "1", "2", "3", 4
ROLES = (ROLE, OTHER)


def overwrite(whose: str, *, allow: str = "", deny: str = "") -> Json:
    return {"id": whose, "allow": str(bits(allow.split())), "deny": str(bits(deny.split()))}


class TestInAChannel:
    """First count the overwrites of everyone, then those of all roles together, then a person's own."""

    @pytest.mark.parametrize(
        ("overwrites", "may"),
        [
            ([], True),
            ([overwrite(EVERYONE, deny="send_messages")], False),
            ([overwrite(EVERYONE, deny="send_messages"), overwrite(ROLE, allow="send_messages")], True),
            ([overwrite(ROLE, allow="send_messages"), overwrite(EVERYONE, deny="send_messages")], True),
            ([overwrite(ROLE, deny="send_messages"), overwrite(OTHER, allow="send_messages")], True),
            ([overwrite(ROLE, allow="send_messages"), overwrite(str(ME), deny="send_messages")], False),
            ([overwrite(ROLE, deny="send_messages"), overwrite(str(ME), allow="send_messages")], True),
            ([overwrite("9", deny="send_messages")], True),
            ([overwrite(EVERYONE, deny="view_channel")], False),
        ],
    )
    def test_who_may_write(self, overwrites: list[Json], may: bool) -> None:
        channel = {"permission_overwrites": overwrites}
        permissions = effective_permissions(DEFAULT_PERMISSIONS, channel, EVERYONE, ROLES, ME)
        assert bool(permissions & PERMISSIONS["send_messages"]) is may

    def test_whoever_does_not_see_it_may_do_nothing_there(self) -> None:
        channel = {"permission_overwrites": [overwrite(str(ME), deny="view_channel")]}
        assert effective_permissions(DEFAULT_PERMISSIONS, channel, EVERYONE, ROLES, ME) == 0

    def test_nothing_binds_those_who_may_do_everything(self) -> None:
        channel = {"permission_overwrites": [overwrite(str(ME), deny="view_channel send_messages")]}
        assert effective_permissions(ALL, channel, EVERYONE, ROLES, ME) == ALL

    @pytest.mark.parametrize(
        ("name", "bit"),
        [
            ("administrator", 3),
            ("manage_guild", 5),
            ("manage_messages", 13),
            ("manage_roles", 28),
        ],
    )
    def test_the_bits_are_discords(self, name: str, bit: int) -> None:
        assert PERMISSIONS[name] == 1 << bit


def everywhere(playground: Playground, name: str) -> int:
    world = playground.world
    channel = next(one for one in world.channels.values() if one.get("name") == "games")
    return world.permissions(world.people.id_of(name), channel)


def give(playground: Playground, name: str, *permissions: str) -> None:
    """Gives somebody a role with these permissions."""
    world = playground.world
    world.guild["roles"] = [{"id": "77", "name": "Staff", "position": 1, "permissions": list(permissions)}]
    world.people.set_role(world.people.id_of(name), "77", has_role=True)


class TestOnTheServer:
    async def test_the_owner_may_do_everything_and_the_others_what_everyone_may(self, playground: Playground) -> None:
        names = ("Ada", "Ben", "Caro", "Dan")
        assert [everywhere(playground, name) for name in names] == [ALL, *[DEFAULT_PERMISSIONS] * 3]

    async def test_roles_add_to_what_everyone_may(self, playground: Playground) -> None:
        give(playground, "Ben", "manage_messages", "manage_guild")
        assert everywhere(playground, "Ben") == DEFAULT_PERMISSIONS | bits(["manage_messages", "manage_guild"])

    async def test_administrators_may_do_everything(self, playground: Playground) -> None:
        give(playground, "Ben", "administrator")
        assert everywhere(playground, "Ben") == ALL

    async def test_the_bot_hears_who_owns_the_server_now(
        self, playground: Playground, ada: Person, start_bot: Start
    ) -> None:
        bot = await start_bot()
        (guild,) = bot.guilds
        await ada.control(owner="Ben")
        await until(lambda: guild.owner_id == playground.world.people.id_of("Ben"), "that the bot hears of it")
        assert (everywhere(playground, "Ada"), everywhere(playground, "Ben")) == (DEFAULT_PERMISSIONS, ALL)
        application = await bot.application_info()
        assert application.owner.id == playground.world.people.id_of("Ada")  # the operator is still the same


FOR_SOME: dict[str, Any] = {
    "for-managers": {"default_member_permissions": PERMISSIONS["manage_guild"]},
    "for-two-kinds": {"default_member_permissions": bits(["manage_guild", "manage_messages"])},
    "for-admins": {"default_member_permissions": 0},
}


class TestCommandsForAFew:
    """A command with default permissions is offered only to those who have all of them there."""

    @pytest_asyncio.fixture(autouse=True, loop_scope="session")
    async def register(self, api: Api) -> None:
        body = [command(name, **more) for name, more in FOR_SOME.items()]
        assert (await api("PUT", "/applications/{bot}/commands", [*body, command("for-all")]))[0] == 200

    @staticmethod
    async def offered(person: Person) -> set[str]:
        return {entry["name"].removeprefix("for-") for entry in (await person.state())["commands"]}

    async def test_the_owner_sees_all_and_the_others_do_not(self, ada: Person, ben: Person) -> None:
        assert await self.offered(ada) == {"managers", "two-kinds", "admins", "all"}
        assert await self.offered(ben) == {"all"}
        with pytest.raises(CannotDo, match="There is no command /for-managers here"):
            await ben.slash("for-managers")
        await ada.control(owner="Ben")
        assert await self.offered(ada) == {"all"}
        assert await self.offered(ben) == {"managers", "two-kinds", "admins", "all"}

    @pytest.mark.parametrize(
        ("permissions", "offered"),
        [
            (["manage_guild"], {"managers"}),
            (["manage_messages"], set()),
            (["manage_guild", "manage_messages"], {"managers", "two-kinds"}),
            (["administrator"], {"managers", "two-kinds", "admins"}),
        ],
    )
    async def test_a_role_is_enough(
        self, playground: Playground, ben: Person, permissions: list[str], offered: set[str]
    ) -> None:
        give(playground, "Ben", *permissions)
        assert await self.offered(ben) == offered | {"all"}

    async def test_administrators_can_open_a_command_to_everyone(self, ada: Person, ben: Person) -> None:
        await ada.control(allow_commands=["for-admins"])
        assert await self.offered(ben) == {"all", "admins"}

    async def test_in_direct_messages_everyone_has_all(self, ben: Person) -> None:
        direct = {entry["name"] for entry in (await ben.state())["direct_commands"]}
        assert direct == {*FOR_SOME, "for-all"}


async def test_the_bot_is_told_what_the_person_may_do_and_what_itself(
    playground: Playground, ada: Person, meet: Meet, start_bot: Start
) -> None:
    told: list[tuple[bool, bool]] = []
    bot = await start_bot()

    @bot.event
    async def on_interaction(interaction: Any) -> None:
        told.append((interaction.permissions.manage_guild, interaction.app_permissions.manage_guild))

    await ada.slash("game move", move="B5-C5")
    await (await meet("Ben")).slash("game move", move="B5-C5")
    assert told == [(True, False), (False, False)]
