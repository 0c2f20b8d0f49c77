"""What tables, boards and hints say of computers."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from bot.computers.errors import NoHintAnyMore
from bot.computers.thinking import Advice
from bot.match import ComputerLevel, Match, Refusal, Seat, SeriesKind, Status, TableTerms
from bot.match.decisions import lobby, presence, proposals, turns
from bot.players import Reason
from bot.rules import GAMES
from bot.rules.chance import Scripted, Sealed
from bot.words import Verdict
from cogs.cirondo import Cirondo
from cogs.down_under import DownUnder
from cogs.matches import take_over
from cogs.parcheesi import Parcheesi
from cogs.shared.boards.board import board_content
from cogs.shared.boards.seat_status import may_be_taken_over
from cogs.shared.boards.solo import open_own
from cogs.shared.commands import groups, opening
from cogs.shared.commands.game_cog import GameCog
from cogs.shared.interactions.clicks import Button, Select
from cogs.shared.management.ending import resign_question
from cogs.shared.presentation.paths import compose, numbers_to
from cogs.shared.presentation.presentation import newest_turn
from cogs.shared.presentation.registry import cog_for
from cogs.shared.tables.table import table_view
from cogs.shared.turns.hints import describe_advice, hint, show_hint
from cogs.shared.wording.endings import verdict_of
from cogs.shared.wording.labels import is_vacant, people, whose_turn
from cogs.southern_cards import SouthernCards
from cogs.southern_cross import SouthernCross
from tests.cogs.conftest import ANNE, BERT, CLEO, HERE, Asking, Bot, part_of, together
from tests.cogs.games import screen_of
from tests.cogs.matches import decision
from tests.images.southern_cross_positions import WON
from tests.match.conftest import computers_agree

EASY, HARD = ComputerLevel.EASY, ComputerLevel.HARD


@pytest.mark.parametrize(
    ("seat", "words"),
    [
        (Seat(0, "red", (7,)), "<@7>"),
        (Seat(0, "red", (), computer=HARD), "🤖 hard computer"),
        (Seat(0, "red", (7, 8), away=(7, 8), absent=True, computer=EASY), "🤖 easy computer for <@7>, <@8>"),
        (Seat(0, "red"), ""),
    ],
)
def test_who_plays_a_seat(seat: Seat, words: str) -> None:
    assert people(seat) == words
    assert is_vacant(seat) == (not words)


def labels(view: Any) -> list[str]:
    items = [item for item in view.walk_children() if isinstance(item, Button | Select)]
    return [(item.label if isinstance(item, Button) else item.placeholder) or "" for item in items]


async def table(bot: Bot, **options: Any) -> Match:
    return await bot.matches.tables.open(TableTerms(game="southern_cards", seats=3), opener=ANNE, place=HERE, **options)


async def begun_with_computers(bot: Bot, *people: int) -> Match:
    """A match of three seats that has begun; computers sit where these people don't."""
    match = await table(bot, computers=EASY)
    await bot.matches.tables.note_posted(match.id, 900 + match.id)
    for person in people[1:]:
        await bot.matches.act(match.id, lobby.join(person))
    return await bot.matches.act(match.id, lobby.begin(ANNE))


class TestTables:
    async def test_take_computers_as_long_as_a_seat_is_free(self, bot: Bot) -> None:
        match = await table(bot)
        cog = cog_for(bot, match.game)
        assert "🤖" not in whose_turn(match, ANNE)
        for number in range(2):
            view = table_view(cog, match)
            buttons = [item for item in view.walk_children() if getattr(item, "custom_id", None)]
            ids = [item.custom_id for item in buttons]  # type: ignore[attr-defined]  # chosen by it
            assert any(":add_computer:" in one for one in ids)
            assert any(":remove_computer:" in one for one in ids) == (number > 0)
            match = await bot.matches.act(match.id, lobby.add_computer(ANNE, HARD))
        ids = [item.custom_id for item in table_view(cog, match).walk_children() if getattr(item, "custom_id", None)]  # type: ignore[attr-defined]  # chosen by it
        assert not any(":add_computer:" in one for one in ids)
        assert whose_turn(match, ANNE) == "ready to start"

    async def test_let_a_person_join_in_the_place_of_a_computer(self, bot: Bot) -> None:
        match = await table(bot, computers=EASY)
        assert [seat.computer for seat in match.seats] == [None, EASY, EASY]
        cog = cog_for(bot, match.game)
        join = next(
            item for item in table_view(cog, match).walk_children() if ":join:" in getattr(item, "custom_id", "")
        )
        assert not join.disabled  # type: ignore[attr-defined]  # a button
        assert (await bot.matches.act(match.id, lobby.join(BERT))).seat_of(BERT)


