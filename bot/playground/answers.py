"""An interaction, and the responses that fit it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any, Final

from bot.playground import schema
from bot.playground.bodies import Upload
from bot.playground.checks import EPHEMERAL
from bot.playground.clock import Alarm
from bot.playground.refusals import Problem, Refused, invalid
from bot.playground.storage import Json


class InteractionType(IntEnum):
    """What a person did."""

    COMMAND = 2
    COMPONENT = 3
    AUTOCOMPLETE = 4
    MODAL_SUBMIT = 5


class Reply(IntEnum):
    """The kind of the bot's first response."""

    MESSAGE = 4
    DEFERRED_MESSAGE = 5
    DEFERRED_UPDATE = 6
    UPDATE = 7
    SUGGESTIONS = 8
    MODAL = 9
    LAUNCH = 12


_ALLOWED_ANSWERS: Final = {
    InteractionType.COMMAND: (Reply.MESSAGE, Reply.DEFERRED_MESSAGE, Reply.MODAL, Reply.LAUNCH),
    InteractionType.COMPONENT: (
        Reply.MESSAGE,
        Reply.DEFERRED_MESSAGE,
        Reply.DEFERRED_UPDATE,
        Reply.UPDATE,
        Reply.MODAL,
        Reply.LAUNCH,
    ),
    InteractionType.AUTOCOMPLETE: (Reply.SUGGESTIONS,),
    InteractionType.MODAL_SUBMIT: (
        Reply.MESSAGE,
        Reply.DEFERRED_MESSAGE,
        Reply.DEFERRED_UPDATE,
        Reply.UPDATE,
        Reply.LAUNCH,
    ),
}
_ANSWER_SCHEMA: Final = {
    Reply.MESSAGE: "CreateMessageInteractionCallbackRequest",
    Reply.DEFERRED_MESSAGE: "CreateMessageInteractionCallbackRequest",
    Reply.DEFERRED_UPDATE: "UpdateMessageInteractionCallbackRequest",
    Reply.UPDATE: "UpdateMessageInteractionCallbackRequest",
    Reply.SUGGESTIONS: "ApplicationCommandAutocompleteCallbackRequest",
    Reply.MODAL: "ModalInteractionCallbackRequest",
    Reply.LAUNCH: "LaunchActivityInteractionCallbackRequest",
}


@dataclass(slots=True)
class Interaction:
    id: int
    token: str
    kind: InteractionType
    user_id: int
    channel_id: int
    data: Json
    source_id: int | None  # the message whose button or select was used
    opened_by: Interaction | None  # for a submitted modal: the interaction that was answered with it
    name: str  # "/cirondo start" for a command, otherwise empty
    started: float  # by the interactions' clock
    answer: Reply | None = None  # the kind of the first response
    original_id: int | None = None  # the message that messages/@original means
    hidden: bool = False  # the answer is ephemeral
    follow_ups: list[int] = field(default_factory=list)  # messages after the first response
    thinking: bool = False  # deferred, without a message yet
    modal: Json | None = None
    launched: tuple[str, str] | None = None  # an Activity: its instance, and the person's frame
    choices: list[Json] | None = None
    state: str = "sent"  # sent, thinking, answered, failed: as the page shows it
    answered: asyncio.Event = field(default_factory=asyncio.Event)
    alarm: Alarm | None = None  # for the deadline of the first response


def check_answer(interaction: Interaction, body: Any) -> Reply:
    """The kind of a first response. Raises 50035 if it doesn't fit the interaction or its schema."""
    if not isinstance(body, dict) or body.get("type") not in _ANSWER_SCHEMA:
        raise invalid(("type",), "BASE_TYPE_CHOICES", "Value must be one of {4, 5, 6, 7, 8, 9, 12}.")
    kind = Reply(body["type"])
    if kind not in _ALLOWED_ANSWERS[interaction.kind] or (
        kind in (Reply.UPDATE, Reply.DEFERRED_UPDATE) and interaction.source_id is None
    ):
        raise invalid(("type",), "INTERACTION_CALLBACK_TYPE_INVALID", "This answer does not fit the interaction")
    schema.check(_ANSWER_SCHEMA[kind], body)
    return kind


def check_deferral(data: Json, uploads: Sequence[Upload]) -> None:
    """Only the ephemeral flag fits a deferral: everything else is refused, so that nobody relies on it."""
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
