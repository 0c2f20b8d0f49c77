"""Discord's refusals, one by one: request, code, and the place in the request that is wrong."""

from __future__ import annotations

import pytest

from bot.playground import Playground
from bot.playground.checks import MAX_FILE_BYTES
from bot.playground.roles import add_role, allow_bot
from bot.playground.storage import Json
from tests.playground.bodies import gallery, posted
from tests.playground.components import button, places, row, select, text, v2
from tests.playground.conftest import Api
from tests.playground.small_bot import picture

MESSAGES: dict[str, tuple[Json, int, str]] = {
    "nothing in it": ({}, 50006, ""),
    "only blanks": ({"content": "  \n "}, 50006, ""),
    "no components": (v2(), 50006, ""),
    "too long": ({"content": "x" * 2001}, 50035, "content"),
    "not text": ({"content": 5}, 50035, "content"),
    "content beside V2 components": (v2(text(), content="words"), 50035, "content"),
    "an embed beside V2 components": (v2(text(), embeds=[{"title": "t"}]), 50035, "embeds"),
    "V2 components without the flag": ({"components": [text()]}, 50035, "components.0.type"),
    "six rows without the flag": ({"components": [row(button(str(n))) for n in range(6)]}, 50035, "components"),
    "an unknown component": (v2({"type": 99}), 50035, "components.0.type"),
    "41 components": (v2(*[text() for _ in range(41)]), 50035, "components"),
    "41 components, nested": (v2({"type": 17, "components": [text() for _ in range(40)]}), 50035, "components"),
    "4001 characters in all": (v2(text("x" * 4000), text("y")), 50035, "components"),
    "an empty text": (v2(text("")), 50035, "components.0.content"),
    "an empty row": (v2(row()), 50035, "components.0.components"),
    "six buttons in a row": (v2(row(*[button(str(n)) for n in range(6)])), 50035, "components.0.components"),
    "a select beside a button": (v2(row(select(), button())), 50035, "components.0.components"),
    "the same custom id twice": (v2(row(button("a"), button("a"))), 50035, "components.0.components.1.custom_id"),
    "the same id twice": (v2(text() | {"id": 4}, text() | {"id": 4}), 50035, "components.1.id"),
    "no custom id": (v2(row(button(None))), 50035, "components.0.components.0.custom_id"),
    "a custom id of 101 characters": (v2(row(button("x" * 101))), 50035, "components.0.components.0.custom_id"),
    "a label of 81 characters": (v2(row(button(label="x" * 81))), 50035, "components.0.components.0.label"),
    "a button without label and emoji": (v2(row(button(label=""))), 50035, "components.0.components.0"),
    "a word as emoji": (v2(row(button(emoji={"name": "dice"}))), 50035, "components.0.components.0.emoji.name"),
    "a link without address": (v2(row(button(None, style=5))), 50035, "components.0.components.0.url"),
    "a link with a custom id": (
        v2(row(button(style=5, url="https://example.org"))),
        50035,
        "components.0.components.0",
    ),
    "26 options": (v2(row(select(*[str(n) for n in range(26)]))), 50035, "components.0.components.0.options"),
    "the same value twice": (v2(row(select("1", "1"))), 50035, "components.0.components.0.options.1.value"),
    "an empty option": (v2(row(select(""))), 50035, "components.0.components.0.options.0.label"),
    "a label of 101 characters on an option": (
        v2(row(select("x" * 101))),
        50035,
        "components.0.components.0.options.0.label",
    ),
    "more values than options": (v2(row(select(max_values=3))), 50035, "components.0.components.0.max_values"),
    "fewer at most than at least": (
        v2(row(select(min_values=2, max_values=1))),
        50035,
        "components.0.components.0.min_values",
    ),
    "two defaults for one value": (
        v2(row(select(options=[{"label": n, "value": n, "default": True} for n in "ab"]))),
        50035,
        "components.0.components.0",
    ),
    "a section without accessory": (v2({"type": 9, "components": [text()]}), 50035, "components.0.accessory"),
    "a file that is not there": (v2(gallery("attachment://board.png")), 50035, "components.0.items.0.media.url"),
    "another scheme": (v2(gallery("file:///etc/passwd")), 50035, "components.0.items.0.media.url"),
    "alt text of 1025 characters": (
        v2(gallery("https://example.org/a.png", description="x" * 1025)),
        50035,
        "components.0.items.0.description",
    ),
    "an attachment that is not there": (
        {"content": "x", "attachments": [{"id": 0, "filename": "a.png"}]},
        50035,
        "attachments.0.id",
    ),
    "an attachment description of 1025 characters": (
        {"content": "x", "attachments": [{"id": 0, "description": "x" * 1025}]},
        50035,
        "attachments.0.description",
    ),
    "a nonce of 26 characters": ({"content": "x", "nonce": "x" * 26}, 50035, "nonce"),
    "mentions both parsed and listed": (
        {"content": "x", "allowed_mentions": {"parse": ["users"], "users": ["1"]}},
        50035,
        "allowed_mentions",
    ),
    "an answer to nothing": ({"content": "x", "message_reference": {"message_id": "5"}}, 50035, "message_reference"),
}


