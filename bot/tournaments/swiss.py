"""Swiss pairings by the FIDE Dutch system, for two at a table. py4swiss does it; see docs/tournaments.md for why."""

from collections.abc import Mapping

from py4swiss.engines import DutchEngine
from py4swiss.engines.common import PairingError
from py4swiss.trf import ParsedTrf
from py4swiss.trf.codes import PlayerCode
from py4swiss.trf.results import ColorToken, ResultToken, RoundResult
from py4swiss.trf.sections import PlayerSection, XSection

from bot.leagues.standings import DRAW, WIN, half_points
from bot.tournaments.meetings import Field, Meeting, NoPairing

_WON, _DRAWN = 10, 5  # tenths of a point, as the library counts
_BYE = RoundResult(id=0, color=ColorToken.BYE_OR_NOT_PAIRED, result=ResultToken.PAIRING_ALLOCATED_BYE)
_AWAY = RoundResult(id=0, color=ColorToken.BYE_OR_NOT_PAIRED, result=ResultToken.ZERO_POINT_BYE)
_POINTS = {ResultToken.WIN: _WON, ResultToken.DRAW: _DRAWN, ResultToken.PAIRING_ALLOCATED_BYE: _WON}
_RESULTS = {WIN: ResultToken.WIN, DRAW: ResultToken.DRAW, 0: ResultToken.LOSS}


def pairings(field: Field) -> list[tuple[int, ...]]:
    """The tables of the next round, the first of each pair on the first seat; somebody alone has a bye.

    Nobody meets anybody twice and nobody has a second bye. NoPairing if that isn't possible any more.
    """
    number = {player: index for index, player in enumerate(field.order, start=1)}
    past = sorted({meeting.round for meeting in field.meetings})
    by_round = {(one.round, player): one for one in field.meetings for player in one.players}
    sections = []
    for player in field.order:
        results = [_result(by_round.get((round_, player)), player, number) for round_ in past]
        points = sum(_POINTS[one.result] for one in results if one.result in _POINTS)
        sections.append(
            PlayerSection(
                code=PlayerCode.PLAYER,
                starting_number=number[player],
                points_times_ten=points,
                rank=number[player],
                results=results,
            )
        )
    away = {number[player] for player in field.gone & set(field.order)}
    try:
        pairs = DutchEngine.generate_pairings(
            ParsedTrf(player_sections=sections, x_section=XSection(number_of_rounds=field.rounds, zeroed_ids=away))
        )
    except PairingError as error:
        raise NoPairing from error
    return [tuple(field.order[seat - 1] for seat in (pair.white, pair.black) if seat) for pair in pairs]


def _result(meeting: Meeting | None, player: int, number: Mapping[int, int]) -> RoundResult:
    if meeting is None or meeting.places is None:
        return _AWAY
    if len(meeting.players) == 1:
        return _BYE
    seat = meeting.players.index(player)
    result = _RESULTS[half_points(meeting.places[seat], meeting.places[1 - seat])]
    colour = ColorToken.BLACK if seat else ColorToken.WHITE
    return RoundResult(id=number[meeting.players[1 - seat]], color=colour, result=result)
