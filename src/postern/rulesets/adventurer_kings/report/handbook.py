"""The handbook: topics are Markdown files in ``data/topics``, their tables come from the data, so that no number stands twice;
and HELP for each order, spell, item and monster. Secret powers and spells stand nowhere: they are told when reached."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from postern.game.handbook import Handbook, Topic
from postern.game.kit.orders.kinds import Form
from postern.game.kit.report.handbook import markdown_table, read_handbook
from postern.rulesets.adventurer_kings.orders.grammar import ROWS
from postern.rulesets.adventurer_kings.rules.plans import NAMES as TACTICS
from postern.rulesets.adventurer_kings.tables import CONTENT, TABLES, Item, Spell
from postern.rulesets.adventurer_kings.turn import percent

_PACKAGE = "postern.rulesets.adventurer_kings.data"
_SCHOOLS = [one for one in TABLES.abilities.values() if one.group == "magic"]
_TACTIC_WORDS = {
    "SC": "look: kind, hit points, gold and number of items; ends the encounter when it succeeds",
    "TA": "talk: with a monster an agreement, with a character his name, kingdom and items",
    "SA": "say the answer of a riddle: `SA-WORD`",
    "FU": "fulfil an agreement: tribute, item or deed",
    "GI": "give item 13 (`GI-13`) or 8 gold (`GI-8G`) before talking",
    "ST": "steal",
    "CA": "cast a spell of encounters: `CA-FB`",
    "US": "use an item: `US-38`",
    "FI": "shoot an arrow, at Bow range",
    "ME": "strike, at Melee range",
    "FL": "flee; may stand anywhere",
}


@cache
def handbook() -> Handbook:
    """Return the handbook with all topics and entries."""
    return read_handbook("Adventurer Kings: handbook", _PACKAGE, _TABLES, tuple(_entries()))


# --- tables ---------------------------------------------------------------------------------------------------------------


def _cells(name: str, columns: Mapping[str, str]) -> str:
    """These columns of a data file, with their headings."""
    rows = ([row[column].replace("|", "/") or "-" for column in columns] for row in CONTENT.rows(name))
    return markdown_table(list(columns.values()), rows)


def forms_of(name: str) -> list[Form]:
    """Return the forms of an order."""
    return [Form(one["text"], one["help"]) for one in ROWS[name].forms]


def _orders(giver: str) -> str:
    rows = [(f"`{form.shown}`", form.help) for name, row in ROWS.items() if row.giver == giver for form in forms_of(name)]
    return markdown_table(("line", "what it does"), rows)


def _spell_table() -> str:
    rows = [
        (one.code, one.name, school.name, one.kind, str(one.level), one.words)
        for school in _SCHOOLS
        for one in TABLES.spells.values()
        if one.school == school.code and not one.secret
    ]
    return markdown_table(("code", "spell", "school", "kind", "level", "what it does"), rows)


def _item_table(artifacts: bool) -> str:
    found = [one for one in TABLES.items.values() if (one.kind == "artifact") == artifacts]
    return markdown_table(
        ("no.", "item", "tier", "what it does"), [(str(i.number), i.name, str(i.tier), i.words) for i in found]
    )


def _army_table() -> str:
    heads = ("code", "army", "attack", "defence", "speed", "pay", "stronger in", "weaker in", "its nemesis")
    rows = (
        (
            *(one.code, one.name, str(one.attack), str(one.defend), str(one.speed), str(one.pay)),
            *(", ".join(some) or "-" for some in (one.home, one.adverse, one.nemesis)),
        )
        for one in TABLES.armies.values()
    )
    return markdown_table(heads, rows)


def _quality_table() -> str:
    rows = ((one.name, percent(one.multiplier), percent(one.training)) for one in TABLES.qualities.values())
    return markdown_table(("quality", "strength times", "training to the next, %"), rows)


def _aptitude_table() -> str:
    return markdown_table(("skill now", "aptitude rises, %"), [(str(a.skill), str(a.rise)) for a in TABLES.aptitudes.values()])


def _tactic_table() -> str:
    return markdown_table(("code", "tactic", ""), [(code, name, _TACTIC_WORDS[code]) for code, name in TACTICS.items()])


def _ability_table() -> str:
    return markdown_table(("code", "ability", "group"), [(a.code, a.name, a.group) for a in TABLES.abilities.values()])


_TABLES: Mapping[str, Callable[[], str]] = {
    "actions": lambda: _orders("character"),
    "kingdom-lines": lambda: _orders("kingdom"),
    "terrains": lambda: _cells(
        "terrains",
        {"letter": "sign", "name": "terrain", "tax": "usual tax", "explore": "explored by EX, %", "encounter": "monster, %"},
    ),
    "armies": _army_table,
    "qualities": _quality_table,
    "races": lambda: _cells(
        "races", {"name": "race", "druid": "Druid level to lead it", "home": "stronger in", "favours": "best type"}
    ),
    "march": lambda: _cells(
        "march",
        {
            "level": "level",
            "slow": "speed 1-2",
            "fast": "speed 3+",
            "same": "same, %",
            "adjacent": "adjacent, %",
            "far": "far, %",
        },
    ),
    "abilities": _ability_table,
    "aptitudes": _aptitude_table,
    "experience": lambda: _cells("experience", {"name": "deed", "ability": "ability", "chance": "%"}),
    "tempers": lambda: _cells(
        "tempers",
        {"name": "temper", "rage": "hit points, die of", "elan": "own hits, %", "parry": "hits on him, %", "flee": "flight, %"},
    ),
    "alignments": lambda: _cells(
        "alignments",
        {"name": "alignment", "magic": "magic", "special": "special", "fanatic": "fanatics, %", "reduction": "loss a step, %"},
    ),
    "spells": _spell_table,
    "items": lambda: _item_table(False),
    "artifacts": lambda: _item_table(True),
    "tactics": _tactic_table,
    "monsters": lambda: _cells(
        "monsters",
        {
            "name": "monster",
            "kind": "class",
            "tier": "tier",
            "hit_points": "hit points",
            "melee": "melee",
            "damage": "blow, die of",
        }
        | {"missile": "missile", "speed": "speed", "alignment": "alignment", "talk": "Druid to talk"},
    ),
    "features": lambda: _cells("features", {"name": "feature", "terrains": "where", "guardians": "guardians"}),
    "spying": lambda: _cells(
        "spying", {"level": "Spy", "escape": "unnoticed, %", "error": "error, %", "follow": "pursue or trail, %"}
    ),
    "inventions": lambda: _cells("inventions", {"number": "no.", "name": "invention", "words": "what it does"}),
    "offices": lambda: _cells("offices", {"name": "office", "share": "points", "power": "power of the leader"}),
}
"""What fills each table of the topics, by the word between its braces."""


# --- entries --------------------------------------------------------------------------------------------------------------


def _entries() -> Iterator[Topic]:
    yield from _order_entries()
    for spell in TABLES.spells.values():
        if not spell.secret:
            yield _spell_entry(spell)
    for item in TABLES.items.values():
        yield _item_entry(item)
    yield from _code_entries()
    for one in CONTENT.rows("monsters"):
        body = [
            f"{key.replace('_', ' ')} {value}"
            for key, value in one.items()
            if value and key not in ("name", "clauses", "traits")
        ]
        yield Topic(one["name"].lower(), one["name"], f"{'; '.join(body)}.\n")


def _order_entries() -> Iterator[Topic]:
    """A page for each code of an order: its forms, and what comes before and after it."""
    pages: dict[str, list[str]] = {}
    titles: dict[str, str] = {}
    for name, row in ROWS.items():
        for form in forms_of(name):
            words = form.shown.split()
            code = words[1] if row.giver == "character" else words[0]
            pages.setdefault(code, []).append(f"- `{form.shown}`: {form.help}.")
            titles.setdefault(code, name)
    for code, lines in pages.items():
        row = ROWS[titles[code]]
        more = (
            [f"It costs a phase; {_monster(row)}{_learnt(row)}"]
            if row.giver == "character"
            else ["A line outside of all blocks."]
        )
        yield Topic(code.lower(), f"{code}: {titles[code]}", "\n".join([*lines, "", *more, ""]), (titles[code],))


def _code_entries() -> Iterator[Topic]:
    """A page for each code of an ability or a tactic, and each ability's name; a code of an order finds the order before."""
    pages: dict[str, list[str]] = {}
    names: dict[str, list[str]] = {}
    for one in TABLES.abilities.values():
        deeds = sorted({row.chance for row in TABLES.experience.values() if row.ability == one.code})
        learnt = f", and by deeds ({' or '.join(map(str, deeds))}%)" if deeds else ""
        pages[one.code] = [f"- {one.name}, an ability ({one.group}): it rises by practice, `PR {one.code}`{learnt}."]
        names[one.code] = [one.name]
    for code, name in TACTICS.items():
        pages.setdefault(code, []).append(f"- {name}, a tactic of plans: {_TACTIC_WORDS[code]}.")
        names.setdefault(code, []).extend([] if name.capitalize() in names.get(code, ()) else [name])
    for code, lines in pages.items():
        yield Topic(
            code.lower(), f"{code}: {', '.join(names[code])}", "\n".join([*lines, ""]), tuple(n.lower() for n in names[code])
        )


