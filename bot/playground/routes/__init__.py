"""The routes under /api/v10 by subject."""