class TestMessages:
    @pytest.mark.parametrize(("body", "code", "place"), MESSAGES.values(), ids=MESSAGES.keys())
    async def test_a_message_that_discord_refuses_is_not_posted(
        self, api: Api, body: Json, code: int, place: str
    ) -> None:
        status, answer = await api("POST", "/channels/{games}/messages", body)
        assert (status, answer["code"]) == (400, code)
        assert place in places(answer.get("errors", {})) or not place
        assert (await api("GET", "/channels/{games}/messages"))[1] == [], "nothing was posted"

    async def test_a_message_may_have_40_components_and_4000_characters(self, api: Api) -> None:
        buttons = [row(*[button(f"{line}.{n}") for n in range(5)]) for line in range(6)]
        body = v2({"type": 17, "components": [text("x" * 4000), *buttons, text("") | {"content": " "}]})
        body["components"][0]["components"][0]["content"] = "x" * 3999
        assert len(buttons) * 6 + 3 == 39
        assert (await api("POST", "/channels/{games}/messages", body))[0] == 200

    async def test_not_json(self, api: Api) -> None:
        status, answer = await api("POST", "/channels/{games}/messages", data="{no")
        assert (status, answer["code"]) == (400, 50109)


class TestFiles:
    async def test_every_file_of_a_v2_message_is_placed(self, api: Api) -> None:
        png = picture().getvalue()
        status, answer = await posted(api, v2(text()), ("board.png", png))
        assert (status, answer["code"]) == (400, 50035)
        assert places(answer["errors"]) == {"attachments.0"}
        assert (await posted(api, v2(gallery("attachment://board.png")), ("board.png", png)))[0] == 200

    async def test_a_large_file(self, api: Api) -> None:
        status, answer = await posted(api, {"content": "x"}, ("big.bin", bytes(MAX_FILE_BYTES + 1)))
        assert (status, answer["code"]) == (413, 40005)
        assert (await posted(api, {"content": "x"}, ("fits.bin", bytes(MAX_FILE_BYTES))))[0] == 200

    @pytest.mark.thorough
    async def test_a_large_request(self, api: Api) -> None:
        files = [(f"{n}.bin", bytes(9 * 1024 * 1024)) for n in range(3)]
        status, answer = await posted(api, {"content": "x"}, *files)
        assert (status, answer["code"]) == (413, 40005)


