"""What a board says of seats whose players have left or missed turns, and what the others can do."""

from collections.abc import Iterator

from bot.match import Match
from bot.text import N_, say, say_plural
from cogs.shared.boards.seat_status import has_finished, may_be_replaced, may_be_taken_over
from cogs.shared.wording.times import has_partners, is_late, may_claim


def absence_lines(match: Match) -> Iterator[str]:
    """The lines about a running match."""
    for seat in match.seats:
        if not seat.absent or seat.computer is not None or has_finished(match, seat.number):
            continue
        words = N_("{colour} has left this server. The match goes on when they're back.")
        if may_be_taken_over(match, seat) and may_be_replaced(match, seat):
            words = N_(
                "{colour} has left this server. The others can wait, let a computer take over, ask someone else "
                "with `/match replace`, or end the match with `/match draw`."
            )
        elif may_be_taken_over(match, seat):
            words = N_(
                "{colour} has left this server. You can wait, let a computer take over, or end the match with "
                "`/match draw`."
            )
        yield say(words, colour=seat.colour.capitalize())
    yield from _time_notices(match)


def _time_notices(match: Match) -> Iterator[str]:
    """What the others can do about a seat they are waiting for."""
    for seat in match.seats:
        colour = seat.colour.capitalize()
        if may_claim(match) and seat.number == match.to_move:
            words = N_("{colour} can still move. If another player presses **Claim**, the seat resigns.")
            if has_partners(match, seat):
                words = N_(
                    "{colour} can still move. If another player presses **Claim**, a computer takes over, or "
                    "the seat resigns if its partner is gone too."
                )
            yield say(words, colour=colour)
        if is_late(seat) and not seat.absent and may_be_taken_over(match, seat):
            if not may_be_replaced(match, seat):
                yield say_plural(
                    "{colour} has missed the last turn. You can let a computer take over.",
                    "{colour} has missed {number} turns in a row. You can let a computer take over.",
                    seat.missed,
                    colour=colour,
                )
                continue
            yield say_plural(
                "{colour} has missed the last turn. The others can let a computer take over, or ask someone "
                "else with `/match replace`.",
                "{colour} has missed {number} turns in a row. The others can let a computer take over, or "
                "ask someone else with `/match replace`.",
                seat.missed,
                colour=colour,
            )
