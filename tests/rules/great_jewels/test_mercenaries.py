"""Chapter 26: mercenaries; T125."""

from __future__ import annotations

import pytest

from postern.rulesets.great_jewels.orders.transfers import troops_for
from postern.rulesets.great_jewels.rules.printouts import tag_of
from postern.rulesets.great_jewels.turn.orders import Attack, BuyMercenaries, GiveTalisman, Move, Spell, Transfer, UseTalisman
from postern.rulesets.great_jewels.world.document import dump, load
from postern.rulesets.great_jewels.world.records import Force, ProvinceEntry, World
from tests.rules.great_jewels.build import change, failures, land, leader, own, saw, talisman
from tests.rules.great_jewels.test_expected import only, print_entries, scene, verdict
from tests.rules.great_jewels.upto import clean, failure, upto


def market(**army: int) -> World:
    """A stronghold in J6 with L13 of AAA in it."""
    world = land()
    change(world, "J6", mercenary=True, garrison=40, csps=10)
    leader(world, 13, "AAA", "J6", **army)
    return world


BUY = [BuyMercenaries(13)]


@pytest.mark.rule("QJ-26-05", "QJ-26-06", "QJ-26-07")
def test_a_leader_buys_with_all_he_carries_at_three_zorans_a_troop() -> None:
    turn = upto(market(troops=2, zorans=20), "3a", AAA=BUY)
    one = turn.world.leaders[13]
    assert (one.troops, one.zorans) == (8, 2)
    assert turn.province("J6").zorans == 18
    assert "-Y" in turn.flags[Force(leader=13)]
    assert clean(turn)


@pytest.mark.rule("QJ-26-08")
def test_at_most_twenty_five_troops_in_a_turn() -> None:
    one = upto(market(troops=1, zorans=200), "3a", AAA=BUY).world.leaders[13]
    assert (one.troops, one.zorans) == (26, 125)
    assert [troops_for(zorans) for zorans in (0, 2, 3, 74, 75, 76, 999)] == [0, 0, 1, 24, 25, 25, 25]


@pytest.mark.rule("QJ-26-08")
def test_an_army_buys_once_in_a_turn() -> None:
    turn = upto(market(troops=1, zorans=200), "3a", AAA=[*BUY, *BUY])
    assert failures(turn, "AAA") == ["ALREADY HAS AN ORDER"]
    assert (turn.world.leaders[13].troops, turn.world.leaders[13].zorans) == (26, 125)


@pytest.mark.rule("QJ-26-09")
def test_no_army_buys_two_turns_running() -> None:
    first = upto(market(troops=1, zorans=200), "15c", AAA=BUY)
    second = upto(first.world, "15c", AAA=BUY)
    assert failures(second, "AAA") == ["TWO TURNS IN A ROW"]
    third = upto(second.world, "3a", AAA=BUY)
    assert clean(third)
    assert third.world.leaders[13].troops > second.world.leaders[13].troops


@pytest.mark.rule("QJ-26-10")
@pytest.mark.parametrize("people", ["AZONI", "QUNTAG", "RILRIS", "SLENTH"])
def test_every_people_buys_ordinary_troops_of_its_own(people: str) -> None:
    world = land(AAA=people)
    change(world, "J6", mercenary=True, garrison=40)
    leader(world, 13, "AAA", "J6", troops=1, zorans=9)
    assert upto(world, "3a", AAA=BUY).world.leaders[13].troops == 4


def test_buying_needs_a_stronghold_a_troop_and_three_zorans() -> None:
    assert failures(upto(market(troops=0, zorans=0), "3a", AAA=BUY), "AAA") == ["NOT ENOUGH TROOPS"]
    assert failures(upto(market(troops=1, zorans=2), "3a", AAA=BUY), "AAA") == ["NOT ENOUGH ZORANS"]
    world = market(troops=1, zorans=9)
    world.leaders[13].province = "J7"
    assert failures(upto(world, "3a", AAA=BUY), "AAA") == ["NOT THERE"]
    taken = market(troops=1, zorans=9)
    change(taken, "J6", garrison=0)
    assert failures(upto(taken, "3a", AAA=BUY), "AAA") == ["NOT THERE"]


def test_zorans_handed_over_this_turn_buy() -> None:
    world = market(troops=1)
    leader(world, 14, "BBB", "J6", troops=1, zorans=30)
    turn = upto(world, "3a", AAA=BUY, BBB=[Transfer(Force(leader=14), "zorans", None, 13)])
    assert turn.world.leaders[13].troops == 11


