"""A player's turn by clicks: the composer's buttons, and the position in words."""

from contextlib import suppress
from functools import wraps
from typing import Any

from bot.match import BoardHasMoved, Match, Status
from bot.rules import IllegalMove, State
from bot.text import N_, say
from cogs.shared.choosing import composer
from cogs.shared.choosing.picks import picks
from cogs.shared.choosing.plans import Numbers, Plan, back, closing_move, decode_plan, follow, plan_key
from cogs.shared.choosing.turn_checks import check_player, check_position, check_turn, end_absence
from cogs.shared.choosing.typed_words import in_notation
from cogs.shared.interactions.clicks import Click, Handler, action, button, number_in, row
from cogs.shared.interactions.replies import Interaction, defer_reply, defer_update, reply
from cogs.shared.presentation.presentation import DirectMove, Presentation
from cogs.shared.presentation.registry import cog_for
from cogs.shared.turns import coaching, playing
from cogs.shared.wording.endings import outcome


async def send_position_text(interaction: Interaction, cog: Presentation, match: Match) -> None:
    """The whole position in words, privately; players read what their seat may see. After the end with how it ended."""
    own = match.seat_of(interaction.user.id)
    words = cog.words.text(check_position(match).sight(own[0] if own else None))
    if played := cog.describe_last_turns(match):
        words = say(N_("{position}\n**Just played**\n{played}"), position=words, played=played)
    if match.status is Status.OVER:
        over = say(N_("**{outcome}**\nFinal position:"), outcome=outcome(match))
        words = f"{over}\n{words}"
    await reply(interaction, words)


async def current_turn(click: Click) -> tuple[Presentation, Match, State[Any]]:
    """The match of a click by the player to move, if they saw the current position."""
    match = await end_absence(click.bot, await click.match(), click.user)
    if match.position_version is not None and click.version < match.position_version:
        raise BoardHasMoved(seen=click.version, now=match.position_version)
    return cog_for(click.bot, match.game), match, check_turn(match, click.user)


def stays_current(handler: Handler) -> Handler:
    """Makes an outdated composer show the current position, as long as it is that person's turn."""

    @wraps(handler)
    async def handle(click: Click) -> None:
        try:
            await handler(click)
        except BoardHasMoved:
            match = await click.match()
            if not _is_private(click) or match.terms.private or not _is_to_move(match, click.user):
                raise
            words = say(N_("The position has changed. Here's your turn as it is now."))
            await composer.show_composer(cog_for(click.bot, match.game), click.interaction, match, intro=words)

    return handle


def _is_private(click: Click) -> bool:
    """Whether the click was on a private message, not on a public board."""
    message = click.interaction.message
    return message is not None and message.flags.ephemeral


def _is_to_move(match: Match, user: int) -> bool:
    to_move = match.to_move if match.mover is None and match.state is not None else None
    return to_move in match.seat_of(user)


async def _show(click: Click, payload: str, *more: int) -> None:
    """The composer after the choices in a custom id, and then `more` of the decision they end with.

    A choice after which only the turn's end is left plays the turn, as it said. Who plays without asking confirms
    nothing but what gives up something for good.
    """
    cog, match, state = await current_turn(click)
    try:
        *planned, steps = decode_plan(payload)
        numbers = (*planned, (*steps, *more))
        follow(cog, state, numbers, plans=cog.plans_turns)
    except ValueError:  # numbers from another release with other choices
        raise BoardHasMoved(seen=click.version, now=match.version) from None
    await _go_on(click, cog, match, state, numbers, is_first=not (payload or more))


async def _go_on(
    click: Click, cog: Presentation, match: Match, state: State[Any], numbers: Numbers, *, is_first: bool
) -> None:
    """Plays what these choices complete, if that needs no question; otherwise shows the composer after them."""
    plan = follow(cog, state, numbers, plans=cog.plans_turns)
    if cog.plans_turns and numbers[-1] and (closing := closing_move(cog, state, numbers)):
        moves = (*plan.moves, closing.notation)
        await playing.play(cog, click.interaction, match, *moves, seen_version=click.version, goes_on=True)
        return
    if numbers[-1] and await _needs_no_question(click, cog, plan):
        await playing.play(cog, click.interaction, match, *plan.moves, seen_version=click.version, goes_on=True)
        return
    coached = "" if not is_first else await coaching.advice(cog, match, click.user)
    await composer.show_composer(cog, click.interaction, match, numbers, coached)


async def _needs_no_question(click: Click, cog: Presentation, plan: Plan) -> bool:
    """Whether what was chosen is played without asking, as this person wants it."""
    chosen = plan.composition
    is_whole = chosen.move is not None or (plan.planned and not chosen.chosen)
    if not is_whole or (chosen.move is not None and cog.question(plan.state, chosen.move)):
        return False
    return not (await click.bot.matches.reminders.settings(click.user)).confirms


@action("move", "reply")
async def open_composer(click: Click) -> None:
    await _show(click, "")


@action("pick", "reply")
async def pick(click: Click) -> None:
    """The first choice, made on the board."""
    cog, match, state = await current_turn(click)
    chosen = number_in(click.value if click.values else click.payload)
    choices = picks(cog, state)
    if chosen >= len(choices):  # the button is from another release
        raise BoardHasMoved(seen=click.version, now=match.version)
    await _go_on(click, cog, match, state, (choices[chosen].numbers,), is_first=True)


