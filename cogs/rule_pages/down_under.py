"""The rules of Down Under in a few pages, each with a picture."""

from collections.abc import Callable, Sequence

from bot.lessons.down_under import lay_tiles
from bot.rules.chance import Scripted
from bot.rules.down_under import Position
from bot.text import N_
from cogs.shared.presentation.presentation import Page
from images.marks.marks import Choice, Marks, Played


def _example(begun: Position, move: str = "", at: str | None = None) -> Callable[[], tuple[Position, Marks]]:
    """The position after this move.

    With `at` a cell, its moves are marked; with `at` empty, the cells where something can be played.
    """

    def picture() -> tuple[Position, Marks]:
        position, last = begun, tuple[Played, ...]()
        if move:
            last = (Played.of(begun, begun.parse(move)),)
            position = begun.play(begun.parse(move), Scripted([]))
        legal = position.legal()
        if at is None:
            return position.sight(None), Marks(last=last)
        cells = dict.fromkeys(position.label(one.cell) for one in legal if one.cell)
        there = [position.notate(one) for one in legal if one.cell and position.label(one.cell) == at]
        choices = tuple(Choice(str(number), place) for number, place in enumerate(there or cells, 1))
        return position.sight(None), Marks(last=last, choices=choices, chosen=(at,) if at else ())

    return picture


def _line(colour: str, kind: str, cells: Sequence[str], facing: str) -> str:
    return "; ".join(f"{colour} {kind} {cell} {facing}" for cell in cells)


