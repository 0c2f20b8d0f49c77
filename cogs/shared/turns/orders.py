"""**Plan ahead**: what somebody has ordered in a match, for their own eyes."""

from collections.abc import Iterator
from typing import Any

import discord
from discord import ui

from bot.match import Host, Match, NotRunning, Status
from bot.match.parts.orders import OwnOrders
from bot.match.reading.foresight import foresee
from bot.match.values.order_errors import NoOrdersHere
from bot.match.values.orders import LINE, OrderedLine
from bot.rules import IllegalMove
from bot.rules.chance import ScriptError
from bot.text import N_, say
from bot.text.own_words import OwnWords
from cogs.shared.client.clipping import OPTION, clip
from cogs.shared.interactions.clicks import (
    IN_A_ROW,
    Click,
    OutdatedButton,
    action,
    button,
    number_in,
    on_match_click,
    row,
    select,
)
from cogs.shared.interactions.replies import Interaction, reply
from cogs.shared.presentation.presentation import Presentation
from cogs.shared.presentation.registry import cog_for
from cogs.shared.turns.order_words import moves_in_words, news_line, order_name
from cogs.shared.wording.labels import game_title

LINE_LIMIT = 300  # characters
NEWS = 3  # of what became of orders


def can_order(match: Match, user: int) -> bool:
    """Whether somebody can order anything in a match: one that others wait for, and in which they play."""
    running = match.status is Status.RUNNING and match.state is not None
    return running and not match.terms.private and not isinstance(match, Host) and bool(match.seat_of(user))


async def show_orders(interaction: Interaction, match: Match, own: OwnOrders, intro: str = "") -> None:
    """The orders as a private message, with what can be changed about them."""
    cog = cog_for(interaction.client, match.game)
    title = say(N_("### Plan ahead · {game} · match {id}"), game=game_title(match), id=match.id)
    lines = [title, intro, *_words(cog, match, interaction.user.id, own)]
    await reply(interaction, "\n".join(filter(None, lines)), rows=_rows(cog, match, own), replace=True)
    await interaction.client.matches.orders.take_news(match.id, interaction.user.id)


def _words(cog: Presentation, match: Match, user: int, own: OwnOrders) -> Iterator[str]:
    if own.forbidden:
        yield say(N_("This league doesn't allow standing orders in rated matches."))
    elif can_order(match, user):
        yield say(
            N_(
                "Moves you order are played 20 to 90 seconds after they can be, as if you had clicked. Nobody else "
                "sees your orders."
            )
        )
        if match.to_move in match.seat_of(user) and not cog.game.hidden:
            yield say(N_("It's your turn: play first. While others are to move, you can plan answers to their moves."))
        if own.possible:
            yield say(N_("Below you can switch on what Crux plays for you because it needs no thought."))
    if own.waits is not None:
        words = N_("⏳ About to be played: {moves}")
        if own.waits.order != LINE:
            words = N_("⏳ About to be played, as you've ordered: {moves}")
        yield say(words, moves=moves_in_words(own.waits.moves))
    for number, line in enumerate(own.lines, 1):
        yield f"{number}. {line_in_words(match, user, line)}"
    for news in own.news[-NEWS:]:
        yield news_line(cog, news)


def _rows(cog: Presentation, match: Match, own: OwnOrders) -> list[ui.ActionRow[Any]]:
    about = (match.id, match.version)
    if own.forbidden or match.status is not Status.RUNNING:
        return []
    rows = []
    first = []
    if own.can_plan:
        first.append(button(say(N_("If …, then …")), "plan_line", about=about, style="primary"))
    if own.lines:
        first.append(button(say(N_("Remove all lines")), "order_drop", "all", about=about))
    if own.lines or own.automatic or own.waits is not None:  # these may have been played meanwhile
        first.append(button(say(N_("Refresh")), "orders", about=about))
    if first:
        rows.append(row(*first))
    if len(own.lines) > 1:
        options = [
            discord.SelectOption(label=clip(f"{number}. {' → '.join(line)}", OPTION), value=str(number))
            for number, line in enumerate(own.lines, 1)
        ]
        rows.append(row(select(say(N_("Remove a line")), options, "order_drop", "one", about=about)))
    switches = [
        button(
            say(N_("✓ {order}"), order=order_name(cog, order)) if order in own.automatic else order_name(cog, order),
            "order_switch",
            f"{order}:{'off' if order in own.automatic else 'on'}",
            about=about,
            style="success" if order in own.automatic else "secondary",
        )
        for order in own.possible
    ]
    if own.automatic != own.everywhere:
        switches.append(button(say(N_("Same in all my matches")), "orders_everywhere", about=about))
    rows += [row(*switches[start : start + IN_A_ROW]) for start in range(0, len(switches), IN_A_ROW)]
    return rows


def line_in_words(match: Match, user: int, line: OrderedLine) -> str:
    """A line from the position of the match on, with the person's own moves in bold."""
    state, seats, words = match.state, match.seat_of(user), list[str]()
    for text in line:
        mine = state is not None and state.to_move in seats
        words.append(f"**{OwnWords(text)}**" if mine else f"{OwnWords(text)}")
        if state is not None:
            try:
                state = foresee(match.terms, state, state.parse(text))
            except (IllegalMove, ScriptError):  # luck decides, or the line is from another position
                state = None
    return clip(" → ".join(words), LINE_LIMIT)


@on_match_click("orders")
@on_match_click("plan_leave")
async def send_orders(interaction: Interaction, match: Match) -> None:
    """The orders in a match, as the answer to a command. Raises NotRunning, NoOrdersHere, NotInThisMatch."""
    if match.status is Status.OPEN:
        raise NotRunning
    if match.terms.private or isinstance(match, Host):
        raise NoOrdersHere
    await show_orders(interaction, match, await interaction.client.matches.orders.of(match.id, interaction.user.id))


@action("order_switch", "update")
async def switch_order(click: Click) -> None:
    match = await click.match()
    order, _, on = click.payload.partition(":")
    if on not in ("on", "off"):
        raise OutdatedButton
    own = await click.bot.matches.orders.switch(match.id, click.user, order, on=on == "on")
    await show_orders(click.interaction, match, own)


@action("orders_everywhere", "update")
async def order_everywhere(click: Click) -> None:
    match = await click.match()
    own = await click.bot.matches.orders.use_everywhere(match.id, click.user)
    await show_orders(click.interaction, match, own, say(N_("This now applies to all your matches of this game.")))


@action("order_drop", "update")
async def drop_lines(click: Click) -> None:
    match = await click.match()
    matches = click.bot.matches.orders
    line: OrderedLine | None = None
    if click.payload == "one":
        number, known = number_in(click.value), (await matches.of(match.id, click.user)).lines
        if not 0 < number <= len(known):
            raise OutdatedButton
        line = known[number - 1]
    elif click.payload != "all":
        raise OutdatedButton
    await show_orders(click.interaction, match, await matches.drop(match.id, click.user, line))
