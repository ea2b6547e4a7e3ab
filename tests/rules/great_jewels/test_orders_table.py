"""The table of orders: no form is read as another, each acts in a step that there is, each is told and read back."""

from __future__ import annotations

from inspect import getclosurevars

import pytest

from postern.game.kit.orders.kinds import Form, OrderKind
from postern.rulesets.great_jewels.game import RULESET
from postern.rulesets.great_jewels.knowledge import Scene
from postern.rulesets.great_jewels.orders.families import GRAMMAR, code_of, parse, words_of
from postern.rulesets.great_jewels.report.handbook import handbook
from postern.rulesets.great_jewels.sequence import SEQUENCE, carry_out
from postern.rulesets.great_jewels.tables import CATALOGUE
from postern.rulesets.great_jewels.turn.orders import Message, QJOrder, UseTalisman
from tests.rules.great_jewels.test_expected import scene

FORMS = GRAMMAR.forms


def test_no_form_is_read_as_another() -> None:
    assert GRAMMAR.collisions() == []


def meant(form: Form) -> QJOrder:
    """The order that the example of a form says; a message with a text."""
    if form.shown.startswith("D="):
        return Message(form.fixed.get("to", "LORD"), ("Hello.",), form.fixed["anonymous"])
    order = parse(GRAMMAR.example(form))
    assert order is not None
    return order


@pytest.mark.rule("QJ-29-04")
@pytest.mark.parametrize(("kind", "form"), FORMS, ids=[form.shown for _, form in FORMS])
def test_every_form_is_told_by_help_and_its_example_is_an_order_of_its_kind(kind: OrderKind, form: Form) -> None:
    order = meant(form)
    assert code_of(order) == GRAMMAR.example(form)
    assert GRAMMAR.name_of(order) == (form.name or kind.name)
    assert GRAMMAR.kind_of(order).name == kind.name
    assert kind.words or form.words
    assert kind.step in {step.label for step in SEQUENCE} | {"15"}
    topic = handbook().find("orders")
    assert topic is not None
    assert f"`{form.shown}` | {form.help} |" in topic.body


def test_the_first_argument_of_a_form_says_who_gives_it() -> None:
    for _, form in FORMS:
        giver = meant(form).giver
        sign = form.shown[:3] if form.shown[0] in "LG" else "Gp1" if form.shown == "Rp1" else ""
        assert sign == ("" if giver is None else "Lnn" if giver.leader else "Gp1"), form.shown


def test_what_acts_in_a_step_is_what_the_step_carries_out() -> None:
    """An order without an act in a step that carries orders out one by one, or with one in another step, would do nothing."""
    parts = {step.label: getclosurevars(step.run).nonlocals.get("parts", (step.run,)) for step in SEQUENCE}
    for kind in GRAMMAR.kinds:
        if kind.forms and kind.name != "spell: geas":  # what opens the turn reads the order inside
            assert (kind.act is not None) == (carry_out in parts.get(kind.step, ())), kind.name


@pytest.mark.parametrize("form", [form for _, form in FORMS], ids=[form.shown for _, form in FORMS])
def test_the_words_of_every_form_name_fields_of_its_orders(form: Form) -> None:
    words = words_of(meant(form), Scene(RULESET.view(scene(), "LORD")))
    assert words
    assert "{" not in words


def test_every_talisman_that_its_row_says_takes_an_order_has_one_in_the_table() -> None:
    orders = [meant(form) for _, form in FORMS]
    examples = [(number, parse(example)) for number, power in CATALOGUE.items() for example in power.orders]
    takes = {order.talisman for order in orders if isinstance(order, UseTalisman)}
    assert takes == {number for number, one in examples if isinstance(one, UseTalisman) and one.talisman == number}