RULE_PAGES = (
    Page(
        N_("Aim and turn"),
        N_(
            "Lay tiles to build the **longest route**. Every tile has one piece of path in your colour and one in "
            "grey, which belongs to everyone.\n\n"
            "**Your first tile** goes next to a tile that's already there, straight or diagonally. **After that,** "
            "you lay one tile per turn at an open end of your route, so that your colour continues. It can be a "
            "**straight**, a **curve** or a **terminal**. You have 7, 9 and 2 of them, and everyone can see what's "
            "left.\n\n"
            "**Two colours must never be connected,** not even through grey. Everything else is allowed: the grey on "
            "your tile can lengthen or divert another player's route, and your route can run over any grey. Each "
            "piece on your route counts as one, so a tile can count twice.\n\n"
            "Once both your ends are closed, you're finished. The match is over when nobody can lay a tile.\n\n"
            "Here Yellow continues on h7. Three tiles fit. A curve to the east would run into Blue."
        ),
        _example(lay_tiles("yellow straight 0,0 NS; yellow curve 0,1 SE; blue straight 1,-1 EW"), at="h7"),
    ),
    Page(
        N_("The border"),
        N_(
            "The area has a size, but its place isn't fixed at first. It's 5 by 7 for two players, 6 by 8 for three "
            "and 7 by 9 for four, unless the table says otherwise, and it can lie either way.\n\n"
            "**All straights, curves and billabongs must fit inside it.** With each tile that reaches further out, "
            "the border gets closer on the other side. Dashes show how far it could still be, and solid lines show "
            "where it's fixed.\n\n"
            "**Only terminals can lie outside.** A route that reaches the border has to end there sooner or later, "
            "but not right away: its other end may still have room.\n\n"
            "Other areas: **no border**, **a neutral line** across a fixed area, which routes cross through its grey, "
            "or **a neutral frame** around it, whose grey curves lead back in. No route can join the neutral "
            "colour.\n\n"
            "Here the area is 7 by 9, and Yellow's curve on j17 is in the eighth row. So there are seven columns, and "
            "Blue can continue only with a terminal, on i10 or q10. The ninth row can still be at the top or at the "
            "bottom."
        ),
        _example(
            lay_tiles(
                _line("yellow", "straight", [f"0,{y}" for y in range(7)], "NS")
                + "; "
                + _line("blue", "straight", [f"{x},0" for x in range(1, 7)], "EW"),
                size="7x9",
            ),
            "curve j17 SE",
        ),
    ),
    Page(
        N_("Ends and rings"),
        N_(
            "**A terminal** closes an end of your route. Your colour enters at its front and stops. A grey path runs "
            "straight across it, and there's half a grey path on its back: a route that enters there gains a piece "
            "and is closed too.\n\n"
            "You can lay one at any time, and you must where nothing else fits: at the border, or where every other "
            "tile would connect two colours. A route without an open end can't grow any more, so you're warned before "
            "you close the last one.\n\n"
            "**A ring:** your two ends can meet, through your own tile or another player's. Then, on your next turn, "
            "you **turn** one of your tiles by a quarter instead of laying one, so that your route is whole and has "
            "two open ends again. If that's impossible, you're skipped.\n\n"
            "If you can't move, you're skipped too, but you may be back later: another player's grey can lead your "
            "end out of the trap.\n\n"
            "Here Yellow's route is a ring. Yellow can turn the curve on h8, i8 or h9. Blue's route runs over the "
            "grey of the fourth."
        ),
        _example(
            lay_tiles(
                "yellow curve 0,0 NE; yellow curve 1,0 NW; yellow curve 1,1 SW; yellow curve 0,1 SE; blue "
                "curve 2,1 SW; blue straight 2,0 NS"
            ),
            at="",
        ),
    ),
    Page(
        N_("Billabongs"),
        N_(
            "A billabong is a pond for places where routes block each other. There are four, and they belong to "
            "nobody.\n\n"
            "**If three or four routes lead into one empty cell** of the area, a billabong is laid there "
            "automatically. If yours is one of three and you played last, your route **passes through** to the "
            "fourth side, unless that's closed to you, and you continue out of it in the same turn with any tile, "
            "if the cell there is still free by then. The others end in it. If four routes meet, or if your grey "
            "only brought other routes together, they all end in it.\n\n"
            "**If two routes lead into one cell with both their ends,** each to two neighbouring edges, and at "
            "least one of them has no curve left, then the player who moved last **can** lay a billabong that "
            "joins each route with itself. You're asked with two buttons. If you decline, you won't be asked about "
            "that cell again.\n\n"
            "Each piece of a billabong on a route counts as one, even if the route ends in it.\n\n"
            "Here Red reached i9, where Yellow and Blue already led. Those two end there, and Red continues into "
            "j9."
        ),
        _example(
            lay_tiles("yellow straight 0,-1 NS; blue straight 0,1 NS; red straight -2,0 EW", seats=3, turn=2),
            "straight h9 EW",
        ),
    ),
    Page(
        N_("Points and animals"),
        N_(
            "**You score one point for each piece of your route:** coloured pieces, anyone's grey pieces, "
            "terminals, half-grey pieces and billabongs. The player with the most points wins, and equal points "
            "share a place.\n\n"
            "**With animals** (`animals`), each straight and curve has an animal on its grey piece, and you choose "
            "which one to lay. Your route collects the animals whose grey pieces it runs over, on any player's "
            "tiles:\n· a kangaroo, an emu and a platypus make a set worth **5 points**\n· each rabbit costs **2 "
            "points**, unless there's a dingo on the route\n\n"
            "Each colour has one **dingo**, on a curve. If you haven't laid it by the end, you rank behind "
            "everyone who has, regardless of points.\n\n"
            "Here both have 6 points. Yellow runs past a rabbit and a dingo on Blue's tiles, so the rabbit costs "
            "nothing. But Yellow hasn't laid its own dingo, so Blue wins."
        ),
        _example(
            lay_tiles(
                "yellow terminal -1,0 E; yellow straight:emu 0,0 EW; yellow straight:emu 2,-1 NS; yellow "
                "terminal 2,-2 N; blue straight:rabbit 1,0 NS; blue curve:dingo 2,0 NE; blue curve:emu 1,1 "
                "SE; blue curve:emu 2,1 SW; blue terminal 1,-1 N; blue terminal 3,0 W",
                turn=None,
                animals=True,
            )
        ),
    ),
    Page(
        N_("More ways to play"),
        N_(
            "**From one end** (`growth`): everyone begins with a terminal. Blue's goes behind Yellow's, back to back, "
            "and Green's behind Red's. No route can be closed in this round.\n\n"
            "**Two routes each** (`routes`), for two players: one plays Yellow and Red, the other Blue and Green. "
            "First the four terminals are laid as a square, fronts facing outwards. Then one straight or curve opens. "
            "After that, a turn is one tile of each of your colours in any order, or, with `tiles-per-turn:1`, one "
            "tile of either. Both routes count together.\n\n"
            "**Size** (`size`): easy, recommended, recommended2 or difficult, or your own columns x rows, such as "
            "`7x9`.\n\n"
            "**Typing moves:** write the tile, the cell, and the edges that your colour joins: `straight h8 NS`, "
            "`curve i9 NE`. `terminal h10 S` opens to the south. `rotate i9 SE` turns a tile. With animals write "
            "`curve:dingo i9 NE`, with two routes `yellow straight j11 NS`. Letters below the table and numbers to its "
            "left name the cells, and a cell keeps its name for the whole match.\n\n"
            "Here the square is complete, and Yellow or Red comes next, on j11 or on k11."
        ),
        _example(
            lay_tiles(
                "yellow terminal 0,0 N; blue terminal 1,-1 E; red terminal 1,0 N; green terminal 0,-1 W", routes=2
            ),
            at="",
        ),
    ),
)
