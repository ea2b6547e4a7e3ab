"""The answer to orders before the turn runs: the real steps on the world as the seat knows it, and the forecast."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from postern import render
from postern.game.chance import Chance
from postern.game.orders import Problem, Verdict
from postern.rulesets.great_jewels.game import RULESET
from postern.rulesets.great_jewels.knowledge import View, imagine, view_of
from postern.rulesets.great_jewels.orders.reading.letter import read
from postern.rulesets.great_jewels.report.answers import check
from postern.rulesets.great_jewels.report.documents import forecast
from postern.rulesets.great_jewels.world.records import Drevonyx, LeaderEntry, ProvinceEntry, TalismanEntry, Terrain, World
from tests.rules.great_jewels.build import allies, change, land, leader, own, talisman


def scene(turn: int = 5) -> World:
    """LORD with a coastal home B4, E5 inland and two leaders; KING's L31 stands in E5, BBB is a stranger."""
    world = land(turn, LORD="QUNTAG", KING="AZONI", BBB="SLENTH")
    own(world, "E5", "LORD", garrison=10, zorans=50, csps=3)
    leader(world, 13, "LORD", "E5", troops=12, bonus=3)
    leader(world, 14, "LORD", "E5", troops=2, zorans=7)
    leader(world, 31, "KING", "E5", troops=3, bonus=1, at_peace=True)
    leader(world, 32, "BBB", "P8", troops=40)
    world.players["LORD"].met.append("KING")
    print_entries(world, "LORD")
    return world


def print_entries(world: World, seat: str, *others: str, turn: int | None = None) -> None:
    """Gives the seat current entries of its provinces and of its leaders' places, and of others, as step 15 would."""
    number = turn if turn is not None else world.turn
    names = {one.name for one in world.provinces.values() if one.owner == seat}
    names |= {one.province for one in world.leaders.values() if one.owner == seat} | set(others)
    for name in names if turn is None else others:
        place = world.provinces[name]
        leaders = tuple(
            LeaderEntry(one.number, one.owner, one.troops, one.bonus, one.zorans, flags=("-P",) if one.at_peace else ())
            for one in sorted(world.leaders.values(), key=lambda one: one.number)
            if one.province == name
        )
        shown = tuple(TalismanEntry(one.number, one.name) for one in world.talismans.values() if one.province == name)
        tag = place.owner or place.city or ("-DRAGON-" if place.dragon else "MERC" if place.mercenary else "-----")
        world.players[seat].seen[name] = ProvinceEntry(
            name,
            number,
            tag,
            place.terrain.value,
            garrison=place.garrison,
            csps=place.csps,
            zorans=place.zorans,
            road=place.road,
            leaders=leaders,
            talismans=shown,
            drevonyxes=tuple(one.size for one in world.drevonyxes if one.province == name),
            locked=bool(place.city),
        )


def verdict(text: str, world: World | None = None) -> Verdict:
    view = view_of(world or scene(), "LORD")
    return check(read(text, view), view)


def errors(found: Verdict) -> list[str]:
    return [problem.code for problem in found.problems if not problem.note]


def only(found: Verdict) -> Problem:
    (problem,) = found.problems
    return problem


# --- accepted orders, read back with their consequence --------------------------------------------------------------------


@pytest.mark.rule("QJ-29-06")
def test_orders_are_read_back_with_their_consequence() -> None:
    world = scene()
    change(world, "D5", terrain="F")
    change(world, "D5", road=False)
    world.terrain_map["D5"] = Terrain.FOREST
    found = verdict("GE5T5TL14\nL13MD5\nGE5BC4\nA=KING", world)
    assert not found.problems
    assert [(one.line, one.code) for one in found.accepted] == [(1, "GE5T5TL14"), (2, "L13MD5"), (3, "GE5BC4"), (4, "A=KING")]
    words = [one.words for one in found.accepted]
    assert words[0] == "E5 hands 5 troops to L14 (he then has 7)"
    assert words[1] == "L13 marches to D5 (forest, cost 2 of 4)"
    assert "7" in words[2]
    assert words[3] == "KING becomes your ally"


