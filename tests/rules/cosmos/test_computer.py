"""Computer nations: letters that the game takes, made from the view alone; land taken, gold spent, towns stormed."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest

from postern.game.chance import Chance
from postern.game.orders import OrderSheet
from postern.game.ruleset import LEVELS, Level, Signup
from postern.rulesets.cosmos.computer import plan
from postern.rulesets.cosmos.computer.census import EXCESS, IDLE, UNUSED, USABLE, uses
from postern.rulesets.cosmos.computer.numbers import NATION, NUMBERS, Letter
from postern.rulesets.cosmos.game import RULESET
from postern.rulesets.cosmos.knowledge import view_of
from postern.rulesets.cosmos.orders.reading import read
from postern.rulesets.cosmos.rules.memory import sighting_of
from postern.rulesets.cosmos.world.document import dump, load
from postern.rulesets.cosmos.world.records import HexMemory, LocationMemory, Unit, World
from postern.rulesets.cosmos.world.strength import efficiency, type_of
from tests.rules.cosmos.build import PLAYERS, add_unit, begin, empty_world, form, program, scenario_world

TURNS = 3
_CHANCE = Chance("computers")


def _letter(world: World, seat: str = "AM", level: Level = "normal", standing_in: bool = False) -> str:
    return plan(view_of(world, seat), _CHANCE, standing_in, level)


def _by_head(text: str) -> dict[str, list[str]]:
    """The lines of a letter by who is ordered."""
    found: dict[str, list[str]] = {}
    head = ""
    for line in text.splitlines():
        if line.endswith(":"):
            head = line[:-1]
        else:
            found.setdefault(head, []).append(line)
    return found


@cache
def _game(slug: str) -> tuple[tuple[bytes, dict[str, str]], ...]:
    """The first turns of a game in which the levels sit in turn: each world, and the letters that were sent."""
    world = RULESET.setup({"scenario": slug}, [Signup(code.upper(), {"nation": code}) for code in PLAYERS[slug]], _CHANCE)
    found = []
    for _ in range(TURNS + 1):
        letters = {
            seat: RULESET.plan(RULESET.view(world, seat), _CHANCE, level=LEVELS[place % len(LEVELS)])
            for place, seat in enumerate(RULESET.active(world))
        }
        found.append((RULESET.dump(world), letters))
        sheets = {seat: RULESET.read(text, RULESET.view(world, seat)) for seat, text in letters.items()}
        world = RULESET.resolve(world, sheets, _CHANCE).world
    return tuple(found)


# --- letters ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", PLAYERS)
def test_every_order_of_every_nation_is_taken(slug: str) -> None:
    for data, letters in _game(slug):
        world = load(data)
        for seat, text in letters.items():
            view = view_of(world, seat)
            sheet = read(text, view)
            assert sheet.orders, (world.turn, seat)
            assert not [one for one in sheet.problems if not one.note]
            assert not [one for one in RULESET.check(sheet, view).problems if not one.note]


@pytest.mark.parametrize("level", LEVELS)
def test_a_plan_is_a_function_of_the_view_and_of_chance(level: Level) -> None:
    view = view_of(load(_game("thalmar")[2][0]), "AM")
    before = dump(view.world)
    assert plan(view, Chance("one"), level=level) == plan(view, Chance("one"), level=level)
    assert dump(view.world) == before
    assert len({plan(view, Chance(f"seed {number}"), level=level) for number in range(4)}) > 1


def test_a_letter_holds_no_more_than_can_be_paid_for() -> None:
    """Lords have an allowance of 6, captains of 2; a castle and what goes beyond are paid with administration points."""
    world = empty_world()
    lord, captain = add_unit(world, "Am", "noble", 190), add_unit(world, "Am", "captain", 190)
    world.nations["Am"].admin_limit = 2
    letter = Letter(view_of(world, "AM"))
    assert letter.order(lord.id, *["wait 1"] * 6)
    assert letter.order(captain.id, *["wait 1"] * 3)
    assert not letter.order(captain.id, "wait 1", "wait 1"), "one point is left"
    assert letter.order(captain.id, f"alias {lord.id} $king"), "names are free"
    assert letter.order(NATION, "policy rc enemy")
    assert not letter.order(NATION, "policy sl enemy")
    assert not read(letter.text(), view_of(world, "AM")).problems


def test_what_the_game_does_not_take_is_struck_out_with_what_was_given_together() -> None:
    world = empty_world()
    lord = add_unit(world, "Am", "noble", 190)
    letter = Letter(view_of(world, "AM"))
    letter.order(lord.id, "wait 1", "fly to the moon")
    letter.order(lord.id, "wait 2")
    assert letter.text() == f"{lord.id}:\nwait 1\nfly to the moon\nwait 2\n"
    letter.strike_out({3})
    assert letter.text() == f"{lord.id}:\nwait 2\n"


# --- what it knows ---------------------------------------------------------------------------------------------------------


def _rich(world: World) -> None:
    world.nations["Rc"].pool["gold"] = 999_999


def _strong(world: World) -> None:
    for unit in world.units.values():
        if unit.owner not in ("Am",) and unit.id not in world.nations["Am"].memory.units:
            unit.individuals += 5


def _hostile(world: World) -> None:
    world.nations["Rc"].policies["Am"] = "enemy"


def _moved(world: World) -> None:
    for unit in world.units.values():
        if unit.owner == "Sl" and unit.id not in world.nations["Am"].memory.units:
            unit.position = "400"


def _seen_more(world: World) -> None:
    own = world.nations["Am"].memory
    for number in world.tables.grid.within(190, 5):
        own.hexes.pop(number, None)


@pytest.mark.parametrize("change", [_rich, _strong, _hostile, _moved])
def test_what_is_hidden_changes_no_plan(change: Callable[[World], None]) -> None:
    data, letters = _game("thalmar")[2]
    world = load(data)
    assert _letter(world, level="easy") == letters["AM"]
    change(world)
    assert dump(world) != data
    assert _letter(world, level="easy") == letters["AM"]


def test_what_is_known_does_change_it() -> None:
    data, letters = _game("thalmar")[2]
    world = load(data)
    _seen_more(world)
    assert _letter(world, level="easy") != letters["AM"]


# --- land ------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", PLAYERS)
def test_every_nation_takes_land(slug: str) -> None:
    first, last = load(_game(slug)[0][0]), load(_game(slug)[-1][0])
    for nation in first.seated():
        before, after = (sum(one.owner == nation.code for one in world.hexes.values()) for world in (first, last))
        assert after > before, nation.code
        assert last.nations[nation.code].points > 0


def _land(world: World) -> None:
    """Nation Am owns hex 190 and has seen what lies around; nothing else stands there."""
    world.locations.clear()
    world.nations["Am"].pool.clear()
    for one in world.hexes.values():
        one.owner = ""
    world.hexes[190].owner = "Am"
    for number in world.tables.grid.within(190, 2):
        world.nations["Am"].memory.hexes[number] = HexMemory(world.turn, world.hexes[number].owner)


def test_a_lord_takes_the_hex_beside_and_two_lords_never_the_same() -> None:
    world = empty_world()
    _land(world)
    lords = [add_unit(world, "Am", "noble", 190) for _ in range(3)]
    world.nations["Am"].ruler = lords[0].id
    found = _by_head(_letter(world))
    goals = [lines[0] for head, lines in found.items() if head.isdigit()]
    assert str(lords[0].id) not in found, "the ruler stays at home"
    assert len(goals) == len(set(goals)) == 2
    for lord in lords[1:]:
        first, second = found[str(lord.id)][:2]
        assert first.startswith("farmove ")
        assert int(first.split()[1]) in world.tables.grid.within(190, 2)
        assert second == "control -1"


@pytest.mark.parametrize(
    ("helped", "expected"), [(True, True), (False, False)], ids=["an officer with troops", "an officer alone"]
)
def test_an_officer_takes_land_with_troops_alone(helped: bool, expected: bool) -> None:
    world = empty_world()
    _land(world)
    officer = add_unit(world, "Am", "captain", 190)
    if helped:
        form(officer, add_unit(world, "Am", "light infantry", 190))
    assert (str(officer.id) in _by_head(_letter(world))) == expected


def test_a_leader_with_mortal_wounds_takes_no_land() -> None:
    """A noble has no efficiency left when all his wound points but one are gone (CF-15.3-03)."""
    world = empty_world()
    _land(world)
    lord = add_unit(world, "Am", "noble", 190)
    lord.wounds = [(type_of(world.tables, lord).wp - 1) * 100]
    assert not efficiency(type_of(world.tables, lord), lord)
    assert "control" not in _letter(world)


def test_a_leader_at_work_is_left_alone_until_it_is_nearly_done() -> None:
    world = empty_world()
    _land(world)
    lord = add_unit(world, "Am", "noble", 191)
    lord.program = program("control -1")
    lord.program[0].begun, lord.program[0].left = True, 20
    assert str(lord.id) not in _by_head(_letter(world))
    lord.program[0].left = 3
    found = _by_head(_letter(world))[str(lord.id)]
    assert "farmove 191" not in found, "that hex will be his"


# --- towns -----------------------------------------------------------------------------------------------------------------


def _town(militia: int) -> tuple[World, Unit]:
    """Nation Am has a lord with 300 medium infantry beside a free town; so many of its militia have been seen."""
    world = empty_world()
    _land(world)
    town = scenario_world().locations[1524]  # Westmarch in 177, of size 4, walls of rating 1
    town.outside = "191"
    world.locations[town.id] = town
    lord = add_unit(world, "Am", "noble", 190)
    form(lord, add_unit(world, "Am", "medium infantry", 190, 150), add_unit(world, "Am", "medium infantry", 190, 150))
    guards = add_unit(world, "Fr", "town militia", town.id, militia, id=7013)
    memory = world.nations["Am"].memory
    memory.locations[town.id] = LocationMemory(
        town.id, town.type, town.outside, town.name, town.owner, town.size, town.rating, town.strength, 0, world.turn
    )
    memory.units[guards.id] = sighting_of(begin(world), guards)
    return world, lord


def test_a_weak_town_is_declared_enemy_stormed_entered_and_taken() -> None:
    world, lord = _town(100)
    found = _by_head(_letter(world))
    assert "policy fr enemy" in found[f"nation {world.nations['Am'].number}"]
    assert found[str(lord.id)][:5] == ["farmove 191", "storm", "storm", "move 1524", "control -1"]


@pytest.mark.parametrize("standing_in", [False, True], ids=["too strong", "for a player who missed the turn"])
def test_a_town_is_left_alone(standing_in: bool) -> None:
    """100 militia are worth 70 medium infantry, 600 are worth 420."""
    world, _ = _town(100 if standing_in else 600)
    assert "storm" not in _letter(world, standing_in=standing_in)
    assert "policy" not in _letter(world, standing_in=standing_in)


def test_a_town_is_taken_by_such_orders() -> None:
    world, _ = _town(60)
    for _ in range(2):
        sheet = read(_letter(world), view_of(world, "AM"))
        world = RULESET.resolve(world, {"AM": sheet}, _CHANCE).world
    assert world.locations[1524].owner == "Am"


# --- gold ------------------------------------------------------------------------------------------------------------------


def _capital(gold: int) -> World:
    world = scenario_world()
    world.nations["Am"].pool["gold"] = gold * 100
    return world


@pytest.mark.parametrize(
    ("gold", "expected"), [(20, ""), (120, "recruit 61"), (400, "recruit 51")], ids=["nothing", "a captain", "a lord"]
)
def test_the_ruler_recruits_what_the_nation_can_pay_for(gold: int, expected: str) -> None:
    """A lord costs 200 gold, a captain 60."""
    world = _capital(gold)
    for number in (3105, 3106):
        del world.units[number]  # no captains yet
    found = _by_head(_letter(world)).get("3101", [])
    assert found[:1] == [expected] * bool(expected)


def test_gold_builds_castles_and_larger_towns() -> None:
    """The level says how many castles, with more for the gold that is left, while there is manpower: 680, 120 for each. With
    manpower for all, the troops that are bought first (twice 200 light infantry, 32 gold each) leave 906 gold: 150 for each."""

    def castles(manpower: int = 0, hexes: int = 99) -> int:
        world = _capital(1000)
        free = [number for number, one in world.hexes.items() if not one.owner and world.tables.land(number)]
        for number in free[: hexes - 12]:
            world.hexes[number].owner = "Am"
            world.nations["Am"].memory.hexes[number] = HexMemory(1, "Am")
        if manpower:
            world.nations["Am"].pool["manpower"] = manpower
        found = _by_head(_letter(world, level="hard"))
        return sum(line.startswith("build castle ") for line in found["nation 1"])

    assert castles() == 680 // 120
    assert castles(manpower=999_900) == NUMBERS.levels["hard"].castles + 906 // 150
    assert [castles(999_900, hexes) for hexes in (12, 15, 16)] == [2, 2, 3], "one castle for four hexes: the capital has one"
    simple = _by_head(_letter(_capital(1000), level="easy"))
    assert simple["1501"] == ["expand 1", "improve strength 3"]
    assert not [line for line in simple["nation 1"] if line.startswith("build")], "beginners build no castles"


def test_nothing_is_spent_for_a_player_who_missed_the_turn() -> None:
    text = _letter(_capital(1000), standing_in=True)
    assert text
    words = {line.split()[0] for line in text.splitlines() if not line.endswith(":")}
    assert words <= {"farmove", "control", "break"}


# --- the census ------------------------------------------------------------------------------------------------------------


def _sheet(world: World, text: str) -> OrderSheet:
    return read(text, view_of(world, "AM"))


def test_the_census_counts_kinds_of_orders_and_leaders_without_work() -> None:
    world = scenario_world()
    found = uses(_sheet(world, "3102:\nrepeat 2\norders:\nsearch 2\n.\ncontrol\n"), view_of(world, "AM"))
    assert [one for one in found if one in USABLE] == ["repeat", "search", "control"]
    assert found.count(IDLE) == 4  # one lord, a general, two captains
    assert set(found) <= {*USABLE, *EXCESS}


def test_what_computers_never_use_is_usable_and_has_its_reason() -> None:
    assert set(UNUSED) <= set(USABLE)
    assert all(UNUSED.values())


# --- whole games -----------------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.sampled(1)
@pytest.mark.parametrize("slug", PLAYERS)
def test_a_whole_game_ends_with_a_winner_and_points_grow(slug: str) -> None:
    world = RULESET.setup({"scenario": slug, "turns": 12}, [Signup(code.upper()) for code in PLAYERS[slug]], Chance("whole"))
    best = []
    for turn in range(1, 13):
        sheets = {}
        for seat in RULESET.active(world):
            view = RULESET.view(world, seat)
            sheets[seat] = RULESET.read(RULESET.plan(view, Chance("whole")), view)
            assert not [one for one in sheets[seat].problems if not one.note]
        outcome = RULESET.resolve(world, sheets, Chance("whole"))
        world = outcome.world
        best.append(max(one.points for one in world.seated()))
        assert outcome.finished == (turn == 12)
    assert outcome.winners
    assert best[2] < best[6] < best[11]
