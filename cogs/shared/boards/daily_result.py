"""A player's result in a daily: the private message after the end, and the lines to share."""

import discord

from bot.daily.values import DailyResult
from bot.match import DailyMatch
from bot.match.parts.daily_shares import Shared
from bot.text import N_, NP_, group_digits, say, say_error, say_plural
from cogs.shared.access.links import message_link
from cogs.shared.choosing.match_lookup import place_of
from cogs.shared.client.languages import in_public
from cogs.shared.client.refusals import ScreenRefusal
from cogs.shared.interactions.clicks import Click, action, button, row
from cogs.shared.interactions.replies import Interaction, follow_in_public, reply
from cogs.shared.presentation.courses import course_of
from cogs.shared.presentation.drawing import REQUESTED, as_file, draw_in_thread
from cogs.shared.presentation.presentation import Presentation, Sheet
from cogs.shared.presentation.registry import cog_for
from cogs.shared.wording.labels import NAMES, ordinal, points, title_of
from cogs.shared.wording.times import day_of
from images.canvas.canvas import encode
from images.people import distribution
from images.people.distribution import DistributionChart

SIGNS = "⬛🔺🔷🟢⭐"
"""For nothing, and for up to a quarter, half, three quarters and all of the most that one decision earned.

They differ in shape, for people who don't tell these colours apart.
"""

SIGNS_IN_A_LINE = 10
FIRST = N_("You're the first to finish today.")
NOT_YOURS = N_("You can only share your own result.")


async def show_daily_result(cog: Presentation, interaction: Interaction, match: DailyMatch, intro: str) -> None:
    """The result of a finished daily, or of practice."""
    dailies = interaction.client.matches.dailies
    result = await dailies.result(match.id, guild_id=interaction.guild_id)
    lines = [intro, *await describe_daily_end(cog, interaction.user.id, match, result)]
    sheets, buttons = [], []
    if match.state is not None:
        course = await course_of(cog, match, player=interaction.user.id)
        sheets.append(cog.end_sheet(match, course=course))
        buttons.append(button(say(N_("In words")), "in_words", about=(match.id, match.version)))
    if result is not None:
        chart = result_chart(cog, match, result, (await dailies.get(match.day)).benchmark)
        sheets.append(Sheet(lambda: distribution.draw(chart), distribution.alt(chart)))
        buttons.insert(0, button(say(N_("Share")), "daily_share", about=(match.id, match.version), style="primary"))
    if match.day == dailies.today:
        buttons.append(button(say(N_("Practise")), "daily_practise", match.day.isoformat()))
        buttons.append(button(say(N_("Puzzle of the day")), "puzzle_day", match.day.isoformat()))
    pictures = await cog.attachments(sheets, "end")
    text = "\n".join(filter(None, lines))
    await reply(interaction, text, pictures=pictures, rows=[row(*buttons)] if buttons else [], replace=True)


async def describe_daily_end(cog: Presentation, user: int, match: DailyMatch, result: DailyResult | None) -> list[str]:
    """How a daily or practice ended, and if it counts, how good that was."""
    is_try = await cog.bot.matches.dailies.is_try(user, match)
    lines = _headline(match, is_try=is_try)
    if is_try and result is None and match.ending is not None and match.ending.kind == "played":
        lines.append(say(N_("You finished after 01:00 UTC, so it doesn't count.")))
    if result is not None:
        lines += await _standing(cog, user, match, result)
    return lines


def _headline(match: DailyMatch, *, is_try: bool) -> list[str]:
    ending = match.ending
    if ending is None:
        return [say_error(match.frozen_because)] if match.frozen_because else []
    if ending.kind != "played" or ending.scores is None:
        return [say(N_("### You gave up the daily") if is_try else N_("### You stopped practising"))]
    words = N_("### Daily of {day}: {points}") if is_try else N_("### Practice, daily of {day}: {points}")
    return [say(words, day=day_of(match.day), points=points(ending.scores[0]))]


