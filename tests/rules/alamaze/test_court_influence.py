"""Influence of rulers, reactions and control of regions, friends and enemies (AC-05, AC-09, AC-08-31..35)."""

from __future__ import annotations

import pytest

from postern.rulesets.alamaze.orders.court.favour import denigration_chance
from postern.rulesets.alamaze.rules.regions import (
    centers_in,
    change_influence,
    controller,
    declared,
    influence_word,
    order_limit,
    reaction,
    share,
)
from postern.rulesets.alamaze.tables import edition
from postern.rulesets.alamaze.turn import LATE, ORDERS
from postern.rulesets.alamaze.world.records import Center, Wizard, World
from tests.rules.alamaze.build import (
    answer,
    begin,
    booked,
    center,
    failures,
    play,
    problem,
    put_group,
    quiet_world,
    spell_world,
    told,
)
from tests.rules.alamaze.dice import load

TABLES = edition("classic")
FALLS = pytest.mark.parametrize("falls", [True, False])
"""Both ways in which loaded dice fall."""


def influences(world: World, *codes: str) -> list[float]:
    return [world.kingdoms[code].influence for code in codes]


# --- influence ----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AC-09-01", "AC-09-15", "AC-09-02")
def test_influence_stays_between_8_and_25() -> None:
    world = quiet_world()
    turn, king = begin(world), world.kingdoms["WA"]
    assert change_influence(turn, king, 100, "test") == 12
    assert king.influence == 25
    change_influence(turn, king, -100, "test")
    assert king.influence == 8


@pytest.mark.rule("AC-09-13")
def test_the_natural_enemy_feels_three_tenths_of_a_change_the_other_way() -> None:
    world = quiet_world()
    turn = begin(world)
    change_influence(turn, world.kingdoms["WA"], 1, "test")
    assert influences(world, "WA", "SO") == [14, 12.7]
    change_influence(turn, world.kingdoms["SO"], -0.3, "title")
    assert influences(world, "WA", "SO") == [14.09, 12.4]
    change_influence(turn, world.kingdoms["WA"], 50, "test")  # only the part that counts: 10.91 x 0.3 = 3.273
    assert influences(world, "WA", "SO") == [25, 9.13]
    change_influence(turn, world.kingdoms["UN"], 1, "test")  # has no natural enemy
    assert influences(world, "WA", "SO") == [25, 9.13]


@pytest.mark.parametrize(
    ("influence", "limit"),
    [
        pytest.param(15, 17, marks=pytest.mark.rule("AC-09-05")),
        pytest.param(15.99, 17, marks=pytest.mark.rule("AC-09-03")),
        pytest.param(8, 10, marks=pytest.mark.rule("AC-09-03")),
        pytest.param(25, 27, marks=pytest.mark.rule("AC-09-03")),
    ],
)
@pytest.mark.rule("AC-08-45")
def test_the_order_limit(influence: float, limit: int) -> None:
    world = quiet_world()
    world.kingdoms["WA"].influence = influence
    assert order_limit(world, world.kingdoms["WA"]) == limit


@pytest.mark.rule("AC-09-04", "AC-09-06")
def test_orders_beyond_the_limit_of_the_turn_before_are_ignored() -> None:
    """13 of influence allow 15 orders, also when the first of them raises it; next turn there are 16."""
    world = quiet_world()
    letter = "\n".join(["480 OR", *["440 EL A"] * 15])
    turn = play(world, {"WA": letter}, until="480")
    assert sum("beyond it" in why for why in failures(turn)) == 1
    assert world.kingdoms["WA"].influence == 14
    assert order_limit(world, world.kingdoms["WA"]) == 16


@pytest.mark.rule("AC-09-07", "AC-08-33")
def test_a_ruler_raises_his_influence_but_not_above_20() -> None:
    world = quiet_world()
    turn = play(world, {"WA": "480 OR"}, until="480")
    assert influences(world, "WA", "SO") == [14, 12.7]
    assert booked(turn, "WA", ORDERS) == (0, -15_000)
    world.kingdoms["WA"].influence = 19.4
    play(world, {"WA": "480 OR"}, until="480")
    assert world.kingdoms["WA"].influence == 20
    turn = play(world, {"WA": "480 OR"}, until="480")
    assert failures(turn) == ["Our influence is 20.00; this order does not raise it above 20."]
    assert booked(turn, "WA", ORDERS) == (0, 0)


