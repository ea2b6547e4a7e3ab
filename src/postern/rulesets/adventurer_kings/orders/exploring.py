"""The orders of adventurers: Explore, Search, Encounter and Spy."""

from __future__ import annotations

from postern.game.kit.report.telling import listed
from postern.rulesets.adventurer_kings.orders import finding, types
from postern.rulesets.adventurer_kings.orders.acting import effect
from postern.rulesets.adventurer_kings.rules import exploring, memory
from postern.rulesets.adventurer_kings.rules.abilities.levels import power
from postern.rulesets.adventurer_kings.rules.abilities.spying import (
    escape_chance,
    report,
    spying,
    steal_inventions,
    unseen_chance,
)
from postern.rulesets.adventurer_kings.rules.encounters.course import run
from postern.rulesets.adventurer_kings.rules.encounters.fighters import (
    Encounter,
    of_character,
    of_monster,
    own_plan,
)
from postern.rulesets.adventurer_kings.rules.plans import Plan
from postern.rulesets.adventurer_kings.tables import GRID, TABLES
from postern.rulesets.adventurer_kings.turn import Doing
from postern.rulesets.adventurer_kings.world import Feature

_SEEN_INSIDE = ("scouted", "stolen")
"""Ends of a search that show what a guardian has; whoever only fought it does not know (AK-D1.4-04)."""


@effect(types.Explore)
def explore(doing: Doing, order: types.Explore) -> bool:
    """Explore the province where he stands (AK-D3.2-01): what lies there goes to the first who does (AK-DM-44); at 100%
    destroyed armies are reported (AK-P3.2-01)."""
    who, place, here = doing.who, doing.who.province, doing.here
    exploring.explore_here(doing.turn, who)
    if here.lying:
        doing.tell("picked up", items=list(here.lying), things=[TABLES.items[one].name for one in here.lying])
        who.items += here.lying
        here.lying = []
    if doing.kingdom.exploration.get(place, 0) >= 100:
        found = [{"type": one.type, "race": one.race, "owner": one.owner} for one in here.remains]
        words = []
        for one in here.remains:
            kind = TABLES.armies[one.type]
            of = f" of {doing.world.kingdoms[one.owner].name}" if one.owner else ""
            words.append(f"{'' if kind.race else one.race + ' '}{kind.name}{of}")
        doing.tell("remains", armies=found, listed=words)
    return True


@effect(types.Search)
def search(doing: Doing, order: types.Search) -> bool:
    """Go to a feature of the province and meet its guardian with a plan, or take what is there (AK-D3.3-01 to 04, AK-P3.3-01,
    AK-P3.3-02)."""
    who, turn, code = doing.who, doing.turn, doing.kingdom.code
    place, _, number = order.feature.partition(".")
    if int(place) != who.province:
        here = [f"{who.province}.{at}" for at, one in enumerate(doing.here.features, 1) if code in one.found_by]
        known = f"You know {listed(here)} there." if here else "You know no feature there; EX may find one."
        why = f"{who.name} is in {turn.place(who.province)}, and {order.feature} lies in another province."
        return doing.fail("ELSEWHERE", why, known, f"SE {here[0]}" if here else "EX")
    if turn.expected:
        return True
    if not 1 <= int(number) <= len(doing.here.features):
        return doing.fail("NOTHING", f"{who.name} looked for {order.feature}: nothing is there.", "EX may find a feature.")
    feature = doing.here.features[int(number) - 1]
    if code not in feature.found_by:
        exploring.discover(turn, who, who.province, int(number))
    guardian = feature.guardian
    if guardian is None or guardian.fled == doing.world.turn:
        _look_round(doing, feature, order.feature, int(number))
        return True
    stream = turn.dice("encounter", who.id, order.feature)
    plan = order.tactics or Plan()
    hero = of_character(turn, who, plan.tactics, stream)
    hero.starts = True
    beast = of_monster(guardian.kind, guardian.hit_points, guardian.full, guardian)
    meeting = run(Encounter(turn, "search", who.province, (hero, beast), stream, feature, order.feature))
    if meeting.outcome in _SEEN_INSIDE or "wants" in meeting.learnt or feature.guardian is None:
        memory.see_inside(doing.world, code, who.province, int(number))
    return True