class TestBoards:
    async def test_say_that_a_computer_thinks_and_offer_no_move(self, bot: Bot) -> None:
        match = await table(bot, computers=HARD)
        await bot.matches.tables.note_posted(match.id, 901)
        match = await bot.matches.act(match.id, lobby.begin(ANNE))
        while match.to_move == 0:
            assert match.state is not None
            match = await bot.matches.act(match.id, turns.play(ANNE, match.state.notate(match.state.legal()[0])))
        words = board_content(cog_for(bot, match.game), match)
        assert words.title.endswith("is thinking · 🤖 hard computer")
        assert words.ping == ()
        assert [action for _, _, action, _ in words.buttons] == ["hand", "in_words", "rules_of", "more"]

    async def test_let_the_others_put_a_computer_in_the_place_of_who_left(self, bot: Bot) -> None:
        match = await together(bot, ANNE, BERT)
        assert not any(may_be_taken_over(match, seat) for seat in match.seats)
        without = await bot.matches.act(match.id, presence.absent(BERT))
        words = board_content(cog_for(bot, without.game), without)
        assert [payload for _, _, action, payload in words.buttons if action == "take_over"] == ["1"]
        assert "let a computer take over" in words.happened
        played = await bot.matches.act(match.id, presence.take_over(ANNE, 1, EASY))
        words = board_content(cog_for(bot, played.game), played)
        assert not [payload for _, _, action, payload in words.buttons if action == "take_over"]
        assert "has left" not in words.happened
        assert f"🤖 easy computer for <@{BERT}>" in words.seats

    async def test_name_who_resigned_behind_all_others(self, bot: Bot) -> None:
        match = await together(bot, ANNE, BERT, seats=2)
        ended = await bot.matches.act(match.id, proposals.resign(ANNE))
        assert verdict_of(ended) is not None
        assert ended.ending is not None
        won_by_rules = replace(ended, ending=replace(ended.ending, kind="played"))
        verdict = verdict_of(won_by_rules)
        assert verdict is not None
        assert verdict.winners == (1,)

    async def test_let_the_others_put_a_computer_at_the_table_of_a_match_play(self, bot: Bot) -> None:
        host = await together(bot, ANNE, BERT, series=SeriesKind.PARALLEL)
        without = await bot.matches.act(host.id, presence.absent(BERT))
        screen = cog_for(bot, host.game)
        assert [
            payload for _, _, action, payload in board_content(screen, without).buttons if action == "take_over"
        ] == ["1"]
        await Asking(bot, ANNE).click(take_over, host.id, payload="1")
        assert (await bot.matches.get(part_of(host, 1))).seats[0].computer is ComputerLevel.NORMAL
        # Who opens their own game is back in it, before anything is chosen.
        await Asking(bot, BERT).click(open_own, host.id)
        assert (await bot.matches.get(part_of(host, 1))).to_move_people() == (BERT,)
        assert (await bot.matches.get(host.id)).seats[1].computer is None

    async def test_offer_no_computer_to_who_only_watches(self, bot: Bot) -> None:
        match = await begun_with_computers(bot, ANNE, BERT)
        await bot.matches.act(match.id, proposals.resign(ANNE))
        without = await bot.matches.act(match.id, presence.absent(BERT))
        assert without.status is Status.RUNNING
        words = board_content(cog_for(bot, without.game), without)
        assert not [payload for _, _, action, payload in words.buttons if action == "take_over"]
        assert words.happened.endswith("Blue has left this server. The match goes on when they're back.")

    async def test_do_not_count_who_resigned_among_those_who_agreed_on_a_draw(self, bot: Bot) -> None:
        match = await begun_with_computers(bot, ANNE, BERT)
        await bot.matches.act(match.id, proposals.resign(ANNE))
        offered = await bot.matches.act(match.id, proposals.offer_draw(BERT))
        verdict = verdict_of(await computers_agree(bot.matches, offered))
        assert verdict == Verdict("Draw", "gold resigned", (1, 2))

    async def test_tell_whose_counters_stand_together_even_if_that_seat_has_resigned(self) -> None:
        screen = SouthernCross.__new__(SouthernCross)
        seats = [SimpleNamespace(number=number, colour=colour) for number, colour in enumerate(("blue", "red"))]
        ending = SimpleNamespace(kind="played", places=(1, 4))
        match: Any = SimpleNamespace(state=WON[0], seats=seats, ending=ending)
        assert screen.reason(match) == "Red's six counters are together."


