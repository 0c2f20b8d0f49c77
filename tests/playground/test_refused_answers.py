"""Discord's refusals of answers to interactions: first ones, forms, and later ones."""

from __future__ import annotations

from typing import Any

import pytest

from bot.playground import Playground
from bot.playground.answers import Interaction, InteractionType
from bot.playground.interactions import TOKEN_SECONDS
from bot.playground.storage import Json
from tests.playground.components import V2, button, form, places, row, select, text, v2
from tests.playground.conftest import Api

EPHEMERAL = 1 << 6


@pytest.fixture
def begun(playground: Playground, api: Api) -> Any:
    """Begin an interaction of a kind without a bot that would answer it."""
    world = playground.world

    def begin(kind: InteractionType = InteractionType.COMMAND) -> Interaction:
        channel = world.channel(int(api.games))
        source = None
        if kind in (InteractionType.COMPONENT, InteractionType.MODAL_SUBMIT):
            source = playground.messages.post(int(api.games), world.bot_id, v2(row(button("a"))))
        data = {"name": "game", "custom_id": "a"}
        return playground.interactions.start(kind, world.people.id_of("Ada"), channel, data, source=source, name="game")

    return begin


def callback(interaction: Interaction) -> str:
    return f"/interactions/{interaction.id}/{interaction.token}/callback"


def webhook(interaction: Interaction) -> str:
    return f"/webhooks/{{bot}}/{interaction.token}"


class TestFirstAnswers:
    async def test_an_interaction_is_answered_only_once(self, api: Api, begun: Any) -> None:
        interaction = begun()
        assert (await api("POST", callback(interaction), {"type": 5}))[0] == 204
        status, answer = await api("POST", callback(interaction), {"type": 5})
        assert (status, answer["code"]) == (400, 40060)

    async def test_within_three_seconds(self, api: Api, begun: Any, playground: Playground) -> None:
        interaction = begun()
        playground.interactions.expire(interaction.id, token_too=False)
        status, answer = await api("POST", callback(interaction), {"type": 5})
        assert (status, answer["code"]) == (404, 10062)
        assert interaction.state == "failed"

    async def test_with_its_own_token(self, api: Api, begun: Any) -> None:
        path = callback(begun()).replace("/callback", "x/callback")
        assert (await api("POST", path, {"type": 5}))[1]["code"] == 10062

    async def test_the_answer_comes_with_its_message(self, api: Api, begun: Any) -> None:
        body = {"type": 4, "data": {"content": "x", "flags": EPHEMERAL}}
        status, answer = await api("POST", callback(begun()), body, params={"with_response": "1"})
        assert status == 200
        assert answer["interaction"]["response_message_ephemeral"]
        assert answer["resource"]["message"]["id"] == answer["interaction"]["response_message_id"]

    @pytest.mark.parametrize(
        ("kind", "body", "place"),
        [
            (InteractionType.COMMAND, {"type": 99}, "type"),
            (InteractionType.COMMAND, {"type": 8, "data": {"choices": []}}, "type"),
            (InteractionType.COMMAND, {"type": 6}, "type"),
            (InteractionType.AUTOCOMPLETE, {"type": 4, "data": {"content": "x"}}, "type"),
            (InteractionType.MODAL_SUBMIT, {"type": 9, "data": {}}, "type"),
            (InteractionType.COMMAND, {"type": 5, "data": {"flags": V2}}, "data.flags"),
            (InteractionType.COMMAND, {"type": 5, "data": {"flags": EPHEMERAL | V2}}, "data.flags"),
            (InteractionType.COMMAND, {"type": 5, "data": {"content": "soon"}}, "data.content"),
            (InteractionType.COMMAND, {"type": 4, "data": {"content": "x" * 2001}}, "data.content"),
            (InteractionType.COMMAND, {"type": 4, "data": v2(text(), content="x")}, "data.content"),
            (
                InteractionType.COMMAND,
                {"type": 4, "data": v2(row(button("a"), button("a")))},
                "data.components.0.components.1.custom_id",
            ),
            (InteractionType.COMPONENT, {"type": 7, "data": v2(text(), content="x")}, "data.content"),
            (
                InteractionType.AUTOCOMPLETE,
                {"type": 8, "data": {"choices": [{"name": str(n), "value": str(n)} for n in range(26)]}},
                "data.choices",
            ),
            (
                InteractionType.AUTOCOMPLETE,
                {"type": 8, "data": {"choices": [{"name": "", "value": "a"}]}},
                "data.choices.0.name",
            ),
            (
                InteractionType.AUTOCOMPLETE,
                {"type": 8, "data": {"choices": [{"name": "x" * 101, "value": "a"}]}},
                "data.choices.0.name",
            ),
        ],
    )
    async def test_an_answer_that_is_refused_may_be_given_again(
        self, api: Api, begun: Any, kind: InteractionType, body: Json, place: str
    ) -> None:
        interaction = begun(kind)
        status, answer = await api("POST", callback(interaction), body)
        assert (status, answer["code"]) == (400, 50035)
        assert any(found.startswith(place) for found in places(answer["errors"]))
        assert interaction.answer is None, "a refused answer may be given again"

    async def test_a_deferral_may_be_ephemeral(self, api: Api, begun: Any) -> None:
        assert (await api("POST", callback(begun()), {"type": 5, "data": {"flags": EPHEMERAL}}))[0] == 204


def label(component: Json, words: str = "Name") -> Json:
    return {"type": 18, "label": words, "component": component}


