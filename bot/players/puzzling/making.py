"""Making the puzzles of a game: positions of matches in which one move is clearly the best, as two methods agree."""

import hashlib
import json
import random
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from importlib import import_module
from typing import Any

from bot.players import JUDGES, LEVELS, Budget, Level, Player, Reason, player_for
from bot.players.levels import ADVISER, GREEDY
from bot.players.luck import Luck
from bot.players.puzzling.maker import Maker
from bot.players.puzzling.methods import Single, Table, searched
from bot.players.tree import WON
from bot.puzzles import GRADES, Because, Mistake, Puzzle, file_of
from bot.rules import GAMES, State
from bot.rules.record import Playing

TIMES = 5  # as many positions are searched to confirm an answer
SHARE = 0.5  # of the positions of a match that are looked at
APART = 6  # decisions between two puzzles of a match
LONGEST = 600  # decisions of a match that is played for puzzles
PLAYERS = ("beginner", "easy")  # who play them: their mistakes are what makes a puzzle
PACE = 1_500  # positions that a decision of theirs may cost
SHALLOW = replace(LEVELS["easy"], name="shallow")  # plans its turn to the end, and overlooks nothing
REASONS = 3  # told for an answer at most
WRONG = 3  # moves among which the likeliest mistake is one that can be refuted in words
MOST = 0.6  # of the puzzles are of the same grade
DECISIVE = 1000.0  # a margin that decides the match


def maker_of(game: str) -> Maker:
    """How puzzles of a game are made. KeyError if there are none."""
    try:
        maker: Maker = import_module(f"bot.players.puzzling.{game}").maker
    except ModuleNotFoundError:
        raise KeyError(game) from None
    return maker


def table_of(game: str, maker: Maker) -> Table:
    """The game as the puzzles' tables are set up."""
    return Table(GAMES[game], JUDGES[game], GAMES[game].sides(maker.seats, maker.options))


def write(game: str, records: Iterable[Mapping[str, Any]], number: int, seed: int) -> None:
    """Make puzzles (`make`) and write them into the game's file. KeyError if no puzzles of it can be made."""
    puzzles = sorted(make(game, records, number, seed), key=lambda puzzle: puzzle.grade)
    lines = (json.dumps(puzzle.document()) + "\n" for puzzle in puzzles)
    file_of(game).write_text("".join(lines), encoding="utf-8")


def make(game: str, records: Iterable[Mapping[str, Any]], number: int, seed: int) -> Iterator[Puzzle]:
    """This many puzzles of a game, from recorded matches and then from others that computers play.

    KeyError if no puzzles of it can be made.

    No more than `MOST` of them are of the same grade.
    """
    maker = maker_of(game)
    grades, ids = Counter[int](), set[int]()
    for positions in _matches(game, maker, records, seed):
        newest = -APART
        for decision, (state, source) in enumerate(positions):
            if decision < newest + APART or source.random() > SHARE:
                continue
            puzzle = puzzle_in(game, state, {one for one in GRADES if grades[one] < MOST * number})
            if puzzle is not None and puzzle.id not in ids:
                newest = decision
                grades[puzzle.grade] += 1
                ids.add(puzzle.id)
                yield puzzle
                if len(ids) == number:
                    return


def _matches(
    game: str, maker: Maker, records: Iterable[Mapping[str, Any]], seed: int
) -> Iterator[Iterator[tuple[State[Any], random.Random]]]:
    """The positions of recorded matches with as many seats and the same options, then of endlessly many others."""
    usual = {option.name: option.default for option in GAMES[game].options} | dict(maker.options)
    for number, record in enumerate(records):
        if record["game"] == game and record["seats"] == maker.seats and record["options"] == usual:
            source = random.Random(f"{seed} recorded {number}")  # noqa: S311 - an experiment that can be repeated
            yield ((step.before, source) for step in Playing(record).steps())
    number = 0
    while True:
        number += 1
        yield _played(game, maker, random.Random(f"{seed} {number}"))  # noqa: S311 - as above