@action("hand", "reply")
async def show_hand(click: Click) -> None:
    """Shows someone's hand, with the choice of a move if it is their turn, from any board."""
    match = await end_absence(click.bot, await click.match(), click.user)
    state = check_position(match)
    seats = check_player(match, click.user)
    cog = cog_for(click.bot, match.game)
    if match.status is Status.RUNNING and state.to_move in seats:
        coached = await coaching.advice(cog, match, click.user)
        await composer.show_composer(cog, click.interaction, match, intro=coached)
        return
    sheet = cog.hand(state.sight(seats[0]))
    position_in_words = say(N_("The match is over."))
    if match.status is Status.RUNNING and state.to_move is not None:
        colour = match.seats[state.to_move].colour
        position_in_words = say(
            N_("Your hand. It's {colour}'s turn, and I'll ping you when it's yours."), colour=colour
        )
    await reply(click.interaction, position_in_words, pictures=await cog.attachments([sheet], "hand"))


@action("step", "update")
@stays_current
async def step(click: Click) -> None:
    await _show(click, click.payload)


@action("choose", "update")
@stays_current
async def choose(click: Click) -> None:
    await _show(click, click.payload.partition("/")[0], number_in(click.value))


@action("back", "update")
@stays_current
async def go_back(click: Click) -> None:
    cog, match, state = await current_turn(click)
    try:
        numbers = back(cog, state, decode_plan(click.payload), plans=cog.plans_turns)
    except ValueError:  # as in _show
        raise BoardHasMoved(seen=click.version, now=match.version) from None
    is_first = follow(cog, state, numbers, plans=cog.plans_turns).at_start
    coached = "" if not is_first else await coaching.advice(cog, match, click.user)
    await composer.show_composer(cog, click.interaction, match, numbers, coached)


@action("confirm", "update")
@stays_current
async def confirm(click: Click) -> None:
    cog, match, state = await current_turn(click)
    texts = [state.notate(move) for move in state.legal()]
    chosen = next((text for text in texts if composer.move_key(text) == click.payload), None)
    if chosen is None:  # the button is from another release
        raise BoardHasMoved(seen=click.version, now=match.version)
    await playing.play(cog, click.interaction, match, chosen, seen_version=click.version, goes_on=True)


@action("confirm_plan", "update")
@stays_current
async def confirm_plan(click: Click) -> None:
    """Plays everything planned, and possibly a direct move after it."""
    cog, match, state = await current_turn(click)
    numbers, _, others = click.payload.partition(":")
    key, _, direct = others.partition(":")
    try:
        moves = follow(cog, state, decode_plan(numbers), plans=cog.plans_turns).moves
    except ValueError:  # as in _show
        moves = []
    if not moves or plan_key(moves) != key:  # the button is from another release
        raise BoardHasMoved(seen=click.version, now=match.version)
    moves += filter(None, [direct])
    await playing.play(cog, click.interaction, match, *moves, seen_version=click.version, goes_on=True)


async def _acknowledge(click: Click) -> None:
    """Acknowledges a click: on a private message by changing it, on a public board by a private reply."""
    if _is_private(click):
        await defer_update(click.interaction)
    else:
        await defer_reply(click.interaction)


@action("now", "none")
@stays_current
async def play_at_once(click: Click) -> None:
    """A move without a choice: Roll, End turn. If it has a question, that is asked first."""
    await _acknowledge(click)
    cog, match, state = await current_turn(click)
    chosen = _direct_move(click, cog, match, state)
    if not chosen.question:
        await playing.play(cog, click.interaction, match, click.payload, seen_version=click.version, goes_on=True)
        return
    await _ask(click.interaction, match, click.version, click.payload, chosen.label, chosen.question)


async def play_typed(cog: Presentation, interaction: Interaction, match: Match, text: str) -> None:
    """Plays a typed move. If it gives up something for good, asks first."""
    state, question, text = match.state, "", in_notation(text, cog.notation_words)
    if state is not None and _is_to_move(match, interaction.user.id):
        with suppress(IllegalMove):  # the error is reported when it is played
            move = state.parse(text)
            question, text = cog.question(state, move), state.notate(move)
    if not question:
        await playing.play(cog, interaction, match, text, seen_version=None)
        return
    label = next((one.label for one in cog.direct_moves(state) if one.notation == text), say(N_("Yes")))
    await _ask(interaction, match, match.version, text, label, question)


async def _ask(interaction: Interaction, match: Match, version: int, move: str, label: str, question: str) -> None:
    """Asks for confirmation before playing this move in the position of that version."""
    about = (match.id, version)
    buttons = [
        button(label, "confirm", composer.move_key(move), about=about, style="danger"),
        button(say(N_("Back")), "step", about=about),
    ]
    await reply(interaction, question, rows=[row(*buttons)], replace=True)


def _direct_move(click: Click, cog: Presentation, match: Match, state: State[Any]) -> DirectMove:
    """The move that was clicked on. Raises BoardHasMoved if the button is from another release."""
    for one in cog.direct_moves(state):
        if one.notation == click.payload:
            return one
    raise BoardHasMoved(seen=click.version, now=match.version)


@action("take_back", "none")
@stays_current
async def take_back(click: Click) -> None:
    await _acknowledge(click)
    cog, match, _ = await current_turn(click)
    await playing.take_back(cog, click.interaction, match, seen_version=click.version)


@action("in_words", "reply")
async def position_in_words(click: Click) -> None:
    match = await click.match()
    await send_position_text(click.interaction, cog_for(click.bot, match.game), match)
