"""The game's own tests run where the game is: in the copy that `tests.sixth_game.project` makes."""

collect_ignore = ["files"]
