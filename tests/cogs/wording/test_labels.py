"""How places, ends and luck are written on boards and tables, and what the texts of all games never say."""

import re
from dataclasses import replace
from typing import Any

import pytest

from bot.match import ComputerLevel, Ending, Gain, Match, Seat, StillSealed, TableTerms
from bot.match.decisions import lobby, proposals
from bot.match.values import BestSolo
from bot.playground.markdown import render
from bot.ratings.rating import NEW, Rating
from bot.text import speaking
from bot.text.own_words import OwnWords
from bot.words import Verdict
from cogs.cirondo import Cirondo
from cogs.down_under import DownUnder
from cogs.parcheesi import Parcheesi
from cogs.shared.boards.board import board_content
from cogs.shared.boards.solo import show_private
from cogs.shared.commands.game_cog import GameCog
from cogs.shared.presentation.registry import cog_for, register
from cogs.shared.records.records import record_commands
from cogs.shared.tables.table import table_view
from cogs.shared.wording.endings import outcome, verdict_of
from cogs.shared.wording.labels import ordinal, resigned_seats, thread_name
from cogs.shared.wording.ratings import does_not_count, gain_text, is_rated, what_uncertain_means
from tests.cogs.conftest import ANNE, BERT, CLEO, HERE, Asking, Bot, played_out, solo

EASY = ComputerLevel.EASY
COMMANDS = {command.name: command for command in record_commands()}


@pytest.fixture(autouse=True)
def screens(bot: Bot) -> None:
    kinds: tuple[type[GameCog], ...] = (Cirondo, DownUnder, Parcheesi)
    for kind in kinds:
        screen = kind.__new__(kind)
        screen.bot = bot
        register(screen)


async def begin_match(bot: Bot, game: str, *people: int, seats: int = 2, **options: Any) -> Match:
    """A match in which computers sit where these people don't."""
    match = await bot.matches.tables.open(
        TableTerms(game=game, options=options, seats=seats), opener=people[0], place=HERE, computers=EASY
    )
    for person in people[1:]:
        await bot.matches.act(match.id, lobby.join(person))
    return await bot.matches.act(match.id, lobby.begin(people[0], message_id=900 + match.id))


def places(bot: Bot, match: Match) -> str:
    return board_content(cog_for(bot, match.game), match).seats


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

    async def test_that_are_shared_stand_on_one_line(self, bot: Bot) -> None:
        match = await begin_match(bot, "cirondo", ANNE, BERT)
        await bot.matches.act(match.id, proposals.offer_draw(ANNE))
        over = await bot.matches.act(match.id, proposals.agree(BERT))
        assert over.ending is not None
        assert over.ending.places == (1, 1)
        assert outcome(over) == "🤝 The match is over: a draw"
        assert plain(places(bot, over)) == plain(f"**1st** 🟡 gold and ⚪️ silver · <@{ANNE}> and <@{BERT}>")

    async def test_of_teams_are_won_as_teams(self, bot: Bot) -> None:
        match = await begin_match(bot, "cirondo", ANNE, BERT, seats=4, teams=True)
        over = await bot.matches.act(match.id, proposals.resign(ANNE))
        assert outcome(over) == f"🏆 Red and blue have won · <@{BERT}> and 🤖 easy computer"
        (winners, *losers) = places(bot, over).splitlines()
        assert winners == f"**1st** 🔴 red and 🔵 blue · <@{BERT}> and 🤖 easy computer"
        assert all(line.startswith("**2nd**") for line in losers)

    @pytest.mark.thorough
    async def test_of_equal_games_alone_are_shared(self, bot: Bot, monkeypatch: pytest.MonkeyPatch) -> None:
        ended = await played_out(bot, (await solo(bot, ANNE)).id)
        (one,) = await bot.matches.solos.best(ANNE, "southern_cards", dict(ended.options), limit=3)

        async def best(*_: Any, **__: Any) -> list[BestSolo]:
            return [replace(one, score=score) for score in (90, 70, 70)]

        monkeypatch.setattr(bot.matches.solos, "best", best)
        asking: Any = Asking(bot, ANNE)
        await asking.defer()
        await show_private(cog_for(bot, ended.game), asking, ended)
        lines = plain(asking.heard[-1]).splitlines()
        assert [line.partition(" points")[0] for line in lines if " points · " in line] == [
            "1st 90",
            "2nd 70",
            "2nd 70",
        ]


