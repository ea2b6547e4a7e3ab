"""How provinces change hands: raiders enter adjacent ones (step 10, chapters 12 and 14, ruling 14), capture and all other
means (step 11, chapter 20, ruling 15), siege determination (step 14, QJ-12-08, ruling 15).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from postern.rulesets.great_jewels.rules import hooks
from postern.rulesets.great_jewels.rules.checks import commands, fogged, probe, seen_troops
from postern.rulesets.great_jewels.rules.forces import is_stronghold
from postern.rulesets.great_jewels.tables import decided, hex_of
from postern.rulesets.great_jewels.turn.state import Raiders, Turn
from postern.rulesets.great_jewels.world.records import (
    LOTU,
    NOBODY,
    Force,
    Leader,
    Province,
    Terrain,
    garrison_force,
    leader_force,
)


def capture_provinces(turn: Turn) -> None:
    """Provinces without garrison fall to the one player who has leaders there that are not at peace."""
    contested = {leader.province for leader in turn.world.leaders.values()}
    for name in sorted(contested, key=hex_of):
        province, leaders = turn.province(name), turn.leaders_in(name)
        open_city(turn, province)
        if province.garrison or province.dragon or province.city or province.terrain is Terrain.IMPASSABLE:
            continue
        captor = captor_of(turn, province, leaders)
        if captor:
            take_province(turn, name, captor)
        elif _falls_neutral(province, leaders):
            lose_province(turn, name)
    for province in turn.world.provinces.values():
        if province.city:
            open_city(turn, province)


def captor_of(turn: Turn, province: Province, leaders: Sequence[Leader]) -> str:
    """The player who captures this province without garrison now, or ""."""
    warlike = [leader for leader in leaders if not leader.at_peace]
    sides = {leader.owner for leader in warlike}
    if len(sides) > 1:
        sides = {one.owner for one in warlike if hooks.CAPTURES.fold(turn, leader_force(one.number), False, province.name)}
    if len(sides) != 1:
        return ""
    (captor,) = sides
    if captor in (province.owner, LOTU):
        return ""
    spared = turn.declared_ally(captor, province.owner)
    own = [leader.number for leader in warlike if leader.owner == captor]
    if spared and turn.hostile.isdisjoint(own):
        struck = any(leader_force(number) in turn.attackers for number in own)
        if struck and garrison_force(province.name) in turn.attacked:
            turn.tell("spared", to=[captor], province=province.name, owner=province.owner, leader=own[0])
        return ""
    return captor


def _falls_neutral(province: Province, leaders: Sequence[Leader]) -> bool:
    """True when nothing of the owner's is left and at least two other players' armies, not at peace, stand there (QJ-20-06)."""
    if province.owner == NOBODY or any(leader.owner == province.owner for leader in leaders):
        return False
    return len({leader.owner for leader in leaders if leader.troops and not leader.at_peace}) > 1


def open_city(turn: Turn, province: Province) -> None:
    """A Forbidden City without guardians is a province like any other (QJ-24-11, QJ-24-18); its name is kept for the
    Forbidden Architect."""
    if not province.city:
        return
    inside = {leader.owner for leader in turn.leaders_in(province.name)}
    if not province.garrison and LOTU not in inside:
        turn.world.cities_taken.append(province.city)
        turn.tell("city-opened", to=inside, province=province.name, city=province.city)
        province.city = ""


def take_province(turn: Turn, name: str, owner: str) -> None:
    """The province becomes this player's, by whatever means: rates, T/O and autobuild start anew (QJ-10-04), flag -X.

    Garrison, citadel, navies, road, zorans and talismans stay as they are; a ravaged province stays ravaged.
    """
    before = turn.province(name).owner
    _change_owner(turn, name, owner)
    turn.province(name).turns_owned = 1
    turn.captured.add(name)
    force = garrison_force(name)
    turn.flag(force, "-X")
    for talisman in turn.held(force):
        turn.place_talisman(talisman.number, force)
    hooks.ON_CAPTURE.fold(turn, force, None, owner)
    turn.tell("captured", to=[owner, before], province=name, by=owner, from_=before)


def lose_province(turn: Turn, name: str) -> None:
    """The province becomes nobody's; troops still in it are a neutral garrison, even where mercenaries once were."""
    before = turn.province(name).owner
    _change_owner(turn, name, NOBODY)
    province = turn.province(name)
    province.turns_owned = 0
    province.mercenaries_gone = province.mercenary
    turn.tell("went-neutral", to=[before], province=name)


