"""How far people have come in the lessons."""

from bot.match.parts.part import Part
from bot.store.queries import lessons, people


class Lessons(Part):
    """People's places in the lessons."""

    async def reached_step(self, user: int, game: str) -> int:
        """The step that someone has reached in the lesson of a game, counted from 0."""
        return await self._read(lessons.reached_step, user, game)

    async def reach(self, user: int, game: str, step: int) -> None:
        """Stores the step that someone has reached, or gone back to."""
        if step == await self.reached_step(user, game):
            return
        async with self._writing() as connection:
            row = await people.user_row_for(connection, user, self._now())
            await lessons.reach(connection, row, game, step)
