"""Parcheesi's lesson, for red against yellow."""

from bot.lessons.lesson import Lesson, LessonMove, LessonStep
from bot.rules.chance import Scripted
from bot.rules.parcheesi import Position, game
from bot.text import N_

SEATS = 2
PAWNS = 4


def _position(*pawns: str) -> Position:
    """A position with red to roll, from the squares of red's and yellow's pawns; the others are in the nest."""
    squares = [[*own.split(), *["nest"] * (PAWNS - len(own.split()))] for own in pawns]
    return game.load(game.start(SEATS, {}, Scripted([])).dump() | {"pawns": squares, "rolls": 9})


lesson = Lesson(
    colours=game.colours(SEATS, {}),
    steps=(
        LessonStep(
            N_(
                "You're **red**. Bring your four pawns out of the nest, once around the track and home before yellow "
                "does. Every turn begins with two dice. **Roll the dice.**"
            ),
            summary="Roll the dice, which begins every turn.",
            answers=("roll",),
            luck=(3, 2),
            praise=N_("A 3 and a 2. You play both, with one pawn or with two."),
            wrong=N_("Roll the dice first."),
            teaches=("Aim",),
            begin=_position("t9", "t12 t24"),
        ),
        LessonStep(
            N_(
                "Pawns leave the nest only with **a 5**, or with **two dice that add up to 5**. Yours do: **bring "
                "a pawn out**."
            ),
            summary="Bring a pawn out of the nest with a 5, here as the sum of two dice.",
            answers=("enter 2+3",),
            praise=N_("Your second pawn is out, on your entry square."),
            wrong=N_("Then you couldn't add up the two dice any more. Use them together to bring a pawn out."),
            teaches=("Coming out",),
        ),
        LessonStep(
            N_(
                "Land on a **single** pawn of an opponent and it goes back to its nest. Yellow's pawn on t15 is 6 "
                "ahead of yours: **capture it**."
            ),
            summary="Capture a single pawn, which earns a free move of 20.",
            answers=("t9+6>t15",),
            praise=N_("Captured! That earns you a free move of 20, which comes after the dice."),
            wrong=N_("You may use the dice in any order, but this move doesn't capture. Which pawn is 6 behind t15?"),
            mistakes={"t5+6>t11": N_("That's the 6, but with the wrong pawn: it would pass by. Move the one on t9.")},
            teaches=("Captures",),
            before=(
                LessonMove("roll", (3, 1)),
                LessonMove("t12+3>t15"),
                LessonMove("t24+1>t25"),
                LessonMove("roll", (6, 2)),
            ),
        ),
        LessonStep(
            N_(
                "The 2 is left. On the twelve **safe squares**, the ones with bright numbers, nobody can be captured, "
                "except by a pawn coming out of its nest. **Move a pawn to a safe square.**"
            ),
            summary="Move a pawn to a safe square.",
            answers=("t15+2>t17",),
            praise=N_("On t17 your pawn is safe, and no opponent can stop beside it."),
            wrong=N_("That pawn would leave the safe t5 for t7, where it can be captured. Move the other one."),
            teaches=("Captures",),
        ),
        LessonStep(
            N_(
                "Now your **free move**: one pawn moves all 20, and it can capture again. You may skip it, but don't. "
                "**Find the capture.**"
            ),
            summary="Capture again with a free move.",
            answers=("t5+20>t25",),
            praise=N_("Two of yellow's pawns are back in the nest, and you'd have another 20 to play."),
            wrong=N_("That pawn captures nothing. Count 20 on from your other pawn."),
            mistakes={"skip": N_("Skipping gives the 20 away. Play it: one of your pawns can capture.")},
            teaches=("Captures",),
        ),
        LessonStep(
            N_(
                "Two pawns of one colour on one square are a **blockade**. Nobody can pass it or land on it, not even "
                "its owner: yellow's on t27 stops your two pawns there. **Build one right in front of yellow's pawn "
                "on t18.**"
            ),
            summary="Build a blockade in front of an opponent's pawn.",
            answers=("t20+4>t24",),
            praise=N_("Yellow's pawn on t18 can't get past t24 while both of yours stand there."),
            wrong=N_("That builds no blockade. Put two of your pawns on the same square."),
            mistakes={
                "t50+4>t54": N_("Then the 4 is gone, which would join your pawns on t24. Use it there."),
                "t50+6>t56": N_("A safe square is good, and the 4 could still follow. But build the blockade first."),
            },
            teaches=("Blockades",),
            begin=_position("t20 t24 t50", "t18 t27 t27"),
            before=(LessonMove("roll", (4, 6)),),
        ),
        LessonStep(
            N_(
                "You must use **as many dice as you can**, and if either fits but not both, the higher. So your pawn "
                "on t10 can't take the 5 now: on t15 it would stand at the blockade, and the 3 would be lost. **Use "
                "the 5 for something better.**"
            ),
            summary="Choose the move that uses as many dice as possible.",
            answers=("enter 5",),
            praise=N_("A new pawn, and the 3 still fits. The buttons never offer a move that the rules forbid."),
            wrong=N_("That's a fine 3, and the 5 would come after it. Here, bring a pawn out with the 5 first."),
            teaches=("Using the dice", "Coming out"),
            begin=_position("t10", "t16 t16 t61"),
            before=(LessonMove("roll", (3, 5)),),
        ),
        LessonStep(
            N_(
                "**A double.** With all your pawns out you also play the faces underneath: 3, 3, 4 and 4. Then you "
                "roll again. A pawn needs the exact number to get **home**, and earns a free move of 10. **Bring one "
                "home.**"
            ),
            summary="Play a double with the faces underneath, and bring a pawn home by the exact number.",
            answers=("h4+4>home",),
            praise=N_("Home, where nothing can happen to it any more."),
            wrong=N_("That takes no pawn home. Your pawn on h4 is four steps away from it."),
            mistakes={"h4+3>h7": N_("Now it would need a 1. From h4 it's exactly 4 steps home.")},
            teaches=("Coming out", "Captures"),
            begin=_position("h4 t20 home home", "t31 t40 home"),
            before=(LessonMove("roll", (3, 3)),),
        ),
        LessonStep(
            N_(
                "The match ends when a player has **four pawns home**. Your last one is on h5 and needs exactly 3. "
                "**Roll the dice.**"
            ),
            summary="Win by bringing your fourth pawn home.",
            answers=("roll",),
            praise=N_("A 3! That's your only move, so Crux would play it for you. **You win.**"),
            wrong=N_("Roll the dice first."),
            teaches=("The end", "Using the dice"),
            begin=_position("h5 home home home", "t33 t40 home"),
        ),
    ),
    after=N_(
        "Good to know: on the square before your home row you may also go around once more, and the two pawns of a "
        "blockade can't move together."
    ),
)