def test_later_orders_are_judged_on_what_earlier_phases_leave() -> None:
    found = verdict("L14AG\nGE5BR3L14\nGE5T4TL14\nGE5T#ZL13\nGE5BC4")
    codes = errors(found)
    # the zorans are gone after the transfers, so nothing can be built; the garrison is his own
    assert codes.count("NOT ENOUGH ZORANS") == 2
    assert [one.code for one in found.accepted] == ["GE5T4TL14", "GE5T#ZL13"]


def test_an_order_that_stands_in_part_is_read_back_as_reduced_and_has_a_line_to_mend_it() -> None:
    found = verdict("GE5T99TL14")
    assert [(one.code, one.words) for one in found.accepted] == [("GE5T99TL14", "E5 hands 10 troops to L14 (he then has 12)")]
    assert only(found).paste == "GE5T10TL14"
    assert not only(found).note


def test_a_move_that_stops_short_is_read_back_as_far_as_it_comes() -> None:
    world = scene()
    for name in ("D5", "C5", "B5"):
        change(world, name, terrain="F")
        world.terrain_map[name] = Terrain.FOREST
    found = verdict("L13MD5C5B5", world)
    assert [one.words for one in found.accepted] == [
        "L13 marches to B5 by way of D5, C5 (only as far as C5: forest, cost 4 of 4)"
    ]


@pytest.mark.rule("QJ-29-02")
def test_the_second_exclusive_order_is_told_once_and_the_first_stands() -> None:
    found = verdict("L13MD5\nL13ME6")
    assert [one.code for one in found.accepted] == ["L13MD5"]
    assert (only(found).code, only(found).line) == ("ALREADY HAS AN ORDER", 2)


@pytest.mark.rule("QJ-29-02")
def test_which_exclusive_order_stands_is_told_also_where_a_target_was_not_seen() -> None:
    found = verdict("L13CL77\nL13MD5")
    assert [one.code for one in found.accepted] == ["L13CL77", "L13MD5"]
    assert only(found).why.endswith("Then L13MD5 is not carried out; otherwise that order stands alone.")
    found = verdict("L13MD5\nL13CL77")
    assert [one.code for one in found.accepted] == ["L13MD5"]
    assert (only(found).note, only(found).remedy) == (False, "L13MD5 stands instead.")


@pytest.mark.rule("QJ-29-69")
def test_a_raid_goes_beside_an_exclusive_order() -> None:
    world = scene()
    own(world, "F5", "LORD", garrison=4)
    found = verdict("L13R2D5\nL13ME6\nGE5R2D5\nGE5M", world)
    assert not errors(found)
    assert [one.code for one in found.accepted] == ["L13R2D5", "L13ME6", "GE5R2D5", "GE5M"]


@pytest.mark.rule("QJ-29-70", "QJ-29-60")
def test_ravaging_binds_the_garrison() -> None:
    found = verdict("RE5\nGE5AL31")
    assert [one.code for one in found.accepted] == ["RE5"]
    assert errors(found) == ["ALREADY HAS AN ORDER"]


# --- problems ----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("QJ-29-06")
@pytest.mark.parametrize(
    ("text", "code", "part"),
    [
        ("L31MD5", "NOT YOURS", "KING"),
        ("L99MD5", "NO SUCH LEADER", "L99"),
        ("GD5BC1", "NOT YOURS", "D5"),
        ("L13MB10", "NOT ADJACENT", "E5"),
        ("L13AL14", "OWN FORCE", "L14"),
        ("A=BBB", "NOT MET", "BBB"),
        ("L13SD5", "NOT COASTAL", "E5"),
        ("T45=M7", "NOT YOURS", "T45"),
        ("L13T5TL31", "NOT YOURS", "L31"),
        ("GE5T2TL99", "NO SUCH LEADER", "L99"),
    ],
)
def test_plain_mistakes_are_told_with_their_reason(text: str, code: str, part: str) -> None:
    found = verdict(text)
    assert not found.accepted
    problem = only(found)
    assert (problem.code, problem.line, problem.text, problem.note) == (code, 1, text, False)
    assert part in problem.why


