"""Activities: web pages of the bot that Discord shows in a frame, who is in them, and the codes by which the bot learns
who that is.

A launch puts a person in the instance of a channel and gives them a frame. The frame asks for a code (`authorize`), the
bot exchanges it for a token (`exchange`), and the token says who it is.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from bot.playground.commands import ENTRY_POINT, switch_activities
from bot.playground.forms import InvalidForm
from bot.playground.refusals import Refused
from bot.playground.storage import Json
from bot.playground.world import DIRECT, World

CODE_SECONDS: Final = 60.0
TOKEN_SECONDS: Final = 604_800
SCOPES: Final = ["identify"]

# Codes of errors in answers to a frame, by the constants of Discord's SDK and its documentation of RPC.
INVALID_PAYLOAD, INVALID_COMMAND, INVALID_CLIENT, INVALID_TOKEN, DENIED = 4000, 4002, 4007, 4009, 5000


class OAuthRefused(Refused):
    """A refusal of an OAuth2 address, which has a form of its own."""

    def __init__(self, status: int, error: str, description: str) -> None:
        super().__init__(40001)
        self.status, self._error, self.message = status, error, description

    def body(self) -> dict[str, Any]:
        return {"error": self._error, "error_description": self.message}


class FrameRefused(Exception):
    """An error that a frame gets in place of an answer."""

    def __init__(self, code: int, message: str) -> None:
        super().__init__(message)
        self.code = code


@dataclass(slots=True)
class Instance:
    """An Activity that runs in a channel."""

    id: str
    launch_id: str
    channel_id: int
    frames: dict[str, int] = field(default_factory=dict)  # people by their frames


@dataclass(slots=True)
class _Code:
    user_id: int
    until: float


class Activities:
    """`target` is what the URL mapping of `/` leads to, such as ``http://127.0.0.1:8766``; empty: there is none."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.target = ""
        self.secret: str | None = None  # the client secret; None: any
        self.holds_streams = False  # whether the proxy keeps back what is sent bit by bit
        self._instances: dict[str, Instance] = {}
        self._codes: dict[str, _Code] = {}
        self._tokens: dict[str, int] = {}
        self._agreed: set[int] = set()  # people who have let the application know who they are

    def switch(self, value: bool | str) -> None:
        """Switches Activities on or off; an address is what `/` is mapped to."""
        if isinstance(value, str):
            self.target = value.rstrip("/")
        switch_activities(self.world, on=bool(value))
        if not value:
            self._instances.clear()

    @property
    def command(self) -> Json | None:
        """The Entry Point command; None while Activities are off."""
        return next((one for one in self.world.commands.values() if one["type"] == ENTRY_POINT), None)

    def set_handler(self, handler: int) -> None:
        """Chooses who handles the Entry Point command, as its application can. Raises KeyError if there is none."""
        if self.command is None:
            raise KeyError("the Entry Point command")
        self.command["handler"] = handler
        self.world.storage.keep_thing("command", self.command)

    # Launching

    def launch(self, user_id: int, channel: Json) -> tuple[str, str]:
        """Opens the channel's Activity for a person. Returns the ids of the instance and of their frame."""
        number = int(channel["id"])
        instance = next((one for one in self._instances.values() if one.channel_id == number), None)
        if instance is None:
            launch, guild = str(self.world.storage.snowflake()), self.world.guild_of(channel)
            place = f"gc-{guild}-{number}" if guild else f"pc-{number}"
            instance = self._instances[f"i-{launch}-{place}"] = Instance(f"i-{launch}-{place}", launch, number)
        frame = secrets.token_hex(16)
        instance.frames[frame] = user_id
        return instance.id, frame

    def leave(self, frame: str) -> None:
        """Closes a frame. With the last one its instance ends."""
        for instance in [*self._instances.values()]:
            if instance.frames.pop(frame, None) is not None and not instance.frames:
                del self._instances[instance.id]

    def _of_frame(self, frame: str) -> tuple[Instance, int]:
        for instance in self._instances.values():
            if frame in instance.frames:
                return instance, instance.frames[frame]
        raise InvalidForm("This Activity is no longer open.")

    def describe(self, frame: str) -> Json:
        """What the client knows of a frame: its person, and what it puts into its address."""
        instance, user_id = self._of_frame(frame)
        channel = self.world.channel(instance.channel_id)
        query = {
            "instance_id": instance.id,
            "location_id": instance.id.split("-", 2)[2],
            "launch_id": instance.launch_id,
            "channel_id": channel["id"],
            "frame_id": frame,
            "platform": "desktop",
        }
        if channel["type"] != DIRECT:
            query["guild_id"] = str(self.world.guild_id)
        return {
            "application": str(self.world.bot_id),
            "name": self.world.people.name_of(self.world.bot_id),
            "query": query,
            "agreed": user_id in self._agreed,
        }

    def instance(self, instance_id: str) -> Json:
        """A running instance, as Discord shows it to its application. Raises 0 (not found)."""
        instance = self._instances.get(instance_id)
        if instance is None:
            raise Refused(0)
        guild = self.world.guild_of(self.world.channel(instance.channel_id))
        location = {
            "id": instance.id.split("-", 2)[2],
            "kind": "gc" if guild else "pc",
            "channel_id": str(instance.channel_id),
        }
        return {
            "application_id": str(self.world.bot_id),
            "instance_id": instance.id,
            "launch_id": instance.launch_id,
            "location": location | ({"guild_id": str(guild)} if guild else {}),
            "users": sorted({str(user) for user in instance.frames.values()}),
        }

    # What a frame asks for

    def answer(self, frame: str, command: str, args: Mapping[str, Any]) -> Json:
        """The data that answers a command of the SDK. Raises FrameRefused, InvalidForm."""
        instance, user_id = self._of_frame(frame)
        match command:
            case "AUTHORIZE":
                return self._authorize(user_id, args)
            case "AUTHENTICATE":
                return self._authenticate(user_id, str(args.get("access_token") or ""))
            case "GET_ACTIVITY_INSTANCE_CONNECTED_PARTICIPANTS":
                users = sorted(set(instance.frames.values()))
                return {"participants": [self.world.people.user(user) | {"flags": 0} for user in users]}
            case "USER_SETTINGS_GET_LOCALE":
                return {"locale": "en-US"}
            case _:
                raise FrameRefused(INVALID_COMMAND, f"Invalid command: {command}")

    def _authorize(self, user_id: int, args: Mapping[str, Any]) -> Json:
        if args.get("client_id") != str(self.world.bot_id):
            raise FrameRefused(INVALID_CLIENT, "Invalid client id")
        if args.get("response_type") != "code" or args.get("scope") != SCOPES:
            raise FrameRefused(INVALID_PAYLOAD, "Here only a code for the scope identify is given")
        if not args.get("agreed") and user_id not in self._agreed:
            raise FrameRefused(DENIED, "OAuth2 Error: access_denied: The resource owner denied the request")
        self._agreed.add(user_id)
        code = secrets.token_urlsafe(22)
        self._codes[code] = _Code(user_id, time.monotonic() + CODE_SECONDS)
        return {"code": code}

    def _authenticate(self, user_id: int, token: str) -> Json:
        if self._tokens.get(token) != user_id:
            raise FrameRefused(INVALID_TOKEN, "Invalid OAuth2 access token")
        world = self.world
        application = {"id": str(world.bot_id), "name": world.people.name_of(world.bot_id), "description": ""}
        expires = time.strftime("%Y-%m-%dT%H:%M:%S+00:00", time.gmtime(time.time() + TOKEN_SECONDS))
        return {
            "access_token": token,
            "user": world.people.user(user_id),
            "scopes": SCOPES,
            "expires": expires,
            "application": application,
        }

    # What the bot asks for

    def exchange(self, form: Mapping[str, Any]) -> Json:
        """A token for a code, once. Raises OAuthRefused in Discord's words."""
        is_known = form.get("client_id") == str(self.world.bot_id) and form.get("client_secret")
        if not is_known or (self.secret is not None and form["client_secret"] != self.secret):
            raise OAuthRefused(401, "invalid_client", "")
        if form.get("grant_type") != "authorization_code":
            raise OAuthRefused(400, "unsupported_grant_type", "Grant type None is not supported")
        code = self._codes.pop(str(form.get("code")), None)
        if code is None or code.until < time.monotonic():
            raise OAuthRefused(400, "invalid_grant", 'Invalid "code" in request.')
        token = secrets.token_urlsafe(22)
        self._tokens[token] = code.user_id
        return {
            "token_type": "Bearer",
            "access_token": token,
            "expires_in": TOKEN_SECONDS,
            "refresh_token": secrets.token_urlsafe(22),
            "scope": " ".join(SCOPES),
        }

    def person_of(self, token: str) -> int:
        """Whose token this is. Raises 40001."""
        user_id = self._tokens.get(token)
        if user_id is None:
            raise Refused(40001)
        return user_id
