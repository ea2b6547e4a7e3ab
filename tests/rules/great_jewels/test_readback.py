"""What an order is read back as: who does what to whom, and what is known of it beforehand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from postern.rulesets.great_jewels.world.records import World
from tests.rules.great_jewels.build import change, leader, own, talisman
from tests.rules.great_jewels.test_expected import errors, print_entries, scene, verdict


def realm() -> World:
    """LORD's L13 (12 troops) and L14 stand in his E5 beside L31 of KING, his L15 at the coast in A4, L16 in the neutral M7."""
    world = scene(21)
    own(world, "A4", "LORD", garrison=20, zorans=90, navies=1)
    own(world, "F5", "LORD", garrison=4)
    own(world, "E6", "KING", garrison=9, csps=2)
    leader(world, 15, "LORD", "A4", troops=5, zorans=30, rams=1)
    leader(world, 16, "LORD", "M7", troops=30)
    change(world, "M7", garrison=7, csps=1)
    for number in (1, 45, 92, 94, 124, 132):
        talisman(world, number, 13)
    for number in (108, 114, 116, 120, 127, 131, 142, 146):
        talisman(world, number, "E5")
    print_entries(world, "LORD", "E6", "M7")
    return world


def said(text: str, world: World | None = None) -> str:
    found = verdict(text, world or realm())
    assert not errors(found), found.problems
    return found.accepted[-1].words


@pytest.mark.rule("QJ-29-06")
@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("L13AL31", "L13 attacks L31 of KING (3 troops, bonus 1 when last seen)"),
        ("GE5KL31", "E5 assaults L31 of KING (3 troops, bonus 1 when last seen)"),
        (
            "L13CL31",
            "L13 conditionally attacks L31 of KING (3 troops, bonus 1 when last seen; "
            "only if its owner attacks you there; waylays nobody)",
        ),
        ("L16AG", "L16 attacks the garrison of M7 (7 troops, 1 citadel point when last seen)"),
        ("L13T5TL14", "L13 hands 5 troops to L14 (he then has 7)"),
        ("L13T#TG", "L13 hands all troops to the garrison of E5 (it then has 22)"),
        ("GE5T10ZL13", "E5 hands 10 zorans to L13 (he then has 10)"),
        ("T45G", "T45 (PALANTIR) goes to the garrison where it is"),
        ("T45L31", "T45 (PALANTIR) goes to L31 of KING"),
        (
            "L13FE6E7",
            "L13 force marches to E7 by way of E6 (clear, cost 2 of 6; 6 of his troops die on the way, none with L13ME6E7)",
        ),
        ("L15SA5", "L15 sails to A5 (storms: 2 percent to drift, as many to lose troops)"),
        ("GE5R3E6", "E5 raids E6 with 3 troops"),
        ("GE5R#E6", "E5 raids E6 with all its troops"),
        ("L13R2*", "L13 raids every surrounding province with 2 troops each"),
        ("GE5M", "E5 musters the garrisons of your surrounding provinces"),
        ("GE5BC2", "E5 builds 2 citadel points (its citadel then has 5)"),
        ("GE5BC+", "E5 builds as many citadel points as possible (every turn until stopped)"),
        ("GA4BN1", "A4 builds 1 navy (65 zorans left)"),
        ("GE5BR1L13", "E5 builds 1 ram for L13 (48 zorans left)"),
        ("GE5BS2L13", "E5 builds 2 siege towers for L13 (46 zorans left)"),
        ("GE5BD", "E5 builds a road (usable from next turn on)"),
        ("T45=M7", "T45 (PALANTIR) looks at M7"),
        ("T92=L31", "T92 (BANISH LEADER) banishes L31 of KING"),
        ("T94=R", "T94 (WARLORD'S CURSE) ravages the province where it is"),
        ("T108=KING", "T108 (CAESAR'S CENSUS) counts what KING possesses (and goes to him then)"),
        ("T114=A4", "T114 (ELECTRONIC FUNDS TRANSFER) brings the zorans of A4 to its garrison"),
        ("T116=50", "T116 (CHAMELEON) takes the look of T50 (GROND)"),
        ("T120=KING", "T120 (DOUBLE AGENT) names the allies of KING (and goes to him then)"),
        ("T124=GE6", "T124 (FIELD ARTILLERY) fires at the garrison of E6"),
        ("T127=2", "T127 (PENNY SLAVER) sells 2 of its garrison's troops for 6 zorans"),
        ("T131=84", "T131 (CRYSTAL BALL) looks for T84 (SKELETON KEY)"),
        ("T142=+", "T142 (THE FAT LADY SINGS) tries to make the game one turn longer"),
        ("T142=-", "T142 (THE FAT LADY SINGS) tries to make the game one turn shorter"),
        ("T146=30", "T146 (HEAD HUNTER) spends 30 zorans for a new leader (30 percent)"),
        ("T1=SE6", "T1 (GREAT JEWEL) casts Seal Province on E6"),
        ("T1=BL31", "T1 (GREAT JEWEL) casts Double Bonus on L31 of KING"),
        ("T1=TL31M7", "T1 (GREAT JEWEL) casts Transport Leader: L31 of KING to M7"),
        ("T1=C", "T1 (GREAT JEWEL) casts Blast Citadel where it is (in E5, your own province)"),
        ("T1=XE6F", "T1 (GREAT JEWEL) casts Change Terrain: E6 becomes forest"),
        ("T1=GL31MB4[KING]", "T1 (GREAT JEWEL) casts Geas on KING: L31MB4"),
    ],
)
def test_every_kind_of_order_is_read_back_in_plain_words(code: str, words: str) -> None:
    assert said(code) == words


