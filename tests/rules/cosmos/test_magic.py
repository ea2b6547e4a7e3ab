"""Magic: casting, strikes and protection, illusions, and what each kind of spell does
(CF-19, rulings 10.1 to 10.5, ``spells.csv``)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from postern.rulesets.cosmos.orders.carrying_out import append
from postern.rulesets.cosmos.rules.economy.settling import _keep_unit
from postern.rulesets.cosmos.rules.magic import (
    end_illusions,
    marked,
    part_on,
    spell_morale,
    strength_at,
    strike_all,
    strike_protection,
)
from postern.rulesets.cosmos.rules.nations import charm
from postern.rulesets.cosmos.rules.sight import Gaze, _spread, awareness, look, sees_itself
from postern.rulesets.cosmos.tables.numbers import BATTLE, ECONOMY
from postern.rulesets.cosmos.tables.units import Spell
from postern.rulesets.cosmos.turn import Turn
from postern.rulesets.cosmos.world.records import Item, Unit, World
from tests.rules.cosmos.build import add_unit, begin, empty_world, form, give, run_phases, run_to, told

pytest.importorskip("postern.rulesets.cosmos.rules.economy.sources")
pytest.importorskip("postern.rulesets.cosmos.rules.magic")

# Plains: 205, 206 and 221 lie beside each other. 209 is four hexes from 205.
HERE, BESIDE = "205", "206"
CASTERS = {
    "Mage": ("Am", "enchantment mana"),
    "High Priest": ("Am", "holy mana"),
    "Weaver": ("Rc", "nature mana"),
    "Runesmith": ("Sl", "rune mana"),
    "Shaman": ("Gh", "spirit mana"),
    "Tidecaller": ("Co", "tide mana"),
    "Serpent Oracle": ("Ss", "venom mana"),
    "Earthspeaker": ("Ub", "earth mana"),
    "Ash Hierophant": ("Ah", "ash mana"),
}


def quiet(slug: str = "thalmar") -> World:
    """A world without units, owners and enmities, so that nothing is done but what a test does."""
    world = empty_world(slug)
    for one in world.hexes.values():
        one.owner = ""
    for location in world.locations.values():
        location.owner = ""
    for nation in world.nations.values():
        nation.policies, nation.pool = {}, {}
    return world


def caster(world: World, kind: str = "Mage", position: str = HERE, mana: int = 60) -> Unit:
    """A caster with so much of its own mana."""
    owner, name = CASTERS[kind]
    return add_unit(world, owner, kind, position, carries={name: mana * 100} if mana else {})


def mana(unit: Unit) -> int:
    return sum(unit.carries.values()) // 100


def spell_of(world: World, kind: str, spell: str) -> Spell:
    return world.tables.spells_of(world.tables.type_numbers[kind.lower()])[spell]


def cast(world: World, unit: Unit, order: str, phases: int) -> Turn:
    give(unit, order)
    return run_phases(begin(world), phases)


# --- casting ----------------------------------------------------------------------------------------------------------------

PRICES = [
    # scenario, caster, order, phases, mana
    ("thalmar", "Mage", "firestrike 206 5", 4, 15),
    ("thalmar", "Mage", "firestrike 206 10", 4, 30),
    ("thalmar", "Shaman", "lightning 206 2", 6, 8),
    ("thalmar", "Weaver", "thornstrike 206 4", 5, 12),
    ("thalmar", "Runesmith", "quake 206 3", 8, 15),
    ("thalmar", "Mage", "strikeward", 2, 12),
    ("thalmar", "Weaver", "truesight", 1, 4),
    ("thalmar", "Weaver", "mirage 206 woods", 8, 25),
    ("thalmar", "High Priest", "dispel 206", 6, 20),
    ("thalmar", "High Priest", "blessing 206", 6, 15),
    ("thalmar", "Shaman", "blight 206", 6, 15),
    ("thalmar", "High Priest", "holylight", 2, 12),
    ("thalmar", "Shaman", "darknight 206", 2, 12),
    ("thalmar", "Runesmith", "runeshield", 3, 10),
    ("thalmar", "Mage", "scry 206", 4, 8),
    ("thalmar", "Mage", "fly", 2, 15),
    ("two_tides", "Tidecaller", "squall 206 4", 5, 12),
    ("two_tides", "Serpent Oracle", "venomcloud 206 2", 5, 6),
    ("two_tides", "Ash Hierophant", "ashfall 206 2", 6, 8),
    ("two_tides", "Ash Hierophant", "blight 206", 6, 8),
    ("two_tides", "Ash Hierophant", "darknight 206", 2, 6),
    ("two_tides", "Earthspeaker", "scry 206", 4, 8),
]


@pytest.mark.rule("CF-19-02")
@pytest.mark.parametrize(("slug", "kind", "order", "phases", "price"), PRICES)
def test_spells_take_their_time_and_mana(slug: str, kind: str, order: str, phases: int, price: int) -> None:
    world = quiet(slug)
    unit = caster(world, kind)
    turn = cast(world, unit, order, phases - 1) if phases > 1 else begin(world)
    if phases > 1:
        assert mana(unit) == 60 - price  # paid at the start
        assert not told(turn, "cast")
    else:
        give(unit, order)
    run_phases(turn, 1)
    assert told(turn, "cast")
    assert (mana(unit), unit.program) == (60 - price, [])


@pytest.mark.rule("CF-19-02")
def test_what_a_caster_lacks_comes_from_the_pool() -> None:
    world = quiet()
    unit = caster(world, mana=10)
    world.nations["Am"].pool = {"enchantment mana": 700}
    turn = cast(world, unit, "firestrike 206 5", 4)
    assert told(turn, "cast")
    assert (mana(unit), world.nations["Am"].pool) == (0, {"enchantment mana": 200})


@pytest.mark.rule("CF-19-02")
@pytest.mark.parametrize(
    ("kind", "order", "held"),
    [
        ("Mage", "lightning 206 2", 60),  # not his spell
        ("Mage", "firestrike 206 5", 14),  # not enough mana
        ("Mage", "firestrike 206 11", 60),  # beyond the greatest power
        ("Mage", "firestrike 209 5", 60),  # four hexes away
        ("Weaver", "dominate 3101", 60),  # nobody's spell
    ],
)
def test_what_cannot_be_cast_costs_nothing(kind: str, order: str, held: int) -> None:
    world = quiet()
    unit = caster(world, kind, mana=held)
    assert world.tables.grid.distance(205, 209) == 4
    turn = cast(world, unit, order, 1)
    assert (len(told(turn, "order failed")), mana(unit)) == (1, held)


@pytest.mark.rule("CF-19-02")
@pytest.mark.parametrize(("kind", "order", "works"), [("Mage", "fly", False), ("Mage", "strikeward", True)])
def test_aboard_a_ship_only_some_spells_are_cast(kind: str, order: str, works: bool) -> None:
    world = quiet()
    unit = caster(world, kind)
    unit.embarked = True
    turn = cast(world, unit, order, 1)
    assert bool(told(turn, "order failed")) != works


@pytest.mark.rule("CF-20.3-04", "CF-20.3-05")
@pytest.mark.parametrize(
    ("kind", "order"),
    [
        ("Shaman", "lightning 206 2"),
        ("Mage", "firestrike 206 2"),
        ("Mage", "strikeward"),
        ("Shaman", "blight 206"),
        ("High Priest", "blessing 206"),
        ("Shaman", "darknight 206"),
        ("High Priest", "holylight"),
        ("Runesmith", "crumble 206 2"),
        ("Weaver", "thornstrike 206 2"),
        ("Runesmith", "quake 206 2"),
    ],
)
def test_warlike_spells_are_not_cast_in_questing_mode(kind: str, order: str) -> None:
    world = quiet()
    unit = caster(world, kind)
    unit.questing = True
    turn = cast(world, unit, order, 1)
    assert "questing mode" in told(turn, "order failed")[0]["why"]
    assert mana(unit) == 60


# --- strikes ----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CF-19.1-01", "CF-19.1.1-01", "CF-19.1.1-02")
def test_a_strike_hits_all_at_exactly_the_position_friend_or_foe() -> None:
    """Strength 6 x 10 against light infantry of defence 14: up to 60 / 14 wounds and more, so that many of 100 fall."""
    world = quiet()
    unit = caster(world)
    own, foe = (add_unit(world, code, "light infantry", BESIDE, 100) for code in ("Am", "Gh"))
    away = add_unit(world, "Gh", "light infantry", "221", 100)
    turn = cast(world, unit, "firestrike 206 10", 4)
    hurt = {one[0]: one[2] for one in told(turn, "struck")[0]["losses"]}
    assert set(hurt) == {own.id, foe.id}
    assert all(100 <= wounds <= 400 for wounds in hurt.values())
    assert (away.individuals, away.wounds) == (100, [])
    assert world.policy("Gh", "Am") == "enemy"


@pytest.mark.rule("CF-19.1-02")
def test_ranges_of_strikes() -> None:
    found = {(slug, one.spell): one.range for slug in ("thalmar", "two_tides") for one in _strikes(slug)}
    assert set(found.values()) == {1, 2, 3}
    assert sum(far in (2, 3) for far in found.values()) > len(found) / 2


def _strikes(slug: str) -> list[Spell]:
    return [one for one in quiet(slug).tables.spells if one.kind == "strike"]


@pytest.mark.rule("CF-19.1-03")
@pytest.mark.parametrize(
    ("kind", "order", "target", "least", "greatest"),
    [
        # most damage in wounds: strength / defence x familiarity of the terrain (here plains: 1.0 or 0.9)
        ("Mage", "firestrike 206 1", "heavy infantry", 0, 1),
        ("Shaman", "lightning 206 8", "light infantry", 2, 8),
    ],
)
def test_how_much_a_strike_hurts(kind: str, order: str, target: str, least: int, greatest: int) -> None:
    world = quiet()
    unit = caster(world, kind)
    spell = spell_of(world, kind, order.split()[0])
    strong = strength_at(begin(world), spell, int(order.split()[2]), BESIDE)
    foe = add_unit(world, "Rc", target, BESIDE, 200)
    strike_all(begin(world), BESIDE, spell.form, strong, unit.owner)
    most = max([*foe.wounds, 0]) // 100
    dead = 200 - foe.individuals
    assert most <= greatest
    assert (dead > 0) == (least >= 2)  # 4 wound points: a strong strike kills light troops, a weak one nobody


TERRAIN = [
    ("thalmar", "Mage", "firestrike", "woods", 60),
    ("thalmar", "Weaver", "thornstrike", "woods", 75),
    ("thalmar", "Weaver", "thornstrike", "plains", 50),
    ("two_tides", "Tidecaller", "squall", "coastal ocean", 75),
    ("two_tides", "Serpent Oracle", "venomcloud", "swamp", 75),
    ("two_tides", "Ash Hierophant", "ashfall", "plains", 70),
]


@pytest.mark.rule("CF-19.1-03")
@pytest.mark.parametrize(("slug", "kind", "spell", "terrain", "strength"), TERRAIN)
def test_some_strikes_are_stronger_in_some_terrains(slug: str, kind: str, spell: str, terrain: str, strength: int) -> None:
    world = quiet(slug)
    place = next(str(one.hex) for one in world.tables.hexes.values() if one.terrain == terrain)
    assert strength_at(begin(world), spell_of(world, kind, spell), 10, place) == strength


@pytest.mark.rule("CF-19.1-01")
def test_some_units_are_spared() -> None:
    world = quiet("two_tides")
    turn = begin(world)
    quake, ash = spell_of(world, "Runesmith", "quake"), spell_of(world, "Ash Hierophant", "ashfall")
    griffon, mage = add_unit(world, "Wd", "griffon", HERE), caster(world)
    bones = add_unit(world, "Ah", "ashbone warriors", HERE)
    assert [part_on(turn, quake, one) for one in (griffon, mage, bones)] == [0, 1, 1]
    mage.until["flying"] = turn.now
    assert part_on(turn, quake, mage) == 0
    assert [part_on(turn, ash, one) for one in (griffon, bones)] == [1, Fraction(1, 2)]


@pytest.mark.rule("CF-R-11.7")
@pytest.mark.rule("CF-20.1-11", "CF-20.1-06")
def test_questing_units_are_not_struck() -> None:
    world = quiet()
    unit, knight = caster(world), add_unit(world, "Am", 71, BESIDE, questing=True)
    turn = cast(world, unit, "firestrike 206 10", 4)
    assert (told(turn, "struck")[0]["losses"], knight.wounds) == ([], [])


@pytest.mark.rule("CF-19.1.1-03", "CF-19.1.1-04")
def test_the_example_of_the_book() -> None:
    """A Mage waits for a unit, then strikes it: it has moved on within sight when the spell goes off, and is hit there."""
    world = quiet()
    unit = caster(world)
    foe = add_unit(world, "Gh", "heavy infantry", "209", 100)
    give(unit, f"waitforone 1 {foe.id}", f"firestrike {foe.id} 5")
    turn = begin(world)
    run_phases(turn, 1)
    assert mana(unit) == 60
    foe.position = BESIDE
    run_phases(turn, 3)
    assert mana(unit) == 45
    foe.position = "221"
    run_phases(turn, 2)
    assert [one["place"] for one in told(turn, "struck")] == ["221"]


@pytest.mark.rule("CF-19.1.1-03")
def test_a_unit_that_gets_out_of_range_is_not_struck() -> None:
    world = quiet()
    unit = caster(world)
    foe = add_unit(world, "Gh", "heavy infantry", BESIDE, 100)
    turn = cast(world, unit, f"firestrike {foe.id} 5", 3)
    foe.position = "209"
    run_phases(turn, 2)
    assert told(turn, "spell failed")
    assert not told(turn, "struck")
    assert mana(unit) == 45


@pytest.mark.rule("CF-19.1.1-03")
def test_the_caster_himself_must_see_the_unit() -> None:
    """A hidden scout beside a Mage is seen by a hundred searchers at its own place, but not by him."""
    world = quiet()
    unit = caster(world)
    foe = add_unit(world, "Gh", "scout", BESIDE, hidden=True)
    turn = begin(world)
    look(turn)
    turn.sees["Am"].add(foe.id)
    assert not sees_itself(turn, unit, foe)
    give(unit, f"firestrike {foe.id} 5")
    run_phases(turn, 1)
    assert told(turn, "order failed")
    foe.hidden, foe.type, foe.individuals = False, 3, 100
    turn.sees["Am"].add(foe.id)
    assert sees_itself(turn, unit, foe)


@pytest.mark.rule("CF-19.1.2-03")
def test_a_begun_move_can_be_broken_off() -> None:
    from tests.rules.cosmos.build import program

    world = quiet()
    unit = add_unit(world, "Am", "heavy infantry", HERE)
    give(unit, f"move {BESIDE}")
    turn = run_phases(begin(world), 2)
    append(turn, unit, program("break"))
    run_phases(turn, 20)
    assert (unit.position, unit.program) == (HERE, [])


@pytest.mark.rule("CF-19.1.2-01")
def test_wards_and_stones_protect_a_position() -> None:
    """A strikeward leaves a quarter for 48 phases, a stone in somebody's hands half: together an eighth."""
    world = quiet()
    unit = caster(world)
    turn = cast(world, unit, "strikeward", 2)
    assert strike_protection(turn, HERE) == Fraction(1, 4)
    assert strike_protection(turn, BESIDE) == 1
    world.items[2102] = Item(2102, "make type 3", "Ward Stone", "Am", unit.id)
    assert strike_protection(turn, HERE) == Fraction(1, 8)
    spell = spell_of(world, "Mage", "firestrike")
    assert strength_at(turn, spell, 8, HERE) == 6
    world.turn, turn.phase = 3, 2
    assert strike_protection(turn, HERE) == Fraction(1, 8)
    turn.phase = 3  # after 48 phases
    assert strike_protection(turn, HERE) == Fraction(1, 2)


