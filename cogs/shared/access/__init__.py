"""Who may do and see what: permissions, private matches, and those who run leagues and tournaments."""
