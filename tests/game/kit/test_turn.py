"""A small game's turn run by the kit: the order of steps, phases, what is told to whom, failures and remedies."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field

import pytest

from postern.game.chance import Chance
from postern.game.kit.turn import IssuedOrder, Phases, Step, TurnAtWork, run


@dataclass
class March(TurnAtWork[dict[str, int], IssuedOrder[str]]):
    """The world says how many troops each player has."""

    diary: list[tuple[int, str]] = field(default_factory=list)

    def seats(self) -> Collection[str]:
        return self.world


def _note_down(turn: March) -> None:
    turn.diary.append((turn.phase, turn.step))


def _starve(turn: March) -> None:
    _note_down(turn)
    for name in turn.world:
        turn.world[name] -= 1
        turn.tell("starved", [name, "", "LOTU"], left=turn.world[name])


TABLE = (Step("1", "muster", _note_down), Phases(3, (Step("a", "march", _note_down), Step("b", "hunger", _starve))))
ALL = [(0, "1"), (1, "1a"), (1, "1b"), (2, "2a"), (2, "2b"), (3, "3a"), (3, "3b")]


def _turn() -> March:
    return March({"ANN": 5, "BOB": 3}, [], Chance("kit"))


def test_steps_run_in_the_order_of_the_table_and_phases_again_and_again() -> None:
    turn = run(TABLE, _turn())
    assert turn.diary == ALL
    assert turn.world == {"ANN": 2, "BOB": 0}


def test_a_turn_stops_behind_the_step_that_is_asked_for() -> None:
    assert run(TABLE, _turn(), until="2a").diary == ALL[:4]
    with pytest.raises(ValueError, match="9z"):
        run(TABLE, _turn(), until="9z")


def test_a_step_left_out_is_neither_run_nor_reported() -> None:
    turn = _turn()
    done: list[str] = []
    run(TABLE, turn, skip=lambda label: turn.world["BOB"] < 2, after=done.append)
    assert turn.diary == ALL[:5]
    assert done == [label for _, label in ALL[:5]]


def test_only_players_are_told() -> None:
    turn = run(TABLE, _turn(), until="1b")
    assert [(one.kind, one.step, one.seen_by, one.data) for one in turn.events] == [
        ("starved", "1b", frozenset({"ANN"}), {"left": 4}),
        ("starved", "1b", frozenset({"BOB"}), {"left": 2}),
    ]


def test_a_remedy_that_rests_on_an_order_which_failed_too_is_not_told() -> None:
    turn = _turn()
    first, second, third = (IssuedOrder("ANN", "go", line, f"GO {line}") for line in (1, 2, 3))
    turn.fail(first, "NO ROAD", "There is no road.", "Go with the second.", beside=second)
    assert [one.remedy for one in turn.told_failures()] == ["Go with the second."]
    turn.note(second, "SHORT", "Only half of the way.")
    assert [one.remedy for one in turn.told_failures()] == ["Go with the second.", ""]
    turn.fail(second, "NO ROAD", "There is no road.", "Build one.", beside=third)
    assert [one.remedy for one in turn.told_failures()] == ["", "", "Build one."]


def test_a_failure_is_told_to_its_giver_alone() -> None:
    turn = _turn()
    turn.step = "4"
    turn.fail(IssuedOrder("BOB", "go", 7, "GO 7"), "NO ROAD", "There is no road.", "Build one.", "BUILD")
    turn.note(IssuedOrder("BOB", "go", 8, "GO 8"), "SHORT", "Only half of the way.")
    failed, noted = (one.event() for one in turn.failures)
    words = {"why": "There is no road.", "remedy": "Build one.", "paste": "BUILD"}
    assert (failed.kind, failed.step, failed.seen_by) == ("order-failed", "4", frozenset({"BOB"}))
    assert failed.data == {"line": 7, "code": "NO ROAD", "text": "GO 7", **words}
    assert noted.kind == "order-note"
    assert noted.data["remedy"] == ""
