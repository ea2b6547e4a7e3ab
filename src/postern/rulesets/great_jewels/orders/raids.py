"""Raids and musters: how they are ordered, and how they leave (step 4, chapters 12 and 14, ruling 14, QJ-29-23 to QJ-29-27);
and the ravaging of provinces (step 8, chapters 4 and 5, QJ-29-60).
"""

from __future__ import annotations

from collections.abc import Sequence

from postern.game.kit.orders.kinds import Refusal
from postern.game.kit.report.telling import counted, listed
from postern.rulesets.great_jewels.knowledge import Scene
from postern.rulesets.great_jewels.orders.arguments import NOT_UNDERSTOOD, ORDERS
from postern.rulesets.great_jewels.rules.capture import enemies_of
from postern.rulesets.great_jewels.rules.checks import amount, commands, free_of_siege, own_leader, own_province, settle_crew
from postern.rulesets.great_jewels.rules.economy import ravage_province
from postern.rulesets.great_jewels.rules.hooks import RAIDS_ALLOWED, RAIDS_ANYWHERE
from postern.rulesets.great_jewels.tables import decided, neighbours, spoken
from postern.rulesets.great_jewels.turn.orders import Issued, Muster, QJOrder, Raid, Ravage
from postern.rulesets.great_jewels.turn.state import Raiders, Turn
from postern.rulesets.great_jewels.world.records import Force, People, Province, Terrain


def _raid(source: Force, quantity: int | None, province: str | None = None) -> QJOrder | Refusal:
    if province is None and quantity is None:
        return Refusal(
            NOT_UNDERSTOOD,
            "A raid on all sides sends the same number of troops to each; # (all) is possible only for a single target.",
            f"Write how many for each side: {source}R5*",
        )
    return Raid(source, quantity, province)


def _words(order: Raid, scene: Scene) -> str:
    source, number = order.source, order.quantity
    if order.province is None:
        each = f"{counted(number or 0, 'troop')} each"
        goals = _goals(scene, source, number or 0)
        return f"{scene.force(source)} raids every surrounding province with {each}{goals}{_doomed(scene, source)}"
    troops = "all its troops" if number is None else counted(number, "troop")
    return f"{scene.force(source)} raids {spoken(order.province)} with {troops}{_doomed(scene, source, order.province)}"


def _muster_words(order: Muster, scene: Scene) -> str:
    place = order.province
    lost = sorted(spoken(giver[1:]) for giver, goal in scene.expected.doomed if goal == place and giver[0] == "G")
    fate = f" (those of {listed(lost)} die {_IF_SEEN})" if lost else ""
    return f"{spoken(place)} musters the garrisons of your surrounding provinces{fate}"


def _goals(scene: Scene, source: Force, each: int) -> str:
    """A note on where the groups go when they do not go to all sides."""
    goals = scene.expected.groups.get((source, each))
    if not goals:
        return ""
    passable = [name for name in neighbours(scene.place(source)) if scene.view.terrain(name) is not Terrain.IMPASSABLE]
    return f" (groups go to {listed([spoken(name) for name in goals])})" if len(goals) < len(passable) else ""


_IF_SEEN = "if the enemy leaders seen where they leave or arrive are there then"


def _doomed(scene: Scene, source: Force, province: str | None = None) -> str:
    """A note on raiders whom the enemy leaders who were seen will kill."""
    dead = any(giver == str(source) and province in (None, goal) for giver, goal in scene.expected.doomed)
    return f" (they die {_IF_SEEN})" if dead else ""


MEEMIES = 79
"""The talisman that fills ``turn.stampedes``."""


def stampede(turn: Turn) -> None:
    """Step 4, before the raids: troops that T79 drives away."""
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


def settle_armies(turn: Turn) -> None:
    """Step 4, after the raids: who has no troops left to carry or man what he has."""
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


def _leave(turn: Turn, issued: Issued, order: Raid) -> bool:
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
        return turn.fail(
            issued, "NOT ENOUGH TROOPS", why, "The first line takes what it needs; leave one out, or change their order."
        )
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
        return turn.fail(issued, "SEALED", f"{province.name} is sealed by a spell; nobody enters or leaves it this turn.")
    if not source.leader and not RAIDS_ALLOWED.fold(turn, source, True, None):
        why = f"The troops of {province.name} are looking for gold (T118) and obey no order to raid."
        return turn.fail(issued, "NOT ENOUGH TROOPS", why, "They return to normal when the talisman is handed to a leader.")
    return True


