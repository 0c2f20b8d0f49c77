"""What the puzzles of the Southern Cross cards ask."""

from bot.text import N_

questions = {
    "take": N_("Which card do you place, and where? The best one completes a role."),
    "quiet": N_("Which card do you place, and where? The best one completes nothing."),
}

themes = {
    "take": N_("Southern Cross cards: complete a role"),
    "quiet": N_("Southern Cross cards: complete nothing"),
}
