"""The spells of the Great Jewels and Lesser Stones (28.2, T133 to T141)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from postern.game.chance import Chance
from postern.game.kit.report.telling import Said
from postern.game.ruleset import Signup
from postern.rulesets.great_jewels.report.telling import sentence
from postern.rulesets.great_jewels.rules.economy import full_rates
from postern.rulesets.great_jewels.setup import set_up
from postern.rulesets.great_jewels.tables import STONES, neighbours
from postern.rulesets.great_jewels.turn.orders import Attack, Move, QJOrder, Raid, Spell
from postern.rulesets.great_jewels.turn.state import Turn
from postern.rulesets.great_jewels.world.records import Drevonyx, Terrain, World, garrison_force, leader_force
from tests.rules.great_jewels.build import change, failures, land, leader, notes, own, run_typed, saw, talisman

SEEDS = 100


def _world() -> World:
    """AAA's leader 11 in E5 holds jewel T1; BBB owns K9 (30 troops, 12 CSPs), where leaders 21 and 22 stand."""
    world = land(AAA="QUNTAG", BBB="QUNTAG", CCC="SLENTH")
    own(world, "K9", "BBB", garrison=30, csps=12)
    leader(world, 11, "AAA", "E5", troops=5)
    leader(world, 21, "BBB", "K9", troops=20, bonus=3)
    leader(world, 22, "BBB", "K9", troops=4, bonus=1)
    talisman(world, 1, 11)
    saw(world, "AAA", "K9")
    return world


def _cast(*spells: QJOrder, world: World | None = None, seed: str = "seed", **others: Sequence[QJOrder]) -> Turn:
    return run_typed(world or _world(), seed, AAA=list(spells), **others)


@pytest.mark.rule("QJ-28.2-07", "QJ-28.2-06", "QJ-28.2-11")
def test_double_bonus_works_from_afar_and_doubles_any_bonus() -> None:
    turn = _cast(Spell(1, "B", leader=21))
    assert failures(turn, "AAA") == []
    assert [event.data["bonus"] for event in turn.events if event.kind == "bonus doubled"] == [6]
    assert turn.world.leaders[21].bonus in (6, 7)
    world = _world()
    world.leaders[21].bonus, world.leaders[21].troops = 60, 1
    assert _cast(Spell(1, "B", leader=21), world=world).world.leaders[21].bonus == 120


@pytest.mark.rule("QJ-28.2-05")
def test_a_jewel_casts_one_spell_a_turn_and_each_jewel_its_own() -> None:
    world = _world()
    talisman(world, 2, 11)
    turn = _cast(Spell(1, "B", leader=21), Spell(1, "P", leader=22), Spell(2, "P", leader=21), world=world)
    assert failures(turn, "AAA") == ["ALREADY HAS AN ORDER"]
    assert turn.world.leaders[21].bonus >= 6
    assert turn.protected == {21}


@pytest.mark.rule("QJ-28.2-09")
def test_a_jewel_casts_no_spell_on_two_turns_running_even_for_another_owner() -> None:
    first = _cast(Spell(1, "P", leader=22))
    second = _cast(Spell(1, "P", leader=21), Spell(1, "B", leader=22), world=first.world)
    assert failures(second, "AAA") == ["TWO TURNS IN A ROW"]
    assert second.world.leaders[22].bonus >= 2
    third = _cast(Spell(1, "P", leader=22), world=second.world)
    assert failures(third, "AAA") == []
    captured = first.world
    captured.leaders[11].owner = "CCC"
    assert failures(run_typed(captured, CCC=[Spell(1, "P", leader=21)]), "CCC") == ["TWO TURNS IN A ROW"]


