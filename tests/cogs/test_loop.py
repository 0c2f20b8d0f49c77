"""Nothing that a person can send holds the event loop: not a file, nor a text, nor a name, however odd or large."""

import asyncio
import gc
import json
from collections.abc import Callable, Coroutine, Iterator
from itertools import cycle
from time import thread_time
from types import SimpleNamespace
from typing import Any

import pytest

from bot.match import Refusal
from bot.match.records.files import BYTES
from bot.rules import IllegalMove
from cogs.shared.choosing.match_lookup import match_choices
from cogs.shared.commands.groups import build_group
from cogs.shared.management.agreements import seat_choices
from cogs.shared.people.reminders import matching_zones, reminder_commands
from cogs.shared.presentation.registry import cog_for
from cogs.shared.records.records import record_commands
from cogs.shared.records.replays import go_to_step, make_gif
from cogs.shared.wording.labels import NAMES
from tests.cogs.asking_discord import Server
from tests.cogs.conftest import ANNE, BERT, HERE, Asking, Bot, Sent, together
from tests.cogs.long_texts import PIECES, TEXTS, fifty_milliseconds
from tests.records.lines import lines_of

pytestmark = pytest.mark.thorough

LINE = max(lines_of("southern_cards"), key=len)
COMMANDS: dict[str, Any] = {command.name: command for command in (*record_commands(), *reminder_commands())}

NASTY_NAMES = tuple((piece * 32)[:32] for piece in PIECES)  # Discord takes no longer ones

FILES = {
    "keys": "{" + ", ".join(f'"{number:06}":0' for number in range(75_000)) + ', "074999":0}',
    "lines": "{}\n" * 330_000,
    "brackets": "[" * BYTES,
    "lists": '{"a":[' + "[]," * 330_000 + "0]}",
    "digits": '{"a":' + "9" * (BYTES - 6) + "}",
    "quotes": '"' + '\\"' * 490_000,
    "a long move": json.dumps({**json.loads(LINE), "moves": ["JK@a3+" * 160_000]}),
    "many moves": json.dumps({**json.loads(LINE), "moves": ["AH@a3"] * 100_000}),
    "much luck": json.dumps({**json.loads(LINE), "chance": [["AH"] * 150_000]}),
    "half a character": json.dumps({**json.loads(LINE), "moves": ["\ud800"] * 1000}),
    "a whole match": LINE + " " * (BYTES - len(LINE)),
    "too large": " " * (BYTES + 1),
}


class Steps:
    """The longest time that the event loop's thread has worked without going on to the next thing."""

    def __init__(self) -> None:
        self.longest = 0.0


@pytest.fixture
def steps(monkeypatch: pytest.MonkeyPatch) -> Iterator[Steps]:
    measured, run = Steps(), asyncio.Handle._run

    def measure(handle: asyncio.Handle) -> None:
        start = thread_time()
        run(handle)
        measured.longest = max(measured.longest, thread_time() - start)

    monkeypatch.setattr(asyncio.Handle, "_run", measure)
    gc.disable()  # looking for garbage takes as long as all other tests of this process have left objects
    yield measured
    gc.enable()


async def answered(step: Coroutine[object, object, object]) -> None:
    """What a person sends is done or refused; nothing else comes of it.

    It runs as a task of its own, as discord.py lets each interaction: a task that is under way holds a place at the
    entrance, and there are few of them.
    """
    try:
        await asyncio.create_task(step)
    except (Refusal, IllegalMove):
        return


class Reader(Asking):
    """Someone whose message holds a file."""

    def holding(self, file: Sent) -> "Reader":
        self.message = SimpleNamespace(attachments=[file])  # type: ignore[assignment]  # all of it that is used here
        return self


OTHERS: tuple[Callable[[Reader, Sent], Coroutine[object, object, object]], ...] = (
    lambda reader, file: COMMANDS["verify"].callback(reader, file=file),
    lambda reader, file: reader.holding(file).click(go_to_step, 0, payload="0.first"),
    lambda reader, file: reader.holding(file).click(make_gif, 0, payload="0.first"),
)
"""What people can have done with a file besides importing it. All of them read it in the same way."""


async def test_no_file_holds_the_loop(bot: Bot, steps: Steps) -> None:
    try:
        for text, other in zip(FILES.values(), cycle(OTHERS)):
            file = Sent(text)
            await answered(COMMANDS["import"].callback(Reader(bot, ANNE), file=file))
            await answered(other(Reader(bot, ANNE), file))
    finally:
        for close in bot.before_closing:
            await close()
    assert steps.longest < fifty_milliseconds()


async def test_no_typed_text_holds_the_loop(bot: Bot, steps: Steps) -> None:
    match = await together(bot, ANNE, BERT)
    move: Any = build_group(cog_for(bot, "southern_cards")).get_command("move")
    for text in TEXTS:
        for typed in (text, text + "!", text[:300], f"{text} #{match.id}"):
            await answered(move.callback(Reader(bot, ANNE), move=typed))
        await answered(move.callback(Reader(bot, ANNE), move="x", match=text))
        await answered(COMMANDS["replay"].callback(Reader(bot, ANNE), match=text))
        for name in ("quiet_from", "quiet_to", "zone"):
            await answered(COMMANDS["remind"].callback(Reader(bot, ANNE), **{name: text}))
    assert steps.longest < fifty_milliseconds()


async def test_no_suggestion_holds_the_loop_whatever_is_typed_and_whatever_people_are_called(
    bot: Bot, steps: Steps
) -> None:
    bot.http = Server()
    for _ in range(5):
        await together(bot, ANNE, BERT)
    group = build_group(cog_for(bot, "southern_cards"))
    asking = Reader(bot, ANNE)
    asking.namespace = SimpleNamespace(match=None)

    for text, name in zip(TEXTS, NASTY_NAMES, strict=True):
        for user in (ANNE, BERT):
            NAMES.learn(HERE.guild_id, SimpleNamespace(id=user, display_name=name))
        await match_choices(asking, None, text)
        await seat_choices(asking, text)
        asyncio.get_running_loop().call_soon(matching_zones, text)
        for command in group.commands:
            for option in getattr(command, "_params", {}).values():
                if option.name != "match" and callable(option.autocomplete):
                    await option.autocomplete(asking, text)
    for user in (ANNE, BERT):
        NAMES.forget(user)
    assert steps.longest < fifty_milliseconds()
