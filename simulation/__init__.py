"""Years of play in minutes: the real bot in one process with virtual time, where all chance comes from one number."""
