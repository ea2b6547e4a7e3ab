"""Every order of chapter 29 in the book's form, read and written back; and the same in plain words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from postern.game.kit.orders.kinds import Refusal
from postern.rulesets.great_jewels.orders.families import code_of, parse, read_plain
from postern.rulesets.great_jewels.tables import PROVINCES
from postern.rulesets.great_jewels.turn.orders import (
    AcceptEngines,
    Attack,
    Autobuild,
    AutoWaylay,
    BuildCsps,
    BuildEngines,
    BuildNavies,
    BuildRoad,
    BuyMercenaries,
    ChoosePeople,
    DeclareAlly,
    Destroy,
    EndVote,
    GiveTalisman,
    Hostile,
    Move,
    Muster,
    NoWaylay,
    QJOrder,
    Raid,
    Ravage,
    Sail,
    SetPeace,
    Spell,
    Transfer,
    Unlock,
    UseTalisman,
)
from postern.rulesets.great_jewels.world.records import Force, People, Terrain

L13, B2 = Force(leader=13), Force(garrison="B2")


Form = tuple[str, QJOrder, tuple[str, ...]]
"""The book's form, what it says, and the clauses that it proves."""


def form(code: str, order: QJOrder, *ids: str) -> Form:
    return code, order, ids


BOOK = [
    form("L13T5TL31", Transfer(L13, "troops", 5, 31), "QJ-29-09", "QJ-29-07"),
    form("L13T5ZL31", Transfer(L13, "zorans", 5, 31), "QJ-29-10"),
    form("L13T5RL31", Transfer(L13, "rams", 5, 31), "QJ-29-11"),
    form("L13T5SL31", Transfer(L13, "towers", 5, 31), "QJ-29-12"),
    form("L13T5TG", Transfer(L13, "troops", 5, None), "QJ-29-13"),
    form("L13T5ZG", Transfer(L13, "zorans", 5, None), "QJ-29-14"),
    form("GB2T5TL31", Transfer(B2, "troops", 5, 31), "QJ-29-15"),
    form("GB2T5ZL31", Transfer(B2, "zorans", 5, 31), "QJ-29-16"),
    form("L13T#ZG", Transfer(L13, "zorans", None, None), "QJ-29-08"),
    form("GB2T#TL31", Transfer(B2, "troops", None, 31), "QJ-29-08"),
    form("T16L31", GiveTalisman(16, 31), "QJ-29-17"),
    form("T16G", GiveTalisman(16, None), "QJ-29-18"),
    form("L13MB4B5", Move(13, ("B4", "B5")), "QJ-29-20"),
    form("L13MB4", Move(13, ("B4",)), "QJ-29-20"),
    form("L13FB4B5B6", Move(13, ("B4", "B5", "B6"), force_march=True), "QJ-29-21"),
    form("L13SC1", Sail(13, "C1"), "QJ-29-22"),
    form("L13R5B3", Raid(L13, 5, "B3"), "QJ-29-23"),
    form("GB2R5B3", Raid(B2, 5, "B3"), "QJ-29-24"),
    form("GB2R#B3", Raid(B2, None, "B3"), "QJ-29-24"),
    form("GB2M", Muster("B2"), "QJ-29-25"),
    form("L13R5*", Raid(L13, 5, None), "QJ-29-26"),
    form("GB2R5*", Raid(B2, 5, None), "QJ-29-27"),
    form("L13AL31", Attack(L13, "attack", 31), "QJ-29-28"),
    form("L13KL31", Attack(L13, "assault", 31), "QJ-29-29"),
    form("L13CL31", Attack(L13, "conditional", 31), "QJ-29-30"),
    form("L13AG", Attack(L13, "attack", None), "QJ-29-31"),
    form("L13KG", Attack(L13, "assault", None), "QJ-29-32"),
    form("L13CG", Attack(L13, "conditional", None), "QJ-29-33"),
    form("GB2AL31", Attack(B2, "attack", 31), "QJ-29-34"),
    form("GB2KL31", Attack(B2, "assault", 31), "QJ-29-35"),
    form("GB2CL31", Attack(B2, "conditional", 31), "QJ-29-36"),
    form("GB2BC4", BuildCsps("B2", 4), "QJ-29-37"),
    form("GB2BC+", Autobuild("B2", True), "QJ-29-38"),
    form("GB2BC-", Autobuild("B2", False), "QJ-29-39"),
    form("GB2BN2", BuildNavies("B2", 2), "QJ-29-40"),
    form("GB2BD", BuildRoad("B2"), "QJ-29-41"),
    form("GB2BR6L31", BuildEngines("B2", "rams", 6, 31), "QJ-29-42"),
    form("GB2BS6L31", BuildEngines("B2", "towers", 6, 31), "QJ-29-43"),
    form("A=LORD", DeclareAlly("LORD"), "QJ-29-44"),
    form("N=LORD", DeclareAlly("LORD", ally=False), "QJ-29-45"),
    form("L13N", NoWaylay(L13), "QJ-29-46"),
    form("L13P", SetPeace(13), "QJ-29-47"),
    form("L13Q", SetPeace(13, peace=False), "QJ-29-48"),
    form("L13H", Hostile(13), "QJ-29-49"),
    form("L13E", AcceptEngines(13), "QJ-29-50"),
    form("GB2N", NoWaylay(B2), "QJ-29-51"),
    form("ZN", AutoWaylay(on=False), "QJ-29-52"),
    form("Z", AutoWaylay(on=True), "QJ-29-53"),
    form("L13XR#", Destroy(L13, "rams", None), "QJ-29-54"),
    form("GB2XC#", Destroy(B2, "csps", None), "QJ-29-54"),
    form("L13XR5", Destroy(L13, "rams", 5), "QJ-29-55"),
    form("L13XS5", Destroy(L13, "towers", 5), "QJ-29-56"),
    form("GB2XC5", Destroy(B2, "csps", 5), "QJ-29-57"),
    form("GB2XN5", Destroy(B2, "navies", 5), "QJ-29-58"),
    form("GB2XD", Destroy(B2, "road", 1), "QJ-29-59"),
    form("RB2", Ravage("B2"), "QJ-29-60"),
    form("L13Y", BuyMercenaries(13), "QJ-29-61"),
    form("L13UM7", Unlock(13, "M7"), "QJ-29-62"),
    form("L13UM7=LORD", Unlock(13, "M7", "LORD"), "QJ-29-63"),
    form("E=25", EndVote(25), "QJ-02-18"),
    form("TYPE=SLENTH", ChoosePeople(People.SLENTH), "QJ-04-01"),
    form("T45=M7", UseTalisman(45, province="M7"), "QJ-29-64"),
    form("T46=M7", UseTalisman(46, province="M7"), "QJ-29-64"),
    form("T47=M7", UseTalisman(47, province="M7"), "QJ-29-64"),
    form("T78=M7", UseTalisman(78, province="M7"), "QJ-29-64"),
    form("T92=L31", UseTalisman(92, leader=31), "QJ-29-64"),
    form("T94=R", UseTalisman(94, sign="R"), "QJ-29-64"),
    form("T108=LORD", UseTalisman(108, player="LORD"), "QJ-29-64"),
    form("T114=B2", UseTalisman(114, province="B2"), "QJ-29-64"),
    form("T116=49", UseTalisman(116, number=49), "QJ-29-64"),
    form("T120=LORD", UseTalisman(120, player="LORD"), "QJ-29-64"),
    form("T124=31", UseTalisman(124, leader=31), "QJ-29-64"),
    form("T124=GB2", UseTalisman(124, garrison="B2"), "QJ-29-64"),
    form("T127=20", UseTalisman(127, number=20), "QJ-29-64"),
    form("T127=1", UseTalisman(127, number=1), "QJ-29-64"),
    form("T131=49", UseTalisman(131, number=49), "QJ-29-64"),
    form("T132=B2", UseTalisman(132, province="B2"), "QJ-29-64"),
    form("T142=+", UseTalisman(142, sign="+"), "QJ-29-64"),
    form("T142=-", UseTalisman(142, sign="-"), "QJ-29-64"),
    form("T146=50", UseTalisman(146, number=50), "QJ-29-64"),
    form("T1=TL146B3", Spell(1, "TL", leader=146, province="B3"), "QJ-29-64"),
    form("T2=BL13", Spell(2, "B", leader=13), "QJ-29-64"),
    form("T3=SB3", Spell(3, "S", province="B3"), "QJ-29-64"),
    form("T1=PL13", Spell(1, "P", leader=13), "QJ-29-64"),
    form("T1=C", Spell(1, "C"), "QJ-29-64"),
    form("T1=XB3F", Spell(1, "X", province="B3", terrain=Terrain.FOREST), "QJ-29-64"),
    form("T1=LB3", Spell(1, "L", province="B3"), "QJ-29-64"),
    form("T1=DB3C4", Spell(1, "D", province="B3", second="C4"), "QJ-29-64"),
    form("T1=GL13MB4[LORD]", Spell(1, "G", order="L13MB4", player="LORD"), "QJ-29-64"),
    form("T99=GL13AG[LORD]", Spell(99, "G", order="L13AG", player="LORD"), "QJ-29-64"),
    form("T133=GGB2BD[LORD]", Spell(133, "G", order="GB2BD", player="LORD"), "QJ-29-64"),
    form("T134=TL13B4", Spell(134, "TL", leader=13, province="B4"), "QJ-29-64"),
    form("T141=BL13", Spell(141, "B", leader=13), "QJ-29-64"),
]


