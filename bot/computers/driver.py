"""Playing the turns of computers: when one is to move, it thinks, pauses as people do, and moves."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import partial

from bot.computers.faults import reference, where
from bot.computers.pool import Closed, NoAnswer, NoWorkers, Thinkers
from bot.computers.thinking import Failed, Question, choose, is_ahead
from bot.match import Busy, Match, Matches, Refusal, Status
from bot.match.decisions import proposals, turns
from bot.match.decisions.decision import Decision
from bot.players import LEVELS, ChosenMove
from bot.rules import IllegalMove
from bot.store import StoreBusy, log_failure

log = logging.getLogger(__name__)

LOOK_AGAIN = 5.0  # seconds between two looks for turns left by other processes
LOOK_WHILE_PLAYING = 1.0  # seconds between checks whether a match has moved on while its computer thinks
AT_ONCE = 100  # turns in progress at the same time, after a look
LOOKED_AT = 1000  # turns fetched in one look, and matches whose computers are played at the same time
RETRY_FIRST, RETRY_LONGEST = 1.0, 600.0
WITHIN_A_TURN = 0.4  # of the pause, between two decisions of the same turn
SHUTDOWN_DEADLINE = 10.0  # seconds for finishing writes when the bot stops
IN_A_HURRY = 200  # positions searched for a move chosen without a worker


def limit_of(seconds: float) -> float:
    """The time limit in seconds for a question that costs this much CPU time, on a busy machine."""
    return 20.0 + 5 * seconds


def seconds_of(level: str, seconds: float) -> float:
    """The CPU time for a decision at this level, if one at the level hard may take `seconds`."""
    return LEVELS[level].with_pace(seconds).budget.seconds or seconds


def question_of(match: Match, seat: int, level: str, seconds: float) -> Question:
    """What a worker is told about a match: what the seat sees, and randomness unrelated to the match's."""
    if match.state is None:
        raise AssertionError(f"{match!r} has no position")
    return Question(
        game=match.game,
        seats=len(match.seats),
        options=dict(match.options),
        seat=seat,
        level=level,
        seconds=seconds,
        view=match.state.view(seat),
    )


def growing_delays() -> Iterator[float]:
    """Growing delays between retries, in seconds."""
    pause = RETRY_FIRST
    while True:
        yield pause
        pause = min(2 * pause, RETRY_LONGEST)


@dataclass(eq=False)
class _Turn:
    """The turns of computers in one match, from the first that is due to the next person's."""

    match_id: int
    since: datetime
    due: float  # on the event loop's clock
    task: asyncio.Task[None] | None = None
    writing: bool = False

    def give_up(self) -> None:
        """Cancels it unless the move is already being written."""
        if self.task is not None and not self.writing:
            self.task.cancel()


@dataclass
class _Delay:
    """A match that failed; it isn't retried before `until`, on the event loop's clock."""

    until: float = 0.0
    pauses: Iterator[float] = field(default_factory=growing_delays)


