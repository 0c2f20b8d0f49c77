"""Southern Cross's lesson, for blue, who has the first turn."""

from bot.lessons.lesson import Lesson, LessonMove, LessonStep
from bot.rules.chance import Scripted
from bot.rules.southern_cross import Position, game
from bot.text import N_

SEATS = 4
TURN = 5  # one of blue's

_START = game.start(SEATS, {}, Scripted([]))


_END = N_("That ends your turn, and you still have actions. Use one as this step says.")
_NO_JUMP = {
    "*-*": N_("That's a move of one square. A jump goes over a counter, to the square behind it."),
    "spin *": N_("That turns a dial. This step is about a jump from your base."),
    "end": _END,
}


def _position(board: str, **options: str) -> Position:
    """A position with blue to take three actions, from the board (row 6 first); other counters are in their bases."""
    document = game.start(SEATS, options, Scripted([])).dump()
    return game.load(document | {"turn": TURN, "board": board.split("/")})


lesson = Lesson(
    colours=game.colours(SEATS, {}),
    steps=(
        LessonStep(
            N_(
                "You're **blue**. **Connect all your six counters** side by side, anywhere but on your home tile N, "
                "and you win. They start in your base at the top. You have three actions a turn: **move a counter "
                "from the base to d6**."
            ),
            summary="Move a counter from your base onto the board.",
            answers=("base-d6",),
            praise=N_("That was one action. A move goes one square, from the base or on the board."),
            wrong=N_("Not quite. Move a counter from your base to d6, one of the two squares in front of it."),
            mistakes={"base-c6": N_("That would do as well. To follow this lesson, enter on d6.")},
            teaches=("Aim", "Your turn"),
            begin=_START,
        ),
        LessonStep(
            N_(
                "A **jump** hops straight over a neighbour of any colour to the empty square behind it. **Jump from "
                "the base over d6.**"
            ),
            summary="Jump over a neighbour.",
            answers=("basexd5",),
            praise=N_("Your own counters are the best ladder."),
            wrong=N_("Look for a jump: from the base, over the counter on d6, to d5."),
            mistakes=_NO_JUMP,
            teaches=("Your turn",),
        ),
        LessonStep(
            N_(
                "A jump can have many hops, and they are **one action** together. Your base, c6, c4, d3 and e2 make a "
                "chain: **jump from the base to e1**."
            ),
            summary="Jump several hops in one action.",
            answers=("basexc5xc3xe3xe1",),
            praise=N_("Across the whole board with a single action."),
            wrong=N_("That's another action. The jump from your base goes over c6, c4, d3 and e2."),
            mistakes=_NO_JUMP | {"basex*": N_("The jump from your base can take you further: c5, c3, e3, e1.")},
            teaches=("Your turn",),
            begin=_position("..B.../....../..G.../...G../....B./......"),
        ),
        LessonStep(
            N_(
                "You can also **turn a dial** with everything on it: N, E, S, W or C, by 90, 180 or 270 degrees. "
                "Nobody is in front of your base, so you can't jump. **Turn N so that yellow's counter comes to d6.**"
            ),
            summary="Turn a dial to bring another colour's counter in front of your base.",
            answers=("spin N 270",),
            praise=N_("Yellow gives you a ladder without being asked."),
            wrong=N_("Yellow's counter must come from d5 to d6: a turn of dial N by 270 degrees."),
            mistakes={
                "spin N *": N_("That's the right dial, but yellow ends up on another square. Turn it by 270 degrees."),
                "spin *": N_("Yellow's counter is on another dial: N."),
                "end": _END,
            },
            teaches=("Your turn",),
            begin=_position("....../...Y../..RR../..B.../...B../......"),
        ),
        LessonStep(
            N_("**Jump from the base to d3**, next to your other counters, over yellow on d6 and red on d4."),
            summary="Jump over counters of other colours.",
            answers=("basexd5xd3",),
            praise=N_("Three of your counters touch each other."),
            wrong=N_("That isn't the jump. From the base it hops over yellow on d6, then over red on d4."),
            mistakes={
                **dict.fromkeys(
                    ("basexd5xd3xd1", "basexd5xd3xb3"), N_("One hop too far: on d3 it would touch your others.")
                ),
                "basexd5": N_("Not far enough: it can hop on, over red on d4."),
            }
            | _NO_JUMP,
            teaches=("Your turn",),
        ),
        LessonStep(
            N_(
                "All four squares of tile C are taken now: it's **full**. If a tile is full when a turn ends, everyone "
                "on it has to pass a test. You could still step off it. But see what happens: **end your turn**."
            ),
            summary="End a turn with a full tile, which becomes a constellation.",
            answers=("end",),
            praise=N_("C is a constellation, and a special round begins. You go first, then red."),
            wrong=N_("C stays full after that. See what happens: end your turn."),
            mistakes=dict.fromkeys(
                ("c3*", "d3*"),
                N_("Careful: that counter steps off the full tile. But this time stay, and end your turn."),
            ),
            teaches=("Constellations",),
        ),
        LessonStep(
            N_(
                "You roll one die for each of your counters on the tile. You have two there, so each die must be "
                "**higher than 2**. **Roll.**"
            ),
            summary="Roll a die for each of your counters in a special round.",
            answers=("roll",),
            luck=(5, 2),
            praise=N_("The 5 is enough, the 2 isn't: one of your two counters goes back to the base."),
            wrong=N_("Roll the dice first."),
            teaches=("Dice",),
        ),
        LessonStep(
            N_("You choose which one. The counter on d3 also touches yours on d2. **Send the other one home.**"),
            summary="Choose which counter goes back to the base after a failed roll.",
            answers=("remove c3",),
            praise=N_(
                "What's left is still connected. The fewer counters you have on a full tile, the easier the roll."
            ),
            wrong=N_("Then c3 and d2 would touch only at a corner, which doesn't count. Keep d3."),
            teaches=("Dice", "Constellations"),
        ),
        LessonStep(
            N_(
                "Some tables throw at a bucket instead of rolling. The bucket is at 62 and the tailwind carries your "
                "throw 6 further. Your hand is unsteady, so aim at the middle: **choose a power of about 56**."
            ),
            summary="Throw at a bucket, at tables that throw instead of rolling.",
            answers=tuple(f"throw {power}" for power in (56, *range(51, 56), *range(57, 62))),
            praise=N_("Right into the bucket. With more counters on the tile it would be narrower."),
            wrong=N_("That's too weak: the throw lands before the bucket. Take a power from 51 to 61."),
            mistakes=dict.fromkeys(
                ("throw 6[2-9]", "throw [7-9]?", "throw 100"),
                N_("That's too strong: the throw flies past the bucket. Take a power from 51 to 61."),
            ),
            teaches=("Throws",),
            begin=_position("....../..YY../..RR../..BR../....../......", challenge="throw"),
            before=(LessonMove("end", (62 - 19, 6 + 11)),),
        ),
        LessonStep(
            N_(
                "Five of your counters are connected. The sixth is on c5, and that's on tile N, your home, where it "
                "doesn't count. **Bring it to the others** with one action."
            ),
            summary="Connect the sixth counter and win.",
            answers=("c5xc3", "c5xc3xc1"),
            praise=N_("All six are connected. As soon as your turn is over, **you win**."),
            wrong=N_("Then they aren't all connected. Your counter on c5 can jump."),
            mistakes={
                "c5*": N_("That's the right counter, but it doesn't touch the others there. It can jump another way.")
            },
            teaches=("The end", "Aim"),
            begin=_position("....../..B.Y./..R.../...BB./..BBB./......"),
        ),
    ),
    after=N_(
        "Good to know: two tiles must never be full when a turn ends, and a cluster counts only once the turn and its "
        "special round are over. Several people can play one colour."
    ),
)