@pytest.mark.rule("QJ-28.2-08")
@pytest.mark.parametrize(
    "spell",
    [
        Spell(1, "B", leader=21),
        Spell(1, "P", leader=21),
        Spell(1, "TL", leader=21, province="M7"),
        Spell(1, "G", order="L21ME6", player="BBB"),
        Spell(1, "S", province="K9"),
        Spell(1, "X", province="K9", terrain=Terrain.FOREST),
    ],
)
def test_spells_do_nothing_to_those_who_have_a_great_jewel(spell: Spell) -> None:
    world = _world()
    talisman(world, 2, 21)
    talisman(world, 3, "K9")
    turn = _cast(spell, world=world)
    assert failures(turn, "AAA") == ["TALISMAN NOT USABLE"]
    assert turn.world.leaders[21].bonus <= 4
    assert turn.world.leaders[21].province == "K9"
    assert turn.world.provinces["K9"].terrain is Terrain.CLEAR
    assert not turn.sealed
    assert not turn.protected


def test_guardians_are_immune() -> None:
    world = _world()
    change(world, "M7", city="GOLD", garrison=10)
    leader(world, 31, "LOTU", "M7", troops=5)
    assert failures(_cast(Spell(1, "B", leader=31), world=world), "AAA") == []  # AAA does not see him
    saw(world, "AAA", "M7")
    turn = _cast(Spell(1, "B", leader=31), world=world)
    assert failures(turn, "AAA") == ["TALISMAN NOT USABLE"]
    assert turn.world.leaders[31].bonus == 0


@pytest.mark.parametrize(
    "spell",
    [
        Spell(1, "B", leader=31),
        Spell(1, "P", leader=31),
        Spell(1, "TL", leader=31, province="E6"),
        Spell(1, "S", province="M7"),
        Spell(1, "X", province="M7", terrain=Terrain.FOREST),
        Spell(1, "D", province="M7", second="E6"),
        Spell(1, "G", order="L31P", player="CCC"),
    ],
)
def test_a_spell_on_what_the_caster_does_not_see_tells_him_nothing_of_it(spell: Spell) -> None:
    heard = []
    for kind in range(4):
        world = _world()
        if kind == 1:
            change(world, "M7", city="GOLD", garrison=10)
        if kind >= 2:
            own(world, "M7", "CCC", garrison=5)
            leader(world, 31, "CCC" if kind == 2 else "BBB", "M7", troops=5)
        if kind == 3:
            talisman(world, 2, "M7")
            world.drevonyxes = [Drevonyx(12, "M7")]
        turn = _cast(spell, world=world)
        if kind in (1, 3):  # what has a name or a jewel is immune, seen or not
            assert (turn.sealed, turn.world.provinces["M7"].terrain) == (set(), Terrain.CLEAR)
        mine = [one for one in turn.events if "AAA" in one.seen_by and one.kind not in ("scored", "captured")]
        events = [(one.kind, dict(one.data)) for one in mine]
        heard.append((failures(turn, "AAA"), notes(turn, "AAA"), events))
    assert heard[0] == heard[1] == heard[2] == heard[3]
    assert [kind for kind, _ in heard[0][2]] == ["cast unseen", "income"]


def test_only_the_holder_of_a_jewel_casts_with_it() -> None:
    turn = run_typed(_world(), BBB=[Spell(1, "B", leader=21)], AAA=[Spell(133, "B", leader=21)])
    assert failures(turn, "BBB") == ["NOT YOURS"]
    assert failures(turn, "AAA") == ["TALISMAN NOT USABLE"]


@pytest.mark.rule("QJ-28.2-10")
def test_transport_leader_carries_him_and_his_army_in_place_of_his_move() -> None:
    turn = _cast(Spell(1, "TL", leader=21, province="M7"), BBB=[Move(21, ("K10",)), Move(22, ("K10",))])
    gone = turn.world.leaders[21]
    assert (gone.province, gone.troops) == ("M7", 20)
    assert failures(turn, "BBB") == ["ALREADY HAS AN ORDER"]
    assert turn.world.leaders[22].province == "K10"
    assert "L21->AIR" in turn.world.players["BBB"].seen["K9"].departures


