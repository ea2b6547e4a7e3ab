"""Setting up a game: options, provinces with natives, defenders and features, kingdoms, treasures."""

from __future__ import annotations

import time
from collections import Counter
from typing import Any

import pytest

from postern.game.chance import Chance
from postern.game.ruleset import Signup
from postern.rulesets.adventurer_kings.knowledge import View
from postern.rulesets.adventurer_kings.orders.finding import named, province_names
from postern.rulesets.adventurer_kings.orders.reading import read
from postern.rulesets.adventurer_kings.rules.creation import new_guardian
from postern.rulesets.adventurer_kings.setup import kingdom_code, read_options, set_up, terms
from postern.rulesets.adventurer_kings.setup.features import add_features, add_treasures
from postern.rulesets.adventurer_kings.tables import GRID, TABLES
from postern.rulesets.adventurer_kings.turn import PHASES
from postern.rulesets.adventurer_kings.world import WORLDS, Feature, Province
from tests.rules.adventurer_kings.build import empty_world
from tests.rules.adventurer_kings.games import SEATS, dice, features, game, games, share, wished

# --- options ---------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AK-D10.4-01", "AK-P10.4-01")
@pytest.mark.parametrize(("options", "turns"), [({}, 15), ({"turns": 10}, 10), ({"turns": 20, "game": "adventurer_kings"}, 20)])
def test_the_host_chooses_the_last_year(options: dict[str, Any], turns: int) -> None:
    assert read_options(options).turns == turns
    assert set_up(read_options(options), [Signup(one) for one in SEATS[:4]], Chance("x")).turns == turns


