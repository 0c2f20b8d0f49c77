"""The daily: today's deal, playing it, and the scores of the week and the month."""

from datetime import date, timedelta
from typing import Any

import discord
from discord import app_commands, ui

from bot.daily import closes_at
from bot.daily.values import Daily
from bot.match import DailyIsOver, Status
from bot.text import N_, NP_, say, say_plural
from bot.text.terms import capitalise
from cogs.shared.boards.solo import show_private
from cogs.shared.choosing.match_lookup import place_of
from cogs.shared.client.client import Client
from cogs.shared.client.languages import in_public
from cogs.shared.client.refusals import ScreenRefusal
from cogs.shared.client.sent_before import own_messages, told
from cogs.shared.interactions.clicks import Button, Click, OutdatedButton, action, button, on_click, row
from cogs.shared.interactions.replies import Interaction, reply
from cogs.shared.interactions.slash import everywhere, group_of, slash
from cogs.shared.presentation.presentation import Presentation
from cogs.shared.presentation.registry import cog_for
from cogs.shared.puzzles.puzzles import day_button
from cogs.shared.wording.labels import join_list, ordinal, points
from cogs.shared.wording.times import day_of

LISTED = 10  # people in a table
WEEK, MONTH = timedelta(days=7), timedelta(days=30)


def daily_group() -> app_commands.Group:
    async def play(interaction: Interaction) -> None:
        await show_daily(interaction)

    commands = (
        slash("play", N_("Play today's deal: the same cards for everyone, one try"), play),
        slash("table", N_("Show this server's best in the daily"), show_points),
        slash("about", N_("Show how the luck of the daily is sealed, with published seeds"), show_about),
    )
    return everywhere(group_of("daily", N_("One deal a day, the same for everyone"), commands))


@on_click("daily")
async def show_daily(interaction: Interaction, note: str = "") -> None:
    """Today's daily for this person: the deal, their running try, or their result, below a `note`."""
    dailies = interaction.client.matches.dailies
    daily = await dailies.get(dailies.today)
    cog = cog_for(interaction.client, daily.game)
    own = await dailies.match_of(interaction.user.id, daily.day)
    if own is not None and own.status in (Status.OVER, Status.RUNNING):
        await show_private(cog, interaction, own, note)
        return
    buttons = [play_button(daily.day), day_button(daily.day)]
    buttons.append(button(say(N_("How the luck is sealed")), "daily_about"))
    yesterday = daily.day - timedelta(days=1)
    unfinished = await dailies.match_of(interaction.user.id, yesterday)
    if unfinished is not None and unfinished.status is Status.RUNNING and not (await dailies.get(yesterday)).over:
        buttons.append(button(say(N_("Finish yesterday's")), "daily_play", yesterday.isoformat()))
    words = N_(
        "### {game}: the daily of {day}\n{terms}. Everyone gets the same cards, and you have one try.\n"
        "You can begin it until {hour}, and finish it up to an hour later."
    )
    text = say(
        words,
        game=cog.game.title,
        day=day_of(daily.day),
        terms=capitalise(_terms(cog, daily)),
        hour=discord.utils.format_dt(closes_at(daily.day) - timedelta(hours=1), "t"),
    )
    await reply(interaction, "\n".join(filter(None, (note, text))), rows=[row(*buttons)])


def play_button(day: date) -> Button:
    """A button that plays the daily of this day, for anyone."""
    return button(say(N_("Play today's")), "daily_play", day.isoformat(), style="primary")


def daily_button() -> Button:
    return button(say(N_("Daily challenge")), "daily")


def _terms(cog: Presentation, daily: Daily) -> str:
    """The options of a deal; if all are the defaults, those that change from day to day."""
    words = cog.options_in_words(daily.options)
    return join_list(words) if words else say(N_("The usual options"))


async def show_points(interaction: Interaction) -> None:
    """Who has earned most here, in a week and in a month. Raises ScreenRefusal in direct messages."""
    if interaction.guild_id is None:
        raise ScreenRefusal("Each server has its own table. Use `/daily table` on a server.")
    dailies = interaction.client.matches.dailies
    lines = [say(N_("### The daily on this server"))]
    for title, length in ((N_("**The last 7 days**"), WEEK), (N_("**The last 30 days**"), MONTH)):
        first = dailies.today - length + timedelta(days=1)
        earned = await dailies.points(interaction.guild_id, first, dailies.today)
        if earned:
            lines.append(say(title))
        for one in earned[:LISTED]:
            place = 1 + sum(other.points > one.points for other in earned)
            person = {"place": ordinal(place), "person": one.user, "points": points(one.points)}
            words = NP_(
                "{place} <@{person}> · {points} in {number} day", "{place} <@{person}> · {points} in {number} days"
            )
            lines.append(say_plural(*words, one.days, **person))
    if len(lines) == 1:
        lines.append(say(N_("Nobody has finished one in the last 30 days. Play with `/daily play`.")))
    lines.append(
        say(N_("-# A day is worth up to 100 points: the percentage of all its players who scored no more than you."))
    )
    await reply(interaction, "\n".join(lines))


