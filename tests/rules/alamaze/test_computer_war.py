"""Computer kingdoms at war: what wizards cast, how groups meet each other, sightings, ships, guarded capitals."""

from __future__ import annotations

from typing import Any

import pytest

from postern.game import league
from postern.game.chance import Chance
from postern.game.league import Entrant
from postern.game.ruleset import LEVELS
from postern.rulesets.alamaze.computer import plan
from postern.rulesets.alamaze.game import CLASSIC
from postern.rulesets.alamaze.knowledge import view_of
from postern.rulesets.alamaze.world.records import CenterMemory, Fleet, GroupMemory, Leader, Wizard, World
from tests.kit.playing import NAMES
from tests.rules.alamaze.build import center, new_world, put_group, quiet_world

_CHANCE = Chance("war")
_MARSHAL = [Leader("Gen", "Marshal")]


def _letter(world: World, code: str = "WA") -> list[str]:
    return plan(view_of(world, world.kingdoms[code].seat), _CHANCE).splitlines()


def _given(world: World, *numbers: int, code: str = "WA") -> list[str]:
    """The orders with these numbers."""
    return [line for line in _letter(world, code) if int(line.split()[0]) in numbers]


def _alone(code: str = "WA", known: bool = True) -> World:
    """A quiet world in which a kingdom has no groups yet, no figures that act, and nothing to conquer. ``known``: it has seen
    the whole land."""
    world = quiet_world()
    kingdom = world.kingdoms[code]
    kingdom.influence = 20
    for group in world.groups_of(code):
        put_group(world, group.id, "")
        group.brigades, group.leaders, group.wizards = {}, [], []
    for one in kingdom.figures.values():
        one.held_by = "people"
    kingdom.memory.centers = {}
    if known:
        kingdom.memory.regions = {area: one.region for area, one in world.tables.areas.items()}
    return world


def _poor(world: World, code: str = "WA") -> None:
    """No gold for research, and no food that could be sold for it."""
    world.kingdoms[code].gold, world.kingdoms[code].food = 0, 50_000
    for one in world.centers_of(code):
        one.gold = 0


def _full(world: World, id: str, area: str, power: int, **more: Any) -> None:
    """A group with a wizard and three kinds of brigades, so that he can call no others."""
    put_group(world, id, area, wizards=[Wizard("ZZ", "Zz", power)], **more)
    world.groups[id].brigades = {"WA": 1, "RE": 1, "VE": 1}


def _near(world: World, area: str, terrain: str = "", steps: int = 1) -> str:
    """An area of land so many steps away, without a center, of a terrain."""
    return next(
        one
        for one in world.tables.grid.ring(area, steps)
        if not world.tables.areas[one].sea and one not in world.centers and terrain in ("", world.tables.areas[one].terrain)
    )


def _seen(world: World, area: str, defense: int | None = 2_500, code: str = "WA") -> None:
    world.kingdoms[code].memory.centers[area] = CenterMemory(world.turn - 1, world.centers[area].owner, defense)


def _foe(world: World, id: str, area: str, size: str = "Army Group", leader: str = "", code: str = "WA") -> None:
    world.kingdoms[code].memory.groups[id] = GroupMemory(world.turn - 1, area, size, leader)


def _neutral(world: World, kind: str = "Village", near: str = "KP") -> str:
    """The neutral center of a type nearest to an area."""
    found = [area for area, one in world.centers.items() if one.type == kind and not one.owner]
    return min(found, key=lambda area: (world.tables.grid.distance(area, near), area))


# --- battle --------------------------------------------------------------------------------------------------------------


def test_a_wizard_helps_to_storm_with_valor_or_shield() -> None:
    """Against walls the few points of lightning count a tenth; morale and armour count in every storm."""
    world = _alone()
    village = _neutral(world)
    put_group(world, "1WA", village, 5, wizards=[Wizard("ZZ", "Zz", 2)])
    _seen(world, village, 6_500)
    spells = _given(world, 100, 102, 103, 107, 108)
    assert spells in (["108 1WA ZZ"], ["100 1WA ZZ"])


