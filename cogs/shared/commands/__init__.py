"""Each game's slash commands, and error messages."""
