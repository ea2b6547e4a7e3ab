"""Moves, pursuit, trailing, and the defence that reacts to invasions (sections 3.1, 3.15, 3.16, 3.17)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from postern.rulesets.adventurer_kings.orders.acting import effect, orders_of
from postern.rulesets.adventurer_kings.orders.finding import character, province
from postern.rulesets.adventurer_kings.orders.types import Defend, Move, Pursue, Trail
from postern.rulesets.adventurer_kings.rules.abilities.levels import experience, power
from postern.rulesets.adventurer_kings.rules.abilities.spying import spying, unseen_chance
from postern.rulesets.adventurer_kings.rules.battle.estimate import outlook
from postern.rulesets.adventurer_kings.rules.encounters.wandering import meets_monster
from postern.rulesets.adventurer_kings.rules.exploring import explore_on_the_way
from postern.rulesets.adventurer_kings.rules.memory import veiled
from postern.rulesets.adventurer_kings.rules.travel import Hindrance, journey, travel, way
from postern.rulesets.adventurer_kings.tables import GRID, TABLES
from postern.rulesets.adventurer_kings.turn import Defence, Doing, Turn
from postern.rulesets.adventurer_kings.world import Army, Character, Seen

# --- Move --------------------------------------------------------------------------------------------------------------------


@effect(Move)
def move(doing: Doing, order: Move) -> bool:
    """Go to an adjacent province with all armies led, and explore it by the way (AK-D3.1-01 to 04)."""
    turn, who, armies = doing.turn, doing.who, doing.led
    start, goal = who.province, province(doing, order.to)
    via = province(doing, order.via) if order.via else None
    if goal is None or (order.via and via is None):
        return False
    steps = [goal] if via is None else [via, goal]
    if not (_in_reach(doing, steps) if via is None else _two_steps(doing, steps)):
        return False
    afoot = bool(armies) and via is not None
    spent = journey(turn.world, armies, start, steps, afoot)
    if _kept_out(doing, steps if afoot else [goal]) or _hindered(doing, spent) or not _safe(doing, goal):
        return False
    _foresee(doing, goal)
    _arrive(doing, goal, spent)
    sails = turn.world.provinces[start].at_sea or turn.world.provinces[goal].at_sea
    if armies and (not sails or any(one.has("engages") for one in armies)):
        experience(turn, who, "sail" if sails else "move")
    return True


def _in_reach(doing: Doing, steps: Sequence[int]) -> bool:
    start, (goal,) = doing.who.province, steps
    near = GRID.neighbours(start)
    if goal in near:
        return True
    if goal == start:
        return doing.fail("HERE", f"{doing.who.name} is in {doing.turn.place(goal)} already.", "Leave the line out.")
    why = f"{doing.turn.place(goal)} is {GRID.distance(start, goal)} provinces from {doing.turn.place(start)}; a move goes 1."
    best = min(near, key=lambda one: (GRID.distance(one, goal), one))
    return doing.fail("NOT ADJACENT", why, f"Adjacent are {', '.join(map(str, sorted(near)))}.", f"MO {best}")


def _two_steps(doing: Doing, steps: Sequence[int]) -> bool:
    """Whether he may make two steps with one order: without armies by an item (AK-D3.1-04), with armies over one Sea province
    by the power of March (AK-D2.0-07)."""
    who, world = doing.who, doing.world
    via, goal = steps
    if not (GRID.adjacent(who.province, via) and GRID.adjacent(via, goal)):
        why = f"{doing.turn.place(via)} does not lie between {doing.turn.place(who.province)} and {doing.turn.place(goal)}."
        return doing.fail("NOT ADJACENT", why, "Move one step.", f"MO {GRID.neighbours(who.province)[0]}")
    if not doing.led:
        if any("two_steps" in TABLES.items[one].traits for one in who.items):
            return True
        return doing.fail("TWO STEPS", f"{who.name} has nothing that carries him two provinces.", "Move one step.", f"MO {via}")
    at_sea = [world.provinces[one].at_sea for one in (who.province, via, goal)]
    if power(who, "sea_crossing") and at_sea == [False, True, False]:
        return True
    why = "Armies make two steps at once only over one Sea province between two lands, led with March skill 8."
    return doing.fail("TWO STEPS", why, "Move one step.", f"MO {via}")


def _kept_out(doing: Doing, steps: Sequence[int]) -> bool:
    """Whether armies led are not let in by a Neutral King (AK-D3.1-02, AK-P8.1-02); said, where it is so."""
    for place in steps if doing.led else ():
        owner = doing.world.provinces[place].owner
        if doing.world.relation(doing.kingdom.code, owner) == "Neutral":
            name, where = doing.world.kingdoms[owner].name, doing.turn.place(place)
            doing.kingdom.seen.setdefault(place, Seen()).owner = owner  # its guards said so
            why = f"{where} belongs to {name}, who is Neutral to you and lets no armies in."
            return not doing.fail(
                "NEUTRAL", why, f"BREAK {owner} makes you enemies from the next year on; TREAT {owner}, allies."
            )
    return False


def _hindered(doing: Doing, spent: Mapping[int, int] | Hindrance) -> bool:
    """Whether armies led cannot go; said, where it is so."""
    if isinstance(spent, Hindrance):
        doing.fail(spent.code, spent.why, "You could leave the army first:", f"LE {spent.army}")
    return isinstance(spent, Hindrance)


def _safe(doing: Doing, goal: int) -> bool:
    """Whether no random monster keeps him from a province: one may where he comes without armies (AK-1.6-09, AK-D1.6-05). If he
    dies he lies there."""
    turn, who = doing.turn, doing.who
    if doing.led:
        return True
    turn.came_from[who.id], who.province = who.province, goal
    safe = meets_monster(turn, who, goal)
    start = turn.came_from.pop(who.id)
    if who.alive:
        who.province = start
    return safe or doing.fail("MONSTER", f"A monster kept {who.name} from {turn.place(goal)}.")


def _foresee(doing: Doing, goal: int) -> None:
    """Where orders are tried out, say how a battle looks to which a move leads."""
    world, code = doing.world, doing.kingdom.code
    if doing.turn.expected and doing.led and world.relation(code, world.provinces[goal].owner) == "Enemy":
        doing.note("BATTLE", f"{doing.turn.place(goal)}: {outlook(world, doing.who, doing.led, goal).words}.")


def _arrive(doing: Doing, goal: int, spent: Mapping[int, int] | Hindrance, origin: int = 0) -> None:
    start, left, many = doing.who.province, doing.turn.place(doing.who.province), len(doing.led)
    travel(doing.turn, doing.who, goal, dict(spent) if isinstance(spent, Mapping) else None, origin)
    doing.tell("moved", start=start, left=left, where=doing.turn.place(goal), armies=many)
    explore_on_the_way(doing.turn, doing.who)


# --- Pursue and Trail ---------------------------------------------------------------------------------------------------------


@effect(Pursue)
def pursue(doing: Doing, order: Pursue) -> bool:
    """Go to where a character is, at any distance (AK-D3.16-01 to 03)."""
    turn, who = doing.turn, doing.who
    target = _target(doing, order.who)
    if target is None:
        return False
    if turn.expected and target.province not in turn.world.provinces:
        return True
    together = turn.came_from.get(target.id, target.province) == who.province
    distance = 1 if together else GRID.distance(who.province, target.province)
    chance = _chance(doing, target) / max(1, distance)
    if target.kingdom == doing.kingdom.code:
        chance = Fraction(TABLES.number("pursue_own_pct"))
    elif any(veiled(turn.world, one) for one in turn.world.led_by(target.id)):
        chance = Fraction(0)
    thrown = turn.throw(chance, "pursue", who.id)
    if thrown and target.province != who.province and not _follow(doing, target.province):
        return False
    if not turn.expected:
        told = {"target": target.id, "target_name": target.title, **thrown.told()}
        doing.tell("pursued", **told, where=turn.place(who.province))
    return True


@effect(Trail)
def trail(doing: Doing, order: Trail) -> bool:
    """Follow a character unseen, and report what he does in this phase (AK-D3.17-01, AK-D3.17-02)."""
    turn, who = doing.turn, doing.who
    target = _target(doing, order.who)
    if target is None:
        return False
    if turn.expected and target.province not in turn.world.provinces:
        return True
    thrown = turn.throw(_chance(doing, target), "trail", who.id)
    told = {"target": target.id, "target_name": target.title, **thrown.told()}
    if thrown and target.province != who.province and not _follow(doing, target.province, entering=False):
        return False
    if turn.expected:
        return True
    if not thrown:
        doing.tell("lost the trail", **told)
        return True
    doing.tell("trailed", **told, where=turn.place(who.province), **_seen(doing, target))
    if target.kingdom != doing.kingdom.code:
        unseen = turn.throw(unseen_chance(turn.world, who), "escape", who.id)
        doing.tell("trailed unseen", target=target.id, target_name=target.title, **unseen.told())
        if not unseen:
            facts = {
                "who": who.id,
                "name": who.title,
                "of": doing.kingdom.name,
                "target": target.id,
                "target_name": target.title,
            }
            turn.tell_kingdom(target.kingdom, "trailer noticed", place=who.province, where=turn.place(who.province), **facts)
    return True


def _target(doing: Doing, name: str) -> Character | None:
    found = character(doing, name)
    if found is doing.who:
        doing.fail("YOURSELF", f"{found.name} cannot follow himself.", "Name another character.")
    elif found is not None and not found.alive:
        doing.fail("DEAD", f"{found.name} is dead.", "Name somebody who lives.")
    else:
        return found
    return None


def _chance(doing: Doing, target: Character) -> Fraction:
    """The chance of the Spy table, doubled where the target leads an army (AK-4.33-06)."""
    factor = TABLES.number("pursue_leader_factor") if doing.world.led_by(target.id) else 1
    return Fraction(spying(doing.world, doing.who).follow * factor)


def _follow(doing: Doing, goal: int, entering: bool = True) -> bool:
    """Go to where the target is, with armies by a free way (AK-D3.16-03); ``entering``: a random monster may come first."""
    turn, who, armies = doing.turn, doing.who, doing.led
    if _kept_out(doing, (goal,)):
        return False
    steps: tuple[int, ...] = (goal,)
    if armies:
        steps = way(doing.world, armies, doing.kingdom.code, who.province, goal)
        if not steps:
            why = f"No way on which {who.name}'s armies could pass without a battle leads to {turn.place(goal)}."
            return doing.fail("NO WAY", why, "He could go without armies; leave them first:", "LE ALL")
    spent = journey(doing.world, armies, who.province, steps)
    if _hindered(doing, spent) or (entering and not _safe(doing, goal)):
        return False
    _arrive(doing, goal, spent, steps[-2] if len(steps) > 1 else 0)
    return True


def _seen(doing: Doing, target: Character) -> dict[str, Any]:
    """What a trailer sees of his target: action and plan of the phase, armies that no veil hides, items."""
    issued = orders_of(doing.turn, doing.turn.phase).get(target.id)
    own = target.kingdom == doing.kingdom.code
    armies = [one.title for one in doing.world.led_by(target.id) if own or not veiled(doing.world, one)]
    return {
        "action": issued.code if issued else f"{doing.turn.phase} DE",
        "plan": str(getattr(issued.order.order, "tactics", None) or "") if issued else "",
        "armies": armies,
        "items": [TABLES.items[one].name for one in target.items],
    }


# --- Defend -------------------------------------------------------------------------------------------------------------------


@effect(Defend)
def defend(doing: Doing, order: Defend) -> bool:
    """React to invasions from now on until the next other order, of one province or of all within reach (AK-D3.15-01)."""
    place = province(doing, order.province) if order.province else 0
    if place is None:
        return False
    here = doing.who.province
    if place and place != here and not GRID.adjacent(here, place):
        why = f"{doing.turn.place(place)} is {GRID.distance(here, place)} provinces away; he defends where he is or beside it."
        return doing.fail("NOT ADJACENT", why, f"Within reach are {', '.join(map(str, (here, *GRID.neighbours(here))))}.", "DE")
    doing.turn.defending[doing.who.id] = Defence(place)
    return True


def react(turn: Turn) -> None:
    """Leaders on Defend go with their armies to an invaded province beside theirs, in the order of the phase, once each
    (AK-D3.15-02, AK-P3.15-01 to 03)."""
    for number in turn.initiative:
        who, defence = turn.world.characters[number], turn.defending.get(number)
        armies = turn.world.led_by(number)
        if defence is None or who.status != "serving" or not armies or _invaded(turn, who, who.province):
            continue
        for place in sorted(GRID.neighbours(who.province)):
            if defence.only in (0, place) and _invaded(turn, who, place) and _reacts(turn, who, armies, place):
                break


def _invaded(turn: Turn, who: Character, place: int) -> bool:
    """Whether armies led by enemies of its owner, and of no ally of his King, stand in a province of his King or of an ally."""
    world = turn.world
    owner = world.provinces[place].owner
    if not owner or world.relation(who.kingdom, owner) != "Allied":
        return False
    invaders = (one for one in turn.enemies(owner, place) if one.leader)
    return any(world.relation(who.kingdom, one.owner) != "Allied" for one in invaders)


def _reacts(turn: Turn, who: Character, armies: Sequence[Army], place: int) -> bool:
    spent = journey(turn.world, armies, who.province, (place,))
    if isinstance(spent, Hindrance):
        return False
    start, owner = who.province, turn.world.provinces[place].owner
    travel(turn, who, place, spent)
    seats = {turn.seat(who.kingdom), turn.seat(owner)}
    facts = {
        "who": who.id,
        "name": who.title,
        "place": place,
        "where": turn.place(place),
        "start": start,
        "left": turn.place(start),
    }
    turn.tell("reacted", seats, **facts, armies=len(armies))
    return True
