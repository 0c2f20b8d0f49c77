"""How each game presents itself on Discord, and which cog shows which game."""