@pytest.mark.rule("QJ-28.1-283", "QJ-28.1-326")
@pytest.mark.parametrize(
    ("code", "words", "paste"),
    [
        ("T127=500", "T127 (PENNY SLAVER) sells 10 of its garrison's troops for 30 zorans", "T127=10"),
        ("T146=90", "T146 (HEAD HUNTER) spends 50 zorans for a new leader (50 percent)", "T146=50"),
    ],
)
def test_what_is_more_than_is_there_is_read_back_as_what_it_comes_to(code: str, words: str, paste: str) -> None:
    found = verdict(code, realm())
    assert [one.words for one in found.accepted] == [words]
    assert [one.paste for one in found.problems] == [paste]


@pytest.mark.rule("QJ-28.1-217", "QJ-12-08")
def test_a_siege_that_ones_own_relief_ends_is_not_said_to_last() -> None:
    world = realm()
    change(world, "E5", besieged=True)
    refused = {problem.text: problem.remedy for problem in verdict("GE5T2TL13\nGE5BC1", world).problems}
    assert all(remedy.startswith("The siege lasts this whole turn") for remedy in refused.values())
    assert set(refused) == {"GE5T2TL13", "GE5BC1"}
    talisman(world, 106, 13)
    refused = {problem.text: problem.remedy for problem in verdict("GE5T2TL13\nT106G\nGE5BC1", world).problems}
    assert refused == {
        "GE5T2TL13": "T106G ends the siege later in this turn: talismans are handed over after troops and zorans."
    }


def test_nothing_is_said_of_strength_that_was_not_seen() -> None:
    world = realm()
    for name in ("E5", "M7"):
        entry = world.players["LORD"].seen[name]
        leaders = tuple(replace(one, fogged=one.owner == "KING") for one in entry.leaders)
        world.players["LORD"].seen[name] = replace(entry, fogged=name == "M7", leaders=leaders)
    assert said("L13AL31", world) == "L13 attacks L31 of KING"
    assert said("L16AG", world) == "L16 attacks the garrison of M7"


