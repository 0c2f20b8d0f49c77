"""A small Discord on this machine, to play on in a browser without an account and to test the bot against.

The bot connects to it with the real discord.py over real sockets: point `discord.http.Route.BASE`,
`discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY` and `discord.asset.Asset.BASE` at `endpoints(url)`. People use the
web page at `url`.
"""

from bot.playground.server import Endpoints, Playground, endpoints, serve
from bot.playground.storage import PlaygroundUnusable

__all__ = ["Endpoints", "Playground", "PlaygroundUnusable", "endpoints", "serve"]