@pytest.mark.rule("CF-19.1.2-01")
def test_underground_and_surface_are_warded_apart() -> None:
    world = quiet("two_tides")
    unit = caster(world, "Earthspeaker", f"u{HERE}")
    turn = cast(world, unit, "strikeward", 2)
    assert strike_protection(turn, f"u{HERE}") == Fraction(1, 4)
    assert strike_protection(turn, HERE) == 1


@pytest.mark.rule("CF-19-02")
def test_quake_and_crumble_damage_fortifications() -> None:
    """Quake 6 does 6 points to each at the position, crumble 10 from 20 to 40, as far as the walls go."""
    world = quiet()
    hex_there = world.locations[1501].outside
    city = world.locations[1501]
    city.owner, city.rating, city.strength, city.damage = "Am", 4, 20, 0
    smith = caster(world, "Runesmith", hex_there)
    turn = cast(world, smith, f"quake {hex_there} 6", 8)
    assert city.damage == 6
    assert world.policy("Am", "Sl") == "enemy"
    smith.carries = {"rune mana": 4000}
    give(smith, "crumble 1501 10")
    run_phases(turn, 6)
    assert 26 <= city.damage <= 46


# --- illusions --------------------------------------------------------------------------------------------------------------


def with_illusion(terrain: str = "mountains") -> tuple[World, Turn]:
    world = quiet()
    unit = caster(world, position="221")
    turn = cast(world, unit, f"mirage {BESIDE} {terrain}", 8)
    del world.units[unit.id]
    return world, turn


