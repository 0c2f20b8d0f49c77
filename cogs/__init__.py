"""Discord screens: one extension for each game on one shared base, and those that serve all games."""