@pytest.mark.rule("QJ-29-06")
@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("GL4T5ZL17", "province L4 hands 5 zorans to L17 (he then has 5)"),
        ("GL4R5K3", "province L4 raids K3 with 5 troops"),
        ("L17R2L3", "L17 raids province L3 with 2 troops"),
        ("GL4BC4", "province L4 builds 4 citadel points (its citadel then has 4)"),
        ("GL4BD", "province L4 builds a road (usable from next turn on)"),
        ("L17ML5", "L17 marches to province L5 (clear, cost 1 of 4)"),
        ("L17T2TG", "L17 hands 2 troops to the garrison of province L4 (it then has 22)"),
        ("GL4M", "province L4 musters the garrisons of your surrounding provinces"),
        ("RL4", None),
    ],
)
def test_provinces_of_row_l_are_not_read_back_like_leaders(code: str, words: str | None) -> None:
    world = scene()
    own(world, "L4", "LORD", garrison=20, zorans=90)
    own(world, "L3", "LORD", garrison=2)
    leader(world, 17, "LORD", "L4", troops=9)
    print_entries(world, "LORD")
    told = said(code, world)
    assert told == words or (words is None and told.startswith("province L4 is ravaged"))


@pytest.mark.rule("QJ-06-08", "QJ-17-07")
def test_what_a_leader_cannot_carry_or_man_is_not_read_back_as_his() -> None:
    world = realm()
    world.leaders[14].troops = 0
    assert said("GE5T#ZL14", world) == "E5 hands all zorans to L14 (he has no troops to carry them: they stay in E5)"
    world = realm()
    world.leaders[15].troops, world.leaders[15].rams = 2, 2
    leader(world, 17, "LORD", "A4", troops=1, rams=1)
    print_entries(world, "LORD")
    words = [one.words for one in verdict("L15T1RL17\nL15T1TL17", world).accepted]
    assert words == ["L15 hands 1 ram to L17 (he then has 2)", "L15 hands 1 troop to L17 (he then has 2)"]


@pytest.mark.rule("QJ-17-01")
def test_a_transfer_is_read_back_with_what_the_receiver_has_after_it_not_after_later_ones() -> None:
    words = [one.words for one in verdict("GE5T8TL13\nL13T5TL14", realm()).accepted]
    assert words == ["E5 hands 8 troops to L13 (he then has 20)", "L13 hands 5 troops to L14 (he then has 7)"]


@pytest.mark.rule("QJ-28.1-104", "QJ-28.1-101", "QJ-28.1-145")
@pytest.mark.parametrize(
    ("number", "odds"),
    [
        (71, "0 percent to drift, 2 percent to lose troops"),
        (72, "2 percent to drift, 0 percent to lose troops"),
        (83, "0 percent to drift, as many to lose troops"),
    ],
)
def test_the_odds_of_a_voyage_count_the_talismans_on_board(number: int, odds: str) -> None:
    world = realm()
    talisman(world, number, 15)
    assert said("L15SA5", world) == f"L15 sails to A5 (storms: {odds})"


_DIE = "die if the enemy leaders seen where they leave or arrive are there then"


@pytest.mark.rule("QJ-12-05", "QJ-14-09")
def test_a_raid_or_muster_that_the_enemies_seen_would_kill_is_read_back_with_that() -> None:
    world = realm()
    own(world, "E6", "LORD", garrison=3)
    assert said("GE5R3E6", world) == "E5 raids E6 with 3 troops"
    leader(world, 68, "KING", "F5", troops=9)
    print_entries(world, "LORD", "E6")
    assert said("GE5R3F5", world) == f"E5 raids F5 with 3 troops (they {_DIE})"
    assert said("GE5M", world) == f"E5 musters the garrisons of your surrounding provinces (those of F5 {_DIE})"


