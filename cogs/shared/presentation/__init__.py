"""What a game shows of itself on Discord, and which cog shows which game."""
