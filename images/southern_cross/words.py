"""A Southern Cross position in words: the picture's alt text, and the complete text.

The complete text, which holds everything that the view does:

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

from bot.rules import GAMES
from bot.rules.api import Document
from bot.rules.southern_cross.actions import BASE
from bot.rules.southern_cross.board import COUNTERS
from bot.rules.southern_cross.special import TOLERANCES
from bot.text import N_, NC_, say, say_plural, term
from bot.text.terms import commas, join_list, join_sentences, ordinal, semicolons
from images.marks import endings
from images.marks.endings import Ending
from images.marks.marks import NO_MARKS, Marks, Played
from images.marks.sentences import choice_sentences, last_sentence, longest_that_fits, round_sentence, with_room_for
from images.southern_cross.facts import (
    Challenge,
    active,
    at_stake,
    challenges,
    colours,
    full_tiles,
    in_base,
    largest_cluster,
    last_landing,
    names,
    own,
    sent_home,
)
from images.southern_cross.geometry import Amount, Walk, decision

LONG = 4  # squares in the middle of a jump that are told in full

RANGES = {
    1: NC_("how hard it is to hit", "easy"),
    2: NC_("how hard it is to hit", "medium"),
    3: NC_("how hard it is to hit", "hard"),
    4: NC_("how hard it is to hit", "very hard"),
}


# --- the end ----------------------------------------------------------------------------------------------------------


def ending_of(view: Document, marks: Marks = NO_MARKS) -> Ending | None:
    """How the match ended; None while it runs."""

    def tell(winners: tuple[int, ...]) -> tuple[str, str]:
        seat_names = join_list([names(view)[seat] for seat in winners])
        if any(len(largest_cluster(view, colours(view)[seat])) == COUNTERS for seat in winners):
            return say(N_("{colour} wins"), colour=seat_names), say(N_("six counters together"))
        ahead = say_plural("{colours} is ahead", "{colours} are ahead", len(winners), colours=seat_names)
        return ahead, say(N_("the last turn is over"))

    over = view["phase"] == "over"
    return endings.find_ending(marks, lambda: GAMES["southern_cross"].load(view).result if over else None, tell)


# --- what was played --------------------------------------------------------------------------------------------------


def action_text(action: Walk | Amount) -> str:
    """An action in a few words: "c3 to c4", "base to e3 via e5", "N turned 90°". A long jump's middle is left out."""
    if isinstance(action, Amount):
        return say(N_("{dial} turned {degrees}°"), dial=action.dial, degrees=action.degrees)
    *over, target = action.squares
    words = N_("{start} to {target} via {squares}") if over else N_("{start} to {target}")
    start = say(N_("base")) if action.start == BASE else action.start
    squares = commas(over if len(over) < LONG else (*over[:1], "…", *over[-1:]))
    return say(words, start=start, target=target, squares=squares)


def decision_text(notation: str) -> str:
    """A decision in a few words that can stand after others of the same turn."""
    move = decision(notation)
    if isinstance(move, Amount):
        return say(N_("turned {dial} by {degrees}°"), dial=move.dial, degrees=move.degrees)
    if isinstance(move, Walk):
        *over, target = move.squares
        if move.start == BASE:
            words = N_("jumped from the base to {target}") if move.jumps else N_("moved from the base to {target}")
        else:
            words = N_("jumped from {start} to {target}") if move.jumps else N_("moved from {start} to {target}")
        does = say(words, start=move.start, target=target)
        return say(N_("{does} via {squares}"), does=does, squares=join_list(over)) if over else does
    match move.kind:
        case "throw":
            return say(N_("threw with power {power}"), power=move.power)
        case "remove":
            return say(N_("sent {squares} home"), squares=join_list(move.squares))
        case "roll":
            return say(N_("rolled the dice"))
        case _:
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


def _situation(view: Document) -> Iterator[str]:
    """Who is to move and what to do."""
    phase = view["phase"]
    if phase == "over":
        return
    limit = view["options"]["max_turns"]
    yield say(N_("Turn {turn} of {limit}.") if limit else N_("Turn {turn}."), turn=view["turn"], limit=limit)
    name = names(view)[view["to_move"]]
    if phase == "act":
        yield say_plural(
            "{colour} to move, {number} action left; next is {next}.",
            "{colour} to move, {number} actions left; next is {next}.",
            view["actions_left"],
            colour=name,
            next=names(view)[view["turn"] % 4],
        )
        return
    stake = at_stake(view, view["to_move"])
    if phase == "roll":
        yield say_plural(
            "{colour} to roll one die, which must be above 1.",
            "{colour} to roll {number} dice, each of which must be above {number}.",
            len(stake),
            colour=name,
        )
    elif phase == "remove":
        words = N_("{colour} to send home {number} of {squares}.")
        yield say(words, colour=name, number=view["special"]["failed"], squares=commas(stake))
    else:
        throws, tolerance = view["special"]["throws"], TOLERANCES[len(stake)]
        number = len(stake) - len(throws) + 1
        yield say(
            N_(
                "{colour} to throw, {number} of {most}: target at {target}, wind {wind:+d} (plus carries further), "
                "a hit within {tolerance} ({range})."
            ),
            colour=name,
            number=number,
            most=len(stake),
            target=throws[0]["target"],
            wind=throws[0]["wind"],
            tolerance=tolerance,
            range=say(RANGES[len(stake)]),
        )
        for later in throws[1:]:
            yield say(N_("Then target {target}, wind {wind:+d}."), target=later["target"], wind=later["wind"])


