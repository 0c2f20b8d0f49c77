"""A person's own pages: their matches, reminders and vacations."""
