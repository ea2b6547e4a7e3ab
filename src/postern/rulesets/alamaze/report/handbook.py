"""The handbook: its topics are Markdown files in ``data/topics/``; the tables in them come from the edition's data, so that no
number stands twice, and ``entries`` answers HELP for each order, spell, kingdom and artifact.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, partial
from itertools import groupby

from postern.game.handbook import Handbook, Topic
from postern.game.kit.orders.digits import is_number
from postern.game.kit.report.handbook import Tables, markdown_table, read_handbook
from postern.rulesets.alamaze.tables import LETTERS, TERRAINS, Edition, OrderRow, SpellRow, edition
from postern.rulesets.alamaze.tables.grammar import columns_in

SCHOOLS = ("Dark", "Arch", "Shadow", "Noble", "Common")


def tables(one: Edition) -> Tables:
    """What fills each table, by the word between its braces."""
    of_rows: dict[str, tuple[str, dict[str, str]]] = {
        "ranks": ("emissary_ranks", {"rank": "rank", "power_percent": "share of influence, %", "gold_cost": "gold a mission"}),
        "hire": ("hire", {"code": "code", "figure": "who", "gold": "gold", "influence_cost": "influence"}),
        "leaders": ("leader_ranks", {"rank": "rank", "step": "step", "bonus_percent": "bonus, %"}),
        "sizes": ("group_sizes", {"word": "word", "brigades_low": "brigades from", "brigades_high": "to"}),
        "reactions": (
            "regional_reactions",
            {"reaction": "reaction", "politics_factor": "resistance", "end_of_turn_morale": "morale a turn"},
        ),
        "resistance": (
            "politics_resistance",
            {"reaction": "reaction", "village": "village", "town": "town", "city": "city"},
        ),
        "objectives": ("eso_objectives", {"code": "code", "points": "points", "objective": "objective"}),
        "rewards": ("eso_rewards", {"code": "code", "points": "points", "reward": "reward"}),
        "conditions": ("secret_victory", {"code": "code", "category": "category", "condition": "condition"}),
        "points": ("status_points", {"objective": "for", "interim": "each sixth turn", "final": "at the end"}),
        "seas": ("seas", {"sea": "sea", "letter": "letter"}),
        "issues": ("high_council", {"type": "type", "issue": "issue", "example": "example", "effect": "effect"}),
        "guards": ("countermeasures", {"order": "order", "kind": "kind", "base_pct": "%", "per_level_pct": "% a level"}),
        "seasons": (
            "seasons",
            {
                "season": "season",
                "regions_1_6_food_percent": "1 to 6: food %",
                "regions_1_6_gold_percent": "gold %",
                "regions_7_10_food_percent": "7 to 10: food %",
                "regions_7_10_gold_percent": "gold %",
            },
        ),
    }
    made: dict[str, Callable[[], str]] = {name: partial(_rows, one, *row) for name, row in of_rows.items()}
    made |= {"missions": partial(_missions, one), "moves": partial(_moves, one), "tactics": partial(_tactics, one)}
    made |= {"spells": partial(_spells, one), "regions": partial(_regions, one), "kingdoms": partial(_kingdoms, one)}
    made["artifacts"] = partial(_artifacts, one)
    return made


def order_tables(one: Edition) -> Iterator[tuple[str, str]]:
    """The steps of the turn that have orders, by the number with which their phase begins, with a table of these."""
    for step in dict.fromkeys(row.phase.split()[0] for row in one.orders.values()):
        rows = [row for row in one.orders.values() if row.phase.split()[0] == step]
        cells = [(str(row.number), row.name, f"`{row.example}`", row.cost) for row in rows]
        yield step, markdown_table(("no.", "order", "example", "cost"), cells)


def _rows(one: Edition, table: str, columns: dict[str, str]) -> str:
    rows = ([_quoted(name, row[name]) for name in columns] for row in one.content.rows(table))
    return markdown_table(list(columns.values()), rows)


def _quoted(column: str, cell: str) -> str:
    return f"`{cell}`" if column == "example" else cell.replace("|", "/")


def _spells(one: Edition) -> str:
    def level(value: int | None) -> str:
        return "-" if value is None else str(value)

    rows = ((str(row.number), row.name, *(level(row.level(school)) for school in SCHOOLS)) for row in one.spells.values())
    return markdown_table(("no.", "spell", *SCHOOLS), rows)


def _moves(one: Edition) -> str:
    rows = ((trait, *(f"{cost.to_enter(terrain):g}" for terrain in TERRAINS)) for trait, cost in one.movement_costs.items())
    return markdown_table(("ability", *map(str.lower, TERRAINS)), rows)


def _tactics(one: Edition) -> str:
    rows = one.content.rows("tactics")
    cells = ((r["mode"], r["tac"], r["name"], r["retreat_at_casualties_pct"]) for r in rows)
    return markdown_table(("when", "no.", "tactic", "retreats at losses of %"), cells)


def _regions(one: Edition) -> str:
    return markdown_table(
        ("no.", "region", "poor season"), ((str(r.number), r.name, r.off_season) for r in one.regions.values())
    )


def _kingdoms(one: Edition) -> str:
    enemy = {code: row.natural_enemy or "none" for code, row in one.kingdoms.items()}
    rows = ((code, row.name, enemy[code]) for code, row in one.kingdoms.items())
    return markdown_table(("code", "kingdom", "natural enemy"), rows)


def _missions(one: Edition) -> str:
    """Missions with their orders and the range of their chances of an agent without level."""
    found = []
    for (mission, order), rows in groupby(one.content.rows("agent_actions"), key=lambda row: (row["mission"], row["order"])):
        some: Sequence[str] = [row["success_base_pct"] for row in rows]
        chances = sorted({int(cell) for cell in some if is_number(cell.lstrip("-"))})
        span = f"{chances[0]} to {chances[-1]}" if len(chances) > 1 else str(chances[0]) if chances else "always"
        found.append((mission, order.replace(";", ", "), span))
    return markdown_table(("mission", "orders", "base, %"), found)


def _artifacts(one: Edition) -> str:
    rows: Iterable[tuple[str, str, str]] = sorted((a.class_, a.quality, a.name) for a in one.artifacts.values())
    return markdown_table(("class", "quality", "artifact"), rows)


_TOPIC = {
    "1": "orders", "2": "battle", "3": "centers", "5": "economy", "8": "court", "9": "influence", "10": "council",
    "11": "economy", "12": "movement", "13": "priestess", "15": "magic", "16": "agents", "17": "victory",
}  # fmt: skip
"""The topic that tells more, by step."""


def entries(one: Edition) -> tuple[Topic, ...]:
    """An entry for each order and each spell by number and name, each kingdom by code and name, each artifact by name."""
    return (*_order_entries(one), *_spell_entries(one), *_steps(one), *_kingdom_entries(one), *_artifact_entries(one))


# --- orders and spells -------------------------------------------------------------------------------------------------------


def _order_entries(one: Edition) -> Iterator[Topic]:
    names = _words_for(one)
    for number, row in one.orders.items():
        told = [f"- Given by: {row.performer}.", f"- Cost: {row.cost if row.cost != '0' else 'nothing'}."]
        if row.restriction:
            told.append(f"- Only: {row.restriction}.")
        if row.first_turn > 1:
            told.append(f"- From turn {row.first_turn} on.")
        told.append(f"- {'Can' if row.standing_decided else 'Cannot'} be a standing order.")
        if number in one.spells:
            told.append(f"- {_powers(one.spells[number])}")
        if number in one.kingdom_orders:
            told.append(f"- An order of {', '.join(sorted(one.kingdom_orders[number]))} alone.")
        if row.sole_action == "yes":
            told.append("- The one action of that figure in the turn.")
        forms = "\n".join(f"- Written `{form.strip()}`." for form in row.form.split(";"))
        parts = [row.summary, f"For example `{row.example}`.", forms, *_columns(row), "\n".join(told), _more(row.phase)]
        yield Topic(str(number), f"{number} {row.name}", "\n\n".join(parts) + "\n", _also(number, names))


def _steps(one: Edition) -> Iterator[Topic]:
    """The orders of a step of the turn in one table."""
    for step, table in order_tables(one):
        phase = next(row.phase for row in one.orders.values() if row.phase.split()[0] == step)
        title = f"Orders: {phase.partition(' ')[2]}"
        yield Topic(f"orders {step}", title, f"{table}\n\n{_more(phase)}\n", (f"order step {step}",))


def _spell_entries(one: Edition) -> Iterator[Topic]:
    names = _words_for(one)
    for number, row in one.spells.items():
        if number in one.orders:
            continue
        told = [f"- {_powers(row)}", "- One spell a wizard and turn; gold is not needed."]
        told.append("- Cannot be a standing order." if number in one.never_standing else "- Can be a standing order.")
        forms = f"- Written `{row.form_decided}`."
        parts = [row.numeric_effect, f"For example `{row.example_decided}`.", forms, *_columns(row), "\n".join(told)]
        parts.append("More: `HELP magic`.")
        yield Topic(str(number), f"{number} {row.name}", "\n\n".join(parts) + "\n", _also(number, names))


def _columns(row: OrderRow | SpellRow) -> list[str]:
    """What stands in each column; nothing for an order without columns."""
    form = row.form if isinstance(row, OrderRow) else row.form_decided
    count = max(len(columns_in(one)) for one in form.split(";"))
    words = [(LETTERS[place], row.column(place)) for place in range(count)]
    return (
        [markdown_table(("column", "what stands there"), [(letter, said or "stays as shown") for letter, said in words])]
        if words
        else []
    )


def _powers(row: SpellRow) -> str:
    levels = [(school, row.level(school)) for school in SCHOOLS]
    told = ", ".join(f"{school} {level}" for school, level in levels if level is not None)
    return f"A spell; power needed by school of magic: {told}."


def _words_for(one: Edition) -> dict[int, list[str]]:
    """By number the names with which a line may begin instead."""
    found: dict[int, list[str]] = {}
    for _, rows in one.order_words:
        for row in rows:
            if is_number(row.number):
                found.setdefault(int(row.number), []).append(row.words.lower())
    return found


def _also(number: int, names: dict[int, list[str]]) -> tuple[str, ...]:
    return (f"order {number}", f"spell {number}", *dict.fromkeys(names.get(number, ())))


def _more(phase: str) -> str:
    return f"More: `HELP {_TOPIC[phase.split()[0]]}`."


# --- kingdoms and artifacts --------------------------------------------------------------------------------------------------


def _kingdom_entries(one: Edition) -> Iterator[Topic]:
    """What all players know of a kingdom; its dossier is in its own player's first report alone (AC-02-05)."""
    notes = {row["code"]: row["note"] for row in one.content.rows("kingdom_notes")}
    for code, row in one.kingdoms.items():
        special = [number for number, codes in one.kingdom_orders.items() if code in codes]
        enemy = one.kingdoms[row.natural_enemy].name if row.natural_enemy else ""
        told = [f"- Natural enemy: {enemy or 'none'}."]
        if special:
            told.append(f"- Orders of its own: {', '.join(f'{n} {one.orders[n].name}' for n in special)}.")
        body = "\n\n".join([notes[code], "\n".join(told), "More: `HELP kingdoms`."]) + "\n"
        yield Topic(
            f"kingdom {code.lower()}", f"{row.name} ({code})", body, (code.lower(), row.name.lower(), f"{row.name.lower()}s")
        )


def _artifact_entries(one: Edition) -> Iterator[Topic]:
    """What songs tell of an artifact. Where it lies, what guards it, its short number and its power are to be found out."""
    for item in one.artifacts.values():
        who = {"good": "Refuses evil kingdoms.", "evil": "Refuses good kingdoms."}.get(item.alignment, "Serves everybody.")
        lines = [f"- Class: {item.class_.capitalize()}.", f"- Quality: {item.quality}.", f"- {who}"]
        text = "Its power shows by spell 796, and often in the words of the find.\n\nMore: `HELP artifacts`.\n"
        yield Topic(f"artifact {item.name.lower()}", item.name, "\n".join(lines) + "\n\n" + text, (item.name.lower(),))


@cache
def handbook(name: str) -> Handbook:
    """The handbook of an edition: all topics in the order of their files, and the entries."""
    one = edition(name)
    return read_handbook(one.texts["title"], "postern.rulesets.alamaze.data", tables(one), entries(one))
