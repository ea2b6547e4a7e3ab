"""A battle's page in plain text: who came with what, bars of what is left and what was lost, blows in order, what followed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from postern.game.battle import BattlePage, Host, Unit
from postern.game.report import Column, Table
from postern.render.columns import pad, table_lines, wrap
from postern.render.marks import one_line, plain, width

_BAR, _LONGEST = 24, 20
_STRENGTH = 11
LEFT, LOST = "#", "-"


def battle_lines(page: BattlePage, columns: int) -> list[str]:
    """The page as lines of at most ``columns``."""
    verdict = one_line(page.verdict).upper()
    title = wrap(one_line(page.title).upper(), columns - width(verdict) - 3)
    lines = [pad(title[0], columns - width(verdict)) + verdict, *title[1:]]
    lines += wrap(under(page), columns)
    lines += ["-" * columns, *wrap(plain(page.tale), columns)]
    lines += wrap(plain(page.turned), columns) if page.turned else []
    lines += ["", f"Order of battle ({LEFT} left, {LOST} lost)"]
    most = max([unit.before or 0 for host in page.hosts for unit in host.units] + [1])
    for host in page.hosts:
        lines += _host(host, page, most, columns)
    for table in (measures_table(page), stages_table(page)):
        lines += ["", *table_lines(table, columns)] if table.rows else []
    if page.blows:
        lines += ["", *wrap(f"The blows. {plain(page.order)}".strip(), columns)]
        for number, blow in enumerate(page.blows, start=1):
            lines += wrap(f"{plain(blow.title)}. {plain(blow.text)}", columns, f"{number}. ", "   ")
    for head, items in endings(page):
        lines += ["", head, *(line for item in items for line in wrap(plain(item), columns, "- ", "  "))]
    return [*lines, "", *wrap(plain(page.note), columns)] if page.note else lines


def under(page: BattlePage) -> str:
    """The line below the title: when and where, behind which walls, who has the field, its number on the map."""
    walls = f", {plain(page.ground.walls)}" if page.ground.walls else ""
    number = f" Number {page.number} on the map." if page.number else ""
    held = one_line(page.held)
    return f"{plain(page.head).replace(' · ', ', ')}{walls}.{f' {held[:1].upper()}{held[1:]}.' if held else ''}{number}"


def endings(page: BattlePage) -> Iterable[tuple[str, Sequence[str]]]:
    """The lists that end a page, each with its heading, where they hold anything."""
    heads = (("Losses", page.losses), ("Booty", page.booty), ("What followed", page.followed))
    return [(head, items) for head, items in heads if items]


def measures_table(page: BattlePage) -> Table:
    """What both sides brought to bear, side by side."""
    rows = tuple((one.name, known(one.ours), known(one.theirs)) for one in page.measures)
    return Table((Column("In the balance"), Column("Your side", number=True), Column("The others", number=True)), rows)


def stages_table(page: BattlePage) -> Table:
    """The strength of each host after each stage."""
    columns = (Column("After"), *(Column(host.name, number=True) for host in page.hosts))
    return Table(columns, tuple((one.name, *map(known, one.strengths)) for one in page.stages))


def known(number: int | None) -> str:
    """The number, or a question mark where the reader did not see it."""
    return "?" if number is None else f"{number:,}"


def host_name(host: Host) -> str:
    """The owner with what is noted of him: "ECHO (Rilris)"."""
    return f"{one_line(host.name)} ({one_line(host.note)})" if host.note else one_line(host.name)


def _host(host: Host, page: BattlePage, most: int, columns: int) -> list[str]:
    lines = wrap(host_name(host), columns, "", "  ")
    names = [one_line(unit.name)[:_LONGEST] for unit in host.units]
    long = max(map(width, names), default=0)
    for name, unit in zip(names, host.units, strict=True):
        strength = f"{known(unit.before)} -> {unit.left}"
        lines.append(f"  {pad(name, long)}  {pad(strength, _STRENGTH)}  {_bar(unit, most)}".rstrip())
        quality = [one_line(page.dots[unit.dots - 1])] if 0 < unit.dots <= len(page.dots) else []
        text = "; ".join([*quality, *([plain(unit.text)] if unit.text else [])])
        lines += wrap(text, columns, "    ", "    ") if text else []
    return lines


def _bar(unit: Unit, most: int) -> str:
    if unit.before is None or unit.after is None:
        return ""
    whole = round(max(unit.before, unit.after) * _BAR / most)
    left = 0 if unit.gone else round(unit.after * _BAR / most)
    return LEFT * left + LOST * (whole - left)