def test_the_mightiest_points_strike_a_foreign_group() -> None:
    """Ice Torrent, 1,500 a level, is the best that a power of 6 has in the school of WA."""
    world = _alone()
    put_group(world, "1WA", "KP", 3, wizards=[Wizard("ZZ", "Zz", 6)])
    _foe(world, "1DE", "KP", "Brigade")
    assert _given(world, *range(91, 115)) == ["110 1WA 1DE 2", "112 1WA ZZ 1DE"]


def test_no_two_wizards_strike_with_the_same_spell() -> None:
    world = _alone()
    put_group(world, "1WA", "KP", 4, wizards=[Wizard(code * 2, code, 6) for code in "XYZ"])
    _foe(world, "1DE", "KP")
    spells = [line.split()[0] for line in _given(world, 102, 103, 104, 105, 112)]
    assert len(spells) > 1
    assert len(set(spells)) == len(spells)


def test_death_is_called_upon_large_enemies() -> None:
    for size, dies in (("Army", True), ("Brigade", False)):
        world = _alone("SO")
        put_group(world, "1SO", "UJ", 18, wizards=[Wizard("ZZ", "Zz", 6)])
        _foe(world, "1DE", "UJ", size, code="SO")
        assert bool(_given(world, 99, code="SO")) == dies


def test_a_mighty_wizard_kills_the_leader_who_adds_most() -> None:
    """A Marshal is of level 3: it takes a power of 6."""
    for power, kills in ((6, True), (5, False)):
        world = _alone()
        put_group(world, "1WA", "KP", 18, wizards=[Wizard("ZZ", "Zz", power)])
        _foe(world, "1DE", "KP", "Brigade", "Marshal Xo")
        assert (_given(world, 96) == ["96 1WA ZZ 1DE L H"]) == kills


def test_a_wall_of_flame_holds_up_who_is_much_too_strong() -> None:
    world = _alone()
    put_group(world, "1WA", "KP", 1, wizards=[Wizard("ZZ", "Zz", 3)])
    _foe(world, "1DE", "KP")
    assert "98 1WA ZZ 1DE" in _letter(world)


def test_adepts_who_fight_make_themselves_invisible() -> None:
    world = _alone()
    put_group(world, "1WA", "KP", 8, wizards=[Wizard("ZZ", "Zz", 0)])
    _poor(world)
    assert not _given(world, 91)
    _foe(world, "1DE", "KP", "Brigade")
    assert _given(world, 91) == ["91 1WA ZZ"]


# --- stances ---------------------------------------------------------------------------------------------------------------


def test_the_second_group_attacks_in_the_second_wave() -> None:
    world = _alone()
    for id in ("1WA", "2WA"):
        put_group(world, id, "KP", 10)
    _foe(world, "1DE", "KP", "Brigade")
    assert sorted(line.split()[0] for line in _given(world, 110, 111)) == ["110", "111"]


@pytest.mark.parametrize(("foes", "order"), [(["1DE"], "120"), (["1DE", "1SO"], "121")])
def test_a_group_before_several_enemies_digs_in(foes: list[str], order: str) -> None:
    world = _alone()
    put_group(world, "1WA", "KP", 2)
    for one in foes:
        _foe(world, one, "KP")
    assert [line.split()[0] for line in _given(world, 118, 120, 121)] == [order]


@pytest.mark.parametrize(
    ("code", "area", "brigades", "evades"), [("EL", "AH", 3, True), ("EL", "AH", 6, False), ("TR", "HJ", 3, False)]
)
def test_small_groups_evade_where_they_are_at_home(code: str, area: str, brigades: int, evades: bool) -> None:
    """Elves evade in forests with at most five brigades."""
    world = _alone(code)
    forest = next(one.area for one in world.centers_of(code) if world.tables.areas[one.area].terrain == "Forest")
    put_group(world, f"1{code}", forest, brigades)
    _foe(world, "1GI", forest, code=code)
    assert bool(_given(world, 118, code=code)) == evades


def test_a_passing_group_is_not_surprised() -> None:
    """In the wild beside a stronger enemy it stands ready, and marches on after the battles."""
    world = _alone()
    wild = _near(world, "KP")
    put_group(world, "1WA", wild, 4)
    _seen(world, _neutral(world))
    _foe(world, "1DE", wild)
    lines = _letter(world)
    assert "120 1WA 1DE" in lines
    assert [line for line in lines if line.startswith("720 1WA")]


