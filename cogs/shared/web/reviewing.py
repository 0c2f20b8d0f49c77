"""Reviews of finished matches on the page: made beside the requests, which ask how far it is, and shown at once."""

import asyncio
from contextlib import suppress
from dataclasses import dataclass

from aiohttp import web

from bot.computers.errors import OneReviewAtATime
from bot.computers.reviewing import MatchReview
from bot.match import Match, NoSuchMatch, Replay
from bot.text import N_, say
from cogs.shared.client.client import Client
from cogs.shared.presentation.registry import cog_for
from cogs.shared.puzzles.book import added_in_words
from cogs.shared.records.reviews import (
    improvements_of,
    moment_in_words,
    moment_sheet,
    progress_in_words,
    review_graph,
    review_in_words,
    stored_or_made,
    stored_review,
)
from cogs.shared.web.answers import document, drawn, image, number_in
from cogs.shared.web.visitors import Json, Visitor
from cogs.shared.wording.plain_words import without_ids


@dataclass(slots=True)
class _Making:
    """The review of a match that is being made for somebody: how many decisions are done, and of how many."""

    match_id: int
    task: asyncio.Task[tuple[Replay, MatchReview]] | None = None
    done: int = 0
    decisions: int = 0

    async def report(self, reviewed: int, decisions: int) -> None:
        self.done, self.decisions = reviewed, decisions


class Reviewing:
    """The reviews of one bot's page."""

    def __init__(self, bot: Client) -> None:
        self._bot = bot
        self._makings: dict[int, _Making] = {}  # by person, until they have asked what came of it

    async def begin(self, request: web.Request, visitor: Visitor) -> web.Response:
        """Makes the review of a match, unless there is one or it's being made. Raises OneReviewAtATime for another."""
        match = await visitor.match(number_in(request, "match"))
        _, review = await stored_review(self._bot, match)
        if review is None and self._making(visitor, match) is None:
            before = self._makings.get(visitor.user)
            if before is not None and before.task is not None and not before.task.done():
                raise OneReviewAtATime
            making = self._makings[visitor.user] = _Making(match.id)
            making.task = asyncio.create_task(stored_or_made(self._bot, match, visitor.user, making.report))
        return await self._answer(visitor, match)

    async def show(self, request: web.Request, visitor: Visitor) -> web.Response:
        """The review, or how far it is. Raises what making it raised; NoSuchMatch if nobody makes it."""
        return await self._answer(visitor, await visitor.match(number_in(request, "match")))

    def _making(self, visitor: Visitor, match: Match) -> _Making | None:
        making = self._makings.get(visitor.user)
        return making if making is not None and making.match_id == match.id else None

    async def _answer(self, visitor: Visitor, match: Match) -> web.Response:
        making = self._making(visitor, match)
        if making is None or making.task is None:
            return document(await self._document(visitor, *await self._stored(match)))
        if not making.task.done():
            return document({"words": progress_in_words(making.done, making.decisions), "moments": None})
        del self._makings[visitor.user]
        replay, review = making.task.result()
        return document(await self._document(visitor, replay, review))

    async def graph(self, request: web.Request, visitor: Visitor) -> web.Response:
        replay, review = await self._stored(await visitor.match(number_in(request, "match")))
        cog = cog_for(self._bot, replay.match.game)
        return image(await drawn(review_graph(cog, replay.match, review)), "no-store")

    async def moment(self, request: web.Request, visitor: Visitor) -> web.Response:
        """The board before a decisive move."""
        replay, review = await self._stored(await visitor.match(number_in(request, "match")))
        number = number_in(request, "number")
        if number >= len(review.moments):
            raise web.HTTPNotFound
        sheet = moment_sheet(cog_for(self._bot, replay.match.game), review.moments[number])
        return image(await drawn(sheet), "no-store")

    async def into_book(self, request: web.Request, visitor: Visitor) -> web.Response:
        """Puts what this person missed into their book."""
        replay, review = await self._stored(await visitor.match(number_in(request, "match")))
        added = await self._bot.matches.book.add(visitor.user, replay, improvements_of(review))
        return document({"words": added_in_words(added)})

    async def _stored(self, match: Match) -> tuple[Replay, MatchReview]:
        """Raises NoSuchMatch if there is no review."""
        replay, review = await stored_review(self._bot, match)
        if review is None:
            raise NoSuchMatch(match=match.id)
        return replay, review

    async def _document(self, visitor: Visitor, replay: Replay, review: MatchReview) -> Json:
        match, cog, guild = replay.match, cog_for(self._bot, replay.match.game), replay.match.place.guild_id
        address = f"api/matches/{match.id}/review/pictures"
        moments = [
            {
                "words": await without_ids(self._bot, guild, moment_in_words(cog, replay, one)),
                "picture": f"{address}/{number}",
                "alt": moment_sheet(cog, one).alt,
            }
            for number, one in enumerate(review.moments)
        ]
        numbers = [one.number for one in improvements_of(review)]
        own = await self._bot.matches.book.own(visitor.user, match.id, numbers)
        return {
            "words": await without_ids(self._bot, guild, "\n".join(review_in_words(match, review))),
            "picture": f"api/matches/{match.id}/review/picture",
            "alt": review_graph(cog, match, review).alt,
            "moments": moments,
            "book": say(N_("Into my book")) if own else "",
        }

    async def close(self) -> None:
        """Ends what is being made."""
        tasks = [making.task for making in self._makings.values() if making.task is not None]
        for task in tasks:
            task.cancel()
            with suppress(asyncio.CancelledError, Exception):
                await task
        self._makings.clear()
