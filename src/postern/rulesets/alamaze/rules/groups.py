"""Groups: what they are worth, how they end, and how they get from area to area.

- What a group is worth: its size word, its values in battle and against population centers (AC-06, ruling 18).
- How a group ends: whatever empties it, it is inactive at once, and its artifacts go somewhere (AC-06-32..34, AC-21-64).
  All that takes brigades, leaders or wizards out of a group calls one of these functions (ruling 28).
- How groups get from area to area: what each area costs, how far the points reach, and where a way ends (AC-18, ruling 20).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from postern.rulesets.alamaze.rules.effects import Asked, amount, drop_artifact, give_artifact, holds, rows
from postern.rulesets.alamaze.tables import BrigadeType, Edition
from postern.rulesets.alamaze.turn import Activity, Doing, Turn
from postern.rulesets.alamaze.world.records import Group, Holder, World


def size_word(tables: Edition, brigades: int) -> str:
    """Patrol, Brigade, Division, Army or Army Group (AC-06-19..30)."""
    return next(
        one.word
        for one in tables.size_words
        if brigades >= one.brigades_low and (one.brigades_high is None or brigades <= one.brigades_high)
    )


def leaders_bonus(tables: Edition, group: Group) -> float:
    """What leaders add, as a part of 1: the bonuses of all are added (AC-06-80..82)."""
    return sum(tables.leader_ranks[one.title].bonus_percent for one in group.leaders) / 100


def condition(group: Group) -> float:
    """What morale and attrition leave of a group's value, as a part of 1."""
    return group.morale / 100 * (1 - group.attrition / 100)


def value_vs_center(world: World, group: Group) -> int:
    """The value of a group against population centers, as its report shows it (ruling 18)."""
    full = sum(number * world.tables.brigades[code].value_vs_pc for code, number in group.brigades.items())
    bonus = 1 + leaders_bonus(world.tables, group) + artifacts_bonus(world, group)
    return int(full * condition(group) * bonus)


def value_in(world: World, group: Group, terrain: str) -> int:
    """The value of a group against others in a terrain, as its report shows it (ruling 18)."""
    tables = world.tables
    full = sum(number * terrain_value(tables, tables.brigades[code], terrain) for code, number in group.brigades.items())
    bonus = 1 + leaders_bonus(tables, group) + artifacts_bonus(world, group)
    return int(full * terrain_factor(world, group.kingdom, terrain) * condition(group) * bonus)


def terrain_value(tables: Edition, brigade: BrigadeType, terrain: str) -> float:
    """Infantry, cavalry and archers of a brigade with what the terrain leaves of each (AC-06-57..66). At sea ships fight, and
    arms count in full."""
    arms = tables.arms[terrain]
    if arms.infantry_percent is None or arms.cavalry_percent is None or arms.archers_percent is None:
        return brigade.infantry_value + brigade.cavalry_value + brigade.archer_value
    return (
        brigade.infantry_value * arms.infantry_percent
        + brigade.cavalry_value * arms.cavalry_percent
        + brigade.archer_value * arms.archers_percent
    ) / 100


def terrain_factor(world: World, code: str, terrain: str) -> float:
    """What being at home in a terrain adds or takes, as a factor (ruling 20)."""
    tables = world.tables
    return 1 + tables.abilities[tables.kingdoms[code].ability(terrain)].combat_pct / 100


def artifacts_bonus(world: World, group: Group) -> float:
    """What weapons among its artifacts add, as a part of 1 (ruling 50)."""
    return sum(world.tables.artifacts[one].combat_percent for one in group.artifacts) / 100


def first_group(world: World, group: Group) -> float:
    """The factor of a kingdom's 1st group in battle (ruling 23); the values that reports show are without it."""
    return world.tables.value("first_group.factor") if group.number == 1 else 1.0


def change_morale(world: World, group: Group, points: float, highest: float | None = None) -> None:
    """Changes a group's morale within its bounds (ruling 22); ``highest`` is a lower bound above which it does not rise."""
    tables = world.tables
    top = tables.value("morale.maximum") if highest is None else max(highest, group.morale)
    group.morale = min(max(group.morale + points, tables.value("morale.minimum")), top)


def group_name(world: World, group: Group) -> str:
    """The name of a group by its number: ``1st Westmen`` (AC-06-04)."""
    ending = {1: "st", 2: "nd", 3: "rd"}.get(group.number, "th")
    return f"{group.number}{ending} {world.tables.kingdoms[group.kingdom].name}"


def is_empty(group: Group) -> bool:
    """True for a group without troops, leaders and wizards."""
    return not (group.brigades or group.leaders or group.wizards)


