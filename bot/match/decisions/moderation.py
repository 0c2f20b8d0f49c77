"""What somebody may do who keeps order in a channel and need not play in the match."""

from operator import attrgetter

from bot.match.decision import decision
from bot.match.endings import from_outside
from bot.match.errors import MatchOver
from bot.match.new_event import NewEvent
from bot.match.stored import StoredMatch
from bot.match.values import EventKind, Status


@decision(about=attrgetter("table_id"))
def end(match: StoredMatch, user: int) -> NewEvent:
    """End a match, or close a table, from outside: nobody has won. With one of a series all of that ends.

    Whether this person may do that is for the caller to know. MatchOver.
    """
    match Status(match.row["status"]):
        case Status.OVER | Status.CANCELLED:
            raise MatchOver
        case Status.OPEN:
            changes = {"status": Status.CANCELLED, "ended_at": match.now}
            return NewEvent(EventKind.CANCEL, by=user, data={"why": "ended"}, changes=changes)
        case Status.RUNNING | Status.FROZEN:
            return NewEvent(EventKind.END, by=user, changes=from_outside(match), post=True)
