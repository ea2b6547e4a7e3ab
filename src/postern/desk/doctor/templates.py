"""Checks the templates of letters and reports: whether each can be read and is given every name that it uses."""

from __future__ import annotations

from collections.abc import AsyncIterator

from postern.desk.doctor.finding import Case, Finding, Level
from postern.desk.documents import template_check
from postern.desk.settings import resources

_AREA = "templates"


async def check(_case: Case) -> AsyncIterator[Finding]:
    """Compiles every template as the daemon would, and uses none."""
    counts = "what is edited counts from the daemon's next start"
    faults = template_check.faults()
    for said in faults:
        place, _, remedy = said.rpartition("; ")
        yield Finding(Level.FAIL, _AREA, place, f"{remedy}; {counts}")
    doubts = [] if faults else template_check.doubts()
    for said in doubts:
        yield Finding(Level.WARN, _AREA, said, f"mend it: a letter that comes there cannot be written; {counts}")
    if not faults and not doubts:
        yield Finding(Level.OK, _AREA, f"those in {resources.letters_folder().parent} can be used")
