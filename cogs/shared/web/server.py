"""The web server of the board in the browser: its addresses, what every answer has, and how errors are told.

The page, what it loads and `api/session` are for everybody. Everything else is below the address of a window
(`visitors.py`), whose cookie says who asks. Nothing here decides what anybody may do.
"""

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import discord
from aiohttp import hdrs, web
from aiohttp.typedefs import Handler
from yarl import URL

from bot.computers.faults import reference, where
from bot.listening import PortTaken, PortUnusable, WebDoor, listen
from bot.match import BoardHasMoved, Busy, NoSuchMatch, NotWritable, Refusal, StoreBusy, Unsure
from bot.match.values.errors import LinkIsOver
from bot.metrics import ERRORS
from bot.rules import IllegalMove
from bot.slots import lane_of
from bot.text import N_, say, say_error
from bot.text.terms import join_sentences
from cogs.shared.client.client import Client
from cogs.shared.client.languages import Languages, to_person
from cogs.shared.interactions.gatekeeper import Allowance, Blocked, Gatekeeper, LimitReached
from cogs.shared.web.acting import act
from cogs.shared.web.activity import SDK, Activity, DiscordIsAway
from cogs.shared.web.answers import Answers
from cogs.shared.web.exercise import ADDRESS as EXERCISE
from cogs.shared.web.exercises import Exercises
from cogs.shared.web.limits import RequestLimits, TooMany
from cogs.shared.web.live import Live
from cogs.shared.web.public import Public
from cogs.shared.web.reviewing import Reviewing
from cogs.shared.web.visitors import BadRequest, NotSignedIn, Visitor, forget, remember, visitor_of
from cogs.shared.wording.plain_words import without_ids

log = logging.getLogger(__name__)

PAGE = Path(__file__).with_name("page")
DESCRIPTION = PAGE.with_name("openapi.json")
FILES = frozenset(file.name for file in PAGE.iterdir())
SETTINGS = "WEB"
SWITCHES = ("confirms", "contrast")  # fields of `ReminderSettings`
WAITS = 30  # seconds for a process that is being replaced
PAGES = "pages"  # the lane in which requests wait for the database
BODY = 8 * 1024  # bytes of a request
POLICY = "Content-Security-Policy"
WINDOW = "{window:[A-Za-z0-9_-]{12}}"


def policy(frame_ancestors: str = "'none'") -> str:
    """What the page may load, and which pages may embed it."""
    return (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        f"base-uri 'none'; form-action 'none'; frame-ancestors {frame_ancestors}"
    )


HEADERS = {
    POLICY: policy(),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}

FRAMED = (PAGE / "index.html").read_text(encoding="utf-8").replace("/assets/page.js", "/assets/activity.js")
"""The page as an Activity: Discord says who has opened it, then everything is as in a browser."""

UNKNOWN = N_("Press **Open the board** below a board on Discord. It gives you a link that opens this page.")
TOO_MANY = N_("That was too much at a time. Wait a moment, then try again.")
NOT_OURS = N_("This page can't do that.")
AWAY = N_("The database is busy. Wait a moment, then look whether it was done.")
DISCORD_AWAY = N_("Discord is having trouble. Wait a moment, then try again.")
UNEXPECTED = N_("Something went wrong here. If it happens again, tell the operator this reference: **{reference}**.")


