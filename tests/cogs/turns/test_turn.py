"""What becomes of a click on a board or a composer: it's shown, played, asked about, or refused as outdated."""

from dataclasses import replace
from typing import Any

import pytest

from bot.match import BoardHasMoved, Match, NotInThisMatch, ReminderSettings, TableTerms
from bot.match.decisions import lobby, proposals
from cogs.shared.choosing.composer import move_key
from cogs.shared.choosing.plans import encode_plan, encode_steps, plan_key
from cogs.shared.interactions import clicks
from cogs.shared.interactions.clicks import Click, OutdatedButton
from cogs.shared.presentation.paths import numbers_to
from cogs.shared.presentation.presentation import Presentation
from cogs.shared.presentation.registry import cog_for, register
from cogs.shared.turns import turn
from tests.cogs.choosing.positions import numbers_of
from tests.cogs.clicking import OnPrivateMessage
from tests.cogs.conftest import ANNE, BERT, CLEO, HERE, Bot, together
from tests.cogs.games import screen_of
from tests.cogs.matches import moves, texts

pytestmark = pytest.mark.usefixtures("no_pictures")


class Clicker(OnPrivateMessage):
    """Someone who clicks on a composer, or on the board."""

    async def press(self, match: Match, name: str, rest: str = "", *values: str, version: int | None = None) -> str:
        handler, acknowledge, _ = clicks.ACTIONS[name]
        if acknowledge != "none":
            await self.defer()
        seen = match.version if version is None else version
        await handler(Click(self, match.id, seen, rest, values))
        return self.heard[-1]


async def to_move(bot: Bot, **named: Any) -> tuple[Match, Clicker]:
    match = await together(bot, ANNE, BERT)
    return match, Clicker(bot, match.to_move_people()[0], **named)


async def test_a_confirmed_move_is_played_and_one_of_another_release_is_not(bot: Bot) -> None:
    match, clicker = await to_move(bot, ephemeral=False)
    with pytest.raises(BoardHasMoved):
        await clicker.press(match, "confirm", "place ZZ@z9")
    assert await moves(bot, match) == []
    (chosen, *_) = texts(match)
    await clicker.press(match, "confirm", move_key(chosen))
    assert await moves(bot, match) == [chosen]


async def test_a_confirmed_plan_is_played_whole_with_the_move_that_its_button_adds(bot: Bot) -> None:
    screen = screen_of("southern_cross")
    screen.bot = bot
    register(screen)
    match = await bot.matches.tables.open(TableTerms(game="southern_cross", seats=4), opener=ANNE, place=HERE)
    for person in (BERT, CLEO, CLEO + 1):
        await bot.matches.act(match.id, lobby.join(person))
    match = await bot.matches.act(match.id, lobby.begin(ANNE, message_id=900))
    clicker = Clicker(bot, match.to_move_people()[0], ephemeral=False)
    planned = ["base-c6", "basexc5", "base-d6"]
    assert match.state is not None
    numbers = encode_plan(numbers_of(match.state, *planned))
    with pytest.raises(BoardHasMoved):
        await clicker.press(match, "confirm_plan", f"{numbers}:{plan_key(planned[:2])}:end")
    assert await moves(bot, match) == []
    await clicker.press(match, "confirm_plan", f"{numbers}:{plan_key(planned)}:end")
    assert await moves(bot, match) == [*planned, "end"]


async def test_choices_of_another_release_are_outdated(bot: Bot) -> None:
    match, clicker = await to_move(bot, ephemeral=False)
    for name, rest, *values in (
        ("pick", "99"),
        ("pick", "", "99"),
        ("step", "9.9.9"),
        ("choose", "", "99"),
        ("now", "fly"),
        ("confirm_plan", "0:beef"),
    ):
        with pytest.raises(BoardHasMoved):
            await clicker.press(match, name, rest, *values)
    with pytest.raises(OutdatedButton):
        await clicker.press(match, "pick", "x")
    assert await moves(bot, match) == []


async def test_a_choice_on_the_board_is_the_first_one_of_the_composer(bot: Bot) -> None:
    match, clicker = await to_move(bot, ephemeral=False)
    picked = await clicker.press(match, "pick", "0")
    labels = clicker.labels
    assert await Clicker(bot, clicker.user.id).press(match, "pick", "", "0") == picked
    assert "Back" in labels
    opened = Clicker(bot, clicker.user.id)
    await opened.press(match, "move")
    assert "Back" not in opened.labels
    assert await opened.press(match, "back", "0") == opened.heard[0]


async def plays_at_once(bot: Bot, clicker: Clicker) -> None:
    await bot.matches.reminders.change_settings(clicker.user.id, ReminderSettings(confirms=False))


async def test_who_plays_without_asking_plays_with_the_last_choice(bot: Bot) -> None:
    match, clicker = await to_move(bot, ephemeral=False)
    state, cog = match.state, cog_for(bot, match.game)
    assert state is not None
    paths = cog.paths(state)
    numbers = numbers_to(paths, paths[-1][1])
    assert "Play this?" in await clicker.press(match, "step", encode_steps(numbers))
    await plays_at_once(bot, clicker)
    if len(numbers) > 1:
        await clicker.press(match, "step", encode_steps(numbers[:-1]))
        assert await moves(bot, match) == []
    await clicker.press(match, "step", encode_steps(numbers))
    assert await moves(bot, match) == [state.notate(paths[-1][1])]


