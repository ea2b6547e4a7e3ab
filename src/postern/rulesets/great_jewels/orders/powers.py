"""Special orders of talismans, and the spells of the Great Jewels and Lesser Stones (QJ-29-64, QJ-28.2-05 and on)."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import partial
from typing import Any

from postern.game.kit.orders import Form, OrderKind, Refusal, Saying, Words, example
from postern.rulesets.great_jewels.orders.arguments import NOT_UNDERSTOOD, ORDERS, PROVINCE, TYPES, handing
from postern.rulesets.great_jewels.orders.model import GiveTalisman, Letter, QJOrder, Spell, UseTalisman
from postern.rulesets.great_jewels.orders.plain import patterns_of
from postern.rulesets.great_jewels.orders.scene import Scene
from postern.rulesets.great_jewels.talismans.catalogue import CATALOGUE, JEWELS, STONES
from postern.rulesets.great_jewels.wording import counted, listed, spoken
from postern.rulesets.great_jewels.world import Force

ONE_RING = 99
ABOUT_TALISMANS = (116, 131)
"""Talismans whose orders name another one."""

# --- what they are ----------------------------------------------------------------------------------------------


def _spell(talisman: int, letter: Letter, **found: Any) -> QJOrder | Refusal:
    only = SPELL_OF_STONE.get(talisman)
    if only and only != letter:
        why = f"{_titled(talisman)} knows one spell only, {SPELL_NAMES[only]}; you wrote {SPELL_NAMES[letter]}."
        return Refusal("TALISMAN NOT USABLE", why, f"Its form is T{talisman}={SPELL_FORMS[only]}")
    return Spell(talisman, letter, **found)


def _titled(talisman: int) -> str:
    return f"T{talisman} ({CATALOGUE[talisman].name})"


def _blasts(order: Spell, scene: Scene) -> str:
    held = scene.view.talismans.get(order.talisman)
    place = scene.place(Force(leader=held.leader, garrison=held.province)) if held else ""
    own = ", your own province" if place in scene.view.provinces else ""
    where = f" (in {spoken(place)}{own})" if place else ""
    return f"{_titled(order.talisman)} casts Blast Citadel where it is{where}"


def _sells(order: UseTalisman, scene: Scene) -> str:
    what = f"{order.number} of its garrison's troops for {counted(3 * order.number, 'zoran')}"
    return f"{_titled(order.talisman)} sells {what}"


def _hunts(order: UseTalisman, scene: Scene) -> str:
    what = f"{counted(order.number, 'zoran')} for a new leader ({min(order.number, 100)} percent)"
    return f"{_titled(order.talisman)} spends {what}"


_WORDS: dict[str, Words] = {"spell: blast": _blasts, "T127": _sells, "T146": _hunts}
"""How those orders are read back whose words need more than their rows say."""
_SPELLS = [ORDERS.kind(one, _spell, type=Spell, words=_WORDS.get(one)) for one in ORDERS if one.startswith("spell: ")]
_FORMS: dict[Letter, Form] = {form.fixed["letter"]: form for kind in _SPELLS for form in kind.forms}
SPELL_NAMES: dict[Letter, str] = {letter: form.help.partition(":")[0].removeprefix("spell ") for letter, form in _FORMS.items()}
_BEHIND: dict[Letter, str] = {letter: form.text.partition("=")[2] for letter, form in _FORMS.items()}
"""What stands behind the = of a spell, as its form."""
SPELL_FORMS: dict[Letter, str] = {letter: example(text, TYPES) for letter, text in _BEHIND.items()}
"""The same as an example."""
SPELL_OF_STONE: dict[int, Letter] = {STONES[letter]: letter for letter in SPELL_NAMES} | {ONE_RING: "G"}
"""What casts one spell only."""


def _use(section: str) -> OrderKind:
    """The order kind of one talisman. The One Ring casts a geas, and no other spell."""
    if section != f"T{ONE_RING}":
        return ORDERS.kind(section, UseTalisman, words=_WORDS.get(section))
    others = {letter: text for letter, text in _BEHIND.items() if letter != SPELL_OF_STONE[ONE_RING]}
    near = tuple(Saying(f"{section}={text}", partial(_spell, ONE_RING, letter)) for letter, text in others.items())
    return replace(ORDERS.kind(section, _spell, type=Spell), near=near)


_USES = tuple(_use(one) for one in ORDERS if re.fullmatch("T[0-9]+", one))


# --- what cannot be read ----------------------------------------------------------------------------------------


def _wanted(kind: OrderKind) -> tuple[str, str]:
    """What a talisman's order needs behind the =, and an example of it."""
    texts = [one.text.partition("=")[2] for one in kind.forms]
    field = re.search(r"<([a-z]+)", texts[0])
    if field is None:
        return " or ".join(texts), " or ".join(texts)
    what = "talisman's number" if kind.forms[0].fixed["talisman"] in ABOUT_TALISMANS else field[1]
    return f"a {what}", example(texts[0], TYPES)


