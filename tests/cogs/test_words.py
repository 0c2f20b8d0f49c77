"""How places, ends and luck are written on boards and tables, and what the texts of all games never say."""

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from bot.match import Best, ComputerLevel, Decision, Ending, Match, Seat, StillSealed
from bot.playground.markdown import render
from bot.rules import GAMES, IllegalMove
from bot.rules.chance import Recorded, Sealed
from cogs.cirondo import Cirondo
from cogs.down_under import DownUnder
from cogs.parcheesi import Parcheesi
from cogs.shared.board import words_of
from cogs.shared.endings import verdict_of
from cogs.shared.game import GameCog
from cogs.shared.records import past_commands
from cogs.shared.screens import register, screen_of
from cogs.shared.solo import show_private
from cogs.shared.table import table_view
from cogs.shared.words import ordinal, resigned_seats
from images.marks import NO_MARKS, Verdict
from tests.cogs.conftest import ANNE, BERT, CLEO, HERE, Asking, Bot, played_out, solo
from tests.cogs.test_composer import screen_of as screen_without_a_bot

EASY = ComputerLevel.EASY
COMMANDS = {command.name: command for command in past_commands()}


@pytest.fixture(autouse=True)
def screens(bot: Bot) -> None:
    kinds: tuple[type[GameCog], ...] = (Cirondo, DownUnder, Parcheesi)
    for kind in kinds:
        screen = kind.__new__(kind)
        screen.bot = bot  # type: ignore[assignment]  # all of the client that is used here
        register(screen)


async def begun(bot: Bot, game: str, *people: int, seats: int = 2, **options: Any) -> Match:
    """A match in which computers sit where these people don't."""
    match = await bot.matches.open(
        game=game, options=options, seats=seats, opener=people[0], place=HERE, computers=EASY
    )
    for person in people[1:]:
        await bot.matches.join(match.id, person)
    return await bot.matches.begin(match.id, people[0], message_id=900 + match.id)


def places(bot: Bot, match: Match) -> str:
    return words_of(screen_of(bot, match.game), match).seats  # type: ignore[arg-type]  # all of the client that is used here


def shown(view: Any) -> str:
    return "\n".join(item.content for item in view.walk_children() if hasattr(item, "content"))


def plain(text: str) -> str:
    """The text as Discord shows it."""
    return re.sub(r"<[^>]+>", "", render(text, lambda kind, number: str(number)))


class TestPlaces:
    @pytest.mark.parametrize(
        ("place", "written"), [(1, "1st"), (2, "2nd"), (3, "3rd"), (4, "4th"), (6, "6th"), (10, "10th")]
    )
    def test_are_written_as_ordinals(self, place: int, written: str) -> None:
        assert ordinal(place) == written

    async def test_that_are_shared_are_not_numbered_on_by_markdown(self, bot: Bot) -> None:
        match = await begun(bot, "cirondo", ANNE, BERT)
        await bot.matches.offer_draw(match.id, ANNE)
        over = await bot.matches.agree(match.id, BERT)
        assert over.ending is not None
        assert over.ending.places == (1, 1)
        lines = plain(places(bot, over)).splitlines()
        assert [line.split()[0] for line in lines] == ["1st", "1st"]

    async def test_of_equal_games_alone_are_shared(self, bot: Bot, monkeypatch: pytest.MonkeyPatch) -> None:
        ended = await played_out(bot, (await solo(bot, ANNE)).id)
        (one,) = await bot.matches.best(ANNE, "southern_cards", dict(ended.options), limit=3)

        async def best(*_: Any, **__: Any) -> list[Best]:
            return [replace(one, score=score) for score in (90, 70, 70)]

        monkeypatch.setattr(bot.matches, "best", best)
        asking: Any = Asking(bot, ANNE)
        await asking.defer()
        await show_private(screen_of(bot, ended.game), asking, ended)  # type: ignore[arg-type]  # as in `places`
        lines = plain(asking.heard[-1]).splitlines()
        assert [line.partition(" points")[0] for line in lines if " points · " in line] == [
            "1st 90",
            "2nd 70",
            "2nd 70",
        ]


