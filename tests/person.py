"""A person who uses the playground from Python: for tests, benchmarks and screenshots.

    async with Person(url, "Ada") as ada:
        answer = await ada.slash("cirondo start", seats="2")
        answer = await ada.click(answer.message, "Join")

Everything goes through the same API as the web page, so a person sees and can do only what the page shows.
"""

from __future__ import annotations

import asyncio
import base64
import contextlib
import json
from collections import Counter
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from types import TracebackType
from typing import Any, Self

from aiohttp import ClientError, ClientSession, ClientWebSocketResponse, WSMsgType, WSServerHandshakeError

from bot.playground.answers import Reply
from bot.playground.storage import Json, copy_of
from tests.messages import Answer, CannotDo, Choice, Message, Modal, Select, Upload, modal_of


class Person:
    """`name`: Ada, Ben, Caro or Dan. `channel`: name or id of the channel this person is in; can be set later.

    `timeout` (seconds) bounds every wait; TimeoutError says what did not come. `settle`: how long to wait for a visible
    change after the bot acknowledged a click silently, and `after_others` for its own one once something else has
    changed in the channel. Both waits end when the bot says that it has finished.
    """

    def __init__(
        self,
        url: str,
        name: str,
        *,
        channel: str | int = "games",
        locale: str = "en-US",
        timeout: float = 15.0,
        settle: float = 2.0,
        after_others: float = 0.3,
    ) -> None:
        self.url = url.rstrip("/")
        self.name = name
        self.channel = channel
        self.locale = locale
        self.timeout = timeout
        self.settle = settle
        self.after_others = after_others
        self.id = 0
        self.bot_connected = False
        self.seen: dict[int, Message] = {}
        self.happened: dict[int, list[Json]] = {}  # events by interaction
        self._finished: set[int] = set()  # interactions
        self._counts: Counter[int] = Counter()  # of message events so far, by channel
        self._changed = asyncio.Condition()

    async def __aenter__(self) -> Self:
        self._session = ClientSession()
        try:
            self._socket = await self._session.ws_connect(f"{self.url}/web/live", params={"as": self.name})
            hello = await self._socket.receive_json(timeout=self.timeout)
            self.id, self.bot_connected = int(hello["me"]), hello["connected"]
        except WSServerHandshakeError as refused:
            await self._session.close()
            raise CannotDo(f"Nobody here is called {self.name}.") from refused
        except BaseException:
            await self._session.close()
            raise
        self._reader = asyncio.create_task(self._read(self._socket))
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._reader.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._reader
        await self._socket.close()
        await self._session.close()

    # What a person does

    async def slash(self, command: str, **options: Any) -> Answer:
        """Use a slash command; options by name (people by name, files as `Upload`). Waits for the bot's answer."""
        given = {name: _given(value) for name, value in options.items() if value is not None}
        return await self.act("commands", {"channel": await self._channel_id(), "name": command, "options": given})

    async def on_person(self, command: str, person: int | str) -> Answer:
        """Use a command in somebody's menu; the person by id or name."""
        return await self._use_menu("user", command, str(person))

    async def on_message(self, command: str, message: Message) -> Answer:
        """Use a command in a message's menu."""
        return await self._use_menu("message", command, str(message.id), message.channel_id)

    async def _use_menu(self, kind: str, command: str, target: str, channel: int | None = None) -> Answer:
        place = await self._channel_id(channel)
        return await self.act("menus", {"channel": place, "kind": kind, "name": command, "target": target})

    async def autocomplete(self, command: str, option: str, typed: str, **others: Any) -> list[Choice]:
        """The suggestions for `option` after `typed` was typed, with the other options as given."""
        body = {
            "channel": await self._channel_id(),
            "name": command,
            "options": {name: _given(value) for name, value in others.items()} | {option: typed},
            "focused": option,
            "locale": self.locale,
        }
        answer = await self._post("autocomplete", body)
        return [Choice(choice["name"], choice["value"]) for choice in answer["choices"]]

    async def click(self, message: Message | None, button: str) -> Answer:
        """Click a button, by label or custom id."""
        message = _there(message)
        custom_id = (await self.fresh(message)).button(button).custom_id
        return await self.act("components", {"message": str(message.id), "custom_id": custom_id}, message)

    async def choose(self, message: Message | None, select: str, *values: str) -> Answer:
        """Choose from a select (by placeholder or custom id): options by label or value, people by name."""
        message = _there(message)
        found = (await self.fresh(message)).select(select)
        chosen = [await self._picked(found, value) for value in values]
        body = {"message": str(message.id), "custom_id": found.custom_id, "values": chosen}
        return await self.act("components", body, message)

    async def submit(self, modal: Modal | None, values: Mapping[str, Any]) -> Answer:
        """Fill in a modal: values by label or custom id, options by label or value; the rest as it was."""
        if modal is None:
            raise CannotDo("There is no form to fill in.")
        by_id: dict[str, Any] = {}
        for name, value in values.items():
            found = next((entry for entry in modal.fields if name in (entry.label, entry.custom_id)), None)
            if found is None:
                raise CannotDo(f"No field {name!r} among {[entry.label for entry in modal.fields]}.")
            by_label = {option.label: option.value for option in found.options}
            many = isinstance(value, list | tuple)
            by_id[found.custom_id] = [by_label.get(v, v) for v in value] if many else by_label.get(value, value)
        return await self.act("modals", {"interaction": str(modal.interaction), "values": by_id})

    async def say(self, text: str) -> None:
        """Write an ordinary message."""
        await self._post(f"channels/{await self._channel_id()}/messages", {"content": text})

    async def dismiss(self, message: Message) -> None:
        """Put away an ephemeral message."""
        await self._post("dismiss", {"message": str(message.id)})

    async def open_direct_messages(self) -> int:
        """The id of the channel between this person and the bot."""
        return int((await self._post("direct", {}))["id"])

    # What a person sees

    async def state(self) -> Json:
        """Channels, people, commands as the page gets them."""
        return await self._get("state")

    async def commands(self) -> dict[str, str]:
        """All commands by full name ("cirondo start") with their descriptions."""
        found: dict[str, str] = {}

        def below(name: str, node: Json) -> None:
            groups = [option for option in node.get("options") or () if option["type"] in (1, 2)]
            for option in groups:
                below(f"{name} {option['name']}", option)
            if not groups:
                found[name] = node["description"]

        for command in (await self.state())["commands"]:
            below(command["name"], command)
        return found

    async def channels(self) -> dict[str, int]:
        """Ids of the text channels and threads this person sees, by name."""
        return {c["name"]: int(c["id"]) for c in (await self.state())["channels"] if "name" in c}

    async def messages(self, channel: str | int | None = None, *, limit: int = 50) -> list[Message]:
        """The newest messages of a channel, oldest first."""
        found = await self._get(f"channels/{await self._channel_id(channel)}/messages", limit=str(limit))
        return [Message(raw, self._session) for raw in found["messages"]]

    async def fresh(self, message: Message) -> Message:
        """The message as it is now. CannotDo if it is gone."""
        return Message(await self._get(f"messages/{message.id}"), self._session)

    async def wait_for(
        self,
        wanted: Callable[[Message], bool],
        *,
        timeout: float | None = None,  # noqa: ASYNC109 - the error says what did not come, which a caller's timeout can't
        channel: str | int | None = None,
    ) -> Message:
        """The newest message that is `wanted`, already there or coming.

        It is looked for in the channel, if one is given. Otherwise it may come anywhere this person sees.
        """
        before = self.seen.copy()
        place = None if channel is None else int(await self._channel_id(channel))
        for message in await self.messages(channel):
            if self.seen.get(message.id) is before.get(message.id):  # otherwise what came meanwhile is newer
                self.seen[message.id] = message
        async with self._watching(timeout, "no such message came"):
            while True:
                for message in sorted(self.seen.values(), key=lambda message: message.id, reverse=True):
                    if place in {None, message.channel_id} and wanted(message):
                        return message
                await self._changed.wait()

    async def until_gone(self, message: Message) -> None:
        """Waits until a message that this person has seen was deleted."""
        async with self._watching(None, "a message was not deleted"):
            while message.id in self.seen:
                await self._changed.wait()

    # For tests

    async def control(self, **switches: Any) -> None:
        """Fault switches: see `bot.playground.web.CONTROLS`."""
        await self._post("control", switches)

    async def log(self) -> Json:
        """Everything the bot asked the REST API for: {"requests": [...], "refused": {code: times}, "statuses": ...}."""
        return await self._get("control/log")

    # Parts

    async def act(self, what: str, body: Json, source: Message | None = None) -> Answer:
        before = self._counts.copy()
        asked = await self._post(what, body | {"locale": self.locale})
        return await self._answer(int(asked["interaction"]), source, before)

    async def _answer(self, interaction: int, source: Message | None, before: Counter[int]) -> Answer:
        async with self._watching(None, "the bot did not answer"):
            while (event := self._last(interaction)) is None or event["state"] == "thinking":
                await self._changed.wait()
        if event["state"] == "failed":
            return Answer(interaction, failed=True)
        if event["answer"] == Reply.MODAL:
            return Answer(interaction, modal=modal_of(interaction, event["modal"]))
        silent = False
        if event["answer"] == Reply.DEFERRED_UPDATE and source is not None:
            silent = not await self._settled(interaction, source.channel_id, before)
            event = self.happened[interaction][-1]
        message_id = event["message"] or event["original"]
        if message_id is None:
            return Answer(interaction, acknowledged_only=True)
        try:
            message = Message(await self._get(f"messages/{message_id}"), self._session)
        except CannotDo:
            return Answer(interaction)
        is_source = source is not None and source.id == message.id
        return Answer(
            interaction,
            message,
            ephemeral=message.ephemeral,
            edited=is_source and not silent,
            acknowledged_only=silent,
        )

    async def _settled(self, interaction: int, channel_id: int, before: Counter[int]) -> bool:
        """After a click that was acknowledged silently: whether something visible came of it.

        That is an edit or a message by the same interaction, or else anything new in the channel.
        """

        def answered() -> bool:
            return len(self.happened[interaction]) > 1

        def over() -> bool:
            return answered() or interaction in self._finished

        def moved() -> bool:
            return self._counts[channel_id] != before[channel_id]

        with contextlib.suppress(TimeoutError):
            async with self._watching(self.settle, ""):
                while not (over() or moved()):
                    await self._changed.wait()
        if moved() and not over():
            with contextlib.suppress(TimeoutError):
                async with self._watching(self.after_others, ""):
                    while not over():
                        await self._changed.wait()
        return answered() or moved()

    def _last(self, interaction: int) -> Json | None:
        events = self.happened.get(interaction)
        return events[-1] if events else None

    async def _read(self, socket: ClientWebSocketResponse) -> None:
        async for frame in socket:
            if frame.type is not WSMsgType.TEXT:
                continue
            event = json.loads(frame.data)
            async with self._changed:
                match event["type"]:
                    case "message":
                        message = Message(event["message"], self._session)
                        self.seen[message.id] = message
                        self._counts[message.channel_id] += 1
                    case "edited":
                        self._counts[int(event["channel_id"])] += 1
                        await self._see_edited(event)
                    case "deleted":
                        self.seen.pop(int(event["id"]), None)
                        self._counts[int(event["channel_id"])] += 1
                    case "interaction":
                        self.happened.setdefault(int(event["id"]), []).append(event)
                    case "finished":
                        self._finished.add(int(event["id"]))
                    case "bot":
                        self.bot_connected = event["connected"]
                self._changed.notify_all()

    async def _see_edited(self, event: Json) -> None:
        """The event has the changes alone; a message of which this person knows another revision is asked for."""
        number = int(event["id"])
        known = self.seen.get(number)
        with contextlib.suppress(CannotDo, ClientError):  # it was deleted meanwhile, or the playground ends
            if known and known.raw["revision"] == event["from"]:
                raw = patched(known.raw, event["changes"])
            else:
                raw = await self._get(f"messages/{number}")
            self.seen[number] = Message(raw, self._session)

    @asynccontextmanager
    async def _watching(self, seconds: float | None, complaint: str) -> AsyncIterator[None]:
        seconds = self.timeout if seconds is None else seconds
        try:
            async with asyncio.timeout(seconds), self._changed:
                yield
        except TimeoutError:
            recent = list(self.seen.values())[-5:]
            raise TimeoutError(f"{self.name} waited {seconds} s: {complaint}. Last seen: {recent}") from None

    async def _channel_id(self, channel: str | int | None = None) -> str:
        wanted = self.channel if channel is None else channel
        if isinstance(wanted, int) or wanted.isdecimal():
            return str(wanted)
        channels = await self.channels()
        if wanted.removeprefix("#") not in channels:
            raise CannotDo(f"No channel {wanted!r} among {list(channels)}.")
        return str(channels[wanted.removeprefix("#")])

    async def _picked(self, select: Select, value: str) -> str:
        """What is sent for something that is chosen: channels and roles are named by their ids."""
        if select.of_people:
            return await self._person_id(value)
        return _value(select, value) if select.options else value

    async def _person_id(self, name: str) -> str:
        for person in (await self.state())["people"]:
            if name in (person["name"], person["id"]):
                return str(person["id"])
        raise CannotDo(f"Nobody is called {name}.")

    async def _get(self, path: str, **query: str) -> Json:
        async with self._session.get(f"{self.url}/web/{path}", params={"as": self.name} | query) as response:
            return await _checked(response.status, await response.json())

    async def _post(self, path: str, body: Json) -> Json:
        async with self._session.post(
            f"{self.url}/web/{path}", json={"as": self.name} | body if path != "control" else body
        ) as response:
            return await _checked(response.status, await response.json())


async def _checked(status: int, body: Json) -> Json:
    if status != 200:
        raise CannotDo(body["error"])
    return body


def _there(message: Message | None) -> Message:
    if message is None:
        raise CannotDo("There is no message to use.")
    return message


def patched(raw: Json, changes: Sequence[Sequence[Any]]) -> Json:
    """A message after the changes of an event (`bot/playground/changes.py`)."""
    message: Json = copy_of(raw)
    for path, *value in changes:
        owner: Any = message
        for key in path[:-1]:
            owner = owner[key]
        if not value:
            del owner[path[-1]]
        elif isinstance(owner, list) and path[-1] == len(owner):
            owner.append(value[0])
        else:
            owner[path[-1]] = value[0]
    return message


def _value(select: Select, wanted: str) -> str:
    for option in select.options:
        if wanted in (option.label, option.value):
            return option.value
    raise CannotDo(f"No option {wanted!r} among {list(select.labels)}.")


def _given(value: Any) -> Any:
    if isinstance(value, Upload):
        return {"filename": value.filename, "data": base64.b64encode(value.data).decode()}
    return value
