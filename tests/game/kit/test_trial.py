"""A small game's orders tried out: which failures its giver reads, the verdict and the parts of a forecast."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace

from postern.game.chance import Chance
from postern.game.kit.trial import ReadBack, Trial, failures_by_order, orders_section, problems_section, verdict
from postern.game.kit.turn import Failure, IssuedOrder, Step, TurnAtWork, run
from postern.game.orders import Order, OrderSheet, Problem, Reading
from postern.game.report import Bullets, Table, Text

Given = IssuedOrder[int]


@dataclass
class Purse(TurnAtWork[int, Given]):
    """The world is the gold of the only player."""

    def seats(self) -> Collection[str]:
        return ("ANN",)


def _spend(turn: Purse) -> None:
    for issued in turn.orders:
        if issued.order > 100:
            turn.fail(issued, "UNSEEN", "Nobody knows that price.")
        elif issued.order > turn.world:
            turn.fail(issued, "POOR", f"There is {turn.world} gold.", "Spend less.", f"SPEND {turn.world}")
            turn.note(issued, "LATER", "Come again.")
        else:
            turn.world -= issued.order
            if not turn.world:
                turn.note(issued, "EMPTY", "Nothing is left.")
                turn.note(issued, "EMPTY", "Nothing is left.")


SHEET = OrderSheet(
    "spend 3\nspnd 1\nplease spend 9, spend 2\nspend 200",
    tuple(
        Order(line, f"spend {amount}", f"SPEND {amount}", f"Spends {amount}.", amount)
        for line, amount in ((1, 3), (3, 9), (3, 2), (4, 200))
    ),
    (Problem("NOT UNDERSTOOD", 2, "What is spnd?", "Did you mean", "SPEND 1", text="spnd 1"),),
)


def _tried() -> list[ReadBack[Failure[Given]]]:
    issued = tuple(Given("ANN", order.data, order.line, order.code) for order in SHEET.orders)
    trial = Trial(issued, run([Step("1", "spend", _spend)], Purse(5, list(issued), Chance("x"), expected=True)))
    found = failures_by_order(
        trial.issued, trial.turn, lambda one, later: replace(one, note=True) if one.code == "UNSEEN" else one
    )
    return [
        ReadBack(order, order.words if all(one.note for one in found.get(at, ())) else "", tuple(found.get(at, ())))
        for at, order in enumerate(SHEET.orders)
    ]


def test_an_order_fails_for_its_first_reason_or_has_each_note_once() -> None:
    """3 of 5 gold are spent, so that 9 are too many (2 are left) and 2 are the last; what nobody knows is a note."""
    codes = [[(one.code, one.note) for one in order.failures] for order in _tried()]
    assert codes == [[], [("POOR", False)], [("EMPTY", True)], [("UNSEEN", True)]]


def test_the_verdict_has_what_stands_and_what_fails_line_by_line() -> None:
    answer = verdict(SHEET, _tried(), SHEET.problems, ("5 gold",))
    assert answer.accepted == (
        Reading(1, "SPEND 3", "Spends 3."),
        Reading(3, "SPEND 2", "Spends 2."),
        Reading(4, "SPEND 200", "Spends 200."),
    )
    told = [(one.line, one.column, one.code, one.note, one.paste, one.order) for one in answer.problems]
    assert told == [
        (2, 1, "NOT UNDERSTOOD", False, "SPEND 1", ""),
        (3, 8, "POOR", False, "SPEND 2", "SPEND 9"),
        (3, 17, "EMPTY", True, "", "SPEND 2"),
        (4, 1, "UNSEEN", True, "", "SPEND 200"),
    ]
    assert answer.unmentioned == ("5 gold",)


def test_a_forecast_tells_what_fails_and_what_stands() -> None:
    (problems,) = problems_section(SHEET, _tried())
    (table,) = problems.blocks
    assert isinstance(table, Table)
    assert table.rows == (
        ("`spnd 1`", "not read", "What is spnd?", "Did you mean SPEND 1"),
        ("`SPEND 9`", "not possible", "There is 2 gold.", "Spend less. SPEND 2"),
        ("`SPEND 2`", "in part", "Nothing is left.", ""),
        ("`SPEND 200`", "in part", "Nobody knows that price.", ""),
    )
    stands = "`SPEND 3`: Spends 3.", "`SPEND 2`: Spends 2.", "`SPEND 200`: Spends 200."
    assert orders_section(_tried()).blocks == (Bullets(stands),)


def test_a_forecast_without_orders_says_so() -> None:
    assert problems_section(OrderSheet(""), []) == []
    assert orders_section([]).blocks == (Text("There are no orders that can be carried out."),)
