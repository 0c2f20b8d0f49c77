"""The board in the browser: a page on which people touch the picture, and what it asks."""
