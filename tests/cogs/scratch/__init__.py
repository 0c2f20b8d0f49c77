"""Tests of scratch boards as people click through them."""
