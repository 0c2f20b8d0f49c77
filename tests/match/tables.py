"""Tables of the toy games, and who sits at them."""

from typing import Any

from bot.match import Match, Matches, TableTerms
from bot.match.decisions import lobby, presence
from tests.match.conftest import HERE
from tests.match.toy import PLAYERS

ANNE, BERT, CLEO, DORA = PLAYERS


async def open_table(matches: Matches, seats: int = 3, *, shared: bool = False, **more: Any) -> Match:
    terms = TableTerms(game="race", seats=seats, shared=shared)
    return await matches.tables.open(terms, opener=ANNE, place=HERE, **more)


async def left(matches: Matches, match: Match, *people: int) -> Match:
    """The match after these people have left the server."""
    for person in people:
        match = await matches.act(match.id, presence.absent(person))
    return match


async def table_of(matches: Matches, *people: int) -> int:
    match = await matches.tables.open(TableTerms(game="race", seats=len(people)), opener=people[0], place=HERE)
    await matches.tables.note_posted(match.id, 5)
    for person in people[1:]:
        await matches.act(match.id, lobby.join(person))
    return match.id
