"""**Plan ahead**: choosing lines with the composer, switching automatic orders, and what their person reads of them."""

import random
from typing import Any

import discord
import pytest

from bot.match import ComputerLevel, Match, TableTerms
from bot.match.decisions import lobby, turns
from bot.match.values.errors import BoardHasMoved, NotInThisMatch, NotRunning
from bot.match.values.order_errors import NoOrdersHere
from bot.rules import GAMES
from cogs.cirondo import Cirondo
from cogs.down_under import DownUnder
from cogs.parcheesi import Parcheesi
from cogs.shared.interactions import clicks
from cogs.shared.interactions.clicks import CUSTOM_ID
from cogs.shared.presentation.registry import register
from cogs.shared.turns.lines import DIGITS
from cogs.southern_cards import SouthernCards
from cogs.southern_cross import SouthernCross
from tests.cogs.conftest import ANNE, BERT, CLEO, HERE, Asking, Bot
from tests.cogs.games import screen_of


class Reading(Asking):
    """Somebody who clicks on what they were shown."""

    shown: Any = None

    async def edit_original_response(self, view: Any, **named: Any) -> Any:
        self.shown = view
        return await super().edit_original_response(view)


class Reader:
    """One person and the newest private message that they see."""

    def __init__(self, bot: Bot, user: int) -> None:
        self.bot, self.user = bot, user
        self.asking = Reading(bot, user)

    @property
    def text(self) -> str:
        return self.asking.heard[-1]

    @property
    def labels(self) -> list[str | None]:
        return self.asking.labels

    def items(self, kind: type[Any]) -> list[Any]:
        return [item for item in self.asking.shown.walk_children() if isinstance(item, kind)]

    def custom_ids(self) -> list[str]:
        return [item.custom_id for item in self.items(discord.ui.Item) if getattr(item, "custom_id", None)]

    async def press(self, custom_id: str, *values: str) -> str:
        _, match, version, name, payload = custom_id.split(":", 4)
        self.asking = Reading(self.bot, self.user)
        handler = clicks.ACTIONS[name].handle
        return await self.asking.click(handler, int(match), version=int(version), payload=payload, values=values)

    async def open(self, match: Match) -> str:
        return await self.press(f"b:{match.id}:{match.version}:orders:")

    async def click(self, label: str) -> str:
        (item,) = [one for one in self.items(discord.ui.Button) if one.label and label in one.label]
        return await self.press(item.custom_id)

    async def choose(self, label: str) -> str:
        """The choice with this label, in whichever list or button it is."""
        for one in self.items(discord.ui.Select):
            for option in one.options:
                if option.label.split(" · ")[-1] == label:
                    return await self.press(one.custom_id, option.value)
        (item,) = [one for one in self.items(discord.ui.Button) if one.label and one.label.split(" · ")[-1] == label]
        return await self.press(item.custom_id)

    async def choose_move(self, origin: str, target: str) -> str:
        await self.choose(origin)
        return self.text if f"{origin}-{target}" in self.text else await self.choose(target)


@pytest.fixture(autouse=True)
def shown(bot: Bot) -> None:
    for cog in (Cirondo, SouthernCross, Parcheesi, DownUnder, SouthernCards):
        register(cog(bot))  # type: ignore[arg-type]  # all of the client that is used here


async def begin(bot: Bot, game: str = "cirondo", *people: int, **options: Any) -> Match:
    people = people or (ANNE, BERT)
    match = await bot.matches.tables.open(TableTerms(game, len(people), options=options), opener=people[0], place=HERE)
    for person in people[1:]:
        await bot.matches.act(match.id, lobby.join(person))
    return await bot.matches.act(match.id, lobby.begin(people[0], message_id=900 + match.id))


async def test_a_line_is_chosen_move_by_move_on_the_position_as_it_would_be(bot: Bot) -> None:
    match = await begin(bot)
    bert = Reader(bot, BERT)
    await bert.open(match)
    assert "If …, then …" in bert.labels
    assert "**If gold plays …**" in await bert.click("If …, then …")
    assert "Save the line" not in bert.labels
    assert "**Then you play …**" in await bert.choose_move("B5", "C5")
    assert "Save the line" not in bert.labels
    text = await bert.choose_move("B21", "C21")
    assert "B5-C5 → **B21-C21**" in text
    assert "Or save the line." in text
    text = await bert.click("Save the line")
    assert "1. B5-C5 → **B21-C21**" in text
    (line,) = (await bot.matches.orders.of(match.id, BERT)).lines
    assert line == ("B5-C5", "B21-C21")


async def test_a_line_can_be_shortened_and_left(bot: Bot) -> None:
    match = await begin(bot)
    bert = Reader(bot, BERT)
    await bert.open(match)
    await bert.click("If …, then …")
    await bert.choose_move("B5", "C5")
    assert "**If gold plays …**" in await bert.click("Remove the last move")
    await bert.choose_move("B6", "C6")
    await bert.click("Discard the line")
    assert (await bot.matches.orders.of(match.id, BERT)).lines == ()


