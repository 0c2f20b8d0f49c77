"""What the screens of all games share: tables, boards, the composer, private replies, errors."""
