"""What every game's screens are made of: tables, boards, the composer, private answers, errors."""
