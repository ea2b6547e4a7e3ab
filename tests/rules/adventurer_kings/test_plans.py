"""Encounter plans as they are written (AK-D5.0-01)."""

from __future__ import annotations

import pytest

from postern.game.kit.orders.kinds import Refusal
from postern.rulesets.adventurer_kings.rules.plans import NAMES, Plan, read_plan, special_fault
from postern.rulesets.adventurer_kings.tables import TABLES


def read(text: str) -> str:
    """The plan that is left, or the code of its refusal."""
    plan = read_plan(text)
    return str(plan) if isinstance(plan, Plan) else plan.code


@pytest.mark.rule("AK-P5.0-11", "AK-P4.2-01")
@pytest.mark.parametrize("text", ["CA-FB", "US-38", "FI", "ME", "TA", "SA-ECHO", "FU", "ST", "FL", "GI-13", "GI-8G", "SC"])
def test_there_are_eleven_tactics(text: str) -> None:
    assert len(NAMES) == 11
    assert read(text) == text


@pytest.mark.rule("AK-P5.0-11")
@pytest.mark.parametrize("text", ["XX", "SA", "US", "CA", "CA-BL", "CA-ZZ", "GI", "ME-3", "FL-1", ""])
def test_other_tactics_are_refused(text: str) -> None:
    assert isinstance(read_plan(text), Refusal)


@pytest.mark.rule("AK-D5.0-01", "AK-P5.0-02")
def test_a_plan_has_at_most_eight_tactics_parted_by_commas() -> None:
    assert read("SC,TA, FI , FI,FI,FI,ME,FL") == "SC, TA, FI, FI, FI, FI, ME, FL"
    assert read(", ".join(["ME"] * 9)) == "TACTICS"
    assert TABLES.number("plan_tactics_max") == 8


@pytest.mark.rule("AK-D5.0-01", "AK-P5.0-04")
@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("SC, TA, SA-ECHO, FU, GI-1, ST, CA-FB, US-29, FI, ME", "TACTICS"),
        ("SC, GI-1, TA, FU, ST, CA-FB, ME, FL", "SC, GI-1, TA, FU, ST, CA-FB, ME, FL"),
        ("TA, SC, ME", "TA"),
        ("ME, TA", "ME"),
        ("FI, ST, ME", "FI"),
        ("CA-FB, GI-1", "CA-FB"),
        ("ST, TA", "ST"),
        ("CA-IN, ST, ME", "CA-IN, ST, ME"),
        ("CA-FB, ST", "CA-FB"),
        ("TA, CA-IN, ST", "TA, CA-IN, ST"),
        ("CA-IN, ME, ST", "CA-IN, ME"),
        ("FL, TA, FL, ME, FL", "FL, TA, FL, ME, FL"),
    ],
)
def test_tactics_stand_in_order_and_the_plan_ends_at_the_first_that_does_not(text: str, left: str) -> None:
    assert read(text) == left
    plan = read_plan(text)
    assert isinstance(plan, Refusal) or bool(plan.cut) == (left != text)


@pytest.mark.rule("AK-P5.10-05")
@pytest.mark.parametrize(
    ("text", "fault"), [("TA, ME", "TA"), ("FU", "FU"), ("ST, ME", "ST"), ("SC, GI-8G, SA-ECHO, CA-FB, US-38, FI, ME, FL", "")]
)
def test_special_plans_have_no_talk_fulfilling_and_theft(text: str, fault: str) -> None:
    plan = read_plan(text)
    assert isinstance(plan, Plan)
    assert special_fault(plan).endswith(f"{fault}." if fault else "")
    assert bool(special_fault(plan)) == bool(fault)
