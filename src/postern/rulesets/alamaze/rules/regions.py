"""Influence: of rulers, in regions, on the High Council.

- The influence of rulers: within its bounds, with the echo at the natural enemy (AC-09, ruling 39).
- Regions: a kingdom's share of their people, its word, who controls them, and how they react (AC-05, rulings 38 and 40).
- Who sits on the High Council, and what joining and leaving it does (AC-11-01, AC-11-18..27, ruling 56).
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Literal, TypeAlias

from postern.rulesets.alamaze.tables import Edition
from postern.rulesets.alamaze.turn import Turn
from postern.rulesets.alamaze.world.records import Center, Kingdom, World


def change_influence(turn: Turn, kingdom: Kingdom, amount: float, why: str) -> float:
    """Changes a ruler's influence by so many points, for a reason ("region", "council", "order 480", ...), and its natural
    enemy's by a share of it, the other way. Gives by how much it changed (AC-09-01, AC-09-13)."""
    changed = _change(turn, kingdom, amount, why)
    enemy = natural_enemy(turn.world, kingdom)
    if changed and enemy is not None and turn.tables.has("enemy_echo"):
        _change(turn, enemy, changed * turn.tables.value("influence.enemy_echo"), "natural enemy")
    return changed


def _change(turn: Turn, kingdom: Kingdom, amount: float, why: str) -> float:
    tables = turn.tables
    if turn.world.own not in ("", kingdom.code):
        return 0.0  # imagined: how others stand is not known
    before = kingdom.influence
    wanted = round(before + amount, 2)
    kingdom.influence = min(max(wanted, tables.value("influence.minimum")), tables.value("influence.maximum"))
    changed = round(kingdom.influence - before, 2)
    if changed:
        turn.tell_kingdoms("influence", (kingdom.code,), why=why, hundredths=round(changed * 100))
    return changed


def natural_enemy(world: World, kingdom: Kingdom) -> Kingdom | None:
    """The natural enemy of a kingdom, if it plays (AC-02)."""
    code = world.tables.kingdoms[kingdom.code].natural_enemy
    found = world.kingdoms.get(code)
    return found if found is not None and found.active else None


def order_limit(world: World, kingdom: Kingdom) -> int:
    """How many orders a letter may have (AC-09-03, ruling 5)."""
    return int(kingdom.influence) + world.tables.whole("orders.over_influence")


def standing_limit(world: World, kingdom: Kingdom) -> int:
    """How many standing orders a kingdom may have (AC-27-03..05)."""
    tables = world.tables
    return tables.whole("standing.base") + tables.whole("standing.per_region") * len(kingdom.controlled)


WORDS = ("control", "substantial", "significant", "minor", "unestablished")


def centers_in(world: World, region: int) -> list[Center]:
    """The population centers of a region, by area."""
    return [one for area, one in sorted(world.centers.items()) if world.region_of(area) == region and not one.destroyed]


def share(world: World, code: str, region: int) -> Fraction:
    """The exact part of a region's census that lives in centers of a kingdom (ruling 40)."""
    centers = centers_in(world, region)
    people = sum(one.census for one in centers)
    return Fraction(sum(one.census for one in centers if one.owner == code), people) if people else Fraction(0)


def influence_word(world: World, code: str, region: int) -> str:
    """A kingdom's influence in a region in a word, of ``WORDS`` (AC-05-13..16)."""
    return share_word(world.tables, share(world, code, region))


def words_by_region(world: World, code: str) -> dict[int, str]:
    """The same for all regions, which is faster than one by one."""
    people, own = Counter[int](), Counter[int]()
    for center in world.centers.values():
        if not center.destroyed:
            region = world.region_of(center.area)
            people[region] += center.census
            own[region] += center.census if center.owner == code else 0
    tables = world.tables
    return {one: share_word(tables, Fraction(own[one], people[one]) if people[one] else Fraction(0)) for one in tables.regions}


def share_word(tables: Edition, part: Fraction) -> str:
    """The word for a part of a region's people (AC-05-13..16, ruling 40)."""
    for row in tables.influence_words:
        if row.above_share is not None and part > Fraction(str(row.above_share)):
            return row.word
        if row.at_least_share is not None and part >= Fraction(str(row.at_least_share)):
            return row.word
    return WORDS[-1]


def controller(world: World, region: int) -> str:
    """The kingdom that controls a region as last counted, "" for none (ruling 41)."""
    return next((code for code, one in sorted(world.kingdoms.items()) if region in one.controlled), "")


