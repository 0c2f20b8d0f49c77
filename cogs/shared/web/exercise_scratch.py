"""Scratch boards on the page, on which people try out lines of their matches."""

from collections.abc import Sequence
from typing import Any

from bot.match import Match
from bot.match.reading.trying import LuckNeeded
from bot.match.values.scratch import ScratchPlace
from bot.match.values.scratch_errors import NoSuchLine
from bot.rules import IllegalMove
from bot.text import N_, say, say_error, say_plural
from bot.text.terms import capitalise
from cogs.shared.choosing.plans import encode_plan, plan_key
from cogs.shared.client.client import Client
from cogs.shared.presentation.presentation import Sheet, played_marks
from cogs.shared.presentation.registry import cog_for
from cogs.shared.scratch.board import may_think, ways
from cogs.shared.scratch.hidden import by_owner, heading_of, label_of
from cogs.shared.scratch.labels import describe_place, dice_in_words, numbers_of, text_of
from cogs.shared.scratch.lines import label_of_line
from cogs.shared.scratch.playing import MOST_LISTED, luck_in_words
from cogs.shared.scratch.thinking import think_of
from cogs.shared.web.actions import action_document
from cogs.shared.web.documents import chosen_document, pictures_document
from cogs.shared.web.exercise import Exercise, asking, shown
from cogs.shared.web.visitors import BadRequest, Json, Visitor
from images.marks.marks import Marks

SCRATCH = "scratch"
MOST_LINES = 50
LONGEST = 1 << 31


