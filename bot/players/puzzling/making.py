"""Making the puzzles of a game: positions of matches in which one move alone is right (docs/puzzles.md)."""

import hashlib
import json
import random
from bisect import insort
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from importlib import import_module
from typing import Any

from bot.players import JUDGES, LEVELS, Budget, Level, Player, Reason, player_for
from bot.players.levels import ADVISER, GREEDY
from bot.players.luck import Luck
from bot.players.puzzling.maker import Maker
from bot.players.puzzling.methods import Single, search_margin
from bot.players.puzzling.solving import OPEN, POSITIONS, WON, Solution, is_all_seen, solve
from bot.players.puzzling.table import PuzzleSetup
from bot.players.tree import WON as SEEMS_WON
from bot.puzzles import GRADES, Because, Mistake, Puzzle, file_of, puzzles_of
from bot.rules import GAMES, State
from bot.rules.record import Playing
from bot.text import N_

TIMES = 5  # as many positions are searched to confirm an answer
HASTE = 8  # times fewer show at first whether a grade is likely of which there are enough
APART = 6  # decisions between two puzzles of a match
SMALL = 12_000  # positions that may be looked at to solve a new one, where only what is solved makes a puzzle
OF_A_MATCH = 3  # puzzles at most: more of them would resemble each other
LONGEST = 600  # decisions of a match that is played for puzzles
PLAYERS = ("beginner", "easy")  # who play them: their mistakes are what makes a puzzle
PACE = 1_500  # positions that a decision of theirs may cost
SHALLOW = replace(LEVELS["easy"], name="shallow")  # plans its turn to the end, and overlooks nothing
REASONS = 3  # told for an answer at most
WRONG = 3  # moves among which the likeliest mistake is one that can be refuted in words
MOST = 0.6  # of the puzzles are of the same grade
TOO_LARGE = "it's too large to be solved"
NOT_ASKED = "it isn't what puzzles ask for"
ENOUGH = "there are enough of its grade"
DECISIVE = 1000.0  # the margin of a move that certainly comes to more than all others


class NoPuzzle(Exception):
    """Why a position makes no puzzle."""


class TooMuchToSolve(NoPuzzle):
    """It would have to be solved, and there is too much to look at."""


@dataclass(frozen=True, slots=True)
class Found:
    """The answer in a position, by how much it's the best by each method, and what is certain after it if it alone is
    right for certain."""

    single: Single
    margins: tuple[float, ...]
    outcome: int | None = None


def maker_of(game: str) -> Maker:
    """How puzzles of a game are made. KeyError if there are none."""
    try:
        maker: Maker = import_module(f"bot.players.puzzling.{game}").maker
    except ModuleNotFoundError:
        raise KeyError(game) from None
    return maker


def table_of(game: str, maker: Maker) -> PuzzleSetup:
    """The game as the puzzles' tables are set up."""
    return PuzzleSetup(GAMES[game], JUDGES[game], GAMES[game].sides(maker.seats, maker.options))


def write(
    game: str,
    records: Iterable[Mapping[str, Any]],
    number: int,
    seed: int,
    told: Callable[[str], None] = lambda line: None,
    *,
    append: bool = False,
    only_solved: bool = False,
) -> int:
    """Make puzzles (`make`) and write them into the game's file. Returns how many. KeyError if none can be made.

    Each new one is written when it's found, as finding all may take hours.
    """
    before, puzzles = set(puzzles_of(game)), list[Puzzle]()
    for puzzle in make(game, records, number, seed, told, append=append, only_solved=only_solved):
        insort(puzzles, puzzle, key=lambda one: one.grade)
        if puzzle.id not in before:
            _write(game, puzzles)
    _write(game, puzzles)
    puzzles_of.cache_clear()
    return len(puzzles)


def _write(game: str, puzzles: Iterable[Puzzle]) -> None:
    lines = (json.dumps(puzzle.document()) + "\n" for puzzle in puzzles)
    file_of(game).write_text("".join(lines), encoding="utf-8")


