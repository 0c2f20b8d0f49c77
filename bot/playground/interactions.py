"""Interactions: how people's actions reach the bot, and what the bot can respond and when.

There are three seconds for the first response and 15 minutes for everything after it with the same token.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any, Final

from bot.playground import checks
from bot.playground.activities import Activities
from bot.playground.answers import Interaction, InteractionType, Reply, check_answer, check_deferral
from bot.playground.bodies import Upload
from bot.playground.checks import EPHEMERAL
from bot.playground.clock import HoldableClock
from bot.playground.elsewhere import FOLLOW_UPS, is_elsewhere
from bot.playground.filling import choice_of, fill_modal
from bot.playground.forms import InvalidForm, id_in
from bot.playground.messages import REPLY, Messages, check_post
from bot.playground.payloads import callback_response, creation_of, message_fields, reference
from bot.playground.permissions import PERMISSIONS
from bot.playground.refusals import Refused, invalid
from bot.playground.storage import Json
from bot.playground.world import ALWAYS, World

FIRST_ANSWER_SECONDS: Final = 3.0
TOKEN_SECONDS: Final = 15 * 60.0


class Interactions:
    def __init__(self, world: World, messages: Messages) -> None:
        self.world = world
        self.messages = messages
        self.activities = Activities(world)
        self.clock = HoldableClock()
        self._by_id: dict[int, Interaction] = {}
        self._by_token: dict[str, Interaction] = {}

    # From people to the bot

    def start(
        self,
        kind: InteractionType,
        user_id: int,
        channel: Json,
        data: Json,
        *,
        source: Json | None = None,
        opened_by: Interaction | None = None,
        name: str = "",
        locale: str = "en-US",
    ) -> Interaction:
        """Creates the interaction and hands it to the gateway."""
        interaction = Interaction(
            id=self.world.storage.snowflake(),
            token=secrets.token_urlsafe(120),
            kind=kind,
            user_id=user_id,
            channel_id=int(channel["id"]),
            data=data,
            source_id=int(source["id"]) if source else None,
            opened_by=opened_by,
            name=name,
            started=self.clock.now(),
        )
        self._by_id[interaction.id] = interaction
        self._by_token[interaction.token] = interaction
        self._forget_old()
        interaction.alarm = self.clock.call_later(FIRST_ANSWER_SECONDS, lambda: self._too_late(interaction))
        payload = creation_of(self.world, interaction, channel, locale)
        if source is not None:
            payload["message"] = self.messages.display(source)
        self.world.tell_bot("INTERACTION_CREATE", payload, ALWAYS, self.world.guild_of(channel))
        return interaction

    def use_component(
        self, user_id: int, message: Json, custom_id: str, values: Sequence[str], locale: str
    ) -> Interaction:
        """A person clicks a button or chooses from a select. Raises InvalidForm if the page wouldn't let them."""
        component = next((c for _, c in checks.walk(message["components"]) if c.get("custom_id") == custom_id), None)
        if component is None:
            raise InvalidForm("This message has no such button or select.")
        if component.get("disabled"):
            raise InvalidForm("This button or select is disabled.")
        data: Json = {"custom_id": custom_id, "component_type": component["type"], "id": component["id"]}
        if component["type"] in checks.SELECTS:
            data |= choice_of(self.world, user_id, component, values)
        channel = self.world.channel(int(message["channel_id"]))
        return self.start(InteractionType.COMPONENT, user_id, channel, data, source=message, locale=locale)

    def submit_modal(self, opened_by_id: int, user_id: int, values: dict[str, Any], locale: str) -> Interaction:
        """A person fills in the modal that answered the interaction `opened_by_id`. `values` by custom id."""
        opened_by = self._by_id.get(opened_by_id)
        if opened_by is None or opened_by.modal is None or opened_by.user_id != user_id:
            raise InvalidForm("This form is no longer open.")
        data = fill_modal(self.world, user_id, opened_by.modal, values)
        source = None
        if opened_by.source_id is not None:
            source = self.messages.find(opened_by.source_id, user_id)
        channel = self.world.channel(opened_by.channel_id)
        interaction = self.start(
            InteractionType.MODAL_SUBMIT,
            user_id,
            channel,
            data,
            source=source,
            opened_by=opened_by,
            name=opened_by.name,
            locale=locale,
        )
        opened_by.modal = None
        return interaction

    # From the bot to people

    def callback(
        self, interaction_id: int, token: str, body: Any, uploads: Sequence[Upload], *, with_response: bool
    ) -> Json | None:
        """The first answer. Refusals: 10062 too late or wrong token, 40060 already answered, 50035."""
        interaction = self._by_id.get(interaction_id)
        if interaction is None or not secrets.compare_digest(interaction.token, token):
            raise Refused(10062)
        if interaction.answer is not None:
            raise Refused(40060)
        if interaction.state == "failed" or self._age(interaction) > FIRST_ANSWER_SECONDS:
            raise Refused(10062)
        kind = check_answer(interaction, body)
        data: Json = body.get("data") or {}
        message = self._first_answer(interaction, kind, data, uploads)
        interaction.answer = kind
        self._stop_waiting(interaction)
        self._tell(interaction, "thinking" if interaction.thinking else "answered")
        if not with_response:
            return None
        return callback_response(interaction, None if message is None else self.messages.display(message))

    def _first_answer(
        self, interaction: Interaction, kind: Reply, data: Json, uploads: Sequence[Upload]
    ) -> Json | None:
        """Do what the answer says, and return the message it made or changed, if any."""
        match kind:
            case Reply.MESSAGE:
                interaction.hidden = _is_hidden(self.world, interaction, data)
                message = self._post(interaction, data, uploads, ("data",))
                interaction.original_id = int(message["id"])
                return message
            case Reply.DEFERRED_MESSAGE:
                return self._defer(interaction, data, uploads)
            case Reply.DEFERRED_UPDATE:
                interaction.original_id = interaction.source_id
                return None
            case Reply.UPDATE:
                source = self.messages.find(interaction.source_id or 0)
                interaction.original_id = interaction.source_id
                return self.messages.edit(source, data, uploads, path=("data",))
            case Reply.SUGGESTIONS:
                checks.check_choices(data.get("choices") or [])
                interaction.choices = [choice for choice in data.get("choices") or [] if choice]
                return None
            case Reply.MODAL:
                checks.check_modal(data)
                interaction.modal = data
                return None
            case Reply.LAUNCH:
                if self.activities.command is None:
                    raise invalid(("type",), "INTERACTION_CALLBACK_TYPE_INVALID", "This app has no Activities enabled")
                channel = self.world.channel(interaction.channel_id)
                held = self.world.permissions(interaction.user_id, channel)
                if self.world.guild_of(channel) and not held & PERMISSIONS["use_embedded_activities"]:
                    raise Refused(50013)
                interaction.launched = self.activities.launch(interaction.user_id, channel)
                return None

    def _defer(self, interaction: Interaction, data: Json, uploads: Sequence[Upload]) -> Json:
        check_deferral(data, uploads)
        interaction.hidden = _is_hidden(self.world, interaction, data)
        interaction.thinking = True
        message = self.messages.post_loading(
            interaction.channel_id,
            self.world.bot_id,
            seen_by=interaction.user_id if interaction.hidden else None,
            **message_fields(self.world, interaction),
        )
        interaction.original_id = int(message["id"])
        return message

    def _post(self, interaction: Interaction, data: Json, uploads: Sequence[Upload], path: tuple[str, ...]) -> Json:
        return self.messages.post(
            interaction.channel_id,
            self.world.bot_id,
            data,
            uploads,
            path=path,
            seen_by=interaction.user_id if interaction.hidden else None,
            **message_fields(self.world, interaction),
        )

    # With the token, for a quarter of an hour

    def by_token(self, application_id: int, token: str) -> Interaction:
        """10015 while nothing was answered (or for an unknown token), 50027 when the token's time is over."""
        interaction = self._by_token.get(token)
        if interaction is None or application_id != self.world.bot_id:
            raise Refused(10015)
        if self._age(interaction) > TOKEN_SECONDS:
            raise Refused(50027)
        if interaction.answer in (None, Reply.SUGGESTIONS):
            raise Refused(10015)
        return interaction

    def message_of(self, interaction: Interaction, message_id: str) -> Json:
        """The message meant by ``@original`` or by an id; 10008 unless this token may touch it."""
        wanted = interaction.original_id if message_id == "@original" else id_in(message_id, "message")
        message = self.messages.find(wanted or 0)
        if int(message["author"]["id"]) != self.world.bot_id or int(message["channel_id"]) != interaction.channel_id:
            raise Refused(10008)
        own = {interaction.original_id, *interaction.follow_ups}
        if is_elsewhere(self.world.channel(interaction.channel_id)) and int(message["id"]) not in own:
            raise Refused(10008)
        return message

    def follow_up(self, interaction: Interaction, body: Any, uploads: Sequence[Upload]) -> Json:
        """A follow-up message; while the answer is still deferred, it replaces "is thinking"."""
        check_post("IncomingWebhookRequestPartial", body)
        if interaction.thinking:
            return self._edit(interaction, "@original", body, uploads)
        if is_elsewhere(self.world.channel(interaction.channel_id)) and len(interaction.follow_ups) >= FOLLOW_UPS:
            raise Refused(40094)
        hidden = _is_hidden(self.world, interaction, body)
        fields = message_fields(self.world, interaction)
        if interaction.original_id is not None:
            fields |= {
                "type": REPLY,
                "message_reference": reference(self.world, interaction.original_id, interaction.channel_id),
            }
        message = self.messages.post(
            interaction.channel_id,
            self.world.bot_id,
            body,
            uploads,
            seen_by=interaction.user_id if hidden else None,
            **fields,
        )
        interaction.follow_ups.append(int(message["id"]))
        self._tell(interaction, "answered", message)
        return message

    def edit(self, interaction: Interaction, message_id: str, body: Any, uploads: Sequence[Upload]) -> Json:
        check_post("IncomingWebhookUpdateRequestPartial", body)
        return self._edit(interaction, message_id, body, uploads)

    def _edit(self, interaction: Interaction, message_id: str, body: Json, uploads: Sequence[Upload]) -> Json:
        message = self.message_of(interaction, message_id)
        changed = self.messages.edit(message, body, uploads)
        if int(message["id"]) == interaction.original_id:
            interaction.thinking = False
        self._tell(interaction, "answered", changed)
        return changed

    def delete(self, interaction: Interaction, message_id: str) -> None:
        message = self.message_of(interaction, message_id)
        self.messages.delete(message)
        if int(message["id"]) == interaction.original_id:
            interaction.thinking = False
        self._tell(interaction, "answered")

    # Time

    def get(self, interaction_id: int) -> Interaction:
        """KeyError if it is unknown or long over."""
        return self._by_id[interaction_id]

    def list_unanswered(self) -> list[Interaction]:
        """The interactions that still wait for their first answer, oldest first."""
        return [interaction for interaction in self._by_id.values() if not interaction.answered.is_set()]

    def expire(self, interaction_id: int, *, token_too: bool) -> None:
        """Fault switch: as if three seconds (or with `token_too` a quarter of an hour) had passed."""
        interaction = self._by_id[interaction_id]
        interaction.started -= TOKEN_SECONDS + 1 if token_too else FIRST_ANSWER_SECONDS + 1
        if interaction.answer is None:
            self._too_late(interaction)

    def _age(self, interaction: Interaction) -> float:
        return self.clock.now() - interaction.started

    def _too_late(self, interaction: Interaction) -> None:
        self._stop_waiting(interaction)
        if interaction.answer is None:
            self._tell(interaction, "failed")

    @staticmethod
    def _stop_waiting(interaction: Interaction) -> None:
        interaction.answered.set()
        if interaction.alarm is not None:
            interaction.alarm.cancel()

    def finish(self, interaction_id: int) -> None:
        """Tells the person's page that the bot has finished with an interaction."""
        event: Json = {"type": "finished", "id": str(interaction_id)}
        self.world.tell_page(event, self._by_id[interaction_id].user_id)

    def _forget_old(self) -> None:
        while (oldest := next(iter(self._by_id.values()), None)) and self._age(oldest) > 4 * TOKEN_SECONDS:
            del self._by_id[oldest.id]
            del self._by_token[oldest.token]

    def _tell(self, interaction: Interaction, state: str, message: Json | None = None) -> None:
        interaction.state = state
        event: Json = {
            "type": "interaction",
            "id": str(interaction.id),
            "state": state,
            "answer": interaction.answer,
            "source": str(interaction.source_id) if interaction.source_id else None,
            "original": str(interaction.original_id) if interaction.original_id else None,
            "message": message["id"] if message else None,
            "modal": interaction.modal,
            "frame": interaction.launched[1] if interaction.launched else None,
        }
        self.world.tell_page(event, interaction.user_id)

    def close(self) -> None:
        self.clock.close()


def _is_hidden(world: World, interaction: Interaction, data: Json) -> bool:
    """Whether only the person sees it: asked for, or because the server doesn't let apps of people speak."""
    return bool((data.get("flags") or 0) & EPHEMERAL or world.channel(interaction.channel_id).get("hushed"))
