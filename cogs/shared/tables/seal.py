"""Seals of luck, of lots and of draws: short lines, and buttons that show and explain all of a seal."""

import hashlib
import re

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
    return say(N_("-# The luck is sealed: {seal}"), seal=shorten(match.commitment))


def shorten(seal: str) -> str:
    """The beginning of a seal, as messages show it."""
    return f"`{seal[:SHOWN_SIGNS]}…`"


def opened_line(match: Match) -> str:
    """Says that a match's seal is open, with the beginning of the seed; empty if it isn't, or if no luck was drawn."""
    if match.seed is None or not is_sealed(match):
        return ""
    return say(N_("seal opened: {seed}"), seed=shorten(match.seed))


def opened_button(seed: str, salt: str = "") -> tuple[str, str, str]:
    """A button of a `Screen` that shows all of a published seed, in hexadecimal digits."""
    return say(N_("How the luck was drawn")), "opened", f"{seed}.{salt}"


@action("opened", "reply")
async def whole_seed(click: Click) -> None:
    """Shows all of the seed that the button carries, and its seal."""
    found = re.fullmatch(r"([0-9a-f]{64})\.(\d*)", click.payload)
    if found is None:
        raise OutdatedButton
    words = N_(
        "### How the luck was drawn\nThis is the seed, secret until the end, from which everything left to luck "
        "followed:\n`{seed}`\nIts SHA-256 was announced at the beginning, so nobody could change it:\n`{seal}`"
    )
    lines = [say(words, seed=found[1], seal=hashlib.sha256(bytes.fromhex(found[1])).hexdigest())]
    if found[2]:
        lines.append(say(N_("The salt, which nobody could choose: `{salt}`"), salt=found[2]))
    await reply(click.interaction, "\n".join(lines))


def seal_button(seal: str) -> tuple[str, str, str]:
    """A button of a `Screen` that shows all of a seal."""
    return say(N_("How the luck is sealed")), "seal", seal


@action("seal", "reply")
async def whole_seal(click: Click) -> None:
    """Shows all of the seal that the button carries."""
    if not re.fullmatch("[0-9a-f]{64}", click.payload):
        raise OutdatedButton
    words = N_(
        "### How the luck is sealed\nThis is the SHA-256 of a secret number, the seed, from which everything left to "
        "luck follows. The seed is published at the end, so nobody can change it without being noticed:\n`{seal}`"
    )
    await reply(click.interaction, say(words, seal=click.payload))


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
        words = N_("The seed is `{seed}`, the salt `{salt}`. `/match verify` checks all luck against them.")
        lines.append(say(words, seed=match.seed, salt=match.salt))
    await reply(click.interaction, "\n".join(lines))
