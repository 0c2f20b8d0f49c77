"""Responses to interactions: the first one, and those with the token."""

from __future__ import annotations

from typing import Any, Final

from bot.playground.answers import Interaction
from bot.playground.interactions import Interactions
from bot.playground.messages import Messages
from bot.playground.routes.calls import NO_CONTENT, Call, Route, number

WEBHOOK: Final = r"/webhooks/{application_id:\d+}/{token}"
ANSWER: Final = WEBHOOK + r"/messages/{message_id:\d+|@original}"


class InteractionRoutes:
    def __init__(self, messages: Messages, interactions: Interactions) -> None:
        self.messages = messages
        self.interactions = interactions

    def routes(self) -> list[Route]:
        return [
            ("POST", r"/interactions/{interaction_id:\d+}/{token}/callback", self.callback),
            ("POST", WEBHOOK, self.follow_up),
            ("GET", ANSWER, self.get_answer),
            ("PATCH", ANSWER, self.edit_answer),
            ("DELETE", ANSWER, self.delete_answer),
        ]

    async def callback(self, call: Call) -> Any:
        with_response = call.query.get("with_response", "").lower() in ("1", "true")
        return self.interactions.callback(
            number(call, "interaction_id"),
            call.parts["token"],
            call.body,
            call.uploads,
            with_response=with_response,
        )

    async def follow_up(self, call: Call) -> Any:
        interaction = self._interaction(call)
        message = self.interactions.follow_up(interaction, call.body, call.uploads)
        return self.messages.display(message)

    async def get_answer(self, call: Call) -> Any:
        interaction = self._interaction(call)
        return self.messages.display(self.interactions.message_of(interaction, call.parts["message_id"]))

    async def edit_answer(self, call: Call) -> Any:
        interaction = self._interaction(call)
        message_id = call.parts["message_id"]
        return self.messages.display(self.interactions.edit(interaction, message_id, call.body, call.uploads))

    async def delete_answer(self, call: Call) -> Any:
        self.interactions.delete(self._interaction(call), call.parts["message_id"])
        return NO_CONTENT

    def _interaction(self, call: Call) -> Interaction:
        return self.interactions.by_token(number(call, "application_id"), call.parts["token"])