class TestResignations:
    async def test_a_computer_that_played_beside_has_not_resigned(self, bot: Bot) -> None:
        match = await begun(bot, "cirondo", ANNE, BERT, seats=4, teams=True)
        over = await bot.matches.resign(match.id, ANNE)
        assert over.ending is not None
        assert over.ending.seats == (0, 2)
        own, beside = (
            next(line for line in places(bot, over).splitlines() if colour in line) for colour in ("gold", "silver")
        )
        assert own.endswith(f"<@{ANNE}> · resigned")
        assert beside.endswith("🤖 easy computer")
        assert verdict_of(over) == Verdict("Red and blue won", "gold resigned", (1, 3))

    async def test_a_computer_that_plays_on_is_told_of_once(self, bot: Bot) -> None:
        match = await begun(bot, "cirondo", ANNE, BERT, CLEO, seats=4)
        await bot.matches.resign(match.id, BERT)
        await bot.matches.resign(match.id, CLEO)
        over = await bot.matches.resign(match.id, ANNE)
        assert resigned_seats(over) == [0, 1, 2]
        lines = {line.split()[2]: line for line in places(bot, over).splitlines()}
        assert lines["gold"].endswith(f"<@{ANNE}> · resigned")
        assert lines["red"].endswith(f"computer for <@{BERT}>, who resigned")
        assert lines["blue"].endswith("🤖 easy computer")

    async def test_in_a_record_nobody_knows_who_was_a_computer(self, bot: Bot) -> None:
        match = await begun(bot, "cirondo", ANNE, BERT, seats=4, teams=True)
        over = await bot.matches.resign(match.id, ANNE)
        unknown = replace(over, seats=tuple(Seat(seat.number, seat.colour) for seat in over.seats))
        assert resigned_seats(unknown) == [0, 2]

    async def test_a_first_place_that_sides_share_is_a_draw_in_the_picture(self, bot: Bot) -> None:
        match = await begun(bot, "cirondo", ANNE, BERT, seats=4)
        ended = replace(match, ending=Ending("played", (1, 4, 1, 1), None, (1,)))
        assert verdict_of(ended) == Verdict("Draw", "red resigned", (0, 2, 3))


class TestLuck:
    @pytest.mark.parametrize(
        ("game", "options", "lucky"),
        [
            ("cirondo", {}, False),
            ("down_under", {"area": "open"}, False),
            ("down_under", {"area": "frame"}, True),
            ("parcheesi", {}, True),
        ],
    )
    async def test_is_announced_opened_and_verified_only_where_it_is_drawn(
        self, bot: Bot, game: str, options: dict[str, Any], lucky: bool
    ) -> None:
        match = await bot.matches.open(game=game, options=options, seats=2, opener=ANNE, place=HERE)
        screen = screen_of(bot, game)  # type: ignore[arg-type]  # as in `places`
        assert ("All luck is sealed" in shown(table_view(screen, match))) == lucky
        await bot.matches.join(match.id, BERT)
        running = await bot.matches.begin(match.id, ANNE, message_id=901)
        assert ("luck" in await slash(bot, "export", running)) == lucky
        if lucky:
            with pytest.raises(StillSealed):
                await slash(bot, "verify", running)
        else:
            assert "✅ No luck was drawn." in await slash(bot, "verify", running)
        over = await bot.matches.resign(match.id, ANNE)
        assert ("the seal is open" in words_of(screen, over).foot) == lucky
        told = await slash(bot, "verify", over)
        assert ("the table's message" in told) == lucky
        assert "nothing wrong was found" in told


async def slash(bot: Bot, name: str, match: Match) -> str:
    asking: Any = Asking(bot, ANNE)
    await COMMANDS[name].callback(asking, match=str(match.id))  # type: ignore[call-arg]  # all that is used here
    told: str = asking.heard[-1]
    return told


UNSPOKEN = re.compile(r"[Ss]eats? \d|\w_\w|\b(?:None|True|False)\b|[{}]|\['|\('|<\w+ object")
"""A seat by its number, the key of something, and what Python writes of its own values."""


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("seed", range(2))
def test_no_text_of_a_game_has_numbers_of_seats_or_names_of_the_code(key: str, seed: int) -> None:
    for text in texts_of(key, seed):
        assert UNSPOKEN.search(text) is None, text


def texts_of(key: str, seed: int) -> Iterator[str]:
    """What the screens say in a match of chance, with options of chance."""
    game, screen, picks = GAMES[key], screen_without_a_bot(key), Random(seed)
    luck = Recorded(Sealed(seed.to_bytes(32, "big"), "table"))
    options: dict[str, Any] = {}
    while not options:
        given: dict[str, Any] = {option.name: picks.choice(option.choices) for option in game.options if option.choices}
        given |= {option.name: picks.random() < 0.5 for option in game.options if option.type is bool}
        with suppress(ValueError):  # these don't go together
            seats, options = picks.choice(game.seats(given)), given
    state, colours = game.start(seats, options, luck), game.colours(seats, options)
    yield from screen.options_in_words(options)
    for number in range(120):
        if number % 20 == 0 or state.to_move is None:
            for view in map(state.view, (None, *range(seats))):
                yield screen.pictures.text(view)
                yield screen.pictures.alt(view, NO_MARKS)
        yield from (screen.standing(state, seat) for seat in range(seats))
        if state.to_move is None:
            return
        move = picks.choice(state.legal())
        text = state.notate(move)
        yield screen.to_do(state, colours)
        yield screen.said(state, move, colours)
        yield screen.preview(state, move)
        try:
            state.parse("".join(picks.sample(text, len(text))))
        except IllegalMove as refusal:
            yield str(refusal)
        drawn, after = len(luck.outcomes), state.play(move, luck)
        chance = tuple(luck.outcomes[drawn:])
        yield screen.turn_in_words(
            [Decision(number, state.to_move, text, chance, bool(chance), True, False, state, after)], colours
        )
        state = after
