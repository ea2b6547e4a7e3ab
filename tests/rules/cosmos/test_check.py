"""The answer to a letter: orders read back with costs and phases, whole programs, what nobody mentioned (CF-1.2-16)."""

from __future__ import annotations

from copy import deepcopy
from unittest.mock import Mock

import pytest

from postern.game.orders import Program, Verdict
from postern.rulesets.cosmos.game import RULESET
from postern.rulesets.cosmos.knowledge import view_of
from postern.rulesets.cosmos.orders.reading import read
from postern.rulesets.cosmos.report.answers import Planned, check, programs_after, programs_section, try_out, verdict_of
from postern.rulesets.cosmos.rules.sight import Sight
from postern.rulesets.cosmos.tables.scenario import PHASES
from postern.rulesets.cosmos.world.document import dump
from postern.rulesets.cosmos.world.records import World
from tests.rules.cosmos.build import give, scenario_world


def answer(world: World, text: str, seat: str = "AM") -> Verdict:
    """What is answered to a letter."""
    view = view_of(world, seat)
    return check(read(text, view), view)


def plans(world: World, text: str) -> dict[int, Planned]:
    """The programs as they stand behind a letter."""
    view = view_of(world, "AM")
    return {one.actor: one for one in programs_after(try_out(read(text, view), view), view)}


def words(verdict: Verdict) -> list[tuple[int, str]]:
    return [(one.line, one.words) for one in verdict.accepted]


@pytest.mark.rule("CF-1.2-16", "CF-4.1-07")
def test_orders_are_read_back_with_what_they_cost_and_their_phases() -> None:
    verdict = answer(scenario_world(), "policy 2 ally\nname 3112 Guard\n3105:\nwait 2\nsignal 3104\nwait 3\nmyalias $captain")
    assert words(verdict) == [
        (1, "your nation holds Rowan Court as ally; administration point 1 of 22"),
        (2, "your nation names 3112 Guard; free"),
        (4, "3105 waits 2 phases; allowance 1 of 2; phases 1 to 2"),
        (5, "3105 signals to 3104; allowance 2 of 2; phase 3"),
        (6, "3105 waits 3 phases; administration point 2 of 22; phases 3 to 5"),
        (7, "3105 makes $captain stand for itself; free; phase 6"),
    ]
    assert not verdict.problems


def test_lines_of_a_block_are_read_back_each_with_its_own_cost() -> None:
    verdict = answer(scenario_world(), "3105:\nrepeat 2\norders:\nwait 2\nsignal 3104\n.")
    assert words(verdict) == [
        (2, "3105 repeats its orders; allowance 1 of 2; phase 1"),
        (4, "3105 waits 2 phases; allowance 2 of 2; phases 1 to 4"),
        (5, "3105 signals to 3104; administration point 1 of 22; phase 3, then 5"),
    ]


def test_orders_of_a_block_are_read_back_for_whoever_will_carry_them_out() -> None:
    verdict = answer(scenario_world(), "3104:\norder 3105\norders:\nwaitforone exact 3106 1501\nwait 1\n.")
    assert words(verdict) == [
        (2, "3104 gives orders to 3105; allowance 1 of 4; phase 1"),
        (4, "3105 waits until one of 3106, 1501 is seen at the same position; allowance 2 of 4; phase 1"),
        (5, "3105 waits 1 phase; allowance 3 of 4; phase 1"),
    ]


def test_what_goes_on_next_turn_and_what_is_not_begun() -> None:
    verdict = answer(scenario_world(), "3104:\nwait 40\nsignal 3105")
    assert words(verdict) == [
        (2, "3104 waits 40 phases; allowance 1 of 4; phases 1 to 24; the rest is left for next turn"),
        (3, "3104 signals to 3105; allowance 2 of 4; left for next turn"),
    ]


def test_waits_end_when_others_of_the_letter_signal() -> None:
    verdict = answer(scenario_world(), "3104:\nwaitonesig 3105\nwait 1\n3105:\nwait 6\nsignal 3104")
    assert words(verdict)[:2] == [
        (2, "3104 waits for a signal of 3105; allowance 1 of 4; phases 1 to 7"),
        (3, "3104 waits 1 phase; allowance 2 of 4; phase 7"),
    ]


def test_a_wait_is_one_span_even_when_the_signal_came_before_its_turn() -> None:
    for waiter, sender in ((3105, 3104), (1501, 3104), (3104, 1501)):  # locations come before units
        verdict = answer(scenario_world(), f"{waiter}:\nwaitonesig {sender}\n{sender}:\nwait 5\nsignal {waiter}")
        assert verdict.accepted[0].words.endswith("; phases 1 to 6")


def test_an_order_that_would_fail_stands_with_a_warning_and_its_phase() -> None:
    world = scenario_world()
    world.units[3105].position = "157"
    verdict = answer(world, "3104:\nwait 2\norder 3105\norders:\nwait 1\n.")
    assert words(verdict)[1] == (3, "3104 gives orders to 3105; allowance 2 of 4; fails in phase 3")
    (problem,) = verdict.problems
    assert (problem.line, problem.note, problem.why) == (3, True, "3105 is out of sight.")


def test_a_nation_order_that_would_fail_is_warned_about() -> None:
    world = scenario_world()
    world.nations["Am"].pool["gold"] = 0
    (problem,) = answer(world, "home 1502").problems
    assert (problem.line, problem.note) == (1, True)
    assert "costs gold:100" in problem.why


