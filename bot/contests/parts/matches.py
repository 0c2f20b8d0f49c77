"""The matches of contests, which nobody opens by hand."""

import logging
from collections.abc import Mapping
from typing import Any

from bot.contests.values.contest import TeamsInLeague
from bot.contests.values.league import LeagueTerms, Season
from bot.contests.values.tournament import Tournament, TournamentTerms
from bot.match.decisions import moderation, proposals
from bot.match.engine.engine import Engine
from bot.match.values import FORGOTTEN, Status
from bot.match.values.errors import BadOption, Refusal, UnknownGame
from bot.match.values.terms import CheckedTerms, TableTerms
from bot.rules import Game
from bot.rules.api import Chance

log = logging.getLogger(__name__)


def table_terms(terms: LeagueTerms | TournamentTerms, *, rated: bool) -> TableTerms:
    """What a match is played by."""
    return TableTerms(
        game=terms.game,
        seats=terms.seats,
        options=terms.options,
        own_thread=True,
        hints=False,
        rated=rated,
        move_time=terms.move_time,
        on_expiry=terms.on_expiry,
    )


def check_alone(terms: TableTerms, games: Mapping[str, Game[Any]], trial: Chance) -> CheckedTerms:
    """Checks what matches are to be played by in which everybody plays alone.

    TeamsInLeague, UnknownGame, BadOption.
    """
    checked = terms.check(games, trial)
    if len(checked.game.sides(terms.seats, checked.terms.options)) < terms.seats:
        raise TeamsInLeague
    return checked


def can_be_played(terms: LeagueTerms | TournamentTerms, games: Mapping[str, Game[Any]], trial: Chance) -> bool:
    """Whether the installed rules can begin matches of a league or tournament that other rules may have allowed."""
    try:
        table_terms(terms, rated=False).check(games, trial)
    except (UnknownGame, BadOption):
        return False
    return True


async def resign_for_the_gone(engine: Engine, contest: Season | Tournament) -> None:
    """Resigns the running matches of those who have left.

    Where a substitute plays for them, nobody resigns: the match ends if fewer than two of its people are left, and goes
    on otherwise. The match of someone who was forgotten is treated alike.
    """
    users = {player.number: player.user for player in contest.players if player.gone and player.user != FORGOTTEN}
    for match in contest.matches:
        if match.match_id is None or match.status not in (Status.RUNNING, Status.FROZEN):
            continue
        decisions = [proposals.resign(users[player]) for player in match.players if player in users]
        if len(set(match.players) - contest.gone) < 2:
            decisions.append(moderation.end_by_itself("gone"))
        for decision in decisions:
            try:
                await engine.act(match.match_id, decision)
            except Refusal as refusal:  # already done, a substitute plays, or newer rules have the match
                log.debug("Match %d isn't resigned: %s", match.match_id, type(refusal).__name__)
