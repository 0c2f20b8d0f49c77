"""Discord's rules for messages, modals and commands that aren't in the published schemas.

Each function raises `Refused` (50035 with the places that are wrong) or returns nothing.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Sequence
from typing import Any, Final

from bot.playground.refusals import Path, Problem, Refused
from bot.playground.storage import Json

# Message flags
EPHEMERAL: Final = 1 << 6
COMPONENTS_V2: Final = 1 << 15

# Kinds of components
ACTION_ROW, BUTTON, STRING_SELECT, TEXT_INPUT, USER_SELECT, ROLE_SELECT, MENTIONABLE_SELECT, CHANNEL_SELECT = range(
    1, 9
)
TEXT_DISPLAY, THUMBNAIL, MEDIA_GALLERY, FILE = range(10, 14)
CONTAINER, LABEL, FILE_UPLOAD = 17, 18, 19
RADIO_GROUP, CHECKBOX_GROUP, CHECKBOX = 21, 22, 23
SELECTS: Final = (STRING_SELECT, USER_SELECT, ROLE_SELECT, MENTIONABLE_SELECT, CHANNEL_SELECT)
INTERACTIVE: Final = (BUTTON, TEXT_INPUT, *SELECTS, FILE_UPLOAD, RADIO_GROUP, CHECKBOX_GROUP, CHECKBOX)

MAX_COMPONENTS: Final = 40  # of a V2 message, nested ones counted
MAX_ROWS: Final = 5  # of a message without the V2 flag
MAX_TEXT: Final = 4000  # characters over all text displays of a V2 message
MAX_CONTENT: Final = 2000
MAX_MODAL_COMPONENTS: Final = 5
MAX_FILE_BYTES: Final = 10 * 1024 * 1024
MAX_REQUEST_BYTES: Final = 25 * 1024 * 1024
MAX_COMMAND_CHARACTERS: Final = 8000
MENUS: Final = (2, 3)  # kinds of commands: those in the menus of people and of messages
MAX_COMMANDS: Final = {1: 100, **dict.fromkeys(MENUS, 15)}  # of each kind
MAX_NAME: Final = 32

SUB_COMMAND, SUB_COMMAND_GROUP = 1, 2
_COMMAND_NAME: Final = re.compile(r"[-_'\w]{1,32}")


def walk(components: Sequence[Json] | None, path: Path = ("components",)) -> Iterator[tuple[Path, Json]]:
    """Every component, parents before children, with its place in the request body."""
    for index, component in enumerate(components or ()):
        here = (*path, index)
        yield here, component
        yield from walk(component.get("components"), (*here, "components"))
        for key in ("accessory", "component"):
            if isinstance(component.get(key), dict):
                yield (*here, key), component[key]


def media_of(components: Sequence[Json] | None) -> Iterator[tuple[Path, Json]]:
    """Every media item (``{"url": ...}``) in galleries, thumbnails and file components."""
    for path, component in walk(components):
        kind = component["type"]
        if kind == MEDIA_GALLERY:
            for index, item in enumerate(component["items"]):
                yield (*path, "items", index, "media"), item["media"]
        elif kind == THUMBNAIL:
            yield (*path, "media"), component["media"]
        elif kind == FILE:
            yield (*path, "file"), component["file"]


def check_message(message: Json, *, was_v2: bool = False, flags_given: bool = False, path: Path = ()) -> None:
    """A message as it would be after the request: `content`, `embeds`, `components`, `flags`, attachment names.

    `was_v2`: the message already had the Components V2 flag, which can't be removed. `flags_given`: the request set
    flags. `path`: where the message is in the request (``("data",)`` in interaction responses).
    """
    problems: list[Problem] = []
    flags = message.get("flags") or 0
    components: list[Json] = message.get("components") or []
    if was_v2 and flags_given and not flags & COMPONENTS_V2:
        problems.append(
            Problem((*path, "flags"), "MESSAGE_CANNOT_REMOVE_COMPONENTS_V2_FLAG", "The flag cannot be removed")
        )
    v2 = was_v2 or bool(flags & COMPONENTS_V2)
    content = message.get("content") or ""
    if len(content) > MAX_CONTENT:
        problems.append(
            Problem((*path, "content"), "BASE_TYPE_MAX_LENGTH", f"Must be {MAX_CONTENT} or fewer in length.")
        )
    if v2:
        problems += [
            Problem(
                (*path, field),
                "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
                f"The '{field}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2",
            )
            for field in ("content", "embeds", "poll", "sticker_ids")
            if message.get(field)
        ]
        problems += list(_too_much(components, path))
    else:
        problems += [
            Problem(
                (*path, "components", index, "type"), "UNION_TYPE_CHOICES", 'Value of field "type" must be one of (1,).'
            )
            for index, component in enumerate(components)
            if component["type"] != ACTION_ROW
        ]
        if len(components) > MAX_ROWS:
            problems.append(
                Problem((*path, "components"), "BASE_TYPE_BAD_LENGTH", f"Must be between 1 and {MAX_ROWS} in length.")
            )
    problems += _interactive_problems(components, path)
    problems += _attachment_problems(message, v2=v2, path=path)
    if problems:
        raise Refused(50035, problems)
    if v2 and not components:
        raise Refused(50006)
    if not v2 and not (content.strip() or message.get("embeds") or message.get("attachments") or components):
        raise Refused(50006)


def _too_much(components: Sequence[Json], path: Path) -> Iterator[Problem]:
    everything = [component for _, component in walk(components)]
    if len(everything) > MAX_COMPONENTS:
        yield Problem(
            (*path, "components"),
            "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED",
            f"The total number of components is {len(everything)}; at most {MAX_COMPONENTS} are allowed",
        )
    characters = sum(len(component["content"]) for component in everything if component["type"] == TEXT_DISPLAY)
    if characters > MAX_TEXT:
        yield Problem(
            (*path, "components"),
            "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED",
            f"The displayable text has {characters} characters; at most {MAX_TEXT} are allowed",
        )


def _interactive_problems(components: Sequence[Json], path: Path) -> Iterator[Problem]:
    """Custom ids, ids, buttons, selects and rows."""
    seen: set[str] = set()
    seen_ids: set[int] = set()
    for below, component in walk(components):
        here = (*path, *below)
        kind = component["type"]
        if component.get("id"):
            if component["id"] in seen_ids:
                yield Problem((*here, "id"), "COMPONENT_ID_DUPLICATED", "Component id cannot be duplicated")
            seen_ids.add(component["id"])
        if kind in INTERACTIVE:
            custom_id = component.get("custom_id")
            if custom_id is not None and custom_id in seen:
                yield Problem(
                    (*here, "custom_id"), "COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id cannot be duplicated"
                )
            elif custom_id is None and not (kind == BUTTON and component["style"] in (5, 6)):
                yield Problem((*here, "custom_id"), "BUTTON_COMPONENT_CUSTOM_ID_REQUIRED", "A custom id is required")
            seen.add(custom_id or "")
        if kind == BUTTON:
            yield from _button_problems(component, here)
        elif kind in SELECTS:
            yield from _select_problems(component, here)
        elif kind == ACTION_ROW:
            children = [child["type"] for child in component["components"]]
            if any(child != BUTTON for child in children) and len(children) > 1:
                yield Problem(
                    (*here, "components"),
                    "COMPONENT_LAYOUT_WIDTH_EXCEEDED",
                    "The specified component exceeds the maximum width",
                )


def _button_problems(button: Json, here: Path) -> Iterator[Problem]:
    is_link = button["style"] == 5
    if is_link and not button.get("url"):
        yield Problem((*here, "url"), "BUTTON_COMPONENT_URL_REQUIRED", "A url is required")
    if is_link and button.get("custom_id"):
        yield Problem(
            here, "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE", "A custom id and url cannot both be specified"
        )
    if not is_link and button.get("url"):
        yield Problem((*here, "url"), "BUTTON_COMPONENT_INVALID_URL", "Only link buttons have a url")
    if not button.get("label") and not button.get("emoji"):
        yield Problem(here, "BUTTON_COMPONENT_LABEL_REQUIRED", "A label or emoji is required")
    yield from _emoji_problems(button, here)


def _emoji_problems(owner: Json, here: Path) -> Iterator[Problem]:
    emoji = owner.get("emoji")
    if emoji and not emoji.get("id") and emoji["name"].isascii() and not emoji["name"].endswith("\u20e3"):
        yield Problem((*here, "emoji", "name"), "COMPONENT_INVALID_EMOJI", "Invalid emoji")


def check_own_emoji(components: Sequence[Json], known: Container[str], path: Path = ()) -> None:
    """Emoji with an id, in buttons and lists, must be among those that the bot has. Raises 50035.

    An id is a string in what Discord shows, whatever was sent.
    """
    owners = [
        (place, owner)
        for here, component in walk(components, (*path, "components"))
        for place, owner in (
            (here, component),
            *(((*here, "options", index), option) for index, option in enumerate(component.get("options") or ())),
        )
    ]
    problems = []
    for here, owner in owners:
        emoji = owner.get("emoji")
        if emoji and emoji.get("id"):
            emoji["id"] = str(emoji["id"])
            if emoji["id"] not in known:
                problems.append(Problem((*here, "emoji", "id"), "COMPONENT_INVALID_EMOJI", "Invalid emoji"))
    if problems:
        raise Refused(50035, problems)


def _select_problems(select: Json, here: Path) -> Iterator[Problem]:
    options: list[Json] = select.get("options") or []
    low, high = (1 if select.get(key) is None else int(select[key]) for key in ("min_values", "max_values"))
    if low > high:
        yield Problem(
            (*here, "min_values"), "SELECT_COMPONENT_MIN_VALUES_EXCEEDED", "min_values is greater than max_values"
        )
    if select["type"] == STRING_SELECT:
        if high > len(options):
            yield Problem(
                (*here, "max_values"),
                "SELECT_COMPONENT_MAX_VALUES_EXCEEDED",
                f"max_values is {high}, but there are {len(options)} options",
            )
        if low > len(options):
            yield Problem(
                (*here, "min_values"),
                "SELECT_COMPONENT_MIN_VALUES_EXCEEDED",
                f"min_values is {low}, but there are {len(options)} options",
            )
        yield from _duplicates(
            ((*here, "options", index, "value") for index in range(len(options))),
            (option["value"] for option in options),
            "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
            "The specified option value is already used",
        )
        for index, option in enumerate(options):
            yield from _emoji_problems(option, (*here, "options", index))
    chosen = sum(bool(option.get("default")) for option in options) + len(select.get("default_values") or ())
    if chosen > high:
        yield Problem(here, "SELECT_COMPONENT_TOO_MANY_DEFAULTS", f"{chosen} defaults, but max_values is {high}")


def _duplicates(places: Iterable[Path], values: Iterable[Any], code: str, words: str) -> Iterator[Problem]:
    seen: set[Any] = set()
    for place, value in zip(places, values, strict=True):
        if value in seen:
            yield Problem(place, code, words)
        seen.add(value)


def _attachment_problems(message: Json, *, v2: bool, path: Path) -> Iterator[Problem]:
    names = [attachment["filename"] for attachment in message.get("attachments") or ()]
    placed: set[str] = set()
    for below, media in media_of(message.get("components")):
        url = media["url"]
        name = url.removeprefix("attachment://")
        if name != url:
            placed.add(name)
            if name not in names:
                yield Problem(
                    (*path, *below, "url"),
                    "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
                    f"The referenced attachment was not found: {name}",
                )
        elif not url.startswith(("http://", "https://")):
            yield Problem(
                (*path, *below, "url"),
                "URL_TYPE_INVALID_SCHEME",
                f"Scheme \"{url.split(':')[0]}\" is not supported. Scheme must be one of ('http', 'https').",
            )
    if v2:
        for index, attachment in enumerate(message.get("attachments") or ()):
            if attachment["filename"] not in placed:
                yield Problem(
                    (*path, "attachments", index),
                    "MESSAGE_ATTACHMENT_NOT_PLACED",
                    f"{attachment['filename']} is not shown by any component",
                )


def check_modal(modal: Json) -> None:
    """The `data` of a response of type 9."""
    path: Path = ("data", "components")
    components: list[Json] = modal["components"]
    problems: list[Problem] = []
    if len(components) > MAX_MODAL_COMPONENTS:
        problems.append(
            Problem(path, "BASE_TYPE_BAD_LENGTH", f"Must be between 1 and {MAX_MODAL_COMPONENTS} in length.")
        )
    seen: set[str] = set()
    for below, component in walk(components):
        here = ("data", *below)
        if component["type"] in INTERACTIVE:
            if component["custom_id"] in seen:
                problems.append(
                    Problem(
                        (*here, "custom_id"),
                        "COMPONENT_CUSTOM_ID_DUPLICATED",
                        "Component custom id cannot be duplicated",
                    )
                )
            seen.add(component["custom_id"])
        if component["type"] == TEXT_INPUT:
            problems += _text_input_problems(component, here, labelled="component" in below)
        elif component["type"] in SELECTS:
            problems += _select_problems(component, here)
    if not seen:
        problems.append(Problem(path, "BASE_TYPE_REQUIRED", "A modal needs something to fill in"))
    if problems:
        raise Refused(50035, problems)


def _text_input_problems(text_input: Json, here: Path, *, labelled: bool) -> Iterator[Problem]:
    low, high = text_input.get("min_length") or 0, text_input.get("max_length") or 4000
    if low > high:
        yield Problem((*here, "min_length"), "NUMBER_TYPE_MAX", f"int value should be less than or equal to {high}.")
    if len(text_input.get("value") or "") > high:
        yield Problem((*here, "value"), "BASE_TYPE_MAX_LENGTH", f"Must be {high} or fewer in length.")
    if labelled and text_input.get("label"):
        yield Problem((*here, "label"), "TEXT_INPUT_LABEL_IN_LABEL", "The label belongs on the label component")
    if not labelled and not text_input.get("label"):
        yield Problem((*here, "label"), "BASE_TYPE_REQUIRED", "This field is required")


def check_choices(choices: Sequence[Json | None]) -> None:
    """Suggestions of an autocomplete response; their number and lengths are in the schema."""
    values = [choice["value"] for choice in choices if choice]
    problems = list(
        _duplicates(
            (("data", "choices", index, "value") for index in range(len(values))),
            values,
            "APPLICATION_COMMAND_OPTIONS_VALUE_DUPLICATE",
            "Choice values must be unique",
        )
    )
    if problems:
        raise Refused(50035, problems)


def check_allowed_mentions(body: Json, path: Path = ()) -> None:
    allowed = body.get("allowed_mentions") or {}
    for kind in ("users", "roles"):
        if kind in (allowed.get("parse") or ()) and allowed.get(kind):
            raise Refused(
                50035,
                [
                    Problem(
                        (*path, "allowed_mentions"),
                        "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
                        f'parse:["{kind}"] and {kind}: [ids...] are mutually exclusive.',
                    )
                ],
            )


def check_commands(commands: Sequence[Json]) -> None:
    """A whole set of application commands, as in a bulk overwrite. Bodies already fit the schema."""
    of_kind = Counter(command.get("type", 1) for command in commands)
    if any(of_kind[kind] > most for kind, most in MAX_COMMANDS.items()):
        raise Refused(30032)
    problems: list[Problem] = list(
        _duplicates(
            ((index, "name") for index in range(len(commands))),
            ((command.get("type", 1), command["name"]) for command in commands),
            "APPLICATION_COMMANDS_DUPLICATE_NAME",
            "Application command names must be unique",
        )
    )
    for index, command in enumerate(commands):
        if command.get("type", 1) in MENUS:
            problems += _menu_problems(command, index)
        if command.get("type", 1) != 1:
            continue
        if not command.get("description"):
            problems.append(Problem((index, "description"), "BASE_TYPE_REQUIRED", "This field is required"))
        problems += _names_problems(command, (index,))
        problems += _options_problems(command.get("options") or [], (index, "options"), depth=0)
        characters = command_characters(command)
        if characters > MAX_COMMAND_CHARACTERS:
            problems.append(
                Problem(
                    (index,),
                    "APPLICATION_COMMAND_TOO_LARGE",
                    f"Command exceeds maximum size ({characters} of {MAX_COMMAND_CHARACTERS} characters)",
                )
            )
    if problems:
        raise Refused(50035, problems)


def _menu_problems(command: Json, index: int) -> Iterator[Problem]:
    """A command in a menu has a name of up to 32 characters of any kind, and nothing else to read."""
    if command.get("description") or command.get("description_localizations"):
        yield Problem(
            (index, "description"), "APPLICATION_COMMAND_CONTEXT_MENU_DESCRIPTION", "Description isn't allowed"
        )
    if command.get("options"):
        yield Problem((index, "options"), "APPLICATION_COMMAND_CONTEXT_MENU_OPTIONS", "Options aren't allowed")
    for locale, name in (command.get("name_localizations") or {}).items():
        if not 0 < len(name) <= MAX_NAME:
            yield Problem(
                (index, "name_localizations", locale), "BASE_TYPE_BAD_LENGTH", f"Must be between 1 and {MAX_NAME}."
            )


def command_characters(node: Json) -> int:
    """The characters that count towards a command's 8,000: names, descriptions, values, longest translations."""

    def longest(key: str) -> int:
        return max(len(text) for text in [node.get(key) or "", *(node.get(f"{key}_localizations") or {}).values()])

    own = longest("name") + longest("description")
    if isinstance(node.get("value"), str):
        own += len(node["value"])
    return own + sum(command_characters(child) for key in ("options", "choices") for child in node.get(key) or ())


