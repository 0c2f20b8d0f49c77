"""The pictures of Southern Cross' rules page."""

import re
from collections.abc import Mapping
from typing import Any

from bot.rules.api import Document, State
from docs.games.sketches import WHOLE, Sketch


def ends(state: State[Any], move: Any) -> tuple[str, str]:
    """Where a counter's way begins and ends, or a dial and what it turns by."""
    text = state.notate(move)
    if spun := re.fullmatch(r"spin (\w) (\d+)", text):
        return spun[1], f"{spun[1]} {spun[2]}"
    places = re.split("[-x]", text)
    return places[0], places[-1]


def _grid(rows: str, turn: int, actions_left: int = 3, **options: object) -> Document:
    """A position of a turn's actions; `rows` are the board's from the top, separated by slashes."""
    return {
        "game": "southern_cross",
        "options": options,
        "turn": turn,
        "to_move": (turn - 1) % 4,
        "phase": "act",
        "actions_left": actions_left,
        "board": rows.split("/"),
        "special": None,
    }


ENTERING = _grid("..B.../....../..G.../...G../....B./......", 1)
BUSY = _grid("..BR../.GY..B/RRG.BB/..RBY./G.YYR./G...Y.", 9)
TURNING = _grid("..BR../..GY../....../....../....../......", 1)
CLUSTERS = _grid(".GG.YY/GGGRR./.GBR../..BR../Y..RRY/B....B", 2, 0)
LANE = _grid("....../....../..RG../..BB../....Y./......", 5, challenge="throw")

PICTURES: Mapping[str, Sketch] = {
    "board": Sketch(BUSY, ("spin S 90", "f5-f6", "e4-d4"), width=WHOLE),
    "start": Sketch(_grid("....../....../....../....../....../......", 1)),
    "base": Sketch(ENTERING, picked="base"),
    "jump": Sketch(_grid("....../.R..../Y.Y.../BY..../....../......", 1), picked="a3"),
    "spin": Sketch(TURNING, picked="N"),
    "spun": Sketch(TURNING, ("spin N 90",)),
    "two-full": Sketch(_grid("....../....../GG..../RB..../R.B.../YY....", 5, 2), ("c2-b2",)),
    "special-round": Sketch(CLUSTERS, ("end",)),
    "goes-home": Sketch(CLUSTERS, ("end", "roll", "roll"), (3, 4, 1, 5)),
    "won": Sketch(CLUSTERS, ("end", "roll", "roll", "remove c4"), (3, 4, 1, 5)),
    "throw": Sketch(LANE, ("end",), (20, 19, 55, 3)),
    "thrown": Sketch(LANE, ("end", "throw 40"), (20, 19, 55, 3, 27)),
}