@pytest.mark.parametrize(
    ("code", "order"), [pytest.param(code, order, id=code, marks=pytest.mark.rule(*ids)) for code, order, ids in BOOK]
)
def test_the_books_form_is_read_and_written_back(code: str, order: QJOrder) -> None:
    assert parse(code) == order
    assert code_of(order) == code


@pytest.mark.rule("QJ-29-07", "QJ-29-69", "QJ-29-70")
def test_the_starred_forms_are_the_mutually_exclusive_ones() -> None:
    starred = {"M", "F", "S", "A", "K", "C"}
    for code, order, _ in BOOK:
        if isinstance(order, Move | Sail | Attack | Ravage):
            assert order.sole, code
            assert isinstance(order, Ravage) or code.lstrip("LG0123456789B")[0] in starred
        else:
            assert not order.sole, code


PLAIN = [
    ("L13 move B4 B5", "L13MB4B5"),
    ("l13 moves to b4 then b5", "L13MB4B5"),
    ("Leader 13 marches to B4", "L13MB4"),
    ("L13 march to B5 via B4", "L13MB4B5"),
    ("L13 march via B4 to B5", "L13MB4B5"),
    ("move L13 to B4", "L13MB4"),
    ("L13 -> B4", "L13MB4"),
    ("L13 goes B4-B5-B6", "L13MB4B5B6"),
    ("13 moves to B4", "L13MB4"),
    ("L13 force march B4 B5", "L13FB4B5"),
    ("L13 force-marches to B5 via B4", "L13FB4B5"),
    ("L13 sails to C1", "L13SC1"),
    ("sail L13 to C1", "L13SC1"),
    ("garrison B2 build 4 citadel", "GB2BC4"),
    ("B2 builds 4 csps", "GB2BC4"),
    ("build 4 citadel points in B2", "GB2BC4"),
    ("the garrison of B2 builds four CSPs", "GB2BC4"),
    ("B2 builds a navy", "GB2BN1"),
    ("build 2 navies at B2", "GB2BN2"),
    ("build a road in B2", "GB2BD"),
    ("B2 builds 6 rams for L31", "GB2BR6L31"),
    ("B2 builds 3 siege towers onto L31", "GB2BS3L31"),
    ("B2 autobuild on", "GB2BC+"),
    ("autobuild off in B2", "GB2BC-"),
    ("L31 attacks L13", "L31AL13"),
    ("L31 attacks the garrison", "L31AG"),
    ("attack L13 with L31", "L31AL13"),
    ("L31 assaults L13", "L31KL13"),
    ("L31 attacks L13 if attacked", "L31CL13"),
    ("L31 conditionally attacks the garrison", "L31CG"),
    ("B2 attacks L13", "GB2AL13"),
    ("garrison B2 assaults L13", "GB2KL13"),
    ("ally LORD", "A=LORD"),
    ("declare LORD my ally", "A=LORD"),
    ("LORD is no longer my ally", "N=LORD"),
    ("end alliance with LORD", "N=LORD"),
    ("give T16 to L5", "T16L5"),
    ("T16 to the garrison", "T16G"),
    ("L5 gives T16 to L7", "T16L7"),
    ("L5 hands 10 zorans to garrison", "L5T10ZG"),
    ("L5 gives all his troops to L7", "L5T#TL7"),
    ("B2 hands 5 troops to L31", "GB2T5TL31"),
    ("give 5 troops from B2 to L31", "GB2T5TL31"),
    ("5 zorans from L13 to L14", "L13T5ZL14"),
    ("L13 gives 3 rams to L14", "L13T3RL14"),
    ("L13 hands 3 siege towers to L14", "L13T3SL14"),
    ("B2 raids B3 with 5 troops", "GB2R5B3"),
    ("raid B3 with 5 men from B2", "GB2R5B3"),
    ("L13 raids 5 troops into B3", "L13R5B3"),
    ("B2 raids B3 with all", "GB2R#B3"),
    ("B2 raids all neighbours with 5 troops each", "GB2R5*"),
    ("B2 musters", "GB2M"),
    ("muster in B2", "GB2M"),
    ("L13 at peace", "L13P"),
    ("put L13 at peace", "L13P"),
    ("L13 is not at peace", "L13Q"),
    ("L13 is hostile", "L13H"),
    ("L13 accepts siege equipment", "L13E"),
    ("L13 does not waylay", "L13N"),
    ("B2 no waylay", "GB2N"),
    ("automatic waylay off", "ZN"),
    ("waylay on", "Z"),
    ("L13 destroys 5 rams", "L13XR5"),
    ("L13 abandons all towers", "L13XS#"),
    ("B2 destroys 5 CSPs", "GB2XC5"),
    ("burn 2 ships in B2", "GB2XN2"),
    ("destroy the road in B2", "GB2XD"),
    ("ravage B2", "RB2"),
    ("L13 buys mercenaries", "L13Y"),
    ("L13 unlocks M7", "L13UM7"),
    ("L13 unlocks M7 for LORD", "L13UM7=LORD"),
    ("T45 looks at M7", "T45=M7"),
    ("T1 looks at M7", "T1=LM7"),
    ("spy on M7 with T45", "T45=M7"),
    ("T1 transports L13 to B4", "T1=TL13B4"),
    ("T1 protects L13", "T1=PL13"),
    ("T1 changes B3 to forest", "T1=XB3F"),
    ("T1 moves the Drevonyx from B3 to C4", "T1=DB3C4"),
    ("T92 banishes L31", "T92=L31"),
    ("T127 sells 20 troops", "T127=20"),
    ("end of the game on turn 25", "E=25"),
    ("play Rilris", "TYPE=RILRIS"),
]


