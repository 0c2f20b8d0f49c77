"""Moves suggested while someone types."""

from collections.abc import Sequence
from dataclasses import dataclass

from cachetools import LRUCache
from discord import app_commands

from bot.match import Match, Status
from bot.text import N_, language, say
from cogs.shared.choosing.typed_words import in_notation
from cogs.shared.client.client import Client
from cogs.shared.client.clipping import OPTION, clip
from cogs.shared.client.per_bot import per_bot
from cogs.shared.interactions.autocomplete import MAX_CHOICES, Choice, ChoiceLists, Suggestions
from cogs.shared.interactions.replies import Interaction
from cogs.shared.presentation.presentation import Presentation

CACHE_SIZE = 50_000  # moves of recent positions, because each letter asks for the same ones again


@dataclass(frozen=True, slots=True)
class TypedMove:
    """A legal move: its notation and description, and whether it needs no choice, such as End turn."""

    text: str
    label: str
    is_direct: bool
    normalised: str


_Moves = tuple[TypedMove, ...]


async def suggested_moves(cog: Presentation, interaction: Interaction, typed: str) -> list[Choice]:
    """The person's legal moves that fit what was typed; with several matches, each with its number."""
    return await Suggestions.of(cog.bot).offer(interaction, "move", _moves_like(cog, interaction, typed))


async def _moves_like(cog: Presentation, interaction: Interaction, typed: str) -> ChoiceLists:
    matches, user, suggestions = cog.bot.matches, interaction.user.id, Suggestions.of(cog.bot)
    glances = matches.lists.glance(user, guild_id=interaction.guild_id, game=cog.game.key, statuses=(Status.RUNNING,))
    typed = in_notation(typed, cog.notation_words)
    mine = [one for one in await suggestions.query(glances) if one.goes_on]
    if named := str(interaction.namespace.match or "").strip().lstrip("#"):
        mine = [one for one in mine if str(one.id) == named]
    turns = [one for one in mine if one.is_turn]
    turns.sort(key=lambda one: one.place.posted_in != interaction.channel_id)
    suggested: list[tuple[int, _Moves]] = []
    for one in turns:
        moves = cache_of(cog.bot).get((one.id, one.version, language()))
        if moves is None:
            moves = moves_of(cog, await suggestions.query(matches.get(one.id)), user)
        suggested.append((one.id, tuple(move for move in moves if normalise(typed) in move.normalised)))
        yield _choices(suggested, typed, numbered=len(mine) > 1)
        if sum(len(moves) for _, moves in suggested) >= MAX_CHOICES:
            return


@per_bot
def cache_of(_bot: Client) -> LRUCache[tuple[int, int, str], _Moves]:
    """Moves by match, version and language. Some reveal a hand of cards: only its holder may see them."""
    return LRUCache(CACHE_SIZE, getsizeof=lambda moves: 1 + len(moves))


def moves_of(cog: Presentation, match: Match, user: int) -> _Moves:
    """The person's legal moves; empty if it isn't their turn."""
    state = match.state
    if match.status is not Status.RUNNING or state is None or state.to_move not in match.seat_of(user):
        return ()
    remembered, key = cache_of(cog.bot), (match.id, match.version, language())
    if (moves := remembered.get(key)) is not None:
        return moves
    direct_moves = {one.notation: one.label for one in cog.direct_moves(state)}
    labels = dict(direct_moves)
    for path, move in cog.paths(state):
        labels.setdefault(state.notate(move), path[-1].detail)
    moves = tuple(
        TypedMove(text, labels[text], text in direct_moves, normalise(text))
        for text in sorted(labels, key=lambda one: not labels[one])
    )
    if len(moves) < CACHE_SIZE:
        remembered[key] = moves
    return moves


def _choices(suggested: Sequence[tuple[int, _Moves]], typed: str, *, numbered: bool) -> list[Choice]:
    """The choices for these moves: exact matches first, then those that begin with what was typed, then those with it.

    Moves that need no choice come last unless typed exactly, so that nobody picks them by accident.
    """
    wanted = normalise(typed)
    exact: list[Choice] = []
    others: list[Choice] = []
    direct: list[Choice] = []
    for number, moves in suggested:
        for move in sorted(moves, key=lambda one: not one.normalised.startswith(wanted)):
            name = f"{move.text} · {move.label}" if move.label else move.text
            if numbered:
                name += " · " + say(N_("match {id}"), id=number)
            value = f"{move.text} #{number}" if numbered else move.text
            group = exact if move.normalised == wanted else direct if move.is_direct else others
            group.append(app_commands.Choice(name=clip(name, OPTION), value=value))
    return (exact + others[: max(MAX_CHOICES - len(exact) - len(direct), 0)] + direct)[:MAX_CHOICES]


def normalise(text: str) -> str:
    """Only letters and digits, in lower case."""
    return "".join(sign for sign in text.lower() if sign.isalnum())
