"""Who may look at which match: private ones are for their own people, those played side by side for when all ended."""

import io
import json
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from PIL import Image

from bot.match import ComputerLevel, KeptBack, Match, NoSuchMatch, SeriesKind, TableTerms, verify
from bot.match.decisions import lobby, proposals, turns
from bot.match.values.errors import OthersStillPlay, StillHidden
from cogs.shared.client.refusals import ScreenRefusal, WhichMatch
from cogs.shared.presentation.registry import cog_for
from cogs.shared.records.replays import (
    RECORD,
    frames_line,
    go_to_step,
    make_film,
    make_gif,
    open_replay,
    post_animation,
    read_attachment,
    show_step,
    viewer_rows,
)
from images.motion.animation import FRAMES
from tests.cogs.conftest import ANNE, BERT, CLEO, HERE, Asking, Bot, Message, Sent, part_of, solo, together
from tests.cogs.records.commanding import slash

CONTINUE = "Continue from here against computers"


async def ended(bot: Bot, match: Match) -> Match:
    """The match after one card and a resignation."""
    assert match.state is not None
    await bot.matches.act(match.id, turns.play(match.to_move_people()[0], match.state.notate(match.state.legal()[0])))
    return await bot.matches.act(match.id, proposals.resign(ANNE))


@pytest.mark.thorough
async def test_a_private_match_is_for_its_own_people(bot: Bot) -> None:
    number = (await ended(bot, await solo(bot, ANNE))).id
    start = await slash(Asking(bot, ANNE), "replay", match=str(number))
    assert "at the start" in start
    assert "The match begins." in start
    assert "as a file" in await slash(Asking(bot, ANNE), "export", match=str(number))
    assert "everything checks out" in await slash(Asking(bot, ANNE), "verify", match=str(number))
    for name in ("replay", "export", "verify"):
        with pytest.raises(NoSuchMatch):
            await slash(Asking(bot, BERT), name, match=str(number))
        with pytest.raises(WhichMatch):
            await slash(Asking(bot, BERT), name)
    for handler in (go_to_step, open_replay, make_gif):
        with pytest.raises(NoSuchMatch):
            await Asking(bot, BERT).click(handler, number, payload="0.first")


async def test_of_matches_side_by_side_everyone_sees_their_own(bot: Bot) -> None:
    host = await together(bot, ANNE, BERT, series=SeriesKind.PARALLEL)
    await bot.matches.act(part_of(host, 0), proposals.resign(ANNE))
    for name in ("replay", "export", "verify"):
        with pytest.raises(OthersStillPlay):
            await slash(Asking(bot, ANNE), name, match=str(host.id))
    await bot.matches.act(part_of(host, 1), proposals.resign(BERT))
    for user, seat in ((ANNE, 0), (BERT, 1)):
        words = await slash(Asking(bot, user), "replay", match=str(host.id))
        assert f"match {part_of(host, seat)} · at the start" in words
    with pytest.raises(NoSuchMatch):
        await slash(Asking(bot, BERT), "replay", match=str(part_of(host, 0)))


async def test_hands_are_revealed_when_the_match_is_over_and_not_before(bot: Bot) -> None:
    match = await together(bot, ANNE, BERT)
    with pytest.raises(StillHidden):
        await slash(Asking(bot, ANNE), "replay", match=str(match.id))
    await ended(bot, match)
    watching = Asking(bot, CLEO)
    assert "'s hand: " not in await slash(watching, "replay", match=str(match.id))
    assert "'s hand: " in await watching.click(go_to_step, match.id, payload="1.forward")
    assert watching.labels == ["⏮ First", "◀ Back", "Forward ▶", "Last ⏭", "Animation", "GIF"]
    assert watching.placeholders == [CONTINUE]


async def test_a_step_that_there_is_not_is_the_nearest_one(bot: Bot) -> None:
    match = await ended(bot, await solo(bot, ANNE))
    words = await Asking(bot, ANNE).click(go_to_step, match.id, payload="9999.forward")
    assert "after turn 1 of 1" in words


