"""The handbook of Quest of the Great Jewels: its topics are Markdown files in ``topics/``; here are the tables in them."""

from __future__ import annotations

from functools import cache, partial

from postern.game.handbook import Handbook, Topic
from postern.game.kit.report.handbook import Tables, markdown_table, read_handbook
from postern.game.kit.report.telling import listed
from postern.rulesets.great_jewels.orders.families import GRAMMAR, parse
from postern.rulesets.great_jewels.orders.moves import COPIES
from postern.rulesets.great_jewels.orders.talismans import ONE_RING
from postern.rulesets.great_jewels.tables import (
    ATTACK_FACTORS,
    CATALOGUE,
    JEWELS,
    KEYS,
    PALANTIRI,
    PEOPLES,
    RINGS,
    STONES,
    Power,
    decided,
    rows,
    titled,
)
from postern.rulesets.great_jewels.turn.state import EXCLUSIVE_TALISMANS

_PEOPLES = tuple(PEOPLES)
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
    rows = [(one.title(), *(str(ATTACK_FACTORS[one, other]) for other in _PEOPLES)) for one in _PEOPLES]
    return markdown_table(("attacker", *map(str.title, _PEOPLES)), rows)


def _orders(group: str) -> str:
    """Every form of the orders of one group, with what it does; moves that copy another behind the others."""
    found = [(form.shown, form.help, _is_sole(GRAMMAR.example(form))) for kind, form in GRAMMAR.forms if kind.group == group]
    found += [(shown, help, True) for shown, help in COPIES if group == "move"]
    lines = [(f"`{shown}`", help, "one" if sole else "") for shown, help, sole in found]
    if any(one for *_, one in lines):
        return markdown_table(("order", "what it does", "one a turn"), lines)
    return markdown_table(("order", "what it does"), [line[:2] for line in lines])


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
    lines = [KEYS[at : at + _IN_A_ROW] for at in range(0, len(KEYS), _IN_A_ROW)]
    metals = (titled(CATALOGUE[number].name.split()[0]) for number in lines[0])
    cells = [(titled(CATALOGUE[line[0]].name.split()[1]), *(f"T{number}" for number in line)) for line in lines]
    return markdown_table(("key", *metals), cells)


def _flags() -> str:
    return markdown_table(
        ("on a", "flag", "meaning"), [(row["scope"], f"`{row['flag']}`", row["meaning"]) for row in rows("flags")]
    )


def _rates() -> str:
    """Base levy and tax by people and terrain, and of the home."""
    base, home = decided("base_rates"), decided("home_rates")
    rates = {people: [*(base[people][land] for land in "CMF"), home[people]] for people in _PEOPLES}
    cells = [(people.title(), *(f"{levy} / {tax}" for levy, tax in pairs)) for people, pairs in rates.items()]
    return markdown_table(("people", "clear", "mountain", "forest", "home at first"), cells)


@cache
def handbook() -> Handbook:
    """All topics in the order of their files, and an entry for each talisman."""
    tables: Tables = {
        "attack_factors": _attack_factors,
        **{f"orders {group}": partial(_orders, group) for group in _GROUPS},
        "rates": _rates,
        "sequence": _sequence,
        "talismans": _talismans,
        "keys": _keys,
        "notes": _notes,
        "flags": _flags,
    }
    entries = (_names(), *map(_entry, CATALOGUE.values()))
    return read_handbook("Quest of the Great Jewels", "postern.rulesets.great_jewels.data", tables, entries)
