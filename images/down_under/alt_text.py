"""What the picture of a position of Down Under shows, in words."""

from bot.rules.down_under import Position, beyond
from bot.rules.down_under.tiles import PATH_TILES
from bot.text import N_, NP_, say, say_plural
from bot.text.terms import commas, join_list, ordinal, semicolons
from bot.words import points
from bot.words.down_under import TO_MOVE, area_text, describe_turn, due, ending, name, seat_name, status
from images.down_under.marks import Marks
from images.marks.marks import NO_MARKS
from images.marks.sentences import (
    choice_sentences,
    earlier_sentences,
    longest_that_fits,
    played_sentence,
    with_room_for,
)


def _kinds(position: Position, colour: int) -> str:
    return commas(say_plural(*_NUMBERS[kind], position.count_left(colour, kind)) for kind in PATH_TILES)


_NUMBERS = {
    "straight": NP_("{number} straight", "{number} straights"),
    "curve": NP_("{number} curve", "{number} curves"),
    "terminal": NP_("{number} terminal", "{number} terminals"),
}


def _route_text(position: Position, colour: int, *, hands: bool) -> str:
    route = position.routes[colour]
    parts = []
    if route.pieces:
        words = N_("length {length}, {points}") if position.table.animals else N_("length {length}")
        parts.append(say(words, length=route.length, points=points(position.score(colour))))
    if status(route):
        parts.append(status(route))
    else:
        ends = [say(_FROM[end[1] ^ 2], cell=position.label(beyond(*end))) for end in route.open]
        parts.append(say(N_("open into {ends}"), ends=join_list(ends)))
    if hands:
        parts.append(say(N_("left {tiles}"), tiles=_kinds(position, colour)))
    return say(N_("{seat}: {standing}."), seat=name(colour), standing=semicolons(parts))


_FROM = (
    N_("{cell} from the north"),
    N_("{cell} from the east"),
    N_("{cell} from the south"),
    N_("{cell} from the west"),
)


def _tiles_text(position: Position, colour: int) -> str:
    """A route's cells from one end to the other."""
    cells = [position.label(piece.cell) for piece in position.routes[colour].pieces]
    return say(N_("{colour} runs {cells}."), colour=name(colour), cells=" ".join(cells))


def _head(position: Position, marks: Marks) -> list[str]:
    end, table = marks.verdict or ending(position), position.table
    lines = [say(N_("Down Under for {seats}, area {area}."), seats=table.seats, area=area_text(position))]
    if end:
        lines.append(end.sentence)
    elif position.to_move is not None:
        task = due(position)
        words = NP_("{seat} to move, {task}.", "{seat} to move, {task}.") if task else TO_MOVE
        name_of = seat_name(position, position.to_move)
        lines.append(say_plural(*words, position.table.routes, seat=name_of, task=task))
    border = position.border
    if border:
        first, last = (border.left, border.bottom), (border.right, border.top)
        lines.append(say(N_("Border: {start} to {stop}."), start=position.label(first), stop=position.label(last)))
    if end and end.places:
        places = [f"{seat_name(position, seat)} {ordinal(place)}" for seat, place in enumerate(end.places)]
        lines.append(say(N_("Places: {places}."), places=commas(places)))
    return lines


def alt(position: Position, marks: Marks = NO_MARKS) -> str:
    """What the picture shows, in at most 1,024 characters.

    Who is to move or has won, the border, every route with its length and open ends, the last move, what is chosen and
    can be chosen, the tiles left, the routes' cells. If that is too long, the end of this list is dropped first, and
    the longest route's cells before the shorter ones'.
    """
    colours = range(position.table.colours)
    head, last, choices = _head(position, marks), _last(marks), choice_sentences(marks)
    ponds = [position.label(cell) for cell, tile in position.tiles.items() if tile.kind == "billabong"]
    words = N_("Billabongs: in {cells}, {number} left.") if ponds else N_("Billabongs: {number} left.")
    water = [say(words, cells=join_list(ponds), number=position.billabongs)]
    ways = [_tiles_text(position, colour) for colour in colours if position.routes[colour].pieces]
    ways.sort(key=len)
    tries = [(True, number, choices[0], last) for number in range(len(ways), -1, -1)]
    tries += [(False, 0, some, phrases) for phrases in (last, []) for some in choices]

    def routes(hands: bool) -> list[str]:
        return [_route_text(position, colour, hands=hands) for colour in colours]

    whole = longest_that_fits(
        [*head, *phrases, *routes(hands), *water, *some, *ways[:number]] for hands, number, some, phrases in tries
    )
    return with_room_for(whole, *earlier_sentences(marks, describe_turn))


def _last(marks: Marks) -> list[str]:
    return [played_sentence(marks.last, describe_turn)]
