"""Down Under's lesson, for yellow, who also plays red in games with two colours each."""

from bot.lessons.lesson import Lesson, LessonMove, LessonStep
from bot.rules.chance import Scripted
from bot.rules.down_under import COLOURS, Position, game
from bot.text import N_

ANIMALS = ("kangaroo", "emu", "platypus", "rabbit", "dingo")

_CLOSED = N_("A terminal closes that end for good, and then your route can't grow there any more.")


def _start(seats: int = 2, **options: object) -> Position:
    return game.start(seats, options, Scripted([]))


def lay_tiles(tiles: str, seats: int = 2, turn: int | None = 0, **options: object) -> Position:
    """A position from tiles such as "yellow straight 0,0 NS; blue curve:emu 1,0 NE"."""
    documents = []
    for words in tiles.split("; "):
        colour, kind, cell, facing = words.split()
        kind, _, animal = kind.partition(":")
        x, y = map(int, cell.split(","))
        tile = {"kind": kind, "dir": facing, "colour": COLOURS.index(colour), "animal": animal or None}
        documents.append({"x": x, "y": y, **tile})
    return game.load(_start(seats, **options).dump() | {"turn": turn, "tiles": documents})


lesson = Lesson(
    colours=game.colours(3, {}),
    steps=(
        LessonStep(
            N_(
                "You're **yellow**. The player with the **longest route** wins. Each tile has one path in your colour "
                "and one in grey, which belongs to everyone. **Lay your first tile: a straight, north and south.**"
            ),
            summary="Lay the first tile of your route.",
            answers=("straight h8 NS",),
            praise=N_("Your route has two open ends now, marked with arrows."),
            wrong=N_("Any straight or curve may begin. To follow this lesson, lay a straight from north to south."),
            teaches=("Aim and turn",),
            begin=_start(),
        ),
        LessonStep(
            N_(
                "Blue's first tile had to touch yours, and its route already runs over your grey. From now on you lay "
                "tiles at your open ends, so that yellow continues. **Lay a curve to the north of your tile that turns "
                "east.**"
            ),
            summary="Lay a tile at an open end, so that your colour continues.",
            answers=("curve h9 SE",),
            praise=N_("It's the south edge that joins your route, and the east edge that leads on."),
            wrong=N_("That continues your route too. For this lesson, lay a curve on h9 from south to east."),
            mistakes={"terminal *": _CLOSED},
            teaches=("Aim and turn",),
            before=(LessonMove("straight i8 EW"),),
        ),
        LessonStep(
            N_(
                "Each piece on your route is **one point**, and grey counts for everyone who runs over it. **Turn "
                "south on i9, onto the grey of blue's tile**, and one tile brings you two points."
            ),
            summary="Lead your route over another player's grey, which counts for you too.",
            answers=("curve i9 SW",),
            praise=N_("Four pieces with three tiles. Two colours must never be connected, but grey is free."),
            wrong=N_("That's one point. A curve on i9 from west to south also gets the grey on i8."),
            mistakes={"terminal *": _CLOSED},
            teaches=("Aim and turn", "Points and animals"),
            before=(LessonMove("straight j8 EW"),),
        ),
        LessonStep(
            N_(
                "The area for two is 5 by 7 tiles. You've filled its height, so its **border** is fixed in the north "
                "and the south, and only a terminal, which closes an end, may lie outside. **Continue where there's "
                "room.**"
            ),
            summary="Continue inside the area once a border is fixed.",
            answers=("straight i8 EW", "curve i8 NW"),
            praise=N_("The end in the north can wait: a terminal fits there later, too."),
            wrong=N_("A terminal closes that end for good. Continue on i8 with a straight or a curve."),
            mistakes={
                "curve i8 SW": N_("That leads straight out of the area, where only a terminal fits. Go east or north."),
            },
            teaches=("The border",),
            begin=lay_tiles(
                "; ".join(f"yellow straight 0,{y} NS" for y in range(1, 7))
                + "; yellow curve 0,0 NE; blue straight 1,3 EW; blue straight 2,3 EW; blue straight 3,3 EW"
            ),
        ),
        LessonStep(
            N_(
                "Your route and blue's both lead into h10. A straight would connect your colours, so it isn't "
                "offered. **Lay a terminal there**: it closes your end, and its back closes blue's."
            ),
            summary="Close an end with a terminal where nothing else fits.",
            answers=("terminal h10 S",),
            praise=N_("Your other end is still open. Each colour has two terminals."),
            wrong=N_("Possible, but then blue gets away. You can afford to close an end as long as the other is open."),
            mistakes={"* h7 *": N_("That's your other end, and blue gets away on h10. Lay the terminal there.")},
            teaches=("Ends and rings",),
            begin=lay_tiles("yellow straight 0,0 NS; yellow straight 0,1 NS; blue straight 0,3 NS; blue curve 0,4 SE"),
        ),
        LessonStep(
            N_(
                "Your two ends have met: your route is a **ring**. Instead of laying a tile you turn one by a quarter, "
                "so that two ends are open again. **Turn the curve on h8.**"
            ),
            summary="Open a ring again by turning one of its tiles.",
            answers=("rotate h8 SE", "rotate h8 NW"),
            praise=N_("Open again, and the grey you now run over is one more point."),
            wrong=N_("That opens the ring too, but close to blue. Turn the curve on h8."),
            teaches=("Ends and rings",),
            begin=lay_tiles(
                "yellow curve 0,0 NE; yellow curve 1,0 NW; yellow curve 1,1 SW; yellow curve 0,1 SE; "
                "blue curve 2,1 SW; blue straight 2,0 NS"
            ),
        ),
        LessonStep(
            N_(
                "Now there are three of you, and blue's and red's routes lead into the same cell, i9. If a third "
                "route gets there, a **billabong**, a pond, is laid on it. **Lead your route into i9.**"
            ),
            summary="Lead a third route to a cell, on which a billabong is then laid.",
            answers=("straight h9 EW",),
            praise=N_("Blue and red end in the pond. You came last, so you pass through."),
            wrong=N_("That doesn't lead into i9. Lay a straight on h9 from west to east."),
            mistakes={"* f9 *": N_("That's your other end, which leads away from i9. Lay a straight on h9.")},
            teaches=("Billabongs",),
            begin=lay_tiles("red straight 0,-1 NS; blue straight 0,1 NS; yellow straight -2,0 EW", 3),
        ),
        LessonStep(
            N_("You continue out of the billabong **in the same turn**. **Lay any tile that keeps your end open.**"),
            summary="Continue out of the billabong in the same turn.",
            answers=("straight j9 EW", "curve j9 SW", "curve j9 NW"),
            praise=N_("There are only four billabongs in a match. Watch where routes are about to meet."),
            wrong=N_("A terminal would close the end that you've just saved."),
            teaches=("Billabongs",),
        ),
        LessonStep(
            N_(
                "A table can play with **animals**. Your route collects them from the grey it runs over: kangaroo, emu "
                "and platypus together are worth **5 points**. You have the first two. **Turn north on k8 to the "
                "platypus**, with any animal on your own tile."
            ),
            summary="Complete a set of animals along your route.",
            answers=tuple(f"curve:{animal} k8 NW" for animal in ANIMALS),
            praise=N_("A whole set! By the end, also lay your dingo: without it you rank last."),
            wrong=N_("The platypus is at your other end. Lay a curve on k8 from west to north."),
            mistakes={
                "terminal k8 W": N_(
                    "That's the right place, but a terminal closes the end there. Lay a curve to the north."
                ),
                "* k8 *": N_("That way lies a rabbit, which costs 2 points. The platypus is on the tile to the north."),
            },
            teaches=("Points and animals",),
            begin=lay_tiles(
                "yellow straight:emu 0,0 EW; blue straight:kangaroo 1,0 NS; blue straight:emu 2,0 NS; "
                "blue curve:kangaroo 1,1 SE; blue curve:emu 2,1 SW; blue curve:kangaroo 2,-1 NE; "
                "blue straight:rabbit 3,-1 EW; blue curve:emu 4,-1 NW; blue straight:rabbit 4,0 NS; "
                "blue curve:rabbit 4,1 SW; blue curve:platypus 3,1 NE",
                animals=True,
            ),
        ),
        LessonStep(
            N_(
                "Two players can also have **two routes each**: yellow and red are yours, and both count. After this "
                "first tile, a turn is one tile for each. **Continue red's route with a straight.**"
            ),
            summary="Play two routes, with a tile for each in a turn.",
            answers=("red straight k11 NS",),
            praise=N_("The other side plays blue and green, and the match goes on until nobody can lay a tile."),
            wrong=N_("That would also be a good first tile. For this lesson, lay a red straight on k11."),
            mistakes={"yellow *": N_("That's yellow's route. For this lesson, continue red's: lay a straight on k11.")},
            teaches=("More ways to play",),
            begin=lay_tiles(
                "yellow terminal 0,0 N; blue terminal 1,-1 E; red terminal 1,0 N; green terminal 0,-1 W", routes=2
            ),
        ),
    ),
    basic=8,
    after=N_(
        "Good to know: once both your ends are closed, you're finished and the others play on. Straights, curves and "
        "terminals run out, so look at what's left."
    ),
)
