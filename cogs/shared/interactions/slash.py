"""Slash commands: building them, what they suggest, and where they are offered."""

import inspect
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from discord import AppCommandOptionType, app_commands

from bot.rules import GAMES
from bot.text import language, name_in, say
from bot.text.own_words import OwnWords
from cogs.shared.client.refusals import ScreenRefusal
from cogs.shared.interactions.autocomplete import MAX_CHOICES, Choice
from cogs.shared.interactions.replies import Interaction, defer_reply

Command = app_commands.Command[Any, ..., Any]

P = ParamSpec("P")
Offer = TypeVar("Offer", Command, app_commands.Group, app_commands.ContextMenu)

LARGEST_ID = 2**63 - 1
"""Discord's ids are smaller, and the database takes no larger ones."""

Suggest = Callable[[Interaction, str], Coroutine[Any, Any, list[Choice]]]
"""Suggests values for an option, given what was typed."""


def slash(
    name: str, description: str, answer: Callable[Concatenate[Interaction, P], Awaitable[None]], **suggestions: Suggest
) -> Command:
    """A command that is acknowledged privately before `answer` carries it out.

    `suggestions` are for the options of these names.
    """

    @wraps(answer)
    async def callback(interaction: Interaction, *arguments: P.args, **options: P.kwargs) -> None:
        await defer_reply(interaction)
        check_values(command, options)
        await answer(interaction, *arguments, **options)

    command: Command = app_commands.Command(name=name, description=description, callback=callback)
    for option, suggest in suggestions.items():
        command.autocomplete(option)(suggest)
    return command


_KINDS: Mapping[AppCommandOptionType, tuple[type, ...]] = {
    AppCommandOptionType.string: (str,),
    AppCommandOptionType.integer: (int,),
    AppCommandOptionType.number: (int, float),
    AppCommandOptionType.boolean: (bool,),
}


def check_values(command: Command, given: Mapping[str, Any]) -> None:
    """Refuses values that Discord's own apps don't send: of another kind, out of range, or none of the choices.

    discord.py passes them on as they are. ScreenRefusal.
    """
    for option in command.parameters:
        value = given.get(option.name)
        if value is not None and value != option.default and not _fits(option, value):
            raise ScreenRefusal(
                "“{typed}” isn't a valid `{option}`: {help}",
                typed=OwnWords(str(value)[:40]),
                option=name_in(language(), str(option.display_name)),
                help=say(str(option.description)),
            )


def _fits(option: app_commands.Parameter, value: object) -> bool:
    kinds = _KINDS.get(option.type)
    if option.type is AppCommandOptionType.attachment:
        return hasattr(value, "size")  # otherwise it's an id that Discord didn't resolve
    if kinds is None:  # people, whom Discord resolves
        return getattr(value, "id", 0) <= LARGEST_ID
    if not isinstance(value, kinds) or (isinstance(value, bool) and bool not in kinds):
        return False
    if option.choices:
        return value in [choice.value for choice in option.choices]
    size = len(value) if isinstance(value, str) else value
    least, most = option.min_value, option.max_value
    return not isinstance(size, int | float) or ((least is None or size >= least) and (most is None or size <= most))


def group_of(name: str, description: str, commands: Iterable[Command], **terms: Any) -> app_commands.Group:
    """A group of commands; `terms` are those of `app_commands.Group`."""
    group = app_commands.Group(name=name, description=description, **terms)
    for command in commands:
        group.add_command(command)
    return group


def choices_of(words: Mapping[Any, str]) -> list[Choice]:
    """Values to choose from, by the sentences that name them."""
    return [Choice(name=say(sentence), value=str(value)) for value, sentence in words.items()]


def game_choices(keys: Iterable[str] = GAMES) -> list[Choice]:
    """These games, or all."""
    return [Choice(name=GAMES[key].title, value=key) for key in keys]


def everywhere(command: Offer) -> Offer:
    """Offers a command or a group on servers that have added the bot, and in direct messages."""
    return app_commands.allowed_installs(guilds=True, users=False)(
        app_commands.allowed_contexts(guilds=True, dms=True)(command)
    )


def on_servers(command: Offer) -> Offer:
    """Offers a command or a group only on servers that have added the bot."""
    return app_commands.allowed_installs(guilds=True, users=False)(app_commands.guild_only()(command))


# Options that are known only at run time


@dataclass(frozen=True, slots=True)
class Parameter:
    """One option of a command: its name in the code, its name on Discord, its type, its description.

    `choices` map what is shown to what is sent, if only these are allowed; more than Discord can list become
    suggestions. Options are never required.
    """

    name: str
    display_name: str
    kind: Any
    description: str
    choices: tuple[tuple[str, str | int], ...] = ()


def command_with(
    name: str,
    description: str,
    parameters: Sequence[Parameter],
    callback: Callable[[Interaction, dict[str, Any]], Awaitable[None]],
) -> Command:
    """A command with these options, called with those that were given."""

    suggested = {one.name: one for one in parameters if len(one.choices) > MAX_CHOICES}

    async def answer(interaction: Interaction, **options: Any) -> None:
        check_values(command, options)
        chosen = {name: value for name, value in options.items() if value is not None}
        for name in suggested.keys() & chosen.keys():
            chosen[name] = _choice_for(suggested[name], chosen[name])
        await callback(interaction, chosen)

    keyword = inspect.Parameter.KEYWORD_ONLY
    answer.__signature__ = inspect.Signature(  # type: ignore[attr-defined]  # discord.py reads this to build the options
        [
            inspect.Parameter("interaction", inspect.Parameter.POSITIONAL_OR_KEYWORD),
            *(
                inspect.Parameter(
                    one.name,
                    keyword,
                    default=None,
                    annotation=one.kind | None if isinstance(one.kind, type) else one.kind,
                )
                for one in parameters
            ),
        ]
    )
    shaped = app_commands.describe(**{one.name: one.description for one in parameters})(answer)
    shaped = app_commands.rename(**{one.name: one.display_name for one in parameters})(shaped)
    choices = {
        one.name: [app_commands.Choice(name=display_name, value=value) for display_name, value in one.choices]
        for one in parameters
        if one.choices and one.name not in suggested
    }
    shaped = app_commands.choices(**choices)(shaped)
    command: Command = app_commands.Command(name=name, description=description, callback=shaped)
    for parameter in suggested.values():
        command.autocomplete(parameter.name)(_suggesting(parameter))
    return command


def _normalise(text: str) -> str:
    """The form used for comparison: 7 × 9 is 7x9."""
    return "".join(text.lower().replace("×", "x").split())


def _suggesting(parameter: Parameter) -> Any:
    async def suggest(_interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        fitting = [choice for choice in parameter.choices if _normalise(choice[0]).startswith(_normalise(typed))]
        return [app_commands.Choice(name=name, value=str(value)) for name, value in fitting[:MAX_CHOICES]]

    return suggest


def _choice_for(parameter: Parameter, typed: str) -> str | int:
    """The choice that was typed, in any spelling. Raises ScreenRefusal if there is none."""
    for display_name, value in parameter.choices:
        if _normalise(typed) in (_normalise(display_name), _normalise(str(value))):
            return value
    raise ScreenRefusal(
        "“{typed}” isn't a valid `{option}`: {help}",
        typed=OwnWords(typed[:40]),
        option=name_in(language(), parameter.display_name),
        help=say(parameter.description),
    )