@pytest.mark.rule("CF-19.2-01", "CF-19-02")
def test_an_illusion_covers_a_whole_hex_and_ends() -> None:
    """Cast in phase 8 of turn 1 it lasts for 72 phases, to phase 8 of turn 4."""
    world, turn = with_illusion()
    assert world.hexes[int(BESIDE)].illusion == "mountains"
    world.turn, turn.phase = 4, 8
    end_illusions(turn)
    assert world.hexes[int(BESIDE)].illusion == "mountains"
    turn.phase = 9
    end_illusions(turn)
    assert world.hexes[int(BESIDE)].illusion == ""


@pytest.mark.rule("CF-19.2-01")
@pytest.mark.parametrize(("terrain", "owner"), [("city", ""), ("marsh", ""), ("woods", "Gh")])
def test_what_no_illusion_can_be(terrain: str, owner: str) -> None:
    world = quiet()
    world.hexes[int(BESIDE)].owner = owner
    world.nations["Am"].policies["Gh"] = "enemy"
    turn = cast(world, caster(world), f"mirage {BESIDE} {terrain}", 1)
    assert told(turn, "order failed")


@pytest.mark.rule("CF-19.2-02", "CF-19.2-03")
@pytest.mark.parametrize(
    ("viewer", "owner", "real"), [("medium infantry", "", ""), ("mage", "", "plains"), ("medium infantry", "Am", "plains")]
)
def test_who_knows_the_real_terrain(viewer: str, owner: str, real: str) -> None:
    world, turn = with_illusion()
    world.nations["Am"].memory.hexes.clear()
    world.hexes[int(BESIDE)].owner = owner
    add_unit(world, "Am", viewer, HERE)
    look(turn)
    known = world.nations["Am"].memory.hexes[int(BESIDE)]
    assert (known.terrain, known.real) == ("mountains", real)