class TestEdits:
    async def _post(self, api: Api, body: Json) -> str:
        status, message = await api("POST", "/channels/{games}/messages", body)
        assert status == 200, message
        return f"/channels/{{games}}/messages/{message['id']}"

    async def test_the_v2_flag_stays(self, api: Api) -> None:
        path = await self._post(api, v2(text()))
        status, answer = await api("PATCH", path, {"flags": 0})
        assert (status, answer["code"], places(answer["errors"])) == (400, 50035, {"flags"})
        status, answer = await api("PATCH", path, {"content": "words"})
        assert places(answer["errors"]) == {"content"}
        assert (await api("PATCH", path, {"components": [text("new")]}))[0] == 200

    async def test_a_v2_message_cannot_be_emptied(self, api: Api) -> None:
        path = await self._post(api, v2(text()))
        assert (await api("PATCH", path, {"components": []}))[1]["code"] == 50006

    async def test_an_ordinary_message_can_become_v2(self, api: Api) -> None:
        path = await self._post(api, {"content": "words"})
        assert (await api("PATCH", path, v2(text())))[1]["code"] == 50035
        assert (await api("PATCH", path, v2(text(), content=None)))[0] == 200

    async def test_only_own_messages(self, api: Api, playground: Playground) -> None:
        message = playground.messages.post(int(api.games), playground.world.people.id_of("Ada"), {"content": "mine"})
        path = f"/channels/{{games}}/messages/{message['id']}"
        assert (await api("PATCH", path, {"content": "yours"}))[1]["code"] == 50005
        assert (await api("DELETE", path))[1]["code"] == 50013

    async def test_old_messages_only_now_and_then(self, api: Api, playground: Playground) -> None:
        path = await self._post(api, {"content": "0"})
        playground.storage.age_message(int(path.rsplit("/", 1)[1]), 3601)
        codes = [(await api("PATCH", path, {"content": str(n)}))[1].get("code") for n in range(4)]
        assert codes == [None, None, None, 30046]
        assert (await api("PATCH", path, {"content": "x"}))[0] == 429

    async def test_young_messages_as_often_as_one_likes(self, api: Api) -> None:
        path = await self._post(api, {"content": "0"})
        assert {(await api("PATCH", path, {"content": str(n)}))[0] for n in range(8)} == {200}


UNKNOWN = {
    "a channel": ("GET", "/channels/1", 10003),
    "a message": ("GET", "/channels/{games}/messages/1", 10008),
    "a message to edit": ("PATCH", "/channels/{games}/messages/1", 10008),
    "a message to delete": ("DELETE", "/channels/{games}/messages/1", 10008),
    "a guild": ("GET", "/guilds/1", 10004),
    "a user": ("GET", "/users/1", 10013),
    "an application": ("GET", "/applications/1/commands", 10002),
    "a webhook": ("POST", "/webhooks/{bot}/token", 10015),
    "an answer": ("PATCH", "/webhooks/{bot}/token/messages/@original", 10015),
    "an interaction": ("POST", "/interactions/1/token/callback", 10062),
    "a route": ("GET", "/nonsense", 0),
}


class TestUnknownThings:
    @pytest.mark.parametrize(("method", "path", "code"), UNKNOWN.values(), ids=UNKNOWN.keys())
    async def test_what_is_not_there_is_not_found(self, api: Api, method: str, path: str, code: int) -> None:
        status, answer = await api(method, path, {"content": "x"} if method != "GET" else None)
        assert (status, answer["code"]) == (404, code)

    async def test_a_user_to_write_to(self, api: Api) -> None:
        status, answer = await api("POST", "/users/@me/channels", {"recipient_id": "1"})
        assert (status, answer["code"]) == (400, 50035)