@pytest.mark.rule("QJ-28.2-10")
def test_nobody_is_transported_to_impassable_land_or_a_forbidden_city() -> None:
    for facts in ({"terrain": "I"}, {"city": "GOLD", "garrison": 9}):
        world = _world()
        change(world, "M7", **facts)
        world.terrain_map["M7"] = world.provinces["M7"].terrain
        saw(world, "AAA", "M7")
        turn = _cast(Spell(1, "TL", leader=21, province="M7"), world=world)
        assert failures(turn, "AAA") == ["TALISMAN NOT USABLE"]
        assert (turn.world.leaders[21].province, turn.world.talismans[1].word) == ("K9", "")  # nothing was cast


def test_the_transported_leader_fights_as_one_who_leaves() -> None:
    world = _world()
    leader(world, 31, "CCC", "K9", troops=10, at_peace=True)
    turn = run_typed(world, AAA=[Spell(1, "TL", leader=22, province="M7")], CCC=[Attack(leader_force(31), "attack", 22)])
    assert 22 in turn.leaving
    assert turn.world.leaders[22].province == "M7" or 22 not in turn.world.leaders


@pytest.mark.rule("QJ-28.2-12")
def test_seal_province_stops_all_movement_for_one_turn() -> None:
    world = _world()
    leader(world, 31, "CCC", "K10", troops=5)
    own(world, "K8", "CCC", garrison=10)
    moves: dict[str, Sequence[QJOrder]] = {
        "BBB": [Move(21, ("K10",)), Raid(garrison_force("K9"), 5, "K8")],
        "CCC": [Move(31, ("K9",)), Raid(garrison_force("K8"), 5, "K9")],
    }
    turn = _cast(Spell(1, "S", province="K9"), world=world, seed="seed", **moves)
    assert (turn.world.leaders[21].province, turn.world.leaders[31].province) == ("K9", "K10")
    assert set(failures(turn, "BBB")) == {"SEALED"}
    assert set(failures(turn, "CCC")) == {"SEALED"}
    assert turn.world.provinces["K9"].garrison == 30 + 8
    assert "-U" in turn.world.players["BBB"].seen["K9"].flags
    later = _cast(world=turn.world, BBB=[Move(21, ("K10",))])
    assert later.world.leaders[21].province == "K10"
    assert "-U" not in later.world.players["BBB"].seen["K9"].flags


@pytest.mark.rule("QJ-28.2-13")
def test_protect_leader_keeps_him_from_all_attacks() -> None:
    world = _world()
    leader(world, 31, "CCC", "K9", troops=500, at_peace=True)
    attack = [Attack(leader_force(31), "assault", 21)]
    assert 21 not in run_typed(world, CCC=attack).world.leaders
    turn = _cast(Spell(1, "P", leader=21), world=world, CCC=attack)
    assert turn.world.leaders[21].troops == 20


@pytest.mark.rule("QJ-28.2-13", "QJ-23-05")
@pytest.mark.parametrize(("spells", "hit"), [([], "L13"), ([Spell(1, "P", leader=13)], "L12")])
def test_a_neutral_garrison_does_not_hit_back_at_a_protected_leader(spells: list[QJOrder], hit: str) -> None:
    world = _world()
    change(world, "E7", garrison=60)
    for number, troops in ((12, 80), (13, 100)):
        leader(world, number, "AAA", "E7", troops=troops)
    saw(world, "AAA", "E7")
    turn = _cast(*spells, *(Attack(leader_force(number), "attack", None) for number in (12, 13)), world=world)
    assert turn.targets[garrison_force("E7")] == [hit]


@pytest.mark.rule("QJ-28.2-14")
def test_blast_citadel_destroys_every_csp_where_the_jewel_is() -> None:
    world = _world()
    world.leaders[11].province = "K9"
    world.leaders[11].at_peace = True
    own(world, "E5", "BBB", garrison=5, csps=7)
    turn = _cast(Spell(1, "C"), world=world)
    assert (turn.world.provinces["K9"].csps, turn.world.provinces["E5"].csps) == (0, 7)
    blasts = {name: sentence(event, name) for event in turn.events if event.kind == "blasted" for name in event.seen_by}
    assert blasts == {
        "AAA": Said("Your spell blasted the citadel of K9: 12 citadel points destroyed."),
        "BBB": Said("A spell blasted the citadel of K9: 12 citadel points destroyed.", "attention"),
    }
    neutral = _world()
    change(neutral, "E5", garrison=9, csps=7)
    turn = _cast(Spell(1, "C"), world=neutral)
    assert failures(turn, "AAA") == ["TALISMAN NOT USABLE"]
    assert turn.world.provinces["E5"].csps == 7


