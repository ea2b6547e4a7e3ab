"""What must always hold of a world, and that nothing in it comes from nothing or goes untold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from postern.game.chance import Chance
from postern.game.events import Event
from postern.rulesets.alamaze.game import CLASSIC
from postern.rulesets.alamaze.world.document import dump, load
from postern.rulesets.alamaze.world.records import PEOPLE, Group, Kingdom, World, places
from tests.kit import playing

_BRIGADE_REWARDS = ("B1", "B2")
_RECRUIT = "560 "
_TRADES = ("200", "201", "202", "203", "204", "205", "206", "215", "411", "412")
"""Orders whose goods stand in the lines of trade."""
_FORMS = ("", "wraith", "lich")
_HIDINGS = ("", "masked", "invisible")


# --- what holds of every world ---------------------------------------------------------------------------------------------


def assert_sound(world: World) -> None:
    """What must hold of every world between two turns."""
    assert dump(load(dump(world))) == dump(world)
    for kingdom in world.kingdoms.values():
        _sound_kingdom(world, kingdom)
    for id, group in world.groups.items():
        assert group.id == id
        _sound_group(world, group)
    for area, center in world.centers.items():
        assert center.area == area
        assert min(center.defense, center.census, center.gold) >= 0, center
        assert not (center.owner and center.destroyed), center
        assert not center.owner or world.kingdoms[center.owner].active, center
    held = Counter(key for key, _ in places(world))
    assert held.keys() <= world.tables.artifacts.keys()
    assert max(held.values(), default=1) == 1, "an artifact is in two places"
    sites = [one.area for one in world.sightings.values()]
    assert len(sites) == len(set(sites))
    _sound_council(world)


def _sound_kingdom(world: World, kingdom: Kingdom) -> None:
    tables = world.tables
    assert min(kingdom.food, kingdom.gold) >= 0, kingdom.code
    assert 8 <= kingdom.influence <= 25, (kingdom.code, kingdom.influence)
    assert round(kingdom.influence, 2) == kingdom.influence
    assert kingdom.reactions.keys() == tables.regions.keys()
    assert set(kingdom.reactions.values()) <= set(tables.reactions)
    assert set(kingdom.declared.values()) <= {"A", "E"}
    for code, figure in kingdom.figures.items():
        assert figure.code == code
        assert figure.area in tables.areas, figure
        assert figure.held_by in ("", PEOPLE) or figure.held_by in world.kingdoms, figure
        assert figure.held_by != kingdom.code, figure
        assert 0 <= figure.level <= tables.kingdoms[kingdom.code].agent_cap + 3 or not figure.agent, figure
    if kingdom.active:
        assert not kingdom.figures[kingdom.ruler].held_by, kingdom.ruler
    for fleet in kingdom.fleets.values():
        assert 0 <= fleet.number <= 12, kingdom.fleets
        assert 0 <= fleet.quality <= 16, kingdom.fleets


def _sound_group(world: World, group: Group) -> None:
    tables = world.tables
    assert group.hidden in _HIDINGS
    assert all(one.title in tables.leader_ranks for one in group.leaders), group
    assert all(one.form in _FORMS and 0 <= one.power <= 9 for one in group.wizards), group
    assert len({one.code for one in group.wizards}) == len(group.wizards) <= 3, group
    assert len(group.leaders) <= 3, group
    assert len(group.brigades) <= 3, group
    assert all(number > 0 for number in group.brigades.values()), group
    assert 0 <= group.attrition <= 100, group
    assert 0 < group.morale <= 160, group
    if group.area:
        assert group.area in tables.areas, group
        assert any((group.brigades, group.leaders, group.wizards)), f"{group.id} is active and empty (AC-06-32)"
    else:
        assert not any((group.brigades, group.leaders, group.wizards, group.artifacts)), group
    if group.siege is not None:
        assert group.siege.area == group.area, group
        assert 1 <= group.siege.turns <= 2, group


def _sound_council(world: World) -> None:
    members = world.council.members
    assert len(set(members)) == len(members) <= 5
    assert all(world.kingdoms[one].active for one in members), members
    controlled = [region for one in world.kingdoms.values() for region in one.controlled]
    assert len(controlled) == len(set(controlled)), "a region is controlled by two kingdoms"


# --- what a turn may change ------------------------------------------------------------------------------------------------


def accounted(world: World, seed: str) -> World:
    """Plays a turn of computer kingdoms and returns the world after it, with all that is more or less told and paid for."""
    outcome = CLASSIC.resolve(world, playing.planned(CLASSIC, world, seed), Chance(seed))
    assert_accounted(world, outcome.world, outcome.events)
    return outcome.world


def assert_accounted(before: World, after: World, events: Sequence[Event]) -> None:
    """Raises AssertionError where food, gold, brigades or artifacts came from nothing or went untold."""
    for code, kingdom in before.kingdoms.items():
        if kingdom.seat and kingdom.active:
            told = [one for one in events if kingdom.seat in one.seen_by]
            _treasury(kingdom, after.kingdoms[code], told)
            _brigades(before, after, kingdom, told)
    _artifacts(before, after)


def _treasury(before: Kingdom, after: Kingdom, told: Sequence[Event]) -> None:
    """The ledger begins with what was there, ends with what is there, and its lines are the difference. What orders of ours
    cost stands in their lines, too."""
    ledger = next(one.data for one in told if one.kind == "ledger")
    assert ledger["before"] == [before.food, before.gold], before.code
    assert ledger["after"] == [after.food, after.gold], after.code
    changes = [sum(one[column] for one in ledger["lines"].values()) for column in (0, 1)]
    assert changes == [after.food - before.food, after.gold - before.gold], after.code
    orders = [one.data for one in told if one.kind == "order" and one.data["code"].split()[0] not in _TRADES]
    paid = [sum(one[what] for one in orders) for what in ("food", "gold")]
    booked = ledger["lines"].get("orders", [0, 0])
    assert [-one for one in booked] == paid, (after.code, booked, paid)


def _brigades(before: World, after: World, kingdom: Kingdom, told: Sequence[Event]) -> None:
    """New brigades were called, won or granted; who has fewer is named in an event that his king was told."""
    gained = sum(one.data["brigades"] for one in told if one.kind == "reinforced")
    gained += sum(one.kind == "order" and one.data["code"].startswith(_RECRUIT) for one in told)
    gained += sum(one.data["brigades"] for one in told if one.kind == "summoned" and one.data["group"][1:] == kingdom.code)
    gained += sum(one.data["granted"].count(code) for one in told if one.kind == "rewards" for code in _BRIGADE_REWARDS)
    now, old = _strength(after, kingdom.code), _strength(before, kingdom.code)
    assert now <= old + gained, (kingdom.code, old, gained, now)
    for id, group in before.groups.items():
        if group.kingdom == kingdom.code and after.groups[id].size < group.size:
            assert any(id in set(_texts(one.data)) for one in told), id


def _strength(world: World, code: str) -> int:
    return sum(one.size for one in world.groups_of(code))


def _texts(data: Any) -> Iterator[str]:
    """All texts in the data of an event, keys of tables among them."""
    if isinstance(data, str):
        yield from data.split()
    elif isinstance(data, dict):
        for key, value in data.items():
            yield str(key)
            yield from _texts(value)
    elif isinstance(data, (list, tuple)):
        for value in data:
            yield from _texts(value)


def _artifacts(before: World, after: World) -> None:
    """No artifact comes from nothing; only those that are people go, when they join who found them."""
    had, have = {key for key, _ in places(before)}, {key for key, _ in places(after)}
    assert have <= had, have - had
    assert all(before.tables.artifacts[key].figures_decided for key in had - have), had - have
