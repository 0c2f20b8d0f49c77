"""The rules of the games with long ones."""
