"""What the page asks: documents and pictures for one visitor."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from aiohttp import web
from cachetools import LRUCache

from bot.match import Match
from bot.text import N_, language, say
from bot.words import Course
from cogs.shared.client.client import Client
from cogs.shared.presentation.courses import course_of
from cogs.shared.presentation.drawing import FILMS, HURRY, REQUESTED, draw_in_thread, has_backlog
from cogs.shared.presentation.presentation import Presentation, Sheet
from cogs.shared.presentation.registry import cog_for
from cogs.shared.records.continuing import try_out_buttons
from cogs.shared.records.replays import step_marks, step_text
from cogs.shared.turns.coaching import advice
from cogs.shared.web.actions import is_turn_of
from cogs.shared.web.choices import board_sheets, choosing
from cogs.shared.web.documents import (
    chosen_document,
    list_document,
    match_document,
    name_of,
    words_of,
)
from cogs.shared.web.visitors import BadRequest, Visitor
from cogs.shared.wording.plain_words import without_ids
from images.canvas.canvas import Encoded, encode
from images.canvas.palette import chosen_theme, legible
from images.canvas.signs import sign_sprite

LONGEST_PLAN = 200  # characters
PICTURES = 100
"""How many pictures of positions are cached, for players and spectators who look at the same match."""

SIGN = 192
"""Pixels of a game's sign, for lists."""

PAGE_WORDS = {
    "matches": N_("Your matches"),
    "none": N_("You have no running matches. Open a table on Discord to start one."),
    "next": N_("Your turn elsewhere"),
    "log_out": N_("Log out"),
    "back": N_("Back"),
    "close": N_("Close"),
    "in_words": N_("In words"),
    "rules": N_("Rules"),
    "replay": N_("Replay"),
    "backward": N_("One turn back"),
    "forward": N_("One turn forward"),
    "all_choices": N_("All choices"),
    "at_once": N_("Play without asking"),
    "contrast": N_("High-contrast pictures"),
    "daily": N_("Daily challenge"),
    "lessons": N_("Lessons"),
    "puzzles": N_("Puzzles"),
    "review": N_("Review"),
    "try_out": N_("Try it out"),
    "back_to": N_("Back to match {number}"),
    "reconnecting": N_("Reconnecting …"),
    "unreachable": N_("The server can't be reached. The page goes on as soon as it's back."),
}
"""What the page says of itself."""

MINUTES = "private, max-age=600"


