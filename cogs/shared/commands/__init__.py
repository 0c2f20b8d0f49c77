"""The slash commands that each game has, and what people read when one fails."""