class Driver:
    """Plays for the computers in all matches, several at a time.

    Several processes may do so on the same database: the match layer lets one of them win.
    """

    def __init__(
        self,
        matches: Matches,
        thinkers: Thinkers,
        *,
        seconds: float,
        pause: float,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        """`seconds` is the CPU time for a decision, `pause` the shortest turn in seconds, `sleep` how it waits."""
        self._matches = matches
        self._thinkers = thinkers
        self._seconds = seconds
        self._pause = pause
        self._sleep = sleep
        self.turns: dict[int, _Turn] = {}
        self._delays: dict[int, _Delay] = {}
        self.watching: asyncio.Task[None] | None = None
        self._closing = False

    def start(self) -> None:
        """Starts looking for turns."""
        self.watching = asyncio.create_task(self._watch(), name="computer players")

    async def close(self) -> None:
        """Stops thinking, but finishes moves that are being written. Turns not played wait for the next start."""
        self._closing = True
        if self.watching is not None:
            self.watching.cancel()
            with suppress(asyncio.CancelledError):
                await self.watching
        tasks = [turn.task for turn in self.turns.values() if turn.task is not None]
        for turn in self.turns.values():
            turn.give_up()
        if tasks:
            await asyncio.wait(tasks, timeout=SHUTDOWN_DEADLINE)

    # Finding turns

    async def _watch(self) -> None:
        pauses = growing_delays()
        while not self._closing:
            self._matches.on_turn.clear()
            try:
                self._follow(await self._matches.lists.computer_turns(limit=LOOKED_AT))
            except Exception as error:
                log_failure(log, error, "Couldn't look for computers' turns: %s", where(error))
                await asyncio.sleep(next(pauses))
                continue
            pauses = growing_delays()
            playing = self.turns or self._delays
            with suppress(TimeoutError):
                # Not `wait_for`, which can miss a cancellation before Python 3.12.
                async with asyncio.timeout(LOOK_WHILE_PLAYING if playing else LOOK_AGAIN):
                    await self._matches.on_turn.wait()

    def _follow(self, due: list[tuple[int, datetime]]) -> None:
        """Starts turns that are due, and drops those that no longer are."""
        loop = asyncio.get_running_loop()
        if len(due) < LOOKED_AT:
            waiting = {match_id for match_id, _ in due}
            for turn in self.turns.values():
                if turn.match_id not in waiting:
                    turn.give_up()
            for match_id in self._delays.keys() - waiting:
                del self._delays[match_id]
        ready = [one for one in due if one[0] not in self._delays or self._delays[one[0]].until <= loop.time()]
        # If only one person's matches are being played, another person's turn is still among the first, because people
        # take turns.
        for match_id, since in ready[:AT_ONCE]:
            if match_id in self.turns or len(self.turns) >= LOOKED_AT:
                continue
            seconds_late = (datetime.now(UTC) - since).total_seconds()
            turn = _Turn(match_id, since, loop.time() - min(max(seconds_late, 0.0), self._pause))
            turn.task = asyncio.create_task(self._run(turn), name=f"computers of match {match_id}")
            turn.task.add_done_callback(partial(self._finish, turn))
            self.turns[match_id] = turn

    def _finish(self, turn: _Turn, task: asyncio.Task[None]) -> None:
        del self.turns[turn.match_id]
        if not task.cancelled() and (error := task.exception()) is not None:
            log_failure(log, error, "The turn in match %d was lost: %s", turn.match_id, type(error).__name__)
        self._matches.on_turn.set()  # there may be room for another one

    def _later(self, turn: _Turn) -> None:
        delay = self._delays.setdefault(turn.match_id, _Delay())
        delay.until = asyncio.get_running_loop().time() + next(delay.pauses)

    # Playing turns

    async def _run(self, turn: _Turn) -> None:
        try:
            await self._play(turn)
        except Closed:
            pass
        except Refusal as refusal:  # the match has moved on, is over, or is frozen
            log.debug("No computer plays in match %d now: %s", turn.match_id, type(refusal).__name__)
            self._later(turn)
        except Exception as error:
            log_failure(
                log, error, "Reference %s: a computer's turn in match %d: %s", reference(), turn.match_id, where(error)
            )
            self._later(turn)

    async def _play(self, turn: _Turn) -> None:
        loop = asyncio.get_running_loop()
        match = await self._matches.get(turn.match_id)
        if _mover(match) is None and _open_offer(match) is None:
            self._later(turn)  # it was due a moment ago: don't retry immediately if something is wrong
        goes_on = False
        while not self._closing:
            if (offer := _open_offer(match)) is not None:
                agrees = await self._agrees(match, *offer, turn.since)
                await self._sleep(turn.due + self._pause - loop.time())
                answer = proposals.answer(offer[0], agrees=agrees, seen_version=match.version)
                match = await self._write(turn, match, answer)
            elif (mover := _mover(match)) is not None:
                choice = await self._move(match, *mover, turn.since)
                share = 1.0 if not goes_on else WITHIN_A_TURN if choice.ranked else 0.0
                await self._sleep(turn.due + self._pause * share - loop.time())
                hopeless = None if goes_on else choice.hopeless
                before, match = match, await self._play_move(turn, match, choice.move, hopeless)
                goes_on = _goes_on(before, match)
            else:
                break
            self._delays.pop(turn.match_id, None)
            turn.since, turn.due = datetime.now(UTC), loop.time()

    async def _agrees(self, match: Match, seat: int, level: str, since: datetime) -> bool:
        """Whether the computer accepts an offered draw: it does unless it is ahead."""
        question = question_of(match, seat, level, self._seconds)
        try:
            return not await self._thinkers.think(
                is_ahead, question, since=since, limit=limit_of(seconds_of(level, self._seconds)), person=match.opener
            )
        except (Failed, NoAnswer) as error:
            log.error("Reference %s: a computer declines a draw in match %d: %s", reference(), match.id, where(error))
            return False

    async def _move(self, match: Match, seat: int, level: str, since: datetime) -> ChosenMove:
        """The computer's move: the only legal one, a worker's choice, or any legal one if no worker can choose.

        `ChosenMove.ranked` is empty if there was nothing to choose.
        """
        if match.state is None:
            raise AssertionError(f"{match!r} has no position")
        legal = match.state.legal()
        if len(legal) == 1:
            return ChosenMove(match.state.notate(legal[0]))
        question = question_of(match, seat, level, self._seconds)
        try:
            return await self._thinkers.think(
                choose, question, since=since, limit=limit_of(seconds_of(level, self._seconds)), person=match.opener
            )
        except (Failed, NoAnswer) as error:
            log.error(
                "Reference %s: a computer (%s) found no move in %s, match %d version %d: %s. It plays another "
                    "legal move.",
                reference(), level, match.game, match.id, match.version, f"{type(error).__name__} {error}".rstrip(),
            )  # fmt: skip
            # Where players get stuck, one in this process might never return.
            stuck = isinstance(error, NoAnswer) and not isinstance(error, NoWorkers)
            move = await asyncio.to_thread(_in_a_hurry, None if stuck else question, match)
            return ChosenMove(move, ((move, 0.0),))

    async def _play_move(self, turn: _Turn, match: Match, move: str, hopeless: bool | None) -> Match:
        try:
            decision = turns.play_computer(move, seen_version=match.version, hopeless=hopeless)
            return await self._write(turn, match, decision)
        except IllegalMove:
            log.error("Reference %s: a computer chose a move that isn't legal in match %d", reference(), match.id)
            return await self._write(turn, match, turns.play_computer(_first(match), seen_version=match.version))

    async def _write(self, turn: _Turn, match: Match, decision: Decision) -> Match:
        for pause in growing_delays():
            turn.writing = True
            try:
                return await self._matches.act(match.id, decision)
            except (Busy, StoreBusy):
                log.debug("The database is busy. A computer's move in match %d is written later", match.id)
            finally:
                turn.writing = False
            if self._closing:
                raise Closed
            await self._sleep(pause)
        raise AssertionError("pauses never end")


def _mover(match: Match) -> tuple[int, str] | None:
    """The seat to move and the level of its computer; None if no computer is to move."""
    if match.mover is None or match.to_move is None:
        return None
    return match.to_move, str(match.mover)


def _open_offer(match: Match) -> tuple[int, str] | None:
    """The seat of a computer that is offered a draw, and its level; None if there is none."""
    if match.status is not Status.RUNNING or match.state is None or match.proposal is None:
        return None
    seat = next(iter(match.proposal.computers), None)
    return None if seat is None else (seat, str(match.seats[seat].computer))


def _goes_on(before: Match, after: Match) -> bool:
    """Whether the same seat continues its turn."""
    if before.state is None or after.state is None or before.to_move != after.to_move:
        return False
    return after.state.same_turn(before.state)


def _first(match: Match) -> str:
    if match.state is None:
        raise AssertionError(f"{match!r} has no position")
    return match.state.notate(match.state.legal()[0])


def _in_a_hurry(question: Question | None, match: Match) -> str:
    """A legal move without a worker: a beginner's, if one may be asked here and finds one."""
    if question is not None:
        with suppress(Failed):
            return choose(replace(question, level="beginner", positions=IN_A_HURRY)).move
    return _first(match)
