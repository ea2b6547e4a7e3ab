"""What computer players use in whole games, what they never use and why, what they do too much of, what the check refuses."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from postern.game import league
from postern.game.league import Entrant, Match
from postern.rulesets.great_jewels.computer.census import CROWD, EXCESS, IDLE, SCOUT, USABLE, uses
from postern.rulesets.great_jewels.game import RULESET
from postern.rulesets.great_jewels.tables import CATALOGUE
from postern.rulesets.great_jewels.world.records import World
from tests.kit.playing import NAMES
from tests.rules.great_jewels.build import land, leader, own, talisman
from tests.rules.great_jewels.plans import planned

_MOST = {SCOUT: 90, CROWD: 10, IDLE: 3}
"""In a game of twelve seats to its end. Once there were 243 scouts in one."""


@cache
def match(number: int, turns: int = 100) -> Match:
    """One of the games that are sampled, with all levels at the table, to its end or for so many turns."""
    levels: list[Entrant] = ["normal", "hard", "easy"]
    games = league.fixtures(NAMES[:12], levels, number + 1, "census", {}, most_turns=turns, check=True, census=True)
    return league.play(RULESET, games[number])


def found(world: World, text: str) -> Counter[str]:
    """What these orders of AAA use."""
    planned(world)
    view = RULESET.view(world, "AAA")
    return Counter(uses(RULESET.read(text, view), view))


def assert_good(played: Match) -> None:
    assert not played.refused, played.refused[:5]
    assert not played.uses.keys() - {*USABLE, *EXCESS}
    assert not played.uses.keys() & RULESET.unused.keys(), "what is listed as never used is used"
    assert all(played.uses.get(name, 0) <= most for name, most in _MOST.items()), {
        name: played.uses.get(name) for name in EXCESS
    }


def test_in_half_a_game_nothing_is_refused_and_little_is_too_much() -> None:
    assert_good(match(0, turns=12))


@pytest.mark.slow
@pytest.mark.parametrize("number", range(6))
def test_in_whole_games_nothing_is_refused_and_little_is_too_much(number: int) -> None:
    assert_good(match(number))


@pytest.mark.slow
def test_most_of_the_book_is_used_in_six_games() -> None:
    """What a talisman is for shows only where somebody finds it: six games come to four fifths, fifty to nearly all."""
    used = {name for number in range(6) for name in match(number).uses}
    wanted = [name for name in USABLE if name not in RULESET.unused]
    assert len(used & {*wanted}) * 10 >= len(wanted) * 8, [name for name in wanted if name not in used]
    rare = {"leader does not waylay", "at peace", "not at peace"}
    orders = [name for name in wanted if not name.startswith(("T", "spell: "))]
    assert {*orders} - used <= rare, "computer players give a new order, or unused_by_computers.csv says why not"


def test_what_is_never_used_is_known_and_has_a_reason() -> None:
    assert not RULESET.unused.keys() - {*USABLE}
    assert all(reason.endswith(".") and len(reason) > 20 for reason in RULESET.unused.values())


def test_what_works_by_being_held_is_marked_by_the_catalogue_alone() -> None:
    held = {int(name[1:].split()[0]) for name in USABLE if name.endswith("(held)")}
    assert {4, 29, 48, 57, 90} <= held  # a key, a ring, for a leader, for both, for a garrison
    assert not held & {1, 45, 78, 84, 113, 133}, "they need an order"
    assert not {number for number in held if CATALOGUE[number].on == "transfer"}


def test_a_talisman_counts_where_it_works() -> None:
    world = land()
    leader(world, 13, "AAA", "B4")
    talisman(world, 48, "B4")
    talisman(world, 90, 13)
    talisman(world, 32, 13)
    talisman(world, 36, 13)
    assert {name for name in found(world, "") if name.startswith("T")} == {"T32 QUNTAG RING (held)"}
    talisman(world, 48, 13)
    talisman(world, 90, "B4")
    assert {"T48 CLOAK OF DARKNESS (held)", "T90 BIRTHSTONE (held)"} <= found(world, "").keys()


def test_the_order_of_its_bearer_counts_for_a_talisman() -> None:
    world = land()
    own(world, "A5", "AAA", navies=1)
    leader(world, 13, "AAA", "A5", troops=9)
    leader(world, 14, "AAA", "A5", troops=9)
    talisman(world, 113, 13)
    talisman(world, 71, 14)
    assert not {name for name in found(world, "L13MB4\nL14T1TG") if name.startswith("T")}
    assert {"T113 DRILL SERGEANT", "T71 GOLDEN ASTROLABE"} <= found(world, "L13FA6\nL14SE1").keys()
    assert "T71 GOLDEN ASTROLABE" not in found(world, "L13SE1")


def test_scouts_crowds_and_idle_armies_are_counted() -> None:
    """A garrison of 60 against 10 troops, for whom it takes 4 x 10 + 1 = 41 of its 180 factors, or 82 for twice as many."""
    world = land()
    own(world, "E5", "AAA", garrison=60)
    for number in (13, 14, 15):
        leader(world, number, "AAA", "E5", troops=1)
    leader(world, 31, "BBB", "E5", troops=10)
    leader(world, 32, "BBB", "E5")
    crowd = "L13AL32\nL14AL32\nL15AL32"
    assert found(world, f"GE5R1E6\nGE5R2D5\n{crowd}") == Counter(
        {SCOUT: 1, CROWD: 2, "leader's attack": 3, "garrison's raid": 2}
    )
    assert found(world, "GE5CL31")[IDLE] == 1
    assert found(world, "GE5AL31")[IDLE] == 0
    world.leaders[31].troops = 30  # 121, and 242 for twice
    assert found(world, "")[IDLE] == 0
