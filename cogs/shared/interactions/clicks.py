"""Buttons and selects that outlive the process: their custom id has all that is needed to act on them.

`b:MATCH:VERSION:ACTION:REST` is a button, `s:...` a select. An action is a function marked with `action`.

Clicks aren't dispatched by discord.py: it looks for the clicked item in the message as it is by now, and does nothing
if a newer edit has others. The click's custom id is enough.
"""

import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Literal, NamedTuple, TypeVar

import discord
from discord import ui

from bot.client import Crux
from bot.match import Match
from bot.match.decisions.decision import Decision
from bot.text import N_
from cogs.shared.access.visibility import check_can_see
from cogs.shared.client.initial_responses import InitialResponse
from cogs.shared.client.refusals import ScreenRefusal
from cogs.shared.interactions.gatekeeper import Gatekeeper
from cogs.shared.interactions.replies import Interaction, custom_id_of, defer_reply, defer_update

OUTDATED_BUTTON = N_(
    "This button is from an older version of Crux and no longer works. Find your matches and their "
    "boards with `/match list`."
)

NO_MATCH = (0, 0)
"""What a button is about that belongs to no match, in place of a match's number and version."""

CUSTOM_ID = 100  # characters
IN_A_ROW = 5  # buttons

CHANNEL_TYPES = discord.ChannelType.text, discord.ChannelType.news
"""The channels that can be picked."""

Style = Literal["primary", "secondary", "success", "danger"]

Acknowledge = Literal["update", "reply", "none"]

T = TypeVar("T")
Value = TypeVar("Value", bound=StrEnum)

_CUSTOM_ID = re.compile(r"[bs]:([0-9]{1,18}):([0-9]{1,18}):([a-z_]+):(.*)", re.ASCII)  # SQLite takes more
_NUMBER = re.compile(r"[0-9]{1,9}", re.ASCII)


class OutdatedButton(ScreenRefusal):
    """The click names something unknown to this version: its button is from another version, or forged."""

    def __init__(self) -> None:
        super().__init__(OUTDATED_BUTTON)


def number_in(text: str) -> int:
    """A number from 0 to 999,999,999 in a click. Raises OutdatedButton for anything else."""
    if not _NUMBER.fullmatch(text):
        raise OutdatedButton
    return int(text)


@dataclass(frozen=True, slots=True)
class Click:
    """One click: who clicked on what. `version` is the match's version in the message."""

    interaction: Interaction
    match_id: int
    version: int
    payload: str
    values: tuple[str, ...]

    @property
    def bot(self) -> Crux:
        return self.interaction.client

    @property
    def user(self) -> int:
        return self.interaction.user.id

    async def match(self) -> Match:
        """The match that was clicked on, as it is now. Raises NoSuchMatch for people who may not see it.

        Each action must call this first: custom ids can be forged, and old boards stay behind when a match moves.
        """
        match = await self.bot.matches.get(self.match_id)
        await check_can_see(self.interaction, match)
        return match

    async def act(self, decision: Decision) -> Match:
        """Carries out a decision about this match and returns the match after it."""
        return await self.bot.matches.act(self.match_id, decision, interaction=self.interaction.id)

    @property
    def value(self) -> str:
        """The value chosen in a select. Raises OutdatedButton if there is none."""
        if not self.values:
            raise OutdatedButton
        return self.values[0]

    def field(self, name: str) -> str:
        """What was chosen or typed in a field of a form (`open_form`). Raises OutdatedButton if there is nothing."""
        fields = dict[str, Any](self.interaction.data or {}).get("components")
        for one in fields if isinstance(fields, list) else []:
            match one:
                case {"component": {"custom_id": str(custom_id), "values": [str(value), *_]}} if custom_id == name:
                    return value
                case {"component": {"custom_id": str(custom_id), "value": str(value)}} if custom_id == name:
                    return value
        raise OutdatedButton

    def value_as(self, kind: type[Value]) -> Value:
        """The value chosen in a select, as one of these. Raises OutdatedButton for anything else."""
        try:
            return kind(self.value)
        except ValueError:
            raise OutdatedButton from None


Handler = Callable[[Click], Awaitable[None]]
Show = TypeVar("Show", bound=Callable[[Interaction], Awaitable[None]])
ShowMatch = TypeVar("ShowMatch", bound=Callable[[Interaction, Match], Awaitable[None]])


class Action(NamedTuple):
    """A function that handles clicks; see `action`."""

    handle: Handler
    acknowledge: Acknowledge
    once: bool


ACTIONS: dict[str, Action] = {}
"""All actions by their names; `action` enters them."""


