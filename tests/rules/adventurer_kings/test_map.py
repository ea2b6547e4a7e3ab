"""The map: provinces and their neighbours, continents, terrain in patches, homes; throws of the dice."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations

import pytest

from postern.game.chance import Chance, Stream
from postern.game.kit.grid import steps_from
from postern.rulesets.adventurer_kings.rules.abilities.levels import worn
from postern.rulesets.adventurer_kings.setup import land
from postern.rulesets.adventurer_kings.setup.land import draw_land, find_homes, lay_terrain
from postern.rulesets.adventurer_kings.tables import GRID, TABLES, Constant
from postern.rulesets.adventurer_kings.turn import percent, throw
from tests.rules.adventurer_kings.build import add_character, empty_world
from tests.rules.adventurer_kings.games import dice, game, games

# --- numbers and neighbours ------------------------------------------------------------------------------------------------


@pytest.mark.rule("AK-D1.1-01", "AK-P1.1-03", "AK-P1.1-04")
def test_provinces_are_numbered_row_by_row() -> None:
    assert GRID.places == tuple(range(1, 163))
    assert list(game().provinces) == list(GRID.places)
    assert [GRID.step(number, "S") for number in (1, 18, 82)] == [19, 36, 100]


@pytest.mark.rule("AK-D1.1-02", "AK-P1.1-05")
@pytest.mark.parametrize(
    ("number", "around"),
    [
        pytest.param(83, {"N": 65, "NE": 66, "SE": 84, "S": 101, "SW": 82, "NW": 64}, id="odd column"),
        pytest.param(82, {"N": 64, "NE": 83, "SE": 101, "S": 100, "SW": 99, "NW": 81}, id="even column"),
    ],
)
def test_hexes_of_even_columns_lie_half_a_hex_further_south(number: int, around: dict[str, int]) -> None:
    assert {direction: GRID.step(number, direction) for direction in around} == around


@pytest.mark.rule("AK-D1.1-04")
@pytest.mark.parametrize(
    ("number", "near"),
    [(1, [2, 18, 19]), (2, [1, 3, 19, 20, 21]), (18, [1, 17, 19, 35, 36]), (82, [64, 81, 83, 99, 100, 101])],
)
def test_neighbours(number: int, near: list[int]) -> None:
    assert sorted(GRID.neighbours(number)) == near


@pytest.mark.rule("AK-D1.1-03")
def test_the_map_goes_round_from_east_to_west_alone() -> None:
    assert GRID.adjacent(73, 90)
    assert GRID.step(1, "N") is None
    assert GRID.step(162, "S") is None


@pytest.mark.rule("AK-D0-06")
@pytest.mark.parametrize(
    ("one", "other", "steps"), [(82, 82, 0), (82, 83, 1), (1, 17, 2), (1, 10, 9), (1, 145, 8), (73, 91, 1)]
)
def test_distance_goes_round_the_edge(one: int, other: int, steps: int) -> None:
    assert GRID.distance(one, other) == GRID.distance(other, one) == steps


# --- continents ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AK-D1.1-05", "AK-P1.1-11")
def test_land_and_terrain_have_their_quotas() -> None:
    found = draw_land(Chance("quotas"), 8)
    assert Counter(found.terrains.values()) == {"Plain": 28, "Forest": 16, "Mountain": 14, "Jungle": 12, "Desert": 12}
    assert sorted(found.terrains) == sorted(found.continents)
    assert len(GRID.places) - len(found.continents) == 80


@pytest.mark.rule("AK-D1.1-05")
def test_only_homes_change_the_terrain_that_was_laid() -> None:
    for world in games()[:5]:
        laid = Counter({"Plain": 28, "Forest": 16, "Mountain": 14, "Jungle": 12, "Desert": 12, "Sea": 80})
        now = Counter(one.terrain for one in world.provinces.values())
        assert now["Sea"] == 80
        assert sum((laid - now).values()) <= sum(one.terrain == "Plain" for one in world.provinces.values() if one.home_of)


@pytest.mark.rule("AK-D1.1-06")
@pytest.mark.parametrize("seed", ["1", "2", "3"])
def test_continents_grow_from_seeds_that_lie_apart(seed: str) -> None:
    grown = land._grow(Chance(seed).stream("x"))
    seeds = list(grown)[:6]
    assert [grown[one] for one in seeds] == [0, 1, 2, 3, 4, 5]
    assert all(GRID.distance(one, other) >= 4 for one, other in combinations(seeds, 2))
    assert len(grown) == 82
    for place in seeds:
        own = {one for one, number in grown.items() if number == grown[place]}
        assert set(steps_from([place], lambda one: own.intersection(GRID.neighbours(one)))) == own  # noqa: B023


class Watched(Stream):
    """Notes the weights between which it chooses."""

    def __init__(self, key: str) -> None:
        super().__init__(key)
        self.weights: list[list[int]] = []

    def weighted(self, items, weights):  # type: ignore[no-untyped-def]
        self.weights.append(list(weights))
        return super().weighted(items, weights)


@pytest.mark.rule("AK-D1.1-06")
def test_a_hex_with_more_land_of_the_continent_is_likelier() -> None:
    stream = Watched("growth")
    land._grow(stream)
    assert set(stream.weights[0]) == {2}
    assert {2, 3, 4} <= {weight for weights in stream.weights for weight in weights}


def _touching(grown: dict[int, int]) -> int:
    return sum(grown.get(near, number) != number for place, number in grown.items() for near in GRID.neighbours(place))


@pytest.mark.rule("AK-D1.1-06")
def test_a_hex_that_touches_another_continent_is_mostly_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def met(refused: int) -> int:
        monkeypatch.setitem(TABLES.constants, "continent_touch_refused_pct", Constant("", Fraction(refused)))
        return sum(_touching(land._grow(Chance(f"touch {seed}").stream("x"))) for seed in range(5))

    assert TABLES.number("continent_touch_refused_pct") == 70
    assert met(0) > 1.5 * met(70) > 1.5 * met(100)


@pytest.mark.rule("AK-D1.1-07")
@pytest.mark.parametrize("seed", range(10))
def test_terrain_is_laid_in_patches_of_two_to_five(seed: int) -> None:
    quarter = [place for place in GRID.places if place <= 82]
    found = lay_terrain(Chance(f"patches {seed}").stream("x"), quarter)
    first, second = list(found)[:2]
    assert GRID.adjacent(first, second)
    assert found[first] == found[second]


@pytest.mark.rule("AK-D1.1-07")
def test_a_patch_has_one_hex_and_d4_more() -> None:
    sizes = {len(_first_patch(die)) for die in (1, 2, 3, 4)}
    assert sizes == {2, 3, 4, 5}


def _first_patch(die: int) -> list[int]:
    """The first patch, of Plain, of five hexes in a column of which the others become Desert."""
    patch = [1, 19, 37, 55, 73]
    found = lay_terrain(dice(1, die, 1, *[1] * die, 1, 4, 2), patch)
    return [place for place, terrain in found.items() if terrain == "Plain"]


@pytest.mark.rule("AK-D1.1-08")
def test_a_map_with_a_small_continent_is_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    grown, tried = land._grow, []

    def small_first(stream: Stream) -> dict[int, int]:
        tried.append(grown(stream))
        return dict.fromkeys(tried[-1], 0) | {next(iter(tried[-1])): 1} if len(tried) == 1 else tried[-1]

    monkeypatch.setattr(land, "_grow", small_first)
    found = draw_land(Chance("small"), 8)
    assert found.continents == tried[-1]
    assert len(tried) > 1


@pytest.mark.rule("AK-D1.1-08")
def test_a_map_without_homes_is_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    find, tried = land.find_homes, []

    def none_first(stream: Stream, grown: dict[int, int], kings: int) -> list[int]:
        tried.append(grown)
        return find(stream, grown, kings) if len(tried) > 1 else []

    monkeypatch.setattr(land, "find_homes", none_first)
    assert draw_land(Chance("homeless"), 8).continents == tried[-1] != tried[0]


@pytest.mark.rule("AK-D1.1-08")
def test_continents_have_at_least_eight_provinces() -> None:
    for seed in range(10):
        assert min(Counter(draw_land(Chance(f"size {seed}"), 8).continents.values()).values()) >= 8


# --- homes -----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AK-D1.2-01", "AK-P1.1-07", "AK-D1.1-08")
@pytest.mark.parametrize("kings", [4, 8, 10, 12])
def test_every_map_has_legal_homes(kings: int) -> None:
    for seed in range(20):
        found = draw_land(Chance(f"homes {seed}"), kings)
        assert len(set(found.homes)) == kings
        assert all(GRID.distance(one, other) >= 3 for one, other in combinations(found.homes, 2))
        for home in found.homes:
            near = [place in found.continents for place in GRID.neighbours(home)]
            assert home in found.continents
            assert sum(near) >= 3
            assert not all(near)


@pytest.mark.rule("AK-D1.2-01")
def test_of_200_tries_the_homes_farthest_apart_are_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    def least(tries: int, seed: int) -> int:
        monkeypatch.setitem(TABLES.constants, "home_tries", Constant("", Fraction(tries)))
        grown = land._grow(Chance(f"far {seed}").stream("grow"))
        homes = find_homes(Chance(f"far {seed}").stream("homes"), grown, 5)
        return min(GRID.distance(one, other) for one, other in combinations(homes, 2))

    assert TABLES.number("home_tries") == 200
    pairs = [(least(1, seed), least(200, seed)) for seed in range(5)]
    assert all(one <= many for one, many in pairs)
    assert any(one < many for one, many in pairs)


# --- dice ------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AK-D0-01")
@pytest.mark.parametrize(
    ("chance", "faces", "yes"),
    [
        pytest.param(30, (30,), True, id="a throw of the chance"),
        pytest.param(30, (31,), False, id="one more"),
        pytest.param(Fraction(15, 2), (7,), True, id="the whole part"),
        pytest.param(Fraction(15, 2), (8, 1), True, id="1 of 2"),
        pytest.param(Fraction(15, 2), (8, 2), False, id="2 of 2"),
        pytest.param(Fraction(15, 2), (9,), False, id="above the whole part plus 1"),
        pytest.param(Fraction(200, 3), (67, 2), True, id="2 of 3"),
        pytest.param(Fraction(200, 3), (67, 3), False, id="3 of 3"),
        pytest.param(130, (100,), True, id="no more than 100"),
        pytest.param(-5, (1,), False, id="no less than 0"),
    ],
)
def test_throws(chance: Fraction, faces: tuple[int, ...], yes: bool) -> None:
    thrown = throw(dice(*faces), chance)
    assert bool(thrown) is yes
    assert thrown.thrown == faces[0]


@pytest.mark.rule("AK-D0-01")
@pytest.mark.parametrize("chance", [Fraction(15, 2), Fraction(15, 4), Fraction(200, 3), Fraction(1, 5), Fraction(5, 2)])
def test_a_chance_is_kept_exactly(chance: Fraction) -> None:
    second = (chance % 1).denominator
    cases = [(face, other) for face in range(1, 101) for other in range(1, second + 1)]
    assert Fraction(100 * sum(bool(throw(dice(*case), chance)) for case in cases), len(cases)) == chance


@pytest.mark.rule("AK-D0-08")
def test_reports_show_at_most_two_decimals_and_the_second_die() -> None:
    assert [percent(Fraction(*one)) for one in ((15, 2), (15, 4), (30, 1), (200, 3))] == ["7.5", "3.75", "30", "66.67"]
    assert throw(dice(8, 1), Fraction(15, 2)).told() == {"chance": "7.5", "throw": 8, "then": "1 of 2", "yes": True}
    assert throw(dice(9), Fraction(15, 2)).told() == {"chance": "7.5", "throw": 9, "then": "", "yes": False}


@pytest.mark.rule("AK-D0-02")
def test_a_die_shows_all_its_faces_and_no_others() -> None:
    stream = Chance("die").stream("d6")
    faces = Counter(stream.between(1, 6) for _ in range(6000))
    assert sorted(faces) == [1, 2, 3, 4, 5, 6]
    assert all(900 < number < 1100 for number in faces.values())


@pytest.mark.rule("AK-D0-07")
def test_of_equals_the_lower_number_wins() -> None:
    world = empty_world()
    bearer = add_character(world, "AA", 82, items=[13, 11])
    assert [one.number for one in worn(bearer)] == [11]