class TestThreads:
    async def test_are_named_after_their_players(self, bot: Bot) -> None:
        names = {ANNE: OwnWords("Ada"), BERT: OwnWords("Ben")}
        assert thread_name(await begin_match(bot, "cirondo", ANNE, BERT), names) == "Ada and Ben · Cirondo"
        assert thread_name(await begin_match(bot, "parcheesi", ANNE, seats=3), names) == "Ada and computers · Parcheesi"

    async def test_with_long_names_are_cut(self, bot: Bot) -> None:
        name = thread_name(
            await begin_match(bot, "cirondo", ANNE, BERT), {ANNE: OwnWords("a" * 60), BERT: OwnWords("b" * 60)}
        )
        assert name == f"{'a' * 60} and {'b' * 4}… · Cirondo"


class TestResignations:
    async def test_a_computer_that_played_beside_has_not_resigned(self, bot: Bot) -> None:
        match = await begin_match(bot, "cirondo", ANNE, BERT, seats=4, teams=True)
        over = await bot.matches.act(match.id, proposals.resign(ANNE))
        assert over.ending is not None
        assert over.ending.seats == (0, 2)
        own, beside = (
            next(line for line in places(bot, over).splitlines() if colour in line) for colour in ("gold", "silver")
        )
        assert own.endswith(f"<@{ANNE}> · resigned")
        assert beside.endswith("🤖 easy computer")
        assert verdict_of(over) == Verdict("Red and blue won", "gold resigned", (1, 3))

    async def test_a_computer_that_plays_on_is_mentioned_once(self, bot: Bot) -> None:
        match = await begin_match(bot, "cirondo", ANNE, BERT, CLEO, seats=4)
        await bot.matches.act(match.id, proposals.resign(BERT))
        await bot.matches.act(match.id, proposals.resign(CLEO))
        over = await bot.matches.act(match.id, proposals.resign(ANNE))
        assert resigned_seats(over) == [0, 1, 2]
        lines = {line.split()[2]: line for line in places(bot, over).splitlines()}
        assert lines["gold"].endswith(f"<@{ANNE}> · resigned")
        assert lines["red"].endswith(f"computer for <@{BERT}> (resigned)")
        assert lines["blue"].endswith("🤖 easy computer")

    async def test_in_a_record_nobody_knows_who_was_a_computer(self, bot: Bot) -> None:
        match = await begin_match(bot, "cirondo", ANNE, BERT, seats=4, teams=True)
        over = await bot.matches.act(match.id, proposals.resign(ANNE))
        unknown = replace(over, seats=tuple(Seat(seat.number, seat.colour) for seat in over.seats))
        assert resigned_seats(unknown) == [0, 2]

    async def test_a_first_place_that_sides_share_is_a_draw_in_the_picture(self, bot: Bot) -> None:
        match = await begin_match(bot, "cirondo", ANNE, BERT, seats=4)
        ended = replace(match, ending=Ending("played", (1, 4, 1, 1), None, (1,)))
        assert verdict_of(ended) == Verdict("Draw", "red resigned", (0, 2, 3))
        assert outcome(ended) == "🏆 Gold, silver and blue share first place"
        with speaking("it"):
            assert outcome(ended).startswith("🏆 Oro, Argento e Blu ")

    async def test_a_draw_that_is_agreed_names_who_has_resigned_before(self, bot: Bot) -> None:
        match = await begin_match(bot, "cirondo", ANNE, BERT, CLEO, seats=4)
        agreed = replace(match, ending=Ending("agreed", (1, 4, 1, 1), None, (1,)))
        assert verdict_of(agreed) == Verdict("Draw", "red resigned", (0, 2, 3))
        agreed = replace(match, ending=Ending("agreed", (1, 1, 1, 1)))
        assert verdict_of(agreed) == Verdict("Draw", "called off by agreement")

    async def test_computers_that_are_left_alone_win_nothing(self, bot: Bot) -> None:
        match = await begin_match(bot, "cirondo", ANNE, BERT, seats=4)
        ended = replace(match, ending=Ending("resigned", (3, 3, 1, 1), None, (0, 1)))
        assert outcome(ended) == "🏳️ The match is over: gold and red resigned"
        assert verdict_of(ended) == Verdict("Gold and red resigned")


