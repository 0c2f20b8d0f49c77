"""Matches as files, as replays and as GIFs."""