class PageServer:
    """The page of one bot. Raises ActivityUnusable."""

    def __init__(self, bot: Client, door: WebDoor) -> None:
        self.bot = bot
        self.door = door
        self.url = door.url.rstrip("/")
        self.live = Live()
        self._limits = RequestLimits()
        self.activity = None if door.activity is None else Activity(bot, door.activity, self._limits)
        self._public = Public(bot, self._limits, (PAGE / "share.html").read_text(encoding="utf-8"), lambda: self.url)
        self._answers, self._exercises, self._reviews = Answers(bot), Exercises(bot), Reviewing(bot)
        self._runner: web.AppRunner | None = None

    @property
    def is_secure(self) -> bool:
        return self.url.startswith("https:")

    async def start(self) -> None:
        """Listens. Raises PortUnusable."""
        # Nobody who plays sends anything compressed.
        self._runner = web.AppRunner(self.app(), access_log=None, shutdown_timeout=1.0, auto_decompress=False)
        await self._runner.setup()
        try:
            port = await self._listen(self._runner)
        except PortUnusable:
            await self.stop()
            raise
        self.url = self.url or f"http://{self.door.host}:{port}"
        self.bot.matches.on_change.append(self.live.tell)
        log.info("Boards can be opened at %s", self.url)

    async def _listen(self, runner: web.AppRunner) -> int:
        door = self.door
        for _ in range(WAITS if door.waits else 0):
            with suppress(PortTaken):
                return await listen(runner, door.host, door.port, SETTINGS)
            await asyncio.sleep(1)
        try:
            return await listen(runner, door.host, door.port, SETTINGS)
        except PortTaken:
            if not door.or_another_port:
                raise
        return await listen(runner, door.host, 0, SETTINGS)

    async def stop(self) -> None:
        """Ends all connections."""
        with suppress(ValueError):  # it wasn't started
            self.bot.matches.on_change.remove(self.live.tell)
        self.live.close()
        await self._reviews.close()
        if self._runner is not None:
            await self._runner.cleanup()
            self._runner = None

    def app(self) -> web.Application:
        app = web.Application(middlewares=[self._finish], client_max_size=BODY)
        router = app.router
        for page in ("/", "/enter", f"/{WINDOW}/"):
            router.add_get(page, self._page)
        router.add_get("/assets/{name}", self._asset)
        self._public.add_to(router)
        router.add_get("/api/openapi.json", self._described)
        router.add_post("/api/session", self._open)
        router.add_post("/api/activity/start", self._begin_activity)
        router.add_post("/api/activity/session", self._enter_activity)
        api, answers = f"/{WINDOW}/api", self._answers
        match, exercises = api + r"/matches/{match:\d{1,15}}", self._exercises
        exercise, reviews = f"{api}/{EXERCISE}", self._reviews
        for path, answer in (
            (f"{api}/me", answers.me),
            (f"{api}/matches", answers.matches),
            (match, answers.match),
            (f"{match}/choice", answers.choice),
            (f"{match}/words", answers.words),
            (f"{match}/coaching", answers.coaching),
            (f"{match}/replay/{{step:\\d{{1,6}}}}", answers.step),
            (f"{api}/rules/{{game:[a-z_]{{1,32}}}}", answers.rules),
            (match + r"/pictures/{number:\d}", answers.picture),
            (match + r"/replay/{step:\d{1,6}}/picture", answers.step_picture),
            (f"{api}/rules/{{game:[a-z_]{{1,32}}}}/{{number:\\d{{1,2}}}}/picture", answers.rules_picture),
            (f"{api}/signs/{{game:[a-z_]{{1,32}}}}/{{colour:[a-z]{{1,16}}}}", answers.sign),
            (f"{match}/review", reviews.show),
            (f"{match}/review/picture", reviews.graph),
            (match + r"/review/pictures/{number:\d}", reviews.moment),
            (f"{api}/offers", exercises.offers),
            (exercise, exercises.show),
            (f"{exercise}/choice", exercises.choice),
            (f"{exercise}/words", exercises.words),
            (exercise + r"/pictures/{picture:\d}", exercises.picture),
        ):
            router.add_get(path, self._reading(answer))
        router.add_get(f"{api}/events", self._events)
        router.add_post(f"{match}/acts", self._acting(self._act))
        router.add_post(f"{match}/review", self._acting(reviews.begin))
        router.add_post(f"{match}/review/book", self._acting(reviews.into_book))
        router.add_post(f"{exercise}/acts", self._acting(self._try))
        router.add_post(f"{api}/daily", self._acting(self._begin_daily))
        router.add_post(f"{api}/settings", self._acting(self._change_settings))
        router.add_delete(f"{api}/session", self._leave)
        return app

    # What every answer has

    @web.middleware
    async def _finish(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Refuses what another website sends, tells errors as sentences, and adds the headers."""
        try:
            self._check_origin(request)
            with lane_of(PAGES):
                answer = await self._answer(request, handler)
        except web.HTTPException as error:
            answer = _problem(error.status, error.reason)
        if not answer.prepared:
            for name, value in {**HEADERS, "Cache-Control": "no-store"}.items():
                answer.headers.setdefault(name, value)
            if self.is_secure:
                answer.headers["Strict-Transport-Security"] = "max-age=31536000"
        return answer

    def _check_origin(self, request: web.Request) -> None:
        """Only the page itself may change anything. Raises HTTPForbidden."""
        if request.method in (hdrs.METH_GET, hdrs.METH_HEAD):
            return
        origin = request.headers.get(hdrs.ORIGIN)
        if origin != self.url and (self.activity is None or origin not in self.activity.origins):
            raise web.HTTPForbidden(reason="Not from another website.")

    async def _answer(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        try:
            return await handler(request)
        except NotSignedIn:
            return _problem(401, say(UNKNOWN))
        except TooMany as error:
            answer = _problem(429, say(TOO_MANY))
            answer.headers["Retry-After"] = str(round(error.seconds) + 1)
            return answer
        except BadRequest:
            return _problem(400, say(NOT_OURS))
        except (StoreBusy, Unsure, Busy, NotWritable):
            return _problem(503, say(AWAY))
        except NoSuchMatch as error:
            return _problem(404, say_error(error))
        except BoardHasMoved as error:
            return _problem(409, say_error(error))
        except LimitReached as error:
            return _problem(429, say_error(error))
        except Blocked as error:
            return _problem(403, say_error(error))
        except LinkIsOver as error:
            return _problem(422, join_sentences([say_error(error), say(UNKNOWN)]))
        except (Refusal, IllegalMove) as error:
            return _problem(422, await without_ids(self.bot, None, say_error(error)))
        except (web.HTTPException, ConnectionError):
            raise
        except DiscordIsAway as error:
            log.warning("Discord couldn't say who opens an Activity: %s", error)
            return _problem(503, say(DISCORD_AWAY))
        except discord.HTTPException as error:  # it doesn't say who sees the match
            log.warning("Discord is away: %s", type(error).__name__)
            return _problem(503, say(AWAY))
        except Exception as error:
            number = reference()
            ERRORS.labels(type(error).__name__).inc()
            log.error("Reference %s: the page's %s: %s", number, _route(request), where(error))
            return _problem(500, say(UNEXPECTED, reference=number))

    # The page

    async def _page(self, request: web.Request) -> web.StreamResponse:
        if self.activity is not None and self.activity.is_shown_in(request):
            headers = {POLICY: policy(self.activity.frame_ancestors), "Cache-Control": "no-cache"}
            return web.Response(text=FRAMED, content_type="text/html", headers=headers)
        return web.FileResponse(PAGE / "index.html", headers={"Cache-Control": "no-cache"})

    async def _described(self, request: web.Request) -> web.StreamResponse:
        """What can be asked, as an OpenAPI document."""
        return web.FileResponse(DESCRIPTION)

    async def _asset(self, request: web.Request) -> web.StreamResponse:
        name = request.match_info["name"]
        if self.activity is not None and name == SDK.name:
            return web.FileResponse(SDK, headers={"Cache-Control": "no-cache"})
        if name not in FILES:
            raise web.HTTPNotFound
        return web.FileResponse(PAGE / name, headers={"Cache-Control": "no-cache"})

    # Sessions

    async def _open(self, request: web.Request) -> web.StreamResponse:
        """Makes a link a session."""
        self._limits.try_link(request)
        token = (await _body(request)).get("token")
        if not isinstance(token, str) or not 20 <= len(token) <= 100:
            raise BadRequest
        opened = await self.bot.matches.browsers.open(token)
        answer = web.json_response({"window": opened.browser.window, "match": opened.match_id})
        remember(answer, opened, secure=self.is_secure)
        return answer

    async def _begin_activity(self, request: web.Request) -> web.StreamResponse:
        return web.json_response(self._of_activity(request).begin(request, await _body(request)))

    async def _enter_activity(self, request: web.Request) -> web.StreamResponse:
        """Makes what Discord says of a person the session of an Activity."""
        activity = self._of_activity(request)
        opened = await activity.enter(request, await _body(request))
        answer = web.json_response({"window": opened.browser.window, "match": opened.match_id})
        remember(answer, opened, secure=True, framed_at=_host(request))
        return answer

    def _of_activity(self, request: web.Request) -> Activity:
        """The Activity, for requests that come through Discord's proxy. Raises HTTPNotFound, HTTPForbidden."""
        if self.activity is None:
            raise web.HTTPNotFound
        if request.headers.get(hdrs.ORIGIN) not in self.activity.origins:
            raise web.HTTPForbidden(reason="Not from another website.")
        return self.activity

    async def _leave(self, request: web.Request) -> web.StreamResponse:
        visitor = await self._visitor(request)
        await self.bot.matches.browsers.end(visitor.user, visitor.browser.id)
        answer = web.json_response({})
        forget(answer, visitor.browser, secure=self.is_secure, framed_at=_host(request))
        return answer

    async def _visitor(self, request: web.Request) -> Visitor:
        try:
            return await visitor_of(self.bot, request)
        except NotSignedIn:
            self._limits.try_link(request)
            raise

    # What visitors ask and do

    def _reading(self, answer: Callable[[web.Request, Visitor], Awaitable[web.StreamResponse]]) -> Handler:
        async def handle(request: web.Request) -> web.StreamResponse:
            visitor = await self._visitor(request)
            self._limits.read(visitor.user)
            async with to_person(self.bot, visitor.user, None):
                return await answer(request, visitor)

        return handle

    async def _events(self, request: web.Request) -> web.StreamResponse:
        visitor = await self._visitor(request)
        self._limits.read(visitor.user)
        shown = request.query.get("match", "0")
        if not shown.isascii() or not shown.isdigit() or len(shown) > 15:
            raise BadRequest
        return await self.live.serve(request, visitor, int(shown))

    def _acting(self, answer: Callable[[web.Request, Visitor], Awaitable[web.StreamResponse]]) -> Handler:
        async def handle(request: web.Request) -> web.StreamResponse:
            visitor = await self._visitor(request)
            async with to_person(self.bot, visitor.user, None):
                self.bot.note_work()  # a bot that is asked to stop finishes it
                Gatekeeper.of(self.bot).take(Allowance.ACTION, visitor.user)
                return await answer(request, visitor)

        return handle

    async def _act(self, request: web.Request, visitor: Visitor) -> web.StreamResponse:
        return web.json_response(await act(visitor, int(request.match_info["match"]), await _body(request)))

    async def _try(self, request: web.Request, visitor: Visitor) -> web.StreamResponse:
        return await self._exercises.act(request, visitor, await _body(request))

    async def _begin_daily(self, request: web.Request, visitor: Visitor) -> web.StreamResponse:
        return await self._exercises.begin_daily(visitor)

    async def _change_settings(self, request: web.Request, visitor: Visitor) -> web.StreamResponse:
        """Changes how this person wants to play."""
        wish = await _body(request)
        if not wish or any(key not in SWITCHES or not isinstance(value, bool) for key, value in wish.items()):
            raise BadRequest
        reminders = self.bot.matches.reminders
        settings = replace(await reminders.settings(visitor.user), **wish)
        await reminders.change_settings(visitor.user, settings)
        Languages.of(self.bot).forget_theme(visitor.user)
        return web.json_response(wish)


def _host(request: web.Request) -> str:
    """Where the browser is that sends this, whose origin has been checked."""
    return URL(request.headers[hdrs.ORIGIN]).host or ""


async def _body(request: web.Request) -> dict[str, Any]:
    """The document of a request. Raises BadRequest."""
    if request.content_type != "application/json":
        raise BadRequest
    try:
        document = json.loads(await request.read())
        json.dumps(document, ensure_ascii=False).encode()  # half of a surrogate pair is no text
    except (ValueError, RecursionError):
        raise BadRequest from None
    if not isinstance(document, dict):
        raise BadRequest
    return document


def _problem(status: int, words: str) -> web.Response:
    return web.json_response({"error": words}, status=status)


def _route(request: web.Request) -> str:
    """Which address was asked for, without what tells who asked or what they chose."""
    resource = request.match_info.route.resource
    return resource.canonical if resource is not None else "unknown address"
