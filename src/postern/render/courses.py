"""A graph's numbers as a table that a letter can hold: some of its turns, the highest in the end first."""

from __future__ import annotations

from collections.abc import Sequence

from postern.game.report import Column, Graph, Steps, Table, Timeline
from postern.render.marks import plain

_MOST = 9
"""Columns of numbers: with names of six letters they stand side by side in 72 columns."""


def courses_table(graph: Graph) -> Table:
    """The graph as a table: a row for each course, columns for a few turns spread evenly, the last among them."""
    turns = spread(graph.turns, _MOST)
    places = [graph.turns.index(turn) for turn in turns]
    ordered = sorted(graph.courses, key=lambda course: -course.values[-1])
    return Table(
        (Column("After turn"), *(Column(str(turn), number=True) for turn in turns)),
        tuple((course.name, *(str(course.values[place]) for place in places)) for course in ordered),
        graph.caption,
    )


def spread(turns: Sequence[int], most: int) -> tuple[int, ...]:
    """At most so many of these turns (in order), every second, third … one; the last is always among them."""
    if len(turns) <= most:
        return tuple(turns)
    step = -(-len(turns) // (most - 1))
    kept = list(turns[::step])
    if turns[-1] - kept[-1] < step / 2:
        kept.pop()
    return (*kept, turns[-1]) if kept[-1] != turns[-1] else tuple(kept)


def timeline_table(line: Timeline) -> Table:
    """The time line as a table: a row for each thing that a force did, with its phases, and for each battle."""
    rows = [
        (span.first, f"{span.first}-{span.last}" if span.last > span.first else str(span.first), lane.name, span.text)
        for lane in line.lanes
        for span in lane.spans
    ]
    for number, one in enumerate(line.meetings, start=1):
        names = ", ".join(line.lanes[at].name for at in one.lanes)
        rows.append((one.phase, str(one.phase), names, f"**battle {number}**"))
    rows.sort(key=lambda row: row[0])
    columns = (Column("Phase", number=True), Column("Force"), Column("What it did", wide=True))
    return Table(columns, tuple(row[1:] for row in rows), line.caption)


def told_timeline(line: Timeline) -> str:
    """The time line in words, phase after phase, battles among them."""
    rows = [f"phase {phase}: {who}, {plain(what)}" for phase, who, what in timeline_table(line).rows]
    return f"{line.phases} phases, from the first to the last. {'; '.join(rows)}."


def steps_table(steps: Steps) -> Table:
    """The steps as a table: what was there, each change with its sign, and what is there now."""
    changes = tuple((label, f"{amount:+,}") for label, amount in steps.changes)
    rows = (("had", f"{steps.had:,}"), *changes, ("now", f"{steps.now:,}"))
    return Table((Column(steps.name), Column("", number=True)), rows)


def told_steps(steps: Steps) -> str:
    """The steps in words."""
    rows = ", ".join(f"{label} {amount}" for label, amount in steps_table(steps).rows)
    return f"{steps.name}, step by step: {rows}."
