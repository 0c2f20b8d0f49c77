"""The documents in columns of type `Document` whose keys the code knows, as they are stored."""

from typing import Literal, NotRequired, TypedDict

EndingKind = Literal["played", "resigned", "agreed", "ended"]
ProposalKind = Literal["draw", "resign", "undo", "replace", "relocate", "concede"]


class PlaceDocument(TypedDict):
    """Where a match is to be played from here on."""

    guild_id: int | None
    channel_id: int
    thread_id: int | None


class ProposalSubject(TypedDict, total=False):
    """What a proposal is about besides its kind.

    For "undo", `of` is the event that goes, with its `move`, and `later` the number of moves after it. For "replace",
    somebody is to play `seat`, and those who run the contest may have `appointed` them. For "relocate", the match is to
    go to `place`.
    """

    of: int
    move: str
    later: int
    seat: int
    candidate: int
    accepted: bool
    appointed: bool
    place: PlaceDocument
    until: int


class ProposalDocument(ProposalSubject):
    """What waits for the others' agreement; see `bot.match.values.Proposal`.

    `by` and `candidate` are rows of members, `agreed` are seats. It lapses at `until`, in milliseconds since 1970.
    """

    kind: ProposalKind
    by: int | None
    agreed: list[int]
    number: int


class EndingDocument(TypedDict):
    """How a match ended; see `bot.match.values.Ending`."""

    kind: EndingKind
    places: list[int] | None
    scores: list[int] | None
    seats: list[int]


class FrozenDocument(TypedDict):
    """Why a match is frozen, and which version of the rules has tried to continue it."""

    reference: str
    why: str
    tried: int | None


class ClockDocument(TypedDict):
    """Whose clock runs, in which run of decisions, and its stage (`bot.match.values.Stage`).

    While it is paused, `left` is the time that is left, as it is while the match is frozen, and `until` when it goes
    on, both in milliseconds.
    """

    seat: int
    run: int
    stage: int
    left: NotRequired[int | None]
    until: NotRequired[int]


class StandingDocument(TypedDict):
    """What a series of consecutive matches is played for."""

    target: int
