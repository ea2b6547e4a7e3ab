"""What turned a battle, in a sentence: the first cause that its account bears out, in the order of ``data/battles.toml``."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from postern.game.kit.digits import is_number
from postern.game.kit.wordings import chosen
from postern.rulesets.great_jewels import battle_words as words
from postern.rulesets.great_jewels.battle_blows import dealt_in_all
from postern.rulesets.great_jewels.fights import Row, lost_of


def turned(rows: Sequence[Row], ours: Sequence[Row], theirs: Sequence[Row], place: str, seat: str, tone: str, key: str) -> str:
    """The sentence, or "" where nothing is known that turned it. ``tone`` says whether it went well for this seat: causes of
    the fall of others are told where it did not go badly, causes of the fall of own forces where it did not go well."""
    fell = [
        row
        for row in rows
        if row["destroyed"] and not (tone == "bad" and row in theirs) and not (tone == "good" and row in ours)
    ]
    fell.sort(key=lambda row: row in ours)
    found = next(iter(_causes(rows, ours, theirs, fell, place, seat)), None)
    if found is None:
        return ""
    cause, facts = found
    return words.filled(chosen(words.TURNED[cause], f"turned/{key}"), **facts)


def _causes(
    rows: Sequence[Row], ours: Sequence[Row], theirs: Sequence[Row], fell: Sequence[Row], place: str, seat: str
) -> Iterable[tuple[str, dict[str, Any]]]:
    own = [row for row in rows if row["owner"] == seat]

    def named(row: Row) -> str:
        return words.name_of(row, place).replace("Garrison", "the garrison")

    for row in own:
        if row["betrayed"] and row["lost"] and is_number(row["defence"]):
            yield "betrayed", {"defence": int(row["defence"])}
    for row in fell:
        if row["betrayed"] and row in theirs:
            yield "they-betrayed", {"they": named(row)}
    struck = {target for row in rows for target in row["targets"]}
    for row in own:
        if row["force"] == f"G{place}" and row["force"] in struck and row["covered"] and not row["destroyed"]:
            yield "walls-held", {"covered": row["covered"]}
    for row in fell:
        forces = [one for one in rows if row["force"] in one["targets"]]
        factors = dealt_in_all(forces)
        if len(forces) > 1 and factors and _only(forces, row, rows):
            yield "together", {"many": len(forces), "target": named(row), "factors": factors}
    for row in fell:
        if row["force"] == f"G{place}" and row.get("csps"):
            yield "walls-fell", {"csps": row["csps"]}
    for row in fell:
        if row["did"] == "leave":
            yield "caught-own" if row in ours else "caught", {"they": named(row)}
    mine, other = dealt_in_all(ours), dealt_in_all(theirs)
    if mine is not None and other is not None:
        if mine > other and lost_of(theirs) > lost_of(ours):
            yield "stronger", {"mine": mine, "theirs": other}
        if mine < other and lost_of(theirs) < lost_of(ours):
            yield "weaker", {"mine": mine, "theirs": other}


def _only(forces: Sequence[Row], target: Row, rows: Sequence[Row]) -> bool:
    """True where these forces are of one owner and all that they dealt went to the target: they attacked nobody else, and
    nobody else attacked them."""
    if len({one["owner"] for one in forces}) > 1:
        return False
    attackers = {row["force"] for row in rows for one in forces if one["force"] in row["targets"]}
    return attackers <= {target["force"]} and all(one["targets"] == [target["force"]] for one in forces)