def test_waits_that_can_never_come_true_are_warned_about() -> None:
    verdict = answer(
        scenario_world(),
        "3104:\ntime 19 1\n3105:\nwaitonesig 3104\n3106:\ntime 18 1\n3107:\nwaitonesig 3103\n3103:\nwait 30\nsignal 3107",
    )
    assert [(one.line, one.note, one.why) for one in verdict.problems] == [
        (2, True, "The game ends with turn 18: turn 19 never comes."),
        (4, True, "No order of yours signals to 3105: it waits until one does."),
    ]


@pytest.mark.rule("CF-1.2-16", "CF-3.1-12", "CF-4.1-03")
def test_the_whole_program_of_each_unit_pending_kept_and_new() -> None:
    world = scenario_world()
    give(world.units[3104], "wait 3", "signal 3105", "repeat 2\norders:\nwait 1\n.")
    world.units[3104].program[0].begun, world.units[3104].program[0].left = True, 2
    give(world.units[3106], "wait 30")
    found = plans(world, "3104:\nclear 2 2\nmyalias $general\n3105:\nwait 1")
    assert [(one.text, one.depth, one.state, one.when) for one in found[3104].steps] == [
        ("wait 3 (begun-2)", 0, "kept", "phases 1 to 2"),
        ("repeat 2", 0, "kept", "phase 3"),
        ("wait 1", 1, "kept", "phases 3 to 4"),
        ("myalias $general", 0, "new", "phase 5"),
    ]
    assert [(one.text, one.state, one.when) for one in found[3105].steps] == [("wait 1", "new", "phase 1")]
    assert [(one.text, one.state) for one in found[3106].steps] == [("wait 30", "pending")]
    assert found[3106].steps[0].when == "phases 1 to 24; the rest is left for next turn"
    assert set(found) == {3104, 3105, 3106}
    assert "3104(Am) General: wait 3 (begun-2) [kept]: phases 1 to 2" in str(programs_section(tuple(found.values())))


def test_the_answer_holds_the_programs_in_which_orders_of_earlier_turns_go_on() -> None:
    world = scenario_world()
    give(world.units[3104], "wait 3", "signal 3105")
    give(world.units[3106], "wait 30")
    verdict = answer(world, "3104:\nwait 1\n3105:\nwait 1")
    assert verdict.programs == (
        Program(
            "3104(Am) General",
            ("wait 3 [kept]: phases 1 to 3", "signal 3105 [kept]: phase 4", "wait 1 [new]: phase 4"),
        ),
        Program("3106(Am) Captain", ("wait 30 [pending]: phases 1 to 24; the rest is left for next turn",)),
    )


def test_types_are_read_back_by_their_names() -> None:
    verdict = answer(scenario_world(), "build 3 190\n3101:\nrecruit 2\nrecruit 3 50")
    told = [one.words.split(";")[0] for one in verdict.accepted]
    assert told == ["your nation builds a castle at 190", "3101 recruits Medium Infantry", "3101 recruits 50 Heavy Infantry"]


def test_a_letter_that_clears_all_leaves_no_program() -> None:
    world = scenario_world()
    give(world.units[3104], "wait 3")
    assert plans(world, "3104:\nbreak") == {}


@pytest.mark.rule("CF-3.2-08")
def test_idle_leaders_and_points_that_are_left_are_named() -> None:
    world = scenario_world()
    world.units[3105].leader, world.units[3104].members = 3104, [3105]
    give(world.units[3106], "wait 3")
    verdict = answer(world, "policy 2 ally\n3101:\nwait 1")
    names = [one.split("(")[0] for one in verdict.unmentioned[:-1]]
    assert names == ["3102", "3103", "3104", "3107", "3108", "3109", "3110", "3111"]
    assert verdict.unmentioned[-1] == "21 of 22 administration points, which are not kept"


def test_checking_changes_nothing_and_comes_out_the_same() -> None:
    world = scenario_world()
    give(world.units[3104], "wait 3", "repeat\norders:\nwait 1\n.")
    before = dump(world)
    text = "policy 2 enemy\nhome 1502\n3104:\nclear\n3105:\nrepeat 3\norders:\nwait 1\n.\nsignal 3104"
    view = view_of(world, "AM")
    known = deepcopy(view.world)
    first = check(read(text, view), view)
    assert (dump(world), view.world) == (before, known)
    assert check(read(text, view), view) == first == answer(world, text)


@pytest.mark.parametrize(
    ("letter", "phases"),
    [
        ("", 0),
        ("policy 2 ally", 0),
        ("3105:\nwait 2\nsignal 3104", 3),
        ("3105:\nwait 2\n3106:\nwait 7", 7),
        ("3105:\nwait 30", PHASES),
    ],
)
def test_an_answer_runs_the_phases_in_which_orders_are_left(letter: str, phases: int, monkeypatch: pytest.MonkeyPatch) -> None:
    world = scenario_world()
    view = view_of(world, "AM")
    sheet = read(letter, view)
    whole = verdict_of(try_out(sheet, view, whole=True), sheet, view)
    looks, look = Mock(), Sight.look
    monkeypatch.setattr(Sight, "look", lambda *given: (looks(), look(*given)))
    assert check(sheet, view) == whole
    assert looks.call_count == phases
    looks.reset_mock()
    RULESET.forecast(sheet, view)
    assert looks.call_count == 3 * PHASES, "three turns, each run once"
