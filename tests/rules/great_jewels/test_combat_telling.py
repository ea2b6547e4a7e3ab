"""What players read of fights: enough to understand their losses, nothing that is hidden from them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from postern.game.chance import Chance
from postern.game.events import Event
from postern.game.kit.report.telling import Mood, Said
from postern.rulesets.great_jewels.report.telling import sentence
from postern.rulesets.great_jewels.rules.battle.waylay import waylay
from postern.rulesets.great_jewels.sequence import fight
from postern.rulesets.great_jewels.turn.orders import Attack, Issued, Move, QJOrder
from postern.rulesets.great_jewels.turn.state import Turn
from postern.rulesets.great_jewels.world.records import Force, World
from tests.rules.great_jewels.build import failures, land, leader, own, run_typed, talisman
from tests.rules.great_jewels.test_spoils import fought, hits


def _battle(turn: Turn, reader: str) -> Mapping[str, Any]:
    (event,) = [event for event in turn.events if event.kind == "battle" and reader in event.seen_by]
    return event.data


def _row(turn: Turn, reader: str, force: str) -> Mapping[str, Any]:
    forces: Sequence[Mapping[str, Any]] = _battle(turn, reader)["forces"]
    (row,) = [row for row in forces if row["force"] == force]
    return row


def _pair() -> World:
    world = land(AAA="AZONI", BBB="AZONI")
    leader(world, 1, "AAA", "E5", troops=40, bonus=2)
    leader(world, 2, "BBB", "E5", troops=30, bonus=3)
    return world


def test_each_reader_sees_his_own_numbers_whole() -> None:
    world = _pair()
    turn = fought(world, hits((1, 2), world=world))
    mine = _row(turn, "BBB", "L2")
    assert (mine["troops"], mine["bonus"], mine["lost"], mine["taken"]) == (30, 3, 3 + (126 - 24) // 4, 126)
    theirs = _row(turn, "AAA", "L2")
    assert (theirs["troops"], theirs["lost"]) == (30, 28)
    assert "taken" not in theirs
    assert "gain" not in theirs
    json.dumps([event.data for event in turn.events])  # plain data


@pytest.mark.parametrize(("troops", "bonus", "bare"), [(5, 99, True), (30, 3, False)])
def test_a_leader_who_lives_without_his_troops_is_told_first(troops: int, bonus: int, bare: bool) -> None:
    """126 factors on five troops leave none, and a bonus above what is left over saves the leader."""
    world = land(AAA="AZONI", BBB="AZONI")
    leader(world, 1, "AAA", "E5", troops=40, bonus=2)
    leader(world, 2, "BBB", "E5", troops=troops, bonus=bonus)
    turn = fought(world, hits((1, 2), world=world))

    def said(reader: str) -> Said:
        words = sentence(Event("battle", "6", frozenset({reader}), dict(_battle(turn, reader))), reader)
        assert words is not None
        return words

    assert ("L2 lost all his troops." in said("BBB").text) == bare
    assert (said("BBB").weight == "attention") == bare
    assert "all his troops" not in said("AAA").text


def test_a_doppelganger_doubles_what_others_read() -> None:
    world = _pair()
    talisman(world, 63, 2)
    turn = fought(world, hits((1, 2), world=world))
    assert _row(turn, "BBB", "L2")["troops"] == 30
    seen = _row(turn, "AAA", "L2")
    assert (seen["troops"], seen["lost"]) == (60, 56)
    assert "dealt" not in seen


def test_the_fog_of_war_hides_troops_in_battle_and_ambush() -> None:
    world = _pair()
    talisman(world, 82, 2)
    turn = fought(world, hits((1, 2), world=world))
    assert not {"troops", "lost", "bonus", "dealt"} & set(_row(turn, "AAA", "L2"))
    said = sentence(Event("battle", "6", frozenset({"AAA"}), _battle(turn, "AAA")), "AAA")
    assert said is not None
    assert said.battle is not None
    assert "theirs unknown" in said.battle.outcome
    walked = land(AAA="QUNTAG", BBB="SLENTH")
    leader(walked, 1, "AAA", "E5", troops=30)
    talisman(walked, 82, 1)
    own(walked, "E6", "BBB", garrison=9)
    ambush = Turn(walked, [], Chance("seed").turn(5))
    waylay(ambush, 1, "E6")
    for event in ambush.events:
        assert ("troops" in event.data) is ("AAA" in event.seen_by)


def test_anothers_fog_hides_nobodys_army_but_his_own() -> None:
    world = land(AAA="AZONI", BBB="AZONI", CCC="AZONI")
    leader(world, 1, "AAA", "E5", troops=40)
    leader(world, 2, "BBB", "E5", troops=30)
    leader(world, 3, "CCC", "E5", troops=30)
    talisman(world, 82, 3)
    turn = fought(world, hits((1, 2), world=world))
    assert _row(turn, "AAA", "L2")["troops"] == 30


def test_what_an_army_in_the_fog_lost_its_owner_reads() -> None:
    world = _pair()
    world.leaders[2].troops, world.leaders[2].zorans = 3, 12
    talisman(world, 82, 2)
    turn = fought(world, hits((1, 2), world=world))
    assert [one["zorans"] for one in _battle(turn, "BBB")["booty"]] == [12]
    assert _battle(turn, "AAA")["booty"] == []


def test_who_takes_zorans_in_battle_reads_how_many_and_nobody_else_does() -> None:
    world = land(AAA="AZONI", BBB="AZONI", CCC="AZONI")
    leader(world, 1, "AAA", "E5", troops=40, bonus=2)
    leader(world, 2, "BBB", "E5", troops=3, zorans=12)
    leader(world, 3, "CCC", "E5", troops=30)
    leader(world, 4, "BBB", "E5", troops=30)
    turn = fought(world, hits((1, 2), (3, 4), world=world))
    took = {reader: [one["zorans"] for one in _battle(turn, reader)["booty"]] for reader in ("AAA", "BBB", "CCC")}
    assert took == {"AAA": [12], "BBB": [12], "CCC": []}


def test_each_battle_tells_its_own_forces_and_what_each_of_them_did() -> None:
    world = _pair()
    own(world, "K9", "BBB", garrison=20, csps=4)
    leader(world, 3, "AAA", "K9", troops=40)
    turn = fought(world, hits((1, 2), (3, None), world=world))
    battles = {event.data["place"]: event.data for event in turn.events if event.kind == "battle" and "AAA" in event.seen_by}
    assert {place: [row["force"] for row in data["forces"]] for place, data in battles.items()} == {
        "E5": ["L1", "L2"],
        "K9": ["L3", "GK9"],
    }
    deeds = {row["force"]: (row["did"], row["targets"]) for data in battles.values() for row in data["forces"]}
    assert deeds == {
        "L1": ("attack", ["L2"]),
        "L2": ("defend", []),
        "L3": ("attack", ["GK9"]),
        "GK9": ("defend", []),
    }
    assert _row(fought(_pair(), hits((1, 2), world=_pair())), "AAA", "L1")["dealt"] == 126
    assert (battles["K9"]["csps"], battles["K9"]["csps_left"]) == (0, 4)
    for event in turn.events:
        if event.kind == "battle" and event.data["place"] == "K9":
            (reader,) = event.seen_by
            said = sentence(event, reader)
            assert said is not None
            assert said.battle is not None
            assert said.battle.spoils == ()


def test_fog_on_a_province_hides_its_citadel_from_attackers() -> None:
    world = land(AAA="AZONI", BBB="AZONI")
    own(world, "E5", "BBB", garrison=60, csps=9)
    leader(world, 1, "AAA", "E5", troops=40, rams=3)
    talisman(world, 82, "E5")
    turn = fought(world, hits((1, None), world=world))
    assert "csps_left" not in _battle(turn, "AAA")
    assert _battle(turn, "BBB")["csps_left"] == 6


def test_the_advice_of_a_failed_attack_names_no_hidden_army() -> None:
    world = _pair()
    talisman(world, 48, 2, counter=99)
    turn = Turn(world, [Issued("AAA", Attack(Force(leader=1), "attack", 77), 1, "L1AL77")], Chance("seed").turn(5))
    fight(turn)
    assert failures(turn, "AAA") == ["NOT THERE"]
    assert "L2" not in turn.failures[0].remedy + turn.failures[0].paste


@pytest.mark.parametrize(
    ("kind", "data", "reader", "text"),
    [
        (
            "leader-died",
            {"leader": 3, "province": "E5", "way": "dragon", "talismans": ["T57 left in E5"], "refuge": "B4"},
            "AAA",
            "L3 was slain by the dragon in E5. His talismans: T57 left in E5. "
            "He lives again in B4, without troops or goods, with his bonus.",
        ),
        (
            "catapults",
            {"leader": 3, "owner": "AAA", "province": "E5", "rams": 9, "csps": -3},
            "BBB",
            "L3 of AAA threw 9 rams at E5 with catapults; they razed 3 citadel points.",
        ),
        (
            "dragon-duel",
            {"province": "E5", "slain": True, "dead": [[2, "BBB"]], "alive": [[1, "AAA", 5]], "hoard": 300},
            "AAA",
            "The dragon of E5 is slain. Its hoard: 300 zorans and whatever else lies there. It killed L2 of BBB. "
            "Survivors and what they gained: L1 (+5).",
        ),
        (
            "drevonyx-ate",
            {"force": "GE5", "province": "E5", "troops": 12, "left": 1, "size": 12},
            "AAA",
            "The Drevonyx ate 12 troops of the garrison of E5; 1 left.",
        ),
        (
            "no-cause-to-attack",
            {"source": "L1", "target": "G", "owner": "BBB", "place": "E5"},
            "AAA",
            "L1 did not attack the garrison in E5: BBB attacked none of your forces there.",
        ),
        ("engines-broken", {"leader": 3, "province": "E5", "rams": 2, "towers": 1}, "AAA", None),
        ("cloak", {"leader": 3, "counter": 0}, "AAA", "The cloak of L3 hides him no more: its counter is used up."),
    ],
)
def test_words(kind: str, data: dict[str, object], reader: str, text: str | None) -> None:
    said = sentence(Event(kind, "6", frozenset({reader}), data), reader)
    assert isinstance(said, Said)
    assert said.text == (text or "In the attack on E5 L3 lost 2 rams and 1 siege tower.")


def test_everything_that_happens_in_a_wild_turn_has_words() -> None:
    world = land(AAA="AZONI", BBB="SLENTH", CCC="RILRIS")
    for number in range(1, 9):
        leader(world, number, ("AAA", "BBB", "CCC")[number % 3], "E5", troops=9 * number, bonus=number, zorans=number)
    own(world, "E5", "AAA", garrison=30, csps=5)
    own(world, "E6", "BBB", garrison=30)
    leader(world, 20, "CCC", "F5", troops=40)
    orders: dict[str, Sequence[QJOrder]] = {
        "AAA": [Attack(Force(leader=3), "assault", 4), Attack(Force(garrison="E5"), "attack", 1)],
        "BBB": [Attack(Force(leader=1), "attack", None), Attack(Force(leader=4), "conditional", 3)],
        "CCC": [Attack(Force(leader=2), "conditional", 1), Move(20, ("E5", "E6", "E7"))],
    }
    turn = run_typed(world, "seed", **orders)
    told = [sentence(event, reader) for event in turn.events for reader in event.seen_by]
    assert len([said for said in told if said and said.battle]) == 2  # CCC only waited
    assert all(said is None or said.text.endswith((".", "!", ":")) or "\n" in said.text for said in told)


def test_citadel_points_are_razed_and_in_a_forecast_would_be() -> None:
    world = land(AAA="AZONI", BBB="AZONI")
    own(world, "E5", "BBB", garrison=60, csps=9)
    leader(world, 1, "AAA", "E5", troops=40, rams=3)
    turn = fought(world, hits((1, None), world=world))
    (event,) = [event for event in turn.events if event.kind == "battle" and "AAA" in event.seen_by]
    for mood, did, razed in (
        (Mood.HAPPENED, "What it did", "3 citadel points were razed; 6 left."),
        (Mood.FORESEEN, "What it would do", "3 citadel points would be razed; 6 left."),
    ):
        said = sentence(event, "AAA", mood)
        assert said is not None
        assert said.battle is not None
        assert said.battle.forces.columns[2].title == did
        assert razed in said.battle.spoils
