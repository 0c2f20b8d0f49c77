"""Matches turn by turn and as files that other programs read."""
