"""Geas orders: of a Great Jewel, of its Lesser Stone, of the One Ring (28.2, T99)."""

from __future__ import annotations

import pytest

from postern.rulesets.great_jewels.orders.families import parse
from postern.rulesets.great_jewels.report.telling import TELLINGS
from postern.rulesets.great_jewels.turn.orders import Attack, Move, Spell
from postern.rulesets.great_jewels.turn.state import Turn
from postern.rulesets.great_jewels.world.records import LeaderEntry, ProvinceEntry, World, leader_force
from tests.rules.great_jewels.build import failures, land, leader, own, run, run_typed, saw, talisman


def _world() -> World:
    """AAA's leader 11 in E5 holds T1; BBB owns K9 (garrison 30) and leaders 21 and 22 there; AAA saw K9 on his printout."""
    world = land(AAA="QUNTAG", BBB="QUNTAG", CCC="SLENTH")
    own(world, "K9", "BBB", garrison=30, csps=12, zorans=50)
    own(world, "K10", "BBB", garrison=1)
    leader(world, 11, "AAA", "E5", troops=5)
    leader(world, 21, "BBB", "K9", troops=20, bonus=3)
    leader(world, 22, "BBB", "K9", troops=4, bonus=1)
    talisman(world, 1, 11)
    saw(world, "AAA", "K9")
    return world


def _geas(order: str, player: str = "BBB", number: int = 1) -> Spell:
    return Spell(number, "G", order=order, player=player)


@pytest.mark.rule("QJ-28.2-20")
def test_a_geas_orders_another_players_leader_or_garrison() -> None:
    moved = run_typed(_world(), AAA=[_geas("L21MK10")])
    assert failures(moved, "AAA") == []
    assert moved.world.leaders[21].province == "K10"
    assert [event.data["order"] for event in moved.events if event.kind == "geas laid" and "AAA" in event.seen_by] == [
        "L21MK10"
    ]
    wrecked = run_typed(_world(), AAA=[_geas("GK9XC5")])
    assert wrecked.world.provinces["K9"].csps == 7


@pytest.mark.rule("QJ-28.2-20")
def test_the_victim_reads_geas_on_that_force_and_not_who_did_it() -> None:
    turn = run_typed(_world(), AAA=[_geas("L21MK10")])
    entry = turn.world.players["BBB"].seen["K10"]
    assert [one.number for one in entry.leaders if one.geas] == [21]
    told = [event.data for event in turn.events if "BBB" in event.seen_by and event.kind.startswith("geas")]
    assert [data["force"] for data in told] == ["L21"]
    assert "AAA" not in str(told)
    assert "E5" not in turn.world.players["BBB"].seen


@pytest.mark.rule("QJ-28.2-20")
@pytest.mark.parametrize(("order", "cursed"), [("L21N", "L21"), ("GK9XC5", "GK9")])
def test_geas_is_written_on_that_force_alone_and_on_its_owners_printout_alone(order: str, cursed: str) -> None:
    world = _world()
    leader(world, 12, "AAA", "K9", at_peace=True)
    turn = run_typed(world, AAA=[_geas(order)])
    marked = {
        player: [name for name, up in [("GK9", entry.geas), *((f"L{one.number}", one.geas) for one in entry.leaders)] if up]
        for player in ("AAA", "BBB")
        for entry in [turn.world.players[player].seen["K9"]]
    }
    assert marked == {"AAA": [], "BBB": [cursed]}


@pytest.mark.rule("QJ-28.2-21")
@pytest.mark.parametrize(
    "order",
    [
        "T75L22",
        "T45=M7",
        "A=AAA",
        "N=CCC",
        "ZN",
        "E=20",
        "D=AAA",
        "TYPE=AZONI",
        "HELLO",
    ],
)
def test_a_geas_cannot_give_orders_that_belong_to_no_single_force(order: str) -> None:
    turn = run_typed(_world(), AAA=[_geas(order)])
    (failure,) = [one for one in turn.failures if one.issued.seat == "AAA"]
    assert failure.code == ("NOT UNDERSTOOD" if order == "HELLO" else "TALISMAN NOT USABLE")
    assert ("HELLO" if order == "HELLO" else "stay with their owner") in failure.why
    assert not turn.geased


