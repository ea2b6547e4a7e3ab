"""Recruiting, merging and disbanding (CF-2.3.3, CF-7.1 to CF-7.3)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from postern.rulesets.cosmos.orders.carrying_out import append
from postern.rulesets.cosmos.orders.families.recruiting import new_unit_id
from postern.rulesets.cosmos.turn import Turn
from postern.rulesets.cosmos.world import records
from postern.rulesets.cosmos.world.records import Item, Location, Unit, World
from postern.rulesets.cosmos.world.strength import cost
from tests.rules.cosmos.build import add_unit, begin, form, give, program, told
from tests.rules.cosmos.economy import act, bare_world, nation_order, stock, tuned, whole

CITY = "1501"


def land(**pool: float) -> World:
    """Am owns its capital 1501 and the hex 190 around it, farmlands."""
    world = bare_world()
    world.hexes[190].owner = world.locations[1501].owner = "Am"
    world.nations["Am"].pool = stock(**pool)
    return world


def plenty() -> World:
    """The same with all that units cost."""
    return land(gold=2000, men=2000, arms=2000, wood=500, horses=300)


def recruited(world: World, turn: Turn) -> list[tuple[int, int]]:
    """Types and individuals of the new units."""
    return [(data["type"], data["individuals"]) for data in told(turn, "recruited", "AM")]


# --- cost, size, time ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("CF-7.1-15", "CF-7.1-16", "CF-7.1-17")
@pytest.mark.parametrize(
    ("kind", "individuals", "price"),
    [
        (2, 50, {"gold": 15, "men": 50, "arms": 50}),
        (2, 75, {"gold": 23, "men": 75, "arms": 75}),
        (2, 200, {"gold": 60, "men": 200, "arms": 200}),
        (1, 21, {"gold": 4, "men": 21, "arms": 11}),
        (66, 1, {"gold": 20, "men": 1}),
    ],
)
def test_what_units_cost(kind: int, individuals: int, price: dict[str, int]) -> None:
    tables = bare_world().tables
    row = tables.unit_types[kind]
    assert cost(tables, "Am", row, individuals) == price
    assert kind > 4 or (row.std, row.min, row.max) == (50, 20, 200)


@pytest.mark.rule("CF-7.1-20", "CF-7.1-21", "CF-7.1-10", "CF-7.1-05", "CF-7.1-01", "CF-7-01", "CF-6-02")
def test_the_captain_of_the_book() -> None:
    """75 medium infantry with base time 4 and variable time 4: ten phases, paid at the beginning."""
    world = plenty()
    captain = add_unit(world, "Am", "Captain", CITY)
    give(captain, 'recruit "medium infantry" 75')
    turn = act(begin(world))
    pool = whole(world.nations["Am"].pool)
    assert (pool["gold"], pool["men"], pool["arms"]) == (1977, 1925, 1925)
    act(turn, 8)
    assert len(world.units) == 1
    act(turn)
    (new,) = (unit for unit in world.units.values() if unit is not captain)
    assert (new.owner, new.position, new.individuals, new.tactics) == ("Am", CITY, 75, "attack")
    assert (captain.program, turn.phase) == ([], 10)


@pytest.mark.rule("CF-8.1-02")
def test_the_recruits_of_the_book_join_their_maker_at_once() -> None:
    """3101 makes 100 medium infantry in 3 + 3 x 100 / 50 = 9 phases; in the ninth they are in the force with tactics defend."""
    world = plenty()
    noble = add_unit(world, "Am", "Noble", CITY)
    guard = form(noble, add_unit(world, "Am", "Medium Infantry", CITY)).members[0]
    assert noble.id == 3101
    give(noble, "recruit 2 100\norders:\n  mytactics defend\n  join 3101\n.")
    turn = act(begin(world), 8)
    assert noble.members == [guard]
    act(turn)
    (new,) = (unit for unit in world.units.values() if unit.id not in (noble.id, guard))
    assert (new.individuals, new.tactics, new.leader, noble.members) == (100, "defend", 3101, [guard, new.id])
    assert new.program == []


@pytest.mark.rule("CF-7.1-20")
@pytest.mark.parametrize(
    ("order", "phases"),
    [("recruit 2 20", 6), ("recruit 2 26", 7), ("recruit 2", 8), ("recruit 2 200", 20), ("recruit 1 21", 5)],
)
def test_times_are_rounded_up(order: str, phases: int) -> None:
    """A captain takes 4 + 4 x individuals / 50 for medium infantry and 3 + 3 x individuals / 50 for light."""
    world = plenty()
    captain = add_unit(world, "Am", "Captain", CITY)
    give(captain, order)
    turn = begin(world)
    while len(world.units) == 1:
        act(turn)
    assert turn.phase == phases


@pytest.mark.rule("CF-7.1-02", "CF-7.1-09", "CF-7.1-12", "CF-7.1-14", "CF-INDEX-01")
@pytest.mark.parametrize(
    ("order", "expected"),
    [
        ('recruit "light infantry"', [(1, 50)]),
        ("recruit 'light infantry' 20", [(1, 20)]),
        ("summon 1 30", [(1, 30)]),
        ("animate 1 *", [(1, 50)]),
        ("initiate 1 200", [(1, 200)]),
        ("recruit 1 19", []),
        ("recruit 1 201", []),
        ("recruit 17 30", []),
        ('recruit "elven archers"', []),
        ("recruit 3", []),
    ],
)
def test_who_can_recruit_what(order: str, expected: list[tuple[int, int]]) -> None:
    """A captain of Am recruits types 1, 2, 4 and 5, not heavy infantry."""
    world = plenty()
    captain = add_unit(world, "Am", "Captain", CITY)
    give(captain, order)
    turn = act(begin(world), 20)
    assert recruited(world, turn) == expected
    assert len(told(turn, "order failed", "AM")) == (not expected)


@pytest.mark.rule("CF-7.1-09")
def test_a_nation_recruits_only_its_own_types() -> None:
    """A noble of Aldermark cannot have Corrin's marines, though nobles can recruit them."""
    world = bare_world("two_tides")
    tables = world.tables
    assert tables.recruiting[51, 9]
    home = str(tables.nations["Am"].home)
    world.locations[int(home)].owner = "Am"
    world.nations["Am"].pool = stock(gold=500, men=500, arms=500)
    noble = add_unit(world, "Am", "Noble", home)
    give(noble, "recruit marines")
    assert len(told(act(begin(world), 5), "order failed", "AM")) == 1