def test_a_move_too_far_has_its_cost_and_a_line_to_paste() -> None:
    world = scene()
    for name in ("D5", "C5", "B5"):
        change(world, name, terrain="F")
        world.terrain_map[name] = Terrain.FOREST
    problem = only(verdict("L13MD5C5B5", world))
    assert problem.code == "NOT ENOUGH MP"
    assert "4" in problem.why
    again = verdict(problem.paste, world)
    assert again.accepted
    assert not again.problems


def test_besieged_provinces_say_so() -> None:
    world = scene()
    change(world, "E5", besieged=True)
    assert errors(verdict("GE5BC2", world)) == ["BESIEGED"]


def test_problems_stand_in_the_order_of_the_lines_with_their_columns() -> None:
    found = verdict("GE5BC1, L31MD5\nnonsense L13\nL99P")
    assert [(problem.line, problem.column) for problem in found.problems] == [(1, 9), (2, 1), (3, 1)]


# --- what the seat cannot know ----------------------------------------------------------------------------------------------


def test_a_target_who_was_not_seen_is_a_note() -> None:
    found = verdict("L13AL77")
    assert [one.code for one in found.accepted] == ["L13AL77"]
    assert only(found).note
    assert "L77" in only(found).why


def test_a_note_names_the_order_of_its_line_that_it_speaks_of() -> None:
    found = verdict("GE5BC1, L13 attacks L99")
    (note,) = [problem for problem in found.problems if problem.note]
    assert (note.line, note.order) == (1, "L13AL99")


def test_a_target_seen_elsewhere_now_is_an_error() -> None:
    world = scene()
    leader(world, 33, "KING", "D5", troops=2)
    print_entries(world, "LORD", "D5")
    assert errors(verdict("L13AL33", world)) == ["NOT THERE"]


def test_a_target_remembered_from_an_earlier_turn_elsewhere_is_a_note() -> None:
    world = scene()
    leader(world, 33, "KING", "D5", troops=2)
    print_entries(world, "LORD", "D5", turn=3)
    found = verdict("L13AL33", world)
    assert not errors(found)
    assert found.accepted


def test_engines_for_another_player_depend_on_his_word() -> None:
    world = scene()
    world.leaders[13].rams = 2
    found = verdict("L13T1RL31", world)
    assert found.accepted
    assert only(found).note


def test_an_ally_is_taken_to_have_declared_us_too() -> None:
    world = land(LORD="QUNTAG", KING="QUNTAG")
    own(world, "D12", "KING", garrison=4)
    leader(world, 13, "LORD", "D12", troops=5)
    allies(world, "LORD", "KING", mutual=False)
    print_entries(world, "LORD")
    assert not errors(verdict("L13T3TG", world))


def test_a_locked_city_may_be_unlocked_by_others() -> None:
    world = scene()
    change(world, "D5", city="SILVER", garrison=40)
    print_entries(world, "LORD", "D5")
    found = verdict("L13MD5", world)
    assert found.accepted
    assert only(found).note


def test_a_province_never_seen_may_be_a_city() -> None:
    found = verdict("L13UD5")
    assert found.accepted
    assert only(found).note
    world = scene()
    print_entries(world, "LORD", "D5")
    assert errors(verdict("L13UD5", world))


def test_a_talisman_goes_only_to_the_garrison_where_it_is() -> None:
    world = scene()
    talisman(world, 50, 13)
    assert [one.code for one in verdict("T50 to the garrison of E5", world).accepted] == ["T50G"]
    assert errors(verdict("T50 to the garrison of B4", world)) == ["NOT THERE"]


def test_secrets_change_nothing() -> None:
    text = "L13MD5\nL13AL31\nGE5R5D5\nL14AL32\nGE5BC4\nL13UD5\nL14MP8\nD=BBB: hi"
    before = scene()
    after = scene()
    change(after, "D5", garrison=40, csps=9, zorans=70, trait=2)
    change(after, "C5", dragon=10)
    change(after, "F5", mercenary=True)
    leader(after, 78, "BBB", "D5", troops=30)
    after.players["KING"].allies.append("LORD")
    after.players["BBB"].score = 900
    after.end_turn = 21
    talisman(after, 49, 31)
    after.drevonyxes.append(Drevonyx(30, "D5"))
    views = [view_of(world, "LORD") for world in (before, after)]
    sheets = [read(text, view) for view in views]
    assert check(sheets[0], views[0]) == check(sheets[1], views[1])
    documents = [render.to_text(forecast(sheet, view)) for sheet, view in zip(sheets, views, strict=True)]
    assert documents[0] == documents[1]