@pytest.mark.rule("AC-09-07", "AC-09-16")
def test_a_ruler_sells_influence_but_keeps_8() -> None:
    world = quiet_world()
    turn = play(world, {"WA": "490 OR"}, until="490")
    assert influences(world, "WA", "SO") == [12, 13.3]
    assert booked(turn, "WA", LATE) == (0, 10_000)
    world.kingdoms["WA"].influence = 8.99
    assert problem(world, "WA", "490 OR").why == "Our influence is 8.99; 1 less is below 8."


@pytest.mark.rule("AC-08-34", "AC-08-31")
def test_a_king_has_one_great_action_and_any_number_of_free_ones() -> None:
    world = quiet_world()
    turn = play(world, {"WA": "480 OR\n490 OR\n440 EL A\n440 DA E\n495 OR JM"}, until="495")
    assert failures(turn) == ["Orran already has 480; one mission a figure and turn, the lower number is done."]
    assert world.kingdoms["WA"].declared == {"EL": "A", "DA": "E"}
    assert world.kingdoms["WA"].alternates == ["JM"]


def test_what_cannot_be_paid_takes_no_action() -> None:
    """15,500 gold are not enough for 470, but then for 480."""
    world = quiet_world()
    world.turn = 4  # without reinforcements to be paid
    for group in world.groups_of("WA"):
        group.area = ""
    for one in world.centers_of("WA"):
        one.gold = 0
    world.kingdoms["WA"].gold = 15_500
    turn = play(world, {"WA": "470 OR 10\n480 OR"}, until="480")
    assert failures(turn) == ["It costs 16,000 gold; there are 15,500 when it runs."]
    assert world.kingdoms["WA"].influence == 14


@pytest.mark.rule("AC-09-16")
def test_a_title_is_given_at_the_capital_for_three_tenths_of_influence() -> None:
    world = quiet_world()
    turn = play(world, {"WA": "390 MI"}, until="390")
    assert world.kingdoms["WA"].figures["MI"].rank == "Count"
    assert influences(world, "WA", "SO") == [12.7, 13.09]
    assert booked(turn, "WA", ORDERS) == (0, -3_000)
    assert told(turn, "title", "WA") == [{"figure": "Mimir", "before": "Baron", "rank": "Count"}]
    world.kingdoms["WA"].influence = 8.29
    assert problem(world, "WA", "390 MI").why == "Our influence is 8.29; 0.3 less is below 8."
    world.kingdoms["WA"].influence = 8.3
    assert answer(world, "WA", "390 MI").problems == ()
    world.kingdoms["WA"].figures["MI"].rank = "Prince"
    assert problem(world, "WA", "390 MI").why == "Mimir is a Prince; there is no higher title to give."


@pytest.mark.rule("AC-09-14")
def test_more_influence_gives_emissaries_more_power() -> None:
    found = []
    for influence in (10, 20):
        world = quiet_world()
        world.kingdoms["WA"].influence = influence
        play(world, {"WA": "310 MI"}, until="310")
        found.append(world.status_quo["KP"])
    assert found == [5.0, 10.0]


def test_the_crown_lends_its_ruler_two_points_while_he_holds_it() -> None:
    world = quiet_world()
    king = world.kingdoms["WA"].figures["OR"]
    king.artifacts = ["CROWN"]
    play(world, until="797")
    assert influences(world, "WA", "SO") == [15, 12.4]
    play(world, until="797")
    assert influences(world, "WA", "SO") == [15, 12.4]
    king.artifacts, world.kingdoms["WA"].figures["JO"].artifacts = [], ["CROWN"]
    play(world, until="797")
    assert influences(world, "WA", "SO") == [13, 13]
    assert world.kingdoms["WA"].lent_influence == 0


def test_what_the_bound_cuts_off_the_crown_gives_later() -> None:
    world = quiet_world()
    warlock = world.kingdoms["WA"]
    warlock.influence, warlock.figures["OR"].artifacts = 24, ["CROWN"]
    play(world, until="797")
    assert (warlock.influence, warlock.lent_influence) == (25, 1)
    warlock.influence = 23
    play(world, until="797")
    assert (warlock.influence, warlock.lent_influence) == (24, 2)


