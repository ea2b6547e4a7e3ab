"""What the report shows of nation, resources, units, map, map notes and blurbs (CF-1.2, CF-2, CF-6.1, CF-18)."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from postern.game.chance import Chance
from postern.game.chart import Glyph
from postern.game.events import Event, seen
from postern.game.report import Map, OrderForm, Steps, Table, Text
from postern.game.ruleset import Signup
from postern.rulesets.cosmos.game import RULESET
from postern.rulesets.cosmos.orders.families.control import fault_of
from postern.rulesets.cosmos.report.map import chart_below, chart_of, sketch
from postern.rulesets.cosmos.report.notes import blurb, learn, map_notes, wanted
from postern.rulesets.cosmos.report.tables import lands, standing, units
from postern.rulesets.cosmos.report.turn_report import report
from postern.rulesets.cosmos.tables.land import Connection
from postern.rulesets.cosmos.world.places import called, item_called
from postern.rulesets.cosmos.world.records import HexMemory, Item, LocationMemory, Pending, Sighting, World
from tests.rules.cosmos.build import add_unit, begin, empty_world, form, give, program, run_turn, scenario_world
from tests.rules.cosmos.reports import letter, lively, play, report_of, section, view, words

_SEATS = [Signup(code.upper(), {"nation": code}) for code in ("Am", "Rc", "Sl", "Gh")]


def test_every_line_of_the_letter_has_72_columns_at_most() -> None:
    world, events = lively()
    for found in (report_of(world, "AM", events), report_of(scenario_world("two_tides"), "UB")):
        lines = letter(found).split("\n")
        assert max(map(len, lines)) <= 76  # lines of the order form are never broken
        before_form = lines[: next(at for at, line in enumerate(lines) if line.startswith("ORDER FORM"))]
        assert max(map(len, before_form)) <= 72


@pytest.mark.rule("CF-1.2-04", "CF-1.2-05", "CF-1.2-06", "CF-1.2-07")
def test_a_turn_report_has_all_its_parts() -> None:
    world, events = lively()
    found = report_of(world, "AM", events)
    keys = [one.key for one in found.sections]
    assert {"account", "map", "standing", "resources", "units", "lands", "notes", "blurbs", "orders"} <= set(keys)
    assert isinstance(section(found, "map").blocks[0], Map)
    assert isinstance(section(found, "orders").blocks[0], OrderForm)
    status = words(section(found, "standing"))
    assert f"Administration limit of the coming turn: {world.nations['Am'].admin_limit}." in status
    assert "Your policies: Rowan Court (Rc, 2): neutral" in status
    assert "Gharrak Clans (Gh, 4): enemy" in status


@pytest.mark.rule("CF-1.2-03", "CF-6.1-07", "CF-6.6-02")
def test_the_setup_report_has_more_blurbs_no_account_and_a_forecast_of_resources() -> None:
    world = RULESET.setup({"scenario": "thalmar"}, _SEATS, Chance("status"))
    found = report_of(world)
    keys = [one.key for one in found.sections]
    assert "account" not in keys
    assert {"map", "standing", "resources", "units", "lands", "notes", "blurbs", "orders"} <= set(keys)
    told = words(section(found, "blurbs"))
    assert "**Kingdom of Aldermark.**" in told
    after, events = play(world, {})
    nation = after.nations["Am"]
    (table, *_) = section(found, "resources").blocks
    assert isinstance(table, Table)
    gold = next(row for row in table.rows if row[0] == "gold")
    assert gold[3] == f"{nation.produced['gold'] // 100:,}"
    assert gold[4] == f"{nation.used.get('gold', 0) // 100:,}"
    food = next(row for row in table.rows if row[0] == "food")
    assert food[5] == f"{nation.lost['food'] // 100:,}"
    later = [one for one in report_of(after, "AM", events).sections if one.key == "blurbs"]
    assert len(told) > sum(len(words(one)) for one in later)


@pytest.mark.rule("CF-2.3-07", "CF-5.5-01", "CF-5.5-08", "CF-2.4-03", "CF-5-04")
def test_names_of_units_locations_and_items() -> None:
    world = scenario_world()
    assert called(world, world.units[3101]) == "3101(Am*) King Aldric III (Noble)"
    assert called(world, world.units[3103]) == "3103(Am+) Lady Maren (Noble)"
    assert called(world, world.units[3112]) == "3112(Am) Medium Infantry"
    assert called(world, world.locations[1501]) == "Stavenholm [1501(Am)]"
    assert item_called(Item(1234, "magic sword", "Magic Sword", owner="Am")) == "Magic Sword [1234(Am)]"
    assert item_called(Item(1342, "magic sword", "Excalibur", owner="Gh")) == "Excalibur [1342(Gh)] (magic sword)"
    assert item_called(Item(1145, "altar", "Altar")) == "Altar [1145]"


@pytest.mark.rule("CF-5.3-05", "CF-5.4-03")
def test_points_and_own_policies_alone() -> None:
    world = scenario_world()
    nation = world.nations["Am"]
    nation.points, nation.bonus = 132, 10
    world.nations["Gh"].policies["Am"] = "enemy"
    told = words(standing(view(world).world, nation))
    assert "POINTS: 132 plus faction bonus 10: 142" in told
    assert "Gharrak Clans (Gh, 4): neutral" in told


# --- resources --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CF-6.1-01", "CF-6.1-02", "CF-6.1-03", "CF-6.1-04", "CF-6.1-06", "CF-6.1-08")
def test_the_resource_table() -> None:
    world = scenario_world()
    nation = world.nations["Am"]
    nation.pool, nation.produced, nation.used, nation.lost = {"gold": 41_250}, {"gold": 16_100}, {"gold": 5_050}, {"wood": 799}
    world.hexes[190].stores = {"iron": 1_500}
    world.units[3112].carries = {"iron": 250}
    (table, *_) = section(report_of(world, "AM", [Event("x", "8", frozenset({"AM"}))]), "resources").blocks
    assert isinstance(table, Table)
    assert [one.title for one in table.columns] == ["Resource", "Pool", "Distr.", "Prod.", "Used", "Lost", "Upk.", "Poten."]
    rows = {row[0]: row for row in table.rows}
    assert rows["gold"][1:6] == ("412", "0", "161", "50", "0")
    assert rows["iron"][2] == "17"
    assert rows["wood"][5] == "7"
    add_unit(world, "Am", "heavy infantry", 1501, 50)
    (grown, *_) = section(report_of(world, "AM", [Event("x", "8", frozenset({"AM"}))]), "resources").blocks
    assert isinstance(grown, Table)
    gold = next(row for row in grown.rows if row[0] == "gold")
    assert int(gold[6]) - int(rows["gold"][6]) == 15  # the upkeep of a standard unit of heavy infantry


@pytest.mark.rule("CF-6.1-09")
def test_what_is_foretold_is_what_the_next_turn_makes_when_nothing_happens() -> None:
    world = scenario_world()
    (table, *_) = section(report_of(world, "SL"), "resources").blocks
    assert isinstance(table, Table)
    foretold = {row[0]: int(row[7].replace(",", "")) for row in table.rows}
    after, _ = play(world, {})
    for name in ("food", "wood", "iron", "gold"):
        made = after.nations["Sl"].produced[name] // 100
        assert made > 100
        assert abs(foretold[name] - made) <= made // 50


def test_gold_and_food_are_told_in_steps_that_add_up() -> None:
    world, events = lively()
    found = section(report_of(world, "AM", events), "resources")
    steps = [one for one in found.blocks if isinstance(one, Steps)]
    assert [one.name for one in steps] == ["Gold in the pool", "Food in the pool"]
    for one, name in zip(steps, ("gold", "food"), strict=True):
        begun = next(event.data["pool"][name] for event in events if event.kind == "turn begins" and "AM" in event.seen_by)
        assert one.had == begun // 100
        assert one.now == world.nations["Am"].pool[name] // 100
        assert 0 <= dict(one.changes)["made"] - world.nations["Am"].produced[name] // 100 <= 1  # amounts have hundredths
        assert "moved" not in dict(one.changes)


@pytest.mark.rule("CF-6.7-16")
def test_what_transport_costs_to_allies_alone() -> None:
    world = scenario_world()
    assert "Transport" not in words(section(report_of(world), "resources"))
    world.nations["Am"].policies["Rc"] = "ally"
    told = words(section(report_of(world), "resources"))
    assert told.count("Transport to Rowan Court (Rc): ") == 1
    assert "Gharrak" not in told


@pytest.mark.rule("CF-6.1-05", "CF-18-18", "CF-16-12")
def test_what_lies_where_and_how_walls_stand() -> None:
    world = scenario_world()
    world.hexes[190].stores = {"wood": 12_300}
    castle = world.locations[1504]
    castle.stores, castle.damage = {"arms": 5_000}, 2
    told = words(lands(world, world.nations["Am"]))
    assert "What lies there: 190: 123 wood." in told
    row = next(line for line in told.split("\n") if line.startswith("1504"))
    assert f"| {castle.rating}/{castle.strength} | 2 | stores 50 arms" in row


# --- units ------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CF-18-18", "CF-15.3-08", "CF-6.1-05", "CF-4.1-03")
def test_units_stand_place_by_place_under_their_leaders_with_what_is_not_usual() -> None:
    world = empty_world()
    leader = add_unit(world, "Am", "general", 224, flee_when=3, tactics="flee")
    foot = add_unit(world, "Am", "medium infantry", 224, 100, wounds=[100, 200, 300], tactics="defend", carries={"gold": 2_000})
    add_unit(world, "Am", "heavy infantry", 1501, 50)
    form(leader, foot)
    leader.program = [Pending("move 225", begun=True, left=5), *program("control")]
    told = words(units(world, world.nations["Am"]))
    lines = told.split("\n")
    assert lines.index("At Stavenholm [1501] in 190") < lines.index("At 224")
    at = lines.index("At 224")
    assert lines[at + 1] == "3101(Am) General | 8 w.p./100% | 0 | flees at 3 w.p.; orders: move 225 (begun, 5 more); control"
    assert lines[at + 2].startswith("· 3102(Am) Medium Infantry | 100/98%/")
    assert "**defend**; 1 with light wounds, 1 with heavy wounds, 1 incapacitated; carries 20 gold" in lines[at + 2]
    assert "3103(Am) Heavy Infantry | 50/100%/100% | 0 | " in told


# --- the map ----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CF-1.2-05", "CF-5-05", "CF-18-13", "CF-2.1-10")
def test_the_map_shows_what_was_seen_when_and_whose_it_was() -> None:
    world = scenario_world()
    world.turn = 5
    memory = world.nations["Am"].memory
    memory.hexes = {190: HexMemory(4, "Am", "farmlands"), 224: HexMemory(2, "Gh", "mountains", "plains")}
    areas = {one.name: one for one in chart_of(view(world).world, "Am").areas}
    assert (areas["190"].owner, areas["190"].sight) == ("Am", "now")
    assert (areas["224"].owner, areas["224"].sight, areas["224"].last_seen) == ("Gh", "remembered", 2)
    assert areas["224"].terrain == "mountains"
    assert areas["224"].glyphs == (Glyph("illusion", "plains"),)
    assert (areas["225"].sight, areas["225"].owner) == ("never", "")


def test_what_lies_behind_the_coast_is_unknown_and_what_lies_before_it_is_sea() -> None:
    """At the start a nation knows the whole coast of the island, and land near its own alone."""
    world = scenario_world()
    areas = {int(one.name): one for one in chart_of(view(world).world, "Am").areas}
    land = [number for number in areas if world.tables.land(number)]
    never = [number for number in land if areas[number].sight == "never"]
    assert len(never) > 100
    assert {areas[number].terrain for number in never} == {"unknown"}
    sea = [number for number, one in areas.items() if one.sight == "never" and not world.tables.land(number)]
    assert {areas[number].terrain for number in sea} <= {"deep ocean", "unknown"}
    assert areas[101].terrain == "deep ocean"


def test_marches_have_the_phases_of_their_steps() -> None:
    world, events = lively()
    chart = chart_of(view(world).world, "Am", seen(events, "AM"))
    marches = [one for one in chart.routes if one.kind == "move"]
    grid = world.tables.grid
    horse = next(one for one in marches if one.own and one.points == (grid.centre(190), grid.centre(207)))
    moved = [one for one in events if one.kind == "moved" and one.data["who"] == 3106 and one.data["goal"] == "207"]
    assert horse.phases == (int(moved[0].step[:-1]),)
    assert any(not one.own for one in marches)


@pytest.mark.rule("CF-2.1.3-02")
def test_rivers_lie_along_the_sides_of_their_hexes_and_icons_in_them() -> None:
    world = scenario_world()
    chart = chart_of(view(world).world, "Am")
    polygons = {one.name: one.polygon for one in chart.areas}
    assert chart.rivers
    for river in chart.rivers:
        assert sum(set(river.points) <= set(polygon) for polygon in polygons.values()) >= 1
    assert {one.area for one in chart.sites if one.owner == "Am"} == {"190", "157", "206", "188"}


@pytest.mark.rule("CF-R-19.4")
def test_the_map_as_text() -> None:
    """Numbers stand above terrain, icon and owner; odd columns half a hex lower (ruling 19.4)."""
    world = scenario_world()
    lines = sketch(view(world).world, world.nations["Am"]).split("\n")
    assert max(map(len, lines)) <= 72
    row = next(at for at, line in enumerate(lines) if " 190 " in f" {line} ")
    place = lines[row].index("190")
    assert lines[row + 1][place : place + 4] == "fCAm"
    assert any(line[place - 5 : place - 2] == "173" for line in (lines[row - 1], lines[row + 1]))
    signs = lines.index("") + 1
    assert lines[signs].startswith("Under each number: terrain (f farmlands, p plains, ")
    world.nations["Am"].memory.hexes.pop(190)
    assert "fCAm" in sketch(view(world).world, world.nations["Am"]), "own hexes are on the map, whatever was seen"
    world.hexes[190].owner = ""
    assert "190" not in sketch(view(world).world, world.nations["Am"])


def test_the_ground_below_is_a_map_of_its_own_for_who_has_been_there() -> None:
    world = empty_world("two_tides")
    assert chart_below(view(world, "UB").world, "Ub") is None
    place = next(number for number in world.tables.hexes if world.tables.land(number))
    add_unit(world, "Ub", "gnome slingers", f"u{place}", 40)
    chart = chart_below(view(world, "UB").world, "Ub")
    assert chart is not None
    assert [(one.area, one.owner, one.strength) for one in chart.markers] == [(str(place), "Ub", "40")]
    assert chart.focus == (str(place),)
    found = section(report_of(world, "UB", [Event("x", "8", frozenset({"UB"}))]), "map")
    assert len(found.blocks) == 2


# --- map notes --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CF-18-15", "CF-18-16", "CF-18-17", "CF-16-12", "CF-20.1-13", "CF-18-14")
def test_map_notes() -> None:
    world = empty_world()
    world.turn = 3
    for one in world.hexes.values():
        one.owner = ""
    memory = world.nations["Am"].memory
    world.items = {2100: Item(2100, "ladders", "Ladders")}
    memory.hexes, memory.items, memory.routes = {224: HexMemory(2, "Gh", "plains")}, {2100: "224"}, []
    memory.locations = {
        1826: LocationMemory(1826, "city", "224", "Sergilia", "Gh", 6, 2, 7, 0, 2),
        1867: LocationMemory(1867, "castle", "1826", "Sergilia Keep", "Gh", 0, 4, 14, 3, 2),
    }
    kind = world.tables.type_numbers["medium infantry"]
    memory.units = {
        4312: Sighting(4312, "Gh", kind, "", "224", 75, 100, 90, 2, 24, moving="moving towards 225 (arrives phase 3)"),
        4310: Sighting(4310, "Gh", kind, "", "1867", 50, 80, 70, 2, 7, gone=True, questing=True),
    }
    (text,) = map_notes(world, world.nations["Am"]).blocks
    assert isinstance(text, Text)
    lines = text.text.split("\n")
    assert lines[0].startswith("Hex 224: plains (Gh)")
    assert lines[1:] == [
        "  Sergilia [1826(Gh)] (city), size 6, interior terrain: city, walls: rating:2 strength:7",
        "    Sergilia Keep [1867(Gh)] (castle), interior terrain: structure, walls: rating:4 strength:14 damage:3",
        "      4310(Gh) Medium Infantry: 50/80%/70%, questing, last seen in turn 2, phase 7",
        "  Ladders [2100]",
        "  4312(Gh) Medium Infantry: 75/100%/90%, moving towards 225 (arrives phase 3)",
    ]


@pytest.mark.rule("CF-11.4-02")
def test_known_connections_stand_in_the_map_notes(monkeypatch: pytest.MonkeyPatch) -> None:
    world = scenario_world()
    ways = [Connection("190", "u301", Fraction(3), "underground"), Connection("301", "u302", Fraction(2), "underground")]
    tables = replace(world.tables, connections={(one.start, one.goal): one for one in ways})
    monkeypatch.setattr(World, "tables", property(lambda self: tables))
    told = words(map_notes(world, world.nations["Am"]))
    assert "Connection from 190 to u301: length 3, underground" in told
    assert "u302" not in told  # nobody has seen 301


@pytest.mark.rule("CF-14.1-05")
def test_who_obstructs_a_control_is_named_as_far_as_the_force_sees_him() -> None:
    for hidden, why in (
        (False, "It is obstructed by 7900(Wd) Ogres."),
        (True, "It is obstructed by something that you cannot see."),
    ):
        world = scenario_world()
        for unit in form(world.units[3104], world.units[3112]), world.units[3112]:
            unit.position = "224"
        give(world.units[3104], "control")
        ogres = add_unit(world, "Wd", "ogres", 224, 80, id=7900, hidden=hidden)
        turn = begin(world)
        turn.sees = {"Am": set() if hidden else {ogres.id}}
        fault = fault_of(turn, world.units[3104])
        assert fault is not None
        assert fault[1] == why


@pytest.mark.rule("CF-19.1.2-02")
def test_who_is_seen_on_the_way_is_noted_with_where_it_goes_and_when_it_arrives() -> None:
    world = empty_world()
    world.hexes[224].owner = "Am"
    marching = add_unit(world, "Gh", "medium infantry", 224, 100)
    marching.program = program("wait 22", "move 225")
    after = run_turn(world).world
    left = after.units[marching.id].program[0].left
    assert left > 0
    assert after.nations["Am"].memory.units[marching.id].moving == f"moving towards 225 (arrives phase {left})"
    assert "moving towards 225" in words(map_notes(after, after.nations["Am"]))


@pytest.mark.rule("CF-19.2-02")
def test_the_owner_of_a_hex_knows_an_illusion_on_it() -> None:
    world = scenario_world()
    world.hexes[190].illusion = "mountains"
    world.hexes[190].until["illusion"] = 1_000
    after = run_turn(world).world
    assert after.nations["Am"].memory.hexes[190].real == "farmlands"
    assert "Hex 190: mountains, truly farmlands (Am)" in words(map_notes(after, after.nations["Am"]))


@pytest.mark.rule("CF-20.4-02", "CF-20.4-03")
def test_travel_routes_stand_in_the_map_notes_once_they_are_known() -> None:
    world = scenario_world()
    assert world.nations["Am"].memory.routes == [1601, 1606, 1611, 1616]  # those of all travel houses, from the start
    world.nations["Am"].memory.routes = []
    assert "Caravan" not in words(map_notes(world, world.nations["Am"]))
    world.nations["Am"].memory.routes = [1601]
    told = words(map_notes(view(world).world, world.nations["Am"]))
    there, here = (world.locations[number].name for number in (1606, 1601))
    assert f"{here} [1601]: " in told
    assert f"Caravan to {there} [1606], 16 phases, 3 gold per individual" in told


# --- blurbs -----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CF-1.1-01", "CF-1.1-02", "CF-1.2-09", "CF-1.2-14", "CF-2.3-04", "CF-2.4-05", "CF-19-01")
def test_blurbs_come_once_with_what_is_new() -> None:
    world = scenario_world()
    nation = world.nations["Am"]
    first = learn(world, nation)
    assert {"nation Am", "leader 51", "spell firestrike", "item 2009"} <= set(first)
    assert learn(world, nation) == []
    world.items[2005].holder, world.items[2005].position = 3104, ""
    assert learn(world, nation) == ["item 2005"]
    told = blurb(world.tables, "item 2005")
    assert told.startswith("**Sword of the Nine** [2005]. Holder: melee strength +30")
    mage = blurb(world.tables, "leader 81")
    assert "Casts firestrike, strikeward, truesight, mirage, dispel, haste, scry and fly; HELP and a spell's name" in mage
    assert "Order: truesight; 1 phase, mana 4, range 2." in blurb(world.tables, "spell truesight")
    assert blurb(world.tables, "location 1526").startswith("**The Nine Wardens [1526].** Nine leaning stones")
    spell = blurb(world.tables, "spell firestrike")
    assert "Fire falls on one position" in spell
    assert "Order: firestrike TARGET POWER (1-10)" in spell


@pytest.mark.rule("CF-2.3-05", "CF-7.4-01")
def test_the_first_sight_of_a_type_brings_its_blurb() -> None:
    world = scenario_world()
    nation = world.nations["Am"]
    learn(world, nation)
    ogres = world.tables.type_numbers["ogres"]
    nation.memory.units[7900] = Sighting(7900, "Wd", ogres, "", "224", 8, 100, 100, 1, 3)
    assert learn(world, nation) == [f"unit {ogres}"]
    nation.memory.units[7901] = Sighting(7901, "Wd", ogres, "", "224", 8, 100, 100, 1, 3)
    assert learn(world, nation) == []


@pytest.mark.rule("CF-2.3-03", "CF-2.3.1-17", "CF-15.5.2-01")
@pytest.mark.parametrize("slug", ["thalmar", "two_tides"])
def test_a_blurb_tells_the_combat_rating_and_no_strength(slug: str) -> None:
    world = scenario_world(slug)
    for row in world.tables.unit_types.values():
        told = blurb(world.tables, f"unit {row.no}")
        assert f"combat rating {float(row.combat_rating):g}." in told
        assert f"Awareness {row.awareness}" in told
        facts = told.split("Awareness")[1]
        assert "melee" not in facts
        assert "defence" not in facts


@pytest.mark.rule("CF-15.5-03")
@pytest.mark.parametrize("slug", ["thalmar", "two_tides"])
def test_a_blurb_tells_of_area_attacks(slug: str) -> None:
    """The fire of an Ash Dragon hits an area; no other type of either scenario has such an attack."""
    world = scenario_world(slug)
    told = {row.name for row in world.tables.unit_types.values() if "area attack" in blurb(world.tables, f"unit {row.no}")}
    assert told == {"Ash Dragon"}
    assert "missiles of fire are area attacks" in blurb(world.tables, f"unit {world.tables.type_numbers['ash dragon']}")


def test_every_blurb_that_a_nation_could_want_can_be_told() -> None:
    for slug in ("thalmar", "two_tides"):
        world = scenario_world(slug)
        for nation in world.seated():
            for one in wanted(world, nation):
                assert blurb(world.tables, one) or not one.startswith(("leader", "nation", "spell")), one


def test_reports_are_the_same_each_time() -> None:
    world, events = lively()
    assert report_of(world, "AM", events) == report_of(world, "AM", events)
    turn = begin(scenario_world())
    assert report(view(turn.world), []) == report(view(turn.world), [])
