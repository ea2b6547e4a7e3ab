"""Battles: in two lines for the front page, and the words and blows of their pages.

Who won, in a word, who fell by whose hand, what each side had and lost. All blows fall at one moment; the heaviest are told
first, as far as the account of the battle tells them. What turned the battle is the first cause that its account bears out, in
the order of ``data/battles.toml``; which wording is read goes by a hash of the battle, never by chance.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from postern.game.battle import Blow
from postern.game.events import Event
from postern.game.front import Fight, Force
from postern.game.kit.orders.digits import is_number
from postern.game.kit.report.telling import capital, counted, listed
from postern.game.kit.report.telling import filled as _filled
from postern.game.kit.report.wordings import chosen
from postern.rulesets.great_jewels.knowledge import View
from postern.rulesets.great_jewels.report.map import clashes
from postern.rulesets.great_jewels.tables import CONTENT, spoken
from postern.rulesets.great_jewels.world.records import LOTU

Row = Mapping[str, Any]
MOST = 5
_NAMED = 2
_SMALL = 4
"""Own losses of a force make a victory dear unless the enemy's are so many times as large."""


def battles_of(events: Iterable[Event], seat: str) -> list[Event]:
    """The battles in which this seat had a force."""
    return [one for one in events if one.kind == "battle" and any(row["owner"] == seat for row in one.data["forces"])]


def felled(rows: Sequence[Row], seat: str, allies: Collection[str] = ()) -> list[Row]:
    """The forces of others, but not of allies, that fell by this seat's hand: it attacked them, or they attacked it."""
    own = [row for row in rows if row["owner"] == seat]
    names = {row["force"] for row in own}
    struck = {target for row in own for target in row["targets"]}
    return [
        row
        for row in rows
        if row["destroyed"]
        and row["owner"] != seat
        and row["owner"] not in allies
        and (row["force"] in struck or names.intersection(row["targets"]))
    ]


def fights(view: View, events: Sequence[Event], battles: Sequence[Event]) -> tuple[tuple[Fight, ...], int]:
    """The first of the reader's battles, which come with the weightiest first, and how many others he had."""
    numbers, captured = map_numbers(view, events), captured_by(view.seat, events)
    told = tuple(_fight(one.data, view, numbers.get(one.data["place"], 0), captured) for one in battles[:MOST])
    return told, len(battles) - len(told)


def map_numbers(view: View, events: Sequence[Event]) -> dict[str, int]:
    """The numbers of battles on the map, by province."""
    return {clash.area: number for number, clash in enumerate(clashes(view, events), start=1)}


def captured_by(seat: str, events: Iterable[Event]) -> set[str]:
    """The provinces that this seat captured."""
    return {one.data["province"] for one in events if one.kind == "captured" and one.data["by"] == seat}


def _fight(data: Mapping[str, Any], view: View, number: int, captured: Collection[str]) -> Fight:
    rows, place, seat = data["forces"], data["place"], view.seat
    word = verdict(rows, seat, view.player.allies, place in captured)
    return Fight(number, place, word, _text(rows, view, place), tuple(_forces(rows, view)))


def verdict(rows: Sequence[Row], seat: str, allies: Collection[str] = (), captured: bool = False) -> str:
    """A word on how a battle went for this seat, from what its forces and those of others lost."""
    own = [row for row in rows if row["owner"] == seat]
    foes = [row for row in rows if row["owner"] != seat and row["owner"] not in allies]
    fallen = felled(rows, seat, allies)
    walls = any(row["force"][0] == "G" for row in fallen)
    attacked = any(row["targets"] for row in own)
    if own and all(row["destroyed"] for row in own):
        return "Both fell" if fallen and len(fallen) == len(foes) else "Overrun" if own[0]["force"][0] == "G" else "Destroyed"
    if any(row["destroyed"] for row in own) and lost_of(foes) < _SMALL * lost_of(own):
        return "Dearly won" if fallen and lost_of(fallen) >= lost_of(own) else "A heavy loss"
    if walls:
        return "Stormed" if captured else "Walls cleared"
    if fallen:
        guarded = any(row["force"][0] == "G" for row in own)
        return "Beaten off" if guarded and len(fallen) == len(foes) else "Struck down"
    if any("lost" not in row for row in foes):
        return "Unclear"
    mine, theirs = lost_of(own), lost_of(foes)
    if not mine and not theirs:
        return "No harm done"
    if not attacked:
        return "Held"
    return "Hurt them" if theirs > mine else "Thrown back" if mine > theirs else "Even blows"


