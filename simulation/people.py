"""People with habits: what they see on the simulated Discord, and what they do there, drawn from the seed."""

import asyncio
import json
import re
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

from bot.playground import checks, commands
from bot.playground.answers import Interaction, InteractionType
from bot.playground.commands import Filled
from bot.playground.elsewhere import DIRECT
from bot.playground.forms import InvalidForm
from bot.playground.refusals import Refused
from bot.playground.storage import Json
from bot.rules import GAMES
from simulation.filling import TYPED, Filling
from simulation.town import Town

LOCALES = ("en-US", "en-US", "it", "ja")
SEEN = 40  # newest messages of a channel that people look at
DAY = 86400.0
MATCH = re.compile(r"[bs]:([1-9]\d*):")
"""A match in the id of a button or a list."""

Leads = re.Pattern[str] | None
"""What buttons are called by which people go on, if they want something."""

COMMANDS = tuple(key.replace("_", "-") for key in sorted(GAMES))

RARE = (
    ("match resign", 3), ("match draw", 3), ("match undo", 4), ("match cancel", 1), ("match replace", 2),
    ("match show", 4), ("match list", 4), ("match next", 4), ("match vacation", 1), ("match remind", 2),
    ("match plan", 1), ("match find", 1), ("match forget-me", 0.15),
    ("match replay", 1), ("match review", 0.5), ("match export", 1), ("match verify", 1), ("match relocate", 1),
    ("daily play", 4), ("daily table", 1), ("daily about", 1), ("puzzle", 4), ("leaderboard", 2), ("profile", 2),
    ("privacy show", 1), ("privacy export", 0.5), ("privacy delete", 0.1), ("crux", 2), ("help", 1), ("settings", 1),
    ("league create", 1), ("league join", 5), ("league leave", 0.5), ("league table", 1), ("league matches", 1),
    ("league close", 0.2), ("league remove", 0.2), ("tournament create", 2), ("tournament join", 6),
    ("tournament check-in", 4), ("tournament start", 2), ("tournament leave", 0.5), ("tournament table", 1),
    ("tournament matches", 1), ("tournament close", 0.2), ("tournament remove", 0.2), ("southern-cards solo", 3),
    ("southern-cards best", 1), ("end-match", 0.3),
    *((f"{game} {what}", 1) for game in COMMANDS for what in ("hint", "board", "rules", "learn")),
)  # fmt: skip
"""What people do besides playing their turns and opening tables, and how often, as weights."""

HABITS = {"plan": r"plan|order_switch", "find": r":search:", "try out": r"try_out|scratch|more", "puzzle": r"puzzle"}
"""What some do besides, and the buttons by which it goes on."""

COMMON = min(GAMES)
"""The game in which people look for opponents, so that some find each other."""

HABITUAL = 0.25
FOLLOWS = 0.5
"""How often people follow a habit when they do something, and how often they play what another has planned for."""

SAVING = re.compile("save|confirm")

ORGANISES = 0.08
"""How often the owner of the server opens a contest when they do something."""

HASTE = ("time", "round", "sign-up", "check-in", "bank")
"""The options that say how long a contest takes."""

GO_BACK = re.compile(r"cancel|back|leave|delete|forget|resign|remove|close|block|privacy", re.IGNORECASE)


@dataclass
class Seen:
    """What is seen of the bot's messages: the newest of each channel, and what everyone alone sees."""

    messages: dict[int, Json] = field(default_factory=dict)
    order: dict[int, deque[int]] = field(default_factory=dict)  # by channel
    private: dict[int, deque[int]] = field(default_factory=dict)  # by person
    owner: dict[int, int] = field(default_factory=dict)  # by message: the newest interaction that it answers


class Eyes:
    """Sees everything that pages are told, and passes it on to `watchers`."""

    def __init__(self, town: Town) -> None:
        self.seen = Seen()
        self.watchers: list[Callable[[str, Json, int | None], None]] = []
        self._world = town.playground.world
        self._world.tell_page = self.see

    def see(self, event: Json, only: int | None) -> None:
        """Something changes on a page: that of one person, or of everyone."""
        kind = event["type"]
        if kind in ("message", "edited"):
            message = event["message"]
            number = int(message["id"])
            if only is None:
                only = self._recipient(message)
            if kind == "message":
                key, among = (
                    (int(message["channel_id"]), self.seen.order) if only is None else (only, self.seen.private)
                )
                line = among.setdefault(key, deque())
                line.append(number)
                if len(line) > SEEN:
                    self.seen.messages.pop(line.popleft(), None)
                self.seen.messages[number] = message
            elif number in self.seen.messages:
                self.seen.messages[number] = message
        elif kind == "deleted":
            self.seen.messages.pop(int(event["id"]), None)
        elif kind == "interaction" and event["message"]:
            message_id = int(event["message"])
            self.seen.owner[message_id] = max(int(event["id"]), self.seen.owner.get(message_id, 0))
        for watch in self.watchers:
            watch(kind, event, only)

    def _recipient(self, message: Json) -> int | None:
        """Whose direct message it is, if it's one."""
        channel = self._world.channels.get(int(message["channel_id"]))
        return int(channel["recipient_id"]) if channel is not None and channel["type"] == DIRECT else None


