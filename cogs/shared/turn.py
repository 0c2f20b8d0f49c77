"""A player's turn by clicks: the composer's buttons, and the position in words."""

from typing import Any

from bot.match import BoardHasMoved, Match, NotInThisMatch, Status
from bot.rules import State
from bot.text import N_, say
from cogs.shared import composer, playing
from cogs.shared.answers import Asked, hold, tell, think
from cogs.shared.deciding import check_position, check_turn, welcome_back
from cogs.shared.paths import back
from cogs.shared.presentation import Presentation
from cogs.shared.presses import Press, action, number_in
from cogs.shared.screens import screen_of
from cogs.shared.words import NAMES


async def in_words(interaction: Asked, cog: Presentation, match: Match) -> None:
    """The whole position in words, privately; whoever sits at it reads what their seat may see."""
    own = match.seat_of(interaction.user.id)
    await tell(interaction, cog.pictures.text(check_position(match).view(own[0] if own else None)))


async def current(press: Press) -> tuple[Presentation, Match, State[Any]]:
    """The match of a click by somebody who is to move, if they saw the position as it is now."""
    match = await welcome_back(press.bot, await press.match(), press.user)
    if match.position_version is not None and press.version < match.position_version:
        raise BoardHasMoved(seen=press.version, now=match.position_version)
    return screen_of(press.bot, match.game), match, check_turn(match, press.user)


async def _show(press: Press, rest: str, *more: int) -> None:
    """The composer where the numbers of a custom id lead."""
    cog, match, _ = await current(press)
    try:
        await composer.show_composer(cog, press.interaction, match, (*composer.read(rest), *more))
    except ValueError:  # numbers of another release, whose choices were others
        raise BoardHasMoved(seen=press.version, now=match.version) from None


@action("move", "think")
async def open_composer(press: Press) -> None:
    NAMES.learn(press.interaction.guild_id, press.interaction.user)
    await _show(press, "")


@action("hand", "think")
async def show_hand(press: Press) -> None:
    """What somebody holds: with the choice of a move whenever it is their turn, whatever board was clicked on."""
    NAMES.learn(press.interaction.guild_id, press.interaction.user)
    match = await welcome_back(press.bot, await press.match(), press.user)
    state = check_position(match)
    seats = match.seat_of(press.user)
    if not seats:
        raise NotInThisMatch
    cog = screen_of(press.bot, match.game)
    if match.status is Status.RUNNING and state.to_move in seats:
        await composer.show_composer(cog, press.interaction, match, ())
        return
    sheet = cog.hand(state.view(seats[0]))
    words = say(N_("The match is over."))
    if match.status is Status.RUNNING and state.to_move is not None:
        colour = match.seats[state.to_move].colour.capitalize()
        words = say(N_("Your hand. {colour} is to move; you will be called."), colour=colour)
    await tell(press.interaction, words, pictures=await cog.attached([sheet], "hand"))


@action("step", "hold")
async def step(press: Press) -> None:
    await _show(press, press.rest)


@action("choose", "hold")
async def choose(press: Press) -> None:
    await _show(press, press.rest.partition("/")[0], number_in(press.value))


@action("back", "hold")
async def go_back(press: Press) -> None:
    cog, match, state = await current(press)
    try:
        numbers = back(cog.paths(state), composer.read(press.rest))
    except ValueError:  # as in _show
        raise BoardHasMoved(seen=press.version, now=match.version) from None
    await _show(press, composer.written(numbers))


@action("confirm", "hold")
async def confirm(press: Press) -> None:
    cog, match, state = await current(press)
    texts = [state.notate(move) for move in state.legal()]
    chosen = next((text for text in texts if composer.sealed(text) == press.rest), None)
    if chosen is None:  # the button is from another release
        raise BoardHasMoved(seen=press.version, now=match.version)
    await playing.play(cog, press.interaction, match, chosen, seen_version=press.version, goes_on=True)


async def _acknowledge(press: Press) -> None:
    """A click on a private message changes it; one on the board everybody sees is answered privately."""
    message = press.interaction.message
    if message is not None and message.flags.ephemeral:
        await hold(press.interaction)
    else:
        await think(press.interaction)


@action("now", "self")
async def play_at_once(press: Press) -> None:
    """A move without a choice: Roll, End turn."""
    await _acknowledge(press)
    NAMES.learn(press.interaction.guild_id, press.interaction.user)
    cog, match, state = await current(press)
    if press.rest not in {one.notation for one in cog.at_once(state)}:  # the button is from another release
        raise BoardHasMoved(seen=press.version, now=match.version)
    await playing.play(cog, press.interaction, match, press.rest, seen_version=press.version, goes_on=True)


@action("take_back", "self")
async def take_back(press: Press) -> None:
    await _acknowledge(press)
    cog, match, _ = await current(press)
    await playing.take_back(cog, press.interaction, match, seen_version=press.version)


@action("in_words", "think")
async def words(press: Press) -> None:
    match = await press.match()
    await in_words(press.interaction, screen_of(press.bot, match.game), match)
