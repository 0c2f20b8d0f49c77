"""Scratch boards: lines that people try out for themselves, in positions of their matches.

A board begins with what the person's own seat sees, so nothing that is hidden from it, nor luck that is sealed, can be
on it. It's there as long as the match is. See docs/puzzles.md.
"""

from collections.abc import Sequence
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.match.parts.part import Part, asks
from bot.match.reading.trying import LuckDoesNotFit, TriedMove, supposed_position, try_move
from bot.match.values import Status
from bot.match.values.errors import NotInThisMatch, NotRunning, PlaysApart, YouHaveResigned
from bot.match.values.match import Host, Match
from bot.match.values.scratch import ScratchBoard, ScratchPlace, TriedPosition
from bot.match.values.scratch_errors import (
    NoSuchLine,
    NothingToTryOut,
    NotSupposable,
    NotThisLuck,
    ScratchBoardIsFull,
    ScratchBoardsAreFull,
)
from bot.rules import State
from bot.rules.chance import Sealed
from bot.store.columns import ScratchPositionColumns
from bot.store.practice_tables import ScratchPositionRow
from bot.store.queries import people, scratch
from bot.text.own_words import OwnWords

MOST_OF_A_MATCH = 200
"""The most positions that somebody can have on the board of one match, about two kilobytes each."""

MOST = 5_000
"""The most positions that somebody can have on all their boards."""

LONGEST_NAME = 40  # characters