@pytest.mark.rule("QJ-28.1-001", "QJ-28-10")
@pytest.mark.parametrize("number", [1, 99, 133])
def test_a_jewel_that_is_handed_on_lays_no_geas_on_that_turn(number: int) -> None:
    world = _world()
    leader(world, 12, "AAA", "E5")
    talisman(world, number, 11)
    talisman(world, 32, 21)
    turn = run(world, AAA=f"T{number}=GL21MK10[BBB]\nT{number}L12")
    assert failures(turn, "AAA") == ["TALISMAN NOT USABLE"]
    assert turn.world.talismans[number].leader == 12
    assert turn.world.leaders[21].province == "K9"


@pytest.mark.rule("QJ-28.1-001", "QJ-28.2-20")
def test_neither_another_talisman_handed_on_nor_anothers_line_about_the_jewel_stops_a_geas() -> None:
    world = _world()
    leader(world, 12, "AAA", "E5")
    talisman(world, 1, 11)
    talisman(world, 34, 11)
    turn = run(world, AAA="T1=GL21N[BBB]\nT34L12", BBB="T1L12")
    assert failures(turn, "AAA") == []
    assert leader_force(21) in turn.geased


@pytest.mark.rule("QJ-28.2-20", "QJ-28.2-21")
def test_a_geas_is_read_from_a_letter_as_any_order_of_one_leader_or_garrison() -> None:
    for order in ("L21MK10", "GK9XC5", "L21N", "L21AG"):
        spell = parse(f"T1=G{order}[BBB]")
        assert isinstance(spell, Spell), order
        assert (spell.letter, spell.order, spell.player) == ("G", order, "BBB")
    turn = run(_world(), AAA="T1=GL21MK10[BBB]")
    assert turn.world.leaders[21].province == "K10"


@pytest.mark.rule("QJ-28.2-21")
def test_a_geas_that_cannot_be_obeyed_is_not_told_as_obeyed() -> None:
    """M7 does not border K9: the victim's own order stands, and the report says what the geas was and why it failed."""
    turn = run(_world(), AAA="T1=GL21MM7[BBB]", BBB="L21MK8")
    assert turn.world.leaders[21].province == "K8"
    (failure,) = [one for one in turn.failures if one.issued.seat == "BBB"]
    assert (failure.code, failure.issued.geas, failure.remedy) == ("NOT ADJACENT", True, "L21MK8 stands instead.")
    (suffered,) = [one for one in turn.events if one.kind == "geas suffered"]
    told = TELLINGS.sentence(suffered, "BBB")
    assert told is not None
    assert "L21MM7" in told.text
    assert "obey" not in told.text


@pytest.mark.rule("QJ-28.2-21")
def test_a_geas_order_is_judged_by_the_victims_rights() -> None:
    far = run_typed(_world(), AAA=[_geas("L21MM7")])
    assert far.world.leaders[21].province == "K9"
    assert failures(far, "BBB") == ["NOT ADJACENT"]
    foreign = run_typed(_world(), AAA=[_geas("L11ME6")])
    assert failures(foreign, "AAA") == ["NOT THERE"]
    own_attack = run_typed(_world(), AAA=[_geas("L21AL22")])
    assert own_attack.world.leaders[22].troops == 4
    assert len(failures(own_attack, "BBB")) == 1


@pytest.mark.rule("QJ-29-02")
def test_an_own_exclusive_order_of_that_force_gives_way() -> None:
    turn = run_typed(_world(), AAA=[_geas("L21MK10")], BBB=[Move(21, ("K8",)), Move(22, ("K8",))])
    assert turn.world.leaders[21].province == "K10"
    assert turn.world.leaders[22].province == "K8"
    assert failures(turn, "BBB") == ["ALREADY HAS AN ORDER"]


