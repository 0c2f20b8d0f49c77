"""The last turns of a match in words, with the time of each, for anyone who may see the match."""

from bot.match import Match
from bot.text import N_, say
from cogs.shared.access.visibility import viewable_match
from cogs.shared.interactions.clicks import on_match_click
from cogs.shared.interactions.replies import Interaction, reply
from cogs.shared.presentation.presentation import last_lines
from cogs.shared.presentation.registry import cog_for
from cogs.shared.wording.labels import game_title
from cogs.shared.wording.times import from_now

TURNS = 20
MOST = 3500  # characters: with the title it fits into a message


@on_match_click("move_log")
async def show_move_log(interaction: Interaction, match: Match) -> None:
    """Shows the last turns privately, the newest at the bottom. Raises as `Records.newest_turns`."""
    match = await viewable_match(interaction, match)
    cog = cog_for(interaction.client, match.game)
    turns = await interaction.client.matches.records.newest_turns(match.id, TURNS)
    words = "\n".join(f"-# {from_now(at)}\n{cog.describe_turn(turn)}" for at, turn in turns)
    title = say(N_("### {game} · match {id} · the last turns"), game=game_title(match), id=match.id)
    words = words or say(N_("No turn has been played yet."))
    await reply(interaction, f"{title}\n{last_lines(words, MOST)}", replace=True)
