"""A match at its own address, for everybody: the board, its replay, who played, and the seal of its luck."""

from collections.abc import Awaitable, Callable
from functools import partial
from html import escape
from typing import Any

from aiohttp import web
from cachetools import LRUCache

from bot.match import Match, NoSuchMatch
from bot.text import N_, language, say
from bot.words import UNKNOWN, Course
from cogs.shared.access.links import board_link
from cogs.shared.boards.board import board_content
from cogs.shared.client.client import Client
from cogs.shared.client.languages import in_public
from cogs.shared.presentation.courses import course_of
from cogs.shared.presentation.drawing import REQUESTED, draw_in_thread
from cogs.shared.presentation.presentation import Sheet
from cogs.shared.presentation.registry import cog_for
from cogs.shared.records.replays import step_text
from cogs.shared.tables.seal import is_sealed
from cogs.shared.web.answers import PAGE_WORDS, document, drawn, image, number_in, step_sheet
from cogs.shared.web.cards import card_of, named, unmarked
from cogs.shared.web.limits import RequestLimits
from cogs.shared.web.sharing import ADDRESS, shown_match
from cogs.shared.wording.labels import game_title
from images.canvas.canvas import Encoded, encode
from images.canvas.palette import chosen_theme
from images.people import match_card

Show = Callable[[web.Request, Match], Awaitable[web.StreamResponse]]

GONE = N_("There's no match here, or it isn't shown any more.")

CARDS = 50  # pictures for links that are kept
PATH = f"/m/{{address:{ADDRESS}}}"

WORDS = {key: PAGE_WORDS[key] for key in ("replay", "backward", "forward", "in_words")} | {
    "continue": N_("Continue from here on Discord"),
    "sealed": N_("The luck is sealed"),
    "still_sealed": N_("The seed is published when the match is over."),
    "fits": N_("✅ Your browser has computed the SHA-256 of the published seed: it's the one that was announced."),
    "differs": N_("❌ The published seed has another SHA-256 than the one that was announced."),
}

ABOUT = """<title>{title}</title>
<meta property="og:type" content="website">
<meta property="og:title" content="{title}">
<meta property="og:description" content="{description}">
<meta property="og:image" content="{url}/card.jpg">
<meta property="og:image:width" content="1200">
<meta property="og:image:height" content="630">
<meta name="twitter:card" content="summary_large_image">"""
"""What readers of links show of a match."""


class Public:
    """What one bot shows to everybody. `url` is the page's own address."""

    def __init__(self, bot: Client, limits: RequestLimits, page: str, url: Callable[[], str]) -> None:
        self._bot, self._limits, self._page, self._url = bot, limits, page, url
        self._cards: LRUCache[tuple[Any, ...], Encoded] = LRUCache(CARDS)

    def add_to(self, router: web.UrlDispatcher) -> None:
        for path, show in (
            (PATH, self._html),
            (f"{PATH}/api", self._match),
            (f"{PATH}/card.jpg", self._card),
            (f"{PATH}/picture", self._picture),
            (PATH + r"/replay/{step:\d{1,6}}", self._step),
            (PATH + r"/replay/{step:\d{1,6}}/picture", self._step_picture),
        ):
            router.add_get(path, partial(self._shown, show))

    async def _shown(self, show: Show, request: web.Request) -> web.StreamResponse:
        """Shows a match to somebody who isn't known. Whether it may be shown is asked each time."""
        self._limits.look(request)
        try:
            match = await shown_match(self._bot, request.match_info["address"])
        except NoSuchMatch:
            if show == self._html:  # it says so
                return web.Response(status=404, text=self._page, content_type="text/html")
            return web.json_response({"error": say(GONE)}, status=404)
        async with in_public(self._bot, match.place.guild_id):
            return await show(request, match)

    async def _html(self, request: web.Request, match: Match) -> web.Response:
        words = board_content(cog_for(self._bot, match.game), match)
        title = f"{game_title(match)} · Crux"
        said = await named(self._bot, match, words.title)
        url = f"{self._url()}/m/{request.match_info['address']}"
        about = ABOUT.format(title=escape(title), description=escape(unmarked(said)), url=escape(url))
        text = self._page.replace("<title>Crux</title>", about).replace('lang="en"', f'lang="{language()}"')
        return web.Response(text=text, content_type="text/html")

    async def _match(self, request: web.Request, match: Match) -> web.Response:
        cog = cog_for(self._bot, match.game)
        words = board_content(cog, match)
        can_replay = await self._bot.matches.records.can_replay(match.id)
        return document(
            {
                "version": match.version,
                "game_title": game_title(match),
                "title": await named(self._bot, match, words.title),
                "happened": await named(self._bot, match, words.happened),
                "seats": await named(self._bot, match, words.seats),
                "colour": f"#{words.colour:06x}",
                "status": str(match.status),
                "alt": self._sheet(match).alt,
                "replay": can_replay,
                "words": {key: say(sentence) for key, sentence in WORDS.items()},
                "discord": await board_link(self._bot, match.id) or "",
                "seal": {"commitment": match.commitment, "seed": match.seed} if is_sealed(match) else None,
            }
        )

    def _sheet(self, match: Match, course: Course = UNKNOWN) -> Sheet:
        """The board as those see it who have no seat; `course` is how a match that has ended went."""
        cog, state = cog_for(self._bot, match.game), match.state
        if state is None:
            raise web.HTTPNotFound
        return cog.board_sheet(state.sight(None), cog.marks(match, course))

    async def _picture(self, request: web.Request, match: Match) -> web.Response:
        course = await course_of(cog_for(self._bot, match.game), match)
        return image(await drawn(self._sheet(match, course)), "no-store")

    async def _card(self, request: web.Request, match: Match) -> web.Response:
        key = match.id, match.version, language(), chosen_theme()
        if (card := self._cards.get(key)) is None:
            cog = cog_for(self._bot, match.game)
            course = await course_of(cog, match)
            words, marks = await card_of(self._bot, match, course), cog.marks(match, course)
            if match.state is None:
                raise web.HTTPNotFound
            sight = match.state.sight(None)

            def draw() -> Encoded:
                return encode(match_card.draw(cog.pictures.paint(sight, marks), words), quickly=True)

            card = self._cards[key] = await draw_in_thread(draw, REQUESTED)
        return image(card, "no-store")

    async def _step(self, request: web.Request, match: Match) -> web.Response:
        replay = await self._bot.matches.records.replay(match.id)
        step = min(number_in(request, "step"), replay.last)
        words = step_text(cog_for(self._bot, match.game), replay.excerpt_at(step), step)
        sheet = step_sheet(self._bot, replay, step)
        return document(
            {"step": step, "last": replay.last, "words": await named(self._bot, match, words), "alt": sheet.alt}
        )

    async def _step_picture(self, request: web.Request, match: Match) -> web.Response:
        replay = await self._bot.matches.records.replay(match.id)
        sheet = step_sheet(self._bot, replay, min(number_in(request, "step"), replay.last))
        return image(await drawn(sheet), "no-store")
