"""Southern Cross cards in words: what cards, roles, tricks and moves are called, and the complete position.

The complete text, which holds everything that the sight does:

    Southern Cross cards for 2 seats.
    Options: classic field; 3 cards per hand; no wild jokers.
    Dealer: Blue.
    Gold to move.
    Field, bottom to top: a3 9C AS; b3 8H; c3 JH; a2 9H; b2 9D QS; c2 JK 7C; a1 3D; b1 KC; c1 empty.
    Deck: 15.
    Gold: 85 points; hand AH 5H 5C; taken 9S 4H QH.
    Blue: 140 points; 3 cards in hand; order card KS; nothing taken.
    The next card must go in the centre.
    Last turn, 140 points: Blue places Q♠ on b2. Double trick: sequence 20 + set 30 = 50; combo: set 30; […]
    Role: sequence 20 on a3 b3 c3 with 5C 6D 7H.
    Combo 1: set 30 on a3 b2 c1 with 8C 8D 8H.
    Reach: b3 a1.
    Refilled: a3 b3.

Lines that have nothing to say are left out.
"""

from collections.abc import Iterator, Sequence

from bot.rules.southern_cards import Last, Move, Role, Sight, reach_name
from bot.rules.southern_cards.cards import with_sign
from bot.rules.southern_cards.scoring import BY_NUMBER, PlacementScore
from bot.text import N_, NC_, group_digits, say, say_plural, term
from bot.text.terms import capitalise, join_list, join_sentences, semicolons
from bot.words import (
    UNKNOWN,
    Course,
    PastDecision,
    Verdict,
    best_turn,
    colour_disc,
    duration,
    ending_by_rules,
    lead,
    one_by_one,
    plain,
    points,
)

Played = PastDecision[Move, Sight]

JOKER = "JK"

ROLES = {
    "sequence": N_("sequence"),
    "set": N_("set"),
    "royal_sequence": N_("royal sequence"),
    "orion": N_("Orion"),
    "hyper_sequence": N_("hyper sequence"),
    "four_cards": N_("four of a rank"),
    "hyper_royal_sequence": N_("hyper royal sequence"),
    "straight": NC_("role of cards", "straight"),
    "five_cards": N_("five of a rank"),
    "straight_flush": N_("straight flush"),
    "royal_straight_flush": N_("royal straight flush"),
    "pegasus": N_("Pegasus"),
}

TRICKS = {
    "pegasus": N_("Pegasus"),
    "zodiac_cross": N_("Zodiac cross"),
    "supernova": N_("Supernova"),
    "queen_of_empire": N_("Queen of Empire"),
    "nirvana": N_("Nirvana"),
    "ultimate_grand_cross": N_("Ultimate grand cross"),
    "grand_cross": N_("Grand cross"),
    "southern_cross": NC_("trick of cards", "Southern Cross"),
    "saturn": N_("Saturn"),
    "double": N_("Double"),
    "triple": N_("Triple"),
    "quadruple": N_("Quadruple"),
    "quintuple": N_("Quintuple"),
    "sextuple": N_("Sextuple"),
    "septuple": N_("Septuple"),
    "octuple": N_("Octuple"),
    "multiple": N_("Multiple"),
    "extra_double": N_("Extra double"),
    "extra_triple": N_("Extra triple"),
    "extra_quadruple": N_("Extra quadruple"),
    "extra_quintuple": N_("Extra quintuple"),
    "extra_sextuple": N_("Extra sextuple"),
    "extra_septuple": N_("Extra septuple"),
    "extra_octuple": N_("Extra octuple"),
    "extra_multiple": N_("Extra multiple"),
}

REACHES = {
    "normal": N_("Reach"),
    "double": N_("Double reach"),
    "triple": N_("Triple reach"),
    "super": N_("Super reach"),
    "rainbow": N_("Rainbow reach"),
    "southern_cross": N_("Southern Cross reach"),
}


glossary: Sequence[str] = (
    N_(
        "**Reach**: a card that needs only one more to complete three in a line. "
        "It's 5 points for each cell where that one would go: two cells are a double reach."
    ),
    N_("**Trick**: several roles with one placement. Without jokers their sum is multiplied."),
    N_("**Combo**: cards that were uncovered have made another role, which is taken too."),
    N_("**Total eclipse**: the last card on the field was taken. The next one must go in the centre."),
    N_("**Role**: cards in a straight line that form a sequence or are all the same."),
    N_("**Royal sequence**: three cards in order, all of one suit."),
    N_("**Orion**: three jokers in a line."),
)


