"""What kingdoms, brigades and artifacts change in the rules: rows of one small vocabulary, asked at one place each.

A rule never names an artifact or a kingdom. It asks for an effect and its target ("chance_points", "success.940"), and the rows
of all that is concerned are added up: first ``=n``, then ``+n`` and ``-n``, then factors ``xf``. Beside them stand chances as
words, where artifacts are, who may have them, how they change hands, and what becomes of those in the wild (AC-06-103..109,
AC-21-64, rulings 28, 50, 60 and 84).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from postern.game.kit.report.hints import Odds
from postern.rulesets.alamaze.tables import Edition, EffectRow
from postern.rulesets.alamaze.turn import Turn
from postern.rulesets.alamaze.world.records import Center, Figure, Group, Holder, Kingdom, Place, Sighting, World, places


@dataclass(frozen=True)
class Asked:
    """Who is concerned where a rule asks: a kingdom, and as far as they take part its group, its figure, and a center.
    ``against`` says who is on the other side, as conditions name it: a rank, a kingdom's code."""

    world: World
    kingdom: str
    group: Group | None = None
    figure: Figure | None = None
    center: Center | None = None
    against: tuple[str, ...] = ()


CONDITIONS: Mapping[str, Callable[[Asked], bool]] = {
    "": lambda asked: True,
    "against a Demon Prince": lambda asked: "Demon Prince" in asked.against,
    "not against a Demon Prince": lambda asked: "Demon Prince" not in asked.against,
    "against a Consul": lambda asked: "Consul" in asked.against,
    "not against a Consul": lambda asked: "Consul" not in asked.against,
    "against a ruler": lambda asked: bool({"King", "Queen", "Regent"} & set(asked.against)),
    "not against a ruler": lambda asked: not {"King", "Queen", "Regent"} & set(asked.against),
    "patrol": lambda asked: asked.group is not None and not asked.group.brigades,
    "at most 5 brigades": lambda asked: asked.group is not None and asked.group.size <= 5,
    "held by the ruler": lambda asked: (
        asked.figure is not None and asked.world.kingdoms[asked.kingdom].ruler == asked.figure.code
    ),
}
"""When a row holds, by its phrase in the table."""


def rows(asked: Asked, effect: str, target: str) -> Iterator[EffectRow]:
    """The rows that hold now. Raises KeyError for a condition that is not known."""
    for row in asked.world.tables.effects.get((effect, target), ()):
        if row.source in _sources(asked, row.source_kind) and CONDITIONS[row.condition](asked):
            yield row


def _sources(asked: Asked, kind: str) -> list[str]:
    """What is concerned, of a kind of source; an artifact once for each that is there."""
    if kind == "kingdom":
        return [asked.kingdom]
    if kind == "brigade":
        return list(asked.group.brigades) if asked.group else []
    if kind == "artifact":
        return [key for holder in (asked.group, asked.figure, asked.center) if holder for key in holder.artifacts]
    raise ValueError(f"a row of effects has the source kind {kind!r}")


def amount(asked: Asked, effect: str, target: str, base: float = 0) -> float:
    """A number after all rows that change it."""
    found = [row.amount for row in rows(asked, effect, target)]
    set_to = [float(one[1:]) for one in found if one.startswith("=")]
    value = max(set_to) if set_to else base
    value += sum(float(one) for one in found if one[0] in "+-")
    for one in found:
        if one.startswith("x"):
            value *= float(one[1:])
    return value


def holds(asked: Asked, effect: str, target: str) -> bool:
    """True when some row allows it, or switches it on."""
    return any(row.amount in ("allow", "on") for row in rows(asked, effect, target))


def chance(asked: Asked, roll: str, base: float, low: float = 0, high: float = 100) -> float:
    """A chance in percent after the rows for this roll, within its bounds."""
    value = amount(asked, "chance_factor", roll, amount(asked, "chance_points", roll, base))
    return min(max(value, low), high)


def happens(turn: Turn, percent: float, *name: object) -> bool:
    """Throws the dice: true with this chance in percent, to a hundredth of it. The names are those of the stream. On an
    imagined world only what is certain happens."""
    if turn.expected:
        return percent >= 100
    return turn.stream(*name).odds(round(percent * 100), 10_000) if percent > 0 else False


Outlook: TypeAlias = Odds


