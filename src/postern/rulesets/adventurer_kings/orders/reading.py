"""Reading a letter of orders: CHAR heads, lines of phases below them, lines of the kingdom anywhere (AK-D3.0-01 to 06), and how
a later letter joins what is on file (AK-D3.0-08)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

from postern.game.kit.orders.digits import is_number
from postern.game.kit.orders.grammar import Grammar
from postern.game.kit.orders.kinds import Refusal
from postern.game.kit.orders.sheets import Given, Head, Judgement, Layout, Said, not_understood, without_stop
from postern.game.kit.orders.sheets import read as read_lines
from postern.game.orders import Order, OrderSheet, Problem
from postern.rulesets.adventurer_kings.knowledge import View
from postern.rulesets.adventurer_kings.orders.finding import kingdom_named, meant, named, nearest, province_names
from postern.rulesets.adventurer_kings.orders.grammar import ACTIONS, NAMES, ROWS, VERBS, action_of, grammar
from postern.rulesets.adventurer_kings.orders.types import Action, Message, NameHeir, Rename, SpecialPlan
from postern.rulesets.adventurer_kings.rules.plans import Plan
from postern.rulesets.adventurer_kings.tables import TABLES
from postern.rulesets.adventurer_kings.turn import PHASES
from postern.rulesets.adventurer_kings.world import Character, World

_HEAD = re.compile(
    r"(?:CHAR(?:ACTER)?|HERO|KING|QUEEN)(?: +|#|: ?|(?=[0-9]))(?P<ref>#?[^\s:].*?) ?[:.-]?|#?(?P<number>[0-9]{1,4}) ?:"
)
_NAMED = re.compile(r"(?P<name>[^\W\d][^:;,]*?) ?:")
_CROWNED = ("KING", "QUEEN", "THE KING", "THE QUEEN", "MY KING")
_KINGDOM = re.compile(r"(?:TREAT|BREAK|SCI|CLAIM|VOTE|GIVE ?GOLD|HEIR|NAME|PLAN|MSG)\b")
_TACTICS_BEHIND = ("SE", "EN")
_STRAIGHT = str.maketrans({**dict.fromkeys("“”„«»", '"'), **dict.fromkeys("‘’‚", "'"), **dict.fromkeys("‐‑–—−", "-")})
_REMARK = re.compile(r";|(?<!:)//")
_VERB = "|".join(sorted(VERBS, key=len, reverse=True))
_BEGIN = rf"(?:(?:PHASE|ACTION|STEP) ?)?[#(]?([0-9]{{1,3}})(?:ST|ND|RD|TH)?[ .:,)|=-]*({_VERB})(?![A-Z])"
"""How an action begins as people write it: ``1. MO``, ``Phase 1: move``, cells of a table."""
_ACTION = re.compile(rf"{_BEGIN}[ ,|]*(.*)")
_BEHIND_HEAD = re.compile(rf"(?P<head>[^;]*?[^\s:,;.-])(?P<gap>[ :,.-]+)(?P<rest>{_BEGIN}.*)")
_NEXT = re.compile(rf"(?:[,|/] ?|\.? )(?:AND |THEN )*(?={_BEGIN})")
_LISTED = re.compile(r"[0-9]+[.)] ?(?=(?:CHAR|PLAN|TREAT|BREAK|SCI|CLAIM|VOTE|GIVEGOLD|HEIR|NAME)\b)")
_SPELLS = {one.name.upper(): one.code for one in TABLES.spells.values() if not one.secret}
_ITEMS = {one.name.upper(): str(one.number) for one in TABLES.items.values()}
_CALLED = {"CA": _SPELLS, "US": _ITEMS}
"""The things that an order names by their names, too."""
_LINES = re.compile(r"\r\n|\r|\n")
_BARE = re.compile(r"[^\W\d][^;,0-9]{0,40}|#[0-9]+|[0-9]{2,}")
"""A line that may name a character, and nothing else."""
_UNNUMBERED = {*ACTIONS, *(row.verbs[0] for row in ROWS.values() if row.verbs)}
"""The words with which an action without its phase begins."""
_LEFT = re.compile("^[^;]*")
"""A line up to its remark."""
_NO_PHASE = "The number of the phase, 1 to 5, is missing before it."
_NEAR = 75


def plain(raw: str) -> str:
    """Return a line as the forms read it: in capitals, with single blanks, without what stands behind a ``;`` and without a
    full stop, its phase and action as the book writes them; "" for a quoted line, for one that says nothing, and for CLEAR
    (``merge``)."""
    if raw.startswith(">") or raw.strip().upper() == "CLEAR":
        return ""
    line = " ".join(_REMARK.split(raw.translate(_STRAIGHT).upper())[0].split())
    goes_on = "," if re.search(", *$", _REMARK.split(raw)[0]) else ""
    line = _LISTED.sub("", re.sub(r"^[|*•·+ -]+|[|* ?…]+$", "", without_stop(line)))
    line = _action(re.sub(r"# (?=[0-9])", "#", re.sub(r" *, *", ",", line)))
    return (
        f"{line}{goes_on}"
        if re.match(r"PLAN (?!.* NONE$)\S+ .|[0-9]+ (?:(?:SE|EN) .* : .|(?:LE|PI|DI|GI) [0-9#])", line)
        else line
    )


def _action(line: str) -> str:
    """A line with its phase and action as the book writes them."""
    found = _ACTION.fullmatch(line)
    if found is not None:
        code, rest = VERBS[found[2]], found[3].strip(" ,|")
        rest = rest if code in ("LE", "GI") else re.sub("^(?:(?:TO|ON|AT|WITH|PROVINCE|PROV|SPELL|ITEM) )+", "", rest)
        name = next((one for one in _CALLED.get(code, ()) if f"{rest} ".startswith(f"{one} ")), "")
        rest = f"{_CALLED[code][name]}{rest[len(name) :]}" if name else rest
        if code in ("LE", "PI", "DI"):
            rest = re.sub(r"\bARM(?:Y|IES) ", "", rest)
            rest = re.sub(" ?(?:AND|&) ?", ",", rest)
        line = f"{found[1]} {code} {rest}".strip()
    if action_of(line) in _TACTICS_BEHIND:
        line = re.sub(r" ?: ?| WITH ", " : ", line, count=1).strip()
    if line.startswith("PLAN "):
        line = re.sub(r" ?[:=] ?", " ", line, count=1)
    return line.replace(",", " ") if line.startswith("HEIR ") else line


def parts(text: str, view: View | None) -> list[str]:
    """Return the lines that a line should have been: a head with an action behind it, actions side by side, a line of the
    kingdom for several kingdoms."""
    if several := re.fullmatch(r"(TREAT|BREAK|SCI) (#?[A-Z0-9]+(?:(?:,| AND | & )#?[A-Z0-9]+)+)", text):
        return [f"{several[1]} {one}" for one in re.split(",| AND | & ", several[2])]
    if view is None or _KINGDOM.match(text):
        return [text]
    heads = re.split("(?<=[A-Z0-9])[ ,.]+(?=CHAR(?:ACTER)? )", text)
    if len(heads) > 1:
        return [part for one in heads for part in parts(_action(one), view)]
    found = None if _ACTION.fullmatch(text) else _BEHIND_HEAD.fullmatch(text)
    head: list[str] = []
    if found is not None and (found["gap"].strip() in ("", ":") or not is_number(found["head"])):
        ways = (found["head"], f"{found['head']}:", *([f"CHAR {found['head']}"] if ":" in found["gap"] else []))
        head = [one for one in ways if head_of(one, view) is not None][:1]
        text = found["rest"] if head else text
    begin, pieces = 0, []
    for cut in _NEXT.finditer(text):
        if grammar().find(_action(text[begin : cut.start()])) is not None:
            pieces.append(text[begin : cut.start()])
            begin = cut.end()
    return [*head, *map(_action, [*pieces, text[begin:]])]


def remarks(raw: str) -> list[str]:
    """Return what stands behind the marks of remarks in a line that says something else, too; a message has none."""
    said, *behind = _REMARK.split(raw)
    return behind if said.strip() and not raw.startswith(">") and not plain(raw).startswith("MSG ") else []


def is_head(text: str) -> bool:
    """Return whether a line opens the block of a character, as our letters write it."""
    return re.match(r"CHAR\b", text) is not None


def head_of(line: str, view: View | None) -> Head | Refusal | None:
    """Return whom the orders below are for, why that cannot be told, or None for a line that is no head."""
    if view is None:
        return None
    own = {one.id: one.name for one in view.own}
    if line.rstrip(" :") in _CROWNED and line.endswith(":"):
        return next((Head(str(one.id), "character") for one in view.own if one.king), None)
    found = _HEAD.fullmatch(line)
    if found is None:
        by_name = _NAMED.fullmatch(line)
        one = meant(by_name["name"], own) if by_name is not None else []
        return Head(str(one[0]), "character") if len(one) == 1 else None
    said = found["ref"] or found["number"]
    number = named("character", said, own)
    if isinstance(number, int):
        return Head(str(number), "character")
    yours = ", ".join(f"CHAR {one} ({name})" for one, name in own.items())
    near = nearest(said, own)
    return Refusal(
        "NOT YOURS",
        f"{line[:40]} names no living character of yours.",
        f"Yours are {yours}." if near is None else f"Yours are {yours}. Did you mean this?",
        "" if near is None else f"CHAR {near}",
    )


def framed(text: str, view: View) -> list[str]:
    """Return the lines of a letter, with CHAR before a name that stands alone above a phase (that of an own character, one near
    to a known one, or one above a phase that was given before), and with the next phase before an action of a block that has
    none: mail programs take away the numbers of a list."""
    lines = _LINES.split(text)
    said = [plain(one) for one in lines]
    known = {one.id: one.name for one in view.world.characters.values()}
    given, inside = {0}, False
    for at, line in enumerate(said):
        first, *more = parts(line, view)
        if (head := head_of(first, view)) is not None:
            given, inside = {0} if isinstance(head, Head) else given, isinstance(head, Head)
        elif inside and (code := _next_phase(line, max(given) + 1, lines[at - 1])):
            lines[at], more = f"{max(given) + 1} {line}{_LEFT.sub('', lines[at])}", [code]
        elif _BARE.fullmatch(line) and not grammar().knows(line):
            below = next(filter(None, islice(said, at + 1, None)), "")
            name = line.rstrip(" :")
            meant_so = name in _CROWNED or not name[0].isalpha() or nearest(name, known, _NEAR) is not None
            if action_of(below) and (meant_so or _phases([below]) & given):
                lines[at] = f"{name}:" if name in _CROWNED else f"CHAR {name}"
                given, inside = {0}, isinstance(head_of(plain(lines[at]), view), Head)
        given |= _phases([first, *more])
    return lines


def _next_phase(line: str, phase: int, above: str) -> str:
    """An action without a number as that of this phase, "" where it is none or goes on with the line above."""
    if phase > PHASES or line.split(" ")[0] not in _UNNUMBERED or above.rstrip().endswith(","):
        return ""
    code = _action(f"{phase} {line}")
    found = grammar().find(code)
    return code if found is not None and not isinstance(found.order, Refusal) else ""


def _phases(orders: Iterable[str]) -> set[int]:
    """The phases of some actions."""
    return {int(one[0]) for one in orders if re.match(r"[1-9] [A-Z]{2}\b", one)}


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
        r"(?:FROM )?(?:PHASES? )?(?P<p>[1-5])(?: ?(?:-|,|TO|AND|&) ?[1-5])+ ?[:.)]? ?(?P<a>[A-Z]{2}\b.*)",
        "ONE PHASE",
        "Each phase has a line of its own.",
        "You could write, for one of them,",
        "{p} {a}",
    ),
    (
        r"(?P<a>TREAT|BREAK|SCI|VOTE|CLAIM)(?:Y|ED)?(?: (?:WITH|FOR|TO|KINGDOM|VICTORY))+(?P<k>(?: [A-Z0-9]+)?)",
        "FORM",
        "Behind TREAT, BREAK, SCI and VOTE stands a kingdom alone, behind CLAIM nothing.",
        "You could write",
        "{a}{k}",
    ),
    (
        r"(?!GIVEGOLD [0-9]+ TO )GIVE ?GOLD (?P<n>[0-9]+)(?: GOLD)?(?: TO)? (?P<k>[A-Z0-9]+)",
        "FORM",
        "Gold is given as in GIVEGOLD 6 TO NO.",
        "You could write",
        "GIVEGOLD {n} TO {k}",
    ),
    (
        r"GIVE ?GOLD (?:TO )?(?P<k>[A-Z]+) (?P<n>[0-9]+)(?: GOLD)?",
        "FORM",
        "Gold is given as in GIVEGOLD 6 TO NO.",
        "You could write",
        "GIVEGOLD {n} TO {k}",
    ),
    (
        r"NAME #?(?P<n>[0-9]+) (?P<to>.+)",
        "FORM",
        "It is not said whether a Hero or a province is named: NAME CHAR or NAME PROV.",
        "You could write",
        "NAME CHAR {n} {to}",
    ),
    (
        r"PLAN (?P<t>(?:SC|SA|GI|CA|US|FI|ME|FL)\b.*)",
        "WHOSE",
        "Whose plan it is stands between PLAN and its tactics, as in PLAN 7 {t}.",
        "Write the number of the character.",
        "",
    ),
    (
        r"(?P<p>[0-9]+) RE (?P<t>[A-Z]{2})(?P<n>[0-9]+)",
        "BLANK",
        "A blank stands between type and number.",
        "You could write",
        "{p} RE {t} {n}",
    ),
    (
        r"(?P<p>[0-9]+) RE (?P<n>[0-9]+) (?P<t>[A-Z]{2})",
        "FORM",
        "The type stands before the number.",
        "You could write",
        "{p} RE {t} {n}",
    ),
    (
        r"(?P<p>[0-9]+) EX(?:PLORE)? (?P<to>.+)",
        "NO PROVINCE",
        "EX takes no province: it explores where he stands.",
        "You could write",
        "{p} EX",
    ),
    (
        r"(?P<p>[0-9]+) SE (?P<n>[0-9]+)(?P<more> : .+?)?(?: ?:)?",
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
    action = action_of(text)
    if action and text.startswith(action):
        found = the_grammar.find(f"1 {text}")
        if found is not None and not isinstance(found.order, Refusal):
            return Refusal("PHASE", _NO_PHASE, "Begin the line with it.", f"1 {text}")
    if action:
        forms = [form for _, form in the_grammar.forms if form.text.split()[1:2] == [action]]
        shown = "; ".join(f"{the_grammar.example(form)} ({form.help})" for form in forms)
        return Refusal("FORM", f"{text[:60]} is not how {action} is written.", f"It is written {shown}.")
    found_phase = re.match(r"(?P<p>[0-9]+) (?P<a>[A-Z]+)", text)
    if found_phase and found_phase["a"] not in ACTIONS:
        listed = ", ".join(ACTIONS)
        near = the_grammar.mended(text)
        why = f"There is no action {found_phase['a'][:12]}; there are {listed}."
        if near is not None:
            return Refusal("ACTION", why, "Did you mean this?", the_grammar.code_of(near.order))
        return Refusal("ACTION", why, "HELP ORDERS shows the forms.")
    headed = re.fullmatch(rf"(?P<head>[^:]+): ?(?P<rest>(?:{_VERB})(?![A-Z]).*)", text)
    if headed and the_grammar.find(code := _action(f"1 {headed['rest']}")) is not None:
        somebody = not re.fullmatch("(?:CHAR(?:ACTER)?|HERO|KING|QUEEN) ?", headed["head"])
        return Refusal("PHASE", _NO_PHASE, "Write it before the action.", f"{headed['head']}: {code}" if somebody else "")
    verb = re.match(rf"(?:{_VERB})(?![A-Z])", text)
    if verb and the_grammar.find(code := _action(f"1 {text}")) is not None:
        return Refusal("PHASE", _NO_PHASE, "Begin the line with it.", code)
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
    parts=parts,
    remarks=remarks,
    headless=lambda kind: kind.giver == "kingdom",
)


def read(text: str, view: View) -> OrderSheet:
    """Return the orders of a letter, each named for its character and phase, and its problems; every ``data`` is a ``Given``.
    Of a phase that is given twice the last line counts, of a block that comes twice the last block (AK-D3.0-15). Never
    raises."""
    lines, heads = _LINES.split(text), framed(text, view)
    sheet = read_lines(grammar(), LAYOUT, "\n".join(heads), view)
    last: dict[tuple[Any, ...], Order] = {}
    for one in sheet.orders:
        last[_place(one)] = one
    blocks = _last_blocks(heads, sheet.orders, view)
    kept = []
    problems = [_as_written(one, lines, heads) for one in sheet.problems]
    for one in sheet.orders:
        given: Given = one.data
        later = last[_place(one)]
        behind = isinstance(given.order, Action) and one.line < blocks.get(given.head.name, 0)
        if behind:
            problems.append(_superseded(one, "The block of this character comes again further down, and that one counts."))
        elif later is not one:
            problems.append(_superseded(one, f"Line {later.line} says that again, and counts.", later.line))
        else:
            kept.append(_worded(_spelled(one, lines), view))
            if isinstance(given.order, Action) and lines[one.line - 1] != heads[one.line - 1]:
                why = f"{_NO_PHASE[:-1]}: it is read as {one.code}."
                problems.append(Problem("PHASE", one.line, why, text=one.text, note=True, order=one.code))
    return OrderSheet(text, tuple(kept), tuple(sorted(problems, key=lambda one: one.line)))


def _as_written(one: Problem, lines: Sequence[str], heads: Sequence[str]) -> Problem:
    """A problem with its line as the letter has it. With a refused head go the lines below it."""
    if one.code == "NOT YOURS" and one.names:
        one = replace(one, lines=max(one.names) - one.line + 1)
    return one if lines[one.line - 1] == heads[one.line - 1] else replace(one, text=lines[one.line - 1].strip())


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


def _last_blocks(lines: Sequence[str], orders: Iterable[Order], view: View) -> dict[str, int]:
    """The line of the last head of each character that stands alone above an order of his."""
    last = {one.data.head.name: one.line for one in orders}
    found: dict[str, int] = {}
    for number, raw in enumerate(lines, 1):
        head = head_of(plain(raw), view)
        if isinstance(head, Head) and number < last.get(head.name, 0):
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
    """An action with the name of its character and its phase before its words; a line of the kingdom is nobody's, wherever it
    stands."""
    order = one.data.order
    if not isinstance(order, Action):
        return replace(one, data=replace(one.data, head=Head()))
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
    told = "\n".join(one if plain(one).startswith("MSG ") else _REMARK.split(one)[0].rstrip() for one in _LINES.split(filed))
    both = zip(_parts(told, view), _parts(new, view), strict=True)
    return "\n".join(line for old, later in both for part in {**old, **later}.values() for line in part)


def _parts(text: str, view: View) -> tuple[dict[str, list[str]], dict[str, list[str]]]:
    """The lines of a letter by what replaces them: first those that stand in no block, a plan or a kind of kingdom line, then
    the blocks; what is no order stays with the line above it. A block without a line replaces nothing."""
    kingdom: dict[str, list[str]] = {}
    blocks: dict[str, list[str]] = {}
    filled, key, place = set(), "", kingdom.setdefault("", [])
    for raw, line in zip(_LINES.split(text), framed(text, view), strict=True):
        first, *more = parts(plain(line), view)
        head, found = head_of(first, view), grammar().find(first)
        order = found.order if found is not None else None
        if head is not None:
            key = f"CHAR {head.name}" if isinstance(head, Head) else first
            place = blocks.setdefault(key, [])
        elif order is not None and not isinstance(order, Action | Refusal):
            place = kingdom.setdefault(f"PLAN {order.who}" if isinstance(order, SpecialPlan) else NAMES[type(order)], [])
        elif key and re.match("[0-9]+ [A-Z]", first):
            place = blocks[key]
        if first:
            place.append(raw)
            filled |= {key} if place is blocks.get(key) and (head is None or more) else set()
    return kingdom, {one: part for one, part in blocks.items() if one in filled}