def _look_round(doing: Doing, feature: Feature, label: str, number: int) -> None:
    """A feature without guardian gives its remaining treasure, or shows the Heroes for hire (AK-D3.3-02); a guardian that fled
    this year has it with itself (AK-D5.0-11)."""
    who, turn = doing.who, doing.turn
    here = [one for one in doing.world.characters_in(who.province) if one.inn == number and one.status == "free"]
    heroes, names = [one.id for one in here], [f"{one.name} ({one.id})" for one in here]
    gold, items = (feature.gold, list(feature.items)) if feature.guardian is None else (0, [])
    if gold or items:
        who.items += items
        turn.earn(doing.kingdom, gold, "treasure", who=who.name, place=who.province, feature=label)
        feature.gold, feature.items = 0, []
    memory.see_inside(doing.world, doing.kingdom.code, who.province, number)
    things = [TABLES.items[one].name for one in items]
    facts = {"feature": label, "lair": feature.kind, "fled": feature.guardian is not None, "gold": gold, "items": items}
    doing.tell("searched", (), **facts, things=things, heroes=heroes, names=names)


@effect(types.Meet)
def meet(doing: Doing, order: types.Meet) -> bool:
    """Start an encounter with a character in the province (AK-D3.12-01, AK-D3.12-02); a leader of armies of another kingdom is
    reached unnoticed alone."""
    who, turn, world = doing.who, doing.turn, doing.world
    other = finding.character_here(doing, order.who)
    if other is None:
        return False
    if other is who:
        return doing.fail("HIMSELF", f"{who.name} cannot meet himself.", "Name another character in the province.")
    friendly = world.relation(who.kingdom, other.kingdom) == "Allied"
    plan = order.tactics or Plan()
    if friendly and not any(one.code in ("GI", "TA") for one in plan.tactics):
        why = f"{other.name} is a friend: with friends only GI and TA are carried out, and the plan has neither."
        return doing.fail("FRIEND", why, "Write a gift or a talk.", f"EN {other.id} : TA")
    if turn.expected:
        return True
    if world.led_by(other.id) and other.kingdom != who.kingdom:
        passed = turn.throw(escape_chance(world, who), "reach", who.id, other.id)
        if not passed:
            doing.tell("kept away", foe=other.title, other=other.id, **passed.told())
            return True
    stream = turn.dice("encounter", who.id, other.id)
    sides = of_character(turn, who, plan.tactics, stream), of_character(turn, other, own_plan(other), stream)
    sides[0].starts = True
    run(Encounter(turn, "meeting", who.province, sides, stream, friendly=friendly))
    return True


@effect(types.Spy)
def spy(doing: Doing, order: types.Spy) -> bool:
    """Report on the own or an adjacent province; whoever does not escape notice is named to its owner (AK-D3.14-01 to 04)."""
    turn, who = doing.turn, doing.who
    place = finding.province(doing, order.province) if order.province else who.province
    if place is None:
        return False
    reach = TABLES.number("spy_reach_power" if power(who, "far_spying") else "spy_reach")
    distance = GRID.distance(who.province, place)
    if distance > reach:
        near = ", ".join(map(str, GRID.neighbours(who.province)))
        far = f"; with Spy skill 5 it is {TABLES.number('spy_reach_power')}" if reach == TABLES.number("spy_reach") else ""
        why = f"{turn.place(place)} is {distance} provinces away, and {who.name} spies at most {reach} away{far}."
        return doing.fail("TOO FAR", why, f"Spy here or on {near}.", "SP")
    if turn.expected:
        return True
    doing.tell("spied", **report(turn, who, place, spying(turn.world, who).error))
    owner = turn.world.provinces[place].owner
    if owner and owner != doing.kingdom.code:
        unseen = turn.throw(unseen_chance(turn.world, who), "escape", who.id)
        doing.tell("escaped notice", target=place, where=turn.place(place), **unseen.told())
        if not unseen:
            facts = {"who": who.id, "name": who.title, "place": who.province, "of": doing.kingdom.name}
            turn.tell_kingdom(owner, "spy noticed", target=place, where=turn.place(place), **facts)
        steal_inventions(turn, who, place)
    return True