@pytest.mark.rule("CF-19.2-03")
def test_who_once_saw_through_an_illusion_knows_it() -> None:
    world, turn = with_illusion()
    world.nations["Am"].memory.hexes.clear()
    mage = caster(world)
    look(turn)
    del world.units[mage.id]
    add_unit(world, "Am", "medium infantry", HERE)
    look(turn)
    assert world.nations["Am"].memory.hexes[int(BESIDE)].real == "plains"


@pytest.mark.rule("CF-19.2-12", "CF-19.2-04")
def test_things_under_an_illusion_are_harder_to_see() -> None:
    """A Knight sees into the next hex with 105 x 0.9 x 0.5, under an illusion with 1 / 2.5 of it, with the Mirror (which also
    makes him see half again as well) with 1 / 1.5."""
    world, turn = with_illusion()  # made by the Knight's own nation, over its own hex
    world.hexes[int(BESIDE)].owner = "Am"
    knight = add_unit(world, "Am", 71, HERE)
    sees = awareness(turn, knight) * 0.5

    def into() -> float:
        gaze = Gaze({int(BESIDE): "mountains"})
        _spread(turn, gaze, HERE, awareness(turn, knight), knight)
        return gaze.hexes[int(BESIDE)]

    assert into() == pytest.approx(sees / 2.5)
    world.items[2010] = Item(2010, "charm", "Mirror", "Am", knight.id)
    assert into() == pytest.approx(sees * 1.5 / 1.5)


