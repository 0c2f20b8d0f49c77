"""Pictures of boards: a renderer for each game on a shared canvas. Doesn't know Discord."""
