"""Southern Cross in words: what its moves and endings are called, and the complete position.

The complete text, which holds everything that the position does:

    Southern Cross. Order: Blue, Red, Yellow, Green. Special rounds by throws. No turn limit.
    Turn 5: Blue throws.
    Blue: c3, d3; 4 in base; largest cluster 2.
    Red: c4; 5 in base; largest cluster 1.
    Yellow: e2; 5 in base; largest cluster 1.
    Green: d4; 5 in base; largest cluster 1.
    Full tile: C.
    Special round on C: Blue, then Red, Green.
    Misses so far: 1. Throws to make: target 20 with wind -10.

In a turn's actions the second line reads "Turn 5: Blue acts, 3 actions left.", after the last turn "Turn 5 was the
last: Blue wins, six counters together." Lines that have nothing to say are left out.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.rules.southern_cross import End, Jump, Move, Position, Remove, Roll, Spin, Step, Throw
from bot.rules.southern_cross.actions import ACTIONS, BASE, Action
from bot.rules.southern_cross.board import COUNTERS, TILES
from bot.rules.southern_cross.special import TOLERANCES
from bot.rules.southern_cross.special import landing as place_of_landing
from bot.text import N_, NC_, NP_, say, say_plural, term
from bot.text.terms import commas, join_list, join_sentences
from bot.words import UNKNOWN, Course, PastDecision, Verdict, ending_by_rules, with_disc

Played = PastDecision[Move, Position]

CHALLENGES = (Roll, Throw, Remove)  # what is done in a special round
LONG = 4  # squares in the middle of a jump that are told in full in few words
RANGES = {
    1: NC_("how hard it is to hit", "easy"),
    2: NC_("how hard it is to hit", "medium"),
    3: NC_("how hard it is to hit", "hard"),
    4: NC_("how hard it is to hit", "very hard"),
}


glossary: Sequence[str] = (
    N_(
        "**Constellation**: a tile that is full at the end of a turn. "
        "In a special round, everyone may lose the counters they have there."
    ),
    N_("**Cluster**: counters of one colour side by side. All six in one cluster win."),
    N_("**Home tile**: the tile in front of a colour's base, where its counters don't count."),
)


def names(position: Position) -> tuple[str, ...]:
    """The colours of the seats as they are written."""
    return tuple(term(colour.capitalize()) for colour in position.colours)


# --- moves ------------------------------------------------------------------------------------------------------------


def describe_move(position: Position, move: Move) -> str:
    colour = names(position)[position.to_move or 0]
    match move:
        case End():
            return say(N_("{colour} ends the turn."), colour=colour)
        case Roll():
            return say(N_("{colour} rolls."), colour=colour)
        case Throw(power):
            return say(N_("{colour} throws with power {power}."), colour=colour, power=power)
        case Remove(squares):
            return say(N_("{colour} sends {squares} home."), colour=colour, squares=join_list(squares))
        case _:
            return say(N_("{colour} {does}."), colour=colour, does=_action(move))


def _action(move: Action) -> str:
    """An action in words, after the name of a colour: "moves from c3 to c4"."""
    if isinstance(move, Spin):
        return say(N_("turns {dial} by {amount}°"), dial=move.dial, amount=move.amount)
    *through, target = move.path
    if isinstance(move, Jump):
        words = N_("jumps from the base to {target}") if move.start == BASE else N_("jumps from {start} to {target}")
    else:
        words = N_("enters on {target}") if move.start == BASE else N_("moves from {start} to {target}")
    does = say(words, start=move.start, target=target)
    return say(N_("{does} via {squares}"), does=does, squares=join_list(through)) if through else does


def action_text(action: Action) -> str:
    """An action in a few words: "c3 to c4", "base to e3 via e5", "N turned 90°". A long jump's middle is left out."""
    if isinstance(action, Spin):
        return say(N_("{dial} turned {degrees}°"), dial=action.dial, degrees=action.amount)
    *over, target = action.path
    words = N_("{start} to {target} via {squares}") if over else N_("{start} to {target}")
    start = say(N_("base")) if action.start == BASE else action.start
    squares = commas(over if len(over) < LONG else (*over[:1], "…", *over[-1:]))
    return say(words, start=start, target=target, squares=squares)


def describe_turn(turn: Sequence[Played]) -> str:
    """The actions in one line, then a line for each challenge of the special round."""
    lines: list[str] = []
    actions = [decision for decision in turn if not isinstance(decision.move, CHALLENGES)]
    if actions:
        before = actions[0].before
        deeds = [_action(one.move) for one in actions if isinstance(one.move, Step | Jump | Spin)]
        unused = before.actions_left == ACTIONS
        ends = N_("{colour} ends the turn without taking an action.") if unused else N_("{colour} ends the turn.")
        words = N_("{colour} {does}.") if deeds else ends
        lines.append(say(words, colour=with_disc(before.colours[before.to_move or 0]), does=join_list(deeds)))
        if isinstance(actions[-1].move, End) and (full := actions[-1].before.full_tiles):
            lines.append(say(N_("**{tile} is a constellation: a special round.**"), tile=full[0]))
    return "\n".join([*lines, *(_challenge(decision) for decision in turn if isinstance(decision.move, CHALLENGES))])


