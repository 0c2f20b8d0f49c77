"""What somebody got better at, only for them: their choices by month and game, and what they miss most."""

from babel.dates import format_skeleton

from bot.match.parts.progress import GameProgress, ProgressMonth
from bot.rules import GAMES
from bot.text import N_, babel_locale, can_say, language, say, say_plural, term
from bot.text.terms import join_sentences
from cogs.shared.interactions.clicks import Button, Click, action, button
from cogs.shared.interactions.replies import reply

MONTHS, MOST_MISSED = 6, 3  # of each game


def progress_button() -> Button:
    """A button that shows one's own progress."""
    return button(say(N_("What I got better at")), "profile_progress")


@action("profile_progress", "reply")
async def show_progress(click: Click) -> None:
    games = [one for one in await click.bot.matches.progress.of_person(click.user) if one.game in GAMES]
    lines = [say(N_("### What you got better at"))]
    if not games:
        lines.append(say(N_("Nothing to compare yet. **Review** under a finished match counts your choices in it.")))
    for game in games:
        lines += progress_lines(game)
    if games:
        lines.append(say(N_("-# Counted in the matches that somebody has reviewed. Only you see this.")))
    await reply(click.interaction, "\n".join(lines))


def progress_lines(game: GameProgress) -> list[str]:
    lines = [f"**{term(GAMES[game.game].title)}**"]
    months = game.months[:MONTHS]
    for month, before in zip(months, (*game.months[1:], None), strict=False):
        lines.append(_month_line(month, before))
    missed = [one for one in game.missed if can_say(one.sentence)]
    if missed:
        lines.append(say(N_("What you missed most:")))
    for one in missed[:MOST_MISSED]:
        times = say_plural("{number} time", "{number} times", one.times)
        lines.append(say(N_("- {does} · {times}"), does=say(one.sentence, **one.values), times=times))
    return lines


def _month_line(month: ProgressMonth, before: ProgressMonth | None) -> str:
    """The share of good choices, and how that has changed since the month before in which there were some."""
    name = format_skeleton("yMMMM", month.month, locale=babel_locale(language()))
    words = say_plural(
        "- {month}: **{percent}%** of {number} choice as good as a strong computer's",
        "- {month}: **{percent}%** of {number} choices as good as a strong computer's",
        month.choices,
        month=name,
        percent=month.percent,
    )
    if before is None or before.percent == month.percent:
        return words
    change = f"{month.percent - before.percent:+d}".replace("-", "−")
    return join_sentences([words, f"({change})"])