NEEDS = {one.forms[0].fixed["talisman"]: _wanted(one) for one in _USES}
"""What each talisman with an order of its own needs behind the =, and an example."""


def _refused(talisman: int, rest: str) -> Refusal:
    """Why ``Ttalisman=rest`` is no order: every talisman says what it takes."""
    power = CATALOGUE[talisman]
    told = _titled(talisman)
    if talisman in JEWELS or talisman in SPELL_OF_STONE:
        return _no_spell(talisman, rest)
    if (needs := NEEDS.get(talisman)) is not None:
        what, like = needs
        return Refusal(NOT_UNDERSTOOD, f"{told} needs {what} after the =.", f"For example T{talisman}={like}")
    if power.orders:
        why = f"{told} takes no order of its own."
        return Refusal("TALISMAN NOT USABLE", why, f"For example {listed(power.orders, 'or')} uses it.")
    return Refusal("TALISMAN NOT USABLE", f"{told} takes no order: it works by itself.", handing(talisman))


def _no_spell(talisman: int, rest: str) -> Refusal:
    if only := SPELL_OF_STONE.get(talisman):
        remedy = f"Its form is T{talisman}={SPELL_FORMS[only]}"
    else:
        remedy = "Spells are " + ", ".join(f"{one} ({SPELL_NAMES[letter]})" for letter, one in SPELL_FORMS.items()) + "."
    return Refusal(NOT_UNDERSTOOD, f"T{talisman}={rest[:40]} is no spell that can be read.", remedy)


_ANY = OrderKind("talisman", UseTalisman, (), near=(Saying("T<talisman:any>=<rest:rest>", _refused),), group="talisman")
KINDS = (*_SPELLS, *_USES, _ANY)


def talismans_named(order: QJOrder) -> frozenset[int]:
    """The numbers of the talismans that an order names, as what it uses or as what it is about."""
    match order:
        case UseTalisman(talisman=number, number=other) if number in ABOUT_TALISMANS:
            return frozenset({number, other})
        case Spell(talisman=number) | GiveTalisman(talisman=number) | UseTalisman(talisman=number):
            return frozenset({number})
    return frozenset()


# --- plain words ------------------------------------------------------------------------------------------------

_LETTERS = {"CLEAR": "C", "MOUNTAIN": "M", "MOUNTAINS": "M", "FOREST": "F", "WOODS": "F", "IMPASSABLE": "I"}
_LETTERS |= {"LONGER": "+", "SHORTER": "-"}
_T = r"(?:USES? |CASTS? |WITH )?T(?P<t>[0-9]{1,9})(?: TO| CASTS?)?"
_SAYINGS = tuple((re.compile(f"{_T} {pattern}"), code) for pattern, code in patterns_of("talismans"))
_LOOK = re.compile(
    rf"(?:SPY|LOOK|SEE|VIEW|SCRY|PROBE)?(?: AT| ON)? ?(?P<p>{PROVINCE}) (?:WITH|USING|BY) T(?P<t>[0-9]{{1,9}})"
    rf"|{_T.replace('<t>', '<u>')} (?:SPY|SPIES|LOOKS?|SEES?|VIEWS?|SCRY|SCRIES|PROBES?|AT|ON)(?: AT| ON)? (?P<r>{PROVINCE})"
)


def code_said(simple: str) -> str:
    """The code of a talisman order or spell in simple words ("T1 PROTECT L13", "T45 LOOK AT M7"); "" for any other words."""
    if match := _LOOK.fullmatch(simple):
        number = int(match["t"] or match["u"])
        return f"T{number}={'L' if number in JEWELS or number in SPELL_OF_STONE else ''}{match['p'] or match['r']}"
    for pattern, code in _SAYINGS:
        if match := pattern.fullmatch(simple):
            told = {name: _LETTERS.get(text, text) if name == "sign" else text for name, text in match.groupdict().items()}
            return f"T{int(told['t'])}={code.format_map(told).replace(' ', '')}"
    return ""