class TestGivingUp:
    async def test_says_that_a_computer_plays_on_only_if_it_will(self, bot: Bot) -> None:
        alone = await begun_with_computers(bot, ANNE)
        assert "It counts as a loss" in resign_question(alone, ANNE)
        assert (await bot.matches.act(alone.id, proposals.resign(ANNE))).status is Status.OVER
        match = await begun_with_computers(bot, ANNE, BERT)
        assert "A computer takes over your seat" in resign_question(match, ANNE)
        match = await bot.matches.act(match.id, proposals.resign(ANNE))
        assert match.status is Status.RUNNING
        assert "It counts as a loss" in resign_question(match, BERT)
        assert (await bot.matches.act(match.id, proposals.resign(BERT))).status is Status.OVER

    async def test_names_no_partner_who_is_not_asked(self, bot: Bot) -> None:
        match = await bot.matches.tables.open(
            TableTerms(game="cirondo", options={"teams": True}, seats=4), opener=ANNE, place=HERE
        )
        for person in (BERT, CLEO, CLEO + 1):
            await bot.matches.act(match.id, lobby.join(person))
        match = await bot.matches.act(match.id, lobby.begin(ANNE, message_id=901))
        (partner,) = match.seats[2].people
        assert f"It counts once your partner <@{partner}> agrees" in resign_question(match, ANNE)
        assert "It counts once" not in resign_question(await bot.matches.act(match.id, presence.absent(partner)), ANNE)


