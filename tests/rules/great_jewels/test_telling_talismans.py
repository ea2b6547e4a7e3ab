"""Whoever is concerned hears what a talisman has done: its giver, those who feel it, and those who stand by and see it."""

from __future__ import annotations

from typing import Any

import pytest

from postern.game.events import Event
from postern.rulesets.great_jewels.report.telling import sentence
from postern.rulesets.great_jewels.turn.orders import GiveTalisman, Move
from postern.rulesets.great_jewels.turn.state import Turn
from postern.rulesets.great_jewels.world.records import People, World
from tests.rules.great_jewels.build import land, leader, own, run_typed, talisman


def scene(number: int, **facts: Any) -> World:
    """AAA's L11 holds the talisman in BBB's E5, where BBB's L21 stands and CCC's L31 looks on. CCC owns O15."""
    world = land(AAA="AZONI", BBB="QUNTAG", CCC="SLENTH")
    own(world, "E5", "BBB", garrison=10, **facts)
    own(world, "O15", "CCC", garrison=10)
    leader(world, 11, "AAA", "E5", troops=5, at_peace=True)
    leader(world, 21, "BBB", "E5", troops=8, bonus=4, rams=3)
    leader(world, 31, "CCC", "E5", troops=1, at_peace=True)
    talisman(world, number, 11)
    return world


def only(turn: Turn, kind: str) -> Event:
    (event,) = [event for event in turn.events if event.kind == kind]
    return event


def heard(event: Event, reader: str) -> str:
    said = sentence(event, reader)
    assert said is not None
    return said.text


@pytest.mark.usefixtures("no_mischief")
@pytest.mark.parametrize(
    ("number", "receiver", "facts", "kind", "also", "words"),
    [
        (51, 21, {}, "bonus lost", "", "The Shadow of Fear (T51) took all 4 of L21's bonus."),
        (56, None, {"ravaged": True}, "healed by hand", "", "The Healing Hand (T56) healed E5: it is ravaged no more."),
        (59, None, {}, "chain gang", "", "The Chain Gang (T59) builds a road in E5; its tax rate falls from 7 to 1."),
        (59, None, {"chain_gang": True}, "chain gang", "", "The Chain Gang (T59) does nothing in E5, whose tax rate is 1."),
        (66, None, {}, "poker chip", "", "The Jeweled Poker Chip (T66) found no zorans with the garrison of E5."),
        (
            67,
            None,
            {},
            "terrain changed",
            "CCC",
            "The terrain of E5 changed from clear to forest; its levy and tax rates changed with it.",
        ),
        (77, None, {"tunnels": ["O15"]}, "tunnels fell in", "CCC", "The tunnels from E5 to O15 have fallen in."),
        (87, None, {}, "cease-fire", "CCC", "A cease fire held in E5: there was no combat this turn."),
        (106, None, {"besieged": True}, "relieved", "", "Relief Forces (T106) ended the siege of E5."),
        (
            *(107, None, {"csps": 3}, "liquidated", ""),
            "Liquidated Assets (T107) turned citadel points, navies and road of the garrison of E5 into 15 zorans.",
        ),
        (107, 21, {}, "liquidated", "", "Liquidated Assets (T107) turned the siege equipment of L21 into 6 zorans."),
        (118, None, {}, "gold rush", "", "The garrison of E5 has gone looking for gold (T118)."),
        (
            148,
            None,
            {"csps": 100},
            "wizard's tower",
            "",
            "Wizard's Tower (T148) left E5 with 50 citadel points instead of 100.",
        ),
    ],
)
def test_giver_and_receiver_hear_what_a_talisman_did_when_it_was_handed_over(
    number: int, receiver: int | None, facts: dict[str, Any], kind: str, also: str, words: str
) -> None:
    told = only(run_typed(scene(number, **facts), AAA=[GiveTalisman(number, receiver)]), kind)
    assert told.seen_by == {"AAA", "BBB", *([also] if also else [])}
    assert {heard(told, reader) for reader in told.seen_by} == {words}


def test_both_ends_of_a_new_tunnel_are_told_to_their_owners() -> None:
    turn = run_typed(scene(76), AAA=[GiveTalisman(76, None)])
    told = {reader: heard(event, reader) for event in turn.events if event.kind == "tunnel dug" for reader in event.seen_by}
    here = "A tunnel joins E5 and O15 now."
    assert told == {"AAA": here, "BBB": here, "CCC": "A tunnel joins O15 and E5 now."}


@pytest.mark.usefixtures("no_mischief")
@pytest.mark.rule("QJ-28.1-133")
def test_everybody_there_learns_what_the_hot_potato_has_done_and_sees_it() -> None:
    world = scene(80)
    talisman(world, 80, 21, counter=1)
    turn = run_typed(world)
    told = only(turn, "hot potato")
    assert told.seen_by == {"AAA", "BBB", "CCC"}
    assert heard(told, "AAA") == (
        "The Hot Potato (T80) went off in E5: 18 garrison troops and L11, L21 and L31 with all they led died."
    )
    for seat in ("AAA", "BBB", "CCC"):
        assert 80 in [one.number for one in turn.world.players[seat].seen["E5"].talismans]  # it hides no longer


