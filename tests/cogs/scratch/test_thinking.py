"""What a computer thinks of a position on a scratch board, and where it says nothing."""

import pytest

from bot.match import NotOver, SeriesKind
from bot.match.decisions import proposals, turns
from bot.match.values.scratch_errors import NoOpinion
from bot.rules import GAMES
from tests.cogs.conftest import ANNE, BERT, CLEO, Bot, part_of, together
from tests.cogs.reviewing import Reviewing
from tests.cogs.scratch.trying import Thinking, Trying, running


async def test_it_says_so_where_it_gives_hints(bot: Bot) -> None:
    match = await running(bot, "cirondo", ANNE, BERT)
    bot.computers = Thinking()
    trying = Trying(bot, match, BERT)
    await trying.click("try_out")
    await trying.play()
    start = await trying.position()
    words = await trying.press("What a computer thinks")
    assert words.startswith("💡 Gold is ahead. A strong computer would play this: it wins 3 points.\n### Try it out")
    assert "### Play this?" in words
    await trying.press("Confirm")
    assert await trying.position() != start


@pytest.mark.parametrize(("lead", "said"), [(0.5, "It's about even."), (9.0, "Gold is far ahead.")])
async def test_it_says_who_is_ahead(bot: Bot, lead: float, said: str) -> None:
    bot.computers = Thinking(lead)
    trying = Trying(bot, await running(bot, "cirondo", ANNE, BERT))
    await trying.click("try_out")
    assert (await trying.press("What a computer thinks")).startswith(f"💡 {said} ")


@pytest.mark.parametrize("game", GAMES)
async def test_never_in_a_rated_match_that_runs_whoever_asks(bot: Bot, game: str) -> None:
    """Not even by a forged click, and the screens say nothing of the kind."""
    seats = next(number for number in GAMES[game].seats({}) if number > 1)
    people = (ANNE, BERT, CLEO, CLEO + 1)[:seats]
    match = await running(bot, game, *people, rated=True)
    assert match.terms.rated
    bot.computers = thinking = Thinking()
    for person in people:
        trying = Trying(bot, match, person)
        await trying.click("try_out")
        assert "What a computer thinks" not in trying.labels
        with pytest.raises(NoOpinion):
            await trying.click("scratch_think", await trying.position())
    assert thinking.asked == []


@pytest.mark.parametrize("game", GAMES)
async def test_nor_does_any_review_or_exercise_tell_of_it_whoever_asks(bot: Bot, game: str) -> None:
    """Neither to those who play nor to a stranger, not even by a forged click; and their books stay empty."""
    seats = next(number for number in GAMES[game].seats({}) if number > 1)
    match = await running(bot, game, *(ANNE, BERT, CLEO, CLEO + 1)[:seats], rated=True)
    bot.computers = reviewer = Reviewing(1.5, 1.5)
    for viewer in (ANNE, BERT, CLEO, CLEO + 1, CLEO + 2):
        for name in ("review_of", "review"):
            assert await Trying(bot, match, viewer).click(name) == str(NotOver())
        for name in ("review_moment", "review_book", "scratch_from"):
            with pytest.raises(NotOver):
                await Trying(bot, match, viewer).click(name, 0, "1")
        page = await bot.matches.book.page(viewer, 0, 10)
        assert (page.entries, page.due, page.later, page.known) == ([], 0, 0, 0)
        assert not await bot.matches.scratch.has_lines(viewer, match.id)
        assert await bot.matches.progress.of_person(viewer) == []
    assert reviewer.asked == 0


async def test_nor_at_a_table_without_hints_nor_while_others_play_with_the_same_luck(bot: Bot) -> None:
    bot.computers = thinking = Thinking()
    trying = Trying(bot, await running(bot, "cirondo", ANNE, BERT, hints=False))
    await trying.click("try_out")
    with pytest.raises(NoOpinion):
        await trying.click("scratch_think", await trying.position())
    host = await together(bot, ANNE, BERT, series=SeriesKind.PARALLEL)
    own = await bot.matches.get(part_of(host, 0))
    trying = Trying(bot, own)
    await trying.click("try_out")
    start = await trying.position()
    while own.state is not None and own.state.to_move is not None:
        own = await bot.matches.act(own.id, turns.play(ANNE, own.state.notate(own.state.legal()[0])))
    await trying.click("scratch_at", start)
    assert "What a computer thinks" not in trying.labels
    with pytest.raises(NoOpinion):
        await trying.click("scratch_think", start)
    assert thinking.asked == []


async def test_after_the_end_it_does_in_a_rated_one_too(bot: Bot) -> None:
    match = await running(bot, "cirondo", ANNE, BERT, rated=True)
    bot.computers = Thinking()
    trying = Trying(bot, match)
    await trying.click("try_out")
    start = await trying.position()
    trying.match = await bot.matches.act(match.id, proposals.resign(BERT))
    await trying.click("scratch_at", start)
    assert "Gold is ahead." in await trying.press("What a computer thinks")


async def test_it_is_asked_about_what_is_supposed_and_never_about_what_is(bot: Bot) -> None:
    match = await together(bot, ANNE, BERT)
    bot.computers = thinking = Thinking()
    trying = Trying(bot, match)
    await trying.click("try_out")
    await trying.press("What a computer thinks")
    place = await bot.matches.scratch.place(match, ANNE, _position_of(trying))
    assert thinking.asked == [place.state]
    assert place.state != match.state


def _position_of(trying: Trying) -> int:
    """The position that the composer is about."""
    return trying.buttons["Confirm"][1]