def test_an_intruder_who_is_weak_is_intercepted() -> None:
    for size, meets in (("Brigade", True), ("Army Group", False)):
        world = _alone()
        put_group(world, "1WA", "KP", 12)
        _foe(world, "1DE", _near(world, "KP"), size)
        assert (_given(world, 732) == ["732 1WA 1DE"]) == meets


def test_a_small_group_hides_from_a_strong_neighbour() -> None:
    """In a village, where it cannot recruit."""
    world = _alone()
    put_group(world, "1WA", "KQ", 2)
    assert not _given(world, 730)
    _foe(world, "1DE", _near(world, "KQ"))
    assert _given(world, 730) == ["730 1WA"]


def test_weary_groups_rest_in_towns() -> None:
    for morale, rests in ((70, True), (95, False)):
        world = _alone()
        put_group(world, "1WA", "KP", 18, morale=morale)
        assert (_given(world, 745) == ["745 1WA"]) == rests


def test_what_cannot_be_held_is_plundered() -> None:
    """A village of an enemy in a Hostile region, with a host of his beside it."""
    for guarded in (True, False):
        world = _alone()
        village = next(one.area for one in world.centers_of("DE") if one.type == "Village")
        world.kingdoms["WA"].reactions[world.region_of(village)] = "Hostile"
        put_group(world, "1WA", village, 5)
        _seen(world, village, 2_000)
        if guarded:
            _foe(world, "1GI", _near(world, village))
        assert bool(_given(world, 160)) == guarded


def test_a_wizard_speaks_where_no_leader_does() -> None:
    """Two brigades, 4,884, before a town of 5,500: 8.9 for the ratio, 30 for a power of 6, and what a Friendly region gives."""
    world = _alone()
    town = _neutral(world, "Town")
    world.kingdoms["WA"].reactions[world.region_of(town)] = "Friendly"
    put_group(world, "1WA", town, 2, wizards=[Wizard("ZZ", "Zz", 6)])
    _seen(world, town, 5_500)
    assert _given(world, 170, 171) == ["171 1WA ZZ"]
    world.groups["1WA"].wizards = []
    assert _given(world, 170, 171) == []


def test_walls_that_are_too_high_are_broken_by_a_wizard() -> None:
    """A village of 5,000 is more than two brigades can storm; 1,500 are left of it."""
    for power, breaks in ((6, True), (5, False)):
        world = _alone()
        village = _neutral(world)
        put_group(world, "1WA", village, 2, wizards=[Wizard("ZZ", "Zz", power)])
        _seen(world, village, 5_000)
        assert (_given(world, 155) == [f"155 1WA ZZ {village}"]) == breaks
        assert bool(_given(world, 150, 180)) == breaks


# --- wizards between battles --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("code", "capital", "terrain", "power", "spell"),
    [
        ("SO", "UJ", "Plains", 4, "861"),
        ("SO", "UJ", "Plains", 3, ""),
        ("EL", "AH", "Forest", 5, "866"),
        ("WI", "XZ", "Mountain", 6, "863"),
    ],
)
def test_brigades_are_called_where_their_terrain_is(code: str, capital: str, terrain: str, power: int, spell: str) -> None:
    world = _alone(code)
    areas = [one for one, row in world.tables.areas.items() if row.terrain == terrain and one not in world.centers]
    place = min(areas, key=lambda one: (world.tables.grid.distance(one, capital), one))
    put_group(world, f"1{code}", place, 3, wizards=[Wizard("ZZ", "Zz", power)])
    found = [line.split()[0] for line in _given(world, 860, 861, 862, 863, 866, code=code)]
    assert found == ([spell] if spell else [])


def test_a_group_musters_where_brigades_come_from_until_it_has_all() -> None:
    """Four Skeletons in a group are the most: then it has no reason to go to the plains."""
    world = _alone("SO")
    marsh = next(
        one
        for one, row in world.tables.areas.items()
        if row.terrain == "Forest"
        and one not in world.centers
        and any(world.tables.areas[there].terrain == "Plains" for there in world.tables.grid.neighbours(one))
    )
    group = put_group(world, "1SO", marsh, 3, wizards=[Wizard("ZZ", "Zz", 4)])
    assert _given(world, 861, code="SO")
    group.brigades["SN"], group.brigades["MO"] = 4, 3
    assert not _given(world, 860, 861, code="SO")


