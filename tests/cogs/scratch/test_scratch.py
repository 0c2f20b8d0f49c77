"""Scratch boards as people click through them: moves with luck, hidden things, lines, and what a computer says."""

from typing import Any

import pytest

from bot.match import NoSuchMatch, NotInThisMatch, SeriesKind
from bot.match.decisions import proposals, turns
from bot.match.parts import scratch
from bot.match.values.scratch_errors import NoSuchLine, ScratchBoardIsFull
from bot.rules import GAMES
from bot.rules.southern_cards import LAYOUTS
from bot.words.southern_cards import shown_card
from cogs.shared.interactions import clicks
from cogs.shared.interactions.clicks import Click, OutdatedButton
from cogs.shared.presentation.paths import compose
from cogs.shared.presentation.registry import cog_for
from cogs.shared.scratch import lines
from cogs.shared.scratch.playing import luck_in_words
from tests.cogs.conftest import ANNE, BERT, CLEO, Asking, Bot, part_of, solo, together
from tests.cogs.scratch.trying import Thinking, Trying, running

PAGE = 5  # lines
WIDEST = "gogo"  # the field with most cells to choose from at once, five in each of five rows

COMPONENTS = 40
"""The most that a message may have, as Discord counts them."""


async def test_more_offers_it_to_who_plays_whether_they_are_to_move_or_not(bot: Bot) -> None:
    match = await running(bot, "cirondo", ANNE, BERT)
    for person in (ANNE, BERT):
        trying = Trying(bot, match, person)
        await trying.click("more")
        assert "Try it out" in trying.labels
        words = await trying.press("Try it out")
        assert words.startswith(f"### Try it out: Cirondo, match {match.id}\n-# Board 1\n-# Only you see this")
        assert "Gold to move" in words
    stranger = Trying(bot, match, CLEO)
    await stranger.click("more")
    assert "Try it out" not in stranger.labels
    with pytest.raises(NotInThisMatch):
        await stranger.click("try_out")


async def test_a_private_match_offers_it_under_more(bot: Bot) -> None:
    trying = Trying(bot, await solo(bot, ANNE))
    await trying.click("hand")
    await trying.press("More")
    assert "Try it out" in trying.labels
    assert (await trying.press("Try it out")).startswith("### Try it out: Southern Cross cards")


async def test_parallel_matches_each_have_their_own_board(bot: Bot) -> None:
    host = await together(bot, ANNE, BERT, series=SeriesKind.PARALLEL)
    for seat, person in enumerate((ANNE, BERT)):
        words = await Trying(bot, host, person).click("try_out")
        assert words.startswith(f"### Try it out: Southern Cross cards, match {part_of(host, seat)}\n")


@pytest.mark.sample(1, rest="thorough")
@pytest.mark.parametrize("game", GAMES)
async def test_lines_are_played_for_all_sides_in_every_game(bot: Bot, game: str) -> None:
    """And every screen fits into a message of Discord, with each of its buttons once."""
    match = await running(bot, game, ANNE, options={})
    bot.computers = Thinking()
    trying = Trying(bot, match)
    await trying.click("try_out")
    movers, luck = set(), 0
    for number in range(14):
        fits(trying)
        place = await bot.matches.scratch.place(match, ANNE, await trying.position())
        if place.state.to_move is None:
            break
        movers.add(place.state.to_move)
        words = await trying.play(number * 5)
        while "scratch_luck" in {name for name, _, _ in trying.buttons.values()}:
            fits(trying)
            assert "At random" in trying.labels
            luck = (luck + 1) % 6
            words = await trying.press(str(luck + 1))
        assert f", match {match.id}\n-# Board 1 · move " in words
    assert len(movers) > 1
    await trying.press("All lines")
    fits(trying)
    now = await bot.matches.get(match.id)
    assert now.version == match.version


@pytest.mark.parametrize(
    "layout", [pytest.param(name, marks=[] if name == WIDEST else pytest.mark.thorough) for name in LAYOUTS]
)
async def test_each_field_fits_into_a_message_with_everything_below_it(bot: Bot, layout: str) -> None:
    """With a single card in hand, all its cells are to be chosen from at once."""
    match = await running(bot, "southern_cards", ANNE, options={"layout": layout, "hand": 1})
    bot.computers = Thinking()
    trying = Trying(bot, match)
    await trying.click("try_out")
    for number in range(8):
        fits(trying)
        await trying.play(number)