@pytest.mark.rule("QJ-29-05")
@pytest.mark.parametrize(("text", "code"), PLAIN, ids=[text for text, _ in PLAIN])
def test_plain_words_say_the_same(text: str, code: str) -> None:
    found = read_plain(" ".join(text.upper().split()))
    assert found is not None
    assert not isinstance(found.order, Refusal), found.order
    assert code_of(found.order) == code


@pytest.mark.rule("QJ-29-03")
@pytest.mark.parametrize(
    "text", ["GB2G=LORD", "GB2L31", "B2=LORD", "L13B4", "GB2AG", "GB2T5TG", "GB2XR5", "L13BC4", "L13T5RG", "GB2T5SL4"]
)
def test_what_is_not_in_the_list_is_no_order(text: str) -> None:
    assert parse(text) is None


provinces = st.sampled_from(PROVINCES)
numbers = st.integers(1, 99999)
amounts = st.none() | numbers
leaders = st.integers(1, 999)
names = st.text("ABCDEFGHIJKLMNOPQRSTUVWXYZ", min_size=2, max_size=6)
leader_forces = st.builds(lambda number: Force(leader=number), leaders)
garrisons = st.builds(lambda name: Force(garrison=name), provinces)
forces = leader_forces | garrisons
orders = st.one_of(
    st.builds(Transfer, leader_forces, st.sampled_from(["troops", "zorans", "rams", "towers"]), amounts, leaders),
    st.builds(Transfer, leader_forces, st.sampled_from(["troops", "zorans"]), amounts, st.none()),
    st.builds(Transfer, garrisons, st.sampled_from(["troops", "zorans"]), amounts, leaders),
    st.builds(GiveTalisman, st.integers(1, 152), st.none() | leaders),
    st.builds(Move, leaders, st.lists(provinces, min_size=1, max_size=8).map(tuple), st.booleans()),
    st.builds(Sail, leaders, provinces),
    st.builds(Raid, forces, amounts, provinces),
    st.builds(Raid, forces, numbers, st.none()),
    st.builds(Attack, leader_forces, st.sampled_from(["attack", "assault", "conditional"]), st.none() | leaders),
    st.builds(Attack, garrisons, st.sampled_from(["attack", "assault", "conditional"]), leaders),
    st.builds(BuildEngines, provinces, st.sampled_from(["rams", "towers"]), numbers, leaders),
    st.builds(DeclareAlly, names, st.booleans()),
    st.builds(Destroy, garrisons, st.sampled_from(["csps", "navies"]), amounts),
    st.builds(Unlock, leaders, provinces, st.just("") | names),
    st.builds(Spell, st.sampled_from([1, 2, 3, 134]), st.just("TL"), leaders, provinces),
    st.builds(Spell, st.sampled_from([1, 2, 3, 140]), st.just("D"), st.just(0), provinces, provinces),
)


@given(orders)
def test_every_order_survives_being_written_and_read(order: QJOrder) -> None:
    code = code_of(order)
    assert parse(code) == order
    assert parse(code.lower()) == order