@pytest.mark.rule("CF-7.1-18", "CF-7.1-19")
@pytest.mark.parametrize(("men", "gold", "individuals"), [(60, 100, 60), (100, 10, 33), (20, 6, 20), (19, 100, 0), (100, 5, 0)])
def test_as_many_as_can_be_paid(men: int, gold: int, individuals: int) -> None:
    """Medium infantry: 15 gold for 50, rounded up: ten gold pay for 33, six for 20. Fewer than 20 are none."""
    world = land(men=men, gold=gold, arms=500)
    captain = add_unit(world, "Am", "Captain", CITY)
    give(captain, "recruit 2 100", "myname Waiting")
    turn = act(begin(world), 12)
    assert [unit.individuals for unit in world.units.values() if unit.type == 2] == ([individuals] if individuals else [])
    if not individuals:
        assert whole(world.nations["Am"].pool) == {"men": men, "gold": gold, "arms": 500}
        assert (told(turn, "order failed", "AM")[0]["step"], captain.name) == ("1e", "Waiting")


@pytest.mark.rule("CF-7.1-11", "CF-6-02")
def test_a_broken_off_order_gives_people_and_most_mounts_back() -> None:
    """25 light cavalry cost 20 gold, 25 men, 25 horses and 25 arms: 25 men and 20 horses return."""
    world = plenty()
    captain = add_unit(world, "Am", "Captain", CITY)
    give(captain, "recruit 5")
    turn = act(begin(world), 3)
    append(turn, captain, program("break"))
    act(turn, 12)
    assert (len(world.units), captain.program) == (1, [])
    assert whole(world.nations["Am"].pool) == {"gold": 1980, "men": 2000, "arms": 1975, "wood": 500, "horses": 295}