def fits(trying: Trying) -> None:
    items = list(trying.view.walk_children())
    assert len(items) <= COMPONENTS
    ids = [
        item.custom_id
        for item in items
        if getattr(item, "custom_id", None) is not None and item.is_dispatchable() is False
    ]
    assert len(set(ids)) == len(ids)
    assert all(len(item.options) <= 25 for item in items if hasattr(item, "options"))


async def test_a_choice_that_completes_a_move_plays_it(bot: Bot) -> None:
    match = await running(bot, "southern_cross", ANNE)
    trying, cog = Trying(bot, match), cog_for(bot, "southern_cross")
    await trying.click("try_out")
    await trying.play()
    start = await trying.position()
    state: Any = (await bot.matches.scratch.place(match, ANNE, start)).state
    composition = compose(cog.paths(state), (0, 0))
    assert composition.move is not None
    words = await trying.click("scratch_step", start, "southern_cross:0")
    assert "→ ?" in words
    assert "All lines" not in trying.labels  # only where a move begins
    await trying.click("scratch_back", start, "southern_cross:0")
    assert await trying.position() == start
    words = await trying.click("scratch_choose", start, "southern_cross:0/0", "0")
    assert cog.describe_move(state, composition.move) in words
    assert await trying.position() != start


async def test_one_goes_back_forth_and_sideways(bot: Bot) -> None:
    trying = Trying(bot, await running(bot, "cirondo", ANNE, BERT))
    await trying.click("try_out")
    start = await trying.position()
    assert {"◀ Back", "Forward ▶"} & trying.buttons.keys() == set()
    await trying.play(0)
    first = await trying.position()
    await trying.press("◀ Back")
    assert await trying.position() == start
    await trying.press("Forward ▶")
    assert await trying.position() == first
    await trying.press("◀ Back")
    await trying.play(1)
    second = await trying.position()
    assert "Line 2 of 2 ▸" in trying.buttons
    await trying.press("Line 2 of 2 ▸")
    assert await trying.position() == first
    await trying.press("Line 1 of 2 ▸")
    assert await trying.position() == second


async def test_the_board_begins_where_the_match_is_by_then(bot: Bot) -> None:
    match = await running(bot, "cirondo", ANNE, BERT)
    trying = Trying(bot, match)
    await trying.click("try_out")
    await trying.play()
    state: Any = match.state
    trying.match = await bot.matches.act(match.id, turns.play(ANNE, state.notate(state.legal()[2])))
    words = await trying.click("try_out")
    assert "-# Board 2\n" in words
    assert "Silver to move" in words
    await trying.press("Line 2 of 2 ▸")
    assert "Forward ▶" in trying.buttons


class TestLuck:
    async def test_each_number_is_asked_for_and_said(self, bot: Bot) -> None:
        match = await running(bot, "parcheesi", ANNE, BERT, rolls=False, automatic=False)
        trying = Trying(bot, match)
        await trying.click("try_out")
        words = await trying.press("Roll the dice")
        assert words == "### Roll the dice\nWhat does the die show?"
        words = await trying.press("5")
        assert words == "### Roll the dice\nWhat does the die show?\n-# Chosen so far: 5"
        words = await trying.press("2")
        assert "5" in words
        assert "2" in words
        place = await bot.matches.scratch.place(match, ANNE, await trying.position())
        assert place.at.luck == (5, 2)

    async def test_chance_chooses_it_if_one_likes(self, bot: Bot) -> None:
        match = await running(bot, "parcheesi", ANNE, BERT, rolls=False, automatic=False)
        trying = Trying(bot, match)
        await trying.click("try_out")
        await trying.press("Roll the dice")
        await trying.press("4")
        await trying.press("At random")
        place = await bot.matches.scratch.place(match, ANNE, await trying.position())
        assert place.at.luck[0] == 4
        assert len(place.at.luck) == 2

    async def test_one_can_go_back_from_it(self, bot: Bot) -> None:
        trying = Trying(bot, await running(bot, "parcheesi", ANNE, BERT, rolls=False, automatic=False))
        await trying.click("try_out")
        start = await trying.position()
        await trying.press("Roll the dice")
        await trying.press("Back")
        assert await trying.position() == start

    @pytest.mark.parametrize("payload", ["", "parcheesi:", "parcheesi:0123456789abcdef/", "parcheesi:x/y/z", "a/b/c/d"])
    async def test_a_forged_or_outdated_click_says_so(self, bot: Bot, payload: str) -> None:
        trying = Trying(bot, await running(bot, "parcheesi", ANNE, BERT, rolls=False, automatic=False))
        await trying.click("try_out")
        start = await trying.position()
        for name in ("scratch_luck", "scratch_random"):
            with pytest.raises(OutdatedButton):
                await trying.click(name, start, payload, "1")

    async def test_throws_of_southern_cross_are_asked_for_in_its_words(self, bot: Bot) -> None:
        cog = cog_for(bot, "southern_cross")
        for sides, first, last, asked in (
            (62, "20", "81", "How far away is the bucket?"),
            (21, "-10", "+10", "How much tailwind?"),
            (31, "-15", "+15", "How much too far does the throw go?"),
            (6, "1", "6", "What does the die show?"),
        ):
            question, labels = luck_in_words(cog, sides)
            assert question.startswith(asked)
            assert (labels[0], labels[-1], len(labels)) == (first, last, sides)


