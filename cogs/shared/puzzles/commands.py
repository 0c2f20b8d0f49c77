"""`/puzzle`: single puzzles, and runs of them."""

from collections.abc import Awaitable, Callable, Mapping

from discord import app_commands

from bot.puzzles import QUESTIONS, THEMES
from bot.text import N_
from cogs.shared.interactions.replies import Interaction
from cogs.shared.interactions.slash import Command, choices_of, everywhere, game_choices, slash
from cogs.shared.presentation.registry import cog_for
from cogs.shared.puzzles.book import show_book
from cogs.shared.puzzles.puzzles import show_menu, show_next
from cogs.shared.puzzles.runs import show_best, show_runs

WHAT = {
    "mine": N_("My book: what I missed in matches"),
    "runs": N_("Runs: a streak, or three minutes"),
    "best": N_("The best runs on this server"),
}
"""What can be done besides solving the next puzzle."""


async def _show_mine(interaction: Interaction, _game: str | None) -> None:
    await show_book(interaction)


_THEMES = {f"{game}:{kind}": name for game, themes in THEMES.items() for kind, name in themes.items()}

_SCREENS: Mapping[str, Callable[[Interaction, str | None], Awaitable[None]]] = {
    "mine": _show_mine,
    "runs": show_runs,
    "best": show_best,
}


def puzzle_command() -> Command:
    @app_commands.describe(
        game=N_("Which game (default: choose from all)"),
        theme=N_("What the puzzle is about (default: anything)"),
        what=N_("What else to do (default: solve the next puzzle)"),
    )
    @app_commands.choices(game=game_choices(QUESTIONS), theme=choices_of(_THEMES), what=choices_of(WHAT))
    async def puzzle(
        interaction: Interaction, game: str | None = None, theme: str | None = None, what: str | None = None
    ) -> None:
        if what is not None:
            await _SCREENS[what](interaction, game)
        elif theme is not None:
            key, _, kind = theme.partition(":")
            await show_next(cog_for(interaction.client, key), interaction, kind)
        elif game is None:
            await show_menu(interaction)
        else:
            await show_next(cog_for(interaction.client, game), interaction)

    return everywhere(slash("puzzle", N_("Find the best move in a position, only for you"), puzzle))