async def _standing(cog: Presentation, user: int, match: DailyMatch, result: DailyResult) -> list[str]:
    """Places, the hard computer's score, and the streak."""
    dailies = cog.bot.matches.dailies
    everywhere = N_("**{place}** of {players} everywhere, better than {percentile}% of the others")
    if result.percentile == 0:
        everywhere = N_("**{place}** of {players} everywhere")
    if len(result.scores) == 1:
        everywhere = FIRST
    lines = [say(everywhere, place=ordinal(result.place), players=len(result.scores), percentile=result.percentile)]
    if result.here is not None:
        place, players = result.here
        lines.append(say(N_("**{place}** of {players} on this server"), place=ordinal(place), players=players))
    benchmark = (await dailies.get(match.day)).benchmark
    if benchmark is not None:
        lines.append(say(N_("The hard computer scored {points}."), points=points(benchmark)))
    streak = await dailies.streak(user)
    if streak.days > 1:
        lines.append(say_plural("🔥 {number} day in a row", "🔥 {number} days in a row", streak.days))
    if streak.forgiven is not None:
        words = N_("-# You missed {day}. One missed day a fortnight is forgiven.")
        lines.append(say(words, day=day_of(streak.forgiven)))
    return lines


def result_chart(
    cog: Presentation, match: DailyMatch, result: DailyResult, benchmark: int | None = None, person: str = ""
) -> DistributionChart:
    """The scores of a day; `person` is who has played, in a picture for others."""
    players = len(result.scores)
    words = NP_("{day} · {players} player", "{day} · {players} players")
    remark = say_plural(*words, players, day=match.day, players=group_digits(players))
    standing = say(N_("Better than {percentile}% of the others."), percentile=result.percentile)
    if result.percentile == 0:
        standing = say(FIRST) if players == 1 and not person else ""
    title = say(N_("{game}: the daily"), game=title_of(match.game))
    return DistributionChart(title, cog.sign, remark, standing, result.scores, result.score, benchmark, person)


def signs(gains: list[int]) -> str:
    """What each decision earned, as lines of signs that reveal nothing about the moves."""
    most = max(gains, default=0)
    quarters = [0 if gain <= 0 else -(-4 * gain // most) for gain in gains]
    signs = "".join(SIGNS[quarter] for quarter in quarters)
    return "\n".join(signs[start : start + SIGNS_IN_A_LINE] for start in range(0, len(signs), SIGNS_IN_A_LINE))


@action("daily_share", "update")
async def share(click: Click) -> None:
    """Posts the player's own result for everyone with a picture, without revealing the deal."""
    match = await click.match()
    dailies = click.bot.matches.dailies
    result = await dailies.result(match.id)
    if not isinstance(match, DailyMatch) or result is None or not match.seat_of(click.user):
        raise ScreenRefusal(NOT_YOURS)
    cog = cog_for(click.bot, match.game)
    words = N_("**{game} daily, {day}** · {person}\n{signs}\n{points}, {place} of {players}")
    gains, benchmark = await dailies.gains(match.id), (await dailies.get(match.day)).benchmark
    person = NAMES.learn(click.interaction.guild_id, click.interaction.user)
    async with in_public(click.bot, click.interaction.guild_id):
        text = say(
            words,
            game=cog.game.title,
            day=day_of(match.day),
            person=click.interaction.user.mention,
            signs=signs(gains),
            points=points(result.score),
            place=ordinal(result.place),
            players=len(result.scores),
        )
        chart = result_chart(cog, match, result, benchmark, person)
        picture, alt = (
            await draw_in_thread(lambda: encode(distribution.draw(chart)), REQUESTED),
            distribution.alt(chart),
        )
    shared = await dailies.shares.begin(match.id, place_of(click.interaction))
    if shared is not None:
        await reply(click.interaction, _link_in_words(shared))
        return
    try:

        async def send() -> discord.WebhookMessage:
            file, nobody = as_file(picture, "daily"), discord.AllowedMentions.none()
            file.description = alt
            return await click.interaction.followup.send(text, file=file, allowed_mentions=nobody, wait=True)

        posted = await follow_in_public(click.interaction, send)
    except BaseException:
        await dailies.shares.note_failed(match.id)
        raise
    await dailies.shares.note_posted(match.id, posted)


def _link_in_words(shared: Shared) -> str:
    if shared.message_id is None:
        return say(N_("It's being posted right now."))
    link = message_link(shared.guild_id, shared.channel_id, shared.message_id)
    return say(N_("You've already shared it: {link}"), link=link)
