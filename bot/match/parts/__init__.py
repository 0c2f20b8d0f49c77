"""The parts of `Matches`: each does one thing with the matches of a database, and changes them through the engine."""
