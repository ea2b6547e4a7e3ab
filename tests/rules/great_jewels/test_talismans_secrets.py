"""What failed orders and events may say: nothing that their reader may not know; and words for all that happens."""

from __future__ import annotations

import pytest

from postern.rulesets.great_jewels.report.telling import kinds, sentence
from postern.rulesets.great_jewels.tables import CATALOGUE
from postern.rulesets.great_jewels.turn.orders import GiveTalisman, Move, QJOrder, Spell, Transfer, UseTalisman
from postern.rulesets.great_jewels.world.records import Terrain, World, copy_world, leader_force
from tests.rules.great_jewels.build import change, failures, land, leader, own, run, run_typed, talisman


def _hidden(enemy: bool) -> World:
    """AAA's leader 11 in E5; BBB's leader 99, whom AAA has never seen, is in K9, if at all."""
    world = land()
    own(world, "E5", "AAA", garrison=10)
    leader(world, 11, "AAA", "E5", troops=5)
    if enemy:
        leader(world, 99, "BBB", "K9", troops=5)
    for number in (75, 92, 122):
        talisman(world, number, 11)
    return world


@pytest.mark.parametrize(
    "order",
    [
        GiveTalisman(75, 99),
        GiveTalisman(122, 99),
        UseTalisman(92, leader=99),
        Move(99, ("K10",)),
        Transfer(leader_force(11), "troops", 1, 99),
        Transfer(leader_force(99), "troops", 1, 11),
    ],
)
def test_a_failed_order_does_not_tell_where_or_whether_an_unseen_leader_is(order: QJOrder) -> None:
    said = []
    for enemy in (True, False):
        turn = run_typed(_hidden(enemy), AAA=[order])
        assert failures(turn, "AAA")
        said.append([(one.code, one.why, one.remedy) for one in turn.failures])
    assert said[0] == said[1]


def test_a_spell_on_a_city_that_one_has_not_seen_does_nothing_and_tells_nothing() -> None:
    world = _hidden(enemy=True)
    talisman(world, 1, 11)
    change(world, "M7", city="GOLD", garrison=9)
    for spell in (Spell(1, "S", province="M7"), Spell(1, "X", province="M7", terrain=Terrain.CLEAR)):
        turn = run_typed(world, AAA=[spell])
        assert turn.failures == []
        assert turn.world.provinces["M7"].city == "GOLD"
        assert "M7" not in turn.sealed
        assert not [one for one in turn.events if "AAA" in one.seen_by and "GOLD" in str(one.data)]


def test_only_those_concerned_are_told_of_a_transfer() -> None:
    world = land(AAA="QUNTAG", BBB="QUNTAG", CCC="AZONI")
    own(world, "E5", "AAA", garrison=10)
    leader(world, 11, "AAA", "E5", troops=5)
    leader(world, 21, "BBB", "E5", at_peace=True)
    leader(world, 31, "CCC", "E5", at_peace=True)
    talisman(world, 75, 11)
    turn = run_typed(world, AAA=[GiveTalisman(75, 21)])
    (event,) = [event for event in turn.events if event.kind == "talisman handed"]
    assert event.seen_by == {"AAA", "BBB"}
    giver, receiver = sentence(event, "AAA"), sentence(event, "BBB")
    assert giver is not None
    assert giver.text == "L11 handed T75 (THE VIEW FROM THE TOP) to L21 of BBB."
    assert receiver is not None
    assert receiver.text == "AAA handed T75 (THE VIEW FROM THE TOP) to your L21."


@pytest.mark.parametrize("number", sorted(CATALOGUE))
def test_whatever_is_handed_over_there_are_words_for_what_follows(number: int) -> None:
    for receiver in (None, 21, 12):
        world = land()
        own(world, "E5", "BBB", garrison=10, csps=8, navies=1, zorans=40, road=True, ravaged=True)
        own(world, "K9", "AAA", garrison=10)
        leader(world, 11, "AAA", "E5", troops=5, at_peace=True, zorans=60)
        leader(world, 12, "AAA", "E5", troops=5, at_peace=True, bonus=3, rams=2)
        leader(world, 21, "BBB", "E5", troops=6, bonus=4, zorans=10, rams=1)
        world.cities_taken = ["GOLD"]
        talisman(world, number, 11)
        talisman(world, 20, 21)
        turn = run_typed(
            world,
            f"words {number}",
            AAA=[Transfer(leader_force(11), "zorans", 60, 21), GiveTalisman(number, receiver)],
        )
        for event in turn.events:
            assert event.kind in kinds()
            for reader in event.seen_by:
                said = sentence(event, reader)
                assert said is None or said.battle is not None or said.text.endswith(".")


@pytest.mark.rule("QJ-28.1-037", "QJ-28.1-036")
def test_what_a_cloaked_army_does_without_a_fight_tells_nobody_whose_it_is() -> None:
    """Ruling 19, T48 and T128: others see it only where it attacked or waylaid."""
    world = land()
    own(world, "A5", "BBB", garrison=10)
    own(world, "A3", "AAA", navies=1)
    leader(world, 11, "AAA", "A5", troops=5, bonus=3, zorans=9)
    leader(world, 12, "AAA", "A4", troops=5, bonus=3)
    leader(world, 13, "AAA", "A5", troops=1)
    orders = {
        "T128G": "Somebody whom you do not see handed T128 (SUMMIT CONFERENCE) to your garrison of A5.",
        "L11T4ZG": "Somebody whom you do not see handed 4 zorans to the garrison of A5 in A5, then 4.",
        "L12MA5": "The Siren Song (T115) drew 3 troops of the garrison of A5 to an army that you do not see.",
        "L11T5TL13": "An army that you do not see left 9 zorans in A5; they are yours.",
        "L12SA5": "The Fleet Enema (T110) sent a navy that you do not see back from A5.",
    }
    for order, words in orders.items():
        one = copy_world(world)
        one.leaders[12].province = "A3" if order == "L12SA5" else "A4"
        talisman(one, 48, int(order[1:3]) if order[0] == "L" else 11, counter=200, transferred=1)
        talisman(one, 128, 11)
        talisman(one, 115, 12)
        if order == "L12SA5":
            talisman(one, 110, "A5")
        turn = run(one, "seed", AAA=order)
        told = [said.text for event in turn.events if "BBB" in event.seen_by and (said := sentence(event, "BBB")) is not None]
        assert words in told
        assert not any("AAA" in text or "L11" in text or "L12" in text for text in told)
        own_words = [str(event.data) for event in turn.events if "BBB" in event.seen_by]
        assert not any("AAA" in text for text in own_words)


@pytest.mark.rule("QJ-28.1-037", "QJ-28.1-336")
def test_the_kraken_does_not_betray_the_cloaked_army_that_landed() -> None:
    world = land()
    own(world, "A5", "BBB", garrison=10)
    own(world, "A3", "AAA", navies=1)
    leader(world, 12, "AAA", "A3", troops=500)
    talisman(world, 150, 12)
    talisman(world, 48, 12, counter=200, transferred=1)
    turn = run(world, "seed", AAA="L12SA5")
    (risen,) = (event for event in turn.events if event.kind == "kraken" and "BBB" in event.seen_by)
    told = sentence(risen, "BBB")
    assert told is not None
    assert told.text.startswith("As an army that you do not see landed in A5 the Kraken (T150) rose")
    assert "AAA" not in str(risen.data)