class TestOpening:
    async def test_is_no_trouble_when_someone_presses_start_before_the_bot_does(
        self, bot: Bot, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        async def post_table(cog: GameCog, interaction: Any, match: Match) -> int:
            await bot.matches.act(match.id, lobby.begin(ANNE, message_id=901))
            return 901

        monkeypatch.setattr(opening, "post_table", post_table)
        monkeypatch.setattr(opening, "check_permissions", lambda interaction, thread: None)
        screen = cog_for(bot, "southern_cards")
        await groups.open_with(screen, Asking(bot, ANNE), {"seats_": 2, "computers_": "easy"}, options={})
        (match,) = await bot.matches.lists.of_user(ANNE)
        assert match.status is Status.RUNNING


class TestMarks:
    def test_are_those_of_the_newest_turn_with_a_decision(self) -> None:
        person, computer, forced = [decision(4)], [decision(5, computer=True)], [decision(6, automatic=True)]
        assert newest_turn([person, computer]) == [computer]
        assert newest_turn([person, computer, forced]) == [computer, forced]
        assert newest_turn([forced]) == [forced]


class Thinker:
    """Gives this advice, or refuses."""

    def __init__(self, advice: Advice | Refusal) -> None:
        self.advice = advice

    async def advise(self, match: Match, seat: int, person: int) -> Advice:
        if isinstance(self.advice, Refusal):
            raise self.advice
        return self.advice


LOST = Advice("B1-C1", (), loses=True, line=("B17-C17",))
EQUAL = Advice("B1-C1", (), equal=("B2-C2",), line=("B17-C17",))
PLAN = Advice("base-c6", (), plan=("base-d6",))


def described(game: str, advice: Advice) -> str:
    """The words for this advice at the beginning of a match."""
    seats = max(GAMES[game].seats({})) if game != "cirondo" else 2
    colours = GAMES[game].colours(seats, {})
    match: Any = SimpleNamespace(seats=[Seat(number, colour) for number, colour in enumerate(colours)])
    state = GAMES[game].start(seats, {}, Scripted([]))
    return describe_advice(screen_of(game), match, state, advice)


class TestHints:
    @pytest.mark.parametrize(
        ("reasons", "words"),
        [
            ([], "A strong computer would play this."),
            (["takes a moon"], "A strong computer would play this: it takes a moon."),
            (
                ["takes a moon", "but could be taken on C5", "saves a planet"],
                "A strong computer would play this: it takes a moon and saves a planet, but could be taken on C5.",
            ),
        ],
    )
    def test_say_first_what_speaks_for_the_move(self, reasons: list[str], words: str) -> None:
        assert described("cirondo", Advice("B1-C1", tuple(map(Reason, reasons)))) == words

    @pytest.mark.parametrize(
        ("game", "advice", "words"),
        [
            ("cirondo", LOST, "Every move loses if the other player makes no mistake."),
            ("southern_cross", replace(LOST, move="base-c6"), "Every move loses if the others make no mistake."),
            ("cirondo", EQUAL, "Just as good: Gold's moon moves from B2 to C2."),
            (
                "cirondo",
                replace(EQUAL, equal=("B2-C2", "B3-C3")),
                "Just as good: Gold's moon moves from B2 to C2. Gold's moon moves from B3 to C3.",
            ),
            ("cirondo", replace(EQUAL, equal=("B2-C2", "B3-C3", "B4-C4")), "3 other moves are just as good."),
            ("cirondo", replace(EQUAL, equal=()), "Expected next: Silver's moon moves from B17 to C17."),
            (
                "cirondo",
                Advice("B1-C1", (), line=("B17-C17", "A2-D31")),
                "Expected next: Silver's moon moves from B17 to C17. Gold's planet moves from A2 to D31.",
            ),
            ("southern_cross", PLAN, "Then: Blue enters on d6."),
            (
                "southern_cross",
                replace(PLAN, plan=("base-d6", "c6-c5"), equal=("base-d6",)),
                "Then: Blue enters on d6. Blue moves from c6 to c5.",
            ),
            ("southern_cross", replace(PLAN, equal=("base-d6", "end")), "Just as good: Blue ends the turn."),
        ],
    )
    def test_say_in_another_line_what_is_certain_or_expected(self, game: str, advice: Advice, words: str) -> None:
        assert described(game, advice) == f"A strong computer would play this.\n-# {words}"

    async def test_are_shown_with_the_move_ready_to_be_confirmed(self, bot: Bot) -> None:
        match = await together(bot, ANNE, BERT)
        assert match.state is not None
        person = match.to_move_people()[0]
        move = match.state.notate(match.state.legal()[3])
        bot.computers = Thinker(Advice(move, (Reason("makes a reach", places=("b2",)),)))
        asking = Asking(bot, person)
        answer = await asking.click(hint, match.id, version=match.version)
        assert "💡 A strong computer would play this: it makes a reach." in answer
        assert "Confirm" in asking.labels
        assert any("The hint is about: b2." in str(alt) for alt in asking.alts)

    async def test_name_a_move_that_is_not_chosen_in_steps(self, bot: Bot) -> None:
        match = await bot.matches.tables.open(
            TableTerms(game="southern_cross", seats=4), opener=ANNE, place=HERE, computers=EASY
        )
        match = await bot.matches.act(match.id, lobby.begin(ANNE, message_id=901))
        bot.computers = Thinker(Advice("end", (Reason("keeps everything as it is"),)))
        screen = SouthernCross.__new__(SouthernCross)
        screen.bot = bot
        asking = Asking(bot, ANNE)
        await asking.defer()
        await show_hint(screen, asking, match)
        assert "💡 **End turn**: A strong computer would play this: it keeps everything as it is." in asking.heard[-1]

    async def test_that_can_not_be_given_leave_the_choice_where_it_was(self, bot: Bot) -> None:
        match = await together(bot, ANNE, BERT)
        bot.computers = Thinker(NoHintAnyMore())
        asking = Asking(bot, match.to_move_people()[0])
        answer = await asking.click(hint, match.id, version=match.version)
        assert "I'm restarting." in answer
        assert "the numbers match the picture." in answer

    @pytest.mark.thorough
    async def test_to_the_only_legal_move_need_no_computer(self, bot: Bot) -> None:
        match = await bot.matches.tables.open(TableTerms(game="parcheesi", seats=2), opener=ANNE, place=HERE)
        await bot.matches.tables.note_posted(match.id, 901)
        await bot.matches.act(match.id, lobby.join(BERT))
        match = await bot.matches.act(match.id, lobby.begin(ANNE))
        bot.computers = Thinker(NoHintAnyMore())
        screen = Parcheesi.__new__(Parcheesi)
        screen.bot = bot
        asking = Asking(bot, match.to_move_people()[0])
        await asking.defer()
        await show_hint(screen, asking, match)
        assert "There's only one legal move." in asking.heard[-1]
        assert asking.labels == ["Roll the dice"]

    async def test_are_not_given_at_a_table_without(self, bot: Bot) -> None:
        match = await bot.matches.tables.open(
            TableTerms(game="southern_cards", seats=2, hints=False), opener=ANNE, place=HERE
        )
        await bot.matches.tables.note_posted(match.id, 901)
        await bot.matches.act(match.id, lobby.join(BERT))
        match = await bot.matches.act(match.id, lobby.begin(ANNE))
        asking = Asking(bot, match.to_move_people()[0])
        assert "Hints are off at this table." in await asking.click(hint, match.id, version=match.version)


COGS = (Cirondo, DownUnder, Parcheesi, SouthernCards, SouthernCross)


@pytest.mark.parametrize("kind", COGS, ids=lambda kind: kind.game.key)
def test_the_numbers_of_a_move_lead_to_it(kind: type[GameCog]) -> None:
    cog, game, luck = kind.__new__(kind), kind.game, Sealed(bytes(32), "salt")
    state = game.start(game.seats({})[-1], {}, luck)
    for _ in range(3):
        paths = cog.paths(state)
        for _, move in paths[:30]:
            assert compose(paths, numbers_to(paths, move)).move == move
        for once in cog.direct_moves(state):
            assert numbers_to(paths, state.parse(once.notation)) == ()
        state = state.play(state.legal()[0], luck)
