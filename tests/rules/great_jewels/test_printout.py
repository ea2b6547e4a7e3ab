"""The book's codes (chapters 5, 6 and 31, rulings 28 and 29), from entries and from whole small turns."""

from __future__ import annotations

from dataclasses import fields
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from postern.game.chance import Chance
from postern.game.ruleset import Signup
from postern.render import to_text
from postern.rulesets.great_jewels.game import RULESET
from postern.rulesets.great_jewels.knowledge import View, view_of
from postern.rulesets.great_jewels.report.form import (
    due_date,
    head_lines,
    leader_code,
    player_lines,
    printout_lines,
    province_code,
    province_lines,
    wrap,
)
from postern.rulesets.great_jewels.rules.economy import Summary
from postern.rulesets.great_jewels.turn.orders import (
    Attack,
    Autobuild,
    BuyMercenaries,
    GiveTalisman,
    Hostile,
    Move,
    NoWaylay,
    QJOrder,
    Raid,
    Sail,
)
from postern.rulesets.great_jewels.world.records import (
    LOTU,
    Drevonyx,
    LeaderEntry,
    ProvinceEntry,
    TalismanEntry,
    World,
    garrison_force,
    leader_force,
)
from tests.rules.great_jewels.build import allies, change, land, leader, own, run_typed, talisman

# --- one entry --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("QJ-05-23", "QJ-05-24", "QJ-05-25")
def test_the_province_line_of_the_book() -> None:
    entry = ProvinceEntry(
        "B3",
        10,
        "GRABIT",
        "C",
        levy=10,
        tax=5,
        turns_owned=3,
        garrison=15,
        csps=8,
        navies=3,
        zorans=22,
        road=True,
        targets=("L101",),
        flags=("-R",),
    )
    assert province_code(entry) == "B3[GRABIT] (C,LV=10,TX=5,T/O=3,G=15,C=8,N=3,Z=22,RD,TGT=L101,-R)"


@pytest.mark.rule("QJ-31-11")
def test_the_captured_citadel_of_the_sample() -> None:
    entry = ProvinceEntry(
        "E1",
        10,
        "LORD",
        "M",
        levy=4,
        tax=1,
        turns_owned=1,
        garrison=4,
        csps=73,
        zorans=155,
        road=True,
        targets=("L13",),
        flags=("-X",),
    )
    assert province_code(entry) == "E1[LORD] (M,LV=4,TX=1,T/O=1,G=4,C=73,Z=155,RD,TGT=L13,-X)"


@pytest.mark.rule("QJ-06-21", "QJ-06-22", "QJ-31-13")
def test_the_leader_line_of_the_book() -> None:
    entry = LeaderEntry(146, "MEANIE", 36, 4, zorans=25, rams=12, towers=7, targets=("G",), flags=("-K",))
    assert leader_code(entry) == "L146[MEANIE]=36+4,R=12,S=7,Z=25,TGT=G,-K"


@pytest.mark.rule("QJ-31-18")
def test_a_bonus_of_none_is_not_printed() -> None:
    assert leader_code(LeaderEntry(31, "GREEDY", 7)) == "L31[GREEDY]=7"
    assert leader_code(LeaderEntry(27, "GREEDY", 0, flags=("-*",))) == "L27[GREEDY]=0,-*"
    assert leader_code(LeaderEntry(2, "GREEDY", 0, 3)) == "L2[GREEDY]=0+3"


@pytest.mark.rule("QJ-06-24", "QJ-31-14")
def test_two_dashes_before_a_leader_killed_this_turn() -> None:
    assert leader_code(LeaderEntry(13, "LORD", 0, targets=("G",), killed=True)) == "--L13[LORD]=0,TGT=G"


def test_several_targets_fog_and_geas() -> None:
    assert leader_code(LeaderEntry(1, "LORD", 9, targets=("L13", "G"))) == "L1[LORD]=9,TGT=L13/G"
    assert leader_code(LeaderEntry(1, "LORD", fogged=True)) == "L1[LORD]"
    assert leader_code(LeaderEntry(1, "LORD", 9, geas=True)) == "L1[LORD]=9,GEAS"
    fog = ProvinceEntry("B3", 2, "LORD", "C", fogged=True)
    assert province_code(fog) == "B3[LORD] (C)"


def test_tunnels_and_the_drevonyx_in_the_province_line() -> None:
    entry = ProvinceEntry("N13", 2, "-----", "C", tunnels=("F7",), drevonyxes=(12, 15))
    assert province_code(entry) == "N13[-----] (C,TUN=F7,DREVONYX=12,DREVONYX=15)"