def test_worn_groups_are_healed() -> None:
    """A spell of power 4 for the school of WA."""
    for attrition, heals in ((30, True), (5, False)):
        world = _alone()
        _full(world, "1WA", "KP", 5, attrition=attrition)
        _poor(world)
        assert bool(_given(world, 815)) == heals


def test_a_wizard_goes_from_school_to_the_army() -> None:
    world = _alone()
    put_group(world, "1WA", _near(world, "KP"), 10)
    put_group(world, "4WA", "KP", wizards=[Wizard("ZZ", "Zz", 4)])
    _poor(world)
    assert _given(world, 830) == ["830 4WA ZZ 1WA"]


def test_a_raven_flies_to_a_center_that_nobody_looked_at() -> None:
    world = _alone()
    village = _neutral(world)
    _seen(world, village, None)
    put_group(world, "1WA", _near(world, "KP"), 1, wizards=[Wizard("ZZ", "Zz", 1)])
    _poor(world)
    assert _given(world, 888) == [f"888 1WA ZZ {village}"]
    _seen(world, village, 2_500)
    assert not _given(world, 888)


def test_unknown_regions_are_unveiled() -> None:
    world = _alone(known=False)
    world.kingdoms["WA"].memory.regions = {}
    _full(world, "1WA", _near(world, "KP"), 7)
    _poor(world)
    assert len(_given(world, 751)) == 1


def test_prestige_is_conjured_up_to_the_most_that_a_king_can_have() -> None:
    for influence, conjures in ((20, True), (24.5, False)):
        world = _alone()
        kingdom = world.kingdoms["WA"]
        kingdom.influence = influence
        kingdom.figures[kingdom.ruler].held_by = ""
        _poor(world)
        put_group(world, "4WA", "KP", wizards=[Wizard("ZZ", "Zz", 6)])
        assert bool(_given(world, 481)) == conjures


def test_a_region_with_much_to_win_is_charmed() -> None:
    """A known city there is worth more than the 8 that it takes; who is Friendly likes us best already."""
    for reaction, charms in (("Tolerant", True), ("Friendly", False)):
        world = _alone()
        city = _neutral(world, "City")
        region = world.region_of(city)
        _seen(world, city, 19_000)
        _poor(world)
        world.kingdoms["WA"].influence = 25
        world.kingdoms["WA"].reactions[region] = reaction
        put_group(world, "1WA", city, 1, wizards=[Wizard("ZZ", "Zz", 7)])
        assert bool(_given(world, 472)) == charms


@pytest.mark.parametrize(("code", "spells"), [("WA", {"786", "788"}), ("DE", {"784", "785"})])
def test_the_own_region_is_blessed_and_a_foreign_one_cursed(code: str, spells: set[str]) -> None:
    world = _alone()
    _poor(world)
    capital = world.kingdoms[code].capital
    for one in world.centers_of(code):
        if code != "WA":
            _seen(world, one.area, 90_000)
    world.kingdoms["WA"].influence = 25
    world.kingdoms["WA"].reactions = dict.fromkeys(world.kingdoms["WA"].reactions, "Friendly")
    _full(world, "1WA", capital if code == "WA" else _near(world, capital), 7)
    assert {line.split()[0] for line in _given(world, 784, 785, 786, 788)} & spells


def test_the_power_of_a_strange_artifact_is_learned() -> None:
    world = _alone()
    put_group(world, "4WA", "KP", wizards=[Wizard("ZZ", "Zz", 1)], artifacts=["FARIN"])
    _poor(world)
    assert _given(world, 796) == ["796 4WA ZZ 80860"]
    world.kingdoms["WA"].memory.powers = ["FARIN"]
    assert not _given(world, 796)


# --- ways ---------------------------------------------------------------------------------------------------------------------


def test_a_group_is_teleported_to_a_far_prize() -> None:
    """Five brigades by spell 851, which the school of WA has at power 4."""
    world = _alone()
    far = max(
        (
            area
            for area, one in world.centers.items()
            if one.type == "Town" and not one.owner and not world.tables.areas[area].sea
        ),
        key=lambda area: (world.tables.grid.distance(area, "KP"), area),
    )
    _seen(world, far, 3_000)
    for power, jumps in ((4, True), (2, False)):
        put_group(world, "1WA", _near(world, "KP"), 5, wizards=[Wizard("ZZ", "Zz", power)])
        assert (_given(world, 851) == [f"851 1WA ZZ {far}"]) == jumps


