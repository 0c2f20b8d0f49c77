"""Interactions: how what people do reaches the bot, and what the bot can answer and when.

Three seconds for the first answer, a quarter of an hour for everything that follows with the same token.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any, Final

from bot.playground import checks, schema
from bot.playground.bodies import Upload
from bot.playground.checks import EPHEMERAL, MAX_FILE_BYTES
from bot.playground.clock import Alarm, Clock
from bot.playground.commands import Mistake, with_person
from bot.playground.messages import CHAT_INPUT_COMMAND, REPLY, Messages, check_post
from bot.playground.refusals import Problem, Refused, invalid
from bot.playground.storage import Json
from bot.playground.world import ALWAYS, DIRECT, World

FIRST_ANSWER_SECONDS: Final = 3.0
TOKEN_SECONDS: Final = 15 * 60.0


class Kind(IntEnum):
    """What a person did."""

    COMMAND = 2
    COMPONENT = 3
    AUTOCOMPLETE = 4
    MODAL_SUBMIT = 5


class Reply(IntEnum):
    """How the bot answers first."""

    MESSAGE = 4
    DEFERRED_MESSAGE = 5
    DEFERRED_UPDATE = 6
    UPDATE = 7
    SUGGESTIONS = 8
    MODAL = 9


_ALLOWED_ANSWERS: Final = {
    Kind.COMMAND: (Reply.MESSAGE, Reply.DEFERRED_MESSAGE, Reply.MODAL),
    Kind.COMPONENT: (Reply.MESSAGE, Reply.DEFERRED_MESSAGE, Reply.DEFERRED_UPDATE, Reply.UPDATE, Reply.MODAL),
    Kind.AUTOCOMPLETE: (Reply.SUGGESTIONS,),
    Kind.MODAL_SUBMIT: (Reply.MESSAGE, Reply.DEFERRED_MESSAGE, Reply.DEFERRED_UPDATE, Reply.UPDATE),
}
_ANSWER_SCHEMA: Final = {
    Reply.MESSAGE: "CreateMessageInteractionCallbackRequest",
    Reply.DEFERRED_MESSAGE: "CreateMessageInteractionCallbackRequest",
    Reply.DEFERRED_UPDATE: "UpdateMessageInteractionCallbackRequest",
    Reply.UPDATE: "UpdateMessageInteractionCallbackRequest",
    Reply.SUGGESTIONS: "ApplicationCommandAutocompleteCallbackRequest",
    Reply.MODAL: "ModalInteractionCallbackRequest",
}


@dataclass(slots=True)
class Interaction:
    id: int
    token: str
    kind: Kind
    user_id: int
    channel_id: int
    data: Json
    source_id: int | None  # the message whose button or select was used
    opened_by: Interaction | None  # for a submitted modal: the interaction that was answered with it
    name: str  # "/cirondo start" for a command, otherwise empty
    started: float  # by the clock of interactions
    answer: Reply | None = None  # the kind of the first answer
    original_id: int | None = None  # the message that messages/@original means
    hidden: bool = False  # the answer is ephemeral
    thinking: bool = False  # deferred, and the message is still to come
    modal: Json | None = None
    choices: list[Json] | None = None
    state: str = "sent"  # sent, thinking, answered, failed: as the page shows it
    answered: asyncio.Event = field(default_factory=asyncio.Event)
    alarm: Alarm | None = None  # for the end of the time for the first answer


class Interactions:
    def __init__(self, world: World, messages: Messages) -> None:
        self.world = world
        self.messages = messages
        self.clock = Clock()
        self._by_id: dict[int, Interaction] = {}
        self._by_token: dict[str, Interaction] = {}

    # From people to the bot

    def start(
        self,
        kind: Kind,
        user_id: int,
        channel: Json,
        data: Json,
        *,
        source: Json | None = None,
        opened_by: Interaction | None = None,
        name: str = "",
        locale: str = "en-US",
    ) -> Interaction:
        """Make the interaction and hand it to the gateway."""
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
        payload = self._payload(interaction, channel, source, locale)
        self.world.tell_bot("INTERACTION_CREATE", payload, ALWAYS, self.world.guild_of(channel))
        return interaction

    def _payload(self, interaction: Interaction, channel: Json, source: Json | None, locale: str) -> Json:
        world = self.world
        permissions = str(world.bot_permissions(channel))
        payload: Json = {
            "id": str(interaction.id),
            "application_id": str(world.bot_id),
            "type": interaction.kind,
            "token": interaction.token,
            "version": 1,
            "data": interaction.data,
            "channel_id": channel["id"],
            "channel": world.channel_object(channel) | {"permissions": permissions},
            "app_permissions": permissions,
            "locale": locale,
            "entitlements": [],
            "entitlement_sku_ids": [],
            "attachment_size_limit": MAX_FILE_BYTES,
        }
        if channel["type"] == DIRECT:
            payload |= {
                "user": world.user(interaction.user_id),
                "context": 1,
                "authorizing_integration_owners": {"0": "0"},
            }
        else:
            guild_id = str(world.guild_id)
            payload |= {
                "guild_id": guild_id,
                "guild": {"id": guild_id, "locale": "en-US", "features": []},
                "guild_locale": "en-US",
                "member": world.member(interaction.user_id) | {"permissions": permissions},
                "context": 0,
                "authorizing_integration_owners": {"0": guild_id},
            }
        if source is not None:
            payload["message"] = self.messages.shown(source)
        return payload

    def use_component(
        self, user_id: int, message: Json, custom_id: str, values: Sequence[str], locale: str
    ) -> Interaction:
        """A person clicks a button or chooses from a select. Mistake if the page would not let them."""
        component = next((c for _, c in checks.walk(message["components"]) if c.get("custom_id") == custom_id), None)
        if component is None:
            raise Mistake("This message has no such button or select.")
        if component.get("disabled"):
            raise Mistake("This button or select is disabled.")
        data: Json = {"custom_id": custom_id, "component_type": component["type"], "id": component["id"]}
        if component["type"] in checks.SELECTS:
            data |= self._chosen(component, values)
        channel = self.world.channel(int(message["channel_id"]))
        return self.start(Kind.COMPONENT, user_id, channel, data, source=message, locale=locale)

    def _chosen(self, select: Json, values: Sequence[str]) -> Json:
        low = select.get("min_values", 1)
        high = select.get("max_values", 1)
        if select.get("required") is False and not values:
            low = 0
        if not low <= len(values) <= high:
            raise Mistake(f"Choose {low} to {high}." if low != high else f"Choose {low}.")
        if select["type"] == checks.STRING_SELECT:
            known = {option["value"] for option in select["options"]}
            if any(value not in known for value in values):
                raise Mistake("There is no such option.")
            return {"values": list(values)}
        resolved: Json = {}
        if select["type"] in (checks.USER_SELECT, checks.MENTIONABLE_SELECT):
            for value in values:
                with_person(self.world, resolved, int(value))
        elif select["type"] == checks.CHANNEL_SELECT:
            for value in values:
                channel = self.world.channel_object(self.world.channel(int(value)))
                resolved.setdefault("channels", {})[value] = channel | {"permissions": "0"}
        else:
            raise Mistake("The playground has no roles to choose.")
        return {"values": list(values), "resolved": resolved}

    def submit_modal(self, opened_by_id: int, user_id: int, values: dict[str, Any], locale: str) -> Interaction:
        """A person fills in the modal that answered the interaction `opened_by_id`. `values` by custom id."""
        opened_by = self._by_id.get(opened_by_id)
        if opened_by is None or opened_by.modal is None or opened_by.user_id != user_id:
            raise Mistake("This form is no longer open.")
        modal = opened_by.modal
        resolved: Json = {}
        number = iter(range(1, 1000))
        filled: list[Json] = []
        for component in modal["components"]:
            entry: Json = {"type": component["type"], "id": component.get("id") or next(number)}
            if component["type"] == checks.LABEL:
                inner = self._filled(component["component"], component["label"], values, resolved)
                entry["component"] = {"id": next(number)} | inner
            elif component["type"] == checks.ACTION_ROW:
                child = component["components"][0]
                entry["components"] = [
                    {"id": next(number)} | self._filled(child, child.get("label") or "", values, resolved)
                ]
            filled.append(entry)
        data: Json = {"custom_id": modal["custom_id"], "components": filled}
        if resolved:
            data["resolved"] = resolved
        source = None
        if opened_by.source_id is not None:
            source = self.messages.find(opened_by.source_id, user_id)
        channel = self.world.channel(opened_by.channel_id)
        interaction = self.start(
            Kind.MODAL_SUBMIT,
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

    def _filled(self, component: Json, label: str, values: dict[str, Any], resolved: Json) -> Json:
        kind, custom_id = component["type"], component["custom_id"]
        given = values.get(custom_id)
        required = component.get("required", True) is not False
        entry: Json = {"type": kind, "custom_id": custom_id}
        if kind == checks.TEXT_INPUT:
            text = str(given if given is not None else component.get("value") or "")
            low, high = component.get("min_length") or 0, component.get("max_length") or 4000
            if (required and not text) or (text and not low <= len(text) <= high):
                raise Mistake(f"{label}: {max(low, 1)} to {high} characters, please.")
            return entry | {"value": text}
        if kind in checks.SELECTS:
            chosen = [given] if isinstance(given, str) else list(given or ())
            if not chosen and not required:
                return entry | {"values": []}
            answer = self._chosen(component, chosen)
            for key, found in answer.pop("resolved", {}).items():
                resolved.setdefault(key, {}).update(found)
            return entry | answer
        if kind == checks.CHECKBOX:
            return entry | {"value": bool(given)}
        if kind == checks.RADIO_GROUP:
            if required and given not in {option["value"] for option in component["options"]}:
                raise Mistake(f"{label}: choose one, please.")
            return entry | {"value": given}
        if kind == checks.CHECKBOX_GROUP:
            return entry | {"values": [given] if isinstance(given, str) else list(given or ())}
        raise Mistake("The playground cannot fill in this kind of field.")

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
        if not isinstance(body, dict) or body.get("type") not in _ANSWER_SCHEMA:
            raise invalid(("type",), "BASE_TYPE_CHOICES", "Value must be one of {4, 5, 6, 7, 8, 9}.")
        kind = Reply(body["type"])
        if kind not in _ALLOWED_ANSWERS[interaction.kind] or (
            kind in (Reply.UPDATE, Reply.DEFERRED_UPDATE) and interaction.source_id is None
        ):
            raise invalid(("type",), "INTERACTION_CALLBACK_TYPE_INVALID", "This answer does not fit the interaction")
        schema.check(_ANSWER_SCHEMA[kind], body)
        data: Json = body.get("data") or {}
        message = self._first_answer(interaction, kind, data, uploads)
        interaction.answer = kind
        self._stop_waiting(interaction)
        self._tell(interaction, "thinking" if interaction.thinking else "answered")
        if not with_response:
            return None
        response: Json = {
            "interaction": {
                "id": str(interaction.id),
                "type": interaction.kind,
                "channel_id": str(interaction.channel_id),
            }
        }
        if message is not None:
            response["interaction"] |= {
                "response_message_id": message["id"],
                "response_message_loading": interaction.thinking,
                "response_message_ephemeral": bool(message["flags"] & EPHEMERAL),
            }
            response["resource"] = {"type": kind, "message": self.messages.shown(message)}
        return response

    def _first_answer(
        self, interaction: Interaction, kind: Reply, data: Json, uploads: Sequence[Upload]
    ) -> Json | None:
        """Do what the answer says, and return the message it made or changed, if any."""
        match kind:
            case Reply.MESSAGE:
                interaction.hidden = bool((data.get("flags") or 0) & EPHEMERAL)
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

    def _defer(self, interaction: Interaction, data: Json, uploads: Sequence[Upload]) -> Json:
        """Only the ephemeral flag goes with a deferral: everything else is refused, so that nobody relies on it."""
        problems = [
            Problem(
                ("data", key), "INTERACTION_DEFERRED_FIELD_INVALID", "A deferred answer carries only the ephemeral flag"
            )
            for key, value in data.items()
            if key != "flags" and value
        ]
        if (data.get("flags") or 0) & ~EPHEMERAL:
            problems.append(
                Problem(
                    ("data", "flags"),
                    "MESSAGE_FLAGS_INVALID",
                    "Only the ephemeral flag can be set on a deferred answer",
                )
            )
        if uploads:
            problems.append(Problem(("files",), "INTERACTION_DEFERRED_FIELD_INVALID", "A deferred answer has no files"))
        if problems:
            raise Refused(50035, problems)
        interaction.hidden = bool((data.get("flags") or 0) & EPHEMERAL)
        interaction.thinking = True
        message = self.messages.post_loading(
            interaction.channel_id,
            self.world.bot_id,
            seen_by=interaction.user_id if interaction.hidden else None,
            **self._message_fields(interaction),
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
            **self._message_fields(interaction),
        )

    def _message_fields(self, interaction: Interaction) -> Json:
        """What marks a message as the answer to an interaction."""
        user = self.world.user(interaction.user_id)
        first = interaction.opened_by or interaction
        owners = {"0": str(self.world.guild_id)}
        metadata: Json = {
            "id": str(interaction.id),
            "type": interaction.kind,
            "user": user,
            "authorizing_integration_owners": owners,
        }
        if interaction.kind == Kind.COMPONENT:
            metadata["interacted_message_id"] = str(interaction.source_id)
        if interaction.kind == Kind.COMMAND:
            metadata["name"] = interaction.name
        if interaction.opened_by is not None:
            metadata["triggering_interaction_metadata"] = {
                "id": str(first.id),
                "type": first.kind,
                "user": user,
                "authorizing_integration_owners": owners,
            } | (
                {"interacted_message_id": str(first.source_id)}
                if first.kind == Kind.COMPONENT
                else {"name": first.name}
            )
        fields: Json = {
            "type": CHAT_INPUT_COMMAND if first.kind == Kind.COMMAND else REPLY,
            "application_id": str(self.world.bot_id),
            "webhook_id": str(self.world.bot_id),
            "interaction_metadata": metadata,
        }
        if first.kind == Kind.COMMAND:
            fields["interaction"] = {"id": str(first.id), "type": Kind.COMMAND, "name": first.name, "user": user}
        if interaction.source_id is not None:
            fields["message_reference"] = self._reference(interaction.source_id, interaction.channel_id)
        return fields

    def _reference(self, message_id: int, channel_id: int) -> Json:
        reference = {"type": 0, "message_id": str(message_id), "channel_id": str(channel_id)}
        guild_id = self.world.guild_of(self.world.channel(channel_id))
        return reference | ({"guild_id": str(guild_id)} if guild_id else {})

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
        wanted = interaction.original_id if message_id == "@original" else int(message_id)
        message = self.messages.find(wanted or 0)
        if int(message["author"]["id"]) != self.world.bot_id or int(message["channel_id"]) != interaction.channel_id:
            raise Refused(10008)
        return message

    def follow_up(self, interaction: Interaction, body: Any, uploads: Sequence[Upload]) -> Json:
        """A follow-up message; while the answer is still deferred, it replaces "is thinking"."""
        check_post("IncomingWebhookRequestPartial", body)
        if interaction.thinking:
            return self._edit(interaction, "@original", body, uploads)
        hidden = bool((body.get("flags") or 0) & EPHEMERAL)
        fields = self._message_fields(interaction)
        if interaction.original_id is not None:
            fields |= {
                "type": REPLY,
                "message_reference": self._reference(interaction.original_id, interaction.channel_id),
            }
        message = self.messages.post(
            interaction.channel_id,
            self.world.bot_id,
            body,
            uploads,
            seen_by=interaction.user_id if hidden else None,
            **fields,
        )
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

    def unanswered(self) -> list[Interaction]:
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
        """Tell the person's page that the bot has finished with an interaction."""
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
        }
        self.world.tell_page(event, interaction.user_id)

    def close(self) -> None:
        self.clock.close()
