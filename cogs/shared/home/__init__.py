"""The home screen with the games, a person's matches and help, and the welcome message on a new server."""