def declared(world: World, code: str, other: str) -> str:
    """What a kingdom declared another: "A" ally, "E" enemy, "N" neither. Natural enemies are enemies (ruling 38), members of a
    team allies (ruling 77)."""
    if same_team(world, code, other):
        return "A"
    enemy = natural_enemy(world, world.kingdoms[code]) if code in world.kingdoms else None
    if enemy is not None and enemy.code == other:
        return "E"
    return world.kingdoms[code].declared.get(other, "N") if code in world.kingdoms else "N"


def same_team(world: World, code: str, other: str) -> bool:
    """True for two kingdoms of one team."""
    one, two = world.kingdoms.get(code), world.kingdoms.get(other)
    return one is not None and two is not None and code != other and one.team == two.team != 0


def allied(world: World, code: str, other: str) -> bool:
    """True for the kingdom itself and for one that it declared its ally."""
    return code == other or declared(world, code, other) == "A"


def reaction(world: World, kingdom: Kingdom, region: int) -> str:
    """How a region reacts to a kingdom now: one step better where the controller declared it an ally, one worse where the
    controller declared it an enemy (AC-05-11, ruling 38)."""
    steps = list(world.tables.reactions)
    place = steps.index(kingdom.reactions[region])
    ruler = controller(world, region)
    if ruler and ruler != kingdom.code:
        place += {"A": -1, "E": 1, "N": 0}[declared(world, ruler, kingdom.code)]
    last = len(steps) - 1 if world.tables.has("hostile_2") else len(steps) - 2
    return steps[min(max(place, 0), last)]


def change_reaction(turn: Turn, kingdom: Kingdom, region: int, steps: int, why: str) -> int:
    """Makes a region's reaction to a kingdom better by so many steps (below 0: worse), between Friendly and Hostile. Gives by
    how many it changed."""
    names = [one for one in turn.tables.reactions if one != "Hostile-2"]
    before = names.index(kingdom.reactions[region])
    after = min(max(before - steps, 0), len(names) - 1)
    kingdom.reactions[region] = names[after]
    if before != after:
        data = {"region": region, "before": names[before], "after": names[after], "why": why}
        turn.tell_kingdoms("reaction", (kingdom.code,), **data)
    return before - after


Why: TypeAlias = Literal["vote", "skeleton", "magic", "sale", "gone"]
"""Why a king leaves the Council. After a sale he may bid again at once; "gone" is one who plays no longer."""


def vacant(world: World) -> int:
    """How many chairs are empty."""
    return world.tables.whole("council.seats") - len(world.council.members)


def offered(world: World) -> int:
    """How many chairs go to the highest bidders of a turn: all that are empty, but one at most before all five have been
    filled once (ruling 56)."""
    return vacant(world) if world.council.complete else min(vacant(world), world.tables.whole("council.chairs_at_first"))


def barred(world: World, code: str) -> bool:
    """True in the turn after a king was removed: he may not bid (AC-11-20, AC-11-23)."""
    removed = world.council.removed.get(code)
    return removed is not None and world.turn <= removed + world.tables.whole("council.barred")


def join(turn: Turn, kingdom: Kingdom) -> None:
    """A king takes a chair; it raises his influence (AC-11-26)."""
    council = turn.world.council
    council.members.append(kingdom.code)
    council.first = council.first or turn.world.turn
    council.complete = council.complete or not vacant(turn.world)
    change_influence(turn, kingdom, turn.tables.value("council.joined"), "council")
    turn.tell_all("council-joined", kingdom=kingdom.code)


def leave(turn: Turn, kingdom: Kingdom, why: Why) -> None:
    """A king loses his chair, and influence (AC-09-11, AC-11-27); of one who plays no longer nothing but the chair
    (ruling 172)."""
    council = turn.world.council
    council.members.remove(kingdom.code)
    if why == "gone":
        return
    if why != "sale":
        council.removed[kingdom.code] = turn.world.turn
    change_influence(turn, kingdom, turn.tables.value("council.left"), "council")
    turn.tell_all("council-left", kingdom=kingdom.code, why=why)


def tell_vacancies(turn: Turn) -> None:
    """All kings are told of empty chairs, and for how many they can bid (AC-11-18)."""
    if chairs := vacant(turn.world):
        turn.tell_all("chairs-vacant", chairs=chairs, offered=offered(turn.world))