# --- where ---------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CF-7.1-03", "CF-7.1-04")
@pytest.mark.parametrize(
    ("order", "position", "besieged", "works"),
    [
        ("recruit 2", CITY, "", True),  # in a city
        ("recruit 2", "190", "", False),  # outside of it
        ("recruit 1", "190", "", True),  # farmlands
        ("recruit 1", "225", "", False),  # woods
        ("recruit 1", "1506", "", True),  # from a temple out into the farmlands
        ("recruit 1", "1506", "1506", False),
        ("recruit 5", "1504", "", True),  # from a castle out into the city
        ("recruit 5", "1504", "1504", False),
        ("recruit 5", "1504", CITY, True),  # the castle itself is not besieged
        ("recruit 2", "1504", "1504", True),  # a structure will do
        ("recruit 1", "o190", "", False),
    ],
)
def test_where_units_can_be_recruited(order: str, position: str, besieged: str, works: bool) -> None:
    world = plenty()
    world.locations[1506] = Location(1506, "holy grove", "190", owner="Am")
    if besieged:
        world.locations[int(besieged)].besieged = True
    captain = add_unit(world, "Am", "Captain", position)
    give(captain, order)
    assert bool(recruited(world, act(begin(world), 20))) == works


@pytest.mark.rule("CF-7.1-04", "CF-6-11", "CF-17.1-04")
def test_a_recruiter_cut_off_has_only_what_lies_there() -> None:
    world = plenty()
    city = world.locations[1501]
    city.besieged = city.besieged_all_turn = True
    captain = add_unit(world, "Am", "Captain", CITY)
    give(captain, "recruit 2")
    assert len(told(act(begin(world)), "order failed", "AM")) == 1


@pytest.mark.rule("CF-2.3.3-01", "CF-7.1-03")
@pytest.mark.parametrize(
    ("order", "position", "owner", "built", "phases"),
    [
        ("recruit captain", CITY, "Am", "", 12),
        ("recruit scout", CITY, "Am", "", 6),
        ("recruit captain", "190", "Am", "", 0),
        ("recruit captain", CITY, "", "", 0),
        ("recruit mage", CITY, "Am", "", 0),
        ("recruit mage", CITY, "Am", "tower", 24),
        ("recruit mage", CITY, "Am", "temple", 24),
        ('recruit "high priest"', CITY, "Am", "tower", 0),
        ('recruit "high priest"', CITY, "Am", "temple", 24),
        ("recruit noble", CITY, "Am", "", 30),
        ("recruit noble", "1504", "Am", "", 0),
    ],
)
def test_characters_need_an_own_city_and_casters_more(order: str, position: str, owner: str, built: str, phases: int) -> None:
    """Gaps 4.7; the temple or tower may stand anywhere. Only the ruler recruits further nobles, at home."""
    world = plenty()
    world.locations[1501].owner = owner
    if built:
        world.locations[1700] = Location(1700, built, "1502", owner="Am")
    noble = add_unit(world, "Am", "Noble", position)
    world.nations["Am"].ruler = noble.id
    give(noble, order)
    turn = begin(world)
    while len(world.units) == 1 and turn.phase < 30:
        act(turn)
    assert (turn.phase if len(world.units) > 1 else 0) == phases
    assert all(unit.tactics == "flee" for unit in world.units.values() if unit is not noble)


@pytest.mark.rule("CF-7.1-03", "CF-5.5-04")
def test_only_the_ruler_recruits_lords() -> None:
    world = plenty()
    prince = add_unit(world, "Am", "Noble", CITY)
    give(prince, "recruit noble")
    assert len(told(act(begin(world)), "order failed", "AM")) == 1


# --- the limit of major characters ---------------------------------------------------------------------------------------


@pytest.mark.rule("CF-2.3.3-02", "CF-2.3.3-03")
@pytest.mark.parametrize(("majors", "works"), [(6, True), (7, False)])
def test_the_limit_of_major_characters(majors: int, works: bool) -> None:
    """Aldermark may have 7."""
    world = plenty()
    nobles = [add_unit(world, "Am", "Noble", CITY) for _ in range(majors)]
    give(nobles[0], "recruit knight")
    give(nobles[1], "recruit general")  # no major character
    turn = act(begin(world), 24)
    assert sorted(recruited(world, turn)) == [(55, 1), *([(71, 1)] if works else [])]


@pytest.mark.rule("CF-2.3.3-04")
def test_orders_that_end_above_the_limit_lose_what_they_used() -> None:
    world = plenty()
    nobles = [add_unit(world, "Am", "Noble", CITY) for _ in range(6)]
    for noble in nobles[:3]:
        give(noble, "recruit knight")
    turn = act(begin(world), 24)
    assert recruited(world, turn) == [(71, 1)]
    assert len(told(turn, "order failed", "AM")) == 2
    assert whole(world.nations["Am"].pool) == {"gold": 1550, "men": 1997, "horses": 297, "arms": 2000, "wood": 500}


