"""**Open the board** on Discord: the board as an Activity, or a private link to the page."""

from datetime import UTC, datetime

import discord
from discord import ui

from bot.match.parts.browsers import LINK_LASTS
from bot.text import N_, say
from cogs.shared.client.refusals import ScreenRefusal
from cogs.shared.interactions.clicks import Click, action
from cogs.shared.interactions.replies import defer_reply, reply
from cogs.shared.web.launching import launch


@action("open_board", "none")
async def open_board(click: Click) -> None:
    """Opens the match as an Activity, or gives this person a link that opens it in a browser, once."""
    if not click.bot.has_activity:
        await defer_reply(click.interaction)
    match = await click.match()
    if click.bot.has_activity:
        if await launch(click.interaction, match.id):
            return
        await defer_reply(click.interaction)
    url = click.bot.web_url
    if url is None:
        raise ScreenRefusal("Boards can't be opened in a browser any more. Play with the buttons below the board.")
    token = await click.bot.matches.browsers.link(click.user, match.id)
    when = discord.utils.format_dt(datetime.now(UTC) + LINK_LASTS, "R")
    words = N_("### Your board in the browser\nThe link is yours alone. It works once, and expires {when}.")
    # The token is behind #, so that it reaches neither a server's log nor another website.
    link: ui.Button[ui.LayoutView] = ui.Button(label=say(N_("Open the board")), url=f"{url}/enter#{token}")
    await reply(click.interaction, say(words, when=when), rows=[ui.ActionRow(link)])