def end_if_empty(turn: Turn, group: Group, heir: Group | None = None) -> bool:
    """Make a group inactive that has nothing left (AC-06-34), and return True when it is inactive. Its artifacts go to the
    heir, a group of the same kingdom, or lie lost where it ended."""
    if group.area and is_empty(group):
        area = group.area
        _end(turn, group, group.kingdom if heir else "", heir)
        turn.tell_kingdoms("group-inactive", (group.kingdom,), group=group.id, area=area)
    return not group.area


def end_beaten(turn: Turn, group: Group, victor: Group | None, owner: str = "") -> list[tuple[str, str]]:
    """Make a group inactive that an opponent has emptied: its artifacts pass to the victor, or without one to the capital of
    ``owner``; where alignment forbids it, or nobody is left, they lie in the wild (AC-21-64). Return each artifact with who has
    it now, "" for nobody. Nothing happens to a group of which something is left."""
    if not group.area or not is_empty(group):
        return []
    if victor is not None and is_empty(victor):
        victor = None
    taker = victor.kingdom if victor else owner
    capital = turn.world.centers.get(turn.world.kingdoms[taker].capital) if taker else None
    return _end(turn, group, taker, victor or capital)


def end_and_tell(turn: Turn, group: Group, victor: Group | None, owner: str = "") -> None:
    """Do the same where no account of a battle says it: the group's king and whoever takes its artifacts are told."""
    if not group.area or not is_empty(group):
        return
    area = group.area
    taken = end_beaten(turn, group, victor, owner)
    turn.tell_kingdoms("group-inactive", (group.kingdom,), group=group.id, area=area)
    for key, taker in taken:
        data = {"artifact": turn.tables.artifacts[key].name, "group": group.id, "area": area, "taker": taker}
        turn.tell_kingdoms("artifact-of-ended", sorted({group.kingdom, taker} - {""}), **data)


def _end(turn: Turn, group: Group, taker: str, holder: Holder | None) -> list[tuple[str, str]]:
    taken: list[tuple[str, str]] = []
    for key in list(group.artifacts):
        if holder is None:
            drop_artifact(turn, key, "" if taker else group.area)
        kept = holder is not None and give_artifact(turn, key, taker, holder)
        taken.append((key, taker if kept else ""))
    group.area, group.hidden, group.siege, group.ambush = "", "", None, False
    group.morale, group.attrition, group.unfed = turn.tables.value("morale.start"), 0, 0
    return taken


Blocked = Callable[[str], str]
"""Why an area cannot be entered, "" where it can."""


@dataclass
class Marches:
    """What movement remembers during a turn."""

    ordered: dict[str, int] = field(default_factory=dict)
    """By group the number of its one movement order (AC-18-06)."""
    starts: dict[str, str] = field(default_factory=dict)
    """Where each group stood before all movement."""
    tracks: set[str] = field(default_factory=set)
    """Groups that left a track over land, which others can follow."""
    uncertain: set[str] = field(default_factory=set)
    """Groups whose place cannot be foreseen before the turn, because they follow or intercept others."""
    storms: dict[str, int] = field(default_factory=dict)
    """Areas under a storm, with the power of its caster."""


@dataclass(frozen=True)
class Way:
    """A way as far as it can be gone: the areas entered, the points spent, and why it ends before its goal, if it does."""

    areas: tuple[str, ...]
    points: float
    why: str = ""


def flies(world: World, group: Group) -> bool:
    """True for a group all of whose brigades fly, for a patrol of a kingdom that flies, and for the holder of a flying
    artifact that carries it. Over water it needs no ships."""
    asked = Asked(world, group.kingdom, group=group)
    winged = {row.source for row in rows(asked, "fly", "brigade")}
    natural = set(group.brigades) <= winged if group.brigades else holds(asked, "fly", "patrol")
    return natural or holds(asked, "order_access", "727")


def water(world: World, area: str) -> bool:
    """True for an area of a sea, islands too (AC-03-05)."""
    return bool(world.tables.areas[area].sea)


def to_enter(world: World, group: Group, area: str) -> float:
    """The points that a group needs to enter an area, by its terrain and its kingdom's chart (AC-18-03)."""
    tables = world.tables
    terrain = tables.areas[area].terrain
    row = tables.movement_costs[tables.kingdoms[group.kingdom].ability(terrain)]
    if row.walks_as and not flies(world, group):
        row = tables.movement_costs[row.walks_as]
    return row.to_enter(terrain)


