"""What was measured of computers, and their ratings that follow from it: a file for each game, by its key."""
