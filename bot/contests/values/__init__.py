"""What contests are as screens see them, and why something isn't possible there."""
