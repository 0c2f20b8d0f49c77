"""Nine Men's Morris, the game that docs/adding-a-game.md adds, and the tests that add it to a copy of the project."""