@pytest.mark.rule("CF-19.2-14")
def test_dispel_ends_an_illusion_and_truesight_reveals_it_only() -> None:
    world, turn = with_illusion()
    world.nations["Rc"].memory.hexes.clear()
    weaver, mage = caster(world, "Weaver", "205"), caster(world)
    give(weaver, "truesight")
    run_phases(turn, 1)
    assert world.nations["Rc"].memory.hexes[int(BESIDE)].real == "plains"
    assert world.hexes[int(BESIDE)].illusion == "mountains"
    give(mage, f"dispel {BESIDE}")
    run_phases(turn, 6)
    assert world.hexes[int(BESIDE)].illusion == ""
    assert told(turn, "dispelled")[0]["spells"] == ["illusion"]


# --- sight ------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CF-19-02")
def test_truesight_shows_what_hides_within_two_hexes_for_a_phase() -> None:
    world = quiet()
    mage = caster(world)
    near, far = (add_unit(world, "Gh", "scout", place, hidden=True) for place in ("207", "208"))
    turn = begin(world)
    give(mage, "truesight")
    run_to(turn, "1d")
    assert not turn.sees["Am"] & {near.id, far.id}
    plain = awareness(turn, mage)
    run_to(turn, "1e")
    assert turn.sees["Am"] & {near.id, far.id} == {near.id}
    assert awareness(turn, mage) == pytest.approx(1.5 * plain)
    run_to(turn, "2d")
    assert not turn.sees["Am"] & {near.id, far.id}
    assert awareness(turn, mage) == pytest.approx(1.5 * plain)


