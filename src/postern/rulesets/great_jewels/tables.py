"""The tables, loaded and checked once: the book's (``data/*.csv``) and our own decisions (``data/decided.toml``)."""

from __future__ import annotations

import csv
import tomllib
from importlib.resources import files
from typing import Any

_DATA = files("postern.rulesets.great_jewels") / "data"


def rows(name: str) -> list[dict[str, str]]:
    """The rows of ``data/NAME.csv`` by column heading. Raises ValueError when a row has more or fewer cells than the head."""
    lines = list(csv.reader((_DATA / f"{name}.csv").read_text(encoding="utf-8").splitlines()))
    head, body = lines[0], lines[1:]
    for number, cells in enumerate(body, start=2):
        if len(cells) != len(head):
            raise ValueError(f"data/{name}.csv line {number}: {len(cells)} cells, needs {len(head)}")
    return [dict(zip(head, cells, strict=True)) for cells in body]


_DECIDED = tomllib.loads((_DATA / "decided.toml").read_text(encoding="utf-8"))


def decided(section: str) -> dict[str, Any]:
    """One section of ``data/decided.toml``: numbers which the book leaves open (ruling by part)."""
    return dict(_DECIDED[section])


ATTACK_FACTORS: dict[tuple[str, str], int] = {
    (row["attacker"], row["defender"]): int(row["attack_factors"]) for row in rows("attack_factors")
}
"""Attack factors per troop, by attacker and defender type; NONPLAYER for all non-player forces (QJ-18-06 to QJ-18-09)."""

ASSAULT_FACTORS: dict[tuple[str, str], int] = {
    (row["attacker"], row["defender"]): int(row["assault_factors"]) for row in rows("attack_factors")
}
"""The same when assaulting: one more (QJ-18-10)."""

FAVOURITE: dict[str, str] = {row["type"]: row["most_favourable"] for row in rows("character_types")}
"""The letter of each people's most favourable terrain (QJ-05-18)."""

CSPS_A_TURN: dict[str, int] = {row["type"]: int(row["csps_per_turn"]) for row in rows("character_types")}
"""CSPs which a province of each people may build in a turn (QJ-13-03)."""
