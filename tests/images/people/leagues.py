"""A table of a league as its picture shows it."""

from images.canvas.canvas import Canvas
from images.people.league import LeagueTableRow
from images.people.plates import Standings

NAMES = ("Anne", "Bartholomew of the Southern Cross", "", "春子", "\U0001f3b2\U0001f3b2", "Zoë ✨ Müller")


def league_table(people: int) -> Standings[LeagueTableRow]:
    """Everybody has beaten those below them twice over, but for one draw."""
    rows = [
        LeagueTableRow(
            place=place,
            number=100 + place,
            half_points=2 * (people - place) + 1,
            played=people - 1,
            against={100 + other: 1 if {place, other} == {1, 2} else 2 * (place < other) for other in range(1, people)},
            moves=1 if place == 1 else -1 if place == people else 0,
            gone=place == people,
            name=NAMES[place % len(NAMES)],
        )
        for place in range(1, people + 1)
    ]
    return Standings("Southern Cross cards: division 12", "Season 14, 28 of 28 matches played", rows)


def require_apart(canvas: Canvas) -> None:
    for index, box in enumerate(canvas.boxes):
        assert box.left >= 0
        assert box.top >= 0
        assert box.right <= canvas.image.width
        assert box.bottom <= canvas.image.height
        assert not [other for other in canvas.boxes[:index] if other.overlaps(box)], box
