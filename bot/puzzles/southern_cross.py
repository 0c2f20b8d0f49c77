"""What the puzzles of Southern Cross ask."""

from bot.text import N_

questions = {
    "win": N_("Bring all six counters together this turn. What's your next action?"),
    "gather": N_("Bring {n} counters together this turn. What's your next action?"),
}

themes = {
    "win": N_("Southern Cross: win this turn"),
    "gather": N_("Southern Cross: bring counters together"),
}
