"""Tables: people sit down there before a match starts or for a rematch."""
