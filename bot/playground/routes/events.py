"""The calendar of the guild: scheduled events outside voice channels."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, Final

from bot.playground import schema
from bot.playground.refusals import Refused, invalid
from bot.playground.routes.calls import GUILD, NO_CONTENT, Call, Route, number
from bot.playground.storage import Json
from bot.playground.world import World

EVENTS: Final = f"{GUILD}/scheduled-events"
EVENT: Final = EVENTS + r"/{event_id:\d+}"
MOST: Final = 100
EXTERNAL, SCHEDULED = 3, 1


class EventRoutes:
    def __init__(self, world: World) -> None:
        self.world = world

    def routes(self) -> list[Route]:
        return [
            ("GET", EVENTS, self.list),
            ("POST", EVENTS, self.create),
            ("PATCH", EVENT, self.edit),
            ("DELETE", EVENT, self.delete),
        ]

    async def list(self, call: Call) -> Any:
        self._check(call)
        return events(self.world)

    async def create(self, call: Call) -> Any:
        """Raises 30038 for too many; 50035 for a bad body, a time that is over, or an end before the beginning."""
        self._check(call, may_change=True)
        if len(events(self.world)) >= MOST:
            raise Refused(30038)
        schema.check("ExternalScheduledEventCreateRequest", call.body)
        event_id = self.world.storage.snowflake()
        bot = self.world.people.user(self.world.bot_id)
        event = {
            "id": str(event_id),
            "guild_id": self.world.guild["id"],
            "channel_id": None,
            "creator_id": str(self.world.bot_id),
            "creator": bot,
            "status": SCHEDULED,
            "entity_type": EXTERNAL,
            "entity_id": None,
            "privacy_level": 2,
            "description": None,
            "image": None,
            "recurrence_rule": None,
        }
        return self._keep(event | call.body, call.body)

    async def edit(self, call: Call) -> Any:
        """Raises 10070; 50035 as `create` does."""
        self._check(call, may_change=True)
        event = self._event(call)
        schema.check("ExternalScheduledEventPatchRequestPartial", call.body)
        return self._keep(event | call.body, call.body)

    async def delete(self, call: Call) -> Any:
        """Raises 10070."""
        self._check(call, may_change=True)
        self.world.storage.drop_thing("event", int(self._event(call)["id"]))
        self.world.tell_page({"type": "world"}, None)
        return NO_CONTENT

    def _keep(self, event: Json, changed: Json) -> Json:
        begins = datetime.fromisoformat(event["scheduled_start_time"])
        ends = event.get("scheduled_end_time")
        if "scheduled_start_time" in changed and begins <= datetime.now(UTC):
            place = ("scheduled_start_time",)
            raise invalid(place, "GUILD_SCHEDULED_EVENT_SCHEDULE_PAST", "Cannot schedule event in the past.")
        if ends is None or datetime.fromisoformat(ends) <= begins:
            place = ("scheduled_end_time",)
            raise invalid(place, "GUILD_SCHEDULED_EVENT_END_TIME_INVALID", "It ends before it begins.")
        if not event["name"].strip():
            raise invalid(("name",), "BASE_TYPE_REQUIRED", "This field is required")
        self.world.storage.keep_thing("event", event)
        self.world.tell_page({"type": "world"}, None)
        return event

    def _event(self, call: Call) -> Json:
        for event in events(self.world):
            if int(event["id"]) == number(call, "event_id"):
                return event
        raise Refused(10070)

    def _check(self, call: Call, *, may_change: bool = False) -> None:
        """Raises 10004 for another guild, 50013 if the bot may not make events."""
        if number(call, "guild_id") != self.world.guild_id:
            raise Refused(10004)
        if may_change and not self.world.bot_may("create_events"):
            raise Refused(50013)


def events(world: World) -> list[Json]:
    """The events that aren't over, in the order in which they begin."""
    things = [*world.storage.things("event")]
    return sorted(things, key=lambda event: (event["scheduled_start_time"], event["id"]))
