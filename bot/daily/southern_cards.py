"""A week of Southern Cross cards: it begins with the smallest field and ends with the hardest ones at the weekend."""

from bot.daily.week import Week

week = Week(
    (
        {"layout": "classic"},
        {"layout": "shishi"},
        {"layout": "zodiac"},
        {"layout": "gogo"},
        {"layout": "free"},
        {"layout": "ultra"},
        {"layout": "classic", "wild": True},
    ),
    score=lambda view: int(view["scores"][0]),
)
