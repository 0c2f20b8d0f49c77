"""Removing somebody from a league or a tournament, for those who run it. For that person it's as if they left.

Also what both questions say of their matches.
"""

import re
from collections.abc import Awaitable, Callable

from bot.contests.values.league import League, LeaguePlayer, NotInTheLeague, Season
from bot.contests.values.tournament import NotInTheTournament, Tournament, TournamentPlayer
from bot.match import Status
from bot.text import N_, say
from cogs.shared.interactions.clicks import Click, OutdatedButton, button, row
from cogs.shared.interactions.refusals import ScreenRefusal
from cogs.shared.interactions.replies import Interaction, reply
from cogs.shared.interactions.slash import LARGEST_ID

PLAYER = N_("Who no longer takes part; for someone who has left the server, their id")

_ENDS_IN_LEAGUE = N_("Where a substitute plays, the match ends and no ratings change.")
_ENDS_IN_TOURNAMENT = N_("A substitute plays in the running match: it ends, the opponent wins, and no ratings change.")
_GOES_ON = N_("Where a substitute plays, the match goes on.")

_REMOVED = re.compile(r"([0-9]{1,9})\.([0-9]{1,19})", re.ASCII)


async def matches_of(
    interaction: Interaction, contest: Season | Tournament, player: LeaguePlayer | TournamentPlayer
) -> tuple[bool, list[str]]:
    """Whether somebody plays a running match, and lines about those in which a substitute plays for them.

    They say what becomes of these if the person leaves.
    """
    plays, lines = False, list[str]()
    for match in contest.matches:
        if player.number not in match.players or match.match_id is None or match.status is not Status.RUNNING:
            continue
        if (await interaction.client.matches.get(match.match_id)).seat_of(player.user):
            plays = True
        elif len(set(match.players) - contest.gone - {player.number}) > 1:
            lines.append(say(_GOES_ON))
        else:
            lines.append(say(_ENDS_IN_LEAGUE if isinstance(contest, Season) else _ENDS_IN_TOURNAMENT))
    return plays, list(dict.fromkeys(lines))


async def ask_to_remove(
    interaction: Interaction, home: League | Tournament, user: int, question: str, lines: list[str], action: str
) -> None:
    """Asks before somebody is removed who plays already; `action` removes them, see `person_to_remove`."""
    remove = button(say(N_("Remove")), 0, 0, action, f"{home.id}.{user}", style="danger")
    words = "\n".join([say(question, person=f"<@{user}>", name=home.name), *lines])
    await reply(interaction, words, rows=[row(remove)])


def person_to_remove(click: Click) -> tuple[str, int]:
    """The number of the league or tournament and the person that a button of `ask_to_remove` names. OutdatedButton."""
    named = _REMOVED.fullmatch(click.payload)
    if named is None or int(named[2]) > LARGEST_ID:
        raise OutdatedButton
    return named[1], int(named[2])


async def remove(
    interaction: Interaction,
    home: League | Tournament,
    user: int,
    leave: Callable[[int, int], Awaitable[object]],
    *,
    replace: bool = False,
) -> None:
    """Removes somebody as if they did it themselves by `leave`. ScreenRefusal if they don't take part."""
    names = {"person": f"<@{user}>", "name": home.name}
    try:
        await leave(home.id, user)
    except (NotInTheLeague, NotInTheTournament):
        raise ScreenRefusal("{person} isn't in **{name}**.", **names) from None
    await reply(interaction, say(N_("{person} no longer takes part in **{name}**."), **names), replace=replace)
