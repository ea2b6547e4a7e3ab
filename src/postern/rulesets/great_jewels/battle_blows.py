"""Who struck whom in a battle, with how many factors and what it cost: as far as the account of the battle tells it.

All blows fall at one moment; the heaviest are told first.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from postern.game.battle import Blow
from postern.game.kit.telling import counted, listed
from postern.rulesets.great_jewels.battle_words import name_of
from postern.rulesets.great_jewels.fights import Row, lost_of, owner

_DEEDS = {"attack": "attacked", "assault": "assaulted"}


def deed(row: Row, place: str) -> str:
    """What a force did, with its factors, bonus and defence: "attacked L140 with 436 AF; bonus 14; DF 4, double for 14"."""
    factors = f"{row['dealt']} AF" if "dealt" in row else ""
    if row["did"] in _DEEDS:
        what = f"{_DEEDS[row['did']]} {listed([_target(name, place) for name in row['targets']]) or 'elsewhere'}"
        what += f" with {factors}" if factors else ""
    else:
        what = "was leaving" if row["did"] == "leave" else "stood"
        what += f", answered with {factors}" if row.get("dealt") else ""
    parts = [what + (" from next door" if row["remote"] else "") + (", betrayed" if row["betrayed"] else "")]
    parts += [f"bonus {row['bonus']}"] if row.get("bonus") else []
    if "defence" in row:
        covered = f", {'triple' if row['force'][0] == 'G' else 'double'} for {row['covered']}" if row["covered"] else ""
        parts.append(f"DF {row['defence']}{covered}")
    return "; ".join(parts)


def _target(force: str, place: str) -> str:
    return name_of({"force": force}, place).replace("Garrison", "the garrison")


def dealt_in_all(rows: Sequence[Row]) -> int | None:
    """All attack factors of these forces; None where those of one are not known."""
    return sum(row["dealt"] for row in rows) if all("dealt" in row for row in rows) else None


def struck_by(source: Row, victim: Row, rows: Sequence[Row]) -> int | None:
    """The attack factors with which a force hit this one: known where all that it dealt went to it."""
    answered = {row["force"] for row in rows if source["force"] in row["targets"] and not row["remote"]}
    hit = {*source["targets"], *(answered - {*source["targets"]})}
    return source["dealt"] if "dealt" in source and hit == {victim["force"]} else None


def blows(rows: Sequence[Row], place: str, seat: str, ours: Collection[str]) -> Iterable[Blow]:
    """Each force that was struck, with those who struck it; then what came back at attackers whom nobody struck."""
    struck = {target for row in rows for target in row["targets"]}
    hit = sorted((row for row in rows if row["force"] in struck), key=_heaviest)
    for row in hit:
        yield _blow(row, [one for one in rows if row["force"] in one["targets"]], rows, place, seat, ours)
    for row in sorted((row for row in rows if row["force"] not in struck and row.get("lost")), key=_heaviest):
        answers = [one for one in rows if one["force"] in row["targets"] and row["force"] not in one["targets"]]
        if answers:
            yield _blow(row, answers, rows, place, seat, ours, answer=True)


def _heaviest(row: Row) -> tuple[bool, int]:
    return not row["destroyed"], -int(row.get("lost", 0))


def _blow(
    row: Row,
    sources: Sequence[Row],
    rows: Sequence[Row],
    place: str,
    seat: str,
    ours: Collection[str],
    answer: bool = False,
) -> Blow:
    name, mine = name_of(row, place), row["force"] in ours
    by = listed([_source(one, row, rows, place, seat) for one in sources])
    several = len(sources) > 1 or not _exact(sources, row, rows)
    taken = f"{counted(row['taken'], 'factor')} in all. " if "taken" in row and several else ""
    verb = "Answered by" if answer else "Struck by"
    hurt = bool(row["destroyed"] or row.get("lost"))
    return Blow(
        title=_came(row, name, mine, answer),
        text=f"{verb} {by}. {taken}{_loss(row)}",
        tone="body" if not hurt else "bad" if mine else "good",
        sources=tuple(name_of(one, place) for one in sources),
        target=name,
        answer=answer,
    )


def _exact(sources: Sequence[Row], row: Row, rows: Sequence[Row]) -> bool:
    return all(struck_by(one, row, rows) is not None for one in sources)


def _source(source: Row, victim: Row, rows: Sequence[Row], place: str, seat: str) -> str:
    name = name_of(source, place).replace("Garrison", "the garrison")
    whose = "" if source["owner"] == seat or source["force"][0] == "G" else f" of {owner(source)}"
    factors = struck_by(source, victim, rows)
    return f"{name}{whose}" + (f" with {counted(factors, 'factor')}" if factors is not None else "")


def _came(row: Row, name: str, mine: bool, answer: bool) -> str:
    """What came of it, in three words: "L140 falls", "Garrison wiped out", "L4 loses 11"."""
    whose = f"Your {name.lower() if name.startswith('G') else name}" if mine else name
    if row["destroyed"]:
        return f"{whose} falls" if row["force"][0] == "L" else f"{whose} wiped out"
    if "lost" not in row:
        return f"{whose} is struck"
    if row["lost"]:
        return f"{whose} {'pays' if answer else 'loses'} {row['lost']}"
    return f"{whose} stands unhurt"


def _loss(row: Row) -> str:
    """What it lost in a sentence: "All 47 troops fell, and the leader with them."."""
    if "lost" not in row:
        return "What it lost was not seen."
    lost, had = lost_of([row]), row["troops"]
    if not lost:
        fell = "No troop fell" if had else "It had no troops"
    else:
        fell = f"All {counted(had, 'troop')} fell" if lost == had > 1 else f"{lost} of {counted(had, 'troop')} fell"
    leader = "; the leader was killed" if row["killed"] else ""
    risen = f"; {row['risen']} of the slain joined it" if row.get("risen") else ""
    return f"{fell}{leader}{risen}."
