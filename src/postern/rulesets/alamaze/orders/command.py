"""An order as read: its number and its columns, by what stands in them (ruling 1)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

CANCEL, CREATE = 50, 60
"""The orders that change the list of standing orders."""


@dataclass(frozen=True, slots=True)
class Command:
    """An order or a spell. Which columns a number has stands in ``orders.csv`` and ``spells.csv``; a column that it
    has not, or that was left blank, is "" or None.

    ``group`` acts, ``enemy`` is a foreign group, ``into`` a second own one. ``figure`` is the code of a figure, an own one but
    where the order names only another's. ``target`` is a thing of several sorts, or a
    figure that need not be ours. ``rest`` is the order inside of 50 and 60.
    """

    number: int
    group: str = ""
    into: str = ""
    enemy: str = ""
    tactic: int | None = None
    wizard: str = ""
    figure: str = ""
    second_figure: str = ""
    third_figure: str = ""
    kingdom: str = ""
    region: int | None = None
    sea: str = ""
    area: str = ""
    second_area: str = ""
    third_area: str = ""
    fourth_area: str = ""
    path: tuple[str, ...] = ()
    code: str = ""
    second_code: str = ""
    third_code: str = ""
    fourth_code: str = ""
    fifth_code: str = ""
    quantity: int | None = None
    second_quantity: int | None = None
    brigade: str = ""
    second_brigade: str = ""
    leader: str = ""
    second_leader: str = ""
    artifact: str = ""
    name: str = ""
    target: str = ""
    second_target: str = ""
    issue: int | None = None
    rest: str = ""


def command(number: int, /, **columns: Any) -> Command:
    """A command from its columns, of which None stands for a blank one."""
    return Command(**{"number": number, **{name: value for name, value in columns.items() if value is not None}})
