"""A new game (chapters 1 to 3, 6, 20, 23; rulings 3, 6, 7 and 26)."""

from __future__ import annotations

from collections import Counter, defaultdict

import pytest

from postern.game.chance import Chance
from postern.game.ruleset import Signup
from postern.rulesets.great_jewels.game import RULESET
from postern.rulesets.great_jewels.knowledge import view_of
from postern.rulesets.great_jewels.rules.economy import favourable, levy_rate, tax_rate
from postern.rulesets.great_jewels.setup import CITY_NAMES, connected
from postern.rulesets.great_jewels.tables import (
    CATALOGUE,
    HOME_SITES,
    JEWELS,
    KEYS,
    PROVINCES,
    RINGS,
    distance,
    neighbours,
    ring,
)
from postern.rulesets.great_jewels.world.records import LOTU, People, Province, Terrain, World

NAMES = ("GREEDY", "LORD", "KILLER", "GRABIT", "MEANIE", "YECCH", "BLECCH", "HERO", "QUEEN", "DUKE", "BARON", "COUNT")
SEEDS = ("one", "two", "three")


def new_world(seed: str = "one", seats: int = 12, **wishes: str) -> World:
    return RULESET.setup({"game": "QJ-101"}, [Signup(name, wishes) for name in NAMES[:seats]], Chance(seed))


@pytest.fixture(scope="module", params=SEEDS)
def world(request: pytest.FixtureRequest) -> World:
    return new_world(request.param)


def kind_of(world: World, province: Province) -> str:
    """What lies in a province of a new game."""
    if province.owner:
        return "home"
    if province.terrain is Terrain.IMPASSABLE:
        return "impassable"
    if province.city:
        return "city"
    if province.mercenary:
        return "mercenary"
    if province.dragon:
        return "dragon"
    if province.garrison:
        return "small" if province.garrison <= 12 else "medium" if province.garrison <= 32 else "large"
    return "empty"


def places(world: World, kind: str) -> list[str]:
    return [name for name, province in world.provinces.items() if kind_of(world, province) == kind]


def lying_in(world: World, names: list[str]) -> list[int]:
    return [number for number, one in world.talismans.items() if one.province in names]


# --- players, homes, leaders ------------------------------------------------------------------------------------------


@pytest.mark.rule("QJ-02-02", "QJ-02-12", "QJ-05-01")
def test_twelve_players_own_one_province_each(world: World) -> None:
    assert len(world.players) == 12
    assert sorted(player.home for player in world.players.values()) == sorted(HOME_SITES)
    for name, player in world.players.items():
        assert [place.name for place in world.provinces.values() if place.owner == name] == [player.home]


def test_a_home_at_the_start(world: World) -> None:
    for player in world.players.values():
        home = world.provinces[player.home]
        assert (home.garrison, home.csps, home.zorans, home.navies, home.road) == (50, 10, 50, 0, False)
        assert home.turns_owned == 1
        assert not home.autobuild
        assert home.terrain is favourable(player.people)[0]


@pytest.mark.rule("QJ-06-10", "QJ-03-07")
def test_six_leaders_each_numbered_in_seat_order(world: World) -> None:
    for seat, (name, player) in enumerate(world.players.items()):
        own = [leader for leader in world.leaders.values() if leader.owner == name]
        assert [leader.number for leader in own] == list(range(seat * 6 + 1, seat * 6 + 7))
        assert [leader.bonus for leader in own] == [3, 3, 2, 2, 1, 0]
        assert all(leader.troops == 0 and leader.province == player.home for leader in own)
    assert world.next_leader > max(world.leaders)


@pytest.mark.rule("QJ-01-02", "QJ-02-03")
def test_four_peoples_balanced_unless_wished_and_nobody_rules() -> None:
    assert {people.value for people in People} == {"AZONI", "QUNTAG", "RILRIS", "SLENTH"}
    world = new_world()
    assert set(Counter(player.people for player in world.players.values()).values()) == {3}
    everybody_the_same = new_world(type="SLENTH")
    assert all(player.people is People.SLENTH for player in everybody_the_same.players.values())
    assert not world.finished
    assert world.winners == []
    assert all(player.score == 0 for player in world.players.values())