def test_a_slenth_scores_for_the_csps_that_he_blasts() -> None:
    world = _world()
    world.leaders[11].province, world.leaders[11].owner, world.leaders[11].at_peace = "K9", "CCC", True
    turn = run_typed(world, CCC=[Spell(1, "C")])
    assert turn.kill_points["CCC"] == 12 * 5


@pytest.mark.rule("QJ-28.2-15")
@pytest.mark.parametrize(("terrain", "rates"), [("M", (3, 2)), ("F", (6, 5)), ("C", (8, 7)), ("I", (0, 0))])
def test_change_terrain_makes_any_of_the_four_terrains(terrain: str, rates: tuple[int, int]) -> None:
    turn = _cast(Spell(1, "X", province="K9", terrain=Terrain(terrain)))
    province = turn.world.provinces["K9"]
    assert province.terrain is Terrain(terrain)
    assert full_rates(turn.world, province) == rates


def test_change_terrain_and_seal_spare_forbidden_cities_but_not_unowned_land() -> None:
    world = _world()
    change(world, "M7", city="GOLD", garrison=9)
    saw(world, "AAA", "M7")
    for spell in (Spell(1, "X", province="M7", terrain=Terrain.FOREST), Spell(1, "S", province="M7")):
        assert failures(_cast(spell, world=world), "AAA") == ["LOCKED"]
    turn = _cast(Spell(1, "X", province="N8", terrain=Terrain.FOREST))
    assert turn.world.provinces["N8"].terrain is Terrain.FOREST


@pytest.mark.rule("QJ-28.2-16")
def test_an_impassable_province_keeps_its_owner_and_may_be_left_but_not_entered() -> None:
    world = _world()
    leader(world, 31, "CCC", "K10", troops=5)
    change(world, "K8", garrison=0)
    own(world, "L9", "BBB", garrison=10)
    turn = _cast(
        Spell(1, "X", province="K9", terrain=Terrain.IMPASSABLE),
        world=world,
        BBB=[Move(21, ("K8",)), Raid(garrison_force("L9"), 5, "K9"), Raid(garrison_force("K9"), 5, "L9")],
        CCC=[Move(31, ("K9",))],
    )
    assert turn.world.provinces["K9"].owner == "BBB"
    assert turn.world.leaders[21].province == "K8"
    assert turn.world.leaders[31].province == "K10"
    assert len(failures(turn, "BBB")) == 1
    assert turn.world.provinces["K9"].garrison == 25
    assert turn.world.provinces["L9"].garrison == 10 + 5 + 8


@pytest.mark.rule("QJ-28.2-17")
def test_impassable_land_scores_nothing_but_its_talismans() -> None:
    def points(*, talismans: bool, terrain: str) -> int:
        world = _world()
        change(world, "K9", terrain=terrain)
        if talismans:
            talisman(world, 4, "K9")
        return run_typed(world).world.players["BBB"].score

    homes = run_typed(_no_k9()).world.players["BBB"].score
    assert points(talismans=False, terrain="I") == homes
    assert points(talismans=False, terrain="C") > homes
    assert points(talismans=True, terrain="I") == homes + 10


def _no_k9() -> World:
    world = _world()
    change(world, "K9", owner="", garrison=0)
    for number in (21, 22):
        del world.leaders[number]
    return world


@pytest.mark.rule("QJ-28.2-18")
def test_the_spell_spy_shows_a_province_and_all_around_it() -> None:
    turn = _cast(Spell(1, "L", province="K9"))
    assert {"K9", *neighbours("K9")} <= set(turn.world.players["AAA"].seen)
    assert turn.world.players["AAA"].seen["K9"].tag == "BBB"