@pytest.mark.rule("CF-19-02")
def test_scry_shows_a_hex_six_hexes_away_for_a_phase() -> None:
    world = quiet()
    mage = caster(world)
    place = next(
        number
        for number in world.tables.grid.ring(int(HERE), 6)
        if world.tables.hexes[number].terrain == "plains"
        and not any(one.outside == str(number) for one in world.locations.values())
    )
    foe = add_unit(world, "Gh", "heavy infantry", place, 100)
    turn = cast(world, mage, f"scry {place}", 3)
    assert foe.id not in turn.sees["Am"]
    run_to(turn, "4e")
    assert foe.id in turn.sees["Am"]
    assert place in world.nations["Am"].memory.hexes
    run_to(turn, "5d")
    assert foe.id not in turn.sees["Am"]


# --- production and morale --------------------------------------------------------------------------------------------------


@pytest.mark.rule("CF-19-02")
@pytest.mark.parametrize(("kind", "spell"), [("High Priest", "blessing"), ("Shaman", "blight")])
def test_spells_on_production_last_for_48_phases(kind: str, spell: str) -> None:
    """Cast in phase 6: to the end of phase 6 two turns later. The economy reads the mark (``spells.csv``)."""
    world = quiet()
    turn = cast(world, caster(world, kind), f"{spell} {BESIDE}", 6)
    assert ECONOMY.spells[spell] == (150 if spell == "blessing" else 50)
    world.turn, turn.phase = 3, 6
    assert marked(world, BESIDE, spell, turn.now)
    turn.phase = 7
    assert not marked(world, BESIDE, spell, turn.now)


@pytest.mark.rule("CF-19-02")
def test_holylight_heartens_friends_and_shakes_the_dead() -> None:
    world = quiet()
    priest = caster(world, "High Priest")
    world.nations["Am"].policies["Rc"] = "ally"
    own, ally, other, away = (
        add_unit(world, code, kind, place)
        for code, kind, place in (
            ("Am", "medium infantry", HERE),
            ("Rc", "elven archers", HERE),
            ("Sl", "dwarven axemen", HERE),
            ("Am", "medium infantry", BESIDE),
        )
    )
    bones = add_unit(world, "Gh", "bone warriors", HERE)
    turn = cast(world, priest, "holylight", 2)
    assert [spell_morale(world, one, turn.now) for one in (own, ally, other, away, bones)] == [10, 10, 0, 0, -15]
    turn.phase = 2 + 24
    assert spell_morale(world, own, turn.now) == 10
    turn.phase += 1
    assert spell_morale(world, own, turn.now) == 0


