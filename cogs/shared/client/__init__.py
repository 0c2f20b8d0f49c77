"""What screens share of Discord: the client, the messages it sends, their language, and what can fail."""