class TestWhatIsHidden:
    async def test_it_is_supposed_as_one_likes(self, bot: Bot) -> None:
        match = await together(bot, ANNE, BERT)
        trying = Trying(bot, match)
        words = await trying.click("try_out")
        assert "What you don't see is dealt at random here." in words
        await trying.press("What's hidden")
        (seat,) = match.seat_of(ANNE)
        other = match.seats[1 - seat].colour
        assert f"What {other} holds" in trying.buttons
        words = await trying.press("What comes next", "deck.0")
        assert words.startswith("### What comes next\nInstead of ")
        lists = [label for label, (name, _, _) in trying.buttons.items() if name == "scratch_suppose"]
        place = await bot.matches.scratch.place(match, ANNE, trying.buttons[lists[0]][1])
        item = next(one for one in place.hidden.items if one != place.hidden.places["deck.0"][1])
        words = await trying.press(lists[0], item)
        assert f"💭 Next comes {shown_card(item)}" in words
        await trying.press("What's hidden")
        words = await trying.press(f"What {other} holds", f"{1 - seat}.0")
        lists = [label for label, (name, _, _) in trying.buttons.items() if name == "scratch_suppose"]
        held = [item for owner, item in place.hidden.places.values() if owner is not None]
        item = next(one for one in place.hidden.items[::-1] if one not in held)
        words = await trying.press(lists[-1], item)
        assert f"💭 {other.capitalize()} holds {shown_card(item)}" in words

    @pytest.mark.parametrize("where", ["", "deck.77", "0.0", "x"])
    async def test_a_place_that_is_not_hidden_is_refused(self, bot: Bot, where: str) -> None:
        match = await together(bot, ANNE, BERT)
        (seat,) = match.seat_of(ANNE)
        trying = Trying(bot, match)
        await trying.click("try_out")
        with pytest.raises(NoSuchLine):
            await trying.click("scratch_hidden_at", await trying.position(), "", where.replace("0.0", f"{seat}.0"))