@pytest.mark.rule("CF-19-02")
def test_darknight_dismays_all_but_friends_and_dims_the_sight() -> None:
    world = quiet()
    shaman, foe = caster(world, "Shaman"), add_unit(world, "Am", "medium infantry", BESIDE)
    world.nations["Gh"].policies["Rc"] = "ally"
    ally, own = add_unit(world, "Rc", "elven archers", BESIDE), add_unit(world, "Gh", "goblin rabble", BESIDE)
    plain = awareness(begin(world), foe)
    turn = cast(world, shaman, f"darknight {BESIDE}", 2)
    assert [spell_morale(world, one, turn.now) for one in (foe, ally, own, shaman)] == [-10, 0, 0, 0]
    assert awareness(turn, foe) == pytest.approx(plain / 2)


# --- states of units --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CF-19-02")
def test_haste_is_for_listed_units_of_the_force_up_to_200() -> None:
    world = quiet()
    mage, one, two = caster(world), *(add_unit(world, "Am", "light infantry", HERE, 150) for _ in range(2))
    form(mage, one, two)
    turn = cast(world, mage, f"haste {one.id} {two.id}", 1)
    assert (len(told(turn, "order failed")), mana(mage)) == (1, 60)
    give(mage, f"haste {one.id}")
    run_phases(turn, 2)
    # begun in phase 2, it takes effect in phase 3 and lasts for 12 more
    assert (one.until, two.until) == ({"hasted": 3 + 12}, {})


@pytest.mark.rule("CF-19-02")
def test_runeshield_is_for_the_force_and_fly_for_the_caster_alone() -> None:
    world = quiet()
    smith, axes = caster(world, "Runesmith"), add_unit(world, "Sl", "dwarven axemen", HERE)
    mage, foot = caster(world), add_unit(world, "Am", "light infantry", HERE)
    form(smith, axes)
    form(mage, foot)
    give(mage, "fly")
    cast(world, smith, "runeshield", 3)
    assert [one.until for one in (smith, axes, mage, foot)] == [{"shielded": 27}, {"shielded": 27}, {"flying": 26}, {}]


@pytest.mark.rule("CF-19-02")
def test_heal_gives_wound_points_back_to_those_hurt_most() -> None:
    """20 points at most: 3 of the listed Knight, then 17 of the foot: eight of two wound points are healed, the ninth half."""
    world = quiet()
    priest = caster(world, "High Priest")
    foot = add_unit(world, "Am", "medium infantry", HERE, 100, wounds=[100] * 10 + [200] * 10)
    knight = add_unit(world, "Am", 71, HERE, wounds=[350])
    form(priest, foot, knight)
    turn = cast(world, priest, f"heal {knight.id}", 3)
    assert mana(priest) == 60 - 20
    points = {one["who"]: one["points"] for one in told(turn, "healed")}
    assert sum(points.values()) <= 20
    assert points[foot.id] >= 17
    assert foot.wounds.count(200) <= 1


@pytest.mark.rule("CF-15.3.1-03")
def test_magic_heals_faster_than_rest() -> None:
    """Thirty wounded heal about a point in twelve phases each while they rest: a High Priest adds twenty points in three."""
    points = {}
    for order in ("heal", "wait 3"):
        world = quiet()
        priest, foot = caster(world, "High Priest"), add_unit(world, "Am", "medium infantry", HERE, 100, wounds=[100] * 30)
        form(priest, foot)
        cast(world, priest, order, 3)
        points[order] = 30 - len(foot.wounds)
    assert 0 < points["wait 3"] <= 10
    assert points["heal"] >= 20


@pytest.mark.rule("CF-19-02")
def test_healing_costs_a_point_of_mana_for_each_wound_point() -> None:
    world = quiet()
    priest = caster(world, "High Priest", mana=5)
    foot = add_unit(world, "Am", "medium infantry", HERE, 100, wounds=[100] * 30)
    form(priest, foot)
    turn = cast(world, priest, "heal", 3)
    assert (mana(priest), told(turn, "healed")[0]["points"]) == (0, 5)
    give(priest, "heal")
    run_phases(turn, 1)
    assert told(turn, "order failed")