def field(custom_id: str = "n", **more: Any) -> Json:
    return {"type": 4, "custom_id": custom_id, "style": 1} | more


FORMS = {
    "no title": (form(label(field()), title=""), "data.title"),
    "a title of 46 characters": (form(label(field()), title="x" * 46), "data.title"),
    "nothing in it": (form(), "data.components"),
    "six fields": (form(*[label(field(str(n))) for n in range(6)]), "data.components"),
    "a label of 46 characters": (form(label(field(), "x" * 46)), "data.components.0.label"),
    "an empty label": (form(label(field(), "")), "data.components.0.label"),
    "the same custom id twice": (form(label(field()), label(field())), "data.components.1.component.custom_id"),
    "two labels": (form(label(field(label="again"))), "data.components.0.component.label"),
    "a bare field without label": (form(row(field())), "data.components.0.components.0.label"),
    "longer at least than at most": (
        form(label(field(min_length=5, max_length=4))),
        "data.components.0.component.min_length",
    ),
    "a value that is too long": (form(label(field(max_length=2, value="abc"))), "data.components.0.component.value"),
    "a select with a value twice": (form(label(select("1", "1"))), "data.components.0.component.options.1.value"),
    "a button": (form(row(button())), "data.components.0.components.0"),
    "no custom id": (form(label(field()), custom_id=""), "data.custom_id"),
}


class TestForms:
    @pytest.mark.parametrize(("body", "place"), FORMS.values(), ids=FORMS.keys())
    async def test_a_form_that_discord_refuses(self, api: Api, begun: Any, body: Json, place: str) -> None:
        status, answer = await api("POST", callback(begun()), body)
        assert (status, answer["code"]) == (400, 50035)
        assert any(found.startswith(place) for found in places(answer["errors"])), answer

    async def test_a_form_that_discord_accepts(self, api: Api, begun: Any) -> None:
        body = form(label(field()), label(select()), text("Please."))
        assert (await api("POST", callback(begun()), body))[0] == 204


class TestLaterAnswers:
    async def test_a_later_answer_comes_after_the_first(self, api: Api, begun: Any) -> None:
        interaction = begun()
        assert (await api("POST", webhook(interaction), {"content": "x"}))[1]["code"] == 10015
        path = f"{webhook(interaction)}/messages/@original"
        assert (await api("PATCH", path, {"content": "x"}))[1]["code"] == 10015

    async def test_not_after_a_quarter_of_an_hour(self, api: Api, begun: Any, playground: Playground) -> None:
        interaction = begun()
        await api("POST", callback(interaction), {"type": 5})
        interaction.started -= TOKEN_SECONDS - 5
        path = f"{webhook(interaction)}/messages/@original"
        assert (await api("PATCH", path, {"content": "in time"}))[0] == 200
        playground.interactions.expire(interaction.id, token_too=True)
        status, answer = await api("PATCH", path, {"content": "late"})
        assert (status, answer["code"]) == (401, 50027)
        assert (await api("POST", webhook(interaction), {"content": "late"}))[1]["code"] == 50027

    async def test_the_original_may_be_gone(self, api: Api, begun: Any) -> None:
        interaction = begun()
        await api("POST", callback(interaction), {"type": 4, "data": {"content": "x"}})
        path = f"{webhook(interaction)}/messages/@original"
        assert (await api("DELETE", path))[0] == 204
        assert (await api("PATCH", path, {"content": "x"}))[1]["code"] == 10008

    async def test_the_first_follow_up_ends_the_thinking(self, api: Api, begun: Any) -> None:
        interaction = begun()
        await api("POST", callback(interaction), {"type": 5})
        _, first = await api("POST", webhook(interaction), {"content": "here"})
        _, second = await api("POST", webhook(interaction), {"content": "more"})
        assert int(first["id"]) == interaction.original_id != int(second["id"])
        assert not first["flags"] & 128

    async def test_an_ephemeral_answer_stays_one(self, api: Api, begun: Any, playground: Playground) -> None:
        interaction = begun()
        await api("POST", callback(interaction), {"type": 5, "data": {"flags": EPHEMERAL}})
        _, edited = await api("PATCH", f"{webhook(interaction)}/messages/@original", v2(text()))
        assert edited["flags"] == EPHEMERAL | V2
        assert (await api("GET", "/channels/{games}/messages"))[1] == []
        status, _ = await api("GET", f"/channels/{{games}}/messages/{edited['id']}")
        assert status == 404, "the ordinary routes don't know ephemeral messages"
        assert playground.messages.ephemeral[int(edited["id"])].user_id == interaction.user_id

    async def test_answers_are_checked_like_messages(self, api: Api, begun: Any) -> None:
        interaction = begun()
        await api("POST", callback(interaction), {"type": 5})
        path = f"{webhook(interaction)}/messages/@original"
        status, answer = await api("PATCH", path, v2(row(button("a"), button("a"))))
        assert (status, answer["code"]) == (400, 50035)
        assert (await api("PATCH", path, {"content": 5}))[1]["code"] == 50035


class TestAnswersDoNotNeedPermissions:
    async def test_an_answer_comes_where_the_bot_may_not_write(
        self, api: Api, begun: Any, playground: Playground
    ) -> None:
        playground.world.set_bot_permissions(playground.world.channel(int(api.games)), deny=["send_messages"])
        assert (await api("POST", callback(begun()), {"type": 4, "data": {"content": "x"}}))[0] == 204
