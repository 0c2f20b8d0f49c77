"""The rules pages of the games that have long ones."""
