"""What a game's words mean, below the screens where someone who is new to the game meets them."""

from collections.abc import Iterable

from bot.match import Match
from bot.words import meanings
from cogs.shared.presentation.presentation import Presentation

NEW = 24  # decisions of a game: until somebody has made as many, its words are explained
MOST = 2  # words explained on one screen


def explain_words(cog: Presentation, words: str, page: str = "") -> Iterable[str]:
    """A small line for each of the first words of the game in `words` that the `page` beside them doesn't explain."""
    return [f"-# {entry}" for entry in meanings(cog.words.glossary, words, page)[:MOST]]


async def explain_words_to(cog: Presentation, words: str, match: Match, user: int) -> Iterable[str]:
    """`explain_words` for this person, who chooses a move in the match; nothing unless they are new to the game."""
    lines, records = explain_words(cog, words), cog.bot.matches.records
    if not lines:
        return ()
    decided = await records.count_decisions(match.id, user)
    if decided < NEW:
        decided += await records.count_decisions_elsewhere(match, user)
    return lines if decided < NEW else ()
