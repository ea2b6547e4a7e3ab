"""What is seen: awareness, hiding, searching, memory (CF-18, ruling 9)."""

from __future__ import annotations

from copy import deepcopy
from unittest.mock import Mock

import pytest

from postern.game.chance import Chance
from postern.game.ruleset import Signup
from postern.rulesets.cosmos.game import RULESET
from postern.rulesets.cosmos.rules import sight
from postern.rulesets.cosmos.rules.sight import Gaze, Sight, awareness, hiding, look, search_factor
from postern.rulesets.cosmos.tables.scenario import PHASES
from postern.rulesets.cosmos.turn import Turn
from postern.rulesets.cosmos.world.records import Unit, World
from postern.rulesets.cosmos.world.spots import distance_factor, hexes_in_sight
from tests.rules.cosmos.build import add_unit, begin, empty_world, give, run_phases, scenario_world, told

# Plains in the north-west: 205, 206 and 221 lie beside each other; 139 is woods.
HERE, BESIDE = 205, 206


def two(world: World, theirs: str, *, individuals: int = 0, at: int = BESIDE, **more: object) -> tuple[Unit, Unit]:
    """A hundred Medium Infantry of Aldermark in plains, and a unit of the Stonehold League or another near it."""
    for one in world.hexes.values():
        one.owner = ""
    for location in world.locations.values():
        location.owner = ""
    return add_unit(world, "Am", "medium infantry", HERE, 100), add_unit(world, "Gh", theirs, at, individuals, **more)


def seen(turn: Turn, unit: Unit) -> bool:
    look(turn)
    return unit.id in turn.sees["Am"]


@pytest.mark.rule("CF-18-03", "CF-18-04", "CF-18-05", "CF-18-07")
def test_the_check_of_the_decision() -> None:
    """Medium Infantry in plains sees with 45 into the next hex; 100 Heavy Infantry there has 12 in plains, and is seen."""
    world = empty_world()
    assert world.tables.hexes[HERE].terrain == world.tables.hexes[BESIDE].terrain == "plains"
    ours, theirs = two(world, "heavy infantry", individuals=100)
    turn = begin(world)
    turn.moved[theirs.id] = str(HERE)  # the decision's figure holds for one that has just moved
    assert awareness(turn, ours) * distance_factor(1) == pytest.approx(45)
    assert hiding(turn, theirs) == pytest.approx(60 * (4 / 400) ** 0.25 * 0.8 * 0.8 * 0.8)
    del turn.moved[theirs.id]
    assert hiding(turn, theirs) == pytest.approx(60 * (4 / 400) ** 0.25 * 0.8 * 0.8)
    assert seen(turn, theirs)


@pytest.mark.rule("CF-18.1-01", "CF-18.1-02", "CF-18-08")
@pytest.mark.parametrize(("order", "phases"), [("search 9", 4), ("find {scout}", 2)])
def test_a_lone_scout_is_found_by_searching(order: str, phases: int) -> None:
    """V = 90 against H = 120 at the same spot: four phases of search make 126, two of find 144 (CF-18.1-05)."""
    world = empty_world()
    ours, scout = two(world, "scout", at=HERE)
    turn = begin(world)
    assert hiding(turn, scout) == pytest.approx(120)
    give(ours, order.format(scout=scout.id))
    for phase in range(1, phases + 1):
        run_phases(turn, 1)
        assert not seen_at_start(turn, scout), phase
    look(turn)
    assert scout.id in turn.sees["Am"]


def seen_at_start(turn: Turn, unit: Unit) -> bool:
    """What the look at the beginning of the last phase brought."""
    return unit.id in turn.sees["Am"]


@pytest.mark.rule("CF-18.1-03")
def test_more_than_ten_phases_of_search_gain_nothing() -> None:
    world = empty_world()
    ours, _ = two(world, "scout")
    ours.search_spot = ours.position
    ours.searched = 10
    ten = search_factor(ours, exact=True)
    ours.searched = 20
    assert search_factor(ours, exact=True) == ten == pytest.approx(2.0)


@pytest.mark.rule("CF-18.1-04", "CF-18.1-05")
def test_find_ends_when_the_thing_is_seen_and_is_bad_for_all_else() -> None:
    world = empty_world()
    ours, scout = two(world, "scout", at=HERE)
    give(ours, f"find {scout.id}")
    turn = begin(world)
    run_phases(turn, 4)
    assert ours.program == []
    assert [one["thing"] for one in told(turn, "found")] == [scout.id]
    ours.searched, ours.wanted = 2, scout.id
    assert search_factor(ours, True, scout.id) == pytest.approx(1.6)
    assert search_factor(ours, True, 1) == pytest.approx(1.1)
    give(ours, "find 9999 2")
    run_phases(turn, 2)
    assert ours.program == []


@pytest.mark.rule("CF-18.2-01", "CF-18.2-07", "CF-18.2-08")
def test_hiding_doubles_how_hard_a_unit_is_to_see() -> None:
    world = empty_world()
    ours, _ = two(world, "scout")
    mate = add_unit(world, "Am", "light infantry", HERE)
    ours.members, mate.leader = [mate.id], ours.id
    turn = begin(world)
    open_ = hiding(turn, mate)
    give(ours, "hide")
    run_phases(turn, 1)
    assert ours.hidden
    assert mate.hidden
    assert hiding(turn, mate) == pytest.approx(2 * open_)  # plains are familiar to it
    give(ours, "unhide")
    run_phases(turn, 1)
    assert not ours.hidden
    assert not mate.hidden


