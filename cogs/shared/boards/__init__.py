"""Boards: the contents of their messages, and their delivery to Discord."""