def _played(game: str, maker: Maker, source: random.Random) -> Iterator[tuple[State[Any], random.Random]]:
    """The positions of a match of weak computers."""
    luck = Luck(source.getrandbits(48))
    players = [
        player_for(game, maker.seats, maker.options, seat, _paced(source.choice(PLAYERS)), source)
        for seat in range(maker.seats)
    ]
    state: State[Any] = GAMES[game].start(maker.seats, maker.options, luck)
    for _ in range(LONGEST):
        if state.to_move is None:
            return
        legal = state.legal()
        if len(legal) > 1:
            yield state, source
            legal = [state.parse(players[state.to_move].choose(state.view(state.to_move)).move)]
        state = state.play(legal[0], luck)


def _paced(name: str) -> Level:
    return LEVELS[name].within(Budget(positions=PACE))


def puzzle_in(game: str, position: State[Any], grades: Collection[int] = GRADES) -> Puzzle | None:
    """The puzzle in a position, if there is one of these grades. The cheapest checks come first."""
    maker = maker_of(game)
    table, seat = table_of(game, maker), position.to_move
    if seat is None or len(position.legal()) < 2:
        return None
    view = position.view(seat)
    state = GAMES[game].state_of_view(view, seat)
    search = searched(table, state, maker.positions)
    if search is None or search.margin < maker.least or (question := maker.kind(table, state, search)) is None:
        return None
    answer = state.notate(search.move)
    grade = grade_of(game, seat, view, answer)
    if grade not in grades:
        return None
    second = maker.second(table, state, search)
    if second is None:
        return None
    longer = searched(table, state, TIMES * maker.positions)
    if longer is None or longer.move != search.move or longer.margin < maker.least:
        return None
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
        margins=tuple(round(min(one, DECISIVE), 2) for one in (search.margin, longer.margin, second)),
        grade=grade,
        reasons=_because(_pros(game, maker, state, longer)),
        line=_line(game, maker, state, search.move),
        mistake=_likeliest(_mistake(game, maker, state, move, search.move) for move in wrong),
    )


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


def _pros(game: str, maker: Maker, state: State[Any], single: Single) -> list[Reason]:
    seat = state.to_move or 0
    player = _player(game, maker, seat, ADVISER)
    wins = single.worth > WON / 2
    return player.reasons(state.view(seat), state.notate(single.move), single.steps, wins=wins)[:REASONS]


def _line(game: str, maker: Maker, state: State[Any], answer: Any) -> tuple[str, ...]:
    """What is expected after the answer."""
    if maker.line is not None:
        return tuple(maker.line(state, answer))
    seat = state.to_move or 0
    choice = _thorough(game, maker, seat).choose(state.view(seat))
    return choice.line if choice.move == state.notate(answer) else ()


def _thorough(game: str, maker: Maker, seat: int) -> Player:
    return _player(game, maker, seat, ADVISER.within(Budget(positions=TIMES * maker.positions)))


def _mistake(game: str, maker: Maker, state: State[Any], text: str, answer: Any) -> Mistake:
    """What is wrong with a move: what can be said against it, and the reply of the only opponent, if any."""
    seat = state.to_move or 0
    move = state.parse(text)
    reasons = _player(game, maker, seat, ADVISER).reasons(state.view(seat), text)
    against = [*maker.against(state, move, answer), *(one for one in reasons if one.against)]
    luck = Luck(0)
    after = state.play(move, luck)
    reply, because = "", []
    two = len(GAMES[game].sides(maker.seats, maker.options)) == 2
    if two and not luck.drawn and not GAMES[game].hidden and after.to_move not in (None, seat):
        opponent = after.to_move or 0
        player = _thorough(game, maker, opponent)
        choice = player.choose(after.view(opponent))
        reply = choice.move
        because = [
            one
            for one in player.reasons(after.view(opponent), reply, choice.steps, wins=choice.wins)
            if not one.against
        ]
    return Mistake(text, _because(against[:1]), reply, _because(because[:2]))


def _likeliest(mistakes: Iterable[Mistake]) -> Mistake:
    """The first of these mistakes for which there is something to say, or else the last one."""
    mistake = None
    for mistake in mistakes:
        if mistake.against or mistake.because:
            break
    if mistake is None:
        raise ValueError("there is no other move")
    return mistake


def _because(reasons: Iterable[Reason]) -> tuple[Because, ...]:
    return tuple((one.sentence, dict(one.values)) for one in reasons)