def _names_problems(node: Json, here: Path) -> Iterator[Problem]:
    names = {(): node["name"]} | {
        ("name_localizations", key): n for key, n in (node.get("name_localizations") or {}).items()
    }
    for key, name in names.items():
        if not _COMMAND_NAME.fullmatch(name) or name != name.lower():
            yield Problem((*here, *(key or ("name",))), "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")


def _options_problems(options: Sequence[Json], here: Path, *, depth: int) -> Iterator[Problem]:
    yield from _duplicates(
        ((*here, index, "name") for index in range(len(options))),
        (option["name"] for option in options),
        "APPLICATION_COMMAND_OPTIONS_NAME_DUPLICATE",
        "Option names must be unique",
    )
    kinds = {option["type"] in (SUB_COMMAND, SUB_COMMAND_GROUP) for option in options}
    if len(kinds) > 1:
        yield Problem(
            here,
            "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
            "Sub-command and sub-command group option types are mutually exclusive to all other types",
        )
    optional_seen = False
    for index, option in enumerate(options):
        place = (*here, index)
        yield from _names_problems(option, place)
        if option["type"] in (SUB_COMMAND, SUB_COMMAND_GROUP):
            if depth > (1 if option["type"] == SUB_COMMAND else 0):
                yield Problem((*place, "type"), "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Nested too deeply")
            yield from _options_problems(option.get("options") or [], (*place, "options"), depth=depth + 1)
            continue
        if option.get("required") and optional_seen:
            yield Problem(
                place,
                "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
                "Required options must be placed before non-required options",
            )
        optional_seen = optional_seen or not option.get("required")
        choices = option.get("choices") or []
        if choices and option.get("autocomplete"):
            yield Problem(
                place, "APPLICATION_COMMAND_OPTIONS_CHOICES_AUTOCOMPLETE", "Choices and autocomplete exclude each other"
            )
        for key in ("name", "value"):
            yield from _duplicates(
                ((*place, "choices", number, key) for number in range(len(choices))),
                (choice[key] for choice in choices),
                f"APPLICATION_COMMAND_OPTIONS_{key.upper()}_DUPLICATE",
                f"Choice {key}s must be unique",
            )
        for low, high in (("min_value", "max_value"), ("min_length", "max_length")):
            if option.get(low) is not None and option.get(high) is not None and option[low] > option[high]:
                yield Problem((*place, low), "NUMBER_TYPE_MAX", f"{low} is greater than {high}")