@pytest.mark.rule("QJ-29-06")
def test_an_attacker_whose_troops_raid_is_told_which_order_takes_them() -> None:
    for order, more in (("GF5M", ""), ("GE5R#F5", ", or raid with fewer")):
        (problem,) = verdict(f"{order}\nGE5AL31", realm()).problems
        assert problem.why == "E5 has no garrison then."
        assert problem.remedy == f"{order} takes them away before combat; leave it out{more}."
    (problem,) = verdict("GE5T#TL13\nGE5AL31", realm()).problems
    assert problem.remedy == "Give troops to the attacker first: transfers come before combat."


@pytest.mark.rule("QJ-29-06")
def test_what_is_tried_out_is_not_told_as_if_it_had_been() -> None:
    world = realm()
    world.provinces["E6"].owner = "KING"
    own(world, "F6", "LORD", garrison=3, zorans=50)
    leader(world, 68, "KING", "F6", troops=9)
    print_entries(world, "LORD", "F6")
    (problem,) = [one for one in verdict("GE5M\nGF6BD", world).problems if one.code == "NOT YOURS"]
    assert problem.why == "F6 would be lost earlier in this turn."


@pytest.mark.rule("QJ-29-06")
def test_a_key_for_land_known_to_be_no_city_is_not_sent_nearer() -> None:
    world = realm()
    print_entries(world, "LORD", "C3")
    (problem,) = verdict("L13UC3", world).problems
    assert (problem.why, problem.remedy) == ("C3 is no Forbidden City with guardians inside; it needs no key.", "")
    (problem,) = verdict("L13UC9", world).problems
    assert "does not border C9" in problem.why


@pytest.mark.rule("QJ-29-06")
def test_a_besieger_is_not_told_of_his_own_troops_as_the_enemys() -> None:
    world = realm()
    world.provinces["M7"].besieged = True
    own(world, "M8", "LORD", garrison=9)
    world.provinces["M8"].besieged = True
    print_entries(world, "LORD", "M7")
    (problem,) = [one for one in verdict("GM8R3M7", world).problems if one.code == "BESIEGED"]
    assert "fewer than 3 besieging troops a garrison troop" in problem.remedy


@pytest.mark.rule("QJ-16-06")
def test_all_citadel_points_of_a_large_citadel_are_read_back_as_the_eight_that_fall() -> None:
    world = realm()
    world.provinces["E5"].csps = 20
    found = verdict("GE5XC#", world)
    assert [one.words for one in found.accepted] == ["E5 destroys 8 citadel points"]
    told = [(one.why, one.paste) for one in found.problems]
    assert told == [("E5 may destroy 8 citadel points a turn; it has 20.", "GE5XC8")]
    world.provinces["E5"].csps = 8
    assert said("GE5XC#", world) == "E5 destroys all its citadel points"


@pytest.mark.rule("QJ-29-27")
def test_a_raid_on_all_sides_is_read_back_with_the_groups_that_go() -> None:
    world = realm()
    world.provinces["E5"].garrison = 14
    found = verdict("GE5R5*", world)
    assert [one.words for one in found.accepted] == [
        "E5 raids every surrounding province with 5 troops each (groups go to E6 and F6)"
    ]
    assert [one.paste for one in found.problems] == ["GE5R2*"]
    # a neighbour that cannot be raided this turn is none of the sides
    world.provinces["F5"].besieged = True
    assert (
        said("GE5R2*", world) == "E5 raids every surrounding province with 2 troops each (groups go to E6, F6, E4, D4 and D5)"
    )


@pytest.mark.rule("QJ-26-07", "QJ-26-08")
def test_mercenaries_are_read_back_with_their_number_and_price() -> None:
    world = realm()
    change(world, "M7", mercenary=True)
    world.leaders[16].zorans = 20
    print_entries(world, "LORD", "M7")
    assert said("L16Y", world) == "L16 buys mercenaries with the zorans he carries (6 troops for 18 zorans)"
    world.leaders[16].zorans = 200
    assert said("L16Y", world) == "L16 buys mercenaries with the zorans he carries (25 troops for 75 zorans)"