def _monster(row: Any) -> str:
    words = {"always": "a random monster may come first.", "alone": "a random monster may come first, unless he leads armies."}
    return words.get(row.encounter, "no random monster comes first.")


def _learnt(row: Any) -> str:
    if not row.experience:
        return ""
    found = TABLES.experience[row.experience]
    ability = TABLES.abilities[found.ability].name if found.ability in TABLES.abilities else "the ability that it takes"
    return f" Done, it improves {ability} with {found.chance}%."


def _spell_entry(spell: Spell) -> Topic:
    school = TABLES.abilities[spell.school].name
    how = f"`CA-{spell.code}` in a plan" if spell.kind == "encounter" else f"`CA {spell.code}`"
    reach = f", up to {spell.reach} provinces away" if spell.reach else ""
    body = f"{school}, level {spell.level}, {spell.kind} spell, {how}{reach}: {spell.words}.\n"
    return Topic(f"ca {spell.code.lower()}", spell.name, body, (spell.name.lower(), *_free(spell.code)))


def _free(code: str) -> Sequence[str]:
    """The code as a word of its own, where no order has it."""
    taken = {word for name in ROWS for form in forms_of(name) for word in form.shown.split()[:2]}
    return () if code in taken else (code.lower(),)


def _item_entry(item: Item) -> Topic:
    return Topic(
        f"item {item.number}",
        f"{item.number} {item.name}",
        f"{item.kind.capitalize()}, tier {item.tier}: {item.words}.\n",
        (item.name.lower(),),
    )
