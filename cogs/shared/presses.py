"""Buttons and selects that outlive the process: their custom id says all that is needed to act on them.

`b:MATCH:VERSION:ACTION:REST` is a button, `s:...` a select. An action is a function marked with `action`.

discord.py isn't asked which item was used: it looks for it in the message as that is by now, and does nothing where a
newer edit has others. The custom id of the click is enough.
"""

import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Literal, TypeVar

import discord
from discord import ui

from bot.match import Match
from bot.text import N_
from cogs.shared.answers import Asked, hold, named_in, think
from cogs.shared.refusals import ScreenRefusal
from cogs.shared.seeing import check_may_see

if TYPE_CHECKING:
    from bot.client import Crux

OLD_BUTTON = N_(
    "This button is from an older version of Crux and no longer works. `/match list` shows your matches and "
    "their boards."
)

CUSTOM_ID = 100  # characters

Acknowledge = Literal["hold", "think", "self"]

Value = TypeVar("Value", bound=StrEnum)

_CUSTOM_ID = re.compile(r"[bs]:([0-9]{1,18}):([0-9]{1,18}):([a-z_]+):(.*)", re.ASCII)  # SQLite takes more
_NUMBER = re.compile(r"[0-9]{1,9}", re.ASCII)


class OldButton(ScreenRefusal):
    """The click names something that there isn't in this version: its button is of another one, or made up."""

    def __init__(self) -> None:
        super().__init__(OLD_BUTTON)


def number_in(text: str) -> int:
    """A number from 0 to 999,999,999 that a click carries. OldButton for anything else."""
    if not _NUMBER.fullmatch(text):
        raise OldButton
    return int(text)


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

    @property
    def value(self) -> str:
        """What was chosen from a select. OldButton where nothing was."""
        if not self.values:
            raise OldButton
        return self.values[0]

    def value_of(self, kind: type[Value]) -> Value:
        """What was chosen from a select, as one of these. OldButton for anything else."""
        try:
            return kind(self.value)
        except ValueError:
            raise OldButton from None


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
    if name not in _actions:
        raise ValueError(f"No action is called {name}.")
    if len(text) > CUSTOM_ID:
        raise ValueError(f"The custom id of {name} would have {len(text)} characters.")  # not which: it may be secret
    return text


def action_of(interaction: Asked) -> str:
    """The name of the action that a click asks for, which is all of its custom id that anybody else may know."""
    found = _CUSTOM_ID.fullmatch(named_in(interaction) or "")
    return f"button {found[3]}" if found and found[3] in _actions else "an unknown button"


async def pressed(interaction: Asked) -> None:
    """Do what a click asks for. Whatever goes wrong is answered, and nothing is raised."""
    interaction.client.note_work()
    match_id = None
    try:
        found = _CUSTOM_ID.fullmatch(named_in(interaction) or "")
        handler, acknowledge = _actions.get(found[3] if found else "", (None, "self"))
        if found is None or handler is None:
            raise OldButton
        match_id = int(found[1]) or None
        if acknowledge == "hold":
            await hold(interaction)
        elif acknowledge == "think":
            await think(interaction)
        values: list[str] = dict[str, Any](interaction.data or {}).get("values") or []
        await handler(Press(interaction, int(found[1]), int(found[2]), found[4], tuple(values)))
    except Exception as error:
        await interaction.client.explain(interaction, error, match_id=match_id)


class Button(ui.Button[Any]):
    """A button of a match."""

    def is_dispatchable(self) -> bool:
        """Not by discord.py, which then needs to remember nothing of a message."""
        return False


class Select(ui.Select[Any]):
    """A select of a match."""

    def is_dispatchable(self) -> bool:
        """As for buttons."""
        return False


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
    return Button(label=label, style=style, disabled=disabled, custom_id=custom_id("b", match_id, version, name, rest))


def select(
    placeholder: str, options: Sequence[discord.SelectOption], match_id: int, version: int, name: str, rest: str = ""
) -> Select:
    """A select of 1 to 25 options that performs an action with the chosen value."""
    return Select(
        placeholder=placeholder, options=list(options), custom_id=custom_id("s", match_id, version, name, rest)
    )


def row(*items: Button | Select) -> ui.ActionRow[Any]:
    """Up to five buttons, or one select, beside each other."""
    return ui.ActionRow(*items)
