"""The handbook of Quest of the Great Jewels: the rules in our own words, one Markdown file a topic in ``topics/``.

A file's name gives its place and the word after HELP (``05-movement.md``), its first line the title, a line ``Also: a, b``
further words that find it. A long topic has sections: a line ``## Title``, the same ``Also:`` line, whose first word stands
behind the topic's in HELP, and a line ``About:`` for the list of sections. A line ``{{table}}`` is filled from the game's data,
so that no number stands twice.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache, partial
from importlib.resources import files

from postern.game.handbook import Handbook, Topic
from postern.rulesets.great_jewels.orders.families import GRAMMAR, parse
from postern.rulesets.great_jewels.orders.moves import COPIES
from postern.rulesets.great_jewels.orders.powers import ONE_RING
from postern.rulesets.great_jewels.tables import ATTACK_FACTORS, decided, rows
from postern.rulesets.great_jewels.talismans.catalogue import CATALOGUE, JEWELS, KEYS, PALANTIRI, RINGS, STONES, Power
from postern.rulesets.great_jewels.turn import EXCLUSIVE_TALISMANS
from postern.rulesets.great_jewels.wording import listed, titled

_PEOPLES = ("AZONI", "QUNTAG", "RILRIS", "SLENTH")
_IN_A_ROW = 5
_NOTES = {
    1: "not on the turn you get it",
    2: "only on the turn of transfer",
    3: "not against non-players",
    4: "not against a holder of a Great Jewel",
    5: "not together with a Great Jewel",
    6: "usually hidden from others",
    7: "may be handed to a besieged garrison",
    8: "needs an order of its own",
}
_WHERE = {
    "leader": "A leader",
    "garrison": "A garrison",
    "both": "A leader or a garrison",
    "transfer": "Whoever gets them, when they are handed over",
}
_TOLD = (2, 8)
"""Notes that a talisman's own sentences and its order tell already."""
_WAIVED = {**dict.fromkeys(JEWELS, 5), ONE_RING: 4}
"""Notes of the list that its text, or sense, takes back: QJ-28.1-198 for the One Ring."""
_GROUPS = tuple(dict.fromkeys(kind.group for kind in GRAMMAR.kinds))
_COMMON = {number for numbers in RINGS.values() for number in numbers} | {*JEWELS, *KEYS}


def _attack_factors() -> str:
    head = "| attacker | " + " | ".join(people.title() for people in _PEOPLES) + " |"
    lines = [head, "|---" * (len(_PEOPLES) + 1) + "|"]
    for attacker in _PEOPLES:
        factors = " | ".join(str(ATTACK_FACTORS[attacker, defender]) for defender in _PEOPLES)
        lines.append(f"| {attacker.title()} | {factors} |")
    return "\n".join(lines)


def _orders(group: str) -> str:
    """Every form of the orders of one group, with what it does; moves that copy another behind the others."""
    found = [(form.shown, form.help, _is_sole(GRAMMAR.example(form))) for kind, form in GRAMMAR.forms if kind.group == group]
    found += [(shown, help, True) for shown, help in COPIES if group == "move"]
    exclusive = any(sole for _, _, sole in found)
    lines = (
        ["| order | what it does | one a turn |", "|---|---|---|"] if exclusive else ["| order | what it does |", "|---|---|"]
    )
    return "\n".join(
        [*lines, *(f"| `{shown}` | {help} |{(' one |' if sole else ' |') * exclusive}" for shown, help, sole in found)]
    )


def _is_sole(code: str) -> bool:
    order = parse(code)
    return order is not None and (order.sole or getattr(order, "talisman", 0) in EXCLUSIVE_TALISMANS)


def _sequence() -> str:
    return "\n".join(f"{row['step']}. {row['event'].split(' (printed')[0]}" for row in rows("sequence"))


def _talismans() -> str:
    lines = []
    for power in _told_alone():
        notes = f" [{' '.join(str(note) for note in sorted(power.notes))}]" if power.notes else ""
        lines.append(f"- **{_number(power)} {titled(power.name)}**{notes}: {power.power}{_order(power)}")
    return "\n".join(lines)


def _told_alone() -> list[Power]:
    """All but jewels, keys and rings; of the Palantiri the first."""
    return [power for power in CATALOGUE.values() if power.number not in _COMMON and power.number not in PALANTIRI[1:]]


def _number(power: Power) -> str:
    return f"T{power.number}" if power.number not in PALANTIRI else f"T{PALANTIRI[0]} to T{PALANTIRI[-1]}"


