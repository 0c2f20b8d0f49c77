"""Making puzzles (docs/puzzles.md): `methods` say by how much a move is the best, and `making` finds positions.

A module that bears a game's name says in its `maker` how puzzles of the game are made.
"""
