"""Puzzles of Down Under: for two, without luck, and solved to the end of the match."""

from bot.players.down_under.outlook import outlooks
from bot.players.puzzling.maker import AskedKind, Maker
from bot.players.puzzling.methods import Single
from bot.players.puzzling.table import PuzzleSetup
from bot.rules.down_under import Position


def _kind(table: PuzzleSetup, state: Position, single: Single) -> AskedKind | None:
    """Whether the answer leaves another route fewer ways to grow, and stretches its own no more than other tiles do."""
    now, after_each = outlooks(state)
    then = after_each.get(single.move)
    if now is None or then is None:
        return None
    own = state.table.colours_of(state.to_move or 0)
    gains = {move: sum(one.scores[colour] for colour in own) for move, one in after_each.items()}
    hinders = any(then.ways[colour] < now.ways[colour] for colour in range(state.table.colours) if colour not in own)
    return ("cut", {}) if hinders and gains[single.move] <= min(gains.values()) else ("stretch", {})


maker = Maker(seats=2, positions=800, least=2.0, kind=_kind)
