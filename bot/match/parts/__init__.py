"""The parts of `Matches`. Each deals with one subject and changes matches through the engine."""