def action(name: str, acknowledge: Acknowledge, *, once: bool = False) -> Callable[[Handler], Handler]:
    """Makes the function handle clicks with this action.

    `acknowledge` says how to acknowledge the click first: "update" shows nothing, "reply" opens a private reply, and
    "none" leaves it to the function. With `once`, the second half of a double click does nothing: where a click begins
    something new, it would begin another one.
    """

    def register(handler: Handler) -> Handler:
        if name in ACTIONS:
            raise ValueError(f"Two actions are named {name}.")
        ACTIONS[name] = Action(handler, acknowledge, once)
        return handler

    return register


def on_click(name: str, acknowledge: Acknowledge = "reply") -> Callable[[Show], Show]:
    """Makes a function that answers an interaction, such as a command, answer clicks with this action as well."""

    def register(show: Show) -> Show:
        action(name, acknowledge)(lambda click: show(click.interaction))
        return show

    return register


def on_match_click(name: str, acknowledge: Acknowledge = "update") -> Callable[[ShowMatch], ShowMatch]:
    """Like `on_click`, for a function that is about a match."""

    def register(show: ShowMatch) -> ShowMatch:
        @action(name, acknowledge)
        async def answer(click: Click) -> None:
            await show(click.interaction, await click.match())

        return show

    return register


def custom_id(kind: Literal["b", "s"], match_id: int, version: int, name: str, payload: str = "") -> str:
    """A custom id. Raises ValueError if it is longer than Discord allows or names no action."""
    text = f"{kind}:{match_id}:{version}:{name}:{payload}"
    if name not in ACTIONS:
        raise ValueError(f"No action is called {name}.")
    if len(text) > CUSTOM_ID:
        raise ValueError(f"The custom id of {name} would have {len(text)} characters.")  # not which: it may be secret
    return text


def match_of_button(custom_id: str) -> tuple[int, int] | None:
    """The match that a button or select is about, and its version; None if it's about none."""
    parsed = _CUSTOM_ID.fullmatch(custom_id)
    return (int(parsed[1]), int(parsed[2])) if parsed and int(parsed[1]) else None


def action_of(interaction: Interaction) -> str:
    """The name of a click's action, the only part of its custom id that others may know."""
    parsed = _CUSTOM_ID.fullmatch(custom_id_of(interaction) or "")
    return f"button {parsed[3]}" if parsed and parsed[3] in ACTIONS else "an unknown button"


async def handle_click(interaction: Interaction) -> None:
    """Handles a click. Replies to all errors and raises none."""
    interaction.client.note_work()
    match_id = None
    try:
        parsed = _CUSTOM_ID.fullmatch(custom_id_of(interaction) or "")
        chosen = ACTIONS.get(parsed[3]) if parsed else None
        if parsed is None or chosen is None:
            raise OutdatedButton
        match_id = int(parsed[1]) or None
        service = Gatekeeper.of(interaction.client)
        service.admit(interaction, action_of(interaction))
        values = dict[str, Any](interaction.data or {}).get("values") or []
        if not isinstance(values, list) or not all(isinstance(value, str) for value in values):
            raise OutdatedButton
        if chosen.once and service.repeats(interaction, parsed[0], values):
            return await defer_update(interaction)
        is_of_no_message = interaction.message is None and interaction.type is discord.InteractionType.modal_submit
        if chosen.acknowledge == "update" and not is_of_no_message:
            await defer_update(interaction)
        elif chosen.acknowledge != "none":  # a form may have lost the message that it belongs to
            await defer_reply(interaction)
        await chosen.handle(Click(interaction, int(parsed[1]), int(parsed[2]), parsed[4], tuple(values)))
    except Exception as error:
        await interaction.client.explain(interaction, error, match_id=match_id)


class _PersistentItem:
    """An item with a custom id of ours."""

    def is_dispatchable(self) -> bool:
        """False: discord.py shouldn't handle it, so it needn't remember the message."""
        return False


class Button(_PersistentItem, ui.Button[Any]):
    """A button."""


class Select(_PersistentItem, ui.Select[Any]):
    """A select."""


class PeopleSelect(_PersistentItem, ui.UserSelect[Any]):
    """A picker of people."""


class ChannelSelect(_PersistentItem, ui.ChannelSelect[Any]):
    """A picker of channels."""


class RoleSelect(_PersistentItem, ui.RoleSelect[Any]):
    """A picker of roles."""


def button(
    label: str,
    name: str,
    payload: str = "",
    *,
    about: tuple[int, int] = NO_MATCH,
    style: Style = "secondary",
    disabled: bool = False,
    emoji: discord.PartialEmoji | None = None,
) -> Button:
    """A button that performs an action when clicked, today or in a month; `about` is the match and its version."""
    return Button(
        label=label,
        style=discord.ButtonStyle[style],
        disabled=disabled,
        emoji=emoji,
        custom_id=custom_id("b", *about, name, payload),
    )


