"""Everything that clicks lead to, as text that a person can read."""

import itertools
import re
from collections import deque
from collections.abc import Iterator, Sequence
from types import SimpleNamespace
from typing import Any

import discord

from cogs.shared.client.initial_responses import InitialResponse
from cogs.shared.interactions.clicks import handle_click
from tests.cogs.conftest import ANNE, Asking, Bot

SLOW = ("film", "gif", "review_of")  # what takes a second or more, and says meanwhile how far it is
SKIPPED = (*SLOW, "remind_me", "rules_page", "try_out", "scratch_from")  # what others lead to: it has files of its own
MOST = 100  # screens that one message leads to; a person has 120 clicks a minute
EACH = 2  # options of a menu, or buttons of an action, that are tried

LAST = {
    *("confirm", "confirm_plan", "now", "pick", "take_back", "resign", "begin", "join", "leave", "sit"),
    *("add_computer", "remove_computer", "private", "rematch", "forget_me", "offer_draw", "agree", "go_on"),
    *(
        "solo_again",
        "ask_undo",
        "decline_invitation",
        "cancel",
        "end_match",
        "daily_play",
        "home_computer",
        "home_table",
    ),
}
"""What changes a match comes after what only shows it."""


class Clicking(Asking):
    """One click by Anne or somebody else, and what they were shown."""

    def __init__(self, bot: Bot, custom_id: str, values: tuple[str, ...], person: int = ANNE) -> None:
        super().__init__(bot, person)
        self.data: Any = {"custom_id": custom_id, "values": list(values)}
        self.views: list[discord.ui.LayoutView] = []
        self.replaced = False
        self.forms: list[discord.ui.Modal] = []
        self.followup = self
        self.app_permissions = self.permissions = discord.Permissions.all()
        self.namespace: list[tuple[str, object]] = []  # the options that were typed

    async def edit_original_response(self, view: Any = None, **named: Any) -> Any:
        first = InitialResponse.of(self)
        self.replaced |= first.response_type is discord.InteractionResponseType.deferred_message_update
        return await self._show(view)

    async def _show(self, view: Any) -> Any:
        self.views.append(view)
        return await super().edit_original_response(view)

    async def original_response(self) -> Any:
        return SimpleNamespace(id=900)

    async def send(self, view: Any, **named: Any) -> Any:
        return await self._show(view)

    async def send_modal(self, form: discord.ui.Modal) -> None:
        self.type = discord.InteractionResponseType.modal
        self.forms.append(form)


def lines_of(component: dict[str, Any]) -> Iterator[str]:
    """A component of Discord, as lines that a person can read."""
    kind = discord.ComponentType(component["type"])
    name = component.get("custom_id", component.get("url", ""))
    if kind is discord.ComponentType.button:
        state = ", disabled" if component.get("disabled") else ""
        yield f"[{component.get('label')}] {discord.ButtonStyle(component['style']).name}{state}: {name}"
    elif kind is discord.ComponentType.text_display:
        yield component["content"]
    elif "options" in component:
        yield f"<{component.get('placeholder')}> {name}"
        for option in component["options"]:
            chosen = " (chosen)" if option.get("default") else ""
            yield f"  {option['label']}{chosen}: {option['value']} {option.get('description') or ''}".rstrip()
    elif "placeholder" in component:
        yield f"<{component['placeholder']}> {kind.name}: {name}"
    for key in ("media", "file"):
        if key in component:
            yield f"({kind.name}: {component[key]['url']} {component.get('description') or ''})"
    for item in component.get("items", ()):
        alt = (item.get("description") or "").replace("\n", " ")
        yield f"(picture: {item['media']['url']} {alt})"
    if component.get("accent_color") is not None:
        yield f"(colour: {component['accent_color']:06x})"
    inner = [*component.get("components", ()), component.get("accessory"), component.get("component")]
    for one in filter(None, inner):
        yield from lines_of(one)


_AROUND = re.compile(
    r"""
    \[(?P<button>.*)\]\ \w+(?:,\ disabled)?:\ .*
    | \ \ (?P<label>.*?)(?:\ \(chosen\))?:\ \S+
    | \ \ (?P<option>.*?)(?:\ \(chosen\))?:\ \S*(?P<description>.*)
    | <(?P<list>.*)>\ .*
    | \(picture:\ \S+(?P<alt>.*)\)
    | Form:\ (?P<form>.*)
    | (?:\#|\#\#|\(\w+:)\ .*
    """,
    re.VERBOSE,
)
"""A line that isn't a text alone, but has an id, an address or the way to a screen beside it."""


def texts_in(screens: str) -> Iterator[str]:
    """What people read on these screens."""
    for line in screens.splitlines():
        around = _AROUND.fullmatch(line)
        yield from (line,) if around is None else filter(None, around.groups())


def clicks_of(component: dict[str, Any]) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """The clicks that a component allows: what is clicked on, its custom id, and the values."""
    if "custom_id" in component and not component.get("disabled"):
        if "options" in component:
            for option in component["options"][:EACH]:
                yield option["label"], component["custom_id"], (option["value"],)
        elif component["type"] == discord.ComponentType.button.value:
            yield component["label"], component["custom_id"], ()
    for one in filter(None, [*component.get("components", ()), component.get("accessory")]):
        yield from clicks_of(one)


def components_of(*views: discord.ui.LayoutView) -> list[dict[str, Any]]:
    return [component for view in views for component in view.to_components()]  # type: ignore[no-untyped-call]


async def crawl(
    bot: Bot,
    *first: discord.ui.LayoutView,
    skipped: Sequence[str] = SKIPPED,
    most: int = MOST,
    person: int = ANNE,
) -> str:
    """All screens that these lead this person to, nearest first."""
    components = components_of(*first)
    written = ["# The message", *itertools.chain.from_iterable(map(lines_of, components))]
    waiting = deque(("", *click) for one in components for click in clicks_of(one))
    later: list[tuple[str, str, str, tuple[str, ...]]] = []
    counted: dict[str, int] = {}
    seen: set[tuple[str, tuple[str, ...]]] = set()
    while (waiting or later) and len(seen) < most:
        path, label, custom_id, values = waiting.popleft() if waiting else later.pop(0)
        _, _, _, action, *_ = custom_id.split(":")
        if (custom_id, values) in seen or action in skipped or counted.get(action, 0) >= 3 * EACH:
            continue
        if action in LAST and waiting:
            later.append((path, label, custom_id, values))
            continue
        seen.add((custom_id, values))
        counted[action] = counted.get(action, 0) + 1
        click = Clicking(bot, custom_id, values, person)
        await handle_click(click)
        here = f"{path} > {label}"
        written.append(f"\n# {here.removeprefix(' > ')}" + " (in place of it)" * click.replaced)
        for form in click.forms:
            data = form.to_dict()
            written += [f"Form: {data['title']}", *itertools.chain.from_iterable(map(lines_of, data["components"]))]
        assert not any("went wrong" in words for words in click.heard), here
        components = components_of(*click.views)
        written += itertools.chain.from_iterable(map(lines_of, components))
        waiting.extend((here, *one) for component in components for one in clicks_of(component))
    return "\n".join(written) + "\n"