def _challenge(decision: Played) -> str:
    """A roll, a throw or a choice in a special round, and its result."""
    before, move = decision.before, decision.move
    colour = with_disc(before.colours[before.to_move or 0])
    failed = failures(decision)
    if isinstance(move, Remove):
        return say(N_("{colour} sends {squares} home."), colour=colour, squares=join_list(move.squares))
    if isinstance(move, Throw):
        line = _throw(decision, move.power, colour)
        if failed is None or _throws(before) > 1:
            return line
    elif failed is None:
        return say(N_("{colour} rolls."), colour=colour)
    else:
        line = say(N_("{colour} rolls **{dice}**."), colour=colour, dice=join_list(dice_of(decision)))
    if squares := sent_home_by(decision):
        result = say_plural("{squares} goes home.", "{squares} go home.", len(squares), squares=join_list(squares))
    elif failed:
        result = say_plural("One counter is lost.", "{number} counters are lost.", failed)
    else:
        result = say_plural("It stays.", "All stay.", len(before.at_stake(before.to_move)))
    return join_sentences((line, result))


def _throws(position: Position) -> int:
    """How many throws of its challenge the seat to move has left."""
    return len(position.special.throws) if position.special else 0


def _throw(decision: Played, power: int, colour: str) -> str:
    """A throw with where it landed, which follows from luck drawn earlier."""
    throw = landing_of(decision)
    if throw is None:
        return say(N_("{colour} throws with power {power}."), colour=colour, power=power)
    words = (
        N_("{colour} throws with power {power}, lands on {landing} and hits the bucket at {target}!")
        if throw.hit
        else N_("{colour} throws with power {power}, lands on {landing} and misses the bucket at {target}.")
    )
    return say(words, colour=colour, power=power, landing=throw.at, target=throw.target)


@dataclass(frozen=True, slots=True)
class Landing:
    """Where a throw came down, as a distance from the line it was made at."""

    seat: int
    power: int
    target: int
    wind: int
    tolerance: int
    at: int

    @property
    def off(self) -> int:
        """How far beyond the target, negative if short of it."""
        return self.at - self.target

    @property
    def hit(self) -> bool:
        return abs(self.off) <= self.tolerance


def dice_of(decision: Played) -> list[int]:
    return [value for value in decision.chance if isinstance(value, int)]


def landing_of(decision: Played) -> Landing | None:
    """Where a throw landed; None if the decision was no throw, or its luck isn't known."""
    move, before, seat, dice = decision.move, decision.before, decision.before.to_move, dice_of(decision)
    if not isinstance(move, Throw) or seat is None or not before.special or not before.special.throws or not dice:
        return None
    first = before.special.throws[0]
    at = place_of_landing(move.power, first, dice[0])
    return Landing(seat, move.power, first.target, first.wind, TOLERANCES[len(before.at_stake(seat))], at)


def failures(decision: Played) -> int | None:
    """How many dice or throws of its challenge have failed after a roll or a throw; None if its luck isn't known."""
    before, dice = decision.before, dice_of(decision)
    if isinstance(decision.move, Roll) and dice:
        return sum(value <= len(before.at_stake(before.to_move)) for value in dice)
    throw = landing_of(decision)
    return before.special.failed + (not throw.hit) if throw and before.special else None


def sent_home_by(decision: Played) -> list[str]:
    """The squares from which a decision sent counters home."""
    if isinstance(decision.move, Remove):
        return list(decision.move.squares)
    before, failed = decision.before, failures(decision)
    stake = before.at_stake(before.to_move)
    is_last = not isinstance(decision.move, Throw) or _throws(before) == 1
    return stake if is_last and failed == len(stake) else []


# --- the end ----------------------------------------------------------------------------------------------------------


def ending_reason(position: Position) -> str:
    for colour in position.colours:  # not only the first of the places: a computer may play on for someone behind
        if len(position.cluster(colour)) == COUNTERS:
            return say(N_("{colour}'s six counters are together."), colour=colour.capitalize())
    return say(N_("The turn limit ({number}) has been reached."), number=position.options.max_turns)