@pytest.mark.rule("AK-D10.4-01")
@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"turns": 9}, "turns: is 9; the last year of a game is from 10 to 20"),
        ({"turns": 21}, "turns: is 21; the last year of a game is from 10 to 20"),
        ({"turns": "many"}, "turns: is 'many'; the last year of a game is from 10 to 20"),
        ({"teams": 2}, "teams: there is no such option; there is turns"),
    ],
)
def test_options_that_there_are_not(options: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        read_options(options)


def test_terms_say_what_is_unusual() -> None:
    assert terms({}, 0) == terms({"turns": 15}, 8) == ()
    assert terms({"turns": 12}, 8) == ("The last year of the game is year 12.",)


@pytest.mark.rule("AK-P1.1-01", "AK-D1.2-10")
@pytest.mark.parametrize("kings", [4, 8, 12])
def test_a_game_has_a_king_a_seat(kings: int) -> None:
    world = game(kings)
    assert world.seats == list(SEATS[:kings]) == [one.seat for one in world.kingdoms.values()]
    assert len(world.provinces) == 162
    assert all(world.king(one).king and world.king(one).kingdom == one.code for one in world.kingdoms.values())


@pytest.mark.rule("AK-D1.2-10")
@pytest.mark.parametrize("kings", [3, 13])
def test_there_are_4_to_12_kings(kings: int) -> None:
    with pytest.raises(ValueError, match=f"4 to 12 players, not {kings}"):
        set_up(read_options({}), [Signup(f"S{chr(65 + place)}") for place in range(kings)], Chance("x"))
    with pytest.raises(ValueError, match=f"4 to 12 players, not {kings}"):
        terms({}, kings)


@pytest.mark.rule("AK-D0-03")
def test_the_same_chance_gives_the_same_game() -> None:
    again = set_up(read_options({}), [Signup(seat) for seat in SEATS[:8]], Chance("game"))
    assert WORLDS.dump(again) == WORLDS.dump(game()) != WORLDS.dump(game(8, "another"))
    assert WORLDS.load(WORLDS.dump(again)) == again


def test_twelve_kings_take_under_half_a_second() -> None:
    begun = time.process_time()
    set_up(read_options({}), [Signup(seat) for seat in SEATS], Chance("speed"))
    assert time.process_time() - begun < 0.5


@pytest.mark.rule("AK-P1.1-02", "AK-P1.3-01")
def test_a_turn_is_a_year_of_five_phases() -> None:
    assert game().turn == 1
    assert PHASES == 5


# --- provinces -------------------------------------------------------------------------------------------------------------


def ordinary() -> list[tuple[int, Province]]:
    """All provinces of all games that are nobody's home, with their numbers."""
    return [(number, one) for world in games() for number, one in world.provinces.items() if not one.home_of]


@pytest.mark.rule("AK-D1.1-42")
def test_every_province_has_a_name_of_its_own() -> None:
    names = [one.name for one in game().provinces.values()]
    assert len(set(names)) == 162
    assert set(names) <= set(TABLES.names["provinces"])


@pytest.mark.rule("AK-D1.1-42")
@pytest.mark.parametrize("written", ["{number}", "{name}", "{upper}", "{lower}"])
def test_a_province_is_named_by_number_or_name(written: str) -> None:
    name = game().provinces[63].name
    text = written.format(number=63, name=name, upper=name.upper(), lower=name.lower())
    assert named("province", text, province_names(game())) == 63


@pytest.mark.rule("AK-D1.1-09")
@pytest.mark.parametrize(("terrain", "least", "most"), [("Plain", 3, 9), ("Desert", 0, 5), ("Jungle", 1, 7), ("Sea", 0, 4)])
def test_taxes_lie_around_the_average_of_the_terrain(terrain: str, least: int, most: int) -> None:
    taxes = {one.tax for _, one in ordinary() if one.terrain == terrain}
    assert (min(taxes), max(taxes)) == (least, most)


@pytest.mark.rule("AK-D1.1-09")
def test_the_dice_of_taxes() -> None:
    counts = Counter(one.tax for _, one in ordinary() if one.terrain == "Sea")
    assert sorted(counts) == [0, 1, 2, 4]
    assert abs(100 * counts[0] / counts.total() - 40) < 3
    plains = [one.tax - 6 for _, one in ordinary() if one.terrain == "Plain"]
    assert abs(share(one == -3 for one in plains) - 10) < 3
    assert abs(share(one == 0 for one in plains) - 20) < 3


@pytest.mark.rule("AK-D1.1-10", "AK-P1.1-17")
def test_seas_are_inhabited_by_their_tax() -> None:
    seas = [one for _, one in ordinary() if one.terrain == "Sea"]
    assert all(one.native for one in seas if one.tax >= 2)
    assert not any(one.native for one in seas if one.tax == 0)
    assert abs(share(bool(one.native) for one in seas if one.tax == 1) - 30) < 4


@pytest.mark.rule("AK-P1.1-10", "AK-P1.1-13", "AK-P1.1-14")
def test_all_land_has_natives_half_of_them_humans() -> None:
    lived_in = [one for world in games() for one in world.provinces.values() if one.native]
    assert all(one.native for _, one in ordinary() if one.terrain != "Sea")
    assert {one.native for one in lived_in} == {"Human", "Elf", "Dwarf", "Orc", "Eagle", "Dragon", "Whale"}
    assert 45 < share(one.native == "Human" for one in lived_in) < 60
    assert all(1 <= len(one.types) <= 2 and 0 <= one.tax <= 10 for one in lived_in)


@pytest.mark.rule("AK-P1.1-10")
def test_types_are_those_of_natives_and_terrain() -> None:
    for _, one in ordinary():
        may = TABLES.levies[one.native, one.terrain].weights if one.native else {}
        assert all(kind in may or kind == "FL" for kind in one.types)
        assert bool(one.types) == bool(one.native)


@pytest.mark.rule("AK-D1.1-36")
def test_only_coasts_have_ports() -> None:
    ports = [(world, number) for world in games() for number, one in world.provinces.items() if "FL" in one.types]
    inland = [number for world, number in ports if world.provinces[number].terrain != "Sea" and not world.coastal(number)]
    assert ports
    assert not inland


@pytest.mark.rule("AK-D1.1-38", "AK-P1.1-08", "AK-P1.1-17", "AK-P1.2-03")
def test_defenders_of_ordinary_provinces() -> None:
    numbers: dict[str, list[int]] = {}
    for world in games():
        for number, one in world.provinces.items():
            there = [army for army in world.armies_in(number) if not army.owner and not army.mercenary]
            assert len(there) in ((1, 2, 3, 4) if one.native and not one.owner else (0,))
            assert all(army.type in one.types or army.type == "GA" for army in there)
            if there:
                numbers.setdefault("Rich" if one.tax >= 7 else "Prosperous" if one.tax >= 3 else "Poor", []).append(len(there))
        assert all(army.quality == 2 for army in world.armies.values())
    means = {wealth: sum(found) / len(found) for wealth, found in numbers.items()}
    assert abs(means["Rich"] - 3) < 0.1
    assert abs(means["Prosperous"] - 2) < 0.1
    assert abs(means["Poor"] - 7 / 6) < 0.1


@pytest.mark.rule("AK-D1.1-38")
def test_garrisons_defend_humanoid_land_alone() -> None:
    found = [(army, world.provinces[army.province]) for world in games() for army in world.armies.values() if not army.owner]
    humanoid = [army for army, one in found if one.terrain != "Sea" and one.native in TABLES.homes and not army.mercenary]
    assert abs(share(one.type == "GA" for one in humanoid) - 25) < 3
    assert not [army for army, one in found if army.type == "GA" and (one.terrain == "Sea" or one.native not in TABLES.homes)]


@pytest.mark.rule("AK-D1.1-37")
def test_armies_are_of_their_provinces_natives() -> None:
    for army in game().armies.values():
        own, native = TABLES.armies[army.type].race, game().provinces[army.province].native
        assert army.race == own or (not own and (army.race == native or army.mercenary))


@pytest.mark.rule("AK-D1.1-39", "AK-P1.1-08", "AK-D2.2-01")
def test_heroes_lead_defences() -> None:
    led: dict[bool, list[bool]] = {True: [], False: []}
    for world in games():
        for number, one in world.provinces.items():
            heroes = [each for each in world.characters_in(number) if each.status == "defending"]
            if one.native and not one.owner:
                led[one.at_sea].append(bool(heroes))
            assert len(heroes) <= (1 if one.native and not one.owner else 0)
            for army in world.armies_in(number):
                wanted = heroes[0].id if heroes and not army.mercenary else 0
                assert army.owner or army.leader == wanted
    assert abs(share(led[False]) - 80) < 3
    assert abs(share(led[True]) - 30) < 4


@pytest.mark.rule("AK-D1.1-41", "AK-DMC-01")
def test_mercenaries_begin_far_from_homes() -> None:
    for world in games():
        found = [army for army in world.armies.values() if army.mercenary]
        assert len(found) == 6
        for army in found:
            place = world.provinces[army.province]
            kinds = {kind for (_, terrain), one in TABLES.levies.items() if terrain == place.terrain for kind in one.weights}
            assert (army.owner, army.leader, army.quality) == ("", 0, 2)
            assert place.terrain != "Sea"
            assert army.type in kinds
            assert min(GRID.distance(army.province, one.home) for one in world.kingdoms.values()) >= 3


@pytest.mark.rule("AK-P1.1-16")
def test_most_land_is_prosperous_seas_and_deserts_poor() -> None:
    dry = [one.tax for _, one in ordinary() if one.terrain in ("Sea", "Desert")]
    green = [one.tax for _, one in ordinary() if one.terrain not in ("Sea", "Desert")]
    assert share(tax <= 2 for tax in dry) > 75
    assert share(3 <= tax <= 6 for tax in green) > 60


def answers(text: str) -> list[str]:
    """The codes of what stands in the way of a letter's orders."""
    kingdom = next(iter(game().kingdoms.values()))
    sheet = read(text, View(kingdom.seat, kingdom.code, game()))
    return [one.code for one in sheet.problems if not one.note]


@pytest.mark.rule("AK-P1.1-09", "AK-P1.3-01", "AK-P1.3-02")
def test_kings_and_their_heroes_act_in_five_phases_and_without_conditions() -> None:
    free = next(one.id for one in game().characters.values() if not one.kingdom)
    assert not answers("CHAR 1\n1 EX\n2 EX\n3 EX\n4 EX\n5 EX\n")
    assert answers("CHAR 1\n6 EX\n")
    assert answers("CHAR 1\n1 EX IF RICH\n")
    assert answers(f"CHAR {free}\n1 EX\n")


@pytest.mark.rule("AK-P1.1-15", "AK-P1.1-18")
def test_a_kingdom_knows_its_home_and_what_lies_around() -> None:
    for one in game().kingdoms.values():
        assert set(one.seen) == {one.home, *GRID.neighbours(one.home)}
        for place, seen in one.seen.items():
            tax = game().provinces[place].tax
            assert seen.wealth in ("", "Rich" if tax >= 7 else "Prosperous" if tax >= 3 else "Poor")


@pytest.mark.rule("AK-D0-09", "AK-P8.1-01")
def test_friends_and_enemies() -> None:
    one, other = list(game().kingdoms)[:2]
    assert [game().relation(one, each) for each in (one, other, "")] == ["Allied", "Neutral", "Enemy"]


# --- features --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AK-D1.1-40", "AK-1.6-07")
def test_numbers_of_features() -> None:
    land = Counter(len(one.features) for _, one in ordinary() if one.terrain != "Sea")
    sea = [len(one.features) for _, one in ordinary() if one.terrain == "Sea"]
    assert sorted(land) == [0, 1, 2, 3]
    assert all(abs(100 * land[number] / land.total() - pct) < 3 for number, pct in enumerate((25, 45, 25, 5)))
    assert set(sea) == {0, 1}
    assert abs(share(map(bool, sea)) - 5) < 2


@pytest.mark.rule("AK-D1.1-40")
def test_a_home_has_one_feature_of_tier_1() -> None:
    homes = [one for world in games() for one in world.provinces.values() if one.home_of]
    assert all([feature.tier for feature in one.features] == [1] for one in homes)
    guardians = {feature.guardian.kind for one in homes for feature in one.features if feature.guardian}
    assert {TABLES.monsters[one].tier for one in guardians} == {1}


@pytest.mark.rule("AK-DF-01", "AK-P1.1-12")
def test_features_are_of_their_terrain_and_different() -> None:
    for _, one in ordinary():
        kinds = [feature.kind for feature in one.features]
        assert len(set(kinds)) == len(kinds)
        assert all(one.terrain in TABLES.features[kind].terrains for kind in kinds)


@pytest.mark.rule("AK-DF-01", "AK-DF-20")
def test_features_are_drawn_by_weight() -> None:
    one = Province("Sea", "Deep", 4)
    add_features(dice(5, 2, 1, 1, 20, 1, 300), one)
    assert [(each.kind, each.tier, each.discovery) for each in one.features] == [("Sunken City", 3, 300)]
    seas = [each.kind for _, place in ordinary() if place.terrain == "Sea" for each in place.features]
    assert abs(share(each == "Sea Grotto" for each in seas) - 67) < 12


@pytest.mark.rule("AK-DF-20")
def test_discovery_numbers() -> None:
    found: dict[bool, list[int]] = {True: [], False: []}
    for world in games():
        for place, one in features(world):
            found[place.terrain == "Sea"].append(one.discovery)
    assert (min(found[False]), max(found[False])) == (1, 100)
    assert 200 < max(found[True]) <= 300


@pytest.mark.rule("AK-DF-20")
def test_what_the_first_exploration_shows_is_known() -> None:
    for world in games()[:10]:
        for number, place in world.provinces.items():
            for one in place.features:
                assert one.found_by == [
                    code for code, each in world.kingdoms.items() if each.exploration.get(number, 0) >= one.discovery
                ]


@pytest.mark.rule("AK-DF-15", "AK-DF-16", "AK-DF-17", "AK-D2.2-01")
def test_heroes_wait_in_inns_monasteries_and_academies() -> None:
    numbers: dict[str, set[int]] = {}
    for world in games():
        for number, place in world.provinces.items():
            waiting = Counter(one.inn for one in world.characters_in(number) if one.status == "free")
            for order, one in enumerate(place.features, 1):
                numbers.setdefault(one.kind, set()).add(waiting.pop(order, 0))
                if not TABLES.features[one.kind].guardians:
                    assert (one.guardian, one.gold, one.items, one.tier) == (None, 0, [], 0)
            assert not waiting
    assert {kind: found for kind, found in numbers.items() if found != {0}} == {
        "Inn": {1, 2},
        "Monastery": {1},
        "Academy": {1},
    }


@pytest.mark.rule("AK-DF-22", "AK-DF-25", "AK-D5.4-07")
def test_guardians_keep_gold_and_riddles() -> None:
    ranges: dict[int, list[int]] = {}
    for world in games():
        for _, one in features(world):
            if one.guardian:
                ranges.setdefault(one.tier, []).append(one.gold)
                average = TABLES.monsters[one.guardian.kind].hit_points
                assert one.guardian.riddle in TABLES.riddles
                assert 7 <= one.guardian.full == one.guardian.hit_points <= 50
                assert 0.8 * average - 1 < one.guardian.full <= 1.2 * average + 1
    assert {tier: (min(gold), max(gold)) for tier, gold in ranges.items() if tier < 3} == {1: (2, 12), 2: (5, 20)}
    assert 10 <= min(ranges[3]) <= 12
    assert 28 <= max(ranges[3]) <= 30


ARTIFACTS = set(range(1, 11))


@pytest.mark.rule("AK-DF-24", "AK-DF-23", "AK-10.1-28")
def test_the_artifacts_lie_in_ten_features_of_tier_3() -> None:
    for world in games():
        with_artifact = [one for _, one in features(world) if ARTIFACTS.intersection(one.items)]
        assert sorted(item for one in with_artifact for item in one.items if item in ARTIFACTS) == sorted(ARTIFACTS)
        assert len(with_artifact) == 10
        assert {one.tier for one in with_artifact} == {3}


@pytest.mark.rule("AK-DF-24")
def test_artifacts_are_spread_over_the_continents() -> None:
    world = empty_world()
    for number in (5, 6, 7, 8, 40, 41, 42, 43, 100, 101, 102, 103):
        world.provinces[number].features = [Feature("Dragon Lair", 3, 50, new_guardian(dice(20), "Dragon", 1))]
    continents = {number: 0 if number < 37 else 1 if number < 90 else 2 for number in GRID.places}
    add_treasures(world, Chance("spread"), continents)
    dealt = Counter(continents[number] for number, one in world.provinces.items() for each in one.features if _dealt(each))
    assert sorted(dealt.values()) == [3, 3, 4]


def _dealt(feature: Feature) -> bool:
    return bool(ARTIFACTS.intersection(feature.items))


@pytest.mark.rule("AK-DF-24")
def test_the_strongest_features_of_tier_2_are_raised_where_there_are_too_few() -> None:
    world = empty_world()
    for number in range(1, 13):
        guardian = new_guardian(dice(20), "Troll", 1)
        guardian.full = 15 + number
        tier = 3 if number <= 4 else 2
        world.provinces[number].features = [Feature("Dungeon", tier, 50, guardian)]
    add_treasures(world, Chance("raised"), dict.fromkeys(GRID.places, 0))
    assert [world.provinces[number].features[0].tier for number in range(1, 13)] == [3] * 4 + [2] * 2 + [3] * 6
    assert all(_dealt(world.provinces[number].features[0]) for number in (1, 4, 7, 12))


@pytest.mark.rule("AK-DF-24", "AK-DF-23")
def test_other_items_come_again_only_when_all_of_the_tier_are_placed() -> None:
    for world in games()[:10]:
        placed = Counter(item for _, one in features(world) for item in one.items)
        for tier in (1, 2, 3):
            numbers = [one.number for one in TABLES.items.values() if one.tier == tier and one.kind != "artifact"]
            if any(placed[number] > 1 for number in numbers):
                assert all(placed[number] for number in numbers)
        assert all(placed[number] == 1 for number in ARTIFACTS)


@pytest.mark.rule("AK-DF-23")
def test_items_are_of_the_tiers_of_treasures() -> None:
    found: dict[int, list[list[int]]] = {}
    for world in games():
        for _, one in features(world):
            if one.guardian:
                found.setdefault(one.tier, []).append(sorted(TABLES.items[item].tier for item in one.items))
    assert {tuple(one) for one in found[1]} == {(), (1,)}
    assert {tuple(one) for one in found[2]} == {(), (1,), (2,), (1, 2)}
    assert {tuple(one) for one in found[3]} == {(3,), (2, 3)}
    assert abs(share(map(bool, found[1])) - 35) < 4
    assert abs(share(2 in one for one in found[2]) - 80) < 4


# --- kingdoms --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AK-P1.1-06", "AK-D1.2-06", "AK-P1.2-01", "AK-P8.1-01", "AK-D1.2-11")
@pytest.mark.parametrize("kings", [4, 12])
def test_kingdoms_begin_with_one_province(kings: int) -> None:
    world = game(kings)
    for code, one in world.kingdoms.items():
        home = world.provinces[one.home]
        assert world.owned(code) == [one.home]
        assert (home.home_of, home.tax, home.native) == (code, 8, one.race)
        assert one.gold == 10
        assert one.exploration == {one.home: 100} | dict.fromkeys(GRID.neighbours(one.home), 25)
        assert one.relations == {other: "Neutral" for other in world.kingdoms if other != code}
    assert sum(bool(one.home_of or one.owner) for one in world.provinces.values()) == kings


@pytest.mark.rule("AK-D1.2-01", "AK-D1.2-02", "AK-D1.2-03", "AK-D1.2-04", "AK-D1.2-05", "AK-D1.2-07", "AK-P1.2-02")
@pytest.mark.parametrize(
    ("race", "second", "terrain", "armies"),
    [
        ("HUMAN", "", "Plain", "LE LE HC GA"),
        ("HUMAN", "LC", "Plain", "LE LE LC GA"),
        ("HUMAN", "FL", "Plain", "LE LE FL GA"),
        ("ELF", "", "Forest", "BO BO LC GA"),
        ("ELF", "FL", "Forest", "BO BO FL GA"),
        ("DWARF", "", "Mountain", "AX AX PH GA"),
        ("DWARF", "FL", "Mountain", "AX AX FL GA"),
        ("ORC", "", "Mountain", "PH PH WR GA"),
        ("ORC", "FL", "Mountain", "PH PH FL GA"),
    ],
)
def test_homes_and_armies_by_race(race: str, second: str, terrain: str, armies: str) -> None:
    world = wished({"race": race, "second": second})
    kingdom = next(iter(world.kingdoms.values()))
    home, king = world.provinces[kingdom.home], world.king(kingdom)
    there = world.armies_in(kingdom.home)
    assert (home.terrain, home.native, home.types) == (terrain, race.capitalize(), armies.split()[1:3])
    assert [one.type for one in there] == armies.split()
    assert all((one.owner, one.leader, one.quality) == (kingdom.code, king.id, 2) for one in there)
    assert {one.race for one in there} == {race.capitalize()}


@pytest.mark.rule("AK-D1.2-01")
def test_players_get_homes_by_lot() -> None:
    first = [{one.home: place for place, one in enumerate(world.kingdoms.values())} for world in games()]
    ranks = [sorted(one).index(min(one, key=lambda home, one=one: one[home])) for one in first]  # type: ignore[misc]
    assert len(set(ranks)) > 4


@pytest.mark.rule("AK-D1.2-08")
@pytest.mark.parametrize(
    ("alignment", "adventurer"),
    [
        ("GOOD", {"SG": 2, "EX": 1, "AR": 1}),
        ("PAGAN", {"EX": 3, "AR": 1}),
        ("EVIL", {"TH": 2, "EX": 1, "AR": 1}),
        ("DIVINE", {"WH": 2, "EX": 1, "AR": 1}),
        ("UNDEAD", {"NE": 2, "EX": 1, "AR": 1}),
    ],
)
def test_starting_heroes(alignment: str, adventurer: dict[str, int]) -> None:
    world = wished({"alignment": alignment})
    kingdom = next(iter(world.kingdoms.values()))
    heroes = [one for one in world.serving(kingdom.code) if not one.king]
    assert [one.skills for one in heroes] == [{"TA": 2, "ME": 1, "MA": 1}, adventurer]
    assert all((one.province, one.status) == (kingdom.home, "serving") for one in heroes)
    assert all(one.aptitudes[ability] >= level for one in heroes for ability, level in one.skills.items())


@pytest.mark.rule("AK-D1.2-09", "AK-P11.0-02")
def test_starting_heroes_are_mostly_like_their_king() -> None:
    heroes = [one for world in games() for one in world.characters.values() if one.kingdom and not one.king]
    assert abs(share(one.race == "Human" for one in heroes) - 70) < 5
    assert abs(share(one.alignment == "Neutral" for one in heroes) - 60) < 5
    assert abs(share(one.temper == "Brave" for one in heroes) - 50) < 5
    assert {one.race for one in heroes} == {"Human", "Elf", "Dwarf", "Orc"}
    assert {one.alignment for one in heroes} == {"Druidic", "Neutral", "Pagan"}
    assert {one.temper for one in heroes} == {"Berserk", "Brave", "Cautious"}


@pytest.mark.rule("AK-D1.2-09")
@pytest.mark.parametrize(
    ("alignment", "temper", "alignments", "tempers"),
    [
        ("DIVINE", "BERSERK", {"Good", "Druidic"}, {"Berserk", "Brave"}),
        ("UNDEAD", "COWARDLY", {"Evil", "Pagan"}, {"Cowardly", "Cautious"}),
        ("GOOD", "CAUTIOUS", {"Good", "Druidic"}, {"Brave", "Cautious", "Cowardly"}),
    ],
)
def test_heroes_of_kings_at_the_ends_of_a_line(alignment: str, temper: str, alignments: set[str], tempers: set[str]) -> None:
    worlds = [wished({"alignment": alignment, "temper": temper}, seed=f"ends {seed}") for seed in range(12)]
    heroes = [one for world in worlds for one in world.serving(next(iter(world.kingdoms))) if not one.king]
    assert {one.alignment for one in heroes} == alignments
    assert {one.temper for one in heroes} == tempers


@pytest.mark.rule("AK-D1.2-12")
@pytest.mark.parametrize(
    ("name", "taken", "code"),
    [
        ("Elmet", [], "EL"),
        ("O Neil", [], "ON"),
        ("Elmet", ["EL"], "EM"),
        ("Elmet", ["EL", "EM", "EN"], "EO"),
        ("Azure", ["AZ"], "AA"),
        ("North", [], "NP"),
        ("Tor", ["TP"], "TQ"),
        ("Q", [], "QX"),
    ],
)
def test_codes_of_kingdoms(name: str, taken: list[str], code: str) -> None:
    assert kingdom_code(name, dict.fromkeys(taken)) == code


@pytest.mark.rule("AK-D1.2-12", "AK-D1.2-13")
def test_kingdoms_and_characters_are_numbered_in_order() -> None:
    world = game()
    assert [(one.number, one.king, one.seat) for one in world.kingdoms.values()] == [
        (number, number, seat) for number, seat in enumerate(SEATS[:8], 1)
    ]
    assert list(world.characters) == list(range(1, len(world.characters) + 1))
    codes = list(world.kingdoms)
    assert [world.characters[number].kingdom for number in range(1, 25)] == [*codes, *(one for one in codes for _ in (1, 2))]
    others = [one.province for one in world.characters.values() if not one.kingdom]
    assert others == sorted(others)
    assert world.next_character == len(world.characters) + 1


@pytest.mark.rule("AK-D6.1-03")
def test_armies_are_numbered_in_one_series() -> None:
    armies, codes = game().armies, list(game().kingdoms)
    assert list(armies) == list(range(1, len(armies) + 1))
    assert [armies[number].owner for number in range(1, 9)] == [*[codes[0]] * 4, *[codes[1]] * 4]
    assert game().next_army == len(armies) + 1


def test_characters_have_names_of_their_own() -> None:
    names = [one.name for one in game().characters.values()]
    assert len(set(names)) == len(names)