def names(sight: Sight) -> tuple[str, ...]:
    """The colours of the seats as they are written."""
    return tuple(term(colour.capitalize()) for colour in sight.colours)


def title(key: str) -> str:
    """The name of a role or a trick as a line begins: `title("set")` is "Set", `title("double")` is "Double"."""
    return capitalise(say(ROLES.get(key) or TRICKS.get(key, key)))


def reach_title(cells: int) -> str:
    """ "Double reach" for two cells, and so on."""
    return say(REACHES[reach_name(cells)])


def shown_card(card: str) -> str:
    """A card in words: "7♥"."""
    return say(N_("joker")) if card == JOKER else with_sign(card)


# --- moves ------------------------------------------------------------------------------------------------------------


def describe_move(sight: Sight, move: Move) -> str:
    return _places(sight, sight.to_move or 0, [move.card] * len(move.cells), move.cells)


def _places(sight: Sight, seat: int, cards: Sequence[str], cells: Sequence[str]) -> str:
    values = {"mark": colour_disc(sight.colours[seat]), "colour": sight.colours[seat].capitalize()}
    if len(cells) == 1:
        words = N_("{mark} {colour} places **{card}** on {cells}.")
        return say(words, card=shown_card(cards[0]), cells=_cells(cells), **values)
    return say(N_("{mark} {colour} places **jokers** on {cells}."), cells=_cells(cells), **values)


def describe_effects(before: Sight, move: Move, after: Sight) -> str:
    """What the placement scored."""
    return score_line(after.last) if after.last else ""


def describe_turn(turn: Sequence[Played]) -> str:
    return one_by_one(turn, describe_move, describe_effects)


def describe_last_turn(sight: Sight) -> str:
    """The last turn that a sight knows of, whether it is marked or not; as it is noted if it was made up."""
    if sight.last is None:
        return ""
    if not sight.last_placements:
        return sight.last.move
    cards, cells = zip(*sight.last_placements, strict=True)
    return plain(join_sentences((_places(sight, sight.last.seat, cards, cells), score_line(sight.last))))


def _cells(cells: Sequence[str]) -> str:
    """ "b2 and c1"; pairs of numbers get brackets, so that commas are clear: "(2,1) and (-1,0)"."""
    return join_list([f"({cell})" if "," in cell and len(cells) > 1 else cell for cell in cells])


def _sum(roles: Sequence[Role]) -> str:
    return " + ".join(say(N_("{role} {points}"), role=say(ROLES[role.kind]), points=role.points) for role in roles)


def score_line(last: Last | PlacementScore) -> str:
    """What a placement scored, in one line: "Double trick: set 30 + royal sequence 40 = 70." Empty for nothing."""
    parts = []
    if last.roles:
        total = sum(role.points for role in last.roles) * last.multiplier
        roles = _sum(last.roles)
        if last.trick is None or last.trick == last.roles[0].kind:
            parts.append(roles)
        else:
            one, several = N_("{trick}: {roles} = {total}"), N_("{trick}: ({roles}) × {times} = {total}")
            if last.trick.removeprefix("extra_") in (*BY_NUMBER, "multiple"):
                one, several = (
                    N_("{trick} trick: {roles} = {total}"),
                    N_("{trick} trick: ({roles}) × {times} = {total}"),
                )
            words = one if last.multiplier == 1 else several
            parts.append(say(words, trick=title(last.trick), roles=roles, times=last.multiplier, total=total))
    for step in last.combo:
        total = sum(role.points for role in step)
        words = N_("combo: {roles}") if len(step) == 1 else N_("combo: {roles} = {total}")
        parts.append(say(words, roles=_sum(step), total=total))
    if last.reach:
        words, reach = N_("{reach} on {cells}: {points}"), reach_title(len(last.reach))
        parts.append(say(words, reach=reach, cells=_cells(last.reach), points=last.points))
    if last.eclipse:
        parts.append(say(N_("total eclipse 50")))
    if not parts:
        return ""
    line = capitalise(semicolons(parts))
    if len(parts) == 1:
        return say(N_("{facts}."), facts=line)
    return say_plural("{made}. {number} point in total.", "{made}. {number} points in total.", last.points, made=line)


