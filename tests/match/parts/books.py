"""Matches whose reviews fill books of exercises."""

from collections.abc import Sequence

from bot.match import Improvement, Match, Matches, Replay, TableTerms
from bot.match.decisions import lobby, proposals, turns
from tests.match.conftest import HERE
from tests.match.toy import PLAYERS

ANNE, BERT, CLEO = PLAYERS[:3]


async def played(matches: Matches, game: str = "southern_cards", people: Sequence[int] = (ANNE, BERT)) -> Match:
    """A rated match after some turns."""
    terms = TableTerms(game, len(people), rated=True)
    table = await matches.tables.open(terms, opener=people[0], place=HERE)
    await matches.tables.note_posted(table.id, 900)
    for person in people[1:]:
        await matches.act(table.id, lobby.join(person))
    match = await matches.act(table.id, lobby.begin(people[0]))
    for _ in range(8):
        assert match.state is not None
        move = match.state.notate(match.state.legal()[0])
        match = await matches.act(match.id, turns.play(match.to_move_people()[0], move))
    return match


async def over(matches: Matches, match: Match) -> Replay:
    await matches.act(match.id, proposals.resign(BERT))
    return await matches.records.replay(match.id)


def improvements(replay: Replay) -> list[Improvement]:
    """Each decision could have been better."""
    return [
        Improvement(one.number, one.before.notate(one.before.legal()[-1]), [("scores {points}", {"points": 9}, ())])
        for _, one in replay.decisions
    ]