@pytest.mark.rule("QJ-26-11")
def test_who_fights_there_buys_nothing_for_the_rest_of_the_game() -> None:
    world = market(troops=30, zorans=90)
    leader(world, 14, "BBB", "J6", troops=30, zorans=90)
    fought = upto(world, "15c", AAA=[Attack(Force(leader=13), "attack", 14)])
    assert fought.world.players["AAA"].banned
    assert not fought.world.players["BBB"].banned
    later = upto(fought.world, "3a", AAA=BUY, BBB=[BuyMercenaries(14)])
    assert failures(later, "AAA") == ["BANNED"]
    assert later.world.leaders[13].troops == fought.world.leaders[13].troops
    assert later.world.leaders[14].troops > fought.world.leaders[14].troops
    against = upto(market(troops=30), "15c", AAA=[Attack(Force(leader=13), "attack", None)])
    assert against.world.players["AAA"].banned


@pytest.mark.rule("QJ-26-11")
@pytest.mark.parametrize("order", ["L18AG", "L18CG", "L18KL78"])
def test_whoever_is_to_fight_there_is_told_beforehand_what_it_costs(order: str) -> None:
    world = scene()
    change(world, "J6", mercenary=True, garrison=40)
    leader(world, 18, "LORD", "J6", troops=30)
    leader(world, 78, "KING", "J6", troops=3)
    print_entries(world, "LORD")
    told = only(verdict(order, world))
    assert told.note
    assert told.why == "J6 is a mercenary stronghold; to whoever attacks there they sell no troops for the rest of the game."
    world.players["LORD"].banned = True
    assert not verdict(order, world).problems
    world.players["LORD"].banned = False
    change(world, "J6", mercenary=False)
    print_entries(world, "LORD")
    assert not verdict(order, world).problems


def test_where_the_mercenaries_are_dead_fighting_bans_nobody() -> None:
    world = market(troops=30)
    change(world, "J6", garrison=0)
    leader(world, 14, "BBB", "J6", troops=30)
    turn = upto(world, "6", AAA=[Attack(Force(leader=13), "attack", 14)])
    assert turn.world.leaders[14].troops < 30
    assert not turn.world.players["AAA"].banned


@pytest.mark.rule("QJ-26-11")
@pytest.mark.parametrize(
    ("spell", "victim", "place", "banned"),
    [
        (Spell(1, "TL", leader=14, province="M7"), "BBB", "J6", True),
        (Spell(1, "G", order="L14MJ7", player="BBB"), "BBB", "J6", True),
        (Spell(1, "B", leader=14), "AAA", "J6", False),
        (Spell(1, "B", leader=14), "BBB", "J7", False),
    ],
)
def test_a_spell_on_anothers_force_in_a_stronghold_bans_as_well(spell: Spell, victim: str, place: str, banned: bool) -> None:
    world = market(troops=2, zorans=9)
    leader(world, 14, victim, place, troops=3, bonus=1)
    talisman(world, 1, "B4")
    saw(world, "AAA", "J6", "J7")
    turn = upto(world, "3a", AAA=[spell, BuyMercenaries(13)])
    assert turn.world.players["AAA"].banned == banned
    assert not turn.world.players["BBB"].banned
    assert failures(turn, "AAA") == (["BANNED"] if banned else [])


def test_a_spell_that_fails_bans_nobody() -> None:
    world = market(troops=2, zorans=9)
    leader(world, 14, "BBB", "J6", troops=3, bonus=1)
    talisman(world, 141, "B4")
    saw(world, "AAA", "J6")
    outcomes = set()
    for seed in range(30):
        turn = upto(world, "3a", str(seed), AAA=[Spell(141, "B", leader=14)])
        works = "bonus doubled" in {event.kind for event in turn.events}
        assert turn.world.players["AAA"].banned == works
        outcomes.add(works)
    assert outcomes == {True, False}


def test_whom_a_geas_made_attack_there_may_go_on_buying() -> None:
    world = market(troops=30)
    leader(world, 14, "BBB", "J6", troops=3, bonus=1)
    talisman(world, 1, "B4")
    saw(world, "AAA", "J6")
    turn = upto(world, "15c", AAA=[Spell(1, "G", order="L14AL13", player="BBB")])
    assert turn.world.leaders[13].troops < 30
    assert [player.banned for player in turn.world.players.values()] == [True, False]