@pytest.mark.parametrize(
    ("step", "places", "ends"),
    [
        (0, ("0.first", "0.back", "1.forward", "3.last"), (True, False)),
        (1, ("0.first", "0.back", "2.forward", "3.last"), (False, False)),
        (3, ("0.first", "2.back", "4.forward", "3.last"), (False, True)),
    ],
)
async def test_the_buttons_of_a_replay_lead_one_turn_on_and_to_its_ends(
    bot: Bot, step: int, places: tuple[str, ...], ends: tuple[bool, bool]
) -> None:
    match = await together(bot, ANNE, BERT)
    for _ in range(3):
        assert match.state is not None
        move = match.state.notate(match.state.legal()[0])
        match = await bot.matches.act(match.id, turns.play(match.to_move_people()[0], move))
    match = await bot.matches.act(match.id, proposals.resign(ANNE))
    replay = (await bot.matches.records.replay(match.id)).excerpt_at(step)
    walking, animating, *_ = [list(one.children) for one in viewer_rows(cog_for(bot, match.game), replay, step, CLEO)]
    assert [one.custom_id for one in walking] == [f"b:{match.id}:{match.version}:replay:{place}" for place in places]
    first, last = ends
    assert [one.disabled for one in walking] == [first, first, last, last]
    assert [(one.custom_id, one.disabled) for one in animating] == [
        (f"b:{match.id}:{match.version}:{name}:", False) for name in ("film", "gif")
    ]


@pytest.mark.parametrize(
    ("steps", "words"),
    [
        ([0], "The start and 0 turns."),
        ([0, 1], "The start and 1 turn."),
        ([0, 1, 2], "The start and 2 turns."),
        (
            [0, 2, 4],
            f"The whole match. An animation can have at most {FRAMES} frames, so it shows one turn out of every 2.",
        ),
    ],
)
def test_an_animation_says_how_much_of_the_match_it_shows(steps: list[int], words: str) -> None:
    assert frames_line(steps) == words


async def test_what_is_exported_while_it_runs_tells_no_luck(bot: Bot) -> None:
    match = await together(bot, ANNE, BERT)
    assert match.state is not None
    move = match.state.notate(match.state.legal()[0])
    await bot.matches.act(match.id, turns.play(match.to_move_people()[0], move))
    record = await bot.matches.records.export(match.id)
    assert record["moves"] == [move]
    hidden = {card for seat in (0, 1) for card in match.state.view(seat)["hands"][seat]} - {move.partition("@")[0]}
    assert hidden
    written = json.dumps(record)
    assert not [card for card in hidden if f'"{card}' in written]
    with pytest.raises(KeptBack):
        verify(record)


async def with_a_computer(bot: Bot, given_up: int | None = None) -> Match:
    """A match of two people and a computer, one of whom resigns after three turns, the other after `given_up`."""
    options = {"hand": 1}
    match = await bot.matches.tables.open(
        TableTerms(game="southern_cards", options=options, seats=3),
        opener=ANNE,
        place=HERE,
        computers=ComputerLevel.HARD,
    )
    await bot.matches.tables.note_posted(match.id, 900 + match.id)
    await bot.matches.act(match.id, lobby.join(BERT))
    match = await bot.matches.act(match.id, lobby.begin(ANNE))
    number = 0
    while match.state is not None and match.to_move is not None:
        number += 1
        move = match.state.notate(match.state.legal()[0])
        if people := match.to_move_people():
            match = await bot.matches.act(match.id, turns.play(people[0], move))
        else:
            match = await bot.matches.act(match.id, turns.play_computer(move, seen_version=match.version))
        if number == 3:
            match = await bot.matches.act(match.id, proposals.resign(BERT))
        if number == given_up:
            match = await bot.matches.act(match.id, proposals.resign(ANNE))
    return match


