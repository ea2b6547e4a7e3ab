"""What of a turn is told when the game is over: battles, centers stormed, sieges, regions won, kings who left."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from postern.game.events import Deed, Event
from postern.rulesets.alamaze.reports.forces import men
from postern.rulesets.alamaze.victory.points import standings
from postern.rulesets.alamaze.world import World

_REGION = 1_000
"""What a region won weighs, in men."""
_WHOLE = 100_000
"""All of a side, in thousandths of a percent."""


def deeds(before: World, after: World, events: Sequence[Event]) -> tuple[Deed, ...]:
    """The deeds of the turn between these worlds, of which ``events`` are all."""
    return (
        *_battles(after, events),
        *_storms(after, events),
        *_sieges(after),
        *_regions(before, after),
        *_falls(before, after),
    )


def side_of(world: World, code: str) -> str:
    """A kingdom by its player, or by its own name where nobody leads it; "the people" for none."""
    kingdom = world.kingdoms.get(code)
    return "the people" if kingdom is None else kingdom.seat or world.tables.kingdoms[code].name


def _battles(world: World, events: Iterable[Event]) -> Iterator[Deed]:
    """Each battle once, from what both kingdoms were told of it."""
    found: dict[tuple[str, frozenset[str]], list[Event]] = {}
    for one in events:
        if one.kind == "battle":
            groups = frozenset((one.data["ours"]["group"], one.data["theirs"]["group"]))
            found.setdefault((one.step, groups), []).append(one)
    for told in found.values():
        data = told[0].data
        best, worst = (side_of(world, data[side]["kingdom"]) for side in ("ours", "theirs"))
        if data["held"] == "theirs":
            best, worst = worst, best
        size = sum(fallen(world, one.data["ours"]) for one in told)
        yield Deed("battle", best, worst, data["area"], size, "" if data["held"] else "undecided")


def _storms(world: World, events: Iterable[Event]) -> Iterator[Deed]:
    for one in events:
        if one.kind == "assault":
            best, worst = side_of(world, one.data["ours"]["kingdom"]), side_of(world, one.data["owner"])
            if not one.data["taken"]:
                best, worst = worst, best
            yield Deed("battle", best, worst, one.data["area"], fallen(world, one.data["ours"]))


def fallen(world: World, side: Mapping[str, Any]) -> int:
    """How many men of a side fell."""
    own, tables = side["own"], world.tables
    there = sum(number * sum(men(tables.brigades[code])) for code, number in own["brigades"].items())
    present = there * (_WHOLE - own["attrition"]) // _WHOLE
    lost = _WHOLE if side["destroyed"] else min(side["lost"] + side["on_retreat"], _WHOLE)
    return int(present * lost // _WHOLE)


def _sieges(world: World) -> Iterator[Deed]:
    for group in world.groups.values():
        if group.siege is not None and (center := world.centers.get(group.siege.area)) is not None and center.owner:
            yield Deed("siege", side_of(world, group.kingdom), side_of(world, center.owner), group.siege.area)


def _regions(before: World, after: World) -> Iterator[Deed]:
    for code, kingdom in after.kingdoms.items():
        for region in kingdom.controlled:
            if region not in before.kingdoms[code].controlled and kingdom.seat:
                yield Deed("feat", kingdom.seat, "", "", _REGION, f"won control of {after.tables.regions[region].name}")


def _falls(before: World, after: World) -> Iterator[Deed]:
    for code, kingdom in after.kingdoms.items():
        if kingdom.seat and before.kingdoms[code].active and not kingdom.active:
            yield Deed("fall", kingdom.seat)


def figures(world: World) -> dict[str, dict[str, int]]:
    """What each player has, for the records."""
    found: dict[str, dict[str, int]] = {}
    for one in standings(world):
        kingdom = world.kingdom_of(one.seat)
        found[one.seat] = {
            "centers": len(world.centers_of(kingdom.code)),
            "regions": len(kingdom.controlled),
            "brigades": sum(group.size for group in world.groups_of(kingdom.code)),
            "gold": kingdom.gold,
        }
    return found
