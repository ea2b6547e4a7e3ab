"""Morale from phase to phase, and the leadership bonus (CF-9.2, CF-9.2.2)."""

from __future__ import annotations

import pytest

from postern.game.report import Table
from postern.rulesets.cosmos.report.tables import units
from postern.rulesets.cosmos.rules import morale
from postern.rulesets.cosmos.rules.morale import bonuses, led_by
from postern.rulesets.cosmos.world.records import Item, Unit, World
from tests.rules.cosmos.battles import at_war, open_hex, turn_of
from tests.rules.cosmos.build import add_unit, form


def after(world: World, unit: Unit, phases: int = 1) -> float:
    """The morale of a unit after some phases."""
    for phase in range(1, phases + 1):
        morale.update(turn_of(world, phase=phase))
    return unit.spirit / 100


@pytest.mark.rule("CF-9.2-03")
@pytest.mark.parametrize(("before", "expected"), [(40, 20), (15, 7.5), (-15, -7.5), (-40, -20), (0, 0), (1, 0.5), (-1, -0.5)])
def test_morale_is_halved(before: int, expected: float) -> None:
    world = at_war()
    assert after(world, add_unit(world, "Am", "medium infantry", open_hex(world), morale=before)) == expected


@pytest.mark.rule("CF-9.2-01", "CF-9.2-03")
def test_the_maximum_is_100() -> None:
    world = at_war()
    assert after(world, add_unit(world, "Am", "medium infantry", "1501", morale=190)) == 100


@pytest.mark.rule("CF-R-2.6")
@pytest.mark.rule("CF-9.2-05", "CF-9.2-06", "CF-9.2-07", "CF-17.1-02")
@pytest.mark.parametrize(
    ("kind", "place", "bonus", "settles"),
    [
        ("medium infantry", "1502", 10, 20),
        ("medium infantry", "1501", 15, 30),
        ("general", "1501", 15, 30),
        ("medium infantry", "1504", 10, 20),  # in the castle inside the home
        ("medium infantry", "1506", 0, 0),
        ("bone warriors", "1501", 0, 0),  # mindless
        ("griffon", "1501", 0, 0),  # stupid
    ],
)
def test_owned_positions_raise_morale(kind: str, place: str, bonus: int, settles: int) -> None:
    world = at_war()
    unit = add_unit(world, "Am", kind, place)
    assert morale.place_bonus(world, unit) == bonus
    assert after(world, unit) == bonus
    assert after(world, unit, 12) == settles
    world.locations[int(place)].besieged = True
    assert morale.place_bonus(world, unit) == bonus - 10
    assert morale.place_bonus(world, add_unit(world, "Am", "medium infantry", open_hex(world))) == 0


@pytest.mark.rule("CF-R-2.6")
@pytest.mark.rule("CF-9.2-04", "CF-9.2-06")
@pytest.mark.parametrize(("bonus", "limit"), [(15, 30), (10, 20)])
def test_a_steady_bonus_leads_to_twice_as_much(bonus: int, limit: int) -> None:
    """From below, from above and from the depths morale comes to exactly what the book prints, and stays there."""
    world = at_war()
    unit = add_unit(world, "Am", "medium infantry", "1501" if bonus == 15 else "1502")
    assert [after(world, unit) for _ in range(3)] == [bonus, 1.5 * bonus, 1.75 * bonus]
    for before in (0, 100 * limit, 100 * limit + 1, 100 * limit - 1, 10_000, -10_000):
        unit.spirit = before
        assert after(world, unit, 16) == limit
        assert after(world, unit) == limit


@pytest.mark.rule("CF-9.2-06", "CF-15.3-08")
@pytest.mark.parametrize(("spirit", "printed"), [(1999, "20"), (-1999, "-20"), (1951, "20"), (1949, "19"), (-40, "0")])
def test_the_report_prints_the_nearest_whole_point(spirit: int, printed: str) -> None:
    world = at_war()
    add_unit(world, "Am", "medium infantry", "1501").spirit = spirit
    (table,) = (block for block in units(world, world.nations["Am"]).blocks if isinstance(block, Table))
    assert [row[2] for row in table.rows] == [printed]


@pytest.mark.rule("CF-17.1-16")
@pytest.mark.parametrize(("place", "free", "besieged"), [("1502", 20, 0), ("1501", 30, 10)])
def test_a_steady_siege_takes_20_from_the_morale(place: str, free: int, besieged: int) -> None:
    """The malus of 10 is halved with all the rest each phase: 10, 15, 17.5 ... 20 less than without the siege."""
    world = at_war()
    unit = add_unit(world, "Am", "medium infantry", place, morale=free)
    assert after(world, unit, 3) == free
    world.locations[int(place)].besieged = True
    lost = [free - after(world, unit) for _ in range(12)]
    assert lost[0] == 10
    assert lost == sorted(lost)
    assert lost[-1] == free - besieged == 20


