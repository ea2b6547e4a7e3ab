"""Steps 4 and 10: raids and musters (chapters 12, 14, ruling 14)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from postern.rulesets.great_jewels.geography import neighbours
from postern.rulesets.great_jewels.orders.model import Issued, Muster, Raid
from postern.rulesets.great_jewels.steps.capture import captor_of, take_province
from postern.rulesets.great_jewels.steps.checks import amount, free_of_siege, own_leader, own_province
from postern.rulesets.great_jewels.steps.forces import is_stronghold
from postern.rulesets.great_jewels.steps.sight import probe
from postern.rulesets.great_jewels.steps.transfers import commands, settle_crew
from postern.rulesets.great_jewels.tables import decided
from postern.rulesets.great_jewels.talismans.hooks import HIDDEN_ARMY, RAIDS_ALLOWED, RAIDS_ANYWHERE
from postern.rulesets.great_jewels.turn import Raiders, Turn
from postern.rulesets.great_jewels.wording import counted, listed
from postern.rulesets.great_jewels.world import NOBODY, Force, Leader, Province, Terrain

MEEMIES = 79
"""The talisman that fills ``turn.stampedes``."""


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


# --- step 4 --------------------------------------------------------------------------------------------------------------


def raiders_leave(turn: Turn) -> None:
    """Step 4: raiders and mustered troops leave their garrisons and armies; how many go is settled now."""
    for force, goal in sorted(turn.stampedes.items()):
        seat, place = turn.owner_of(force), turn.place_of(force)
        free = RAIDS_ALLOWED.fold(turn, force, True, None) and not turn.sealed & {place, goal}
        if not free or seat not in turn.world.players or turn.troops_of(force) <= 0:
            continue
        if turn.expected:
            _take_away(turn, force, turn.troops_of(force))
        else:
            to = {seat, turn.givers.get(MEEMIES, "")}
            turn.tell("stampede", to=to, owner=seat, force=str(force), place=place, goal=goal, troops=turn.troops_of(force))
            _send(turn, seat, force, goal, turn.troops_of(force))
    for issued in list(turn.orders):
        if turn.is_void(issued):
            continue
        match issued.order:
            case Raid() as raid if _raid(turn, issued, raid):
                turn.carried_out(issued)
            case Muster() as muster if _muster(turn, issued, muster):
                turn.carried_out(issued)
    for number in sorted(
        {force.leader for force in (*turn.stampedes, *(party.source for party in turn.raids)) if force.leader}
    ):
        settle_crew(turn, number)


def _send(turn: Turn, seat: str, source: Force, goal: str, troops: int, *, around: bool = False) -> None:
    """Takes the troops away from their force and puts them on their way."""
    origin = turn.place_of(source)
    _take_away(turn, source, troops)
    doomed = bool(enemies_of(turn, seat, origin))
    turn.raids.append(Raiders(seat, source, origin, goal, troops, doomed, around))


def _take_away(turn: Turn, source: Force, troops: int) -> None:
    """The troops leave their force; a garrison of which none are left has raided out."""
    if source.leader:
        turn.world.leaders[source.leader].troops -= troops
        return
    place = turn.province(source.garrison)
    place.garrison -= troops
    if place.garrison == 0:
        turn.raided_out.add(place.name)


def _raid(turn: Turn, issued: Issued, order: Raid) -> bool:
    origin = _origin(turn, issued, order)
    if origin is None:
        return False
    if order.province is None:
        return _raid_around(turn, issued, order, origin)
    if not _goal_stands(turn, issued, order, origin.name, order.province):
        return False
    form = f"{order.source}R{{}}{order.province}"
    there = turn.troops_of(order.source)
    if not there and (takers := who_took(turn, issued, order.source)):
        codes = listed([one.code for one in takers])
        why = f"{_named(order.source)} has no troops left: {codes} {'takes' if len(takers) == 1 else 'take'} them first."
        turn.fail(issued, "NOT ENOUGH TROOPS", why, "The first line takes what it needs; leave one out, or change their order.")
        return False
    troops = amount(turn, issued, order.quantity, there, "troops", _named(order.source), "NOT ENOUGH TROOPS", form)
    if troops == 0:
        return False
    _send(turn, issued.seat, order.source, order.province, troops)
    _trust(turn, issued, order.province)
    return True


def _trust(turn: Turn, issued: Issued, goal: str) -> None:
    """What the giver cannot know of raiders whom he sends to an ally of his own people: whether they are one to him, too."""
    owner = turn.province(goal).owner
    if turn.expected and owner in turn.world.players and owner != issued.seat and commands(turn, issued.seat, owner):
        why = f"The raiders join the garrison of {goal} only if {owner} has declared you an ally, too; otherwise they die."
        turn.note(issued, "NOT YOURS", why)


def who_took(turn: Turn, issued: Issued, source: Force) -> list[Issued]:
    """The orders of the same player, carried out before, by which troops of this force have left in step 4."""
    goals = [party.target for party in turn.raids if party.source == source]
    return [one for one in turn.done if one.seat == issued.seat and not one.geas and _takes(one, source, goals)]


def _takes(issued: Issued, source: Force, goals: Sequence[str]) -> bool:
    match issued.order:
        case Raid(source=raider, province=goal):
            return raider == source and (goal is None or goal in goals)
        case Muster(province=goal):
            return goal in goals
    return False


def _origin(turn: Turn, issued: Issued, order: Raid) -> Province | None:
    """The province that the raiders leave, or None with a failure."""
    if order.source.leader:
        leader = own_leader(turn, issued, order.source.leader)
        province = turn.province(leader.province) if leader else None
    else:
        province = own_province(turn, issued, order.source.garrison)
    if province is None:
        return None
    railroad = not order.source.leader and RAIDS_ANYWHERE.fold(turn, order.source, False, None)
    if not railroad and not free_of_siege(turn, issued, province, "be left by raiders"):
        return None
    return province if _may_leave(turn, issued, order.source, province) else None


def _may_leave(turn: Turn, issued: Issued, source: Force, province: Province) -> bool:
    if province.name in turn.sealed:
        turn.fail(issued, "SEALED", f"{province.name} is sealed by a spell; nobody enters or leaves it this turn.")
        return False
    if not source.leader and not RAIDS_ALLOWED.fold(turn, source, True, None):
        why = f"The troops of {province.name} are looking for gold (T118) and obey no order to raid."
        turn.fail(issued, "NOT ENOUGH TROOPS", why, "They return to normal when the talisman is handed to a leader.")
        return False
    return True


def _goal_stands(turn: Turn, issued: Issued, order: Raid, origin: str, goal: str) -> bool:
    province = turn.province(goal)
    railroad = not order.source.leader and RAIDS_ANYWHERE.fold(turn, order.source, False, None)
    if goal == origin:
        turn.fail(issued, "NOT ADJACENT", f"The raiders are in {origin} already.", _around(origin))
    elif railroad and province.city and goal not in neighbours(origin):
        turn.fail(issued, "LOCKED", f"{goal} is a Forbidden City; the Underground Railroad does not go there.")
    elif not railroad and goal not in neighbours(origin):
        turn.fail(issued, "NOT ADJACENT", f"{goal} does not border {origin}.", _around(origin))
    elif province.terrain is Terrain.IMPASSABLE:
        turn.fail(issued, "IMPASSABLE", f"{goal} is impassable; no raiders can enter it.", _around(origin))
    elif goal in turn.sealed:
        turn.fail(issued, "SEALED", f"{goal} is sealed by a spell; nobody enters or leaves it this turn.")
    elif province.besieged:
        turn.fail(issued, "BESIEGED", f"{goal} is besieged; no raiders can enter it this turn.")
    else:
        return True
    return False


def _named(source: Force) -> str:
    return str(source) if source.leader else f"The garrison of {source.garrison}"


def _around(origin: str) -> str:
    return f"{origin} borders {listed(neighbours(origin))}."


def _raid_around(turn: Turn, issued: Issued, order: Raid, origin: Province) -> bool:
    """Raid "*": the same number to each passable neighbour, as many full groups as there are troops for (ruling 14)."""
    if order.quantity is None or order.quantity <= 0:
        turn.fail(issued, "NOT ENOUGH TROOPS", "A raid on all sides needs a number of troops for each province.")
        return False
    goals = [name for name in neighbours(origin.name) if _open_to_raids(turn, name)]
    there = turn.troops_of(order.source)
    groups = min(len(goals), there // order.quantity)
    if groups == 0:
        why = f"{_named(order.source)} has {counted(there, 'troop')}; one group needs {order.quantity}."
        turn.fail(issued, "NOT ENOUGH TROOPS", why, *_smaller_groups(order, there, len(goals)))
        return False
    if groups < len(goals):
        why = (
            f"{_named(order.source)} has {counted(there, 'troop')}: enough for {counted(groups, 'group')} of {order.quantity}, "
            f"not for all {len(goals)} provinces. They go to {listed(goals[:groups])}."
        )
        turn.note(issued, "NOT ENOUGH TROOPS", why, *_smaller_groups(order, there, len(goals)))
    for goal in goals[:groups]:
        _send(turn, issued.seat, order.source, goal, order.quantity, around=True)
        _trust(turn, issued, goal)
    return True


def _smaller_groups(order: Raid, there: int, goals: int) -> tuple[str, str]:
    if not goals or there < goals:
        return "", ""
    return f"Possible now for all {goals}: {there // goals} each.", f"{order.source}R{there // goals}*"


def _open_to_raids(turn: Turn, name: str) -> bool:
    province = turn.province(name)
    return province.terrain is not Terrain.IMPASSABLE and name not in turn.sealed and not province.besieged


def _muster(turn: Turn, issued: Issued, order: Muster) -> bool:
    """Gp1M: the whole remaining garrison of every own neighbour that is not besieged (QJ-12-07, QJ-14-08)."""
    province = own_province(turn, issued, order.province)
    if province is None or not free_of_siege(turn, issued, province, "receive raiders"):
        return False
    if province.terrain is Terrain.IMPASSABLE or province.name in turn.sealed:
        code = "SEALED" if province.name in turn.sealed else "IMPASSABLE"
        turn.fail(issued, code, f"Nobody can enter {province.name} this turn.")
        return False
    own = [turn.province(name) for name in neighbours(province.name) if turn.province(name).owner == issued.seat]
    ready = [near for near in own if near.garrison and not near.besieged and near.name not in turn.sealed and _idle(turn, near)]
    if not ready:
        names = listed([near.name for near in own])
        why = f"None of your provinces around {province.name} ({names}) has troops free to go." if own else ""
        turn.fail(
            issued, "NOT ENOUGH TROOPS", why or f"You own no province that borders {province.name}.", _around(province.name)
        )
        return False
    for near in sorted(ready, key=lambda one: neighbours(province.name).index(one.name)):
        _send(turn, issued.seat, Force(garrison=near.name), province.name, near.garrison)
    return True


def _idle(turn: Turn, province: Province) -> bool:
    return RAIDS_ALLOWED.fold(turn, Force(garrison=province.name), True, None)


# --- step 10 -------------------------------------------------------------------------------------------------------------


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
        seen = any(not HIDDEN_ARMY.fold(turn, Force(leader=leader.number), False, None) for leader in rivals)
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
