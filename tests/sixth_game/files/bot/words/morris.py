"""Nine Men's Morris in words: what its moves and endings are called, and the whole position."""

from collections.abc import Sequence

from bot.rules.morris import COLOURS, POINTS, QUIET_MOVES, Move, Position
from bot.text import N_, say
from bot.text.terms import join_sentences
from bot.words import UNKNOWN, Course, PastDecision, Verdict, duration, ending_by_rules

ENDINGS = {
    "men": (N_("{loser} has two men left"), N_("{colour} has two men left and can't make a mill any more.")),
    "blocked": (N_("{loser} can't move"), N_("{colour} can't move any man.")),
    "quiet": (N_("50 quiet moves"), N_("Nobody has taken a man in 50 moves: a draw.")),
}
"""Why a match ended, under a picture's title and on a board."""


glossary: Sequence[str] = (N_("**Mill**: three men in a row. Making one takes a man from the other player."),)
"""What the boards' words mean, for those who are new to the game."""


def describe_move(position: Position, move: Move) -> str:
    own, other = COLOURS[position.turn].capitalize(), COLOURS[1 - position.turn]
    if move.origin is None:
        line = say(N_("{colour} places a man on {target}."), colour=own, target=move.target)
    else:
        line = say(N_("{colour} moves from {origin} to {target}."), colour=own, origin=move.origin, target=move.target)
    words = N_("A mill! It takes {colour}'s man on {point}.")
    return join_sentences((line, say(words, colour=other, point=move.captured) if move.captured else ""))


def describe_turn(turn: Sequence[PastDecision[Move, Position]]) -> str:
    return "\n".join(describe_move(decision.before, decision.move) for decision in turn)


def move_in_short(move: Move) -> str:
    """A move in a few words: "d6 to f6, taking a7"."""
    words = f"{move.origin} to {move.target}" if move.origin else f"placed on {move.target}"
    return f"{words}, taking {move.captured}" if move.captured else words


def ending_reason(position: Position) -> str:
    return say(ENDINGS[position.over][1], colour=COLOURS[position.turn].capitalize()) if position.over else ""


def ending(position: Position) -> Verdict | None:
    """How the rules ended the match; None while it runs."""

    def tell(winners: tuple[int, ...]) -> tuple[str, str]:
        reason = say(ENDINGS[position.over][0], loser=COLOURS[position.turn]) if position.over else ""
        return "Draw" if len(winners) > 1 else f"{COLOURS[winners[0]].capitalize()} wins", reason

    return ending_by_rules(position.result, tell)


def gain(before: Position, after: Position, seat: int) -> int:
    """How many men a turn captured."""
    return len(before.men[1 - seat]) - len(after.men[1 - seat])


def story(position: Position, winners: Sequence[int], course: Course = UNKNOWN) -> list[str]:
    """ "after 62 turns", "7 men left"."""
    left = f"{sum(len(position.men[seat]) for seat in winners)} men left" if winners else ""
    return [*filter(None, (duration(course), left))]


def text(position: Position) -> str:
    flying, end = "fly" if position.flying else "never fly", ending(position)
    lines = [f"Nine Men's Morris; the last three men {flying}.", end.sentence if end else to_move(position)]
    lines += men(position)
    if position.quiet:
        lines.append(f"Moves without a capture: {position.quiet} of {QUIET_MOVES}.")
    return "\n".join(lines)


def to_move(position: Position) -> str:
    return f"{COLOURS[position.turn].capitalize()} to move."


def men(position: Position) -> list[str]:
    """A sentence for each seat: where its men are."""
    sentences = []
    for colour, own, hand in zip(COLOURS, position.men, position.in_hand, strict=True):
        board = ", ".join(point for point in POINTS if point in own) or "nothing on the board"
        sentences.append(f"{colour.capitalize()}: {board}" + (f"; {hand} to place." if hand else "."))
    return sentences