def ending(position: Position) -> Verdict | None:
    """How the rules ended the match; None while it runs."""

    def tell(winners: tuple[int, ...]) -> tuple[str, str]:
        seat_names = join_list([names(position)[seat] for seat in winners])
        if any(len(position.cluster(position.colours[seat])) == COUNTERS for seat in winners):
            wins = say_plural("{colours} wins", "{colours} win", len(winners), colours=seat_names)
            return wins, say(N_("six counters together"))
        ahead = say_plural("{colours} is ahead", "{colours} are ahead", len(winners), colours=seat_names)
        return ahead, say(N_("the last turn is over"))

    return ending_by_rules(position.result, tell)


def gain(before: Position, after: Position, seat: int) -> int:
    """By how many counters a turn made the largest cluster of its seat larger."""
    colour = after.colours[seat]
    return len(after.cluster(colour)) - len(before.cluster(colour))


def story(position: Position, winners: Sequence[int], course: Course = UNKNOWN) -> list[str]:
    """ "in turn 34", "2 counters ahead", "best turn: 3 counters more", if somebody has won."""
    if not winners:
        return []
    clusters = [len(position.cluster(colour)) for colour in position.colours]
    others = [number for seat, number in enumerate(clusters) if seat not in winners]
    ahead = max(clusters[seat] for seat in winners) - max(others, default=0)
    lead = say_plural("{number} counter ahead", "{number} counters ahead", ahead) if ahead > 0 else ""
    words = NP_("best turn: {number} counter more", "best turn: {number} counters more")
    best = say_plural(*words, course.best) if course.best > 1 else ""
    return [*filter(None, (say(N_("in turn {turn}"), turn=position.turn), lead, best))]


# --- positions --------------------------------------------------------------------------------------------------------

CHALLENGE_WORDS = {"dice": N_("Special rounds by dice."), "throw": N_("Special rounds by throws.")}
DOES = {
    "roll": N_("Turn {turn}: {colour} rolls dice."),
    "throw": N_("Turn {turn}: {colour} throws."),
    "remove": N_("Turn {turn}: {colour} sends counters home."),
}


def text(position: Position) -> str:
    options, special = position.options, position.special
    limit = say_plural("Limit: {number} turn.", "Limit: {number} turns.", options.max_turns)
    if not options.max_turns:
        limit = say(N_("No turn limit."))
    seat_names = names(position)
    order = say(N_("Southern Cross. Order: {colours}."), colours=commas(seat_names))
    lines = [join_sentences((order, say(CHALLENGE_WORDS[options.challenge]), limit))]
    if position.phase == "over":
        end = ending(position)
        how = commas((end.title, end.reason)) if end else say(N_("the match is over"))
        lines.append(say(N_("Turn {turn} was the last: {how}."), turn=position.turn, how=how))
    elif position.phase == "act":
        lines.append(
            say_plural(
                "Turn {turn}: {colour} acts, {number} action left.",
                "Turn {turn}: {colour} acts, {number} actions left.",
                position.actions_left,
                turn=position.turn,
                colour=seat_names[position.to_move or 0],
            )
        )
    else:
        lines.append(say(DOES[position.phase], turn=position.turn, colour=seat_names[position.to_move or 0]))
    for seat, (name, colour) in enumerate(zip(seat_names, position.colours, strict=True)):
        on_grid, tile = position.squares(colour), position.colour(seat).home
        words = say(
            N_("{seat}: {squares}; {number} in base; largest cluster {cluster}."),
            seat=name,
            squares=commas(on_grid) or say(NC_("squares", "none")),
            number=position.in_base(colour),
            cluster=len(position.cluster(colour)),
        )
        if at_home := [square for square in on_grid if square in TILES[tile]]:
            uncounted = N_("Doesn't count on the home tile {tile}: {squares}.")
            words = join_sentences((words, say(uncounted, tile=tile, squares=commas(at_home))))
        lines.append(words)
    if full := position.full_tiles:
        lines.append(say_plural("Full tile: {tiles}.", "Full tiles: {tiles}.", len(full), tiles=commas(full)))
    if special:
        waiting = commas(seat_names[seat] for seat in special.waiting)
        words = N_("Special round on {tile}: {colour}.")
        if waiting:
            words = N_("Special round on {tile}: {colour}, then {waiting}.")
        lines.append(say(words, tile=special.tile, colour=seat_names[position.to_move or 0], waiting=waiting))
    if special and position.phase == "throw":
        throws = commas(
            say(N_("target {target} with wind {wind}"), target=one.target, wind=one.wind) for one in special.throws
        )
        words = N_("Misses so far: {number}. Throws to make: {throws}.")
        lines.append(say(words, number=special.failed, throws=throws))
    if special and position.phase == "remove":
        squares = commas(position.at_stake(position.to_move))
        lines.append(say(N_("To go home: {number} of {squares}."), number=special.failed, squares=squares))
    return "\n".join(lines)