@pytest.mark.rule("QJ-31-12", "QJ-31-17", "QJ-31-28", "QJ-31-21")
def test_an_entry_puts_talismans_leaders_and_departures_in_the_books_order() -> None:
    entry = ProvinceEntry(
        "E1",
        10,
        "LORD",
        "M",
        garrison=4,
        talismans=(TalismanEntry(49, "SWORD OF DOOM"), TalismanEntry(55, "DOUBLE WHAMMY", ("-T", "-!"))),
        leaders=(
            LeaderEntry(18, "GREEDY", 38, 10, flags=("-P",), talismans=(TalismanEntry(16, "DIAMOND STAFF"),)),
            LeaderEntry(35, "GREEDY", 73, 21),
        ),
        departures=("L10->C2", "L83->C3"),
    )
    assert province_lines(entry) == [
        "E1[LORD] (M,G=4)",
        '  T49="SWORD OF DOOM"',
        '  T55="DOUBLE WHAMMY"-T-!',
        "  L18[GREEDY]=38+10,-P",
        '    T16="DIAMOND STAFF"',
        "  L35[GREEDY]=73+21",
        "  L10->C2  L83->C3",
    ]
    assert province_lines(ProvinceEntry("D6", 10, "DIAMOND", locked=True)) == ["D6[DIAMOND]"]


def test_long_lines_are_broken_at_commas_only() -> None:
    entry = ProvinceEntry(
        "B3",
        10,
        "GRABIT",
        "C",
        levy=110,
        tax=155,
        turns_owned=3,
        garrison=1500,
        csps=80,
        navies=30,
        zorans=22222,
        road=True,
        targets=("L101",),
        flags=("-A", "-N", "-R", "-S", "-W"),
    )
    lines = wrap(province_code(entry))
    assert len(lines) == 2
    assert all(len(line) <= 72 for line in lines)
    assert lines[0].endswith(",")
    assert "".join(line.strip() for line in lines) == province_code(entry).replace(", ", ",")
    many = province_lines(
        ProvinceEntry("B3", 1, "-----", "C", departures=tuple(f"L{number}->C3" for number in range(100, 120)))
    )
    assert all(len(line) <= 72 for line in many)


# --- flags from whole turns ---------------------------------------------------------------------------------------------


def flags_of(world: World, force: str, reader: str, place: str, **orders: list[QJOrder]) -> tuple[str, ...]:
    """The flags that a reader's next printout shows for a force ("G", or a leader's number) in a place."""
    entry = run_typed(world, "seed", **orders).world.players[reader].seen[place]
    if force == "G":
        return entry.flags
    return next(one.flags for one in entry.leaders if f"L{one.number}" == force)


def arena() -> World:
    world = land(AAA="QUNTAG", BBB="QUNTAG")
    own(world, "J10", "AAA", garrison=40, zorans=60, csps=2)
    leader(world, 1, "AAA", "J10", troops=20, bonus=5)
    leader(world, 2, "BBB", "J10", troops=20, bonus=5)
    return world


@pytest.mark.rule("QJ-05-26")
def test_flag_autobuild() -> None:
    assert "-A" in flags_of(arena(), "G", "AAA", "J10", AAA=[Autobuild("J10", True)])


@pytest.mark.rule("QJ-05-27", "QJ-06-25")
def test_flag_betrayed() -> None:
    world = arena()
    allies(world, "AAA", "BBB", mutual=False)
    assert "-B" in flags_of(world, "L1", "AAA", "J10", BBB=[Attack(leader_force(2), "attack", 1)])
    assert "-B" in flags_of(world, "G", "AAA", "J10", BBB=[Attack(leader_force(2), "attack", None)])


@pytest.mark.rule("QJ-05-28", "QJ-06-26")
def test_flag_conditional_attack() -> None:
    assert "-C" in flags_of(arena(), "G", "AAA", "J10", AAA=[Attack(garrison_force("J10"), "conditional", 2)])
    assert "-C" in flags_of(arena(), "L1", "AAA", "J10", AAA=[Attack(leader_force(1), "conditional", 2)])


@pytest.mark.rule("QJ-05-29", "QJ-06-29")
def test_flag_assault_with_the_target() -> None:
    world = arena()
    turn = run_typed(world, AAA=[Attack(garrison_force("J10"), "assault", 2)], BBB=[Attack(leader_force(2), "assault", 1)])
    entry = turn.world.players["AAA"].seen["J10"]
    assert "-K" in entry.flags
    assert entry.targets == ("L2",)
    attacker = next(one for one in entry.leaders if one.number == 2)
    assert "-K" in attacker.flags
    assert attacker.targets == ("L1",)


