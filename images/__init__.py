"""Pictures of boards: one renderer for each game on one shared canvas. Knows no Discord."""
