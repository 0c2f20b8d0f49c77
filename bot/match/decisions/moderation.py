"""How a match is ended by somebody or something that doesn't play in it."""

from operator import attrgetter
from typing import Literal

from bot.match.decisions.decision import decision
from bot.match.reading.endings import end_from_outside
from bot.match.reading.stored import StoredMatch
from bot.match.values import EventKind, Status
from bot.match.values.errors import MatchOver
from bot.match.values.new_event import NewEvent
from bot.store.columns import MatchColumns


@decision(about=attrgetter("table_id"))
def end(match: StoredMatch, user: int) -> NewEvent:
    """Ends a match or closes a table from outside; nobody wins. If it belongs to a series, the whole series ends.

    The caller checks whether this person may do that. Raises MatchOver.
    """
    match Status(match.row.status):
        case Status.OVER | Status.CANCELLED:
            raise MatchOver
        case Status.OPEN:
            changes: MatchColumns = {"status": Status.CANCELLED, "ended_at": match.now}
            return NewEvent(EventKind.CANCEL, by=user, data={"why": "ended"}, changes=changes)
        case Status.RUNNING | Status.FROZEN:
            return NewEvent(EventKind.END, by=user, changes=end_from_outside(match), post=True)


@decision()
def end_by_itself(match: StoredMatch, why: Literal["by_time", "gone", "stuck"]) -> NewEvent | None:
    """Ends a running match whose result is settled elsewhere.

    The time of its tournament's round is over, too few of its people are left in the league or tournament, or the rules
    at hand can't continue it ("stuck", which takes precedence over the time).
    """
    if match.status not in (Status.RUNNING, Status.FROZEN):
        return None
    if why == "by_time" and match.status is Status.FROZEN:
        why = "stuck"
    return NewEvent(EventKind.END, data={why: True}, changes=end_from_outside(match), post=True)
