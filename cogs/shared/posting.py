"""The outbox's worker: draws and posts what is due, retires older boards, and tells players when posting fails.

A post is due from the moment its move was committed. If Discord fails or the process dies, it stays due and goes out
later; its nonce keeps a repeated sending from appearing twice.
"""

import asyncio
import contextlib
import io
import json
import logging
import re
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from functools import partial
from typing import TYPE_CHECKING, cast

import discord
from discord.ext import commands

from bot.match import Match, NotInThisMatch, Post, SeriesKind, Status
from bot.places import Places
from bot.text import N_, say
from cogs.shared.answers import Asked, jump, tell
from cogs.shared.board import PICTURE, Words, board_view, words_of
from cogs.shared.deciding import welcome_back
from cogs.shared.drawing import CALLING, GOING_ON, Overtaken
from cogs.shared.finding import place_of
from cogs.shared.first_answers import TROUBLE
from cogs.shared.permissions import check_permissions, missing
from cogs.shared.refusals import ScreenRefusal
from cogs.shared.retiring import BOARDS, passes, retire_left_behind, retire_older
from cogs.shared.screens import screen_of
from cogs.shared.solo import show_private
from cogs.shared.threads import ThreadLocked, sent_to
from cogs.shared.words import command_of
from images.canvas import Encoded

if TYPE_CHECKING:
    from discord.types.message import Message

    from bot.client import Crux

log = logging.getLogger(__name__)

LOOK_AGAIN = 5.0  # seconds between looks for posts whose second try is due
BETWEEN_LOOKS = 0.05  # seconds at least; many boards that are due are found with one look
LOOK_AT_ANOTHER = 0.1  # seconds between looks for a post that goes first
LATE = timedelta(seconds=0.3)  # since the move: a board that is drawn later than that is encoded quickly
AT_A_LOOK = 50  # posts that are begun after one look at most; others come with the next
AT_ONCE = 16  # posts being drawn and sent at the same time
UNHURRIED = 0.3  # seconds between edits of boards, of all matches together, while computers go on
SOON = 0.3  # seconds within which a board follows so fast that its player is told all at once
WAIT_FOR_BOARD = 8.0  # seconds a player waits for the link to the new board
MEMBERSHIP_LASTS = 6 * 3600.0  # seconds until it is asked again whether a player is still on the server
HISTORY = 30  # messages looked through for a board that an earlier process may have sent
REMEMBERED = 1000  # outcomes of posts kept for players who ask a moment later
RETRY_FIRST, RETRY_LONGEST = 2.0, 600.0

YOUNG = timedelta(minutes=50)  # age up to which a message is edited for the next decision of a turn

UNKNOWN_CHANNEL, UNKNOWN_MEMBER, UNKNOWN_USER = 10003, 10007, 10013
MISSING_ACCESS, MISSING_PERMISSIONS, THREAD_EXISTS = 50001, 50013, 160004

NO_TEXT_CHANNEL = (50008, 50024)  # a forum, for example

NO_CHANNEL, NO_PERMISSION, LOCKED, NO_SERVER, BROKEN = "no_channel", "no_permission", "locked", "no_server", "broken"


Waiting = tuple[int, int, asyncio.Future[Post]]  # the version and the post's id at least, and who waits


def _newest_call(match: Match) -> int:
    """The number of the event since which somebody is waited for: a decision, or an offer."""
    begun = 1 if match.is_host else 0  # where nothing is played, everybody is called once
    return max(match.position_version or begun, match.proposal.number if match.proposal is not None else 0)


def _waited_for(match: Match) -> tuple[int, ...]:
    """Without whom the match can't go on. Where everybody plays apart nobody else would notice who has left.

    First whoever is to play a seat, so that it isn't given to them when somebody else has left.
    """
    candidate = () if match.proposal is None or match.proposal.candidate is None else (match.proposal.candidate,)
    if match.is_host:
        here = tuple(person for seat in match.seats for person in seat.people if person not in seat.away)
        return candidate + here
    return candidate + match.to_move_people()


