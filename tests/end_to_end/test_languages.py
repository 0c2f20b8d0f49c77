"""A match in another language: nothing of English is left in what its players see."""

import json
import random
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from bot.rules import GAMES
from bot.rules.api import State
from bot.rules.record import Playing
from tests.end_to_end.house import House
from tests.end_to_end.room import Player, Room, enter, is_board, match_of, rented
from tests.languages import EVERY_LANGUAGE, MADE_UP, english_in, english_words_in
from tests.messages import Message, Modal, Upload
from tests.records.lines import lines_of, records_of
from tests.text.checking import CODE, what_is_wrong

MOVES = 10  # before somebody resigns
LAST_MOVES, MOST_MOVES = 5, 200  # of a recorded match, and until one that goes on from there is over
STEPS = 3  # of choosing a move
LEAGUE = "Room 1"
TWO_ENDS = re.compile(r"(?<!\.)\.\.(?!\.)|。。")
OPTIONS: dict[str, dict[str, Any]] = {  # with which commands are refused
    "match remind": {"time-zone": "Nowhere"},
    "league table": {"league": "none"},
    "tournament table": {"tournament": "none"},
}
RECORD_KEYS = ("game", "rules", "options", "seats", "moves", "chance", "result")
OTHERS_WORDS = (  # what is typed here, keys of files and names of options in them
    *("Nowhere", "none", LEAGUE, "speed", *RECORD_KEYS),
    *(option.name.replace("_", " ") for game in GAMES.values() for option in game.options),
)
CASES = [pytest.param(MADE_UP, ("cirondo",), id=f"{MADE_UP}-cirondo")] + [
    pytest.param(locale, tuple(GAMES), id=locale) for locale in EVERY_LANGUAGE
]


def speaks_made_up(folder: Path) -> str:
    """Python that a bot's process runs first, so that it has these catalogues."""
    return (
        "from pathlib import Path\nfrom bot import text\n"
        f"text.CATALOGUES = Path({str(folder)!r})\ntext.LANGUAGES[{MADE_UP!r}] = 'Suomi'"
    )


def texts_of(message: Message) -> Iterator[str]:
    """Everything to read in a message: texts, buttons, lists, and alt texts."""
    yield message.text
    yield from (button.label for button in message.buttons)
    for select in message.selects:
        yield select.placeholder
        for option in select.options:
            yield from (option.label, option.description)
    yield from (file.alt for file in message.files)


def texts_of_form(form: Modal) -> Iterator[str]:
    yield from (form.title, form.text)
    for field in form.fields:
        yield from (field.label, field.description, *(option.label for option in field.options))


def broken_records(game: str) -> Iterator[bytes]:
    """Files that can't be imported: no text, no JSON, no record, and a record with a fault in each of its parts."""
    yield from (b"", b"{", b"[]", b'{"game": "chess"}')
    line = min(lines_of(game), key=len)
    for key, wrong in (("moves", ["z9-z9"]), ("chance", [7]), ("options", {"speed": 1}), ("seats", 9), ("rules", 0)):
        yield json.dumps(json.loads(line) | {key: wrong}).encode()