def best_turn_text(sight: Sight) -> str:
    """What the last turn of a sight scored, as the best one of a game: "best turn: QS on b2 for 120"."""
    if sight.last is None:
        return ""
    cards = join_list([say(N_("{card} on {cell}"), card=card, cell=cell) for card, cell in sight.last_placements])
    words = N_("best turn: {cards} for {points}")
    return say(words, cards=cards or sight.last.move, points=group_digits(sight.last.points))


# --- the end ----------------------------------------------------------------------------------------------------------


def ending_reason(sight: Sight) -> str:
    return ""


def ending(sight: Sight) -> Verdict | None:
    """How the rules ended the match; None while it runs."""

    def tell(winners: tuple[int, ...]) -> tuple[str, str]:
        seat_names, best = names(sight), points(max(sight.scores))
        if sight.table.seats == 1:
            return say(N_("{colour} has {points}"), colour=seat_names[0], points=best), say(N_("the solo game is over"))
        if len(winners) > 1:
            who = join_list([seat_names[seat] for seat in winners])
            return say(N_("Draw")), say(N_("{colours} with {points}"), colours=who, points=best)
        return say(N_("{colour} wins"), colour=seat_names[winners[0]]), say(N_("with {points}"), points=best)

    return ending_by_rules(sight.result, tell)


def gain(before: Sight, after: Sight, seat: int) -> int:
    """The points that a turn brought its seat."""
    return after.scores[seat] - before.scores[seat]


def story(sight: Sight, winners: Sequence[int], course: Course = UNKNOWN) -> list[str]:
    """ "after 33 turns", "40 points ahead", "best turn: 120 points"."""
    return [*filter(None, (duration(course), lead(sight.scores, winners), best_turn(course)))]


# --- positions --------------------------------------------------------------------------------------------------------

WILD = {False: N_("no wild jokers"), True: N_("with wild jokers")}


def text(sight: Sight) -> str:
    seat_names, table = names(sight), sight.table
    empty = say(N_("empty"))
    field = semicolons(f"{cell} {' '.join(cards) or empty}" for cell, cards in sight.field) or say(N_("no cells yet"))
    to_move = sight.to_move
    lines = [
        say_plural(
            "Southern Cross cards for {number} seat.", "Southern Cross cards for {number} seats.", sight.table.seats
        ),
        say(
            N_("Options: {layout} field; {hand} cards per hand; {wild}."),
            layout=table.layout,
            hand=table.hand,
            wild=say(WILD[table.wild]),
        ),
        say(N_("Dealer: {colour}."), colour=seat_names[sight.dealer]),
        say(N_("Over.")) if to_move is None else say(N_("{colour} to move."), colour=seat_names[to_move]),
        say(N_("Field, bottom to top: {cells}."), cells=field),
        say(N_("Deck: {number}."), number=sight.deck),
    ]
    for seat, name in enumerate(seat_names):
        parts = [
            points(sight.scores[seat]),
            say(N_("hand {cards}"), cards=" ".join(sight.hand) or empty)
            if seat == sight.seat
            else say_plural("{number} card in hand", "{number} cards in hand", sight.held[seat]),
        ]
        if sight.order[seat]:
            parts.append(say(N_("order card {card}"), card=sight.order[seat]))
        taken = " ".join(sight.taken[seat])
        parts.append(say(N_("taken {cards}") if taken else N_("nothing taken"), cards=taken))
        lines.append(say(N_("{seat}: {standing}."), seat=name, standing=semicolons(parts)))
    if sight.eclipse:
        lines.append(say(N_("The next card must go in the centre.")))
    return "\n".join([*lines, *(_last_turn(sight, sight.last) if sight.last else [])])


def _last_turn(sight: Sight, last: Last) -> Iterator[str]:
    """The last turn, a line for each thing that scored."""
    yield say(N_("Last turn, {points}: {turn}"), points=points(last.points), turn=describe_last_turn(sight))
    for step, role in sight.last_roles():
        words = N_("Combo {step}: {role} {points} on {cells} with {cards}.")
        if not step:
            words = N_("Role: {role} {points} on {cells} with {cards}.")
        yield say(
            words,
            step=step,
            role=say(ROLES[role.kind]),
            points=role.points,
            cells=" ".join(role.cells),
            cards=" ".join(role.cards),
        )
    if last.reach:
        yield say(N_("Reach: {cells}."), cells=" ".join(last.reach))
    if last.refilled:
        yield say(N_("Refilled: {cells}."), cells=" ".join(last.refilled))
