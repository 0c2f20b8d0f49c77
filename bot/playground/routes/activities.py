"""Activities: who is in them, and who somebody is by a token of their own."""

from __future__ import annotations

from typing import Any, Final

from bot.playground.activities import Activities
from bot.playground.refusals import Refused
from bot.playground.routes.calls import Call, Route, number

ME: Final = "/users/@me"
TOKEN: Final = "/oauth2/token"  # noqa: S105 - an address


class ActivityRoutes:
    def __init__(self, activities: Activities) -> None:
        self.activities = activities

    def routes(self) -> list[Route]:
        return [
            ("POST", TOKEN, self.exchange),
            ("GET", ME, self.me),
            ("GET", r"/applications/{application_id:\d+}/activity-instances/{instance_id}", self.instance),
        ]

    async def exchange(self, call: Call) -> Any:
        return self.activities.exchange(call.body if isinstance(call.body, dict) else {})

    async def me(self, call: Call) -> Any:
        """The bot, or the person whose token it is."""
        world = self.activities.world
        user = world.bot_id if call.bearer is None else self.activities.person_of(call.bearer)
        return world.people.user(user) | {
            "verified": True,
            "mfa_enabled": False,
            "email": None,
            "locale": "en-US",
            "flags": 0,
        }

    async def instance(self, call: Call) -> Any:
        if number(call, "application_id") != self.activities.world.bot_id:
            raise Refused(10002)
        return self.activities.instance(call.parts["instance_id"])
