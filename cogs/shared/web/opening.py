"""**Open the board** on Discord: a private link to the page."""

from datetime import UTC, datetime

import discord
from discord import ui

from bot.match.parts.browsers import LINK_LASTS
from bot.text import N_, say
from cogs.shared.interactions.clicks import Click, action
from cogs.shared.interactions.refusals import ScreenRefusal
from cogs.shared.interactions.replies import reply


@action("open_board", "reply")
async def open_board(click: Click) -> None:
    """Gives this person a link that opens the match in a browser, once."""
    match = await click.match()
    url = click.bot.web_url
    if url is None:
        raise ScreenRefusal("Boards can't be opened in a browser any more. Play with the buttons below the board.")
    token = await click.bot.matches.browsers.link(click.user, match.id)
    until = discord.utils.format_dt(datetime.now(UTC) + LINK_LASTS, "R")
    words = N_("### Your board in the browser\nThe link is yours alone. It works once, and expires {until}.")
    # The token is behind #, so that it reaches neither a server's log nor another website.
    link: ui.Button[ui.LayoutView] = ui.Button(label=say(N_("Open the board")), url=f"{url}/enter#{token}")
    await reply(click.interaction, say(words, until=until), rows=[ui.ActionRow(link)])
