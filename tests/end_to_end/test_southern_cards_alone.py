"""Southern Cross cards alone, in series, and as match play."""

import json
import re
from hashlib import sha256

import pytest

from bot.rules.chance import Sealed
from tests.end_to_end.house import House
from tests.end_to_end.room import Player, Room, enter, match_of, rented
from tests.end_to_end.southern_cards import (
    GAME,
    LAST_CARD,
    RULES,
    begin_match_play,
    cards,
    has,
    host_board,
    newest_match,
    place,
    position_of,
    posted,
    put,
    put_down,
    shown,
    solo,
    to_play,
)
from tests.end_to_end.whole_match import assert_nothing_is_left_to_play
from tests.messages import Answer, Message

# Alone.


@pytest.mark.thorough
async def test_a_game_of_ones_own_stays_private_and_outlives_its_message_and_the_bot(own_house: House) -> None:
    house = own_house
    await house.start_playground()
    await house.start_bot()
    async with rented(house) as (room, stack):
        rent = (room, stack)
        ada, ben = await enter(rent, "Ada"), await enter(rent, "Ben")
        message = await solo(ada)
        match = newest_match(room)
        first = shown(position_of(house, match)["hands"][0][0])
        assert "### Your move · 0 points" in message.text
        composer = await place(ada, Answer(0, message), first, "b2")
        played = await ada.click(composer.message, "Confirm")
        assert played.text.startswith(f"🟡 Gold places **{first}** on b2.")
        assert "### Your move · " in played.text
        (once,) = house.moves_of(match)
        assert once.endswith("@b2")
        old = played

        # It goes on from the command when its message is closed, with nothing lost when the bot dies.
        assert old.message is not None
        again = await solo(ada)
        assert again.text.startswith("Your game continues where you left off.\n### Your move · ")
        await ada.dismiss(again)
        await house.kill_bot()
        await house.start_bot()
        again = await solo(ada)
        assert again.text.startswith("Your game continues where you left off.")
        assert newest_match(room) == match
        hand = position_of(house, match)["hands"][0]
        composer = await place(ada, Answer(0, old.message), shown(hand[0]), "a3")
        assert has(composer, "Confirm")

        # Typed moves belong to it as well; buttons of before are answered kindly, and nothing is played by them.
        suggested = [choice.value for choice in await ada.autocomplete(f"{GAME} move", "move", f"{hand[1]} c1")]
        assert f"{hand[1]}@c1" in suggested
        typed = await ada.slash(f"{GAME} move", move=f"{hand[1]} c1")
        assert typed.ephemeral
        assert f"places **{shown(hand[1])}** on c1." in typed.text
        assert has(typed, "More")
        shown_anew = await ada.click(composer.message, "Confirm")
        assert shown_anew.text.startswith("This board is out of date. This is the current position.\n### Your")
        assert has(shown_anew, "More")
        assert house.moves_of(match) == [once, f"{hand[1]}@c1"]

        # Nobody else has seen anything of it.
        assert [
            message for message in await ben.messages() if not message.ephemeral or message.author != ben.name
        ] == []
        log = await house.log()
        assert not [one for one in log["requests"] if one["method"] == "POST" and one["path"].startswith("/channels/")]
        assert await ben.autocomplete(f"{GAME} move", "match", "") == []
        assert "You have no matches here." in (await ben.slash("match list")).text
        listed = await ada.slash("match list")
        assert (
            f"**{match}** · Southern Cross cards · alone · your turn · private: open it with `/{GAME} solo`"
            in listed.text
        )


async def finish_alone(room: Room, player: Player, points: int) -> Answer:
    """Let a game of one's own come to its last card with these points, and place it."""
    put(room.house, newest_match(room), cards(LAST_CARD, "QS", scores=[points]))
    message = await solo(player)
    assert f"### Q♠ → ? · {points} points" in message.text
    return await player.slash(f"{GAME} move", move="qs c1")


async def seal_of(player: Player, end: Message) -> tuple[bytes, str]:
    """The seed and the salt that the button of an end shows."""
    assert re.search(r"seal opened: `[0-9a-f]{16}…`", end.text)
    text = (await player.click(end, "How the luck is sealed")).text
    found = re.search(r"The seed is `([0-9a-f]{64})`, the salt `([^`]+)`", text)
    assert found is not None, text
    return bytes.fromhex(found[1]), found[2]


