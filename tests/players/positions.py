"""Small positions of each game, in which a player has one thing to see."""

from typing import Any

from bot.players.luck import Luck
from bot.rules import GAMES, State
from bot.rules.chance import Scripted
from bot.rules.southern_cards.cards import pack


def cirondo_with(gold: dict[str, list[str]], silver: dict[str, list[str]]) -> State[Any]:
    """Two seats, gold to move, no first moves owed."""
    nothing: dict[str, list[str]] = {"planets": [], "moons": [], "solars": []}
    return GAMES["cirondo"].load(
        {
            "game": "cirondo",
            "seats": 2,
            "options": {"teams": False, "draw_rule": True},
            "pieces": {"gold": nothing | gold, "silver": nothing | silver},
            "to_move": 0,
            "owed": [],
            "quiet": [],
            "defeated": [],
            "over": None,
        }
    )


def down_under_after(*texts: str) -> State[Any]:
    state = GAMES["down_under"].start(2, {}, Scripted([]))
    for text in texts:
        state = state.play(state.parse(text), Scripted([]))
    return state


def parcheesi_moving(left: list[int], *pawns: list[str]) -> State[Any]:
    doc = GAMES["parcheesi"].start(2, {}, Scripted([])).dump()
    return GAMES["parcheesi"].load(
        doc | {"phase": "move", "dice": left, "left": sorted(left), "pawns": list(pawns), "rolls": 40}
    )


def southern_cross_acting(*rows: str, left: int = 3) -> State[Any]:
    doc = GAMES["southern_cross"].start(4, {}, Scripted([])).dump()
    return GAMES["southern_cross"].load(doc | {"board": list(rows), "actions_left": left})


def southern_cards_holding(hand: list[str], field: str, seats: int = 1) -> State[Any]:
    """A classic field, row by row from the top; all other cards lie in the deck, and in the other hand."""
    cells = [f"{column}{row}" for row in "321" for column in "abc"]
    shown = field.split()
    started = GAMES["southern_cards"].start(seats, {}, Luck(1)).dump()
    rest = pack("classic")
    for card in (*shown, *hand):
        rest.remove(card)
    hands = [hand, rest[:3]][:seats]
    return GAMES["southern_cards"].load(
        started
        | {
            "field": [[cell, [card]] for cell, card in zip(cells, shown, strict=True)],
            "hands": hands,
            "deck": rest[3 * (seats - 1) :],
            "order": [None] * seats,
            "dealer": 0,
            "to_move": 0,
        }
    )