@pytest.mark.usefixtures("no_mischief")
@pytest.mark.rule("QJ-28.1-270")
def test_everybody_there_learns_that_a_forbidden_city_has_been_founded() -> None:
    world = scene(123, csps=60)
    world.cities_taken = ["GOLD"]
    turn = run_typed(world, "seed 3", AAA=[GiveTalisman(123, None)])
    told = only(turn, "city founded")
    for seat in ("AAA", "BBB", "CCC"):
        assert turn.world.players[seat].seen["E5"].tag == "GOLD"
    assert turn.world.cities_taken == []  # the name is spent
    assert told.seen_by == {"AAA", "BBB", "CCC"}
    assert heard(told, "CCC") == (
        "The Forbidden Architect (T123) turned E5 into the Forbidden City GOLD. L11, L21, L31 and the garrison guard it now."
    )


@pytest.mark.rule("QJ-28.1-315")
def test_giver_and_owner_learn_what_profit_sharing_did() -> None:
    told = only(run_typed(scene(143), AAA=[GiveTalisman(143, None)]), "profit sharing")
    assert told.seen_by == {"AAA", "BBB"}


@pytest.mark.rule("QJ-28.1-137")
def test_the_master_thief_hears_what_he_stole_and_whom_from() -> None:
    world = scene(81)
    own(world, "E6", "CCC", zorans=100)
    own(world, "E7", "AAA", zorans=100)
    own(world, "E8", "CCC")
    turn = run_typed(world, AAA=[Move(11, ("E6", "E7", "E8", "E9"))])
    stolen = [event for event in turn.events if event.kind == "stole"]
    assert [(set(event.seen_by), event.data["province"], event.data["owner"]) for event in stolen] == [
        ({"AAA"}, "E6", "CCC"),
        ({"AAA"}, "E7", "AAA"),  # his own, too; and nothing is said of E8, where nothing was
    ]
    robbed = [event for event in turn.events if event.kind == "was robbed"]
    assert [(set(event.seen_by), event.data["zorans"]) for event in robbed] == [({"CCC"}, stolen[0].data["zorans"])]


@pytest.mark.rule("QJ-28.1-242")
def test_a_siren_song_that_lures_nobody_is_not_told() -> None:
    world = scene(115)
    own(world, "E6", "CCC", garrison=10)
    for bonus, times in ((0, 0), (2, 1)):
        world.leaders[11].bonus = bonus
        turn = run_typed(world, AAA=[Move(11, ("E6",))])
        assert [set(event.seen_by) for event in turn.events if event.kind == "lured"] == [{"AAA", "CCC"}] * times


@pytest.mark.rule("QJ-28.1-171")
def test_a_recruiting_bonus_that_recruits_nobody_is_not_told() -> None:
    for zorans, times in ((1, 0), (2, 1)):
        world = scene(93, zorans=zorans)
        talisman(world, 93, "E5")
        assert len([event for event in run_typed(world).events if event.kind == "recruited"]) == times


@pytest.mark.rule("QJ-28.1-166")
def test_a_navy_from_the_shipyards_is_told_to_its_owner() -> None:
    world = scene(91)
    own(world, "A5", "BBB", navies=1)
    talisman(world, 91, "A5")
    told = only(run_typed(world), "navy launched")
    assert (set(told.seen_by), told.data["navies"]) == ({"BBB"}, 2)


@pytest.mark.rule("QJ-28.1-182", "QJ-28.1-186")
@pytest.mark.parametrize(
    ("number", "kind", "words"),
    [
        (95, "wand razed", "The Azoni Wand (T95) changed hands in E5: 7 citadel points fell there."),
        (96, "wand ravaged", "The Quntag Wand (T96) changed hands in E5, which is ravaged now."),
    ],
)
def test_who_wins_a_province_with_a_wand_in_it_hears_what_became_of_it(number: int, kind: str, words: str) -> None:
    world = scene(number, csps=7)
    world.players["BBB"].people = People.RILRIS
    talisman(world, number, "E5")
    taken = only(run_typed(world, BBB=[GiveTalisman(number, 21)]), kind)
    assert taken.seen_by == {"BBB"}
    assert heard(taken, "BBB") == words
    world.provinces["E5"].garrison = 0
    del world.leaders[21]
    world.leaders[11].at_peace = False
    lost = only(run_typed(world), kind)
    assert lost.seen_by == {"AAA", "BBB", "CCC"}
    assert {heard(lost, reader) for reader in lost.seen_by} == {words}


@pytest.mark.rule("QJ-28.1-227")
def test_both_sides_of_a_swap_hear_what_went_from_whom_to_whom() -> None:
    world = scene(109)
    talisman(world, 57, 21)
    told = only(run_typed(world, AAA=[GiveTalisman(109, 21)]), "swapped")
    assert told.seen_by == {"AAA", "BBB"}
    assert heard(told, "BBB") == "In exchange for the Swap Meet (T109), T57 (ORACLE) went from L21 to L11."


@pytest.mark.usefixtures("no_mischief")
@pytest.mark.rule("QJ-28.1-111")
def test_nothing_is_told_of_the_flying_dutchmans_crew_where_there_is_none() -> None:
    for troops, times in ((0, 0), (4, 1)):
        world = scene(74)
        world.leaders[11].troops = troops
        assert [set(one.seen_by) for one in run_typed(world).events if one.kind == "dutchman crew"] == [{"AAA"}] * times


def test_funds_are_told_with_where_they_came_from_and_went() -> None:
    facts = {"source": "L18", "goal": "C9", "amount": 77, "fee": 8}
    said = sentence(Event("funds sent", "2e", frozenset({"AAA"}), facts), "AAA")
    assert said is not None
    assert said.text == "T114 drew 77 zorans from province L18: 69 arrived in C9, the fee was 8."