@pytest.mark.rule("CF-18-01", "CF-18-02")
@pytest.mark.parametrize(("terrain", "reach"), [("plains", 1), ("mountains", 2), ("high mountains", 2), ("woods", 1)])
def test_viewing_ranges(terrain: str, reach: int) -> None:
    world = empty_world()
    number = next(one.hex for one in world.tables.hexes.values() if one.terrain == terrain and 4 < one.col < 17)
    found = dict(hexes_in_sight(world.scenario, number, terrain))
    high = {
        one
        for one, far in found.items()
        if far == 2 and world.tables.terrains[world.tables.hexes[one].terrain].viewing_range == 2
    }
    assert max(far for one, far in found.items() if one not in high) == reach
    assert all(far <= 2 for far in found.values())


@pytest.mark.rule("CF-18-06")
def test_nobody_looks_into_a_castle_from_outside_but_from_it() -> None:
    world = empty_world()
    ours, theirs = two(world, "goblin rabble", individuals=200, at=HERE)
    castle = world.locations[1504]
    castle.outside = str(HERE)
    theirs.position = "1504"
    turn = begin(world)
    assert not seen(turn, theirs)
    assert ours.id in turn.sees["Gh"]
    castle.type = "town"
    assert seen(turn, theirs)


@pytest.mark.rule("CF-18-10", "CF-18-13", "CF-18-14")
def test_what_was_seen_is_remembered_where_it_was_last_seen() -> None:
    world = empty_world()
    _ours, theirs = two(world, "goblin rabble", individuals=200)
    turn = begin(world)
    memory = world.nations["Am"].memory
    memory.hexes.clear()  # what it knows of the island from the start
    look(turn)
    assert (memory.units[theirs.id].position, memory.units[theirs.id].gone) == (str(BESIDE), False)
    assert set(memory.hexes) == {one for one, _ in hexes_in_sight("thalmar", HERE, "plains")}
    theirs.position = "284"
    turn.moved[theirs.id] = str(BESIDE)
    look(turn)
    assert (memory.units[theirs.id].position, memory.units[theirs.id].gone) == (str(BESIDE), True)
    assert theirs.id not in turn.sees["Am"]


@pytest.mark.rule("CF-18-11", "CF-2.1-06")
def test_owned_hexes_see_for_their_nation() -> None:
    world = empty_world()
    ours, theirs = two(world, "goblin rabble", individuals=200)
    world.units.pop(ours.id)
    turn = begin(world)
    assert not seen(turn, theirs)
    world.hexes[BESIDE].owner = "Am"
    assert seen(turn, theirs)


@pytest.mark.rule("CF-20.1-06")
def test_questing_units_are_seen_by_questing_units_alone() -> None:
    world = empty_world()
    _ours, theirs = two(world, "troll king", at=HERE)
    theirs.questing = True
    turn = begin(world)
    assert not seen(turn, theirs)
    seeker = add_unit(world, "Am", "knight", HERE, questing=True)
    seeker.searched, seeker.search_spot = 10, str(HERE)
    assert seen(turn, theirs)


def test_only_what_has_changed_is_looked_at_again(monkeypatch: pytest.MonkeyPatch) -> None:
    world = scenario_world()
    turn, judged, viewers = begin(world), Mock(side_effect=hiding), Mock()
    monkeypatch.setattr(sight, "hiding", judged)
    add = Gaze.add
    monkeypatch.setattr(Gaze, "add", lambda *given: (viewers(), add(*given)))

    def counts() -> tuple[int, int]:
        """How many units are looked at anew, and how many viewers are counted anew."""
        judged.reset_mock()
        viewers.reset_mock()
        look(turn)
        return judged.call_count, viewers.call_count

    own = [one for one in world.units.values() if one.owner == "Am" and one.position]
    assert counts()[0] == sum(bool(one.position) for one in world.units.values())
    assert counts() == (0, 0)
    own[0].position = str(HERE)
    assert counts() == (1, len(own)), "the land keeps its view, and so do all other nations"
    own[0].hidden = True
    assert counts() == (1, 0)
    turn.fought.add(own[0].id)
    assert counts() == (1, len(own))
    world.hexes[HERE].until["strikeward"] = turn.now + 1
    assert counts() == counts() == (1, 0), "where a spell lies"
    assert counts()[0] == 1


def test_what_is_kept_from_look_to_look_is_what_a_fresh_look_would_show(monkeypatch: pytest.MonkeyPatch) -> None:
    world, looks = RULESET.setup({}, [Signup(seat, {}) for seat in "ABCD"], Chance("sight")), 0
    kept_look = Sight.look

    def compared(kept: Sight, turn: Turn) -> None:
        nonlocal looks
        looks += 1
        before = deepcopy(turn.sees)
        kept_look(kept, turn)
        found, turn.sees = turn.sees, before
        fresh = Sight(turn.world)
        kept_look(fresh, turn)
        assert turn.sees == found
        assert {code: one.gazes for code, one in fresh.outlooks.items()} == {
            code: one.gazes for code, one in kept.outlooks.items()
        }

    monkeypatch.setattr(Sight, "look", compared)
    while world.turn <= 2:
        sheets = {}
        for seat in RULESET.active(world):
            view = RULESET.view(world, seat)
            sheets[seat] = RULESET.read(RULESET.plan(view, Chance("plans")), view)
        world = RULESET.resolve(world, sheets, Chance("sight")).world
    assert looks >= 2 * PHASES
