"""A room of a house of the end-to-end tests: a channel of its own and the people in it."""

import asyncio
import contextlib
import json
import re
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack
from dataclasses import dataclass
from typing import Any

from bot.rules import GAMES
from tests.end_to_end.house import House, Logged
from tests.messages import Answer, CannotDo, Message, Modal
from tests.person import Person
from tests.waiting import TEST_TIMEOUT


class Player(Person):
    """A person who remembers every answer, and waits for it until the bot has finished.

    `waits_for_buttons`: a button that isn't there yet is waited for, since a slow machine may have to draw it first.
    """

    def __init__(self, url: str, name: str, *, channel: int) -> None:
        super().__init__(
            url, name, channel=channel, timeout=TEST_TIMEOUT, settle=TEST_TIMEOUT, after_others=TEST_TIMEOUT
        )
        self.waits_for_buttons = True
        self.answers: list[Answer] = []
        self.asked: set[int] = set()  # the ids of all interactions
        self.posting: set[asyncio.Task[dict[str, Any]]] = set()  # what is on its way to the playground

    async def _post(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        async def post() -> dict[str, Any]:
            done = await super(Player, self)._post(path, body)
            if "interaction" in done:
                self.asked.add(int(done["interaction"]))
            return done

        # Whoever no longer waits for an answer has asked all the same.
        posting = asyncio.create_task(post())
        self.posting.add(posting)
        posting.add_done_callback(self.posting.discard)
        return await asyncio.shield(posting)

    async def slash(self, command: str, **options: Any) -> Answer:
        self.answers.append(await super().slash(command, **options))
        return self.answers[-1]

    async def click(self, message: Message | None, button: str) -> Answer:
        try:
            answer = await super().click(message, button)
        except CannotDo:
            if message is None or not self.waits_for_buttons:
                raise
            await self.wait_for(lambda now: now.id == message.id and now.has_button(button))
            answer = await super().click(message, button)
        self.answers.append(answer)
        return answer

    async def choose(self, message: Message | None, select: str, *values: str) -> Answer:
        self.answers.append(await super().choose(message, select, *values))
        return self.answers[-1]

    async def submit(self, modal: Modal | None, values: Mapping[str, Any]) -> Answer:
        self.answers.append(await super().submit(modal, values))
        return self.answers[-1]

    async def _answer(self, interaction: int, source: Message | None, before: Any) -> Answer:
        """As the playground's own, but a message that came for another reason is not taken for the answer."""
        answer = await super()._answer(interaction, source, before)
        if answer.message is None or source is None or answer.message.id != source.id:
            return answer
        async with self._watching(None, "the bot did not finish"):
            while len(self.happened[interaction]) == 1 and interaction not in self._finished:
                await self._changed.wait()
        event = self.happened[interaction][-1]
        message = await self.fresh(Message({"id": event["message"] or event["original"]}, self._session))
        return Answer(interaction, message, ephemeral=message.ephemeral, edited=message.id == source.id)

    async def told(self, answer: Answer) -> str:
        """What this person alone was told about a click, in a message of its own."""
        wanted = str(answer.interaction)
        shown = await self.wait_for(
            lambda message: (
                message.ephemeral
                and not message.thinking
                and (message.raw.get("interaction_metadata") or {}).get("id") == wanted
            )
        )
        return shown.text

    async def wait_for_words(self, answer: Answer, words: str) -> str:
        """The text of a private answer once it contains these words."""
        assert answer.message is not None, answer
        shown = await self.wait_for(lambda message: message.id == answer.message.id and words in message.text)  # type: ignore[union-attr]  # asserted above
        return shown.text


@dataclass
class Room:
    """A channel and people of its own in a house.

    `unanswered_allowed` and `refusals_allowed` are set by tests that provoke them: 400 to 499 as answers to the bot.
    """

    house: House
    number: int
    channel: int
    players: list[Player]
    refusals_allowed: bool = False
    unanswered_allowed: bool = False

    async def boards(self, channel: int | None = None) -> list[Message]:
        """The boards that were posted here, oldest first."""
        found = await self.players[0].messages(channel or self.channel, limit=100)
        return [message for message in found if not message.ephemeral and is_board(message)]

    async def board(self, player: Player, *, after: Message | None = None, channel: int | None = None) -> Message:
        """The newest board here (or in a thread), as soon as it is there and newer than the one given."""
        place, oldest = channel or self.channel, after.id if after is not None else 0
        return await player.wait_for(lambda message: is_board(message) and message.id > oldest, channel=place)

    async def open_table(self, opener: Player, *others: Player, game: str = "cirondo", **options: Any) -> Message:
        """A table at which these people sit, in this order. It is unrated, and dice are rolled by hand, unless
        `options` say otherwise.
        """
        by_hand = {"auto-rolls": False} if GAMES[game.replace("-", "_")].rolls else {}
        answer = await opener.slash(f"{game} start", **({"rated": False} | by_hand | options))
        table = answer.message
        assert table is not None, answer
        for other in others:
            await other.click(table, "Join")
            seated = f"· <@{other.id}>"
            await opener.wait_for(lambda message, seated=seated: message.id == table.id and seated in message.text)  # type: ignore[misc]  # the table is there
        return await opener.fresh(table)

    async def noted_table(self) -> int:
        """The id of the newest table's message, once the bot has noted it: people see the table a moment before."""
        query = "SELECT table_message_id FROM matches WHERE channel_id = ? ORDER BY id DESC LIMIT 1"
        await self.house.until(
            lambda: self.house.rows(query, self.channel)[0][0] is not None, "the noting of the table"
        )
        ((message_id,),) = self.house.rows(query, self.channel)
        return int(message_id)

    async def noted_settings(self, settings: Mapping[str, object]) -> None:
        """Set this for the server, which all rooms share, in place of all that was set."""
        channel = await self.house.as_the_bot("GET", f"/channels/{self.channel}")
        self.house.rows(
            "INSERT OR REPLACE INTO guild_settings (guild_id, settings, updated_at) VALUES (?, ?, '2026-01-01')",
            int(channel["guild_id"]), json.dumps(settings),
        )  # fmt: skip

    def usual_settings(self) -> None:
        """Take back what `noted_settings` or a person has set for the server."""
        self.house.rows("DELETE FROM guild_settings")

    async def begin(self, opener: Player, *others: Player, channel: int | None = None, **options: Any) -> Message:
        """A match of these people, perhaps in a thread: its first board."""
        table = await self.open_table(opener, *others, **options)
        before = (await self.boards(channel))[-1:]
        await opener.click(table, "Start")
        return await self.board(opener, after=before[0] if before else None, channel=channel)

    async def prepare(
        self, player: Player, board: Message, position: Mapping[str, Any], *rolls: int | tuple[int, int]
    ) -> Message:
        """Put a match into this position, with this luck to come, and let the player ask for the board.

        It is as if older rules had led there: the bot takes the position over as it does after an update.
        """
        match, house = match_of(board), self.house
        await house.until_posted()
        house.rows("UPDATE matches SET rules_version = 0 WHERE id = ?", match)
        house.rows(
            "UPDATE snapshots SET document = ?, before = NULL, trail = NULL WHERE match_id = ?",
            json.dumps(position), match,
        )  # fmt: skip
        if rolls:
            house.foresee(match, *rolls)
        await player.slash(f"{position['game'].replace('_', '-')} board", match=str(match))
        return await self.board(player, after=board, channel=board.channel_id)

    async def shows(self, player: Player, board: Message, words: str) -> Message:
        """The board's message as soon as it contains these words: it is edited while a turn goes on."""
        return await player.wait_for(
            lambda message: message.id == board.id and words in message.text, channel=board.channel_id
        )

    async def fake(self, *buttons: tuple[str, str]) -> Message:
        """A message of the bot with such buttons (label, custom id), as an older version may have left it."""
        components = [
            {"type": 1, "components": [{"type": 2, "style": 2, "label": label, "custom_id": custom_id}]}
            for label, custom_id in buttons
        ]
        body = {"content": "An old message", "components": components, "allowed_mentions": {"parse": []}}
        sent = await self.house.as_the_bot("POST", f"/channels/{self.channel}/messages", body)
        return await self.players[0].wait_for(lambda message: message.id == int(sent["id"]))


def is_board(message: Message) -> bool:
    """Whether this is the board of a match, not the composer's picture."""
    return not message.ephemeral and any(file.name in ("board.webp", "board.jpg") for file in message.files)


def match_of(board: Message) -> int:
    """The number of the match that a board belongs to, as its text says in English or else its buttons."""
    found = re.search(r"(?:match |\bb:)(\d+)", " ".join((board.text, *(one.custom_id or "" for one in board.buttons))))
    assert found is not None, board.text
    return int(found[1])


@contextlib.asynccontextmanager
async def rented(house: House) -> AsyncIterator[tuple[Room, AsyncExitStack]]:
    """A new room of a house, and the stack that its people are in."""
    number = next(house.rooms)
    added = await house.control(add_channel=f"room-{number}", clear_log=True)
    async with AsyncExitStack() as stack:
        room = Room(house, number, int(added["add_channel"]), [])
        yield room, stack
        await house.control(clear_faults=True)
        await assert_well_behaved(room)


def is_from_before(request: Logged, room: Room) -> bool:
    """Whether a request answers what was asked in an earlier room: the second try of an answer may come that late.

    Only such a try, when Discord has the answer and its reply was lost, asks for the message.
    """
    if request["method"] == "GET" and request["path"].endswith("/messages/@original"):
        return True
    asked = re.search(r"/interactions/(\d+)/", request["path"])
    return asked is not None and int(asked[1]) < room.channel


async def assert_well_behaved(room: Room) -> None:
    """What holds of everything the bot did during a test, whatever the test was about."""
    log = await room.house.log()
    for request in log["requests"]:
        sent = request["body"]
        if not isinstance(sent, dict):
            continue
        is_answer = "/callback" in request["path"]
        message = sent.get("data") or {} if is_answer else sent
        says_something = sent.get("type") in (4, 7) if is_answer else is_message(request["path"])
        if says_something and request["method"] in ("POST", "PATCH"):
            assert "allowed_mentions" in message, f"anybody could be called by {request}"
            assert not set(message["allowed_mentions"].get("parse") or ()), f"everybody would be called by {request}"
    if not room.refusals_allowed:
        refused = [request for request in log["requests"] if 400 <= request["status"] < 500]
        assert not [request for request in refused if not is_from_before(request, room)]
    if not room.unanswered_allowed:
        silent = [answer for player in room.players for answer in player.answers if answer.failed]
        assert not silent, "the bot left somebody without an answer"


def is_message(path: str) -> bool:
    """Whether a request to this path posts or edits a message."""
    return re.search(r"/messages(/[^/]+)?$|^/webhooks/\d+/[^/]+$", path) is not None


async def enter(rent: tuple[Room, AsyncExitStack], name: str) -> Player:
    """Someone comes into the room, for the first time or again."""
    room, stack = rent
    called = f"{name}{room.number}"
    if called not in {player.name for player in room.players}:
        await room.house.control(add_person=called)
    player = await stack.enter_async_context(Player(room.house.url, called, channel=room.channel))
    assert isinstance(player, Player)
    room.players.append(player)
    return player


async def guild_of(room: Room) -> int:
    channel = await room.house.as_the_bot("GET", f"/channels/{room.channel}")
    return int(channel["guild_id"])


async def assert_everyone_was_answered_once(room: Room) -> None:
    """No interaction was left, and none was answered by both processes."""
    log = await room.house.log()
    answers = {kind: number for kind, number in log["kinds"].items() if "/callback" in kind}
    assert set(answers) == {"POST /interactions/N/{token}/callback 200"}, answers
    assert sum(answers.values()) == sum(len(player.asked) for player in room.players)