# --- charming ---------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CF-7.4.1-01", "CF-7.4.1-02", "CF-7.4.1-04")
@pytest.mark.parametrize(
    ("kind", "individuals", "price"), [("dire wolves", 20, 20), ("dire wolves", 30, 30), ("griffon", 1, 30)]
)
def test_beasts_are_charmed_for_the_mana_of_their_type(kind: str, individuals: int, price: int) -> None:
    world = quiet()
    weaver = caster(world, "Weaver")
    beast = add_unit(world, "Wd", kind, HERE, individuals, tactics="attack")
    turn = cast(world, weaver, f"charm {beast.id}", 4)
    assert (beast.owner, beast.tactics, beast.charmed, beast.charmed_from) == ("Rc", "defend", True, "Wd")
    assert mana(weaver) == 60 - price
    assert told(turn, "went over", "RC")
    assert beast.individuals == individuals


@pytest.mark.rule("CF-7.4.1-01")
def test_an_oracle_charms_with_its_own_mana() -> None:
    world = quiet("two_tides")
    oracle, wolves = caster(world, "Serpent Oracle", "132"), add_unit(world, "Wd", "dire wolves", "132", 20)
    cast(world, oracle, f"charm {wolves.id}", 4)
    assert (wolves.owner, oracle.carries) == ("Ss", {"venom mana": 4000})


@pytest.mark.rule("CF-7.4.1-01", "CF-7.4.1-04")
@pytest.mark.parametrize(("kind", "place", "held"), [("ogres", HERE, 60), ("griffon", BESIDE, 60), ("griffon", HERE, 29)])
def test_what_cannot_be_charmed(kind: str, place: str, held: int) -> None:
    world = quiet()
    weaver, beast = caster(world, "Weaver", mana=held), add_unit(world, "Wd", kind, place)
    turn = cast(world, weaver, f"charm {beast.id}", 1)
    assert (len(told(turn, "order failed")), mana(weaver)) == (1, held)


@pytest.mark.rule("CF-7.4.1-01")
def test_charmed_units_of_other_players_remember_where_they_came_from_first() -> None:
    world = quiet("two_tides")
    weaver, wolves = caster(world, "Weaver", "132"), add_unit(world, "Wd", "dire wolves", "132", 20)
    turn = cast(world, weaver, f"charm {wolves.id}", 4)
    oracle = caster(world, "Serpent Oracle", "132")
    give(oracle, f"charm {wolves.id}")
    run_phases(turn, 4)
    assert (wolves.owner, wolves.charmed_from) == ("Ss", "Wd")


@pytest.mark.rule("CF-7.4.1-03", "CF-7.4.1-02")
@pytest.mark.parametrize(("nature", "owner"), [(4, "Rc"), (3, "Wd")])
def test_charmed_units_without_their_mana_go_back(nature: int, owner: str) -> None:
    """A Griffon costs 4 nature mana a turn."""
    world = quiet()
    beast, turn = add_unit(world, "Wd", "griffon", HERE), begin(world)
    charm(turn, beast, "Rc")
    world.nations["Rc"].pool = {"nature mana": nature * 100}
    _keep_unit(turn, beast)
    assert beast.owner == owner


@pytest.mark.rule("CF-7.4.1-02")
def test_charmed_units_fight_with_nine_tenths_and_hired_ones_in_full() -> None:
    assert BATTLE.state_pct["charmed"] == 90
    unit = add_unit(quiet(), "Am", "dire wolves", HERE, charmed_from="Wd")
    assert unit.charmed
    unit.bought = True
    assert not unit.charmed


@pytest.mark.rule("CF-19-02")
@pytest.mark.parametrize("slug", ["thalmar", "two_tides"])
def test_every_caster_has_spells_and_every_spell_but_one_a_caster(slug: str) -> None:
    tables = quiet(slug).tables
    names = {one.name for one in tables.unit_types.values()}
    assert {caster for one in tables.spells for caster in one.casters} <= names
    assert [one.spell for one in tables.spells if not one.casters] == ["dominate"]