def outlook(percent: float) -> Outlook:
    """The word for a chance in percent."""
    return "certain" if percent >= 100 else "likely" if percent > 50 else "doubtful" if percent > 0 else "hopeless"


def artifact_key(tables: Edition, said: str) -> str:
    """The key of an artifact by its key or its short number; "" for one that does not exist."""
    return said if said in tables.artifacts else tables.artifact_numbers.get(said, "")


def place_of(world: World, key: str) -> Place | None:
    """Where an artifact is; None for one that is nowhere any more."""
    return next((place for one, place in places(world) if one == key), None)


def suits(tables: Edition, key: str, kingdom: str) -> bool:
    """False for a good artifact in the hands of an evil kingdom, and the reverse (AC-21-64, ruling 28)."""
    return {tables.artifacts[key].alignment, tables.kingdoms[kingdom].alignment} != {"good", "evil"}


def give_artifact(turn: Turn, key: str, kingdom: str, holder: Holder) -> bool:
    """A group, figure or center of a kingdom has the artifact from now on, wherever it was before. Where alignment forbids
    that, it lies in the wild, and False is given."""
    take_away(turn.world, key)
    if not suits(turn.tables, key, kingdom):
        drop_artifact(turn, key)
        return False
    holder.artifacts.append(key)
    return True


def take_away(world: World, key: str) -> None:
    """Takes an artifact from where it is; a sighting that hid it is gone."""
    place = place_of(world, key)
    if place is None:
        return
    if place.holder is not None:
        place.holder.artifacts.remove(key)
    elif place.site:
        del world.sightings[place.site]
    else:
        del world.lost_artifacts[key]


def drop_artifact(turn: Turn, key: str, area: str = "") -> str:
    """An artifact lies in the wild, in this area or in one by lot; gives the area (rulings 28 and 73)."""
    take_away(turn.world, key)
    where = area or turn.stream("wild", key).choice(wild_areas(turn.world))
    turn.world.lost_artifacts[key] = where
    return where


def wild_areas(world: World) -> list[str]:
    """Areas of land without a center, a sighting, or an artifact that lies there."""
    taken = {*world.centers, *(one.area for one in world.sightings.values()), *world.lost_artifacts.values()}
    return [area for area, one in world.tables.areas.items() if one.terrain != "Sea" and area not in taken]


def guard_the_lost(turn: Turn) -> None:
    """Artifacts in the wild are hidden again by their guardians: where they lie, or in a wild area by lot where a center, water
    or another sighting is."""
    world = turn.world
    for key, area in sorted(world.lost_artifacts.items()):
        del world.lost_artifacts[key]
        free = wild_areas(world)
        place = area if area in free else turn.stream("hidden", key).choice(free)
        site = turn.tables.sites[key]
        world.sightings[site] = Sighting(site, place, key)


def stores(world: World, code: str) -> Iterator[list[str]]:
    """Wherever a kingdom has artifacts: with groups, with figures that are free, and in its centers."""
    yield from (one.artifacts for one in world.groups_of(code))
    yield from (one.artifacts for one in world.kingdoms[code].figures.values() if not one.held_by)
    yield from (one.artifacts for one in world.centers_of(code))


def take(world: World, code: str, key: str, away: bool = True) -> bool:
    """Takes an artifact from a kingdom; False when it does not have it. ``away``: it is no longer there."""
    store = next((one for one in stores(world, code) if key in one), None)
    if store is not None and away:
        store.remove(key)
    return store is not None


def bring(world: World, kingdom: Kingdom, key: str, wanted: str) -> str:
    """Brings an artifact to an own active group or center; to the capital where that is not possible, and to the 1st group of a
    kingdom without centers. Gives where it is; "" of a kingdom of which nothing is known."""
    group, center = world.groups.get(wanted), world.centers.get(wanted)
    if group is not None and group.kingdom == kingdom.code and group.area:
        group.artifacts.append(key)
        return wanted
    if center is None or center.owner != kingdom.code:
        center = world.centers.get(kingdom.capital)
    if center is None or center.owner != kingdom.code:
        first = next(iter(world.groups_of(kingdom.code)), None)
        if first is not None:
            first.artifacts.append(key)
        return first.id if first is not None else ""
    center.artifacts.append(key)
    return center.area