async def test_planned_actions_are_then_played_one_by_one(bot: Bot) -> None:
    screen = screen_of("southern_cross")
    screen.bot = bot
    register(screen)
    match = await bot.matches.tables.open(TableTerms(game="southern_cross", seats=4), opener=ANNE, place=HERE)
    for person in (BERT, CLEO, CLEO + 1):
        await bot.matches.act(match.id, lobby.join(person))
    match = await bot.matches.act(match.id, lobby.begin(ANNE, message_id=900))
    clicker = Clicker(bot, match.to_move_people()[0], ephemeral=False)
    await plays_at_once(bot, clicker)
    assert match.state is not None
    (first,) = numbers_of(match.state, "base-c6")
    await clicker.press(match, "step", encode_steps(first[:1]))
    assert await moves(bot, match) == []
    await clicker.press(match, "step", encode_steps(first))
    assert await moves(bot, match) == ["base-c6"]


async def test_what_gives_up_something_for_good_is_still_confirmed(bot: Bot, monkeypatch: pytest.MonkeyPatch) -> None:
    match, clicker = await to_move(bot, ephemeral=False)
    await plays_at_once(bot, clicker)
    monkeypatch.setattr(Presentation, "question", lambda *_: "Really?")
    assert match.state is not None
    paths = cog_for(bot, match.game).paths(match.state)
    assert "Play this?" in await clicker.press(match, "step", encode_steps(numbers_to(paths, paths[-1][1])))
    assert await moves(bot, match) == []


async def test_a_hand_is_shown_at_any_time_to_its_player_alone(bot: Bot) -> None:
    match, clicker = await to_move(bot)
    other = Clicker(bot, BERT if clicker.user.id == ANNE else ANNE)
    assert match.to_move is not None
    colour = match.seats[match.to_move].colour
    assert await other.press(match, "hand") == f"Your hand. It's {colour}'s turn, and I'll ping you when it's yours."
    opened = await Clicker(bot, clicker.user.id).press(match, "move")
    assert await clicker.press(match, "hand") == opened
    with pytest.raises(NotInThisMatch):
        await Clicker(bot, CLEO).press(match, "hand")
    over = await bot.matches.act(match.id, proposals.resign(ANNE))
    assert await Clicker(bot, ANNE).press(over, "hand") == "The match is over."


async def of_parcheesi(bot: Bot) -> Match:
    screen = screen_of("parcheesi")
    screen.bot = bot
    register(screen)
    match = await bot.matches.tables.open(TableTerms("parcheesi", 2, {"first": "seat0"}), opener=ANNE, place=HERE)
    await bot.matches.tables.note_posted(match.id, 900)
    await bot.matches.act(match.id, lobby.join(BERT))
    return await bot.matches.act(match.id, lobby.begin(ANNE))


@pytest.mark.parametrize("ephemeral", [True, False])
async def test_a_move_without_a_choice_is_played_with_one_click(bot: Bot, ephemeral: bool) -> None:
    match = await of_parcheesi(bot)
    await Clicker(bot, ANNE, ephemeral=ephemeral).press(match, "now", "roll")
    assert (await moves(bot, match))[0] == "roll"


async def asked(bot: Bot, monkeypatch: pytest.MonkeyPatch, typed: bool) -> tuple[Match, Clicker]:
    """After a move that is asked about was typed or clicked on."""
    match = await of_parcheesi(bot)
    cog: Any = cog_for(bot, "parcheesi")
    direct = [replace(one, question="Really?") for one in cog.direct_moves(match.state)]
    monkeypatch.setattr(type(cog), "direct_moves", lambda *_: direct)
    monkeypatch.setattr(type(cog), "question", lambda *_: "Really?")
    clicker = Clicker(bot, ANNE)
    if typed:
        await clicker.defer()
        await turn.play_typed(cog, clicker, match, "Roll")
    else:
        await clicker.press(match, "now", "roll")
    return match, clicker


@pytest.mark.parametrize("typed", [True, False])
async def test_what_gives_up_something_for_good_is_asked_about_first(
    bot: Bot, monkeypatch: pytest.MonkeyPatch, typed: bool
) -> None:
    match, clicker = await asked(bot, monkeypatch, typed)
    assert clicker.heard[-1] == "Really?"
    assert clicker.labels == ["Roll the dice", "Back"]
    assert await moves(bot, match) == []
    await Clicker(bot, ANNE).press(match, "confirm", move_key("roll"))
    assert (await moves(bot, match))[0] == "roll"


async def test_any_other_typed_move_is_played_at_once(bot: Bot) -> None:
    match = await of_parcheesi(bot)
    clicker = Clicker(bot, ANNE)
    await clicker.defer()
    await turn.play_typed(cog_for(bot, "parcheesi"), clicker, match, "roll")
    assert (await moves(bot, match))[0] == "roll"