@pytest.mark.rule("QJ-05-30", "QJ-06-31")
def test_flag_no_waylay() -> None:
    assert "-N" in flags_of(arena(), "G", "AAA", "J10", AAA=[NoWaylay(garrison_force("J10"))])
    assert "-N" in flags_of(arena(), "L1", "AAA", "J10", AAA=[NoWaylay(leader_force(1))])


@pytest.mark.rule("QJ-05-25")
def test_flag_raided() -> None:
    assert "-R" in flags_of(arena(), "G", "AAA", "J11", AAA=[Raid(garrison_force("J10"), 3, "J11")])


@pytest.mark.rule("QJ-05-33", "QJ-05-35")
def test_flags_ravaged_and_captured() -> None:
    world = arena()
    own(world, "K10", "AAA", ravaged=True, garrison=1)
    assert "-V" in flags_of(world, "G", "AAA", "K10")
    leader(world, 3, "AAA", "L10")
    assert "-X" in flags_of(world, "G", "AAA", "L10")
    assert "-X" not in flags_of(run_typed(world).world, "G", "AAA", "L10")


@pytest.mark.rule("QJ-05-32")
def test_flag_sealed() -> None:
    from postern.rulesets.great_jewels.turn.orders import Spell

    world = arena()
    talisman(world, 1, 1)
    assert "-U" in flags_of(world, "G", "AAA", "B4", AAA=[Spell(1, "S", province="B4")])


@pytest.mark.rule("QJ-05-34", "QJ-06-34", "QJ-06-35", "QJ-06-30", "QJ-31-22", "QJ-31-23")
def test_flags_waylaid_and_moved() -> None:
    world = land(AAA="QUNTAG", BBB="QUNTAG")
    change(world, "E6", garrison=9, csps=4, zorans=36)
    own(world, "E5", "BBB", garrison=10)
    leader(world, 50, "BBB", "E5", troops=1)
    leader(world, 44, "AAA", "E7", troops=90, bonus=3)
    turn = run_typed(world, AAA=[Move(44, ("E6", "E5", "D4"))])
    seen = turn.world.players["AAA"].seen
    assert province_code(seen["E6"]) == "E6[-----] (C,G=9,C=4,Z=36,-W)"  # without a target
    assert "-W" in seen["E5"].flags
    assert "-W" in next(one.flags for one in seen["E5"].leaders if one.number == 50)
    assert seen["E6"].departures == ("L44->E5",)
    assert seen["E5"].departures == ("L44->D4",)
    mover = next(one for one in seen["D4"].leaders if one.number == 44)
    assert {"-M", "-X"} <= set(mover.flags)


@pytest.mark.rule("QJ-06-27", "QJ-06-33", "QJ-06-36")
def test_flags_forced_march_sailing_and_mercenaries() -> None:
    world = land(AAA="QUNTAG", BBB="QUNTAG")
    own(world, "A3", "AAA", garrison=5, navies=1)
    leader(world, 1, "AAA", "J10", troops=2, bonus=5)
    leader(world, 2, "AAA", "A3", troops=2)
    change(world, "M4", mercenary=True, garrison=40)
    leader(world, 3, "AAA", "M4", troops=1, zorans=9)
    orders: list[QJOrder] = [Move(1, ("J11",), force_march=True), Sail(2, "A4"), BuyMercenaries(3)]
    turn = run_typed(world, AAA=orders)
    shown = {one.number: one.flags for entry in turn.world.players["AAA"].seen.values() for one in entry.leaders}
    assert "-F" in shown[1]
    assert "-S" in shown[2]
    assert "-Y" in shown[3]


@pytest.mark.rule("QJ-06-28", "QJ-06-32", "QJ-06-37")
def test_flags_hostile_at_peace_and_just_created() -> None:
    world = arena()
    leader(world, 3, "AAA", "J10", at_peace=True)
    assert "-H" in flags_of(world, "L1", "AAA", "J10", AAA=[Hostile(1)])
    assert "-P" in flags_of(world, "L3", "AAA", "J10")
    assert leader_code(LeaderEntry(4, "AAA", flags=("-*",))) == "L4[AAA]=0,-*"


