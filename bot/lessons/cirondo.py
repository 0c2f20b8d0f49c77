"""Cirondo's lesson, for gold against silver."""

from bot.lessons.lesson import Lesson, LessonMove, LessonStep
from bot.rules.chance import Scripted
from bot.rules.cirondo import Position, game
from bot.text import N_

SEATS = 2
KINDS = {"P": "planets", "M": "moons", "S": "solars"}

_START = game.start(SEATS, {}, Scripted([]))


def _position(gold: str, silver: str) -> Position:
    """A position with gold to move; each stellar is its letter and its space, such as PD10."""
    pieces = {
        colour: {kind: [one[1:] for one in stellar.split() if one[0] == letter] for letter, kind in KINDS.items()}
        for colour, stellar in (("gold", gold), ("silver", silver))
    }
    return game.load(_START.dump() | {"pieces": pieces, "owed": []})


lesson = Lesson(
    colours=game.colours(SEATS, {}),
    steps=(
        LessonStep(
            N_(
                "You're **gold**, and you want to capture silver's pieces, which are called *stellar*. Your planets "
                "are on ring A at the edge, your moons on ring B. A moon moves **one space straight inward**, and your "
                "first move has to be one: **move the moon on B8**."
            ),
            summary="Move a moon one space straight inward.",
            answers=("B8-C8",),
            praise=N_("A moon never goes back, so the space behind it stays open."),
            wrong=N_("Any moon may begin. To follow this lesson, choose the one on B8."),
            teaches=("Aim", "Moons"),
            begin=_START,
        ),
        LessonStep(
            N_(
                "A planet slides **along an arc**: each step changes the ring and the number by one. Nothing jumps, so "
                "only the gap on B8 lets your planets out. **Slide the planet from A7 through B8 to E11.**"
            ),
            summary="Slide a planet along an arc, out through a gap.",
            answers=("A7-E11",),
            praise=N_("A7, B8, C9, D10, E11: an arc runs all the way to ring H."),
            wrong=N_("Find A7 among your planets. Its arc is B8, C9, D10, E11."),
            mistakes={
                "A1xB32": N_("You can capture there, but silver's planet on A31 would take back. Use the gap on B8."),
                "A16xB17": N_("You can capture there, but silver's planet on A18 would take back. Use the gap on B8."),
                "A7-*": N_("That's the right planet on the right arc. To follow this lesson, stop on E11."),
            },
            teaches=("Planets",),
            before=(LessonMove("B24-C24"),),
        ),
        LessonStep(
            N_(
                "A moon captures **one space diagonally inward**, never straight ahead. Yours on D5 "
                "can choose between two stellar: **take the stronger one**, the planet."
            ),
            summary="Capture diagonally with a moon, and choose the stronger of two stellar.",
            answers=("D5xE4",),
            praise=N_("The moon now stands on E4, one ring further in."),
            wrong=N_("That captures nothing. Use your moon on D5."),
            mistakes={
                "D5xE6": N_("That's only a moon, and silver's planet on A10 would take back. Nothing guards E4."),
                "D5-E5": N_("Straight ahead it only moves, and then it has passed both of them. Capture on E4."),
            },
            teaches=("Moons",),
            begin=_position("MD5 PA20 PA22", "PE4 ME6 PA10 PA12"),
        ),
        LessonStep(
            N_(
                "A planet captures the first stellar on its arc. Your own on C9 stops the one on D10, but look along "
                "its other arcs: **capture with D10**."
            ),
            summary="Look along every arc of a planet to find what it can capture.",
            answers=("D10xG13",),
            praise=N_("From one end of the arc to the other in a single move."),
            wrong=N_("Follow the arcs from D10: E11, F12 and G13, or E9, F8 and G7."),
            mistakes={
                "C9xB8": N_("Possible, but silver's planet on A7 would take back. D10 has a better capture."),
            },
            teaches=("Planets",),
            begin=_position("PD10 PC9 PA20", "PB8 PA7 MG13 PA12"),
        ),
        LessonStep(
            N_(
                "A moon that reaches **ring H** becomes a **Solar System**, the strongest stellar. Yours on G5 is "
                "about to: **capture on its way in**."
            ),
            summary="Reach ring H with a moon, which becomes a Solar System.",
            answers=("G5xH6=S",),
            praise=N_("A Solar System! Each colour can have four."),
            wrong=N_("Not yet. Your moon on G5 is one step from ring H."),
            mistakes={
                "G5-H5=S": N_("That makes one too, but silver's planet on A12 would capture it there. H6 is safe.")
            },
            teaches=("Moons", "Solar Systems"),
            begin=_position("MG5 PA20 PA22", "PH6 PH20 PA12 PA14"),
        ),
        LessonStep(
            N_(
                "A Solar System slides any distance **straight in or out, along an arc, or around its ring**, until "
                "something stops it. **Go around ring H and capture.**"
            ),
            summary="Capture with a Solar System around its ring.",
            answers=("H6xH20",),
            praise=N_("Halfway around the board. Nothing else is that fast."),
            wrong=N_("Look for silver's planet on ring H, and send your Solar System there."),
            mistakes={
                "A*": N_("That's one of your planets. Your Solar System stands on H6."),
                "H6-H*": N_("That's the right ring, but silver's planet is on H20."),
                "H6-*": N_("That leaves ring H. Go around it, to silver's planet."),
            },
            teaches=("Solar Systems",),
            before=(LessonMove("A12-B13"),),
        ),
        LessonStep(
            N_(
                "A side that's down to **one stellar** has one last move. Then it's out. Silver has two left: "
                "**capture one**."
            ),
            summary="Leave the opponent only one stellar, so that they have one last move.",
            answers=("A3xD6",),
            praise=N_("Silver makes its last move with the other one and is out. You'd win."),
            wrong=N_("Silver still has two stellar then. One of your planets has a silver one at the end of its arc."),
            mistakes={
                "A3-*": N_("That's the right planet, but it captures nothing there. One of its arcs leads to D6."),
                "A20-*": N_("That planet can't reach silver. Your other one can."),
            },
            teaches=("The end",),
            begin=_position("PA3 PA20 MC16", "PD6 MF24"),
        ),
        LessonStep(
            N_(
                "Now it's you: the planet on D4 is all you have, and this is your last move. But if silver is down to "
                "one stellar too, the **strongest wins**: Solar System before planet before moon. **Save the match.**"
            ),
            summary="Win a showdown with your own last move.",
            answers=("D4xE5",),
            praise=N_("Silver has only a moon left against your planet: a showdown, and **you win**."),
            wrong=N_("Then your last move is over and you're out. Capture, so that only silver's moon is left."),
            teaches=("The end",),
            begin=_position("PD4", "SE5 MC20"),
        ),
    ),
    after=N_(
        "Good to know: you never have to capture. The same position three times is a draw, and so are a hundred moves "
        "without a capture or a moon move. Four can play too, each alone or two against two."
    ),
)
