"""What computers are rated, by level: a file for each game. `python -m bot ratings computers` writes them."""