def test_a_force_is_under_one_geas_only_the_first() -> None:
    world = _world()
    talisman(world, 2, 11)
    leader(world, 31, "CCC", "E6", troops=5)
    talisman(world, 3, 31)
    turn = run_typed(world, AAA=[_geas("L21MK10"), _geas("L22MK10", number=2)], CCC=[_geas("L21MK8", number=3)])
    places = (turn.world.leaders[21].province, turn.world.leaders[22].province)
    assert places == ("K8", "K10")  # in turn 5 the cycle of seats starts with the second of three
    assert failures(turn, "AAA") == ["ALREADY HAS AN ORDER"]


def test_nobody_lays_a_geas_on_himself() -> None:
    turn = run_typed(_world(), AAA=[_geas("L11ME6", player="AAA")])
    assert failures(turn, "AAA") == ["NOT MET"]
    assert turn.failures[0].why == "A geas cannot be laid on your own forces."
    assert turn.world.leaders[11].province == "E5"


def test_leaders_with_a_great_jewel_are_immune_to_the_geas_of_a_jewel() -> None:
    world = _world()
    talisman(world, 2, 21)
    turn = run_typed(world, AAA=[_geas("L21MK10")])
    assert failures(turn, "AAA") == ["TALISMAN NOT USABLE"]
    assert turn.world.leaders[21].province == "K9"


def _ring() -> World:
    world = _world()
    talisman(world, 1, 0)
    talisman(world, 99, 11)
    talisman(world, 36, 21)
    lines = (LeaderEntry(21, "BBB", 20), LeaderEntry(22, "BBB", 4))
    world.players["AAA"].seen["K9"] = ProvinceEntry("K9", world.turn, "BBB", leaders=lines)
    return world


def _ringed(world: World, order: str = "L21MK10", player: str = "BBB") -> Turn:
    return run_typed(world, AAA=[_geas(order, player, number=99)])


@pytest.mark.rule("QJ-28.1-196")
def test_the_one_ring_commands_a_visible_leader_with_a_ring_of_power() -> None:
    assert _ringed(_ring()).world.leaders[21].province == "K10"
    ringless = _ringed(_ring(), "L22MK10")
    assert failures(ringless, "AAA") == ["TALISMAN NOT USABLE"]
    assert ringless.world.leaders[22].province == "K9"
    garrison = _ringed(_ring(), "GK9XC5")
    assert garrison.world.provinces["K9"].csps == 12
    unseen = _ring()
    del unseen.players["AAA"].seen["K9"]
    assert failures(_ringed(unseen), "AAA") == ["TALISMAN NOT USABLE"]
    old = _ring()
    old.players["AAA"].seen["K9"] = ProvinceEntry("K9", old.turn - 1, "BBB", leaders=(LeaderEntry(21, "BBB", 20),))
    assert failures(_ringed(old), "AAA") == ["TALISMAN NOT USABLE"]


@pytest.mark.rule("QJ-28.1-197")
def test_the_one_ring_may_command_two_turns_running_within_the_limits_of_a_geas() -> None:
    first = _ringed(_ring())
    lines = (LeaderEntry(21, "BBB", 20),)
    first.world.players["AAA"].seen["K10"] = ProvinceEntry("K10", first.world.turn, "BBB", leaders=lines)
    second = _ringed(first.world, "L21MK9")
    assert failures(second, "AAA") == []
    assert second.world.leaders[21].province == "K9"
    assert len(failures(_ringed(_ring(), "T36L22"), "AAA")) == 1


@pytest.mark.rule("QJ-28.1-198")
def test_the_one_ring_commands_the_bearer_of_a_great_jewel_too() -> None:
    world = _ring()
    talisman(world, 1, 21)
    assert _ringed(world).world.leaders[21].province == "K10"


