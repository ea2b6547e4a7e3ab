"""The tables of orders in the handbook's topics, filled from the grammar and the traits of orders."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from postern.game.kit.handbook import markdown_table
from postern.game.kit.orders import Form
from postern.rulesets.cosmos.orders.grammar import grammar
from postern.rulesets.cosmos.turn import TRAITS

_MOST_NAMES = 8
"""Of a longer group the list of groups names the first."""
_LAST_PRIORITY = 14
_PRIORITY_NOTES = {
    2: "a move that was held up in the phase before",
    8: "moves into and out of locations",
    9: "all other orders",
    11: "moves from hex to hex",
}


def order_tables() -> dict[str, Callable[[], str]]:
    """What fills each ``{{table}}`` about orders, by its word."""
    return {
        "order control": partial(_order, "control"),
        "order groups": _order_groups,
        "every order": _every_order,
        "priorities": _priorities,
        "free orders": _free,
        "stupid orders": _stupid,
        "not in quest mode": partial(_by_quest_mode, "no"),
        "quest mode alone": partial(_by_quest_mode, "only"),
    }


def order_groups() -> tuple[str, ...]:
    """The groups of the grammar's orders, in its order."""
    return tuple(dict.fromkeys(kind.group for kind in grammar().kinds))


def _order_groups() -> str:
    rows = []
    for group in order_groups():
        names = list(dict.fromkeys(kind.name for kind in grammar().kinds if kind.group == group and kind.giver != "system"))
        if len(names) > _MOST_NAMES:
            names[_MOST_NAMES - 1 :] = [f"and {len(names) - _MOST_NAMES + 1} more"]
        rows.append((f"`HELP orders {group}`", ", ".join(names)))
    return markdown_table(("for more", "orders"), rows)


def _every_order() -> str:
    return "\n\n".join(f"**{group[0].upper()}{group[1:]}**\n\n{orders_of(group)}" for group in order_groups())


def orders_of(group: str) -> str:
    """Every form of the orders of one group, with what it does."""
    return _forms(form for kind, form in grammar().forms if kind.group == group)


def _order(name: str) -> str:
    return _forms(form for kind, form in grammar().forms if kind.name == name)


def _forms(forms: Iterable[Form]) -> str:
    return markdown_table(("order", "what it does"), [(f"`{form.shown}`", form.help) for form in forms])


def _names(wanted: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in wanted)


def _free() -> str:
    return _names(one.name for one in TRAITS.values() if one.free)


def _stupid() -> str:
    return _names(one.name for one in TRAITS.values() if one.stupid)


def _by_quest_mode(mode: str) -> str:
    return _names(one.name for one in TRAITS.values() if one.questing == mode)


def _priorities() -> str:
    rows = []
    for priority in range(1, _LAST_PRIORITY + 1):
        names = [one.name for one in TRAITS.values() if one.priority == priority]
        told = _PRIORITY_NOTES.get(priority, "")
        if priority == 11:
            told = f"{told}; {_names(name for name in names if name == 'embark')}"
        rows.append((str(priority), told or _names(names)))
    return markdown_table(("", "orders"), rows)
