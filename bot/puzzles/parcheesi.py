"""What the puzzles of Parcheesi ask."""

from bot.text import N_

questions = {
    "throw": N_("Play the first die of this throw in the best way."),
    "die": N_("One die is left. Play it in the best way."),
    "bonus": N_("Play the free move in the best way."),
}

themes = {
    "throw": N_("Parcheesi: a whole throw"),
    "die": N_("Parcheesi: the second die"),
    "bonus": N_("Parcheesi: the free move"),
}
