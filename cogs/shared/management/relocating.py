"""`/match relocate`: moves a match to the channel or thread where the command is used."""

from discord import app_commands

from bot.match import Match
from bot.match.decisions import relocating
from bot.text import N_, say
from cogs.shared.access.permissions import check_permissions
from cogs.shared.access.visibility import is_seen_by_others
from cogs.shared.boards.confirmations import confirm, is_gone
from cogs.shared.choosing.match_lookup import UNFINISHED, find_match, match_command, place_of
from cogs.shared.choosing.turn_checks import check_player
from cogs.shared.client.refusals import ScreenRefusal, WhichMatch
from cogs.shared.interactions.replies import Interaction
from cogs.shared.interactions.slash import Command


def relocate_command() -> Command:
    return match_command(
        "relocate",
        N_("Continue one of your matches in this channel or thread; the others are asked"),
        _relocate,
        which=N_("Which match, if you have several elsewhere"),
        find=_match_to_relocate,
    )


async def _relocate(interaction: Interaction, match: Match) -> None:
    check_player(match, interaction.user.id)
    if match.terms.private:
        raise ScreenRefusal("This match is private, so there's no board to move.")
    if match.place == place_of(interaction):
        raise ScreenRefusal("Match {id} is already here.", id=match.id)
    check_permissions(interaction)
    bot, here = interaction.client, place_of(interaction)
    if await is_gone(bot, match) or await bot.matches.outbox.is_stuck(match.id):  # nobody would see the question
        decision = relocating.move_to(interaction.user.id, here)
    else:
        others = await is_seen_by_others(interaction, match)
        decision = relocating.relocate(interaction.user.id, here, other_people=others)
    after = await bot.matches.act(match.id, decision, interaction=interaction.id)
    outcome = N_("Match {id} continues here.")
    if after.place != here:
        outcome = N_("I've asked the others whether match {id} may continue here. Their answer is on the board.")
    await confirm(interaction, after, say(outcome, id=after.id))


async def _match_to_relocate(interaction: Interaction, wanted: str | None) -> Match:
    """The match named, or the person's only one elsewhere on this server.

    Raises NoPrivateMessage, WhichMatch, NoSuchMatch.
    """
    if interaction.guild_id is None:
        raise app_commands.NoPrivateMessage
    if wanted:
        return await find_match(interaction, None, wanted)
    here = place_of(interaction)
    mine = await interaction.client.matches.lists.of_user(
        interaction.user.id, guild_id=interaction.guild_id, statuses=UNFINISHED, with_positions=False
    )
    elsewhere = [match for match in mine if not match.terms.private and match.place != here]
    if not elsewhere:
        raise WhichMatch("You have no running match elsewhere on this server to move here.")
    if len(elsewhere) > 1:
        raise WhichMatch(
            "You have {number} matches elsewhere. Choose one with the option `match`, which lists them.",
            number=len(elsewhere),
        )
    return elsewhere[0]