def _round(view: Document, marks: Marks) -> str:
    """The special round that goes on or has just been played, or nothing."""
    story = challenges(view, marks)
    if not story:
        return ""
    order = [(active(view) + step) % 4 for step in range(4)]
    parts = [_part_text(story[seat], names(view)[seat]) for seat in order if seat in story]
    words = N_("Special round on {tile}: {parts}.") if view["special"] else N_("Special round: {parts}.")
    return say(words, tile=view["special"]["tile"] if view["special"] else "", parts=semicolons(parts))


def alt(view: Document, marks: Marks = NO_MARKS) -> str:
    """What the picture shows, in at most 1,024 characters.

    Who is to move or has won, what is to be done, every colour's counters, the full tile, the special round and, as far
    as there is room, what was played last and what can be chosen.
    """
    end = ending_of(view, marks)
    lines = [say(N_("Southern Cross board."))]
    if end:
        lines.append(end.sentence)
        if end.places:
            places_text = [f"{name} {ordinal(place)}" for name, place in zip(names(view), end.places, strict=True)]
            lines.append(say(N_("Places: {places}."), places=commas(places_text)))
    else:
        lines += _situation(view)
    if full := full_tiles(view):
        lines.append(say(N_("Full: {tiles}."), tiles=commas(full)))
    for name, colour in zip(names(view), colours(view), strict=True):
        squares = own(view, colour)
        words = N_("{seat}: {squares} (largest cluster {number}).") if squares else N_("{seat}: none.")
        number = len(largest_cluster(view, colour))
        lines.append(say(words, seat=name, squares=commas(squares), number=number))
    if special_round := _round(view, marks):
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
    played, newest = (last_sentence(marks.last[start:], names(view), _decision_text) for start in (0, -1))
    both, chosen, _ = choice_sentences(marks)
    whole = longest_that_fits(
        [*lines, *parts] for parts in ([played, *both], [newest, *both], both, [newest, *chosen], chosen, [])
    )
    return with_room_for(whole, round_sentence(marks, names(view), _decision_text))


def _decision_text(played: Played) -> str:
    return decision_text(played.move)


# --- the complete text ------------------------------------------------------------------------------------------------

_CHALLENGES = {"dice": N_("Special rounds by dice."), "throw": N_("Special rounds by throws.")}
_DOES = {
    "roll": N_("Turn {turn}: {colour} rolls dice."),
    "throw": N_("Turn {turn}: {colour} throws."),
    "remove": N_("Turn {turn}: {colour} sends counters home."),
}


def text(view: Document) -> str:
    """The complete position, a line for each thing that matters. See the top of this module."""
    options, special = view["options"], view["special"]
    limit = say_plural("Limit: {number} turn.", "Limit: {number} turns.", options["max_turns"])
    if not options["max_turns"]:
        limit = say(N_("No turn limit."))
    seat_names = names(view)
    order = say(N_("Southern Cross. Order: {colours}."), colours=commas(seat_names))
    lines = [join_sentences((order, say(_CHALLENGES[options["challenge"]]), limit))]
    if view["phase"] == "over":
        end = ending_of(view)
        how = commas((end.title, end.reason)) if end else say(N_("the match is over"))
        lines.append(say(N_("Turn {turn} was the last: {how}."), turn=view["turn"], how=how))
    elif view["phase"] == "act":
        lines.append(
            say_plural(
                "Turn {turn}: {colour} acts, {number} action left.",
                "Turn {turn}: {colour} acts, {number} actions left.",
                view["actions_left"],
                turn=view["turn"],
                colour=seat_names[view["to_move"]],
            )
        )
    else:
        lines.append(say(_DOES[view["phase"]], turn=view["turn"], colour=seat_names[view["to_move"]]))
    for name, colour in zip(seat_names, colours(view), strict=True):
        lines.append(
            say(
                N_("{seat}: {squares}; {number} in base; largest cluster {cluster}."),
                seat=name,
                squares=commas(own(view, colour)) or say(NC_("squares", "none")),
                number=in_base(view, colour),
                cluster=len(largest_cluster(view, colour)),
            )
        )
    if full := full_tiles(view):
        lines.append(say_plural("Full tile: {tiles}.", "Full tiles: {tiles}.", len(full), tiles=commas(full)))
    if special:
        waiting = commas(seat_names[seat] for seat in special["waiting"])
        words = N_("Special round on {tile}: {colour}.")
        if waiting:
            words = N_("Special round on {tile}: {colour}, then {waiting}.")
        lines.append(say(words, tile=special["tile"], colour=seat_names[view["to_move"]], waiting=waiting))
    if view["phase"] == "throw":
        throws = commas(
            say(N_("target {target} with wind {wind}"), target=one["target"], wind=one["wind"])
            for one in special["throws"]
        )
        words = N_("Misses so far: {number}. Throws to make: {throws}.")
        lines.append(say(words, number=special["failed"], throws=throws))
    if view["phase"] == "remove":
        squares = commas(at_stake(view, view["to_move"]))
        lines.append(say(N_("To go home: {number} of {squares}."), number=special["failed"], squares=squares))
    return "\n".join(lines)
