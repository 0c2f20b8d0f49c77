"""A Southern Cross position in words: the picture's alt text, and the complete text.

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

from collections.abc import Iterator

from bot.rules.southern_cross import End, Jump, Move, Position, Remove, Roll, Spin, Step, Throw
from bot.rules.southern_cross.actions import BASE, Action
from bot.rules.southern_cross.board import COUNTERS
from bot.rules.southern_cross.special import TOLERANCES
from bot.text import N_, NC_, say, say_plural, term
from bot.text.terms import commas, join_list, join_sentences, ordinal, semicolons
from images.marks import endings
from images.marks.endings import Ending
from images.marks.marks import NO_MARKS
from images.marks.sentences import choice_sentences, last_sentence, longest_that_fits, round_sentence, with_room_for
from images.southern_cross.marks import Marks, Played
from images.southern_cross.rounds import Challenge, challenges, last_landing, sent_home

LONG = 4  # squares in the middle of a jump that are told in full

RANGES = {
    1: NC_("how hard it is to hit", "easy"),
    2: NC_("how hard it is to hit", "medium"),
    3: NC_("how hard it is to hit", "hard"),
    4: NC_("how hard it is to hit", "very hard"),
}


# --- the end ----------------------------------------------------------------------------------------------------------


def names(position: Position) -> tuple[str, ...]:
    """The colours of the seats as they are written."""
    return tuple(term(colour.capitalize()) for colour in position.colours)


def ending_of(position: Position, marks: Marks = NO_MARKS) -> Ending | None:
    """How the match ended; None while it runs."""

    def tell(winners: tuple[int, ...]) -> tuple[str, str]:
        seat_names = join_list([names(position)[seat] for seat in winners])
        if any(len(position.cluster(position.colours[seat])) == COUNTERS for seat in winners):
            return say(N_("{colour} wins"), colour=seat_names), say(N_("six counters together"))
        ahead = say_plural("{colours} is ahead", "{colours} are ahead", len(winners), colours=seat_names)
        return ahead, say(N_("the last turn is over"))

    return endings.find_ending(marks, position.result, tell)


# --- what was played --------------------------------------------------------------------------------------------------


def action_text(action: Action) -> str:
    """An action in a few words: "c3 to c4", "base to e3 via e5", "N turned 90°". A long jump's middle is left out."""
    if isinstance(action, Spin):
        return say(N_("{dial} turned {degrees}°"), dial=action.dial, degrees=action.amount)
    *over, target = action.path
    words = N_("{start} to {target} via {squares}") if over else N_("{start} to {target}")
    start = say(N_("base")) if action.start == BASE else action.start
    squares = commas(over if len(over) < LONG else (*over[:1], "…", *over[-1:]))
    return say(words, start=start, target=target, squares=squares)


def decision_text(move: Move) -> str:
    """A decision in a few words that can stand after others of the same turn."""
    match move:
        case Spin(dial, amount):
            return say(N_("turned {dial} by {degrees}°"), dial=dial, degrees=amount)
        case Step() | Jump():
            *over, target = move.path
            jumps = isinstance(move, Jump)
            if move.start == BASE:
                words = N_("jumped from the base to {target}") if jumps else N_("moved from the base to {target}")
            else:
                words = N_("jumped from {start} to {target}") if jumps else N_("moved from {start} to {target}")
            does = say(words, start=move.start, target=target)
            return say(N_("{does} via {squares}"), does=does, squares=join_list(over)) if over else does
        case Throw(power):
            return say(N_("threw with power {power}"), power=power)
        case Remove(squares):
            return say(N_("sent {squares} home"), squares=join_list(squares))
        case Roll():
            return say(N_("rolled the dice"))
        case End():
            return say(N_("ended the turn"))


# --- the alt text -----------------------------------------------------------------------------------------------------


def _part_text(challenge: Challenge, name: str) -> str:
    """A participant's part in one phrase: "Red rolled 3, 4, 6 against 3: 1 failed"."""
    number = len(challenge.trials)
    if challenge.stage == "waits":
        return say(N_("{colour} waits ({number} in it)"), colour=name, number=number)
    tries = [trial for trial in challenge.trials if trial.passed is not None]
    if not tries:
        return say(N_("{colour} is next ({number} in it)"), colour=name, number=number)
    dice = [str(trial.die) for trial in tries if trial.die]
    if dice:
        words = N_("{colour} rolled {dice} (each must be above {number}): none failed")
        if challenge.failed:
            words = N_("{colour} rolled {dice} (each must be above {number}): {failed} failed")
        return say(words, colour=name, dice=commas(dice), number=number, failed=challenge.failed)
    hits = say_plural("{number} hit", "{number} hits", len(tries) - challenge.failed)
    return say_plural(
        "{colour} made {number} throw of {most}: {hits}",
        "{colour} made {number} throws of {most}: {hits}",
        len(tries),
        colour=name,
        most=number,
        hits=hits,
    )


