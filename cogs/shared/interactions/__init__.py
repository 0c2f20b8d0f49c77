"""Answering interactions: replies, clicks, options, suggestions, and who may see which match."""