# --- the new unit --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CF-7.1-06", "CF-7.1-07", "CF-7.1-08", "CF-7.1-13", "CF-4.3-02", "CF-4.3-01")
def test_the_new_unit_does_its_meta_orders_at_once_and_the_others_a_phase_later() -> None:
    world = plenty()
    captain = add_unit(world, "Am", "Captain", CITY)
    give(
        captain, 'recruit "light infantry" 50', "orders:", "myname Old Guard", "myalias $guard", "discard gold:1", "wait 1", "."
    )
    world.nations["Am"].pool |= stock(gold=2000)
    turn = act(begin(world), 6)
    new = world.units[world.nations["Am"].aliases["guard"]]
    assert (new.name.lower(), [one.text for one in new.program]) == ("old guard", ["discard gold:1", "wait 1"])
    act(turn)
    assert [one.text for one in new.program] == []


@pytest.mark.rule("CF-7.1-07")
def test_stupid_units_get_only_orders_that_they_understand(monkeypatch: pytest.MonkeyPatch) -> None:
    world = bare_world()
    wolves = world.tables.type_numbers["dire wolves"]
    world.nations["Am"].pool = stock(nature_mana=20)
    captain = add_unit(world, "Am", "Captain", CITY)
    tuned(monkeypatch, world, "unit_types", wolves, nations=("Am",))
    tuned(monkeypatch, world, "recruiting", (61, 1), unit_type=wolves)
    rows = {(61, wolves): world.tables.recruiting[61, 1]}
    monkeypatch.setattr(records, "scenario", lambda slug, now=world.tables: replace(now, recruiting=rows))
    give(captain, 'recruit "dire wolves"', "orders:", "alias 3101 $one", "myalias $pack", "wait 3", "signal 3101", ".")
    act(begin(world), 7)
    pack = world.units[world.nations["Am"].aliases["pack"]]
    assert ([one.text for one in pack.program], "one" in world.nations["Am"].aliases) == ([], False)


@pytest.mark.rule("CF-6-12")
def test_who_is_animated_knows_its_creator() -> None:
    """A shaman takes 4 + 8 x 30 / 20 phases for 30 bone warriors, 16 spirit mana for each 20, wherever land is."""
    world = bare_world()
    shaman = add_unit(world, "Gh", "Shaman", 225, carries=stock(spirit_mana=24))
    give(shaman, 'animate "bone warriors" 30')
    turn = act(begin(world), 16)
    (new,) = (unit for unit in world.units.values() if unit is not shaman)
    assert (new.creator, new.individuals, turn.phase, whole(shaman.carries)) == (shaman.id, 30, 16, {})


@pytest.mark.rule("CF-R-4.6")
@pytest.mark.rule("CF-7.1-11")
def test_no_room_gives_people_and_mounts_back() -> None:
    """A castle has room for a size of 3000; 24 horsemen of size 12 need 288 of the 200 that are left (ruling 4.6)."""
    world = plenty()
    world.locations[1504].owner = "Am"
    captain = add_unit(world, "Am", "Captain", "1504")
    for individuals in (200, 200, 200, 100):
        add_unit(world, "Am", "Light Infantry", "1504", individuals)
    before = set(world.units)
    give(captain, "recruit 5 24")
    turn = act(begin(world), 15)
    assert set(world.units) == before
    assert len(told(turn, "order failed", "AM")) == 1
    pool = whole(world.nations["Am"].pool)
    assert (pool["men"], pool["horses"], pool["gold"]) == (2000, 300 - 24 + 19, 2000 - 20)


@pytest.mark.rule("CF-20.3-01")
@pytest.mark.parametrize(("order", "works"), [("recruit knight", True), ("recruit general", False)])
def test_questing_units_recruit_only_such_as_can_quest(order: str, works: bool) -> None:
    world = plenty()
    noble = add_unit(world, "Am", "Noble", CITY, questing=True)
    give(noble, order)
    act(begin(world), 24)
    assert [unit.questing for unit in world.units.values()] == [True] * (1 + works)


