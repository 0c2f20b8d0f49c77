"""The parts of `Contests`. Each deals with one subject."""
