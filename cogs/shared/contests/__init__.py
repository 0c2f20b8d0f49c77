"""What the screens of leagues and tournaments have in common."""
