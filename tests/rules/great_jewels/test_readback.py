"""What an order is read back as: who does what to whom, and what is known of it beforehand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from postern.rulesets.great_jewels.world import World
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
        ("L13CL31", "L13 attacks, if its owner attacks you there, L31 of KING (3 troops, bonus 1 when last seen)"),
        ("L16AG", "L16 attacks the garrison of M7 (7 troops, 1 CSP when last seen)"),
        ("L13T5TL14", "L13 hands 5 troops to L14 (he then has 7)"),
        ("L13T#TG", "L13 hands all troops to the garrison of E5 (it then has 22)"),
        ("GE5T10ZL13", "E5 hands 10 zorans to L13 (he then has 10)"),
        ("T45G", "T45 (PALANTIR) goes to the garrison where it is"),
        ("T45L31", "T45 (PALANTIR) goes to L31 of KING"),
        ("L13FE6E7", "L13 force marches to E7 by way of E6 (clear, cost 2 of 6; 6 of his troops die on the way)"),
        ("L15SA5", "L15 sails to A5 (storms: 2 percent to drift, as many to lose troops)"),
        ("GE5R3E6", "E5 raids E6 with 3 troops"),
        ("GE5R#E6", "E5 raids E6 with all its troops"),
        ("L13R2*", "L13 raids every surrounding province with 2 troops each"),
        ("GE5M", "E5 musters the garrisons of your surrounding provinces"),
        ("GE5BC2", "E5 builds 2 citadel points (its citadel then has 5)"),
        ("GE5BC+", "E5 builds as many citadel points as possible, every turn until stopped"),
        ("GA4BN1", "A4 builds 1 navy (65 zorans left)"),
        ("GE5BR1L13", "E5 builds 1 ram for L13 (48 zorans left)"),
        ("GE5BS2L13", "E5 builds 2 siege towers for L13 (46 zorans left)"),
        ("GE5BD", "E5 builds a road, usable from next turn on"),
        ("T45=M7", "T45 (PALANTIR) looks at M7"),
        ("T92=L31", "T92 (BANISH LEADER) banishes L31 of KING"),
        ("T94=R", "T94 (WARLORD'S CURSE) ravages the province where it is"),
        ("T108=KING", "T108 (CAESAR'S CENSUS) counts what KING possesses, then goes to him"),
        ("T114=A4", "T114 (ELECTRONIC FUNDS TRANSFER) brings the zorans of A4 to its garrison"),
        ("T116=50", "T116 (CHAMELEON) takes the look of T50 (GROND)"),
        ("T120=KING", "T120 (DOUBLE AGENT) names the allies of KING, then goes to him"),
        ("T124=GE6", "T124 (FIELD ARTILLERY) fires at the garrison of E6"),
        ("T127=2", "T127 (PENNY SLAVER) sells 2 of its garrison's troops for 6 zorans"),
        ("T131=84", "T131 (CRYSTAL BALL) looks for T84 (SKELETON KEY)"),
        ("T142=+", "T142 (THE FAT LADY SINGS) tries to make the game one turn longer"),
        ("T142=-", "T142 (THE FAT LADY SINGS) tries to make the game one turn shorter"),
        ("T146=30", "T146 (HEAD HUNTER) spends 30 zorans for a new leader (30 percent)"),
        ("T1=SE6", "T1 (GREAT JEWEL) casts Seal Province on E6"),
        ("T1=BL31", "T1 (GREAT JEWEL) casts Double Bonus on L31 of KING"),
        ("T1=TL31M7", "T1 (GREAT JEWEL) casts Transport Leader: L31 of KING to M7"),
        ("T1=C", "T1 (GREAT JEWEL) casts Blast Citadel on the province where it is"),
        ("T1=XE6F", "T1 (GREAT JEWEL) casts Change Terrain: E6 becomes forest"),
        ("T1=GL31MB4[KING]", "T1 (GREAT JEWEL) casts Geas on KING: L31MB4"),
    ],
)
def test_every_kind_of_order_is_read_back_in_plain_words(code: str, words: str) -> None:
    assert said(code) == words


def test_nothing_is_said_of_strength_that_was_not_seen() -> None:
    world = realm()
    for name in ("E5", "M7"):
        entry = world.players["LORD"].seen[name]
        leaders = tuple(replace(one, fogged=one.owner == "KING") for one in entry.leaders)
        world.players["LORD"].seen[name] = replace(entry, fogged=name == "M7", leaders=leaders)
    assert said("L13AL31", world) == "L13 attacks L31 of KING"
    assert said("L16AG", world) == "L16 attacks the garrison of M7"
