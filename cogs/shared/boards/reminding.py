"""What a reminder of a turn says."""

import discord

from bot.match import Expiry, Match, Reminder
from bot.text import N_, say
from bot.text.terms import join_sentences
from cogs.shared.access.links import board_link
from cogs.shared.client.client import Client
from cogs.shared.wording.labels import game_title

HALF_TIME_OVER = N_("⏳ {person}, half of your time for your turn in {match} is gone. You have until {date} ({when}).")
NEARLY_OVER = N_("⏳ {person}, your time for your turn in {match} is almost up: it ends {when}.")
AFTERWARDS = {
    Expiry.COMPUTER: N_("After that a computer plays this turn for you."),
    Expiry.RESIGN: N_("After that your seat resigns."),
    Expiry.CLAIM: N_("After that the others can claim your seat."),
}
HOW_TO_CHANGE = N_("-# Change your reminders with `/match remind`.")


async def reminder_text(bot: Client, match: Match, reminder: Reminder) -> str:
    """The reminder's text. Everyone may read it: of private matches it names only the table."""
    number = reminder.host or match.id
    line = say(
        HALF_TIME_OVER if reminder.half else NEARLY_OVER,
        person=f"<@{reminder.user}>",
        match=say(N_("match {id} ({game})"), game=game_title(match), id=number),
        date=discord.utils.format_dt(reminder.deadline, "f"),
        when=discord.utils.format_dt(reminder.deadline, "R"),
    )
    parts = [line, say(AFTERWARDS[match.terms.on_expiry])]
    link = await board_link(bot, number)
    if link is not None:
        parts.append(say(N_("[Go to the board]({link})"), link=link))
    return join_sentences(parts) + "\n" + say(HOW_TO_CHANGE)