def _goal_stands(turn: Turn, issued: Issued, order: Raid, origin: str, goal: str) -> bool:
    province = turn.province(goal)
    railroad = not order.source.leader and RAIDS_ANYWHERE.fold(turn, order.source, False, None)
    if goal == origin:
        turn.fail(issued, "NOT ADJACENT", f"The raiders are in {origin} already.", _borders(origin))
    elif railroad and province.city and goal not in neighbours(origin):
        turn.fail(issued, "LOCKED", f"{goal} is a Forbidden City; the Underground Railroad does not go there.")
    elif not railroad and goal not in neighbours(origin):
        turn.fail(issued, "NOT ADJACENT", f"{goal} does not border {origin}.", _borders(origin))
    elif province.terrain is Terrain.IMPASSABLE:
        turn.fail(issued, "IMPASSABLE", f"{goal} is impassable; no raiders can enter it.", _borders(origin))
    elif goal in turn.sealed:
        turn.fail(issued, "SEALED", f"{goal} is sealed by a spell; nobody enters or leaves it this turn.")
    elif province.besieged:
        turn.fail(issued, "BESIEGED", f"{goal} is besieged; no raiders can enter it this turn.")
    else:
        return True
    return False


def _named(source: Force) -> str:
    return str(source) if source.leader else f"The garrison of {source.garrison}"


def _borders(origin: str) -> str:
    return f"{origin} borders {listed(neighbours(origin))}."


def _raid_around(turn: Turn, issued: Issued, order: Raid, origin: Province) -> bool:
    """Raid "*": the same number to each passable neighbour, as many full groups as there are troops for (ruling 14)."""
    if order.quantity is None or order.quantity <= 0:
        return turn.fail(issued, "NOT ENOUGH TROOPS", "A raid on all sides needs a number of troops for each province.")
    goals = [name for name in neighbours(origin.name) if _open_to_raids(turn, name)]
    there = turn.troops_of(order.source)
    groups = min(len(goals), there // order.quantity)
    if groups == 0:
        why = f"{_named(order.source)} has {counted(there, 'troop')}; one group needs {order.quantity}."
        return turn.fail(issued, "NOT ENOUGH TROOPS", why, *_smaller_groups(order, there, len(goals)))
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
        return turn.fail(issued, code, f"Nobody can enter {province.name} this turn.")
    own = [turn.province(name) for name in neighbours(province.name) if turn.province(name).owner == issued.seat]
    ready = [near for near in own if near.garrison and not near.besieged and near.name not in turn.sealed and _idle(turn, near)]
    if not ready:
        names = listed([near.name for near in own])
        why = f"None of your provinces around {province.name} ({names}) has troops free to go." if own else ""
        return turn.fail(
            issued, "NOT ENOUGH TROOPS", why or f"You own no province that borders {province.name}.", _borders(province.name)
        )
    for near in sorted(ready, key=lambda one: neighbours(province.name).index(one.name)):
        _send(turn, issued.seat, Force(garrison=near.name), province.name, near.garrison)
    return True


def _idle(turn: Turn, province: Province) -> bool:
    return RAIDS_ALLOWED.fold(turn, Force(garrison=province.name), True, None)


KINDS = (
    ORDERS.kind("raid", _raid, type=Raid, words=_words, act=_leave),
    ORDERS.kind("muster", Muster, words=_muster_words, act=_muster),
)


def _ravaging_words(order: Ravage, scene: Scene) -> str:
    points = _points(order.province, scene)
    return f"{spoken(order.province)} is ravaged ({points}its rates are halved until T/O rolls over)"


def _points(province: str, scene: Scene) -> str:
    """What it brings a Slenth, and costs everybody else, by the rates on the printout (QJ-04-22)."""
    entry = scene.view.entries.get(province)
    if entry is None or province not in scene.view.provinces:
        return ""
    points = int(decided("ravaging")["points"]) * (entry.levy + entry.tax)
    return f"you {'gain' if scene.view.people is People.SLENTH else 'lose'} {counted(points, 'point')}; "


def _ravage(turn: Turn, issued: Issued, order: Ravage) -> bool:
    """By the owner (QJ-04-22 to QJ-04-25)."""
    province = own_province(turn, issued, order.province)
    return province is not None and ravage_province(turn, issued, province.name)


RAVAGING_KINDS = (ORDERS.kind("ravage", Ravage, words=_ravaging_words, act=_ravage),)