async def test_each_turn_of_a_replay_moves_and_its_start_is_a_still(bot: Bot, monkeypatch: pytest.MonkeyPatch) -> None:
    match = await ended(bot, await together(bot, ANNE, BERT))
    frames: list[int] = []

    async def shown(_asking: Asking, view: Any, *, attachments: list[discord.File], **_: Any) -> Message:
        with Image.open(io.BytesIO(attachments[0].fp.read())) as picture:
            frames.append(int(getattr(picture, "n_frames", 1)))
        return Message()

    monkeypatch.setattr(Asking, "edit_original_response", shown)
    asking = Asking(bot, ANNE)
    await asking.defer()
    replay = await bot.matches.records.replay(match.id)
    for step in range(2):
        await show_step(asking, replay.excerpt_at(step))
    assert frames[0] == 1 < frames[1]


@pytest.mark.slow
async def test_computers_and_those_who_resigned_are_in_the_replay(bot: Bot) -> None:
    match = await with_a_computer(bot)
    assert match.ending is not None
    assert match.ending.places is not None
    seats = [seat.colour.capitalize() for seat in match.seats]
    replay = await bot.matches.records.replay(match.id)
    step = next(step for step, turn in enumerate(replay.turns, 1) if turn[0].computer and turn[0].seat == 2)
    for asking in (Asking(bot, ANNE), Asking(bot, BERT)):  # who has resigned finds it as everyone else does
        assert f"match {match.id} · at the start" in await slash(asking, "replay")
        assert f" {seats[2]} places " in await asking.click(go_to_step, match.id, payload=f"{step}.forward")
        words = await asking.click(go_to_step, match.id, payload=f"{replay.last}.last")
        winners = [seat for seat, place in enumerate(match.ending.places) if place == 1]
        assert 1 not in winners
        assert f"{seats[winners[0]]} " in words.rpartition("🏆")[2] or len(winners) > 1
    words = await slash(Asking(bot, BERT), "export", match=str(match.id))
    assert f"{seats[1].lower()} resigned." in words
    assert "everything checks out" in await slash(Asking(bot, BERT), "verify", match=str(match.id))


@pytest.mark.thorough
@pytest.mark.sample(1)
@pytest.mark.parametrize("make", [make_film, make_gif])
async def test_a_match_with_computers_and_resignations_becomes_an_animation(bot: Bot, make: Any) -> None:
    match = await with_a_computer(bot, 4)
    assert match.ending is not None
    assert (match.ending.places, match.ending.seats) == ((2, 3, 1), (0, 1))
    asking = Asking(bot, BERT)
    assert "The start and 4 turns" in await asking.click(make, match.id)
    assert asking.labels == ["Post it here"]


@pytest.mark.thorough
async def test_a_file_is_compared_with_the_match_that_has_its_seal(bot: Bot) -> None:
    match = await ended(bot, await together(bot, ANNE, BERT))
    record = await bot.matches.records.export(match.id)

    async def told(changed: dict[str, Any]) -> str:
        return await slash(Asking(bot, CLEO), "verify", file=Sent(json.dumps(record | changed)))

    same, different = f"✅ It's the same as match {match.id}", f"❌ It has the seal of match {match.id}, but"
    words = await told({})
    assert same in words
    assert different not in words
    words = await told({"moves": []})
    assert different in words
    assert same not in words
    assert f"match {match.id}" not in await told({"seal": record["seal"] | {"seed": None}})
    del record["seal"]
    assert f"match {match.id}" not in await told({})


async def test_a_button_without_its_file_says_so(bot: Bot) -> None:
    for handler in (go_to_step, make_film, post_animation):
        with pytest.raises(Exception, match="is gone"):
            await Asking(bot, ANNE).click(handler, 0, payload="0.first")
    assert RECORD.endswith(".json")


@pytest.mark.parametrize("error", [discord.NotFound, discord.Forbidden])
async def test_a_file_that_discord_no_longer_has_is_gone(error: type[discord.HTTPException]) -> None:
    async def read() -> bytes:
        answer: Any = SimpleNamespace(status=404, reason="")
        raise error(answer, "asset not found")

    file: Any = SimpleNamespace(size=1, read=read)
    with pytest.raises(ScreenRefusal, match="The file behind this button is gone"):
        await read_attachment(file)