def make(
    game: str,
    records: Iterable[Mapping[str, Any]],
    number: int,
    seed: int,
    told: Callable[[str], None] = lambda line: None,
    *,
    append: bool = False,
    only_solved: bool = False,
) -> Iterator[Puzzle]:
    """This many puzzles of a game: those it has that are still right, then others from recorded matches and from
    matches that computers play. `told` gets a line about each that was dropped, and about what made no puzzles and why.

    With `append`, those that it has stay as they are, and none of them is made again. With `only_solved`, others are
    only made of positions that can be solved, at the ends of matches.

    KeyError if no puzzles of it can be made.

    No more than `MOST` of them are of the same grade.
    """
    maker = maker_of(game)
    grades, ids, rejected = Counter[int](), set[int](), Counter[str]()

    def note(puzzle: Puzzle) -> Puzzle:
        grades[puzzle.grade] += 1
        ids.add(puzzle.id)
        return puzzle

    def wanted_grades() -> set[int]:
        return {grade for grade in GRADES if grades[grade] < MOST * number}

    for old in puzzles_of(game).values():
        try:
            yield note(old if append else puzzle_again(old))
        except NoPuzzle as reason:
            told(f"{old.id} is dropped: {reason}.")
    only_solved = only_solved or maker.second is None
    for match in _matches(game, maker, records, seed):
        newest, left = -APART, OF_A_MATCH
        # From the end, where only solved positions count: all before one that's too large to be solved are larger.
        positions = reversed(list(match)) if only_solved else match
        for decision, state in enumerate(positions):
            if len(ids) >= number:
                for what, times in rejected.most_common():
                    told(f"{times} positions make no puzzle: {what}.")
                return
            if not left:
                break
            if decision < newest + APART:
                continue
            try:
                puzzle = puzzle_in(game, state, wanted_grades(), is_hasty=True, only_solved=only_solved)
            except NoPuzzle as reason:
                rejected[str(reason)] += 1
                if isinstance(reason, TooMuchToSolve):
                    break
                continue
            if puzzle.id not in ids:
                newest, left = decision, left - 1
                yield note(puzzle)
                told(f"{puzzle.id} is new: {len(ids)} of {number}.")


def _matches(
    game: str, maker: Maker, records: Iterable[Mapping[str, Any]], seed: int
) -> Iterator[Iterator[State[Any]]]:
    """The positions of recorded matches with as many seats and the same options, then of endlessly many others."""
    usual = {option.name: option.default for option in GAMES[game].options} | dict(maker.options)
    for record in records:
        if record["game"] == game and record["seats"] == maker.seats and record["options"] == usual:
            yield (step.before for step in Playing(record).steps())
    number = 0
    while True:
        number += 1
        yield _positions_of_a_match(game, maker, random.Random(f"{seed} {number}"))  # noqa: S311 - an experiment that can be repeated


def _positions_of_a_match(game: str, maker: Maker, source: random.Random) -> Iterator[State[Any]]:
    """The positions of a match of weak computers."""
    luck = Luck(source.getrandbits(48))
    players = [
        player_for(game, maker.seats, maker.options, seat, _level(source.choice(PLAYERS)), source)
        for seat in range(maker.seats)
    ]
    state: State[Any] = GAMES[game].start(maker.seats, maker.options, luck)
    for _ in range(LONGEST):
        if state.to_move is None:
            return
        legal = state.legal()
        if len(legal) > 1:
            yield state
            legal = [state.parse(players[state.to_move].choose(state.view(state.to_move)).move)]
        state = state.play(legal[0], luck)


def _level(name: str) -> Level:
    return LEVELS[name].within(Budget(positions=PACE))


def puzzle_again(puzzle: Puzzle) -> Puzzle:
    """A puzzle as it would be made today, with the same answer. NoPuzzle if that isn't right."""
    state = GAMES[puzzle.game].state_of_view(puzzle.view, puzzle.seat)
    again = puzzle_in(puzzle.game, state)
    if again.answer != puzzle.answer:
        raise NoPuzzle("another move is the best")
    return again