@on_click("daily_about")
async def show_about(interaction: Interaction) -> None:
    """What was published about the seeds."""
    lines = [say(N_("### How the luck of the daily is sealed"))]
    words = N_(
        "The deals from {first} to {last} were fixed before the first of them. Each day's seed is the SHA-256 of the "
        "next day's, and this is the SHA-256 of the first:\n`{anchor}`"
    )
    for chain in await interaction.client.matches.dailies.seeds.list_published():
        lines.append(say(words, first=day_of(chain.first_day), last=day_of(chain.last_day), anchor=chain.anchor))
        if chain.newest is not None:
            day, seed = chain.newest
            lines.append(say(N_("The seed of {day} is published:\n`{seed}`"), day=day_of(day), seed=seed))
    lines.append(say(N_("-# A seed is published an hour after its day is over, at 01:00 UTC.")))
    await reply(interaction, "\n".join(lines))


async def announce(bot: Client, guild_id: int, channel_id: int) -> None:
    """Post today's deal, and who did best yesterday, unless it's there already. Raises discord.HTTPException."""
    dailies = bot.matches.dailies
    daily = await dailies.get(dailies.today)
    cog, yesterday = cog_for(bot, daily.game), daily.day - timedelta(days=1)
    best = await dailies.points(guild_id, yesterday, yesterday)
    is_over = (await dailies.get(yesterday)).over  # until 01:00 someone may still do better
    view = ui.LayoutView(timeout=None)
    async with in_public(bot, guild_id):
        words = N_("### The daily of {day}\n{game}: {terms}. Everyone gets the same cards, and you have one try.")
        lines = [say(words, day=day_of(daily.day), game=cog.game.title, terms=_terms(cog, daily))]
        if best and is_over:
            names = join_list([f"<@{one.user}>" for one in best if one.points == best[0].points][:LISTED])
            lines.append(say(N_("-# Best on this server yesterday: {people}"), people=names))
        view.add_item(ui.TextDisplay("\n".join(lines)))
        view.add_item(row(play_button(daily.day)))
    if await _is_announced(bot, channel_id, lines[0], view):
        return
    target = bot.get_partial_messageable(channel_id, guild_id=guild_id)
    nonce = f"d{daily.day:%j}.{guild_id}"
    await target.send(view=view, nonce=nonce, allowed_mentions=discord.AllowedMentions.none())


async def _is_announced(bot: Client, channel_id: int, heading: str, view: ui.LayoutView) -> bool:
    """Whether the channel has this announcement. Who did best yesterday may have become known since."""
    spelt: Any = view
    (begins,), buttons = told(heading)[0], told(spelt.to_components())[1]
    for one in await own_messages(bot, channel_id):
        texts, there = told(one.get("components", []))
        if there == buttons and any(text.startswith(begins) for text in texts):
            return True
    return False


@action("daily_play", "reply")
async def play(click: Click) -> None:
    """Begins this person's one try, or shows its result; on the button of a day that's over, offers today's."""
    dailies, day = click.bot.matches.dailies, _day_in(click.payload)
    place = place_of(click.interaction)
    try:
        match = await dailies.begin(click.user, day, place=place, interaction=click.interaction.id)
    except DailyIsOver:
        await show_daily(click.interaction, say(N_("The daily of {day} is over. Here's today's."), day=day_of(day)))
        return
    await show_private(cog_for(click.bot, match.game), click.interaction, match)


@action("daily_practise", "reply")
async def practise(click: Click) -> None:
    """Deals the cards of a daily again, as practice."""
    dailies, day = click.bot.matches.dailies, _day_in(click.payload)
    match = await dailies.practise(click.user, day, place=place_of(click.interaction), interaction=click.interaction.id)
    await show_private(
        cog_for(click.bot, match.game), click.interaction, match, say(N_("Practice: this doesn't count."))
    )


def _day_in(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise OutdatedButton from None