class Reading:
    """People in a room, and everything they get to read."""

    def __init__(self, room: Room, players: list[Player]) -> None:
        self.room = room
        self.players = players
        self.read: list[str] = []

    def position(self, match: int, game: str) -> State[Any]:
        ((document,),) = self.room.house.rows("SELECT document FROM snapshots WHERE match_id = ?", match)
        return GAMES[game].load(json.loads(document))

    async def begin(self, game: str, players: list[Player]) -> tuple[int, Message]:
        """A match of these people, and its first board."""
        opener, command = players[0], game.replace("_", "-")
        options: dict[str, Any] = {} if len(GAMES[game].seats({})) == 1 else {"seats": len(players)}
        table = (await opener.slash(f"{command} start", rated=False, **options)).message
        assert table is not None
        ((match,),) = self.room.house.rows("SELECT max(id) FROM matches")
        for player in players[1:]:
            await player.click(table, f"b:{match}:0:join:")
        ((version,),) = self.room.house.rows("SELECT version FROM matches WHERE id = ?", match)
        await opener.click(table, f"b:{match}:{version}:begin:")
        return match, await opener.wait_for(
            lambda message: is_board(message) and bool(message.buttons) and match_of(message) == match
        )

    async def make_moves(
        self, match: int, game: str, players: list[Player], most: int, planned: Sequence[str] = ()
    ) -> bool:
        """Plays on by typed moves, first those that are planned where they can be played; whether the match is over."""
        command, choices = game.replace("_", "-"), random.Random(game)
        for number in range(most):
            position = self.position(match, game)
            if position.to_move is None:
                return True
            player = players[position.to_move]
            suggested = await player.autocomplete(f"{command} move", "move", "")
            self.read += [choice.name for choice in suggested]
            legal = [position.notate(move) for move in position.legal()]
            wanted = planned[number] if number < len(planned) else ""
            await player.slash(f"{command} move", move=wanted if wanted in legal else choices.choice(legal))
        return self.position(match, game).to_move is None

    async def finish(self, game: str) -> None:
        """The last moves of a match until the rules end it, and what its end offers."""
        usual = {option.name: option.default for option in GAMES[game].options}
        record = min(
            (
                one
                for one in records_of(game)
                if one["seats"] in (2, 4) and one["options"] == usual and one["result"]["ending"] == "played"
            ),
            key=lambda one: len(one["moves"]),
        )
        players = self.players[: record["seats"]]
        match, board = await self.begin(game, players)
        last = list(Playing(record).steps())[-LAST_MOVES:]
        await self.room.prepare(players[0], board, last[0].before.dump())
        planned = [step.move for step in last]
        assert await self.make_moves(match, game, players, MOST_MOVES, planned), f"{game} goes on and on"
        await self.room.house.until_posted()
        for asked in ("match show", "match replay", "match review", "match verify"):
            await players[0].slash(asked, match=str(match))

    async def play(self, game: str) -> None:
        """A match of two or four people, from the table to a resignation, with what else can be asked on the way."""
        seats = min(GAMES[game].seats({}), key=lambda number: abs(number - 2))
        command, players = game.replace("_", "-"), self.players[:seats]
        opener = players[0]
        match, _ = await self.begin(game, players)
        await opener.slash(f"{command} move", move="xyzzy")
        await self.make_moves(match, game, players, MOVES)
        for asked in (f"{command} board", f"{command} hint", f"{command} rules", "match show", "match list"):
            await opener.slash(asked, **({"text": True} if asked.endswith("board") else {}))
        await self.refuse(game, match)
        await self.choose(opener, match)
        if (question := (await opener.slash("match resign")).message) is not None and question.buttons:
            await opener.click(question, question.buttons[0].custom_id or "")
        await self.room.house.until_posted()

    async def organise(self) -> None:
        """A league's first screens, and the settings."""
        room, opener = self.room, self.players[0]
        await room.house.control(permissions={"channel": str(room.channel), "allow": ["manage_guild"]})
        await opener.slash("league create", name=LEAGUE, game="cirondo")
        for player in self.players[:3]:
            await player.slash("league join", league=LEAGUE)
        for asked in ("league table", "league matches", "league start", "league table", "league calendar"):
            await opener.slash(asked, league=LEAGUE)
        settings = (await opener.slash("settings")).message
        assert settings is not None
        await opener.click(settings, settings.buttons[-1].custom_id or "")

    async def refuse(self, game: str, match: int) -> None:
        """What can't be done in this match, and files that aren't records."""
        opener, other, command = *self.players[:2], game.replace("_", "-")
        position = self.position(match, game)
        for player in (opener, other):
            await player.slash(f"{command} move", move="z9-z9")
            if position.to_move is not None:
                await player.slash(f"{command} move", move=position.notate(position.legal()[0]) + "0")
        for asked in ("match undo", "match replace", "match cancel", "match verify", "match vacation"):
            await other.slash(asked, **({"seat": "1", "by": "Dan"} if asked.endswith("replace") else {}))
        await other.slash("match show", match="soon")
        self.read += [choice.name for choice in await other.autocomplete("match show", "match", "")]
        await other.slash(f"{command} learn")
        await other.slash(f"{command} start", rated=True, hints=True)
        for record in broken_records(game):
            await other.slash("match import", file=Upload("match.json", record))
            await other.slash("match verify", file=Upload("match.json", record))

    async def choose(self, player: Player, match: int) -> None:
        """The first steps of choosing a move with buttons and lists."""
        shown = (await player.slash("match next")).message
        for _ in range(STEPS):
            if shown is None:
                break
            buttons = [one.custom_id for one in shown.buttons if one.custom_id and not one.disabled]
            if shown.selects:
                answer = await player.choose(shown, shown.selects[0].custom_id, shown.selects[0].options[0].value)
            elif buttons:
                answer = await player.click(shown, buttons[0])
            else:
                break
            shown = answer.message

    async def gather(self) -> None:
        for player in self.players:
            for message in await player.messages(self.room.channel, limit=100):
                self.read += texts_of(message)
            for answer in player.answers:
                self.read += texts_of(answer.message) if answer.message is not None else ()
                self.read += texts_of_form(answer.modal) if answer.modal is not None else ()


@pytest.mark.slow
@pytest.mark.parametrize(("locale", "games"), CASES)
async def test_nothing_of_english_is_left_in_a_match(
    locale: str, games: tuple[str, ...], own_house: House, made_up: Path
) -> None:
    await own_house.start_playground()
    await own_house.start_bot(first=speaks_made_up(made_up))
    async with rented(own_house) as (room, stack):
        await room.noted_settings({"language": locale})
        players = [await enter((room, stack), name) for name in ("Ada", "Ben", "Caro", "Dan")]
        for player in players:
            player.locale = locale
            player.waits_for_buttons = False
        reading = Reading(room, players)
        for game in games:
            await reading.play(game)
            await reading.finish(game)
        await reading.organise()
        for command in (
            "crux",
            "help",
            "daily about",
            "daily play",
            "daily table",
            "match remind",
            "privacy show",
            "puzzle",
            "leaderboard",
            "match remind",
            "league table",
            "tournament table",
        ):
            options = OPTIONS.get(command, {}) | ({"game": games[0]} if command == "leaderboard" else {})
            await players[0].slash(command, **options)
        await reading.gather()
    assert len(reading.read) > 100
    left = english_in(reading.read, locale, made_up, [player.name for player in players])
    assert left == [], "\n".join(left)
    assert [words for words in reading.read if TWO_ENDS.search(words)] == []
    if locale != MADE_UP:
        assert english_words_in(reading.read, locale, [*OTHERS_WORDS, *(player.name for player in players)]) == {}
    commands = {code for words in reading.read for code in CODE.findall(words) if code.startswith("/")}
    assert commands
    assert {code: wrong for code in commands if (wrong := what_is_wrong(locale, code))} == {}
