"""The newest decisions of a match: those of the current turn and of the round before it.

A round is one turn of every other seat, so that a board shows everything since its player's last turn.

Turns that were automatic or played only by computers belong to the last turn before them in which a person decided.
They are stored beside the position, so that a board can show a whole turn and a player can undo parts of it. A *turn*
is what the game calls one (`State.same_turn`). A *run* is the part of a turn in which one seat makes several decisions
in a row: they share one message in the channel. A run is named after the number of the event that began it. What
computers decide belongs to the run that began when the last person finished, and so do the next decisions of a person
who plays only against computers.
"""

import json
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import pairwise
from typing import Any

from bot.match.values import PlayedMove
from bot.rules import Game, State
from bot.rules.chance import Outcome, Scripted
from bot.store.tables import EventRow

LONGEST = 60
"""The maximum number of decisions stored. Only turns with very many extra throws have more."""


@dataclass(frozen=True, slots=True)
class RecordedMove:
    """One decision as stored beside the position.

    `opens` says that a turn began with it, `automatic` that there was no choice, `computer` that a computer decided it.
    """

    number: int
    seat: int
    move: str
    chance: tuple[Outcome, ...] = field(repr=False)
    opens: bool
    automatic: bool
    computer: bool = False

    @property
    def personal(self) -> bool:
        """Whether a person decided it."""
        return not self.automatic and not self.computer

    def document(self) -> list[Any]:
        """The decision as JSON. Those of people have the form that older releases read and write."""
        values = [self.number, self.seat, self.move, list(self.chance), self.opens, self.automatic]
        return [*values, True] if self.computer else values


@dataclass(frozen=True, repr=False)
class Trail:
    """The newest decisions, and the position before the first of them, from which they are replayed on first use.

    `start_text` is the document of that position as JSON. `going_on` says that the newest decision didn't finish its
    turn. `public` leaves out luck. `written_by` is the version of the rules that wrote the moves; None is the installed
    one.
    """

    game: Game[Any] | None = field(compare=False)
    start_text: str | None
    entries: tuple[RecordedMove, ...]
    run: int
    going_on: bool
    public: bool = False
    written_by: int | None = field(default=None, compare=False)

    @cached_property
    def decisions(self) -> tuple[PlayedMove, ...]:
        """All of them, oldest first; empty if these rules can't play them."""
        if self.game is None or self.start_text is None or not self.entries:
            return ()
        moves: list[PlayedMove] = []
        try:
            state = self.game.load(self.start())
            for one in self.entries:
                luck = Scripted(one.chance)
                move = self.game.rewritten(one.move, state, self.written_by)
                after = state.play(state.parse(move), luck)
                if luck.left:
                    return ()
                outcomes = () if self.public and self.game.hidden else one.chance
                moves.append(
                    PlayedMove(
                        number=one.number,
                        seat=one.seat,
                        move=move,
                        chance=tuple(outcome for outcome in outcomes if not self.public or isinstance(outcome, int)),
                        lucky=bool(one.chance),
                        opens=one.opens,
                        automatic=one.automatic,
                        before=state,
                        after=after,
                        computer=one.computer,
                    )
                )
                state = after
        except Exception:  # damaged, or written under other rules: then nothing is shown
            return ()
        return tuple(moves)

    @property
    def turns(self) -> tuple[tuple[PlayedMove, ...], ...]:
        """The decisions grouped by turn, the oldest turn first."""
        turns: list[list[PlayedMove]] = []
        for decision in self.decisions:
            if decision.opens or not turns:
                turns.append([])
            turns[-1].append(decision)
        return tuple(map(tuple, turns))

    def newest(self, number: int) -> tuple[tuple[PlayedMove, ...], ...]:
        """At least this many of the newest turns, back to one in which a person decided, or to the beginning."""
        turns = self.turns
        first = max(len(turns) - number, 0)
        while first and all(decision.automatic or decision.computer for decision in turns[first]):
            first -= 1
        return turns[first:]

    @property
    def retractable(self) -> int:
        """How many of the newest decisions go when the seat to move undoes its last one; 0 if it may not.

        Automatic decisions go with the one they followed. Decisions of computers stand.
        """
        decisions = self.decisions
        if not self.going_on or not decisions:
            return 0
        to_move = decisions[-1].after.to_move
        for count, decision in enumerate(reversed(decisions), 1):
            if decision.lucky or decision.computer or not decision.after.may_take_back(decision.before):
                return 0
            if not decision.automatic:
                return count if decision.seat == to_move else 0
        return 0

    def renew(self) -> "Trail":
        """The decisions of a trail as the installed rules write them; unchanged if those can't play them."""
        moves = self.decisions
        if not moves:
            return self
        entries = (replace(entry, move=move.move) for entry, move in zip(self.entries, moves, strict=True))
        return replace(self, entries=tuple(entries), written_by=None)

    def start(self) -> Any:
        """The document of the position before the first decision."""
        return None if self.start_text is None else json.loads(self.start_text)

    def document(self) -> dict[str, Any]:
        """The trail as JSON, without the position before its first decision."""
        return {"run": self.run, "going_on": self.going_on, "kept": [one.document() for one in self.entries]}