def test_new_players_have_met_nobody_and_waylay(world: World) -> None:
    for player in world.players.values():
        assert (player.allies, player.met, player.waylay) == ([], [], True)


def test_left_out_homes_become_medium_neutrals() -> None:
    small = new_world(seats=8)
    left = {"D2", "P18", "P8", "D12"}
    assert {player.home for player in small.players.values()} == set(HOME_SITES) - left
    for name in left:
        place = small.provinces[name]
        assert not place.owner
        assert 18 <= place.garrison <= 32
        assert 4 <= place.csps <= 8
        assert 15 <= place.zorans <= 40
    assert small.players[NAMES[7]].account == 8
    assert max(number for number, leader in small.leaders.items() if leader.owner != LOTU) == 48


def test_seats_are_drawn_for_the_sites() -> None:
    drawn = {tuple(player.home for player in new_world(seed).players.values()) for seed in SEEDS}
    assert len(drawn) == len(SEEDS)


@pytest.mark.parametrize(
    ("seats", "words"),
    [
        ([Signup("AAA")], "needs 4 to 12 seats, got 1"),
        ([Signup(name) for name in (*NAMES, "MORE")], "needs 4 to 12 seats, got 13"),
        ([Signup(name) for name in ("AAA", "AAA", "BBB", "CCC")], "AAA is taken twice"),
        ([Signup(name) for name in ("TOOLONG", "AAA", "BBB", "CCC")], "2 to 6 letters"),
        ([Signup("AAA", {"type": "ELF"}), *map(Signup, ("BBB", "CCC", "DDD"))], "the types are AZONI"),
        ([Signup("AAA", {"end": "31"}), *map(Signup, ("BBB", "CCC", "DDD"))], "from 20 to 30"),
    ],
)
def test_seats_that_do_not_fit_are_refused_with_the_reason(seats: list[Signup], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        RULESET.setup({}, seats, Chance("x"))


def test_the_wished_ending_turn_is_kept() -> None:
    assert all(player.end_vote == 22 for player in new_world(end="22").players.values())
    assert all(player.end_vote == 0 for player in new_world().players.values())


# --- terrain ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("QJ-03-02")
def test_every_province_has_one_of_four_terrains(world: World) -> None:
    counts = Counter(place.terrain for place in world.provinces.values())
    assert set(counts) == {Terrain.CLEAR, Terrain.MOUNTAIN, Terrain.FOREST, Terrain.IMPASSABLE}
    assert counts[Terrain.IMPASSABLE] == 12
    for player in world.players.values():
        best, between, worst = favourable(player.people)
        around = Counter(world.provinces[name].terrain for name in neighbours(player.home))
        expected = Counter([best, best, between, between, worst, Terrain.CLEAR])
        assert around == expected


def test_impassable_land_is_out_of_the_way(world: World) -> None:
    barriers = places(world, "impassable")
    for name in barriers:
        assert all(distance(name, home) >= 3 for home in HOME_SITES)
        assert sum(near in barriers for near in neighbours(name)) <= 1
    assert connected(set(PROVINCES) - set(barriers))


def test_old_roads_run_inside_ring_six(world: World) -> None:
    roads = [name for name, place in world.provinces.items() if place.road]
    assert roads == world.road_map
    assert len(roads) == 24
    closed = {"city", "dragon", "mercenary", "impassable"}
    for name in roads:
        assert ring(name) <= 6
        assert kind_of(world, world.provinces[name]) not in closed
        assert any(near in roads for near in neighbours(name))


def test_old_roads_are_six_open_paths_that_touch_neither_each_other_nor_themselves() -> None:
    for seed in range(12):
        roads = set(new_world(f"roads {seed}").road_map)
        ends, seen = 0, set[str]()
        for name in sorted(roads):
            joined = sum(near in roads for near in neighbours(name))
            assert joined in (1, 2), (seed, name)
            ends += joined == 1
            if name not in seen:
                reached, waiting = set[str](), [name]
                while waiting:
                    here = waiting.pop()
                    if here not in reached:
                        reached.add(here)
                        waiting += [near for near in neighbours(here) if near in roads]
                assert len(reached) == 4, (seed, reached)
                seen |= reached
        assert ends == 2 * 6


def test_hidden_traits_are_small_and_none_at_homes_and_cities(world: World) -> None:
    traits = Counter(place.trait for place in world.provinces.values())
    assert set(traits) == {-2, -1, 0, 1, 2}
    assert all(world.provinces[name].trait == 0 for name in (*HOME_SITES, *places(world, "city")))


@pytest.mark.rule("QJ-02-10")
def test_everybody_is_sent_the_map_of_terrain_and_roads_and_nothing_else(world: World) -> None:
    for seat in world.players:
        view = view_of(world, seat)
        assert len(view.terrain_map) == 253
        assert dict(view.terrain_map) == {name: place.terrain for name, place in world.provinces.items()}
        assert list(view.road_map) == world.road_map
        assert set(view.entries) == {world.players[seat].home}


# --- what lies where --------------------------------------------------------------------------------------------------


@pytest.mark.rule("QJ-20-08", "QJ-23-01")
def test_how_many_of_each_kind(world: World) -> None:
    counts = Counter(kind_of(world, place) for place in world.provinces.values())
    assert counts == {
        "home": 12,
        "impassable": 12,
        "city": 10,
        "mercenary": 4,
        "dragon": 6,
        "small": 14,
        "medium": 45,
        "large": 15,
        "empty": 135,  # the sleeping Drevonyx lies in one of them
    }
    for name in places(world, "empty"):
        place = world.provinces[name]
        assert (place.owner, place.garrison, place.csps, place.zorans) == ("", 0, 0, 0)


@pytest.mark.rule("QJ-01-01", "QJ-28.2-01", "QJ-03-05", "QJ-23-10")
def test_ten_cities_under_guard_hold_the_jewels(world: World) -> None:
    cities = places(world, "city")
    assert sorted(world.provinces[name].city for name in cities) == sorted(CITY_NAMES)
    holders = [world.talismans[number].province for number in JEWELS]
    assert len(set(holders)) == 3
    assert set(holders) <= set(cities)
    for name in cities:
        place, guard = world.provinces[name], [one for one in world.leaders.values() if one.province == name]
        jewel = name in holders
        assert all(one.owner == LOTU for one in guard)
        assert len(guard) == (4 if jewel else 3)
        assert {(one.troops, one.bonus) for one in guard} == {(30, 6) if jewel else (20, 4)}
        assert (place.garrison, place.csps, place.zorans) == ((80, 25, 600) if jewel else (40, 10, 300))
        assert ring(name) <= 6
        assert all(distance(name, home) >= 3 for home in HOME_SITES)
        assert all(distance(name, other) >= 3 for other in cities if other != name)
        assert len(lying_in(world, [name])) == (6 if jewel else 5)
    assert all(distance(one, other) >= 5 for one in holders for other in holders if one != other)
    assert all(one.province in cities for one in world.leaders.values() if one.owner == LOTU)


def test_strongholds_dragons_and_the_drevonyx(world: World) -> None:
    strongholds, dragons, cities = places(world, "mercenary"), places(world, "dragon"), places(world, "city")
    for name in strongholds:
        place = world.provinces[name]
        assert (place.garrison, place.csps, place.zorans) == (40, 10, 0)
        assert 3 <= ring(name) <= 7
        assert all(distance(name, other) >= 2 for other in (*HOME_SITES, *cities))
        assert all(distance(name, other) >= 6 for other in strongholds if other != name)
    for name in dragons:
        place = world.provinces[name]
        assert place.dragon == 10
        assert place.zorans in range(210, 401, 10)
        assert 3 <= ring(name) <= 8
        assert all(distance(name, home) >= 3 for home in HOME_SITES)
        assert all(distance(name, other) >= 4 for other in dragons if other != name)
        assert len(lying_in(world, [name])) == 4
    (drevonyx,) = world.drevonyxes
    assert drevonyx.asleep
    assert drevonyx.size == 12
    assert ring(drevonyx.province) <= 5
    assert kind_of(world, world.provinces[drevonyx.province]) == "empty"


def test_neutrals_near_every_home(world: World) -> None:
    small, medium, large = places(world, "small"), places(world, "medium"), places(world, "large")
    for home in HOME_SITES:
        assert sum(distance(name, home) == 2 for name in small) >= 1
        assert sum(distance(name, home) == 3 for name in medium) >= 2
    for name in small:
        place = world.provinces[name]
        assert 6 <= place.garrison <= 12
        assert place.csps <= 4
        assert 20 <= place.zorans <= 50
    for name in medium:
        place = world.provinces[name]
        assert 18 <= place.garrison <= 32
        assert 4 <= place.csps <= 8
        assert 15 <= place.zorans <= 40
        assert len(lying_in(world, [name])) == 1
    for name in large:
        place = world.provinces[name]
        assert 35 <= place.garrison <= 55
        assert 8 <= place.csps <= 12
        assert 60 <= place.zorans <= 120
        assert ring(name) <= 6
    assert sorted(len(lying_in(world, [name])) for name in large) == [1, *[2] * 14]


@pytest.mark.rule("QJ-03-09", "QJ-01-01", "QJ-28.1-014")
def test_every_talisman_lies_in_its_place(world: World) -> None:
    cities, dragons = places(world, "city"), places(world, "dragon")
    neutrals = [*places(world, "medium"), *places(world, "large")]
    assert all(one.province and not one.leader for one in world.talismans.values())
    keys = {number: world.talismans[number].province for number in KEYS}
    assert sum(place in neutrals for place in keys.values()) == 20
    assert len({place for place in keys.values() if place in dragons}) == 5
    assert not any(place in cities for place in keys.values())
    assert {world.talismans[84].province} == set(dragons) - set(keys.values())
    assert world.talismans[86].province in places(world, "empty")
    strong = [number for number in CATALOGUE if CATALOGUE[number].strength == "A"]
    assert all(world.talismans[number].province in cities for number in strong)
    weak = [number for number in CATALOGUE if CATALOGUE[number].strength == "C" and number != 86]
    assert all(world.talismans[number].province in neutrals for number in weak)
    assert len(lying_in(world, cities)) == 53
    assert len(lying_in(world, dragons)) == 24
    assert len(lying_in(world, neutrals)) == 74


def test_the_unknown_talisman_has_one_of_eight_names() -> None:
    worlds = [new_world(str(seed), seats=4) for seed in range(12)]
    assert len({world.unknown for world in worlds}) > 3
    assert all(1 <= world.unknown <= 8 for world in worlds)
    assert all(world.talismans[64].name.startswith("X ") for world in worlds)


@pytest.mark.rule("QJ-28.1-010", "QJ-28.1-011", "QJ-28.1-018", "QJ-28.1-019")
def test_jewels_keys_and_rings_in_the_catalogue(world: World) -> None:
    assert set(world.talismans) == set(range(1, 153))
    assert [CATALOGUE[number].notes for number in JEWELS] == [frozenset({1, 3, 4, 5})] * 3
    names = [CATALOGUE[number].name for number in KEYS]
    firsts, seconds = ("GOLD", "SILVER", "DIAMOND", "EMERALD", "RUBY"), ("SWORD", "SHIELD", "CHALICE", "CORONET", "STAFF")
    assert sorted(names) == sorted(f"{first} {second}" for first in firsts for second in seconds)
    assert all(CATALOGUE[number].notes == {1} for number in KEYS)
    assert (CATALOGUE[12].name, CATALOGUE[16].name, CATALOGUE[18].name) == ("EMERALD SHIELD", "DIAMOND STAFF", "RUBY STAFF")
    assert {people: len(numbers) for people, numbers in RINGS.items()} == {"AZONI": 3, "QUNTAG": 4, "RILRIS": 4, "SLENTH": 5}
    for people, numbers in RINGS.items():
        assert all(CATALOGUE[number].name == f"{people} RING" and not CATALOGUE[number].notes for number in numbers)


def test_the_numbers_decided_are_limits_that_are_reached() -> None:
    """Over many games: the nearest and farthest, the least and most of everything that has limits (rulings 3, 4 and 7)."""
    found: dict[str, set[int]] = defaultdict(set)
    traits: Counter[int] = Counter()
    for seed in range(24):
        world = new_world(f"limits {seed}")
        at = {kind: places(world, kind) for kind in ("impassable", "city", "mercenary", "dragon", "small", "medium", "large")}
        jewels = sorted({world.talismans[number].province for number in JEWELS})
        for kind, names in (*at.items(), ("jewel", jewels), ("drevonyx", [world.drevonyxes[0].province])):
            for name in names:
                found[f"{kind} from homes"].add(min(distance(name, home) for home in HOME_SITES))
                found[f"{kind} ring"].add(ring(name))
                found[f"{kind} apart"] |= {distance(name, other) for other in names if other != name}
                place = world.provinces[name]
                found[f"{kind} garrison"].add(place.garrison)
                found[f"{kind} csps"].add(place.csps)
                found[f"{kind} zorans"].add(place.zorans)
        found["stronghold from cities"] |= {distance(one, city) for one in at["mercenary"] for city in at["city"]}
        traits.update(
            place.trait for name, place in world.provinces.items() if name not in HOME_SITES and name not in at["city"]
        )
    least = {"impassable from homes": 3, "city from homes": 3, "city apart": 3, "jewel apart": 5, "mercenary from homes": 2}
    least |= {"stronghold from cities": 2, "mercenary apart": 6, "mercenary ring": 3, "dragon from homes": 3, "dragon apart": 4}
    least |= {"dragon ring": 3, "small from homes": 2, "medium from homes": 2, "dragon zorans": 210}
    most = {"city ring": 6, "mercenary ring": 7, "large ring": 6, "drevonyx ring": 5, "dragon zorans": 400}
    for kind, ranges in {
        "small": {"garrison": (6, 12), "csps": (0, 4), "zorans": (20, 50)},
        "medium": {"garrison": (18, 32), "csps": (4, 8), "zorans": (15, 40)},
        "large": {"garrison": (35, 55), "csps": (8, 12), "zorans": (60, 120)},
    }.items():
        for what, (low, high) in ranges.items():
            least[f"{kind} {what}"], most[f"{kind} {what}"] = low, high
    assert {what: min(found[what]) for what in least} == least
    assert {what: max(found[what]) for what in most} == most
    drawn = sum(traits.values())
    for trait, share in ((-2, 1), (-1, 2), (0, 3), (1, 2), (2, 1)):
        assert abs(9 * traits[trait] / drawn - share) < 0.3


# --- the first printout, and determinism ------------------------------------------------------------------------------


@pytest.mark.rule("QJ-02-11")
def test_the_first_printout_shows_home_and_leaders(world: World) -> None:
    assert world.turn == 1
    for name, player in world.players.items():
        entry = player.seen[player.home]
        assert (entry.turn, entry.tag, entry.turns_owned, entry.garrison) == (1, name, 1, 50)
        assert (entry.levy, entry.tax) == (
            levy_rate(world, world.provinces[player.home]),
            tax_rate(world, world.provinces[player.home]),
        )
        assert [leader.number for leader in entry.leaders] == [
            one.number for one in world.leaders.values() if one.owner == name
        ]


def test_the_same_seed_lays_the_same_land() -> None:
    assert RULESET.dump(new_world("same")) == RULESET.dump(new_world("same"))
    assert RULESET.dump(new_world("same")) != RULESET.dump(new_world("other"))
