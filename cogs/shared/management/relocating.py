"""`/match relocate`: moves a match to the channel or thread where the command is used."""

from discord import app_commands

from bot.match import Match, NotInThisMatch
from bot.match.decisions import moving
from bot.text import N_, say
from cogs.shared.boards.confirmations import confirm, is_gone
from cogs.shared.choosing.match_lookup import UNFINISHED, find_match, match_choices, place_of
from cogs.shared.interactions.parameters import Command
from cogs.shared.interactions.permissions import check_permissions
from cogs.shared.interactions.refusals import ScreenRefusal, WhichMatch
from cogs.shared.interactions.replies import Interaction, defer_reply
from cogs.shared.interactions.visibility import is_seen_by_others


def relocate_command() -> Command:
    """The command, a part of `/match`."""

    @app_commands.describe(match=N_("Which match, if you have several elsewhere"))
    async def relocate(interaction: Interaction, match: str | None = None) -> None:
        if interaction.guild_id is None:
            raise app_commands.NoPrivateMessage
        await defer_reply(interaction)
        chosen = await _match_to_relocate(interaction, match)
        if not chosen.seat_of(interaction.user.id):
            raise NotInThisMatch
        if chosen.terms.private:
            raise ScreenRefusal("This match is private, so there's no board to move.")
        if chosen.place == place_of(interaction):
            raise ScreenRefusal("Match {id} is already here.", id=chosen.id)
        check_permissions(interaction)
        bot, here = interaction.client, place_of(interaction)
        if await is_gone(bot, chosen) or await bot.matches.outbox.is_stuck(chosen.id):  # nobody would see the question
            decision = moving.move_to(interaction.user.id, here)
        else:
            others = await is_seen_by_others(interaction, chosen)
            decision = moving.relocate(interaction.user.id, here, other_people=others)
        after = await bot.matches.act(chosen.id, decision, interaction=interaction.id)
        outcome = N_("Match {id} continues here.")
        if after.place != here:
            outcome = N_("I've asked the others whether match {id} may continue here. Their answer is on the board.")
        await confirm(interaction, after, say(outcome, id=after.id))

    async def suggest(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await match_choices(interaction, None, typed)

    command: Command = app_commands.Command(
        name="relocate",
        description=N_("Continue one of your matches in this channel or thread; the others are asked"),
        callback=relocate,
    )
    command.autocomplete("match")(suggest)
    return command


async def _match_to_relocate(interaction: Interaction, wanted: str | None) -> Match:
    """The match named, or the person's only one elsewhere on this server. Raises WhichMatch, NoSuchMatch."""
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
