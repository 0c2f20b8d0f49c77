"""What people agree on while a match runs: taking a finished move back."""

from bot.match import Match
from bot.text import N_, say
from cogs.shared.answers import Asked
from cogs.shared.posting import Posting
from cogs.shared.screens import screen_of
from cogs.shared.solo import show_private


async def undo_move(interaction: Asked, match: Match) -> None:
    """Take somebody's last move back, or ask the others whether they agree."""
    bot = interaction.client
    after = await bot.matches.undo(match.id, interaction.user.id, interaction=interaction.id)
    asked = after.proposal is not None and after.proposal.kind == "undo"
    done = say(N_("The others are asked under the board.") if asked else N_("That is taken back."))
    if after.private:
        await show_private(screen_of(bot, after.game), interaction, after, done)
        return
    await Posting.of(bot).confirm(interaction, after, done)
