"""People, seats, times and endings in words."""
