"""A database, a clock and tables as the tests of matches have them."""

from tests.match.conftest import clock, contests, matches, store

__all__ = ["clock", "contests", "matches", "store"]