def _attached(words: Words, picture: Encoded | None) -> list[discord.File]:
    return [] if picture is None else [discord.File(io.BytesIO(picture.data), filename=words.file)]


def _as_sent(words: Words, files: Sequence[str]) -> Words:
    """The words with the picture's name as it is there: a second attempt may find the message of the first one."""
    return replace(words, file=files[0]) if files else words


class Posting(commands.Cog):
    """Posts boards. One post of a match at a time; different matches side by side."""

    def __init__(self, bot: "Crux") -> None:
        self.bot = bot
        self._wake = bot.matches.on_post
        self._busy: dict[int, asyncio.Task[None]] = {}
        self._waiting: dict[int, list[Waiting]] = {}  # by match: those who wait for a board
        self._latest: OrderedDict[int, Post] = OrderedDict()
        self._places = Places(AT_ONCE)
        self._line = Places(1)  # for boards while computers go on
        self._in_line: dict[int, int] = {}  # by match: the post that waits there
        self._members: OrderedDict[tuple[int, int], float] = OrderedDict()
        self._worker: asyncio.Task[None] | None = None
        self._catching_up: asyncio.Task[None] | None = None
        self._sent: OrderedDict[int, tuple[int, Words]] = OrderedDict()  # by post: delivered, but not noted yet
        self._inherited: set[int] = set()  # posts that an earlier process may have sent without noting it
        # Matches of which nothing was sent that isn't noted. For others the channel is looked through: those of an
        # earlier process, and those where Discord's answer was lost.
        self._sure_of: set[int] = set()
        self._quiet: dict[int, int] = {}  # by match: up to this version nobody need be called; a board was asked for

    @classmethod
    def of(cls, bot: "Crux") -> "Posting":
        return cast("Posting", bot.get_cog(cls.__name__))

    async def cog_load(self) -> None:
        self._inherited = await self.bot.matches.waiting_posts()
        self._worker = asyncio.create_task(self._work(), name="posting")
        self.bot.before_closing.append(self.finish)

    async def cog_unload(self) -> None:
        await self.finish()

    async def finish(self) -> None:
        """Let what is being sent finish; what is not begun stays due for the next start."""
        for task in (self._worker, self._catching_up):
            if task is not None:
                task.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await task
        for match_id in self._in_line:
            self._busy[match_id].cancel()
        if self._busy:
            await asyncio.wait(self._busy.values(), timeout=10)

    async def _work(self) -> None:
        await self.bot.wait_until_ready()
        self._catching_up = asyncio.create_task(self._catch_up(), name="catching up with boards")
        loop, looked = asyncio.get_running_loop(), 0.0
        while True:
            await asyncio.sleep(looked + BETWEEN_LOOKS - loop.time())
            looked = loop.time()
            self._wake.clear()
            try:
                due = await self.bot.matches.due_posts(AT_A_LOOK + len(self._busy))
                for post in due:
                    if self._in_line.get(post.match_id, post.id) != post.id:
                        self._busy[post.match_id].cancel()  # it shows less than this one
                    if post.match_id not in self._busy:
                        task = asyncio.create_task(self._deliver(post), name=f"post {post.nonce}")
                        self._busy[post.match_id] = task
                        task.add_done_callback(partial(self._done, post.match_id))
            except Exception:
                log.exception("Could not look for due posts")
                await asyncio.sleep(LOOK_AGAIN)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(LOOK_AGAIN):
                    await self._wake.wait()

    async def _catch_up(self) -> None:
        """What an earlier process has left to do. What fails is tried again after the next start."""
        try:
            await self._post_where_the_bot_is_back()
            await retire_left_behind(self.bot)
        except Exception:
            log.exception("Could not look for what an earlier process has left to do")

    @commands.Cog.listener()
    async def on_guild_join(self, _: discord.Guild) -> None:
        """Boards that were given up while the bot was off the server are posted now."""
        await self._post_where_the_bot_is_back()

    async def _post_where_the_bot_is_back(self) -> None:
        for post in await self.bot.matches.given_up(NO_SERVER):
            if post.place.guild_id is not None and self.bot.get_guild(post.place.guild_id) is not None:
                await self.bot.matches.retry(post.id)

    def _done(self, match_id: int, task: asyncio.Task[None]) -> None:
        del self._busy[match_id]
        if task.cancelled() or task.exception() is None:
            self._wake.set()
        else:  # the database would not note it: look again later, not at once and for ever
            log.error("The outcome of %s could not be noted", task.get_name(), exc_info=task.exception())

    async def _deliver(self, post: Post) -> None:
        try:
            match = await self.bot.matches.to_show(post)
            goes_on = self._goes_on(match)
            waits = self._places.all_taken or self._lets_pass(match) or goes_on
            if waits:
                await self._let_pass(match)
                await self._stand_in_line(match, post)
            async with self._places.taken(GOING_ON if goes_on else CALLING):
                await self._post(post, None if waits else match)
        except Overtaken:
            pass  # the match has moved on while this board waited to be drawn; a newer post shows it
        except discord.HTTPException as error:
            await self._failed(post, error)
        except TROUBLE as error:
            log.warning("Post %s will be tried again: %s", post.nonce, error)
            self._sure_of.discard(post.match_id)
            await self.bot.matches.failed(post.id, "trouble", retry_in=self._pause(post))
        except Exception:
            log.exception("Post %s can't be made", post.nonce)
            self._sure_of.discard(post.match_id)  # it may be out and not noted
            await self.bot.matches.failed(post.id, BROKEN, retry_in=self._pause(post))

    async def _stand_in_line(self, match: Match, post: Post) -> None:
        """While computers go on, new boards in an old message come with a little time between them, over all matches.

        One that is overtaken while it waits is never drawn: the newer one tells all of it.
        """
        if not self._goes_on(match) or await self.bot.matches.message_to_edit(post) is None:
            return
        self._in_line[match.id] = post.id
        try:
            await self._line.take(post.id)
        finally:
            del self._in_line[match.id]
        asyncio.get_running_loop().call_later(UNHURRIED, self._line.give_back)

    @staticmethod
    def _goes_on(match: Match) -> bool:
        """Whether computers go on, and nobody is asked anything that isn't told yet."""
        asked = match.proposal is not None and match.proposal.number > (match.position_version or 0)
        return match.mover is not None and not asked

    @staticmethod
    def _lets_pass(match: Match) -> bool:
        """Whether another game of the same series was before this one."""
        return match.series is not None and match.series.kind is SeriesKind.POINTS and match.series.part > 1

    async def _let_pass(self, match: Match) -> None:
        """Until the last board of the game before it is out: the next game of a series follows below that.

        A board that Discord doesn't take now is not waited for.
        """
        series = match.series
        if series is None or not self._lets_pass(match):
            return
        before = next(part.match_id for part in series.parts if part.number == series.part - 1)
        while any(other.match_id == before for other in await self.bot.matches.due_posts()):
            delivering = self._busy.get(before)
            if delivering is not None:
                await asyncio.wait([delivering])
            else:
                await asyncio.sleep(LOOK_AT_ANOTHER)

    async def _post(self, post: Post, match: Match | None) -> None:
        """Draw and send it. `match` is given if it has been read just now."""
        match = match or await self.bot.matches.get(post.match_id)
        if match.place.guild_id is not None and self.bot.get_guild(match.place.guild_id) is None:
            await self._undeliverable(post, NO_SERVER)
            return
        asked_at, asking = discord.utils.utcnow(), timedelta()
        if await self._note_absences(match):
            asking = discord.utils.utcnow() - asked_at
            match = await self.bot.matches.get(post.match_id)
        if not await self.bot.matches.still_due(post.id):
            return  # the match has moved on meanwhile; a newer post shows it
        if post.id not in self._sent:
            delivered = await self._delivered(match, post, asking)
            if delivered is None:
                return
            self._sent[post.id] = delivered
            while len(self._sent) > REMEMBERED:
                self._sent.popitem(last=False)
        message_id, words = self._sent[post.id]
        await self.bot.matches.posted(post.id, message_id, words=words.document())
        del self._sent[post.id]
        self._answer_waiting(post, message_id, None)
        await retire_older(self.bot, match, message_id)

    async def _delivered(self, match: Match, post: Post, asking: timedelta) -> tuple[int, Words] | None:
        """The board's message and what it says, sent now or before; None as for `_send`, `asking` as for `_picture`."""
        words = words_of(screen_of(self.bot, match.game), match)
        before = await self._sent_before(match, post)
        if before is not None:
            return int(before["id"]), _as_sent(words, [file["filename"] for file in before["attachments"]])
        picture = await self._picture(match, post, asking)
        if picture is not None:
            words = replace(words, file=f"{PICTURE}.{picture.suffix}")
        edited = await self._edited(match, post, words, picture)
        if edited is not None:
            return edited, words
        sent = await self._send(match, post, words, picture)
        return None if sent is None else (sent.id, _as_sent(words, [file.filename for file in sent.attachments]))

    async def _sent_before(self, match: Match, post: Post) -> "Message | None":
        """The message, if an earlier process sent this board and ended before it could note that.

        Boards that were sent without being noted and that this one has overtaken go: they would keep their buttons.

        Discord knows the nonce for some minutes only. Needs the permission to read the history; without it the board
        may appear a second time.
        """
        inherited = post.id in self._inherited
        self._inherited.discard(post.id)
        oldest = None if match.id in self._sure_of else await self.bot.matches.overtaken(post)
        self._sure_of.add(match.id)
        if not inherited and oldest is None:
            return None
        try:
            newest = await self.bot.http.logs_from(match.place.posted_in, limit=HISTORY)
        except discord.HTTPException:
            return None
        if oldest is not None:
            await self._take_away(match, newest, range(oldest, post.version))
        if not inherited:
            return None
        return next((sent for sent in newest if match.version in self._versions(match, sent)), None)

    async def _take_away(self, match: Match, newest: Sequence["Message"], versions: range) -> None:
        """Delete boards of these versions that nobody has noted."""
        noted = await self.bot.matches.board_messages(match.id) | {match.table_message_id}
        for sent in newest:
            is_board = any(file["filename"] in BOARDS for file in sent["attachments"])
            if is_board and int(sent["id"]) not in noted and not self._versions(match, sent).isdisjoint(versions):
                log.info("A board of match %d is taken away: it was never noted, and a newer one follows", match.id)
                with contextlib.suppress(discord.HTTPException):
                    await self.bot.http.delete_message(match.place.posted_in, int(sent["id"]))

    def _versions(self, match: Match, sent: "Message") -> set[int]:
        """The versions of the match that buttons of this message are for, if it is the bot's own."""
        if self.bot.user is None or int(sent["author"]["id"]) != self.bot.user.id:
            return set()
        return {
            int(version) for version in re.findall(rf'"b:{match.id}:(\d+):', json.dumps(sent.get("components", [])))
        }

    async def _send(self, match: Match, post: Post, words: Words, picture: Encoded | None) -> discord.Message | None:
        """The message; None if the match had to move, so that another post is due elsewhere."""
        below_table = match.place.thread_id == match.table_message_id is not None
        if (
            below_table
            and await self.bot.matches.board_message(match.id) is None
            and not await self._open_thread(match)
        ):
            return None
        try:
            return await sent_to(self.bot, match.place, partial(self._send_to, match, post, words, picture))
        except discord.HTTPException as error:
            if error.code != UNKNOWN_CHANNEL or not below_table:
                raise
            await self.bot.matches.leave_thread(match.id)  # somebody deleted it: go on above
            return None

    async def _edited(self, match: Match, post: Post, words: Words, picture: Encoded | None) -> int | None:
        """The id of the message that now shows this board, if there is one that it may take the place of."""
        message_id = await self.bot.matches.message_to_edit(post)
        if message_id is None or discord.utils.utcnow() - discord.utils.snowflake_time(message_id) > YOUNG:
            return None
        channel = self.bot.get_partial_messageable(match.place.posted_in, guild_id=match.place.guild_id)
        try:
            await channel.get_partial_message(message_id).edit(
                view=board_view(match.id, match.version, words, current=True),
                attachments=_attached(words, picture),
                allowed_mentions=discord.AllowedMentions.none(),
            )
        except discord.HTTPException as error:
            if passes(error):
                raise
            return None  # somebody deleted it, or closed its thread: a message of its own finds its way
        return message_id

    async def _picture(self, match: Match, post: Post, asking: timedelta = timedelta()) -> Encoded | None:
        """The board, None where there is none. It isn't late by what `asking` Discord took, or by a failed try."""
        cog = screen_of(self.bot, match.game)
        if match.state is None:
            return None
        rank = CALLING if match.mover is None and match.to_move_people() else GOING_ON
        late = rank == CALLING and not post.attempts and discord.utils.utcnow() - post.created_at - asking > LATE
        wanted = partial(self.bot.matches.still_due, post.id)
        return await cog.encoded(match.state.view(None), cog.marks(match), rank, wanted, late=late)

    async def _open_thread(self, match: Match) -> bool:
        """Open the thread below the table. It gets the id of the table's message, so doing it twice is harmless.

        False if Discord refuses: the match then goes on in the channel.
        """
        channel = self.bot.get_partial_messageable(match.place.channel_id, guild_id=match.place.guild_id)
        table = channel.get_partial_message(cast("int", match.table_message_id))
        name = say(N_("{game} · match {id}"), game=screen_of(self.bot, match.game).game.title, id=match.id)
        try:
            await table.create_thread(name=name)
        except discord.HTTPException as error:
            if error.code == THREAD_EXISTS:
                return True
            if passes(error) or error.code == UNKNOWN_CHANNEL:
                raise
            log.warning("Match %d gets no thread of its own: %s", match.id, error)
            await self.bot.matches.leave_thread(match.id)
            return False
        return True

    async def _send_to(self, match: Match, post: Post, words: Words, picture: Encoded | None) -> discord.Message:
        channel = self.bot.get_partial_messageable(match.place.posted_in, guild_id=match.place.guild_id)
        asked_for = self._quiet.get(match.id, 0) >= _newest_call(match)
        called = [] if asked_for else [discord.Object(person) for person in words.ping]
        message = await channel.send(
            view=board_view(match.id, match.version, words, current=True),
            files=_attached(words, picture),
            nonce=post.nonce,
            allowed_mentions=discord.AllowedMentions(everyone=False, roles=False, users=called),
        )
        self._quiet.pop(match.id, None)
        return message

    async def _note_absences(self, match: Match) -> bool:
        """Look up who is called: without the privileged members intent nobody tells us that a player has left.

        Whether that took so long that the match may be another one.
        """
        guild_id = match.place.guild_id
        if guild_id is None or match.status is not Status.RUNNING:
            return False
        asked = False
        now = asyncio.get_running_loop().time()
        for person in _waited_for(match):
            if now - self._members.get((guild_id, person), -MEMBERSHIP_LASTS) < MEMBERSHIP_LASTS:
                continue
            asked = True
            left = await self._has_left(guild_id, person)
            if left:
                await self.note_candidate(match)  # before the seat is given to them, as nobody else has to agree
                with contextlib.suppress(NotInThisMatch):  # whoever was to play a seat isn't any more
                    await self.bot.matches.absent(match.id, person)
            elif left is False:
                self._members[guild_id, person] = now
                while len(self._members) > 10_000:
                    self._members.popitem(last=False)
        return asked

    async def _has_left(self, guild_id: int, person: int) -> bool | None:
        """Whether somebody has left the server; None if Discord doesn't say."""
        try:
            await self.bot.http.get_member(guild_id, person)
        except discord.NotFound as error:
            return True if error.code in (UNKNOWN_MEMBER, UNKNOWN_USER) else None
        except discord.HTTPException:
            return None
        return False

    async def note_candidate(self, match: Match) -> int | None:
        """Who is ready to play a seat but has left the server, None if nobody has; then that is off the table.

        To be asked before others agree, as the last one of them gives the seat away.
        """
        proposal, guild_id = match.proposal, match.place.guild_id
        if proposal is None or proposal.candidate is None or not proposal.accepted or guild_id is None:
            return None
        if not await self._has_left(guild_id, proposal.candidate):
            return None
        with contextlib.suppress(NotInThisMatch):  # it is off already
            await self.bot.matches.absent(match.id, proposal.candidate)
        return proposal.candidate

    async def _failed(self, post: Post, error: discord.HTTPException) -> None:
        if isinstance(error, ThreadLocked):
            await self._undeliverable(post, LOCKED)
        elif error.code in (UNKNOWN_CHANNEL, *NO_TEXT_CHANNEL):
            await self._undeliverable(post, NO_CHANNEL)
        elif error.code in (MISSING_ACCESS, MISSING_PERMISSIONS):
            await self._undeliverable(post, NO_PERMISSION)
        elif passes(error):
            log.warning("Post %s will be tried again: Discord answered %d", post.nonce, error.status)
            self._sure_of.discard(post.match_id)
            await self.bot.matches.failed(post.id, "trouble", retry_in=self._pause(post))
        else:
            log.error("Discord refused post %s: %s", post.nonce, error)
            await self._undeliverable(post, BROKEN)

    async def _undeliverable(self, post: Post, problem: str) -> None:
        log.warning("Post %s can't be delivered: %s", post.nonce, problem)
        await self.bot.matches.failed(post.id, problem, retry_in=None)
        self._answer_waiting(post, None, problem)

    @staticmethod
    def _pause(post: Post) -> timedelta:
        return timedelta(seconds=min(RETRY_FIRST * 2 ** min(post.attempts, 20), RETRY_LONGEST))

    # Telling the player who waits.

    def _answer_waiting(self, post: Post, message_id: int | None, problem: str | None) -> None:
        outcome = replace(post, message_id=message_id, problem=problem)
        self._latest[post.match_id] = outcome
        self._latest.move_to_end(post.match_id)
        while len(self._latest) > REMEMBERED:
            self._latest.popitem(last=False)
        for version, oldest, waiting in self._waiting.get(post.match_id, []):
            if version <= post.version and oldest <= post.id and not waiting.done():
                waiting.set_result(outcome)

    async def _outcome(self, match: Match, oldest: int = 0) -> Post | None:
        """What becomes of the post that this version of the match wants; None if that takes too long.

        Posts with a smaller id than `oldest` don't count.
        """
        latest = self._latest.get(match.id)
        if latest is not None and latest.version >= match.version and latest.id >= oldest:
            return latest
        future: asyncio.Future[Post] = asyncio.get_running_loop().create_future()
        entry = (match.version, oldest, future)
        self._waiting.setdefault(match.id, []).append(entry)
        self._wake.set()
        try:
            async with asyncio.timeout(WAIT_FOR_BOARD):
                return await future
        except TimeoutError:
            return None
        finally:
            self._waiting[match.id].remove(entry)
            if not self._waiting[match.id]:
                del self._waiting[match.id]

    async def wait_for_board(self, match_id: int, version: int) -> None:
        """Until the board of this version is there, if it is on its way; some seconds at most."""
        latest = self._latest.get(match_id)
        on_its_way = latest.version < version if latest else await self.bot.matches.next_post_at() is not None
        if on_its_way:
            await self._outcome(await self.bot.matches.get(match_id))

    async def confirm(self, interaction: Asked, match: Match, done: str, *, oldest: int = 0) -> None:
        """Complete a private answer after the event was committed: what was done, and where the new board is.

        `oldest` is the id of the post that may be meant, if there are older ones of the same version. A private match
        has no board: then only what was done is said.
        """
        if match.private:
            await tell(interaction, done, replace=True)
            return
        waiting = asyncio.create_task(self._outcome(match, oldest))
        try:
            if not (await asyncio.wait([waiting], timeout=SOON))[0]:
                await tell(interaction, done, replace=True)
            words = f"{done} {self._where(interaction, match, await waiting)}"
            await tell(interaction, words, replace=True)
        except discord.NotFound:  # the private message was closed, or too old: the board says it all
            log.info("Nobody could be told where the board of match %d is", match.id)

    def _where(self, interaction: Asked, match: Match, post: Post | None) -> str:
        if post is None:
            return say(N_("The new board follows as soon as Discord takes it."))
        if post.message_id is not None:
            place = match.place.posted_in
            return say(N_("[To the board]({link})"), link=jump(match.place.guild_id, place, post.message_id))
        return self._trouble(interaction, match, post.problem)

    def _trouble(self, interaction: Asked, match: Match, problem: str | None) -> str:
        command = command_of(match.game)
        place = match.place.posted_in
        if problem == NO_CHANNEL:
            return say(
                N_("The match's channel is gone. `/{command} board` in another channel goes on with it there."),
                command=command,
            )
        if problem == LOCKED:
            return say(
                N_(
                    "The board can't be posted because the thread <#{channel}> is locked. Ask a moderator to unlock it "
                    "and use `/{command} board`, or use `/match move` in another channel."
                ),
                channel=place,
                command=command,
            )
        if problem == NO_PERMISSION:
            lacking = (
                missing(
                    interaction.app_permissions,
                    in_thread=match.place.thread_id is not None,
                    opens_thread=match.own_thread,
                )
                if interaction.channel_id == place
                else []
            ) or [say(N_("View Channel, Send Messages, Attach Files"))]
            return say(
                N_(
                    "It stands, but I may not post the board in <#{channel}>. I need there: **{permissions}**. "
                    "Once that is mended, `/{command} board` posts it."
                ),
                channel=place,
                permissions=", ".join(lacking),
                command=command,
            )
        return say(N_("It stands, but the board could not be posted; `/{command} board` tries again."), command=command)

    async def show_again(self, interaction: Asked, match: Match) -> None:
        """`board`: post the current board anew; if the match's channel is gone, the match goes on here.

        A private match is shown to its player alone.
        """
        if match.private:
            await show_private(screen_of(self.bot, match.game), interaction, match)
            return
        match = await welcome_back(self.bot, match, interaction.user.id)
        if await self._is_gone(match):
            check_permissions(interaction)
            if not match.seat_of(interaction.user.id):
                raise ScreenRefusal(
                    "This match's channel is gone. Its players can go on here with `/{command} board`.",
                    command=command_of(match.game),
                )
            match = await self.bot.matches.move_to(match.id, interaction.user.id, place_of(interaction))
        elif not match.seat_of(interaction.user.id) and (shown := await self.bot.matches.board_message(match.id)):
            place, message_id = shown  # who only watches calls nobody
            link = jump(place.guild_id, place.posted_in, message_id)
            await tell(interaction, say(N_("Here is the board of match {id}: {link}"), id=match.id, link=link))
            return
        else:
            if await self.bot.matches.was_shown(match.id, _newest_call(match)):
                self._quiet[match.id] = match.version
            match = await self.bot.matches.repost(match.id)
        newest = await self.bot.matches.newest_post(match.id)  # the link is to be to this one, not to the one before
        await self.confirm(interaction, match, say(N_("Here is match {id}."), id=match.id), oldest=newest)

    async def _is_gone(self, match: Match) -> bool:
        """Whether nothing can be posted where the match is at home. Its own thread doesn't count: it goes on above."""
        own_thread = match.place.thread_id == match.table_message_id is not None
        try:
            channel = await self.bot.fetch_channel(match.place.channel_id if own_thread else match.place.posted_in)
        except discord.NotFound:
            return True
        except discord.HTTPException:
            return False
        return not isinstance(channel, discord.abc.Messageable)
