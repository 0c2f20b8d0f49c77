"""What people are told when something fails: what went wrong, what was done all the same, and what to do next."""

import logging
from typing import Any

import discord
import pytest
from discord import app_commands

from bot.match import BoardHasMoved, MatchOver, NotAbsent, NotWritable, StoreBusy
from bot.match.decisions import proposals, turns
from bot.rules.api import NotLegalHere
from cogs.shared.choosing.match_lookup import find_match
from cogs.shared.commands import errors
from cogs.shared.commands.errors import explain
from tests.cogs.conftest import ANNE, BERT, CLEO, Asking, Bot, together
from tests.cogs.discord_answers import DELETED, refusal

NOTHING = "Nothing was played."
UNKNOWN = "It may have been done, so look before you repeat it."
CARD = "the queen of hearts"  # nobody may read it in the log
UNANSWERED = "Couldn't answer interaction {id} (an unknown button) in channel 20"


async def told(asking: Any, error: BaseException, match_id: int | None = None) -> str:
    await asking.defer()
    await explain(asking, error, match_id=match_id)
    words: str = asking.heard[-1]
    return words


class Lost:
    """A database that can't be read."""

    def __init__(self, error: Exception) -> None:
        self.error = error

    def read(self) -> Any:
        raise self.error


async def test_what_fails_because_the_bot_has_stopped_is_no_fault_of_its_own(
    bot: Bot, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    asking = Asking(bot, ANNE)
    await asking.defer()
    monkeypatch.setattr(bot, "is_closed", lambda: True)
    await explain(asking, RuntimeError("Session is closed"))
    assert asking.heard == []
    assert [record.levelname for record in caplog.records] == ["WARNING"]
    assert f"The bot has stopped before interaction {asking.id}" in caplog.text


class TestWhatWasDone:
    """By the command or click that failed later."""

    @pytest.mark.parametrize(
        ("error", "words", "or_else"),
        [
            (
                NotWritable(),
                "I can't write to my database right now. {outcome} Please tell the bot's operator.",
                "Nothing was changed.",
            ),
            (
                refusal(0, 503),
                "Discord is having trouble, so I couldn't show you everything. {outcome} (Reference",
                "Nothing was played. Please try again in a minute.",
            ),
            (
                OSError(CARD),
                "Discord is having trouble, so I couldn't show you everything. {outcome} (Reference",
                "Nothing was played. Please try again in a minute.",
            ),
            (
                ValueError(CARD),
                "Something went wrong on my side. {outcome} If it happens again, tell the bot's operator this "
                "reference: **",
                NOTHING,
            ),
        ],
        ids=repr,
    )
    async def test_is_said_with_what_went_wrong(
        self, bot: Bot, caplog: pytest.LogCaptureFixture, error: Exception, words: str, or_else: str
    ) -> None:
        match = await together(bot, ANNE, BERT)
        person = match.to_move_people()[0]
        nothing, moved, asked = (Asking(bot, person) for _ in range(3))
        assert match.state is not None
        move = match.state.notate(match.state.legal()[0])
        await bot.matches.act(match.id, turns.play(person, move), interaction=moved.id)
        await bot.matches.act(match.id, proposals.offer_draw(person), interaction=asked.id)
        for asking, outcome in (
            (nothing, or_else),
            (moved, "Your move was played. The board will show it."),
            (asked, "Your request went through."),
        ):
            assert (await told(asking, error)).startswith(words.format(outcome=outcome))
        assert CARD not in caplog.text

    @pytest.mark.parametrize(("error", "logged"), [(StoreBusy(), False), (ValueError(CARD), True)], ids=repr)
    async def test_is_unknown_where_the_database_can_not_be_read(
        self, bot: Bot, caplog: pytest.LogCaptureFixture, error: Exception, logged: bool
    ) -> None:
        asking = Asking(bot, ANNE)
        await asking.defer()
        bot.store = Lost(error)  # type: ignore[assignment]  # all of it that is used here
        assert f" {UNKNOWN} " in await told(asking, ZeroDivisionError())
        assert (f"Can't read the outcome of interaction {asking.id} " in caplog.text) is logged
        assert CARD not in caplog.text

    async def test_is_quoted_by_a_reference_that_the_log_has_with_the_error(
        self, bot: Bot, caplog: pytest.LogCaptureFixture
    ) -> None:
        words = await told(Asking(bot, ANNE), refusal(0, 503))
        number = words.partition("(Reference **")[2].partition("**)")[0]
        assert number
        assert f"Reference {number}: " in caplog.text
        assert {record.levelname for record in caplog.records} == {"WARNING"}  # nothing is wrong with the bot
        assert "DiscordServerError (503 because (error code: 0): no)" in caplog.text  # Discord names our fields


class TestWhatToDo:
    async def test_a_person_is_to_be_chosen_from_the_server(self, bot: Bot) -> None:
        kind = discord.AppCommandOptionType
        transformer: Any = app_commands.Transformer()
        wrong = app_commands.TransformerError("7", kind.user, transformer)
        assert await told(Asking(bot, ANNE), wrong) == "That person isn't on this server. Choose someone who is."
        other = app_commands.TransformerError("7", kind.channel, transformer)
        assert (await told(Asking(bot, ANNE), other)).startswith("One of the options can't have that value.")

    async def test_a_move_that_can_not_be_played_is_explained(self, bot: Bot, caplog: pytest.LogCaptureFixture) -> None:
        error = NotLegalHere("There's nothing on {origin}.", origin="B7")
        assert await told(Asking(bot, ANNE), error) == "There's nothing on B7."
        assert caplog.text == ""

    async def test_a_refusal_is_said_alone_where_the_next_step_can_not_be_found(
        self, bot: Bot, caplog: pytest.LogCaptureFixture
    ) -> None:
        asking = Asking(bot, ANNE)
        words = await told(asking, MatchOver(), 4711)  # which doesn't exist
        assert words == str(MatchOver())
        assert f"No next step for interaction {asking.id} " in caplog.text
        assert "NoSuchMatch" in caplog.text

    async def test_of_a_board_that_has_moved_nothing_is_shown_to_a_spectator_or_where_no_match_is_known(
        self, bot: Bot
    ) -> None:
        moved = BoardHasMoved(seen=1, now=2)
        for match_id in (None, (await together(bot, ANNE, BERT)).id):
            words = await told(Asking(bot, CLEO), moved, match_id)
            assert words.startswith(str(moved))
            assert " board`." in words

    @pytest.mark.parametrize(
        ("group", "named"),
        [
            ("southern-cards", "southern-cards"),
            ("parcheesi", "parcheesi"),
            ("match", "cirondo"),  # the first game that there is
            (None, "cirondo"),
        ],
    )
    async def test_names_the_command_of_the_game_that_was_used(self, bot: Bot, group: str | None, named: str) -> None:
        async def replace(interaction: discord.Interaction) -> None: ...

        asking: Any = Asking(bot, ANNE)
        command: Any = app_commands.Command(name="replace", description="-", callback=replace)
        asking.command = command
        if group is not None:
            app_commands.Group(name=group, description="-").add_command(command)
        assert (await told(asking, NotAbsent(colour="gold"))).endswith(f"Post the current board with `/{named} board`.")

    async def test_names_the_command_of_the_matchs_own_game_first(self, bot: Bot) -> None:
        match = await together(bot, ANNE, BERT)
        assert "`/southern-cards board`" in await told(Asking(bot, ANNE), NotAbsent(colour="gold"), match.id)

    @pytest.mark.parametrize("is_named", [True, False])
    async def test_names_the_command_of_the_match_that_a_command_of_all_games_found(
        self, bot: Bot, *, is_named: bool
    ) -> None:
        match, asking = await together(bot, ANNE, BERT), Asking(bot, ANNE)
        await find_match(asking, None, str(match.id) if is_named else None)
        assert "`/southern-cards board`" in await told(asking, NotAbsent(colour="gold"))


@pytest.mark.parametrize(
    ("failure", "level", "words"),
    [
        (
            refusal(DELETED),
            logging.WARNING,
            f"{UNANSWERED}: NotFound",
        ),
        (
            OSError(CARD),
            logging.WARNING,
            f"{UNANSWERED}: OSError",
        ),
        (ValueError(CARD), logging.ERROR, "Couldn't explain the outcome of interaction {id} "),
    ],
    ids=repr,
)
async def test_whoever_can_not_be_answered_is_noted_and_nothing_else_fails(
    bot: Bot, caplog: pytest.LogCaptureFixture, failure: Exception, level: int, words: str
) -> None:
    async def fails(**_: Any) -> None:
        raise failure

    asking: Any = Asking(bot, ANNE)
    await asking.defer()
    asking.edit_original_response = fails
    await explain(asking, NotLegalHere("There's nothing on {origin}.", origin="B7"))
    (line,) = [line for line in caplog.records if line.name == errors.__name__]
    assert line.levelno == level
    assert line.message.startswith(words.format(id=asking.id))
    assert CARD not in caplog.text
