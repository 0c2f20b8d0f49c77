"""Discord screens: an extension for each game on a shared base, and those for all games."""
