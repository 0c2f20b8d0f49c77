"""Limits of application commands, as a bulk overwrite meets them."""

from __future__ import annotations

from typing import Any

import pytest

from bot.playground.checks import command_characters
from bot.playground.storage import Json
from tests.person import Person
from tests.playground.bodies import command
from tests.playground.components import places
from tests.playground.conftest import Api

STRING, SUB, GROUP = 3, 1, 2


def option(name: str = "seats", kind: int = STRING, *options: Json, **more: Any) -> Json:
    return (
        {"name": name, "description": "What it is", "type": kind}
        | ({"options": list(options)} if options else {})
        | more
    )


def choice(name: str, value: str | None = None) -> Json:
    return {"name": name, "value": name if value is None else value}


REFUSED: dict[str, tuple[list[Json], str]] = {
    "capital letters": ([command("Game")], "0.name"),
    "blanks": ([command("my game")], "0.name"),
    "33 characters": ([command("x" * 33)], "0.name"),
    "a translated name with blanks": ([command(name_localizations={"de": "das Spiel"})], "0.name_localizations.de"),
    "no description": ([command(description="")], "0.description"),
    "a description of 101 characters": ([command(description="x" * 101)], "0.description"),
    "a name twice": ([command(), command()], "1.name"),
    "26 options": ([command("game", *[option(f"o{n}") for n in range(26)])], "0.options"),
    "an option twice": ([command("game", option(), option())], "0.options.1.name"),
    "required after optional": ([command("game", option("a"), option("b", required=True))], "0.options.1"),
    "26 choices": ([command("game", option(choices=[choice(str(n)) for n in range(26)]))], "0.options.0.choices"),
    "a choice twice": (
        [command("game", option(choices=[choice("a", "1"), choice("b", "1")]))],
        "0.options.0.choices.1.value",
    ),
    "an empty choice": ([command("game", option(choices=[choice("")]))], "0.options.0.choices.0.name"),
    "choices and suggestions": ([command("game", option(choices=[choice("a")], autocomplete=True))], "0.options.0"),
    "subcommands beside options": ([command("game", option("a"), option("b", SUB))], "0.options"),
    "a group in a group": (
        [command("game", option("a", GROUP, option("b", GROUP, option("c", SUB))))],
        "0.options.0.options.0",
    ),
    "an unknown kind": ([command("game", option("a", 77))], "0.options.0.type"),
    "lowest above highest": ([command("game", option("a", 4, min_value=5, max_value=4))], "0.options.0.min_value"),
    "more than 8000 characters": (
        [
            command(
                "game",
                *[option(f"s{n}", SUB, *[option(f"o{m}", description="x" * 100) for m in range(9)]) for n in range(9)],
            )
        ],
        "0",
    ),
}


class TestRefusals:
    @pytest.mark.parametrize(("body", "place"), REFUSED.values(), ids=REFUSED.keys())
    async def test_commands_that_discord_refuses_are_not_registered(
        self, api: Api, body: list[Json], place: str
    ) -> None:
        status, answer = await api("PUT", "/applications/{bot}/commands", body)
        assert (status, answer["code"]) == (400, 50035)
        assert any(found.startswith(place) for found in places(answer["errors"])), answer
        assert (await api("GET", "/applications/{bot}/commands"))[1] == []

    @pytest.mark.parametrize("kind", [2, 3])
    @pytest.mark.parametrize(
        ("more", "place"),
        [
            ({"description": "What it does"}, "0.description"),
            ({"options": [option()]}, "0.options"),
            ({"name": "x" * 33}, "0.name"),
            ({"name": ""}, "0.name"),
            ({"name_localizations": {"de": "x" * 33}}, "0.name_localizations.de"),
        ],
    )
    async def test_a_command_of_a_menu_has_a_name_and_nothing_else(
        self, api: Api, kind: int, more: Json, place: str
    ) -> None:
        status, answer = await api("PUT", "/applications/{bot}/commands", [{"name": "Say hello", "type": kind} | more])
        assert (status, answer["code"]) == (400, 50035)
        assert any(found.startswith(place) for found in places(answer["errors"])), answer

    @pytest.mark.parametrize("kind", [2, 3])
    async def test_16_commands_of_a_menu(self, api: Api, kind: int) -> None:
        body = [{"name": f"Say {n}", "type": kind} for n in range(16)]
        assert (await api("PUT", "/applications/{bot}/commands", body))[1]["code"] == 30032
        assert (await api("PUT", "/applications/{bot}/commands", body[1:]))[0] == 200

    async def test_a_name_may_be_that_of_a_command_of_another_kind(self, api: Api) -> None:
        body = [command("quote"), {"name": "quote", "type": 2}, {"name": "quote", "type": 3}]
        assert (await api("PUT", "/applications/{bot}/commands", body))[0] == 200
        assert (await api("PUT", "/applications/{bot}/commands", [*body, body[1]]))[1]["code"] == 50035

    async def test_101_commands(self, api: Api) -> None:
        body = [command(f"c{n}") for n in range(101)]
        assert (await api("PUT", "/applications/{bot}/commands", body))[1]["code"] == 30032


