"""Reading a letter of orders: CHAR heads, lines of phases below them, lines of the kingdom anywhere (AK-D3.0-01 to 06), and how
a later letter joins what is on file (AK-D3.0-08)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from postern.game.kit.orders.grammar import Grammar
from postern.game.kit.orders.kinds import Refusal
from postern.game.kit.orders.sheets import Given, Head, Judgement, Layout, Said, not_understood, without_stop
from postern.game.kit.orders.sheets import read as read_lines
from postern.game.orders import Order, OrderSheet, Problem
from postern.rulesets.adventurer_kings.knowledge import View
from postern.rulesets.adventurer_kings.orders.finding import kingdom_named, named, province_names
from postern.rulesets.adventurer_kings.orders.grammar import ACTIONS, NAMES, action_of, grammar
from postern.rulesets.adventurer_kings.orders.types import Action, Message, NameHeir, Rename, SpecialPlan
from postern.rulesets.adventurer_kings.rules.plans import Plan
from postern.rulesets.adventurer_kings.tables import TABLES
from postern.rulesets.adventurer_kings.world import Character, World

_HEAD = re.compile(r"(?:CHAR(?:ACTER)?|HERO|KING|QUEEN)(?: +|#|: ?)(?P<ref>#?[^\s:].*?) ?:?|#?(?P<number>[0-9]{1,4}) ?:")
_TACTICS_BEHIND = ("SE", "EN")


def plain(raw: str) -> str:
    """Return a line as the forms read it: in capitals, with single blanks, without what stands behind a ``;`` and without a
    full stop; "" for a quoted line, for one that says nothing, and for CLEAR (``merge``)."""
    if raw.startswith(">") or raw.strip().upper() == "CLEAR":
        return ""
    line = without_stop(re.sub(r" *, *", ",", " ".join(raw.partition(";")[0].upper().split())))
    if action_of(line) in _TACTICS_BEHIND:
        line = re.sub(r" ?: ?", " : ", line, count=1).strip()
    return line


def is_head(text: str) -> bool:
    """Return whether a line opens the block of a character, as our letters write it."""
    return re.match(r"CHAR\b", text) is not None


def head_of(line: str, view: View | None) -> Head | Refusal | None:
    """Return whom the orders below are for, why that cannot be told, or None for a line that is no head."""
    found = _HEAD.fullmatch(line)
    if found is None or view is None:
        return None
    number = named("character", found["ref"] or found["number"], {one.id: one.name for one in view.own})
    if isinstance(number, Refusal):
        yours = ", ".join(f"CHAR {one.id} ({one.name})" for one in view.own)
        return Refusal("NOT YOURS", f"{line[:40]} names no living character of yours.", f"Yours are {yours}.")
    return Head(str(number), "character")


def _judge(said: Said, view: View) -> Iterable[Judgement]:
    """What speaks against an order already when it is read: an action outside of a block, a plan that was cut."""
    order = said.order
    if isinstance(order, Action) and not said.head.sort:
        example = f"CHAR {view.own[0].id}" if view.own else "CHAR 1"
        yield (
            Refusal("WHOSE", "No line CHAR stands above it: whose order it is cannot be told.", "Write above it", example),
            False,
        )
    plan = getattr(order, "tactics", None)
    if isinstance(plan, Plan) and plan.cut:
        yield Refusal("TACTICS", plan.cut, "The order stands without them."), True


def _slip(text: str) -> Refusal | None:
    """What people write and no form takes, with what to write instead."""
    for pattern, code, why, remedy, paste in _SLIPS:
        found = re.fullmatch(pattern, text)
        if found is not None:
            facts = {name: value or "" for name, value in found.groupdict().items()}
            return Refusal(code, why.format(**facts), remedy.format(**facts), paste.format(**facts))
    return None


_SLIPS: tuple[tuple[str, str, str, str, str], ...] = (
    (
        r"(?P<p>[0-9]+) EX(?:PLORE)? (?P<to>.+)",
        "NO PROVINCE",
        "EX takes no province: it explores where he stands.",
        "You could write",
        "{p} EX",
    ),
    (
        r"(?P<p>[0-9]+) SE (?P<n>[0-9]+)(?P<more> ?:.*)?",
        "FEATURE",
        "A feature is written province.number.",
        "You could write",
        "{p} SE {n}.1{more}",
    ),
    (
        r"(?P<p>[0-9]+) (?P<a>SE [0-9]+\.[0-9]+|EN #?[0-9]+) (?P<t>(?:SC|TA|SA-|FU|GI-|ST|CA-|US-|FI|ME|FL).*)",
        "COLON",
        "The colon before the tactics is missing.",
        "You could write",
        "{p} {a} : {t}",
    ),
    (
        r"(?P<p>[0-9]+) RE (?P<n>[0-9]+)",
        "MERCENARY",
        "To hire a mercenary army put # before its number.",
        "You could write",
        "{p} RE #{n}",
    ),
    (
        r"(?P<p>[0-9]+) DI ALL ALL",
        "TWICE",
        "ALL is written once. Disbanding gives no gold back.",
        "You could write",
        "{p} DI ALL",
    ),
    (
        r"(?P<p>[0-9]+) (?P<a>LE|PI|DI) (?P<n>#?[0-9]+) (?P<m>#?[0-9]+)",
        "COMMA",
        "Numbers of armies have commas between them.",
        "You could write",
        "{p} {a} {n},{m}",
    ),
    (
        r"(?P<p>[0-9]+) GI (?P<i>#?[0-9]+(?:,#?[0-9]+)*) (?P<w>#?[0-9]+)",
        "TO",
        "TO is missing before the character.",
        "You could write",
        "{p} GI {i} TO {w}",
    ),
)


def _unread(the_grammar: Grammar, text: str) -> Refusal:
    """The answer to a line that is no order: the phase that is missing, the action that is near, else the nearest form."""
    if (action := action_of(text)) and text.startswith(action):
        found = the_grammar.find(f"1 {text}")
        if found is not None and not isinstance(found.order, Refusal):
            return Refusal("PHASE", "The number of the phase, 1 to 5, is missing before it.", "You could write", f"1 {text}")
    found_phase = re.match(r"(?P<p>[0-9]+) (?P<a>[A-Z]+)", text)
    if found_phase and found_phase["a"] not in ACTIONS:
        listed = ", ".join(ACTIONS)
        near = the_grammar.mended(text)
        why = f"There is no action {found_phase['a'][:12]}; there are {listed}."
        if near is not None:
            return Refusal("ACTION", why, "Did you mean this?", the_grammar.code_of(near.order))
        return Refusal("ACTION", why, "HELP ORDERS shows the forms.")
    return not_understood(the_grammar, text)


def _told(name: str, value: Any, view: View) -> Iterator[tuple[str, Any]]:
    """What a field of an order is called when it is read back."""
    told = _TOLD.get(name)
    yield name, told(value, view.world) if told is not None else "" if value is None else value


def _province(value: str | None, world: World) -> str:
    if value is None:
        return ""
    names = province_names(world)
    number = named("province", value, names)
    return f" {value.title() if isinstance(number, Refusal) else f'{names[number]} ({number})'}"


def _kingdom(value: str, world: World) -> str:
    found = kingdom_named(world, value, "")
    return value if isinstance(found, Refusal) else found.name


_TOLD: Mapping[str, Callable[[Any, World], Any]] = {
    "to": lambda value, world: _province(value, world).strip(),
    "via": lambda value, world: _province(value, world).strip(),
    "province": _province,
    "hero": lambda value, world: _called(world.characters.values(), value) if value else "nobody",
    "who": lambda value, world: _called(world.characters.values(), value),
    "taker": lambda value, world: f" to {_called(world.characters.values(), value)}" if value else "",
    "target": lambda value, world: f" at {value}" if value else "",
    "armies": lambda value, world: f"armies {', '.join(map(str, value))}" if value else "all armies",
    "tactics": lambda value, world: f" with {value}" if value else "",
    "spell": lambda value, world: TABLES.spells[value].name if value in TABLES.spells else value or "nothing",
    "ability": lambda value, world: TABLES.abilities[value].name,
    "items": lambda value, world: ", ".join(TABLES.items[one].name if one in TABLES.items else str(one) for one in value),
    "item": lambda value, world: f"{value} ({TABLES.items[value].name})" if value in TABLES.items else value,
    "kingdom": _kingdom,
    "receiver": lambda value, world: "everybody" if value == "ALL" else _kingdom(value, world),
    "levels": lambda value, world: " ".join(f"{code}{many}" for code, many in value),
    "type": lambda value, world: TABLES.armies[value].name if value in TABLES.armies else value,
    "number": lambda value, world: 1 if value is None else value,
}
"""The words of a field where they are not its value."""


def _called(characters: Iterable[Character], text: str) -> str:
    known = {one.id: one.name for one in characters}
    number = named("character", text, known)
    return text.title() if isinstance(number, Refusal) else f"{known[number]} ({number})"


LAYOUT = Layout(
    plain,
    head_of,
    told=_told,
    judge=_judge,
    slip=_slip,
    unread=_unread,
    strict=True,
    is_head=is_head,
    headless=lambda kind: kind.giver == "kingdom",
)


def read(text: str, view: View) -> OrderSheet:
    """Return the orders of a letter, each named for its character and phase, and its problems; every ``data`` is a
    ``Given``. Of a
    phase that is given twice the last line counts, of a block that comes twice the last block (AK-D3.0-15). Never raises."""
    sheet = read_lines(grammar(), LAYOUT, text, view)
    lines = re.split(r"\r\n|\r|\n", text)
    last: dict[tuple[Any, ...], Order] = {}
    for one in sheet.orders:
        last[_place(one)] = one
    blocks = _last_blocks(text, view)
    kept, problems = [], [*sheet.problems]
    for one in sheet.orders:
        given: Given = one.data
        later = last[_place(one)]
        behind = isinstance(given.order, Action) and one.line < blocks.get(given.head.name, 0)
        if behind:
            problems.append(_superseded(one, "The block of this character comes again further down, and that one counts."))
        elif later is not one:
            problems.append(_superseded(one, f"Line {later.line} says the same again, and counts.", later.line))
        else:
            kept.append(_worded(_spelled(one, lines), view))
    return OrderSheet(text, tuple(kept), tuple(sorted(problems, key=lambda one: one.line)))


def _superseded(one: Order, why: str, *names: int) -> Problem:
    return Problem("TWICE", one.line, why, text=one.text, note=True, order=one.code, names=names)


def _place(one: Order) -> tuple[Any, ...]:
    """What an order fills, so that a second one replaces it."""
    order = one.data.order
    if isinstance(order, Action):
        return one.data.head.name, order.phase
    if isinstance(order, SpecialPlan):
        return "PLAN", order.who
    return NAMES[type(order)], one.code, one.line if isinstance(order, Message) else 0


def _last_blocks(text: str, view: View) -> dict[str, int]:
    """The line of the last head of each character."""
    found = {}
    for number, raw in enumerate(re.split(r"\r\n|\r|\n", text), 1):
        head = head_of(plain(raw), view)
        if isinstance(head, Head):
            found[head.name] = number
    return found


def _spelled(one: Order, lines: list[str]) -> Order:
    """An order with names and messages as the letter spells them: all else is read in capitals."""
    given: Given = one.data
    if not isinstance(given.order, Message | Rename | NameHeir):
        return one
    behind = lines[one.line - 1 :]
    raw = next(
        (" ".join(behind[:many]) for many in range(1, len(behind) + 1) if plain(" ".join(behind[:many])) == one.text), ""
    )
    words = without_stop(raw if isinstance(given.order, Message) else raw.partition(";")[0]).split()
    order: Message | Rename | NameHeir
    if isinstance(given.order, Message):
        order = replace(given.order, text=" ".join(words[2:]) or given.order.text)
    elif isinstance(given.order, Rename):
        order = replace(given.order, name=" ".join(words[3:]) or given.order.name)
    else:
        order = replace(given.order, name=" ".join(words[1 : -len(given.order.levels)]) or given.order.name)
    code = grammar().code_of(order)
    told = (
        grammar().words_of(order, None, lambda name, value, scene: [(name, value)]) if isinstance(order, Rename) else one.words
    )
    return replace(one, code=code, words=told, data=replace(given, order=order, code=code, text=" ".join(words)))


def _worded(one: Order, view: View) -> Order:
    """An action with the name of its character and its phase before its words."""
    order = one.data.order
    if not isinstance(order, Action):
        return one
    who = view.world.characters[int(one.data.head.name)]
    return replace(one, words=f"{who.name}, phase {order.phase}: {one.words}")


def letter_of(orders: Iterable[Order]) -> tuple[str, ...]:
    """Return the lines of a letter with these orders: those of the kingdom first, then a block for each character."""
    blocks: dict[str, list[str]] = {"": []}
    for one in orders:
        kingdom = not isinstance(one.data.order, Action)
        blocks.setdefault("" if kingdom else f"CHAR {one.data.head.name}", []).append(one.code)
    return tuple(line for head, codes in blocks.items() for line in ([head] if head else []) + codes)


# --- letters of one year ------------------------------------------------------------------------------------------------------


def merge(filed: str, new: str, view: View) -> str:
    """Return what is on file after a later letter: it replaces each CHAR block as a whole, each PLAN, and each kind of kingdom
    line that it has; CLEAR deletes all before it (AK-D3.0-08)."""
    lines = new.split("\n")
    cleared = [place for place, raw in enumerate(lines) if raw.strip().upper() == "CLEAR"]
    if cleared:
        return "\n".join(lines[cleared[-1] + 1 :])
    old, later = _parts(filed, view), _parts(new, view)
    return "\n".join(line for key, part in {**old, **later}.items() for line in part)


def _parts(text: str, view: View) -> dict[str, list[str]]:
    """The lines of a letter by what replaces them: a block, a plan, a kind of kingdom line. The lines of the kingdom come
    first, so that none of them stands in a block."""
    kingdom: dict[str, list[str]] = {}
    blocks: dict[str, list[str]] = {}
    key = ""
    for raw in text.split("\n"):
        line = plain(raw)
        head = head_of(line, view)
        if head is not None:
            key = f"CHAR {head.name}" if isinstance(head, Head) else line
            blocks[key] = [raw]
            continue
        found = grammar().find(line) if line else None
        order = found.order if found is not None else None
        if order is not None and not isinstance(order, Action | Refusal):
            name = f"PLAN {order.who}" if isinstance(order, SpecialPlan) else NAMES[type(order)]
            kingdom.setdefault(name, []).append(raw)
        elif line:
            (blocks[key] if key else kingdom.setdefault("", [])).append(raw)
    return {**kingdom, **blocks}