@pytest.mark.rule(
    "CF-9.2.2-01",
    "CF-9.2.2-03",
    "CF-9.2.2-04",
    "CF-9.2.2-05",
    "CF-9.2.2-06",
    "CF-9.2.2-07",
    "CF-9.2.2-08",
    "CF-9.2.2-09",
    "CF-9.2.2-10",
)
def test_the_example_of_the_book() -> None:
    world = at_war()
    place = open_hex(world)
    general = add_unit(world, "Am", "general", place, id=3203)
    rows = [
        (3209, "mercenary captain", 0),
        (3213, "medium infantry", 200),
        (3216, "light cavalry", 50),
        (3212, "medium infantry", 150),
        (3208, "captain", 0),
        (3210, "light infantry", 150),
        (3211, "light infantry", 50),
        (3214, "medium infantry", 200),
        (3215, "light cavalry", 100),
    ]
    form(general, *(add_unit(world, "Am", kind, place, number, id=one) for one, kind, number in rows))
    force = [general, *(world.units[one] for one, _, _ in rows)]
    assert led_by(world.tables, force) == {
        3213: 3209, 3212: 3209, 3211: 3209,
        3210: 3208, 3214: 3208, 3216: 3208,
        3215: 3203,
    }  # fmt: skip
    assert sum(world.units[one].individuals for one in led_by(world.tables, force)) == 900
    morale.update(turn_of(world, phase=1))
    assert {world.units[one].morale for one in led_by(world.tables, force)} == {25}
    assert {world.units[one].morale for one in (3203, 3208, 3209)} == {0}


@pytest.mark.rule("CF-9.2.2-07")
def test_a_subordinate_begins_below_himself() -> None:
    world = at_war()
    general, above, captain, below = (
        add_unit(world, "Am", kind, open_hex(world), number)
        for kind, number in (("general", 1), ("medium infantry", 200), ("captain", 1), ("heavy infantry", 200))
    )
    too_many = add_unit(world, "Am", "light infantry", general.position, 150)
    form(general, above, captain, below, too_many)
    assert led_by(world.tables, [general, above, captain, below, too_many]) == {
        below.id: captain.id,
        too_many.id: captain.id,
        above.id: general.id,
    }


@pytest.mark.rule("CF-9.2.2-04", "CF-9.2.2-08")
def test_each_subordinate_takes_a_place_of_the_overall_leader() -> None:
    """Two captains lead two units of 200 each; of 4 places the general has 2 left for three more."""
    world = at_war()
    general, one, other = (add_unit(world, "Am", kind, open_hex(world)) for kind in ("general", "captain", "captain"))
    foot = [add_unit(world, "Am", "medium infantry", general.position, 200) for _ in range(7)]
    form(general, one, other, *foot)
    led = led_by(world.tables, [general, one, other, *foot])
    assert [led.get(unit.id) for unit in foot] == [one.id] * 2 + [other.id] * 2 + [general.id] * 2 + [None]


@pytest.mark.rule("CF-9.2.2-02", "CF-9.2.2-03", "CF-9.2.2-01")
def test_units_above_the_limits_and_of_other_types_get_nothing() -> None:
    world = at_war()
    captain = add_unit(world, "Am", "captain", open_hex(world))
    kinds = [
        ("medium infantry", 150),
        ("trolls", 10),
        ("heavy infantry", 200),
        ("medium infantry", 60),
        ("medium infantry", 50),
    ]
    first, trolls, second, too_many, third = (add_unit(world, "Am", kind, captain.position, number) for kind, number in kinds)
    form(captain, first, trolls, second, too_many, third)
    assert bonuses(world, captain) == {first.id: 15, second.id: 15, third.id: 15}  # 400 individuals
    small = [add_unit(world, "Am", "light infantry", captain.position, 20) for _ in range(5)]
    form(captain, *small)
    assert list(bonuses(world, captain)) == [one.id for one in small[:4]]  # 4 units
    knight = add_unit(world, "Am", "knight", captain.position)
    form(knight, small[4])
    assert bonuses(world, knight) == {}


@pytest.mark.rule("CF-9.2-03")
def test_a_banner_raises_the_mass_units_of_its_force() -> None:
    world = at_war()
    general, foot, other = (add_unit(world, "Am", kind, open_hex(world)) for kind in ("general", "trolls", "trolls"))
    form(general, foot)
    world.items = {2009: Item(2009, "banner", "Banner", holder=general.id)}
    morale.update(turn_of(world, phase=1))
    assert [one.spirit for one in (general, foot, other)] == [0, 500, 0]