class ScratchBoards(Part):
    """The scratch boards of all people. Everything is about one `match` as it was read, and one of its people."""

    async def begin(self, match: Match, user: int) -> int:
        """The position of the match now on this person's board; adds it unless it's there.

        Raises NothingToTryOut, NotInThisMatch, YouHaveResigned, NotRunning, Frozen, PlaysApart, ScratchBoardIsFull,
        ScratchBoardsAreFull, Busy, NotWritable.
        """
        if match.state is None:
            if match.frozen_because:
                raise match.frozen_because
            raise PlaysApart if isinstance(match, Host) else NotRunning
        return await self.begin_at(match, user, match.state, f"v{match.position_version}")

    async def begin_at(self, match: Match, user: int, state: State[Any], step: str) -> int:
        """Like `begin`, for another position of the match; `step` says which one."""
        seats = _seats_of(match, user)
        if state.to_move is None:
            raise NothingToTryOut
        seat = state.to_move if state.to_move in seats else seats[0]
        step = f"{step}.{seat}"
        position = supposed_position(self._reader.games[match.game], state, seat)
        async with self._writing() as connection:
            row = await people.user_row_for(connection, user, self._now())
            version = self._reader.rules_versions[match.game]
            await scratch.remove_outdated(connection, row, match.id, version)
            board = await self._board(connection, row, match)
            there = next((one.id for one in board.after(None) if one.step == step), None)
            if there is not None:
                return there
            unused = [one.id for one in board.after(None) if not one.name and not board.after(one.id)]
            await scratch.remove(connection, unused)
            await self._check_room(connection, row, len(board.positions) - len(unused), 1)
            columns = self._columns(row, match, seat, None, step, position)
            return await scratch.add(connection, columns)

    async def board(self, match: Match, user: int) -> ScratchBoard:
        """Everything this person has tried out in the match. Raises NotInThisMatch, YouHaveResigned."""
        _seats_of(match, user)
        async with self._store.read() as connection:
            return await self._board(connection, await people.user_row(connection, user) or 0, match)

    has_lines = asks(scratch.any_of)

    async def place(self, match: Match, user: int, position: int) -> ScratchPlace:
        """A position of this person's board. Raises NoSuchLine, NotInThisMatch, YouHaveResigned."""
        _seats_of(match, user)
        async with self._store.read() as connection:
            row = await people.user_row(connection, user) or 0
            here, state = await self._read_position(connection, row, match, position)
            board = await self._board(connection, row, match)
            at = board.by_id[position]
            if at.supposed or at.parent is None:
                return ScratchPlace(board, at, here.seat, state, None, state.concealed(here.seat))
            _, before = await self._read_position(connection, row, match, at.parent)
        played = TriedMove(before, at.step, at.luck, state).as_played()
        return ScratchPlace(board, at, here.seat, state, played, state.concealed(here.seat))

    async def play(
        self, match: Match, user: int, position: int, move: str, luck: Sequence[int] = (), *, at_random: bool = False
    ) -> int:
        """The position after a move, played on this person's board with the luck that they choose.

        With `at_random`, the rest of the luck is drawn, by chance that no match knows. Moves that leave no choice
        follow if they do at the table. Raises what `place` raises, IllegalMove, LuckNeeded, NotThisLuck,
        ScratchBoardIsFull, ScratchBoardsAreFull, Busy, NotWritable.
        """
        chance = Sealed(self._new_seed(), "tried out")
        row, here, state = await self._own(user, match, position)
        try:
            tried = try_move(state, move, luck, chance, goes_on=at_random, automatic=match.terms.automatic)
        except LuckDoesNotFit:
            raise NotThisLuck from None
        return await self._add(row, match, here, [(one.move, one.luck, one.after) for one in tried], supposed=False)

    async def suppose(self, match: Match, user: int, position: int, place: str, item: str) -> int:
        """The position in which a hidden place holds what this person supposes there.

        Raises what `play` raises, but nothing about moves and luck; NotSupposable.
        """
        row, here, state = await self._own(user, match, position)
        try:
            after = state.suppose(here.seat, place, item)
        except ValueError:
            raise NotSupposable from None
        if after == state:
            return position
        return await self._add(row, match, here, [(f"{place}={item}", (), after)], supposed=True)

    async def rename(self, match: Match, user: int, position: int, name: str) -> None:
        """Gives a position a name, or none. Raises NoSuchLine, NotInThisMatch, YouHaveResigned, Busy, NotWritable."""
        words = " ".join(name.replace("\0", "").split())[:LONGEST_NAME].strip()
        row, _, _ = await self._own(user, match, position)
        await self._write(scratch.rename, row, position, words or None)

    async def remove(self, match: Match, user: int, position: int) -> int | None:
        """Removes a position and all that follows it; returns the one before it. Raises as `rename`."""
        row, here, _ = await self._own(user, match, position)
        async with self._writing() as connection:
            board = await self._board(connection, row, match)
            if position in board.by_id:
                await scratch.remove(connection, board.branch(position))
            return here.parent

    async def _own(self, user: int, match: Match, position: int) -> tuple[int, ScratchPositionRow, State[Any]]:
        _seats_of(match, user)
        async with self._store.read() as connection:
            row = await people.user_row(connection, user) or 0
            return row, *await self._read_position(connection, row, match, position)

    async def _read_position(
        self, connection: AsyncConnection, row: int, match: Match, position: int
    ) -> tuple[ScratchPositionRow, State[Any]]:
        found = await scratch.read(connection, row, position)
        game = self._reader.games.get(match.game)
        if game is None or found is None or (found.match_id, found.rules_version) != (match.id, game.rules_version):
            raise NoSuchLine
        return found, game.load(found.position)

    async def _board(self, connection: AsyncConnection, row: int, match: Match) -> ScratchBoard:
        version = self._reader.rules_versions.get(match.game, 0)
        rows = await scratch.outline(connection, row, match.id, version)
        return ScratchBoard(
            tuple(
                TriedPosition(one.id, one.parent, one.tried, one.supposed, tuple(one.luck), OwnWords(one.name or ""))
                for one in rows
            )
        )

    async def _add(
        self,
        row: int,
        match: Match,
        here: ScratchPositionRow,
        steps: Sequence[tuple[str, tuple[int, ...], State[Any]]],
        *,
        supposed: bool,
    ) -> int:
        """Adds these steps one after the other, as far as they aren't there; returns the last position."""
        async with self._writing() as connection:
            board, parent, missing = await self._board(connection, row, match), here.id, list(steps)
            if parent not in board.by_id:  # it was removed meanwhile
                raise NoSuchLine
            while missing:
                step, luck, _ = missing[0]
                same = (one.id for one in board.after(parent) if (one.step, one.luck) == (step, luck))
                if (there := next(same, None)) is None:
                    break
                parent = there
                del missing[0]
            await self._check_room(connection, row, len(board.positions), len(missing))
            for step, luck, after in missing:
                columns = self._columns(row, match, here.seat, parent, step, after)
                columns["luck"], columns["supposed"] = list(luck), supposed
                parent = await scratch.add(connection, columns)
            return parent

    def _columns(
        self, row: int, match: Match, seat: int, parent: int | None, step: str, position: State[Any]
    ) -> ScratchPositionColumns:
        return {
            "user_id": row,
            "match_id": match.id,
            "parent": parent,
            "tried": step,
            "supposed": False,
            "luck": [],
            "seat": seat,
            "rules_version": self._reader.rules_versions[match.game],
            "position": position.dump(),
            "name": None,
            "at": self._now(),
        }

    async def _check_room(self, connection: AsyncConnection, row: int, there: int, more: int) -> None:
        """Raises ScratchBoardIsFull, ScratchBoardsAreFull if there's no room for so many more positions."""
        if not more:
            return
        if there + more > MOST_OF_A_MATCH:
            raise ScratchBoardIsFull(number=MOST_OF_A_MATCH)
        if await scratch.count(connection, row) + more > MOST:
            raise ScratchBoardsAreFull(number=MOST)


def _seats_of(match: Match, user: int) -> list[int]:
    """The seats by which somebody has a board: those they play, after the end those they have played."""
    seats = match.seat_of(user)
    played = [seat.number for seat in match.seats if user in seat.people]
    if match.status is Status.OVER:
        seats = played
    if not seats:
        raise YouHaveResigned if played else NotInThisMatch
    return seats
