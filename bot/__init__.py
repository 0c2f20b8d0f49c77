"""Crux: a Discord bot on which a server plays board and card games by message.

Imports nothing, so that the rules can be used alone.
"""