class TestLines:
    async def test_all_of_them_stand_on_pages_with_their_names(self, bot: Bot, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(lines, "PAGE", PAGE)
        match = await running(bot, "cirondo", ANNE, BERT)
        trying = Trying(bot, match)
        await trying.click("try_out")
        start = await trying.position()
        for choice in range(PAGE + 3):
            await trying.click("scratch_at", start)
            await trying.play(choice)
        await bot.matches.scratch.rename(match, ANNE, await trying.position(), "*Best*")
        words = await trying.press("All lines")
        assert words.startswith(f"### Your lines: Cirondo, match {match.id}\n-# {PAGE + 4} positions of 200\n- Board 1")
        assert words.count("\n  - ") == PAGE - 1
        assert "Back" not in trying.labels
        words = await trying.press("Next")
        assert words.count("\n  - ") == 4
        assert r"“**\*Best\***”" in words
        assert trying.labels == ["Back to the board", "Back"]
        (chooser,) = [item for item in trying.view.walk_children() if hasattr(item, "options")]
        assert chooser.options[-1].label.startswith("*Best* · ")
        await trying.press("Go to the end of a line", chooser.options[0].value)
        assert await trying.position() == int(chooser.options[0].value)

    async def test_a_position_is_named_in_a_form(self, bot: Bot) -> None:
        match = await running(bot, "cirondo", ANNE, BERT)
        trying = Trying(bot, match)
        await trying.click("try_out")
        start = await trying.position()
        asking = Asking(bot, ANNE)
        data: Any = {"components": [{"component": {"type": 4, "custom_id": "name", "value": "My [plan](x)"}}]}
        asking.data = data
        await asking.defer()
        await clicks.ACTIONS["scratch_named"].handle(Click(asking, match.id, start, "", ()))
        assert r"-# Board 1 · My \[plan\](x)" in asking.heard[-1]

    async def test_what_is_removed_is_gone_and_its_buttons_say_so(self, bot: Bot) -> None:
        trying = Trying(bot, await running(bot, "cirondo", ANNE, BERT))
        await trying.click("try_out")
        await trying.play()
        await trying.play()
        gone = await trying.position()
        await trying.press("◀ Back")
        words = await trying.press("Remove")
        assert words.startswith("Removed 2 positions.\n### Try it out")
        for name in ("scratch_at", "scratch_remove", "scratch_think", "scratch_hidden", "scratch_step"):
            bot.computers = Thinking()
            with pytest.raises(NoSuchLine):
                await trying.click(name, gone, "cirondo:")

    async def test_nothing_at_all_is_said_as_well(self, bot: Bot) -> None:
        match = await running(bot, "cirondo", ANNE, BERT)
        words = await Trying(bot, match).click("scratch_lines", 0, "0")
        assert words.endswith("\nYou haven't tried out anything in this match.")

    async def test_a_long_line_shows_its_beginning_and_its_end(self, bot: Bot) -> None:
        trying = Trying(bot, await running(bot, "cirondo", ANNE, BERT))
        await trying.click("try_out")
        for _ in range(20):
            await trying.play(3)
        words = await trying.press("All lines")
        (line,) = [line for line in words.splitlines() if line.startswith("- ")]
        assert line.startswith("- Board 1 → … → ")
        assert len(line) < 140

    async def test_at_the_limit_a_sentence_says_so(self, bot: Bot, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(scratch, "MOST_OF_A_MATCH", 1)
        trying = Trying(bot, await running(bot, "cirondo", ANNE, BERT))
        await trying.click("try_out")
        with pytest.raises(ScratchBoardIsFull):
            await trying.play()


class TestAfterTheEnd:
    async def test_the_replay_leads_to_the_board_of_who_has_played(self, bot: Bot) -> None:
        match = await running(bot, "cirondo", ANNE, BERT)
        for _ in range(4):
            state: Any = match.state
            match = await bot.matches.act(
                match.id, turns.play(match.to_move_people()[0], state.notate(state.legal()[0]))
            )
        match = await bot.matches.act(match.id, proposals.resign(BERT))
        trying = Trying(bot, match)
        await trying.click("replay", 0, "2.forward")
        words = await trying.press("Try it out")
        assert words.startswith(f"### Try it out: Cirondo, match {match.id}\n-# Turn 2\n")
        assert await trying.press("◀ Back") if "◀ Back" in trying.buttons else True
        other = Trying(bot, match, CLEO)
        await other.click("replay", 0, "2.forward")
        assert "Try it out" not in other.labels
        with pytest.raises(NotInThisMatch):
            await other.click("scratch_from", 0, "2")
        with pytest.raises(OutdatedButton):
            await trying.click("scratch_from", 0, "99")

    async def test_the_review_shows_ones_lines(self, bot: Bot) -> None:
        from tests.cogs.reviewing import Reviewing

        match = await together(bot, ANNE, BERT)
        trying = Trying(bot, match)
        await trying.click("try_out")
        for _ in range(6):
            state: Any = match.state
            match = await bot.matches.act(
                match.id, turns.play(match.to_move_people()[0], state.notate(state.legal()[0]))
            )
        trying.match = await bot.matches.act(match.id, proposals.resign(BERT))
        bot.computers = Reviewing(9.0, 8.0, 7.0)
        await trying.click("review_of")
        assert (await trying.press("Your lines")).startswith("### Your lines: Southern Cross cards")
        await trying.click("review_moment", 0, "1")
        assert "-# Turn " in await trying.press("Try it out")


@pytest.mark.parametrize("name", [name for name in clicks.ACTIONS if name.startswith("scratch_") or name == "try_out"])
async def test_who_may_not_see_a_match_gets_nothing_by_a_forged_click(bot: Bot, name: str) -> None:
    match = await solo(bot, ANNE)
    if name == "scratch_name":
        return  # a form
    with pytest.raises(NoSuchMatch):
        await Trying(bot, match, BERT).click(name, 1, "0", "1")
