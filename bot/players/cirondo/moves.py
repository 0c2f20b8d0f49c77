"""Generates the moves in a position of Cirondo. See `bot.players.cirondo.position`."""

from bot.players.cirondo.evaluation import EvaluatedBoard
from bot.players.cirondo.tables import (
    CAPTURING_PLANETS,
    FREE,
    ONE_RING,
    QUIET_PLANETS,
    RING_G,
    SLIDES,
    SPACE_AT,
    SPACE_COUNT,
    SPACE_LINES,
    STRIDE,
    TAKES,
)
from bot.rules.cirondo.board import (
    MOON,
    NUMBERS,
    SUPPLY,
    stellar,
)

REMEMBERED = 20_000  # positions whose noisy moves are cached; a search meets a third of them again


class Moves(EvaluatedBoard):
    """The moves of a position, noisy and quiet, and whether a seat has any."""

    def moves(self) -> list[int]:
        """Every legal move."""
        return [*self.noisy(), *self.quiet()]

    def noisy(self) -> list[int]:
        """Captures and moons that become Solar Systems, most valuable victims and cheapest attackers first."""
        key = self._key
        cached = self._noisy.get(key)
        if cached is not None:
            return cached
        seat = self.to_move
        if seat is None or self.owed:
            return []
        moves = self._captures(seat)
        if len(moves) > 1:
            cells, points = self.cells, self._points
            ranked = [
                (10 * points[cells[move & 255]][move & 255] - points[cells[move >> 8]][move >> 8] << 16) + move
                for move in moves
            ]
            ranked.sort(reverse=True)
            moves = [rank & 0xFFFF for rank in ranked]
        if self._moons[seat] & RING_G:
            arrivals = self._arrivals(seat)
            if arrivals:  # only a capture of more than a moon is more urgent
                cells = self.cells
                moons = next((place for place, move in enumerate(moves) if cells[move & 255] % 3 == 2), len(moves))
                moves[moons:moons] = arrivals
        if len(self._noisy) >= REMEMBERED:
            self._noisy.clear()
        self._noisy[key] = moves
        return moves

    def quiet(self) -> list[int]:
        """Quiet moves, moons first, innermost moons before the others."""
        seat = self.to_move
        if seat is None:
            return []
        return self._first_moves(seat) if self.owed else self._quiet_moves(seat)

    def _first_moves(self, seat: int) -> list[int]:
        cells = self.cells
        return [
            space * SPACE_COUNT + space + NUMBERS
            for space in sorted(self._pieces[stellar(seat, MOON)])
            if not cells[space + NUMBERS]
        ]

    def _quiet_moves(self, seat: int) -> list[int]:
        moves: list[int] = []
        moons = self._moons[seat] & ~RING_G
        if moons:
            occupied = 0
            for bits in self._bits:
                occupied |= bits
            free = moons & ~(occupied >> STRIDE)
            while free:
                bit = free.bit_length() - 1
                free ^= 1 << bit
                moves.append(SPACE_AT[bit] * 257 + NUMBERS)
        lines = self._seen[self._side_of[seat]][0]
        planet = 1 + 3 * seat
        for space in self._pieces[planet]:
            first, second, free_spaces, on_first, on_second = QUIET_PLANETS[space]
            moves += on_first[free_spaces[lines[first]]]
            moves += on_second[free_spaces[lines[second]]]
        for space in self._pieces[planet + 2]:
            free_spaces = FREE[space >> 5]
            for line, (codes, _) in zip(SPACE_LINES[space], SLIDES[space], strict=True):
                moves += codes[free_spaces[lines[line]]]
            moves += self._quiet_round(space)
        return moves

    def _captures(self, seat: int) -> list[int]:
        moves: list[int] = []
        side = self._side_of[seat]
        lines, viewer = self._seen[side]
        planet = 1 + 3 * seat
        capturing = CAPTURING_PLANETS[viewer]
        for space in self._pieces[planet]:
            first, second, takes, on_first, on_second = capturing[space]
            targets = takes[lines[first]]
            if targets:
                moves += on_first[targets]
            targets = takes[lines[second]]
            if targets:
                moves += on_second[targets]
        if self._two:
            others = self._bits[1 - side]
        else:
            others = 0
            for other, bits in enumerate(self._bits):
                if other != side:
                    others |= bits
        moons = self._moons[seat]
        if moons:
            if len(self._pieces[planet + 2]) == SUPPLY:
                moons &= ~RING_G
            if others & (moons << STRIDE + 1 | moons << STRIDE - 1):
                hits = moons & others >> STRIDE + 1
                while hits:
                    bit = hits.bit_length() - 1
                    hits ^= 1 << bit
                    moves.append(SPACE_AT[bit] * SPACE_COUNT + SPACE_AT[bit + STRIDE + 1])
                hits = moons & others >> STRIDE - 1
                while hits:
                    bit = hits.bit_length() - 1
                    hits ^= 1 << bit
                    moves.append(SPACE_AT[bit] * SPACE_COUNT + SPACE_AT[bit + STRIDE - 1])
        for space in self._pieces[planet + 2]:
            takes = TAKES[viewer][space >> 5]
            for line, (_, codes) in zip(SPACE_LINES[space], SLIDES[space], strict=True):
                moves += codes[takes[lines[line]]]
            if others >> STRIDE * (space >> 5) + 1 & ONE_RING:
                moves += self._captures_round(space, side)
        return moves

    def _arrivals(self, seat: int) -> list[int]:
        """Moves of moons directly into ring H."""
        if len(self._pieces[3 + 3 * seat]) == SUPPLY:
            return []
        cells = self.cells
        return [
            space * 257 + NUMBERS for space in self._pieces[2 + 3 * seat] if space >= 192 and not cells[space + NUMBERS]
        ]

    def _steps_round(self, space: int) -> tuple[int, int]:
        """How many steps along the ring to the nearest stellar clockwise and anticlockwise; 32 if alone."""
        column = space & 31
        occupied = 0
        for bits in self._bits:
            occupied |= bits
        ring = occupied >> STRIDE * (space >> 5) + 1 & ONE_RING
        others = (ring >> column + 1 | ring << NUMBERS - 1 - column) & ONE_RING >> 1  # clockwise from the neighbour on
        if not others:
            return NUMBERS, NUMBERS
        return (others & -others).bit_length(), NUMBERS - others.bit_length()

    def _quiet_round(self, space: int) -> list[int]:
        clockwise, anticlockwise = self._steps_round(space)
        column = space & 31
        code = space * SPACE_COUNT + space - column
        moves = [code + (column + steps) % NUMBERS for steps in range(1, clockwise)]
        if clockwise < NUMBERS:  # otherwise both ways lead to the same spaces (Rulings 9)
            moves += [code + (column - steps) % NUMBERS for steps in range(1, anticlockwise)]
        return moves

    def _captures_round(self, space: int, side: int) -> list[int]:
        """Captures along a ring with at least one opposing stellar."""
        clockwise, anticlockwise = self._steps_round(space)
        column = space & 31
        start = space - column
        cells, side_of = self.cells, self._side_of
        targets = {start + (column + clockwise) % NUMBERS, start + (column - anticlockwise) % NUMBERS}
        return [space * SPACE_COUNT + target for target in targets if side_of[(cells[target] - 1) // 3] != side]

    def _can_move(self, seat: int) -> bool:
        """Whether a seat has a legal move. Remembers a quiet one that is likely to be legal next time too."""
        cells = self.cells
        if seat in self.owed:
            return bool(self._first_moves(seat))
        origin, target, piece = self._witness[seat]
        if cells[origin] == piece and not cells[target]:
            return True
        for move in self._quiet_moves(seat):
            origin, target = move >> 8, move & 255
            if cells[origin] % 3 != 2 or target < 224:  # a moon's way into ring H may be closed
                self._witness[seat] = origin, target, cells[origin]
            return True
        return bool(self._captures(seat) or self._arrivals(seat))
