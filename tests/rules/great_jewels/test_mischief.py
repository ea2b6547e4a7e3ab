"""Hidden tricks of talismans (QJ-28-13 to QJ-28-17, ruling 20)."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from postern.game.chance import Chance
from postern.rulesets.great_jewels.rules.movement.arriving import random_neutral
from postern.rulesets.great_jewels.rules.powers.mischief import play_trick
from postern.rulesets.great_jewels.tables import CATALOGUE, JEWELS, KEYS
from postern.rulesets.great_jewels.turn.orders import UseTalisman
from postern.rulesets.great_jewels.turn.state import Turn
from postern.rulesets.great_jewels.world.records import World
from tests.rules.great_jewels.build import change, land, leader, own, run_typed, talisman, unplayed

SEEDS = 100
CLASS_OF = {"A": 45, "B": 57, "C": 75}


def _world() -> World:
    world = land()
    own(world, "E5", "AAA", garrison=100, csps=10, zorans=80)
    leader(world, 11, "AAA", "E5", troops=100, bonus=10, zorans=40)
    leader(world, 21, "BBB", "K9", troops=5)
    change(world, "M7", garrison=20)
    change(world, "N8", garrison=20)
    return world


def _tricked(number: int, holder: int | str, seed: int) -> Turn:
    world = _world()
    talisman(world, number, holder)
    turn = Turn(world, [], Chance(f"trick {seed}").turn(world.turn))
    play_trick(turn, world.talismans[number], turn.stream("mischief", number))
    return turn


def _harm(turn: Turn) -> str:
    (event,) = [event for event in turn.events if event.kind == "mischief"]
    assert event.seen_by == frozenset({"AAA"})
    return str(event.data["harm"])


@pytest.mark.rule("QJ-28-13", "QJ-28-14", "QJ-28-15")
def test_tricks_are_rare_and_the_rarer_the_weaker_the_talisman() -> None:
    played: Counter[str] = Counter()
    held: Counter[str] = Counter()
    turns = 150
    strengths = [CATALOGUE[number].strength or "jewel" for number in range(1, 153)]
    for number, strength in enumerate(strengths, start=1):
        held["key" if number in KEYS else strength] += 1
    for seed in range(turns):
        world = _world()
        for number in CATALOGUE:
            if number not in (2, 3, 64, 74, 80, 86, 117, 118):  # those would move or end what is counted
                talisman(world, number, 11)
        world.players["AAA"].wands_done = True
        turn = run_typed(world, f"tempt {seed}")
        for event in turn.events:
            if event.kind == "mischief":
                number = event.data["talisman"]
                played["key" if number in KEYS else CATALOGUE[number].strength or "jewel"] += 1
    assert played["key"] == played["jewel"] == 0
    share = {strength: played[strength] / (turns * held[strength]) for strength in "ABC"}
    assert 0.03 <= share["A"] <= 0.05
    assert 0.012 <= share["B"] <= 0.028
    assert 0.004 <= share["C"] <= 0.016


@pytest.mark.rule("QJ-28-15")
def test_great_jewels_and_keys_play_no_tricks() -> None:
    for seed in range(60):
        world = _world()
        for number in (*JEWELS[:2], *KEYS):
            talisman(world, number, 11)
        assert not [event for event in run_typed(world, f"pure {seed}").events if event.kind == "mischief"]


@pytest.mark.rule("QJ-28-14")
@pytest.mark.parametrize(
    ("strength", "expected"),
    [
        (
            "A",
            {
                "L11 lost 5 of his bonus",
                "30 troops deserted",
                "40 zorans vanished",
                "it vanished and is yours no more",
            },
        ),
        (
            "B",
            {
                "L11 lost 1 of his bonus",
                "L11 lost 2 of his bonus",
                "L11 lost 3 of his bonus",
                "10 troops deserted",
                "20 zorans vanished",
                "it does nothing until the end of turn 6",
            },
        ),
    ],
)
def test_tricks_on_a_leader_are_the_nastier_the_stronger_the_talisman(strength: str, expected: set[str]) -> None:
    assert {_harm(_tricked(CLASS_OF[strength], 11, seed)) for seed in range(SEEDS)} == expected


def test_one_of_a_garrison_lost_is_told_as_one() -> None:
    harms = set()
    for seed in range(SEEDS):
        world = land()
        own(world, "E5", "AAA", garrison=5)
        talisman(world, CLASS_OF["A"], "E5")
        turn = Turn(world, [], Chance(f"trick {seed}").turn(world.turn))
        play_trick(turn, world.talismans[CLASS_OF["A"]], turn.stream("mischief", CLASS_OF["A"]))
        harms |= {event.data["harm"] for event in turn.events if event.kind == "mischief"}
    assert {"1 garrison troop was lost", "1 troop deserted"} <= harms


@pytest.mark.rule("QJ-28-14")
def test_tricks_of_weak_talismans_are_small() -> None:
    for seed in range(SEEDS):
        turn = _tricked(CLASS_OF["C"], 11, seed)
        bearer = turn.world.leaders[11]
        lost = (10 - bearer.bonus, 100 - bearer.troops, 40 - bearer.zorans)
        seen = "E5" in turn.visits["BBB"]
        assert (lost[0] == 1) + (1 <= lost[1] <= 3) + (1 <= lost[2] <= 10) + seen == 1
        assert sum(one > 0 for one in lost) + seen == 1


@pytest.mark.rule("QJ-28-14")
def test_tricks_on_a_garrison() -> None:
    harms = {strength: {_harm(_tricked(number, "E5", seed)) for seed in range(SEEDS)} for strength, number in CLASS_OF.items()}
    assert harms["A"] == {
        "25 garrison troops were lost",
        "30 troops deserted",
        "80 zorans vanished",
        "it vanished and is yours no more",
    }
    assert {"2 citadel points fell", "10 troops deserted", "40 zorans vanished"} <= harms["B"]
    assert {"1 citadel point fell", "it has let another player see E5"} <= harms["C"]


def test_a_jump_ends_in_a_guarded_neutral_province() -> None:
    places = set()
    for seed in range(SEEDS):
        turn = _tricked(CLASS_OF["A"], 11, seed)
        if not turn.world.talismans[45].leader:
            places.add(turn.world.talismans[45].province)
    assert places == {"M7", "N8"}


def test_a_talisman_put_to_sleep_does_nothing_until_the_end_of_the_next_turn() -> None:
    world = _world()
    talisman(world, 146, "E5", dead_until=world.turn)
    asleep = run_typed(world, AAA=[UseTalisman(146, number=10)])
    assert asleep.world.provinces["E5"].zorans == 80 + 7
    awake = run_typed(asleep.world, AAA=[UseTalisman(146, number=10)])
    assert awake.world.provinces["E5"].zorans == 80 + 7 - 10 + 7


@pytest.mark.rule("QJ-28-17")
def test_a_talisman_that_played_a_trick_is_printed_with_a_flag() -> None:
    for seed in range(200):
        world = _world()
        talisman(world, 120, 11)
        talisman(world, 133, 11)
        turn = run_typed(world, f"flag {seed}")
        tricks = {event.data["talisman"] for event in turn.events if event.kind == "mischief"}
        entry = turn.world.players["AAA"].seen["E5"]
        flagged = {held.number for one in entry.leaders for held in one.talismans if "-!" in held.flags}
        assert flagged == {number for number in tricks if turn.world.talismans[number].leader == 11}
        if flagged:
            return
    raise AssertionError("no trick in 200 turns")


def test_nothing_happens_to_a_holder_who_has_nothing_to_lose() -> None:
    for seed in range(30):
        world = land()
        leader(world, 11, "AAA", "K9")
        talisman(world, 45, 11)
        turn = Turn(world, [], Chance(f"bare {seed}").turn(world.turn))
        play_trick(turn, world.talismans[45], turn.stream("mischief", 45))
        assert not turn.events  # no guarded neutral province to jump to either


@pytest.mark.rule("QJ-28-13", "QJ-28-14")
@pytest.mark.parametrize("strength", "ABC")
@pytest.mark.parametrize("holder", [11, "E5"])
def test_what_a_trick_says_is_what_it_takes(strength: str, holder: int | str) -> None:
    """One thing is taken each time, as much as the words say; nobody else loses anything."""
    for seed in range(SEEDS // 2):
        turn = _tricked(CLASS_OF[strength], holder, seed)
        army, place = turn.world.leaders[11], turn.world.provinces["E5"]
        mine = (10 - army.bonus, 100 - army.troops, 40 - army.zorans)
        theirs = (10 - place.csps, 100 - place.garrison, 80 - place.zorans)
        taken, spared = (mine, theirs) if holder == 11 else (theirs, mine)
        said = re.search(r"(?:lost )?(\d+) (?:of|garrison|citadel point|troop|zoran)", _harm(turn))
        assert [one for one in taken if one] == ([int(said.group(1))] if said else [])
        assert not any(spared)


@pytest.mark.rule("QJ-28-13")
def test_a_jump_ends_in_no_city_no_stronghold_and_no_dragons_lair() -> None:
    world = land()
    change(world, "K5", city="GOLD", garrison=40)
    change(world, "K7", mercenary=True, garrison=40)
    change(world, "K9", dragon=10, garrison=1)
    own(world, "K11", "BBB", garrison=9)
    assert random_neutral(unplayed(world), unplayed(world).stream("jump")) == ""
    change(world, "M7", garrison=1)
    assert {random_neutral(unplayed(world), unplayed(world).stream("jump", seed)) for seed in range(20)} == {"M7"}
