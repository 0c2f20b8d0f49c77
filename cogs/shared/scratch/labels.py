"""What the positions of a scratch board and the moves between them are called."""

from collections.abc import Sequence

from bot.match import Match
from bot.match.values.scratch import ScratchBoard, ScratchPlace, TriedPosition
from bot.text import N_, say
from bot.text.terms import capitalise, commas
from bot.words import colour_disc
from cogs.shared.interactions.clicks import OutdatedButton, number_in
from cogs.shared.presentation.presentation import Presentation


def name_of_start(board: ScratchBoard, start: TriedPosition) -> str:
    """A position of the match, by its turn after the end, before by how many others came first."""
    kind, number = start.step[:1], start.step[1:].partition(".")[0].partition("d")[0]
    if kind == "t" and number:
        return say(N_("Turn {turn}"), turn=number)
    return say(N_("Board {number}"), number=board.after(None).index(start) + 1)


def name_of_step(cog: Presentation, board: ScratchBoard, one: TriedPosition) -> str:
    """What led to a position, as briefly as it can be typed; where a board begins, its name."""
    if one.parent is None:
        return name_of_start(board, one)
    if one.supposed:
        return f"💭 {cog.supposed.item(one.supposition[1])}"
    luck = dice_in_words(cog, one.luck)
    return f"{one.step} ({luck})" if luck else one.step


def dice_in_words(cog: Presentation, luck: Sequence[int]) -> str:
    """What the dice show; empty if a game's luck isn't of dice alone, which says what came of it anyway."""
    return "" if cog.supposed.luck else commas(map(str, luck))


def describe_place(cog: Presentation, match: Match, place: ScratchPlace) -> str:
    """Where this is, what led there, and who is to move."""
    way, state = place.board.way_to(place.at.id), place.state
    where = name_of_start(place.board, way[0])
    if len(way) > 1:
        where = say(N_("{start} · move {number}"), start=where, number=len(way) - 1)
    if place.at.name:
        where = say(N_("{where} · {name}"), where=where, name=place.at.name)
    lines = [say(N_("### Try it out: {game}, match {id}"), game=cog.game.title, id=match.id), f"-# {where}"]
    if place.at.parent is None:
        lines.append(say(N_("-# Only you see this, and nothing here is played in the match. You move for everyone.")))
        if place.hidden.places:
            lines.append(say(N_("-# What you don't see is dealt at random here. **What's hidden** changes it.")))
    elif place.played is not None:
        lines.append(cog.describe_turn([place.played]))
    else:
        lines.append(_supposition(cog, match, place))
    if state.to_move is None:
        ending = cog.words.ending(state.sight(place.seat))
        lines += [] if ending is None else [f"**{ending.sentence}**"]
    else:
        colours = [seat.colour for seat in match.seats]
        mover = colours[state.to_move]
        lines.append(say(N_("{mark} {colour} to move"), mark=colour_disc(mover), colour=capitalise(mover)))
        lines.append(cog.to_do(state, colours))
    return "\n".join(filter(None, lines))


def _supposition(cog: Presentation, match: Match, place: ScratchPlace) -> str:
    where, item = place.at.supposition
    owner, _ = place.hidden.places.get(where, (None, ""))
    words = N_("💭 Next comes {item}") if owner is None else N_("💭 {colour} holds {item}")
    colour = "" if owner is None else capitalise(match.seats[owner].colour)
    return say(words, item=cog.supposed.item(item), colour=colour)


def numbers_of(text: str) -> Sequence[int]:
    """Numbers in a custom id, as `text_of` writes them. Raises OutdatedButton for any other text."""
    if not text.replace(".", "").isascii():
        raise OutdatedButton
    return tuple(number_in(part) for part in text.split(".") if part)


def text_of(numbers: Sequence[int]) -> str:
    return ".".join(map(str, numbers))
