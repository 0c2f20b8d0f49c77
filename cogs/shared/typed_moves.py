"""Moves that are suggested while somebody types one."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from cachetools import LRUCache
from discord import app_commands

from bot.match import Match, Status
from bot.text import N_, say
from cogs.shared.answers import Asked
from cogs.shared.clipping import OPTION, clipped
from cogs.shared.presentation import Presentation
from cogs.shared.suggesting import SUGGESTED, Answers, Choice, Suggestions

if TYPE_CHECKING:
    from bot.client import Crux

REMEMBERED = 50_000  # moves of positions that were suggested lately: each letter asks for the same again


@dataclass(frozen=True, slots=True)
class _Move:
    """A legal move: how it is written and explained, and whether it needs no choosing, such as End turn."""

    text: str
    label: str
    at_once: bool
    plain: str


_Moves = tuple[_Move, ...]

_known: "WeakKeyDictionary[Crux, LRUCache[tuple[int, int], _Moves]]" = WeakKeyDictionary()


async def suggested_moves(cog: Presentation, interaction: Asked, typed: str) -> list[Choice]:
    """The legal moves of the person that fit what was typed; of several matches with each one's number."""
    return await Suggestions.of(cog.bot).offer(interaction, "move", _moves_like(cog, interaction, typed))


async def _moves_like(cog: Presentation, interaction: Asked, typed: str) -> Answers:
    matches, user, suggestions = cog.bot.matches, interaction.user.id, Suggestions.of(cog.bot)
    wanted = matches.glance(user, guild_id=interaction.guild_id, game=cog.game.key, statuses=(Status.RUNNING,))
    mine = [one for one in await suggestions.read(wanted) if one.goes_on]
    if named := str(interaction.namespace.match or "").strip().lstrip("#"):
        mine = [one for one in mine if str(one.id) == named]
    turns = [one for one in mine if one.is_turn]
    turns.sort(key=lambda one: one.place.posted_in != interaction.channel_id)
    found: list[tuple[int, _Moves]] = []
    for one in turns:
        moves = _remembered(cog.bot).get((one.id, one.version))
        if moves is None:
            moves = _moves_of(cog, await suggestions.read(matches.get(one.id)), user)
        found.append((one.id, _narrowed(moves, typed)))
        yield _choices(found, numbered=len(mine) > 1)
        if sum(len(moves) for _, moves in found) >= SUGGESTED:
            return


def _remembered(bot: "Crux") -> LRUCache[tuple[int, int], _Moves]:
    """The moves of positions, by match and version. Some are a hand of cards: only who holds it is shown them."""
    return _known.setdefault(bot, LRUCache(REMEMBERED, getsizeof=lambda moves: 1 + len(moves)))


def _moves_of(cog: Presentation, match: Match, user: int) -> _Moves:
    """The person's legal moves; none where it isn't their turn."""
    state = match.state
    if match.status is not Status.RUNNING or state is None or state.to_move not in match.seat_of(user):
        return ()
    remembered, key = _remembered(cog.bot), (match.id, match.version)
    if (moves := remembered.get(key)) is not None:
        return moves
    at_once = {one.notation: one.label for one in cog.at_once(state)}
    labels = at_once | {state.notate(move): path[-1].detail for path, move in cog.paths(state)}
    moves = tuple(
        _Move(text, labels[text], text in at_once, plain(text))
        for text in sorted(labels, key=lambda one: not labels[one])
    )
    if len(moves) < REMEMBERED:
        remembered[key] = moves
    return moves


def _narrowed(moves: _Moves, typed: str) -> _Moves:
    """The moves that begin with what was typed, then those that contain it; signs and spaces don't count."""
    wanted = plain(typed)
    fitting = [move for move in moves if wanted in move.plain]
    return tuple(sorted(fitting, key=lambda move: not move.plain.startswith(wanted)))


def _choices(found: Sequence[tuple[int, _Moves]], *, numbered: bool) -> list[Choice]:
    """What is shown; at the end what needs no choosing, so that nobody takes it unawares."""
    shown: list[Choice] = []
    at_last: list[Choice] = []
    for number, moves in found:
        for move in moves:
            name = f"{move.text} · {move.label}" if move.label else move.text
            if numbered:
                name += " · " + say(N_("match {id}"), id=number)
            value = f"{move.text} #{number}" if numbered else move.text
            (at_last if move.at_once else shown).append(app_commands.Choice(name=clipped(name, OPTION), value=value))
    return (shown[: max(SUGGESTED - len(at_last), 0)] + at_last)[:SUGGESTED]


def plain(text: str) -> str:
    """Letters and digits only, in lower case."""
    return "".join(sign for sign in text.lower() if sign.isalnum())