@pytest.mark.slow
async def test_games_alone_are_ranked_and_their_luck_can_be_checked(room: Room, ada: Player) -> None:
    begun = await solo(ada)
    found = re.search(r"All luck was sealed in advance: `([0-9a-f]{16})…`", begun.text)
    assert found is not None
    dealt = position_of(room.house, newest_match(room))
    assert "None yet." in (await ada.slash(f"{GAME} best")).text

    # The end tells the points, and the luck with which the cards can be dealt again.
    done = await finish_alone(room, ada, 300)
    assert "### The game is over: 300 points\n**1st** 300 points" in done.text
    assert done.message is not None
    seed, salt = await seal_of(ada, done.message)
    assert sha256(seed).hexdigest().startswith(found[1])
    assert salt == str(begun.id)
    assert RULES.start(1, dealt["options"], Sealed(seed, salt)).dump() == dealt
    labels = [button.label for button in done.message.buttons]
    assert labels == ["New game", "Replay", "In words", "How the luck is sealed"]
    assert "Over." in (await ada.click(done.message, "In words")).text

    # A new game has a seal of its own; what it is worth is told among one's own games.
    again = await ada.click(done.message, "New game")
    begun = await to_play(ada, again)
    assert found[1] not in begun.text
    done = await finish_alone(room, ada, 450)
    assert "### The game is over: 450 points, your best of 2" in done.text
    await to_play(ada, await ada.click(done.message, "New game"))
    done = await finish_alone(room, ada, 120)
    assert "### The game is over: 120 points, number 3 of your 3 games" in done.text
    assert [line.split(" · ")[0] for line in done.text.splitlines() if re.match(r"\*\*\d", line)] == [
        "**1st** 450 points", "**2nd** 300 points", "**3rd** 120 points",
    ]  # fmt: skip

    # Giving up is asked once more, and doesn't count.
    begun = await to_play(ada, await ada.click(done.message, "New game"))
    asked = await ada.click((await ada.click(begun, "More")).message, "Give up")
    assert (
        asked.text == f"### Give up match {newest_match(room)}?\nIt ends now and doesn't count among your best games."
    )
    assert "Your game continues where you left off." in (await solo(ada)).text
    given_up = await ada.click(asked.message, "Give up")
    assert given_up.text.startswith("### You gave up this game")
    assert has(given_up, "New game")
    assert given_up.message is not None
    await seal_of(ada, given_up.message)
    told = await ada.told(await ada.click(begun, begun.buttons[0].label))
    assert told.startswith("This match is over.")
    best = await ada.slash(f"{GAME} best")
    assert [line.split(" · ")[0] for line in best.text.splitlines()[2:]] == [
        "**1st** 450 points", "**2nd** 300 points", "**3rd** 120 points",
    ]  # fmt: skip

    # Games by other options have a list of their own, and are begun beside each other.
    shishi = await solo(ada, layout="shishi")
    classic = await solo(ada, layout="classic")
    assert "goes on" not in shishi.text + classic.text
    assert "continues where you left off" in (await solo(ada, layout="shishi")).text
    assert "None yet." in (await ada.slash(f"{GAME} best", layout="shishi")).text
    which = await ada.slash(f"{GAME} move", move="ks b2")
    assert which.text.startswith("You have 2 matches here. Choose one from the list.")


@pytest.mark.slow
async def test_a_game_alone_is_played_in_a_thread_where_others_may_watch(room: Room, ada: Player, ben: Player) -> None:
    answer = await ada.slash(f"{GAME} solo", thread=True)
    assert answer.message is not None
    assert not answer.ephemeral
    table = await ada.wait_for(lambda message: message.id == message.thread_id == answer.message.id)  # type: ignore[union-attr]  # it is there
    thread = ada.channel = ben.channel = table.id
    board = await room.board(ben, channel=thread)
    assert board.mentions == (ada.name,)
    assert (await ben.click(board, "My hand")).text.startswith("You aren't playing in this match.")
    hand = position_of(room.house, match_of(board))["hands"][0]
    goes_on = await put_down(ada, board, shown(hand[0]), "b2")
    assert "### Your move" in goes_on.text
    assert f"🟡 Gold places **{shown(hand[0])}** on b2." in goes_on.text
    board = await room.shows(ben, board, f"🟡 Gold places **{shown(hand[0])}** on b2.")  # in the same message
    board = await room.prepare(ada, board, cards(LAST_CARD, "QS", scores=[200]))
    await ada.slash(f"{GAME} move", move="qs c1")
    await room.shows(ben, board, f"🏆 The game is over: 200 points · <@{ada.id}>")
    assert await room.boards() == []