class TestPermissions:
    @pytest.mark.parametrize(
        ("denied", "method", "path", "code"),
        [
            ("view_channel", "POST", "/channels/{games}/messages", 50001),
            ("view_channel", "GET", "/channels/{games}", 50001),
            ("send_messages", "POST", "/channels/{games}/messages", 50013),
            ("read_message_history", "GET", "/channels/{games}/messages", 50013),
            ("create_public_threads", "POST", "/channels/{games}/threads", 50013),
        ],
    )
    async def test_what_the_bot_may_not_do_is_refused(
        self, api: Api, playground: Playground, denied: str, method: str, path: str, code: int
    ) -> None:
        games = playground.world.channel(int(api.games))
        body = {"content": "x", "name": "thread", "type": 11} if method == "POST" else None
        playground.world.set_bot_permissions(games, deny=[denied])
        status, answer = await api(method, path, body)
        assert (status, answer["code"]) == (403, code)
        playground.world.set_bot_permissions(games)
        assert (await api(method, path, body))[0] == 200

    async def test_files_need_their_own(self, api: Api, playground: Playground) -> None:
        playground.world.set_bot_permissions(playground.world.channel(int(api.games)), deny=["attach_files"])
        assert (await posted(api, {"content": "x"}, ("a.txt", b"a")))[1]["code"] == 50013

    async def test_writing_in_a_thread_needs_another_than_in_its_channel(
        self, api: Api, playground: Playground
    ) -> None:
        games = playground.world.channel(int(api.games))
        _, thread = await api("POST", "/channels/{games}/threads", {"name": "t", "type": 11})
        path = f"/channels/{thread['id']}/messages"
        playground.world.set_bot_permissions(games, deny=["send_messages"])
        assert (await api("POST", path, {"content": "x"}))[0] == 200
        playground.world.set_bot_permissions(games, deny=["send_messages_in_threads"])
        assert (await api("POST", path, {"content": "x"}))[1]["code"] == 50013

    async def test_closed_direct_messages(self, api: Api, playground: Playground) -> None:
        ada = playground.world.people.id_of("Ada")
        _, channel = await api("POST", "/users/@me/channels", {"recipient_id": str(ada)})
        path = f"/channels/{channel['id']}/messages"
        playground.world.people.set_dm_open(ada, is_open=False)
        status, answer = await api("POST", path, {"content": "x"})
        assert (status, answer["code"]) == (403, 50007)
        playground.world.people.set_dm_open(ada, is_open=True)
        assert (await api("POST", path, {"content": "x"}))[0] == 200


class TestRoles:
    async def test_the_bot_gives_those_below_its_own_with_the_permission_for_it(
        self, api: Api, playground: Playground
    ) -> None:
        world = playground.world
        below, above = (add_role(world, f"At {position}", position)["id"] for position in (4, 6))
        ada = f"/guilds/{world.guild_id}/members/{world.people.id_of('Ada')}"
        assert (await api("PUT", f"{ada}/roles/{below}"))[1]["code"] == 50013
        allow_bot(world, ["manage_roles"])
        assert await api("PUT", f"{ada}/roles/{below}") == (204, None)
        assert (await api("GET", ada))[1]["roles"] == [below]
        for role, code in ((above, 50013), (world.guild["role_id"], 50013), (world.guild["id"], 50013), (1, 10011)):
            assert (await api("PUT", f"{ada}/roles/{role}"))[1]["code"] == code
        assert (await api("PUT", f"/guilds/{world.guild_id}/members/1/roles/{below}"))[1]["code"] == 10007
        assert await api("DELETE", f"{ada}/roles/{below}") == (204, None)
        assert (await api("GET", ada))[1]["roles"] == []


class TestThreads:
    async def test_one_thread_for_each_message(self, api: Api) -> None:
        _, message = await api("POST", "/channels/{games}/messages", {"content": "x"})
        path = f"/channels/{{games}}/messages/{message['id']}/threads"
        assert (await api("POST", path, {"name": "one"}))[0] == 200
        assert (await api("POST", path, {"name": "two"}))[1]["code"] == 160004

    @pytest.mark.parametrize("body", [{}, {"name": ""}, {"name": "x" * 101}, {"name": "x", "auto_archive_duration": 5}])
    async def test_names_and_durations(self, api: Api, body: Json) -> None:
        _, message = await api("POST", "/channels/{games}/messages", {"content": "x"})
        status, answer = await api("POST", f"/channels/{{games}}/messages/{message['id']}/threads", body)
        assert (status, answer["code"]) == (400, 50035)

    async def test_closed_threads_take_no_message_and_no_edit(self, api: Api, playground: Playground) -> None:
        _, thread = await api("POST", "/channels/{games}/threads", {"name": "t", "type": 11})
        _, message = await api("POST", f"/channels/{thread['id']}/messages", {"content": "x"})
        playground.world.set_archived(playground.world.channel(int(thread["id"])), archived=True)
        path = f"/channels/{thread['id']}/messages"
        assert (await api("POST", path, {"content": "x"}))[1]["code"] == 50083
        assert (await api("PATCH", f"{path}/{message['id']}", {"content": "y"}))[1]["code"] == 50083
        assert (await api("PATCH", f"/channels/{thread['id']}", {"name": "new"}))[1]["code"] == 50083
