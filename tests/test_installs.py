"""Commands for people who have installed the bot for themselves, and where they use them."""

from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest
from discord import app_commands
from discord.app_commands import AppCommandContext, AppInstallationType

from bot.installs import leave_foreign_server, may_be_installed, offer_to_people

SERVER, PERSON = 5, 7


def group(name: str, *, direct: bool, rights: bool = False) -> app_commands.Group:
    return app_commands.Group(
        name=name,
        description="x",
        allowed_installs=AppInstallationType(guild=True, user=False),
        allowed_contexts=AppCommandContext(guild=True, dm_channel=direct),
        default_permissions=discord.Permissions(manage_guild=True) if rights else None,
    )


def test_what_works_in_direct_messages_is_offered_to_people_everywhere_and_nothing_else() -> None:
    tree = app_commands.CommandTree(discord.Client(intents=discord.Intents.none()))
    for one in (group("both", direct=True), group("servers", direct=False), group("rights", direct=True, rights=True)):
        tree.add_command(one)
    offer_to_people(tree)
    sent = {one.name: one.to_dict(tree) for one in tree.get_commands()}
    assert {name: (one["integration_types"], one["contexts"]) for name, one in sent.items()} == {
        "both": ([0, 1], [0, 1, 2]),
        "servers": ([0], [0]),
        "rights": ([0], [0, 1]),
    }


@pytest.mark.parametrize(("config", "may"), [({"0": {}}, False), ({"0": {}, "1": {}}, True), ({}, False)])
def test_the_portal_decides_whether_people_can_install_it(
    config: dict[str, Any], may: bool, caplog: pytest.LogCaptureFixture
) -> None:
    allowed = SimpleNamespace(user_integration_config=config.get("1"))
    assert may_be_installed(cast("discord.AppInfo", allowed)) is may
    assert ("Tick User Install under Installation" in caplog.text) is not may


def asked(guild_id: int | None, owners: dict[int, int]) -> Any:
    """Somebody's interaction, made possible by these installations."""
    member, user = SimpleNamespace(id=PERSON, name="member"), SimpleNamespace(id=PERSON, name="user")
    return SimpleNamespace(
        guild_id=guild_id,
        user=member,
        extras={},
        context=SimpleNamespace(dm_channel=False),
        client=SimpleNamespace(get_user=lambda _: user),
        is_user_integration=lambda: owners.get(1) == PERSON,
        is_guild_integration=lambda: guild_id is not None and owners.get(0) == guild_id,
    )


@pytest.mark.parametrize(
    ("guild_id", "owners", "left", "name"),
    [
        (SERVER, {1: PERSON}, None, "user"),  # the server hasn't added the bot
        (SERVER, {0: SERVER, 1: PERSON}, SERVER, "member"),  # both have
        (SERVER, {0: SERVER}, SERVER, "member"),
        (SERVER, {}, SERVER, "member"),  # a button that was left behind
        (None, {1: PERSON}, None, "member"),
    ],
)
def test_nothing_of_a_server_applies_where_only_the_person_has_it(
    guild_id: int | None, owners: dict[int, int], left: int | None, name: str
) -> None:
    interaction = asked(guild_id, owners)
    assert leave_foreign_server(interaction) == guild_id
    assert (interaction.guild_id, interaction.user.name) == (left, name)
    assert leave_foreign_server(interaction) == guild_id  # asked again, it's still known where it was
