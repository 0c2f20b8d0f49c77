"""What people fill in: options of commands, lists and forms."""

import random
from collections.abc import Collection
from typing import Any

from bot.playground import checks, commands
from bot.playground.storage import Json
from simulation.town import Town

TYPED = ("", "?", "B5-C5", "roll", "end", "a1 b2 c3", "🙂", "0" * 90, "join", "'; DROP TABLE events; --", "**bold**")
NAMES = ("Spring", "Moon Cup", "Night *owls*", "Ω", "Friday", "The long one")
TEXT_INPUT = 4


class Filling:
    """Fills in whatever Discord's client would let somebody fill in."""

    def __init__(self, town: Town, chance: random.Random) -> None:
        self._world = town.playground.world
        self._people = town.people
        self._chance = chance

    def random_options(
        self, name: str, often: float, *, only: Collection[str] = (), first: int | None = None
    ) -> dict[str, Any]:
        """Options of a command that Discord's client would take, each as often as that, those needed always.

        With `only`, none but these; with `first`, one of so many choices from the beginning.
        """
        world, chance = self._world, self._chance
        for command in world.commands.values():
            for words, leaf in commands.leaves(command):
                if words == name.split():
                    return {
                        option["name"]: self.value(option, first)
                        for option in leaf.get("options") or ()
                        if (option["name"] in only if only else option.get("required") or chance.random() < often)
                    }
        return {}

    def value(self, option: Json, first: int | None = None) -> Any:
        chance = self._chance
        if option.get("choices"):
            return chance.choice(option["choices"][:first])["value"]
        match option["type"]:
            case commands.OptionKind.STRING if option["name"] == "name":
                return chance.choice(NAMES)
            case commands.OptionKind.STRING:
                return chance.choice(TYPED)[: option.get("max_length") or 6000] or None
            case commands.OptionKind.INTEGER | commands.OptionKind.NUMBER:
                low = int(option.get("min_value") or 0)
                return chance.randint(low, int(option.get("max_value") or low + 30))
            case commands.OptionKind.BOOLEAN:
                return chance.random() < 0.5
            case commands.OptionKind.USER:
                return self._world.people.name_of(chance.choice(self._people))
            case _:
                return None

    def choose(self, select: Json) -> list[str]:
        chance = self._chance
        if select["type"] == checks.STRING_SELECT:
            number = chance.randint(select.get("min_values", 1), select.get("max_values", 1))
            return [str(option["value"]) for option in chance.sample(select["options"], number)]
        if select["type"] == checks.CHANNEL_SELECT:
            texts = [c for c in self._world.channels.values() if c["type"] == 0]
            return [str(chance.choice(texts)["id"])]
        if select["type"] == checks.ROLE_SELECT:
            roles = [str(one["id"]) for one in self._world.guild.get("roles", ())]
            return [chance.choice(roles)] if roles else []
        if select["type"] in (checks.USER_SELECT, checks.MENTIONABLE_SELECT):
            return [str(chance.choice(self._people))]
        return []

    def form(self, modal: Json) -> dict[str, Any]:
        values: dict[str, Any] = {}
        for component in modal["components"]:
            inner = component.get("component") or (component.get("components") or [{}])[0]
            custom_id = inner.get("custom_id")
            if custom_id is None:
                continue
            if inner["type"] == TEXT_INPUT:
                text = self._chance.choice(TYPED)[: inner.get("max_length") or 4000]
                values[custom_id] = text or "x"
            elif inner["type"] in checks.SELECTS:
                values[custom_id] = self.choose(inner)
            elif inner.get("options"):
                values[custom_id] = self._chance.choice(inner["options"])["value"]
        return values
