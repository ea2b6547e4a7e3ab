"""A graph's numbers as a table that a letter can hold: some of its turns, the highest in the end first."""

from __future__ import annotations

from collections.abc import Sequence

from postern.game.report import Column, Graph, Table

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