class Answers:
    """The answers of one bot's page. All of them raise NoSuchMatch for a match that the visitor may not see."""

    def __init__(self, bot: Client) -> None:
        self._bot = bot
        self._pictures: LRUCache[tuple[Any, ...], Encoded] = LRUCache(PICTURES)

    async def me(self, _request: web.Request, visitor: Visitor) -> web.Response:
        words = {key: say(sentence, number="{number}") for key, sentence in PAGE_WORDS.items()}
        contrast = (await self._bot.matches.reminders.settings(visitor.user)).contrast
        me = {"name": await name_of(visitor), "language": language(), "words": words, "contrast": contrast}
        return web.json_response(me)

    async def matches(self, _request: web.Request, visitor: Visitor) -> web.Response:
        return document(await list_document(visitor))

    async def match(self, request: web.Request, visitor: Visitor) -> web.Response:
        return document(await match_document(visitor, await visitor.match(number_in(request, "match"))))

    async def choice(self, request: web.Request, visitor: Visitor) -> web.Response:
        match = await visitor.match(number_in(request, "match"))
        cog = cog_for(self._bot, match.game)
        chosen = choosing(cog, match, visitor.user, plan_in(request))
        return document(chosen_document(chosen, f"matches/{match.id}"))

    async def words(self, request: web.Request, visitor: Visitor) -> web.Response:
        match = await visitor.match(number_in(request, "match"))
        return document({"words": words_of(cog_for(self._bot, match.game), match, visitor.user)})

    async def coaching(self, request: web.Request, visitor: Visitor) -> web.Response:
        """What somebody who is coached should look for now."""
        match = await visitor.match(number_in(request, "match"))
        return document({"words": await advice(cog_for(self._bot, match.game), match, visitor.user)})

    async def step(self, request: web.Request, visitor: Visitor) -> web.Response:
        """A step of a match's replay in words."""
        match = await visitor.match(number_in(request, "match"))
        replay = await self._bot.matches.records.replay(match.id)
        step = min(number_in(request, "step"), replay.last)
        words = step_text(cog_for(self._bot, match.game), replay.excerpt_at(step), step)
        words = await without_ids(self._bot, match.place.guild_id, words)
        alt = step_sheet(self._bot, replay, step).alt
        tries = bool(try_out_buttons(replay.match, replay.position(step), "", visitor.user))
        return document({"step": step, "last": replay.last, "words": words, "alt": alt, "tries": tries})

    async def rules(self, request: web.Request, _visitor: Visitor) -> web.Response:
        cog = cog_for(self._bot, request.match_info["game"])
        pages = [
            {"title": say(page.title), "words": say(page.words), "picture": page.picture is not None}
            for page in cog.rule_pages
        ]
        return document({"pages": pages})

    # Pictures

    async def picture(self, request: web.Request, visitor: Visitor) -> web.Response:
        """A picture of a match as it is now: the board, or below it the own hand; of a plan, what it leads to."""
        match = await visitor.match(number_in(request, "match"))
        cog, plan, number = cog_for(self._bot, match.game), plan_in(request), number_in(request, "number")
        moves = request.query.get("still") != "1"
        own = tuple(match.seat_of(visitor.user))
        key = (match.id, match.version, own, plan, number, moves, language(), chosen_theme())
        if plan or (encoded := self._pictures.get(key)) is None:
            course = await course_of(cog, match, player=visitor.user)
            sheets = self._sheets(cog, match, visitor, plan, course, moves=moves and not plan)
            if number >= len(sheets):
                raise web.HTTPNotFound
            encoded = await drawn(sheets[number], moves=moves and not plan and number == 0)
            if not plan:
                self._pictures[key] = encoded
        now = {"version": str(match.version), "language": language(), "theme": chosen_theme().name}
        shown = all(request.query.get(name) == value for name, value in now.items())
        return image(encoded, MINUTES if shown else "no-store")

    def _sheets(
        self, cog: Presentation, match: Match, visitor: Visitor, plan: str, course: Course, *, moves: bool
    ) -> Sequence[Sheet]:
        if plan or is_turn_of(match, visitor.user):
            return choosing(cog, match, visitor.user, plan).sheets(moves=moves)
        return board_sheets(cog, match, visitor.user, course, moves=moves)

    async def step_picture(self, request: web.Request, visitor: Visitor) -> web.Response:
        match = await visitor.match(number_in(request, "match"))
        replay = await self._bot.matches.records.replay(match.id)
        return image(await drawn(step_sheet(self._bot, replay, min(number_in(request, "step"), replay.last))), MINUTES)

    async def rules_picture(self, request: web.Request, _visitor: Visitor) -> web.Response:
        cog, number = cog_for(self._bot, request.match_info["game"]), number_in(request, "number")
        picture = cog.rule_pages[number].picture if number < len(cog.rule_pages) else None
        if picture is None:
            raise web.HTTPNotFound
        return image(await drawn(cog.board_sheet(*picture())), MINUTES)

    async def sign(self, request: web.Request, _visitor: Visitor) -> web.Response:
        """The sign of a game, with a rim in a seat's colour."""
        sign, theme = cog_for(self._bot, request.match_info["game"]).sign, chosen_theme()
        hue = theme.seats.get(request.match_info["colour"])
        return image(encode(sign_sprite(sign, SIGN, theme, hue and legible(hue, theme))), MINUTES)


def step_sheet(bot: Client, replay: Any, step: int) -> Sheet:
    """The picture of a step of a replay, as those see it who have no seat."""
    cog = cog_for(bot, replay.match.game)
    excerpt = replay.excerpt_at(step, cog.words.gain)
    marks = replace(step_marks(cog, excerpt, step), film=excerpt.final.sight(None))
    return cog.board_sheet(excerpt.position(step).sight(None), marks)


async def drawn(sheet: Sheet, *, moves: bool = False) -> Encoded:
    """A picture. With `moves` it may be a film, unless many pictures wait.

    Any other goes before films, and is encoded fast while many wait.
    """
    if moves and not has_backlog():
        return await draw_in_thread(lambda: sheet.animate() or encode(sheet.draw()), FILMS)
    quickly = HURRY.is_on(begins=has_backlog())
    return await draw_in_thread(lambda: encode(sheet.draw(), quickly=quickly), REQUESTED)


def document(content: dict[str, Any]) -> web.Response:
    answer = web.json_response(content)
    answer.enable_compression()
    return answer


def image(encoded: Encoded, caching: str) -> web.Response:
    kind = {"jpg": "jpeg"}.get(encoded.suffix, encoded.suffix)
    return web.Response(body=encoded.data, content_type=f"image/{kind}", headers={"Cache-Control": caching})


def number_in(request: web.Request, name: str) -> int:
    """A number of the address, which has digits only."""
    return int(request.match_info[name])


def plan_in(request: web.Request) -> str:
    """The numbers of the choices so far. Raises BadRequest for what isn't that."""
    plan = request.query.get("plan", "")
    if len(plan) > LONGEST_PLAN or not set(plan) <= set("0123456789._"):
        raise BadRequest
    return plan