def test_winged_stallions_carry_a_group_to_its_goal() -> None:
    world = _alone()
    village = _neutral(world)
    put_group(world, "1WA", "KP", 4, artifacts=["WHERD"])
    far = next(one for one in world.tables.grid.ring(village, 7) if not world.tables.areas[one].sea)
    world.groups["1WA"].area = far
    _seen(world, village)
    assert _given(world, 720, 727) == [f"727 1WA {village}"]


def test_ships_carry_a_group_to_an_island() -> None:
    """Two brigades need two fleets."""
    world = _alone("EL")
    letter = next(iter(world.kingdoms["EL"].fleets))
    sea = world.tables.seas[letter].sea
    island = next(area for area, one in world.centers.items() if world.tables.areas[area].sea == sea and not one.owner)
    near = [one for one in world.tables.grid.within(island, 3) if not world.tables.areas[one].sea and one not in world.centers]
    put_group(world, "1EL", near[0], 2)
    _seen(world, island, 1_500, "EL")
    for fleets, sails in ((2, True), (1, False)):
        world.kingdoms["EL"].fleets = {letter: Fleet(fleets, 13)}
        assert bool([line for line in _letter(world, "EL") if line.startswith("710 1EL")]) == sails


def test_a_rich_kingdom_at_the_sea_builds_fleets() -> None:
    """The Trolls have none at the start."""
    world = _alone("TR")
    coast = next(
        area
        for area, one in world.centers.items()
        if not one.owner
        and not world.tables.areas[area].sea
        and any(world.tables.areas[there].sea == "Sea of Terror" for there in world.tables.grid.neighbours(area))
    )
    center(world, coast, owner="TR")
    prize = next(area for area in world.centers if world.tables.areas[area].sea == "Sea of Terror")
    _seen(world, prize, 9_000, "TR")
    assert [line for line in _given(world, 748, code="TR") if line.startswith(f"748 T 8000 3 {coast}")]
    world.kingdoms["TR"].gold = 20_000
    assert not _given(world, 748, code="TR")


def test_fleets_go_on_patrol_where_others_sail() -> None:
    world = _alone("EL")
    letter = next(iter(world.kingdoms["EL"].fleets))
    world.kingdoms["EL"].fleets = {letter: Fleet(4, 13)}
    area = next(one for one, row in world.tables.areas.items() if row.sea == world.tables.seas[letter].sea)
    assert not _given(world, 705, code="EL")
    _foe(world, "1GI", area, code="EL")
    assert _given(world, 705, code="EL") == [f"705 {letter}"]


# --- sightings ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("leaders", "wizards", "orders"),
    [
        ([Leader("Gen", "Captain")], [], set()),  # 3 and 2 for riders: 6 at most
        ([Leader("Gen", "Warlord"), Leader("Hans", "General")], [], {140}),  # 14 + 6 + 2 = 22, 16 with care, so tactic 2
        ([*_MARSHAL, Leader("Hans", "Captain")], [Wizard("ZZ", "Zz", 2)], {101, 140}),  # 9 + 3 + 3 + 2 = 17 from safety
        (_MARSHAL, [Wizard("ZZ", "Zz", 1), Wizard("YY", "Yy", 1)], {139, 140}),  # 9 + 6 + 2 = 17; they have no Guarded Attack
    ],
)
def test_groups_ride_out_with_as_many_as_it_takes(leaders: list[Leader], wizards: list[Wizard], orders: set[int]) -> None:
    rode: set[int] = set()
    for turn in range(6, 14):  # on some turns they do something else
        world = _alone()
        world.turn = turn
        wild = _near(world, "KP")
        put_group(world, "1WA", wild, 2, leaders=list(leaders), wizards=list(wizards))
        world.kingdoms["WA"].memory.sites[wild] = turn - 1
        world.kingdoms["WA"].gold = 0
        rode |= {int(line.split()[0]) for line in _given(world, 101, 139, 140)}
    assert rode == orders


def test_who_can_win_goes_to_a_sighting() -> None:
    for leaders, goes in (([Leader("Gen", "Warlord"), Leader("Hans", "General")], True), ([], False)):
        world = _alone()
        wild = _near(world, "KP", steps=3)
        put_group(world, "1WA", "KP", 18, leaders=leaders)
        world.kingdoms["WA"].memory.sites[wild] = 6
        grid = world.tables.grid
        marches = [line.split()[-1] for line in _given(world, 720)]
        assert any(grid.distance(one, wild) < 3 for one in marches) == goes