def read_trail(
    game: Game[Any] | None,
    start_text: str | None,
    document: Mapping[str, Any] | None,
    *,
    number: int,
    public: bool,
    written_by: int | None = None,
) -> Trail:
    """The stored trail; an empty one if there is none or it is damaged.

    `number` is that of the event that made the position: the run of an empty trail. `written_by` is as in `Trail`.
    """
    try:
        if document is not None:
            entries = tuple(
                RecordedMove(one, seat, move, tuple(chance), opens, automatic, *computer)
                for one, seat, move, chance, opens, automatic, *computer in document["kept"]
            )
            going_on = bool(document["going_on"])
            return Trail(game, start_text, entries, int(document["run"]), going_on, public, written_by)
    except (LookupError, TypeError, ValueError):
        pass  # `Records.check` reports it
    return Trail(game, None, (), number, going_on=False, public=public)


def play_event(game: Game[Any], written_by: int | None, event: EventRow, before: State[Any]) -> PlayedMove:
    """A move in a log, played from this position; `written_by` is as in `Trail`.

    Raises ValueError, and what rules raise for moves under others.
    """
    luck = Scripted(event.chance or [])
    move = game.rewritten(event.played, before, written_by)
    after = before.play(before.parse(move), luck)
    if luck.left:
        raise ValueError("not all luck was drawn")
    return PlayedMove(
        number=event.number,
        seat=before.to_move or 0,
        move=move,
        chance=tuple(event.chance or ()),
        lucky=bool(event.chance),
        opens=False,  # its place in a turn isn't known here
        automatic=event.member_id is None and not event.data,
        before=before,
        after=after,
        computer="computer" in event.details,
    )


def extend_trail(
    trail: Trail, new: Sequence[PlayedMove], *, seats: int = 2, computers: Set[int] = frozenset(), lone: bool = False
) -> Trail:
    """The trail with these decisions added and without those no longer needed. Which of them open turns is found here.

    `seats` is the number of seats; `computers` are those that computers play from here on; `lone` says that they play
    all but one.
    """
    fresh: list[tuple[RecordedMove, State[Any]]] = []
    handed_over, going_on = None, trail.going_on
    for one in new:
        entry = RecordedMove(
            one.number, one.seat, one.move, one.chance, not going_on, one.automatic, computer=one.computer
        )
        fresh.append((entry, one.before))
        going_on = one.after.same_turn(one.before)
        if not going_on or one.after.to_move != one.before.to_move:
            handed_over = entry.number
    # When a computer hands over to another one, or to the only person in the match, the run goes on; but not after it
    # played for that person because their time ran out.
    to_another, to_the_only_one = new[-1].after.to_move in computers, lone and new[0].seat in computers
    stays = new[0].computer and (to_another or to_the_only_one)
    run = trail.run if handed_over is None or stays else handed_over
    # Earlier turns are shown only until the current turn is finished.
    turns, round_ = 1 + going_on, max(seats - 1, 1) + going_on
    cut = _start_of_newest(fresh, turns, round_)
    if cut is None:
        fresh = [*_with_positions(trail), *fresh]
        cut = _start_of_newest(fresh, turns, round_) or 0
    cut = max(cut, len(fresh) - LONGEST)
    return Trail(trail.game, *_write(fresh[cut:]), run, going_on)


def _start_of_newest(decisions: Sequence[tuple[RecordedMove, State[Any]]], turns: int, round_: int) -> int | None:
    """Where the newest turns begin: `round_` of them, and `turns` back to one in which a person decided.

    None if the trail doesn't go back that far.
    """
    starts = [index for index, (entry, _) in enumerate(decisions) if entry.opens]
    if len(starts) < round_:
        return None
    for start, end in list(pairwise([*starts, len(decisions)]))[: len(starts) - turns + 1][::-1]:
        if any(entry.personal for entry, _ in decisions[start:end]):
            return min(start, starts[-round_])
    return None


def shorten_trail(trail: Trail, count: int) -> tuple[State[Any], Trail]:
    """The position before the newest `count` decisions, and the trail without them."""
    entries, undone = trail.entries[:-count], trail.decisions[-count:]
    first = undone[0]
    start_text = trail.start_text if entries else None
    return first.before, Trail(trail.game, start_text, entries, trail.run, going_on=not first.opens)


def _with_positions(trail: Trail) -> list[tuple[RecordedMove, State[Any]]]:
    return list(zip(trail.entries, (decision.before for decision in trail.decisions), strict=False))


def _write(decisions: Sequence[tuple[RecordedMove, State[Any]]]) -> tuple[str | None, tuple[RecordedMove, ...]]:
    if not decisions:
        return None, ()
    return json.dumps(decisions[0][1].dump()), tuple(entry for entry, _ in decisions)
