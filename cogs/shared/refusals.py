"""Refusals of the screens themselves, and the next step that goes with each refusal of a match."""

from collections.abc import Mapping

from bot.match import (
    AlreadyProposed,
    AlreadySeated,
    BoardHasMoved,
    Frozen,
    HidesTooMuch,
    HidesTooMuchAlone,
    LuckHasSpoken,
    MatchOver,
    NoComputer,
    NoRematch,
    NoSuchMatch,
    NotAbsent,
    NotExpired,
    NothingToUndo,
    NotInThisMatch,
    NotInvited,
    NotOpen,
    NotReplaceable,
    NotRunning,
    NotTheOpener,
    NotYourTurn,
    PlaysAlready,
    PlaysTooMany,
    Refusal,
    SeatCrowded,
    SeatTaken,
    TableFull,
    TooLongAVacation,
    TooManyInvited,
    TooManyMatches,
    TooManyTables,
    UnknownZone,
)
from bot.text import N_


class ScreenRefusal(Refusal):
    """A refusal whose sentence is written where it is raised."""

    def __init__(self, sentence: str, /, **values: object) -> None:
        Exception.__init__(self, sentence.format(**values))
        self.sentence = sentence
        self.values = values


class WhichMatch(ScreenRefusal):
    """Several matches fit, or none."""


class MissingPermissions(ScreenRefusal):
    """The bot may not post here what it has to post."""


# What a person can do instead. The most special class that fits gives the sentence.
NEXT_STEPS: Mapping[type[Refusal], str | None] = {
    NoSuchMatch: N_("`/match list` shows your matches."),
    TooManyTables: N_("`/match list` shows them, `/match cancel` closes one."),
    TooManyMatches: N_("`/match list` shows them, `/match resign` gives one up."),
    PlaysTooMany: N_("They can finish or resign one, or press **Leave**."),
    TooManyInvited: N_("Leave somebody out, or choose more `seats`."),
    NotOpen: N_("`/{game} start` opens a new one."),
    NotRunning: N_("It begins when somebody at the table presses **Start**."),
    MatchOver: N_("`/{game} start` opens a new table."),
    Frozen: None,  # its sentence says all there is to do
    TableFull: N_("You can watch, or open a table of your own with `/{game} start`."),
    SeatCrowded: N_("Please choose another seat."),
    SeatTaken: N_("Please choose another seat."),
    AlreadySeated: N_("**Leave** frees your seat, if you would rather sit elsewhere."),
    NotInvited: N_("You can watch, or open a table of your own with `/{game} start`."),
    NotInThisMatch: N_("You can watch it here, or open a table of your own with `/{game} start`."),
    NotTheOpener: N_("**Leave** frees your own seat."),
    NotYourTurn: N_("You will be called when it is yours."),
    NoComputer: N_("**Add a computer** puts one on a free seat."),
    NotAbsent: N_("`/{game} board` posts the current board."),
    HidesTooMuch: N_("`/match draw` offers to end the match."),
    HidesTooMuchAlone: N_("Play on, or give up with `/match resign`."),
    LuckHasSpoken: None,
    NothingToUndo: None,
    NotReplaceable: N_("`/{game} board` posts the current board."),
    PlaysAlready: N_("Please name somebody else."),
    NoRematch: N_("`/{game} start` opens a new table."),
    AlreadyProposed: N_("**Agree** and **Decline** are under the current board."),
    BoardHasMoved: N_("`/{game} board` posts the current one."),
    NotExpired: N_("`/match list` shows how much time is left."),
    TooLongAVacation: N_("`/match vacation` without days shows what is left."),
    UnknownZone: N_("`/match remind` suggests zones while you type."),
}


def next_step(refusal: Refusal) -> str | None:
    """The sentence that tells what to do instead; None where the refusal says it itself."""
    return next((NEXT_STEPS[kind] for kind in type(refusal).__mro__ if kind in NEXT_STEPS), None)
