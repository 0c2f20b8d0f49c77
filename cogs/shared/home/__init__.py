"""The home screen, where a person finds the games, their matches and help, and what a new server is told of it."""
