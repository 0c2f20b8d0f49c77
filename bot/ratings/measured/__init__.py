"""Measurements of computers and the ratings that follow from them: a file for each game, named after its key."""