def _entry(power: Power) -> Topic:
    """One talisman, for HELP T24 and HELP talisman 24."""
    code = f"T{power.number}"
    paragraphs = [f"{power.power}{_order(power)}"]
    if notes := "; ".join(_NOTES[note] for note in sorted(power.notes) if note not in (*_TOLD, _WAIVED.get(power.number))):
        paragraphs.append(f"{notes[0].upper()}{notes[1:]}.")
    if power.number in (*JEWELS, *STONES.values(), ONE_RING):
        paragraphs.append("`HELP jewels` tells all spells.")
    words = (code, f"talismans {power.number}", f"talisman {code}", power.name, power.name.removeprefix("THE "))
    return Topic(f"talisman {power.number}", f"{code} {titled(power.name)}", "\n\n".join(paragraphs) + "\n", words)


def _order(power: Power) -> str:
    """The sentence with examples of the order, "" for what works by itself."""
    return f" Order like {listed([f'`{one}`' for one in power.orders], 'or')}." if power.orders else ""


def _names() -> Topic:
    """All talismans by number and name, for HELP talismans names."""
    lines = ["T1 to T3 are the Great Jewels, T4 to T28 the keys, T29 to T44 the Rings of Power. What the others work with:"]
    for on, where in _WHERE.items():
        named = [f"{_number(power)} {titled(power.name)}" for power in _told_alone() if power.on == on]
        lines.append(f"**{where}**: {', '.join(named)}.")
    words = ("talismans name", "talisman names", "names of talismans")
    return Topic("talismans names", "Talismans by name", "\n\n".join([*lines, "`HELP T24` tells of one alone.\n"]), words)


def _notes() -> str:
    return " ".join(f"**{number}** {words}." for number, words in _NOTES.items())


def _keys() -> str:
    """A row for each second word, a column for each first word."""
    metals = [CATALOGUE[number].name.split()[0] for number in KEYS[:_IN_A_ROW]]
    lines = ["| key | " + " | ".join(titled(word) for word in metals) + " |", "|---" * (_IN_A_ROW + 1) + "|"]
    for at in range(0, len(KEYS), _IN_A_ROW):
        row = KEYS[at : at + _IN_A_ROW]
        lines.append(f"| {titled(CATALOGUE[row[0]].name.split()[1])} | " + " | ".join(f"T{number}" for number in row) + " |")
    return "\n".join(lines)


def _flags() -> str:
    lines = ["| on a | flag | meaning |", "|---|---|---|"]
    lines += [f"| {row['scope']} | `{row['flag']}` | {row['meaning']} |" for row in rows("flags")]
    return "\n".join(lines)


def _rates() -> str:
    """Base levy and tax by people and terrain, and of the home."""
    base, home = decided("base_rates"), decided("home_rates")
    lines = ["| people | clear | mountain | forest | home at first |", "|---|---|---|---|---|"]
    for people in _PEOPLES:
        cells = [base[people][land] for land in "CMF"] + [home[people]]
        lines.append(f"| {people.title()} | " + " | ".join(f"{levy} / {tax}" for levy, tax in cells) + " |")
    return "\n".join(lines)


_TABLES: dict[str, Callable[[], str]] = {
    "{{attack_factors}}": _attack_factors,
    **{f"{{{{orders {group}}}}}": partial(_orders, group) for group in _GROUPS},
    "{{rates}}": _rates,
    "{{sequence}}": _sequence,
    "{{talismans}}": _talismans,
    "{{keys}}": _keys,
    "{{notes}}": _notes,
    "{{flags}}": _flags,
}


def _topic(name: str, text: str) -> Topic:
    opening, *rest = re.split(r"^## ", text.removeprefix("# "), flags=re.MULTILINE)
    title, also, _, body = _read(opening)
    sections = []
    for part in rest:
        heading, (word, *others), hint, inner = _read(part)
        sections.append(Topic(word, heading, inner, tuple(others), hint=hint))
    whole = "\n".join([body, *(f"## {section.title}\n\n{section.body}" for section in sections)])
    return Topic(name, title, whole, also, body, tuple(sections))


def _read(text: str) -> tuple[str, tuple[str, ...], str, str]:
    """The title of a topic or section, its further words, what it is about, and its text with the tables filled in."""
    title, *lines = text.splitlines()
    also: tuple[str, ...] = ()
    hint = ""
    if lines and lines[0].startswith("Also:"):
        also = tuple(word.strip() for word in lines.pop(0).removeprefix("Also:").split(","))
    if lines and lines[0].startswith("About:"):
        hint = lines.pop(0).removeprefix("About:").strip()
    filled = [_TABLES[line.strip()]() if line.strip() in _TABLES else line for line in lines]
    return title.strip(), also, hint, "\n".join(filled).strip() + "\n"


@cache
def handbook() -> Handbook:
    """All topics in the order of their files."""
    folder = files("postern.rulesets.great_jewels.handbook") / "topics"
    pages = sorted((page for page in folder.iterdir() if page.name.endswith(".md")), key=lambda page: page.name)
    topics = tuple(_topic(page.name.removesuffix(".md").split("-", 1)[1], page.read_text(encoding="utf-8")) for page in pages)
    return Handbook("Quest of the Great Jewels", topics, (_names(), *map(_entry, CATALOGUE.values())))