def _change_owner(turn: Turn, name: str, owner: str) -> None:
    province = turn.province(name)
    force: Force = garrison_force(name)
    if province.owner:
        hooks.ON_REMOVAL.fold(turn, force, None, force)
        turn.visit(province.owner, name)
    province.owner = owner
    province.rises = province.levy_lost = province.chained_rises = 0
    province.chain_gang = province.autobuild = province.besieged = False
    province.home_of = ""


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
        _tell_raid(turn, party, province.owner, "joined")
    elif own:
        _tell_raid(turn, party, province.owner, "killed by enemies")
    else:
        _tell_raid(turn, party, province.owner, "lost")


def _enter_empty(turn: Turn, province: Province, parties: Sequence[Raiders]) -> None:
    """Raids on empty land: by one player only, with no other player's leader arriving or waiting there, each troop has its
    25 percent; with his own leader there to capture the land they all join him (QJ-14-04 to QJ-14-07). Who left a province
    under the eyes of enemy leaders is dead in any case (QJ-21-07)."""
    seats = sorted({party.seat for party in parties})
    free = [party for party in parties if not party.doomed]
    for party in parties:
        if party.doomed:
            _tell_raid(turn, party, NOBODY, "killed by enemies")
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
    _tell_raid(turn, party, province.owner if outcome in ("joined", "captured") else NOBODY, outcome)


def _stands_in_the_way(turn: Turn, leader: Leader, seat: str) -> bool:
    """Another player's leader who is not at peace, or who came this turn."""
    return leader.owner != seat and (not leader.at_peace or turn.start.get(leader.number) != leader.province)


def _tell_raid(turn: Turn, party: Raiders, owner: str, outcome: str) -> None:
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


def besiegers(turn: Turn, province: Province) -> list[Leader]:
    """The armies that count for a siege: of other players, not at peace, not declared allies by the province's owner."""
    return [
        leader
        for leader in turn.leaders_in(province.name)
        if leader.troops and not leader.at_peace and not turn.declared_ally(province.owner, leader.owner)
    ]


def is_besieged(turn: Turn, province: Province) -> bool:
    """True when the besiegers have at least one troop and three times the garrison's; only players' provinces can be."""
    if not province.owner:
        return False
    troops = sum(leader.troops for leader in besiegers(turn, province))
    force = garrison_force(province.name)
    ratio = 0 if hooks.BESIEGED_BY_ANY.fold(turn, force, False, None) else int(decided("siege")["ratio"])
    return troops > 0 and troops >= ratio * province.garrison and hooks.MAY_BE_BESIEGED.fold(turn, force, True, None)


def determine_sieges(turn: Turn) -> None:
    """Settles for every province whether it is besieged in the coming turn; tells its owner and the besiegers."""
    armies = {leader.province for leader in turn.world.leaders.values() if leader.troops}
    for name, province in turn.world.provinces.items():
        before = province.besieged
        province.besieged = name in armies and is_besieged(turn, province)
        if province.besieged:
            _tell_siege(turn, province, "still-besieged" if before else "besieged")
        elif before:
            turn.tell("siege-lifted", to=[province.owner], province=name)


def _tell_siege(turn: Turn, province: Province, kind: str) -> None:
    """The owner is told of the besiegers as he sees them (hidden armies without a name, troops only where nothing hides their
    number); each besieger of his own troops."""
    against = besiegers(turn, province)
    seen = [army for army in against if not hooks.HIDDEN_ARMY.fold(turn, leader_force(army.number), False, None)]
    clear = len(seen) == len(against) and not any(fogged(turn, leader_force(army.number)) for army in seen)
    turn.tell(
        kind,
        to=[province.owner],
        province=province.name,
        owner=province.owner,
        by=sorted({army.owner for army in seen}),
        troops=sum(seen_troops(turn, leader_force(army.number)) for army in seen) if clear else 0,
        garrison=province.garrison,
    )
    for name in sorted({army.owner for army in against}):
        troops = sum(army.troops for army in against if army.owner == name)
        turn.tell(kind, to=[name], province=province.name, owner=province.owner, troops=troops)
