"""Every caption that the code can produce, at its longest: none is cut, none meets another, all can be read."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from importlib import import_module
from itertools import combinations
from typing import Any

import pytest

from bot.rules import GAMES
from bot.rules.chance import Sealed
from bot.rules.southern_cards import LAYOUTS, Role, SouthernCards
from bot.rules.southern_cards.roles import KINDS
from bot.rules.southern_cards.scoring import BY_NUMBER, TRICKS
from bot.text import say, say_plural, speaking, term
from bot.text.terms import join_list
from bot.words import Verdict, points
from bot.words.cirondo import ENDINGS
from bot.words.southern_cards import title as title_of
from images import southern_cards
from images.canvas.canvas import SMALLEST_TEXT, text_width
from images.canvas.palette import NIGHT, READABLE, contrast, legible, mix
from images.marks.marks import Marks
from tests.images.captions import check_texts, in_languages
from tests.images.southern_cards_positions import FREE_START, turn


def reasons(key: str) -> list[str]:
    """What the rules say below the title of an end, at its longest, in the language that is spoken."""
    match key:
        case "cirondo":
            return [say(words) for words, _ in ENDINGS.values()]
        case "southern_cross":
            return [say("six counters together"), say("the last turn is over")]
        case "parcheesi":
            return [say("all four pawns home"), say_plural("after {number} roll", "after {number} rolls", 12_345)]
        case "southern_cards":
            return [say("with {points}", points=points(15_000)), say("the solo game is over")]
        case "down_under":
            return [say(words, points=points(30)) for words in ("with {points}", "with {points} and its dingo laid")]
    raise KeyError(key)


def ends(key: str, names: Sequence[str], winners: Sequence[int], *, one_side: bool) -> Iterator[tuple[str, str]]:
    """Titles and what stands below them when these seats are in the first place."""
    called = join_list([names[one] for one in winners])
    for reason in reasons(key):
        if key == "southern_cross":
            yield say_plural("{colours} is ahead", "{colours} are ahead", len(winners), colours=called), reason
        if one_side:
            yield say_plural("{colours} wins", "{colours} win", len(winners), colours=called), reason
        if not one_side and key != "southern_cross":
            yield say("Draw"), reason
    if len(winners) > 1 and key in ("southern_cards", "down_under"):
        words = {
            "southern_cards": "{colours} with {points}",
            "down_under": "{colours} with {points} and their dingoes laid",
        }
        yield say("Draw"), say(words[key], colours=called, points=points(15_000))
    for title, reason in OTHER_ENDS:
        yield say(title), say(reason)
    if one_side:
        yield (
            say_plural("{colours} won", "{colours} won", len(winners), colours=called),
            say_plural("{colours} resigned", "{colours} resigned", len(names), colours=join_list(names)),
        )


OTHER_ENDS = [
    ("Ended", "the round's time is over"),
    ("Ended", "someone has left"),
    ("Ended", "by a moderator"),
    ("Draw", "called off by agreement"),
]
TRICK_NAMES = [
    *(trick.name for trick, _ in TRICKS if trick.name),
    *(f"{extra}{number}" for number in BY_NUMBER for extra in ("", "extra_")),
]


@dataclass(frozen=True)
class Table:
    """A game with seats and options."""

    key: str
    seats: int
    options: dict[str, Any]

    def __str__(self) -> str:
        return f"{self.key}-{self.seats}{'-'.join(map(str, self.options.values()))}"


def tables() -> Iterator[Table]:
    for key, game in GAMES.items():
        yield from (Table(key, seats, {}) for seats in game.seats({}))
    yield Table("cirondo", 4, {"teams": True})
    yield Table("down_under", 2, {"routes": 2})
    yield from (Table("southern_cards", seats, {"layout": layout}) for layout in LAYOUTS for seats in (1, 5))


def wide(words: str) -> float:
    return text_width(words, 40)


@pytest.mark.thorough
@pytest.mark.sample(6)
@pytest.mark.usefixtures("no_bursts")
@in_languages(sample="widest")
@pytest.mark.parametrize("table", list(tables()), ids=str)
def test_every_end_is_written_in_full(
    table: Table, locale: str, monkeypatch: pytest.MonkeyPatch, *, widest: bool
) -> None:
    """Every end with the longest names of each number of winners, and one winner with each reason."""
    game = GAMES[table.key]
    view = game.start(table.seats, table.options, Sealed(bytes(32), "end")).sight(None)
    drawing = import_module(f"images.{table.key}.drawing")
    with speaking(locale):
        names = [term(colour.capitalize()) for colour in game.colours(table.seats, table.options)]
        sides = [[0], *game.sides(table.seats, table.options)]
        found = []
        for number in range(1, len(names) + 1):
            winners = max(
                combinations(range(len(names)), number),
                key=lambda seats: wide(join_list([names[one] for one in seats])),
            )
            told = list(ends(table.key, names, winners, one_side=any(set(winners) <= set(side) for side in sides)))
            if number > 1:
                told = [max(told, key=lambda one: wide(one[0])), max(told, key=lambda one: wide(one[1]))]
            found += [(*one, winners) for one in told]
        if widest:
            found = [max(found, key=lambda one: wide(one[0])), max(found, key=lambda one: wide(one[1]))]
        for title, why, winners in dict.fromkeys(found):
            places = tuple(1 if seat in winners else len(winners) + 1 for seat in range(table.seats))
            by_rules = len(names) == table.seats
            end = Verdict(title, why, winners if by_rules else (0,), places if by_rules else None)
            canvas = drawing.paint(view, Marks(verdict=end))
            check_texts(canvas)
            lines = [box.name for box in canvas.boxes if box.kind == "text"]
            written = "".join(lines).replace(" ", "")  # a text may be broken into lines
            assert title.replace(" ", "") in written
            assert why.replace(" ", "") in written


@pytest.mark.sample(4)
@in_languages(sample="widest")
@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("seats", [1, 5])
def test_every_role_and_trick_of_cards_is_written_in_full(
    layout: str, seats: int, locale: str, *, widest: bool
) -> None:
    table = {"layout": layout, "hand": 5, "wild": True}
    start = SouthernCards().start(seats, table, Sealed(bytes(32), "x")).sight(None)
    cell = next(iter(start.piles), FREE_START[0])
    longest = {"classic": 3, "shishi": 4}.get(layout, 5)
    with speaking(locale):
        kinds = sorted((kind for kind in KINDS if kind.cards <= longest), key=lambda kind: wide(title_of(kind.name)))
        tricks = sorted(TRICK_NAMES, key=lambda trick: wide(title_of(trick)))
        if (layout, seats) != ("gogo", 5) or widest:  # the narrowest column shows all, the others what is longest
            kinds, tricks = kinds[-2 + widest :], tricks[-2 + widest :]
        for kind in kinds:
            role = Role(kind.name, (cell,) * kind.cards, ("10D",) * kind.cards, kind.points)
            for roles, combo in (((role,), ()), ((role,) * 2, ((role,),) * 2), ((role,) * 8, ())):
                last = turn(cell, roles=roles, combo=combo, points=12_345, trick=f"extra_{BY_NUMBER[1]}", multiplier=3)
                check_texts(southern_cards.paint(replace(start, last=last)))
        for trick in tricks:
            role = Role("set", (cell,) * 3, ("10D",) * 3, 30)
            last = turn(cell, roles=(role,) * 2, trick=trick, multiplier=25, points=12_345)
            check_texts(southern_cards.paint(replace(start, last=last)))


@pytest.mark.parametrize("hue", NIGHT.seats.values(), ids=NIGHT.seats)
def test_names_can_be_read_on_every_panel(hue: tuple[int, int, int]) -> None:
    for share in (0.35, 0.42):
        for tint in (0.0, 0.03, 0.1, 0.12):
            assert contrast(legible(hue, NIGHT, share), mix(NIGHT.panel, hue, tint)) >= READABLE
    assert contrast(NIGHT.faint, NIGHT.panel) >= READABLE


def test_nothing_smaller_than_what_a_phone_shows() -> None:
    assert SMALLEST_TEXT >= 28  # 11 pixels in a picture that is shown 400 pixels wide