class TestRegistering:
    async def test_the_new_set_replaces_the_old(self, api: Api) -> None:
        _, (first, kept) = await api("PUT", "/applications/{bot}/commands", [command("a"), command("b")])
        _, (changed, new) = await api(
            "PUT", "/applications/{bot}/commands", [command("b", description="Other"), command("c")]
        )
        _, listed = await api("GET", "/applications/{bot}/commands")
        assert {entry["name"] for entry in listed} == {"b", "c"}
        assert changed["id"] == kept["id"]
        assert changed["version"] != kept["version"]
        assert new["id"] not in (first["id"], kept["id"])

    async def test_commands_of_one_guild_stand_beside_the_global_ones(self, api: Api) -> None:
        guild = f"/applications/{{bot}}/guilds/{api.playground.world.guild_id}/commands"
        await api("PUT", "/applications/{bot}/commands", [command("everywhere")])
        await api("PUT", guild, [command("here")])
        assert [entry["name"] for entry in (await api("GET", guild))[1]] == ["here"]
        assert [entry["name"] for entry in (await api("GET", "/applications/{bot}/commands"))[1]] == ["everywhere"]

    async def test_translations_are_listed_when_asked_for(self, api: Api) -> None:
        path = "/applications/{bot}/commands"
        await api("PUT", path, [command(name_localizations={"de": "spiel"})])
        assert "name_localizations" not in (await api("GET", path))[1][0]
        (listed,) = (await api("GET", path, params={"with_localizations": "true"}))[1]
        assert listed["name_localizations"] == {"de": "spiel"}


def test_characters_are_counted_with_the_longest_translation() -> None:
    node = command(
        "game",
        option("seats", choices=[choice("two", "2")]),
        description="abc",
        description_localizations={"de": "abcdef", "fr": "ab"},
    )
    assert command_characters(node) == len("game") + len("abcdef") + len("seats") + len("What it is") + len("two") + 1


class TestActivities:
    """Discord makes an Entry Point command for them, which a bulk overwrite may change but not leave out."""

    async def test_switching_them_on_makes_a_command_and_switching_them_off_removes_it(
        self, api: Api, ada: Person
    ) -> None:
        await api("PUT", "/applications/{bot}/commands", [command("game")])
        await ada.control(activities=True)
        _, listed = await api("GET", "/applications/{bot}/commands")
        assert {(entry["name"], entry["type"]) for entry in listed} == {("game", 1), ("launch", 4)}
        assert [entry["name"] for entry in (await ada.state())["commands"]] == ["game"]
        await ada.control(activities=False)
        _, listed = await api("GET", "/applications/{bot}/commands")
        assert [entry["name"] for entry in listed] == ["game"]

    async def test_a_bulk_overwrite_must_not_leave_it_out(self, api: Api, ada: Person) -> None:
        await ada.control(activities=True)
        status, answer = await api("PUT", "/applications/{bot}/commands", [command("game")])
        assert (status, answer["code"]) == (400, 50240)
        assert "You cannot remove this app's Entry Point command in a bulk update operation." in answer["message"]
        _, (launch,) = await api("GET", "/applications/{bot}/commands")
        _, kept = await api("PUT", "/applications/{bot}/commands", [command("game"), launch])
        assert [(entry["name"], entry["id"] == launch["id"]) for entry in kept] == [("game", False), ("launch", True)]

    async def test_it_is_a_global_command(self, api: Api, ada: Person) -> None:
        await ada.control(activities=True)
        guild = f"/applications/{{bot}}/guilds/{api.playground.world.guild_id}/commands"
        assert (await api("PUT", guild, [command("here")]))[0] == 200