@pytest.mark.rule("QJ-28.1-168")
def test_whom_ones_own_talisman_banishes_is_gone_before_combat() -> None:
    world = scene()
    talisman(world, 92, 13)
    talisman(world, 55, 31)
    problem = only(verdict("T92=L31\nL13AL31", world))
    assert (problem.code, problem.note) == ("NOT THERE", False)
    assert problem.why == "L31 is not in E5, where L13 stands."
    view = view_of(world, "LORD")
    text = " ".join(render.to_text(forecast(read("T92=L31\nL13AL31", view), view)).split())
    assert "Combat" not in text
    text = " ".join(render.to_text(forecast(read("T92=L14", view), view)).split())
    assert "Expected to fall" not in text


@pytest.mark.rule("QJ-21-10", "QJ-22-03")
def test_who_attacks_an_allys_garrison_reads_that_it_will_not_be_captured() -> None:
    world = scene()
    own(world, "D5", "KING", garrison=3)
    leader(world, 15, "LORD", "D5", troops=50, bonus=5)
    allies(world, "LORD", "KING", mutual=False)
    print_entries(world, "LORD")
    note = only(verdict("L15AG", world))
    assert note.note
    assert note.why == "KING is your declared ally: L15 does not capture D5, even when its garrison falls."
    assert verdict("L15AG\nL15H", world).problems == verdict("L15AG\nN=KING", world).problems == ()


# --- what nobody mentioned ----------------------------------------------------------------------------------------------------


def test_idle_leaders_and_unspent_wealth_are_named() -> None:
    found = verdict("L13MD5")
    assert found.unmentioned == ("L14 in E5 (2 troops, 7 zorans)", "50 zorans unspent in E5")
    assert verdict("L13MD5\nGE5T1TL14\nGE5BC4").unmentioned == ("30 zorans unspent in E5",)
    assert verdict("L13MD5\nL14 stays\nGE5BC4").unmentioned == ("30 zorans unspent in E5",)


@pytest.mark.rule("QJ-28.1-123")
def test_a_leader_whom_a_talisman_has_do_something_is_not_idle() -> None:
    world = scene()
    talisman(world, 78, 13)
    talisman(world, 45, 14)
    assert verdict("T78=M7\nT45=M7\nGE5BC4\nGE5BN1", world).unmentioned[0].startswith("L14 in E5")
    assert verdict("T45=M7", world).unmentioned[0].startswith("L13 in E5")
    del world.leaders[13]
    talisman(world, 78, 0)
    assert verdict("T78=M7", world).unmentioned[0].startswith("L14 in E5")


def test_a_rilris_hoards_on_purpose() -> None:
    world = land(LORD="RILRIS", KING="AZONI")
    own(world, "E5", "LORD", garrison=10, zorans=500)
    print_entries(world, "LORD")
    assert verdict("", world).unmentioned == ()


@pytest.mark.rule("QJ-02-18")
def test_a_missing_vote_is_named_on_turn_1_only() -> None:
    for turn, text, named in ((1, "", True), (1, "E=20", False), (2, "", False)):
        world = scene(turn)
        world.players["LORD"].end_vote = 0
        phrases = verdict(text, world).unmentioned
        assert any("game to end" in phrase for phrase in phrases) is named


@pytest.mark.rule("QJ-02-18")
def test_a_vote_that_came_with_the_name_is_not_missing() -> None:
    world = scene(1)
    world.players["LORD"].end_vote = 22
    assert not any("game to end" in phrase for phrase in verdict("", world).unmentioned)


@pytest.mark.parametrize(("number", "more"), [(12, ()), (13, ("1 more leader",)), (14, ("2 more leaders",))])
def test_idle_leaders_beyond_a_dozen_are_counted(number: int, more: tuple[str, ...]) -> None:
    world = land(LORD="RILRIS")
    for each in range(1, number + 1):
        leader(world, each, "LORD", "E5")
    assert verdict("", world).unmentioned[12:] == more