@pytest.mark.rule("QJ-28.2-19")
def test_the_spell_moves_the_largest_drevonyx_of_a_province() -> None:
    world = _world()
    world.drevonyxes = [Drevonyx(12, "M7"), Drevonyx(20, "M7"), Drevonyx(30, "N8")]
    turn = _cast(Spell(1, "D", province="M7", second="O9"), world=world)
    places = {(one.size, one.province) for one in turn.world.drevonyxes}
    assert {(12, "M7"), (20, "O9"), (30, "N8")} == places
    saw(world, "AAA", "E6")
    assert failures(_cast(Spell(1, "D", province="E6", second="O9"), world=world), "AAA") == ["NOT THERE"]
    change(world, "O9", city="GOLD", garrison=9)
    saw(world, "AAA", "O9")
    assert failures(_cast(Spell(1, "D", province="M7", second="O9"), world=world), "AAA") == ["LOCKED"]


@pytest.mark.rule("QJ-28.2-02", "QJ-28.2-03")
def test_one_jewel_scores_200_a_turn_and_two_score_500() -> None:
    scores = []
    for held in ((), (1,), (1, 2)):
        world = _world()
        for number in (1, 2, 3):
            talisman(world, number, 11 if number in held else 0)
        scores.append(run_typed(world).world.players["AAA"].score)
    assert [score - scores[0] for score in scores] == [0, 200, 500]


@pytest.mark.rule("QJ-28.2-04")
def test_three_jewels_score_1000_and_end_the_game() -> None:
    world = _world()
    for number in (1, 2, 3):
        talisman(world, number, 11)
    turn = run_typed(world)
    assert turn.world.finished
    assert turn.world.winners == ["AAA"]
    assert turn.world.players["AAA"].score >= 1000


@pytest.mark.rule("QJ-28.1-307")
@pytest.mark.parametrize(("jewels", "stones", "wins"), [(2, 9, True), (2, 8, False), (1, 9, False)])
def test_all_nine_stones_are_a_fourth_jewel(jewels: int, stones: int, wins: bool) -> None:
    world = _world()
    for number in range(1, jewels + 1):
        talisman(world, number, 11)
    for number in list(STONES.values())[:stones]:
        talisman(world, number, 11)
    turn = run_typed(world)
    assert turn.world.finished is wins
    assert turn.world.winners == (["AAA"] if wins else [])


STONE_SPELLS = {
    "G": Spell(133, "G", order="L21MK10", player="BBB"),
    "TL": Spell(134, "TL", leader=21, province="M7"),
    "P": Spell(135, "P", leader=21),
    "L": Spell(136, "L", province="N8"),
    "S": Spell(137, "S", province="K9"),
    "C": Spell(138, "C"),
    "X": Spell(139, "X", province="K9", terrain=Terrain.FOREST),
    "D": Spell(140, "D", province="M7", second="O9"),
    "B": Spell(141, "B", leader=21),
}


def _worked(letter: str, turn: Turn) -> bool:
    world = turn.world
    match letter:
        case "G":
            return world.leaders[21].province == "K10"
        case "TL":
            return world.leaders[21].province == "M7"
        case "P":
            return 21 in turn.protected
        case "L":
            return "N8" in world.players["AAA"].seen
        case "S":
            return "K9" in turn.sealed
        case "C":
            return world.provinces["K9"].csps == 0
        case "X":
            return world.provinces["K9"].terrain is Terrain.FOREST
        case "D":
            return world.drevonyxes[0].province == "O9"
    return world.leaders[21].bonus >= 6