def points_of(world: World, group: Group) -> float:
    """The points of a normal move (AC-18-02)."""
    target = "group" if group.brigades else "patrol"
    return amount(Asked(world, group.kingdom, group=group), "move_points", target, world.tables.value("move.points"))


def reach_of(world: World, group: Group) -> float:
    """The most points that it can spend, by a force march where its morale allows one (AC-18-11..15)."""
    tables = world.tables
    forced = group.morale >= tables.value("move.force_march_needs")
    return max(points_of(world, group), tables.value("move.force_march_points") if forced else 0)


def find_way(world: World, group: Group, path: Sequence[str], reach: float, blocked: Blocked, to_center: bool = False) -> Way:
    """As much of a path as can be gone with so many points. ``to_center``: to the first area with a center (AC-18-17)."""
    spent = 0.0
    for place, area in enumerate(path):
        if why := blocked(area):
            return Way(tuple(path[:place]), spent, why)
        cost = to_enter(world, group, area)
        if spent + cost > reach:
            why = f"{area} would need {spent + cost:g} points, and {group.id} has {reach:g}{_tired(world, group)}"
            return Way(tuple(path[:place]), spent, why)
        spent += cost
        center = world.centers.get(area)
        if to_center and center is not None and not center.destroyed:
            return Way(tuple(path[: place + 1]), spent)
    return Way(tuple(path), spent)


def _tired(world: World, group: Group) -> str:
    least = world.tables.value("move.force_march_needs")
    return "" if group.morale >= least else f" (a force march needs a morale of {least:g})"


def may_move(doing: Doing, group: Group) -> bool:
    """False after a failure if the group has had its one movement order (AC-18-06)."""
    before = doing.turn.state(Marches).ordered.get(group.id)
    if before is None:
        return True
    return doing.fail(f"{group.id} already has {before}; a group has one movement order a turn.")


def proper_path(doing: Doing, group: Group, most: int) -> bool:
    """False after a failure if the path of the order does not lead from area to adjacent area (AC-18-07, AC-18-09)."""
    path, grid = doing.order.path, doing.tables.grid
    if path and path[0] == group.area:
        rest = " ".join(path[1:])
        paste = doing.issued.code.replace(" ".join(path), rest) if rest else ""
        return doing.fail(f"{group.id} stands in {group.area}; list only the areas entered.", paste=paste)
    if not path:
        return doing.fail("It names no area.", "List the areas entered, each adjacent to the one before.")
    if len(path) > most:
        return doing.fail(f"The way has {len(path)} areas; {most} can be written.", "List fewer areas.")
    for before, area in zip((group.area, *path), path, strict=False):
        if area not in grid:
            return doing.fail(f"There is no area {area} on the map.")
        if not grid.adjacent(before, area):
            around = ", ".join(grid.neighbours(before))
            return doing.fail(f"{area} is not adjacent to {before}.", f"Around {before} lie {around}.")
    return True


def enter(turn: Turn, group: Group, areas: Sequence[str]) -> None:
    """The group goes through these areas and stands in the last, beside its center and never inside (AC-18-10). An ambush ends;
    a siege does at the end of movement."""
    if not areas:
        return
    activity = turn.state(Activity)
    activity.moved.add(group.id)
    activity.passed.setdefault(group.id, []).extend(areas)
    group.area = areas[-1]
    group.ambush = False


def go(doing: Doing, group: Group, way: Way, kind: str, forced: bool = True) -> bool:
    """Carries out a movement order: the group goes its way, pays for a force march (AC-18-13), and the way and its points are
    told. ``kind`` is the event's. A way that ends early is told too."""
    turn, start = doing.turn, group.area
    turn.state(Marches).ordered[group.id] = doing.order.number
    normal = points_of(turn.world, group)
    enter(turn, group, way.areas)
    marched = forced and way.points > normal
    if marched:
        change_morale(turn.world, group, turn.tables.value("move.force_march_morale"))
    told = {"group": group.id, "start": start, "areas": list(way.areas), "points": f"{way.points:g}", "forced": marched}
    doing.tell(kind, **told, goal=group.area)
    if way.why:
        doing.note(f"{group.id} stops in {group.area}: {way.why}.")
    return doing.done(f"{' '.join([start, *way.areas])}, {way.points:g} points{' by force march' if marched else ''}")


def jump(doing: Doing, group: Group, area: str, kind: str) -> bool:
    """Carries out a movement order that passes nothing: through the air or by magic."""
    start = group.area
    doing.turn.state(Marches).ordered[group.id] = doing.order.number
    enter(doing.turn, group, [area])
    doing.tell(kind, group=group.id, start=start, goal=area)
    return doing.done(f"from {start} to {area}")
