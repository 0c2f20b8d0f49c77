"""What the puzzles of Down Under ask."""

from bot.text import N_

questions = {
    "stretch": N_("Stretch your route: which tile is best, and where?"),
    "cut": N_("Get in another route's way: which tile is best, and where?"),
}

themes = {
    "stretch": N_("Down Under: stretch your route"),
    "cut": N_("Down Under: get in another route's way"),
}