@pytest.mark.rule("CF-R-4.9")
@pytest.mark.rule("CF-7.1-06")
@pytest.mark.parametrize(
    ("code", "next_unit", "expected"),
    [("Am", 3120, 3120), ("Am", 3500, 11000), ("Am", 11004, 11004), ("Gh", 4301, 4301), ("Gh", 4700, 14000)],
)
def test_the_numbers_of_new_units(code: str, next_unit: int, expected: int) -> None:
    """A nation has the 400 numbers from 3100 + 400 x (number - 1) on, and then those from 10000 + 1000 x number
    (ruling 4.9)."""
    world = bare_world()
    nation = world.nations[code]
    nation.next_unit = next_unit
    assert (new_unit_id(world, nation), new_unit_id(world, nation)) == (expected, expected + 1)


# --- merging -------------------------------------------------------------------------------------------------------------


def infantry(
    world: World, individuals: int, wounds: tuple[int, ...] = (), position: str = CITY, kind: str = "Light Infantry"
) -> Unit:
    """Light infantry of Am with these wounds, in wound points."""
    return add_unit(world, "Am", kind, position, individuals, wounds=[100 * one for one in wounds])


@pytest.mark.rule("CF-7.2-02", "CF-7.2-03", "CF-7.2-06", "CF-7.2-08", "CF-7.2-11", "CF-7.2-12", "CF-7.2-13", "CF-7.2-01")
@pytest.mark.parametrize(
    ("sizes", "then"),
    [
        ((100, 50), (150, None)),  # all
        ((150, 50, 40), (200, None, 40)),  # up to 200
        ((150, 60), (190, 20)),  # 50 would leave 10, so 20 stay
        ((190, 60), (200, 50)),
        ((190, 15), (190, 15)),  # already below the least: none can go, as some would stay
        ((150, 15), (165, None)),
        ((200, 50), (200, 50)),
        ((150, 30, 30), (190, None, 20)),
    ],
)
def test_merging_fills_the_first_unit(sizes: tuple[int, ...], then: tuple[int | None, ...]) -> None:
    """As an order of the nation, and of a unit that is far away and not in the list. No time passes."""
    for by_nation in (True, False):
        world = land()
        units = [infantry(world, size) for size in sizes]
        order = f"merge {' '.join(str(unit.id) for unit in units)}"
        turn = begin(world)
        if by_nation:
            nation_order(turn, "Am", order)
        else:
            far = add_unit(world, "Am", "Captain", "300")
            give(far, order, "myname Done")
            act(turn)
            assert far.program == []
        assert tuple(getattr(world.units.get(unit.id), "individuals", None) for unit in units) == then


@pytest.mark.rule("CF-7.2-05", "CF-7.2-09")
def test_merging_without_a_list_draws_from_the_own_force() -> None:
    world = land()
    leader, same, other, apart = (
        infantry(world, 50),
        infantry(world, 40),
        infantry(world, 30, kind="Medium Infantry"),
        infantry(world, 60),
    )
    form(leader, same, other)
    give(leader, "merge")
    act(begin(world))
    assert (leader.individuals, leader.members, other.individuals, apart.individuals) == (90, [other.id], 30, 60)
    assert same.id not in world.units


@pytest.mark.rule("CF-7.2-04", "CF-7.2-10")
def test_merging_with_one_unit_goes_into_it() -> None:
    world = land()
    unit, target = infantry(world, 50), infantry(world, 60)
    unit.carries = stock(gold=5)
    world.items[2001] = Item(2001, "ember", "Ember", "Am", holder=unit.id)
    give(unit, f"merge {target.id}")
    act(begin(world))
    assert (target.individuals, whole(target.carries), world.items[2001].holder) == (110, {"gold": 5}, target.id)
    assert unit.id not in world.units


@pytest.mark.rule("CF-7.2-07")
def test_the_least_wounded_go_first() -> None:
    """30 with wounds 1, 2 and 3 find room for 28, but 20 must stay, so ten unhurt go. Three are too few to send any. Of 60,
    half with wound 1 and half with 3, 35 find room: all with wound 1 and five others."""
    world = land()
    target, source = infantry(world, 172, (2,)), infantry(world, 30, (1, 2, 3))
    nation_order(begin(world), "Am", f"merge {target.id} {source.id}")
    assert (target.individuals, target.wounds, source.individuals, source.wounds) == (182, [200], 20, [100, 200, 300])
    small = infantry(world, 3, (1, 2, 3))
    big = infantry(world, 198, (1,))
    nation_order(begin(world), "Am", f"merge {big.id} {small.id}")
    assert (big.individuals, small.individuals) == (198, 3)
    many = infantry(world, 60, tuple([1] * 30 + [3] * 30))
    big.individuals = 165
    nation_order(begin(world), "Am", f"merge {big.id} {many.id}")
    assert (big.individuals, big.wounds, many.individuals, many.wounds) == (200, [100] * 31 + [300] * 5, 25, [300] * 25)


