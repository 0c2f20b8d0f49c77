"""The list of all sentences misses none that Discord, the command line or the catalogues get."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
import typer
from discord import Client, Intents
from discord.app_commands import CommandTree

from bot.__main__ import app
from bot.rules import GAMES
from bot.text.list import list_sentences
from cogs.commands import shared_commands
from cogs.matches import match_group
from cogs.shared.commands.groups import build_group
from cogs.shared.management.moderation import end_command
from tests.cogs.choosing.test_composer import screen_of
from tests.text.test_catalogue import sentences

PLACE = re.compile(r"\\{.*?\\}")


def one_pattern(texts: Iterator[str]) -> re.Pattern[str]:
    """Fits what the sentences become once their places are filled."""
    return re.compile("|".join(PLACE.sub(".*", re.escape(text)) for text in set(texts)), re.DOTALL)


@pytest.fixture(scope="module")
def listed() -> re.Pattern[str]:
    return one_pattern(one.text for one in list_sentences())


def texts_of(command: Any) -> Iterator[str]:
    """What Discord shows of a command, its options and their choices, where it has several words."""
    if isinstance(command, dict):
        for key, value in command.items():
            if isinstance(value, str) and key in ("name", "description") and " " in value:
                yield value
            yield from texts_of(value)
    elif isinstance(command, list):
        for part in command:
            yield from texts_of(part)


def test_it_has_every_sentence_of_the_catalogue() -> None:
    listed = {one.text for one in list_sentences()}
    assert [sentence for sentence, _ in sentences() if sentence not in listed] == []


def test_it_has_all_that_discord_shows_of_the_commands(listed: re.Pattern[str]) -> None:
    tree: CommandTree[Client] = CommandTree(Client(intents=Intents.none()))
    groups = [match_group(), *(build_group(screen_of(key)) for key in GAMES)]
    commands = [*groups, *shared_commands(), end_command()]
    shown = {text for command in commands for text in texts_of(command.to_dict(tree))}
    assert len(shown) > 100
    assert sorted(text for text in shown if not listed.fullmatch(text)) == []


def test_it_has_the_help_of_the_command_line(listed: re.Pattern[str]) -> None:
    group: Any = typer.main.get_command(app)
    commands = [group, *group.commands.values()]
    helps = [one.help for command in commands for one in (command, *command.params) if getattr(one, "help", None)]
    assert len(helps) > 20
    assert [text for text in helps if not listed.fullmatch(text) and "completion" not in text] == []


def test_each_has_a_place() -> None:
    assert [one for one in list_sentences() if not one.place] == []


@pytest.mark.parametrize(
    ("place", "sentence"),
    [
        ("/GAME start", "Number of seats"),
        ("/match cancel", "Table {id} is cancelled."),
        ("button agree", "You agreed."),
        ("refusal HintsOff (/GAME hint, button hint)", "Hints are off at this table."),
        ("/GAME move and Move, a move refused (Cirondo)", "There's nothing on {origin}."),
        ("picture (Cirondo): _captions", "quiet moves"),
    ],
)
def test_the_place_is_where_a_person_reads_it(place: str, sentence: str) -> None:
    assert place in {one.place for one in list_sentences() if one.text == sentence}
