"""A position of Cirondo that makes and unmakes moves, several times as fast as the states of the rules.

Spaces and stellar are numbered as in `bot.rules.cirondo.board`, whose rules this follows; a test compares the two
after every move. A move is one number: 256 * origin + target.

- A line of eight spaces (two families of arcs, the radii) is one number in base 3, as a side sees it: 0 empty, 1 own,
  2 opposing. With two sides, both use the same lines, the second one with the digits exchanged.
- All moons are handled together, as bits of one number: each ring takes 34 of them, with its two ends repeated, so that
  a step across space 32 needs no special case.
- Each move updates the value of each seat's stellar, the counts and the key incrementally.
"""

from bot.players.cirondo.moves import Moves
from bot.players.cirondo.tables import BIT, EVEN_FEWER, OWED_KEY, SEAT_KEYS
from bot.rules.cirondo.board import KINDS, PLANET, seat_of, stellar
from bot.rules.cirondo.situation import OCCURRENCES, QUIET_MOVES

FEW = 4  # with so few stellar, having to move may be a disadvantage
EARLIEST_REPETITION = 2 * (OCCURRENCES - 1) * 2  # quiet moves before a position can occur that often


class CirondoPosition(Moves):
    """See `SearchPosition` and the head of this module."""

    def make(self, move: int, sample: int = 0) -> bool:
        meter = self._meter
        if meter.positions >= meter.next_check:
            meter.check()
        meter.positions += 1
        origin, target = move >> 8, move & 255
        cells, pieces, lines, stances = self.cells, self._pieces, self._lines, self._stances
        piece, captured = cells[origin], cells[target]
        seat = (piece - 1) // 3
        side = self._side_of[seat]
        moon = piece % 3 == 2
        owed, quiet = self.owed, self._quiet
        mine = self._points_of[seat]
        self._undo.append((move, piece, captured, self._key, seat, quiet, owed, self.defeated, mine))
        arrived = piece
        if moon:
            if target >= 224:
                arrived = piece + 1
                self._moons[seat] ^= BIT[origin]
            else:
                self._moons[seat] ^= BIT[origin] | BIT[target]
        # Move the stellar from one space to the other.
        left_key, left_points, left_bits, first, second, radius, weight = stances[piece][origin]
        reached_key, reached_points, reached_bits, to_first, to_second, to_radius, to_weight = stances[arrived][target]
        cells[origin] = 0
        cells[target] = arrived
        pieces[piece].remove(origin)
        pieces[arrived].add(target)
        key = self._key ^ left_key ^ reached_key ^ SEAT_KEYS[seat]
        self._points_of[seat] = mine + reached_points - left_points
        self._bits[side] ^= left_bits ^ reached_bits
        left = 2
        if captured:
            loser = (captured - 1) // 3
            losing = self._side_of[loser]
            pieces[captured].remove(target)
            lost_key, lost_points, _, _, _, _, lost_weight = stances[captured][target]
            key ^= lost_key
            self._points_of[loser] -= lost_points
            self._bits[losing] ^= reached_bits
            to_weight -= lost_weight
            if captured % 3 == 2:
                self._moons[loser] ^= BIT[target]
            self._seat_counts[loser] -= 1
            left = self.counts[losing] = self.counts[losing] - 1
            if left <= EVEN_FEWER:
                self._near_end = self._is_near_end()
        lines[first] -= weight
        lines[second] -= weight
        lines[radius] -= weight
        lines[to_first] += to_weight
        lines[to_second] += to_weight
        lines[to_radius] += to_weight
        if self._other_views:
            self._shift(piece, captured, origin, target, 1)
        if owed:
            self.owed = tuple(other for other in owed if other != seat)
            if not self.owed:
                key ^= OWED_KEY
        following = self._next[seat]
        if left > 1 and self.counts[side] > 1 and not self.defeated:
            origin, target, piece = self._witness[following]
            if (cells[origin] == piece and not cells[target]) or self._can_move(following):
                self.to_move = following
                self._key = key = key ^ SEAT_KEYS[following]
                if self._draw_rule:
                    if captured or moon:
                        self._quiet = 0
                    else:
                        self._quiet = quiet = quiet + 1
                        if quiet >= EARLIEST_REPETITION:
                            self._draw(key)
                self._keys.append(key)
                return False
        self._key = key
        self._settle(seat, side, captured, moon)
        return False

    def _draw(self, key: int) -> None:
        """Ends the match if the draw rule applies; the newest position isn't among the keys yet."""
        quiet = self._quiet
        if self._keys[-quiet:].count(key) + 1 >= OCCURRENCES:
            self.over, self.to_move = "repetition", None
        elif quiet >= QUIET_MOVES:
            self.over, self.to_move = "quiet", None

    def _settle(self, seat: int, side: int, captured: int, moon: bool) -> None:
        """Steps 2 to 6 of a play, after a move that may defeat a player or end the match."""
        lifted: list[tuple[int, int]] = []
        before = self.defeated
        over = None
        if captured:
            losing = self._side_of[seat_of(captured)]
            if not self.counts[losing]:
                self.defeated += self._sides[losing]
            over = self._ending_kind()
        if over is None and self.counts[side] == 1:
            self._defeat(side, lifted)
            over = self._ending_kind()
        to_move = None
        if over is None:
            to_move, over = self._next_seat(seat, lifted)
        self.to_move, self.over = to_move, over
        if to_move is not None:
            self._key ^= SEAT_KEYS[to_move]
        if self._draw_rule:
            if captured or moon or self.defeated != before:
                self._quiet = 0
            else:
                self._quiet += 1
                if over is None:
                    self._draw(self._key)
        self._keys.append(self._key)
        if lifted:
            self._near_end = self._is_near_end()
            self._undo.append((tuple(lifted),))

    def _ending_kind(self) -> str | None:
        left = self._remaining_sides()
        if len(left) == 1:
            return "conquest"
        return "showdown" if all(self.counts[side] == 1 for side in left) else None

    def _defeat(self, side: int, lifted: list[tuple[int, int]]) -> None:
        for seat in self._sides[side]:
            for kind in range(KINDS):
                lifted += [(space, self._lift(space)) for space in tuple(self._pieces[stellar(seat, kind)])]
        self.defeated += self._sides[side]

    def _next_seat(self, mover: int, lifted: list[tuple[int, int]]) -> tuple[int | None, str | None]:
        passed: set[int] = set()
        seat = mover
        while True:
            seat = self._next[seat]
            if seat in self.defeated or not self._seat_counts[seat]:
                continue
            if self._can_move(seat):
                return seat, None
            side = self._side_of[seat]
            if self.counts[side] == 1:  # the last move is lost (Rulings 15)
                self._defeat(side, lifted)
                over = self._ending_kind()
                if over is not None:
                    return None, over
                passed.clear()
            elif seat in passed:
                return None, "blocked"
            else:
                passed.add(seat)

    def unmake(self) -> None:
        entry = self._undo.pop()
        if len(entry) == 1:
            for space, lifted in entry[0]:
                self._put(space, lifted)
            self._near_end = self._is_near_end()
            entry = self._undo.pop()
        move, piece, captured, self._key, seat, self._quiet, self.owed, self.defeated, mine = entry
        self.over = None
        self._keys.pop()
        self.to_move = seat
        if move < 0:
            return
        origin, target = move >> 8, move & 255
        cells, pieces, lines, stances = self.cells, self._pieces, self._lines, self._stances
        arrived = cells[target]
        _, _, left_bits, first, second, radius, weight = stances[piece][origin]
        _, _, reached_bits, to_first, to_second, to_radius, to_weight = stances[arrived][target]
        cells[origin] = piece
        cells[target] = captured
        pieces[arrived].remove(target)
        pieces[piece].add(origin)
        self._points_of[seat] = mine
        self._bits[self._side_of[seat]] ^= left_bits ^ reached_bits
        if piece % 3 == 2:
            self._moons[seat] ^= BIT[origin] if target >= 224 else BIT[origin] | BIT[target]
        if captured:
            loser = (captured - 1) // 3
            losing = self._side_of[loser]
            pieces[captured].add(target)
            _, lost_points, _, _, _, _, lost_weight = stances[captured][target]
            self._points_of[loser] += lost_points
            self._bits[losing] ^= reached_bits
            to_weight -= lost_weight
            if captured % 3 == 2:
                self._moons[loser] ^= BIT[target]
            self._seat_counts[loser] += 1
            self.counts[losing] += 1
            self._near_end = self._near_end and self._is_near_end()
        lines[first] += weight
        lines[second] += weight
        lines[radius] += weight
        lines[to_first] -= to_weight
        lines[to_second] -= to_weight
        lines[to_radius] -= to_weight
        if self._other_views:
            self._shift(piece, captured, origin, target, -1)

    def gives_away(self, move: int) -> float:
        """The most that an exchange on one space costs, in planets (see `SearchPosition`). Moons alone don't count."""
        cells = self.cells
        if cells[move & 255]:
            return 0.0
        self.make(move)
        seat = self.to_move
        targets = set[int]() if seat is None or self.owed else {capture & 255 for capture in self._captures(seat)}
        most = max([self._exchange(target) for target in targets if cells[target] % 3 != 2], default=0)
        self.unmake()
        return most / self._points[stellar(0, PLANET)][0]

    def _exchange(self, target: int) -> int:
        """The points that the mover wins by captures on a space, its cheapest stellar first, as long as it wants to."""
        seat = self.to_move
        if seat is None:
            return 0
        cells, points = self.cells, self._points
        captures = [move for move in self._captures(seat) if move & 255 == target]
        if not captures:
            return 0
        loser, taken = seat_of(cells[target]), points[cells[target]][target]
        self.make(min(captures, key=lambda move: points[cells[move >> 8]][move >> 8]))
        if self.to_move is not None and self._side_of[self.to_move] == self._side_of[loser]:
            taken -= self._exchange(target)
        self.unmake()
        return max(taken, 0)

    def make_pass(self) -> bool:
        seat = self.to_move
        if seat is None or self.owed or self.counts[self._side_of[seat]] < FEW:
            return False
        following = self._next[seat]
        while following != seat:
            if following not in self.defeated and self._can_move(following):
                break
            following = self._next[following]
        else:
            return False
        self._meter.spend()
        self._undo.append((-1, 0, 0, self._key, seat, self._quiet, self.owed, self.defeated, self._points_of[seat]))
        self._quiet = 0
        self._key ^= SEAT_KEYS[seat] ^ SEAT_KEYS[following]
        self._keys.append(self._key)
        self.to_move = following
        return True