def _situation(position: Position) -> Iterator[str]:
    """Who is to move and what to do."""
    phase = position.phase
    if phase == "over":
        return
    limit = position.options.max_turns
    yield say(N_("Turn {turn} of {limit}.") if limit else N_("Turn {turn}."), turn=position.turn, limit=limit)
    name = names(position)[position.to_move or 0]
    if phase == "act":
        yield say_plural(
            "{colour} to move, {number} action left; next is {next}.",
            "{colour} to move, {number} actions left; next is {next}.",
            position.actions_left,
            colour=name,
            next=names(position)[position.turn % 4],
        )
        return
    stake, special = position.at_stake(position.to_move), position.special
    if phase == "roll" or special is None:
        yield say_plural(
            "{colour} to roll one die, which must be above 1.",
            "{colour} to roll {number} dice, each of which must be above {number}.",
            len(stake),
            colour=name,
        )
    elif phase == "remove":
        words = N_("{colour} to send home {number} of {squares}.")
        yield say(words, colour=name, number=special.failed, squares=commas(stake))
    else:
        throws, tolerance = special.throws, TOLERANCES[len(stake)]
        number = len(stake) - len(throws) + 1
        yield say(
            N_(
                "{colour} to throw, {number} of {most}: target at {target}, wind {wind:+d} (plus carries further), "
                "a hit within {tolerance} ({range})."
            ),
            colour=name,
            number=number,
            most=len(stake),
            target=throws[0].target,
            wind=throws[0].wind,
            tolerance=tolerance,
            range=say(RANGES[len(stake)]),
        )
        for later in throws[1:]:
            yield say(N_("Then target {target}, wind {wind:+d}."), target=later.target, wind=later.wind)


def _round(position: Position, marks: Marks) -> str:
    """The special round that goes on or has just been played, or nothing."""
    story = challenges(position, marks)
    if not story:
        return ""
    order = [(position.active + step) % 4 for step in range(4)]
    parts = [_part_text(story[seat], names(position)[seat]) for seat in order if seat in story]
    words = N_("Special round on {tile}: {parts}.") if position.special else N_("Special round: {parts}.")
    return say(words, tile=position.special.tile if position.special else "", parts=semicolons(parts))


def alt(position: Position, marks: Marks = NO_MARKS) -> str:
    """What the picture shows, in at most 1,024 characters.

    Who is to move or has won, what is to be done, every colour's counters, the full tile, the special round and, as far
    as there is room, what was played last and what can be chosen.
    """
    end = ending_of(position, marks)
    lines = [say(N_("Southern Cross board."))]
    if end:
        lines.append(end.sentence)
        if end.places:
            places_text = [f"{name} {ordinal(place)}" for name, place in zip(names(position), end.places, strict=True)]
            lines.append(say(N_("Places: {places}."), places=commas(places_text)))
    else:
        lines += _situation(position)
    if full := position.full_tiles:
        lines.append(say(N_("Full: {tiles}."), tiles=commas(full)))
    for name, colour in zip(names(position), position.colours, strict=True):
        squares = position.squares(colour)
        words = N_("{seat}: {squares} (largest cluster {number}).") if squares else N_("{seat}: none.")
        number = len(position.cluster(colour))
        lines.append(say(words, seat=name, squares=commas(squares), number=number))
    if special_round := _round(position, marks):
        lines.append(special_round)
    throw = last_landing(marks)
    if throw:
        beside = N_("{number} beyond the target") if throw.off > 0 else N_("{number} short of the target")
        off = say(beside if throw.off else N_("spot on"), number=abs(throw.off))
        words = N_("The last throw landed at {at}, {off}: a hit.")
        if not throw.hit:
            words = N_("The last throw landed at {at}, {off}: a miss.")
        lines.append(say(words, at=throw.at, off=off))
    if home := sent_home(marks):
        counters = commas(f"{term(colour)} {square}" for square, colour in home.items())
        lines.append(say(N_("Sent home: {counters}."), counters=counters))
    played, newest = (last_sentence(marks.last[start:], names(position), _decision_text) for start in (0, -1))
    both, chosen, _ = choice_sentences(marks)
    whole = longest_that_fits(
        [*lines, *parts] for parts in ([played, *both], [newest, *both], both, [newest, *chosen], chosen, [])
    )
    return with_room_for(whole, round_sentence(marks, names(position), _decision_text))


def _decision_text(played: Played) -> str:
    return decision_text(played.move)


# --- the complete text ------------------------------------------------------------------------------------------------

_CHALLENGES = {"dice": N_("Special rounds by dice."), "throw": N_("Special rounds by throws.")}
_DOES = {
    "roll": N_("Turn {turn}: {colour} rolls dice."),
    "throw": N_("Turn {turn}: {colour} throws."),
    "remove": N_("Turn {turn}: {colour} sends counters home."),
}


def text(position: Position) -> str:
    """The complete position, a line for each thing that matters. See the top of this module."""
    options, special = position.options, position.special
    limit = say_plural("Limit: {number} turn.", "Limit: {number} turns.", options.max_turns)
    if not options.max_turns:
        limit = say(N_("No turn limit."))
    seat_names = names(position)
    order = say(N_("Southern Cross. Order: {colours}."), colours=commas(seat_names))
    lines = [join_sentences((order, say(_CHALLENGES[options.challenge]), limit))]
    if position.phase == "over":
        end = ending_of(position)
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
        lines.append(say(_DOES[position.phase], turn=position.turn, colour=seat_names[position.to_move or 0]))
    for name, colour in zip(seat_names, position.colours, strict=True):
        lines.append(
            say(
                N_("{seat}: {squares}; {number} in base; largest cluster {cluster}."),
                seat=name,
                squares=commas(position.squares(colour)) or say(NC_("squares", "none")),
                number=position.in_base(colour),
                cluster=len(position.cluster(colour)),
            )
        )
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
