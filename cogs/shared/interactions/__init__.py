"""Answering interactions: buttons and commands, replies, and suggestions while someone types."""