def options(labels: Mapping[Any, str], chosen: object = None) -> list[discord.SelectOption]:
    """The options of a select: their values with their labels. `chosen` is the value that is selected already."""
    return [
        discord.SelectOption(label=label, value=str(value), default=value == chosen) for value, label in labels.items()
    ]


def equal_parts(items: Sequence[T], most: int) -> list[Sequence[T]]:
    """The items in as few parts of at most `most` as possible, all about as long: that reads better than a rest."""
    size = -(-len(items) // -(-len(items) // most))
    return [items[start : start + size] for start in range(0, len(items), size)]


def select(
    placeholder: str,
    options: Sequence[discord.SelectOption],
    name: str,
    payload: str = "",
    *,
    about: tuple[int, int] = NO_MATCH,
) -> Select:
    """A select of 1 to 25 options that performs an action with the chosen value; `about` as for `button`."""
    return Select(placeholder=placeholder, options=list(options), custom_id=custom_id("s", *about, name, payload))


def people_select(placeholder: str, max_values: int, name: str, payload: str = "") -> PeopleSelect:
    """A picker of 1 to `max_values` people on the server that performs an action with their ids."""
    address = custom_id("s", *NO_MATCH, name, payload)
    return PeopleSelect(placeholder=placeholder, max_values=max_values, custom_id=address)


@dataclass(frozen=True, slots=True)
class Target:
    """What clicks on a composer are about: a match at the version shown, a step of a lesson, or a puzzle.

    `topic` is the key of a lesson's or a puzzle's game, and `version` then the number of the step or the puzzle. Their
    own actions begin with the `kind`.
    """

    match_id: int
    version: int
    topic: str = ""
    kind: str = "lesson"

    def button(
        self,
        label: str,
        name: str,
        payload: str = "",
        *,
        style: Style = "secondary",
        emoji: discord.PartialEmoji | None = None,
    ) -> Button:
        """A button about this; see `button`."""
        return button(
            label, *self._address(name, payload), about=(self.match_id, self.version), style=style, emoji=emoji
        )

    def select(self, placeholder: str, options: Sequence[discord.SelectOption], name: str, payload: str) -> Select:
        """A select about this; see `select`."""
        return select(placeholder, options, *self._address(name, payload), about=(self.match_id, self.version))

    def _address(self, name: str, payload: str) -> tuple[str, str]:
        return (f"{self.kind}_{name}", f"{self.topic}:{payload}") if self.topic else (name, payload)


def channel_select(placeholder: str, max_values: int, chosen: Sequence[int], name: str) -> ChannelSelect:
    """A picker of up to `max_values` text channels, possibly none, that performs an action with their ids."""
    return ChannelSelect(
        placeholder=placeholder,
        min_values=0,
        max_values=max_values,
        channel_types=list(CHANNEL_TYPES),
        default_values=[discord.Object(one) for one in chosen],
        custom_id=custom_id("s", *NO_MATCH, name),
    )


def role_select(placeholder: str, max_values: int, chosen: Sequence[int], name: str) -> RoleSelect:
    """A picker of up to `max_values` roles, possibly none, that performs an action with their ids."""
    return RoleSelect(
        placeholder=placeholder,
        min_values=0,
        max_values=max_values,
        default_values=[discord.Object(one) for one in chosen],
        custom_id=custom_id("s", *NO_MATCH, name),
    )


async def open_form(
    click: Click,
    title: str,
    name: str,
    fields: Mapping[str, tuple[str, ui.Select[Any] | ui.TextInput[Any]]],
    about: tuple[int, int] = NO_MATCH,
) -> None:
    """Responds to a click with a form that performs an action; `Click.field` reads what was chosen or typed.

    `fields` maps the fields' names to their selects and inputs, with labels; `about` is the match and the version of
    the action. The click must not have been acknowledged yet.
    """
    form = ui.Modal(title=title, custom_id=custom_id("b", *about, name))
    for field_name, (label, field) in fields.items():
        field.custom_id = field_name
        form.add_item(ui.Label(text=label, component=field))
    form.stop()  # discord.py needn't remember it
    first = InitialResponse.of(click.interaction)
    await first.send(discord.InteractionResponseType.modal, lambda: click.interaction.response.send_modal(form))


def row(*items: Button | Select | PeopleSelect | ChannelSelect | RoleSelect) -> ui.ActionRow[Any]:
    """Up to five buttons, or one select, in one row."""
    return ui.ActionRow(*items)
