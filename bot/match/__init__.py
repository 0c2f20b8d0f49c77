"""A match in any game: its table, its turns, its log, and the boards that are still to be posted.

Everything imported here is offered to the screens (see pyproject.toml).
"""

from bot.match.decisions.clocks import NOTICEABLE
from bot.match.decisions.guards import MISSED_TURNS_ALLOWED
from bot.match.decisions.limits import Limits
from bot.match.decisions.proposals import replaceable
from bot.match.matches import Matches
from bot.match.parts.book import Improvement
from bot.match.parts.lists import Glance
from bot.match.parts.overview import Overview
from bot.match.parts.puzzle_runs import PuzzleRun
from bot.match.parts.puzzles import PuzzleTry
from bot.match.parts.ratings import Leaderboard, Profile, RatedGame, Record
from bot.match.parts.records import act_of
from bot.match.parts.searches import LASTS, OpponentSearch
from bot.match.parts.service import ServiceState
from bot.match.parts.vacations import VACATION_DAYS
from bot.match.records.files import read_file
from bot.match.records.replay import Excerpt, Replay
from bot.match.records.verifying import Report, verify
from bot.match.values import (
    DEFAULT_MOVE_TIME,
    FORGOTTEN,
    LIVE,
    MOVE_TIMES,
    NOWHERE,
    Audience,
    Clock,
    ComputerLevel,
    Digest,
    Ending,
    EventKind,
    Expiry,
    Gain,
    LoggedEvent,
    NotifyBy,
    Place,
    PlayedMove,
    Post,
    Privacy,
    Proposal,
    RemindBy,
    Reminder,
    ReminderMessage,
    ReminderSettings,
    Seat,
    SeriesKind,
    SeriesMatch,
    Status,
    Vacation,
)
from bot.match.values.errors import (
    AlreadyProposed,
    AlreadySeated,
    BadOption,
    BoardHasMoved,
    Busy,
    DailyIsOver,
    Frozen,
    HidesTooMuch,
    HidesTooMuchAlone,
    KeptBack,
    LuckHasSpoken,
    MatchOver,
    NoComputer,
    NoComputersHere,
    NoRematch,
    NoSuchMatch,
    NoSuchSeat,
    NotAbsent,
    NotARecord,
    NotExpired,
    NothingToUndo,
    NotInThisMatch,
    NotInvited,
    NotOpen,
    NotOver,
    NotReplaceable,
    NotReplayable,
    NotRunning,
    NotTheOpener,
    NotWritable,
    NotYourTurn,
    PlaysAlready,
    PlaysApart,
    PlaysTooMany,
    Refusal,
    SeatCrowded,
    SeatTaken,
    StillSealed,
    TableFull,
    TableHasChanged,
    TookTooLong,
    TooLongAVacation,
    TooManyInvited,
    TooManyMatches,
    TooManyTables,
    UnknownGame,
    UnknownZone,
    Unsure,
)
from bot.match.values.match import DailyMatch, DuplicateMatch, Host, Match
from bot.match.values.reminder_settings import ZONES
from bot.match.values.server_settings import HOURS, OPEN_TABLES, ServerSettings
from bot.match.values.terms import PARALLEL_SEATS, TableTerms
from bot.store import Announced, StoreBusy, has_written, log_failure
from bot.store.practice_tables import ExerciseRow as BookExercise
from bot.store.shards import Shards
