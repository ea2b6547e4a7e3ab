"""The history of a finished game as a document, and its full log as files. Pure functions over what ``history.gather`` packed.

Reports are unpacked one at a time, so that the longest log needs little more memory than the shortest.
"""

from __future__ import annotations

import io
import json
import zipfile
import zlib
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from postern import render
from postern.desk.documents.past import Remembered, opened, remembered
from postern.desk.settings.rulesets import AnyRuleset
from postern.game.ending import ending
from postern.game.report import Column, Masthead, Report, Section, Table
from postern.game.ruleset import Uncovered
from postern.render.json import decode
from postern.render.text import heading, section_lines


def report_of(archive: bytes, facts: Sequence[tuple[str, str]] = ()) -> Report:
    """The history as a report: how the game ended, and all that ``game/ending`` tells of its past. ``facts`` are added to its
    head. Raises ValueError when the rules cannot read a world."""
    game = remembered(archive)
    about, stood, turn = game.about, game.stood, game.past.end.turn
    head = Masthead(game.title, f"The history of {about['name']}", turn, "", _ending(about, stood, turn), tuple(facts))
    return Report(head, ending(game.past, game.charts, _standings(game)), kind="final")


@lru_cache(maxsize=2)
def film_of(archive: bytes, largest: int) -> bytes:
    """The map turn by turn as a moving picture (GIF), in about ``largest`` bytes at most."""
    game = remembered(archive)
    return render.film(game.stood.chart, game.past, largest)


@lru_cache(maxsize=2)  # most readers of a game's end have the same paper and the same clock
def pdf_of(archive: bytes, facts: tuple[tuple[str, str], ...], paper: str) -> bytes:
    """The history as PDF."""
    return render.to_pdf(report_of(archive, facts), paper)


def _ending(about: Mapping[str, Any], stood: Uncovered, turn: int) -> str:
    when = f"after turn {turn}" if turn else "before its first turn had run"
    if stood.winners:
        names = _listed(stood.winners)
        return f"**{names} {'won' if len(stood.winners) == 1 else 'share the victory'}** {when}."
    return f"The game ended {when}{': ' + about['reason'] if about['reason'] else ', before anybody had won'}."


def _listed(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _standings(game: Remembered) -> Table:
    """The final table: what everybody was and held, and who played it."""
    stood, end = game.stood, game.past.end
    played = {seat["name"]: _player(seat) for seat in game.about["seats"]}
    sided = any(stood.sides.values())
    columns = (Column("Rank", number=True), Column("Name"), *([Column("Side")] if sided else []))
    rows = tuple(
        (
            str(one.rank),
            one.seat,
            *([stood.sides.get(one.seat, "")] if sided else []),
            f"{one.score:,}",
            str(end.lands(one.seat)),
            "; ".join(words for words in (one.note, played.get(one.seat, "")) if words),
        )
        for one in stood.standings
    )
    counted = (Column("Score", number=True), Column("Lands", number=True))
    return Table((*columns, *counted, Column("")), rows)


def _player(seat: dict[str, Any]) -> str:
    if seat["computer"]:
        return "a computer player"
    return "given up by its player" if seat["state"] == "resigned" else ""


def full_log(archive: bytes) -> bytes:
    """A ZIP file with a text for each turn: everybody's orders, press to all, and what each player was told had happened.

    Messages among players, their copies in orders and reports, and lines that were no orders are not in it.
    """
    found = io.BytesIO()
    with opened(archive) as (files, about, rules), zipfile.ZipFile(found, "w", zipfile.ZIP_DEFLATED) as log:
        reported: dict[int, list[str]] = defaultdict(list)
        for name in files.namelist():
            if name.startswith("report/"):
                reported[int(name.split("/")[1])].append(name)
        for run in about["runs"]:
            turn = run["turn"]
            name = f"{about['name']}-turn-{turn:02}.txt"
            lines = [f"{about['name']}, {f'turn {turn}' if turn else 'the start'} (run {run['ran_at']})"]
            lines += _masters(about, turn)
            if turn:
                lines += _orders(files, rules, turn)
            lines += _press(about, turn)
            lines += _told(files, rules, reported[turn])
            text = "\n".join(lines).rstrip() + "\n"
            log.writestr(zipfile.ZipInfo(name), text.encode("utf-8", "replace"), zipfile.ZIP_DEFLATED)
    return found.getvalue()


def _title(title: str, underline: str = "=") -> list[str]:
    return ["", "", title, underline * len(title)]


def _orders(files: zipfile.ZipFile, rules: AnyRuleset, turn: int) -> Iterator[str]:
    """Every seat's orders, read again on what it saw then."""
    yield from _title("ORDERS")
    world = rules.load(zlib.decompress(files.read(f"world/{turn}")))
    for seat, text in json.loads(files.read(f"orders/{turn}")).items():
        yield from ("", seat)
        if text is None:
            yield "  (none came)"
            continue
        codes = rules.logged(rules.read(text, rules.view(world, seat)))
        yield from (f"  {code}" for code in codes or ("(none)",))


def _press(about: dict[str, Any], turn: int) -> Iterator[str]:
    said = [press for press in about["press"] if press["turn"] == turn]
    if said:
        yield from _title("PRESS TO ALL")
    for press in said:
        yield from ("", f"{press['writer']} wrote:")
        yield from (f"  {line}" for line in press["text"].splitlines())


def _masters(about: dict[str, Any], turn: int) -> Iterator[str]:
    for line in about["masters"]:
        if line["turn"] == turn:
            yield from ("", line["text"], *(f"  {step}" for step in line["patch"].splitlines()))


def _told(files: zipfile.ZipFile, rules: AnyRuleset, reports: Sequence[str]) -> Iterator[str]:
    """What happened as each player was told then, in the order of the seats."""
    yield from _title("WHAT HAPPENED, AS EACH WAS TOLD")
    for name in reports:
        yield from _title(name.split("/")[2], "-")
        for section in json.loads(zlib.decompress(files.read(name)))["report"]["sections"]:
            if section["key"] in rules.account:
                told: Section = decode(Section, section)
                yield from section_lines(told)[len(heading(told.title)) :]
