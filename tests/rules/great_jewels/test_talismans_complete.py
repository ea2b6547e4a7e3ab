"""Nothing forgotten: every hook is asked, every talisman does something somewhere, everything told has words."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Callable, Iterator
from importlib.resources import files
from pathlib import Path
from string import Formatter

import pytest

import postern.rulesets.great_jewels as great_jewels
from postern.rulesets.great_jewels import items as _effects  # noqa: F401  registers every talisman
from postern.rulesets.great_jewels.items import effects
from postern.rulesets.great_jewels.orders import talismans
from postern.rulesets.great_jewels.report.telling import kinds
from postern.rulesets.great_jewels.rules import hooks, printouts, spells
from postern.rulesets.great_jewels.rules.battle import engines
from postern.rulesets.great_jewels.rules.hooks import Hook
from postern.rulesets.great_jewels.rules.movement import arriving
from postern.rulesets.great_jewels.rules.powers import by_order, opening
from postern.rulesets.great_jewels.tables import CATALOGUE, JEWELS, KEYS, PALANTIRI, STONES

HOOKS = {name: hook for name, hook in vars(hooks).items() if isinstance(hook, Hook)}
IN_STEPS: dict[int, Callable[..., object]] = {
    **dict.fromkeys(JEWELS, spells.casting),
    **dict.fromkeys(KEYS, talismans.fits),
    **dict.fromkeys(PALANTIRI, printouts.spy),
    57: printouts.spy,
    78: arriving.rider,
    92: by_order.use_before_combat,
    94: by_order.ravage_by_curse,
    99: opening.insert_geas,
    108: printouts.spy,
    114: by_order.use_before_combat,
    120: printouts.spy,
    122: printouts.spy,
    124: engines.remote_blows,
    127: by_order.use_before_combat,
    131: printouts.spy,
    132: engines.barrages,
    **dict.fromkeys(STONES.values(), spells.casting),
    142: by_order.use_before_combat,
    146: by_order.use_before_combat,
}
"""The talismans whose power no hook knows, and the function that carries it out."""
TOLD_BY_NAME = {
    "capture.py": {"besieged", "still-besieged", "raiders joined", "was raided"},
    "sailing.py": {"navy gone", "navy came"},
    "checks.py": {"crew short", "kraken", "lured"},
}
"""Where the kind is a variable: which kinds it may be."""
NO_SENTENCE = {"message", "message-sent", "game-over"}
"""What has its own part of a report: messages, the final table. Failures have a table."""


def _sources() -> Iterator[tuple[str, ast.Module]]:
    """Every module of the ruleset but the hooks themselves, by file name."""
    for path in sorted(Path(great_jewels.__file__).parent.rglob("*.py")):
        if path.name != "hooks.py":
            yield path.name, ast.parse(path.read_text())


def _calls(tree: ast.Module, *methods: str) -> Iterator[tuple[ast.expr, ast.Call]]:
    """The calls of methods with these names, each with the expression it is called on."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in methods:
            yield node.func.value, node


def test_every_hook_is_asked_somewhere_and_has_an_effect() -> None:
    calls = [ast.unparse(owner) for _, tree in _sources() for owner, _ in _calls(tree, "fold", "ask")]
    asked = {owner.removeprefix("hooks.") for owner in calls}
    assert set(HOOKS) <= asked
    assert {name for name, hook in HOOKS.items() if not any(hook.knows(number) for number in CATALOGUE)} == set()


def test_every_talisman_has_an_effect_or_a_step_that_carries_it_out() -> None:
    without = {number for number in CATALOGUE if not any(hook.knows(number) for hook in HOOKS.values())}
    assert without == set(IN_STEPS)
    assert sorted(CATALOGUE) == list(range(1, 153))


def test_everything_told_has_words_and_all_words_are_told() -> None:
    told: set[str] = set()
    for name, tree in _sources():
        for _, call in _calls(tree, "tell"):
            if call.args and isinstance(call.args[0], ast.Constant):
                told.add(str(call.args[0].value))
            elif call.args:
                told |= TOLD_BY_NAME[name]
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Event":
                told |= _words_in(node.args[0])
    assert told == kinds() | NO_SENTENCE


def test_rows_of_sentences_use_only_facts_that_every_step_gives() -> None:
    rows = tomllib.loads((files(great_jewels) / "data" / "tellings.toml").read_text(encoding="utf-8"))
    made = {
        "who": {"leader", "owner"},
        "things": {"what", "quantity"},
        "engines": {"rams", "towers"},
        "them": {"rams", "towers"},
    }
    checked = set()
    for _, tree in _sources():
        for _, call in _calls(tree, "tell"):
            kind = call.args[0].value if call.args and isinstance(call.args[0], ast.Constant) else ""
            given = {keyword.arg for keyword in call.keywords}
            if kind in rows and None not in given:
                checked.add(kind)
                needed = {fact for _, _, *sentences in rows[kind] for one in sentences for fact in _facts(one)}
                needed |= {fact for when, *_ in rows[kind] for fact in re.findall(r"!?(\w+)", re.sub(r"!?=\S+", "", when))}
                for fact in made.keys() & needed:
                    needed = needed - {fact} | made[fact]
                assert needed - {"jewel"} <= given, kind  # the one fact that is given only where it is
    assert len(checked) > 70


def _facts(sentence: str) -> Iterator[str]:
    """The names of the facts in a sentence, also those in the words that stand only with another."""
    for _, name, spec, _ in Formatter().parse(sentence):
        if name:
            yield name
            yield from _facts(spec or "")


def _words_in(expression: ast.expr) -> set[str]:
    """The texts in an expression: one, or both of a choice."""
    if isinstance(expression, ast.IfExp):
        return _words_in(expression.body) | _words_in(expression.orelse)
    return {expression.value} if isinstance(expression, ast.Constant) and isinstance(expression.value, str) else set()


@pytest.mark.parametrize(("number", "trait", "fault"), [(999, "lasting", "no talisman 999"), (36, "nice", "no trait nice")])
def test_an_effect_of_nothing_is_refused(number: int, trait: str, fault: str) -> None:
    row = effects._Row((number,), ("TAX",), "plus 2", "Two zorans more.", traits=(trait,))
    with pytest.raises(ValueError, match=fault):
        effects._register(row)
