"""How matches are changed: the engine, and everything that is written with an event."""