# Series.


@pytest.mark.slow
async def test_games_follow_each_other_until_someone_has_a_thousand_points(
    room: Room, ada: Player, ben: Player
) -> None:
    table = await room.open_table(ada, ben, game=GAME, seats=2, mode="points")
    assert "To 1,000 points, game after game" in table.text
    seal = re.search(r"`([0-9a-f]{64})`", (await ada.click(table, "How the luck is sealed")).text)
    assert seal is not None
    await ada.click(table, "Start")
    board = await room.board(ada)
    first = match_of(board)
    deals = {first: position_of(room.house, first)}
    assert "Game 1 of a series. The first to reach 1,000 points wins it." in board.text
    board = await room.prepare(ada, board, cards(LAST_CARD, "QS", "", scores=[595, 450], dealer=0))
    await ada.slash(f"{GAME} move", move="qs c1")

    # The last board of the game, and the first one of the next, which begins by itself.
    new = await room.board(ben, after=board)
    await room.house.until_posted()
    ended, new = [one for one in await room.boards() if one.id > board.id]
    second = match_of(new)
    deals[second] = position_of(room.house, second)
    assert match_of(ended) == first != second
    assert "Game 1 of the series is over. The next one follows below." in ended.text
    assert "600 points, 600 in total" in ended.text
    assert "450 points, 450 in total" in ended.text
    assert "Game 2 of a series. The first to reach 1,000 points wins it." in new.text
    assert "600 points from earlier games" in new.text
    assert "450 points from earlier games" in new.text
    assert len(new.mentions) == 1
    for shown_now in (ended, new, await room.board(ada)):
        assert "seal opened" not in shown_now.text

    board = await room.prepare(ada, new, cards(LAST_CARD, "QS", "", scores=[390, 610]))
    assert "600 points from earlier games" in board.text
    await ada.slash(f"{GAME} move", move="qs c1")
    last = await room.board(ben, after=board)
    assert f"### 🏆 Blue has won the series · <@{ben.id}>" in last.text
    assert "610 points, 1060 in total" in last.text
    assert "395 points, 995 in total" in last.text
    await room.house.until_posted()
    assert [match_of(one) for one in await room.boards()][-1] == second

    # One seal for all games, each with a salt of its own.
    seed, salt = await seal_of(ada, last)
    assert sha256(seed).hexdigest() == seal[1]
    for match, dealt in deals.items():
        ((salt_of,),) = room.house.rows("SELECT salt FROM matches WHERE id = ?", match)
        assert salt_of.startswith(str(table.id))
        assert RULES.start(2, dealt["options"], Sealed(seed, salt_of)).dump() == dealt
    assert salt == f"{table.id}.2"
    await assert_nothing_is_left_to_play(ada, ben)


def readable(*messages: Message) -> str:
    """What can be read in these messages, without ids and addresses."""
    return "\n".join(
        part
        for message in messages
        for part in (message.text, *(one.label for one in message.buttons), *(file.alt for file in message.files))
    )


