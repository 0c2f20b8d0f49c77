"""Moving a match to another channel or thread."""

from dataclasses import replace

from bot.match.decisions import agreements
from bot.match.decisions.agreements import columns_of_place
from bot.match.decisions.decision import decision
from bot.match.decisions.guards import require_a_board, require_begun, require_player, require_seat
from bot.match.reading.shared_luck import StoredDuplicateMatch
from bot.match.reading.stored import StoredMatch
from bot.match.values import EventKind, Place
from bot.match.values.errors import StaysApart
from bot.match.values.new_event import NewEvent


@decision()
def move_to(match: StoredMatch, user: int, place: Place) -> NewEvent | None:
    """Moves the match and posts the board there. Raises NotRunning, Frozen, NotInThisMatch, StaysApart."""
    require_a_board(match)
    require_player(match, user)
    if isinstance(match, StoredDuplicateMatch) and match.luck_is_shared and match.place != place:
        raise StaysApart
    if match.place == place:
        return None
    return NewEvent(
        EventKind.PLACE, by=user, data=place.columns(), changes=columns_of_place(place.columns()), post=True
    )


@decision()
def relocate(match: StoredMatch, user: int, place: Place, *, other_people: bool = False) -> NewEvent | None:
    """Moves the match as `move_to` does, if the others agree.

    If that is another channel, or `other_people` can see the match there, every other seat with a player is asked first
    (`Proposal`), except computers. A finished match moves without asking.

    Raises NotRunning, Frozen, NotInThisMatch, StaysApart, AlreadyProposed.
    """
    event = move_to(user, place).decide(match)
    member = require_player(match, user)
    seat = require_seat(member)
    same_people = place.channel_id == match.place.channel_id and not other_people
    if event is None or same_people or match.is_past or not match.awaited_seats("relocate", (seat,)):
        return event
    agreements.require_none(match, seat)
    changes = agreements.propose(match, "relocate", member.id, (seat,), place=place.columns())
    return NewEvent(EventKind.ASK, by=user, seat=seat, data=event.data, changes=changes, post=True)


@decision()
def leave_thread(match: StoredMatch) -> NewEvent | None:
    """Returns the match to its channel because its thread is gone or can't be opened, and posts the board there.

    Changes nothing if the match has no thread. Raises NotRunning, MatchOver for a table that was cancelled.
    """
    require_begun(match)
    if match.place.thread_id is None:
        return None
    channel = replace(match.place, thread_id=None).columns()
    return NewEvent(EventKind.PLACE, data=channel, changes=columns_of_place(channel), post=True)