@pytest.mark.rule("CF-7.2-01", "CF-7.2-08", "CF-7.2-03")
@pytest.mark.parametrize("case", ["other type", "elsewhere", "foreign", "alone", "individuals"])
def test_what_cannot_be_merged(case: str) -> None:
    world = land()
    target = infantry(world, 50)
    other = {
        "other type": lambda: infantry(world, 50, kind="Heavy Infantry"),
        "elsewhere": lambda: infantry(world, 50, position="190"),
        "foreign": lambda: add_unit(world, "Rc", "Light Infantry", CITY),
        "alone": lambda: target,
        "individuals": lambda: add_unit(world, "Am", "Captain", CITY),
    }[case]()
    if case == "individuals":
        target = add_unit(world, "Am", "Captain", CITY)
    turn = begin(world)
    order = f"merge {target.id}" if case == "alone" else f"merge {target.id} {other.id}"
    assert not nation_order(turn, "Am", order)
    assert len(world.units) == (1 if case == "alone" else 3 if case == "individuals" else 2)


# --- disbanding ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CF-R-3.7")
@pytest.mark.rule("CF-7.3-01", "CF-7.3-03", "CF-7.3-04")
@pytest.mark.parametrize(
    ("kind", "individuals", "back"),
    [
        ("Light Cavalry", 25, {"men": 25, "horses": 20, "arms": 20}),
        ("Medium Infantry", 75, {"men": 75, "arms": 60}),
        ("Crossbowmen", 21, {"men": 21, "arms": 16, "wood": 8}),
        ("General", 1, {"men": 1}),
    ],
)
def test_what_disbanding_recovers(kind: str, individuals: int, back: dict[str, float]) -> None:
    """All people, four fifths of the rest, no gold; in a hex of one's own or anything in it, by nation or unit."""
    for position, by_nation in (("190", True), (CITY, False)):
        world = land()
        world.locations[1501].owner = "Rc"
        unit = add_unit(world, "Am", kind, position, individuals, wounds=[300] if individuals > 1 else [])
        turn = begin(world)
        if by_nation:
            assert nation_order(turn, "Am", f"disband {unit.id}")
        else:
            give(unit, f"disband {unit.id}")
            act(turn)
        assert (world.units, whole(world.nations["Am"].pool)) == ({}, back)


@pytest.mark.rule("CF-7.3-01", "CF-7.3-02", "CF-7.3-05")
def test_what_cannot_be_disbanded_and_what_gives_nothing() -> None:
    world = land()
    abroad, hired, charmed = (
        add_unit(world, "Am", kind, position, **more)
        for kind, position, more in (
            ("Light Infantry", "300", {}),
            ("Town Militia", CITY, {"bought": True}),
            ("Town Militia", CITY, {"charmed_from": "Fr"}),
        )
    )
    foreign = add_unit(world, "Rc", "Elven Archers", CITY)
    turn = begin(world)
    assert not nation_order(turn, "Am", f"disband {abroad.id} {hired.id} {foreign.id} {charmed.id}")
    assert (set(world.units), world.nations["Am"].pool) == ({abroad.id, foreign.id}, {})


@pytest.mark.rule("CF-7.3-04")
def test_mana_does_not_come_back() -> None:
    world = bare_world()
    world.hexes[300].owner = "Gh"
    unit = add_unit(world, "Gh", "Bone Warriors", 300)
    nation_order(begin(world), "Gh", f"disband {unit.id}")
    assert (world.units, world.nations["Gh"].pool) == ({}, {})


@pytest.mark.rule("CF-7.2-06", "CF-7.2-07")
def test_of_all_grades_of_wounds_the_least_go_first() -> None:
    """Of 30, 4 are unhurt; 10 go: these and the 6 who lack least. The worst stay."""
    world = land()
    target = infantry(world, 190)
    source = infantry(world, 30)
    source.wounds = [*range(10, 140, 5)]
    assert len(source.wounds) == 26
    assert nation_order(begin(world), "Am", f"merge {target.id} {source.id}")
    assert (target.individuals, target.wounds) == (200, [10, 15, 20, 25, 30, 35])
    assert (source.individuals, source.wounds) == (20, [*range(40, 140, 5)])
