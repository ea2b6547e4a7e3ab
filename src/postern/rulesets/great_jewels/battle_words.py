"""The words of battle pages (``data/battles.toml``): which wording is read goes by a hash of the battle, never by chance."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from postern.game.kit.telling import capital, counted, listed
from postern.game.kit.telling import filled as _filled
from postern.rulesets.great_jewels.fights import Row, lost_of, owner
from postern.rulesets.great_jewels.tables import CONTENT
from postern.rulesets.great_jewels.wording import spoken

_TABLE = CONTENT.toml("battles")
TITLES: dict[str, list[str]] = _TABLE["titles"]
HELD: dict[str, str] = _TABLE["held"]
TURNED: dict[str, list[str]] = _TABLE["turned"]
TALES: dict[str, list[str]] = {name: part["tales"] for name, part in _TABLE.items() if "tales" in part}
TONES = {name: part["tone"] for name, part in _TABLE.items() if "tales" in part}
_NAMED = 2


def filled(sentence: str, **facts: Any) -> str:
    """The sentence with its facts, its first letter a capital."""
    return capital(_filled(sentence, facts, {}))


def name_of(row: Row, place: str) -> str:
    """What a page calls a force: L4, Garrison, Garrison of B3 (next door)."""
    if row["force"][0] == "L":
        return str(row["force"])
    return "Garrison" if row["force"][1:] == place else f"Garrison of {row['force'][1:]}"


def forces(rows: Iterable[Row], seat: str, place: str) -> str:
    """These forces in words: "L4 and L9 with 60 troops and your garrison of 8", or "nobody"."""
    parts = []
    for name in dict.fromkeys(row["owner"] for row in rows):
        group = [row for row in rows if row["owner"] == name]
        leaders = [row for row in group if row["force"][0] == "L"]
        parts += [_leaders(leaders, name == seat)] if leaders else []
        parts += [_garrison(row, name == seat, place) for row in group if row["force"][0] == "G"]
    return listed(parts) or "nobody"


def _leaders(rows: Sequence[Row], mine: bool) -> str:
    of = "" if mine else f" of {'the guardians' if owner(rows[0]) == 'guardians' else owner(rows[0])}"
    names = listed([row["force"] for row in rows]) if len(rows) <= _NAMED else f"{len(rows)} leaders"
    if any("troops" not in row for row in rows):
        return f"{names}{of} with {'an army' if len(rows) == 1 else 'armies'} of unknown strength"
    troops = sum(row["troops"] for row in rows)
    return f"{names}{of} " + (f"with {counted(troops, 'troop')}" if troops else "without troops")


def _garrison(row: Row, mine: bool, place: str) -> str:
    who = owner(row)
    whose = "your garrison" if mine else f"the {who} garrison" if who == "neutral" else f"{who}'s garrison"
    if who == "guardians":
        whose = "the guardians' garrison"
    where = "" if row["force"][1:] == place else f" in {spoken(row['force'][1:])}"
    return f"{whose}{where} " + (f"of {counted(row['troops'], 'troop')}" if "troops" in row else "of unknown strength")


def share(rows: Sequence[Row]) -> str:
    """What fell of these forces: "11 of 49 troops", "no troops", "an unknown number of troops"."""
    if any("lost" not in row for row in rows):
        return "an unknown number of troops"
    had, lost = sum(row["troops"] for row in rows), lost_of(rows)
    if not lost:
        return "no troops"
    return f"all {counted(had, 'troop')}" if lost == had > 1 else f"{lost} of {counted(had, 'troop')}"
