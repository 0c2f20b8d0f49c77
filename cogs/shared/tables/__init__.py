"""Tables: people sit down there before a match begins, or sit down again for a rematch."""