async def test_a_line_on_an_old_position_is_not_saved(bot: Bot) -> None:
    match = await begin(bot)
    bert = Reader(bot, BERT)
    await bert.open(match)
    await bert.click("If …, then …")
    await bert.choose_move("B5", "C5")
    await bert.choose_move("B21", "C21")
    await bot.matches.act(match.id, turns.play(ANNE, "B6-C6"))
    with pytest.raises(BoardHasMoved):
        await bert.click("Save the line")
    assert (await bot.matches.orders.of(match.id, BERT)).lines == ()


async def test_nobody_plans_on_their_own_turn_or_for_others(bot: Bot) -> None:
    match = await begin(bot)
    anne, cleo = Reader(bot, ANNE), Reader(bot, CLEO)
    await anne.open(match)
    assert "If …, then …" not in anne.labels
    with pytest.raises(NotInThisMatch):
        await cleo.open(match)
    with pytest.raises(NotInThisMatch):
        await cleo.press(f"b:{match.id}:{match.version}:order_switch:single:on")
    alone = await bot.matches.tables.open(
        TableTerms("cirondo", 2, private=True), opener=ANNE, place=HERE, computers=ComputerLevel.EASY
    )
    with pytest.raises(NotRunning):
        await anne.open(alone)
    alone = await bot.matches.act(alone.id, lobby.begin(ANNE, message_id=5))
    with pytest.raises(NoOrdersHere):
        await anne.open(alone)


async def test_what_is_played_automatically_is_switched_here_or_everywhere(bot: Bot) -> None:
    first, second = await begin(bot, "parcheesi"), await begin(bot, "parcheesi")
    bert = Reader(bot, BERT)
    await bert.open(first)
    assert "Roll at the start of my turn" in bert.labels
    await bert.click("Roll at the start of my turn")
    assert "✓ Roll at the start of my turn" in bert.labels
    assert (await bot.matches.orders.of(second.id, BERT)).automatic == ()
    await bert.click("Same in all my matches")
    assert "Same in all my matches" not in bert.labels
    assert (await bot.matches.orders.of(second.id, BERT)).automatic == ("roll",)
    await bert.open(second)
    await bert.click("✓ Roll at the start of my turn")
    assert (await bot.matches.orders.of(second.id, BERT)).automatic == ()
    assert (await bot.matches.orders.of(first.id, BERT)).automatic == ("roll",)


@pytest.mark.parametrize("key", sorted(GAMES))
def test_every_order_of_a_game_has_a_name(key: str) -> None:
    assert set(GAMES[key].orders) <= screen_of(key).order_names.keys()


async def test_a_hidden_hand_leaves_nothing_to_plan(bot: Bot) -> None:
    match = await begin(bot, "southern_cards")
    for person in (ANNE, BERT):
        reader = Reader(bot, person)
        await reader.open(match)
        assert "If …, then …" not in reader.labels
        assert "Play the only legal move" in reader.labels


@pytest.mark.sample(1, rest="thorough")
@pytest.mark.parametrize("game", ["cirondo", "southern_cross", "down_under"])
async def test_the_longest_line_fits_into_the_buttons(bot: Bot, game: str) -> None:
    """Choose at random until no further decision can follow."""
    choices = random.Random(game)
    people = (ANNE, BERT, CLEO, CLEO + 1) if game == "southern_cross" else (ANNE, BERT)
    match = await begin(bot, game, *people)
    own = next(person for person in people if person not in match.to_move_people())
    reader = Reader(bot, own)
    await reader.open(match)
    await reader.click("If …, then …")
    for _ in range(200):
        assert max(map(len, reader.custom_ids())) <= CUSTOM_ID
        steps = [
            one for one in reader.custom_ids() if ":plan_step:" in one or ":plan_confirm:" in one or ":plan_now:" in one
        ]
        lists = [one for one in reader.items(discord.ui.Select) if ":plan_choose:" in one.custom_id]
        if not steps and not lists:
            break
        if lists and (not steps or choices.random() < 0.7):
            chosen = choices.choice(lists)
            await reader.press(chosen.custom_id, choices.choice(chosen.options).value)
        else:
            await reader.press(choices.choice(steps))
    assert "The line ends here." in reader.text or "Luck decides" in reader.text


async def test_who_moves_by_hand_reads_that_their_plan_is_cancelled(bot: Bot) -> None:
    match = await begin(bot)
    await bot.matches.orders.plan(match.id, BERT, ["B5-C5", "B21-C21"], seen_version=match.version)
    match = await bot.matches.act(match.id, turns.play(ANNE, "B5-C5"))
    bert = Reader(bot, BERT)
    assert "About to be played: `B21-C21`" in await bert.open(match)
    said = await bert.press(f"b:{match.id}:{match.version}:confirm:B22-C22")
    assert "Your plan is cancelled because you've moved yourself." in said


def test_the_digits_are_those_of_custom_ids() -> None:
    assert len(set(DIGITS)) == 64
    assert ":" not in DIGITS
