"""What a person of the playground sees and fills in: messages with buttons, selects and files, forms, suggestions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from aiohttp import ClientSession

from bot.playground.checks import (
    BUTTON,
    CHECKBOX,
    COMPONENTS_V2,
    CONTAINER,
    EPHEMERAL,
    FILE,
    FILE_UPLOAD,
    LABEL,
    MEDIA_GALLERY,
    RADIO_GROUP,
    SELECTS,
    TEXT_DISPLAY,
    THUMBNAIL,
    USER_SELECT,
    walk,
)
from bot.playground.messages import LOADING
from bot.playground.storage import Json

_STYLES: Final = {1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "link", 6: "premium"}


class CannotDo(Exception):
    """The page would not let this person do that: no such button, a disabled one, a wrong option, ..."""


@dataclass(frozen=True, slots=True)
class Button:
    label: str
    custom_id: str | None  # None for links
    style: str  # primary, secondary, success, danger, link
    disabled: bool
    url: str | None
    emoji: str | None


@dataclass(frozen=True, slots=True)
class Option:
    label: str
    value: str
    description: str
    chosen: bool  # selected beforehand
    emoji: str | None


@dataclass(frozen=True, slots=True)
class Select:
    placeholder: str
    custom_id: str
    options: tuple[Option, ...]  # empty for selects of people, channels and roles
    min_values: int
    max_values: int
    disabled: bool
    of_people: bool

    @property
    def labels(self) -> tuple[str, ...]:
        return tuple(option.label for option in self.options)


@dataclass(frozen=True, slots=True)
class File:
    """A file of a message. `alt`: its description, of the gallery item or else of the attachment."""

    name: str
    url: str
    alt: str
    size: int  # bytes
    width: int | None  # pixels
    height: int | None
    content_type: str
    _session: ClientSession = field(repr=False, compare=False)

    async def read(self) -> bytes:
        """CannotDo if the link has expired or the file is gone."""
        async with self._session.get(self.url) as response:
            if response.status != 200:
                raise CannotDo(await response.text())
            return await response.read()


class Message:
    """A message as this person sees it. `raw` is Discord's message object (with ``html`` beside texts)."""

    def __init__(self, raw: Json, session: ClientSession) -> None:
        self.raw = raw
        self._session = session

    def __repr__(self) -> str:
        kind = "ephemeral message" if self.ephemeral else "message"
        return f"<{kind} {self.id} by {self.author}: {self.text[:60]!r} {[button.label for button in self.buttons]}>"

    @property
    def id(self) -> int:
        return int(self.raw["id"])

    @property
    def channel_id(self) -> int:
        return int(self.raw["channel_id"])

    @property
    def author(self) -> str:
        return str(self.raw["author"]["global_name"] or self.raw["author"]["username"])

    @property
    def ephemeral(self) -> bool:
        return bool(self.raw["flags"] & EPHEMERAL)

    @property
    def thinking(self) -> bool:
        """Still "is thinking": the bot deferred its answer."""
        return bool(self.raw["flags"] & LOADING)

    @property
    def v2(self) -> bool:
        return bool(self.raw["flags"] & COMPONENTS_V2)

    @property
    def edited(self) -> bool:
        return self.raw["edited_timestamp"] is not None

    @property
    def created_at(self) -> datetime:
        return datetime.fromisoformat(self.raw["timestamp"])

    @property
    def text(self) -> str:
        """The content and all text displays, joined by line breaks."""
        texts = [self.raw["content"]] + [c["content"] for _, c in self._components() if c["type"] == TEXT_DISPLAY]
        return "\n".join(text for text in texts if text)

    @property
    def mentions(self) -> tuple[str, ...]:
        """Names of the people this message calls."""
        return tuple(str(user["global_name"] or user["username"]) for user in self.raw["mentions"])

    @property
    def colour(self) -> int | None:
        """The accent colour of its first container: 0xRRGGBB."""
        return next((c.get("accent_color") for _, c in self._components() if c["type"] == CONTAINER), None)

    @property
    def buttons(self) -> tuple[Button, ...]:
        return tuple(
            Button(
                label=c.get("label") or "",
                custom_id=c.get("custom_id"),
                style=_STYLES[c["style"]],
                disabled=bool(c.get("disabled")),
                url=c.get("url"),
                emoji=(c.get("emoji") or {}).get("name"),
            )
            for _, c in self._components()
            if c["type"] == BUTTON
        )

    @property
    def selects(self) -> tuple[Select, ...]:
        return tuple(_select(c) for _, c in self._components() if c["type"] in SELECTS)

    @property
    def files(self) -> tuple[File, ...]:
        """The attachments, with the alt text a reader gets."""
        alts = {media.get("attachment_id"): words for media, words in self._media() if words}
        return tuple(
            File(
                name=attachment["filename"],
                url=attachment["url"],
                alt=alts.get(attachment["id"]) or attachment.get("description") or "",
                size=attachment["size"],
                width=attachment.get("width"),
                height=attachment.get("height"),
                content_type=attachment["content_type"],
                _session=self._session,
            )
            for attachment in self.raw["attachments"]
        )

    @property
    def thread_id(self) -> int | None:
        """The thread that was opened from this message."""
        return int(self.raw["thread"]["id"]) if self.raw.get("thread") else None

    def has_button(self, label: str) -> bool:
        return any(label in (button.label, button.custom_id) for button in self.buttons)

    def button(self, label: str) -> Button:
        """By label or custom id. CannotDo if there is none."""
        for button in self.buttons:
            if label in (button.label, button.custom_id):
                return button
        raise CannotDo(f"No button {label!r} among {[button.label for button in self.buttons]}.")

    def select(self, name: str) -> Select:
        """By placeholder or custom id. CannotDo if there is none."""
        for select in self.selects:
            if name in (select.placeholder, select.custom_id):
                return select
        raise CannotDo(f"No select {name!r} among {[select.placeholder for select in self.selects]}.")

    def _components(self) -> Iterator[tuple[tuple[str | int, ...], Json]]:
        return walk(self.raw["components"])

    def _media(self) -> Iterator[tuple[Json, str]]:
        for _, component in self._components():
            if component["type"] == MEDIA_GALLERY:
                for item in component["items"]:
                    yield item["media"], item.get("description") or ""
            elif component["type"] == THUMBNAIL:
                yield component["media"], component.get("description") or ""
            elif component["type"] == FILE:
                yield component["file"], ""