class ScratchExercises:
    """The positions of this person's boards, by the numbers of their matches and their own."""

    def __init__(self, bot: Client) -> None:
        self._bot = bot

    async def find(self, visitor: Visitor, of: str, number: int | None) -> Exercise:
        if not of.isdigit() or len(of) > 15:
            raise NoSuchLine
        match = await visitor.match(int(of))
        if number is None:
            board = await self._bot.matches.scratch.board(match, visitor.user)
            number = board.positions[-1].id if board.positions else 0
        return await self._at(visitor, match, number)

    async def _at(self, visitor: Visitor, match: Match, number: int) -> Exercise:
        place = await self._bot.matches.scratch.place(match, visitor.user, number)
        state = place.state if place.state.to_move is not None else None
        last = () if place.played is None else played_marks([place.played])
        cog = cog_for(self._bot, match.game)
        return Exercise(SCRATCH, str(match.id), number, cog, state, (match, place), Marks(last=last))

    async def show(self, visitor: Visitor, one: Exercise) -> Json:
        match, place = _subject(one)
        words = describe_place(one.cog, match, place)
        actions = await self._actions(match, place)
        more = [(str(match.id), say(N_("Back to match {number}"), number=match.id))]
        if one.state is None:
            title, _, told = words.partition("\n")
            pictures = pictures_document(one.address, one.number, await self.sheets(visitor, one, answer=False), "")
            document = shown(one, title, told, pictures, actions, more)
        else:
            document = await asking(visitor, one, words, actions, more) | {"confirms": False}
        return document | {"lines": self._lines(one), "hidden": self._hidden(one)}

    async def attempt(self, visitor: Visitor, one: Exercise, move: str) -> Json:
        return await self._play(visitor, one, move, ())

    async def act(self, visitor: Visitor, one: Exercise, wish: Json) -> Json:
        match, place = _subject(one)
        scratch, user = self._bot.matches.scratch, visitor.user
        match wish["do"]:
            case "go":
                return await self._shown_at(visitor, match, _number(wish, "to"))
            case "luck" if one.state is not None:
                key, luck = _text(wish, "move"), numbers_of(_text(wish, "luck"))
                texts = (one.state.notate(move) for move in one.state.legal())
                move = next((text for text in texts if plan_key([text]) == key), None)
                if move is None:
                    raise BadRequest
                return await self._play(visitor, one, move, luck, at_random=wish.get("random") is True)
            case "suppose":
                found = await scratch.suppose(match, user, one.number, _text(wish, "at"), _text(wish, "item"))
                return await self._shown_at(visitor, match, found)
            case "rename":
                await scratch.rename(match, user, one.number, _text(wish, "name"))
                return await self._shown_at(visitor, match, one.number)
            case "remove" if place.at.parent is not None:
                number = len(place.board.branch(one.number))
                parent = await scratch.remove(match, user, one.number)
                says = say_plural("Removed {number} position.", "Removed {number} positions.", number)
                return await self._shown_at(visitor, match, parent or 0) | {"says": says}
            case "think":
                thought = await think_of(self._bot, match, place, user)
                chosen = chosen_document(one.choosing(encode_plan((thought.numbers,))), one.address)
                return {"says": thought.words, "chosen": chosen if thought.numbers else None}
        raise BadRequest

    async def sheets(self, _visitor: Visitor, one: Exercise, *, answer: bool) -> Sequence[Sheet]:
        """The board of a position in which nobody is to move."""
        _, place = _subject(one)
        return [] if answer else [one.cog.board_sheet(place.state.sight(place.seat), one.marks)]

    async def _shown_at(self, visitor: Visitor, match: Match, number: int) -> Json:
        return {"says": "", "match": await self.show(visitor, await self._at(visitor, match, number))}

    async def _play(
        self, visitor: Visitor, one: Exercise, move: str, luck: Sequence[int], *, at_random: bool = False
    ) -> Json:
        """Plays a move, or asks for the next number of the luck that it draws."""
        match, _ = _subject(one)
        try:
            position = await self._bot.matches.scratch.play(
                match, visitor.user, one.number, move, luck, at_random=at_random
            )
        except LuckNeeded as needed:
            if needed.sides > MOST_LISTED:
                return await self._play(visitor, one, move, luck, at_random=True)
            return {"says": "", "asks": self._luck_document(one, move, luck, needed.sides)}
        except IllegalMove as error:
            return {"says": f"🤔 {say_error(error)}", "match": await self.show(visitor, one)}
        return await self._shown_at(visitor, match, position)

    def _luck_document(self, one: Exercise, text: str, luck: Sequence[int], sides: int) -> Json:
        """The numbers that the next roll can have, each with what is asked for then."""
        state, cog = one.choosing("").state, one.cog
        move = state.parse(text)
        wish = {"do": "luck", "move": plan_key([state.notate(move)])}
        question, labels = luck_in_words(cog, sides)
        label = next((one.label for one in cog.direct_moves(state) if one.notation == text), "")
        lines = [f"### {label or cog.describe_move(state, move)}", question]
        if chosen := dice_in_words(cog, luck):
            lines.append(say(N_("-# Chosen so far: {numbers}"), numbers=chosen))
        options = [
            {"label": label, "wish": wish | {"luck": text_of((*luck, number))}}
            for number, label in enumerate(labels, 1)
        ]
        at_random = {"label": say(N_("At random")), "wish": wish | {"luck": text_of(luck), "random": True}}
        return {"words": "\n".join(lines), "options": [*options, at_random]}

    async def _actions(self, match: Match, place: ScratchPlace) -> list[Json]:
        actions = [action_document("go", label) | {"to": to} for label, to, is_there in ways(place) if is_there]
        actions.append(
            action_document("rename", say(N_("Name")))
            | {"asks": say(N_("Name this position")), "now": place.at.name.plain}
        )
        if place.at.parent is not None:
            actions.append(action_document("remove", say(N_("Remove"))))
        if place.state.to_move is not None and await may_think(self._bot, match):
            actions.append(action_document("think", say(N_("What a computer thinks"))))
        return actions

    def _lines(self, one: Exercise) -> Json | None:
        """The ends of all lines."""
        match, place = _subject(one)
        lines = list(place.board.lines())
        ends = [(line.positions[-1].id, label_of_line(one.cog, place.board, line)) for line in lines[:MOST_LINES]]
        found = [{"to": f"{SCRATCH}/{match.id}/{number}", "label": label} for number, label in ends]
        return {"title": say(N_("All lines")), "ends": found} if len(found) > 1 else None

    def _hidden(self, one: Exercise) -> Json | None:
        """What is supposed in each hidden place, and what else can be."""
        match, place = _subject(one)
        if one.state is None or not place.hidden.places:
            return None
        groups = [
            {
                "title": heading_of(match, owner),
                "places": [
                    {"at": where, "now": item, "label": label_of(one.cog, owner, number, item)}
                    for number, (where, item) in enumerate(entries, 1)
                ],
            }
            for owner, entries in by_owner(place).items()
        ]
        items = [{"item": item, "label": capitalise(one.cog.supposed.item(item))} for item in place.hidden.items]
        return {"title": say(N_("What's hidden")), "groups": groups, "items": items}


def _subject(one: Exercise) -> tuple[Match, ScratchPlace]:
    found: tuple[Match, ScratchPlace] = one.subject
    return found


def _text(wish: Json, name: str) -> str:
    if not isinstance(text := wish.get(name), str):
        raise BadRequest
    return text


def _number(wish: Json, name: str) -> int:
    number: Any = wish.get(name)
    if not isinstance(number, int) or isinstance(number, bool) or not 0 <= number < LONGEST:
        raise BadRequest
    return number
