"""Step 10: raiders enter adjacent provinces (chapters 12, 14, ruling 14)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from postern.rulesets.great_jewels.steps.capture import captor_of, take_province
from postern.rulesets.great_jewels.steps.crews import commands
from postern.rulesets.great_jewels.steps.forces import is_stronghold
from postern.rulesets.great_jewels.steps.sight import probe
from postern.rulesets.great_jewels.tables import decided
from postern.rulesets.great_jewels.talismans import hooks
from postern.rulesets.great_jewels.turn import Raiders, Turn
from postern.rulesets.great_jewels.world import NOBODY, Force, Leader, Province, Terrain


def enemies_of(turn: Turn, seat: str, place: str) -> list[Leader]:
    """The leaders in a province who kill raiders of this player: other players', not at peace, whom he has not declared an
    ally, with or without troops (QJ-12-05, QJ-21-07). None under a cease-fire."""
    if place in turn.cease_fire:
        return []
    return [
        leader
        for leader in turn.leaders_in(place)
        if leader.owner in turn.world.players
        and leader.owner != seat
        and not leader.at_peace
        and not turn.declared_ally(seat, leader.owner)
    ]


def capture_percent(troops: int) -> float:
    """The chance, 0 to 100, that so many raiders take an empty neutral province: each has 25 percent (QJ-14-04)."""
    missed: float = (1 - int(decided("raids")["percent_a_troop"]) / 100) ** troops
    return 100 * (1 - missed)


def raiders_enter(turn: Turn) -> None:
    """Step 10: raiders arrive: they join a garrison, take an empty province, or die; every raid shows the province."""
    arriving: dict[str, list[Raiders]] = defaultdict(list)
    for party in turn.raids:
        arriving[party.target].append(party)
    for goal, parties in arriving.items():
        turn.flag(Force(garrison=goal), "-R")
        province = turn.province(goal)
        if province.owner == NOBODY and _takeable(province):
            _enter_empty(turn, province, parties)
        else:
            for party in parties:
                _enter_held(turn, province, party)
        for seat in sorted({party.seat for party in parties}):
            probe(turn, seat, goal)


def _takeable(province: Province) -> bool:
    """Empty, unguarded neutral land (QJ-14-04)."""
    guarded = province.garrison > 0 or province.dragon or province.city or is_stronghold(province)
    return not guarded and province.terrain is not Terrain.IMPASSABLE


def _enter_held(turn: Turn, province: Province, party: Raiders) -> None:
    own = province.owner in turn.world.players and commands(turn, party.seat, province.owner)
    if own and not party.doomed and not enemies_of(turn, party.seat, province.name):
        province.garrison += party.troops
        _tell(turn, party, province.owner, "joined")
    elif own:
        _tell(turn, party, province.owner, "killed by enemies")
    else:
        _tell(turn, party, province.owner, "lost")


def _enter_empty(turn: Turn, province: Province, parties: Sequence[Raiders]) -> None:
    """Raids on empty land: by one player only, with no other player's leader arriving or waiting there, each troop has its
    25 percent; with his own leader there to capture the land they all join him (QJ-14-04 to QJ-14-07). Who left a province
    under the eyes of enemy leaders is dead in any case (QJ-21-07)."""
    seats = sorted({party.seat for party in parties})
    free = [party for party in parties if not party.doomed]
    for party in parties:
        if party.doomed:
            _tell(turn, party, NOBODY, "killed by enemies")
    if not free:
        return
    captor = captor_of(turn, province, turn.leaders_in(province.name))
    if captor in {party.seat for party in free}:
        take_province(turn, province.name, captor)
        for party in free:
            _settle(turn, province, party, "joined" if party.seat == captor else "lost")
        return
    rivals = [leader for leader in turn.leaders_in(province.name) if _stands_in_the_way(turn, leader, seats[0])]
    if rivals or len(seats) > 1:
        seen = any(not hooks.HIDDEN_ARMY.fold(turn, Force(leader=leader.number), False, None) for leader in rivals)
        for party in free:  # of other raiders nobody learns: all that he gets is a printout of what is there (QJ-14-07)
            _settle(turn, province, party, "contested" if seen else "lost")
        return
    troops = sum(party.troops for party in free)
    if turn.expected:
        turn.tell("raid odds", to=seats, province=province.name, troops=troops, percent=int(capture_percent(troops) + 0.5))
        return
    stream = turn.stream("raid", province.name, seats[0])
    won = any(stream.percent(decided("raids")["percent_a_troop"]) for _ in range(troops))
    if won:
        take_province(turn, province.name, seats[0])
    for party in free:
        _settle(turn, province, party, "captured" if won else "lost")


def _settle(turn: Turn, province: Province, party: Raiders, outcome: str) -> None:
    if outcome in ("joined", "captured"):
        province.garrison += party.troops
    _tell(turn, party, province.owner if outcome in ("joined", "captured") else NOBODY, outcome)


def _stands_in_the_way(turn: Turn, leader: Leader, seat: str) -> bool:
    """Another player's leader who is not at peace, or who came this turn."""
    return leader.owner != seat and (not leader.at_peace or turn.start.get(leader.number) != leader.province)


def _tell(turn: Turn, party: Raiders, owner: str, outcome: str) -> None:
    data = {
        "province": party.target,
        "origin": party.origin,
        "source": str(party.source),
        "troops": party.troops,
        "outcome": outcome,
        "by": party.seat,
        "owner": owner,
    }
    turn.tell("raided", to=[party.seat], **data)
    if owner != party.seat and owner:
        kind = "raiders joined" if outcome == "joined" else "was raided"
        hidden = {} if outcome == "joined" else {"by": "", "source": "", "origin": ""}
        turn.tell(kind, to=[owner], **{**data, **hidden})