@pytest.mark.thorough
async def test_match_play_compares_when_all_are_through_and_tells_no_points_before(
    room: Room, ada: Player, ben: Player, caro: Player, dan: Player
) -> None:
    board, parts = await begin_match_play(room, ada, ben, caro)
    assert set(board.mentions) == {ada.name, ben.name, caro.name}
    assert len({json.dumps(position_of(room.house, part)) for part in parts}) == 1, "the same cards for all"
    opened = [await to_play(player, await player.click(board, "Play")) for player in (ada, ben, caro)]
    assert len({file.alt.partition(": ")[2] for message in opened for file in message.files}) == 1
    refusal = "You can see the others' scores once you've finished your own game."
    for player in (ada, ben, caro):
        assert (await player.click(board, "Compare")).text == refusal
    for label in ("Play", "Compare"):
        assert (await dan.click(board, label)).text.startswith("You aren't playing in this match.")
    apart = "Each of you plays your own game here in private. **Play** under the match's board opens yours."
    for player in (ada, dan):
        assert (await player.slash(f"{GAME} board", text=True, match=str(match_of(board)))).text == apart

    # Ada is through with a number of points that nobody else may read.
    put(room.house, parts[0], cards(LAST_CARD, "QS", scores=[735]))
    done = await ada.slash(f"{GAME} move", move="qs c1")
    assert "### The game is over: 735 points" in done.text
    assert f"<@{ben.id}> · still playing" in done.text
    board = await host_board(dan, "Match play · 1 of 3 finished")
    assert "Gold has finished." in board.text
    assert f"<@{ada.id}> (finished)" in board.text
    for player in (ben, caro):
        assert (await player.click(board, "Compare")).text == refusal
    seen = await ada.click(board, "Compare")
    assert f"<@{ada.id}> · 735 points" in seen.text
    assert f"<@{caro.id}> · still playing" in seen.text
    assert "735 points" in (await ada.click(board, "Play")).text

    # Caro gives up, which is asked once more.
    asked = await caro.slash("match resign")
    assert "you rank behind everyone who finishes theirs" in asked.text
    own = await to_play(caro, await caro.click(board, "Play"))
    asked = await caro.click((await caro.click(own, "More")).message, "Give up")
    await caro.click(asked.message, "Give up")
    board = await host_board(dan, "Match play · 2 of 3 finished")
    assert "Silver gave up." in board.text
    assert f"<@{caro.id}> (given up)" in board.text

    # All that anyone else could read so far, of whatever they asked.
    for player in (ben, dan):
        for command in ("match show", "match list"):
            more = {} if command == "match list" else {"match": str(match_of(board))}
            await player.slash(command, **more)
        await player.slash(f"{GAME} best")
        await player.autocomplete("match show", "match", "")
        answers = [answer.message for answer in player.answers if answer.message]
        assert not re.search(r"\b735\b", readable(*answers, *await player.messages(limit=100)))
    public = [request["body"] for request in await posted(room)]
    assert public
    assert not re.search(r"\b735\b", json.dumps(public))
    assert "seal opened" not in json.dumps(public)

    # Ben is the last one: the table tells places and points, and opens the seal.
    put(room.house, parts[1], cards(LAST_CARD, "QS", scores=[100]))
    await ben.click(board, "Play")
    done = await ben.slash(f"{GAME} move", move="qs c1")
    assert f"<@{ada.id}> · 735 points" in done.text
    last = await host_board(dan, "🏆 Gold has won")
    standings = [line.split(" · ") for line in last.text.splitlines() if re.match(r"\*\*\d", line)]
    assert [(line[0], line[-1]) for line in standings] == [
        ("**1st** 🟡 gold", "735 points"), ("**2nd** 🔵 blue", "100 points"), ("**3rd** ⚪️ silver", "given up"),
    ]  # fmt: skip
    await seal_of(dan, last)
    assert not last.has_button("Play")
    assert last.mentions == ()
    await assert_nothing_is_left_to_play(ada, ben, caro)


@pytest.mark.thorough
async def test_match_play_is_called_off_for_all_by_agreement(room: Room, ada: Player, ben: Player) -> None:
    board, parts = await begin_match_play(room, ada, ben)
    own = await to_play(ada, await ada.click(board, "Play"))
    label = own.buttons[0].label
    assert "You've offered a draw" in (await ada.slash("match draw")).text
    offered = await ben.wait_for(lambda message: message.has_button("Agree"))
    await ben.click(offered, "Agree")
    last = await host_board(ada, "🤝 The match is over: a draw")
    assert "points" not in last.text
    for part in parts:
        assert room.house.rows("SELECT status FROM matches WHERE id = ?", part) == [("over",)]
    assert (await ada.told(await ada.click(own, label))).startswith("This match is over.")
    stale = await room.fake(("Play", board.button("Play").custom_id or ""))
    assert (await ben.click(stale, "Play")).ephemeral
    await assert_nothing_is_left_to_play(ada, ben)