def test_a_palantir_looks_at_an_unknown_center() -> None:
    world = _alone()
    village = _neutral(world)
    _seen(world, village, None)
    put_group(world, "1WA", _near(world, "KP"), 1, artifacts=["PALAM"])
    assert _given(world, 972) == [f"972 18663 {village}"]


# --- the capital --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("power", "spell"), [(6, "135"), (5, "130"), (2, "601")])
def test_spells_guard_a_threatened_capital(power: int, spell: str) -> None:
    world = _alone()
    put_group(world, "4WA", "KP", wizards=[Wizard("ZZ", "Zz", power)])
    _poor(world)
    assert not _given(world, 130, 135, 601)
    _foe(world, "1GI", _near(world, "KP"))
    assert [line.split()[0] for line in _given(world, 130, 135, 601)] == [spell]


@pytest.mark.parametrize(("code", "order"), [("DW", "599"), ("TR", "600")])
def test_builders_raise_the_walls_of_a_threatened_capital(code: str, order: str) -> None:
    world = _alone(code)
    capital = world.kingdoms[code].capital

    def built() -> list[str]:
        return [
            line.split()[0] for line in _given(world, 599, 600, code=code) if line.split()[1] == capital and " G" not in line
        ]

    assert built() == []
    _foe(world, "1GI", _near(world, capital), code=code)
    assert built() == [order]


# --- groups together ----------------------------------------------------------------------------------------------------------


def test_leaders_and_weapons_come_to_the_strongest_group() -> None:
    world = _alone()
    put_group(world, "1WA", "KP", 8)
    put_group(world, "2WA", "KP", 6, leaders=[Leader("Hans", "Captain"), Leader("Gen", "General")], artifacts=["FARIN"])
    assert _given(world, 701) == ["701 2WA 1WA GE HA - 80860"]


def test_brigades_of_a_weak_group_join_the_strong_one() -> None:
    for brigades, joins in ((3, True), (9, False)):
        world = _alone()
        put_group(world, "1WA", "KP", 10)
        put_group(world, "2WA", "KP", brigades)
        assert (_given(world, 700) == ["700 2WA 1WA WA 2"]) == joins


# --- what is used -------------------------------------------------------------------------------------------------------------


def test_what_is_never_used_is_known_and_has_a_reason() -> None:
    assert len(CLASSIC.unused) >= 30
    assert not CLASSIC.unused.keys() - {*CLASSIC.usable}
    assert all(reason.endswith(".") and len(reason) > 20 for reason in CLASSIC.unused.values())


def test_what_is_listed_as_never_used_is_not_used() -> None:
    world = new_world()
    for turn in range(3):
        sheets = {}
        for place, seat in enumerate(CLASSIC.active(world)):
            view = CLASSIC.view(world, seat)
            sheets[seat] = CLASSIC.read(CLASSIC.plan(view, _CHANCE, level=LEVELS[(place + turn) % len(LEVELS)]), view)
            used = CLASSIC.uses(sheets[seat], view)
            assert not {*used} & CLASSIC.unused.keys()
            assert {*used} <= {*CLASSIC.usable}
        world = CLASSIC.resolve(world, sheets, _CHANCE).world


@pytest.mark.slow
@pytest.mark.parametrize("number", range(2))
def test_in_whole_games_nothing_is_refused_and_much_of_the_book_is_used(number: int) -> None:
    """Two games of 24 turns with all levels at the table. What needs rare powers or artifacts shows only in many games."""
    levels: list[Entrant] = ["normal", "hard", "easy"]
    games = league.fixtures(NAMES[:15], levels, number + 1, "census", {}, most_turns=24, check=True, census=True)
    played = league.play(CLASSIC, games[number])
    assert not played.refused, played.refused[:5]
    assert not played.uses.keys() & CLASSIC.unused.keys(), "what is listed as never used is used"
    wanted = {*CLASSIC.usable} - CLASSIC.unused.keys()
    assert len(played.uses.keys() & wanted) * 2 >= len(wanted), sorted(wanted - played.uses.keys())