@pytest.mark.parametrize(("number", "more"), [(12, ()), (13, ("1 more treasury of 20 zorans or more",))])
def test_treasuries_beyond_a_dozen_are_counted(number: int, more: tuple[str, ...]) -> None:
    world = land(LORD="QUNTAG")
    for column in range(1, number + 1):
        own(world, f"F{column}", "LORD", zorans=20)
    assert verdict("", world).unmentioned[12:] == more


# --- the imagined world -------------------------------------------------------------------------------------------------------


def test_the_imagined_world_holds_what_the_view_says_and_nothing_else() -> None:
    world = scene()
    change(world, "D5", city="SILVER", garrison=40)
    change(world, "F5", dragon=10)
    change(world, "F6", mercenary=True, garrison=40)
    change(world, "H9", garrison=33, owner="BBB")
    print_entries(world, "LORD", "D5", "F5", "F6")
    talisman(world, 50, 13)
    talisman(world, 51, 32)
    world.drevonyxes.append(Drevonyx(12, "H9"))
    world.drevonyxes.append(Drevonyx(20, "E5", asleep=False))
    print_entries(world, "LORD")
    seen = imagine(view_of(world, "LORD"))
    assert seen.provinces["E5"] == world.provinces["E5"]
    assert seen.leaders[13] == world.leaders[13]
    assert (seen.leaders[31].province, seen.leaders[31].troops, seen.leaders[31].at_peace) == ("E5", 3, True)
    assert 32 not in seen.leaders
    assert seen.provinces["D5"].city == "SILVER"
    assert seen.provinces["D5"].garrison == 40
    assert seen.provinces["F5"].dragon == 10
    assert seen.provinces["F6"].mercenary
    assert (seen.provinces["H9"].owner, seen.provinces["H9"].garrison) == ("", 0)
    assert seen.talismans[50].leader == 13
    assert seen.talismans[51].holder is None
    assert [(one.size, one.province, one.asleep) for one in seen.drevonyxes] == [(20, "E5", False)]
    seen.provinces["E5"].garrison = 0
    seen.leaders[13].troops = 0
    seen.players["LORD"].allies.append("KING")
    assert world.provinces["E5"].garrison == 10
    assert world.leaders[13].troops == 12
    assert world.players["LORD"].allies == []


# --- the forecast -------------------------------------------------------------------------------------------------------------


def test_the_forecast_tells_moves_building_balances_and_expected_losses() -> None:
    world = scene()
    change(world, "D5", garrison=2)
    print_entries(world, "LORD", "D5")
    leader(world, 15, "LORD", "D5", troops=20, bonus=2)
    world.provinces["D5"].owner = "KING"
    print_entries(world, "LORD", "D5")
    view = view_of(world, "LORD")
    document = forecast(read("L13ME6\nGE5BC4\nL15AG\nL99P", view), view)
    assert document.kind == "forecast"
    text = render.to_text(document)
    assert "forecast, not a result" in " ".join(text.split())
    assert "L13 marches to E6 (clear, cost 1 of 4)" in text
    assert "Battle in D5" in text
    assert "citadel would then have strength 7" in " ".join(text.split())
    assert "L99" in text
    assert world.provinces["E5"].csps == 3


def test_the_forecast_tells_siege_equipment_where_there_is_any() -> None:
    world = scene()
    change(world, "E5", zorans=20)
    view = view_of(world, "LORD")

    def leaders(orders: str) -> list[str]:
        lines = render.to_text(forecast(read(orders, view), view)).splitlines()
        return lines[lines.index("Leaders") + 1 :]

    assert "Rams" not in leaders("")[0]
    table = leaders("GE5BR2L13")
    assert table[0].split()[-1] == "Rams"
    assert next(line.split()[-1] for line in table if line.startswith("L13 ")) == "2"


VIEW: View = view_of(scene(), "LORD")
PIECES = st.sampled_from(
    "L13 L14 L31 L99 GE5 GB4 GD5 T45 T1 T133 T99 M F S A K C R # * 5 99 TL13 TG ZL14 RL31 D5 E6 B4 A3 M7 AG CG AL31 UD5 BC4 "
    "BN1 BD BR2L13 XC# XD P Q H E N Y Z ZN = A=KING N=BBB D=* [KING] GL13MD5 L13MD5E6 L14M* GE5R5* T49L13 T50G T78=D5".split()
)


