"""Orders in lines that were not read as the writer's own (a quotation, say): they are named, so that none is lost unnoticed."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from postern.desk.answers.filing import Filing
from postern.desk.commands import registry
from postern.desk.documents.templates import Part
from postern.desk.language.parse import match
from postern.desk.language.readback import without_words
from postern.post.letter import LeftOut
from postern.post.reading.sheet import Reason

_MOST_SHOWN = 12
_MOST_TRIED = 120
"""Lines that are looked at one by one, after all of them together."""
_MOST_WORDS = 12
_WHY: dict[str, str] = {
    Reason.QUOTATION: "they stand in what your mail program marks as a quotation",
    Reason.FORWARDED: "they stand in a forwarded letter",
    Reason.SIGNATURE: "they stand below the line of a signature",
    Reason.HIDDEN: "they are hidden in the letter",
    Reason.STRUCK: "they are struck out",
    Reason.BESIDE: "they stand beside the parts of which your letter is made",
    Reason.FORMATTED: "they stand in the formatted text of your letter alone, and I read its plain text",
    Reason.ARMOUR: "they stand within a digital signature",
}
_ELSE = "they look like what mail programs and firms write below letters"


def orders_not_read(left_out: Sequence[LeftOut], filing: Filing) -> Part | None:
    """A part that names lines which were left aside, would be orders of this seat, and are neither on file nor elsewhere in
    the letter; of what was typed into the formatted text alone, every line where a command or such an order is among them.
    None where there are none."""
    groups: list[dict[str, object]] = []
    taken: set[str] | None = None
    for item in left_out:
        found = _orders_in([text for text in dict.fromkeys(item.texts) if text.strip()], filing)
        if found and taken is None:
            taken = {order.code for order in filing.read("\n".join(line.text for line in filing.lines)).orders}
        lines = [line for line, codes in found.items() if codes - (taken or set())]
        if item.reason == Reason.FORMATTED and (lines or any(match(text, registry.forms()) for text in item.texts)):
            lines = list(item.texts)  # typed by the writer, each of them: heads of orders and commands, too
        if lines:
            why = _WHY.get(item.reason, _ELSE)
            groups.append({"why": why, "lines": lines[:_MOST_SHOWN], "more": len(lines[_MOST_SHOWN:])})
    return Part("orders_not_read", {"groups": groups}) if groups else None


def _orders_in(lines: Sequence[str], filing: Filing) -> dict[str, set[str]]:
    """Those of the lines that hold orders, read together or by themselves → the orders' codes."""
    if not lines:
        return {}
    codes: dict[int, set[str]] = {}
    for order in filing.read("\n".join(without_words(lines, filing.read, filing.check))).orders:
        codes.setdefault(order.line - 1, set()).add(order.code)
    for place, line in islice(enumerate(lines), _MOST_TRIED):
        if place not in codes and (alone := _codes(line, filing)):
            codes[place] = alone
    return {lines[place]: codes[place] for place in sorted(codes)}


def _codes(line: str, filing: Filing) -> set[str]:
    """The orders of a line by itself; of one that introduces a quotation, those that stand before that."""
    found = {order.code for order in filing.read(line).orders}
    if found or not line.endswith((":", "：")):
        return found
    words = line.split()[:_MOST_WORDS]
    begins = (" ".join(words[:count]) for count in range(len(words) - 1, 0, -1))
    return next((codes for begin in begins if (codes := {order.code for order in filing.read(begin).orders})), set())