@pytest.mark.rule("QJ-26-12")
def test_mercenaries_defend_with_eight_factors() -> None:
    def fallen(*, mercenary: bool) -> int:
        world = land()
        change(world, "J6", mercenary=mercenary, garrison=40)
        leader(world, 13, "AAA", "J6", troops=40)
        return 40 - upto(world, "6", AAA=[Attack(Force(leader=13), "attack", None)]).province("J6").garrison

    assert fallen(mercenary=False) == 120 // 4
    assert fallen(mercenary=True) == 120 // 8


@pytest.mark.rule("QJ-26-13")
def test_discovered_mercenaries_gain_three_troops_a_turn() -> None:
    world = land()
    change(world, "J6", mercenary=True, garrison=40)
    hidden = upto(world, "15c")
    assert hidden.province("J6").garrison == 40
    leader(world, 13, "AAA", "J6")
    found = upto(world, "15c")
    assert found.province("J6").garrison == 40
    assert found.province("J6").discovered
    later = upto(found.world, "15c")
    assert later.province("J6").garrison == 43
    change(world, "J6", discovered=True, garrison=0)
    world.leaders[13].at_peace = True
    assert upto(world, "13a").province("J6").garrison == 0


@pytest.mark.rule("QJ-26-14", "QJ-30-15")
def test_this_turns_recruits_do_not_yet_man_the_walls() -> None:
    world = land()
    change(world, "J6", mercenary=True, discovered=True, garrison=10, csps=9, zorans=50)
    turn = upto(world, "13a")
    assert (turn.province("J6").csps, turn.province("J6").garrison) == (10, 13)


@pytest.mark.rule("QJ-26-14")
@pytest.mark.parametrize(
    ("zorans", "garrison", "csps", "after", "left"),
    [(100, 40, 10, 14, 80), (14, 40, 10, 12, 4), (100, 12, 10, 12, 90), (100, 10, 10, 10, 100), (4, 40, 10, 10, 4)],
)
def test_mercenaries_build_with_what_they_earn(zorans: int, garrison: int, csps: int, after: int, left: int) -> None:
    world = land()
    change(world, "J6", mercenary=True, garrison=garrison, csps=csps, zorans=zorans)
    place = upto(world, "12").province("J6")
    assert (place.csps, place.zorans) == (after, left)


@pytest.mark.rule("QJ-26-02")
def test_a_stronghold_is_printed_as_merc() -> None:
    turn = upto(market(), "15c")
    assert turn.world.players["AAA"].seen["J6"].tag == "MERC"


@pytest.mark.rule("QJ-28.1-277", "QJ-28.1-278")
def test_t125_brings_free_troops_each_turn() -> None:
    world = market(troops=2, bonus=5)
    talisman(world, 125, 13, gained=world.turn)
    first = upto(world, "15c")
    assert first.world.leaders[13].troops == 7
    assert upto(first.world, "3a").world.leaders[13].troops == 12
    world.leaders[13].province = "J7"
    assert upto(world, "3a").world.leaders[13].troops == 2


@pytest.mark.rule("QJ-28.1-279")
def test_t125_goes_to_the_leader_with_the_higher_bonus() -> None:
    world = market(troops=2, bonus=5)
    leader(world, 14, "BBB", "J6", troops=1, bonus=5)
    talisman(world, 125, 13)
    tied = upto(world, "3a")
    assert tied.world.talismans[125].leader == 13
    world.leaders[14].bonus = 6
    turn = upto(world, "3a")
    assert turn.world.talismans[125].leader == 14
    assert (turn.world.leaders[13].troops, turn.world.leaders[14].troops) == (2, 7)
    handed = upto(world, "3a", AAA=[GiveTalisman(125, 14)])
    assert handed.world.leaders[14].troops == 7


def test_the_owner_of_a_fallen_stronghold_is_an_owner_like_any_other() -> None:
    world = land()
    own(world, "J6", "AAA", mercenary=True, garrison=5, zorans=50, discovered=True)
    place = upto(world, "12").province("J6")
    assert (place.garrison, place.csps) == (5, 0)


def _lost(garrison: int = 30) -> World:
    """J6 as its mercenaries' conqueror BBB lost it: by a sale of slaves (T127) its garrison has turned neutral."""
    world = land(AAA="QUNTAG", BBB="QUNTAG")
    own(world, "J6", "BBB", mercenary=True, discovered=True, garrison=500 + garrison, zorans=100)
    own(world, "J7", "AAA", garrison=1)
    change(world, "M12", mercenary=True, discovered=True, garrison=40)
    talisman(world, 127, "J6")
    turn = upto(world, "15c", BBB=[UseTalisman(127, number=500)])
    place = turn.province("J6")
    assert (place.owner, place.garrison) == ("", garrison)
    return turn.world


