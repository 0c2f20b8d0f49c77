"""The seal of a match's luck: a short line on the table, and a button that shows and explains all of it."""

from bot.match import Match
from bot.rules import GAMES
from bot.text import N_, say
from cogs.shared.interactions.clicks import Click, OutdatedButton, action
from cogs.shared.interactions.replies import reply

SHOWN_SIGNS = 16
"""How many characters of a seal the table shows: enough that nobody can find another seed with the same ones."""


def is_sealed(match: Match) -> bool:
    """Whether any luck is drawn in the match."""
    return match.game in GAMES and GAMES[match.game].uses_chance(match.options)


def seal_line(match: Match) -> str:
    """Says that the luck is sealed, with the beginning of the seal."""
    return say(N_("-# The luck is sealed: `{beginning}…`"), beginning=match.commitment[:SHOWN_SIGNS])


@action("seal_of", "reply")
async def seal_of(click: Click) -> None:
    """Shows the whole seal and what it means."""
    match = await click.match()
    if not is_sealed(match):
        raise OutdatedButton
    lines = [
        say(N_("### How the luck is sealed")),
        say(
            N_(
                "Every roll and shuffle of this match follows from a secret number, its seed, chosen when the table "
                "was opened. This is the seed's SHA-256, so nobody can change the seed later without being noticed:"
            )
        ),
        f"`{match.commitment}`",
    ]
    if match.seed is None:
        lines.append(
            say(N_("After the match the seed is published, and `/match verify` checks every roll and shuffle."))
        )
    else:
        lines.append(say(N_("The seed is `{seed}`. `/match verify` checks all luck against it."), seed=match.seed))
    await reply(click.interaction, "\n".join(lines))
