"""Columns of tables that nobody reads: every field of a row type is read somewhere in its game."""

from __future__ import annotations

import ast
import csv
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

RULESETS = Path(__file__).parents[2] / "src/postern/rulesets"
PACKAGES = tuple(sorted(folder.name for folder in RULESETS.iterdir() if (folder / "__init__.py").exists()))
OTHERWISE = {
    "Region.food_factor": "the centers' production was made with it; a test of the data reckons it again",
    "Region.gold_factor": "likewise",
    "Resource.size_per_unit": "the book gives sizes and no rule that asks for them; a rule test holds them",
    "MovementCost.marsh": "read by the name of a terrain",
}
"""Fields that are of use without being read by name, and how."""
_SHORTEST_BEGINNING = 3
_READERS = (("table", 3), ("declared", 2))
"""What reads rows, and with how many arguments."""


@dataclass(frozen=True)
class RowType:
    """A dataclass that a table's rows are read into, and its fields."""

    name: str
    fields: tuple[str, ...]


def _trees(package: str) -> dict[Path, ast.Module]:
    return {path: ast.parse(path.read_text(encoding="utf-8")) for path in sorted((RULESETS / package).rglob("*.py"))}


def _row_types(trees: dict[Path, ast.Module]) -> Iterator[RowType]:
    """The row types of a game: the second argument of each ``content.table(NAME, KIND, KEY)`` and ``declared(FILES, KIND)``."""
    nodes = [node for tree in trees.values() for node in ast.walk(tree)]
    classes = {node.name: node for node in nodes if isinstance(node, ast.ClassDef)}
    kinds = {
        node.args[1].id: None
        for node in nodes
        if isinstance(node, ast.Call)
        and (_called(node.func), len(node.args)) in _READERS
        and isinstance(node.args[1], ast.Name)
    }
    for kind in kinds:
        body = classes[kind].body
        fields = [one.target.id for one in body if isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name)]
        yield RowType(kind, tuple(fields))


def _called(function: ast.expr) -> str:
    return function.attr if isinstance(function, ast.Attribute) else function.id if isinstance(function, ast.Name) else ""


def _cells(package: str) -> Iterator[str]:
    """All cells of a game's tables, and the words of its files of orders: a row may name the column of another that is read."""
    for path in (RULESETS / package).rglob("*.csv"):
        with path.open(encoding="utf-8", newline="") as file:
            yield from (cell for row in list(csv.reader(file))[1:] for cell in row)
    for path in (RULESETS / package).rglob("orders/*.toml"):
        sections = tomllib.loads(path.read_text(encoding="utf-8")).values()
        yield from (value for section in sections for value in section.values() if isinstance(value, str))


def _read(trees: dict[Path, ast.Module]) -> tuple[set[str], tuple[str, ...]]:
    """The names that a game's code reads as an attribute or a string, and the beginnings of names that it builds."""
    names, beginnings = set(), []
    for node in (node for tree in trees.values() for node in ast.walk(tree)):
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load):
            names.add(node.attr)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            names.update(re.findall(r"\w+", node.value) if len(node.value) < 200 else ())
        elif isinstance(node, ast.JoinedStr) and isinstance(node.values[0], ast.Constant):
            beginning = str(node.values[0].value)
            beginnings += [beginning] if re.fullmatch(rf"[a-z_]{{{_SHORTEST_BEGINNING},}}", beginning) else []
    return names, tuple(beginnings)


@pytest.mark.parametrize("package", PACKAGES)
def test_every_field_of_a_table_is_read(package: str) -> None:
    trees = _trees(package)
    names, beginnings = _read(trees)
    names.update(_cells(package))
    types = list(_row_types(trees))
    assert len(types) > 3
    unread = [
        f"{kind.name}.{field}"
        for kind in types
        for field in kind.fields
        if field not in names and not field.startswith(beginnings) and f"{kind.name}.{field}" not in OTHERWISE
    ]
    assert unread == []


NAMED_BY_PARTS = {"wraith.power", "lich.power", "leprechaun_csps", "leprechaun_troops", "leprechaun_zorans"}
"""Numbers whose names code puts together from their beginning on."""


@pytest.mark.parametrize(
    ("package", "pattern"), [("great_jewels", "data/decided.toml"), ("alamaze", "editions/*/data/*constants.csv")]
)
def test_every_number_of_a_game_is_asked_for(package: str, pattern: str) -> None:
    tables = sorted((RULESETS / package).glob(pattern))
    rest = sorted({*(RULESETS / package).rglob("*")} - {*tables})
    text = "".join(path.read_text("utf-8") for path in rest if path.suffix in (".py", ".toml", ".csv", ".md"))
    unread = [name for table in tables for name in _numbers(table) if not _asked_for(name, text)]
    assert {*unread} <= NAMED_BY_PARTS


def _numbers(table: Path) -> list[str]:
    if table.suffix == ".csv":
        with table.open(encoding="utf-8", newline="") as lines:
            return [row["name"] for row in csv.DictReader(lines)]
    sections = tomllib.loads(table.read_text("utf-8"))
    return [*sections, *(name for section in sections.values() if isinstance(section, dict) for name in section)]


def _asked_for(name: str, text: str) -> bool:
    """Whether a number is named, or the beginning of its name before a part that is put in."""
    beginnings = [name[:end] for end in range(3, len(name)) if name[end - 1] in "._"]
    found = re.search(rf"\b{re.escape(name)}\b", text)
    return bool(found) or any(re.search(rf"[\"'{{]{re.escape(one)}\{{", text) for one in beginnings)
