"""What is read of matches: their rows with the installed rules, and what follows from them alone."""
