"""Answers to lines that are no orders: what is wrong with them, and what to write instead."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from rapidfuzz import fuzz, process

from postern.game.kit.grammar import Grammar
from postern.game.kit.orders import TOKEN, Form, Refusal
from postern.game.kit.sheets import NOT_UNDERSTOOD
from postern.rulesets.cosmos.scenario import CONTENT

_NEAR = 60
_MOST_NAMES = 5
_SHORTEST = 2
"""Letters that a shortened order's name has at least."""


@dataclass(frozen=True)
class Mistake:
    """A line that people write and that is no order, with its answer."""

    pattern: re.Pattern[str]
    why: str
    remedy: str
    paste: str

    def answer(self, text: str) -> Refusal | None:
        """The answer to a line of this form."""
        found = self.pattern.fullmatch(text)
        if found is None:
            return None
        said = {name: value or "" for name, value in found.groupdict().items()}
        first = text.split(" ")[0]
        return Refusal(NOT_UNDERSTOOD, *(part.format(first, **said) for part in (self.why, self.remedy, self.paste)))


@cache
def _mistakes() -> tuple[Mistake, ...]:
    rows = CONTENT.toml("mistakes")["mistake"]
    return tuple(Mistake(re.compile(row["pattern"]), row["why"], row["remedy"], row["paste"]) for row in rows)


@cache
def _signs() -> Mapping[str, str]:
    signs: Mapping[str, str] = CONTENT.toml("mistakes")["signs"]
    return signs


def usual_mistake(text: str) -> Refusal | None:
    """The answer to a line that people often write, though it is no order."""
    return next((answer for one in _mistakes() if (answer := one.answer(text)) is not None), None)


def unread(grammar: Grammar, text: str) -> Refusal:
    """The answer to a line that no form reads."""
    first, _, rest = text.partition(" ")
    names = _names(grammar)
    if first in names:
        return _misfit(grammar, names[first], text)
    longer = [name for name in sorted(names) if name.startswith(first) and len(first) >= _SHORTEST]
    if longer:
        full = next((one for name in longer if _is_order(grammar, one := f"{name} {rest}".strip())), "")
        remedy = "Write it in full:" if full else f"In full: {', '.join(longer[:_MOST_NAMES])}."
        return Refusal(NOT_UNDERSTOOD, f'Orders cannot be shortened: "{first}".', remedy, full)
    near = process.extractOne(first, sorted(names), scorer=fuzz.ratio, score_cutoff=_NEAR)
    why = f'Unknown order "{first[:40]}".'
    if near is None:
        return Refusal(NOT_UNDERSTOOD, why, "HELP ORDERS shows all orders.")
    mended = f"{near[0]} {rest}".strip()
    return Refusal(NOT_UNDERSTOOD, why, f"Did you mean {near[0]}?", mended if _is_order(grammar, mended) else "")


def _is_order(grammar: Grammar, text: str) -> bool:
    found = grammar.find(text)
    return found is not None and not isinstance(found.order, Refusal)


def _names(grammar: Grammar) -> dict[str, Form]:
    """The first words of all orders, with the last form of each."""
    found = {}
    for kind, form in grammar.forms:
        for name in (form.text.split(" ")[0].split("<")[0], *kind.also):
            found[name] = form
    return found


def _misfit(grammar: Grammar, form: Form, text: str) -> Refusal:
    """The answer to a line with the right name and arguments that do not fit: what is missing, or too much."""
    name = text.split(" ")[0]
    remedy = f"For example: {grammar.example(form)}."
    needed = [token for token in TOKEN.finditer(form.text) if not token["optional"]]
    missing = needed[len(text.split(" ")) - 1 :]
    if not missing:
        return Refusal(NOT_UNDERSTOOD, f"{name} is written {form.shown}.", remedy)
    sign = missing[0]["sign"] or missing[0]["field"]
    noun = _signs().get(sign, sign)
    article = "at least one" if missing[0]["many"] else "an" if noun[0] in "aeiou" else "a"
    return Refusal(NOT_UNDERSTOOD, f"{name} needs {article} {noun}.", remedy)
