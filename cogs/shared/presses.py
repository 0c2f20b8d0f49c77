"""Buttons and selects that outlive the process: their custom id says all that is needed to act on them.

`b:MATCH:VERSION:ACTION:REST` is a button, `s:...` a select. An action is a function marked with `action`.
"""

import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, Self

import discord
from discord import ui

from bot.match import Match
from bot.text import N_, say
from cogs.shared.answers import Asked, hold, tell, think
from cogs.shared.errors import explain
from cogs.shared.seeing import check_may_see

if TYPE_CHECKING:
    from bot.client import Crux

OLD_BUTTON = N_(
    "This button is from an older version of Crux and no longer works. `/match list` shows your matches and "
    "their boards."
)

Acknowledge = Literal["hold", "think", "self"]


@dataclass(frozen=True, slots=True)
class Press:
    """One click: who clicked on what. `version` is the match's version that the message showed."""

    interaction: Asked
    match_id: int
    version: int
    rest: str
    values: tuple[str, ...]

    @property
    def bot(self) -> "Crux":
        return self.interaction.client

    @property
    def user(self) -> int:
        return self.interaction.user.id

    async def match(self) -> Match:
        """The match that was clicked on, as it is now. NoSuchMatch for people who may not be told of it.

        Each action asks for it before anything else: custom ids can be made up, and boards stay where a match has left.
        """
        match = await self.bot.matches.get(self.match_id)
        await check_may_see(self.interaction, match)
        return match


Handler = Callable[[Press], Awaitable[None]]
_actions: dict[str, tuple[Handler, Acknowledge]] = {}


def action(name: str, acknowledge: Acknowledge) -> Callable[[Handler], Handler]:
    """Make the function answer clicks of this name.

    `acknowledge` says how the click is acknowledged before anything else: "hold" shows nothing, "think" opens a private
    answer, and "self" leaves it to the function.
    """

    def register(handler: Handler) -> Handler:
        if name in _actions:
            raise ValueError(f"Two actions are named {name}.")
        _actions[name] = (handler, acknowledge)
        return handler

    return register


def custom_id(kind: Literal["b", "s"], match_id: int, version: int, name: str, rest: str = "") -> str:
    """ValueError if it is longer than Discord takes or names no action."""
    text = f"{kind}:{match_id}:{version}:{name}:{rest}"
    if len(text) > 100 or name not in _actions:
        raise ValueError(f"{text} can't be a custom id.")
    return text


_BODY = r"(?P<match>\d+):(?P<version>\d+):(?P<action>[a-z_]+):(?P<rest>.*)"


async def _acted(interaction: Asked, found: dict[str, str], values: Sequence[str]) -> None:
    interaction.client.note_work()
    try:
        handler, acknowledge = _actions.get(found["action"], (None, "self"))
        if handler is None:
            await tell(interaction, say(OLD_BUTTON, str(interaction.locale)))
            return
        if acknowledge == "hold":
            await hold(interaction)
        elif acknowledge == "think":
            await think(interaction)
        await handler(Press(interaction, int(found["match"]), int(found["version"]), found["rest"], tuple(values)))
    except Exception as error:
        about = int(found["match"]) or None
        await explain(interaction, error, match_id=about)


class Button(ui.DynamicItem[ui.Button[Any]], template="b:" + _BODY):
    """A button of a match."""

    def __init__(self, button: ui.Button[Any], found: dict[str, str] | None = None) -> None:
        super().__init__(button)
        self.found = found or {}

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str]
    ) -> Self:
        assert isinstance(item, ui.Button)  # noqa: S101 - tells the type checker what the template guarantees
        return cls(item, match.groupdict())

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await _acted(interaction, self.found, ())


class Select(ui.DynamicItem[ui.Select[Any]], template="s:" + _BODY):
    """A select of a match."""

    def __init__(self, select: ui.Select[Any], found: dict[str, str] | None = None) -> None:
        super().__init__(select)
        self.found = found or {}

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str]
    ) -> Self:
        assert isinstance(item, ui.Select)  # noqa: S101 - tells the type checker what the template guarantees
        return cls(item, match.groupdict())

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await _acted(interaction, self.found, self.item.values)


ITEMS = (Button, Select)


def is_known(text: str) -> bool:
    """Whether a custom id belongs to one of our buttons or selects."""
    return any(item.__discord_ui_compiled_template__.fullmatch(text) for item in ITEMS)


def button(
    label: str,
    match_id: int,
    version: int,
    name: str,
    rest: str = "",
    *,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
    disabled: bool = False,
) -> Button:
    """A button that performs an action when it is clicked, today or in a month."""
    inner: ui.Button[Any] = ui.Button(
        label=label, style=style, disabled=disabled, custom_id=custom_id("b", match_id, version, name, rest)
    )
    return Button(inner)


def select(
    placeholder: str, options: Sequence[discord.SelectOption], match_id: int, version: int, name: str, rest: str = ""
) -> Select:
    """A select of 1 to 25 options that performs an action with the chosen value."""
    inner: ui.Select[Any] = ui.Select(
        placeholder=placeholder, options=list(options), custom_id=custom_id("s", match_id, version, name, rest)
    )
    return Select(inner)


def row(*items: Button | Select) -> ui.ActionRow[Any]:
    """Up to five buttons, or one select, beside each other."""
    return ui.ActionRow(*items)
