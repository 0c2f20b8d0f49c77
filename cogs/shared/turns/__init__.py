"""Playing a turn: moves, taking them back, hints."""
