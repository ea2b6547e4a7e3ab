"""What a turn's events leave for the end of the game: each battle once, sieges, feats, players who fell (ruling 17)."""

from __future__ import annotations

from typing import Any

import pytest

from postern.game.chance import Chance
from postern.game.events import Deed, Event
from postern.game.ruleset import Signup
from postern.rulesets.great_jewels.game import RULESET
from postern.rulesets.great_jewels.world.records import World, copy_world, garrison_force

NAMES = ("GREEDY", "LORD", "KILLER", "GRABIT")


@pytest.fixture
def world() -> World:
    return RULESET.setup({}, [Signup(name) for name in NAMES], Chance("deeds"))


def row(force: str, owner: str, lost: int | None, *targets: str) -> dict[str, Any]:
    found: dict[str, Any] = {"force": force, "owner": owner, "targets": list(targets)}
    return found if lost is None else found | {"lost": lost}


def battle(reader: str, place: str, *rows: dict[str, Any]) -> Event:
    return Event("battle", "6", frozenset({reader}), {"place": place, "forces": list(rows), "booty": []})


def told(world: World, *events: Event) -> tuple[Deed, ...]:
    return RULESET.deeds(world, copy_world(world), events)


def test_a_battle_is_told_once_with_what_each_side_knows_of_its_own(world: World) -> None:
    """GREEDY does not see what LORD lost; LORD knows. 10 of LORD fell and 4 of GREEDY."""
    for_greedy = battle("GREEDY", "B4", row("L1", "GREEDY", 4, "GB4"), row("GB4", "LORD", None))
    for_lord = battle("LORD", "B4", row("L1", "GREEDY", None, "GB4"), row("GB4", "LORD", 10))
    wanted = (Deed("battle", "GREEDY", "LORD", "B4", 14),)
    assert told(world, for_greedy, for_lord) == wanted
    assert told(world, for_lord, for_greedy) == wanted


def test_who_lost_more_than_he_killed_had_the_worse_of_it(world: World) -> None:
    fought = battle("GREEDY", "C5", row("L1", "GREEDY", 9, "L7"), row("L7", "LORD", 2, "L1"))
    assert told(world, fought) == (Deed("battle", "LORD", "GREEDY", "C5", 11),)


def test_of_three_the_one_who_lost_least_against_those_it_fought_is_the_best(world: World) -> None:
    """KILLER fights both and loses 1; LORD loses 8, GREEDY 3: KILLER gains 10, GREEDY loses 2, LORD 7."""
    fought = battle(
        "KILLER", "C5", row("L1", "GREEDY", 3, "L9"), row("L7", "LORD", 8, "L9"), row("L9", "KILLER", 1, "L1", "L7")
    )
    assert told(world, fought) == (Deed("battle", "KILLER", "LORD", "C5", 12),)


def test_of_two_who_struck_the_same_foe_the_one_who_lost_less_is_the_best(world: World) -> None:
    """KILLER loses 20 to both of them; GREEDY pays with 15, LORD with 2."""
    fought = battle(
        "KILLER", "C5", row("L1", "GREEDY", 15, "L9"), row("L7", "LORD", 2, "L9"), row("L9", "KILLER", 20, "L1", "L7")
    )
    assert told(world, fought) == (Deed("battle", "LORD", "KILLER", "C5", 37),)


def test_equal_losses_are_undecided(world: World) -> None:
    fought = battle("GREEDY", "C5", row("L1", "GREEDY", 5, "L7"), row("L7", "LORD", 5, "L1"))
    (deed,) = told(world, fought)
    assert (deed.size, deed.what) == (10, "undecided")


@pytest.mark.parametrize(("owner", "name"), [("", "neutral troops"), ("LOTU", "the guardians of Lotu")])
def test_those_who_play_no_side_have_a_name(world: World, owner: str, name: str) -> None:
    fought = battle("GREEDY", "C5", row("L1", "GREEDY", 1, "GC5"), row("GC5", owner, 6))
    assert told(world, fought) == (Deed("battle", "GREEDY", name, "C5", 7),)


def test_a_siege_is_that_of_all_besiegers_seen_or_not(world: World) -> None:
    """The owner sees LORD alone; KILLER, who is hidden from him, is told of his own siege."""
    owner = {"province": "D3", "owner": "GREEDY", "by": ["LORD"], "troops": 0, "garrison": 2}
    besieger = {"province": "D3", "owner": "GREEDY", "troops": 20}
    events = [Event("besieged", "14", frozenset({"GREEDY"}), owner)]
    events += [Event("besieged", "14", frozenset({name}), besieger) for name in ("KILLER", "LORD")]
    assert told(world, *events) == (Deed("siege", "KILLER", "GREEDY", "D3"), Deed("siege", "LORD", "GREEDY", "D3"))


def test_feats_are_told_of_those_who_did_them(world: World) -> None:
    city = Event("city-opened", "6", frozenset({"LORD"}), {"province": "E9", "city": "SWORD"})
    slain = {"province": "N10", "slain": True, "dead": [[5, "KILLER"]], "alive": [[3, "LORD", 1], [4, "LORD", 1]], "hoard": 9}
    duel = Event("dragon-duel", "9", frozenset({"LORD", "KILLER"}), slain)
    lived = Event("dragon-duel", "9", frozenset({"GREEDY"}), slain | {"slain": False})
    assert [(one.seat, one.what) for one in told(world, city, duel, lived)] == [
        ("LORD", "overcame the guardians of the Forbidden City of Sword at E9"),
        ("LORD", "slew the dragon of N10"),
    ]


def test_a_great_jewel_that_comes_to_a_player_is_a_feat_once(world: World) -> None:
    after = copy_world(world)
    home = after.players["LORD"].home
    after.talismans[1].province, after.talismans[1].leader = home, 0
    assert after.owner_of(after.talismans[1].holder) == "LORD"
    assert after.talismans[1].holder == garrison_force(home)
    (deed,) = RULESET.deeds(world, after, ())
    assert (deed.kind, deed.seat) == ("feat", "LORD")
    assert deed.what.startswith("came to hold ")
    assert RULESET.deeds(after, copy_world(after), ()) == ()


def test_who_falls_out_is_told(world: World) -> None:
    after = copy_world(world)
    after.players["KILLER"].out = True
    assert RULESET.deeds(world, after, ()) == (Deed("fall", "KILLER"),)
    assert RULESET.deeds(after, copy_world(after), ()) == ()