@pytest.mark.rule("QJ-31-14")
def test_a_fallen_leader_is_shown_where_he_died_for_one_turn() -> None:
    world = arena()
    leader(world, 3, "BBB", "J10", bonus=0)
    turn = run_typed(world, AAA=[Attack(leader_force(1), "attack", 3)])
    assert 3 not in turn.world.leaders
    for reader in ("AAA", "BBB"):
        fallen = [one for one in turn.world.players[reader].seen["J10"].leaders if one.number == 3]
        assert [one.killed for one in fallen] == [True]
        assert leader_code(fallen[0]).startswith("--L3[BBB]=0")
    later = run_typed(turn.world).world
    assert not any(one.number == 3 for one in later.players["AAA"].seen["J10"].leaders)


def test_a_transferred_talisman_is_marked() -> None:
    world = arena()
    talisman(world, 60, 1)
    turn = run_typed(world, AAA=[GiveTalisman(60, None)])
    (entry,) = turn.world.players["AAA"].seen["J10"].talismans
    assert (entry.number, entry.flags) == (60, ("-T",))


# --- kinds of provinces -------------------------------------------------------------------------------------------------


def code_after(world: World, name: str) -> str:
    return province_code(run_typed(world).world.players["AAA"].seen[name])


@pytest.mark.rule("QJ-23-02", "QJ-31-20")
def test_a_neutral_shows_neither_rates_nor_turns_owned() -> None:
    world = land()
    change(world, "D5", terrain="M", garrison=27, csps=7, zorans=20)
    talisman(world, 12, "D5")
    leader(world, 1, "AAA", "D5")
    turn = run_typed(world)
    assert province_lines(turn.world.players["AAA"].seen["D5"])[:2] == ["D5[-----] (M,G=27,C=7,Z=20)", '  T12="EMERALD SHIELD"']


def test_dragons_and_mercenaries_have_tags_of_their_own() -> None:
    world = land()
    change(world, "D5", dragon=10, zorans=300)
    change(world, "E5", mercenary=True, garrison=40, csps=10)
    for number, name in enumerate(("D5", "E5"), start=1):
        leader(world, number, "AAA", name, at_peace=True)
    assert code_after(world, "D5") == "D5[-DRAGON-] (C,Z=300)"
    assert code_after(world, "E5").startswith("E5[MERC] (C,G=4")


@pytest.mark.rule("QJ-31-21", "QJ-03-05")
def test_a_city_shows_its_inside_only_to_who_is_in_it() -> None:
    world = land()
    change(world, "M7", city="SILVER", garrison=40, csps=10, zorans=300)
    leader(world, 9, LOTU, "M7", troops=20, bonus=4)
    leader(world, 1, "AAA", "M8")
    turn = run_typed(world, AAA=[Move(1, ("M7",))])
    assert province_lines(turn.world.players["AAA"].seen["M7"]) == ["M7[SILVER]"]
    assert turn.world.leaders[1].province == "M8"
    world.leaders[1].province = "M7"
    lines = province_lines(run_typed(world).world.players["AAA"].seen["M7"])
    assert lines[0].startswith("M7[SILVER] (C,G=40,C=10,Z=300")
    assert any(line.startswith("  L9[LOTU]=20+4") for line in lines)


def test_an_unlisted_drevonyx_is_seen_with_its_size() -> None:
    world = land()
    world.drevonyxes.append(Drevonyx(12, "J10"))
    leader(world, 1, "AAA", "J10", at_peace=True)
    assert "DREVONYX=12" in code_after(world, "J10")


# --- the whole printout ---------------------------------------------------------------------------------------------------


def sample() -> World:
    world = land(turn=9, GREEDY="RILRIS", LORD="QUNTAG", KILLER="SLENTH", OTHER="AZONI")
    world.game = "QJ-111"
    greedy = world.players["GREEDY"]
    greedy.account, greedy.score = 3646, 1983
    greedy.allies, greedy.met = ["LORD"], ["LORD", "KILLER"]
    world.players["LORD"].score, world.players["KILLER"].score, world.players["OTHER"].score = 3421, 792, 5
    return world


def sample_view() -> View:
    return view_of(sample(), "GREEDY")


@pytest.mark.rule("QJ-31-01", "QJ-31-02", "QJ-31-03", "QJ-31-04", "QJ-31-05", "QJ-31-06", "QJ-02-13")
def test_the_head_of_the_printout() -> None:
    due = datetime(2016, 8, 3, 20, 0, tzinfo=ZoneInfo("Europe/Berlin"))
    assert due_date(due) == "AUG-03-2016 20:00 CEST"
    assert head_lines(sample_view()) == [
        "GAME QJ-111 TURN 9 ACCOUNT 3646",
        "GREEDY = RILRIS      YOUR SCORE: 1983",
        "AUTOMATIC WAYLAY IS *on*",
        "NO CHARGE FOR THIS GAME",
    ]
    world = sample()
    world.players["GREEDY"].waylay = False
    assert "AUTOMATIC WAYLAY IS *off*" in head_lines(view_of(world, "GREEDY"))