def puzzle_in(
    game: str,
    position: State[Any],
    grades: Collection[int] = GRADES,
    *,
    is_hasty: bool = False,
    only_solved: bool = False,
) -> Puzzle:
    """The puzzle in a position, of one of these grades. NoPuzzle if there is none. The cheapest checks come first.

    If it `is_hasty`, it gives up where solving would take long and hardly ever leads to a puzzle, and where a short
    search finds an answer of a grade that isn't wanted; with `only_solved`, wherever it isn't solved.
    """
    maker = maker_of(game)
    table, seat = table_of(game, maker), position.to_move
    if seat is None or len(position.legal()) < 2:
        raise NoPuzzle("there is no choice")
    view = position.view(seat)
    state = GAMES[game].state_of_view(view, seat)
    if not maker.asks(state):
        raise NoPuzzle(NOT_ASKED)
    only_solved = only_solved or maker.second is None
    if only_solved and not is_all_seen(table, state, seat):
        raise TooMuchToSolve(TOO_LARGE)
    if is_hasty and not only_solved and len(grades) < len(GRADES):
        quick = search_margin(table, state, maker.positions // HASTE)
        if quick is not None and grade_of(game, seat, view, state.notate(quick.move)) not in grades:
            raise NoPuzzle(ENOUGH)
    found = _answer(table, maker, state, is_hasty=is_hasty, only_solved=only_solved)
    question = maker.kind(table, state, found.single)
    if question is None:
        raise NoPuzzle(NOT_ASKED)
    answer = state.notate(found.single.move)
    grade = grade_of(game, seat, view, answer)
    if grade not in grades:
        raise NoPuzzle(ENOUGH)
    if found.outcome is None:
        found = _confirm(table, maker, state, found.single)
    kind, values = question
    wrong = [move for move, _ in _player(game, maker, seat, GREEDY).choose(view).ranked if move != answer][:WRONG]
    return Puzzle(
        id=_id_of(game, view),
        game=game,
        rules=GAMES[game].rules_version,
        seats=maker.seats,
        options=dict(maker.options),
        seat=seat,
        view=view,
        kind=kind,
        values=values,
        answer=answer,
        margins=tuple(round(one, 2) for one in found.margins),
        grade=grade,
        reasons=_as_because(_reasons_for_move(game, maker, state, found)),
        line=_line(game, maker, state, found.single.move),
        mistake=_likeliest(_mistake(game, maker, state, move, found) for move in wrong),
    )


def _answer(table: PuzzleSetup, maker: Maker, state: State[Any], *, is_hasty: bool, only_solved: bool) -> Found:
    """The answer, certain where it can be solved. NoPuzzle if there isn't one.

    In haste, nothing is solved where a search sees no answer, and less is looked at where only what is solved counts.
    """
    searches = maker.second is not None
    search = _answer_by_search(table, maker, state) if is_hasty and searches else None
    found = _answer_by_proof(table, state, SMALL if is_hasty and only_solved else POSITIONS)
    if found is not None:
        return found
    if only_solved:
        raise TooMuchToSolve(TOO_LARGE)
    search = search or _answer_by_search(table, maker, state)
    _check_open(search)
    return Found(search, (search.margin,))


def _answer_by_proof(table: PuzzleSetup, state: State[Any], positions: int) -> Found | None:
    """The answer if only one move is right for certain; None if it isn't certain what is right. NoPuzzle if several
    moves are."""
    solution = solve(table, state, positions, for_one=True)
    if solution is None:
        return None
    outcome = max(solution.outcomes.values())
    if outcome < WON and (len(table.sides) > 2 or not (solution.is_final or _is_alone(solution))):
        return None
    if not _is_alone(solution):
        raise NoPuzzle("several moves win" if outcome == WON else "several moves come to the same in the end")
    (move,) = solution.best
    others = [other for other in solution.outcomes if other != move]
    return Found(Single(move, outcome * SEEMS_WON, DECISIVE, 1, others), (DECISIVE,) * 3, outcome)


def _is_alone(solution: Solution) -> bool:
    return len(solution.best) == 1


def _answer_by_search(table: PuzzleSetup, maker: Maker, state: State[Any]) -> Single:
    """The answer that a search finds. NoPuzzle if it's not ahead enough."""
    search = search_margin(table, state, maker.positions)
    if search is None or search.margin < maker.least:
        raise NoPuzzle("no move is clearly the best in a search")
    return search


def _check_open(search: Single) -> None:
    """NoPuzzle if a search finds an answer so far ahead that it would have to be solved."""
    if search.margin >= DECISIVE or abs(search.worth) >= SEEMS_WON / 2:
        raise NoPuzzle("it seems to decide the match, which isn't certain")


def _confirm(table: PuzzleSetup, maker: Maker, state: State[Any], search: Single) -> Found:
    """The answer with its margins by three methods. NoPuzzle if one of them doesn't agree, or a check has doubts."""
    second = None if maker.second is None else maker.second(table, state, search)
    if second is None:
        raise NoPuzzle("a method of another kind doesn't find the same move")
    longer = search_margin(table, state, TIMES * maker.positions)
    if longer is None or longer.move != search.move or longer.margin < maker.least:
        raise NoPuzzle("a longer search doesn't find the same move")
    _check_open(longer)
    doubt = maker.doubt(table, state, search.move, 1.0)
    if doubt is not None:
        raise NoPuzzle(doubt)
    return Found(longer, (search.margin, longer.margin, second))


def grade_of(game: str, seat: int, view: Mapping[str, Any], answer: str) -> int:
    """How hard it is to find an answer: by how many other moves look at least as good at a glance."""
    maker = maker_of(game)
    glance = dict(_player(game, maker, seat, GREEDY).choose(view).ranked)
    others = sum(worth >= glance[answer] for move, worth in glance.items() if move != answer)
    if others == 1 and _player(game, maker, seat, SHALLOW).choose(view).move != answer:
        return 3
    return min(others + 1, 3)


def _id_of(game: str, view: Mapping[str, Any]) -> int:
    text = json.dumps([game, view], sort_keys=True)
    return int(hashlib.sha256(text.encode()).hexdigest()[:12], 16) % 10**9


def _player(game: str, maker: Maker, seat: int, level: Level) -> Player:
    return player_for(game, maker.seats, maker.options, seat, level, random.Random(0))  # noqa: S311 - always the same


def _reasons_for_move(game: str, maker: Maker, state: State[Any], found: Found) -> list[Reason]:
    single, seat = found.single, state.to_move or 0
    if found.outcome is not None and found.outcome <= OPEN:
        return [Reason(N_("is the only move that doesn't lose"))]
    player = _player(game, maker, seat, ADVISER)
    return player.reasons(state.view(seat), state.notate(single.move), single.steps, wins=found.outcome == WON)[
        :REASONS
    ]


def _line(game: str, maker: Maker, state: State[Any], answer: Any) -> tuple[str, ...]:
    """What is expected after the answer."""
    if maker.line is not None:
        return tuple(maker.line(state, answer))
    seat = state.to_move or 0
    choice = _thorough(game, maker, seat).choose(state.view(seat))
    return choice.line if choice.move == state.notate(answer) else ()


def _thorough(game: str, maker: Maker, seat: int) -> Player:
    return _player(game, maker, seat, ADVISER.within(Budget(positions=TIMES * maker.positions)))


def _mistake(game: str, maker: Maker, state: State[Any], text: str, found: Found) -> Mistake:
    """What is wrong with a move: what can be said against it, and the reply of the only opponent, if any."""
    answer, certain = found.single.move, found.outcome is not None
    seat = state.to_move or 0
    move = state.parse(text)
    reasons = _player(game, maker, seat, ADVISER).reasons(state.view(seat), text)
    against = [*maker.against(state, move, answer), *(one for one in reasons if one.against)]
    luck = Luck(0)
    after = state.play(move, luck)
    reply, because = "", []
    table = table_of(game, maker)
    if after.result is not None and certain:
        place = after.result.places[seat]
        against.insert(0, Reason(N_("but only shares the win") if place == 1 else N_("but loses the match")))
    two = len(table.sides) == 2
    if two and not luck.drawn and not GAMES[game].hidden and after.to_move not in (None, seat):
        opponent = after.to_move or 0
        player = _thorough(game, maker, opponent)
        choice = player.choose(after.view(opponent))
        solution = solve(table, after) if certain else None
        best = [choice.move] if solution is None else [after.notate(one) for one in solution.best]
        reply = choice.move if choice.move in best else best[0]
        wins = choice.wins if solution is None else max(solution.outcomes.values()) == WON
        reasons = player.reasons(after.view(opponent), reply, choice.steps, wins=wins)
        because = [one for one in reasons if not one.against]
    return Mistake(text, _as_because(against[:1]), reply, _as_because(because[:2]))


def _likeliest(mistakes: Iterable[Mistake]) -> Mistake:
    """The first of these mistakes for which there is something to say, or else the last one."""
    mistake = None
    for mistake in mistakes:
        if mistake.against or mistake.because:
            break
    if mistake is None:
        raise ValueError("there is no other move")
    return mistake


def _as_because(reasons: Iterable[Reason]) -> tuple[Because, ...]:
    return tuple((one.sentence, dict(one.values)) for one in reasons)
