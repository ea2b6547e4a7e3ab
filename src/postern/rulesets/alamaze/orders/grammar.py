"""All orders and spells of an edition as one grammar, from its tables."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache, partial

from postern.game.kit.grammar import Grammar
from postern.game.kit.orders import OrderKind
from postern.rulesets.alamaze.orders.columns import columns
from postern.rulesets.alamaze.orders.command import Command, command
from postern.rulesets.alamaze.orders.forms import forms_of
from postern.rulesets.alamaze.tables import Edition, edition

BLANK = "-"


@cache
def grammar(name: str) -> Grammar:
    """The orders of the edition with this name."""
    tables = edition(name)
    return Grammar(_kinds(tables), columns(tables), BLANK)


def _kinds(tables: Edition) -> Iterator[OrderKind]:
    for order in tables.orders.values():
        yield _kind(order.number, order.name, order.form, order.phase, order.summary, order.performer, order.words)
    for spell in tables.spells.values():
        if spell.number not in tables.orders:
            yield _kind(spell.number, spell.name, spell.form_decided, "spells", spell.numeric_effect, "wizard", spell.words)


def _kind(number: int, name: str, form: str, group: str, help: str, giver: str, words: str) -> OrderKind:
    forms, said = tuple(forms_of(form, help)), words.split("|")
    if len(said) > 1:  # a sentence for each form
        forms = tuple(replace(one, words=sentence.strip()) for one, sentence in zip(forms, said, strict=True))
    return OrderKind(
        name=name,
        make=partial(command, number),
        type=Command,
        forms=forms,
        giver=giver,
        step=str(number),
        group=group,
        words=said[0],
        also=(name.upper(),),
    )