@pytest.mark.rule("QJ-28.1-199")
def test_the_victim_of_the_one_ring_sees_the_province_where_it_began_the_turn() -> None:
    world = _ring()
    turn = run_typed(world, AAA=[Move(11, ("E6",)), _geas("L21MK10", number=99)])
    assert turn.world.leaders[11].province == "E6"
    assert "E5" in turn.world.players["BBB"].seen
    assert "E6" not in turn.world.players["BBB"].seen


@pytest.mark.rule("QJ-28.1-200")
def test_the_one_ring_commands_no_leader_of_ones_own() -> None:
    world = _ring()
    leader(world, 12, "AAA", "E5", troops=5)
    talisman(world, 37, 12)
    turn = _ringed(world, "L12ME6", "AAA")
    assert len(failures(turn, "AAA")) == 1
    assert turn.world.leaders[12].province == "E5"


def test_the_order_to_attack_is_carried_out_as_the_victims_own() -> None:
    world = _world()
    leader(world, 31, "CCC", "K9", troops=2, at_peace=True)
    turn = run_typed(world, AAA=[_geas("L21KL31")])
    assert leader_force(21) in turn.attackers
    assert turn.world.leaders.get(31) is None or turn.world.leaders[31].troops == 0
    again = run_typed(world, BBB=[Attack(leader_force(21), "assault", 31)])
    assert turn.world.leaders[21].troops == again.world.leaders[21].troops


@pytest.mark.rule("QJ-28.2-20")
@pytest.mark.parametrize("player", ["ZZZ", "AAA"])
def test_a_geas_names_another_player_of_the_game(player: str) -> None:
    turn = run_typed(_world(), AAA=[_geas("L21MK10", player)])
    assert failures(turn, "AAA") == ["NOT MET"]
    assert not turn.geased


@pytest.mark.rule("QJ-28.2-21")
@pytest.mark.parametrize("order", ["L21T5TL22", "L21T5TG", "GK9T5TL21", "L21T#ZL11", "GK9BR2L21", "GK9BS1L21", "GK9M"])
def test_a_geas_takes_no_order_in_which_two_forces_have_a_part(order: str) -> None:
    turn = run_typed(_world(), AAA=[_geas(order)])
    assert failures(turn, "AAA") == ["TALISMAN NOT USABLE"]
    assert not turn.geased
    assert (turn.world.leaders[21].troops, turn.world.leaders[22].troops) == (20, 4)
    assert not turn.world.talismans[1].word  # nothing was cast: the next turn may bring a geas
    refused = parse(f"T1=G{order}[BBB]")
    assert refused is None


@pytest.mark.rule("QJ-28.2-21", "QJ-28.1-197")
def test_nor_does_the_geas_of_the_one_ring() -> None:
    turn = _ringed(_ring(), "L21T5TL22")
    assert failures(turn, "AAA") == ["TALISMAN NOT USABLE"]
    assert turn.world.leaders[22].troops == 4


@pytest.mark.rule("QJ-28.2-20", "QJ-28.2-21")
@pytest.mark.parametrize(
    ("case", "laid"),
    [("theirs", True), ("another player's", False), ("with a Great Jewel", False), ("under a geas already", False)],
)
def test_a_geas_on_a_force_that_the_caster_does_not_see_is_cast_whatever_comes_of_it(case: str, laid: bool) -> None:
    world = _world()
    del world.players["AAA"].seen["K9"]
    number = 31 if case == "another player's" else 21
    leader(world, 31, "CCC", "K9", troops=5)
    if case == "with a Great Jewel":
        talisman(world, 2, 21)
    if case == "under a geas already":
        leader(world, 32, "CCC", "E6")
        talisman(world, 3, 32)
        saw(world, "CCC", "K9")
    turn = run_typed(world, AAA=[_geas(f"L{number}MK10")], CCC=[_geas("L21MK8", number=3)] if case.startswith("under") else [])
    assert turn.world.leaders[number].province == ("K10" if laid else "K8" if case.startswith("under") else "K9")
    assert turn.world.talismans[1].word == "G"
    assert failures(turn, "AAA") == []
    assert not [event for event in turn.events if event.kind == "geas laid" and "AAA" in event.seen_by]
