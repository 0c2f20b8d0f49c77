"""What the puzzles of Cirondo ask."""

from bot.text import N_

questions = {
    "solar": N_("Make a Solar System at the right moment."),
    "win": N_("Capture more than you lose."),
    "save": N_("You're about to lose pieces. Find the move that loses least."),
}

themes = {
    "solar": N_("Cirondo: make a Solar System"),
    "win": N_("Cirondo: capture more than you lose"),
    "save": N_("Cirondo: lose least"),
}