def components(message: Json) -> Iterator[Json]:
    """The buttons and lists of a message that can be used."""
    for _, component in checks.walk(message["components"]):
        if component.get("custom_id") and not component.get("disabled"):
            yield component


def text_of(message: Json) -> str:
    """All words of a message."""
    words = [message.get("content") or ""]
    words += [c["content"] for _, c in checks.walk(message["components"]) if c.get("type") == checks.TEXT_DISPLAY]
    return "\n".join(words)


class Person:
    """Somebody who plays: `pace` is the time in seconds between two of their actions on average while awake."""

    def __init__(self, town: Town, eyes: Eyes, name: str, number: int) -> None:
        self.town = town
        self.eyes = eyes
        self.name = name
        self.id = number
        self.chance = town.chance.stream(f"person {name}")
        chance = self.chance
        self.filling = Filling(town, chance)
        self.locale = chance.choice(LOCALES)
        self.pace = chance.choice([600.0, 1800.0, 3600.0, 7200.0])
        self.doubles = chance.choice([0.0, 0.05, 0.3])  # how often they click twice
        self.wild = chance.choice([0.05, 0.1, 0.3])  # how often they do something else than to play
        self.wakes = chance.randrange(24)
        self.away_until = 0.0
        self.acted = 0

    async def live(self, until: float, keen: float = 1.0) -> None:
        """Does things until that moment."""
        loop = self.town.loop
        while True:
            await asyncio.sleep(self.chance.expovariate(keen / self.pace))
            if loop.time() >= until:
                return
            hour = (loop.time() * max(keen, 1.0) / 3600 - self.wakes) % 24
            if hour > 16 or loop.time() < self.away_until:
                continue
            if self.chance.random() < 0.004:
                self.away_until = loop.time() + self.chance.uniform(0.5, 6) * DAY / max(keen, 1.0)
            if not self._channels():  # they have left the server
                if self.chance.random() < 0.2:
                    self.town.playground.world.set_member(self.id, present=True)
                continue
            self.acted += 1
            try:
                await self.act()
            except (InvalidForm, Refused):  # Discord's client wouldn't let them
                continue

    # What they do

    async def act(self) -> None:
        chance = self.chance
        if self.id == self.town.playground.world.owner_id and chance.random() < ORGANISES:
            await self._organise()
            return
        if chance.random() < self.wild:
            await self._something()
            return
        if chance.random() < HABITUAL:
            await self._follow_habit(chance.choice(sorted(HABITS)))
            return
        direct = self._direct_board()
        if direct is not None and chance.random() < 0.5:
            await self._turn(direct)
            return
        for channel in self._channels():
            for number in reversed(self.eyes.seen.order.get(int(channel["id"]), ())):
                message = self.eyes.seen.messages.get(number)
                if message is None or not any(int(user["id"]) == self.id for user in message["mentions"]):
                    continue
                if not list(components(message)):
                    continue
                await self._turn(message)
                for _ in range(chance.choice([0, 2, 4, 12])):  # some play on at once
                    await asyncio.sleep(chance.uniform(1, 30))
                    fresh = self._newest_for_me(channel)
                    if fresh is None:
                        return
                    await self._turn(fresh)
                return
        joins = [
            (message, component)
            for channel in self._channels()
            for message in self._messages(int(channel["id"]))
            for component in components(message)
            if "join" in component["custom_id"] and f"<@{self.id}>" not in text_of(message)
        ]
        if joins and chance.random() < 0.85:
            await self._use(*chance.choice(joins[-3:]))
        elif chance.random() < 0.6:
            await self._open()
        else:
            await self._something()

    def _channels(self) -> list[Json]:
        world = self.town.playground.world
        found = [channel for channel in world.channels.values() if world.sees(self.id, channel)]
        return found[-8:]

    def _messages(self, channel: int) -> list[Json]:
        seen = self.eyes.seen
        return [seen.messages[number] for number in seen.order.get(channel, ()) if number in seen.messages]

    def _newest_for_me(self, channel: Json) -> Json | None:
        for message in reversed(self._messages(int(channel["id"]))):
            if any(int(user["id"]) == self.id for user in message["mentions"]) and list(components(message)):
                return message
        return None

    def _direct_board(self) -> Json | None:
        """The newest board of a match in their direct messages."""
        world = self.town.playground.world
        for number in reversed(self.eyes.seen.private.get(self.id, ())):
            message = self.eyes.seen.messages.get(number)
            channel = None if message is None else world.channels.get(int(message["channel_id"]))
            if message is None or channel is None or channel["type"] != DIRECT:
                continue
            if any(MATCH.match(str(component["custom_id"])) for component in components(message)):
                return message
        return None

    async def _follow_habit(self, habit: str) -> None:
        chance = self.chance
        leads = re.compile(HABITS[habit])
        public = [channel for channel in self._channels() if channel["type"] != DIRECT]
        if not public:
            return
        channel = chance.choice(public)
        if habit == "find":
            direct = self.town.playground.world.direct_channel(self.id)  # servers take part only if they want to
            await self._command(direct, "match find", {"game": COMMON}, leads)
        elif habit == "puzzle":
            await self._command(channel, "puzzle", {"game": chance.choice(sorted(GAMES))}, leads)
        elif habit == "plan":
            matches = self.town.rows(
                "SELECT m.id FROM matches m JOIN members p ON p.match_id = m.id JOIN users u ON u.id = p.user_id "
                "WHERE u.discord_id = ? AND m.status = 'running' AND m.to_move <> p.seat AND NOT m.private "
                "ORDER BY m.game, m.id DESC LIMIT 3",
                self.id,
            )
            if matches:
                await self._command(channel, "match plan", {"match": str(chance.choice(matches)[0])}, leads)
        else:
            boards = [
                (message, component)
                for message in self._messages(int(channel["id"]))
                for component in components(message)
                if ":more:" in component["custom_id"]
            ]
            if boards:
                await self._use(*chance.choice(boards[-12:]), leads)

    async def _turn(self, board: Json) -> None:
        """Plays on a board that calls them: typed, or by its buttons and lists."""
        chance = self.chance
        found = MATCH.match(str(next(components(board))["custom_id"]))
        game = self._game_of(int(found[1])) if found else None
        if found is None or game is None or chance.random() < 0.35:
            await self._use(board, pick(self.chance, list(components(board))))
            return
        channel = self.town.playground.world.channel(int(board["channel_id"]))
        name = f"{game} move"
        asked = {"match": found[1]}
        foreseen = planned_by_others(self.town, chance, int(found[1]))
        if foreseen is not None and chance.random() < FOLLOWS:
            await self._command(channel, name, {"move": foreseen} | asked)
            return
        choices = await self._suggestions(channel, name, "move", "", asked)
        if not choices and chance.random() < 0.9:
            return
        move = chance.choice(choices)["value"] if choices and chance.random() < 0.95 else chance.choice(TYPED)
        await self._command(channel, name, {"move": move} | asked)

    def _game_of(self, match: int) -> str | None:
        game = self.town.game_of(match)
        return None if game is None else game.replace("_", "-")

    async def _open(self) -> None:
        chance = self.chance
        game = chance.choice(COMMANDS)
        options: dict[str, Any] = {
            "time": chance.choice([3600, 21600, 86400, 86400]),
            "when-time-is-over": chance.choice(["computer", "resign", "claim"]),
        }
        if chance.random() < 0.4:
            options["computers"] = chance.choice(["beginner", "easy"])
        if chance.random() < 0.5:
            options |= self.filling.random_options(f"{game} start", 0.15)
        channel = chance.choice([c for c in self._channels() if c["type"] == 0] or self._channels())
        await self._command(channel, f"{game} start", options)

    async def _something(self) -> None:
        """Anything that one can do."""
        chance, world = self.chance, self.town.playground.world
        if chance.random() < 0.5:
            near = [message for channel in self._channels() for message in self._messages(int(channel["id"]))]
            own = self.eyes.seen.private.get(self.id, ())
            near += [self.eyes.seen.messages[number] for number in own if number in self.eyes.seen.messages]
            useful = [message for message in near if list(components(message))]
            if useful:
                message = chance.choice(useful[-12:])
                await self._use(message, chance.choice(list(components(message))))
            return
        if chance.random() < 0.05:
            self.locale = chance.choice(LOCALES)
        if chance.random() < 0.02:
            is_member = world.people.is_member(self.id)
            self.town.story.add(f"{self.name} {'leaves' if is_member else 'comes back'}")
            world.set_member(self.id, present=not is_member)
            return
        name = chance.choices([name for name, _ in RARE], [weight for _, weight in RARE])[0]
        channel = chance.choice(self._channels())
        await self._command(channel, name, self.filling.random_options(name, 0.3))

    async def _organise(self) -> None:
        """Opens a league or a tournament that begins soon and doesn't take long."""
        chance = self.chance
        name = chance.choice(["league create", "tournament create", "tournament create"])
        options = self.filling.random_options(name, 0.2) | self.filling.random_options(name, 1.0, only=HASTE, first=2)
        await self._command(chance.choice(self._channels()), name, options)

    # How they do it

    async def _suggestions(
        self, channel: Json, name: str, focused: str, typed: str, others: dict[str, Any]
    ) -> list[Json]:
        play = self.town.playground
        command, words, leaf = commands.find(play.world, channel, self.id, name)
        filled = Filled(play.world, self.id, leaf, others | {focused: typed}, focused=focused)
        asked = self._start(InteractionType.AUTOCOMPLETE, channel, filled.data(command, words))
        await asked.answered.wait()
        return asked.choices or []

    async def _command(self, channel: Json, name: str, options: dict[str, Any], leads: Leads = None) -> None:
        play = self.town.playground
        command, words, leaf = commands.find(play.world, channel, self.id, name)
        filled = Filled(play.world, self.id, leaf, options)
        said = " ".join(f"{key}:{value}" for key, value in options.items())
        for _ in self._times():
            asked = self._start(InteractionType.COMMAND, channel, filled.data(command, words), f"/{name} {said}")
        await self._go_on(asked, leads)

    async def _use(self, message: Json, component: Json, leads: Leads = None) -> None:
        if int(message["channel_id"]) not in self.town.playground.world.channels:
            return
        values: list[str] = []
        if component["type"] in checks.SELECTS:
            values = self.filling.choose(component)
        fresh = self.town.playground.messages.find(int(message["id"]), self.id)
        for _ in self._times():
            self.town.asked(self.name, f"clicks {component['custom_id']} {' '.join(values)}")
            asked = self.town.playground.interactions.use_component(
                self.id, fresh, component["custom_id"], values, self.locale
            )
            self._note(asked)
        await self._go_on(asked, leads)

    def _times(self) -> range:
        return range(2 if self.chance.random() < self.doubles else 1)

    def _start(self, kind: InteractionType, channel: Json, data: Json, said: str = "") -> Interaction:
        if said:
            self.town.asked(self.name, said)
        asked = self.town.playground.interactions.start(
            kind, self.id, channel, data, name=data["name"], locale=self.locale
        )
        self._note(asked)
        return asked

    def _note(self, asked: Interaction) -> None:
        self.town.note_interaction(asked, self.locale)

    async def _go_on(self, asked: Interaction, leads: Leads = None) -> None:
        """Follows what an answer offers: a form, or a private message with buttons, those first that lead on."""
        chance, play = self.chance, self.town.playground
        for _ in range(chance.choice([0, 4, 9, 9] if leads is None else [6, 12, 18])):
            if "rules" in str(asked.data.get("custom_id")) and chance.random() < 0.7:
                return  # nobody reads on for long
            await asked.answered.wait()
            await asyncio.sleep(chance.uniform(0.5, 6))
            if asked.modal is not None:
                self.town.asked(self.name, "fills in a form")
                asked = play.interactions.submit_modal(asked.id, self.id, self.filling.form(asked.modal), self.locale)
                self._note(asked)
                continue
            number = asked.original_id
            if number is None or (hidden := play.messages.ephemeral.get(number)) is None:
                return
            usable = list(components(hidden.message))
            if leads is not None:
                usable = [one for one in usable if leads.search(one["custom_id"])]
            if hidden.user_id != self.id or not usable:
                return
            saving = [one for one in usable if leads is not None and SAVING.search(one["custom_id"])]
            component = chance.choice(saving) if saving and chance.random() < 0.9 else pick(chance, usable)
            values = self.filling.choose(component) if component["type"] in checks.SELECTS else []
            for _ in self._times():
                self.town.asked(self.name, f"clicks {component['custom_id']} {' '.join(values)}")
                asked = play.interactions.use_component(
                    self.id, hidden.message, component["custom_id"], values, self.locale
                )
                self._note(asked)


def planned_by_others(town: Town, chance: Random, match: int) -> str | None:
    """A move that somebody's plan begins with, which another one would like to see."""
    rows = town.rows("SELECT lines FROM orders WHERE match_id = ? AND lines IS NOT NULL", match)
    lines = [line for (document,) in rows for line in json.loads(document) or ()]
    return chance.choice(lines)[0] if lines else None


def pick(chance: Random, usable: list[Json]) -> Json:
    """Something that leads on, most of the time."""
    leading = [one for one in usable if not GO_BACK.search(one["custom_id"])] or usable
    confirming = [one for one in leading if "confirm" in one["custom_id"] or "yes" in one["custom_id"]]
    if confirming and chance.random() < 0.8:
        return chance.choice(confirming)
    return chance.choice(leading if chance.random() < 0.9 else usable)