def lost_of(rows: Iterable[Row]) -> int:
    """The troops that fell of these forces, as far as they are known."""
    return sum(row.get("lost", 0) for row in rows)


def owner(row: Row) -> str:
    """Whose a force is, in words."""
    return "neutral" if not row["owner"] else "guardians" if row["owner"] == LOTU else str(row["owner"])


def _text(rows: Sequence[Row], view: View, place: str) -> str:
    fallen = felled(rows, view.seat, view.player.allies)
    parts = []
    leaders = [row for row in fallen if row["force"][0] == "L"]
    if len(leaders) > _NAMED:
        whose = listed(sorted({owner(row) for row in leaders}))
        parts.append(f"{len(leaders)} leaders of {whose} were killed.")
    elif leaders:
        names = listed([f"{row['force']} of {owner(row)}" for row in leaders])
        parts.append(f"{names} {'was' if len(leaders) == 1 else 'were'} killed.")
    if any(row["force"][0] == "G" for row in fallen):
        parts.append(f"The garrison of {place} was wiped out.")
    own = [row for row in rows if row["owner"] == view.seat]
    gone = [row["force"] if row["force"][0] == "L" else f"the garrison of {place}" for row in own if row["destroyed"]]
    if gone:
        parts.append(f"You lost {listed(gone) if len(gone) <= _NAMED + 1 else counted(len(gone), 'force')}.")
    others = [row for row in rows if row["owner"] != view.seat]
    theirs = "unknown" if any("lost" not in row for row in others) else str(lost_of(others) or "none")
    mine = lost_of(own)
    if mine or theirs != "none":
        parts.append(f"Your losses: {counted(mine, 'troop') if mine else 'none'}, theirs {theirs}.")
    elif not parts:
        parts.append("No troops were lost.")
    return " ".join(parts)


def _forces(rows: Sequence[Row], view: View) -> Iterable[Force]:
    """The reader first, then each other side with all that it had in the battle."""
    numbers = {name: number for number, name in enumerate(view.players, start=1)}
    names = dict.fromkeys(row["owner"] for row in rows)
    for name in sorted(names, key=lambda one: one != view.seat):
        group = [row for row in rows if row["owner"] == name]
        known = all("troops" in row and "lost" in row for row in group)
        yield Force(
            owner(group[0]),
            sum(row["troops"] for row in group) if known else None,
            lost_of(group) if known else None,
            name == view.seat,
            numbers.get(name, 0),
        )


_TABLE = CONTENT.toml("battles")
TITLES: dict[str, list[str]] = _TABLE["titles"]
HELD: dict[str, str] = _TABLE["held"]
TURNED: dict[str, list[str]] = _TABLE["turned"]
TALES: dict[str, list[str]] = {name: part["tales"] for name, part in _TABLE.items() if "tales" in part}
TONES = {name: part["tone"] for name, part in _TABLE.items() if "tales" in part}


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
    return filled(chosen(TURNED[cause], f"turned/{key}"), **facts)


def _causes(
    rows: Sequence[Row], ours: Sequence[Row], theirs: Sequence[Row], fell: Sequence[Row], place: str, seat: str
) -> Iterable[tuple[str, dict[str, Any]]]:
    own = [row for row in rows if row["owner"] == seat]

    def named(row: Row) -> str:
        return name_of(row, place).replace("Garrison", "the garrison")

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
