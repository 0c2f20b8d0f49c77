"""The board within Discord, as an Activity: who has opened it, which Discord says.

The page gets a code from Discord's client. It's exchanged here for a token, which says once who that is and is thrown
away. Then Discord is asked whether this person is in the Activity that they name, and where that runs. Nothing that the
page says of people or places is believed.
"""

import asyncio
import hmac
import secrets
from collections.abc import Mapping
from pathlib import Path
from re import ASCII, fullmatch
from typing import Any

import discord
from aiohttp import ClientError, ClientSession, ClientTimeout, web
from cachetools import TTLCache
from discord.http import Route

from bot.listening import ActivityDoor, ActivityUnusable
from bot.match import Refusal
from bot.match.parts.browsers import Opened
from bot.text import N_
from cogs.shared.client.client import Client
from cogs.shared.interactions.gatekeeper import Gatekeeper
from cogs.shared.web.limits import RequestLimits
from cogs.shared.web.visitors import BadRequest

SDK = Path(__file__).with_name("sdk") / "discord.js"
"""Discord's SDK, which `make activity` makes."""

BEGUN_LASTS = 600.0  # seconds in which somebody answers whether the bot may know who they are
MOST_BEGUN = 10_000
PATIENCE = 8.0  # seconds for an answer of Discord
LOOKS = 3  # times that Discord is asked whether somebody is in an Activity: it may learn of it after the page
PAUSE = 0.5  # seconds between these

_INSTANCE = r"[A-Za-z0-9_-]{1,200}"
_CODE = r"[A-Za-z0-9._~-]{1,200}"
_STATE = r"[A-Za-z0-9_-]{20,100}"

Json = Mapping[str, Any]


class LaunchIsOver(Refusal):
    """Discord doesn't confirm that this person has opened this Activity, or not any more."""

    SENTENCE = N_("Discord couldn't confirm who you are. Close the Activity, then press **Open the board** again.")


class DiscordIsAway(Exception):
    """Discord doesn't answer, or has trouble; the message says what was raised."""


class Activity:
    """The Activity of one bot. Raises ActivityUnusable if Discord's SDK is missing."""

    def __init__(self, bot: Client, door: ActivityDoor, limits: RequestLimits) -> None:
        if not SDK.is_file():
            raise ActivityUnusable(
                "DISCORD_CLIENT_SECRET is set, but Discord's SDK for Activities isn't there. "
                "Run `make activity`, or remove the setting."
            )
        self._bot = bot
        self._door = door
        self._limits = limits
        self._begun: TTLCache[str, str] = TTLCache(MOST_BEGUN, BEGUN_LASTS)  # instances by what the page must send back

    @property
    def application(self) -> int:
        number = self._bot.application_id
        if number is None:
            raise RuntimeError("Discord named no application at log-in.")
        return number

    @property
    def origins(self) -> frozenset[str]:
        """Where browsers find the page behind Discord's proxy."""
        return frozenset(origin.format(application=self.application) for origin in self._door.origins)

    @property
    def frame_ancestors(self) -> str:
        """The pages that may embed this one, as sources of a Content Security Policy: Discord's clients."""
        return " ".join([self._door.parents, *sorted(self.origins)])

    def is_shown_in(self, request: web.Request) -> bool:
        """Whether it's the page as Discord's client opens it: with the ids of its frame and of the Activity."""
        return {"frame_id", "instance_id"} <= request.query.keys()

    # How somebody gets in

    def begin(self, request: web.Request, wish: Json) -> Json:
        """What the page needs before it asks Discord's client for a code. Raises BadRequest, TooMany."""
        self._limits.try_launch(request)
        instance = _text(wish, "instance", _INSTANCE)
        state = secrets.token_urlsafe(32)
        self._begun[state] = instance
        return {"application": str(self.application), "state": state}

    async def enter(self, request: web.Request, wish: Json) -> Opened:
        """Begins a session. Raises BadRequest, TooMany, LaunchIsOver, Blocked, DiscordIsAway."""
        self._limits.try_launch(request)
        instance, code, state = (
            _text(wish, name, form) for name, form in (("instance", _INSTANCE), ("code", _CODE), ("state", _STATE))
        )
        begun = self._begun.pop(state, "")
        if not hmac.compare_digest(begun, instance):
            raise LaunchIsOver
        try:
            user = await self._person_of(code)
        except (ClientError, TimeoutError, ValueError) as error:
            raise DiscordIsAway(type(error).__name__) from None
        self._limits.enter(user)
        try:
            guild, place = await self._place_of(instance, user)
        except discord.HTTPException as error:
            raise DiscordIsAway(type(error).__name__) from None
        Gatekeeper.of(self._bot).check_blocks(user, guild)
        return await self._bot.matches.browsers.enter(user, place)

    async def _person_of(self, code: str) -> int:
        """Whose code this is. The token is used for this alone. Raises LaunchIsOver, TimeoutError, ClientError."""
        proxy, secret = self._bot.http.proxy, self._door.secret
        form = {"grant_type": "authorization_code", "code": code}
        form |= {"client_id": str(self.application), "client_secret": secret}
        async with ClientSession(timeout=ClientTimeout(total=PATIENCE)) as session:
            async with session.post(f"{Route.BASE}/oauth2/token", data=form, proxy=proxy) as answer:
                token = (await _document(answer)).get("access_token")
            if not isinstance(token, str):
                raise LaunchIsOver
            headers = {"Authorization": f"Bearer {token}"}
            async with session.get(f"{Route.BASE}/users/@me", headers=headers, proxy=proxy) as answer:
                return _number(await _document(answer), "id")

    async def _place_of(self, instance: str, user: int) -> tuple[int | None, int]:
        """The server where an Activity runs that this person is in, and what is its place: that or the channel.

        Raises LaunchIsOver, discord.HTTPException.
        """
        route = Route(
            "GET",
            "/applications/{application}/activity-instances/{instance}",
            application=self.application,
            instance=instance,
        )
        for look in range(LOOKS):
            if look:
                await asyncio.sleep(PAUSE)
            try:
                found = await self._bot.http.request(route)
            except discord.NotFound:
                continue
            if str(user) in found.get("users", ()) and _number(found, "application_id") == self.application:
                location = found.get("location") or {}
                guild = _number(location, "guild_id") if location.get("guild_id") else None
                return guild, guild or _number(location, "channel_id")
        raise LaunchIsOver


def _text(wish: Json, name: str, form: str) -> str:
    """A text of a request. Raises BadRequest for one that can't be right."""
    value = wish.get(name)
    if not isinstance(value, str) or not fullmatch(form, value, ASCII):
        raise BadRequest
    return value


async def _document(answer: Any) -> Json:
    """What Discord says. Raises LaunchIsOver for a refusal, ClientError if it has trouble."""
    if answer.status >= 500 or answer.status == 429:
        raise ClientError
    document = await answer.json(content_type=None) if answer.status == 200 else None
    if not isinstance(document, dict):
        raise LaunchIsOver
    return document


def _number(document: Json, name: str) -> int:
    """An id that Discord sends. Raises LaunchIsOver if it's none."""
    value = document.get(name)
    if not isinstance(value, str) or not value.isascii() or not value.isdigit():
        raise LaunchIsOver
    return int(value)
