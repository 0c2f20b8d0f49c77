"""The bot itself, its commands, the guild and its people."""

from __future__ import annotations

from typing import Any, Final

from bot.playground import checks, commands, schema
from bot.playground.elsewhere import offers_to_people
from bot.playground.guild import guild_object
from bot.playground.refusals import Problem, Refused, invalid
from bot.playground.roles import give_role, roles
from bot.playground.routes.calls import GUILD, NO_CONTENT, Call, Route, number
from bot.playground.world import World

MEMBER: Final = GUILD + r"/members/{user_id:\d+}"
APPLICATION: Final = r"/applications/{application_id:\d+}"


class GuildRoutes:
    def __init__(self, world: World) -> None:
        self.world = world

    def routes(self) -> list[Route]:
        return [
            ("GET", "/gateway", self.gateway),
            ("GET", "/gateway/bot", self.gateway_bot),
            ("GET", r"/users/{user_id:\d+}", self.user),
            ("GET", "/users/@me/guilds", self.my_guilds),
            ("POST", "/users/@me/channels", self.open_direct_channel),
            ("GET", "/oauth2/applications/@me", self.application),
            ("GET", "/applications/@me", self.application),
            ("GET", f"{APPLICATION}/commands", self.commands),
            ("PUT", f"{APPLICATION}/commands", self.put_commands),
            ("GET", f"{APPLICATION}{GUILD}/commands", self.commands),
            ("PUT", f"{APPLICATION}{GUILD}/commands", self.put_commands),
            ("GET", GUILD, self.guild),
            ("GET", f"{GUILD}/channels", self.guild_channels),
            ("GET", f"{GUILD}/roles", self.guild_roles),
            ("GET", f"{GUILD}/threads/active", self.active_threads),
            ("GET", MEMBER, self.member),
            ("PUT", MEMBER + r"/roles/{role_id:\d+}", self.give_role),
            ("DELETE", MEMBER + r"/roles/{role_id:\d+}", self.take_role),
        ]

    async def gateway(self, _call: Call) -> Any:
        return {"url": self.world.links.base_url.replace("http", "ws", 1) + "/gateway"}

    async def gateway_bot(self, call: Call) -> Any:
        limit = {"total": 1000, "remaining": 999, "reset_after": 86_400_000, "max_concurrency": 1}
        return await self.gateway(call) | {"shards": 1, "session_start_limit": limit}

    async def user(self, call: Call) -> Any:
        return self.world.people.user(number(call, "user_id"))

    async def my_guilds(self, _call: Call) -> Any:
        guild = self.world.guild
        return [
            {"id": guild["id"], "name": guild["name"], "icon": None, "owner": False, "permissions": "0", "features": []}
        ]

    async def open_direct_channel(self, call: Call) -> Any:
        body = call.body
        schema.check("CreatePrivateChannelRequest", body)
        user_id = int(body.get("recipient_id") or 0)
        if user_id not in self.world.people.users or user_id == self.world.bot_id:
            raise invalid(("recipient_id",), "USER_NOT_FOUND", "This user does not exist")
        return self.world.channel_object(self.world.direct_channel(user_id))

    async def application(self, _call: Call) -> Any:
        world = self.world
        return {
            "id": str(world.bot_id),
            "name": world.people.name_of(world.bot_id),
            "icon": None,
            "description": "",
            "summary": "",
            "type": None,
            "bot_public": False,
            "bot_require_code_grant": False,
            "verify_key": "0" * 64,
            "owner": world.people.user(world.operator_id),
            "team": None,
            "flags": 0,
            "tags": [],
            "redirect_uris": [],
            "interactions_endpoint_url": None,
            "role_connections_verification_url": None,
            "integration_types_config": {"0": {}, **({"1": {}} if commands.people_may_install(world) else {})},
            "approximate_guild_count": 1,
            "approximate_user_install_count": 0,
            "bot": world.people.user(world.bot_id),
        }

    def _of_application(self, call: Call) -> int | None:
        """The guild whose commands the request is about, or None for the global ones."""
        if number(call, "application_id") != self.world.bot_id:
            raise Refused(10002)
        if "guild_id" not in call.parts:
            return None
        return self._guild(call)

    async def commands(self, call: Call) -> Any:
        guild_id = self._of_application(call)
        wanted = str(guild_id) if guild_id else None
        with_all = call.query.get("with_localizations", "").lower() in ("1", "true")
        listed = [command for command in self.world.commands.values() if command.get("guild_id") == wanted]
        return listed if with_all else [commands.without_translations(command) for command in listed]

    async def put_commands(self, call: Call) -> Any:
        guild_id = self._of_application(call)
        body = call.body
        if not isinstance(body, list):
            raise invalid((), "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
        problems = [
            type(problem)((index, *problem.path), problem.code, problem.message)
            for index, command in enumerate(body)
            for problem in schema.problems("ApplicationCommandUpdateRequest", command)
        ]
        if not commands.people_may_install(self.world):
            words = "The application can't be installed by people"
            problems += [
                Problem((index, "integration_types"), "APPLICATION_COMMAND_INVALID_INTEGRATION_TYPE", words)
                for index, command in enumerate(body)
                if offers_to_people(command)
            ]
        if problems:
            raise Refused(50035, problems)
        checks.check_commands(body)
        return commands.register(self.world, body, guild_id)

    def _guild(self, call: Call) -> int:
        if number(call, "guild_id") != self.world.guild_id:
            raise Refused(10004)
        return self.world.guild_id

    async def guild(self, call: Call) -> Any:
        self._guild(call)
        return guild_object(self.world)

    async def guild_channels(self, call: Call) -> Any:
        self._guild(call)
        return [self.world.channel_object(c) for c in self.world.channels.values() if c["type"] == 0]

    async def guild_roles(self, call: Call) -> Any:
        self._guild(call)
        return roles(self.world)

    async def active_threads(self, call: Call) -> Any:
        self._guild(call)
        threads = [self.world.channel_object(thread) for thread in self.world.active_threads()]
        return {"threads": threads, "members": [], "has_more": False}

    async def member(self, call: Call) -> Any:
        self._guild(call)
        return self.world.people.member(number(call, "user_id"))

    async def give_role(self, call: Call) -> Any:
        self._guild(call)
        give_role(self.world, number(call, "user_id"), number(call, "role_id"), has_role=True)
        return NO_CONTENT

    async def take_role(self, call: Call) -> Any:
        self._guild(call)
        give_role(self.world, number(call, "user_id"), number(call, "role_id"), has_role=False)
        return NO_CONTENT
