"""How far people have come in the lessons."""

from bot.match.parts.part import Part, asks
from bot.store.queries import lessons, people


class Lessons(Part):
    """People's places in the lessons."""

    reached_step = asks(lessons.reached_step)

    async def reach(self, user: int, game: str, step: int) -> None:
        """Stores the step that someone has reached, or gone back to."""
        if step == await self.reached_step(user, game):
            return
        async with self._writing() as connection:
            row = await people.user_row_for(connection, user, self._now())
            await lessons.reach(connection, row, game, step)
