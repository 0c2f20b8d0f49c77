"""What moves: the last turn as a film, and whole matches as animations."""