@pytest.mark.rule("QJ-31-07", "QJ-31-08", "QJ-31-09")
def test_allies_players_met_and_their_scores_without_names() -> None:
    assert player_lines(sample_view()) == [
        "Players you have declared ally:",
        "[LORD]",
        "Players you have met:",
        "[LORD]=QUNTAG  [KILLER]=SLENTH",
        "Their scores (in increasing order):",
        "792  3421",
    ]


@pytest.mark.rule("QJ-31-25", "QJ-31-26")
def test_the_summary_lines_of_the_sample() -> None:
    summary = Summary(23, 137, 155, 599, 10, 1007, 19, 243, (16, 18))
    assert summary.lines() == [
        "Total provinces = 23, Levies = 137, Taxes = 155, Garrisons = 599, Csps = 10, Zorans = 1007",
        "Leaders = 19, Troops = 243",
        "Talismans controlled: T16 T18",
    ]
    assert len(summary.lines(talismans=False)) == 2


@pytest.mark.rule("QJ-31-25")
def test_the_summary_counts_all_that_a_player_has() -> None:
    world = land()
    own(world, "J10", "AAA", garrison=9, csps=4, zorans=30, ravaged=True)
    own(world, "K10", "BBB", garrison=70, csps=7, zorans=70)
    leader(world, 1, "AAA", "K10", troops=12, zorans=5)
    leader(world, 2, "BBB", "J10", troops=50)
    talisman(world, 60, "J10")
    talisman(world, 16, 1)
    talisman(world, 17, 2)
    assert view_of(world, "AAA").summary == Summary(2, 14, 13, 10, 4, 35, 1, 12, (16, 60))


@pytest.mark.rule("QJ-31-10", "QJ-31-31")
def test_the_whole_printout_in_its_order() -> None:
    world = run_typed(sample()).world
    lines = printout_lines(view_of(world, "GREEDY"))
    heads = [
        "GAME QJ-111 TURN 10",
        "GREEDY = RILRIS",
        "Players you have declared",
        "B4[GREEDY] (C,LV=10",
        "Total provinces = 1,",
    ]
    places = [next(place for place, line in enumerate(lines) if line.startswith(head)) for head in heads]
    assert places == sorted(places)
    assert all(len(line) <= 72 for line in lines)
    text = "\n".join(lines)
    assert "OTHER" not in text
    assert world.players["LORD"].home not in text


@pytest.mark.rule("QJ-31-10")
def test_provinces_stand_in_the_order_of_the_books_sample() -> None:
    """By number, then by letter: E1 stands before B2, A4 before B4, D5 before E5, F10 last."""
    sample_order = "E1 B2 A4 B4 D5 E5 D6 E6 F10".split()
    world = land(GREEDY="RILRIS")
    for name in sample_order:
        own(world, name, "GREEDY", garrison=1)
    lines = printout_lines(view_of(run_typed(world).world, "GREEDY"))
    assert [line.split("[")[0] for line in lines if line.split("[")[0] in sample_order] == sample_order


@pytest.mark.rule("QJ-31-05")
def test_a_report_is_given_its_due_date_where_the_book_has_it() -> None:
    due = datetime(2016, 8, 3, 20, 0, tzinfo=ZoneInfo("Europe/Berlin"))
    world = RULESET.setup({}, [Signup(name, {}) for name in ("ANN", "BOB", "CLEO", "DORA")], Chance("due"))
    written = RULESET.report(RULESET.view(world, "ANN"), ())
    text = to_text(RULESET.dated(written, due))
    lines = [line.strip() for line in text.splitlines()]
    at = lines.index("DUE DATE FOR THIS TURN IS: AUG-03-2016 20:00 CEST")
    assert lines[at + 1] == "NO CHARGE FOR THIS GAME"
    assert "DUE DATE" not in to_text(written)


def test_an_entry_says_nothing_that_it_was_not_given() -> None:
    """Of a city seen from outside only the name and the tag are known, of a leader in the fog only number and owner."""
    locked = ProvinceEntry("D5", 5, "SILVER", locked=True)
    fogged = LeaderEntry(31, "KING", fogged=True)
    assert {one.name for one in fields(locked) if getattr(locked, one.name)} == {"name", "turn", "tag", "locked"}
    assert {one.name for one in fields(fogged) if getattr(fogged, one.name)} == {"number", "owner", "fogged"}
