"""What players are told of their marches, supplies, raids and voyages: every event has plain words with numbers."""

from __future__ import annotations

from postern.game.events import Event
from postern.rulesets.great_jewels.report.telling import sentence
from postern.rulesets.great_jewels.turn.orders import (
    BuildCsps,
    BuildEngines,
    BuyMercenaries,
    Destroy,
    Move,
    QJOrder,
    Raid,
    Ravage,
    Sail,
    Transfer,
    Unlock,
    UseTalisman,
)
from postern.rulesets.great_jewels.turn.state import Turn
from postern.rulesets.great_jewels.world.records import LOTU, Force
from tests.rules.great_jewels.build import change, land, leader, own, run, talisman
from tests.rules.great_jewels.upto import upto


def told(turn: Turn, seat: str) -> list[str]:
    said = [sentence(event, seat) for event in turn.events if seat in event.seen_by]
    return [one.text for one in said if one is not None]


def test_marches_are_told_with_their_costs_and_losses_before_the_ambush() -> None:
    world = land()
    own(world, "C5", "BBB", garrison=3)
    leader(world, 13, "AAA", "B4", troops=9, bonus=3)
    turn = upto(world, "7a", AAA=[Move(13, ("C5", "D6"), True)])
    texts = told(turn, "AAA")
    assert texts[0] == "L13 force-marched from B4 to D6 through C5 (2 of 6 points); 3 of his 9 troops died on the way."
    assert "waylaid" in texts[1]


def test_supplies_are_told_to_giver_and_receiver() -> None:
    world = land()
    own(world, "J6", "AAA", garrison=9, zorans=50, csps=9)
    leader(world, 13, "AAA", "J6", troops=6, zorans=20)
    leader(world, 14, "BBB", "J6", troops=1)
    orders: list[QJOrder] = [
        Transfer(Force(garrison="J6"), "troops", 5, 13),
        Transfer(Force(leader=13), "zorans", 20, 14),
        Destroy(Force(garrison="J6"), "csps", 3),
        BuildEngines("J6", "rams", 2, 13),
        BuildCsps("J6", 2),
    ]
    turn = upto(world, "12", AAA=orders)
    texts = told(turn, "AAA")
    assert "The garrison of J6 destroyed 3 citadel points." in texts
    assert "J6 built 2 rams for 4 zorans, for L13." in texts
    assert "J6 built 2 citadel points for 10 zorans; its citadel now has strength 8." in texts
    assert told(turn, "BBB") == ["L13 handed 20 zorans to L14 in J6 by order of AAA, who then had 20."]


def test_lost_crews_purchases_and_ravaging_are_told() -> None:
    world = land()
    change(world, "J6", mercenary=True, garrison=40)
    leader(world, 13, "AAA", "J6", troops=1, zorans=9)
    leader(world, 14, "AAA", "J6", rams=2)
    own(world, "P10", "AAA")
    texts = told(upto(world, "8", AAA=[BuyMercenaries(13), Ravage("P10")]), "AAA")
    assert "L13 hired 3 troops for 9 zorans and now has 4." in texts
    assert "L14 in J6: he had no troops to man 2 rams, which broke up." in texts
    assert "P10 was ravaged: you lose 120 points; levy 8 and tax 7 are halved until it recovers." in texts


def test_raids_and_voyages_are_told() -> None:
    world = land()
    own(world, "A4", "AAA", navies=1, garrison=9)
    own(world, "A5", "BBB", garrison=9)
    leader(world, 13, "AAA", "A4", troops=4)
    turn = upto(world, "10", AAA=[Raid(Force(garrison="A4"), 2, "A5"), Sail(13, "B2")])
    assert any(text.startswith("L13 sailed from A4 ") for text in told(turn, "AAA"))
    looked = "2 troops of the garrison in A4 raided A5. They did not come back, but you have seen what is there."
    assert looked in told(turn, "AAA")
    assert told(turn, "BBB") == ["Somebody raided A5 with 2 troops; the raiders died."]


def test_locks_and_carpets_are_told() -> None:
    world = land()
    change(world, "J6", city="SILVER", owner=LOTU, garrison=40)
    leader(world, 13, "AAA", "J5", troops=9, bonus=1, towers=2)
    talisman(world, 5, 13)
    talisman(world, 10, 13)
    talisman(world, 78, 13)
    texts = told(upto(world, "7a", AAA=[Unlock(13, "J6"), UseTalisman(78, province="B4")]), "AAA")
    assert "L13 unlocked the Forbidden City SILVER in J6 for you, this turn only." in texts
    flight = next(text for text in texts if "Magic Carpet" in text)
    assert flight.startswith("L13 flew on the Magic Carpet (T78) from J5 to B4; 6 troops had no room and died")
    assert "2 rams and towers were left behind" in flight


def test_one_raider_is_no_they() -> None:
    world = land()
    own(world, "J10", "AAA", garrison=9)
    own(world, "J11", "BBB", garrison=9)
    own(world, "K10", "AAA", garrison=9)
    events = run(world, AAA="GJ10R1J11\nGJ10R1K10").events
    mine = [said.text for one in events if "AAA" in one.seen_by and (said := sentence(one, "AAA")) is not None]
    theirs = [said.text for one in events if "BBB" in one.seen_by and (said := sentence(one, "BBB")) is not None]
    raid = "1 troop of the garrison in J10 raided"
    assert f"{raid} J11. It did not come back, but you have seen what is there." in mine
    assert f"{raid} K10. It joined the garrison." in mine
    assert "Somebody raided J11 with 1 troop; the raider died." in theirs


def test_the_chance_of_one_raider_is_told_of_one() -> None:
    odds = Event("raid odds", "10", frozenset({"AAA"}), {"province": "C9", "troops": 1, "percent": 25})
    told = sentence(odds, "AAA")
    assert told is not None
    assert told.text == "1 troop raids C9: 25 in 100 that it takes it, if nobody else comes there and it is empty."


def test_a_single_ram_left_behind_and_a_single_zoran_in_the_hoard() -> None:
    flew = {"leader": 1, "start": "J10", "goal": "B3", "before": 4, "too_many": 0, "fell": 0, "left_behind": 1}
    told = sentence(Event("flew", "7a", frozenset({"AAA"}), flew), "AAA")
    assert told is not None
    assert told.text.endswith("to B3; 1 ram or tower was left behind and broken up.")
    eaten = {"leader": 1, "province": "B3", "troops": 4, "zorans": 1}
    told = sentence(Event("dragon-ate-army", "7a", frozenset({"AAA"}), eaten), "AAA")
    assert told is not None
    assert told.text.endswith("His 1 zoran lies in the hoard.")


def test_own_raiders_whom_enemy_leaders_killed_are_told_first() -> None:
    world = land()
    own(world, "E5", "AAA", garrison=9)
    own(world, "E6", "AAA", garrison=1)
    leader(world, 68, "BBB", "E6", troops=9)
    turn = run(world, AAA="GE5R3E6")
    (event,) = [event for event in turn.events if event.kind == "raided"]
    said = sentence(event, "AAA")
    assert said is not None
    assert (said.weight, said.tone) == ("attention", "bad")
