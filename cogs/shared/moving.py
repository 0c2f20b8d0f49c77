"""`/match move`: a match goes on in the channel or thread where the command is given."""

from discord import app_commands

from bot.match import Match, NotInThisMatch
from bot.text import N_, say
from cogs.shared.answers import Asked, think
from cogs.shared.finding import ALIVE, find_match, match_choices, place_of
from cogs.shared.parameters import Command
from cogs.shared.permissions import check_permissions
from cogs.shared.posting import Posting
from cogs.shared.refusals import ScreenRefusal, WhichMatch
from cogs.shared.words import NAMES


def move_command() -> Command:
    """The command, which stands beside the others of `/match`."""

    @app_commands.describe(match="Which match, if you have several elsewhere")
    async def move(interaction: Asked, match: str | None = None) -> None:
        await think(interaction)
        NAMES.learn(interaction.guild_id, interaction.user)
        found = await _meant(interaction, match)
        if not found.seat_of(interaction.user.id):
            raise NotInThisMatch
        if found.private:
            raise ScreenRefusal("This match is played in private, so it has no board that could be moved.")
        if found.place == place_of(interaction):
            raise ScreenRefusal("Match {id} is played here already.", id=found.id)
        check_permissions(interaction)
        matches, here = interaction.client.matches, place_of(interaction)
        moved = await matches.move_to(found.id, interaction.user.id, here, interaction=interaction.id)
        done = say(N_("Match {id} goes on here."), id=moved.id)
        await Posting.of(interaction.client).confirm(interaction, moved, done)

    async def suggest(interaction: Asked, typed: str) -> list[app_commands.Choice[str]]:
        return await match_choices(interaction, None, typed)

    command: Command = app_commands.Command(
        name="move", description="Go on with a match of yours in this channel or thread", callback=move
    )
    command.autocomplete("match")(suggest)
    return command


async def _meant(interaction: Asked, wanted: str | None) -> Match:
    """The match named, or the person's only one that is played elsewhere on this server. WhichMatch, NoSuchMatch."""
    if wanted:
        return await find_match(interaction, None, wanted)
    here = place_of(interaction)
    mine = await interaction.client.matches.of_user(
        interaction.user.id, guild_id=interaction.guild_id, statuses=ALIVE, with_positions=False
    )
    elsewhere = [match for match in mine if not match.private and match.place != here]
    if not elsewhere:
        raise WhichMatch("You have no running match elsewhere on this server that could go on here.")
    if len(elsewhere) > 1:
        raise WhichMatch(
            "You have {number} matches elsewhere. Please say which with the option `match`; it lists them.",
            number=len(elsewhere),
        )
    return elsewhere[0]