class TestRatings:
    @pytest.mark.parametrize(("seats", "people", "rated"), [(2, (ANNE, BERT), True), (2, (ANNE,), False)])
    async def test_a_full_table_is_rated_if_two_people_sit_there(
        self, bot: Bot, seats: int, people: tuple[int, ...], rated: bool
    ) -> None:
        terms = TableTerms("cirondo", seats, rated=True)
        match = await bot.matches.tables.open(terms, opener=ANNE, place=HERE)
        assert is_rated(match)  # somebody may come yet
        for person in people[1:]:
            match = await bot.matches.act(match.id, lobby.join(person))
        if len(people) < seats:
            match = await bot.matches.act(match.id, lobby.add_computer(ANNE, EASY))
        assert is_rated(match) is rated


class TestLuck:
    @pytest.mark.thorough
    @pytest.mark.sample(2)
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
        match = await bot.matches.tables.open(TableTerms(game, 2, options), opener=ANNE, place=HERE)
        screen = cog_for(bot, game)
        assert ("The luck is sealed" in shown(table_view(screen, match))) == lucky
        await bot.matches.act(match.id, lobby.join(BERT))
        running = await bot.matches.act(match.id, lobby.begin(ANNE, message_id=901))
        assert ("luck" in await slash(bot, "export", running)) == lucky
        if lucky:
            with pytest.raises(StillSealed):
                await slash(bot, "verify", running)
        else:
            assert "✅ No luck was drawn." in await slash(bot, "verify", running)
        over = await bot.matches.act(match.id, proposals.resign(ANNE))
        assert ("seal opened" in board_content(screen, over).foot) == lucky
        answer = await slash(bot, "verify", over)
        assert ("the table's message" in answer) == lucky
        assert "everything checks out" in answer


async def slash(bot: Bot, name: str, match: Match) -> str:
    asking: Any = Asking(bot, ANNE)
    await COMMANDS[name].callback(asking, match=str(match.id))  # type: ignore[call-arg]  # all that is used here
    answer: str = asking.heard[-1]
    return answer


class TestTurns:
    async def test_say_to_roll_where_nothing_else_can_be_done(self, bot: Bot) -> None:
        match = await begin_match(bot, "parcheesi", ANNE, BERT)
        screen = cog_for(bot, "parcheesi")
        assert f"to roll · <@{ANNE}>" in board_content(screen, match).title
        match = await begin_match(bot, "cirondo", ANNE, BERT)
        screen = cog_for(bot, "cirondo")
        assert f"Gold to move · <@{ANNE}>" in board_content(screen, match).title


@pytest.mark.parametrize(
    ("mu", "words"), [(24, "1500 → **1460** (−40)"), (25, "1500 → **1500** (+0)"), (26, "1500 → **1540** (+40)")]
)
def test_a_change_of_rating_has_its_sign(mu: float, words: str) -> None:
    assert gain_text(Gain(Rating(25, 1), Rating(mu, 1))) == words


class TestWhyNoRatingChanges:
    async def says(self, bot: Bot, game: str, **changes: Any) -> str:
        match = await begin_match(bot, game, ANNE, BERT)
        return does_not_count(replace(match, **changes))

    async def test_it_had_hardly_begun(self, bot: Bot) -> None:
        words = "This match doesn't change ratings: it ended before each side had made"
        assert await self.says(bot, "cirondo", early=True) == f"{words} 8 moves."
        assert await self.says(bot, "down_under", early=True) == f"{words} 2 moves."

    async def test_its_result_was_to_be_expected(self, bot: Bot) -> None:
        assert await self.says(bot, "cirondo", counts=False, expected=True) == (
            "This match doesn't change ratings: the winner's rating was more than 800 points above everyone else's."
        )

    async def test_three_had_counted_that_day(self, bot: Bot) -> None:
        assert "only three a day" in await self.says(bot, "cirondo", counts=False)
        assert await self.says(bot, "cirondo", counts=True) == ""


def test_a_question_mark_is_explained_where_there_is_one() -> None:
    assert what_uncertain_means([Rating(25, 6.5)]) == ""
    assert what_uncertain_means([Rating(25, 6.5), NEW]).startswith("-# A question mark means")
