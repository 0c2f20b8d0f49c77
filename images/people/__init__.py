"""Cards and tables of people: profiles, leagues, tournaments, and what a match or a day was like for them."""