@pytest.mark.rule("QJ-26-02", "QJ-23-02", "QJ-26-13", "QJ-26-14", "QJ-23-12")
def test_a_stronghold_that_a_player_took_and_lost_is_an_ordinary_neutral_province() -> None:
    world = _lost()
    zorans = world.provinces["J6"].zorans
    leader(world, 13, "AAA", "J6", troops=2, zorans=30)
    talisman(world, 125, 13)
    turn = upto(world, "15c", AAA=BUY)
    place = turn.province("J6")
    assert failures(turn, "AAA") == ["NOT THERE"]  # nobody sells troops there
    assert turn.world.leaders[13].troops == 2  # nor gives any away
    assert (place.garrison, place.csps, place.zorans) == (30, 0, zorans)
    entry = turn.world.players["AAA"].seen["J6"]
    assert (entry.tag, entry.garrison) == ("-----", 30)
    again = load(dump(turn.world))
    assert tag_of(again.provinces["J6"]) == "-----"


@pytest.mark.rule("QJ-26-11", "QJ-26-12", "QJ-23-05", "QJ-23-09")
def test_who_fights_a_garrison_that_is_mercenary_no_more_is_not_banned_and_meets_four_factors() -> None:
    world = _lost(garrison=60)
    leader(world, 13, "AAA", "J6", troops=60)
    turn = upto(world, "6", AAA=[Attack(Force(leader=13), "attack", None)])
    assert not turn.world.players["AAA"].banned
    assert turn.province("J6").garrison in (60 - 180 // 4, 60 - 180 // 3)  # 3 if the neutrals assault
    assert turn.world.leaders[13].troops < 60  # it hits back


@pytest.mark.rule("QJ-26-03", "QJ-23-06", "QJ-19-12")
def test_armies_pass_through_it_and_are_waylaid() -> None:
    world = _lost()
    leader(world, 13, "AAA", "J7", troops=30)
    turn = upto(world, "7a", AAA=[Move(13, ("J6", "J5"))])
    assert (turn.world.leaders[13].province, turn.world.leaders[13].troops) == ("J5", 30 - 90 // 6)


@pytest.mark.rule("QJ-26-04")
def test_its_tunnels_stay() -> None:
    world = _lost()
    leader(world, 13, "AAA", "J6")
    assert upto(world, "7a", AAA=[Move(13, ("M12",))]).world.leaders[13].province == "M12"


@pytest.mark.rule("QJ-26-02")
def test_a_stronghold_that_nobody_took_stays_one() -> None:
    world = market()
    assert b"mercenaries_gone" not in dump(world)
    assert upto(world, "15c").world.players["AAA"].seen["J6"].tag == "MERC"


@pytest.mark.rule("QJ-28.1-278", "QJ-28.1-279")
@pytest.mark.parametrize(("bonus", "passes", "troops"), [(6, True, 6), (5, False, 0), (0, False, 0)])
def test_t125_draws_its_troops_once_and_tells_only_what_happened(bonus: int, passes: bool, troops: int) -> None:
    world = market(bonus=min(bonus, 5))
    leader(world, 14, "BBB", "J6", bonus=bonus)
    talisman(world, 57, 14)  # he has another one, and is asked for his after L13
    talisman(world, 125, 13)
    turn = upto(world, "3a")
    assert turn.world.leaders[14].troops == troops
    assert [event.seen_by for event in turn.events if event.kind == "charisma passed"] == [{"AAA", "BBB"}] * passes
    drawn = turn.world.leaders[13].troops + turn.world.leaders[14].troops
    told = [event.data["troops"] for event in turn.events if event.kind == "charmed"]
    assert told == ([drawn] if drawn else [])
    assert turn.world.talismans[125].gained == (world.turn if passes else 0)


@pytest.mark.rule("QJ-26-02", "QJ-29-06")
@pytest.mark.parametrize(("tag", "remedy"), [("MERC", "Strongholds you have seen: J6."), ("", "")])
def test_who_would_buy_elsewhere_reads_where_he_has_seen_strongholds(tag: str, remedy: str) -> None:
    world = market(troops=1, zorans=9)
    world.leaders[13].province = "J7"
    saw(world, "AAA", "J7")
    if tag:
        world.players["AAA"].seen["J6"] = ProvinceEntry("J6", 2, tag)
    assert failure(upto(world, "3a", AAA=BUY), "NOT THERE").remedy == remedy
