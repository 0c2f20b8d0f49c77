"""The lesson of Nine Men's Morris, for gold against blue."""

from bot.lessons.lesson import Lesson, LessonMove, LessonStep
from bot.rules.chance import Scripted
from bot.rules.morris import Position, game
from bot.text import N_


def _position(gold: str, blue: str, in_hand: int = 0) -> Position:
    """A position in which gold is to move; each has this number of men in hand."""
    men = frozenset(gold.split()), frozenset(blue.split())
    return Position(flying=True, men=men, in_hand=(in_hand, in_hand), turn=0, quiet=0)


lesson = Lesson(
    colours=game.colours(2, {}),
    steps=(
        LessonStep(
            N_(
                "You're **gold**. First you both place your nine men, one in each turn, on any empty point. "
                "**Place one on d6**, where four lines meet."
            ),
            summary="Place a man on a point where four lines meet.",
            answers=("d6",),
            praise=N_("From d6 your man can go four ways later."),
            wrong=N_("Any empty point is allowed. To follow this lesson, take d6."),
            teaches=("Placing and moving",),
            begin=game.start(2, {}, Scripted([])),
        ),
        LessonStep(
            N_(
                "Three men in a row along a line are a **mill**, and a mill takes one of blue's men. Blue has two in a "
                "row itself. **Make a mill, and take one of those two.**"
            ),
            summary="Complete a mill, and take a man that would soon be in one.",
            answers=("g7xb6", "g7xd6"),
            praise=N_("You have a mill, and blue won't have one soon."),
            wrong=N_("Your men on a7 and d7 need a third on g7."),
            mistakes={"g7xa1": N_("A mill! But then blue makes one on f6. Take the man on b6 or d6.")},
            teaches=("Mills",),
            begin=_position("a7 d7", "b6 d6 a1", in_hand=6),
        ),
        LessonStep(
            N_(
                "When all men are placed, you move one along a line to the next point. **Make a mill on the line of d7 "
                "and d6**, and take any man."
            ),
            summary="Move a man along a line into a mill.",
            answers=tuple(f"c5-d5x{point}" for point in ("a7", "b6", "f6", "d3", "f2")),
            praise=N_("A man in a mill couldn't be taken, unless all of blue's men were in mills."),
            wrong=N_("The third point of that line is d5. Which of your men is next to it?"),
            teaches=("Placing and moving", "Mills"),
            begin=_position("d7 d6 c5 b4 e4", "a7 b6 f6 d3 f2"),
        ),
        LessonStep(
            N_("A mill can be used again: **open it**, with the man on d5, and close it in your next turn."),
            summary="Open a mill, so that it can be closed again.",
            answers=("d5-e5",),
            praise=N_("Blue can't do anything about it: nobody else is near d5."),
            wrong=N_("Move the man from d5 to e5, so that it can come back."),
            mistakes={
                "d5-c5": N_("That opens the mill as well, but blue's man on c4 could then not get away. Go to e5.")
            },
            teaches=("Mills",),
            begin=_position("d7 d6 d5 a1", "c4 f2 b2 g4"),
        ),
        LessonStep(
            N_("**Close the mill again**, and take the man on b2."),
            summary="Close the mill again.",
            answers=("e5-d5xb2",),
            praise=N_("Blue has three men left."),
            wrong=N_("Move the man from e5 back to d5, and take b2."),
            teaches=("Mills",),
            before=(LessonMove("f2-d2"),),
        ),
        LessonStep(
            N_(
                "With three men left, men **fly**: they go to any empty point. Whoever has only two men has lost. "
                "**Fly to a mill and win.**"
            ),
            summary="Fly with your last three men, and win.",
            answers=tuple(f"b2-g7x{point}" for point in ("a1", "f4", "c3")),
            praise=N_("Blue has two men left: **you win**."),
            wrong=N_("Your men on a7 and d7 need the third one on g7."),
            teaches=("Placing and moving", "Aim"),
            begin=_position("a7 d7 b2", "a1 f4 c3"),
        ),
    ),
    after=N_("Good to know: if you can't move, you lose too. After 50 moves without a capture it's a draw."),
)