@given(st.lists(st.lists(PIECES, min_size=1, max_size=4).map("".join), max_size=12).map("\n".join))
@settings(max_examples=200, deadline=None)
def test_any_orders_are_judged_without_a_crash_and_each_is_accepted_or_told(text: str) -> None:
    sheet = read(text, VIEW)
    found = check(sheet, VIEW)
    accepted = [(one.line, one.code) for one in found.accepted]
    for order in sheet.orders:
        told = any(problem.line == order.line and not problem.note for problem in found.problems)
        assert (order.line, order.code) in accepted or told
    seen = [(problem.line, problem.column, problem.code, problem.why) for problem in found.problems]
    assert seen == sorted(seen, key=lambda one: one[:2])
    render.to_text(forecast(sheet, VIEW))


def test_an_order_to_ravage_is_read_back_with_its_points() -> None:
    for people, words in (("SLENTH", "you gain "), ("AZONI", "you lose ")):
        world = land(AAA=people, BBB="QUNTAG")
        own(world, "J10", "AAA", garrison=5)
        after = RULESET.resolve(world, {}, Chance("x")).world
        view = RULESET.view(after, "AAA")
        (reading,) = RULESET.check(RULESET.read("RJ10", view), view).accepted
        entry = view.entries["J10"]
        assert f"{words}{8 * (entry.levy + entry.tax)} points" in reading.words
        gained = RULESET.resolve(after, {"AAA": RULESET.read("RJ10", view)}, Chance("x"))
        (event,) = [event for event in gained.events if event.kind == "ravaged"]
        assert abs(event.data["points"]) == 8 * (entry.levy + entry.tax)


@pytest.mark.rule("QJ-29-06")
def test_a_march_that_begins_with_the_leaders_own_province_is_given_without_it() -> None:
    (problem,) = verdict("L13ME5D4").problems
    assert problem.why == "L13 is in E5 already; the way begins with the province next to it."
    assert (problem.remedy, problem.paste) == ("Without it:", "L13MD4")
    (problem,) = verdict("L13FE5D4C4B4").problems
    assert problem.paste == "L13FD4C4B4"
    (problem,) = verdict("L13ME5").problems
    assert (problem.why, problem.remedy, problem.paste) == ("L13 is in E5 already.", "To stay there needs no order.", "")
    (problem,) = verdict("L13ME5P8").problems
    assert "From there he can step to E6, F6, F5, E4, D4 or D5." in problem.remedy
    assert "he is in D4 already" in verdict("L13MD4D4").problems[0].why


@pytest.mark.rule("QJ-29-06")
def test_whom_to_attack_is_shown_by_those_seen_there() -> None:
    (problem,) = [one for one in verdict("L14 fight the enemy").problems if not one.note]
    assert problem.remedy == "L14 stands in E5. To attack whom you saw there:  L14AL31"


def test_a_forecast_without_orders_says_so_in_plain_words() -> None:
    assert "What a turn without orders would bring" in " ".join(render.to_text(forecast(read("", VIEW), VIEW)).split())


@pytest.mark.rule("QJ-29-02", "QJ-29-06")
def test_an_order_is_said_to_stand_instead_only_when_it_stands() -> None:
    world = scene()
    leader(world, 33, "KING", "D5", troops=2)
    print_entries(world, "LORD", "D5")
    talisman(world, 1, 13)
    refused = {problem.text: problem.remedy for problem in verdict("L13MD5\nL13AL33", world).problems}
    assert refused == {"L13AL33": "L13MD5 stands instead."}
    refused = {problem.text: problem.remedy for problem in verdict("L13CG\nL13AL33", world).problems}
    assert refused == {"L13CG": "", "L13AL33": ""}
    refused = {problem.text: problem.remedy for problem in verdict("T1=TL14M9\nL14MD5\nL14ME6\nL13MD5\nL13ME6", world).problems}
    assert (refused["L14ME6"], refused["L13ME6"]) == ("", "To do this instead, leave out L13MD5.")
