"""A database, a clock, a bot and tables as the tests of matches have them."""

from tests.match.conftest import bot, clock, contests, matches, start_match, store, table

__all__ = ["bot", "clock", "contests", "matches", "start_match", "store", "table"]
