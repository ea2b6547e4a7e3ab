"""What HELP sends for one order, one spell, one kingdom or one artifact."""

from __future__ import annotations

from collections.abc import Iterator

from postern.game.handbook import Topic
from postern.game.kit.digits import is_number
from postern.game.kit.handbook import markdown_table
from postern.rulesets.alamaze.handbook.tables import SCHOOLS, order_tables
from postern.rulesets.alamaze.orders.forms import columns_in
from postern.rulesets.alamaze.tables import LETTERS, Edition, OrderRow, SpellRow

_TOPIC = {
    "1": "orders", "2": "battle", "3": "centers", "5": "economy", "8": "court", "9": "influence", "10": "council",
    "11": "economy", "12": "movement", "13": "priestess", "15": "magic", "16": "agents", "17": "victory",
}  # fmt: skip
"""The topic that tells more, by step."""


def entries(one: Edition) -> tuple[Topic, ...]:
    """An entry for each order and each spell by number and name, each kingdom by code and name, each artifact by name."""
    return (*_orders(one), *_spells(one), *_steps(one), *_kingdoms(one), *_artifacts(one))


# --- orders and spells -------------------------------------------------------------------------------------------------------


def _orders(one: Edition) -> Iterator[Topic]:
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


def _spells(one: Edition) -> Iterator[Topic]:
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


def _kingdoms(one: Edition) -> Iterator[Topic]:
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


def _artifacts(one: Edition) -> Iterator[Topic]:
    """What songs tell of an artifact. Where it lies, what guards it, its short number and its power are to be found out."""
    for item in one.artifacts.values():
        who = {"good": "Refuses evil kingdoms.", "evil": "Refuses good kingdoms."}.get(item.alignment, "Serves everybody.")
        lines = [f"- Class: {item.class_.capitalize()}.", f"- Quality: {item.quality}.", f"- {who}"]
        text = "Its power shows by spell 796, and often in the words of the find.\n\nMore: `HELP artifacts`.\n"
        yield Topic(f"artifact {item.name.lower()}", item.name, "\n".join(lines) + "\n\n" + text, (item.name.lower(),))