@pytest.mark.usefixtures("no_mischief")
@pytest.mark.rule("QJ-28.1-305", "QJ-28.1-306")
@pytest.mark.parametrize("letter", list(STONES))
def test_each_stone_casts_its_spell_in_40_of_100_attempts(letter: str) -> None:
    world = _world()
    world.leaders[11].province, world.leaders[11].at_peace = "K9", True
    world.drevonyxes = [Drevonyx(12, "M7")]
    talisman(world, 1, 0)
    talisman(world, STONES[letter], 11)
    worked = 0
    for seed in range(SEEDS):
        turn = _cast(STONE_SPELLS[letter], world=world, seed=f"{letter} {seed}")
        assert failures(turn, "AAA") == []
        done = _worked(letter, turn)
        worked += done
        failed = [event.seen_by for event in turn.events if event.kind == "stone failed"]
        assert failed == ([] if done else [frozenset({"AAA"})])
    assert 25 <= worked <= 56


@pytest.mark.rule("QJ-28.1-306")
def test_a_stone_may_be_tried_two_turns_running() -> None:
    world = _world()
    talisman(world, 135, 11)
    first = _cast(Spell(135, "P", leader=21), world=world)
    second = _cast(Spell(135, "P", leader=21), world=first.world)
    assert failures(first, "AAA") == failures(second, "AAA") == []


def test_a_stone_casts_only_its_own_spell() -> None:
    world = _world()
    talisman(world, 135, 11)
    turn = _cast(Spell(135, "B", leader=21), world=world)
    assert failures(turn, "AAA") == ["TALISMAN NOT USABLE"]


@pytest.mark.rule("QJ-28.2-01")
def test_the_jewels_start_in_three_different_forbidden_cities() -> None:
    seats = [Signup(name) for name in ("AAA", "BBB", "CCC", "DDD", "EEE", "FFF")]
    world = set_up({}, seats, Chance("jewels"))
    places = [world.provinces[world.talismans[number].province] for number in (1, 2, 3)]
    assert len({place.name for place in places}) == 3
    assert all(place.city for place in places)
    assert len({place.city for place in world.provinces.values() if place.city}) == 10


@pytest.mark.rule("QJ-28.2-16", "QJ-28.2-19")
@pytest.mark.parametrize("known", [True, False])
def test_no_drevonyx_is_moved_into_impassable_land(known: bool) -> None:
    world = _world()
    world.drevonyxes = [Drevonyx(12, "M7", asleep=True)]
    change(world, "O9", terrain="I")
    if known:
        world.terrain_map["O9"] = Terrain.IMPASSABLE
    turn = _cast(Spell(1, "D", province="M7", second="O9"), world=world)
    assert turn.world.drevonyxes[0].province == "M7"
    assert failures(turn, "AAA") == (["IMPASSABLE"] if known else [])


@pytest.mark.usefixtures("no_mischief")
@pytest.mark.rule("QJ-28.1-306")
def test_a_stone_that_fails_does_nothing_to_a_leader_who_is_out_of_sight() -> None:
    world = _world()
    leader(world, 31, "CCC", "M7", troops=5)
    talisman(world, 135, 11)
    turns = [_cast(Spell(135, "P", leader=31), world=world, seed=f"unseen {seed}") for seed in range(30)]
    failed = [any(event.kind == "stone failed" for event in turn.events) for turn in turns]
    assert {True, False} == set(failed)
    assert [31 not in turn.protected for turn in turns] == failed


@pytest.mark.rule("QJ-28.2-13")
def test_of_a_protected_leader_his_owner_and_the_caster_hear() -> None:
    turn = _cast(Spell(1, "P", leader=21))
    (told,) = [event for event in turn.events if event.kind == "protected"]
    assert told.seen_by >= {"AAA", "BBB"}


@pytest.mark.rule("QJ-28.2-10", "QJ-29-69")
def test_who_is_transported_sends_out_his_raiders_all_the_same() -> None:
    world = _world()
    own(world, "K10", "BBB", garrison=5)
    turn = _cast(Spell(1, "TL", leader=21, province="M7"), world=world, BBB=[Raid(leader_force(21), 6, "K10")])
    assert failures(turn, "BBB") == []
    assert (turn.world.leaders[21].province, turn.world.leaders[21].troops) == ("M7", 14)