def _options(component: Json) -> tuple[Option, ...]:
    return tuple(
        Option(
            option["label"],
            option["value"],
            option.get("description") or "",
            chosen=bool(option.get("default")),
            emoji=(option.get("emoji") or {}).get("name"),
        )
        for option in component.get("options") or ()
    )


def _select(component: Json) -> Select:
    return Select(
        placeholder=component.get("placeholder") or "",
        custom_id=component["custom_id"],
        options=_options(component),
        min_values=component.get("min_values", 1),
        max_values=component.get("max_values", 1),
        disabled=bool(component.get("disabled")),
        of_people=component["type"] == USER_SELECT,
    )


@dataclass(frozen=True, slots=True)
class Field:
    """One thing to fill in in a modal."""

    label: str
    custom_id: str
    kind: str  # text, select, check, radio, other
    required: bool
    value: str
    description: str
    options: tuple[Option, ...]


@dataclass(frozen=True, slots=True)
class Modal:
    interaction: int
    title: str
    custom_id: str
    fields: tuple[Field, ...]
    text: str  # of its text displays


@dataclass(frozen=True, slots=True)
class Answer:
    """What became of something a person did.

    `message`: the answer, or for an update the message with the button as it is now; None for a modal, a failure, or
    when the answer was deleted. `acknowledged_only`: the bot accepted a click silently and changed nothing visible.
    """

    interaction: int
    message: Message | None = None
    ephemeral: bool = False
    edited: bool = False
    modal: Modal | None = None
    failed: bool = False
    acknowledged_only: bool = False

    @property
    def text(self) -> str:
        return self.message.text if self.message else ""


@dataclass(frozen=True, slots=True)
class Choice:
    """A suggestion of the autocomplete."""

    name: str
    value: str | int | float


@dataclass(frozen=True, slots=True)
class Upload:
    """A file for an attachment option of a command."""

    filename: str
    data: bytes


def modal_of(interaction: int, raw: Json) -> Modal:
    fields: list[Field] = []
    texts: Sequence[str] = [c["content"] for _, c in walk(raw["components"]) if c["type"] == TEXT_DISPLAY]
    for component in raw["components"]:
        if component["type"] == LABEL:
            fields.append(_field(component["component"], component["label"], component.get("description") or ""))
        elif component["type"] == 1:
            child = component["components"][0]
            fields.append(_field(child, child.get("label") or child.get("placeholder") or "", ""))
    return Modal(interaction, raw["title"], raw["custom_id"], tuple(fields), "\n".join(texts))


def _field(component: Json, label: str, description: str) -> Field:
    kinds = {4: "text", CHECKBOX: "check", RADIO_GROUP: "radio", FILE_UPLOAD: "other"}
    options = _options(component)
    return Field(
        label=label,
        custom_id=component["custom_id"],
        kind=kinds.get(component["type"], "select"),
        required=component.get("required", True) is not False,
        value=component.get("value") or "",
        description=description,
        options=options,
    )
