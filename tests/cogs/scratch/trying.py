"""People who click through a scratch board, and computers that always think the same."""

from typing import Any

from bot.computers.thinking import Advice, Opinion
from bot.match import ComputerLevel, Match, TableTerms
from bot.match.decisions import lobby
from bot.players import Reason
from bot.rules import GAMES
from cogs.shared.choosing.composer import move_key
from cogs.shared.interactions import clicks
from cogs.shared.interactions.clicks import Click
from tests.cogs.conftest import ANNE, HERE, Asking, Bot


class Thinking:
    """Computers that always think the same, and remember what they were asked."""

    def __init__(self, lead: float = 3.0) -> None:
        self.asked: list[Any] = []
        self.lead = lead

    async def consider(self, match: Match, state: Any, person: int) -> Opinion:
        self.asked.append(state)
        reasons = (Reason("wins {number} points", {"number": 3}),)
        best = Advice(state.notate(state.legal()[-1]), reasons)
        return Opinion(best, (self.lead, *[-self.lead] * (len(match.seats) - 1)))


class Trying:
    """Somebody who clicks through a scratch board."""

    def __init__(self, bot: Bot, match: Match, user: int = ANNE) -> None:
        self.bot, self.match, self.user = bot, match, user
        self.asking = Asking(bot, user)
        self.view: Any = None

    @property
    def labels(self) -> list[str | None]:
        return self.asking.labels

    @property
    def buttons(self) -> dict[str, tuple[str, int, str]]:
        """The actions, positions and rests of the buttons and the selects, by their labels."""
        found = {}
        for item in self.view.walk_children():
            label = getattr(item, "label", None) or getattr(item, "placeholder", None)
            if getattr(item, "custom_id", None) and label and not getattr(item, "disabled", False):
                _, _, position, name, rest = item.custom_id.split(":", 4)
                found[label] = (name, int(position), rest)
        return found

    async def click(self, name: str, position: int = 0, payload: str = "", *values: str) -> str:
        self.asking = Asking(self.bot, self.user)
        answer = self.asking.edit_original_response

        async def shown(view: Any, **named: Any) -> Any:
            self.view = view
            return await answer(view, **named)

        self.asking.edit_original_response = shown  # type: ignore[method-assign]
        await self.asking.defer()
        await clicks.ACTIONS[name].handle(Click(self.asking, self.match.id, position, payload, values))
        return self.asking.heard[-1]

    async def press(self, label: str, *values: str) -> str:
        name, position, rest = self.buttons[label]
        return await self.click(name, position, rest, *values)

    async def play(self, choice: int = 0) -> str:
        """Plays a legal move where they are, by its button of confirmation."""
        position = await self.position()
        state: Any = (await self.bot.matches.scratch.place(self.match, self.user, position)).state
        legal = state.legal()
        move = move_key(state.notate(legal[choice % len(legal)]))
        return await self.click("scratch_confirm", position, f"{self.match.game}:{move}")

    async def position(self) -> int:
        """Where they are."""
        return self.buttons["All lines"][1]


async def running(bot: Bot, game: str, *people: int, **terms: Any) -> Match:
    """A match for as few as can play, with computers where nobody of these sits."""
    seats = next(number for number in GAMES[game].seats({}) if number > 1)
    match = await bot.matches.tables.open(
        TableTerms(game, seats, **terms), opener=people[0], place=HERE, computers=ComputerLevel.EASY
    )
    for person in people[1:]:
        await bot.matches.act(match.id, lobby.join(person))
    return await bot.matches.act(match.id, lobby.begin(people[0], message_id=900 + match.id))