@FALLS
@pytest.mark.rule("AC-09-11")
def test_a_scandal_costs_influence_and_the_seat_on_the_council(falls: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """15 less 1 for the scandal and 1 for the seat."""
    asked = load(monkeypatch, falls, 381)
    world = spell_world("SO", "UJ")
    world.council.members = ["EL", "GN"]
    turn = play(world, {"SO": "381 1SO ZZ EL KE"}, until="381")
    assert (world.council.members, world.kingdoms["EL"].influence) == ((["GN"], 13) if falls else (["EL", "GN"], 15))
    assert (failures(turn), asked) == ([], [75])


@pytest.mark.rule("AC-11-23")
def test_who_lost_his_chair_by_magic_bids_again_only_the_turn_after_next(monkeypatch: pytest.MonkeyPatch) -> None:
    load(monkeypatch, True, 381)
    world = spell_world("SO", "UJ")
    world.council.members, world.council.complete = ["EL", "GN"], True
    turn = play(world, {"SO": "381 1SO ZZ EL KE"})
    assert told(turn, "council-left", "WA") == [{"kingdom": "EL", "why": "magic"}]
    assert failures(play(world, {"EL": "210 5000"})) == ["We lost our chair in the turn before; we may bid again next turn."]
    play(world, {"EL": "210 5000"})
    assert "EL" in world.council.members


def test_a_curse_strikes_a_ruler_once_a_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = load(monkeypatch, True, 386)
    world = spell_world("SO", "UJ")
    put_group(world, "2SO", "XL", wizards=[Wizard("AB", "Abonan", 8)])
    turn = play(world, {"SO": "386 1SO ZZ EL KE AH\n386 2SO AB EL KE AH"}, until="386")
    assert (world.kingdoms["EL"].influence, asked) == (14, [75])
    assert failures(turn) == ["Ketan was under this spell this turn already."]
    assert "SO" not in str(told(turn, "influence", "EL"))


@FALLS
def test_wizards_make_rulers_greater(falls: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = load(monkeypatch, falls, 481)
    world = spell_world("SO", "UJ")
    play(world, {"SO": "481 1SO ZZ SO XI"}, until="481")
    assert (world.kingdoms["SO"].influence, asked) == (14 if falls else 13, [75])


def test_a_kings_aura_is_certain_where_he_is() -> None:
    world = spell_world("SO", "UJ")
    play(world, {"SO": "482 1SO ZZ SO XI"}, until="482")
    assert world.kingdoms["SO"].influence == 14
    assert failures(play(spell_world("SO", "XL"), {"SO": "482 1SO ZZ SO XI"}, until="482")) == [
        "Xibern is not where 1SO is (XL)."
    ]


# --- friends and enemies ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AC-08-34")
def test_declarations_are_free_known_to_the_other_and_made_once_a_turn() -> None:
    world = quiet_world()
    turn = play(world, {"WA": "440 EL A\n440 EL E"}, until="440")
    assert world.kingdoms["WA"].declared["EL"] in ("A", "E")
    assert failures(turn) == ["Elven was declared something this turn already; once a turn for each kingdom."]
    assert len(told(turn, "declared", "EL")) == 1
    assert told(turn, "declared", "DA") == []
    assert booked(turn, "WA", ORDERS) == (0, 0)
    play(world, {"WA": "440 EL N"}, until="440")
    assert world.kingdoms["WA"].declared == {}
    assert declared(world, "WA", "SO") == declared(world, "SO", "WA") == "E"


@pytest.mark.rule("AC-05-11", "AC-05-05")
def test_the_controllers_friends_are_liked_better_and_his_enemies_worse() -> None:
    world = quiet_world()
    world.kingdoms["DA"].controlled = [8]
    elf, warlock, sorcerer = (world.kingdoms[code] for code in ("EL", "WA", "SO"))
    elf.reactions[8], warlock.reactions[8], sorcerer.reactions[8] = "Hostile", "Tolerant", "Friendly"
    assert reaction(world, elf, 8) == "Hostile-2"  # the natural enemy of DA
    assert reaction(world, warlock, 8) == "Tolerant"
    world.kingdoms["DA"].declared = {"WA": "A", "SO": "A"}
    assert reaction(world, warlock, 8) == "Friendly"
    assert reaction(world, sorcerer, 8) == "Friendly"
    warlock.declared = {"DA": "E"}  # what he himself declares does not count
    assert reaction(world, warlock, 8) == "Friendly"
    assert reaction(world, elf, 7) == elf.reactions[7]


# --- reactions ----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AC-08-33", "AC-05-05")
def test_a_ruler_enamors_a_region_up_to_friendly() -> None:
    world = quiet_world()
    before = dict(world.kingdoms["WA"].reactions)
    turn = play(world, {"WA": "470 OR 10"}, until="470")
    assert world.kingdoms["WA"].reactions == before | {10: "Tolerant"}
    assert booked(turn, "WA", ORDERS) == (0, -16_000)
    assert problem(world, "WA", "470 OR 5").why == "Amberland is Friendly to us already; there is no better reaction."


def test_the_great_orator_speaks_twice_beside_his_action() -> None:
    world = quiet_world()
    world.kingdoms["WA"].figures["OR"].artifacts = ["SORAT"]
    turn = play(world, {"WA": "480 OR\n471 OR 3\n471 OR 7\n471 OR 9"}, until="480")
    changed = [one["region"] for one in told(turn, "reaction", "WA")]
    assert len(changed) == 2
    assert failures(turn) == ["Orran has spoken 2 times this turn; that is the most."]
    assert booked(turn, "WA", ORDERS) == (0, -35_000)
    assert problem(quiet_world(), "WA", "471 OR 3").paste == "470 OR 3"


def shares(world: World, region: int, **parts: int) -> None:
    """Gives kingdoms their part of a region's people, in percent."""
    there = centers_in(world, region)
    for one in there:
        one.census, one.owner = 0, ""
    rest = 100 - sum(parts.values())
    for one, (code, part) in zip(there, [*parts.items(), ("", rest)], strict=False):
        one.census, one.owner = part * 1_000, code


@pytest.mark.parametrize(
    ("own", "reaction", "other", "percent"),
    [
        ((10, 15), "Suspicious", (15, 75), 10),
        ((14, 30), "Tolerant", (12, 25), 70),
        ((20, 60), "Friendly", (10, 20), 90),
        ((14, 30), "Suspicious", (12, 25), 60),
        ((14, 30), "Hostile", (12, 25), 50),
        ((14, 15), "Friendly", (12, 25), 55),
        ((14, 1), "Tolerant", (12, 0), 58 + 1 / 3),
        ((14, 0), "Tolerant", (12, 25), 10),
    ],
)
def test_the_chance_to_denigrate(own: tuple[int, int], reaction: str, other: tuple[int, int], percent: float) -> None:
    """50 times 10/15 times 15/75 less 10 is below 10; 50 times 14/12 times 30/25 is 70; never above 90."""
    world = quiet_world()
    shares(world, 4, WA=own[1], EL=other[1])
    warlock, elf = world.kingdoms["WA"], world.kingdoms["EL"]
    warlock.influence, elf.influence, warlock.reactions[4] = own[0], other[0], reaction
    assert denigration_chance(world, warlock, elf, 4) == pytest.approx(percent)


@FALLS
def test_denigration_costs_10000_and_spares_the_controller_at_suspicious(falls: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = load(monkeypatch, falls, 475)
    world = quiet_world()
    shares(world, 4, WA=30, EL=25)
    warlock, elf = world.kingdoms["WA"], world.kingdoms["EL"]
    warlock.influence, elf.influence, warlock.reactions[4], elf.reactions[4] = 14, 12, "Tolerant", "Suspicious"
    turn = play(world, {"WA": "475 OR 4 EL"}, until="475")
    assert booked(turn, "WA", ORDERS) == (0, -10_000)
    assert (elf.reactions[4], asked) == ("Hostile" if falls else "Suspicious", [70])
    elf.controlled, elf.reactions[4] = [4], "Suspicious"
    play(world, {"WA": "475 OR 4 EL"}, until="475")
    assert elf.reactions[4] == "Suspicious"


@FALLS
def test_consuls_sway_regions_for_anybody_and_cheaper(falls: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """The 35 percent of 478 hold although the Ancient Ones have no people in region 1."""
    kind, unkind = load(monkeypatch, falls, 465), load(monkeypatch, falls, 478)
    world = quiet_world()
    turn = play(world, {"AN": "465 WE 2 WA\n478 BR 1 WA"}, until="478")
    assert (kind, unkind) == ([76], [35])
    after = ("Friendly", "Suspicious") if falls else ("Tolerant", "Tolerant")
    assert (world.kingdoms["WA"].reactions[2], world.kingdoms["WA"].reactions[1]) == after
    assert booked(turn, "AN", ORDERS) == (0, -14_000)
    assert problem(quiet_world(), "AN", "465 NI 2 WA").why == "Nigor is a Count; this order needs a Consul."
    assert problem(quiet_world(), "WA", "465 OR 2 WA").why == "465 is an order of the Ancient Ones alone."


@FALLS
def test_wizards_sway_the_region_where_they_are(falls: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    kind, unkind = load(monkeypatch, falls, 472), load(monkeypatch, falls, 477)
    world = spell_world("SO", "JM")
    put_group(world, "2SO", "JM", wizards=[Wizard("YY", "Yyonan", 8)])
    play(world, {"SO": "472 1SO ZZ\n477 2SO YY WA"}, until="477")
    assert (kind, unkind) == ([66], [67])
    after = ("Suspicious", "Tolerant") if falls else ("Hostile", "Friendly")
    assert (world.kingdoms["SO"].reactions[5], world.kingdoms["WA"].reactions[5]) == after


# --- control ------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("part", "word"),
    [
        pytest.param(51, "control", marks=pytest.mark.rule("AC-05-15")),
        pytest.param(50, "substantial", marks=pytest.mark.rule("AC-05-15")),
        (36, "substantial"),
        (35, "significant"),
        (16, "significant"),
        (15, "minor"),
        (1, "minor"),
        (0, "unestablished"),
    ],
)
def test_the_word_for_a_share_of_the_people(part: int, word: str) -> None:
    world = quiet_world()
    shares(world, 4, WA=part)
    assert influence_word(world, "WA", 4) == word
    assert float(share(world, "WA", 4)) == part / 100


def won(world: World) -> tuple[World, list[Center]]:
    """Region 4 with 60 percent for WA and the rest neutral, and its neutral centers, before the count."""
    shares(world, 4, WA=60)
    world.kingdoms["WA"].reactions[4] = "Suspicious"
    return world, [one for one in centers_in(world, 4) if not one.owner]


@pytest.mark.rule("AC-05-16", "AC-05-17", "AC-05-18", "AC-05-19", "AC-09-08")
def test_who_gains_a_region_gains_it_all_once() -> None:
    world, neutral = won(quiet_world())
    assert len(neutral) > 3
    before = len(world.centers_of("WA"))
    turn = play(world, until="797")
    warlock = world.kingdoms["WA"]
    assert (controller(world, 4), warlock.controlled) == ("WA", [4])
    assert len(world.centers_of("WA")) == before + len(neutral)
    assert influences(world, "WA", "SO") == [14, 12.7]
    assert warlock.reactions[4] == "Tolerant"
    assert told(turn, "region", "WA") == [{"region": 4, "before": "", "after": "WA"}]
    assert told(turn, "region", "SO") == []
    turn = play(world, until="797")
    assert told(turn, "region") == []
    assert (warlock.influence, warlock.reactions[4]) == (14, "Tolerant")


@pytest.mark.rule("AC-05-18", "AC-04-02")
def test_what_joins_brings_its_harvest_from_then_on() -> None:
    world, neutral = won(quiet_world())
    play(world, until="797")
    neutral[0].gold, neutral[0].food = 12_345, 0
    bare = booked(play(world, until="195"), "WA", "production")[1]
    neutral[0].gold = 0
    assert bare - booked(play(world, until="195"), "WA", "production")[1] in (12_345, 6_172)


@pytest.mark.rule("AC-05-20", "AC-05-21", "AC-09-10", "AC-09-08")
def test_who_loses_a_region_loses_what_it_brought() -> None:
    world, _ = won(quiet_world())
    play(world, until="797")
    warlock, elf = world.kingdoms["WA"], world.kingdoms["EL"]
    elf.reactions[4] = "Friendly"
    for one in centers_in(world, 4):
        one.owner = "EL"
    play(world, until="797")
    assert (controller(world, 4), warlock.controlled, elf.controlled) == ("EL", [], [4])
    assert (warlock.influence, elf.influence) == (13, 16)
    assert (warlock.reactions[4], elf.reactions[4]) == ("Suspicious", "Friendly")


@pytest.mark.rule("AC-05-19", "AC-05-20")
@pytest.mark.parametrize(
    ("before", "held", "after"), [("Friendly", "Friendly", "Friendly"), ("Hostile", "Suspicious", "Hostile")]
)
def test_with_a_region_goes_the_level_that_it_brought_and_none_that_it_did_not(before: str, held: str, after: str) -> None:
    world, _ = won(quiet_world())
    warlock = world.kingdoms["WA"]
    warlock.reactions[4] = before
    play(world, until="797")
    assert (warlock.reactions[4], warlock.gained) == (held, [4] if held != before else [])
    for one in centers_in(world, 4):
        one.owner = "EL"
    play(world, until="797")
    assert (warlock.reactions[4], warlock.gained) == (after, [])


@pytest.mark.rule("AC-05-15", "AC-09-10")
def test_exactly_half_is_not_enough_to_keep_a_region() -> None:
    world, _ = won(quiet_world())
    play(world, until="797")
    shares(world, 4, WA=50)
    play(world, until="797")
    assert (controller(world, 4), world.kingdoms["WA"].influence) == ("", 13)


@pytest.mark.rule("AC-05-22", "AC-05-23", "AC-05-24")
def test_one_governor_or_else_one_ambassador_rises_for_nothing() -> None:
    for ranks, after in (
        (["Provincial Governor", "Provincial Governor", "Ambassador"], ["Baron", "Provincial Governor", "Ambassador"]),
        (["Envoy", "Ambassador", "Ambassador"], ["Envoy", "Provincial Governor", "Ambassador"]),
        (["Envoy", "Count", "Duke"], ["Envoy", "Count", "Duke"]),
    ):
        world, neutral = won(quiet_world())
        some = [world.kingdoms["WA"].figures[code] for code in ("JO", "MI", "SA")]
        for one, rank in zip(some, ranks, strict=True):
            one.rank, one.area = rank, neutral[0].area
        world.kingdoms["WA"].figures["FA"].rank = "Provincial Governor"  # elsewhere
        turn = play(world, until="797")
        assert [one.rank for one in some] == after
        assert world.kingdoms["WA"].figures["FA"].rank == "Provincial Governor"
        assert booked(turn, "WA", ORDERS) == (0, 0)
        assert influences(world, "WA") == [14]


@pytest.mark.rule("AC-05-03", "AC-05-05", "AC-05-06", "AC-05-12")
def test_each_region_has_a_name_and_one_reaction_to_each_kingdom() -> None:
    assert list(TABLES.regions) == list(range(1, 11))
    assert len({one.name for one in TABLES.regions.values()}) == 10
    assert list(TABLES.reactions) == ["Friendly", "Tolerant", "Suspicious", "Hostile", "Hostile-2"]
    for kingdom in quiet_world().kingdoms.values():
        assert list(kingdom.reactions) == list(range(1, 11))
        assert set(kingdom.reactions.values()) <= set(list(TABLES.reactions)[:4])


@pytest.mark.rule("AC-05-13")
def test_region_1_is_in_the_northwest_and_region_10_in_the_southeast() -> None:
    def middle(region: int) -> tuple[float, float]:
        some = [one.area for one in TABLES.areas.values() if one.region == region]
        return sum(ord(one[0]) - 65 for one in some) / len(some), sum(ord(one[1]) - 65 for one in some) / len(some)

    (north, west), (south, east) = middle(1), middle(10)
    assert north < 12.5
    assert west < 12.5
    assert south > 12.5
    assert east > 12.5


@pytest.mark.rule("AC-05-01")
def test_a_player_does_not_know_the_borders_at_the_start() -> None:
    memory = quiet_world().kingdoms["WA"].memory
    assert set(memory.regions) == {"KP", "JM", "JO", "KQ"}
    assert center(quiet_world(), "HN").area not in memory.regions


@pytest.mark.rule("AC-05-02")
def test_borders_of_regions_follow_the_country_in_part() -> None:
    """Across a border the terrain changes far more often than within a region, and most mountains stand at one."""
    grid, areas = TABLES.grid, TABLES.areas
    pairs = [(areas[one], areas[other]) for one in areas for other in grid.neighbours(one)]
    border = [one.terrain != other.terrain for one, other in pairs if one.region != other.region]
    inside = [one.terrain != other.terrain for one, other in pairs if one.region == other.region]
    assert sum(border) / len(border) > 1.5 * sum(inside) / len(inside)
    mountains = {one.area for one, _ in pairs if one.terrain == "Mountain"}
    at_border = {one.area for one, other in pairs if one.terrain == "Mountain" and one.region != other.region}
    assert 2 * len(at_border) > len(mountains) > len(at_border)
