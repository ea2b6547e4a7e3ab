"""The tables in the handbook's topics, from the data of an edition: no number stands twice."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import groupby

from postern.game.kit.digits import is_number
from postern.game.kit.handbook import Tables, markdown_table
from postern.rulesets.alamaze.tables import TERRAINS, Edition

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
